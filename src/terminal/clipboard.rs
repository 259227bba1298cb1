//! A text put on the user's clipboard by the terminal itself: operating system command 52.
//!
//! `Esc` `]` `52;c;` the text in Base64, BEL (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). It reaches the
//! clipboard of the machine the user sits at, over ssh too. Whether it has done so is never known: a terminal that does
//! not know the command, or has it switched off, says nothing.
//!
//! BEL ends it rather than `Esc` `\`, although both may: the latter would end what it is wrapped in for GNU screen.

use std::env;

/// Bytes of UTF-8 in the longest text that is sent. Terminals give up on sequences beyond a length of their own without
/// a word; 100,000 bytes is the limit that was set by hterm and is kept to everywhere since: 7 before the text, 1
/// behind it, and four for every three of this.
pub const LONGEST_COPY: usize = 74_994;

/// What stands between a program and the terminal that has the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Clipboard {
    /// Nothing, as far as the environment shows.
    #[default]
    Direct,
    /// tmux, which hands on either the bare sequence (`set-clipboard on`; it fills a buffer of its own as well) or one
    /// wrapped in a device control string (`allow-passthrough on`, and any tmux before 3.3); with its default settings
    /// since then, neither. Both are sent, since each is swallowed where it is not wanted.
    Tmux,
    /// GNU screen, which hands on what is in device control strings. The bare sequence it would swallow, or, beyond 768
    /// bytes, print.
    Screen,
}

/// Bytes in one string for GNU screen. It holds 768 since 4.2.1, 256 up to 4.0.3, and prints what is beyond.
const SCREEN_STRING: usize = 240;

