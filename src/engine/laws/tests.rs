use super::super::specimens::r72;
use super::super::{Givens, Gradients, Lines, Mask, Stage, Trace};
use super::*;
use Verdict::{Broken, CannotBeChecked, Holds};

fn with_claims<T>(givens: &Givens, of: impl FnOnce(Claims) -> T) -> T {
    let trace = Trace::new(givens);
    let gradients = Gradients::of(givens, &trace);
    of(Claims::of(givens, 0, &trace.row(0), gradients.as_ref().map_err(|reason| *reason)))
}

fn verdicts(givens: &Givens) -> Vec<Verdict> {
    with_claims(givens, |claims| Check::all(&claims).iter().map(|check| check.verdict).collect())
}

#[test]
fn the_lesson_row_keeps_all_of_them() {
    with_claims(&r72(), |claims| {
        for check in Check::all(&claims) {
            let expected = if check.law == Law::MaskedNotRead { CannotBeChecked(Why::NothingMasked) } else { Holds };
            assert_eq!(check.verdict, expected, "{check:?}");
            let Some(sides) = check.sides else { continue };
            let exact = check.law == Law::AttentionNotNegative;
            assert!(if exact { sides.tolerance == 0.0 } else { sides.tolerance < 1e-13 }, "{check:?}");
        }
        let smallest = Law::AttentionNotNegative.check(&claims);
        assert_eq!(
            (smallest.place, smallest.sides.map(|sides| sides.left)),
            (Some(1), Some(claims.attention.unwrap()[1]))
        );
        let loss = Law::LossFromProbability.check(&claims).sides.unwrap();
        assert!((loss.left - 0.352_839_78).abs() < 1e-8 && (loss.right - loss.left).abs() < 1e-15, "{loss:?}");
    });
}

#[test]
fn a_masked_slot_is_looked_at() {
    let mut givens = r72();
    givens.mask.set_slot(2, false);
    with_claims(&givens, |claims| {
        let check = Law::MaskedNotRead.check(&claims);
        assert_eq!((check.verdict, check.place), (Holds, Some(2)));
        assert!(Check::all(&claims).iter().all(|check| check.verdict == Holds));
    });
    // The mask forgotten: the weights of the row without it.
    let unmasked = with_claims(&r72(), |claims| claims.attention.unwrap().to_vec());
    with_claims(&givens, |claims| {
        let wrong = Claims { attention: Ok(&unmasked), ..claims };
        let check = Law::MaskedNotRead.check(&wrong);
        assert_eq!((check.verdict, check.place), (Broken, Some(2)));
        assert_eq!(check.sides.unwrap().left, unmasked[2]);
        assert_eq!(Law::AttentionSumsToOne.check(&wrong).verdict, Holds);
        assert_eq!(Law::AttentionFromScores.check(&wrong).verdict, Broken, "the readable ones have lost to it");
    });
}

/// Two decimals may still sum to 1, and are in the hull; they are not the softmax of the scores.
#[test]
fn weights_of_other_scores() {
    with_claims(&r72(), |claims| {
        let rounded = [0.42, 0.16, 0.42];
        let wrong = Claims { attention: Ok(&rounded), ..claims.clone() };
        let check = Law::AttentionFromScores.check(&wrong);
        assert_eq!((check.verdict, check.place), (Broken, Some(1)));
        let sides = check.sides.unwrap();
        assert_eq!((sides.left, sides.right), (0.16, claims.attention.unwrap()[1]));
        assert_eq!(Law::AttentionSumsToOne.check(&wrong).verdict, Holds);
        for scores in [[1.0, f64::NAN, 1.0], [1.0, 0.0, f64::NEG_INFINITY]] {
            let check = Law::AttentionFromScores.check(&Claims { scores: Ok(&scores), ..claims.clone() });
            assert_eq!(check.verdict, Broken);
        }
        let short = Claims { scores: Ok(&[1.0]), ..claims };
        assert_eq!(Law::AttentionFromScores.check(&short).verdict, CannotBeChecked(Why::OtherShape));
    });
}

