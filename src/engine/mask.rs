//! Which slots each row may read.

/// The mask of a model with T rows and n slots. Rows and slots are counted from 0.
#[derive(Clone, Debug)]
pub enum Mask {
    /// The same for every row, and optionally causal.
    Padding {
        /// One flag a slot: may it be read?
        readable: Vec<bool>,
        /// Row t reads slots 0…t only.
        causal: bool,
    },
    /// Every cell of T × n by itself: `cells[t][j]`, may row t read slot j?
    Cells(Vec<Vec<bool>>),
}

impl Mask {
    /// Nothing masked.
    pub fn none(slots: usize) -> Self {
        Mask::Padding { readable: vec![true; slots], causal: false }
    }

    /// Whether row t may read slot j.
    pub fn readable(&self, row: usize, slot: usize) -> bool {
        match self {
            Mask::Padding { readable, causal } => {
                readable.get(slot).copied().unwrap_or(false) && (!causal || slot <= row)
            }
            Mask::Cells(cells) => cells.get(row).and_then(|row| row.get(slot)).copied().unwrap_or(false),
        }
    }

    /// Whether nothing is masked in any of the rows.
    pub fn is_none(&self) -> bool {
        match self {
            Mask::Padding { readable, causal } => !causal && !readable.contains(&false),
            Mask::Cells(cells) => !cells.iter().flatten().any(|&readable| !readable),
        }
    }

    /// The slot in every row (`mask[3]`). A causal mask stays causal.
    pub fn set_slot(&mut self, slot: usize, may_read: bool) {
        match self {
            Mask::Padding { readable, .. } => readable[slot] = may_read,
            Mask::Cells(cells) => cells.iter_mut().for_each(|row| row[slot] = may_read),
        }
    }

    /// The slot in one row (`mask[2,3]`). A padding or causal mask is written out cell by cell first, unless it already
    /// says so.
    pub fn set_cell(&mut self, rows: usize, row: usize, slot: usize, may_read: bool) {
        if self.readable(row, slot) == may_read {
            return;
        }
        if let Mask::Padding { readable, .. } = &*self {
            let slots = readable.len();
            *self = Mask::Cells((0..rows).map(|t| (0..slots).map(|j| self.readable(t, j)).collect()).collect());
        }
        if let Mask::Cells(cells) = self {
            cells[row][slot] = may_read;
        }
    }

    /// Whether row t reads slots 0…t only. Said of a mask that is written as such, not of cells that happen to agree.
    pub fn is_causal(&self) -> bool {
        matches!(self, Mask::Padding { causal: true, .. })
    }

    /// Lets row t read slots 0…t only, or takes that away. Cells set one by one are given up for it: a slot is then
    /// padding if no row could read it.
    pub fn set_causal(&mut self, causal: bool) {
        match self {
            Mask::Padding { causal: now, .. } => *now = causal,
            Mask::Cells(_) if !causal => {}
            Mask::Cells(cells) => {
                let slots = cells.first().map_or(0, Vec::len);
                let readable = (0..slots).map(|slot| cells.iter().any(|row| row[slot])).collect();
                *self = Mask::Padding { readable, causal };
            }
        }
    }

    /// A readable slot put in before `slot` (or at the end).
    pub fn insert_slot(&mut self, slot: usize) {
        match self {
            Mask::Padding { readable, .. } => readable.insert(slot.min(readable.len()), true),
            Mask::Cells(cells) => cells.iter_mut().for_each(|row| row.insert(slot.min(row.len()), true)),
        }
    }

    /// A slot taken out.
    pub fn remove_slot(&mut self, slot: usize) {
        match self {
            Mask::Padding { readable, .. } => {
                readable.remove(slot);
            }
            Mask::Cells(cells) => {
                for row in cells {
                    row.remove(slot);
                }
            }
        }
    }

    /// A row that may read all `slots`, put in before `row`. A causal mask goes on counting rows by their place.
    pub fn insert_row(&mut self, row: usize, slots: usize) {
        if let Mask::Cells(cells) = self {
            cells.insert(row.min(cells.len()), vec![true; slots]);
        }
    }

    /// A row taken out.
    pub fn remove_row(&mut self, row: usize) {
        if let Mask::Cells(cells) = self {
            cells.remove(row);
        }
    }
}

impl PartialEq for Mask {
    /// Whether both let the same be read, however they are written.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Mask::Padding { readable: a, causal }, Mask::Padding { readable: b, causal: other }) => {
                a == b && causal == other
            }
            (Mask::Cells(a), Mask::Cells(b)) => a == b,
            (Mask::Cells(cells), padding) | (padding, Mask::Cells(cells)) => {
                let same_slots = matches!(padding, Mask::Padding { readable, .. }
                    if cells.first().is_none_or(|row| row.len() == readable.len()));
                let same = |(row, slots): (usize, &Vec<bool>)| {
                    slots.iter().enumerate().all(|(slot, may_read)| *may_read == padding.readable(row, slot))
                };
                same_slots && cells.iter().enumerate().all(same)
            }
        }
    }
}

impl Eq for Mask {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causal_and_padding_meet() {
        let mask = Mask::Padding { readable: vec![true, true, false], causal: true };
        let seen: Vec<Vec<bool>> = (0..3).map(|t| (0..3).map(|j| mask.readable(t, j)).collect()).collect();
        assert_eq!(seen, [[true, false, false], [true, true, false], [true, true, false]]);
    }

    #[test]
    fn there_and_back_is_the_same_mask() {
        for causal in [false, true] {
            let before = Mask::Padding { readable: vec![true, false, true], causal };
            let mut mask = before.clone();
            mask.set_cell(3, 2, 0, false);
            assert_ne!(mask, before);
            mask.set_cell(3, 2, 0, true);
            assert!(matches!(mask, Mask::Cells(_)));
            assert_eq!(mask, before);
            assert_ne!(mask, Mask::none(4));
        }
    }

    #[test]
    fn one_cell_keeps_the_others_as_they_were() {
        let mut mask = Mask::Padding { readable: vec![true, true, true], causal: true };
        mask.set_cell(3, 0, 2, true);
        let seen: Vec<Vec<bool>> = (0..3).map(|t| (0..3).map(|j| mask.readable(t, j)).collect()).collect();
        assert_eq!(seen, [[true, false, true], [true, true, false], [true, true, true]]);
        let mut same = Mask::none(2);
        same.set_cell(1, 0, 1, true);
        assert_eq!(same, Mask::none(2));
    }
}
