//! The two tables of a step: the source axis with scores and weights, the vocab axis with logits and probabilities.

use crate::explorer::DecoderTable as Table;
use crate::explorer::{Decoder, Object, Order, Spot, Translating};
use crate::view::bar;
use crate::view::canvas::{Canvas, cells_u16};
use crate::view::top;
use crate::words::{number, screen, translator as say, width};
use ratatui::style::Style;

/// The two axis heads.
pub fn heads(canvas: &mut Canvas<'_>, of: &Translating, decoder: &Decoder, y: u16) {
    let Some((of_units, of_words)) = &decoder.tables else { return };
    let (source, vocab) = (canvas.colours.source, canvas.colours.vocab);
    let units = decoder.units;
    let shown = say::units_shown(units.first + 1, units.first + units.shown, units.total);
    let ends = |table: &Table| (table.area.0, table.area.0 + table.area.1);
    top::head(canvas, y, ends(of_units), &screen::source_axis(), &shown, canvas.colours.band(source));
    let words = decoder.words;
    let (first, last) = (words.first + 1, words.first + words.shown);
    let shown = match of.order() {
        Order::Number => screen::words_shown(first, last, words.total),
        Order::Probability => screen::ranks_shown(first, last, words.total),
    };
    top::head(canvas, y, ends(of_words), &screen::vocab_axis(), &shown, canvas.colours.band(vocab));
}

/// In place of both where there is no step: why.
pub fn no_numbers(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating) {
    let Some(reason) = of.run().end.told() else { return };
    let end = canvas.width().saturating_sub(1);
    let style = canvas.colours.strong(canvas.colours.target);
    let lines = width::wrap(reason.get(canvas.lang), usize::from(end.saturating_sub(1)));
    for (y, line) in (decoder.body.0..decoder.body.0 + decoder.body.1).zip(lines) {
        canvas.put(1, y, end, &line, style);
    }
}

struct Line<'a> {
    y: u16,
    number: usize,
    sign: &'a str,
    name: &'a str,
    strong: bool,
    score: Option<f64>,
    weight: Option<f64>,
    here: (bool, bool),
}

fn line(canvas: &mut Canvas<'_>, table: &Table, line: &Line<'_>, colour: ratatui::style::Color, sign: Style) {
    let colours = canvas.colours;
    let text = canvas.ink(colours.text);
    let y = line.y;
    canvas.mark(table.area.0, y, line.sign, sign);
    canvas.put_right(table.number, y, table.area.0 + 1, &(line.number + 1).to_string(), text);
    let (x, cells) = table.name;
    let style = if line.strong { sign } else { text };
    canvas.put(x, y, x + cells, &width::cut(line.name, usize::from(cells)), style);
    let number = |canvas: &mut Canvas<'_>, (x, cells): (u16, u16), number: Option<f64>, here: bool| {
        let style = if here { colours.focus() } else { text };
        let text = match number {
            Some(number) => number::derived(number, usize::from(cells)),
            None => width::right("−", usize::from(cells)),
        };
        canvas.put_right(x + cells, y, x, &text, style);
    };
    if let Some(place) = table.score {
        number(canvas, place, line.score, line.here.0);
    }
    number(canvas, table.weight, line.weight, line.here.1);
    if let (Some((x, cells)), Some(weight)) = (table.bar, line.weight) {
        bar::draw(canvas, (x, y, cells), weight, None, colour);
    }
}

/// Names of the columns.
fn columns(canvas: &mut Canvas<'_>, table: &Table, y: u16, names: [&str; 4]) {
    let quiet = canvas.ink(canvas.colours.quiet);
    let [number, name, score, weight] = names;
    canvas.put_right(table.number, y, table.area.0, number, quiet);
    canvas.put(table.name.0, y, table.name.0 + table.name.1.max(4), name, quiet);
    if let Some((x, cells)) = table.score {
        canvas.put_right(x + cells, y, x, score, quiet);
    }
    let (x, cells) = table.weight;
    canvas.put_right(x + cells, y, x, weight, quiet);
}

