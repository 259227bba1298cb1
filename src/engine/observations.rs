//! What is worth saying about the numbers of one row: plain facts, each of which corrects a habit of thought.
//!
//! The contribution of slot j to the logit of word w is α_j (v_j · G_w); over the slots they sum to z_w less the row's
//! constant. Slots that are masked have none.
//!
//! Which of two computed numbers is larger is certain only where they differ by more than the rounding of both, as the
//! bounds of this trace have it (see `rounding.rs`). What differs by less is called a tie.

mod checks;

use super::rounding::Side;
use super::rounding::unit::{dot_roundings, magnitude, roundings, underflows};
use super::{Givens, Lines, ScorerKind, Trace, add_scaled, dot};
pub use checks::{Checks, Leading};

/// A fact about one row. Slots and words are counted from 0; of a tie all are named, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// All readable slots (two or more) hold the same value, so it does not matter which is read.
    ValuesEqual,
    /// The scorer is linear and two slots or more are readable: aᵀq is common to all scores and cancels in the softmax.
    QueryCancels,
    /// All readable slots (two or more) have the same key: under any scorer all scores are equal, whatever q is.
    KeysEqual,
    /// Two words or more share the largest logit, so there is no single word to speak of.
    PredictionTied {
        /// The words.
        words: Vec<usize>,
    },
    /// No slot that is read most is one that contributes most to the logit of the predicted word, and what contributes
    /// most raises it.
    MostReadContributesLess {
        /// The slots of the largest weight.
        most_read: Vec<usize>,
        /// That weight.
        weight: f64,
        /// The slots of the largest contribution.
        contribute_most: Vec<usize>,
        /// That contribution, in the unit of a logit.
        contribution: f64,
        /// The predicted word.
        word: usize,
    },
    /// A slot whose weight is below an equal share 1/n of the n readable slots, and below the largest, makes up half or
    /// more of the contributions to the logit of the predicted word. The smallest such weight.
    SmallWeightCarriesMost {
        /// The slot.
        slot: usize,
        /// Its weight.
        weight: f64,
        /// The predicted word.
        word: usize,
        /// |contribution| / Σ_j |contribution of j|, from 1/2 to 1.
        share: f64,
    },
    /// The weights as they read with two decimals give a context that reads differently with six.
    TwoDecimals {
        /// c, d_v numbers.
        context: Vec<f64>,
        /// The same from the rounded weights.
        rounded: Vec<f64>,
        /// What the rounded weights sum to, in hundredths: 100 where they still sum to 1.
        hundredths: u64,
    },
}

/// Half a unit of the sixth decimal: numbers that differ by this read differently.
const VISIBLE: f64 = 5e-7;

impl Observation {
    /// What is to be said about row `row` of a trace of `givens`; nothing past the last row. What needs numbers is left
    /// out where the row has none. One pass over G, for the ties of the prediction.
    pub fn all(givens: &Givens, trace: &Trace, row: usize) -> Vec<Observation> {
        if row >= trace.len() {
            return Vec::new();
        }
        let read: Vec<usize> = (0..givens.slots()).filter(|&slot| givens.mask.readable(row, slot)).collect();
        let several = read.len() >= 2;
        let mut found = Vec::new();
        if several && all_equal(&givens.values, &read) {
            found.push(Observation::ValuesEqual);
        }
        if several && givens.scorer.kind == ScorerKind::Linear {
            found.push(Observation::QueryCancels);
        }
        if several && all_equal(&givens.keys, &read) {
            found.push(Observation::KeysEqual);
        }
        found.extend(about_the_prediction(givens, trace, row, &read));
        found.extend(two_decimals(givens, trace, row));
        found
    }
}

/// Whether these lines hold the same numbers.
fn all_equal(lines: &Lines, which: &[usize]) -> bool {
    which.windows(2).all(|pair| lines.line(pair[0]) == lines.line(pair[1]))
}

/// A computed number with the bound of its error.
#[derive(Clone, Copy)]
struct Bounded {
    number: f64,
    error: f64,
}

impl Bounded {
    /// Whether it is larger beyond rounding.
    fn exceeds(self, other: Bounded) -> bool {
        self.number - other.number > self.error + other.error
    }
}

/// The places of the largest numbers, ties included, with the largest as computed; nothing of nothing.
fn largest(numbers: &[(usize, Bounded)]) -> Option<(Vec<usize>, Bounded)> {
    let (_, top) = numbers.iter().copied().reduce(|a, b| if b.1.number > a.1.number { b } else { a })?;
    let places = numbers.iter().filter(|(_, number)| !top.exceeds(*number)).map(|(place, _)| *place);
    Some((places.collect(), top))
}

