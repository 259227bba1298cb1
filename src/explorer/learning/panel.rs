//! The panel of learning: what learns and how, the curve of the loss, what changed, how far reading alone could go.

use super::{Finished, Floor};
use crate::engine::Distribution;
use crate::engine::learning::{Plan, Run};
use crate::engine::{Source, Vocab};
use crate::explorer::Model;
use crate::explorer::docked::{Ink, Line, Lines};
use crate::scenario::learnable_names;
use crate::words::{Text, learning as say, number, width};

/// Lines of the curve at most.
const TALLEST: usize = 6;
/// How many of the largest changes are told on each axis.
const CHANGES: usize = 2;
/// A change smaller than this is not worth a place.
const WORTH_TELLING: f64 = 5e-4;

impl Model {
    /// The panel's lines.
    pub(in crate::explorer) fn learning_lines(&self, cells: usize) -> Lines<'_> {
        let shown = self.run_shown();
        let mut lines = vec![self.head_of_run(shown, cells)];
        let notes = self.notes_on_run(shown, cells);
        if let Some((run, at)) = shown.filter(|(run, _)| self.is_loss_told() && run.steps() > 0) {
            let room = self.room_for_panel(cells);
            // Of a small dock half at least.
            let height = room.saturating_sub(1 + notes.len()).clamp((room / 2).clamp(1, 3), TALLEST);
            lines.extend(self.curve(run.course(), at, cells, height));
        }
        lines.extend(notes);
        Lines::of(lines)
    }

    /// Lines of the dock that a panel has, whatever stands in it.
    fn room_for_panel(&self, cells: usize) -> usize {
        let rows = self.layout().map_or(0, |layout| usize::from(layout.rows.dock_rows));
        let tour = self.lines_of_tour(cells);
        rows.saturating_sub(tour.min(rows.saturating_sub(2)))
    }

    /// `only q learns · descent · rate 0.5   step 12   L 0.352840 → 0.130200`: the last of it first where room is short.
    fn head_of_run(&self, shown: Option<(&Run, usize)>, cells: usize) -> Line {
        let lang = self.preferences().lang;
        let text = |text: &Text| text.get(lang).to_owned();
        let plan = self.learning.plan();
        let plan = shown.map_or(&plan, |(run, _)| run.plan());
        let what = (text(&say::only(&learnable_names(plan.what()))), Ink::Strong);
        let how =
            (format!(" · {} · {}", text(&say::method(plan.method)), text(&say::rate(&told_rate(plan)))), Ink::Quiet);
        let mut pieces = vec![what, how];
        if let Some((run, at)) = shown {
            let of = self.learning.running.as_ref().map_or(Some(run.steps()), |running| running.upto);
            let of = of.filter(|of| *of != at);
            pieces.push((format!("   {}", text(&say::step_of(at, of))), Ink::Plain));
            if self.is_loss_told() {
                let now = self.trace().loss_at_once().and_then(Result::ok).unwrap_or(run.course().now());
                pieces.push((format!("   L {} → {}", told(run.course().start()), told(now)), Ink::Target));
                let (lowest, step) = run.course().lowest();
                if lowest < now {
                    pieces.push((format!("   {}", text(&say::lowest(&told(lowest), step))), Ink::Quiet));
                }
            }
        }
        let pieces: Vec<(String, Ink)> = pieces.into_iter().map(|(piece, ink)| (self.drawn(&piece), ink)).collect();
        let wide =
            |pieces: &[(String, Ink)]| pieces.iter().map(|(piece, _)| width::width(piece)).sum::<usize>() > cells;
        let mut pieces = pieces;
        if wide(&pieces) && pieces.len() > 4 {
            pieces.pop();
        }
        if wide(&pieces) {
            pieces.remove(1);
        }
        // On the smallest screens the axis of the curve says which step it is.
        while wide(&pieces) && pieces.len() > 1 {
            pieces.remove(0);
        }
        if let Some((first, _)) = pieces.first_mut() {
            *first = first.trim_start().to_owned();
        }
        Line(pieces)
    }

    /// What is worth saying, the most pressing first.
    fn notes_on_run(&self, shown: Option<(&Run, usize)>, cells: usize) -> Vec<Line> {
        let lang = self.preferences().lang;
        let wrapped = |text: &Text, ink| self.wrapped(text.get(lang), cells, ink);
        let mut notes = Vec::new();
        if let Some(running) = &self.learning.running {
            notes.push(self.progress(shown.map_or(0, |(_, at)| at), running.upto, cells));
        }
        if !self.is_loss_told() {
            notes.extend(wrapped(&say::hidden(), Ink::Quiet));
            return notes;
        }
        let Some((run, at)) = shown else {
            let others: Vec<&Finished> = self.learning.others_from(self.givens()).collect();
            let over = self.learning.run.as_deref().filter(|run| run.steps() > 0 && run.from() == self.givens());
            notes.extend(self.comparison_of(others, over, &self.learning.plan(), cells));
            notes.extend(wrapped(&say::not_begun(), Ink::Plain));
            return notes;
        };
        let plan = self.learning.plan();
        if *run.plan() != plan {
            let names = say::only(&learnable_names(plan.what()));
            let next = say::next(&names, &say::method(plan.method), &say::rate(&told_rate(&plan)));
            notes.extend(wrapped(&next, Ink::Strong));
        }
        for text in self.warnings(run) {
            let bad = run.has_diverged() || run.course().rises() > 0;
            notes.extend(wrapped(&text, if bad { Ink::Target } else { Ink::Moved }));
        }
        if let Some(floor) = &self.learning.floor {
            notes.extend(wrapped(&self.floor_told(floor), Ink::Source));
        }
        let others: Vec<&Finished> = self.learning.others_from(run.from()).collect();
        notes.extend(self.comparison_of(others, None, run.plan(), cells));
        if at > 0 && self.trace().is_light() {
            notes.extend(self.changes(run, cells));
        }
        if run.steps() == 0 {
            notes.extend(wrapped(&say::not_begun(), Ink::Plain));
        }
        notes
    }

    /// That the loss rose, led away or came to an end.
    fn warnings(&self, run: &Run) -> Vec<Text> {
        let (course, plan) = (run.course(), run.plan());
        let stopped = run.stop().map(|stop| {
            let why = self.reason_of(stop);
            if run.ran_off() { say::ran_off(run.steps(), &why) } else { say::stopped(run.steps(), &why) }
        });
        let risen = course.first_rise().map(|first| {
            if course.is_above_start() {
                // It rises still, not once for all.
                let rising = course.rises() > 1 && course.now() == course.highest();
                say::above_start(&told(course.start()), &told(course.now()), first, rising)
            } else {
                say::rose(course.rises(), first, plan.method)
            }
        });
        match run.stop() {
            Some(_) if run.ran_off() => stopped.into_iter().collect(),
            _ => risen.into_iter().chain(stopped).collect(),
        }
    }

    fn floor_told(&self, floor: &Floor) -> Text {
        let loss = told(floor.loss);
        let Some(weights) = &floor.weights else { return say::floor_of_rows(&loss) };
        let names = &self.names().slots;
        let mut slots: Vec<usize> = (0..weights.len()).filter(|slot| weights[*slot] > WORTH_TELLING).collect();
        slots.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
        let name = |slot: usize| width::cut(&names[slot], 12);
        match slots[..] {
            [only] => say::floor_on_one(&loss, &name(only)),
            _ => {
                let told = |slot: &usize| format!("{} {}", name(*slot), number::share(weights[*slot], 2));
                let more = if slots.len() > 3 { " .." } else { "" };
                let mixture: Vec<String> = slots.iter().take(3).map(told).collect();
                say::floor_of_mixture(&loss, &(mixture.join(", ") + more))
            }
        }
    }

    /// A bar of how far a run has come where its end is known, and how to stop it.
    fn progress(&self, at: usize, upto: Option<usize>, cells: usize) -> Line {
        let lang = self.preferences().lang;
        let said = self.drawn(say::running().get(lang));
        let Some(upto) = upto.filter(|upto| *upto > 0) else { return Line::new(said, Ink::Moved) };
        let room = cells.saturating_sub(width::width(&said) + 8).min(40);
        let done = at.min(upto) * room / upto;
        let percent = number::percent(to_f64(at.min(upto)) / to_f64(upto));
        Line::new(self.drawn(&"█".repeat(done)), Ink::Moved)
            .with(self.drawn(&"░".repeat(room - done)), Ink::Quiet)
            .with(format!("{percent:>5}  "), Ink::Plain)
            .with(said, Ink::Moved)
    }

    /// What the row shown reads and predicts otherwise than at the start: the largest changes by name.
    fn changes(&self, run: &Run, cells: usize) -> Vec<Line> {
        let (row, names) = (self.row(), self.names());
        let (before, now) = (run.start().row(row), self.trace().row(row));
        let mut items: Vec<(String, Ink)> = Vec::new();
        if let (Ok(before), Ok(now)) = (&before.attention, &now.attention) {
            items.extend(largest::<Source>("α", before, now, &names.slots).into_iter().map(|item| (item, Ink::Source)));
        }
        if let (Ok(before), Ok(now)) = (&before.probabilities, &now.probabilities) {
            items.extend(largest::<Vocab>("p", before, now, &names.words).into_iter().map(|item| (item, Ink::Vocab)));
        }
        if items.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![Line::new(self.drawn(say::since_start().get(self.preferences().lang)), Ink::Quiet)];
        for (item, ink) in items {
            let item = self.drawn(&item);
            let taken = lines.last().map_or(0, |line| width::width(&line.text()));
            if taken + 2 + width::width(&item) > cells {
                lines.push(Line::default());
            }
            if let Some(line) = lines.last_mut() {
                let gap = if line.0.is_empty() { "" } else { "  " };
                *line = std::mem::take(line).with(gap, Ink::Plain).with(item, ink);
            }
        }
        lines
    }

    /// Runs from the same numbers, each in a few words.
    fn comparison_of(&self, others: Vec<&Finished>, over: Option<&Run>, plan: &Plan, cells: usize) -> Vec<Line> {
        let lang = self.preferences().lang;
        let told_run = |of: &Plan, start: f64, now: f64, steps: usize| {
            let text = say::compared(&learnable_names(of.what()), &told(start), &told(now), steps);
            if (of.method, of.rate) == (plan.method, plan.rate) {
                return text;
            }
            say::with_method(&text, &say::method(of.method), &told_rate(of))
        };
        let mut told: Vec<Text> =
            others.into_iter().map(|run| told_run(&run.plan, run.start, run.now, run.steps)).collect();
        told.extend(over.map(|run| told_run(run.plan(), run.course().start(), run.course().now(), run.steps())));
        if told.is_empty() {
            return Vec::new();
        }
        let runs: Vec<&str> = told.iter().map(|text| text.get(lang)).collect();
        self.wrapped(&format!("{}{}", say::same_start().get(lang), runs.join(" · ")), cells, Ink::Plain)
    }
}

fn told(loss: f64) -> String {
    number::derived(loss, 9).trim_start().to_owned()
}

fn told_rate(plan: &Plan) -> String {
    number::exact(plan.rate.get())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "cells of a screen, or a share of steps that is rounded to whole percent"
)]
pub(super) fn to_f64(number: usize) -> f64 {
    number as f64
}

/// The places whose weight changed most, with both weights.
fn largest<A: crate::engine::Axis>(
    symbol: &str,
    before: &Distribution<A>,
    now: &Distribution<A>,
    names: &[String],
) -> Vec<String> {
    let change = |place: &usize| (now.get(*place) - before.get(*place)).abs();
    let mut places: Vec<usize> = (0..names.len()).filter(|place| change(place) >= WORTH_TELLING).collect();
    places.sort_by(|a, b| change(b).total_cmp(&change(a)));
    let told = |place: usize| {
        let [old, new] = [before, now].map(|weights| number::share(weights.get(place), 3));
        format!("{symbol}_{} {} {old} → {new}", place + 1, width::cut(&names[place], 12))
    };
    places.into_iter().take(CHANGES).map(told).collect()
}
