//! A run of learning from its start to its newest step, any of which can be gone back to.

use super::checkpoints::Checkpoints;
use super::{CannotLearn, Course, Learner, Plan, Stop, Taken};
use crate::engine::{Givens, NoLoss, Trace};

/// A run. A clone shares all tensors.
#[derive(Clone, Debug)]
pub struct Run {
    from: Givens,
    start: Learner,
    newest: Learner,
    course: Course,
    checkpoints: Checkpoints,
    stop: Option<Stop>,
}

/// Why a run cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// The plan does not fit.
    Plan(CannotLearn),
    /// There is no loss to lower.
    Loss(NoLoss),
}

impl Run {
    /// A run before its first step.
    ///
    /// # Errors
    /// The plan does not fit the model, or there is no loss.
    pub fn new(givens: &Givens, plan: Plan) -> Result<Self, NoRun> {
        Self::of(&Trace::new(givens), plan)
    }

    /// The same, with what follows from the model: what is computed of it is not computed again.
    ///
    /// # Errors
    /// As for [`Run::new`].
    pub fn of(trace: &Trace, plan: Plan) -> Result<Self, NoRun> {
        let givens = trace.givens();
        let start = Learner::of(trace, plan).map_err(NoRun::Plan)?;
        let loss = start.loss().map_err(NoRun::Loss)?;
        Ok(Self {
            from: givens.clone(),
            newest: start.clone(),
            checkpoints: Checkpoints::new(start.snapshot()),
            start,
            course: Course::new(loss),
            stop: None,
        })
    }

    /// What it does.
    pub fn plan(&self) -> &Plan {
        self.start.plan()
    }

    /// The model the run was begun on. In one given by words, what may learn was not yet set by hand.
    pub fn from(&self) -> &Givens {
        &self.from
    }

    /// What follows from the numbers before the first step.
    pub fn start(&self) -> &Trace {
        self.start.trace()
    }

    /// The learner after the newest step.
    pub fn newest(&self) -> &Learner {
        &self.newest
    }

    /// How many steps have been taken.
    pub fn steps(&self) -> usize {
        self.course.steps()
    }

    /// How the loss went.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Why there is no further step, once one has been tried.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Whether the run has led away: L is larger now than at the start, or the numbers ran off beyond f64.
    pub fn has_diverged(&self) -> bool {
        self.course.is_above_start() || self.steps() > 0 && self.ran_off()
    }

    /// Whether the run ended because its steps lead beyond f64. A gradient that is beyond it may have been so from the
    /// start; it is the steps' doing only where L has risen on the way.
    pub fn ran_off(&self) -> bool {
        match self.stop {
            Some(Stop::NoGradients(_)) => self.course.first_rise().is_some(),
            stop => stop.is_some_and(Stop::is_beyond),
        }
    }

    /// One step more.
    ///
    /// # Errors
    /// Why there is none; the run stays where it is.
    pub fn step(&mut self) -> Result<Taken, Stop> {
        if let Some(stop) = self.stop {
            return Err(stop);
        }
        let taken = self.newest.step().inspect_err(|stop| self.stop = Some(*stop))?;
        self.course.push(taken.after);
        if self.checkpoints.wants(self.steps()) {
            self.checkpoints.keep(self.newest.snapshot());
        }
        Ok(taken)
    }

    /// How many steps have to be computed anew to go to one.
    pub fn steps_to(&self, step: usize) -> usize {
        if step >= self.steps() { 0 } else { step - self.checkpoints.before(step).0 }
    }

    /// The model after so many steps, to the bits it had then; the newest past the end.
    pub fn at(&self, step: usize) -> Learner {
        if step >= self.steps() {
            return self.newest.clone();
        }
        let (at, snapshot) = self.checkpoints.before(step);
        let mut learner = if at == 0 { self.start.clone() } else { self.newest.back_at(snapshot) };
        for _ in at..step {
            // It has been taken before, so nothing can be in its way.
            let _ = learner.step();
        }
        learner
    }

    /// What a step takes, in multiplications, rounded up: going there and back over every row, and what a small step
    /// costs besides.
    pub fn work_of_a_step(givens: &Givens) -> usize {
        const BESIDES: usize = 2000;
        let of_row = givens.slots() * (givens.d_k() + givens.d_v()) + givens.words() * (givens.d_v() + 4);
        givens.rows().saturating_mul(of_row).saturating_mul(4).saturating_add(BESIDES)
    }
}
