//! The whole state of the explorer. Only `update` and the handling of keys change it.

use super::Differs;
use super::history::History;
use super::holding::Holding;
use super::layout::Scroll;
use super::learning::Learning;
use super::list::{List, Order};
use super::mode::Mode;
use super::panel::Panel;
use super::plane::{Pictures, Run};
use super::predict::Prediction;
use super::preferences::Preferences;
use super::readings::{Computed, Place, followed, shelf_of};
use super::reveal::Revealed;
use super::stagecraft::{Stagecraft, View};
use super::tour::Tour;
use super::translator::{Studying, Translating};
use super::{Compared, Focus, OpenedStep, RevealedBack, State};
use crate::engine::mistakes::Mistaken;
use crate::engine::{Comparison, Distribution, Givens, Stage, Trace, Vocab};
use crate::scenario::{Address, Names, Scenario, Scope};
use crate::words::{Text, explorer, width};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The explorer.
#[derive(Debug)]
pub struct Model {
    pub(super) state: State,
    pub(super) history: History<Remembered>,
    pub(super) trace: Trace,
    pub(super) baseline: Trace,
    pub(super) comparison: Comparison,
    pub(super) differs: Differs,
    pub(super) row: usize,
    pub(super) focus: Focus,
    /// Where it is seen on this screen.
    pub(super) cursor: Focus,
    pub(super) scroll: Scroll,
    pub(super) size: (u16, u16),
    pub(super) order: Order,
    pub(super) list: List,
    /// The probabilities the list was ordered by.
    pub(super) listed_by: Option<Arc<Distribution<Vocab>>>,
    /// Of slots, words and prefixes.
    pub(super) name_widths: (u16, u16, u16),
    pub(super) mode: Mode,
    pub(super) notice: Option<Notice>,
    /// A run of nudges, or of moves of a point; any other action ends it.
    pub(super) nudging: Option<Run>,
    /// Ctrl-C was pressed and nothing since.
    pub(super) leaving: bool,
    pub(super) document: Document,
    pub(super) preferences: Preferences,
    pub(super) view: View,
    /// In the view of all rows, slots and words run down, rows across.
    pub(super) transposed: bool,
    /// What the big-number view shows.
    pub(super) chosen: Vec<Address>,
    /// A mistake that is switched on, and what it makes of the givens.
    pub(super) mistaken: Option<Mistaken>,
    /// Two words chosen to be held against each other.
    pub(super) contrast: Option<(usize, usize)>,
    /// Another scorer beside the one in use.
    pub(super) compared: Option<Compared>,
    /// The view of keys and values as points.
    pub(super) pictures: Pictures,
    pub(super) revealed: Revealed,
    pub(super) revealed_back: RevealedBack,
    pub(super) panel: Option<Panel>,
    pub(super) panel_first: usize,
    pub(super) measurement: Option<super::measuring::Measurement>,
    pub(super) prediction: Option<Prediction>,
    pub(super) tour: Tour,
    pub(super) learning: Learning,
    pub(super) stage: Stagecraft,
    /// The translator and its decoder screen, once it has been opened.
    pub(super) translating: Option<Box<Translating>>,
    /// The study of many translators, once it has been opened.
    pub(super) studying: Option<Box<Studying>>,
    /// The step of it that the scenario was made of.
    pub(super) opened_step: Option<OpenedStep>,
    /// What follows in each reading of the file; what stands for the one shown is not looked at.
    pub(super) shelf: Vec<Computed>,
    /// Where one was in the readings that are not shown.
    pub(super) places: BTreeMap<usize, Place>,
    /// What must hold of the row shown, once it has been asked for.
    pub(super) holding: OnceCell<Holding>,
}

/// A state with the place the cursor had in it.
#[derive(Clone, Debug)]
pub(super) struct Remembered {
    pub(super) state: State,
    pub(super) row: usize,
    pub(super) focus: Focus,
    /// What was chosen for the large view: it points into this state.
    pub(super) chosen: Vec<Address>,
}

/// Where the scenario came from and what of it is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The file, when it is one.
    pub path: Option<PathBuf>,
    /// Its text as last read or written: what saving changes the least of.
    pub text: Arc<str>,
    /// The scenario as last read or written.
    pub saved: Scenario,
}

