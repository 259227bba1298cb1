//! Any finite givens have a result: numbers, or the reason why there are none. Never a NaN, never an infinity.

use crate::models::{cells, is_read, model, wild, word_model};
use proptest::prelude::*;
use twoaxes::engine::{Comparison, Givens, Gradients, Mark, NoGradients, NoLoss, Row, Stage, Trace, Undefined};

fn finite(numbers: impl IntoIterator<Item = f64>) -> bool {
    numbers.into_iter().all(f64::is_finite)
}

/// The reasons of a row's stages in order, `None` for a stage that has numbers; and that the numbers are finite.
fn reasons(row: &Row) -> Result<[Option<Undefined>; 6], TestCaseError> {
    if let Ok(scores) = &row.scores {
        prop_assert!(finite(scores.iter().flatten()));
    }
    if let Ok(attention) = &row.attention {
        prop_assert!(finite(attention.weights().iter().copied()) && attention.sum().is_finite());
    }
    if let Ok(context) = &row.context {
        prop_assert!(finite(context.iter().copied()));
    }
    if let Ok(logits) = &row.logits {
        prop_assert!(finite(logits.iter().flatten()));
    }
    if let Ok(probabilities) = &row.probabilities {
        let normaliser = probabilities.log_normaliser();
        prop_assert!(finite(probabilities.weights().iter().copied()));
        prop_assert!(normaliser.max.is_finite() && normaliser.denominator >= 1.0);
    }
    if let Some(Ok(loss)) = row.loss {
        prop_assert!(loss.is_finite() && loss >= 0.0);
    }
    Ok([
        row.scores.as_ref().err().copied(),
        row.attention.as_ref().err().copied(),
        row.context.as_ref().err().copied(),
        row.logits.as_ref().err().copied(),
        row.probabilities.as_ref().err().copied(),
        row.loss.and_then(Result::err),
    ])
}

fn check_trace(givens: &Givens, trace: &Trace) -> Result<(), TestCaseError> {
    for (t, row) in trace.rows().enumerate() {
        let reasons = reasons(&row)?;
        let first = reasons.iter().flatten().next().copied();
        prop_assert_eq!(row.undefined(), first);
        if let Some(reason) = first {
            prop_assert_eq!(reason.row(), t);
            for (stage, found) in Stage::ALL.into_iter().zip(reasons) {
                let expected = (stage >= reason.stage()).then_some(reason);
                prop_assert!(found == expected || (stage == Stage::Loss && row.loss.is_none()));
            }
        }
        prop_assert_eq!(row.loss.is_some(), givens.targets[t].is_some());
    }
    match trace.loss() {
        Ok(loss) => prop_assert!(loss.is_finite()),
        Err(NoLoss::NoTarget) => prop_assert!(givens.targets.iter().all(Option::is_none)),
        Err(NoLoss::Undefined) => prop_assert!(trace.rows().all(|row| !matches!(row.loss, Some(Ok(_))))),
        Err(NoLoss::Overflow) => {}
    }
    Ok(())
}

fn check_gradients(givens: &Givens, trace: &Trace) -> Result<(), TestCaseError> {
    match Gradients::of(givens, trace) {
        Err(NoGradients::Overflow { .. }) => {}
        Err(NoGradients::NoTarget) => prop_assert_eq!(trace.loss(), Err(NoLoss::NoTarget)),
        Err(NoGradients::Undefined) => prop_assert_eq!(trace.loss(), Err(NoLoss::Undefined)),
        Ok(gradients) => {
            for cell in cells(givens) {
                let gradient = gradients.get(cell);
                prop_assert_eq!(gradient.is_some(), is_read(givens, cell));
                prop_assert!(finite(gradient));
            }
            prop_assert!(finite(gradients.scores().to_vec()) && finite(gradients.contexts().to_vec()));
            prop_assert!((0..givens.rows()).all(|row| finite(gradients.logits().row(row))));
            for row in 0..givens.rows() {
                let masked = (0..givens.slots()).filter(|&slot| !givens.mask.readable(row, slot));
                prop_assert!(masked.map(|slot| gradients.scores().get(row, slot)).all(|gradient| gradient == 0.0));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn every_model_has_a_trace_and_gradients_or_a_reason(givens in prop_oneof![3 => model(wild()), 1 => word_model(wild())]) {
        let trace = Trace::new(&givens);
        check_trace(&givens, &trace)?;
        check_gradients(&givens, &trace)?;
    }

    /// Between any two models, of one shape or of two; a model against itself has not moved.
    #[test]
    fn any_two_models_compare(before in model(wild()), after in model(wild())) {
        let (trace, later) = (Trace::new(&before), Trace::new(&after));
        let other = Comparison::new((&before, &trace), (&after, &later));
        let itself = other.with_current((&before, &Trace::new(&before)));
        for stage in Stage::ALL {
            other.stage_any_row(stage);
            prop_assert_eq!(itself.stage_any_row(stage), Mark::Same);
        }
        prop_assert_eq!(itself.total_loss(), Mark::Same);
        for row in 0..4 {
            for place in 0..6 {
                other.score(row, place);
                other.attention(row, place);
                other.context(row, place);
                other.logit(row, place);
                other.probability(row, place);
            }
            other.loss(row);
        }
        other.total_loss();
    }
}
