//! `--format json`: one object, its keys in a promised order, its numbers in full precision; what does not exist is
//! `null`.

use super::carried::Study;
use crate::translator::study::{Exchange, Finding, Measure, Outcome, Part, Stands, Summary, findings};
use crate::translator::{Design, Encoder, FirstState, Initialisation, Interface, SourceOrder, Timing};
use crate::words::translator_study as say;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

/// The version of this layout.
const FORMAT: u32 = 1;

/// The object and a line break.
pub(super) fn write(study: &Study, output: &mut dyn Write) -> io::Result<()> {
    // A writer that fails is the only way serde_json can fail here; the conversion keeps its kind (a closed pipe).
    serde_json::to_writer(&mut *output, &Whole(study)).map_err(io::Error::from)?;
    writeln!(output)
}

/// Says an object key by key, so that the order is the one written here.
macro_rules! object {
    ($serializer:ident, $($key:literal: $value:expr),+ $(,)?) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($key, &$value)?;)+
        map.end()
    }};
}

struct Whole<'a>(&'a Study);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let study = self.0;
        let all: Vec<&Outcome> = study.outcomes.iter().collect();
        let parts: Vec<OfPart<'_>> = study.parts.iter().map(|part| OfPart { study, part: *part, all: &all }).collect();
        let mut known = Vec::new();
        for outcome in &study.outcomes {
            if known.last().is_none_or(|last: &&Outcome| last.condition != outcome.condition) {
                known.push(outcome);
            }
        }
        let conditions: Vec<OfCondition<'_>> = known.iter().map(|first| OfCondition { study, first }).collect();
        let runs: Vec<Run<'_>> = study.outcomes.iter().map(Run).collect();
        let language = say::language(&study.corpus, study.is_of_the_lesson()).en;
        object!(serializer,
            "format": FORMAT,
            "corpus": OfCorpus(study),
            "plan": Plan(study),
            "conditions": conditions,
            "runs": runs,
            "parts": parts,
            "exchange": study.exchange.map(Exchanged),
            "scope": language,
        )
    }
}

struct OfCorpus<'a>(&'a Study);

impl Serialize for OfCorpus<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (corpus, name) = (&self.0.corpus, &self.0.corpus_name);
        object!(serializer,
            "name": name,
            "train": corpus.train.len(),
            "test": corpus.test.len(),
            "source_words": corpus.source.len(),
            "target_words": corpus.target.len(),
        )
    }
}

/// What every training follows, but for what its condition says.
struct Plan<'a>(&'a Study);

impl Serialize for Plan<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (base, schedule) = (&self.0.base, &self.0.base.schedule);
        let initialisation = match base.initialisation {
            Initialisation::Uniform(bound) => format!("uniform:{bound}"),
            Initialisation::ByWidth => "by-width".to_owned(),
        };
        let parts: Vec<&str> = self.0.parts.iter().map(|part| part.name()).collect();
        object!(serializer,
            "parts": parts,
            "seeds": self.0.seeds,
            "sentences": schedule.sentences(schedule.steps),
            "steps": schedule.steps,
            "batch": schedule.batch,
            "rate": schedule.rate,
            "last_rate": schedule.last_rate,
            "clip": schedule.clip,
            "width": base.width,
            "embedding": base.embedding,
            "initialisation": initialisation,
        )
    }
}

/// A condition, with what is the same from every seed.
struct OfCondition<'a> {
    study: &'a Study,
    first: &'a Outcome,
}

impl Serialize for OfCondition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfCondition { study, first } = self;
        let plan = first.condition.plan(&study.base, &study.corpus);
        object!(serializer,
            "id": first.condition.id(),
            "design": OfDesign(plan.design),
            "parameters": first.parameters,
            "width": plan.width,
            "sentences": first.sentences,
        )
    }
}

struct OfDesign(Design);

