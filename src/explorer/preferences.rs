//! How things are shown; none of it changes a number.

use crate::words::Lang;

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// For a dark terminal.
    #[default]
    Dark,
    /// For a light terminal.
    Light,
    /// Black on white with the strongest contrast, for a projector in a lit room.
    Projector,
}

impl Theme {
    /// All, in the order a key goes through them.
    pub const ALL: [Theme; 3] = [Theme::Dark, Theme::Light, Theme::Projector];

    /// The name in commands and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::Projector => "projector",
        }
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Projector,
            Theme::Projector => Theme::Dark,
        }
    }
}

/// What a person may choose about the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Preferences {
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub theme: Theme,
    /// ASCII instead of symbols whose width is uncertain.
    pub ascii: bool,
}
