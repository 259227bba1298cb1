//! Writing a formula: as text for a terminal, as an expression, as LaTeX.
//!
//! One tree is written in every notation by the same walk, so that they cannot disagree on what is bracketed.

use super::formula::{Formula, Function, Operator};
use super::symbol::{Index, Symbol};
use crate::scenario::write_number;
use crate::words::number::{derived, exact};
use crate::words::{Lang, explain as words};

/// A number as it stands in a formula: as short as it is exact where that takes at most eight characters, else with six
/// decimals, as on the screen.
pub fn in_formula(value: f64) -> String {
    let short = format!("{:e}", if value == 0.0 { 0.0 } else { value });
    [exact(value), short].into_iter().find(|text| text.len() <= 8).unwrap_or_else(|| as_result(value))
}

/// A derived number as it is shown, with six decimals.
pub fn as_result(value: f64) -> String {
    derived(value, 14).trim_start().to_owned()
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// `0.5×(-1) / √2`.
    Text(Lang),
    /// `0.5*(-1)/sqrt(2)`, with numbers as printed or with all their digits.
    Ascii { all_digits: bool },
    /// `\frac{0.5 \times (-1)}{\sqrt{2}}`.
    Latex(Lang),
}

/// What a part stands in, which decides on its brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// By itself, or already between brackets.
    Alone,
    /// In a sum.
    Term,
    /// In a product.
    Factor,
    /// Before a sign of division.
    Dividend,
    /// After a sign of division.
    Divisor,
}

impl Formula {
    /// As text: `exp(0 − 1) / (exp(1 − 1) + exp(0 − 1))`. The language matters where terms are folded.
    pub fn text(&self, lang: Lang) -> String {
        self.written(Notation::Text(lang))
    }

    /// As an expression without spaces that [`evaluate`](crate::scenario::evaluate) reads, with the numbers as printed.
    pub fn ascii(&self) -> String {
        self.written(Notation::Ascii { all_digits: false })
    }

    /// The same with all digits of every number.
    pub fn all_digits(&self) -> String {
        self.written(Notation::Ascii { all_digits: true })
    }

    /// As LaTeX for mathematical mode; `\text` needs amsmath.
    pub fn latex(&self, lang: Lang) -> String {
        self.written(Notation::Latex(lang))
    }

    fn written(&self, notation: Notation) -> String {
        let mut writer = Writer { out: String::new(), notation };
        writer.put(self, Place::Alone);
        writer.out
    }

    fn needs_brackets(&self, place: Place) -> bool {
        match self {
            _ if place == Place::Alone => false,
            Formula::Number(value) => *value < 0.0,
            Formula::Sum(_) | Formula::Negative(_) => true,
            Formula::Over(..) => matches!(place, Place::Factor | Place::Dividend),
            Formula::Gradient(_) => place != Place::Term,
            Formula::Product(_) | Formula::Beside(_) | Formula::Dot(..) | Formula::Quotient(..) => {
                matches!(place, Place::Factor | Place::Divisor)
            }
            _ => false,
        }
    }

    /// Whether it needs no brackets anywhere.
    fn is_bare(&self) -> bool {
        matches!(self, Formula::Symbol(_)) || matches!(self, Formula::Number(value) if *value >= 0.0)
    }
}

struct Writer {
    out: String,
    notation: Notation,
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// One of three spellings.
    fn sign(&mut self, text: &str, ascii: &str, latex: &str) {
        let sign = match self.notation {
            Notation::Text(_) => text,
            Notation::Ascii { .. } => ascii,
            Notation::Latex(_) => latex,
        };
        self.out.push_str(sign);
    }

