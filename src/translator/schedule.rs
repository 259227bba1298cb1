//! How training goes: how large a step is, and how many sentences stand behind it.

use std::f64::consts::FRAC_PI_2;

/// A schedule of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The rate of the first step.
    pub rate: f64,
    /// The rate towards which it falls along half a cosine; the same as `rate` for a constant one.
    pub last_rate: f64,
    /// Steps.
    pub steps: usize,
    /// Sentences a step, drawn with replacement.
    pub batch: usize,
    /// The longest gradient, over all tensors together, that is followed in full.
    pub clip: f64,
}

impl Default for Schedule {
    /// That of the reference: 10,000 sentences in 2,500 steps, from 1e-2 to 1e-3.
    fn default() -> Self {
        Self { rate: 1e-2, last_rate: 1e-3, steps: 2500, batch: 4, clip: 5.0 }
    }
}

impl Schedule {
    /// The rate of step `at`, counted from 0.
    pub fn rate_at(&self, at: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of steps")]
        let done = at.min(self.steps) as f64 / self.steps.max(1) as f64;
        self.last_rate + (self.rate - self.last_rate) * falling(done)
    }

    /// Sentences presented in so many steps.
    pub fn sentences(&self, steps: usize) -> usize {
        steps.saturating_mul(self.batch)
    }
}

/// (1 + cos πx) / 2 = cos²(πx / 2) for x from 0 to 1, by the series of the cosine to the 24th power, which leaves out less
/// than 10⁻²⁰: the platforms' libraries differ in the last bit, and training would carry that on.
fn falling(x: f64) -> f64 {
    let square = (FRAC_PI_2 * x) * (FRAC_PI_2 * x);
    let (mut sum, mut term) = (0.0, 1.0);
    for power in 0..13 {
        sum += term;
        let next = f64::from(2 * power + 1);
        term *= -square / (next * (next + 1.0));
    }
    sum * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_cosine() {
        for step in 0..=1000 {
            let x = f64::from(step) / 1000.0;
            let want = (1.0 + (std::f64::consts::PI * x).cos()) / 2.0;
            assert!((falling(x) - want).abs() < 1e-15, "{x}");
        }
        let schedule = Schedule::default();
        assert!((schedule.rate_at(0) - 1e-2).abs() < 1e-15);
        assert!((schedule.rate_at(1250) - 5.5e-3).abs() < 1e-15);
        assert!((schedule.rate_at(2500) - 1e-3).abs() < 1e-15);
        assert_eq!(Schedule { last_rate: 0.01, ..schedule }.rate_at(777), 0.01);
    }
}
