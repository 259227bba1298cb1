//! All readings of a file together: what each is, and where its rows read, as shades and digits.

use super::canvas::{Canvas, cells_u16};
use super::cell::{How, Shown, cell, has_two_digits, legend, sum_text, text_end};
use super::choice;
use super::names::{cut_hard, tail};
use super::title;
use crate::engine::{Stage, Undefined};
use crate::explorer::{Board, BoardLine, Layout, Model};
use crate::words::readings as say;
use crate::words::{number, reading as rows, undefined, width};
use ratatui::style::Modifier;

/// Draws them.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, board: &Board) {
    title::draw(canvas, model, layout);
    let colours = canvas.colours;
    if let Some((y, lines, form)) = board.said {
        let text = &model.said_of_readings()[form];
        let room = usize::from(canvas.width().saturating_sub(2));
        let spelled = canvas.cells(text.get(canvas.lang)).saturating_sub(width::width(text.get(canvas.lang)));
        let wrapped = width::wrap(text.get(canvas.lang), room.saturating_sub(spelled));
        for (y, line) in (y..y + lines).zip(wrapped) {
            canvas.put(1, y, canvas.width(), &line, canvas.ink(colours.text));
        }
    }
    let picture = Picture { model, board };
    for (y, line) in (board.body..).zip(&board.lines) {
        match *line {
            BoardLine::Head(reading) => picture.head(canvas, y, reading),
            BoardLine::About(reading) => picture.about(canvas, y, reading),
            BoardLine::Names(reading) => picture.names(canvas, y, reading),
            BoardLine::Row(reading, row) => picture.row(canvas, y, (reading, row)),
            BoardLine::Gap => {}
        }
    }
    let (end, quiet) = (canvas.width().saturating_sub(1), canvas.ink(colours.quiet));
    if board.more.0 {
        canvas.mark(end, board.body, "↑", quiet);
    }
    if let (true, Some(last)) = (board.more.1, board.lines.len().checked_sub(1)) {
        canvas.mark(end, board.body + cells_u16(last), "↓", quiet);
    }
    if let Some(y) = board.legend {
        legend(canvas, y, &rows::legend_of_weights(has_two_digits(board.cell)));
    }
}

struct Picture<'a> {
    model: &'a Model,
    board: &'a Board,
}

