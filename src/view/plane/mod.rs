//! The view of keys and values as points of two pictures, one on each axis.

mod axes;
mod keys;
mod plot;
mod points;
mod tint;
mod values;

use super::canvas::{Canvas, cells_u16};
use super::top;
use crate::explorer::{Layout, Model, Pane, Panes, Side};
use crate::words::{Text, plane as say, screen, width};
use plot::Plot;

/// Draws it; gives the cell of the point under the cursor.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, panes: &Panes) -> Option<(u16, u16)> {
    top::above(canvas, model, layout);
    let picture = model.picture_in(panes);
    for pane in panes.in_view() {
        head(canvas, model, &pane);
        let Some(drawn) = picture.of(pane.side) else { continue };
        let Some(raster) = drawn.raster else {
            let y = pane.area.y + pane.area.height / 2;
            canvas.say(pane.area.x + 1, y, pane.area.right(), &say::too_far(), canvas.ink(canvas.colours.text));
            continue;
        };
        let mut plot = Plot::new(canvas, raster, pane.area);
        let said = match pane.side {
            Side::Keys => [keys::draw(&mut plot, model, drawn), Vec::new()],
            Side::Values => values::draw(&mut plot, model, drawn),
        };
        below(canvas, model, &pane, &said);
    }
    if let (Some(keys), Some(values)) = (panes.keys, panes.values)
        && keys.area.right() < values.area.x
    {
        let quiet = canvas.ink(canvas.colours.quiet);
        for y in keys.area.y..keys.below.0 + keys.below.1 {
            canvas.mark(keys.area.right(), y, "│", quiet);
        }
    }
    picture.cell_of(model.point())
}

/// The axis of the model, and what of it is drawn here.
fn head(canvas: &mut Canvas<'_>, model: &Model, pane: &Pane) {
    let dimensions = model.dimensions(pane.side);
    let whole = model.plane(pane.side).is_whole(dimensions);
    let (name, forms, colour) = match pane.side {
        Side::Keys => (screen::source_axis(), say::keys_head(dimensions, whole), canvas.colours.source),
        Side::Values => (screen::vocab_axis(), say::values_head(dimensions, whole), canvas.colours.vocab),
    };
    let band = canvas.colours.band(colour);
    let (x, end) = (pane.area.x, pane.area.right());
    canvas.fill(x, pane.head, end, " ", band);
    canvas.say(x + 1, pane.head, end, &name, band);
    let x = x + 1 + cells_u16(width::either(&name)) + 2;
    let room = usize::from(end.saturating_sub(x));
    if let Some(text) = forms.iter().find(|text| width::either(text) <= room) {
        canvas.say(x, pane.head, end, text, band);
    }
}

/// The sentences below a picture: one a line, as long as there is room; what two have to say in one line, the first says.
fn below(canvas: &mut Canvas<'_>, model: &Model, pane: &Pane, said: &[Vec<Text>; 2]) {
    let (first, lines) = pane.below;
    let (x, end) = (pane.area.x + 1, pane.area.right());
    let room = usize::from(end.saturating_sub(x));
    let colours = canvas.colours;
    for ((y, forms), style) in
        (first..first + lines).zip(said).zip([colours.ink(colours.text), colours.ink(colours.quiet)])
    {
        if let Some(text) = model.fitting(forms, room) {
            canvas.say(x, y, end, text, style);
        }
    }
}
