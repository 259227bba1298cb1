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
//! | why a word went wrong; the sizes of its error's way; a step with another context | [`Diagnosis`], [`Route`], [`Rerun`] |
//! | learning from them | [`Learner`], [`Schedule`] |
//! | from a seed to a translator | [`Plan`], [`Training`]; with what is kept on the way, [`Run`] |
//! | the experiment: source order × interface | [`study`] |
//! | how well it does | [`Forced`], [`Alone`], [`Bleu`] |
//! | pairs of sentences, their words and the grammar behind them | [`corpus`] |
//! | the random numbers behind everything | [`SplitMix64`] |

mod bleu;
mod cell;
pub mod corpus;
mod design;
mod diagnosis;
mod free;
mod kernels;
mod learner;
mod measures;
mod parameters;
mod passage;
mod random;
mod rerun;
mod route;
mod run;
mod schedule;
mod softmax;
pub mod study;
mod training;
mod way_back;

pub use bleu::Bleu;
pub use cell::{CellTape, sigmoid, tanh};
pub use corpus::{Aligned, BOS, Corpus, EOS, Kind, PAD, Pair, Role, Side, Vocabulary};
pub use design::{Design, Encoder, FirstState, Interface, Sizes, SourceOrder, Timing};
pub use diagnosis::{Diagnosis, Held, Raised, Reached, Searched};
pub use free::{Translation, longest, translate};
pub use learner::{Example, Learner, Mean, NoStep, Taken, pass};
pub use measures::{Alone, Forced, OfRole};
pub use parameters::{CannotBuild, Initialisation, Parameters, Shapes, Tensor};
pub use passage::{Passage, Station, Unreadable};
pub use random::SplitMix64;
pub use rerun::{Predicted, Rerun};
pub use route::{Route, RouteOfReading};
pub use run::{Kept, Run};
pub use schedule::Schedule;
pub use softmax::first_highest;
pub use training::{Plan, Training};
pub use way_back::{Losses, WayBack};
