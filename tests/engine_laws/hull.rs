//! The distance to a convex hull, against closed forms and against brute force.

use crate::models::{small, wild};
use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::RangeInclusive;
use twoaxes::engine::{HullDistance, NoHull, distance_to_hull};

type Point = Vec<f64>;

fn of(point: &[f64], points: &[Point]) -> HullDistance {
    let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
    distance_to_hull(point, &points).unwrap()
}

/// Whether the distance is `expected`, itself off by no more than `slack`.
fn check(found: &HullDistance, expected: f64, slack: f64) -> Result<(), TestCaseError> {
    prop_assert!(found.converged, "{:?}", found);
    let off = (found.distance - expected).abs();
    prop_assert!(off <= found.accuracy + slack, "{} instead of {}: {:e}, {:?}", found.distance, expected, off, found);
    Ok(())
}

fn norm(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn between(a: &[f64], b: &[f64]) -> f64 {
    norm(a.iter().zip(b).map(|(a, b)| a - b))
}

/// n points of d numbers, n and d up to these, some of the points repeated.
fn points(number: BoxedStrategy<f64>, most: usize, widths: RangeInclusive<usize>) -> impl Strategy<Value = Vec<Point>> {
    (widths, 1..=most).prop_flat_map(move |(width, count)| {
        (vec(vec(number.clone(), width), count), vec(any::<prop::sample::Index>(), 0..3)).prop_map(
            |(mut points, again)| {
                let repeated: Vec<Point> =
                    again.iter().map(|index| points[index.index(points.len())].clone()).collect();
                points.extend(repeated);
                points
            },
        )
    })
}

/// The same beside a point of as many numbers.
fn point_and_points(
    number: BoxedStrategy<f64>,
    most: usize,
    widths: RangeInclusive<usize>,
) -> impl Strategy<Value = (Point, Vec<Point>)> {
    points(number.clone(), most, widths)
        .prop_flat_map(move |points| (vec(number.clone(), points[0].len()), Just(points)))
}

/// Distance to the segment from a to b.
fn to_segment(point: &[f64], a: &[f64], b: &[f64]) -> f64 {
    let along: Vec<f64> = b.iter().zip(a).map(|(b, a)| b - a).collect();
    let square: f64 = along.iter().map(|x| x * x).sum();
    let product: f64 = point.iter().zip(a).zip(&along).map(|((p, a), x)| (p - a) * x).sum();
    let t = if square > 0.0 { (product / square).clamp(0.0, 1.0) } else { 0.0 };
    norm(point.iter().zip(a).zip(&along).map(|((p, a), x)| p - a - t * x))
}

/// In the plane: 0 inside some triangle, else the distance to the nearest segment.
fn brute_force(point: &[f64], points: &[Point]) -> f64 {
    let side = |a: &Point, b: &Point| (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
    for a in points {
        for b in points {
            for c in points {
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
                if area > 0.0 && side(a, b) >= 0.0 && side(b, c) >= 0.0 && side(c, a) >= 0.0 {
                    return 0.0;
                }
            }
        }
    }
    let pairs = points.iter().flat_map(|a| points.iter().map(move |b| to_segment(point, a, b)));
    pairs.fold(f64::INFINITY, f64::min)
}

/// The nearest point of {x : x_i ≥ 0, Σ x_i = 1} (Held, Wolfe and Crowder 1974): x_i = max(p_i − τ, 0) with the τ that
/// makes them sum to 1.
fn to_unit_simplex(point: &[f64]) -> f64 {
    let mut sorted = point.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut tau = 0.0;
    for (i, number) in sorted.iter().enumerate() {
        sum += number;
        let candidate = (sum - 1.0) / (i as f64 + 1.0);
        if number - candidate > 0.0 {
            tau = candidate;
        }
    }
    norm(point.iter().map(|p| p - (p - tau).max(0.0)))
}

#[test]
fn what_has_no_hull() {
    assert_eq!(distance_to_hull(&[1.0], &[]), Err(NoHull::NoPoints));
    assert_eq!(distance_to_hull(&[1.0], &[&[1.0, 2.0]]), Err(NoHull::OtherWidth));
    assert_eq!(distance_to_hull(&[1.0], &[&[1.0], &[f64::NAN]]), Err(NoHull::NotFinite));
    assert_eq!(distance_to_hull(&[f64::INFINITY], &[&[1.0]]), Err(NoHull::NotFinite));
}

/// The lesson's three values lie on one line, and its context on that line.
#[test]
fn the_lesson_values_lie_on_a_line() {
    let values = [vec![2.0, 0.0], vec![0.0, 4.0], vec![1.0, 2.0]];
    let weights = [0.422_318_798_254_344_7, 0.155_362_403_491_310_6, 0.422_318_798_254_344_7];
    let context: Vec<f64> = (0..2).map(|d| (0..3).map(|j| weights[j] * values[j][d]).sum()).collect();
    let inside = of(&context, &values);
    assert!(inside.converged && inside.distance <= 2e-15 && inside.at_least() == 0.0, "{inside:?}");
    // One unit off the line 2x + y = 4, seen at a right angle.
    let off = of(&[1.0 + 2.0 / 5.0_f64.sqrt(), 2.0 + 1.0 / 5.0_f64.sqrt()], &values);
    assert!((off.distance - 1.0).abs() <= off.accuracy && off.accuracy < 1e-13, "{off:?}");
    assert!(between(&off.nearest, &[1.0, 2.0]) < 1e-14);
    let past_the_end = of(&[5.0, -4.0], &values);
    assert_eq!((past_the_end.distance, past_the_end.nearest.as_slice()), (5.0, &[2.0, 0.0][..]));
}

#[test]
fn ends_of_f64() {
    let (max, least) = (f64::MAX, f64::from_bits(1));
    assert_eq!(of(&[-max], &[vec![max], vec![max / 2.0]]).distance, max, "1.5 max is beyond f64");
    assert_eq!(of(&[0.0, 0.0], &[vec![max, -max], vec![max, max]]).distance, max);
    let middle = of(&[0.0, 0.0], &[vec![max, -max], vec![-max, max]]);
    assert!(middle.distance <= middle.accuracy && middle.converged, "{middle:?}");
    assert_eq!(of(&[0.0], &[vec![least], vec![2.0 * least]]).distance, least);
    let far = of(&[3e300, 4e300], &[vec![0.0, 0.0], vec![1e-300, 0.0]]);
    assert!((far.distance / 5e300 - 1.0).abs() < 1e-14, "{far:?}");
    let near = of(&[0.0, 0.0], &[vec![3e-300, 4e-300]]);
    assert!((near.distance / 5e-300 - 1.0).abs() < 1e-14, "{near:?}");
}

/// 4,096 values of 64 numbers. On the machine it was written on: 6 to 20 ms optimised, for the middle of the cloud.
#[test]
#[ignore = "a measurement"]
fn how_long_it_takes() {
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from_bits((state >> 12) | 1.0_f64.to_bits()) - 1.5
    };
    let points: Vec<Point> = (0..4096).map(|_| (0..64).map(|_| number()).collect()).collect();
    let context: Vec<f64> = (0..64).map(|d| points.iter().map(|p| p[d]).sum::<f64>() / 4096.0).collect();
    let start = std::time::Instant::now();
    let found = of(&context, &points);
    println!("{:?}, {:e} ± {:e}", start.elapsed(), found.distance, found.accuracy);
    assert!(found.converged && found.distance < 1e-13);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// A combination of n terms is off by (n + 1) ε/2 in the weights and n ε/2 in the sum, of numbers that are at most 1.
    #[test]
    fn a_convex_combination_is_inside(points in points(small(), 20, 1..=12), weights in vec(0.001_f64..1.0, 23)) {
        let sum: f64 = weights[..points.len()].iter().sum();
        let component = |d: usize| points.iter().zip(&weights).map(|(p, w)| w / sum * p[d]).sum();
        let point: Point = (0..points[0].len()).map(component).collect();
        check(&of(&point, &points), 0.0, points.len() as f64 * 2.0 * f64::EPSILON * (point.len() as f64).sqrt())?;
    }

    /// All points lie at x_1 ≤ 0 and some at x_1 = 0; the point is straight above a combination of these.
    #[test]
    fn pushed_out_by_a_height(
        points in points(small(), 20, 1..=12),
        weights in vec(0.001_f64..1.0, 23),
        on_the_face in vec(any::<bool>(), 23),
        height in 1e-9_f64..4.0,
    ) {
        let mut points = points;
        for (index, point) in points.iter_mut().enumerate() {
            point[0] = if index == 0 || on_the_face[index] { 0.0 } else { -point[0].abs() };
        }
        let face: Vec<(&Point, f64)> = points.iter().zip(weights).filter(|(point, _)| point[0] == 0.0).collect();
        let sum: f64 = face.iter().map(|(_, weight)| weight).sum();
        let mut point: Point = (0..points[0].len()).map(|d| face.iter().map(|(p, w)| w / sum * p[d]).sum()).collect();
        point[0] = height;
        let found = of(&point, &points);
        check(&found, height, points.len() as f64 * 2.0 * f64::EPSILON * (point.len() as f64).sqrt())?;
        prop_assert!(found.nearest[0].abs() <= 1e-6, "{:?}", found);
    }

    #[test]
    fn a_box((low, high, point) in (1..=5_usize).prop_flat_map(|width| {
        let side = || vec(-1.0_f64..1.0, width);
        (side(), side(), vec(-2.0_f64..2.0, width))
    })) {
        let width = low.len();
        let corner = |bits: usize| (0..width).map(|d| if bits >> d & 1 == 0 { low[d] } else { high[d] }).collect();
        let corners: Vec<Point> = (0..1 << width).map(corner).collect();
        let outside = (0..width).map(|d| {
            let (low, high) = (low[d].min(high[d]), low[d].max(high[d]));
            (point[d] - high).max(low - point[d]).max(0.0)
        });
        check(&of(&point, &corners), norm(outside), 1e-15)?;
    }

    #[test]
    fn the_unit_simplex(point in vec(-2.0_f64..2.0, 1..12)) {
        let unit = |i: usize| (0..point.len()).map(|d| if d == i { 1.0 } else { 0.0 }).collect();
        let corners: Vec<Point> = (0..point.len()).map(unit).collect();
        check(&of(&point, &corners), to_unit_simplex(&point), 1e-14)?;
    }

    #[test]
    fn a_segment(a in vec(small(), 7), b in vec(small(), 7), point in vec(small(), 7)) {
        let expected = to_segment(&point, &a, &b);
        check(&of(&point, &[a, b]), expected, 1e-14)?;
    }

    #[test]
    fn on_the_line((point, points) in point_and_points(wild(), 8, 1..=1)) {
        let numbers = points.iter().map(|p| p[0]);
        let (low, high) = numbers.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        check(&of(&point, &points), (low - point[0]).max(point[0] - high).clamp(0.0, f64::MAX), 0.0)?;
    }

    /// On the grid the areas of the triangles are exact, so brute force is right about inside and outside; off it, only
    /// its 0 needs room.
    #[test]
    fn in_the_plane((point, points) in point_and_points(small(), 9, 2..=2)) {
        check(&of(&point, &points), brute_force(&point, &points), 1e-14)?;
    }

    /// Whatever the numbers are: a number comes out, no farther than the nearest of the points, near what it claims to
    /// be near, and no nearer than a coordinate allows.
    #[test]
    fn any_finite_numbers((point, points) in point_and_points(wild(), 9, 1..=6)) {
        let found = of(&point, &points);
        prop_assert!(found.distance.is_finite() && found.accuracy.is_finite() && found.distance >= 0.0);
        for (d, number) in found.nearest.iter().enumerate() {
            let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(l, h), p| (l.min(p[d]), h.max(p[d])));
            prop_assert!(low <= *number && *number <= high);
            let apart = (low - point[d]).max(point[d] - high).clamp(0.0, f64::MAX);
            prop_assert!(found.distance >= apart - found.accuracy);
        }
        for other in &points {
            let largest = other.iter().zip(&point).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            if largest > 0.0 && largest.is_finite() {
                let length = norm(other.iter().zip(&point).map(|(a, b)| (a - b) / largest));
                prop_assert!(found.distance <= (length * largest).min(f64::MAX) + found.accuracy);
            }
        }
    }

    /// Multiples of 2^−10 below 4 keep their differences under a shift by one, and all their bits under a power of two:
    /// the search takes the same steps. In another order, with another sign or with a point twice it need not.
    #[test]
    fn moved_scaled_reordered((point, points) in point_and_points(small(), 9, 1..=6), shift in -2_i32..2, exponent in -900_i32..900) {
        let found = of(&point, &points);
        let every = |change: &dyn Fn(f64) -> f64| {
            let points: Vec<Point> = points.iter().map(|p| p.iter().map(|x| change(*x)).collect()).collect();
            of(&point.iter().map(|x| change(*x)).collect::<Point>(), &points)
        };
        let moved = every(&|x| x + f64::from(shift));
        prop_assert_eq!((moved.distance, moved.accuracy), (found.distance, found.accuracy));
        let factor = 2.0_f64.powi(exponent);
        prop_assert_eq!(every(&|x| x * factor).distance, found.distance * factor);
        check(&every(&|x| -x), found.distance, found.accuracy)?;

        let mut turned = points.clone();
        turned.reverse();
        turned.push(points[0].clone());
        check(&of(&point, &turned), found.distance, found.accuracy)?;
        let swapped: Vec<Point> = points.iter().map(|p| p.iter().rev().copied().collect()).collect();
        check(&of(&point.iter().rev().copied().collect::<Point>(), &swapped), found.distance, found.accuracy)?;
    }

    /// The nearest point is one of the hull, at the distance that is claimed; another point more brings it no farther.
    #[test]
    fn the_nearest_point_is_in_the_hull((point, points) in point_and_points(small(), 9, 1..=6), more in vec(small(), 6)) {
        let found = of(&point, &points);
        let slack = 20.0 * f64::EPSILON;
        check(&of(&found.nearest, &points), 0.0, slack)?;
        prop_assert!((between(&found.nearest, &point) - found.distance).abs() <= slack + found.accuracy);
        let mut points = points;
        points.push(more[..point.len()].to_vec());
        let with_more = of(&point, &points);
        prop_assert!(with_more.distance <= found.distance + found.accuracy + with_more.accuracy);
    }
}
