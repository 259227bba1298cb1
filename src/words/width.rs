//! Width of text in terminal cells, and cutting and padding by it.

use super::Text;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Whether a character must not reach a terminal from a name: control characters, which it obeys, line and paragraph
/// separators, and what makes the text after it run the other way.
pub fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text as it may be shown: what is [unsafe](is_unsafe) is written as an escape (`\n`, `\u{1b}`), so that two names
/// that differ look different.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_unsafe(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// Cells the text takes, made [visible].
pub fn width(text: &str) -> usize {
    visible(text).graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The text, made [visible], cut to at most `cells`; where something is cut, it ends in `..`. A character of
/// two cells is never halved.
pub fn cut(text: &str, cells: usize) -> String {
    let text = visible(text);
    if width(&text) <= cells {
        return text.into_owned();
    }
    let room = cells.saturating_sub(2);
    let mut used = 0;
    let mut kept = String::new();
    for grapheme in text.graphemes(true) {
        used += grapheme.width();
        if used > room {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.push_str(&".."[..cells.min(2)]);
    kept
}

/// The text cut to `cells` and filled up with blanks on the right.
pub fn left(text: &str, cells: usize) -> String {
    let mut text = cut(text, cells);
    text.push_str(&" ".repeat(cells.saturating_sub(width(&text))));
    text
}

/// The text cut to `cells` and filled up with blanks on the left.
pub fn right(text: &str, cells: usize) -> String {
    let text = cut(text, cells);
    " ".repeat(cells.saturating_sub(width(&text))) + &text
}

/// Cells that hold the text in either language, so that a switch of language moves nothing.
pub fn either(text: &Text) -> usize {
    width(&text.en).max(width(&text.zh))
}

/// The text broken into lines of at most `cells`: between words, and between hanzi.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    let cells = cells.max(2);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    let mut finish = |line: &mut String, used: &mut usize| {
        lines.push(line.trim_end().to_owned());
        line.clear();
        *used = 0;
    };
    for piece in pieces(text) {
        let blank = piece.chars().all(char::is_whitespace);
        let piece_width = width(piece);
        if used + piece_width > cells && used > 0 {
            finish(&mut line, &mut used);
        }
        if blank && used == 0 {
            continue;
        }
        // A piece wider than a line is broken wherever it must be.
        for grapheme in piece.graphemes(true) {
            if used + grapheme.width() > cells {
                finish(&mut line, &mut used);
            }
            line.push_str(grapheme);
            used += grapheme.width();
        }
    }
    finish(&mut line, &mut used);
    if lines.len() > 1 && lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Words, hanzi and blanks, each with the marks that close it: a line never begins with a comma.
fn pieces(text: &str) -> Vec<&str> {
    const CLOSING: &str = ",.;:!?)]}，。；：？！、）】》”’";
    const OPENING: &str = "([{（【《“‘";
    let mut bounds: Vec<usize> = Vec::new();
    let mut open = false;
    for (at, piece) in text.split_word_bound_indices() {
        // What is written in ASCII without a blank stays whole: 1/3, .42, two-causes.
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_graphic());
        let run = inside(text[..at].chars().next_back()) && inside(piece.chars().next());
        let after_blank = text[..at].ends_with(char::is_whitespace);
        let closes = !after_blank && piece.chars().all(|c| CLOSING.contains(c));
        if at == 0 || !(open || run || closes) {
            bounds.push(at);
        }
        open = piece.chars().all(|c| OPENING.contains(c));
    }
    let ends = bounds.iter().skip(1).copied().chain([text.len()]);
    bounds.iter().zip(ends).map(|(start, end)| &text[*start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanzi_is_never_halved() {
        assert_eq!(cut("昨天", 4), "昨天");
        assert_eq!(cut("昨天下午", 5), "昨..");
        assert_eq!(cut("昨天", 3), "..");
        assert_eq!(cut("昨天", 1), ".");
        assert_eq!(cut("yesterday", 0), "");
        assert_eq!(left("昨天", 6), "昨天  ");
        assert_eq!(right("him", 5), "  him");
        assert_eq!(right("昨天下午", 5), " 昨..");
    }

    #[test]
    fn lines_break_between_words_and_between_hanzi() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("把光标放到地址所指之处", 8), ["把光标放", "到地址所", "指之处"]);
        assert_eq!(wrap("masked, there", 7), ["masked,", "there"]);
        assert_eq!(wrap("指之处，都行", 6), ["指之", "处，都", "行"]);
        assert_eq!(wrap("that is 1/3 of it", 9), ["that is", "1/3 of it"]);
        assert_eq!(wrap("open two-causes .42", 12), ["open", "two-causes", ".42"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(visible("a\u{1b}[31mb\n"), "a\\u{1b}[31mb\\n");
        assert_eq!(width("a\nb"), 4);
        assert_eq!(cut("a\nb", 10), "a\\nb");
        assert_eq!(visible("昨天"), "昨天");
    }
}
