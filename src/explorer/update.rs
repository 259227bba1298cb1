//! Carrying an action out: the only thing that changes the model's numbers.

use super::action::Action;
use super::mode::{Edited, Editing, Mode, Palette, Question};
use super::{Direction, Document, Focus, Model, Panel, Push, Revealed, RevealedBack, State, View};
use crate::engine::{Cell, Change, ScorerKind, Tensor};
use crate::scenario::{Address, Region, Scenario, Setting, Value, apply, cannot_change, write_number};
use crate::words::{Text, explorer as say, given, reading, teach};
use std::path::PathBuf;
use std::sync::Arc;

/// What the outside world is asked to do after an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Draw everything anew.
    Redraw,
    /// Hand the terminal back until the shell wakes us.
    Suspend,
    /// Leave.
    Quit,
    /// Hand a text to the terminal's clipboard.
    Copy(String),
    /// Read a scenario: a built-in name or a file.
    Open(PathBuf),
    /// Write a scenario to a file, changing as little of its text as can be, then come back with
    /// [`Outcome::Saved`](super::Outcome).
    Save {
        /// The file.
        path: PathBuf,
        /// What was read or written last: the text to change, and the scenario it is of.
        before: Box<Document>,
        /// The scenario to write.
        scenario: Box<Scenario>,
        /// Which file may be replaced.
        replace: Replace,
    },
}

/// Which file may be replaced by saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// None: a file that is there belongs to somebody.
    Nothing,
    /// The one that was opened, as long as it is as it was read or written last.
    Own,
    /// Whatever is there: the person said so.
    Anything,
}

/// Carries an action out.
pub fn update(model: &mut Model, action: Action) -> Option<Effect> {
    model.leaving_panels_behind(|model| carry_out(model, action))
}

