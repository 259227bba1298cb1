//! Leading a class: stages revealed, predictions, the lock, the blank screen, the last keys.

mod support;

use support::{Screen, open};
use twoaxes::explorer::{Course, Effect, Focus, Mode, Progress, Reveal, Revealed};
use twoaxes::words::Lang;

/// Numbers of the lesson that must not be on the screen before they are revealed.
const DERIVED: [&str; 8] =
    ["0.422319", "0.155362", "1.266956", "1.466087", "2.533913", "0.702690", "0.352840", "0.844638"];

#[test]
fn hidden_stages_are_nowhere_on_the_screen_and_nothing_moves() {
    for (width, height) in [(80, 24), (120, 36), (160, 40), (60, 18), (40, 12)] {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = open("r72").sized(width, height).in_lang(lang);
            let whole = screen.text();
            screen.press("z<Esc>");
            let hidden = screen.text();
            for number in DERIVED {
                assert!(!hidden.contains(number), "{number} at {width}x{height}:\n{hidden}");
            }
            // From the heads down to the loss every line keeps what is not a hidden number where it was.
            let rows = screen.model.layout().expect("large enough").rows;
            let lines = usize::from(rows.heads)..usize::from(rows.loss);
            for (before, now) in whole.lines().zip(hidden.lines()).skip(lines.start).take(lines.len()) {
                let names = |line: &str| line.chars().take(6).collect::<String>();
                assert_eq!(names(before), names(now));
                let kept = |c: char| "αvΣ→cGzpw()+SOURCEVOCAB".contains(c);
                let signs = |line: &str| line.char_indices().filter(|(_, c)| kept(*c)).count();
                assert_eq!(signs(before), signs(now), "{before}\n{now}");
            }
        }
    }
}

#[test]
fn neither_explanation_nor_sentence_nor_ribbon_gives_a_hidden_number_away() {
    let mut screen = open("r72");
    screen.press("<Tab>z");
    for address in
        ["q[1]", "k2[1]", "v2[2]", "G[1,him]", "e[1]", "alpha[2]", "av[2,2]", "c[1]", "z[him]", "p[him]", "loss"]
    {
        for open_panel in [false, true] {
            screen.run(&format!("focus {address}")).press("<Esc>");
            if open_panel {
                screen.press("x");
            }
            let text = screen.text();
            for number in ["0.155362", "0.733044", "2.533913", "0.241553", "1.420665", "1.067826", "0.266956"] {
                assert!(!text.contains(number), "{address}: {number}\n{text}");
            }
            assert!(!text.contains("e*") && !text.contains("reaches every stage"), "{text}");
            if open_panel {
                screen.press("x");
            }
        }
    }
    screen.press("v");
    assert!(!screen.text().contains("█▀█"), "no bar and no digit in the large view either:\n{}", screen.text());
}

#[test]
fn space_and_backspace_go_through_the_stages_in_order() {
    let mut screen = open("r72");
    screen.press("z");
    for what in Reveal::ALL {
        screen.press("<Space>");
        assert_eq!(screen.model.revealed().last(), Some(what));
    }
    screen.press("<Space>");
    assert!(screen.notice().contains("every stage is shown"), "{}", screen.notice());
    for what in Reveal::ALL.into_iter().rev() {
        screen.press("<Backspace>");
        assert_eq!(screen.model.revealed().next(), Some(what));
    }
    screen.press("<Backspace>");
    assert_eq!(screen.model.revealed(), Revealed::NOTHING);
    screen.run("reveal c");
    assert!(screen.text().contains("1.266956") && !screen.text().contains("2.533913  "));
    screen.run("reveal all");
    assert!(screen.model.revealed().is_whole());
}

#[test]
fn a_stage_without_a_place_on_a_small_screen_is_passed_over() {
    let mut screen = open("r72").sized(40, 12);
    let mut presses = 0;
    screen.press("z");
    while !screen.model.revealed().is_whole() {
        let before = screen.text();
        screen.press("<Space><Esc>");
        assert_ne!(before, screen.text(), "every press shows something");
        presses += 1;
    }
    assert_eq!(presses, 6, "no room for the weighted values");
}

