//! `train`; and what other commands, and so their keys, mean on the training screen.

use super::Reader;
use crate::explorer::action::Action;
use crate::explorer::{Place, Train, TrainingChange, View};
use crate::translator::{Encoder, FirstState, SourceOrder, Timing};
use crate::words::{Text, translator as say};

impl Reader<'_> {
    pub(super) fn train(&self, arguments: &[&str]) -> Result<Action, Text> {
        let what = match arguments {
            [] | ["show"] => Train::Show,
            ["run"] => Train::Run,
            ["stop"] => Train::Stop,
            ["step"] => Train::Step,
            ["to", sentences] => Train::To(self.sentences(sentences)?),
            ["at", "first"] => Train::At(Place::First),
            ["at", "last"] => Train::At(Place::Last),
            ["at", "next"] => Train::At(Place::Next { back: false }),
            ["at", "previous"] => Train::At(Place::Next { back: true }),
            ["at", sentences] => Train::At(Place::Sentences(self.sentences(sentences)?)),
            [what, value] => Train::Plan(self.plan(what, value)?),
            _ => return Err(self.usage()),
        };
        Ok(Action::Train(what))
    }

    fn plan(&self, what: &str, value: &str) -> Result<TrainingChange, Text> {
        let change = match (what, value) {
            ("seed", seed) => TrainingChange::Seed(seed.parse().map_err(|_| say::bad_seed(seed))?),
            ("sentences", sentences) => TrainingChange::Sentences(self.sentences(sentences)?.max(1)),
            ("encoder", "both") => TrainingChange::Encoder(Encoder::Bidirectional),
            ("encoder", "one") => TrainingChange::Encoder(Encoder::OneDirection),
            ("source-order", "forward") => TrainingChange::Order(SourceOrder::Forward),
            ("source-order", "reversed") => TrainingChange::Order(SourceOrder::Reversed),
            ("interface", "dynamic") => TrainingChange::Reads(true),
            ("interface", "fixed") => TrainingChange::Reads(false),
            ("timing", "read-update") => TrainingChange::Timing(Timing::ReadThenUpdate),
            ("timing", "update-read") => TrainingChange::Timing(Timing::UpdateThenRead),
            ("query-bias", "on") => TrainingChange::QueryBias(true),
            ("query-bias", "off") => TrainingChange::QueryBias(false),
            ("first-state", "zero") => TrainingChange::FirstState(FirstState::Zero),
            ("first-state", "encoder") => TrainingChange::FirstState(FirstState::FromEncoder),
            _ => return Err(self.usage()),
        };
        Ok(change)
    }

    /// A count of sentences; digits may be grouped by commas or underscores, as the screen groups them.
    fn sentences(&self, text: &str) -> Result<usize, Text> {
        let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
        match digits.parse::<usize>() {
            Ok(count) if count <= MOST => Ok(count),
            _ => Err(say::bad_sentences(text, MOST)),
        }
    }

    /// What a command means on the training screen, where that is something else than elsewhere.
    pub(super) fn in_training(&self, arguments: &[&str]) -> Option<Result<Action, Text>> {
        if self.model.view() != View::Training {
            return None;
        }
        let train = |what| Some(Ok(Action::Train(what)));
        match (self.id, arguments) {
            ("learn", ["step"]) => train(Train::Step),
            ("learn", ["run"]) | ("reveal", ["next"]) => train(Train::Run),
            ("row", ["next"]) => train(Train::At(Place::Next { back: false })),
            ("row" | "reveal", ["previous"]) => train(Train::At(Place::Next { back: true })),
            ("reveal", ["none"]) => train(Train::At(Place::First)),
            ("reveal", ["all"]) => train(Train::At(Place::Last)),
            ("mask" | "target" | "no-target" | "add" | "remove" | "big" | "measure" | "undo" | "redo", [])
            | ("nudge", [_]) => Some(Err(say::not_here())),
            _ => None,
        }
    }
}

/// More sentences than this are refused: a day of training, and no screen shows more.
const MOST: usize = 100_000_000;
