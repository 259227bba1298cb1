//! Keys and values as points: what is drawn, and what moving a point changes.

mod support;

use support::{Screen, of_text, open};
use twoaxes::engine::geometry::Turn;
use twoaxes::engine::{Cell, Tensor};
use twoaxes::explorer::{Focus, Point, Side, Theme, View};
use twoaxes::words::{Lang, width};

/// Keys of one number, values of three.
const ONE_AND_THREE: &str = r#"
format = 1
id = "one-and-three"
[source]
slots = ["a", "b", "c"]
[vocab]
words = ["x", "y"]
[[query]]
q = [2]
target = "x"
[tensors]
K = [[1], [-1], [0.5]]
V = [[2, 0, 1], [0, 4, -1], [1, 2, 3]]
G = [[2, 0], [0, 1], [0.5, 0]]
"#;

fn plane(id: &str) -> Screen {
    let mut screen = open(id);
    screen.press("f");
    screen
}

fn value(screen: &Screen, tensor: Tensor, row: usize) -> Vec<f64> {
    let width = screen.model.givens().shape(tensor).expect("a tensor of the model").1;
    (0..width).map(|at| screen.model.givens().get(Cell::new(tensor, row, at)).expect("a cell")).collect()
}

/// Without the sentence on the last action.
fn quiet(screen: &mut Screen) -> &mut Screen {
    if screen.model.notice().is_some() {
        screen.press("<Esc>");
    }
    assert_eq!(screen.model.view(), View::Plane);
    screen
}

/// What is drawn of one side, line by line.
fn drawn(screen: &Screen, side: Side) -> String {
    let picture = screen.model.picture().expect("the pictures");
    let area = picture.of(side).expect("a picture in view").area;
    let cells = |y: u16| screen.line(y).chars().skip(area.x.into()).take(area.width.into()).collect::<String>();
    (area.y..area.bottom()).map(cells).collect::<Vec<_>>().join("\n")
}

/// The cell of a point on the screen.
fn cell(screen: &Screen, point: Point) -> (u16, u16) {
    screen.model.picture().expect("the pictures").cell_of(point).expect("a point that is seen")
}

#[test]
fn the_two_pictures_in_both_languages_at_all_sizes() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (44, 34), (60, 18), (80, 24), (120, 36)] {
            for branch in ["baseline", "only-q"] {
                let mut screen = plane("r72").sized(columns, lines).in_lang(lang);
                quiet(screen.run(&format!("branch {branch}")));
                if columns == 40 && branch == "only-q" {
                    // One at a time: the one with the cursor.
                    screen.run("focus v2[1]");
                }
                let frame = if columns == 80 { screen.snapshot() } else { screen.text() };
                insta::assert_snapshot!(format!("plane-{branch}-{columns}x{lines}-{}", lang.code()), frame);
            }
        }
    }
}

#[test]
fn in_ascii_in_light_and_of_several_rows_and_dimensions() {
    let mut screen = plane("r72");
    insta::assert_snapshot!("plane-ascii", screen.run("branch only-q").run("ascii on").text());
    let symbols =
        screen.text().chars().filter(|c| !c.is_ascii() && width::width(&c.to_string()) == 1).collect::<String>();
    assert_eq!(symbols, "", "{}", screen.text());
    insta::assert_snapshot!("plane-light", plane("r72").in_theme(Theme::Light).snapshot());
    insta::assert_snapshot!("plane-sentence", plane("sentence").text());
    insta::assert_snapshot!("plane-masks", plane("masks").text());
    let mut screen = plane("scale-64").sized(120, 36);
    quiet(screen.run("plane key principal"));
    insta::assert_snapshot!("plane-scale-64-principal-120x36", screen.text());
    for kind in ["additive", "bilinear", "linear"] {
        let mut screen = plane("r72");
        quiet(screen.run(&format!("scorer {kind}")));
        insta::assert_snapshot!(format!("plane-{kind}"), screen.text());
    }
}

