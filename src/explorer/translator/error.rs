//! Where a word's error goes, and why a word went wrong: the panels of the decoder screen that say it.

use super::Translating;
use crate::explorer::docked::{Ink, Line, Lines};
use crate::explorer::{Model, Panel, View};
use crate::translator::{Diagnosis, PAD, Route, Timing, Unreadable};
use crate::words::{Text, number, translator as say, width};

/// Cells of |∂L/∂…| and of a size with the blanks after it.
const SYMBOL: usize = 11;
const SIZE: usize = 11;

/// Units named in the line on values and keys.
const NAMED: usize = 3;

impl Translating {
    /// The sizes of the gradients of this step's loss, with the reference's words going in; `None` without a reference.
    pub fn route(&self) -> Option<Route> {
        let (taught, target) = (self.taught()?, self.sentence.target.as_deref()?);
        let is_whole = taught.passage.steps() == target.len();
        (is_whole && self.step < target.len()).then(|| Route::of(&self.parameters, &taught.passage, target, self.step))
    }

    /// The four questions about this step's word; `None` without a reference.
    pub fn diagnosis(&self) -> Option<Result<Diagnosis, Unreadable>> {
        let target = self.sentence.target.as_deref()?;
        let aligned = self.sentence.alignment.as_ref().and_then(|alignment| alignment.get(self.step));
        let places: Vec<usize> = aligned.map(|aligned| aligned.positions().collect()).unwrap_or_default();
        if self.step >= target.len() {
            return None;
        }
        Some(Diagnosis::of(&self.parameters, &self.sentence.source, target, self.step, &places))
    }

    /// Why there is no error to follow at this step.
    fn why_no_error(&self) -> Text {
        match &self.sentence.target {
            Some(target) if self.step >= target.len() => say::no_error_beyond_reference(),
            _ => say::no_error_without_reference(),
        }
    }

    /// The sizes along the way, in one line: the first form that fits is shown.
    pub fn route_said(&self) -> Option<Vec<Text>> {
        let route = self.route()?;
        let t = self.step + 1;
        let size = |length: f64| number::derived(length, 6).trim().to_owned();
        let of_state = format!("h{}", t - 1);
        let reads_last = self.design().timing() == Some(Timing::UpdateThenRead);
        let form = |gap: &str, values: bool, all: bool| {
            let mut parts = vec![format!("L{t}"), format!("z {}", size(route.logits))];
            parts.push(format!("c {}", size(route.context)));
            if let Some(reading) = &route.reading {
                if values {
                    parts.push(format!("v {}", size(largest(&reading.values))));
                }
                if all {
                    parts.push(format!("α {}", size(reading.weights)));
                }
                parts.push(format!("e {}", size(reading.scores)));
                parts.push(format!("q {}", size(reading.query)));
            }
            let after = if reads_last { format!("h{t} {}", size(route.state)) } else { String::new() };
            parts.extend([after].into_iter().filter(|part| !part.is_empty()));
            parts.push(format!("{of_state} {}", size(route.state_before)));
            Text::same(parts.join(gap))
        };
        Some(vec![
            form(" → ", true, true),
            form(" → ", false, true),
            form(" → ", false, false),
            form("→", false, false),
        ])
    }
}

fn largest(sizes: &[f64]) -> f64 {
    sizes.iter().copied().fold(0.0, f64::max)
}

impl Model {
    /// Opens or closes one of the two panels on the decoder screen.
    pub(super) fn open_error_panel(&mut self, panel: Panel) {
        self.view = View::Decoder;
        let of = self.translating_or_lesson();
        if of.sentence.target.is_none() {
            return self.refuse(say::no_error_without_reference());
        }
        let open = self.panel() == Some(&panel);
        self.open_panel((!open).then_some(panel));
    }

