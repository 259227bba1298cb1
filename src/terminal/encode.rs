//! The bytes that turn one finished frame into the next.
//!
//! ratatui's own encoder asks crossterm, which writes the sixteen colours as indices of the 256 (older terminals
//! misread those) and knows nothing of the second half of a wide glyph; this one does both, and is small.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::glyphs;

/// Appends to `out` what is to be written when `shown` is on the screen and `next` should be; nothing if they agree.
///
/// Both frames have the same area and are [settled](glyphs::settle). The terminal's attributes are reset before and
/// after.
pub(super) fn difference(shown: &Buffer, next: &Buffer, out: &mut String) {
    let width = usize::from(next.area.width);
    if width == 0 || shown.area != next.area {
        return;
    }
    let mut pen = Pen::default();
    let rows = shown.content.chunks_exact(width).zip(next.content.chunks_exact(width));
    for (y, (before, after)) in rows.enumerate() {
        if before != after {
            row(y, before, after, &mut pen, out);
        }
    }
    if pen.style != Style::default() {
        out.push_str("\x1b[0m");
    }
}

fn row(y: usize, before: &[Cell], after: &[Cell], pen: &mut Pen, out: &mut String) {
    // Up to which cell the glyph that was shown reaches: overwriting one half of it wipes the other half as well, so
    // every cell it covered is written again.
    let mut wiped = 0;
    let mut x = 0;
    while x < after.len() {
        let span = glyphs::span(&after[x]).min(after.len() - x);
        let same = |(before, after)| before == after || is_blank(before) && is_blank(after) && before.bg == after.bg;
        if x < wiped || !before[x..x + span].iter().zip(&after[x..x + span]).all(same) {
            for (at, cell) in before.iter().enumerate().skip(x).take(span) {
                wiped = wiped.max(at + glyphs::span(cell));
            }
            pen.put(x, y, span, &after[x], out);
        }
        x += span;
    }
}

/// Whether nothing but the background of a cell can be seen: the colour of the ink that is not there, and whether it is
/// bold, need not be written.
fn is_blank(cell: &Cell) -> bool {
    matches!(cell.symbol(), " " | "") && OF_INK.contains(cell.modifier)
}

/// Attributes that cannot be seen on a blank.
const OF_INK: Modifier = Modifier::BOLD.union(Modifier::DIM).union(Modifier::ITALIC);

/// What a cell looks like apart from its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Style {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

/// Where the terminal's cursor stands and how it writes.
#[derive(Default)]
struct Pen {
    at: Option<(usize, usize)>,
    /// Nothing was written since the cursor was placed of which a terminal may think that it is wider.
    sure: bool,
    style: Style,
}

