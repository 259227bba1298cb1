//! Slots, words, rows and dimensions added, removed and renamed: in the baseline, in every branch and in what is on the
//! screen, as one change.

use super::Model;
use crate::engine::Part;
use crate::scenario::{Restructuring, restructure};
use crate::words::{Text, explorer as say};

impl Model {
    pub(super) fn add(&mut self, part: Part, at: usize, name: Option<String>) {
        let name = name.unwrap_or_else(|| self.free_name(part));
        self.reshape(&Restructuring::Insert { part, at, name }, say::reshaped);
    }

    pub(super) fn remove(&mut self, part: Part, at: usize) {
        self.reshape(&Restructuring::Remove { part, at }, say::reshaped);
    }

    pub(super) fn rename(&mut self, part: Part, at: usize, name: &str) {
        let name = name.to_owned();
        self.reshape(&Restructuring::Rename { part, at, name }, |_| say::renamed());
    }

    fn reshape(&mut self, change: &Restructuring, done: fn(&[Text]) -> Text) {
        let mut next = self.state.clone();
        // The document first: it refuses what cannot be, before anything is changed.
        let told = restructure(&self.state.scenario, change).and_then(|(scenario, told)| {
            next.scenario = scenario;
            change.apply_to_givens(&mut next.givens)?;
            next.start = next.on_branch(next.branch)?.start;
            Ok(told)
        });
        match told {
            Ok(told) => {
                self.change(next);
                self.say(done(&told));
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// A name for a new slot or word that no other has; a new row has no prefix.
    fn free_name(&self, part: Part) -> String {
        let (stem, taken) = match part {
            Part::Slot => ("slot", &self.names().slots),
            Part::Word => ("word", &self.names().words),
            Part::Row | Part::KeyComponent | Part::ValueComponent => return String::new(),
        };
        (taken.len() + 1..)
            .map(|number| format!("{stem}{number}"))
            .find(|name| !taken.contains(name))
            .unwrap_or_default()
    }
}
