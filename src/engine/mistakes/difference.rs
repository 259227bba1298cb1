//! Whether a mistake makes a difference, and if not, why.
//!
//! It is decided where the mistake is made: what comes later is the same function of the numbers there. Two numbers are
//! the same when rounding may have taken them apart, for the two computations of a softmax differ in the order of
//! additions and in what is subtracted from the scores; see [`same_weight`]. A masked slot's weight is 0 exactly or it is
//! another.

use super::super::{Distribution, Givens, Gradients, NoGradients, Row, ScorerKind, Scores, Source, Undefined, dot};
use super::reading::Reading;
use super::{Mistake, Mistaken, Touched, WrongRow};
use std::sync::Arc;

/// What a mistake changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The numbers are others, from the place where it is made on.
    Everything,
    /// The scores are others, but the weights and all that follows from them are the same.
    ScoresOnly(NoDifference),
    /// Every number is the same, but for rounding.
    Nothing(NoDifference),
}

/// Why it changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoDifference {
    /// The row has no numbers, with the mistake or without.
    Undefined(Undefined),
    /// No slot is masked.
    NothingMasked,
    /// The masked slots would get no weight anyway: beside the other scores theirs are too low.
    MaskedGetNothing,
    /// Something may be read, and beside its scores −10⁹ is as good as −∞.
    SomethingToRead,
    /// The scorer does not scale.
    NotScaled,
    /// d_k is 1, and so is its root.
    WidthOne,
    /// All scores are 0, and so is any multiple of them.
    ScoresZero,
    /// All scores are equal, and so is any multiple of them.
    ScoresEqual,
    /// One slot has all the weight, whatever the scale is.
    OneTakesAll,
    /// Only one slot may be read: its weight is 1, whatever its score is.
    OneSlotRead,
    /// There is only one slot to begin with.
    OneSlot,
    /// No exponential overflows, and none that matters is lost.
    ExponentialsFit,
    /// Every weight has no more than two decimals.
    TwoDecimals,
    /// There are no more words than the best that are kept.
    FewWords,
    /// There is only one word: its probability is 1.
    OneWord,
    /// All logits are equal: so are the probabilities, however often they go through the softmax.
    LogitsEqual,
    /// The row has no target, so it has no gradients.
    NoTarget,
    /// A gradient is beyond f64, with the mistake or without.
    GradientBeyond,
    /// ∂L/∂c · c is 0: there is nothing to take away.
    NothingToTakeAway,
    /// It is a coincidence of these numbers.
    Coincidence,
}

impl Difference {
    /// Why all numbers, or all but the scores, are the same.
    pub fn reason(self) -> Option<NoDifference> {
        match self {
            Difference::Everything => None,
            Difference::ScoresOnly(reason) | Difference::Nothing(reason) => Some(reason),
        }
    }

    /// Of several rows, what is to be said of all of them.
    fn of_all(rows: impl Iterator<Item = Difference>) -> Self {
        let mut found: Option<Difference> = None;
        // What is said of the mistake comes before what is said of a row without numbers.
        let rank = |difference: Difference| match difference {
            Difference::Everything => 4,
            Difference::ScoresOnly(_) => 3,
            Difference::Nothing(NoDifference::Undefined(_)) => 0,
            Difference::Nothing(NoDifference::NothingMasked | NoDifference::NoTarget) => 1,
            Difference::Nothing(_) => 2,
        };
        for row in rows {
            if row == Difference::Everything {
                return row;
            }
            if found.is_none_or(|found| rank(row) > rank(found)) {
                found = Some(row);
            }
        }
        found.unwrap_or(Difference::Nothing(NoDifference::Coincidence))
    }
}

impl Mistaken {
    /// Whether it changes anything in any row. Goes through the rows until one is another.
    pub fn difference(&self) -> Difference {
        *self.difference.get_or_init(|| {
            let rows = 0..self.givens().rows();
            match self.mistake().first_stage() {
                Touched::Stage(stage) if stage <= super::Stage::Attention => Difference::of_all(rows.map(|row| {
                    if let Some(reason) = of_sizes(self.mistake(), self.givens(), row) {
                        return Difference::Nothing(reason);
                    }
                    // No word is needed.
                    let (scores, attention, reading) = self.source(row);
                    let right = Right { scores: &scores, attention: &attention };
                    of_source(self.mistake(), self.givens(), row, right, reading.as_ref())
                })),
                Touched::Stage(_) => match of_sizes(self.mistake(), self.givens(), 0) {
                    Some(reason) => Difference::Nothing(reason),
                    None => Difference::of_all(rows.map(|row| self.difference_of(&self.row(row)))),
                },
                Touched::ScoreGradients => Difference::of_all(rows.map(|row| self.of_gradients(row, &self.row(row)))),
            }
        })
    }

