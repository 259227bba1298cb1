//! What the cursor of the decoder screen is on.

use super::{Object, Translating};
use crate::translator::PAD;

/// A number, or an object as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// e_tj of a source place.
    Score(usize),
    /// α_tj of a source place; where nothing reads, the unit itself.
    Weight(usize),
    /// z_tw of a word.
    Logit(usize),
    /// p_tw of a word.
    Probability(usize),
    /// L_t.
    Loss,
    /// An object as a whole.
    Object(Object),
    /// One number of an object, row by row.
    Component(Object, usize),
}

impl Default for Spot {
    fn default() -> Self {
        Spot::Weight(0)
    }
}

impl Spot {
    /// The source place.
    pub fn unit(self) -> Option<usize> {
        match self {
            Spot::Score(place) | Spot::Weight(place) => Some(place),
            _ => None,
        }
    }

    /// The word.
    pub fn word(self) -> Option<usize> {
        match self {
            Spot::Logit(word) | Spot::Probability(word) => Some(word),
            _ => None,
        }
    }

    /// The object it is a number of.
    pub fn object(self) -> Object {
        match self {
            Spot::Score(_) => Object::Scores,
            Spot::Weight(_) => Object::Weights,
            Spot::Logit(_) => Object::Logits,
            Spot::Probability(_) => Object::Probabilities,
            Spot::Loss => Object::Loss,
            Spot::Object(object) | Spot::Component(object, _) => object,
        }
    }

    /// The same, or the nearest that exists.
    pub(super) fn within(self, of: &Translating) -> Self {
        let all = Object::all(of.design());
        let unit = |place: usize| place.min(of.units().saturating_sub(1));
        let word = |word: usize| word.min(of.words().saturating_sub(1));
        match self {
            Spot::Score(place) if all.contains(&Object::Scores) => Spot::Score(unit(place)),
            Spot::Score(place) | Spot::Weight(place) => Spot::Weight(unit(place)),
            Spot::Logit(w) => Spot::Logit(word(w)),
            Spot::Probability(w) => Spot::Probability(word(w)),
            Spot::Loss => Spot::Loss,
            Spot::Object(object) | Spot::Component(object, _) if !all.contains(&object) => {
                Spot::Object(Object::Context)
            }
            Spot::Object(object) => Spot::Object(object),
            Spot::Component(object, at) => Spot::Component(object, at.min(of.count(object).saturating_sub(1))),
        }
    }

    /// The place of its number among those of its object; `None` of an object as a whole.
    pub fn component(self) -> Option<usize> {
        match self {
            Spot::Score(at) | Spot::Weight(at) | Spot::Logit(at) | Spot::Probability(at) | Spot::Component(_, at) => {
                Some(at)
            }
            Spot::Loss => Some(0),
            Spot::Object(_) => None,
        }
    }
}

impl Translating {
    /// Whether a source place is masked.
    pub fn is_masked(&self, place: usize) -> bool {
        self.sentence.source.get(place) == Some(&PAD)
    }
}