impl Picture<'_> {
    fn is_shown(&self, reading: usize) -> bool {
        self.model.state().scenario.shown() == reading
    }

    /// Name and title on the left, what kind of reading it is on the right: as much as fits. The one shown is a band.
    fn head(&self, canvas: &mut Canvas<'_>, y: u16, reading: usize) {
        let (model, colours) = (self.model, canvas.colours);
        let Some(label) = model.state().scenario.reading(reading).label else { return };
        let here = self.is_shown(reading);
        let end = canvas.width().saturating_sub(2);
        let (strong, plain) = if here {
            let band = colours.band(colours.source);
            canvas.clear_line(y, band);
            (band, band)
        } else {
            (colours.strong(colours.source).add_modifier(Modifier::UNDERLINED), canvas.ink(colours.quiet))
        };
        let givens = model.givens_in(reading);
        let sizes = (givens.rows(), givens.slots());
        let facts = say::facts(sizes, model.related(reading), model.mask_kind(reading));
        let id = width::width(&label.id);
        let branch = model.branch_told_in(reading);
        let told = branch.as_ref().map_or(0, |branch| 3 + width::either(branch));
        let title = told + label.title.as_ref().map_or(0, |title| 2 + width::either(title));
        let room = usize::from(end).saturating_sub(1 + id + 3);
        let fits = |text: &&crate::words::Text, room: usize| canvas.cells(&text.en).max(canvas.cells(&text.zh)) <= room;
        // The kind and the mask come before the title, the title before why it is that kind.
        let with_title = facts[..3].iter().find(|text| fits(text, room.saturating_sub(title)));
        let fact = with_title.or_else(|| facts.iter().find(|text| fits(text, room.saturating_sub(told))));
        let mut x = canvas.put(1, y, end, &label.id, strong);
        if let Some(title) = label.title.as_ref().filter(|_| with_title.is_some()) {
            x = canvas.say(x + 2, y, end, title, plain);
        }
        // A reading that is not as in the file says so, shown or not.
        if let Some(branch) = &branch {
            let style = if here { plain } else { canvas.ink(colours.moved) };
            x = canvas.put(x, y, end, &format!(" · {}", branch.get(canvas.lang)), style);
        }
        if let Some(fact) = fact {
            canvas.put_right(end, y, x + 2, fact.get(canvas.lang), plain);
        }
    }

    /// Where q, K and V come from: the first sentence of what the file says of the reading.
    fn about(&self, canvas: &mut Canvas<'_>, y: u16, reading: usize) {
        let label = self.model.state().scenario.reading(reading).label;
        if let Some(about) = label.and_then(|label| label.about.as_ref()) {
            let end = canvas.width().saturating_sub(1);
            canvas.say(3, y, end, &say::first_sentence(about), canvas.ink(canvas.colours.text));
        }
    }

    fn names(&self, canvas: &mut Canvas<'_>, y: u16, reading: usize) {
        let (board, quiet) = (self.board, canvas.ink(canvas.colours.quiet));
        canvas.put_right(board.number, y, 0, "t", quiet);
        let (x, cells) = board.name;
        canvas.say(x, y, x + cells, &rows::prefix(), quiet);
        let slots = &self.model.names_in(reading).slots;
        let across = board.across[reading];
        for slot in across.range() {
            let Some(x) = board.x(reading, slot) else { continue };
            let end = text_end(x, board.cell);
            let focused = self.is_shown(reading) && self.model.cursor().slot() == Some(slot);
            let style = if focused { canvas.colours.strong(canvas.colours.text) } else { quiet };
            canvas.put_right(end, y, x, cut_hard(&slots[slot], usize::from(end - x)), style);
        }
        let sum = board.sum_end(reading);
        if across.more_before() {
            canvas.mark(board.cells.saturating_sub(1), y, "‹", quiet);
        }
        if across.more_after() {
            canvas.mark(sum - board.sum, y, "›", quiet);
        }
        canvas.put_right(sum, y, sum - board.sum + 1, "Σ_j", quiet);
        if let Some((x, cells)) = board.predicted {
            canvas.say(x, y, x + cells, &say::predicts(), quiet);
        }
    }

    fn row(&self, canvas: &mut Canvas<'_>, y: u16, (reading, row): (usize, usize)) {
        let (model, board, colours) = (self.model, self.board, canvas.colours);
        let quiet = canvas.ink(colours.quiet);
        let here = self.is_shown(reading) && model.row() == row;
        let style = if here { colours.strong(colours.text) } else { canvas.ink(colours.text) };
        canvas.put_right(board.number, y, 0, &(row + 1).to_string(), quiet);
        if here {
            canvas.mark(0, y, "▸", style);
        }
        let (x, cells) = board.name;
        let prefix = model.names_in(reading).prefixes.get(row).and_then(Option::as_deref).unwrap_or_default();
        canvas.put(x, y, x + cells, &tail(prefix, usize::from(cells)), style);
        let shown = model.shows_stage(Stage::Attention);
        let reason = model.unread_in(reading, row).filter(|reason| model.shows_stage(reason.stage()));
        for slot in board.across[reading].range() {
            let focused = here && model.cursor().slot() == Some(slot);
            let Some(x) = board.x(reading, slot).filter(|_| reason.is_none() || focused) else { continue };
            let standing = model.weight_standing_in(reading, row, slot);
            let how = How { focused, beside: false, standing };
            cell(canvas, (x, y, board.cell), &self.weight(reading, row, slot), how, colours.source);
        }
        if let Some(reason) = reason {
            return self.sentence(canvas, y, reading, here, reason);
        }
        let sum = board.sum_end(reading);
        let text = sum_text(canvas, Some(model.weight_sum_in(reading, row)), shown, board.sum.saturating_sub(2));
        canvas.put_right(sum, y, sum - board.sum + 1, &text, colours.strong(colours.source));
        self.predicted(canvas, y, reading, row);
    }

    fn weight(&self, reading: usize, row: usize, slot: usize) -> Shown {
        let model = self.model;
        let masked = !model.givens_in(reading).mask.readable(row, slot);
        Shown::without_number(masked, model.mistake().is_some(), model.shows_stage(Stage::Attention))
            .unwrap_or_else(|| Shown::of(model.weight_in(reading, row, slot), masked))
    }

    /// A row without weights says why, over its cells.
    fn sentence(&self, canvas: &mut Canvas<'_>, y: u16, reading: usize, here: bool, reason: Undefined) {
        let (board, names) = (self.board, self.model.names_in(reading));
        let focused = self.model.cursor().slot().filter(|_| here).and_then(|slot| board.x(reading, slot));
        let start = focused.map_or(board.cells, |x| x + board.cell);
        let end = canvas.width().saturating_sub(1);
        let forms = [undefined::reason(reason, &names.slots, &names.words), undefined::in_short(reason)];
        let room = usize::from(end.saturating_sub(start));
        let text = forms.iter().find(|text| canvas.cells(text.get(canvas.lang)) <= room).unwrap_or(&forms[1]);
        canvas.say(start, y, end, text, canvas.colours.strong(canvas.colours.target));
    }

    /// The word that is most probable in a row, and whether it is right. A mistake makes others, which are not told here.
    fn predicted(&self, canvas: &mut Canvas<'_>, y: u16, reading: usize, row: usize) {
        let (model, colours) = (self.model, canvas.colours);
        let Some((x, cells)) = self.board.predicted.filter(|_| model.mistake().is_none()) else { return };
        let quiet = canvas.ink(colours.quiet);
        let end = x + cells;
        if !model.shows_stage(Stage::Probabilities) {
            canvas.put(x, y, end, "→ ?", quiet);
            return;
        }
        let trace = model.trace_in(reading);
        let Some(outlook) = trace.outlook_at_once(row) else {
            canvas.put(x, y, end, "→ ..", quiet);
            return;
        };
        let Ok(words) = outlook.words else { return };
        let (sign, style) = choice::sign(canvas, trace, row, &words);
        let probability = trace.probability(row, words.chosen).map_or_else(String::new, |p| number::weight(p, 3));
        let name = &model.names_in(reading).words[words.chosen];
        let around = canvas.cells("→ ") + 1 + canvas.cells(&probability) + 1 + canvas.cells(sign);
        let name = width::cut(name, usize::from(cells).saturating_sub(around));
        let x = canvas.put(x, y, end, "→ ", quiet);
        let x = canvas.put(x, y, end, &name, canvas.ink(colours.vocab));
        let x = canvas.put(x + 1, y, end, &probability, canvas.ink(colours.text));
        canvas.put(x + 1, y, end, sign, style);
    }
}