fn carry_out(model: &mut Model, action: Action) -> Option<Effect> {
    model.leaving = false;
    if action == Action::Blank {
        model.mode = Mode::Blank;
        return None;
    }
    match action {
        Action::Redraw => return Some(Effect::Redraw),
        Action::Suspend => return Some(Effect::Suspend),
        _ => {}
    }
    model.notice = None;
    let nudging = model.nudging.take();
    if let Some(effect) = model.take_in_translator(&action) {
        return effect;
    }
    match action {
        Action::Move(direction) if model.held().is_some() => model.push(Push::By(direction, None), nudging),
        Action::Move(direction) => model.go_to(direction),
        Action::Jump(jump) if model.view == View::Readings => model.jump_on_board(jump),
        Action::Jump(jump) if model.view == View::Contributions => {
            if let Some(ledger) = model.ledger() {
                model.set_focus(model.far_in_ledger(&ledger, jump));
            }
        }
        Action::Jump(jump) => match model.grid() {
            Some(grid) => model.stand_on(model.far_in_grid(&grid, jump)),
            None => model.set_focus(model.far(jump)),
        },
        Action::Page { down } if model.view == View::Readings => model.page_on_board(down),
        Action::Page { down } if model.view == View::Contributions => {
            if let Some(ledger) = model.ledger() {
                model.set_focus(model.paged_in_ledger(&ledger, down));
            }
        }
        Action::Page { down } => match model.grid() {
            Some(grid) => model.stand_on(model.paged_in_grid(&grid, down)),
            None => model.set_focus(model.paged(down)),
        },
        Action::Focus(row, focus) => {
            // What is asked for is shown, where it has a place.
            model.view_with(focus);
            model.show_row(row);
            model.set_focus(focus);
        }
        Action::Row(row) => {
            model.show_row(row);
            model.say(say::row_shown(row, model.givens().rows()));
        }
        Action::Reading(at) => model.choose_reading(at),
        Action::NextReading { back } => {
            let name = if back { "previous" } else { "next" };
            let scenario = &model.state.scenario;
            let at = scenario.reading_meant(name, scenario.shown()).unwrap_or(0);
            model.choose_reading(at);
        }
        // Among the readings seen together the one under the cursor is meant.
        Action::Edit if model.view == View::Readings => model.view = View::Flow,
        Action::Edit if model.view == View::Plane => model.hold(),
        // A derived number is not typed: Enter asks where it comes from.
        Action::Edit if model.focus.stage().is_some() => model.explain_in_full(None),
        Action::Edit => model.open_field(None),
        Action::Set(settings) => model.set(&settings),
        Action::Nudge(cell, step) => model.nudge(cell, step, nudging),
        Action::Push(push) => model.push(push, nudging),
        Action::Plane(draw) => model.draw_plane(draw),
        Action::Mask { row, slot } => model.toggle_mask(row, slot),
        Action::Causal(causal) => model.set_causal(causal),
        Action::Scorer(kind) => model.set_scorer(kind),
        Action::Target(row, word) => model.set_target(row, word),
        Action::Rename(part, at, name) => {
            if let Err(problem) = model.rename(part, at, &name) {
                model.refuse(problem);
            }
        }
        Action::Add(part, at, name) => model.add(part, at, name),
        Action::Remove(part, at) => model.remove(part, at),
        Action::Branch(branch) => model.choose_branch(branch),
        Action::NextBranch { back } => model.next_branch(back),
        Action::Reset => model.choose_branch(None),
        Action::Undo => model.step_in_history(true),
        Action::Redo => model.step_in_history(false),
        Action::Pin if model.mistaken.is_some() => model.refuse(reading::mistake_no_baseline()),
        Action::Pin => model.pin(),
        Action::Keep(id, title) => model.keep(&id, title),
        Action::Open(path) if model.is_unsaved() && !super::is_translator_file(&path) => {
            model.mode = Mode::Asking(Question::Discard(path))
        }
        Action::Open(path) => return Some(Effect::Open(path)),
        Action::Save(path) => return model.save(path),
        Action::Order(order) => {
            model.order = order;
            model.sort_list();
            model.scroll.list = 0;
            model.say(say::ordered(order.name()));
        }
        Action::Lang(lang) => model.preferences.lang = lang,
        Action::Theme(theme) => {
            model.preferences.theme = theme;
            model.say(say::theme(theme.name()));
        }
        Action::Ascii(ascii) => model.preferences.ascii = ascii,
        Action::Palette(text) => {
            model.mode = Mode::Palette(Palette { field: text.into(), ..Palette::default() });
        }
        Action::View(View::Parameters) if !model.has_parameters() => {
            model.refuse(given::nothing_more(model.givens().scorer.kind));
        }
        Action::View(view) => {
            model.mode = Mode::Browsing;
            model.view = view;
        }
        Action::Contrast(contrast) => model.set_contrast(contrast),
        Action::Transpose(transposed) => {
            model.transposed = transposed;
            model.say(reading::transposed(transposed, model.leaves_the_axis()));
        }
        Action::Mistake(mistake) => {
            model.set_mistake(mistake);
            model.leave_gradients_of_another_loss();
        }
        Action::Compare(kind) => model.compare(kind),
        Action::Choose(address) => model.choose(address),
        Action::Measure(of) => model.measure(of),
        Action::Backward(revealed) => {
            // What is shown of the way back is seen in its own view.
            if !model.gradients_are_of_another_loss() {
                model.view = View::Gradients;
            }
            model.reveal_back(revealed);
        }
        Action::BackwardStep { back: false } => model.reveal_back_next(),
        Action::BackwardStep { back: true } => model.reveal_back_previous(),
        // In the view of gradients what is revealed is the way back.
        Action::RevealStep { back: false } if model.is_on_the_way_back() => model.reveal_back_next(),
        Action::RevealStep { back: true } if model.is_on_the_way_back() => model.reveal_back_previous(),
        Action::Reveal(Revealed::NOTHING) if model.is_on_the_way_back() => {
            model.reveal_back(RevealedBack::NOTHING);
        }
        Action::Reveal(revealed) if revealed.is_whole() && model.is_on_the_way_back() => {
            model.reveal_back(RevealedBack::default());
        }
        Action::RevealStep { back: false } => model.reveal_next(),
        Action::RevealStep { back: true } => model.reveal_previous(),
        Action::Reveal(revealed) => model.reveal(revealed),
        Action::Explain(of) => model.explain_in_full(of),
        Action::Unfold(of) => model.unfold(of),
        Action::Laws(shown) => model.open_panel(shown.then_some(Panel::Laws)),
        Action::Close => model.open_panel(None),
        Action::Scroll { down } => model.scroll_panel(down),
        Action::Copy(form) => return model.copy(form),
        Action::NextStep { back } => model.next_step(back),
        Action::Step(at) => model.go_to_step(at),
        Action::ResetStep => model.reset_step(),
        Action::Tour { leave: false } => model.come_back(),
        Action::Tour { leave: true } => model.leave_tour(),
        Action::Predict(_) if model.mistaken.is_some() => model.refuse(reading::mistake_no_prediction()),
        Action::Predict(foreseen) => {
            // Not every number that can be predicted has its place there.
            if matches!(model.view, View::Readings | View::Plane) {
                model.view = View::Flow;
            }
            model.predict(foreseen);
        }
        Action::EndPrediction => model.prediction = None,
        Action::Learn(what) => model.learn(what),
        Action::Keys(shown) => model.stage.keys.show(shown),
        Action::Lock(locked) => {
            model.stage.locked = locked;
            model.say(teach::lock(locked));
        }
        Action::Mouse(on) => {
            model.stage.mouse = on;
            model.say(teach::mouse(on));
        }
        Action::Help => model.mode = Mode::Help { first: 0 },
        Action::Redraw
        | Action::Suspend
        | Action::Blank
        | Action::Translate(_)
        | Action::Decode(_)
        | Action::Train(_)
        | Action::Study(_) => {}
        Action::Quit => {
            model.mode = Mode::Asking(if model.is_unsaved() { Question::Leave } else { Question::Quit });
        }
    }
    model.keep_in_view();
    None
}

