//! Several given numbers changed as one, and what follows from them in a model that is given by words.
//!
//! A change of X, Y or a projection derives anew what depends on it, and nothing else: a line is written only where its
//! bits change, so that all other blocks stay shared and [`Trace::after`](super::Trace::after) computes only what the
//! change can reach. A number of Q, K or V that is set is set by hand: the words no longer decide it until it is
//! released. What is set to what the words give anyhow is set by hand all the same.

use super::embedding::DERIVED;
use super::{Cell, Embedding, Givens, Lines, Tensor};
use std::collections::BTreeSet;

/// One change of a given number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Another number; one of Q, K or V in a model given by words is overridden from then on.
    Put(Cell, f64),
    /// A number of Q, K or V that was overridden is given back to the words.
    Release(Cell),
}

/// Why a change was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotChange {
    /// The model has no such cell, or it is released although no word gives it.
    Absent(Cell),
    /// This number of Q, K or V would follow from the words and be beyond f64.
    Beyond(Cell),
}

impl Givens {
    /// Makes all changes as one; the last one of a cell counts. The words' numbers are derived once, after all of them.
    ///
    /// # Errors
    /// The first that cannot be made; then none is.
    pub fn change(&mut self, changes: &[Change]) -> Result<(), CannotChange> {
        let mut alone = Vec::new();
        let mut linked = Vec::new();
        for &change in changes {
            let (Change::Put(cell, _) | Change::Release(cell)) = change;
            if !self.has(cell) {
                return Err(CannotChange::Absent(cell));
            }
            match change {
                _ if self.origin.is_some() && (cell.tensor.is_of_words() || which(cell.tensor).is_some()) => {
                    linked.push(change);
                }
                Change::Put(cell, number) => alone.push((cell, number)),
                Change::Release(cell) => return Err(CannotChange::Absent(cell)),
            }
        }
        if let Some(origin) = self.origin.clone().filter(|_| !linked.is_empty()) {
            self.change_linked(origin, &linked)?;
        }
        for (cell, number) in alone {
            self.set_alone(cell, number);
        }
        Ok(())
    }

    /// Whether a number of Q, K or V is set by hand in a model that is given by words.
    pub fn is_overridden(&self, cell: Cell) -> bool {
        let (Some(origin), Some(which)) = (&self.origin, which(cell.tensor)) else { return false };
        self.has(cell) && origin.is_overridden(which, cell.row, cell.column)
    }

    /// All numbers of Q, K and V that are set by hand, tensor after tensor, row by row.
    pub fn overridden(&self) -> impl Iterator<Item = Cell> {
        let numbered =
            self.origin.iter().flat_map(|origin| DERIVED.into_iter().enumerate().map(move |at| (origin, at)));
        numbered.flat_map(|(origin, (which, tensor))| {
            origin.overridden(which).map(move |(row, column)| Cell::new(tensor, row, column))
        })
    }

    /// What the words give at a cell of Q, K or V, overridden or not; `None` where there are no words or it is beyond
    /// f64.
    pub fn from_words(&self, cell: Cell) -> Option<f64> {
        let (origin, which) = (self.origin.as_ref()?, which(cell.tensor)?);
        let number = self.has(cell).then(|| origin.number(which, cell.row, cell.column))?;
        number.is_finite().then_some(number)
    }

    /// Gives a number of Q, K or V back to the words; whether it was overridden.
    ///
    /// # Errors
    /// There are no words to give it, or what they give is beyond f64.
    pub fn release(&mut self, cell: Cell) -> Result<bool, CannotChange> {
        let was = self.is_overridden(cell);
        self.change(&[Change::Release(cell)]).map(|()| was)
    }

    /// Whether the model has a cell; of the constants also those of a row that has none yet.
    fn has(&self, cell: Cell) -> bool {
        let shape = match cell.tensor {
            Tensor::Bias => Some((self.rows(), self.words())),
            tensor => self.shape(tensor),
        };
        shape.is_some_and(|(rows, columns)| cell.row < rows && cell.column < columns)
    }

