//! How far a point lies from the convex hull of others, in any dimension.
//!
//! The context c = Σ_j α_j v_j with α_j ≥ 0 and Σ_j α_j = 1 lies in the hull of the values. The weights prove it; here
//! the same is found without them, so that a context that came about in another way can be held against the values.
//!
//! # The algorithm
//!
//! Wolfe's (*Finding the nearest point in a polytope*, Mathematical Programming 11, 1976). With the point moved to the
//! origin, it keeps a *corral*: a few affinely independent points in whose hull the point of least norm of their affine
//! hull lies. A point that lies nearer along its direction joins; where the new point of least norm falls outside, the
//! step towards it is cut at the border and the members that are left behind are dropped.
//!
//! The point of least norm of an affine hull is found by least squares: with ρ = max_j |p_j|, the w that minimises
//! |Σ_j w_j (p_j, ρ) − (0, ρ)| has it in Σ_j w_j p_j / Σ_j w_j. The factor Q R of the columns (p_j, ρ) is kept up as
//! members come and go, by Gram–Schmidt with one reorthogonalisation (Daniel, Gragg, Kaufman and Stewart, Mathematics of
//! Computation 30, 1976): Q is orthonormal to working accuracy however nearly dependent the columns are. A column that is
//! dependent to working accuracy never joins, so equal points, points on one line and fewer points than dimensions need
//! no care of their own.
//!
//! # How far the result can be off
//!
//! Any unit vector y bounds the distance from below, by min_j y·p_j, and any combination x of the points bounds it from
//! above, by |x|. Both are found in every round and the best are kept, so what is claimed does not rest on the
//! convergence: [`HullDistance::accuracy`] is their gap, and the rounding of the numbers themselves.
//!
//! With y taken from the residual of the least squares (orthogonal to the corral to working accuracy, even where x is all
//! cancellation) the gap comes down to a small multiple of d u ρ, where u = 2^−53 (`Cloud::goal`).

use super::dot;

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// How far a point is from a convex hull.
#[derive(Clone, Debug, PartialEq)]
pub struct HullDistance {
    /// The Euclidean distance to [`nearest`](Self::nearest); the largest f64 where it lies beyond.
    pub distance: f64,
    /// The point of the hull that was found nearest, d numbers, each within the range of the points' own.
    pub nearest: Vec<f64>,
    /// The exact distance differs from `distance` by no more than this. It is proved by a separating direction, and as a
    /// rule a few hundred units in the last place of the largest |point − other|.
    pub accuracy: f64,
    /// Whether `accuracy` is as good as rounding allows. Where the search came to its end before that, it is not.
    pub converged: bool,
}

impl HullDistance {
    /// The exact distance is no less than this; where it is positive, the point is outside.
    pub fn at_least(&self) -> f64 {
        (self.distance - self.accuracy).max(0.0)
    }
}

/// Why there is no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHull {
    /// There are no points.
    NoPoints,
    /// Some vectors have another number of components.
    OtherWidth,
    /// A number is infinite or is none.
    NotFinite,
}

/// The distance of `point` to the convex hull of `points`, all of d numbers each.
///
/// Any finite numbers will do: the differences are scaled by the largest of them before anything is squared.
///
/// Takes some multiple of d rounds, each of n d multiplications and one change of the corral, of d² to d³. Optimised,
/// 4,096 points take some 10 ms at d = 64, 100 ms at d = 256 and 1 s at d = 512: more than a frame.
///
/// # Errors
/// There are no points, a vector is of another width, or a number is not finite.
pub fn distance_to_hull(point: &[f64], points: &[&[f64]]) -> Result<HullDistance, NoHull> {
    if points.is_empty() {
        return Err(NoHull::NoPoints);
    }
    if points.iter().any(|other| other.len() != point.len()) {
        return Err(NoHull::OtherWidth);
    }
    if !point.iter().chain(points.iter().copied().flatten()).all(|number| number.is_finite()) {
        return Err(NoHull::NotFinite);
    }
    let cloud = Cloud::new(point, points);
    let found = cloud.search();
    let size = found.members.len();
    let rounding = rounding(size, point.len()) * cloud.radius;
    let gap = found.distance - found.at_least;
    Ok(HullDistance {
        distance: cloud.unscaled(found.distance),
        nearest: combination(point.len(), points, &found),
        // The last term is what an underflow may take from the product with the scale.
        accuracy: cloud.unscaled(gap + rounding) + f64::from_bits(1),
        converged: gap <= cloud.goal(),
    })
}

/// How far |x| and y·p_j may be off from the bounds they stand for, as a multiple of ρ: two roundings for p_j itself
/// (difference and scale); for x one for each weight and each term of a sum over the members, and their sum's; for the
/// products ⌈d/4⌉ + 3 each, and as many for the length of y. All together are less than 2 k + d + 20.
fn rounding(members: usize, width: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let count = (2 * members + width + 20) as f64;
    count * U
}