impl Model {
    fn go_to(&mut self, direction: Direction) {
        if self.view == View::Readings {
            self.move_on_board(direction);
        } else if let Some(grid) = self.grid() {
            if let Some(place) = self.neighbour_in_grid(&grid, direction) {
                self.stand_on(place);
            }
        } else if let Some(ledger) = self.ledger() {
            if let Some(focus) = self.neighbour_in_ledger(&ledger, direction) {
                self.focus = focus;
            }
        } else if let Some(focus) = self.neighbour(direction) {
            self.focus = focus;
        }
    }

    pub(super) fn stand_on(&mut self, (row, focus): (usize, Focus)) {
        self.show_row(row);
        self.set_focus(focus);
    }

    pub(super) fn set_focus(&mut self, focus: Focus) {
        self.focus = focus.clamped(self.givens(), self.row);
    }

    /// Opens a field on what the cursor is on: with the old value, or with the character that was typed.
    pub(super) fn open_field(&mut self, typed: Option<char>) {
        let cell = self.focus.cell(self.row);
        let old = cell.and_then(|cell| self.givens().get(cell));
        let (what, text) = match (self.focus, cell, old) {
            (_, Some(cell), Some(old)) => (Edited::Cell(cell), write_number(old)),
            (Focus::Slot(j), ..) => (Edited::Slot(j), self.names().slots[j].clone()),
            (Focus::Word(w), ..) => (Edited::Word(w), self.names().words[w].clone()),
            _ => return self.refuse(say::derived_not_edited(self.focus.stage())),
        };
        let text = match (typed, what) {
            (Some('='), Edited::Cell(_)) => String::new(),
            (Some(c), Edited::Cell(_)) => c.to_string(),
            (Some(_), _) => return self.refuse(say::enter_renames()),
            (None, _) => text,
        };
        self.mode = Mode::Editing(Editing { what, field: text.into(), problem: None });
    }

    /// Several settings as one change.
    pub(super) fn set(&mut self, settings: &[Setting]) {
        let mut next = self.state.clone();
        match apply(&mut next.givens, settings) {
            Ok(()) if self.change(next) => {
                let kind = self.givens().scorer.kind;
                for setting in settings {
                    let Address::Numbers { tensor, .. } = setting.address else { continue };
                    let address = setting.address.write(&self.scope());
                    match tensor {
                        Tensor::Parameter(parameter) if !kind.parameters().contains(&parameter) => {
                            self.say(given::set_for_another_scorer(&address, kind));
                        }
                        tensor
                            if self.view != View::Parameters
                                && (tensor.is_of_words() || matches!(tensor, Tensor::Parameter(_))) =>
                        {
                            self.say(given::set_among_parameters(&address));
                        }
                        _ => {}
                    }
                }
            }
            Ok(()) => {}
            Err(problem) => self.refuse(problem.text),
        }
    }

    /// Puts one number in place. Setting the number that is there is no change.
    pub(super) fn set_cell(&mut self, cell: Cell, value: f64) {
        let value = super::value::unsigned(value);
        if self.givens().get(cell).map(f64::to_bits) == Some(value.to_bits()) {
            return;
        }
        if let Some(next) = self.with_numbers(&[Change::Put(cell, value)]) {
            self.change(next);
        }
    }

