//! The tree.

use super::grid::Grid;
use std::collections::HashMap;
use std::ops::Range;

/// A value and the bytes it stands on.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A string.
    Text(String),
    /// An integer or a float, finite.
    Number(f64),
    /// A boolean.
    Boolean(bool),
    /// A date or a time.
    Date,
    /// An array of numbers or booleans, flat or in rows.
    Grid(Grid),
    /// Any other array.
    List(Vec<Node>),
    /// A table, inline or not.
    Table(Table),
    /// `[[…]]` tables.
    Tables(Vec<Node>),
    /// Something that could not be read, and has been complained about.
    Broken,
}

/// A table with its entries in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
    /// How the table came to be, which decides what may still be added to it.
    pub(crate) made: Made,
    index: HashMap<String, usize>,
}

/// A key and its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
}

/// How a table came to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Made {
    /// On the way to a table named in a header; a header may still name it.
    #[default]
    OnTheWay,
    /// By its own header.
    ByHeader,
    /// By dotted keys.
    ByDots,
    /// Between braces.
    Inline,
}

impl Table {
    pub(crate) fn new(made: Made) -> Self {
        Self { made, ..Self::default() }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.index.get(key).map(|&at| &self.entries[at])
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.index.get(key).map(|&at| &mut self.entries[at])
    }

    /// Adds an entry under a key that is new; gives back the entry that has the key already.
    pub(crate) fn add(&mut self, entry: Entry) -> Result<&mut Entry, &Entry> {
        if let Some(&at) = self.index.get(&entry.key) {
            return Err(&self.entries[at]);
        }
        let at = self.entries.len();
        self.index.insert(entry.key.clone(), at);
        self.entries.push(entry);
        Ok(&mut self.entries[at])
    }

    /// Takes a value out, leaving its entry behind as broken.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node> {
        let node = &mut self.get_mut(key)?.node;
        let span = node.span.clone();
        Some(std::mem::replace(node, Node { span, kind: Kind::Broken }))
    }
}
