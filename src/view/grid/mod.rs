//! All rows at once: T × slots beside T × words, as shades and digits, with the sums along both axes.

mod cell;
mod chosen;
mod sums;

use super::canvas::{Canvas, cells_u16};
use super::derived::more_lines;
use super::top;
use crate::engine::{Outlook, Reading, Stage, Undefined};
use crate::explorer::{Block, Focus, Grid, Layout, Model};
use crate::words::reading::{self as say, Lies};
use crate::words::{screen, undefined, width};
use cell::{Shown, cell};
use ratatui::style::Color;

/// Draws the picture.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, grid: &Grid) {
    top::above(canvas, model, layout);
    let picture = Picture { model, grid, rows: Row::in_view(model, grid) };
    let colours = canvas.colours;
    let source = Matrix { block: &grid.source, axis: Axis::Source, colour: colours.source };
    let vocab = Matrix { block: &grid.vocab, axis: Axis::Vocab, colour: colours.vocab };
    top::heads_between(canvas, model, layout, (grid.source.end, grid.vocab.start), (grid.slots(), grid.words()));
    for matrix in [&source, &vocab] {
        picture.along(canvas, matrix);
        picture.heads(canvas, matrix);
        picture.labels(canvas, matrix);
        picture.cells(canvas, matrix);
        picture.sums(canvas, matrix);
        more(canvas, grid, matrix.block);
    }
    if !grid.transposed {
        let quiet = canvas.ink(colours.quiet);
        let first = grid.index.unwrap_or(grid.names);
        for y in first..=grid.sums + u16::from(grid.staggered) {
            canvas.mark(grid.source.end, y, "│", quiet);
        }
    }
    picture.chosen(canvas);
    if let Some(y) = grid.legend {
        let room = usize::from(canvas.width().saturating_sub(2));
        let forms = say::legend(grid.cell < 6);
        if let Some(text) = forms.iter().find(|text| canvas.cells(text.get(canvas.lang)) <= room) {
            canvas.say(1, y, canvas.width(), text, canvas.ink(colours.quiet));
        }
    }
}

/// Which of the two axes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Source,
    Vocab,
}

impl Axis {
    /// The letter of its places, and of what lies on it.
    fn letters(self) -> (char, &'static str) {
        match self {
            Axis::Source => ('j', "α"),
            Axis::Vocab => ('w', "p"),
        }
    }

    fn stage(self) -> Stage {
        match self {
            Axis::Source => Stage::Attention,
            Axis::Vocab => Stage::Probabilities,
        }
    }
}

/// A matrix and how it is drawn.
struct Matrix<'a> {
    block: &'a Block,
    axis: Axis,
    colour: Color,
}

/// One row in view, as far as it has been computed.
struct Row {
    row: usize,
    reading: Reading,
    outlook: Option<Outlook>,
}

impl Row {
    fn in_view(model: &Model, grid: &Grid) -> Vec<Row> {
        let trace = model.trace();
        let rows = grid.rows().range();
        rows.map(|row| Row { row, reading: trace.reading(row), outlook: trace.outlook_at_once(row) }).collect()
    }
}

struct Picture<'a> {
    model: &'a Model,
    grid: &'a Grid,
    rows: Vec<Row>,
}