    /// Whether it changes anything in a row. `row` is one of [`Self::row`].
    pub fn difference_of(&self, row: &WrongRow) -> Difference {
        match self.mistake().first_stage() {
            Touched::Stage(stage) if stage <= super::Stage::Attention => {
                let Row { scores, attention, .. } = row.right();
                let right = Right { scores, attention };
                of_source(self.mistake(), self.givens(), row.row(), right, row.reading.as_ref())
            }
            Touched::Stage(_) => of_words(row),
            Touched::ScoreGradients => self.of_gradients(row.row(), row),
        }
    }

    fn of_gradients(&self, row: usize, wrong: &WrongRow) -> Difference {
        let right = wrong.right();
        let reason = match (right.loss, right.undefined()) {
            (None, _) => Some(NoDifference::NoTarget),
            (_, Some(reason)) => Some(NoDifference::Undefined(reason)),
            _ => None,
        };
        if let Some(reason) = reason {
            return Difference::Nothing(reason);
        }
        let gradients = match self.gradients() {
            Some(Ok(gradients)) => gradients,
            Some(Err(NoGradients::Overflow { .. })) if self.right_gradients_too() => return Difference::Everything,
            _ => return Difference::Nothing(NoDifference::GradientBeyond),
        };
        let (Ok(attention), Ok(context)) = (&right.attention, &right.context) else {
            return Difference::Nothing(NoDifference::Coincidence);
        };
        let pull = gradients.contexts().line(row);
        let same = |uncertain: &[f64]| {
            attention.weights().iter().enumerate().all(|(slot, weight)| {
                let value = self.givens().values.line(slot);
                let difference: Vec<f64> = value.iter().zip(context.iter()).map(|(v, c)| v - c).collect();
                let coupled = weight * dot(pull, &difference);
                let sizes = value.iter().zip(context.iter()).map(|(v, c)| v.abs() + c.abs());
                let in_products = rounding(context.len());
                let allowed: f64 = sizes
                    .zip(pull.iter().zip(uncertain))
                    .map(|(size, (g, error))| size * (in_products * g.abs() + error))
                    .sum();
                (coupled - gradients.scores().get(row, slot)).abs() <= weight * allowed + LEAST
            })
        };
        // ∂L/∂c may be nothing but the rounding of its own sum: that takes a pass over G to tell.
        if same(&vec![0.0; context.len()]) || same(&uncertainty(self.givens(), gradients, row)) {
            Difference::Nothing(NoDifference::NothingToTakeAway)
        } else {
            Difference::Everything
        }
    }

    /// Whether there are gradients without the mistake.
    fn right_gradients_too(&self) -> bool {
        Gradients::of(self.givens(), self.right()).is_ok()
    }
}

/// By how much the components of ∂L/∂c = Σ_w (p_w − y_w) G_w may be off, from the roundings of p, of p − y and of the sum.
fn uncertainty(givens: &Givens, gradients: &Gradients, row: usize) -> Vec<f64> {
    let allowed = rounding(givens.words());
    let mut bounds = vec![0.0; givens.d_v()];
    for (word, (error, column)) in gradients.logits().row(row).into_iter().zip(givens.head.iter()).enumerate() {
        let p = if givens.targets[row] == Some(word) { error + 1.0 } else { error };
        for (bound, component) in bounds.iter_mut().zip(column) {
            *bound += allowed * (p + error.abs()) * component.abs();
        }
    }
    bounds
}

/// The right side of a row.
#[derive(Clone, Copy)]
struct Right<'a> {
    scores: &'a Result<Arc<Scores<Source>>, Undefined>,
    attention: &'a Result<Arc<Distribution<Source>>, Undefined>,
}

impl Right<'_> {
    fn undefined(self) -> Option<Undefined> {
        self.attention.as_ref().err().copied()
    }
}

/// What follows from the sizes, the mask and the scorer alone.
fn of_sizes(mistake: Mistake, givens: &Givens, row: usize) -> Option<NoDifference> {
    let nothing_masked = || (0..givens.slots()).all(|slot| givens.mask.readable(row, slot));
    match mistake {
        Mistake::MaskForgotten | Mistake::MaskMultiplied | Mistake::MaskAfterSoftmax | Mistake::FiniteMinusInfinity
            if nothing_masked() =>
        {
            Some(NoDifference::NothingMasked)
        }
        Mistake::ScaleNone | Mistake::ScaleTimes if givens.scorer.kind != ScorerKind::ScaledDot => {
            Some(NoDifference::NotScaled)
        }
        Mistake::ScaleNone | Mistake::ScaleTimes if givens.d_k() == 1 => Some(NoDifference::WidthOne),
        Mistake::SoftmaxTwice if givens.words() == 1 => Some(NoDifference::OneWord),
        Mistake::TopKRenormalised if givens.words() <= Mistake::BEST => Some(NoDifference::FewWords),
        _ => None,
    }
}

