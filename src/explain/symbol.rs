//! The symbols of a model: which letter, with which indices.
//!
//! With one target row the row's index is left out, as on paper: α_2. With several it comes first: α_3,2. Slots, words
//! and components are always numbers, from 1: a word's name could be mistaken for one.

use crate::engine::{Parameter, Tensor};

/// A letter and its indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The letter as written in text: `α`, `q`, `W_q`.
    pub letter: &'static str,
    /// Its indices, in order.
    pub indices: Vec<Index>,
}

/// An index of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A place, counted from 0 (and written from 1).
    At(usize),
    /// A running index: j, w, d, i, u, t.
    Running(char),
}

impl Symbol {
    /// A letter without an index.
    pub fn plain(letter: &'static str) -> Self {
        Self { letter, indices: Vec::new() }
    }

    /// A letter with indices.
    pub fn new(letter: &'static str, indices: &[Index]) -> Self {
        Self { letter, indices: indices.to_vec() }
    }
}

/// Writes the symbols of a model with so many target rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbols {
    pub rows: usize,
}

impl Symbols {
    /// A quantity of a row.
    pub fn of_row(self, letter: &'static str, row: usize, indices: &[Index]) -> Symbol {
        let row = (self.rows > 1).then_some(Index::At(row));
        Symbol { letter, indices: row.into_iter().chain(indices.iter().copied()).collect() }
    }

    /// A given number.
    pub fn given(self, tensor: Tensor, row: usize, column: usize) -> Symbol {
        let (row_index, column) = (Index::At(row), Index::At(column));
        match tensor {
            Tensor::Queries => self.of_row("q", row, &[column]),
            Tensor::Keys => Symbol::new("k", &[row_index, column]),
            Tensor::Values => Symbol::new("v", &[row_index, column]),
            Tensor::Head => Symbol::new("G", &[row_index, column]),
            Tensor::Bias => self.of_row("b", row, &[column]),
            Tensor::Parameter(parameter) => parameter_symbol(parameter, row_index, column),
            Tensor::SourceEmbeddings | Tensor::TargetEmbeddings => self.embedding(tensor, row, column),
            projection => Symbol::new(projection_letter(projection), &[row_index, column]),
        }
    }

    /// A component of x_j or y_t.
    pub fn embedding(self, tensor: Tensor, row: usize, component: Index) -> Symbol {
        match tensor {
            Tensor::TargetEmbeddings => self.of_row("y", row, &[component]),
            _ => Symbol::new("x", &[Index::At(row), component]),
        }
    }
}

/// W^Q, W^K or W^V.
pub(super) fn projection_letter(projection: Tensor) -> &'static str {
    match projection {
        Tensor::QueryProjection => "W^Q",
        Tensor::KeyProjection => "W^K",
        _ => "W^V",
    }
}

/// A number of a scorer parameter.
pub(super) fn parameter_symbol(parameter: Parameter, row: Index, column: Index) -> Symbol {
    let indices = [row, column];
    Symbol::new(parameter.name(), if parameter.is_matrix() { &indices } else { &indices[1..] })
}