impl Pen {
    fn put(&mut self, x: usize, y: usize, span: usize, cell: &Cell, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = match self.at {
            Some(at) if at == (x, y) => Ok(()),
            // The shortest way: on in the same line, to the start of the next one, or anywhere. On only from where the
            // cursor certainly is: a glyph that a terminal takes for wider must not push the rest of its line along.
            Some((from, line)) if line == y && from + 1 == x && self.sure => write!(out, "\x1b[C"),
            Some((from, line)) if line == y && from < x && self.sure => write!(out, "\x1b[{}C", x - from),
            Some((_, line)) if line + 1 == y && x == 0 => {
                self.sure = true;
                write!(out, "\r\n")
            }
            _ => {
                self.sure = true;
                write!(out, "\x1b[{};{}H", y + 1, x + 1)
            }
        };
        let style = if is_blank(cell) && OF_INK.contains(self.style.modifier) {
            Style { bg: cell.bg, ..self.style }
        } else {
            Style { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
        };
        if style != self.style {
            change(self.style, style, out);
            self.style = style;
        }
        let symbol = cell.symbol();
        if symbol.is_empty() {
            out.push(' ');
        } else {
            // A label out of a file may hold anything; an escape sequence in it must not reach the terminal.
            out.extend(symbol.chars().map(|glyph| if glyph.is_control() { '?' } else { glyph }));
        }
        self.sure &= symbol.is_ascii();
        // Programs and terminals disagree about the width of composed glyphs: place the next one explicitly.
        self.at = (symbol.chars().nth(1).is_none()).then_some((x + span, y));
    }
}

/// Select Graphic Rendition (ECMA-48 8.3.117) from one style to another.
fn change(from: Style, to: Style, out: &mut String) {
    out.push_str("\x1b[");
    let start = out.len();
    let mut from = from;
    // The three attributes that frames are made of can be ended singly; the codes that end others are not understood
    // everywhere, and there all are taken away together.
    let ended = from.modifier - to.modifier;
    if ended.iter().all(|modifier| ENDINGS.iter().any(|(ending, _)| *ending == modifier)) {
        for (modifier, code) in ENDINGS.iter().filter(|(modifier, _)| ended.contains(*modifier)) {
            out.push_str(code);
            from.modifier -= *modifier;
        }
    } else {
        out.push_str("0;");
        from = Style::default();
    }
    for (position, modifier) in MODIFIERS.iter().enumerate() {
        if (to.modifier - from.modifier).contains(*modifier) {
            let _ = write!(out, "{};", position + 1);
        }
    }
    if to.fg != from.fg {
        colour(to.fg, 30, out);
    }
    if to.bg != from.bg {
        colour(to.bg, 40, out);
    }
    if out.len() > start {
        out.pop();
    }
    out.push('m');
}

/// What ends a single attribute (ECMA-48 8.3.117). Bold and faint end together, so faint is not among them.
const ENDINGS: [(Modifier, &str); 3] =
    [(Modifier::BOLD, "22;"), (Modifier::UNDERLINED, "24;"), (Modifier::REVERSED, "27;")];

/// In the order of their codes, from 1.
const MODIFIERS: [Modifier; 9] = [
    Modifier::BOLD,
    Modifier::DIM,
    Modifier::ITALIC,
    Modifier::UNDERLINED,
    Modifier::SLOW_BLINK,
    Modifier::RAPID_BLINK,
    Modifier::REVERSED,
    Modifier::HIDDEN,
    Modifier::CROSSED_OUT,
];

/// One colour parameter, with `base` 30 for the foreground and 40 for the background.
fn colour(colour: Color, base: u8, out: &mut String) {
    let plain = match colour {
        Color::Reset => 9,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
        Color::Indexed(index) => {
            let _ = write!(out, "{};5;{index};", base + 8);
            return;
        }
        Color::Rgb(r, g, b) => {
            let _ = write!(out, "{};2;{r};{g};{b};", base + 8);
            return;
        }
    };
    let _ = write!(out, "{};", base + plain);
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use ratatui::style::{Style as Look, Stylize};

    use super::*;

    fn bytes(shown: &Buffer, next: &Buffer) -> String {
        let mut out = String::new();
        difference(shown, next, &mut out);
        out
    }

    #[test]
    fn equal_frames_write_nothing() {
        let frame = Buffer::with_lines(["k_1 他 │ 1.00"]);
        assert_eq!(bytes(&frame, &frame.clone()), "");
        let none = Buffer::empty(Rect::ZERO);
        assert_eq!(bytes(&none, &none.clone()), "");
    }

    #[test]
    fn one_changed_digit_is_one_move_and_one_glyph() {
        let shown = Buffer::with_lines(["q = 1.00", "p = 0.70"]);
        let next = Buffer::with_lines(["q = 1.00", "p = 0.71"]);
        assert_eq!(bytes(&shown, &next), "\x1b[2;8H1");
    }

    #[test]
    fn a_wide_glyph_is_rewritten_whole_when_its_style_changes() {
        let mut shown = Buffer::with_lines(["书x"]);
        shown.set_style(Rect::new(0, 0, 2, 1), Look::new().reversed());
        let next = Buffer::with_lines(["书x"]);
        assert_eq!(bytes(&shown, &next), "\x1b[1;1H书");
    }

    #[test]
    fn what_follows_a_replaced_wide_glyph_is_written_too() {
        // The blank after `a` equals the unseen second half of 书, but the terminal has to be told.
        assert_eq!(bytes(&Buffer::with_lines(["书"]), &Buffer::with_lines(["a "])), "\x1b[1;1Ha ");
    }

    #[test]
    fn plain_colours_use_the_codes_every_terminal_knows() {
        let shown = Buffer::empty(Rect::new(0, 0, 2, 1));
        let mut next = shown.clone();
        next.set_line(0, 0, &ratatui::text::Line::from(vec!["a".cyan().on_black().bold(), "b".light_red()]), 2);
        assert_eq!(bytes(&shown, &next), "\x1b[1;1H\x1b[1;36;40ma\x1b[22;91;49mb\x1b[0m");
    }

    #[test]
    fn ink_that_is_not_there_is_not_written() {
        let look = |looks: [Look; 3]| {
            let mut frame = Buffer::with_lines(["a b"]);
            for (x, look) in (0..).zip(looks) {
                frame[(x, 0)].set_style(look);
            }
            frame
        };
        let blank = Buffer::empty(Rect::new(0, 0, 3, 1));
        let red = look([Look::new().red().bold(), Look::new().blue(), Look::new().red().bold()]);
        assert_eq!(bytes(&blank, &red), "\x1b[1;1H\x1b[1;31ma\x1b[Cb\x1b[0m");
        let green = look([Look::new().red().bold(), Look::new().green(), Look::new().red().bold()]);
        assert_eq!(bytes(&red, &green), "");
        let ground = look([Look::new().red().bold(), Look::new().on_cyan(), Look::new().red().bold()]);
        assert_eq!(bytes(&red, &ground), "\x1b[1;2H\x1b[46m \x1b[0m");
        // Of these something can be seen.
        let line = look([Look::new().red().bold(), Look::new().blue().underlined(), Look::new().red().bold()]);
        assert_eq!(bytes(&red, &line), "\x1b[1;2H\x1b[4;34m \x1b[0m");
        assert_eq!(bytes(&line, &red), "\x1b[1;2H ");
    }

    #[test]
    fn control_characters_never_reach_the_terminal() {
        let shown = Buffer::empty(Rect::new(0, 0, 3, 1));
        let mut next = shown.clone();
        next[(0, 0)].set_symbol("\x1b]0;x\x07");
        assert!(!bytes(&shown, &next)["\x1b[1;1H".len()..].contains('\x1b'));
    }

    /// Rows of narrow and wide glyphs in a few styles.
    fn frames(width: u16, height: u16) -> impl Strategy<Value = Buffer> {
        let cell = (prop::sample::select(vec!["a", " ", "书", "│", "ü", "昨", "9"]), 0..4_u8);
        prop::collection::vec(cell, usize::from(width) * usize::from(height)).prop_map(move |cells| {
            let mut frame = Buffer::empty(Rect::new(0, 0, width, height));
            for (cell, (symbol, look)) in frame.content.iter_mut().zip(cells) {
                cell.set_symbol(symbol);
                cell.set_style(match look {
                    0 => Look::new(),
                    1 => Look::new().bg(Color::Cyan),
                    2 => Look::new().reversed().bold(),
                    _ => Look::new().fg(Color::Rgb(1, 2, 3)),
                });
            }
            glyphs::settle(&mut frame);
            frame
        })
    }

    /// What can be seen of a cell: a blank that was written and one that was never touched look the same, and no ink is
    /// seen on either.
    fn seen(terminal: &vt100::Parser, x: u16, y: u16) -> impl PartialEq + std::fmt::Debug {
        let cell = terminal.screen().cell(y, x).unwrap();
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let ink = (text != " " || cell.inverse()).then(|| (cell.fgcolor(), cell.bold()));
        (text.to_owned(), ink, cell.bgcolor(), cell.inverse(), cell.is_wide_continuation())
    }

    proptest! {
        /// Writing the differences of a run of frames leaves the terminal as writing the last one afresh.
        #[test]
        fn a_terminal_ends_up_showing_the_last_frame(run in prop::collection::vec(frames(9, 2), 1..6)) {
            let blank = Buffer::empty(run[0].area);
            let (height, width) = (NonZero::new(2).unwrap(), NonZero::new(9).unwrap());
            let mut stepwise = vt100::Parser::new(height, width, 0);
            let mut shown = blank.clone();
            for next in &run {
                stepwise.process(bytes(&shown, next).as_bytes());
                shown = next.clone();
            }
            let mut afresh = vt100::Parser::new(height, width, 0);
            afresh.process(bytes(&blank, &shown).as_bytes());
            for y in 0..2 {
                for x in 0..9 {
                    prop_assert_eq!(seen(&stepwise, x, y), seen(&afresh, x, y), "at {}, {}", x, y);
                }
            }
        }
    }
}
