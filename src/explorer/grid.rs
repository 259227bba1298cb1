//! Where everything stands in the view of all rows: T × slots beside T × words.
//!
//! ```text
//! title, ribbon, what stayed                                Rows::title …
//! SOURCE AXIS …                 │ VOCAB AXIS …              Rows::heads
//! α: each row along j →         │ p: each row along w →     GridLines::along
//!  t prefix   1  2  3    Σ_j    │  1  2  3   Σ_w  chosen    GridLines::index
//!            他 书 昨天         │ him book …                GridLines::names
//!  1 BOS     ▓72░14░14  1.000   │ ▓68▒24…                   GridLines::body
//!  Σ_t        …                 │ …                         GridLines::sums
//! ░ .25 ▒ .5 ▓ .75 █ 1                                      GridLines::legend
//! the dock, the footer                                      Rows::dock …
//! ```
//! Upright, rows t run down and slots and words across; transposed, slots and words run down and rows t across. As the
//! main layout this is a pure function of sizes, focus and scroll.

mod lines;
mod upright;

use super::columns::digits;
use super::layout::{Extents, Scroll};
use super::rows::Rows;
use super::{Focus, Window};
pub use lines::GridLines;
use ratatui::layout::Rect;
use upright::Upright;

/// What the view of all rows depends on beside the [`Extents`] of the main screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridExtents {
    /// T.
    pub rows: usize,
    /// The row shown.
    pub row: usize,
    /// Whether slots and words run down, rows across.
    pub transposed: bool,
    /// Width in cells of the widest prefix.
    pub prefix: u16,
    /// The same axis twice, in two computations.
    pub pair: Option<Pair>,
}

/// One axis shown twice: as it is seen, and beside it as it is otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// The weights over the slots.
    Attention,
    /// The probabilities over the words.
    Probabilities,
}

/// One of the two matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Columns [start, end) of the screen are its.
    pub start: u16,
    /// The column after its last.
    pub end: u16,
    /// Where the number of a line ends.
    pub number: u16,
    /// x and width of the name of a line.
    pub name: (u16, u16),
    /// Where the cells begin.
    pub cells: u16,
    /// x and width of the sum of each line.
    pub sum: (u16, u16),
    /// Slots, words or rows shown across.
    pub across: Window,
    /// Rows, slots or words shown down.
    pub down: Window,
}

impl Block {
    /// x of the place across.
    pub fn x(&self, across: usize, cell: u16) -> Option<u16> {
        Some(self.cells + u16::try_from(self.across.place(across)?).ok()? * cell)
    }
}

/// The view of all rows, laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Whether slots and words run down.
    pub transposed: bool,
    /// The row shown.
    pub row: usize,
    /// The same axis twice.
    pub pair: Option<Pair>,
    /// Its lines.
    pub lines: GridLines,
    /// x and width of the words chosen, where rows run down.
    pub chosen: Option<(u16, u16)>,
    /// Width of a cell: 3, 4, 6 or 8.
    pub cell: u16,
    /// T × n.
    pub source: Block,
    /// T × |V|.
    pub vocab: Block,
}

/// Widths of a cell, the best first: a shade and two digits at least.
pub(super) const CELLS: [u16; 4] = [8, 6, CLOSE, NARROWEST_CELL];

/// A shade, two digits and a gap: no room for most names, or for a sum with its decimals.
pub(super) const CLOSE: u16 = 4;

/// A shade and two digits, without a gap.
pub const NARROWEST_CELL: u16 = 3;

/// A gap and `1.000`, with its mark; on a narrow screen `1.0`.
pub(super) fn sum_cells(width: u16) -> u16 {
    if width < NARROW { 5 } else { 7 }
}

/// Below this width everything around the cells is cut to the least.
const NARROW: u16 = 56;

/// Cells left free at the edge.
pub(super) const MARGIN: u16 = 1;

/// The least of a prefix: its last word, or some of it.
pub(super) fn least_prefix(width: u16) -> u16 {
    if width < NARROW { 4 } else { 6 }
}

/// A chosen word, whether it is right, and the word fed back where that is another.
fn chosen_cells(width: u16) -> u16 {
    if width < NARROW { 6 } else { 11 }
}

/// The most of a prefix.
pub(super) const LONGEST_PREFIX: u16 = 24;

/// The most of a name of a slot or word beside its line.
const LONGEST_NAME: u16 = 12;

