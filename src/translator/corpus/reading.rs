//! The lesson's grammar in the direction of understanding: from source units to what they say.

use super::clause::{Clause, Clauses, NounPhrase};
use super::grammar::Grammar;
use super::lexicon::{BUY, COMMA, DONE, FULL_STOP, GIVE, Noun, Person, Quantity, Time, Verb, WITH};
use super::vocabulary::mark;

/// Why the grammar cannot say a sentence. Units are counted from 0; a sentence that is too short is wrong at the place
/// after its last unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotSay {
    /// There is no unit at all.
    Nothing,
    /// A unit that is not in the grammar.
    Unknown {
        /// Which.
        at: usize,
        /// As it was given.
        unit: String,
    },
    /// A unit of the grammar, or the end, where something else has to stand.
    Expected {
        /// Which.
        at: usize,
        /// What would be right.
        wanted: Wanted,
    },
    /// Somebody gives to themselves.
    RecipientIsSubject {
        /// The recipient's place.
        at: usize,
        /// Who.
        person: Person,
    },
    /// Both objects are the same noun.
    SameNoun {
        /// The second one's place.
        at: usize,
        /// Which.
        noun: Noun,
    },
}

impl CannotSay {
    /// The unit it is about, from 0.
    pub fn at(&self) -> usize {
        match self {
            CannotSay::Nothing => 0,
            CannotSay::Unknown { at, .. }
            | CannotSay::Expected { at, .. }
            | CannotSay::RecipientIsSubject { at, .. }
            | CannotSay::SameNoun { at, .. } => *at,
        }
    }
}

/// What has to stand at a place of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// How a clause begins: a person or a time.
    SubjectOrTime,
    /// Who gives, after the time.
    Subject,
    /// When, after the subject.
    Time,
    /// 给.
    Give,
    /// 了, which makes it *gave*, or who is given, which makes it *bought*.
    DoneOrRecipient {
        /// Who gives, and cannot be given.
        subject: Person,
    },
    /// Who is given, after 给 了.
    Recipient {
        /// Who gives, and cannot be given.
        subject: Person,
    },
    /// 买, after 给 and the recipient.
    Buy,
    /// 了, after 买.
    Done,
    /// A number.
    Quantity,
    /// A measure word.
    Measure,
    /// A noun that goes with the measure word before it.
    Noun {
        /// The measure word.
        measure: &'static str,
        /// The noun that is there already.
        besides: Option<Noun>,
    },
    /// 和 before another object, ， before another clause, or 。.
    MoreOrStop,
    /// 。, after two objects or two clauses.
    Stop,
    /// The end: nothing stands after 。.
    End,
}

impl Wanted {
    /// The units that may stand there, in the order of their numbers; none at the end.
    pub fn units(self) -> Vec<&'static str> {
        let people = Person::ALL.into_iter();
        let others = |subject| people.clone().filter(move |person| *person != subject).map(Person::source);
        match self {
            Wanted::SubjectOrTime => people.map(Person::source).chain(Time::ALL.map(Time::source)).collect(),
            Wanted::Subject => people.map(Person::source).collect(),
            Wanted::Time => Time::ALL.map(Time::source).into(),
            Wanted::Give => vec![GIVE],
            Wanted::DoneOrRecipient { subject } => others(subject).chain([DONE]).collect(),
            Wanted::Recipient { subject } => others(subject).collect(),
            Wanted::Buy => vec![BUY],
            Wanted::Done => vec![DONE],
            Wanted::Quantity => Quantity::ALL.map(Quantity::source).into(),
            Wanted::Measure => {
                let mut measures: Vec<&str> = Noun::ALL.map(Noun::measure).into();
                measures.dedup();
                measures
            }
            Wanted::Noun { measure, besides } => {
                let nouns = Noun::ALL.into_iter().filter(|noun| noun.measure() == measure && Some(*noun) != besides);
                nouns.map(Noun::source).collect()
            }
            Wanted::MoreOrStop => vec![WITH, COMMA, FULL_STOP],
            Wanted::Stop => vec![FULL_STOP],
            Wanted::End => Vec::new(),
        }
    }
}

impl Grammar {
    /// What a sentence says, from its source units. [`Grammar::pair`] of the answer is the sentence with its
    /// translation, alignment and kind.
    ///
    /// # Errors
    /// At the first unit that cannot stand where it stands, read from the left.
    pub fn read<U: AsRef<str>>(&self, units: &[U]) -> Result<Clauses, CannotSay> {
        if units.is_empty() {
            return Err(CannotSay::Nothing);
        }
        let mut reader = Reader { grammar: self, units, at: 0 };
        let (first, ending) = reader.clause(true)?;
        let second = match ending {
            Ending::Comma => Some(reader.clause(false)?.0),
            Ending::Stop => None,
        };
        if reader.at < units.len() {
            return Err(reader.refuse(Wanted::End));
        }
        // The reader refuses whatever `new` does; the place told then is the end.
        Clauses::new(first, second).ok_or_else(|| reader.refuse(Wanted::End))
    }
}

