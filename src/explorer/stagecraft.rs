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
    /// The main screen with the words and projections, and the scorer's parameters, in place of q, K, V and G.
    Parameters,
    /// All readings of the file, one below the other.
    Readings,
    /// What each slot adds to each logit.
    Contributions,
    /// The main screen with each number's gradient in its place.
    Gradients,
    /// Keys and the query, values and the context, as points of two pictures.
    Plane,
    /// A few numbers, large.
    Big,
    /// The translator, one step of its decoder.
    Decoder,
    /// The translator, its training.
    Training,
    /// The study of many translators.
    Study,
}

impl View {
    /// All, in the order a key goes through them.
    pub const ALL: [View; 11] = [
        View::Flow,
        View::Rows,
        View::Readings,
        View::Parameters,
        View::Contributions,
        View::Gradients,
        View::Plane,
        View::Big,
        View::Decoder,
        View::Training,
        View::Study,
    ];

    /// Where the one key for views leads: from the main screen to all readings where the file holds several, then to large
    /// numbers, and from everywhere else back.
    #[must_use]
    pub fn next(self, readings: bool) -> Self {
        match self {
            View::Flow if readings => View::Readings,
            View::Flow | View::Readings => View::Big,
            View::Rows
            | View::Parameters
            | View::Contributions
            | View::Gradients
            | View::Plane
            | View::Big
            | View::Decoder
            | View::Training
            | View::Study => View::Flow,
        }
    }

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            View::Flow => "flow",
            View::Rows => "rows",
            View::Parameters => "parameters",
            View::Readings => "readings",
            View::Contributions => "contributions",
            View::Gradients => "gradients",
            View::Plane => "plane",
            View::Big => "big",
            View::Decoder => "decoder",
            View::Training => "training",
            View::Study => "study",
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
