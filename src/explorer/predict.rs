//! Predict, then see: the class says of chosen numbers whether they will rise, fall or stay; then the change is made.
//!
//! `=` and `≈` (interfaces 6.1) both count as staying. What a number did is asked of the comparison between the model
//! as it was when the prediction began and as it is once it is seen: that of an intervention is settled then, that of an
//! edit follows later edits.

use super::{Focus, Model, Revealed, State};
use crate::engine::{Comparison, Givens, Mark, Part, Trace};
use crate::words::teach as say;
use std::collections::HashMap;

/// What a number is said to do, or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
    /// It falls.
    Falls,
    /// It stays: the same bits, or equal within rounding.
    Stays,
    /// It rises.
    Rises,
}

/// The change that is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// A branch is chosen (`None`: the baseline).
    Branch(Option<usize>),
    /// Something is edited.
    Edit,
}

/// How far a prediction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Courses are being marked.
    Marking,
    /// They are marked; the edit has not been made yet.
    Waiting,
    /// The change is made: what was said stands beside what happened.
    Seen,
}

/// A prediction.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// What is going to change.
    pub foreseen: Foreseen,
    /// How far it is.
    pub progress: Progress,
    /// The row it is about (0-based).
    pub row: usize,
    marked: HashMap<Focus, Course>,
    before: (State, Trace),
    comparison: Option<Comparison>,
    /// The model the comparison is with.
    after: Option<(Givens, Trace)>,
}

impl Prediction {
    /// What was said of a number.
    pub fn said(&self, of: Focus) -> Option<Course> {
        self.marked.get(&of).copied()
    }

    /// How many numbers something was said of.
    pub fn marked(&self) -> usize {
        self.marked.len()
    }
}

impl Model {
    /// The prediction being made or looked at.
    pub fn prediction(&self) -> Option<&Prediction> {
        self.prediction.as_ref()
    }

    /// The numbers that can be predicted: every α_j, c_d and p_w, and the loss where the row has a target. `None` past
    /// the last.
    pub fn predictable(&self, place: usize) -> Option<Focus> {
        let givens = self.givens();
        let (n, d_v, words) = (givens.slots(), givens.d_v(), givens.words());
        match place {
            _ if place < n => Some(Focus::Attention(place)),
            _ if place < n + d_v => Some(Focus::Context(place - n)),
            _ if place < n + d_v + words => Some(Focus::Probability(place - n - d_v)),
            _ if place < self.count_to_predict() => Some(Focus::Loss),
            _ => None,
        }
    }

    fn count_to_predict(&self) -> usize {
        let givens = self.givens();
        let has_loss = givens.targets.get(self.row).is_some_and(Option::is_some);
        givens.slots() + givens.d_v() + givens.words() + usize::from(has_loss)
    }

    /// The place of a number among those that can be predicted.
    fn place_to_predict(&self, focus: Focus) -> usize {
        let (n, d_v) = (self.givens().slots(), self.givens().d_v());
        match focus {
            Focus::Attention(j) => j,
            Focus::Context(d) => n + d,
            Focus::Probability(w) => n + d_v + w,
            Focus::Loss => n + d_v + self.givens().words(),
            _ => 0,
        }
    }

    /// Begins a prediction of a change from the model as it is now.
    pub(super) fn predict(&mut self, foreseen: Foreseen) {
        if foreseen == Foreseen::Branch(self.state.branch) && !self.state.is_edited() {
            return self.refuse(say::branch_is_shown());
        }
        if let Foreseen::Branch(branch) = foreseen
            && let Err(problem) = self.state.on_branch(branch)
        {
            return self.refuse(problem);
        }
        // An intervention starts from the baseline, and so does what is said of it.
        if matches!(foreseen, Foreseen::Branch(Some(_))) && (self.state.branch.is_some() || self.state.is_edited()) {
            self.prediction = None;
            self.choose_branch(None);
        }
        self.panel = None;
        self.panel_first = 0;
        self.prediction = Some(Prediction {
            foreseen,
            progress: Progress::Marking,
            row: self.row,
            marked: HashMap::new(),
            before: (self.state.clone(), self.trace.clone()),
            comparison: None,
            after: None,
        });
        if let Some(first) = self.predictable(0) {
            self.set_focus(first);
        }
    }

    /// The change a bare `predict` is about: the intervention after the one shown; an edit where there is none.
    pub(super) fn next_to_foresee(&self) -> Foreseen {
        match self.state.scenario.interventions.len() {
            0 => Foreseen::Edit,
            count => match self.state.branch.map_or(0, |branch| (branch + 1) % count) {
                next if self.state.branch == Some(next) => Foreseen::Edit,
                next => Foreseen::Branch(Some(next)),
            },
        }
    }

    /// The change after the one being predicted, round over all branches and an edit.
    pub(super) fn other_to_foresee(&self, back: bool) -> Foreseen {
        let branches = std::iter::once(None).chain((0..self.state.scenario.interventions.len()).map(Some));
        let here = Foreseen::Branch(self.state.branch);
        let edited = self.state.is_edited();
        let all: Vec<Foreseen> = branches
            .map(Foreseen::Branch)
            .filter(|foreseen| edited || *foreseen != here)
            .chain([Foreseen::Edit])
            .collect();
        let now = self.prediction.as_ref().map(|prediction| prediction.foreseen);
        let at = all.iter().position(|foreseen| Some(*foreseen) == now).unwrap_or(0);
        all[(at + if back { all.len() - 1 } else { 1 }) % all.len()]
    }

