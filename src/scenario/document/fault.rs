//! One thing wrong with a text.

use crate::words::Text;

/// A sentence about a place in a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// Byte of the text, from 0.
    pub(crate) at: usize,
    /// What is wrong and what would be right.
    pub(crate) text: Text,
    /// The text is not TOML here.
    pub(crate) syntax: bool,
    /// Something is not there. Not worth saying when the text is not TOML: it may stand in the part that could not be
    /// read.
    pub(crate) missing: bool,
}

impl Fault {
    pub(crate) fn new(at: usize, text: Text) -> Self {
        Self { at, text, syntax: false, missing: false }
    }

    pub(crate) fn syntax(at: usize, text: Text) -> Self {
        Self { syntax: true, ..Self::new(at, text) }
    }

    pub(crate) fn missing(at: usize, text: Text) -> Self {
        Self { missing: true, ..Self::new(at, text) }
    }
}
