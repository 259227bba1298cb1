//! Learning in the explorer: what may learn, the run there is, and the step of it that is on the screen.
//!
//! A run is one entry of undo, whatever is done in it: it goes on with every step as long as nothing else changes the
//! numbers, and any step of it can be gone to. Whether the numbers are still those of the run is seen by comparing them.

use super::model::Model;
use super::teaching::{Running, Teaching};
use super::{Panel, Progress};
use crate::engine::learning::{Learner, Method, NoRun, Plan, Rate, Run, Stop, reading_floor};
use crate::engine::{Givens, NoLoss, Tensor};
use crate::scenario::{cannot_learn, learnable_names, why_stopped};
use crate::words::{Text, learning as say, number};
use std::sync::Arc;

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

/// Steps after which a run without an end comes to one.
const LONGEST: usize = 1_000_000;
/// Multiplications of a run that a person does not wait for: some 0.1 s.
const AT_ONCE: usize = 1 << 26;
/// And of one that a tour may set up: a few seconds.
const REPLAYED: usize = 1 << 31;
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
    /// The step of it that is shown, and its numbers.
    pub(super) at: usize,
    shown: Option<Givens>,
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
    pub(super) fn as_set_up(self, at_once: bool) -> Self {
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
        (learning.shown.as_ref() == Some(&self.state.givens)).then_some((run, learning.at))
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
        if self.state.scenario.reading_count() > 1 {
            return Err(say::not_with_readings());
        }
        Ok(())
    }

    /// Makes sure that there is a run as it is planned, on the numbers of the screen.
    fn begin_run(&mut self) -> Result<(), Text> {
        let plan = self.learning.plan();
        if self.run_shown().is_some_and(|(run, _)| *run.plan() == plan) {
            return Ok(());
        }
        let run = Run::new(&self.state.givens, plan).map_err(|reason| match reason {
            NoRun::Plan(reason) => cannot_learn(reason, &self.state.givens),
            NoRun::Loss(NoLoss::NoTarget) => say::no_target(),
            NoRun::Loss(NoLoss::Undefined | NoLoss::Overflow) => say::no_loss(),
        })?;
        let floor = floor_of(&run);
        let learning = &mut self.learning;
        learning.running = None;
        learning.put_aside();
        learning.shown = Some(run.from().clone());
        learning.run = Some(Arc::new(run));
        (learning.at, learning.recorded, learning.floor) = (0, false, floor);
        Ok(())
    }

    fn learn_run(&mut self, steps: Option<usize>) -> Result<(), Text> {
        let Some(steps) = steps else {
            if self.learning.at_once {
                return Err(say::how_many_steps());
            }
            return self.learn_beside(LONGEST, None);
        };
        if self.learning.at_once {
            let most = REPLAYED / Run::work_of_a_step(&self.state.givens);
            if steps > most {
                return Err(say::too_long(steps, most));
            }
        }
        self.learn_steps(steps, true)
    }

    /// Takes so many steps on from the one that is shown: at once where nobody would notice, else beside the screen.
    fn learn_steps(&mut self, steps: usize, told: bool) -> Result<(), Text> {
        let work = Run::work_of_a_step(&self.state.givens).saturating_mul(steps);
        if work > AT_ONCE && !self.learning.at_once {
            return self.learn_beside(steps, Some(steps));
        }
        self.begin_run()?;
        let from = self.learning.at;
        let wanted = from.saturating_add(steps);
        let Some(held) = &mut self.learning.run else { return Ok(()) };
        let run = Arc::make_mut(held);
        let mut end = None;
        while run.steps() < wanted && end.is_none() {
            end = run.step().err();
        }
        let to = wanted.min(run.steps());
        self.show_learnt(to);
        match end {
            Some(stop) if to == from => Err(self.why_at_an_end(stop)),
            _ => {
                self.tell_steps(from, to, told);
                Ok(())
            }
        }
    }

    /// What has been done, where no panel says it.
    fn tell_steps(&mut self, from: usize, to: usize, run: bool) {
        let Some((course, _)) = self.run_shown().map(|(run, at)| (run.course(), at)) else { return };
        let told = |loss: f64| number::derived(loss, 9).trim_start().to_owned();
        let now = self.trace.loss().unwrap_or(course.now());
        let text = if run {
            say::run_done(to, &told(course.start()), &told(now))
        } else {
            let points = course.points().find(|(step, _)| *step == from).map_or(course.start(), |(_, loss)| loss);
            let change = number::difference(now - points, 9).trim_start().to_owned();
            say::stepped(to, &told(points), &told(now), &change)
        };
        if self.panel.is_some() && self.panel != Some(Panel::Learning) && self.is_loss_told() {
            self.say(text);
        }
    }

    /// Whether the loss may be told: it is not hidden.
    pub(super) fn is_loss_told(&self) -> bool {
        self.revealed().is_whole()
    }

    /// Puts a step of the run on the screen.
    fn show_learnt(&mut self, step: usize) {
        let Some(run) = self.learning.run.clone() else { return };
        let learner = run.at(step);
        self.show_learner(&run, step, &learner);
    }

    fn show_learner(&mut self, run: &Run, step: usize, learner: &Learner) {
        let mut next = self.state.clone();
        // At its start a run has its model as it was found: nothing is set by hand yet.
        next.givens = if step == 0 { run.from().clone() } else { learner.givens().clone() };
        self.learning.at = step;
        self.learning.shown = Some(next.givens.clone());
        if next == self.state {
            return;
        }
        // What has been computed of it beside the screen, or on the way, is not computed again.
        if next.givens == *learner.trace().givens() {
            self.trace = learner.trace().clone();
        }
        if self.learning.recorded {
            self.put(next);
        } else {
            self.change(next);
            self.learning.recorded = true;
        }
    }

    fn go_to_learnt(&mut self, step: usize) -> Result<(), Text> {
        let (run, _) = self.run_shown().ok_or_else(say::run_left)?;
        let (last, left) = (run.steps(), run.steps_to(step));
        self.learning.running = None;
        let work = Run::work_of_a_step(&self.state.givens).saturating_mul(left);
        if work > AT_ONCE && !self.learning.at_once {
            return self.go_beside(step);
        }
        self.show_learnt(step.min(last));
        if self.panel != Some(Panel::Learning) {
            self.say(say::at_step(step, last));
        }
        Ok(())
    }

    /// Lets a run go on beside the screen, for so many steps at most; `known` is told as its length.
    fn learn_beside(&mut self, steps: usize, known: Option<usize>) -> Result<(), Text> {
        self.begin_run()?;
        let Some(run) = self.learning.run.clone() else { return Ok(()) };
        if let Some(stop) = run.stop().filter(|_| run.steps() == self.learning.at) {
            return Err(self.why_at_an_end(stop));
        }
        let upto = self.learning.at.saturating_add(steps);
        let teaching = Teaching::new(run, upto);
        self.learning.running = Some(Running { teaching, upto: known.map(|_| upto), goes_back: false });
        Ok(())
    }

    /// Goes to an earlier step beside the screen.
    fn go_beside(&mut self, step: usize) -> Result<(), Text> {
        let Some(run) = self.learning.run.clone() else { return Ok(()) };
        let teaching = Teaching::new(run, step);
        self.learning.running = Some(Running { teaching, upto: Some(step), goes_back: true });
        Ok(())
    }

    /// Takes over what has been learnt beside the screen; whether there was anything.
    pub fn catch_up(&mut self) -> bool {
        let Some(news) = self.learning.running.as_ref().and_then(|running| running.teaching.take()) else {
            return false;
        };
        if self.run_shown().is_none() {
            self.learning.running = None;
            return true;
        }
        let run = Arc::new(news.run);
        self.learning.run = Some(run.clone());
        self.show_learner(&run, news.at, &news.learner);
        if news.is_last {
            let back = self.learning.running.take().is_some_and(|running| running.goes_back);
            let course = run.course();
            let told = |loss: f64| number::derived(loss, 9).trim_start().to_owned();
            match run.stop() {
                _ if back => self.say(say::at_step(news.at, run.steps())),
                Some(stop) if news.at == run.steps() => {
                    let why = say::stopped(run.steps(), &self.reason_of(stop));
                    self.say(why);
                }
                _ if self.is_loss_told() => {
                    self.say(say::run_done(news.at, &told(course.start()), &told(course.now())));
                }
                _ => {}
            }
        }
        self.keep_in_view();
        true
    }

    /// Stops the run that goes on where it is.
    pub(super) fn stop_learning(&mut self) {
        if !self.is_learning() {
            return self.say(say::nothing_runs());
        }
        self.catch_up();
        if self.learning.running.take().is_some() {
            self.say(say::run_stopped(self.learning.at));
        }
        self.keep_in_view();
    }

    /// Ends a run whose numbers have been replaced by others.
    pub(super) fn leave_run(&mut self) {
        if self.is_learning() && self.run_shown().is_none() {
            self.learning.running = None;
        }
    }

    /// Why there is no further step.
    fn why_at_an_end(&self, stop: Stop) -> Text {
        let at = self.learning.at;
        let why = self.reason_of(stop);
        if stop.is_beyond() { say::ran_off(at, &why) } else { say::stopped(at, &why) }
    }

    pub(super) fn reason_of(&self, stop: Stop) -> Text {
        let what = self.learning.run.as_deref().map_or(&[][..], |run| run.plan().what());
        why_stopped(stop, what, &self.scope())
    }
}

/// How far reading alone could take the loss; nothing where more than reading learns, or the model is large.
fn floor_of(run: &Run) -> Option<Floor> {
    let (plan, trace) = (run.plan(), run.start());
    if !plan.only_reading() || !trace.is_light() {
        return None;
    }
    let givens = trace.givens();
    let rows: Vec<usize> = (0..givens.rows()).filter(|row| matches!(trace.row_loss(*row), Some(Ok(_)))).collect();
    let floors: Option<Vec<_>> = rows.iter().map(|row| reading_floor(givens, *row)).collect();
    let mut floors = floors?;
    let loss = floors.iter().map(|floor| floor.at_least).sum();
    let weights = if floors.len() == 1 { floors.pop().map(|floor| floor.weights) } else { None };
    Some(Floor { loss, weights })
}
