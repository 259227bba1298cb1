//! One cell of a heat map: a shade and digits; and the sum of a line of them.

use super::canvas::{Canvas, cells_u16};
use super::derived::{WRONG, sign_of};
use crate::engine::Mark;
use crate::engine::mistakes::NoFigure;
use crate::explorer::{Seen, Standing};
use crate::words::{mistakes, number};
use ratatui::style::{Color, Modifier};

/// What stands in a cell.
pub enum Shown {
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
    /// A mistake has made something that is no number.
    Words(NoFigure),
}

/// How a cell is drawn.
pub struct How {
    /// The cursor is here.
    pub focused: bool,
    /// The cursor is on the same number of the other matrix.
    pub beside: bool,
    /// How the number stands to what it is held against.
    pub standing: Standing,
}

/// A shade and digits.
pub fn cell(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), shown: &Shown, how: How, colour: Color) {
    let colours = canvas.colours;
    let (focused, moved) = (how.focused, how.standing == Standing::Baseline(Mark::Moved));
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
        Shown::Words(how) => {
            let text = mistakes::short(*how);
            let text = text.get(canvas.lang);
            // Words may take the shade's place as well; where they do not fit, their sign stands for them.
            // With a gap to the next cell.
            let fits = canvas.cells(text) + usize::from(cells <= 3) <= usize::from(end - x);
            canvas.fill(x, y, end, " ", colours.wrong());
            canvas.put_right(
                end,
                y,
                x,
                if fits { text } else { WRONG },
                if focused { colours.focus() } else { colours.wrong() },
            );
            return;
        }
    };
    let ink = canvas.ink(colour);
    canvas.fill(x, y, x + cells_u16(shades), shade, ink);
    let style = if focused { colours.focus() } else { style };
    // A narrow cell has no room for the sign.
    let style = if how.standing == Standing::Wrong && cells <= 3 && !focused { colours.wrong() } else { style };
    let style = if how.beside { style.add_modifier(Modifier::UNDERLINED) } else { style };
    if focused {
        canvas.fill(x + cells_u16(shades), y, end, " ", style);
    }
    canvas.put_right(end, y, x + cells_u16(shades), &text, style);
    if cells > 3 {
        let (sign, style) = match how.standing {
            Standing::Wrong | Standing::Baseline(Mark::Moved) => sign_of(canvas, how.standing),
            Standing::Baseline(_) | Standing::Unmarked => return,
        };
        canvas.mark(end, y, sign, style);
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

/// A sum: hidden, on its way, none, words, or the number.
pub fn sum_text(canvas: &Canvas<'_>, sum: Option<Seen>, shown: bool, cells: u16) -> String {
    match sum {
        _ if !shown => "?".to_owned(),
        None => "..".to_owned(),
        Some(Seen::Nothing) => "−".to_owned(),
        Some(Seen::Words(how)) => {
            let text = mistakes::short(how);
            let text = text.get(canvas.lang);
            if canvas.cells(text) <= usize::from(cells) { text.to_owned() } else { WRONG.to_owned() }
        }
        Some(Seen::Number(sum)) if cells >= 5 => number::derived(sum, 5).trim_start().to_owned(),
        Some(Seen::Number(sum)) => number::narrow(sum, usize::from(cells)),
    }
}
