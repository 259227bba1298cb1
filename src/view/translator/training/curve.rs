//! The loss over the sentences: bars for the batches it is trained on, signs for the test, over a logarithmic height.

use crate::explorer::Translating;
use crate::translator::Run;
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{number, translator as say, width};
use ratatui::layout::Rect;

/// Cells of the numbers before it.
const SCALE: u16 = 7;

/// The lowest loss that has a height of its own, in nats.
const FLOOR: f64 = 1e-4;

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws it, its head in the first line, what the signs mean in the last.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, of: &Translating) {
    let (trainer, colours) = (of.trainer(), canvas.colours);
    let (quiet, target) = (canvas.ink(colours.quiet), canvas.ink(colours.target));
    let (x, end) = (area.x, area.right());
    let band = colours.band(colours.target);
    canvas.fill(x, area.y, end, " ", band);
    let room = usize::from(area.width.saturating_sub(2));
    if let Some(text) = say::curve_head().iter().find(|text| width::either(text) <= room) {
        canvas.say(x + 1, area.y, end, text, band);
    }
    let (first, lines) = (area.y + 1, area.height.saturating_sub(2));
    let columns = area.width.saturating_sub(SCALE + 1);
    if lines == 0 || columns == 0 {
        return;
    }
    let watched = Run::watched(of.corpus()).count();
    if let Some(text) = say::curve_legend(watched).iter().find(|text| width::either(text) <= room) {
        canvas.say(x + 1, first + lines, end, text, quiet);
    }
    let progress = trainer.progress();
    if progress.steps == 0 && !trainer.is_running() {
        let words = width::wrap(say::nothing_trained_yet().get(canvas.lang), usize::from(columns.saturating_sub(3)));
        for (y, line) in (first + 1..first + lines).zip(words) {
            canvas.put(x + SCALE + 2, y, end, &line, colours.strong(colours.text));
        }
    }
    let tests = progress.kept.iter().filter_map(|kept| Some((kept.steps, kept.forced.as_ref()?.mean_loss()?)));
    let tests: Vec<(usize, f64)> = tests.collect();
    let all = progress.losses.iter().copied().chain(tests.iter().map(|(_, loss)| *loss));
    let (lowest, highest) = all.fold((f64::INFINITY, FLOOR), |(l, h), loss| (l.min(loss), h.max(loss)));
    let scale = Scale::new(lowest, highest, lines);
    canvas.put_right(x + SCALE - 1, first, x, number::derived(scale.high, 6).trim(), quiet);
    if lines > 1 {
        canvas.put_right(x + SCALE - 1, first + lines - 1, x, number::derived(scale.low, 6).trim(), quiet);
    }
    for y in first..first + lines {
        canvas.mark(x + SCALE - 1, y, "│", quiet);
    }
    let total = trainer.all().max(1);
    // The first step of a column; a column is at least one step.
    let step = |column: u16| usize::from(column).saturating_mul(total) / usize::from(columns);
    let from = progress.steps - progress.losses.len();
    for column in 0..columns {
        let range = step(column)..step(column + 1).max(step(column) + 1);
        let there = |at: usize| at.saturating_sub(from).min(progress.losses.len());
        let losses = &progress.losses[there(range.start)..there(range.end)];
        if losses.is_empty() {
            continue;
        }
        let mean = losses.iter().sum::<f64>() / number_of(losses.len());
        let eighths = scale.eighths(mean);
        for line in 0..lines {
            let part = eighths.saturating_sub(8 * usize::from(line)).min(8);
            if part > 0 {
                canvas.mark(x + SCALE + column, first + lines - 1 - line, EIGHTHS[part], quiet);
            }
        }
    }
    let column = |steps: usize| cells_u16(steps.saturating_mul(usize::from(columns)) / total).min(columns - 1);
    let here = column(trainer.shown().steps);
    for y in first..first + lines {
        canvas.mark(x + SCALE + here, y, "│", canvas.colours.strong(colours.text));
    }
    for (steps, loss) in tests {
        let line = cells_u16(scale.eighths(loss) / 8).min(lines - 1);
        canvas.mark(x + SCALE + column(steps), first + lines - 1 - line, "o", target);
    }
}

/// Losses by the height of their logarithms.
struct Scale {
    low: f64,
    high: f64,
    lines: u16,
}

impl Scale {
    /// From a power of ten below the lowest to the highest.
    fn new(lowest: f64, highest: f64, lines: u16) -> Self {
        // A factor of ten at the least, so that there is a height at all.
        let high = highest.max(10.0 * FLOOR);
        let lowest = if lowest.is_finite() { lowest.clamp(FLOOR, high) } else { high };
        let low = 10_f64.powf(lowest.log10().floor()).clamp(FLOOR, high / 10.0);
        Self { low, high, lines }
    }

    /// Its height in eighths of a line; what is there is seen.
    fn eighths(&self, loss: f64) -> usize {
        let share = (loss.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the height")]
        let eighths = (share.clamp(0.0, 1.0) * f64::from(self.lines) * 8.0).round() as usize;
        eighths.max(1)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count of steps")]
fn number_of(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_loss_is_never_higher() {
        let scale = Scale::new(0.0003, 3.7, 8);
        let mut before = 0;
        for step in 0..200 {
            let loss = 1e-5 * 1.1_f64.powi(step);
            let now = scale.eighths(loss.min(3.7));
            assert!((1..=64).contains(&now) && now >= before, "{loss}");
            before = now;
        }
        assert_eq!(before, 64);
        // Nothing there, and everything the same.
        assert_eq!(Scale::new(f64::INFINITY, FLOOR, 4).eighths(0.0), 1);
        assert!(Scale::new(2.0, 2.0, 4).eighths(2.0) <= 32);
    }
}
