//! The derived block: e and α over the slots on the left, z and p over the words on the right, and their sums.

use super::bar;
use super::canvas::{Canvas, cells_u16};
use crate::engine::{Axis, Distribution, Mark, Scores, Stage, Undefined};
use crate::explorer::{Derived, Focus, Layout, Model, Window};
use crate::words::number;
use crate::words::{Text, screen, undefined, width};
use ratatui::style::{Color, Style};
use std::sync::Arc;

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let (now, before) = (&model.trace().row(model.row()), model.baseline().get(model.row()));
    let before = before.as_ref();
    let colours = canvas.colours;
    let source = Side {
        columns: layout.source,
        start: 0,
        end: layout.left,
        index: 'j',
        name: screen::slot(),
        symbols: ("e_j", "α_j"),
        colour: colours.source,
        scores: &now.scores,
        weights: &now.attention,
        before_scores: before.and_then(|row| row.scores.as_ref().ok()),
        before: before.and_then(|row| row.attention.as_ref().ok()),
    };
    let names = model.names();
    let places: Vec<usize> = layout.source.window.range().collect();
    source.draw(
        canvas,
        model,
        layout,
        &places,
        &names.slots,
        FocusOf { score: Focus::Score, exponential: Focus::Exponential, weight: Focus::Attention },
    );
    let vocab = Side {
        columns: layout.vocab,
        start: layout.right,
        end: layout.size.0,
        index: 'w',
        name: screen::word(),
        symbols: ("z_w", "p_w"),
        colour: colours.vocab,
        scores: &now.logits,
        weights: &now.probabilities,
        before_scores: before.and_then(|row| row.logits.as_ref().ok()),
        before: before.and_then(|row| row.probabilities.as_ref().ok()),
    };
    let mut words: Vec<usize> = layout.vocab.window.range().filter_map(|place| model.list().word_at(place)).collect();
    if layout.pinned {
        words.extend(model.givens().targets[model.row()]);
    }
    vocab.draw(
        canvas,
        model,
        layout,
        &words,
        &names.words,
        FocusOf { score: Focus::Logit, exponential: Focus::WordExponential, weight: Focus::Probability },
    );
}

/// Arrows in the margin, beside the first and the last line shown of a part that goes on above or below.
pub fn more_lines(canvas: &mut Canvas<'_>, margin: u16, first: u16, lines: Window) {
    let style = canvas.ink(canvas.colours.quiet);
    if lines.more_before() {
        canvas.mark(margin, first, "↑", style);
    }
    if lines.more_after() {
        canvas.mark(margin, first + cells_u16(lines.shown.saturating_sub(1)), "↓", style);
    }
}

/// In place of a number that is not revealed yet.
pub fn hidden(canvas: &mut Canvas<'_>, (x, y, end): (u16, u16, u16), focused: bool) {
    let style = if focused { canvas.colours.focus() } else { canvas.ink(canvas.colours.quiet) };
    canvas.fill(x, y, end, " ", style);
    canvas.put_right(end, y, x, "?", style);
}

/// The sign and style of a mark; nothing is marked while nothing differs from the baseline.
pub fn mark_of(canvas: &Canvas<'_>, model: &Model, mark: Mark) -> (&'static str, Style) {
    let colours = canvas.colours;
    if !model.differs().any() {
        return (" ", canvas.ink(colours.quiet));
    }
    match mark {
        Mark::Same => ("=", canvas.ink(colours.quiet)),
        Mark::WithinRounding => ("≈", canvas.ink(colours.quiet)),
        Mark::Moved => ("*", colours.strong(colours.moved)),
    }
}

/// The places of a side at a slot or word.
struct FocusOf {
    score: fn(usize) -> Focus,
    exponential: fn(usize) -> Focus,
    weight: fn(usize) -> Focus,
}

