//! What a formula of numbers is worth, and how closely a result has to be met.

use twoaxes::explain::{Formula, Function};

/// The value of a tree of numbers, and how large the numbers on the way were: two orders of adding may differ by the
/// rounding of that, not of the value.
pub fn valued(formula: &Formula) -> (f64, f64) {
    match formula {
        Formula::Number(value) | Formula::Folded { sum: value, .. } => (*value, value.abs()),
        Formula::Sum(terms) => {
            let (value, size) =
                terms.iter().map(valued).fold((0.0, 0.0), |(sum, size), (value, more)| (sum + value, size + more));
            // Two numbers are added in one way only.
            let plain = terms.len() == 2 && terms.iter().all(|term| matches!(bare(term), Formula::Number(_)));
            (value, if plain { value.abs() } else { size })
        }
        Formula::Product(factors) => {
            factors.iter().map(valued).fold((1.0, 1.0), |(value, size), (factor, more)| (value * factor, size * more))
        }
        Formula::Quotient(dividend, divisor) => {
            let ((a, a_size), (b, b_size)) = (valued(dividend), valued(divisor));
            (a / b, a_size / b.abs() + (a / b).abs() * (b_size / b.abs()))
        }
        Formula::Negative(of) => {
            let (value, size) = valued(of);
            (-value, size)
        }
        Formula::Norm(components) => {
            let (value, size) = components
                .iter()
                .map(valued)
                .fold((0.0_f64, 0.0_f64), |(norm, size), (value, more)| (norm.hypot(value), size.hypot(more)));
            (value, size)
        }
        Formula::Root(of) => {
            let (value, size) = valued(of);
            (value.sqrt(), size.sqrt())
        }
        Formula::Of(function, of) => {
            let (x, size) = valued(of);
            match function {
                Function::Exp => (x.exp(), x.exp() * (1.0 + size)),
                Function::Ln => (x.ln(), x.ln().abs() + size / x.abs()),
                Function::Tanh => (x.tanh(), x.tanh().abs() + size),
            }
        }
        other => panic!("{other:?} is no number"),
    }
}

fn bare(formula: &Formula) -> &Formula {
    match formula {
        Formula::Negative(of) => of,
        other => other,
    }
}

/// Whether a value is the result, up to the rounding that the numbers on the way allow. A product of the smallest
/// numbers may have lost them all.
pub fn agrees(value: f64, result: f64, size: f64) -> bool {
    (value - result).abs() <= 1e-12 * size + 1e-300 || value == result
}
