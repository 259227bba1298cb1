//! Where everything stands on the main screen: asked by the arrows, by paging, by the mouse and by the view.
//!
//! ```text
//! title                                   branches          Rows::title
//! ribbon of stages                                          Rows::ribbon
//! what did not move                                         Rows::said
//! SOURCE AXIS ...          │ VOCAB AXIS ...                 Rows::heads
//! q   k-columns            │ G   word columns               Rows::given …
//! j slot  k_j     v_j      │ d = 1 …
//! α_j v_j = (…) + (…) + …                                   Rows::weighted
//! ──────────── c = Σ_j α_j v_j = ( … ) ────────────         Rows::bridge
//! j slot  e_j   α_j  bar   │ w word  z_w   p_w  bar         Rows::derived …
//! Σ_j α_j                  │ Σ_w p_w,  L                    Rows::sums, Rows::loss
//! ─────────────────────────────────────────────────         Rows::dock_rule
//! the dock                                                  Rows::dock …
//! the last keys                                             Rows::keys
//! footer                                                    Rows::footer
//! ```
//! A layout is a pure function of the sizes of the model, the size of the screen, the focus and the scroll: the same
//! question always has the same answer, and nothing depends on the numbers, so nothing jumps when they change.

use super::board::{Board, BoardExtents};
use super::bridge::{CONTEXT_CELL, WEIGHTED_CELL, WEIGHTED_FRAME, WEIGHTED_GAP};
use super::bridge::{bridge_frame, is_long, weighted_room};
use super::columns::{Derived, Given, Head};
use super::grid::{Grid, GridExtents};
use super::ledger::{Ledger, LedgerExtents};
use super::plane::Panes;
use super::rows::Rows;
use super::sheet::{MOST, Shaped, Sheet};
use super::translator::{Decoder, StudyScreen, TrainingScreen};
use super::{Focus, Window};
use ratatui::layout::Rect;

/// How far each scrolling part has been scrolled. Kept by the model; a layout corrects it so that the focus is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scroll {
    /// First slot of the given rows.
    pub slots: usize,
    /// First slot of the derived rows.
    pub attention: usize,
    /// First component of the keys.
    pub key: usize,
    /// First component of the values.
    pub value: usize,
    /// First component (row) of the head.
    pub head_rows: usize,
    /// First word across the head.
    pub words: usize,
    /// First place in the list of words (by number or by probability).
    pub list: usize,
    /// First component of the context.
    pub context: usize,
    /// First number of the weighted values, slot after slot.
    pub weighted: usize,
    /// First row in the view of all rows.
    pub rows: usize,
    /// First row and column of the tensor in focus that has no place on the main screen.
    pub sheet: (usize, usize),
    /// First row of a reading that is too tall for the view of all readings.
    pub board: usize,
}

/// The sizes a layout depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extents {
    /// n.
    pub slots: usize,
    /// |V|.
    pub words: usize,
    /// d_k.
    pub d_k: usize,
    /// d_v.
    pub d_v: usize,
    /// Whether the row shown has constants to its logits.
    pub bias: bool,
    /// Width in cells of the widest slot name.
    pub slot_name: u16,
    /// Width in cells of the widest word.
    pub word_name: u16,
    /// Whether the dock holds something that needs room.
    pub docked: bool,
    /// Whether the last keys have a line.
    pub keys: bool,
    /// Whether gradients stand in the place of the numbers.
    pub gradients: bool,
    /// The given tensors that have no place on the main screen, when they are shown in place of q, K, V and G.
    pub sheet: Option<[Option<Shaped>; MOST]>,
    /// What the view of all rows needs to know, when it is shown.
    pub grid: Option<GridExtents>,
}

/// The smallest screen the main screen is drawn on; below it one line says so.
pub const SMALLEST: (u16, u16) = (40, 12);

/// The main screen, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Columns and lines of the screen.
    pub size: (u16, u16),
    /// Lines.
    pub rows: Rows,
    /// Columns [0, left) are the source axis.
    pub left: u16,
    /// Columns [right, width) are the vocab axis.
    pub right: u16,
    /// q, K, V.
    pub given: Given,
    /// G and b.
    pub head: Head,
    /// e and α.
    pub source: Derived,
    /// z and p.
    pub vocab: Derived,
    /// Components of the context on the bridge.
    pub context: Window,
    /// The weighted values above it, slot after slot: number j · d_v + d is component d of α_j v_j.
    pub weighted: Window,
    /// The last line of the list of words is kept for the target, which would be out of sight otherwise.
    pub pinned: bool,
    /// Whether gradients stand in the place of the numbers.
    pub gradients: bool,
    /// The view of all rows in its place.
    pub grid: Option<Grid>,
    /// Other given tensors in place of q, K, V and G.
    pub sheet: Option<Sheet>,
    /// The view of all readings in its place.
    pub board: Option<Board>,
    /// The view of contributions in its place.
    pub ledger: Option<Ledger>,
    /// The pictures of keys and values in its place.
    pub panes: Option<Panes>,
    /// The decoder screen in its place.
    pub decoder: Option<Decoder>,
    /// The training screen in its place.
    pub training: Option<TrainingScreen>,
    /// The study of many translators, when it is shown.
    pub study: Option<StudyScreen>,
    scroll: Scroll,
}

