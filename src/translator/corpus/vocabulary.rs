//! The words of one side and their numbers.

use std::collections::HashMap;
use std::sync::Arc;

/// The number of the padding, on both sides.
pub const PAD: usize = 0;
/// The number of what a target begins after.
pub const BOS: usize = 1;
/// The number of what a target ends with.
pub const EOS: usize = 2;

/// One of the two languages of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// What is read.
    Source,
    /// What is written.
    Target,
}

impl Side {
    /// The words that mark a place and are no words of the language, in the order of their numbers. The source has the
    /// padding alone; begin and end belong to the target.
    pub fn marks(self) -> &'static [&'static str] {
        match self {
            Side::Source => &MARKS[..=PAD],
            Side::Target => &MARKS,
        }
    }
}

/// Padding, begin, end: at [`PAD`], [`BOS`] and [`EOS`].
pub(super) const MARKS: [&str; 3] = ["<pad>", "<bos>", "<eos>"];

/// The mark a text spells, whichever side it stands on: none of them may be used as a word.
pub(super) fn mark(unit: &str) -> Option<&'static str> {
    MARKS.into_iter().find(|mark| *mark == unit)
}

/// The words of one side with their numbers: first the marks, then the words in a fixed order. A clone shares them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary(Arc<Words>);

#[derive(Debug, PartialEq, Eq)]
struct Words {
    side: Side,
    words: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// Why a typed text is no sentence of a vocabulary. Units are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotRead {
    /// Nothing but blanks.
    Empty,
    /// More units than a sentence may have.
    TooLong {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A unit that is not in the vocabulary.
    Unknown {
        /// Which.
        at: usize,
        /// As it was typed.
        unit: String,
    },
    /// A mark, which is no word.
    Reserved {
        /// Which unit.
        at: usize,
        /// The mark.
        mark: &'static str,
    },
}

impl Vocabulary {
    /// The marks of a side and these words after them, each once: one that is there already keeps its number.
    pub fn new<W: Into<String>>(side: Side, words: impl IntoIterator<Item = W>) -> Self {
        let mut all = Vec::new();
        let mut numbers = HashMap::new();
        let marks = side.marks().iter().map(|mark| (*mark).to_owned());
        for word in marks.chain(words.into_iter().map(Into::into)) {
            numbers.entry(word.clone()).or_insert_with(|| {
                all.push(word);
                all.len() - 1
            });
        }
        Self(Arc::new(Words { side, words: all, numbers }))
    }

    /// Which language it is of.
    pub fn side(&self) -> Side {
        self.0.side
    }

    /// Every word, marks included, at its number.
    pub fn words(&self) -> &[String] {
        &self.0.words
    }

    /// How many words there are, marks included.
    pub fn len(&self) -> usize {
        self.0.words.len()
    }

    /// Never: there are always marks.
    pub fn is_empty(&self) -> bool {
        self.0.words.is_empty()
    }

    /// The number of a word or mark.
    pub fn number(&self, word: &str) -> Option<usize> {
        self.0.numbers.get(word).copied()
    }

    /// The word or mark with a number.
    pub fn word(&self, number: usize) -> Option<&str> {
        self.0.words.get(number).map(String::as_str)
    }

    /// The words of these numbers with a space between them; a number without a word is `?`.
    pub fn text(&self, numbers: &[usize]) -> String {
        let words: Vec<&str> = numbers.iter().map(|number| self.word(*number).unwrap_or("?")).collect();
        words.join(" ")
    }

    /// A typed sentence: units with blanks of any kind between them, at most `most`.
    ///
    /// # Errors
    /// Without a unit, with too many, and at the first unit that is a mark or not in the vocabulary.
    pub fn read(&self, text: &str, most: usize) -> Result<Vec<usize>, CannotRead> {
        let count = text.split_whitespace().count();
        if count == 0 {
            return Err(CannotRead::Empty);
        }
        if count > most {
            return Err(CannotRead::TooLong { count, most });
        }
        let units = text.split_whitespace().enumerate().map(|(at, unit)| match (mark(unit), self.number(unit)) {
            (Some(mark), _) => Err(CannotRead::Reserved { at, mark }),
            (None, Some(number)) => Ok(number),
            (None, None) => Err(CannotRead::Unknown { at, unit: unit.to_owned() }),
        });
        units.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_first_number() {
        let target = Vocabulary::new(Side::Target, ["a", "b", "a", "<eos>"]);
        assert_eq!(target.words(), ["<pad>", "<bos>", "<eos>", "a", "b"]);
        assert_eq!(["<pad>", "<bos>", "<eos>"].map(|mark| target.number(mark)), [Some(PAD), Some(BOS), Some(EOS)]);
        assert_eq!((target.number("b"), target.number("c")), (Some(4), None));
        assert_eq!((target.word(4), target.word(5)), (Some("b"), None));
        assert_eq!(target.text(&[3, 4, 9, EOS]), "a b ? <eos>");
        let source = Vocabulary::new(Side::Source, ["a"]);
        assert_eq!((source.words(), source.side()), (&["<pad>".to_owned(), "a".to_owned()][..], Side::Source));
    }

    #[test]
    fn typed_sentences() {
        let source = Vocabulary::new(Side::Source, ["a", "b"]);
        assert_eq!(source.read(" a\u{3000}b \n a ", 3), Ok(vec![1, 2, 1]));
        assert_eq!(source.read(" \t", 3), Err(CannotRead::Empty));
        assert_eq!(source.read("a a a a", 3), Err(CannotRead::TooLong { count: 4, most: 3 }));
        assert_eq!(source.read("a c d", 3), Err(CannotRead::Unknown { at: 1, unit: "c".to_owned() }));
        assert_eq!(source.read("a <pad>", 3), Err(CannotRead::Reserved { at: 1, mark: "<pad>" }));
        assert_eq!(source.read("<eos>", 3), Err(CannotRead::Reserved { at: 0, mark: "<eos>" }));
    }
}
