//! Changes of a text, collected first and made together.

use std::ops::Range;

/// Replacements of parts of a text that do not overlap.
pub(super) struct Edits<'a> {
    pub(super) text: &'a str,
    edits: Vec<(Range<usize>, String)>,
}

impl<'a> Edits<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, edits: Vec::new() }
    }

    pub(super) fn replace(&mut self, part: Range<usize>, by: impl Into<String>) {
        self.edits.push((part, by.into()));
    }

    pub(super) fn insert(&mut self, at: usize, new: impl Into<String>) {
        self.replace(at..at, new);
    }

    pub(super) fn remove(&mut self, part: Range<usize>) {
        self.replace(part, "");
    }

    /// The changed text; `None` when two changes overlap.
    pub(super) fn made(mut self) -> Option<String> {
        // Stable: what is put in at one place stays in the order it came.
        self.edits.sort_by_key(|(part, _)| (part.start, part.end));
        let mut made = String::with_capacity(self.text.len());
        let mut done = 0;
        for (part, by) in &self.edits {
            made.push_str(self.text.get(done..part.start)?);
            made.push_str(by);
            done = part.end;
        }
        made.push_str(self.text.get(done..)?);
        Some(made)
    }

    /// Where the line of a byte starts.
    pub(super) fn line_start(&self, byte: usize) -> usize {
        self.text[..byte].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Where the line of a byte ends, before its line break.
    pub(super) fn line_end(&self, byte: usize) -> usize {
        let end = self.text[byte..].find('\n').map_or(self.text.len(), |at| byte + at);
        end - usize::from(self.text[byte..end].ends_with('\r'))
    }

    /// Where the line after that of a byte starts.
    pub(super) fn next_line(&self, byte: usize) -> usize {
        self.text[byte..].find('\n').map_or(self.text.len(), |at| byte + at + 1)
    }

    /// The line break this text uses.
    pub(super) fn line_break(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Lines written with `\n`, with the line break of this text.
    pub(super) fn in_its_lines(&self, lines: &str) -> String {
        match self.line_break() {
            "\n" => lines.to_owned(),
            line_break => lines.replace('\n', line_break),
        }
    }
}

/// What two lists have in common at their ends: everything between is changed, put in or taken out.
pub(super) struct Middle {
    /// Equal at the start.
    pub(super) before: usize,
    /// Items of the old list between.
    pub(super) old: usize,
    /// Items of the new list between.
    pub(super) new: usize,
}

impl Middle {
    pub(super) fn of<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> Self {
        let before = old.iter().zip(new).take_while(|(a, b)| same(a, b)).count();
        let ends = old[before..].iter().rev().zip(new[before..].iter().rev());
        let after = ends.take_while(|(a, b)| same(a, b)).count();
        Self { before, old: old.len() - before - after, new: new.len() - before - after }
    }

    /// Places of old and new items that stand for each other.
    pub(super) fn pairs(&self) -> Range<usize> {
        self.before..self.before + self.old.min(self.new)
    }

    /// Places of old items without a new one.
    pub(super) fn gone(&self) -> Range<usize> {
        self.pairs().end..self.before + self.old
    }

    /// Places of new items without an old one; they come before the old item at the end of [`Middle::gone`].
    pub(super) fn come(&self) -> Range<usize> {
        self.pairs().end..self.before + self.new
    }
}
