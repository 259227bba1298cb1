//! The dock: one fixed place in which explanation, messages, questions and the open field take turns; and the footer.

use super::canvas::{Canvas, cells_u16};
use crate::explorer::docked::{self as dock, Ink};
use crate::explorer::{Brief, Edited, Layout, Mode, Model, Question, Tone, View, table};
use crate::words::number;
use crate::words::{
    Text, dock as say, gradients, learning, readings, screen, teach, translator, translator_study, width,
};
use ratatui::style::{Modifier, Style};

/// Draws both.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let rows = layout.rows;
    let quiet = canvas.ink(canvas.colours.quiet);
    if let Some(y) = rows.dock_rule {
        canvas.fill(0, y, layout.size.0, "─", quiet);
    }
    // Before anything that may need its line for a long sentence.
    if let Some(y) = rows.keys {
        last_keys(canvas, model, y);
    }
    let end = layout.size.0.saturating_sub(1);
    let second = rows.dock + rows.dock_rows.saturating_sub(1);
    let one_line = rows.dock_rows < 2;
    let colours = canvas.colours;
    match model.mode() {
        Mode::Editing(editing) => {
            // The whole text, which the cell may be too narrow for, and what it replaces.
            let (name, old) = match editing.what {
                Edited::Cell(cell) => {
                    let old = model.givens().get(cell).map(number::exact).unwrap_or_default();
                    (model.address_of(cell), old)
                }
                Edited::Slot(j) => (format!("j = {}", j + 1), model.names().slots[j].clone()),
                Edited::Word(w) => (format!("w = {}", w + 1), model.names().words[w].clone()),
            };
            let below = rows.dock + u16::from(!one_line);
            let typed = format!("{name} = {}", editing.field.value());
            let was = screen::was(&old);
            let was_cells = canvas.cells(was.get(canvas.lang));
            let limit = end.saturating_sub(cells_u16(was_cells + 3));
            let x = canvas.put(1, rows.dock, limit, &typed, colours.strong(colours.text));
            canvas.say(x + 3, rows.dock, end, &was, quiet);
            let hint = match editing.what {
                Edited::Cell(_) => screen::typing_number(),
                _ => screen::typing_name(),
            };
            match &editing.problem {
                Some(problem) => paragraph(canvas, below, end, problem, colours.strong(colours.target)),
                None if !one_line => drop(canvas.say(1, below, end, &hint, quiet)),
                None => {}
            }
        }
        Mode::Asking(question) => {
            let text = ask(question, model);
            paragraph(canvas, rows.dock, end, &text, colours.strong(colours.target));
        }
        Mode::Waiting => {
            canvas.say(1, rows.dock, end, &say::waiting(), canvas.ink(colours.text));
            if let Some(notice) = model.notice().filter(|_| !one_line) {
                canvas.say(1, second, end, &notice.text, colours.strong(colours.target));
            }
        }
        _ => {
            // A notice takes the last lines, as many as it needs; the explanation has the lines above.
            let lines = model.notice().map_or_else(Vec::new, |notice| {
                width::wrap(notice.text.get(canvas.lang), usize::from(end.saturating_sub(1)))
            });
            // A long one grows upward over the lines above: what it says is never cut.
            let bottom = second + 1;
            let taken = cells_u16(lines.len()).min(bottom.saturating_sub(1));
            for y in bottom - taken.max(rows.dock_rows)..rows.dock {
                canvas.clear_line(y, canvas.ink(colours.text));
            }
            if taken < rows.dock_rows {
                docked(canvas, model, rows.dock, second - taken, end);
            }
            let style = match model.notice().map(|notice| notice.tone) {
                Some(Tone::Refused) => colours.strong(colours.target),
                _ => canvas.ink(colours.text),
            };
            for (y, line) in (second + 1 - taken..=second).zip(lines) {
                canvas.put(1, y, end, &line, style);
            }
        }
    }
    footer(canvas, model, rows.footer);
}

