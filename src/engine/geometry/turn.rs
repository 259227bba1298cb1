//! Where the context goes as the query turns once around in its plane: what reading can reach at all.

use super::{Place, Plane};
use crate::engine::exponential::exp;
use crate::engine::scorer::Prepared;
use crate::engine::{Givens, ScorerKind};
use std::f64::consts::TAU;

/// The contexts along one turn of a query, from where it is, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// Where each lies in the picture of the values; the last comes before the first again. `None` where a score is
    /// beyond f64.
    Around(Vec<Option<Place>>),
    /// The query has no second direction to turn to, or no length in the plane.
    Still,
    /// Every slot is masked.
    NothingToRead,
    /// A value lies beyond what can be placed.
    Beyond,
    /// More scores than can be computed while a frame is drawn.
    TooMany,
}

/// Multiplications and exponentials that nobody notices: some 5 ms.
const LIGHT: usize = 1 << 21;

/// Contexts along a turn, where they are light, and the fewest that are still a curve.
const MOST: usize = 240;
const FEWEST: usize = 24;

impl Turn {
    /// Of the query of a row, turning in the plane of the keys, with everything else as it is.
    pub fn new(givens: &Givens, row: usize, keys: &Plane, values: &Plane) -> Self {
        let query = givens.queries.line(row);
        let (Some(up), Some([x, y])) = (&keys.up, keys.place(query)) else { return Turn::Still };
        let length = x.hypot(y);
        if length == 0.0 || !length.is_finite() {
            return Turn::Still;
        }
        let slots: Vec<usize> = (0..givens.slots()).filter(|slot| givens.mask.readable(row, *slot)).collect();
        if slots.is_empty() {
            return Turn::NothingToRead;
        }
        let Some(places) = slots.iter().map(|slot| values.place(givens.values.line(*slot))).collect::<Option<Vec<_>>>()
        else {
            return Turn::Beyond;
        };
        let additive = givens.scorer.kind == ScorerKind::Additive;
        let of_slot = if additive { 8 * Prepared::new(&givens.scorer, query).width() } else { 4 };
        let steps = (LIGHT / (slots.len() * of_slot).max(1)).min(MOST);
        if steps < FEWEST {
            return Turn::TooMany;
        }
        // The part of the query that does not turn.
        let still = keys.moved(query, [-x, -y]);
        let at = |x: f64, y: f64| {
            let mut turned = still.clone();
            keys.across.add_to(&mut turned, x);
            up.add_to(&mut turned, y);
            turned
        };
        let scores_at = |query: &[f64]| -> Vec<f64> {
            let prepared = Prepared::new(&givens.scorer, query);
            slots.iter().map(|slot| prepared.score(givens.keys.line(*slot))).collect()
        };
        // All scorers but the additive one are affine in the query: three queries tell of all others.
        let parts = (!additive).then(|| {
            let (none, across, up) =
                (scores_at(&at(0.0, 0.0)), scores_at(&at(length, 0.0)), scores_at(&at(0.0, length)));
            let apart = |scores: Vec<f64>| scores.iter().zip(&none).map(|(a, b)| a - b).collect::<Vec<f64>>();
            (apart(across), apart(up), none)
        });
        let begin = y.atan2(x);
        #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
        let angle = |step: usize| begin + TAU * (step as f64) / (steps as f64);
        let context = |step: usize| {
            let (sin, cos) = angle(step).sin_cos();
            let scores = match &parts {
                Some((across, up, none)) => {
                    let of = |((across, up), none): ((&f64, &f64), &f64)| none + cos * across + sin * up;
                    across.iter().zip(up).zip(none).map(of).collect()
                }
                None => scores_at(&at(length * cos, length * sin)),
            };
            mean(&scores, &places)
        };
        Turn::Around((0..steps).map(context).collect())
    }
}

/// Σ_j α_j times a place each; `None` where a score or the sum is beyond f64.
fn mean(scores: &[f64], places: &[Place]) -> Option<Place> {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !scores.iter().all(|score| score.is_finite()) {
        return None;
    }
    let weights: Vec<f64> = scores.iter().map(|score| exp(score - largest)).collect();
    let total: f64 = weights.iter().sum();
    let mut place = [0.0; 2];
    for (weight, at) in weights.iter().zip(places) {
        place[0] += weight / total * at[0];
        place[1] += weight / total * at[1];
    }
    place.iter().all(|number| number.is_finite()).then_some(place)
}
