//! Everything a person can do, each with a text form.

use super::{
    Decode, Direction, Draw, Focus, Foreseen, Jump, Learn, Order, Push, Revealed, RevealedBack, Study, Theme, Train,
    Translate, View,
};
use crate::engine::mistakes::Mistake;
use crate::engine::{Cell, Part, ScorerKind};
use crate::scenario::{Address, Setting};
use crate::words::Lang;
use std::path::PathBuf;

/// One thing a person does. `explorer::command` reads its text form, `update` carries it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The cursor, one place.
    Move(Direction),
    /// The cursor, to an end of its block.
    Jump(Jump),
    /// The cursor, a screenful.
    Page {
        /// Down rather than up.
        down: bool,
    },
    /// The cursor, to a place in a row.
    Focus(usize, Focus),
    /// The target row shown.
    Row(usize),
    /// The reading of the file that is shown.
    Reading(usize),
    /// The next or the previous one.
    NextReading {
        /// Backwards.
        back: bool,
    },
    /// Opens the number or name under the cursor.
    Edit,
    /// Gives values to addresses.
    Set(Vec<Setting>),
    /// Adds a step to a number; the one under the cursor when none is named.
    Nudge(Option<Cell>, f64),
    /// Moves the point under the cursor.
    Push(Push),
    /// Shows the pictures of keys and values, or changes what is drawn in them.
    Plane(Draw),
    /// Masks or unmasks a slot, in every row or in one.
    Mask {
        /// The row; `None` for every row.
        row: Option<usize>,
        /// The slot.
        slot: usize,
    },
    /// Lets each row read only the slots up to its own number, or all.
    Causal(bool),
    /// Another scorer.
    Scorer(ScorerKind),
    /// A row's target word, or none.
    Target(usize, Option<usize>),
    /// Another name for a slot or word, another prefix for a row.
    Rename(Part, usize, String),
    /// Puts a part in before a place.
    Add(Part, usize, Option<String>),
    /// Takes a part out.
    Remove(Part, usize),
    /// Chooses the baseline (`None`) or an intervention.
    Branch(Option<usize>),
    /// Chooses the next or the previous branch.
    NextBranch {
        /// Backwards.
        back: bool,
    },
    /// Returns to the baseline: no intervention, no edits.
    Reset,
    /// One change back.
    Undo,
    /// One change forward.
    Redo,
    /// The current state becomes the baseline.
    Pin,
    /// The current state becomes a new intervention.
    Keep(String, Option<String>),
    /// Opens a scenario file.
    Open(PathBuf),
    /// Saves, to the file opened or to another.
    Save(Option<PathBuf>),
    /// How the words are listed.
    Order(Order),
    /// The language.
    Lang(Lang),
    /// The colours.
    Theme(Theme),
    /// ASCII instead of symbols of uncertain width.
    Ascii(bool),
    /// Opens the command palette with a text in it.
    Palette(String),
    /// Shows a screen: the main one, or a few numbers, large.
    View(View),
    /// Lets slots and words run down in the view of all rows, and rows across; or the other way round.
    Transpose(bool),
    /// Holds two words against each other, by number; `None`: those that are held by themselves.
    Contrast(Option<(usize, usize)>),
    /// Switches a famous mistake on, or off.
    Mistake(Option<Mistake>),
    /// Puts another scorer beside the one in use, or takes it away.
    Compare(Option<ScorerKind>),
    /// Adds a number to the big-number view or takes it out; `None`: all out.
    Choose(Option<Address>),
    /// Shows the next or hides the last stage.
    RevealStep {
        /// Hides.
        back: bool,
    },
    /// Shows so much of the computation.
    Reveal(Revealed),
    /// Holds a gradient against a central difference, that under the cursor (`None`) or another; again closes it.
    Measure(Option<Address>),
    /// Shows so much of the way back.
    Backward(RevealedBack),
    /// The next gradient of the way back, or the last one away.
    BackwardStep {
        /// Hides.
        back: bool,
    },
    /// Explains a number in full, the one under the cursor (`None`) or another; again closes it.
    Explain(Option<Address>),
    /// Writes a long sum out, or folds it again.
    Unfold(Option<Address>),
    /// Shows what must hold, or takes it away.
    Laws(bool),
    /// Takes the panel away.
    Close,
    /// Scrolls the dock.
    Scroll {
        /// Down rather than up.
        down: bool,
    },
    /// Hands the explanation to the clipboard.
    Copy(Form),
    /// The next or previous step of the tour.
    NextStep {
        /// Backwards.
        back: bool,
    },
    /// A step of the tour.
    Step(usize),
    /// Returns to what the step has set up.
    ResetStep,
    /// Leaves the tour, or comes back to it.
    Tour {
        /// Leaves.
        leave: bool,
    },
    /// Begins a prediction.
    Predict(Foreseen),
    /// Ends it.
    EndPrediction,
    /// Learning.
    Learn(Learn),
    /// Training the translator.
    Train(Train),
    /// The study of many translators.
    Study(Study),
    /// Translates another sentence.
    Translate(Translate),
    /// Shows another step of it, or shows it in another way.
    Decode(Decode),
    /// The last keys, in a row of their own.
    Keys(bool),
    /// A blank screen until the next key.
    Blank,
    /// Only a clicker's keys are obeyed.
    Lock(bool),
    /// The mouse points.
    Mouse(bool),
    /// Shows all keys and actions.
    Help,
    /// Draws the whole screen anew.
    Redraw,
    /// Hands the terminal back to the shell for a while.
    Suspend,
    /// Leaves.
    Quit,
}

/// The form in which an explanation is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain text.
    Text,
    /// LaTeX mathematics.
    Latex,
    /// Markdown.
    Markdown,
}

impl Form {
    /// All, in the order they are offered.
    pub const ALL: [Form; 3] = [Form::Text, Form::Latex, Form::Markdown];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Latex => "latex",
            Form::Markdown => "markdown",
        }
    }
}