    fn put(&mut self, formula: &Formula, place: Place) {
        // A fraction of LaTeX needs none.
        let fraction = matches!((formula, self.notation), (Formula::Gradient(_), Notation::Latex(_)));
        let brackets = formula.needs_brackets(place) && !fraction;
        if brackets {
            self.push("(");
        }
        match formula {
            Formula::Number(value) => self.number(*value),
            Formula::Symbol(symbol) => self.symbol(symbol),
            Formula::Gradient(symbol) => {
                self.sign("∂L/∂", "dL/d", "\\frac{\\partial L}{\\partial ");
                self.symbol(symbol);
                self.sign("", "", "}");
            }
            Formula::Transposed(symbol) => {
                self.symbol(symbol);
                self.sign("ᵀ", "'", "^{\\top}");
            }
            Formula::Sum(terms) => self.sum(terms),
            Formula::Folded { count, sum } => self.folded(*count, *sum),
            Formula::Product(factors) => self.joined(factors, Place::Factor, ("×", "*", " \\times ")),
            Formula::Beside(factors) => match factors.as_slice() {
                [Formula::Transposed(_), Formula::Symbol(_)] => self.joined(factors, Place::Factor, ("", "*", " ")),
                _ => self.joined(factors, Place::Factor, (" ", "*", " ")),
            },
            Formula::Dot(a, b) => {
                self.symbol(a);
                self.sign("·", "*", " \\cdot ");
                self.symbol(b);
            }
            Formula::Quotient(dividend, divisor) => self.quotient(dividend, divisor),
            Formula::Negative(of) => {
                self.sign("−", "-", "-");
                self.put(of, Place::Factor);
            }
            Formula::Of(function, of) => {
                self.sign("", "", "\\");
                self.push(function.name());
                // As on paper: ln 0.7, but exp(0.7).
                let spaced = !matches!(self.notation, Notation::Ascii { .. });
                if *function == Function::Ln && spaced && of.is_bare() {
                    self.push(" ");
                    self.put(of, Place::Alone);
                } else {
                    self.argument(of);
                }
            }
            Formula::Root(of) => self.root(of),
            Formula::Norm(components) => self.norm(components),
            Formula::Over(operator, index, body) => self.over(*operator, *index, body),
        }
        if brackets {
            self.push(")");
        }
    }

    fn number(&mut self, value: f64) {
        match self.notation {
            Notation::Text(_) | Notation::Ascii { all_digits: false } => self.push(&in_formula(value)),
            Notation::Ascii { all_digits: true } => self.push(&write_number(if value == 0.0 { 0.0 } else { value })),
            Notation::Latex(_) => self.push(&with_power(&in_formula(value))),
        }
    }

    /// `α_3,2`; a letter that has an index of its own is bracketed first: `(W_q)_1,2`.
    fn symbol(&mut self, symbol: &Symbol) {
        let Symbol { letter, indices } = symbol;
        let letter = match (*letter, self.notation) {
            ("α", Notation::Latex(_)) => "\\alpha",
            ("α", Notation::Ascii { .. }) => "alpha",
            (letter, _) => letter,
        };
        if indices.is_empty() {
            return self.push(letter);
        }
        let bracketed = letter.contains('_');
        self.push(if bracketed { "(" } else { "" });
        self.push(letter);
        self.push(if bracketed { ")_" } else { "_" });
        self.sign("", "", "{");
        for (number, index) in indices.iter().enumerate() {
            self.push(if number > 0 { "," } else { "" });
            match index {
                Index::At(place) => self.push(&(place + 1).to_string()),
                Index::Running(letter) => self.out.push(*letter),
            }
        }
        self.sign("", "", "}");
    }

    fn sum(&mut self, terms: &[Formula]) {
        for (number, term) in terms.iter().enumerate() {
            match term {
                Formula::Negative(of) => {
                    if number > 0 {
                        self.sign(" − ", "-", " - ");
                    } else {
                        self.sign("−", "-", "-");
                    }
                    self.put(of, Place::Term);
                }
                term => {
                    if number > 0 {
                        self.sign(" + ", "+", " + ");
                    }
                    self.put(term, Place::Term);
                }
            }
        }
    }