/// One of the two lists: scores and their softmax along one axis.
struct Side<'a, A: Axis> {
    columns: Derived,
    start: u16,
    end: u16,
    index: char,
    name: Text,
    symbols: (&'static str, &'static str),
    colour: Color,
    scores: &'a Result<Arc<Scores<A>>, Undefined>,
    weights: &'a Result<Arc<Distribution<A>>, Undefined>,
    before_scores: Option<&'a Arc<Scores<A>>>,
    before: Option<&'a Arc<Distribution<A>>>,
}

impl<A: Axis> Side<'_, A> {
    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        model: &Model,
        layout: &Layout,
        places: &[usize],
        names: &[String],
        focus: FocusOf,
    ) {
        self.head(canvas, model, layout.rows.derived);
        for (y, &place) in (layout.rows.derived + 1..).zip(places) {
            self.name(canvas, model, y, place, names);
            self.score(canvas, model, y, place, (focus.score)(place));
            self.exponential(canvas, model, y, place, (focus.exponential)(place));
            self.weight(canvas, model, y, place, (focus.weight)(place));
        }
        if let Err(reason) = self.weights
            && model.shows_stage(reason.stage())
        {
            self.sentence(canvas, model, layout, *reason);
        }
        self.sums(canvas, model, layout, places);
    }

    fn head(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16) {
        let quiet = canvas.ink(canvas.colours.quiet);
        let strong = canvas.colours.strong(self.colour);
        let columns = self.columns;
        let at = |x: u16| self.start + x;
        canvas.put(at(columns.number.saturating_sub(1)), y, self.end, &self.index.to_string(), quiet);
        let (x, cells) = columns.name;
        canvas.say(at(x), y, at(x + cells), &self.name, quiet);
        if let Some((x, cells)) = columns.score {
            canvas.put_right(at(x + cells), y, at(x), self.symbols.0, strong);
        }
        if let Some((x, cells)) = columns.exponential {
            canvas.put_right(at(x + cells), y, at(x), "exp", quiet);
        }
        let (x, cells) = columns.weight;
        let symbol = if self.shows_scores(model) { self.symbols.0 } else { self.symbols.1 };
        canvas.put_right(at(x + cells), y, at(x), symbol, strong);
        for (column, symbol) in [(columns.score_delta, self.symbols.0), (columns.delta, self.symbols.1)] {
            if let Some((x, cells)) = column {
                let symbol = symbol.split('_').next().unwrap_or_default();
                canvas.put_right(at(x + cells), y, at(x), &format!("Δ{symbol}"), quiet);
            }
        }
        let (x, cells) = columns.bar;
        if cells >= 6 {
            canvas.put(at(x), y, self.end, "0", quiet);
            canvas.put_right(at(x + cells), y, at(x), "1", quiet);
        }
        more_lines(canvas, self.start, y + 1, columns.window);
    }

    fn name(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize, names: &[String]) {
        let colours = canvas.colours;
        let quiet = canvas.ink(colours.quiet);
        let columns = self.columns;
        let number = self.start + columns.number;
        canvas.put_right(number, y, self.start, &(place + 1).to_string(), quiet);
        // Told here, because a narrow screen has no column of scores to tell it in.
        if self.scores.as_ref().is_ok_and(|scores| scores.is_masked(place)) {
            canvas.mark(number, y, "✗", colours.strong(colours.moved));
        }
        let target = self.index == 'w' && model.givens().targets[model.row()] == Some(place);
        let style = if target {
            canvas.mark(number, y, "▸", colours.strong(colours.target));
            colours.strong(colours.target)
        } else {
            canvas.ink(colours.text)
        };
        let (x, cells) = columns.name;
        let name = width::cut(&names[place], usize::from(cells));
        canvas.put(self.start + x, y, self.start + x + cells, &name, style);
    }

    fn score(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize, focus: Focus) {
        let Some((x, cells)) = self.columns.score else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let colours = canvas.colours;
        let focused = model.cursor() == focus;
        // The mask is given; whether anything went wrong with the numbers is not told before they are.
        let readable = self.index != 'j' || model.givens().mask.readable(model.row(), place);
        if readable && !model.shows(focus) {
            return hidden(canvas, (x, y, end), focused);
        }
        let Ok(scores) = self.scores else { return };
        let Some(score) = scores.get(place) else {
            let lang = canvas.lang;
            let style = if focused { colours.focus() } else { canvas.ink(colours.quiet) };
            canvas.put_right(end, y, x, screen::masked().get(lang), style);
            return;
        };
        let style = if focused { colours.focus() } else { canvas.ink(colours.text) };
        canvas.put(x, y, end, &number::derived(score, usize::from(cells)), style);
        let mark = self.mark(model, focus);
        let (sign, style) = mark_of(canvas, model, mark);
        canvas.mark(end, y, sign, style);
        let before = self.before_scores.and_then(|before| before.get(place));
        self.difference(canvas, model, self.columns.score_delta, y, mark, before.map(|before| score - before));
    }

    /// A signed difference from the baseline, or the sign that there is none.
    fn difference(
        &self,
        canvas: &mut Canvas<'_>,
        model: &Model,
        column: Option<(u16, u16)>,
        y: u16,
        mark: Mark,
        difference: Option<f64>,
    ) {
        let Some((x, cells)) = column.filter(|_| model.differs().any()) else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let quiet = canvas.ink(canvas.colours.quiet);
        let (text, style) = match (mark, difference) {
            (Mark::Moved, Some(difference)) => {
                (number::difference(difference, usize::from(cells)), canvas.ink(canvas.colours.moved))
            }
            (Mark::Moved, None) => return,
            (Mark::WithinRounding, _) => ("≈".to_owned(), quiet),
            (Mark::Same, _) => ("=".to_owned(), quiet),
        };
        canvas.put_right(end, y, x, &text, style);
    }

    /// Whether the column of the weights shows the scores: they are revealed, have no column, and the weights are not.
    fn shows_scores(&self, model: &Model) -> bool {
        let (scores, weights) = match self.index {
            'j' => (Stage::Scores, Stage::Attention),
            _ => (Stage::Logits, Stage::Probabilities),
        };
        self.columns.score.is_none() && model.shows_stage(scores) && !model.shows_stage(weights)
    }

    /// exp(e − max e), where the screen has a column for it.
    fn exponential(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize, focus: Focus) {
        let Some((x, cells)) = self.columns.exponential else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let focused = model.cursor() == focus;
        if !model.shows(focus) {
            return hidden(canvas, (x, y, end), focused);
        }
        let (Ok(scores), Ok(weights)) = (self.scores, self.weights) else { return };
        let Some(score) = scores.get(place) else { return };
        let exponential = weights.log_normaliser().exponential(score);
        let style = if focused { canvas.colours.focus() } else { canvas.ink(canvas.colours.quiet) };
        canvas.put(x, y, end, &number::derived(exponential, usize::from(cells)), style);
    }

    fn weight(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize, focus: Focus) {
        let colours = canvas.colours;
        let (x, cells) = self.columns.weight;
        let (x, end) = (self.start + x, self.start + x + cells);
        if !model.shows(focus) {
            // Where scores have no column, they stand in that of the weights until those are revealed.
            let score =
                self.scores.as_ref().ok().and_then(|scores| scores.get(place)).filter(|_| self.shows_scores(model));
            let focused = model.cursor() == focus;
            let Some(score) = score else { return hidden(canvas, (x, y, end), focused) };
            let style = if focused { colours.focus() } else { canvas.ink(colours.text) };
            canvas.put(x, y, end, &number::derived(score, usize::from(cells)), style);
            return;
        }
        let Ok(weights) = self.weights else { return };
        let weight = weights.get(place);
        let style = if model.cursor() == focus { colours.focus() } else { colours.strong(self.colour) };
        canvas.put(x, y, end, &number::derived(weight, usize::from(cells)), style);
        let mark = self.mark(model, focus);
        let (sign, style) = mark_of(canvas, model, mark);
        canvas.mark(end, y, sign, style);
        let before = self.before.map(|before| before.get(place));
        self.difference(canvas, model, self.columns.delta, y, mark, before.map(|before| weight - before));
        let (x, cells) = self.columns.bar;
        let ghost = before.filter(|_| mark == Mark::Moved);
        bar::draw(canvas, (self.start + x, y, cells), weight, ghost, self.colour);
    }

    fn mark(&self, model: &Model, focus: Focus) -> Mark {
        model.mark(model.row(), focus).unwrap_or(Mark::Same)
    }

    /// Where there are no weights, a sentence stands in their place, broken over the lines there are.
    fn sentence(&self, canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, reason: Undefined) {
        let own = match self.index {
            'j' => reason.stage() <= Stage::Attention,
            _ => true,
        };
        if !own {
            return;
        }
        let names = model.names();
        let text = undefined::reason(reason, &names.slots, &names.words);
        let (x, _) = self.columns.weight;
        let x = if self.scores.is_ok() {
            self.start + x + 1
        } else {
            self.start + self.columns.name.0 + self.columns.name.1 + 1
        };
        let cells = self.end.saturating_sub(x);
        let lines = width::wrap(text.get(canvas.lang), usize::from(cells));
        let style = canvas.colours.strong(canvas.colours.target);
        for (y, line) in (layout.rows.derived + 1..layout.rows.loss).zip(lines) {
            canvas.put(x, y, self.end, &line, style);
        }
    }

    fn sums(&self, canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, places: &[usize]) {
        let Some(y) = layout.rows.sums else { return };
        let quiet = canvas.ink(canvas.colours.quiet);
        let shown = model.shows((if self.index == 'j' { Focus::Attention } else { Focus::Probability })(0));
        // While it is hidden nobody can see whether there is a sum.
        let weights = match self.weights {
            Err(_) if shown => return,
            weights => weights.as_ref().ok().filter(|_| shown),
        };
        if let Some((x, cells)) = self.columns.exponential {
            let focus = if self.index == 'j' { Focus::Normaliser } else { Focus::WordNormaliser };
            let style = if model.cursor() == focus { canvas.colours.focus() } else { quiet };
            let denominator = weights.map(|weights| weights.log_normaliser().denominator);
            let text = match denominator {
                Some(denominator) => format!("Σ {}", number::derived(denominator, usize::from(cells)).trim_start()),
                None => "Σ ?".to_owned(),
            };
            canvas.put_right(self.start + x + cells, y, self.start + x, &text, style);
        }
        let over = screen::softmax_over(self.index);
        let (index, weight) = (self.index, self.symbols.1);
        let end = self.end.saturating_sub(1);
        let sum = weights.map_or_else(|| format!("{:>8}", "?"), |weights| number::derived(weights.sum(), 8));
        let total = format!("Σ_{index} {weight} = {sum}");
        let x = canvas.put_right(end, y, self.start, &total, canvas.ink(self.colour));
        let limit = x.saturating_sub(1);
        let room = usize::from(limit.saturating_sub(self.start + 1));
        let short = screen::over(self.index);
        let over = [over, short].into_iter().find(|over| width::either(over) <= room);
        if let Some(over) = over {
            let after = canvas.say(self.start + 1, y, limit, &over, quiet);
            // A part of a distribution is shown: how much of the whole it is.
            if let Some(weights) = weights.filter(|weights| places.len() < weights.size()) {
                let part: f64 = places.iter().map(|place| weights.get(*place)).sum();
                let text = format!("({})", number::derived(part, 8).trim_start());
                if usize::from(limit) > usize::from(after) + 1 + text.len() {
                    canvas.put(after + 1, y, limit, &text, quiet);
                }
            }
        }
    }
}
