//! How far reading alone can take the loss: the smallest L of a row over every mixture of the values it may read.
//!
//! Whatever q, K and the scorer come to be, c_t stays in the convex hull of the values, and with V and G as they are
//! L_t = ln Σ_w exp(z_w) − z_target is a convex function of c_t (log-sum-exp of what is linear in c_t, less what is
//! linear). So its minimum over the hull can be found, and how far from it one is can be proved: with g = ∂L/∂c,
//! L(x) ≥ L(c) + gᵀ(x − c) for every x of the hull, and the right side is smallest at one of the values. No reading is
//! below L(c) − max_j gᵀ(c − v_j).
//!
//! The search is the pairwise Frank–Wolfe algorithm (Lacoste-Julien & Jaggi 2015, algorithm 2): weight goes from the
//! value it does least good at to the one it does most good at, as far as the loss falls. What is claimed rests on the
//! bound alone, which is taken from the best round.

use super::super::exponential::exp;
use super::super::{Givens, Lines, add_scaled, dot};

/// What the best reading comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingFloor {
    /// No reading has a loss below this, in nats. Never below 0.
    pub at_least: f64,
    /// The loss of the mixture that was found, up to rounding; readings come as near to it as anybody likes.
    pub reached: f64,
    /// Its weights, n numbers that sum to 1.
    pub weights: Vec<f64>,
}

/// What an exponential costs, in multiplications.
const EXPONENTIAL: usize = 12;
/// Rounds after which the bound is good enough or never will be.
const ROUNDS: usize = 2000;

/// The floor of row `row`; `None` where it has no target, may read nothing, or a logit over the hull could be beyond f64.
///
/// The search ends after some `budget` multiplications, however good the bound is by then: it holds all the same.
pub fn reading_floor(givens: &Givens, row: usize, budget: usize) -> Option<ReadingFloor> {
    let target = givens.targets.get(row).copied()??;
    let slots: Vec<usize> = (0..givens.slots()).filter(|slot| givens.mask.readable(row, *slot)).collect();
    let bias = givens.bias[row].as_ref().map(|bias| bias.line(0));
    let search = Search { values: &givens.values, head: &givens.head, bias, target, slots };
    search.run(givens.slots(), budget)
}

struct Search<'a> {
    values: &'a Lines,
    head: &'a Lines,
    bias: Option<&'a [f64]>,
    target: usize,
    slots: Vec<usize>,
}

