//! What a key or a paste means in each mode.

use super::action::Action;
use super::keys::Key;
use super::mode::{Edited, Editing, Mode, Palette, Question};
use super::value::unsigned;
use super::{Direction, Effect, Focus, Model, Progress, Replace, View, palette, table, update};
use crate::engine::{Cell, Change, Part, Tensor};
use crate::scenario::paste::read_block;
use crate::scenario::read_one;
use crate::words::{explorer as say, teach, translator};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::collections::HashMap;
use std::sync::LazyLock;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

/// The command each key stands for while browsing.
static BINDINGS: LazyLock<HashMap<Key, &'static str>> = LazyLock::new(|| {
    let keys = table::ACTIONS.iter().flat_map(|entry| entry.keys);
    keys.filter_map(|(key, command)| Some((Key::read(key)?.0, *command))).collect()
});

/// The command a key stands for while browsing.
pub fn binding(key: Key) -> Option<&'static str> {
    BINDINGS.get(&key).copied()
}

impl Model {
    /// Takes a key press.
    pub fn press(&mut self, key: Key) -> Option<Effect> {
        if key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL {
            return self.interrupt();
        }
        self.leaving = false;
        self.stage.keys.note(key);
        if key.code == KeyCode::Esc && self.is_training() {
            self.notice = None;
            self.stop_training();
            return None;
        }
        if key.code == KeyCode::Esc && self.is_studying() {
            self.notice = None;
            self.stop_study();
            return None;
        }
        if key.code == KeyCode::Esc && self.is_learning() {
            self.notice = None;
            self.stop_learning();
            return None;
        }
        // These two touch nothing that is open.
        if let Some(command @ ("redraw" | "suspend")) = binding(key) {
            return self.run(command);
        }
        let effect = self.press_in_mode(key);
        self.settle();
        effect
    }

    /// While courses are being marked, the resting mode is that one: whatever was open beside it returns there.
    pub(super) fn settle(&mut self) {
        let marking = self.prediction.as_ref().is_some_and(|prediction| prediction.progress == Progress::Marking);
        self.mode = match std::mem::take(&mut self.mode) {
            Mode::Browsing if marking => Mode::Predicting,
            Mode::Predicting if !marking => Mode::Browsing,
            // A field whose place is gone has nothing to replace.
            Mode::Editing(editing) if !self.has(editing.what) => Mode::Browsing,
            mode => mode,
        };
    }

    fn has(&self, what: Edited) -> bool {
        match what {
            Edited::Cell(cell) => self.givens().get(cell).is_some(),
            Edited::Slot(j) => j < self.givens().slots(),
            Edited::Word(w) => w < self.givens().words(),
        }
    }

    fn press_in_mode(&mut self, key: Key) -> Option<Effect> {
        if self.stage.locked && matches!(self.mode, Mode::Browsing | Mode::Predicting) {
            return self.press_locked(key.half_width());
        }
        match std::mem::take(&mut self.mode) {
            Mode::Browsing => self.press_browsing(key.half_width()),
            Mode::Predicting => self.press_predicting(key.half_width()),
            // The key only brings the screen back: nobody saw what it would have done.
            Mode::Blank => None,
            Mode::Editing(editing) => self.press_editing(editing, key),
            Mode::Palette(palette) => self.press_palette(palette, key),
            Mode::Help { first } => {
                self.press_help(first, key.half_width());
                None
            }
            Mode::Asking(question) => self.press_asking(question, key.half_width()),
            Mode::Waiting => {
                self.mode = Mode::Waiting;
                None
            }
        }
    }

    /// Takes a pasted text: numbers fill cells from the cursor on, in a field it is typed. It never runs a command.
    pub fn paste(&mut self, text: &str) {
        self.leaving = false;
        let one_line = text.trim_end_matches(['\r', '\n']);
        match &mut self.mode {
            Mode::Browsing if self.stage.locked => self.say(teach::locked()),
            Mode::Browsing if matches!(self.view, View::Decoder | View::Training | View::Study) => {
                self.refuse(translator::not_here())
            }
            Mode::Browsing => self.paste_numbers(text),
            Mode::Editing(Editing { field, problem, .. }) | Mode::Palette(Palette { field, problem, .. }) => {
                if one_line.contains(['\r', '\n']) {
                    *problem = Some(say::one_line_only());
                } else {
                    *problem = None;
                    let (before, after) = split_at_cursor(field);
                    let typed = format!("{before}{one_line}");
                    let cursor = typed.chars().count();
                    *field = Input::new(typed + &after).with_cursor(cursor);
                }
            }
            Mode::Help { .. } | Mode::Asking(_) | Mode::Waiting | Mode::Predicting | Mode::Blank => {}
        }
    }

    /// The first Ctrl-C leaves the field or list that is open and says what the second will do; the second leaves.
    fn interrupt(&mut self) -> Option<Effect> {
        if self.leaving {
            return Some(Effect::Quit);
        }
        if self.is_learning() {
            self.stop_learning();
        }
        if self.is_training() {
            self.stop_training();
        }
        if self.is_studying() {
            self.stop_study();
        }
        if !matches!(self.mode, Mode::Waiting) {
            self.mode = Mode::Browsing;
            self.settle();
        }
        self.leaving = true;
        self.refuse(say::interrupt_again(self.is_unsaved()));
        None
    }

