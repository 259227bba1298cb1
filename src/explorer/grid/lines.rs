//! The lines of the view of all rows.

use crate::explorer::Extents;
use crate::explorer::rows::{Rows, Spare, downwards};

/// The lines of the view, from the top. `None` where a small screen, or another orientation, leaves the line out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridLines {
    /// Which way the axes lie.
    pub along: Option<u16>,
    /// The numbers across.
    pub index: Option<u16>,
    /// The names across.
    pub names: u16,
    /// First line of the cells.
    pub body: u16,
    /// Lines of cells.
    pub body_rows: u16,
    /// The sums down.
    pub sums: u16,
    /// Whether names and sums across take turns on two lines, being wider than a cell.
    pub staggered: bool,
    /// The words chosen, where rows lie across.
    pub chosen: Option<u16>,
    /// What the shades mean.
    pub legend: Option<u16>,
}

impl GridLines {
    /// Of a screen so many lines high, with so many rows, slots or words down.
    pub(super) fn plan(
        height: u16,
        extents: &Extents,
        (transposed, narrow, paired): (bool, bool, bool),
        down: usize,
    ) -> (Rows, Self) {
        let mut spare = Spare::new(height);
        // heads, names, one line of cells, sums, one line of the dock, footer
        spare.take(6);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let title = spare.take(1) == 1;
        // Narrow cells leave no gap between two sums, or names.
        let staggered = narrow && height >= 14 && spare.take(2) == 2;
        let chosen_lines = 1 + u16::from(staggered);
        let chosen = transposed && !paired && height >= 16 && spare.take(chosen_lines) == chosen_lines;
        let ribbon = height >= 15 && !(extents.docked && height < 20) && spare.take(1) == 1;
        let along = height >= 16 && spare.take(1) == 1;
        let legend = height >= 18 && spare.take(1) == 1;
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let said = height >= 20 && !(extents.docked && height < 24) && spare.take(1) == 1;
        let index = height >= 22 && spare.take(1) == 1;
        let mut dock_rows = 1;
        if extents.docked {
            dock_rows += spare.take(if height >= 20 { 4 - u16::from(keys) } else { 2 });
        } else if height >= 20 {
            dock_rows += spare.take(1);
        }
        let down = u16::try_from(down).unwrap_or(u16::MAX);
        let body_rows = 1 + spare.take(down - 1);
        dock_rows += spare.take(5_u16.saturating_sub(dock_rows));
        let blanks = spare.take(3);
        dock_rows += spare.take(9);

        let mut take = downwards();
        let title = title.then(|| take(1));
        let ribbon = ribbon.then(|| take(1));
        let said = said.then(|| take(1));
        let heads = take(1);
        let along = along.then(|| take(1));
        take(u16::from(blanks >= 2));
        let index = index.then(|| take(1));
        let names = take(1 + u16::from(staggered));
        let body = take(body_rows);
        let sums = take(1 + u16::from(staggered));
        let chosen = chosen.then(|| take(chosen_lines));
        take(u16::from(blanks >= 1));
        let legend = legend.then(|| take(1));
        let frame = Rows::around(height, (title, ribbon, said), heads, keys, dock_rule, dock_rows);
        (frame, Self { along, index, names, body, body_rows, sums, staggered, chosen, legend })
    }
}
