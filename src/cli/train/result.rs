//! The result as one JSON object. Numbers have full precision; what does not exist is `null`.

mod of_test;

use super::course::Ended;
use crate::scenario::translator_file::{OfCorpus, PlanTold};
use crate::translator::{Corpus, Pair, Parameters, Passage, Side, Training, Vocabulary, pass, translate};
use crate::words::cli_train as say;
use of_test::OfTest;
use serde::Serialize;

/// What the result is made from.
pub(super) struct Result<'a> {
    pub training: &'a Training,
    pub corpus: &'a Corpus,
    pub of_corpus: &'a OfCorpus,
    pub ended: &'a Ended,
    /// How many steps were taken before, where it was gone on with.
    pub resumed_from: Option<usize>,
    pub file: Option<String>,
}

/// The object.
#[derive(Serialize)]
pub(super) struct Told {
    format: u32,
    plan: PlanTold,
    corpus: CorpusTold,
    /// Numbers that are learnt.
    parameters: usize,
    steps: usize,
    sentences: usize,
    resumed_from: Option<usize>,
    interrupted: bool,
    stopped: Option<String>,
    /// Of the last step taken, before it, in nats a word of its own sentences.
    loss: Option<f64>,
    test: Option<OfTest>,
    sentence: Option<Sentence>,
    file: Option<String>,
}

#[derive(Serialize)]
struct CorpusTold {
    name: String,
    train: usize,
    test: usize,
    train_checksum: String,
    test_checksum: String,
    /// With their marks.
    source_words: usize,
    target_words: usize,
    tests_what_it_trains: bool,
}

/// The first test pair. Of the lesson's corpus that is the lesson's sentence.
#[derive(Serialize)]
struct Sentence {
    source: Vec<String>,
    target: Vec<String>,
    /// A row for each target word, with the right words going in; `null` where nothing reads.
    attention: Option<Vec<Vec<f64>>>,
    /// Of each target word.
    probabilities: Vec<f64>,
    /// In nats, of all words.
    loss: Option<f64>,
    translation: Option<Vec<String>>,
    /// Whether the translation came to its end, or was cut.
    ended: Option<bool>,
}

impl Result<'_> {
    /// Measures, and says it all.
    pub(super) fn measured(self) -> Told {
        let Self { training, corpus, of_corpus, ended, resumed_from, file } = self;
        let parameters = training.parameters();
        Told {
            format: 1,
            plan: PlanTold::new(training.plan()),
            corpus: CorpusTold {
                name: of_corpus.name.clone(),
                train: corpus.train.len(),
                test: corpus.test.len(),
                train_checksum: format!("{:016x}", of_corpus.train),
                test_checksum: format!("{:016x}", of_corpus.test),
                source_words: corpus.source.len(),
                target_words: corpus.target.len(),
                tests_what_it_trains: corpus.tests_what_it_trains(),
            },
            parameters: parameters.numbers().len(),
            steps: training.steps(),
            sentences: training.sentences(),
            resumed_from,
            interrupted: ended.signal.is_some(),
            stopped: ended.stopped.map(|reason| say::why_stopped(reason).en.into_owned()),
            loss: ended.loss.and_then(finite),
            test: OfTest::of(parameters, corpus),
            sentence: corpus.test.first().and_then(|pair| Sentence::of(parameters, corpus, pair)),
            file,
        }
    }
}

impl Sentence {
    /// `None` where it has no numbers.
    fn of(parameters: &Parameters, corpus: &Corpus, pair: &Pair) -> Option<Self> {
        let mut passage = Passage::default();
        let loss = pass(&mut passage, parameters, &pair.source, &pair.target).ok()?;
        let steps = 0..passage.steps();
        let attention = steps.clone().map(|step| passage.attention(step).map(<[f64]>::to_vec)).collect();
        let probabilities = steps.zip(&pair.target).map(|(step, word)| passage.probabilities(step)[*word]).collect();
        let translation = translate(&mut passage, parameters, &pair.source).ok();
        let target = corpus.vocabulary(Side::Target);
        Some(Self {
            source: texts(corpus.vocabulary(Side::Source), &pair.source),
            target: texts(target, &pair.target),
            attention,
            probabilities,
            loss: finite(loss),
            ended: translation.as_ref().map(|translation| translation.ended),
            translation: translation.map(|translation| texts(target, &translation.words)),
        })
    }
}

fn texts(vocabulary: &Vocabulary, numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|number| vocabulary.word(*number).unwrap_or("?").to_owned()).collect()
}

/// A number, if it is one.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
