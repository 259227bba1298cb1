//! Which numbers stand behind which.
//!
//! A number comes *from* the numbers that stand in its derivation: in its formula, or in one of the steps. So α_2 comes
//! from its exponential and the denominator, and from the scores that are put in for both. What a number goes *into* is
//! the converse. Both follow from the structure of the model alone (mask, scorer, targets), never from a number, but for
//! the loss: where p underflows it is computed, and explained, from the logits. (Another number of the same stage can take
//! this one away by leaving f64; that is said where it happens, and is no relation.)
//!
//! Sets are one address: `e3` for all scores of a row, `G[*,him]` for a column. Of such a set only what the row reads is
//! meant, and of what follows from words only what is not set by hand; [`Explanation::comes_from`] and [`Explanation::goes_into`] take that into account. A target is listed with the
//! numbers; a mask and the scorer's kind say which scores they decide on, and stand behind none. A
//! [`Proof`](super::Proof) names what cancels: nothing stands behind a number because of it.
//!
//! Contributions are an account of what has been computed and no part of the computation: they come from numbers, and no
//! number is said to go into them.

use super::{Context, Explanation, covers};
use crate::engine::{Cell, Tensor};
use crate::scenario::{Address, Derived, Region};

fn given(tensor: Tensor, region: Region) -> Address {
    Address::Numbers { tensor, region }
}

/// The numbers that stand in the derivation of the one at `address`; empty for what is given and where nothing is
/// computed.
pub fn behind(context: &Context, address: &Address) -> Vec<Address> {
    match *address {
        Address::Numbers { tensor, region: Region::Cell(row, column) } if context.has(address) => {
            context.behind_words(Cell::new(tensor, row, column))
        }
        Address::Derived(derived) if context.has(address) && context.is_computed(derived) => {
            context.behind_derived(derived)
        }
        Address::Gradient(ref of) if context.has(of) => context.behind_gradient(of),
        _ => Vec::new(),
    }
}

/// The numbers in whose derivation the one at `address` stands.
pub fn ahead(context: &Context, address: &Address) -> Vec<Address> {
    if !context.has(address) {
        return Vec::new();
    }
    match *address {
        Address::Derived(derived) if context.is_computed(derived) => context.ahead_of_derived(derived),
        Address::Derived(_) => Vec::new(),
        Address::Gradient(ref of) => context.ahead_of_gradient(of),
        Address::Numbers { tensor, region: Region::Cell(row, column) } if tensor.is_of_words() => {
            context.ahead_of_words(Cell::new(tensor, row, column))
        }
        ref given => context.ahead_of_given(given),
    }
}

impl Explanation<'_> {
    /// Whether the number at `cell` stands in this one's derivation. A masked slot's does not.
    pub fn comes_from(&self, cell: &Address) -> bool {
        self.from.iter().any(|set| covers(set, cell)) && self.context.is_read(row_of(&self.address), cell)
    }

    /// Whether this number stands in the derivation of the one at `cell`.
    pub fn goes_into(&self, cell: &Address) -> bool {
        self.into.iter().any(|set| covers(set, cell))
            && self.context.is_read(row_of(cell), cell)
            && !self.context.is_cut_off(&self.address, cell)
    }
}

/// The target row a derived number belongs to.
fn row_of(address: &Address) -> Option<usize> {
    let Address::Derived(derived) = address else { return None };
    match *derived {
        Derived::Score { row, .. }
        | Derived::Exponential { row, .. }
        | Derived::Normaliser { row }
        | Derived::Attention { row, .. }
        | Derived::Weighted { row, .. }
        | Derived::Contributed { row, .. }
        | Derived::Context { row, .. }
        | Derived::Logit { row, .. }
        | Derived::WordExponential { row, .. }
        | Derived::WordNormaliser { row }
        | Derived::Probability { row, .. } => Some(row),
        Derived::Loss { row } => row,
    }
}

/// The slot a number belongs to.
fn slot_of(address: &Address) -> Option<usize> {
    match *address {
        Address::Numbers { tensor: Tensor::Keys | Tensor::Values, region: Region::Cell(slot, _) } => Some(slot),
        Address::Derived(
            Derived::Score { slot, .. }
            | Derived::Exponential { slot, .. }
            | Derived::Attention { slot, .. }
            | Derived::Weighted { slot, .. },
        ) => slot,
        Address::Derived(Derived::Contributed { of, .. }) => of.slot(),
        _ => None,
    }
}

