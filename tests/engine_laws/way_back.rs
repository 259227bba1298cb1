//! The way back of a row, and gradients held against central differences, stage by stage.

use crate::models::{cells, is_read, model, small, wild, word_model};
use proptest::prelude::*;
use twoaxes::engine::{CannotMeasure, Cell, Givens, Gradients, ScorerKind, Tensor, Trace, Varied};

/// Every number that can be varied, with its gradient; `None` where it has none.
fn all(givens: &Givens, trace: &Trace) -> Vec<(Varied, Option<f64>)> {
    let gradients = Gradients::of(givens, trace).ok();
    let of = |cell: Cell| gradients.as_ref().and_then(|gradients| gradients.get(cell));
    let read = cells(givens).into_iter().filter(|cell| is_read(givens, *cell));
    let mut all: Vec<_> = read.map(|cell| (Varied::Given(cell), of(cell))).collect();
    for row in 0..givens.rows() {
        let back = trace.way_back(row).ok();
        for slot in 0..givens.slots() {
            let readable = givens.mask.readable(row, slot);
            let score = back.as_ref().map(|back| back.scores()[slot]).filter(|_| readable);
            all.push((Varied::Score(row, slot), score));
            let weight = back.as_ref().and_then(|back| back.attention(slot)).filter(|_| readable);
            all.push((Varied::Attention(row, slot), weight));
        }
        for d in 0..givens.d_v() {
            all.push((Varied::Context(row, d), back.as_ref().map(|back| back.context()[d])));
        }
        for word in 0..givens.words() {
            all.push((Varied::Logit(row, word), back.as_ref().and_then(|back| back.logit(word))));
        }
    }
    all
}

fn every_gradient_is_what_is_measured(givens: &Givens) -> Result<(), TestCaseError> {
    let trace = Trace::new(givens);
    for (varied, gradient) in all(givens, &trace) {
        match (trace.measure(varied), gradient) {
            (Ok(measured), Some(gradient)) => {
                prop_assert!(measured.agrees(gradient), "{:?}: {:?} and {}", varied, measured, gradient);
                // A bound that would let anything pass is none: numbers are at most 1 here.
                prop_assert!(measured.expected() < 1e-6, "{:?}: {:?}", varied, measured);
                let other = gradient + 1e-5 * gradient.abs().max(1.0);
                prop_assert!(!measured.agrees(other), "{:?}: {:?} and {}", varied, measured, other);
            }
            (Err(CannotMeasure::NoLoss | CannotMeasure::Absent), None) => {}
            (found, gradient) => prop_assert!(false, "{:?}: {:?} and {:?}", varied, found, gradient),
        }
    }
    Ok(())
}

proptest! {
    /// Every stage and every given, under each scorer.
    #[test]
    fn what_is_measured_is_the_gradient(givens in model(small()), kind in 0..ScorerKind::ALL.len()) {
        let mut givens = givens;
        givens.set_scorer(ScorerKind::ALL[kind]);
        every_gradient_is_what_is_measured(&givens)?;
    }

    #[test]
    fn and_that_of_a_word(givens in word_model(small())) {
        every_gradient_is_what_is_measured(&givens)?;
    }

    /// Whatever the numbers, what is measured is finite or a reason.
    #[test]
    fn whatever_the_numbers(givens in model(wild())) {
        let trace = Trace::new(&givens);
        for (varied, _) in all(&givens, &trace) {
            if let Ok(measured) = trace.measure(varied) {
                let numbers = [measured.step, measured.above, measured.below, measured.quotient, measured.expected()];
                prop_assert!(numbers.iter().all(|number| number.is_finite()), "{:?}: {:?}", varied, measured);
                prop_assert!(measured.step > 0.0 && measured.expected() >= 0.0);
            }
        }
    }

    /// The way back of a row has the bits of the gradients of all rows.
    #[test]
    fn a_row_alone_goes_back_the_same_way(givens in model(small())) {
        let trace = Trace::new(&givens);
        let Ok(gradients) = trace.gradients() else { return Ok(()) };
        for row in 0..givens.rows() {
            let Ok(back) = trace.way_back(row) else {
                prop_assert!(gradients.scores().line(row).iter().all(|gradient| *gradient == 0.0));
                prop_assert!(gradients.queries().line(row).iter().all(|gradient| *gradient == 0.0));
                continue;
            };
            prop_assert_eq!(back.scores(), gradients.scores().line(row));
            prop_assert_eq!(back.context(), gradients.contexts().line(row));
            prop_assert_eq!(back.query(), gradients.queries().line(row));
            prop_assert_eq!(back.logits(), gradients.logits().row(row));
            let attention = trace.reading(row).attention.unwrap();
            for slot in 0..givens.slots() {
                prop_assert_eq!(attention.get(slot) * back.pull(slot).unwrap(), back.scores()[slot]);
                // gᵀv_j − gᵀ(v_j − c) = gᵀc for every slot: |g| ≤ 2, four components of at most 1.
                let common = back.attention(slot).unwrap() - back.pull(slot).unwrap();
                let of_context: f64 =
                    back.context().iter().zip(trace.context(row).unwrap().iter()).map(|(g, c)| g * c).sum();
                prop_assert!((common - of_context).abs() <= 64.0 * f64::EPSILON);
            }
        }
    }
}

#[test]
fn a_loss_beyond_f64_on_one_side_has_no_difference() {
    let mut givens = Givens { targets: vec![Some(0)], ..r72() };
    // A value so large that a step of it takes the logits beyond f64.
    givens.set(Cell::new(Tensor::Head, 0, 0), f64::MAX / 4.0);
    givens.set(Cell::new(Tensor::Head, 0, 1), -f64::MAX / 4.0);
    let trace = Trace::new(&givens);
    for cell in cells(&givens) {
        match trace.measure(Varied::Given(cell)) {
            Ok(measured) => assert!(measured.expected().is_finite()),
            Err(reason) => assert!(matches!(reason, CannotMeasure::Beyond | CannotMeasure::NoLoss), "{cell:?}"),
        }
    }
    assert_eq!(
        trace.measure(Varied::Score(0, 9)),
        Err(if trace.loss().is_ok() { CannotMeasure::Absent } else { CannotMeasure::NoLoss })
    );
    assert_eq!(Trace::new(&r72()).measure(Varied::Context(7, 0)), Err(CannotMeasure::Absent));
    assert_eq!(Trace::new(&r72()).measure(Varied::Given(Cell::new(Tensor::Keys, 9, 0))), Err(CannotMeasure::Absent));
    let untargeted = Givens { targets: vec![None], ..r72() };
    assert_eq!(Trace::new(&untargeted).measure(Varied::Context(0, 0)), Err(CannotMeasure::NoLoss));
}

fn r72() -> Givens {
    let text = twoaxes::scenario::builtin::find("r72").unwrap().text;
    twoaxes::scenario::read(text, "r72").unwrap().givens
}
