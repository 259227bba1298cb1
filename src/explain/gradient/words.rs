//! From q, k and v back to the words and the projections: with P = E W, ∂L/∂E = ∂L/∂P Wᵀ and ∂L/∂W = Eᵀ ∂L/∂P. Through
//! a number that is set by hand no way leads back.

use super::Sum;
use crate::engine::{Cell, Gradients, Tensor};
use crate::explain::Context;
use crate::explain::derivation::Draft;
use crate::explain::formula::Formula;
use crate::explain::symbol::{Index, Symbol, projection_letter};
use crate::explain::terms::Term;
use crate::scenario::{Address, Region};
use crate::words::Text;
use std::sync::Arc;

/// What words make, with the letter of its vectors.
const MADE: [(Tensor, &str); 3] = [(Tensor::Queries, "q"), (Tensor::Keys, "k"), (Tensor::Values, "v")];

impl<'a> Context<'a> {
    pub(super) fn gradient_of_words(&self, tensor: Tensor, row: usize, column: usize) -> Result<Draft<'a>, Text> {
        let (context, gradients) = (*self, self.all_gradients()?);
        let cell = Cell::new(tensor, row, column);
        let result = gradients.get(cell).unwrap_or_default();
        let made: Vec<Cell> = self.made_of(cell);
        let formula = self.formula_of_words(cell);
        let made = Arc::new(made);
        let of = made.clone();
        let sum = Sum {
            count: made.len(),
            value: move |at: usize| {
                let (pull, factor) = context.factors_of_words(gradients, cell, of[at]);
                pull * factor
            },
            term: move |at: usize| {
                let (pull, factor) = context.factors_of_words(gradients, cell, made[at]);
                let Cell { tensor, row, column } = made[at];
                let name = if tensor == Tensor::Queries { "" } else { context.slot_name(row) };
                Term {
                    symbol: Formula::Beside(vec![
                        Formula::Gradient(context.symbols().given(tensor, row, column)),
                        context.factor_symbol(cell, made[at]),
                    ]),
                    name: name.to_owned(),
                    formula: Formula::product(pull, factor),
                    value: pull * factor,
                    address: Address::Numbers { tensor, region: Region::Cell(row, column) }.gradient(),
                }
            },
        };
        Ok(self.summed_up(formula, sum, result))
    }

    /// The numbers of Q, K and V that one of the words or projections is behind.
    pub(super) fn made_of(&self, cell: Cell) -> Vec<Cell> {
        let of = |tensor: Tensor| {
            let (rows, columns) = self.givens.shape(tensor).unwrap_or_default();
            let cells: Vec<(usize, usize)> = if tensor.projection() == Some(cell.tensor) {
                (0..rows).map(|row| (row, cell.column)).collect()
            } else if self.embeddings_of(tensor) == cell.tensor {
                (0..columns).map(|column| (cell.row, column)).collect()
            } else {
                Vec::new()
            };
            cells.into_iter().map(move |(row, column)| Cell::new(tensor, row, column))
        };
        let follows = |made: &Cell| self.follows_from_words(*made);
        MADE.into_iter().flat_map(|(tensor, _)| of(tensor)).filter(follows).collect()
    }

    /// ∂L/∂ of a number of Q, K or V, and what it is multiplied by on the way to the word or the projection.
    fn factors_of_words(&self, gradients: &Gradients, cell: Cell, made: Cell) -> (f64, f64) {
        (gradients.get(made).unwrap_or_default(), self.givens.get(self.factor_of(cell, made)).unwrap_or_default())
    }

    /// The other factor of the product that makes it.
    fn factor_of(&self, cell: Cell, made: Cell) -> Cell {
        let projection = made.tensor.projection().unwrap_or(cell.tensor);
        if projection == cell.tensor {
            Cell::new(self.embeddings_of(made.tensor), made.row, cell.row)
        } else {
            Cell::new(projection, cell.column, made.column)
        }
    }

    fn factor_symbol(&self, cell: Cell, made: Cell) -> Formula {
        let Cell { tensor, row, column } = self.factor_of(cell, made);
        self.symbols().given(tensor, row, column).into()
    }

    /// Σ_i (∂L/∂k_ji) (W^K)_di + …, a sum for each of Q, K and V that the number is behind.
    fn formula_of_words(&self, cell: Cell) -> Formula {
        let several = self.givens.rows() > 1;
        let running = Index::Running;
        let sums = MADE.into_iter().filter_map(|(tensor, letter)| {
            let is_query = tensor == Tensor::Queries;
            if tensor.projection() == Some(cell.tensor) {
                let line = if is_query { 't' } else { 'j' };
                let row = (!is_query || several).then_some(running(line));
                let made: Vec<Index> = row.into_iter().chain([Index::At(cell.column)]).collect();
                let of_words = match self.embeddings_of(tensor) {
                    Tensor::TargetEmbeddings => "y",
                    _ => "x",
                };
                let word: Vec<Index> = row.into_iter().chain([Index::At(cell.row)]).collect();
                let body = Formula::Beside(vec![
                    Formula::Gradient(Symbol::new(letter, &made)),
                    Symbol::new(of_words, &word).into(),
                ]);
                return Some(if row.is_some() { Formula::summed(line, body) } else { body });
            }
            if self.embeddings_of(tensor) != cell.tensor {
                return None;
            }
            let made = match is_query {
                true => self.symbols().of_row(letter, cell.row, &[running('i')]),
                false => Symbol::new(letter, &[Index::At(cell.row), running('i')]),
            };
            let projection = tensor.projection().map_or("", projection_letter);
            let weight = Symbol::new(projection, &[Index::At(cell.column), running('i')]);
            Some(Formula::summed('i', Formula::Beside(vec![Formula::Gradient(made), weight.into()])))
        });
        Formula::sum(sums.collect())
    }
}
