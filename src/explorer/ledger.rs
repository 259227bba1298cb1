//! Where everything stands in the view of contributions: what each slot adds to each logit.
//!
//! ```text
//! title, ribbon, what stayed                                     Rows::title …
//! SOURCE AXIS …             │ VOCAB AXIS …                       Rows::heads
//!                           │ α_j (v_j · G_w): adds up along j   LedgerLines::along
//!  j slot     α_j  |α_j v_j|│    him   book  yesterday  him−book LedgerLines::names
//!  1 他    0.4223    0.8446 │ 1.6893 0.0000     0.0000   +1.6893 LedgerLines::body
//!    b_w                    │                                    LedgerLines::constants
//!    Σ_j   1.0000           │ 2.5339 …                           LedgerLines::sums
//!    z_w                    │ 2.5339 …                           LedgerLines::logits
//! the sums are the logits                                        LedgerLines::said
//! 1 weight … 2 value … 3 logit … 4 word …                        LedgerLines::checks
//! the dock, the footer                                           Rows::dock …
//! ```
//! As the main layout this is a pure function of sizes, focus and scroll.

use super::columns::digits;
use super::layout::Scroll;
use super::rows::{Rows, Spare, downwards};
use super::{Focus, Window};
use crate::scenario::Contributed;
use ratatui::layout::Rect;

/// What the view of contributions depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerExtents {
    /// n.
    pub slots: usize,
    /// |V|.
    pub words: usize,
    /// Whether the row has constants.
    pub bias: bool,
    /// Width in cells of the widest slot name.
    pub slot_name: u16,
    /// Whether the dock holds something that needs room.
    pub docked: bool,
    /// Whether the last keys have a line.
    pub keys: bool,
    /// The two words held against each other.
    pub contrast: Option<(usize, usize)>,
    /// The slot in focus.
    pub slot: Option<usize>,
    /// The place in the list of the word in focus.
    pub list_place: Option<usize>,
}

/// The lines of the view, from the top. `None` where a small screen leaves the line out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerLines {
    /// What is added up, and along which axis.
    pub along: Option<u16>,
    /// The heads of the columns.
    pub names: u16,
    /// First line of the slots.
    pub body: u16,
    /// Lines of slots.
    pub body_rows: u16,
    /// The row's constants.
    pub constants: Option<u16>,
    /// The sums.
    pub sums: u16,
    /// The logits.
    pub logits: Option<u16>,
    /// Whether the sums are the logits.
    pub said: Option<u16>,
    /// First line of the four checks, and how many lines they have: 4, or 2 with two checks each.
    pub checks: Option<(u16, u16)>,
}

/// The view of contributions, laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Its lines.
    pub lines: LedgerLines,
    /// Where the number of a slot ends.
    pub number: u16,
    /// x and width of the name of a slot.
    pub name: (u16, u16),
    /// x and width of α_j.
    pub weight: (u16, u16),
    /// x and width of |α_j v_j|, where there is room.
    pub length: Option<(u16, u16)>,
    /// The column between the axes.
    pub rule: u16,
    /// Where the words begin.
    pub cells: u16,
    /// The two words held against each other.
    pub contrast: Option<(usize, usize)>,
    /// x and width of their difference.
    pub difference: Option<(u16, u16)>,
    /// x and width of its bar.
    pub bar: Option<(u16, u16)>,
    /// Slots in view.
    pub slots: Window,
    /// Places of the list of words in view.
    pub words: Window,
}

/// A sign, `0.422319`, a mark.
const WEIGHT: u16 = 10;
/// A sign, `-0.844638`, a mark.
pub const CONTRIBUTION: u16 = 11;
/// The least of a bar on both sides of its middle.
const LEAST_BAR: u16 = 7;
const WIDEST_BAR: u16 = 25;
const MARGIN: u16 = 1;
/// Ribbon, what is added up, what stayed.
const COMFORT: u16 = 3;

