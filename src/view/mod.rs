//! From the model to a frame. Draws what is visible and nothing else; changes nothing.

mod bar;
mod big;
mod board;
mod bridge;
mod canvas;
mod cell;
mod choice;
mod derived;
mod dock;
mod given;
mod gradients;
mod grid;
mod ledger;
mod loss;
mod names;
mod overlay;
mod plane;
mod sheet;
mod signed_bar;
mod theme;
mod title;
mod top;
mod trail;
mod translator;

pub use theme::Colours;

use crate::explorer::{Mode, Model, SMALLEST, View};
use crate::words::{Lang, screen, width};
use canvas::Canvas;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

/// Draws the model over a whole buffer, of any size; gives the place of the cursor, when one is to be seen.
pub fn draw(model: &Model, buffer: &mut Buffer) -> Option<Position> {
    let preferences = model.preferences();
    let area = buffer.area;
    let mut canvas = Canvas::new(buffer, Colours::of(preferences.theme), preferences.lang, preferences.ascii);
    if let Mode::Help { first } = model.mode() {
        overlay::help(&mut canvas, model, *first);
        dock::footer(&mut canvas, model, area.height.saturating_sub(1));
        return None;
    }
    if matches!(model.mode(), Mode::Blank) {
        return None;
    }
    let Some(layout) = model.layout_at((area.width, area.height)) else {
        too_small(&mut canvas);
        return None;
    };
    let mut point = None;
    match model.view() {
        View::Flow => {
            top::draw(&mut canvas, model, &layout);
            given::draw(&mut canvas, model, &layout);
            bridge::draw(&mut canvas, model, &layout);
            derived::draw(&mut canvas, model, &layout);
            loss::draw(&mut canvas, model, &layout);
            trail::draw(&mut canvas, model, &layout);
        }
        View::Gradients => gradients::draw(&mut canvas, model, &layout),
        View::Parameters => {
            if let Some(of_tensors) = &layout.sheet {
                top::draw(&mut canvas, model, &layout);
                bridge::draw(&mut canvas, model, &layout);
                sheet::draw(&mut canvas, model, &layout, of_tensors);
                derived::draw(&mut canvas, model, &layout);
                loss::draw(&mut canvas, model, &layout);
                trail::draw(&mut canvas, model, &layout);
            }
        }
        View::Rows => {
            if let Some(of_rows) = &layout.grid {
                grid::draw(&mut canvas, model, &layout, of_rows);
                trail::draw(&mut canvas, model, &layout);
            }
        }
        View::Readings => {
            if let Some(of_readings) = &layout.board {
                board::draw(&mut canvas, model, &layout, of_readings);
            }
        }
        View::Contributions => {
            if let Some(of_slots) = &layout.ledger {
                ledger::draw(&mut canvas, model, &layout, of_slots);
                trail::draw(&mut canvas, model, &layout);
            }
        }
        View::Plane => {
            if let Some(panes) = &layout.panes {
                point = plane::draw(&mut canvas, model, &layout, panes);
            }
        }
        View::Training => {
            if let (Some(screen), Some(of)) = (&layout.training, model.translating()) {
                point = translator::training::draw(&mut canvas, model, &layout, screen, of);
            }
        }
        View::Study => {
            if let (Some(screen), Some(of)) = (&layout.study, model.studying()) {
                point = translator::study::draw(&mut canvas, model, &layout, screen, of);
            }
        }
        View::Decoder => {
            if let (Some(decoder), Some(of)) = (&layout.decoder, model.translating()) {
                point = translator::draw(&mut canvas, model, &layout, decoder, of);
            }
        }
        View::Big => {
            title::draw(&mut canvas, model, &layout);
            big::draw(&mut canvas, model, &layout);
        }
    }
    dock::draw(&mut canvas, model, &layout);
    top::mistake(&mut canvas, model, &layout);
    let caret = match model.mode() {
        Mode::Palette(state) => Some(overlay::palette(&mut canvas, model, state)),
        Mode::Editing(_) if matches!(model.view(), View::Flow | View::Parameters | View::Gradients) => {
            given::caret(model, &layout)
        }
        _ if model.view() == View::Big => None,
        _ if matches!(model.view(), View::Plane | View::Decoder | View::Training | View::Study) => point,
        _ => layout
            .place(model.cursor(), |word| model.list().place_of(word))
            .map(|place| (canvas.blank_or_start(place.x, place.y, place.width), place.y)),
    };
    caret.map(|(x, y)| Position::new(area.x + x, area.y + y))
}

/// One line, in both languages, on a screen too small for anything else.
fn too_small(canvas: &mut Canvas<'_>) {
    let text = screen::too_small(SMALLEST.0, SMALLEST.1);
    let style = canvas.ink(canvas.colours.text);
    let cells = usize::from(canvas.width());
    let lines = [Lang::En, Lang::Zh].map(|lang| width::wrap(text.get(lang), cells));
    for (y, line) in (0..canvas.height()).zip(lines.iter().flatten()) {
        canvas.put(0, y, canvas.width(), line, style);
    }
}
