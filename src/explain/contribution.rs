//! What each slot adds to each logit, α_tj (v_j · G_w), and how long the vector is that it adds to the context.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, folded};
use super::symbol::{Index, Symbol};
use super::terms::{Term, Terms};
use crate::engine::{Contributions, Tensor};
use crate::scenario::{Address, Contributed, Derived, Region};
use crate::words::{Text, explain as words};

/// Numbers larger than this have squares that keep all their digits.
const SQUARED: f64 = 1e-140;

/// A place of a sum that is one of an axis, or the first where none is named.
fn at(place: Option<usize>) -> Index {
    Index::At(place.unwrap_or(0))
}

impl<'a> Context<'a> {
    /// What there is of them, in symbols: none has a letter of its own.
    pub(super) fn contributed_symbol(&self, row: usize, of: Contributed) -> Formula {
        match of {
            Contributed::Length { slot } => {
                let weight = self.symbols().of_row("α", row, &[at(slot)]);
                let value = Formula::from(Symbol::new("v", &[at(slot)]));
                Formula::Beside(vec![weight.into(), Formula::Norm(vec![value])])
            }
            Contributed::Logit { slot, word } => self.contribution_symbol(row, at(slot), at(word)),
            Contributed::Difference { slot, word, against } => {
                let to = |word: usize| self.contribution_symbol(row, at(slot), Index::At(word));
                Formula::difference(to(word), to(against))
            }
            Contributed::Sum { word } => {
                let mut terms =
                    vec![Formula::summed('j', self.contribution_symbol(row, Index::Running('j'), at(word)))];
                let bias = self.givens.bias.get(row).is_some_and(Option::is_some);
                let constant = || self.symbols().given(Tensor::Bias, row, word.unwrap_or(0));
                terms.extend(bias.then(|| Formula::from(constant())));
                Formula::sum(terms)
            }
        }
    }

    /// α_j Σ_d v_jd G_dw.
    fn contribution_symbol(&self, row: usize, slot: Index, word: Index) -> Formula {
        let weight = self.symbols().of_row("α", row, &[slot]);
        let d = Index::Running('d');
        let product = vec![Symbol::new("v", &[slot, d]).into(), Symbol::new("G", &[d, word]).into()];
        Formula::Beside(vec![weight.into(), Formula::summed('d', Formula::Beside(product))])
    }

    /// What stands in the derivation of one of them.
    pub(super) fn behind_contributed(&self, row: usize, of: Contributed) -> Vec<Address> {
        let given = |tensor, region| Address::Numbers { tensor, region };
        let weight = |slot| Address::Derived(Derived::Attention { row, slot });
        let value = |slot: Option<usize>| slot.map(|slot| given(Tensor::Values, Region::Row(slot)));
        match of {
            Contributed::Length { slot } => [weight(slot)].into_iter().chain(value(slot)).collect(),
            Contributed::Logit { slot, word } => {
                let column = word.map(|word| given(Tensor::Head, Region::Column(word)));
                [weight(slot)].into_iter().chain(value(slot)).chain(column).collect()
            }
            Contributed::Difference { slot, word, against } => {
                let to = |word| {
                    let of = Contributed::Logit { slot, word: Some(word) };
                    Address::Derived(Derived::Contributed { row, of })
                };
                vec![to(word), to(against)]
            }
            Contributed::Sum { word } => {
                let of = Contributed::Logit { slot: None, word };
                let bias = word.filter(|_| self.givens.bias[row].is_some());
                let constant = bias.map(|word| given(Tensor::Bias, Region::Cell(row, word)));
                [Address::Derived(Derived::Contributed { row, of })].into_iter().chain(constant).collect()
            }
        }
    }

