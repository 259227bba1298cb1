//! The convex hull of points of a plane.

use super::Place;

/// Beyond these, products of differences could leave f64.
const LARGEST: f64 = 1e150;
const SMALLEST: f64 = 1e-150;

/// The corners of the convex hull, as numbers of points, counter-clockwise from the leftmost (the lowest of several):
/// every point lies within it, but for rounding. One for points that are all the same, two for points on a line. Points on
/// an edge are no corners; of equal points the first counts. All numbers are finite.
///
/// Andrew's monotone chain (Information Processing Letters 9, 1979): sorted once, then one turn after the other is left.
pub fn outline(points: &[Place]) -> Vec<usize> {
    let largest = points.iter().flatten().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    // By a power of two, which rounds nothing that matters beside the largest.
    let factor = match largest {
        largest if largest > LARGEST => 2.0_f64.powi(-600),
        largest if largest < SMALLEST => 2.0_f64.powi(600),
        _ => 1.0,
    };
    let at = |point: usize| [points[point][0] * factor, points[point][1] * factor];
    let mut order: Vec<usize> = (0..points.len()).collect();
    let compare = |a: &usize, b: &usize| {
        let (a, b) = (at(*a), at(*b));
        (a[0] + 0.0).total_cmp(&(b[0] + 0.0)).then((a[1] + 0.0).total_cmp(&(b[1] + 0.0)))
    };
    order.sort_by(|a, b| compare(a, b).then(a.cmp(b)));
    order.dedup_by(|b, a| at(*a) == at(*b));
    if order.len() < 3 {
        return order;
    }
    // One half from left to right, the other back; the ends are in both.
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for point in order {
            while let [.., before, last] = chain[..]
                && !turns_left(at(before), at(last), at(point))
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut order.iter().copied());
    corners.extend(half(&mut order.iter().rev().copied()));
    corners
}

fn turns_left(a: Place, b: Place, c: Place) -> bool {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_go_round_and_points_within_are_none() {
        let square = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [1.0, 1.0], [0.0, 2.0], [1.0, 0.0], [2.0, 0.0]];
        assert_eq!(outline(&square), [0, 2, 1, 4]);
        assert_eq!(outline(&[[1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]), [1, 2], "on a line");
        assert_eq!(outline(&[[3.0, 1.0], [3.0, 1.0]]), [0], "all the same");
        assert_eq!(outline(&[[0.0, 0.0], [-0.0, 0.0]]), [0], "a zero is a zero");
        assert!(outline(&[]).is_empty());
    }

    #[test]
    fn at_the_ends_of_f64() {
        let huge = [[-1e308, -1e308], [1e308, -1e308], [0.0, 1e308], [0.0, 0.0]];
        assert_eq!(outline(&huge), [0, 1, 2]);
        let tiny = huge.map(|point| point.map(|number| number * 1e-308 * 1e-300));
        assert_eq!(outline(&tiny), [0, 1, 2]);
    }
}
