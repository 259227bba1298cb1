//! What is computed beside the screen: rows out of view, and the sums over all rows.

use super::Model;
use crate::engine::{Comparison, Trace};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Everything the screen would say "computing" about. It shares the model's traces, so that what has been computed is
/// on the next frame without anybody handing it over.
#[derive(Clone, Debug)]
pub struct Work {
    trace: Trace,
    baseline: Trace,
    comparison: Comparison,
    /// The rows in view, which come first.
    first: Range<usize>,
}

impl Work {
    /// Does it, and tells after every row; soon after `stop` is set it returns. Takes no more than one core.
    pub fn run(&self, stop: &AtomicBool, mut done: impl FnMut()) {
        self.trace.work(self.first.clone(), stop, &mut done);
        self.baseline.work(self.first.clone(), stop, &mut done);
        if self.trace.loss_at_once().is_some() && self.baseline.loss_at_once().is_some() {
            self.comparison.total_loss();
            done();
        }
    }

    /// Whether this is the same work.
    pub fn is(&self, other: &Work) -> bool {
        self.trace.is(&other.trace) && self.baseline.is(&other.baseline) && self.first == other.first
    }
}

impl Model {
    /// The rows on the screen.
    pub(super) fn rows_in_view(&self) -> Range<usize> {
        self.grid().map_or(self.row..self.row + 1, |grid| grid.rows().range())
    }

    /// What is left to compute beside the screen; `None` when every number on it is there.
    pub fn work(&self) -> Option<Work> {
        let left = self.trace.has_work() || self.baseline.has_work() || self.comparison.has_work();
        left.then(|| Work {
            trace: self.trace.clone(),
            baseline: self.baseline.clone(),
            comparison: self.comparison.clone(),
            first: self.rows_in_view(),
        })
    }
}
