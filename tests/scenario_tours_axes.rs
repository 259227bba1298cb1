//! What the tours of `wrong-axis` and `masks` tell, held against what is on the screen at each step.

mod support;

use support::facts::{bits, scenario};
use support::steps::{LANGS, at, says, shows};
use support::{Screen, open};
use twoaxes::engine::laws::Verdict;
use twoaxes::engine::mistakes::Mistake;
use twoaxes::engine::{Mark, NoLoss, Stage};
use twoaxes::explorer::{Focus, Panel, Seen, View};
use twoaxes::words::{Lang, laws};

fn seen(screen: &Screen, row: usize, focus: Focus) -> f64 {
    screen.model.seen(row, focus).number().expect("a number")
}

fn weights(screen: &Screen, row: usize) -> Vec<f64> {
    (0..screen.model.givens().slots()).map(|slot| seen(screen, row, Focus::Attention(slot))).collect()
}

fn right(screen: &Screen, row: usize) -> Vec<f64> {
    screen.model.trace().row(row).attention.as_deref().expect("a softmax").weights().to_vec()
}

fn sum(screen: &Screen, row: usize) -> f64 {
    screen.model.attention_sum(row).number().expect("a sum")
}

/// The word on top in each row that has a prediction.
fn written(screen: &Screen) -> Vec<String> {
    let words = &screen.model.names().words;
    let probability = |row: usize, word: usize| seen(screen, row, Focus::Probability(word));
    let top = |row: usize| {
        (0..words.len()).max_by(|&a, &b| probability(row, a).total_cmp(&probability(row, b))).expect("words")
    };
    (0..screen.model.givens().rows()).map(|row| words[top(row)].clone()).collect()
}

/// The numbers with a point that a text names.
fn figures(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = parts.map(|part| part.trim_matches('.'));
    parts.filter(|part| part.contains('.')).map(str::to_owned).collect()
}

/// Every number told is on the screen beside the text, in either language, and there are some.
#[test]
fn the_numbers_told_can_be_seen() {
    for (id, least) in [("wrong-axis", 9), ("masks", 7)] {
        for lang in LANGS {
            let mut told = 0;
            for step in scenario(id).steps.iter() {
                let mut screen = open(id).in_lang(lang);
                at(&mut screen, &step.id);
                // Without the text, which has them of course.
                screen.run("tour leave");
                for figure in figures(step.say.get(lang)) {
                    assert!(screen.text().contains(&figure), "{id} {}: {figure}\n{}", step.id, screen.text());
                    told += 1;
                }
            }
            assert!(told >= least, "{id}: {told}");
        }
        let of =
            |lang| -> Vec<Vec<String>> { scenario(id).steps.iter().map(|step| figures(step.say.get(lang))).collect() };
        assert_eq!(of(Lang::En), of(Lang::Zh), "{id}: both languages name the same");
    }
}

#[test]
fn a_picture_is_read_along_j_however_it_lies() {
    let scenario = scenario("wrong-axis");
    let mut screen = open("wrong-axis");
    at(&mut screen, "start");
    assert_eq!((screen.model.view(), screen.model.is_transposed()), (View::Rows, false));
    shows(&screen, &["SOURCE AXIS", "VOCAB AXIS", "softmax along j →"]);

    at(&mut screen, "rows");
    let over_rows: Vec<f64> = screen.model.trace().read_in_all().iter().copied().collect();
    says(&scenario, "rows", &over_rows.iter().map(|sum| format!("{sum:.3}")).collect::<Vec<_>>());
    assert!((0..3).all(|row| (sum(&screen, row) - 1.0).abs() < 1e-12));
    let before: Vec<Vec<f64>> = (0..3).map(|row| weights(&screen, row)).collect();

    // A guess is asked for while the answer is still to come.
    for (step, later) in [("guess-turned", "turned"), ("guess-mistake", "mistake")] {
        at(&mut screen, step);
        assert!(!screen.model.is_transposed() && screen.model.mistake().is_none(), "{step}");
        at(&mut screen, later);
        assert!(screen.model.is_transposed() || screen.model.mistake().is_some(), "{later}");
    }

    at(&mut screen, "turned");
    shows(&screen, &["softmax along j ↓", "softmax along w ↓"]);
    assert!((0..3).all(|row| bits(&weights(&screen, row)) == bits(&before[row])), "no number has changed");
    // The sums of 1 are below the columns of the picture now, and end the rows no more.
    let line = |screen: &Screen, start: &str| {
        let text = screen.text();
        text.lines().find(|line| line.trim_start().starts_with(start)).expect(start).to_owned()
    };
    assert_eq!(line(&screen, "Σ_j").matches("1.000").count(), 6, "three columns of either picture");
    assert!(!line(&screen, "1 我").contains("1.000"));
    at(&mut screen, "rows");
    assert_eq!(line(&screen, "1 BOS").matches("1.000").count(), 2);
    assert!(!line(&screen, "Σ_t").contains("1.000"));
}

