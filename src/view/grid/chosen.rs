//! What each row chooses, whether that is right, and what is fed back.

use super::super::canvas::{Canvas, cells_u16};
use super::super::choice;
use super::super::names::cut_hard;
use super::Picture;
use crate::engine::Stage;
use crate::words::{reading as say, width};

impl Picture<'_> {
    /// What each row chooses, whether that is right, and what is fed back.
    pub(super) fn chosen(&self, canvas: &mut Canvas<'_>) {
        let quiet = canvas.ink(canvas.colours.quiet);
        if let Some((x, cells)) = self.grid.chosen {
            let wide = usize::from(cells) >= width::either(&say::chosen_and_fed_back());
            let head = if wide { say::chosen_and_fed_back() } else { say::chosen() };
            canvas.say(x, self.grid.lines.names, x + cells, &head, quiet);
            for &row in &self.rows {
                let Some(y) = self.y(&self.grid.source, row) else { continue };
                self.choice(canvas, row, (x, y, x + cells), wide);
            }
        }
        if let Some(y) = self.grid.lines.chosen {
            let block = &self.grid.vocab;
            canvas.say(block.start + 1, y, block.cells, &say::chosen(), quiet);
            for &row in &self.rows {
                let Some(x) = block.x(row, self.grid.cell) else { continue };
                let (start, end, below) = self.across_cells(block, row, x);
                self.choice(canvas, row, (start, y + below, end), false);
            }
        }
    }

    fn choice(&self, canvas: &mut Canvas<'_>, row: usize, (x, y, end): (u16, u16, u16), wide: bool) {
        let quiet = canvas.ink(canvas.colours.quiet);
        if !self.model.shows_stage(Stage::Probabilities) {
            canvas.put(x, y, end, "?", quiet);
            return;
        }
        let Some(outlook) = self.model.trace().outlook_at_once(row) else {
            canvas.put(x, y, end, "..", quiet);
            return;
        };
        let names = &self.model.names().words;
        let target = self.model.givens().targets[row];
        let fed = self.fed_back(row);
        let Ok(words) = outlook.words else {
            canvas.put(x, y, end, "−", quiet);
            return;
        };
        let (sign, style) = choice::sign(canvas, self.model.trace(), row, &words);
        let room = usize::from(end.saturating_sub(x));
        let own = if wide { room / 2 - 1 } else { room };
        let name = &names[words.chosen];
        let text = if own >= 7 {
            format!("{} {sign}", width::cut(name, own - width::width(sign) - 1))
        } else {
            format!("{}{sign}", cut_hard(name, own.saturating_sub(width::width(sign))))
        };
        if self.grid.transposed {
            canvas.put_right(end, y, x, &text, style);
            return;
        }
        let mut after = canvas.put(x, y, end, &text, style);
        // The word fed back is in the next row's prefix; where there is room it is said beside the choice, too.
        if wide {
            after = x + cells_u16(own) + 1;
            if let Some(fed) = fed {
                canvas.put(after, y, end, &format!("↩ {fed}"), quiet);
            }
        } else if let (Some(target), "≠" | "=") = (target, sign) {
            canvas.put(after + 1, y, end, &names[target], quiet);
        }
    }

    /// Whether what each row in view hands on is its target.
    pub(super) fn feeds_targets_back(&self) -> bool {
        let names = &self.model.names().words;
        let mut fed = self.rows.iter().filter_map(|row| Some((*row, self.fed_back(*row)?))).peekable();
        let target = |row: usize| self.model.givens().targets[row].map(|target| names[target].as_str());
        self.grid.pair.is_none() && fed.peek().is_some() && fed.all(|(row, fed)| target(row) == Some(fed))
    }

    /// What the next row knows beyond this one.
    fn fed_back(&self, row: usize) -> Option<&str> {
        let next = self.model.names().prefixes.get(row + 1)?.as_deref()?;
        let rest = next.strip_prefix(self.model.names().prefixes[row].as_deref()?)?;
        // A word goes on: that is another prefix, not a longer one.
        let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
        (!rest.is_empty()).then_some(rest)
    }
}
