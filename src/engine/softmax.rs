//! Softmax and log-sum-exp, stable for every finite input.

use super::axis::{Axis, Distribution, LogSumExp, Scores};

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
    let max = scores.iter().flatten().reduce(f64::max).ok_or(NothingToNormalise)?;
    let mut weights: Vec<f64> = match scores.unmasked() {
        Some(values) => values.iter().map(|score| (score - max).exp()).collect(),
        None => scores.iter().map(|score| score.map_or(0.0, |score| (score - max).exp())).collect(),
    };
    // Added one after the other: leaving a masked slot out is then the same as adding its 0, to the last bit.
    let denominator: f64 = weights.iter().sum();
    let mut sum = 0.0;
    for weight in &mut weights {
        *weight /= denominator;
        sum += *weight;
    }
    Ok(Distribution::new(weights, sum, LogSumExp { max, denominator }))
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
    fn all_masked_has_no_softmax() {
        let scores = Scores::<Source>::with_masked(vec![0.0, 0.0], vec![true, true]);
        assert_eq!(softmax(&scores), Err(NothingToNormalise));
    }
}
