//! The rule that carries the context from one axis to the other: c = Σ_j α_j v_j → z = c G.

use super::canvas::{Canvas, cells_u16};
use super::derived::{hidden, put_seen, sign_of};
use crate::engine::Stage;
use crate::explorer::{CONTEXT_CELL, Focus, Layout, Model, Seen, Standing, WEIGHTED_FRAME};
use crate::words::undefined;

/// Draws it, and above it the weighted values it is the sum of, where the screen has a line for them.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    weighted(canvas, model, layout);
    let y = layout.rows.bridge;
    let colours = canvas.colours;
    let content = colours.strong(colours.content);
    let quiet = canvas.ink(colours.quiet);
    canvas.fill(0, y, layout.size.0, "─", quiet);
    // While c is hidden nobody can see that there is none, unless what is shown before it says so already.
    let reason = model.undefined_at(model.row(), Stage::Context);
    if let Some(reason) = reason.filter(|reason| model.shows_stage(reason.stage().min(Stage::Context))) {
        let names = model.names();
        let text = undefined::reason(reason, &names.slots, &names.words);
        let text = format!(" c: {} ", text.get(canvas.lang));
        let x = (layout.size.0.saturating_sub(cells_u16(canvas.cells(&text)))) / 2;
        canvas.put(x, y, layout.size.0, &text, colours.strong(colours.target));
        return;
    }
    let start = layout.context_start();
    let window = layout.context;
    let more_before = if window.more_before() { "‹ " } else { "( " };
    let opening = if layout.has_long_bridge() { " c = Σ_j α_j v_j = " } else { " c = " };
    canvas.put_right(start, y, 0, &format!("{opening}{more_before}"), content);
    for d in window.range() {
        let Some(place) = layout.place(Focus::Context(d), |_| None) else { continue };
        let focused = model.cursor() == Focus::Context(d);
        let style = if focused { colours.focus() } else { content };
        canvas.fill(place.x, y, place.x + CONTEXT_CELL, " ", content);
        let focus = Focus::Context(d);
        if !model.shows(focus) || reason.is_some() {
            hidden(canvas, (place.x, y, place.x + CONTEXT_CELL - 2), focused);
            continue;
        }
        put_seen(canvas, (place.x, y, place.x + CONTEXT_CELL - 2), model.seen(model.row(), focus), style);
        let (sign, style) = sign_of(canvas, model.standing(model.row(), focus));
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

/// `α_j v_j = (0.844639 0.000000) + (0.000000 0.621450) + …`, slot after slot.
fn weighted(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let Some(y) = layout.rows.weighted else { return };
    let colours = canvas.colours;
    let (quiet, content) = (canvas.ink(colours.quiet), canvas.ink(colours.content));
    let row = model.row();
    // While the weights are hidden nobody can see whether there are any.
    if model.undefined_at(row, Stage::Attention).is_some() && model.shows_stage(Stage::Attention) {
        return;
    }
    let (window, d_v, end) = (layout.weighted, layout.d_v(), layout.size.0);
    // Spelled out it would not fit.
    let name = if canvas.ascii { "α v =" } else { "α_j v_j =" };
    canvas.put_right(WEIGHTED_FRAME.0 - 1, y, 0, name, content);
    if window.more_before() {
        canvas.mark(WEIGHTED_FRAME.0 - 1, y, "‹", quiet);
    }
    let mut after = WEIGHTED_FRAME.0;
    for index in window.range() {
        let focus = Focus::Weighted(index / d_v, index % d_v);
        let Some(place) = layout.place(focus, |_| None) else { continue };
        after = place.x + place.width;
        if index % d_v == 0 {
            canvas.mark(place.x - 1, y, "(", content);
        }
        if index % d_v + 1 == d_v {
            let more = index + 1 < window.total;
            canvas.put(after, y, end, if more { ") +" } else { ")" }, content);
        }
        let focused = model.cursor() == focus;
        let seen = model.seen(row, focus);
        if seen == Seen::Nothing || !model.shows(focus) {
            hidden(canvas, (place.x, y, after), focused);
            continue;
        }
        // There is no cell for a sign of its own between two of these.
        let wrong = model.standing(row, focus) == Standing::Wrong;
        let style = if wrong { colours.wrong() } else { content };
        put_seen(canvas, (place.x, y, after), seen, if focused { colours.focus() } else { style });
    }
    if window.more_after() {
        canvas.mark((after + 4).min(end.saturating_sub(1)), y, "›", quiet);
    }
}