    pub(super) fn contributed(&self, row: usize, of: Contributed) -> Result<Draft<'a>, Text> {
        let contributions = Contributions::of(self.trace, row).map_err(|reason| self.reason(reason))?;
        if of.slot().is_some_and(|slot| !self.readable(row, slot)) {
            return Err(words::masked_value());
        }
        let formula = self.contributed_symbol(row, of);
        let beyond = || words::contribution_beyond();
        match of {
            Contributed::Length { slot } => {
                let slot = slot.unwrap_or(0);
                let value = self.givens.values.line(slot);
                let norm = Formula::Norm(value.iter().map(|number| Formula::Number(*number)).collect());
                let step = Formula::Product(vec![Formula::Number(contributions.weight(slot)), norm]);
                // A length has no middle that could be folded; and squares of small numbers may vanish.
                let largest = value.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
                let as_written = value.len() <= self.terms && (largest == 0.0 || largest > SQUARED);
                let steps = if as_written { vec![step] } else { Vec::new() };
                let result = contributions.length(slot).ok_or_else(beyond)?;
                Ok(Draft { formula, steps, result, terms: Terms::none() })
            }
            Contributed::Logit { slot, word } => {
                let (slot, word) = (slot.unwrap_or(0), word.unwrap_or(0));
                let result = contributions.get(slot, word).ok_or_else(beyond)?;
                let (value, column) = (self.givens.values.line(slot), self.givens.head.line(word));
                let product = |d: usize| Formula::product(value[d], column[d]);
                let products = Formula::sum(folded(value.len(), self.terms, product, |d| value[d] * column[d]));
                let weight = contributions.weight(slot);
                let mut steps = vec![Formula::Product(vec![Formula::Number(weight), products])];
                // A product of two vectors that is a number of its own where there is more than one term.
                let several = value.len() > 1;
                steps
                    .extend(contributions.product(slot, word).filter(|_| several).map(|p| Formula::product(weight, p)));
                Ok(Draft { formula, steps, result, terms: self.products_of(slot, word) })
            }
            Contributed::Difference { slot, word, against } => {
                let slot = slot.unwrap_or(0);
                let result = contributions.toward(slot, word, against).ok_or_else(beyond)?;
                let to = |word| contributions.get(slot, word).map(Formula::Number).ok_or_else(beyond);
                let step = Formula::difference(to(word)?, to(against)?);
                Ok(Draft { formula, steps: vec![step], result, terms: Terms::none() })
            }
            Contributed::Sum { word } => self.contribution_sum(row, word.unwrap_or(0), &contributions, formula),
        }
    }

    /// v_jd G_dw, component by component.
    fn products_of(&self, slot: usize, word: usize) -> Terms<'a> {
        let (value, column) = (self.givens.values.line(slot), self.givens.head.line(word));
        Terms::new(value.len(), move |d| {
            let symbols = [
                Symbol::new("v", &[Index::At(slot), Index::At(d)]),
                Symbol::new("G", &[Index::At(d), Index::At(word)]),
            ];
            Term {
                symbol: Formula::Beside(symbols.map(Formula::from).to_vec()),
                name: String::new(),
                formula: Formula::product(value[d], column[d]),
                value: value[d] * column[d],
                address: Some(Address::Numbers { tensor: Tensor::Values, region: Region::Cell(slot, d) }),
            }
        })
    }

    fn contribution_sum(
        &self,
        row: usize,
        word: usize,
        contributions: &Contributions,
        formula: Formula,
    ) -> Result<Draft<'a>, Text> {
        let context = *self;
        let total = contributions.total(word).ok_or_else(words::contribution_beyond)?;
        let read: Vec<usize> = self.slots_read(row).collect();
        let all: Vec<f64> = read.iter().map(|slot| contributions.get(*slot, word).unwrap_or_default()).collect();
        let constant = contributions.constant(word);
        let mut step = folded(all.len(), self.terms, |number| Formula::Number(all[number]), |number| all[number]);
        step.extend(constant.map(Formula::Number));
        let count = all.len() + usize::from(constant.is_some());
        let terms = Terms::new(count, move |number| match read.get(number) {
            Some(&slot) => {
                let of = Contributed::Logit { slot: Some(slot), word: Some(word) };
                Term {
                    symbol: context.contributed_symbol(row, of),
                    name: context.slot_name(slot).to_owned(),
                    formula: Formula::Number(all[number]),
                    value: all[number],
                    address: Some(Address::Derived(Derived::Contributed { row, of })),
                }
            }
            None => Term {
                symbol: context.symbols().given(Tensor::Bias, row, word).into(),
                name: String::new(),
                formula: Formula::Number(constant.unwrap_or_default()),
                value: constant.unwrap_or_default(),
                address: Some(Address::Numbers { tensor: Tensor::Bias, region: Region::Cell(row, word) }),
            },
        });
        Ok(Draft { formula, steps: vec![Formula::sum(step)], result: total.sum, terms })
    }
}