fn of_source(mistake: Mistake, givens: &Givens, row: usize, right: Right<'_>, reading: Option<&Reading>) -> Difference {
    if let Some(reason) = of_sizes(mistake, givens, row) {
        return Difference::Nothing(reason);
    }
    if reading.is_some_and(|reading| !same_weights(givens, row, right, reading)) {
        return Difference::Everything;
    }
    if let Some(reason) = right.undefined() {
        return Difference::Nothing(NoDifference::Undefined(reason));
    }
    let reason = match mistake {
        Mistake::SoftmaxOverQueries | Mistake::SoftmaxOverOne if givens.slots() == 1 => NoDifference::OneSlot,
        Mistake::MaskForgotten | Mistake::MaskMultiplied | Mistake::MaskAfterSoftmax => NoDifference::MaskedGetNothing,
        Mistake::FiniteMinusInfinity => NoDifference::SomethingToRead,
        Mistake::NoMaxSubtraction => NoDifference::ExponentialsFit,
        Mistake::RoundedAttention => NoDifference::TwoDecimals,
        Mistake::ScaleNone | Mistake::ScaleTimes => return of_scale(right),
        _ => NoDifference::Coincidence,
    };
    Difference::Nothing(reason)
}

/// The weights are the same at another scale.
fn of_scale(right: Right<'_>) -> Difference {
    let scores: Vec<f64> = right.scores.iter().flat_map(|scores| scores.iter()).flatten().collect();
    let equal = scores.windows(2).all(|pair| pair[0] == pair[1]);
    if scores.iter().all(|score| *score == 0.0) {
        Difference::Nothing(NoDifference::ScoresZero)
    } else if scores.len() == 1 {
        Difference::ScoresOnly(NoDifference::OneSlotRead)
    } else if equal {
        Difference::ScoresOnly(NoDifference::ScoresEqual)
    } else if right.attention.iter().any(|attention| attention.weights().contains(&1.0)) {
        Difference::ScoresOnly(NoDifference::OneTakesAll)
    } else {
        Difference::ScoresOnly(NoDifference::Coincidence)
    }
}

fn of_words(row: &WrongRow) -> Difference {
    if let Some(reason) = of_sizes(row.mistake(), row.givens(), row.row()) {
        return Difference::Nothing(reason);
    }
    let right = match &row.right().probabilities {
        Ok(right) => right,
        Err(reason) => return Difference::Nothing(NoDifference::Undefined(*reason)),
    };
    let allowed = rounding(right.size());
    let same = |(word, p): (usize, &f64)| row.probability(word).number().is_some_and(|q| close(*p, q, allowed));
    if right.weights().iter().enumerate().all(same) {
        Difference::Nothing(NoDifference::LogitsEqual)
    } else {
        Difference::Everything
    }
}

/// Whether all weights are the same, or there are none on either side.
fn same_weights(givens: &Givens, row: usize, right: Right<'_>, reading: &Reading) -> bool {
    let (Ok(scores), Ok(attention)) = (right.scores, right.attention) else {
        return !reading.weights.iter().any(|weight| weight.is_finite());
    };
    reading.weights.iter().enumerate().all(|(slot, wrong)| {
        let right = attention.get(slot);
        if givens.mask.readable(row, slot) {
            let below = scores.get(slot).map_or(0.0, |score| attention.log_normaliser().max - score);
            same_weight(right, *wrong, right_rounding(attention.size(), below))
        } else {
            *wrong == 0.0
        }
    })
}

/// Both are numbers, and no farther apart than this share of the larger, but for what underflow takes.
fn same_weight(right: f64, wrong: f64, allowed: f64) -> bool {
    wrong.is_finite() && close(right, wrong, allowed)
}

fn close(a: f64, b: f64, allowed: f64) -> bool {
    (a - b).abs() <= allowed * a.abs().max(b.abs()) + LEAST
}

/// Far below any number that is read, and far above what underflow takes from a quotient.
const LEAST: f64 = 1e-300;

/// By which share two computations of a sum or product of `count` terms may differ: each term goes through no more than
/// `count` + 8 roundings in either.
fn rounding(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of terms is far below 2^53")]
    let count = count as f64;
    f64::EPSILON * (count + 8.0)
}

/// The same of a weight of n whose score is `below` the largest: the difference of the two is rounded once where it is
/// taken before the exponential, which multiplies the rounding by its size. Below −750 the exponential is 0.
fn right_rounding(slots: usize, below: f64) -> f64 {
    rounding(slots) + f64::EPSILON * below.min(750.0)
}
