//! Scenario files: the format, addresses, validation, the built-in scenarios, saving.
//!
//! Format 1 is described in the README. Knows no screen and no terminal; reading and writing of files on disk is left
//! to the rooms that touch the outside world, except [`save`]'s way of replacing a file safely.

mod address;
mod apply;
pub mod builtin;
mod difference;
mod document;
mod expression;
mod learnable;
mod nearest;
mod number;
pub mod paste;
mod problem;
mod read;
mod readings;
mod restructure;
pub mod save;
mod setting;
pub mod translator_file;
mod typed;

pub use address::{Address, Contributed, Derived, Region, Scope, tensor_name};
pub use apply::{apply, cannot_change};
pub use difference::{difference, set_by_hand};
pub use expression::evaluate;
pub use learnable::{NotLearnable, cannot_learn, learnable_names, read_learnable, why_stopped};
pub(crate) use nearest::nearest;
pub use number::{Reading, Separator, read_list, read_one, write_number};
pub use problem::Problem;
pub use read::{FileProblem, read, read_bytes};
pub use readings::{Body, Label, OneReading, Readings};
pub use restructure::{Restructuring, restructure};
pub use save::{patch, patch_or_rewrite, replace_file, to_toml};

use crate::engine::{Givens, ScorerKind};
use crate::words::Text;
use std::sync::Arc;

/// Whether a text can name a scenario, an intervention or a step: ASCII letters, digits, `-` and `_`.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|symbol| symbol.is_ascii_alphanumeric() || matches!(symbol, '-' | '_'))
}

/// Puts a name in quotes where the command language needs them: it is empty, holds a blank or a quote, or looks like a
/// number.
pub fn quoted(word: &str) -> String {
    let is_number = word.parse::<usize>().is_ok();
    if word.is_empty() || is_number || word.chars().any(|c| c.is_whitespace() || c == '"') {
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        word.to_owned()
    }
}

/// A scenario: a baseline, what may be changed in it, and how it is told. A file may hold several such readings under one
/// name and one tour; then this is the one that is shown, and the others are beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Short name: letters, digits, `-` and `_`.
    pub id: String,
    /// Title.
    pub title: Option<Text>,
    /// A few sentences.
    pub about: Option<Text>,
    /// Names of slots, words and rows.
    pub names: Arc<Names>,
    /// The baseline.
    pub givens: Givens,
    /// Named changes of the baseline.
    pub interventions: Arc<[Intervention]>,
    /// The guided tour.
    pub steps: Arc<[Step]>,
    /// The readings of a file that holds several; names, baseline and interventions are those of the one shown.
    pub readings: Option<Arc<Readings>>,
}

/// What slots, words and rows are called.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Names {
    /// One a slot; may repeat.
    pub slots: Vec<String>,
    /// One a word; distinct.
    pub words: Vec<String>,
    /// One a row: the legal prefix, if it is told.
    pub prefixes: Vec<Option<String>>,
}

/// A named change of the baseline. Always starts from the baseline, never from another intervention.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervention {
    /// Short name.
    pub id: String,
    /// Title.
    pub title: Option<Text>,
    /// What is set, in the order of the file. No two settings touch the same cell.
    pub set: Vec<Setting>,
}

impl Intervention {
    /// Its title, or its id where it has none.
    pub fn told(&self) -> Text {
        self.title.clone().unwrap_or_else(|| Text::same(self.id.clone()))
    }
}

/// One address given a value that fits it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Where.
    pub address: Address,
    /// What.
    pub value: Value,
}

/// What can be put at an address.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// As many numbers as the region holds, row by row.
    Numbers(Vec<f64>),
    /// For `scorer`.
    Scorer(ScorerKind),
    /// For `target`: a word (0-based), or none.
    Target(Option<usize>),
    /// For `mask[…]`: may the slot be read?
    Readable(bool),
    /// For a part of Q, K or V in a scenario given by words: whatever these give, written `words`.
    FromWords,
}

/// One step of a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Short name.
    pub id: String,
    /// What is said.
    pub say: Text,
    /// What is done, in order.
    pub actions: Vec<StepAction>,
    /// Seconds when played or recorded.
    pub hold: Option<f64>,
}

/// An action of a step in its text form. Two are equal when they say the same, wherever they stand in a file.
#[derive(Clone, Debug)]
pub struct StepAction {
    /// The text.
    pub text: String,
    /// Its line in the file, from 1; 0 when it is in none.
    pub line: usize,
    /// Its column there, from 1.
    pub column: usize,
}

impl StepAction {
    /// An action that stands in no file.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), line: 0, column: 0 }
    }
}

impl PartialEq for StepAction {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
