//! The lesson's corpus, drawn from its grammar: the same pairs in the same order on every machine.

use super::clause::{Clause, Clauses, NounPhrase};
use super::grammar::Grammar;
use super::lexicon::{Noun, Person, Quantity, Time, Verb};
use super::pair::Kind;
use super::{Corpus, Pair};
use crate::translator::SplitMix64;
use std::collections::HashSet;

/// The seed of the draws.
const SEED: u64 = 20_140_901;

/// How many pairs of a kind are drawn for training and for testing. Of A's tests one is the lesson's sentence.
fn wanted(kind: Kind) -> (usize, usize) {
    match kind {
        Kind::A => (1_800, 300),
        Kind::B | Kind::C => (600, 150),
    }
}

/// The lesson's corpus: 3,000 pairs to train on and 600 to test with, in the order in which they are drawn. No source
/// occurs twice, and what is held out is in the test only.
pub(super) fn lesson() -> Corpus {
    let grammar = Grammar::lesson();
    let mut random = SplitMix64::new(SEED);
    let mut seen = HashSet::from([Clauses::LESSON]);
    let mut test: Vec<Pair> = vec![grammar.pair(&Clauses::LESSON)];
    let mut train: Vec<Pair> = Vec::new();
    for kind in Kind::ALL {
        let (mut to_train, mut to_test) = wanted(kind);
        if kind == Clauses::LESSON.kind() {
            to_test -= 1;
        }
        while to_train + to_test > 0 {
            // What is meant and the source that says it determine each other, so the one is as good as the other here.
            let Some(clauses) = draw(kind, &mut random).filter(|clauses| !seen.contains(clauses)) else { continue };
            let (pairs, room) =
                if clauses.is_held_out() { (&mut test, &mut to_test) } else { (&mut train, &mut to_train) };
            // What there is no room for is forgotten.
            if *room > 0 {
                *room -= 1;
                pairs.push(grammar.pair(&clauses));
                seen.insert(clauses);
            }
        }
    }
    Corpus { source: grammar.source, target: grammar.target, train, test }
}

/// A sentence of a kind. Every draw can be said: the recipient is another than the subject, a second noun another than
/// the first.
fn draw(kind: Kind, random: &mut SplitMix64) -> Option<Clauses> {
    let first = clause(kind == Kind::B, random);
    let second = (kind == Kind::C).then(|| clause(false, random));
    Clauses::new(first, second)
}

fn clause(has_two_objects: bool, random: &mut SplitMix64) -> Clause {
    // Fields are drawn in the order in which they stand here.
    let subject = random.below(Person::ALL.len());
    let recipient = random.below(Person::ALL.len() - 1);
    let time = Time::ALL[random.below(Time::ALL.len())];
    let time_first = random.below(2) == 1;
    let verb = Verb::ALL[random.below(Verb::ALL.len())];
    let quantity = Quantity::ALL[random.below(Quantity::ALL.len())];
    let noun = random.below(Noun::ALL.len());
    let second = has_two_objects.then(|| {
        let quantity = Quantity::ALL[random.below(Quantity::ALL.len())];
        let other = random.below(Noun::ALL.len() - 1);
        NounPhrase { quantity, noun: Noun::ALL[past(other, noun)] }
    });
    Clause {
        subject: Person::ALL[subject],
        recipient: Person::ALL[past(recipient, subject)],
        time,
        time_first,
        verb,
        object: NounPhrase { quantity, noun: Noun::ALL[noun] },
        second,
    }
}

/// A number drawn from one place fewer, so that it is never `taken`.
fn past(number: usize, taken: usize) -> usize {
    if number >= taken { number + 1 } else { number }
}
