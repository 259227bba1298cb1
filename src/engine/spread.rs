//! How far a distribution is spread out, and how steeply it follows its scores: the two go together. Where one weight
//! takes nearly everything, the softmax is saturated: its slope nearly vanishes, and with it whatever is to be learnt
//! through it (Vaswani et al., *Attention Is All You Need*, 2017, §3.2.1, which is why its scores are divided by √d_k).

use super::axis::{Axis, Distribution, Scores};
use super::dot::sum;

/// What there is to say about the shape of a distribution, on either axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The place of the largest weight (counted from 0; the first of them), and that weight.
    pub largest: (usize, f64),
    /// How many places have that very weight, to the last bit: 1 where there is one largest.
    pub shared_by: usize,
    /// The entropy H = −Σ_i α_i ln α_i in nats, a weight of 0 adding nothing: from 0, where one weight is 1, to
    /// [`most_entropy`](Self::most_entropy), where all are equal (Cover and Thomas, *Elements of Information Theory*,
    /// theorem 2.6.4).
    pub entropy: f64,
    /// ln n of the n places that are not masked, in nats.
    pub most_entropy: f64,
    /// How large the slope of the softmax is: the sum of the singular values of the n × n matrix ∂α/∂e = diag(α) − ααᵀ.
    /// That matrix is positive semi-definite, so the sum is its trace, Σ_i ∂α_i/∂e_i = Σ_i α_i (1 − α_i): what each
    /// weight gains when its own score rises, added up. From 0, where one weight is 1, to
    /// [`most_slope`](Self::most_slope), where all are equal.
    ///
    /// The largest singular value alone would not do: it is 1/n of n equal weights and 1/2 of two, so it says more of how
    /// many weights there are than of how far they are from saturation. This sum never rises when the scores are
    /// multiplied by more than 1, as the entropy never does (both are Schur-concave in α: Marshall, Olkin and Arnold,
    /// *Inequalities*, chapter 3).
    pub slope: f64,
    /// 1 − 1/n of the n places that are not masked.
    pub most_slope: f64,
}

impl Spread {
    /// The spread of `weights`, which are the softmax of `scores`: these say which places are masked, and those do not
    /// count. A few passes.
    pub fn of<A: Axis>(scores: &Scores<A>, weights: &Distribution<A>) -> Self {
        let all = weights.weights();
        let first = |best: (usize, f64), (place, &weight)| if weight > best.1 { (place, weight) } else { best };
        let largest = all.iter().enumerate().fold((0, 0.0), first);
        #[expect(clippy::cast_precision_loss, reason = "a number of places is far below 2^53")]
        let places = scores.iter().flatten().count() as f64;
        let (most_entropy, most_slope) = (places.ln(), 1.0 - 1.0 / places);
        // Zeros are taken out, so that masking a place is the same as its absence, to the last bit.
        let read: Vec<f64> = all.iter().copied().filter(|weight| *weight > 0.0).collect();
        let entropy = sum(&read.iter().map(|weight| -weight * weight.ln()).collect::<Vec<f64>>());
        let slope = sum(&(0..read.len()).map(|place| own_derivative(&read, place)).collect::<Vec<f64>>());
        Self {
            largest,
            shared_by: all.iter().filter(|weight| **weight == largest.1).count(),
            // Of equal weights rounding may add up to a little more than there can be.
            entropy: entropy.min(most_entropy),
            most_entropy,
            slope: slope.min(most_slope),
            most_slope,
        }
    }
}

impl<A: Axis> Distribution<A> {
    /// ∂α_i/∂e_j = α_i (1 − α_i) where i = j, else −α_i α_j, with i the place `of` and j the place `by` (counted from
    /// 0): how a weight follows a score (Bridle, *Probabilistic Interpretation of Feedforward Classification Network
    /// Outputs*, 1990). 0 at a masked place. Exact to a few roundings even where α_i is nearly 1: 1 − α_i is then added
    /// up from the other weights, one pass.
    pub fn derivative(&self, of: usize, by: usize) -> f64 {
        match of == by {
            true if of < self.size() => own_derivative(self.weights(), of),
            true => 0.0,
            false => -(self.get(of) * self.get(by)),
        }
    }
}

