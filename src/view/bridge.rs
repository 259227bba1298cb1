//! The rule that carries the context from one axis to the other: c = Σ_j α_j v_j → z = c G.

use super::canvas::{Canvas, cells_u16};
use super::derived::mark_of;
use crate::explorer::{CONTEXT_CELL, Focus, Layout, Model};
use crate::words::number;
use crate::words::undefined;

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let y = layout.rows.bridge;
    let colours = canvas.colours;
    let content = colours.strong(colours.content);
    let quiet = canvas.ink(colours.quiet);
    canvas.fill(0, y, layout.size.0, "─", quiet);
    let row = &model.trace().rows()[model.row()];
    let context = match &row.context {
        Ok(context) => context,
        Err(reason) => {
            let names = model.names();
            let text = undefined::reason(*reason, &names.slots, &names.words);
            let text = format!(" c: {} ", text.get(canvas.lang));
            let x = (layout.size.0.saturating_sub(cells_u16(canvas.cells(&text)))) / 2;
            canvas.put(x, y, layout.size.0, &text, colours.strong(colours.target));
            return;
        }
    };
    let start = layout.context_start();
    let window = layout.context;
    let more_before = if window.more_before() { "‹ " } else { "( " };
    let opening = if layout.has_long_bridge() { " c = Σ_j α_j v_j = " } else { " c = " };
    canvas.put_right(start, y, 0, &format!("{opening}{more_before}"), content);
    for d in window.range() {
        let Some(place) = layout.place(Focus::Context(d), |_| None) else { continue };
        let style = if model.focus() == Focus::Context(d) { colours.focus() } else { content };
        canvas.fill(place.x, y, place.x + CONTEXT_CELL, " ", content);
        let cells = usize::from(CONTEXT_CELL) - 2;
        canvas.put(place.x, y, place.x + place.width, &number::derived(context[d], cells), style);
        let (sign, style) = mark_of(canvas, model, model.comparison().context(model.row(), d));
        canvas.mark(place.x + CONTEXT_CELL - 2, y, sign, style);
    }
    let end = start + cells_u16(window.shown) * CONTEXT_CELL;
    let closing = if window.more_after() { "›" } else { ")" };
    let after = canvas.put(end, y, layout.size.0, closing, content);
    let rest = if window.whole() {
        " → z = c G ".to_owned()
    } else {
        format!(" {}..{}/{} → z = c G ", window.first + 1, window.first + window.shown, window.total)
    };
    let rest = if model.has_bias() { rest.replace("c G ", "c G + b ") } else { rest };
    // What comes of c, as far as the line has room for it.
    let room = usize::from(layout.size.0.saturating_sub(after));
    let shorter = [rest.as_str(), rest.split(" →").next().unwrap_or_default(), " "];
    let allowed = if layout.size.0 >= 64 { &shorter[..] } else { &shorter[2..] };
    if let Some(rest) = allowed.iter().find(|rest| !rest.is_empty() && canvas.cells(rest) <= room) {
        canvas.put(after, y, layout.size.0, rest, quiet);
    }
}
