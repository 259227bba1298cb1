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

use super::{Cell, Distribution, Givens, Scores, Source, Stage, Trace, Undefined, Vocab};
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
    /// Of the total loss.
    total: Arc<OnceLock<Mark>>,
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
        let stages = (0..rows).map(|_| Default::default()).collect();
        Self { baseline, current, stages, total: Arc::default() }
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
        self.number(row, slot, SCORES)
    }

    /// α_tj.
    pub fn attention(&self, row: usize, slot: usize) -> Mark {
        self.number(row, slot, ATTENTION)
    }

    /// c_td.
    pub fn context(&self, row: usize, component: usize) -> Mark {
        self.number(row, component, CONTEXT)
    }

    /// z_tw.
    pub fn logit(&self, row: usize, word: usize) -> Mark {
        self.number(row, word, LOGITS)
    }

    /// p_tw.
    pub fn probability(&self, row: usize, word: usize) -> Mark {
        self.number(row, word, PROBABILITIES)
    }

    /// The row's loss. A row that has no target in either state is the same.
    pub fn loss(&self, row: usize) -> Mark {
        let loss = |trace: &Trace| (row < trace.len()).then(|| trace.row_loss(row)).flatten();
        match (loss(&self.baseline.trace), loss(&self.current.trace)) {
            (Some(Ok(before)), Some(Ok(now))) => self.judge(before, now, |side| side.loss_bound(&self.baseline, row)),
            (before, now) if before == now => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// The total loss. Computes all rows.
    pub fn total_loss(&self) -> Mark {
        *self.total.get_or_init(|| match (self.baseline.trace.loss(), self.current.trace.loss()) {
            (Ok(before), Ok(now)) => self.judge(before, now, |side| side.total_loss_bound(&self.baseline)),
            (before, now) if before == now => Mark::Same,
            _ => Mark::Moved,
        })
    }

    /// The total loss, if that takes no time.
    pub fn total_loss_at_once(&self) -> Option<Mark> {
        if self.is_light() { Some(self.total_loss()) } else { self.total.get().copied() }
    }

    /// Whether the total loss is still to be compared.
    pub fn has_work(&self) -> bool {
        !self.is_light() && self.total.get().is_none()
    }

    fn is_light(&self) -> bool {
        self.baseline.trace.is_light() && self.current.trace.is_light()
    }

    /// All numbers of a stage of one row: moved if any has, else within rounding if any is.
    pub fn stage(&self, row: usize, stage: Stage) -> Mark {
        let Some(stages) = self.stages.get(row) else { return Mark::Same };
        *stages[stage as usize].get_or_init(|| match stage {
            Stage::Scores => self.whole(row, SCORES),
            Stage::Attention => self.whole(row, ATTENTION),
            Stage::Context => self.whole(row, CONTEXT),
            Stage::Logits => self.whole(row, LOGITS),
            Stage::Probabilities => self.whole(row, PROBABILITIES),
            Stage::Loss => self.loss(row),
        })
    }

    /// The same over all rows.
    pub fn stage_any_row(&self, stage: Stage) -> Mark {
        worst((0..self.stages.len()).map(|row| self.stage(row, stage)))
    }

    /// One number of a stage.
    fn number<T: ?Sized>(&self, row: usize, place: usize, numbers: Numbers<T>) -> Mark {
        match self.sides(row, numbers) {
            Ok((before, now)) => self.mark(row, place, numbers, &before, &now),
            Err(mark) => mark,
        }
    }

    /// All numbers of a stage; a stage the two traces share is not looked at.
    fn whole<T: ?Sized>(&self, row: usize, numbers: Numbers<T>) -> Mark {
        match self.sides(row, numbers) {
            Ok((before, now)) if Arc::ptr_eq(&before, &now) => Mark::Same,
            Ok((before, now)) => {
                let places = (numbers.size)(&before).max((numbers.size)(&now));
                worst((0..places).map(|place| self.mark(row, place, numbers, &before, &now)))
            }
            Err(mark) => mark,
        }
    }

    /// One number of a stage that both sides have.
    fn mark<T: ?Sized>(&self, row: usize, place: usize, numbers: Numbers<T>, before: &T, now: &T) -> Mark {
        match ((numbers.at)(before, place), (numbers.at)(now, place)) {
            (Some(before), Some(now)) => {
                self.judge(before, now, |side| (numbers.bound)(side, &self.baseline, row, place))
            }
            (None, None) => Mark::Same,
            _ => Mark::Moved,
        }
    }

    /// A stage of a row as both sides have it, or the mark of all its numbers when one side has none.
    fn sides<T: ?Sized>(&self, row: usize, numbers: Numbers<T>) -> Result<(Arc<T>, Arc<T>), Mark> {
        let of = |trace: &Trace| (row < trace.len()).then(|| (numbers.of)(trace, row));
        match (of(&self.baseline.trace), of(&self.current.trace)) {
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

/// The numbers of one stage: where they are found, and how far off each may be.
struct Numbers<T: ?Sized> {
    of: fn(&Trace, usize) -> Result<Arc<T>, Undefined>,
    size: fn(&T) -> usize,
    at: fn(&T, usize) -> Option<f64>,
    /// Of the side, beside the baseline's, in a row, at a place.
    bound: fn(&Side, &Side, usize, usize) -> f64,
}

impl<T: ?Sized> Clone for Numbers<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Numbers<T> {}

const SCORES: Numbers<Scores<Source>> = Numbers {
    of: |trace, row| trace.reading(row).scores,
    size: Scores::size,
    at: Scores::get,
    bound: |side, _, row, slot| side.bounds(row).score(slot),
};

const ATTENTION: Numbers<Distribution<Source>> = Numbers {
    of: |trace, row| trace.reading(row).attention,
    size: Distribution::size,
    at: |attention, slot| attention.weights().get(slot).copied(),
    bound: |side, _, row, slot| side.bounds(row).attention(slot),
};

const CONTEXT: Numbers<[f64]> = Numbers {
    of: Trace::context,
    size: <[f64]>::len,
    at: |context, component| context.get(component).copied(),
    bound: |side, _, row, component| side.bounds(row).context(component),
};

const LOGITS: Numbers<Scores<Vocab>> = Numbers {
    of: |trace, row| trace.prediction(row).logits,
    size: Scores::size,
    at: Scores::get,
    bound: |side, _, row, word| side.logit_bound(row, word),
};

const PROBABILITIES: Numbers<Distribution<Vocab>> = Numbers {
    of: |trace, row| trace.prediction(row).probabilities,
    size: Distribution::size,
    at: |probabilities, word| probabilities.weights().get(word).copied(),
    bound: |side, baseline, row, word| side.probability_bound(baseline, row, word),
};

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
