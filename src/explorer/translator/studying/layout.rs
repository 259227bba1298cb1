//! Where the study screen's parts stand: a pure function of the screen's size.
//!
//! ```text
//! which part                                                Rows::title
//! how far it is                                             progress
//! what is measured, in which unit                           head
//! condition   ──o──│─o──                     mean ± spread  first …
//!             lowest             highest                    axis
//! the condition that is pointed at                          told …
//! ─────────────────────────────────────────────────         Rows::dock_rule
//! what is said of the part, the footer                      Rows::dock …
//! ```

use crate::explorer::rows::{Rows, Spare, downwards};

/// The study screen, laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyScreen {
    /// The line of how far it is.
    pub progress: u16,
    /// The line of what is measured.
    pub head: u16,
    /// First line of the conditions; there are [`StudyScreen::CONDITIONS`] lines, whatever the part.
    pub first: u16,
    /// The line of the axis.
    pub axis: u16,
    /// First line of what is told of the condition that is pointed at, and how many.
    pub told: (u16, u16),
    /// Columns of the names.
    pub names: u16,
    /// Columns of the plot: from, up to.
    pub plot: (u16, u16),
    /// Whether the spread stands beside the mean.
    pub spread: bool,
}

impl StudyScreen {
    /// As many as the largest part has.
    pub const CONDITIONS: u16 = 5;

    /// Lays it out; the lines around come with it.
    pub(in crate::explorer) fn plan(size: (u16, u16), keys: bool) -> (Rows, Self) {
        let (width, height) = size;
        let mut spare = Spare::new(height);
        // progress, head, conditions, axis, a line of the dock, footer
        spare.take(5 + Self::CONDITIONS);
        let keys = keys && height >= 14 && spare.take(1) == 1;
        let title = height >= 14 && spare.take(1) == 1;
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let told = if height >= 16 { spare.take(if height >= 22 { 2 } else { 1 }) } else { 0 };
        let dock_rows = 1 + spare.take(height);
        let mut take = downwards();
        let title = title.then(|| take(1));
        let progress = take(1);
        let head = take(1);
        let first = take(Self::CONDITIONS);
        let axis = take(1);
        let told = (take(told), told);
        let rows = Rows::around(height, (title, None, None), head, keys, dock_rule, dock_rows);
        let spread = width >= 72;
        let figures = if spread { 21 } else { 10 };
        let names = match width {
            76.. => 26,
            56..76 => 20,
            _ => 14,
        };
        let plot = (names + 2, width.saturating_sub(figures + 1));
        (rows, Self { progress, head, first, axis, told, names, plot, spread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_own_place_on_every_screen() {
        for height in 12..60 {
            for width in 40..140 {
                for keys in [false, true] {
                    let (rows, screen) = StudyScreen::plan((width, height), keys);
                    let told = screen.told.0..screen.told.0 + screen.told.1;
                    let ends = [screen.progress, screen.head, screen.first, screen.axis];
                    assert!(ends.is_sorted() && screen.first + StudyScreen::CONDITIONS == screen.axis);
                    let after = rows.dock_rule.unwrap_or(rows.dock);
                    assert!(screen.axis < told.start.max(screen.axis + 1) && told.end.max(screen.axis + 1) <= after);
                    assert_eq!(rows.dock + rows.dock_rows, rows.keys.unwrap_or(rows.footer));
                    assert!(screen.plot.0 + 10 <= screen.plot.1, "{width}");
                }
            }
        }
    }
}
