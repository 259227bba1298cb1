//! Showing another reading of a file: what belongs to each is kept while another is shown.
//!
//! Showing one is moving about, as showing another row is: it is no change, and nothing for undo.

use super::mistaking::{Seen, Standing};
use super::{Focus, Model, Panel, Scroll, State, View};
use crate::engine::mistakes::{Mistake, Mistaken};
use crate::engine::{Comparison, Givens, Stage, Trace, Undefined};
use crate::scenario::{Address, Intervention, Names, Scenario};
use crate::words::{Text, explorer, readings as say};
use std::sync::Arc;

/// What follows from the numbers of a reading that is not shown.
#[derive(Clone, Debug)]
pub(super) struct Computed {
    trace: Trace,
    baseline: Trace,
    comparison: Comparison,
    mistaken: Option<Arc<Mistaken>>,
}

/// Where one was in a reading that is not shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    row: usize,
    focus: Focus,
    chosen: Vec<Address>,
}

impl Default for Place {
    fn default() -> Self {
        Self { row: 0, focus: Focus::Query(0), chosen: Vec::new() }
    }
}

impl Computed {
    /// Of a reading that is as in the file: then both are one trace, and what is computed of one is there in the other.
    fn of(baseline: &Givens) -> Self {
        let trace = Trace::new(baseline);
        let comparison = Comparison::new((baseline, &trace), (baseline, &trace));
        Self { baseline: trace.clone(), trace, comparison, mistaken: None }
    }

    /// What follows from other numbers; nothing is computed again where they are the same.
    fn follow(&mut self, baseline: &Givens, now: &Givens) {
        if self.baseline.givens() == baseline && self.trace.givens() == now {
            return;
        }
        self.baseline = followed(&self.baseline, baseline);
        self.trace = followed(&self.trace, now);
        self.comparison = Comparison::new((baseline, &self.baseline), (now, &self.trace));
        self.mistaken = None;
    }

    fn make_mistake(&mut self, mistake: Option<Mistake>) {
        let known = self.mistaken.as_ref().map(|mistaken| mistaken.mistake());
        if known != mistake {
            let made = |mistake| Arc::new(Mistaken::new(mistake, self.trace.givens(), &self.trace));
            self.mistaken = mistake.map(made);
        }
    }
}

/// What follows from numbers after what followed from others; the same trace, with all that is computed of it, where they
/// are the same to the last bit.
pub(super) fn followed(trace: &Trace, now: &Givens) -> Trace {
    if trace.givens() == now { trace.clone() } else { trace.after(now) }
}

/// What follows from each reading's numbers; nothing where there are no readings.
pub(super) fn shelf_of(scenario: &Scenario) -> Vec<Computed> {
    if !scenario.has_readings() {
        return Vec::new();
    }
    scenario.all_readings().map(|reading| Computed::of(reading.givens)).collect()
}

impl Model {
    /// Shows another reading, as it was left.
    pub(super) fn show_reading(&mut self, at: usize) {
        if at != self.state.scenario.shown() {
            self.put(self.state.showing(at));
            self.leave_empty_view();
        }
    }

    /// Leaves a view in which the reading shown has nothing to be seen.
    pub(super) fn leave_empty_view(&mut self) {
        if self.view == View::Parameters && !self.has_parameters() {
            self.view = View::Flow;
            self.keep_in_view();
        }
    }

    /// Shows another reading and says which.
    pub(super) fn choose_reading(&mut self, at: usize) {
        self.show_reading(at);
        let count = self.state.scenario.reading_count();
        let Some(label) = self.state.scenario.label() else { return self.say(say::no_readings()) };
        let told = say::reading_shown(at + 1, count, &label.id, label.title.as_ref());
        self.say(told);
    }

    /// Puts what belongs to the reading shown aside, and takes up what belongs to another, which is going to be shown.
    pub(super) fn exchange(&mut self, at: usize) {
        let here = self.state.scenario.shown();
        if at == here || at >= self.shelf.len() {
            return;
        }
        let own = Computed {
            trace: self.trace.clone(),
            baseline: self.baseline.clone(),
            comparison: self.comparison.clone(),
            mistaken: None,
        };
        self.shelf[here] = own;
        let Computed { trace, baseline, comparison, .. } = self.shelf[at].clone();
        (self.trace, self.baseline, self.comparison) = (trace, baseline, comparison);
        let place = Place { row: self.row, focus: self.focus, chosen: std::mem::take(&mut self.chosen) };
        self.places.insert(here, place);
        let Place { row, focus, chosen } = self.places.remove(&at).unwrap_or_default();
        (self.row, self.focus, self.chosen) = (row, focus, chosen);
        self.scroll = Scroll::default();
        // What is explained from afar is a number of the other reading.
        self.panel.take_if(|panel| matches!(panel, Panel::Explanation { of: Some(_), .. }));
    }

    /// Computes what follows in the readings that are not shown, after a change of the state.
    pub(super) fn follow_readings(&mut self) {
        let mistake = self.mistake();
        for (reading, computed) in self.shelf.iter_mut().enumerate() {
            if reading != self.state.scenario.shown() {
                let now = self.state.desk(reading).givens;
                computed.follow(self.state.scenario.reading(reading).givens, now);
                computed.make_mistake(mistake);
            }
        }
    }