#[test]
fn a_prediction_of_a_branch_with_arrows_alone() {
    let mut screen = open("r72");
    screen.press("p");
    assert!(matches!(screen.model.mode(), Mode::Predicting));
    assert!(screen.text().contains("\"only q\" sets q = 0 1. What will each number do?"), "{}", screen.text());
    // α_1 falls (right), α_2 rises (right), α_3 stays (right), c_1 rises (wrong), …, L rises (right).
    screen.press("<Down><Right><Up><Right>=<Right><Up><Left><Left><Left><Left><Up>");
    assert_eq!(screen.model.focus(), Focus::Loss, "round at the end");
    assert!(!screen.text().contains("1.420665"), "nothing of the branch is on the screen yet");
    screen.press("<Enter>");
    assert_eq!(screen.model.prediction().map(|prediction| prediction.progress), Some(Progress::Seen));
    assert_eq!(screen.model.state().branch, Some(0));
    assert_eq!(screen.model.score_of_prediction(), Some((4, 5)));
    assert_eq!(screen.model.course(Focus::Attention(2)), Some(Course::Stays));
    assert_eq!(screen.model.course(Focus::Context(0)), Some(Course::Falls));
    assert!(screen.text().contains("4 of 5 came out as predicted"), "{}", screen.text());
    insta::assert_snapshot!("predicted", screen.text());
    screen.press("<Esc>");
    assert!(screen.model.prediction().is_none());
    screen.press("u");
    assert_eq!(screen.model.state().branch, None, "the branch was one change");
}

/// What is predicted of an intervention is held against the baseline, whatever was on the screen.
#[test]
fn a_prediction_of_a_branch_starts_from_the_baseline() {
    let mut screen = open("r72");
    screen.press("<Tab>").run("set q 5 5").press("p");
    assert!(screen.text().contains("\"only v2\" sets v2 = 0 8."), "{}", screen.text());
    assert_eq!(screen.model.state().branch, None);
    assert!(screen.text().contains("0.422319"), "the baseline is shown:\n{}", screen.text());
    screen.press("=<Enter>");
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)), "only v2: α_1 stays");
    screen.press("<Esc>p");
    assert!(screen.text().contains("\"only q\" sets q = 0 1."), "round to the first:\n{}", screen.text());
    screen.press("<Esc>uuu");
    assert_eq!(screen.model.number(0, Focus::Query(0)), Some(5.0), "the edit comes back");
}

#[test]
fn up_and_down_go_over_stays() {
    let mut screen = open("r72");
    screen.press("p");
    let said = |screen: &Screen| screen.model.prediction().and_then(|prediction| prediction.said(Focus::Attention(0)));
    assert_eq!(said(&screen), None);
    for (key, course) in [
        ("<Up>", Some(Course::Rises)),
        ("<Up>", Some(Course::Rises)),
        ("<Down>", Some(Course::Stays)),
        ("<Down>", Some(Course::Falls)),
        ("<Up>", Some(Course::Stays)),
        ("<Backspace>", None),
        ("<Down>", Some(Course::Falls)),
        ("=", Some(Course::Stays)),
    ] {
        screen.press(key);
        assert_eq!(said(&screen), course, "{key}");
    }
}

#[test]
fn a_prediction_of_an_edit_waits_for_it_and_follows_it() {
    let mut screen = open("r72");
    screen.press("E<Up><Enter>");
    assert_eq!(screen.model.prediction().map(|prediction| prediction.progress), Some(Progress::Waiting));
    screen.run("set q 2 0");
    assert_eq!(screen.model.prediction().map(|prediction| prediction.progress), Some(Progress::Seen));
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)));
    screen.run("set q -2 0");
    assert_eq!(screen.model.score_of_prediction(), Some((0, 1)), "the truth is what it is now");
    screen.press("u");
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)));
    screen.run("remove slot 2");
    assert!(screen.model.prediction().is_none(), "a model of another shape");
}

#[test]
fn equal_within_rounding_counts_as_staying() {
    // All values are equal: c is the same whatever is read, up to rounding.
    let mut screen = open("equal-values");
    screen.run("predict edit").press("<Right><Right><Right>=<Enter>");
    screen.run("set q 0.3 0.7");
    assert_eq!(screen.model.course(Focus::Context(0)), Some(Course::Stays));
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)));
}

#[test]
fn what_is_open_beside_a_prediction_returns_to_it() {
    let mut screen = open("r72");
    screen.press("p<Up>?<Esc>");
    assert!(matches!(screen.model.mode(), Mode::Predicting));
    screen.press("L");
    assert_eq!(screen.model.preferences().lang, Lang::Zh);
    screen.press("B");
    assert!(matches!(screen.model.mode(), Mode::Blank));
    screen.press("x");
    assert!(matches!(screen.model.mode(), Mode::Predicting));
    assert_eq!(screen.model.prediction().map(twoaxes::explorer::Prediction::marked), Some(1));
    screen.press("<Tab><Tab>");
    assert!(screen.text().contains("下一次改动"), "Tab goes on to an edit:\n{}", screen.text());
    screen.press("<Esc>");
    assert!(matches!(screen.model.mode(), Mode::Browsing));
}