/// One number, and three of which two are shown.
#[test]
fn one_dimension_and_three() {
    let mut screen = of_text(ONE_AND_THREE);
    screen.press("f");
    insta::assert_snapshot!("plane-one-and-three", screen.text());
    quiet(screen.run("focus v1[1]").run("plane value 1 3"));
    insta::assert_snapshot!("plane-components-1-3", screen.text());
    assert!(screen.text().contains("regions a slice"), "it is said that not all is seen:\n{}", screen.text());
    // Up is the third component now; the second stays.
    screen.run("push up 0.5").run("push left 0.25");
    assert_eq!(value(&screen, Tensor::Values, 0), [1.75, 0.0, 1.5]);
    screen.run("focus k1[1]").run("push up");
    assert!(screen.notice().contains("one direction only"), "{}", screen.notice());
    screen.run("push right 1");
    assert_eq!(value(&screen, Tensor::Keys, 0), [2.0]);
    screen.run("plane sweep on");
    assert!(screen.notice().contains("no second direction"), "{}", screen.notice());
    // Along a principal direction every component moves, by the step times the direction.
    screen.run("plane value principal").run("focus v2[1]");
    let before = value(&screen, Tensor::Values, 1);
    screen.run("push right 1");
    let after = value(&screen, Tensor::Values, 1);
    let moved: f64 = before.iter().zip(&after).map(|(a, b)| (a - b) * (a - b)).sum();
    assert!((moved - 1.0).abs() < 1e-12 && before.iter().zip(&after).all(|(a, b)| a != b), "{before:?} {after:?}");
    // The directions are those of before: a plane does not turn under the hand.
    let plane = screen.model.plane(Side::Values);
    screen.run("set v2 9 9 9");
    assert_eq!(screen.model.plane(Side::Values), plane);
    screen.run("plane value principal");
    assert_ne!(screen.model.plane(Side::Values), plane);
    // Another number of dimensions: nothing that was chosen fits any more.
    screen.run("add value 4");
    assert!(screen.model.chosen_directions(Side::Values).is_none());
    assert!(screen.text().contains("v[1]"), "{}", screen.text());
}

#[test]
fn what_cannot_be_chosen_is_said() {
    let mut screen = plane("r72");
    for (command, part) in [
        ("plane value 1 3", "components 1 to 2; not 3"),
        ("plane key 0", "not 0"),
        ("plane value 2 2", "two different"),
        ("plane value", "plane"),
        ("plane slot 1 2", "plane"),
        ("push", "push"),
        ("push around", "push"),
        ("push to 1", "push"),
        ("push up 1 2", "push"),
        ("push up x", "x"),
    ] {
        screen.run(command);
        assert!(screen.notice().contains(part), "{command}: {}", screen.notice());
    }
    screen.run("set V 1 1 1 1 1 1").run("plane value principal");
    assert!(screen.notice().contains("all the same"), "{}", screen.notice());
    // A point is moved where it is seen.
    screen.run("view flow").run("focus k2[1]").run("push up 0.5");
    assert_eq!((screen.model.view(), value(&screen, Tensor::Keys, 1)), (View::Plane, vec![0.0, 1.5]));
}

#[test]
fn a_key_shows_the_view_and_leaves_it() {
    let mut screen = open("r72");
    screen.press("f");
    assert_eq!(screen.model.view(), View::Plane);
    screen.press("f");
    assert_eq!(screen.model.view(), View::Flow);
    screen.press("f<Esc>");
    assert_eq!(screen.model.view(), View::Flow);
    // What is asked for by address is shown in the view that has it.
    screen.press("f").run("focus k2[2]");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Plane, Focus::Key(1, 1)));
    screen.run("focus G[1,him]");
    assert_eq!(screen.model.view(), View::Flow);
}

#[test]
fn held_points_are_moved_by_the_arrows_and_a_run_is_one_change() {
    let mut screen = plane("r72");
    screen.run("focus v2[1]").press("<Enter>");
    assert_eq!(screen.model.held(), Some(Point::Value(1)));
    assert!(screen.text().contains("[2]") && screen.text().contains("HELD"), "{}", screen.text());
    screen.press("<Up><Up><Right>");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.2, 4.4]);
    // The cursor stays on it, and so does what it is about.
    assert_eq!(screen.model.focus(), Focus::Value(1, 0));
    screen.press("<Enter>");
    assert_eq!(screen.model.held(), None);
    screen.press("<Up>");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.2, 4.4], "let go, an arrow moves the cursor again");
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.0, 4.0], "one change");
    screen.press("U");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.2, 4.4]);
    // Esc lets go before it leaves the view.
    screen.run("focus q[1]").press("<Enter><Esc>");
    assert_eq!((screen.model.held(), screen.model.view()), (None, View::Plane));
    // Going elsewhere lets go as well.
    screen.press("<Enter>").run("focus k1[1]");
    assert_eq!(screen.model.held(), None);
    screen.run("focus q[1]");
    assert_eq!(screen.model.held(), None);
}

