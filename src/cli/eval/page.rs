//! What a person reads of an evaluation, apart from how it is set: a table on the terminal, Markdown or LaTeX.

use super::number::{given, rounded};
use std::io;

/// A symbol in two spellings.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Symbol {
    /// For the terminal and Markdown: `α_j`.
    pub plain: String,
    /// Between dollar signs: `\alpha_{j}`.
    pub latex: String,
}

impl Symbol {
    pub fn new(plain: impl Into<String>, latex: impl Into<String>) -> Self {
        Self { plain: plain.into(), latex: latex.into() }
    }

    /// ∂L by this symbol.
    pub fn gradient(&self) -> Self {
        Self::new(format!("∂L/∂{}", self.plain), format!("\\partial L/\\partial {}", self.latex))
    }
}

/// One entry of a grid or a vector.
#[derive(Clone, Debug)]
pub(in crate::cli) enum Entry {
    /// A number a person gave: exact where it fits.
    Given(f64),
    /// A number that follows: rounded.
    Derived(f64),
    /// A place on an axis, counted from 1.
    Index(usize),
    /// A name or a remark.
    Words(String),
    /// There is no number here: the row is undefined.
    Missing,
    /// Left empty.
    Blank,
}

impl Entry {
    /// The entry where symbols are plain characters; the words of people go through `escape`.
    pub fn plain(&self, digits: usize, escape: impl Fn(&str) -> String) -> String {
        match self {
            Entry::Given(number) => match given(*number, digits) {
                (exact, true) => exact,
                (near, false) => format!("≈{near}"),
            },
            Entry::Derived(number) => rounded(*number, digits),
            Entry::Index(number) => number.to_string(),
            Entry::Words(words) => escape(words),
            Entry::Missing => "—".to_owned(),
            Entry::Blank => String::new(),
        }
    }
}

/// A column of a grid.
pub(in crate::cli) struct Column {
    pub words: String,
    pub symbol: Option<Symbol>,
    /// Numbers stand at the right of their column, words at the left.
    pub numbers: bool,
}

/// A table that is written line by line and never held as a whole.
pub(in crate::cli) struct Grid<'a> {
    pub caption: String,
    pub columns: Vec<Column>,
    /// How many of the columns name the line; they come again where a wide grid is broken.
    pub labels: usize,
    pub count: usize,
    pub line: &'a dyn Fn(usize) -> Vec<Entry>,
    /// The sums, under a rule.
    pub sum: Option<Vec<Entry>>,
}

/// A way of setting what is to be read. All words are raw: each implementation escapes them for itself.
pub(in crate::cli) trait Page {
    /// The head of everything.
    fn title(&mut self, title: &str) -> io::Result<()>;
    /// What was computed: labels and what they say.
    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()>;
    /// The head of a part.
    fn section(&mut self, title: &str) -> io::Result<()>;
    /// A plain sentence.
    fn sentence(&mut self, sentence: &str) -> io::Result<()>;
    /// `words symbol = number unit`.
    fn number(&mut self, words: &str, symbol: &Symbol, number: f64, unit: &str) -> io::Result<()>;
    /// `words symbol = (numbers)`.
    fn vector(&mut self, words: &str, symbol: &Symbol, numbers: &[Entry]) -> io::Result<()>;
    /// A table.
    fn grid(&mut self, grid: &Grid<'_>) -> io::Result<()>;
}
