//! All rows at once: where each reads, what each predicts, upright and transposed.

mod support;

use support::{Screen, of_text, open};
use twoaxes::explorer::{Focus, View};
use twoaxes::terminal::{Depth, reduce};
use twoaxes::words::{Lang, width};

/// Three rows, causal, the second without a target, slots of one name, a long word.
const CAUSAL: &str = r#"
format = 1
id = "causal"
[source]
slots = ["I", "gave", "gave"]
mask = "causal"
[vocab]
words = ["him", "a considerable number of books", "."]
[[query]]
prefix = "BOS"
q = [1, 0]
target = "him"
[[query]]
q = [0, 1]
[[query]]
prefix = "BOS I"
q = [1, 1]
target = "."
[tensors]
K = [[1, 0], [0, 1], [1, 1]]
V = [[2, 0], [0, 4], [1, 2]]
G = [[2, 0, 0], [0, 1, 0]]
"#;

fn rows(id: &str) -> Screen {
    let mut screen = open(id);
    screen.run("view rows");
    screen
}

#[test]
fn the_sentence_in_both_orientations_and_languages() {
    for lang in [Lang::En, Lang::Zh] {
        for transposed in [false, true] {
            for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36), (200, 50)] {
                let mut screen = rows("sentence").sized(columns, lines).in_lang(lang);
                screen.run(if transposed { "transpose on" } else { "transpose off" }).run("focus alpha3[5]");
                let frame = if columns == 80 { screen.snapshot() } else { screen.text() };
                let way = if transposed { "transposed" } else { "upright" };
                insta::assert_snapshot!(format!("rows-{way}-{columns}x{lines}-{}", lang.code()), frame);
            }
        }
    }
}

/// Nothing is told by colour alone: with `NO_COLOR`, and in ASCII, the same can be read.
#[test]
fn without_colour_and_in_ascii() {
    for transposed in ["off", "on"] {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = rows("sentence").in_lang(lang);
            screen.run(&format!("transpose {transposed}")).run("branch only-q3");
            let mut frame = screen.buffer();
            reduce(&mut frame, Depth::Mono);
            insta::assert_snapshot!(
                format!("rows-mono-{transposed}-{}", lang.code()),
                support::snapshot_of(&frame, &screen.text())
            );
        }
    }
    let mut screen = rows("sentence");
    insta::assert_snapshot!("rows-ascii", screen.run("ascii on").text());
}

#[test]
fn causal_masks_and_rows_without_numbers() {
    let mut screen = of_text(CAUSAL);
    screen.run("view rows");
    insta::assert_snapshot!("rows-causal", screen.text());
    // Every slot of row 1 is masked now: it has no softmax, and the others go on.
    screen.run("mask 1 1");
    assert!(screen.model.trace().row(0).undefined().is_some());
    assert!(screen.model.trace().row(2).undefined().is_none());
    insta::assert_snapshot!("rows-all-masked", screen.text());
    assert!(screen.text().contains("no softmax exists"), "{}", screen.text());
    insta::assert_snapshot!("rows-all-masked-transposed", screen.run("transpose on").text());
    // At every size something says so.
    for size in [(40, 12), (60, 18), (120, 36)] {
        for turn in ["off", "on"] {
            let mut small = of_text(CAUSAL).sized(size.0, size.1);
            small.run("view rows").run("mask 1 1").run(&format!("transpose {turn}"));
            let text = small.text();
            assert!(text.contains("no softmax"), "{size:?} {turn}\n{text}");
        }
    }
}

#[test]
fn any_cell_is_masked_on_the_heat_map() {
    let mut screen = rows("sentence");
    screen.run("focus alpha3[5]").press("m");
    assert!(!screen.model.givens().mask.readable(2, 4));
    assert!(screen.model.givens().mask.readable(1, 4) && screen.model.givens().mask.readable(2, 3));
    screen.press("m");
    assert!(screen.model.givens().mask.readable(2, 4));
    screen.press("C");
    assert!((0..8).all(|t| (0..9).all(|j| screen.model.givens().mask.readable(t, j) == (j <= t))));
    screen.press("C").press("u");
    assert!(screen.model.givens().mask.is_causal());
    // A slot is padding in every row.
    screen.press("u").run("mask 9");
    assert!((0..8).all(|t| !screen.model.givens().mask.readable(t, 8)));
    // There is no mask over words.
    screen.run("focus p3[him]").press("m");
    assert!(!screen.notice().is_empty());
}

/// What one moves over is what the main screen shows.
#[test]
fn moving_over_rows_moves_the_main_screen() {
    let mut screen = rows("sentence");
    screen.press("<Down><Down><Right><Right>");
    assert_eq!((screen.model.row(), screen.model.focus()), (2, Focus::Attention(2)));
    screen.run("view flow");
    assert_eq!((screen.model.row(), screen.model.focus()), (2, Focus::Attention(2)));
    assert!(screen.text().contains("t=3/8 BOS I gave"), "{}", screen.text());
    screen.run("view rows").press("<Up>");
    assert_eq!(screen.model.row(), 1);
    // Over the edge to the words and back.
    screen.press("<End><Right>");
    assert_eq!(screen.model.focus(), Focus::Probability(0));
    screen.press("<Left>");
    assert_eq!(screen.model.focus(), Focus::Attention(8));
    screen.press("<C-End>");
    assert_eq!(screen.model.row(), 7);
    screen.press("<C-Home>");
    assert_eq!(screen.model.row(), 0);
    // Transposed, the same arrows go the other way.
    screen.press("O<Home>").run("focus alpha1[1]").press("<Right><Right><Down>");
    assert_eq!((screen.model.row(), screen.model.focus()), (2, Focus::Attention(1)));
    screen.press("<End><Right>");
    assert_eq!((screen.model.row(), screen.model.focus()), (7, Focus::Probability(1)));
    screen.press("<Left>");
    assert_eq!((screen.model.row(), screen.model.focus()), (6, Focus::Probability(1)));
}

