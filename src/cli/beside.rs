//! The one thread beside the screen that computes what the screen can do without for a moment.

use crate::explorer::{Model, Work};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long what is computed goes on before it is shown.
const GLANCE: Duration = Duration::from_millis(100);

/// The thread, once there has been something to do, and what it does now.
#[derive(Default)]
pub struct Beside {
    /// One thread for all work: each new one would keep memory of its own.
    thread: Option<Sender<(Work, Arc<AtomicBool>)>>,
    now: Option<(Work, Arc<AtomicBool>)>,
}

impl Beside {
    /// Whether anything is being computed.
    pub fn is_busy(&self) -> bool {
        self.now.is_some()
    }

    /// Starts what a model needs computed, and ends what it no longer needs. `wake` is called when there is something to
    /// be seen, not more often than an eye can follow.
    pub fn see_to(&mut self, model: &Model, wake: impl Fn() + Send + 'static) {
        let wanted = model.work();
        match (&self.now, &wanted) {
            (Some((known, _)), Some(wanted)) if known.is(wanted) => return,
            (None, None) => return,
            _ => self.stop(),
        }
        let Some(work) = wanted else { return };
        let thread = self.thread.get_or_insert_with(|| start(wake));
        let stop = Arc::new(AtomicBool::new(false));
        // The thread ends when this end of the channel does, not before.
        if thread.send((work.clone(), stop.clone())).is_ok() {
            self.now = Some((work, stop));
        }
    }

    fn stop(&mut self) {
        if let Some((_, stop)) = self.now.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How long what is to be watched rests after each part: some twelve frames a second.
const REST: Duration = Duration::from_millis(80);

/// Rests, and ends soon after it is told to stop.
fn rest(stop: &AtomicBool) {
    let begun = Instant::now();
    while begun.elapsed() < REST && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(5));
    }
}

fn start(wake: impl Fn() + Send + 'static) -> Sender<(Work, Arc<AtomicBool>)> {
    let (sender, receiver) = channel::<(Work, Arc<AtomicBool>)>();
    thread::spawn(move || {
        for (work, stop) in receiver {
            let mut last = Instant::now();
            let rests = work.is_paced();
            work.run(&stop, || {
                if rests {
                    wake();
                    rest(&stop);
                } else if last.elapsed() >= GLANCE {
                    last = Instant::now();
                    wake();
                }
            });
            wake();
        }
    });
    sender
}
