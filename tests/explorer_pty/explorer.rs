//! The program on a terminal, and beside it its twin: the same explorer without one, given the same keys.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Position;
use twoaxes::cli::session::Session;
use twoaxes::cli::{Loaded, Origin};
use twoaxes::explorer::{Key, Preferences};
use twoaxes::scenario::{self, builtin};
use twoaxes::terminal::decode::ESCAPE_WAIT;
use twoaxes::terminal::{Depth, Input, Program, frame_of, reduce};
use twoaxes::view;
use twoaxes::words::Lang;

use super::pty::{PATIENCE, Pty, Setup};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_twoaxes");

/// What ends each frame.
const FRAME_END: &str = "\x1b[?2026l";

/// How the explorer is to be started, and what its twin is.
pub struct Start<'a> {
    pub arguments: &'a [&'a str],
    pub variables: &'a [(&'a str, &'a str)],
    pub size: (u16, u16),
    pub depth: Depth,
    pub preferences: Preferences,
    /// The text of the scenario; none for `r72`.
    pub text: Option<&'a str>,
}

impl Default for Start<'_> {
    fn default() -> Self {
        Self {
            arguments: &[],
            variables: &[("COLORTERM", "truecolor")],
            size: (80, 24),
            depth: Depth::True,
            preferences: Preferences::default(),
            text: None,
        }
    }
}

impl Start<'_> {
    /// Starts the program and waits for its first frame.
    pub fn run(&self) -> Explorer {
        let command: Vec<&str> = std::iter::once(PROGRAM).chain(self.arguments.iter().copied()).collect();
        self.beside(Setup::new(&command))
    }

    /// Starts the program by another command and waits for its first frame.
    pub fn beside(&self, setup: Setup<'_>) -> Explorer {
        // An environment in which nothing but the arguments and these variables decides.
        let variables = [&[("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", "C")], self.variables].concat();
        let pty = Setup { variables: &variables, size: self.size, ..setup }.start();
        let text = self.text.unwrap_or(builtin::find("r72").unwrap().text);
        let scenario = scenario::read(text, "test.toml").unwrap();
        let loaded = Loaded { scenario, origin: Origin::StandardInput, text: text.to_owned() };
        let twin = Session::new(loaded, self.preferences);
        let mut explorer = Explorer { pty, twin, size: self.size, depth: self.depth };
        explorer.agree();
        explorer
    }
}

/// The program and its twin.
pub struct Explorer {
    pub pty: Pty,
    pub twin: Session,
    pub size: (u16, u16),
    depth: Depth,
}

/// On `r72`, 80 × 24, in English and full colour.
pub fn start() -> Explorer {
    Start::default().run()
}

impl Deref for Explorer {
    type Target = Pty;

    fn deref(&self) -> &Pty {
        &self.pty
    }
}

impl DerefMut for Explorer {
    fn deref_mut(&mut self) -> &mut Pty {
        &mut self.pty
    }
}

impl Explorer {
    /// What the twin shows.
    pub fn frame(&mut self) -> Buffer {
        let mut frame = frame_of(&mut self.twin, self.size.0, self.size.1);
        reduce(&mut frame, self.depth);
        frame
    }

    /// Waits until the terminal shows the text that the twin does, its cursor where the twin has it; then every cell
    /// must be as the twin has it.
    pub fn agree(&mut self) -> &mut Self {
        let frame = self.frame();
        let cursor = view::draw(self.twin.model(), &mut Buffer::empty(frame.area));
        let cursor = cursor.filter(|at| frame.area.contains(*at)).map(|Position { x, y }| (y, x));
        self.pty.wait_until(&format!("the twin's frame, its cursor at {cursor:?}"), |screen| {
            (!screen.hide_cursor()).then(|| screen.cursor_position()) == cursor && same_text(screen, &frame)
        });
        // A frame may arrive in pieces.
        let deadline = Instant::now() + PATIENCE;
        while !self.pty.written_since(0).ends_with(FRAME_END) && Instant::now() < deadline {
            std::thread::yield_now();
        }
        self.pty.assert_shows(&frame);
        self
    }

