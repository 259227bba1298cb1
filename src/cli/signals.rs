//! Signals that ask what takes long to end: it leaves nothing by half.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What has been asked.
pub(super) struct Signals {
    asked: Arc<AtomicUsize>,
    /// Whether the next signal ends the program at once.
    at_once: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on, to those of SIGHUP, SIGINT and SIGTERM that are not ignored: `nohup` has said that SIGHUP is
    /// to be, and a shell that SIGINT is for its background jobs.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn listen() -> io::Result<Self> {
        let signals = Self { asked: Arc::default(), at_once: Arc::default() };
        #[cfg(unix)]
        signals.register()?;
        Ok(signals)
    }

    #[cfg(unix)]
    fn register(&self) -> io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::flag;

        let ignored = ignored();
        for signal in [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
            let number = usize::try_from(signal).unwrap_or_default();
            // In this order: the first signal finds the flag of the second one not set yet.
            flag::register_conditional_default(signal, Arc::clone(&self.at_once))?;
            flag::register(signal, Arc::clone(&self.at_once))?;
            flag::register_usize(signal, Arc::clone(&self.asked), number)?;
        }
        Ok(())
    }

    /// The signal that has arrived.
    pub(super) fn asked(&self) -> Option<i32> {
        i32::try_from(self.asked.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }

    /// From now on a signal ends the program, as if nobody had listened: there is nothing left to be saved.
    pub(super) fn no_longer(&self) {
        self.at_once.store(true, Ordering::SeqCst);
    }
}

/// The signals this process ignores, one bit each. Known on Linux only; elsewhere none counts as ignored.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
