//! The numbers of the large view: chosen ones, or where none are, those a class looks at most.

use super::{Focus, Model, Seen, Standing};
use crate::engine::Stage;
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

    /// What the large view shows: the chosen numbers; where none are chosen, the weight read most, the probability of the
    /// target (else the largest), and the loss. Which is largest is not told while it is hidden: then it is the first.
    pub fn large(&self) -> Vec<Address> {
        if !self.chosen.is_empty() {
            return self.chosen.clone();
        }
        let row = self.row();
        let traced = &self.trace().row(row);
        let largest = |weights: Option<&[f64]>, stage: Stage| {
            let weights = weights.filter(|_| self.shows_stage(stage)).unwrap_or_default();
            let better = |best: usize, at: usize| if weights[at] > weights[best] { at } else { best };
            (0..weights.len()).reduce(better).unwrap_or(0)
        };
        let read = largest(traced.attention.as_ref().ok().map(|weights| weights.weights()), Stage::Attention);
        let target = self.givens().targets[row];
        let probabilities = || traced.probabilities.as_ref().ok().map(|weights| weights.weights());
        let word = target.unwrap_or_else(|| largest(probabilities(), Stage::Probabilities));
        let default = [
            Some(Derived::Attention { row, slot: Some(read) }),
            Some(Derived::Probability { row, word: Some(word) }),
            target.map(|_| Derived::Loss { row: Some(row) }),
        ];
        default.into_iter().flatten().map(Address::Derived).collect()
    }

    /// What is seen at an address of one number.
    pub fn seen_at(&self, address: &Address) -> Seen {
        if *address == Address::Derived(Derived::Loss { row: None }) && self.givens().rows() > 1 {
            return self.total_loss_seen().and_then(Result::ok).unwrap_or(Seen::Nothing);
        }
        match Focus::of_address(address, self.givens(), self.row()) {
            Some((row, focus)) if matches!(address, Address::Gradient(_)) => {
                self.gradient(row, focus).map_or(Seen::Nothing, Seen::Number)
            }
            Some((row, focus)) => self.seen(row, focus),
            None => self.explanation(address, 1).value().map_or(Seen::Nothing, Seen::Number),
        }
    }

    /// How the number at an address stands to what is beside it, with both: those of the total loss too.
    pub fn beside_at(&self, address: &Address) -> Option<(Standing, f64, f64)> {
        if *address == Address::Derived(Derived::Loss { row: None }) {
            let (before, now) = (self.baseline().loss_at_once()?.ok()?, self.trace().loss_at_once()?.ok()?);
            let standing = match self.mistake() {
                Some(_) => return None,
                None if !self.differs().any() => Standing::Unmarked,
                None => Standing::Baseline(self.comparison().total_loss_at_once()?),
            };
            return Some((standing, before, now));
        }
        let (row, focus) = Focus::of_address(address, self.givens(), self.row())?;
        if matches!(address, Address::Gradient(_)) {
            let (right, now) = (self.right_gradient(row, focus)?, self.gradient(row, focus)?);
            return Some((self.standing_of_gradient(row, focus), right, now));
        }
        Some((self.standing(row, focus), self.beside(row, focus)?, self.seen(row, focus).number()?))
    }
}
