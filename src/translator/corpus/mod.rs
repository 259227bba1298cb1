//! Pairs of sentences: the lesson's, drawn from a grammar that can also read them, or somebody's own from a table.
//!
//! | to find | look at |
//! |---|---|
//! | words and their numbers | [`Vocabulary`] |
//! | a sentence, its translation and what each word of it may be read from | [`Pair`], [`Aligned`] |
//! | what the lesson's grammar can say, and what is kept out of training | [`Grammar`], [`Clauses`], [`HELD_OUT`] |
//! | what a sentence says, or why the grammar cannot say it | [`Grammar::read`], [`CannotSay`] |
//! | somebody's own pairs | [`read_table`] |

mod checksum;
mod clause;
mod grammar;
mod lexicon;
mod pair;
mod reading;
mod sampling;
mod table;
mod vocabulary;

pub use clause::{Clause, Clauses, NounPhrase};
pub use grammar::{Grammar, Possible};
pub use lexicon::{HELD_OUT, Noun, Person, Quantity, Time, Verb};
pub use pair::{Aligned, Kind, Pair, Role};
pub use reading::{CannotSay, Wanted};
pub use table::{TableFault, TableLimits, TableProblem, TableProblems, read_table};
pub use vocabulary::{BOS, CannotRead, EOS, PAD, Side, Vocabulary};

use std::collections::HashSet;

/// Pairs to train on and pairs to test with, numbered by the same two vocabularies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    /// The words that are read.
    pub source: Vocabulary,
    /// The words that are written.
    pub target: Vocabulary,
    /// What is trained on; never empty.
    pub train: Vec<Pair>,
    /// What is tested with; never empty.
    pub test: Vec<Pair>,
}

impl Corpus {
    /// The lesson's corpus: 3,000 pairs to train on and 600 to test with, every one of which says something that is
    /// kept out of training ([`HELD_OUT`]). The first test is the lesson's sentence.
    pub fn lesson() -> Self {
        sampling::lesson()
    }

    /// A pair as a line of a table: source units, a tab, target words with their end.
    pub fn pair_text(&self, pair: &Pair) -> String {
        format!("{}\t{}", self.source.text(&pair.source), self.target.text(&pair.target))
    }

    /// FNV-1a 64 of the training pairs, each written as [`Corpus::pair_text`] and a line feed.
    pub fn train_checksum(&self) -> u64 {
        self.checksum(&self.train)
    }

    /// The same of the test pairs.
    pub fn test_checksum(&self) -> u64 {
        self.checksum(&self.test)
    }

    fn checksum(&self, pairs: &[Pair]) -> u64 {
        let lines: Vec<String> = pairs.iter().map(|pair| self.pair_text(pair)).collect();
        checksum::fnv_1a(lines.iter().flat_map(|line| [line.as_bytes(), b"\n"]))
    }

    /// The words of one side that no training pair has, by number: a test or a typed sentence may use them, but what
    /// the model has for them is what it began with. Marks are left out.
    pub fn untrained(&self, side: Side) -> Vec<usize> {
        let words = |pair: &'_ Pair| match side {
            Side::Source => pair.source.clone(),
            Side::Target => pair.target.clone(),
        };
        let vocabulary = match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        };
        let trained: HashSet<usize> = self.train.iter().flat_map(words).collect();
        (side.marks().len()..vocabulary.len()).filter(|number| !trained.contains(number)).collect()
    }

    /// Whether any test source is trained on, so that the test says nothing of what is new to the model. So it is for
    /// a table with one source only, and for no other corpus this room makes.
    pub fn tests_what_it_trains(&self) -> bool {
        let trained: HashSet<&[usize]> = self.train.iter().map(|pair| &*pair.source).collect();
        self.test.iter().any(|pair| trained.contains(&*pair.source))
    }
}
