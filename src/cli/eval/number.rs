//! Numbers as `eval` shows them: rounded here and nowhere else.

/// From here on decimals would claim a precision f64 does not have, so the exponent is written out.
const LARGE: f64 = 1e15;

/// The number with this many decimals; a very large one with an exponent (`1.50e300`). Negative zero, and what rounds
/// to it, is 0.
pub(in crate::cli) fn rounded(number: f64, digits: usize) -> String {
    if number.abs() >= LARGE {
        return format!("{number:.digits$e}");
    }
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|b| matches!(b, b'0' | b'.')) => size.to_owned(),
        _ => text,
    }
}

/// A given number: what a person wrote, so shown as it is where it fits in this many decimals (`0.5`, `1`). The flag
/// says whether it did; if not it is rounded.
pub(super) fn given(number: f64, digits: usize) -> (String, bool) {
    let text = rounded(number, digits);
    if text.parse() != Ok(number) {
        return (text, false);
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, ""));
    let short = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    let mark = if exponent.is_empty() { "" } else { "e" };
    (format!("{short}{mark}{exponent}"), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_for_showing() {
        assert_eq!(rounded(0.352_839_778_965_602_1, 6), "0.352840");
        assert_eq!(rounded(2.5, 0), "2");
        assert_eq!(rounded(-1234.5678, 2), "-1234.57");
        assert_eq!(rounded(1.5e300, 2), "1.50e300");
        assert_eq!(rounded(f64::MAX, 17), "1.79769313486231571e308");
        assert_eq!(rounded(5e-324, 17), "0.00000000000000000");
    }

    #[test]
    fn negative_zero_is_zero() {
        assert_eq!(rounded(-0.0, 6), "0.000000");
        assert_eq!(rounded(-0.4, 0), "0");
        assert_eq!(rounded(-1e-9, 6), "0.000000");
        assert_eq!(given(-0.0, 6), ("0".to_owned(), true));
    }

    #[test]
    fn a_given_that_fits_is_exact() {
        assert_eq!(given(1.0, 6), ("1".to_owned(), true));
        assert_eq!(given(100.0, 0), ("100".to_owned(), true));
        assert_eq!(given(-0.5, 6), ("-0.5".to_owned(), true));
        assert_eq!(given(1e300, 6), ("1e300".to_owned(), true));
        assert_eq!(given(1.0 / 3.0, 6), ("0.333333".to_owned(), false));
        assert_eq!(given(1e-9, 6), ("0.000000".to_owned(), false));
    }
}
