//! Σ_j α_tj = 1 for every row at once.

use super::super::{Trace, Undefined};
use super::sums::sum_off;
use super::{Sides, Verdict, Why};

/// Σ_j α_tj = 1, for all rows t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EveryRow {
    /// T.
    pub rows: usize,
    /// How many of them have no weights.
    pub undefined: usize,
    /// How many of them break the law.
    pub broken: usize,
    /// The row (from 0) whose sum is farthest from 1, with its sides. `None` where no row has weights.
    pub worst: Option<(usize, Sides)>,
    /// Why the first row without weights has none.
    reason: Option<Undefined>,
}

impl EveryRow {
    /// From the sums the trace has kept.
    pub fn of(trace: &Trace) -> Self {
        let sum = |row| trace.reading(row).attention.map(|attention| (attention.size(), attention.sum()));
        Self::of_sums((0..trace.len()).map(sum))
    }

    /// The same, if that takes no time: see [`Trace::is_light`].
    pub fn at_once(trace: &Trace) -> Option<Self> {
        if trace.is_light() {
            return Some(Self::of(trace));
        }
        let slots = trace.givens().slots();
        let sums: Option<Vec<_>> =
            (0..trace.len()).map(|row| Some(trace.outlook_at_once(row)?.attention_sum)).collect();
        sums.map(|sums| Self::of_sums(sums.into_iter().map(|sum| sum.map(|sum| (slots, sum)))))
    }

    /// From the number of slots and the sum of the weights of each row, whoever computed them.
    pub fn of_sums(rows: impl IntoIterator<Item = Result<(usize, f64), Undefined>>) -> Self {
        let mut found = Self { rows: 0, undefined: 0, broken: 0, worst: None, reason: None };
        let mut farthest = 0.0;
        for row in rows {
            match row {
                Err(reason) => {
                    found.undefined += 1;
                    found.reason.get_or_insert(reason);
                }
                Ok((slots, sum)) => {
                    let sides = Sides { left: sum, right: 1.0, tolerance: sum_off(slots) };
                    found.broken += usize::from(sides.verdict() == Verdict::Broken);
                    let apart = if sum.is_finite() { (sum - 1.0).abs() } else { f64::INFINITY };
                    if found.worst.is_none() || apart > farthest {
                        (found.worst, farthest) = (Some((found.rows, sides)), apart);
                    }
                }
            }
            found.rows += 1;
        }
        found
    }

    /// Holds where every row that has weights keeps the law; the rows without are counted in
    /// [`undefined`](Self::undefined).
    pub fn verdict(&self) -> Verdict {
        match (self.worst, self.reason) {
            (None, Some(reason)) => Verdict::CannotBeChecked(Why::Undefined(reason)),
            (None, None) => Verdict::CannotBeChecked(Why::OtherShape),
            _ if self.broken > 0 => Verdict::Broken,
            _ => Verdict::Holds,
        }
    }
}
