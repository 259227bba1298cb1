//! What a sentence of the grammar says, apart from how either language says it.

use super::lexicon::{HELD_OUT, Noun, Person, Quantity, Time, Verb};
use super::pair::Kind;

/// So many of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NounPhrase {
    /// How many.
    pub quantity: Quantity,
    /// Of what.
    pub noun: Noun,
}

/// Who gave or bought whom what, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Who gives.
    pub subject: Person,
    /// Who is given; somebody else.
    pub recipient: Person,
    /// When.
    pub time: Time,
    /// Whether the source says the time before the subject. The target says it last either way.
    pub time_first: bool,
    /// What is done.
    pub verb: Verb,
    /// What is given.
    pub object: NounPhrase,
    /// What else is given; another noun.
    pub second: Option<NounPhrase>,
}

impl Clause {
    /// One object or two, in the order in which they are said.
    pub fn objects(&self) -> impl Iterator<Item = NounPhrase> + use<> {
        std::iter::once(self.object).chain(self.second)
    }

    /// The pairs of recipient and noun in it that are kept out of training.
    pub fn held_out(&self) -> impl Iterator<Item = (Person, Noun)> + use<> {
        let recipient = self.recipient;
        self.objects().map(move |object| (recipient, object.noun)).filter(|pair| HELD_OUT.contains(pair))
    }

    /// Nobody gives to themselves, and nobody gives the same thing twice.
    fn is_said(&self) -> bool {
        self.subject != self.recipient && self.second.is_none_or(|second| second.noun != self.object.noun)
    }
}

/// What a whole sentence says: one clause, or two of one object each. The two may contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clauses {
    first: Clause,
    second: Option<Clause>,
}

impl Clauses {
    /// The sentence of the lesson: *I gave him a book yesterday.* It is the first one of the test.
    pub const LESSON: Self = Self {
        first: Clause {
            subject: Person::I,
            recipient: Person::He,
            time: Time::Yesterday,
            time_first: false,
            verb: Verb::Gave,
            object: NounPhrase { quantity: Quantity::One, noun: Noun::Book },
            second: None,
        },
        second: None,
    };

    /// These clauses, if the grammar can say them: `None` when somebody is their own recipient, when the two objects
    /// of a clause are the same noun, or when one of two clauses has two objects.
    pub fn new(first: Clause, second: Option<Clause>) -> Option<Self> {
        let is_one_object_each = second.is_none_or(|second| first.second.is_none() && second.second.is_none());
        let is_said = first.is_said() && second.is_none_or(|second| second.is_said());
        (is_said && is_one_object_each).then_some(Self { first, second })
    }

    /// One clause or two, in the order in which they are said.
    pub fn iter(&self) -> impl Iterator<Item = Clause> + use<> {
        std::iter::once(self.first).chain(self.second)
    }

    /// What it is made of.
    pub fn kind(&self) -> Kind {
        match (self.first.second, self.second) {
            (_, Some(_)) => Kind::C,
            (Some(_), None) => Kind::B,
            (None, None) => Kind::A,
        }
    }

    /// The pairs of recipient and noun in it that are kept out of training, in the order in which they are said. A
    /// sentence with any of them is never trained on.
    pub fn held_out(&self) -> impl Iterator<Item = (Person, Noun)> + use<> {
        self.iter().flat_map(|clause| clause.held_out())
    }

    /// Whether any clause says something kept out of training.
    pub fn is_held_out(&self) -> bool {
        self.held_out().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_said() {
        let lesson = Clauses::LESSON.first;
        assert_eq!(Clauses::new(lesson, None), Some(Clauses::LESSON));
        assert_eq!(Clauses::LESSON.held_out().collect::<Vec<_>>(), [(Person::He, Noun::Book)]);

        assert_eq!(Clauses::new(Clause { recipient: Person::I, ..lesson }, None), None);
        let pen = NounPhrase { quantity: Quantity::Two, noun: Noun::Pen };
        let two_objects = Clause { second: Some(pen), ..lesson };
        assert_eq!(Clauses::new(two_objects, None).map(|clauses| clauses.kind()), Some(Kind::B));
        assert_eq!(Clauses::new(Clause { second: Some(lesson.object), ..lesson }, None), None);

        assert_eq!(Clauses::new(lesson, Some(lesson)).map(|clauses| clauses.kind()), Some(Kind::C));
        assert_eq!(Clauses::new(lesson, Some(two_objects)), None);
        assert_eq!(Clauses::new(two_objects, Some(lesson)), None);
        assert_eq!(Clauses::new(lesson, Some(Clause { subject: Person::He, ..lesson })), None);
    }

    #[test]
    fn what_is_held_out_is_a_recipient_with_a_noun() {
        let lesson = Clauses::LESSON.first;
        let other = Clause { recipient: Person::She, ..lesson };
        assert!(Clauses::new(other, None).is_some_and(|clauses| !clauses.is_held_out()));
        let both = Clauses::new(other, Some(lesson)).map(|clauses| clauses.held_out().collect::<Vec<_>>());
        assert_eq!(both, Some(vec![(Person::He, Noun::Book)]));
    }
}
