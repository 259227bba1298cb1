//! Columns of the four blocks of the main screen. All x are counted from the left edge of the block's half.

use super::layout::{Extents, Scroll};
use super::{Focus, Window};

/// A given number's cell: the `≈` or a gap, the number, and a mark after it.
const LEAST_CELL: u16 = 5;
const USUAL_CELL: u16 = 8;
const WIDEST_CELL: u16 = 12;
/// A number with its gradient beside it.
const WIDEST_PAIR: u16 = 16;

fn widest(extents: &Extents) -> u16 {
    if extents.gradients { WIDEST_PAIR } else { WIDEST_CELL }
}

/// Cells left free at the edge of a half, so that its text begins under the first letter of its head.
pub(super) const MARGIN: u16 = 1;

/// Columns of q, K and V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Width of the slot's number.
    pub number: u16,
    /// Width of the slot's name, without the gap after it.
    pub name: u16,
    /// Width of a cell.
    pub cell: u16,
    /// Components of q and the keys.
    pub key: Window,
    /// Components of the values.
    pub value: Window,
    /// Slots.
    pub slots: Window,
}

impl Given {
    pub(super) fn plan(width: u16, lines: u16, extents: &Extents, focus: Focus, scroll: Scroll) -> Self {
        let number = digits(extents.slots);
        let name = extents.slot_name.clamp(4, (width / 5).max(4));
        let room = width.saturating_sub(MARGIN + number + 1 + name);
        let cell = cell_width(room, extents.d_k + extents.d_v, widest(extents));
        let fit = usize::from(room / cell);
        let (key_focus, value_focus) = match focus {
            Focus::Query(i) | Focus::Key(_, i) => (Some(i), None),
            Focus::Value(_, i) => (None, Some(i)),
            _ => (None, None),
        };
        let (key, value) = match (fit, value_focus) {
            // A single column is that of the matrix in focus.
            (0 | 1, Some(_)) => (0, 1),
            (0 | 1, None) => (1, 0),
            _ => shared(fit, extents.d_k, extents.d_v),
        };
        Self {
            number,
            name,
            cell,
            key: Window::following(scroll.key, key_focus, key, extents.d_k),
            value: Window::following(scroll.value, value_focus, value, extents.d_v),
            slots: Window::following(scroll.slots, focus.slot(), usize::from(lines.saturating_sub(2)), extents.slots),
        }
    }

    /// Where the numbers begin.
    pub fn cells_start(&self) -> u16 {
        MARGIN + self.number + 1 + self.name
    }

    /// x and width of the slot's name.
    pub fn name(&self) -> (u16, u16) {
        (MARGIN + self.number + 1, self.name)
    }

    /// Where the slot's number ends.
    pub fn number_end(&self) -> u16 {
        MARGIN + self.number
    }

    /// x and width of component i of the query or a key.
    pub fn key_cell(&self, component: usize) -> Option<(u16, u16)> {
        let place = u16::try_from(self.key.place(component)?).ok()?;
        Some((self.cells_start() + place * self.cell, self.cell))
    }

    /// x and width of component i of a value.
    pub fn value_cell(&self, component: usize) -> Option<(u16, u16)> {
        let place = u16::try_from(self.value.place(component)? + self.key.shown).ok()?;
        Some((self.cells_start() + place * self.cell, self.cell))
    }
}

/// Columns of G, a column a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Width of `d=1`, gap included.
    pub label: u16,
    /// Width of a cell.
    pub cell: u16,
    /// Words across.
    pub words: Window,
    /// Components down.
    pub rows: Window,
    /// The line of the constants, counted from the first line of the block.
    pub bias_line: Option<u16>,
}

impl Head {
    pub(super) fn plan(width: u16, lines: u16, extents: &Extents, focus: Focus, scroll: Scroll) -> Self {
        let label = digits(extents.d_v) + 4;
        let room = width.saturating_sub(label);
        let cell = cell_width(room, extents.words, widest(extents));
        let component = match focus {
            Focus::Head(d, _) => Some(d),
            _ => None,
        };
        let bias = u16::from(extents.bias && lines >= 3);
        let rows =
            Window::following(scroll.head_rows, component, usize::from(lines.saturating_sub(1 + bias)), extents.d_v);
        let bias_line = (bias == 1).then(|| 1 + u16::try_from(rows.shown).unwrap_or(0));
        let words = Window::following(scroll.words, focus.word(), usize::from(room / cell), extents.words);
        Self { label, cell, words, rows, bias_line }
    }

    /// x and width of a word's column.
    pub fn cell(&self, word: usize) -> Option<(u16, u16)> {
        let place = u16::try_from(self.words.place(word)?).ok()?;
        Some((self.label + place * self.cell, self.cell))
    }
}

/// Columns of a list of scores and weights: e and α over the slots, or z and p over the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Where the number of the slot or word ends.
    pub number: u16,
    /// x and width of the name.
    pub name: (u16, u16),
    /// x and width of the score or logit; left out on a narrow screen.
    pub score: Option<(u16, u16)>,
    /// x and width of the score's difference from the baseline, on a wide screen.
    pub score_delta: Option<(u16, u16)>,
    /// x and width of the exponential, on a very wide screen.
    pub exponential: Option<(u16, u16)>,
    /// x and width of the weight or probability.
    pub weight: (u16, u16),
    /// x and width of the signed difference from the baseline, where there is room.
    pub delta: Option<(u16, u16)>,
    /// x and width of the bar.
    pub bar: (u16, u16),
    /// What is listed.
    pub window: Window,
}

