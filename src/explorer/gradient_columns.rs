//! Columns of the two lists in the view of gradients.
//!
//! ```text
//! j slot   ∂L/∂e_j    ∂L/∂α_j   − │ +     w word   ∂L/∂z_w       p_w   − │ +
//! ```
//! A wide screen has e_j, α_j and z_w before their gradients, a narrow one leaves α_j and p_w out.

use super::Window;
use super::columns::{Derived, MARGIN, digits};
use super::layout::Extents;

/// `-0.422319` and a mark, with a gap before it.
const GRADIENT: u16 = 11;
/// The same with one digit less, where every column counts.
const SHORT: u16 = 10;
/// A gap, `0.422319` and another.
const PROBABILITY: u16 = 10;
/// A number in front of its gradient, with a gap before it.
const VALUE: u16 = 10;
/// A centre and as much on either side as says more than a sign.
const LEAST_BAR: u16 = 5;
const WIDEST_BAR: u16 = 41;
const LEAST_NAME: u16 = 4;
/// A name this wide need not be wider for another column to come in.
const ENOUGH_NAME: u16 = 9;

impl Derived {
    /// Both lists at once, because their bars share one scale and one width.
    pub(super) fn plan_gradients(
        left: u16,
        right: u16,
        extents: &Extents,
        slots: Window,
        words: Window,
    ) -> (Self, Self) {
        let halves = [left, right];
        let counts = [digits(extents.slots), digits(extents.words)];
        let wanted = [extents.slot_name.max(LEAST_NAME), extents.word_name.max(LEAST_NAME)];
        let second = [GRADIENT, PROBABILITY];
        let fixed = |side: usize| MARGIN + counts[side] + 1 + 1;
        let fit = |name: u16, columns: [u16; 2]| {
            [0, 1]
                .into_iter()
                .all(|side| halves[side] >= fixed(side) + wanted[side].min(name) + columns[side] + LEAST_BAR)
        };
        let gradient = if fit(LEAST_NAME, [GRADIENT; 2]) { GRADIENT } else { SHORT };
        let both = second.map(|second| gradient + second);
        let with_second = fit(LEAST_NAME, both);
        let with_values = with_second && fit(ENOUGH_NAME, both.map(|columns| columns + VALUE));
        let with_weight = with_values && fit(ENOUGH_NAME, [both[0] + 2 * VALUE, both[1] + VALUE]);
        let taken = |side: usize| {
            let value = if with_values { VALUE } else { 0 };
            let weight = if with_weight && side == 0 { VALUE } else { 0 };
            fixed(side) + gradient + if with_second { second[side] + value + weight } else { 0 }
        };
        let rest = [0, 1].map(|side| halves[side].saturating_sub(taken(side)));
        let names = [0, 1].map(|side| wanted[side].min(rest[side].saturating_sub(LEAST_BAR)).max(LEAST_NAME));
        let bar = rest[0].saturating_sub(names[0]).min(rest[1].saturating_sub(names[1])).min(WIDEST_BAR);
        // A centre with the same room on either side.
        let bar = if bar < LEAST_BAR { 0 } else { bar - u16::from(bar.is_multiple_of(2)) };
        let one = |side: usize, window: Window| {
            let mut x = MARGIN + counts[side] + 1;
            let mut column = |cells: u16, there: bool| {
                let at = (x + 1, cells.saturating_sub(2));
                x += if there { cells } else { 0 };
                there.then_some(at)
            };
            let name = column(names[side], true).map_or(0, |(x, _)| x - 1);
            let value = column(VALUE, with_values);
            let score = column(gradient, true);
            let weight_value = column(VALUE, with_weight && side == 0);
            let weight = column(second[side], with_second);
            Self {
                number: MARGIN + counts[side],
                name: (name, names[side]),
                score,
                score_delta: value.map(|(x, cells)| (x, cells + 1)),
                exponential: None,
                weight: weight.unwrap_or((0, 0)),
                delta: weight_value.map(|(x, cells)| (x, cells + 1)),
                bar: (x + 1, bar),
                window,
            }
        };
        (one(0, slots), one(1, words))
    }
}
