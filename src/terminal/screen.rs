//! From the program's drawing to the bytes of one frame.

use std::convert::Infallible;
use std::fmt::Write;

use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Size};

use super::colour::Depth;
use super::{Program, encode, glyphs, reduce};

/// Between these two the terminal shows nothing of what it receives, then all of it (DEC private mode 2026).
const BEGIN: &str = "\x1b[?2026h";
const END: &str = "\x1b[?2026l";

/// What is on the terminal, as far as it is known.
struct Shown {
    frame: Buffer,
    cursor: Option<Position>,
}

/// Draws a program's frames and knows what the last one looked like. It holds no terminal: it only makes the bytes.
pub struct Screen {
    terminal: Terminal<Canvas>,
    depth: Depth,
    next: Buffer,
    shown: Option<Shown>,
    out: String,
}

impl Screen {
    /// For a terminal of `width` × `height` cells (0 is allowed) with these colours, whose content is unknown.
    pub fn new(width: u16, height: u16, depth: Depth) -> Self {
        let Ok(terminal) = Terminal::new(Canvas { size: Size::new(width, height), cursor: None });
        Self { terminal, depth, next: Buffer::default(), shown: None, out: String::new() }
    }

    /// Takes a new size; what the terminal shows is unknown from here on.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().size = Size::new(width, height);
        self.forget();
    }

    /// Width and height in cells.
    pub fn size(&self) -> (u16, u16) {
        let size = self.terminal.backend().size;
        (size.width, size.height)
    }

    /// What the terminal shows is unknown: the next frame clears it and is written in full.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws a frame and returns what must be written for it to show, in one write; empty when nothing changed.
    pub fn frame(&mut self, program: &mut dyn Program) -> &[u8] {
        let cursor = self.draw(program);
        self.out.clear();
        self.out.push_str(BEGIN);
        let shown = match self.shown.take() {
            Some(shown) if shown.frame.area == self.next.area => shown,
            _ => {
                // The cursor is hidden here rather than assumed to be: after a stop it may be either.
                self.out.push_str("\x1b[0m\x1b[2J\x1b[?25l");
                Shown { frame: Buffer::empty(self.next.area), cursor: None }
            }
        };
        let before = self.out.len();
        encode::difference(&shown.frame, &self.next, &mut self.out);
        let drawn = self.out.len() > before;
        match cursor {
            Some(at) if drawn || shown.cursor != cursor => {
                // Writing to a String cannot fail.
                let _ = write!(self.out, "\x1b[{};{}H", at.y.saturating_add(1), at.x.saturating_add(1));
                if shown.cursor.is_none() {
                    self.out.push_str("\x1b[?25h");
                }
            }
            None if shown.cursor.is_some() => self.out.push_str("\x1b[?25l"),
            _ => {}
        }
        // The old frame's memory becomes the next drawing's.
        self.shown = Some(Shown { frame: std::mem::replace(&mut self.next, shown.frame), cursor });
        if self.out.len() == BEGIN.len() {
            self.out.clear();
        } else {
            self.out.push_str(END);
        }
        self.out.as_bytes()
    }

    /// Draws into `next` and returns where the cursor is to be shown.
    fn draw(&mut self, program: &mut dyn Program) -> Option<Position> {
        let (depth, next) = (self.depth, &mut self.next);
        let Ok(_) = self.terminal.draw(|frame| {
            program.draw(frame);
            let area = frame.area();
            next.resize(area);
            // Exchanged instead of copied: ratatui clears whatever it holds before it draws again.
            std::mem::swap(frame.buffer_mut(), next);
        });
        reduce::reduce(next, depth);
        glyphs::settle(next);
        // A cursor outside of the screen would be moved to its edge by the terminal.
        self.terminal.backend().cursor.filter(|at| self.next.area.contains(*at))
    }
}

/// One frame of `program` at `width` × `height` in full colour, as it would reach the terminal.
pub fn frame_of(program: &mut dyn Program, width: u16, height: u16) -> Buffer {
    let mut screen = Screen::new(width, height, Depth::True);
    screen.draw(program);
    screen.next
}

/// A ratatui backend that shows nothing: it lends out frames of one size and remembers the cursor.
#[derive(Debug)]
struct Canvas {
    size: Size,
    cursor: Option<Position>,
}

