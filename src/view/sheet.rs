//! The words and projections, and the scorer's parameters, where q, K, V and G stand on the main screen.

use super::canvas::{Canvas, cells_u16};
use super::given::number_cell;
use super::top;
use crate::engine::Tensor;
use crate::explorer::{Focus, Layout, Model, Sheet, Window};
use crate::words::{given as say, width};

/// Draws them, with a head of their own.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, sheet: &Sheet) {
    let colours = canvas.colours;
    let quiet = canvas.ink(colours.quiet);
    // Where there is a line for it below, the heads of the two axes stand over what follows.
    if layout.rows.weighted.is_some() {
        let band = colours.band(colours.quiet);
        canvas.fill(0, layout.rows.heads, layout.size.0, " ", band);
        let text = say::head(model.givens().origin.is_some(), model.givens().scorer.kind);
        canvas.say(1, layout.rows.heads, layout.size.0, &text, band);
        top::heads_at(canvas, model, layout, layout.rows.weighted.unwrap_or(layout.rows.heads));
    }
    for placed in &sheet.placed {
        let (x, y) = placed.at;
        let columns = cells_u16(placed.columns.shown) * placed.cell;
        let end = x + placed.label + columns.max(placed.cell);
        let colour = match placed.tensor {
            Tensor::SourceEmbeddings | Tensor::TargetEmbeddings => colours.text,
            Tensor::ValueProjection => colours.content,
            _ => colours.source,
        };
        let symbol = say::symbol(placed.tensor);
        let after = canvas.put(x, y, end, symbol, colours.strong(colour));
        let (rows, all) = (placed.rows, placed.columns);
        let forms = if rows.whole() && all.whole() {
            vec![say::shape(rows.total, all.total)]
        } else {
            let shown = |window: Window| (window.first + 1, window.first + window.shown);
            say::part_of_shape((shown(rows), shown(all)), (rows.total, all.total))
        };
        let room = usize::from(end.saturating_sub(after + 1));
        if let Some(text) = forms.iter().find(|text| canvas.cells(text.get(canvas.lang)) <= room) {
            canvas.say(after + 1, y, end, text, quiet);
        }
        for (line, row) in (y + 1..).zip(rows.range()) {
            if placed.label > 0 {
                let name = match placed.tensor {
                    Tensor::SourceEmbeddings => model.names().slots[row].clone(),
                    _ => (row + 1).to_string(),
                };
                let name = width::cut(&name, usize::from(placed.label - 1));
                canvas.put(x, line, x + placed.label, &name, quiet);
            }
            for column in all.range() {
                number_cell(canvas, model, layout, Focus::Entry(placed.tensor, row, column));
            }
        }
    }
    if sheet.more_above {
        canvas.mark(0, layout.rows.given, "↑", quiet);
    }
    if sheet.more_below {
        canvas.mark(0, layout.rows.given + layout.rows.given_rows.saturating_sub(1), "↓", quiet);
    }
}