/// A number typed between two moves is a change of its own.
#[test]
fn typing_ends_a_run_of_moves() {
    let mut screen = plane("r72");
    screen.run("focus v1[1]").press("<Enter><Right>7<Tab>8<Enter><Right>");
    assert_eq!(value(&screen, Tensor::Values, 0), [7.2, 8.0]);
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Values, 0), [7.0, 8.0]);
    screen.press("uu");
    assert_eq!(value(&screen, Tensor::Values, 0), [2.2, 0.0]);
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Values, 0), [2.0, 0.0]);
}

#[test]
fn a_push_walks_the_decimal_grid() {
    let mut screen = plane("r72");
    screen.run("focus q[1]");
    for _ in 0..3 {
        screen.run("push up 0.1");
    }
    assert_eq!(value(&screen, Tensor::Queries, 0), [1.0, 0.3]);
    for _ in 0..3 {
        screen.run("push down 0.1");
    }
    assert_eq!(value(&screen, Tensor::Queries, 0), [1.0, 0.0]);
    screen.run("push to 0.5 -1/4");
    assert_eq!(value(&screen, Tensor::Queries, 0), [0.5, -0.25]);
    screen.run("focus v1[1]").run("set v1[1] 1e308").run("push right 1e308");
    assert!(screen.notice().contains("largest number there is"), "{}", screen.notice());
}

#[test]
fn the_context_is_not_moved_by_hand() {
    let mut screen = plane("r72");
    screen.run("focus c[1]").press("<Enter>");
    assert!(screen.notice().contains("not moved by hand"), "{}", screen.notice());
    screen.run("push up");
    assert!(screen.notice().contains("not moved by hand"), "{}", screen.notice());
    assert!(!screen.model.is_unsaved());
}

#[test]
fn arrows_go_to_the_nearest_point_and_through_those_in_one_cell() {
    let mut screen = plane("r72");
    // q and k_1 are the same.
    assert_eq!(screen.model.focus(), Focus::Query(0));
    assert_eq!(cell(&screen, Point::Query), cell(&screen, Point::Key(0)));
    screen.press("<Left>");
    assert_eq!(screen.model.focus(), Focus::Key(0, 0));
    screen.press("<Right>");
    assert_eq!(screen.model.focus(), Focus::Query(0));
    screen.press("<Up>");
    assert_eq!(screen.model.focus(), Focus::Key(2, 0));
    screen.press("<Left>");
    assert_eq!(screen.model.focus(), Focus::Key(1, 0));
    screen.press("<Home>");
    assert_eq!(screen.model.focus(), Focus::Key(1, 0));
    screen.press("<End>");
    assert_eq!(screen.model.focus(), Focus::Key(1, 1), "the other number of the point");
    // Over to the other picture, and every point in turn.
    screen.press("g");
    let mut seen = vec![screen.model.point()];
    for _ in 0..8 {
        screen.press("<C-f>");
        seen.push(screen.model.point());
    }
    let all = [
        Point::Query,
        Point::Key(0),
        Point::Key(1),
        Point::Key(2),
        Point::Context,
        Point::Value(0),
        Point::Value(1),
        Point::Value(2),
        Point::Value(2),
    ];
    assert_eq!(seen, all);
    for _ in 0..9 {
        screen.press("<C-b>");
    }
    assert_eq!(screen.model.point(), Point::Query);
    // Where one picture is seen, arrows lead over its edge.
    let mut screen = plane("r72").sized(40, 12);
    screen.press("<Right>");
    assert_eq!(screen.model.point().side(), Side::Values);
    screen.press("<Left><Left><Left><Left>");
    assert_eq!(screen.model.point().side(), Side::Keys);
}

