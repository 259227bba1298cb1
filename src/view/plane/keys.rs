//! The picture of keys and the query: arrows from the origin, and dotted lines where a key would have the same score.

use super::plot::Plot;
use super::points;
use crate::engine::Stage;
use crate::engine::geometry::{ScoreField, round_step};
use crate::explorer::{Drawn, Model, Point, Side};
use crate::view::canvas::cells_u16;
use crate::words::{Text, number, plane as say};

/// Keys whose arrows are drawn; of more only the ends.
const ARROWS: usize = 16;

/// Level lines drawn at most.
const LEVELS: u16 = 7;

/// Draws it; gives what is to be said below it.
pub fn draw(plot: &mut Plot<'_, '_>, model: &Model, drawn: &Drawn) -> Vec<Text> {
    let (said, levels) = levels(plot, model, drawn);
    super::axes::lines(plot, model, Side::Keys);
    let colours = plot.canvas.colours;
    let arrows = model.givens().slots() <= ARROWS;
    let shafts = drawn.points().filter(|(point, _)| arrows || *point == Point::Query || *point == model.point());
    for (point, place) in shafts {
        let style = match point {
            Point::Query => colours.strong(colours.text),
            _ => colours.ink(colours.source),
        };
        if place != [0.0, 0.0] {
            plot.line([0.0, 0.0], place, style);
        }
    }
    // A head is seen wherever another shaft runs over it.
    for (point, place) in drawn.points().filter(|(point, _)| arrows || *point == Point::Query) {
        if place != [0.0, 0.0] {
            let style = colours.strong(if point == Point::Query { colours.text } else { colours.source });
            plot.head([0.0, 0.0], place, style);
        }
    }
    // The name of an arrow stands beyond its head.
    points::draw(plot, model, drawn, |plot, point, (column, _)| {
        let place = drawn.place_of(point).unwrap_or([0.0, 0.0]);
        let has_head = (arrows || point == Point::Query) && place != [0.0, 0.0];
        match has_head {
            false => column,
            true if place[0] < 0.0 && column > 1 => column.saturating_sub(1),
            true if column + 1 < plot.columns() => column + 1,
            true => column.saturating_sub(1),
        }
    });
    super::axes::names(plot, model, Side::Keys);
    values(plot, &levels);
    said
}

/// A level line: its value and the cells of its dots.
type Level = (f64, Vec<(u16, u16)>);

/// Writes the values of the level lines at their upper ends, where there is room.
fn values(plot: &mut Plot<'_, '_>, levels: &[Level]) {
    let style = plot.canvas.ink(plot.canvas.colours.source);
    let (columns, lines) = (plot.columns(), plot.lines());
    for (level, dots) in levels {
        let text = if columns >= 34 { format!("e={}", number::exact(*level)) } else { number::exact(*level) };
        let cells = cells_u16(plot.canvas.cells(&text));
        let mut ends: Vec<(u16, u16)> = dots.iter().copied().filter(|(column, _)| column + cells <= columns).collect();
        ends.sort_by_key(|(column, line)| (*line, u16::MAX - column));
        let inner = |line: u16| line > 0 && line + 1 < lines;
        if let Some(place) = ends.iter().find(|place| inner(place.1) && plot.is_apart(**place, cells)) {
            plot.text(*place, &text, style);
        }
    }
}

/// The dotted lines, and what is said of them.
fn levels(plot: &mut Plot<'_, '_>, model: &Model, drawn: &Drawn) -> (Vec<Text>, Vec<Level>) {
    if !model.shows_stage(Stage::Scores) {
        return (say::levels_hidden(), Vec::new());
    }
    let givens = model.givens();
    // Of more dimensions than two it is the slice through the mean key, which is where keys are.
    let base = match drawn.plane.is_whole(givens.d_k()) {
        true => vec![0.0; givens.d_k()],
        false => match off_plane_mean(model, drawn) {
            Some(base) => base,
            None => return (vec![say::beyond()], Vec::new()),
        },
    };
    let field = ScoreField::new(&givens.scorer, givens.queries.line(model.row()), &drawn.plane, &base);
    let (columns, lines) = (plot.columns(), plot.lines());
    let raster = plot.raster;
    // One more column and line: a dot lies between a cell and the next.
    let width = usize::from(columns) + 1;
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    let mut scores = Vec::with_capacity(width * (usize::from(lines) + 1));
    for line in 0..=lines {
        for column in 0..=columns {
            let Some(score) = field.at(raster.middle(column, line)) else {
                return (vec![say::beyond()], Vec::new());
            };
            scores.push(score);
            if column < columns && line < lines {
                (low, high) = (low.min(score), high.max(score));
            }
        }
    }
    let step = round_step((high - low) / f64::from(LEVELS));
    if step == 0.0 || high - low <= 1e-9 * high.abs().max(low.abs()) {
        return (say::flat(number::derived(high, 8).trim()), Vec::new());
    }
    let style = plot.canvas.ink(plot.canvas.colours.source);
    let first = (low / step).ceil();
    let mut found = Vec::new();
    for at in 0..=LEVELS {
        let level = decimal((first + f64::from(at)) * step, step);
        if level > high {
            break;
        }
        let at = |column: u16, line: u16| scores[usize::from(line) * width + usize::from(column)] - level;
        let dots = plot.dots(&at, style);
        found.push((level, dots));
    }
    (say::levels(givens.scorer.kind), found)
}

/// The mean of the keys without what of it lies in the plane.
fn off_plane_mean(model: &Model, drawn: &Drawn) -> Option<Vec<f64>> {
    let keys = &model.givens().keys;
    #[expect(clippy::cast_precision_loss, reason = "a count of slots is far below 2^53")]
    let share = 1.0 / keys.count() as f64;
    let mut mean = vec![0.0; keys.width()];
    for key in keys.iter() {
        mean.iter_mut().zip(key).for_each(|(mean, number)| *mean += number * share);
    }
    let [x, y] = drawn.plane.place(&mean)?;
    Some(drawn.plane.moved(&mean, [-x, -y]))
}

/// A multiple of a round step as a person would write it.
fn decimal(number: f64, step: f64) -> f64 {
    if number.abs() < step * 1e-6 { 0.0 } else { format!("{number:.11e}").parse().unwrap_or(number) }
}
