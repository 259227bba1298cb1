//! All readings of a file together: a heat map each, and what differs between them.

mod support;

use support::{Screen, of_text, open};
use twoaxes::engine::mistakes::Mistake;
use twoaxes::explorer::{BoardLine, Focus, Model, Seen, View};
use twoaxes::scenario::builtin;
use twoaxes::terminal::{Depth, reduce};
use twoaxes::words::readings::{MaskKind, Related, first_sentence};
use twoaxes::words::{Lang, Text, width};

const SIZES: [(u16, u16); 4] = [(40, 12), (60, 18), (80, 24), (120, 36)];

fn together() -> Screen {
    let mut screen = open("three-readings");
    screen.press("J");
    assert_eq!(screen.model.view(), View::Readings);
    screen
}

fn place(screen: &Screen) -> (usize, usize, Focus) {
    (screen.model.state().scenario.shown(), screen.model.row(), screen.model.focus())
}

/// A file of two readings, the first with many rows and slots, one row of which has nothing to read.
fn tall() -> String {
    let slots: Vec<String> = (1..=30).map(|slot| format!("\"s{slot}\"")).collect();
    let column = "[1], ".repeat(30);
    let mut cells = vec!["true"; 30];
    let mask: Vec<String> = (0..40)
        .map(|row| {
            cells.fill(if row == 20 { "false" } else { "true" });
            format!("[{}]", cells.join(", "))
        })
        .collect();
    let queries: String = (1..=40).map(|row| format!("[[reading.query]]\nprefix = \"row {row}\"\nq = [0]\n")).collect();
    format!(
        "format = 1\nid = \"tall\"\n[[reading]]\nid = \"long\"\n[reading.source]\nslots = [{}]\nmask = [{}]\n\
         [reading.vocab]\nwords = [\"x\"]\n{queries}[reading.tensors]\nK = [{column}]\nV = [{column}]\nG = [[1]]\n\
         [[reading]]\nid = \"short\"\n[reading.source]\nslots = [\"a\"]\n[reading.vocab]\nwords = [\"x\"]\n\
         [[reading.query]]\nq = [1]\n[reading.tensors]\nK = [[1]]\nV = [[1]]\nG = [[1]]\n",
        slots.join(", "),
        mask.join(", ")
    )
}

#[test]
fn frames() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in SIZES {
            let mut screen = together().sized(columns, lines).in_lang(lang);
            screen.run("focus alpha2[1]");
            let frame = if columns == 80 { screen.snapshot() } else { screen.text() };
            insta::assert_snapshot!(format!("board-{columns}x{lines}-{}", lang.code()), frame);
            // In another reading, on a branch: what moved is marked.
            screen.run("branch savings").run("reading causal").run("focus alpha3[3]");
            insta::assert_snapshot!(format!("board-branch-{columns}x{lines}-{}", lang.code()), screen.text());
        }
    }
}

/// Nothing is told by colour alone.
#[test]
fn without_colour_in_ascii_and_hidden() {
    let mut screen = together();
    screen.run("set k1 0 0").run("reading cross");
    let mut frame = screen.buffer();
    reduce(&mut frame, Depth::Mono);
    insta::assert_snapshot!("board-mono", support::snapshot_of(&frame, &screen.text()));
    screen.run("ascii on");
    let strange: String =
        screen.text().chars().filter(|c| !c.is_ascii() && !('\u{4e00}'..'\u{a000}').contains(c)).collect();
    assert_eq!(strange, "", "{}", screen.text());
    insta::assert_snapshot!("board-ascii", screen.text());
    screen.run("ascii off").run("reveal e");
    let text = screen.text();
    assert!(
        !text.contains(".9526") && !text.contains("1.000") && !text.contains('✓') && text.contains("→ ?"),
        "{text}"
    );
    // A mask is given, and no number.
    assert!(text.contains('✗'), "{text}");
    screen.run("reveal alpha");
    let text = screen.text();
    assert!(text.contains(".9094") && text.contains("1.000") && text.contains("→ ?"), "{text}");
}

