//! How far a word is from the unit it comes from.

use crate::translator::corpus::{Aligned, Pair};

/// Lags from one number up to, not including, another.
pub type Band = (usize, usize);

/// The bands errors are counted in: clauses of nine or ten units have their recipient at 6 to 8, longer ones above.
pub const BANDS: [Band; 3] = [(0, 9), (9, 13), (13, usize::MAX)];

/// Steps between a unit and its word when the source is read forward: the units read after it, and the words written
/// before its word (Sutskever, Vinyals and Le 2014, §3.3, call the least of them the minimal time lag). It is taken from
/// the sentence and not from the order in which a condition reads it, so that the same words are compared.
pub fn lag(pair: &Pair, aligned: &Aligned, written: usize) -> usize {
    pair.source.len().saturating_sub(1 + aligned.at) + written
}
