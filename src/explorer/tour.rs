//! Tours: the `[[step]]`s of a scenario, played in the explorer.
//!
//! The state of a step is the clean replay of the `do` lists from the baseline up to that step. Going to a step is one
//! change: what was edited in between is set aside, and undo brings it back.

use super::action::Action;
use super::command;
use super::learning::Learning;
use super::model::Notice;
use super::plane::Choice;
use super::readings::Place;
use super::{
    Compared, Focus, Model, Order, Panel, Prediction, Progress, Provenance, Revealed, RevealedBack, Scroll, State,
    Tone, Translating, View, update,
};
use crate::engine::mistakes::Mistake;
use crate::engine::{Cell, ScorerKind, Trace};
use crate::scenario::{Address, Scenario, Step, StepAction};
use crate::words::{Text, readings, teach as say, translator, translator_study};
use std::collections::BTreeMap;

/// Where a tour stands.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// The step; kept when the tour is left, to come back to.
    at: Option<usize>,
    /// Whether its text is in the dock.
    playing: bool,
    /// The first line of the text that is shown.
    first: usize,
    /// The steps replayed so far, from the first on, and the scenario they are of.
    replayed: Vec<Replayed>,
    of: Option<Scenario>,
}

/// What a step has set up, and the actions that could not be carried out.
#[derive(Clone, Debug)]
struct Replayed {
    scene: Scene,
    faults: Vec<Fault>,
}

/// What a step says about the screen.
#[derive(Clone, Debug)]
struct Scene {
    state: State,
    row: usize,
    focus: Focus,
    order: Order,
    revealed: Revealed,
    revealed_back: RevealedBack,
    panel: Option<Panel>,
    panel_first: usize,
    view: View,
    chosen: Vec<Address>,
    transposed: bool,
    pictures: Choice,
    mistake: Option<Mistake>,
    compared: Option<ScorerKind>,
    prediction: Option<Prediction>,
    places: BTreeMap<usize, Place>,
    learning: Learning,
    translating: Option<Box<Translating>>,
}

/// An action of a step that cannot be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The action, with its place in the file.
    pub action: StepAction,
    /// What is wrong with it, its text included.
    pub text: Text,
}

/// The screen on which steps are replayed.
const PLAYED_AT: (u16, u16) = (80, 24);

/// Actions that are a person's own and mean nothing in a tour.
const NOT_IN_A_TOUR: [&str; 25] = [
    "edit", "undo", "redo", "pin", "keep", "rename", "add", "remove", "open", "save", "lang", "theme", "ascii",
    "palette", "help", "redraw", "suspend", "quit", "step", "tour", "copy", "keys", "blank", "lock", "mouse",
];

/// Everything that is wrong with the actions of a scenario's steps.
pub fn faults(scenario: &Scenario) -> Vec<Fault> {
    faults_of(scenario, None)
}

/// The same, with what follows from the first reading's baseline where that is known.
fn faults_of(scenario: &Scenario, trace: Option<Trace>) -> Vec<Fault> {
    if scenario.steps.is_empty() {
        return Vec::new();
    }
    let mut model = Model::of_scenario(scenario.showing(0), trace);
    let steps = scenario.steps.iter();
    steps.flat_map(|step| model.act(step)).collect()
}

impl Tour {
    /// The step the tour stands at, whether or not it is being played.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// The first line shown of a step's text.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Whether it is being played.
    pub fn is_playing(&self) -> bool {
        self.playing
    }
}

impl Model {
    /// The tour.
    pub fn tour(&self) -> &Tour {
        &self.tour
    }

    /// What the step the tour stands at has set up, when it is one of this document.
    fn scene_now(&self) -> Option<&Scene> {
        let of_this = self.tour.of.as_ref().is_some_and(|of| of.same_file(&self.state.scenario));
        let at = self.tour.at.filter(|_| of_this)?;
        self.tour.replayed.get(at).map(|replayed| &replayed.scene)
    }

    /// Whether the person has changed something: what a step of the tour has set is the tour's.
    pub fn is_edited(&self) -> bool {
        self.is_edited_in(self.state.scenario.shown())
    }

    /// What the step the tour stands at has set, when it is one of this document.
    pub(super) fn toured(&self) -> Option<&State> {
        self.scene_now().map(|scene| &scene.state)
    }

    /// How a given number came to be what it is.
    pub fn provenance(&self, cell: Cell) -> Provenance {
        let shown = self.state.scenario.shown();
        let bits = |state: &State| state.desk(shown).givens.get(cell).map(f64::to_bits);
        let toured = || self.toured().is_some_and(|toured| bits(toured) == bits(&self.state));
        match self.state.provenance(cell) {
            Provenance::Edit if toured() => Provenance::Tour,
            provenance => provenance,
        }
    }