impl Layout {
    /// Lays the main screen out; `None` when the screen is smaller than [`SMALLEST`].
    ///
    /// `list_place` is the place in the list of words of the word in focus, `target_place` that of the target.
    pub fn new(
        size: (u16, u16),
        extents: &Extents,
        focus: Focus,
        scroll: Scroll,
        list_place: Option<usize>,
        target_place: Option<usize>,
    ) -> Option<Self> {
        let (width, height) = size;
        if width < SMALLEST.0 || height < SMALLEST.1 {
            return None;
        }
        let (rows, grid) = match &extents.grid {
            None => (Rows::plan(height, width, extents), None),
            Some(grid) => {
                let (rows, grid) = Grid::plan(size, extents, grid, focus, scroll, list_place);
                (rows, Some(grid))
            }
        };
        let lines = (rows.given, rows.given_rows);
        let sheet = extents.sheet.is_some().then(|| Sheet::plan(width, lines, extents, focus, scroll));
        let left = (width - 1) / 2;
        let right = left + 1;
        let given = Given::plan(left, rows.given_rows, extents, focus, scroll);
        let head = Head::plan(width - right, rows.given_rows, extents, focus, scroll);
        let attention =
            Window::following(scroll.attention, focus.slot(), usize::from(rows.derived_rows), extents.slots);
        let mut list = Window::following(scroll.list, list_place, usize::from(rows.derived_rows), extents.words);
        let pinned = list.shown >= 2 && target_place.is_some_and(|place| list.place(place).is_none());
        if pinned {
            list = Window::following(list.first, list_place, list.shown - 1, extents.words);
        }
        let (source, vocab) = match extents.gradients {
            true => Derived::plan_gradients(left, width - right, extents, attention, list),
            false => Derived::plan_both(left, width - right, extents, attention, list),
        };
        let context_focus = match focus {
            Focus::Context(d) => Some(d),
            _ => None,
        };
        let (before, after) = bridge_frame(width, extents.d_v);
        let context_room = usize::from((width.saturating_sub(before + after) / CONTEXT_CELL).max(1));
        let context = Window::following(scroll.context, context_focus, context_room, extents.d_v);
        let weighted_focus = match focus {
            Focus::Weighted(j, d) => j.checked_mul(extents.d_v).and_then(|first| first.checked_add(d)),
            Focus::Value(j, d) => j.checked_mul(extents.d_v).and_then(|first| first.checked_add(d)),
            _ => None,
        };
        let has_weighted = rows.weighted.is_some() && !extents.gradients;
        let weighted_room = if has_weighted { weighted_room(width, extents.d_v) } else { 0 };
        let weighted = Window::following(
            scroll.weighted,
            weighted_focus,
            weighted_room,
            extents.slots.saturating_mul(extents.d_v),
        );
        let of_main = Scroll {
            slots: given.slots.first,
            attention: attention.first,
            key: given.key.first,
            value: given.value.first,
            head_rows: head.rows.first,
            words: head.words.first,
            list: list.first,
            context: context.first,
            weighted: weighted.first,
            rows: scroll.rows,
            sheet: sheet.as_ref().map_or(scroll.sheet, |sheet| sheet.scroll(focus, scroll)),
            board: scroll.board,
        };
        // What is out of sight stays as it was scrolled.
        let scroll = grid.as_ref().map_or(of_main, |grid| grid.scroll(scroll));
        let (board, ledger) = (None, None);
        Some(Self {
            size,
            rows,
            left,
            right,
            given,
            head,
            source,
            vocab,
            context,
            weighted,
            pinned,
            gradients: extents.gradients,
            grid,
            sheet,
            board,
            ledger,
            panes: None,
            decoder: None,
            training: None,
            study: None,
            scroll,
        })
    }

    /// The same screen with all readings in the place of the one shown.
    #[must_use]
    pub(super) fn with_board(self, extents: &BoardExtents, scroll: Scroll) -> Self {
        let (rows, board) = Board::plan(self.size, extents, scroll);
        Self { rows, scroll: board.scroll(scroll), board: Some(board), ..self }
    }

