//! How far a distribution is spread: within its bounds on either axis, for whatever scores; the slope is that of the
//! softmax itself.

use crate::models::{model, small, wide_model, wild};
use nalgebra::DMatrix;
use proptest::prelude::*;
use twoaxes::engine::{
    Axis, Distribution, Givens, Lines, Mask, Scorer, ScorerKind, Scores, Source, Spread, Trace, typical_product,
};
use twoaxes::scenario::{apply, builtin};

/// A model whose scores are these.
fn with_scores(scores: &[f64]) -> Givens {
    Givens {
        origin: None,
        queries: Lines::new(1, &[1.0]),
        keys: Lines::new(1, scores),
        values: Lines::zeros(1, scores.len()),
        head: Lines::zeros(1, 1),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::Dot, 1),
        mask: Mask::none(scores.len()),
        targets: vec![None],
    }
}

fn attention(scores: &[f64]) -> (Scores<Source>, Distribution<Source>) {
    let trace = Trace::new(&with_scores(scores));
    let row = &trace.row(0);
    (row.scores.as_deref().unwrap().clone(), row.attention.as_deref().unwrap().clone())
}

fn spread(scores: &[f64]) -> Spread {
    let (scores, weights) = attention(scores);
    Spread::of(&scores, &weights)
}

/// ∂α/∂e, entry by entry.
fn matrix<A: Axis>(weights: &Distribution<A>) -> DMatrix<f64> {
    DMatrix::from_fn(weights.size(), weights.size(), |of, by| weights.derivative(of, by))
}

fn within_bounds<A: Axis>(scores: &Scores<A>, weights: &Distribution<A>) -> Result<(), TestCaseError> {
    let spread = Spread::of(scores, weights);
    let places = scores.iter().flatten().count();
    let (place, largest) = spread.largest;
    prop_assert!(weights.weights().iter().all(|weight| *weight <= largest));
    prop_assert_eq!(weights.get(place), largest);
    prop_assert!(weights.weights()[..place].iter().all(|weight| *weight < largest), "the first");
    prop_assert!(spread.shared_by >= 1 && largest * spread.shared_by as f64 <= 1.0 + 1e-12);
    prop_assert!(largest >= (1.0 - 1e-12) / places as f64, "the largest is no less than an equal share");
    prop_assert_eq!(spread.most_entropy, (places as f64).ln());
    prop_assert!((0.0..=spread.most_entropy).contains(&spread.entropy), "{:?}", spread);
    prop_assert!((0.0..=spread.most_slope).contains(&spread.slope) && spread.most_slope < 1.0, "{:?}", spread);
    // ln x ≤ x − 1, so that Σ α (1 − α) ≤ −Σ α ln α: what is left of the slope bounds what is left of the entropy.
    prop_assert!(spread.slope <= spread.entropy + 1e-15, "{:?}", spread);
    if places == 1 {
        prop_assert_eq!((spread.entropy, spread.slope), (0.0, 0.0));
    }
    Ok(())
}

