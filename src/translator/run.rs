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

/// Steps between what is kept, at first.
const EVERY: usize = 10;

/// What all that is kept may take: 128 MB.
const BUDGET: usize = 128 << 20;

/// How many test sentences are measured at everything that is kept: enough for a curve, in a few milliseconds.
const WATCHED: usize = 60;

/// A training, its losses, and the translator as it was every few steps.
#[derive(Clone, Debug)]
pub struct Run {
    training: Training,
    every: usize,
    most: usize,
    kept: Vec<Arc<Kept>>,
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
        let most = (BUDGET / bytes.max(1)).clamp(2, 4096);
        let mut run = Self { training, every: EVERY, most, kept: Vec::new(), losses: Vec::new(), stopped: None };
        run.keep(corpus);
        run
    }

    /// The test sentences that are measured on the way: spread evenly over the test.
    pub fn watched(corpus: &Corpus) -> impl Iterator<Item = &Pair> {
        let stride = corpus.test.len().div_ceil(WATCHED).max(1);
        corpus.test.iter().step_by(stride)
    }

    /// The next step; says whether its translator has been kept. `None` when there is none: all steps are taken, or one
    /// could not be.
    pub fn step(&mut self, corpus: &Corpus) -> Option<bool> {
        if self.training.is_done() || self.stopped.is_some() {
            return None;
        }
        match self.training.step(&corpus.train) {
            Ok(Taken { loss, .. }) => {
                self.losses.push(loss);
                let kept = self.training.is_done() || self.training.steps().is_multiple_of(self.every);
                if kept {
                    self.keep(corpus);
                }
                Some(kept)
            }
            Err(reason) => {
                self.stopped = Some(reason);
                None
            }
        }
    }

    /// Keeps the translator as it is now; when there is too much, every other one goes.
    fn keep(&mut self, corpus: &Corpus) {
        let parameters = Arc::new(self.training.parameters().clone());
        let forced = Forced::of(&parameters, Self::watched(corpus)).ok();
        self.kept.push(Arc::new(Kept { steps: self.training.steps(), parameters, forced }));
        if self.kept.len() > self.most {
            self.every *= 2;
            let (first, last) = (self.kept[0].steps, self.training.steps());
            let every = self.every;
            self.kept.retain(|kept| kept.steps == first || kept.steps == last || kept.steps.is_multiple_of(every));
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

    /// What is kept, from the start on.
    pub fn kept(&self) -> &[Arc<Kept>] {
        &self.kept
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
    fn too_much_is_thinned_evenly() {
        let corpus = Corpus::lesson();
        let schedule = Schedule { steps: 500, batch: 1, ..Schedule::default() };
        let plan = Plan { width: 2, embedding: 2, schedule, ..Plan::default() };
        let mut run = Run::new(plan, &corpus).expect("a translator");
        run.most = 8;
        while run.step(&corpus).is_some() {}
        let steps: Vec<usize> = run.kept().iter().map(|kept| kept.steps).collect();
        assert_eq!(steps, [0, 80, 160, 240, 320, 400, 480, 500]);
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
