//! What both axes need of a row of scores: its softmax, and its highest place.

use crate::engine::exp;

/// Adds the softmax of a row to `probabilities`; gives ln Σ exp of it. By max subtraction and log-sum-exp. What is masked
/// is −∞ and gets 0; the highest is finite, and nothing is NaN.
pub(super) fn distribution(scores: &[f64], probabilities: &mut Vec<f64>) -> f64 {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let from = probabilities.len();
    probabilities.extend(scores.iter().map(|score| exp(score - highest)));
    let probabilities = &mut probabilities[from..];
    let sum: f64 = probabilities.iter().sum();
    probabilities.iter_mut().for_each(|probability| *probability /= sum);
    highest + sum.ln()
}

/// The first place of the highest number; 0 where there is none.
pub fn first_highest(numbers: &[f64]) -> usize {
    let mut best = 0;
    for (at, number) in numbers.iter().enumerate() {
        if *number > numbers[best] {
            best = at;
        }
    }
    best
}
