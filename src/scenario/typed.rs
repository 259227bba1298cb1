//! What an input method, a word processor or a keyboard of another country produces, read as the ASCII that was meant.

/// The character meant. One character becomes one character, so places in the text stay what they were.
pub(crate) fn plain(typed: char) -> char {
    match typed {
        // Full-width forms lie in the order of ASCII, one block higher.
        '\u{FF01}'..='\u{FF5E}' => u32::from(typed).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(typed),
        // Minus, hyphens and the en dash that word processors put in its place.
        '\u{2212}' | '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{FE63}' => '-',
        // The full stop that the point key gives while a Chinese input method is on.
        '\u{3002}' => '.',
        '\u{00D7}' | '\u{22C5}' | '\u{00B7}' => '*',
        '\u{00F7}' => '/',
        '\u{3000}' | '\u{00A0}' | '\u{2002}'..='\u{200A}' | '\u{202F}' => ' ',
        other => other,
    }
}

/// A text as it was meant, character by character.
pub(crate) fn plain_text(typed: &str) -> String {
    typed.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_and_minus() {
        assert_eq!(plain_text("（１．５＋ｅ）＊−2"), "(1.5+e)*-2");
        assert_eq!(plain_text("1。5　7，8"), "1.5 7,8");
    }
}