impl LedgerLines {
    fn plan((width, height): (u16, u16), extents: &LedgerExtents) -> (Rows, Self) {
        let mut spare = Spare::new(height);
        // heads, names, one slot, sums, one line of the dock, footer
        spare.take(6);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let title = spare.take(1) == 1;
        let logits = spare.take(1) == 1;
        let constants = extents.bias && spare.take(1) == 1;
        let mut dock_rows = 1;
        if extents.docked {
            dock_rows += spare.take(if height >= 20 { 4 - u16::from(keys) } else { 2 });
        } else if height >= 20 {
            dock_rows += spare.take(1);
        }
        let slots = u16::try_from(extents.slots).unwrap_or(u16::MAX);
        let mut body_rows = 1 + spare.take(2.min(slots - 1));
        let said = height >= 14 && spare.take(1) == 1;
        let dock_rule = height >= 20 && spare.take(1) == 1;
        // Two beside each other where the slots need the lines.
        let pairs = width >= 76;
        let left = spare.left();
        let wanted = if pairs && left < 4 + COMFORT + (slots - body_rows) { 2 } else { 4 };
        let checks = if height >= 16 && left >= wanted { spare.take(wanted) } else { 0 };
        let ribbon = height >= 18 && !(extents.docked && height < 24) && spare.take(1) == 1;
        let along = height >= 18 && spare.take(1) == 1;
        let stayed = height >= 20 && !(extents.docked && height < 24) && spare.take(1) == 1;
        body_rows += spare.take(slots - body_rows);
        dock_rows += spare.take(5_u16.saturating_sub(dock_rows));
        let blanks = spare.take(2);
        dock_rows += spare.take(9);

        let mut take = downwards();
        let title = title.then(|| take(1));
        let ribbon = ribbon.then(|| take(1));
        let stayed = stayed.then(|| take(1));
        let heads = take(1);
        let along = along.then(|| take(1));
        let names = take(1);
        let body = take(body_rows);
        let constants = constants.then(|| take(1));
        let sums = take(1);
        let logits = logits.then(|| take(1));
        take(u16::from(blanks >= 2));
        let said = said.then(|| take(1));
        take(u16::from(blanks >= 1));
        let checks = (checks > 0).then(|| (take(checks), checks));
        let frame = Rows::around(height, (title, ribbon, stayed), heads, keys, dock_rule, dock_rows);
        (frame, Self { along, names, body, body_rows, constants, sums, logits, said, checks })
    }
}

impl Ledger {
    /// Lays it out; the lines around it come with it.
    pub(super) fn plan(size: (u16, u16), extents: &LedgerExtents, scroll: Scroll) -> (Rows, Self) {
        let (rows, lines) = LedgerLines::plan(size, extents);
        let width = size.0;
        let number = MARGIN + digits(extents.slots);
        let longest = if width < 60 { 4 } else { 12 };
        let name = (number + 1, extents.slot_name.clamp(4, longest));
        let weight = (name.0 + name.1 + 1, WEIGHT);
        let after = weight.0 + weight.1;
        // The rule and a gap; then as many words as there are, as far as they fit beside what is said of two of them.
        let room = width.saturating_sub(after + 2);
        let words = u16::try_from(extents.words).unwrap_or(u16::MAX);
        let difference = extents.contrast.is_some() && room >= 2 * CONTRIBUTION;
        let left = room - if difference { CONTRIBUTION } else { 0 };
        let few = words.min(3).saturating_mul(CONTRIBUTION);
        let length = left >= few.saturating_add(CONTRIBUTION);
        let left = left - if length { CONTRIBUTION } else { 0 };
        let shown = (left / CONTRIBUTION).clamp(1, words);
        let left = left.saturating_sub(shown * CONTRIBUTION);
        let rule = after + if length { CONTRIBUTION } else { 0 };
        let cells = rule + 2;
        let after_words = cells + shown * CONTRIBUTION;
        let bar = (difference && left > LEAST_BAR).then(|| {
            // A middle cell, and as much on either side.
            let cells = (left - 1).min(WIDEST_BAR);
            (after_words + CONTRIBUTION + 1, cells - (cells + 1) % 2)
        });
        let slots = Window::following(scroll.attention, extents.slot, usize::from(lines.body_rows), extents.slots);
        let words = Window::following(scroll.list, extents.list_place, usize::from(shown), extents.words);
        let ledger = Self {
            lines,
            number,
            name,
            weight,
            length: length.then_some((after, CONTRIBUTION)),
            rule,
            cells,
            contrast: extents.contrast,
            difference: difference.then_some((after_words, CONTRIBUTION)),
            bar,
            slots,
            words,
        };
        (rows, ledger)
    }

    /// Keeps what this layout has scrolled to.
    pub(super) fn scroll(&self, scroll: Scroll) -> Scroll {
        Scroll { attention: self.slots.first, list: self.words.first, ..scroll }
    }

    /// Whether a kind of number can stand in this view.
    pub fn has(focus: Focus) -> bool {
        matches!(focus, Focus::Attention(_) | Focus::Contributed(_) | Focus::Logit(_))
    }

    /// Whether it has a column or line here.
    pub fn shows(&self, focus: Focus) -> bool {
        match focus {
            Focus::Attention(_) => true,
            Focus::Logit(_) => self.lines.logits.is_some(),
            Focus::Contributed(Contributed::Length { .. }) => self.length.is_some(),
            Focus::Contributed(Contributed::Difference { word, against, .. }) => {
                self.difference.is_some() && self.contrast == Some((word, against))
            }
            Focus::Contributed(_) => true,
            _ => false,
        }
    }

