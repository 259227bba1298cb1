//! Two directions of a space, and where its vectors lie along them.

use crate::engine::{add_scaled, dot};
use std::sync::Arc;

/// A place in a picture: how far along the first direction, how far along the second.
pub type Place = [f64; 2];

/// A direction of a space of d dimensions.
#[derive(Clone, Debug, PartialEq)]
pub enum Direction {
    /// Along one component (from 0).
    Component(usize),
    /// Along a vector of length 1, d numbers.
    Unit(Arc<[f64]>),
}

impl Direction {
    /// How far a vector of d numbers reaches along the direction; not finite where the product is beyond f64.
    pub fn of(&self, vector: &[f64]) -> f64 {
        match self {
            Direction::Component(component) => vector[*component],
            Direction::Unit(unit) => dot(unit, vector),
        }
    }

    /// Moves a vector along the direction.
    pub fn add_to(&self, vector: &mut [f64], step: f64) {
        match self {
            Direction::Component(component) => vector[*component] += step,
            Direction::Unit(unit) => add_scaled(vector, step, unit),
        }
    }

    /// The component the direction has most of; the first of equal ones.
    pub fn main_component(&self) -> usize {
        match self {
            Direction::Component(component) => *component,
            Direction::Unit(unit) => {
                let larger = |best: usize, at: usize| if unit[at].abs() > unit[best].abs() { at } else { best };
                (0..unit.len()).fold(0, larger)
            }
        }
    }

    /// Whether the direction is one of a space of so many dimensions.
    fn fits(&self, dimensions: usize) -> bool {
        match self {
            Direction::Component(component) => *component < dimensions,
            Direction::Unit(unit) => unit.len() == dimensions,
        }
    }
}

/// The plane of a picture: it goes through the origin, along two directions that are perpendicular to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Shown from left to right.
    pub across: Direction,
    /// Shown from bottom to top; none where the space has one dimension, or nothing differs along a second one.
    pub up: Option<Direction>,
}

impl Plane {
    /// The first two components of a space, or its only one.
    pub fn first(dimensions: usize) -> Self {
        Self { across: Direction::Component(0), up: (dimensions > 1).then_some(Direction::Component(1)) }
    }

    /// Where a vector lies in the picture; `None` where that is beyond f64.
    pub fn place(&self, vector: &[f64]) -> Option<Place> {
        let place = [self.across.of(vector), self.up.as_ref().map_or(0.0, |up| up.of(vector))];
        place.iter().all(|number| number.is_finite()).then_some(place)
    }

    /// A vector moved in the plane, by so much along each direction.
    pub fn moved(&self, vector: &[f64], by: Place) -> Vec<f64> {
        let mut moved = vector.to_vec();
        if by[0] != 0.0 {
            self.across.add_to(&mut moved, by[0]);
        }
        if let (Some(up), true) = (&self.up, by[1] != 0.0) {
            up.add_to(&mut moved, by[1]);
        }
        moved
    }

    /// Whether its directions are those of a space of so many dimensions.
    pub fn fits(&self, dimensions: usize) -> bool {
        self.across.fits(dimensions) && self.up.as_ref().is_none_or(|up| up.fits(dimensions))
    }

    /// Whether it is all of a space of so many dimensions, so that nothing is left out of the picture.
    pub fn is_whole(&self, dimensions: usize) -> bool {
        dimensions <= 1 + usize::from(self.up.is_some())
    }
}
