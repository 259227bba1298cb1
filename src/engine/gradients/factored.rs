//! The two largest gradients, kept as what they are made of.
//!
//! ∂L/∂z is p − y, and p stands in the trace already. ∂L/∂G is the sum of outer products Σ_t c_tᵀ (p_t − y_t): as large
//! as G, but written down in T (d_v + |V|) numbers. Cells, rows and columns are worked out when they are asked for.

use super::super::{Distribution, Givens, Lines, Trace, Vocab};
use std::sync::Arc;

/// ∂L/∂z = p − y, T × |V|: rows t, words w (0-based). Rows that add nothing to the loss are 0.
#[derive(Clone, Debug)]
pub struct LogitGradient {
    words: usize,
    /// One for each row; `None` where it adds nothing to the loss.
    rows: Arc<[Option<Prediction>]>,
}

/// p_t and y_t (as the number of the word that is 1).
#[derive(Clone, Debug)]
struct Prediction {
    probabilities: Arc<Distribution<Vocab>>,
    target: usize,
}

impl LogitGradient {
    pub(super) fn of(givens: &Givens, trace: &Trace) -> Self {
        Self::of_rows(givens, trace, |_| true)
    }

    /// As if no other row had a target.
    pub(super) fn of_row(givens: &Givens, trace: &Trace, only: usize) -> Self {
        Self::of_rows(givens, trace, |row| row == only)
    }

    fn of_rows(givens: &Givens, trace: &Trace, wanted: impl Fn(usize) -> bool) -> Self {
        let rows = givens.targets.iter().enumerate().map(|(row, target)| {
            let (target, traced) = ((*target)?, wanted(row).then(|| trace.row(row))?);
            matches!(traced.loss, Some(Ok(_))).then_some(())?;
            Some(Prediction { probabilities: traced.probabilities.ok()?, target })
        });
        Self { words: givens.words(), rows: rows.collect() }
    }

    /// Whether the row adds to the loss.
    pub fn contributes(&self, row: usize) -> bool {
        self.rows.get(row).is_some_and(Option::is_some)
    }

    /// T.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// |V|.
    pub fn words(&self) -> usize {
        self.words
    }

    /// p_tw − y_tw; `None` outside T × |V|.
    pub fn get(&self, row: usize, word: usize) -> Option<f64> {
        (row < self.rows() && word < self.words).then(|| self.at(row, word))
    }

    /// p_t − y_t over the words; panics past the last row.
    pub fn row(&self, row: usize) -> Vec<f64> {
        match &self.rows[row] {
            None => vec![0.0; self.words],
            Some(Prediction { probabilities, target }) => {
                let mut errors = probabilities.weights().to_vec();
                errors[*target] -= 1.0;
                errors
            }
        }
    }

    pub(super) fn at(&self, row: usize, word: usize) -> f64 {
        match &self.rows[row] {
            None => 0.0,
            Some(Prediction { probabilities, target }) if *target == word => probabilities.get(word) - 1.0,
            Some(Prediction { probabilities, .. }) => probabilities.get(word),
        }
    }
}

/// ∂L/∂G = Σ_t c_tᵀ (p_t − y_t), d_v × |V|: rows d, words w (0-based).
#[derive(Clone, Debug)]
pub struct HeadGradient {
    width: usize,
    /// c_t and the number of the row, for each row that adds to the loss.
    contexts: Vec<(usize, Arc<[f64]>)>,
    errors: LogitGradient,
}

impl HeadGradient {
    pub(super) fn new(errors: LogitGradient, trace: &Trace, width: usize) -> Self {
        let contributing = (0..trace.len()).filter(|row| errors.contributes(*row));
        let contexts = contributing.filter_map(|row| Some((row, trace.context(row).ok()?))).collect();
        Self { width, contexts, errors }
    }

    /// Σ_t c_td (p_tw − y_tw); `None` outside d_v × |V|.
    pub fn get(&self, row: usize, word: usize) -> Option<f64> {
        (row < self.width && word < self.errors.words()).then(|| self.at(row, word))
    }

    /// Row d as written on paper, over the words; panics past the last row.
    pub fn row(&self, row: usize) -> Vec<f64> {
        (0..self.errors.words()).map(|word| self.at(row, word)).collect()
    }

    /// A word's column, d_v numbers; panics past the last word.
    pub fn column(&self, word: usize) -> Vec<f64> {
        (0..self.width).map(|row| self.at(row, word)).collect()
    }

    /// The whole by its columns, |V| lines of d_v, as G itself is kept: as large as G.
    pub fn to_lines(&self) -> Lines {
        let words = 0..self.errors.words();
        Lines::from_vec(self.width, words.flat_map(|word| self.column(word)).collect())
    }

    /// The factors: c_t and the number of each row that adds to the loss. The others are [`super::Gradients::logits`].
    pub fn contexts(&self) -> impl Iterator<Item = (usize, &[f64])> {
        self.contexts.iter().map(|(row, context)| (*row, context.as_ref()))
    }

    fn at(&self, row: usize, word: usize) -> f64 {
        self.contexts.iter().map(|(number, context)| context[row] * self.errors.at(*number, word)).sum()
    }

    /// The first cell beyond f64. |p − y| ≤ 1, so nothing can be while Σ_t |c_td| is below the largest f64 with room
    /// for the rounding of the sum; only past that is the whole looked at.
    pub(super) fn overflow(&self) -> Option<(usize, usize)> {
        let magnitude = |row: usize| self.contexts.iter().map(|(_, context)| context[row].abs()).sum::<f64>();
        (0..self.width).filter(|&row| magnitude(row) > f64::MAX / 2.0).find_map(|row| {
            (0..self.errors.words()).find(|&word| !self.at(row, word).is_finite()).map(|word| (row, word))
        })
    }
}
