//! The bounds of one row's scores, weights and context.
//!
//! c_d = Σ_j α_j v_jd is off by Σ_j |α̂_j − α_j| |v_jd| for the weights, and by γ_n Σ_j α̂_j |v_jd| for n products and
//! additions one after the other. Where k and v follow from words, their own errors come to both (see `words.rs`).

use super::super::{Givens, Reading};
use super::scores::score_bounds;
use super::softmax::SoftmaxBound;
use super::unit::{TINY, capped, roundings};
use super::words::WordBounds;

/// |x̂ − x| for every number of a row up to its context. A stage the row does not have is empty.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct RowBounds {
    scores: Vec<f64>,
    attention: Vec<f64>,
    context: Vec<f64>,
}

impl RowBounds {
    pub(super) fn of(givens: &Givens, words: Option<&WordBounds>, row: usize, traced: &Reading) -> Self {
        let Ok(scores) = &traced.scores else { return Self::default() };
        let mut of_scores = score_bounds(givens, row);
        if let Some(words) = words {
            let more = words.of_scores(givens, row);
            of_scores.iter_mut().zip(more).for_each(|(bound, more)| *bound = capped(*bound + more));
        }
        let Ok(attention) = &traced.attention else {
            return Self { scores: of_scores, ..Self::default() };
        };
        let softmax = SoftmaxBound::of(attention, scores, |slot| of_scores[slot]);
        let of_attention: Vec<f64> = scores
            .iter()
            .zip(attention.weights())
            .map(|(score, weight)| score.map_or(0.0, |score| softmax.weight(score, *weight)))
            .collect();
        let mut context = vec![0.0; givens.d_v()];
        let in_sum = roundings(givens.slots());
        let weights = attention.weights().iter().zip(&of_attention);
        for (slot, ((weight, error), value)) in weights.zip(givens.values.iter()).enumerate() {
            if *error == 0.0 {
                continue; // masked
            }
            for (sum, of_value) in context.iter_mut().zip(words.map_or(&[][..], |words| words.value(slot))) {
                *sum += (error + weight) * of_value;
            }
            for (sum, component) in context.iter_mut().zip(value) {
                *sum += (error + in_sum * weight) * component.abs() + TINY;
            }
        }
        context.iter_mut().for_each(|bound| *bound = capped(*bound));
        Self { scores: of_scores, attention: of_attention, context }
    }

    pub(super) fn score(&self, slot: usize) -> f64 {
        self.scores.get(slot).copied().unwrap_or(0.0)
    }

    pub(in crate::engine) fn attention(&self, slot: usize) -> f64 {
        self.attention.get(slot).copied().unwrap_or(0.0)
    }

    pub(super) fn context(&self, component: usize) -> f64 {
        self.context.get(component).copied().unwrap_or(0.0)
    }
}
