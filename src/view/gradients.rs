//! The view of gradients: the main screen, each number's gradient in its place (or beside it, where there is room), with
//! an arrow that says which way the number would have to go for the loss to fall; and the way of the error.
//!
//! ```text
//! L → z → c → (V, α) → e → (q, K)                           the way back, as far as it is shown
//! ∂L/∂…: ↑ raise it and L falls, ↓ lower it and L falls     what stands here, and what the arrows mean
//! SOURCE AXIS ∂L/∂…          VOCAB AXIS ∂L/∂…
//! q, k_j, v_j                G
//! gᵀ(v_j − c): …                                            why a score matters
//! ────────────── g = ∂L/∂c = Σ_w (p_w − y_w) G_w = ( … ) ──
//! ∂L/∂e_j, ∂L/∂α_j           ∂L/∂z_w, p_w                   `gradients/derived.rs`
//! ```

mod derived;

use super::canvas::{Canvas, cells_u16};
use super::derived::{WRONG, hidden};
use super::title;
use super::{given, loss, top, trail};
use crate::engine::Stage;
use crate::explorer::{Backward, CONTEXT_CELL, Focus, Layout, Model, Standing};
use crate::words::{Text, gradients as say, number, teach, width};
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    title::draw(canvas, model, layout);
    if let Some(y) = layout.rows.ribbon {
        let x = route(canvas, model, y);
        top::row_and_prefix(canvas, model, y, x);
    }
    legend(canvas, model, layout);
    top::heads_of_gradients(canvas, model, layout);
    given::draw(canvas, model, layout);
    pulls(canvas, model, layout);
    bridge(canvas, model, layout);
    derived::draw(canvas, model, layout);
    loss::draw(canvas, model, layout);
    trail::draw(canvas, model, layout);
}

/// The sign that says which way a number would have to go for the loss to fall: against its gradient.
pub fn arrow(gradient: f64) -> &'static str {
    match gradient {
        g if g < 0.0 => "↑",
        g if g > 0.0 => "↓",
        _ => " ",
    }
}

/// The arrow after a gradient, or the sign that a mistake has made it.
fn mark(canvas: &mut Canvas<'_>, model: &Model, (x, y): (u16, u16), focus: Focus, gradient: f64) {
    let style = canvas.colours.strong(canvas.colours.target);
    match model.standing_of_gradient(model.row(), focus) {
        Standing::Wrong => canvas.mark(x, y, WRONG, canvas.colours.wrong()),
        _ if model.is_gradient_blurred(focus) => canvas.mark(x, y, "≈", canvas.ink(canvas.colours.quiet)),
        _ => canvas.mark(x, y, arrow(gradient), style),
    }
}

/// A gradient with its arrow in the cells up to `end`, the arrow right after them.
fn put(canvas: &mut Canvas<'_>, model: &Model, (x, y, end): (u16, u16, u16), focus: Focus, plain: Style) {
    let focused = model.cursor() == focus;
    if !model.shows_gradient(focus) {
        return hidden(canvas, (x, y, end), focused);
    }
    let style = if focused { canvas.colours.focus() } else { plain };
    let cells = usize::from(end.saturating_sub(x));
    match model.gradient(model.row(), focus) {
        Some(gradient) => {
            // A cell is kept for the sign, so that the digits stand below each other.
            let digits = cells.saturating_sub(usize::from(gradient >= 0.0)).max(1);
            let text = format!("{:>cells$}", number::derived(gradient, digits));
            canvas.put(x, y, end, &text, style);
            mark(canvas, model, (end, y), focus, gradient);
        }
        None => {
            let quiet = canvas.ink(canvas.colours.quiet);
            if focused {
                canvas.fill(x, y, end, " ", style);
            }
            canvas.put_right(end, y, x, "−", if focused { style } else { quiet });
        }
    }
}

/// From so many cells on a given number stands before its gradient.
const PAIR: u16 = 13;

/// The gradient of a given number, in its cell.
pub fn cell(canvas: &mut Canvas<'_>, model: &Model, focus: Focus, place: Rect) {
    let text = canvas.ink(canvas.colours.text);
    let end = place.x + place.width - 1;
    if place.width < PAIR {
        // A gap after the arrow of the cell before, where there is room for one.
        let gap = u16::from(place.width >= 7);
        return put(canvas, model, (place.x + gap, place.y, end), focus, text);
    }
    let room = place.width - 1;
    let gradient = if room >= 14 { 8 } else { 6 };
    let value = room - gradient - 1;
    if let Some(number) = focus.cell(model.row()).and_then(|cell| model.givens().get(cell)) {
        let style = canvas.ink(canvas.colours.quiet);
        let cells = usize::from(value);
        let text = number::given(number, cells, cells.saturating_sub(3).max(1), '≈');
        canvas.put(place.x, place.y, place.x + value, &text, style);
    }
    put(canvas, model, (end - gradient, place.y, end), focus, text);
}

