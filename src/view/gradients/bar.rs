//! A signed bar around a centre line: to the left what is negative, to the right what is positive.

use crate::view::canvas::Canvas;
use ratatui::style::{Color, Style};

/// The left eighths of a cell.
const EIGHTHS: [&str; 8] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws it at a place (x, y, cells), an odd number of cells; `share` lies between −1 and 1. Where there is something
/// there is an eighth of a cell at least.
pub fn draw(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), share: f64, colour: Color) {
    if cells < 3 {
        return;
    }
    let side = (cells - 1) / 2;
    let centre = x + side;
    let quiet = canvas.ink(canvas.colours.quiet);
    canvas.mark(centre, y, "│", quiet);
    let eighths = eighths(share, side);
    let (full, part) = (eighths / 8, usize::from(eighths % 8));
    let ink = canvas.ink(colour);
    if share < 0.0 {
        canvas.fill(centre - full, y, centre, "█", ink);
        // There are no right eighths: the left ones of the ground on a cell of the colour, and in ASCII the sign alone.
        let ground = Style::new().fg(canvas.colours.ground).bg(colour);
        let (symbol, style) = if canvas.ascii { (EIGHTHS[part], ink) } else { (EIGHTHS[(8 - part) % 8], ground) };
        if part > 0 {
            canvas.mark(centre - full - 1, y, symbol, style);
        }
    } else {
        canvas.fill(centre + 1, y, centre + 1 + full, "█", ink);
        if part > 0 {
            canvas.mark(centre + 1 + full, y, EIGHTHS[part], ink);
        }
    }
}

/// Eighths of a cell that a bar has.
fn eighths(share: f64, side: u16) -> u16 {
    let most = side.saturating_mul(8);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a screen is at most 65,535 cells wide, and the product lies between 0 and that"
    )]
    let eighths = (share.abs().min(1.0) * f64::from(most)).round() as u16;
    if share == 0.0 { 0 } else { eighths.clamp(1, most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_of_a_side_is_one_and_little_is_not_nothing() {
        assert_eq!([0.0, 1e-9, 0.25, 0.5, 1.0, 7.0].map(|share| eighths(share, 4)), [0, 1, 8, 16, 32, 32]);
        assert_eq!([-0.5, -1.0].map(|share| eighths(share, 2)), [8, 16]);
    }
}
