//! A training with what is kept of it on the way, so that it can be looked at from its start to its end at any time.

use super::corpus::{Corpus, Pair};
use super::learner::{NoStep, Taken};
use super::measures::Forced;
use super::parameters::{CannotBuild, Parameters};
use super::training::{Plan, Training};
use std::sync::Arc;

/// The translator after some steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Steps taken.
    pub steps: usize,
    /// The parameters after them.
    pub parameters: Arc<Parameters>,
    /// What it does on the sentences it is watched on, with the right words going in; `None` where that has no numbers.
    pub forced: Option<Forced>,
}

/// Steps between what is looked at, and between what is kept where the budget allows it.
const EVERY: usize = 10;

/// What all that is kept may take: 128 MB.
const BUDGET: usize = 128 << 20;

/// How many test sentences are measured at everything that is kept: enough for a curve, in a few milliseconds.
const WATCHED: usize = 60;

/// A training, its losses, and the translator as it was every few steps.
#[derive(Clone, Debug)]
pub struct Run {
    training: Training,
    /// Steps between what is kept. It follows from the plan alone, so that what is kept of a time does not depend on how
    /// far the training has come since.
    every: usize,
    kept: Vec<Arc<Kept>>,
    newest: Arc<Kept>,
    losses: Vec<f64>,
    stopped: Option<NoStep>,
}

impl Run {
    /// Before the first step, which is kept.
    ///
    /// # Errors
    /// When there is no translator of these sizes.
    pub fn new(plan: Plan, corpus: &Corpus) -> Result<Self, CannotBuild> {
        Ok(Self::from(Training::new(plan, corpus)?, corpus))
    }

    /// From where a training is; what was before it is not known.
    pub fn from(training: Training, corpus: &Corpus) -> Self {
        let bytes = training.parameters().numbers().len().saturating_mul(size_of::<f64>());
        let every = spacing(training.plan().schedule.steps, (BUDGET / bytes.max(1)).min(4096));
        let newest = look(&training, corpus);
        Self { training, every, kept: vec![Arc::clone(&newest)], newest, losses: Vec::new(), stopped: None }
    }

    /// The test sentences that are measured on the way: spread evenly over the test.
    pub fn watched(corpus: &Corpus) -> impl Iterator<Item = &Pair> {
        let stride = corpus.test.len().div_ceil(WATCHED).max(1);
        corpus.test.iter().step_by(stride)
    }

    /// The next step; says whether its translator has been looked at. `None` when there is none: all steps are taken, or
    /// one could not be.
    pub fn step(&mut self, corpus: &Corpus) -> Option<bool> {
        if self.training.is_done() || self.stopped.is_some() {
            return None;
        }
        match self.training.step(&corpus.train) {
            Ok(Taken { loss, .. }) => {
                self.losses.push(loss);
                let (steps, last) = (self.training.steps(), self.training.is_done());
                let seen = last || steps.is_multiple_of(EVERY);
                if seen {
                    self.look(corpus);
                }
                if last || steps.is_multiple_of(self.every) {
                    self.kept.push(Arc::clone(&self.newest));
                }
                Some(seen)
            }
            Err(reason) => {
                self.stopped = Some(reason);
                None
            }
        }
    }

    /// Looks at the translator as it is now, wherever that is.
    pub fn look(&mut self, corpus: &Corpus) {
        if self.newest.steps != self.training.steps() {
            self.newest = look(&self.training, corpus);
        }
    }

    /// What it follows.
    pub fn plan(&self) -> &Plan {
        self.training.plan()
    }

    /// Where it is.
    pub fn training(&self) -> &Training {
        &self.training
    }

    /// The translator as it was looked at last, whether it is kept or not.
    pub fn newest(&self) -> &Arc<Kept> {
        &self.newest
    }

    /// What is kept, from the start on.
    pub fn kept(&self) -> &[Arc<Kept>] {
        &self.kept
    }

    /// Steps between what is kept; it follows from the plan alone.
    pub fn every(&self) -> usize {
        self.every
    }

    /// The loss of each step taken here, before it, in nats a word of its own sentences.
    pub fn losses(&self) -> &[f64] {
        &self.losses
    }

    /// Why it cannot go on, when it cannot.
    pub fn stopped(&self) -> Option<NoStep> {
        self.stopped
    }
}

