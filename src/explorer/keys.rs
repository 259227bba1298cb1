//! Keys as text: `u`, `<Up>`, `<S-Up>`, `<C-s>`, `<F2>`, `<Space>`.
//!
//! One spelling serves the table of actions, the help screen, key strings in tests (`"<Right>0<Enter>"`) and bug
//! reports.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// One key press, normalised: Shift is told only where it is not already in the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The key.
    pub code: KeyCode,
    /// Ctrl, Alt and Shift.
    pub modifiers: KeyModifiers,
}

impl Key {
    /// A plain character.
    pub const fn char(c: char) -> Self {
        Self { code: KeyCode::Char(c), modifiers: KeyModifiers::NONE }
    }

    /// A named key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// From what the terminal reports, with one spelling for what terminals spell in two ways.
    pub fn of_event(event: KeyEvent) -> Self {
        let kept = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let mut modifiers = event.modifiers & kept;
        let code = match event.code {
            KeyCode::Char(c) => {
                if modifiers.contains(KeyModifiers::CONTROL) {
                    KeyCode::Char(c.to_ascii_lowercase())
                } else {
                    modifiers -= KeyModifiers::SHIFT;
                    KeyCode::Char(c)
                }
            }
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            other => other,
        };
        Self { code, modifiers }
    }

    /// The key meant while no text is typed: full-width forms and punctuation, which a Chinese input method sends,
    /// become their ASCII twins.
    #[must_use]
    pub fn half_width(self) -> Self {
        match self.code {
            KeyCode::Char(c) => Self { code: KeyCode::Char(half_width(c)), ..self },
            _ => self,
        }
    }

    /// The character, when the key is one without Ctrl or Alt.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.modifiers.is_empty() => Some(c),
            _ => None,
        }
    }

    /// The key as it is told to people: `Ctrl-s`, `Shift-Up`, `u`.
    pub fn label(self) -> String {
        let modifiers =
            [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")];
        let held = modifiers.iter().filter(|(modifier, _)| self.modifiers.contains(*modifier)).map(|(_, name)| *name);
        let name = if self.code == KeyCode::Char('<') { "<".to_owned() } else { self.name() };
        held.chain([name.as_str()]).collect()
    }

    fn name(self) -> String {
        let named = NAMES.iter().find(|(_, code)| *code == self.code).map(|(name, _)| (*name).to_owned());
        named.unwrap_or_else(|| match self.code {
            KeyCode::Char(c) => c.to_string(),
            KeyCode::F(number) => format!("F{number}"),
            _ => "?".to_owned(),
        })
    }

    /// Reads one key in its text form from the front of `text`; gives the rest.
    pub fn read(text: &str) -> Option<(Key, &str)> {
        let first = text.chars().next()?;
        if first == '<'
            && let Some((name, rest)) = text[1..].split_once('>')
            && let Some(key) = Self::named(name)
        {
            return Some((key, rest));
        }
        Some((Key::char(first), &text[first.len_utf8()..]))
    }

    /// Reads a whole key string.
    pub fn of_text(text: &str) -> Vec<Key> {
        let mut rest = text;
        std::iter::from_fn(|| {
            let (key, after) = Key::read(rest)?;
            rest = after;
            Some(key)
        })
        .collect()
    }

    fn named(name: &str) -> Option<Key> {
        let mut modifiers = KeyModifiers::NONE;
        let mut name = name;
        while let Some((modifier, rest)) = name.split_once('-').filter(|(_, rest)| !rest.is_empty()) {
            modifiers |= match modifier {
                "C" => KeyModifiers::CONTROL,
                "A" => KeyModifiers::ALT,
                "S" => KeyModifiers::SHIFT,
                _ => return None,
            };
            name = rest;
        }
        let code = NAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| *code).or_else(|| {
            if let Some(number) = name.strip_prefix('F').and_then(|digits| digits.parse().ok()) {
                return Some(KeyCode::F(number));
            }
            let mut characters = name.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            (!modifiers.is_empty()).then_some(KeyCode::Char(only))
        })?;
        Some(Key { code, modifiers })
    }
}

const NAMES: &[(&str, KeyCode)] = &[
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Space", KeyCode::Char(' ')),
    ("lt", KeyCode::Char('<')),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        if self.modifiers.is_empty() && name.chars().count() == 1 {
            return f.write_str(&name);
        }
        f.write_str("<")?;
        for (modifier, letter) in [(KeyModifiers::CONTROL, 'C'), (KeyModifiers::ALT, 'A'), (KeyModifiers::SHIFT, 'S')] {
            if self.modifiers.contains(modifier) {
                write!(f, "{letter}-")?;
            }
        }
        write!(f, "{name}>")
    }
}

/// The ASCII twin of a full-width form (U+FF01…U+FF5E), of the ideographic space, and of the punctuation a Chinese input
/// method sends for keys of the ASCII keyboard; any other character as it is.
pub fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        '\u{3000}' => ' ',
        '、' => '/',
        '。' => '.',
        '【' => '[',
        '】' => ']',
        '《' => '<',
        '》' => '>',
        '\u{2212}' => '-',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_reads_back() {
        for text in ["u", "<Up>", "<S-Up>", "<C-s>", "<F2>", "<Space>", "<C-A-x>", "<A-PageDown>", ":", "<lt>", "-"] {
            let (key, rest) = Key::read(text).unwrap();
            assert_eq!((key.to_string().as_str(), rest), (text, ""));
        }
        assert_eq!(Key::of_text("<Right>0<Enter>a<b").len(), 6);
    }

    #[test]
    fn a_chinese_input_method_reaches_the_same_keys() {
        let event = |c| Key::of_event(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)).half_width();
        for (sent, meant) in [('？', '?'), ('：', ':'), ('；', ';'), ('５', '5'), ('−', '-'), ('。', '.'), ('》', '>')]
        {
            assert_eq!(event(sent), Key::char(meant));
        }
        let shifted = KeyEvent::new(KeyCode::Char('L'), KeyModifiers::SHIFT);
        assert_eq!(Key::of_event(shifted), Key::char('L'));
        let back = KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT);
        assert_eq!(Key::of_event(back).to_string(), "<S-Tab>");
    }
}
