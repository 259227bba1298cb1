//! The laws on the weights and probabilities themselves: they sum to 1, none is negative, a masked slot has none.
//!
//! A computed weight is exp(s_j − max s) / D̂, where D̂ is the sum of the computed exponentials: whatever the errors of the
//! scores and of the exponentials, they are in the numerators and in D̂ alike, and the weights as computed sum to 1 but
//! for the ⌈n/4⌉ + 2 roundings of each term of D̂ (four lanes), one for the division, and what a quotient may lose by
//! underflow. Adding them up again costs ⌈n/4⌉ + 2 roundings more.

use super::super::rounding::unit::{roundings, underflows};
use super::super::{Undefined, sum};
use super::{Claims, Found, Sides, Verdict, Why, first_not_finite};

/// How far the exact sum of `count` computed weights may be from 1.
pub(super) fn weights_off(count: usize) -> f64 {
    roundings(lanes(count) + 1) + underflows(count)
}

/// The roundings a term of [`sum`] goes through.
pub(super) fn lanes(count: usize) -> usize {
    count.div_ceil(4) + 2
}

/// How far the computed sum of `count` computed weights may be from 1.
pub(super) fn sum_off(count: usize) -> f64 {
    weights_off(count) + roundings(lanes(count))
}

/// Σ_j α_j = 1.
pub(super) fn attention(claims: &Claims) -> Result<Found, Why> {
    sums_to_one(claims.attention()?)
}

/// Σ_w p_w = 1.
pub(super) fn probabilities(claims: &Claims) -> Result<Found, Why> {
    sums_to_one(claims.probabilities()?)
}

fn sums_to_one(weights: &[f64]) -> Result<Found, Why> {
    if let Some((place, number)) = first_not_finite(weights) {
        return Ok(Found::not_finite(number, 1.0, Some(place)));
    }
    let sides = Sides { left: sum(weights), right: 1.0, tolerance: sum_off(weights.len()) };
    Ok(Found { verdict: sides.verdict(), sides, place: None })
}

/// α_j ≥ 0.
pub(super) fn smallest(claims: &Claims) -> Result<Found, Why> {
    let weights = claims.attention()?;
    if let Some((place, number)) = first_not_finite(weights) {
        return Ok(Found::not_finite(number, 0.0, Some(place)));
    }
    let smallest = claims.read().reduce(|a, b| if weights[b] < weights[a] { b } else { a });
    let slot = smallest.ok_or(Why::Undefined(Undefined::AllMasked { row: claims.row }))?;
    let sides = Sides { left: weights[slot], right: 0.0, tolerance: 0.0 };
    let verdict = if sides.left >= 0.0 { Verdict::Holds } else { Verdict::Broken };
    Ok(Found { verdict, sides, place: Some(slot) })
}

/// masked ⇒ α_j = 0.
pub(super) fn masked(claims: &Claims) -> Result<Found, Why> {
    let weights = claims.attention()?;
    let size = |slot: usize| if weights[slot].is_nan() { f64::INFINITY } else { weights[slot].abs() };
    let masked = (0..weights.len()).filter(|&slot| !claims.readable[slot]);
    let slot = masked.reduce(|a, b| if size(b) > size(a) { b } else { a }).ok_or(Why::NothingMasked)?;
    let sides = Sides { left: weights[slot], right: 0.0, tolerance: 0.0 };
    Ok(Found { verdict: sides.verdict(), sides, place: Some(slot) })
}

/// Σ_w (p_w − y_w) = 0: what is before the target, the target's p − 1, and what is after it. Besides Σ_w p_w = 1 it costs
/// the rounding of p − 1 and two additions.
pub(super) fn errors(claims: &Claims) -> Result<Found, Why> {
    let (target, p) = claims.at_target(claims.probabilities)?;
    if let Some((place, number)) = first_not_finite(p) {
        return Ok(Found::not_finite(number, 0.0, Some(place)));
    }
    let error = p[target] - 1.0;
    let others = [&p[..target], &p[target + 1..]];
    let left = (sum(others[0]) + error) + sum(others[1]);
    // Of p, no part is negative as a rule; of other numbers the magnitude is taken, at most 2 for p.
    let magnitude = error.abs() + others.map(|part| part.iter().map(|p| p.abs()).sum::<f64>()).iter().sum::<f64>();
    Found::judged(left, 0.0, weights_off(p.len()) + roundings(lanes(p.len()) + 3) * magnitude)
}
