//! The gradients of the loss, one step back at a time: each by the formula by which the next is made from the last.
//!
//! | with respect to | formula | file |
//! |---|---|---|
//! | z, b | p_w − y_w | here |
//! | G | Σ_t c_td (p_tw − y_tw) | here |
//! | c | g_d = Σ_w G_dw (p_w − y_w) | here |
//! | α, v, e | gᵀv_j; Σ_t α_tj g_t; α_j gᵀ(v_j − c) | `reading.rs` |
//! | q, k and the scorer's parameters | by the scorer's own formula | `scorer.rs` |
//! | X, Y and the projections | by the products that make q, k and v | `words.rs` |
//!
//! y is 1 at the target and 0 elsewhere, g is ∂L/∂c (the lesson, section 05).

mod in_words;
mod reading;
mod relations;
mod scorer;
mod words;

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, folded};
use super::symbol::{Index, Symbol};
use super::terms::{Term, Terms};
use crate::engine::{Gradients, NoGradients, Tensor, WayBack};
use crate::scenario::{Address, Derived, Region};
use crate::words::{Text, gradients as say};
use std::sync::Arc;

/// A sum that is a gradient: so many terms, each with its value apart, which is asked for more often.
struct Sum<T, V> {
    count: usize,
    term: T,
    value: V,
}