/// The tour's text, and below it a panel or the short explanation of the number under the cursor.
fn docked(canvas: &mut Canvas<'_>, model: &Model, first: u16, last: u16, end: u16) {
    let docked = model.docked(usize::from(end.saturating_sub(1)));
    let rows = usize::from(last + 1 - first);
    let (tour, below) = dock::shared(&docked, rows);
    let scrolled = model.panel_first();
    let skipped = model.tour().first().min(docked.tour.len() - tour);
    let mut y = first;
    for line in docked.tour.iter().skip(skipped).take(tour) {
        put_line(canvas, y, end, line);
        y += 1;
    }
    if skipped + tour < docked.tour.len() {
        canvas.mark(end, y.saturating_sub(1), "↓", canvas.ink(canvas.colours.quiet));
    }
    match &docked.below {
        None if below > 0 => explain(canvas, model, y, last, end),
        None => {}
        Some(lines) => {
            let skipped = lines.first(scrolled, below);
            for (y, at) in (y..=last).zip(skipped..lines.count()) {
                put_line(canvas, y, end, &lines.line(at));
            }
            let quiet = canvas.ink(canvas.colours.quiet);
            if skipped > 0 {
                canvas.mark(end, y, "↑", quiet);
            }
            if skipped + below < lines.count() {
                canvas.mark(end, last, "↓", quiet);
            }
        }
    }
}

fn put_line(canvas: &mut Canvas<'_>, y: u16, end: u16, line: &dock::Line) {
    let colours = canvas.colours;
    let mut x = 1;
    for (text, ink) in &line.0 {
        let style = match ink {
            Ink::Plain => canvas.ink(colours.text),
            Ink::Strong => colours.strong(colours.text),
            Ink::Quiet => canvas.ink(colours.quiet),
            Ink::Underlined => canvas.ink(colours.quiet).add_modifier(Modifier::UNDERLINED),
            Ink::Source => colours.strong(colours.source),
            Ink::Vocab => colours.strong(colours.vocab),
            Ink::Content => colours.strong(colours.content),
            Ink::Target => colours.strong(colours.target),
            Ink::Moved => colours.strong(colours.moved),
            Ink::Wrong => colours.wrong(),
            Ink::Focus => colours.focus(),
        };
        x = canvas.put(x, y, end, text, style);
    }
}

/// The last keys, the latest at the right end.
fn last_keys(canvas: &mut Canvas<'_>, model: &Model, y: u16) {
    let style = canvas.colours.strong(canvas.colours.text);
    let mut end = canvas.width().saturating_sub(1);
    for label in model.stagecraft().keys.labels() {
        let cells = cells_u16(canvas.cells(&label));
        if end < cells + 1 {
            break;
        }
        canvas.put(end - cells, y, end, &label, style);
        end = (end - cells).saturating_sub(2);
    }
}

/// A sentence over as many lines as it needs, from a line on down to the footer.
fn paragraph(canvas: &mut Canvas<'_>, y: u16, end: u16, text: &Text, style: Style) {
    let lines = width::wrap(text.get(canvas.lang), usize::from(end.saturating_sub(1)));
    // A sentence that needs more lines than there are below takes those above.
    let room = canvas.height().saturating_sub(1);
    let above = cells_u16(lines.len()).saturating_sub(room.saturating_sub(y)).min(y);
    for (y, line) in (y - above..room).zip(lines) {
        canvas.clear_line(y, style);
        canvas.put(1, y, end, &line, style);
    }
}

/// Terms of a long sum written out on one line, and in a dock of several.
const TERMS: usize = 4;
const MORE_TERMS: usize = 12;