    fn change_linked(&mut self, mut origin: Embedding, changes: &[Change]) -> Result<(), CannotChange> {
        let mut lines = [self.queries.clone(), self.keys.clone(), self.values.clone()];
        let mut touched: [Touched; 3] = Default::default();
        for change in changes {
            let (Change::Put(cell, _) | Change::Release(cell)) = *change;
            match (which(cell.tensor), *change) {
                (Some(which), Change::Put(Cell { row, column, .. }, number)) => {
                    origin.mark(which, row, column, true);
                    put(&mut lines[which], row, column, number);
                }
                (Some(which), Change::Release(Cell { row, column, .. })) => {
                    origin.mark(which, row, column, false);
                    touched[which].cells.push((row, column));
                }
                (None, Change::Put(cell, number)) => {
                    if let Some((lines, line, component)) = origin.locate_mut(cell)
                        && put(lines, line, component, number)
                    {
                        touch(&mut touched, cell, origin.target.is_none());
                    }
                }
                (None, Change::Release(cell)) => return Err(CannotChange::Absent(cell)),
            }
        }
        for (which, touched) in touched.iter().enumerate() {
            touched.derive(&origin, which, &mut lines[which]).map_err(CannotChange::Beyond)?;
        }
        origin.settle();
        [self.queries, self.keys, self.values] = lines;
        self.origin = Some(origin);
        Ok(())
    }

    /// Derives every number of Q, K and V that the words give, in a model whose parts have been put together by hand.
    ///
    /// # Errors
    /// The first number that is beyond f64; then nothing is changed.
    pub fn derive(&mut self) -> Result<(), CannotChange> {
        match self.origin.clone() {
            Some(origin) => self.derive_from(origin).map_err(CannotChange::Beyond),
            None => Ok(()),
        }
    }

    /// Puts another origin in the place of the one there is, and derives everything that is not overridden.
    ///
    /// # Errors
    /// The first number that is beyond f64; then nothing is changed.
    pub(super) fn derive_from(&mut self, mut origin: Embedding) -> Result<(), Cell> {
        let mut lines = [self.queries.clone(), self.keys.clone(), self.values.clone()];
        for (which, lines) in lines.iter_mut().enumerate() {
            let all = Touched { rows: (0..lines.count()).collect(), ..Touched::default() };
            all.derive(&origin, which, lines)?;
        }
        origin.settle();
        [self.queries, self.keys, self.values] = lines;
        self.origin = Some(origin);
        Ok(())
    }
}

/// Q, K and V by number.
pub(super) fn which(tensor: Tensor) -> Option<usize> {
    DERIVED.iter().position(|derived| *derived == tensor)
}

/// Writes a number where its bits differ, and says whether they did.
fn put(lines: &mut Lines, line: usize, component: usize, number: f64) -> bool {
    let differs = lines.get(line, component).to_bits() != number.to_bits();
    if differs {
        lines.set(line, component, number);
    }
    differs
}

/// What of a derived tensor has to be derived anew.
#[derive(Default)]
struct Touched {
    rows: BTreeSet<usize>,
    columns: BTreeSet<usize>,
    cells: Vec<(usize, usize)>,
}

impl Touched {
    /// Derives what is touched and not overridden.
    fn derive(&self, origin: &Embedding, which: usize, lines: &mut Lines) -> Result<(), Cell> {
        let (rows, columns) = (lines.count(), lines.width());
        let of_rows = self.rows.iter().flat_map(|&row| (0..columns).map(move |column| (row, column)));
        let others = |&(row, _): &(usize, usize)| !self.rows.contains(&row);
        let of_columns = self.columns.iter().flat_map(|&column| (0..rows).map(move |row| (row, column)));
        for (row, column) in of_rows.chain(of_columns.filter(others)).chain(self.cells.iter().copied()) {
            if !origin.is_overridden(which, row, column) {
                let number = origin.number(which, row, column);
                if !number.is_finite() {
                    return Err(Cell::new(DERIVED[which], row, column));
                }
                put(lines, row, column, number);
            }
        }
        Ok(())
    }
}

/// A row of X is behind a row of K and of V, and of Q where there is no Y; a column of a projection behind a column.
fn touch(touched: &mut [Touched; 3], cell: Cell, rows_are_slots: bool) {
    match cell.tensor {
        Tensor::TargetEmbeddings => {
            touched[0].rows.insert(cell.row);
        }
        Tensor::SourceEmbeddings => {
            let first = usize::from(!rows_are_slots);
            for touched in &mut touched[first..] {
                touched.rows.insert(cell.row);
            }
        }
        projection => {
            if let Some(which) = DERIVED.iter().position(|derived| derived.projection() == Some(projection)) {
                touched[which].columns.insert(cell.column);
            }
        }
    }
}

#[cfg(test)]
mod tests;
