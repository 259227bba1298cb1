//! Same, equal within rounding, or moved: what became of a derived number since the baseline.
//!
//! Two computations of a number that is mathematically the same need not agree in the last bits: α does not depend on q
//! under the linear scorer, c does not when all values are equal, yet the roundings on the way differ. To call that
//! "moved" would teach something false. So a difference counts as moved only when it is larger than both traces' own
//! rounding could explain:
//!
//! |x̂ − x̂′| ≤ |x̂ − x| + |x − x′| + |x′ − x̂′| ≤ bound + 0 + bound′ whenever x = x′ exactly,
//!
//! where each bound is a running error analysis of that trace (Higham, *Accuracy and Stability of Numerical
//! Algorithms*, §3.3). They are derived where they are computed: scores in `rounding/scores.rs`, softmax in
//! `rounding/softmax.rs`, contexts in `rounding/bounds.rs`, logits and losses in `rounding/side.rs`, what follows from
//! words in `rounding/words.rs`.
//!
//! Bits are compared first; a bound is worked out only for a number whose bits differ, and kept. Nothing but the logits
//! of words that are asked for reads a column of G. The probabilities need the largest |G_dw| of each d, found by one
//! pass over the baseline's G, once, and over the blocks of G that were changed since.

mod bounds;
mod scores;
mod side;
mod softmax;
#[cfg(test)]
mod tests;
pub(super) mod unit;
mod words;

use super::{Cell, Distribution, Givens, Row, Scores, Source, Stage, Trace, Undefined, Vocab};
pub(super) use side::Side;
use std::sync::{Arc, OnceLock};
use unit::capped;

/// What became of a derived number. Ordered by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `=`: the same bits, or without a number for the same reason.
    Same,
    /// `≈`: other bits, but no farther apart than rounding can explain.
    WithinRounding,
    /// It moved; or there is a number on one side only.
    Moved,
}

/// A trace held against the baseline's. It shares all tensors and stages with both and may be kept and sent along.
///
/// Rows, slots, components and words are counted from 0. What neither side has counts as the same, what only one has
/// as moved, so that any two traces can be compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    baseline: Arc<Side>,
    current: Arc<Side>,
    /// One for each row and stage, when it has been asked for.
    stages: Arc<[[OnceLock<Mark>; 6]]>,
}

impl Comparison {
    /// Compares a current state with a baseline; each trace is that of the givens beside it.
    pub fn new(baseline: (&Givens, &Trace), current: (&Givens, &Trace)) -> Self {
        Self::between(Arc::new(Side::new(baseline)), current)
    }

    /// Another current state against the same baseline, whose bounds are kept.
    #[must_use]
    pub fn with_current(&self, current: (&Givens, &Trace)) -> Self {
        Self::between(self.baseline.clone(), current)
    }

    fn between(baseline: Arc<Side>, current: (&Givens, &Trace)) -> Self {
        let current = Arc::new(Side::new(current));
        let rows = baseline.rows().max(current.rows());
        Self { baseline, current, stages: (0..rows).map(|_| Default::default()).collect() }
    }