impl Grid {
    /// Lays it out; the lines around it come with it.
    pub(super) fn plan(
        size: (u16, u16),
        extents: &Extents,
        grid: &GridExtents,
        focus: Focus,
        scroll: Scroll,
        list_place: Option<usize>,
    ) -> (Rows, Self) {
        let (extents, slot_place, list_place, scroll) = paired(extents, grid.pair, focus, list_place, scroll);
        let extents = &extents;
        let (left, right) = ((size.0 - 1) / 2, size.0 - (size.0 - 1) / 2 - 1);
        let longest = if size.0 < NARROW { 4 } else { LONGEST_NAME };
        let (slot, word) = (extents.slot_name.clamp(4, longest), extents.word_name.clamp(4, longest));
        let sum = sum_cells(size.0);
        let (slot_number, word_number) = (digits(extents.slots), digits(extents.words));
        let upright = Upright::plan(size.0, extents, grid);
        let cell = if grid.transposed {
            let across = |half: u16, number: u16, name: u16| half.saturating_sub(MARGIN + number + 1 + name + 1 + sum);
            let room = across(left, slot_number, slot).min(across(right, word_number, word));
            widest_cell(room, grid.rows).unwrap_or(least_cell(grid.rows))
        } else {
            upright.cell
        };
        let down = if grid.transposed { extents.slots.max(extents.words) } else { grid.rows };
        let (rows, lines) =
            GridLines::plan(size.1, extents, (grid.transposed, cell <= CLOSE, grid.pair.is_some()), down);
        let body = usize::from(lines.body_rows);
        let row = Some(grid.row);
        let (source, vocab, chosen) = if grid.transposed {
            let block = |start: u16, end: u16, number: u16, name: u16, down: Window| {
                let room = (end - start).saturating_sub(MARGIN + number + 1 + name + 1 + sum);
                let across = Window::following(scroll.rows, row, usize::from(room / cell).max(1), grid.rows);
                Block::new((start, end), number, name, down).showing(across, cell, sum)
            };
            let slots = Window::following(scroll.attention, slot_place, body, extents.slots);
            let words = Window::following(scroll.list, list_place, body, extents.words);
            let source = block(0, left, slot_number, slot, slots);
            let vocab = block(left + 1, size.0, word_number, word, words);
            // Both show the same rows.
            let shown = source.across.shown.min(vocab.across.shown);
            let across = Window::following(scroll.rows, row, shown, grid.rows);
            (source.showing(across, cell, sum), vocab.showing(across, cell, sum), None)
        } else {
            let rows_shown = Window::following(scroll.rows, row, body, grid.rows);
            let slots = Window::following(scroll.attention, slot_place, upright.slots, extents.slots);
            let words = Window::following(scroll.list, list_place, upright.words, extents.words);
            let end = upright.label + cells(slots) * cell + sum;
            let source = Block::new((0, end), digits(grid.rows), upright.prefix, rows_shown).showing(slots, cell, sum);
            let vocab = Block { start: end + 1, end: size.0, cells: end + 2, ..source }.showing(words, cell, sum);
            let x = vocab.sum.0 + sum - 1;
            let chosen = grid.pair.is_none().then(|| (x, size.0.saturating_sub(x + 1)));
            (source, vocab, chosen)
        };
        let grid =
            Self { transposed: grid.transposed, row: grid.row, pair: grid.pair, lines, chosen, cell, source, vocab };
        (rows, grid)
    }

    /// Keeps what this layout has scrolled to.
    pub(super) fn scroll(&self, scroll: Scroll) -> Scroll {
        let (slots, words, rows) = if self.transposed {
            (self.source.down, self.vocab.down, self.source.across)
        } else {
            (self.source.across, self.vocab.across, self.source.down)
        };
        match self.pair {
            None => Scroll { attention: slots.first, list: words.first, rows: rows.first, ..scroll },
            Some(Pair::Attention) => Scroll { attention: slots.first, rows: rows.first, ..scroll },
            Some(Pair::Probabilities) => Scroll { list: words.first, rows: rows.first, ..scroll },
        }
    }

    /// Rows t in view.
    pub fn rows(&self) -> Window {
        if self.transposed { self.source.across } else { self.source.down }
    }

    /// What lies on the left in view: slots, unless words are shown twice.
    pub fn slots(&self) -> Window {
        if self.transposed { self.source.down } else { self.source.across }
    }

    /// What lies on the right in view: places of the list of words, unless slots are shown twice.
    pub fn words(&self) -> Window {
        if self.transposed { self.vocab.down } else { self.vocab.across }
    }

    /// Whether a kind of number can stand in this view.
    pub fn has(focus: Focus) -> bool {
        matches!(focus, Focus::Attention(_) | Focus::Probability(_))
    }

    /// Whether it stands here now.
    pub fn shows(&self, focus: Focus) -> bool {
        match focus {
            Focus::Attention(_) => self.pair != Some(Pair::Probabilities),
            Focus::Probability(_) => self.pair != Some(Pair::Attention),
            _ => false,
        }
    }

