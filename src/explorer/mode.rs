//! What keys mean now. Exactly one of these at a time; what may be true beside them are fields of the model.

use crate::engine::Cell;
use crate::words::Text;
use std::path::PathBuf;
use tui_input::Input;

/// The input mode.
#[derive(Clone, Debug, Default)]
pub enum Mode {
    /// Moving about; every action has its key.
    #[default]
    Browsing,
    /// The class says what will happen: arrows mark a number and go to the next.
    Predicting,
    /// The screen is blank until the next key.
    Blank,
    /// A number or a name is being typed in place.
    Editing(Editing),
    /// A command is being typed.
    Palette(Palette),
    /// The list of keys and actions.
    Help {
        /// First line shown.
        first: usize,
    },
    /// A question that must be answered before anything else.
    Asking(Question),
    /// A file is read or written; keys wait until the outside world has answered.
    Waiting,
}

/// A field open in place of a number or name.
#[derive(Clone, Debug)]
pub struct Editing {
    /// What it replaces.
    pub what: Edited,
    /// The text so far.
    pub field: Input,
    /// Why the text was refused, until it changes.
    pub problem: Option<Text>,
}

/// What a field replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edited {
    /// A given number.
    Cell(Cell),
    /// The name of a slot.
    Slot(usize),
    /// A word.
    Word(usize),
}

/// The command line.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// The text so far.
    pub field: Input,
    /// Which of the suggestions is chosen.
    pub chosen: usize,
    /// Why the command was refused, until it changes.
    pub problem: Option<Text>,
}

/// A question with its own keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Leave although something is not saved?
    Leave,
    /// Leave (nothing is lost)?
    Quit,
    /// Open another file although something is not saved?
    Discard(PathBuf),
    /// Open a step of the translator although something is not saved?
    DiscardForStep,
    /// Replace a file that is not the one opened?
    Replace(PathBuf),
    /// Write the file opened anew, without its comments?
    LoseComments(PathBuf),
    /// Replace the file opened, which somebody else has changed since?
    Changed(PathBuf),
    /// A branch has free edits: into the intervention, or as a new one?
    SaveEdits(Option<PathBuf>),
}
