//! The cursor in the view of all rows. Moving over rows shows another row everywhere.

use super::grid::{Grid, Pointed};
use super::{Direction, Focus, Jump, Model, View, Window};

impl Model {
    /// The view of all rows, when it is shown.
    pub fn grid(&self) -> Option<Grid> {
        (self.view == View::Rows).then(|| self.layout()).flatten()?.grid
    }

    /// Row and number an arrow leads to; `None` at the edge.
    pub(super) fn neighbour_in_grid(&self, grid: &Grid, direction: Direction) -> Option<(usize, Focus)> {
        let (across, down) = match direction {
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
        };
        let (rows, places) = if grid.transposed { (across, down) } else { (down, across) };
        let (row, focus) = (self.row, self.cursor);
        if let Some(row) = moved(row, rows, self.givens().rows()).filter(|_| rows != 0) {
            return Some((row, focus));
        }
        if places != 0
            && let Some(focus) = self.at_place(focus, moved(self.place_in_grid(focus), places, self.places(focus)))
        {
            return Some((row, focus));
        }
        // Over the edge between the two matrices, where they are two.
        if grid.pair.is_some() {
            return None;
        }
        let words = grid.words();
        let place = match (focus, direction) {
            (Focus::Attention(slot), Direction::Right) if grid.transposed => {
                return self.at_place(Focus::Probability(0), same_line(slot, grid.slots(), words)).map(|to| (row, to));
            }
            (Focus::Probability(_), Direction::Left) if grid.transposed => {
                let slot = same_line(self.place_in_grid(focus), words, grid.slots())?;
                return Some((row, Focus::Attention(slot)));
            }
            (Focus::Attention(_), Direction::Right) => words.first,
            (Focus::Probability(_), Direction::Left) => {
                let last = grid.slots().range().end.checked_sub(1)?;
                return Some((row, Focus::Attention(last)));
            }
            _ => return None,
        };
        self.at_place(Focus::Probability(0), Some(place)).map(|focus| (row, focus))
    }

    /// Row and number a jump leads to.
    pub(super) fn far_in_grid(&self, grid: &Grid, jump: Jump) -> (usize, Focus) {
        let focus = self.cursor;
        let (last_row, last_place) = (self.givens().rows() - 1, self.places(focus) - 1);
        let over_rows = matches!(jump, Jump::First | Jump::Last) != grid.transposed;
        let end = matches!(jump, Jump::End | Jump::Last);
        if over_rows {
            return (if end { last_row } else { 0 }, focus);
        }
        (self.row, self.at_place(focus, Some(if end { last_place } else { 0 })).unwrap_or(focus))
    }

    /// Row and number a page up or down leads to.
    pub(super) fn paged_in_grid(&self, grid: &Grid, down: bool) -> (usize, Focus) {
        let focus = self.cursor;
        let paged = |at: usize, page: usize, count: usize| {
            let page = page.max(1);
            if down { (at + page).min(count - 1) } else { at.saturating_sub(page) }
        };
        if !grid.transposed {
            return (paged(self.row, grid.rows().shown, self.givens().rows()), focus);
        }
        let shown = if matches!(focus, Focus::Probability(_)) { grid.words() } else { grid.slots() };
        let place = paged(self.place_in_grid(focus), shown.shown, self.places(focus));
        (self.row, self.at_place(focus, Some(place)).unwrap_or(focus))
    }

    /// Row and number at a place of the screen.
    pub(super) fn pointed_in_grid(&self, grid: &Grid, x: u16, y: u16) -> Option<(usize, Focus)> {
        let (row, pointed) = grid.at(x, y)?;
        let focus = match pointed {
            Pointed::Slot(slot) => Focus::Attention(slot),
            Pointed::ListPlace(place) => Focus::Probability(self.list().word_at(place)?),
        };
        Some((row, focus))
    }

    /// Where a number stands among those of its matrix, in any row.
    fn place_in_grid(&self, focus: Focus) -> usize {
        match focus {
            Focus::Probability(word) => self.list().place_of(word).unwrap_or(0),
            focus => focus.slot().unwrap_or(0),
        }
    }

    fn places(&self, focus: Focus) -> usize {
        if matches!(focus, Focus::Probability(_)) { self.givens().words() } else { self.givens().slots() }
    }

    /// The number at a place of the matrix another number is in.
    fn at_place(&self, like: Focus, place: Option<usize>) -> Option<Focus> {
        Some(match like {
            Focus::Probability(_) => Focus::Probability(self.list().word_at(place?)?),
            _ => Focus::Attention(place?),
        })
    }
}

fn moved(at: usize, by: isize, count: usize) -> Option<usize> {
    at.checked_add_signed(by).filter(|to| *to < count)
}

/// The place on the same line of the screen in the other matrix, or on its last.
fn same_line(at: usize, from: Window, to: Window) -> Option<usize> {
    let line = from.place(at).unwrap_or(0).min(to.shown.checked_sub(1)?);
    Some(to.first + line)
}