#[test]
fn a_lock_lets_only_a_clicker_through() {
    let mut screen = open("r72");
    let before = screen.model.givens().clone();
    screen.press("!");
    screen.press("5<Enter>u<Tab>qx<F5>:set q 9 9<Enter><Delete><C-Up>[}");
    assert_eq!(*screen.model.givens(), before);
    assert!(screen.effects.is_empty());
    screen.model.paste("1 2");
    assert_eq!(*screen.model.givens(), before);
    screen.press("<Backspace>");
    assert_eq!(screen.model.revealed().next(), Some(Reveal::Loss), "a clicker's keys are heard");
    screen.press(".");
    assert!(matches!(screen.model.mode(), Mode::Blank));
    screen.press("x");
    assert!(matches!(screen.model.mode(), Mode::Browsing));
    screen.press("!5<Enter>");
    assert_ne!(*screen.model.givens(), before);
}

#[test]
fn a_blank_screen_shows_nothing_and_its_key_does_nothing_else() {
    let mut screen = open("r72");
    let before = screen.press("<Esc>").text();
    screen.press("B");
    assert_eq!(screen.text().trim(), "");
    screen.press("<Tab>");
    assert_eq!(screen.text(), before);
    assert_eq!(screen.model.state().branch, None);
}

#[test]
fn the_last_keys_have_a_line_of_their_own() {
    let mut screen = open("r72");
    screen.press("I<Right><Right><Right><Down>");
    let line = screen.line(22);
    assert!(line.trim_end().ends_with("Right×3  Down"), "{line:?}");
    screen.press("I");
    assert!(!screen.text().contains("Right×3"));
}

#[test]
fn the_mouse_points_and_nudges_only_when_it_is_on() {
    let mut screen = open("r72");
    let place = screen.model.place_of(Focus::Value(1, 1)).expect("v2[2] is on the screen");
    screen.model.click(place.x, place.y);
    assert_eq!(screen.model.focus(), Focus::Query(0), "off at the start");
    screen.press("M");
    assert!(screen.text().contains("Shift"), "{}", screen.text());
    screen.model.click(place.x + 3, place.y);
    assert_eq!(screen.model.focus(), Focus::Value(1, 1));
    screen.model.wheel(place.x, place.y, true);
    screen.model.wheel(place.x, place.y, true);
    assert_eq!(screen.model.number(0, Focus::Value(1, 1)), Some(4.2));
    screen.press("u");
    assert_eq!(screen.model.number(0, Focus::Value(1, 1)), Some(4.0), "a run of the wheel is one change");
    for (x, y) in [(0, 0), (79, 23), (200, 200), (u16::MAX, u16::MAX)] {
        screen.model.click(x, y);
        screen.model.wheel(x, y, false);
    }
    screen.press("!");
    screen.model.click(place.x + 16, place.y);
    assert_eq!(screen.model.focus(), Focus::Value(1, 1), "locked");
}

#[test]
fn large_numbers_are_those_chosen_and_never_cut() {
    for (width, height) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        let mut screen = open("r72").sized(width, height);
        screen.run("big alpha[2]").run("big p[him]").press("v<Esc>");
        screen.press("v");
        insta::assert_snapshot!(format!("large-{width}x{height}"), screen.text());
    }
    let mut screen = open("r72");
    screen.run("focus c[1]").press("Vv");
    assert!(screen.text().contains("c[1]") && !screen.text().contains("p[him]"), "{}", screen.text());
    screen.run("big none").run("set V 1e300 0 0 0 0 0").run("big c[1]");
    assert!(screen.text().contains("c[1]"));
}

#[test]
fn the_explorer_and_the_terminal_agree_on_the_longest_copy() {
    assert_eq!(twoaxes::explorer::LONGEST_COPY, twoaxes::terminal::LONGEST_COPY);
}

#[test]
fn copying_asks_for_the_clipboard() {
    let mut screen = open("r72");
    screen.run("focus alpha[2]").press("y");
    let Some(Effect::Copy(text)) = screen.effects.last() else { panic!("{:?}", screen.effects) };
    assert!(text.contains("0.155362"), "{text}");
}

/// What was found to give hidden numbers away, or to say something untrue.
#[test]
fn nothing_tells_what_is_hidden() {
    // Which slot is read most, and which word is first.
    let mut screen = open("r72");
    screen.press("<Tab>z").press("v");
    assert!(screen.text().contains("alpha[1]"), "{}", screen.text());
    screen.press("v").run("order probability");
    let first = screen.model.list().word_at(0);
    screen.run("reveal all");
    assert_ne!(screen.model.list().word_at(0), first, "the order comes with the numbers");
    // What a prediction came to.
    let mut screen = open("r72");
    screen.press("p<Down><Enter>z");
    assert_eq!((screen.model.course(Focus::Attention(0)), screen.model.score_of_prediction()), (None, None));
    screen.press("Z");
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)));
    // Whether there are numbers at all: an overflow looks like everything else.
    let mut fine = open("r72");
    fine.run("set q 1 1").press("z<Esc>");
    let mut overflown = open("r72");
    overflown.run("set q 1e308 1e308").run("set k3 10 1").press("z<Esc>");
    let derived = |screen: &Screen| {
        let rows = screen.model.layout().expect("large enough").rows;
        (rows.weighted.expect("a line")..=rows.loss).map(|y| screen.line(y)).collect::<Vec<_>>()
    };
    assert_eq!(derived(&fine), derived(&overflown));
}

