//! Expressions as people type them: `1/3`, `sqrt(2)`, `-ln(0.7)`, `1e-3`, `-2^2` (= −4), `2^-1`.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { ("*" | "/") signed }
//! signed  = ("+" | "-") signed | power
//! power   = operand [ ("^" | "**") signed ]            so that -2^2 = -(2^2), 2^3^2 = 2^(3^2), 2^-1 = 0.5
//! operand = number | "pi" | "e" | function "(" sum ")" | "(" sum ")"
//! ```
//!
//! Every step is checked: what has no finite value is refused with the reason, at the place it arises.

use super::problem::Problem;
use super::typed::plain;
use crate::words::Text;
use crate::words::scenario_number as say;

/// Levels of brackets, signs and powers that may stand inside each other. Far above what anybody writes, far below what
/// a thread's stack holds.
const DEEPEST: usize = 64;

/// The value of an expression, always finite. Full-width forms and U+2212 are understood; spaces may stand between the
/// parts.
///
/// # Errors
/// What is wrong, and at which character.
pub fn evaluate(text: &str) -> Result<f64, Problem> {
    let symbols: Vec<char> = text.chars().map(plain).collect();
    let mut parser = Parser { symbols: &symbols, at: 0, depth: 0 };
    if parser.peek().is_none() {
        return Err(Problem::new(parser.at, say::nothing_typed()));
    }
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        // A word that means nothing is the fault, not the missing sign before it.
        Some(symbol) if symbol.is_alphabetic() => {
            let start = parser.at;
            parser.skip(|symbol| symbol.is_alphanumeric() || symbol == '_');
            let written: String = symbols[start..parser.at].iter().collect();
            let name = written.to_lowercase();
            let text =
                if is_known(&name) { after_operand(symbol) } else { say::unknown_name(&written, nearest_name(&name)) };
            Err(Problem::new(start, text))
        }
        Some(symbol) => Err(Problem::new(parser.at, after_operand(symbol))),
    }
}

/// Whether a name means something in an expression.
fn is_known(name: &str) -> bool {
    matches!(name, "pi" | "e") || Function::ALL.into_iter().any(|function| function.name() == name)
}

/// Why a symbol cannot follow something complete.
fn after_operand(symbol: char) -> Text {
    match symbol {
        ')' => say::nothing_to_close(),
        ',' => say::comma_not_here(),
        '(' => say::multiplication_missing(),
        _ if symbol.is_alphanumeric() => say::multiplication_missing(),
        _ => say::not_understood(symbol),
    }
}

