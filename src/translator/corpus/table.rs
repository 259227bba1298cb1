//! Somebody's own pairs: a table of two columns, source and target, with a tab between them.
//!
//! Units are separated by blanks of any kind. Every line is a pair; lines without text are skipped, a byte order mark at
//! the beginning and carriage returns at the ends of lines are fine. There are no comments: `#` may be a word. A target
//! may end in `<eos>`, which is added where it is not. A table is checked whole before anything is made of it.

mod line;
mod split;

use super::Corpus;
use super::vocabulary::Side;
use std::collections::HashMap;

/// How large a table may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// Pairs.
    pub pairs: usize,
    /// Units a side of a pair, `<eos>` not counted.
    pub units: usize,
    /// Characters of a unit.
    pub characters: usize,
    /// Different words a side, marks not counted.
    pub words: usize,
    /// Problems that are told; further ones are counted.
    pub problems: usize,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self { pairs: 100_000, units: 200, characters: 64, words: 20_000, problems: 20 }
    }
}

/// What is wrong with a line of a table, or with the table from this line on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFault {
    /// Text without a tab.
    NoTab,
    /// More tabs than one.
    Tabs {
        /// How many.
        count: usize,
    },
    /// A side without a unit, `<eos>` not counted.
    Empty {
        /// Which side.
        side: Side,
    },
    /// A unit that is longer than it may be.
    LongUnit {
        /// On which side.
        side: Side,
        /// Which unit, from 0.
        at: usize,
        /// As it is written.
        unit: String,
        /// Its characters.
        count: usize,
        /// How many it may have.
        most: usize,
    },
    /// A side with more units than it may have.
    TooManyUnits {
        /// Which side.
        side: Side,
        /// How many it has.
        count: usize,
        /// How many it may have.
        most: usize,
    },
    /// `<pad>` or `<bos>`, or `<eos>` in a source.
    Reserved {
        /// On which side.
        side: Side,
        /// Which unit, from 0.
        at: usize,
        /// The mark.
        mark: &'static str,
    },
    /// `<eos>` in a target before its last place.
    EarlyEnd {
        /// Which unit, from 0.
        at: usize,
    },
    /// A character that is no text: a control character, or one that is not seen and changes what is.
    Unseen {
        /// Which character of the line, from 0.
        at: usize,
        /// The character.
        character: char,
    },
    /// One pair more than there may be. Nothing after it has been read.
    TooManyPairs {
        /// How many there may be.
        most: usize,
    },
    /// One word of a side more than there may be. Nothing after it has been read.
    TooManyWords {
        /// Of which side.
        side: Side,
        /// How many there may be.
        most: usize,
    },
    /// No line with text. Told at line 1.
    NoPairs,
}

/// One fault and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: TableFault,
}

/// Everything that is wrong with a table, in the order of its lines; at least one problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TableProblems {
    /// The first ones.
    pub told: Vec<TableProblem>,
    /// How many there are beside those.
    pub more: usize,
}

impl TableProblems {
    fn add(&mut self, line: usize, fault: TableFault, most: usize) {
        // At least one, so that there is something to tell of a table that is refused.
        if self.told.len() < most.max(1) {
            self.told.push(TableProblem { line, fault });
        } else {
            self.more += 1;
        }
    }
}

/// A pair by numbers that count the words of a side in the order of the lines.
struct Row {
    source: Vec<usize>,
    target: Vec<usize>,
}

/// The words of a side as they come.
#[derive(Default)]
struct Words<'a> {
    words: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Words<'a> {
    /// The numbers of these units; `None` when there would be more words than `most`.
    fn take(&mut self, units: &[&'a str], most: usize) -> Option<Vec<usize>> {
        let numbers = units.iter().map(|unit| {
            let next = self.words.len();
            if let Some(number) = self.numbers.get(unit) {
                return Some(*number);
            }
            (next < most).then(|| {
                self.words.push(unit);
                self.numbers.insert(unit, next);
                next
            })
        });
        numbers.collect()
    }
}

/// The corpus of a table.
///
/// **Training and test** are divided by source, so that no source is in both: of the different sources in the order in
/// which they first appear, every tenth goes to the test with all its pairs; where there are fewer than ten, the last
/// one. Where there is only one, its pairs are both trained on and tested with
/// ([`Corpus::tests_what_it_trains`] tells).
///
/// **Words** are numbered in the order in which they first appear in the training pairs, and after those the words of the
/// test alone ([`Corpus::untrained`] names them).
///
/// # Errors
/// Every problem of every line, as far as [`TableLimits`] lets it be read.
pub fn read_table(text: &str, limits: &TableLimits) -> Result<Corpus, TableProblems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut problems = TableProblems::default();
    let (mut sources, mut targets) = (Words::default(), Words::default());
    let mut rows: Vec<Row> = Vec::new();
    let mut pairs = 0;
    for (index, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let number = index + 1;
        if line.trim().is_empty() {
            continue;
        }
        pairs += 1;
        if pairs > limits.pairs {
            problems.add(number, TableFault::TooManyPairs { most: limits.pairs }, limits.problems);
            break;
        }
        let (source, target) = match line::read(line, limits) {
            Ok(sides) => sides,
            Err(faults) => {
                for fault in faults {
                    problems.add(number, fault, limits.problems);
                }
                continue;
            }
        };
        let source = sources.take(&source, limits.words).ok_or(Side::Source);
        let target = targets.take(&target, limits.words).ok_or(Side::Target);
        match source.and_then(|source| Ok(Row { source, target: target? })) {
            Ok(row) => rows.push(row),
            Err(side) => {
                problems.add(number, TableFault::TooManyWords { side, most: limits.words }, limits.problems);
                break;
            }
        }
    }
    if pairs == 0 {
        problems.add(1, TableFault::NoPairs, limits.problems);
    }
    if problems.told.is_empty() { Ok(split::corpus(rows, &sources.words, &targets.words)) } else { Err(problems) }
}
