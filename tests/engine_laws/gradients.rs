//! The closed-form gradients against differentiation by other means.

use crate::models::{cells, is_read, model, small, word_model};
use num_dual::{Dual64, DualNum};
use proptest::prelude::*;
use twoaxes::engine::{Cell, Givens, Gradients, Parameter, Row, ScorerKind, Tensor, Trace};

/// The summed loss written down naively, without any thought of overflow or speed, in dual numbers: its ε-part is the
/// derivative along `towards`.
struct Naive<'a> {
    givens: &'a Givens,
    towards: Cell,
}

impl Naive<'_> {
    fn at(&self, tensor: Tensor, row: usize, column: usize) -> Dual64 {
        let cell = Cell::new(tensor, row, column);
        if self.towards.tensor.is_of_words()
            && self.givens.from_words(cell).is_some()
            && !self.givens.is_overridden(cell)
        {
            return self.made_from_words(tensor, row, column);
        }
        Dual64::new(self.givens.get(cell).unwrap_or(0.0), f64::from(u8::from(cell == self.towards)))
    }

    /// A number of Q, K or V as what makes it.
    fn made_from_words(&self, tensor: Tensor, row: usize, column: usize) -> Dual64 {
        let origin = self.givens.origin.as_ref().unwrap();
        let embedding = match tensor {
            Tensor::Queries if origin.target().is_some() => Tensor::TargetEmbeddings,
            _ => Tensor::SourceEmbeddings,
        };
        let projection = tensor.projection().unwrap();
        (0..origin.width()).map(|i| self.at(embedding, row, i) * self.at(projection, i, column)).sum()
    }

    fn parameter(&self, parameter: Parameter, row: usize, column: usize) -> Dual64 {
        self.at(Tensor::Parameter(parameter), row, column)
    }

    fn score(&self, t: usize, j: usize) -> Dual64 {
        let d_k = self.givens.d_k();
        let (q, k) = (|i| self.at(Tensor::Queries, t, i), |i| self.at(Tensor::Keys, j, i));
        let product = || (0..d_k).map(|i| q(i) * k(i)).sum::<Dual64>();
        match self.givens.scorer.kind {
            ScorerKind::Dot => product(),
            ScorerKind::ScaledDot => product() / (d_k as f64).sqrt(),
            ScorerKind::Bilinear => {
                let cell = |(r, i)| q(r) * self.parameter(Parameter::W, r, i) * k(i);
                (0..d_k).flat_map(|r| (0..d_k).map(move |i| (r, i))).map(cell).sum()
            }
            ScorerKind::Additive => {
                let (d_a, _) = self.givens.shape(Tensor::Parameter(Parameter::Wq)).unwrap();
                let hidden = |r| {
                    let w = |parameter, i| self.parameter(parameter, r, i);
                    let sum: Dual64 = (0..d_k).map(|i| w(Parameter::Wq, i) * q(i) + w(Parameter::Wk, i) * k(i)).sum();
                    (sum + self.parameter(Parameter::Ba, 0, r)).tanh()
                };
                (0..d_a).map(|r| self.parameter(Parameter::Va, 0, r) * hidden(r)).sum()
            }
            ScorerKind::Linear => {
                let term = |i| self.parameter(Parameter::A, 0, i) * q(i) + self.parameter(Parameter::B, 0, i) * k(i);
                (0..d_k).map(term).sum()
            }
        }
    }

    fn loss(&self) -> Dual64 {
        let givens = self.givens;
        let mut total = Dual64::from(0.0);
        for (t, target) in givens.targets.iter().enumerate() {
            let slots: Vec<usize> = (0..givens.slots()).filter(|&slot| givens.mask.readable(t, slot)).collect();
            let (Some(target), false) = (*target, slots.is_empty()) else { continue };
            let weights: Vec<Dual64> = slots.iter().map(|&slot| self.score(t, slot).exp()).collect();
            let sum: Dual64 = weights.iter().copied().sum();
            let context = |d| {
                let terms =
                    slots.iter().zip(&weights).map(|(&slot, weight)| *weight * self.at(Tensor::Values, slot, d));
                terms.sum::<Dual64>() / sum
            };
            let context: Vec<Dual64> = (0..givens.d_v()).map(context).collect();
            let logit = |word| {
                let terms = context.iter().enumerate().map(|(d, c)| *c * self.at(Tensor::Head, d, word));
                terms.sum::<Dual64>() + self.at(Tensor::Bias, t, word)
            };
            let normaliser = (0..givens.words()).map(|word| logit(word).exp()).sum::<Dual64>().ln();
            total += normaliser - logit(target);
        }
        total
    }
}

