//! The test bed of `twoaxes::terminal`: shows what a program is told, and misbehaves on request.
//!
//! `cargo run --example terminal_probe`, then type. `q` quits, `e` fails with a report, `p` panics, `t` panics on another
//! thread, `b` is busy for a minute, `c` computes in the background, `w` fills the screen with another glyph each time,
//! `m` wants the mouse or no longer does, `v` so too but draws nothing, `y` copies what was pasted, Ctrl-L draws afresh,
//! Ctrl-Z stops, a blank changes nothing, and everything else is shown. In text mode (`i`, left with Esc) every character
//! is text and Enter counts as a command.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::Line;
use twoaxes::terminal::{Input, MouseKind, Next, Options, Program, Waker, run};
use twoaxes::words::Lang;

/// Counts and shows what it is told.
#[derive(Default)]
pub struct Probe {
    inputs: usize,
    draws: usize,
    commands: usize,
    last: String,
    text: String,
    pasted: Option<String>,
    typing: bool,
    filled: usize,
    waker: Option<Waker>,
    woken: usize,
    focus: bool,
    mouse: bool,
    /// A letter for each thing done with the mouse.
    trail: String,
}

impl Program for Probe {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draws += 1;
        let area = frame.area();
        let sky = Style::new().fg(Color::Black).bg(Color::Rgb(86, 180, 233));
        let mut lines = vec![
            Line::styled(format!("probe {}x{}", area.width, area.height), sky),
            Line::from(format!("inputs {} commands {}", self.inputs, self.commands)),
            Line::from(format!("last {}", self.last)),
            Line::from(format!("text {}", self.text)),
            Line::from(vec!["slot 他 书 昨天 ".into(), "target".fg(Color::Rgb(213, 94, 0)).bold()]),
        ];
        if let Some(pasted) = &self.pasted {
            lines.push(Line::from(format!("pasted {pasted:?}")));
        }
        if !self.trail.is_empty() {
            lines.push(Line::from(format!("trail {}", self.trail)));
        }
        if !self.focus {
            lines.push(Line::from("elsewhere"));
        }
        if self.filled > 0 {
            let glyph = ["abc", "xyz"][self.filled % 2];
            lines.resize(usize::from(area.height), Line::from(glyph.repeat(usize::from(area.width) / 3)));
        }
        for (y, line) in (area.top()..area.bottom()).zip(&lines) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
        if self.typing {
            let caret = u16::try_from("text ".len() + self.text.chars().count()).unwrap_or(u16::MAX);
            frame.set_cursor_position((caret, 3));
        }
    }

    fn input(&mut self, input: Input) -> Next {
        if !self.typing && matches!(input, Input::Key(KeyEvent { code: KeyCode::Char(' '), .. })) {
            // Changes nothing, so that nothing may be written.
            return Next::Redraw;
        }
        self.inputs += 1;
        match input {
            Input::Key(event) => return self.key(event),
            Input::Paste(text) => self.pasted = Some(text),
            Input::Resize(width, height) => self.last = format!("{width}x{height}"),
            Input::Mouse(mouse) => {
                self.last = format!("{:?} {},{} {:?}", mouse.kind, mouse.x, mouse.y, mouse.modifiers);
                self.trail.push(match mouse.kind {
                    MouseKind::Press(_) => 'p',
                    MouseKind::Release(_) => 'r',
                    MouseKind::Drag(_) => 'd',
                    MouseKind::WheelUp => '^',
                    MouseKind::WheelDown => 'v',
                });
            }
            Input::FocusGained => self.focus = true,
            Input::FocusLost => self.focus = false,
        }
        Next::Redraw
    }

    fn wants_mouse(&self) -> bool {
        self.mouse
    }

    fn attach(&mut self, waker: Waker) {
        self.waker = Some(waker);
    }

    fn woken(&mut self) -> Next {
        self.woken += 1;
        self.last = format!("woken {}", self.woken);
        Next::Redraw
    }
}

impl Probe {
    /// Before anything has happened, with its window in front.
    pub fn new() -> Self {
        Self { focus: true, ..Self::default() }
    }

    fn key(&mut self, event: KeyEvent) -> Next {
        self.last.clear();
        let _ = write!(self.last, "{:?} {:?}", event.code, event.modifiers);
        match (event.code, event.modifiers) {
            (KeyCode::Char('c'), KeyModifiers::CONTROL) => return Next::Quit,
            (KeyCode::Char('l'), KeyModifiers::CONTROL) => return Next::RedrawAll,
            (KeyCode::Char('z'), KeyModifiers::CONTROL) => return Next::Suspend,
            (KeyCode::Esc, _) => self.typing = false,
            (KeyCode::Enter, _) if self.typing => self.commands += 1,
            (KeyCode::Char(glyph), KeyModifiers::NONE | KeyModifiers::SHIFT) if self.typing => self.text.push(glyph),
            (KeyCode::Char(glyph), KeyModifiers::NONE) => return self.command(glyph),
            _ => {}
        }
        Next::Redraw
    }

    fn command(&mut self, glyph: char) -> Next {
        match glyph {
            'q' => return Next::Quit,
            'e' => return Next::Fail(color_eyre::eyre::eyre!("the probe was asked to fail")),
            #[allow(clippy::panic)]
            'p' => panic!("the probe was asked to panic"),
            #[allow(clippy::panic)]
            't' => {
                std::thread::spawn(|| panic!("a thread was asked to panic"));
            }
            'b' => std::thread::sleep(Duration::from_secs(60)),
            'i' => self.typing = true,
            'c' => {
                if let Some(waker) = self.waker.clone() {
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_millis(300));
                        waker.wake();
                    });
                }
            }
            'w' => self.filled += 1,
            'm' => self.mouse = !self.mouse,
            'v' => {
                self.mouse = !self.mouse;
                return Next::Wait;
            }
            'y' => return Next::Copy(self.pasted.clone().unwrap_or_default()),
            'n' => return Next::Wait,
            _ => {}
        }
        Next::Redraw
    }
}

#[allow(clippy::print_stderr)]
fn main() -> ExitCode {
    if color_eyre::install().is_err() {
        return ExitCode::FAILURE;
    }
    let lang = std::env::var("PROBE_LANG").ok().and_then(|name| Lang::of_locale(&name)).unwrap_or_default();
    let mut probe = Probe::new();
    let Err(problem) = run(&mut probe, &Options::detect()) else { return ExitCode::SUCCESS };
    if let Some(message) = problem.message() {
        eprintln!("{}", message.get(lang));
    }
    if let twoaxes::terminal::Problem::Failed(report) = &problem {
        eprintln!("{report:?}");
    }
    ExitCode::from(u8::try_from(problem.status()).unwrap_or(1))
}
