//! The terminal as a device: where keys come from, how large it is, whether it is still there.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::{stdin, stdout};
use rustix::termios::{isatty, tcgetwinsize};

use super::Problem;

/// What woke a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Woken {
    /// Keys can be read.
    Keys,
    /// A notice has been posted.
    Notice,
    /// The time is up.
    Time,
    /// The terminal is gone.
    Gone,
}

/// The terminal that shows standard output.
#[derive(Debug)]
pub(super) struct Tty {
    keys: OwnedFd,
}

/// Columns and rows drawn on at most. A terminal may claim 65,535 of each, and a frame of that size would take all the
/// memory there is; no screen has as many as these.
const MOST: (u16, u16) = (1000, 500);

/// The part of a screen that is drawn on.
fn drawn((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(MOST.0), height.min(MOST.1))
}

impl Tty {
    /// Standard output must be a terminal and this process must have a controlling one. Keys come from standard input
    /// when that is a terminal, else (a scenario comes in there) from the controlling terminal.
    pub(super) fn open() -> Result<Self, Problem> {
        if !isatty(stdout()) {
            return Err(Problem::NoScreen);
        }
        // Opened even when standard input will do: without a controlling terminal another session's shell reads the
        // same keys, and neither Ctrl-Z nor a resize ever arrives.
        let controlling = File::options().read(true).write(true).open("/dev/tty").map_err(|_| Problem::NoKeys)?;
        let input = stdin();
        // The device itself is preferred: not every system can poll its alias.
        let keys = if isatty(input) { input.try_clone_to_owned()? } else { controlling.into() };
        Ok(Self { keys })
    }

    /// Columns and rows; of a terminal that does not know, what the environment says, or 80 × 24.
    pub(super) fn first_size(&self) -> (u16, u16) {
        match self.size() {
            Some(size @ (1.., 1..)) => size,
            _ => {
                let variable = |name| std::env::var(name).ok()?.parse().ok();
                drawn((variable("COLUMNS").unwrap_or(80), variable("LINES").unwrap_or(24)))
            }
        }
    }

    /// Columns and rows to draw on, as the terminal states them now; 0 is possible.
    pub(super) fn size(&self) -> Option<(u16, u16)> {
        tcgetwinsize(stdout()).ok().map(|size| drawn((size.ws_col, size.ws_row)))
    }

    /// Sleeps until keys, a notice on `notices`, the loss of the terminal, or the deadline; without one, for ever.
    pub(super) fn wait(&self, notices: BorrowedFd<'_>, deadline: Option<Instant>) -> io::Result<Woken> {
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // A deadline too far for the system's clock is none.
            let left = left.and_then(|left| Timespec::try_from(left).ok());
            let mut watched =
                [PollFd::new(&self.keys, PollFlags::IN), PollFd::from_borrowed_fd(notices, PollFlags::IN)];
            match poll(&mut watched, left.as_ref()) {
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
                Ok(0) => return Ok(Woken::Time),
                Ok(_) => {}
            }
            let [keys, notices] = watched.map(|watched| watched.revents());
            // Notices first: a signal must get through a flood of keys.
            if !notices.is_empty() {
                return Ok(Woken::Notice);
            }
            if keys.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
                return Ok(Woken::Gone);
            }
            return Ok(Woken::Keys);
        }
    }

    /// Reads what is there. `None` when the terminal is gone; nothing may be there all the same.
    pub(super) fn read<'a>(&self, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
        match rustix::io::read(&self.keys, &mut *buffer) {
            // A terminal in raw mode never reports an end of its input.
            Ok(0) => None,
            Ok(length) => Some(&buffer[..length]),
            Err(Errno::INTR | Errno::AGAIN) => Some(&[]),
            Err(_) => None,
        }
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.keys.as_fd()
    }
}
