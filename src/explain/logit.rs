//! The logit z_tw = Σ_d c_td G_dw, plus the row's constant where it has one.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, folded};
use super::symbol::{Index, Symbol};
use super::terms::{Term, Terms};
use crate::engine::Tensor;
use crate::scenario::{Address, Derived, Region};
use crate::words::Text;

impl<'a> Context<'a> {
    /// c_td G_dw in symbols.
    fn product_symbol(&self, row: usize, component: Index, word: usize) -> Formula {
        let context = self.symbols().of_row("c", row, &[component]);
        Formula::Beside(vec![context.into(), Symbol::new("G", &[component, Index::At(word)]).into()])
    }

    /// z_tw.
    pub(super) fn logit(&self, row: usize, word: usize) -> Result<Draft<'a>, Text> {
        let context = *self;
        let of_row = self.row(row);
        let logits = of_row.logits.map_err(|reason| self.reason(reason))?;
        let components = of_row.context.map_err(|reason| self.reason(reason))?;
        let column = self.givens.head.line(word);
        let bias = self.givens.bias[row].as_ref().map(|bias| bias.get(0, word));

        let mut formula = vec![Formula::summed('d', self.product_symbol(row, Index::Running('d'), word))];
        formula.extend(bias.map(|_| Formula::from(self.symbols().given(Tensor::Bias, row, word))));
        let product = |d: usize| Formula::product(components[d], column[d]);
        let mut step = folded(column.len(), self.terms, product, |d| components[d] * column[d]);
        step.extend(bias.map(Formula::Number));
        Ok(Draft {
            formula: Formula::sum(formula),
            steps: vec![Formula::sum(step)],
            result: logits.get(word).unwrap_or_default(),
            terms: Terms::new(column.len() + usize::from(bias.is_some()), move |d| match (column.get(d), bias) {
                (None, constant) => Term {
                    symbol: context.symbols().given(Tensor::Bias, row, word).into(),
                    name: String::new(),
                    formula: Formula::Number(constant.unwrap_or_default()),
                    value: constant.unwrap_or_default(),
                    address: Some(Address::Numbers { tensor: Tensor::Bias, region: Region::Cell(row, word) }),
                },
                (Some(coefficient), _) => Term {
                    symbol: context.product_symbol(row, Index::At(d), word),
                    name: String::new(),
                    formula: Formula::product(components[d], *coefficient),
                    value: components[d] * coefficient,
                    address: Some(Address::Derived(Derived::Context { row, component: Some(d) })),
                },
            }),
        })
    }
}
