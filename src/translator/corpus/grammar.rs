//! The lesson's grammar in the direction of saying: from what is meant to both languages and their alignment.

use super::clause::{Clause, Clauses};
use super::lexicon::{
    AND, BUY, COMMA, DONE, FULL_STOP, GIVE, HELD_OUT, Noun, OF, Person, Quantity, STOP, Time, Verb, WITH, source_units,
    target_words,
};
use super::pair::{Aligned, Kind, Pair, Role};
use super::vocabulary::{EOS, MARKS, Side, Vocabulary};

/// The grammar behind the lesson's corpus, with the two vocabularies its sentences are numbered by.
///
/// Source: subject and time in either order, then 给 了 *recipient* or 给 *recipient* 买 了, then one or two objects of
/// number, measure word and noun, joined by 和; two clauses are joined by ，; 。 ends the sentence. Target: subject, verb,
/// recipient, objects joined by *and*, and the time always last; a full stop ends the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    pub(super) source: Vocabulary,
    pub(super) target: Vocabulary,
}

/// How many different sentences of a kind the grammar can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    /// All of them.
    pub pairs: u64,
    /// Those that say something kept out of training.
    pub held_out: u64,
}

/// A sentence in both languages, before it is numbered.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Said {
    pub(super) source: Vec<&'static str>,
    pub(super) target: Vec<(&'static str, Aligned)>,
}

impl Grammar {
    /// The grammar of the lesson.
    pub fn lesson() -> Self {
        Self {
            source: Vocabulary::new(Side::Source, source_units()),
            target: Vocabulary::new(Side::Target, target_words()),
        }
    }

    /// The source units.
    pub fn source(&self) -> &Vocabulary {
        &self.source
    }

    /// The target words.
    pub fn target(&self) -> &Vocabulary {
        &self.target
    }

    /// What is meant, in both languages, with what each target word may be read from.
    pub fn pair(&self, clauses: &Clauses) -> Pair {
        let Said { source, target } = Said::new(clauses);
        // Both vocabularies hold every word of the grammar.
        let number = |vocabulary: &Vocabulary, word: &str| vocabulary.number(word).unwrap_or_default();
        Pair {
            source: source.iter().map(|unit| number(&self.source, unit)).collect(),
            target: target.iter().map(|(word, _)| number(&self.target, word)).collect(),
            kind: Some(clauses.kind()),
            alignment: Some(target.into_iter().map(|(_, aligned)| aligned).collect()),
        }
    }

    /// How many different sentences of a kind there are.
    pub fn possible(kind: Kind) -> Possible {
        // Apart from who is given what: the subject is one of the others.
        let around = count(Person::ALL.len() - 1) * count(Time::ALL.len()) * 2 * count(Verb::ALL.len());
        let numbers = count(Quantity::ALL.len());
        let clauses = |phrases: &dyn Fn(u64) -> u64| -> u64 {
            let nouns = |recipient| {
                let held_out = HELD_OUT.iter().filter(|(held_out, _)| *held_out == recipient).count();
                count(Noun::ALL.len() - held_out)
            };
            Person::ALL.into_iter().map(|recipient| around * phrases(nouns(recipient))).sum()
        };
        let all = count(Noun::ALL.len());
        let one = |nouns: u64| numbers * nouns;
        let two = |nouns: u64| numbers * nouns * numbers * nouns.saturating_sub(1);
        let (pairs, trained) = match kind {
            Kind::A => (clauses(&|_| one(all)), clauses(&one)),
            Kind::B => (clauses(&|_| two(all)), clauses(&two)),
            Kind::C => (clauses(&|_| one(all)).pow(2), clauses(&one).pow(2)),
        };
        Possible { pairs, held_out: pairs - trained }
    }
}

