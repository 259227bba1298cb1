//! The object of a mistake: which it is, what it changes, and the right numbers; and the rows as it makes them.

use super::super::evaluation::{Evaluation, Made};
use super::super::mistaken::undefined;
use super::{GradientsOf, Numbers, Rows as RightRows, Total, unsigned};
use crate::engine::Undefined;
use crate::engine::mistakes::{Figure, WrongRow};
use crate::words::mistakes as words;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// `"mistake": { "id", "what", "difference", "laws_broken", "right" }`, and `loss_floor` where there is one.
pub(super) struct Told<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) made: &'a Made,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { evaluation, made } = *self;
        let names = evaluation.names();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", made.mistake().id())?;
        map.serialize_entry("what", &words::what(made.mistake()).en)?;
        let difference = words::difference(made.difference, &names.slots, &names.words);
        map.serialize_entry("difference", &difference.map(|reason| reason.en))?;
        let broken: Vec<&str> = made.laws_broken.iter().map(|law| law.id()).collect();
        map.serialize_entry("laws_broken", &broken)?;
        if let Some(floor) = made.mistaken.row(0).loss_floor() {
            map.serialize_entry("loss_floor", &floor)?;
        }
        map.serialize_entry("right", &Right(evaluation))?;
        map.end()
    }
}

/// What would stand in the object without the mistake.
struct Right<'a>(&'a Evaluation);

impl Serialize for Right<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &RightRows(self.0))?;
        map.serialize_entry("loss", &Total(self.0.trace().loss()))?;
        if let Some(gradients) = self.0.right_gradients() {
            map.serialize_entry("gradients", &GradientsOf(Some(gradients)))?;
        }
        map.end()
    }
}

/// The rows under the mistake.
pub(super) struct Rows<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) made: &'a Made,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.evaluation.givens().rows();
        let mut list = serializer.serialize_seq(Some(count))?;
        for t in 0..count {
            list.serialize_element(&OneRow { evaluation: self.evaluation, row: &self.made.mistaken.row(t) })?;
        }
        list.end()
    }
}

struct OneRow<'a> {
    evaluation: &'a Evaluation,
    row: &'a WrongRow,
}

impl Serialize for OneRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OneRow { evaluation, row } = *self;
        let (names, givens, t) = (evaluation.names(), evaluation.givens(), row.row());
        let undefined_by_itself = row.undefined();
        let defined = undefined_by_itself.is_none();
        let overflowed = matches!(undefined_by_itself, Some(Undefined::Overflow { .. }));
        let (slots, vocabulary) = (givens.slots(), givens.words());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("t", &(t + 1))?;
        map.serialize_entry("prefix", &names.prefixes.get(t).and_then(Option::as_deref))?;
        map.serialize_entry("q", &Numbers(givens.queries.line(t)))?;
        map.serialize_entry("scores", &(!overflowed).then_some(Figures(slots, |slot| row.score(slot))))?;
        map.serialize_entry("attention", &defined.then_some(Figures(slots, |slot| row.attention(slot))))?;
        map.serialize_entry("context", &defined.then_some(Figures(givens.d_v(), |d| row.context(d))))?;
        map.serialize_entry("logits", &defined.then_some(Figures(vocabulary, |word| row.logit(word))))?;
        map.serialize_entry("probabilities", &defined.then_some(Figures(vocabulary, |word| row.probability(word))))?;
        map.serialize_entry("target", &evaluation.target(t))?;
        map.serialize_entry("loss", &row.loss().and_then(Figure::number).filter(|_| defined).map(unsigned))?;
        map.serialize_entry("undefined", &undefined(evaluation, row).map(|reason| reason.en))?;
        map.end()
    }
}

/// A list of so many figures; where there is no number stands `null`.
struct Figures<F>(usize, F);

impl<F: Fn(usize) -> Figure> Serialize for Figures<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0).map(|place| self.1(place).number().map(unsigned)))
    }
}
