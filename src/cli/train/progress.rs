//! How far a training is, on the error stream: a line that is written over on a terminal, else a line now and then.

use crate::translator::{Corpus, Forced, Role, Run, Training};
use crate::words::cli_train::{self as say, Told};
use crate::words::{Lang, Text, width};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line of a terminal is written over.
const BLINK: Duration = Duration::from_millis(100);
/// How often the test sentences are measured for it, at most.
const MEASURE: Duration = Duration::from_secs(1);
/// How long nothing is said where there is no terminal.
const SILENCE: Duration = Duration::from_secs(10);
/// Nor more often than after so many times as long as it took.
const SHARE: u32 = 10;
/// Cells of a terminal that does not say how many it has.
const CELLS: usize = 80;

/// What is told, and when it was told last.
pub(super) struct Progress {
    lang: Lang,
    on_terminal: bool,
    began: Instant,
    told: Instant,
    measured: Option<(Instant, Duration)>,
    forced: Option<Forced>,
    /// Sum and count of the losses since the last line.
    losses: (f64, u32),
    tenth: usize,
    line_is_open: bool,
}

impl Progress {
    pub(super) fn new(training: &Training, lang: Lang) -> Self {
        let now = Instant::now();
        Self {
            lang,
            on_terminal: io::stderr().is_terminal(),
            began: now,
            told: now,
            measured: None,
            forced: None,
            losses: (0.0, 0),
            tenth: tenth(training),
            line_is_open: false,
        }
    }

    /// A step has been taken.
    pub(super) fn step(&mut self, training: &Training, corpus: &Corpus, loss: f64, errors: &mut dyn Write) {
        self.losses = (self.losses.0 + loss, self.losses.1.saturating_add(1));
        let silent = self.told.elapsed();
        let reached = tenth(training);
        let due = if self.on_terminal {
            silent >= BLINK || training.is_done()
        } else {
            reached > self.tenth || silent >= SILENCE
        };
        if !due {
            return;
        }
        self.tenth = reached;
        self.measure(training, corpus);
        self.write(training, errors);
        self.told = Instant::now();
        self.losses = (0.0, 0);
    }

    /// Measures the test sentences that are watched; on a terminal, unless that was done just now.
    fn measure(&mut self, training: &Training, corpus: &Corpus) {
        let too_soon = self.measured.is_some_and(|(when, took)| when.elapsed() < MEASURE.max(took * SHARE));
        if self.on_terminal && too_soon && !training.is_done() {
            return;
        }
        let began = Instant::now();
        self.forced = Forced::of(training.parameters(), Run::watched(corpus)).ok();
        self.measured = Some((Instant::now(), began.elapsed()));
    }

    fn write(&mut self, training: &Training, errors: &mut dyn Write) {
        let (sum, count) = self.losses;
        let forced = self.forced.as_ref();
        let read_from_right = |role: Role| forced.and_then(|forced| forced.role(role).share_read_from_right());
        let line = say::progress(&Told {
            step: training.steps(),
            steps: training.plan().schedule.steps,
            loss: (count > 0).then(|| sum / f64::from(count)).filter(|loss| loss.is_finite()),
            test: forced.and_then(Forced::mean_loss).filter(|loss| loss.is_finite()),
            recipients: read_from_right(Role::Recipient),
            times: read_from_right(Role::Time),
            seconds: self.began.elapsed().as_secs_f64(),
        });
        let line = line.get(self.lang);
        // A stream that does not take it stops nothing.
        let _ = if self.on_terminal {
            self.line_is_open = true;
            // One cell fewer than there are: a full line would wrap, and only its end be written over.
            write!(errors, "\r{}\x1b[K", width::cut(line, cells().saturating_sub(1)))
        } else {
            writeln!(errors, "{line}")
        };
    }

    /// Begins a new line, where the last one is to be written over.
    pub(super) fn leave_line(&mut self, errors: &mut dyn Write) {
        if std::mem::take(&mut self.line_is_open) {
            let _ = writeln!(errors);
        }
    }

    /// The training has ended.
    pub(super) fn end(&mut self, training: &Training, errors: &mut dyn Write) {
        self.leave_line(errors);
        let done: Text = say::done(training.steps(), training.sentences(), self.began.elapsed().as_secs_f64());
        let _ = writeln!(errors, "{}", done.get(self.lang));
    }
}

/// How many tenths of the plan are done.
fn tenth(training: &Training) -> usize {
    training.steps().saturating_mul(10) / training.plan().schedule.steps.max(1)
}

/// Cells of the terminal that the errors go to.
fn cells() -> usize {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stderr())
        && size.ws_col > 0
    {
        return usize::from(size.ws_col);
    }
    CELLS
}
