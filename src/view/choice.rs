//! The word a row chooses, held against its target.

use super::canvas::Canvas;
use crate::engine::{Trace, Words};
use ratatui::style::Style;

/// `✓` where the word is the target, `=` where the target is as probable, `≠` where it is another; nothing without a
/// target. Not `✗`, the sign of a masked slot. `words` are those of the row.
pub fn sign(canvas: &Canvas<'_>, trace: &Trace, row: usize, words: &Words) -> (&'static str, Style) {
    let colours = canvas.colours;
    match trace.givens().targets[row] {
        None => ("", canvas.ink(colours.text)),
        Some(target) if target == words.chosen => ("✓", canvas.ink(colours.content)),
        // Of equal ones none is chosen rather than the other.
        Some(target) if trace.probability(row, target) == Some(words.probability) => ("=", canvas.ink(colours.text)),
        Some(_) => ("≠", colours.strong(colours.target)),
    }
}
