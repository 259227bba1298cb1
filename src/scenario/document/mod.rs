//! A TOML document as a small tree that knows where everything stands in the text.
//!
//! A head of 100,000 words is 6.4 million numbers; a tree with a node and a span for each takes over a gigabyte. Here an
//! array of numbers is one node that holds the bare values, and is cut out of the text before TOML's own parser sees
//! it. All of a text's errors are collected, and what they touch is marked as broken so that it is not complained about
//! twice.

mod build;
mod fault;
mod grid;
mod number;
mod place;
mod skeleton;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use build::parse;
pub(super) use fault::Fault;
pub(super) use grid::{Grid, GridRow, Scalars, skip_trivia};
pub(super) use place::Places;
pub(super) use tree::{Entry, Kind, Made, Node, Table};
