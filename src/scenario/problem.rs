//! Why a typed text was not understood.

use crate::words::Text;
use std::fmt;

/// A sentence that says what is wrong and what would be right, and the place in the text it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The sentence.
    pub text: Text,
    /// The place: a character (not a byte) of the text that was read, counted from 0. May be one past the end.
    pub at: usize,
}

impl Problem {
    /// A sentence about a place.
    pub fn new(at: usize, text: Text) -> Self {
        Self { text, at }
    }

    /// The same problem in a longer text, in which the text that was read starts at character `start`.
    #[must_use]
    pub fn within(self, start: usize) -> Self {
        Self { at: self.at + start, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for Problem {}
