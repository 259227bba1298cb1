//! Where the two pictures stand: a pure function of the size of the screen, of what the dock holds, and of the side the
//! cursor is on.
//!
//! ```text
//! title, ribbon, what stayed                                Rows::title …
//! SOURCE AXIS  k_j, q        │ VOCAB AXIS  v_j, c           Pane::head
//!                            │                              Pane::area
//!                            │
//! what is the same there     │ which word wins at c         Pane::below
//! ─────────────────────────────────────────────────         Rows::dock_rule
//! the dock, the footer                                      Rows::dock …
//! ```
//! Side by side where the screen is wide, one above the other where it is narrow and high, else the one with the cursor.

use super::Side;
use crate::explorer::rows::{Rows, Spare, downwards};
use ratatui::layout::Rect;

/// A picture on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pane {
    /// Which.
    pub side: Side,
    /// The line of its head.
    pub head: u16,
    /// The cells it is drawn in.
    pub area: Rect,
    /// First line of what is said below it, and how many there are.
    pub below: (u16, u16),
}

/// The pictures on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panes {
    /// Keys and the query.
    pub keys: Option<Pane>,
    /// Values and the context.
    pub values: Option<Pane>,
}

/// From so many columns on they stand side by side.
const BESIDE: u16 = 56;

/// From so many lines on one stands above the other, where they do not stand side by side.
const ABOVE: u16 = 30;

impl Panes {
    /// Lays them out; the lines around them come with them.
    pub(in crate::explorer) fn plan((width, height): (u16, u16), docked: bool, keys: bool, side: Side) -> (Rows, Self) {
        let mut spare = Spare::new(height);
        // a head, five lines of a picture, one line of the dock, footer
        spare.take(8);
        let keys = keys && height >= 14 && spare.take(1) == 1;
        let title = !(docked && height < 14) && spare.take(1) == 1;
        let below = spare.take(1);
        let mut dock_rows = 1;
        if docked {
            dock_rows += spare.take(if height >= 20 { 4 - u16::from(keys) } else { 2 });
        } else {
            dock_rows += spare.take(u16::from(height >= 14) + u16::from(height >= 22));
        }
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let ribbon = height >= 16 && !(docked && height < 20) && spare.take(1) == 1;
        let said = height >= 20 && !(docked && height < 24) && spare.take(1) == 1;
        let below = below + if height >= 24 && !docked || height >= 28 { spare.take(1) } else { 0 };
        let stacked = width < BESIDE && height >= ABOVE;
        if height >= 30 && !stacked {
            dock_rows += spare.take(5_u16.saturating_sub(dock_rows));
        }
        let second = if stacked { 1 + below } else { 0 };
        let lines = (5 + spare.left()).saturating_sub(second);

        let mut take = downwards();
        let title = title.then(|| take(1));
        let ribbon = ribbon.then(|| take(1));
        let said = said.then(|| take(1));
        let head = take(1);
        let rows = Rows::around(height, (title, ribbon, said), head, keys, dock_rule, dock_rows);
        let pane = |side: Side, head: u16, (x, width): (u16, u16), lines: u16| Pane {
            side,
            head,
            area: Rect { x, y: head + 1, width, height: lines },
            below: (head + 1 + lines, below),
        };
        let panes = if width >= BESIDE {
            let left = (width - 1) / 2;
            Self {
                keys: Some(pane(Side::Keys, head, (0, left), lines)),
                values: Some(pane(Side::Values, head, (left + 1, width - left - 1), lines)),
            }
        } else if stacked {
            let upper = lines / 2;
            let next = head + 1 + upper + below;
            Self {
                keys: Some(pane(Side::Keys, head, (0, width), upper)),
                values: Some(pane(Side::Values, next, (0, width), lines - upper)),
            }
        } else {
            let only = Some(pane(side, head, (0, width), lines));
            match side {
                Side::Keys => Self { keys: only, values: None },
                Side::Values => Self { keys: None, values: only },
            }
        };
        (rows, panes)
    }

    /// Those in view.
    pub fn in_view(&self) -> impl Iterator<Item = Pane> {
        [self.keys, self.values].into_iter().flatten()
    }

    /// The one of a side, when it is in view.
    pub fn of(&self, side: Side) -> Option<Pane> {
        match side {
            Side::Keys => self.keys,
            Side::Values => self.values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_over_something_else() {
        for width in 40..160 {
            for height in 12..80 {
                for (docked, keys) in [(false, false), (true, false), (false, true), (true, true)] {
                    for side in [Side::Keys, Side::Values] {
                        let (rows, panes) = Panes::plan((width, height), docked, keys, side);
                        assert!(panes.of(side).is_some(), "{width}x{height}");
                        let mut free = rows.heads;
                        for pane in panes.in_view() {
                            assert!(pane.area.height >= 4 && pane.area.width >= 27, "{width}x{height}: {pane:?}");
                            assert!(pane.head >= rows.heads && pane.area.right() <= width);
                            free = free.max(pane.below.0 + pane.below.1);
                        }
                        assert!(free <= rows.dock_rule.unwrap_or(rows.dock), "{width}x{height} {docked} {keys}");
                        if let (Some(keys), Some(values)) = (panes.keys, panes.values) {
                            let aside = keys.area.right() < values.area.x;
                            let below = keys.below.0 + keys.below.1 <= values.head;
                            assert!(aside || below, "{width}x{height}");
                        }
                    }
                }
            }
        }
    }
}
