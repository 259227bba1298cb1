//! The softmax on either axis: its exponentials, what they are divided by, its weights.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, Function, folded};
use super::symbol::{Index, Symbols};
use super::terms::{Term, Terms};
use crate::engine::{Axis, Distribution, Scores};
use crate::scenario::{Address, Derived};
use crate::words::{Text, explain as words};
use std::sync::Arc;

/// What differs between the two axes.
#[derive(Clone, Copy)]
struct Letters {
    score: &'static str,
    /// The running index of the sum, and that of the maximum inside it.
    index: char,
    inner: char,
    exponential: fn(usize, usize) -> Derived,
}

const SOURCE: Letters = Letters {
    score: "e",
    index: 'j',
    inner: 'i',
    exponential: |row, place| Derived::Exponential { row, slot: Some(place) },
};

const VOCAB: Letters = Letters {
    score: "z",
    index: 'w',
    inner: 'u',
    exponential: |row, place| Derived::WordExponential { row, word: Some(place) },
};

/// exp(s − max s) in symbols, the score with this index.
fn exponential_symbol(letters: Letters, symbols: Symbols, row: usize, index: Index) -> Formula {
    let score = |index| Formula::from(symbols.of_row(letters.score, row, &[index]));
    let max = Formula::largest(letters.inner, score(Index::Running(letters.inner)));
    Formula::difference(score(index), max).within(Function::Exp)
}

fn normaliser_symbol(letters: Letters, symbols: Symbols, row: usize) -> Formula {
    Formula::summed(letters.index, exponential_symbol(letters, symbols, row, Index::Running(letters.index)))
}

/// One softmax of the model.
struct Softmax<'a, A: Axis> {
    letters: Letters,
    symbols: Symbols,
    row: usize,
    scores: Arc<Scores<A>>,
    weights: Arc<Distribution<A>>,
    names: &'a [String],
    /// The places that are not masked; `None` when all are present, so that a vocabulary is not listed.
    present: Option<Vec<usize>>,
    written: usize,
}

impl<'a, A: Axis> Softmax<'a, A> {
    fn count(&self) -> usize {
        self.present.as_ref().map_or(self.scores.size(), Vec::len)
    }

    /// The place of a term.
    fn place(&self, term: usize) -> usize {
        self.present.as_ref().map_or(term, |present| present[term])
    }

    fn score(&self, place: usize) -> f64 {
        self.scores.get(place).unwrap_or_default()
    }

    fn exponential(&self, place: usize) -> f64 {
        self.weights.log_normaliser().exponential(self.score(place))
    }

    /// exp(s − max) in numbers.
    fn substituted(&self, place: usize) -> Formula {
        let max = self.weights.log_normaliser().max;
        Formula::difference(Formula::Number(self.score(place)), Formula::Number(max)).within(Function::Exp)
    }

    /// The denominator with every score put in.
    fn sum_of_substituted(&self) -> Formula {
        let at = |term| self.place(term);
        Formula::sum(folded(self.count(), self.written, |i| self.substituted(at(i)), |i| self.exponential(at(i))))
    }

    fn sum_of_exponentials(&self) -> Formula {
        let value = |term| self.exponential(self.place(term));
        Formula::sum(folded(self.count(), self.written, |term| Formula::Number(value(term)), value))
    }

    fn exponential_draft(self, place: usize) -> Draft<'a> {
        let difference = self.score(place) - self.weights.log_normaliser().max;
        Draft {
            formula: exponential_symbol(self.letters, self.symbols, self.row, Index::At(place)),
            steps: vec![self.substituted(place), Formula::Number(difference).within(Function::Exp)],
            result: self.exponential(place),
            terms: Terms::none(),
        }
    }

    fn normaliser_draft(self) -> Draft<'a> {
        Draft {
            formula: normaliser_symbol(self.letters, self.symbols, self.row),
            steps: vec![self.sum_of_substituted(), self.sum_of_exponentials()],
            result: self.weights.log_normaliser().denominator,
            terms: self.into_terms(),
        }
    }

    fn weight_draft(self, place: usize) -> Draft<'a> {
        let denominator = self.weights.log_normaliser().denominator;
        let exponential = Formula::Number(self.exponential(place));
        Draft {
            formula: exponential_symbol(self.letters, self.symbols, self.row, Index::At(place))
                .over(normaliser_symbol(self.letters, self.symbols, self.row)),
            steps: vec![
                self.substituted(place).over(self.sum_of_substituted()),
                exponential.over(Formula::Number(denominator)),
            ],
            result: self.weights.get(place),
            terms: self.into_terms(),
        }
    }

    fn into_terms(self) -> Terms<'a> {
        Terms::new(self.count(), move |term| {
            let place = self.place(term);
            Term {
                symbol: exponential_symbol(self.letters, self.symbols, self.row, Index::At(place)),
                name: self.names.get(place).cloned().unwrap_or_default(),
                formula: self.substituted(place),
                value: self.exponential(place),
                address: Some(Address::Derived((self.letters.exponential)(self.row, place))),
            }
        })
    }
}

