//! One cell of a heat map: a shade and digits; the sum of a line of them; and what both mean.

use super::canvas::Canvas;
use super::derived::{WRONG, sign_of};
use crate::engine::Mark;
use crate::engine::mistakes::NoFigure;
use crate::explorer::{NARROWEST_CELL, Seen, Standing};
use crate::words::{Text, mistakes, number};
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

impl Shown {
    /// What stands there whatever the number is: a sign where it is masked, unless a mistake may have read there, and
    /// where it is not yet revealed.
    pub fn without_number(masked: bool, mistaken: bool, revealed: bool) -> Option<Self> {
        match (masked, revealed) {
            (true, false) => Some(Shown::Masked),
            (true, true) if !mistaken => Some(Shown::Masked),
            (false, false) => Some(Shown::Hidden),
            _ => None,
        }
    }

    /// What is seen at a place, which may be masked.
    pub fn of(seen: Seen, masked: bool) -> Self {
        match seen {
            // A weight of 0 where nothing may be read is the mask's.
            Seen::Number(weight) if masked && weight == 0.0 => Shown::Masked,
            Seen::Number(weight) => Shown::Weight(weight),
            Seen::Words(how) => Shown::Words(how),
            Seen::Nothing if masked => Shown::Masked,
            Seen::Nothing => Shown::Undefined,
        }
    }
}

/// Whether there is a gap between such cells, and a place for a sign in it.
pub fn has_gap(cells: u16) -> bool {
    cells > NARROWEST_CELL
}

/// Where what stands in a cell, or above or below it, ends.
pub fn text_end(x: u16, cells: u16) -> u16 {
    x + cells - u16::from(has_gap(cells))
}

/// Cells of the shade; what is left is for digits.
fn shades(cells: u16) -> u16 {
    if cells >= 6 { 2 } else { 1 }
}

/// Whether only the hundredths have room in a cell.
pub fn has_two_digits(cells: u16) -> bool {
    text_end(0, cells) - shades(cells) == 2
}

/// What the shades mean: the first form for which there is room.
pub fn legend(canvas: &mut Canvas<'_>, y: u16, forms: &[Text]) {
    let room = usize::from(canvas.width().saturating_sub(2));
    if let Some(text) = forms.iter().find(|text| canvas.cells(text.get(canvas.lang)) <= room) {
        canvas.say(1, y, canvas.width(), text, canvas.ink(canvas.colours.quiet));
    }
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
    let (end, shades) = (text_end(x, cells), shades(cells));
    let (shade, text, style) = match shown {
        Shown::Weight(weight) => {
            let digits = usize::from(end - x - shades);
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
            // Words may take the shade's place as well, but not the gap to the next cell; where they do not fit, their
            // sign stands for them.
            let text = if canvas.cells(text) < usize::from(cells) { text } else { WRONG };
            canvas.fill(x, y, end, " ", colours.wrong());
            canvas.put_right(end, y, x, text, if focused { colours.focus() } else { colours.wrong() });
            return;
        }
    };
    let ink = canvas.ink(colour);
    canvas.fill(x, y, x + shades, shade, ink);
    let style = if focused { colours.focus() } else { style };
    // A narrow cell has no room for the sign.
    let style = if how.standing == Standing::Wrong && !has_gap(cells) && !focused { colours.wrong() } else { style };
    let style = if how.beside { style.add_modifier(Modifier::UNDERLINED) } else { style };
    if focused {
        canvas.fill(x + shades, y, end, " ", style);
    }
    canvas.put_right(end, y, x + shades, &text, style);
    if has_gap(cells) {
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