#[test]
fn weights_that_are_none() {
    with_claims(&r72(), |claims| {
        let exponentials = [std::f64::consts::E, 1.0, std::f64::consts::E];
        let of_keys = [1.5, -0.5, 0.0];
        let broken = [f64::INFINITY, f64::NAN, 1.0];
        for (weights, sums, positive) in
            [(exponentials, Broken, Holds), (of_keys, Holds, Broken), (broken, Broken, Broken)]
        {
            let wrong = Claims { attention: Ok(&weights), ..claims.clone() };
            assert_eq!(Law::AttentionSumsToOne.check(&wrong).verdict, sums);
            assert_eq!(Law::AttentionNotNegative.check(&wrong).verdict, positive);
            assert_eq!(Law::ContextIsCombination.check(&wrong).verdict, Broken);
            assert_eq!(Law::ContextInHull.check(&wrong).verdict, Holds, "c itself is right");
        }
        let wrong = Claims { attention: Ok(&broken), ..claims };
        let check = Law::AttentionSumsToOne.check(&wrong);
        assert_eq!((check.place, check.sides.unwrap().left), (Some(0), f64::INFINITY));
    });
}

#[test]
fn a_context_from_elsewhere() {
    with_claims(&r72(), |claims| {
        // Keys read in place of values; the values summed without weights; a component that is none.
        let weights = claims.attention.unwrap();
        let of_keys = [weights[0] + weights[2], weights[1] + weights[2]];
        for (context, left) in [(of_keys, 0.775), ([3.0, 6.0], 13.0_f64.sqrt()), ([f64::NAN, 0.0], f64::NAN)] {
            let wrong = Claims { context: Ok(&context), ..claims.clone() };
            let [combination, hull] = [Law::ContextIsCombination, Law::ContextInHull].map(|law| law.check(&wrong));
            assert_eq!((combination.verdict, hull.verdict), (Broken, Broken));
            let distance = hull.sides.unwrap().left;
            assert!((distance - left).abs() < 0.01 || left.is_nan() && distance.is_nan(), "{distance}");
        }
        let short = Claims { context: Ok(&[1.0]), ..claims };
        assert_eq!(Law::ContextInHull.check(&short).verdict, CannotBeChecked(Why::OtherShape));
    });
}

/// ∂L/∂e_j without the term of the softmax's own denominator: α_j gᵀ v_j.
#[test]
fn a_gradient_that_forgets_the_others() {
    with_claims(&r72(), |claims| {
        let ClaimedGradients { context, scores } = claims.gradients.unwrap();
        let weights = claims.attention.unwrap();
        let along = |j: usize| weights[j] * context.iter().zip(claims.values.line(j)).map(|(g, v)| g * v).sum::<f64>();
        let forgetful: Vec<f64> = (0..3).map(along).collect();
        let wrong = ClaimedGradients { scores: &forgetful, context };
        let wrong = Claims { gradients: Ok(wrong), ..claims.clone() };
        assert_eq!(Law::ScoreGradientsSumToZero.check(&wrong).verdict, Broken);
        let not_finite = [scores[0], f64::NAN, scores[2]];
        let wrong = Claims { gradients: Ok(ClaimedGradients { scores: &not_finite, context }), ..claims };
        let check = Law::ScoreGradientsSumToZero.check(&wrong);
        assert_eq!((check.verdict, check.place), (Broken, Some(1)));
    });
}

/// A softmax of the probabilities: it sums to 1, its loss is its own −ln p, but it is not that of the logits.
#[test]
fn softmax_twice() {
    with_claims(&r72(), |claims| {
        let exponentials: Vec<f64> = claims.probabilities.unwrap().iter().map(|p| p.exp()).collect();
        let sum: f64 = exponentials.iter().sum();
        let twice: Vec<f64> = exponentials.iter().map(|number| number / sum).collect();
        let wrong = Claims { probabilities: Ok(&twice), loss: Some(Ok(-twice[0].ln())), ..claims };
        let laws = [Law::ProbabilitiesSumToOne, Law::ErrorsSumToZero, Law::LossFromProbability, Law::LossFromLogits];
        assert_eq!(laws.map(|law| law.check(&wrong).verdict), [Holds, Holds, Holds, Broken]);
        let check = Law::ProbabilitiesFromLogits.check(&wrong);
        assert_eq!((check.verdict, check.place), (Broken, Some(2)), "the smallest probability is most times too large");
        let wrong = Claims { loss: Some(Ok(f64::INFINITY)), ..wrong };
        assert_eq!(laws.map(|law| law.check(&wrong).verdict)[2..], [Broken, Broken]);
    });
}

