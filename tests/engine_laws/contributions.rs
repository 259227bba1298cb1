//! The contributions of the slots add up to the logits, within a bound that is derived.

use crate::models::{model, small, wide_model, wide_word_model, wild};
use proptest::prelude::*;
use twoaxes::engine::{Checks, Contributions, Givens, Trace};

/// Every number is finite; every sum is the logit, within its bound; what is not read adds nothing.
fn holds(givens: &Givens) -> Result<usize, TestCaseError> {
    let trace = Trace::new(givens);
    let mut held = 0;
    for row in 0..givens.rows() {
        let Ok(contributions) = Contributions::of(&trace, row) else {
            prop_assert!(trace.reading(row).attention.is_err());
            continue;
        };
        for slot in 0..givens.slots() {
            let read = givens.mask.readable(row, slot);
            let length = contributions.length(slot);
            prop_assert!(length.is_none_or(|length| length.is_finite() && length >= 0.0));
            prop_assert!(read || length == Some(0.0));
            for word in 0..givens.words() {
                let number = contributions.get(slot, word);
                prop_assert!(number.is_none_or(f64::is_finite));
                prop_assert!(read || number == Some(0.0));
                let against = (word + 1) % givens.words();
                let toward = contributions.toward(slot, word, against);
                prop_assert!(toward.is_none_or(f64::is_finite));
                if let (Some(one), Some(other), Some(toward)) = (number, contributions.get(slot, against), toward) {
                    prop_assert_eq!(toward, one - other);
                }
            }
        }
        for word in 0..givens.words() {
            let Some(total) = contributions.total(word) else { continue };
            prop_assert_eq!(Some(total.logit.to_bits()), trace.logit(row, word).map(f64::to_bits));
            prop_assert!(total.bound >= 0.0 && total.bound.is_finite());
            prop_assert!(total.apart().abs() <= total.bound, "{word}: {total:?}");
            held += 1;
        }
        let checks = Checks::of(givens, &trace, row, 0, (givens.words() > 1).then_some(1));
        if let Some(checks) = checks {
            let all = [Some(checks.most_read), checks.longest, checks.adds_most];
            for leading in all.into_iter().flatten() {
                prop_assert!(!leading.slots.is_empty() && leading.number.is_finite());
                prop_assert!(leading.slots.iter().all(|slot| givens.mask.readable(row, *slot)));
            }
        }
    }
    Ok(held)
}

/// The bound says something: it is far below what the sum is made of.
fn is_tight(givens: &Givens) -> Result<(), TestCaseError> {
    let trace = Trace::new(givens);
    for row in 0..givens.rows() {
        let Ok(contributions) = Contributions::of(&trace, row) else { continue };
        for word in 0..givens.words() {
            let Some(total) = contributions.total(word) else { continue };
            let column: f64 = givens.head.line(word).iter().map(|number| number.abs()).sum();
            let largest = givens.values.iter().flatten().fold(0.0_f64, |largest, number| largest.max(number.abs()));
            let size = column * largest + contributions.constant(word).map_or(0.0, f64::abs);
            let terms = givens.slots() + givens.d_v() + 20;
            prop_assert!(total.bound <= 2.0 * f64::EPSILON * terms as f64 * size + 1e-300, "{total:?}, {size}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn sums_are_the_logits(givens in model(small())) {
        holds(&givens)?;
        is_tight(&givens)?;
    }

    #[test]
    fn in_wide_models_too(givens in wide_model(small())) {
        holds(&givens)?;
        is_tight(&givens)?;
    }

    #[test]
    fn where_values_follow_from_words(givens in wide_word_model(small())) {
        holds(&givens)?;
    }

    #[test]
    fn whatever_the_numbers(givens in wide_model(wild())) {
        holds(&givens)?;
    }
}

#[test]
fn the_lesson_is_held() {
    let givens = twoaxes::scenario::builtin::find("r72").unwrap();
    let givens = twoaxes::scenario::read(givens.text, "r72").unwrap().givens;
    assert_eq!(holds(&givens).unwrap(), 3);
}
