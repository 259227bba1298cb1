//! Where things lie on the screen as it is, in the view that is shown.

use super::layout::{Extents, Layout};
use super::plane::Panes;
use super::translator::{Decoder, StudyScreen, TrainingScreen};
use super::{Focus, GridExtents, Model, View, sheet};
use ratatui::layout::Rect;

impl Model {
    /// Tells the size of the screen.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.keep_in_view();
    }

    /// The main screen at its present size; `None` when it is too small to be drawn.
    pub fn layout(&self) -> Option<Layout> {
        self.layout_at(self.size)
    }

    /// The main screen at some size.
    pub fn layout_at(&self, size: (u16, u16)) -> Option<Layout> {
        let givens = self.givens();
        let extents = Extents {
            slots: givens.slots(),
            words: givens.words(),
            d_k: givens.d_k(),
            d_v: givens.d_v(),
            bias: self.has_bias(),
            slot_name: self.name_widths.0,
            word_name: self.name_widths.1,
            docked: self.is_docked(),
            keys: self.stage.keys.is_shown(),
            gradients: self.view == View::Gradients,
            sheet: (self.view == View::Parameters).then(|| sheet::tensors(givens)),
            grid: (self.view == View::Rows).then(|| GridExtents {
                rows: givens.rows(),
                row: self.row,
                transposed: self.transposed,
                prefix: self.name_widths.2,
                pair: self.pair(),
            }),
        };
        let place = |word: Option<usize>| word.and_then(|word| self.list.place_of(word));
        let target = givens.targets.get(self.row).copied().flatten();
        let layout = Layout::new(size, &extents, self.focus, self.scroll, place(self.focus.word()), place(target))?;
        Some(match self.view {
            View::Readings => layout.with_board(&self.board_extents(size.0), self.scroll),
            View::Contributions => layout.with_ledger(&self.ledger_extents(), self.scroll),
            View::Plane => layout.with_panes(Panes::plan(size, extents.docked, extents.keys, self.point().side())),
            View::Training => match self.decoder_extents(size.0) {
                Some((extents, scroll)) => layout.with_training(TrainingScreen::plan(size, &extents, scroll)),
                None => layout,
            },
            View::Study => layout.with_study(StudyScreen::plan(size, extents.keys)),
            View::Decoder => match self.decoder_extents(size.0) {
                Some((extents, scroll)) => layout.with_decoder(Decoder::plan(size, &extents, scroll)),
                None => layout,
            },
            _ => layout,
        })
    }

    /// The cells of the screen a place takes, when it is in view.
    pub fn place_of(&self, focus: Focus) -> Option<Rect> {
        self.layout()?.place(focus, |word| self.list.place_of(word))
    }

    /// Moves the scroll so that the focus is in view.
    pub(super) fn keep_in_view(&mut self) {
        self.cursor = self.focus;
        if self.view == View::Study {
            return;
        }
        if matches!(self.view, View::Decoder | View::Training) {
            return self.keep_decoder_in_view();
        }
        if let Some(layout) = self.layout() {
            self.scroll = layout.scroll();
            self.cursor = self.stand_in(&layout);
            // Whatever is done to the number in focus there is done to one that is seen.
            if layout.is_of_another_view() || matches!(self.focus, Focus::Entry(..) | Focus::Contributed(_)) {
                self.focus = self.cursor;
            }
        }
        self.keep_hold();
        self.follow_measurement();
    }
}