/// The length of one of the grammar's lists.
fn count(length: usize) -> u64 {
    // None has more than ten.
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Where the parts of a clause stand in the source.
struct Places {
    subject: usize,
    time: usize,
    recipient: usize,
    /// Its first and its last unit.
    verb: (usize, usize),
    objects: Vec<Phrase>,
}

/// Where the parts of a noun phrase stand in the source, and what it is joined by to the one before.
struct Phrase {
    joined: Option<usize>,
    quantity: usize,
    measure: usize,
    noun: usize,
}

impl Said {
    /// Both languages at once, so that every target word knows where it comes from.
    pub(super) fn new(clauses: &Clauses) -> Self {
        let mut said = Self::default();
        for (index, clause) in clauses.iter().enumerate() {
            if index > 0 {
                let comma = said.write(COMMA);
                said.say(AND, Role::And, None, comma);
            }
            let places = said.write_clause(&clause);
            said.say_clause(&clause, index, &places);
        }
        let stop = said.write(FULL_STOP);
        said.say(STOP, Role::Stop, None, stop);
        said.say(MARKS[EOS], Role::End, None, stop);
        said
    }

    /// One source unit; its position.
    fn write(&mut self, unit: &'static str) -> usize {
        self.source.push(unit);
        self.source.len() - 1
    }

    fn say(&mut self, word: &'static str, role: Role, clause: Option<usize>, at: usize) {
        self.target.push((word, Aligned { role, clause, at, or: None }));
    }

    fn write_clause(&mut self, clause: &Clause) -> Places {
        let (subject, time) = (clause.subject.source(), clause.time.source());
        let (subject, time) = if clause.time_first {
            let time = self.write(time);
            (self.write(subject), time)
        } else {
            (self.write(subject), self.write(time))
        };
        let give = self.write(GIVE);
        let (recipient, verb) = match clause.verb {
            Verb::Gave => {
                let done = self.write(DONE);
                (self.write(clause.recipient.source()), (give, done))
            }
            Verb::Bought => (self.write(clause.recipient.source()), (self.write(BUY), self.write(DONE))),
        };
        let objects = clause.objects().enumerate().map(|(index, object)| Phrase {
            joined: (index > 0).then(|| self.write(WITH)),
            quantity: self.write(object.quantity.source()),
            measure: self.write(object.noun.measure()),
            noun: self.write(object.noun.source()),
        });
        let objects = objects.collect();
        Places { subject, time, recipient, verb, objects }
    }

    fn say_clause(&mut self, clause: &Clause, index: usize, places: &Places) {
        let within = Some(index);
        self.say(clause.subject.subject(), Role::Subject, within, places.subject);
        let role = match clause.verb {
            Verb::Gave => Role::Gave,
            Verb::Bought => Role::Bought,
        };
        let (at, last) = places.verb;
        self.target.push((clause.verb.target(), Aligned { role, clause: within, at, or: Some(last) }));
        self.say(clause.recipient.object(), Role::Recipient, within, places.recipient);
        for (object, phrase) in clause.objects().zip(&places.objects) {
            if let Some(joined) = phrase.joined {
                self.say(AND, Role::And, within, joined);
            }
            self.say(object.quantity.target(object.noun), Role::Quantity, within, phrase.quantity);
            let words = match object.quantity {
                Quantity::One => object.noun.singular(),
                Quantity::Two | Quantity::Three => object.noun.plural(),
            };
            for (place, word) in words.iter().enumerate() {
                let (role, at) = match (*word, place + 1 == words.len()) {
                    (_, true) => (Role::Object, phrase.noun),
                    (OF, false) => (Role::Of, phrase.measure),
                    (_, false) => (Role::Measure, phrase.measure),
                };
                self.say(word, role, within, at);
            }
        }
        for (place, word) in clause.time.target().iter().enumerate() {
            let role = if place == 0 { Role::Time } else { Role::Week };
            self.say(word, role, within, places.time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::corpus::clause::NounPhrase;
    use std::collections::HashSet;

    fn phrases() -> Vec<NounPhrase> {
        let one = |noun| Quantity::ALL.map(|quantity| NounPhrase { quantity, noun });
        Noun::ALL.into_iter().flat_map(one).collect()
    }

    /// Every sentence of one clause, refused ones left out.
    fn sentences(second: &[Option<NounPhrase>]) -> Vec<Clauses> {
        let mut all = Vec::new();
        for subject in Person::ALL {
            for recipient in Person::ALL {
                for (time, verb) in Time::ALL.into_iter().flat_map(|time| Verb::ALL.map(|verb| (time, verb))) {
                    for (time_first, object) in
                        [false, true].into_iter().flat_map(|b| phrases().into_iter().map(move |p| (b, p)))
                    {
                        all.extend(second.iter().filter_map(|second| {
                            let second = *second;
                            Clauses::new(Clause { subject, recipient, time, time_first, verb, object, second }, None)
                        }));
                    }
                }
            }
        }
        all
    }

    /// Counted by saying them all, and every one says something else.
    #[test]
    fn as_many_sentences_as_are_told() {
        let held_out = |all: &[Clauses]| all.iter().filter(|clauses| clauses.is_held_out()).count() as u64;
        let one = sentences(&[None]);
        let two = sentences(&phrases().into_iter().map(Some).collect::<Vec<_>>());
        for (kind, all) in [(Kind::A, &one), (Kind::B, &two)] {
            assert!(all.iter().all(|clauses| clauses.kind() == kind));
            let sources: HashSet<Vec<&str>> = all.iter().map(|clauses| Said::new(clauses).source).collect();
            assert_eq!(Grammar::possible(kind), Possible { pairs: sources.len() as u64, held_out: held_out(all) });
        }
        assert_eq!(Grammar::possible(Kind::A), Possible { pairs: 5_760, held_out: 1_152 });
        assert_eq!(Grammar::possible(Kind::B).pairs, 120_960);
        let (pairs, trained) = (5_760_u64.pow(2), (5_760_u64 - 1_152).pow(2));
        assert_eq!(Grammar::possible(Kind::C), Possible { pairs, held_out: pairs - trained });
    }

    #[test]
    fn the_lesson_sentence() {
        let said = Said::new(&Clauses::LESSON);
        assert_eq!(said.source.join(" "), ["我", "昨天", "给", "了", "他", "一", "本", "书", "。"].join(" "));
        let words: Vec<&str> = said.target.iter().map(|(word, _)| *word).collect();
        assert_eq!(words.join(" "), "I gave him a book yesterday . <eos>");
        let positions: Vec<Vec<usize>> = said.target.iter().map(|(_, aligned)| aligned.positions().collect()).collect();
        assert_eq!(positions, [vec![0], vec![2, 3], vec![4], vec![5], vec![7], vec![1], vec![8], vec![8]]);
        assert!(said.target[1].1.accepts(3) && !said.target[1].1.accepts(4) && !said.target[0].1.accepts(2));
    }

    #[test]
    fn every_measure_word_serves_two_nouns() {
        for noun in Noun::ALL {
            assert_eq!(Noun::ALL.iter().filter(|other| other.measure() == noun.measure()).count(), 2);
        }
    }

    /// The article follows the noun's first letter.
    #[test]
    fn an_stands_before_a_vowel() {
        for noun in Noun::ALL {
            let is_vowel = noun.singular()[0].starts_with(['a', 'e', 'i', 'o', 'u']);
            assert_eq!(Quantity::One.target(noun), if is_vowel { "an" } else { "a" });
        }
    }
}
