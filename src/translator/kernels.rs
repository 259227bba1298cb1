//! Products of matrices and vectors in a fixed order, so that the same seed gives the same numbers on every machine; a
//! library's product chooses its order by the size and by what the processor can do.
//!
//! Matrices are row by row. Four rows are taken at a time: each number of the vector is then loaded once for four.

use crate::engine::dot;

/// `out += W x`: W of `out.len()` × `x.len()`. Each row is summed in the order of [`dot`].
pub fn add_product(out: &mut [f64], w: &[f64], x: &[f64]) {
    let columns = x.len();
    debug_assert_eq!(w.len(), out.len() * columns);
    let (blocks, rest) = out.as_chunks_mut::<4>();
    let mut rows = w.chunks_exact(4 * columns);
    for (block, four) in blocks.iter_mut().zip(&mut rows) {
        let (ab, cd) = four.split_at(2 * columns);
        let ((a, b), (c, d)) = (ab.split_at(columns), cd.split_at(columns));
        let sums = four_dots([a, b, c, d], x);
        for (out, sum) in block.iter_mut().zip(sums) {
            *out += sum;
        }
    }
    for (out, row) in rest.iter_mut().zip(rows.remainder().chunks_exact(columns)) {
        *out += dot(row, x);
    }
}

/// Four [`dot`]s with the same vector, to the same bits.
fn four_dots(rows: [&[f64]; 4], x: &[f64]) -> [f64; 4] {
    let mut lanes = [[0.0_f64; 4]; 4];
    let (heads, tail) = x.as_chunks::<4>();
    let [a, b, c, d] = rows.map(|row| row.as_chunks::<4>());
    for ((((x, a), b), c), d) in heads.iter().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        for lane in 0..4 {
            lanes[0][lane] += a[lane] * x[lane];
            lanes[1][lane] += b[lane] * x[lane];
            lanes[2][lane] += c[lane] * x[lane];
            lanes[3][lane] += d[lane] * x[lane];
        }
    }
    for (lanes, rest) in lanes.iter_mut().zip([a.1, b.1, c.1, d.1]) {
        for (lane, (a, x)) in lanes.iter_mut().zip(rest.iter().zip(tail)) {
            *lane += a * x;
        }
    }
    lanes.map(|lanes| (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]))
}

/// `out += Wᵀ d`: W of `d.len()` × `out.len()`.
pub fn add_transposed_product(out: &mut [f64], w: &[f64], d: &[f64]) {
    let columns = out.len();
    debug_assert_eq!(w.len(), d.len() * columns);
    let (factors, rest) = d.as_chunks::<4>();
    let mut rows = w.chunks_exact(4 * columns);
    for (factors, four) in factors.iter().zip(&mut rows) {
        let (ab, cd) = four.split_at(2 * columns);
        let ((a, b), (c, d)) = (ab.split_at(columns), cd.split_at(columns));
        add_four(out, *factors, [a, b, c, d]);
    }
    for (factor, row) in rest.iter().zip(rows.remainder().chunks_exact(columns)) {
        for (out, w) in out.iter_mut().zip(row) {
            *out += factor * w;
        }
    }
}

/// `W += Σ_t d_t x_tᵀ`: W of `rows` × `columns`, D and X with a row a step.
pub fn add_outer_products(w: &mut [f64], d: &[f64], x: &[f64], (rows, columns): (usize, usize)) {
    debug_assert_eq!(w.len(), rows * columns);
    debug_assert_eq!(d.len() * columns, x.len() * rows);
    let mut x = x.chunks_exact(4 * columns);
    let mut d = d.chunks_exact(4 * rows);
    for (x, d) in (&mut x).zip(&mut d) {
        let (ab, cd) = x.split_at(2 * columns);
        let ((a, b), (c, e)) = (ab.split_at(columns), cd.split_at(columns));
        for (row, w) in w.chunks_exact_mut(columns).enumerate() {
            let factors = [d[row], d[rows + row], d[2 * rows + row], d[3 * rows + row]];
            add_four(w, factors, [a, b, c, e]);
        }
    }
    for (x, d) in x.remainder().chunks_exact(columns).zip(d.remainder().chunks_exact(rows)) {
        for (w, factor) in w.chunks_exact_mut(columns).zip(d) {
            for (w, x) in w.iter_mut().zip(x) {
                *w += factor * x;
            }
        }
    }
}

/// `out += f_1 a + f_2 b + f_3 c + f_4 d`, component by component.
#[inline]
fn add_four(out: &mut [f64], factors: [f64; 4], [a, b, c, d]: [&[f64]; 4]) {
    let [f, g, h, i] = factors;
    for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out += (f * a + g * b) + (h * c + i * d);
    }
}

/// `sum += line`, component by component.
pub fn add(sum: &mut [f64], line: &[f64]) {
    for (sum, number) in sum.iter_mut().zip(line) {
        *sum += number;
    }
}

/// `W += Σ_t d_t`: the gradient of a constant.
pub fn add_rows(sum: &mut [f64], rows: &[f64]) {
    for row in rows.chunks_exact(sum.len()) {
        add(sum, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::SplitMix64;

    fn random(count: usize, random: &mut SplitMix64) -> Vec<f64> {
        (0..count).map(|_| random.within(1.0)).collect()
    }

    /// Every size up to 9 × 9, so that blocks and what remains of them are both met.
    #[test]
    fn as_by_the_definition() {
        let source = &mut SplitMix64::new(3);
        for rows in 1..10 {
            for columns in 1..10 {
                for steps in 0..10 {
                    let w = random(rows * columns, source);
                    let (x, d) = (random(columns * steps, source), random(rows * steps, source));
                    let mut outer = w.clone();
                    add_outer_products(&mut outer, &d, &x, (rows, columns));
                    for row in 0..rows {
                        for column in 0..columns {
                            let sum: f64 = (0..steps).map(|t| d[t * rows + row] * x[t * columns + column]).sum();
                            let want = w[row * columns + column] + sum;
                            assert!((outer[row * columns + column] - want).abs() < 1e-14);
                        }
                    }
                    if steps == 0 {
                        continue;
                    }
                    let mut out = vec![0.0; rows];
                    add_product(&mut out, &w, &x[..columns]);
                    let dots: Vec<f64> = w.chunks_exact(columns).map(|row| dot(row, &x[..columns])).collect();
                    assert_eq!(out, dots);
                    let mut back = vec![0.0; columns];
                    add_transposed_product(&mut back, &w, &d[..rows]);
                    for column in 0..columns {
                        let want: f64 = (0..rows).map(|row| w[row * columns + column] * d[row]).sum();
                        assert!((back[column] - want).abs() < 1e-14);
                    }
                }
            }
        }
    }
}
