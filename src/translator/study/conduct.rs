//! Carrying a study out, with as many trainings at a time as there are cores.

use super::condition::{Condition, Part};
use super::outcome::{NoOutcome, Outcome};
use crate::translator::corpus::Corpus;
use crate::translator::training::Plan;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// One training that is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assignment {
    /// What is trained.
    pub condition: Condition,
    /// From which seed.
    pub seed: u64,
}

/// What the parts of a study ask for, each training once, the longest first, so that no core waits for another at the end.
pub fn assignments(parts: &[Part], seeds: &[u64]) -> Vec<Assignment> {
    let mut wanted: Vec<Assignment> = Vec::new();
    for condition in parts.iter().flat_map(|part| part.conditions()) {
        for &seed in seeds {
            let assignment = Assignment { condition, seed };
            if !wanted.contains(&assignment) {
                wanted.push(assignment);
            }
        }
    }
    wanted.sort_by_key(|assignment| !matches!(assignment.condition, Condition::Longer(_)));
    wanted
}

/// Does them; `done` is told of each, in the order in which they end. The outcomes stand in the order of the assignments,
/// whatever the number of threads. Soon after `stop` is set it returns; what is not done then says so.
pub fn conduct(
    assignments: &[Assignment],
    base: &Plan,
    corpus: &Corpus,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(usize, &Result<Outcome, NoOutcome>) + Sync,
) -> Vec<Result<Outcome, NoOutcome>> {
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<Result<Outcome, NoOutcome>>>> = assignments.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, assignments.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(assignment) = assignments.get(at) else { return };
                    let plan = Plan { seed: assignment.seed, ..assignment.condition.plan(base, corpus) };
                    let outcome = Outcome::of(assignment.condition, &plan, corpus, stop);
                    done(at, &outcome);
                    if let Ok(mut slot) = slots[at].lock() {
                        *slot = Some(outcome);
                    }
                }
            });
        }
    });
    // A thread that panics ends the scope with it, so every slot is filled.
    slots.into_iter().map(|slot| slot.into_inner().ok().flatten().unwrap_or(Err(NoOutcome::Stopped))).collect()
}
