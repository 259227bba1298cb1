//! A sentence on its way through the translator, with every number there is.
//!
//! The source is read once ([`Passage::read`]); then the decoder goes word by word ([`Passage::advance`]), whoever chooses
//! the words. The same tape serves training, the screen and free translation, so there is one forward pass.
//!
//! ```text
//! z_j = [hf_j ; hb_j]     s = [hf at the unit read last ; hb at the unit read first]
//! read, then update:   q_t = W_q h_{t−1} (+ b_q)   e_tj = z_j · q_t / √d   α_t = softmax_j e_t   c_t = Σ_j α_tj z_j
//!                      h_t = cell([E_t[y_{t−1}] ; c_t], h_{t−1})
//! update, then read:   h_t = cell([E_t[y_{t−1}] ; c_{t−1}], h_{t−1}), c_0 = 0;   q_t from h_t, then e, α, c as above
//! fixed:               c_t = s
//! z_t = W_o [h_t ; c_t] + b_o      p_t = softmax_w z_t      L_t = −ln p_t[y_t]
//! ```

use super::cell::{CellTape, CellWeights, tanh};
use super::corpus::PAD;
use super::design::{Encoder, FirstState, SourceOrder, Timing};
use super::kernels::add_product;
use super::parameters::{Parameters, Tensor};
use super::softmax::{distribution, first_highest};
use crate::engine::{add_scaled, dot};

/// Why a sentence, or a step of it, has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// No unit but PAD.
    NothingToRead,
    /// There is no unit of that number, at that place.
    NoSuchUnit(usize),
    /// There is no word of that number.
    NoSuchWord(usize),
    /// A number is beyond f64.
    Overflow(Station),
}

/// What is computed on the way, in that order where the decoder reads first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Station {
    /// The states of the source.
    Encoder,
    /// The first state of the decoder.
    FirstState,
    /// q.
    Query,
    /// e.
    Scores,
    /// The decoder's cell.
    Update,
    /// The word scores.
    Logits,
}

/// The numbers of a sentence. Rows are steps, counted from 0; columns of `scores` and `attention` are source places.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    pub(super) source: Vec<usize>,
    /// The places of what is no PAD, in the order they are read.
    pub(super) order: Vec<usize>,
    pub(super) forward: CellTape,
    pub(super) backward: CellTape,
    /// n × d.
    pub(super) z: Vec<f64>,
    pub(super) summary: Vec<f64>,
    /// The words that have gone in: y_0 … y_{T−1}.
    pub(super) inputs: Vec<usize>,
    pub(super) decoder: CellTape,
    /// T × d; empty where nothing reads.
    pub(super) query: Vec<f64>,
    /// T × n; a PAD's is −∞.
    pub(super) scores: Vec<f64>,
    /// T × n.
    pub(super) attention: Vec<f64>,
    /// T × d.
    pub(super) context: Vec<f64>,
    /// T × 2d: [h_t ; c_t].
    pub(super) joined: Vec<f64>,
    /// T × |V|.
    pub(super) logits: Vec<f64>,
    /// T × |V|.
    pub(super) probabilities: Vec<f64>,
    /// T: ln Σ_w exp z_w.
    log_sums: Vec<f64>,
    width: usize,
    words: usize,
}

impl Passage {
    /// Reads a source; what was here before is forgotten, its memory kept.
    ///
    /// # Errors
    /// When there is nothing to read, a unit is unknown, or a number leaves f64.
    pub fn read(&mut self, parameters: &Parameters, source: &[usize]) -> Result<(), Unreadable> {
        let shapes = parameters.shapes();
        let (design, sizes, half) = (shapes.design, shapes.sizes, shapes.encoder_width());
        (self.width, self.words) = (sizes.width, sizes.target_words);
        self.source.clear();
        self.source.extend_from_slice(source);
        if let Some(at) = source.iter().position(|unit| *unit >= sizes.source_words) {
            return Err(Unreadable::NoSuchUnit(at));
        }
        self.order.clear();
        self.order.extend((0..source.len()).filter(|place| source[*place] != PAD));
        if design.order == SourceOrder::Reversed {
            self.order.reverse();
        }
        let (Some(&first), Some(&last)) = (self.order.first(), self.order.last()) else {
            return Err(Unreadable::NothingToRead);
        };
        self.forward.begin(half, sizes.embedding);
        let mut finite = true;
        for place in &self.order {
            self.forward.next_x().copy_from_slice(parameters.row(Tensor::SourceEmbedding, source[*place]));
            finite &= self.forward.step(forward_weights(parameters));
        }
        if design.encoder == Encoder::Bidirectional {
            self.backward.begin(half, sizes.embedding);
            for place in self.order.iter().rev() {
                self.backward.next_x().copy_from_slice(parameters.row(Tensor::SourceEmbedding, source[*place]));
                finite &= self.backward.step(backward_weights(parameters));
            }
        } else {
            self.backward.begin(0, 0);
        }
        self.z.clear();
        self.z.resize(source.len() * self.width, 0.0);
        let many = self.order.len();
        for (step, place) in self.order.iter().enumerate() {
            let z = &mut self.z[place * self.width..(place + 1) * self.width];
            z[..half].copy_from_slice(self.forward.h(step + 1));
            if design.encoder == Encoder::Bidirectional {
                z[half..].copy_from_slice(self.backward.h(many - step));
            }
        }
        self.summary.clear();
        self.summary.extend_from_slice(&self.z[last * self.width..last * self.width + half]);
        self.summary.extend_from_slice(&self.z[first * self.width + half..(first + 1) * self.width]);
        self.begin_decoder(parameters)?;
        if finite { Ok(()) } else { Err(Unreadable::Overflow(Station::Encoder)) }
    }