    fn folded(&mut self, count: usize, sum: f64) {
        match self.notation {
            Notation::Text(lang) => {
                let text = words::folded(count, &in_formula(sum));
                self.push(text.get(lang));
            }
            Notation::Ascii { .. } => self.put(&Formula::Number(sum), Place::Term),
            Notation::Latex(lang) => {
                self.push("\\underbrace{");
                self.number(sum);
                self.push("}_{\\text{");
                self.push(words::terms(count).get(lang));
                self.push("}}");
            }
        }
    }

    fn joined(&mut self, parts: &[Formula], place: Place, (text, ascii, latex): (&str, &str, &str)) {
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                self.sign(text, ascii, latex);
            }
            // What Σ runs over ends where the product ends.
            let last = number + 1 == parts.len() && matches!(part, Formula::Over(..));
            self.put(part, if last { Place::Term } else { place });
        }
    }

    fn quotient(&mut self, dividend: &Formula, divisor: &Formula) {
        if let Notation::Latex(_) = self.notation {
            self.push("\\frac{");
            self.put(dividend, Place::Alone);
            self.push("}{");
            self.put(divisor, Place::Alone);
            self.push("}");
        } else {
            self.put(dividend, Place::Dividend);
            self.sign(" / ", "/", "");
            self.put(divisor, Place::Divisor);
        }
    }

    fn argument(&mut self, of: &Formula) {
        self.push("(");
        self.put(of, Place::Alone);
        self.push(")");
    }

    fn root(&mut self, of: &Formula) {
        match self.notation {
            Notation::Latex(_) => {
                self.push("\\sqrt{");
                self.put(of, Place::Alone);
                self.push("}");
            }
            Notation::Ascii { .. } => {
                self.push("sqrt");
                self.argument(of);
            }
            Notation::Text(_) => {
                self.push("√");
                if of.is_bare() { self.put(of, Place::Alone) } else { self.argument(of) }
            }
        }
    }

    fn norm(&mut self, components: &[Formula]) {
        if let Notation::Ascii { .. } = self.notation {
            let squares = components.iter().map(|of| Formula::Product(vec![of.clone(), of.clone()])).collect();
            return self.root(&Formula::sum(squares));
        }
        // A vector by its letter, or its only number, needs no brackets.
        let several = components.len() > 1;
        self.sign("‖", "", "\\lVert ");
        self.push(if several { "(" } else { "" });
        self.joined(components, Place::Alone, (", ", "", ", "));
        self.push(if several { ")" } else { "" });
        self.sign("‖", "", " \\rVert");
    }

    fn over(&mut self, operator: Operator, index: char, body: &Formula) {
        match operator {
            Operator::Sum => self.sign("Σ_", "sum_", "\\sum_"),
            Operator::Max => self.sign("max_", "max_", "\\max_"),
        }
        self.sign("", "", "{");
        self.out.push(index);
        self.sign("", "", "}");
        self.push(" ");
        self.put(body, Place::Term);
    }
}

