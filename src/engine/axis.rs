//! The two axes, in the type.
//!
//! The lesson this program serves is that a distribution over *source slots* is not a distribution over *words*. The
//! engine says so in its types: every score, weight and probability carries the axis it lies on, and handing attention
//! weights to a function that wants word probabilities does not compile:
//!
//! ```compile_fail
//! use twoaxes::engine::{Distribution, Source, Vocab};
//! fn loss(p: &Distribution<Vocab>) -> f64 { p.get(0) }
//! fn wrong(alpha: &Distribution<Source>) -> f64 { loss(alpha) }
//! ```

use super::exponential::exp;
use std::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Source {}
    impl Sealed for super::Vocab {}
}

/// One of the two axes a softmax runs along. Implemented by [`Source`] and [`Vocab`] only.
pub trait Axis: sealed::Sealed + Copy + std::fmt::Debug + 'static {}

/// The source axis: slots j = 1…n that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {}

/// The vocab axis: words w = 1…|V| that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocab {}

impl Axis for Source {}
impl Axis for Vocab {}

/// Unnormalised numbers along one axis: the scores e_j over the source, the logits z_w over the vocabulary.
///
/// A masked place has no number at all. Every number present is finite; the routines that build a `Scores` refuse to
/// build one otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores<A: Axis> {
    values: Vec<f64>,
    /// `None` when nothing is masked; else one flag a place.
    masked: Option<Vec<bool>>,
    axis: PhantomData<A>,
}

impl<A: Axis> Scores<A> {
    /// Numbers along the axis, none masked. The caller has made sure they are finite.
    pub(crate) fn all(values: Vec<f64>) -> Self {
        debug_assert!(values.iter().all(|v| v.is_finite()));
        Self { values, masked: None, axis: PhantomData }
    }

    /// Numbers along the axis; where `masked` holds `true` the number is ignored. The caller has made sure they are
    /// finite.
    pub(crate) fn with_masked(values: Vec<f64>, masked: Vec<bool>) -> Self {
        debug_assert_eq!(values.len(), masked.len());
        debug_assert!(values.iter().all(|v| v.is_finite()));
        let masked = masked.contains(&true).then_some(masked);
        Self { values, masked, axis: PhantomData }
    }

    /// How many places the axis has, masked ones included.
    pub fn size(&self) -> usize {
        self.values.len()
    }

    /// The number at a place (0-based), `None` where it is masked or past the end.
    pub fn get(&self, place: usize) -> Option<f64> {
        if self.is_masked(place) { None } else { self.values.get(place).copied() }
    }

    /// Whether the place is masked.
    pub fn is_masked(&self, place: usize) -> bool {
        self.masked.as_ref().is_some_and(|masked| masked.get(place).copied().unwrap_or(false))
    }

    /// Place by place, `None` where masked.
    pub fn iter(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        (0..self.size()).map(|place| self.get(place))
    }

    /// The numbers as stored; those at masked places mean nothing.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers as stored when nothing is masked.
    pub(crate) fn unmasked(&self) -> Option<&[f64]> {
        self.masked.is_none().then_some(self.values.as_slice())
    }
}

/// Numbers along one axis that are not negative and sum to 1: attention weights α_j over the source, word
/// probabilities p_w over the vocabulary. Only [`softmax`](fn@super::softmax) makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution<A: Axis> {
    weights: Vec<f64>,
    sum: f64,
    log_normaliser: LogSumExp,
    axis: PhantomData<A>,
}

/// ln Σ exp(s) kept in two parts, so that `s − lse` loses nothing when every s is huge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogSumExp {
    /// The largest score, subtracted from all before the exponential.
    pub max: f64,
    /// Σ exp(s − max), between 1 and the number of places.
    pub denominator: f64,
}

impl LogSumExp {
    /// exp(score − max), as the softmax computes it before it divides: the weight of that score is this over
    /// `denominator`, to the last bit. Between 0 and 1 for a score no larger than `max`.
    pub fn exponential(&self, score: f64) -> f64 {
        exp(score - self.max)
    }

    /// ln(Σ exp(s)) − score, the negative log of the softmax at a place with that score; +∞ only when the difference
    /// itself is beyond f64.
    pub fn minus(&self, score: f64) -> f64 {
        (self.max - score) + self.denominator.ln()
    }
}

impl<A: Axis> Distribution<A> {
    pub(super) fn new(weights: Vec<f64>, sum: f64, log_normaliser: LogSumExp) -> Self {
        Self { weights, sum, log_normaliser, axis: PhantomData }
    }

    /// How many places the axis has, those of weight 0 included.
    pub fn size(&self) -> usize {
        self.weights.len()
    }

    /// The weight at a place (0-based); 0 past the end.
    pub fn get(&self, place: usize) -> f64 {
        self.weights.get(place).copied().unwrap_or(0.0)
    }

    /// All weights in order.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The sum of the weights as f64 adds them: 1 up to rounding, shown rather than assumed.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// The largest score and the denominator this distribution was divided by.
    pub fn log_normaliser(&self) -> LogSumExp {
        self.log_normaliser
    }
}
