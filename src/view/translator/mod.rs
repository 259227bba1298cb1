//! The decoder screen: one step of the translator.

mod map;
mod objects;
mod strip;
pub mod study;
mod tables;
mod texts;
mod title;
pub mod training;

use super::canvas::Canvas;
use crate::explorer::{Decoder, Layout, Model, Translating};

/// Draws it; gives the cell of what is under the cursor.
pub fn draw(
    canvas: &mut Canvas<'_>,
    model: &Model,
    layout: &Layout,
    decoder: &Decoder,
    of: &Translating,
) -> Option<(u16, u16)> {
    if let Some(y) = layout.rows.title {
        title::draw(canvas, of, y);
    }
    strip::draw(canvas, model, decoder, of);
    if let Some((of_units, of_words)) = &decoder.tables {
        tables::heads(canvas, of, decoder, layout.rows.heads);
        if of.has_steps() {
            tables::source(canvas, decoder, of, of_units);
            tables::vocab(canvas, decoder, of, of_words);
        } else {
            tables::no_numbers(canvas, decoder, of);
        }
    }
    texts::draw(canvas, decoder, of);
    if let Some(panel) = &decoder.objects {
        objects::draw(canvas, decoder, of, panel);
    }
    if let Some(panel) = &decoder.map {
        map::draw(canvas, decoder, of, panel);
    }
    if let (Some(left), Some(right)) = (&decoder.objects, &decoder.map)
        && left.area.y == right.area.y
    {
        let quiet = canvas.ink(canvas.colours.quiet);
        for y in left.area.y..left.area.bottom() {
            canvas.mark(left.area.right(), y, "│", quiet);
        }
    }
    decoder.place(of.spot(), of.step()).map(|place| (canvas.blank_or_start(place.x, place.y, place.width), place.y))
}