/// `0.422319`
const WEIGHT: u16 = 8;
/// A gap and `-0.422319`.
const DELTA: u16 = 10;
/// A gap, `0.367879` and its mark, wide enough for the sum below it.
const EXPONENTIAL: u16 = 12;
const LEAST_BAR: u16 = 6;
const LEAST_NAME: u16 = 4;
/// A name this wide need not be wider for a column of differences to come in.
const ENOUGH_NAME: u16 = 10;
/// A bar that may give room away to another column of differences.
const WIDE_BAR: u16 = 24;

impl Derived {
    /// Both lists at once, because their bars share one scale: the same width on both sides.
    pub(super) fn plan_both(left: u16, right: u16, extents: &Extents, slots: Window, words: Window) -> (Self, Self) {
        let narrow = left.min(right);
        let score = if narrow >= 56 { 12 } else { 10 };
        // margin, number, gap or target sign | score, mark | gap, weight, mark | gap
        let taken = |number: u16, with_score: bool| {
            MARGIN + number + 1 + (if with_score { score + 1 } else { 0 }) + 1 + WEIGHT + 1 + 1
        };
        let sides = [
            (left, digits(extents.slots), extents.slot_name.max(4)),
            (right, digits(extents.words), extents.word_name.max(4)),
        ];
        let with_score = sides.iter().all(|(half, number, _)| *half >= taken(*number, true) + LEAST_NAME + LEAST_BAR);
        // What is left for names and bars, where the narrower side decides for both.
        let rest = |with_score: bool, differences: u16| {
            sides.map(|(half, number, _)| half.saturating_sub(taken(number, with_score) + differences))
        };
        let roomy = |differences: u16, bar: u16| {
            let rest = rest(with_score, differences);
            sides.iter().zip(rest).all(|((_, _, name), rest)| rest >= (*name).min(ENOUGH_NAME) + bar)
        };
        let with_delta = roomy(DELTA, LEAST_BAR + 2);
        let with_score_delta = with_score && with_delta && roomy(2 * DELTA, WIDE_BAR);
        let differences = DELTA * (u16::from(with_delta) + u16::from(with_score_delta));
        let with_exponential = with_score && with_delta && roomy(differences + EXPONENTIAL, WIDE_BAR / 2);
        let differences = differences + if with_exponential { EXPONENTIAL } else { 0 };
        let rest = rest(with_score, differences);
        let names: [u16; 2] =
            std::array::from_fn(|side| sides[side].2.min(rest[side].saturating_sub(LEAST_BAR)).max(LEAST_NAME));
        let bar = rest[0].saturating_sub(names[0]).min(rest[1].saturating_sub(names[1]));
        let one = |side: usize, window: Window| {
            let (half, number, _) = sides[side];
            let own_name = names[side];
            let mut x = MARGIN + number + 1;
            let name = (x, own_name);
            x += own_name;
            let score = with_score.then(|| {
                let at = (x + 1, score - 1);
                x += score + 1;
                at
            });
            let score_delta = with_score_delta.then(|| {
                let at = (x + 1, DELTA - 1);
                x += DELTA;
                at
            });
            let exponential = with_exponential.then(|| {
                let at = (x + 1, EXPONENTIAL - 2);
                x += EXPONENTIAL;
                at
            });
            let weight = (x + 1, WEIGHT);
            x += 1 + WEIGHT + 1;
            let delta = with_delta.then(|| {
                let at = (x + 1, DELTA - 1);
                x += DELTA;
                at
            });
            let number = MARGIN + number;
            Self {
                number,
                name,
                score,
                score_delta,
                exponential,
                weight,
                delta,
                bar: (x + 1, bar.min(half.saturating_sub(x + 1))),
                window,
            }
        };
        (one(0, slots), one(1, words))
    }
}

/// Columns a number of things is written in.
pub(super) fn digits(count: usize) -> u16 {
    u16::try_from(count.max(1).ilog10() + 1).unwrap_or(1)
}

/// As wide as all of them fit in; where they do not, the usual width.
fn cell_width(room: u16, count: usize, widest: u16) -> u16 {
    let count = u16::try_from(count).unwrap_or(u16::MAX).max(1);
    match room / count {
        fitting @ LEAST_CELL.. => fitting.min(widest),
        _ => USUAL_CELL,
    }
}

/// Room for `fit` columns shared by two matrices of `a` and `b` columns: half each, what one does not need going to the
/// other, at least one each where there is room for two.
pub(super) fn shared(fit: usize, a: usize, b: usize) -> (usize, usize) {
    if a + b <= fit {
        return (a, b);
    }
    let first = a.min((fit / 2).max(fit.saturating_sub(b)));
    (first, b.min(fit - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_shared_and_none_is_lost() {
        assert_eq!(shared(4, 2, 2), (2, 2));
        assert_eq!(shared(4, 64, 64), (2, 2));
        assert_eq!(shared(5, 1, 64), (1, 4));
        assert_eq!(shared(5, 64, 1), (4, 1));
    }
}
