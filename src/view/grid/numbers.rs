//! What stands in the two matrices: the numbers on the screen, the right ones, or another scorer's.

use super::super::cell::Shown;
use super::{Axis, Matrix, Of, Picture};
use crate::engine::{Mark, Stage, Undefined};
use crate::explorer::{Focus, Seen, Standing};

impl Picture<'_> {
    /// What stands in a cell.
    pub(super) fn shown(&self, row: usize, matrix: &Matrix<'_>, number: usize) -> Shown {
        let model = self.model;
        let masked = matrix.axis == Axis::Source && !model.givens().mask.readable(row, number);
        let mistaken = matrix.of == Of::Seen && model.mistake().is_some();
        if let Some(sign) = Shown::without_number(masked, mistaken, model.shows_stage(matrix.axis.stage())) {
            return sign;
        }
        let seen = match (matrix.of, matrix.axis) {
            (Of::Seen, _) if mistaken => model.seen(row, Self::focus(matrix.axis, number)),
            (Of::OtherScorer, _) => {
                let weights = model.compared().and_then(|other| other.trace.reading(row).attention.ok());
                weights.map_or(Seen::Nothing, |weights| Seen::Number(weights.get(number)))
            }
            (_, Axis::Source) => {
                let weights = model.trace().reading(row).attention;
                weights.map_or(Seen::Nothing, |weights| Seen::Number(weights.get(number)))
            }
            (_, Axis::Vocab) if model.trace().outlook_at_once(row).is_none() => return Shown::Computing,
            (_, Axis::Vocab) => model.trace().probability(row, number).map_or(Seen::Nothing, Seen::Number),
        };
        Shown::of(seen, masked)
    }

    /// How a cell stands to what it is held against. Of a large model this is told of the row shown alone: it takes
    /// what both computations could be off by, row by row.
    pub(super) fn standing(&self, row: usize, matrix: &Matrix<'_>, focus: Focus) -> Standing {
        if matrix.of != Of::Seen || !self.is_held_against(row) || !self.model.shows(focus) {
            return Standing::Unmarked;
        }
        self.model.standing(row, focus)
    }

    fn is_held_against(&self, row: usize) -> bool {
        row == self.model.row() || self.model.trace().is_light()
    }

    /// The same of a whole row: wrong or moved if any of the numbers shown of it is.
    pub(super) fn row_standing(&self, row: usize) -> Standing {
        let model = self.model;
        if !self.is_held_against(row) {
            return Standing::Unmarked;
        }
        let stages = [Stage::Attention, Stage::Probabilities].into_iter().filter(|stage| model.shows_stage(*stage));
        let mut standing = Standing::Unmarked;
        for stage in stages {
            match model.mistake() {
                Some(_) if model.is_wrong(row, stage) => standing = Standing::Wrong,
                None if model.differs().any() && model.comparison().stage(row, stage) == Mark::Moved => {
                    standing = Standing::Baseline(Mark::Moved);
                }
                _ => {}
            }
        }
        standing
    }

    /// Why a row has nothing to show on an axis, once that may be told.
    pub(super) fn undefined(&self, row: usize, matrix: &Matrix<'_>) -> Option<Undefined> {
        let (model, stage) = (self.model, matrix.axis.stage());
        let reason = match (matrix.of, matrix.axis) {
            (Of::Seen, _) => model.undefined_at(row, stage),
            (Of::OtherScorer, _) => model.compared()?.trace.reading(row).attention.err(),
            (Of::Right, Axis::Source) => model.trace().reading(row).attention.err(),
            (Of::Right, Axis::Vocab) => model.trace().outlook_at_once(row)?.words.err(),
        };
        reason.filter(|reason| model.shows_stage(reason.stage()))
    }

    /// The sum of a row along its own axis; `None` while it is on its way.
    pub(super) fn own_sum(&self, row: usize, matrix: &Matrix<'_>) -> Option<Seen> {
        let model = self.model;
        let weights = match (matrix.of, matrix.axis) {
            (Of::Seen, Axis::Source) => return Some(model.attention_sum(row)),
            (Of::Seen, Axis::Vocab) => return model.probability_sum(row),
            (Of::OtherScorer, _) => model.compared().map(|other| other.trace.reading(row).attention.map(|a| a.sum())),
            (Of::Right, Axis::Source) => Some(model.trace().reading(row).attention.map(|weights| weights.sum())),
            (Of::Right, Axis::Vocab) => Some(model.trace().outlook_at_once(row)?.words.map(|words| words.sum)),
        };
        Some(weights.and_then(Result::ok).map_or(Seen::Nothing, Seen::Number))
    }

    /// The sum over the rows at a place; `None` while it is on its way, or would take too long.
    pub(super) fn other_sum(&self, number: usize, matrix: &Matrix<'_>) -> Option<Seen> {
        let model = self.model;
        let trace = match matrix.of {
            Of::Seen if model.mistake().is_some() => {
                let light = model.trace().is_light();
                let focus = Self::focus(matrix.axis, number);
                let rows = 0..model.trace().len();
                return light.then(|| rows.map(|row| model.seen(row, focus)).fold(Seen::Number(0.0), plus));
            }
            Of::OtherScorer => &model.compared()?.trace,
            Of::Seen | Of::Right => model.trace(),
        };
        match matrix.axis {
            Axis::Source => trace.read_in_all_at_once()?.get(number).map(|sum| Seen::Number(*sum)),
            Axis::Vocab => {
                trace.loss_at_once().is_some().then_some(())?;
                let mut known = (0..trace.len()).filter_map(|row| trace.probability(row, number)).peekable();
                let any = known.peek().is_some();
                Some(if any { Seen::Number(known.fold(0.0, |sum, p| sum + p)) } else { Seen::Nothing })
            }
        }
    }
}

/// What has no number spoils the sum; what is not there adds nothing.
fn plus(sum: Seen, next: Seen) -> Seen {
    match (sum, next) {
        (Seen::Number(sum), Seen::Number(next)) => Seen::Number(sum + next),
        (Seen::Words(how), _) | (_, Seen::Words(how)) => Seen::Words(how),
        (sum, Seen::Nothing) => sum,
        (Seen::Nothing, next) => next,
    }
}