/// Σ_i w_i v_i over the corral, kept within the range of its members: rounding may not take it out, nor beyond f64.
fn combination(width: usize, points: &[&[f64]], found: &Found) -> Vec<f64> {
    let component = |d: usize| {
        let numbers = || found.members.iter().map(|&member| points[member][d]);
        let sum: f64 = numbers().zip(&found.weights).map(|(number, weight)| weight * number).sum();
        let (low, high) =
            numbers().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        sum.max(low).min(high)
    };
    (0..width).map(component).collect()
}

/// The points seen from the one whose distance is sought, scaled.
struct Cloud {
    width: usize,
    /// n × d, point after point; the largest is 1 unless all are 0.
    numbers: Vec<f64>,
    /// What the numbers were divided by, in two factors because the product may be beyond f64.
    scale: [f64; 2],
    /// ρ, the largest norm.
    radius: f64,
}

/// The best that was found.
struct Found {
    members: Vec<usize>,
    /// Not negative, summing to 1.
    weights: Vec<f64>,
    /// |x| of that combination.
    distance: f64,
    /// Not negative.
    at_least: f64,
}

impl Cloud {
    fn new(point: &[f64], points: &[&[f64]]) -> Self {
        let differences = |factor: f64| -> Vec<f64> {
            let of =
                |other: &&[f64]| other.iter().zip(point).map(|(a, b)| factor * a - factor * b).collect::<Vec<f64>>();
            points.iter().flat_map(of).collect()
        };
        let largest = |numbers: &[f64]| numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
        let mut numbers = differences(1.0);
        let mut scale = [largest(&numbers), 1.0];
        if scale[0] > f64::MAX {
            // Beyond f64. What halving takes from the smallest numbers is nothing beside these.
            numbers = differences(0.5);
            scale = [largest(&numbers), 2.0];
        }
        if scale[0] > 0.0 {
            numbers.iter_mut().for_each(|number| *number /= scale[0]);
        }
        let width = point.len();
        let squares = numbers.chunks_exact(width.max(1)).map(|p| dot(p, p));
        let radius = squares.fold(0.0, f64::max).sqrt();
        Self { width, numbers, scale, radius }
    }

    /// The gap that the search aims at: several times what rounding leaves of it, about one u ρ for each member of a
    /// corral and for each four components.
    fn goal(&self) -> f64 {
        8.0 * rounding(self.width + 1, self.width) * self.radius
    }

    /// A length as it was before scaling, kept finite.
    fn unscaled(&self, length: f64) -> f64 {
        (length * self.scale[0] * self.scale[1]).min(f64::MAX)
    }

    fn count(&self) -> usize {
        self.numbers.len() / self.width.max(1)
    }

    fn point(&self, index: usize) -> &[f64] {
        &self.numbers[index * self.width..(index + 1) * self.width]
    }

    /// The point for which the product is least, and that product.
    fn least(&self, product: impl Fn(&[f64]) -> f64) -> (usize, f64) {
        let products = (0..self.count()).map(|index| (index, product(self.point(index))));
        products.fold((0, f64::INFINITY), |least, next| if next.1 < least.1 { next } else { least })
    }

    fn search(&self) -> Found {
        let mut best = Found { members: vec![0], weights: vec![1.0], distance: 0.0, at_least: 0.0 };
        if self.radius == 0.0 {
            return best;
        }
        let mut corral = Corral::new(self);
        let (first, square) = self.least(|p| dot(p, p));
        best.members[0] = first;
        best.distance = square.sqrt();
        if !corral.join(first) {
            return best;
        }
        corral.weights[0] = 1.0;
        // A round in exact arithmetic takes |x| down, so no corral comes twice and the search ends. With rounding, rounds
        // that bring nothing are few before it ends, and rounds at all are bounded.
        let mut idle = 0;
        for _ in 0..rounds(self.width) {
            let distance = corral.norm();
            let mut gained = false;
            if distance < best.distance {
                best.members.clone_from(&corral.members);
                best.weights.clone_from(&corral.weights);
                best.distance = distance;
                gained = true;
            }
            let Some(direction) = corral.direction().filter(|_| best.distance > self.goal()) else { break };
            let (next, product) = self.least(|p| dot(&direction, p));
            if product > best.at_least {
                best.at_least = product.min(best.distance);
                gained = true;
            }
            idle = if gained { 0 } else { idle + 1 };
            if best.distance - best.at_least <= self.goal() || idle > self.width + 2 || !corral.take_in(next) {
                break;
            }
        }
        best
    }
}

/// Rounds the search may take: what is usual is one to three for each dimension.
fn rounds(width: usize) -> usize {
    20 * (width + 1) + 100
}

