//! What a gradient says, in words: which way the number would have to go for the loss to fall, and of a score why.

use super::scorer::By;
use crate::engine::{Parameter, ScorerKind, Tensor};
use crate::explain::Context;
use crate::explain::write::as_result;
use crate::scenario::{Address, Derived, Region};
use crate::words::{Text, gradients as say};

impl Context<'_> {
    /// What is to be said of the gradient with respect to what is at `of`, worth `result`.
    pub(in crate::explain) fn gradient_in_words(&self, of: &Address, result: f64) -> Vec<Text> {
        let name = of.told(&self.scope());
        let mut said = vec![match *of {
            _ if result != 0.0 && self.is_blurred(of) => say::nothing_but_rounding(&name),
            Address::Derived(Derived::Attention { .. }) => say::alone(&name, result),
            _ => say::which_way(&name, result),
        }];
        said.extend(match *of {
            Address::Derived(Derived::Score { row, slot: Some(slot) }) => self.why(row, slot),
            _ if result == 0.0 && !self.is_common(of) => None,
            Address::Numbers { tensor: Tensor::Queries, .. }
            | Address::Numbers { tensor: Tensor::Parameter(_), .. }
                if result == 0.0 && self.is_common(of) =>
            {
                Some(say::common_to_all())
            }
            Address::Numbers { tensor: Tensor::Queries, region: Region::Cell(row, i) } => self.why_most(row, i),
            // Over several rows the ways may differ, and the sum is what it is.
            Address::Numbers { tensor: Tensor::Keys, region: Region::Cell(slot, _) } if self.givens.rows() == 1 => {
                self.why(0, slot)
            }
            _ => None,
        });
        said.extend(self.letters(of));
        said
    }

    /// What the letters of the formula stand for that are no numbers of the screen.
    fn letters(&self, of: &Address) -> Option<Text> {
        match *of {
            Address::Derived(Derived::Score { .. } | Derived::Attention { .. })
            | Address::Numbers { tensor: Tensor::Values, .. } => Some(say::pull_is_gradient_of_context()),
            Address::Numbers { tensor: Tensor::Queries | Tensor::Keys | Tensor::Parameter(_), .. }
                if self.givens.scorer.kind == ScorerKind::Additive =>
            {
                Some(say::letters_of_additive())
            }
            _ => None,
        }
    }

    /// Whether it only adds what is common to all scores, under the linear scorer.
    fn is_common(&self, of: &Address) -> bool {
        let tensor = match *of {
            Address::Numbers { tensor, .. } => tensor,
            _ => return false,
        };
        self.givens.scorer.kind == ScorerKind::Linear
            && matches!(tensor, Tensor::Queries | Tensor::Parameter(Parameter::A))
    }

    /// Why raising a score helps or hurts: the sign of gᵀ(v_j − c).
    fn why(&self, row: usize, slot: usize) -> Option<Text> {
        let back = self.trace.way_back(row).ok()?;
        if !self.readable(row, slot) {
            return Some(say::why_masked(slot + 1));
        }
        let weight = self.trace.reading(row).attention.ok()?.get(slot);
        let pull = back.pull(slot)?;
        let target = self.givens.targets[row].map_or("", |target| self.word_name(target));
        let numbers = (as_result(pull), as_result(weight));
        Some(match (weight == 0.0, pull) {
            (true, _) => say::why_not_read(slot + 1),
            (_, 0.0) => say::why_no_difference(slot + 1),
            _ if back.is_blurred(slot) => say::why_rounding(slot + 1),
            (_, pull) => say::why(slot + 1, self.slot_name(slot), target, pull < 0.0, (&numbers.0, &numbers.1)),
        })
    }

    /// The same of the score through which a component of the query is felt most, and what raising that does to it.
    fn why_most(&self, row: usize, i: usize) -> Option<Text> {
        let back = self.trace.way_back(row).ok()?;
        let scores = back.scores();
        let felt: Vec<f64> = (0..scores.len()).map(|slot| self.felt(By::Query(i), row, slot)).collect();
        let size = |slot: usize| (scores[slot] * felt[slot]).abs();
        let larger = |best: usize, slot: usize| if size(slot) > size(best) { slot } else { best };
        let most = (0..scores.len()).reduce(larger).filter(|slot| size(*slot) > 0.0)?;
        Some(say::joined(&[say::felt_through(most + 1, felt[most] < 0.0), self.why(row, most)?]))
    }

    /// Whether a gradient by what the scores follow from, or by a score, is what rounding leaves of 0.
    pub fn is_blurred(&self, of: &Address) -> bool {
        let back = |row: usize| self.trace.way_back(row).ok();
        let of_all = |none: &dyn Fn(usize) -> bool| {
            let adds = |row: &usize| self.adds_to_the_loss(*row);
            self.trace.is_light() && (0..self.givens.rows()).filter(adds).all(none)
        };
        let moves_none = |row: usize| back(row).is_some_and(|back| back.moves_no_score());
        match *of {
            Address::Derived(Derived::Score { row, slot: Some(slot) }) => {
                back(row).is_some_and(|back| back.is_blurred(slot))
            }
            Address::Numbers { tensor: Tensor::Queries, region: Region::Cell(row, _) } => moves_none(row),
            Address::Numbers { tensor: Tensor::Keys, region: Region::Cell(slot, _) } => {
                of_all(&|row| moves_none(row) || back(row).is_some_and(|back| back.is_blurred(slot)))
            }
            Address::Numbers { tensor: Tensor::Parameter(_), .. } => of_all(&moves_none),
            _ => false,
        }
    }
}