#[test]
fn what_each_reading_is_is_computed() {
    let screen = together();
    let kinds = |screen: &Screen| -> Vec<(Related, MaskKind)> {
        let count = screen.model.state().scenario.reading_count();
        (0..count).map(|at| (screen.model.related(at), screen.model.mask_kind(at))).collect()
    };
    let wanted = [
        (Related::Themselves, MaskKind::Nothing),
        (Related::Others, MaskKind::Nothing),
        (Related::Themselves, MaskKind::Causal),
    ];
    assert_eq!(kinds(&screen), wanted);
    let text = screen.text();
    for fact in ["2×2 · ", "self-attention · no mask", "2×3 · ", "cross-attention", "causal self-attention", "j ≤ t"]
    {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
    // The sentence: the same operation, nothing excluded.
    for lang in [Lang::En, Lang::Zh] {
        let screen = together().in_lang(lang);
        let said = screen.text().lines().skip(1).take(2).collect::<String>().replace(' ', "");
        assert!(said.contains("softmax(q·K)V"), "{said}");
        let words = if lang == Lang::En {
            ["Noneexcludesanother", "encoder-decoder"]
        } else {
            ["并不互斥", "编码器–解码器"]
        };
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    }
    // By names, where no words are given; from the file's masks.
    let mut screen = of_text(include_str!("scenarios/readings.toml"));
    let wanted = [
        (Related::Themselves, MaskKind::Nothing),
        (Related::Others, MaskKind::Padding),
        (Related::Themselves, MaskKind::Causal),
    ];
    assert_eq!(kinds(&screen), wanted);
    screen.press("J").run("rename row 2 other").run("mask 1").run("mask causal on");
    assert_eq!(kinds(&screen)[0], (Related::Others, MaskKind::CausalAndPadding));
    screen.run("rename row 2 \"\"").run("mask 2 1");
    assert_eq!(kinds(&screen)[0], (Related::Unknown, MaskKind::Cells));
    // Scorers differ there, which is said; and of an unnamed row nothing is said that is not known.
    let text = screen.text();
    assert!(text.contains("score(q, K)") && text.contains("mask and scorer"), "{text}");
    assert!(text.contains("2×2 · masked cell by cell"), "{text}");
}

#[test]
fn every_weight_and_sum_is_that_of_its_reading() {
    let screen = together().sized(120, 40);
    let text = screen.text();
    let mut sums = 0;
    for reading in 0..3 {
        let trace = screen.model.trace_in(reading);
        for row in 0..trace.len() {
            let attention = trace.reading(row).attention.expect("weights");
            for (slot, weight) in attention.weights().iter().enumerate() {
                if screen.model.givens_in(reading).mask.readable(row, slot) {
                    let digits =
                        if *weight == 1.0 { "1.000".to_owned() } else { format!("{weight:.4}")[1..].to_owned() };
                    assert!(text.contains(&digits), "{weight}\n{text}");
                }
            }
            sums += 1;
            assert!((attention.sum() - 1.0).abs() < 1e-15);
        }
    }
    assert_eq!(text.matches(" 1.000  ").count(), sums, "{text}");
    // The words, and whether they are right.
    for word in ["→ shore .98 ✓", "→ him .95 ✓", "→ book .97 ✓", "→ I .88 ✓", "→ gave .71 ✓", "→ him .83 ✓"]
    {
        assert!(text.contains(word), "{word}\n{text}");
    }
}

#[test]
fn arrows_go_over_all_readings_and_enter_to_the_one_under_the_cursor() {
    let mut screen = together();
    assert_eq!(place(&screen), (0, 0, Focus::Attention(0)));
    screen.press("<Down><Right>");
    assert_eq!(place(&screen), (0, 1, Focus::Attention(1)));
    screen.press("<Right>");
    assert_eq!(place(&screen), (0, 1, Focus::Attention(1)));
    screen.press("<Down>");
    assert_eq!(place(&screen), (1, 0, Focus::Attention(1)));
    assert!(screen.line(0).contains("▸ cross"), "{}", screen.text());
    screen.press("<Down><Down><End><Down><Down><Down><Down>");
    assert_eq!(place(&screen), (2, 2, Focus::Attention(2)));
    screen.press("<Up><Up><Up><Home><Up>");
    assert_eq!(place(&screen), (1, 0, Focus::Attention(0)));
    screen.press("<Up>");
    assert_eq!(place(&screen), (0, 1, Focus::Attention(0)));
    screen.press("<C-End>");
    assert_eq!(place(&screen), (2, 2, Focus::Attention(0)));
    screen.press("<C-b>");
    assert_eq!(place(&screen), (1, 0, Focus::Attention(0)));
    screen.press("<C-f><C-f>");
    assert_eq!(place(&screen), (2, 2, Focus::Attention(0)));
    screen.press("<C-Home>a<Enter>");
    assert_eq!((screen.model.view(), place(&screen).0), (View::Flow, 1));
    // Nothing of this is a change.
    screen.press("u");
    assert!(screen.notice().contains("nothing to undo"), "{}", screen.notice());
    // Each view has its key, and is left with Esc.
    screen.press("HJ");
    assert_eq!(screen.model.view(), View::Readings);
    screen.press("<Esc>");
    assert_eq!(screen.model.view(), View::Flow);
}

#[test]
fn a_file_of_one_reading_is_not_compared_with_itself() {
    let mut screen = open("r72");
    screen.press("J");
    assert!(screen.notice().contains("one reading"), "{}", screen.notice());
    assert_eq!(screen.model.view(), View::Flow);
    screen.run("view flow").run("open three-readings");
    let one = include_str!("scenarios/readings.toml").split("# the second").next().expect("a text");
    let mut screen = of_text(one);
    screen.press("J");
    assert!(screen.notice().contains("one reading"), "{}", screen.notice());
}

#[test]
fn what_is_done_there_is_done_to_the_cell_under_the_cursor() {
    let mut screen = together();
    screen.press("<Down><Down><Down>m");
    assert_eq!(place(&screen), (1, 1, Focus::Attention(0)));
    assert!(!screen.model.givens_in(1).mask.readable(1, 0) && screen.model.givens_in(1).mask.readable(0, 0));
    assert!(screen.text().contains("masked cell by cell"), "{}", screen.text());
    screen.press("<Up><Up>").run("slot river");
    assert_eq!(place(&screen), (0, 1, Focus::Attention(0)));
    // What has no place here is shown where it has one.
    screen.run("focus q1[1]");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Flow, Focus::Query(0)));
    screen.press("J").run("explain alpha2[1]");
    assert!(screen.text().contains("exp(3 − 3)"), "{}", screen.text());
    screen.press("<Esc>J5");
    assert!(!screen.notice().is_empty() && !screen.model.is_edited());
    screen.press("u");
    assert_eq!((screen.model.view(), place(&screen).0), (View::Readings, 1), "undo shows where the change was");
    assert!(screen.model.givens_in(1).mask.readable(1, 0));
}

