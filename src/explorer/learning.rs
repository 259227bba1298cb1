//! Learning in the explorer: what may learn, the run there is, and the step of it that is on the screen.
//!
//! A run is one entry of undo, whatever is done in it: it goes on with every step as long as nothing else changes the
//! numbers, and any step of it can be gone to. Whether the numbers are still those of the run is seen by comparing them.

mod curve;
mod panel;
mod steps;
mod teaching;

use super::model::Model;
use super::{Panel, Progress};
use crate::engine::learning::{Method, Plan, Rate, Run, Stop};
use crate::engine::{Givens, Tensor};
use crate::scenario::{learnable_names, why_stopped};
use crate::words::{Text, learning as say, number};
use std::sync::Arc;
pub(super) use teaching::{Running, Teaching};

/// What a person does about learning.
#[derive(Clone, Debug, PartialEq)]
pub enum Learn {
    /// Opens the panel.
    Show,
    /// One step.
    Step,
    /// So many steps, or until it is stopped; stops a run that goes on.
    Run(Option<usize>),
    /// Stops the run that goes on.
    Stop,
    /// What may learn.
    Only(Vec<Tensor>),
    /// How far a step goes.
    Rate(Rate),
    /// How a gradient becomes a step.
    Method(Method),
    /// Goes to a step of the run.
    At(usize),
}

/// Finished runs that are remembered for comparison.
const REMEMBERED: usize = 6;

/// What may learn and how, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Learning {
    what: Vec<Tensor>,
    method: Method,
    rate: Rate,
    /// The run begun last.
    pub(super) run: Option<Arc<Run>>,
    /// The step of it that is shown; the reading of the file it learns, and its numbers.
    pub(super) at: usize,
    shown: Option<(usize, Givens)>,
    /// Whether undo has an entry for it.
    pub(super) recorded: bool,
    /// How far reading alone could take its loss, where only reading learns.
    pub(super) floor: Option<Floor>,
    /// The run that goes on beside the screen.
    pub(super) running: Option<Running>,
    pub(super) finished: Vec<Finished>,
    /// Whether everything is done at once, as in a tour.
    pub(super) at_once: bool,
}

impl Default for Learning {
    /// Only the queries: where to read is what nobody labels.
    fn default() -> Self {
        Self {
            what: vec![Tensor::Queries],
            method: Method::default(),
            rate: Rate::default(),
            run: None,
            at: 0,
            shown: None,
            recorded: false,
            floor: None,
            running: None,
            finished: Vec::new(),
            at_once: false,
        }
    }
}

/// What no reading is below: the loss, and for a single row the weights of the best mixture.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    pub(super) loss: f64,
    pub(super) weights: Option<Vec<f64>>,
}

/// A run that is over, to compare others with.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) plan: Plan,
    pub(super) from: Givens,
    pub(super) start: f64,
    pub(super) now: f64,
    pub(super) steps: usize,
}

impl Finished {
    fn of(run: &Run) -> Self {
        let course = run.course();
        let (plan, from) = (run.plan().clone(), run.from().clone());
        Self { plan, from, start: course.start(), now: course.now(), steps: run.steps() }
    }
}

impl Learning {
    /// What would be done by a run begun now.
    pub(super) fn plan(&self) -> Plan {
        Plan::new(self.what.iter().copied(), self.method, self.rate)
    }

    /// As a step of a tour leaves it to a person, or to the next step.
    pub(super) fn set_up(self, at_once: bool) -> Self {
        Self { at_once, recorded: false, running: None, ..self }
    }

    /// The runs a run from these numbers can be compared with.
    pub(super) fn others_from<'a>(&'a self, from: &'a Givens) -> impl Iterator<Item = &'a Finished> {
        self.finished.iter().filter(move |finished| finished.from == *from)
    }

    fn put_aside(&mut self) {
        if let Some(run) = self.run.take().filter(|run| run.steps() > 0) {
            let over = Finished::of(&run);
            // What was done again replaces what was done before.
            self.finished.retain(|known| known.plan != over.plan || known.from != over.from);
            self.finished.push(over);
            let many = self.finished.len().saturating_sub(REMEMBERED);
            self.finished.drain(..many);
        }
    }
}

impl Model {
    /// The run whose numbers are on the screen, with the step that is shown.
    pub fn run_shown(&self) -> Option<(&Run, usize)> {
        let learning = &self.learning;
        let run = learning.run.as_deref()?;
        let (reading, givens) = learning.shown.as_ref()?;
        let is_shown = *reading == self.state.scenario.shown() && *givens == self.state.givens;
        is_shown.then_some((run, learning.at))
    }

    /// Whether a run goes on beside the screen.
    pub fn is_learning(&self) -> bool {
        self.learning.running.is_some()
    }

    /// Whether there has been a run.
    pub(super) fn has_run(&self) -> bool {
        self.learning.run.is_some()
    }

    pub(super) fn learn(&mut self, what: Learn) {
        if what == Learn::Stop || matches!(what, Learn::Run(_)) && self.is_learning() {
            return self.stop_learning();
        }
        let outcome = match what {
            Learn::Show => Ok(()),
            Learn::Step => self.may_learn().and_then(|()| self.learn_steps(1, false)),
            Learn::Run(steps) => self.may_learn().and_then(|()| self.learn_run(steps)),
            Learn::Only(what) => {
                let by_hand = self.givens().origin.is_some() && what.iter().any(|tensor| tensor.projection().is_some());
                self.learning.what = self.plan_of(what).what().to_vec();
                self.say(say::may_learn(&learnable_names(&self.learning.what), by_hand));
                Ok(())
            }
            Learn::Rate(rate) => {
                self.learning.rate = rate;
                self.say(say::rate_chosen(&number::exact(rate.get())));
                Ok(())
            }
            Learn::Method(method) => {
                self.learning.method = method;
                self.say(say::method_chosen(&say::method(method)));
                Ok(())
            }
            Learn::At(step) => self.go_to_learnt(step),
            Learn::Stop => Ok(()),
        };
        match outcome {
            Ok(()) if self.panel.is_none() => self.open_panel(Some(Panel::Learning)),
            Ok(()) => {}
            Err(reason) => self.refuse(reason),
        }
    }

    fn plan_of(&self, what: Vec<Tensor>) -> Plan {
        Plan::new(what, self.learning.method, self.learning.rate)
    }

    /// Why nothing can be learnt now.
    fn may_learn(&self) -> Result<(), Text> {
        if self.mistaken.is_some() {
            return Err(say::not_with_a_mistake());
        }
        if self.prediction.as_ref().is_some_and(|prediction| prediction.progress == Progress::Marking) {
            return Err(say::not_while_marking());
        }
        Ok(())
    }

    pub(super) fn reason_of(&self, stop: Stop) -> Text {
        let what = self.learning.run.as_deref().map_or(&[][..], |run| run.plan().what());
        why_stopped(stop, what, &self.scope())
    }
}
