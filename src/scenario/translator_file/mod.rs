//! Files of a trained translator: safetensors, with everything a training needs to go on.
//!
//! Tensors stand under their own names (`E_s`, `enc_f.Wx`, …), F64, matrices rows × columns, constants as vectors; Adam's
//! averages of each under `adam.m.` and `adam.v.` before its name. The rest (plan, steps, words, which corpus) is one
//! JSON text under `twoaxes` in the file's metadata; one, because several would stand in another order each time.
//!
//! A file of parameters alone, as other programs write it, is read too: what it is of follows from which tensors there
//! are and how large they are, its words are the lesson's. When the decoder reads, and in which order the source is fed,
//! cannot be seen in parameters: there it reads first, the first unit first. F32 is widened.
//!
//! | to find | look at |
//! |---|---|
//! | what is in a file | [`Trained`], [`Course`], [`OfCorpus`] |
//! | bytes to that, and back | [`read_translator`], [`Trained::to_bytes`] |
//! | what can be wrong | [`TranslatorFault`] |
//! | how a plan is spelt, here and on the command line | [`names`], [`PlanTold`] |

mod fault;
mod header;
mod infer;
pub mod limits;
mod metadata;
pub mod names;
mod plan;
mod read;
mod tensors;
mod write;

pub use fault::TranslatorFault;
pub use plan::PlanTold;
pub use read::read_translator;

use crate::translator::{Corpus, Learner, Parameters, Plan, Training, Vocabulary};

/// What stands before the names of Adam's averages m and v.
const AVERAGES: [&str; 2] = ["adam.m.", "adam.v."];

/// A translator as a file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// Its numbers, with its design and sizes.
    pub parameters: Parameters,
    /// The words it reads.
    pub source: Vocabulary,
    /// The words it writes.
    pub target: Vocabulary,
    /// How it came about; `None` in a file of parameters alone.
    pub course: Option<Course>,
}

/// How far a training has come, and what it needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// What it follows.
    pub plan: Plan,
    /// Steps taken.
    pub steps: usize,
    /// Adam's average m of the gradient, tensor after tensor.
    pub first: Vec<f64>,
    /// Adam's average v of its square.
    pub second: Vec<f64>,
    /// What it is trained on.
    pub corpus: OfCorpus,
}

/// Which corpus it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfCorpus {
    /// What it is called: for people, and not what decides.
    pub name: String,
    /// [`Corpus::train_checksum`].
    pub train: u64,
    /// [`Corpus::test_checksum`].
    pub test: u64,
}

impl OfCorpus {
    /// Of a corpus.
    pub fn new(name: impl Into<String>, corpus: &Corpus) -> Self {
        Self { name: name.into(), train: corpus.train_checksum(), test: corpus.test_checksum() }
    }

    /// Whether it is the same, whatever it is called.
    pub fn is(&self, other: &Self) -> bool {
        (self.train, self.test) == (other.train, other.test)
    }
}

impl Trained {
    /// A training as it stands.
    pub fn of(training: &Training, corpus: &Corpus, of_corpus: OfCorpus) -> Self {
        let (first, second) = training.learner().averages();
        let (first, second) = (first.to_vec(), second.to_vec());
        let course = Course { plan: *training.plan(), steps: training.steps(), first, second, corpus: of_corpus };
        Self {
            parameters: training.parameters().clone(),
            source: corpus.source.clone(),
            target: corpus.target.clone(),
            course: Some(course),
        }
    }

    /// The training, to go on with: each of its steps will be as if it had never stopped. `None` where the file holds
    /// parameters alone.
    pub fn into_training(self) -> Option<Training> {
        let Course { plan, steps, first, second, .. } = self.course?;
        let learner = Learner::resumed(self.parameters, steps, first, second)?;
        Some(Training::from(plan, learner))
    }
}
