//! Numbers of the translator that no scenario has: projections of a state, gates, the cell's memory, its state.
//!
//! ```text
//! q_i = Σ_k (W_q)_ik h_k (+ (b_q)_i)
//! i, f, o: 1 / (1 + exp(−a_u))      g: tanh(a_u)      a_u = Σ_k (W_x)_uk x_k + Σ_k (W_h)_uk (h_old)_k + b_u
//! m_u = f_u (m_old)_u + i_u g_u     h_u = o_u tanh(m_u)
//! ```

use super::derivation::{Derivation, Draft};
use super::formula::{Formula, Function, folded};
use super::symbol::{Index, Symbol};
use super::terms::Terms;
use super::write::{as_result, with_power};
use crate::engine::dot;
use crate::words::{Lang, Text};

/// How one such number came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Its symbol.
    pub symbol: Formula,
    /// From the formula to the number.
    pub derivation: Derivation,
}

/// One product of a row of weights and a vector.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The letter of the weights, and the number of the row.
    pub weights: (&'static str, usize),
    /// The letter of the vector.
    pub vector: &'static str,
    /// The row.
    pub row: &'a [f64],
    /// The vector.
    pub numbers: &'a [f64],
}

/// A sum of such products, and a constant.
#[derive(Clone, Debug)]
pub struct Affine<'a> {
    /// The products.
    pub parts: Vec<Part<'a>>,
    /// The letter of the constant, its index, and the number.
    pub constant: Option<(&'static str, usize, f64)>,
}

/// What is made of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squash {
    /// It stays.
    Nothing,
    /// 1 / (1 + e^−a).
    Sigmoid,
    /// The hyperbolic tangent.
    Tanh,
}

impl Squash {
    fn of(self, sum: Formula) -> Formula {
        match self {
            Squash::Nothing => sum,
            Squash::Tanh => sum.within(Function::Tanh),
            Squash::Sigmoid => {
                let below = Formula::Sum(vec![Formula::Number(1.0), sum.negative().within(Function::Exp)]);
                Formula::Number(1.0).over(below)
            }
        }
    }
}

impl Affine<'_> {
    /// A number that is such a sum, squashed; of each product at most `written` terms are written out.
    pub fn account(&self, symbol: (&'static str, usize), squash: Squash, result: f64, written: usize) -> Account {
        let mut formula: Vec<Formula> = self.parts.iter().map(|part| part.symbols()).collect();
        let mut products: Vec<Formula> = self.parts.iter().flat_map(|part| part.products(written)).collect();
        let mut sums: Vec<Formula> =
            self.parts.iter().map(|part| Formula::Number(dot(part.row, part.numbers))).collect();
        if let Some((letter, at, number)) = self.constant {
            formula.push(Symbol::new(letter, &[Index::At(at)]).into());
            products.push(Formula::Number(number));
            sums.push(Formula::Number(number));
        }
        let whole = self.parts.iter().map(|part| dot(part.row, part.numbers)).sum::<f64>()
            + self.constant.map_or(0.0, |(_, _, number)| number);
        let squashed = |sum| squash.of(sum);
        let mut steps = vec![squashed(Formula::sum(products)), squashed(Formula::sum(sums))];
        if squash != Squash::Nothing {
            steps.push(squashed(Formula::Number(whole)));
        }
        recurrent(symbol, squashed(Formula::sum(formula)), steps, result)
    }
}

impl Part<'_> {
    /// Σ_k W_uk x_k.
    fn symbols(&self) -> Formula {
        let (letter, row) = self.weights;
        let running = Index::Running('k');
        let weight = Symbol::new(letter, &[Index::At(row), running]);
        Formula::summed('k', Formula::Beside(vec![weight.into(), Symbol::new(self.vector, &[running]).into()]))
    }

    fn products(&self, written: usize) -> Vec<Formula> {
        let product = |k: usize| Formula::product(self.row[k], self.numbers[k]);
        folded(self.row.len().min(self.numbers.len()), written, product, |k| self.row[k] * self.numbers[k])
    }
}

/// A number of the cell with its formula and the formula with numbers put in.
pub fn recurrent((letter, at): (&'static str, usize), formula: Formula, steps: Vec<Formula>, result: f64) -> Account {
    let Draft { formula, steps, result, .. } = Draft { formula, steps, result, terms: Terms::none() };
    let derivation = Derivation::checked(formula, steps, result);
    Account { symbol: Symbol::new(letter, &[Index::At(at)]).into(), derivation }
}

impl Account {
    /// f_u (m_old)_u + i_u g_u.
    pub fn memory(at: usize, [forget, before, input, candidate]: [f64; 4], result: f64) -> Self {
        let of = |letter| Formula::from(Symbol::new(letter, &[Index::At(at)]));
        let formula =
            Formula::Sum(vec![Formula::Beside(vec![of("f"), of("m_old")]), Formula::Beside(vec![of("i"), of("g")])]);
        let numbers = Formula::Sum(vec![Formula::product(forget, before), Formula::product(input, candidate)]);
        recurrent(("m", at), formula, vec![numbers], result)
    }

    /// o_u tanh(m_u), of a cell whose state has this letter.
    pub fn state(letter: &'static str, at: usize, [output, memory]: [f64; 2], result: f64) -> Self {
        let of = |letter| Formula::from(Symbol::new(letter, &[Index::At(at)]));
        let formula = Formula::Beside(vec![of("o"), of("m").within(Function::Tanh)]);
        let squashed = Formula::Number(memory).within(Function::Tanh);
        let numbers = Formula::Product(vec![Formula::Number(output), squashed]);
        recurrent((letter, at), formula, vec![numbers], result)
    }

    /// The chain of equals as text: symbol, formula, numbers put in, result.
    pub fn parts_text(&self, lang: Lang) -> Vec<String> {
        self.parts(|formula| formula.text(lang), |number| number)
    }

    /// The same as LaTeX for mathematical mode.
    pub fn parts_latex(&self, lang: Lang) -> Vec<String> {
        self.parts(|formula| formula.latex(lang), |number| with_power(&number))
    }

    fn parts(&self, write: impl Fn(&Formula) -> String, number: impl Fn(String) -> String) -> Vec<String> {
        let mut parts = vec![write(&self.symbol), write(&self.derivation.formula)];
        parts.extend(self.derivation.steps.iter().map(|step| write(&step.formula)));
        parts.push(number(as_result(self.derivation.result)));
        parts
    }

    /// What has to be said of its printed numbers.
    pub fn notes(&self) -> Vec<Text> {
        self.derivation.notes()
    }
}
