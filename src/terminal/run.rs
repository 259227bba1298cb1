//! The event loop.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use signal_hook::consts::{SIGSTOP, SIGTTOU};

use super::events::{Events, Happening};
use super::guard::{self, Guard};
use super::notices::{Notice, Notices};
use super::tracking::Tracking;
use super::tty::Tty;
use super::{Clipboard, Input, Next, Options, Problem, Program, Screen, Waker};

/// Runs `program` on the terminal until it quits, fails, or is ended from outside. The terminal is given back in every
/// case, a panic included, before this returns.
///
/// # Errors
/// No terminal to run on, a signal, a failure: see [`Problem`], which knows the exit status and the sentence for each.
pub fn run(program: &mut dyn Program, options: &Options) -> Result<(), Problem> {
    let tty = Tty::open()?;
    // Before the size is read: a change of it in between is announced then.
    let notices = Notices::listen()?;
    let waker = Waker::new(notices.post());
    let guard = Guard::new(&tty, notices.post());
    let (width, height) = tty.first_size();
    let mut session = Session {
        program,
        screen: Screen::new(width, height, options.colour),
        tracking: Tracking::default(),
        clipboard: options.clipboard,
        events: Events::new(&tty, notices),
        guard,
        tty: &tty,
    };
    session.program.attach(waker);
    session.enter()?;
    session.show(true)?;
    while session.step()? {}
    Ok(())
}

/// Between a signal that continues a job in the background and the one that ends it.
const MOMENT: Duration = Duration::from_millis(20);

struct Session<'a> {
    program: &'a mut dyn Program,
    screen: Screen,
    tracking: Tracking,
    clipboard: Clipboard,
    // Dropped before `events`: the terminal is given back while signals are still listened to.
    guard: Guard<'a>,
    events: Events<'a>,
    tty: &'a Tty,
}

impl Session<'_> {
    /// Takes the terminal over, unless another job has it: then this one stops until it is brought to the foreground.
    fn enter(&mut self) -> Result<(), Problem> {
        if guard::in_background(self.tty) {
            // Setting the terminal would stop us as well (that is what the signal is for), but in the middle of a
            // system call that is tried again and again: an end that was asked for meanwhile would never be noticed.
            //
            // A stopped job that is killed is continued in order to end. The end may be noticed a moment after the
            // continuing, and a stop in that moment would be for good.
            std::thread::sleep(MOMENT);
            if let Some(signal) = self.events.asked_to_end() {
                return Err(Problem::Signal(signal));
            }
            signal_hook::low_level::raise(SIGTTOU)?;
            return Ok(());
        }
        // A terminal that is closed continues its jobs, so this may be the first to hear of it.
        self.guard.enter().map_err(of_terminal)?;
        self.forget();
        Ok(())
    }

    /// Somebody else may have written on the terminal.
    fn forget(&mut self) {
        self.screen.forget();
        self.tracking.forget();
    }

    /// Waits for what happens next and acts upon it; false when the program has quit.
    fn step(&mut self) -> Result<bool, Problem> {
        match self.events.next()? {
            Happening::Inputs(inputs) => self.take(inputs),
            Happening::Notices(notices) => self.heed(&notices),
            Happening::Gone => Err(Problem::Gone),
        }
    }

    /// Hands inputs on, then draws once if any of them changed something.
    fn take(&mut self, inputs: Vec<Input>) -> Result<bool, Problem> {
        let mut changed = false;
        for input in inputs {
            // Reports that were on their way when the program had enough of the mouse.
            if matches!(input, Input::Mouse(_)) && !self.program.wants_mouse() {
                continue;
            }
            let next = self.program.input(input);
            if !self.obey(next, &mut changed)? {
                return Ok(false);
            }
        }
        self.show(changed)?;
        Ok(true)
    }

    /// Does what the program wants, except for drawing, which `changed` remembers; false when it wants to quit.
    fn obey(&mut self, next: Next, changed: &mut bool) -> Result<bool, Problem> {
        match next {
            Next::Wait => {}
            Next::Redraw => *changed = true,
            Next::RedrawAll => {
                self.forget();
                *changed = true;
            }
            Next::Copy(text) => {
                // On its own, not within the frame: a terminal may drop what is too long for it, with all around it.
                if let Some(sequence) = self.clipboard.sequence(&text) {
                    guard::write(&sequence).map_err(of_terminal)?;
                }
                *changed = true;
            }
            Next::Suspend => {
                suspend()?;
                self.forget();
                *changed = true;
            }
            Next::Quit => return Ok(false),
            Next::Fail(report) => return Err(Problem::Failed(report)),
        }
        Ok(true)
    }

    fn heed(&mut self, notices: &VecDeque<Notice>) -> Result<bool, Problem> {
        // An end comes before anything else: a stopped job that is killed is continued as well, and must not take the
        // terminal again before it ends.
        for notice in notices {
            match notice {
                Notice::End(signal) => return Err(Problem::Signal(*signal)),
                Notice::Panicked => return Err(Problem::Panicked),
                _ => {}
            }
        }
        let mut changed = false;
        if notices.contains(&Notice::Woken) {
            let next = self.program.woken();
            if !self.obey(next, &mut changed)? {
                return Ok(false);
            }
        }
        // The later of the two counts, as it does for a process that handles neither.
        match notices.iter().rfind(|notice| matches!(notice, Notice::Stop | Notice::Continued)) {
            Some(Notice::Stop) => {
                guard::restore();
                signal_hook::low_level::raise(SIGSTOP)?;
                // Whatever continues the process announces itself as well, and everything is drawn then.
                return Ok(true);
            }
            Some(_) => {
                self.enter()?;
                changed = true;
            }
            None => {}
        }
        // After a stop too: a stopped job is not told of changes. Nothing at all is believed only when it is news; there
        // are terminals that never know their size.
        let believed = |size: &(u16, u16)| *size != (0, 0) || notices.contains(&Notice::Resized);
        if let Some((width, height)) = self.tty.size().filter(believed)
            && (width, height) != self.screen.size()
        {
            self.screen.resize(width, height);
            let next = self.program.input(Input::Resize(width, height));
            if !self.obey(next, &mut changed)? {
                return Ok(false);
            }
            changed = true;
        }
        self.show(changed)?;
        Ok(true)
    }

    /// Draws if something changed; tells the terminal in the same write whether the mouse is wanted, if that did.
    fn show(&mut self, changed: bool) -> Result<(), Problem> {
        let frame = if changed { self.screen.frame(self.program) } else { &[] };
        // Asked after the drawing, which may be what decides it.
        let switch = self.tracking.tell(self.program.wants_mouse());
        if frame.is_empty() && switch.is_empty() {
            return Ok(());
        }
        guard::write(&[switch, frame].concat()).map_err(of_terminal)
    }
}

/// What it means when the terminal cannot be written to or set.
fn of_terminal(error: io::Error) -> Problem {
    match Errno::from_io_error(&error) {
        Some(Errno::IO | Errno::PIPE) => Problem::Gone,
        _ => Problem::Broken(error),
    }
}

/// Stops the whole job, as the terminal driver does on Ctrl-Z outside of raw mode: a script that runs the program, or
/// the rest of a pipeline, is part of it. The signal comes back to us as [`Notice::Stop`].
fn suspend() -> Result<(), Problem> {
    // A shell with job control gives each job a group of its own. In the session's first group nobody would continue us.
    let job_control = getsid(None).is_ok_and(|session| session != getpgrp());
    if job_control {
        kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
    }
    Ok(())
}
