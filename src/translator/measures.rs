//! How well a translator does on pairs it is tested on: what it predicts, where it reads, what it writes alone.

use super::bleu::Bleu;
use super::corpus::{Aligned, Pair, Role};
use super::free::translate;
use super::learner::pass;
use super::parameters::Parameters;
use super::passage::{Passage, Unreadable};
use super::softmax::first_highest;

/// What is found with the right words going in.
#[derive(Clone, Debug, PartialEq)]
pub struct Forced {
    /// Sentences.
    pub sentences: usize,
    /// Words, EOS included.
    pub words: usize,
    /// Σ −ln p of the right words, in nats.
    pub loss: f64,
    /// Words whose most probable candidate is right.
    pub right: usize,
    /// The first words: how many, and Σ −ln p.
    pub first_words: (usize, f64),
    /// By what the word does, in the order of [`Role::ALL`]; all 0 where nobody has said it.
    pub roles: [OfRole; Role::ALL.len()],
}

/// What is found of the words that do one thing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OfRole {
    /// Words.
    pub words: usize,
    /// Σ −ln p, in nats.
    pub loss: f64,
    /// Words whose most probable candidate is right.
    pub right: usize,
    /// Steps that read.
    pub reads: usize,
    /// Of those, steps whose weights are all the same: they read everywhere, not somewhere.
    pub uniform: usize,
    /// Of those, the ones that count in `from_right`: the first unit of a tie happens to be right.
    pub uniform_from_right: usize,
    /// Steps whose highest weight, of several the first, lies on a unit the word may be read from.
    pub from_right: usize,
    /// Steps whose highest weight lies on the first such unit, or on the one before or after it.
    pub within_one: usize,
    /// Of the steps that read everywhere, the ones that count in `within_one`.
    pub uniform_within_one: usize,
    /// Σ of the weights on the first such unit.
    pub mass: f64,
}

impl OfRole {
    /// The mean of −ln p, in nats; `None` without words.
    pub fn mean_loss(&self) -> Option<f64> {
        share(self.loss, self.words)
    }

    /// The share of reads from the right unit.
    pub fn share_from_right(&self) -> Option<f64> {
        share(count(self.from_right), self.reads)
    }

    /// The share from the right unit of the reads that are none of everywhere; `None` where all are.
    pub fn share_read_from_right(&self) -> Option<f64> {
        share(count(self.from_right - self.uniform_from_right), self.reads - self.uniform)
    }

    /// The share from within one unit of it, of the reads that are none of everywhere; `None` where all are.
    pub fn share_read_within_one(&self) -> Option<f64> {
        share(count(self.within_one - self.uniform_within_one), self.reads - self.uniform)
    }

    /// The share of reads from within one unit of it.
    pub fn share_within_one(&self) -> Option<f64> {
        share(count(self.within_one), self.reads)
    }

    /// The mean weight on the first unit the word may be read from.
    pub fn mean_mass(&self) -> Option<f64> {
        share(self.mass, self.reads)
    }

    fn see(&mut self, weights: &[f64], aligned: &Aligned) {
        let Some(first) = weights.first() else { return };
        self.reads += 1;
        let highest = first_highest(weights);
        let uniform = weights.iter().all(|weight| weight == first);
        let right = aligned.accepts(highest);
        self.uniform += usize::from(uniform);
        self.uniform_from_right += usize::from(uniform && right);
        self.from_right += usize::from(right);
        let near = aligned.at.abs_diff(highest) <= 1;
        self.within_one += usize::from(near);
        self.uniform_within_one += usize::from(uniform && near);
        self.mass += weights.get(aligned.at).copied().unwrap_or(0.0);
    }
}

impl Forced {
    /// Before the first sentence.
    pub fn none() -> Self {
        Self {
            sentences: 0,
            words: 0,
            loss: 0.0,
            right: 0,
            first_words: (0, 0.0),
            roles: [OfRole::default(); Role::ALL.len()],
        }
    }

    /// Of some pairs.
    ///
    /// # Errors
    /// When one of them has no numbers.
    pub fn of<'a>(parameters: &Parameters, pairs: impl IntoIterator<Item = &'a Pair>) -> Result<Self, Unreadable> {
        let (mut found, mut passage) = (Self::none(), Passage::default());
        for pair in pairs {
            pass(&mut passage, parameters, &pair.source, &pair.target)?;
            found.see(&passage, pair);
        }
        Ok(found)
    }

    /// One sentence more, whose passage is there with the right words gone in.
    pub fn see(&mut self, passage: &Passage, pair: &Pair) {
        self.sentences += 1;
        for (t, word) in pair.target.iter().enumerate() {
            let (loss, right) = (passage.loss(t, *word), usize::from(passage.chosen(t) == *word));
            self.words += 1;
            self.loss += loss;
            self.right += right;
            if t == 0 {
                self.first_words = (self.first_words.0 + 1, self.first_words.1 + loss);
            }
            let Some(aligned) = pair.alignment.as_ref().and_then(|alignment| alignment.get(t)) else { continue };
            let of_role = &mut self.roles[aligned.role as usize];
            of_role.words += 1;
            of_role.loss += loss;
            of_role.right += right;
            if let Some(weights) = passage.attention(t) {
                of_role.see(weights, aligned);
            }
        }
    }

    /// The mean of −ln p, in nats a word; `None` without words.
    pub fn mean_loss(&self) -> Option<f64> {
        share(self.loss, self.words)
    }

    /// The share of words whose most probable candidate is right.
    pub fn accuracy(&self) -> Option<f64> {
        share(count(self.right), self.words)
    }

    /// The mean of −ln p of the first words.
    pub fn first_word_loss(&self) -> Option<f64> {
        share(self.first_words.1, self.first_words.0)
    }

    /// What is found of the words that do one thing.
    pub fn role(&self, role: Role) -> &OfRole {
        &self.roles[role as usize]
    }
}

/// What is found when it translates alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Alone {
    /// Sentences.
    pub sentences: usize,
    /// Translations that are the reference, word by word.
    pub exact: usize,
    /// Those that had to be cut.
    pub cut: usize,
    /// Steps of the decoder altogether.
    pub steps: usize,
    /// All translations against all references.
    pub bleu: Bleu,
}

impl Alone {
    /// Of some pairs.
    ///
    /// # Errors
    /// When one of them has no numbers.
    pub fn of<'a>(parameters: &Parameters, pairs: impl IntoIterator<Item = &'a Pair>) -> Result<Self, Unreadable> {
        let mut passage = Passage::default();
        let mut found = Self { sentences: 0, exact: 0, cut: 0, steps: 0, bleu: Bleu::default() };
        for pair in pairs {
            let translation = translate(&mut passage, parameters, &pair.source)?;
            found.sentences += 1;
            found.steps += passage.steps();
            found.exact += usize::from(translation.ended && translation.words == pair.reference());
            found.cut += usize::from(!translation.ended);
            found.bleu.add(&translation.words, pair.reference());
        }
        Ok(found)
    }

    /// The share of translations that are the reference.
    pub fn exact_share(&self) -> Option<f64> {
        share(count(self.exact), self.sentences)
    }
}

fn share(sum: f64, of: usize) -> Option<f64> {
    (of > 0).then(|| sum / count(of))
}

#[expect(clippy::cast_precision_loss, reason = "a count far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}
