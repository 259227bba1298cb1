//! The way of the error, stage by stage: how much of it is shown in the view of gradients.
//!
//! ```text
//! L → z, G → c → α, V → e → q, K, the scorer's parameters
//! ```
//! Gradients follow from the loss, so none is shown while anything on the way forward is hidden.

use super::{Focus, Model, Shown, Stepwise, View};
use crate::words::gradients as say;

/// What is revealed one after the other, in the order in which the error goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backward {
    /// ∂L/∂z, and with it ∂L/∂G and ∂L/∂b.
    Logits,
    /// ∂L/∂c.
    Context,
    /// ∂L/∂v_j and ∂L/∂α_j.
    Values,
    /// ∂L/∂e_j.
    Scores,
    /// ∂L/∂q, ∂L/∂k_j and those of the scorer's parameters.
    Queries,
}

impl Backward {
    /// All, in order.
    pub const ALL: [Backward; 5] =
        [Backward::Logits, Backward::Context, Backward::Values, Backward::Scores, Backward::Queries];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Backward::Logits => "z",
            Backward::Context => "c",
            Backward::Values => "v",
            Backward::Scores => "e",
            Backward::Queries => "q",
        }
    }

    /// As it stands on the route.
    pub fn symbol(self) -> &'static str {
        match self {
            Backward::Logits => "z",
            Backward::Context => "c",
            Backward::Values => "(V, α)",
            Backward::Scores => "e",
            Backward::Queries => "(q, K)",
        }
    }

    /// With what the gradient at a place is revealed; `None` where there is none.
    pub fn of(focus: Focus) -> Option<Self> {
        Some(match focus {
            Focus::Logit(_) | Focus::Head(..) | Focus::Bias(_) => Backward::Logits,
            Focus::Context(_) => Backward::Context,
            Focus::Attention(_) | Focus::Value(..) => Backward::Values,
            Focus::Score(_) => Backward::Scores,
            Focus::Query(_) | Focus::Key(..) | Focus::Entry(..) => Backward::Queries,
            _ => return None,
        })
    }
}

impl Stepwise for Backward {
    const STEPS: &'static [Self] = &Self::ALL;
}

/// How far the way back is shown.
pub type RevealedBack = Shown<Backward>;

impl Model {
    /// How far the way back is shown.
    pub fn revealed_back(&self) -> RevealedBack {
        self.revealed_back
    }

    /// Whether what is revealed next is a part of the way back: the view shows it, and all of the way forward is shown.
    pub fn is_on_the_way_back(&self) -> bool {
        self.view == View::Gradients && self.revealed.is_whole()
    }

    /// Whether the gradient at a place is shown.
    pub fn shows_gradient(&self, focus: Focus) -> bool {
        self.revealed.is_whole() && Backward::of(focus).is_none_or(|what| self.revealed_back.shows(what))
    }

    pub(super) fn reveal_back_next(&mut self) {
        match self.revealed_back.next() {
            Some(next) => self.reveal_back(RevealedBack::up_to(next)),
            None => self.say(say::all_of_the_way_is_shown()),
        }
    }

    pub(super) fn reveal_back_previous(&mut self) {
        match self.revealed_back.last() {
            Some(last) => self.reveal_back(RevealedBack::before(last)),
            None => self.say(say::nothing_of_the_way_is_shown()),
        }
    }

    pub(super) fn reveal_back(&mut self, revealed: RevealedBack) {
        self.revealed_back = revealed;
        self.say(say::revealed(revealed.last().map(Backward::symbol), revealed.next().map(Backward::symbol)));
    }
}
