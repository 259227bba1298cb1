//! One of the two states that are compared, with the bounds found so far. A state by itself has them too, for whoever
//! compares two of its numbers.
//!
//! z_w = Σ_d c_d G_dw + b_w is off by Σ_d |ĉ_d − c_d| |G_dw| for the context, γ Σ_d |ĉ_d G_dw| for the dot product and
//! u (|z| + |b|) for the constant: Σ_d r_d |G_dw| + … with r_d = |ĉ_d − c_d| + γ |ĉ_d|. For the softmax over the words
//! the largest of these is needed; Σ_d r_d max_w |G_dw| is no smaller and needs no pass over G for each row.

use super::super::row::Prediction;
use super::super::{Givens, Lines, Trace};
use super::bounds::RowBounds;
use super::softmax::SoftmaxBound;
use super::unit::{U, capped, dot_roundings, magnitude, roundings, underflows};
use super::words::WordBounds;
use nalgebra::DMatrix;
use std::sync::OnceLock;

/// A bound of the logits from which on a pass over G for each word's own is worth it.
const COARSE: f64 = 1e-6;

#[derive(Clone, Debug)]
pub(in crate::engine) struct Side {
    pub(super) givens: Givens,
    pub(super) trace: Trace,
    rows: Vec<RowState>,
    /// max_w |G_dw| or more, for each d.
    head: OnceLock<Vec<f64>>,
    /// Of what follows from words.
    words: OnceLock<Option<WordBounds>>,
}

/// What has been found of a row.
#[derive(Clone, Debug, Default)]
struct RowState {
    bounds: OnceLock<RowBounds>,
    /// r_d.
    reach: OnceLock<Vec<f64>>,
    /// Of the softmax over the words.
    softmax: OnceLock<Option<SoftmaxBound>>,
}

