//! What undo brings back.

use super::Desk;
use crate::engine::{Cell, Givens, Part};
use crate::scenario::{Intervention, Scenario, Scope, apply, difference};
use crate::words::{Text, explorer as say};
use std::collections::BTreeMap;

/// The document and what is made of it now. Clones share their tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The document: names, baseline, interventions.
    pub scenario: Scenario,
    /// The intervention chosen; `None` for the baseline.
    pub branch: Option<usize>,
    /// The baseline with the intervention applied: where the user's own edits start from.
    pub start: Givens,
    /// What is on the screen.
    pub givens: Givens,
    /// What is worked on in readings that are not shown; nothing of one that is as in the file.
    pub aside: BTreeMap<usize, Desk>,
    /// Slots, words, rows and dimensions added and removed since it was opened.
    pub reshaped: usize,
}

impl State {
    /// The baseline of a scenario, nothing edited.
    pub fn new(scenario: Scenario) -> Self {
        let givens = scenario.givens.clone();
        Self { scenario, branch: None, start: givens.clone(), givens, aside: BTreeMap::new(), reshaped: 0 }
    }

    /// A branch, always from the baseline; edits in progress are gone from it.
    ///
    /// # Errors
    /// Why an intervention no longer fits the model.
    pub fn on_branch(&self, branch: Option<usize>) -> Result<Self, Text> {
        let mut start = self.scenario.givens.clone();
        if let Some(intervention) = branch.and_then(|branch| self.scenario.interventions.get(branch)) {
            apply(&mut start, &intervention.set).map_err(|problem| problem.text)?;
        }
        Ok(Self { branch, givens: start.clone(), start, ..self.clone() })
    }

    /// The intervention chosen.
    pub fn intervention(&self) -> Option<&Intervention> {
        self.branch.and_then(|branch| self.scenario.interventions.get(branch))
    }

    /// Whether the user has changed something since the branch was chosen.
    pub fn is_edited(&self) -> bool {
        self.givens != self.start
    }

    /// What lies between two states that follow each other and show the same reading, in words.
    pub fn difference_in_words(&self, other: &State) -> Text {
        let same_shape = |part: &Part| self.givens.count(*part) == other.givens.count(*part);
        if self.scenario.names != other.scenario.names || !Part::ALL.iter().all(same_shape) {
            return say::change_of_shape();
        }
        if self.scenario != other.scenario {
            return say::change_of_document();
        }
        if self.branch != other.branch {
            return say::change_of_branch();
        }
        const SHOWN: usize = 3;
        let settings = difference(&self.givens, &other.givens);
        let scope = Scope { givens: &self.givens, names: &self.scenario.names, focused_row: None };
        let addresses: Vec<String> = settings.iter().take(SHOWN).map(|setting| setting.address.write(&scope)).collect();
        say::change_of(&addresses, settings.len().saturating_sub(SHOWN))
    }

    /// How a given number came to be what it is.
    pub fn provenance(&self, cell: Cell) -> Provenance {
        let bits = |givens: &Givens| givens.get(cell).map(f64::to_bits);
        let now = bits(&self.givens);
        if self.givens.is_overridden(cell) {
            Provenance::Overridden
        } else if self.givens.origin.is_some() && cell.tensor.projection().is_some() {
            Provenance::FromWords { moved: now != bits(&self.scenario.givens) }
        } else if bits(&self.scenario.givens).is_none() && bits(&self.start).is_none() {
            // A parameter that came with another scorer: there is nothing to hold it against.
            Provenance::Baseline
        } else if now != bits(&self.start) {
            Provenance::Edit
        } else if now != bits(&self.scenario.givens) {
            Provenance::Branch
        } else {
            Provenance::Baseline
        }
    }
}

/// Where a given number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The baseline, bit for bit.
    Baseline,
    /// The intervention.
    Branch,
    /// The step of the tour that is shown.
    Tour,
    /// The user's own edit since.
    Edit,
    /// Given by words it follows from; whether it moved with them.
    FromWords {
        /// It is another number than the baseline's.
        moved: bool,
    },
    /// Set by hand, whatever the words give.
    Overridden,
}

/// Whether an id can be given to a branch: `branch` understands some words and all numbers by themselves.
pub(super) fn can_name_a_branch(id: &str) -> bool {
    crate::scenario::is_id(id) && !["baseline", "next", "previous"].contains(&id) && id.parse::<usize>().is_err()
}
