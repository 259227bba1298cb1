//! One number as TOML writes it.

use crate::scenario::expression::evaluate;
use crate::scenario::number::write_number;
use crate::words::Text;
use crate::words::scenario_toml as say;

/// A TOML integer or float, as a number: `1`, `-0.5`, `1_000`, `6.02e23`, `0xff`. Integers of any length are read as the
/// nearest double.
///
/// # Errors
/// What would be right instead.
pub(super) fn read(written: &str) -> Result<f64, Text> {
    let value = if is_decimal(written.as_bytes()) {
        if written.contains('_') { written.replace('_', "").parse().ok() } else { written.parse().ok() }
    } else {
        radix(written)
    };
    match value {
        Some(value) if f64::is_finite(value) => Ok(value),
        Some(_) => Err(say::overflows(written)),
        None => Err(instead(written)),
    }
}

/// Whether an unquoted value begins as numbers do, or as people believe they do.
pub(super) fn begins_like_a_number(written: &str) -> bool {
    written.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.' | '\u{2212}'))
        || matches!(written.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str(), "nan" | "inf")
}

/// `[+-] (0 | 1-9…) [. digits] [e [+-] digits]`, underscores between digits only.
fn is_decimal(written: &[u8]) -> bool {
    let mut at = usize::from(matches!(written.first(), Some(b'+' | b'-')));
    let whole = digits(written, at);
    if whole == at || (written[at] == b'0' && whole > at + 1) {
        return false;
    }
    at = whole;
    if written.get(at) == Some(&b'.') {
        let end = digits(written, at + 1);
        if end == at + 1 {
            return false;
        }
        at = end;
    }
    if let Some(b'e' | b'E') = written.get(at) {
        let start = at + 1 + usize::from(matches!(written.get(at + 1), Some(b'+' | b'-')));
        let end = digits(written, start);
        if end == start {
            return false;
        }
        at = end;
    }
    at == written.len()
}

/// Where the digits that start at `from` end; `from` itself when there are none or an underscore is out of place.
fn digits(written: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(byte) = written.get(at) {
        let between = *byte == b'_' && at > from && written.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !between {
            break;
        }
        at += 1;
    }
    at
}

fn radix(written: &str) -> Option<f64> {
    let (base, digits) = match written.get(..2)? {
        "0x" => (16, &written[2..]),
        "0o" => (8, &written[2..]),
        "0b" => (2, &written[2..]),
        _ => return None,
    };
    let misplaced = digits.starts_with('_') || digits.ends_with('_') || digits.contains("__");
    if digits.is_empty() || misplaced {
        return None;
    }
    digits
        .chars()
        .filter(|&symbol| symbol != '_')
        .try_fold(0.0, |value, symbol| symbol.to_digit(base).map(|digit| value * f64::from(base) + f64::from(digit)))
}

/// What should have been written in place of something that is not a TOML number.
fn instead(written: &str) -> Text {
    if matches!(written.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str(), "nan" | "inf" | "infinity") {
        return say::not_finite(written);
    }
    // 2020-01-01 is a subtraction to an evaluator and a date to everybody else.
    let is_date =
        written.len() > 4 && written.as_bytes()[4] == b'-' && written.bytes().take(4).all(|b| b.is_ascii_digit());
    match evaluate(&written.replace('_', "")) {
        Ok(value) if !is_date => say::value_instead(written, &write_number(value)),
        _ => say::not_a_number(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_toml_has_them() {
        for (written, value) in [
            ("0", 0.0),
            ("+7", 7.0),
            ("-0.25", -0.25),
            ("1_000.5", 1000.5),
            ("6.02e+23", 6.02e23),
            ("1e-400", 0.0),
            ("0xFf", 255.0),
            ("0b1_01", 5.0),
            ("9223372036854775808", 9_223_372_036_854_775_808.0),
        ] {
            assert_eq!(read(written), Ok(value), "{written}");
        }
    }

    #[test]
    fn as_toml_does_not() {
        for (written, part) in [
            (".5", "write 0.5"),
            ("5.", "write 5"),
            ("012", "write 12"),
            ("1/3", "write 0.3333333333333333"),
            ("−1", "write -1"),
            ("1e400", "1.8e308"),
            ("-inf", "finite"),
            ("nan", "finite"),
            ("1.2.3", "not a number"),
            ("1__0", "write 10"),
            ("0x", "not a number"),
            ("2020-01-01", "not a number"),
            ("0x_1", "not a number"),
            ("", "not a number"),
        ] {
            let said = read(written).expect_err(written);
            assert!(said.en.contains(part), "{written}: {said}");
        }
    }
}
