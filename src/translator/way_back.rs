//! From the losses of a sentence back to every number on the way and to every parameter.
//!
//! Each number's gradient is total: what a small change of that number does to the loss, by all ways it is used.
//!
//! ```text
//! ∂z_t = p_t − 1[y_t]         ∂[h_t ; c_t] ← W_oᵀ ∂z_t
//! ∂α_tj = z_j · ∂c_t          ∂e_tj = α_tj (∂α_tj − Σ_i α_ti ∂α_ti) = α_tj (z_j − c_t) · ∂c_t
//! ∂q_t = Σ_j ∂e_tj z_j / √d   ∂z_j ← α_tj ∂c_t (as value) + ∂e_tj q_t / √d (as key)
//! ```
//! c_t enters the cell as well as the output head where the decoder reads first, and the next step's cell where it
//! updates first; ∂c_t holds both.

use super::cell::{back_to_input, back_to_state};
use super::corpus::PAD;
use super::design::{Encoder, FirstState, Timing};
use super::kernels::{add, add_outer_products, add_rows, add_transposed_product};
use super::parameters::{Parameters, Tensor};
use super::passage::{Passage, backward_weights, decoder_weights, forward_weights};
use crate::engine::{add_scaled, dot};

/// Which losses are followed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losses {
    /// Those of all steps, summed.
    All,
    /// That of one step, counted from 0.
    Only(usize),
}

/// The gradients on the way. Rows are steps, or source places.
#[derive(Clone, Debug, Default)]
pub struct WayBack {
    width: usize,
    places: usize,
    words: usize,
    units: usize,
    logits: Vec<f64>,
    joined: Vec<f64>,
    context: Vec<f64>,
    attention: Vec<f64>,
    scores: Vec<f64>,
    query: Vec<f64>,
    h: Vec<f64>,
    c: Vec<f64>,
    pre: Vec<f64>,
    first: Vec<f64>,
    z: Vec<f64>,
    /// Of the encoder's pre-activations in the order of reading, and in that against it.
    forward_pre: Vec<f64>,
    backward_pre: Vec<f64>,
    /// What passes from a step to the one before.
    passing: Passing,
}

#[derive(Clone, Debug, Default)]
struct Passing {
    h: Vec<f64>,
    c: Vec<f64>,
    x: Vec<f64>,
    total: Vec<f64>,
}

impl WayBack {
    /// Follows the losses of a passage back to the words `targets`, one a step, adding every parameter's gradient to
    /// `gradient`, which is of the same shapes as `parameters`. What was in here before is forgotten.
    ///
    /// Where a gradient leaves f64 it is not finite; whoever takes a step looks first.
    pub fn follow(
        &mut self,
        parameters: &Parameters,
        passage: &Passage,
        targets: &[usize],
        losses: Losses,
        gradient: &mut Parameters,
    ) {
        debug_assert_eq!(passage.steps(), targets.len());
        let shapes = parameters.shapes().clone();
        (self.width, self.places) = (shapes.sizes.width, passage.source.len());
        (self.words, self.units) = (shapes.sizes.target_words, shapes.encoder_width());
        let (steps, d) = (targets.len(), self.width);
        let reads = shapes.design.reads();
        resize(&mut self.z, self.places * d);
        resize(&mut self.context, steps * d);
        resize(&mut self.h, steps * d);
        resize(&mut self.c, steps * d);
        resize(&mut self.pre, steps * 4 * d);
        resize(&mut self.query, if reads { steps * d } else { 0 });
        resize(&mut self.attention, if reads { steps * self.places } else { 0 });
        resize(&mut self.scores, if reads { steps * self.places } else { 0 });
        self.begin_at_words(parameters, passage, targets, losses);
        self.through_decoder(parameters, passage, gradient);
        self.gather_head_and_cell(passage, gradient);
        self.through_first_state(parameters, passage, gradient);
        if !reads {
            for t in 0..steps {
                let (of_step, z) = (&self.context[t * d..(t + 1) * d], &mut self.z);
                add_to_summary(z, passage, self.units, d, of_step);
            }
        }
        self.through_encoder(parameters, passage, gradient);
    }

