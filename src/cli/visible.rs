//! Text from files and arguments, made safe to print: a terminal obeys control characters, a name must not.

use crate::words::width::visible;
use std::borrow::Cow;

/// The text on one line, with control characters written as escapes (`\n`, `\u{1b}`).
pub(super) fn line(text: &str) -> Cow<'_, str> {
    visible(text)
}

/// The same, but keeping line breaks: for messages of several lines.
pub(super) fn lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
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
