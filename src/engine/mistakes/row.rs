//! One row under a mistake.

use super::super::laws::{ClaimedGradients, Claims, Why};
use super::super::row::{Prediction, combination, loss, predict};
use super::super::softmax::softmax;
use super::super::{Distribution, Givens, Row, Scores, Source, Stage, Undefined, Vocab};
use super::reading::Reading;
use super::{Figure, Mistake, NoFigure};
use std::sync::Arc;

/// What a mistake makes of a row, stage by stage, beside the right row. Slots, components and words are counted from 0;
/// what is asked for past their end is [`NoFigure::Absent`].
#[derive(Clone, Debug)]
pub struct WrongRow {
    mistake: Mistake,
    row: usize,
    givens: Arc<Givens>,
    right: Row,
    /// `None` where scores and weights are the right ones.
    pub(super) reading: Option<Reading>,
    later: Later,
}

/// The first place of a row where there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Scores or attention weights.
    pub stage: Stage,
    /// The slot, from 0.
    pub slot: usize,
    /// How there is none.
    pub how: NoFigure,
}

/// The stages after the weights.
#[derive(Clone, Debug)]
struct Later {
    context: Result<Arc<[f64]>, NoFigure>,
    logits: Result<Arc<Scores<Vocab>>, NoFigure>,
    /// What the softmax over the words is taken of: the logits, but for the mistakes made there.
    fed: Result<Arc<Scores<Vocab>>, NoFigure>,
    probabilities: Result<Arc<Distribution<Vocab>>, NoFigure>,
    loss: Option<Result<f64, NoFigure>>,
    /// What is claimed of numbers that follow from one that is none: as many NaNs as are needed.
    lost: Vec<f64>,
}

impl WrongRow {
    pub(super) fn new(mistake: Mistake, row: usize, givens: Arc<Givens>, right: Row, reading: Option<Reading>) -> Self {
        let later = match &reading {
            Some(reading) => Later::of(reading, &givens, row),
            None => Later::right(&right),
        };
        let later = later.with_words_of(mistake, givens.targets.get(row).copied().flatten());
        Self { mistake, row, givens, right, reading, later }
    }

    /// The mistake that is made.
    pub fn mistake(&self) -> Mistake {
        self.mistake
    }

    /// t, from 0.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The row as it should be.
    pub fn right(&self) -> &Row {
        &self.right
    }

    /// What all this follows from.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// e_j. A masked slot may have one here.
    pub fn score(&self, slot: usize) -> Figure {
        match (&self.reading, &self.right.scores) {
            (Some(reading), _) => reading.score(slot),
            (None, Ok(scores)) => self.of_slot(scores, slot, Figure::Number),
            (None, Err(reason)) => undefined(*reason),
        }
    }

    /// The exponential of a score as the softmax over the slots takes it, the largest score subtracted where it is.
    pub fn exponential(&self, slot: usize) -> Figure {
        match (&self.reading, &self.right.scores, &self.right.attention) {
            (Some(reading), ..) => reading.exponential(slot),
            (None, Ok(scores), Ok(attention)) => {
                self.of_slot(scores, slot, |score| Figure::Number(attention.log_normaliser().exponential(score)))
            }
            (None, Err(reason), _) | (None, _, Err(reason)) => undefined(*reason),
        }
    }

    /// What the exponential of this slot is divided by. It is the same for all slots, but under the two mistakes that
    /// normalise along another axis.
    pub fn normaliser(&self, slot: usize) -> Figure {
        match (&self.reading, &self.right.attention) {
            (Some(reading), _) => reading.normaliser(slot),
            (None, Ok(attention)) => {
                self.within(slot, attention.size(), || Figure::Number(attention.log_normaliser().denominator))
            }
            (None, Err(reason)) => undefined(*reason),
        }
    }

