//! The laws hold of what the engine computes, whatever is given, within the tolerances they are held to; and they break
//! when a number is another.

use crate::models::{model, small, wide_model, wild};
use proptest::prelude::*;
use twoaxes::engine::laws::{Check, Claims, EveryRow, Law, Verdict, Why};
use twoaxes::engine::{Givens, Gradients, Lines, NoGradients, Trace};

fn every_check(givens: &Givens) -> Vec<(usize, Check)> {
    let trace = Trace::new(givens);
    let gradients = Gradients::of(givens, &trace);
    let rows = trace.rows().enumerate();
    rows.flat_map(|(t, row)| {
        let claims = Claims::of(givens, t, &row, gradients.as_ref().map_err(|reason| *reason));
        Check::all(&claims).into_iter().map(move |check| (t, check))
    })
    .collect()
}

/// Nothing is broken; what cannot be checked has a reason that is true.
fn check_model(givens: &Givens) -> Result<(), TestCaseError> {
    let trace = Trace::new(givens);
    let gradients = Gradients::of(givens, &trace);
    for (t, check) in every_check(givens) {
        let row = &trace.row(t);
        prop_assert_eq!(check.sides.is_none(), matches!(check.verdict, Verdict::CannotBeChecked(_)));
        let reason = match check.verdict {
            Verdict::Holds => continue,
            Verdict::Broken => return Err(TestCaseError::fail(format!("row {t}: {check:?}"))),
            Verdict::CannotBeChecked(reason) => reason,
        };
        match reason {
            Why::Undefined(reason) => prop_assert_eq!(row.undefined(), Some(reason)),
            Why::NoTarget => prop_assert!(givens.targets[t].is_none()),
            Why::NoGradients(reason) => {
                let overflow = matches!(reason, NoGradients::Overflow { .. });
                prop_assert!(overflow);
                prop_assert_eq!(gradients.as_ref().err(), Some(&reason));
            }
            Why::NothingMasked => prop_assert!((0..givens.slots()).all(|slot| givens.mask.readable(t, slot))),
            Why::Underflow => prop_assert!(row.loss.unwrap().unwrap() > 744.0),
            Why::TooLarge => prop_assert!(check.law == Law::ScoreGradientsSumToZero, "{:?}", check),
            Why::NotConverged => prop_assert!(check.law == Law::ContextInHull, "{:?}", check),
            Why::OtherShape | Why::TooMany | Why::Mistaken => {
                return Err(TestCaseError::fail(format!("row {t}: {check:?}")));
            }
        }
    }
    let every = EveryRow::of(&trace);
    prop_assert_eq!((every.rows, every.broken), (givens.rows(), 0));
    prop_assert_eq!(every.undefined, trace.rows().filter(|row| row.attention.is_err()).count());
    prop_assert_eq!(every.verdict() == Verdict::Holds, every.undefined < every.rows);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn nothing_is_broken(givens in prop_oneof![model(small()), wide_model(small())]) {
        check_model(&givens)?;
    }

    #[test]
    fn nothing_is_broken_at_the_ends_of_f64(givens in prop_oneof![model(wild()), wide_model(wild())]) {
        check_model(&givens)?;
    }

    /// Whatever is claimed, there is a verdict; what is not finite breaks the laws about it.
    #[test]
    fn any_claims_have_verdicts(
        givens in model(wild()),
        claimed in prop::collection::vec(prop_oneof![
            3 => wild(),
            1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
        ], 6),
        lengths in prop::collection::vec(0..7_usize, 5),
    ) {
        let trace = Trace::new(&givens);
        let gradients = Gradients::of(&givens, &trace);
        for (t, row) in trace.rows().enumerate() {
            let mut claims = Claims::of(&givens, t, &row, gradients.as_ref().map_err(|reason| *reason));
            let of = |length: usize, needed: usize| &claimed[..if length == 6 { needed } else { length }.min(6)];
            claims.attention = Ok(of(lengths[0].max(5), givens.slots()));
            claims.context = Ok(of(lengths[1].max(5), givens.d_v()));
            claims.logits = Ok(of(lengths[2], givens.words()));
            claims.probabilities = Ok(of(lengths[3], givens.words()));
            claims.loss = Some(Ok(claimed[0]));
            for check in Check::all(&claims) {
                let finite = claims.attention.unwrap().iter().all(|number| number.is_finite());
                if check.law == Law::AttentionSumsToOne && !finite && check.sides.is_some() {
                    prop_assert_eq!(check.verdict, Verdict::Broken);
                }
                if let (Verdict::Holds, Some(sides)) = (check.verdict, check.sides) {
                    prop_assert!(sides.left.is_finite() && sides.right.is_finite() && sides.tolerance.is_finite());
                }
            }
        }
    }

    /// A weight, a component, a probability or a loss that is off by a millionth of the largest number it comes from is
    /// seen by the laws that speak about it.
    #[test]
    fn a_millionth_is_seen(givens in model(small()), place in any::<prop::sample::Index>()) {
        let trace = Trace::new(&givens);
        let gradients = Gradients::of(&givens, &trace);
        for (t, row) in trace.rows().enumerate() {
            let claims = || Claims::of(&givens, t, &row, gradients.as_ref().map_err(|reason| *reason));
            let verdicts = |claims: &Claims, laws: &[Law]| laws.iter().map(|law| law.check(claims).verdict).collect::<Vec<_>>();
            let off = |numbers: &[f64]| {
                let mut numbers = numbers.to_vec();
                let place = place.index(numbers.len());
                numbers[place] += 1e-6;
                numbers
            };
            let Ok(attention) = claims().attention else { continue };
            let wrong = off(attention);
            let seen = verdicts(&Claims { attention: Ok(&wrong), ..claims() }, &[Law::AttentionSumsToOne]);
            prop_assert_eq!(seen, [Verdict::Broken]);
            // A masked slot's weight is the affair of another law.
            let of_slot = if givens.mask.readable(t, place.index(givens.slots())) {
                Law::AttentionFromScores
            } else {
                Law::MaskedNotRead
            };
            let seen = verdicts(&Claims { attention: Ok(&wrong), ..claims() }, &[of_slot]);
            prop_assert_eq!(seen, [Verdict::Broken]);

            let wrong = off(claims().context.unwrap());
            let seen = verdicts(&Claims { context: Ok(&wrong), ..claims() }, &[Law::ContextIsCombination]);
            prop_assert_eq!(seen, [Verdict::Broken]);

            let wrong = off(claims().probabilities.unwrap());
            let laws = [Law::ProbabilitiesSumToOne, Law::ErrorsSumToZero, Law::LossFromLogits, Law::LossFromProbability];
            let on_loss = &laws[1..];
            let claimed = Claims { probabilities: Ok(&wrong), ..claims() };
            let seen = verdicts(&claimed, &[Law::ProbabilitiesSumToOne, Law::ProbabilitiesFromLogits]);
            prop_assert_eq!(seen, [Verdict::Broken, Verdict::Broken]);
            let Some(Ok(loss)) = claims().loss else { continue };
            let seen = verdicts(&Claims { probabilities: Ok(&wrong), ..claims() }, &on_loss[..1]);
            prop_assert_eq!(seen, [Verdict::Broken]);
            let seen = verdicts(&Claims { loss: Some(Ok(loss + 1e-6)), ..claims() }, &on_loss[1..]);
            prop_assert_eq!(seen, [Verdict::Broken, Verdict::Broken]);
        }
    }

    /// One million of another size and all the same: the tolerance grows with the numbers, and no faster.
    #[test]
    fn outside_the_hull_by_a_millionth(givens in model(small()), exponent in -300_i32..300) {
        let factor = 2.0_f64.powi(exponent);
        let numbers: Vec<f64> = givens.values.to_vec().iter().map(|number| number * factor).collect();
        let givens = Givens { values: Lines::new(givens.d_v(), &numbers), ..givens };
        let trace = Trace::new(&givens);
        for (t, row) in trace.rows().enumerate() {
            let Ok(context) = &row.context else { continue };
            let read = (0..givens.slots()).filter(|&slot| givens.mask.readable(t, slot));
            let highest = read.map(|slot| givens.values.get(slot, 0)).fold(f64::MIN, f64::max);
            let mut outside = context.to_vec();
            outside[0] = highest + 1e-6 * factor;
            let claims = Claims { context: Ok(&outside), ..Claims::of(&givens, t, &row, Err(NoGradients::NoTarget)) };
            let check = Law::ContextInHull.check(&claims);
            prop_assert_eq!(check.verdict, Verdict::Broken);
            prop_assert!(check.sides.unwrap().left >= 0.99e-6 * factor);
        }
    }
}
