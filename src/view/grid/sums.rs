//! The margins: sums along the axis that is normalised, and along the other, which need not be 1.

use super::super::canvas::Canvas;
use super::super::cell::{has_gap, sum_text};
use super::super::derived::WRONG;
use super::{Matrix, Of, Picture};
use crate::explorer::{Block, Seen};

impl Picture<'_> {
    /// The sums along the normalised axis beside or below it, and those along the other.
    pub(super) fn sums(&self, canvas: &mut Canvas<'_>, matrix: &Matrix<'_>) {
        let (grid, block) = (self.grid, matrix.block);
        let quiet = canvas.ink(canvas.colours.quiet);
        let strong = canvas.colours.strong(matrix.colour);
        let (letter, symbol) = matrix.axis.letters();
        let shown = self.model.shows_stage(matrix.axis.stage());
        // Where sums would run into each other, every other one.
        let crowded = |at: usize| !has_gap(grid.cell) && !grid.lines.staggered && (at - block.across.first) % 2 == 1;
        // One sum for each row: of its distribution.
        for &row in &self.rows {
            let place = if grid.transposed {
                self.sum_below(block, row).filter(|_| !crowded(row))
            } else {
                self.y(block, row).map(|y| (block.sum.0, y, block.sum.1))
            };
            let Some((x, y, cells)) = place else { continue };
            let sum = self.own_sum(row, matrix);
            // An undefined row has its sentence there.
            if sum != Some(Seen::Nothing) || grid.transposed || !shown {
                let text = sum_text(canvas, sum, shown, cells);
                let style = if matches!(sum, Some(Seen::Number(_))) { strong } else { quiet };
                canvas.put_right(x + cells, y, x, &text, style);
            }
            // Words are a sign of themselves.
            let wrong = matrix.of == Of::Seen && shown && self.model.is_sum_wrong(row, matrix.axis.stage());
            if wrong && !matches!(sum, Some(Seen::Words(_))) {
                canvas.mark(x + cells, y, WRONG, canvas.colours.wrong());
            }
        }
        // One sum for each slot or word: along the rows.
        for (place, number) in self.places(matrix) {
            let at = if grid.transposed {
                self.y(block, place).map(|y| (block.sum.0, y, block.sum.1))
            } else {
                self.sum_below(block, place).filter(|_| !crowded(place))
            };
            let Some((x, y, cells)) = at else { continue };
            let text = sum_text(canvas, self.other_sum(number, matrix), shown, cells);
            canvas.put_right(x + cells, y, x, &text, quiet);
        }
        let down = if grid.transposed { letter } else { 't' };
        if grid.transposed || matrix.first {
            let label = if block.name.1 >= 9 { format!("Σ_{down} {symbol}") } else { format!("Σ_{down}") };
            let end = block.cells.saturating_sub(1 + 2 * u16::from(grid.lines.staggered));
            canvas.put_right(end, grid.lines.sums, block.start, &label, quiet);
        }
    }

    /// Where a sum stands below a column: x, y, cells.
    fn sum_below(&self, block: &Block, place: usize) -> Option<(u16, u16, u16)> {
        let (start, end, below) = self.across_cells(block, place, block.x(place, self.grid.cell)?);
        Some((start, self.grid.lines.sums + below, end - start))
    }
}
