//! Training on the screen: a thread trains, the screen shows what is kept of it, forwards and backwards.
//!
//! What is shown follows from a plan and a place in it, so that a tour may name a place that has not been trained yet: the
//! thread goes on until it is there.

mod doing;
mod layout;
mod said;
mod work;

pub use doing::{Change, Place, Train};
pub use layout::TrainingScreen;
pub(in crate::explorer) use work::TrainingWork;

use crate::translator::corpus::Corpus;
use crate::translator::{Alone, CannotBuild, Forced, Kept, NoStep, Plan, Run, Unreadable};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a training has led to so far. Whole and never changed: the next one takes its place.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The translator every few steps, from the start on.
    pub kept: Vec<Arc<Kept>>,
    /// The translator as it was looked at last, kept or not.
    pub newest: Arc<Kept>,
    /// The loss of each step, before it, in nats a word of its own sentences.
    pub losses: Arc<Vec<f64>>,
    /// Steps taken.
    pub steps: usize,
    /// Steps between what is kept.
    pub every: usize,
    /// Why it cannot go on, when it cannot.
    pub stopped: Option<NoStep>,
    /// The whole test, once all steps are taken, or why it has no numbers.
    pub whole: Option<Result<Arc<(Forced, Alone)>, Unreadable>>,
}

impl Progress {
    fn of(run: &Run) -> Self {
        Self {
            kept: run.kept().to_vec(),
            newest: Arc::clone(run.newest()),
            losses: Arc::new(run.losses().to_vec()),
            steps: run.training().steps(),
            every: run.every(),
            stopped: run.stopped(),
            whole: None,
        }
    }

    /// What is kept of a step, or of the last one before it that is kept; the newest of what has not been trained yet.
    pub fn at(&self, steps: usize) -> &Arc<Kept> {
        if steps >= self.steps {
            return &self.newest;
        }
        let after = self.kept.partition_point(|kept| kept.steps <= steps);
        // The start is always kept.
        &self.kept[after.saturating_sub(1)]
    }
}

/// A training with its corpus, shared by the screen, the thread and every step of a tour that names the same plan.
#[derive(Debug)]
struct Shared {
    plan: Plan,
    corpus: Arc<Corpus>,
    run: Mutex<Run>,
    progress: Mutex<Arc<Progress>>,
}

/// The trainings there are: the same plan on the same corpus is the same numbers, and need not be done twice.
static TRAININGS: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

/// Whole values are put in and taken out, and a step is taken or not: a panic leaves nothing behind by half.
fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn of(plan: Plan, corpus: &Arc<Corpus>) -> Result<Arc<Self>, CannotBuild> {
        let mut known = lock(&TRAININGS);
        known.retain(|shared| shared.strong_count() > 0);
        let same = |shared: &Arc<Shared>| shared.plan == plan && Arc::ptr_eq(&shared.corpus, corpus);
        if let Some(shared) = known.iter().filter_map(Weak::upgrade).find(same) {
            return Ok(shared);
        }
        let run = Run::new(plan, corpus)?;
        let progress = Mutex::new(Arc::new(Progress::of(&run)));
        let shared = Arc::new(Self { plan, corpus: Arc::clone(corpus), run: Mutex::new(run), progress });
        known.push(Arc::downgrade(&shared));
        Ok(shared)
    }

    /// One step more, if it may still be taken; says whether there is something new to be seen. `None` when there is no
    /// further one.
    fn step(&self, may: impl FnOnce() -> bool) -> Option<bool> {
        let mut run = lock(&self.run);
        if !may() {
            return None;
        }
        let seen = run.step(&self.corpus);
        if seen != Some(false) {
            self.publish(&run);
        }
        seen
    }

    /// Tells of the very step it is at.
    fn tell(&self) {
        let mut run = lock(&self.run);
        run.look(&self.corpus);
        self.publish(&run);
    }

    /// Puts what there is where the screen finds it.
    fn publish(&self, run: &Run) {
        let known = lock(&self.progress).whole.clone();
        *lock(&self.progress) = Arc::new(Progress { whole: known, ..Progress::of(run) });
    }

    /// Measures the whole test, once all steps are taken.
    fn measure(&self) {
        let parameters = {
            let run = lock(&self.run);
            if !run.training().is_done() || lock(&self.progress).whole.is_some() {
                return;
            }
            run.training().parameters().clone()
        };
        let found = Forced::of(&parameters, &self.corpus.test)
            .and_then(|forced| Ok(Arc::new((forced, Alone::of(&parameters, &self.corpus.test)?))));
        let mut progress = lock(&self.progress);
        *progress = Arc::new(Progress { whole: Some(found), ..progress.as_ref().clone() });
    }
}

