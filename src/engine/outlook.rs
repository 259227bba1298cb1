//! What is kept of a row when its numbers over all words are not.

use super::row::Prediction;
use super::{LogSumExp, Undefined};

/// A row in a few numbers. With these and the context, any p_tw is one dot product away: T of them fit in memory where
/// T × |V| probabilities do not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Σ_j α_tj as f64 adds it.
    pub attention_sum: Result<f64, Undefined>,
    /// The prediction.
    pub words: Result<Words, Undefined>,
}

/// A distribution over the words in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Words {
    /// The word of the largest probability (from 0), the first of equal ones: what would be chosen and fed back.
    pub chosen: usize,
    /// Its probability.
    pub probability: f64,
    /// Σ_w p_tw as f64 adds it.
    pub sum: f64,
    /// What p_tw is made of, given z_tw.
    pub log_normaliser: LogSumExp,
}

impl Outlook {
    pub(super) fn of(attention_sum: Result<f64, Undefined>, prediction: &Prediction) -> Self {
        let words = prediction.probabilities.as_ref().map_err(|reason| *reason).map(|probabilities| {
            let mut best = (0, f64::NEG_INFINITY);
            for (word, weight) in probabilities.weights().iter().enumerate() {
                if *weight > best.1 {
                    best = (word, *weight);
                }
            }
            let (chosen, probability) = best;
            Words { chosen, probability, sum: probabilities.sum(), log_normaliser: probabilities.log_normaliser() }
        });
        Self { attention_sum, words }
    }
}
