//! What must hold of a row's numbers: the statements the theory makes about them, each with its two sides computed from
//! the numbers as they are now, the tolerance it is held to, and a verdict.
//!
//! | law | left | right | derived in |
//! |---|---|---|---|
//! | Σ_j α_j = 1 | the sum | 1 | `laws/sums.rs` |
//! | α_j ≥ 0 | the smallest weight of a readable slot | 0 | exact |
//! | masked ⇒ α_j = 0 | the largest weight of a masked slot | 0 | exact |
//! | α_j = exp e_j / Σ_i exp e_i | the weight, at the worst slot | computed anew from the scores | `laws/softmaxes.rs` |
//! | c = Σ_j α_j v_j | the distance between the two, at the worst component | 0 | `laws/context.rs` |
//! | c in the hull of v_j | its distance to it, found without α | 0 | `laws/context.rs` |
//! | Σ_w p_w = 1 | the sum | 1 | `laws/sums.rs` |
//! | p_w = exp z_w / Σ_u exp z_u | the probability, at the worst word | computed anew from the logits | `laws/softmaxes.rs` |
//! | Σ_w (p_w − y_w) = 0 | the sum | 0 | `laws/sums.rs` |
//! | Σ_j ∂L/∂e_j = 0 | the sum | 0 | `laws/gradient.rs` |
//! | L = ln Σ_w exp z_w − z_target | the loss | computed anew from the logits | `laws/loss.rs` |
//! | L = −ln p_target | the loss | computed from the probability | `laws/loss.rs` |
//!
//! A tolerance is a bound on what rounding alone can do to the two sides, from the number of operations and the
//! magnitudes of what they are applied to (Higham, *Accuracy and Stability of Numerical Algorithms*, §3.1), assuming the
//! numbers came about in the way the engine computes them. So a broken law says that they did not.
//!
//! The laws read [`Claims`], plain numbers from any source: those of a wrong computation too, which need be neither
//! normalised nor finite. A number that is not finite breaks the laws that speak about it.

mod claims;
mod context;
mod every_row;
mod gradient;
mod loss;
mod softmaxes;
mod sums;

use super::{NoGradients, Undefined};
pub use claims::{ClaimedGradients, Claims};
pub use every_row::EveryRow;

/// A statement about the numbers of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// Σ_j α_tj = 1. For all rows at once, see [`EveryRow`].
    AttentionSumsToOne,
    /// α_tj ≥ 0.
    AttentionNotNegative,
    /// α_tj = 0 where slot j is masked.
    MaskedNotRead,
    /// α_tj = exp e_tj / Σ_i exp e_ti over the slots that may be read.
    AttentionFromScores,
    /// c_t = Σ_j α_tj v_j: with the two laws on the weights, the certificate that c_t is in the hull.
    ContextIsCombination,
    /// c_t lies in the convex hull of the values of the readable slots, found without the weights.
    ContextInHull,
    /// Σ_w p_tw = 1.
    ProbabilitiesSumToOne,
    /// p_tw = exp z_tw / Σ_u exp z_tu over all words.
    ProbabilitiesFromLogits,
    /// Σ_w (p_tw − y_tw) = 0.
    ErrorsSumToZero,
    /// Σ_j ∂L/∂e_tj = 0: a shift common to all scores changes nothing.
    ScoreGradientsSumToZero,
    /// L_t = ln Σ_w exp z_tw − z_t,target.
    LossFromLogits,
    /// L_t = −ln p_t,target.
    LossFromProbability,
}

/// A law held against numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// The law.
    pub law: Law,
    /// What came of it.
    pub verdict: Verdict,
    /// Both sides, where there are numbers to compute them from.
    pub sides: Option<Sides>,
    /// Where the left side was found, where it stands at one place: a slot (smallest and masked weights, the worst one, a
    /// gradient or weight that is not finite), a component of c, or a word. From 0.
    pub place: Option<usize>,
}

/// The two sides of a law. In the unit of the numbers concerned; a side may be infinite or none at all (NaN) where a
/// number it speaks about is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides {
    /// Left of the sign.
    pub left: f64,
    /// Right of the sign.
    pub right: f64,
    /// How far rounding alone may take the two apart. 0 where none is involved.
    pub tolerance: f64,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The sides agree, or differ by no more than rounding explains.
    Holds,
    /// They differ by more.
    Broken,
    /// There is nothing to hold against each other.
    CannotBeChecked(Why),
}

/// Why a law cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The row has no such numbers.
    Undefined(Undefined),
    /// The row has no target word.
    NoTarget,
    /// There are no gradients.
    NoGradients(NoGradients),
    /// The row masks nothing.
    NothingMasked,
    /// p_target is too small for f64 and has become 0.
    Underflow,
    /// The numbers are finite, but so large that a side or the tolerance is beyond f64.
    TooLarge,
    /// The search for the nearest point of the hull ended before it could tell.
    NotConverged,
    /// It would take too long where it was asked for.
    TooMany,
    /// The numbers do not have the shapes that belong together.
    OtherShape,
    /// A mistake is made before the loss: there is nothing to differentiate.
    Mistaken,
}

