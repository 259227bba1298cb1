//! Through the reading: the gradients of the weights, the values and the scores.

use super::Sum;
use crate::engine::Tensor;
use crate::explain::Context;
use crate::explain::derivation::Draft;
use crate::explain::formula::{Formula, folded};
use crate::explain::symbol::{Index, Symbol};
use crate::explain::terms::{Term, Terms};
use crate::scenario::{Address, Derived, Region};
use crate::words::{Text, gradients as say};
use std::sync::Arc;

impl<'a> Context<'a> {
    /// ∂L/∂α_tj = gᵀ v_j, as if the weight were changed alone.
    pub(super) fn gradient_of_attention(&self, row: usize, slot: usize) -> Result<Draft<'a>, Text> {
        let (context, back) = (*self, self.way_back(row)?);
        if !self.readable(row, slot) {
            return Err(say::masked_weight());
        }
        let result = back.attention(slot).ok_or_else(say::overflow)?;
        let value = self.givens.values.line(slot);
        let symbol =
            move |d: Index| Formula::Beside(vec![context.pull(row, d), Symbol::new("v", &[Index::At(slot), d]).into()]);
        let pulls = back.clone();
        let sum = Sum {
            count: value.len(),
            value: move |d: usize| pulls.context()[d] * value[d],
            term: move |d: usize| Term {
                symbol: symbol(Index::At(d)),
                name: String::new(),
                formula: Formula::product(back.context()[d], value[d]),
                value: back.context()[d] * value[d],
                address: Address::Derived(Derived::Context { row, component: Some(d) }).gradient(),
            },
        };
        Ok(self.summed_up(Formula::summed('d', symbol(Index::Running('d'))), sum, result))
    }

    /// ∂L/∂v_jd = Σ_t α_tj g_td.
    pub(super) fn gradient_of_value(&self, slot: usize, d: usize) -> Result<Draft<'a>, Text> {
        let (context, gradients) = (*self, self.all_gradients()?);
        let result = gradients.values().get(slot, d);
        let reads = |row: &usize| self.readable(*row, slot);
        let rows: Vec<usize> = self.contributing(gradients).into_iter().filter(reads).collect();
        let trace = self.trace;
        let factors = move |row: usize| {
            let weight = trace.reading(row).attention.map_or(0.0, |attention| attention.get(slot));
            (weight, gradients.contexts().get(row, d))
        };
        let symbol = move |row: Option<usize>| {
            let (weight, pull) = match row {
                Some(row) => (context.symbols().of_row("α", row, &[Index::At(slot)]), context.pull(row, Index::At(d))),
                None => {
                    let running = |letter, at| Symbol::new(letter, &[Index::Running('t'), Index::At(at)]);
                    (running("α", slot), running("g", d).into())
                }
            };
            Formula::Beside(vec![weight.into(), pull])
        };
        let formula = match self.givens.rows() {
            1 => symbol(Some(0)),
            _ => Formula::summed('t', symbol(None)),
        };
        let rows = Arc::new(rows);
        let of = rows.clone();
        let sum = Sum {
            count: rows.len(),
            value: move |at: usize| factors(of[at]).0 * factors(of[at]).1,
            term: move |at: usize| {
                let (weight, pull) = factors(rows[at]);
                Term {
                    symbol: symbol(Some(rows[at])),
                    name: String::new(),
                    formula: Formula::product(weight, pull),
                    value: weight * pull,
                    address: Address::Derived(Derived::Context { row: rows[at], component: Some(d) }).gradient(),
                }
            },
        };
        Ok(self.summed_up(formula, sum, result))
    }

    /// ∂L/∂e_tj = α_tj gᵀ (v_j − c_t).
    pub(super) fn gradient_of_score(&self, row: usize, slot: usize) -> Result<Draft<'a>, Text> {
        let (context, back) = (*self, self.way_back(row)?);
        if !self.readable(row, slot) {
            return Err(say::masked_score());
        }
        let result = back.scores()[slot];
        let weights = self.trace.reading(row).attention.map_err(|reason| self.reason(reason))?;
        let mean = self.trace.context(row).map_err(|reason| self.reason(reason))?;
        let (weight, value) = (weights.get(slot), self.givens.values.line(slot));
        let number = Formula::Number;
        let d_v = value.len();
        let of_sum = |term: &dyn Fn(usize) -> Formula| {
            let terms = folded(d_v, self.terms, term, |d| back.context()[d] * (value[d] - mean[d]));
            Formula::Product(vec![number(weight), Formula::sum(terms)])
        };
        let mut steps = vec![
            of_sum(&|d| {
                let apart = Formula::difference(number(value[d]), number(mean[d]));
                Formula::Product(vec![number(back.context()[d]), apart])
            }),
            of_sum(&|d| Formula::product(back.context()[d], value[d] - mean[d])),
        ];
        steps.extend(back.pull(slot).map(|pull| Formula::product(weight, pull)));
        let symbol = move |d: Index| {
            let value = Symbol::new("v", &[Index::At(slot), d]);
            let mean = context.symbols().of_row("c", row, &[d]);
            Formula::Beside(vec![context.pull(row, d), Formula::difference(value.into(), mean.into())])
        };
        let of_weight = self.symbols().of_row("α", row, &[Index::At(slot)]);
        let formula = Formula::Beside(vec![of_weight.into(), Formula::summed('d', symbol(Index::Running('d')))]);
        let terms = Terms::new(d_v, move |d| {
            let apart = value[d] - mean[d];
            Term {
                symbol: symbol(Index::At(d)),
                name: String::new(),
                formula: Formula::product(back.context()[d], apart),
                value: back.context()[d] * apart,
                address: Some(Address::Numbers { tensor: Tensor::Values, region: Region::Cell(slot, d) }),
            }
        });
        Ok(Draft { formula, steps, result, terms })
    }
}
