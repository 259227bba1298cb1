//! What is given, and the symbol and the words of every address.

use super::symbol::{Index, Symbol};
use super::{Account, Context, Formula};
use crate::engine::{Cell, ScorerKind, Tensor};
use crate::scenario::{Address, Derived, Region};
use crate::words::explain as words;

impl Context<'_> {
    /// The number at a given address, or in words what stands there.
    pub(super) fn given(&self, address: &Address) -> Account {
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => {
                match self.givens.get(Cell::new(tensor, row, column)) {
                    Some(value) => Account::Given(value),
                    None => Account::Sentence(words::no_bias()),
                }
            }
            Address::Target { row } => Account::Sentence(match self.givens.targets[row] {
                Some(word) => words::target_is(self.word_name(word), word + 1),
                None => words::no_target(),
            }),
            Address::MaskCell { row, slot } => Account::Sentence(words::mask_is(self.readable(row, slot))),
            Address::MaskSlot { slot } => {
                let readable = (0..self.givens.rows()).any(|row| self.readable(row, slot));
                Account::Sentence(words::mask_is(readable))
            }
            Address::Scorer => Account::Sentence(words::scorer_is(self.givens.scorer.kind.name())),
            Address::Numbers { .. } | Address::Derived(_) | Address::Gradient(_) => {
                Account::Sentence(words::not_in_this_model())
            }
        }
    }

    /// The symbol of one number.
    pub(super) fn symbol(&self, address: &Address) -> Formula {
        let symbols = self.symbols();
        let at = |place: Option<usize>| Index::At(place.unwrap_or(0));
        let of_row = |letter, row, place| Formula::from(symbols.of_row(letter, row, &[at(place)]));
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => symbols.given(tensor, row, column).into(),
            Address::Derived(derived) => match derived {
                Derived::Score { row, slot } => of_row("e", row, slot),
                Derived::Exponential { row, slot } => self.exponential_symbol(row, slot.unwrap_or(0)),
                Derived::Normaliser { row } => self.normaliser_symbol(row),
                Derived::Attention { row, slot } => of_row("α", row, slot),
                Derived::Weighted { row, slot, component } => {
                    self.weighted_symbol(row, at(slot), component.unwrap_or(0))
                }
                Derived::Contributed { row, of } => self.contributed_symbol(row, of),
                Derived::Context { row, component } => of_row("c", row, component),
                Derived::Logit { row, word } => of_row("z", row, word),
                Derived::WordExponential { row, word } => self.word_exponential_symbol(row, word.unwrap_or(0)),
                Derived::WordNormaliser { row } => self.word_normaliser_symbol(row),
                Derived::Probability { row, word } => of_row("p", row, word),
                Derived::Loss { row: Some(row) } => self.row_loss_symbol(row).into(),
                Derived::Loss { row: None } => Symbol::plain("L").into(),
            },
            Address::Gradient(ref of) => match self.symbol(of) {
                Formula::Symbol(symbol) => Formula::Gradient(symbol),
                other => other,
            },
            Address::Target { row } => symbols.of_row("target", row, &[]).into(),
            Address::MaskSlot { slot } => Symbol::new("mask", &[Index::At(slot)]).into(),
            Address::MaskCell { row, slot } => Symbol::new("mask", &[Index::At(row), Index::At(slot)]).into(),
            Address::Scorer => Symbol::plain("scorer").into(),
            Address::Numbers { .. } => Formula::Number(0.0),
        }
    }
}

/// The scorer a parameter belongs to.
pub(super) fn owner(tensor: Tensor) -> Option<ScorerKind> {
    let Tensor::Parameter(parameter) = tensor else { return None };
    ScorerKind::ALL.into_iter().find(|kind| kind.parameters().contains(&parameter))
}
