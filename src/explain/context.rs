//! The context c_t = Σ_j α_tj v_j, and what each slot adds to it.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, folded};
use super::symbol::{Index, Symbol};
use super::terms::{Term, Terms};
use crate::scenario::{Address, Derived};
use crate::words::{Text, explain as words};

impl<'a> Context<'a> {
    /// α_tj v_j in symbols, at a component.
    pub(super) fn weighted_symbol(&self, row: usize, slot: Index, component: usize) -> Formula {
        let weight = self.symbols().of_row("α", row, &[slot]);
        Formula::Beside(vec![weight.into(), Symbol::new("v", &[slot, Index::At(component)]).into()])
    }

    /// α_tj v_j at a component.
    pub(super) fn weighted(&self, row: usize, slot: usize, component: usize) -> Result<Draft<'a>, Text> {
        let weights = self.trace.reading(row).attention.map_err(|reason| self.reason(reason))?;
        if !self.readable(row, slot) {
            return Err(words::masked_value());
        }
        let (weight, value) = (weights.get(slot), self.givens.values.get(slot, component));
        Ok(Draft {
            formula: self.weighted_symbol(row, Index::At(slot), component),
            steps: vec![Formula::product(weight, value)],
            result: weight * value,
            terms: Terms::none(),
        })
    }

    /// A component of c_t. A masked slot is no term.
    pub(super) fn context(&self, row: usize, component: usize) -> Result<Draft<'a>, Text> {
        let context = *self;
        let components = self.trace.context(row).map_err(|reason| self.reason(reason))?;
        let weights = self.trace.reading(row).attention.map_err(|reason| self.reason(reason))?;
        let read: Vec<usize> = self.slots_read(row).collect();
        let factors = move |slot: usize| (weights.get(slot), context.givens.values.get(slot, component));
        let term = |number: usize| {
            let (weight, value) = factors(read[number]);
            Formula::product(weight, value)
        };
        let value = |number: usize| {
            let (weight, value) = factors(read[number]);
            weight * value
        };
        let step = folded(read.len(), self.terms, term, value);
        Ok(Draft {
            formula: Formula::summed('j', self.weighted_symbol(row, Index::Running('j'), component)),
            steps: vec![Formula::sum(step)],
            result: components[component],
            terms: Terms::new(read.len(), move |number| {
                let slot = read[number];
                let (weight, value) = factors(slot);
                Term {
                    symbol: context.weighted_symbol(row, Index::At(slot), component),
                    name: context.slot_name(slot).to_owned(),
                    formula: Formula::product(weight, value),
                    value: weight * value,
                    address: Some(Address::Derived(Derived::Weighted {
                        row,
                        slot: Some(slot),
                        component: Some(component),
                    })),
                }
            }),
        })
    }
}