    fn press_browsing(&mut self, key: Key) -> Option<Effect> {
        if let Some(command) = binding(key) {
            return self.run(command);
        }
        match key.typed() {
            // What a clicker's black-screen key sends; a number can begin with 0.
            Some('.') if self.tour.is_playing() => return self.run("blank"),
            // `=` begins an expression that begins with a letter, as in a spreadsheet.
            Some(c)
                if matches!(self.view, View::Decoder | View::Training | View::Study)
                    && (c.is_ascii_digit() || "+-.(=".contains(c)) =>
            {
                self.refuse(translator::not_here());
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '(' | '=') => {
                self.notice = None;
                self.nudging = None;
                self.open_field(Some(c));
            }
            Some(c) => self.refuse(say::unbound(&c.to_string())),
            None if key.code == KeyCode::Esc => self.escape(),
            None => self.refuse(say::unbound(&key.to_string())),
        }
        None
    }

    /// Reads a command and carries it out; a refusal is said in the dock.
    pub fn run(&mut self, command: &str) -> Option<Effect> {
        let effect = match Action::read(command, self) {
            Ok(action) => update(self, action),
            Err(problem) => {
                self.nudging = None;
                self.refuse(problem);
                None
            }
        };
        self.settle();
        effect
    }

    fn press_editing(&mut self, mut editing: Editing, key: Key) -> Option<Effect> {
        let onward = match key.code {
            KeyCode::Esc => {
                self.notice = None;
                return None;
            }
            KeyCode::Enter => None,
            KeyCode::Tab if key.modifiers.is_empty() => Some(Direction::Right),
            KeyCode::Tab => Some(Direction::Left),
            KeyCode::Up if key.modifiers.is_empty() => Some(Direction::Up),
            KeyCode::Down if key.modifiers.is_empty() => Some(Direction::Down),
            _ => {
                if type_into(&mut editing.field, key) {
                    editing.problem = None;
                } else if key.typed().is_none() && binding(key).is_some() {
                    // A key of the main screen, which means nothing here: the field comes first.
                    editing.problem = Some(say::field_first(&key.label()));
                }
                self.mode = Mode::Editing(editing);
                return None;
            }
        };
        self.notice = None;
        match editing.what {
            Edited::Cell(cell) => match read_one(editing.field.value()) {
                Ok(reading) => {
                    self.set_cell(cell, reading.value);
                    if let Some(echoed) = reading.echoed {
                        self.say(say::read_as(&self.address_of(cell), &echoed));
                    }
                }
                Err(problem) => {
                    let cursor = problem.at;
                    let kept = say::kept_old(&self.address_of(cell), &problem.text);
                    editing.field = editing.field.with_cursor(cursor);
                    editing.problem = Some(kept);
                    self.mode = Mode::Editing(editing);
                    return None;
                }
            },
            Edited::Slot(_) | Edited::Word(_) => {
                let (part, at) = match editing.what {
                    Edited::Word(word) => (Part::Word, word),
                    Edited::Slot(slot) => (Part::Slot, slot),
                    Edited::Cell(_) => return None,
                };
                if let Err(problem) = self.rename(part, at, editing.field.value().trim()) {
                    editing.problem = Some(problem);
                    self.mode = Mode::Editing(editing);
                    return None;
                }
            }
        }
        if let Some(direction) = onward
            && let Some(focus) = self.after_field(key.code, direction)
        {
            self.set_focus(focus);
        }
        self.keep_in_view();
        None
    }

    /// Where a field goes on to: from one coordinate of a point to the other, elsewhere as an arrow would.
    fn after_field(&self, code: KeyCode, direction: Direction) -> Option<Focus> {
        if self.view == View::Plane && code == KeyCode::Tab {
            return self.other_component();
        }
        self.neighbour(direction)
    }

    fn press_palette(&mut self, mut palette: Palette, key: Key) -> Option<Effect> {
        // Listed only for the keys that ask for it: a vocabulary may be long.
        let asks = matches!(key.code, KeyCode::Down | KeyCode::Tab | KeyCode::Enter);
        let suggestions = if asks { palette::suggestions(palette.field.value(), self) } else { Vec::new() };
        match key.code {
            KeyCode::Esc => {
                self.notice = None;
                return None;
            }
            KeyCode::Up => palette.chosen = palette.chosen.saturating_sub(1),
            KeyCode::Down => palette.chosen = (palette.chosen + 1).min(suggestions.len().saturating_sub(1)),
            KeyCode::Tab => {
                // What was typed is only ever added to.
                let typed = palette.field.value().trim_start();
                let adds = |suggestion: &&palette::Suggestion| {
                    let has_arguments = typed.trim_end().contains(char::is_whitespace);
                    !has_arguments || suggestion.command.contains(char::is_whitespace)
                };
                if let Some(suggestion) = suggestions.get(palette.chosen).filter(adds) {
                    palette = Palette { field: suggestion.completed().into(), ..Palette::default() };
                }
            }
            KeyCode::Enter => match palette::decide(palette.field.value(), palette.chosen, &suggestions, self) {
                palette::Decision::Run(action) => return update(self, action),
                palette::Decision::Complete(text) => palette = Palette { field: text.into(), ..Palette::default() },
                palette::Decision::Refuse(problem) => palette.problem = Some(problem),
            },
            _ => {
                if type_into(&mut palette.field, key) {
                    palette.problem = None;
                    palette.chosen = 0;
                }
            }
        }
        self.mode = Mode::Palette(palette);
        None
    }

