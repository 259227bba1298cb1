//! The sentence on the decoder screen: a test of the corpus, or one that was typed.

use crate::scenario::nearest;
use crate::translator::PAD;
use crate::translator::corpus::{CannotRead, CannotSay, Corpus, Grammar};
use crate::words::{Text, translator as say};

/// Which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// A test of the corpus, counted from 0.
    Test(usize),
    /// Typed.
    Typed,
}

/// What is translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Which one.
    pub which: Which,
    /// Its units by number.
    pub source: Vec<usize>,
    /// Its translation, the end included; `None` where nobody has said it.
    pub target: Option<Vec<usize>>,
    /// Why there is none, where the lesson's grammar was asked.
    pub no_reference: Option<Text>,
}

/// Units of a typed sentence.
pub const MOST_UNITS: usize = 60;

impl Sentence {
    /// Units, and their translation where there is one.
    pub fn of(source: Vec<usize>, target: Option<Vec<usize>>) -> Self {
        Self { which: Which::Typed, source, target, no_reference: None }
    }

    /// A test, counted from 0.
    pub fn test(corpus: &Corpus, at: usize) -> Option<Self> {
        let pair = corpus.test.get(at)?;
        let target = Some(pair.target.clone());
        Some(Self { which: Which::Test(at), source: pair.source.clone(), target, no_reference: None })
    }

    /// Reads a typed sentence: units with blanks between them, and after them as many `<pad>` as one likes, to see
    /// them masked.
    ///
    /// # Errors
    /// Says what is wrong with it, with the nearest unit there is.
    pub fn read(corpus: &Corpus, text: &str) -> Result<Self, Text> {
        let pad = corpus.source.word(PAD).unwrap_or_default();
        let mut words = text.trim();
        let mut pads = 0;
        while let Some(before) = words.strip_suffix(pad).filter(|before| before.ends_with(char::is_whitespace)) {
            words = before.trim_end();
            pads += 1;
        }
        let read = corpus.source.read(words, MOST_UNITS.saturating_sub(pads));
        let mut source = read.map_err(|reason| cannot_read(corpus, &reason))?;
        let of_grammar = Grammar::lesson();
        let (target, no_reference) = if of_grammar.source() == &corpus.source {
            let units: Vec<&str> = words.split_whitespace().collect();
            match of_grammar.read(&units) {
                Ok(clauses) => (Some(of_grammar.pair(&clauses).target), None),
                Err(reason) => (None, Some(cannot_say(&units, &reason))),
            }
        } else {
            (None, Some(say::no_grammar()))
        };
        source.resize(source.len() + pads, PAD);
        Ok(Self { which: Which::Typed, source, target, no_reference })
    }
}

fn cannot_read(corpus: &Corpus, reason: &CannotRead) -> Text {
    match reason {
        CannotRead::Empty => say::nothing_typed(),
        CannotRead::TooLong { count, most } => say::too_many_units(*count, *most),
        CannotRead::Reserved { at, mark } => say::mark_typed(at + 1, mark),
        CannotRead::Unknown { at, unit } => {
            let words = corpus.source.words();
            let known = words.iter().skip(1).map(String::as_str);
            let near = nearest(unit, known.clone());
            // Run together, as Chinese is written: the units of it that are known are told apart.
            let together =
                (unit.chars().count() > 1).then(|| cut_into_units(unit, &known.collect::<Vec<_>>())).flatten();
            say::unknown_unit(at + 1, unit, near, together.as_deref())
        }
    }
}

/// A text without blanks as units with blanks between them, the longest first; `None` where some of it is no unit.
fn cut_into_units(text: &str, known: &[&str]) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let longest = known.iter().filter(|unit| rest.starts_with(**unit)).max_by_key(|unit| unit.len())?;
        units.push(*longest);
        rest = rest.strip_prefix(longest)?;
    }
    (units.len() > 1).then(|| units.join(" "))
}

fn cannot_say(units: &[&str], reason: &CannotSay) -> Text {
    match reason {
        CannotSay::Nothing => say::nothing_typed(),
        CannotSay::Unknown { at, unit } => say::unknown_unit(at + 1, unit, None, None),
        CannotSay::Expected { at, wanted } => {
            let mut wanted = wanted.units();
            let more = wanted.len() > 6;
            wanted.truncate(6);
            let wanted = wanted.join(" ") + if more { " .." } else { "" };
            say::grammar_wants(at + 1, units.get(*at).copied(), &wanted)
        }
        CannotSay::RecipientIsSubject { at, person } => say::gives_to_oneself(at + 1, person.source()),
        CannotSay::SameNoun { at, noun } => say::same_noun(at + 1, noun.source()),
    }
}