    /// ∂z, and through W_o.
    fn begin_at_words(&mut self, parameters: &Parameters, passage: &Passage, targets: &[usize], losses: Losses) {
        let (words, d) = (self.words, self.width);
        self.logits.clear();
        self.logits.extend_from_slice(&passage.probabilities);
        resize(&mut self.joined, targets.len() * 2 * d);
        for (t, target) in targets.iter().enumerate() {
            let logits = &mut self.logits[t * words..(t + 1) * words];
            if losses == Losses::All || losses == Losses::Only(t) {
                logits[*target] -= 1.0;
            } else {
                logits.fill(0.0);
            }
            let joined = &mut self.joined[t * 2 * d..(t + 1) * 2 * d];
            add_transposed_product(joined, parameters.get(Tensor::Output), logits);
        }
    }

    /// Step by step from the last to the first.
    fn through_decoder(&mut self, parameters: &Parameters, passage: &Passage, gradient: &mut Parameters) {
        let shapes = parameters.shapes().clone();
        let (d, embedding) = (self.width, shapes.sizes.embedding);
        let timing = shapes.design.timing();
        let weights = decoder_weights(parameters);
        resize(&mut self.passing.h, d);
        resize(&mut self.passing.c, d);
        resize(&mut self.passing.total, d);
        resize(&mut self.passing.x, embedding + d);
        for t in (0..passage.steps()).rev() {
            let joined = &self.joined[t * 2 * d..(t + 1) * 2 * d];
            let own = t * d..(t + 1) * d;
            add(&mut self.context[own.clone()], &joined[d..]);
            self.h[own.clone()].copy_from_slice(&self.passing.h);
            add(&mut self.h[own.clone()], &joined[..d]);
            if timing == Some(Timing::UpdateThenRead) {
                self.through_reading(parameters, passage, t);
                let query = &self.query[own.clone()];
                add_transposed_product(&mut self.h[own.clone()], parameters.get(Tensor::Query), query);
            }
            let pre = &mut self.pre[t * 4 * d..(t + 1) * 4 * d];
            let Passing { h, c, total, x } = &mut self.passing;
            passage.decoder.back(t, &self.h[own.clone()], c, total, pre);
            self.c[own.clone()].copy_from_slice(total);
            x.fill(0.0);
            back_to_input(weights, pre, x);
            h.fill(0.0);
            back_to_state(weights, pre, h);
            let columns = embedding;
            let word = passage.inputs[t];
            add(&mut gradient.get_mut(Tensor::TargetEmbedding)[word * columns..(word + 1) * columns], &x[..embedding]);
            let of_context = &x[embedding..];
            match timing {
                Some(Timing::UpdateThenRead) => {
                    if let Some(before) = t.checked_sub(1) {
                        add(&mut self.context[before * d..(before + 1) * d], of_context);
                    }
                }
                Some(Timing::ReadThenUpdate) => {
                    add(&mut self.context[own.clone()], of_context);
                    self.through_reading(parameters, passage, t);
                    let query = &self.query[own];
                    add_transposed_product(&mut self.passing.h, parameters.get(Tensor::Query), query);
                }
                None => add(&mut self.context[own], of_context),
            }
        }
        self.first.clear();
        self.first.extend_from_slice(&self.passing.h);
    }