/// A rule of fourth order from four evaluations of the program's own loss, (8 (L₁ − L₋₁) − (L₂ − L₋₂)) / 12h.
fn difference(givens: &Givens, cell: Cell, step: f64) -> f64 {
    let number = givens.get(cell).unwrap_or(0.0);
    let loss = |steps: f64| {
        let mut moved = givens.clone();
        moved.set(cell, number + steps * step);
        Trace::new(&moved).loss().unwrap()
    };
    (8.0 * (loss(1.0) - loss(-1.0)) - (loss(2.0) - loss(-2.0))) / (12.0 * step)
}

/// All gradients that are read, against differences of this step and of half of it.
fn agree_with_finite_differences(givens: &Givens, step: f64) -> Result<(), TestCaseError> {
    let Ok(gradients) = Gradients::of(givens, &Trace::new(givens)) else { return Ok(()) };
    for cell in cells(givens).into_iter().filter(|cell| is_read(givens, *cell)) {
        let (coarse, fine) = (difference(givens, cell, step), difference(givens, cell, step / 2.0));
        let tolerance = (coarse - fine).abs() + 1.5 * 1e-13 / (step / 2.0);
        prop_assert!(tolerance < 1e-6, "{:?}: the rule itself is off by {}", cell, tolerance);
        let gradient = gradients.get(cell).unwrap();
        prop_assert!((gradient - fine).abs() <= tolerance, "{:?}: {} and {}", cell, gradient, fine);
    }
    Ok(())
}