impl<'a> Context<'a> {
    fn over_source(&self, row: usize) -> Result<Softmax<'a, crate::engine::Source>, Text> {
        let of_row = self.trace.reading(row);
        let scores = of_row.scores.map_err(|reason| self.reason(reason))?;
        let weights = of_row.attention.map_err(|reason| self.reason(reason))?;
        let present: Vec<usize> = self.slots_read(row).collect();
        let present = (present.len() < scores.size()).then_some(present);
        Ok(Softmax {
            letters: SOURCE,
            symbols: self.symbols(),
            row,
            scores,
            weights,
            names: &self.names.slots,
            present,
            written: self.terms,
        })
    }

    fn over_vocab(&self, row: usize) -> Result<Softmax<'a, crate::engine::Vocab>, Text> {
        let of_row = self.row(row);
        Ok(Softmax {
            letters: VOCAB,
            symbols: self.symbols(),
            row,
            scores: of_row.logits.map_err(|reason| self.reason(reason))?,
            weights: of_row.probabilities.map_err(|reason| self.reason(reason))?,
            names: &self.names.words,
            present: None,
            written: self.terms,
        })
    }

    pub(super) fn exponential(&self, row: usize, slot: usize) -> Result<Draft<'a>, Text> {
        let softmax = self.over_source(row)?;
        if !self.readable(row, slot) {
            return Err(words::masked_exponential());
        }
        Ok(softmax.exponential_draft(slot))
    }

    pub(super) fn normaliser(&self, row: usize) -> Result<Draft<'a>, Text> {
        Ok(self.over_source(row)?.normaliser_draft())
    }

    pub(super) fn attention(&self, row: usize, slot: usize) -> Result<Draft<'a>, Text> {
        let softmax = self.over_source(row)?;
        if !self.readable(row, slot) {
            return Err(words::masked_weight());
        }
        Ok(softmax.weight_draft(slot))
    }

    pub(super) fn word_exponential(&self, row: usize, word: usize) -> Result<Draft<'a>, Text> {
        Ok(self.over_vocab(row)?.exponential_draft(word))
    }

    pub(super) fn word_normaliser(&self, row: usize) -> Result<Draft<'a>, Text> {
        Ok(self.over_vocab(row)?.normaliser_draft())
    }

    pub(super) fn probability(&self, row: usize, word: usize) -> Result<Draft<'a>, Text> {
        Ok(self.over_vocab(row)?.weight_draft(word))
    }

    /// The symbol of an exponential on the source axis.
    pub(super) fn exponential_symbol(&self, row: usize, slot: usize) -> Formula {
        exponential_symbol(SOURCE, self.symbols(), row, Index::At(slot))
    }

    /// The symbol of the denominator on the source axis.
    pub(super) fn normaliser_symbol(&self, row: usize) -> Formula {
        normaliser_symbol(SOURCE, self.symbols(), row)
    }

    /// The symbol of an exponential on the vocab axis.
    pub(super) fn word_exponential_symbol(&self, row: usize, word: usize) -> Formula {
        exponential_symbol(VOCAB, self.symbols(), row, Index::At(word))
    }

    /// The symbol of the denominator on the vocab axis.
    pub(super) fn word_normaliser_symbol(&self, row: usize) -> Formula {
        normaliser_symbol(VOCAB, self.symbols(), row)
    }

    /// The denominator over the words with every logit put in.
    pub(super) fn word_normaliser_terms(&self, row: usize) -> Result<(Formula, Terms<'a>), Text> {
        let softmax = self.over_vocab(row)?;
        Ok((softmax.sum_of_substituted(), softmax.into_terms()))
    }
}
