//! α of all steps: a line a step, a column a unit.

use crate::explorer::{Decoder, DecoderPanel, Feeding, Spot, Standing, Translating};
use crate::view::canvas::{Canvas, cells_u16};
use crate::view::cell::{How, Shown, cell, text_end};
use crate::words::{translator as say, width};

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating, panel: &DecoderPanel) {
    let colours = canvas.colours;
    let quiet = canvas.ink(colours.quiet);
    let (x, y, end) = (panel.area.x, panel.area.y, panel.area.right());
    let band = colours.band(colours.source);
    canvas.fill(x, y, end, " ", band);
    let room = usize::from(end.saturating_sub(x + 2));
    let heads = say::map_head(of.steps(), of.units(), of.design().first_read_is_uniform());
    if let Some(head) = heads.iter().find(|head| width::either(head) <= room).or(heads.last()) {
        canvas.say(x + 1, y, end, head, band);
    }
    if !of.design().reads() {
        for (y, line) in (y + 2..panel.area.bottom())
            .zip(width::wrap(say::no_map().get(canvas.lang), usize::from(panel.area.width.saturating_sub(2))))
        {
            canvas.put(x + 1, y, end, &line, quiet);
        }
        return;
    }
    let (left, cells) = panel.cell;
    for (at, x) in panel.columns.range().zip((left..).step_by(usize::from(cells))) {
        let here = of.spot().unit() == Some(at);
        let style = if here { colours.strong(colours.text) } else { quiet };
        // A blank after it, unless it needs the whole column.
        let (name, beside) = (of.unit_name(at), text_end(x, cells));
        let needed = cells_u16(width::width(name));
        let to = if needed > beside.saturating_sub(x) { x + cells } else { beside };
        let to = to.min(end);
        canvas.put_right(to, y + 1, x, &width::cut(name, usize::from(to.saturating_sub(x))), style);
    }
    for step in panel.lines.range() {
        let Some(first) = decoder.map_cell(step, panel.columns.first) else { continue };
        let y = first.y;
        let here = step == of.step();
        let strong = colours.strong(colours.text);
        canvas.mark(x, y, if here { "▸" } else { " " }, strong);
        canvas.put_right(panel.words.0 - 1, y, x + 1, &(step + 1).to_string(), quiet);
        // The line is named by the word it is to predict: the reference's, or the model's own.
        let word = match (of.feeding(), of.target(step)) {
            (Feeding::Teacher, Some(target)) => target,
            _ => of.passage().chosen(step),
        };
        let style = if here { strong } else { canvas.ink(colours.text) };
        let (at, room) = panel.words;
        canvas.put(at, y, at + room, &width::cut(of.word_name(word), usize::from(room)), style);
        for place in panel.columns.range() {
            let (Some(at), Some(weights)) = (decoder.map_cell(step, place), of.passage().attention(step)) else {
                continue;
            };
            let shown = if of.is_masked(place) { Shown::Masked } else { Shown::Weight(weights[place]) };
            let same = here && of.spot() == Spot::Weight(place);
            let how = How {
                focused: same && decoder.tables.is_none(),
                beside: same && decoder.tables.is_some(),
                standing: Standing::Unmarked,
            };
            cell(canvas, (at.x, at.y, at.width), &shown, how, colours.source);
        }
    }
    if panel.columns.more_before() {
        canvas.mark(left.saturating_sub(1), y + 1, "‹", quiet);
    }
    if panel.columns.more_after() {
        canvas.mark(end.saturating_sub(1), y + 1, "›", quiet);
    }
    // Steps out of sight, beside the step's number.
    let last = panel.area.bottom().saturating_sub(1);
    if panel.lines.more_before() {
        canvas.mark(x, y + 1, "↑", quiet);
    }
    if panel.lines.more_after() && panel.lines.place(of.step()).map(|at| at + 1) != Some(panel.lines.shown) {
        canvas.mark(x, last, "↓", quiet);
    }
}
