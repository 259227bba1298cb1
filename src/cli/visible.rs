//! Text from files and arguments, made safe to print: a terminal obeys control characters, a name must not.

use crate::words::width::is_unsafe;
use std::borrow::Cow;
use std::fmt::Write;

/// The text on one line, with control characters written as escapes (`\n`, `\u{1b}`).
pub(super) fn line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// The same, but keeping line breaks: for messages of several lines.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\n')
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let unsafe_to_print = |c: char| !keep(c) && is_unsafe(c);
    if !text.contains(unsafe_to_print) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if unsafe_to_print(c) {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "{}", c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(line("昨天 é"), "昨天 é");
        assert_eq!(line("a\u{1b}[31m\nb\u{202e}"), "a\\u{1b}[31m\\nb\\u{202e}");
        assert_eq!(lines("a\nb\tc"), "a\nb\\tc");
    }
}
