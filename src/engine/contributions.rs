//! What each slot adds to each logit of a row.
//!
//! z_tw = Σ_d (Σ_j α_tj v_jd) G_dw + b_tw = Σ_j α_tj (v_j · G_w) + b_tw: the same double sum in another order. Its terms
//! by slot are the contributions. (Direct logit attribution: Elhage et al., *A Mathematical Framework for Transformer
//! Circuits*, 2021; for one head without residuals it leaves nothing out.)
//!
//! A number is computed when it is asked for; the n × |V| of them are never together.

use super::rounding::unit::{capped, dot_roundings, magnitude, roundings, underflows};
use super::{Distribution, Givens, Source, Trace, Undefined, dot, sum};
use std::sync::Arc;

/// The contributions of one row.
#[derive(Clone, Debug)]
pub struct Contributions {
    trace: Trace,
    row: usize,
    attention: Arc<Distribution<Source>>,
}

/// What the contributions to one logit add up to, beside the logit itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Total {
    /// Σ_j α_j (v_j · G_w) + b_w, over slots in order.
    pub sum: f64,
    /// z_w as the trace has it, through c.
    pub logit: f64,
    /// How far rounding alone may take the two apart.
    pub bound: f64,
}

impl Total {
    /// The sum less the logit.
    pub fn apart(&self) -> f64 {
        self.sum - self.logit
    }
}

impl Contributions {
    /// Of a row of a trace; panics past the last one.
    ///
    /// # Errors
    /// Why the row has no weights.
    pub fn of(trace: &Trace, row: usize) -> Result<Self, Undefined> {
        let attention = trace.reading(row).attention?;
        Ok(Self { trace: trace.clone(), row, attention })
    }

    fn givens(&self) -> &Givens {
        self.trace.givens()
    }

    /// α_j; 0 at a masked slot.
    pub fn weight(&self, slot: usize) -> f64 {
        self.attention.get(slot)
    }

    /// v_j · G_w, in the unit of a logit; `None` where it is beyond f64, and outside the model.
    pub fn product(&self, slot: usize, word: usize) -> Option<f64> {
        let givens = self.givens();
        let inside = slot < givens.slots() && word < givens.words();
        inside.then(|| dot(givens.values.line(slot), givens.head.line(word))).filter(|product| product.is_finite())
    }

    /// α_j (v_j · G_w), what slot j adds to z_w: 0 where the weight is 0, however large the value. `None` where it is
    /// beyond f64, and outside the model.
    pub fn get(&self, slot: usize, word: usize) -> Option<f64> {
        let weight = self.weight(slot);
        let inside = slot < self.givens().slots() && word < self.givens().words();
        if weight == 0.0 && inside {
            return Some(0.0);
        }
        self.product(slot, word).map(|product| weight * product)
    }

    /// What slot j adds to z_w − z_u.
    pub fn toward(&self, slot: usize, word: usize, against: usize) -> Option<f64> {
        let difference = self.get(slot, word)? - self.get(slot, against)?;
        difference.is_finite().then_some(difference)
    }

    /// |α_j v_j|, the Euclidean length of what slot j adds to the context; `None` where it is beyond f64.
    pub fn length(&self, slot: usize) -> Option<f64> {
        let givens = self.givens();
        let weight = self.weight(slot);
        if slot >= givens.slots() {
            return None;
        }
        let value = givens.values.line(slot);
        let largest = value.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
        if weight == 0.0 || largest == 0.0 {
            return Some(0.0);
        }
        // Scaled by the largest component, no square leaves f64.
        let squares: f64 = value.iter().map(|number| (number / largest).powi(2)).sum();
        Some(weight * largest * squares.sqrt()).filter(|length| length.is_finite())
    }

    /// b_w, the row's constant; `None` where the row has none.
    pub fn constant(&self, word: usize) -> Option<f64> {
        let bias = self.givens().bias.get(self.row)?.as_ref()?;
        (word < bias.width()).then(|| bias.get(0, word))
    }

    /// What the contributions to z_w and the constant add up to, beside z_w. One pass over the slots. `None` where a
    /// contribution, their sum or the logit is beyond f64.
    ///
    /// Both sides are the double sum Σ_j Σ_d α_j v_jd G_dw in f64. Going through c, each of its terms is rounded n + 1
    /// times on the way into c_d and as often as `dot` rounds over d_v components on the way into z_w; added up by slot,
    /// as often as in that `dot`, once for α_j, and as often as `sum` rounds over n. The constant is added last in both.
    /// So each side is off by that many units of Σ_j α_j Σ_d |v_jd G_dw| + |b_w|, and by what underflows.
    pub fn total(&self, word: usize) -> Option<Total> {
        let givens = self.givens();
        let logit = self.trace.logit(self.row, word)?;
        let column = givens.head.line(word);
        let mut contributions = Vec::with_capacity(givens.slots());
        let mut size = 0.0;
        for slot in 0..givens.slots() {
            contributions.push(self.get(slot, word)?);
            let weight = self.weight(slot);
            if weight != 0.0 {
                size += weight * magnitude(givens.values.line(slot), column);
            }
        }
        let constant = self.constant(word);
        let contributed = sum(&contributions);
        let sum = constant.map_or(contributed, |constant| contributed + constant);
        let (slots, width) = (givens.slots(), givens.d_v());
        let through_context = roundings(slots + 2 + dot_roundings(width));
        let by_slot = roundings(dot_roundings(width) + 1 + slots.div_ceil(4) + 3);
        let of_head: f64 = column.iter().map(|number| number.abs()).sum();
        let lost = underflows(slots) * of_head + underflows(2 * slots + width);
        let bound = capped((through_context + by_slot) * (size + constant.map_or(0.0, f64::abs)) + lost);
        sum.is_finite().then_some(Total { sum, logit, bound })
    }