impl Picture<'_> {
    /// The slots or words in view, each with its place.
    fn places(&self, axis: Axis) -> Vec<(usize, usize)> {
        match axis {
            Axis::Source => self.grid.slots().range().map(|slot| (slot, slot)).collect(),
            Axis::Vocab => {
                let list = self.model.list();
                self.grid.words().range().filter_map(|place| Some((place, list.word_at(place)?))).collect()
            }
        }
    }

    fn focus(axis: Axis, number: usize) -> Focus {
        match axis {
            Axis::Source => Focus::Attention(number),
            Axis::Vocab => Focus::Probability(number),
        }
    }

    fn name(&self, axis: Axis, number: usize) -> &str {
        let names = self.model.names();
        match axis {
            Axis::Source => &names.slots[number],
            Axis::Vocab => &names.words[number],
        }
    }

    /// What the row knows: its prefix.
    fn prefix(&self, row: usize) -> &str {
        self.model.names().prefixes.get(row).and_then(Option::as_deref).unwrap_or_default()
    }

    fn shown(&self, row: &Row, axis: Axis, number: usize) -> Shown {
        if axis == Axis::Source && !self.model.givens().mask.readable(row.row, number) {
            return Shown::Masked;
        }
        if !self.model.shows_stage(axis.stage()) {
            return Shown::Hidden;
        }
        let weight = match axis {
            Axis::Source => row.reading.attention.as_ref().ok().map(|attention| attention.get(number)),
            Axis::Vocab => match row.outlook {
                None => return Shown::Computing,
                Some(_) => self.model.trace().probability(row.row, number),
            },
        };
        weight.map_or(Shown::Undefined, Shown::Weight)
    }

    /// Why a row has nothing to show on an axis, once that may be told.
    fn undefined(&self, row: &Row, axis: Axis) -> Option<Undefined> {
        let reason = match axis {
            Axis::Source => row.reading.attention.as_ref().err().copied(),
            Axis::Vocab => row.outlook.and_then(|outlook| outlook.words.err()),
        };
        reason.filter(|reason| self.model.shows_stage(reason.stage()))
    }

    /// Along which axis it is normalised, and where that lies.
    fn along(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let Some(y) = self.grid.along else { return };
        let lies = if self.grid.transposed { Lies::Down } else { Lies::Across };
        let forms = match matrix.axis {
            Axis::Source => say::attention_along(lies),
            Axis::Vocab => say::probabilities_along(lies),
        };
        let room = usize::from(matrix.block.end.saturating_sub(matrix.block.start + 1));
        if let Some(text) = forms.iter().find(|text| width::either(text) <= room) {
            canvas.say(matrix.block.start + 1, y, matrix.block.end, text, canvas.ink(matrix.colour));
        }
    }

    /// Numbers and names across.
    fn heads(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        let quiet = canvas.ink(canvas.colours.quiet);
        let (letter, _) = matrix.axis.letters();
        let (across, down) = if grid.transposed { ('t', letter) } else { (letter, 't') };
        if grid.transposed || matrix.axis == Axis::Source {
            canvas.put_right(block.number, grid.names, block.start, &down.to_string(), quiet);
            let (x, cells) = block.name;
            match grid.transposed {
                false => drop(canvas.say(x, grid.names, x + cells, &say::prefix(), quiet)),
                true => {
                    let name = if matrix.axis == Axis::Source { screen::slot() } else { screen::word() };
                    canvas.say(x, grid.names, x + cells, &name, quiet);
                }
            }
        }
        if let Some(y) = grid.index {
            canvas.put_right(block.cells.saturating_sub(1), y, block.start, &across.to_string(), quiet);
        }
        let (x, cells) = block.sum;
        canvas.put_right(x + cells, grid.names, x, &format!("Σ_{across}"), quiet);
        for (place, number) in self.across(matrix.axis) {
            let Some(x) = block.x(place, grid.cell) else { continue };
            let (start, end, below) = self.across_cells(block, place, x);
            let focused = self.is_across(matrix.axis, number);
            let style = if focused { canvas.colours.strong(canvas.colours.text) } else { quiet };
            if let Some(y) = grid.index {
                canvas.put_right(end, y, block.cells.saturating_sub(1), &(number + 1).to_string(), style);
            }
            let name = if grid.transposed { last_word(self.prefix(number)) } else { self.name(matrix.axis, number) };
            let name = cut_hard(name, usize::from(end - start));
            canvas.put_right(end, grid.names + below, start, name, style);
        }
    }

    /// Where what stands over or under a column begins and ends, and on which line of two: a narrow column takes turns
    /// with its neighbours, and has the room of both.
    fn across_cells(&self, block: &Block, place: usize, x: u16) -> (u16, u16, u16) {
        let end = x + self.grid.cell - u16::from(self.grid.cell > 3);
        if !self.grid.staggered {
            return (x, end, 0);
        }
        let below = u16::from(block.across.place(place).is_some_and(|at| at % 2 == 1));
        // A gap of one cell to the neighbour on the same line.
        let first = block.cells.saturating_sub(if block.start == 0 || self.grid.transposed { 2 } else { 1 });
        (end.saturating_sub(2 * self.grid.cell - 1).max(first), end, below)
    }

    /// What lies across a matrix: place and number.
    fn across(&self, axis: Axis) -> Vec<(usize, usize)> {
        if self.grid.transposed { self.grid.rows().range().map(|row| (row, row)).collect() } else { self.places(axis) }
    }

    /// Whether the cursor is in this column.
    fn is_across(&self, axis: Axis, number: usize) -> bool {
        if self.grid.transposed {
            return number == self.model.row();
        }
        self.model.cursor() == Self::focus(axis, number)
    }

    /// Numbers and names down.
    fn labels(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        let colours = canvas.colours;
        let quiet = canvas.ink(colours.quiet);
        let (x, cells) = block.name;
        if grid.transposed {
            for (place, number) in self.places(matrix.axis) {
                let Some(y) = self.y(block, place) else { continue };
                let focused = self.model.cursor() == Self::focus(matrix.axis, number);
                let style = if focused { colours.strong(colours.text) } else { canvas.ink(colours.text) };
                canvas.put_right(block.number, y, block.start, &(number + 1).to_string(), quiet);
                let name = width::cut(self.name(matrix.axis, number), usize::from(cells));
                canvas.put(x, y, x + cells, &name, style);
            }
        } else if matrix.axis == Axis::Source {
            for row in &self.rows {
                let Some(y) = self.y(block, row.row) else { continue };
                let here = row.row == self.model.row();
                let style = if here { colours.strong(colours.text) } else { canvas.ink(colours.text) };
                canvas.put_right(block.number, y, block.start, &(row.row + 1).to_string(), quiet);
                if here {
                    canvas.mark(block.start, y, "▸", style);
                }
                let prefix = self.prefix(row.row);
                canvas.put(x, y, x + cells, &tail(prefix, usize::from(cells)), style);
            }
        }
    }

    fn y(&self, block: &Block, down: usize) -> Option<u16> {
        Some(self.grid.body + u16::try_from(block.down.place(down)?).ok()?)
    }

    fn cells(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        let list = self.model.list();
        for row in &self.rows {
            let reason = self.undefined(row, matrix.axis).filter(|_| !grid.transposed);
            let said = reason.is_some();
            if let Some(reason) = reason {
                self.sentence(canvas, block, row.row, reason);
            }
            for (_, number) in self.places(matrix.axis) {
                let focus = Self::focus(matrix.axis, number);
                let Some(place) = grid.place(row.row, focus, |word| list.place_of(word)) else { continue };
                let focused = row.row == self.model.row() && self.model.cursor() == focus;
                let shown = self.shown(row, matrix.axis, number);
                // A sentence stands there; the cell under the cursor is still to be seen.
                if said && !focused {
                    continue;
                }
                let moved = !focused && self.moved(row.row, focus);
                cell(canvas, (place.x, place.y, place.width), &shown, (focused, moved), matrix.colour);
            }
        }
    }

    /// Whether a number has moved since the baseline; only told where that needs no other rows' words.
    fn moved(&self, row: usize, focus: Focus) -> bool {
        let known = matches!(focus, Focus::Attention(_)) || self.model.trace().is_light();
        known && self.model.differs().any() && self.model.mark(row, focus) == Some(crate::engine::Mark::Moved)
    }

    /// Whether any number of the row has.
    fn row_moved(&self, row: usize, axis: Axis) -> bool {
        let known = axis == Axis::Source || self.model.trace().is_light();
        known
            && self.model.differs().any()
            && self.model.shows_stage(axis.stage())
            && self.model.comparison().stage(row, axis.stage()) == crate::engine::Mark::Moved
    }

    /// A row without numbers says why, over its cells.
    fn sentence(&self, canvas: &mut Canvas<'_>, block: &Block, row: usize, reason: Undefined) {
        let Some(y) = self.y(block, row) else { return };
        let end = block.sum.0 + block.sum.1;
        let names = self.model.names();
        let long = undefined::reason(reason, &names.slots, &names.words);
        let short = undefined::in_short(reason);
        let room = usize::from(end.saturating_sub(block.cells));
        let text = [long, short].into_iter().find(|text| canvas.cells(text.get(canvas.lang)) <= room);
        let style = canvas.colours.strong(canvas.colours.target);
        canvas.fill(block.cells, y, end, " ", style);
        // The cell under the cursor stays to be seen.
        let focused = row == self.model.row();
        let start = if focused { self.after_cursor(block) } else { block.cells };
        if let Some(text) = text {
            canvas.say(
                start.min(end.saturating_sub(cells_u16(canvas.cells(text.get(canvas.lang))))),
                y,
                end,
                &text,
                style,
            );
        }
    }

    fn after_cursor(&self, block: &Block) -> u16 {
        let list = self.model.list();
        let place = self.grid.place(self.model.row(), self.model.cursor(), |word| list.place_of(word));
        place.map(|place| place.x + place.width).filter(|x| (block.start..block.end).contains(x)).unwrap_or(block.cells)
    }
}

