//! What is computed beside the screen: rows out of view, and the sums over all rows.

use super::Model;
use super::learning::Teaching;
use super::translator::{StudyWork, TrainingWork};
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
    /// Readings that are not the one shown and are in view beside it, each with its rows in view.
    beside: Vec<(Trace, Range<usize>)>,
    /// A run of learning, which comes before all this: it leaves nothing of it to be computed.
    teaching: Option<Teaching>,
    /// A training of the translator, which comes after the scenario.
    training: Option<TrainingWork>,
    /// The study, which comes last.
    study: Option<StudyWork>,
}

impl Work {
    /// Does it, and tells after every few rows; soon after `stop` is set it returns. Takes no more than one core,
    /// but for the study, which takes all.
    pub fn run(&self, stop: &AtomicBool, mut done: impl FnMut()) {
        if let Some(teaching) = &self.teaching {
            return teaching.run(stop, done);
        }
        self.trace.work(self.first.clone(), stop, &mut done);
        for (trace, first) in &self.beside {
            trace.work(first.clone(), stop, &mut done);
        }
        self.baseline.work(self.first.clone(), stop, &mut done);
        if self.trace.loss_at_once().is_some() && self.baseline.loss_at_once().is_some() {
            self.comparison.total_loss();
            done();
        }
        if let Some(training) = &self.training {
            training.run(stop, &mut done);
        }
        if let Some(study) = &self.study {
            study.run(stop, done);
        }
    }

    /// Whether it is to be watched: then there is to be a rest whenever something has been done.
    pub fn is_paced(&self) -> bool {
        self.teaching.as_ref().is_some_and(Teaching::is_paced)
    }

    /// Whether this is the same work.
    pub fn is(&self, other: &Work) -> bool {
        match (&self.teaching, &other.teaching) {
            (Some(one), Some(two)) => return one.is(two),
            (None, None) => {}
            _ => return false,
        }
        let training = match (&self.training, &other.training) {
            (Some(one), Some(two)) => one.is(two),
            (one, two) => one.is_none() && two.is_none(),
        };
        let study = match (&self.study, &other.study) {
            (Some(one), Some(two)) => one.is(two),
            (one, two) => one.is_none() && two.is_none(),
        };
        let beside = self.beside.len() == other.beside.len()
            && self.beside.iter().zip(&other.beside).all(|(one, two)| one.0.is(&two.0) && one.1 == two.1);
        training
            && study
            && beside
            && self.trace.is(&other.trace)
            && self.baseline.is(&other.baseline)
            && self.first == other.first
    }
}

impl Model {
    /// The rows on the screen.
    pub(super) fn rows_in_view(&self) -> Range<usize> {
        self.grid().map_or(self.row..self.row + 1, |grid| grid.rows().range())
    }

    /// What is left to compute of the readings that are seen beside the one shown.
    fn work_beside(&self) -> Vec<(Trace, Range<usize>)> {
        let Some(board) = self.board() else { return Vec::new() };
        let shown = self.state.scenario.shown();
        let others = (0..self.state.scenario.reading_count()).filter(|reading| *reading != shown);
        let left = others.filter_map(|reading| {
            let rows = board.rows(reading)?;
            Some((self.trace_in(reading).clone(), rows)).filter(|(trace, _)| trace.has_work())
        });
        left.collect()
    }

    /// What is left to compute beside the screen; `None` when every number on it is there.
    pub fn work(&self) -> Option<Work> {
        let beside = self.work_beside();
        let teaching = self.learning.running.as_ref().map(|running| running.teaching.clone());
        let own = self.trace.has_work() || self.baseline.has_work() || self.comparison.has_work();
        let training = self.training_work();
        let study = self.study_work();
        let left = own || !beside.is_empty() || teaching.is_some() || training.is_some() || study.is_some();
        left.then(|| Work {
            trace: self.trace.clone(),
            baseline: self.baseline.clone(),
            comparison: self.comparison.clone(),
            first: self.rows_in_view(),
            beside,
            teaching,
            training,
            study,
        })
    }
}
