//! How far q, k and v may be from exact where they follow from words, and what that does to a score.
//!
//! A component is one dot product of a word and a column of its projection: off by γ Σ_i |x_i W_i|. What is set by hand is
//! exact. A score is a sum of products in q and k (or goes through tanh, which does not stretch), so it is off, besides
//! its own rounding, by what the errors δq and δk contribute:
//!
//! - dot, scaled-dot: (Σ δq_i (|k_i| + δk_i) + Σ |q_i| δk_i), times 1/√d_k.
//! - bilinear: the same with the directions Σ_r |W_ri| δq_r and Σ_r |W_ri| |q_r| in the places of δq and |q|.
//! - additive: Σ_r |v_r| min(2, Σ |W_q,ri| δq_i + Σ |W_k,ri| δk_i).
//! - linear: Σ |a_i| δq_i + Σ |b_i| δk_i.

use super::super::embedding::DERIVED;
use super::super::scorer::scale;
use super::super::{Cell, Givens, Lines, Parameter, ScorerKind};
use super::unit::{capped, dot_roundings, magnitude, roundings, underflows};

/// δq, δk and δv of a model given by words.
#[derive(Clone, Debug)]
pub(super) struct WordBounds([Lines; 3]);

impl WordBounds {
    /// `None` where nothing follows from words.
    pub(super) fn of(givens: &Givens) -> Option<Self> {
        let origin = givens.origin.as_ref()?;
        let width = origin.width();
        let (in_dot, lost) = (roundings(dot_roundings(width)), underflows(width));
        Some(Self([0, 1, 2].map(|which| {
            let columns = origin.columns(which);
            let mut errors = Vec::with_capacity(origin.embedded(which).count() * columns.count());
            for (row, word) in origin.embedded(which).iter().enumerate() {
                errors.extend(columns.iter().enumerate().map(|(column, weights)| {
                    let by_hand = origin.is_overridden(which, row, column);
                    if by_hand { 0.0 } else { capped(in_dot * magnitude(word, weights) + lost) }
                }));
            }
            Lines::from_vec(columns.count(), errors)
        })))
    }

    /// The error of one number of Q, K or V; 0 for any other.
    pub(super) fn of_cell(&self, cell: Cell) -> f64 {
        let errors = DERIVED.iter().position(|tensor| *tensor == cell.tensor).map(|which| &self.0[which]);
        let inside = |errors: &&Lines| cell.row < errors.count() && cell.column < errors.width();
        errors.filter(inside).map_or(0.0, |errors| errors.get(cell.row, cell.column))
    }

    /// δv of a slot.
    pub(super) fn value(&self, slot: usize) -> &[f64] {
        self.0[2].line(slot)
    }

    /// What a row's scores are off by besides their own rounding, slot by slot; 0 where the slot is masked.
    pub(super) fn of_scores(&self, givens: &Givens, row: usize) -> Vec<f64> {
        let (query, error) = (givens.queries.line(row), self.0[0].line(row));
        let slots = givens.keys.iter().zip(self.0[1].iter()).enumerate();
        let of_key = of_key(givens, query, error);
        slots
            .map(|(slot, (key, of))| if givens.mask.readable(row, slot) { capped(of_key(key, of)) } else { 0.0 })
            .collect()
    }
}

type OfKey<'a> = Box<dyn Fn(&[f64], &[f64]) -> f64 + 'a>;

/// The same as a function of k and δk, with what depends on q and δq alone worked out once.
fn of_key<'a>(givens: &'a Givens, query: &'a [f64], error: &'a [f64]) -> OfKey<'a> {
    let scorer = &givens.scorer;
    // The bound is itself a sum; what rounds in it is more than made up for.
    let slack = 1.0 + roundings(2 * query.len() + 8);
    let along = move |of: &[f64], size: &[f64], key: &[f64], of_key: &[f64]| {
        let terms = of.iter().zip(size).zip(key.iter().zip(of_key));
        terms.map(|((error, size), (key, of))| error * (key.abs() + of) + size.abs() * of).sum::<f64>() * slack
    };
    match scorer.kind {
        ScorerKind::Dot | ScorerKind::ScaledDot => {
            let factor = scale(scorer.kind, query.len());
            Box::new(move |key, of| factor * along(error, query, key, of))
        }
        ScorerKind::Bilinear => {
            let through = |numbers: &[f64]| {
                let mut sums = vec![0.0; numbers.len()];
                for (number, line) in numbers.iter().zip(scorer.used(Parameter::W).iter()) {
                    for (sum, weight) in sums.iter_mut().zip(line) {
                        *sum = capped(*sum + (number * weight).abs());
                    }
                }
                sums
            };
            let (error, size) = (through(error), through(query));
            Box::new(move |key, of| along(&error, &size, key, of))
        }
        ScorerKind::Additive => {
            let lines = |parameter| scorer.used(parameter).iter();
            let from_query: Vec<f64> = lines(Parameter::Wq).map(|line| magnitude(line, error)).collect();
            let v_a = scorer.used(Parameter::Va).line(0);
            Box::new(move |_, of| {
                let hidden = from_query.iter().zip(scorer.used(Parameter::Wk).iter());
                let errors = hidden.map(|(from_query, line)| (from_query + magnitude(line, of)).min(2.0));
                errors.zip(v_a).map(|(error, weight)| error * weight.abs()).sum::<f64>() * slack
            })
        }
        ScorerKind::Linear => {
            let from_query = magnitude(scorer.used(Parameter::A).line(0), error);
            let b = scorer.used(Parameter::B).line(0);
            Box::new(move |_, of| (from_query + magnitude(b, of)) * slack)
        }
    }
}
