//! The gradients of one row alone, for whoever looks at one row.

use super::{
    Contribution, Coupling, Differentiated, LogitGradient, NoGradients, context_gradients, finite, score_gradients,
};
use crate::engine::{Givens, Trace};

/// ∂L/∂e_t and ∂L/∂c_t of one row. No other row adds to them, so they are those of [`super::Gradients`], to the last bit.
#[derive(Clone, Debug, PartialEq)]
pub struct RowGradients {
    /// ∂L/∂e_t, n numbers; 0 at a masked slot.
    pub scores: Vec<f64>,
    /// ∂L/∂c_t, d_v numbers.
    pub context: Vec<f64>,
}

impl RowGradients {
    /// Of row `row` of `trace`, which is the trace of `givens`.
    ///
    /// # Errors
    /// The row does not add to the loss, or a gradient is beyond f64.
    pub fn of(givens: &Givens, trace: &Trace, row: usize) -> Result<Self, NoGradients> {
        let traced = trace.row(row);
        let without = if traced.loss.is_some() { NoGradients::Undefined } else { NoGradients::NoTarget };
        let (Some(Ok(_)), Ok(attention), Ok(context)) = (traced.loss, traced.attention, traced.context) else {
            return Err(without);
        };
        let logits = LogitGradient::of_row(givens, trace, row);
        let contribution = [Contribution { row, attention, context }];
        let contexts = finite(context_gradients(givens, &logits, &contribution), Differentiated::Contexts)?;
        let scores = finite(score_gradients(givens, &contexts, &contribution, Coupling::Kept), Differentiated::Scores)?;
        Ok(Self { scores: scores.line(row).to_vec(), context: contexts.line(row).to_vec() })
    }
}
