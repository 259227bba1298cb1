//! Which slots each row may read.

use std::sync::Arc;

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
    /// Every cell of T × n by itself: `cells[t][j]`, may row t read slot j? Clones share the rows.
    Cells(Arc<[Arc<[bool]>]>),
}

impl Mask {
    /// Nothing masked.
    pub fn none(slots: usize) -> Self {
        Mask::Padding { readable: vec![true; slots], causal: false }
    }

    /// Every cell by itself: rows of one length.
    pub fn cells(rows: impl IntoIterator<Item = Vec<bool>>) -> Self {
        Mask::Cells(rows.into_iter().map(Arc::from).collect())
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

    /// Whether a row may read the same under another mask of as many slots.
    pub fn same_row(&self, other: &Self, row: usize, slots: usize) -> bool {
        if let (Mask::Cells(a), Mask::Cells(b)) = (self, other)
            && let (Some(a), Some(b)) = (a.get(row), b.get(row))
        {
            return Arc::ptr_eq(a, b) || a == b;
        }
        (0..slots).all(|slot| self.readable(row, slot) == other.readable(row, slot))
    }

    /// Whether nothing is masked in any of the rows.
    pub fn is_none(&self) -> bool {
        match self {
            Mask::Padding { readable, causal } => !causal && !readable.contains(&false),
            Mask::Cells(cells) => cells.iter().all(|row| !row.contains(&false)),
        }
    }

    /// The slot in every row (`mask[3]`). A causal mask stays causal.
    pub fn set_slot(&mut self, slot: usize, may_read: bool) {
        match self {
            Mask::Padding { readable, .. } => readable[slot] = may_read,
            Mask::Cells(cells) => each_row(cells, |row| row[slot] = may_read),
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
            *self = Mask::cells((0..rows).map(|t| (0..slots).map(|j| self.readable(t, j)).collect()));
        }
        if let Mask::Cells(cells) = self {
            let mut changed = cells[row].to_vec();
            changed[slot] = may_read;
            let others = cells.iter().enumerate();
            *cells =
                others.map(|(t, cells)| if t == row { changed.as_slice().into() } else { cells.clone() }).collect();
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
                let slots = cells.first().map_or(0, |row| row.len());
                let readable = (0..slots).map(|slot| cells.iter().any(|row| row[slot])).collect();
                *self = Mask::Padding { readable, causal };
            }
        }
    }

    /// A readable slot put in before `slot` (or at the end).
    pub fn insert_slot(&mut self, slot: usize) {
        match self {
            Mask::Padding { readable, .. } => readable.insert(slot.min(readable.len()), true),
            Mask::Cells(cells) => each_row(cells, |row| row.insert(slot.min(row.len()), true)),
        }
    }

    /// A slot taken out.
    pub fn remove_slot(&mut self, slot: usize) {
        match self {
            Mask::Padding { readable, .. } => {
                readable.remove(slot);
            }
            Mask::Cells(cells) => each_row(cells, |row| {
                row.remove(slot);
            }),
        }
    }

    /// A row that may read all `slots`, put in before `row`. A causal mask goes on counting rows by their place.
    pub fn insert_row(&mut self, row: usize, slots: usize) {
        if let Mask::Cells(cells) = self {
            let (before, after) = cells.split_at(row.min(cells.len()));
            let free: Arc<[bool]> = vec![true; slots].into();
            *cells = before.iter().cloned().chain([free]).chain(after.iter().cloned()).collect();
        }
    }

    /// A row taken out.
    pub fn remove_row(&mut self, row: usize) {
        if let Mask::Cells(cells) = self {
            *cells = cells.iter().enumerate().filter(|(t, _)| *t != row).map(|(_, cells)| cells.clone()).collect();
        }
    }
}

/// Every row anew, with a change made to it.
fn each_row(cells: &mut Arc<[Arc<[bool]>]>, change: impl Fn(&mut Vec<bool>)) {
    let changed = |row: &Arc<[bool]>| {
        let mut row = row.to_vec();
        change(&mut row);
        Arc::from(row)
    };
    *cells = cells.iter().map(changed).collect();
}

impl PartialEq for Mask {
    /// Whether both let the same be read, however they are written.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Mask::Padding { readable: a, causal }, Mask::Padding { readable: b, causal: other }) => {
                a == b && causal == other
            }
            (Mask::Cells(a), Mask::Cells(b)) => {
                let same = |(a, b): (&Arc<[bool]>, &Arc<[bool]>)| Arc::ptr_eq(a, b) || a == b;
                Arc::ptr_eq(a, b) || a.len() == b.len() && a.iter().zip(b.iter()).all(same)
            }
            (Mask::Cells(cells), Mask::Padding { readable, causal })
            | (Mask::Padding { readable, causal }, Mask::Cells(cells)) => {
                // Slices at a time: a large mask is compared at every change.
                let same = |(row, cells): (usize, &Arc<[bool]>)| {
                    let open = if *causal { readable.len().min(row + 1) } else { readable.len() };
                    cells.len() == readable.len() && cells[..open] == readable[..open] && !cells[open..].contains(&true)
                };
                cells.iter().enumerate().all(same)
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
