//! The translator: a small recurrent decoder that reads before it writes, with everything it is trained on.
//!
//! Beside the engine and as bare as it: knows no file, no screen, no language and no clock. All arithmetic is f64 and
//! always in the same order, so that the same seed gives the same numbers on every machine.
//!
//! | to find | look at |
//! |---|---|
//! | what can be chosen | [`Design`], [`Sizes`] |
//! | what is learnt | [`Parameters`], [`Tensor`] |
//! | a sentence on its way: z, q, e, α, c, h, logits, p | [`Passage`] |
//! | what the losses feel | [`WayBack`] |
//! | learning from them | [`Learner`], [`Schedule`] |
//! | the random numbers behind everything | [`SplitMix64`] |
//! | pairs of sentences, their words and the grammar behind them | [`corpus`] |
//! | how far translations agree with their references | [`Bleu`] |

mod bleu;
mod cell;
pub mod corpus;
mod design;
mod kernels;
mod learner;
mod parameters;
mod passage;
mod random;
mod schedule;
mod way_back;

pub use bleu::Bleu;
pub use cell::{CellTape, sigmoid, tanh};
pub use design::{Design, Encoder, FirstState, Interface, Sizes, SourceOrder, Timing};
pub use learner::{Example, Learner, Mean, NoStep, Taken, pass};
pub use parameters::{CannotBuild, Initialisation, Parameters, Shapes, Tensor};
pub use passage::{BOS, EOS, PAD, Passage, Station, Unreadable};
pub use random::SplitMix64;
pub use schedule::Schedule;
pub use way_back::{Losses, WayBack};