impl Search<'_> {
    fn run(&self, all_slots: usize, budget: usize) -> Option<ReadingFloor> {
        let slack = self.rounding()?;
        let places = self.slots.len();
        let at_value = |place: usize| self.loss(&self.logits(self.values.line(self.slots[place])));
        // Where there are many values, the best of the first to begin with.
        let (width, words) = (self.values.width(), self.head.count());
        let of_loss = words * (width + EXPONENTIAL);
        let tried = places.min(budget / 8 / of_loss + 1);
        let first = (0..tried).min_by(|a, b| at_value(*a).total_cmp(&at_value(*b)))?;
        let mut weights = vec![0.0; places];
        weights[first] = 1.0;
        let mut at_least = 0.0_f64;
        let (mut spent, mut reached) = (tried * of_loss, f64::INFINITY);
        let mut best = weights.clone();
        for _ in 0..ROUNDS {
            let context = self.context(&weights);
            let logits = self.logits(&context);
            let (loss, gradient) = (self.loss(&logits), self.gradient(&logits));
            if loss < reached {
                reached = loss;
                best.clone_from(&weights);
            }
            let pulls: Vec<f64> = self.slots.iter().map(|slot| dot(&gradient, self.values.line(*slot))).collect();
            let down = (0..places).min_by(|a, b| pulls[*a].total_cmp(&pulls[*b]))?;
            let up =
                (0..places).filter(|place| weights[*place] > 0.0).max_by(|a, b| pulls[*a].total_cmp(&pulls[*b]))?;
            at_least = at_least.max(loss - (dot(&gradient, &context) - pulls[down]) - slack);
            if reached - at_least <= 2.0 * slack || up == down || spent > budget {
                break;
            }
            let (share, tries) = self.share(&logits, self.slots[down], self.slots[up], weights[up]);
            spent += 4 * of_loss + tries * words * EXPONENTIAL + 2 * places * width;
            if share == 0.0 {
                break;
            }
            // Emptied, not nearly: what is left would be chosen again and again.
            weights[up] = if share == weights[up] { 0.0 } else { weights[up] - share };
            weights[down] += share;
        }
        let mut of_all = vec![0.0; all_slots];
        for (slot, weight) in self.slots.iter().zip(best) {
            of_all[*slot] = weight;
        }
        Some(ReadingFloor { at_least: at_least.min(reached), reached, weights: of_all })
    }

    /// What rounding may add to a loss, a gradient's product or both; `None` where a number may be beyond f64.
    ///
    /// Every logit is at most Z = max_w Σ_d max_j |v_jd| |G_wd| + |b_w| over the hull, computed with a relative error of
    /// at most (d + 3) ε; the softmax and the logarithm add (|V| + 4) ε of what is at most 2 Z + ln |V| together, and
    /// gᵀ(c − v) is a sum of |V| d products that are at most 2 Z each when weighted by p − y, whose sizes sum to 2.
    fn rounding(&self) -> Option<f64> {
        let width = self.values.width();
        let mut largest = vec![0.0_f64; width];
        for slot in &self.slots {
            largest.iter_mut().zip(self.values.line(*slot)).for_each(|(largest, x)| *largest = largest.max(x.abs()));
        }
        let sizes = self.head.iter().enumerate().map(|(word, column)| {
            let product: f64 = largest.iter().zip(column).map(|(value, head)| value * head.abs()).sum();
            product + self.bias.map_or(0.0, |bias| bias[word].abs())
        });
        let z = sizes.fold(0.0_f64, f64::max);
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let (width, words) = (width as f64, self.head.count() as f64);
        let slack = f64::EPSILON * (width + words + 16.0) * (8.0 * z + words.ln() + 1.0);
        // Differences of two logits are taken, and summed over the words.
        (slack.is_finite() && z < f64::MAX / (8.0 * words * width)).then_some(slack)
    }

    fn context(&self, weights: &[f64]) -> Vec<f64> {
        let mut context = vec![0.0; self.values.width()];
        for (slot, weight) in self.slots.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            add_scaled(&mut context, *weight, self.values.line(*slot));
        }
        context
    }

    fn logits(&self, context: &[f64]) -> Vec<f64> {
        let constant = |word: usize| self.bias.map_or(0.0, |bias| bias[word]);
        self.head.iter().enumerate().map(|(word, column)| dot(context, column) + constant(word)).collect()
    }

    fn loss(&self, logits: &[f64]) -> f64 {
        let (max, sum) = normaliser(logits);
        (max - logits[self.target]) + sum.ln()
    }

    /// g = Σ_w (p_w − y_w) G_w.
    fn gradient(&self, logits: &[f64]) -> Vec<f64> {
        let (max, sum) = normaliser(logits);
        let mut gradient = vec![0.0; self.values.width()];
        for (word, (logit, column)) in logits.iter().zip(self.head.iter()).enumerate() {
            let error = exp(logit - max) / sum - f64::from(u8::from(word == self.target));
            add_scaled(&mut gradient, error, column);
        }
        gradient
    }

    /// How much weight, at most `most`, is best moved from one value to another; and how often the slope was taken.
    ///
    /// The slope of L along the way grows with the share moved. Newton's steps are kept between the ends of what is left.
    fn share(&self, logits: &[f64], to: usize, from: usize, most: f64) -> (f64, usize) {
        let column_to = self.head.iter().map(|column| dot(self.values.line(to), column));
        let column_from = self.head.iter().map(|column| dot(self.values.line(from), column));
        let way: Vec<f64> = column_to.zip(column_from).map(|(to, from)| to - from).collect();
        let slopes = |share: f64| {
            let moved: Vec<f64> = logits.iter().zip(&way).map(|(logit, way)| logit + share * way).collect();
            let (max, sum) = normaliser(&moved);
            let (mut mean, mut square) = (0.0, 0.0);
            for (logit, way) in moved.iter().zip(&way) {
                let probability = exp(logit - max) / sum;
                mean += probability * way;
                square += probability * way * way;
            }
            (mean - way[self.target], (square - mean * mean).max(0.0))
        };
        if slopes(most).0 <= 0.0 {
            return (most, 1);
        }
        let (mut low, mut high, mut share, mut tries) = (0.0, most, 0.0, 1);
        while tries < 40 && high - low > f64::EPSILON * most {
            let (slope, curvature) = slopes(share);
            tries += 1;
            if slope == 0.0 {
                break;
            }
            if slope < 0.0 {
                low = share
            } else {
                high = share
            }
            let newton = share - slope / curvature;
            let next = if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
            if (next - share).abs() <= f64::EPSILON * most {
                break;
            }
            share = next;
        }
        (share, tries)
    }
}

/// The largest of the logits, and Σ_w exp(z_w − max z).
fn normaliser(logits: &[f64]) -> (f64, f64) {
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (max, logits.iter().map(|logit| exp(logit - max)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::specimens::r72;

    #[test]
    fn the_lesson_reads_one_slot() {
        // All of slot 1: c = (2, 0), z = (4, 0, 0).
        let floor = reading_floor(&r72(), 0, 1 << 20).unwrap();
        let expected = (1.0 + 2.0 * (-4.0_f64).exp()).ln();
        assert!((floor.reached - expected).abs() < 1e-14 && floor.weights == [1.0, 0.0, 0.0], "{floor:?}");
        assert!(floor.at_least <= expected && expected - floor.at_least < 1e-12, "{floor:?}");
    }

    #[test]
    fn a_row_without_a_target_has_none() {
        assert_eq!(reading_floor(&Givens { targets: vec![None], ..r72() }, 0, 1 << 20), None);
        assert_eq!(reading_floor(&r72(), 1, 1 << 20), None);
    }
}
