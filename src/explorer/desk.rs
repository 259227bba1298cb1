//! What lies on the desk of each reading of a file: the branch chosen there, and what is edited. Showing another reading
//! puts one desk aside and takes another up, as it was left.

use super::State;
use crate::engine::Givens;
use crate::scenario::Scenario;

/// What is worked on in a reading that is not shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    /// The intervention chosen; `None` for the baseline.
    pub branch: Option<usize>,
    /// The baseline with the intervention applied.
    pub start: Givens,
    /// What is on the screen when the reading is shown.
    pub givens: Givens,
}

/// The same of any reading, shown or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeskView<'a> {
    /// The intervention chosen; `None` for the baseline.
    pub branch: Option<usize>,
    /// The baseline with the intervention applied.
    pub start: &'a Givens,
    /// What is on the screen when the reading is shown.
    pub givens: &'a Givens,
}

impl DeskView<'_> {
    /// Whether something has been changed since the branch was chosen.
    pub fn is_edited(&self) -> bool {
        self.givens != self.start
    }

    fn kept(&self) -> Desk {
        Desk { branch: self.branch, start: self.start.clone(), givens: self.givens.clone() }
    }
}

impl State {
    /// The desk of a reading.
    pub fn desk(&self, reading: usize) -> DeskView<'_> {
        if reading == self.scenario.shown() {
            return DeskView { branch: self.branch, start: &self.start, givens: &self.givens };
        }
        let baseline = self.scenario.reading(reading).givens;
        match self.aside.get(&reading) {
            Some(Desk { branch, start, givens }) => DeskView { branch: *branch, start, givens },
            None => DeskView { branch: None, start: baseline, givens: baseline },
        }
    }

    /// The same work with another reading shown.
    #[must_use]
    pub fn showing(&self, reading: usize) -> Self {
        let (here, count) = (self.scenario.shown(), self.scenario.reading_count());
        if reading == here || reading >= count {
            return self.clone();
        }
        let Desk { branch, start, givens } = self.desk(reading).kept();
        let mut aside = self.aside.clone();
        aside.remove(&reading);
        let own = self.desk(here);
        // Nothing lies on the desk of a reading that is as in the file: two states that say the same are equal.
        if own.branch.is_some() || own.is_edited() || own.start != &self.scenario.givens {
            aside.insert(here, own.kept());
        }
        Self { scenario: self.scenario.showing(reading), branch, start, givens, aside, reshaped: self.reshaped }
    }

    /// Whether both are the same work, whichever reading is shown.
    pub fn same_work(&self, other: &Self) -> bool {
        self.scenario.same_file(&other.scenario)
            && (0..self.scenario.reading_count()).all(|reading| self.desk(reading) == other.desk(reading))
    }

    /// The readings in which two states of one file differ: first the one the other shows, then the one shown here.
    pub(super) fn differing(&self, other: &Self) -> Vec<usize> {
        let differs = |reading: &usize| {
            self.desk(*reading) != other.desk(*reading)
                || self.scenario.reading(*reading) != other.scenario.reading(*reading)
        };
        let shown = [other.scenario.shown(), self.scenario.shown()];
        let others = (0..self.scenario.reading_count()).filter(|reading| !shown.contains(reading));
        let mut all: Vec<usize> = shown.into_iter().chain(others).collect();
        all.dedup();
        all.into_iter().filter(differs).collect()
    }

    /// The document as it would be if the work in some of its readings were written into baselines and branches.
    pub(super) fn written(&self, which: impl Fn(usize) -> bool) -> Scenario {
        let here = self.scenario.shown();
        let mut now = self.clone();
        for reading in (0..self.scenario.reading_count()).filter(|reading| which(*reading)) {
            now = now.showing(reading);
            now.scenario = now.to_save();
        }
        now.scenario.showing(here)
    }

    /// The same work after it has been written into `saved`: what was written is where edits start from now.
    pub(super) fn after_writing(&self, saved: &Scenario, which: impl Fn(usize) -> bool) -> Self {
        let here = self.scenario.shown();
        let mut now = self.clone();
        for reading in (0..self.scenario.reading_count()).filter(|reading| which(*reading)) {
            now = now.showing(reading);
            now.scenario = saved.showing(reading);
            now.start = now.givens.clone();
        }
        now = now.showing(here);
        now.scenario = saved.showing(here);
        now
    }
}
