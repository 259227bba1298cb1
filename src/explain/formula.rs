//! Formulas as small trees: symbols, or this model's numbers in their place.

use super::Symbol;

/// A formula or a part of one.
///
/// A tree of numbers alone has a value, and its ASCII form is an expression that
/// [`evaluate`](crate::scenario::evaluate) reads; one with symbols is only written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A number.
    Number(f64),
    /// A symbol with its indices.
    Symbol(Symbol),
    /// ∂L/∂x: what the loss feels of a number.
    Gradient(Symbol),
    /// Qᵀ: a vector turned into a row.
    Transposed(Symbol),
    /// Terms added up; a [`Formula::Negative`] among them is subtracted.
    Sum(Vec<Formula>),
    /// The folded middle of a long sum: a term of a [`Formula::Sum`].
    Folded {
        /// How many terms were folded.
        count: usize,
        /// What they add up to.
        sum: f64,
    },
    /// Factors with a sign of multiplication between them.
    Product(Vec<Formula>),
    /// Factors written beside each other: α_j v_j, W_q q.
    Beside(Vec<Formula>),
    /// The dot product of two vectors.
    Dot(Symbol, Symbol),
    /// One divided by the other.
    Quotient(Box<Formula>, Box<Formula>),
    /// −x.
    Negative(Box<Formula>),
    /// exp, ln or tanh of something.
    Of(Function, Box<Formula>),
    /// √x.
    Root(Box<Formula>),
    /// ‖(x, y, …)‖, the Euclidean norm.
    Norm(Vec<Formula>),
    /// Σ or max over an index.
    Over(Operator, char, Box<Formula>),
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The exponential.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The hyperbolic tangent.
    Tanh,
}

impl Function {
    /// The name, the same in text, in expressions and, after a backslash, in LaTeX.
    pub fn name(self) -> &'static str {
        match self {
            Function::Exp => "exp",
            Function::Ln => "ln",
            Function::Tanh => "tanh",
        }
    }
}

/// What runs over an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Σ.
    Sum,
    /// The largest.
    Max,
}

impl Formula {
    /// The terms added up: 0 where there are none, the term itself where there is one.
    pub fn sum(mut terms: Vec<Formula>) -> Formula {
        match terms.len() {
            0 => Formula::Number(0.0),
            1 => terms.remove(0),
            _ => Formula::Sum(terms),
        }
    }

    /// `a − b`.
    pub fn difference(a: Formula, b: Formula) -> Formula {
        Formula::Sum(vec![a, b.negative()])
    }

    /// `a × b`, of numbers.
    pub fn product(a: f64, b: f64) -> Formula {
        Formula::Product(vec![Formula::Number(a), Formula::Number(b)])
    }

    /// `a / b`.
    #[must_use]
    pub fn over(self, divisor: Formula) -> Formula {
        Formula::Quotient(Box::new(self), Box::new(divisor))
    }

    /// `−a`.
    #[must_use]
    pub fn negative(self) -> Formula {
        Formula::Negative(Box::new(self))
    }

    /// exp, ln or tanh of it.
    #[must_use]
    pub fn within(self, function: Function) -> Formula {
        Formula::Of(function, Box::new(self))
    }

    /// Σ over an index.
    pub fn summed(index: char, body: Formula) -> Formula {
        Formula::Over(Operator::Sum, index, Box::new(body))
    }

    /// The largest over an index.
    pub fn largest(index: char, body: Formula) -> Formula {
        Formula::Over(Operator::Max, index, Box::new(body))
    }
}

impl From<Symbol> for Formula {
    fn from(symbol: Symbol) -> Self {
        Formula::Symbol(symbol)
    }
}

/// A sum of `count` terms of which at most `written` are written out: as many at its head as at its tail (one more at the
/// head), and between them their number and what they add up to. At least one is written.
pub fn folded(
    count: usize,
    written: usize,
    term: impl Fn(usize) -> Formula,
    value: impl Fn(usize) -> f64,
) -> Vec<Formula> {
    let written = written.max(1);
    if count <= written {
        return (0..count).map(term).collect();
    }
    let (head, tail) = (written.div_ceil(2), count - written / 2);
    let middle = Formula::Folded { count: tail - head, sum: (head..tail).map(value).sum() };
    (0..head).map(&term).chain([middle]).chain((tail..count).map(&term)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_folded_and_still_counts() {
        let of = |count, written| folded(count, written, |i| Formula::Number(i as f64), |i| i as f64);
        assert_eq!(of(3, 3).len(), 3);
        let number = |i| Formula::Number(i);
        let middle = |count, sum| Formula::Folded { count, sum };
        assert_eq!(of(10, 4), [number(0.0), number(1.0), middle(6, 27.0), number(8.0), number(9.0)]);
        assert_eq!(of(10, 3), [number(0.0), number(1.0), middle(7, 35.0), number(9.0)]);
        assert_eq!(of(4, 0), [number(0.0), middle(3, 6.0)]);
    }
}
