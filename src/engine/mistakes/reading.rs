//! The source side of a row as a mistake has it: scores, exponentials, what they are divided by, and weights.
//!
//! Computed as the machine computes: −∞ has the exponential 0, ∞ − ∞ and 0/0 are NaN and go on as such.

use super::super::observations::read_hundredths;
use super::super::scorer::Prepared;
use super::super::{Distribution, Givens, Scorer, ScorerKind, Scores, Source, exponential, sum};
use super::{Figure, Mistake, NoFigure};

/// One row's reading. Numbers may be infinite or NaN.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Whether masked scores are products with 0.
    multiplied: bool,
    /// e_j; −∞ where this computation has none.
    pub(super) scores: Vec<f64>,
    present: Vec<bool>,
    /// exp(e_j), the largest subtracted or not; 0 where there is no score.
    exponentials: Vec<f64>,
    normalisers: Normalisers,
    /// α_j.
    pub(super) weights: Vec<f64>,
}

#[derive(Clone, Debug)]
enum Normalisers {
    /// One for the row.
    One(f64),
    /// One for each slot.
    Each(Vec<f64>),
}

impl Reading {
    /// The row's reading under a mistake, from the right one; `None` where that is the right one.
    ///
    /// A readable slot's score that is beyond f64 is no doing of the mistake: then the row has no numbers, as it has
    /// none in the right computation.
    pub(super) fn of(
        mistake: Mistake,
        givens: &Givens,
        row: usize,
        scores: Option<&Scores<Source>>,
        attention: Option<&Distribution<Source>>,
        columns: impl FnOnce() -> std::sync::Arc<Columns>,
    ) -> Option<Self> {
        if mistake == Mistake::MaskInverted {
            let raw = raw_scores(givens, row);
            let kept = |slot: usize| (!givens.mask.readable(row, slot)).then(|| raw[slot]);
            return Some(Self::softmax((0..givens.slots()).map(kept).collect()));
        }
        let scores = scores?;
        let masked = (0..scores.size()).any(|slot| scores.is_masked(slot));
        let right: Vec<Option<f64>> = scores.iter().collect();
        // The masked slots' scores, by a rule of their own; the others are right.
        let filled = |rule: &dyn Fn(f64) -> f64| {
            let raw = raw_scores(givens, row);
            right.iter().zip(raw).map(|(score, raw)| Some(score.unwrap_or_else(|| rule(raw)))).collect()
        };
        match mistake {
            Mistake::SoftmaxOverQueries => Some(Self::over_queries(right, &columns())),
            Mistake::SoftmaxOverOne => Some(Self::over_one(right)),
            Mistake::MaskForgotten if masked => Some(Self::softmax(filled(&|raw| raw))),
            Mistake::MaskMultiplied if masked => {
                Some(Self { multiplied: true, ..Self::softmax(filled(&|raw| raw * 0.0)) })
            }
            Mistake::MaskAfterSoftmax if masked => {
                let mut reading = Self::softmax(filled(&|raw| raw));
                for (slot, weight) in reading.weights.iter_mut().enumerate() {
                    if scores.is_masked(slot) {
                        *weight = 0.0;
                    }
                }
                Some(reading)
            }
            Mistake::FiniteMinusInfinity if masked => Some(Self::softmax(filled(&|_| Mistake::MINUS_INFINITY))),
            Mistake::NoMaxSubtraction => attention.map(|_| Self::without_maximum(right)),
            Mistake::ScaleNone | Mistake::ScaleTimes if givens.scorer.kind == ScorerKind::ScaledDot => {
                attention.filter(|_| givens.d_k() > 1).map(|_| Self::softmax(rescaled(givens, row, mistake, &right)))
            }
            Mistake::RoundedAttention => attention.map(|alpha| Self::changed(right, alpha, rounded)),
            Mistake::DropoutLeftOn => {
                attention.map(|alpha| Self::changed(right, alpha, |weight| weight / (1.0 - Mistake::DROPOUT)))
            }
            _ => None,
        }
    }

