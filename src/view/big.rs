//! A few numbers in digits three lines high, to be read from the last row of a lecture hall.

use super::canvas::{Canvas, cells_u16};
use super::derived::sign_of;
use crate::engine::Mark;
use crate::explorer::{Layout, Model, Seen, Standing};
use crate::scenario::{Address, Contributed, Derived};
use crate::words::mistakes as figure;
use crate::words::{number, teach, width};
use ratatui::style::Color;

/// Lines a number takes: its name, its digits, a blank.
const HEIGHT: u16 = 5;

/// Cells of the widest number: nine characters and the gaps between them.
const WIDTH: u16 = 36;

/// Draws them between the title and the dock, as many as there is room for.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let top = layout.rows.title.map_or(0, |y| y + 2);
    let bottom = layout.rows.dock_rule.unwrap_or(layout.rows.dock);
    let down = (bottom.saturating_sub(top) + 1) / HEIGHT;
    let chosen = model.large();
    // As many columns as are needed, so that names have room.
    let needed = cells_u16(chosen.len()).div_ceil(down.max(1)).max(1);
    let across = (layout.size.0 / (WIDTH + 2)).max(1).min(needed);
    let quiet = canvas.ink(canvas.colours.quiet);
    if chosen.is_empty() {
        canvas.say(1, top, layout.size.0, &teach::none_chosen(), quiet);
    }
    let column = layout.size.0 / across;
    let room = down.max(1) * across;
    if let Some(y) = layout.rows.title {
        canvas.say(1, y + 1, layout.size.0, &teach::big_view_help(), quiet);
    }
    for (index, address) in (0_u16..).zip(&chosen) {
        // Down the first column, then the next.
        let (x, y) = (index / down.max(1) * column + 1, top + index % down.max(1) * HEIGHT);
        if index >= room {
            let more = format!(" +{}", chosen.len() - usize::from(index));
            canvas.put_right(layout.size.0.saturating_sub(1), top.saturating_sub(1), 0, &more, quiet);
            break;
        }
        one(canvas, model, (x, y, x + column.saturating_sub(2)), address);
    }
}

fn one(canvas: &mut Canvas<'_>, model: &Model, (x, y, end): (u16, u16, u16), address: &Address) {
    let colours = canvas.colours;
    let colour = colour_of(canvas, address);
    let explanation = model.explanation(address, 1);
    // The address and what it is: that says on which axis it lies.
    let told = address.told(&model.scope());
    let name = format!("{told}  {}", explanation.what.get(canvas.lang));
    let shown = !model.is_hidden(address);
    let seen = if shown { model.seen_at(address) } else { Seen::Nothing };
    // Mark and difference come after the name, which gives way to them.
    let (mut against, mut ink) = (String::new(), canvas.ink(colours.moved));
    if let Some((standing, before, now)) = model.beside_at(address).filter(|_| shown) {
        let (sign, style) = sign_of(canvas, standing);
        let told = matches!(standing, Standing::Wrong | Standing::Baseline(Mark::Moved));
        let difference = if told { number::difference(now - before, 10) } else { String::new() };
        against = format!("{sign} {}", difference.trim());
        ink = style;
    }
    let limit = end.saturating_sub(cells_u16(canvas.cells(&against)));
    let after = canvas.put(x, y, limit, &name, colours.strong(colour));
    canvas.put(after, y, end, &against, ink);
    let text = match seen {
        Seen::Number(value) => number::derived(value, 9).trim_start().to_owned(),
        Seen::Words(how) => {
            canvas.say(x, y + 1, end, &figure::short(how), colours.wrong());
            return;
        }
        Seen::Nothing if shown => "-".to_owned(),
        Seen::Nothing => "?".to_owned(),
    };
    let style = colours.strong(colour);
    let cells = text.chars().map(|c| width::width(glyph(c)[0]) + 1).sum::<usize>();
    if usize::from(end.saturating_sub(x)) + 1 < cells {
        // Never cut: rather small and whole.
        canvas.put(x, y + 1, end, &text, style);
        return;
    }
    let mut at = x;
    for c in text.chars() {
        let rows = if canvas.ascii { segments(c) } else { glyph(c) };
        for (line, row) in (y + 1..).zip(rows) {
            canvas.put(at, line, end + 1, row, style);
        }
        at += cells_u16(width::width(rows[0])) + 1;
    }
}