impl Side {
    pub(in crate::engine) fn new((givens, trace): (&Givens, &Trace)) -> Self {
        let rows = (0..trace.len()).map(|_| RowState::default()).collect();
        Self { givens: givens.clone(), trace: trace.clone(), rows, head: OnceLock::new(), words: OnceLock::new() }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The bounds of a row up to its context; the row is there.
    pub(in crate::engine) fn bounds(&self, row: usize) -> &RowBounds {
        self.rows[row].bounds.get_or_init(|| RowBounds::of(&self.givens, self.words(), row, &self.trace.reading(row)))
    }

    /// The bounds of q, k and v; `None` where they do not follow from words.
    pub(super) fn words(&self) -> Option<&WordBounds> {
        self.words.get_or_init(|| WordBounds::of(&self.givens)).as_ref()
    }

    /// What each component of a value may be off by; nothing where values are given.
    pub(in crate::engine) fn value_errors(&self, slot: usize) -> &[f64] {
        self.words().map_or(&[], |words| words.value(slot))
    }

    /// |ẑ − z|.
    pub(in crate::engine) fn logit_bound(&self, row: usize, word: usize) -> f64 {
        let constant = self.givens.bias[row].as_ref().map_or(0.0, |bias| bias.get(0, word).abs());
        self.logit_bound_with(row, magnitude(self.reach(row), self.givens.head.line(word)), constant)
    }

    /// |p̂ − p|.
    pub(super) fn probability_bound(&self, baseline: &Side, row: usize, word: usize) -> f64 {
        let Prediction { logits: Ok(logits), probabilities: Ok(probabilities) } = self.trace.prediction(row) else {
            return 0.0;
        };
        match (self.softmax(baseline, row), logits.get(word)) {
            (Some(softmax), Some(logit)) => softmax.weight(logit, probabilities.get(word)),
            _ => 0.0,
        }
    }

    /// |L̂_t − L_t|.
    pub(in crate::engine) fn loss_bound(&self, baseline: &Side, row: usize) -> f64 {
        let (Ok(words), Some(target)) = (self.trace.outlook(row).words, self.givens.targets[row]) else {
            return 0.0;
        };
        let logit = self.trace.logit(row, target).zip(self.trace.probability(row, target));
        match (self.softmax(baseline, row), logit) {
            (Some(softmax), Some((logit, probability))) => softmax.negative_log(
                logit,
                self.logit_bound(row, target),
                probability,
                words.log_normaliser.denominator.ln(),
            ),
            _ => 0.0,
        }
    }

    /// |L̂ − L| of the sum over the rows: their own bounds, and one addition each.
    pub(in crate::engine) fn total_loss_bound(&self, baseline: &Side) -> f64 {
        let additions = roundings(self.rows());
        let of_row = |row: usize| match self.trace.row_loss(row) {
            Some(Ok(loss)) => self.loss_bound(baseline, row) + additions * loss.abs(),
            _ => 0.0,
        };
        capped((0..self.trace.len()).map(of_row).sum())
    }

    fn softmax(&self, baseline: &Side, row: usize) -> Option<SoftmaxBound> {
        *self.rows[row].softmax.get_or_init(|| {
            let Prediction { logits, probabilities } = self.trace.prediction(row);
            let probabilities = probabilities.ok()?;
            let constants = self.givens.bias[row].iter().flat_map(|bias| bias.line(0));
            let constant = constants.fold(0.0_f64, |max, constant| max.max(constant.abs()));
            let product = magnitude(self.reach(row), self.head_magnitudes(baseline));
            let largest = self.logit_bound_with(row, product, constant);
            let logits = logits.ok().filter(|_| largest > COARSE);
            // One huge logit that has no weight would make all the others uncertain: then each word is asked.
            Some(match logits {
                Some(logits) => SoftmaxBound::of(&probabilities, &logits, |word| self.logit_bound(row, word)),
                None => SoftmaxBound::uniform(&probabilities, largest),
            })
        })
    }

    /// The bound of a logit from Σ_d r_d |G_dw| and |b_w|. The constant's addition costs one rounding of both; the
    /// product's share of it is in r_d.
    fn logit_bound_with(&self, row: usize, product: f64, constant: f64) -> f64 {
        capped(product + U * constant + underflows(self.reach(row).len()))
    }

    fn reach(&self, row: usize) -> &[f64] {
        self.rows[row].reach.get_or_init(|| {
            let Ok(context) = self.trace.context(row) else { return vec![0.0; self.givens.d_v()] };
            let in_dot = roundings(dot_roundings(context.len()) + 1);
            let bounds = self.bounds(row);
            context.iter().enumerate().map(|(d, number)| capped(bounds.context(d) + in_dot * number.abs())).collect()
        })
    }

    /// max_w |G_dw| for each d, or more. Beside the baseline only the blocks of G that it does not share are looked at.
    fn head_magnitudes(&self, baseline: &Side) -> &[f64] {
        self.head.get_or_init(|| {
            if std::ptr::eq(self, baseline) || !same_shape(&self.givens.head, &baseline.givens.head) {
                let mut largest = vec![0.0; self.givens.d_v()];
                self.givens.head.blocks().for_each(|(_, block)| raise(&mut largest, block));
                return largest;
            }
            let mut largest = baseline.head_magnitudes(baseline).to_vec();
            self.givens.head.blocks_apart(&baseline.givens.head).for_each(|block| raise(&mut largest, block));
            largest
        })
    }
}

fn same_shape(a: &Lines, b: &Lines) -> bool {
    (a.width(), a.count()) == (b.width(), b.count())
}

/// The larger of what is there and what the block has, component by component of its lines (kept as its columns).
fn raise(largest: &mut [f64], block: &DMatrix<f64>) {
    for line in block.as_slice().chunks_exact(largest.len()) {
        for (largest, number) in largest.iter_mut().zip(line) {
            *largest = largest.max(number.abs());
        }
    }
}
