//! A gradient measured rather than derived: the loss a little above and a little below, and what lies between.
//!
//! (L(x + h) − L(x − h)) / 2h = L′(x) + h² L‴(ξ)/6: a central difference (Nocedal & Wright, *Numerical Optimization*,
//! §8.1). Two things keep it from being exact, and both can be told from the numbers at hand:
//!
//! - *truncation*. With D(h) the quotient, D(2h) − D(h) = h² L‴/2 + …, three times the error of D(h) where L is smooth on
//!   the scale of h. Where it is not (a kink as seen from afar), the error goes as 1/h and D(2h) − D(h) is half of it. So
//!   2 |D(2h) − D(h)| is no less than the error in either case.
//! - *rounding*. Both losses are off by no more than the running error bound b that the comparison with a baseline uses
//!   (`rounding/`); their difference over 2h by no more than b/h.
//!
//! The first shrinks with h, the second grows. h starts at ∛ε max(1, |x|), where the two balance for numbers around 1, and
//! is made smaller as long as truncation is the larger.

use super::rounding::Side;
use super::row::{Context, attention, combination, loss, predict};
use super::{Cell, Change, Givens, Scores, Source, Tensor, Trace, Vocab, softmax};
use std::sync::Arc;

/// A number that is moved while all else that does not follow from it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// A given number; in a model given by words what follows from it moves along.
    Given(Cell),
    /// e_tj.
    Score(usize, usize),
    /// α_tj, alone: the weights then do not sum to 1.
    Attention(usize, usize),
    /// c_td.
    Context(usize, usize),
    /// z_tw.
    Logit(usize, usize),
}

/// A central difference of the total loss, in nats a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// x.
    pub at: f64,
    /// h.
    pub step: f64,
    /// L(x + h). Of a derived number the loss of its row, which is all of L that moves.
    pub above: f64,
    /// L(x − h).
    pub below: f64,
    /// Their difference over 2h.
    pub quotient: f64,
    /// How far h is from 0, as the quotient feels it: no less than its error for that.
    pub truncation: f64,
    /// How far the two losses may be off, over h.
    pub rounding: f64,
}

/// Why nothing could be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotMeasure {
    /// The model has no such number, or computes none there.
    Absent,
    /// There is no loss.
    NoLoss,
    /// However small the step, the loss on one side is beyond f64 or not there.
    Beyond,
}

/// Steps that are tried, each an eighth of the one before.
const TRIES: usize = 10;

impl Measured {
    /// How far the quotient may be from the gradient.
    pub fn expected(&self) -> f64 {
        self.truncation + self.rounding
    }

    /// How far a gradient found otherwise is from it.
    pub fn distance(&self, gradient: f64) -> f64 {
        (gradient - self.quotient).abs()
    }

    /// Whether that is no more than a central difference explains. A gradient has rounding of its own.
    pub fn agrees(&self, gradient: f64) -> bool {
        self.distance(gradient) <= self.expected() + 64.0 * f64::EPSILON * gradient.abs()
    }
}

