//! The bar of a number with a sign: from the middle to the right or to the left, on a scale that is told beside it.

use super::canvas::{Canvas, cells_u16};
use ratatui::style::Color;

/// Draws a bar at a place (x, y, cells); `cells` is odd. `share` is the number as a part of the scale, from −1 to 1.
pub fn draw(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), share: f64, colour: Color) {
    let half = cells / 2;
    let quiet = canvas.ink(canvas.colours.quiet);
    let ink = canvas.ink(colour);
    canvas.mark(x + half, y, "│", quiet);
    let (full, rest) = shape(share.abs(), half);
    if share > 0.0 {
        canvas.fill(x + half + 1, y, x + half + 1 + full, "█", ink);
        if rest {
            canvas.mark(x + half + 1 + full, y, "▌", ink);
        }
    } else if share < 0.0 {
        canvas.fill(x + half - full, y, x + half, "█", ink);
        if rest {
            canvas.mark(x + half - full - 1, y, "▐", ink);
        }
    }
}

/// Whole cells, and whether half a cell comes after them. Where there is a number there is a bar, however small.
fn shape(share: f64, cells: u16) -> (u16, bool) {
    let most = usize::from(cells) * 2;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a screen's width, between 0 and that"
    )]
    let halves = (share.clamp(0.0, 1.0) * most as f64).round() as usize;
    let halves = if share > 0.0 { halves.clamp(1, most.max(1)) } else { 0 };
    (cells_u16(halves / 2).min(cells), halves % 2 == 1 && halves < most)
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
    fn a_bar_ends_where_its_share_does() {
        assert_eq!(shape(1.0, 5), (5, false));
        assert_eq!(shape(0.5, 5), (2, true));
        assert_eq!(shape(0.0, 5), (0, false));
        assert_eq!(shape(1e-300, 5), (0, true), "something is there, however little");
        for cells in 0..30 {
            for share in 0..=60 {
                let (full, rest) = shape(f64::from(share) / 60.0, cells);
                assert!(full + u16::from(rest) <= cells.max(1));
            }
        }
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
