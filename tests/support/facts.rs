//! Numbers of the built-in scenarios, without a screen.

use twoaxes::engine::{Givens, Trace};
use twoaxes::scenario::{Scenario, apply, builtin};

pub fn scenario(id: &str) -> Scenario {
    builtin::find(id).expect("a built-in id").scenario()
}

/// The givens on a branch.
pub fn branch(scenario: &Scenario, id: &str) -> Givens {
    let mut givens = scenario.givens.clone();
    let intervention = scenario.interventions.iter().find(|intervention| intervention.id == id).expect(id);
    apply(&mut givens, &intervention.set).expect("it fits");
    givens
}

pub fn attention(trace: &Trace, row: usize) -> Vec<f64> {
    trace.reading(row).attention.expect("a softmax").weights().to_vec()
}

pub fn probabilities(trace: &Trace, row: usize) -> Vec<f64> {
    trace.row(row).probabilities.expect("a softmax").weights().to_vec()
}

/// The word with the largest probability, row by row.
pub fn written(scenario: &Scenario, givens: &Givens) -> Vec<String> {
    let trace = Trace::new(givens);
    (0..givens.rows()).map(|row| scenario.names.words[top(&probabilities(&trace, row))].clone()).collect()
}

pub fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// The place of the largest.
pub fn top(numbers: &[f64]) -> usize {
    (0..numbers.len()).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b])).expect("not empty")
}