    /// The step whose text is in the dock, with its place.
    pub fn tour_step(&self) -> Option<(usize, &Step)> {
        let at = self.tour.at.filter(|_| self.tour.playing)?;
        Some((at, self.state.scenario.steps.get(at)?))
    }

    /// Says that there are readings and a tour, or what is wrong with its actions.
    pub(super) fn announce(&mut self) {
        let scenario = &self.state.scenario;
        let count = scenario.reading_count();
        let several = (count > 1).then(|| readings::there_are(count));
        match faults_of(scenario, Some(self.baseline_in(0).clone())).first() {
            Some(fault) => {
                let told = say::fault_in_tour(fault.action.line, &fault.text);
                self.refuse(told);
            }
            None => {
                let tour = (!scenario.steps.is_empty()).then(|| say::there_is_a_tour(scenario.steps.len()));
                match (several, tour) {
                    (Some(several), Some(tour)) => self.say(readings::and(&several, &tour)),
                    (Some(told), None) | (None, Some(told)) => self.say(told),
                    (None, None) => {}
                }
            }
        }
    }

    /// Goes to the next or the previous step; comes back to the tour where it was left. In a scenario without a tour it
    /// turns a page.
    pub(super) fn next_step(&mut self, back: bool) {
        let count = self.state.scenario.steps.len();
        if count == 0 {
            if self.panel.is_some() {
                self.scroll_panel(!back);
            } else {
                self.set_focus(self.paged(!back));
            }
            return;
        }
        // A text longer than its place is read to its end first, whatever stands below it.
        if !back && self.tour.playing && self.scroll_tour(true) {
            return;
        }
        match self.tour.at.map(|at| at.min(count - 1)) {
            None => self.go_to_step(0),
            Some(at) if !self.tour.playing => self.go_to_step(at),
            Some(0) if back => self.say(say::first_step()),
            Some(at) if back => self.go_to_step(at - 1),
            Some(at) if at + 1 == count => self.say(say::last_step()),
            Some(at) => self.go_to_step(at + 1),
        }
    }

    /// Scrolls a step's text, as far as it goes; says whether that was any way at all.
    pub(super) fn scroll_tour(&mut self, down: bool) -> bool {
        let ((count, shown), _) = self.lines_shown();
        let (last, page) = (count.saturating_sub(shown), shown.saturating_sub(1).max(1));
        let before = self.tour.first.min(last);
        self.tour.first = if down { before.saturating_add(page).min(last) } else { before.saturating_sub(page) };
        self.tour.first != before
    }

    /// Goes to a step: its state, its place, its text.
    pub(super) fn go_to_step(&mut self, at: usize) {
        let Some(step) = self.state.scenario.steps.get(at) else { return self.refuse(say::no_tour()) };
        let id = step.id.clone();
        self.replay(at);
        let Some(Replayed { mut scene, faults }) = self.tour.replayed.get(at).cloned() else { return };
        let was_at = self.tour.at.filter(|_| self.tour.playing);
        let left = was_at.and_then(|was| self.tour.replayed.get(was));
        let readings = 0..self.state.scenario.reading_count();
        let edited = readings.into_iter().any(|reading| {
            let desk = self.state.desk(reading);
            desk.is_edited() && left.is_none_or(|left| left.scene.state.desk(reading).givens != desk.givens)
        });
        self.tour.at = Some(at);
        self.tour.playing = true;
        self.tour.first = 0;
        // A step may be the very change that was predicted.
        let waiting = self.prediction.as_ref().is_some_and(|prediction| prediction.progress == Progress::Waiting);
        let predicted = if waiting { self.prediction.take() } else { None };
        let predicted = scene.prediction.clone().or(predicted);
        self.prediction = predicted;
        scene.prediction = None;
        if scene.state.same_work(&self.state) {
            self.show_reading(scene.state.scenario.shown());
        } else {
            self.change(scene.state.clone());
        }
        self.set_up(scene);
        if let Some(fault) = faults.first() {
            self.refuse(say::step_does_not_fit(&id, &fault.text));
        } else if edited {
            self.say(say::edits_before_step_set_aside());
        }
    }

    /// Returns to what the step has set up.
    pub(super) fn reset_step(&mut self) {
        match self.tour.at {
            Some(at) if at < self.state.scenario.steps.len() => self.go_to_step(at),
            _ => self.refuse(say::no_step_to_reset()),
        }
    }

    /// Comes back to the tour where it was left, or begins it.
    pub(super) fn come_back(&mut self) {
        if self.tour.playing {
            return self.say(say::tour_goes_on());
        }
        self.go_to_step(self.tour.at.unwrap_or(0));
    }