    /// Goes to the next or the previous number that can be predicted, round at the ends.
    pub(super) fn predict_onward(&mut self, back: bool) {
        let here = self.place_to_predict(self.focus);
        let last = self.count_to_predict() - 1;
        let there = match (back, here) {
            (true, 0) => last,
            (true, here) => here - 1,
            (false, here) if here >= last => 0,
            (false, here) => here + 1,
        };
        if let Some(focus) = self.predictable(there) {
            self.set_focus(focus);
        }
    }

    /// Marks the number under the cursor, or takes its mark away.
    pub(super) fn mark_course(&mut self, course: Option<Course>) {
        let focus = self.focus;
        let Some(prediction) = self.prediction.as_mut().filter(|_| is_predictable(focus)) else { return };
        match course {
            Some(course) => drop(prediction.marked.insert(focus, course)),
            None => drop(prediction.marked.remove(&focus)),
        }
    }

    /// One step up or down from falls over stays to rises; the first step says rises or falls.
    pub(super) fn bend_course(&mut self, up: bool) {
        let said = self.prediction.as_ref().and_then(|prediction| prediction.said(self.focus));
        let course = match (said, up) {
            (None | Some(Course::Stays | Course::Rises), true) => Course::Rises,
            (None | Some(Course::Stays | Course::Falls), false) => Course::Falls,
            (Some(Course::Falls), true) | (Some(Course::Rises), false) => Course::Stays,
        };
        self.mark_course(Some(course));
    }

    /// Ends the marking: a branch is chosen now, an edit is waited for.
    pub(super) fn see(&mut self) {
        let Some(prediction) = self.prediction.as_mut() else { return };
        match prediction.foreseen {
            Foreseen::Branch(branch) => {
                prediction.progress = Progress::Seen;
                self.set_revealed(Revealed::default());
                if self.state.branch != branch || self.state.is_edited() {
                    self.choose_branch(branch);
                    self.notice = None;
                }
                self.follow_prediction();
            }
            Foreseen::Edit => {
                prediction.progress = Progress::Waiting;
                self.set_focus(Focus::Query(0));
                self.say(say::edit_is_waited_for());
            }
        }
    }

    /// After a change of the numbers: what was waited for has happened, and the truth is what it is now. A prediction
    /// about a model of another shape is over.
    pub(super) fn follow_prediction(&mut self) {
        let Some(prediction) = self.prediction.as_mut() else { return };
        let (before, trace) = &prediction.before;
        let same_shape = Part::ALL.iter().all(|part| before.givens.count(*part) == self.state.givens.count(*part));
        // Nor has what is said of one reading anything to do with another.
        if !same_shape || before.scenario.shown() != self.state.scenario.shown() {
            self.prediction = None;
            return;
        }
        let waited = prediction.progress == Progress::Waiting && before.givens != self.state.givens;
        if waited {
            prediction.progress = Progress::Seen;
        }
        // What an intervention did is settled once it is seen; an edit may go on.
        let undone = self.state.branch != before.branch || self.state.givens == before.givens;
        let settled = prediction.comparison.is_some() && (prediction.foreseen != Foreseen::Edit || undone);
        if prediction.progress == Progress::Seen && !settled {
            let now = (&self.state.givens, &self.trace);
            prediction.comparison = Some(Comparison::new((&before.givens, trace), now));
            prediction.after = Some((self.state.givens.clone(), self.trace.clone()));
        }
        if waited {
            self.set_revealed(Revealed::default());
        }
    }

    /// What a number did, once it is seen. `None` where it has no course: there was or is no number.
    pub fn course(&self, of: Focus) -> Option<Course> {
        let prediction = self.prediction.as_ref().filter(|_| self.shows(of))?;
        let comparison = prediction.comparison.as_ref()?;
        let row = prediction.row;
        let mark = match of {
            Focus::Attention(j) => comparison.attention(row, j),
            Focus::Context(d) => comparison.context(row, d),
            Focus::Probability(w) => comparison.probability(row, w),
            Focus::Loss => comparison.loss(row),
            _ => return None,
        };
        let (state, trace) = &prediction.before;
        let before = of.number(&state.givens, trace, row)?;
        let (givens, trace) = prediction.after.as_ref()?;
        let now = of.number(givens, trace, row)?;
        Some(match mark {
            Mark::Same | Mark::WithinRounding => Course::Stays,
            Mark::Moved if now > before => Course::Rises,
            Mark::Moved => Course::Falls,
        })
    }

    /// How many of the marked numbers did what was said, and how many were marked.
    pub fn score_of_prediction(&self) -> Option<(usize, usize)> {
        let seen = |prediction: &&Prediction| prediction.comparison.is_some() && self.revealed.is_whole();
        let prediction = self.prediction.as_ref().filter(seen)?;
        let right = prediction.marked.iter().filter(|(of, said)| self.course(**of) == Some(**said)).count();
        Some((right, prediction.marked.len()))
    }
}

fn is_predictable(focus: Focus) -> bool {
    matches!(focus, Focus::Attention(_) | Focus::Context(_) | Focus::Probability(_) | Focus::Loss)
}
