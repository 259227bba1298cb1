//! The mouse: what lies under it, and what it does there.

use super::action::Action;
use super::{Decode, Direction, Focus, Layout, Mode, Model, View, update};

/// A step of the wheel on a given number.
const WHEEL: f64 = 0.1;

impl Model {
    /// A click: the cursor goes there. It does nothing where there is no place, or while something else has the keys.
    pub fn click(&mut self, x: u16, y: u16) {
        if let Some((reading, row, slot)) = self.pointed_on_board(x, y) {
            self.show_reading(reading);
            return drop(update(self, Action::Focus(row, Focus::Attention(slot))));
        }
        if let Some(spot) = self.pointed_in_decoder(x, y) {
            return drop(update(self, Action::Decode(Decode::Go(spot))));
        }
        if let Some((row, focus)) = self.pointed(x, y) {
            update(self, Action::Focus(row, focus));
            self.take_with_mouse();
        }
    }

    /// A turn of the wheel: nudges the given number under the pointer; elsewhere it moves the cursor line by line.
    pub fn wheel(&mut self, x: u16, y: u16, up: bool) {
        if self.pointed_on_board(x, y).is_some() || self.pointed_in_decoder(x, y).is_some() {
            return drop(update(self, Action::Move(if up { Direction::Up } else { Direction::Down })));
        }
        let Some((row, focus)) = self.pointed(x, y) else { return };
        match focus.cell(row) {
            Some(cell) => {
                self.focus = focus;
                update(self, Action::Nudge(Some(cell), if up { WHEEL } else { -WHEEL }));
            }
            None => drop(update(self, Action::Move(if up { Direction::Up } else { Direction::Down }))),
        }
    }

    /// Whether the pointer means something now.
    pub(super) fn may_point(&self) -> bool {
        self.stage.mouse && !self.stage.locked && matches!(self.mode, Mode::Browsing)
    }

    /// Reading, row and slot under the pointer, where all readings are seen.
    fn pointed_on_board(&self, x: u16, y: u16) -> Option<(usize, usize, usize)> {
        self.board().filter(|_| self.may_point())?.at(x, y)
    }

    /// The place under the pointer, when the pointer means something now.
    fn pointed(&self, x: u16, y: u16) -> Option<(usize, Focus)> {
        if !self.may_point() || matches!(self.view, View::Big | View::Readings) {
            return None;
        }
        if self.view == View::Plane {
            return self.point_at(x, y).map(|focus| (self.row, focus));
        }
        let of_scenario =
            |layout: &Layout| layout.decoder.is_none() && layout.training.is_none() && layout.study.is_none();
        let layout = self.layout().filter(of_scenario)?;
        if let Some(grid) = &layout.grid {
            return self.pointed_in_grid(grid, x, y);
        }
        let focus = self.visible(&layout).into_iter().find(|focus| self.is_at(&layout, *focus, x, y))?;
        Some((self.row, focus))
    }

    fn is_at(&self, layout: &Layout, focus: Focus, x: u16, y: u16) -> bool {
        let place = layout.place(focus, |word| self.list().place_of(word));
        place.is_some_and(|place| place.y == y && (place.x..place.x.saturating_add(place.width)).contains(&x))
    }
}
