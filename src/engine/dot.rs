//! The one routine behind every dot product.
//!
//! A matrix product of a library chooses its order of summation by the sizes of the operands, so that adding a word to
//! the vocabulary could change the last bit of another word's logit. Then "the same number, to the last bit" would mean
//! nothing. Here term i always goes to lane i mod 4 and the lanes are always added in the same order: the result depends
//! on the two vectors alone, and appending a component that is 0 changes no bit.

/// Σ_i a_i b_i in a fixed order. Both slices have the same length.
///
/// Four independent lanes let the processor overlap the additions; the rounding error is at most
/// (⌈d/4⌉ + 3) ε Σ|a_i b_i| to first order (Higham, *Accuracy and Stability of Numerical Algorithms*, §3.1).
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    debug_assert_eq!(a.len(), b.len());
    let mut lanes = [0.0_f64; 4];
    let (heads_a, tail_a) = a.as_chunks::<4>();
    let (heads_b, tail_b) = b.as_chunks::<4>();
    for (x, y) in heads_a.iter().zip(heads_b) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    for (lane, (x, y)) in lanes.iter_mut().zip(tail_a.iter().zip(tail_b)) {
        *lane += x * y;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Σ_i a_i in the same four lanes, and as exact: the rounding error is at most (⌈d/4⌉ + 2) ε Σ|a_i|.
#[inline]
pub fn sum(numbers: &[f64]) -> f64 {
    let mut lanes = [0.0_f64; 4];
    let (heads, tail) = numbers.as_chunks::<4>();
    for head in heads {
        for lane in 0..4 {
            lanes[lane] += head[lane];
        }
    }
    for (lane, number) in lanes.iter_mut().zip(tail) {
        *lane += number;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// `sum += factor · line`, component by component: one term of a weighted sum of vectors, added in the caller's order.
#[inline]
pub fn add_scaled(sum: &mut [f64], factor: f64, line: &[f64]) {
    debug_assert_eq!(sum.len(), line.len());
    for (total, component) in sum.iter_mut().zip(line) {
        *total += factor * component;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appending_a_zero_changes_no_bit() {
        let a: Vec<f64> = (0..13).map(|i| 1.0 / f64::from(i + 3)).collect();
        let b: Vec<f64> = (0..13).map(|i| f64::from(i * i) - 7.3).collect();
        for length in 0..13 {
            let before = dot(&a[..length], &b[..length]);
            let mut longer = (a[..length].to_vec(), b[..length].to_vec());
            longer.0.push(0.0);
            longer.1.push(3.7);
            assert_eq!(before.to_bits(), dot(&longer.0, &longer.1).to_bits(), "length {length}");
            assert_eq!(sum(&a[..length]).to_bits(), sum(&longer.0).to_bits(), "length {length}");
        }
    }

    #[test]
    fn the_lesson_score() {
        assert_eq!(dot(&[1.0, 0.0], &[1.0, 1.0]), 1.0);
    }
}
