//! What is said while a mistake is on, or a row has no numbers: nothing that is not so, and nothing over anything else.

mod support;

use support::{Screen, open};
use twoaxes::explorer::Panel;
use twoaxes::words::Lang;

#[track_caller]
fn shows(screen: &Screen, told: &[&str]) {
    for text in told {
        assert!(screen.text().contains(text), "{text}\n{}", screen.text());
    }
}

#[track_caller]
fn hides(screen: &Screen, told: &[&str]) {
    for text in told {
        assert!(!screen.text().contains(text), "{text}\n{}", screen.text());
    }
}

fn line_of(screen: &Screen, part: &str) -> String {
    // Between the number of a row and its prefix there may be a sign.
    let blank = |line: &str| line.replace(['*', '!'], " ");
    screen
        .text()
        .lines()
        .find(|line| line.contains(part) || blank(line).contains(part))
        .unwrap_or_else(|| panic!("{part}\n{}", screen.text()))
        .into()
}

/// Wherever the cursor is in a row without a softmax, its cell and the whole sentence are both to be seen, in the matrix
/// the cursor is in and in the one beside it.
#[test]
fn a_sentence_stands_beside_the_cursor() {
    for lang in [Lang::En, Lang::Zh] {
        let said = if lang == Lang::En { "all masked" } else { "全被屏蔽" };
        for mistake in ["off", "finite-minus-infinity", "mask-after-softmax"] {
            let mut screen = open("masks").in_lang(lang);
            screen.run("view rows").run("mask causal on").run("mask 1 1").run(&format!("mistake {mistake}"));
            let on = mistake != "off";
            for focus in
                ["alpha1[1]", "alpha1[2]", "alpha1[3]", "alpha1[4]", "alpha1[5]", "p1[I]", "p1[him]", "p1[EOS]"]
            {
                screen.run(&format!("focus {focus}")).run("close");
                let row = line_of(&screen, "▸1 BOS");
                assert_eq!(row.matches(said).count(), if on { 1 } else { 2 }, "{focus}, {mistake}\n{}", screen.text());
                let (before, after) = row.split_once('│').expect("two matrices");
                let words = focus.starts_with('p');
                let sign = if words { "−" } else { "✗" };
                let there = if on || words { after } else { before };
                // Under a mistake there are no words here to put the cursor on.
                assert!(there.contains(sign) || on && words, "{focus}, {mistake}: {row}");
            }
        }
    }
}

/// Which numbers are wrong and which are right, or whose they are, is said on the narrowest screen.
#[test]
fn whose_numbers_these_are_is_said_at_any_width() {
    for (columns, rows) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        let mut screen = open("wrong-axis").sized(columns, rows);
        screen.run("view rows").run("mistake softmax-over-queries").run("close");
        shows(&screen, &["! wrong", "right"]);
        screen.run("lang zh");
        shows(&screen, &["! 错", "对"]);
        let mut screen = open("wrong-axis").sized(columns, rows);
        screen.run("view rows").run("compare linear").run("close");
        let heads = line_of(&screen, "linear");
        assert!(heads.contains("dot"), "{heads}");
    }
}

/// A row that predicts nothing has no loss: that is said where the loss would stand, and the cursor can be there.
#[test]
fn the_loss_of_a_row_without_a_prediction() {
    let mut screen = open("masks");
    screen.run("mask causal on").run("mask 1 1").run("focus loss1");
    shows(&screen, &["L_1: none (no prediction)", "Σ_t L = 9.622224"]);
    let y = screen.model.layout().expect("large enough").rows.loss;
    let style = |screen: &Screen| screen.buffer()[(43, y)].style();
    let here = style(&screen);
    screen.run("focus alpha1[1]");
    shows(&screen, &["L_1: none (no prediction)"]);
    assert_ne!(here.bg, style(&screen).bg, "the cursor can be seen");
    screen.run("focus loss2");
    hides(&screen, &["none (no"]);
    screen.run("row 1").run("lang zh");
    shows(&screen, &["L_1：没有（没有预测）"]);
    // The only row of a scenario.
    let mut screen = open("padding");
    shows(screen.run("branch all-masked"), &["L: none (no prediction)"]);
}

#[test]
fn the_rows_that_changed_are_named_in_few_cells() {
    let mut screen = open("masks");
    shows(screen.run("mask 1 2").run("row 4"), &["changed in row 1"]);
    shows(screen.run("mask 2 3"), &["changed in rows 1, 2"]);
    shows(screen.run("mask 3 4"), &["changed in rows 1-3"]);
    shows(screen.run("lang zh"), &["改动在第 1-3 行"]);
    // Some of them.
    let mut screen = open("sentence");
    for row in [1, 2, 3, 5, 7, 8] {
        screen.run(&format!("mask {row} 4"));
    }
    shows(screen.run("row 4"), &["changed in rows 1-3, 5, 7, 8"]);
}

