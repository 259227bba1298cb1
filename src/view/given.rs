//! The given block: q, K and V on the left, the words and G on the right. Every number here can be edited.

use super::canvas::{Canvas, cells_u16};
use super::derived::more_lines;
use super::gradients;
use crate::engine::{Cell, Mark, Tensor};
use crate::explorer::{Edited, Focus, Layout, Mode, Model, Provenance, View, Window};
use crate::words::number;
use crate::words::{given as say, screen, width};
use ratatui::style::{Color, Style};

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    source_side(canvas, model, layout);
    vocab_side(canvas, model, layout);
}

fn source_side(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let given = layout.given;
    let colours = canvas.colours;
    let (y, end) = (layout.rows.given, layout.left);
    let quiet = canvas.ink(colours.quiet);
    let rows = model.givens().rows();
    let name = if rows > 1 { format!("q_{}", model.row() + 1) } else { "q".to_owned() };
    let gradients = model.view() == View::Gradients;
    let named = |name: &str| if gradients { format!("∂L/∂{name}") } else { name.to_owned() };
    let name = match gradients {
        // As long a name as there is room for before the first number.
        true if usize::from(given.cells_start()) > name.len() + 5 => format!("∂L/∂{name}"),
        true => format!("∂{name}"),
        false => name,
    };
    let origin = model.givens().origin.as_ref();
    canvas.put(1, y, end, &name, colours.strong(colours.source));
    for i in given.key.range() {
        number_cell(canvas, model, layout, Focus::Query(i));
    }
    // Shapes where the line has room for them.
    let after = given.key.range().last().and_then(|i| given.key_cell(i)).map_or(given.cells_start(), |(x, w)| x + w);
    let shapes = match origin {
        // Where q, K and V come from, on the line that has room for it.
        Some(_)
            if (0..model.givens().d_k())
                .any(|i| model.givens().is_overridden(Cell::new(Tensor::Queries, model.row(), i))) =>
        {
            say::by_hand().get(canvas.lang).to_owned()
        }
        Some(words) => say::follow_from_words(words.target().is_some()).get(canvas.lang).to_owned(),
        None => format!("d_k={} d_v={}", model.givens().d_k(), model.givens().d_v()),
    };
    if canvas.cells(&shapes) + 1 + usize::from(after) > usize::from(end) && origin.is_some() {
        canvas.say(after + 1, y, end, &say::from_words_in_short(), quiet);
    } else if usize::from(after) + 1 + canvas.cells(&shapes) <= usize::from(end) {
        canvas.put(after + 1, y, end, &shapes, quiet);
    }
    if layout.rows.given_rows < 2 {
        return;
    }
    let y = y + 1;
    canvas.put(given.number_end() - 1, y, end, "j", quiet);
    canvas.say(given.name().0, y, given.cells_start(), &screen::slot(), quiet);
    let (key, value) = (given.key, given.value);
    if let (Some(first), Some(last)) = (key.range().next(), key.range().last()) {
        matrix_head(canvas, y, given.key_cell(first), given.key_cell(last), &named("k_j"), key, colours.source);
    }
    if let (Some(first), Some(last)) = (value.range().next(), value.range().last()) {
        matrix_head(canvas, y, given.value_cell(first), given.value_cell(last), &named("v_j"), value, colours.content);
    }
    for (y, j) in (y + 1..).zip(given.slots.range()) {
        let readable = model.givens().mask.readable(model.row(), j);
        canvas.put_right(given.number_end(), y, 0, &(j + 1).to_string(), quiet);
        if !readable {
            canvas.mark(given.number_end(), y, "✗", colours.strong(colours.moved));
        }
        label(canvas, model, layout, Focus::Slot(j), &model.names().slots[j], colours.text);
        for i in key.range() {
            number_cell(canvas, model, layout, Focus::Key(j, i));
        }
        for i in value.range() {
            number_cell(canvas, model, layout, Focus::Value(j, i));
        }
    }
    more_lines(canvas, 0, layout.rows.given + 2, given.slots);
}