#[test]
fn what_c_has_passed_is_kept_while_q_alone_moves() {
    let mut screen = plane("r72");
    screen.run("focus q[2]").press("]]]");
    assert_eq!(screen.model.passed().len(), 3);
    screen.run("push up 0.5").run("set q 0 1");
    assert_eq!(screen.model.passed().len(), 5);
    // Language, cursor and directions are no change.
    screen.run("lang zh").run("lang en").run("focus v1[1]").run("plane key 2 1");
    assert_eq!(screen.model.passed().len(), 5);
    for command in ["set v2[2] 8", "branch only-q", "reset", "undo", "mask 3", "scorer additive", "set k1 3 3"] {
        screen.run("reset").run("set q 0.5 0.5").run("set q 0 0.5");
        assert!(!screen.model.passed().is_empty());
        screen.run(command);
        assert!(screen.model.passed().is_empty(), "{command}");
    }
}

#[test]
fn a_turn_of_q_is_drawn_and_changes_nothing() {
    let mut screen = plane("wrong-axis");
    let before = screen.model.state().clone();
    screen.run("plane sweep on");
    assert!(screen.text().contains('•'), "{}", screen.text());
    let turn = screen.model.turn().expect("a turn");
    let Turn::Around(places) = &*turn else { panic!("{turn:?}") };
    assert_eq!(places.len(), 240);
    assert_eq!(screen.model.state(), &before);
    screen.press("<Esc>");
    insta::assert_snapshot!("plane-sweep", screen.text());
    screen.run("plane sweep off");
    assert!(!screen.text().contains('•'));
    screen.run("set q1 0 0 3").run("plane sweep on");
    assert!(screen.notice().contains("no length in this plane"), "{}", screen.notice());
}

#[test]
fn the_mouse_drags_a_point_on_a_grid_and_a_drag_is_one_change() {
    let mut screen = plane("r72");
    screen.run("mouse on");
    let (x, y) = cell(&screen, Point::Value(1));
    screen.model.click(x, y);
    assert_eq!(screen.model.point(), Point::Value(1));
    for step in 1..=5 {
        screen.model.drag(x + step, y + 1);
    }
    // Five columns of 0.2 to the right, a line of 0.4 down.
    assert_eq!(value(&screen, Tensor::Values, 1), [1.0, 3.6]);
    assert_eq!(cell(&screen, Point::Value(1)), (x + 5, y + 1), "the scale stays under the hand");
    screen.model.release();
    screen.model.drag(x, y);
    assert_eq!(value(&screen, Tensor::Values, 1), [1.0, 3.6], "it is let go");
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.0, 4.0]);
    // A second drag is another change.
    screen.model.click(x, y);
    screen.model.drag(x + 1, y);
    screen.model.release();
    screen.model.click(x + 1, y);
    screen.model.drag(x + 2, y);
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Values, 1), [0.2, 4.0]);
    // Dragged out of its picture it stays at the edge.
    let (x, y) = cell(&screen, Point::Value(1));
    screen.model.click(x, y);
    screen.model.drag(0, 200);
    let (x, _) = cell(&screen, Point::Value(1));
    assert_eq!(x, 40, "the left edge of the right picture");
    // c follows, and is not dragged.
    screen.run("reset");
    let (x, y) = cell(&screen, Point::Context);
    screen.model.click(x, y);
    screen.model.drag(x + 3, y);
    assert!(screen.notice().contains("not moved by hand"), "{}", screen.notice());
    // Without the mouse nothing is dragged.
    screen.run("mouse off");
    let (x, y) = cell(&screen, Point::Value(1));
    screen.model.click(x, y);
    screen.model.drag(x + 3, y);
    assert!(!screen.model.is_edited());
}