impl Clipboard {
    /// From the variables `TERM`, `TMUX` and `STY`, as `variable` reports them.
    ///
    /// A wrong guess must not spoil the screen: GNU screen prints what is meant for tmux, tmux swallows what is meant for
    /// screen. So where one may run in the other, or the name of the terminal is all there is (behind ssh) and both
    /// use it, it is taken for screen.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let read = |name| variable(name).unwrap_or_default();
        let (term, tmux, screen) = (read("TERM"), read("TMUX"), read("STY"));
        if term.starts_with("tmux") || !tmux.is_empty() && screen.is_empty() {
            Clipboard::Tmux
        } else if term.starts_with("screen") || !screen.is_empty() {
            Clipboard::Screen
        } else {
            Clipboard::Direct
        }
    }

    /// From the environment of this process.
    pub fn detect() -> Self {
        Self::of(|name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// What is to be written for `text` to be copied. `None` if it is longer than [`LONGEST_COPY`] bytes, or empty:
    /// that would not copy nothing but clear the clipboard.
    pub fn sequence(self, text: &str) -> Option<Vec<u8>> {
        if text.is_empty() || text.len() > LONGEST_COPY {
            return None;
        }
        let mut bare = b"\x1b]52;c;".to_vec();
        base64(text.as_bytes(), &mut bare);
        bare.push(0x07);
        Some(match self {
            Clipboard::Direct => bare,
            // Inside of the string every Esc is doubled; there is the one it begins with.
            Clipboard::Tmux => [&bare, &b"\x1bPtmux;\x1b"[..], &bare, b"\x1b\\"].concat(),
            Clipboard::Screen => {
                bare.chunks(SCREEN_STRING).flat_map(|part| [b"\x1bP", part, b"\x1b\\"].concat()).collect()
            }
        })
    }
}

/// Appends `bytes` in Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8], out: &mut Vec<u8>) {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for three in bytes.chunks(3) {
        let byte = |at: usize| three.get(at).copied().unwrap_or(0);
        let (a, b, c) = (byte(0), byte(1), byte(2));
        let four = [a >> 2, (a & 0x03) << 4 | b >> 4, (b & 0x0f) << 2 | c >> 6, c & 0x3f];
        let letters = four.iter().map(|&six| ALPHABET[usize::from(six)]);
        // Each byte begins one letter and ends in the next.
        out.extend(letters.take(three.len() + 1).chain([b'='; 2]).take(4));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(text: &str) -> String {
        let mut out = Vec::new();
        base64(text.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    fn written(clipboard: Clipboard, text: &str) -> String {
        String::from_utf8(clipboard.sequence(text).unwrap()).unwrap()
    }

    #[test]
    fn base64_has_the_vectors_of_its_standard() {
        let vectors = [
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
            ("昨天 \u{1b}\n?>", "5pio5aSpIBsKPz4="),
        ];
        for (text, want) in vectors {
            assert_eq!(encoded(text), want);
        }
    }

    #[test]
    fn each_way_has_its_form() {
        assert_eq!(written(Clipboard::Direct, "foo"), "\x1b]52;c;Zm9v\x07");
        assert_eq!(written(Clipboard::Tmux, "foo"), { "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\" });
        assert_eq!(written(Clipboard::Screen, "foo"), "\x1bP\x1b]52;c;Zm9v\x07\x1b\\");
    }

    #[test]
    fn the_longest_text_fills_what_terminals_take() {
        let longest = "x".repeat(LONGEST_COPY);
        assert_eq!(written(Clipboard::Direct, &longest).len(), 100_000);
        let longer = longest + "x";
        for clipboard in [Clipboard::Direct, Clipboard::Tmux, Clipboard::Screen] {
            assert_eq!(clipboard.sequence(&longer), None);
            assert_eq!(clipboard.sequence(""), None);
        }
    }

    #[test]
    fn strings_for_screen_are_short_and_joined_give_the_sequence() {
        let text = "0.25 1\n".repeat(300);
        let wrapped = written(Clipboard::Screen, &text);
        let parts: Vec<&str> =
            wrapped.split_terminator("\x1b\\").map(|part| part.strip_prefix("\x1bP").unwrap()).collect();
        assert!(parts.len() > 10 && parts.iter().all(|part| part.len() <= SCREEN_STRING));
        assert_eq!(parts.concat(), written(Clipboard::Direct, &text));
    }

    #[test]
    fn who_is_in_between_is_told_from_the_environment() {
        let found = |variables: &[(&str, &str)]| {
            Clipboard::of(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
        };
        let (tmux, screen) = (("TMUX", "/tmp/tmux-1000/default,7,0"), ("STY", "7.pts-0.host"));
        assert_eq!(found(&[]), Clipboard::Direct);
        assert_eq!(found(&[("TERM", "xterm-256color"), ("TMUX", ""), ("STY", "")]), Clipboard::Direct);
        assert_eq!(found(&[("TERM", "screen-256color"), tmux]), Clipboard::Tmux);
        assert_eq!(found(&[("TERM", "xterm-256color"), tmux]), Clipboard::Tmux);
        // Behind ssh the name of the terminal is all there is.
        assert_eq!(found(&[("TERM", "tmux-256color")]), Clipboard::Tmux);
        assert_eq!(found(&[("TERM", "screen.xterm-256color"), screen]), Clipboard::Screen);
        assert_eq!(found(&[("TERM", "screen-256color")]), Clipboard::Screen);
        assert_eq!(found(&[("TERM", "xterm"), screen]), Clipboard::Screen);
        // One in the other.
        assert_eq!(found(&[("TERM", "tmux-256color"), tmux, screen]), Clipboard::Tmux);
        assert_eq!(found(&[("TERM", "screen"), tmux, screen]), Clipboard::Screen);
    }

    proptest! {
        /// Whatever the text, nothing of it can end the sequence early or begin another one.
        #[test]
        fn no_control_character_comes_from_the_text(text in "\\PC*|[\\x00-\\x1f\\x7f-\\x9f]{1,40}") {
            prop_assume!(!text.is_empty());
            let sequence = written(Clipboard::Direct, &text);
            let inner = sequence.strip_prefix("\x1b]52;c;").and_then(|rest| rest.strip_suffix('\x07')).unwrap();
            prop_assert!(inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)));
            prop_assert_eq!(inner.len(), text.len().div_ceil(3) * 4);
        }
    }
}
