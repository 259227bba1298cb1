//! A figure over seeds.

use super::distance::BANDS;
use super::outcome::Outcome;
use crate::translator::corpus::Role;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// −ln p of the recipient, in nats, with the right words going in: what the study is about.
    RecipientLoss,
    /// The share of recipients that are wrong, in one band of lags.
    RecipientErrors(usize),
    /// −ln p of a word, in nats.
    Loss,
    /// −ln p of the first word.
    FirstWordLoss,
    /// BLEU, 0 to 100.
    Bleu,
    /// The share of translations that are the reference.
    Exact,
    /// Multiplications a word.
    Cost,
}

impl Measure {
    /// All, in the order they are told.
    pub fn all() -> Vec<Measure> {
        let mut all = vec![Measure::RecipientLoss];
        all.extend((0..BANDS.len()).map(Measure::RecipientErrors));
        all.extend([Measure::Loss, Measure::FirstWordLoss, Measure::Bleu, Measure::Exact, Measure::Cost]);
        all
    }

    /// Its name in files.
    pub fn id(self) -> String {
        match self {
            Measure::RecipientLoss => "recipient_nll".to_owned(),
            Measure::RecipientErrors(band) => match BANDS.get(band) {
                Some((from, usize::MAX)) => format!("recipient_error_lag_{from}_up"),
                Some((from, end)) => format!("recipient_error_lag_{from}_{}", end - 1),
                None => format!("recipient_error_band_{band}"),
            },
            Measure::Loss => "nll".to_owned(),
            Measure::FirstWordLoss => "first_word_nll".to_owned(),
            Measure::Bleu => "bleu".to_owned(),
            Measure::Exact => "exact_match".to_owned(),
            Measure::Cost => "products_a_word".to_owned(),
        }
    }

    /// Whether less of it is better.
    pub fn less_is_better(self) -> bool {
        !matches!(self, Measure::Bleu | Measure::Exact)
    }

    /// What an outcome has of it; `None` where the test has nothing to measure it on.
    pub fn of(self, outcome: &Outcome) -> Option<f64> {
        match self {
            Measure::RecipientLoss => outcome.forced.role(Role::Recipient).mean_loss(),
            Measure::RecipientErrors(band) => {
                let (many, errors) = *outcome.recipients.get(band)?;
                #[expect(clippy::cast_precision_loss, reason = "counts of words")]
                (many > 0).then(|| errors as f64 / many as f64)
            }
            Measure::Loss => outcome.forced.mean_loss(),
            Measure::FirstWordLoss => outcome.first_word,
            Measure::Bleu => Some(outcome.alone.bleu.score()),
            Measure::Exact => outcome.alone.exact_share(),
            Measure::Cost => Some(outcome.cost.products_a_word),
        }
    }
}

/// A figure over the seeds of one condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Seeds.
    pub seeds: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation over seeds, with n − 1; `None` of a single seed.
    pub spread: Option<f64>,
    /// The smallest.
    pub lowest: f64,
    /// The largest.
    pub highest: f64,
}

impl Summary {
    /// Of some figures; `None` of none.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Self> {
        let figures: Vec<f64> = figures.into_iter().collect();
        let (first, rest) = figures.split_first()?;
        #[expect(clippy::cast_precision_loss, reason = "a count of seeds")]
        let many = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / many;
        let squares: f64 = figures.iter().map(|figure| (figure - mean) * (figure - mean)).sum();
        let spread = (!rest.is_empty()).then(|| (squares / (many - 1.0)).sqrt());
        let (lowest, highest) = rest.iter().fold((*first, *first), |(l, h), figure| (l.min(*figure), h.max(*figure)));
        Some(Self { seeds: figures.len(), mean, spread, lowest, highest })
    }
}