/// `1.5e300` as a power of ten, in LaTeX.
pub fn with_power(number: &str) -> String {
    match number.split_once('e') {
        Some((mantissa, exponent)) => format!("{mantissa} \\times 10^{{{exponent}}}"),
        None => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::evaluate;

    fn number(value: f64) -> Formula {
        Formula::Number(value)
    }

    #[track_caller]
    fn is(formula: &Formula, text: &str, ascii: &str, latex: &str) {
        assert_eq!(formula.text(Lang::En), text);
        assert_eq!(formula.ascii(), ascii);
        assert_eq!(formula.latex(Lang::En), latex);
    }

    #[test]
    fn numbers_are_exact_where_that_is_short() {
        for (value, text) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (-0.0, "0"),
            (0.123_456, "0.123456"),
            (0.123_456_7, "0.123457"),
            (1.0 / 3.0, "0.333333"),
            (1e300, "1e300"),
            (1e-7, "1e-7"),
            (0.1 + 0.2, "0.300000"),
            (1.234_567_8e-12, "1.234568e-12"),
        ] {
            assert_eq!(in_formula(value), text);
        }
    }

    #[test]
    fn brackets_where_they_are_needed_and_nowhere_else() {
        let sum = Formula::Sum(vec![number(1.0), number(-2.0), number(3.0).negative()]);
        is(&sum, "1 + (-2) − 3", "1+(-2)-3", "1 + (-2) - 3");
        is(&number(-2.0), "-2", "-2", "-2");
        is(&number(-2.0).within(Function::Exp), "exp(-2)", "exp(-2)", "\\exp(-2)");
        let product = Formula::Product(vec![number(0.5), number(-2.0), sum.clone()]);
        is(&product, "0.5×(-2)×(1 + (-2) − 3)", "0.5*(-2)*(1+(-2)-3)", "0.5 \\times (-2) \\times (1 + (-2) - 3)");
        let quotient = sum.clone().over(Formula::product(2.0, 3.0));
        is(&quotient, "(1 + (-2) − 3) / (2×3)", "(1+(-2)-3)/(2*3)", "\\frac{1 + (-2) - 3}{2 \\times 3}");
        assert_eq!(evaluate(&quotient.ascii()).ok(), Some(-4.0 / 6.0));
        let log = number(0.5).within(Function::Ln).negative();
        is(&log, "−ln 0.5", "-ln(0.5)", "-\\ln 0.5");
        let of_sum = sum.within(Function::Ln).negative();
        is(&of_sum, "−ln(1 + (-2) − 3)", "-ln(1+(-2)-3)", "-\\ln(1 + (-2) - 3)");
        let summed = || Formula::summed('i', Symbol::new("k", &[Index::Running('i')]).into());
        let last = Formula::Beside(vec![number(2.0), summed()]);
        is(&last, "2 Σ_i k_i", "2*sum_i k_i", "2 \\sum_{i} k_{i}");
        let first = Formula::Beside(vec![summed(), number(2.0)]);
        is(&first, "(Σ_i k_i) 2", "(sum_i k_i)*2", "(\\sum_{i} k_{i}) 2");
        let root = number(1.5).over(Formula::Root(Box::new(number(2.0))));
        is(&root, "1.5 / √2", "1.5/sqrt(2)", "\\frac{1.5}{\\sqrt{2}}");
    }

    #[test]
    fn a_norm_is_worth_its_components() {
        let norm = Formula::Norm(vec![number(3.0), number(-4.0)]);
        is(&norm, "‖(3, -4)‖", "sqrt(3*3+(-4)*(-4))", "\\lVert (3, -4) \\rVert");
        assert_eq!(evaluate(&norm.ascii()).ok(), Some(5.0));
    }

    #[test]
    fn a_folded_sum_says_how_many_and_how_much() {
        let folded = Formula::Sum(vec![number(1.0), Formula::Folded { count: 98, sum: -3.25 }, number(2.0)]);
        is(&folded, "1 + (98 terms: -3.25) + 2", "1+(-3.25)+2", "1 + \\underbrace{-3.25}_{\\text{98 terms}} + 2");
        assert_eq!(folded.text(Lang::Zh), "1 + (98 项: -3.25) + 2");
    }

    #[test]
    fn symbols_with_and_without_indices() {
        let of = |letter, indices: &[Index]| Formula::from(Symbol::new(letter, indices));
        is(&of("α", &[Index::At(2), Index::Running('j')]), "α_3,j", "alpha_3,j", "\\alpha_{3,j}");
        is(&of("W_q", &[Index::At(0), Index::At(1)]), "(W_q)_1,2", "(W_q)_1,2", "(W_q)_{1,2}");
        is(&of("W_q", &[]), "W_q", "W_q", "W_q");
        let power = Formula::product(1.234_567_8e-12, 2.0);
        assert_eq!(power.latex(Lang::En), "1.234568 \\times 10^{-12} \\times 2");
    }
}
