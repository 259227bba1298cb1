//! Laws of the forward computation.

use crate::models::{model, small, wide_model, wild};
use proptest::prelude::*;
use twoaxes::engine::{Cell, Givens, Lines, Mask, Part, Row, ScorerKind, Tensor, Trace};

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn weights(row: &Row) -> Option<&[f64]> {
    row.attention.as_ref().ok().map(|attention| attention.weights())
}

fn context(row: &Row) -> Option<&[f64]> {
    row.context.as_ref().ok().map(AsRef::as_ref)
}

/// The rows with their numbers, in bits; nothing in place of what is undefined.
fn all_bits(trace: &Trace) -> Vec<[Option<Vec<u64>>; 4]> {
    let logits = |row: &Row| row.logits.as_ref().ok().map(|z| z.iter().flatten().collect::<Vec<_>>());
    let probabilities = |row: &Row| row.probabilities.as_ref().ok().map(|p| bits(p.weights()));
    let loss = |row: &Row| row.loss.and_then(Result::ok).map(|loss| vec![loss.to_bits()]);
    let rows = trace.rows();
    rows.map(|row| [context(&row).map(bits), logits(&row).map(|z| bits(&z)), probabilities(&row), loss(&row)]).collect()
}

/// The linear scorer in one dimension with a = b = 1, so that e_j = q + k_j: a shift of all scores by q.
fn shifted(givens: &Givens, shift: f64) -> Givens {
    let mut givens = givens.clone();
    while givens.d_k() > 1 {
        givens.remove(Part::KeyComponent, 0).unwrap();
    }
    givens.set_scorer(ScorerKind::Linear);
    for parameter in ScorerKind::Linear.parameters() {
        givens.set(Cell::new(Tensor::Parameter(*parameter), 0, 0), 1.0);
    }
    for row in 0..givens.rows() {
        givens.set(Cell::new(Tensor::Queries, row, 0), shift);
    }
    givens
}

/// The slots in another order: the slot now at place i was at `order[i]`.
fn permuted(givens: &Givens, order: &[usize]) -> Givens {
    let reordered = |lines: &Lines| {
        let numbers: Vec<f64> = order.iter().flat_map(|&slot| lines.line(slot).iter().copied()).collect();
        Lines::new(lines.width(), &numbers)
    };
    let readable = |row| order.iter().map(|&slot| givens.mask.readable(row, slot)).collect();
    Givens {
        keys: reordered(&givens.keys),
        values: reordered(&givens.values),
        mask: Mask::cells((0..givens.rows()).map(readable)),
        ..givens.clone()
    }
}

