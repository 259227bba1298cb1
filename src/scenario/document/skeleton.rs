//! A text with its grids cut out.

use super::fault::Fault;
use super::grid::{Grid, scan};
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// What stands in the place of a grid: one byte, so that the rest is TOML as before.
const PLACEHOLDER: char = '0';

/// A copy of a text in which each array of numbers or booleans is replaced by a placeholder.
pub(super) struct Skeleton {
    /// The copy.
    pub(super) text: String,
    /// Numbers that are none.
    pub(super) faults: Vec<Fault>,
    cuts: Vec<Cut>,
}

struct Cut {
    /// The placeholder's byte in the copy.
    at: usize,
    /// The grid's bytes in the original.
    original: Range<usize>,
    grid: Option<Grid>,
}

impl Skeleton {
    /// Cuts out every array that follows an `=`.
    pub(super) fn new(original: &str) -> Self {
        let mut skeleton = Self { text: String::new(), faults: Vec::new(), cuts: Vec::new() };
        let mut copied = 0;
        let mut start = 0;
        'texts: loop {
            let mut after_equals = false;
            for token in Source::new(&original[start..]).lex() {
                match token.kind() {
                    TokenKind::Whitespace => {}
                    TokenKind::LeftSquareBracket if after_equals => {
                        after_equals = false;
                        let open = start + token.span().start();
                        let Some(found) = scan(original, open) else { continue };
                        skeleton.text.push_str(&original[copied..open]);
                        let at = skeleton.text.len();
                        skeleton.text.push(PLACEHOLDER);
                        skeleton.cuts.push(Cut { at, original: open..found.end, grid: Some(found.grid) });
                        skeleton.faults.extend(found.faults);
                        copied = found.end;
                        start = found.end;
                        continue 'texts;
                    }
                    kind => after_equals = kind == TokenKind::Equals,
                }
            }
            break;
        }
        skeleton.text.push_str(&original[copied..]);
        skeleton
    }

    /// The byte of the original that a byte of the copy stands for.
    pub(super) fn original(&self, byte: usize) -> usize {
        match self.cuts.partition_point(|cut| cut.at < byte).checked_sub(1) {
            None => byte,
            Some(last) => byte - (self.cuts[last].at + 1) + self.cuts[last].original.end,
        }
    }

    /// The grid whose placeholder is at this byte of the copy.
    pub(super) fn take(&mut self, byte: usize) -> Option<Grid> {
        let cut = self.cuts.binary_search_by_key(&byte, |cut| cut.at).ok()?;
        self.cuts[cut].grid.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_mapped_back() {
        let original = "q = [1, 0]\ns = ['[1]', \"= [2]\"] # = [3]\nK = [[1],\n[2]] # k";
        let mut skeleton = Skeleton::new(original);
        assert_eq!(skeleton.text, "q = 0\ns = ['[1]', \"= [2]\"] # = [3]\nK = 0 # k");
        for (byte, symbol) in skeleton.text.char_indices().filter(|(_, symbol)| *symbol != PLACEHOLDER) {
            assert!(original[skeleton.original(byte)..].starts_with(symbol));
        }
        assert!(skeleton.take(4).is_some_and(|grid| grid.rows.is_none()));
        assert!(skeleton.take(4).is_none());
    }
}
