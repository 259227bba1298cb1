//! The forward computation: from the givens to every intermediate number, row by row.
//!
//! e_tj = score(q_t, k_j) → α_t = softmax over j → c_t = Σ_j α_tj v_j → z_t = c_t G + b_t → p_t = softmax over w →
//! L = Σ_t −ln p_t,target. A trace is whole and is never edited; after a change of the givens a new one is made, which
//! shares with the old one every stage that lies before the change.

use super::logits::logits;
use super::scorer::score_row;
use super::{Distribution, Givens, Lines, Scores, Source, Stage, Undefined, Vocab, add_scaled, softmax};
use std::sync::Arc;

/// Everything that follows from the givens, for every row.
#[derive(Clone, Debug)]
pub struct Trace {
    rows: Vec<Row>,
    loss: Result<f64, NoLoss>,
}

/// Why there is no total loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLoss {
    /// No row has a target.
    NoTarget,
    /// Every row that has a target is undefined.
    Undefined,
    /// The rows' losses add up beyond f64.
    Overflow,
}

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

impl Trace {
    /// Computes everything from the givens.
    pub fn new(givens: &Givens) -> Self {
        Self::of_rows((0..givens.rows()).map(|row| Row::compute(givens, row, None)).collect())
    }

    /// Computes what differs from an earlier computation; the rest is shared with it. The result is the same, bit for
    /// bit, as that of [`Trace::new`].
    pub fn after(&self, before: &Givens, now: &Givens) -> Self {
        let rows = (0..now.rows()).map(|row| {
            let earlier = self.rows.get(row).map(|earlier| (before, earlier));
            Row::compute(now, row, earlier)
        });
        Self::of_rows(rows.collect())
    }

    fn of_rows(rows: Vec<Row>) -> Self {
        let mut targets = 0_usize;
        let mut defined = 0_usize;
        let mut sum = 0.0;
        for row in &rows {
            targets += usize::from(row.loss.is_some());
            if let (None, Some(Ok(loss))) = (row.undefined(), row.loss) {
                defined += 1;
                sum += loss;
            }
        }
        let loss = match (targets, defined) {
            (0, _) => Err(NoLoss::NoTarget),
            (_, 0) => Err(NoLoss::Undefined),
            _ if !f64::is_finite(sum) => Err(NoLoss::Overflow),
            _ => Ok(sum),
        };
        Self { rows, loss }
    }

    /// The rows t, counted from 0.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The loss summed over the rows that have a target and are defined, in nats.
    ///
    /// # Errors
    /// The reason why there is no such sum.
    pub fn loss(&self) -> Result<f64, NoLoss> {
        self.loss
    }
}

impl Row {
    fn compute(givens: &Givens, row: usize, earlier: Option<(&Givens, &Row)>) -> Row {
        let same = |test: &dyn Fn(&Givens) -> bool| earlier.filter(|(before, _)| test(before)).map(|(_, kept)| kept);
        let scores_kept = same(&|before| {
            before.keys.shares(&givens.keys)
                && before.d_k() == givens.d_k()
                && same_bits(before.queries.line(row), givens.queries.line(row))
                && before.scorer.same(&givens.scorer)
                && same_row_of_mask(before, givens, row)
        });
        let scores = scores_kept.map_or_else(|| scores(givens, row), |kept| kept.scores.clone());
        let attention = scores_kept.map_or_else(|| attention(&scores, row), |kept| kept.attention.clone());
        let context_kept = scores_kept.filter(|_| same(&|before| before.values.shares(&givens.values)).is_some());
        let context =
            context_kept.map_or_else(|| context(&attention, &givens.values, row), |kept| kept.context.clone());
        let logits_kept = context_kept.filter(|_| {
            same(&|before| before.head.shares(&givens.head) && same_bias(&before.bias[row], &givens.bias[row]))
                .is_some()
        });
        let (logits, probabilities) = match logits_kept {
            Some(kept) => (kept.logits.clone(), kept.probabilities.clone()),
            None => predict(&context, givens, row),
        };
        let loss = givens.targets[row].map(|target| loss(&logits, &probabilities, target, row));
        Row { scores, attention, context, logits, probabilities, loss }
    }
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits())
}

fn same_bias(a: &Option<Lines>, b: &Option<Lines>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.shares(b),
        _ => false,
    }
}

fn same_row_of_mask(before: &Givens, now: &Givens, row: usize) -> bool {
    (0..now.slots()).all(|slot| before.mask.readable(row, slot) == now.mask.readable(row, slot))
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

fn context(
    attention: &Result<Arc<Distribution<Source>>, Undefined>,
    values: &Lines,
    row: usize,
) -> Result<Arc<[f64]>, Undefined> {
    combination(attention.as_ref().map_err(|reason| *reason)?.weights(), values, row)
}

/// c_t = Σ_j α_tj v_j, slot after slot; a masked slot is left out.
pub(super) fn combination(weights: &[f64], values: &Lines, row: usize) -> Result<Arc<[f64]>, Undefined> {
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

/// z_t and p_t.
pub(super) type Prediction = (Result<Arc<Scores<Vocab>>, Undefined>, Result<Arc<Distribution<Vocab>>, Undefined>);

pub(super) fn predict(context: &Result<Arc<[f64]>, Undefined>, givens: &Givens, row: usize) -> Prediction {
    let logits =
        context.as_ref().map_err(|reason| *reason).and_then(|context| {
            logits(context, &givens.head, givens.bias[row].as_ref())
                .map(Arc::new)
                .map_err(|place| Undefined::Overflow { row, stage: Stage::Logits, place })
        });
    let probabilities = logits.as_ref().map_err(|reason| *reason).and_then(|logits| {
        // A vocabulary has at least one word and logits are never masked, so there is always something to normalise.
        softmax(logits).map(Arc::new).map_err(|_| Undefined::AllMasked { row })
    });
    (logits, probabilities)
}

/// −ln p_target = ln Σ_w exp(z_w) − z_target: finite even where p_target underflows to 0.
pub(super) fn loss(
    logits: &Result<Arc<Scores<Vocab>>, Undefined>,
    probabilities: &Result<Arc<Distribution<Vocab>>, Undefined>,
    target: usize,
    row: usize,
) -> Result<f64, Undefined> {
    let overflow = Undefined::Overflow { row, stage: Stage::Loss, place: target };
    let logit = logits.as_ref().map_err(|reason| *reason)?.get(target).ok_or(overflow)?;
    let loss = probabilities.as_ref().map_err(|reason| *reason)?.log_normaliser().minus(logit);
    if loss.is_finite() { Ok(loss) } else { Err(overflow) }
}
