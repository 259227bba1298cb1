//! The cursor in the view of contributions, and the two words that are held against each other there.

use super::ledger::{Ledger, LedgerExtents};
use super::{Direction, Focus, Jump, Model, View};
use crate::engine::{Checks, Contributions, Stage, Trace};
use crate::scenario::Contributed;
use crate::words::contributions as say;

/// A line of the view: a slot, the sums, the logits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Slot(usize),
    Sums,
    Logits,
}

/// A column: the weight, the length, a place of the list, the difference of two words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Weight,
    Length,
    Word(usize),
    Difference,
}

impl Model {
    /// The view of contributions, when it is shown.
    pub fn ledger(&self) -> Option<Ledger> {
        (self.view() == View::Contributions).then(|| self.layout()).flatten()?.ledger
    }

    pub(super) fn ledger_extents(&self) -> LedgerExtents {
        let givens = self.givens();
        LedgerExtents {
            slots: givens.slots(),
            words: givens.words(),
            bias: self.has_bias(),
            slot_name: self.name_widths.0,
            docked: self.is_docked(),
            keys: self.stagecraft().keys.is_shown(),
            contrast: self.contrast(),
            slot: self.focus().slot(),
            list_place: self.focus().word().and_then(|word| self.list().place_of(word)),
        }
    }

    /// What the slots of the row shown add to its logits; `None` where it has no weights.
    pub fn contributions(&self) -> Option<Contributions> {
        Contributions::of(self.trace(), self.row()).ok()
    }

    /// The two words held against each other: those chosen; else the target and the most probable other word of the
    /// baseline, so that the pair stays while numbers change; without a target the two most probable. `None` where there is
    /// one word.
    pub fn contrast(&self) -> Option<(usize, usize)> {
        let words = self.givens().words();
        let chosen = self.contrast.filter(|(word, against)| *word < words && *against < words);
        chosen.or_else(|| self.contrast_by_itself())
    }

    /// The pair that nobody has chosen. While probabilities are hidden it gives none of them away.
    pub(super) fn contrast_by_itself(&self) -> Option<(usize, usize)> {
        let words = self.givens().words();
        let target = self.givens().targets.get(self.row()).copied().flatten();
        let shown = self.shows_stage(Stage::Probabilities);
        let rival =
            |not: Option<usize>| shown.then(|| most_probable(self.baseline(), self.row(), not, words)).flatten();
        let word = target.or_else(|| rival(None)).unwrap_or(0);
        let other = rival(Some(word)).or_else(|| (0..words).find(|other| *other != word))?;
        Some((word, other))
    }

    /// The answers to the four checks that are slots.
    pub fn checks(&self) -> Option<Checks> {
        let (word, against) = self.contrast().map_or((0, None), |(word, against)| (word, Some(against)));
        Checks::of(self.givens(), self.trace(), self.row(), word, against)
    }

    /// Holds two words against each other; `None` goes back to those that are held by themselves.
    pub(super) fn set_contrast(&mut self, contrast: Option<(usize, usize)>) {
        self.contrast = contrast;
        if let Some((word, against)) = self.contrast() {
            let names = self.names();
            let told = say::contrasted(&names.words[word], &names.words[against]);
            self.view = View::Contributions;
            self.say(told);
        } else {
            self.refuse(say::one_word());
        }
    }

    fn ledger_spot(&self, focus: Focus) -> (Line, Column) {
        let word = |word: Option<usize>| Column::Word(word.and_then(|word| self.list().place_of(word)).unwrap_or(0));
        match focus {
            Focus::Logit(at) => (Line::Logits, word(Some(at))),
            Focus::Contributed(of) => match of {
                Contributed::Length { slot } => (Line::Slot(slot.unwrap_or(0)), Column::Length),
                Contributed::Logit { slot, word: at } => (Line::Slot(slot.unwrap_or(0)), word(at)),
                Contributed::Difference { slot, .. } => (Line::Slot(slot.unwrap_or(0)), Column::Difference),
                Contributed::Sum { word: at } => (Line::Sums, word(at)),
            },
            focus => (Line::Slot(focus.slot().unwrap_or(0)), Column::Weight),
        }
    }

    fn ledger_focus(&self, ledger: &Ledger, (line, column): (Line, Column)) -> Option<Focus> {
        let word = |place: usize| self.list().word_at(place);
        let focus = match (line, column) {
            (Line::Slot(slot), Column::Weight) => Focus::Attention(slot),
            (Line::Slot(slot), Column::Length) => Focus::Contributed(Contributed::Length { slot: Some(slot) }),
            (Line::Slot(slot), Column::Word(place)) => {
                Focus::Contributed(Contributed::Logit { slot: Some(slot), word: Some(word(place)?) })
            }
            (Line::Slot(slot), Column::Difference) => {
                let (word, against) = ledger.contrast?;
                Focus::Contributed(Contributed::Difference { slot: Some(slot), word, against })
            }
            (Line::Sums, Column::Word(place)) => Focus::Contributed(Contributed::Sum { word: Some(word(place)?) }),
            (Line::Logits, Column::Word(place)) => Focus::Logit(word(place)?),
            (Line::Sums | Line::Logits, _) => return None,
        };
        ledger.shows(focus).then_some(focus)
    }

