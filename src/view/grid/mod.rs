//! All rows at once: T × slots beside T × words, as shades and digits, with the sums along both axes.

mod chosen;
mod numbers;
mod sums;

use super::canvas::Canvas;
use super::cell::{How, cell, has_two_digits, legend, text_end};
use super::derived::{more_lines, sign_of};
use super::names::{cut_hard, last_word, tail};
use super::top;
use crate::engine::{Stage, Undefined};
use crate::explorer::{Block, Focus, Grid, Layout, Model, Pair};
use crate::words::reading::{self as say, Lies};
use crate::words::{Text, mistakes, screen, undefined, width};
use ratatui::layout::Rect;
use ratatui::style::Color;

/// Draws the picture.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, grid: &Grid) {
    top::above(canvas, model, layout);
    let picture = Picture { model, grid, rows: grid.rows().range().collect() };
    let colours = canvas.colours;
    let beside = if model.mistake().is_some() { Of::Right } else { Of::OtherScorer };
    let (left, right) = match grid.pair {
        None => ((Axis::Source, Of::Seen), (Axis::Vocab, Of::Seen)),
        Some(Pair::Attention) => ((Axis::Source, Of::Seen), (Axis::Source, beside)),
        Some(Pair::Probabilities) => ((Axis::Vocab, Of::Seen), (Axis::Vocab, beside)),
    };
    let colour = |axis| if axis == Axis::Source { colours.source } else { colours.vocab };
    let left = Matrix { block: &grid.source, first: true, axis: left.0, of: left.1, colour: colour(left.0) };
    let right = Matrix { block: &grid.vocab, first: false, axis: right.0, of: right.1, colour: colour(right.0) };
    match grid.pair {
        None => {
            let windows = (grid.slots(), grid.words());
            top::heads_between(canvas, model, layout, (grid.source.end, grid.vocab.start), windows);
        }
        Some(_) => {
            [&left, &right].into_iter().for_each(|matrix| picture.head_of_pair(canvas, matrix, layout.rows.heads))
        }
    }
    for matrix in [&left, &right] {
        picture.along(canvas, matrix);
        picture.heads(canvas, matrix);
        picture.labels(canvas, matrix);
        picture.cells(canvas, matrix);
        picture.sums(canvas, matrix);
        more(canvas, grid, matrix.block);
    }
    if !grid.transposed {
        let quiet = canvas.ink(colours.quiet);
        let first = grid.lines.index.unwrap_or(grid.lines.names);
        for y in first..=grid.lines.sums + u16::from(grid.lines.staggered) {
            canvas.mark(grid.source.end, y, "│", quiet);
        }
    }
    picture.chosen(canvas);
    if let Some(y) = grid.lines.legend {
        legend(canvas, y, &say::legend(has_two_digits(grid.cell), picture.feeds_targets_back()));
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

/// Whose numbers a matrix shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Those of the screen: a mistake's, while one is on.
    Seen,
    /// The right ones, while a mistake is on.
    Right,
    /// Those of another scorer.
    OtherScorer,
}

/// A matrix and how it is drawn.
struct Matrix<'a> {
    block: &'a Block,
    /// The left one of the two.
    first: bool,
    axis: Axis,
    of: Of,
    colour: Color,
}

struct Picture<'a> {
    model: &'a Model,
    grid: &'a Grid,
    /// The rows in view.
    rows: Vec<usize>,
}

