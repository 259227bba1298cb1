//! exp for the softmax: of numbers that are not positive, many at a time.
//!
//! The platforms' libraries take one number at a time and differ in the last bit. This one has no branch, so the
//! compiler computes several at once, and it is the same sequence of operations everywhere, so that a weight is the
//! same number, to the last bit, on every machine.

/// Added and subtracted again, it rounds a number below 2^51 to an integer, which stands in the low bits meanwhile.
const ROUND: f64 = 6_755_399_441_055_744.0; // 1.5 · 2^52

/// ln 2 in two parts. The first has 33 bits, so that its product with an integer below 2^20 is exact; the second is
/// what remains (Cody and Waite, *Software Manual for the Elementary Functions*, 1980; the values are fdlibm's).
const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// Past this the result is 0: e^−745.2 is half the smallest subnormal number.
const FLOOR: f64 = -750.0;

/// e^x for x ≤ 0, −∞ included: exactly 1 at 0, else off by less than two units in the last place (one more half of the
/// smallest number where the result is subnormal).
///
/// With k the integer nearest to x / ln 2 and r = x − k ln 2, e^x = 2^k e^r and |r| ≤ ln 2 / 2 = 0.347. The series of
/// e^r to r^13 leaves out less than 0.347^14 / 14! = 4·10^−18. Rounding: r by half a unit of itself, which is a third
/// of a unit of e^r; the terms past 1, at most 0.42 together, by a unit or two of that; the last sum by half a unit.
#[inline]
pub(crate) fn exp(x: f64) -> f64 {
    const UP: u64 = 60;
    #[expect(clippy::cast_precision_loss, reason = "a power of two")]
    const DOWN: f64 = 1.0 / (1_u64 << UP) as f64;

    let x = if x > FLOOR { x } else { FLOOR };
    let rounded = x * std::f64::consts::LOG2_E + ROUND;
    let k = rounded - ROUND;
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    // The series in groups of four terms, for the sake of what can be computed at the same time.
    let (r2, r4) = (r * r, (r * r) * (r * r));
    let low = (1.0 / 2.0 + r * (1.0 / 6.0)) + r2 * (1.0 / 24.0 + r * (1.0 / 120.0));
    let middle = (1.0 / 720.0 + r * (1.0 / 5_040.0)) + r2 * (1.0 / 40_320.0 + r * (1.0 / 362_880.0));
    let high =
        (1.0 / 3_628_800.0 + r * (1.0 / 39_916_800.0)) + r2 * (1.0 / 479_001_600.0 + r * (1.0 / 6_227_020_800.0));
    let exp_r = 1.0 + (r + r2 * (low + r4 * (middle + r4 * high)));
    // 2^(k + 60) by its exponent bits: a normal number for every k from −1082 to 0. Down by 2^60 again, the product is
    // rounded once, subnormal or not.
    let power = f64::from_bits((rounded.to_bits() << 52).wrapping_add((1023 + UP) << 52));
    (exp_r * power) * DOWN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many numbers lie between two that are not negative.
    fn apart(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn the_ends() {
        assert_eq!([0.0, -0.0].map(exp), [1.0, 1.0]);
        assert_eq!([f64::NEG_INFINITY, f64::MIN, -1e9, -745.2].map(exp), [0.0; 4]);
        assert_eq!(exp(-745.1), 5e-324);
        assert_eq!([-5e-324, -1e-300, -1e-17].map(exp), [1.0; 3]);
    }

    #[test]
    fn the_parts_of_ln_2_are_what_they_say() {
        assert_eq!(LN_2_HIGH.to_bits() & ((1 << 20) - 1), 0);
        assert_eq!(LN_2_HIGH + LN_2_LOW, std::f64::consts::LN_2);
    }

    /// The library's own is off by less than a unit, so less than two is what can be seen here.
    #[test]
    fn within_a_unit_of_the_library() {
        let mut state = 1_u64;
        for scale in [1e-6, 0.01, 1.0, 10.0, 100.0, 708.0, 746.0] {
            for _ in 0..20_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let x = -scale * f64::from_bits((state >> 12) | 1.0_f64.to_bits()).fract();
                assert!(apart(exp(x), x.exp()) <= 1, "{x:e}: {:e} and {:e}", exp(x), x.exp());
                assert!(exp(x) <= 1.0);
            }
        }
    }

    #[test]
    fn it_does_not_fall_where_x_rises() {
        // Across the seams, where k changes.
        for k in 0..1070 {
            let seam = -(f64::from(k) + 0.5) * std::f64::consts::LN_2;
            let around: Vec<f64> = (-40_i32..40).map(|step| seam * (1.0 - f64::from(step) * f64::EPSILON)).collect();
            assert!(around.windows(2).all(|pair| exp(pair[0]) <= exp(pair[1])), "{seam}");
        }
    }
}
