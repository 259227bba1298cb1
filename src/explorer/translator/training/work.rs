//! What the thread beside the screen does for a training.

use super::{Shared, Trainer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps to take. A clone is the same.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct TrainingWork {
    shared: Arc<Shared>,
    goal: usize,
    stopped: Arc<AtomicBool>,
}

impl TrainingWork {
    pub(super) fn of(trainer: &Trainer) -> Option<Self> {
        trainer.has_work().then(|| Self {
            shared: Arc::clone(&trainer.shared),
            goal: trainer.goal,
            stopped: Arc::clone(&trainer.stopped),
        })
    }

    /// Whether it is the same.
    pub(in crate::explorer) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
            && self.goal == other.goal
            && Arc::ptr_eq(&self.stopped, &other.stopped)
    }

    /// Takes the steps, and tells whenever there is something to be seen; soon after `stop` is set it returns. At the end of all
    /// steps it measures the whole test.
    pub(in crate::explorer) fn run(&self, stop: &AtomicBool, mut done: impl FnMut()) {
        let mut taken = super::lock(&self.shared.run).training().steps();
        let may = || !stop.load(Ordering::Relaxed) && !self.stopped.load(Ordering::Relaxed);
        while taken < self.goal && may() {
            match self.shared.step(may) {
                Some(seen) => {
                    taken += 1;
                    if seen {
                        done();
                    }
                }
                None => break,
            }
        }
        // Where it stops between two that are looked at, that step is shown all the same.
        self.shared.tell();
        done();
        if may() {
            self.shared.measure();
            done();
        }
    }
}