/// How a clause ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Comma,
    Stop,
}

struct Reader<'a, U> {
    grammar: &'a Grammar,
    units: &'a [U],
    at: usize,
}

impl<U: AsRef<str>> Reader<'_, U> {
    fn unit(&self) -> Option<&str> {
        self.units.get(self.at).map(AsRef::as_ref)
    }

    /// The unit here as what is wanted, and past it.
    fn take<T>(&mut self, wanted: Wanted, meant: impl Fn(&str) -> Option<T>) -> Result<T, CannotSay> {
        let found = self.unit().and_then(meant).ok_or_else(|| self.refuse(wanted))?;
        self.at += 1;
        Ok(found)
    }

    fn word(&mut self, wanted: Wanted, word: &str) -> Result<(), CannotSay> {
        self.take(wanted, |unit| (unit == word).then_some(()))
    }

    fn refuse(&self, wanted: Wanted) -> CannotSay {
        let at = self.at;
        match self.unit() {
            Some(unit) if mark(unit).is_some() || self.grammar.source.number(unit).is_none() => {
                CannotSay::Unknown { at, unit: unit.to_owned() }
            }
            _ => CannotSay::Expected { at, wanted },
        }
    }

    /// A clause with what ends it; only the first may have a second object or another clause behind it.
    fn clause(&mut self, is_first: bool) -> Result<(Clause, Ending), CannotSay> {
        enum Begun {
            Subject(Person),
            Time(Time),
        }
        let begun = self.take(Wanted::SubjectOrTime, |unit| {
            person(unit).map(Begun::Subject).or_else(|| time(unit).map(Begun::Time))
        })?;
        let (subject, time, time_first) = match begun {
            Begun::Subject(subject) => (subject, self.take(Wanted::Time, time)?, false),
            Begun::Time(time) => (self.take(Wanted::Subject, person)?, time, true),
        };
        self.word(Wanted::Give, GIVE)?;
        let (verb, recipient) = self.verb_and_recipient(subject)?;
        let object = self.phrase(None)?;

        let ends = |unit: &str| (unit == FULL_STOP).then_some(Ending::Stop);
        let more = |unit: &str| if unit == COMMA { Some(Ending::Comma) } else { ends(unit) };
        let (second, ending) = if !is_first {
            (None, self.take(Wanted::Stop, ends)?)
        } else if self.unit() == Some(WITH) {
            self.at += 1;
            let second = self.phrase(Some(object.noun))?;
            (Some(second), self.take(Wanted::Stop, ends)?)
        } else {
            (None, self.take(Wanted::MoreOrStop, more)?)
        };
        Ok((Clause { subject, recipient, time, time_first, verb, object, second }, ending))
    }

    /// 了 and the recipient, or the recipient and 买 了.
    fn verb_and_recipient(&mut self, subject: Person) -> Result<(Verb, Person), CannotSay> {
        if self.unit() == Some(DONE) {
            self.at += 1;
            return Ok((Verb::Gave, self.recipient(Wanted::Recipient { subject }, subject)?));
        }
        let recipient = self.recipient(Wanted::DoneOrRecipient { subject }, subject)?;
        self.word(Wanted::Buy, BUY)?;
        self.word(Wanted::Done, DONE)?;
        Ok((Verb::Bought, recipient))
    }

    fn recipient(&mut self, wanted: Wanted, subject: Person) -> Result<Person, CannotSay> {
        let at = self.at;
        let recipient = self.take(wanted, person)?;
        if recipient == subject {
            return Err(CannotSay::RecipientIsSubject { at, person: recipient });
        }
        Ok(recipient)
    }

    /// A number, a measure word and a noun of it, another than the one before.
    fn phrase(&mut self, besides: Option<Noun>) -> Result<NounPhrase, CannotSay> {
        let quantity = self.take(Wanted::Quantity, |unit| find(Quantity::ALL, unit, Quantity::source))?;
        let measure = self.take(Wanted::Measure, |unit| find(Noun::ALL, unit, Noun::measure))?.measure();
        let at = self.at;
        let noun = self.take(Wanted::Noun { measure, besides }, |unit| {
            find(Noun::ALL, unit, Noun::source).filter(|noun| noun.measure() == measure)
        })?;
        if Some(noun) == besides {
            return Err(CannotSay::SameNoun { at, noun });
        }
        Ok(NounPhrase { quantity, noun })
    }
}

