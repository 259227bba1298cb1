//! What a person in front of a class switches on and off.

use super::KeyLog;

/// Which screen is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// The main screen.
    #[default]
    Flow,
    /// All rows: where each reads, and what each predicts.
    Rows,
    /// All readings of the file, one below the other.
    Readings,
    /// A few numbers, large.
    Big,
}

impl View {
    /// All, in the order a key goes through them.
    pub const ALL: [View; 4] = [View::Flow, View::Rows, View::Readings, View::Big];

    /// The one after it; the first after the last. That of all readings is left out where the file holds one only.
    #[must_use]
    pub fn next(self, readings: bool) -> Self {
        match self {
            View::Flow => View::Rows,
            View::Rows if readings => View::Readings,
            View::Rows | View::Readings => View::Big,
            View::Big => View::Flow,
        }
    }

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            View::Flow => "flow",
            View::Rows => "rows",
            View::Readings => "readings",
            View::Big => "big",
        }
    }
}

/// What a person in front of a class has switched on; it outlasts the scenario.
#[derive(Clone, Debug, Default)]
pub struct Stagecraft {
    /// The last keys, in a row of their own.
    pub keys: KeyLog,
    /// Only the keys a clicker needs are obeyed.
    pub locked: bool,
    /// The mouse points, rather than selecting text.
    pub mouse: bool,
}
