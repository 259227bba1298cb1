//! From ∂L/∂e back to the queries, the keys and the scorer's parameters, by the scorer's own formula.
//!
//! With s_tj = ∂L/∂e_tj, every gradient is Σ s_tj ∂e_tj/∂(·):
//!
//! | scorer | ∂e/∂q | ∂e/∂k | parameters |
//! |---|---|---|---|
//! | dot, scaled-dot | f k | f q | f = 1, 1/√d_k |
//! | bilinear | W k | Wᵀ q | W: q kᵀ |
//! | additive, h = tanh(W_q q + W_k k + b_a), u = v_a ⊙ (1 − h²) | W_qᵀ u | W_kᵀ u | W_q: u qᵀ, W_k: u kᵀ, b_a: u, v_a: h |
//! | linear | a | b | a: q, b: k |

use super::super::scorer::{Prepared, scale};
use super::super::{Givens, Lines, Parameter, ScorerKind, add_scaled, dot};

pub(super) struct ScorerGradients {
    /// T lines of d_k.
    pub(super) queries: Lines,
    /// n lines of d_k.
    pub(super) keys: Lines,
    /// Those of the kind in use, each shaped as the parameter.
    pub(super) parameters: Vec<(Parameter, Lines)>,
}

/// The gradients behind the scores, from `scores` (∂L/∂e) of the `rows` that add to the loss. Numbers beyond f64 come
/// out as not finite; the caller looks.
pub(super) fn through_scorer(givens: &Givens, scores: &Lines, rows: &[usize]) -> ScorerGradients {
    let way = Way { givens, scores, rows };
    match givens.scorer.kind {
        ScorerKind::Dot | ScorerKind::ScaledDot => way.products(),
        ScorerKind::Bilinear => way.bilinear(),
        ScorerKind::Additive => way.additive(),
        ScorerKind::Linear => way.linear(),
    }
}

#[derive(Clone, Copy)]
struct Way<'a> {
    givens: &'a Givens,
    scores: &'a Lines,
    rows: &'a [usize],
}

impl<'a> Way<'a> {
    /// The slots that matter in a row: s_tj ≠ 0, number and key. A masked slot, whose score was never computed, has
    /// s_tj = 0.
    fn slots(self, row: usize) -> impl Iterator<Item = (usize, f64, &'a [f64])> {
        let errors = self.scores.line(row).iter().copied();
        errors
            .zip(self.givens.keys.iter())
            .enumerate()
            .filter_map(|(slot, (error, key))| (error != 0.0).then_some((slot, error, key)))
    }

    fn zeros_like_queries(self) -> Vec<f64> {
        vec![0.0; self.givens.rows() * self.givens.d_k()]
    }

    fn zeros_like_keys(self) -> Vec<f64> {
        vec![0.0; self.givens.slots() * self.givens.d_k()]
    }

    fn done(self, queries: Vec<f64>, keys: Vec<f64>, parameters: Vec<(Parameter, Lines)>) -> ScorerGradients {
        let d_k = self.givens.d_k();
        ScorerGradients { queries: Lines::from_vec(d_k, queries), keys: Lines::from_vec(d_k, keys), parameters }
    }

    fn products(self) -> ScorerGradients {
        let d_k = self.givens.d_k();
        let factor = scale(self.givens.scorer.kind, d_k);
        let (mut queries, mut keys) = (self.zeros_like_queries(), self.zeros_like_keys());
        for &row in self.rows {
            let query = self.givens.queries.line(row);
            for (slot, error, key) in self.slots(row) {
                add_scaled(part(&mut queries, d_k, row), error * factor, key);
                add_scaled(part(&mut keys, d_k, slot), error * factor, query);
            }
        }
        self.done(queries, keys, Vec::new())
    }