    /// α_j.
    pub fn attention(&self, slot: usize) -> Figure {
        match (&self.reading, &self.right.attention) {
            (Some(reading), _) => reading.attention(slot),
            (None, Ok(attention)) => self.within(slot, attention.size(), || Figure::Number(attention.get(slot))),
            (None, Err(reason)) => undefined(*reason),
        }
    }

    /// Σ_j α_j.
    pub fn attention_sum(&self) -> Figure {
        match (&self.reading, &self.right.attention) {
            (Some(reading), _) => Figure::of(reading.sum(), NoFigure::Follows),
            (None, Ok(attention)) => Figure::Number(attention.sum()),
            (None, Err(reason)) => undefined(*reason),
        }
    }

    /// α_j v_jd.
    pub fn weighted(&self, slot: usize, component: usize) -> Figure {
        match self.attention(slot) {
            Figure::Number(weight) => self.within(component, self.givens.d_v(), || {
                Figure::signed(weight * self.givens.values.get(slot, component), NoFigure::Follows)
            }),
            Figure::None(how) if how.is_failure() => Figure::None(NoFigure::Follows),
            none => none,
        }
    }

    /// c_d.
    pub fn context(&self, component: usize) -> Figure {
        match &self.later.context {
            Ok(context) => context.get(component).map_or(Figure::None(NoFigure::Absent), |c| Figure::Number(*c)),
            Err(how) => Figure::None(*how),
        }
    }

    /// z_w.
    pub fn logit(&self, word: usize) -> Figure {
        match &self.later.logits {
            Ok(logits) => logits.get(word).map_or(Figure::None(NoFigure::Absent), Figure::Number),
            Err(how) => Figure::None(*how),
        }
    }

    /// The exponential of a logit (of a probability, where the softmax is taken twice) as the softmax over the words
    /// takes it, the largest subtracted.
    pub fn word_exponential(&self, word: usize) -> Figure {
        self.of_word(word, |fed, probabilities| probabilities.log_normaliser().exponential(fed))
    }

    /// What these are divided by.
    pub fn word_normaliser(&self) -> Figure {
        match &self.later.probabilities {
            Ok(probabilities) => Figure::Number(probabilities.log_normaliser().denominator),
            Err(how) => Figure::None(*how),
        }
    }

    /// p_w.
    pub fn probability(&self, word: usize) -> Figure {
        self.of_word(word, |_, probabilities| probabilities.get(word))
    }

    /// Σ_w p_w.
    pub fn probability_sum(&self) -> Figure {
        match &self.later.probabilities {
            Ok(probabilities) => Figure::Number(probabilities.sum()),
            Err(how) => Figure::None(*how),
        }
    }

    /// The row's loss in nats; `None` without a target.
    pub fn loss(&self) -> Option<Figure> {
        self.later.loss.map(|loss| loss.map_or_else(Figure::None, Figure::Number))
    }

    /// What the loss cannot fall below, however right the model is: ln((e + |V| − 1) / e) where the softmax is taken
    /// twice, since the probabilities it is taken of lie between 0 and 1.
    pub fn loss_floor(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a vocabulary is far below 2^53")]
        let others = self.givens.words() as f64 - 1.0;
        (self.mistake == Mistake::SoftmaxTwice).then(|| (others / std::f64::consts::E).ln_1p())
    }

    /// The words that are not left out, where some are, in their order.
    pub fn best(&self) -> Option<Vec<usize>> {
        let fed = self.later.fed.as_ref().ok().filter(|_| self.mistake == Mistake::TopKRenormalised)?;
        Some((0..fed.size()).filter(|&word| !fed.is_masked(word)).collect())
    }

    /// Why the row has no numbers from some stage on, where that is no doing of the mistake's.
    pub fn undefined(&self) -> Option<Undefined> {
        let later = &self.later;
        match (&later.probabilities, &later.loss) {
            (Err(NoFigure::Undefined(reason)), _) | (_, Some(Err(NoFigure::Undefined(reason)))) => Some(*reason),
            _ => None,
        }
    }

