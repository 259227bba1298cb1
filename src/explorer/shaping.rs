//! Slots, words, rows and dimensions added, removed and renamed: in the baseline, in every branch and in what is on the
//! screen, as one change.

use super::command::part_name;
use super::{Focus, Model, Panel};
use crate::engine::Part;
use crate::scenario::{Restructuring, Scope, apply, difference, restructure};
use crate::words::{Text, explorer as say};

impl Model {
    /// Adds a part and puts the cursor on it.
    pub(super) fn add(&mut self, part: Part, at: usize, name: Option<String>) {
        let name = name.unwrap_or_else(|| self.free_name(part));
        let at = at.min(self.givens().count(part));
        let told = say::added(part, at + 1, &name);
        if self.reshape(&Restructuring::Insert { part, at, name }).is_some() {
            self.show_part(part, at);
            self.say(told);
        }
    }

    pub(super) fn remove(&mut self, part: Part, at: usize) {
        let name = match part {
            Part::Slot => self.names().slots.get(at).cloned(),
            Part::Word => self.names().words.get(at).cloned(),
            Part::Row => self.names().prefixes.get(at).cloned().flatten(),
            Part::KeyComponent | Part::ValueComponent | Part::EmbeddingComponent => None,
        };
        if let Some(lost) = self.reshape(&Restructuring::Remove { part, at }) {
            self.say(say::removed(part, at + 1, &name.unwrap_or_default(), &lost));
        }
    }

    /// Gives a slot, word or row another name; a name that cannot be is not said here but handed back.
    pub(super) fn rename(&mut self, part: Part, at: usize, name: &str) -> Result<(), Text> {
        let change = Restructuring::Rename { part, at, name: name.to_owned() };
        change.check(self.givens(), self.names())?;
        if self.reshape(&change).is_some() {
            self.say(say::renamed());
        }
        Ok(())
    }

    /// What was lost on the way; `None`, and a refusal said, where it cannot be done.
    fn reshape(&mut self, change: &Restructuring) -> Option<Vec<Text>> {
        let mut next = self.state.clone();
        // The document first: it refuses what cannot be, before anything is changed.
        let told = restructure(&self.state.scenario, change).and_then(|(scenario, told)| {
            next.scenario = scenario;
            let branch = next.on_branch(next.branch)?;
            if self.state.is_edited() {
                // What was edited since the branch was chosen, re-addressed, on top of the reshaped branch.
                let edits = difference(&self.state.start, &self.state.givens);
                let was = Scope { givens: &self.state.givens, names: &self.state.scenario.names, focused_row: None };
                let (edits, _) = change.apply_to_settings("", &edits, &was);
                next.givens = branch.start.clone();
                apply(&mut next.givens, &edits).map_err(|problem| problem.text)?;
            } else {
                next.givens = branch.start.clone();
            }
            next.start = branch.start;
            // A name changes no number.
            next.reshaped += usize::from(!matches!(change, Restructuring::Rename { .. }));
            Ok(told)
        });
        match told {
            Ok(told) => {
                let was = self.state.givens.clone();
                if !self.change(next) {
                    return None;
                }
                // What points into the model goes with what it points to.
                self.chosen = self.chosen.iter().filter_map(|address| change.moved(address, &was)).collect();
                if let Some(Panel::Explanation { of: Some(address), unfolded }) =
                    self.panel.take_if(|panel| matches!(panel, Panel::Explanation { of: Some(_), .. }))
                {
                    let of = change.moved(&address, &was);
                    self.panel = of.map(|of| Panel::Explanation { of: Some(of), unfolded });
                }
                Some(told)
            }
            Err(problem) => {
                self.refuse(problem);
                None
            }
        }
    }

    /// Puts the cursor on a part.
    fn show_part(&mut self, part: Part, at: usize) {
        let focus = match (part, self.focus()) {
            (Part::Slot, _) => Focus::Slot(at),
            (Part::Word, _) => Focus::Word(at),
            (Part::Row, _) => {
                self.show_row(at);
                Focus::Query(0)
            }
            (Part::KeyComponent, Focus::Key(j, _)) => Focus::Key(j, at),
            (Part::KeyComponent, _) => Focus::Query(at),
            (Part::ValueComponent, Focus::Head(_, w)) => Focus::Head(at, w),
            (Part::ValueComponent, focus) => Focus::Value(focus.slot().unwrap_or(0), at),
            (Part::EmbeddingComponent, focus) => focus,
        };
        self.set_focus(focus);
    }

    /// A name for a new slot or word that no other has; a new row has no prefix.
    fn free_name(&self, part: Part) -> String {
        let taken = match part {
            Part::Slot => &self.names().slots,
            Part::Word => &self.names().words,
            _ => return String::new(),
        };
        let lang = self.preferences().lang;
        (taken.len() + 1..)
            .map(|number| say::new_name(part_name(part), number).get(lang).to_owned())
            .find(|name| !taken.contains(name))
            .unwrap_or_default()
    }
}
