//! What can be done about training: start it, stop it, look at any time of it, plan another.

use super::{Trainer, TrainingWork};
use crate::explorer::translator::{Origin, Translating};
use crate::explorer::{Action, Direction, Jump, Mode, Model, View};
use crate::translator::{Encoder, FirstState, Interface, Plan, SourceOrder, Timing};
use crate::words::translator as say;
use std::sync::Arc;

/// What a person does about training.
#[derive(Clone, Debug, PartialEq)]
pub enum Train {
    /// Shows the screen.
    Show,
    /// Goes on to the end; stops it when it goes on.
    Run,
    /// On to so many sentences.
    To(usize),
    /// One step.
    Step,
    /// Stops it where it is.
    Stop,
    /// Looks at a time of it.
    At(Place),
    /// Another plan: its training begins anew.
    Plan(Change),
}

/// A time of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the first step.
    First,
    /// The newest there is.
    Last,
    /// The next that is kept, or the one before.
    Next {
        /// Backwards.
        back: bool,
    },
    /// After so many sentences; what has not been trained yet is trained.
    Sentences(usize),
}

/// What is planned otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The seed.
    Seed(u64),
    /// Sentences altogether.
    Sentences(usize),
    /// Directions of the encoder.
    Encoder(Encoder),
    /// The order of the source.
    Order(SourceOrder),
    /// Whether each step reads, or has the summary.
    Reads(bool),
    /// What comes first in a step.
    Timing(Timing),
    /// Whether the query has a constant.
    QueryBias(bool),
    /// Where the first state comes from.
    FirstState(FirstState),
}

impl Train {
    /// Whether it leads to the same place whatever has been trained before: a tour has only such.
    pub(in crate::explorer) fn leads_to_one_place(&self) -> bool {
        match self {
            Train::Show | Train::To(_) | Train::Plan(_) => true,
            Train::At(place) => matches!(place, Place::First | Place::Sentences(_)),
            Train::Run | Train::Step | Train::Stop => false,
        }
    }
}

impl Change {
    /// The plan with it.
    fn of(self, plan: &Plan) -> Plan {
        let mut plan = *plan;
        let (timing, bias) = match plan.design.interface {
            Interface::Dynamic { timing, query_bias } => (timing, query_bias),
            Interface::Fixed => (Timing::default(), false),
        };
        let design = &mut plan.design;
        match self {
            Change::Seed(seed) => plan.seed = seed,
            Change::Sentences(sentences) => {
                plan.schedule.steps = sentences.div_ceil(plan.schedule.batch.max(1)).max(1);
            }
            Change::Encoder(encoder) => design.encoder = encoder,
            Change::Order(order) => design.order = order,
            Change::Reads(true) => design.interface = Interface::Dynamic { timing, query_bias: bias },
            Change::Reads(false) => design.interface = Interface::Fixed,
            // What reading does can be said only of what reads.
            Change::Timing(timing) => design.interface = Interface::Dynamic { timing, query_bias: bias },
            Change::QueryBias(query_bias) => design.interface = Interface::Dynamic { timing, query_bias },
            Change::FirstState(first_state) => design.first_state = first_state,
        }
        plan
    }
}

