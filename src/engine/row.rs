//! One row, stage by stage: e_t → α_t → c_t → z_t → p_t → L_t.

use super::logits::{logits, product};
use super::scorer::score_row;
use super::{Distribution, Givens, Lines, LogSumExp, Scores, Source, Stage, Undefined, Vocab, add_scaled, softmax};
use std::sync::Arc;

/// One row. Each stage holds its numbers, or the reason why there are none from some stage on; once a stage has none,
/// all later ones carry the same reason.
#[derive(Clone, Debug)]
pub struct Row {
    /// e_t, along the source axis.
    pub scores: Result<Arc<Scores<Source>>, Undefined>,
    /// α_t, along the source axis.
    pub attention: Result<Arc<Distribution<Source>>, Undefined>,
    /// c_t, d_v numbers.
    pub context: Result<Arc<[f64]>, Undefined>,
    /// z_t, along the vocab axis.
    pub logits: Result<Arc<Scores<Vocab>>, Undefined>,
    /// p_t, along the vocab axis.
    pub probabilities: Result<Arc<Distribution<Vocab>>, Undefined>,
    /// −ln p_t,target in nats; `None` when the row has no target.
    pub loss: Option<Result<f64, Undefined>>,
}

impl Row {
    /// Why the row is undefined, if it is. An undefined row adds nothing to the loss or to any gradient, even when some
    /// of its stages have numbers.
    pub fn undefined(&self) -> Option<Undefined> {
        self.probabilities.as_ref().err().copied().or_else(|| self.loss.and_then(Result::err))
    }
}

/// What a row does on the source axis: where it reads.
#[derive(Clone, Debug)]
pub struct Reading {
    /// e_t.
    pub scores: Result<Arc<Scores<Source>>, Undefined>,
    /// α_t.
    pub attention: Result<Arc<Distribution<Source>>, Undefined>,
}

/// c_t, d_v numbers.
pub(super) type Context = Result<Arc<[f64]>, Undefined>;

/// What a row does on the vocab axis.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    pub(super) logits: Result<Arc<Scores<Vocab>>, Undefined>,
    pub(super) probabilities: Result<Arc<Distribution<Vocab>>, Undefined>,
}

pub(super) fn read(givens: &Givens, row: usize) -> Reading {
    let scores = scores(givens, row);
    let attention = attention(&scores, row);
    Reading { scores, attention }
}

pub(super) fn scores(givens: &Givens, row: usize) -> Result<Arc<Scores<Source>>, Undefined> {
    score_row(&givens.scorer, givens.queries.line(row), &givens.keys, &givens.mask, row)
        .map_err(|slot| Undefined::Overflow { row, stage: Stage::Scores, place: slot })
}

pub(super) fn attention(
    scores: &Result<Arc<Scores<Source>>, Undefined>,
    row: usize,
) -> Result<Arc<Distribution<Source>>, Undefined> {
    let scores = scores.as_ref().map_err(|reason| *reason)?;
    softmax(scores).map(Arc::new).map_err(|_| Undefined::AllMasked { row })
}

pub(super) fn context(reading: &Reading, values: &Lines, row: usize) -> Context {
    combination(reading.attention.as_ref().map_err(|reason| *reason)?.weights(), values, row)
}

/// c_t = Σ_j α_tj v_j, slot after slot; a masked slot is left out.
pub(super) fn combination(weights: &[f64], values: &Lines, row: usize) -> Context {
    let mut sum = vec![0.0; values.width()];
    for (weight, value) in weights.iter().zip(values.iter()) {
        if *weight != 0.0 {
            add_scaled(&mut sum, *weight, value);
        }
    }
    match sum.iter().position(|component| !component.is_finite()) {
        Some(place) => Err(Undefined::Overflow { row, stage: Stage::Context, place }),
        None => Ok(sum.into()),
    }
}

pub(super) fn predict(context: &Context, givens: &Givens, row: usize) -> Prediction {
    match context {
        Ok(known) => predict_from(context, || product(known, &givens.head), givens, row),
        Err(_) => predict_from(context, Vec::new, givens, row),
    }
}

/// The same from c_t G, whoever has multiplied it: each number of it is one dot product.
pub(super) fn predict_from(
    context: &Context,
    product: impl FnOnce() -> Vec<f64>,
    givens: &Givens,
    row: usize,
) -> Prediction {
    let logits = context.as_ref().map_err(|reason| *reason).and_then(|_| {
        logits(product(), givens.bias[row].as_ref()).map(Arc::new).map_err(|place| Undefined::Overflow {
            row,
            stage: Stage::Logits,
            place,
        })
    });
    let probabilities = logits.as_ref().map_err(|reason| *reason).and_then(|logits| {
        // A vocabulary has at least one word and logits are never masked, so there is always something to normalise.
        softmax(logits).map(Arc::new).map_err(|_| Undefined::AllMasked { row })
    });
    Prediction { logits, probabilities }
}

/// −ln p_target = ln Σ_w exp(z_w) − z_target in nats: finite even where p_target underflows to 0.
pub(super) fn loss(
    words: Result<LogSumExp, Undefined>,
    logit: impl FnOnce() -> Option<f64>,
    target: usize,
    row: usize,
) -> Result<f64, Undefined> {
    let overflow = Undefined::Overflow { row, stage: Stage::Loss, place: target };
    let loss = words?.minus(logit().ok_or(overflow)?);
    if loss.is_finite() { Ok(loss) } else { Err(overflow) }
}
