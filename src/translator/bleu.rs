//! BLEU over a corpus, with what it is made of.

use std::collections::HashMap;

/// The longest runs of words that are compared.
const ORDERS: usize = 4;

/// How far translations agree with their references: BLEU with runs of one to four words and equal weights, one
/// reference a sentence, no smoothing (Papineni, Roukos, Ward and Zhu, *BLEU: a Method for Automatic Evaluation of
/// Machine Translation*, ACL 2002). Sentences are pooled: counts are added up over the corpus, and only then divided.
/// The end of a sentence is no word of it and is to be left out on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bleu {
    /// For runs of n = 1, 2, 3, 4 words: how many of the translations' runs are in their reference, each at most as
    /// often as it is there.
    pub matches: [usize; ORDERS],
    /// How many runs of n words the translations have.
    pub totals: [usize; ORDERS],
    /// How many words the translations have.
    pub length: usize,
    /// How many words the references have.
    pub reference_length: usize,
}

impl Bleu {
    /// Of translations with their references.
    pub fn of<'a>(sentences: impl IntoIterator<Item = (&'a [usize], &'a [usize])>) -> Self {
        let mut bleu = Self::default();
        for (translation, reference) in sentences {
            bleu.add(translation, reference);
        }
        bleu
    }

    /// Takes in one more sentence.
    pub fn add(&mut self, translation: &[usize], reference: &[usize]) {
        self.length += translation.len();
        self.reference_length += reference.len();
        for (order, (matches, total)) in self.matches.iter_mut().zip(&mut self.totals).enumerate() {
            let mut left: HashMap<&[usize], usize> = HashMap::new();
            for run in reference.windows(order + 1) {
                *left.entry(run).or_default() += 1;
            }
            for run in translation.windows(order + 1) {
                *total += 1;
                if let Some(times) = left.get_mut(run).filter(|times| **times > 0) {
                    *times -= 1;
                    *matches += 1;
                }
            }
        }
    }

    /// The share of the translations' runs of n words that match, for n = 1, 2, 3, 4; `None` where they have no such
    /// run.
    pub fn precisions(&self) -> [Option<f64>; ORDERS] {
        std::array::from_fn(|order| {
            (self.totals[order] > 0).then(|| number(self.matches[order]) / number(self.totals[order]))
        })
    }

    /// What short translations are multiplied by: 1 when they have more words than the references, else
    /// exp(1 − reference length / length); 0 when they have none.
    pub fn brevity_penalty(&self) -> f64 {
        if self.length == 0 {
            0.0
        } else if self.length > self.reference_length {
            1.0
        } else {
            (1.0 - number(self.reference_length) / number(self.length)).exp()
        }
    }

    /// Between 0 and 100: the geometric mean of the precisions times the brevity penalty. 0 when any order has no
    /// match.
    pub fn score(&self) -> f64 {
        let product: f64 = self.precisions().iter().map(|precision| precision.unwrap_or(0.0)).product();
        // The fourth root as two square roots, which are the same on every machine.
        100.0 * self.brevity_penalty() * product.sqrt().sqrt()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^53 words")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_translated_is_nothing_right() {
        assert_eq!(Bleu::default().score(), 0.0);
        let silent = Bleu::of([(&[][..], &[1, 2, 3, 4][..])]);
        assert_eq!((silent.score(), silent.brevity_penalty(), silent.precisions()), (0.0, 0.0, [None; 4]));
        assert_eq!(Bleu::of([(&[1, 2, 3, 4][..], &[][..])]).score(), 0.0);
    }

    #[test]
    fn a_run_counts_as_often_as_the_reference_has_it() {
        let bleu = Bleu::of([(&[7, 7, 7, 8][..], &[7, 7, 9][..])]);
        assert_eq!((bleu.matches, bleu.totals), ([2, 1, 0, 0], [4, 3, 2, 1]));
        assert_eq!((bleu.length, bleu.reference_length, bleu.brevity_penalty()), (4, 3, 1.0));
    }

    #[test]
    fn the_same_words_are_a_hundred() {
        let words = [1, 2, 3, 4, 5];
        assert_eq!(Bleu::of([(&words[..], &words[..]), (&words[..2], &words[..2])]).score(), 100.0);
    }
}