/// The head over the columns of a matrix, with the part of them that is shown when it is not all.
fn matrix_head(
    canvas: &mut Canvas<'_>,
    y: u16,
    first: Option<(u16, u16)>,
    last: Option<(u16, u16)>,
    name: &str,
    columns: Window,
    colour: Color,
) {
    let (Some((start, _)), Some((x, cells))) = (first, last) else { return };
    let end = x + cells;
    let text = if columns.whole() {
        name.to_owned()
    } else {
        let (from, to) = (columns.first + 1, columns.first + columns.shown);
        let range = if from == to { format!("{from}") } else { format!("{from}..{to}") };
        format!("{} {range}/{}", name.trim_end_matches("_j"), columns.total)
    };
    let room = end - start;
    let taken = cells_u16(canvas.cells(&text)).min(room);
    let x = if columns.whole() { start + (room - taken).div_ceil(2) } else { end - taken - u16::from(room > taken) };
    canvas.put(x, y, end, &text, canvas.colours.strong(colour));
}

fn vocab_side(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let head = layout.head;
    let colours = canvas.colours;
    let (y, end) = (layout.rows.given, layout.size.0);
    let quiet = canvas.ink(colours.quiet);
    let all = head.words.whole();
    let range = format!("G {}..{}", head.words.first + 1, head.words.first + head.words.shown);
    let name = if model.view() == View::Gradients { "∂G" } else { "G" };
    canvas.put(layout.right + 1, y, end, name, colours.strong(colours.vocab));
    // Words on either side: the cells of the head row begin and end with a blank.
    if head.words.more_before() {
        canvas.mark(layout.right + head.label - 1, y, "‹", quiet);
    }
    for w in head.words.range() {
        label(canvas, model, layout, Focus::Word(w), &model.names().words[w], colours.text);
    }
    if head.words.more_after() {
        canvas.mark(end - 1, y, "›", quiet);
    }
    // Which words: only when not all are shown, on the line below the rows when there is one, else over the label.
    let bottom = layout.rows.given + 1 + cells_u16(head.rows.shown) + u16::from(head.bias_line.is_some());
    if !all {
        let text = format!("{range} / {}", head.words.total);
        if bottom < layout.rows.given + layout.rows.given_rows {
            canvas.put(layout.right + 1, bottom, end, &text, quiet);
        }
    }
    for (y, d) in (y + 1..).zip(head.rows.range()) {
        canvas.put(layout.right + 1, y, end, &format!("d={}", d + 1), quiet);
        for w in head.words.range() {
            number_cell(canvas, model, layout, Focus::Head(d, w));
        }
    }
    if let Some(line) = head.bias_line {
        canvas.put(layout.right + 1, y + line, end, "b", quiet);
        for w in head.words.range() {
            number_cell(canvas, model, layout, Focus::Bias(w));
        }
    }
    more_lines(canvas, layout.right, layout.rows.given + 1, head.rows);
}

/// A name that can be renamed: a slot's, left-aligned; a word's over its column, right-aligned.
fn label(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, focus: Focus, name: &str, colour: Color) {
    let Some(place) = layout.place(focus, |_| None) else { return };
    if field(canvas, model, focus, place) {
        return;
    }
    let focused = model.cursor() == focus;
    let is_target = matches!(focus, Focus::Word(w) if model.givens().targets[model.row()] == Some(w));
    let style = match (focused, is_target) {
        (true, _) => canvas.colours.focus(),
        (false, true) => canvas.colours.strong(canvas.colours.target),
        (false, false) => canvas.ink(colour),
    };
    let cells = usize::from(place.width);
    let text = match focus {
        Focus::Word(_) => {
            let name = if is_target { format!("▸{name}") } else { name.to_owned() };
            width::right(&name, cells.saturating_sub(1))
        }
        _ => width::left(name, cells),
    };
    canvas.put(place.x, place.y, place.x + place.width, &text, style);
}

