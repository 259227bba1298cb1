//! The mathematics: from the givens (q, K, V, G, scorer, mask, targets) to every number that follows from them.
//!
//! Knows no file, no screen, no language and no clock. All arithmetic is f64; a case without a number is a value of a
//! type ([`Undefined`]), never a NaN.
//!
//! | to find | look at |
//! |---|---|
//! | what is given, and how it is kept | [`Givens`], [`Lines`], [`Scorer`], [`Mask`] |
//! | where q, k and v come from in a model given by words | [`Embedding`], [`Change`] |
//! | what follows from it: e → α → c → z → p → L | [`Trace`], [`Row`], the axes in [`Distribution`] |
//! | what each slot adds to each logit | [`Contributions`] |
//! | what the loss feels | [`Gradients`], [`WayBack`]; by measuring, [`Trace::measure`] |
//! | what follows it, step by step | [`learning`] |
//! | the famous ways to get it wrong | [`mistakes`] |
//! | what must hold of all this, and whether it does | [`laws`], [`distance_to_hull`] |
//! | what is worth saying about these numbers | [`Observation`], [`Checks`] |
//! | how far a distribution is from saturation | [`Spread`], [`typical_product`] |
//! | what became of a number since the baseline | [`Comparison`], [`Mark`] |
//! | slots, words, rows and dimensions that come and go | [`Part`] |
//! | vectors as points of a plane: hull, regions, level lines | [`geometry`] |

mod axis;
mod change;
mod contributions;
mod dot;
mod embedding;
mod exponential;
pub mod geometry;
mod givens;
mod gradients;
mod hull;
pub mod laws;
pub mod learning;
mod lines;
mod logits;
mod mask;
mod measured;
pub mod mistakes;
mod observations;
mod outlook;
mod reshape;
mod rounding;
mod row;
mod scorer;
mod softmax;
#[cfg(test)]
mod specimens;
mod spread;
mod store;
mod trace;
mod undefined;

pub use axis::{Axis, Distribution, LogSumExp, Scores, Source, Vocab};
pub use change::{CannotChange, Change};
pub use contributions::{Contributions, Total};
pub use dot::{add_scaled, dot, sum};
pub use embedding::Embedding;
pub(crate) use exponential::exp;
pub use givens::{Cell, Givens, Tensor};
pub use gradients::{Differentiated, Gradients, HeadGradient, LogitGradient, NoGradients, RowGradients, WayBack};
pub use hull::{HullDistance, NoHull, distance_to_hull};
pub use lines::Lines;
pub use mask::Mask;
pub use measured::{CannotMeasure, Measured, Varied};
pub use observations::{Checks, Leading, Observation};
pub use outlook::{Outlook, Words};
pub use reshape::{CannotRemove, Part};
pub use rounding::{Comparison, Mark};
pub use row::{Reading, Row};
pub use scorer::{Parameter, ScoreTerms, Scorer, ScorerKind};
pub use softmax::{NothingToNormalise, softmax};
pub use spread::{Spread, typical_product};
pub use trace::{NoLoss, Trace};
pub use undefined::{Stage, Undefined};
