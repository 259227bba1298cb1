//! Stage by stage: how much of the computation is shown.
//!
//! Hidden numbers keep their place. Whoever shows a derived number, or says something that follows from one, asks here
//! first: hiding is a matter of the screen, nothing is computed otherwise.

use super::{Focus, Model, Shown, Stepwise};
use crate::engine::Stage;
use crate::words::teach as say;

/// What is revealed one after the other, in the order it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reveal {
    /// The scores e.
    Scores,
    /// The attention weights α, with what makes them: exponentials and their sum.
    Attention,
    /// The weighted values α_j v_j.
    Weighted,
    /// The context c.
    Context,
    /// The logits z.
    Logits,
    /// The word probabilities p, with what makes them.
    Probabilities,
    /// The loss.
    Loss,
}

impl Reveal {
    /// All, in order.
    pub const ALL: [Reveal; 7] = [
        Reveal::Scores,
        Reveal::Attention,
        Reveal::Weighted,
        Reveal::Context,
        Reveal::Logits,
        Reveal::Probabilities,
        Reveal::Loss,
    ];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Reveal::Scores => "e",
            Reveal::Attention => "alpha",
            Reveal::Weighted => "av",
            Reveal::Context => "c",
            Reveal::Logits => "z",
            Reveal::Probabilities => "p",
            Reveal::Loss => "loss",
        }
    }

    /// The one whose numbers a stage has.
    pub fn of(stage: Stage) -> Self {
        match stage {
            Stage::Scores => Reveal::Scores,
            Stage::Attention => Reveal::Attention,
            Stage::Context => Reveal::Context,
            Stage::Logits => Reveal::Logits,
            Stage::Probabilities => Reveal::Probabilities,
            Stage::Loss => Reveal::Loss,
        }
    }
}

impl Stepwise for Reveal {
    const STEPS: &'static [Self] = &Self::ALL;
}

/// How far the computation is shown.
pub type Revealed = Shown<Reveal>;

impl Model {
    /// How far the computation is shown.
    pub fn revealed(&self) -> Revealed {
        self.revealed
    }

    /// Whether the numbers of a stage are shown.
    pub fn shows_stage(&self, stage: Stage) -> bool {
        self.revealed.shows(Reveal::of(stage))
    }

    /// Whether the number at a place is shown: all given ones are.
    pub fn shows(&self, focus: Focus) -> bool {
        focus.reveal().is_none_or(|reveal| self.revealed.shows(reveal))
    }

    /// Whether its numbers have a place on the screen as it is: a small screen leaves some out.
    fn has_place(&self, what: Reveal) -> bool {
        let Some(layout) = self.layout() else { return true };
        // Scores without a column stand in that of the weights until those are revealed.
        what != Reveal::Weighted || layout.rows.weighted.is_some()
    }

    /// Shows the next stage that has a place on the screen.
    pub(super) fn reveal_next(&mut self) {
        let hidden = Reveal::ALL.into_iter().filter(|what| !self.revealed.shows(*what));
        match hidden.into_iter().find(|what| self.has_place(*what)) {
            Some(what) => self.reveal(Revealed::up_to(what)),
            None if self.revealed.is_whole() => self.say(say::all_is_revealed()),
            None => self.reveal(Revealed::default()),
        }
    }

    /// Hides the last stage that is shown and has a place on the screen.
    pub(super) fn reveal_previous(&mut self) {
        let mut shown = Reveal::ALL.into_iter().filter(|what| self.revealed.shows(*what)).rev();
        match shown.find(|what| self.has_place(*what)) {
            Some(what) => self.reveal(Revealed::before(what)),
            None if self.revealed == Revealed::NOTHING => self.say(say::nothing_is_revealed()),
            None => self.reveal(Revealed::NOTHING),
        }
    }

    /// Shows so much; the order of the words follows, which would give hidden probabilities away.
    pub(super) fn set_revealed(&mut self, revealed: Revealed) {
        self.revealed = revealed;
        self.sort_list();
    }

    pub(super) fn reveal(&mut self, revealed: Revealed) {
        self.set_revealed(revealed);
        self.say(say::revealed(revealed.last().map(Reveal::name), revealed.next().map(Reveal::name)));
    }
}