    /// The number here that says most of what was in focus elsewhere.
    pub fn stand_in(&self, focus: Focus) -> Focus {
        match (focus.slot(), focus.word(), self.pair) {
            (Some(slot), _, None | Some(Pair::Attention)) => Focus::Attention(slot),
            (_, Some(word), None | Some(Pair::Probabilities)) => Focus::Probability(word),
            (.., Some(Pair::Probabilities)) => Focus::Probability(0),
            _ => Focus::Attention(self.slots().first),
        }
    }

    /// The cells of the screen a number takes, in the row shown or another; `place` is where the word stands in the list.
    pub fn place(&self, row: usize, focus: Focus, place: impl Fn(usize) -> Option<usize>) -> Option<Rect> {
        let (block, other) = match focus {
            _ if !self.shows(focus) => return None,
            Focus::Attention(slot) => (&self.source, slot),
            Focus::Probability(word) if self.pair.is_some() => (&self.source, place(word)?),
            Focus::Probability(word) => (&self.vocab, place(word)?),
            _ => return None,
        };
        self.cell_at(block, row, other)
    }

    /// The cells of the screen of a row and a place of a block.
    pub fn cell_at(&self, block: &Block, row: usize, other: usize) -> Option<Rect> {
        let (across, down) = if self.transposed { (row, other) } else { (other, row) };
        let y = self.lines.body + u16::try_from(block.down.place(down)?).ok()?;
        Some(Rect { x: block.x(across, self.cell)?, y, width: self.cell, height: 1 })
    }

    /// Row and number at a place of the screen; a word is given by its place in the list.
    pub fn at(&self, x: u16, y: u16) -> Option<(usize, Pointed)> {
        let down = usize::from(y.checked_sub(self.lines.body)?);
        for (block, source) in [(&self.source, true), (&self.vocab, false)] {
            let Some(across) = x.checked_sub(block.cells).map(|x| usize::from(x / self.cell)) else { continue };
            if across < block.across.shown && down < block.down.shown {
                let (across, down) = (block.across.first + across, block.down.first + down);
                let (row, other) = if self.transposed { (across, down) } else { (down, across) };
                let slot = match self.pair {
                    None => source,
                    Some(pair) => pair == Pair::Attention,
                };
                return Some((row, if slot { Pointed::Slot(other) } else { Pointed::ListPlace(other) }));
            }
        }
        None
    }
}

/// What lies at a place of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointed {
    /// A slot.
    Slot(usize),
    /// A place in the list of words.
    ListPlace(usize),
}

impl Block {
    fn new((start, end): (u16, u16), number: u16, name: u16, down: Window) -> Self {
        let number = start + MARGIN + number;
        let cells = number + 1 + name + 1;
        Self { start, end, number, name: (number + 1, name), cells, sum: (cells, 0), across: Window::default(), down }
    }

    /// With so many cells across, and after them the sum in so many columns.
    fn showing(self, across: Window, cell: u16, sum: u16) -> Self {
        Self { across, sum: (self.cells + cells(across) * cell + 1, sum - 2), ..self }
    }
}

/// The extents as if one axis were both.
fn paired(
    extents: &Extents,
    pair: Option<Pair>,
    focus: Focus,
    list_place: Option<usize>,
    scroll: Scroll,
) -> (Extents, Option<usize>, Option<usize>, Scroll) {
    let mut both = *extents;
    match pair {
        None => (both, focus.slot(), list_place, scroll),
        Some(Pair::Attention) => {
            (both.words, both.word_name) = (extents.slots, extents.slot_name);
            (both, focus.slot(), focus.slot(), Scroll { list: scroll.attention, ..scroll })
        }
        Some(Pair::Probabilities) => {
            (both.slots, both.slot_name) = (extents.words, extents.word_name);
            (both, list_place, list_place, Scroll { attention: scroll.list, ..scroll })
        }
    }
}

/// How many things a window shows, as a count of columns.
fn cells(window: Window) -> u16 {
    u16::try_from(window.shown).unwrap_or(u16::MAX)
}

/// The widest cell in which so many fit, and over which their numbers can stand.
fn widest_cell(room: u16, count: usize) -> Option<u16> {
    let fits = |cell: &u16| count.saturating_mul(usize::from(*cell)) <= usize::from(room);
    CELLS.into_iter().find(fits).filter(|cell| *cell >= least_cell(count))
}

/// The narrowest cell over which numbers up to this one have a gap between them.
fn least_cell(largest: usize) -> u16 {
    let wide = digits(largest) + 1;
    CELLS.into_iter().rev().find(|cell| *cell >= wide).unwrap_or(CELLS[0])
}
