//! What comes after what in a step, and below it what is known before the read.

use crate::explorer::{Decoder, Feeding, Model, Object, Panel, Spot, Translating};
use crate::translator::{FirstState, Timing};
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{translator as say, width};

/// Draws both lines.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, decoder: &Decoder, of: &Translating) {
    let colours = canvas.colours;
    let (y, pieces) = &decoder.strip;
    let here = of.spot();
    for piece in pieces {
        let (x, cells) = piece.at;
        let style = match piece.object {
            Some(object) if here == Spot::Object(object) => colours.focus(),
            Some(Object::Weights) if piece.is_act => colours.band(colours.source),
            Some(Object::Logits) if piece.is_act => colours.band(colours.vocab),
            Some(_) if piece.is_act => colours.band(colours.content),
            Some(Object::Query) => canvas.ink(colours.source),
            Some(Object::Probabilities) => canvas.ink(colours.vocab),
            Some(Object::Context) => canvas.ink(colours.content),
            Some(_) => canvas.ink(colours.text),
            None => canvas.ink(colours.quiet),
        };
        canvas.put(x, *y, x + cells, &piece.text, style);
    }
    let Some(y) = decoder.known else { return };
    // While the way of the error is looked at its sizes stand below the strip.
    let route = (model.panel() == Some(&Panel::Route)).then(|| of.route_said()).flatten();
    let room = usize::from(canvas.width().saturating_sub(2));
    match route.as_deref().and_then(|forms| model.fitting(forms, room)) {
        Some(text) => {
            canvas.say(1, y, canvas.width(), text, colours.strong(colours.target));
        }
        None => known(canvas, of, y),
    }
}

/// The step, what the state that is read from has taken in, and on the right the word fed back.
fn known(canvas: &mut Canvas<'_>, of: &Translating, y: u16) {
    let colours = canvas.colours;
    let (quiet, text) = (canvas.ink(colours.quiet), canvas.ink(colours.text));
    let end = canvas.width().saturating_sub(1);
    let step = say::step(of.step() + 1, of.steps());
    let x = 1 + cells_u16(width::either(&step)) + 2;
    canvas.say(1, y, end, &step, colours.strong(colours.text));
    if !of.has_steps() {
        return;
    }
    let (word, by) = of.fed_back(of.step());
    let fed = say::fed_back(of.word_name(word), by == Feeding::Teacher);
    let cells = cells_u16(width::either(&fed));
    let step = of.step();
    let updates_first = of.design().timing() == Some(Timing::UpdateThenRead);
    let (state, taken) = match updates_first {
        true => (of.symbol(Object::After), step + 1),
        false => (of.symbol(Object::Before), step),
    };
    let from_encoder = of.design().first_state == FirstState::FromEncoder;
    let names: Vec<&str> = of.passage().inputs().iter().map(|word| of.word_name(*word)).collect();
    let not_yet = (!updates_first).then(|| names.get(step).copied()).flatten();
    let told = |from: usize| {
        let dots = (from > 0).then_some("..");
        let words: Vec<&str> = dots.into_iter().chain(names[from..taken].iter().copied()).collect();
        say::known(&state, &words.join(" "), not_yet, from_encoder)
    };
    // The words that went in first give way first.
    let with_fed = usize::from(end.saturating_sub(x + cells + 2));
    let alone = usize::from(end.saturating_sub(x));
    let fits = |room: usize| {
        let least = if room == alone { taken } else { taken.min(2) };
        (0..=least).map(told).find(|told| canvas.cells(&told.en).max(canvas.cells(&told.zh)) <= room)
    };
    match fits(with_fed) {
        Some(told) => {
            canvas.say(x, y, end, &told, text);
            canvas.put_right(end, y, x, fed.get(canvas.lang), quiet);
        }
        None => {
            let told = fits(alone).unwrap_or_else(|| told(taken));
            canvas.say(x, y, end, &told, text);
        }
    }
}