#[test]
fn along_t_in_place_of_j() {
    let scenario = scenario("wrong-axis");
    let mut screen = open("wrong-axis");
    let over = |screen: &Screen, slot: usize| -> f64 { (0..3).map(|row| weights(screen, row)[slot]).sum() };
    for step in ["mistake", "breaks"] {
        at(&mut screen, step);
        assert_eq!(screen.model.mistake(), Some(Mistake::SoftmaxOverQueries), "{step}");
        assert!((0..3).all(|slot| (over(&screen, slot) - 1.0).abs() < 1e-12));
    }
    says(&scenario, "mistake", &[format!("{:.3}", sum(&screen, 0)), format!("{:.3}", sum(&screen, 1))]);
    // The right numbers stand beside the wrong ones.
    at(&mut screen, "mistake");
    assert_eq!(screen.model.panel(), None);
    shows(&screen, &["! wrong", "right", ".9867!", ".7870 ", "1.897!", "0.453!", "0.650!"]);

    // The panel names the laws that break, those of the checks and no other.
    at(&mut screen, "breaks");
    assert_eq!(screen.model.panel(), Some(&Panel::Mistake));
    let checks = screen.model.holding().checks.iter();
    let broken = checks.filter(|check| check.verdict == Verdict::Broken).map(|check| laws::formula(check.law));
    let (broken, broken_zh): (Vec<_>, Vec<_>) = broken.map(|formula| (formula.en, formula.zh)).unzip();
    assert_eq!(broken.len(), 3);
    shows(&screen, &[&format!("breaks: {}", broken.join("; ")), "α_tj = exp e_tj / Σ_s exp e_sj", "Σ_i exp e_ti"]);
    screen.run("lang zh");
    shows(&screen, &[&format!("违反：{}", broken_zh.join("；"))]);
    screen.run("lang en");

    at(&mut screen, "word");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.focus()), (View::Flow, 0, Focus::Context(0)));
    let (total, c) = (sum(&screen, 0), seen(&screen, 0, Focus::Context(0)));
    says(&scenario, "word", &[format!("{total:.6}"), format!("{c:.3}")]);
    let values = (0..3).map(|slot| (0..2).map(move |d| Focus::Value(slot, d)));
    assert_eq!(values.flatten().map(|cell| seen(&screen, 0, cell)).fold(f64::MIN, f64::max), 2.0);
    assert_eq!(written(&screen), ["him", "gave", "him"], "him in place of I");
    shows(&screen, &["softmax over t", "Σ_j α_j = 1.896878!"]);

    at(&mut screen, "coupled");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.state().branch), (View::Rows, 1, Some(0)));
    let comparison = screen.model.comparison();
    assert!((0..3).all(|row| comparison.stage(row, Stage::Attention) == Mark::Same), "right");
    says(&scenario, "coupled", &[format!("{:.3}", sum(&screen, 1)), "3".to_owned()]);

    at(&mut screen, "yours");
    assert_eq!((screen.model.mistake(), screen.model.state().branch, screen.model.view()), (None, None, View::Rows));
    assert_eq!(written(&screen), ["I", "gave", "him"]);
}

