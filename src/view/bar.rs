//! The bar of a weight: from 0 to 1 over its whole width, whatever the weight; a tick where the baseline's bar ends.

use super::canvas::{Canvas, cells_u16};
use ratatui::style::Color;

const EIGHTHS: [&str; 8] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws a bar at a place (x, y, cells). `weight` lies between 0 and 1; `ghost` is the baseline's weight where it differs.
pub fn draw(canvas: &mut Canvas<'_>, (x, y, cells): (u16, u16, u16), weight: f64, ghost: Option<f64>, colour: Color) {
    let ink = canvas.ink(colour);
    let (full, partial) = shape(weight, cells);
    canvas.fill(x, y, x + full, "█", ink);
    if partial > 0 && full < cells {
        canvas.mark(x + full, y, EIGHTHS[partial], ink);
    }
    if let Some(at) = ghost.and_then(|ghost| tick(weight, ghost, cells)) {
        let colours = canvas.colours;
        // On the bar the tick is cut out of it; beside it, it stands by itself.
        let style = if at < full { colours.band(colour) } else { canvas.ink(colours.text) };
        canvas.mark(x + at, y, "│", style);
    }
}

/// A bar of so many whole cells and eighths of the next one. Where there is a weight there is a bar, however small.
fn shape(weight: f64, cells: u16) -> (u16, usize) {
    let eighths = scaled(weight, usize::from(cells) * 8);
    let eighths = if weight > 0.0 { eighths.max(1) } else { eighths };
    (cells_u16(eighths / 8), eighths % 8)
}

/// The cell of the baseline's tick. It never covers the part of a cell in which the bar ends, which would change the
/// bar's length: there it gives way by one cell, to the side on which it lies; but a difference of less than half a cell
/// is too small to be shown on this bar, and is not exaggerated.
fn tick(weight: f64, ghost: f64, cells: u16) -> Option<u16> {
    let (full, partial) = shape(weight, cells);
    // The tick is drawn in the middle of its cell: the cell the value falls into, not the nearest boundary.
    let at = shape(ghost, cells).0.min(cells.checked_sub(1)?);
    match at {
        at if at != full || partial == 0 => Some(at),
        _ if (ghost - weight).abs() * f64::from(cells) < 0.5 => None,
        at if ghost > weight => Some(at + 1).filter(|at| *at < cells),
        at => at.checked_sub(1),
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
    fn the_tick_never_covers_the_end_of_the_bar() {
        for cells in 1..40 {
            for weight in 0..=60 {
                for ghost in 0..=60 {
                    let (weight, ghost) = (f64::from(weight) / 60.0, f64::from(ghost) / 60.0);
                    let (full, partial) = shape(weight, cells);
                    if let Some(at) = tick(weight, ghost, cells) {
                        assert!(at < cells && (partial == 0 || at != full), "{weight} {ghost} in {cells}");
                    }
                }
            }
        }
        assert_eq!(shape(1e-300, 6), (0, 1), "something is there, however little");
        assert_eq!(tick(0.155, 0.42, 6), Some(2));
        assert_eq!(tick(0.0004, 0.0003, 6), None, "a tick in the next cell would say 0.17");
        assert_eq!(tick(0.46, 0.35, 6), Some(1));
    }

    #[test]
    fn the_whole_width_is_one() {
        assert_eq!(scaled(0.0, 80), 0);
        assert_eq!(scaled(1.0, 80), 80);
        assert_eq!(scaled(0.5, 80), 40);
        assert_eq!(scaled(1.000_000_000_000_000_2, 80), 80);
    }
}
