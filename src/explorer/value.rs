//! The number at a place of the screen.

use super::{Focus, Model};
use crate::engine::{Contributions, Givens, Mark, Trace};
use crate::scenario::Contributed;

impl Focus {
    /// The number here in some model; `None` where there is none: a name, a masked score, an undefined stage.
    pub fn number(self, givens: &Givens, trace: &Trace, row: usize) -> Option<f64> {
        if let Some(cell) = self.cell(row) {
            return givens.get(cell);
        }
        let traced = trace.get(row)?;
        let weights = || traced.attention.as_ref().ok();
        let probabilities = || traced.probabilities.as_ref().ok();
        match self {
            Focus::Score(j) => traced.scores.as_ref().ok()?.get(j),
            Focus::Exponential(j) => {
                Some(weights()?.log_normaliser().exponential(traced.scores.as_ref().ok()?.get(j)?))
            }
            Focus::Normaliser => Some(weights()?.log_normaliser().denominator),
            Focus::Attention(j) => weights()?.weights().get(j).copied(),
            Focus::Weighted(j, d) => {
                let inside = j < givens.slots() && d < givens.d_v();
                inside.then(|| Some(weights()?.get(j) * givens.values.get(j, d))).flatten()
            }
            Focus::Contributed(of) => {
                let contributions = Contributions::of(trace, row).ok()?;
                match of {
                    Contributed::Length { slot } => contributions.length(slot?),
                    Contributed::Logit { slot, word } => contributions.get(slot?, word?),
                    Contributed::Difference { slot, word, against } => contributions.toward(slot?, word, against),
                    Contributed::Sum { word } => Some(contributions.total(word?)?.sum),
                }
            }
            Focus::Context(d) => traced.context.as_ref().ok()?.get(d).copied(),
            Focus::Logit(w) => traced.logits.as_ref().ok()?.get(w),
            Focus::WordExponential(w) => {
                Some(probabilities()?.log_normaliser().exponential(traced.logits.as_ref().ok()?.get(w)?))
            }
            Focus::WordNormaliser => Some(probabilities()?.log_normaliser().denominator),
            Focus::Probability(w) => probabilities()?.weights().get(w).copied(),
            Focus::Loss => traced.loss?.ok(),
            _ => None,
        }
    }
}

impl Model {
    /// The number at a place, now.
    pub fn number(&self, row: usize, focus: Focus) -> Option<f64> {
        focus.number(self.givens(), self.trace(), row)
    }

    /// The number there in the baseline.
    pub fn number_before(&self, row: usize, focus: Focus) -> Option<f64> {
        focus.number(&self.state().scenario.givens, self.baseline(), row)
    }

    /// How a derived number stands to the baseline's. `None` for what has no comparison of its own: α_j v_j, exponentials.
    pub fn mark(&self, row: usize, focus: Focus) -> Option<Mark> {
        let comparison = self.comparison();
        Some(match focus {
            Focus::Score(j) => comparison.score(row, j),
            Focus::Attention(j) => comparison.attention(row, j),
            Focus::Context(d) => comparison.context(row, d),
            Focus::Logit(w) => comparison.logit(row, w),
            Focus::Probability(w) => comparison.probability(row, w),
            Focus::Loss => comparison.loss(row),
            _ => return None,
        })
    }
}

/// −0 is 0: it would be shown as 0 and still differ from it in its bits.
pub(super) fn unsigned(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value }
}
