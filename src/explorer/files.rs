//! Opening and saving, as far as it does not touch the disk.

use super::mode::{Mode, Palette, Question};
use super::model::{Document, Notice};
use super::{Effect, Model, Replace, State};
use crate::scenario::translator_file::Trained;
use crate::scenario::{Scenario, difference};
use crate::words::{Text, explorer as say};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// How the outside world fared with an [`Effect`].
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The scenario was read.
    Opened(Box<Document>),
    /// A translator of this name was read.
    Trained(String, Box<Trained>),
    /// The file was written.
    Saved(Box<Document>),
    /// A file of that name is there and is not the one that was opened.
    Exists(PathBuf),
    /// The file that was opened can only be written anew, without its comments.
    LosesComments(PathBuf),
    /// The file that was opened has been changed by somebody else since.
    Changed(PathBuf),
    /// It did not work; nothing has changed.
    Failed(Text),
}

impl Model {
    /// Says that an effect takes its time; keys wait until [`take`](Self::take).
    pub fn wait(&mut self) {
        self.mode = Mode::Waiting;
    }

    /// Takes the result of an effect in.
    pub fn take(&mut self, outcome: Outcome) {
        if matches!(self.mode, Mode::Waiting) {
            self.mode = Mode::Browsing;
        }
        match outcome {
            Outcome::Opened(document) => {
                let mut opened = Model::new(*document, self.preferences);
                opened.size = self.size;
                opened.stage = std::mem::take(&mut self.stage);
                opened.translating = self.translating.take();
                opened.studying = self.studying.take();
                opened.keep_in_view();
                *self = opened;
                let opened = say::opened(&self.state.scenario.id);
                match self.notice.take() {
                    None => self.say(opened),
                    Some(Notice { text, tone }) => {
                        self.notice = Some(Notice { text: say::opened_and(&opened, &text), tone });
                    }
                }
            }
            Outcome::Trained(name, trained) => self.show_translator(name, *trained),
            Outcome::Saved(document) => {
                let path = document.path.clone().unwrap_or_default();
                let baselines = self.state.scenario.all_readings().map(|reading| reading.givens);
                let new_baseline = baselines.ne(document.saved.all_readings().map(|reading| reading.givens));
                if !self.state.scenario.same_file(&document.saved) {
                    let next = self.state.after_writing(&document.saved, |reading| self.is_to_be_written(reading));
                    self.change(next);
                }
                self.document = *document;
                self.say(if new_baseline { say::saved_as_baseline(&path) } else { say::saved(&path) });
            }
            Outcome::Exists(path) => self.mode = Mode::Asking(Question::Replace(path)),
            Outcome::LosesComments(path) => self.mode = Mode::Asking(Question::LoseComments(path)),
            Outcome::Changed(path) => self.mode = Mode::Asking(Question::Changed(path)),
            Outcome::Failed(problem) => self.refuse(problem),
        }
    }

    /// Saves: from the baseline the numbers on the screen become the file's, from a branch they become that
    /// intervention's. Free edits on a branch are asked about first.
    pub(super) fn save(&mut self, path: Option<PathBuf>) -> Option<Effect> {
        if self.has_free_edits() || !self.edited_branches_elsewhere().is_empty() {
            self.mode = Mode::Asking(Question::SaveEdits(path));
            return None;
        }
        self.save_now(path, Replace::Own)
    }

    /// Saves without asking about edits. `Own` is meant for the file that was opened, and is nothing for another.
    pub(super) fn save_now(&mut self, path: Option<PathBuf>, replace: Replace) -> Option<Effect> {
        let own = self.document.path.clone();
        let Some(path) = path.or_else(|| own.clone()) else {
            let field = format!("save {}.toml", self.state.scenario.id).into();
            self.mode = Mode::Palette(Palette { field, ..Palette::default() });
            self.say(say::name_the_file());
            return None;
        };
        let scenario = self.state.written(|reading| self.is_to_be_written(reading));
        let replace = match replace {
            Replace::Own if !own.as_ref().is_some_and(|own| same_path(own, &path)) => Replace::Nothing,
            replace => replace,
        };
        Some(Effect::Save { path, before: Box::new(self.document.clone()), scenario: Box::new(scenario), replace })
    }
}

/// Whether two paths are written alike but for `.` parts: `./gift.toml` is `gift.toml`.
fn same_path(one: &Path, other: &Path) -> bool {
    let parts = |path: &Path| {
        path.components()
            .filter(|part| *part != Component::CurDir)
            .map(|part| part.as_os_str().to_owned())
            .collect::<Vec<_>>()
    };
    parts(one) == parts(other)
}

impl State {
    /// The document with what is on the screen written into the baseline or into the branch.
    pub(super) fn to_save(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        match self.branch {
            None => scenario.givens = self.givens.clone(),
            Some(branch) if self.is_edited() => {
                let mut interventions = self.scenario.interventions.to_vec();
                if let Some(intervention) = interventions.get_mut(branch) {
                    intervention.set = difference(&self.scenario.givens, &self.givens);
                }
                scenario.interventions = Arc::from(interventions);
            }
            Some(_) => {}
        }
        scenario
    }
}
