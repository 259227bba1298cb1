//! The laws on the context: it is the combination of the values by the weights, and it lies in their convex hull.

use super::super::rounding::unit::{roundings, underflows};
use super::super::{NoHull, Undefined, distance_to_hull};
use super::sums::weights_off;
use super::{Claims, Found, Sides, Verdict, Why, first_not_finite};

/// A sum kept with the roundings it has lost (Neumaier, *Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen*, ZAMM 54, 1974): off by one rounding of itself, and n² u² of the magnitude.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compensated {
    sum: f64,
    lost: f64,
}

impl Compensated {
    pub(super) fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        self.lost += if self.sum.abs() >= term.abs() { (self.sum - sum) + term } else { (term - sum) + self.sum };
        self.sum = sum;
    }

    pub(super) fn total(self) -> f64 {
        self.sum + self.lost
    }
}

/// c = Σ_j α_j v_j, the right side computed anew: from the last slot to the first, with compensation. The sides are the
/// distance of the two, and 0, at the component where it exceeds most what rounding explains.
///
/// c_d as computed is off by n roundings of each of its terms (a product, and n − 1 additions); this side by one of the
/// product and one of the whole. Terms that underflow lose a little besides.
pub(super) fn combination(claims: &Claims) -> Result<Found, Why> {
    let (weights, context) = (claims.attention()?, claims.context()?);
    if let Some((component, number)) = first_not_finite(context) {
        return Ok(Found::not_finite(number, 0.0, Some(component)));
    }
    if let Some((_, number)) = first_not_finite(weights) {
        return Ok(Found::not_finite(number, 0.0, None));
    }
    // Near the end of f64 a sum may leave it although the context did not; then all is computed smaller.
    let factor =
        if claims.values.iter().flatten().any(|number| number.abs() > 1e250) { 2.0_f64.powi(-100) } else { 1.0 };
    let mut sums = vec![Compensated::default(); context.len()];
    let mut magnitudes = vec![0.0; context.len()];
    for (slot, weight) in weights.iter().enumerate().rev().filter(|(_, weight)| **weight != 0.0) {
        for ((sum, magnitude), number) in sums.iter_mut().zip(&mut magnitudes).zip(claims.values.line(slot)) {
            let term = weight * (number * factor);
            sum.add(term);
            *magnitude += term.abs();
        }
    }
    let slots = weights.len();
    let component = |d: usize| {
        let apart = (context[d] * factor - sums[d].total()).abs() / factor;
        (d, apart, (roundings(slots + 2) * magnitudes[d] + underflows(2 * slots)) / factor)
    };
    let worse = |a: (usize, f64, f64), b: (usize, f64, f64)| {
        let (in_a, in_b) = (a.1 / a.2, b.1 / b.2);
        if in_b > in_a || in_b.is_nan() { b } else { a }
    };
    let (d, apart, tolerance) = (0..context.len()).map(component).reduce(worse).ok_or(Why::OtherShape)?;
    Found::judged(apart, 0.0, tolerance).map(|found| found.at(d))
}

/// c lies in the convex hull of the readable values. The sides are its distance and 0.
///
/// c_d = Σ_j α_j v_jd as computed is off by n roundings of terms whose magnitudes sum to no more than max_j |v_jd|, and
/// Σ_j α_j is 1 but for `weights_off`, which takes c along a ray. So c_d may be outside by that many units of
/// max_j |v_jd|, and c by the length of the vector of these. The distance itself is known to its accuracy.
pub(super) fn hull(claims: &Claims) -> Result<Found, Why> {
    let context = claims.context()?;
    if let Some((component, number)) = first_not_finite(context) {
        return Ok(Found::not_finite(number, 0.0, Some(component)));
    }
    if claims.readable.len() != claims.values.count() {
        return Err(Why::OtherShape);
    }
    let values: Vec<&[f64]> = claims.read().map(|slot| claims.values.line(slot)).collect();
    let found = distance_to_hull(context, &values).map_err(|reason| match reason {
        NoHull::NoPoints => Why::Undefined(Undefined::AllMasked { row: claims.row }),
        NoHull::OtherWidth => Why::OtherShape,
        NoHull::NotFinite => Why::TooLarge,
    })?;
    let slots = values.len();
    let share = roundings(slots) + weights_off(slots);
    let component = |d: usize| {
        let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value[d].abs()));
        share * largest + underflows(slots)
    };
    let of_context = (0..context.len()).map(component).fold(0.0, f64::hypot);
    let sides = Sides { left: found.distance, right: 0.0, tolerance: of_context + found.accuracy };
    let verdict = match sides.verdict() {
        // Where the search gave up, only its proofs count.
        Verdict::Holds if !found.converged && found.distance > of_context => return Err(Why::NotConverged),
        verdict => verdict,
    };
    Ok(Found { verdict, sides, place: None })
}
