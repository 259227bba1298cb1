//! The famous mistakes on any model: there is always a number or words, what comes before a mistake is right, and where it
//! is said to make no difference there is none.

use crate::models::{model, small, wild};
use proptest::prelude::*;
use twoaxes::engine::laws::{Check, Law, Verdict, Why};
use twoaxes::engine::mistakes::{Difference, Figure, Mistake, Mistaken, NoDifference, NoFigure, Touched, WrongRow};
use twoaxes::engine::{Givens, Gradients, Row, Stage, Trace};
use twoaxes::words::mistakes as words;

fn mistake() -> impl Strategy<Value = Mistake> {
    prop::sample::select(Mistake::ALL.to_vec())
}

/// Every figure of a stage, one past its end among them.
fn figures(row: &WrongRow, stage: Stage) -> Vec<Figure> {
    let givens = row.givens();
    let (slots, words) = (0..=givens.slots(), 0..=givens.words());
    match stage {
        Stage::Scores => slots.map(|slot| row.score(slot)).collect(),
        Stage::Attention => slots.map(|slot| row.attention(slot)).collect(),
        Stage::Context => (0..=givens.d_v()).map(|component| row.context(component)).collect(),
        Stage::Logits => words.map(|word| row.logit(word)).collect(),
        Stage::Probabilities => words.map(|word| row.probability(word)).collect(),
        Stage::Loss => row.loss().into_iter().collect(),
    }
}

/// What is not a stage of its own.
fn between(row: &WrongRow) -> Vec<Figure> {
    let givens = row.givens();
    let slots = (0..=givens.slots()).flat_map(|slot| [row.exponential(slot), row.normaliser(slot)]);
    let weighted = (0..=givens.slots()).flat_map(|slot| (0..=givens.d_v()).map(move |d| row.weighted(slot, d)));
    let words = (0..=givens.words()).map(|word| row.word_exponential(word));
    slots
        .chain(weighted)
        .chain(words)
        .chain([row.attention_sum(), row.word_normaliser(), row.probability_sum()])
        .collect()
}

/// The right numbers of a stage.
fn right(row: &Row, stage: Stage) -> Vec<Option<f64>> {
    match stage {
        Stage::Scores => row.scores.iter().flat_map(|scores| scores.iter()).collect(),
        Stage::Attention => row.attention.iter().flat_map(|alpha| alpha.weights().iter().copied().map(Some)).collect(),
        Stage::Context => row.context.iter().flat_map(|context| context.iter().copied().map(Some)).collect(),
        Stage::Logits => row.logits.iter().flat_map(|logits| logits.iter()).collect(),
        Stage::Probabilities => row.probabilities.iter().flat_map(|p| p.weights().iter().copied().map(Some)).collect(),
        Stage::Loss => row.loss.into_iter().map(Result::ok).collect(),
    }
}

fn is_finite(figure: Figure) -> bool {
    figure.number().is_none_or(f64::is_finite)
}

/// Nothing but numbers and words, and laws that do not hold of words.
fn check_row(mistaken: &Mistaken, row: &WrongRow) -> Result<(), TestCaseError> {
    for stage in Stage::ALL {
        let figures = figures(row, stage);
        prop_assert!(figures.iter().copied().all(is_finite), "{stage:?}");
        if stage != Stage::Loss {
            prop_assert!(figures.last().unwrap().number().is_none(), "past the end");
        }
    }
    prop_assert!(between(row).into_iter().all(is_finite));
    let has_failed =
        |stage: Stage| figures(row, stage).iter().any(|figure| figure.none().is_some_and(NoFigure::is_failure));
    for check in Check::all(&mistaken.claims(row)) {
        if let (Verdict::Holds, Some(sides)) = (check.verdict, check.sides) {
            prop_assert!(sides.left.is_finite() && sides.right.is_finite() && sides.tolerance.is_finite());
        }
        let speaks_of: &[Stage] = match check.law {
            Law::AttentionSumsToOne | Law::AttentionNotNegative => &[Stage::Attention],
            Law::AttentionFromScores => &[Stage::Attention],
            Law::ContextIsCombination => &[Stage::Attention, Stage::Context],
            Law::ContextInHull => &[Stage::Context],
            Law::ProbabilitiesSumToOne | Law::ErrorsSumToZero => &[Stage::Probabilities],
            Law::ProbabilitiesFromLogits => &[Stage::Logits, Stage::Probabilities],
            Law::LossFromLogits => &[Stage::Logits, Stage::Loss],
            Law::LossFromProbability => &[Stage::Probabilities, Stage::Loss],
            Law::MaskedNotRead | Law::ScoreGradientsSumToZero => &[],
        };
        // A law about what is no number is broken, or it says why it cannot be checked.
        if speaks_of.iter().any(|stage| has_failed(*stage)) {
            prop_assert!(check.verdict != Verdict::Holds, "{check:?}");
        }
        if check.law == Law::ScoreGradientsSumToZero && row.mistake() != Mistake::GradientWithoutCoupling {
            prop_assert!(matches!(check.verdict, Verdict::CannotBeChecked(Why::Mistaken | Why::NoTarget)));
        }
    }
    Ok(())
}

