//! A pasted block of numbers: rows from a spreadsheet, a text file, a program's print-out.
//!
//! Rows are lines. Within a row tabs separate, else semicolons, else spaces; then a comma is a decimal mark. Where none
//! of these is present the comma separates, with or without spaces after it. A block in square brackets, as numpy, Python,
//! JSON or TOML write it, is read by its brackets. A block is read whole or refused whole.

use super::expression::evaluate;
use super::number::read_one;
use super::problem::Problem;
use super::typed::plain;
use crate::words::scenario_number as say;

/// Rows of numbers, all of one length, at least one of at least one number.
///
/// # Errors
/// The first item that is not a number, a ragged row, separators that contradict each other; with the place in the text.
pub fn read_block(text: &str) -> Result<Vec<Vec<f64>>, Problem> {
    let symbols: Vec<char> = text.chars().map(plain).collect();
    let first = symbols.iter().position(|symbol| !symbol.is_whitespace());
    let Some(first) = first else { return Err(Problem::new(0, say::nothing_pasted())) };
    let rows = if symbols[first] == '[' { bracketed(&symbols, first)? } else { plain_rows(&symbols)? };
    let mut numbers: Vec<Vec<f64>> = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let values = row.items.iter().map(|item| item.value(row.decimal_comma)).collect::<Result<Vec<f64>, _>>()?;
        if index == 0 && values.is_empty() {
            return Err(Problem::new(row.start, say::nothing_pasted()));
        }
        if let Some(before) = numbers.first()
            && before.len() != values.len()
        {
            return Err(Problem::new(row.start, say::ragged_block(index + 1, values.len(), before.len())));
        }
        numbers.push(values);
    }
    Ok(numbers)
}

/// One row before its items are read.
struct Row {
    start: usize,
    items: Vec<Item>,
    decimal_comma: bool,
}

struct Item {
    start: usize,
    text: String,
}

impl Item {
    fn new(symbols: &[char], start: usize, end: usize) -> Self {
        Self { start, text: symbols[start..end].iter().collect() }
    }