#[test]
fn a_lock_is_no_trap_and_hears_a_clicker_only() {
    for keys in ["!?", "!z", "!Z", "!B", "!<F1>", "!x"] {
        let mut screen = open("r72");
        screen.run("reveal c").press("<Esc>").press(keys);
        assert!(matches!(screen.model.mode(), Mode::Browsing), "{keys}");
        assert_eq!(screen.model.revealed(), Revealed::up_to(Reveal::Context), "{keys}");
    }
    // A tour that asks is answered by the clicker before it goes on.
    let mut screen = open("r72");
    screen.press("!").run("predict only-q").press("<PageDown>");
    assert_eq!(screen.model.prediction().map(|prediction| prediction.progress), Some(Progress::Seen));
}

#[test]
fn a_prediction_says_which_row_it_is_about_and_stays_with_it() {
    let mut screen = open("r72");
    screen.run("add row").run("row 1").run("predict edit").press("<Up><Enter>").run("set q1 3 0");
    screen.run("row 2").press("<Esc>");
    assert!(screen.text().contains("t = 1: 1 of 1"), "{}", screen.text());
    assert!(screen.text().contains("L      → ↓"), "row 2 has no target, row 1 has: {}", screen.text());
}

/// What an intervention did is settled once it is seen.
#[test]
fn undoing_a_branch_does_not_score_its_prediction_anew() {
    let mut screen = open("r72");
    screen.press("p=<Enter>");
    assert_eq!(screen.model.score_of_prediction(), Some((0, 1)));
    screen.press("u");
    assert_eq!(screen.model.score_of_prediction(), Some((0, 1)));
}

#[test]
fn large_numbers_are_found_by_their_address_and_follow_it() {
    let mut screen = open("r72");
    screen.run("add row").run("set q2 1 1").run("set target2 book").run("big loss").press("v");
    let total = screen.model.trace().loss().expect("two rows with targets");
    let row = screen.model.number(0, Focus::Loss).expect("a loss");
    assert!((total - row).abs() > 0.1);
    let shown = twoaxes::words::number::derived(total, 9);
    let ascii = |text: &str| text.trim().to_owned();
    screen.run("explain loss");
    assert!(screen.text().contains(&ascii(&shown)), "{}", screen.text());
    let mut screen = open("r72");
    screen.run("scorer bilinear").run("big W[1,1]").run("big alpha[2]").run("remove slot 1").press("v");
    assert!(screen.text().contains("W[1,1]") && screen.text().contains("alpha[1]"), "{}", screen.text());
    assert!(screen.text().contains("书"), "still the same slot:\n{}", screen.text());
}

#[test]
fn large_numbers_come_back_with_undo() {
    let mut screen = open("r72");
    screen.run("big alpha[3]").run("remove slot 1").press("u").press("v<Esc>");
    screen.press("v");
    assert!(screen.text().contains("昨天"), "{}", screen.text());
    screen.press("<C-r>");
    assert!(screen.text().contains("alpha[2]") && screen.text().contains("昨天"), "{}", screen.text());
}

/// The laws on the screen are those of the numbers on the screen, and what cannot be checked says why.
#[test]
fn the_laws_follow_the_numbers() {
    let mut screen = open("r72").sized(120, 38);
    screen.run("laws on");
    assert!(screen.text().contains("cannot be checked: nothing is masked"), "{}", screen.text());
    assert!(!screen.text().contains('✗'), "{}", screen.text());
    screen.run("set G[1,him] -1000").press("<Esc>");
    screen.run("laws on");
    assert!(screen.text().contains("L = −ln p_target  cannot be checked: p underflows"), "{}", screen.text());
    screen.run("mask 2");
    assert!(!screen.text().contains("nothing is masked"), "{}", screen.text());
    screen.run("no-target").press("<Esc>");
    screen.run("laws on");
    assert!(screen.text().contains("cannot be checked: there is no target"), "{}", screen.text());
    screen.run("mask 1").run("mask 3").press("<Esc>");
    screen.run("laws on");
    assert!(screen.text().contains("cannot be checked: every slot is masked"), "{}", screen.text());
}
