//! The famous ways to get attention wrong, each as a computation that can be run beside the right one.
//!
//! A mistake changes one place of the computation; what comes before it is right, what comes after it is computed as
//! ever, from wrong numbers. So [`Mistaken`] does not repeat the engine: it replaces the line that is wrong and hands it
//! on to the functions of the trace. At its own place a mistake computes as the machine does and as a careful program
//! would not: its numbers may overflow or be none at all. They are kept as they are and handed out as [`Figure`]s, which
//! are numbers or words for how there is none, never a NaN.
//!
//! | mistake | in place of | stands |
//! |---|---|---|
//! | softmax-over-queries | α_tj = exp e_tj / Σ_i exp e_ti | exp e_tj / Σ_s exp e_sj |
//! | softmax-over-one | the same | exp e_tj / exp e_tj |
//! | mask-forgotten | no e_tj where slot j is masked | e_tj |
//! | mask-multiplied | the same | 0 · e_tj |
//! | mask-after-softmax | the same | the softmax of all e_tj, then α_tj = 0 |
//! | mask-inverted | the same | e_tj there, and none where the slot may be read |
//! | finite-minus-infinity | the same | −10⁹ |
//! | no-max-subtraction | exp(e_tj − max e_t) | exp e_tj |
//! | scale-none | q·k / √d_k | q·k |
//! | scale-times | q·k / √d_k | q·k · √d_k |
//! | softmax-twice | p = softmax z | softmax(softmax z) |
//! | rounded-attention | α_tj | α_tj to two decimals |
//! | top-k-renormalised | p over all words | over the k = 2 best |
//! | dropout-left-on | α_tj | α_tj / 0.9 |
//! | gradient-without-coupling | ∂L/∂e_j = α_j g·(v_j − c) | α_j g·v_j |
//!
//! The numbers of an example of each were computed apart from this program (`tests/oracle/mistakes.json`).

mod difference;
mod figure;
mod mistaken;
mod reading;
mod row;

use super::Stage;
pub use difference::{Difference, NoDifference};
pub use figure::{Figure, NoFigure};
pub use mistaken::Mistaken;
pub use row::{Failure, WrongRow};

/// A mistake. The ids are those of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mistake {
    /// The scores are normalised down the query axis t instead of along the source axis j.
    SoftmaxOverQueries,
    /// The softmax runs along an axis of length one.
    SoftmaxOverOne,
    /// The masked slots are scored like any other.
    MaskForgotten,
    /// The scores are multiplied by the mask of zeros and ones.
    MaskMultiplied,
    /// The weights are zeroed after the softmax and not normalised again.
    MaskAfterSoftmax,
    /// True and false of the mask are exchanged.
    MaskInverted,
    /// Masked scores are −10⁹ instead of −∞. It shows where every slot is masked.
    FiniteMinusInfinity,
    /// The exponentials are taken of the scores as they are, without subtracting the largest first.
    NoMaxSubtraction,
    /// The scaled dot product is not divided by √d_k.
    ScaleNone,
    /// The scaled dot product is multiplied by √d_k instead of divided.
    ScaleTimes,
    /// The probabilities go through the softmax again before the loss.
    SoftmaxTwice,
    /// The attention weights are rounded to two decimals before they are used.
    RoundedAttention,
    /// The probabilities are normalised over the best [`Mistake::BEST`] words only.
    TopKRenormalised,
    /// Dropout of the attention weights is left on where they are read off: what is not dropped is divided by
    /// 1 − [`Mistake::DROPOUT`]. Here none happens to be dropped.
    DropoutLeftOn,
    /// The backward pass of the softmax forgets that the weights share one sum.
    GradientWithoutCoupling,
}

/// The first place a mistake touches. Ordered as they are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Touched {
    /// A stage of the row.
    Stage(Stage),
    /// ∂L/∂e, on the way back from the loss: every stage is right.
    ScoreGradients,
}

impl Mistake {
    /// All, in the order they are offered.
    pub const ALL: [Mistake; 15] = [
        Mistake::SoftmaxOverQueries,
        Mistake::SoftmaxOverOne,
        Mistake::MaskForgotten,
        Mistake::MaskMultiplied,
        Mistake::MaskAfterSoftmax,
        Mistake::MaskInverted,
        Mistake::FiniteMinusInfinity,
        Mistake::NoMaxSubtraction,
        Mistake::ScaleNone,
        Mistake::ScaleTimes,
        Mistake::SoftmaxTwice,
        Mistake::RoundedAttention,
        Mistake::TopKRenormalised,
        Mistake::DropoutLeftOn,
        Mistake::GradientWithoutCoupling,
    ];

    /// The words the mistake with the k best looks at.
    pub const BEST: usize = 2;

    /// The share of weights that dropout drops as a rule.
    pub const DROPOUT: f64 = 0.1;

    /// What stands for −∞ where it is finite.
    pub const MINUS_INFINITY: f64 = -1e9;

    /// The name in commands and output.
    pub fn id(self) -> &'static str {
        match self {
            Mistake::SoftmaxOverQueries => "softmax-over-queries",
            Mistake::SoftmaxOverOne => "softmax-over-one",
            Mistake::MaskForgotten => "mask-forgotten",
            Mistake::MaskMultiplied => "mask-multiplied",
            Mistake::MaskAfterSoftmax => "mask-after-softmax",
            Mistake::MaskInverted => "mask-inverted",
            Mistake::FiniteMinusInfinity => "finite-minus-infinity",
            Mistake::NoMaxSubtraction => "no-max-subtraction",
            Mistake::ScaleNone => "scale-none",
            Mistake::ScaleTimes => "scale-times",
            Mistake::SoftmaxTwice => "softmax-twice",
            Mistake::RoundedAttention => "rounded-attention",
            Mistake::TopKRenormalised => "top-k-renormalised",
            Mistake::DropoutLeftOn => "dropout-left-on",
            Mistake::GradientWithoutCoupling => "gradient-without-coupling",
        }
    }

    /// The mistake with an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mistake| mistake.id() == id)
    }

    /// Where it is made. What comes before is right.
    pub fn first_stage(self) -> Touched {
        match self {
            Mistake::MaskForgotten
            | Mistake::MaskMultiplied
            | Mistake::MaskAfterSoftmax
            | Mistake::MaskInverted
            | Mistake::FiniteMinusInfinity
            | Mistake::ScaleNone
            | Mistake::ScaleTimes => Touched::Stage(Stage::Scores),
            Mistake::SoftmaxOverQueries
            | Mistake::SoftmaxOverOne
            | Mistake::NoMaxSubtraction
            | Mistake::RoundedAttention
            | Mistake::DropoutLeftOn => Touched::Stage(Stage::Attention),
            Mistake::SoftmaxTwice | Mistake::TopKRenormalised => Touched::Stage(Stage::Probabilities),
            Mistake::GradientWithoutCoupling => Touched::ScoreGradients,
        }
    }

    /// Whether the softmax of the scores does not run along the source axis.
    pub fn leaves_the_axis(self) -> bool {
        matches!(self, Mistake::SoftmaxOverQueries | Mistake::SoftmaxOverOne)
    }

    /// Whether it is made at a stage up to this one, so that the numbers there may be wrong.
    pub fn touches(self, stage: Stage) -> bool {
        self.first_stage() <= Touched::Stage(stage)
    }
}

#[cfg(test)]
mod tests;