/// The observations are about the right numbers: they are not told beside laws about wrong ones.
#[test]
fn under_a_mistake_the_laws_are_about_what_is_on_the_screen() {
    let mut screen = open("wrong-axis");
    shows(screen.run("laws"), &["two-decimal", "✓ Σ_j α_j = 1"]);
    screen.run("close").run("mistake softmax-over-queries").run("laws");
    assert_eq!(screen.model.panel(), Some(&Panel::Laws));
    hides(&screen, &["two-decimal"]);
    shows(&screen, &["✗ Σ_j α_j = 1", "1.896878 1.000000  broken, off by 0.897", "3 of 3 rows break it"]);
    shows(screen.run("mistake off").run("laws on"), &["two-decimal", "✓ Σ_j α_j = 1"]);
}

#[test]
fn the_laws_that_break_are_named_in_the_language_of_the_screen() {
    let mut screen = open("wrong-axis").sized(120, 36);
    shows(screen.run("mistake softmax-over-queries"), &["breaks: Σ_j α_j = 1;", "c in hull of v_j"]);
    shows(screen.run("lang zh"), &["违反：Σ_j α_j = 1；", "c 在 v_j 的凸包内"]);
    hides(&screen, &["hull"]);
}

/// Under the weights stands along which axis the softmax ran, and a sum that is wrong is marked; one that is 1 all the
/// same is not.
#[test]
fn a_wrong_sum_is_marked_on_the_main_screen_too() {
    let mut screen = open("wrong-axis");
    shows(&screen, &["softmax over j     Σ_j α_j = 1.000000 "]);
    shows(screen.run("mistake softmax-over-queries").run("close"), &["softmax over t     Σ_j α_j = 1.896878!"]);
    shows(&screen, &["softmax over w      Σ_w p_w = 1.000000"]);
    hides(screen.run("mistake off"), &["1.000000!"]);
    let mut screen = open("padding");
    screen.run("mistake mask-multiplied").run("close");
    shows(&screen, &["softmax over j", "0.576117!", "Σ_j α_j = 1.000000 "]);
}

/// Turned, a picture has the same numbers; that every softmax runs along its own axis is said only where it is so.
#[test]
fn turning_the_picture_of_a_mistake() {
    let mut screen = open("wrong-axis");
    screen.run("view rows").run("transpose");
    assert!(screen.notice().contains("along its own axis"), "{}", screen.notice());
    screen.run("mistake softmax-over-queries").run("close").run("transpose");
    assert!(
        screen.notice().contains("rows run down") && !screen.notice().contains("its own axis"),
        "{}",
        screen.notice()
    );
    screen.run("mistake softmax-twice").run("close").run("transpose");
    assert!(screen.notice().contains("along its own axis"), "{}", screen.notice());
}

#[test]
fn a_scorer_is_not_compared_with_itself() {
    let mut screen = open("r72");
    screen.run("compare dot");
    assert!(screen.notice().contains("dot is the scorer in use"), "{}", screen.notice());
    assert!(screen.model.compared().is_none() && screen.model.panel().is_none());
    screen.run("compare additive");
    assert_eq!(screen.model.panel(), Some(&Panel::Scorers));
}

/// Which row is shown is marked on every line of the picture, also on the last where it goes on below.
#[test]
fn the_row_shown_is_marked_where_the_picture_goes_on() {
    for (columns, rows) in [(40, 12), (60, 18), (80, 24)] {
        let mut screen = open("sentence").sized(columns, rows);
        screen.run("view rows").run("laws");
        let mut went_on = 0;
        for row in 1..=8 {
            screen.run(&format!("focus alpha{row}[1]"));
            let grid = screen.model.grid().expect("room for it");
            let window = grid.rows();
            shows(&screen, &[&format!("▸{row} ")]);
            let signs = [(window.more_before(), grid.lines.body - 1, "↑"), (window.more_after(), grid.lines.sums, "↓")];
            for (there, y, sign) in signs {
                assert_eq!(screen.line(y).starts_with(sign), there, "{columns}x{rows} row {row}\n{}", screen.text());
                went_on += usize::from(there);
            }
        }
        assert!(went_on >= 8, "{columns}x{rows}");
    }
}