impl Model {
    /// What an action does to the training, or on its screen; `None` where it does what it does elsewhere.
    pub(in crate::explorer) fn take_in_training(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Train(what) => self.train(what),
            Action::View(View::Training) => {
                self.mode = Mode::Browsing;
                self.train(&Train::Show);
            }
            _ if self.view != View::Training => return None,
            Action::Move(Direction::Left) => self.train(&Train::At(Place::Next { back: true })),
            Action::Move(Direction::Right) => self.train(&Train::At(Place::Next { back: false })),
            Action::Move(Direction::Up) => self.watch(true),
            Action::Move(Direction::Down) => self.watch(false),
            Action::Jump(Jump::Start | Jump::First) => self.train(&Train::At(Place::First)),
            Action::Jump(Jump::End | Jump::Last) => self.train(&Train::At(Place::Last)),
            Action::Page { down } => self.leaf(*down),
            Action::Edit | Action::Explain(None) => {
                self.view = View::Decoder;
            }
            Action::Nudge(None, _) | Action::Push(_) | Action::Measure(None) | Action::Undo | Action::Redo => {
                self.refuse(say::not_here());
            }
            Action::Explain(Some(_)) | Action::Unfold(_) | Action::Predict(_) => {
                self.view = View::Flow;
                return None;
            }
            _ => return None,
        }
        self.keep_in_view();
        Some(())
    }

    /// The step of the sentence that is pointed at.
    fn watch(&mut self, back: bool) {
        let of = self.translating_or_lesson();
        let to = if back { of.step().checked_sub(1) } else { Some(of.step() + 1).filter(|step| *step < of.steps()) };
        if let Some(step) = to {
            of.show_step(step);
        }
    }

    /// A tenth of what there is, on or back.
    fn leaf(&mut self, on: bool) {
        let trainer = &self.translating_or_lesson().trainer;
        let (here, far) = (trainer.shown().steps, (trainer.all() / 10).max(1));
        let to = if on { here.saturating_add(far).min(trainer.steps()) } else { here.saturating_sub(far) };
        self.show_trained(Some(to));
    }

    fn train(&mut self, what: &Train) {
        if !matches!(what, Train::Show | Train::Stop) && self.translating_or_lesson().corpus.train.is_empty() {
            return self.refuse(say::no_pairs());
        }
        let trainer = &mut self.translating_or_lesson().trainer;
        trainer.catch_up();
        let (all, batch) = (trainer.all(), trainer.plan().schedule.batch.max(1));
        match what {
            Train::Show => self.view = View::Training,
            Train::Run if trainer.is_running() => self.stop_training(),
            Train::Stop => self.stop_training(),
            Train::Run => self.train_on(all),
            Train::To(sentences) => {
                let most = trainer.sentences(all);
                if *sentences > most {
                    return self.refuse(say::beyond_the_plan(*sentences, most));
                }
                self.train_on(self.place_of_tour(sentences.div_ceil(batch)));
            }
            Train::Step => self.train_one(),
            Train::At(place) => self.look_at(*place),
            Train::Plan(change) => self.plan_training(*change),
        }
    }

    /// A place that a step of a tour shows the same every time, which is the next that is kept; elsewhere the place itself.
    fn place_of_tour(&self, steps: usize) -> usize {
        let trainer = self.translating().filter(|_| self.learning.at_once).map(Translating::trainer);
        trainer.map_or(steps, |trainer| trainer.kept_from(steps))
    }

    /// On to so many steps, showing the newest.
    fn train_on(&mut self, goal: usize) {
        self.show_training_screen();
        let trainer = &mut self.translating_or_lesson().trainer;
        if let Some(reason) = trainer.progress().stopped {
            return self.refuse(say::training_cannot_go_on(reason));
        }
        if trainer.steps() >= goal {
            let (done, all) = (trainer.sentences(trainer.steps()), trainer.steps() >= trainer.all());
            // Where it was stopped before the whole test was measured, that is left to do.
            if all && trainer.progress().whole.is_none() {
                trainer.start(goal);
            }
            self.say(say::trained_already(done, all));
            return self.show_trained(Some(goal));
        }
        trainer.start(goal);
        self.show_trained(None);
    }

    fn train_one(&mut self) {
        self.show_training_screen();
        let trainer = &mut self.translating_or_lesson().trainer;
        if trainer.is_running() {
            return self.refuse(say::training_goes_on());
        }
        match trainer.shared.step(|| true) {
            Some(_) => {
                // Shown at once, whether it is kept or not.
                trainer.shared.tell();
                trainer.catch_up();
                let (steps, done) = (trainer.steps(), trainer.steps() >= trainer.all());
                if done {
                    trainer.start(steps);
                }
                let loss = trainer.progress().losses.last().copied().unwrap_or_default();
                self.show_trained(None);
                self.say(say::one_step_trained(steps, loss));
            }
            None => {
                let (done, reason) = (trainer.sentences(trainer.steps()), trainer.progress().stopped);
                match reason {
                    Some(reason) => self.refuse(say::training_cannot_go_on(reason)),
                    None => self.say(say::trained_already(done, true)),
                }
            }
        }
    }

    fn look_at(&mut self, place: Place) {
        let trainer = &mut self.translating_or_lesson().trainer;
        let here = trainer.shown().steps;
        let kept = &trainer.progress().kept;
        let batch = trainer.plan().schedule.batch.max(1);
        let to = match place {
            Place::First => Some(0),
            Place::Last => None,
            Place::Next { back: true } => {
                Some(kept.iter().rev().map(|kept| kept.steps).find(|at| *at < here).unwrap_or(0))
            }
            Place::Next { back: false } => match kept.iter().map(|kept| kept.steps).find(|at| *at > here) {
                Some(at) if at < trainer.steps() => Some(at),
                _ => None,
            },
            Place::Sentences(sentences) => {
                let most = trainer.sentences(trainer.all());
                if sentences > most {
                    return self.refuse(say::beyond_the_plan(sentences, most));
                }
                let steps = self.place_of_tour(sentences.div_ceil(batch));
                let trainer = &mut self.translating_or_lesson().trainer;
                if steps > trainer.steps() {
                    let goal = if trainer.is_running() { trainer.goal.max(steps) } else { steps };
                    if goal != trainer.goal || !trainer.is_running() {
                        trainer.start(goal);
                    }
                }
                Some(steps)
            }
        };
        self.show_trained(to);
    }

    /// Shows the translator as it was after so many steps, or the newest.
    fn show_trained(&mut self, steps: Option<usize>) {
        let trainer = &mut self.translating_or_lesson().trainer;
        trainer.shown = steps;
        let shown = Arc::clone(trainer.shown());
        let origin = origin_of(trainer.plan(), trainer.sentences(shown.steps));
        self.show_parameters(Arc::clone(&shown.parameters), origin);
    }

    fn plan_training(&mut self, change: Change) {
        self.show_training_screen();
        let of = self.translating_or_lesson();
        let plan = change.of(of.trainer.plan());
        match Trainer::new(plan, &of.corpus) {
            Ok(trainer) => {
                let known = trainer.steps();
                of.trainer = trainer;
                self.show_trained(Some(0));
                self.say(say::planned(plan.seed, plan.schedule.sentences(plan.schedule.steps), known > 0));
            }
            Err(reason) => self.refuse(say::cannot_build(reason)),
        }
    }

    /// Training is seen on its own screen, or where its translator is.
    fn show_training_screen(&mut self) {
        if !matches!(self.view, View::Training | View::Decoder) {
            self.view = View::Training;
        }
    }

    /// Whether a training goes on beside the screen.
    pub fn is_training(&self) -> bool {
        self.translating().is_some_and(|of| of.trainer.is_running())
    }

    /// Stops the training where it is.
    pub(in crate::explorer) fn stop_training(&mut self) {
        let Some(of) = &mut self.translating else { return };
        let trainer = &mut of.trainer;
        if !trainer.running {
            return self.say(say::nothing_trains());
        }
        trainer.stop();
        let sentences = trainer.sentences(trainer.steps());
        // What was waited for is no longer.
        let shown = trainer.shown.filter(|steps| *steps <= trainer.steps());
        self.show_trained(shown);
        self.say(say::training_stopped(sentences));
    }

    /// Goes on with what a step of a tour has set up, from where the training is by now.
    pub(in crate::explorer) fn resume_training(&mut self) {
        let Some(of) = &mut self.translating else { return };
        let trainer = &mut of.trainer;
        trainer.catch_up();
        // It may have been stopped since it was set up.
        trainer.stopped = Arc::default();
        // What the step trained up to is what it shows, however far the training has come since.
        if trainer.shown.is_none() && trainer.goal <= trainer.steps() {
            trainer.shown = Some(trainer.goal);
        }
        let of_training = matches!(of.origin, Origin::Untrained { .. } | Origin::Trained { .. });
        if of_training {
            self.show_trained(self.translating().and_then(|of| of.trainer.shown));
        }
    }

    /// What the thread beside the screen is to do.
    pub(in crate::explorer) fn training_work(&self) -> Option<TrainingWork> {
        self.translating().and_then(|of| TrainingWork::of(&of.trainer))
    }

    /// Takes over what has been trained beside the screen; whether there was anything.
    pub(in crate::explorer) fn catch_up_training(&mut self) -> bool {
        let Some(of) = &mut self.translating else { return false };
        let before = of.trainer.shown().steps;
        let was_running = of.trainer.is_running();
        if !of.trainer.catch_up() {
            return false;
        }
        let trainer = &mut of.trainer;
        if trainer.progress.whole.is_some() {
            trainer.running = false;
        }
        let (shown, ended) = (trainer.shown().steps, was_running && !trainer.is_running());
        let (sentences, reason) = (trainer.sentences(trainer.steps()), trainer.progress.stopped);
        // Another translator than its own stays: a file's, say.
        if shown != before {
            self.show_trained(self.translating().and_then(|of| of.trainer.shown));
        }
        match reason {
            Some(reason) if ended => self.refuse(say::training_cannot_go_on(reason)),
            // Elsewhere the arrows mean something else, and a tour tells what there is to see.
            None if ended && self.view == View::Training && !self.tour.is_playing() => {
                self.say(say::trained_so_far(sentences));
            }
            _ => {}
        }
        true
    }
}

/// Where the parameters of a plan come from after so many sentences.
fn origin_of(plan: &Plan, sentences: usize) -> Origin {
    match sentences {
        0 => Origin::Untrained { seed: plan.seed },
        sentences => Origin::Trained { seed: plan.seed, sentences: u64::try_from(sentences).unwrap_or(u64::MAX) },
    }
}
