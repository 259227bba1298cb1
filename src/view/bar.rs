//! The bar of a weight: from 0 to 1 over its whole width, whatever the weight; a tick where the baseline's bar ends.

use super::canvas::{Canvas, cells_u16};
use ratatui::style::Color;

const EIGHTHS: [&str; 8] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws a bar at a place (x, y, cells). `weight` and `ghost` lie between 0 and 1.
pub fn draw(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), weight: f64, ghost: Option<f64>, colour: Color) {
    let ink = canvas.ink(colour);
    let eighths = scaled(weight, usize::from(cells) * 8);
    let full = cells_u16(eighths / 8);
    canvas.fill(x, y, x + full, "█", ink);
    if !eighths.is_multiple_of(8) {
        canvas.mark(x + full, y, EIGHTHS[eighths % 8], ink);
    } else if eighths == 0 && weight > 0.0 && cells > 0 {
        // Something is there, however little.
        canvas.mark(x, y, EIGHTHS[1], ink);
    }
    if let Some(ghost) = ghost
        && cells > 0
    {
        let at = cells_u16(scaled(ghost, usize::from(cells))).min(cells - 1);
        let colours = canvas.colours;
        // On the bar the tick is cut out of it; beside it, it stands by itself.
        let style = if at < full { colours.band(colour) } else { canvas.ink(colours.text) };
        canvas.mark(x + at, y, "│", style);
    }
}

/// A weight on a scale of whole steps.
fn scaled(weight: f64, steps: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a screen is at most 65,535 cells wide, and the product lies between 0 and that"
    )]
    let step = (weight.clamp(0.0, 1.0) * steps as f64).round() as usize;
    step.min(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_width_is_one() {
        assert_eq!(scaled(0.0, 80), 0);
        assert_eq!(scaled(1.0, 80), 80);
        assert_eq!(scaled(0.5, 80), 40);
        assert_eq!(scaled(1.000_000_000_000_000_2, 80), 80);
    }
}
