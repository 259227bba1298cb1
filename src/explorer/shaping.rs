//! Slots, words, rows and dimensions added and removed: in the baseline, in every branch and in what is on the screen,
//! as one change.

use super::Model;
use crate::engine::Part;
use crate::scenario::Reshape;
use crate::words::explorer as say;

impl Model {
    pub(super) fn add(&mut self, part: Part, at: usize, name: Option<String>) {
        let name = name.unwrap_or_else(|| self.free_name(part));
        self.reshape(match part {
            Part::Slot => Reshape::AddSlot { at, name },
            Part::Word => Reshape::AddWord { at, name },
            Part::Row => Reshape::AddRow { at },
            Part::KeyComponent => Reshape::AddKeyDimension { at },
            Part::ValueComponent => Reshape::AddValueDimension { at },
        });
    }

    pub(super) fn remove(&mut self, part: Part, at: usize) {
        self.reshape(match part {
            Part::Slot => Reshape::RemoveSlot { at },
            Part::Word => Reshape::RemoveWord { at },
            Part::Row => Reshape::RemoveRow { at },
            Part::KeyComponent => Reshape::RemoveKeyDimension { at },
            Part::ValueComponent => Reshape::RemoveValueDimension { at },
        });
    }

    fn reshape(&mut self, reshape: Reshape) {
        let mut next = self.state.clone();
        // The document first: it refuses what cannot be, before anything is changed.
        let dropped = match next.scenario.reshape(&reshape) {
            Ok(dropped) => dropped,
            Err(problem) => return self.refuse(problem),
        };
        let shaped = reshape.apply_to(&mut next.givens).and_then(|()| next.on_branch(next.branch));
        match shaped {
            Ok(branch) => {
                next.start = branch.start;
                self.change(next);
                self.say(say::reshaped(&dropped));
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// A name for a new slot or word that no other has.
    fn free_name(&self, part: Part) -> String {
        let (stem, taken) = match part {
            Part::Slot => ("slot", &self.names().slots),
            _ => ("word", &self.names().words),
        };
        (taken.len() + 1..)
            .map(|number| format!("{stem}{number}"))
            .find(|name| !taken.contains(name))
            .unwrap_or_default()
    }
}
