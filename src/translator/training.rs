//! A training from a seed: the same plan gives the same numbers, step by step, on every machine.

use super::corpus::{Corpus, Pair};
use super::design::{Design, Sizes};
use super::learner::{Learner, Mean, NoStep, Taken};
use super::parameters::{CannotBuild, Initialisation, Parameters, Shapes};
use super::random::SplitMix64;
use super::schedule::Schedule;
use std::sync::Arc;

/// Everything a training follows from, besides its corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// What is built.
    pub design: Design,
    /// d.
    pub width: usize,
    /// e.
    pub embedding: usize,
    /// Of the first parameters; the sentences are drawn from `seed` + 1000.
    pub seed: u64,
    /// How the parameters begin.
    pub initialisation: Initialisation,
    /// How it goes.
    pub schedule: Schedule,
}

impl Default for Plan {
    /// Width 32, seed 1, every number within ±0.5, the reference's schedule.
    fn default() -> Self {
        Self {
            design: Design::default(),
            width: 32,
            embedding: 32,
            seed: 1,
            initialisation: Initialisation::Uniform(0.5),
            schedule: Schedule::default(),
        }
    }
}

impl Plan {
    /// The tensors of a translator for a corpus.
    ///
    /// # Errors
    /// When there is none of these sizes.
    pub fn shapes(&self, corpus: &Corpus) -> Result<Arc<Shapes>, CannotBuild> {
        let (source_words, target_words) = (corpus.source.len(), corpus.target.len());
        let sizes = Sizes { width: self.width, embedding: self.embedding, source_words, target_words };
        Shapes::new(self.design, sizes).map(Arc::new)
    }

    /// The parameters before the first step.
    ///
    /// # Errors
    /// When there is no translator of these sizes.
    pub fn beginning(&self, corpus: &Corpus) -> Result<Parameters, CannotBuild> {
        Ok(Parameters::random(self.shapes(corpus)?, self.seed, self.initialisation))
    }
}

/// A training on its way.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    learner: Learner,
    draws: SplitMix64,
}

impl Training {
    /// Before the first step.
    ///
    /// # Errors
    /// When there is no translator of these sizes.
    pub fn new(plan: Plan, corpus: &Corpus) -> Result<Self, CannotBuild> {
        let learner = Learner::new(plan.beginning(corpus)?);
        Ok(Self::from(plan, learner))
    }

    /// Goes on with a learner that has taken some steps of this plan: the sentences it has seen are drawn again.
    pub fn from(plan: Plan, learner: Learner) -> Self {
        let mut draws = SplitMix64::new(plan.seed.wrapping_add(1000));
        for _ in 0..plan.schedule.sentences(learner.steps()) {
            draws.next_bits();
        }
        Self { plan, learner, draws }
    }

    /// What it follows.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where it is.
    pub fn learner(&self) -> &Learner {
        &self.learner
    }

    /// The parameters now.
    pub fn parameters(&self) -> &Parameters {
        self.learner.parameters()
    }

    /// Steps taken.
    pub fn steps(&self) -> usize {
        self.learner.steps()
    }

    /// Sentences presented so far.
    pub fn sentences(&self) -> usize {
        self.plan.schedule.sentences(self.steps())
    }

    /// Whether all steps of the plan are taken.
    pub fn is_done(&self) -> bool {
        self.steps() >= self.plan.schedule.steps
    }

    /// The next step, on sentences drawn with replacement. The loss is a word's, before the step.
    ///
    /// # Errors
    /// When it cannot be taken; the parameters are as they were.
    pub fn step(&mut self, pairs: &[Pair]) -> Result<Taken, NoStep> {
        if pairs.is_empty() {
            return Err(NoStep::NoWords);
        }
        let Schedule { batch, clip, .. } = self.plan.schedule;
        let rate = self.plan.schedule.rate_at(self.steps());
        let draws = &mut self.draws;
        let examples = (0..batch).map(|_| {
            let pair = &pairs[draws.below(pairs.len())];
            (&pair.source[..], &pair.target[..])
        });
        self.learner.step(examples, Mean::Words, rate, clip)
    }
}