    /// From ∂c_t to ∂α_t, ∂e_t, ∂q_t and what z feels of it.
    fn through_reading(&mut self, parameters: &Parameters, passage: &Passage, t: usize) {
        let (d, n) = (self.width, self.places);
        #[expect(clippy::cast_precision_loss, reason = "a width far below 2^53")]
        let root = (parameters.shapes().sizes.width as f64).sqrt();
        let context = &self.context[t * d..(t + 1) * d];
        let weights = &passage.attention[t * n..(t + 1) * n];
        let of_weights = &mut self.attention[t * n..(t + 1) * n];
        for (of_weight, z) in of_weights.iter_mut().zip(passage.z.chunks_exact(d)) {
            *of_weight = dot(z, context);
        }
        // One after the other, not in lanes: where PAD stands is to change no bit.
        let mean = weights.iter().zip(&*of_weights).fold(0.0, |sum, (weight, of_weight)| sum + weight * of_weight);
        let query = &passage.query[t * d..(t + 1) * d];
        let of_query = &mut self.query[t * d..(t + 1) * d];
        for place in 0..n {
            if passage.source[place] == PAD {
                continue;
            }
            let of_score = weights[place] * (of_weights[place] - mean);
            self.scores[t * n + place] = of_score;
            let z = &passage.z[place * d..(place + 1) * d];
            add_scaled(of_query, of_score / root, z);
            let of_z = &mut self.z[place * d..(place + 1) * d];
            add_scaled(of_z, weights[place], context);
            add_scaled(of_z, of_score / root, query);
        }
    }

    /// What is summed over the steps: W_o, b_o, the cell, W_q, b_q.
    fn gather_head_and_cell(&mut self, passage: &Passage, gradient: &mut Parameters) {
        let d = self.width;
        let shapes = gradient.shapes().clone();
        let inputs = shapes.sizes.embedding + d;
        add_outer_products(gradient.get_mut(Tensor::Output), &self.logits, &passage.joined, (self.words, 2 * d));
        add_rows(gradient.get_mut(Tensor::OutputBias), &self.logits);
        add_outer_products(gradient.get_mut(Tensor::CellInput), &self.pre, &passage.decoder.x, (4 * d, inputs));
        add_outer_products(gradient.get_mut(Tensor::CellState), &self.pre, passage.decoder.h_before(), (4 * d, d));
        add_rows(gradient.get_mut(Tensor::CellBias), &self.pre);
        let h = match shapes.design.timing() {
            Some(Timing::ReadThenUpdate) => passage.decoder.h_before(),
            Some(Timing::UpdateThenRead) => &passage.decoder.h[d..],
            None => return,
        };
        add_outer_products(gradient.get_mut(Tensor::Query), &self.query, h, (d, d));
        if shapes.design.has_query_bias() {
            add_rows(gradient.get_mut(Tensor::QueryBias), &self.query);
        }
    }

    /// h_0 = tanh(W_i s + b_i).
    fn through_first_state(&mut self, parameters: &Parameters, passage: &Passage, gradient: &mut Parameters) {
        let shapes = parameters.shapes();
        if shapes.design.first_state == FirstState::Zero {
            return;
        }
        let d = self.width;
        let of_pre: Vec<f64> =
            self.first.iter().zip(passage.decoder.h(0)).map(|(of_h, h)| of_h * ((1.0 - h) * (1.0 + h))).collect();
        add_outer_products(gradient.get_mut(Tensor::First), &of_pre, &passage.summary, (d, d));
        add(gradient.get_mut(Tensor::FirstBias), &of_pre);
        let mut of_summary = vec![0.0; d];
        add_transposed_product(&mut of_summary, parameters.get(Tensor::First), &of_pre);
        add_to_summary(&mut self.z, passage, self.units, d, &of_summary);
    }

