//! Nudging along a decimal grid.

use super::Model;
use super::plane::Run;
use crate::engine::{Cell, Change, Tensor};
use crate::words::explorer as say;

impl Model {
    /// One step on from the number of a cell, or of the one the focus is on; `nudging` is the run of steps that this one
    /// may go on with.
    pub(super) fn nudge(&mut self, cell: Option<Cell>, step: f64, nudging: Option<Run>) {
        let Some(cell) = cell.or_else(|| self.focus.cell(self.row)) else {
            return self.refuse(say::derived_not_edited(self.focus.stage()));
        };
        // A row without constants has zeros.
        let inside = cell.row < self.givens().rows() && cell.column < self.givens().words();
        let missing = (cell.tensor == Tensor::Bias && inside).then_some(0.0);
        let Some(old) = self.givens().get(cell).or(missing) else {
            return self.refuse(say::derived_not_edited(self.focus.stage()));
        };
        let Some(value) = nudged(old, step) else { return self.refuse(say::nudged_too_far(&self.address_of(cell))) };
        let Some(next) = self.with_numbers(&[Change::Put(cell, value)]) else { return };
        if nudging == Some(Run::Nudges(cell)) {
            // The run goes on: its first step is what undo goes back to.
            self.put(next);
            self.nudging = Some(Run::Nudges(cell));
        } else if self.change(next) {
            self.nudging = Some(Run::Nudges(cell));
        }
    }
}

/// `value + step`, added as decimals rather than as binary fractions, so that 0 + 0.1 + 0.1 + 0.1 − 0.1 − 0.1 − 0.1 is 0
/// and every stop on the way is the number a person would write. `None` when the result is beyond f64.
///
/// Both operands are taken at their shortest decimal form. Where these have too many digits to be added exactly
/// (beyond 38 in all), the plain sum is the best there is.
pub fn nudged(value: f64, step: f64) -> Option<f64> {
    let sum = decimal_sum(value, step).unwrap_or(value + step);
    // A negative zero would be shown as 0 and still differ from it in its bits.
    sum.is_finite().then_some(if sum == 0.0 { 0.0 } else { sum })
}

fn decimal_sum(a: f64, b: f64) -> Option<f64> {
    let (a, b) = (format!("{a}"), format!("{b}"));
    let places = fraction(&a).len().max(fraction(&b).len());
    let sum = scaled(&a, places)?.checked_add(scaled(&b, places)?)?;
    format!("{sum}e-{places}").parse().ok()
}

fn fraction(decimal: &str) -> &str {
    decimal.split_once('.').map_or("", |(_, fraction)| fraction)
}

/// The decimal times 10^places as an integer.
fn scaled(decimal: &str, places: usize) -> Option<i128> {
    let fraction = fraction(decimal);
    let whole = decimal.split('.').next()?;
    format!("{whole}{fraction}{}", "0".repeat(places - fraction.len())).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_up_and_three_down_is_where_it_began() {
        let mut value = 0.0;
        let stops: Vec<String> = [0.1, 0.1, 0.1, -0.1, -0.1, -0.1]
            .iter()
            .map(|step| {
                value = nudged(value, *step).unwrap();
                format!("{value}")
            })
            .collect();
        assert_eq!(stops, ["0.1", "0.2", "0.3", "0.2", "0.1", "0"]);
    }

    #[test]
    fn a_number_off_the_grid_keeps_its_digits() {
        let third = 1.0 / 3.0;
        let there = nudged(third, 0.1).unwrap();
        assert_eq!(there, 0.433_333_333_333_333_3);
        assert_eq!(nudged(there, -0.1).unwrap(), third);
    }

    #[test]
    fn negative_zero_and_the_ends_of_f64() {
        assert_eq!(nudged(-0.1, 0.1).unwrap().to_bits(), 0.0_f64.to_bits());
        assert_eq!(nudged(-0.0, 0.0).unwrap().to_bits(), 0.0_f64.to_bits());
        assert_eq!(nudged(f64::MAX, f64::MAX), None);
        assert_eq!(nudged(1e300, 0.1), Some(1e300));
        assert_eq!(nudged(5e-324, 1.0), Some(1.0));
    }
}
