//! Points: their numbers, several in one cell together, a shade where there are very many.

use super::plot::Plot;
use crate::explorer::{Drawn, Model, Point};
use crate::view::canvas::cells_u16;
use ratatui::style::Modifier;
use std::collections::BTreeMap;

/// From so many slots on points are shades.
pub const MANY: usize = 60;

/// Cells of the numbers of the points of one cell; a shorter list is named in part.
const NAMED: usize = 8;

/// Draws the points of a picture. Those of one cell stand together, separated by commas, the last of them being q or c.
pub fn draw(
    plot: &mut Plot<'_, '_>,
    model: &Model,
    drawn: &Drawn,
    label: impl Fn(&Plot<'_, '_>, Point, (u16, u16)) -> u16,
) {
    let mut cells: BTreeMap<(u16, u16), Vec<Point>> = BTreeMap::new();
    for (point, place) in drawn.points() {
        if let Some((column, line)) = plot.cell(place) {
            cells.entry((line, column)).or_default().push(point);
        }
    }
    let many = model.givens().slots() > MANY;
    let here = model.point();
    let other = beside(here);
    let is_slot = |point: &Point| matches!(point, Point::Key(_) | Point::Value(_));
    // The point under the cursor last, so that nothing covers it.
    let ordered = |with_cursor: bool| {
        let cells = cells.iter().filter(move |(_, points)| points.contains(&here) == with_cursor);
        cells.map(|((line, column), points)| ((*column, *line), points.clone())).collect::<Vec<_>>()
    };
    for (cell, points) in ordered(false).into_iter().chain(ordered(true)) {
        let colours = plot.canvas.colours;
        let colour = match drawn.side {
            crate::explorer::Side::Keys => colours.source,
            crate::explorer::Side::Values => colours.content,
        };
        if many {
            let count = points.iter().filter(|point| is_slot(point)).count();
            if count > 0 {
                plot.mark(cell, shade(count), colours.ink(colour), true);
            }
        }
        let named: Vec<Point> = points
            .iter()
            .copied()
            .filter(|point| !many || !is_slot(point) || *point == here || Some(*point) == other)
            .collect();
        if named.is_empty() {
            continue;
        }
        // Where not all have room, the one under the cursor and the last have.
        let texts: Vec<String> = named.iter().map(|point| text(model, *point)).collect();
        let room: usize = texts.iter().map(|text| text.len() + 1).sum();
        let kept: Vec<usize> = if room <= NAMED + 1 {
            (0..named.len()).collect()
        } else {
            (0..named.len()).filter(|at| named[*at] == here || *at + 1 == named.len() || *at == 0).collect()
        };
        let cells: u16 = kept.iter().map(|at| cells_u16(plot.canvas.cells(&texts[*at])) + 1).sum::<u16>() - 1;
        // c keeps its own cell, which says in which region it lies; the others make room before it.
        let before_context = kept.iter().position(|at| named[*at] == Point::Context).unwrap_or(0);
        let width = |at: &usize| cells_u16(plot.canvas.cells(&texts[*at])) + 1;
        let before: u16 = kept[..before_context].iter().map(width).sum();
        let start = label(plot, named[kept[0]], cell).saturating_sub(before);
        let mut column = start.min(plot.columns().saturating_sub(cells));
        for (index, at) in kept.iter().enumerate() {
            let (point, text) = (named[*at], &texts[*at]);
            let masked = is_masked(model, point);
            let style = match (point == here, masked) {
                (true, _) => colours.focus(),
                (false, true) => colours.strong(colours.moved),
                (false, false) => colours.strong(if is_slot(&point) { colour } else { colours.text }),
            };
            let style = if Some(point) == other { style.add_modifier(Modifier::UNDERLINED) } else { style };
            if index > 0 {
                let skipped = kept[index - 1] + 1 < *at;
                let quiet = colours.ink(colours.quiet);
                plot.mark((column, cell.1), if skipped { "+" } else { "," }, quiet, true);
                column += 1;
            }
            let (_, cells) = plot.text((column, cell.1), text, style);
            column += cells;
        }
    }
}

/// The point of the same slot in the other picture.
fn beside(point: Point) -> Option<Point> {
    match point {
        Point::Key(j) => Some(Point::Value(j)),
        Point::Value(j) => Some(Point::Key(j)),
        Point::Query | Point::Context => None,
    }
}

fn is_masked(model: &Model, point: Point) -> bool {
    matches!(point, Point::Key(j) | Point::Value(j) if !model.givens().mask.readable(model.row(), j))
}

/// What a point is called in its picture; held ones stand in brackets.
fn text(model: &Model, point: Point) -> String {
    let name = match point {
        Point::Query => "q".to_owned(),
        Point::Context => "c".to_owned(),
        Point::Key(j) | Point::Value(j) => (j + 1).to_string(),
    };
    let name = if is_masked(model, point) { format!("{name}✗") } else { name };
    if model.held() == Some(point) { format!("[{name}]") } else { name }
}

fn shade(count: usize) -> &'static str {
    match count {
        0 | 1 => "░",
        2 | 3 => "▒",
        4..=7 => "▓",
        _ => "█",
    }
}