    /// z_w − z_u as the contributions have it, without the constants: Σ_j of [`Contributions::toward`].
    pub fn total_toward(&self, word: usize, against: usize) -> Option<f64> {
        let of_slots: Option<Vec<f64>> =
            (0..self.givens().slots()).map(|slot| self.toward(slot, word, against)).collect();
        Some(sum(&of_slots?)).filter(|sum| sum.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::specimens::r72;
    use crate::engine::{Lines, Mask};

    #[test]
    fn the_lesson() {
        let trace = Trace::new(&r72());
        let contributions = Contributions::of(&trace, 0).unwrap();
        let alpha = trace.reading(0).attention.unwrap();
        // v_1 · G_him = 4, v_2 · G_book = 4, v_3 · G_him = 2, v_3 · G_book = 2.
        let products = [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [2.0, 2.0, 0.0]];
        for (slot, words) in products.iter().enumerate() {
            for (word, product) in words.iter().enumerate() {
                assert_eq!(contributions.product(slot, word), Some(*product));
                assert_eq!(contributions.get(slot, word), Some(alpha.get(slot) * product));
            }
        }
        for (word, logit) in [2.533_913, 1.466_087, 0.0].into_iter().enumerate() {
            let total = contributions.total(word).unwrap();
            assert!((total.sum - logit).abs() < 5e-7 && total.apart().abs() <= total.bound && total.bound < 1e-13);
        }
        assert!((contributions.length(2).unwrap() - alpha.get(2) * 5.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(contributions.toward(1, 0, 1), Some(-4.0 * alpha.get(1)));
        assert_eq!((contributions.get(3, 0), contributions.get(0, 3), contributions.length(3)), (None, None, None));
        assert_eq!((contributions.total(3), contributions.constant(0)), (None, None));
    }

    #[test]
    fn what_is_not_read_adds_nothing_however_large_it_is() {
        let mut givens = r72();
        givens.mask = Mask::Padding { readable: vec![true, false, true], causal: false };
        givens.values.set(1, 1, f64::MAX);
        let trace = Trace::new(&givens);
        let contributions = Contributions::of(&trace, 0).unwrap();
        assert_eq!((contributions.get(1, 1), contributions.length(1)), (Some(0.0), Some(0.0)));
        let total = contributions.total(1).unwrap();
        assert_eq!(total.sum, 1.0);
        assert!(total.bound < 1e-13, "{total:?}");
    }

    #[test]
    fn what_is_beyond_f64_has_no_number() {
        let mut givens = r72();
        // The products cancel in c, not in the contributions.
        givens.values = Lines::new(2, &[1e308, 0.0, 0.0, 0.0, -1e308, 0.0]);
        givens.head.set(0, 0, 1e10);
        let trace = Trace::new(&givens);
        let contributions = Contributions::of(&trace, 0).unwrap();
        assert_eq!((contributions.product(0, 0), contributions.get(0, 0)), (None, None));
        assert_eq!((contributions.total(0), contributions.toward(0, 0, 1)), (None, None));
        givens.values = Lines::new(2, &[f64::MAX, f64::MAX, 0.0, 0.0, 0.0, 0.0]);
        let trace = Trace::new(&givens);
        assert!(Contributions::of(&trace, 0).unwrap().length(0).is_some(), "0.42 √2 of the largest number is a number");
    }

    #[test]
    fn constants_are_a_line_of_their_own() {
        let mut givens = r72();
        givens.bias[0] = Some(Lines::new(3, &[0.5, 0.0, -2.0]));
        let contributions = Contributions::of(&Trace::new(&givens), 0).unwrap();
        assert_eq!((contributions.constant(2), contributions.get(0, 2)), (Some(-2.0), Some(0.0)));
        assert_eq!(contributions.total(2).unwrap().sum, -2.0);
    }

    #[test]
    fn without_weights_there_are_none() {
        let mut givens = r72();
        givens.mask = Mask::Padding { readable: vec![false; 3], causal: false };
        assert_eq!(Contributions::of(&Trace::new(&givens), 0).err(), Some(Undefined::AllMasked { row: 0 }));
    }
}
