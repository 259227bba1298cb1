//! Where everything stands in the view of all readings: a block for each, one below the other.
//!
//! ```text
//! title                                                     Rows::title
//! the same operation, with other q, K, V and mask           Board::said …
//! self  its title                    what it is             BoardLine::Head
//!   what q, K and V come from                               BoardLine::About
//!    t knows       river   bank   Σ_j  predicts             BoardLine::Names
//!    1 river       ░ .27  ▓ .73  1.000 → shore              BoardLine::Row …
//!                                                           BoardLine::Gap
//! cross …
//! ░ .25 ▒ .5 ▓ .75 █ 1                                      Board::legend
//! the dock, the footer                                      Rows::dock …
//! ```
//! As the main layout this is a pure function of sizes, focus and scroll. What does not fit is scrolled block by block, so
//! that what is seen begins with a head; a block that is too tall alone keeps its head and scrolls its rows.

use super::Window;
use super::columns::digits;
use super::grid::{CELLS, CLOSE, LONGEST_PREFIX, MARGIN, NARROWEST_CELL, least_prefix, sum_cells};
use super::layout::Scroll;
use super::rows::{Rows, Spare, downwards};
use ratatui::layout::Rect;
use std::ops::Range;

/// What a block depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockExtents {
    /// T.
    pub rows: usize,
    /// n.
    pub slots: usize,
    /// Width in cells of the widest prefix.
    pub prefix: u16,
    /// Whether it is said where its q, K and V come from.
    pub about: bool,
}

/// What the view of all readings depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardExtents {
    /// A block each.
    pub blocks: Vec<BlockExtents>,
    /// The reading shown, its row, and the slot under the cursor.
    pub cursor: (usize, usize, Option<usize>),
    /// Lines that each form of the sentence on all of them takes, in the wider language; the longest form first.
    pub said: [u16; 3],
    /// Whether the dock holds something that needs room.
    pub docked: bool,
    /// Whether the last keys have a line.
    pub keys: bool,
}

/// A line of the blocks. Readings and rows are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLine {
    /// Name, and what kind of reading it is.
    Head(usize),
    /// Where q, K and V come from.
    About(usize),
    /// The names of the slots.
    Names(usize),
    /// A row of a reading.
    Row(usize, usize),
    /// Nothing.
    Gap,
}

/// The view of all readings, laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// First line of the sentence on all of them, and how many it has; which of its forms.
    pub said: Option<(u16, u16, usize)>,
    /// First line of the blocks.
    pub body: u16,
    /// What stands in them, line by line.
    pub lines: Vec<BoardLine>,
    /// Whether there is more above and below.
    pub more: (bool, bool),
    /// What the shades mean.
    pub legend: Option<u16>,
    /// Where the number of a row ends.
    pub number: u16,
    /// x and width of the name of a row.
    pub name: (u16, u16),
    /// Where the cells begin.
    pub cells: u16,
    /// Width of a cell: 3, 4, 6 or 8.
    pub cell: u16,
    /// Width of a sum.
    pub sum: u16,
    /// The slots in view of each reading.
    pub across: Vec<Window>,
    /// x and width of the word each row predicts, where there is room.
    pub predicted: Option<(u16, u16)>,
    cursor: (usize, usize, Option<usize>),
    scrolled: usize,
}

/// An arrow, a word of some letters, its probability and whether it is right.
const LEAST_PREDICTED: u16 = 15;

/// From so many lines on it is said where q, K and V come from even where not all readings are seen.
const ROOMY: usize = 14;

