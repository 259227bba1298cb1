//! How far a computed softmax may be from the exact one.
//!
//! Let each score be off by at most E. Then exp(s_i) and the denominator are each off by a factor within e^±E, so a
//! weight is off by a factor within e^±2E. The computation adds, on the logarithm of weight i with t_i = max s − s_i:
//!
//! - the difference: u t_i on the exponent; the exponential: ELEMENTARY;
//! - the denominator: n − 1 additions of positive terms at most (in four lanes), each term off by u t_k + ELEMENTARY. Averaged with the weights
//!   themselves, Σ_k α_k t_k ≤ ln n (the entropy of α less ln of the denominator, which is at least 0), so together at
//!   most (n − 1) u + u ln n + ELEMENTARY;
//! - the division: u.
//!
//! So ln(α̂/α) ≤ x_i = 2E + y_i with y_i = u (t_i + ln n + n + …) + 2 ELEMENTARY, and |α̂ − α| ≤ α̂ (e^x − 1) but for
//! underflow. No weight is off by more than 1.
//!
//! Where the scores are off by much, a weight near 1 is nevertheless certain: α = 1 / (1 + R) with R the sum of the other
//! exponentials over its own, which is off by a factor within e^±2E, so
//! |Δα| = R |e^δ − 1| / ((1 + R)(1 + R e^δ)) ≤ α (1 − α) (e^2E − 1) e^2E, and −ln α = ln(1 + R) moves by no more than
//! ln(1 + (1 − α)(e^2E − 1)). The smaller of both bounds holds; 1 − α is known but for y.
//!
//! A place so far below the largest score that its weight is nothing (below e^−1000) whatever the errors has an error
//! of nothing, and its own score's error, however large, disturbs no other.

use super::super::{Distribution, Scores, axis::Axis};
use super::unit::{ELEMENTARY, TINY, U, capped, roundings};

/// What the bounds of one softmax have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftmaxBound {
    /// E, the largest error among the scores that matter to the weights; 0 where one place alone has all the weight.
    scores: f64,
    /// The largest error among the scores that are not nothing, that place's own included.
    largest: f64,
    /// One place alone has all the weight, whatever its score is.
    alone: bool,
    max: f64,
    /// What x has besides 2E and u t.
    base: f64,
}

impl SoftmaxBound {
    /// Of a softmax whose scores are off by `error(place)`.
    pub(super) fn of<A: Axis>(
        distribution: &Distribution<A>,
        scores: &Scores<A>,
        error: impl Fn(usize) -> f64,
    ) -> Self {
        let max = distribution.log_normaliser().max;
        let of_max = (0..scores.size()).filter(|&place| scores.get(place) == Some(max)).map(&error).fold(0.0, f64::max);
        let matter = (0..scores.size()).filter(|&place| {
            let error = capped(of_max + error(place));
            scores.get(place).is_some_and(|score| !is_nothing(max - score, error))
        });
        let (count, largest) =
            matter.map(&error).fold((0, 0.0), |(count, largest), error| (count + 1, error.max(largest)));
        let alone = count <= 1;
        Self { scores: if alone { 0.0 } else { largest }, alone, ..Self::uniform(distribution, largest) }
    }

    /// Of a softmax none of whose scores is off by more than `error`.
    pub(super) fn uniform<A: Axis>(distribution: &Distribution<A>, error: f64) -> Self {
        let size = distribution.size();
        #[expect(clippy::cast_precision_loss, reason = "the size of an axis is far below 2^53")]
        let logarithm = (size as f64).ln() + 1.0;
        let base = roundings(size + 3) + U * logarithm + 2.0 * ELEMENTARY;
        Self { scores: error, largest: error, alone: false, max: distribution.log_normaliser().max, base }
    }

    /// |α̂ − α| at a place with this score and weight.
    pub(super) fn weight(&self, score: f64, weight: f64) -> f64 {
        let below = self.max - score;
        if is_nothing(below, 2.0 * self.scores) {
            return TINY;
        }
        let computing = (U * below + self.base).exp_m1();
        let by_scores = (2.0 * self.scores).exp_m1();
        let by_scores = by_scores.min(others(weight, computing) * by_scores * (1.0 + by_scores));
        ((weight + TINY) * (computing + by_scores * (1.0 + computing)) + TINY).min(1.0)
    }

    /// |L̂ − L| of −ln α at a place with this score and weight, its score being off by `own`, where L is computed as
    /// (max − score) + ln denominator: the error of the logarithm of the weight, the logarithm's own, and one addition.
    /// The exact one is ln Σ_k exp(s_k − s), which moves by no more than the errors of the scores that matter and its own.
    pub(super) fn negative_log(&self, score: f64, own: f64, weight: f64, log_denominator: f64) -> f64 {
        let below = self.max - score;
        let computing = U * below + self.base;
        let by_scores = self.largest + own;
        let by_scores = if self.alone && below == 0.0 {
            0.0
        } else {
            by_scores.min((others(weight, computing.exp_m1()) * by_scores.exp_m1()).ln_1p())
        };
        capped(by_scores + computing + ELEMENTARY * log_denominator + U * (below + log_denominator))
    }
}

/// 1 − α at most, of a weight computed with a relative error of no more than `computing`.
fn others(weight: f64, computing: f64) -> f64 {
    ((1.0 - weight).max(0.0) + computing).min(1.0)
}

/// Whether a score this far `below` the largest has a weight that vanishes, though the two are off by `error` together.
fn is_nothing(below: f64, error: f64) -> bool {
    below > 1500.0 && error < below / 4.0
}
