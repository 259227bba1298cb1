//! What each slot adds to each logit, as a table whose columns add up to the logits; the difference of two words; the four
//! checks.

use super::canvas::{Canvas, cells_u16};
use super::choice;
use super::derived::{more_lines, sign_of};
use super::{signed_bar, top};
use crate::engine::{Checks, Contributions, Stage, Total};
use crate::explorer::{CONTRIBUTION, Focus, Layout, Ledger, Model, Reveal};
use crate::scenario::Contributed;
use crate::words::contributions::{self as say, Check};
use crate::words::{Text, number, screen, undefined, width};
use ratatui::style::Style;

/// The sign of the largest number of a column.
pub const LARGEST: &str = "•";

/// Draws it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, ledger: &Ledger) {
    top::above(canvas, model, layout);
    top::heads_between(canvas, model, layout, (ledger.rule, ledger.cells - 1), (ledger.slots, ledger.words));
    let words: Vec<(usize, usize)> =
        ledger.words.range().filter_map(|place| Some((place, model.list().word_at(place)?))).collect();
    let picture = Picture { model, ledger, words, contributions: model.contributions(), found: model.checks() };
    picture.along(canvas);
    picture.names(canvas);
    picture.slots(canvas);
    picture.below(canvas);
    let quiet = canvas.ink(canvas.colours.quiet);
    for y in ledger.lines.names..=ledger.lines.logits.unwrap_or(ledger.lines.sums) {
        canvas.mark(ledger.rule, y, "│", quiet);
    }
    picture.more(canvas);
    picture.said(canvas);
    picture.checks(canvas);
}

struct Picture<'a> {
    model: &'a Model,
    ledger: &'a Ledger,
    /// Place and number of the words in view.
    words: Vec<(usize, usize)>,
    contributions: Option<Contributions>,
    found: Option<Checks>,
}

