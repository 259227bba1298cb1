//! What a file of ours says beside its numbers: one JSON text.

use super::limits::{is_word, words};
use super::{Course, OfCorpus, PlanTold, Trained, TranslatorFault};
use crate::translator::{Plan, Side, Vocabulary};
use serde::{Deserialize, Serialize};

/// The key under which it stands in the metadata of the file.
pub(super) const KEY: &str = "twoaxes";

/// The format that is written, and the newest that is read.
const FORMAT: u64 = 1;

#[derive(Deserialize)]
struct Format {
    format: u64,
}

#[derive(Serialize, Deserialize)]
struct Said {
    format: u64,
    plan: PlanTold,
    steps: usize,
    sentences: usize,
    corpus: CorpusSaid,
    source_words: Vec<String>,
    target_words: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct CorpusSaid {
    name: String,
    /// In hexadecimal: readers of JSON elsewhere have 53 bits.
    train: String,
    test: String,
}

/// The same, read and checked.
pub(super) struct Metadata {
    pub plan: Plan,
    pub steps: usize,
    pub corpus: OfCorpus,
    pub source: Vocabulary,
    pub target: Vocabulary,
}

/// The text of a file.
pub(super) fn write(trained: &Trained, course: &Course) -> Result<String, TranslatorFault> {
    let said = Said {
        format: FORMAT,
        plan: PlanTold::new(&course.plan),
        steps: course.steps,
        sentences: course.plan.schedule.sentences(course.steps),
        corpus: CorpusSaid {
            name: course.corpus.name.clone(),
            train: hexadecimal(course.corpus.train),
            test: hexadecimal(course.corpus.test),
        },
        source_words: words(&trained.source).to_vec(),
        target_words: words(&trained.target).to_vec(),
    };
    serde_json::to_string(&said).map_err(|reason| TranslatorFault::Layout { reason: reason.to_string() })
}

/// What the text says.
pub(super) fn read(text: &str) -> Result<Metadata, TranslatorFault> {
    let wrong = |reason: serde_json::Error| TranslatorFault::Metadata { what: reason.to_string() };
    let field = |field: &str| TranslatorFault::Metadata { what: field.to_owned() };
    let Format { format } = serde_json::from_str(text).map_err(wrong)?;
    if format > FORMAT {
        return Err(TranslatorFault::Newer { format });
    }
    let said: Said = serde_json::from_str(text).map_err(wrong)?;
    let plan = said.plan.plan().map_err(|name| field(&format!("plan.{name}")))?;
    if said.steps > plan.schedule.steps {
        return Err(field("steps"));
    }
    if said.sentences != plan.schedule.sentences(said.steps) {
        return Err(field("sentences"));
    }
    let checksum = |text: &str, name: &str| u64::from_str_radix(text, 16).map_err(|_| field(name));
    let corpus = OfCorpus {
        train: checksum(&said.corpus.train, "corpus.train")?,
        test: checksum(&said.corpus.test, "corpus.test")?,
        name: said.corpus.name,
    };
    let source = vocabulary(Side::Source, said.source_words).ok_or_else(|| field("source_words"))?;
    let target = vocabulary(Side::Target, said.target_words).ok_or_else(|| field("target_words"))?;
    Ok(Metadata { plan, steps: said.steps, corpus, source, target })
}

/// A checksum as it is written.
fn hexadecimal(sum: u64) -> String {
    format!("{sum:016x}")
}

/// `None` where one of these is no word, or there twice.
fn vocabulary(side: Side, words: Vec<String>) -> Option<Vocabulary> {
    let count = side.marks().len() + words.len();
    if !words.iter().all(|word| is_word(word)) {
        return None;
    }
    let vocabulary = Vocabulary::new(side, words);
    (vocabulary.len() == count).then_some(vocabulary)
}
