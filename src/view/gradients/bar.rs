//! A signed bar around a centre line: to the left what is negative, to the right what is positive.

use crate::view::canvas::Canvas;
use ratatui::style::Color;

/// Draws it at a place (x, y, cells), an odd number of cells; `share` lies between −1 and 1. Where there is something
/// there is half a cell at least.
pub fn draw(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), share: f64, colour: Color) {
    if cells < 3 {
        return;
    }
    let side = (cells - 1) / 2;
    let centre = x + side;
    let quiet = canvas.ink(canvas.colours.quiet);
    canvas.mark(centre, y, "│", quiet);
    let halves = halves(share, side);
    let (full, half) = (halves / 2, halves % 2 == 1);
    let ink = canvas.ink(colour);
    if share < 0.0 {
        canvas.fill(centre - full, y, centre, "█", ink);
        if half {
            canvas.mark(centre - full - 1, y, "▐", ink);
        }
    } else {
        canvas.fill(centre + 1, y, centre + 1 + full, "█", ink);
        if half {
            canvas.mark(centre + 1 + full, y, "▌", ink);
        }
    }
}

/// Half cells of a bar.
fn halves(share: f64, side: u16) -> u16 {
    let most = 2 * side;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a screen is at most 65,535 cells wide, and the product lies between 0 and that"
    )]
    let halves = (share.abs().min(1.0) * f64::from(most)).round() as u16;
    if share == 0.0 { 0 } else { halves.clamp(1, most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_of_a_side_is_one_and_little_is_not_nothing() {
        assert_eq!([0.0, 1e-9, 0.25, 0.5, 1.0, 7.0].map(|share| halves(share, 4)), [0, 1, 2, 4, 8, 8]);
        assert_eq!([-0.5, -1.0].map(|share| halves(share, 2)), [2, 4]);
    }
}