impl Board {
    /// Lays it out; the lines around it come with it.
    pub(super) fn plan(size: (u16, u16), extents: &BoardExtents, scroll: Scroll) -> (Rows, Self) {
        let (width, height) = size;
        let mut spare = Spare::new(height);
        // a head, names and a row, one line of the dock, footer
        spare.take(5);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let title = spare.take(1) == 1;
        // The longest form for which there is room: an open dock comes before a second line.
        let allowed = if extents.docked && height < 30 { u16::from(height >= 20) } else { 2 };
        let form = extents.said.iter().position(|lines| *lines <= allowed).filter(|_| allowed <= spare.left());
        let said = form.map(|form| (spare.take(extents.said[form]), form));
        let legend = height >= 18 && spare.take(1) == 1;
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let mut dock_rows = 1;
        if extents.docked {
            dock_rows += spare.take(if height >= 20 { 4 - u16::from(keys) } else { 2 });
        } else {
            dock_rows += spare.take(1);
        }
        let room = usize::from(3 + spare.take(height));
        let (lines, first, scrolled) = Lines::plan(&extents.blocks, extents.cursor, room, scroll.board);
        let seen: Vec<BoardLine> = lines.seen(first, room);
        // What is left over is the dock's, so that little moves when something is opened in it.
        let left = u16::try_from(room - seen.len()).unwrap_or(0);
        let below = u16::from(left > 0);
        dock_rows += (left - below).min(14);

        let mut take = downwards();
        let title = title.then(|| take(1));
        let said = said.map(|(lines, form)| (take(lines), lines, form));
        let body = take(u16::try_from(seen.len()).unwrap_or(u16::MAX));
        take(below);
        let legend = legend.then(|| take(1));
        let rows = Rows::around(height, (title, None, None), height, keys, dock_rule, dock_rows);
        let more = (first > 0 || lines.rows.more_before(), lines.more_after(first, room));
        let columns = Columns::plan(width, &extents.blocks);
        let across = extents.blocks.iter().enumerate().map(|(at, block)| {
            let (reading, _, slot) = extents.cursor;
            let here = reading == at;
            let fit = usize::from(width.saturating_sub(columns.cells + columns.sum + 1) / columns.cell).max(1);
            let scrolled = if here { scroll.attention } else { 0 };
            Window::following(scrolled, slot.filter(|_| here), fit, block.slots)
        });
        let board = Self {
            said,
            body,
            lines: seen,
            more,
            legend,
            number: columns.number,
            name: columns.name,
            cells: columns.cells,
            cell: columns.cell,
            sum: columns.sum,
            across: across.collect(),
            predicted: None,
            cursor: extents.cursor,
            scrolled,
        };
        let ends = (0..extents.blocks.len()).map(|reading| board.sum_end(reading));
        let x = ends.max().unwrap_or(0).saturating_add(2);
        let predicted = width.checked_sub(x + 1).filter(|cells| *cells >= LEAST_PREDICTED).map(|cells| (x, cells));
        (rows, Self { predicted, ..board })
    }

    /// Keeps what this layout has scrolled to.
    pub(super) fn scroll(&self, scroll: Scroll) -> Scroll {
        let attention = self.across.get(self.cursor.0).map_or(scroll.attention, |slots| slots.first);
        Scroll { board: self.scrolled, attention, ..scroll }
    }

    /// The line of the screen of a row of a reading.
    pub fn y(&self, reading: usize, row: usize) -> Option<u16> {
        let at = self.lines.iter().position(|line| *line == BoardLine::Row(reading, row))?;
        Some(self.body + u16::try_from(at).ok()?)
    }

    /// The rows of a reading in view; `None` where there are none.
    pub(super) fn rows(&self, reading: usize) -> Option<Range<usize>> {
        let of_it = |line: &BoardLine| match *line {
            BoardLine::Row(of, row) if of == reading => Some(row),
            _ => None,
        };
        let (first, last) = (self.lines.iter().find_map(of_it)?, self.lines.iter().rev().find_map(of_it)?);
        Some(first..last + 1)
    }

    /// Where a slot of a reading begins.
    pub fn x(&self, reading: usize, slot: usize) -> Option<u16> {
        let place = self.across.get(reading)?.place(slot)?;
        Some(self.cells + u16::try_from(place).ok()? * self.cell)
    }