/// The affinely independent points whose hull is searched, with the factors of their columns (p_j, ρ).
struct Corral<'a> {
    cloud: &'a Cloud,
    members: Vec<usize>,
    /// Of the present x, one a member.
    weights: Vec<f64>,
    /// Orthonormal, d + 1 numbers each, one a member.
    basis: Vec<Vec<f64>>,
    /// R by columns: column k has k + 1 numbers.
    triangle: Vec<Vec<f64>>,
}

impl<'a> Corral<'a> {
    fn new(cloud: &'a Cloud) -> Self {
        Self { cloud, members: vec![], weights: vec![], basis: vec![], triangle: vec![] }
    }

    /// The point joins with weight 0; `false` if its column depends on the others to working accuracy.
    fn join(&mut self, index: usize) -> bool {
        let mut column = self.cloud.point(index).to_vec();
        column.push(self.cloud.radius);
        let length = norm(&column);
        let mut coefficients = vec![0.0; self.basis.len()];
        self.orthogonalise(&mut column, &mut coefficients);
        let rest = norm(&column);
        if rest <= rounding(self.members.len(), self.cloud.width) * length {
            return false;
        }
        column.iter_mut().for_each(|number| *number /= rest);
        coefficients.push(rest);
        self.basis.push(column);
        self.triangle.push(coefficients);
        self.members.push(index);
        self.weights.push(0.0);
        true
    }

    /// Takes from a column what lies along the basis, twice, adding up the coefficients.
    fn orthogonalise(&self, column: &mut [f64], coefficients: &mut [f64]) {
        for _ in 0..2 {
            for (unit, coefficient) in self.basis.iter().zip(coefficients.iter_mut()) {
                let along = dot(unit, column);
                *coefficient += along;
                super::add_scaled(column, -along, unit);
            }
        }
    }

    /// The members whose weight is not positive leave; the factors before the first of them stay.
    fn drop_weightless(&mut self) {
        let Some(first) = self.weights.iter().position(|weight| *weight <= 0.0) else { return };
        self.basis.truncate(first);
        self.triangle.truncate(first);
        let later: Vec<(usize, f64)> = self.members.drain(first..).zip(self.weights.drain(first..)).collect();
        for (member, weight) in later {
            if weight > 0.0 && self.join(member) {
                self.weights[self.basis.len() - 1] = weight;
            }
        }
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= sum);
    }

    /// The weights, summing to 1, of the point of least norm in the affine hull.
    fn least_norm(&self) -> Option<Vec<f64>> {
        let last = self.cloud.width;
        // Qᵀ (0, ρ), up to the factor ρ, which the sum takes out again.
        let mut weights: Vec<f64> = self.basis.iter().map(|unit| unit[last]).collect();
        for (k, column) in self.triangle.iter().enumerate().rev() {
            weights[k] /= column[k];
            let weight = weights[k];
            super::add_scaled(&mut weights[..k], -weight, &column[..k]);
        }
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        (sum > 0.0 && weights.iter().all(|weight| weight.is_finite())).then_some(weights)
    }

    /// A point joins, and x moves to the point of least norm of a corral among the members; `false` where rounding lets
    /// it come no nearer.
    fn take_in(&mut self, index: usize) -> bool {
        if self.members.contains(&index) || !self.join(index) {
            return false;
        }
        // Each cut drops a member.
        while let Some(target) = self.least_norm() {
            let pairs = || self.weights.iter().zip(&target).enumerate().filter(|(_, (_, target))| **target <= 0.0);
            let cut = pairs().map(|(member, (weight, target))| (member, weight / (weight - target)));
            let Some((member, step)) = cut.min_by(|a, b| a.1.total_cmp(&b.1)) else {
                self.weights = target;
                return true;
            };
            for (weight, target) in self.weights.iter_mut().zip(&target) {
                *weight = ((1.0 - step) * *weight + step * target).max(0.0);
            }
            self.weights[member] = 0.0;
            self.drop_weightless();
        }
        false
    }

    /// |x|.
    fn norm(&self) -> f64 {
        let mut sum = vec![0.0; self.cloud.width];
        for (member, weight) in self.members.iter().zip(&self.weights) {
            super::add_scaled(&mut sum, *weight, self.cloud.point(*member));
        }
        norm(&sum)
    }

    /// The unit vector orthogonal to the affine hull, away from the origin: the residual of the least squares. None
    /// where the origin lies in the affine hull to working accuracy.
    fn direction(&self) -> Option<Vec<f64>> {
        let mut residual = vec![0.0; self.cloud.width];
        residual.push(-self.cloud.radius);
        self.orthogonalise(&mut residual, &mut vec![0.0; self.basis.len()]);
        residual.pop();
        let length = norm(&residual);
        residual.iter_mut().for_each(|number| *number /= length);
        (length > U * self.cloud.radius).then_some(residual)
    }
}

/// The Euclidean norm; the numbers are such that no square overflows.
fn norm(numbers: &[f64]) -> f64 {
    dot(numbers, numbers).sqrt()
}