    /// The same screen with what the slots add to the logits in the place of the stages.
    #[must_use]
    pub(super) fn with_ledger(self, extents: &LedgerExtents, scroll: Scroll) -> Self {
        let (rows, ledger) = Ledger::plan(self.size, extents, scroll);
        Self { rows, scroll: ledger.scroll(scroll), ledger: Some(ledger), ..self }
    }

    /// The same screen with the pictures of keys and values in its place.
    #[must_use]
    pub(super) fn with_panes(self, (rows, panes): (Rows, Panes)) -> Self {
        Self { rows, panes: Some(panes), ..self }
    }

    /// The same screen with the translator's training in its place.
    #[must_use]
    pub(super) fn with_training(self, (rows, training): (Rows, TrainingScreen)) -> Self {
        Self { rows, training: Some(training), ..self }
    }

    /// The same screen with the study in its place.
    #[must_use]
    pub(super) fn with_study(self, (rows, study): (Rows, StudyScreen)) -> Self {
        Self { rows, study: Some(study), ..self }
    }

    /// The same screen with the translator's decoder in its place.
    #[must_use]
    pub(super) fn with_decoder(self, (rows, decoder): (Rows, Decoder)) -> Self {
        Self { rows, decoder: Some(decoder), ..self }
    }

    /// The scroll that keeps this layout.
    pub fn scroll(&self) -> Scroll {
        self.scroll
    }

    /// Whether something else than the main screen is laid out.
    pub(super) fn is_of_another_view(&self) -> bool {
        let others = [self.grid.is_some(), self.board.is_some(), self.ledger.is_some(), self.panes.is_some()];
        self.gradients || self.sheet.is_some() || others.contains(&true)
    }

    /// Whether a kind of number has a column or line of its own on a screen of this size.
    pub fn has_column(&self, focus: Focus) -> bool {
        if let Some(grid) = &self.grid {
            return grid.shows(focus);
        }
        if self.board.is_some() {
            return matches!(focus, Focus::Attention(_));
        }
        if let Some(ledger) = &self.ledger {
            return ledger.shows(focus);
        }
        match focus {
            Focus::Attention(_) if self.gradients => self.source.weight.1 > 0,
            Focus::Probability(_) if self.gradients => false,
            Focus::Score(_) => self.source.score.is_some(),
            Focus::Logit(_) => self.vocab.score.is_some(),
            Focus::Exponential(_) => self.source.exponential.is_some(),
            Focus::WordExponential(_) => self.vocab.exponential.is_some(),
            Focus::Normaliser => self.source.exponential.is_some() && self.rows.sums.is_some(),
            Focus::WordNormaliser => self.vocab.exponential.is_some() && self.rows.sums.is_some(),
            Focus::Weighted(..) => self.weighted.shown > 0 && self.sheet.is_none(),
            Focus::Contributed(_) => false,
            Focus::Entry(tensor, ..) => {
                self.sheet.as_ref().is_some_and(|sheet| sheet.placed.iter().any(|placed| placed.tensor == tensor))
            }
            Focus::Query(_)
            | Focus::Slot(_)
            | Focus::Key(..)
            | Focus::Value(..)
            | Focus::Word(_)
            | Focus::Head(..)
            | Focus::Bias(_) => self.sheet.is_none(),
            _ => true,
        }
    }

    /// The place that stands for one that this screen leaves out: of what follows from it.
    pub fn stand_in(&self, focus: Focus) -> Focus {
        if self.has_column(focus) {
            return focus;
        }
        if let Some(grid) = &self.grid {
            return grid.stand_in(focus);
        }
        if let Some(board) = &self.board {
            return Focus::Attention(focus.slot().unwrap_or(board.first_slot()));
        }
        if let Some(ledger) = &self.ledger {
            return ledger.stand_in(focus);
        }
        match focus {
            Focus::Contributed(of) => match (of.slot(), focus.word()) {
                (_, Some(word)) if self.vocab.score.is_some() => Focus::Logit(word),
                (_, Some(word)) => Focus::Probability(word),
                (slot, None) => Focus::Attention(slot.unwrap_or(0)),
            },
            Focus::Attention(j) | Focus::Exponential(j) if self.gradients => Focus::Score(j),
            Focus::Normaliser if self.gradients => Focus::Score(self.source.window.first),
            Focus::Probability(w) | Focus::WordExponential(w) if self.gradients => Focus::Logit(w),
            Focus::WordNormaliser if self.gradients => Focus::Logit(0),
            Focus::Score(j) | Focus::Exponential(j) => Focus::Attention(j),
            Focus::Normaliser => Focus::Attention(self.source.window.first),
            Focus::Weighted(_, d) => Focus::Context(d),
            Focus::Logit(w) | Focus::WordExponential(w) => Focus::Probability(w),
            Focus::WordNormaliser => Focus::Probability(0),
            Focus::Entry(..) => Focus::Query(0),
            focus => self.sheet.as_ref().and_then(Sheet::first).unwrap_or(focus),
        }
    }