    fn value(&self, decimal_comma: bool) -> Result<f64, Problem> {
        let value =
            if decimal_comma { read_one(&self.text).map(|reading| reading.value) } else { evaluate(&self.text) };
        value.map_err(|problem| problem.within(self.start))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Between {
    Symbol(char),
    Spaces,
}

fn plain_rows(symbols: &[char]) -> Result<Vec<Row>, Problem> {
    let mut lines = lines(symbols);
    let empty = |&(start, end): &(usize, usize)| symbols[start..end].iter().all(|symbol| symbol.is_whitespace());
    while lines.last().is_some_and(empty) {
        lines.pop();
    }
    let leading = lines.iter().take_while(|line| empty(line)).count();
    lines.drain(..leading);
    let between = separator(symbols, &lines)?;
    let decimal_comma = between != Between::Symbol(',');
    Ok(lines
        .into_iter()
        .map(|(start, end)| {
            let items = match between {
                Between::Spaces => by_spaces(symbols, start, end),
                Between::Symbol(symbol) => by_symbol(symbols, start, end, symbol),
            };
            Row { start, items, decimal_comma }
        })
        .collect())
}

/// Where each line starts and ends, without its line break (LF, CR LF or CR).
fn lines(symbols: &[char]) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < symbols.len() {
        if matches!(symbols[at], '\n' | '\r') {
            lines.push((start, at));
            at += usize::from(symbols[at] == '\r' && symbols.get(at + 1) == Some(&'\n'));
            start = at + 1;
        }
        at += 1;
    }
    lines.push((start, symbols.len()));
    lines
}

/// What separates the numbers of the block. Spaces count only where they do not merely accompany a comma.
fn separator(symbols: &[char], lines: &[(usize, usize)]) -> Result<Between, Problem> {
    for symbol in ['\t', ';'] {
        if lines.iter().any(|&(start, end)| symbols[start..end].contains(&symbol)) {
            return Ok(Between::Symbol(symbol));
        }
    }
    let mut lonely_space = false;
    let mut spaced_comma = None;
    let mut tight_comma = false;
    for &(start, end) in lines {
        let items = by_spaces(symbols, start, end);
        for (index, item) in items.iter().enumerate() {
            let is_last = index + 1 == items.len();
            let inner = item.text.trim_matches(',');
            tight_comma |= inner.contains(',');
            let comma_after = item.text.ends_with(',') || items.get(index + 1).is_some_and(|n| n.text.starts_with(','));
            if comma_after && !is_last {
                spaced_comma.get_or_insert(item.start + item.text.chars().count());
            }
            lonely_space |= !comma_after && !is_last;
        }
    }
    match (lonely_space, spaced_comma) {
        (true, Some(at)) => Err(Problem::new(at, say::mixed_separators())),
        (true, None) => Ok(Between::Spaces),
        // “1,5, 2,5” could be two numbers or four.
        (false, Some(at)) if tight_comma => Err(Problem::new(at, say::mixed_separators())),
        (false, _) => Ok(Between::Symbol(',')),
    }
}

fn by_spaces(symbols: &[char], start: usize, end: usize) -> Vec<Item> {
    let mut items = Vec::new();
    let mut from = None;
    for at in start..end {
        match (symbols[at].is_whitespace(), from) {
            (true, Some(begun)) => {
                items.push(Item::new(symbols, begun, at));
                from = None;
            }
            (false, None) => from = Some(at),
            _ => {}
        }
    }
    items.extend(from.map(|begun| Item::new(symbols, begun, end)));
    items
}

/// Items between a symbol; one comma at the end of a line, as programs write it, opens no further item.
fn by_symbol(symbols: &[char], start: usize, end: usize, separator: char) -> Vec<Item> {
    let mut items = Vec::new();
    let mut from = start;
    for at in start..end {
        if symbols[at] == separator {
            items.push(Item::new(symbols, from, at));
            from = at + 1;
        }
    }
    let rest_is_empty = symbols[from..end].iter().all(|symbol| symbol.is_whitespace());
    if !(separator == ',' && rest_is_empty && !items.is_empty()) {
        items.push(Item::new(symbols, from, end));
    }
    items
}

/// `[[1, 2], [3, 4]]`, `[[1. 2.]\n [3. 4.]]`, `[1, 2]`: the innermost brackets are the rows, whatever lines they take.
fn bracketed(symbols: &[char], first: usize) -> Result<Vec<Row>, Problem> {
    let mut rows = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut content = first + 1;
    let mut finished = false;
    for (at, &symbol) in symbols.iter().enumerate().skip(first) {
        match symbol {
            '[' if !finished && open.len() < 2 => {
                only_separators(symbols, content, at)?;
                open.push(at);
                content = at + 1;
            }
            ']' if !open.is_empty() => {
                let items = in_brackets(symbols, content, at);
                let deeper_rows = open.len() == 1 && !rows.is_empty();
                if deeper_rows {
                    only_separators(symbols, content, at)?;
                } else {
                    rows.push(Row { start: content, items, decimal_comma: false });
                }
                open.pop();
                content = at + 1;
                finished = open.is_empty();
            }
            '[' | ']' => return Err(Problem::new(at, say::brackets_do_not_match())),
            _ if finished && !symbol.is_whitespace() => return Err(Problem::new(at, say::brackets_do_not_match())),
            _ => {}
        }
    }
    match open.last() {
        Some(&at) => Err(Problem::new(at, say::brackets_do_not_match())),
        None => Ok(rows),
    }
}

/// Between the brackets of two rows there is at most a comma.
fn only_separators(symbols: &[char], start: usize, end: usize) -> Result<(), Problem> {
    let stray = (start..end).find(|&at| !symbols[at].is_whitespace() && symbols[at] != ',');
    stray.map_or(Ok(()), |at| Err(Problem::new(at, say::brackets_do_not_match())))
}

fn in_brackets(symbols: &[char], start: usize, end: usize) -> Vec<Item> {
    if symbols[start..end].contains(&',') {
        by_symbol(symbols, start, end, ',')
    } else {
        by_spaces(symbols, start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(text: &str, rows: &[&[f64]]) {
        assert_eq!(read_block(text).map_err(|problem| problem.text.en), Ok(rows.iter().map(|r| r.to_vec()).collect()));
    }

    #[track_caller]
    fn refused(text: &str, at: usize) {
        let problem = read_block(text).expect_err(text);
        assert_eq!(problem.at, at, "{text}: {problem}");
    }

    #[test]
    fn from_spreadsheets() {
        is("1\t2\r\n3\t4\r\n", &[&[1., 2.], &[3., 4.]]);
        is("1,5\t2,5\n", &[&[1.5, 2.5]]);
        is("1,5;2,5\n−3;1/4", &[&[1.5, 2.5], &[-3., 0.25]]);
        is("1\n2\n3\n\n\n", &[&[1.], &[2.], &[3.]]);
    }

    #[test]
    fn from_text() {
        is("1 2\n3   4", &[&[1., 2.], &[3., 4.]]);
        is("1,5 2", &[&[1.5, 2.]]);
        is("1,2\n3,4", &[&[1., 2.], &[3., 4.]]);
        is("1, 2,\n3, 4,", &[&[1., 2.], &[3., 4.]]);
        is("１，２", &[&[1., 2.]]);
        is("7", &[&[7.]]);
    }

    #[test]
    fn from_programs() {
        is("[[1, 2], [3, 4]]", &[&[1., 2.], &[3., 4.]]);
        is("[[1. 2.]\n [3. 4.]]\n", &[&[1., 2.], &[3., 4.]]);
        is("[1, 2,\n 3]", &[&[1., 2., 3.]]);
        is("[[1, 2],\n [3, 4],\n]", &[&[1., 2.], &[3., 4.]]);
    }

    #[test]
    fn refused_whole() {
        refused("", 0);
        refused(" \n\n", 0);
        refused("1 2\n3", 4);
        refused("1 2\n\n3 4", 4);
        refused("1\t\t2", 2);
        refused("1\tx", 2);
        refused("1,234.5\t2", 1);
        refused("1,5, 2,5", 4);
        refused("1, 2 3", 2);
        refused("[[1, 2], [3]]", 10);
        refused("[[1, 2]", 0);
        refused("[1, 2] 3", 7);
        refused("[[[1]]]", 2);
        refused("[1, [2]]", 1);
        refused("[]", 1);
        refused("1 nan", 2);
    }
}
