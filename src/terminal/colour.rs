//! How many colours the terminal can show, told from the environment.
//!
//! Nothing is asked of the terminal itself: an answer that arrives late, over ssh or through a multiplexer, would be
//! read as typing.

use std::env;

/// How many colours may be written to the terminal, fewest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Depth {
    /// No colour; bold, underline and reverse video remain.
    Mono,
    /// The sixteen colours whose exact tones are the user's own.
    Sixteen,
    /// The 256 indexed colours.
    Indexed,
    /// 24 bits a colour.
    #[default]
    True,
}

/// Terminals that have 256 colours although their name does not say so; they are met without `COLORTERM` behind ssh.
const INDEXED_BY_NAME: [&str; 8] = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "konsole", "contour", "direct"];

impl Depth {
    /// From the variables `NO_COLOR`, `TERM` and `COLORTERM`, as `variable` reports them.
    ///
    /// `NO_COLOR` counts when it is set and not empty (<https://no-color.org>). 24 bits are used only where `COLORTERM`
    /// says so, and never under a `TERM` of `screen*`, which passes `COLORTERM` on and then misreads the sequences.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let read = |name| variable(name).unwrap_or_default();
        let term = read("TERM");
        if !read("NO_COLOR").is_empty() || term.is_empty() || term == "dumb" {
            return Depth::Mono;
        }
        let colorterm = read("COLORTERM").to_ascii_lowercase();
        if matches!(colorterm.as_str(), "truecolor" | "24bit") && !term.starts_with("screen") {
            return Depth::True;
        }
        if term.contains("256color") || INDEXED_BY_NAME.iter().any(|name| term.contains(name)) {
            return Depth::Indexed;
        }
        Depth::Sixteen
    }

    /// From the environment of this process.
    pub fn detect() -> Self {
        Self::of(|name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        Depth::of(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn true_colour_needs_colorterm() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "24bit")]), Depth::True);
        assert_eq!(depth(&[("TERM", "tmux-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "1")]), Depth::Indexed);
    }

    #[test]
    fn screen_is_never_given_true_colour() {
        assert_eq!(depth(&[("TERM", "screen-256color"), ("COLORTERM", "truecolor")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "screen.xterm-256color"), ("COLORTERM", "truecolor")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "screen"), ("COLORTERM", "truecolor")]), Depth::Sixteen);
    }

    #[test]
    fn plain_terminals_get_sixteen() {
        for term in ["xterm", "linux", "vt220", "ansi"] {
            assert_eq!(depth(&[("TERM", term)]), Depth::Sixteen, "{term}");
        }
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), Depth::Indexed);
    }

    #[test]
    fn no_colour_wins_when_it_is_not_empty() {
        let modern = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(depth(&[&modern[..], &[("NO_COLOR", "1")]].concat()), Depth::Mono);
        assert_eq!(depth(&[&modern[..], &[("NO_COLOR", "")]].concat()), Depth::True);
        assert_eq!(depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::Mono);
        assert_eq!(depth(&[]), Depth::Mono);
    }
}