    /// Where the row ceases to have numbers by the doing of the mistake. `None` where all weights are numbers, and where
    /// the row is [undefined](Self::undefined) anyway.
    pub fn failure(&self) -> Option<Failure> {
        let slots = 0..self.givens.slots();
        let failing = |stage: Stage, slot: usize, figure: Figure| {
            figure.none().filter(|how| how.is_failure()).map(|how| Failure { stage, slot, how })
        };
        let weights: Vec<Failure> =
            slots.clone().filter_map(|slot| failing(Stage::Attention, slot, self.attention(slot))).collect();
        let first = weights.first()?;
        // A score of −∞ does no harm: its exponential is 0.
        let score = slots
            .filter_map(|slot| failing(Stage::Scores, slot, self.score(slot)))
            .find(|failure| failure.how != NoFigure::MinusInfinity);
        let first_hand = || weights.iter().find(|failure| failure.how != NoFigure::Follows);
        Some(score.unwrap_or_else(|| *first_hand().unwrap_or(first)))
    }

    /// What this row claims of itself, for the laws: a number that is none is claimed as not finite. `gradients` are
    /// those of the same mistake.
    pub(super) fn claims<'a>(&'a self, gradients: Result<ClaimedGradients<'a>, Why>) -> Claims<'a> {
        let (givens, later) = (&*self.givens, &self.later);
        let right = &self.right;
        let lost = |how: &NoFigure, length: usize| match how {
            NoFigure::Undefined(reason) => Err(*reason),
            _ => Ok(&later.lost[..length]),
        };
        let scores = match &self.reading {
            Some(reading) => Ok(reading.scores.as_slice()),
            None => right.scores.as_ref().map(|scores| scores.values()).map_err(|reason| *reason),
        };
        let attention = match &self.reading {
            Some(reading) => Ok(reading.weights.as_slice()),
            None => right.attention.as_ref().map(|attention| attention.weights()).map_err(|reason| *reason),
        };
        Claims {
            row: self.row,
            readable: (0..givens.slots()).map(|slot| givens.mask.readable(self.row, slot)).collect(),
            values: &givens.values,
            target: givens.targets.get(self.row).copied().flatten(),
            scores,
            attention,
            context: later.context.as_ref().map_or_else(|how| lost(how, givens.d_v()), |context| Ok(context)),
            // Logits are never masked.
            logits: later
                .logits
                .as_ref()
                .map_or_else(|how| lost(how, givens.words()), |logits| Ok(logits.unmasked().unwrap_or_default())),
            probabilities: later
                .probabilities
                .as_ref()
                .map_or_else(|how| lost(how, givens.words()), |probabilities| Ok(probabilities.weights())),
            loss: later.loss.map(|loss| match loss {
                Ok(loss) => Ok(loss),
                Err(NoFigure::Undefined(reason)) => Err(reason),
                // −ln of nothing, or none at all.
                Err(NoFigure::LeftOut | NoFigure::PlusInfinity) => Ok(f64::INFINITY),
                Err(_) => Ok(f64::NAN),
            }),
            gradients,
        }
    }

    fn within(&self, place: usize, size: usize, figure: impl FnOnce() -> Figure) -> Figure {
        if place < size { figure() } else { Figure::None(NoFigure::Absent) }
    }

    fn of_slot(&self, scores: &Scores<Source>, slot: usize, figure: impl FnOnce(f64) -> Figure) -> Figure {
        self.within(slot, scores.size(), || scores.get(slot).map_or(Figure::None(NoFigure::Masked), figure))
    }

    fn of_word(&self, word: usize, number: impl FnOnce(f64, &Distribution<Vocab>) -> f64) -> Figure {
        match (&self.later.fed, &self.later.probabilities) {
            (Ok(fed), Ok(probabilities)) => self.within(word, fed.size(), || match fed.get(word) {
                Some(score) => Figure::Number(number(score, probabilities)),
                None => Figure::None(NoFigure::LeftOut),
            }),
            (Err(how), _) | (_, Err(how)) => Figure::None(*how),
        }
    }
}