proptest! {
    /// All numbers are at most 1 and all widths at most 4, so |e| ≤ 16 (bilinear) and every product on the way to a
    /// score is off by some 20 roundings of that, 20 · 16 · ε/2 ≈ 4e-14; weights, contexts and errors by twice that,
    /// relatively. A pull on a score is at most |g| |v − c| ≤ 4 · 2 · 2 and at most three rows with weights that sum to
    /// 1 add up: 48 · 2 · 4e-14 ≈ 4e-12 on either side at the very most.
    #[test]
    fn they_agree_with_automatic_differentiation(givens in model(small())) {
        let Ok(gradients) = Gradients::of(&givens, &Trace::new(&givens)) else { return Ok(()) };
        for cell in cells(&givens) {
            let derivative = Naive { givens: &givens, towards: cell }.loss().eps;
            // A parameter that is not read has no gradient, which is to say that its derivative is 0.
            let gradient = gradients.get(cell);
            prop_assert_eq!(gradient.is_some(), is_read(&givens, cell));
            let off = (gradient.unwrap_or(0.0) - derivative).abs();
            prop_assert!(off <= 1e-11, "{:?}: {:?} and {}", cell, gradient, derivative);
        }
    }

    /// The rule's error is C h⁴ + O(h⁶) and C is not known, but halving the step shows it: the two results differ by
    /// 15/16 of the larger step's error. Rounding adds 18/12 · (error of L)/h, with L off by less than 1e-13 here. At
    /// h = 2⁻⁷ and derivatives of the fifth order below 10³ (numbers at most 1) the tolerance stays below 1e-6.
    #[test]
    fn they_agree_with_finite_differences(givens in model(small())) {
        agree_with_finite_differences(&givens, 1.0 / 128.0)?;
    }

    /// The same on to the words. A number of them is behind at most twelve of Q, K and V with a factor of 1/4, one of a
    /// projection behind five with a factor of 1: five times what either side may be off there.
    #[test]
    fn the_words_feel_what_automatic_differentiation_says(givens in word_model(small())) {
        let Ok(gradients) = Gradients::of(&givens, &Trace::new(&givens)) else { return Ok(()) };
        for cell in cells(&givens) {
            let derivative = Naive { givens: &givens, towards: cell }.loss().eps;
            let gradient = gradients.get(cell);
            prop_assert_eq!(gradient.is_some(), is_read(&givens, cell));
            let off = (gradient.unwrap_or(0.0) - derivative).abs();
            prop_assert!(off <= 5e-11, "{:?}: {:?} and {}", cell, gradient, derivative);
        }
        for tensor in Tensor::OF_WORDS {
            prop_assert_eq!(gradients.shape(tensor), givens.shape(tensor));
            for row in 0..givens.shape(tensor).map_or(0, |(rows, _)| rows) {
                let cells = |column| gradients.get(Cell::new(tensor, row, column));
                let columns = givens.shape(tensor).unwrap().1;
                prop_assert_eq!(gradients.row(tensor, row), (0..columns).map(cells).collect::<Option<Vec<f64>>>());
            }
        }
    }

    /// As above. Five numbers of Q, K and V may move with one of a projection, so the step is a quarter.
    #[test]
    fn the_words_feel_what_finite_differences_say(givens in word_model(small())) {
        agree_with_finite_differences(&givens, 1.0 / 512.0)?;
    }

    /// Under the linear scorer q and a have no part in the weights. The other scorers do use the query: where the
    /// scores feel a pull, so does it (not tested here, but by the two above).
    #[test]
    fn the_linear_scorer_gives_the_query_no_gradient(givens in model(small()), query in prop::collection::vec(small(), 4)) {
        let mut givens = givens;
        givens.set_scorer(ScorerKind::Linear);
        let trace = Trace::new(&givens);
        if let Ok(gradients) = Gradients::of(&givens, &trace) {
            prop_assert!(gradients.queries().to_vec().iter().all(|gradient| *gradient == 0.0));
            prop_assert!(gradients.parameter(Parameter::A).unwrap().to_vec().iter().all(|gradient| *gradient == 0.0));
            // The scores' pulls cancel: each is off by ε/2 of itself for the weight, of (d_v + 4)/2 ε of Σ|g||v − c| ≤
            // 16 for the product, and c by n ε; their sum over at most five slots by less than 5 · 16 · 16 ε ≈ 3e-13.
            for row in gradients.scores().iter() {
                prop_assert!(row.iter().sum::<f64>().abs() <= 3e-13);
            }
        }
        let mut other = givens.clone();
        for row in 0..givens.rows() {
            for (column, number) in query.iter().enumerate().take(givens.d_k()) {
                other.set(Cell::new(Tensor::Queries, row, column), *number);
            }
        }
        // aᵀq is a multiple of 2^−20 below 4, as are all scores: the shift is exact, the weights keep every bit.
        for (before, after) in trace.rows().zip(Trace::new(&other).rows()) {
            let weights = |row: &Row| row.attention.as_ref().ok().map(|attention| attention.weights().to_vec());
            prop_assert_eq!(weights(&before), weights(&after));
        }
    }

    /// Equal values leave nothing to gain from reading elsewhere: v_j − c is off by 1.5 n ε |v| and so is the pull.
    #[test]
    fn equal_values_give_the_scores_no_gradient(givens in model(small()), value in prop::collection::vec(small(), 4)) {
        let mut givens = givens;
        for slot in 0..givens.slots() {
            for (column, number) in value.iter().enumerate().take(givens.d_v()) {
                givens.set(Cell::new(Tensor::Values, slot, column), *number);
            }
        }
        if let Ok(gradients) = Gradients::of(&givens, &Trace::new(&givens)) {
            // |g_d| ≤ 2, four components, five slots: 8 · 7.5 ε.
            prop_assert!(gradients.scores().to_vec().iter().all(|gradient| gradient.abs() <= 60.0 * f64::EPSILON));
        }
    }
}