/// α_i (1 − α_i).
fn own_derivative(weights: &[f64], place: usize) -> f64 {
    let weight = weights[place];
    // Of the weights at most one is larger than a half.
    let rest = if weight > 0.5 { sum(&weights[..place]) + sum(&weights[place + 1..]) } else { 1.0 - weight };
    weight * rest
}

/// √d_k, the typical size of a dot product q·k of d_k components each: where these are independent, of mean 0 and of
/// variance 1, each of the d_k products has mean 0 and variance 1, and their sum has variance d_k (Vaswani et al., 2017,
/// note 4). The scaled dot product divides by it.
pub fn typical_product(d_k: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a width is far below 2^53")]
    let variance = d_k as f64;
    variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Source, Vocab, dot, softmax};

    fn spread<A: Axis>(scores: &Scores<A>) -> Spread {
        Spread::of(scores, &softmax(scores).unwrap())
    }

    #[test]
    fn equal_weights_are_spread_most() {
        for places in 1..40_u32 {
            let spread = spread(&Scores::<Source>::all(vec![3.25; places as usize]));
            let n = f64::from(places);
            assert_eq!((spread.largest, spread.shared_by), ((0, 1.0 / n), places as usize));
            assert_eq!((spread.most_entropy, spread.most_slope), (n.ln(), 1.0 - 1.0 / n));
            assert!((spread.entropy - n.ln()).abs() < 1e-14 && spread.entropy <= n.ln());
            assert!((spread.slope - (1.0 - 1.0 / n)).abs() < 1e-14);
        }
    }

    #[test]
    fn one_weight_of_one_is_not_spread_at_all() {
        let spread = spread(&Scores::<Vocab>::all(vec![-800.0, 800.0, 0.0]));
        assert_eq!((spread.largest, spread.shared_by), ((1, 1.0), 1));
        assert_eq!((spread.entropy.to_bits(), spread.slope.to_bits()), (0, 0));
    }

    #[test]
    fn what_is_masked_does_not_count() {
        let masked = Scores::<Source>::with_masked(vec![0.5, 9.0, -1.0, 2.0], vec![false, true, false, false]);
        let absent = Scores::<Source>::all(vec![0.5, -1.0, 2.0]);
        let (with, without) = (spread(&masked), spread(&absent));
        assert_eq!(with, Spread { largest: (3, without.largest.1), ..without });
        assert_eq!(softmax(&masked).unwrap().derivative(1, 1), 0.0);
    }

    /// Near 1, 1 − α would have lost its digits; the slope of two places is that of the logistic function, α (1 − α).
    #[test]
    fn saturation_keeps_its_digits() {
        for apart in [1.0, 10.0, 30.0, 36.0, 300.0] {
            let slope = spread(&Scores::<Source>::all(vec![apart, 0.0])).slope;
            let (up, down) = (1.0 / (1.0 + f64::exp(-apart)), f64::exp(-apart) / (1.0 + f64::exp(-apart)));
            assert!((slope - 2.0 * up * down).abs() <= 1e-15 * slope, "{apart}: {slope:e}");
        }
    }

    /// Components of ±1 have mean 0 and variance 1; over all pairs of them the mean of the square is exactly d_k.
    #[test]
    fn a_product_is_typically_as_large_as_the_root_of_its_width() {
        for d_k in 1..=7_usize {
            let all: Vec<Vec<f64>> = (0..1_u32 << d_k)
                .map(|signs| (0..d_k).map(|i| if signs >> i & 1 == 1 { 1.0 } else { -1.0 }).collect())
                .collect();
            let squares = all.iter().flat_map(|q| all.iter().map(move |k| dot(q, k).powi(2)));
            let mean = squares.sum::<f64>() / (all.len() * all.len()) as f64;
            assert_eq!(mean, d_k as f64);
            assert!((typical_product(d_k).powi(2) - mean).abs() < 1e-14);
        }
        assert_eq!(typical_product(64), 8.0);
    }
}