    /// Presses keys (`<Down>5<Enter>`) in both and waits until they agree.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for key in Key::of_text(keys) {
            let before = self.frame();
            self.pty.send(&bytes_of(key));
            self.twin.press(key);
            if key.code == KeyCode::Esc {
                // What comes too soon after it would be Alt and a key.
                if self.frame() == before {
                    self.pty.send_slowly(&["", ""], 2 * ESCAPE_WAIT);
                }
                self.agree();
            }
        }
        self.agree()
    }

    /// Presses keys in the program alone.
    pub fn press_alone(&mut self, keys: &str) -> &mut Self {
        for key in Key::of_text(keys) {
            self.pty.send(&bytes_of(key));
        }
        self
    }

    /// Types a command into the palette of the program alone. Its Enter is pressed once the text has arrived, and a long
    /// text is pasted: the program would take it for a paste anyway.
    pub fn command(&mut self, command: &str) -> &mut Self {
        self.press_alone(":");
        self.wait_for(" Enter ");
        self.send(&format!("\x1b[200~{command}\x1b[201~"));
        self.wait_for(&format!(":{command}"));
        self.press_alone("<Enter>");
        self
    }

    /// Pastes in both, in brackets, and waits until they agree.
    pub fn paste(&mut self, text: &str) -> &mut Self {
        // Terminals send line ends as the Enter key does.
        self.send(&format!("\x1b[200~{}\x1b[201~", text.replace('\n', "\r")));
        self.twin.input(Input::Paste(text.to_owned()));
        self.agree()
    }

    /// Changes the size of both and waits until they agree.
    pub fn sized(&mut self, width: u16, height: u16) -> &mut Self {
        self.pty.resize(width, height);
        self.size = (width, height);
        self.twin.input(Input::Resize(width, height));
        self.agree()
    }

    /// Asserts that the screen shows all of these.
    pub fn shows(&self, texts: &[&str]) -> &Self {
        let screen = self.text();
        for text in texts {
            assert!(screen.contains(text), "{text:?} is not in\n{screen}");
        }
        self
    }

    /// Waits for the program to end: its status must be this one and the terminal as it was, with nothing left on it.
    pub fn ends(&mut self, status: u32) {
        assert_eq!(self.exit(), status);
        self.assert_given_back();
        assert_eq!(self.text().trim(), "", "left on the normal screen");
    }
}

fn same_text(screen: &vt100::Screen, frame: &Buffer) -> bool {
    (screen.size().1.get(), screen.size().0.get()) == (frame.area.width, frame.area.height)
        && frame.area.positions().all(|at| {
            screen.cell(at.y, at.x).is_some_and(|cell| {
                let symbol = if cell.has_contents() { cell.contents() } else { " " };
                cell.is_wide_continuation() || symbol == frame[at].symbol()
            })
        })
}

/// What a terminal sends for a key (xterm).
pub fn bytes_of(key: Key) -> String {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let modifier = 1
        + u8::from(key.modifiers.contains(KeyModifiers::SHIFT))
        + 2 * u8::from(key.modifiers.contains(KeyModifiers::ALT))
        + 4 * u8::from(control);
    let cursor = |letter: char| match modifier {
        1 => format!("\x1b[{letter}"),
        _ => format!("\x1b[1;{modifier}{letter}"),
    };
    let numbered = |number: u8| match modifier {
        1 => format!("\x1b[{number}~"),
        _ => format!("\x1b[{number};{modifier}~"),
    };
    match key.code {
        KeyCode::Char(c) if control => char::from(c as u8 & 0x1f).to_string(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::Enter => "\r".to_owned(),
        KeyCode::Esc => "\x1b".to_owned(),
        KeyCode::Backspace => "\x7f".to_owned(),
        KeyCode::Tab if modifier == 2 => "\x1b[Z".to_owned(),
        KeyCode::Tab => "\t".to_owned(),
        KeyCode::Up => cursor('A'),
        KeyCode::Down => cursor('B'),
        KeyCode::Right => cursor('C'),
        KeyCode::Left => cursor('D'),
        KeyCode::Home => cursor('H'),
        KeyCode::End => cursor('F'),
        KeyCode::Insert => numbered(2),
        KeyCode::Delete => numbered(3),
        KeyCode::PageUp => numbered(5),
        KeyCode::PageDown => numbered(6),
        KeyCode::F(number @ 1..=4) => format!("\x1bO{}", char::from(b'P' + number - 1)),
        KeyCode::F(5) => numbered(15),
        KeyCode::F(number @ 6..=10) => numbered(number + 11),
        KeyCode::F(number @ 11..=12) => numbered(number + 12),
        other => panic!("no bytes for {other:?}"),
    }
}

/// Arguments in Chinese.
pub fn chinese() -> Preferences {
    Preferences { lang: Lang::Zh, ..Preferences::default() }
}

/// The program started in a folder, where short names of files will do.
pub fn in_folder(folder: &Path, arguments: &[&str], text: Option<&str>) -> Explorer {
    in_folder_by("exec", folder, arguments, text)
}

/// The same, with the program run by another command of the shell.
pub fn in_folder_by(by: &str, folder: &Path, arguments: &[&str], text: Option<&str>) -> Explorer {
    let script = format!("cd \"$FOLDER\" && {by} \"$TWOAXES\" \"$@\"");
    let command: Vec<&str> =
        ["sh", "-c", script.as_str(), "sh"].iter().copied().chain(arguments.iter().copied()).collect();
    let folder = folder.to_str().unwrap();
    let variables = [("COLORTERM", "truecolor"), ("FOLDER", folder), ("HOME", folder), ("TWOAXES", PROGRAM)];
    Start { variables: &variables, text, ..Start::default() }.beside(Setup::new(&command))
}