/// What comes before the mistake is right, to the last bit.
fn check_before(row: &WrongRow) -> Result<(), TestCaseError> {
    for stage in Stage::ALL.into_iter().filter(|stage| !row.mistake().touches(*stage)) {
        let got: Vec<Option<u64>> =
            figures(row, stage).iter().map(|figure| figure.number().map(f64::to_bits)).collect();
        let want: Vec<Option<u64>> = right(row.right(), stage).iter().map(|number| number.map(f64::to_bits)).collect();
        let count = if stage == Stage::Loss { got.len() } else { got.len() - 1 };
        if want.is_empty() {
            prop_assert!(got.iter().all(Option::is_none), "{stage:?}");
        } else {
            prop_assert_eq!(&got[..count], &want[..], "{:?}", stage);
        }
    }
    Ok(())
}

/// Whether two numbers agree as well as rounding lets them.
fn agree(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-13 * a.abs().max(b.abs()) + 1e-14
}

/// Whether a stage has the same numbers in the same places, or none on either side.
fn same(row: &WrongRow, stage: Stage) -> bool {
    let (wrong, right) = (figures(row, stage), right(row.right(), stage));
    if right.is_empty() {
        return wrong.iter().all(|figure| figure.number().is_none());
    }
    right.iter().zip(&wrong).all(|(right, wrong)| match (right, wrong.number()) {
        (Some(right), Some(wrong)) => agree(*right, wrong),
        (None, None) => true,
        // A score that is not used has none; −10⁹ in its place is looked at where it is used.
        (None, Some(_)) => stage == Stage::Scores,
        (Some(_), None) => false,
    })
}

fn same_gradients(givens: &Givens, trace: &Trace, mistaken: &Mistaken, row: usize) -> bool {
    match (Gradients::of(givens, trace), mistaken.gradients()) {
        (Ok(right), Some(Ok(wrong))) => {
            right.scores().line(row).iter().zip(wrong.scores().line(row)).all(|(a, b)| agree(*a, *b))
        }
        (Err(_), Some(Err(_))) | (_, None) => true,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn there_is_always_a_number_or_words(givens in model(wild()), mistake in mistake()) {
        let trace = Trace::new(&givens);
        let mistaken = Mistaken::new(mistake, &givens, &trace);
        for t in 0..givens.rows() {
            let row = mistaken.row(t);
            check_row(&mistaken, &row)?;
            check_before(&row)?;
            mistaken.difference_of(&row);
            let told = words::outcome(&mistaken, &row, &[], &[]);
            for text in [&told.en, &told.zh] {
                prop_assert!(!text.is_empty() && !text.contains("NaN"), "{text}");
            }
        }
        mistaken.difference();
        prop_assert_eq!(mistaken.every_row().rows, givens.rows());
        if let Ok(Figure::Number(loss)) = mistaken.loss() {
            prop_assert!(loss.is_finite());
        }
    }

    #[test]
    fn a_difference_is_one_and_no_difference_is_none(givens in model(small()), mistake in mistake()) {
        let trace = Trace::new(&givens);
        let mistaken = Mistaken::new(mistake, &givens, &trace);
        let mut rows = Vec::new();
        for t in 0..givens.rows() {
            let row = mistaken.row(t);
            let after_the_scores = Stage::ALL[1..].iter().all(|stage| same(&row, *stage));
            let gradients = same_gradients(&givens, &trace, &mistaken, t);
            let difference = mistaken.difference_of(&row);
            let scores = same(&row, Stage::Scores);
            match difference {
                Difference::Everything => prop_assert!(!(after_the_scores && gradients), "row {t}"),
                Difference::ScoresOnly(_) => prop_assert!(after_the_scores && !scores, "row {t}: {difference:?}"),
                Difference::Nothing(_) => {
                    prop_assert!(scores && after_the_scores && gradients, "row {t}: {difference:?}");
                }
            }
            rows.push(difference);
        }
        let whole = mistaken.difference();
        prop_assert_eq!(whole == Difference::Everything, rows.contains(&Difference::Everything));
        prop_assert!(rows.contains(&whole), "what is said of all is true of one: {:?}", rows);
        let nothing = rows.iter().all(|row| matches!(row, Difference::Nothing(_)));
        prop_assert_eq!(matches!(whole, Difference::Nothing(_)), nothing);
        // Numbers such as these do not agree by accident, but where rows and slots are alike.
        if mistake != Mistake::SoftmaxOverQueries {
            prop_assert!(whole.reason() != Some(NoDifference::Coincidence), "{:?}", whole);
        }
    }

    /// The rows' sums over the slots, without a word computed, are those of the rows.
    #[test]
    fn the_sums_of_all_rows(givens in model(small()), mistake in mistake()) {
        let mistaken = Mistaken::new(mistake, &givens, &Trace::new(&givens));
        let every = mistaken.every_row();
        if let Some((row, sides)) = every.worst {
            let sum = mistaken.row(row).attention_sum();
            prop_assert_eq!(sum.number(), Some(sides.left).filter(|sum| sum.is_finite()));
        }
        if mistake.first_stage() > Touched::Stage(Stage::Attention) {
            prop_assert_eq!(every.broken, 0);
        }
    }
}
