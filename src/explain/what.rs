//! The name and the axis of a number, in words.

use super::Context;
use super::given::{in_row, owner};
use crate::engine::{Parameter, Tensor};
use crate::scenario::{Address, Derived, Region};
use crate::words::{Text, explain as words};

impl Context<'_> {
    /// What stands at the address of one number.
    pub(super) fn what(&self, address: &Address) -> Text {
        let rows = self.givens.rows();
        let in_row = |what, row| in_row(what, row, rows);
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => self.what_given(tensor, row, column),
            Address::Numbers { .. } => words::not_in_this_model(),
            Address::Scorer => words::scorer(),
            Address::Target { row } => in_row(words::target(), row),
            Address::MaskSlot { slot } => words::mask(self.slot_name(slot)),
            Address::MaskCell { row, slot } => in_row(words::mask(self.slot_name(slot)), row),
            Address::Derived(derived) => self.what_derived(derived),
        }
    }

    fn what_given(&self, tensor: Tensor, row: usize, column: usize) -> Text {
        let (rows, d_k, d_v) = (self.givens.rows(), self.givens.d_k(), self.givens.d_v());
        let matrix = |parameter: Parameter| parameter.is_matrix().then_some(row + 1);
        match tensor {
            Tensor::Queries => in_row(words::query(column + 1, d_k), row, rows),
            Tensor::Keys => words::key(self.slot_name(row), column + 1, d_k),
            Tensor::Values => words::value(self.slot_name(row), column + 1, d_v),
            Tensor::Head => words::head(row + 1, self.word_name(column)),
            Tensor::Bias => in_row(words::bias(self.word_name(column)), row, rows),
            Tensor::Parameter(parameter) => {
                let scorer = owner(tensor).map_or("", |kind| kind.name());
                words::parameter(parameter.name(), scorer, matrix(parameter), column + 1)
            }
        }
    }

    fn what_derived(&self, derived: Derived) -> Text {
        let place = |place: Option<usize>| place.unwrap_or(0);
        let slot_name = |slot| self.slot_name(place(slot));
        let word_name = |word| self.word_name(place(word));
        let (row, what) = match derived {
            Derived::Score { row, slot } => (row, words::score(slot_name(slot))),
            Derived::Exponential { row, slot } => (row, words::exponential(slot_name(slot))),
            Derived::Normaliser { row } => (row, words::normaliser()),
            Derived::Attention { row, slot } => (row, words::attention(slot_name(slot))),
            Derived::Weighted { row, slot, component } => {
                (row, words::weighted(slot_name(slot), place(component) + 1, self.givens.d_v()))
            }
            Derived::Context { row, component } => (row, words::context(place(component) + 1, self.givens.d_v())),
            Derived::Logit { row, word } => (row, words::logit(word_name(word))),
            Derived::WordExponential { row, word } => (row, words::word_exponential(word_name(word))),
            Derived::WordNormaliser { row } => (row, words::word_normaliser()),
            Derived::Probability { row, word } => (row, words::probability(word_name(word))),
            Derived::Loss { row: Some(row) } => {
                let target = self.givens.targets.get(row).copied().flatten();
                (row, target.map_or_else(words::loss, |target| words::loss_of(self.word_name(target))))
            }
            Derived::Loss { row: None } => return words::total_loss(),
        };
        in_row(what, row, self.givens.rows())
    }
}
