//! What covers a part of the main screen for a while: the palette over its lower lines, the help screen over all of it.

use super::canvas::{Canvas, cells_u16};
use super::given::{clip, field_style};
use crate::explorer::{Model, Palette, help, palette};
use crate::words::{screen, width};
use ratatui::style::Modifier;

/// Lines of suggestions shown at most.
const SUGGESTIONS: usize = 8;

/// Draws the palette; gives the place of the caret.
pub fn palette(canvas: &mut Canvas<'_>, model: &Model, state: &Palette) -> (u16, u16) {
    let colours = canvas.colours;
    let suggestions = palette::suggestions(state.field.value(), model);
    let height = canvas.height();
    let room = usize::from(height.saturating_sub(4)).min(SUGGESTIONS);
    let (text, quiet) = (canvas.ink(colours.text), canvas.ink(colours.quiet));
    let end = canvas.width();
    // What is wrong is said to its end, and so is the only form there is: both say what would be right.
    let cells = usize::from(end.saturating_sub(4));
    let wrapped = |of: &str| width::wrap(&canvas.spelled(of), cells);
    let problem = state.problem.as_ref().map(|problem| wrapped(problem.get(canvas.lang))).unwrap_or_default();
    let problem = &problem[..problem.len().min(usize::from(height / 3).max(1))];
    let form = match suggestions.as_slice() {
        [only] => wrapped(&format!("{} {}", only.command, only.form)),
        _ => Vec::new(),
    };
    let form = &form[..form.len().min(usize::from(height / 3).max(1))];
    let shown = suggestions.len().clamp(1, room.max(1)) + form.len().saturating_sub(1);
    let first = (state.chosen + 1).saturating_sub(shown);
    // From the bottom: the footer, a refusal, the field, the suggestions, a rule.
    let field = height.saturating_sub(2 + cells_u16(problem.len().max(1)));
    let top = field.saturating_sub(cells_u16(shown));
    canvas.fill(0, top.saturating_sub(1), end, "─", quiet);
    for y in top..height.saturating_sub(1) {
        canvas.clear_line(y, text);
    }
    if suggestions.is_empty() {
        canvas.say(3, top, end, &screen::no_match(), quiet);
    }
    for (y, (index, suggestion)) in (top..field).zip(suggestions.iter().enumerate().skip(first)) {
        let chosen = index == state.chosen;
        let style = if chosen { colours.focus() } else { text };
        if chosen {
            canvas.clear_line(y, style);
            canvas.put(1, y, end, ">", style);
        }
        let key = suggestion.key.as_deref().unwrap_or_default();
        let key_start = end.saturating_sub(cells_u16(width::width(key)) + 1);
        if form.len() > 1 {
            for (y, line) in (y..field).zip(form) {
                canvas.clear_line(y, style);
                canvas.put(3, y, end, line, style);
            }
            continue;
        }
        let limit = key_start.saturating_sub(1);
        let x = canvas.put(3, y, limit, &suggestion.command, style);
        let x = canvas.put(x + 1, y, limit, suggestion.form, if chosen { style } else { quiet });
        let x = x.max(end / 2 - 4) + 2;
        canvas.say(x, y, key_start.saturating_sub(1), &suggestion.title, if chosen { style } else { quiet });
        canvas.put(key_start, y, end, key, style);
    }
    let style = field_style(canvas, state.problem.is_some());
    canvas.clear_line(field, style);
    canvas.put(1, field, end, ":", style);
    let cells = usize::from(end.saturating_sub(3));
    let scroll = state.field.visual_scroll(cells.saturating_sub(1));
    canvas.put(2, field, end, &clip(state.field.value(), scroll, cells), style);
    for (y, line) in (field + 1..).zip(problem) {
        canvas.put(1, y, end, line, colours.strong(colours.target));
    }
    if !problem.is_empty() {
        // It has the line of the notice.
    } else if let Some(notice) = model.notice() {
        canvas.say(1, field + 1, end - 1, &notice.text, text);
    }
    let caret = cells_u16(state.field.visual_cursor().saturating_sub(scroll));
    ((2 + caret).min(end.saturating_sub(1)), field)
}

/// Draws the help screen from its line `first` on.
pub fn help(canvas: &mut Canvas<'_>, model: &Model, first: usize) {
    let colours = canvas.colours;
    let (text, quiet) = (canvas.ink(colours.text), canvas.ink(colours.quiet));
    let (end, height) = (canvas.width(), canvas.height());
    for y in 0..height {
        canvas.clear_line(y, text);
    }
    canvas.clear_line(0, colours.band(colours.text));
    canvas.say(1, 0, end, &screen::help_title(), colours.band(colours.text));
    let lines = help::wrapped(model, end.saturating_sub(2));
    for (y, line) in (2..height.saturating_sub(1)).zip(lines.iter().skip(first)) {
        match line.look {
            help::Look::Heading => {
                let style = colours.strong(colours.text).add_modifier(Modifier::UNDERLINED);
                canvas.put(1, y, end, &line.text, style);
            }
            help::Look::Keys => drop(canvas.put(1, y, end, &line.text, text)),
            help::Look::Plain => drop(canvas.put(1, y, end, &line.text, quiet)),
            help::Look::Action(command) => {
                let command: String = line.text.chars().take(command).collect();
                let rest = &line.text[command.len()..];
                let x = canvas.put(1, y, end, &command, colours.strong(colours.text));
                canvas.put(x, y, end, rest, text);
            }
        }
    }
    let more = (first > 0, lines.len() > first + usize::from(height.saturating_sub(3)));
    if more.0 {
        canvas.mark(end.saturating_sub(3), 0, "↑", colours.band(colours.text));
    }
    if more.1 {
        canvas.mark(end.saturating_sub(2), 0, "↓", colours.band(colours.text));
    }
}
