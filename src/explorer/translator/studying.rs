//! The study on the screen: threads train, the screen shows what has come of it so far.
//!
//! An outcome follows from its condition, its seed and the plan. So outcomes stay for the session, whatever is shown of
//! them, and a study that was stopped goes on with those it lacks.

mod doing;
mod layout;
mod work;

pub use doing::Study;
pub use layout::StudyScreen;
pub(in crate::explorer) use work::StudyWork;

use crate::translator::corpus::Corpus;
use crate::translator::study::{
    Assignment, Condition, Exchange, Measure, NoOutcome, Outcome, Part, Summary, assignments,
};
use crate::translator::{Encoder, Plan};
use crate::words::{Text, translator_study as say};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Seeds at first: the fewest of which anything is said.
const SEEDS: u64 = 3;

/// What has come of a study so far. Whole and never changed: the next one takes its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// In the order in which they came.
    pub outcomes: Vec<Outcome>,
    /// The two directions exchanged, once it has been asked for.
    pub exchange: Option<Exchange>,
    /// Why it cannot go on, when it cannot.
    pub failed: Option<(Assignment, NoOutcome)>,
}

/// What the screen and the threads share.
#[derive(Debug)]
struct Shared {
    base: Plan,
    corpus: Arc<Corpus>,
    results: Mutex<Arc<Results>>,
}

impl Shared {
    /// Whole values are put in and taken out: a panic leaves nothing behind by half.
    fn results(&self) -> MutexGuard<'_, Arc<Results>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Results)) {
        let mut results = self.results();
        let mut next = results.as_ref().clone();
        change(&mut next);
        *results = Arc::new(next);
    }
}

/// The study of the screen.
#[derive(Clone, Debug)]
pub struct Studying {
    shared: Arc<Shared>,
    /// As they are on the screen.
    results: Arc<Results>,
    running: bool,
    seeds: u64,
    part: Part,
    measure: Measure,
    /// Which condition is pointed at.
    at: usize,
}

impl Studying {
    /// Nothing trained yet, on a corpus.
    pub fn of(corpus: Arc<Corpus>) -> Self {
        Self::with(Plan::default(), corpus)
    }

    fn with(base: Plan, corpus: Arc<Corpus>) -> Self {
        let shared = Arc::new(Shared { base, corpus, results: Mutex::default() });
        Self {
            shared,
            results: Arc::default(),
            running: false,
            seeds: SEEDS,
            part: Part::ALL[0],
            measure: Measure::RecipientLoss,
            at: 0,
        }
    }

    /// What every training follows, but for what its condition says.
    pub fn base(&self) -> &Plan {
        &self.shared.base
    }

    /// What is trained and tested on.
    pub fn corpus(&self) -> &Corpus {
        &self.shared.corpus
    }

    /// The part shown.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The figure shown.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Place of the condition that is pointed at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The condition that is pointed at.
    pub fn condition(&self) -> Condition {
        let conditions = self.part.conditions();
        // Every part has conditions, and `at` is kept within them.
        conditions[self.at.min(conditions.len() - 1)]
    }

    /// How many seeds each condition has.
    pub fn seeds(&self) -> u64 {
        self.seeds
    }

    /// The outcomes there are of a condition, by seed.
    pub fn of_condition(&self, condition: Condition) -> Vec<&Outcome> {
        let wanted = |outcome: &&Outcome| outcome.condition == condition && (1..=self.seeds).contains(&outcome.seed);
        let mut found: Vec<&Outcome> = self.results.outcomes.iter().filter(wanted).collect();
        found.sort_by_key(|outcome| outcome.seed);
        found
    }

    /// The figure shown, of each of them.
    pub fn figures(&self, condition: Condition) -> Vec<(u64, f64)> {
        let of = |outcome: &Outcome| Some((outcome.seed, self.measure.of(outcome)?));
        self.of_condition(condition).into_iter().filter_map(of).collect()
    }

    /// The same over seeds.
    pub fn summary(&self, condition: Condition) -> Option<Summary> {
        Summary::of(self.figures(condition).into_iter().map(|(_, figure)| figure))
    }

    /// Trainings of the part: done, and all.
    pub fn progress(&self) -> (usize, usize) {
        let all = self.wanted();
        (all.len() - all.iter().filter(|wanted| !self.has(wanted)).count(), all.len())
    }

    fn wanted(&self) -> Vec<Assignment> {
        let seeds: Vec<u64> = (1..=self.seeds).collect();
        assignments(&[self.part], &seeds)
    }

    fn has(&self, wanted: &Assignment) -> bool {
        let same = |outcome: &Outcome| outcome.condition == wanted.condition && outcome.seed == wanted.seed;
        self.results.outcomes.iter().any(same)
    }

    /// Whether the exchange of the two directions is to be shown and is not known.
    fn lacks_exchange(&self) -> bool {
        self.part == Part::Order(Encoder::Bidirectional) && self.results.exchange.is_none()
    }

    /// Whether it goes on now.
    pub fn is_running(&self) -> bool {
        let (done, all) = self.progress();
        self.running && self.results.failed.is_none() && (done < all || self.lacks_exchange())
    }

    /// Takes over what there is; whether that was anything new.
    fn catch_up(&mut self) -> bool {
        let results = Arc::clone(&self.shared.results());
        let new = !Arc::ptr_eq(&results, &self.results);
        self.results = results;
        new
    }

    /// What is said of the part, from what has come of it: nothing before all of it is there.
    pub fn said(&self) -> Vec<Text> {
        let (done, all) = self.progress();
        let corpus = self.corpus();
        if done == 0 && !self.is_running() {
            let sentences = self.base().schedule.sentences(self.base().schedule.steps);
            return vec![say::would_do(self.part, all, self.seeds, sentences), say::language(corpus, true)];
        }
        if done < all {
            return vec![say::not_whole(done, all)];
        }
        let outcomes: Vec<&Outcome> =
            self.part.conditions().into_iter().flat_map(|condition| self.of_condition(condition)).collect();
        let mut said = say::part(self.part, &outcomes);
        if let Some(exchange) =
            self.results.exchange.filter(|_| matches!(self.part, Part::Order(Encoder::Bidirectional)))
        {
            said.extend(say::exchange(&exchange));
        }
        said.extend(say::costs(self.part, &outcomes));
        said.extend([say::ABOUT_LAGS.clone(), say::ABOUT_COST.clone(), say::language(corpus, true)]);
        said
    }
}