    /// Where the sum of a reading's rows ends.
    pub fn sum_end(&self, reading: usize) -> u16 {
        let shown = self.across.get(reading).map_or(0, |slots| slots.shown);
        self.cells + u16::try_from(shown).unwrap_or(u16::MAX).saturating_mul(self.cell) + self.sum
    }

    /// The cells of the screen of a slot in the row under the cursor.
    pub(super) fn place(&self, slot: usize) -> Option<Rect> {
        let (reading, row, _) = self.cursor;
        Some(Rect { x: self.x(reading, slot)?, y: self.y(reading, row)?, width: self.cell, height: 1 })
    }

    /// Reading, row and slot at a place of the screen.
    pub fn at(&self, x: u16, y: u16) -> Option<(usize, usize, usize)> {
        let line = self.lines.get(usize::from(y.checked_sub(self.body)?))?;
        let BoardLine::Row(reading, row) = *line else { return None };
        let place = usize::from(x.checked_sub(self.cells)? / self.cell);
        let slots = self.across.get(reading)?;
        (place < slots.shown).then_some((reading, row, slots.first + place))
    }

    /// The first slot in view of the reading shown.
    pub(super) fn first_slot(&self) -> usize {
        self.across.get(self.cursor.0).map_or(0, |slots| slots.first)
    }
}

/// All lines of all blocks.
struct Lines {
    all: Vec<BoardLine>,
    /// The rows in view of a block that does not fit alone; else all of the block shown.
    rows: Window,
    /// Such a block.
    tall: Option<usize>,
}

impl Lines {
    /// The lines, the first one seen, and how far the rows of a tall block are scrolled.
    fn plan(
        blocks: &[BlockExtents],
        (reading, row, _): (usize, usize, Option<usize>),
        room: usize,
        scrolled: usize,
    ) -> (Self, usize, usize) {
        let with = |about: bool, gap: bool| {
            let mut lines = Vec::new();
            for (at, block) in blocks.iter().enumerate() {
                if gap && at > 0 {
                    lines.push(BoardLine::Gap);
                }
                lines.push(BoardLine::Head(at));
                if about && block.about {
                    lines.push(BoardLine::About(at));
                }
                lines.push(BoardLine::Names(at));
                lines.extend((0..block.rows).map(|row| BoardLine::Row(at, row)));
            }
            lines
        };
        let forms = [(true, true), (true, false), (false, true), (false, false)];
        let all = forms.into_iter().map(|(about, gap)| with(about, gap)).find(|lines| lines.len() <= room);
        if let Some(all) = all {
            return (Self { all, rows: Window::default(), tall: None }, 0, 0);
        }
        let all = with(room >= ROOMY, false);
        let start = |of: usize| all.iter().position(|line| *line == BoardLine::Head(of)).unwrap_or(0);
        let end = if reading + 1 < blocks.len() { start(reading + 1) } else { all.len() };
        if end - start(reading) <= room {
            let first = (0..=reading).map(start).find(|first| end - first <= room).unwrap_or(0);
            return (Self { all, rows: Window::default(), tall: None }, first, 0);
        }
        let count = blocks.get(reading).map_or(1, |block| block.rows);
        let around = end - start(reading) - count;
        let rows = Window::following(scrolled, Some(row), room.saturating_sub(around).max(1), count);
        let first = start(reading);
        (Self { all, rows, tall: Some(reading) }, first, rows.first)
    }

    fn seen(&self, first: usize, room: usize) -> Vec<BoardLine> {
        let lines = self.all[first..].iter().copied();
        let hidden = |line: &BoardLine| match *line {
            BoardLine::Row(reading, row) => self.tall == Some(reading) && self.rows.place(row).is_none(),
            _ => false,
        };
        lines.filter(|line| !hidden(line)).take(room).collect()
    }

    fn more_after(&self, first: usize, room: usize) -> bool {
        self.rows.more_after() || self.tall.is_none() && self.all.len() > first + room || {
            let last = self.seen(first, room).last().copied();
            self.tall.is_some() && last != self.all.last().copied()
        }
    }
}

