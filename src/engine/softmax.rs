//! Softmax and log-sum-exp, stable for every finite input.

use super::axis::{Axis, Distribution, LogSumExp, Scores};
use super::dot::sum;
use super::exponential::exp;

/// There is nothing to normalise: every place is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToNormalise;

/// softmax over the axis the scores lie on: exp(s_i − max s) / Σ_k exp(s_k − max s); masked places get exactly 0.
///
/// After the maximum is subtracted every exponent is at most 0 (−∞ when the difference of two finite scores is beyond
/// f64, whose exponential is 0), and the largest is exactly 0, so the denominator lies between 1 and the number of
/// places: the division can neither overflow nor meet 0/0.
///
/// # Errors
/// [`NothingToNormalise`] when every place is masked.
pub fn softmax<A: Axis>(scores: &Scores<A>) -> Result<Distribution<A>, NothingToNormalise> {
    if let Some(values) = scores.unmasked() {
        let (weights, sum, log_normaliser) = normalise(values)?;
        return Ok(Distribution::new(weights, sum, log_normaliser));
    }
    // The masked places are taken out and their zeros put back: masking a slot is then the same as its absence, to the
    // last bit.
    let present: Vec<f64> = scores.iter().flatten().collect();
    let (weights, sum, log_normaliser) = normalise(&present)?;
    let mut next = weights.into_iter();
    let place = |place| if scores.is_masked(place) { 0.0 } else { next.next().unwrap_or(0.0) };
    Ok(Distribution::new((0..scores.size()).map(place).collect(), sum, log_normaliser))
}

/// The weights, their sum, and what they were divided by.
fn normalise(values: &[f64]) -> Result<(Vec<f64>, f64, LogSumExp), NothingToNormalise> {
    let max = largest(values).ok_or(NothingToNormalise)?;
    let mut weights: Vec<f64> = values.iter().map(|value| exp(value - max)).collect();
    let denominator = sum(&weights);
    weights.iter_mut().for_each(|weight| *weight /= denominator);
    let sum = sum(&weights);
    Ok((weights, sum, LogSumExp { max, denominator }))
}

/// The largest of the numbers, none of which is NaN; `None` when there are none.
fn largest(values: &[f64]) -> Option<f64> {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let mut lanes = [*values.first()?; 4];
    let (heads, tail) = values.as_chunks::<4>();
    for head in heads {
        for (lane, value) in lanes.iter_mut().zip(head) {
            *lane = larger(*lane, *value);
        }
    }
    lanes.iter().chain(tail).copied().reduce(larger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Source;

    #[test]
    fn huge_scores_neither_overflow_nor_vanish() {
        let scores = Scores::<Source>::all(vec![f64::MAX, -f64::MAX, f64::MAX]);
        let alpha = softmax(&scores).unwrap();
        assert_eq!(alpha.weights(), &[0.5, 0.0, 0.5]);
        assert_eq!(alpha.sum(), 1.0);
    }

    #[test]
    fn a_masked_place_is_as_good_as_absent() {
        let values: Vec<f64> = (0..11).map(|i| f64::from(i * i % 7) / 3.0).collect();
        let masked: Vec<bool> = (0..11).map(|i| i % 4 == 1).collect();
        let present: Vec<f64> = values.iter().zip(&masked).filter(|(_, masked)| !**masked).map(|(v, _)| *v).collect();
        let with = softmax(&Scores::<Source>::with_masked(values, masked.clone())).unwrap();
        let without = softmax(&Scores::<Source>::all(present)).unwrap();
        let read: Vec<f64> =
            with.weights().iter().zip(&masked).filter(|(_, masked)| !**masked).map(|(w, _)| *w).collect();
        assert_eq!(read, without.weights());
        assert_eq!((with.sum(), with.log_normaliser()), (without.sum(), without.log_normaliser()));
        assert!(with.weights().iter().zip(&masked).all(|(weight, masked)| (*weight == 0.0) == *masked));
    }

    #[test]
    fn all_masked_has_no_softmax() {
        let scores = Scores::<Source>::with_masked(vec![0.0, 0.0], vec![true, true]);
        assert_eq!(softmax(&scores), Err(NothingToNormalise));
    }
}
