//! Which pairs of a table are trained on and which are tested with, and the numbers of their words.

use super::Row;
use crate::translator::corpus::vocabulary::{EOS, Side, Vocabulary};
use crate::translator::corpus::{Corpus, Pair};
use std::collections::HashMap;

/// One source of so many goes to the test.
const EVERY: usize = 10;

/// A corpus of rows, at least one, whose numbers are places in `sources` and `targets`.
pub(super) fn corpus(rows: Vec<Row>, sources: &[&str], targets: &[&str]) -> Corpus {
    let (train, test) = divide(rows);
    let sources = Renumbered::new(Side::Source, sources, train.iter().chain(&test).map(|row| &*row.source));
    let targets = Renumbered::new(Side::Target, targets, train.iter().chain(&test).map(|row| &*row.target));
    let pairs = |rows: &[Row]| rows.iter().map(|row| pair(row, &sources, &targets)).collect();
    let (train, test) = (pairs(&train), pairs(&test));
    // A single source is both.
    let test = if Vec::is_empty(&test) { Vec::clone(&train) } else { test };
    Corpus { source: sources.vocabulary, target: targets.vocabulary, train, test }
}

/// The rows to train on and those to test with, in their order. The second is empty when there is only one source.
fn divide(rows: Vec<Row>) -> (Vec<Row>, Vec<Row>) {
    let mut numbers: HashMap<&[usize], usize> = HashMap::new();
    let mut of_each = Vec::with_capacity(rows.len());
    for row in &rows {
        let next = numbers.len();
        of_each.push(*numbers.entry(&row.source).or_insert(next));
    }
    let count = numbers.len();
    let is_test = |source: usize| match count {
        0 | 1 => false,
        2..EVERY => source + 1 == count,
        _ => (source + 1).is_multiple_of(EVERY),
    };
    let (mut train, mut test) = (Vec::new(), Vec::new());
    for (row, source) in rows.into_iter().zip(of_each) {
        if is_test(source) { &mut test } else { &mut train }.push(row);
    }
    (train, test)
}

/// A vocabulary, and the number in it of each place of the list it was made from.
struct Renumbered {
    vocabulary: Vocabulary,
    numbers: Vec<usize>,
}

impl Renumbered {
    /// In the order in which the words first appear in these rows, all of which are places in `words`.
    fn new<'r>(side: Side, words: &[&str], rows: impl Iterator<Item = &'r [usize]>) -> Self {
        let marks = side.marks().len();
        let mut numbers: Vec<Option<usize>> = vec![None; words.len()];
        let mut order = Vec::with_capacity(words.len());
        for place in rows.flatten() {
            numbers[*place].get_or_insert_with(|| {
                order.push(words[*place]);
                marks + order.len() - 1
            });
        }
        // A word is in the list because a row has it.
        let numbers = numbers.into_iter().map(Option::unwrap_or_default).collect();
        Self { vocabulary: Vocabulary::new(side, order), numbers }
    }
}

fn pair(row: &Row, sources: &Renumbered, targets: &Renumbered) -> Pair {
    let target = row.target.iter().map(|place| targets.numbers[*place]);
    Pair {
        source: row.source.iter().map(|place| sources.numbers[*place]).collect(),
        target: target.chain([EOS]).collect(),
        kind: None,
        alignment: None,
    }
}
