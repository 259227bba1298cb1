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
    let said = levels(plot, model, drawn);
    super::axes::draw(plot, model, Side::Keys);
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
    said
}

/// The dotted lines with their values.
fn levels(plot: &mut Plot<'_, '_>, model: &Model, drawn: &Drawn) -> Vec<Text> {
    if !model.shows_stage(Stage::Scores) {
        return say::levels_hidden();
    }
    let givens = model.givens();
    // Of more dimensions than two it is the slice through the mean key, which is where keys are.
    let base = match drawn.plane.is_whole(givens.d_k()) {
        true => vec![0.0; givens.d_k()],
        false => match off_plane_mean(model, drawn) {
            Some(base) => base,
            None => return vec![say::beyond()],
        },
    };
    let field = ScoreField::new(&givens.scorer, givens.queries.line(model.row()), &drawn.plane, &base);
    let (columns, lines) = (plot.columns(), plot.lines());
    let raster = plot.raster;
    let mut range: Option<(f64, f64)> = None;
    for line in 0..lines {
        for column in 0..columns {
            let Some(score) = field.at(raster.middle(column, line)) else { return vec![say::beyond()] };
            range = Some(range.map_or((score, score), |(low, high)| (low.min(score), high.max(score))));
        }
    }
    let Some((low, high)) = range else { return Vec::new() };
    let step = round_step((high - low) / f64::from(LEVELS));
    if step == 0.0 || high - low <= 1e-9 * high.abs().max(low.abs()) {
        return say::flat(number::derived(high, 8).trim());
    }
    let style = plot.canvas.ink(plot.canvas.colours.source);
    let first = (low / step).ceil();
    for at in 0..=LEVELS {
        let level = decimal((first + f64::from(at)) * step, step);
        if level > high {
            break;
        }
        let dots = plot.dots(&|place| field.at(place).map(|score| score - level), style);
        // Its value at the upper end, where there is room for it.
        let text = if columns >= 34 { format!("e={}", number::exact(level)) } else { number::exact(level) };
        let cells = cells_u16(plot.canvas.cells(&text));
        let mut ends: Vec<(u16, u16)> = dots.into_iter().filter(|(column, _)| column + cells <= columns).collect();
        ends.sort_by_key(|(column, line)| (*line, u16::MAX - column));
        let lowest = lines.saturating_sub(1);
        let free = ends.iter().find(|(column, line)| {
            *line > 0 && *line < lowest && plot.is_free((column.saturating_sub(1), *line), (cells + 2).min(columns - column))
        });
        if let Some(place) = free.copied() {
            plot.text(place, &text, style);
        }
    }
    say::levels(givens.scorer.kind)
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
