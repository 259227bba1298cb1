//! The words of a sentence going through the decoder, by the teacher's choice or its own.

use crate::translator::{BOS, EOS, Parameters, Passage, Unreadable};
use crate::words::{Text, translator as say};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum End {
    /// With the word for the end.
    #[default]
    Finished,
    /// At the longest a translation may be.
    Limit(usize),
    /// Where a number, or a word, is not to be had.
    Broken(Unreadable),
}

impl End {
    /// Why it goes no further; `None` where it ends as it should.
    pub fn told(self) -> Option<Text> {
        match self {
            End::Finished => None,
            End::Limit(limit) => Some(say::stopped_at(limit)),
            End::Broken(reason) => Some(say::broken(&say::unreadable(reason))),
        }
    }
}

/// One passage with how it ends.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Its numbers; no step where even the source could not be read.
    pub passage: Passage,
    /// How it ends.
    pub end: End,
}

/// The longest a translation of so many units may be.
pub fn longest(units: usize) -> usize {
    2 * units + 10
}

impl Run {
    /// The reference goes in.
    pub fn taught(parameters: &Parameters, source: &[usize], target: &[usize]) -> Self {
        let inputs = std::iter::once(BOS).chain(target.iter().copied()).take(target.len());
        Self::of(parameters, source, inputs.map(Some), |_| None)
    }

    /// What the model finds most probable goes in, until that is the end.
    pub fn free(parameters: &Parameters, source: &[usize]) -> Self {
        let limit = longest(source.len());
        let stop = |passage: &Passage| match passage.steps().checked_sub(1).map(|last| passage.chosen(last)) {
            Some(EOS) => Some(End::Finished),
            _ if passage.steps() == limit => Some(End::Limit(limit)),
            _ => None,
        };
        Self::of(parameters, source, std::iter::once(Some(BOS)).chain(std::iter::repeat(None)), stop)
    }

    /// Word after word; where none is given the one the step before has chosen.
    fn of(
        parameters: &Parameters,
        source: &[usize],
        words: impl Iterator<Item = Option<usize>>,
        stop: impl Fn(&Passage) -> Option<End>,
    ) -> Self {
        let mut passage = Passage::default();
        if let Err(reason) = passage.read(parameters, source) {
            return Self { passage: Passage::default(), end: End::Broken(reason) };
        }
        for word in words {
            let own = || passage.steps().checked_sub(1).map_or(BOS, |last| passage.chosen(last));
            let word = word.unwrap_or_else(own);
            if let Err(reason) = passage.advance(parameters, word) {
                return Self { passage, end: End::Broken(reason) };
            }
            if let Some(end) = stop(&passage) {
                return Self { passage, end };
            }
        }
        Self { passage, end: End::Finished }
    }

    /// What the model finds most probable at each step.
    pub fn chosen(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.passage.steps()).map(|step| self.passage.chosen(step))
    }
}