/// What moved is marked in every reading, shown or not, and so is what a mistake makes.
#[test]
fn marks_against_the_baseline_and_mistakes_in_every_reading() {
    let mut screen = together();
    screen.run("reading cross").run("branch only-y1").run("reading self");
    let line = |screen: &Screen, text: &str| {
        screen
            .text()
            .lines()
            .find(|line| line.contains(text))
            .unwrap_or_else(|| panic!("{text}\n{}", screen.text()))
            .to_owned()
    };
    assert!(line(&screen, " 1 BOS I gave ").contains('*'), "{}", screen.text());
    assert!(line(&screen, " cross  ").contains("only y1"), "{}", screen.text());
    assert!(!line(&screen, " 2 BOS I gave him a").contains('*') && !line(&screen, "bank  ").contains('*'));
    screen.run("mistake mask-after-softmax");
    let text = screen.text();
    assert!(text.contains("MISTAKE"), "{text}");
    // Only the reading with a mask is touched; its rows no longer sum to 1.
    assert!(line(&screen, " 1 BOS   ").contains('!') && !line(&screen, " 1 BOS   ").contains("1.000"), "{text}");
    assert!(!line(&screen, "bank  ").contains('!'), "{text}");
    let hidden = line(&screen, " 1 BOS   ");
    screen.run("reading causal");
    assert_eq!(line(&screen, "1 BOS   ").replace('▸', " "), hidden, "the same numbers, shown or not");
}

/// What a mistake makes of a reading does not depend on whether it is the one shown: neither the numbers, nor the words
/// in place of them, nor why a row has none.
#[test]
fn a_mistake_makes_the_same_of_a_reading_shown_or_not() {
    let mut screen = together();
    // One row that may read nothing, and one slot that no row may read.
    screen.run("reading cross").run("mask 2").run("reading causal").run("mask 1 1");
    assert!(!screen.model.givens_in(1).mask.readable(0, 1) && !screen.model.givens_in(2).mask.readable(0, 0));
    let readings = 0..screen.model.state().scenario.reading_count();
    let mut words = 0;
    for mistake in Mistake::ALL {
        screen.run(&format!("mistake {}", mistake.id()));
        for reading in readings.clone() {
            let seen = |model: &Model| {
                let (rows, slots) = (model.givens_in(reading).rows(), model.givens_in(reading).slots());
                let cells = (0..rows).flat_map(|row| (0..slots).map(move |slot| (row, slot)));
                let weight =
                    |(row, slot)| (model.weight_in(reading, row, slot), model.weight_standing_in(reading, row, slot));
                let of_row = |row| (model.weight_sum_in(reading, row), model.unread_in(reading, row));
                (cells.map(weight).collect::<Vec<_>>(), (0..rows).map(of_row).collect::<Vec<_>>())
            };
            let show = |screen: &mut Screen, at: usize| {
                let id = screen.model.state().scenario.reading(at).label.expect("a label").id.clone();
                screen.run(&format!("reading {id}"));
            };
            show(&mut screen, reading);
            let shown = seen(&screen.model);
            words += shown.0.iter().filter(|(seen, _)| matches!(seen, Seen::Words(_))).count();
            show(&mut screen, (reading + 1) % readings.len());
            assert_eq!(seen(&screen.model), shown, "{} in reading {reading}", mistake.id());
        }
    }
    assert!(words > 0, "no mistake has put words in the place of a weight");
}