/// The target's probability gets small, loses digits as a subnormal number, and is 0; the logits still tell the loss.
#[test]
fn a_probability_that_vanishes() {
    let with_logit = |logit: f64| Givens { bias: vec![Some(Lines::new(3, &[logit, 0.0, 0.0]))], ..r72() };
    for below in 700..760 {
        let givens = with_logit(-f64::from(below));
        with_claims(&givens, |claims| {
            let p = claims.probabilities.unwrap()[0];
            let [logits, probability] = [Law::LossFromLogits, Law::LossFromProbability].map(|law| law.check(&claims));
            assert_eq!(logits.verdict, Holds);
            let expected = if p == 0.0 { CannotBeChecked(Why::Underflow) } else { Holds };
            assert_eq!(probability.verdict, expected, "{p:e}: {probability:?}");
            // A subnormal number's digits: those it has lost, the tolerance allows for.
            if let Some(sides) = probability.sides {
                let multiple = p / f64::from_bits(1);
                assert!(sides.tolerance <= 1e-11 + 1.7 / multiple, "{p:e}: {sides:?}");
            }
        });
    }
}

#[test]
fn a_row_without_numbers_says_why() {
    let masked = Givens { mask: Mask::cells(vec![vec![false; 3]]), ..r72() };
    let reason = CannotBeChecked(Why::Undefined(Undefined::AllMasked { row: 0 }));
    assert_eq!(verdicts(&masked), vec![reason; Law::ALL.len()]);
    let beyond = Givens { queries: Lines::new(2, &[f64::MAX, f64::MAX]), ..r72() };
    let reason = Undefined::Overflow { row: 0, stage: Stage::Scores, place: 2 };
    assert_eq!(verdicts(&beyond), vec![CannotBeChecked(Why::Undefined(reason)); Law::ALL.len()]);
    let without = Givens { targets: vec![None], ..r72() };
    let [.., errors, gradients, from_logits, from_probability] = verdicts(&without)[..] else { panic!() };
    assert_eq!([errors, gradients, from_logits, from_probability], [CannotBeChecked(Why::NoTarget); 4]);
}

#[test]
fn the_row_that_is_farthest_from_one_is_named() {
    let mut givens = r72();
    for prefix in 1..4 {
        givens.insert(super::super::Part::Row, prefix);
    }
    givens.mask = Mask::cells((0..4).map(|t| vec![t != 2; 3]));
    let every = EveryRow::of(&Trace::new(&givens));
    assert_eq!((every.rows, every.undefined, every.broken, every.verdict()), (4, 1, 0, Holds));
    let none = Undefined::AllMasked { row: 1 };
    let rows = [Ok((3, 1.0)), Err(none), Ok((3, 0.98)), Ok((3, f64::NAN)), Ok((3, 1.5))];
    let every = EveryRow::of_sums(rows);
    assert_eq!((every.rows, every.undefined, every.broken, every.verdict()), (5, 1, 3, Broken));
    assert_eq!(every.worst.unwrap().0, 3);
    assert_eq!(EveryRow::of_sums(rows[..3].to_vec()).worst.unwrap().0, 2);
    assert_eq!(EveryRow::of_sums([Err(none)]).verdict(), CannotBeChecked(Why::Undefined(none)));
}

/// 4,096 slots and 100,000 words: everything holds, and a millionth is still seen.
#[test]
fn a_large_row() {
    let number = |i: usize| f64::from(u32::try_from(i * 7919 % 10_007).unwrap()) / 5_003.0 - 1.0;
    let lines = |count: usize, width: usize, factor: f64| {
        Lines::from_vec(width, (0..count * width).map(|i| factor * number(i * 31 + i / 10_007)).collect())
    };
    let givens = Givens {
        queries: lines(1, 2, 3.0),
        keys: lines(4096, 2, 1.0),
        values: lines(4096, 3, 1.0),
        head: lines(100_000, 3, 4.0),
        mask: Mask::none(4096),
        targets: vec![Some(77_777)],
        ..r72()
    };
    with_claims(&givens, |claims| {
        let checks = Check::all(&claims);
        assert!(checks.iter().all(|check| check.verdict == Holds || check.law == Law::MaskedNotRead), "{checks:?}");
        assert!(checks.iter().flat_map(|check| check.sides).all(|sides| sides.tolerance < 1e-11), "{checks:?}");
        let mut wrong = claims.probabilities.unwrap().to_vec();
        wrong[5] += 1e-6;
        let wrong = Claims { probabilities: Ok(&wrong), ..claims };
        assert_eq!(Law::ProbabilitiesSumToOne.check(&wrong).verdict, Broken);
        assert_eq!(Law::ErrorsSumToZero.check(&wrong).verdict, Broken);
    });
}
