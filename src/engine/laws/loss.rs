//! The laws on the loss, by both routes: from the logits, and from the probability.
//!
//! The engine's loss is t + ln D with t = max z − z_target ≥ 0 and D = Σ_w exp(z_w − max z) ≥ 1, so neither part is
//! larger than L. With u the unit roundoff and ε_f the relative error of exp and ln:
//!
//! - t costs u t, the logarithm ε_f ln D, the sum u L: (2u + ε_f) L for the loss itself;
//! - D is off by the roundings of its additions (⌈|V|/4⌉ + 2), ε_f for the exponentials, and u Σ_w p_w (max z − z_w) ≤
//!   u ln |V| for the differences they are taken of: these are relative errors, and absolute ones of ln D;
//! - p_target is exp(−t)/D̂ with the same D̂: u t + ε_f + u, and where it is subnormal, half of the smallest number in the
//!   exponential and as much in the division. Its logarithm is off by ε_f of itself.

use super::super::rounding::unit::{ELEMENTARY, U, roundings};
use super::context::Compensated;
use super::sums::lanes;
use super::{Claims, Found, Sides, Verdict, Why, first_not_finite};

/// L = ln Σ_w exp z_w − z_target. The right side is computed anew: the library's exponential, a compensated sum, both
/// apart from the engine's own. Its D is then off by ε_f, u ln |V| and a few u.
pub(super) fn from_logits(claims: &Claims) -> Result<Found, Why> {
    let (loss, target, logits) = match loss(claims, claims.logits)? {
        Ok(parts) => parts,
        Err(found) => return Ok(found),
    };
    if let Some((word, number)) = first_not_finite(logits) {
        let sides = Sides { left: loss, right: number, tolerance: 0.0 };
        return Ok(Found { verdict: Verdict::Broken, sides, place: Some(word) });
    }
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut denominator = Compensated::default();
    logits.iter().for_each(|logit| denominator.add((logit - max).exp()));
    let right = (max - logits[target]) + denominator.total().ln();
    #[expect(clippy::cast_precision_loss, reason = "a vocabulary is far below 2^53")]
    let logarithm = (logits.len() as f64).ln() + 1.0;
    let of_denominators = roundings(lanes(logits.len())) + 2.0 * (ELEMENTARY + U * logarithm) + 4.0 * U;
    let of_losses = 2.0 * (2.0 * U + ELEMENTARY) * loss.abs().max(right.abs());
    Found::judged(loss, right, of_denominators + of_losses)
}

/// L = −ln p_target.
pub(super) fn from_probability(claims: &Claims) -> Result<Found, Why> {
    let (loss, target, probabilities) = match loss(claims, claims.probabilities)? {
        Ok(parts) => parts,
        Err(found) => return Ok(found),
    };
    let p = probabilities[target];
    if p == 0.0 {
        return Err(Why::Underflow);
    }
    let right = 0.0 - p.ln();
    if !right.is_finite() {
        // No probability: negative, infinite or not a number.
        let sides = Sides { left: loss, right, tolerance: 0.0 };
        return Ok(Found { verdict: Verdict::Broken, sides, place: Some(target) });
    }
    let of_p = U + ELEMENTARY + lost_to_underflow(p);
    Found::judged(loss, right, of_p + (3.0 * U + 2.0 * ELEMENTARY) * loss.abs().max(right.abs()))
}

/// What −ln p may be off by because p is a multiple of m = 2^−1074. With p = k m, what was divided lies within m/2 of the
/// product it stands for, as does the quotient: each is within a factor 1 ± h, h = (1/2) / max(1, k − 1/2).
fn lost_to_underflow(p: f64) -> f64 {
    let multiple = p / f64::from_bits(1);
    let half = 0.5 / (multiple - 0.5).max(1.0);
    -2.0 * (-half).ln_1p()
}

type Parts<'a> = (f64, usize, &'a [f64]);

/// The loss, the target and the numbers over the words; or the law broken already, by a loss that is not finite.
fn loss<'a>(
    claims: &Claims<'a>,
    words: Result<&'a [f64], super::super::Undefined>,
) -> Result<Result<Parts<'a>, Found>, Why> {
    let (target, words) = claims.at_target(words)?;
    let loss = claims.loss.ok_or(Why::NoTarget)?.map_err(Why::Undefined)?;
    Ok(if loss.is_finite() { Ok((loss, target, words)) } else { Err(Found::not_finite(loss, words[target], None)) })
}