struct Parser<'a> {
    symbols: &'a [char],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    /// The next symbol that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.symbols.get(self.at).is_some_and(|symbol| symbol.is_whitespace()) {
            self.at += 1;
        }
        self.symbols.get(self.at).copied()
    }

    fn take(&mut self, wanted: &[char]) -> Option<(usize, char)> {
        let symbol = self.peek().filter(|symbol| wanted.contains(symbol))?;
        self.at += 1;
        Some((self.at - 1, symbol))
    }

    fn sum(&mut self) -> Result<f64, Problem> {
        let mut value = self.product()?;
        while let Some((at, sign)) = self.take(&['+', '-']) {
            let right = self.product()?;
            value = finite(at, if sign == '+' { value + right } else { value - right })?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, Problem> {
        let mut value = self.signed()?;
        while let Some((at, sign)) = self.take(&['*', '/']) {
            let right = self.signed()?;
            if sign == '/' && right == 0.0 {
                return Err(Problem::new(at, say::divides_by_zero()));
            }
            value = finite(at, if sign == '*' { value * right } else { value / right })?;
        }
        Ok(value)
    }

    /// All nesting passes through here, so this is where it is counted.
    fn signed(&mut self) -> Result<f64, Problem> {
        if self.depth == DEEPEST {
            return Err(Problem::new(self.at, say::too_deep(DEEPEST)));
        }
        self.depth += 1;
        let value = match self.take(&['+', '-']) {
            Some((_, '-')) => -self.signed()?,
            Some(_) => self.signed()?,
            None => self.power()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<f64, Problem> {
        let base = self.operand()?;
        let Some(at) = self.power_sign() else { return Ok(base) };
        let exponent = self.signed()?;
        if base == 0.0 && exponent < 0.0 {
            return Err(Problem::new(at, say::divides_by_zero()));
        }
        let value = base.powf(exponent);
        if value.is_nan() {
            return Err(Problem::new(at, say::no_real_power()));
        }
        finite(at, value)
    }

    fn power_sign(&mut self) -> Option<usize> {
        if let Some((at, _)) = self.take(&['^']) {
            return Some(at);
        }
        let at = self.at;
        (self.symbols[at..].starts_with(&['*', '*'])).then(|| {
            self.at += 2;
            at
        })
    }

    fn operand(&mut self) -> Result<f64, Problem> {
        let Some(symbol) = self.peek() else { return Err(Problem::new(self.at, say::ends_too_soon())) };
        let start = self.at;
        match symbol {
            '0'..='9' | '.' => self.number(),
            '(' => {
                self.at += 1;
                self.bracketed(start)
            }
            'π' => {
                self.at += 1;
                Ok(std::f64::consts::PI)
            }
            _ if symbol.is_alphabetic() => self.named(start),
            ')' | '*' | '/' | '^' => Err(Problem::new(start, say::number_missing_before(symbol))),
            ',' => Err(Problem::new(start, say::comma_not_here())),
            _ => Err(Problem::new(start, say::not_understood(symbol))),
        }
    }

    /// The rest of `( sum )`, the opening bracket at `open` already taken.
    fn bracketed(&mut self, open: usize) -> Result<f64, Problem> {
        let value = self.sum()?;
        match self.peek() {
            Some(')') => {
                self.at += 1;
                Ok(value)
            }
            None => Err(Problem::new(open, say::never_closed())),
            Some(symbol) => Err(Problem::new(self.at, after_operand(symbol))),
        }
    }

    /// Digits with at most one point, and an exponent where digits follow the `e`.
    fn number(&mut self) -> Result<f64, Problem> {
        let start = self.at;
        self.skip(|symbol| symbol.is_ascii_digit() || symbol == '.');
        let mantissa: String = self.symbols[start..self.at].iter().collect();
        if mantissa.matches('.').count() > 1 {
            return Err(Problem::new(start, say::two_points(&mantissa)));
        }
        if mantissa == "." {
            return Err(Problem::new(start, say::not_understood('.')));
        }
        if let Some('e' | 'E') = self.symbols.get(self.at) {
            let signed = matches!(self.symbols.get(self.at + 1), Some('+' | '-'));
            let digits = self.at + 1 + usize::from(signed);
            if self.symbols.get(digits).is_some_and(char::is_ascii_digit) {
                self.at = digits;
                self.skip(|symbol| symbol.is_ascii_digit());
            }
        }
        let written: String = self.symbols[start..self.at].iter().collect();
        let value =
            written.parse::<f64>().map_err(|_| Problem::new(start, say::not_understood(self.symbols[start])))?;
        finite(start, value)
    }

    /// A constant, or a function and its argument.
    fn named(&mut self, start: usize) -> Result<f64, Problem> {
        self.skip(|symbol| symbol.is_alphanumeric() || symbol == '_');
        let written: String = self.symbols[start..self.at].iter().collect();
        let name = written.to_lowercase();
        match name.as_str() {
            "pi" => return Ok(std::f64::consts::PI),
            "e" => return Ok(std::f64::consts::E),
            "nan" | "inf" | "infinity" => return Err(Problem::new(start, say::not_finite(&written))),
            "log" => return Err(Problem::new(start, say::which_logarithm())),
            _ => {}
        }
        let Some(function) = Function::ALL.into_iter().find(|function| function.name() == name) else {
            return Err(Problem::new(start, say::unknown_name(&written, nearest_name(&name))));
        };
        let Some((open, _)) = self.take(&['(']) else {
            return Err(Problem::new(self.at, say::function_wants_brackets(function.name())));
        };
        let argument = self.bracketed(open)?;
        function.of(argument).map_err(|reason| Problem::new(start, reason))
    }

    fn skip(&mut self, belongs: impl Fn(char) -> bool) {
        while self.symbols.get(self.at).is_some_and(|&symbol| belongs(symbol)) {
            self.at += 1;
        }
    }
}

fn finite(at: usize, value: f64) -> Result<f64, Problem> {
    if value.is_finite() { Ok(value) } else { Err(Problem::new(at, say::beyond_f64())) }
}

fn nearest_name(name: &str) -> Option<&'static str> {
    let names = Function::ALL.into_iter().map(Function::name).chain(["pi", "e"]);
    super::nearest::nearest(name, names)
}

/// The functions an expression may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Sqrt,
    Exp,
    Ln,
    Log2,
    Log10,
    Tanh,
    Sinh,
    Cosh,
    Sin,
    Cos,
    Tan,
    Abs,
}

impl Function {
    const ALL: [Function; 12] = {
        use Function::*;
        [Sqrt, Exp, Ln, Log2, Log10, Tanh, Sinh, Cosh, Sin, Cos, Tan, Abs]
    };

    fn name(self) -> &'static str {
        match self {
            Function::Sqrt => "sqrt",
            Function::Exp => "exp",
            Function::Ln => "ln",
            Function::Log2 => "log2",
            Function::Log10 => "log10",
            Function::Tanh => "tanh",
            Function::Sinh => "sinh",
            Function::Cosh => "cosh",
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
            Function::Abs => "abs",
        }
    }

    fn of(self, x: f64) -> Result<f64, Text> {
        let value = match self {
            Function::Sqrt if x < 0.0 => return Err(say::needs_not_negative(self.name())),
            Function::Ln | Function::Log2 | Function::Log10 if x <= 0.0 => {
                return Err(say::needs_positive(self.name()));
            }
            Function::Sqrt => x.sqrt(),
            Function::Exp => x.exp(),
            Function::Ln => x.ln(),
            Function::Log2 => x.log2(),
            Function::Log10 => x.log10(),
            Function::Tanh => x.tanh(),
            Function::Sinh => x.sinh(),
            Function::Cosh => x.cosh(),
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Tan => x.tan(),
            Function::Abs => x.abs(),
        };
        if value.is_finite() { Ok(value) } else { Err(say::beyond_f64()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(text: &str, value: f64) {
        assert_eq!(evaluate(text), Ok(value), "{text}");
    }

    #[track_caller]
    fn refused(text: &str, at: usize, part: &str) {
        let problem = evaluate(text).expect_err(text);
        assert!(problem.text.en.contains(part), "{text}: {problem}");
        assert_eq!(problem.at, at, "{text}: {problem}");
    }

    #[test]
    fn as_people_write_them() {
        is("1/3", 1.0 / 3.0);
        is("sqrt(2)", 2.0_f64.sqrt());
        is("-ln(0.7)", -(0.7_f64.ln()));
        is("1e-3", 1e-3);
        is("-2^2", -4.0);
        is("2^-1", 0.5);
        is("2^3^2", 512.0);
        is("2**3", 8.0);
        is("-2^-2^0", -0.5);
        is("(1+2)*3 - 4/2", 7.0);
        is("1-2-3", -4.0);
        is("8/4/2", 1.0);
        is("--2", 2.0);
        is(".5", 0.5);
        is("5.", 5.0);
        is("1E3", 1000.0);
        is("e^0", 1.0);
        is("2*pi", std::f64::consts::TAU);
        is("SQRT(4)", 2.0);
        is(" 1 / 4 ", 0.25);
        is("1e-400", 0.0);
    }

    #[test]
    fn as_input_methods_write_them() {
        is("１．５", 1.5);
        is("−1", -1.0);
        is("（１＋２）＊３", 9.0);
        is("ｓｑｒｔ（４）", 2.0);
        is("2×3÷4", 1.5);
        is("2*π", std::f64::consts::TAU);
    }

    #[test]
    fn what_has_no_finite_value() {
        refused("1/0", 1, "0");
        refused("1/(2-2)", 1, "0");
        refused("0^-1", 1, "0");
        refused("nan", 0, "finite");
        refused("-inf", 1, "finite");
        refused("1e400", 0, "1.8e308");
        refused("1e300*1e300", 5, "1.8e308");
        refused("10^400", 2, "1.8e308");
        refused("exp(1000)", 0, "1.8e308");
        refused("ln(0)", 0, "above 0");
        refused("sqrt(-1)", 0, "below 0");
        refused("(-8)^(1/3)", 4, "real");
    }

    #[test]
    fn what_is_not_an_expression() {
        refused("", 0, "number");
        refused("  ", 2, "number");
        refused("1.2.3", 0, "point");
        refused("1 2", 2, "*");
        refused("2e", 1, "*");
        refused("2(3)", 1, "*");
        refused("(1+2", 0, "closed");
        refused("1+2)", 3, "(");
        refused("1+", 2, "ends");
        refused("*2", 0, "number");
        refused("1,5", 1, "comma");
        refused("0x10", 1, "x10");
        refused("5abc", 1, "abc");
        refused("sqr(2)", 0, "sqrt");
        refused("sqrt 2", 5, "sqrt(");
        refused("log(2)", 0, "ln");
        refused("1 % 2", 2, "%");
        refused(".", 0, ".");
        refused("NaN", 0, "finite");
    }

    #[test]
    fn depth_is_refused_not_suffered() {
        for opening in ["(", "-", "2^", "sqrt(", "((-"] {
            let text = opening.repeat(100_000);
            assert!(evaluate(&text).is_err());
        }
        is(&format!("{}1{}", "(".repeat(60), ")".repeat(60)), 1.0);
        is("1+".repeat(10_000).trim_end_matches('+'), 10_000.0);
    }
}