impl Later {
    /// As they follow from wrong weights, by the functions of the trace.
    fn of(reading: &Reading, givens: &Givens, row: usize) -> Self {
        let target = givens.targets.get(row).copied().flatten();
        if !reading.is_finite() {
            return Self::follows(target, givens.d_v().max(givens.words()));
        }
        let context = combination(&reading.weights, &givens.values, row);
        let Prediction { logits, probabilities } = predict(&context, givens, row);
        let words = probabilities.as_ref().map(|words| words.log_normaliser()).map_err(|reason| *reason);
        let logit = |target: usize| logits.as_ref().ok()?.get(target);
        let loss = target.map(|target| loss(words, || logit(target), target, row));
        Self::from_trace(context, logits, probabilities, loss)
    }

    fn right(row: &Row) -> Self {
        Self::from_trace(row.context.clone(), row.logits.clone(), row.probabilities.clone(), row.loss)
    }

    fn from_trace(
        context: Result<Arc<[f64]>, Undefined>,
        logits: Result<Arc<Scores<Vocab>>, Undefined>,
        probabilities: Result<Arc<Distribution<Vocab>>, Undefined>,
        loss: Option<Result<f64, Undefined>>,
    ) -> Self {
        let logits = logits.map_err(NoFigure::Undefined);
        Self {
            context: context.map_err(NoFigure::Undefined),
            fed: logits.clone(),
            logits,
            probabilities: probabilities.map_err(NoFigure::Undefined),
            loss: loss.map(|loss| loss.map_err(NoFigure::Undefined)),
            lost: Vec::new(),
        }
    }

    /// None of them has a number.
    fn follows(target: Option<usize>, longest: usize) -> Self {
        let none = NoFigure::Follows;
        Self {
            context: Err(none),
            logits: Err(none),
            fed: Err(none),
            probabilities: Err(none),
            loss: target.map(|_| Err(none)),
            lost: vec![f64::NAN; longest],
        }
    }

    /// With the mistakes that are made at the softmax over the words.
    fn with_words_of(mut self, mistake: Mistake, target: Option<usize>) -> Self {
        let (Ok(logits), Ok(probabilities)) = (&self.logits, &self.probabilities) else { return self };
        let fed = match mistake {
            Mistake::SoftmaxTwice => Scores::all(probabilities.weights().to_vec()),
            Mistake::TopKRenormalised => best(logits),
            _ => return self,
        };
        // There is a word, and not all are left out.
        let Ok(again) = softmax(&fed) else { return self };
        self.loss = target.map(|target| match fed.get(target) {
            // Finite: what is fed lies between 0 and 1, or its difference to the largest is that of two logits.
            Some(score) => finite_loss(again.log_normaliser().minus(score)),
            None => Err(NoFigure::LeftOut),
        });
        self.fed = Ok(Arc::new(fed));
        self.probabilities = Ok(Arc::new(again));
        self
    }
}

fn finite_loss(loss: f64) -> Result<f64, NoFigure> {
    if loss.is_finite() { Ok(loss) } else { Err(NoFigure::PlusInfinity) }
}

/// The largest logits, the others masked; of equal ones those that come first.
fn best(logits: &Scores<Vocab>) -> Scores<Vocab> {
    let values: Vec<f64> = logits.iter().flatten().collect();
    let mut order: Vec<usize> = Vec::with_capacity(Mistake::BEST + 1);
    for (word, logit) in values.iter().enumerate() {
        let place = order.partition_point(|&other| values[other] >= *logit);
        if place < Mistake::BEST {
            order.insert(place, word);
            order.truncate(Mistake::BEST);
        }
    }
    let mut left_out = vec![true; values.len()];
    order.into_iter().for_each(|word| left_out[word] = false);
    Scores::with_masked(values, left_out)
}

fn undefined(reason: Undefined) -> Figure {
    Figure::None(NoFigure::Undefined(reason))
}