/// The end of a prefix, from a whole word on; where not even the last word fits, its beginning.
fn tail(prefix: &str, cells: usize) -> String {
    if width::width(prefix) <= cells {
        return prefix.to_owned();
    }
    let room = cells.saturating_sub(2);
    let starts = prefix.match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
    let whole = starts.map(|at| &prefix[at..]).find(|rest| width::width(rest) <= room);
    match whole {
        // Three points would look like a sign of their own.
        Some(rest) if rest.starts_with('.') => format!(".. {}", cut_hard(rest, room.saturating_sub(1))),
        Some(rest) => format!("..{rest}"),
        None => format!("..{}", cut_hard(last_word(prefix), room)),
    }
}

fn last_word(prefix: &str) -> &str {
    prefix.split_whitespace().next_back().unwrap_or_default()
}

/// The first cells of a name, without a sign that something is missing: there is no room for one.
fn cut_hard(name: &str, cells: usize) -> &str {
    let mut used = 0;
    for (at, c) in name.char_indices() {
        used += width::width(c.encode_utf8(&mut [0; 4]));
        if used > cells {
            return &name[..at];
        }
    }
    name
}

/// Signs that there is more above, below, to the left, to the right.
fn more(canvas: &mut Canvas<'_>, grid: &Grid, block: &Block) {
    if grid.transposed || block.start == 0 {
        more_lines(canvas, block.start, grid.body, block.down);
    }
    let style = canvas.ink(canvas.colours.quiet);
    let y = grid.index.unwrap_or(grid.names);
    if block.across.more_before() {
        canvas.mark(block.cells.saturating_sub(1), y, "‹", style);
    }
    if block.across.more_after() {
        canvas.mark(block.sum.0.saturating_sub(1), y, "›", style);
    }
}