impl Picture<'_> {
    /// The slots or words in view, each with its place.
    fn places(&self, matrix: &Matrix<'_>) -> Vec<(usize, usize)> {
        let shown = if matrix.first { self.grid.slots() } else { self.grid.words() };
        match matrix.axis {
            Axis::Source => shown.range().map(|slot| (slot, slot)).collect(),
            Axis::Vocab => {
                let list = self.model.list();
                shown.range().filter_map(|place| Some((place, list.word_at(place)?))).collect()
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

    /// The head of a matrix whose axis is shown twice: whose numbers these are.
    fn head_of_pair(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>, y: u16) {
        let model = self.model;
        let axis = if matrix.axis == Axis::Source { screen::source_axis() } else { screen::vocab_axis() };
        let whose = match (matrix.of, model.mistake(), model.compared()) {
            (Of::Right, ..) => say::right(),
            (Of::Seen, Some(_), _) => say::wrong_sign(),
            (Of::OtherScorer, _, Some(other)) => Text::same(other.kind.name()),
            _ => Text::same(model.givens().scorer.kind.name()),
        };
        let band = canvas.colours.band(matrix.colour);
        canvas.fill(matrix.block.start, y, matrix.block.end, " ", band);
        // Where there is no room for both, whose numbers these are comes first: the axis is that of the other matrix.
        let room = usize::from(matrix.block.end.saturating_sub(matrix.block.start + 3));
        let both = width::either(&axis) + width::either(&whose) <= room;
        let x = matrix.block.start + 1;
        let x = if both { canvas.say(x, y, matrix.block.end, &axis, band) + 2 } else { x };
        let wrong = matrix.of == Of::Seen && model.mistake().is_some();
        let style = if wrong { canvas.colours.wrong() } else { band };
        canvas.say(x, y, matrix.block.end, &whose, style);
    }

    /// Along which axis it is normalised, and where that lies.
    fn along(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let Some(y) = self.grid.lines.along else { return };
        let lies = if self.grid.transposed { Lies::Down } else { Lies::Across };
        if let (Some(mistake), Some(_)) = (self.model.mistake(), self.grid.pair) {
            // Where it runs is what may be wrong.
            let formula = match matrix.of {
                Of::Seen => mistakes::wrong_formula(mistake),
                _ => mistakes::right_formula(mistake),
            };
            canvas.say(matrix.block.start + 1, y, matrix.block.end, &formula, canvas.ink(matrix.colour));
            return;
        }
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
        if grid.transposed || matrix.first {
            canvas.put_right(block.number, grid.lines.names, block.start, &down.to_string(), quiet);
            let (x, cells) = block.name;
            let name = match (grid.transposed, matrix.axis) {
                (false, _) => say::prefix(),
                (true, Axis::Source) => screen::slot(),
                (true, Axis::Vocab) => screen::word(),
            };
            canvas.say(x, grid.lines.names, x + cells, &name, quiet);
        }
        if let Some(y) = grid.lines.index {
            canvas.put_right(block.cells.saturating_sub(1), y, block.start, &across.to_string(), quiet);
        }
        let (x, cells) = block.sum;
        canvas.put_right(x + cells, grid.lines.names, x, &format!("Σ_{across}"), quiet);
        for (place, number) in self.across(matrix) {
            let Some(x) = block.x(place, grid.cell) else { continue };
            let (start, end, below) = self.across_cells(block, place, x);
            let focused = self.is_across(matrix.axis, number);
            let style = if focused { canvas.colours.strong(canvas.colours.text) } else { quiet };
            if let Some(y) = grid.lines.index {
                canvas.put_right(end, y, block.cells.saturating_sub(1), &(number + 1).to_string(), style);
            }
            let name = if grid.transposed { last_word(self.prefix(number)) } else { self.name(matrix.axis, number) };
            // Cut without a sign a name may be another one's; but two cells of three for a sign would leave none.
            let room = usize::from(end - start);
            let name = if room >= 5 { width::cut(name, room) } else { cut_hard(name, room).to_owned() };
            canvas.put_right(end, grid.lines.names + below, start, &name, style);
        }
    }

    /// Where what stands over or under a column begins and ends, and on which line of two: a narrow column takes turns
    /// with its neighbours, and has the room of both.
    fn across_cells(&self, block: &Block, place: usize, x: u16) -> (u16, u16, u16) {
        let end = text_end(x, self.grid.cell);
        if !self.grid.lines.staggered {
            return (x, end, 0);
        }
        let below = u16::from(block.across.place(place).is_some_and(|at| at % 2 == 1));
        // A gap of one cell to the neighbour on the same line.
        let first = block.cells.saturating_sub(if block.start == 0 || self.grid.transposed { 2 } else { 1 });
        (end.saturating_sub(2 * self.grid.cell - 1).max(first), end, below)
    }

    /// What lies across a matrix: place and number.
    fn across(&self, matrix: &Matrix<'_>) -> Vec<(usize, usize)> {
        if self.grid.transposed { self.rows.iter().map(|row| (*row, *row)).collect() } else { self.places(matrix) }
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
            for (place, number) in self.places(matrix) {
                let Some(y) = self.y(block, place) else { continue };
                let focused = self.model.cursor() == Self::focus(matrix.axis, number);
                let style = if focused { colours.strong(colours.text) } else { canvas.ink(colours.text) };
                canvas.put_right(block.number, y, block.start, &(number + 1).to_string(), quiet);
                let name = width::cut(self.name(matrix.axis, number), usize::from(cells));
                canvas.put(x, y, x + cells, &name, style);
            }
        } else if matrix.first {
            for &row in &self.rows {
                let Some(y) = self.y(block, row) else { continue };
                let here = row == self.model.row();
                let style = if here { colours.strong(colours.text) } else { canvas.ink(colours.text) };
                canvas.put_right(block.number, y, block.start, &(row + 1).to_string(), quiet);
                if here {
                    canvas.mark(block.start, y, "▸", style);
                }
                // Whether any of its numbers has moved, or is wrong: a narrow cell has no room for a sign.
                let (sign, sign_style) = sign_of(canvas, self.row_standing(row));
                canvas.mark(block.number, y, sign, sign_style);
                let prefix = self.prefix(row);
                canvas.put(x, y, x + cells, &tail(prefix, usize::from(cells)), style);
            }
        }
    }

    fn y(&self, block: &Block, down: usize) -> Option<u16> {
        Some(self.grid.lines.body + u16::try_from(block.down.place(down)?).ok()?)
    }

    fn cells(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        for &row in &self.rows {
            let reason = self.undefined(row, matrix).filter(|_| !grid.transposed);
            let said = reason.is_some();
            if let Some(reason) = reason {
                self.sentence(canvas, matrix, row, reason);
            }
            for (place, number) in self.places(matrix) {
                let focus = Self::focus(matrix.axis, number);
                let Some(at) = grid.cell_at(block, row, place) else { continue };
                let here = row == self.model.row() && self.model.cursor() == focus;
                // A sentence stands there; the cell under the cursor is still to be seen.
                if said && !here {
                    continue;
                }
                let standing = self.standing(row, matrix, focus);
                let how = How { focused: here && matrix.first, beside: here && !matrix.first, standing };
                cell(canvas, (at.x, at.y, at.width), &self.shown(row, matrix, number), how, matrix.colour);
            }
        }
    }

    /// A row without numbers says why, over its cells; beside the cell under the cursor, which stays to be seen.
    fn sentence(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>, row: usize, reason: Undefined) {
        let block = matrix.block;
        let Some(y) = self.y(block, row) else { return };
        let end = block.sum.0 + block.sum.1;
        let names = self.model.names();
        let long = undefined::reason(reason, &names.slots, &names.words);
        let short = undefined::in_short(reason);
        let style = canvas.colours.strong(canvas.colours.target);
        canvas.fill(block.cells, y, end, " ", style);
        let cursor = self.cursor_in(matrix, row);
        let after = (cursor.map_or(block.cells, |at| at.x + at.width), end);
        let before = (block.cells, cursor.map_or(block.cells, |at| at.x));
        let free = |(start, end): (u16, u16)| usize::from(end.saturating_sub(start));
        let wider = if free(before) > free(after) { before } else { after };
        let fits = |text: &Text, room| canvas.cells(text.get(canvas.lang)) <= free(room);
        let places = [(&long, after), (&long, before), (&short, after), (&short, before)];
        let found = places.into_iter().find(|(text, room)| fits(text, *room));
        let (text, (start, end)) = found.unwrap_or((&short, wider));
        canvas.say(start, y, end, text, style);
    }

    /// The cell of a matrix that is under the cursor, or beside what is, in a row.
    fn cursor_in(&self, matrix: &Matrix<'_>, row: usize) -> Option<Rect> {
        let cursor = self.model.cursor();
        let at = |(place, number): &(usize, usize)| (cursor == Self::focus(matrix.axis, *number)).then_some(*place);
        let place = self.places(matrix).iter().find_map(at)?;
        self.grid.cell_at(matrix.block, row, place).filter(|_| row == self.model.row())
    }
}

/// Signs that there is more above, below, to the left, to the right.
fn more(canvas: &mut Canvas<'_>, grid: &Grid, block: &Block) {
    let style = canvas.ink(canvas.colours.quiet);
    if grid.transposed {
        more_lines(canvas, block.start, grid.lines.body, block.down);
    } else if block.start == 0 {
        // Beside the first and the last line stands which row is shown.
        if block.down.more_before() {
            canvas.mark(block.start, grid.lines.body - 1, "↑", style);
        }
        if block.down.more_after() {
            canvas.mark(block.start, grid.lines.sums, "↓", style);
        }
    }
    let y = grid.lines.index.unwrap_or(grid.lines.names);
    if block.across.more_before() {
        canvas.mark(block.cells.saturating_sub(1), y, "‹", style);
    }
    if block.across.more_after() {
        canvas.mark(block.sum.0.saturating_sub(1), y, "›", style);
    }
}
