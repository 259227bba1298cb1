//! Changes of a text, collected first and made together.

use std::ops::Range;

/// Replacements of parts of a text that do not overlap.
pub(super) struct Edits<'a> {
    pub(super) text: &'a str,
    edits: Vec<Edit>,
}

struct Edit {
    part: Range<usize>,
    by: String,
    /// Whole sections: what ends the section before them comes first.
    sections: bool,
}

impl<'a> Edits<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, edits: Vec::new() }
    }

    pub(super) fn replace(&mut self, part: Range<usize>, by: impl Into<String>) {
        self.edits.push(Edit { part, by: by.into(), sections: false });
    }

    /// Puts whole sections in before a header, or at the end: after all that is put in at the same place.
    pub(super) fn insert_sections(&mut self, at: usize, new: impl Into<String>) {
        self.edits.push(Edit { part: at..at, by: new.into(), sections: true });
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
        self.edits.sort_by_key(|edit| (edit.part.start, edit.part.end, edit.sections));
        let mut made = String::with_capacity(self.text.len());
        let mut done = 0;
        for Edit { part, by, .. } in &self.edits {
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
