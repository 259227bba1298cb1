//! The two axes of a picture: lines through the origin, or at the edge where it is out of sight, with round numbers and
//! their names.

use super::plot::Plot;
use crate::explorer::{Model, Side};
use crate::view::canvas::cells_u16;
use crate::words::number;

/// Cells between two numbers across, and lines between two upward.
const APART: (u16, u16) = (8, 3);

/// Where the axes run: the column of the one upward, the line of the one across.
fn crossing(plot: &Plot<'_, '_>) -> (u16, u16) {
    let (x, y) = plot.raster.cells([0.0, 0.0]);
    let lines = plot.lines();
    (inside(x, plot.columns()).unwrap_or(0), inside(y, lines).unwrap_or(lines.saturating_sub(1)))
}

/// Draws the lines, which everything else lies over.
pub fn lines(plot: &mut Plot<'_, '_>, model: &Model, side: Side) {
    let quiet = plot.canvas.ink(plot.canvas.colours.quiet);
    let (column, line) = crossing(plot);
    plot.cross_at((column, line));
    for at in 0..plot.columns() {
        plot.mark((at, line), "─", quiet, false);
    }
    if model.plane(side).up.is_some() {
        for at in 0..plot.lines() {
            plot.mark((column, at), "│", quiet, false);
        }
        plot.mark((column, line), "┼", quiet, false);
    }
}

/// Writes names and numbers, where nothing else stands.
pub fn names(plot: &mut Plot<'_, '_>, model: &Model, side: Side) {
    let quiet = plot.canvas.ink(plot.canvas.colours.quiet);
    let (columns, lines) = (plot.columns(), plot.lines());
    let (column, line) = crossing(plot);
    let raster = plot.raster;
    let has_up = model.plane(side).up.is_some();
    let [across, up] = model.axis_names(side);
    let lang = plot.canvas.lang;
    // The line the numbers across stand on: below the axis, above it at the lower edge.
    let beside = if line + 1 < lines { line + 1 } else { line.saturating_sub(1) };
    let named = model.fitting(&across, usize::from(columns / 2 + 2));
    let name = named.map_or_else(String::new, |name| format!("{} →", name.get(lang)));
    let cells = cells_u16(plot.canvas.cells(&name));
    // The name stands beyond the numbers, on the other side of the axis.
    let other = if beside > line { line.saturating_sub(1) } else { beside.saturating_sub(1) };
    let end = columns.saturating_sub(cells);
    let near = [other, beside, other.saturating_sub(1), (beside + 1).min(lines.saturating_sub(1))];
    let place = near.into_iter().map(|line| (end, line)).find(|place| plot.is_free(*place, cells));
    plot.text(place.unwrap_or((end, other)), &name, quiet);
    for tick in raster.ticks(false, APART.0) {
        let Some((at, _)) = raster.cell([tick, raster.middle(0, line)[1]]) else { continue };
        let text = number::exact(tick);
        let cells = cells_u16(plot.canvas.cells(&text));
        let start = (at + 1).saturating_sub(cells.div_ceil(2));
        // The origin is where the axes cross.
        let apart = !has_up || at.abs_diff(column) > cells;
        if cells <= APART.0 && apart && plot.is_apart((start, beside), cells) {
            if plot.is_free((at, line), 1) {
                plot.mark((at, line), "┼", quiet, false);
            }
            plot.text((start, beside), &text, quiet);
        }
    }
    // The numbers upward end before the axis, or begin after it where there is no room before.
    let wide = raster.ticks(true, APART.1).iter().map(|tick| number::exact(*tick).len()).max().unwrap_or(0);
    let before = usize::from(column) > wide;
    for tick in raster.ticks(true, APART.1).into_iter().filter(|_| has_up) {
        let Some((_, at)) = raster.cell([raster.middle(column, 0)[0], tick]) else { continue };
        let text = number::exact(tick);
        let cells = cells_u16(plot.canvas.cells(&text));
        let start = if before { column.saturating_sub(cells) } else { column + 1 };
        let free = plot.is_free((start.saturating_sub(1), at), cells + 1) && plot.is_free((column, at), 1);
        if at != line && at != beside && at > 0 && cells <= APART.0 && free {
            plot.mark((column, at), "┼", quiet, false);
            plot.text((start, at), &text, quiet);
        }
    }
    let room = usize::from(columns.saturating_sub(column + 4)).max(12);
    if let Some(name) = model.fitting(&up, room) {
        let name = if has_up { format!("↑ {}", name.get(lang)) } else { name.get(lang).to_owned() };
        let cells = cells_u16(plot.canvas.cells(&name));
        let start = if has_up { column + 1 } else { 0 };
        let near = [(start, 0), (column.saturating_sub(cells), 0), (start, 1), (column.saturating_sub(cells), 1)];
        let place = near.into_iter().find(|place| plot.is_free(*place, cells));
        plot.text(place.unwrap_or(near[0]), &name, quiet);
    }
}

/// A place counted in cells, when it is one of so many.
fn inside(at: f64, cells: u16) -> Option<u16> {
    (0..cells).find(|cell| (f64::from(*cell)..f64::from(*cell) + 1.0).contains(&at))
}