    fn of_parts(scores: Vec<Option<f64>>, exponentials: Vec<f64>, normalisers: Normalisers) -> Self {
        let weights = exponentials.iter().enumerate().map(|(slot, number)| number / normalisers.at(slot)).collect();
        Self { multiplied: false, scores: line(&scores), present: present(&scores), exponentials, normalisers, weights }
    }

    /// The softmax of scores that need not be finite, in the engine's own order of operations.
    fn softmax(scores: Vec<Option<f64>>) -> Self {
        let max = scores.iter().flatten().copied().reduce(larger).unwrap_or(0.0);
        Self::exponentials(scores, |score| exponential_below(score - max))
    }

    fn without_maximum(scores: Vec<Option<f64>>) -> Self {
        Self::exponentials(scores, f64::exp)
    }

    /// The exponentials over their sum.
    fn exponentials(scores: Vec<Option<f64>>, exp: impl Fn(f64) -> f64) -> Self {
        let exponentials: Vec<f64> = scores.iter().map(|score| score.map_or(0.0, &exp)).collect();
        let present: Vec<f64> =
            scores.iter().zip(&exponentials).filter(|(score, _)| score.is_some()).map(|(_, number)| *number).collect();
        Self::of_parts(scores, exponentials, Normalisers::One(sum(&present)))
    }

    fn over_one(scores: Vec<Option<f64>>) -> Self {
        // exp(e_j − e_j).
        let exponentials: Vec<f64> = scores.iter().map(|score| if score.is_some() { 1.0 } else { 0.0 }).collect();
        Self::of_parts(scores, exponentials.clone(), Normalisers::Each(exponentials))
    }

    fn over_queries(scores: Vec<Option<f64>>, columns: &Columns) -> Self {
        let below = |(score, max): (&Option<f64>, &f64)| score.map_or(0.0, |score| exponential_below(score - max));
        let exponentials = scores.iter().zip(&columns.largest).map(below).collect();
        Self::of_parts(scores, exponentials, Normalisers::Each(columns.sums.clone()))
    }

    /// The right softmax, its weights changed afterwards.
    fn changed(scores: Vec<Option<f64>>, attention: &Distribution<Source>, change: impl Fn(f64) -> f64) -> Self {
        let normaliser = attention.log_normaliser();
        let exponentials = scores.iter().map(|score| score.map_or(0.0, |score| normaliser.exponential(score)));
        Self {
            multiplied: false,
            exponentials: exponentials.collect(),
            scores: line(&scores),
            present: present(&scores),
            normalisers: Normalisers::One(normaliser.denominator),
            weights: attention.weights().iter().copied().map(change).collect(),
        }
    }

    /// e_j.
    pub(super) fn score(&self, slot: usize) -> Figure {
        match self.present.get(slot) {
            None => Figure::None(NoFigure::Absent),
            Some(false) => Figure::None(NoFigure::Masked),
            Some(true) => {
                let otherwise = if self.multiplied { NoFigure::InfTimesZero } else { NoFigure::Beyond };
                Figure::signed(self.scores[slot], otherwise)
            }
        }
    }

    /// exp(e_j).
    pub(super) fn exponential(&self, slot: usize) -> Figure {
        match self.present.get(slot) {
            None => Figure::None(NoFigure::Absent),
            Some(false) => Figure::None(NoFigure::Masked),
            Some(true) => {
                let infinite = self.scores[slot].is_infinite();
                let otherwise = if infinite { NoFigure::InfMinusInf } else { NoFigure::Follows };
                Figure::signed(self.exponentials[slot], otherwise)
            }
        }
    }

    /// What the exponential of a slot is divided by.
    pub(super) fn normaliser(&self, slot: usize) -> Figure {
        if slot >= self.scores.len() {
            return Figure::None(NoFigure::Absent);
        }
        let first_hand = self.exponentials.iter().all(|number| number.is_finite());
        let number = self.normalisers.at(slot);
        if first_hand { Figure::signed(number, NoFigure::Follows) } else { Figure::of(number, NoFigure::Follows) }
    }

