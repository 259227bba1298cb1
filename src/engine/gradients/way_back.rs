//! The way back from the loss of one row, as far as it belongs to the row alone: z → c → α → e → q.

use super::through_scorer::through_scorer;
use super::{Differentiated, Gradients, LogitGradient, NoGradients, RowGradients, finite};
use crate::engine::{Givens, Lines, Tensor, Trace, dot};

/// The gradients of the total loss with respect to the numbers of one row. No other row adds to them, so those that
/// [`super::Gradients`] has too are the same to the last bit.
#[derive(Clone, Debug)]
pub struct WayBack {
    row: usize,
    logits: LogitGradient,
    context: Vec<f64>,
    attention: Vec<f64>,
    pulls: Vec<f64>,
    scores: Vec<f64>,
    query: Vec<f64>,
}

impl WayBack {
    /// Of row `row` of `trace`, which is the trace of `givens`. `known` are the gradients of all rows, where they are there
    /// already: G is then not gone through again.
    ///
    /// # Errors
    /// The row does not add to the loss, or a gradient is beyond f64.
    pub(in crate::engine) fn of(
        givens: &Givens,
        trace: &Trace,
        row: usize,
        known: Option<&Gradients>,
    ) -> Result<Self, NoGradients> {
        let line = |lines: &Lines| lines.line(row).to_vec();
        let known = known.filter(|known| known.logits().contributes(row));
        let known = known.map(|known| [line(known.contexts()), line(known.scores()), line(known.queries())]);
        let [pull, scores, query] = match known {
            Some(known) => known,
            None => Self::alone(givens, trace, row)?,
        };
        let Ok(context) = trace.context(row) else { return Err(NoGradients::Undefined) };
        let mut difference = vec![0.0; context.len()];
        let pulls = givens.values.iter().map(|value| {
            let apart = difference.iter_mut().zip(value.iter().zip(context.iter()));
            apart.for_each(|(difference, (value, mean))| *difference = value - mean);
            dot(&pull, &difference)
        });
        let pulls = pulls.collect();
        let attention = givens.values.iter().map(|value| dot(&pull, value)).collect();
        let logits = LogitGradient::of_row(givens, trace, row);
        Ok(Self { row, logits, context: pull, attention, pulls, scores, query })
    }

    /// g, ∂L/∂e and ∂L/∂q of a row.
    fn alone(givens: &Givens, trace: &Trace, row: usize) -> Result<[Vec<f64>; 3], NoGradients> {
        let RowGradients { scores, context } = RowGradients::of(givens, trace, row)?;
        let mut of_all = Lines::zeros(givens.slots(), givens.rows());
        scores.iter().enumerate().for_each(|(slot, score)| of_all.set(row, slot, *score));
        let queries = through_scorer(givens, &of_all, &[row]).queries;
        let queries = finite(queries, Differentiated::Given(Tensor::Queries))?;
        Ok([context, scores, queries.line(row).to_vec()])
    }

    /// ∂L/∂z_tw = p_tw − y_tw; `None` past the last word.
    pub fn logit(&self, word: usize) -> Option<f64> {
        self.logits.get(self.row, word)
    }

    /// ∂L/∂z_t over the words.
    pub fn logits(&self) -> Vec<f64> {
        self.logits.row(self.row)
    }

    /// ∂L/∂c_t = g, d_v numbers.
    pub fn context(&self) -> &[f64] {
        &self.context
    }

    /// ∂L/∂α_tj = gᵀ v_j, as if a weight could be changed alone; `None` past the last slot and where it is beyond f64.
    pub fn attention(&self, slot: usize) -> Option<f64> {
        self.attention.get(slot).copied().filter(|number| number.is_finite())
    }

    /// gᵀ (v_j − c_t): what is to be lost by reading slot j more and all others less, in proportion. Negative where that
    /// lowers the loss. `None` as above.
    pub fn pull(&self, slot: usize) -> Option<f64> {
        self.pulls.get(slot).copied().filter(|number| number.is_finite())
    }

    /// ∂L/∂e_t, n numbers; 0 at a masked slot.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// ∂L/∂q_t, d_k numbers.
    pub fn query(&self) -> &[f64] {
        &self.query
    }
}
