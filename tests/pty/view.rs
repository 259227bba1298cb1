//! What the terminal shows and what it remembers.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::Pty;

impl Pty {
    /// The screen's text, a line a row.
    pub fn text(&self) -> String {
        self.received().terminal.screen().contents()
    }

    /// The look of a cell: foreground, background, bold, reversed.
    pub fn look(&self, column: u16, row: u16) -> (vt100::Color, vt100::Color, bool, bool) {
        let received = self.received();
        let cell = received.terminal.screen().cell(row, column).unwrap();
        (cell.fgcolor(), cell.bgcolor(), cell.bold(), cell.inverse())
    }

    /// Asserts that the terminal shows this frame: every glyph, colour and attribute of it that can be seen.
    pub fn assert_shows(&self, frame: &Buffer) {
        let received = self.received();
        let screen = received.terminal.screen();
        assert_eq!((screen.size().1.get(), screen.size().0.get()), (frame.area.width, frame.area.height));
        for at in frame.area.positions() {
            let (wanted, found) = (&frame[at], screen.cell(at.y, at.x).unwrap());
            if found.is_wide_continuation() {
                continue;
            }
            let symbol = if found.has_contents() { found.contents() } else { " " };
            assert_eq!(symbol, wanted.symbol(), "at {at}");
            assert_eq!(found.bgcolor(), shown(wanted.bg), "background at {at}");
            let of_ground = [(Modifier::UNDERLINED, found.underline()), (Modifier::REVERSED, found.inverse())];
            let of_ink =
                [(Modifier::BOLD, found.bold()), (Modifier::DIM, found.dim()), (Modifier::ITALIC, found.italic())];
            let blank = symbol == " " && !found.underline() && !found.inverse();
            if !blank {
                assert_eq!(found.fgcolor(), shown(wanted.fg), "foreground at {at}");
            }
            for (modifier, on) in of_ground.iter().chain(of_ink.iter().filter(|_| !blank)) {
                assert_eq!(*on, wanted.modifier.contains(*modifier), "{modifier:?} at {at}");
            }
        }
    }

    /// Column and row of the cursor, if it is visible.
    pub fn cursor(&self) -> Option<(u16, u16)> {
        let received = self.received();
        let screen = received.terminal.screen();
        let (row, column) = screen.cursor_position();
        (!screen.hide_cursor()).then_some((column, row))
    }

    /// Whether the terminal reports the mouse: not at all, or buttons, drags and the wheel in the SGR form. Anything in
    /// between is a mistake.
    pub fn reports_mouse(&self) -> bool {
        use vt100::{MouseProtocolEncoding, MouseProtocolMode};
        let received = self.received();
        let screen = received.terminal.screen();
        match (screen.mouse_protocol_mode(), screen.mouse_protocol_encoding()) {
            (MouseProtocolMode::None, MouseProtocolEncoding::Default) => false,
            (MouseProtocolMode::ButtonMotion, MouseProtocolEncoding::Sgr) => true,
            other => panic!("the mouse is reported as {other:?}"),
        }
    }

    /// The terminal's private modes as last set: number to on or off.
    pub fn private_modes(&self) -> BTreeMap<u32, bool> {
        let text = self.written_since(0);
        let mut modes = BTreeMap::new();
        for sequence in text.split("\x1b[?").skip(1) {
            let end = sequence.find(|glyph: char| !glyph.is_ascii_digit()).unwrap_or(sequence.len());
            if let Ok(number) = sequence[..end].parse() {
                modes.insert(number, sequence[end..].starts_with('h'));
            }
        }
        modes
    }

    /// Asserts that the terminal is as it was before the program started.
    pub fn assert_given_back(&self) {
        let received = self.received();
        let screen = received.terminal.screen();
        assert!(!screen.alternate_screen(), "still on the alternate screen");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert!(!screen.bracketed_paste(), "pastes are still bracketed");
        assert!(!screen.bold() && !screen.inverse() && screen.fgcolor() == vt100::Color::Default, "attributes stay on");
        drop(received);
        assert!(!self.reports_mouse(), "the mouse is still reported");
        for (number, on) in self.private_modes() {
            assert!(!on || number == 25, "mode {number} is still on");
        }
        assert_eq!(self.modes(), self.modes_before, "the line discipline");
    }
}

/// A colour as the terminal parser names it.
fn shown(colour: Color) -> vt100::Color {
    match colour {
        Color::Reset => vt100::Color::Default,
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::Black => vt100::Color::Idx(0),
        Color::Red => vt100::Color::Idx(1),
        Color::Green => vt100::Color::Idx(2),
        Color::Yellow => vt100::Color::Idx(3),
        Color::Blue => vt100::Color::Idx(4),
        Color::Magenta => vt100::Color::Idx(5),
        Color::Cyan => vt100::Color::Idx(6),
        Color::Gray => vt100::Color::Idx(7),
        Color::DarkGray => vt100::Color::Idx(8),
        Color::LightRed => vt100::Color::Idx(9),
        Color::LightGreen => vt100::Color::Idx(10),
        Color::LightYellow => vt100::Color::Idx(11),
        Color::LightBlue => vt100::Color::Idx(12),
        Color::LightMagenta => vt100::Color::Idx(13),
        Color::LightCyan => vt100::Color::Idx(14),
        Color::White => vt100::Color::Idx(15),
    }
}
