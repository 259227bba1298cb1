//! `study`; and what other commands, and so their keys, mean on the study screen.

use super::Reader;
use crate::explorer::action::Action;
use crate::explorer::{Study, View};
use crate::scenario::nearest;
use crate::translator::study::{Measure, Part};
use crate::words::{Text, translator, translator_study as say};

/// More seeds or sentences than this are refused: a day of training.
const MOST_SEEDS: u64 = 1000;
const MOST_SENTENCES: usize = 100_000_000;

impl Reader<'_> {
    pub(super) fn study(&self, arguments: &[&str]) -> Result<Action, Text> {
        let what = match arguments {
            [] | ["show"] => Study::Show,
            ["run"] => Study::Run,
            ["stop"] => Study::Stop,
            ["part", "next"] => Study::NextPart { back: false },
            ["part", "previous"] => Study::NextPart { back: true },
            ["part", name] => Study::Part(part(name)?),
            ["measure", "next"] => Study::NextMeasure { back: false },
            ["measure", "previous"] => Study::NextMeasure { back: true },
            ["measure", name] => Study::Measure(measure(name)?),
            ["seeds", count] => match count.parse::<u64>() {
                Ok(count) if (1..=MOST_SEEDS).contains(&count) => Study::Seeds(count),
                _ => return Err(say::bad_seed_count(count, MOST_SEEDS)),
            },
            ["sentences", count] => match count.parse::<usize>() {
                Ok(count) if (1..=MOST_SENTENCES).contains(&count) => Study::Sentences(count),
                _ => return Err(translator::bad_sentences(count, MOST_SENTENCES)),
            },
            _ => return Err(self.usage()),
        };
        Ok(Action::Study(what))
    }

    /// What a command means on the study screen, where that is something else than elsewhere.
    pub(super) fn in_study(&self, arguments: &[&str]) -> Option<Result<Action, Text>> {
        if self.model.view() != View::Study {
            return None;
        }
        let study = |what| Some(Ok(Action::Study(what)));
        match (self.id, arguments) {
            ("reveal", ["next"]) | ("learn", ["run"]) => study(Study::Run),
            ("branch", ["next"]) => study(Study::NextPart { back: false }),
            ("branch", ["previous"]) => study(Study::NextPart { back: true }),
            (
                "mask" | "target" | "no-target" | "add" | "remove" | "big" | "measure" | "undo" | "redo" | "edit"
                | "explain",
                [],
            )
            | ("nudge", [_])
            | ("reveal" | "learn" | "row", [_]) => Some(Err(translator::not_here())),
            _ => None,
        }
    }
}

fn part(name: &str) -> Result<Part, Text> {
    Part::ALL.into_iter().find(|part| part.name() == name).ok_or_else(|| {
        let known = Part::ALL.map(Part::name);
        say::no_such(name, nearest(name, known), &known.join(", "))
    })
}

fn measure(name: &str) -> Result<Measure, Text> {
    Measure::all().into_iter().find(|measure| measure.id() == name).ok_or_else(|| {
        let known: Vec<String> = Measure::all().into_iter().map(Measure::id).collect();
        say::no_such(name, nearest(name, known.iter().map(String::as_str)), &known.join(", "))
    })
}