    fn bilinear(self) -> ScorerGradients {
        let d_k = self.givens.d_k();
        let matrix = self.givens.scorer.used(Parameter::W);
        let (mut queries, mut keys) = (self.zeros_like_queries(), self.zeros_like_keys());
        let mut parameter = vec![0.0; d_k * d_k];
        for &row in self.rows {
            let query = self.givens.queries.line(row);
            let mut through = vec![0.0; d_k]; // Wᵀ q
            for (component, line) in query.iter().zip(matrix.iter()) {
                add_scaled(&mut through, *component, line);
            }
            let mut pull = vec![0.0; d_k]; // Σ_j s_tj k_j
            for (slot, error, key) in self.slots(row) {
                add_scaled(part(&mut keys, d_k, slot), error, &through);
                add_scaled(&mut pull, error, key);
            }
            for (gradient, line) in part(&mut queries, d_k, row).iter_mut().zip(matrix.iter()) {
                *gradient = dot(line, &pull);
            }
            for (component, line) in query.iter().zip(parameter.chunks_exact_mut(d_k)) {
                add_scaled(line, *component, &pull);
            }
        }
        self.done(queries, keys, vec![(Parameter::W, Lines::from_vec(d_k, parameter))])
    }

    fn additive(self) -> ScorerGradients {
        let (d_k, scorer) = (self.givens.d_k(), &self.givens.scorer);
        let [w_q, w_k] = [Parameter::Wq, Parameter::Wk].map(|parameter| scorer.used(parameter));
        let v_a = scorer.used(Parameter::Va).line(0);
        let d_a = v_a.len();
        let (mut queries, mut keys) = (self.zeros_like_queries(), self.zeros_like_keys());
        let mut d_w_q = vec![0.0; d_a * d_k];
        let mut d_w_k = vec![0.0; d_a * d_k];
        let mut d_b_a = vec![0.0; d_a];
        let mut d_v_a = vec![0.0; d_a];
        let mut before = vec![0.0; d_a];
        for &row in self.rows {
            let query = self.givens.queries.line(row);
            let prepared = Prepared::new(scorer, query);
            let mut over_slots = vec![0.0; d_a]; // Σ_j s_tj u_tj
            for (slot, error, key) in self.slots(row) {
                // A slot whose pre-activation overflowed made its row undefined, and such a row is not among these.
                let Some(hidden) = prepared.hidden(key) else { continue };
                add_scaled(&mut d_v_a, error, &hidden);
                for ((before, hidden), weight) in before.iter_mut().zip(&hidden).zip(v_a) {
                    // (1 − h)(1 + h) keeps the digits that 1 − h² loses where tanh saturates.
                    *before = error * (weight * ((1.0 - hidden) * (1.0 + hidden)));
                }
                add_scaled(&mut over_slots, 1.0, &before);
                for ((component, from_query), from_key) in
                    before.iter().zip(w_k.iter()).zip(d_w_k.chunks_exact_mut(d_k))
                {
                    add_scaled(part(&mut keys, d_k, slot), *component, from_query);
                    add_scaled(from_key, *component, key);
                }
            }
            add_scaled(&mut d_b_a, 1.0, &over_slots);
            for ((component, line), gradient) in over_slots.iter().zip(w_q.iter()).zip(d_w_q.chunks_exact_mut(d_k)) {
                add_scaled(part(&mut queries, d_k, row), *component, line);
                add_scaled(gradient, *component, query);
            }
        }
        let parameters = vec![
            (Parameter::Wq, Lines::from_vec(d_k, d_w_q)),
            (Parameter::Wk, Lines::from_vec(d_k, d_w_k)),
            (Parameter::Ba, Lines::from_vec(d_a, d_b_a)),
            (Parameter::Va, Lines::from_vec(d_a, d_v_a)),
        ];
        self.done(queries, keys, parameters)
    }

    /// The query's term aᵀq is common to all slots of a row: its gradient is Σ_j s_tj = g_tᵀ (c_t − c_t) = 0 times
    /// anything. That is the closed form, so q and a get exactly 0 instead of what rounding leaves of the sum.
    fn linear(self) -> ScorerGradients {
        let d_k = self.givens.d_k();
        let b = self.givens.scorer.used(Parameter::B).line(0);
        let mut keys = self.zeros_like_keys();
        let mut parameter = vec![0.0; d_k];
        for &row in self.rows {
            for (slot, error, key) in self.slots(row) {
                add_scaled(part(&mut keys, d_k, slot), error, b);
                add_scaled(&mut parameter, error, key);
            }
        }
        let parameters = vec![(Parameter::A, Lines::zeros(d_k, 1)), (Parameter::B, Lines::from_vec(d_k, parameter))];
        self.done(self.zeros_like_queries(), keys, parameters)
    }
}

/// Line `line` of a listing with lines of `width`.
fn part(numbers: &mut [f64], width: usize, line: usize) -> &mut [f64] {
    &mut numbers[line * width..(line + 1) * width]
}
