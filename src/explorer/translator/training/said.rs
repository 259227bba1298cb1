//! What the dock says below the training screen.

use crate::explorer::{Brief, Model};
use crate::translator::first_highest;
use crate::words::{number, translator as say};

impl Model {
    /// What is predicted and read at the step that is pointed at.
    pub(in crate::explorer) fn brief_in_training(&self) -> Brief {
        let Some(of) = self.translating().filter(|of| of.has_steps()) else {
            return Brief::of(String::new(), say::nothing_shown());
        };
        let t = of.step();
        let word = of.target(t).unwrap_or_else(|| of.passage().chosen(t));
        let probability = number::derived(of.passage().probabilities(t)[word], 8).trim().to_owned();
        let name = of.word_name(word);
        let told = match of.passage().attention(t) {
            None => say::read_nowhere(name, &probability, false),
            Some(_) if of.is_uniform() => say::read_nowhere(name, &probability, true),
            Some(weights) => {
                let highest = first_highest(weights);
                let weight = number::derived(weights[highest], 8).trim().to_owned();
                let right = of.sentence().alignment.as_ref().and_then(|alignment| alignment.get(t));
                let right = right.map(|aligned| aligned.accepts(highest));
                say::read_now(name, &probability, of.unit_name(highest), &weight, right)
            }
        };
        Brief::of(say::step(t + 1, of.steps()).get(self.preferences().lang).to_owned(), told)
    }
}