    /// A number of the givens. One of Q, K or V that follows from words on either side is computed, and may be within
    /// rounding; any other is exact.
    pub fn given(&self, cell: Cell) -> Mark {
        match (self.baseline.givens.get(cell), self.current.givens.get(cell)) {
            (Some(before), Some(now)) => {
                self.judge(before, now, |side| side.words().map_or(0.0, |words| words.of_cell(cell)))
            }
            (None, None) => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// e_tj. A masked score held against a number has moved.
    pub fn score(&self, row: usize, slot: usize) -> Mark {
        self.number(row, |row| &row.scores, |scores| scores.get(slot), |side| side.bounds(row).score(slot))
    }

    /// α_tj.
    pub fn attention(&self, row: usize, slot: usize) -> Mark {
        let weight = |attention: &Distribution<Source>| attention.weights().get(slot).copied();
        self.number(row, |row| &row.attention, weight, |side| side.bounds(row).attention(slot))
    }

    /// c_td.
    pub fn context(&self, row: usize, component: usize) -> Mark {
        let number = |context: &[f64]| context.get(component).copied();
        self.number(row, |row| &row.context, number, |side| side.bounds(row).context(component))
    }

    /// z_tw.
    pub fn logit(&self, row: usize, word: usize) -> Mark {
        self.number(row, |row| &row.logits, |logits| logits.get(word), |side| side.logit_bound(row, word))
    }

    /// p_tw.
    pub fn probability(&self, row: usize, word: usize) -> Mark {
        let weight = |probabilities: &Distribution<Vocab>| probabilities.weights().get(word).copied();
        let bound = |side: &Side| side.probability_bound(&self.baseline, row, word);
        self.number(row, |row| &row.probabilities, weight, bound)
    }

    /// The row's loss. A row that has no target in either state is the same.
    pub fn loss(&self, row: usize) -> Mark {
        let loss = |trace: &Trace| trace.rows().get(row).and_then(|row| row.loss);
        match (loss(&self.baseline.trace), loss(&self.current.trace)) {
            (Some(Ok(before)), Some(Ok(now))) => self.judge(before, now, |side| side.loss_bound(&self.baseline, row)),
            (before, now) if before == now => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// The total loss.
    pub fn total_loss(&self) -> Mark {
        match (self.baseline.trace.loss(), self.current.trace.loss()) {
            (Ok(before), Ok(now)) => self.judge(before, now, |side| side.total_loss_bound(&self.baseline)),
            (before, now) if before == now => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// All numbers of a stage of one row: moved if any has, else within rounding if any is.
    pub fn stage(&self, row: usize, stage: Stage) -> Mark {
        let Some(stages) = self.stages.get(row) else { return Mark::Same };
        *stages[stage as usize].get_or_init(|| match stage {
            Stage::Scores => self.whole(row, |row| &row.scores, Scores::size, |slot| self.score(row, slot)),
            Stage::Attention => {
                self.whole(row, |row| &row.attention, Distribution::size, |slot| self.attention(row, slot))
            }
            Stage::Context => self.whole(row, |row| &row.context, <[f64]>::len, |place| self.context(row, place)),
            Stage::Logits => self.whole(row, |row| &row.logits, Scores::size, |word| self.logit(row, word)),
            Stage::Probabilities => {
                self.whole(row, |row| &row.probabilities, Distribution::size, |word| self.probability(row, word))
            }
            Stage::Loss => self.loss(row),
        })
    }

    /// The same over all rows.
    pub fn stage_any_row(&self, stage: Stage) -> Mark {
        worst((0..self.stages.len()).map(|row| self.stage(row, stage)))
    }

    /// One number of a stage.
    fn number<T: ?Sized>(
        &self,
        row: usize,
        stage: impl Fn(&Row) -> &Result<Arc<T>, Undefined>,
        at: impl Fn(&T) -> Option<f64>,
        bound: impl Fn(&Side) -> f64,
    ) -> Mark {
        let (before, now) = match self.sides(row, stage) {
            Ok(sides) => sides,
            Err(mark) => return mark,
        };
        match (at(before), at(now)) {
            (Some(before), Some(now)) => self.judge(before, now, bound),
            (None, None) => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// All numbers of a stage; a stage the two traces share is not looked at.
    fn whole<T: ?Sized>(
        &self,
        row: usize,
        stage: impl Fn(&Row) -> &Result<Arc<T>, Undefined>,
        size: impl Fn(&T) -> usize,
        mark: impl Fn(usize) -> Mark,
    ) -> Mark {
        match self.sides(row, stage) {
            Ok((before, now)) if Arc::ptr_eq(before, now) => Mark::Same,
            Ok((before, now)) => worst((0..size(before).max(size(now))).map(mark)),
            Err(mark) => mark,
        }
    }

    /// A stage of a row as both sides have it, or the mark of all its numbers when one side has none.
    fn sides<T: ?Sized>(
        &self,
        row: usize,
        stage: impl Fn(&Row) -> &Result<Arc<T>, Undefined>,
    ) -> Result<(&Arc<T>, &Arc<T>), Mark> {
        match (self.baseline.trace.rows().get(row).map(&stage), self.current.trace.rows().get(row).map(&stage)) {
            (Some(Ok(before)), Some(Ok(now))) => Ok((before, now)),
            (Some(Err(before)), Some(Err(now))) if before == now => Err(Mark::Same),
            (None, None) => Err(Mark::Same),
            _ => Err(Mark::Moved),
        }
    }

    /// Bits first; the bounds only if they differ.
    fn judge(&self, before: f64, now: f64, bound: impl Fn(&Side) -> f64) -> Mark {
        if before.to_bits() == now.to_bits() {
            return Mark::Same;
        }
        let explained = capped(bound(&self.baseline) + bound(&self.current));
        if (before - now).abs() <= explained { Mark::WithinRounding } else { Mark::Moved }
    }
}

/// The largest of the marks; the rest is not asked for once one has moved.
fn worst(marks: impl Iterator<Item = Mark>) -> Mark {
    let mut worst = Mark::Same;
    for mark in marks {
        worst = worst.max(mark);
        if worst == Mark::Moved {
            break;
        }
    }
    worst
}
