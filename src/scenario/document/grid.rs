//! Arrays of numbers or booleans, flat or in rows, read straight from the text.

use super::fault::Fault;
use super::number::{begins_like_a_number, read};
use crate::words::scenario_toml as say;

/// Numbers a single array may get wrong before the rest of them are only counted.
const FAULTS_SAID: usize = 8;

/// A flat array, or an array of flat arrays, of numbers or of booleans.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grid {
    /// All values, row after row.
    pub(crate) scalars: Scalars,
    /// The rows; `None` for a flat array.
    pub(crate) rows: Option<Vec<GridRow>>,
}

/// The values of a grid.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalars {
    /// Finite.
    Numbers(Vec<f64>),
    /// `true`, `false`.
    Booleans(Vec<bool>),
}

/// One inner array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GridRow {
    /// The byte of its `[`.
    pub(crate) at: usize,
    /// How many values it holds.
    pub(crate) count: usize,
}

/// A grid found in a text.
pub(super) struct Found {
    pub(super) grid: Grid,
    /// The byte after its closing `]`.
    pub(super) end: usize,
    /// Numbers that are none; each stands as 0 in the grid.
    pub(super) faults: Vec<Fault>,
}

/// Reads the array whose `[` is at byte `open`. `None` when it is anything but a well-formed grid of at least one value:
/// then it is left to TOML's own parser, which knows what to say.
pub(super) fn scan(text: &str, open: usize) -> Option<Found> {
    let bytes = text.as_bytes();
    let mut scan = Scan { text, numbers: Vec::new(), booleans: Vec::new(), faults: Vec::new(), faulty: 0 };
    let mut rows: Option<Vec<GridRow>> = None;
    let mut row: Option<GridRow> = None;
    let mut after_value = false;
    let mut at = open + 1;
    let end = loop {
        at = skip_trivia(bytes, at)?;
        match bytes.get(at)? {
            b',' if after_value => after_value = false,
            b']' => match row.take() {
                Some(done) => {
                    rows.get_or_insert_default().push(done);
                    after_value = true;
                }
                None => break at + 1,
            },
            b'[' if !after_value && row.is_none() && (rows.is_some() || scan.is_empty()) => {
                row = Some(GridRow { at, count: 0 });
            }
            _ if after_value || (row.is_none() && rows.is_some()) => return None,
            _ => {
                let end = atom_end(bytes, at);
                scan.atom(at, end)?;
                row.iter_mut().for_each(|row| row.count += 1);
                after_value = true;
                at = end;
                continue;
            }
        }
        at += 1;
    };
    if scan.is_empty() {
        return None;
    }
    let hidden = scan.faulty - scan.faults.len();
    if hidden > 0 {
        scan.faults.push(Fault::new(open, say::more_numbers(hidden)));
    }
    let scalars =
        if scan.booleans.is_empty() { Scalars::Numbers(scan.numbers) } else { Scalars::Booleans(scan.booleans) };
    Some(Found { grid: Grid { scalars, rows }, end, faults: scan.faults })
}

struct Scan<'a> {
    text: &'a str,
    numbers: Vec<f64>,
    booleans: Vec<bool>,
    faults: Vec<Fault>,
    faulty: usize,
}

impl Scan<'_> {
    fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.booleans.is_empty()
    }

    /// Takes one value; `None` when it is of another kind than those before it.
    fn atom(&mut self, start: usize, end: usize) -> Option<()> {
        let written = self.text.get(start..end)?;
        if let "true" | "false" = written {
            self.booleans.push(written == "true");
            return self.numbers.is_empty().then_some(());
        }
        if !begins_like_a_number(written) || !self.booleans.is_empty() {
            return None;
        }
        let value = read(written).unwrap_or_else(|reason| {
            self.faulty += 1;
            if self.faults.len() < FAULTS_SAID {
                self.faults.push(Fault::new(start, reason));
            }
            0.0
        });
        self.numbers.push(value);
        Some(())
    }
}

fn atom_end(bytes: &[u8], from: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b']' | b'[' | b'#' | b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'');
    bytes[from..].iter().position(ends).map_or(bytes.len(), |length| from + length)
}

/// The next byte that is neither white space nor part of a comment; `None` where TOML does not allow what stands there.
pub(crate) fn skip_trivia(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n') => at += 1,
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => at += 2,
            Some(b'\r') => return None,
            Some(b'#') => {
                while let Some(&byte) = bytes.get(at)
                    && byte != b'\n'
                {
                    let allowed = byte >= b' ' && byte != 0x7F || byte == b'\t';
                    let line_break = byte == b'\r' && bytes.get(at + 1) == Some(&b'\n');
                    if !allowed && !line_break {
                        return None;
                    }
                    at += 1;
                }
            }
            _ => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_and_in_rows() {
        let found = scan("x = [1, 2.5,\n -3, # three\n] y", 4).unwrap();
        assert_eq!(found.grid, Grid { scalars: Scalars::Numbers(vec![1., 2.5, -3.]), rows: None });
        assert_eq!(found.end, 27);
        let found = scan("[[1,2],[3]]", 0).unwrap();
        assert_eq!(found.grid.rows, Some(vec![GridRow { at: 1, count: 2 }, GridRow { at: 7, count: 1 }]));
        let found = scan("[[true],[false]]", 0).unwrap();
        assert_eq!(found.grid.scalars, Scalars::Booleans(vec![true, false]));
    }

    #[test]
    fn what_is_left_to_toml() {
        for text in [
            "[]",
            "[[]]",
            "[1 2]",
            "[1,,2]",
            "[,1]",
            "[1",
            "[\"a\"]",
            "[him]",
            "[1, true]",
            "[[1], 2]",
            "[1, [2]]",
            "[[[1]]]",
        ] {
            assert!(scan(text, 0).is_none(), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_none_are_counted() {
        let text = format!("[{}1]", "nan, ".repeat(20));
        let found = scan(&text, 0).unwrap();
        assert_eq!(found.faults.len(), 9);
        assert!(found.faults[8].text.en.contains("12 more"));
        assert_eq!(found.faults[1].at, 6);
    }
}