/// Address, what it is, how it came about in numbers, how it stands to the baseline: on one line as far as that goes, on
/// the lines there are when it does not. `last` is the last line that is free.
fn explain(canvas: &mut Canvas<'_>, model: &Model, first: u16, last: u16, end: u16) {
    let colours = canvas.colours;
    let (text, quiet) = (canvas.ink(colours.text), canvas.ink(colours.quiet));
    let roomy = last > first + 1;
    let e = model.brief(if roomy { MORE_TERMS } else { TERMS });
    let x = canvas.put(1, first, end, &e.name, colours.strong(colours.text));
    // On a single line the result comes before the rest of what the number is.
    let derived = model.focus().stage().is_some()
        || matches!(model.view(), View::Gradients | View::Decoder | View::Training | View::Study);
    let least = if last == first && derived { canvas.cells(&e.chain(e.members())) } else { 0 };
    let least = if least > 0 { cells_u16(least + 3) } else { 0 };
    let limit = end.saturating_sub(least).max(x + 2);
    let x = canvas.say(x + 2, first, limit, &e.what, quiet);
    let against = e.against.get(canvas.lang);
    let formula = e.chain(0);
    let fits = |canvas: &Canvas<'_>, text: &str| usize::from(x) + 3 + canvas.cells(text) <= usize::from(end);
    let after = usize::from(end).saturating_sub(usize::from(x) + 3);
    let line = usize::from(end.saturating_sub(1));
    if last == first {
        let fitted = fitted(&e, 1, |text| wrap(canvas, text, after));
        // Less than a result would be a riddle.
        if canvas.cells(&fitted) <= after {
            canvas.put(x + 3, first, end, &fitted, text);
        }
    } else if fits(canvas, &formula) && !roomy {
        canvas.put(x + 3, first, end, &formula, text);
        canvas.put(1, last, end, against, quiet);
    } else {
        let beside = fits(canvas, against);
        if beside {
            canvas.put(x + 3, first, end, against, quiet);
        }
        // What it was in the baseline comes before the symbols of a long formula.
        let kept = usize::from(!beside && roomy && !against.is_empty());
        // What a gradient says comes before the middle of how it came about, too.
        let in_words = gradients::joined(&e.in_words);
        let in_words = match roomy || formula.is_empty() {
            true if !e.in_words.is_empty() => wrap(canvas, in_words.get(canvas.lang), line),
            _ => Vec::new(),
        };
        let free = usize::from(last - first) - kept;
        let rows = if formula.is_empty() { free } else { free.saturating_sub(in_words.len()).max(1) };
        // Fewer terms of a long sum before none of them.
        let shortened = |terms| fitted(&model.brief(terms), rows, |text| wrap(canvas, text, line));
        let substituted = |chain: &String| chain.matches(" = ").count() + chain.matches(" ≈ ").count() >= 2;
        let whole = fitted(&e, rows, |text| wrap(canvas, text, line));
        let fewer = || (1..TERMS).rev().map(shortened).find(substituted);
        let whole = if substituted(&whole) { whole } else { fewer().unwrap_or(whole) };
        let mut lines: Vec<(String, Style)> = wrap(canvas, &whole, line).into_iter().map(|line| (line, text)).collect();
        if !beside && roomy && !against.is_empty() {
            lines.push((against.to_owned(), quiet));
        }
        lines.retain(|(line, _)| !line.is_empty());
        let strong = colours.strong(colours.text);
        lines.splice(lines.len()..lines.len(), in_words.into_iter().map(|line| (line, strong)));
        for note in e.notes.iter().filter(|_| roomy) {
            let note = width::wrap(note.get(canvas.lang), line);
            lines.extend(note.into_iter().map(|line| (line, canvas.ink(colours.moved))));
        }
        for (y, (line, style)) in (first + 1..=last).zip(lines) {
            canvas.put(1, y, end, &line, style);
        }
    }
}

/// A text over lines of so many cells, as it will be drawn.
fn wrap(canvas: &Canvas<'_>, text: &str, cells: usize) -> Vec<String> {
    // Symbols spelled out take more room than `wrap` knows.
    let spelled = canvas.cells(text).saturating_sub(width::width(text));
    width::wrap(text, cells.saturating_sub(spelled))
}

/// A chain of equals in so many lines: where it is too long, members in its middle are left out, the symbols first; the
/// result never is.
fn fitted(e: &Brief, rows: usize, wrap: impl Fn(&str) -> Vec<String>) -> String {
    let mut chains = (0..=e.members()).map(|left_out| e.chain(left_out));
    chains.find(|chain| wrap(chain).len() <= rows).unwrap_or_else(|| e.chain(e.members()))
}

/// The sentence of a question.
fn ask(question: &Question, model: &Model) -> Text {
    match question {
        Question::Quit => say::quit(),
        Question::Leave => say::leave(),
        Question::Discard(path) => say::discard(path),
        Question::DiscardForStep => translator::discard_for_step(),
        Question::Replace(path) => say::replace(path),
        Question::Changed(path) => say::changed(path),
        Question::LoseComments(path) => say::lose_comments(path),
        Question::SaveEdits(_) => {
            let elsewhere = model.free_edits_elsewhere();
            match elsewhere.is_empty() {
                true => say::save_edits(),
                false => readings::where_free_edits_are(&elsewhere, model.has_free_edits()),
            }
        }
    }
}

