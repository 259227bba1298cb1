//! What the dock shows for longer than a moment: an explanation in full, or what must hold. The tour and a prediction
//! have their own fields; they stand above a panel.

use super::docked::Lines;
use super::{Model, View};
use crate::scenario::Address;

/// An open panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// How a number came about, in full.
    Explanation {
        /// The number; `None` for the one under the cursor, wherever it goes.
        of: Option<Address>,
        /// Whether a long sum is written out, a term a line.
        unfolded: bool,
    },
    /// The statements that must hold, and what is worth observing.
    Laws,
    /// The mistake that is switched on.
    Mistake,
    /// Another scorer beside the one in use.
    Scorers,
    /// A gradient held against a central difference.
    Measured {
        /// The number it is taken by; `None` for the one under the cursor, wherever it goes.
        of: Option<Address>,
    },
    /// What learns, and how the loss goes.
    Learning,
    /// What an intervention on a step of the translator does, by the direct path and in full.
    StepEffect,
    /// Where the error of the decoder's word goes.
    Route,
    /// Why the decoder's word went wrong.
    Diagnosis,
}

impl Model {
    /// The panel that is open.
    pub fn panel(&self) -> Option<&Panel> {
        self.panel.as_ref()
    }

    /// The first line shown of what stands in the dock.
    pub fn panel_first(&self) -> usize {
        self.panel_first
    }

    /// Whether the dock holds something that needs room: the layout then gives it some on small screens too.
    pub fn is_docked(&self) -> bool {
        self.panel.is_some() || self.prediction.is_some() || self.tour_step().is_some()
    }

    /// Whether there is more in the dock than is shown.
    pub fn panel_scrolls(&self) -> bool {
        let more = |(count, shown): (usize, usize)| count > shown;
        let (tour, panel) = self.lines_shown();
        (self.is_docked() || self.view == super::View::Study) && (more(tour) || more(panel))
    }

    /// What one screen of the translator explains, or the main explorer, means nothing on another: a panel that was open
    /// before the screen changed is closed.
    pub(super) fn leaving_panels_behind<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let (view, panel) = (self.view, self.panel.clone());
        let outcome = act(self);
        let of_scenario = |view: View| !matches!(view, View::Decoder | View::Training | View::Study);
        let another = view != self.view && !(of_scenario(view) && of_scenario(self.view));
        if another && panel.is_some() && self.panel == panel {
            self.open_panel(None);
        }
        outcome
    }

    pub(super) fn open_panel(&mut self, panel: Option<Panel>) {
        self.panel = panel;
        self.panel_first = 0;
    }

    /// Scrolls what stands in the dock, as far as it goes: a panel, or where there is none the text of the tour.
    pub(super) fn scroll_panel(&mut self, down: bool) {
        let (_, (count, shown)) = self.lines_shown();
        if count == 0 {
            self.scroll_tour(down);
            return;
        }
        let (last, page) = (count.saturating_sub(shown), shown.saturating_sub(1).max(1));
        let first = self.panel_first.min(last);
        self.panel_first = if down { first.saturating_add(page).min(last) } else { first.saturating_sub(page) };
    }

    /// The open panel's lines.
    pub(super) fn panel_lines(&self, panel: &Panel, cells: usize) -> Lines<'_> {
        match panel {
            Panel::Explanation { unfolded, .. } if self.view == View::Decoder => self.decoder_lines(*unfolded, cells),
            Panel::Explanation { unfolded, .. } => self.explanation_lines(*unfolded, cells),
            Panel::Laws => self.law_lines(cells),
            Panel::Mistake => self.mistake_lines(cells),
            Panel::Scorers => self.scorer_lines(cells),
            Panel::Measured { .. } => self.measured_lines(cells),
            Panel::Learning => self.learning_lines(cells),
            Panel::StepEffect => self.effect_lines(cells),
            Panel::Route => self.route_lines(cells),
            Panel::Diagnosis => self.diagnosis_lines(cells),
        }
    }
}
