//! Keys while a class is led: those a lock lets through, those that mark a prediction, and Esc.

use super::input::binding;
use super::{Course, Effect, Key, Mode, Model, View, table};
use crate::words::teach;
use ratatui::crossterm::event::KeyCode;

impl Model {
    /// Only what a clicker sends, and what ends the lock.
    pub(super) fn press_locked(&mut self, key: Key) -> Option<Effect> {
        if key == Key::char('.') {
            return self.run("blank");
        }
        match binding(key) {
            // What the class was asked is answered before the tour goes on.
            Some("step next") if matches!(self.mode, Mode::Predicting) => {
                self.see();
                self.keep_in_view();
                None
            }
            Some(command) if table::LOCKED.contains(&command) => self.run(command),
            _ => {
                self.say(teach::locked());
                None
            }
        }
    }

    /// Arrows mark the number under the cursor and go to the next one; what only changes how things are shown goes on.
    pub(super) fn press_predicting(&mut self, key: Key) -> Option<Effect> {
        self.mode = Mode::Predicting;
        self.notice = None;
        match (key.code, key.typed()) {
            (KeyCode::Right, _) | (_, Some('l')) => self.predict_onward(false),
            (KeyCode::Left, _) | (_, Some('h')) => self.predict_onward(true),
            (KeyCode::Up, _) | (_, Some('k' | '+')) => self.bend_course(true),
            (KeyCode::Down, _) | (_, Some('j' | '-')) => self.bend_course(false),
            (_, Some('=' | '0')) => self.mark_course(Some(Course::Stays)),
            (KeyCode::Backspace | KeyCode::Delete, _) => self.mark_course(None),
            (KeyCode::Tab, _) => {
                let foreseen = self.other_to_foresee(!key.modifiers.is_empty());
                self.predict(foreseen);
            }
            (KeyCode::Enter | KeyCode::PageDown, _) => self.see(),
            (KeyCode::PageUp, _) if self.tour().is_playing() => return self.run("step previous"),
            (KeyCode::Esc, _) => {
                self.prediction = None;
                self.say(teach::prediction_over());
            }
            _ => match binding(key) {
                Some(command) if table::ANYWHERE.contains(&command.split(' ').next().unwrap_or_default()) => {
                    return self.run(command);
                }
                _ => self.refuse(teach::marking_first()),
            },
        }
        self.keep_in_view();
        None
    }

    /// Esc takes one thing away, the first there is of: the sentence, the panel, another view, the prediction, a mistake, a
    /// second scorer, the tour.
    pub(super) fn escape(&mut self) {
        if self.notice.take().is_some() {
            return;
        }
        if self.let_go() {
            // The point stays under the cursor.
        } else if self.panel.is_some() && self.view != View::Big {
            self.open_panel(None);
        } else if self.view != View::Flow {
            self.view = View::Flow;
        } else if self.panel.is_some() {
            self.open_panel(None);
        } else if self.prediction.take().is_some() {
            self.panel_first = 0;
        } else if self.mistaken.is_some() {
            self.set_mistake(None);
        } else if self.compared.is_some() {
            self.compare(None);
        } else if self.tour.is_playing() {
            self.leave_tour();
        }
        self.keep_in_view();
    }
}
