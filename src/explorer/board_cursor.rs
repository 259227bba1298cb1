//! All readings seen together: the cursor among them, and what each of them is. The reading the cursor is in is the one
//! that is shown.

use super::board::{BlockExtents, Board, BoardExtents};
use super::{Direction, Focus, Jump, Model, View};
use crate::engine::{Mask, ScorerKind};
use crate::words::readings::{self as say, MaskKind, Related};
use crate::words::{Lang, Text, width};

impl Model {
    /// Whether there are several readings to be seen together.
    pub fn has_board(&self) -> bool {
        self.state().scenario.reading_count() > 1
    }

    /// The view of all readings, when it is shown.
    pub fn board(&self) -> Option<Board> {
        (self.view() == View::Readings).then(|| self.layout()).flatten()?.board
    }

    pub(super) fn board_extents(&self, columns: u16) -> BoardExtents {
        let scenario = &self.state().scenario;
        let block = |reading: usize| {
            let prefixes = self.names_in(reading).prefixes.iter().flatten();
            let prefix = prefixes.map(|prefix| width::width(prefix)).max().unwrap_or(0);
            let givens = self.givens_in(reading);
            BlockExtents {
                rows: givens.rows(),
                slots: givens.slots(),
                prefix: u16::try_from(prefix).unwrap_or(u16::MAX),
                about: scenario.reading(reading).label.is_some_and(|label| label.about.is_some()),
            }
        };
        let cells = usize::from(columns.saturating_sub(2));
        let lines = |text: Text| {
            let lines = [Lang::En, Lang::Zh].map(|lang| width::wrap(&self.drawn(text.get(lang)), cells).len());
            u16::try_from(lines[0].max(lines[1])).unwrap_or(u16::MAX)
        };
        BoardExtents {
            blocks: (0..scenario.reading_count()).map(block).collect(),
            cursor: (scenario.shown(), self.row(), self.focus().slot()),
            said: self.said_of_readings().map(lines),
            docked: self.is_docked(),
            keys: self.stagecraft().keys.is_shown(),
        }
    }

    /// What is to be said of all readings together, the longest form first.
    pub fn said_of_readings(&self) -> [Text; 3] {
        let kinds = (0..self.state().scenario.reading_count()).map(|reading| self.givens_in(reading).scorer.kind);
        let all_dot = kinds.clone().all(|kind| kind == ScorerKind::Dot);
        let (first, mut others) = (self.givens_in(0).scorer.kind, kinds);
        say::same_operation(all_dot, others.all(|kind| kind == first))
    }

    /// What the rows of a reading are to its slots: by where q comes from where that is given by words, else by the names.
    pub fn related(&self, reading: usize) -> Related {
        let (givens, names) = (self.givens_in(reading), self.names_in(reading));
        if let Some(origin) = &givens.origin {
            return if origin.target().is_none() { Related::Themselves } else { Related::Others };
        }
        if names.prefixes.iter().any(Option::is_none) {
            return Related::Unknown;
        }
        let is_of = |(prefix, slot): (&Option<String>, &String)| {
            let prefix = prefix.as_deref().unwrap_or_default();
            prefix.strip_suffix(slot.as_str()).is_some_and(|before| before.is_empty() || before.ends_with(' '))
        };
        let same = names.prefixes.len() == names.slots.len() && names.prefixes.iter().zip(&names.slots).all(is_of);
        if same { Related::Themselves } else { Related::Others }
    }

    /// What may not be read in a reading.
    pub fn mask_kind(&self, reading: usize) -> MaskKind {
        match &self.givens_in(reading).mask {
            mask if mask.is_none() => MaskKind::Nothing,
            Mask::Cells(_) => MaskKind::Cells,
            Mask::Padding { readable, causal } => match (readable.contains(&false), causal) {
                (false, false) => MaskKind::Nothing,
                (true, false) => MaskKind::Padding,
                (false, true) => MaskKind::Causal,
                (true, true) => MaskKind::CausalAndPadding,
            },
        }
    }

    /// The cursor in another reading, in a row and on a slot of it, or the last there is.
    fn stand_on_board(&mut self, reading: usize, row: usize, slot: usize) {
        self.show_reading(reading);
        self.stand_on((row, Focus::Attention(slot)));
    }

    /// One place on: over the edge of a reading to the next one.
    pub(super) fn move_on_board(&mut self, direction: Direction) {
        let (here, row) = (self.state().scenario.shown(), self.row());
        let slot = self.cursor().slot().unwrap_or(0);
        let last = |reading: usize| self.givens_in(reading).rows() - 1;
        match direction {
            Direction::Left => self.stand_on_board(here, row, slot.saturating_sub(1)),
            Direction::Right => self.stand_on_board(here, row, slot + 1),
            Direction::Up if row > 0 => self.stand_on_board(here, row - 1, slot),
            Direction::Up if here > 0 => self.stand_on_board(here - 1, last(here - 1), slot),
            Direction::Down if row < last(here) => self.stand_on_board(here, row + 1, slot),
            Direction::Down if here + 1 < self.state().scenario.reading_count() => {
                self.stand_on_board(here + 1, 0, slot);
            }
            Direction::Up | Direction::Down => {}
        }
    }

    /// To an end of the row, or to the first or last row of all.
    pub(super) fn jump_on_board(&mut self, jump: Jump) {
        let (here, row) = (self.state().scenario.shown(), self.row());
        let slot = self.cursor().slot().unwrap_or(0);
        match jump {
            Jump::Start => self.stand_on_board(here, row, 0),
            Jump::End => self.stand_on_board(here, row, usize::MAX),
            Jump::First => self.stand_on_board(0, 0, slot),
            Jump::Last => self.stand_on_board(self.state().scenario.reading_count() - 1, usize::MAX, slot),
        }
    }

    /// To the next or the previous reading.
    pub(super) fn page_on_board(&mut self, down: bool) {
        let (here, count) = (self.state().scenario.shown(), self.state().scenario.reading_count());
        let slot = self.cursor().slot().unwrap_or(0);
        let there = if down { (here + 1).min(count - 1) } else { here.saturating_sub(1) };
        self.stand_on_board(there, if down && there == here { usize::MAX } else { 0 }, slot);
    }
}
