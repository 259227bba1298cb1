//! Steps of a run: taken at once or beside the screen, and any of them shown.

use super::{Floor, Panel, Running, Teaching};
use crate::engine::NoLoss;
use crate::engine::learning::{Learner, NoRun, Run, Stop, reading_floor};
use crate::explorer::Model;
use crate::scenario::cannot_learn;
use crate::words::{Text, learning as say, number};
use std::sync::Arc;

/// Steps after which a run without an end comes to one.
const LONGEST: usize = 1_000_000;
/// Multiplications to find out how far reading alone could go: some 30 ms.
const FLOOR: usize = 1 << 25;
/// Multiplications of a run that a person does not wait for: some 0.1 s.
const AT_ONCE: usize = 1 << 26;
/// And of one that a tour may set up: as much, since all steps of a tour are tried when it is opened.
const REPLAYED: usize = 1 << 26;

impl Model {
    /// Makes sure that there is a run as it is planned, on the numbers of the screen.
    fn begin_run(&mut self) -> Result<(), Text> {
        let plan = self.learning.plan();
        if self.run_shown().is_some_and(|(run, _)| *run.plan() == plan) {
            return Ok(());
        }
        // Its loss is the first thing a run needs, and takes its time where the model is large.
        if self.trace.loss_at_once().is_none() {
            return Err(say::loss_is_computed());
        }
        let run = Run::of(&self.trace, plan).map_err(|reason| match reason {
            NoRun::Plan(reason) => cannot_learn(reason, &self.state.givens),
            NoRun::Loss(NoLoss::NoTarget) => say::no_target(),
            NoRun::Loss(NoLoss::Undefined | NoLoss::Overflow) => say::no_loss(),
        })?;
        let floor = floor_of(&run);
        let reading = self.state.scenario.shown();
        let learning = &mut self.learning;
        learning.running = None;
        learning.put_aside();
        learning.shown = Some((reading, run.from().clone()));
        learning.run = Some(Arc::new(run));
        (learning.at, learning.recorded, learning.floor) = (0, false, floor);
        Ok(())
    }

    pub(super) fn learn_run(&mut self, steps: Option<usize>) -> Result<(), Text> {
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
    pub(super) fn learn_steps(&mut self, steps: usize, told: bool) -> Result<(), Text> {
        let work = Run::work_of_a_step(&self.state.givens).saturating_mul(steps);
        if !self.learning.at_once && (work > AT_ONCE || !self.trace.is_light()) {
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
        self.learning.shown = Some((next.scenario.shown(), next.givens.clone()));
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

    pub(super) fn go_to_learnt(&mut self, step: usize) -> Result<(), Text> {
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
        // A run without an end is there to be watched.
        let teaching = if known.is_some() { teaching } else { teaching.paced() };
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
        let trained = self.catch_up_training();
        let studied = self.catch_up_study();
        self.catch_up_learning() || trained || studied
    }

    fn catch_up_learning(&mut self) -> bool {
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
    pub(in crate::explorer) fn stop_learning(&mut self) {
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
    pub(in crate::explorer) fn leave_run(&mut self) {
        if self.is_learning() && self.run_shown().is_none() {
            self.learning.running = None;
        }
    }

    /// Why there is no further step.
    fn why_at_an_end(&self, stop: Stop) -> Text {
        let at = self.learning.at;
        let why = self.reason_of(stop);
        let ran_off = self.learning.run.as_deref().is_some_and(Run::ran_off);
        if ran_off { say::ran_off(at, &why) } else { say::stopped(at, &why) }
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
    let of_row = FLOOR / rows.len().max(1);
    let floors: Option<Vec<_>> = rows.iter().map(|row| reading_floor(givens, *row, of_row)).collect();
    let mut floors = floors?;
    let loss = floors.iter().map(|floor| floor.at_least).sum();
    let weights = if floors.len() == 1 { floors.pop().map(|floor| floor.weights) } else { None };
    Some(Floor { loss, weights })
}
