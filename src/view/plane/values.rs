//! The picture of values: their hull, c in it, and where each word wins.

use super::plot::Plot;
use super::points;
use super::tint::tint;
use crate::engine::geometry::{Place, Turn, outline};
use crate::explorer::{Drawn, Model, Point, Side, Won};
use crate::view::canvas::cells_u16;
use crate::words::{Text, plane as say, width};
use std::collections::BTreeMap;

/// Regions that are named, the largest first.
const NAMED: usize = 12;

/// Draws it; gives what is to be said below it, line by line.
pub fn draw(plot: &mut Plot<'_, '_>, model: &Model, drawn: &Drawn) -> [Vec<Text>; 2] {
    let won = model.won(drawn);
    if let Ok(won) = &won {
        regions(plot, model, won);
    }
    super::axes::lines(plot, model, Side::Values);
    let colours = plot.canvas.colours;
    let content = colours.ink(colours.content);
    hull(plot, model, drawn);
    let turn = if model.sweeps() { model.turn() } else { Err(Text::default()) };
    if let Ok(turn) = &turn
        && let Turn::Around(places) = &**turn
    {
        for cell in places.iter().flatten().filter_map(|place| plot.cell(*place)).collect::<Vec<_>>() {
            plot.mark(cell, "•", colours.strong(colours.content), true);
        }
    }
    let passed: Vec<Place> = model.passed().iter().filter_map(|context| drawn.plane.place(context)).collect();
    for cell in passed.iter().filter_map(|place| plot.cell(*place)).collect::<Vec<_>>() {
        plot.mark(cell, "o", content, true);
    }
    let ghost = model.context_beside().and_then(|context| plot.cell(drawn.plane.place(&context)?));
    // What is no farther than its brackets cannot be told apart here.
    let context = drawn.place_of(Point::Context).and_then(|place| plot.cell(place));
    let ghost = ghost.filter(|(x, y)| context.is_none_or(|(at_x, at_y)| *y != at_y || x.abs_diff(at_x) > 2));
    if let Some((column, line)) = ghost {
        let style = colours.strong(colours.moved);
        plot.text((column.saturating_sub(1), line), "(c)", style);
    }
    points::draw(plot, model, drawn, |_, _, (column, _)| column);
    super::axes::names(plot, model, Side::Values);
    if let Ok(won) = &won {
        names(plot, model, won);
    }
    let sweep = model.sweeps() && turn.is_ok();
    let marks = match model.givens().slots() > points::MANY {
        true => say::density(),
        false => say::marks_of_values(won.is_ok(), sweep, !passed.is_empty(), ghost.map(|_| model.mistake().is_some())),
    };
    let first = match (model.no_context(), &won) {
        (Some(reason), _) => reason,
        (None, Err(reason)) => vec![reason.clone()],
        (None, Ok(won)) => model.won_at_context(won).unwrap_or_default(),
    };
    [first, marks]
}

/// The grounds of the regions, and dots along their edges.
fn regions(plot: &mut Plot<'_, '_>, model: &Model, won: &Won) {
    let target = model.givens().targets.get(model.row()).copied().flatten();
    let (columns, lines) = (plot.columns(), plot.lines());
    let winner = |column: u16, line: u16| won.winners[usize::from(line) * usize::from(columns) + usize::from(column)];
    let colours = plot.canvas.colours;
    for line in 0..lines {
        for column in 0..columns {
            let word = winner(column, line);
            plot.tint(column, line, tint(colours, word, Some(word) == target));
        }
    }
    let style = colours.strong(colours.vocab);
    let slice = won.slice();
    let raster = plot.raster;
    let mut dots = Vec::new();
    for line in 0..lines {
        for column in 0..columns {
            let here = winner(column, line);
            let next = [(column + 1, line), (column, line + 1)];
            for (upright, (to_column, to_line)) in [true, false].into_iter().zip(next) {
                if to_column >= columns || to_line >= lines || winner(to_column, to_line) == here {
                    continue;
                }
                let there = winner(to_column, to_line);
                let ahead = |column: u16, line: u16| {
                    let place = raster.middle(column, line);
                    slice.logit(here, place) - slice.logit(there, place)
                };
                let at = ahead(column, line);
                let (right, below) = ((ahead(column + 1, line) - at).abs(), (ahead(column, line + 1) - at).abs() / 2.0);
                // One dot a line where the edge is steep, one on every other column where it is level.
                if upright != (right >= below) || !upright && column % 2 == 1 {
                    continue;
                }
                let nearer = ahead(to_column, to_line).abs() < at.abs();
                dots.push(if nearer { (to_column, to_line) } else { (column, line) });
            }
        }
    }
    for cell in dots {
        plot.mark(cell, "·", style, false);
    }
}

