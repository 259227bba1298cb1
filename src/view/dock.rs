//! The dock: one fixed place in which explanation, messages, questions and the open field take turns; and the footer.

use super::canvas::{Canvas, cells_u16};
use super::explain::explanation;
use crate::explorer::{Layout, Mode, Model, Question, Tone, table};
use crate::words::{Text, dock as say, screen, width};

/// Draws both.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let rows = layout.rows;
    let quiet = canvas.ink(canvas.colours.quiet);
    if let Some(y) = rows.dock_rule {
        canvas.fill(0, y, layout.size.0, "─", quiet);
    }
    let end = layout.size.0.saturating_sub(1);
    let second = rows.dock + rows.dock_rows.saturating_sub(1);
    let one_line = rows.dock_rows < 2;
    let colours = canvas.colours;
    match model.mode() {
        Mode::Editing(editing) => {
            let text = match editing.what {
                crate::explorer::Edited::Cell(cell) => screen::typing_number(&model.address_of(cell)),
                _ => screen::typing_name(),
            };
            match &editing.problem {
                Some(problem) => {
                    if !one_line {
                        canvas.say(1, rows.dock, end, &text, quiet);
                    }
                    paragraph(canvas, second, end, problem, colours.strong(colours.target));
                }
                None => drop(canvas.say(1, rows.dock, end, &text, canvas.ink(colours.text))),
            }
        }
        Mode::Asking(question) => {
            let text = ask(question);
            paragraph(canvas, rows.dock, end, &text, colours.strong(colours.target));
        }
        Mode::Waiting => {
            canvas.say(1, rows.dock, end, &say::waiting(), canvas.ink(colours.text));
            if let Some(notice) = model.notice().filter(|_| !one_line) {
                canvas.say(1, second, end, &notice.text, colours.strong(colours.target));
            }
        }
        _ => {
            let notice = model.notice();
            if !(one_line && notice.is_some()) {
                let last = second - u16::from(notice.is_some());
                explain(canvas, model, rows.dock, last, end);
            }
            if let Some(notice) = notice {
                let style = match notice.tone {
                    Tone::Done => canvas.ink(colours.text),
                    Tone::Refused => colours.strong(colours.target),
                };
                canvas.say(1, second, end, &notice.text, style);
            }
        }
    }
    footer(canvas, model, rows.footer);
}

/// A sentence over as many lines as it needs, from a line on down to the footer.
fn paragraph(canvas: &mut Canvas<'_>, y: u16, end: u16, text: &Text, style: ratatui::style::Style) {
    let lines = width::wrap(text.get(canvas.lang), usize::from(end.saturating_sub(1)));
    // A sentence that needs one more line than there is below takes the line above.
    let room = canvas.height().saturating_sub(1);
    let above = cells_u16(lines.len()).saturating_sub(room.saturating_sub(y)).min(1);
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
    let e = explanation(model, if roomy { MORE_TERMS } else { TERMS });
    let x = canvas.put(1, first, end, &e.address, colours.strong(colours.text));
    let x = canvas.say(x + 2, first, end, &e.what, quiet);
    let against = e.against.get(canvas.lang);
    let fits = |canvas: &Canvas<'_>, text: &str| usize::from(x) + 3 + canvas.cells(text) <= usize::from(end);
    if last == first {
        canvas.put(x + 3, first, end, &e.formula, text);
    } else if fits(canvas, &e.formula) && !roomy {
        canvas.put(x + 3, first, end, &e.formula, text);
        canvas.put(1, last, end, against, quiet);
    } else {
        if fits(canvas, against) {
            canvas.put(x + 3, first, end, against, quiet);
        }
        let lines = width::wrap(&e.formula, usize::from(end.saturating_sub(1)));
        for (y, line) in (first + 1..=last).zip(lines) {
            canvas.put(1, y, end, &line, text);
        }
    }
}

/// The sentence of a question.
pub fn ask(question: &Question) -> Text {
    match question {
        Question::Quit => say::quit(),
        Question::Leave => say::leave(),
        Question::Discard(path) => say::discard(path),
        Question::Replace(path) => say::replace(path),
        Question::Changed(path) => say::changed(path),
        Question::SaveEdits(_) => say::save_edits(),
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
        Mode::Browsing => None,
    };
    if let Some(text) = fixed {
        canvas.say(1, y, end, &text, style);
        return;
    }
    let mut x = 1;
    let arrows = say::arrows();
    for (keys, text) in table::hints() {
        let keys = if keys == "arrows" { arrows.get(canvas.lang) } else { keys };
        let needed = width::width(keys) + 1 + width::width(text.get(canvas.lang));
        if usize::from(x) + needed > usize::from(end) {
            break;
        }
        x = canvas.put(x, y, end, keys, strong);
        x = canvas.say(x + 1, y, end, text, style) + 2;
    }
}
