//! `--learn NAMES`: what learns before the evaluation, and what of it belongs to every format.

use super::super::Failure;
use crate::engine::learning::{Method, NoRun, Plan, Rate, Run, reading_floor};
use crate::engine::{Givens, NoLoss};
use crate::scenario::{NotLearnable, Scope, cannot_learn, nearest, read_learnable, read_one, why_stopped};
use crate::words::{Text, cli_learning as words, learning as say};
use clap::ArgMatches;

pub(super) const LEARN: &str = "learn";
pub(super) const RATE: &str = "rate";
pub(super) const STEPS: &str = "steps";
pub(super) const METHOD: &str = "method";

/// Multiplications that are worth a sentence about how far reading alone could go.
const FLOOR: usize = 1 << 30;

/// Steps where none are told.
const DEFAULT_STEPS: usize = 100;

/// What is asked for.
pub(super) struct Wanted {
    names: String,
    method: Method,
    rate: Rate,
    steps: usize,
}

/// What has been learnt.
pub(super) struct Learnt {
    pub run: Run,
    pub steps_wanted: usize,
    /// Why fewer steps were taken than asked for.
    pub stopped: Option<Text>,
    /// |∂L| over what may learn, after the last step.
    pub gradient_norm: Option<f64>,
    /// What no reading is below, where only reading learns.
    pub floor: Option<f64>,
}

/// What the arguments ask for; nothing without `--learn`.
///
/// # Errors
/// An option of learning without it, or a value that is none.
pub(super) fn wanted(matches: &ArgMatches, with_mistake: bool) -> Result<Option<Wanted>, Failure> {
    let of = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let Some(names) = of(LEARN) else {
        let alone = [(RATE, "--rate"), (STEPS, "--steps"), (METHOD, "--method")].into_iter();
        return match alone.into_iter().find(|(name, _)| of(name).is_some()) {
            Some((_, shown)) => Err(Failure::Usage(words::only_with_learn(shown))),
            None => Ok(None),
        };
    };
    if with_mistake {
        return Err(Failure::Usage(words::learn_or_mistake()));
    }
    let rate = match of(RATE) {
        None => Rate::default(),
        Some(written) => {
            let known = read_one(written).ok().and_then(|reading| Rate::new(reading.value));
            known.ok_or_else(|| Failure::value(say::bad_rate(written)))?
        }
    };
    let steps = match of(STEPS) {
        None => DEFAULT_STEPS,
        Some(written) => match written.trim().parse::<usize>() {
            Ok(steps) if steps > 0 => steps,
            _ => return Err(Failure::value(say::bad_steps(written))),
        },
    };
    let method = match of(METHOD) {
        None => Method::default(),
        Some(written) => Method::ALL.into_iter().find(|method| method.name() == written).ok_or_else(|| {
            Failure::Usage(say::unknown_method(written, nearest(written, Method::ALL.map(Method::name))))
        })?,
    };
    Ok(Some(Wanted { names: names.to_owned(), method, rate, steps }))
}

/// Learns.
///
/// # Errors
/// What is to learn is not there, or there is nothing to learn from.
pub(super) fn learn(givens: &Givens, wanted: &Wanted, scope: &Scope<'_>) -> Result<Learnt, Failure> {
    let what = read_learnable(&wanted.names, givens).map_err(|refused| match refused {
        NotLearnable::Name(text) => Failure::Usage(words::wrong_learn(&text)),
        NotLearnable::Model(text) => Failure::value(words::wrong_learn(&text)),
    })?;
    let plan = Plan::new(what, wanted.method, wanted.rate);
    let mut run = Run::new(givens, plan).map_err(|reason| {
        Failure::value(words::wrong_learn(&match reason {
            NoRun::Plan(reason) => cannot_learn(reason, givens),
            NoRun::Loss(NoLoss::NoTarget) => say::no_target(),
            NoRun::Loss(NoLoss::Undefined | NoLoss::Overflow) => say::no_loss(),
        }))
    })?;
    let stop = (0..wanted.steps).find_map(|_| run.step().err());
    let stopped = stop.map(|stop| why_stopped(stop, run.plan().what(), scope));
    let gradient_norm = run.newest().gradient_norm();
    let floor = floor_of(&run);
    Ok(Learnt { run, steps_wanted: wanted.steps, stopped, gradient_norm, floor })
}

/// What no reading is below, summed over the rows that add to the loss.
fn floor_of(run: &Run) -> Option<f64> {
    let trace = run.start();
    if !run.plan().only_reading() || !trace.is_light() {
        return None;
    }
    let contributes = |row: &usize| matches!(trace.row_loss(*row), Some(Ok(_)));
    let rows: Vec<usize> = (0..trace.len()).filter(contributes).collect();
    let of_row = FLOOR / rows.len().max(1);
    rows.iter().map(|row| reading_floor(trace.givens(), *row, of_row).map(|floor| floor.at_least)).sum()
}

impl Learnt {
    /// The sentence of a run that ended before it was asked to.
    pub fn warning(&self) -> Option<Text> {
        let why = self.stopped.as_ref()?;
        let steps = self.run.steps();
        Some(if self.run.ran_off() { say::ran_off(steps, why) } else { say::stopped(steps, why) })
    }

    /// A readable sample of the steps: 0, 1, 2, 5, 10, 20, 50 … as far as they are remembered, and the last.
    pub fn sample(&self) -> Vec<(usize, f64)> {
        let course = self.run.course();
        if course.steps() <= 12 {
            return course.points().collect();
        }
        let last = course.steps();
        let mut wanted = vec![0];
        let mut power = 1;
        while power <= last {
            wanted.extend([power, 2 * power, 5 * power].into_iter().filter(|step| *step < last));
            power = power.saturating_mul(10);
        }
        wanted.push(last);
        let is_told = |(step, _): &(usize, f64)| wanted.binary_search(step).is_ok();
        course.points().filter(is_told).collect()
    }
}