impl Law {
    /// All, in the order of the computation.
    pub const ALL: [Law; 12] = [
        Law::AttentionSumsToOne,
        Law::AttentionNotNegative,
        Law::MaskedNotRead,
        Law::AttentionFromScores,
        Law::ContextIsCombination,
        Law::ContextInHull,
        Law::ProbabilitiesSumToOne,
        Law::ProbabilitiesFromLogits,
        Law::ErrorsSumToZero,
        Law::ScoreGradientsSumToZero,
        Law::LossFromLogits,
        Law::LossFromProbability,
    ];

    /// The name in output that programs read.
    pub fn id(self) -> &'static str {
        match self {
            Law::AttentionSumsToOne => "attention-sums-to-one",
            Law::AttentionNotNegative => "attention-not-negative",
            Law::MaskedNotRead => "masked-not-read",
            Law::AttentionFromScores => "attention-from-scores",
            Law::ContextIsCombination => "context-is-combination",
            Law::ContextInHull => "context-in-hull",
            Law::ProbabilitiesSumToOne => "probabilities-sum-to-one",
            Law::ProbabilitiesFromLogits => "probabilities-from-logits",
            Law::ErrorsSumToZero => "errors-sum-to-zero",
            Law::ScoreGradientsSumToZero => "score-gradients-sum-to-zero",
            Law::LossFromLogits => "loss-from-logits",
            Law::LossFromProbability => "loss-from-probability",
        }
    }

    /// Holds the numbers against this law. One pass over them, but for [`Law::ContextInHull`], which takes some multiple
    /// of d_v passes over the values (see [`distance_to_hull`](super::distance_to_hull) for how long that is).
    pub fn check(self, claims: &Claims) -> Check {
        let found = match self {
            Law::AttentionSumsToOne => sums::attention(claims),
            Law::AttentionNotNegative => sums::smallest(claims),
            Law::MaskedNotRead => sums::masked(claims),
            Law::AttentionFromScores => softmaxes::attention(claims),
            Law::ContextIsCombination => context::combination(claims),
            Law::ContextInHull => context::hull(claims),
            Law::ProbabilitiesSumToOne => sums::probabilities(claims),
            Law::ProbabilitiesFromLogits => softmaxes::probabilities(claims),
            Law::ErrorsSumToZero => sums::errors(claims),
            Law::ScoreGradientsSumToZero => gradient::scores(claims),
            Law::LossFromLogits => loss::from_logits(claims),
            Law::LossFromProbability => loss::from_probability(claims),
        };
        match found {
            Ok(Found { verdict, sides, place }) => Check { law: self, verdict, sides: Some(sides), place },
            Err(why) => Check { law: self, verdict: Verdict::CannotBeChecked(why), sides: None, place: None },
        }
    }
}

impl Check {
    /// All laws in order.
    pub fn all(claims: &Claims) -> Vec<Check> {
        Law::ALL.iter().map(|law| law.check(claims)).collect()
    }
}

/// The sides of a law, found.
struct Found {
    verdict: Verdict,
    sides: Sides,
    place: Option<usize>,
}

impl Found {
    /// Judged by the difference of the sides, computed from finite numbers.
    fn judged(left: f64, right: f64, tolerance: f64) -> Result<Self, Why> {
        let sides = Sides { left, right, tolerance };
        if !(left.is_finite() && right.is_finite() && tolerance.is_finite()) {
            return Err(Why::TooLarge);
        }
        Ok(Self { verdict: sides.verdict(), sides, place: None })
    }

    /// Broken by a number that is not finite.
    fn not_finite(number: f64, right: f64, place: Option<usize>) -> Self {
        Self { verdict: Verdict::Broken, sides: Sides { left: number, right, tolerance: 0.0 }, place }
    }

    fn at(self, place: usize) -> Self {
        Self { place: Some(place), ..self }
    }
}

impl Sides {
    /// Whether the sides are no farther apart than the tolerance; what is not finite is.
    fn verdict(&self) -> Verdict {
        let apart = (self.left - self.right).abs();
        if apart <= self.tolerance && apart.is_finite() { Verdict::Holds } else { Verdict::Broken }
    }
}

/// The first number that is not finite, with its place.
fn first_not_finite(numbers: &[f64]) -> Option<(usize, f64)> {
    // A fold that does not stop early is several times as fast as a search; where it finds something, there is time.
    let finite = numbers.iter().fold(true, |finite, number| finite & number.is_finite());
    let place = if finite { None } else { numbers.iter().position(|number| !number.is_finite()) };
    place.map(|place| (place, numbers[place]))
}

#[cfg(test)]
mod tests;
