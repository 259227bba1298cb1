//! What the threads beside the screen do for a study.

use super::{Shared, Studying};
use crate::translator::Plan;
use crate::translator::study::{Assignment, NoOutcome, conduct, exchange_shown};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Steps of training the exchange is followed through.
const EXCHANGE_STEPS: usize = 50;

/// Trainings to do. A clone is the same.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct StudyWork {
    shared: Arc<Shared>,
    /// All of the part; what is known by then is left out when it begins.
    wanted: Vec<Assignment>,
    exchange: bool,
}

impl StudyWork {
    pub(super) fn of(studying: &Studying) -> Option<Self> {
        let exchange = studying.part == crate::translator::study::Part::ALL[0];
        studying.is_running().then(|| Self {
            shared: Arc::clone(&studying.shared),
            wanted: studying.wanted(),
            exchange,
        })
    }

    /// Whether it is the same.
    pub(in crate::explorer) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared) && self.wanted == other.wanted && self.exchange == other.exchange
    }

    /// Does them, on every core, and tells after each; soon after `stop` is set it returns.
    pub(in crate::explorer) fn run(&self, stop: &AtomicBool, mut done: impl FnMut()) {
        let shared = &*self.shared;
        if stop.load(Ordering::Relaxed) {
            return;
        }
        if self.exchange {
            self.show_exchange();
            done();
        }
        let known = Arc::clone(&shared.results());
        let is_known = |wanted: &&Assignment| {
            let same = |seed, condition| seed == wanted.seed && condition == wanted.condition;
            known.outcomes.iter().any(|outcome| same(outcome.seed, outcome.condition))
        };
        let missing: Vec<Assignment> = self.wanted.iter().filter(|wanted| !is_known(wanted)).copied().collect();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let (sender, receiver) = channel();
        let missing = &missing[..];
        thread::scope(|scope| {
            // The sender goes with the trainings, so that the channel ends when they do.
            scope.spawn(move || {
                conduct(missing, &shared.base, &shared.corpus, threads, stop, move |at, outcome| {
                    match outcome {
                        Ok(outcome) => shared.change(|results| results.outcomes.push(outcome.clone())),
                        Err(NoOutcome::Stopped) => {}
                        Err(reason) => shared.change(|results| results.failed = Some((missing[at], *reason))),
                    }
                    // Whoever no longer listens has left.
                    let _ = sender.send(());
                })
            });
            for () in receiver {
                if !stop.load(Ordering::Relaxed) {
                    done();
                }
            }
        });
    }

    fn show_exchange(&self) {
        let shared = &*self.shared;
        if shared.results().exchange.is_some() {
            return;
        }
        let plan = Plan { seed: 1, ..shared.base };
        let Ok(parameters) = plan.beginning(&shared.corpus) else { return };
        let corpus = &shared.corpus;
        if let Ok(Some(shown)) = exchange_shown(&parameters, &corpus.test, &corpus.train, EXCHANGE_STEPS) {
            shared.change(|results| results.exchange = Some(shown));
        }
    }
}
