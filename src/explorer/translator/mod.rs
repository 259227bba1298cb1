//! The decoder screen: one sentence on its way through the translator, one step of it seen.
//!
//! Everything shown follows from the parameters, the sentence, who chooses the words, and the step; it is computed anew
//! when one of them changes. Nothing of it belongs to the scenario: undo leaves it.
//!
//! | to find | look at |
//! |---|---|
//! | the sentence, and reading a typed one | [`Sentence`] |
//! | the words going through the decoder | [`Run`] |
//! | an object of the lesson's table: its shape, where it comes from, its numbers | [`Object`] |
//! | what the cursor is on | [`Spot`] |
//! | where everything stands | [`Decoder`] |
//! | a step as a scenario of its own | [`step_scenario`] |

mod cursor;
mod doing;
mod error;
mod explained;
mod file;
mod layout;
mod object;
mod opening;
mod parts;
mod run;
mod said;
mod sentence;
mod spot;
pub mod step_scenario;
mod strip;
mod studying;
mod training;

pub use doing::{Decode, Translate};
pub use file::is_translator_file;
pub use layout::{Decoder, Middle};
pub use object::Object;
pub use opening::{NoEffect, OpenedStep, StepEffect};
pub use parts::{Panel, Table};
pub use run::{End, Run};
pub use sentence::{Sentence, Which};
pub use spot::Spot;
pub use strip::Piece;
pub(super) use studying::StudyWork;
pub use studying::{Study, StudyScreen, Studying};
pub(super) use training::TrainingWork;
pub use training::{Change, Place, Progress, Train, Trainer, TrainingScreen};

use super::{List, Model, Order};
use crate::engine::{Scores, softmax};
use crate::scenario::Scenario;
use crate::translator::corpus::Corpus;
use crate::translator::{BOS, CannotBuild, Design, Parameters, Passage, Plan};
use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};
use step_scenario::CannotOpen;

/// Where the parameters on the screen come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Random numbers from a seed; nothing learnt yet.
    Untrained {
        /// The seed.
        seed: u64,
    },
    /// Trained from a seed on so many sentences.
    Trained {
        /// The seed.
        seed: u64,
        /// Sentences seen, each as often as it was.
        sentences: u64,
    },
    /// From a file of this name.
    File(String),
}

/// Whose words go into the decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Feeding {
    /// The reference's, whatever the model would have chosen.
    #[default]
    Teacher,
    /// The model's own.
    Own,
}

/// What the decoder screen is about.
#[derive(Clone, Debug)]
pub struct Translating {
    corpus: Arc<Corpus>,
    parameters: Arc<Parameters>,
    origin: Origin,
    sentence: Sentence,
    /// With the reference's words; `None` where there is no reference.
    taught: Option<Arc<Run>>,
    /// With the model's own words.
    free: Arc<Run>,
    feeding: Feeding,
    /// Counted from 0.
    step: usize,
    spot: Spot,
    middle: Middle,
    order: Order,
    scroll: layout::Scroll,
    /// The step as a scenario, once it has been asked for.
    opened: OnceCell<Arc<Result<Opened, CannotOpen>>>,
    pub(in crate::explorer) trainer: Trainer,
}

/// A step as a scenario, with what follows from it.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) scenario: Scenario,
    pub(super) trace: crate::engine::Trace,
}

/// The lesson's corpus, drawn once.
static LESSON: LazyLock<Arc<Corpus>> = LazyLock::new(|| Arc::new(Corpus::lesson()));

impl Translating {
    /// The lesson's sentence and a translator that has learnt nothing yet.
    pub fn lesson() -> Self {
        #[expect(clippy::expect_used, reason = "an even width, and a corpus is never empty")]
        Self::beginning(Arc::clone(&LESSON)).expect("a translator of these sizes")
    }

    /// The first test sentence of a corpus and a translator that has learnt nothing yet.
    ///
    /// # Errors
    /// When there is no translator for the corpus.
    pub fn beginning(corpus: Arc<Corpus>) -> Result<Self, CannotBuild> {
        let trainer = Trainer::new(Plan::default(), &corpus)?;
        let origin = Origin::Untrained { seed: trainer.plan().seed };
        let parameters = Arc::clone(&trainer.shown().parameters);
        Ok(Self::with(corpus, parameters, origin, trainer))
    }

    /// The first test sentence of a corpus with these parameters; training begins anew.
    ///
    /// # Errors
    /// When there is no translator for the corpus.
    pub fn new(corpus: Arc<Corpus>, parameters: Arc<Parameters>, origin: Origin) -> Result<Self, CannotBuild> {
        let trainer = Trainer::new(Plan::default(), &corpus)?;
        Ok(Self::with(corpus, parameters, origin, trainer))
    }

    fn with(corpus: Arc<Corpus>, parameters: Arc<Parameters>, origin: Origin, trainer: Trainer) -> Self {
        let sentence = Sentence::test(&corpus, 0).unwrap_or_else(|| Sentence::of(vec![], None));
        let mut translating = Self {
            corpus,
            parameters,
            origin,
            sentence,
            taught: None,
            free: Arc::default(),
            feeding: Feeding::default(),
            step: 0,
            spot: Spot::default(),
            middle: Middle::default(),
            order: Order::Probability,
            scroll: layout::Scroll::default(),
            opened: OnceCell::new(),
            trainer,
        };
        translating.compute();
        translating
    }

    /// The training.
    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Both runs anew; step and cursor stay as near as they can.
    fn compute(&mut self) {
        let source = &self.sentence.source;
        self.free = Arc::new(Run::free(&self.parameters, source));
        let reference = self.sentence.target.as_deref();
        self.taught = reference.map(|target| Arc::new(Run::taught(&self.parameters, source, target)));
        if self.taught.is_none() {
            self.feeding = Feeding::Own;
        }
        self.settle();
    }

