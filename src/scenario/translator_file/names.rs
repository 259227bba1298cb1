//! What the parts of a plan are called in files and on the command line.

use crate::translator::{Encoder, FirstState, SourceOrder, Timing};

/// Directions of the encoder.
pub const ENCODERS: [(&str, Encoder); 2] = [("both", Encoder::Bidirectional), ("one", Encoder::OneDirection)];
/// Orders of the source.
pub const ORDERS: [(&str, SourceOrder); 2] = [("forward", SourceOrder::Forward), ("reversed", SourceOrder::Reversed)];
/// Whether each step reads.
pub const INTERFACES: [(&str, bool); 2] = [("dynamic", true), ("fixed", false)];
/// What comes first in a step.
pub const TIMINGS: [(&str, Timing); 2] =
    [("read-update", Timing::ReadThenUpdate), ("update-read", Timing::UpdateThenRead)];
/// Where the decoder's state begins.
pub const FIRST_STATES: [(&str, FirstState); 2] = [("zero", FirstState::Zero), ("encoder", FirstState::FromEncoder)];
/// An initialisation by width.
pub const BY_WIDTH: &str = "by-width";
/// What stands before the bound of a uniform one.
pub const UNIFORM: &str = "uniform:";

/// What a choice is called.
pub fn name<T: Copy + PartialEq, const N: usize>(names: [(&'static str, T); N], of: T) -> &'static str {
    names.into_iter().find_map(|(name, choice)| (choice == of).then_some(name)).unwrap_or_default()
}

/// The choice that is called so.
pub fn choice<T: Copy, const N: usize>(names: [(&'static str, T); N], called: &str) -> Option<T> {
    names.into_iter().find_map(|(name, choice)| (name == called).then_some(choice))
}