#[test]
fn what_may_not_be_read() {
    let scenario = scenario("masks");
    let readable = |screen: &Screen, row: usize, slot: usize| screen.model.givens().mask.readable(row, slot);
    let mut screen = open("masks");
    at(&mut screen, "start");
    assert!((0..4).all(|row| !readable(&screen, row, 4) && readable(&screen, row, 3)));
    shows(&screen, &["SOURCE AXIS", "VOCAB AXIS", "✗"]);
    let baseline: Vec<Vec<f64>> = (0..4).map(|row| weights(&screen, row)).collect();

    at(&mut screen, "padding");
    assert_eq!((screen.model.state().branch, screen.model.focus()), (Some(0), Focus::Attention(4)));
    assert!((0..4).all(|row| weights(&screen, row)[4] > 0.2), "every row");
    assert_eq!([seen(&screen, 3, Focus::Value(4, 0)), seen(&screen, 3, Focus::Value(4, 1))], [0.0; 2], "of zeros");
    says(&scenario, "padding", &[format!("{:.3}", weights(&screen, 3)[4])]);

    at(&mut screen, "guess");
    assert_eq!((screen.model.row(), screen.model.focus(), screen.model.state().branch), (0, Focus::Attention(1), None));
    says(&scenario, "guess", &[format!("{:.2}", weights(&screen, 0)[1])]);
    assert_eq!(screen.model.names().slots[1], "I");
    assert_eq!(written(&screen), ["I", "gave", "him", "him"], "three are right");

    at(&mut screen, "causal");
    assert!((0..4).all(|row| (0..5).all(|slot| readable(&screen, row, slot) == (slot <= row && slot < 4))));
    let targets = ["I", "gave", "him", "EOS"];
    assert!(written(&screen).iter().zip(targets).all(|(word, target)| word != target), "all four are wrong");
    shows(&screen, &["EOS ≠ I", "I ≠ gave", "gave ≠ him", "him ≠ EOS"]);
    assert_eq!(bits(&weights(&screen, 3)), bits(&baseline[3]), "row 4 as before");
    assert!(!screen.model.is_edited(), "a step's own changes are the tour's");
    let causal: Vec<Vec<f64>> = (0..4).map(|row| weights(&screen, row)).collect();

    at(&mut screen, "nothing");
    assert!((0..5).all(|slot| !readable(&screen, 0, slot)));
    assert!(screen.model.undefined_at(0, Stage::Attention).is_some());
    assert!((1..4).all(|row| bits(&weights(&screen, row)) == bits(&causal[row])), "the others keep every bit");
    shows(&screen, &["all masked", "no softmax exists: every slot is masked"]);

    at(&mut screen, "loss");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Flow, Focus::Loss));
    assert_eq!(screen.model.seen(0, Focus::Loss), Seen::Nothing);
    let others: f64 = (1..4).map(|row| seen(&screen, row, Focus::Loss)).sum();
    let total = screen.model.total_loss_seen().expect("known").map(|total| total.number().expect("a number"));
    assert!(total.is_ok_and(|total| (total - others).abs() < 1e-12), "{total:?}");
    says(&scenario, "loss", &[format!("{others:.3}")]);
    shows(&screen, &["L_1: none", "no softmax exists"]);
}

#[test]
fn three_ways_to_mask_wrongly() {
    let scenario = scenario("masks");
    let mut screen = open("masks");
    at(&mut screen, "finite");
    assert_eq!((screen.model.mistake(), screen.model.view()), (Some(Mistake::FiniteMinusInfinity), View::Rows));
    assert_eq!(weights(&screen, 0), [0.2; 5]);
    assert!(screen.model.trace().row(0).undefined().is_some());
    assert_eq!(screen.model.focus(), Focus::Attention(4));
    shows(&screen, &["there is no right number here", "all masked"]);

    at(&mut screen, "multiplied");
    assert_eq!(screen.model.mistake(), Some(Mistake::MaskMultiplied));
    let row = weights(&screen, 0);
    assert!(row[1..].iter().all(|weight| weight.to_bits() == row[4].to_bits()), "as much to each");
    says(&scenario, "multiplied", &[format!("{:.4}", row[4]), format!("{:.3}", sum(&screen, 0))]);
    assert_eq!(right(&screen, 0), [1.0, 0.0, 0.0, 0.0, 0.0], "the single cell is open again");

    at(&mut screen, "after");
    assert_eq!(screen.model.mistake(), Some(Mistake::MaskAfterSoftmax));
    assert!(weights(&screen, 0)[1..].iter().all(|weight| *weight == 0.0));
    says(&scenario, "after", &[format!("{:.3}", sum(&screen, 0))]);

    at(&mut screen, "yours");
    assert_eq!((screen.model.mistake(), screen.model.state().branch), (None, None));
    // What it offers to try: the cell under the cursor, the causal mask.
    screen.press("m");
    assert!(!screen.model.givens().mask.readable(0, 1) && screen.model.givens().mask.readable(1, 1));
    screen.press("u").press("C");
    assert!(screen.model.givens().mask.is_causal());
    // With nothing left to read in any row, there is no sum of losses either.
    screen.press("u").run("mask 1").run("mask 2").run("mask 3").run("mask 4").run("view flow");
    assert!(matches!(screen.model.total_loss_seen(), Some(Err(NoLoss::Undefined))), "{}", screen.text());
}