/// Steps between what is kept of so many, so that it is no more than `most` with the first and the last.
fn spacing(steps: usize, most: usize) -> usize {
    let mut every = EVERY;
    while steps / every + 2 > most.max(3) {
        every *= 2;
    }
    every
}

/// The translator as it is, measured.
fn look(training: &Training, corpus: &Corpus) -> Arc<Kept> {
    let parameters = Arc::new(training.parameters().clone());
    let forced = Forced::of(&parameters, Run::watched(corpus)).ok();
    Arc::new(Kept { steps: training.steps(), parameters, forced })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::{Initialisation, Schedule};

    #[test]
    fn what_is_kept_is_what_a_training_passes_through() {
        let corpus = Corpus::lesson();
        let schedule = Schedule { steps: 45, ..Schedule::default() };
        let plan = Plan { width: 4, embedding: 4, schedule, ..Plan::default() };
        let mut run = Run::new(plan, &corpus).expect("a translator");
        while run.step(&corpus).is_some() {}
        let steps: Vec<usize> = run.kept().iter().map(|kept| kept.steps).collect();
        assert_eq!(steps, [0, 10, 20, 30, 40, 45]);
        let mut training = Training::new(plan, &corpus).expect("a translator");
        for (at, loss) in run.losses().iter().enumerate() {
            if let Some(kept) = run.kept().iter().find(|kept| kept.steps == at) {
                assert_eq!(*kept.parameters, *training.parameters());
                assert_eq!(kept.forced, Forced::of(training.parameters(), Run::watched(&corpus)).ok());
            }
            assert_eq!(training.step(&corpus.train).expect("a step").loss, *loss);
        }
        assert_eq!(Run::watched(&corpus).count(), 60);
    }

    #[test]
    fn a_long_plan_keeps_fewer_and_what_it_keeps_never_goes() {
        assert_eq!([spacing(0, 8), spacing(60, 8), spacing(61, 8), spacing(70, 8)], [10, 10, 10, 20]);
        for (steps, most) in [(1, 3), (500, 8), (2500, 800), (1_000_000, 800), (usize::MAX, 3), (100, 0)] {
            let every = spacing(steps, most);
            assert!(steps / every + 2 <= most.max(3), "{steps} {most}");
            assert!(every == EVERY || steps / (every / 2) + 2 > most.max(3), "{steps} {most}");
        }
        let corpus = Corpus::lesson();
        let schedule = Schedule { steps: 50, batch: 1, ..Schedule::default() };
        let plan = Plan { width: 2, embedding: 2, schedule, ..Plan::default() };
        let mut run = Run::new(plan, &corpus).expect("a translator");
        run.every = 40;
        let mut before: Vec<Arc<Kept>> = Vec::new();
        while let Some(seen) = run.step(&corpus) {
            let steps = run.training().steps();
            assert_eq!(seen, steps.is_multiple_of(EVERY), "{steps}");
            assert_eq!(run.newest().steps, steps / EVERY * EVERY);
            assert!(before.iter().zip(run.kept()).all(|(one, two)| Arc::ptr_eq(one, two)), "{steps}");
            before = run.kept().to_vec();
        }
        let steps: Vec<usize> = run.kept().iter().map(|kept| kept.steps).collect();
        assert_eq!(steps, [0, 40, 50]);
    }

    #[test]
    fn the_present_is_looked_at_when_it_is_asked_for() {
        let corpus = Corpus::lesson();
        let plan = Plan { width: 4, embedding: 4, ..Plan::default() };
        let mut run = Run::new(plan, &corpus).expect("a translator");
        for _ in 0..3 {
            assert_eq!(run.step(&corpus), Some(false));
        }
        assert_eq!(run.newest().steps, 0);
        run.look(&corpus);
        assert_eq!((run.newest().steps, run.kept().len()), (3, 1));
        assert_eq!(*run.newest().parameters, *run.training().parameters());
        assert_eq!(run.newest().forced, Forced::of(run.training().parameters(), Run::watched(&corpus)).ok());
    }

    #[test]
    fn a_run_that_leaves_f64_stops_and_says_why() {
        let corpus = Corpus::lesson();
        let plan = Plan { width: 4, embedding: 4, initialisation: Initialisation::Uniform(1e308), ..Plan::default() };
        let mut run = Run::new(plan, &corpus).expect("a translator");
        assert_eq!(run.step(&corpus), None);
        assert!(run.stopped().is_some() && run.kept()[0].forced.is_none());
    }
}