fn find<T: Copy, const N: usize>(all: [T; N], unit: &str, source: impl Fn(T) -> &'static str) -> Option<T> {
    all.into_iter().find(|one| source(*one) == unit)
}

fn person(unit: &str) -> Option<Person> {
    find(Person::ALL, unit, Person::source)
}

fn time(unit: &str) -> Option<Time> {
    find(Time::ALL, unit, Time::source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(units: &[&str]) -> Result<Clauses, CannotSay> {
        Grammar::lesson().read(units)
    }

    const LESSON: [&str; 9] = ["我", "昨天", "给", "了", "他", "一", "本", "书", "。"];

    /// The lesson sentence with other units from `at` on.
    fn with(at: usize, units: &[&str]) -> Result<Clauses, CannotSay> {
        read(&[&LESSON[..at], units].concat())
    }

    #[test]
    fn the_lesson_sentence_and_its_beginnings() {
        assert_eq!(read(&LESSON), Ok(Clauses::LESSON));
        assert_eq!(read(&[]), Err(CannotSay::Nothing));
        let subject = Person::I;
        let wanted = [
            Wanted::Time,
            Wanted::Give,
            Wanted::DoneOrRecipient { subject },
            Wanted::Recipient { subject },
            Wanted::Quantity,
            Wanted::Measure,
            Wanted::Noun { measure: "本", besides: None },
            Wanted::MoreOrStop,
        ];
        for (index, wanted) in wanted.into_iter().enumerate() {
            assert_eq!(with(index + 1, &[]), Err(CannotSay::Expected { at: index + 1, wanted }));
        }
    }

    #[test]
    fn what_cannot_be_said() {
        let unknown = |at, unit: &str| Err(CannotSay::Unknown { at, unit: unit.to_owned() });
        let expected = |at, wanted| Err(CannotSay::Expected { at, wanted });
        assert_eq!(with(1, &["明天", "给"]), unknown(1, "明天"));
        assert_eq!(with(0, &["<pad>"]), unknown(0, "<pad>"));
        assert_eq!(with(0, &["给"]), expected(0, Wanted::SubjectOrTime));
        assert_eq!(read(&["昨天", "今天"]), expected(1, Wanted::Subject));
        assert_eq!(with(4, &["我"]), Err(CannotSay::RecipientIsSubject { at: 4, person: Person::I }));
        assert_eq!(with(3, &["我"]), Err(CannotSay::RecipientIsSubject { at: 3, person: Person::I }));
        assert_eq!(with(3, &["他", "了"]), expected(4, Wanted::Buy));
        assert_eq!(with(3, &["他", "买", "一"]), expected(5, Wanted::Done));
        assert_eq!(with(7, &["笔"]), expected(7, Wanted::Noun { measure: "本", besides: None }));
        let book = Some(Noun::Book);
        assert_eq!(with(8, &["和", "一", "本", "书"]), Err(CannotSay::SameNoun { at: 11, noun: Noun::Book }));
        assert_eq!(with(8, &["和", "一", "本"]), expected(11, Wanted::Noun { measure: "本", besides: book }));
        assert_eq!(with(8, &["和", "一", "支", "笔", "，"]), expected(12, Wanted::Stop));
        let second = ["，", "我", "昨天", "给", "了", "他", "一", "本", "书"];
        assert_eq!(with(8, &[&second[..], &["和"]].concat()), expected(17, Wanted::Stop));
        assert_eq!(with(8, &["。", "。"]), expected(9, Wanted::End));
        assert_eq!(with(8, &["给"]), expected(8, Wanted::MoreOrStop));
    }

    /// What is wanted at a place is what gets past it.
    #[test]
    fn wanted_units_are_those_that_may_stand_there() {
        let grammar = Grammar::lesson();
        let mut open: Vec<Vec<&str>> = vec![vec!["我"], vec!["昨天"]];
        let mut sentences = 0;
        while let Some(units) = open.pop() {
            let Err(CannotSay::Expected { at, wanted }) = grammar.read(&units) else {
                sentences += 1;
                continue;
            };
            assert_eq!(at, units.len());
            let right = wanted.units();
            for unit in grammar.source.words() {
                let longer = [&units[..], &[unit]].concat();
                let gets_past = grammar.read(&longer).map_or_else(|wrong| wrong.at() > at, |_| true);
                assert_eq!(gets_past, right.contains(&unit.as_str()), "{units:?} {unit}");
            }
            // One way on from each, or two at the beginning: all kinds of places, not all sentences.
            let some = if units.len() < 4 || units.len() == 8 { right.len() } else { 1 };
            open.extend(right[..some].iter().map(|unit| [&units[..], &[*unit]].concat()));
        }
        assert!(sentences > 50, "{sentences}");
    }
}
