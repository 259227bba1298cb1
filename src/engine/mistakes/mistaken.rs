//! A mistake made on some givens.

use super::super::laws::{ClaimedGradients, Claims, EveryRow, Why};
use super::super::row::{attention, scores};
use super::super::store::Store;
use super::super::{Distribution, Givens, Gradients, NoGradients, NoLoss, Scores, Source, Trace, Undefined};
use super::reading::{Columns, Reading};
use super::{Difference, Figure, Mistake, NoFigure, WrongRow};
use std::sync::{Arc, OnceLock};

/// What a mistake makes of some givens. Rows are computed when they are asked for, and those asked for last are kept: all
/// of them would be T × |V| numbers. It shares all tensors with the givens and may be kept and sent along.
#[derive(Debug)]
pub struct Mistaken {
    mistake: Mistake,
    givens: Arc<Givens>,
    right: Trace,
    columns: OnceLock<Arc<Columns>>,
    rows: Store<Arc<WrongRow>>,
    loss: OnceLock<Result<Figure, NoLoss>>,
    gradients: OnceLock<Result<Gradients, NoGradients>>,
    pub(super) difference: OnceLock<Difference>,
}

/// Numbers kept of the rows: 16 MB.
const KEPT: usize = 1 << 21;

impl Mistaken {
    /// A mistake on givens with their trace. Nothing is computed yet.
    pub fn new(mistake: Mistake, givens: &Givens, trace: &Trace) -> Self {
        Self {
            mistake,
            givens: Arc::new(givens.clone()),
            right: trace.clone(),
            columns: OnceLock::new(),
            rows: Store::new(givens.rows(), givens.slots() + givens.words(), KEPT),
            loss: OnceLock::new(),
            gradients: OnceLock::new(),
            difference: OnceLock::new(),
        }
    }

    /// Which mistake it is.
    pub fn mistake(&self) -> Mistake {
        self.mistake
    }

    /// What all this follows from.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// A row t, from 0. Those asked for last are kept. Panics past the last row.
    pub fn row(&self, row: usize) -> Arc<WrongRow> {
        self.rows.get_or(row, || {
            let right = self.right.row(row);
            let alpha = right.attention.as_deref().ok();
            let reading =
                Reading::of(self.mistake, &self.givens, row, right.scores.as_deref().ok(), alpha, || self.columns());
            Arc::new(WrongRow::new(self.mistake, row, self.givens.clone(), right, reading))
        })
    }

    /// The loss summed over the rows that have a target and are defined in this computation. Goes through all rows once.
    ///
    /// # Errors
    /// No row has a target, or those that have one are undefined as they are in the right computation.
    pub fn loss(&self) -> Result<Figure, NoLoss> {
        *self.loss.get_or_init(|| {
            let mut targets = false;
            let mut sum: Option<f64> = None;
            for row in 0..self.givens.rows() {
                if self.givens.targets.get(row).copied().flatten().is_none() {
                    continue;
                }
                targets = true;
                match self.row(row).loss() {
                    Some(Figure::Number(loss)) => sum = Some(sum.unwrap_or(0.0) + loss),
                    Some(Figure::None(NoFigure::Undefined(_))) | None => {}
                    Some(Figure::None(how)) if self.givens.rows() == 1 => return Ok(Figure::None(how)),
                    Some(Figure::None(_)) => return Ok(Figure::None(NoFigure::Follows)),
                }
            }
            match sum {
                None if targets => Err(NoLoss::Undefined),
                None => Err(NoLoss::NoTarget),
                Some(sum) if sum.is_finite() => Ok(Figure::Number(sum)),
                Some(_) => Err(NoLoss::Overflow),
            }
        })
    }

    /// The gradients: those of the mistake that is made in them. Under any other there are none, `None`.
    pub fn gradients(&self) -> Option<Result<&Gradients, NoGradients>> {
        if self.mistake != Mistake::GradientWithoutCoupling {
            return None;
        }
        let found = self.gradients.get_or_init(|| Gradients::without_coupling(&self.givens, &self.right));
        Some(found.as_ref().map_err(|reason| *reason))
    }

    /// What a row claims of itself, for [the laws](super::super::laws). `row` is one of [`Self::row`].
    pub fn claims<'a>(&'a self, row: &'a WrongRow) -> Claims<'a> {
        let gradients = match (row.right().loss, self.gradients()) {
            (None, _) => Err(Why::NoTarget),
            (_, None) => Err(Why::Mistaken),
            (Some(Err(reason)), _) => Err(Why::Undefined(reason)),
            (_, Some(Err(reason))) => Err(Why::NoGradients(reason)),
            (_, Some(Ok(gradients))) => Ok(ClaimedGradients {
                scores: gradients.scores().line(row.row()),
                context: gradients.contexts().line(row.row()),
            }),
        };
        row.claims(gradients)
    }

    /// Σ_j α_tj = 1, held against every row. No word is computed.
    pub fn every_row(&self) -> EveryRow {
        EveryRow::of_sums((0..self.givens.rows()).map(|row| match self.source(row) {
            (_, _, Some(reading)) => Ok((self.givens.slots(), reading.sum())),
            (_, Ok(attention), None) => Ok((attention.size(), attention.sum())),
            (_, Err(reason), None) => Err(reason),
        }))
    }

    /// The right scores and weights of a row and, where they are others, those under the mistake.
    pub(super) fn source(&self, row: usize) -> SourceSide {
        let scores = scores(&self.givens, row);
        let attention = attention(&scores, row);
        let alpha = attention.as_deref().ok();
        let reading = Reading::of(self.mistake, &self.givens, row, scores.as_deref().ok(), alpha, || self.columns());
        (scores, attention, reading)
    }

    pub(super) fn right(&self) -> &Trace {
        &self.right
    }

    fn columns(&self) -> Arc<Columns> {
        self.columns.get_or_init(|| Arc::new(Columns::of(&self.givens))).clone()
    }
}

type SourceSide =
    (Result<Arc<Scores<Source>>, Undefined>, Result<Arc<Distribution<Source>>, Undefined>, Option<Reading>);
