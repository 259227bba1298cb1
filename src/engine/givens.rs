//! What is given: everything a person may edit, and nothing that follows from it.

use super::embedding::DERIVED;
use super::{Change, Embedding, Lines, Mask, Parameter, Scorer, ScorerKind};

/// The numbers, the scorer, the masks and the targets of a model with T rows, n slots, |V| words, widths d_k and d_v.
///
/// A clone shares all tensors; see [`Lines`]. Where there is an `origin`, Q, K and V follow from it but for what it says
/// is overridden, and are changed by [`Givens::change`] alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Givens {
    /// Q: T lines q_t of d_k.
    pub queries: Lines,
    /// K: n lines k_j of d_k.
    pub keys: Lines,
    /// V: n lines v_j of d_v.
    pub values: Lines,
    /// G (d_v × |V|) by its columns: |V| lines G_w of d_v.
    pub head: Lines,
    /// b_t, one line of |V| for each row that has it.
    pub bias: Vec<Option<Lines>>,
    /// The scorer.
    pub scorer: Scorer,
    /// The mask.
    pub mask: Mask,
    /// The target word of each row that has one.
    pub targets: Vec<Option<usize>>,
    /// Where Q, K and V come from in a model that is given by words; `None` where they are given themselves.
    pub origin: Option<Embedding>,
}

/// A tensor of given numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tensor {
    /// X, the embeddings of the source: a row a slot.
    SourceEmbeddings,
    /// Y, the embeddings of the target positions: a row a target row.
    TargetEmbeddings,
    /// W^Q, a row a component of the embeddings, a column one of the queries.
    QueryProjection,
    /// W^K, a row a component of the embeddings, a column one of the keys.
    KeyProjection,
    /// W^V, a row a component of the embeddings, a column one of the values.
    ValueProjection,
    /// Q, a row a target row.
    Queries,
    /// K, a row a slot.
    Keys,
    /// V, a row a slot.
    Values,
    /// G, a row a component of the context, a column a word.
    Head,
    /// The optional constants b_t, a row a target row.
    Bias,
    /// A scorer parameter.
    Parameter(Parameter),
}

/// One given number, by row and column of its tensor as written on paper (0-based). A vector parameter has row 0 only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The tensor.
    pub tensor: Tensor,
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
}

impl Cell {
    /// A cell of a tensor.
    pub fn new(tensor: Tensor, row: usize, column: usize) -> Self {
        Self { tensor, row, column }
    }
}

impl Givens {
    /// T.
    pub fn rows(&self) -> usize {
        self.queries.count()
    }

    /// n.
    pub fn slots(&self) -> usize {
        self.keys.count()
    }

    /// |V|.
    pub fn words(&self) -> usize {
        self.head.count()
    }

    /// d_k.
    pub fn d_k(&self) -> usize {
        self.queries.width()
    }

    /// d_v.
    pub fn d_v(&self) -> usize {
        self.values.width()
    }

    /// Rows and columns of a tensor as written on paper; `None` when this model does not have it. The bias has T rows
    /// as soon as one row has it.
    pub fn shape(&self, tensor: Tensor) -> Option<(usize, usize)> {
        let of = |lines: &Lines| (lines.count(), lines.width());
        match tensor {
            Tensor::Queries => Some(of(&self.queries)),
            Tensor::Keys => Some(of(&self.keys)),
            Tensor::Values => Some(of(&self.values)),
            Tensor::Head => Some((self.d_v(), self.words())),
            Tensor::Bias => self.bias.iter().any(Option::is_some).then(|| (self.rows(), self.words())),
            Tensor::Parameter(parameter) => self.scorer.get(parameter).map(of),
            Tensor::SourceEmbeddings => self.origin.as_ref().map(|origin| of(origin.source())),
            Tensor::TargetEmbeddings => self.origin.as_ref()?.target().map(of),
            Tensor::QueryProjection | Tensor::KeyProjection | Tensor::ValueProjection => {
                let by_columns = self.origin.as_ref()?.projection(tensor)?;
                Some((by_columns.width(), by_columns.count()))
            }
        }
    }

    /// The number at a cell; `None` outside the model or where the row has no bias.
    pub fn get(&self, cell: Cell) -> Option<f64> {
        let (lines, line, component) = self.locate(cell)?;
        (line < lines.count() && component < lines.width()).then(|| lines.get(line, component))
    }

    /// Puts a number at a cell. `false`, and nothing done, outside the model; also where a number that follows from it
    /// would be beyond f64 (see [`Givens::change`]). A row without a bias gets one of zeros first.
    pub fn set(&mut self, cell: Cell, value: f64) -> bool {
        if self.origin.is_some() && (cell.tensor.is_of_words() || DERIVED.contains(&cell.tensor)) {
            return self.change(&[Change::Put(cell, value)]).is_ok();
        }
        self.set_alone(cell, value)
    }

    /// Puts a number at a cell that no other number of the givens follows from.
    pub(super) fn set_alone(&mut self, cell: Cell, value: f64) -> bool {
        let Cell { tensor, row, column } = cell;
        let words = self.words();
        let (lines, line, component) = match tensor {
            Tensor::Queries => (&mut self.queries, row, column),
            Tensor::Keys => (&mut self.keys, row, column),
            Tensor::Values => (&mut self.values, row, column),
            Tensor::Head => (&mut self.head, column, row),
            Tensor::Bias => {
                if column >= words {
                    return false;
                }
                let Some(bias) = self.bias.get_mut(row) else { return false };
                (bias.get_or_insert_with(|| Lines::zeros(words, 1)), 0, column)
            }
            Tensor::Parameter(parameter) => match self.scorer.get_mut(parameter) {
                Some(lines) => (lines, row, column),
                None => return false,
            },
            _ => return false,
        };
        let inside = line < lines.count() && component < lines.width();
        if inside {
            lines.set(line, component, value);
        }
        inside
    }

    /// Changes the scorer's kind, completing its parameters.
    pub fn set_scorer(&mut self, kind: ScorerKind) {
        let d_k = self.d_k();
        self.scorer.switch(kind, d_k);
    }

    fn locate(&self, cell: Cell) -> Option<(&Lines, usize, usize)> {
        let Cell { tensor, row, column } = cell;
        Some(match tensor {
            Tensor::Queries => (&self.queries, row, column),
            Tensor::Keys => (&self.keys, row, column),
            Tensor::Values => (&self.values, row, column),
            Tensor::Head => (&self.head, column, row),
            Tensor::Bias => (self.bias.get(row)?.as_ref()?, 0, column),
            Tensor::Parameter(parameter) => (self.scorer.get(parameter)?, row, column),
            _ => return self.origin.as_ref()?.locate(cell),
        })
    }
}
