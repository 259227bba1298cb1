//! What can be said of two conditions, and what cannot.

use super::condition::{Condition, Part};
use super::outcome::Outcome;
use super::summary::{Measure, Summary};

/// How two conditions stand to each other in one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Every seed of the one is below every seed of the other. With s seeds each this happens by chance, between equals,
    /// once in (2s)! / (2 s!²) times: 10 with three, 126 with five.
    Below,
    /// Every seed of the one is above every seed of the other.
    Above,
    /// All are the same.
    Same,
    /// The ranges over seeds overlap: not outside what seeds do by themselves.
    WithinSeeds,
    /// Of fewer than three seeds each nothing is said.
    TooFewSeeds,
}

/// One figure of one condition beside that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// What it is held against.
    pub against: Condition,
    /// What is held.
    pub condition: Condition,
    /// In which figure.
    pub measure: Measure,
    /// Of `against` and of `condition`.
    pub figures: (Summary, Summary),
    /// How `condition` stands to `against`.
    pub stands: Stands,
}

/// Fewer seeds than this say nothing about what seeds do.
const FEWEST: usize = 3;

impl Finding {
    fn between(outcomes: &[&Outcome], against: Condition, condition: Condition, measure: Measure) -> Option<Self> {
        let figures_of = |wanted: Condition| {
            let of_condition = outcomes.iter().filter(move |outcome| outcome.condition == wanted);
            Summary::of(of_condition.filter_map(|outcome| measure.of(outcome)))
        };
        let (one, two) = (figures_of(against)?, figures_of(condition)?);
        let stands = if one.seeds < FEWEST || two.seeds < FEWEST {
            Stands::TooFewSeeds
        } else if (one.lowest, one.highest) == (two.lowest, two.highest) && one.lowest == one.highest {
            Stands::Same
        } else if two.highest < one.lowest {
            Stands::Below
        } else if two.lowest > one.highest {
            Stands::Above
        } else {
            Stands::WithinSeeds
        };
        Some(Self { against, condition, measure, figures: (one, two), stands })
    }
}

/// Every comparison a part of the study is made for: in the part of source orders each differs in one thing only (the
/// order, or the interface, or the width); elsewhere all are held against the first.
pub fn findings(part: Part, outcomes: &[&Outcome]) -> Vec<Finding> {
    let conditions = part.conditions();
    let pairs: Vec<(usize, usize)> = match part {
        Part::Order(_) => vec![(0, 1), (2, 3), (0, 2), (1, 3), (2, 4), (0, 4)],
        Part::FirstStep => (1..conditions.len()).map(|other| (0, other)).collect(),
        Part::Longer => vec![(0, 1), (1, 2), (0, 2)],
    };
    let held = pairs.into_iter().map(|(one, other)| (conditions[one], conditions[other]));
    held.flat_map(|(against, condition)| {
        Measure::all().into_iter().filter_map(move |measure| Finding::between(outcomes, against, condition, measure))
    })
    .collect()
}