impl Document {
    /// A scenario as it was read.
    pub fn new(path: Option<PathBuf>, text: impl Into<Arc<str>>, saved: Scenario) -> Self {
        Self { path, text: text.into(), saved }
    }
}

/// What the dock says until the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: Text,
    /// How it is said.
    pub tone: Tone,
}

/// How a notice is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Something was refused or went wrong; nothing has changed.
    Refused,
}

impl Model {
    /// The explorer on a scenario's baseline, the cursor on q.
    pub fn new(document: Document, preferences: Preferences) -> Self {
        let trace = Trace::new(&document.saved.givens);
        let mut model = Self::traced(document, preferences, trace);
        model.announce();
        model
    }

    /// An explorer on a scenario that is no file's, for steps to be tried on.
    pub(super) fn of_scenario(scenario: Scenario, trace: Option<Trace>) -> Self {
        let trace = trace.unwrap_or_else(|| Trace::new(&scenario.givens));
        let mut model = Self::traced(Document::new(None, "", scenario), Preferences::default(), trace);
        model.learning.at_once = true;
        model
    }

    /// The explorer on a scenario, with what follows from its baseline.
    fn traced(document: Document, preferences: Preferences, trace: Trace) -> Self {
        let state = State::new(document.saved.clone());
        let comparison = Comparison::new((&state.givens, &trace), (&state.givens, &trace));
        let mut model = Self {
            history: History::default(),
            baseline: trace.clone(),
            trace,
            comparison,
            differs: Differs::default(),
            row: 0,
            focus: Focus::Query(0),
            cursor: Focus::Query(0),
            scroll: Scroll::default(),
            size: (80, 24),
            order: Order::default(),
            list: List::default(),
            listed_by: None,
            name_widths: (0, 0, 0),
            mode: Mode::Browsing,
            notice: None,
            nudging: None,
            leaving: false,
            document,
            preferences,
            view: View::default(),
            transposed: false,
            chosen: Vec::new(),
            mistaken: None,
            contrast: None,
            compared: None,
            pictures: Pictures::default(),
            revealed: Revealed::default(),
            revealed_back: RevealedBack::default(),
            panel: None,
            panel_first: 0,
            measurement: None,
            prediction: None,
            tour: Tour::default(),
            learning: Learning::default(),
            stage: Stagecraft::default(),
            translating: None,
            studying: None,
            opened_step: None,
            shelf: shelf_of(&state.scenario),
            places: BTreeMap::new(),
            holding: OnceCell::new(),
            state,
        };
        model.measure_names();
        model.show_row(0);
        model
    }

    /// The document and what is made of it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What is given, as on the screen.
    pub fn givens(&self) -> &Givens {
        &self.state.givens
    }

    /// Names of slots, words and rows.
    pub fn names(&self) -> &Names {
        &self.state.scenario.names
    }

    /// What follows from the givens.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// What follows from the baseline.
    pub fn baseline(&self) -> &Trace {
        &self.baseline
    }

    /// How each derived number stands to the baseline's.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// Which givens differ from the baseline.
    pub fn differs(&self) -> &Differs {
        &self.differs
    }

    /// The target row shown (0-based).
    pub fn row(&self) -> usize {
        self.row
    }

    /// What the cursor is on.
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// Where the cursor is seen: on what follows from the number it is on, when the screen leaves that out.
    pub fn cursor(&self) -> Focus {
        self.cursor
    }

    /// What keys mean now.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// What the dock has to say.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// How things are shown.
    pub fn preferences(&self) -> Preferences {
        self.preferences
    }

    /// Which screen is shown.
    pub fn view(&self) -> View {
        self.view
    }

    /// Whether slots and words run down in the view of all rows, rows across.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// What is switched on for a class.
    pub fn stagecraft(&self) -> &Stagecraft {
        &self.stage
    }

    /// By what the words are listed.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The words in the order they are listed.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The file and what of it is saved.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Whether the row shown has constants to its logits.
    pub fn has_bias(&self) -> bool {
        self.givens().bias.get(self.row).is_some_and(Option::is_some)
    }