/// Units with their scores and weights, and the sum of the weights.
pub fn source(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating, table: &Table) {
    let colours = canvas.colours;
    let (first, _) = decoder.body;
    let reads = of.design().reads();
    let t = of.step() + 1;
    let (score, weight) = if reads { (format!("e_{t}j"), format!("α_{t}j")) } else { Default::default() };
    let unit = say::unit();
    columns(canvas, table, first - 1, ["j", unit.get(canvas.lang), &score, &weight]);
    for (y, j) in (first..).zip(decoder.units.range()) {
        let masked = of.is_masked(j);
        let here = (of.spot() == Spot::Score(j), of.spot() == Spot::Weight(j));
        let sign = if masked { "✗" } else { " " };
        if !reads {
            let (x, cells) = table.name;
            let style = if here.1 { colours.focus() } else { canvas.ink(colours.text) };
            canvas.mark(table.area.0, y, sign, canvas.ink(colours.quiet));
            canvas.put_right(table.number, y, table.area.0, &(j + 1).to_string(), canvas.ink(colours.quiet));
            canvas.put(x, y, x + cells, &width::cut(of.unit_name(j), usize::from(cells)), style);
            continue;
        }
        let of_line = Line {
            y,
            number: j,
            sign,
            name: of.unit_name(j),
            strong: false,
            // A masked unit has none.
            score: of.number(Object::Scores, j).filter(|_| !masked),
            weight: of.number(Object::Weights, j),
            here,
        };
        line(canvas, table, &of_line, colours.source, canvas.ink(colours.quiet));
        // It says so in place of its score, or where that has no column in place of its weight.
        if let Some((x, cells)) = Some(table.score.unwrap_or(table.weight)).filter(|_| masked) {
            let style =
                if here.0 || here.1 && table.score.is_none() { colours.focus() } else { canvas.ink(colours.quiet) };
            canvas.fill(x, y, x + cells, " ", style);
            canvas.put_right(x + cells, y, x, say::masked().get(canvas.lang), style);
        }
    }
    let (x, cells) = table.area;
    let end = x + cells - 1;
    if decoder.units.more_before() {
        canvas.mark(end, first, "↑", canvas.ink(colours.quiet));
    }
    if decoder.units.more_after() {
        canvas.mark(end, first + decoder.body.1 - 1, "↓", canvas.ink(colours.quiet));
    }
    if !reads {
        let x = table.name.0 + table.name.1 + 2;
        let text = say::nothing_reads();
        let lines = width::wrap(text.get(canvas.lang), usize::from(end.saturating_sub(x)));
        for (y, line) in (first..first + decoder.body.1).zip(lines) {
            canvas.put(x, y, end, &line, canvas.ink(colours.quiet));
        }
        return;
    }
    let sum: f64 = (0..of.units()).filter_map(|j| of.number(Object::Weights, j)).sum();
    let style = colours.strong(colours.source);
    let after = put_sum(canvas, (x + 1, decoder.sums, end), &format!("Σ_j α_{t}j"), sum, style);
    let uniform = say::uniform_mark();
    if of.is_uniform() && usize::from(end.saturating_sub(after + 2)) >= width::either(&uniform) {
        canvas.say(after + 2, decoder.sums, end, &uniform, style);
    }
}

/// A sum with its name, or where there is little room without; gives the column after it.
fn put_sum(canvas: &mut Canvas<'_>, (x, y, end): (u16, u16, u16), name: &str, sum: f64, style: Style) -> u16 {
    let sum = number::derived(sum, 8);
    let forms = [format!("{name} = {}", sum.trim()), format!("Σ = {}", sum.trim())];
    let room = usize::from(end.saturating_sub(x));
    match forms.iter().find(|form| canvas.cells(form) <= room) {
        Some(form) => canvas.put(x, y, end, form, style),
        None => x,
    }
}

/// Words with their logits and probabilities, their sum and the loss.
pub fn vocab(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating, table: &Table) {
    let colours = canvas.colours;
    let (first, lines) = decoder.body;
    let t = of.step() + 1;
    let word = screen::word();
    columns(canvas, table, first - 1, ["w", word.get(canvas.lang), &format!("z_{t}w"), &format!("p_{t}w")]);
    let (target, chosen) = (of.target(of.step()), of.passage().chosen(of.step()));
    let listed = decoder.words.range().filter_map(|place| decoder.list().word_at(place));
    let mut listed: Vec<(u16, usize)> = (first..).zip(listed).collect();
    if let Some(target) = target.filter(|_| decoder.pinned) {
        listed.push((first + lines - 1, target));
    }
    let end = table.area.0 + table.area.1 - 1;
    for (y, word) in listed {
        let is_target = target == Some(word);
        let of_line = Line {
            y,
            number: word,
            sign: if is_target { "▸" } else { " " },
            name: of.word_name(word),
            strong: is_target,
            score: of.number(Object::Logits, word),
            weight: of.number(Object::Probabilities, word),
            here: (of.spot() == Spot::Logit(word), of.spot() == Spot::Probability(word)),
        };
        line(canvas, table, &of_line, colours.vocab, colours.strong(colours.target));
        if word == chosen {
            let (sign, style) = match target {
                None => ("•", colours.strong(colours.text)),
                Some(_) if is_target => ("✓", canvas.ink(colours.content)),
                // Of equal ones none is chosen rather than the other.
                Some(target) if of.number(Object::Probabilities, target) == of_line.weight => {
                    ("=", canvas.ink(colours.text))
                }
                Some(_) => ("≠", colours.strong(colours.target)),
            };
            canvas.mark(end, y, sign, style);
        }
    }
    let quiet = canvas.ink(colours.quiet);
    if decoder.words.more_before() {
        canvas.mark(table.area.0 + 1, first, "↑", quiet);
    }
    if decoder.words.more_after() {
        canvas.mark(table.area.0 + 1, first + cells_u16(decoder.words.shown).saturating_sub(1), "↓", quiet);
    }
    let sum: f64 = of.passage().probabilities(of.step()).iter().sum();
    let loss = match of.number(Object::Loss, 0) {
        Some(loss) => format!("L_{t} = {}", number::derived(loss, 8).trim()),
        None => format!("L_{t} −"),
    };
    let style = if of.spot() == Spot::Loss { colours.focus() } else { colours.strong(colours.target) };
    let x = canvas.put_right(end, decoder.sums, table.area.0, &loss, style);
    let place = (table.area.0 + 1, decoder.sums, x.saturating_sub(1));
    put_sum(canvas, place, &format!("Σ_w p_{t}w"), sum, colours.strong(colours.vocab));
}
