//! The recurrent cell, forwards and backwards (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000).
//!
//! ```text
//! pre = W_x x + W_h h + b                          4H, gates in the order i, f, g, o
//! i = σ(pre_i)   f = σ(pre_f)   g = tanh(pre_g)   o = σ(pre_o)
//! c' = f ⊙ c + i ⊙ g          h' = o ⊙ tanh(c')
//! ```

use super::kernels::{add_product, add_transposed_product};
use crate::engine::exp;

/// The parameters of a cell: W_x of 4H × inputs, W_h of 4H × H, b of 4H.
#[derive(Clone, Copy, Debug)]
pub struct CellWeights<'a> {
    /// W_x.
    pub input: &'a [f64],
    /// W_h.
    pub state: &'a [f64],
    /// b.
    pub bias: &'a [f64],
}

/// Every number of a cell's steps so far, in the order they were taken.
#[derive(Clone, Debug, Default)]
pub struct CellTape {
    units: usize,
    inputs: usize,
    /// T × inputs.
    pub(super) x: Vec<f64>,
    /// T × 4H.
    pub(super) pre: Vec<f64>,
    /// T × 4H.
    pub(super) gates: Vec<f64>,
    /// (T + 1) × H, from the state before the first step on.
    pub(super) c: Vec<f64>,
    /// T × H.
    squashed: Vec<f64>,
    /// (T + 1) × H, from the state before the first step on.
    pub(super) h: Vec<f64>,
}

impl CellTape {
    /// Before the first step, c = 0.
    pub(super) fn begin(&mut self, units: usize, inputs: usize) {
        (self.units, self.inputs) = (units, inputs);
        for numbers in [&mut self.x, &mut self.pre, &mut self.gates, &mut self.squashed] {
            numbers.clear();
        }
        for first in [&mut self.c, &mut self.h] {
            first.clear();
            first.resize(units, 0.0);
        }
    }

    /// Steps taken.
    pub fn steps(&self) -> usize {
        self.squashed.len().checked_div(self.units).unwrap_or(0)
    }

    /// H.
    pub fn units(&self) -> usize {
        self.units
    }

    /// What went into step t, counted from 0.
    pub fn x(&self, t: usize) -> &[f64] {
        &self.x[t * self.inputs..(t + 1) * self.inputs]
    }

    /// The pre-activations of step t: i, f, g, o, H each.
    pub fn pre(&self, t: usize) -> &[f64] {
        &self.pre[t * 4 * self.units..(t + 1) * 4 * self.units]
    }

    /// The gates of step t: i, f, g, o, H each.
    pub fn gates(&self, t: usize) -> &[f64] {
        &self.gates[t * 4 * self.units..(t + 1) * 4 * self.units]
    }

    /// c after `taken` steps.
    pub fn c(&self, taken: usize) -> &[f64] {
        &self.c[taken * self.units..(taken + 1) * self.units]
    }

    /// h after `taken` steps.
    pub fn h(&self, taken: usize) -> &[f64] {
        &self.h[taken * self.units..(taken + 1) * self.units]
    }

    /// h before each step, T × H.
    pub(super) fn h_before(&self) -> &[f64] {
        &self.h[..self.h.len() - self.units]
    }

    /// Room for what goes into the next step; `step` takes it.
    pub(super) fn next_x(&mut self) -> &mut [f64] {
        let at = self.x.len();
        self.x.resize(at + self.inputs, 0.0);
        &mut self.x[at..]
    }

    /// One step. `false` when a pre-activation, or the state, leaves f64.
    pub(super) fn step(&mut self, weights: CellWeights<'_>) -> bool {
        let (units, t) = (self.units, self.steps());
        self.pre.extend_from_slice(weights.bias);
        let pre = &mut self.pre[t * 4 * units..];
        add_product(pre, weights.input, &self.x[t * self.inputs..]);
        add_product(pre, weights.state, &self.h[t * units..]);
        let finite = pre.iter().all(|number| number.is_finite());
        self.gates.extend_from_slice(pre);
        let gates = &mut self.gates[t * 4 * units..];
        let (squeezed, rest) = gates.split_at_mut(2 * units);
        let (candidate, output) = rest.split_at_mut(units);
        squeezed.iter_mut().for_each(|number| *number = sigmoid(*number));
        candidate.iter_mut().for_each(|number| *number = tanh(*number));
        output.iter_mut().for_each(|number| *number = sigmoid(*number));
        let (input, forget) = squeezed.split_at(units);
        self.c.extend_from_within(t * units..);
        let c = &mut self.c[(t + 1) * units..];
        for (((c, i), f), g) in c.iter_mut().zip(input).zip(forget).zip(&*candidate) {
            *c = f * *c + i * g;
        }
        self.squashed.extend(c.iter().map(|c| tanh(*c)));
        let squashed = &self.squashed[t * units..];
        self.h.extend(output.iter().zip(squashed).map(|(o, squashed)| o * squashed));
        finite && c.iter().all(|number| number.is_finite())
    }