    fn begin_decoder(&mut self, parameters: &Parameters) -> Result<(), Unreadable> {
        let shapes = parameters.shapes();
        self.decoder.begin(self.width, shapes.sizes.embedding + self.width);
        self.inputs.clear();
        for numbers in [
            &mut self.query,
            &mut self.scores,
            &mut self.attention,
            &mut self.context,
            &mut self.joined,
            &mut self.logits,
            &mut self.probabilities,
            &mut self.log_sums,
        ] {
            numbers.clear();
        }
        if shapes.design.first_state == FirstState::FromEncoder {
            let h = &mut self.decoder.h;
            h.copy_from_slice(parameters.get(Tensor::FirstBias));
            add_product(h, parameters.get(Tensor::First), &self.summary);
            if h.iter().any(|number| !number.is_finite()) {
                return Err(Unreadable::Overflow(Station::FirstState));
            }
            h.iter_mut().for_each(|number| *number = tanh(*number));
        }
        Ok(())
    }

    /// One step of the decoder, with the word before it (BOS for the first).
    ///
    /// # Errors
    /// When the word is unknown or a number leaves f64; the steps before are kept, this one is not.
    pub fn advance(&mut self, parameters: &Parameters, word: usize) -> Result<(), Unreadable> {
        let t = self.steps();
        let shapes = parameters.shapes();
        if word >= shapes.sizes.target_words {
            return Err(Unreadable::NoSuchWord(word));
        }
        let embedding = shapes.sizes.embedding;
        let outcome = match shapes.design.timing() {
            Some(Timing::ReadThenUpdate) => {
                self.look(parameters, t).and_then(|()| self.update(parameters, word, embedding, Some(t)))
            }
            Some(Timing::UpdateThenRead) => {
                let before = t.checked_sub(1);
                self.update(parameters, word, embedding, before).and_then(|()| self.look(parameters, t + 1))
            }
            None => {
                self.context.extend_from_slice(&self.summary);
                self.update(parameters, word, embedding, Some(t))
            }
        };
        let outcome = outcome.and_then(|()| self.predict(parameters, t));
        match outcome {
            Ok(()) => self.inputs.push(word),
            Err(_) => self.forget_from(t),
        }
        outcome
    }

    /// q, e, α and c from the state after `taken` steps.
    fn look(&mut self, parameters: &Parameters, taken: usize) -> Result<(), Unreadable> {
        let (d, n) = (self.width, self.source.len());
        let from = self.query.len();
        match parameters.get(Tensor::QueryBias) {
            [] => self.query.resize(from + d, 0.0),
            bias => self.query.extend_from_slice(bias),
        }
        let query = &mut self.query[from..];
        add_product(query, parameters.get(Tensor::Query), self.decoder.h(taken));
        if query.iter().any(|number| !number.is_finite()) {
            return Err(Unreadable::Overflow(Station::Query));
        }
        #[expect(clippy::cast_precision_loss, reason = "a width far below 2^53")]
        let root = (d as f64).sqrt();
        let from = self.scores.len();
        for (place, z) in self.z.chunks_exact(d).enumerate() {
            let masked = self.source[place] == PAD;
            self.scores.push(if masked { f64::NEG_INFINITY } else { dot(z, query) / root });
        }
        let scores = &self.scores[from..];
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A masked one is −∞ and stays so; NaN is neither below nor above.
        if !highest.is_finite() || self.order.iter().any(|place| !scores[*place].is_finite()) {
            return Err(Unreadable::Overflow(Station::Scores));
        }
        distribution(scores, &mut self.attention);
        let attention = &self.attention[from..from + n];
        let from = self.context.len();
        self.context.resize(from + d, 0.0);
        let context = &mut self.context[from..];
        for (weight, z) in attention.iter().zip(self.z.chunks_exact(d)) {
            add_scaled(context, *weight, z);
        }
        Ok(())
    }

    /// The state takes in [E(y); c], with the context of a step, or 0.
    fn update(
        &mut self,
        parameters: &Parameters,
        word: usize,
        embedding: usize,
        context: Option<usize>,
    ) -> Result<(), Unreadable> {
        let x = self.decoder.next_x();
        x[..embedding].copy_from_slice(parameters.row(Tensor::TargetEmbedding, word));
        if let Some(t) = context {
            x[embedding..].copy_from_slice(&self.context[t * self.width..(t + 1) * self.width]);
        }
        let finite = self.decoder.step(decoder_weights(parameters));
        if finite { Ok(()) } else { Err(Unreadable::Overflow(Station::Update)) }
    }

