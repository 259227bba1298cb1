//! Opening and saving, as far as it does not touch the disk.

use super::mode::{Mode, Palette, Question};
use super::model::Document;
use super::{Effect, Model, State};
use crate::scenario::{Scenario, difference, patch};
use crate::words::{Text, explorer as say};
use std::path::PathBuf;
use std::sync::Arc;

/// How the outside world fared with an [`Effect`].
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The scenario was read.
    Opened(Box<Document>),
    /// The file was written.
    Saved(Box<Document>),
    /// A file of that name is there and is not the one that was opened.
    Exists(PathBuf),
    /// It did not work; nothing has changed.
    Failed(Text),
}

impl Model {
    /// Takes the result of an effect in.
    pub fn take(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Opened(document) => {
                let mut opened = Model::new(*document, self.preferences);
                opened.size = self.size;
                opened.keep_in_view();
                *self = opened;
                self.say(say::opened(&self.state.scenario.id));
            }
            Outcome::Saved(document) => {
                let path = document.path.clone().unwrap_or_default();
                if self.state.scenario != document.saved {
                    let branch = self.state.branch;
                    let mut next = self.state.clone();
                    next.scenario = document.saved.clone();
                    next.branch = branch;
                    next.start = next.givens.clone();
                    self.change(next);
                }
                self.document = *document;
                self.say(say::saved(&path));
            }
            Outcome::Exists(path) => self.mode = Mode::Asking(Question::Replace(path)),
            Outcome::Failed(problem) => self.refuse(problem),
        }
    }

    /// Saves: from the baseline the numbers on the screen become the file's, from a branch they become that
    /// intervention's. Free edits on a branch are asked about first.
    pub(super) fn save(&mut self, path: Option<PathBuf>) -> Option<Effect> {
        if self.state.branch.is_some() && self.state.is_edited() {
            self.mode = Mode::Asking(Question::SaveEdits(path));
            return None;
        }
        self.save_now(path, false)
    }

    /// Saves without asking about edits.
    pub(super) fn save_now(&mut self, path: Option<PathBuf>, replace: bool) -> Option<Effect> {
        let own = self.document.path.clone();
        let Some(path) = path.or_else(|| own.clone()) else {
            let field = format!("save {}.toml", self.state.scenario.id).into();
            self.mode = Mode::Palette(Palette { field, ..Palette::default() });
            self.say(say::name_the_file());
            return None;
        };
        let scenario = self.state.to_save();
        let text = patch(&self.document.text, &self.document.saved, &scenario);
        let replace = replace || own.as_ref() == Some(&path);
        Some(Effect::Save { path, text, scenario: Box::new(scenario), replace })
    }
}

impl State {
    /// The document with what is on the screen written into the baseline or into the branch.
    fn to_save(&self) -> Scenario {
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