    /// The number here that says most of what was in focus elsewhere.
    pub fn stand_in(&self, focus: Focus) -> Focus {
        let slot = focus.slot().unwrap_or(self.slots.first);
        match (focus, self.contrast) {
            (Focus::Contributed(Contributed::Difference { .. }), Some((word, against)))
                if self.difference.is_some() =>
            {
                Focus::Contributed(Contributed::Difference { slot: Some(slot), word, against })
            }
            (Focus::Contributed(Contributed::Length { .. }), _) => Focus::Attention(slot),
            (Focus::Logit(word), _) => Focus::Contributed(Contributed::Sum { word: Some(word) }),
            _ => match focus.word() {
                Some(word) => Focus::Contributed(Contributed::Logit { slot: Some(slot), word: Some(word) }),
                None => Focus::Attention(slot),
            },
        }
    }

    /// x and width of the column of a place of the list.
    pub fn word(&self, place: usize) -> Option<(u16, u16)> {
        let at = u16::try_from(self.words.place(place)?).ok()?;
        Some((self.cells + at * CONTRIBUTION, CONTRIBUTION))
    }

    /// The line of a slot.
    pub fn line(&self, slot: usize) -> Option<u16> {
        Some(self.lines.body + u16::try_from(self.slots.place(slot)?).ok()?)
    }

    /// The cells of the screen a number takes; `place` is where a word stands in the list.
    pub fn place(&self, focus: Focus, place: impl Fn(usize) -> Option<usize>) -> Option<Rect> {
        if !self.shows(focus) {
            return None;
        }
        let column = |word: Option<usize>| self.word(place(word?)?);
        let (y, (x, width)) = match focus {
            Focus::Attention(slot) => (self.line(slot)?, self.weight),
            Focus::Logit(word) => (self.lines.logits?, column(Some(word))?),
            Focus::Contributed(of) => match of {
                Contributed::Length { slot } => (self.line(slot?)?, self.length?),
                Contributed::Logit { slot, word } => (self.line(slot?)?, column(word)?),
                Contributed::Difference { slot, .. } => (self.line(slot?)?, self.difference?),
                Contributed::Sum { word } => (self.lines.sums, column(word)?),
            },
            _ => return None,
        };
        Some(Rect { x, y, width, height: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(slots: usize, words: usize) -> LedgerExtents {
        LedgerExtents {
            slots,
            words,
            bias: false,
            slot_name: 4,
            docked: false,
            keys: false,
            contrast: (words > 1).then_some((0, 1)),
            slot: None,
            list_place: None,
        }
    }

    #[test]
    fn three_slots_and_words_are_whole_with_everything_at_80_by_24() {
        let (rows, ledger) = Ledger::plan((80, 24), &extents(3, 3), Scroll::default());
        assert!(ledger.slots.whole() && ledger.words.whole() && ledger.length.is_some() && ledger.difference.is_some());
        assert_eq!(ledger.lines.checks.map(|(_, lines)| lines), Some(4));
        assert!(ledger.lines.along.is_some() && ledger.lines.said.is_some() && rows.said.is_some());
        let (_, wide) = Ledger::plan((100, 24), &extents(3, 3), Scroll::default());
        assert!(wide.bar.is_some_and(|(x, cells)| cells >= 7 && cells % 2 == 1 && x + cells <= 100), "{:?}", wide.bar);
    }

    #[test]
    fn nothing_stands_twice_or_outside_at_any_size() {
        for width in 40..200 {
            for height in 12..60 {
                for (slots, words) in [(1, 1), (3, 3), (9, 12), (4096, 100_000)] {
                    for (bias, docked, keys) in [(false, false, false), (true, true, true)] {
                        let extents = LedgerExtents { bias, docked, keys, ..extents(slots, words) };
                        let (rows, ledger) = Ledger::plan((width, height), &extents, Scroll::default());
                        let lines = ledger.lines;
                        let one = |line: Option<u16>| line.map(|y| (y, 1));
                        let in_order = [
                            one(rows.title),
                            one(rows.ribbon),
                            one(rows.said),
                            Some((rows.heads, 1)),
                            one(lines.along),
                            Some((lines.names, 1)),
                            Some((lines.body, lines.body_rows)),
                            one(lines.constants),
                            Some((lines.sums, 1)),
                            one(lines.logits),
                            one(lines.said),
                            lines.checks,
                            one(rows.dock_rule),
                            Some((rows.dock, rows.dock_rows)),
                            one(rows.keys),
                            Some((rows.footer, 1)),
                        ];
                        let in_order: Vec<(u16, u16)> = in_order.into_iter().flatten().collect();
                        for pair in in_order.windows(2) {
                            assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{width}×{height}: {ledger:?}");
                        }
                        assert_eq!(rows.footer + 1, height);
                        let last = ledger.word(ledger.words.range().end - 1).unwrap();
                        let after = ledger.difference.unwrap_or(last);
                        let after = ledger.bar.unwrap_or(after);
                        assert!(last.0 + last.1 <= width && after.0 + after.1 <= width, "{width}×{height}: {ledger:?}");
                    }
                }
            }
        }
    }
}