    /// Whether something would be lost by leaving: the document differs from what was saved, or there are edits.
    pub fn is_unsaved(&self) -> bool {
        let edited = || (0..self.state.scenario.reading_count()).any(|reading| self.is_edited_in(reading));
        !self.state.scenario.same_file(&self.document.saved) || edited()
    }

    /// What addresses are read against.
    pub fn scope(&self) -> Scope<'_> {
        Scope { givens: &self.state.givens, names: &self.state.scenario.names, focused_row: Some(self.row) }
    }

    pub(super) fn say(&mut self, text: Text) {
        self.notice = Some(Notice { text, tone: Tone::Done });
    }

    pub(super) fn refuse(&mut self, text: Text) {
        self.notice = Some(Notice { text, tone: Tone::Refused });
    }

    /// Puts another state in place, computing what it changes, and remembers the present one for undo. `false`, and
    /// nothing remembered, when the state is the same: then it is said that nothing changed.
    pub(super) fn change(&mut self, next: State) -> bool {
        if next == self.state {
            self.say(explorer::nothing_changed());
            return false;
        }
        let before = self.put(next);
        self.history.record(before);
        // What is learnt after another change is an entry of its own.
        self.learning.recorded = false;
        true
    }

    /// Puts another state in place, computing what it changes; gives the one it replaces.
    pub(super) fn put(&mut self, next: State) -> Remembered {
        let (row, focus, chosen) = (self.row, self.focus, self.chosen.clone());
        let context = (self.view == View::Plane).then(|| self.context_shown()).flatten();
        self.exchange(next.scenario.shown());
        self.trace = followed(&self.trace, &next.givens);
        self.baseline = followed(&self.baseline, &next.scenario.givens);
        self.holding = OnceCell::new();
        let renamed = !Arc::ptr_eq(&self.state.scenario.names, &next.scenario.names);
        let before = Remembered { state: std::mem::replace(&mut self.state, next), row, focus, chosen };
        let current = (&self.state.givens, &self.trace);
        self.comparison = if before.state.scenario.givens == self.state.scenario.givens {
            self.comparison.with_current(current)
        } else {
            Comparison::new((&self.state.scenario.givens, &self.baseline), current)
        };
        if renamed {
            self.measure_names();
        }
        self.make_mistake(self.mistake());
        self.compare_anew();
        self.pass(&before.state, context);
        self.show_row(self.row);
        self.keep_in_view();
        self.follow_prediction();
        self.leave_run();
        before
    }

    /// Shows a row, or the last one: what depends on the row shown follows.
    pub(super) fn show_row(&mut self, row: usize) {
        let row = row.min(self.state.givens.rows() - 1);
        if row != self.row {
            self.holding = OnceCell::new();
            self.forget_passed();
        }
        self.row = row;
        self.differs = Differs::between(&self.state.scenario.givens, &self.state.givens, self.row);
        self.focus = self.focus.clamped(&self.state.givens, self.row);
        self.sort_list();
    }

    pub(super) fn measure_names(&mut self) {
        let widest = |names: &[String]| names.iter().map(|name| width::width(name)).max().unwrap_or(0);
        let cells = |names: &[String]| u16::try_from(widest(names)).unwrap_or(u16::MAX).min(200);
        let prefixes: Vec<String> = self.names().prefixes.iter().flatten().cloned().collect();
        self.name_widths = (cells(&self.names().slots), cells(&self.names().words), cells(&prefixes));
    }

    pub(super) fn sort_list(&mut self) {
        let words = self.givens().words();
        // An order would give hidden probabilities away.
        let shown = self.shows_stage(Stage::Probabilities);
        // Nor is a list told to be in the order of numbers that are not the ones on the screen.
        let wanted = shown && self.order == Order::Probability && self.mistaken.is_none();
        let row = wanted.then(|| self.trace.get(self.row)).flatten();
        let probabilities = row.and_then(|row| row.probabilities.ok());
        match (&probabilities, &self.listed_by) {
            // The same numbers, so the same order.
            (Some(now), Some(before)) if Arc::ptr_eq(now, before) => {}
            (Some(now), _) => self.list = List::by_probability(now),
            (None, _) => self.list = List::by_number(words),
        }
        self.listed_by = probabilities;
    }
}
