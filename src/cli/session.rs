//! The explorer on a terminal: its model drawn, its keys taken in, its wishes to the outside world carried out.

use super::Failure;
use super::beside::Beside;
use super::load::{self, Loaded, Origin};
use crate::explorer::{Document, Effect, Key, Model, Outcome, Preferences, Replace, is_translator_file};
use crate::scenario::save::Patched;
use crate::scenario::{Scenario, patch_or_rewrite, replace_file};
use crate::terminal::{Button, Input, Mouse, MouseKind, Next, Program, Waker};
use crate::view;
use crate::words::scenario_save::not_a_file;
use crate::words::{Text, cli as words};
use ratatui::Frame;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How long a file is waited for before the screen says that it takes its time.
const PATIENCE: Duration = Duration::from_millis(100);

/// A running explorer.
pub struct Session {
    model: Model,
    waker: Option<Waker>,
    /// Where the answer of a slow errand will come from.
    errand: Option<Receiver<Outcome>>,
    /// What is computed beside the screen.
    beside: Beside,
}

impl Session {
    /// Opens a scenario.
    pub fn new(loaded: Loaded, preferences: Preferences) -> Self {
        Self { model: Model::new(document(loaded), preferences), waker: None, errand: None, beside: Beside::default() }
    }

    /// Shows what was read before the terminal was there.
    pub fn show(&mut self, outcome: Outcome) {
        self.model.take(outcome);
    }

    /// The state of the explorer.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Takes a key as a person presses it, errands included.
    pub fn press(&mut self, key: Key) -> Next {
        let effect = self.model.press(key);
        self.carry_out(effect)
    }

    fn carry_out(&mut self, effect: Option<Effect>) -> Next {
        match effect {
            None => Next::Redraw,
            Some(Effect::Redraw) => Next::RedrawAll,
            Some(Effect::Suspend) => Next::Suspend,
            Some(Effect::Quit) => Next::Quit,
            Some(Effect::Copy(text)) => Next::Copy(text),
            Some(Effect::Open(path)) => self.send_out(move || open(&path)),
            Some(Effect::Save { path, before, scenario, replace }) => {
                self.send_out(move || save(path, &before, *scenario, replace))
            }
        }
    }

    /// Does something that may take its time on a thread of its own. What is done at once is in the very next frame.
    fn send_out(&mut self, errand: impl FnOnce() -> Outcome + Send + 'static) -> Next {
        let (sender, receiver) = channel();
        let waker = self.waker.clone();
        thread::spawn(move || {
            // Nobody listens any more when the program is being left.
            let _ = sender.send(errand());
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        match receiver.recv_timeout(PATIENCE) {
            Ok(outcome) => self.model.take(outcome),
            Err(_) => {
                self.model.wait();
                self.errand = Some(receiver);
            }
        }
        Next::Redraw
    }
}

impl Program for Session {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.model.resize(area.width, area.height);
        let waker = self.waker.clone();
        self.beside.see_to(&self.model, move || {
            if let Some(waker) = &waker {
                waker.wake();
            }
        });
        if let Some(cursor) = view::draw(&self.model, frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }

    fn input(&mut self, input: Input) -> Next {
        match input {
            Input::Key(event) => self.press(Key::of_event(event)),
            Input::Paste(text) => {
                self.model.paste(&text);
                Next::Redraw
            }
            Input::Resize(width, height) => {
                self.model.resize(width, height);
                Next::Redraw
            }
            Input::Mouse(Mouse { kind, x, y, .. }) => {
                match kind {
                    MouseKind::Press(Button::Left) => self.model.click(x, y),
                    MouseKind::WheelUp => self.model.wheel(x, y, true),
                    MouseKind::WheelDown => self.model.wheel(x, y, false),
                    MouseKind::Drag(Button::Left) => self.model.drag(x, y),
                    MouseKind::Release(Button::Left) => self.model.release(),
                    MouseKind::Press(_) | MouseKind::Release(_) | MouseKind::Drag(_) => return Next::Wait,
                }
                Next::Redraw
            }
            Input::FocusGained | Input::FocusLost => Next::Wait,
        }
    }

    fn wants_mouse(&self) -> bool {
        self.model.stagecraft().mouse
    }

    fn attach(&mut self, waker: Waker) {
        self.waker = Some(waker);
    }

    fn woken(&mut self) -> Next {
        if self.model.catch_up() {
            return Next::Redraw;
        }
        match self.errand.as_ref().map(Receiver::try_recv) {
            Some(Ok(outcome)) => {
                self.errand = None;
                self.model.take(outcome);
                Next::Redraw
            }
            // Then it is a part of the work that is done.
            _ if self.beside.is_busy() => Next::Redraw,
            _ => Next::Wait,
        }
    }
}

fn document(loaded: Loaded) -> Document {
    let path = match loaded.origin {
        Origin::File(path) => Some(path),
        Origin::BuiltIn(_) | Origin::StandardInput => None,
    };
    Document::new(path, loaded.text, loaded.scenario)
}

/// Reads a scenario while the explorer runs: a built-in one or a file. Standard input is the keyboard now.
fn open(path: &Path) -> Outcome {
    if path == Path::new("-") {
        return Outcome::Failed(words::not_from_keyboard());
    }
    let path = home(path);
    // A pipe or a device may never come to an end.
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Outcome::Failed(not_a_file(&path.display().to_string()));
    }
    if is_translator_file(&path) {
        return load::translator(&path).unwrap_or_else(Outcome::Failed);
    }
    match load::scenario(OsStr::new(&path), &mut std::io::empty()) {
        Ok(loaded) => Outcome::Opened(Box::new(document(loaded))),
        Err(failure) => Outcome::Failed(first_sentence(failure)),
    }
}

/// Writes a scenario, unless a file that must not be replaced is in its place.
fn save(path: PathBuf, before: &Document, scenario: Scenario, replace: Replace) -> Outcome {
    let path = home(&path);
    // What is there and no file is refused below; a question about it would promise too much.
    match replace {
        Replace::Nothing if path.is_file() => return Outcome::Exists(path),
        Replace::Own if path.is_file() && fs::read(&path).is_ok_and(|there| there != before.text.as_bytes()) => {
            return Outcome::Changed(path);
        }
        Replace::Nothing | Replace::Own | Replace::Anything => {}
    }
    let Patched { text, rewritten } = patch_or_rewrite(&before.text, &before.saved, &scenario);
    if rewritten && replace == Replace::Own && before.text.contains('#') {
        return Outcome::LosesComments(path);
    }
    match replace_file(&path, &text) {
        Ok(()) => Outcome::Saved(Box::new(Document::new(Some(path), text, scenario))),
        Err(problem) => Outcome::Failed(problem.text),
    }
}

/// `~/…` means the home directory, as in a shell.
fn home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// What is wrong with a file, in the one line there is: the first error, and how many more there are.
fn first_sentence(failure: Failure) -> Text {
    let mut sentences = failure.into_sentences();
    let more = sentences.len().saturating_sub(1);
    match sentences.drain(..).next() {
        Some(first) if more > 0 => words::and_more(&first, more),
        Some(first) => first,
        None => Text::default(),
    }
}
