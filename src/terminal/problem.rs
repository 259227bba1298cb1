//! Why the explorer did not start, or ended other than by being quit.

use std::io;

use color_eyre::Report;

use crate::words::{Text, terminal as words};

/// Why [`run`](fn@super::run) did not end by [`Next::Quit`](super::Next::Quit). By the time it is returned, the terminal
/// has been given back.
#[derive(Debug)]
pub enum Problem {
    /// Standard output is not a terminal.
    NoScreen,
    /// There is no controlling terminal.
    NoKeys,
    /// The operating system is not one the explorer runs on.
    NoSystem,
    /// This signal asked the program to end.
    Signal(i32),
    /// The terminal was closed.
    Gone,
    /// A thread panicked; the report has been printed.
    Panicked,
    /// The terminal could not be read from, written to, or set.
    Broken(io::Error),
    /// The program gave up: [`Next::Fail`](super::Next::Fail).
    Failed(Report),
}

/// `SIGHUP`: a terminal that went away counts as one, whether or not the signal arrived.
const HANGUP: i32 = 1;

impl Problem {
    /// The exit status that says so: 2 without a terminal, 128 and its number for a signal, 101 for a panic (as Rust
    /// has it), else 1.
    pub fn status(&self) -> i32 {
        match self {
            Problem::NoScreen | Problem::NoKeys | Problem::NoSystem => 2,
            Problem::Signal(number) => 128 + number,
            Problem::Gone => 128 + HANGUP,
            Problem::Panicked => 101,
            Problem::Broken(_) | Problem::Failed(_) => 1,
        }
    }

    /// What to say on standard error. `None` where there is nothing to say or nobody to say it to; a
    /// [`Failed`](Self::Failed) report speaks for itself.
    pub fn message(&self) -> Option<Text> {
        match self {
            Problem::NoScreen => Some(words::no_screen()),
            Problem::NoKeys => Some(words::no_keys()),
            Problem::NoSystem => Some(words::no_system()),
            Problem::Broken(error) => Some(words::broken(&error.to_string())),
            Problem::Signal(_) | Problem::Gone | Problem::Panicked | Problem::Failed(_) => None,
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Problem::Broken(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn a_missing_terminal_points_to_eval_in_both_languages() {
        for problem in [Problem::NoScreen, Problem::NoKeys, Problem::NoSystem] {
            assert_eq!(problem.status(), 2);
            let text = problem.message().unwrap();
            for lang in [Lang::En, Lang::Zh] {
                assert!(text.get(lang).contains("twoaxes eval"));
            }
        }
    }

    #[test]
    fn signals_end_with_their_number() {
        assert_eq!([1, 2, 15].map(|signal| Problem::Signal(signal).status()), [129, 130, 143]);
        assert_eq!(Problem::Gone.status(), 129);
    }
}