proptest! {
    /// w_i/D is off by n ε/2 for D's n − 1 additions and the division, and the sum of the quotients by (n − 1) ε/2
    /// more: together less than n ε, whatever the scores.
    #[test]
    fn weights_are_not_negative_and_sum_to_one(givens in model(wild())) {
        for row in Trace::new(&givens).rows() {
            let axes = [
                row.attention.as_ref().ok().map(|alpha| (alpha.weights(), alpha.sum())),
                row.probabilities.as_ref().ok().map(|p| (p.weights(), p.sum())),
            ];
            for (weights, sum) in axes.into_iter().flatten() {
                prop_assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
                prop_assert!((sum - 1.0).abs() <= weights.len() as f64 * f64::EPSILON);
            }
        }
    }

    /// Where adding the shift is exact (all are multiples of 2^−10 below 2^10 here) the differences that the softmax
    /// takes are the same numbers, so the weights are the same to the last bit.
    #[test]
    fn a_shift_of_all_scores_changes_no_weight(givens in model(small()), shift in -1000_i32..1000) {
        let (before, after) = (shifted(&givens, 0.0), shifted(&givens, f64::from(shift)));
        let (before, after) = (Trace::new(&before), Trace::new(&after));
        for (before, after) in before.rows().zip(after.rows()) {
            prop_assert_eq!(weights(&before).map(bits), weights(&after).map(bits));
        }
        prop_assert_eq!(all_bits(&before), all_bits(&after));
    }

    /// A score does not know its place, so it moves with its slot to the last bit. The denominator is summed in
    /// another order: n ε/2 on either side, and as much for the division, so a weight keeps within (n + 1) ε of itself.
    /// A component of the context then within (n + 1) ε for the weights and n ε for its own sum, of Σ α_j |v_jd|; twice
    /// that is allowed for what is of higher order.
    #[test]
    fn slots_may_stand_in_any_order((givens, order) in model(small()).prop_flat_map(|givens| {
        let slots: Vec<usize> = (0..givens.slots()).collect();
        (Just(givens), Just(slots).prop_shuffle())
    })) {
        let (before, after) = (Trace::new(&givens), Trace::new(&permuted(&givens, &order)));
        let n = givens.slots() as f64;
        for (before, after) in before.rows().zip(after.rows()) {
            let score = |row: &Row, slot| row.scores.as_ref().unwrap().get(slot).map(f64::to_bits);
            for (place, &slot) in order.iter().enumerate() {
                prop_assert_eq!(score(&before, slot), score(&after, place));
            }
            let (Some(alpha), Some(permuted)) = (weights(&before), weights(&after)) else {
                prop_assert_eq!(before.undefined(), after.undefined());
                continue;
            };
            for (place, &slot) in order.iter().enumerate() {
                prop_assert!((alpha[slot] - permuted[place]).abs() <= (n + 1.0) * f64::EPSILON * alpha[slot]);
            }
            for (d, (c, permuted)) in context(&before).unwrap().iter().zip(context(&after).unwrap()).enumerate() {
                let magnitude: f64 = alpha.iter().zip(givens.values.iter()).map(|(a, v)| a * v[d].abs()).sum();
                prop_assert!((c - permuted).abs() <= 2.0 * (2.0 * n + 1.0) * f64::EPSILON * magnitude);
            }
        }
    }

    /// To the last bit: the softmax is taken over what is present, and the context is summed slot after slot, where
    /// leaving a term out is the same as adding its 0. A causal mask counts slots by their place, so it is written out before one is taken away.
    #[test]
    fn masked_is_absent(givens in prop_oneof![wide_model(small()), model(wild())], slot in any::<prop::sample::Index>()) {
        let mut givens = givens;
        if givens.slots() == 1 {
            givens.insert(Part::Slot, 0);
        }
        let slot = slot.index(givens.slots());
        let mut masked = givens.clone();
        let cell = |row| (0..givens.slots()).map(|j| j != slot && givens.mask.readable(row, j)).collect();
        masked.mask = Mask::cells((0..givens.rows()).map(cell));
        let mut absent = masked.clone();
        absent.remove(Part::Slot, slot).unwrap();
        let (masked, absent) = (Trace::new(&masked), Trace::new(&absent));
        prop_assert_eq!(all_bits(&masked), all_bits(&absent));
        for (masked, absent) in masked.rows().zip(absent.rows()) {
            if let (Some(masked), Some(absent)) = (weights(&masked), weights(&absent)) {
                prop_assert_eq!(masked[slot], 0.0);
                let others: Vec<f64> = [&masked[..slot], &masked[slot + 1..]].concat();
                prop_assert_eq!(bits(&others), bits(absent));
            }
        }
    }

    /// The certificate that c lies in the convex hull: weights of the read slots alone, not negative, summing to 1,
    /// whose combination of the values is c. The sum of n terms is off by n ε/2 of Σ α_j |v_jd| and the weights' sum
    /// by n ε, so no component leaves the range of the values by more than 2 n ε times the largest of them.
    #[test]
    fn the_context_is_in_the_convex_hull_of_the_values(givens in model(small())) {
        let n = givens.slots() as f64;
        for (t, row) in Trace::new(&givens).rows().enumerate() {
            let (Some(alpha), Some(context)) = (weights(&row), context(&row)) else { continue };
            let read: Vec<usize> = (0..givens.slots()).filter(|&slot| givens.mask.readable(t, slot)).collect();
            prop_assert!((0..givens.slots()).all(|slot| read.contains(&slot) || alpha[slot] == 0.0));
            for (d, c) in context.iter().enumerate() {
                let values = read.iter().map(|&slot| givens.values.get(slot, d));
                let (low, high) = values.clone().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
                let slack = 2.0 * n * f64::EPSILON * low.abs().max(high.abs());
                prop_assert!(*c >= low - slack && *c <= high + slack);
                let combined: f64 = values.zip(&read).map(|(value, &slot)| alpha[slot] * value).sum();
                prop_assert!((combined - c).abs() <= slack);
            }
        }
    }

    /// c = v Σ_j α_j: n ε for the sum of the weights, n ε/2 for that of the products.
    #[test]
    fn equal_values_make_the_context_constant(givens in model(small()), value in prop::collection::vec(small(), 4)) {
        let mut givens = givens;
        for slot in 0..givens.slots() {
            for (column, number) in value.iter().enumerate().take(givens.d_v()) {
                givens.set(Cell::new(Tensor::Values, slot, column), *number);
            }
        }
        for row in Trace::new(&givens).rows() {
            for (c, v) in context(&row).unwrap_or(&[]).iter().zip(&value) {
                prop_assert!((c - v).abs() <= 1.5 * givens.slots() as f64 * f64::EPSILON * v.abs());
            }
        }
    }

    /// Other words, slots and rows change no bit of a logit or of another row.
    #[test]
    fn a_number_does_not_depend_on_its_neighbours(givens in prop_oneof![wide_model(small()), model(wild())], at in any::<prop::sample::Index>()) {
        let before = Trace::new(&givens);
        let (word, row) = (at.index(givens.words() + 1), at.index(givens.rows() + 1));
        let mut wider = givens.clone();
        wider.insert(Part::Word, word);
        for (before, after) in before.rows().zip(Trace::new(&wider).rows()) {
            if let (Ok(before), Ok(after)) = (&before.logits, &after.logits) {
                let kept: Vec<f64> = after.iter().flatten().enumerate().filter(|(w, _)| *w != word).map(|(_, z)| z).collect();
                prop_assert_eq!(bits(&before.iter().flatten().collect::<Vec<_>>()), bits(&kept));
            }
        }
        let mut taller = givens.clone();
        // A causal mask counts rows by their place; the law is about the numbers, so it is written out.
        let cell = |row| (0..givens.slots()).map(|slot| givens.mask.readable(row, slot)).collect();
        taller.mask = Mask::cells((0..givens.rows()).map(cell));
        taller.insert(Part::Row, row);
        let mut after = all_bits(&Trace::new(&taller));
        after.remove(row);
        prop_assert_eq!(all_bits(&before), after);
    }
}