    /// The way of the error, a line a stage.
    pub(in crate::explorer) fn route_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let Some(of) = self.translating() else { return Lines::of(Vec::new()) };
        let Some(route) = of.route() else {
            return Lines::of(self.wrapped(of.why_no_error().get(lang), cells, Ink::Plain));
        };
        let t = of.step + 1;
        let size = |length: f64| number::derived(length, 9);
        let word = of.target(of.step).map_or("", |word| of.word_name(word));
        let mut lines = self.wrapped(say::route_head(t, word).get(lang), cells, Ink::Strong);
        let mut line = |symbol: String, length: f64, told: Text, ink: Ink| {
            let symbol = width::left(&self.drawn(&format!("|∂L/∂{symbol}|")), SYMBOL);
            // What does not fit goes on below itself.
            let mut told =
                width::wrap(&self.drawn(told.get(lang)), cells.saturating_sub(SYMBOL + SIZE).max(12)).into_iter();
            let first = told.next().unwrap_or_default();
            lines.push(Line::new(symbol, ink).with(format!("{}  ", size(length)), Ink::Strong).with(first, Ink::Quiet));
            lines.extend(told.map(|rest| Line::new(" ".repeat(SYMBOL + SIZE) + &rest, Ink::Quiet)));
        };
        line(format!("z{t}"), route.logits, say::of_logits(), Ink::Vocab);
        let (head, cell) = (route.context_by_head, route.context_by_cell);
        let trimmed = |length: f64| size(length).trim().to_owned();
        let by = say::of_context(&trimmed(head), cell.map(trimmed).as_deref());
        line(format!("c{t}"), route.context, by, Ink::Content);
        if let Some(reading) = &route.reading {
            let named = |sizes: &[f64]| {
                let mut order: Vec<usize> = (0..sizes.len()).filter(|at| of.sentence.source[*at] != PAD).collect();
                order.sort_by(|a, b| sizes[*b].total_cmp(&sizes[*a]));
                let told = order.iter().take(NAMED).map(|at| format!("{} {}", of.unit_name(*at), trimmed(sizes[*at])));
                told.collect::<Vec<_>>().join("  ")
            };
            line("α".to_owned() + &t.to_string(), reading.weights, say::of_weights(), Ink::Source);
            line(format!("e{t}"), reading.scores, say::of_scores(), Ink::Source);
            line(format!("q{t}"), reading.query, say::of_query(), Ink::Source);
            line("v".to_owned(), largest(&reading.values), say::of_values(&named(&reading.values)), Ink::Content);
            line("k".to_owned(), largest(&reading.keys), say::of_keys(&named(&reading.keys)), Ink::Source);
        }
        let by_query = route.reading.as_ref().map(|reading| trimmed(reading.state_by_query));
        let reads_last = of.design().timing() == Some(Timing::UpdateThenRead);
        line(format!("h{t}"), route.state, say::of_state_after(by_query.as_deref().filter(|_| reads_last)), Ink::Plain);
        let of_before = say::of_state_before(t == 1, by_query.as_deref().filter(|_| !reads_last));
        line(format!("h{}", t - 1), route.state_before, of_before, Ink::Plain);
        Lines::of(lines)
    }

    /// The four questions, a line each.
    pub(in crate::explorer) fn diagnosis_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let Some(of) = self.translating() else { return Lines::of(Vec::new()) };
        let found = match of.diagnosis() {
            Some(Ok(found)) => found,
            Some(Err(reason)) => {
                return Lines::of(self.wrapped(say::unreadable(reason).get(lang), cells, Ink::Plain));
            }
            None => return Lines::of(self.wrapped(of.why_no_error().get(lang), cells, Ink::Plain)),
        };
        let p = |share: f64| number::derived(share, 8).trim().to_owned();
        let nats = |number: f64| number::difference(number, 8).trim().to_owned();
        let (right, rival) = (of.word_name(found.right), of.word_name(found.rival));
        let failed = found.probabilities.1 >= found.probabilities.0;
        let head = say::diagnosis_head(right, &p(found.probabilities.0), rival, &p(found.probabilities.1), failed);
        let unit = |place: usize| of.unit_name(place);
        let held = match found.held.place {
            Some(place) => say::held(
                right,
                unit(place),
                &p(found.held.probability),
                unit(found.held.best.0),
                &p(found.held.best.1),
                found.held.is_best(),
            ),
            None => say::held_in_summary(right, &p(found.held.probability)),
        };
        let reached = match (&found.reached, found.held.place) {
            (Some(reached), Some(place)) if reached.uniform => say::reached_uniformly(unit(place), &p(reached.weight)),
            (Some(reached), Some(place)) => {
                let highest = (unit(reached.highest.0), p(reached.highest.1));
                say::reached(unit(place), &p(reached.weight), reached.above, (highest.0, &highest.1))
            }
            _ => say::nothing_reaches(),
        };
        let raised = found.raised;
        let parts = (nats(raised.by_context), nats(raised.by_state), nats(raised.by_bias));
        let raised = say::raised(right, rival, (&parts.0, &parts.1, &parts.2), raised.by_context > 0.0);
        let searched = &found.searched;
        let (reference, written) = (nats(searched.reference), nats(searched.written));
        let kept = match searched.parted {
            None => say::search_kept(&reference),
            Some(at) => say::search_parted(at + 1, &reference, &written, searched.was_lost_by_search(), searched.ended),
        };
        let mut lines = self.wrapped(head.get(lang), cells, if failed { Ink::Target } else { Ink::Strong });
        for (at, answer) in [held, reached, raised, kept].into_iter().enumerate() {
            let text = format!("{} {}", at + 1, answer.get(lang));
            lines.extend(self.wrapped(&text, cells, Ink::Plain));
        }
        Lines::of(lines)
    }
}
