//! The numbers the laws are held against, whoever claims them.

use super::super::{Givens, Gradients, Lines, NoGradients, Row, RowGradients, Undefined};
use super::Why;

/// The numbers of one row, as slices, and what they are claimed to follow from. [`Claims::of`] takes them from a trace;
/// any other source may fill in its own. Nothing is assumed of the numbers, not even that they are finite; only the
/// values are. What has the wrong shape is said ([`Why::OtherShape`]).
#[derive(Clone, Debug)]
pub struct Claims<'a> {
    /// t, from 0.
    pub row: usize,
    /// n flags: may the row read the slot?
    pub readable: Vec<bool>,
    /// V, n lines of d_v, finite.
    pub values: &'a Lines,
    /// The target word, from 0.
    pub target: Option<usize>,
    /// e_t, n numbers, or why there are none; the same below. Those of masked slots are not looked at.
    pub scores: Result<&'a [f64], Undefined>,
    /// α_t, n numbers.
    pub attention: Result<&'a [f64], Undefined>,
    /// c_t, d_v numbers.
    pub context: Result<&'a [f64], Undefined>,
    /// z_t, |V| numbers.
    pub logits: Result<&'a [f64], Undefined>,
    /// p_t, |V| numbers.
    pub probabilities: Result<&'a [f64], Undefined>,
    /// L_t in nats; `None` without a target.
    pub loss: Option<Result<f64, Undefined>>,
    /// Gradients of the summed loss.
    pub gradients: Result<ClaimedGradients<'a>, Why>,
}

/// The gradients the laws speak about, of one row.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedGradients<'a> {
    /// ∂L/∂e_t, n numbers.
    pub scores: &'a [f64],
    /// ∂L/∂c_t, d_v numbers.
    pub context: &'a [f64],
}

impl<'a> Claims<'a> {
    /// What the engine itself claims: row `row` of a trace of `givens`, and the gradients of that trace.
    pub fn of(givens: &'a Givens, row: usize, traced: &'a Row, gradients: Result<&'a Gradients, NoGradients>) -> Self {
        Self::with(
            givens,
            row,
            traced,
            gradients.map(|gradients| ClaimedGradients {
                scores: gradients.scores().line(row),
                context: gradients.contexts().line(row),
            }),
        )
    }

    /// The same with the gradients of this row alone.
    pub fn of_row(
        givens: &'a Givens,
        row: usize,
        traced: &'a Row,
        gradients: Result<&'a RowGradients, NoGradients>,
    ) -> Self {
        let gradients = gradients.map(|of| ClaimedGradients { scores: &of.scores, context: &of.context });
        Self::with(givens, row, traced, gradients)
    }

    fn with(
        givens: &'a Givens,
        row: usize,
        traced: &'a Row,
        gradients: Result<ClaimedGradients<'a>, NoGradients>,
    ) -> Self {
        let gradients = match (traced.loss, gradients) {
            (None, _) => Err(Why::NoTarget),
            (Some(Err(reason)), _) => Err(Why::Undefined(reason)),
            (_, gradients) => gradients.map_err(Why::NoGradients),
        };
        let reason = |reason: &Undefined| *reason;
        Self {
            row,
            readable: (0..givens.slots()).map(|slot| givens.mask.readable(row, slot)).collect(),
            values: &givens.values,
            target: givens.targets.get(row).copied().flatten(),
            scores: traced.scores.as_ref().map(|scores| scores.values()).map_err(reason),
            attention: traced.attention.as_ref().map(|attention| attention.weights()).map_err(reason),
            context: traced.context.as_ref().map(AsRef::as_ref).map_err(reason),
            // Logits are never masked.
            logits: traced.logits.as_ref().map(|logits| logits.unmasked().unwrap_or_default()).map_err(reason),
            probabilities: traced.probabilities.as_ref().map(|p| p.weights()).map_err(reason),
            loss: traced.loss,
            gradients,
        }
    }

    /// α_t, one for each slot.
    pub(super) fn attention(&self) -> Result<&'a [f64], Why> {
        let shaped = self.readable.len() == self.values.count();
        shaped_as(self.attention, self.values.count())
            .and_then(|weights| shaped.then_some(weights).ok_or(Why::OtherShape))
    }

    /// c_t, as wide as a value.
    pub(super) fn context(&self) -> Result<&'a [f64], Why> {
        shaped_as(self.context, self.values.width())
    }

    /// p_t.
    pub(super) fn probabilities(&self) -> Result<&'a [f64], Why> {
        self.probabilities.map_err(Why::Undefined)
    }

    /// The number of the target, and the numbers over the words of which it is one.
    pub(super) fn at_target(&self, words: Result<&'a [f64], Undefined>) -> Result<(usize, &'a [f64]), Why> {
        let target = self.target.ok_or(Why::NoTarget)?;
        let words = words.map_err(Why::Undefined)?;
        if target < words.len() { Ok((target, words)) } else { Err(Why::OtherShape) }
    }

    /// The readable slots.
    pub(super) fn read(&self) -> impl Iterator<Item = usize> + '_ {
        self.readable.iter().enumerate().filter(|(_, readable)| **readable).map(|(slot, _)| slot)
    }
}

fn shaped_as(numbers: Result<&[f64], Undefined>, length: usize) -> Result<&[f64], Why> {
    let numbers = numbers.map_err(Why::Undefined)?;
    if numbers.len() == length { Ok(numbers) } else { Err(Why::OtherShape) }
}
