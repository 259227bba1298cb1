//! Undo and redo: an earlier or later state in the place of the present one, with the cursor where it was.

use super::Model;
use super::model::Remembered;
use crate::engine::Part;
use crate::words::explorer as say;
use crate::words::readings::in_reading;

impl Model {
    /// One change back, or one forward again.
    pub(super) fn step_in_history(&mut self, back: bool) {
        let present =
            Remembered { state: self.state.clone(), row: self.row, focus: self.focus, chosen: self.chosen.clone() };
        let step = if back { self.history.undo(present) } else { self.history.redo(present) };
        match step {
            Ok(there) => {
                // The reading that changes is shown, whichever was shown then.
                let shown = there.state.scenario.shown();
                let reading = self.state.differing(&there.state).first().copied().unwrap_or(shown);
                let next = there.state.showing(reading);
                let now = self.state.showing(reading);
                let what = now.difference_in_words(&next);
                let same = |part: &Part| now.givens.count(*part) == next.givens.count(*part);
                let same_shape = Part::ALL.iter().all(same);
                let came = reading != self.state.scenario.shown();
                self.put(next);
                self.learning.recorded = false;
                self.forget_passed();
                if came {
                    self.leave_empty_view();
                }
                if !same_shape || came && reading == shown {
                    self.chosen = if reading == shown { there.chosen } else { Vec::new() };
                }
                if reading == shown {
                    self.show_row(there.row);
                    self.set_focus(there.focus);
                }
                let told = say::stepped(back, &what);
                let told = self.state.scenario.label().filter(|_| came).map(|label| in_reading(&told, &label.id));
                self.say(told.unwrap_or_else(|| say::stepped(back, &what)));
            }
            Err(_) => self.refuse(if back { say::nothing_to_undo() } else { say::nothing_to_redo() }),
        }
    }
}