#[test]
fn what_has_no_place_here_is_shown_where_it_has_one() {
    let mut screen = rows("sentence");
    screen.run("focus q3[1]");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Flow, Focus::Query(0)));
    // A branch is chosen here, not left for.
    screen.run("view rows").run("branch only-q3");
    assert_eq!(screen.model.view(), View::Rows);
    assert!(matches!(screen.model.focus(), Focus::Attention(_)), "{:?}", screen.model.focus());
    // A digit has nothing to change here.
    screen.press("5");
    assert!(!screen.notice().is_empty());
    assert!(!screen.model.is_edited());
}

#[test]
fn rows_slots_and_words_are_found_by_name() {
    let mut screen = rows("sentence");
    screen.run("row \"BOS I gave\"");
    assert_eq!(screen.model.row(), 2);
    screen.run("row book");
    assert_eq!(screen.model.row(), 5);
    screen.run("slot 昨天");
    assert_eq!(screen.model.focus(), Focus::Attention(1));
    screen.run("word yesterday");
    assert_eq!(screen.model.focus(), Focus::Probability(6));
    screen.run("slot 昨夭");
    assert!(screen.notice().contains("昨天"), "{}", screen.notice());
    screen.run("row 99");
    assert!(screen.notice().contains("1 to 8"), "{}", screen.notice());
    screen.run("row BOOK");
    assert!(screen.notice().contains("no row"), "{}", screen.notice());
    // Slots of one name are gone through.
    let mut screen = of_text(CAUSAL);
    screen.run("slot gave");
    assert_eq!(screen.model.focus(), Focus::Slot(1));
    screen.run("slot gave");
    assert_eq!(screen.model.focus(), Focus::Slot(2));
    screen.run("slot gave");
    assert_eq!(screen.model.focus(), Focus::Slot(1));
}

/// Nothing that is hidden is told here: not the words chosen, nor the sums.
#[test]
fn hidden_stages_stay_hidden() {
    for turn in ["off", "on"] {
        let mut screen = rows("sentence").sized(120, 36);
        screen.run(&format!("transpose {turn}")).run("reveal none");
        let text = screen.text();
        assert!(!text.contains("1.000") && !text.contains('✓') && !text.contains("87"), "{text}");
        screen.run("reveal alpha");
        let text = screen.text();
        assert!(text.contains("87") && !text.contains('✓'), "{text}");
        screen.run("reveal all");
        assert!(screen.text().contains('✓'));
    }
}

/// Every size of screen and of model: what has a place is on the screen, and the pointer finds it there again.
#[test]
fn the_pointer_finds_what_is_drawn() {
    for text in [CAUSAL, twoaxes::scenario::builtin::find("sentence").unwrap().text] {
        for (columns, lines) in (40..130).step_by(7).zip((12..60).step_by(3)) {
            for turn in ["off", "on"] {
                let mut screen = of_text(text).sized(columns, lines);
                screen.run("view rows").run(&format!("transpose {turn}")).run("mouse on");
                let grid = screen.model.grid().expect("a grid at this size");
                let mut seen = 0;
                for row in 0..screen.model.givens().rows() {
                    let slots = (0..screen.model.givens().slots()).map(Focus::Attention);
                    for focus in slots.chain((0..screen.model.givens().words()).map(Focus::Probability)) {
                        let Some(place) = grid.place(row, focus, Some) else { continue };
                        assert!(place.x + place.width <= columns && place.y < lines, "{columns}x{lines} {turn}");
                        let mut clicked = of_text(text).sized(columns, lines);
                        clicked.run("view rows").run(&format!("transpose {turn}")).run("mouse on");
                        clicked.model.click(place.x, place.y);
                        assert_eq!((clicked.model.row(), clicked.model.focus()), (row, focus), "{columns}x{lines}");
                        seen += 1;
                    }
                }
                assert!(seen >= 2, "{columns}x{lines} {turn}");
            }
        }
    }
}

/// The sums on the margin are those of the rows, and the others are not 1.
#[test]
fn sums_along_both_axes() {
    let screen = rows("sentence").sized(200, 50);
    let trace = screen.model.trace();
    let text = screen.text();
    for sum in trace.read_in_all().iter() {
        assert!(text.contains(&format!(" {sum:.3}")), "{sum}\n{text}");
    }
    let body: Vec<&str> = text.lines().filter(|line| line.contains('✓') && !line.contains("chosen")).collect();
    assert!(body.len() == 8 && body.iter().all(|line| line.matches("1.000").count() == 2), "{text}");
}

/// No name is wider than what it names, in any language: nothing moves when the language does.
#[test]
fn a_switch_of_language_moves_no_cell() {
    for turn in ["off", "on"] {
        let mut screen = rows("sentence").sized(120, 36);
        screen.run(&format!("transpose {turn}"));
        let before = screen.model.grid();
        screen.run("lang zh");
        assert_eq!(before, screen.model.grid());
        assert!(screen.text().lines().all(|line| width::width(line) <= 120));
    }
}
