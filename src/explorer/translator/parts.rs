//! The parts of the decoder screen: a table, and a panel below the tables or in their place.

use super::Spot;
use super::layout::{Extents, Scroll};
use crate::explorer::Window;
use ratatui::layout::Rect;

/// Columns of one of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Left edge and width.
    pub area: (u16, u16),
    /// Where the numbers end.
    pub number: u16,
    /// Left edge and width of names.
    pub name: (u16, u16),
    /// Of scores, where there is room.
    pub score: Option<(u16, u16)>,
    /// Of bars, where there is room.
    pub bar: Option<(u16, u16)>,
    /// Of weights.
    pub weight: (u16, u16),
}

/// One of the two parts that may stand below the tables or in their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Its cells.
    pub area: Rect,
    /// Lines: objects, or steps.
    pub lines: Window,
    /// Columns: numbers of an object, or source units.
    pub columns: Window,
    /// Left edge of the first column, and cells of each.
    pub cell: (u16, u16),
    /// Left edge and cells of the words before them; 0 where they have no room.
    pub words: (u16, u16),
}

impl Table {
    /// In so many columns from a left edge on, with so many cells for numbers and for the longest name.
    pub(super) fn plan((x, width): (u16, u16), numbers: u16, name: u16) -> Self {
        const WEIGHT: u16 = 8;
        const SCORE: u16 = 10;
        const BAR: u16 = 2;
        // A sign before the number and one after the weight.
        let around = 1 + numbers + 1 + 1 + WEIGHT + 1;
        let longest = if width < 50 { 10 } else { 12 };
        let name = name.clamp(2, longest).min(width.saturating_sub(around));
        let free = width.saturating_sub(around + name);
        let score = (free >= SCORE + BAR + 2).then_some(SCORE);
        // A blank on either side of it.
        let bar = free.saturating_sub(score.unwrap_or(0) + 2);
        let number = x + 1 + numbers;
        let after_name = number + 1 + name;
        let end = x + width - 1;
        Self {
            area: (x, width),
            number,
            name: (number + 1, name),
            score: score.map(|cells| (after_name, cells)),
            bar: (bar >= BAR).then_some((end - WEIGHT - 1 - bar, bar)),
            weight: (end - WEIGHT, WEIGHT),
        }
    }
}

impl Table {
    /// Bars of both tables are of one length, so that one scale goes for both.
    pub(super) fn on_one_scale(a: Self, b: Self) -> (Self, Self) {
        let cells = a.bar.zip(b.bar).map(|((_, a), (_, b))| a.min(b));
        let with = |table: Self| {
            let bar = table.bar.zip(cells).map(|((x, had), cells)| (x + (had - cells), cells));
            Self { bar, ..table }
        };
        (with(a), with(b))
    }
}

impl Panel {
    /// Letter and shape, where it comes from, some of its numbers.
    pub(super) fn of_objects(area: Rect, extents: &Extents, scroll: Scroll) -> Self {
        const NUMBER: u16 = 9;
        const LETTER_AND_SHAPE: u16 = 14;
        let at = extents.objects.iter().position(|(object, _)| *object == extents.spot.object());
        let lines =
            Window::following(scroll.objects, at, usize::from(area.height.saturating_sub(1)), extents.objects.len());
        let free = area.width.saturating_sub(LETTER_AND_SHAPE + 1);
        let words = match free {
            0..27 => 0,
            free => (free / 2).min(34),
        };
        let room = usize::from((free - words) / NUMBER).max(1);
        let count = extents.objects.iter().map(|(_, count)| *count).max().unwrap_or(1);
        let number = match extents.spot {
            Spot::Component(_, at) => Some(at),
            _ => None,
        };
        let columns = Window::following(scroll.numbers, number, room, count);
        let x = area.x + LETTER_AND_SHAPE;
        Self { area, lines, columns, cell: (x + words, NUMBER), words: (x, words) }
    }

    /// The word, and a cell a unit.
    pub(super) fn of_map(area: Rect, extents: &Extents, scroll: Scroll) -> Self {
        let (steps, step) = extents.steps;
        let lines = Window::following(scroll.steps, Some(step), usize::from(area.height.saturating_sub(2)), steps);
        let numbers = 4;
        let name = extents.names.1.clamp(4, 9);
        let free = area.width.saturating_sub(numbers + name + 1);
        let units = u16::try_from(extents.units.max(1)).unwrap_or(u16::MAX);
        let least = extents.names.0.clamp(3, 5);
        let cells = (free / units).clamp(least, 6);
        let room = usize::from(free / cells).max(1);
        let columns = Window::following(scroll.across, extents.spot.unit(), room, extents.units);
        let x = area.x + numbers;
        Self { area, lines, columns, cell: (x + name + 1, cells), words: (x, name) }
    }
}
