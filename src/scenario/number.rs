//! Numbers as people type and read them: one in a cell, several in a command, and how one is written back.

use super::expression::evaluate;
use super::problem::Problem;
use super::typed::plain;
use crate::words::scenario_number as say;

/// One number as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The number, finite.
    pub value: f64,
    /// How it was read, to be shown, where that is not plain from what was typed: `1,5` was read as `1.5`.
    pub echoed: Option<String>,
}

/// Reads the one number a person typed into a cell: a number or an expression. Here, and only here, one comma between
/// digits is a decimal mark.
///
/// # Errors
/// What is wrong, and at which character.
pub fn read_one(text: &str) -> Result<Reading, Problem> {
    let mut symbols: Vec<char> = text.chars().map(plain).collect();
    let commas: Vec<usize> = (0..symbols.len()).filter(|&at| symbols[at] == ',').collect();
    match commas.as_slice() {
        [] => evaluate(text).map(|value| Reading { value, echoed: None }),
        &[comma] => {
            if symbols.contains(&'.') {
                return Err(Problem::new(comma, say::comma_and_point()));
            }
            let digit = |at: Option<usize>| at.and_then(|at| symbols.get(at)).is_some_and(char::is_ascii_digit);
            if !digit(comma.checked_sub(1)) || !digit(Some(comma + 1)) {
                return Err(Problem::new(comma, say::comma_not_here()));
            }
            symbols[comma] = '.';
            let value = evaluate(&symbols.iter().collect::<String>())?;
            Ok(Reading { value, echoed: Some(write_number(value)) })
        }
        &[_, second, ..] => Err(Problem::new(second, say::several_commas())),
    }
}

/// What stands between the numbers of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// In the command language: `set q 0 1`.
    Space,
    /// In `--set`: `q=0,1`.
    Comma,
}

/// Reads numbers or expressions in a row. A comma is never a decimal mark here.
///
/// # Errors
/// What is wrong with the first that is not a number, and at which character of the whole text.
pub fn read_list(text: &str, separator: Separator) -> Result<Vec<f64>, Problem> {
    items(text, separator).into_iter().map(|(start, item)| read_item(start, &item, separator)).collect()
}

fn read_item(start: usize, item: &str, separator: Separator) -> Result<f64, Problem> {
    if separator == Separator::Space
        && let Some(comma) = item.chars().position(|symbol| symbol == ',')
    {
        return Err(Problem::new(start + comma, say::spaces_separate()));
    }
    evaluate(item).map_err(|problem| problem.within(start))
}

/// The items of a list, full-width forms mapped, each with the character it starts at.
fn items(text: &str, separator: Separator) -> Vec<(usize, String)> {
    let mut items: Vec<(usize, String)> = Vec::new();
    let mut current: Option<(usize, String)> = None;
    for (at, symbol) in text.chars().map(plain).enumerate() {
        match separator {
            Separator::Space if symbol.is_whitespace() => items.extend(current.take()),
            Separator::Comma if symbol == ',' => {
                items.push(current.take().unwrap_or((at, String::new())));
                current = Some((at + 1, String::new()));
            }
            _ => current.get_or_insert((at, String::new())).1.push(symbol),
        }
    }
    items.extend(current);
    items
}

/// The shortest decimal that reads back as exactly this number: integers without a point, very large and very small
/// numbers with an exponent, −0 as `-0.0`. Valid TOML and JSON for every finite number.
pub fn write_number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        if value.is_sign_negative() { "-0.0".to_owned() } else { "0".to_owned() }
    } else if (1e-5..1e16).contains(&size) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_decimal_comma_is_echoed() {
        let reading = |value, echoed: &str| Ok(Reading { value, echoed: Some(echoed.to_owned()) });
        assert_eq!(read_one("1,5"), reading(1.5, "1.5"));
        assert_eq!(read_one("−１，５"), reading(-1.5, "-1.5"));
        assert_eq!(read_one("1,500"), reading(1.5, "1.5"));
        assert_eq!(read_one("sqrt(2,25)"), reading(1.5, "1.5"));
        assert_eq!(read_one("1.5"), Ok(Reading { value: 1.5, echoed: None }));
    }

    #[test]
    fn commas_that_are_not_decimal() {
        for (text, at) in [("1,234.5", 1), ("1,2,3", 3), (",5", 0), ("5,", 1), ("1, 5", 1), ("(1),5", 3)] {
            assert_eq!(read_one(text).expect_err(text).at, at, "{text}");
        }
    }

    #[test]
    fn lists() {
        assert_eq!(read_list("0,1/4, -2 ", Separator::Comma), Ok(vec![0.0, 0.25, -2.0]));
        assert_eq!(read_list("  0 1/4　-2", Separator::Space), Ok(vec![0.0, 0.25, -2.0]));
        assert_eq!(read_list("0，1", Separator::Comma), Ok(vec![0.0, 1.0]));
        assert_eq!(read_list("", Separator::Space), Ok(vec![]));
        assert_eq!(read_list("1 2,5", Separator::Space).unwrap_err().at, 3);
        assert_eq!(read_list("1,,2", Separator::Comma).unwrap_err().at, 2);
        assert_eq!(read_list("1,", Separator::Comma).unwrap_err().at, 2);
        assert_eq!(read_list("1,2,1/0", Separator::Comma).unwrap_err().at, 5);
    }

    #[test]
    fn written_shortest() {
        for (value, text) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e21"),
            (f64::MAX, "1.7976931348623157e308"),
            (5e-324, "5e-324"),
            (-0.0, "-0.0"),
            (0.0, "0"),
        ] {
            assert_eq!(write_number(value), text);
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
    }
}
