//! What stands in an address's square brackets.

use super::Scope;
use crate::scenario::nearest::nearest;
use crate::scenario::problem::Problem;
use crate::scenario::typed::plain;
use crate::words::scenario_address::{self as say, Counted};

/// One index, with the character it starts at.
pub(super) enum Index {
    /// `*`.
    All { at: usize },
    /// Digits, kept as written: they may count further than any machine.
    Number { at: usize, digits: String },
    /// A word, quoted or not.
    Word { at: usize, word: String },
}

/// A place counted from 1, as one counted from 0.
pub(super) fn from_one(digits: &str, size: usize) -> Option<usize> {
    digits.parse::<usize>().ok().filter(|number| (1..=size).contains(number)).map(|number| number - 1)
}

impl Index {
    /// The place it names, from 0, on an axis of `size` places.
    pub(super) fn place(&self, counted: Counted, size: usize, scope: &Scope) -> Result<usize, Problem> {
        match self {
            Index::All { at } => Err(Problem::new(*at, say::no_star())),
            Index::Number { at, digits } => {
                from_one(digits, size).ok_or_else(|| Problem::new(*at, say::out_of_range(counted, digits, size)))
            }
            Index::Word { at, word } if counted == Counted::Word => {
                let words = &scope.names.words;
                words.iter().take(size).position(|known| known == word).ok_or_else(|| {
                    let near = nearest(word, words.iter().map(String::as_str));
                    Problem::new(*at, say::unknown_word(word, near, words))
                })
            }
            Index::Word { at, word } => {
                let slot = scope.names.slots.iter().position(|known| known == word);
                Err(Problem::new(
                    *at,
                    match slot {
                        Some(slot) if counted == Counted::Slot => say::slot_by_name(word, slot + 1),
                        _ => say::number_wanted(counted, word, size),
                    },
                ))
            }
        }
    }

    /// The same, or `*` for all of them.
    pub(super) fn place_or_all(&self, counted: Counted, size: usize, scope: &Scope) -> Result<Option<usize>, Problem> {
        match self {
            Index::All { .. } => Ok(None),
            index => index.place(counted, size, scope).map(Some),
        }
    }
}

/// Reads `[…]` from `from` to the end of the text; `None` when there are no brackets. Nothing may follow them.
pub(super) fn read_indices(symbols: &[char], from: usize) -> Result<Option<Vec<Index>>, Problem> {
    let mut reader = Reader { symbols, at: from };
    match reader.peek() {
        None => return Ok(None),
        Some('[') => {}
        Some(symbol) => return Err(Problem::new(reader.at, say::more_after(symbol))),
    }
    let open = reader.at;
    let mut indices = Vec::new();
    loop {
        reader.at += 1;
        indices.push(reader.index(open)?);
        match reader.peek() {
            Some(',') => {}
            Some(']') => break,
            Some(symbol) => return Err(Problem::new(reader.at, say::more_after(symbol))),
            None => return Err(Problem::new(open, say::never_closed())),
        }
    }
    reader.at += 1;
    match reader.peek() {
        None => Ok(Some(indices)),
        Some(symbol) => Err(Problem::new(reader.at, say::more_after(symbol))),
    }
}

struct Reader<'a> {
    symbols: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.symbols.get(self.at).is_some_and(|&symbol| plain(symbol).is_whitespace()) {
            self.at += 1;
        }
        self.symbols.get(self.at).copied().map(plain)
    }

    fn index(&mut self, open: usize) -> Result<Index, Problem> {
        let Some(first) = self.peek() else { return Err(Problem::new(open, say::never_closed())) };
        let at = self.at;
        if is_quote(first) {
            return self.quoted(at);
        }
        let end = (at..self.symbols.len()).find(|&end| matches!(plain(self.symbols[end]), ',' | ']'));
        let Some(end) = end else { return Err(Problem::new(open, say::never_closed())) };
        self.at = end;
        let written: String = self.symbols[at..end].iter().collect();
        let word = written.trim().to_owned();
        let meant: String = word.chars().map(plain).collect();
        match meant.as_str() {
            "" => Err(Problem::new(at, say::empty_index())),
            "*" => Ok(Index::All { at }),
            _ if meant.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Index::Number { at, digits: meant }),
            _ => Ok(Index::Word { at, word }),
        }
    }

    /// A word in quotation marks; a backslash keeps the next character as it is.
    fn quoted(&mut self, open: usize) -> Result<Index, Problem> {
        let mut word = String::new();
        self.at += 1;
        while let Some(&symbol) = self.symbols.get(self.at) {
            self.at += 1;
            match symbol {
                '\\' => {
                    word.extend(self.symbols.get(self.at));
                    self.at += 1;
                }
                _ if is_quote(symbol) => return Ok(Index::Word { at: open, word }),
                _ => word.push(symbol),
            }
        }
        Err(Problem::new(open, say::quote_never_closed()))
    }
}

/// The straight mark, its full-width form, and the curved pair that Chinese input methods type.
fn is_quote(symbol: char) -> bool {
    matches!(symbol, '"' | '\u{FF02}' | '\u{201C}' | '\u{201D}')
}

/// A word as it stands between brackets: bare when it cannot be mistaken, else quoted.
pub(super) fn write_word(word: &str) -> String {
    let looks_like_a_number = word.chars().all(|symbol| plain(symbol).is_ascii_digit());
    if !looks_like_a_number && word.chars().all(char::is_alphanumeric) {
        return word.to_owned();
    }
    let mut quoted = String::from("\"");
    for symbol in word.chars() {
        if symbol == '\\' || is_quote(symbol) {
            quoted.push('\\');
        }
        quoted.push(symbol);
    }
    quoted.push('"');
    quoted
}