    fn press_help(&mut self, first: usize, key: Key) {
        let page = usize::from(self.size.1.saturating_sub(4)).max(1);
        let first = match (key.code, key.typed()) {
            (KeyCode::Up, _) | (_, Some('k')) => first.saturating_sub(1),
            (KeyCode::Down, _) | (_, Some('j')) => first + 1,
            (KeyCode::PageUp, _) => first.saturating_sub(page),
            (KeyCode::PageDown, _) | (_, Some(' ')) => first + page,
            (KeyCode::Home, _) | (_, Some('g')) => 0,
            (KeyCode::End, _) | (_, Some('G')) => usize::MAX,
            (_, Some('L')) | (KeyCode::F(12), _) => {
                self.preferences.lang = self.preferences.lang.other();
                first
            }
            _ => return,
        };
        self.mode = Mode::Help { first: first.min(super::help::last_first(self, self.size)) };
    }

    fn press_asking(&mut self, question: Question, key: Key) -> Option<Effect> {
        let yes = key.code == KeyCode::Enter || key.typed() == Some('y');
        let save = key.typed() == Some('s') || (key.code, key.modifiers) == (KeyCode::Char('s'), KeyModifiers::CONTROL);
        match question {
            Question::Quit if yes || key.typed() == Some('q') || key.code == KeyCode::F(10) => Some(Effect::Quit),
            Question::Leave if yes => Some(Effect::Quit),
            Question::Leave | Question::Discard(_) | Question::DiscardForStep if save => self.save(None),
            Question::Discard(path) if yes => Some(Effect::Open(path)),
            Question::DiscardForStep if yes => {
                self.open_step_now();
                None
            }
            Question::Replace(path) | Question::Changed(path) | Question::LoseComments(path) if yes => {
                self.save_now(Some(path), Replace::Anything)
            }
            Question::SaveEdits(path) if yes => self.save_now(path, Replace::Own),
            Question::SaveEdits(_) if key.typed() == Some('n') => {
                // Where nothing is free in the reading shown, the first one that has free edits is gone to.
                if let (false, Some(&first)) = (self.is_edited(), self.edited_branches_elsewhere().first()) {
                    self.show_reading(first);
                }
                self.mode = Mode::Palette(Palette { field: "keep ".into(), ..Palette::default() });
                None
            }
            _ => {
                self.say(say::stayed());
                None
            }
        }
    }

    fn paste_numbers(&mut self, text: &str) {
        self.nudging = None;
        let Some(cell) = self.focus.cell(self.row) else { return self.refuse(say::paste_where()) };
        let rows = match read_block(text) {
            Ok(rows) => rows,
            Err(problem) => return self.refuse(say::paste_refused(&problem.text)),
        };
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let (down, across) = self.givens().shape(cell.tensor).unwrap_or((0, 0));
        // The query and the constants of the row shown stand alone: what is below them belongs to rows out of sight.
        let down = if matches!(cell.tensor, Tensor::Queries | Tensor::Bias) { cell.row + 1 } else { down };
        if cell.row + height > down || cell.column + width > across {
            let room = (down.saturating_sub(cell.row), across.saturating_sub(cell.column));
            return self.refuse(say::paste_too_large(&self.address_of(cell), (height, width), room));
        }
        let of_row = |(row, numbers): (usize, Vec<f64>)| {
            let put = move |(column, number)| Change::Put(Cell::new(cell.tensor, row, column), unsigned(number));
            (cell.column..).zip(numbers).map(put)
        };
        let changes: Vec<Change> = (cell.row..).zip(rows).flat_map(of_row).collect();
        let Some(next) = self.with_numbers(&changes) else { return };
        self.notice = None;
        if self.change(next) {
            self.say(say::pasted(&self.address_of(cell), height, width));
        }
        self.keep_in_view();
    }
}

/// Lets a field handle a key; says whether the key means something in a field.
fn type_into(field: &mut Input, key: Key) -> bool {
    field.handle_event(&Event::Key(KeyEvent::new(key.code, key.modifiers))).is_some()
}

fn split_at_cursor(field: &Input) -> (String, String) {
    let characters: Vec<char> = field.value().chars().collect();
    let (before, after) = characters.split_at(field.cursor().min(characters.len()));
    (before.iter().collect(), after.iter().collect())
}
