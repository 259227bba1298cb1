//! The columns of the upright picture: rows down, slots and words across.

use super::{
    CLOSE, GridExtents, LONGEST_PREFIX, MARGIN, NARROWEST_CELL, chosen_cells, least_cell, least_prefix, sum_cells,
};
use crate::explorer::Extents;
use crate::explorer::columns::digits;

/// The columns of the upright picture.
pub(super) struct Upright {
    pub cell: u16,
    /// Columns before the cells.
    pub label: u16,
    pub prefix: u16,
    pub slots: usize,
    pub words: usize,
}

impl Upright {
    /// Cells that can be told apart come first, then whole prefixes, then the word fed back beside the one chosen, then
    /// more digits. Where not all slots and words fit, slots come before words: which word it is, is said at the end.
    pub fn plan(width: u16, extents: &Extents, grid: &GridExtents) -> Self {
        let count = extents.slots.saturating_add(extents.words);
        let chosen = if grid.pair.is_some() { 0 } else { chosen_cells(width) };
        let (least, sum) = (least_prefix(width), sum_cells(width));
        let whole = grid.prefix.clamp(least, LONGEST_PREFIX);
        // margin, number, gap, prefix, gap | cells, sum | rule, gap, cells, sum | chosen
        let around = MARGIN + digits(grid.rows) + 1 + 1 + sum + 2 + sum;
        let left_over = |cell: u16, prefix: u16, chosen: u16| -> Option<u16> {
            let cells = u16::try_from(count.saturating_mul(usize::from(cell))).ok()?;
            width.checked_sub(around.checked_add(prefix + chosen)?.checked_add(cells)?)
        };
        let with = |cell: u16, prefix: u16, chosen: u16| {
            let more = left_over(cell, prefix, chosen)?;
            Some((cell, prefix.saturating_add(more).min(whole)))
        };
        // Cell, prefix, chosen words: the best first.
        let wishes = [
            (8, whole, 2 * chosen),
            (6, whole, 2 * chosen),
            (8, whole, chosen),
            (6, whole, chosen),
            (CLOSE, least, chosen),
            (NARROWEST_CELL, least, chosen),
        ];
        // Never so narrow that the numbers over the columns run into each other.
        let narrowest = least_cell(extents.slots.max(extents.words));
        let wishes = wishes.into_iter().filter(|(cell, ..)| *cell >= narrowest);
        let found = wishes.into_iter().find_map(|(cell, prefix, chosen)| with(cell, prefix, chosen));
        let (cell, prefix) = found.unwrap_or((narrowest, least));
        let label = MARGIN + digits(grid.rows) + 1 + prefix + 1;
        let fit = usize::from(width.saturating_sub(around + prefix + chosen) / cell).max(2);
        if grid.pair.is_some() {
            let shown = (fit / 2).min(extents.slots);
            return Self { cell, label, prefix, slots: shown, words: shown };
        }
        let words = extents.words.min(fit.saturating_sub(extents.slots).max(fit / 3).max(1));
        let slots = extents.slots.min(fit - words);
        Self { cell, label, prefix, slots, words: words.max(fit - slots).min(extents.words) }
    }
}
