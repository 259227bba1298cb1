//! States of a run that are kept, so that any other is a few steps away.

use super::learner::Snapshot;
use std::sync::Arc;

/// What all of them may take: 64 MB.
const BUDGET: usize = 64 << 20;

/// More of them than this would save no time that anybody could notice.
const MOST: usize = 1024;

/// Every so many steps a state, the start among them; the gaps double when there are too many.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints {
    every: usize,
    most: usize,
    kept: Vec<Arc<Snapshot>>,
}

impl Checkpoints {
    /// The start alone.
    pub(super) fn new(start: Snapshot) -> Self {
        let most = (BUDGET / start.bytes().max(1)).clamp(1, MOST);
        Self { every: 1, most, kept: vec![Arc::new(start)] }
    }

    /// Whether a step is one that is to be kept; when there are too many, half of them go first.
    pub(super) fn wants(&mut self, step: usize) -> bool {
        while self.kept.len() >= self.most && step == self.kept.len() * self.every {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.every *= 2;
            if self.most == 1 {
                // Nothing but the start has room.
                break;
            }
        }
        step == self.kept.len() * self.every && self.kept.len() < self.most
    }

    /// Keeps the state of a step that is wanted.
    pub(super) fn keep(&mut self, state: Snapshot) {
        self.kept.push(Arc::new(state));
    }

    /// The last state kept before a step or at it, and its step.
    pub(super) fn before(&self, step: usize) -> (usize, &Snapshot) {
        let at = (step / self.every).min(self.kept.len() - 1);
        (at * self.every, &self.kept[at])
    }
}
