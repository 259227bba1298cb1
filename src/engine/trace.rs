//! The forward computation: from the givens to every intermediate number, row by row.
//!
//! e_tj = score(q_t, k_j) → α_t = softmax over j → c_t = Σ_j α_tj v_j → z_t = c_t G + b_t → p_t = softmax over w →
//! L = Σ_t −ln p_t,target. A trace is whole and is never edited: after a change of the givens a new one is made, which
//! shares with the old one every stage that lies before the change.
//!
//! *Whole* means that every number can be had, not that it has been computed: a row is computed when it is asked for,
//! from the givens the trace keeps, and always to the same bits. Where T × |V| numbers are many, only the rows asked for
//! last are kept, and an [`Outlook`] of each of the others. Clones are one trace: what a thread has computed of one is
//! there in all.

mod back;

use super::outlook::{Outlook, Words};
use super::row::{Context, Prediction, Reading, Row, context, loss, predict, predict_from, read};
use super::store::Store;
use super::{Givens, Gradients, Lines, NoGradients, Undefined, WayBack, dot};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Everything that follows from the givens, for every row.
#[derive(Clone, Debug)]
pub struct Trace {
    kept: Arc<Kept>,
}

#[derive(Debug)]
struct Kept {
    givens: Givens,
    readings: Store<Reading>,
    contexts: Store<Context>,
    predictions: Store<Prediction>,
    outlooks: Box<[OnceLock<Outlook>]>,
    loss: OnceLock<Result<f64, NoLoss>>,
    /// Σ_t α_tj for each slot j, over the rows that have weights.
    read_in_all: OnceLock<Arc<[f64]>>,
    gradients: OnceLock<Result<Gradients, NoGradients>>,
    ways_back: Store<Result<Arc<WayBack>, NoGradients>>,
}

/// Numbers on the source axis that are kept: 64 MB.
const KEPT_READING: usize = 1 << 23;

/// Numbers on the vocab axis that are kept: 8 MB of logits and as much of probabilities.
const KEPT_PREDICTION: usize = 1 << 20;

/// Numbers on the source axis that are kept of ways back: 8 MB.
const KEPT_BACK: usize = 1 << 20;

/// Rows that go over G together: their logits fit in the cache beside a block of it.
const FEW: usize = 4;

/// Multiplications that nobody notices: some 3 ms.
const LIGHT: usize = 1 << 22;

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

impl Trace {
    /// What follows from the givens.
    pub fn new(givens: &Givens) -> Self {
        let (rows, slots, words) = (givens.rows(), givens.slots(), givens.words());
        let kept = Kept {
            givens: givens.clone(),
            readings: Store::new(rows, slots, KEPT_READING),
            contexts: Store::new(rows, givens.d_v(), KEPT_READING),
            predictions: Store::new(rows, words, KEPT_PREDICTION),
            outlooks: (0..rows).map(|_| OnceLock::new()).collect(),
            loss: OnceLock::new(),
            read_in_all: OnceLock::new(),
            gradients: OnceLock::new(),
            ways_back: Store::new(rows, slots, KEPT_BACK),
        };
        Self { kept: Arc::new(kept) }
    }

    /// What follows from other givens. What has been computed here and lies before the first difference is shared; the
    /// result is the same, bit for bit, as that of [`Trace::new`].
    pub fn after(&self, now: &Givens) -> Self {
        let next = Self::new(now);
        let (before, rows) = (&self.kept.givens, self.len().min(next.len()));
        let same_keys = before.keys.shares(&now.keys) && before.d_k() == now.d_k() && before.scorer.same(&now.scorer);
        if !same_keys {
            return next;
        }
        let same_mask = before.mask == now.mask && before.slots() == now.slots();
        let reads_the_same: Vec<bool> = (0..rows)
            .map(|row| {
                same_bits(before.queries.line(row), now.queries.line(row))
                    && (same_mask || same_row_of_mask(before, now, row))
            })
            .collect();
        let kept = |row: &usize| reads_the_same.get(*row) == Some(&true);
        for (row, reading) in self.kept.readings.all_known() {
            if kept(&row) {
                next.kept.readings.keep(row, reading);
            }
        }
        if !before.values.shares(&now.values) {
            return next;
        }
        for (row, context) in self.kept.contexts.all_known() {
            if kept(&row) {
                next.kept.contexts.keep(row, context);
            }
        }
        if !before.head.shares(&now.head) {
            return next;
        }
        let kept = |row: &usize| kept(row) && same_bias(&before.bias[*row], &now.bias[*row]);
        for (row, prediction) in self.kept.predictions.all_known() {
            if kept(&row) {
                next.kept.predictions.keep(row, prediction);
            }
        }
        for row in (0..rows).filter(kept) {
            if let Some(outlook) = self.kept.outlooks[row].get() {
                // The place is empty: the trace is new.
                let _ = next.kept.outlooks[row].set(*outlook);
            }
        }
        next
    }

