//! A run of learning that goes on beside the screen: a thread takes the steps, the screen takes over where they led.

use crate::engine::learning::{Learner, Run};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Multiplications after which what has been learnt is put where the screen finds it: some 10 ms.
const HANDED_OVER_AFTER: usize = 1 << 22;

/// The run that goes on.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Running {
    pub(in crate::explorer) teaching: Teaching,
    /// The step it ends at, where that is known.
    pub(super) upto: Option<usize>,
    /// Whether it goes to a step that has been taken before.
    pub(super) goes_back: bool,
}

/// The steps to take, and where they have led so far. A clone is the same.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Teaching {
    run: Arc<Run>,
    upto: usize,
    paced: bool,
    news: Arc<Mutex<Option<News>>>,
}

/// What the screen takes over.
#[derive(Clone, Debug)]
pub(super) struct News {
    pub(super) run: Run,
    /// The step to show, and the model after it.
    pub(super) at: usize,
    pub(super) learner: Learner,
    /// Whether nothing follows.
    pub(super) is_last: bool,
}

impl Teaching {
    /// On to a step of a run, or back to it.
    pub(super) fn new(run: Arc<Run>, upto: usize) -> Self {
        Self { run, upto, paced: false, news: Arc::default() }
    }

    /// The same for people to watch: it hands over every step at first and then more and more of them at a time, and whoever
    /// runs it rests between.
    pub(super) fn paced(self) -> Self {
        Self { paced: true, ..self }
    }

    /// Whether there is to be a rest whenever something is handed over.
    pub(in crate::explorer) fn is_paced(&self) -> bool {
        self.paced
    }

    /// Whether it is the same.
    pub(in crate::explorer) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.news, &other.news)
    }

    /// What there is to take over, once.
    pub(super) fn take(&self) -> Option<News> {
        self.lock().take()
    }

    /// Takes the steps, and tells after every few of them; soon after `stop` is set it returns.
    pub(in crate::explorer) fn run(&self, stop: &AtomicBool, mut done: impl FnMut()) {
        let mut run = self.run.as_ref().clone();
        if self.upto < run.steps() {
            let learner = run.at(self.upto);
            *self.lock() = Some(News { run, at: self.upto, learner, is_last: true });
            return done();
        }
        let work = Run::work_of_a_step(run.newest().givens());
        let most = (HANDED_OVER_AFTER / work).max(1);
        let mut few = if self.paced { 1 } else { most };
        loop {
            let mut ended = false;
            for _ in 0..few {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                ended = run.steps() >= self.upto || run.step().is_err();
                if ended {
                    break;
                }
            }
            let (at, learner) = (run.steps(), run.newest().clone());
            *self.lock() = Some(News { run: run.clone(), at, learner, is_last: ended });
            done();
            if ended {
                return;
            }
            few = (few + few / 8 + 1).min(most);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<News>> {
        // Whole values are put in and taken out: a panic leaves nothing behind by half.
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
