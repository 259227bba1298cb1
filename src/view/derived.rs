//! The derived block: e and α over the slots on the left, z and p over the words on the right, and their sums.

use super::canvas::{Canvas, cells_u16};
use super::{Colours, bar};
use crate::engine::mistakes::Mistake;
use crate::engine::{Mark, Stage, Undefined};
use crate::explorer::{Derived, Focus, Layout, Model, Seen, Standing, Window};
use crate::words::mistakes as figure;
use crate::words::{Text, number, screen, undefined, width};
use ratatui::style::{Color, Style};

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    for (side, places, names) in sides(model, layout) {
        side.draw(canvas, model, layout, &places, names);
    }
}

/// The two lists, each with its places in view and the names of all.
pub fn sides<'a>(model: &'a Model, layout: &Layout) -> [(Side, Vec<usize>, &'a [String]); 2] {
    let colours = Colours::of(model.preferences().theme);
    let source = Side {
        columns: layout.source,
        start: 0,
        end: layout.left,
        index: 'j',
        name: screen::slot(),
        symbols: ("e_j", "α_j"),
        colour: colours.source,
        stages: (Stage::Scores, Stage::Attention),
        total: model.givens().slots(),
        focus: FocusOf { score: Focus::Score, exponential: Focus::Exponential, weight: Focus::Attention },
    };
    let names = model.names();
    let places: Vec<usize> = layout.source.window.range().collect();
    let vocab = Side {
        columns: layout.vocab,
        start: layout.right,
        end: layout.size.0,
        index: 'w',
        name: screen::word(),
        symbols: ("z_w", "p_w"),
        colour: colours.vocab,
        stages: (Stage::Logits, Stage::Probabilities),
        total: model.givens().words(),
        focus: FocusOf { score: Focus::Logit, exponential: Focus::WordExponential, weight: Focus::Probability },
    };
    let mut words: Vec<usize> = layout.vocab.window.range().filter_map(|place| model.list().word_at(place)).collect();
    if layout.pinned {
        words.extend(model.givens().targets[model.row()]);
    }
    [(source, places, &names.slots), (vocab, words, &names.words)]
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

/// The sign of a number and its style: how it stands to the baseline, or that it is not the right one.
pub fn sign_of(canvas: &Canvas<'_>, standing: Standing) -> (&'static str, Style) {
    let colours = canvas.colours;
    match standing {
        Standing::Unmarked => (" ", canvas.ink(colours.quiet)),
        Standing::Baseline(Mark::Same) => ("=", canvas.ink(colours.quiet)),
        Standing::Baseline(Mark::WithinRounding) => ("≈", canvas.ink(colours.quiet)),
        Standing::Baseline(Mark::Moved) => ("*", colours.strong(colours.moved)),
        Standing::Wrong => (WRONG, colours.wrong()),
    }
}

/// The sign of what a mistake has made, which nothing else has.
pub const WRONG: &str = "!";

/// Puts what is seen of a derived number in its cells: the number, or in few words how it is none.
pub fn put_seen(canvas: &mut Canvas<'_>, (x, y, end): (u16, u16, u16), seen: Seen, style: Style) {
    let cells = usize::from(end.saturating_sub(x));
    match seen {
        Seen::Number(value) => drop(canvas.put(x, y, end, &number::derived(value, cells), style)),
        Seen::Words(how) => {
            let text = figure::short(how);
            let lang = canvas.lang;
            canvas.put_right(end, y, x, &width::cut(text.get(lang), cells), style);
        }
        Seen::Nothing => {}
    }
}

/// The places of a side at a slot or word.
struct FocusOf {
    score: fn(usize) -> Focus,
    exponential: fn(usize) -> Focus,
    weight: fn(usize) -> Focus,
}

/// One of the two lists: scores and their softmax along one axis.
pub struct Side {
    /// Its columns.
    pub columns: Derived,
    /// The first column of its half.
    pub start: u16,
    /// The column after it.
    pub end: u16,
    index: char,
    name: Text,
    symbols: (&'static str, &'static str),
    /// The identity of its axis.
    pub colour: Color,
    /// Of the scores and of the weights.
    stages: (Stage, Stage),
    /// Places of the axis.
    total: usize,
    focus: FocusOf,
}

impl Side {
    fn draw(&self, canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, places: &[usize], names: &[String]) {
        self.head(canvas, model, layout.rows.derived);
        for (y, &place) in (layout.rows.derived + 1..).zip(places) {
            self.name(canvas, model, y, place, names);
            self.score(canvas, model, y, place);
            self.exponential(canvas, model, y, place);
            self.weight(canvas, model, y, place);
        }
        if let Some(reason) = model.undefined_at(model.row(), self.stages.1)
            && model.shows_stage(reason.stage())
        {
            self.sentence(canvas, model, layout, reason);
        }
        self.sums(canvas, model, layout, places);
    }

    fn head(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16) {
        let quiet = canvas.ink(canvas.colours.quiet);
        let strong = canvas.colours.strong(self.colour);
        let columns = self.columns;
        let at = |x: u16| self.start + x;
        self.index_and_name(canvas, y);
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

    /// The heads of the first two columns.
    pub fn index_and_name(&self, canvas: &mut Canvas<'_>, y: u16) {
        let quiet = canvas.ink(canvas.colours.quiet);
        let number = self.start + self.columns.number.saturating_sub(1);
        canvas.put(number, y, self.end, &self.index.to_string(), quiet);
        let (x, cells) = self.columns.name;
        canvas.say(self.start + x, y, self.start + x + cells, &self.name, quiet);
    }

    /// Number and name of a place, with the signs of mask and target.
    pub fn name(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize, names: &[String]) {
        let colours = canvas.colours;
        let quiet = canvas.ink(colours.quiet);
        let columns = self.columns;
        let number = self.start + columns.number;
        canvas.put_right(number, y, self.start, &(place + 1).to_string(), quiet);
        // Told here, because a narrow screen has no column of scores to tell it in.
        if self.is_masked(model, place) {
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

    /// Whether the row may not read the place: a matter of the source axis alone.
    fn is_masked(&self, model: &Model, place: usize) -> bool {
        self.index == 'j' && !model.givens().mask.readable(model.row(), place)
    }

    fn score(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize) {
        let Some((x, cells)) = self.columns.score else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let focus = (self.focus.score)(place);
        let colours = canvas.colours;
        let focused = model.cursor() == focus;
        // The mask is given; whether anything went wrong with the numbers is not told before they are.
        if !self.is_masked(model, place) && !model.shows(focus) {
            return hidden(canvas, (x, y, end), focused);
        }
        let seen = if model.shows(focus) { model.seen(model.row(), focus) } else { Seen::Nothing };
        if seen == Seen::Nothing {
            if self.is_masked(model, place) && model.undefined_at(model.row(), self.stages.0).is_none() {
                let lang = canvas.lang;
                let style = if focused { colours.focus() } else { canvas.ink(colours.quiet) };
                canvas.put_right(end, y, x, screen::masked().get(lang), style);
            }
            return;
        }
        let style = if focused { colours.focus() } else { canvas.ink(colours.text) };
        put_seen(canvas, (x, y, end), seen, style);
        self.stand(canvas, model, (end, y), focus, seen, self.columns.score_delta);
    }

    /// The sign of a number, and in a column of its own the signed difference to what is beside it.
    fn stand(
        &self,
        canvas: &mut Canvas<'_>,
        model: &Model,
        (end, y): (u16, u16),
        focus: Focus,
        seen: Seen,
        column: Option<(u16, u16)>,
    ) {
        let standing = model.standing(model.row(), focus);
        let (sign, style) = sign_of(canvas, standing);
        canvas.mark(end, y, sign, style);
        let Some((x, cells)) = column else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let quiet = canvas.ink(canvas.colours.quiet);
        let difference = seen.number().zip(model.beside(model.row(), focus)).map(|(now, beside)| now - beside);
        let (text, style) = match (standing, difference) {
            (Standing::Baseline(Mark::Moved) | Standing::Wrong, Some(difference)) => {
                (number::difference(difference, usize::from(cells)), canvas.ink(canvas.colours.moved))
            }
            (Standing::Baseline(Mark::WithinRounding), _) => ("≈".to_owned(), quiet),
            (Standing::Baseline(Mark::Same), _) => ("=".to_owned(), quiet),
            (Standing::Baseline(Mark::Moved) | Standing::Wrong | Standing::Unmarked, _) => return,
        };
        canvas.put_right(end, y, x, &text, style);
    }

    /// Whether the column of the weights shows the scores: they are revealed, have no column, and the weights are not.
    fn shows_scores(&self, model: &Model) -> bool {
        let (scores, weights) = self.stages;
        self.columns.score.is_none() && model.shows_stage(scores) && !model.shows_stage(weights)
    }

    /// exp(e − max e), where the screen has a column for it.
    fn exponential(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize) {
        let Some((x, cells)) = self.columns.exponential else { return };
        let (x, end) = (self.start + x, self.start + x + cells);
        let focus = (self.focus.exponential)(place);
        let focused = model.cursor() == focus;
        if !model.shows(focus) {
            return hidden(canvas, (x, y, end), focused);
        }
        let seen = model.seen(model.row(), focus);
        let style = if focused { canvas.colours.focus() } else { canvas.ink(canvas.colours.quiet) };
        put_seen(canvas, (x, y, end), seen, style);
        if model.standing(model.row(), focus) == Standing::Wrong {
            canvas.mark(end, y, WRONG, canvas.colours.wrong());
        }
    }

    fn weight(&self, canvas: &mut Canvas<'_>, model: &Model, y: u16, place: usize) {
        let colours = canvas.colours;
        let (x, cells) = self.columns.weight;
        let (x, end) = (self.start + x, self.start + x + cells);
        let focus = (self.focus.weight)(place);
        if !model.shows(focus) {
            // Where scores have no column, they stand in that of the weights until those are revealed.
            let score = match self.shows_scores(model) {
                true => model.seen(model.row(), (self.focus.score)(place)),
                false => Seen::Nothing,
            };
            let focused = model.cursor() == focus;
            if score == Seen::Nothing {
                return hidden(canvas, (x, y, end), focused);
            }
            let style = if focused { colours.focus() } else { canvas.ink(colours.text) };
            return put_seen(canvas, (x, y, end), score, style);
        }
        let seen = model.seen(model.row(), focus);
        if seen == Seen::Nothing {
            return;
        }
        let style = if model.cursor() == focus { colours.focus() } else { colours.strong(self.colour) };
        put_seen(canvas, (x, y, end), seen, style);
        self.stand(canvas, model, (end, y), focus, seen, self.columns.delta);
        let moved = matches!(model.standing(model.row(), focus), Standing::Wrong | Standing::Baseline(Mark::Moved));
        let (x, cells) = self.columns.bar;
        let ghost = model.beside(model.row(), focus).filter(|_| moved);
        if let Some(weight) = seen.number() {
            bar::draw(canvas, (self.start + x, y, cells), weight, ghost, self.colour);
        }
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
        let x = if model.undefined_at(model.row(), self.stages.0).is_none() {
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
        let shown = model.shows_stage(self.stages.1);
        // While it is hidden nobody can see whether there is a sum.
        if shown && model.undefined_at(model.row(), self.stages.1).is_some() {
            return;
        }
        let seen = |focus: Focus| if shown { Some(model.seen(model.row(), focus)) } else { None };
        if let Some((x, cells)) = self.columns.exponential {
            let focus = if self.index == 'j' { Focus::Normaliser } else { Focus::WordNormaliser };
            let style = if model.cursor() == focus { canvas.colours.focus() } else { quiet };
            let text = match seen(focus) {
                Some(Seen::Number(value)) => format!("Σ {}", number::derived(value, usize::from(cells)).trim_start()),
                Some(Seen::Words(how)) => format!("Σ {}", figure::short(how).get(canvas.lang)),
                Some(Seen::Nothing) => String::new(),
                None => "Σ ?".to_owned(),
            };
            canvas.put_right(self.start + x + cells, y, self.start + x, &text, style);
        }
        let sum = match (shown, self.index) {
            (false, _) => None,
            (true, 'j') => Some(model.attention_sum(model.row())),
            (true, _) => model.probability_sum(model.row()),
        };
        // Along which axis it runs may be what is wrong.
        let runs = match model.mistake() {
            Some(Mistake::SoftmaxOverQueries) if self.index == 'j' => 't',
            _ => self.index,
        };
        let over = screen::softmax_over(runs);
        let (index, weight) = (self.index, self.symbols.1);
        let end = self.end.saturating_sub(1);
        let sum = match sum {
            Some(Seen::Number(sum)) => number::derived(sum, 8),
            Some(Seen::Words(how)) => figure::short(how).get(canvas.lang).to_owned(),
            Some(Seen::Nothing) | None => format!("{:>8}", "?"),
        };
        let total = format!("Σ_{index} {weight} = {sum}");
        let x = canvas.put_right(end, y, self.start, &total, canvas.ink(self.colour));
        if shown && model.is_sum_wrong(model.row(), self.stages.1) {
            canvas.mark(end, y, WRONG, canvas.colours.wrong());
        }
        let limit = x.saturating_sub(1);
        let room = usize::from(limit.saturating_sub(self.start + 1));
        let short = screen::over(runs);
        let over = [over, short].into_iter().find(|over| width::either(over) <= room);
        if let Some(over) = over {
            let after = canvas.say(self.start + 1, y, limit, &over, quiet);
            // A part of a distribution is shown: how much of the whole it is.
            if shown && places.len() < self.total {
                let weight = |place: &usize| model.seen(model.row(), (self.focus.weight)(*place)).number();
                let part: f64 = places.iter().filter_map(weight).sum();
                let text = format!("({})", number::derived(part, 8).trim_start());
                if usize::from(limit) > usize::from(after) + 1 + text.len() {
                    canvas.put(after + 1, y, limit, &text, quiet);
                }
            }
        }
    }
}
