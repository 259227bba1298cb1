//! One training of the study, and what it led to.

use super::condition::Condition;
use super::distance::{BANDS, lag};
use crate::translator::corpus::{Corpus, Role};
use crate::translator::learner::{NoStep, pass};
use crate::translator::measures::{Alone, Forced};
use crate::translator::parameters::{CannotBuild, Parameters};
use crate::translator::passage::{Passage, Unreadable};
use crate::translator::training::{Plan, Training};
use std::sync::atomic::{AtomicBool, Ordering};

/// What decoding costs: the same on every machine, unlike seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Multiplications a word with the right words going in, averaged over the test.
    pub products_a_word: f64,
    /// Words a sentence when it translates alone.
    pub words_a_sentence: f64,
}

/// What a training has led to, measured on the whole test.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What was trained.
    pub condition: Condition,
    /// From which seed.
    pub seed: u64,
    /// Numbers that learn.
    pub parameters: usize,
    /// Sentences presented.
    pub sentences: usize,
    /// With the right words going in.
    pub forced: Forced,
    /// Alone.
    pub alone: Alone,
    /// Recipients by the band of their lag: how many, and how many are wrong.
    pub recipients: [(usize, usize); BANDS.len()],
    /// What decoding costs.
    pub cost: Cost,
    /// The mean loss of the first words of the test, in nats.
    pub first_word: Option<f64>,
    /// The test loss, in nats a word, after every tenth of the training, on the sentences that are watched; the start
    /// first.
    pub course: Vec<(usize, f64)>,
}

/// Why a training of the study has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOutcome {
    /// There is no such translator.
    CannotBuild(CannotBuild),
    /// A step could not be taken.
    NoStep(NoStep),
    /// The test has no numbers.
    Unreadable(Unreadable),
    /// It was told to stop.
    Stopped,
}

impl Outcome {
    /// Trains one and measures it.
    ///
    /// # Errors
    /// When there is nothing to measure, or `stop` is set on the way.
    pub fn of(condition: Condition, plan: &Plan, corpus: &Corpus, stop: &AtomicBool) -> Result<Self, NoOutcome> {
        let mut training = Training::new(*plan, corpus).map_err(NoOutcome::CannotBuild)?;
        let mut course = Vec::new();
        let tenth = (plan.schedule.steps / 10).max(1);
        let watch = |training: &Training, course: &mut Vec<(usize, f64)>| {
            let watched = crate::translator::Run::watched(corpus);
            let loss = Forced::of(training.parameters(), watched).map_err(NoOutcome::Unreadable)?.mean_loss();
            course.extend(loss.map(|loss| (training.sentences(), loss)));
            Ok(())
        };
        watch(&training, &mut course)?;
        while !training.is_done() {
            if stop.load(Ordering::Relaxed) {
                return Err(NoOutcome::Stopped);
            }
            training.step(&corpus.train).map_err(NoOutcome::NoStep)?;
            if training.steps().is_multiple_of(tenth) || training.is_done() {
                watch(&training, &mut course)?;
            }
        }
        Self::measured(condition, &training, corpus, course).map_err(NoOutcome::Unreadable)
    }

    fn measured(
        condition: Condition,
        training: &Training,
        corpus: &Corpus,
        course: Vec<(usize, f64)>,
    ) -> Result<Self, Unreadable> {
        let parameters = training.parameters();
        let (mut forced, mut passage) = (Forced::none(), Passage::default());
        let (mut recipients, mut products, mut words) = ([(0, 0); BANDS.len()], 0.0, 0.0);
        for pair in &corpus.test {
            pass(&mut passage, parameters, &pair.source, &pair.target)?;
            forced.see(&passage, pair);
            let steps = count(pair.target.len());
            products += steps * products_a_word(parameters, pair.source.len());
            words += steps;
            let aligned = pair.alignment.iter().flatten().enumerate();
            for (t, aligned) in aligned.filter(|(_, aligned)| aligned.role == Role::Recipient) {
                let lag = lag(pair, aligned, t);
                let wrong = usize::from(passage.chosen(t) != pair.target[t]);
                for (band, (many, errors)) in BANDS.iter().zip(&mut recipients) {
                    if (band.0..band.1).contains(&lag) {
                        *many += 1;
                        *errors += wrong;
                    }
                }
            }
        }
        let alone = Alone::of(parameters, &corpus.test)?;
        let cost =
            Cost { products_a_word: products / words, words_a_sentence: count(alone.steps) / count(alone.sentences) };
        Ok(Self {
            condition,
            seed: training.plan().seed,
            parameters: parameters.shapes().count(),
            sentences: training.sentences(),
            first_word: forced.first_word_loss(),
            forced,
            alone,
            recipients,
            cost,
            course,
        })
    }
}

/// Multiplications of one step of the decoder on a source of n units: the cell 4d (e + 2d), the output |V| · 2d, and where
/// it reads the query d² and n · 2d for scores and context.
fn products_a_word(parameters: &Parameters, units: usize) -> f64 {
    let (sizes, design) = (parameters.shapes().sizes, parameters.shapes().design);
    let (d, e, v) = (count(sizes.width), count(sizes.embedding), count(sizes.target_words));
    let reading = if design.reads() { d * d + 2.0 * d * count(units) } else { 0.0 };
    4.0 * d * (e + 2.0 * d) + 2.0 * d * v + reading
}

#[expect(clippy::cast_precision_loss, reason = "a count far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}