    /// What is shown exists.
    fn settle(&mut self) {
        self.step = self.step.min(self.steps().saturating_sub(1));
        self.spot = self.spot.within(self);
        // Another order begins at its top.
        self.scroll.words = 0;
        self.opened = OnceCell::new();
    }

    /// The corpus.
    pub fn corpus(&self) -> &Arc<Corpus> {
        &self.corpus
    }

    /// The parameters.
    pub fn parameters(&self) -> &Arc<Parameters> {
        &self.parameters
    }

    /// Where they come from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What is built.
    pub fn design(&self) -> Design {
        self.parameters.shapes().design
    }

    /// d.
    pub fn width(&self) -> usize {
        self.parameters.shapes().sizes.width
    }

    /// The sentence.
    pub fn sentence(&self) -> &Sentence {
        &self.sentence
    }

    /// With the reference's words, where there is a reference.
    pub fn taught(&self) -> Option<&Run> {
        self.taught.as_deref()
    }

    /// With the model's own words.
    pub fn free(&self) -> &Run {
        &self.free
    }

    /// The run looked at.
    pub fn run(&self) -> &Run {
        match (self.feeding, &self.taught) {
            (Feeding::Teacher, Some(taught)) => taught,
            _ => &self.free,
        }
    }

    /// Its numbers.
    pub fn passage(&self) -> &Passage {
        &self.run().passage
    }

    /// Whose words go in.
    pub fn feeding(&self) -> Feeding {
        self.feeding
    }

    /// The step shown, counted from 0.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Steps of the run looked at.
    pub fn steps(&self) -> usize {
        self.run().passage.steps()
    }

    /// Whether there are numbers at all.
    pub fn has_steps(&self) -> bool {
        self.steps() > 0
    }

    /// What the cursor is on.
    pub fn spot(&self) -> Spot {
        self.spot
    }

    /// What stands in the middle where not everything has room.
    pub fn middle(&self) -> Middle {
        self.middle
    }

    /// Source units, PADs included.
    pub fn units(&self) -> usize {
        self.sentence.source.len()
    }

    /// Target words known.
    pub fn words(&self) -> usize {
        self.parameters.shapes().sizes.target_words
    }

    /// A source unit as it is written.
    pub fn unit_name(&self, place: usize) -> &str {
        let unit = self.sentence.source.get(place).copied();
        unit.and_then(|unit| self.corpus.source.word(unit)).unwrap_or("?")
    }

    /// A target word as it is written.
    pub fn word_name(&self, word: usize) -> &str {
        self.corpus.target.word(word).unwrap_or("?")
    }

    /// The word that goes in at a step: the one before it.
    pub fn goes_in(&self, step: usize) -> usize {
        self.passage().inputs().get(step).copied().unwrap_or(BOS)
    }

    /// The word the reference has at a step, whoever chooses.
    pub fn target(&self, step: usize) -> Option<usize> {
        self.sentence.target.as_ref()?.get(step).copied()
    }

    /// The word fed back after a step, and who chose it.
    pub fn fed_back(&self, step: usize) -> (usize, Feeding) {
        match (self.feeding, self.target(step)) {
            (Feeding::Teacher, Some(target)) => (target, Feeding::Teacher),
            _ => (self.passage().chosen(step), Feeding::Own),
        }
    }

    /// Whether the step's reading is uniform whatever the parameters are.
    pub fn is_uniform(&self) -> bool {
        self.step == 0 && self.design().first_read_is_uniform()
    }

    /// By what its words are listed.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The words in their order.
    pub fn list(&self) -> List {
        if self.order == Order::Number || !self.has_steps() {
            return List::by_number(self.words());
        }
        // The same numbers as the passage's, to the bit: the order of equal ones is by number in both.
        let logits = Scores::<crate::engine::Vocab>::all(self.passage().logits(self.step).to_vec());
        softmax(&logits).map_or_else(|_| List::by_number(self.words()), |p| List::by_probability(&p))
    }

    /// The step as a scenario, with what follows.
    pub(super) fn opened(&self) -> Result<&Opened, CannotOpen> {
        let made = self.opened.get_or_init(|| {
            Arc::new(step_scenario::explained(self, self.step).map(|scenario| {
                let trace = crate::engine::Trace::new(&scenario.givens);
                Opened { scenario, trace }
            }))
        });
        made.as_ref().as_ref().map_err(|reason| *reason)
    }
}

impl Model {
    /// The decoder screen's state, once it has been opened.
    pub fn translating(&self) -> Option<&Translating> {
        self.translating.as_deref()
    }

    /// The same, made on first use.
    pub(super) fn translating_or_lesson(&mut self) -> &mut Translating {
        self.translating.get_or_insert_with(|| Box::new(Translating::lesson()))
    }

    /// Shows other parameters (a checkpoint, a file's): the sentence, the step and the cursor stay.
    pub fn show_parameters(&mut self, parameters: Arc<Parameters>, origin: Origin) {
        let translating = self.translating_or_lesson();
        (translating.parameters, translating.origin) = (parameters, origin);
        translating.compute();
        self.keep_in_view();
    }

    /// Shows another corpus from its first test sentence on, with parameters of its sizes.
    ///
    /// # Errors
    /// When there is no translator for the corpus.
    pub fn show_corpus(
        &mut self,
        corpus: Arc<Corpus>,
        parameters: Arc<Parameters>,
        origin: Origin,
    ) -> Result<(), CannotBuild> {
        self.translating = Some(Box::new(Translating::new(corpus, parameters, origin)?));
        self.keep_in_view();
        Ok(())
    }
}
