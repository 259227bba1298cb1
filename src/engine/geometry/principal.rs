//! The two directions along which points differ most.

use super::{Direction, Plane};
use nalgebra::{DMatrix, SVD};

/// The principal directions of some points: the first two right singular vectors of the matrix of their differences from
/// their mean (Jolliffe, *Principal Component Analysis*, §3.5). Each is turned so that its largest component is positive,
/// so the same points always have the same directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Principal {
    /// The plane of the two; it has one direction where all points lie on a line.
    pub plane: Plane,
    /// Shares of the spread Σ_j |p_j − mean|² along the first and the second direction, each from 0 to 1.
    pub shares: [f64; 2],
}

/// Why points have no principal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPrincipal {
    /// There are fewer than two.
    OnePoint,
    /// All are the same.
    AllEqual,
    /// There are more numbers than can be looked through while a frame is drawn.
    TooMany,
}

/// n · d² up to which the directions are found at once: 4,096 points of 80 numbers take some 50 ms, once.
const MOST: usize = 4096 * 80 * 80;

/// Singular values are right to a small multiple of d u σ_1: what is smaller against σ_1 is rounding, no spread.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Rounds of the iteration for the singular values, which takes two or three for each.
const ROUNDS: usize = 10_000;

impl Principal {
    /// Of points of d finite numbers each.
    ///
    /// # Errors
    /// Why there are none.
    pub fn of<'a>(points: impl Iterator<Item = &'a [f64]> + Clone) -> Result<Self, NoPrincipal> {
        let (count, dimensions) = (points.clone().count(), points.clone().next().map_or(0, <[f64]>::len));
        if count < 2 || dimensions == 0 {
            return Err(NoPrincipal::OnePoint);
        }
        if count.saturating_mul(dimensions).saturating_mul(dimensions) > MOST {
            return Err(NoPrincipal::TooMany);
        }
        // Brought to a largest of 1 first, so that neither a sum nor a square leaves f64.
        let largest = points.clone().flatten().fold(0.0_f64, |largest, number| largest.max(number.abs()));
        if largest == 0.0 {
            return Err(NoPrincipal::AllEqual);
        }
        let mut rows = DMatrix::from_fn(count, dimensions, |_, _| 0.0);
        for (row, point) in points.enumerate() {
            for (component, number) in point.iter().enumerate() {
                rows[(row, component)] = number / largest;
            }
        }
        for mut column in rows.column_iter_mut() {
            // A column of one number has no spread, however its mean is rounded.
            let first = column[0];
            let mean = if column.iter().all(|number| *number == first) { first } else { column.mean() };
            column.add_scalar_mut(-mean);
        }
        // Its triangle has the same singular values and directions, and is small.
        let rows = if count > dimensions { rows.qr().unpack_r() } else { rows };
        let svd = SVD::try_new(rows, false, true, f64::EPSILON, ROUNDS).ok_or(NoPrincipal::AllEqual)?;
        let directions = svd.v_t.ok_or(NoPrincipal::AllEqual)?;
        let values = svd.singular_values;
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        let spread: f64 = values.iter().map(|value| value * value).sum();
        // Differences no larger than what rounding to the largest number makes of them are none.
        let value = |at: usize| order.get(at).map_or(0.0, |at| values[*at]);
        if value(0) <= ROUNDING || spread == 0.0 || !spread.is_finite() {
            return Err(NoPrincipal::AllEqual);
        }
        let direction = |at: usize| {
            let unit = order.get(at).map(|at| turned(directions.row(*at).iter().copied().collect()))?;
            (value(at) > ROUNDING * value(0)).then(|| Direction::Unit(unit.into()))
        };
        let across = direction(0).ok_or(NoPrincipal::AllEqual)?;
        let share = |at: usize| (value(at) * value(at) / spread).min(1.0);
        let plane = Plane { across, up: direction(1) };
        let second = if plane.up.is_some() { share(1) } else { 0.0 };
        Ok(Self { plane, shares: [share(0), second] })
    }
}

/// The one of the two directions whose largest component is positive; the first of equal ones counts.
fn turned(mut unit: Vec<f64>) -> Vec<f64> {
    // Components that are equal but for rounding must not turn it over from one set of points to the next.
    let largest = unit.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    let main = unit.iter().find(|number| number.abs() >= largest * (1.0 - 1e-9)).copied().unwrap_or(0.0);
    if main < 0.0 {
        unit.iter_mut().for_each(|number| *number = -*number);
    }
    unit
}