    /// Where an arrow leads; `None` at the edge.
    pub(super) fn neighbour_in_ledger(&self, ledger: &Ledger, direction: Direction) -> Option<Focus> {
        let (line, column) = self.ledger_spot(self.cursor());
        let slots = self.givens().slots();
        let words = self.givens().words();
        let spot = match direction {
            Direction::Up => match line {
                Line::Slot(slot) => (Line::Slot(slot.checked_sub(1)?), column),
                Line::Sums => (Line::Slot(slots - 1), column),
                Line::Logits => (Line::Sums, column),
            },
            Direction::Down => match line {
                Line::Slot(slot) if slot + 1 < slots => (Line::Slot(slot + 1), column),
                Line::Slot(_) => (Line::Sums, column),
                Line::Sums => (Line::Logits, column),
                Line::Logits => return None,
            },
            Direction::Left => match column {
                Column::Weight => return None,
                Column::Length => (line, Column::Weight),
                Column::Word(0) if ledger.length.is_some() => (line, Column::Length),
                Column::Word(0) => (line, Column::Weight),
                Column::Word(place) => (line, Column::Word(place - 1)),
                // Back to the words in view, not to the last of the vocabulary.
                Column::Difference => (line, Column::Word(ledger.words.range().end - 1)),
            },
            Direction::Right => match column {
                Column::Weight if ledger.length.is_some() => (line, Column::Length),
                Column::Weight | Column::Length => (line, Column::Word(ledger.words.first)),
                Column::Word(place) if place + 1 < words => (line, Column::Word(place + 1)),
                Column::Word(_) => (line, Column::Difference),
                Column::Difference => return None,
            },
        };
        self.ledger_focus(ledger, spot)
    }

    /// Where a jump leads.
    pub(super) fn far_in_ledger(&self, ledger: &Ledger, jump: Jump) -> Focus {
        let (line, column) = self.ledger_spot(self.cursor());
        let last = Column::Word(self.givens().words() - 1);
        let spots = match jump {
            Jump::Start => vec![(line, Column::Weight), (line, Column::Word(0))],
            Jump::End => vec![(line, Column::Difference), (line, last)],
            Jump::First => vec![(Line::Slot(0), column)],
            Jump::Last => vec![(Line::Slot(self.givens().slots() - 1), column)],
        };
        spots.into_iter().find_map(|spot| self.ledger_focus(ledger, spot)).unwrap_or(self.cursor())
    }

    /// Where a page up or down leads.
    pub(super) fn paged_in_ledger(&self, ledger: &Ledger, down: bool) -> Focus {
        let (line, column) = self.ledger_spot(self.cursor());
        let slots = self.givens().slots();
        let page = ledger.slots.shown.max(1);
        let slot = match line {
            Line::Slot(slot) if down => (slot + page).min(slots - 1),
            Line::Slot(slot) => slot.saturating_sub(page),
            Line::Sums | Line::Logits if down => return self.cursor(),
            Line::Sums | Line::Logits => slots - 1,
        };
        self.ledger_focus(ledger, (Line::Slot(slot), column)).unwrap_or(self.cursor())
    }

    /// Every place of the view.
    pub(super) fn visible_in_ledger(&self, ledger: &Ledger) -> Vec<Focus> {
        let words = || ledger.words.range().map(Column::Word);
        let columns = || [Column::Weight, Column::Length, Column::Difference].into_iter().chain(words());
        let of_slots = ledger.slots.range().flat_map(|slot| columns().map(move |column| (Line::Slot(slot), column)));
        let below = words().flat_map(|word| [(Line::Sums, word), (Line::Logits, word)]);
        of_slots.chain(below).filter_map(|spot| self.ledger_focus(ledger, spot)).collect()
    }
}

/// The most probable word of a row that is not one; the first of several.
fn most_probable(trace: &Trace, row: usize, not: Option<usize>, words: usize) -> Option<usize> {
    let logits = trace.get(row)?.logits.ok()?;
    let others = logits.iter().enumerate().take(words).filter(|(word, _)| Some(*word) != not);
    let found = others.filter_map(|(word, logit)| Some((word, logit?)));
    found.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(word, _)| word)
}