impl Serialize for OfDesign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let design = self.0;
        let (interface, timing, bias) = match design.interface {
            Interface::Fixed => ("fixed", None, None),
            Interface::Dynamic { timing, query_bias } => ("dynamic", Some(timing), Some(query_bias)),
        };
        let timing = timing.map(|timing| match timing {
            Timing::ReadThenUpdate => "read-update",
            Timing::UpdateThenRead => "update-read",
        });
        object!(serializer,
            "encoder": if design.encoder == Encoder::Bidirectional { "both" } else { "one" },
            "source_order": if design.order == SourceOrder::Forward { "forward" } else { "reversed" },
            "interface": interface,
            "timing": timing,
            "query_bias": bias,
            "first_state": if design.first_state == FirstState::Zero { "zero" } else { "encoder" },
        )
    }
}

/// A training: every figure, and the loss on the way.
struct Run<'a>(&'a Outcome);

impl Serialize for Run<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcome = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("condition", &outcome.condition.id())?;
        map.serialize_entry("seed", &outcome.seed)?;
        for measure in Measure::all() {
            map.serialize_entry(&measure.id(), &finite(measure.of(outcome)))?;
        }
        let words: Vec<usize> = outcome.recipients.iter().map(|(many, _)| *many).collect();
        let errors: Vec<usize> = outcome.recipients.iter().map(|(_, wrong)| *wrong).collect();
        map.serialize_entry("recipients_by_lag", &words)?;
        map.serialize_entry("recipients_wrong_by_lag", &errors)?;
        map.serialize_entry("words_a_sentence", &finite(Some(outcome.cost.words_a_sentence)))?;
        map.serialize_entry("course", &outcome.course)?;
        map.end()
    }
}

/// A part: its conditions over seeds, what is outside, and what is said of it.
struct OfPart<'a> {
    study: &'a Study,
    part: Part,
    all: &'a [&'a Outcome],
}

impl Serialize for OfPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfPart { study, part, all } = self;
        let ids: Vec<String> = part.conditions().into_iter().map(|condition| condition.id()).collect();
        let mut summaries = Vec::new();
        for condition in part.conditions() {
            for measure in Measure::all() {
                let figures = study.of(condition).filter_map(|outcome| measure.of(outcome));
                summaries.push(OfSummary { condition: condition.id(), measure, summary: Summary::of(figures) });
            }
        }
        let found: Vec<Found> = findings(*part, all).into_iter().map(Found).collect();
        let mut said = say::part(*part, &study.of_part(*part));
        if let Some(exchange) = study.exchange.filter(|_| *part == Part::Order(Encoder::Bidirectional)) {
            said.extend(say::exchange(&exchange));
        }
        let said: Vec<&str> = said.iter().map(|text| text.en.as_ref()).collect();
        object!(serializer,
            "part": part.name(),
            "conditions": ids,
            "summaries": summaries,
            "findings": found,
            "sentences": said,
        )
    }
}

struct OfSummary {
    condition: String,
    measure: Measure,
    summary: Option<Summary>,
}

impl Serialize for OfSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of = |figure: fn(&Summary) -> f64| finite(self.summary.as_ref().map(figure));
        object!(serializer,
            "condition": self.condition,
            "measure": self.measure.id(),
            "seeds": self.summary.map_or(0, |summary| summary.seeds),
            "mean": of(|summary| summary.mean),
            "spread": finite(self.summary.and_then(|summary| summary.spread)),
            "lowest": of(|summary| summary.lowest),
            "highest": of(|summary| summary.highest),
        )
    }
}

struct Found(Finding);

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Finding { against, condition, measure, stands, .. } = self.0;
        let stands = match stands {
            Stands::Below => "below",
            Stands::Above => "above",
            Stands::Same => "same",
            Stands::WithinSeeds => "within_seeds",
            Stands::TooFewSeeds => "too_few_seeds",
        };
        object!(serializer,
            "condition": condition.id(),
            "against": against.id(),
            "measure": measure.id(),
            "stands": stands,
            "less_is_better": measure.less_is_better(),
        )
    }
}

struct Exchanged(Exchange);

impl Serialize for Exchanged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Exchange { sentences, loss_apart, weight_apart, steps, training_apart } = self.0;
        object!(serializer,
            "sentences": sentences,
            "loss_apart": loss_apart,
            "weight_apart": weight_apart,
            "steps": steps,
            "training_apart": training_apart,
        )
    }
}

/// A number that JSON can hold.
fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}
