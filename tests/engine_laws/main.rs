//! What holds of the engine for all models, each law in the range where it holds, with a tolerance that is derived.
//!
//! ε = 2^−52 below; one rounded operation is off by at most ε/2 of its result.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss, reason = "tests")]

mod claims;
mod comparison;
mod contributions;
mod edits;
mod geometry;
mod gradients;
mod hull;
mod learning;
mod mistakes;
mod models;
mod observations;
mod softmax;
mod spread;
mod totality;
mod way_back;
