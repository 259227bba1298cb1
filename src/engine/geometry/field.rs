//! The score as a function of where the key lies, at one query.

use super::{Place, Plane};
use crate::engine::scorer::Prepared;
use crate::engine::{Scorer, dot};

/// e(q, k) over the keys k = base + x a + y b of a slice along two directions a and b. For all scorers but the additive one
/// it is affine in (x, y), so its level lines are straight and apart by the same.
pub struct ScoreField {
    kind: Kind,
}

enum Kind {
    /// at + x · across + y · up
    Affine { at: f64, across: f64, up: f64 },
    /// v_a · tanh(at + x · across + y · up)
    Additive { at: Vec<f64>, across: Vec<f64>, up: Vec<f64>, v_a: Vec<f64> },
}

impl ScoreField {
    /// At a query of d_k numbers, over the slice through a base of as many.
    pub fn new(scorer: &Scorer, query: &[f64], plane: &Plane, base: &[f64]) -> Self {
        let prepared = Prepared::new(scorer, query);
        let up = |line: &[f64]| plane.up.as_ref().map_or(0.0, |up| up.of(line));
        let kind = match &prepared {
            Prepared::Along { direction, factor } => Kind::Affine {
                at: prepared.score(base),
                across: plane.across.of(direction) * factor,
                up: up(direction) * factor,
            },
            Prepared::Linear { b, .. } => {
                Kind::Affine { at: prepared.score(base), across: plane.across.of(b), up: up(b) }
            }
            Prepared::Additive { from_query, w_k, b_a, v_a } => {
                let rows = || from_query.iter().zip(w_k.iter()).zip(b_a.iter());
                Kind::Additive {
                    at: rows().map(|((from_query, row), bias)| (from_query + dot(row, base)) + bias).collect(),
                    across: w_k.iter().map(|row| plane.across.of(row)).collect(),
                    up: w_k.iter().map(up).collect(),
                    v_a: v_a.to_vec(),
                }
            }
        };
        Self { kind }
    }

    /// The score so far from the base along each direction; `None` where it is beyond f64.
    pub fn at(&self, [x, y]: Place) -> Option<f64> {
        let score = match &self.kind {
            Kind::Affine { at, across, up } => at + x * across + y * up,
            Kind::Additive { at, across, up, v_a } => {
                let mut score = 0.0;
                for (((at, across), up), v_a) in at.iter().zip(across).zip(up).zip(v_a) {
                    let before = at + x * across + y * up;
                    if !before.is_finite() {
                        return None;
                    }
                    score += v_a * before.tanh();
                }
                score
            }
        };
        score.is_finite().then_some(score)
    }
}