fn colour_of(canvas: &Canvas<'_>, address: &Address) -> Color {
    let colours = canvas.colours;
    let Address::Derived(derived) = address else { return colours.text };
    match derived {
        Derived::Score { .. }
        | Derived::Exponential { .. }
        | Derived::Normaliser { .. }
        | Derived::Attention { .. } => colours.source,
        Derived::Weighted { .. }
        | Derived::Context { .. }
        | Derived::Contributed { of: Contributed::Length { .. }, .. } => colours.content,
        Derived::Logit { .. }
        | Derived::Contributed { .. }
        | Derived::WordExponential { .. }
        | Derived::WordNormaliser { .. }
        | Derived::Probability { .. } => colours.vocab,
        Derived::Loss { .. } => colours.target,
    }
}

/// A character of a number in half blocks, three lines of the same width.
fn glyph(c: char) -> [&'static str; 3] {
    match c {
        '0' => ["█▀█", "█ █", "▀▀▀"],
        '1' => ["▄█ ", " █ ", "▀▀▀"],
        '2' => ["▀▀█", "█▀▀", "▀▀▀"],
        '3' => ["▀▀█", "▀▀█", "▀▀▀"],
        '4' => ["█ █", "▀▀█", "  ▀"],
        '5' => ["█▀▀", "▀▀█", "▀▀▀"],
        '6' => ["█▀▀", "█▀█", "▀▀▀"],
        '7' => ["▀▀█", "  █", "  ▀"],
        '8' => ["█▀█", "█▀█", "▀▀▀"],
        '9' => ["█▀█", "▀▀█", "▀▀▀"],
        '.' => [" ", " ", "▀"],
        '-' => ["   ", "▀▀▀", "   "],
        '+' => [" ▄ ", "▀█▀", "   "],
        'e' => ["▄▄▄", "█▀▀", "▀▀▀"],
        '?' => ["▀▀█", " ▀▀", " ▀ "],
        _ => ["   ", " ▀ ", "   "],
    }
}

/// The same in ASCII: seven segments.
fn segments(c: char) -> [&'static str; 3] {
    match c {
        '0' => [" _ ", "| |", "|_|"],
        '1' => ["   ", "  |", "  |"],
        '2' => [" _ ", " _|", "|_ "],
        '3' => [" _ ", " _|", " _|"],
        '4' => ["   ", "|_|", "  |"],
        '5' => [" _ ", "|_ ", " _|"],
        '6' => [" _ ", "|_ ", "|_|"],
        '7' => [" _ ", "  |", "  |"],
        '8' => [" _ ", "|_|", "|_|"],
        '9' => [" _ ", "|_|", " _|"],
        '.' => [" ", " ", "."],
        '-' => ["   ", " _ ", "   "],
        '+' => ["   ", "_|_", " | "],
        'e' => [" _ ", "|_)", "|_ "],
        '?' => [" _ ", " _|", " . "],
        _ => ["   ", " # ", "   "],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_number_is_three_lines_of_one_width_and_like_no_other() {
        let characters = "0123456789.-+e?";
        for drawn in [glyph, segments] {
            for c in characters.chars() {
                let lines = drawn(c);
                assert!(lines.iter().all(|line| width::width(line) == width::width(lines[0])), "{c}");
                assert!(characters.chars().filter(|other| drawn(*other) == lines).eq([c]), "{c}");
            }
        }
        assert!(characters.chars().flat_map(segments).all(str::is_ascii));
    }
}