proptest! {
    #[test]
    fn entropy_and_slope_lie_between_nothing_and_equal_shares(
        givens in prop_oneof![model(wild()), wide_model(small()), wide_model(wild())]
    ) {
        for row in Trace::new(&givens).rows() {
            if let (Ok(scores), Ok(weights)) = (&row.scores, &row.attention) {
                within_bounds(scores, weights)?;
            }
            if let (Ok(scores), Ok(weights)) = (&row.logits, &row.probabilities) {
                within_bounds(scores, weights)?;
            }
        }
    }

    /// The matrix against central differences of the softmax, and against itself: symmetric, each line summing to 0
    /// (the weights share one sum), positive semi-definite, so that its singular values add up to the slope. A third
    /// derivative of a softmax weight is less than 1, so with h = 10^−4 the differences are off by less than
    /// h²/6 + 2ε/h < 10^−8.
    #[test]
    fn the_slope_is_that_of_the_softmax(scores in prop::collection::vec(-4.0..4.0_f64, 1..9)) {
        const H: f64 = 1e-4;
        let (masked, weights) = attention(&scores);
        let slope = matrix(&weights);
        for by in 0..scores.len() {
            let moved = |h: f64| {
                let mut scores = scores.clone();
                scores[by] += h;
                attention(&scores).1
            };
            let (up, down) = (moved(H), moved(-H));
            for of in 0..scores.len() {
                let difference = (up.get(of) - down.get(of)) / (2.0 * H);
                prop_assert!((slope[(of, by)] - difference).abs() < 1e-8, "∂α_{}/∂e_{}", of, by);
            }
            prop_assert!(slope.column(by).sum().abs() < 1e-15);
        }
        prop_assert_eq!(&slope, &slope.transpose());
        let values = slope.clone().symmetric_eigenvalues();
        prop_assert!(values.iter().all(|value| *value > -1e-15));
        let spread = Spread::of(&masked, &weights);
        let singular: f64 = slope.singular_values().iter().sum();
        prop_assert!((spread.slope - singular).abs() < 1e-14, "{} {}", spread.slope, singular);
    }

    /// Scores further apart: a larger largest weight, less entropy, less slope.
    #[test]
    fn larger_scores_saturate(scores in prop::collection::vec(-4.0..4.0_f64, 1..12), factor in 1.0..30.0_f64) {
        let (before, after) = (spread(&scores), spread(&scores.iter().map(|score| score * factor).collect::<Vec<_>>()));
        prop_assert!(after.largest.1 >= before.largest.1 - 1e-14);
        prop_assert!(after.entropy <= before.entropy + 1e-13, "{:?} {:?}", before, after);
        prop_assert!(after.slope <= before.slope + 1e-14, "{:?} {:?}", before, after);
    }

    /// The same numbers from their definitions, where nothing cancels.
    #[test]
    fn the_definitions(scores in prop::collection::vec(-2.0..2.0_f64, 2..9)) {
        let (masked, weights) = attention(&scores);
        let spread = Spread::of(&masked, &weights);
        let entropy: f64 = weights.weights().iter().map(|weight| weight * (1.0 / weight).ln()).sum();
        let squares: f64 = weights.weights().iter().map(|weight| weight * weight).sum();
        prop_assert!((spread.entropy - entropy).abs() < 1e-14);
        prop_assert!((spread.slope - (1.0 - squares)).abs() < 1e-14);
    }
}

/// Why the slope is not measured by the largest singular value: that hardly falls when the weights of `scale-64` saturate,
/// and of equal weights it is small.
#[test]
fn the_largest_singular_value_would_not_tell() {
    let scenario = builtin::find("scale-64").unwrap().scenario();
    let of = |givens: &Givens| {
        let trace = Trace::new(givens);
        let row = &trace.row(0);
        let weights = row.attention.as_deref().unwrap();
        let largest = matrix(weights).singular_values().max();
        (Spread::of(row.scores.as_deref().unwrap(), weights), largest)
    };
    let mut unscaled = scenario.givens.clone();
    apply(&mut unscaled, &scenario.interventions[0].set).unwrap();
    let ((scaled, of_scaled), (unscaled, of_unscaled)) = (of(&scenario.givens), of(&unscaled));
    assert!(unscaled.slope < 0.3 * scaled.slope, "{} {}", unscaled.slope, scaled.slope);
    assert!(of_unscaled > 0.7 * of_scaled, "{of_unscaled} {of_scaled}");
    let even = matrix(&attention(&[1.0; 8]).1).singular_values().max();
    assert!((even - 0.125).abs() < 1e-15 && even < of_unscaled);
}

/// What is unscaled is as large as it is said to be: the scores of `scale-64` in units of √64.
#[test]
fn the_scores_of_sixty_four_components() {
    let scenario = builtin::find("scale-64").unwrap().scenario();
    assert_eq!((scenario.givens.d_k(), typical_product(scenario.givens.d_k())), (64, 8.0));
    let trace = Trace::new(&scenario.givens);
    let scores: Vec<f64> = trace.row(0).scores.as_deref().unwrap().iter().flatten().collect();
    let size = (scores.iter().map(|score| score * score).sum::<f64>() / scores.len() as f64).sqrt();
    assert!((0.5..2.0).contains(&size), "scaled scores are near 1 in size: {size}");
}
