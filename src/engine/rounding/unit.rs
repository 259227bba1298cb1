//! The units the bounds are made of.

/// Unit roundoff u = 2^−53: one rounded operation is exact but for a factor 1 + δ with |δ| ≤ u.
pub(in crate::engine) const U: f64 = f64::EPSILON / 2.0;

/// What an operation that underflows may be off by besides: half the smallest subnormal number 2^−1074; this is eight of
/// them.
pub(in crate::engine) const TINY: f64 = f64::from_bits(8);

/// The relative error allowed to exp and ln: two units in the last place. The engine's exp stays below that; the
/// platforms' ln stay within one.
pub(in crate::engine) const ELEMENTARY: f64 = 4.0 * U;

/// The relative error allowed to tanh, whose implementations are off by two units or a little more.
pub(in crate::engine) const HYPERBOLIC: f64 = 8.0 * U;

/// k roundings, one after the other, of a sum of terms with the magnitude Σ|terms|: γ_k ≤ (k + 1) u while k u < 10^−4.
pub(in crate::engine) fn roundings(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of terms is far below 2^53")]
    let count = count as f64;
    (count + 1.0) * U
}

/// What `count` operations that underflow may be off by together.
pub(in crate::engine) fn underflows(count: usize) -> f64 {
    roundings(count) / U * TINY
}

/// How many roundings a term of `dot` over `width` components goes through: its product, ⌈width/4⌉ additions to its
/// lane and two of lanes.
pub(in crate::engine) fn dot_roundings(width: usize) -> usize {
    width.div_ceil(4) + 3
}

/// Σ_i |a_i b_i|.
pub(in crate::engine) fn magnitude(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum()
}

/// A bound kept finite. Past the largest f64 nothing is known any more, and infinity times 0 would not be a number.
pub(in crate::engine) fn capped(bound: f64) -> f64 {
    // A NaN (infinity less infinity cannot arise among magnitudes, 0 times infinity can) is no knowledge either.
    if bound < f64::MAX { bound } else { f64::MAX }
}
