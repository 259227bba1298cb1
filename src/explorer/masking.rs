//! Masks: a slot in every row or in one, and the causal mask.

use super::Model;
use crate::engine::Mask;
use crate::words::{explorer as say, reading};

impl Model {
    pub(super) fn toggle_mask(&mut self, row: Option<usize>, slot: usize) {
        let mut next = self.state.clone();
        let rows = next.givens.rows();
        // For one row what it may read; for every row whether any of them may.
        let readable = match row {
            Some(row) => next.givens.mask.readable(row, slot),
            None => (0..rows).any(|row| next.givens.mask.readable(row, slot)),
        };
        match row {
            Some(row) => next.givens.mask.set_cell(rows, row, slot, !readable),
            None => next.givens.mask.set_slot(slot, !readable),
        }
        if next.givens.mask == self.state.givens.mask {
            return self.refuse(say::mask_stays_causal());
        }
        self.change(next);
        self.say(say::masked(row, slot, &self.names().slots[slot], readable));
    }

    pub(super) fn set_causal(&mut self, causal: bool) {
        let mut next = self.state.clone();
        next.givens.mask.set_causal(causal);
        let cell_by_cell = matches!(self.givens().mask, Mask::Cells(_));
        if self.change(next) {
            self.say(if cell_by_cell { reading::causal_instead_of_cells() } else { reading::causal(causal) });
        }
    }
}