/// A given number with its mark: `*` set by the branch, `+` the user's own edit.
pub fn number_cell(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, focus: Focus) {
    let Some(place) = layout.place(focus, |_| None) else { return };
    let Some(cell) = focus.cell(model.row()) else { return };
    if field(canvas, model, focus, place) {
        return;
    }
    if model.view() == View::Gradients {
        return gradients::cell(canvas, model, focus, place);
    }
    let Some(value) = model.givens().get(cell) else { return };
    let colours = canvas.colours;
    let (mark, colour) = provenance(model, cell, colours.text, colours.moved);
    let cells = usize::from(place.width) - 1;
    let text = number::given(value, cells, point_of(cells), '≈');
    let style = if model.cursor() == focus { colours.focus() } else { canvas.ink(colour) };
    canvas.put(place.x, place.y, place.x + place.width, &text, style);
    // The mark stays outside the inverse, so that a changed number under the cursor keeps it.
    canvas.mark(place.x + place.width - 1, place.y, mark, colours.strong(colours.moved));
}

fn provenance(model: &Model, cell: Cell, plain: Color, moved: Color) -> (&'static str, Color) {
    match model.provenance(cell) {
        Provenance::Baseline => (" ", plain),
        Provenance::Branch | Provenance::Tour => ("*", moved),
        Provenance::Edit => ("+", moved),
        Provenance::FromWords { moved: true } if model.comparison().given(cell) == Mark::WithinRounding => ("≈", plain),
        Provenance::FromWords { moved: true } => ("*", moved),
        Provenance::FromWords { moved: false } => (" ", plain),
        // Nothing else has this sign: it stands against the words.
        Provenance::Overridden => ("#", moved),
    }
}

/// Cells before the point in a field of so many: two to four decimals, by the room there is.
fn point_of(cells: usize) -> usize {
    let decimals = match cells {
        9.. => 4,
        7 | 8 => 3,
        5 | 6 => 2,
        _ => 1,
    };
    cells.saturating_sub(decimals + 1).max(1)
}

/// The open field, when it is this place's. It is as wide as its cell and shows the part of the text around the caret.
fn field(canvas: &mut Canvas<'_>, model: &Model, focus: Focus, place: ratatui::layout::Rect) -> bool {
    let Mode::Editing(editing) = model.mode() else { return false };
    let own = match editing.what {
        Edited::Cell(cell) => focus.cell(model.row()) == Some(cell),
        Edited::Slot(j) => focus == Focus::Slot(j),
        Edited::Word(w) => focus == Focus::Word(w),
    };
    if own {
        let style = field_style(canvas, editing.problem.is_some());
        let room = usize::from(place.width);
        let scroll = editing.field.visual_scroll(room.saturating_sub(1));
        let shown = clip(editing.field.value(), scroll, room);
        canvas.fill(place.x, place.y, place.x + place.width, " ", style);
        canvas.put(place.x, place.y, place.x + place.width, &shown, style);
    }
    own
}

/// The style of an open field.
pub fn field_style(canvas: &Canvas<'_>, refused: bool) -> Style {
    let colours = canvas.colours;
    if refused { colours.band(colours.target) } else { colours.band(colours.source) }
}

/// Where the caret of the open field stands.
pub fn caret(model: &Model, layout: &Layout) -> Option<(u16, u16)> {
    let Mode::Editing(editing) = model.mode() else { return None };
    let place = layout.place(model.cursor(), |word| model.list().place_of(word))?;
    let room = usize::from(place.width);
    let scroll = editing.field.visual_scroll(room.saturating_sub(1));
    let offset = cells_u16(editing.field.visual_cursor().saturating_sub(scroll)).min(place.width.saturating_sub(1));
    Some((place.x + offset, place.y))
}

/// The part of a text that starts at a cell and is so many cells wide.
pub fn clip(text: &str, start: usize, cells: usize) -> String {
    let mut at = 0;
    let mut out = String::new();
    for c in text.chars() {
        let wide = width::width(c.encode_utf8(&mut [0; 4]));
        if at >= start && at + wide <= start + cells {
            out.push(c);
        }
        at += wide;
    }
    out
}