    /// Takes back the steps from t on.
    pub(super) fn forget_from(&mut self, t: usize) {
        self.x.truncate(t * self.inputs);
        self.pre.truncate(t * 4 * self.units);
        self.gates.truncate(t * 4 * self.units);
        self.squashed.truncate(t * self.units);
        self.c.truncate((t + 1) * self.units);
        self.h.truncate((t + 1) * self.units);
    }

    /// Back through step t. `dh` is ∂L/∂h_t and `dc` what reaches c_t from the next step; `dc` becomes what reaches
    /// c_{t−1}, `total` ∂L/∂c_t, `dpre` ∂L/∂pre_t.
    pub(super) fn back(&self, t: usize, dh: &[f64], dc: &mut [f64], total: &mut [f64], dpre: &mut [f64]) {
        let units = self.units;
        let gates = self.gates(t);
        let (i, rest) = gates.split_at(units);
        let (f, rest) = rest.split_at(units);
        let (g, o) = rest.split_at(units);
        let squashed = &self.squashed[t * units..(t + 1) * units];
        let before = self.c(t);
        let (di, rest) = dpre.split_at_mut(units);
        let (df, rest) = rest.split_at_mut(units);
        let (dg, d_o) = rest.split_at_mut(units);
        for u in 0..units {
            // (1 − x)(1 + x) keeps the digits that 1 − x² loses where tanh saturates.
            let of_c = dc[u] + dh[u] * o[u] * ((1.0 - squashed[u]) * (1.0 + squashed[u]));
            total[u] = of_c;
            di[u] = of_c * g[u] * (i[u] * (1.0 - i[u]));
            df[u] = of_c * before[u] * (f[u] * (1.0 - f[u]));
            dg[u] = of_c * i[u] * ((1.0 - g[u]) * (1.0 + g[u]));
            d_o[u] = dh[u] * squashed[u] * (o[u] * (1.0 - o[u]));
            dc[u] = of_c * f[u];
        }
    }
}

/// `dx += W_xᵀ ∂L/∂pre`, what a step's input feels.
pub(super) fn back_to_input(weights: CellWeights<'_>, dpre: &[f64], dx: &mut [f64]) {
    add_transposed_product(dx, weights.input, dpre);
}

/// `dh += W_hᵀ ∂L/∂pre`, what the state before feels of a step.
pub(super) fn back_to_state(weights: CellWeights<'_>, dpre: &[f64], dh: &mut [f64]) {
    add_transposed_product(dh, weights.state, dpre);
}

/// 1 / (1 + e^−x), off by less than three units in the last place; the same operations on every machine, without a branch.
#[inline]
pub fn sigmoid(x: f64) -> f64 {
    let small = exp(-x.abs());
    let of_positive = 1.0 / (1.0 + small);
    if x >= 0.0 { of_positive } else { small * of_positive }
}

/// (1 − e^−2|x|) / (1 + e^−2|x|) with the sign of x: off by less than 3·10⁻¹⁶ absolutely; of numbers near 0 the last
/// digits are lost to the difference, as in h_0 + h that the sum would round away as well.
#[inline]
pub fn tanh(x: f64) -> f64 {
    let small = exp(-2.0 * x.abs());
    ((1.0 - small) / (1.0 + small)).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_library() {
        for step in -40_000..=40_000 {
            let x = f64::from(step) / 1000.0;
            assert!((tanh(x) - x.tanh()).abs() <= 3e-16, "{x}");
            let want = 1.0 / (1.0 + (-x).exp());
            assert!((sigmoid(x) - want).abs() <= 4.0 * f64::EPSILON * want, "{x}");
        }
    }

    #[test]
    fn the_ends() {
        assert_eq!([f64::MAX, f64::MIN, 0.0].map(tanh), [1.0, -1.0, 0.0]);
        assert_eq!([f64::MAX, f64::MIN, 0.0].map(sigmoid), [1.0, 0.0, 0.5]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(tanh), [1.0, -1.0]);
        assert_eq!(tanh(-0.0).to_bits(), (-0.0_f64).to_bits());
    }
}
