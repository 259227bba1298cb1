//! Translating alone: the most probable word of each step goes into the next.

use super::corpus::{BOS, EOS};
use super::parameters::Parameters;
use super::passage::{Passage, Unreadable};

/// A translation by the model itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Its words, without EOS.
    pub words: Vec<usize>,
    /// Whether it came to its end by itself; `false` when it was cut.
    pub ended: bool,
}

/// How many words a translation may have: no right one is near that, and a model that knows nothing may never end.
pub fn longest(units: usize) -> usize {
    units.saturating_mul(2).saturating_add(10)
}

/// Translates a source; the passage then holds every step, the one that gave EOS included.
///
/// # Errors
/// When the source or a step has no numbers.
pub fn translate(passage: &mut Passage, parameters: &Parameters, source: &[usize]) -> Result<Translation, Unreadable> {
    passage.read(parameters, source)?;
    let mut words = Vec::new();
    let mut before = BOS;
    while words.len() < longest(source.len()) {
        passage.advance(parameters, before)?;
        before = passage.chosen(passage.steps() - 1);
        if before == EOS {
            return Ok(Translation { words, ended: true });
        }
        words.push(before);
    }
    Ok(Translation { words, ended: false })
}