    /// The state with other given numbers; `None`, and the reason said, where one that follows from them would be beyond
    /// f64.
    pub(super) fn with_numbers(&mut self, changes: &[Change]) -> Option<State> {
        let mut next = self.state.clone();
        match next.givens.change(changes) {
            Ok(()) => Some(next),
            Err(reason) => {
                self.refuse(cannot_change(reason, &self.scope()));
                None
            }
        }
    }

    /// A cell as a person writes it.
    pub fn address_of(&self, cell: Cell) -> String {
        let region = Region::Cell(cell.row, cell.column);
        Address::Numbers { tensor: cell.tensor, region }.write(&self.scope())
    }

    fn set_scorer(&mut self, kind: ScorerKind) {
        let mut next = self.state.clone();
        // As a setting, which refuses parameters too large to be started.
        match apply(&mut next.givens, &[Setting { address: Address::Scorer, value: Value::Scorer(kind) }]) {
            Ok(()) if self.change(next) => self.say(say::scorer_chosen(kind.name())),
            Ok(()) => {}
            Err(problem) => self.refuse(problem.text),
        }
    }

    fn set_target(&mut self, row: usize, word: Option<usize>) {
        let mut next = self.state.clone();
        next.givens.targets[row] = word;
        if !self.change(next) {
            return;
        }
        self.say(say::target_chosen(word.map(|word| self.names().words[word].as_str())));
    }

    pub(super) fn choose_branch(&mut self, branch: Option<usize>) {
        let own = self.is_edited();
        if self.state.branch == branch && !self.state.is_edited() {
            return self.say(if branch.is_none() { say::baseline_already() } else { say::nothing_changed() });
        }
        match self.state.on_branch(branch) {
            Ok(next) => {
                self.change(next);
                self.forget_passed();
                self.show_what_is_set();
                if own {
                    self.say(say::edits_set_aside());
                }
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// Brings the first number an intervention sets into view, when none of them is.
    fn show_what_is_set(&mut self) {
        let settings = self.state.intervention().map_or(&[][..], |intervention| intervention.set.as_slice());
        let places: Vec<(usize, Focus)> = settings
            .iter()
            .filter_map(|setting| Focus::of_address(&setting.address, self.givens(), self.row))
            .collect();
        let in_view = |(row, focus): &(usize, Focus)| *row == self.row && self.place_of(*focus).is_some();
        if let (Some((row, focus)), false) = (places.first().copied(), places.iter().any(in_view)) {
            self.show_row(row);
            self.set_focus(focus);
        }
    }

    fn next_branch(&mut self, back: bool) {
        // The baseline is number 0, intervention i is number i + 1.
        let count = self.state.scenario.interventions.len() + 1;
        let here = self.state.branch.map_or(0, |branch| branch + 1);
        let there = (here + if back { count - 1 } else { 1 }) % count;
        self.choose_branch(there.checked_sub(1));
    }

    fn pin(&mut self) {
        let mut next = self.state.clone();
        next.scenario.givens = next.givens.clone();
        next.start = next.givens.clone();
        next.branch = None;
        if self.change(next) {
            self.say(say::pinned());
        }
    }

    fn keep(&mut self, id: &str, title: Option<String>) {
        match self.state.keeping(id, title) {
            Ok(next) => {
                self.change(next);
                self.say(say::kept(id));
            }
            Err(problem) => self.refuse(problem),
        }
    }
}

impl State {
    /// The same numbers as a new intervention, chosen.
    fn keeping(&self, id: &str, title: Option<String>) -> Result<State, Text> {
        if !super::state::can_name_a_branch(id) {
            return Err(say::bad_id(id));
        }
        if self.scenario.interventions.iter().any(|intervention| intervention.id == id) {
            return Err(say::id_taken(id));
        }
        let set = crate::scenario::difference(&self.scenario.givens, &self.givens);
        if set.is_empty() {
            return Err(say::nothing_to_keep());
        }
        let new = crate::scenario::Intervention { id: id.to_owned(), title: title.map(Text::same), set };
        let mut next = self.clone();
        next.branch = Some(self.scenario.interventions.len());
        next.scenario.interventions = self.scenario.interventions.iter().cloned().chain([new]).collect::<Arc<[_]>>();
        next.start = next.givens.clone();
        Ok(next)
    }
}