/// The columns all blocks share.
struct Columns {
    number: u16,
    name: (u16, u16),
    cells: u16,
    cell: u16,
    sum: u16,
}

impl Columns {
    /// Cells with room for a name come first, then whole prefixes, then more digits.
    fn plan(width: u16, blocks: &[BlockExtents]) -> Self {
        let most = |of: fn(&BlockExtents) -> usize| blocks.iter().map(of).max().unwrap_or(1);
        let number = MARGIN + digits(most(|block| block.rows));
        let least = least_prefix(width);
        let whole = blocks.iter().map(|block| block.prefix).max().unwrap_or(0).clamp(least, LONGEST_PREFIX);
        let (slots, sum) = (most(|block| block.slots), sum_cells(width));
        let left_over = |(cell, prefix): (u16, u16)| {
            let cells = u16::try_from(slots.saturating_mul(usize::from(cell))).ok()?;
            width.checked_sub((number + 1 + prefix + 1 + sum + 1).checked_add(cells)?)
        };
        // What is left over goes to the prefixes.
        let with = |(cell, prefix): (u16, u16)| {
            let more = left_over((cell, prefix))?;
            Some((cell, prefix.saturating_add(more).min(whole)))
        };
        let [wide, middle, ..] = CELLS;
        let wishes = [(wide, whole), (middle, whole), (middle, least), (CLOSE, least), (NARROWEST_CELL, least)];
        let (cell, prefix) = wishes.into_iter().find_map(with).unwrap_or((NARROWEST_CELL, least));
        Self { number, name: (number + 1, prefix), cells: number + 1 + prefix + 1, cell, sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(rows: &[usize], reading: usize, row: usize, docked: bool) -> BoardExtents {
        let block = |rows: &usize| BlockExtents { rows: *rows, slots: 3, prefix: 10, about: true };
        BoardExtents {
            blocks: rows.iter().map(block).collect(),
            cursor: (reading, row, Some(0)),
            said: [2, 1, 1],
            docked,
            keys: false,
        }
    }

    /// Whatever the sizes: the row under the cursor is in view, under the head and the names of its reading, and no line is
    /// handed out twice.
    #[test]
    fn the_cursor_is_seen_under_the_head_of_its_reading() {
        for height in 12..50 {
            for docked in [false, true] {
                for rows in [&[2, 1, 3][..], &[1], &[40, 1], &[1, 60, 2, 9], &[5, 5, 5, 5, 5, 5]] {
                    let mut scroll = Scroll::default();
                    for (reading, count) in rows.iter().enumerate() {
                        for row in 0..*count {
                            let (around, board) =
                                Board::plan((80, height), &extents(rows, reading, row, docked), scroll);
                            scroll = board.scroll(scroll);
                            let at = |line: BoardLine| board.lines.iter().position(|seen| *seen == line);
                            let here = at(BoardLine::Row(reading, row)).expect("the row is in view");
                            let head = at(BoardLine::Head(reading)).expect("its head");
                            let names = at(BoardLine::Names(reading)).expect("its names");
                            assert!(head < names && names < here, "{height} {rows:?}: {board:?}");
                            let end = board.body + u16::try_from(board.lines.len()).unwrap();
                            let after = board.legend.map_or(end, |legend| legend + 1).max(end);
                            let dock = around.dock_rule.unwrap_or(around.dock);
                            assert!(after <= dock && dock < around.footer, "{height} {docked} {rows:?}: {board:?}");
                            if let Some((y, lines, _)) = board.said {
                                assert!(y + lines <= board.body, "{board:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn three_small_readings_are_seen_together_from_24_lines_on() {
        for height in 24..60 {
            let (_, board) = Board::plan((80, height), &extents(&[2, 1, 3], 0, 0, false), Scroll::default());
            assert_eq!(board.more, (false, false), "{height}");
            assert_eq!(board.lines.iter().filter(|line| matches!(line, BoardLine::Row(..))).count(), 6);
            assert!(board.said.is_some() && board.legend.is_some(), "{height}");
        }
    }
}
