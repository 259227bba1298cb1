//! The gradients of what is derived: of e and α over the slots on the left, of z over the words on the right, and their
//! sums.

use super::{has_gradients, put};
use crate::explorer::{Focus, Layout, Model};
use crate::view::canvas::Canvas;
use crate::view::derived::{Side, put_seen, sides};
use crate::view::signed_bar;
use crate::words::{gradients as say, number, screen, width};

/// Draws them.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    for (at, (side, places, names)) in sides(model, layout).into_iter().enumerate() {
        let is_source = at == 0;
        let list = List { side, is_source };
        list.head(canvas, model, layout);
        for (y, &place) in (layout.rows.derived + 1..).zip(&places) {
            list.side.name(canvas, model, y, place, names);
            list.line(canvas, model, y, place);
        }
        list.sum(canvas, model, layout);
    }
}

struct List {
    side: Side,
    is_source: bool,
}

impl List {
    fn head(&self, canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
        let y = layout.rows.derived;
        let side = &self.side;
        let (start, end) = (side.start, side.end);
        let columns = side.columns;
        let (strong, quiet) = (canvas.colours.strong(side.colour), canvas.ink(canvas.colours.quiet));
        side.index_and_name(canvas, y);
        let names = if self.is_source {
            ["e_j", "∂L/∂e_j", "α_j", "∂L/∂α_j"]
        } else {
            ["z_w", "∂L/∂z_w", "", "p_w"]
        };
        let weight = Some(columns.weight).filter(|(_, cells)| *cells > 0);
        let at = [columns.score_delta, columns.score, columns.delta, weight];
        for (number, (column, name)) in at.into_iter().zip(names).enumerate() {
            let Some((x, cells)) = column else { continue };
            let is_value = number % 2 == 0 || (number == 3 && !self.is_source);
            // Spelled out it may be too long; then what it is worth says which it is.
            let fits = canvas.cells(name) <= usize::from(cells);
            let name = if fits || number != 3 { name } else { "gᵀv_j" };
            canvas.put_right(start + x + cells, y, start + x, name, if is_value { quiet } else { strong });
        }
        let (x, cells) = columns.bar;
        if cells >= 5 {
            let scale = model.gradient_scale();
            let ends = say::scale(scale);
            let wide = canvas.cells(&ends.0) + canvas.cells(&ends.1) < usize::from(cells);
            let ends = if wide { ends } else { ("−".to_owned(), "+".to_owned()) };
            canvas.put(start + x, y, end, &ends.0, quiet);
            canvas.put_right(start + x + cells, y, start + x, &ends.1, quiet);
        }
        crate::view::derived::more_lines(canvas, start, y + 1, columns.window);
    }

    fn line(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize) {
        let side = &self.side;
        let (start, columns) = (side.start, side.columns);
        let colours = canvas.colours;
        let (quiet, strong) = (canvas.ink(colours.quiet), colours.strong(side.colour));
        let row = model.row();
        let (score, weight) = match self.is_source {
            true => (Focus::Score(place), Focus::Attention(place)),
            false => (Focus::Logit(place), Focus::Probability(place)),
        };
        let value = |canvas: &mut Canvas<'_>, (x, cells): (u16, u16), focus: Focus, style| {
            if model.shows(focus) {
                put_seen(canvas, (start + x, y, start + x + cells), model.seen(row, focus), style);
            }
        };
        if let Some(column) = columns.score_delta {
            value(canvas, column, score, quiet);
        }
        if let Some(column) = columns.delta {
            value(canvas, column, weight, quiet);
        }
        let has_weight = columns.weight.1 > 0;
        if !self.is_source && has_weight {
            value(canvas, columns.weight, weight, quiet);
        }
        if self.is_source && !model.givens().mask.readable(row, place) {
            let Some((x, cells)) = columns.score else { return };
            let focused = [score, weight].contains(&model.cursor());
            let style = if focused { colours.focus() } else { quiet };
            canvas.put_right(start + x + cells, y, start + x, screen::masked().get(canvas.lang), style);
            return;
        }
        if !has_gradients(model) && model.revealed().is_whole() {
            return;
        }
        if let Some((x, cells)) = columns.score {
            put(canvas, model, (start + x, y, start + x + cells), score, strong);
        }
        if self.is_source && has_weight {
            let (x, cells) = columns.weight;
            put(canvas, model, (start + x, y, start + x + cells), weight, canvas.ink(colours.text));
        }
        let (x, cells) = columns.bar;
        if let Some(gradient) = model.gradient(row, score).filter(|_| model.shows_gradient(score)) {
            signed_bar::draw(canvas, (start + x, y, cells), gradient / model.gradient_scale(), side.colour);
        }
    }

    /// Both sums are 0 but for rounding: a shift common to all scores, or to all logits, changes nothing.
    fn sum(&self, canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
        let Some(y) = layout.rows.sums else { return };
        let side = &self.side;
        let quiet = canvas.ink(canvas.colours.quiet);
        let Some((scores, logits)) = model.gradient_sums().filter(|_| model.revealed().is_whole()) else { return };
        let (symbol, sum, focus) = match self.is_source {
            true => ("Σ_j ∂L/∂e_j", scores, Focus::Score(0)),
            false => ("Σ_w ∂L/∂z_w", logits, Focus::Logit(0)),
        };
        let shown = model.shows_gradient(focus);
        let in_full = if shown { number::derived(sum, 9) } else { "?".to_owned() };
        let text = format!("{symbol} = {}", in_full.trim_start());
        let rest = say::sums_to_zero();
        let room = usize::from(side.end.saturating_sub(side.start + 1));
        // What rounding leaves of 0 is never shown alone.
        let is_nothing = model.sums_to_zero(self.is_source);
        if !shown || !is_nothing {
            canvas.put(side.start + 1, y, side.end, &text, quiet);
        } else if canvas.cells(&text) + 2 + width::either(&rest) <= room {
            let x = canvas.put(side.start + 1, y, side.end, &text, quiet);
            canvas.say(x + 2, y, side.end, &rest, quiet);
        } else if sum != 0.0 {
            canvas.put(side.start + 1, y, side.end, &format!("{symbol} = {sum:.0e} ≈ 0"), quiet);
        } else {
            canvas.put(side.start + 1, y, side.end, &text, quiet);
        }
    }
}
