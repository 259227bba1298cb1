//! Four questions to ask of one reading, each with its own answer (the lesson, section 04): which slot is read most,
//! which brings most along, which adds most to a logit; and whether the word is right, which the trace knows. A high
//! answer to one is no answer to the next.

use super::{Bounded, Side, contributions, largest};
use crate::engine::rounding::unit::{dot_roundings, roundings, underflows};
use crate::engine::{Contributions, Givens, Trace};

/// The answers that are slots. Each is `None` where a number it needs is beyond f64.
#[derive(Clone, Debug, PartialEq)]
pub struct Checks {
    /// The slots of the largest weight α_j.
    pub most_read: Leading,
    /// The slots of the longest weighted value |α_j v_j|.
    pub longest: Option<Leading>,
    /// The slots that add most to z_w − z_u, or to z_w where there is no other word.
    pub adds_most: Option<Leading>,
}

/// The largest of the slots' numbers. Slots from 0; what rounding cannot tell apart is a tie, and all are named.
#[derive(Clone, Debug, PartialEq)]
pub struct Leading {
    /// The slots, in order; at least one.
    pub slots: Vec<usize>,
    /// The largest number as computed.
    pub number: f64,
}

impl Leading {
    fn of(numbers: &[(usize, Bounded)]) -> Option<Self> {
        let (slots, top) = largest(numbers)?;
        Some(Self { slots, number: top.number })
    }
}

impl Checks {
    /// Of a row, for the logit of `word`, less that of `against`. `None` where the row reads nothing, and past the last
    /// row.
    pub fn of(givens: &Givens, trace: &Trace, row: usize, word: usize, against: Option<usize>) -> Option<Self> {
        let numbers = (row < trace.len()).then(|| Contributions::of(trace, row).ok()).flatten()?;
        let side = Side::new((givens, trace));
        let read = (0..givens.slots()).filter(|&slot| givens.mask.readable(row, slot));
        let weight = |slot: usize| Bounded { number: numbers.weight(slot), error: side.bounds(row).attention(slot) };
        let weights: Vec<(usize, Bounded)> = read.map(|slot| (slot, weight(slot))).collect();
        let to = |word: usize| {
            let column = (word < givens.words()).then(|| givens.head.line(word))?;
            contributions(&weights, &givens.values, column, &side)
        };
        let toward = match against {
            None => to(word),
            Some(against) => to(word).zip(to(against)).and_then(|(word, against)| differences(&word, &against)),
        };
        Some(Self {
            most_read: Leading::of(&weights)?,
            longest: lengths(&weights, givens, &numbers, &side).and_then(|lengths| Leading::of(&lengths)),
            adds_most: toward.and_then(|toward| Leading::of(&toward)),
        })
    }
}

/// |α_j v_j| with what the weight, the value and the roundings on the way may take: d_v squares and additions, a root
/// (which halves the relative error), and three products.
fn lengths(
    weights: &[(usize, Bounded)],
    givens: &Givens,
    numbers: &Contributions,
    side: &Side,
) -> Option<Vec<(usize, Bounded)>> {
    let of_slot = |&(slot, weight): &(usize, Bounded)| {
        let number = numbers.length(slot)?;
        if weight.number == 0.0 {
            return Some((slot, Bounded { number, error: 0.0 }));
        }
        let value = number / weight.number;
        let of_value = side.value_errors(slot).iter().fold(0.0_f64, |sum, error| sum.hypot(*error));
        let on_the_way = roundings(givens.d_v() + dot_roundings(1) + 3) * number + underflows(givens.d_v());
        let error = weight.error * value + (weight.number + weight.error) * of_value + on_the_way;
        error.is_finite().then_some((slot, Bounded { number, error }))
    };
    weights.iter().map(of_slot).collect()
}

fn differences(of: &[(usize, Bounded)], less: &[(usize, Bounded)]) -> Option<Vec<(usize, Bounded)>> {
    let pair = |((slot, of), (_, less)): (&(usize, Bounded), &(usize, Bounded))| {
        let number = of.number - less.number;
        let error = of.error + less.error + roundings(1) * number.abs();
        (number.is_finite() && error.is_finite()).then_some((*slot, Bounded { number, error }))
    };
    of.iter().zip(less).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Mask;
    use crate::engine::specimens::r72;

    #[test]
    fn the_lesson_has_two_slots_read_most_and_another_that_brings_most() {
        let givens = r72();
        let trace = Trace::new(&givens);
        let checks = Checks::of(&givens, &trace, 0, 0, Some(1)).unwrap();
        assert_eq!(checks.most_read.slots, [0, 2]);
        // 0.4223 · √5 = 0.944 against 0.4223 · 2 = 0.845 and 0.1554 · 4 = 0.621.
        let longest = checks.longest.unwrap();
        assert_eq!(longest.slots, [2]);
        assert!((longest.number - 0.944_334).abs() < 1e-6);
        let adds = checks.adds_most.unwrap();
        assert_eq!(adds.slots, [0]);
        assert!((adds.number - 1.689_276).abs() < 1e-6);
        // To the logit of book alone, slot 3 adds more than slot 2.
        let adds = Checks::of(&givens, &trace, 0, 1, None).unwrap().adds_most.unwrap();
        assert_eq!(adds.slots, [2]);
    }

    #[test]
    fn what_is_masked_is_not_asked() {
        let mut givens = r72();
        givens.mask = Mask::Padding { readable: vec![false, true, false], causal: false };
        let checks = Checks::of(&givens, &Trace::new(&givens), 0, 0, Some(1)).unwrap();
        assert_eq!((checks.most_read.slots, checks.most_read.number), (vec![1], 1.0));
        assert_eq!(checks.adds_most.unwrap().number, -4.0);
        givens.mask = Mask::Padding { readable: vec![false; 3], causal: false };
        assert_eq!(Checks::of(&givens, &Trace::new(&givens), 0, 0, None), None);
        assert_eq!(Checks::of(&givens, &Trace::new(&givens), 1, 0, None), None);
    }

    #[test]
    fn a_number_beyond_f64_has_no_answer() {
        let mut givens = r72();
        givens.values.set(1, 1, 1e308);
        givens.head.set(1, 1, 1e10);
        let checks = Checks::of(&givens, &Trace::new(&givens), 0, 0, Some(1)).unwrap();
        assert_eq!(checks.adds_most, None);
        assert_eq!(checks.longest.unwrap().slots, [1]);
        assert_eq!(checks.most_read.slots, [0, 2]);
    }
}
