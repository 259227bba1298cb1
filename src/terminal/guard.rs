//! Taking the terminal over and giving it back as it was found.
//!
//! There is one way back, [`restore`], and it may be taken any number of times from any thread: when the guard is
//! dropped, in the panic hook before the report is printed, on a signal, before the process stops. After it nothing
//! reaches the terminal through [`write`](fn@write), so that a frame that was being drawn meanwhile cannot spoil the shell.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::panic;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::stdio::stdout;
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetpgrp, tcsetattr};

use super::notices::{Notice, Post};
use super::tty::Tty;

/// Alternate screen, focus reports, bracketed paste, and a bar for a cursor: a block would hide the digit it stands on.
/// Where the cursor is, is the frames' business; whether the mouse is reported, the program's.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?1004h\x1b[?2004h\x1b[6 q";

/// The way back, in the opposite order: end of a synchronized update, every mouse mode off, bracketed paste off, focus
/// reports off, plain attributes, the cursor visible and of its own shape, the normal screen. Switching off what is
/// off already does nothing.
const LEAVE: &[u8] = b"\x1b[?2026l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\
    \x1b[?2004l\x1b[?1004l\x1b[0m\x1b[?25h\x1b[0 q\x1b[?1049l";

/// How the terminal's line discipline was set before.
struct Before {
    tty: OwnedFd,
    modes: Termios,
}

/// Set while the terminal is in raw mode through us.
static BEFORE: Mutex<Option<Before>> = Mutex::new(None);

/// Whether frames may be written. Held during each write, so that nothing comes after the way back.
static OURS: Mutex<bool> = Mutex::new(false);

/// Where a panic is to be announced.
static POST: Mutex<Option<Post>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while one of these was held leaves nothing half done: each holds one value, replaced whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the terminal; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Guard<'a> {
    tty: &'a Tty,
}

impl<'a> Guard<'a> {
    /// Sees to it that the terminal is given back, by a panic before anything is printed. It is not taken over yet.
    pub(super) fn new(tty: &'a Tty, post: Post) -> Self {
        *lock(&POST) = Some(post);
        hook_panics();
        Self { tty }
    }

    /// Takes the terminal over: at first, after [`restore`], or after a stop in which a shell may have set it otherwise.
    pub(super) fn enter(&self) -> io::Result<()> {
        {
            let mut before = lock(&BEFORE);
            let now = tcgetattr(self.tty)?;
            let mut raw = now.clone();
            raw.make_raw();
            // After a stop from outside the modes found are a shell's or our own: the first ones stay the ones to
            // give back. They are kept before anything is changed, or a failure in between could not be undone.
            if before.is_none() {
                *before = Some(Before { tty: self.tty.as_fd().try_clone_to_owned()?, modes: now });
            }
            tcsetattr(self.tty, OptionalActions::Now, &raw)?;
        }
        let mut ours = lock(&OURS);
        *ours = true;
        write_all(ENTER)
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        restore();
        *lock(&POST) = None;
    }
}

/// Gives the terminal back. Does nothing if it is not ours.
pub(super) fn restore() {
    // Whoever writes may be stuck, if the terminal has stopped reading: then only its modes can be saved.
    let ours = patiently(&OURS);
    if let Some(mut ours) = ours
        && std::mem::take(&mut *ours)
    {
        let _ = write_all(LEAVE);
    }
    if let Some(before) = lock(&BEFORE).take() {
        // A background job must leave the modes alone: they are the foreground's, and it would be stopped for trying.
        if in_background(&before.tty) {
            return;
        }
        // What was typed or pasted ahead was meant for the program; a shell would run it.
        let _ = tcflush(&before.tty, QueueSelector::IFlush);
        let _ = tcsetattr(&before.tty, OptionalActions::Now, &before.modes);
    }
}

/// Whether another job than this process's has the terminal.
pub(super) fn in_background(tty: impl AsFd) -> bool {
    tcgetpgrp(tty).is_ok_and(|group| group != getpgrp())
}

/// The lock, or `None` if it is not free within a quarter of a second.
fn patiently(mutex: &Mutex<bool>) -> Option<MutexGuard<'_, bool>> {
    for _ in 0..50 {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
        }
    }
    None
}

/// Writes a frame, or what else is for the terminal, if it is ours.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    let ours = lock(&OURS);
    if *ours { write_all(bytes) } else { Ok(()) }
}

/// Unbuffered, in as few writes as the terminal allows.
fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            // Another program may have made the terminal non-blocking; the setting is shared.
            Err(Errno::AGAIN) => {
                let output = stdout();
                match poll(&mut [PollFd::new(&output, PollFlags::OUT)], None) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Puts the way back before whatever the panic hook printed so far.
fn hook_panics() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            report(panic);
            // The panicking thread need not be the one that draws: that one must not go on unseen.
            if let Ok(post) = POST.try_lock()
                && let Some(post) = &*post
            {
                post.send(Notice::Panicked);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::tracking;

    #[test]
    fn the_way_back_switches_off_whatever_the_mouse_may_have_on() {
        assert!(LEAVE.windows(tracking::OFF.len()).any(|part| part == tracking::OFF));
    }
}
