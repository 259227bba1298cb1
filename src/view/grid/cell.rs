//! One cell of the two matrices: a shade and digits.

use super::super::canvas::{Canvas, cells_u16};
use crate::words::number;
use ratatui::style::{Color, Modifier, Style};

/// What stands in a cell.
pub(super) enum Shown {
    /// A weight or a probability.
    Weight(f64),
    /// The row may not read the slot.
    Masked,
    /// Not yet revealed.
    Hidden,
    /// On its way.
    Computing,
    /// There is none.
    Undefined,
}

/// A shade and digits; whether the cursor is here, whether it moved.
pub(super) fn cell(
    canvas: &mut Canvas<'_>,
    (x, y, cells): (u16, u16, u16),
    shown: &Shown,
    (focused, moved): (bool, bool),
    colour: Color,
) {
    let colours = canvas.colours;
    let quiet = canvas.ink(colours.quiet);
    // The last cell is a gap, but in the narrowest.
    let end = x + cells - u16::from(cells > 3);
    let shades = if cells >= 6 { 2 } else { 1 };
    let (shade, text, style) = match shown {
        Shown::Weight(weight) => {
            let digits = usize::from(end - x) - shades;
            let style = match (moved, *weight >= 0.5) {
                (true, _) => canvas.ink(colours.moved),
                (false, true) => colours.strong(colours.text),
                (false, false) => canvas.ink(colours.text),
            };
            (shade(*weight), number::weight(*weight, digits), style)
        }
        Shown::Masked => (" ", "✗".to_owned(), quiet),
        Shown::Hidden => (" ", "?".to_owned(), quiet),
        Shown::Computing => (" ", "..".to_owned(), quiet),
        Shown::Undefined => (" ", "−".to_owned(), quiet),
    };
    let ink = canvas.ink(colour);
    canvas.fill(x, y, x + cells_u16(shades), shade, ink);
    let style = if focused { colours.focus() } else { style };
    if focused {
        canvas.fill(x + cells_u16(shades), y, end, " ", style);
    }
    canvas.put_right(end, y, x + cells_u16(shades), &text, style);
    if moved && cells > 3 {
        canvas.mark(end, y, "*", Style::add_modifier(canvas.ink(colours.moved), Modifier::BOLD));
    }
}

/// Five shades for a scale from 0 to 1, each in the middle of its fifth: 0, ¼, ½, ¾, 1.
fn shade(weight: f64) -> &'static str {
    match weight {
        w if w < 0.125 => " ",
        w if w < 0.375 => "░",
        w if w < 0.625 => "▒",
        w if w < 0.875 => "▓",
        _ => "█",
    }
}
