//! Text by the columns it takes on a terminal, where a hanzi takes two.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns the text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text with spaces after it, up to `columns`.
pub(super) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text with spaces before it, up to `columns`.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text if it takes at most `columns` (1 or more), else its beginning and `…`. No character is cut in two.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    for grapheme in text.graphemes(true) {
        if width(&kept) + width(grapheme) + 1 > columns {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanzi_takes_two_columns() {
        assert_eq!(left("昨天", 6), "昨天  ");
        assert_eq!(right("他", 4), "  他");
        assert_eq!(cut("昨天", 4), "昨天");
        assert_eq!(cut("昨天他", 5), "昨天…");
        assert_eq!(cut("昨天他", 4), "昨…");
        assert_eq!(cut("yesterday", 4), "yes…");
    }
}
