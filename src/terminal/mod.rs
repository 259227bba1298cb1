//! The real terminal: entered, drawn on, read from, and given back as it was found.
//!
//! The rest of the house knows a terminal only as a [`Program`] does: it draws frames and takes inputs. Everything that
//! goes wrong with real ones is dealt with in here.
//!
//! ```text
//!   keys ──► tty ──► decode (bytes, clock) ──► burst (paste or typing) ──► events ──► run ──► Program::input
//!                      └ sequence, mouse                                     ▲         │
//!   signals, panics, waker ──► notices ──────────────────────────────────────┘         ▼
//!   terminal ◄── guard::write ◄── encode ◄── glyphs ◄── reduce (colour) ◄── screen ◄── Program::draw
//!                     ▲ ▲
//!                     │ └ tracking (is the mouse reported?) ◄── Program::wants_mouse
//!                     └── clipboard ◄── Next::Copy
//! ```
//!
//! `guard` is the only way in and out. Nothing in here knows what the explorer shows, and nothing outside of this
//! room touches the terminal.

use color_eyre::Report;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;

pub mod burst;
mod clipboard;
pub mod colour;
pub mod decode;
mod encode;
mod glyphs;
mod mouse;
mod oklab;
mod problem;
mod reduce;
mod screen;
mod sequence;
mod waker;

#[cfg(unix)]
mod events;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod notices;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod tracking;
#[cfg(unix)]
mod tty;

pub use clipboard::{Clipboard, LONGEST_COPY};
pub use colour::Depth;
pub use mouse::{Button, Mouse, MouseKind};
pub use problem::Problem;
pub use reduce::reduce;
pub use screen::{Screen, frame_of};
pub use waker::Waker;

#[cfg(unix)]
pub use run::run;

/// What a terminal shows and where its keys go.
pub trait Program {
    /// Draws one frame. The cursor is visible where `frame.set_cursor_position` puts it, else hidden. The frame may
    /// have any size, 0 × 0 included.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Takes one input; says what is to happen next.
    fn input(&mut self, input: Input) -> Next;

    /// Whether clicks, drags and the wheel are wanted now, as [`Input::Mouse`]. Asked whenever the program was given
    /// something to do, after it has drawn if it draws; the terminal is told when the answer changes.
    ///
    /// While they are wanted, people can no longer select text with the mouse as they are used to (most terminals let
    /// them with Shift): it should be the user's choice.
    fn wants_mouse(&self) -> bool {
        false
    }

    /// Is given, before the first frame, what work in the background needs to make itself heard.
    fn attach(&mut self, waker: Waker) {
        drop(waker);
    }

    /// The [`Waker`] was used; says what is to happen next. Nothing is drawn unless this asks for it.
    fn woken(&mut self) -> Next {
        Next::Wait
    }
}

/// What a program is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed, or repeats because it is held down. Keys let go are not reported.
    Key(KeyEvent),
    /// A whole text was pasted, its lines ended by `\n`: with the terminal's help (bracketed paste), or recognised by
    /// its speed (see [`burst`]). Anything may be in it; nothing in it is a key.
    Paste(String),
    /// Something was done with the mouse. Only while [`Program::wants_mouse`] says so: what is still on its way when it
    /// no longer does is dropped.
    Mouse(Mouse),
    /// The terminal has these columns and rows now. Everything will be drawn again, whatever the answer.
    Resize(u16, u16),
    /// The terminal's window is in front.
    FocusGained,
    /// Another window is.
    FocusLost,
}

/// What a program wants after an input.
#[derive(Debug)]
pub enum Next {
    /// Nothing changed.
    Wait,
    /// Draw; what differs is written.
    Redraw,
    /// Clear the terminal and write everything: something else has written on it (Ctrl-L).
    RedrawAll,
    /// Put this text on the user's clipboard, then draw. Any characters may be in it. The terminal does it, if it can
    /// and may, and never says whether it did. A text longer than [`LONGEST_COPY`] bytes would be lost on the way and
    /// is not sent, never a part of it; nor is an empty one, which would clear the clipboard.
    Copy(String),
    /// Give the terminal back and stop until the shell continues the job (Ctrl-Z). Without job control, nothing.
    Suspend,
    /// End well.
    Quit,
    /// End with this report, to be printed once the terminal is given back.
    Fail(Report),
}

/// How a program is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Colours the terminal has.
    pub colour: Depth,
    /// How a text reaches the clipboard.
    pub clipboard: Clipboard,
}

impl Options {
    /// What the environment says about the terminal.
    pub fn detect() -> Self {
        Self { colour: Depth::detect(), clipboard: Clipboard::detect() }
    }
}

/// Runs `program` on the terminal: on this system it cannot.
#[cfg(not(unix))]
pub fn run(_: &mut dyn Program, _: &Options) -> Result<(), Problem> {
    Err(Problem::NoSystem)
}