impl Context<'_> {
    fn is_read(&self, row: Option<usize>, cell: &Address) -> bool {
        match (row, slot_of(cell)) {
            (Some(row), Some(slot)) => self.readable(row, slot),
            _ => true,
        }
    }

    /// Whether `cell` is a number of Q, K or V that is set by hand, and the one at `address` one of the words.
    fn is_cut_off(&self, address: &Address, cell: &Address) -> bool {
        let of_words = |address: &Address| matches!(address, Address::Numbers { tensor, .. } if tensor.is_of_words());
        match *cell {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => {
                of_words(address) && self.givens.is_overridden(Cell::new(tensor, row, column))
            }
            _ => false,
        }
    }

    /// Whether the model computes the number at all: the slot is read, the row reads something, the row has a target.
    fn is_computed(&self, derived: Derived) -> bool {
        match derived {
            Derived::Score { row, slot: Some(slot) }
            | Derived::Exponential { row, slot: Some(slot) }
            | Derived::Attention { row, slot: Some(slot) }
            | Derived::Weighted { row, slot: Some(slot), .. } => self.readable(row, slot),
            Derived::Contributed { row, of } if of.slot().is_some() => {
                of.slot().is_some_and(|slot| self.readable(row, slot))
            }
            Derived::Loss { row: Some(row) } => self.adds_to_the_loss(row),
            Derived::Loss { row: None } => true,
            other => row_of(&Address::Derived(other)).is_some_and(|row| self.reads(row)),
        }
    }

    /// Whether a row has a target and reads something. (Whether its numbers stay within f64 is not asked here.)
    pub(super) fn adds_to_the_loss(&self, row: usize) -> bool {
        self.givens.targets[row].is_some() && self.reads(row)
    }

    /// The rows that read the slot.
    pub(super) fn rows_reading(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.givens.rows()).filter(move |row| self.readable(*row, slot))
    }

    /// The rows that read anything.
    pub(super) fn rows_computed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.givens.rows()).filter(|row| self.reads(*row))
    }

    fn behind_derived(&self, derived: Derived) -> Vec<Address> {
        use Derived::*;
        let sets: Vec<Derived> = match derived {
            Score { row, slot } => {
                let mut sets = vec![given(Tensor::Queries, Region::Row(row))];
                sets.extend(slot.map(|slot| given(Tensor::Keys, Region::Row(slot))));
                let parameters = self.givens.scorer.kind.parameters().iter();
                sets.extend(parameters.map(|parameter| given(Tensor::Parameter(*parameter), Region::Whole)));
                return sets;
            }
            Exponential { row, .. } => vec![Score { row, slot: None }],
            Normaliser { row } => vec![Exponential { row, slot: None }, Score { row, slot: None }],
            Attention { row, slot } => {
                vec![Exponential { row, slot }, Normaliser { row }, Score { row, slot: None }]
            }
            Weighted { row, slot, component } => {
                let mut sets = vec![Address::Derived(Attention { row, slot })];
                let cell = slot.zip(component).map(|(slot, component)| Region::Cell(slot, component));
                sets.extend(cell.map(|cell| given(Tensor::Values, cell)));
                return sets;
            }
            Contributed { row, of } => return self.behind_contributed(row, of),
            Context { row, component } => {
                let weighted = Weighted { row, slot: None, component };
                let mut sets = vec![Address::Derived(Attention { row, slot: None })];
                sets.extend(component.map(|component| given(Tensor::Values, Region::Column(component))));
                sets.push(Address::Derived(weighted));
                return sets;
            }
            Logit { row, word } => {
                let mut sets = vec![Address::Derived(Context { row, component: None })];
                sets.extend(word.map(|word| given(Tensor::Head, Region::Column(word))));
                let bias = word.filter(|_| self.givens.bias[row].is_some());
                sets.extend(bias.map(|word| given(Tensor::Bias, Region::Cell(row, word))));
                return sets;
            }
            WordExponential { row, .. } => vec![Logit { row, word: None }],
            WordNormaliser { row } => vec![WordExponential { row, word: None }, Logit { row, word: None }],
            Probability { row, word } => {
                vec![WordExponential { row, word }, WordNormaliser { row }, Logit { row, word: None }]
            }
            Loss { row: Some(row) } => {
                let word = self.givens.targets[row];
                let mut sets = vec![Address::Derived(Probability { row, word }), Address::Target { row }];
                if self.underflows(row) {
                    sets.extend([WordNormaliser { row }, Logit { row, word: None }].map(Address::Derived));
                }
                return sets;
            }
            Loss { row: None } => (0..self.givens.rows())
                .filter(|row| self.adds_to_the_loss(*row))
                .map(|row| Loss { row: Some(row) })
                .collect(),
        };
        sets.into_iter().map(Address::Derived).collect()
    }

    fn ahead_of_derived(&self, derived: Derived) -> Vec<Address> {
        use Derived::*;
        let loss = |row: usize, goes: bool| (goes && self.adds_to_the_loss(row)).then_some(Loss { row: Some(row) });
        let ahead = match derived {
            Score { row, .. } => {
                vec![Exponential { row, slot: None }, Normaliser { row }, Attention { row, slot: None }]
            }
            Exponential { row, slot } => vec![Normaliser { row }, Attention { row, slot }],
            Normaliser { row } => vec![Attention { row, slot: None }],
            Attention { row, slot } => {
                vec![Weighted { row, slot, component: None }, Context { row, component: None }]
            }
            Contributed { .. } => Vec::new(),
            Weighted { row, component, .. } => vec![Context { row, component }],
            Context { row, .. } => vec![Logit { row, word: None }],
            Logit { row, .. } => {
                let mut ahead = vec![WordExponential { row, word: None }, WordNormaliser { row }];
                ahead.push(Probability { row, word: None });
                ahead.extend(loss(row, self.underflows(row)));
                ahead
            }
            WordExponential { row, word } => vec![WordNormaliser { row }, Probability { row, word }],
            WordNormaliser { row } => {
                let mut ahead = vec![Probability { row, word: None }];
                ahead.extend(loss(row, self.underflows(row)));
                ahead
            }
            Probability { row, word } => loss(row, word == self.givens.targets[row]).into_iter().collect(),
            Loss { row: Some(_) } => vec![Loss { row: None }],
            Loss { row: None } => Vec::new(),
        };
        ahead.into_iter().map(Address::Derived).collect()
    }

    fn ahead_of_given(&self, address: &Address) -> Vec<Address> {
        use Derived::*;
        let scores = |row| Score { row, slot: None };
        let ahead: Vec<Derived> = match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => match tensor {
                Tensor::Queries => self.reads(row).then_some(scores(row)).into_iter().collect(),
                Tensor::Keys => self.rows_reading(row).map(|t| Score { row: t, slot: Some(row) }).collect(),
                Tensor::Values => {
                    let component = Some(column);
                    let of_row = |t| [Weighted { row: t, slot: Some(row), component }, Context { row: t, component }];
                    self.rows_reading(row).flat_map(of_row).collect()
                }
                Tensor::Head => self.rows_computed().map(|t| Logit { row: t, word: Some(column) }).collect(),
                Tensor::Bias => {
                    let present = self.givens.bias[row].is_some() && self.reads(row);
                    present.then_some(Logit { row, word: Some(column) }).into_iter().collect()
                }
                Tensor::Parameter(parameter) if self.givens.scorer.kind.parameters().contains(&parameter) => {
                    self.rows_computed().map(scores).collect()
                }
                _ => Vec::new(),
            },
            Address::Target { row } => {
                self.adds_to_the_loss(row).then_some(Loss { row: Some(row) }).into_iter().collect()
            }
            Address::MaskCell { row, slot } => vec![Score { row, slot: Some(slot) }],
            Address::MaskSlot { slot } => (0..self.givens.rows()).map(|row| Score { row, slot: Some(slot) }).collect(),
            Address::Scorer => self.rows_computed().map(scores).collect(),
            Address::Numbers { .. } | Address::Derived(_) | Address::Gradient(_) => Vec::new(),
        };
        ahead.into_iter().map(Address::Derived).collect()
    }
}