    /// Components of a value.
    pub fn d_v(&self) -> usize {
        self.context.total
    }

    /// Whether the bridge has room for the whole formula.
    pub fn has_long_bridge(&self) -> bool {
        is_long(self.size.0, self.context.total)
    }

    /// Where the context's numbers begin on the bridge.
    pub fn context_start(&self) -> u16 {
        let (before, after) = bridge_frame(self.size.0, self.context.total);
        let numbers = u16::try_from(self.context.shown).unwrap_or(u16::MAX).saturating_mul(CONTEXT_CELL);
        self.size.0.saturating_sub(numbers.saturating_add(before + after)) / 2 + before
    }

    /// The cells of the screen a place takes; `None` when it is scrolled out of sight. `list_place` is the place of the
    /// word in the list of words.
    pub fn place(&self, focus: Focus, list_place: impl Fn(usize) -> Option<usize>) -> Option<Rect> {
        if let Some(grid) = &self.grid {
            return grid.place(grid.row, focus, list_place);
        }
        if let Some(board) = &self.board {
            return match focus {
                Focus::Attention(slot) => board.place(slot),
                _ => None,
            };
        }
        if let Some(ledger) = &self.ledger {
            return ledger.place(focus, list_place);
        }
        let line = |y: u16, (x, width): (u16, u16)| Rect { x, y, width, height: 1 };
        let slot_line = |j: usize| self.given.slots.place(j).and_then(offset).map(|row| self.rows.given + 2 + row);
        let listed = |y: Option<usize>| y.and_then(offset).map(|row| self.rows.derived + 1 + row);
        let word_line = |w: usize| listed(list_place(w).and_then(|place| self.vocab.window.place(place)));
        let shift = |(x, width): (u16, u16)| (x + self.right, width);
        if (self.sheet.is_some() || self.gradients) && !self.has_column(focus) {
            return None;
        }
        Some(match focus {
            Focus::Entry(tensor, row, column) => self.sheet.as_ref()?.place(tensor, row, column)?,
            Focus::Query(i) => line(self.rows.given, self.given.key_cell(i)?),
            Focus::Slot(j) => line(slot_line(j)?, self.given.name()),
            Focus::Key(j, i) => line(slot_line(j)?, self.given.key_cell(i)?),
            Focus::Value(j, i) => line(slot_line(j)?, self.given.value_cell(i)?),
            Focus::Word(w) => line(self.rows.given, shift(self.head.cell(w)?)),
            Focus::Head(d, w) => {
                line(self.rows.given + 1 + offset(self.head.rows.place(d)?)?, shift(self.head.cell(w)?))
            }
            Focus::Bias(w) => line(self.rows.given + self.head.bias_line?, shift(self.head.cell(w)?)),
            Focus::Context(d) => {
                let x = self.context_start() + offset(self.context.place(d)?)? * CONTEXT_CELL;
                line(self.rows.bridge, (x, CONTEXT_CELL - 1))
            }
            Focus::Weighted(j, d) => {
                let number = j.checked_mul(self.d_v())?.checked_add(d)?;
                let gaps = offset(j - self.weighted.first / self.d_v())? * WEIGHTED_GAP;
                let x = WEIGHTED_FRAME.0 + offset(self.weighted.place(number)?)? * WEIGHTED_CELL + gaps;
                line(self.rows.weighted?, (x + 1, WEIGHTED_CELL - 1))
            }
            Focus::Exponential(j) => line(listed(self.source.window.place(j))?, self.source.exponential?),
            Focus::WordExponential(w) => line(word_line(w)?, shift(self.vocab.exponential?)),
            Focus::Normaliser => line(self.rows.sums?, self.source.exponential?),
            Focus::WordNormaliser => line(self.rows.sums?, shift(self.vocab.exponential?)),
            Focus::Score(j) => line(listed(self.source.window.place(j))?, self.source.score?),
            Focus::Attention(j) => line(listed(self.source.window.place(j))?, self.source.weight),
            Focus::Logit(w) => line(word_line(w)?, shift(self.vocab.score?)),
            Focus::Probability(w) => line(word_line(w)?, shift(self.vocab.weight)),
            Focus::Loss => line(self.rows.loss, (self.right, self.size.0 - self.right)),
            Focus::Contributed(_) => return None,
        })
    }
}

fn offset(index: usize) -> Option<u16> {
    u16::try_from(index).ok()
}