/// What is to be said about the word that is predicted.
fn about_the_prediction(givens: &Givens, trace: &Trace, row: usize, read: &[usize]) -> Vec<Observation> {
    let traced = &trace.row(row);
    let (Ok(attention), Ok(logits), Ok(_)) = (&traced.attention, &traced.logits, &traced.probabilities) else {
        return Vec::new();
    };
    let side = Side::new((givens, trace));
    let bounded = |(word, logit): (usize, Option<f64>)| {
        logit.map(|number| (word, Bounded { number, error: side.logit_bound(row, word) }))
    };
    // The logits, not the probabilities: these may be equal where only their last digits tell them apart.
    let logits: Vec<(usize, Bounded)> = logits.iter().enumerate().filter_map(bounded).collect();
    let word = match largest(&logits) {
        Some((words, _)) if words.len() == 1 => words[0],
        Some((words, _)) => return vec![Observation::PredictionTied { words }],
        None => return Vec::new(),
    };
    let weights: Vec<(usize, Bounded)> = read
        .iter()
        .map(|&slot| (slot, Bounded { number: attention.get(slot), error: side.bounds(row).attention(slot) }))
        .collect();
    let Some(contributions) = contributions(&weights, &givens.values, givens.head.line(word), &side) else {
        return Vec::new();
    };
    let (Some((most_read, weight)), Some((contribute_most, contribution))) =
        (largest(&weights), largest(&contributions))
    else {
        return Vec::new();
    };
    let apart = !most_read.iter().any(|slot| contribute_most.contains(slot));
    let raises = contribution.number > contribution.error;
    let small = small_weight(&weights, weight, &contributions, word);
    let most_read = (apart && raises).then_some(Observation::MostReadContributesLess {
        most_read,
        weight: weight.number,
        contribute_most,
        contribution: contribution.number,
        word,
    });
    most_read.into_iter().chain(small).collect()
}

/// α_j (v_j · G_w) of each slot: off by the weight's error, by that of a value that follows from words, and by the
/// roundings of the dot product and of the product. `None` where one is beyond f64.
fn contributions(
    weights: &[(usize, Bounded)],
    values: &Lines,
    column: &[f64],
    side: &Side,
) -> Option<Vec<(usize, Bounded)>> {
    let of_slot = |&(slot, weight): &(usize, Bounded)| {
        if weight.number == 0.0 {
            // It contributes nothing, however large its value is.
            return Some((slot, Bounded { number: 0.0, error: 0.0 }));
        }
        let value = values.line(slot);
        let number = weight.number * dot(value, column);
        let in_product = roundings(dot_roundings(column.len()) + 1) * weight.number;
        let of_value = (weight.number + weight.error) * magnitude(side.value_errors(slot), column);
        let error = (weight.error + in_product) * magnitude(value, column) + of_value + underflows(column.len() + 1);
        (number.is_finite() && error.is_finite()).then_some((slot, Bounded { number, error }))
    };
    weights.iter().map(of_slot).collect()
}

fn small_weight(
    weights: &[(usize, Bounded)],
    most: Bounded,
    contributions: &[(usize, Bounded)],
    word: usize,
) -> Option<Observation> {
    #[expect(clippy::cast_precision_loss, reason = "a number of slots is far below 2^53")]
    let count = contributions.len() as f64;
    let equal_share = Bounded { number: 1.0 / count, error: f64::EPSILON };
    let sum: f64 = contributions.iter().map(|(_, contribution)| contribution.number.abs()).sum();
    let error: f64 = contributions.iter().map(|(_, contribution)| contribution.error).sum();
    let error = error + roundings(contributions.len()) * sum;
    if sum <= error || !sum.is_finite() {
        return None;
    }
    let carries = |contribution: Bounded| 2.0 * (contribution.number.abs() + contribution.error) >= sum - error;
    weights
        .iter()
        .zip(contributions)
        .filter(|((_, weight), _)| equal_share.exceeds(*weight) && most.exceeds(*weight))
        .filter(|(_, (_, contribution))| carries(*contribution))
        .min_by(|((_, a), _), ((_, b), _)| a.number.total_cmp(&b.number))
        .map(|((slot, weight), (_, contribution))| Observation::SmallWeightCarriesMost {
            slot: *slot,
            weight: weight.number,
            word,
            // At the half itself, rounding may have taken a little.
            share: (contribution.number.abs() / sum).clamp(0.5, 1.0),
        })
}

/// The context from the weights as they read with two decimals.
fn two_decimals(givens: &Givens, trace: &Trace, row: usize) -> Option<Observation> {
    let traced = &trace.row(row);
    let (attention, context) = (traced.attention.as_ref().ok()?, traced.context.as_ref().ok()?);
    let mut rounded = vec![0.0; context.len()];
    let mut hundredths = 0;
    for (weight, value) in attention.weights().iter().zip(givens.values.iter()) {
        let weight = read_hundredths(*weight)?;
        hundredths += u64::from(weight);
        if weight > 0 {
            add_scaled(&mut rounded, f64::from(weight) / 100.0, value);
        }
    }
    let visible = rounded.iter().zip(context.iter()).any(|(rounded, exact)| (rounded - exact).abs() >= VISIBLE);
    let finite = rounded.iter().all(|number| number.is_finite());
    (visible && finite).then(|| Observation::TwoDecimals { context: context.to_vec(), rounded, hundredths })
}

/// A weight from 0 to 1 in hundredths, as it is printed: from its digits, so that there is one rule of rounding.
pub(super) fn read_hundredths(weight: f64) -> Option<u32> {
    let digits: String = format!("{weight:.2}").chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests;
