//! A picture being drawn: marks on cells, lines between places, and which cells are still free for a name.

use crate::engine::geometry::{Place, Raster};
use crate::view::canvas::{Canvas, cells_u16};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// A picture on the canvas.
pub struct Plot<'p, 'c> {
    pub canvas: &'p mut Canvas<'c>,
    pub raster: Raster,
    area: Rect,
    /// The ground of each cell, line after line.
    grounds: Vec<Color>,
    /// Cells on which something stands that no name may cover.
    taken: Vec<bool>,
    /// Column and line of the axes, which a name leaves free where it can.
    axes: Option<(u16, u16)>,
}

/// How a line is drawn where it runs more or less level, upward to the right, upright, downward to the right.
/// Heavy where there is such a stroke: the axes are thin.
const STROKES: [&str; 4] = ["━", "╱", "┃", "╲"];

/// The heads of arrows, from the right, counter-clockwise.
const HEADS: [&str; 8] = ["→", "↗", "↑", "↖", "←", "↙", "↓", "↘"];

impl<'p, 'c> Plot<'p, 'c> {
    pub fn new(canvas: &'p mut Canvas<'c>, raster: Raster, area: Rect) -> Self {
        let cells = usize::from(area.width) * usize::from(area.height);
        let ground = canvas.colours.ground;
        Self { canvas, raster, area, grounds: vec![ground; cells], taken: vec![false; cells], axes: None }
    }

    fn index(&self, column: u16, line: u16) -> usize {
        usize::from(line) * usize::from(self.area.width) + usize::from(column)
    }

    pub fn columns(&self) -> u16 {
        self.area.width
    }

    pub fn lines(&self) -> u16 {
        self.area.height
    }

    /// Gives a cell another ground.
    pub fn tint(&mut self, column: u16, line: u16, ground: Color) {
        let at = self.index(column, line);
        self.grounds[at] = ground;
        let style = Style::new().fg(self.canvas.colours.text).bg(ground);
        self.canvas.mark(self.area.x + column, self.area.y + line, " ", style);
    }

    /// Puts a character of one cell on a cell.
    pub fn mark(&mut self, (column, line): (u16, u16), symbol: &str, style: Style, takes: bool) {
        if column >= self.area.width || line >= self.area.height {
            return;
        }
        let at = self.index(column, line);
        let ground = self.grounds[at];
        self.canvas.mark(
            self.area.x + column,
            self.area.y + line,
            symbol,
            on(style, ground, self.canvas.colours.ground),
        );
        self.taken[at] |= takes;
    }

    /// Puts a text on a line, whole; gives the columns it takes.
    pub fn text(&mut self, (column, line): (u16, u16), text: &str, style: Style) -> (u16, u16) {
        let cells = cells_u16(self.canvas.cells(text)).min(self.area.width);
        let column = column.min(self.area.width - cells);
        let line = line.min(self.area.height.saturating_sub(1));
        let at = self.index(column, line);
        let style = on(style, self.grounds[at], self.canvas.colours.ground);
        let x = self.area.x + column;
        self.canvas.put(x, self.area.y + line, x + cells, text, style);
        for column in column..column + cells {
            let at = self.index(column, line);
            self.taken[at] = true;
        }
        (column, cells)
    }

    /// Whether all of so many cells are free.
    pub fn is_free(&self, (column, line): (u16, u16), cells: u16) -> bool {
        let inside = column.saturating_add(cells) <= self.area.width && line < self.area.height;
        inside && (column..column + cells).all(|column| !self.taken[self.index(column, line)])
    }

    /// Tells where the axes run.
    pub fn cross_at(&mut self, axes: (u16, u16)) {
        self.axes = Some(axes);
    }

    /// Whether an axis runs through a cell.
    pub fn is_on_axis(&self, (column, line): (u16, u16)) -> bool {
        self.axes.is_some_and(|(upright, level)| column == upright || line == level)
    }

    /// The same, with a gap at both ends.
    pub fn is_apart(&self, (column, line): (u16, u16), cells: u16) -> bool {
        let start = column.saturating_sub(1);
        let end = (column + cells + 1).min(self.area.width);
        column + cells <= self.area.width && self.is_free((start, line), end - start)
    }

