//! What is measured on the test pairs.

use super::finite;
use crate::translator::{Alone, Bleu, Corpus, Forced, OfRole, Parameters, Role};
use serde::{Serialize, Serializer};

/// With the right words going in, and alone.
#[derive(Serialize)]
pub(super) struct OfTest {
    sentences: usize,
    words: usize,
    nll_per_token: Option<f64>,
    token_accuracy: Option<f64>,
    first_word_nll: Option<f64>,
    /// `null` where nobody has said which words are recipients.
    recipient_nll: Option<f64>,
    /// Translations that are the reference.
    exact_match: Option<f64>,
    /// Translations that had to be cut.
    cut: usize,
    bleu: BleuTold,
    roles: Roles,
}

#[derive(Serialize)]
struct BleuTold {
    score: f64,
    precisions: [Option<f64>; 4],
    matches: [usize; 4],
    totals: [usize; 4],
    brevity_penalty: f64,
    length: usize,
    reference_length: usize,
}

/// By what the words do, under the short names of the roles.
struct Roles([OfRole; Role::ALL.len()]);

#[derive(Serialize)]
struct RoleTold {
    words: usize,
    nll: Option<f64>,
    right: usize,
    reads: usize,
    /// Reads whose weights are all the same: ties, which are no reading of any place.
    uniform: usize,
    /// From the right unit, of the reads that are no ties.
    share: Option<f64>,
    /// The same of all reads, a tie counting for its first unit.
    share_with_ties: Option<f64>,
    /// Within one unit of it, of the reads that are no ties.
    share_within_one: Option<f64>,
    /// The mean weight on it, of all reads.
    mean_mass: Option<f64>,
}

impl OfTest {
    /// `None` where a sentence has no numbers.
    pub(super) fn of(parameters: &Parameters, corpus: &Corpus) -> Option<Self> {
        let forced = Forced::of(parameters, &corpus.test).ok()?;
        let alone = Alone::of(parameters, &corpus.test).ok()?;
        Some(Self {
            sentences: forced.sentences,
            words: forced.words,
            nll_per_token: forced.mean_loss().and_then(finite),
            token_accuracy: forced.accuracy(),
            first_word_nll: forced.first_word_loss().and_then(finite),
            recipient_nll: forced.role(Role::Recipient).mean_loss().and_then(finite),
            exact_match: alone.exact_share(),
            cut: alone.cut,
            bleu: BleuTold::new(&alone.bleu),
            roles: Roles(forced.roles),
        })
    }
}

impl BleuTold {
    fn new(bleu: &Bleu) -> Self {
        Self {
            score: bleu.score(),
            precisions: bleu.precisions(),
            matches: bleu.matches,
            totals: bleu.totals,
            brevity_penalty: bleu.brevity_penalty(),
            length: bleu.length,
            reference_length: bleu.reference_length,
        }
    }
}

impl Serialize for Roles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Role::ALL.into_iter().map(|role| (role.id(), RoleTold::new(&self.0[role as usize]))))
    }
}

impl RoleTold {
    fn new(of: &OfRole) -> Self {
        Self {
            words: of.words,
            nll: of.mean_loss().and_then(finite),
            right: of.right,
            reads: of.reads,
            uniform: of.uniform,
            share: of.share_read_from_right(),
            share_with_ties: of.share_from_right(),
            share_within_one: of.share_read_within_one(),
            mean_mass: of.mean_mass(),
        }
    }
}
