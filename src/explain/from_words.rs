//! From words to q, k and v: q_t = y_t W^Q, k_j = x_j W^K, v_j = x_j W^V, component by component.
//!
//! A number that is set by hand is given: the words do not stand behind it, and it is said what they would give.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, folded};
use super::symbol::{Index, Symbol, projection_letter};
use super::terms::{Term, Terms};
use crate::engine::{Cell, Tensor};
use crate::scenario::{Address, Region};
use crate::words::{Lang, Text, explain as words};

/// What words give, with the letter of its vectors.
const DERIVED: [(Tensor, &str); 3] = [(Tensor::Queries, "q"), (Tensor::Keys, "k"), (Tensor::Values, "v")];

impl<'a> Context<'a> {
    /// Whether a number of Q, K or V follows from words: the model is given by them, and it is not set by hand.
    pub(super) fn follows_from_words(&self, cell: Cell) -> bool {
        self.givens.origin.is_some() && cell.tensor.projection().is_some() && !self.givens.is_overridden(cell)
    }

    /// The tensor a row of Q, K or V is made from.
    pub(super) fn embeddings_of(&self, tensor: Tensor) -> Tensor {
        match tensor {
            Tensor::Queries if !self.givens.rows_are_slots() => Tensor::TargetEmbeddings,
            _ => Tensor::SourceEmbeddings,
        }
    }

    /// One component of q, k or v; `None` where it is given.
    pub(super) fn made_from_words(&self, address: &Address) -> Option<Draft<'a>> {
        let Address::Numbers { tensor, region: Region::Cell(row, column) } = *address else { return None };
        let cell = Cell::new(tensor, row, column);
        let origin = self.givens.origin.as_ref().filter(|_| self.follows_from_words(cell))?;
        let (embeddings, projection) = (self.embeddings_of(tensor), tensor.projection()?);
        let word = match embeddings {
            Tensor::TargetEmbeddings => origin.target()?.line(row),
            _ => origin.source().line(row),
        };
        let weights = origin.projection(projection)?.line(column);
        let symbols = self.symbols();
        let at = move |i: Index| {
            Formula::Beside(vec![
                symbols.embedding(embeddings, row, i).into(),
                Symbol::new(projection_letter(projection), &[i, Index::At(column)]).into(),
            ])
        };
        let product = |i: usize| Formula::product(word[i], weights[i]);
        let step = folded(word.len(), self.terms, product, |i| word[i] * weights[i]);
        Some(Draft {
            formula: Formula::summed('i', at(Index::Running('i'))),
            steps: vec![Formula::sum(step)],
            result: self.givens.get(cell)?,
            terms: Terms::new(word.len(), move |i| Term {
                symbol: at(Index::At(i)),
                name: String::new(),
                formula: Formula::product(word[i], weights[i]),
                value: word[i] * weights[i],
                address: Some(Address::Numbers { tensor: embeddings, region: Region::Cell(row, i) }),
            }),
        })
    }

    /// What is to be said of a number that is set by hand.
    pub(super) fn set_by_hand(&self, address: &Address) -> Option<Text> {
        let Address::Numbers { tensor, region: Region::Cell(row, column) } = *address else { return None };
        let cell = Cell::new(tensor, row, column);
        let by_hand = self.givens.is_overridden(cell);
        let gives = self.givens.from_words(cell).map(crate::words::number::exact);
        by_hand.then(|| words::set_by_hand(gives.as_deref()))
    }

    /// The words and the projection behind a number of Q, K or V.
    pub(super) fn behind_words(&self, cell: Cell) -> Vec<Address> {
        let Some(projection) = cell.tensor.projection().filter(|_| self.follows_from_words(cell)) else {
            return Vec::new();
        };
        let embeddings = self.embeddings_of(cell.tensor);
        let given = |tensor, region| Address::Numbers { tensor, region };
        vec![given(embeddings, Region::Row(cell.row)), given(projection, Region::Column(cell.column))]
    }

    /// What follows from a number of X, Y or a projection: parts of Q, K and V of which at least one number is not set by
    /// hand.
    pub(super) fn ahead_of_words(&self, cell: Cell) -> Vec<Address> {
        let of = |(tensor, _): (Tensor, &str)| {
            let region = self.part_made(tensor, cell)?;
            Some(Address::Numbers { tensor, region })
        };
        DERIVED.into_iter().filter_map(of).collect()
    }

    /// The part of Q, K or V that a number of X, Y or a projection is behind.
    fn part_made(&self, tensor: Tensor, cell: Cell) -> Option<Region> {
        let (rows, columns) = self.givens.shape(tensor)?;
        let follows = |row, column| self.follows_from_words(Cell::new(tensor, row, column));
        if tensor.projection() == Some(cell.tensor) {
            return (0..rows).any(|row| follows(row, cell.column)).then_some(Region::Column(cell.column));
        }
        let made = self.embeddings_of(tensor) == cell.tensor;
        (made && (0..columns).any(|column| follows(cell.row, column))).then_some(Region::Row(cell.row))
    }

    /// The way of a number of X, Y or a projection, in words.
    pub(super) fn onward_words(&self, cell: Cell) -> Text {
        let (mut first, mut many) = (Vec::new(), false);
        let (mut into_scores, mut into_contexts) = (false, false);
        let mut with_loss = false;
        for (tensor, letter) in DERIVED {
            let Some(region) = self.part_made(tensor, cell) else { continue };
            let (rows, _) = self.givens.shape(tensor).unwrap_or_default();
            let follows = |row: &usize| self.follows_from_words(Cell::new(tensor, *row, cell.column));
            let made: Vec<usize> = match region {
                Region::Row(row) => vec![row],
                _ => (0..rows).filter(follows).collect(),
            };
            let column = matches!(region, Region::Column(_)).then_some(cell.column);
            first.push(self.vectors(letter, &made, column));
            many |= first.len() > 1 || made.len() > 1 || column.is_none();
            let computed = |t: usize| match tensor {
                Tensor::Queries => made.contains(&t) && self.reads(t),
                _ => made.iter().any(|slot| self.readable(t, *slot)),
            };
            let computed: Vec<usize> = (0..self.givens.rows()).filter(|t| computed(*t)).collect();
            into_contexts |= !computed.is_empty() && tensor == Tensor::Values;
            into_scores |= !computed.is_empty() && tensor != Tensor::Values;
            with_loss |= computed.iter().any(|t| self.adds_to_the_loss(*t));
        }
        let stages = match (first.is_empty(), into_scores, into_contexts) {
            (true, ..) => return words::goes_nowhere(),
            (_, true, _) => &["e", "α", "c", "z", "p", "L"][..],
            (_, _, true) => &["c", "z", "p", "L"],
            _ => &[],
        };
        let through = &stages[..stages.len().saturating_sub(usize::from(!with_loss))];
        let onward = words::goes_into(&first, many, through);
        if with_loss || stages.is_empty() { onward } else { words::without_loss(&onward) }
    }

    /// `k_2`, `q_1,3…q_4,3`: vectors, or one component of each.
    fn vectors(&self, letter: &'static str, rows: &[usize], column: Option<usize>) -> String {
        let one = |row: usize| {
            let column = column.map(Index::At);
            let symbol = match letter {
                "q" => self.symbols().of_row(letter, row, column.as_slice()),
                _ => Symbol::new(letter, &[Some(Index::At(row)), column].into_iter().flatten().collect::<Vec<_>>()),
            };
            Formula::from(symbol).text(Lang::En)
        };
        match rows {
            [] => String::new(),
            [only] => one(*only),
            [first, .., last] => format!("{}…{}", one(*first), one(*last)),
        }
    }
}
