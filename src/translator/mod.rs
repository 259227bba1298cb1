//! The translator: a small recurrent decoder that reads before it writes, with everything it is trained on.
//!
//! Beside the engine and as bare as it: knows no file, no screen, no language and no clock. All arithmetic is f64 and
//! always in the same order, so that the same seed gives the same numbers on every machine.
//!
//! | to find | look at |
//! |---|---|
//! | the random numbers behind everything | [`SplitMix64`] |
//! | pairs of sentences, their words and the grammar behind them | [`corpus`] |
//! | how far translations agree with their references | [`Bleu`] |
mod bleu;
pub mod corpus;
mod random;

pub use bleu::Bleu;
pub use corpus::{Aligned, BOS, Corpus, EOS, Kind, PAD, Pair, Role, Side, Vocabulary};
pub use random::SplitMix64;
