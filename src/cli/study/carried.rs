//! The trainings, with their progress on the error stream, and what came of them.

use super::Asked;
use crate::cli::signals::Signals;
use crate::cli::train::corpus::LESSON;
use crate::cli::{Context, Failure};
use crate::translator::study::{
    Assignment, Condition, Exchange, NoOutcome, Outcome, Part, assignments, conduct, exchange_shown,
};
use crate::translator::{Corpus, Encoder, Plan};
use crate::words::translator_study as say;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long a signal may wait to be seen.
const GLANCE: Duration = Duration::from_millis(50);

/// Steps of training the exchange is followed through.
const EXCHANGE_STEPS: usize = 50;

/// A study that is whole: every training has its outcome.
pub(super) struct Study {
    pub parts: Vec<Part>,
    pub seeds: Vec<u64>,
    pub base: Plan,
    pub corpus: Corpus,
    pub corpus_name: String,
    /// By condition, as the parts name them first, then by seed.
    pub outcomes: Vec<Outcome>,
    /// Where a part asks for both orders of an encoder that reads both ways.
    pub exchange: Option<Exchange>,
}

impl Study {
    /// Carries it out.
    ///
    /// # Errors
    /// It is interrupted, or a training has no outcome; the error stream says which.
    pub fn carried_out(asked: Asked, context: &mut Context<'_>) -> Result<Self, Failure> {
        let Asked { parts, seeds, base, corpus, corpus_name, threads, quiet } = asked;
        let signals = Signals::listen()?;
        let wanted = assignments(&parts, &seeds);
        let outcomes = conducted(&wanted, &base, &corpus, threads, quiet, &signals, context);
        if let Some(signal) = signals.asked() {
            let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            let _ = writeln!(context.errors, "{}", say::interrupted(done, wanted.len()).get(context.lang));
            return Err(Failure::Interrupted(signal));
        }
        signals.no_longer();
        let mut known = Vec::with_capacity(wanted.len());
        let mut faults = Vec::new();
        for (assignment, outcome) in wanted.iter().zip(outcomes) {
            match outcome {
                Ok(outcome) => known.push(outcome),
                Err(reason) => faults.push(say::no_outcome(&assignment.condition.id(), assignment.seed, reason)),
            }
        }
        if !faults.is_empty() {
            return Err(Failure::Values(faults));
        }
        // The longest are trained first; they are told in their place.
        let conditions: Vec<Condition> = parts.iter().flat_map(|part| part.conditions()).collect();
        let place = |condition| conditions.iter().position(|known| *known == condition);
        known.sort_by_key(|outcome: &Outcome| {
            (place(outcome.condition), seeds.iter().position(|seed| *seed == outcome.seed))
        });
        let exchange = exchange(&parts, &seeds, &base, &corpus)?;
        Ok(Self { parts, seeds, base, corpus, corpus_name, outcomes: known, exchange })
    }

    /// The outcomes a part is about.
    pub fn of_part(&self, part: Part) -> Vec<&Outcome> {
        let conditions = part.conditions();
        self.outcomes.iter().filter(|outcome| conditions.contains(&outcome.condition)).collect()
    }

    /// Whether it is about the lesson's own language.
    pub fn is_of_the_lesson(&self) -> bool {
        self.corpus_name == LESSON
    }

    /// The outcomes of a condition.
    pub fn of(&self, condition: Condition) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(move |outcome| outcome.condition == condition)
    }
}

/// The outcomes, in the order of what is wanted. A signal ends it soon.
fn conducted(
    wanted: &[Assignment],
    base: &Plan,
    corpus: &Corpus,
    threads: usize,
    quiet: bool,
    signals: &Signals,
    context: &mut Context<'_>,
) -> Vec<Result<Outcome, NoOutcome>> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let stop = &stop;
        // The sender goes with the trainings, so that the channel ends when they do.
        let conducting = scope.spawn(move || {
            conduct(wanted, base, corpus, threads, stop, move |at, outcome| {
                // Whoever no longer listens has left.
                let _ = sender.send((at, outcome.is_ok()));
            })
        });
        let mut done = 0;
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok((at, true)) => {
                    done += 1;
                    if let Some(Assignment { condition, seed }) = wanted.get(at).filter(|_| !quiet) {
                        let told = say::progress(done, wanted.len(), &condition.id(), *seed);
                        // A stream that does not take it stops nothing.
                        let _ = writeln!(context.errors, "{}", told.get(context.lang));
                    }
                }
                Ok((_, false)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if signals.asked().is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        conducting.join().unwrap_or_default()
    })
}

/// The exchange of the two directions, from the first seed on, where it says something about a part.
///
/// # Errors
/// A number left f64.
fn exchange(parts: &[Part], seeds: &[u64], base: &Plan, corpus: &Corpus) -> Result<Option<Exchange>, Failure> {
    if !parts.contains(&Part::Order(Encoder::Bidirectional)) {
        return Ok(None);
    }
    let Some(&seed) = seeds.first() else { return Ok(None) };
    let plan = Plan { seed, ..*base };
    let failed = || Failure::value(say::NO_EXCHANGE.clone());
    let parameters = plan.beginning(corpus).map_err(|_| failed())?;
    exchange_shown(&parameters, &corpus.test, &corpus.train, EXCHANGE_STEPS).map_err(|_| failed())
}