/// `L → z → c → (V, α) → e → (q, K)`: what is shown, and what comes next. Gives the column after it.
fn route(canvas: &mut Canvas<'_>, model: &Model, y: u16) -> u16 {
    let colours = canvas.colours;
    let quiet = canvas.ink(colours.quiet);
    let limit = canvas.width();
    let arrow = if limit >= 52 { " → " } else { "→" };
    let shown = model.revealed().is_whole();
    let last = if shown { model.revealed_back().last() } else { None };
    let style = |here: bool, is_shown: bool| match (here, is_shown) {
        // One is where the way has come to; when all of it is shown, nowhere more than elsewhere.
        (true, _) if !model.revealed_back().is_whole() => colours.strong(colours.target),
        (_, true) => canvas_text(colours),
        (_, false) => quiet,
    };
    let mut x = canvas.put(1, y, limit, "L", style(shown && last.is_none(), shown));
    for what in Backward::ALL {
        x = canvas.put(x, y, limit, arrow, quiet);
        let is_shown = shown && model.revealed_back().shows(what);
        x = canvas.put(x, y, limit, what.symbol(), style(last == Some(what), is_shown));
    }
    x + 1
}

fn canvas_text(colours: &super::Colours) -> Style {
    colours.ink(colours.text)
}

/// What stands on this screen and what the arrows mean: on the line kept for what stayed, else on the first there is.
fn legend(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let rows = layout.rows;
    let Some(y) = rows.said.or(rows.title) else { return };
    let style = canvas.colours.strong(canvas.colours.target);
    let room = usize::from(canvas.width().saturating_sub(2));
    let quiet = canvas.ink(canvas.colours.quiet);
    canvas.clear_line(y, quiet);
    let text = match () {
        () if !model.revealed().is_whole() => Some(teach::hidden()),
        // The sums over rows are not there: that comes before how to read them.
        () if model.no_gradients_of_row().is_none() => {
            model.no_gradients().or_else(|| first_that_fits(canvas, model, room))
        }
        () => first_that_fits(canvas, model, room),
    };
    if let Some(text) = text {
        canvas.say(1, y, canvas.width().saturating_sub(1), &text, style);
    }
}

/// What the arrows mean, in the longest form for which there is room.
fn first_that_fits(canvas: &Canvas<'_>, model: &Model, room: usize) -> Option<Text> {
    let fits = |text: &Text| canvas.cells(&text.en).max(canvas.cells(&text.zh)) <= room;
    say::legend(model.givens().rows()).into_iter().find(fits)
}

/// gᵀ(v_j − c) for each slot, where the main screen has the weighted values: the sign says whether raising e_j helps.
fn pulls(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let Some(y) = layout.rows.weighted else { return };
    let Ok(back) = model.trace().way_back(model.row()) else { return };
    let colours = canvas.colours;
    let (quiet, content) = (canvas.ink(colours.quiet), canvas.ink(colours.content));
    let end = layout.size.0;
    let mut x = canvas.put(1, y, end, "gᵀ(v_j − c) =", content) + 1;
    let window = layout.source.window;
    for j in window.range().filter(|j| model.givens().mask.readable(model.row(), *j)) {
        let name = width::cut(&model.names().slots[j], 6);
        let label = format!("{} {name} ", j + 1);
        let needed = cells_u16(canvas.cells(&label)) + 10;
        if x + needed >= end {
            canvas.mark(x.min(end.saturating_sub(1)), y, "›", quiet);
            break;
        }
        x = canvas.put(x + 1, y, end, &label, quiet);
        if !model.shows_gradient(Focus::Score(j)) {
            hidden(canvas, (x, y, x + 9), false);
            x += 10;
            continue;
        }
        let pull = back.pull(j).map_or_else(|| "−".to_owned(), |pull| number::difference(pull, 9));
        canvas.put_right(x + 9, y, x, pull.trim_start(), content);
        x += 10;
    }
}

/// The rule between the axes, which carries ∂L/∂c back.
fn bridge(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let y = layout.rows.bridge;
    let colours = canvas.colours;
    let (quiet, content) = (canvas.ink(colours.quiet), canvas.ink(colours.content));
    canvas.fill(0, y, layout.size.0, "─", quiet);
    if let Some(reason) = model.no_gradients_of_row().filter(|_| model.revealed().is_whole()) {
        let limit = usize::from(layout.size.0.saturating_sub(4));
        let text = format!(" {} ", width::cut(reason.get(canvas.lang), limit));
        let x = layout.size.0.saturating_sub(cells_u16(canvas.cells(&text))) / 2;
        canvas.put(x, y, layout.size.0, &text, colours.strong(colours.target));
        return;
    }
    let start = layout.context_start();
    let window = layout.context;
    let more_before = if window.more_before() { "‹ " } else { "( " };
    let opening = if layout.has_long_bridge() { " z → c:  g = ∂L/∂c = " } else { " ∂c = " };
    canvas.put_right(start, y, 0, &format!("{opening}{more_before}"), content);
    for d in window.range() {
        let focus = Focus::Context(d);
        let Some(place) = layout.place(focus, |_| None) else { continue };
        canvas.fill(place.x, y, place.x + CONTEXT_CELL, " ", content);
        put(canvas, model, (place.x, y, place.x + CONTEXT_CELL - 2), focus, content);
    }
    let end = start + cells_u16(window.shown) * CONTEXT_CELL;
    let after = canvas.put(end, y, layout.size.0, if window.more_after() { "›" } else { ")" }, content);
    let rest = if window.whole() {
        " → V, α ".to_owned()
    } else {
        format!(" {}..{}/{} ", window.first + 1, window.first + window.shown, window.total)
    };
    if canvas.cells(&rest) <= usize::from(layout.size.0.saturating_sub(after)) {
        canvas.put(after, y, layout.size.0, &rest, quiet);
    }
}

/// Whether the row shown has gradients to list.
fn has_gradients(model: &Model) -> bool {
    model.no_gradients_of_row().is_none() && model.undefined_at(model.row(), Stage::Loss).is_none()
}
