//! Keys in, screen out: the explorer without a terminal.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod facts;
pub mod large;
pub mod steps;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::fmt::Write;
use twoaxes::explorer::{Document, Effect, Key, Model, Preferences, Theme};
use twoaxes::scenario::{self, builtin};
use twoaxes::words::{Lang, width};

/// An explorer with a size.
pub struct Screen {
    pub model: Model,
    pub size: (u16, u16),
    /// What the outside world was asked for, in order.
    pub effects: Vec<Effect>,
}

/// A built-in scenario at 80×24, in English, dark.
pub fn open(id: &str) -> Screen {
    let text = builtin::find(id).expect("a built-in id").text;
    of_text(text)
}

/// A scenario from the text of a file.
pub fn of_text(text: &str) -> Screen {
    let scenario = scenario::read(text, "test.toml").expect("a valid file");
    let model = Model::new(Document::new(None, text, scenario), Preferences::default());
    Screen { model, size: (80, 24), effects: Vec::new() }.sized(80, 24)
}

impl Screen {
    pub fn sized(mut self, width: u16, height: u16) -> Self {
        self.size = (width, height);
        self.model.resize(width, height);
        self
    }

    pub fn in_lang(mut self, lang: Lang) -> Self {
        self.run(&format!("lang {}", lang.code()));
        self
    }

    pub fn in_theme(mut self, theme: Theme) -> Self {
        self.run(&format!("theme {}", theme.name()));
        self.press("<Esc>");
        self
    }

    /// Presses a key string.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for key in Key::of_text(keys) {
            let effect = self.model.press(key);
            self.effects.extend(effect);
        }
        self
    }

    /// Runs a command as if typed in the palette.
    pub fn run(&mut self, command: &str) -> &mut Self {
        let effect = self.model.run(command);
        self.effects.extend(effect);
        self
    }

    /// What the dock says, in English; empty when nothing.
    pub fn notice(&self) -> String {
        self.model.notice().map(|notice| notice.text.en.to_string()).unwrap_or_default()
    }

    pub fn buffer(&self) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        twoaxes::view::draw(&self.model, &mut buffer);
        buffer
    }

    /// The text of the screen, a line a line.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let lines: Vec<String> = (0..self.size.1).map(|y| line(&buffer, y).trim_end().to_owned()).collect();
        lines.join("\n")
    }

    /// One line of the screen.
    pub fn line(&self, y: u16) -> String {
        line(&self.buffer(), y)
    }

    /// Text and styles: below the text a letter for the style of each cell, and what each letter stands for.
    pub fn snapshot(&self) -> String {
        snapshot_of(&self.buffer(), &self.text())
    }
}

/// Text and the styles of a frame.
pub fn snapshot_of(buffer: &Buffer, text: &str) -> String {
    let mut seen: Vec<Style> = Vec::new();
    let mut letters = String::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            let index = seen.iter().position(|known| *known == style).unwrap_or_else(|| {
                seen.push(style);
                seen.len() - 1
            });
            letters.push(char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]));
        }
        letters.push('\n');
    }
    let mut out = format!("{text}\n\n{letters}\n");
    for (index, style) in seen.iter().enumerate() {
        let letter = char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]);
        let (fg, bg) = (style.fg.unwrap_or_default(), style.bg.unwrap_or_default());
        let _ = writeln!(out, "{letter}: {fg} on {bg} {:?}", style.add_modifier);
    }
    out
}

fn line(buffer: &Buffer, y: u16) -> String {
    let mut text = String::new();
    let mut skip = 0;
    for x in 0..buffer.area.width {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let symbol = buffer[(x, y)].symbol();
        text.push_str(symbol);
        skip = width::width(symbol).saturating_sub(1);
    }
    text
}