    /// Takes the tour's text away; everything stays as it is.
    pub(super) fn leave_tour(&mut self) {
        self.tour.playing = false;
        self.panel_first = 0;
        self.say(say::tour_left());
    }

    /// Replays up to a step, on from what has been replayed of the same document.
    fn replay(&mut self, to: usize) {
        // A tour begins with the first reading, whichever is shown.
        let scenario = self.state.scenario.showing(0);
        if self.tour.of.as_ref() != Some(&scenario) {
            self.tour.of = Some(scenario.clone());
            self.tour.replayed.clear();
        }
        if self.tour.replayed.len() > to {
            return;
        }
        let mut player = self.player(scenario.clone());
        if let Some(last) = self.tour.replayed.last() {
            player.enter(last.scene.clone());
        }
        for step in scenario.steps.iter().take(to + 1).skip(self.tour.replayed.len()) {
            let faults = player.act(step);
            self.tour.replayed.push(Replayed { scene: player.scene(), faults });
        }
    }

    /// An explorer on the same baseline, on which steps are replayed; what follows from the baseline is shared.
    fn player(&self, scenario: Scenario) -> Model {
        let mut player = Model::of_scenario(scenario, Some(self.baseline_in(0).clone()));
        // What a step sets up must not depend on the screen it is first shown on.
        player.size = PLAYED_AT;
        player.preferences = self.preferences;
        player
    }

    fn scene(&self) -> Scene {
        Scene {
            state: self.state.clone(),
            row: self.row,
            focus: self.focus,
            order: self.order,
            revealed: self.revealed,
            revealed_back: self.revealed_back,
            panel: self.panel.clone(),
            panel_first: self.panel_first,
            view: self.view,
            chosen: self.chosen.clone(),
            transposed: self.transposed,
            pictures: self.pictures.choice.clone(),
            mistake: self.mistake(),
            compared: self.compared.as_ref().map(|compared| compared.kind),
            prediction: self.prediction.clone(),
            places: self.places.clone(),
            learning: self.learning.clone(),
            translating: self.translating.clone(),
        }
    }

    fn enter(&mut self, scene: Scene) {
        self.put(scene.state.clone());
        self.prediction = scene.prediction.clone();
        self.set_up(scene);
    }

    /// What a step says about the screen, but for the state and what is to be predicted.
    fn set_up(&mut self, scene: Scene) {
        self.order = scene.order;
        self.revealed = scene.revealed;
        self.revealed_back = scene.revealed_back;
        self.places = scene.places;
        // What is learnt on from here is the person's: an entry of undo by itself.
        self.learning = scene.learning.set_up(self.learning.at_once);
        // How far lists are scrolled follows from where the cursor is put, not from where it was.
        self.scroll = Scroll::default();
        self.show_row(scene.row);
        self.set_focus(scene.focus);
        self.view = scene.view;
        // A step that says nothing of the translator leaves the person's as it is: it is not seen.
        if let Some(translating) = scene.translating {
            self.translating = Some(translating);
            self.resume_training();
        }
        self.transposed = scene.transposed;
        self.pictures.choice = scene.pictures;
        self.make_mistake(scene.mistake);
        self.compared = scene.compared.and_then(|kind| Compared::of(&self.state.givens, kind, None).ok());
        self.chosen = scene.chosen;
        self.open_panel(scene.panel);
        self.panel_first = scene.panel_first;
    }

    /// Carries a step's actions out, whatever is wrong with some of them.
    fn act(&mut self, step: &Step) -> Vec<Fault> {
        // What was to be predicted in the step before is over.
        self.prediction = None;
        let mut faults = Vec::new();
        for action in &step.actions {
            if let Err(problem) = self.act_once(&action.text) {
                faults.push(Fault { action: action.clone(), text: say::wrong_action(&action.text, &problem) });
            }
        }
        faults
    }

    fn act_once(&mut self, text: &str) -> Result<(), Text> {
        let action = Action::read(text, self)?;
        // The name as the reader of commands has it: it may be in quotes.
        let id = command::split(text)?.into_iter().next().map(|token| token.text).unwrap_or_default();
        if NOT_IN_A_TOUR.contains(&id.as_str()) || action == Action::ResetStep {
            return Err(say::not_in_a_tour());
        }
        if action == Action::Decode(super::Decode::Open) {
            return Err(say::not_in_a_tour());
        }
        if let Action::Train(what) = &action
            && !what.leads_to_one_place()
        {
            return Err(translator::not_the_same_every_time());
        }
        if let Action::Study(what) = &action
            && !what.leads_to_one_place()
        {
            return Err(translator_study::not_in_a_tour());
        }
        // No effect is left to ask for: those actions are refused above.
        update(self, action);
        match self.notice.take() {
            Some(Notice { text, tone: Tone::Refused }) => Err(text),
            _ => Ok(()),
        }
    }
}