impl<'a> Context<'a> {
    /// The gradient with respect to one number inside the model.
    pub(super) fn gradient(&self, of: &Address) -> Result<Draft<'a>, Text> {
        match *of {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => {
                self.gradient_of_given(tensor, row, column)
            }
            Address::Derived(Derived::Score { row, slot: Some(slot) }) => self.gradient_of_score(row, slot),
            Address::Derived(Derived::Attention { row, slot: Some(slot) }) => self.gradient_of_attention(row, slot),
            Address::Derived(Derived::Context { row, component: Some(d) }) => self.gradient_of_context(row, d),
            Address::Derived(Derived::Logit { row, word: Some(word) }) => self.gradient_of_logit(row, word),
            _ => Err(crate::words::explain::not_in_this_model()),
        }
    }

    fn gradient_of_given(&self, tensor: Tensor, row: usize, column: usize) -> Result<Draft<'a>, Text> {
        match tensor {
            Tensor::Queries => self.gradient_of_query(row, column),
            Tensor::Keys => self.gradient_of_key(row, column),
            Tensor::Values => self.gradient_of_value(row, column),
            Tensor::Head => self.gradient_of_head(row, column),
            Tensor::Bias => self.gradient_of_logit(row, column),
            Tensor::Parameter(parameter) => self.gradient_of_parameter(parameter, row, column),
            _ => self.gradient_of_words(tensor, row, column),
        }
    }

    /// The way back of a row, or why it has none.
    fn way_back(&self, row: usize) -> Result<Arc<WayBack>, Text> {
        self.trace.way_back(row).map_err(|reason| match reason {
            NoGradients::NoTarget => say::row_without_target(),
            NoGradients::Undefined => say::row_undefined(),
            NoGradients::Overflow { .. } => say::overflow(),
        })
    }

    /// The gradients of all rows, or why there are none.
    fn all_gradients(&self) -> Result<&'a Gradients, Text> {
        let rows = self.givens.rows();
        let gradients = self.trace.gradients_at_once().ok_or_else(|| say::too_many_rows(rows))?;
        gradients.map_err(say::none)
    }

    /// The rows that add to the loss.
    fn contributing(&self, gradients: &Gradients) -> Vec<usize> {
        (0..self.givens.rows()).filter(|row| gradients.logits().contributes(*row)).collect()
    }

    /// g_td, in symbols.
    fn pull(&self, row: usize, component: Index) -> Formula {
        self.symbols().of_row("g", row, &[component]).into()
    }

    /// p_tw − y_tw, in symbols.
    fn error(&self, row: Option<usize>, word: Index) -> Formula {
        let of = |letter| match row {
            Some(row) => Formula::from(self.symbols().of_row(letter, row, &[word])),
            None => Symbol::new(letter, &[Index::Running('t'), word]).into(),
        };
        Formula::difference(of("p"), of("y"))
    }

    /// One step from a sum to its result, over √d_k where the scorer scales.
    fn summed_up<T, V>(&self, formula: Formula, sum: Sum<T, V>, result: f64) -> Draft<'a>
    where
        T: Fn(usize) -> Term + 'a,
        V: Fn(usize) -> f64,
    {
        let Sum { count, term, value } = sum;
        let step = Formula::sum(folded(count, self.terms, |at| term(at).formula, value));
        Draft { formula, steps: vec![step], result, terms: Terms::new(count, term) }
    }

    /// ∂L/∂z_tw = p_tw − y_tw. A constant is added to its logit, so it has the same.
    fn gradient_of_logit(&self, row: usize, word: usize) -> Result<Draft<'a>, Text> {
        let result = self.way_back(row)?.logit(word).unwrap_or_default();
        let target = self.givens.targets[row] == Some(word);
        let probability = self.trace.probability(row, word).unwrap_or_default();
        Ok(Draft {
            formula: self.error(Some(row), Index::At(word)),
            steps: vec![Formula::difference(
                Formula::Number(probability),
                Formula::Number(f64::from(u8::from(target))),
            )],
            result,
            terms: Terms::none(),
        })
    }

    /// ∂L/∂c_td = g_td = Σ_w G_dw (p_tw − y_tw).
    fn gradient_of_context(&self, row: usize, d: usize) -> Result<Draft<'a>, Text> {
        let (context, back) = (*self, self.way_back(row)?);
        let result = back.context()[d];
        let head = &self.givens.head;
        let factors = move |word: usize| (head.line(word)[d], back.logit(word).unwrap_or_default());
        let factors = Arc::new(factors);
        let values = factors.clone();
        let symbol = move |word: Index| {
            Formula::Beside(vec![Symbol::new("G", &[Index::At(d), word]).into(), context.error(Some(row), word)])
        };
        let sum = Sum {
            count: self.givens.words(),
            value: move |word: usize| values(word).0 * values(word).1,
            term: move |word: usize| {
                let (coefficient, error) = factors(word);
                Term {
                    symbol: symbol(Index::At(word)),
                    name: context.word_name(word).to_owned(),
                    formula: Formula::product(coefficient, error),
                    value: coefficient * error,
                    address: Address::Derived(Derived::Logit { row, word: Some(word) }).gradient(),
                }
            },
        };
        Ok(self.summed_up(Formula::summed('w', symbol(Index::Running('w'))), sum, result))
    }

    /// ∂L/∂G_dw = Σ_t c_td (p_tw − y_tw).
    fn gradient_of_head(&self, d: usize, word: usize) -> Result<Draft<'a>, Text> {
        let (context, gradients) = (*self, self.all_gradients()?);
        let result = gradients.head().get(d, word).unwrap_or_default();
        let contexts: Vec<(usize, f64)> = gradients.head().contexts().map(|(row, numbers)| (row, numbers[d])).collect();
        let contexts = Arc::new(contexts);
        let factors = move |at: usize| {
            let (row, number) = contexts[at];
            (row, number, gradients.logits().get(row, word).unwrap_or_default())
        };
        let values = factors.clone();
        let symbol = move |row: Option<usize>| {
            let number = match row {
                Some(row) => context.symbols().of_row("c", row, &[Index::At(d)]),
                None => Symbol::new("c", &[Index::Running('t'), Index::At(d)]),
            };
            Formula::Beside(vec![number.into(), context.error(row, Index::At(word))])
        };
        let formula = match self.givens.rows() {
            1 => symbol(Some(0)),
            _ => Formula::summed('t', symbol(None)),
        };
        let sum = Sum {
            count: self.contributing(gradients).len(),
            value: move |at: usize| values(at).1 * values(at).2,
            term: move |at: usize| {
                let (row, number, error) = factors(at);
                Term {
                    symbol: symbol(Some(row)),
                    name: String::new(),
                    formula: Formula::product(number, error),
                    value: number * error,
                    address: Address::Derived(Derived::Logit { row, word: Some(word) }).gradient(),
                }
            },
        };
        Ok(self.summed_up(formula, sum, result))
    }
}
