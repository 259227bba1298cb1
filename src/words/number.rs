//! Numbers as they are shown. Rounding happens here and nowhere else.

/// A given number in a field: exactly where it fits, else rounded and marked.
///
/// `cells` is the width, `point` the cells before the decimal point, so that the points of a column stand below each
/// other. At least two decimals are written where they fit. `approx` is the mark of a rounded number.
pub fn given(value: f64, cells: usize, point: usize, approx: char) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    let decimals = cells.saturating_sub(point + 1);
    let exact = value.to_string();
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    if whole.len() <= point && fraction.len() <= decimals {
        let fraction = format!("{fraction:0<least$}", least = 2.min(decimals));
        return format!("{whole:>point$}.{fraction:<decimals$}");
    }
    if exact.len() <= cells {
        return format!("{exact:>cells$}");
    }
    let short = format!("{value:e}");
    if short.len() <= cells {
        return format!("{short:>cells$}");
    }
    // Rounded: aligned if it can be and something of the number is left, else as many digits as fit.
    let aligned = format!("{approx}{value:.decimals$}");
    let aligned_whole = aligned.split('.').next().map_or(0, |whole| whole.chars().count());
    if decimals > 0 && aligned_whole <= point && shows_something(value, decimals) {
        return format!("{}{aligned}", " ".repeat(point - aligned_whole));
    }
    let most_digits = cells.saturating_sub(2);
    let plain = (0..most_digits).rev().filter(|digits| shows_something(value, *digits)).find_map(|digits| {
        let text = format!("{approx}{value:.digits$}");
        (text.chars().count() <= cells).then_some(text)
    });
    let scientific = || {
        (0..most_digits).rev().find_map(|digits| {
            let text = format!("{approx}{value:.digits$e}");
            (text.chars().count() <= cells).then_some(text)
        })
    };
    // In very few cells a zero before the point gives way before the number does.
    let bare = || {
        (1..most_digits + 1).rev().filter(|digits| shows_something(value, *digits)).find_map(|digits| {
            let text = format!("{approx}{value:.digits$}").replacen("0.", ".", 1);
            (value.abs() < 1.0 && text.chars().count() <= cells).then_some(text)
        })
    };
    let text = plain.or_else(scientific).or_else(bare).unwrap_or_else(|| approx.to_string());
    format!("{text:>cells$}")
}

/// Whether a digit other than 0 is left. Half a unit of the last decimal may round either way, so it is written to see.
fn shows_something(value: f64, decimals: usize) -> bool {
    let digits = i32::try_from(decimals).unwrap_or(i32::MAX);
    let unit = 10.0_f64.powi(-digits);
    value.abs() >= unit
        || value.abs() >= 0.25 * unit && format!("{value:.decimals$}").contains(|c| ('1'..='9').contains(&c))
}

/// A derived number with six decimals, right-aligned; fewer where there is no room, a power of ten where a number is too
/// large or would vanish.
pub fn derived(value: f64, cells: usize) -> String {
    rounded(value, cells, false)
}

/// A difference, with its sign.
/// A difference of two numbers at the ends of f64 may lie beyond it, which is said.
pub fn difference(value: f64, cells: usize) -> String {
    if value.is_finite() { rounded(value, cells, true) } else { format!("{:>cells$}", &"beyond f64"[..cells.min(10)]) }
}

fn rounded(value: f64, cells: usize, signed: bool) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    let sign = if signed && value > 0.0 { "+" } else { "" };
    // A number of which only zeros are left says nothing, and its sign would say what the digits do not.
    let vanishes = |text: &str| value != 0.0 && !text.contains(|c| ('1'..='9').contains(&c));
    let fixed = (0..=6).rev().map(|digits| format!("{sign}{value:.digits$}")).find(|text| text.len() <= cells);
    let scientific = || (0..=6).rev().map(|digits| format!("{sign}{value:.digits$e}")).find(|text| text.len() <= cells);
    let text = match fixed {
        Some(text) if !vanishes(&text) => Some(text),
        fixed => scientific().or(fixed),
    };
    let text = text.unwrap_or_else(|| "#".repeat(cells));
    format!("{text:>cells$}")
}

/// A share from 0 to 1 in percent: whole from 1 % on, else with its first digit. What is less than the whole is not called
/// the whole.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent == 0.0 || percent >= 99.5 {
        return if percent < 100.0 && percent != 0.0 { ">99%".into() } else { format!("{percent:.0}%") };
    }
    let digits = (0..=6).find(|digits| shows_something(percent, *digits));
    let digits = if percent >= 1.0 { Some(0) } else { digits };
    digits.map_or_else(|| format!("{percent:.0e}%"), |digits| format!("{percent:.digits$}%"))
}

/// A weight between 0 and 1 in so many cells (2 or more) of a heat map: two digits are hundredths, with three or more
/// cells its point comes first (`.91`). Only 1 itself is called 1, and only 0 is called 0 alone.
pub fn weight(weight: f64, cells: usize) -> String {
    let digits = if cells < 3 { 2 } else { cells - 1 };
    if weight == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{weight:.digits$}");
    match text.strip_prefix("0.") {
        Some(rest) if cells < 3 => rest.to_owned(),
        Some(rest) => format!(".{rest}"),
        // Rounded up to the whole, which it is not.
        None if weight < 1.0 && cells < 3 => "9".repeat(digits),
        None if weight < 1.0 => format!(".{}", "9".repeat(digits)),
        None => narrow(weight, cells),
    }
}

