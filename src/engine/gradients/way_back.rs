//! The way back from the loss of one row, as far as it belongs to the row alone: z → c → α → e → q.

use super::through_scorer::through_scorer;
use super::{Differentiated, Gradients, LogitGradient, NoGradients, RowGradients, finite};
use crate::engine::rounding::unit::{dot_roundings, roundings};
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
    /// How far rounding may have taken each of them.
    blur: Vec<f64>,
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
        let pulls: Vec<f64> = pulls.collect();
        let blur = blur(givens, trace, row, (&pull, &context));
        let attention = givens.values.iter().map(|value| dot(&pull, value)).collect();
        let logits = LogitGradient::of_row(givens, trace, row);
        Ok(Self { row, logits, context: pull, attention, pulls, blur, scores, query })
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

    /// Whether gᵀ (v_j − c_t) is no more than what rounding leaves of 0: whether e_j is raised makes no difference then.
    pub fn is_blurred(&self, slot: usize) -> bool {
        self.pull(slot).is_some_and(|pull| pull.abs() <= self.blur[slot])
    }

    /// Whether no score makes a difference that is more than rounding.
    pub fn moves_no_score(&self) -> bool {
        let moves = |(slot, score): (usize, &f64)| *score != 0.0 && !self.is_blurred(slot);
        !self.scores.iter().enumerate().any(moves)
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

/// How far each gᵀ (v_j − c) may be from 0 where exact numbers would give 0: c_d is off by the roundings of its n terms,
/// and the weights by those of their own sum; the difference and the dot product are rounded once more.
fn blur(givens: &Givens, trace: &Trace, row: usize, (pull, context): (&[f64], &[f64])) -> Vec<f64> {
    let Ok(attention) = trace.reading(row).attention else { return vec![0.0; givens.slots()] };
    let mut sizes = vec![0.0; context.len()];
    for (weight, value) in attention.weights().iter().zip(givens.values.iter()) {
        sizes.iter_mut().zip(value).for_each(|(size, number)| *size += weight * number.abs());
    }
    let in_context = roundings(2 * givens.slots() + 4);
    let of_context: f64 = pull.iter().zip(&sizes).map(|(g, size)| g.abs() * in_context * size).sum();
    let in_product = roundings(dot_roundings(context.len()) + 1);
    let of_slot = |value: &[f64]| {
        let terms = pull.iter().zip(value.iter().zip(context));
        terms.map(|(g, (v, c))| in_product * (g * (v - c)).abs()).sum::<f64>() + of_context
    };
    givens.values.iter().map(of_slot).collect()
}
