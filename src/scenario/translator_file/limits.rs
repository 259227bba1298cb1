//! How large a translator, its training and its file may be.

use super::TranslatorFault;
use crate::translator::{Shapes, Vocabulary};
use crate::words::width::is_unsafe;

/// d, and e.
pub const WIDTH: usize = 512;
/// Sentences of a training.
pub const SENTENCES: usize = 100_000_000;
/// Sentences of a step.
pub const BATCH: usize = 100_000;
/// Numbers of all tensors; in memory there are about six of each.
pub const NUMBERS: usize = 10_000_000;
/// Bytes of a file: the numbers and both averages, and a header.
pub const BYTES: usize = 3 * size_of::<f64>() * NUMBERS + HEADER + 8;
/// Bytes of its header.
pub(super) const HEADER: usize = 32 << 20;
/// Characters of a word.
const CHARACTERS: usize = 64;

/// Whether there are not too many numbers.
///
/// # Errors
/// There are.
pub fn check(shapes: &Shapes) -> Result<(), TranslatorFault> {
    let count = shapes.count();
    if count > NUMBERS { Err(TranslatorFault::TooMany { count, most: NUMBERS }) } else { Ok(()) }
}

/// Whether a text can be a word of a vocabulary: no blanks in it, nothing that is not seen.
pub(super) fn is_word(text: &str) -> bool {
    let is_wrong = |c: char| c.is_whitespace() || is_unsafe(c);
    !text.is_empty() && text.chars().take(CHARACTERS + 1).count() <= CHARACTERS && !text.contains(is_wrong)
}

/// The words of a vocabulary without its marks.
pub(super) fn words(vocabulary: &Vocabulary) -> &[String] {
    &vocabulary.words()[vocabulary.side().marks().len()..]
}
