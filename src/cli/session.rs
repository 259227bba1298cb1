//! The explorer on a terminal: its model drawn, its keys taken in, its wishes to the outside world carried out.

use super::Failure;
use super::load::{self, Loaded, Origin};
use crate::explorer::{Document, Effect, Key, Model, Outcome, Preferences};
use crate::scenario::replace_file;
use crate::terminal::{Input, Next, Program};
use crate::view;
use crate::words::scenario_save::not_a_file;
use crate::words::{Text, cli as words};
use ratatui::Frame;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A running explorer.
pub struct Session {
    model: Model,
}

impl Session {
    /// Opens a scenario.
    pub fn new(loaded: Loaded, preferences: Preferences) -> Self {
        Self { model: Model::new(document(loaded), preferences) }
    }

    /// The state of the explorer.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Takes a key as a person presses it, effects included.
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
            Some(Effect::Open(path)) => {
                self.model.take(open(&path));
                Next::Redraw
            }
            Some(Effect::Save { path, text, scenario, replace }) => {
                let path = home(&path);
                // What is no file is refused below; a question about it would promise too much.
                let outcome = if !replace && path.is_file() {
                    Outcome::Exists(path)
                } else {
                    match replace_file(&path, &text) {
                        Ok(()) => Outcome::Saved(Box::new(Document::new(Some(path), text, *scenario))),
                        Err(problem) => Outcome::Failed(problem.text),
                    }
                };
                self.model.take(outcome);
                Next::Redraw
            }
        }
    }
}

impl Program for Session {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.model.resize(area.width, area.height);
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
            Input::FocusGained | Input::FocusLost => Next::Wait,
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
    // A pipe or a device may never come to an end, and nobody can be asked to wait for that with Ctrl-C unheard.
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Outcome::Failed(not_a_file(&path.display().to_string()));
    }
    match load::scenario(OsStr::new(&path), &mut std::io::empty()) {
        Ok(loaded) => Outcome::Opened(Box::new(document(loaded))),
        Err(failure) => Outcome::Failed(first_sentence(failure)),
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