impl Picture<'_> {
    fn along(&self, canvas: &mut Canvas<'_>) {
        let Some(y) = self.ledger.lines.along else { return };
        let (x, end) = (self.ledger.cells, canvas.width());
        say_first(canvas, (x, y, end), &say::along(), canvas.ink(canvas.colours.vocab));
    }

    fn names(&self, canvas: &mut Canvas<'_>) {
        let (ledger, colours, y) = (self.ledger, canvas.colours, self.ledger.lines.names);
        let quiet = canvas.ink(colours.quiet);
        canvas.put_right(ledger.number, y, 0, "j", quiet);
        let (x, cells) = ledger.name;
        canvas.say(x, y, x + cells, &screen::slot(), quiet);
        let (x, cells) = ledger.weight;
        canvas.put_right(x + cells - 1, y, x, "α_j", colours.strong(colours.source));
        if let Some((x, cells)) = ledger.length {
            canvas.put_right(x + cells - 1, y, x, say::length(), colours.strong(colours.content));
        }
        let target = self.model.givens().targets[self.model.row()];
        for &(place, word) in &self.words {
            let Some((x, cells)) = ledger.word(place) else { continue };
            let here = self.model.cursor().word() == Some(word);
            let style = match (target == Some(word), here) {
                (true, _) => colours.strong(colours.target),
                (false, true) => colours.strong(colours.text),
                (false, false) => canvas.ink(colours.vocab),
            };
            let name = width::cut(&self.model.names().words[word], usize::from(cells - 2));
            let name = if target == Some(word) { format!("▸{name}") } else { name };
            canvas.put_right(x + cells - 1, y, x, &name, style);
        }
        self.name_of_difference(canvas, y);
    }

    /// `him−book`; where the names are long, as much of each as there is room for.
    fn name_of_difference(&self, canvas: &mut Canvas<'_>, y: u16) {
        let (Some((x, cells)), Some((word, against))) = (self.ledger.difference, self.ledger.contrast) else { return };
        let names = &self.model.names().words;
        let room = usize::from(cells - 3);
        let own = width::width(&names[word]).min(room - (room / 2).min(width::width(&names[against])));
        let (word, against) = (width::cut(&names[word], own), width::cut(&names[against], room - own));
        let strong = canvas.colours.strong(canvas.colours.text);
        canvas.put_right(x + cells - 1, y, x + 1, &say::contrast(&word, &against), strong);
        let scale = self.scale().filter(|scale| *scale > 0.0);
        let (Some((x, cells)), Some(scale)) = (self.ledger.bar, scale) else { return };
        let text = number::narrow(scale, usize::from(cells / 2).max(3));
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let quiet = canvas.ink(canvas.colours.quiet);
        canvas.mark(x + cells / 2, y, "0", quiet);
        canvas.put_right(x + cells, y, x + cells / 2 + 1, &format!("+{text}"), quiet);
        canvas.put(x, y, x + cells / 2, &format!("−{text}"), quiet);
    }

    /// The scale of the bars: what the largest difference of all slots is drawn on. Nothing before it is revealed.
    fn scale(&self) -> Option<f64> {
        let (word, against) = self.ledger.contrast?;
        let contributions = self.contributions.as_ref().filter(|_| self.model.shows_stage(Stage::Logits))?;
        let slots = 0..self.model.givens().slots();
        let sizes = slots.filter_map(|slot| contributions.toward(slot, word, against)).map(f64::abs);
        Some(signed_bar::scale(sizes.fold(0.0, f64::max)))
    }

    fn slots(&self, canvas: &mut Canvas<'_>) {
        let (model, ledger, colours) = (self.model, self.ledger, canvas.colours);
        let quiet = canvas.ink(colours.quiet);
        let checks = self.found.as_ref();
        let scale = self.scale();
        let leads = |slots: Option<&Vec<usize>>, slot: usize| slots.is_some_and(|slots| slots.contains(&slot));
        for slot in ledger.slots.range() {
            let Some(y) = ledger.line(slot) else { continue };
            let here = model.cursor().slot() == Some(slot);
            let masked = !model.givens().mask.readable(model.row(), slot);
            canvas.put_right(ledger.number, y, 0, &(slot + 1).to_string(), quiet);
            if masked {
                canvas.mark(ledger.number, y, "✗", colours.strong(colours.moved));
            }
            let (x, cells) = ledger.name;
            let style = if here { colours.strong(colours.text) } else { canvas.ink(colours.text) };
            canvas.put(x, y, x + cells, &width::cut(&model.names().slots[slot], usize::from(cells)), style);
            let most_read = checks.map(|checks| &checks.most_read.slots);
            let longest = checks.and_then(|checks| checks.longest.as_ref()).map(|found| &found.slots);
            let adds = checks.and_then(|checks| checks.adds_most.as_ref()).map(|found| &found.slots);
            let cell = |focus, leads, colour| Cell { focus, masked, leads, signed: false, style: canvas.ink(colour) };
            let weight = cell(Focus::Attention(slot), leads(most_read, slot), colours.source);
            self.cell(canvas, y, ledger.weight, weight);
            if let Some(at) = ledger.length {
                let focus = Focus::Contributed(Contributed::Length { slot: Some(slot) });
                let length = Cell {
                    focus,
                    masked,
                    leads: leads(longest, slot),
                    signed: false,
                    style: canvas.ink(colours.content),
                };
                self.cell(canvas, y, at, length);
            }
            for &(place, word) in &self.words {
                let focus = Focus::Contributed(Contributed::Logit { slot: Some(slot), word: Some(word) });
                let number = Cell { focus, masked, leads: false, signed: false, style: canvas.ink(colours.text) };
                if let Some(at) = ledger.word(place) {
                    self.cell(canvas, y, at, number);
                }
            }
            let (Some(at), Some((word, against))) = (ledger.difference, ledger.contrast) else { continue };
            let focus = Focus::Contributed(Contributed::Difference { slot: Some(slot), word, against });
            let number =
                Cell { focus, masked, leads: leads(adds, slot), signed: true, style: canvas.ink(colours.text) };
            self.cell(canvas, y, at, number);
            if let (Some((x, cells)), Some(scale), false) = (ledger.bar, scale, masked)
                && let Some(number) = model.number(model.row(), focus)
            {
                let share = if scale > 0.0 { number / scale } else { 0.0 };
                signed_bar::draw(canvas, (x, y, cells), share, colours.vocab);
            }
        }
    }

    /// A number in its cells: a sign where it leads its column, the number, how it stands to the baseline.
    fn cell(&self, canvas: &mut Canvas<'_>, y: u16, (x, cells): (u16, u16), cell: Cell) {
        let (model, colours) = (self.model, canvas.colours);
        let focused = model.cursor() == cell.focus;
        let (start, end) = (x + 1, x + cells - 1);
        let quiet = canvas.ink(colours.quiet);
        let shown = model.shows(cell.focus);
        let (text, style) = match model.number(model.row(), cell.focus) {
            _ if cell.masked => ("✗".to_owned(), quiet),
            _ if !shown => ("?".to_owned(), quiet),
            Some(value) if cell.signed => (number::difference(value, usize::from(end - start)), cell.style),
            Some(value) => (number::derived(value, usize::from(end - start)), cell.style),
            None => ("−".to_owned(), quiet),
        };
        let leads = cell.leads && shown && !cell.masked;
        let style = match (focused, leads) {
            (true, _) => colours.focus(),
            (false, true) => style.patch(colours.strong(style.fg.unwrap_or(colours.text))),
            (false, false) => style,
        };
        if focused {
            canvas.fill(start, y, end, " ", style);
        }
        canvas.put_right(end, y, start, &text, style);
        if leads {
            canvas.mark(x, y, LARGEST, colours.strong(colours.text));
        }
        let is_number = shown && !cell.masked && text != "−";
        if is_number && model.mistake().is_none() {
            let (sign, style) = sign_of(canvas, model.standing(model.row(), cell.focus));
            canvas.mark(end, y, sign, style);
        }
    }

    /// Constants, sums and logits.
    fn below(&self, canvas: &mut Canvas<'_>) {
        let (model, ledger, colours) = (self.model, self.ledger, canvas.colours);
        let quiet = canvas.ink(colours.quiet);
        let lines = ledger.lines;
        let label = |canvas: &mut Canvas<'_>, y: u16, text: &str| {
            canvas.put(ledger.name.0, y, ledger.weight.0, text, quiet);
        };
        let shown = model.shows_stage(Stage::Logits);
        let constant = |word: usize| self.contributions.as_ref().and_then(|of| of.constant(word));
        if let Some(y) = lines.constants {
            label(canvas, y, "b_w");
            for &(place, word) in &self.words {
                let Some((x, cells)) = ledger.word(place) else { continue };
                let text =
                    constant(word).map_or_else(|| "−".to_owned(), |b| number::derived(b, usize::from(cells - 2)));
                canvas.put_right(x + cells - 1, y, x + 1, &text, canvas.ink(colours.text));
            }
            self.put_difference(canvas, y, constant);
        }
        // The constant is in the sum of a column, not in that of the weights.
        let has_constants = lines.constants.is_some();
        label(canvas, lines.sums, if has_constants { "Σ+b_w" } else { "Σ_j" });
        let (x, cells) = ledger.weight;
        let sum = self.contributions.as_ref().filter(|_| model.shows_stage(Stage::Attention));
        let reading = model.trace().reading(model.row()).attention;
        let text = match (sum, reading) {
            (Some(_), Ok(attention)) => number::derived(attention.sum(), usize::from(cells - 2)),
            (None, Ok(_)) => "?".to_owned(),
            (_, Err(_)) => "−".to_owned(),
        };
        canvas.put_right(x + cells - 1, lines.sums, x + 1, &text, colours.strong(colours.source));
        if let Some(y) = lines.logits {
            label(canvas, y, "z_w");
        }
        for &(place, word) in &self.words {
            let Some(at) = ledger.word(place) else { continue };
            let cell = |focus, style| Cell { focus, masked: false, leads: false, signed: false, style };
            let sum = Focus::Contributed(Contributed::Sum { word: Some(word) });
            self.cell(canvas, lines.sums, at, cell(sum, canvas.ink(colours.text)));
            if let Some(y) = lines.logits {
                self.cell(canvas, y, at, cell(Focus::Logit(word), colours.strong(colours.vocab)));
            }
        }
        if !shown {
            return;
        }
        let total = |word: usize| self.contributions.as_ref()?.total(word).map(|total| total.sum);
        self.put_difference(canvas, lines.sums, total);
        if let Some(y) = lines.logits {
            self.put_difference(canvas, y, |word| model.number(model.row(), Focus::Logit(word)));
        }
    }

    /// The difference of a number of both words.
    fn put_difference(&self, canvas: &mut Canvas<'_>, y: u16, number: impl Fn(usize) -> Option<f64>) {
        let (Some((x, cells)), Some((word, against))) = (self.ledger.difference, self.ledger.contrast) else { return };
        let both = number(word).zip(number(against)).map(|(word, against)| word - against);
        let text = both.map_or_else(|| "−".to_owned(), |both| number::difference(both, usize::from(cells - 2)));
        let strong = canvas.colours.strong(canvas.colours.text);
        canvas.put_right(x + cells - 1, y, x + 1, &text, strong);
    }

    /// That there are more slots or words than are shown.
    fn more(&self, canvas: &mut Canvas<'_>) {
        let (ledger, quiet) = (self.ledger, canvas.ink(canvas.colours.quiet));
        more_lines(canvas, 0, ledger.lines.body, ledger.slots);
        if ledger.words.more_before() {
            canvas.mark(ledger.cells - 1, ledger.lines.names, "‹", quiet);
        }
        if ledger.words.more_after() {
            let after = ledger.cells + cells_u16(ledger.words.shown) * CONTRIBUTION;
            canvas.mark(after.min(canvas.width()) - 1, ledger.lines.names, "›", quiet);
        }
    }

    /// Whether the sums are the logits; or why there are none.
    fn said(&self, canvas: &mut Canvas<'_>) {
        let Some(y) = self.ledger.lines.said else { return };
        let (model, colours) = (self.model, canvas.colours);
        let at = (1, y, canvas.width().saturating_sub(1));
        let quiet = canvas.ink(colours.quiet);
        let row = model.row();
        let undefined = model.trace().reading(row).attention.err().or_else(|| model.trace().context(row).err());
        if let Some(reason) = undefined.or_else(|| model.trace().outlook(row).words.err()) {
            if model.shows_stage(reason.stage()) {
                let names = model.names();
                let forms = [undefined::reason(reason, &names.slots, &names.words), undefined::in_short(reason)];
                say_first(canvas, at, &forms, colours.strong(colours.target));
            }
            return;
        }
        if model.mistake().is_some() {
            return say_first(canvas, at, &say::right_numbers(), canvas.colours.wrong());
        }
        let Some(contributions) = self.contributions.as_ref().filter(|_| model.shows_stage(Stage::Logits)) else {
            return;
        };
        let totals: Option<Vec<Total>> = self.words.iter().map(|(_, word)| contributions.total(*word)).collect();
        let Some(totals) = totals else { return say_first(canvas, at, &say::sums_beyond(), quiet) };
        let largest = |of: fn(&Total) -> f64| totals.iter().map(of).fold(0.0, f64::max);
        match largest(|total| total.apart().abs()) {
            0.0 => say_first(canvas, at, &say::sums_are_the_logits(), quiet),
            apart => say_first(canvas, at, &say::sums_differ(apart, largest(|total| total.bound)), quiet),
        }
    }

    fn checks(&self, canvas: &mut Canvas<'_>) {
        let Some((y, lines)) = self.ledger.lines.checks else { return };
        let checks = self.answers(canvas);
        let two = lines < 4;
        let end = canvas.width().saturating_sub(1);
        let middle = canvas.width() / 2;
        // Both languages and all answers begin in the same column.
        let widest = |of: fn(&Check) -> &Text| checks.iter().map(|check| width::either(of(check))).max().unwrap_or(0);
        let (name, asked) = (cells_u16(widest(|check| &check.name)), cells_u16(widest(|check| &check.asked)));
        for (number, check) in checks.iter().enumerate() {
            let at = cells_u16(number);
            let (y, x, end) = match (two, number % 2) {
                (false, _) => (y + at, 1, end),
                (true, 0) => (y + at / 2, 1, middle - 1),
                (true, _) => (y + at / 2, middle, end),
            };
            let colours = canvas.colours;
            let colour = [colours.source, colours.content, colours.vocab, colours.target][number.min(3)];
            let mut x =
                canvas.say(x, y, end, &check.name, colours.strong(colour)).max(if two { 0 } else { x + name }) + 1;
            if !two {
                canvas.say(x, y, end, &check.asked, canvas.ink(colours.quiet));
                x += asked + 1;
            } else if number == 2
                && let Some((word, against)) = self.ledger.contrast
            {
                let names = &self.model.names().words;
                let of = say::contrast(&width::cut(&names[word], 8), &width::cut(&names[against], 8));
                x = canvas.put(x, y, end, &of, canvas.ink(colours.quiet)) + 1;
            }
            canvas.say(x, y, end, &check.answer, canvas.ink(colours.text));
        }
    }

    fn answers(&self, canvas: &Canvas<'_>) -> [Check; 4] {
        let model = self.model;
        let (slots, words) = (&model.names().slots, &model.names().words);
        let checks = self.found.as_ref();
        let (word, against) = self.ledger.contrast.map_or((0, None), |(word, against)| (word, Some(against)));
        let named = (words[word].as_str(), against.map(|against| words[against].as_str()));
        let shows = |what: Reveal| model.revealed().shows(what);
        let weight = shows(Reveal::Attention).then(|| checks.map(|checks| &checks.most_read));
        let value = shows(Reveal::Weighted).then(|| checks.map(|checks| checks.longest.as_ref()));
        let logit = shows(Reveal::Logits).then(|| checks.map(|checks| checks.adds_most.as_ref()));
        let most_read = checks.map_or(&[][..], |checks| &checks.most_read.slots);
        let chosen = shows(Reveal::Probabilities).then(|| {
            let found = model.trace().outlook(model.row()).words.ok()?;
            let (sign, _) = choice::sign(canvas, model.trace(), model.row(), &found);
            Some((words[found.chosen].as_str(), found.probability, sign))
        });
        let target = model.givens().targets[model.row()].map(|target| words[target].as_str());
        [
            say::weight_check(weight, slots),
            say::value_check(value, slots),
            say::logit_check(logit, named, most_read, slots),
            say::word_check(chosen, target),
        ]
    }
}

/// How a number is drawn.
struct Cell {
    focus: Focus,
    masked: bool,
    /// It is the largest of its column.
    leads: bool,
    /// A plus is written.
    signed: bool,
    style: Style,
}

/// The first form for which there is room, else the last, cut.
fn say_first(canvas: &mut Canvas<'_>, (x, y, end): (u16, u16, u16), forms: &[Text], style: Style) {
    let room = usize::from(end.saturating_sub(x));
    let fits = |text: &&Text| canvas.cells(&text.en).max(canvas.cells(&text.zh)) <= room;
    if let Some(text) = forms.iter().find(fits).or(forms.last()) {
        canvas.say(x, y, end, text, style);
    }
}
