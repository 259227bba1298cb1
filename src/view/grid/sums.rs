//! The margins: sums along the axis that is normalised, and along the other, which need not be 1.

use super::super::canvas::Canvas;
use super::{Axis, Matrix, Picture};
use crate::explorer::Block;
use crate::words::number;

impl Picture<'_> {
    /// The sums along the normalised axis beside or below it, and those along the other.
    pub(super) fn sums(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        let quiet = canvas.ink(canvas.colours.quiet);
        let strong = canvas.colours.strong(matrix.colour);
        let (letter, symbol) = matrix.axis.letters();
        let shown = self.model.shows_stage(matrix.axis.stage());
        // One sum for each row: of its distribution.
        for row in &self.rows {
            let sum = match matrix.axis {
                Axis::Source => Some(row.reading.attention.as_ref().ok().map(|attention| attention.sum())),
                Axis::Vocab => row.outlook.map(|outlook| outlook.words.ok().map(|words| words.sum)),
            };
            let place = if grid.transposed {
                self.sum_below(block, row.row)
            } else {
                self.y(block, row.row).map(|y| (block.sum.0, y, block.sum.1))
            };
            let Some((x, y, cells)) = place else { continue };
            if grid.transposed && grid.cell == 3 && !grid.staggered && (row.row - block.across.first) % 2 == 1 {
                continue;
            }
            let text = sum_text(sum, shown, cells);
            // An undefined row has its sentence there.
            if sum != Some(None) || grid.transposed {
                canvas.put_right(x + cells, y, x, &text, if sum.flatten().is_some() { strong } else { quiet });
            }
            if self.row_moved(row.row, matrix.axis) {
                canvas.mark(x + cells, y, "*", canvas.colours.strong(canvas.colours.moved));
            }
        }
        // One sum for each slot or word: along the rows.
        for (place, number) in self.places(matrix.axis) {
            let at = if grid.transposed {
                self.y(block, place).map(|y| (block.sum.0, y, block.sum.1))
            } else {
                self.sum_below(block, place)
            };
            let Some((x, y, cells)) = at else { continue };
            // Where they would run into each other, every other one.
            if !grid.transposed && grid.cell == 3 && !grid.staggered && (place - block.across.first) % 2 == 1 {
                continue;
            }
            let sum = match matrix.axis {
                Axis::Source => self.model.trace().read_in_all_at_once().map(|sums| sums.get(number).copied()),
                Axis::Vocab => self.predicted_in_all(number).map(Some),
            };
            canvas.put_right(x + cells, y, x, &sum_text(sum, shown, cells), quiet);
        }
        let down = if grid.transposed { letter } else { 't' };
        if grid.transposed || matrix.axis == Axis::Source {
            let label = if block.name.1 >= 9 { format!("Σ_{down} {symbol}") } else { format!("Σ_{down}") };
            let end = block.cells.saturating_sub(1 + 2 * u16::from(grid.staggered));
            canvas.put_right(end, grid.sums, block.start, &label, quiet);
        }
    }

    /// Where a sum stands below a column: x, y, cells.
    fn sum_below(&self, block: &Block, place: usize) -> Option<(u16, u16, u16)> {
        let (start, end, below) = self.across_cells(block, place, block.x(place, self.grid.cell)?);
        Some((start, self.grid.sums + below, end - start))
    }

    /// Σ_t p_tw of a word, where all rows are known.
    fn predicted_in_all(&self, word: usize) -> Option<f64> {
        let trace = self.model.trace();
        trace.loss_at_once().is_some().then_some(())?;
        Some((0..trace.len()).filter_map(|row| trace.probability(row, word)).sum())
    }
}

/// A sum: hidden, on its way, none, or the number.
fn sum_text(sum: Option<Option<f64>>, shown: bool, cells: u16) -> String {
    match sum {
        _ if !shown => "?".to_owned(),
        None => "..".to_owned(),
        Some(None) => "−".to_owned(),
        Some(Some(sum)) if cells >= 5 => number::derived(sum, 5).trim_start().to_owned(),
        Some(Some(sum)) => number::narrow(sum, usize::from(cells)),
    }
}
