//! The terms of a long sum, made one at a time.

use super::Formula;
use crate::scenario::Address;
use crate::words::Lang;

/// One term of a sum, unfolded.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The term in symbols.
    pub symbol: Formula,
    /// The name of the slot or the word it belongs to; empty for a component.
    pub name: String,
    /// The term in numbers.
    pub formula: Formula,
    /// What it adds to the sum.
    pub value: f64,
    /// Where its number, or the number it stands for, has its own explanation.
    pub address: Option<Address>,
}

impl Term {
    /// The symbols as text.
    pub fn label(&self) -> String {
        // Single terms hold nothing folded, so the language does not matter.
        self.symbol.text(Lang::En)
    }

    /// The numbers put in, as text. The language matters where a sum inside the term is folded.
    pub fn text(&self, lang: Lang) -> String {
        self.formula.text(lang)
    }
}

/// Terms that exist when they are asked for.
pub(super) struct Terms<'a> {
    count: usize,
    make: Box<dyn Fn(usize) -> Term + 'a>,
}

impl<'a> Terms<'a> {
    pub fn new(count: usize, make: impl Fn(usize) -> Term + 'a) -> Self {
        Self { count, make: Box::new(make) }
    }

    pub fn none() -> Self {
        Self::new(0, |_| Term {
            symbol: Formula::Number(0.0),
            name: String::new(),
            formula: Formula::Number(0.0),
            value: 0.0,
            address: None,
        })
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn get(&self, number: usize) -> Option<Term> {
        (number < self.count).then(|| (self.make)(number))
    }
}
