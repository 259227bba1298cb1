//! Why the source order cannot matter to an encoder that reads both ways.
//!
//! Reversing the source hands the last unit first to one cell and first unit first to the other: the two cells have changed
//! places, and nothing else has. So every translator that reads the reversed source is one that reads it forward, with the
//! two cells' parameters exchanged and the halves of everything that meets z or s: as many of one as of the other, each with
//! its own losses. What differs between them at the same seed is which of them the seed happens to begin with.

use crate::translator::corpus::Pair;
use crate::translator::design::{Design, Encoder, SourceOrder};
use crate::translator::learner::{Learner, Mean, NoStep, pass};
use crate::translator::parameters::{Parameters, Shapes, Tensor};
use crate::translator::passage::{Passage, Unreadable};
use std::sync::Arc;

/// The same translator for the source in the other order; `None` where the encoder goes one way: there is no other cell.
pub fn exchanged(parameters: &Parameters) -> Option<Parameters> {
    let shapes = parameters.shapes();
    if shapes.design.encoder != Encoder::Bidirectional {
        return None;
    }
    let order = match shapes.design.order {
        SourceOrder::Forward => SourceOrder::Reversed,
        SourceOrder::Reversed => SourceOrder::Forward,
    };
    let design = Design { order, ..shapes.design };
    // The tensors do not depend on the order, so that these are as possible as those.
    let other = Arc::new(Shapes::new(design, shapes.sizes).ok()?);
    let mut numbers = Parameters::zero(other);
    let d = shapes.sizes.width;
    for tensor in shapes.tensors() {
        let from = match tensor {
            Tensor::ForwardInput => Tensor::BackwardInput,
            Tensor::ForwardState => Tensor::BackwardState,
            Tensor::ForwardBias => Tensor::BackwardBias,
            Tensor::BackwardInput => Tensor::ForwardInput,
            Tensor::BackwardState => Tensor::ForwardState,
            Tensor::BackwardBias => Tensor::ForwardBias,
            same => same,
        };
        let (_, columns) = shapes.shape(from)?;
        let target = numbers.get_mut(tensor);
        target.copy_from_slice(parameters.get(from));
        match tensor {
            // Columns that c, or s, meets.
            Tensor::CellInput | Tensor::Output => {
                for row in target.chunks_exact_mut(columns) {
                    swap_halves(&mut row[columns - d..]);
                }
            }
            Tensor::First => target.chunks_exact_mut(columns).for_each(swap_halves),
            // Rows: components of q, which meets z.
            Tensor::Query => swap_halves(target),
            Tensor::QueryBias => swap_halves(target),
            _ => {}
        }
    }
    Some(numbers)
}

fn swap_halves(numbers: &mut [f64]) {
    let (one, other) = numbers.split_at_mut(numbers.len() / 2);
    one.swap_with_slice(other);
}

/// How far a translator and its exchange are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exchange {
    /// Sentences compared.
    pub sentences: usize,
    /// The largest difference of a sentence's loss, in nats.
    pub loss_apart: f64,
    /// The largest difference of a weight α_tj, each at its own unit.
    pub weight_apart: f64,
    /// Steps of training taken from both.
    pub steps: usize,
    /// The largest difference of a step's loss, in nats a word.
    pub training_apart: f64,
}

/// Holds a translator against its exchange: the losses and weights of some sentences, then so many steps of training from
/// both, on the same sentences in the same order. `None` where there is no exchange.
///
/// # Errors
/// When something has no numbers.
pub fn exchange_shown(
    parameters: &Parameters,
    pairs: &[Pair],
    train: &[Pair],
    steps: usize,
) -> Result<Option<Exchange>, NoStep> {
    let Some(other) = exchanged(parameters) else { return Ok(None) };
    let (mut one, mut two) = (Passage::default(), Passage::default());
    let mut found = Exchange { sentences: pairs.len(), loss_apart: 0.0, weight_apart: 0.0, steps, training_apart: 0.0 };
    let unreadable = |reason: Unreadable| NoStep::Unreadable(reason);
    for pair in pairs {
        let loss = pass(&mut one, parameters, &pair.source, &pair.target).map_err(unreadable)?;
        let again = pass(&mut two, &other, &pair.source, &pair.target).map_err(unreadable)?;
        found.loss_apart = found.loss_apart.max((loss - again).abs());
        for t in 0..one.steps() {
            let weights = one.attention(t).into_iter().flatten().zip(two.attention(t).into_iter().flatten());
            found.weight_apart = weights.fold(found.weight_apart, |far, (a, b)| far.max((a - b).abs()));
        }
    }
    let (mut learner, mut mirror) = (Learner::new(parameters.clone()), Learner::new(other));
    let mut batches = train.chunks(4).cycle();
    for _ in 0..steps {
        let Some(batch) = batches.next() else { return Err(NoStep::NoWords) };
        let examples = || batch.iter().map(|pair| (&pair.source[..], &pair.target[..]));
        let loss = learner.step(examples(), Mean::Words, 1e-2, 5.0)?.loss;
        let again = mirror.step(examples(), Mean::Words, 1e-2, 5.0)?.loss;
        found.training_apart = found.training_apart.max((loss - again).abs());
    }
    Ok(Some(found))
}