impl Trace {
    /// Measures ∂L/∂ of a number of these givens by a central difference. Computes the loss several times.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub fn measure(&self, varied: Varied) -> Result<Measured, CannotMeasure> {
        let side = Side::new((self.givens(), self));
        let (at, bound) = match varied {
            Varied::Given(_) => {
                self.loss().map_err(|_| CannotMeasure::NoLoss)?;
                (self.varied_value(varied), side.total_loss_bound(&side))
            }
            Varied::Score(row, _) | Varied::Attention(row, _) | Varied::Context(row, _) | Varied::Logit(row, _) => {
                let inside = row < self.len();
                let loss = if inside { self.row_loss(row) } else { return Err(CannotMeasure::Absent) };
                if !matches!(loss, Some(Ok(_))) {
                    return Err(CannotMeasure::NoLoss);
                }
                (self.varied_value(varied), side.loss_bound(&side, row))
            }
        };
        let at = at.ok_or(CannotMeasure::Absent)?;
        let mut step = f64::EPSILON.cbrt() * at.abs().max(1.0);
        let mut best: Option<Measured> = None;
        for _ in 0..TRIES {
            let found = self.with_step(varied, at, step, bound);
            let better = |found: &Measured| best.is_none_or(|best| found.expected() < best.expected());
            if let Some(found) = found.filter(better) {
                best = Some(found);
            }
            if found.is_some_and(|found| found.rounding >= found.truncation) {
                break;
            }
            step /= 8.0;
        }
        best.ok_or(CannotMeasure::Beyond)
    }

    /// The quotient with some step; `None` where a loss is not there.
    fn with_step(&self, varied: Varied, at: f64, step: f64, bound: f64) -> Option<Measured> {
        let side = |steps: f64| {
            let moved = Some(at + steps * step).filter(|moved| moved.is_finite())?;
            Some((moved, self.loss_with(varied, moved).filter(|loss| loss.is_finite())?))
        };
        let quotient = |above: (f64, f64), below: (f64, f64)| (above.1 - below.1) / (above.0 - below.0);
        let (above, below) = (side(1.0)?, side(-1.0)?);
        let found = quotient(above, below);
        let coarse = quotient(side(2.0)?, side(-2.0)?);
        let measured = Measured {
            at,
            step,
            above: above.1,
            below: below.1,
            quotient: found,
            truncation: 2.0 * (coarse - found).abs(),
            rounding: bound / step,
        };
        (found.is_finite() && measured.expected().is_finite()).then_some(measured)
    }

    /// The number itself; `None` where there is none.
    fn varied_value(&self, varied: Varied) -> Option<f64> {
        match varied {
            Varied::Given(cell) => {
                let givens = self.givens();
                // A row without constants is one with zeros, as far as anybody can tell.
                let no_constant =
                    cell.tensor == Tensor::Bias && cell.row < givens.rows() && cell.column < givens.words();
                givens.get(cell).or(no_constant.then_some(0.0))
            }
            Varied::Score(row, slot) => self.reading(row).scores.ok()?.get(slot),
            Varied::Attention(row, slot) => {
                let read = slot < self.givens().slots() && self.givens().mask.readable(row, slot);
                let attention = self.reading(row).attention.ok().filter(|_| read)?;
                Some(attention.get(slot))
            }
            Varied::Context(row, component) => self.context(row).ok()?.get(component).copied(),
            Varied::Logit(row, word) => self.logit(row, word),
        }
    }

    /// The loss with another number there: that of all rows, or of the only row that moves.
    fn loss_with(&self, varied: Varied, number: f64) -> Option<f64> {
        let givens = self.givens();
        match varied {
            Varied::Given(cell) => {
                let mut moved = givens.clone();
                moved.change(&[Change::Put(cell, number)]).ok()?;
                self.after(&moved).loss().ok()
            }
            Varied::Score(row, slot) => {
                let scores = self.reading(row).scores.ok()?;
                let slots = 0..scores.size();
                let masked = slots.clone().map(|at| scores.get(at).is_none()).collect();
                let moved = slots.map(|at| if at == slot { number } else { scores.get(at).unwrap_or(0.0) });
                let scores: Scores<Source> = Scores::with_masked(moved.collect(), masked);
                let weights = attention(&Ok(Arc::new(scores)), row).ok()?;
                of_context(givens, &combination(weights.weights(), &givens.values, row), row)
            }
            Varied::Attention(row, slot) => {
                let mut weights = self.reading(row).attention.ok()?.weights().to_vec();
                *weights.get_mut(slot)? = number;
                of_context(givens, &combination(&weights, &givens.values, row), row)
            }
            Varied::Context(row, component) => {
                let mut context = self.context(row).ok()?.to_vec();
                *context.get_mut(component)? = number;
                of_context(givens, &Ok(context.into()), row)
            }
            Varied::Logit(row, word) => {
                let logits = self.row(row).logits.ok()?;
                let moved = (0..logits.size()).map(|at| if at == word { Some(number) } else { logits.get(at) });
                of_logits(givens, &Scores::all(moved.collect::<Option<Vec<f64>>>()?), row)
            }
        }
    }
}

/// The loss of a row from its context.
fn of_context(givens: &Givens, context: &Context, row: usize) -> Option<f64> {
    of_logits(givens, &*predict(context, givens, row).logits.ok()?, row)
}

/// The loss of a row from its logits.
fn of_logits(givens: &Givens, logits: &Scores<Vocab>, row: usize) -> Option<f64> {
    let target = givens.targets[row]?;
    let words = softmax(logits).ok()?.log_normaliser();
    loss(Ok(words), || logits.get(target), target, row).ok()
}
