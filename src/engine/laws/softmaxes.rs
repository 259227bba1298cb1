//! The two softmaxes themselves: the weights are those of the scores, the probabilities those of the logits.
//!
//! The weights as computed and as computed anew here (the library's exponential, a compensated sum, both apart from the
//! engine's own) differ in the logarithm of a weight whose score is t below the largest by no more than
//!
//! - u t for the difference and ε_f for the exponential, on either side;
//! - of the denominators (see `laws/loss.rs`): ⌈n/4⌉ + 2 roundings for the engine's sum and two for this one, ε_f and
//!   u (ln n + 1) on either side;
//! - u for the division, on either side;
//!
//! and by what underflow takes from exponential and quotient.

use super::super::Undefined;
use super::super::rounding::unit::{ELEMENTARY, U, roundings, underflows};
use super::context::Compensated;
use super::sums::lanes;
use super::{Claims, Found, Sides, Why, first_not_finite};

/// From so far below the largest score on, a weight is 0 on either side.
const NOTHING: f64 = 1500.0;

/// α_j = exp e_j / Σ_i exp e_i, over the slots that may be read.
pub(super) fn attention(claims: &Claims) -> Result<Found, Why> {
    let weights = claims.attention()?;
    let scores = claims.scores.map_err(Why::Undefined)?;
    if scores.len() != weights.len() {
        return Err(Why::OtherShape);
    }
    let read: Vec<usize> = claims.read().collect();
    if read.is_empty() {
        return Err(Why::Undefined(Undefined::AllMasked { row: claims.row }));
    }
    softmax(weights, scores, &read)
}

/// p_w = exp z_w / Σ_u exp z_u, over all words.
pub(super) fn probabilities(claims: &Claims) -> Result<Found, Why> {
    let probabilities = claims.probabilities()?;
    let logits = claims.logits.map_err(Why::Undefined)?;
    if logits.len() != probabilities.len() || logits.is_empty() {
        return Err(Why::OtherShape);
    }
    softmax(probabilities, logits, &(0..logits.len()).collect::<Vec<_>>())
}

/// Both sides at the place where they are farthest apart, by the measure of what rounding explains.
fn softmax(weights: &[f64], scores: &[f64], places: &[usize]) -> Result<Found, Why> {
    if let Some((place, number)) = first_not_finite(weights) {
        return Ok(Found::not_finite(number, 0.0, Some(place)));
    }
    if let Some(place) = places.iter().copied().find(|&place| !scores[place].is_finite()) {
        return Ok(Found::not_finite(scores[place], 0.0, Some(place)));
    }
    let max = places.iter().map(|&place| scores[place]).fold(f64::NEG_INFINITY, f64::max);
    let mut denominator = Compensated::default();
    places.iter().for_each(|&place| denominator.add((scores[place] - max).exp()));
    let denominator = denominator.total();
    #[expect(clippy::cast_precision_loss, reason = "the size of an axis is far below 2^53")]
    let logarithm = (places.len() as f64).ln() + 1.0;
    let common = roundings(lanes(places.len())) + 2.0 * (2.0 * ELEMENTARY + U * logarithm + U) + 4.0 * U;
    let side = |&place: &usize| {
        let (left, right) = (weights[place], (scores[place] - max).exp() / denominator);
        let share = common + 2.0 * U * (max - scores[place]).min(NOTHING);
        (place, Sides { left, right, tolerance: share * left.abs().max(right) + underflows(4) })
    };
    let excess = |sides: &Sides| (sides.left - sides.right).abs() / sides.tolerance;
    let worse = |a: (usize, Sides), b: (usize, Sides)| if excess(&b.1) > excess(&a.1) { b } else { a };
    let (place, sides) = places.iter().map(side).reduce(worse).ok_or(Why::OtherShape)?;
    Found::judged(sides.left, sides.right, sides.tolerance).map(|found| found.at(place))
}