    fn through_encoder(&mut self, parameters: &Parameters, passage: &Passage, gradient: &mut Parameters) {
        let shapes = parameters.shapes().clone();
        let (units, d) = (self.units, self.width);
        let both = shapes.design.encoder == Encoder::Bidirectional;
        for against in [false, true] {
            let (tape, pre) = match against {
                false => (&passage.forward, &mut self.forward_pre),
                true if both => (&passage.backward, &mut self.backward_pre),
                true => {
                    self.backward_pre.clear();
                    return;
                }
            };
            let weights = if against { backward_weights(parameters) } else { forward_weights(parameters) };
            let steps = tape.steps();
            resize(pre, steps * 4 * units);
            let Passing { h, c, x, total } = &mut self.passing;
            for numbers in [&mut *h, &mut *c, &mut *total] {
                resize(numbers, units);
            }
            for step in (0..steps).rev() {
                let place = passage.order[if against { steps - 1 - step } else { step }];
                let from = place * d + if against { units } else { 0 };
                add(h, &self.z[from..from + units]);
                let pre = &mut pre[step * 4 * units..(step + 1) * 4 * units];
                tape.back(step, h, c, total, pre);
                h.fill(0.0);
                back_to_state(weights, pre, h);
                resize(x, shapes.sizes.embedding);
                back_to_input(weights, pre, x);
                let row = passage.source[place] * shapes.sizes.embedding;
                add(&mut gradient.get_mut(Tensor::SourceEmbedding)[row..row + shapes.sizes.embedding], x);
            }
            let [input, state, bias] = match against {
                false => [Tensor::ForwardInput, Tensor::ForwardState, Tensor::ForwardBias],
                true => [Tensor::BackwardInput, Tensor::BackwardState, Tensor::BackwardBias],
            };
            add_outer_products(gradient.get_mut(input), pre, &tape.x, (4 * units, shapes.sizes.embedding));
            add_outer_products(gradient.get_mut(state), pre, tape.h_before(), (4 * units, units));
            add_rows(gradient.get_mut(bias), pre);
        }
    }

    /// ∂L/∂z_t, over the words.
    pub fn logits(&self, t: usize) -> &[f64] {
        &self.logits[t * self.words..(t + 1) * self.words]
    }

    /// ∂L/∂c_t, by both of its uses.
    pub fn context(&self, t: usize) -> &[f64] {
        &self.context[t * self.width..(t + 1) * self.width]
    }

    /// The part of ∂L/∂c_t that comes by the output head of the same step alone.
    pub fn context_by_head(&self, t: usize) -> &[f64] {
        &self.joined[t * 2 * self.width + self.width..(t + 1) * 2 * self.width]
    }

    /// ∂L/∂α_t; `None` where nothing reads.
    pub fn attention(&self, t: usize) -> Option<&[f64]> {
        self.attention.get(t * self.places..(t + 1) * self.places)
    }

    /// ∂L/∂e_t, 0 for PAD; `None` where nothing reads.
    pub fn scores(&self, t: usize) -> Option<&[f64]> {
        self.scores.get(t * self.places..(t + 1) * self.places)
    }

    /// ∂L/∂q_t; `None` where nothing reads.
    pub fn query(&self, t: usize) -> Option<&[f64]> {
        self.query.get(t * self.width..(t + 1) * self.width)
    }

    /// ∂L/∂h_t, the state after step t.
    pub fn h(&self, t: usize) -> &[f64] {
        &self.h[t * self.width..(t + 1) * self.width]
    }

    /// ∂L/∂h_0.
    pub fn first_state(&self) -> &[f64] {
        &self.first
    }

    /// ∂L/∂c of the cell (its memory, not the context) after step t.
    pub fn memory(&self, t: usize) -> &[f64] {
        &self.c[t * self.width..(t + 1) * self.width]
    }

    /// ∂L/∂pre_t of the decoder's cell.
    pub fn pre(&self, t: usize) -> &[f64] {
        &self.pre[t * 4 * self.width..(t + 1) * 4 * self.width]
    }

    /// ∂L/∂z_j of a source place, as key and as value together.
    pub fn z(&self, place: usize) -> &[f64] {
        &self.z[place * self.width..(place + 1) * self.width]
    }
}

/// s = [forward half of the unit read last; backward half of the unit read first].
fn add_to_summary(z: &mut [f64], passage: &Passage, units: usize, d: usize, of_summary: &[f64]) {
    let (Some(first), Some(last)) = (passage.order.first(), passage.order.last()) else { return };
    add(&mut z[last * d..last * d + units], &of_summary[..units]);
    add(&mut z[first * d + units..(first + 1) * d], &of_summary[units..]);
}

/// So many zeros.
fn resize(numbers: &mut Vec<f64>, count: usize) {
    numbers.clear();
    numbers.resize(count, 0.0);
}