    /// α_j.
    pub(super) fn attention(&self, slot: usize) -> Figure {
        let Some(weight) = self.weights.get(slot) else { return Figure::None(NoFigure::Absent) };
        let (above, below) = (self.exponentials[slot], self.normalisers.at(slot));
        let otherwise = if above == 0.0 && below == 0.0 {
            NoFigure::ZeroOverZero
        } else if above.is_infinite() && below.is_infinite() {
            NoFigure::InfOverInf
        } else {
            NoFigure::Follows
        };
        Figure::of(*weight, otherwise)
    }

    /// Σ_j α_j.
    pub(super) fn sum(&self) -> f64 {
        sum(&self.weights)
    }

    pub(super) fn is_finite(&self) -> bool {
        self.weights.iter().all(|weight| weight.is_finite())
    }
}

impl Normalisers {
    fn at(&self, slot: usize) -> f64 {
        match self {
            Normalisers::One(number) => *number,
            Normalisers::Each(numbers) => numbers[slot],
        }
    }
}

/// What a softmax down the query axis divides by: for each slot the largest score of all rows that may read it, and the
/// sum of their exponentials. A slot no row may read has the sum 0.
#[derive(Debug)]
pub(super) struct Columns {
    largest: Vec<f64>,
    sums: Vec<f64>,
}

impl Columns {
    pub(super) fn of(givens: &Givens) -> Self {
        let (rows, slots) = (givens.rows(), givens.slots());
        let scores: Vec<Vec<f64>> = (0..rows)
            .map(|row| {
                let prepared = Prepared::new(&givens.scorer, givens.queries.line(row));
                let score = |(slot, key)| {
                    if givens.mask.readable(row, slot) { prepared.score(key) } else { f64::NEG_INFINITY }
                };
                givens.keys.iter().enumerate().map(score).collect()
            })
            .collect();
        let read = |slot: usize| (0..rows).filter(move |&row| givens.mask.readable(row, slot));
        let largest: Vec<f64> =
            (0..slots).map(|slot| read(slot).map(|row| scores[row][slot]).reduce(larger).unwrap_or(0.0)).collect();
        let sum = |slot: usize| read(slot).map(|row| exponential_below(scores[row][slot] - largest[slot])).sum();
        let sums = (0..slots).map(sum).collect();
        Self { largest, sums }
    }
}

/// The scores of all slots of a row, masked or not; not finite where one is beyond f64.
fn raw_scores(givens: &Givens, row: usize) -> Vec<f64> {
    let prepared = Prepared::new(&givens.scorer, givens.queries.line(row));
    givens.keys.iter().map(|key| prepared.score(key)).collect()
}

/// The scores of the slots that have one, q·k left as it is or multiplied by √d_k.
fn rescaled(givens: &Givens, row: usize, mistake: Mistake, right: &[Option<f64>]) -> Vec<Option<f64>> {
    let query = givens.queries.line(row);
    let plain = Scorer::new(ScorerKind::Dot, givens.d_k());
    let prepared = Prepared::new(&plain, query);
    #[expect(clippy::cast_precision_loss, reason = "a width is far below 2^53")]
    let factor = if mistake == Mistake::ScaleTimes { (givens.d_k() as f64).sqrt() } else { 1.0 };
    let score = |(score, key): (&Option<f64>, &[f64])| score.map(|_| prepared.score(key) * factor);
    right.iter().zip(givens.keys.iter()).map(score).collect()
}

/// A weight to two decimals, as it is printed: to the nearest, of two equally near ones to the even.
fn rounded(weight: f64) -> f64 {
    read_hundredths(weight).map_or(weight, |hundredths| f64::from(hundredths) / 100.0)
}

fn line(scores: &[Option<f64>]) -> Vec<f64> {
    scores.iter().map(|score| score.unwrap_or(f64::NEG_INFINITY)).collect()
}

fn present(scores: &[Option<f64>]) -> Vec<bool> {
    scores.iter().map(Option::is_some).collect()
}

/// The larger of two numbers; a NaN where one of them is.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// exp of a number that is not positive, or is none.
fn exponential_below(x: f64) -> f64 {
    if x.is_nan() { x } else { exponential::exp(x) }
}