/// The way is drawn, each context where it was.
#[test]
fn what_was_passed_is_drawn() {
    let mut screen = plane("wrong-axis");
    screen.run("focus q1[1]");
    assert!(!drawn(&screen, Side::Values).contains("o\n") && screen.model.passed().is_empty());
    let mut places = Vec::new();
    for _ in 0..12 {
        places.push(cell(&screen, Point::Context));
        screen.run("push left 1").run("push down 0.5");
    }
    let buffer = screen.buffer();
    let marked = |place: &(u16, u16)| buffer[*place].symbol() == "o";
    // Some are covered by points or by the baseline's.
    assert!(places.iter().filter(|place| marked(place)).count() >= 4, "{}", screen.text());
    insta::assert_snapshot!("plane-passed", screen.text());
}

/// Nothing that follows from hidden numbers is drawn before they are revealed.
#[test]
fn what_is_hidden_is_not_given_away() {
    let mut screen = plane("r72");
    quiet(screen.run("reveal none"));
    let both = |screen: &Screen| format!("{}\n{}", drawn(screen, Side::Keys), drawn(screen, Side::Values));
    let text = both(&screen);
    for sign in ["·", "book", "him", "e=", " c "] {
        assert!(!text.contains(sign), "{sign} in\n{text}");
    }
    insta::assert_snapshot!("plane-hidden", screen.text());
    assert!(!screen.text().contains("0.4223"));
    screen.run("reveal e");
    assert!(both(&screen).contains("e=0.5"));
    screen.run("reveal alpha");
    assert!(screen.model.picture().expect("pictures").cell_of(Point::Context).is_none());
    screen.run("reveal c");
    assert!(screen.model.picture().expect("pictures").cell_of(Point::Context).is_some());
    assert!(!both(&screen).contains("book"));
    screen.run("reveal z");
    assert!(both(&screen).contains("book"));
    // The cursor on what is hidden says nothing, either.
    screen.run("reveal none").run("focus c[1]").run("plane sweep on");
    assert!(!screen.text().contains("1.2669") && !screen.text().contains('•'), "{}", screen.text());
}

#[test]
fn a_mistake_shows_its_own_context_beside_the_right_one() {
    let mut screen = plane("r72").sized(120, 36);
    screen.run("mask 3").run("mistake mask-forgotten").run("close");
    let picture = screen.model.picture().expect("pictures");
    let place = picture.values.as_ref().and_then(|drawn| drawn.place_of(Point::Context)).expect("c");
    let seen: Vec<f64> = (0..2).filter_map(|d| screen.model.seen(0, Focus::Context(d)).number()).collect();
    assert_eq!(place.to_vec(), seen);
    let right = screen.model.trace().context(0).expect("c");
    assert_eq!(screen.model.context_beside().expect("another").to_vec(), right.to_vec());
    assert!(screen.text().contains("(c): the right one"), "{}", screen.text());
    screen.run("plane sweep on");
    assert!(screen.notice().contains("right computation only"), "{}", screen.notice());
}

#[test]
fn rows_without_numbers_keep_their_points() {
    let mut screen = plane("r72");
    quiet(screen.run("mask 1").run("mask 2").run("mask 3"));
    let text = screen.text();
    assert!(text.contains("no c: all masked"), "{text}");
    for label in ["1✗", "2✗", "3✗", "him", "book"] {
        assert!(text.contains(label), "{label} in\n{text}");
    }
    insta::assert_snapshot!("plane-all-masked", text);
    // Masked slots are no corners of the hull.
    let mut screen = plane("r72");
    quiet(screen.run("mask 2"));
    insta::assert_snapshot!("plane-one-masked", screen.text());
    // Numbers too large to be drawn.
    let mut screen = plane("r72");
    screen.run("set v1 1e308 -1e308").run("set v2 -1e308 1e308");
    assert!(screen.text().contains("too large to be drawn"), "{}", screen.text());
}

/// The view of a tour's step, with what it draws; and components that follow a change of shape.
#[test]
fn a_tour_may_show_and_push() {
    let tour = format!(
        "{ONE_AND_THREE}\n[[step]]\nid = \"a\"\nsay = \"Look.\"\ndo = [\"plane value 1 3\", \"focus v1[1]\", \"push up 0.5\"]\n"
    );
    let mut screen = of_text(&tour);
    screen.press("<PageDown>");
    assert_eq!(screen.model.view(), View::Plane);
    assert_eq!(value(&screen, Tensor::Values, 0), [2.0, 0.0, 1.5]);
    assert!(screen.text().contains("v[3]"), "{}", screen.text());
    screen.run("remove value 2");
    let step = &screen.model.state().scenario.steps[0];
    assert_eq!(step.actions[0].text, "plane value 1 2");
}