/// A reading that is too tall alone scrolls its rows below its head, and one that is too wide its slots; a row without
/// weights says why.
#[test]
fn a_tall_reading_scrolls_below_its_head() {
    let text = tall();
    for (columns, lines) in SIZES {
        let mut screen = of_text(&text).sized(columns, lines);
        screen.press("J");
        for row in 0..40 {
            let board = screen.model.board().expect("a board");
            assert_eq!(board.lines[0], BoardLine::Head(0), "{columns}x{lines}");
            assert!(board.lines.contains(&BoardLine::Row(0, row)), "{columns}x{lines}: {board:?}");
            let named = columns == 40 || screen.text().contains(&format!("row {}", row + 1));
            assert!(named, "{}", screen.text());
            if row == 20 {
                assert!(screen.text().contains("no softmax"), "{}", screen.text());
            }
            screen.press("<Down>");
        }
        assert_eq!(place(&screen), (1, 0, Focus::Attention(0)));
        screen.press("<Up><End>");
        assert_eq!(place(&screen), (0, 39, Focus::Attention(29)));
        let board = screen.model.board().expect("a board");
        assert!(board.across[0].range().contains(&29) && board.more.0, "{board:?}");
        assert!(screen.text().contains('↑'), "{}", screen.text());
        assert_eq!(screen.text().contains('‹'), !board.across[0].whole(), "{}", screen.text());
    }
    let mut screen = of_text(&text);
    screen.press("J").run("row 22");
    insta::assert_snapshot!("board-tall", screen.text());
}

#[test]
fn the_pointer_finds_what_is_drawn() {
    for file in [builtin::find("three-readings").unwrap().text.to_owned(), tall()] {
        for (columns, lines) in SIZES {
            let mut screen = of_text(&file).sized(columns, lines);
            screen.press("J").run("mouse on").press("<Esc>J");
            let board = screen.model.board().expect("a board");
            let mut seen = 0;
            for line in &board.lines {
                let BoardLine::Row(reading, row) = *line else { continue };
                for slot in board.across[reading].range() {
                    let (x, y) = (board.x(reading, slot).expect("a column"), board.y(reading, row).expect("a line"));
                    assert!(x + board.cell <= columns && y < lines);
                    assert_eq!(board.at(x, y), Some((reading, row, slot)));
                    let mut clicked = of_text(&file).sized(columns, lines);
                    clicked.press("J").run("mouse on").press("<Esc>J");
                    clicked.model.click(x, y);
                    assert_eq!(place(&clicked), (reading, row, Focus::Attention(slot)), "{columns}x{lines}");
                    seen += 1;
                }
            }
            assert!(seen >= 4, "{columns}x{lines}: {seen}");
        }
    }
    // The wheel goes from line to line.
    let mut screen = together();
    screen.run("mouse on").press("<Esc>J");
    screen.model.wheel(30, screen.model.board().expect("a board").body + 3, false);
    assert_eq!(place(&screen).1, 1);
}

/// No line is longer than the screen, nothing moves with the language, and the sentence is there at every size.
#[test]
fn every_size_and_language() {
    for (columns, lines) in (40..131).step_by(7).zip((12..60).step_by(3)) {
        let mut screen = together().sized(columns, lines);
        let english = screen.model.board();
        assert!(screen.text().lines().all(|line| width::width(line) <= usize::from(columns)));
        let said: Vec<String> = screen.text().split_whitespace().map(str::to_owned).collect();
        assert!(said.join(" ").contains("excludes another"), "{columns}x{lines}\n{}", screen.text());
        screen.run("lang zh");
        assert_eq!(screen.model.board(), english, "{columns}x{lines}");
        assert!(screen.text().contains("互"), "{columns}x{lines}\n{}", screen.text());
    }
}

#[test]
fn the_first_sentence_of_what_a_file_says() {
    let first = |en: &'static str, zh: &'static str| {
        let Text { en, zh } = first_sentence(&Text::new(en, zh));
        (en.into_owned(), zh.into_owned())
    };
    assert_eq!(first("v. 2.5 is it. More.", "一句。两句。"), ("v.".to_owned(), "一句。".to_owned()));
    assert_eq!(first("q is 2.5 here? Yes", "没有句号"), ("q is 2.5 here?".to_owned(), "没有句号".to_owned()));
    assert_eq!(first("on\n two lines. x", "q、K、V。"), ("on two lines.".to_owned(), "q、K、V。".to_owned()));
}
