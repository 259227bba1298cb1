//! The order in which the words are listed.

use crate::engine::{Distribution, Vocab};

/// By what the list of words is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// By number, as in the scenario.
    #[default]
    Number,
    /// By probability, the most probable first; equal ones by number.
    Probability,
}

impl Order {
    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Order::Number => "number",
            Order::Probability => "probability",
        }
    }
}

/// The list of words in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    count: usize,
    /// Word at each place and place of each word; `None` when both are the same.
    sorted: Option<(Vec<u32>, Vec<u32>)>,
}

impl List {
    /// The words by number.
    pub fn by_number(count: usize) -> Self {
        Self { count, sorted: None }
    }

    /// The words by probability.
    pub fn by_probability(probabilities: &Distribution<Vocab>) -> Self {
        let weights = probabilities.weights();
        let Ok(count) = u32::try_from(weights.len()) else { return Self::by_number(weights.len()) };
        let mut words: Vec<u32> = (0..count).collect();
        let weight = |w: &u32| weights[*w as usize];
        words.sort_unstable_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.cmp(b)));
        let mut places = vec![0; weights.len()];
        for (place, word) in (0..count).zip(&words) {
            places[*word as usize] = place;
        }
        Self { count: weights.len(), sorted: Some((words, places)) }
    }

    /// The order it has: an undefined row has no probabilities to order by.
    pub fn order(&self) -> Order {
        if self.sorted.is_some() { Order::Probability } else { Order::Number }
    }

    /// Which word stands at a place.
    pub fn word_at(&self, place: usize) -> Option<usize> {
        match &self.sorted {
            None => (place < self.count).then_some(place),
            Some((words, _)) => words.get(place).map(|word| *word as usize),
        }
    }

    /// At which place a word stands.
    pub fn place_of(&self, word: usize) -> Option<usize> {
        match &self.sorted {
            None => (word < self.count).then_some(word),
            Some((_, places)) => places.get(word).map(|place| *place as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Scores, softmax};

    #[test]
    fn the_most_probable_first_and_ties_by_number() {
        let p = softmax(&Scores::<Vocab>::all(vec![0.0, 2.0, 0.0, 3.0])).unwrap();
        let list = List::by_probability(&p);
        let words: Vec<_> = (0..5).map(|place| list.word_at(place)).collect();
        assert_eq!(words, [Some(3), Some(1), Some(0), Some(2), None]);
        assert_eq!(list.place_of(0), Some(2));
        assert_eq!(List::by_number(2).word_at(2), None);
    }
}