    /// T.
    pub fn len(&self) -> usize {
        self.kept.outlooks.len()
    }

    /// Whether there is no row. There always is one: a scenario has a row at least.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it all follows from.
    pub fn givens(&self) -> &Givens {
        &self.kept.givens
    }

    /// Whether two are one: what one has computed the other has.
    pub fn is(&self, other: &Trace) -> bool {
        Arc::ptr_eq(&self.kept, &other.kept)
    }

    /// Row t (from 0), whole; panics past the last one.
    pub fn row(&self, row: usize) -> Row {
        let Reading { scores, attention } = self.reading(row);
        let context = self.context(row);
        let Prediction { logits, probabilities } = self.prediction(row);
        Row { scores, attention, context, logits, probabilities, loss: self.row_loss(row) }
    }

    /// Row t (from 0); `None` past the last one.
    pub fn get(&self, row: usize) -> Option<Row> {
        (row < self.len()).then(|| self.row(row))
    }

    /// All rows, one after the other.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row> + '_ {
        (0..self.len()).map(|row| self.row(row))
    }

    /// e_t and α_t of row t; panics past the last one. Needs no word.
    pub fn reading(&self, row: usize) -> Reading {
        self.kept.readings.get_or(row, || read(&self.kept.givens, row))
    }

    /// c_t; panics past the last row.
    ///
    /// # Errors
    /// Why there is none.
    pub fn context(&self, row: usize) -> Result<Arc<[f64]>, Undefined> {
        self.kept.contexts.get_or(row, || context(&self.reading(row), &self.kept.givens.values, row))
    }

    pub(super) fn prediction(&self, row: usize) -> Prediction {
        let prediction = self.kept.predictions.get_or(row, || predict(&self.context(row), &self.kept.givens, row));
        self.kept.outlooks[row].get_or_init(|| Outlook::of(self.attention_sum(row), &prediction));
        prediction
    }

    /// Row t in a few numbers; panics past the last one.
    pub fn outlook(&self, row: usize) -> Outlook {
        *self.kept.outlooks[row].get_or_init(|| {
            let known = self.kept.predictions.known(row);
            let prediction = known.unwrap_or_else(|| predict(&self.context(row), &self.kept.givens, row));
            Outlook::of(self.attention_sum(row), &prediction)
        })
    }

    fn attention_sum(&self, row: usize) -> Result<f64, Undefined> {
        self.reading(row).attention.as_ref().map(|attention| attention.sum()).map_err(|reason| *reason)
    }

    /// z_tw without the other words; panics past the last row, `None` past the last word.
    pub fn logit(&self, row: usize, word: usize) -> Option<f64> {
        let context = self.context(row).ok()?;
        self.outlook(row).words.ok()?;
        self.logit_of(&context, row, word)
    }

    fn logit_of(&self, context: &[f64], row: usize, word: usize) -> Option<f64> {
        let Givens { head, bias, .. } = &self.kept.givens;
        if word >= head.count() {
            return None;
        }
        let product = dot(context, head.line(word));
        Some(bias[row].as_ref().map_or(product, |bias| product + bias.get(0, word)))
    }

    /// p_tw without the other words; panics past the last row, `None` past the last word and where there is none.
    pub fn probability(&self, row: usize, word: usize) -> Option<f64> {
        let Words { log_normaliser, .. } = self.outlook(row).words.ok()?;
        let logit = self.logit(row, word)?;
        Some(log_normaliser.exponential(logit) / log_normaliser.denominator)
    }

    /// −ln p_target = ln Σ_w exp(z_w) − z_target in nats: finite even where p_target underflows to 0. `None` when the
    /// row has no target; panics past the last one.
    pub fn row_loss(&self, row: usize) -> Option<Result<f64, Undefined>> {
        let target = self.kept.givens.targets[row]?;
        let words = self.outlook(row).words.map(|words| words.log_normaliser);
        Some(loss(words, || self.logit(row, target), target, row))
    }

    /// The loss summed over the rows that have a target and are defined, in nats. Computes all rows.
    ///
    /// # Errors
    /// The reason why there is no such sum.
    pub fn loss(&self) -> Result<f64, NoLoss> {
        *self.kept.loss.get_or_init(|| {
            let (mut targets, mut defined, mut sum) = (0_usize, 0_usize, 0.0);
            for loss in (0..self.len()).filter_map(|row| self.row_loss(row)) {
                targets += 1;
                if let Ok(loss) = loss {
                    defined += 1;
                    sum += loss;
                }
            }
            match (targets, defined) {
                (0, _) => Err(NoLoss::NoTarget),
                (_, 0) => Err(NoLoss::Undefined),
                _ if !f64::is_finite(sum) => Err(NoLoss::Overflow),
                _ => Ok(sum),
            }
        })
    }

    /// Σ_t α_tj for each slot j, over the rows that have weights: a sum along the axis that is *not* normalised.
    /// Computes where all rows read.
    pub fn read_in_all(&self) -> Arc<[f64]> {
        let sums = self.kept.read_in_all.get_or_init(|| {
            let mut sums = vec![0.0; self.kept.givens.slots()];
            for row in 0..self.len() {
                if let Ok(attention) = self.reading(row).attention {
                    sums.iter_mut().zip(attention.weights()).for_each(|(sum, weight)| *sum += weight);
                }
            }
            sums.into()
        });
        sums.clone()
    }

    /// Whether all rows can be computed while a frame is drawn.
    pub fn is_light(&self) -> bool {
        let givens = &self.kept.givens;
        let of_row = givens.slots() * (givens.d_k() + givens.d_v()) + givens.words() * (givens.d_v() + 4);
        self.len().saturating_mul(of_row) <= LIGHT
    }

    /// The row in a few numbers, if that takes no time: it is known, or all of it is light.
    pub fn outlook_at_once(&self, row: usize) -> Option<Outlook> {
        if self.is_light() { Some(self.outlook(row)) } else { self.kept.outlooks.get(row)?.get().copied() }
    }

    /// The total loss, if that takes no time.
    pub fn loss_at_once(&self) -> Option<Result<f64, NoLoss>> {
        // Where every row is known, what is left to do is a sum.
        let known = || self.kept.outlooks.iter().all(|outlook| outlook.get().is_some());
        if self.is_light() || self.kept.loss.get().is_some() || known() { Some(self.loss()) } else { None }
    }

    /// Σ_t α_tj for each slot, if that takes no time.
    pub fn read_in_all_at_once(&self) -> Option<Arc<[f64]>> {
        if self.is_light() { Some(self.read_in_all()) } else { self.kept.read_in_all.get().cloned() }
    }

    /// Computes what the functions `…_at_once` wait for, the rows given first, and tells after every few rows. For a
    /// thread beside the one that draws: it takes no help from others, and stops soon after `stop` is set.
    pub fn work(&self, first: impl IntoIterator<Item = usize>, stop: &AtomicBool, mut done: impl FnMut()) {
        let mut rows = first.into_iter().chain(0..self.len()).filter(|row| *row < self.len());
        loop {
            let few: Vec<usize> =
                rows.by_ref().filter(|row| self.kept.outlooks[*row].get().is_none()).take(FEW).collect();
            if few.is_empty() || stop.load(Ordering::Relaxed) {
                break;
            }
            self.outlooks_of(&few);
            done();
        }
        if !stop.load(Ordering::Relaxed) {
            // Both find all rows known.
            let _ = self.loss();
            self.read_in_all();
            done();
        }
    }

    /// The outlooks of a few rows, with one pass over G for all of them: each block of it is read from memory once.
    fn outlooks_of(&self, rows: &[usize]) {
        let givens = &self.kept.givens;
        let contexts: Vec<Context> = rows.iter().map(|row| self.context(*row)).collect();
        let mut products: Vec<Vec<f64>> = rows.iter().map(|_| Vec::with_capacity(givens.words())).collect();
        for (_, block) in givens.head.blocks() {
            for (context, product) in contexts.iter().zip(&mut products) {
                if let Ok(context) = context {
                    product.extend(block.as_slice().chunks_exact(givens.d_v()).map(|column| dot(context, column)));
                }
            }
        }
        for ((row, context), product) in rows.iter().zip(&contexts).zip(products) {
            let outlook = || {
                let prediction = predict_from(context, || product, givens, *row);
                Outlook::of(self.attention_sum(*row), &prediction)
            };
            self.kept.outlooks[*row].get_or_init(outlook);
        }
    }

    /// Whether there is something left for [`Trace::work`].
    pub fn has_work(&self) -> bool {
        !self.is_light() && (self.kept.loss.get().is_none() || self.kept.read_in_all.get().is_none())
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
    before.slots() == now.slots() && before.mask.same_row(&now.mask, row, now.slots())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::specimens::r72;
    use crate::engine::{Cell, Mask, Tensor};

    /// Many rows over many words, none of them light.
    fn many() -> Givens {
        let (rows, words) = (40, 60_000);
        let number = |i: usize| f64::from(u32::try_from(i * 37 % 101).unwrap()) / 50.0 - 1.0;
        let lines = |width: usize, count: usize| Lines::from_vec(width, (0..width * count).map(number).collect());
        let mut givens = r72();
        (givens.queries, givens.keys, givens.values) = (lines(3, rows), lines(3, 5), lines(2, 5));
        givens.head = lines(2, words);
        (givens.bias, givens.targets) = (vec![None; rows], (0..rows).map(|t| Some(t * 7)).collect());
        givens.bias[3] = Some(lines(words, 1));
        givens.mask = Mask::Padding { readable: vec![true; 5], causal: true };
        givens
    }

    #[test]
    fn memory_stays_far_below_rows_times_words() {
        let givens = many();
        let trace = Trace::new(&givens);
        assert!(!trace.is_light() && trace.loss_at_once().is_none() && trace.outlook_at_once(0).is_none());
        for row in 0..trace.len() {
            assert_eq!(trace.row(row).probabilities.unwrap().size(), 60_000);
        }
        let kept = trace.kept.predictions.all_known().len();
        assert!(kept * 60_000 <= KEPT_PREDICTION && kept < trace.len() / 2, "{kept} rows");
    }

    /// What a thread beside the screen computes, a few rows at a time, is what one row alone gives, to the last bit.
    #[test]
    fn work_gives_the_same_bits() {
        let givens = many();
        let (worked, alone) = (Trace::new(&givens), Trace::new(&givens));
        let mut told = 0;
        worked.work([17, 3, 99], &AtomicBool::new(false), || told += 1);
        assert!(told >= 10 && !worked.has_work());
        for row in 0..alone.len() {
            let (a, b) = (worked.outlook_at_once(row).unwrap(), alone.outlook(row));
            assert_eq!(format!("{a:?}"), format!("{b:?}"), "row {row}");
            let p = alone.row(row).probabilities.unwrap();
            assert_eq!(worked.probability(row, 59_999).unwrap().to_bits(), p.get(59_999).to_bits());
            assert_eq!(p.get(a.words.unwrap().chosen), a.words.unwrap().probability);
        }
        assert_eq!(worked.loss_at_once().unwrap().unwrap().to_bits(), alone.loss().unwrap().to_bits());
    }

    #[test]
    fn work_that_is_stopped_stops_and_can_go_on() {
        let givens = many();
        let trace = Trace::new(&givens);
        let stop = AtomicBool::new(false);
        trace.work(0..0, &stop, || stop.store(true, Ordering::Relaxed));
        let known = || (0..trace.len()).filter(|row| trace.outlook_at_once(*row).is_some()).count();
        assert_eq!(known(), FEW);
        assert!(trace.has_work());
        trace.work(0..0, &AtomicBool::new(false), || {});
        assert_eq!((known(), trace.has_work()), (trace.len(), false));
        // An edit of one row leaves the outlooks of the others known.
        let mut now = givens.clone();
        now.set(Cell::new(Tensor::Queries, 5, 0), 9.0);
        let after = trace.after(&now);
        assert_eq!((0..after.len()).filter(|row| after.outlook_at_once(*row).is_none()).collect::<Vec<_>>(), [5]);
    }
}