impl Backend for Canvas {
    type Error = Infallible;

    fn draw<'a, I>(&mut self, _: I) -> Result<(), Infallible>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        Ok(())
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        self.cursor = None;
        Ok(())
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn get_cursor_position(&mut self) -> Result<Position, Infallible> {
        Ok(self.cursor.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), Infallible> {
        self.cursor = Some(position.into());
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear_region(&mut self, _: ClearType) -> Result<(), Infallible> {
        Ok(())
    }

    fn size(&self) -> Result<Size, Infallible> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use ratatui::Frame;
    use ratatui::style::{Color, Style};

    use super::*;
    use crate::terminal::{Input, Next};

    /// Shows its text at the top left, the cursor behind it if asked to.
    struct Label(&'static str, bool);

    impl Program for Label {
        fn draw(&mut self, frame: &mut Frame<'_>) {
            let area = frame.area();
            let width = usize::from(area.width);
            if area.height > 0 {
                frame.buffer_mut().set_stringn(0, 0, self.0, width, Style::new().fg(Color::Rgb(0, 158, 115)));
            }
            if self.1 {
                frame.set_cursor_position((u16::try_from(self.0.len()).unwrap(), 0));
            }
        }

        fn input(&mut self, _: Input) -> Next {
            Next::Wait
        }
    }

    fn written(screen: &mut Screen, program: &mut Label) -> String {
        String::from_utf8(screen.frame(program).to_vec()).unwrap()
    }

    #[test]
    fn the_first_frame_clears_and_the_second_writes_nothing() {
        let mut screen = Screen::new(20, 3, Depth::Sixteen);
        let first = written(&mut screen, &mut Label("alpha", false));
        assert_eq!(first, "\x1b[?2026h\x1b[0m\x1b[2J\x1b[?25l\x1b[1;1H\x1b[32malpha\x1b[0m\x1b[?2026l");
        assert_eq!(written(&mut screen, &mut Label("alpha", false)), "");
        assert_eq!(written(&mut screen, &mut Label("alphX", false)), {
            "\x1b[?2026h\x1b[1;5H\x1b[32mX\x1b[0m\x1b[?2026l"
        });
        screen.forget();
        assert!(written(&mut screen, &mut Label("alphX", false)).contains("\x1b[2J"));
    }

    #[test]
    fn the_cursor_is_shown_moved_and_hidden_only_when_it_has_to_be() {
        let mut screen = Screen::new(20, 3, Depth::Mono);
        written(&mut screen, &mut Label("ab", false));
        assert_eq!(written(&mut screen, &mut Label("ab", true)), "\x1b[?2026h\x1b[1;3H\x1b[?25h\x1b[?2026l");
        assert_eq!(written(&mut screen, &mut Label("ab", true)), "");
        assert_eq!(written(&mut screen, &mut Label("ac", true)), "\x1b[?2026h\x1b[1;2Hc\x1b[1;3H\x1b[?2026l");
        assert_eq!(written(&mut screen, &mut Label("ac", false)), "\x1b[?2026h\x1b[?25l\x1b[?2026l");
    }

    #[test]
    fn any_size_can_be_drawn() {
        for (width, height) in [(0, 0), (0, 5), (5, 0), (1, 1), (300, 100)] {
            let mut screen = Screen::new(width, height, Depth::True);
            screen.frame(&mut Label("some words", true));
            screen.resize(height, width);
            screen.frame(&mut Label("some words", true));
            let frame = frame_of(&mut Label("some words", true), width, height);
            assert_eq!((frame.area.width, frame.area.height), (width, height));
        }
    }

    #[test]
    fn frames_keep_no_trace_of_earlier_ones() {
        let mut screen = Screen::new(9, 1, Depth::True);
        let mut terminal = vt100::Parser::new(NonZero::new(1).unwrap(), NonZero::new(9).unwrap(), 0);
        for label in ["a longer", "short", "", "x"] {
            let bytes = screen.frame(&mut Label(label, false)).to_vec();
            terminal.process(&bytes);
            assert_eq!(terminal.screen().contents().trim_end(), label);
        }
    }
}