/// The training of the screen.
#[derive(Clone, Debug)]
pub struct Trainer {
    shared: Arc<Shared>,
    /// As it is on the screen.
    progress: Arc<Progress>,
    /// Steps up to which it goes on.
    goal: usize,
    /// Whether it is to go on at all.
    running: bool,
    /// Set when it is stopped: no step is taken after that, whatever the thread has been told. Each start has its own.
    stopped: Arc<AtomicBool>,
    /// Steps after which the translator is shown; `None`: the newest.
    shown: Option<usize>,
}

impl Trainer {
    /// Before the first step of a plan, or as far as the same plan has come already.
    ///
    /// # Errors
    /// When there is no translator of its sizes.
    pub(super) fn new(plan: Plan, corpus: &Arc<Corpus>) -> Result<Self, CannotBuild> {
        let shared = Shared::of(plan, corpus)?;
        let progress = Arc::clone(&lock(&shared.progress));
        Ok(Self { shared, progress, goal: 0, running: false, stopped: Arc::default(), shown: Some(0) })
    }

    /// What it follows.
    pub fn plan(&self) -> &Plan {
        &self.shared.plan
    }

    /// What there is of it.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Steps taken.
    pub fn steps(&self) -> usize {
        self.progress.steps
    }

    /// Sentences presented in so many steps.
    pub fn sentences(&self, steps: usize) -> usize {
        self.plan().schedule.sentences(steps)
    }

    /// All steps of the plan.
    pub fn all(&self) -> usize {
        self.plan().schedule.steps
    }

    /// The first step from this one on that is kept: it looks the same however far the training has come since.
    pub(super) fn kept_from(&self, steps: usize) -> usize {
        steps.next_multiple_of(self.progress.every.max(1)).min(self.all())
    }

    /// Whether it goes on now.
    pub fn is_running(&self) -> bool {
        self.running && self.steps() < self.goal && self.progress.stopped.is_none()
    }

    /// Whether there is something left to do for the thread: steps, or the whole test at their end.
    pub(super) fn has_work(&self) -> bool {
        let done = self.steps() >= self.all();
        self.is_running() || done && self.progress.whole.is_none() && self.running
    }

    /// Goes on to so many steps.
    fn start(&mut self, goal: usize) {
        (self.goal, self.running, self.stopped) = (goal, true, Arc::default());
    }

    /// Takes no further step; what there is by then is known.
    fn stop(&mut self) {
        self.running = false;
        self.stopped.store(true, Ordering::Relaxed);
        self.shared.tell();
        self.catch_up();
    }

    /// What is shown of it.
    pub fn shown(&self) -> &Arc<Kept> {
        self.shown.map_or(&self.progress.newest, |steps| self.progress.at(steps))
    }

    /// Whether the newest is shown, whatever it is.
    pub fn follows(&self) -> bool {
        self.shown.is_none()
    }

    /// The place that is waited for, in steps, when it has not been trained yet.
    pub fn awaited(&self) -> Option<usize> {
        self.shown.filter(|steps| *steps > self.steps())
    }

    /// Takes over what there is; whether that was anything new.
    pub(super) fn catch_up(&mut self) -> bool {
        let progress = Arc::clone(&lock(&self.shared.progress));
        let new = !Arc::ptr_eq(&progress, &self.progress);
        self.progress = progress;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::{Document, Model, Preferences, Tone};
    use crate::scenario::{builtin, read};
    use crate::translator::Initialisation;

    #[test]
    fn a_training_that_leaves_f64_says_so_and_stays_as_it_is() {
        let text = builtin::find("r72").expect("built in").text;
        let scenario = read(text, "r72").expect("a valid file");
        let mut model = Model::new(Document::new(None, text, scenario), Preferences::default());
        model.run("train");
        let of = model.translating.as_mut().expect("opened");
        let initialisation = Initialisation::Uniform(1e308);
        let plan = Plan { width: 4, embedding: 4, initialisation, ..Plan::default() };
        of.trainer = Trainer::new(plan, &of.corpus).expect("a translator");
        model.run("train at first");
        model.run("train run");
        model.work().expect("a training").run(&AtomicBool::new(false), || {});
        model.catch_up();
        let trainer = model.translating().expect("opened").trainer();
        assert!(!trainer.is_running() && trainer.steps() == 0 && trainer.progress().stopped.is_some());
        let said = |model: &Model| model.notice().map(|notice| (notice.tone, notice.text.en.to_string()));
        let refused = said(&model).expect("something is said");
        assert!(refused.0 == Tone::Refused && refused.1.contains("f64"), "{refused:?}");
        for command in ["train run", "train step", "train to 40"] {
            model.run(command);
            assert_eq!(said(&model), Some(refused.clone()), "{command}");
        }
        assert!(model.work().is_none());
    }
}
