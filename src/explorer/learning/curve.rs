//! The curve of the loss: steps across, L from 0 up, in the lines there are.

use super::panel::to_f64;
use crate::engine::learning::Course;
use crate::explorer::Model;
use crate::explorer::docked::{Ink, Line};
use crate::words::{learning as say, number, width};

/// Cells before the curve: `L 0.352840│`.
const SCALE: usize = 11;
/// A run of more steps than this a column is drawn over a logarithmic axis.
const LONG: usize = 20;
/// A step of a short run is so many cells wide at most.
const WIDEST_STEP: usize = 4;

const EIGHTHS: [&str; 8] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇"];

impl Model {
    /// The loss over the steps, drawn from 0 up; between the smallest and the largest of what falls into one column the
    /// bar is shaded.
    pub(super) fn curve(&self, course: &Course, at: usize, cells: usize, height: usize) -> Vec<Line> {
        let steps = course.steps();
        // The axis is written behind its end; as wide as in the wider language, so that no switch of it moves the curve.
        let room = cells.saturating_sub(SCALE + width::either(&say::across(steps, true))).max(1);
        let across = Across::new(room, steps);
        let top = course.highest();
        let extent = |column| {
            let (first, end) = across.steps_in(column);
            course.extent(first, end)
        };
        let extents: Vec<(f64, f64)> = (0..across.columns).map(extent).collect();
        let here = (at < steps).then(|| (0..across.columns).rfind(|column| across.steps_in(*column).0 <= at)).flatten();
        let quiet = |text: String| (self.drawn(&text), Ink::Quiet);
        let line = |index: usize| {
            let label = match index {
                0 => format!("L {}", number::derived(top, SCALE - 3)),
                _ if index + 1 == height => width::right("0", SCALE - 1),
                _ => " ".repeat(SCALE - 1),
            };
            let mut pieces = vec![quiet(format!("{label}│"))];
            // How much of this line lies below a loss, in lines.
            let below = |loss: f64| if top > 0.0 { share(loss, top, height) - to_f64(height - 1 - index) } else { 0.0 };
            for (column, (low, high)) in extents.iter().enumerate() {
                // The step that is shown is a line through the bars, wherever they end.
                let (symbol, ink) = match here == Some(column) {
                    true => ("│", Ink::Strong),
                    false => (symbol(below(*low), below(*high)), Ink::Target),
                };
                match pieces.last_mut() {
                    Some((text, last)) if *last == ink => text.push_str(&self.drawn(symbol)),
                    _ => pieces.push((self.drawn(symbol), ink)),
                }
            }
            if index + 1 == height {
                pieces.push(quiet(say::across(steps, across.log).get(self.preferences().lang).to_owned()));
            } else if index == 0 && height > 1 {
                pieces.push(quiet(format!(" {}", say::nats().get(self.preferences().lang))));
            }
            Line(pieces)
        };
        (0..height).map(line).collect()
    }
}

/// Which steps the columns of a curve stand for.
#[derive(Clone, Copy)]
struct Across {
    columns: usize,
    steps: usize,
    /// Equal ways are equal factors rather than equal numbers of steps: a long run has most of its course at its start.
    log: bool,
}

impl Across {
    fn new(room: usize, steps: usize) -> Self {
        let columns = room.min((room / (steps + 1)).clamp(1, WIDEST_STEP).saturating_mul(steps + 1));
        Self { columns, steps, log: steps > LONG * columns }
    }

    /// The first step of a column, and the one after its last.
    fn steps_in(self, column: usize) -> (usize, usize) {
        let first = self.first(column);
        (first, self.first(column + 1).max(first + 1))
    }

    fn first(self, column: usize) -> usize {
        if !self.log {
            return column.saturating_mul(self.steps + 1) / self.columns;
        }
        let share = to_f64(column) / to_f64(self.columns);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the steps")]
        let first = (to_f64(self.steps + 2).powf(share) - 1.0).floor() as usize;
        first
    }
}

/// A loss in lines of a curve of some height.
fn share(loss: f64, top: f64, height: usize) -> f64 {
    (loss / top).clamp(0.0, 1.0) * to_f64(height)
}

/// One cell of a bar: `low` and `high` in cells above its foot.
fn symbol(low: f64, high: f64) -> &'static str {
    if low >= 1.0 {
        return "█";
    }
    // What is shaded begins above what is full; where both end in one cell, the larger is drawn.
    if high >= 1.0 && low <= 0.0 {
        return "░";
    }
    let part = if low > 0.0 && high < 1.0 { high } else { low.max(high.min(0.99)) };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 8")]
    let eighths = (part.clamp(0.0, 1.0) * 8.0).round() as usize;
    // What is there is seen, however little.
    let eighths = if part > 0.0 { eighths.max(1) } else { 0 };
    EIGHTHS.get(eighths).copied().unwrap_or("█")
}