    /// The cell of a place, in the picture.
    pub fn cell(&self, place: Place) -> Option<(u16, u16)> {
        self.raster.cell(place)
    }

    /// A straight line between two places, as far as it lies in the picture.
    pub fn line(&mut self, from: Place, to: Place, style: Style) {
        let Some((a, b)) = self.clipped(self.raster.cells(from), self.raster.cells(to)) else { return };
        let (across, down) = (b.0 - a.0, b.1 - a.1);
        // As it is seen: a line of the screen is two columns high.
        let (run, rise) = (across.abs(), 2.0 * down.abs());
        let stroke = match rise / run.max(1e-9) {
            level if level < 0.6 => STROKES[0],
            steep if steep > 4.0 => STROKES[2],
            _ if (across > 0.0) == (down < 0.0) => STROKES[1],
            _ => STROKES[3],
        };
        // A mark a column where it is level, else a mark a line.
        let steps = if stroke == STROKES[0] { run } else { down.abs() };
        let steps = steps.ceil().max(1.0);
        let mut at = 0.0;
        while at <= steps {
            let share = at / steps;
            if let Some(cell) = whole(a.0 + across * share, a.1 + down * share) {
                self.mark(cell, stroke, style, true);
            }
            at += 1.0;
        }
    }

    /// The head of an arrow from one place to another, at the other.
    pub fn head(&mut self, from: Place, to: Place, style: Style) {
        let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
        let eighth = (angle / std::f64::consts::FRAC_PI_4).round().rem_euclid(8.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number from 0 to 7")]
        let head = HEADS[(eighth as usize).min(7)];
        if let Some(cell) = self.cell(to) {
            self.mark(cell, head, style, true);
        }
    }

    /// A dotted line where a number that is a function of the cell is 0: one mark on each line of cells where it is steep, on
    /// every other column where it is level, so that the dots are as far apart. One more column and line are asked for than
    /// there are.
    pub fn dots(&mut self, value: &dyn Fn(u16, u16) -> f64, style: Style) -> Vec<(u16, u16)> {
        let mut marked = Vec::new();
        for line in 0..self.lines() {
            for column in 0..self.columns() {
                let (here, right, below) = (value(column, line), value(column + 1, line), value(column, line + 1));
                // The slope as it is seen: a line of cells is as high as two columns are wide.
                let upright = (right - here).abs() >= (below - here).abs() / 2.0;
                let next = if upright { right } else { below };
                if (here < 0.0) == (next < 0.0) || !upright && column % 2 == 1 {
                    continue;
                }
                let cell = match (upright, next.abs() < here.abs()) {
                    (_, false) => (column, line),
                    (true, true) => (column + 1, line),
                    (false, true) => (column, line + 1),
                };
                if cell.0 < self.columns() && cell.1 < self.lines() {
                    self.mark(cell, "·", style, false);
                    marked.push(cell);
                }
            }
        }
        marked
    }

    /// The part of a line that lies in the picture (Liang and Barsky, ACM Transactions on Graphics 3, 1984).
    fn clipped(&self, a: (f64, f64), b: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
        let (width, height) = (f64::from(self.area.width) - 1e-6, f64::from(self.area.height) - 1e-6);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (step, room) in [(-dx, a.0), (dx, width - a.0), (-dy, a.1), (dy, height - a.1)] {
            if step == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if step < 0.0 {
                from = from.max(room / step);
            } else {
                to = to.min(room / step);
            }
        }
        let at = |share: f64| (a.0 + share * dx, a.1 + share * dy);
        (from <= to).then(|| (at(from), at(to)))
    }
}

/// The cell of a place counted in cells.
fn whole(x: f64, y: f64) -> Option<(u16, u16)> {
    let inside = (0.0..65_535.0).contains(&x) && (0.0..65_535.0).contains(&y);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 65,535")]
    inside.then_some((x as u16, y as u16))
}

/// A style on the ground of a cell, where it has none of its own.
fn on(style: Style, ground: Color, plain: Color) -> Style {
    if style.bg.is_none_or(|bg| bg == plain) { style.bg(ground) } else { style }
}