/// The same cells hold the same things in both languages.
#[test]
fn nothing_moves_with_the_language() {
    for id in ["r72", "sentence", "masks"] {
        for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let english = plane(id).sized(columns, lines);
            let chinese = plane(id).sized(columns, lines).in_lang(Lang::Zh);
            for point in [Point::Query, Point::Key(0), Point::Value(1), Point::Context] {
                let place = |screen: &Screen| screen.model.picture().expect("pictures").cell_of(point);
                assert_eq!(place(&english), place(&chinese), "{id} {columns}x{lines}");
            }
            assert!(chinese.text().lines().all(|line| width::width(line) <= usize::from(columns)));
        }
    }
}

mod random {
    use super::*;
    use proptest::prelude::*;

    fn command() -> impl Strategy<Value = String> {
        let number = prop_oneof![
            (-20_i32..20).prop_map(|n| (f64::from(n) / 4.0).to_string()),
            Just("1e308".to_owned()),
            Just("-1e308".to_owned()),
            Just("5e-324".to_owned()),
            Just("0".to_owned()),
        ];
        let way = prop_oneof![Just("up"), Just("down"), Just("left"), Just("right")];
        let address =
            prop_oneof![Just("q"), Just("k1"), Just("v2"), Just("v1[2]"), Just("k3[1]"), Just("G[1,1]"), Just("c[1]")];
        prop_oneof![
            4 => (way, number.clone()).prop_map(|(way, step)| format!("push {way} {step}")),
            2 => (number.clone(), number.clone()).prop_map(|(x, y)| format!("push to {x} {y}")),
            2 => (address.clone(), number.clone(), number).prop_map(|(at, a, b)| format!("set {at} {a} {b}")),
            3 => address.prop_map(|address| format!("focus {address}")),
            1 => Just("plane value principal".to_owned()),
            1 => Just("plane key principal".to_owned()),
            1 => Just("plane value 2 1".to_owned()),
            1 => Just("plane key 1".to_owned()),
            1 => Just("plane sweep".to_owned()),
            1 => Just("view plane".to_owned()),
            1 => Just("add value 1".to_owned()),
            1 => Just("remove key 1".to_owned()),
            1 => Just("remove slot 1".to_owned()),
            1 => Just("mask 1 2".to_owned()),
            1 => Just("mistake dropout-left-on".to_owned()),
            1 => Just("scorer additive".to_owned()),
            1 => Just("branch next".to_owned()),
            1 => Just("reveal previous".to_owned()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        /// Any keys, commands, drags and sizes: a frame without NaN, and every point within its picture.
        #[test]
        fn nothing_breaks_the_pictures(
            id in prop_oneof![Just("r72"), Just("sentence"), Just("masks"), Just("wrong-axis"), Just("word-moves-all")],
            acts in prop::collection::vec((command(), "[fmubx]|<Enter>|<Up>|<Left>|<Right>|<Down>|<C-f>|<Esc>|]|<Tab>",
                                           (0_u16..130, 0_u16..45), (0_u16..130, 0_u16..45)), 1..14),
        ) {
            let mut screen = plane(id);
            screen.run("mouse on");
            for (command, key, size, at) in acts {
                screen.run(&command);
                screen.press(&key);
                screen.size = size;
                screen.model.resize(size.0, size.1);
                screen.model.click(at.0, at.1);
                screen.model.drag(at.1, at.0);
                screen.model.release();
                let text = screen.text();
                prop_assert!(!text.contains("NaN") && !text.contains("inf "), "{command}:\n{text}");
                if let Some(picture) = screen.model.picture() {
                    for drawn in picture.in_view() {
                        for (point, place) in drawn.points() {
                            let Some((x, y)) = drawn.cell(place) else {
                                prop_assert!(drawn.raster.is_none(), "{point:?} is outside");
                                continue;
                            };
                            prop_assert!(drawn.area.contains((x, y).into()));
                        }
                    }
                }
            }
        }
    }
}
