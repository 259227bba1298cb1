//! How far a computed score may be from the exact one.
//!
//! Every scorer is dot products and little else. A dot product of m roundings a term is off by at most
//! γ_m Σ|a_i b_i|; what was computed before and multiplied on is carried along. The givens are exact: they are the
//! numbers themselves.
//!
//! - dot: γ Σ|q_i k_i|.
//! - scaled-dot: the same times 1/√d_k, which is itself off by two roundings, and one for the product: three more.
//! - bilinear: direction = Wᵀq by d_k terms one after the other, then a dot product: γ Σ_i (Σ_r |q_r W_ri|) |k_i| with
//!   the roundings of both.
//! - additive: each pre-activation is off by η_r = γ (Σ|W_q q| + Σ|W_k k| + |b_a|); tanh does not stretch (its slope is
//!   at most 1) and adds its own error; then Σ_r |v_r| (η_r + error of tanh) + γ Σ|v_r h_r|.
//! - linear: γ (Σ|a_i q_i| + Σ|b_i k_i|), one rounding more for the sum.

use super::super::{Givens, Lines, Parameter, ScorerKind, scorer::scale};
use super::unit::{HYPERBOLIC, capped, dot_roundings, magnitude, roundings, underflows};

/// The bounds of a row's scores, slot by slot; 0 where the slot is masked.
pub(super) fn score_bounds(givens: &Givens, row: usize) -> Vec<f64> {
    let bound = bound_of_key(givens, givens.queries.line(row));
    let slots = givens.keys.iter().enumerate();
    slots.map(|(slot, key)| if givens.mask.readable(row, slot) { capped(bound(key)) } else { 0.0 }).collect()
}

type BoundOfKey<'a> = Box<dyn Fn(&[f64]) -> f64 + 'a>;

/// The bound as a function of the key, with what depends on the query alone worked out once.
fn bound_of_key<'a>(givens: &'a Givens, query: &'a [f64]) -> BoundOfKey<'a> {
    let (scorer, width) = (&givens.scorer, query.len());
    let in_dot = dot_roundings(width);
    match scorer.kind {
        ScorerKind::Dot | ScorerKind::ScaledDot => {
            let factor = scale(scorer.kind, width);
            Box::new(move |key| roundings(in_dot + 3) * factor * magnitude(query, key) + underflows(width))
        }
        ScorerKind::Bilinear => {
            let mut direction = vec![0.0; width];
            for (component, line) in query.iter().zip(scorer.used(Parameter::W).iter()) {
                for (sum, number) in direction.iter_mut().zip(line) {
                    *sum = capped(*sum + (component * number).abs());
                }
            }
            Box::new(move |key| {
                // Each component of the direction may have lost `underflows(width)`, which the key then multiplies.
                let lost: f64 = key.iter().map(|component| component.abs() * underflows(width)).sum();
                roundings(width + in_dot) * magnitude(&direction, key) + lost + underflows(width)
            })
        }
        ScorerKind::Additive => {
            let matrix = |parameter| scorer.used(parameter);
            let from_query: Vec<f64> =
                matrix(Parameter::Wq).iter().map(|line| capped(magnitude(line, query))).collect();
            let (w_k, b_a) = (matrix(Parameter::Wk), matrix(Parameter::Ba).line(0));
            let v_a = matrix(Parameter::Va).line(0);
            Box::new(move |key| additive(&from_query, w_k, b_a, v_a, key) + underflows(v_a.len()))
        }
        ScorerKind::Linear => {
            let from_query = magnitude(scorer.used(Parameter::A).line(0), query);
            let b = scorer.used(Parameter::B).line(0);
            Box::new(move |key| roundings(in_dot + 1) * (from_query + magnitude(b, key)) + underflows(2 * width))
        }
    }
}

fn additive(from_query: &[f64], w_k: &Lines, b_a: &[f64], v_a: &[f64], key: &[f64]) -> f64 {
    let before = roundings(dot_roundings(key.len()) + 2);
    let after = roundings(dot_roundings(v_a.len()));
    from_query
        .iter()
        .zip(w_k.iter())
        .zip(b_a.iter().zip(v_a))
        .map(|((from_query, line), (bias, weight))| {
            let pre_activation = capped(from_query + magnitude(line, key) + bias.abs());
            // |h| ≤ 1, and tanh cannot be off by more than its range.
            let hidden = (before * pre_activation + HYPERBOLIC + underflows(2 * key.len())).min(2.0);
            weight.abs() * (hidden + after)
        })
        .sum()
}