    /// Whether the person has changed something in a reading: what a step of the tour has set is the tour's.
    pub(super) fn is_edited_in(&self, reading: usize) -> bool {
        let desk = self.state.desk(reading);
        let as_toured = |toured: &State| {
            let toured = toured.desk(reading);
            toured.givens == desk.givens && toured.branch == desk.branch
        };
        desk.is_edited() && !self.toured().is_some_and(as_toured)
    }

    /// Whether the work in a reading is to be written when the file is saved: what only a step of the tour has set, and
    /// nobody has edited, belongs to no baseline.
    pub(super) fn is_to_be_written(&self, reading: usize) -> bool {
        !self.state.desk(reading).is_edited() || self.is_edited_in(reading)
    }

    /// Whether there are free edits on a branch in the reading shown.
    pub fn has_free_edits(&self) -> bool {
        self.state.branch.is_some() && self.is_edited()
    }

    /// The ids of the other readings of which the same is true.
    pub fn free_edits_elsewhere(&self) -> Vec<&str> {
        let label = |reading: usize| self.state.scenario.reading(reading).label;
        self.edited_branches_elsewhere().into_iter().filter_map(|at| Some(label(at)?.id.as_str())).collect()
    }

    /// The readings other than the one shown that have free edits on a branch.
    pub(super) fn edited_branches_elsewhere(&self) -> Vec<usize> {
        let scenario = &self.state.scenario;
        let edited = |reading: &usize| self.state.desk(*reading).branch.is_some() && self.is_edited_in(*reading);
        (0..scenario.reading_count()).filter(|reading| *reading != scenario.shown()).filter(edited).collect()
    }

    /// The branch chosen in a reading, with a `+` where there are edits of the person's own; `None` where it is as in the
    /// file.
    pub fn branch_told_in(&self, reading: usize) -> Option<Text> {
        let (branch, edited) = (self.state.desk(reading).branch, self.is_edited_in(reading));
        let interventions = self.state.scenario.reading(reading).interventions;
        let told = branch.and_then(|branch| interventions.get(branch)).map(Intervention::told);
        if edited { Some(say::edited(told.unwrap_or_else(explorer::baseline))) } else { told }
    }

    /// What follows from the numbers of a reading, shown or not.
    pub fn trace_in(&self, reading: usize) -> &Trace {
        self.aside(reading).map_or(&self.trace, |aside| &aside.trace)
    }

    /// What follows from its baseline.
    pub fn baseline_in(&self, reading: usize) -> &Trace {
        self.aside(reading).map_or(&self.baseline, |aside| &aside.baseline)
    }

    /// The numbers of a reading, shown or not.
    pub fn givens_in(&self, reading: usize) -> &Givens {
        self.state.desk(reading).givens
    }

    /// The names of a reading, shown or not.
    pub fn names_in(&self, reading: usize) -> &Names {
        self.state.scenario.reading(reading).names
    }

    fn aside(&self, reading: usize) -> Option<&Computed> {
        self.shelf.get(reading).filter(|_| reading != self.state.scenario.shown())
    }

    /// The weight of a slot in a row of a reading, as it is seen.
    pub fn weight_in(&self, reading: usize, row: usize, slot: usize) -> Seen {
        let Some(aside) = self.aside(reading) else { return self.seen(row, Focus::Attention(slot)) };
        match &aside.mistaken {
            Some(mistaken) => {
                let readable = mistaken.givens().mask.readable(row, slot);
                Seen::at_slot(mistaken.row(row).attention(slot), readable)
            }
            None => aside.trace.reading(row).attention.map_or(Seen::Nothing, |all| Seen::Number(all.get(slot))),
        }
    }

    /// How it stands to what it is held against.
    pub fn weight_standing_in(&self, reading: usize, row: usize, slot: usize) -> Standing {
        let Some(aside) = self.aside(reading) else { return self.standing(row, Focus::Attention(slot)) };
        if let Some(mistaken) = &aside.mistaken {
            let right = aside.trace.reading(row).attention.ok().map(|all| all.get(slot));
            return Standing::of_mistake(mistaken.row(row).attention(slot), right);
        }
        if aside.trace.givens() == aside.baseline.givens() {
            return Standing::Unmarked;
        }
        Standing::Baseline(aside.comparison.attention(row, slot))
    }

    /// The sum of a row's weights in a reading, as it is seen.
    pub fn weight_sum_in(&self, reading: usize, row: usize) -> Seen {
        let Some(aside) = self.aside(reading) else { return self.attention_sum(row) };
        match &aside.mistaken {
            Some(mistaken) => Seen::of(mistaken.row(row).attention_sum()),
            None => aside.trace.reading(row).attention.map_or(Seen::Nothing, |all| Seen::Number(all.sum())),
        }
    }

    /// Why a row of a reading has no weights.
    pub fn unread_in(&self, reading: usize, row: usize) -> Option<Undefined> {
        match self.aside(reading) {
            None => self.undefined_at(row, Stage::Attention),
            Some(Computed { mistaken: Some(mistaken), .. }) => mistaken.row(row).attention(0).undefined(),
            Some(aside) => aside.trace.reading(row).attention.err(),
        }
    }
}