/// The hull of what can be read.
fn hull(plot: &mut Plot<'_, '_>, model: &Model, drawn: &Drawn) {
    let readable = |point: &Point| matches!(point, Point::Value(j) if model.givens().mask.readable(model.row(), *j));
    let places: Vec<Place> = drawn.points().filter(|(point, _)| readable(point)).map(|(_, place)| place).collect();
    let corners = outline(&places);
    let style = plot.canvas.ink(plot.canvas.colours.content);
    for (at, corner) in corners.iter().enumerate() {
        let next = corners[(at + 1) % corners.len()];
        if next != *corner && (corners.len() > 2 || at == 0) {
            plot.line(places[*corner], places[next], style);
        }
    }
}

/// The words, each in its region where there is room.
fn names(plot: &mut Plot<'_, '_>, model: &Model, won: &Won) {
    let (columns, lines) = (plot.columns(), plot.lines());
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    won.winners.iter().for_each(|word| *sizes.entry(*word).or_default() += 1);
    let mut words: Vec<(usize, usize)> = sizes.into_iter().collect();
    words.sort_by_key(|(word, size)| (usize::MAX - size, *word));
    let target = model.givens().targets.get(model.row()).copied().flatten();
    for (word, _) in words.into_iter().take(NAMED) {
        let sign = if Some(word) == target { "▸" } else { "" };
        let text = format!("{sign}{}", width::cut(&model.names().words[word], usize::from(columns / 3).max(4)));
        let cells = cells_u16(plot.canvas.cells(&text));
        // Beside the axes before on one of them.
        let beside = |cell| plot.is_free(cell, 1) && !plot.is_on_axis(cell);
        let place = room(won, word, cells, (columns, lines), &beside);
        if let Some(place) = place.or_else(|| room(won, word, cells, (columns, lines), &|cell| plot.is_free(cell, 1))) {
            let colours = plot.canvas.colours;
            let colour = if Some(word) == target { colours.target } else { colours.vocab };
            plot.text(place, &text, colours.strong(colour));
        }
    }
}

/// The middle of the widest free run of cells of a region, of several the one nearest to its middle line.
fn room(
    won: &Won,
    word: usize,
    cells: u16,
    (columns, lines): (u16, u16),
    is_free: &dyn Fn((u16, u16)) -> bool,
) -> Option<(u16, u16)> {
    let wins =
        |column: u16, line: u16| won.winners[usize::from(line) * usize::from(columns) + usize::from(column)] == word;
    let of_word = (0..lines).filter(|line| (0..columns).any(|column| wins(column, *line)));
    let of_word: Vec<u16> = of_word.collect();
    let middle = *of_word.get(of_word.len() / 2)?;
    let mut best: Option<((u16, u16), (u16, u16))> = None;
    for line in of_word {
        let mut start = 0;
        for column in 0..=columns {
            if column < columns && wins(column, line) && is_free((column, line)) {
                continue;
            }
            let run = column - start;
            // A run with a gap at both ends is as good as any wider one.
            let worth = (run.min(cells + 4), u16::MAX - line.abs_diff(middle));
            if run >= cells && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, (start + (run - cells) / 2, line)));
            }
            start = column + 1;
        }
    }
    best.map(|(_, place)| place)
}
