//! What happens outside of the keyboard, brought to the event loop: signals, and panics on other threads.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};

use super::guard;

/// Something the event loop has to act upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// A signal that ends the program.
    End(i32),
    /// The job is to be stopped (SIGTSTP).
    Stop,
    /// The process was stopped, by whatever means, and runs again (SIGCONT).
    Continued,
    /// The terminal has another size.
    Resized,
    /// A [`Waker`](super::Waker) was used.
    Woken,
    /// A thread panicked; the terminal has been given back and the report printed.
    Panicked,
}

/// Signals that end the program after the terminal was given back.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// How long the event loop may take to notice such a signal before it is ended from outside: it may be in the middle
/// of a long computation, or be writing to a terminal that has stopped reading.
const GRACE: Duration = Duration::from_millis(500);

/// Where notices are posted, from any thread.
#[derive(Clone, Debug)]
pub(super) struct Post {
    queue: Arc<Mutex<VecDeque<Notice>>>,
    wake: Arc<UnixStream>,
}

impl Post {
    pub(super) fn send(&self, notice: Notice) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // Once is enough: whoever posts faster than the loop reads must not fill the memory.
        if queue.back() != Some(&notice) {
            queue.push_back(notice);
        }
        drop(queue);
        // A full pipe wakes the loop as well as one more byte would.
        let _ = (&*self.wake).write(&[0]);
    }
}

/// The event loop's end: signals are listened to as long as it lives.
#[derive(Debug)]
pub(super) struct Notices {
    post: Post,
    woken: UnixStream,
    signals: Handle,
    finished: Arc<AtomicBool>,
    asked: Arc<AtomicUsize>,
}

impl Notices {
    pub(super) fn listen() -> io::Result<Self> {
        let (woken, wake) = UnixStream::pair()?;
        woken.set_nonblocking(true)?;
        wake.set_nonblocking(true)?;
        let post = Post { queue: Arc::default(), wake: Arc::new(wake) };
        let finished = Arc::new(AtomicBool::new(false));
        let asked = Arc::new(AtomicUsize::new(0));
        for signal in ENDING {
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_usize(signal, Arc::clone(&asked), number)?;
            // signal-hook never takes its handler off again: once nobody listens, the signal does what it always did.
            signal_hook::flag::register_conditional_default(signal, Arc::clone(&finished))?;
        }
        let mut signals = Signals::new(ENDING.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]))?;
        let handle = signals.handle();
        let (thread_post, thread_finished) = (post.clone(), Arc::clone(&finished));
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                forward(signal, &thread_post, &thread_finished);
            }
        })?;
        Ok(Self { post, woken, signals: handle, finished, asked })
    }

    pub(super) fn post(&self) -> Post {
        self.post.clone()
    }

    /// The signal that has asked the process to end. Known as soon as it has arrived, before it is posted.
    pub(super) fn asked_to_end(&self) -> Option<i32> {
        i32::try_from(self.asked.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }

    /// Everything that was posted since the last call.
    pub(super) fn take(&mut self) -> VecDeque<Notice> {
        // Emptied before the queue: what is posted in between wakes the loop once more.
        let mut bytes = [0; 64];
        while matches!(self.woken.read(&mut bytes), Ok(read) if read == bytes.len()) {}
        std::mem::take(&mut *self.post.queue.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl AsFd for Notices {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }
}

impl Drop for Notices {
    fn drop(&mut self) {
        self.finished.store(true, Ordering::SeqCst);
        self.signals.close();
    }
}

fn forward(signal: i32, post: &Post, finished: &AtomicBool) {
    match signal {
        SIGTSTP => post.send(Notice::Stop),
        SIGCONT => post.send(Notice::Continued),
        SIGWINCH => post.send(Notice::Resized),
        ending => {
            post.send(Notice::End(ending));
            thread::sleep(GRACE);
            if !finished.load(Ordering::SeqCst) {
                guard::restore();
                std::process::exit(128 + ending);
            }
        }
    }
}
