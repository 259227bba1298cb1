//! Rows, slots and words found by their names.

use super::super::{Action, Focus, View};
use super::{Reader, part_name};
use crate::engine::Part;
use crate::scenario::{Contributed, nearest};
use crate::words::{Text, command as say, contributions, readings};

impl Reader<'_> {
    /// A row by its prefix, or by how its prefix ends; of several the next one after the row shown.
    pub(super) fn row_named(&self, name: &str) -> Result<usize, Text> {
        let prefixes = &self.model.names().prefixes;
        let ends = |row: &usize| {
            let prefix = prefixes[*row].as_deref().unwrap_or_default();
            prefix == name || prefix.strip_suffix(name).is_some_and(|before| before.ends_with(char::is_whitespace))
        };
        let exact = |row: &usize| prefixes[*row].as_deref() == Some(name);
        self.after_here(self.model.row(), prefixes.len(), exact)
            .or_else(|| self.after_here(self.model.row(), prefixes.len(), ends))
            .ok_or_else(|| {
                let near = nearest(name, prefixes.iter().flatten().map(String::as_str));
                say::no_such_row(name, prefixes.len(), near)
            })
    }

    /// A reading by its id or its number.
    pub(super) fn reading(&self, which: &str) -> Result<usize, Text> {
        let scenario = &self.model.state().scenario;
        if !scenario.has_readings() {
            return Err(readings::no_readings());
        }
        scenario.reading_meant(which, scenario.shown()).ok_or_else(|| {
            let known: Vec<&str> = scenario.all_readings().filter_map(|one| Some(one.label?.id.as_str())).collect();
            readings::no_such_reading(which, nearest(which, known.iter().copied()), &known)
        })
    }

    /// The cursor on a slot, by its number or its name; of several of one name the next one.
    pub(super) fn slot(&self, which: &str) -> Result<Action, Text> {
        let slots = &self.model.names().slots;
        let here = self.model.focus().slot();
        let named = || self.after_here(here.unwrap_or(slots.len() - 1), slots.len(), |slot| slots[*slot] == which);
        let slot = match named() {
            Some(slot) => slot,
            None if which.parse::<usize>().is_ok() => self.index(which, slots.len(), Part::Slot)?,
            None => {
                let near = nearest(which, slots.iter().map(String::as_str));
                return Err(say::no_such_name(part_name(Part::Slot), which, near));
            }
        };
        let on_map = matches!(self.model.view(), View::Rows | View::Readings);
        let focus = if on_map { Focus::Attention(slot) } else { Focus::Slot(slot) };
        Ok(Action::Focus(self.model.row(), focus))
    }

    /// The cursor on a word, by its number or its name.
    pub(super) fn go_to_word(&self, which: &str) -> Result<Action, Text> {
        let word = self.word(which)?;
        let focus = match self.model.view() {
            View::Rows => Focus::Probability(word),
            View::Contributions => {
                let slot = Some(self.model.focus().slot().unwrap_or(0));
                Focus::Contributed(Contributed::Logit { slot, word: Some(word) })
            }
            _ => Focus::Word(word),
        };
        Ok(Action::Focus(self.model.row(), focus))
    }

    /// Two words to be held against each other; where one is named, the target or the most probable word against it.
    pub(super) fn contrast(&self, word: Option<&str>, against: &str) -> Result<Action, Text> {
        let names = &self.model.names().words;
        let against = self.word(against)?;
        let word = match word {
            Some(word) => self.word(word)?,
            None => self.model.contrast_by_itself().map_or(0, |(word, _)| word),
        };
        if word == against {
            return Err(contributions::same_word(&names[word]));
        }
        Ok(Action::Contrast(Some((word, against))))
    }

    /// The next place after one of so many, round and round, that will do.
    fn after_here(&self, here: usize, count: usize, will_do: impl Fn(&usize) -> bool) -> Option<usize> {
        (1..=count).map(|step| (here + step) % count).find(will_do)
    }
}
