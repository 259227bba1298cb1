//! A signed bar around a centre line: to the left what is negative, to the right what is positive. Its scale is told
//! beside it.

use super::canvas::Canvas;
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

/// The scale on which the largest of some numbers is drawn: 1, 2 or 5 times a power of ten, so that it seldom changes.
/// 0 where all are 0.
pub fn scale(largest: f64) -> f64 {
    if largest <= 0.0 || !largest.is_finite() {
        return 0.0;
    }
    let exponent = largest.log10().floor();
    #[expect(clippy::cast_possible_truncation, reason = "the exponent of an f64 is within ±324")]
    let power = 10.0_f64.powi(exponent as i32);
    if power == 0.0 {
        return largest;
    }
    let steps = [1.0, 2.0, 5.0, 10.0];
    let found = steps.into_iter().map(|step| step * power).find(|scale| *scale >= largest);
    found.filter(|scale| scale.is_finite()).unwrap_or(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_of_a_side_is_one_and_little_is_not_nothing() {
        assert_eq!([0.0, 1e-9, 0.25, 0.5, 1.0, 7.0].map(|share| eighths(share, 4)), [0, 1, 8, 16, 32, 32]);
        assert_eq!([-0.5, -1.0].map(|share| eighths(share, 2)), [8, 16]);
    }

    #[test]
    fn a_scale_is_a_round_number_that_holds_the_largest() {
        for (largest, wanted) in [(1.689, 2.0), (0.5, 0.5), (0.51, 1.0), (3.0, 5.0), (99.0, 100.0), (0.0, 0.0)] {
            assert!((scale(largest) - wanted).abs() <= 1e-12 * wanted, "{largest}: {}", scale(largest));
        }
        for largest in [f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-310, 1e300, 9.999_999_999e15] {
            assert!(scale(largest) >= largest && scale(largest).is_finite(), "{largest}");
        }
    }
}
