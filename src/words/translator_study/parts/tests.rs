//! Sentences of a part, held to outcomes that are made up.

use super::*;
use crate::translator::{Encoder, Plan, Schedule};
use std::sync::atomic::AtomicBool;

const PART: Part = Part::Longer;

/// One real outcome of each condition, a copy a seed.
fn outcomes(part: Part, seeds: u64) -> Vec<Outcome> {
    let mut corpus = Corpus::lesson();
    corpus.test.truncate(12);
    let schedule = Schedule { steps: 2, ..Schedule::default() };
    let plan = Plan { width: 2, embedding: 2, schedule, ..Plan::default() };
    let of = |condition: Condition| {
        let plan = condition.plan(&plan, &corpus);
        Outcome::of(condition, &plan, &corpus, &AtomicBool::new(false)).expect("an outcome")
    };
    let first: Vec<Outcome> = part.conditions().into_iter().map(of).collect();
    (0..seeds).flat_map(|seed| first.iter().map(move |one| Outcome { seed, ..one.clone() })).collect()
}

fn said(part_told: Part, outcomes: &[Outcome]) -> String {
    let all: Vec<&Outcome> = outcomes.iter().collect();
    part(part_told, &all).iter().map(|text| format!("{} {}\n", text.en, text.zh)).collect()
}

/// Gives every outcome of a condition this loss at recipients, and courses that end like this.
fn set(outcomes: &mut [Outcome], condition: Condition, loss: f64, course: [f64; 2]) {
    use crate::translator::corpus::Role;
    for outcome in outcomes.iter_mut().filter(|outcome| outcome.condition == condition) {
        let role = &mut outcome.forced.roles[Role::Recipient as usize];
        #[expect(clippy::cast_precision_loss, reason = "a count of words")]
        let words = role.words as f64;
        role.loss = loss * words;
        // The start, the middle, the end.
        outcome.course = [9.0].into_iter().chain(course).enumerate().collect();
    }
}

#[test]
fn slow_rather_than_incapable_only_where_the_outcomes_bear_it_out() {
    let conditions = PART.conditions();
    let mut known = outcomes(PART, 3);
    let slow = "slow rather than incapable";
    for (short, long, course, expected) in [
        (2.0, 1.0, [1.1, 1.0], slow),
        (2.0, 1.0, [1.0, 1.1], "whether still more would is not shown"),
        (2.0, 1.0, [1.0, 1.0], "whether still more would is not shown"),
        (1.0, 2.0, [1.1, 1.0], "did not help the fixed summary here"),
        (1.0, 1.0, [1.1, 1.0], "did not help the fixed summary here"),
    ] {
        set(&mut known, conditions[0], 0.5, [0.5, 0.5]);
        set(&mut known, conditions[1], short, [2.0, 2.0]);
        set(&mut known, conditions[2], long, course);
        let told = said(PART, &known);
        assert!(told.contains(expected), "{expected}: {told}");
        assert_eq!(told.contains(slow), expected == slow);
        assert_eq!(told.contains("是慢，而不是不能"), expected == slow);
    }
    // One seed that no longer improves is enough, and so are too few of them.
    set(&mut known, conditions[1], 2.0, [2.0, 2.0]);
    set(&mut known, conditions[2], 1.0, [1.1, 1.0]);
    known.last_mut().expect("an outcome").course = vec![(0, 9.0), (1, 1.0), (2, 1.2)];
    assert!(!said(PART, &known).contains(slow));
    // What is not behind under the same budget is not slow.
    set(&mut known, conditions[2], 1.0, [1.1, 1.0]);
    set(&mut known, conditions[0], 2.0, [0.5, 0.5]);
    let told = said(PART, &known);
    assert!(told.contains("not shown to be behind") && !told.contains(slow), "{told}");
    let few: Vec<Outcome> = known.into_iter().filter(|outcome| outcome.seed < 2).collect();
    let told = said(PART, &few);
    assert!(told.contains("cannot be told") && !told.contains(slow) && !told.contains("outside the seeds' range:"));
}

#[test]
fn capacity_is_called_no_explanation_only_where_the_control_stays_behind() {
    let part = Part::Order(Encoder::Bidirectional);
    let mut known = outcomes(part, 3);
    let conditions = part.conditions();
    let alone = "the number of parameters alone does not account";
    set(&mut known, conditions[0], 1.0, [1.0, 1.0]);
    set(&mut known, conditions[4], 2.0, [1.0, 1.0]);
    assert!(said(part, &known).contains(alone));
    set(&mut known, conditions[4], 1.0, [1.0, 1.0]);
    assert!(!said(part, &known).contains(alone));
    set(&mut known, conditions[4], 2.0, [1.0, 1.0]);
    for outcome in known.iter_mut().filter(|outcome| outcome.condition == conditions[4]) {
        outcome.parameters = 1;
    }
    let told = said(part, &known);
    assert!(!told.contains(alone) && told.contains("fewer than"), "{told}");
}

#[test]
fn the_first_read_of_the_reference_alone_is_called_uniform() {
    let told = said(Part::FirstStep, &outcomes(Part::FirstStep, 3));
    assert!(told.contains("The first read of both-forward-dynamic is uniform whatever is learnt"), "{told}");
    for id in ["update-then-read", "query-bias", "first-state-from-encoder"] {
        assert!(told.contains(&format!("With {id} alone changed")), "{told}");
    }
}

#[test]
fn an_exchange_that_shows_a_difference_is_not_called_rounding() {
    let shown = Exchange { sentences: 600, loss_apart: 1e-13, weight_apart: 1e-15, steps: 50, training_apart: 1e-12 };
    let told: String = exchange(&shown).iter().map(ToString::to_string).collect();
    assert!(told.contains("cannot matter") && told.contains("600") && told.contains("1.0e-13"), "{told}");
    let told: String = exchange(&Exchange { training_apart: 0.1, ..shown }).iter().map(ToString::to_string).collect();
    assert!(!told.contains("cannot matter") && told.contains("more than rounding"), "{told}");
}
