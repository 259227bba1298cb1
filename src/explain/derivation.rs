//! A derivation, and what its printed numbers are worth.

use super::write::as_result;
use super::{Formula, terms::Terms};
use crate::scenario::evaluate;
use crate::words::{Text, derivation as words};

/// From the formula by way of numbers to the result: a chain of equals.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// The formula in symbols.
    pub formula: Formula,
    /// The formula with numbers in it, each step nearer to the result. Every one of them is an expression whose value
    /// is the result; one that leads out of f64 on the way is left out.
    pub steps: Vec<Step>,
    /// The number itself.
    pub result: f64,
    /// Whether a step was left out.
    pub step_left_out: bool,
    /// Why the formula is another than the usual one.
    pub remark: Option<Text>,
}

/// One step of a derivation.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Numbers only.
    pub formula: Formula,
    /// What its printed form is worth.
    pub printed: Printed,
}

/// What comes out when a step is computed from the numbers as they are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// The result, in every printed digit.
    Same,
    /// Something else: rounding hides the difference.
    Differs(f64),
    /// Nothing in f64.
    Beyond,
}

/// A derivation not yet checked, with the terms of its sum.
pub(super) struct Draft<'a> {
    pub formula: Formula,
    pub steps: Vec<Formula>,
    pub result: f64,
    pub terms: Terms<'a>,
}

impl Derivation {
    /// Computes every step as it is printed.
    pub(super) fn checked(formula: Formula, steps: Vec<Formula>, result: f64) -> Self {
        let mut step_left_out = false;
        let mut checked = Vec::with_capacity(steps.len());
        for formula in steps {
            match formula {
                // A bare number says what the result says.
                Formula::Number(_) => {}
                formula if evaluate(&formula.all_digits()).is_err() => step_left_out = true,
                formula => checked.push(Step { printed: Printed::of(&formula, result), formula }),
            }
        }
        Self { formula, steps: checked, result, step_left_out, remark: None }
    }

    pub(super) fn notes(&self) -> Vec<Text> {
        let several = self.steps.len() > 1;
        let of_step = |(number, step): (usize, &Step)| {
            let number = several.then_some(number + 1);
            match step.printed {
                Printed::Same => None,
                Printed::Differs(gives) => Some(words::rounding_hides(number, &as_result(gives))),
                Printed::Beyond => Some(words::printed_leaves_f64(number)),
            }
        };
        let notes = self.steps.iter().enumerate().filter_map(of_step);
        self.remark.iter().cloned().chain(notes).chain(self.step_left_out.then(words::step_left_out)).collect()
    }
}

impl Printed {
    /// Computes a formula of numbers as it is printed, and holds it against the result.
    pub(super) fn of(formula: &Formula, result: f64) -> Self {
        match evaluate(&formula.ascii()) {
            Ok(value) if as_result(value) == as_result(result) => Printed::Same,
            Ok(value) => Printed::Differs(value),
            Err(_) => Printed::Beyond,
        }
    }
}