/// A number in very few cells: as many digits as there is room for.
pub fn narrow(value: f64, cells: usize) -> String {
    let fixed = (0..=4).rev().map(|digits| format!("{value:.digits$}"));
    let mut fits = fixed.chain([format!("{value:.0e}")]).filter(|text| text.len() <= cells);
    fits.next().unwrap_or_else(|| "#".repeat(cells))
}

/// A number that is not negative with so many decimals, for a line of several: what is less than 1 is not called 1, and of
/// what would read as 0 the first digit is written.
pub fn share(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if value != 0.0 && !text.contains(|c| ('1'..='9').contains(&c)) {
        return format!("{value:.0e}");
    }
    if value < 1.0 && text.starts_with('1') {
        return format!(">0.{}", "9".repeat(digits));
    }
    text
}

/// A number as exactly as 17 digits can say it, without a needless zero.
pub fn exact(value: f64) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    let plain = value.to_string();
    if plain.len() <= 24 { plain } else { format!("{value:e}") }
}

/// A number with twelve decimals, or as many digits of a power of ten: for two that are to be told apart.
pub fn precisely(value: f64) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    let plain = value == 0.0 || (1e-4..1e6).contains(&value.abs());
    if plain { format!("{value:.12}") } else { format!("{value:.12e}") }
}

/// A step, a distance or a bound: two digits and a power of ten.
pub fn power(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_in_few_cells_is_neither_called_nothing_nor_all() {
        let two: Vec<String> = [0.0, 1e-9, 0.004, 0.914, 0.9999, 1.0].map(|w| weight(w, 2)).to_vec();
        assert_eq!(two, ["0", "00", "00", "91", "99", "1"]);
        let three: Vec<String> = [0.0, 1e-9, 0.914, 0.9999, 1.0].map(|w| weight(w, 3)).to_vec();
        assert_eq!(three, ["0", ".00", ".91", ".99", "1.0"]);
        assert_eq!([0.1553624, 0.99999999, 1.0].map(|w| weight(w, 5)), [".1554", ".9999", "1.000"]);
        assert_eq!([narrow(2.31, 3), narrow(123.0, 3), narrow(12345.0, 3)], ["2.3", "123", "1e4"]);
    }

    #[test]
    fn a_share_is_not_called_what_it_only_nearly_is() {
        for (value, digits, text) in [
            (0.0, 2, "0.00"),
            (1.0, 2, "1.00"),
            (0.994, 2, "0.99"),
            (0.996, 2, ">0.99"),
            (1.0 - f64::EPSILON, 3, ">0.999"),
            (0.004, 2, "4e-3"),
            (0.006, 2, "0.01"),
            (5e-324, 2, "5e-324"),
            (8.317_8, 2, "8.32"),
        ] {
            assert_eq!(share(value, digits), text);
        }
    }

    #[test]
    fn a_given_number_is_exact_where_it_fits() {
        let shown = |value| given(value, 7, 3, '~');
        assert_eq!(shown(1.0), "  1.00 ");
        assert_eq!(shown(-12.5), "-12.50 ");
        assert_eq!(shown(0.125), "  0.125");
        assert_eq!(shown(-0.0), "  0.00 ");
        assert_eq!(shown(1.0 / 3.0), " ~0.333");
        assert_eq!(shown(-1.0 / 3.0), "~-0.333");
        assert_eq!(shown(0.1 + 0.2), " ~0.300");
        assert_eq!(shown(0.0625), " 0.0625");
        assert_eq!(shown(123_456.0), " 123456");
        assert_eq!(shown(1e300), "  1e300");
        assert_eq!(shown(123_456_789.0), "~1.23e8");
        assert_eq!(shown(-1.234_567e-9), " ~-1e-9");
        assert_eq!(shown(12.345_67), "~12.346");
        assert_eq!(shown(-12.345_67), "~-12.35");
        assert_eq!([given(-0.0419, 5, 2, '~'), given(0.0419, 4, 1, '~')], ["~-.04", "~.04"]);
    }

    #[test]
    fn every_number_fits_its_field() {
        for value in [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, -5e-324, 1.0 / 3.0, 9.999_999_999, -0.999_999_9] {
            for cells in 3..14 {
                for point in 1..cells {
                    assert_eq!(given(value, cells, point, '~').chars().count(), cells, "{value} in {cells}");
                }
                assert_eq!(derived(value, cells).len(), cells);
                assert_eq!(difference(value, cells).len(), cells);
            }
        }
    }

    #[test]
    fn a_share_is_in_percent() {
        let shown = [0.0, 1.0, 0.155_362, 0.07, 0.995, 0.999_99, 0.004_2, 0.000_96, 1e-7, 1e-12].map(percent);
        assert_eq!(shown, ["0%", "100%", "16%", "7%", ">99%", ">99%", "0.4%", "0.1%", "0.00001%", "1e-10%"]);
    }

    #[test]
    fn derived_numbers_have_six_decimals() {
        assert_eq!(derived(0.352_839_78, 9), " 0.352840");
        assert_eq!(derived(-12.5, 9), "-12.50000");
        assert_eq!(derived(-9.4e-7, 8), "-9.40e-7");
        assert_eq!(derived(1e300, 9), "  1.000e300".trim_start());
        assert_eq!(derived(1e-30, 8), " 1.00e-30".trim_start());
        assert_eq!(derived(5.1e-7, 12), "    0.000001");
        assert_eq!(derived(5e-7, 12), " 5.000000e-7", "half a unit, which would be rounded to nothing");
        assert_eq!(difference(0.266_956, 9), "+0.266956");
        assert_eq!(difference(0.0, 9), " 0.000000");
    }
}
