//! What a method remembers from step to step, and how a gradient becomes other numbers.

use super::super::Lines;
use super::Method;

/// Share of the velocity that stays at each step of [`Method::Momentum`].
const INERTIA: f64 = 0.9;
/// β₁, β₂ and ε of [`Method::Adam`].
const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-8;

/// What is remembered: nothing, a velocity, or two moments, each shaped as what learns.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// For each place, as many lines as the method keeps.
    kept: Vec<Vec<Lines>>,
    /// β₁ and β₂ to the power of the steps taken: by repeated products, so that they are the same on every platform.
    decayed: [f64; 2],
}

/// The first line and component that would be beyond f64.
pub(super) type At = (usize, usize);

/// What would be beyond f64.
pub(super) enum Beyond {
    Number(At),
    Remembered(At),
}

impl Memory {
    /// Nothing remembered yet.
    pub(super) fn new<'a>(method: Method, numbers: impl Iterator<Item = &'a Lines>) -> Self {
        let kept = match method {
            Method::Descent => 0,
            Method::Momentum => 1,
            Method::Adam => 2,
        };
        let zeros = |lines: &Lines| vec![Lines::zeros(lines.width(), lines.count()); kept];
        Self { kept: numbers.map(zeros).collect(), decayed: [1.0, 1.0] }
    }

    /// The same one step later.
    pub(super) fn advanced(&self) -> Self {
        let [first, second] = self.decayed;
        Self { kept: Vec::with_capacity(self.kept.len()), decayed: [first * BETA[0], second * BETA[1]] }
    }

    /// The numbers at a place after a step, from those before it; `next` takes up what is remembered of it.
    ///
    /// # Errors
    /// The first number that would be beyond f64.
    pub(super) fn step(
        &self,
        next: &mut Self,
        place: usize,
        (method, rate): (Method, f64),
        numbers: &Lines,
        gradient: &Lines,
    ) -> Result<Lines, Beyond> {
        let kept = &self.kept[place];
        let width = numbers.width();
        let from = |numbers: Vec<f64>| Lines::from_vec(width, numbers);
        let paired = || flat(numbers).zip(flat(gradient));
        let (moved, remembered) = match method {
            Method::Descent => (paired().map(|(number, slope)| number - rate * slope).collect(), Vec::new()),
            Method::Momentum => {
                let velocity = flat(&kept[0]).zip(flat(gradient)).map(|(velocity, slope)| INERTIA * velocity + slope);
                let velocity: Vec<f64> = velocity.collect();
                let moved = flat(numbers).zip(&velocity).map(|(number, velocity)| number - rate * velocity);
                (moved.collect(), vec![from(velocity)])
            }
            Method::Adam => {
                let mean = |which: usize, power: fn(f64) -> f64| -> Vec<f64> {
                    let moment = flat(&kept[which]).zip(flat(gradient));
                    moment.map(|(moment, slope)| BETA[which] * moment + (1.0 - BETA[which]) * power(slope)).collect()
                };
                let (first, second) = (mean(0, |slope| slope), mean(1, |slope| slope * slope));
                let [first_part, second_part] = next.decayed.map(|decayed| 1.0 - decayed);
                let moved = flat(numbers).zip(first.iter().zip(&second)).map(|(number, (first, second))| {
                    number - rate * (first / first_part) / ((second / second_part).sqrt() + EPSILON)
                });
                (moved.collect(), vec![from(first), from(second)])
            }
        };
        let at = |index: usize| (index / width, index % width);
        let beyond = |numbers: &[f64]| numbers.iter().position(|number| !number.is_finite()).map(at);
        if let Some(at) = remembered.iter().find_map(|lines| {
            let mut all = lines.iter().enumerate();
            all.find_map(|(line, numbers)| Some((line, numbers.iter().position(|number| !number.is_finite())?)))
        }) {
            return Err(Beyond::Remembered(at));
        }
        let moved: Vec<f64> = moved;
        if let Some(at) = beyond(&moved) {
            return Err(Beyond::Number(at));
        }
        next.kept.push(remembered);
        let moved = from(moved);
        // What has not moved stays shared, and all that follows from it with it.
        Ok(if moved.same_bits(numbers) { numbers.clone() } else { moved })
    }

    /// Whether the same is remembered, to the last bit.
    pub(super) fn same_bits(&self, other: &Self) -> bool {
        let same = |(one, other): (&Vec<Lines>, &Vec<Lines>)| one == other;
        self.kept.iter().zip(&other.kept).all(same)
    }

    /// How many numbers are remembered.
    pub(super) fn numbers(&self) -> usize {
        self.kept.iter().flatten().map(|lines| lines.width() * lines.count()).sum()
    }
}

fn flat(lines: &Lines) -> impl Iterator<Item = f64> {
    lines.blocks().flat_map(|(_, block)| block.as_slice().iter().copied())
}
