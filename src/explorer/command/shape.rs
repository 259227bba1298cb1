//! `add` and `remove`: which part is meant, and where.

use super::{Reader, part_name, say};
use crate::engine::{Cell, Part, Tensor};
use crate::explorer::Focus;
use crate::explorer::action::Action;
use crate::words::Text;

impl Reader<'_> {
    fn part(&self, name: &str) -> Result<(Part, usize), Text> {
        let part = Part::ALL.into_iter().find(|part| part_name(*part) == name).ok_or_else(|| self.usage())?;
        Ok((part, self.model.givens().count(part)))
    }

    pub(super) fn add(&self, arguments: &[&str]) -> Result<Action, Text> {
        let Some((part, rest)) = arguments.split_first() else {
            // After what the cursor is on: on the vocab side a word, on the source side a slot.
            let focus = self.model.focus();
            return match (focus.word(), focus.slot()) {
                (Some(word), _) => Ok(Action::Add(Part::Word, word + 1, None)),
                (None, Some(slot)) => Ok(Action::Add(Part::Slot, slot + 1, None)),
                (None, None) => Err(say::nothing_to_add_here()),
            };
        };
        let (part, count) = self.part(part)?;
        let place = |text: &str| -> Result<usize, Text> { self.index(text, count + 1, part) };
        match rest {
            [] => Ok(Action::Add(part, count, None)),
            // A number in quotes is a name.
            [only] if only.parse::<usize>().is_ok() && !self.tokens.last().is_some_and(|token| token.quoted) => {
                Ok(Action::Add(part, place(only)?, None))
            }
            [_, ..] if part.is_component() => Err(say::dimension_has_no_name()),
            [name] => Ok(Action::Add(part, count, Some((*name).to_owned()))),
            [at, name] => Ok(Action::Add(part, place(at)?, Some((*name).to_owned()))),
            _ => Err(self.usage()),
        }
    }

    pub(super) fn remove(&self, arguments: &[&str]) -> Result<Action, Text> {
        let model = self.model;
        match arguments {
            [] => match model.focus() {
                Focus::Slot(slot) => Ok(Action::Remove(Part::Slot, slot)),
                Focus::Word(word) => Ok(Action::Remove(Part::Word, word)),
                _ => Err(say::nothing_to_remove_here()),
            },
            [part] => match self.part(part)?.0 {
                Part::Slot => model.focus().slot().ok_or_else(say::no_slot_here).map(|j| Action::Remove(Part::Slot, j)),
                Part::Word => model.focus().word().ok_or_else(say::no_word_here).map(|w| Action::Remove(Part::Word, w)),
                Part::Row => Ok(Action::Remove(Part::Row, model.row())),
                part => {
                    let column = match (part, model.focus().cell(0)) {
                        (Part::KeyComponent, Some(Cell { tensor: Tensor::Queries | Tensor::Keys, column, .. })) => {
                            Some(column)
                        }
                        (Part::ValueComponent, Some(Cell { tensor: Tensor::Values, column, .. })) => Some(column),
                        (Part::ValueComponent, Some(Cell { tensor: Tensor::Head, row, .. })) => Some(row),
                        _ => None,
                    };
                    column.map(|column| Action::Remove(part, column)).ok_or_else(|| self.usage())
                }
            },
            ["word", word] => Ok(Action::Remove(Part::Word, self.word(word)?)),
            [part, place] => {
                let (part, count) = self.part(part)?;
                Ok(Action::Remove(part, self.index(place, count, part)?))
            }
            _ => Err(self.usage()),
        }
    }
}
