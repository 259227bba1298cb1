//! The law on the gradients of the scores: they sum to 0, because a shift common to all scores moves no weight.
//!
//! With g = ∂L/∂c, Σ_j α_j gᵀ(v_j − c) = gᵀ(Σ_j α_j v_j − c) + (1 − Σ_j α_j) gᵀc. For exact weights and context both
//! terms are 0. As computed:
//!
//! - each gradient is off by the roundings of its difference, dot product and product: γ α_j Σ_d |g_d| |v_jd − c_d|;
//! - c_d is off from the combination by n roundings of Σ_j α_j |v_jd|, the weights' sum from 1 by `weights_off`, and g
//!   multiplies both;
//! - the sum of the gradients costs ⌈n/4⌉ + 2 roundings of Σ_j |∂L/∂e_j|.

use super::super::rounding::unit::{dot_roundings, roundings, underflows};
use super::super::sum;
use super::sums::{lanes, weights_off};
use super::{ClaimedGradients, Claims, Found, Why, first_not_finite};

/// Σ_j ∂L/∂e_j = 0.
pub(super) fn scores(claims: &Claims) -> Result<Found, Why> {
    let ClaimedGradients { scores, context: pull } = claims.gradients?;
    let (weights, context) = (claims.attention()?, claims.context()?);
    if scores.len() != weights.len() || pull.len() != context.len() {
        return Err(Why::OtherShape);
    }
    if let Some((slot, number)) = first_not_finite(scores) {
        return Ok(Found::not_finite(number, 0.0, Some(slot)));
    }
    let slots = scores.len();
    let (in_gradient, in_context) = (roundings(dot_roundings(context.len()) + 2), roundings(slots));
    // A product that underflows inside the dot product is multiplied by a weight, one in the context by a pull.
    let mut tolerance = underflows(slots * (context.len() + 2));
    for (weight, value) in weights.iter().zip(claims.values.iter()).filter(|(weight, _)| **weight != 0.0) {
        let terms = pull.iter().zip(value).zip(context);
        let of_slot: f64 =
            terms.map(|((g, v), c)| g.abs() * (in_gradient * (v - c).abs() + in_context * v.abs())).sum();
        tolerance += weight.abs() * of_slot;
    }
    let along: f64 =
        pull.iter().zip(context).map(|(g, c)| g.abs() * (weights_off(slots) * c.abs() + underflows(slots))).sum();
    let magnitude: f64 = scores.iter().map(|gradient| gradient.abs()).sum();
    Found::judged(sum(scores), 0.0, tolerance + along + roundings(lanes(slots)) * magnitude)
}
