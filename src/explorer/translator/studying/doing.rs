//! What can be done about the study: carry a part of it out, stop, look at another part, figure or condition.

use super::{StudyWork, Studying};
use crate::explorer::{Action, Brief, Direction, Jump, Mode, Model, View};
use crate::translator::study::{Measure, Part};
use crate::translator::{Plan, Schedule};
use crate::words::{translator, translator_study as say};
use std::sync::Arc;

/// What a person does about the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Shows the screen.
    Show,
    /// Carries out the part shown; stops it when it goes on.
    Run,
    /// Stops it.
    Stop,
    /// Another part.
    Part(Part),
    /// The next part, or the one before.
    NextPart {
        /// Backwards.
        back: bool,
    },
    /// Another figure.
    Measure(Measure),
    /// The next figure, or the one before.
    NextMeasure {
        /// Backwards.
        back: bool,
    },
    /// So many seeds.
    Seeds(u64),
    /// So many sentences a training: what was trained is another study.
    Sentences(usize),
}

impl Study {
    /// Whether it leads to the same place whatever was done before: a tour has only such.
    pub(in crate::explorer) fn leads_to_one_place(&self) -> bool {
        matches!(self, Study::Show | Study::Part(_) | Study::Measure(_) | Study::Seeds(_) | Study::Sentences(_))
    }
}

impl Model {
    /// The study, once it has been opened.
    pub fn studying(&self) -> Option<&Studying> {
        self.studying.as_deref()
    }

    /// Shows a study with what has come of it.
    pub fn show_study(&mut self, studying: Studying) {
        self.studying = Some(Box::new(studying));
        self.view = View::Study;
        self.keep_in_view();
    }

    /// The same, made on first use.
    fn studying_or_new(&mut self) -> &mut Studying {
        self.studying.get_or_insert_with(|| Box::new(Studying::of(Arc::clone(&super::super::LESSON))))
    }

    /// What an action does to the study, or on its screen; `None` where it does what it does elsewhere.
    pub(in crate::explorer) fn take_in_study(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Study(what) => self.study(*what),
            Action::View(View::Study) => {
                self.mode = Mode::Browsing;
                self.study(Study::Show);
            }
            _ if self.view != View::Study => return None,
            Action::Move(Direction::Left) => self.study(Study::NextMeasure { back: true }),
            Action::Move(Direction::Right) => self.study(Study::NextMeasure { back: false }),
            Action::Move(Direction::Up) => self.point_in_study(|at, _| at.saturating_sub(1)),
            Action::Move(Direction::Down) => self.point_in_study(|at, last| (at + 1).min(last)),
            Action::Jump(Jump::Start | Jump::First) => self.point_in_study(|_, _| 0),
            Action::Jump(Jump::End | Jump::Last) => self.point_in_study(|_, last| last),
            Action::Page { down } => self.scroll_panel(*down),
            Action::Nudge(None, _)
            | Action::Push(_)
            | Action::Measure(None)
            | Action::Undo
            | Action::Redo
            | Action::Edit
            | Action::Explain(None)
            | Action::Unfold(None) => self.refuse(translator::not_here()),
            Action::Explain(Some(_)) | Action::Unfold(_) | Action::Predict(_) => {
                self.view = View::Flow;
                return None;
            }
            _ => return None,
        }
        self.keep_in_view();
        Some(())
    }

    fn point_in_study(&mut self, to: impl FnOnce(usize, usize) -> usize) {
        let studying = self.studying_or_new();
        let last = studying.part.conditions().len() - 1;
        studying.at = to(studying.at, last).min(last);
    }

    fn study(&mut self, what: Study) {
        if !matches!(what, Study::Stop) {
            self.view = View::Study;
        }
        let studying = self.studying_or_new();
        studying.catch_up();
        match what {
            Study::Show => {}
            Study::Run if studying.is_running() => self.stop_study(),
            Study::Stop => self.stop_study(),
            Study::Run => self.run_study(),
            Study::Part(part) => self.show_part_of_study(part),
            Study::NextPart { back } => {
                let part = neighbour(&Part::ALL, &studying.part, back);
                self.show_part_of_study(part);
            }
            Study::Measure(measure) => studying.measure = measure,
            Study::NextMeasure { back } => studying.measure = neighbour(&Measure::all(), &studying.measure, back),
            Study::Seeds(seeds) => {
                studying.seeds = seeds;
                self.panel_first = 0;
            }
            Study::Sentences(sentences) => {
                let base = studying.base();
                let steps = sentences.div_ceil(base.schedule.batch.max(1)).max(1);
                let base = Plan { schedule: Schedule { steps, ..base.schedule }, ..*base };
                if base != *studying.base() {
                    let (seeds, part, measure, at) = (studying.seeds, studying.part, studying.measure, studying.at);
                    let fresh = Studying::with(base, Arc::clone(&studying.shared.corpus));
                    *studying = Studying { seeds, part, measure, at, ..fresh };
                }
                self.panel_first = 0;
            }
        }
    }

    /// Another part: what goes on is another part's, and stops.
    fn show_part_of_study(&mut self, part: Part) {
        let studying = self.studying_or_new();
        if studying.part != part {
            (studying.part, studying.at, studying.running) = (part, 0, false);
            self.panel_first = 0;
        }
    }

    fn run_study(&mut self) {
        let studying = self.studying_or_new();
        if let Some((of, reason)) = studying.results.failed {
            return self.refuse(say::no_outcome(&of.condition.id(), of.seed, reason));
        }
        studying.running = true;
        if !studying.is_running() {
            studying.running = false;
            let (_, all) = studying.progress();
            self.say(say::whole_already(all));
        }
    }

    /// Whether a study goes on beside the screen.
    pub fn is_studying(&self) -> bool {
        self.studying().is_some_and(Studying::is_running)
    }

    /// Stops the study; what is trained stays.
    pub(in crate::explorer) fn stop_study(&mut self) {
        let Some(studying) = &mut self.studying else { return };
        studying.catch_up();
        if !std::mem::take(&mut studying.running) {
            return self.say(say::nothing_runs());
        }
        let (done, all) = studying.progress();
        self.say(say::stopped(done, all));
    }

    /// What the threads beside the screen are to do.
    pub(in crate::explorer) fn study_work(&self) -> Option<StudyWork> {
        self.studying().and_then(StudyWork::of)
    }

    /// Takes over what has been trained beside the screen; whether there was anything.
    pub(in crate::explorer) fn catch_up_study(&mut self) -> bool {
        let Some(studying) = &mut self.studying else { return false };
        if !studying.catch_up() {
            return false;
        }
        if studying.running && !studying.is_running() {
            studying.running = false;
            let (_, all) = studying.progress();
            match studying.results.failed {
                Some((of, reason)) => self.refuse(say::no_outcome(&of.condition.id(), of.seed, reason)),
                None => self.say(say::whole_now(all)),
            }
        }
        true
    }

    /// The condition that is pointed at, in short.
    pub(in crate::explorer) fn brief_in_study(&self) -> Brief {
        match self.studying() {
            Some(studying) => Brief::of(studying.condition().id(), say::condition(studying.condition())),
            None => Brief::of(String::new(), translator::nothing_shown()),
        }
    }
}

/// The next of some, or the one before, around the end.
fn neighbour<T: Copy + PartialEq>(all: &[T], here: &T, back: bool) -> T {
    let at = all.iter().position(|one| one == here).unwrap_or(0);
    let step = if back { all.len() - 1 } else { 1 };
    all.get((at + step) % all.len().max(1)).copied().unwrap_or(*here)
}
