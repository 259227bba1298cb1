//! A step with another context in place of its own: what that does by the output head alone, and what it does in full.
//!
//! Where the decoder reads before it updates, c_t enters the state as well as the head: h_t = cell([E(y_{t−1}); c_t], …).
//! The direct path keeps h_t and changes c_t in the head; in full the cell is run again. Where it updates first, h_t is
//! there before anything is read, and both are the same.

use super::cell::CellTape;
use super::design::Timing;
use super::kernels::add_product;
use super::parameters::{Parameters, Tensor};
use super::passage::{Passage, Station, Unreadable, decoder_weights};
use super::softmax::distribution;

/// Word scores and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// z, one a word.
    pub logits: Vec<f64>,
    /// p, one a word.
    pub probabilities: Vec<f64>,
    /// ln Σ_w exp z_w.
    log_sum: f64,
}

impl Predicted {
    /// −ln p of a word, in nats.
    pub fn loss(&self, word: usize) -> f64 {
        (self.log_sum - self.logits[word]).max(0.0)
    }
}

/// A step with another context.
#[derive(Clone, Debug, PartialEq)]
pub struct Rerun {
    /// With h_t as it was: the direct path.
    pub direct: Predicted,
    /// The state after the cell has been run again.
    pub h: Vec<f64>,
    /// In full, from that state.
    pub full: Predicted,
}

impl Passage {
    /// Step t with `context` (d numbers) in place of c_t.
    ///
    /// # Errors
    /// When a number leaves f64.
    pub fn with_context(&self, parameters: &Parameters, t: usize, context: &[f64]) -> Result<Rerun, Unreadable> {
        let direct = head(parameters, self.decoder().h(t + 1), context)?;
        let shapes = parameters.shapes();
        if shapes.design.timing() == Some(Timing::UpdateThenRead) {
            return Ok(Rerun { h: self.decoder().h(t + 1).to_vec(), full: direct.clone(), direct });
        }
        let embedding = shapes.sizes.embedding;
        let mut cell = CellTape::default();
        cell.begin(self.decoder().units(), embedding + self.decoder().units());
        cell.h.copy_from_slice(self.decoder().h(t));
        cell.c.copy_from_slice(self.decoder().c(t));
        let x = cell.next_x();
        x[..embedding].copy_from_slice(parameters.row(Tensor::TargetEmbedding, self.inputs()[t]));
        x[embedding..].copy_from_slice(context);
        if !cell.step(decoder_weights(parameters)) {
            return Err(Unreadable::Overflow(Station::Update));
        }
        let h = cell.h(1).to_vec();
        let full = head(parameters, &h, context)?;
        Ok(Rerun { direct, h, full })
    }
}

/// W_o [h; c] + b_o and its softmax.
fn head(parameters: &Parameters, h: &[f64], context: &[f64]) -> Result<Predicted, Unreadable> {
    let joined = [h, context].concat();
    let mut logits = parameters.get(Tensor::OutputBias).to_vec();
    add_product(&mut logits, parameters.get(Tensor::Output), &joined);
    if logits.iter().any(|number| !number.is_finite()) {
        return Err(Unreadable::Overflow(Station::Logits));
    }
    let mut probabilities = Vec::with_capacity(logits.len());
    let log_sum = distribution(&logits, &mut probabilities);
    Ok(Predicted { logits, probabilities, log_sum })
}