/// Draws the footer: what can be done now.
pub fn footer(canvas: &mut Canvas<'_>, model: &Model, y: u16) {
    let colours = canvas.colours;
    let style = canvas.ink(colours.quiet).bg(colours.foot);
    let strong = colours.strong(colours.text).bg(colours.foot);
    canvas.clear_line(y, style);
    let end = canvas.width().saturating_sub(1);
    let fixed = match model.mode() {
        Mode::Editing(_) => Some(screen::field_keys()),
        Mode::Palette(_) => Some(screen::palette_keys()),
        Mode::Help { .. } => Some(screen::help_keys()),
        Mode::Asking(_) => Some(say::question_keys()),
        Mode::Waiting => Some(say::waiting_keys()),
        Mode::Browsing | Mode::Predicting if model.stagecraft().locked => Some(teach::locked_footer()),
        Mode::Predicting => Some(teach::predicting_keys()),
        Mode::Blank => None,
        Mode::Browsing => None,
    };
    if let Some(text) = fixed {
        canvas.say(1, y, end, &text, style);
        return;
    }
    let mut x = 1;
    let mut end = end;
    if model.stagecraft().mouse {
        let text = teach::mouse_footer();
        end = end.saturating_sub(cells_u16(width::either(&text)) + 2);
        canvas.say(end + 2, y, canvas.width().saturating_sub(1), &text, style);
    }
    let arrows = say::arrows();
    let scrolls = model.panel_scrolls();
    let last = model.tour_step().is_some_and(|(at, _)| at + 1 == model.state().scenario.steps.len());
    let tour = model.tour().is_playing().then_some(!last);
    let panel = model.panel().is_some() || model.prediction().is_some();
    let mut now = say::hints_now(tour, panel, scrolls);
    if model.is_learning() || model.is_training() || model.is_studying() {
        now.retain(|(keys, _)| *keys != "Esc");
        now.insert(0, ("Esc", learning::stop_key()));
    }
    // What moves numbers of the scenario means nothing on the decoder screen.
    let of_decoder = translator::keys();
    let of_training = translator::training_keys();
    let of_study = translator_study::study_keys();
    let hints = match model.view() {
        View::Study => of_study.iter().map(|(keys, text)| (*keys, text)).collect(),
        View::Training => of_training.iter().map(|(keys, text)| (*keys, text)).collect(),
        View::Decoder => of_decoder.iter().map(|(keys, text)| (*keys, text)).collect(),
        _ => table::hints(),
    };
    // What a key does now comes before what it does else.
    let taken: Vec<&str> = now.iter().map(|(keys, _)| *keys).collect();
    let hints = hints.into_iter().filter(|(keys, _)| !taken.contains(keys));
    let now = now.iter().map(|(keys, text)| (*keys, text));
    for (keys, text) in now.chain(hints) {
        let keys = if keys == "arrows" { arrows.get(canvas.lang) } else { keys };
        // As wide as in the wider language, so that a switch of language moves no key.
        let needed = width::width(keys) + 1 + width::either(text);
        if usize::from(x) + needed > usize::from(end) {
            break;
        }
        let after = canvas.put(x, y, end, keys, strong);
        canvas.say(after + 1, y, end, text, style);
        x += cells_u16(needed) + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_formula_is_never_left_out() {
        let formula = "α_1 = exp(e_1 − max e) / Σ exp = exp(1 − 1) / Σ = 1 / 2.367879 = 0.422319";
        let parts: Vec<String> = formula.split(" = ").map(str::to_owned).collect();
        let (name, what, against) = (String::new(), Text::default(), Text::default());
        let e = Brief { name, what, parts, notes: Vec::new(), against, in_words: Vec::new() };
        let fitted = |cells, rows| fitted(&e, rows, |text| width::wrap(text, cells));
        assert_eq!(fitted(80, 1), formula);
        assert_eq!(fitted(40, 2), formula);
        assert_eq!(fitted(60, 1), "α_1 = exp(1 − 1) / Σ = 1 / 2.367879 = 0.422319");
        assert_eq!(fitted(30, 1), "α_1 = 1 / 2.367879 = 0.422319");
        assert_eq!(fitted(5, 1), "α_1 = 0.422319");
        let rounded = Brief { notes: vec![Text::default()], ..e };
        assert_eq!(super::fitted(&rounded, 1, |text| width::wrap(text, 30)), "α_1 = 1 / 2.367879 ≈ 0.422319");
        assert_eq!(super::fitted(&rounded, 1, |text| width::wrap(text, 14)), "α_1 = 0.422319");
    }
}