    fn predict(&mut self, parameters: &Parameters, t: usize) -> Result<(), Unreadable> {
        let d = self.width;
        self.joined.extend_from_slice(self.decoder.h(t + 1));
        self.joined.extend_from_slice(&self.context[t * d..(t + 1) * d]);
        let from = self.logits.len();
        self.logits.extend_from_slice(parameters.get(Tensor::OutputBias));
        let logits = &mut self.logits[from..];
        add_product(logits, parameters.get(Tensor::Output), &self.joined[t * 2 * d..]);
        if logits.iter().any(|number| !number.is_finite()) {
            return Err(Unreadable::Overflow(Station::Logits));
        }
        let log_sum = distribution(logits, &mut self.probabilities);
        self.log_sums.push(log_sum);
        Ok(())
    }

    /// Takes back what a step that could not be finished has left.
    fn forget_from(&mut self, t: usize) {
        let (d, n) = (self.width, self.source.len());
        let reads = !self.query.is_empty();
        self.inputs.truncate(t);
        self.query.truncate(t * d);
        self.scores.truncate(if reads { t * n } else { 0 });
        self.attention.truncate(if reads { t * n } else { 0 });
        self.context.truncate(t * d);
        self.joined.truncate(t * 2 * d);
        self.logits.truncate(t * self.words);
        self.probabilities.truncate(t * self.words);
        self.log_sums.truncate(t);
        self.decoder.forget_from(t);
    }

    /// Steps taken so far.
    pub fn steps(&self) -> usize {
        self.inputs.len()
    }

    /// The source units by number.
    pub fn source(&self) -> &[usize] {
        &self.source
    }

    /// The words that have gone in, from BOS on.
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// z_j of a source place.
    pub fn z(&self, place: usize) -> &[f64] {
        &self.z[place * self.width..(place + 1) * self.width]
    }

    /// s: what a fixed interface hands on.
    pub fn summary(&self) -> &[f64] {
        &self.summary
    }

    /// The decoder's cell.
    pub fn decoder(&self) -> &CellTape {
        &self.decoder
    }

    /// The encoder's cell in the order of reading, and the one against it where there is one.
    pub fn encoder(&self) -> (&CellTape, Option<&CellTape>) {
        (&self.forward, (self.backward.steps() > 0).then_some(&self.backward))
    }

    /// q of a step; `None` where nothing reads.
    pub fn query(&self, t: usize) -> Option<&[f64]> {
        self.query.get(t * self.width..(t + 1) * self.width)
    }

    /// e of a step, −∞ for PAD; `None` where nothing reads.
    pub fn scores(&self, t: usize) -> Option<&[f64]> {
        let n = self.source.len();
        self.scores.get(t * n..(t + 1) * n)
    }

    /// α of a step; `None` where nothing reads.
    pub fn attention(&self, t: usize) -> Option<&[f64]> {
        let n = self.source.len();
        self.attention.get(t * n..(t + 1) * n)
    }

    /// c of a step.
    pub fn context(&self, t: usize) -> &[f64] {
        &self.context[t * self.width..(t + 1) * self.width]
    }

    /// The word scores of a step.
    pub fn logits(&self, t: usize) -> &[f64] {
        &self.logits[t * self.words..(t + 1) * self.words]
    }

    /// The word probabilities of a step.
    pub fn probabilities(&self, t: usize) -> &[f64] {
        &self.probabilities[t * self.words..(t + 1) * self.words]
    }

    /// The most probable word of a step; of several the first.
    pub fn chosen(&self, t: usize) -> usize {
        first_highest(self.logits(t))
    }

    /// −ln p of a word at a step, in nats, by log-sum-exp; never below 0.
    pub fn loss(&self, t: usize, word: usize) -> f64 {
        (self.log_sums[t] - self.logits(t)[word]).max(0.0)
    }
}

pub(super) fn forward_weights(parameters: &Parameters) -> CellWeights<'_> {
    weights(parameters, [Tensor::ForwardInput, Tensor::ForwardState, Tensor::ForwardBias])
}

pub(super) fn backward_weights(parameters: &Parameters) -> CellWeights<'_> {
    weights(parameters, [Tensor::BackwardInput, Tensor::BackwardState, Tensor::BackwardBias])
}

pub(super) fn decoder_weights(parameters: &Parameters) -> CellWeights<'_> {
    weights(parameters, [Tensor::CellInput, Tensor::CellState, Tensor::CellBias])
}

fn weights(parameters: &Parameters, [input, state, bias]: [Tensor; 3]) -> CellWeights<'_> {
    CellWeights { input: parameters.get(input), state: parameters.get(state), bias: parameters.get(bias) }
}
