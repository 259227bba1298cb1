//! The numbers of the large view: chosen ones, or where none are, those a class looks at most.

use super::{Focus, Model};
use crate::scenario::{Address, Derived};
use crate::words::teach as say;

impl Model {
    /// Takes a number in or out; `None` takes all out.
    pub(super) fn choose(&mut self, address: Option<Address>) {
        let Some(address) = address else {
            self.chosen.clear();
            return self.say(say::none_chosen());
        };
        let name = address.write(&self.scope());
        let taken = match self.chosen.iter().position(|known| *known == address) {
            Some(at) => {
                self.chosen.remove(at);
                false
            }
            None => {
                self.chosen.push(address);
                true
            }
        };
        self.say(say::chosen(&name, taken));
    }

    /// What the large view shows: the chosen numbers that exist in this model; where none are chosen, the weight read
    /// most, the probability of the target (else the largest), and the loss.
    pub fn large(&self) -> Vec<(Address, usize, Focus)> {
        let place = |address: &Address| {
            Focus::of_address(address, self.givens(), self.row()).map(|(row, focus)| (address.clone(), row, focus))
        };
        if !self.chosen.is_empty() {
            return self.chosen.iter().filter_map(place).collect();
        }
        let row = self.row();
        let traced = &self.trace().rows()[row];
        let largest = |weights: &[f64]| {
            let better = |best: usize, at: usize| if weights[at] > weights[best] { at } else { best };
            (0..weights.len()).reduce(better)
        };
        let read = traced.attention.as_ref().ok().and_then(|weights| largest(weights.weights()));
        let target = self.givens().targets[row];
        let word = target.or_else(|| traced.probabilities.as_ref().ok().and_then(|p| largest(p.weights())));
        let default = [
            read.map(|j| Derived::Attention { row, slot: Some(j) }),
            word.map(|w| Derived::Probability { row, word: Some(w) }),
            target.map(|_| Derived::Loss { row: Some(row) }),
        ];
        default.into_iter().flatten().filter_map(|derived| place(&Address::Derived(derived))).collect()
    }
}
