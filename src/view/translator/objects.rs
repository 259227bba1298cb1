//! The table of objects: letter, shape, where each comes from, some of its numbers.

use crate::explorer::{Decoder, DecoderPanel, Object, Spot, Translating};
use crate::view::canvas::Canvas;
use crate::words::{number, translator as say, width};

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating, panel: &DecoderPanel) {
    let colours = canvas.colours;
    let (quiet, text) = (canvas.ink(colours.quiet), canvas.ink(colours.text));
    let (x, y, end) = (panel.area.x, panel.area.y, panel.area.right());
    let band = colours.band(colours.text);
    canvas.fill(x, y, end, " ", band);
    canvas.say(x + 1, y, x + 7, &say::objects_head(), band);
    canvas.put_right(x + 13, y, x + 7, say::shape_head().get(canvas.lang), band);
    if panel.words.1 > 0 {
        canvas.say(panel.words.0 + 1, y, panel.words.0 + panel.words.1, &say::origin_head(), band);
    }
    let (left, cells) = panel.cell;
    for (at, x) in panel.columns.range().zip((left..).step_by(usize::from(cells))) {
        canvas.put_right((x + cells).min(end), y, x, &format!("[{}]", at + 1), band);
    }
    for object in panel.lines.range().filter_map(|at| decoder.all_objects().get(at).copied()) {
        let Some(y) = decoder.object_line(object) else { continue };
        let colour = match object {
            Object::Query | Object::Scores | Object::Weights => colours.source,
            Object::Source | Object::Context => colours.content,
            Object::Loss => colours.target,
            object if object.is_of_words() => colours.vocab,
            _ => colours.text,
        };
        let here = of.spot().object() == object;
        let style = if of.spot() == Spot::Object(object) { colours.focus() } else { colours.strong(colour) };
        canvas.mark(x, y, if here { "▸" } else { " " }, colours.strong(colours.text));
        canvas.put(x + 1, y, end, &of.symbol(object), style);
        let (rows, columns) = of.shape(object);
        canvas.put_right(x + 13, y, x + 4, &format!("{rows}×{columns}"), text);
        let (words, room) = panel.words;
        if room > 0 {
            let origin = of.origin_of(object);
            let origin = width::cut(&canvas.spelled(origin.get(canvas.lang)), usize::from(room - 1));
            canvas.put(words + 1, y, words + room, &origin, quiet);
        }
        for (at, x) in panel.columns.range().zip((left..).step_by(usize::from(cells))) {
            let Some(number) = of.number(object, at).filter(|_| at < of.count(object)) else { continue };
            let style = if of.spot() == Spot::Component(object, at) { colours.focus() } else { text };
            let number = match number.is_finite() {
                true => number::derived(number, usize::from(cells - 1)),
                false => "✗".to_owned(),
            };
            canvas.put_right((x + cells).min(end), y, x + 1, &number, style);
        }
    }
    if panel.lines.more_before() {
        canvas.mark(end.saturating_sub(1), y + 1, "↑", quiet);
    }
    if panel.lines.more_after() {
        canvas.mark(end.saturating_sub(1), panel.area.bottom().saturating_sub(1), "↓", quiet);
    }
}
