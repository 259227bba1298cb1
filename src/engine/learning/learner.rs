//! One step of learning after the other.

use super::super::{Cell, Change, Givens, Gradients, Lines, NoGradients, NoLoss, Trace, Undefined};
use super::memory::{Beyond, Memory};
use super::place::{Place, places, with};
use super::{CannotLearn, Plan};
use std::sync::Arc;

/// A model that learns, with what its method remembers.
///
/// A clone shares all tensors.
#[derive(Clone, Debug)]
pub struct Learner {
    plan: Arc<Plan>,
    places: Arc<[Place]>,
    givens: Givens,
    trace: Trace,
    memory: Memory,
}

/// A step that has been taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// L before it, in nats.
    pub before: f64,
    /// L after it.
    pub after: f64,
}

/// Why a step is not taken: the numbers stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The gradient of everything that may learn is exactly 0, and nothing remembered goes on moving it.
    Still,
    /// The step is smaller than the last bit of every number, and so would all further ones be.
    TooSmall,
    /// There is no gradient.
    NoGradients(NoGradients),
    /// A given number would be beyond f64.
    Beyond(Cell),
    /// What the method remembers of a number would be beyond f64.
    MemoryBeyond(Cell),
    /// A row that adds to the loss would have none: L would be that of fewer rows.
    Undefined(Undefined),
    /// The rows' losses would add up beyond f64.
    LossBeyond,
}

impl Stop {
    /// Whether something would be beyond f64: the numbers run off.
    pub fn is_beyond(self) -> bool {
        match self {
            Stop::Still | Stop::TooSmall => false,
            Stop::NoGradients(reason) => matches!(reason, NoGradients::Overflow { .. }),
            Stop::Beyond(_) | Stop::MemoryBeyond(_) | Stop::Undefined(_) | Stop::LossBeyond => true,
        }
    }
}

impl Learner {
    /// A model before its first step. In one that is given by words, Q, K or V that may learn are set by hand from then
    /// on: no way leads back through them to the words.
    ///
    /// # Errors
    /// The model has not all that is to learn.
    pub fn new(givens: &Givens, plan: Plan) -> Result<Self, CannotLearn> {
        Self::of(&Trace::new(givens), plan)
    }

    /// The same, with what follows from the model.
    pub(super) fn of(trace: &Trace, plan: Plan) -> Result<Self, CannotLearn> {
        plan.fits(trace.givens())?;
        let givens = by_hand(trace.givens(), &plan);
        let places: Arc<[Place]> = places(&plan, &givens).into();
        let memory = Memory::new(plan.method, places.iter().filter_map(|place| place.lines(&givens)));
        let trace = if givens == *trace.givens() { trace.clone() } else { trace.after(&givens) };
        Ok(Self { plan: Arc::new(plan), places, givens, trace, memory })
    }

    /// What it does.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The numbers as they are now.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// What follows from them.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The loss now, in nats.
    ///
    /// # Errors
    /// Why there is none.
    pub fn loss(&self) -> Result<f64, NoLoss> {
        self.trace.loss()
    }

    /// The gradients now.
    ///
    /// # Errors
    /// Why there are none.
    pub fn gradients(&self) -> Result<Gradients, NoGradients> {
        Gradients::of(&self.givens, &self.trace)
    }

    /// |∂L| over everything that may learn; `None` where there is no gradient, or the norm is beyond f64.
    pub fn gradient_norm(&self) -> Option<f64> {
        let slopes = self.slopes(&self.gradients().ok()?)?;
        let largest = slopes.iter().flat_map(Lines::iter).flatten().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        if largest == 0.0 {
            return Some(0.0);
        }
        // Scaled before it is squared, so that neither end of f64 is left on the way.
        let sum: f64 = slopes.iter().flat_map(Lines::iter).flatten().map(|x| (x / largest) * (x / largest)).sum();
        Some(largest * sum.sqrt()).filter(|norm| norm.is_finite())
    }

    fn slopes(&self, gradients: &Gradients) -> Option<Vec<Lines>> {
        self.places.iter().map(|place| place.gradient(gradients)).collect()
    }

    /// Takes one step.
    ///
    /// # Errors
    /// Why it is not taken; then nothing has changed.
    pub fn step(&mut self) -> Result<Taken, Stop> {
        let before = self.trace.loss().map_err(|reason| match reason {
            NoLoss::NoTarget => Stop::NoGradients(NoGradients::NoTarget),
            NoLoss::Undefined => Stop::NoGradients(NoGradients::Undefined),
            NoLoss::Overflow => Stop::LossBeyond,
        })?;
        let gradients = self.gradients().map_err(Stop::NoGradients)?;
        // A plan that fits has a gradient wherever there is one of anything.
        let slopes = self.slopes(&gradients).ok_or(Stop::Still)?;
        drop(gradients);
        let mut memory = self.memory.advanced();
        let how = (self.plan.method, self.plan.rate.get());
        let mut numbers = Vec::with_capacity(slopes.len());
        let mut moves = false;
        for (index, (place, slope)) in self.places.iter().zip(&slopes).enumerate() {
            let Some(lines) = place.lines(&self.givens) else { continue };
            let moved = self.memory.step(&mut memory, index, how, lines, slope).map_err(|beyond| match beyond {
                Beyond::Number((line, component)) => Stop::Beyond(place.cell(line, component)),
                Beyond::Remembered((line, component)) => Stop::MemoryBeyond(place.cell(line, component)),
            })?;
            moves |= !moved.shares(lines);
            numbers.push(moved);
        }
        if !moves && memory.same_bits(&self.memory) {
            let flat = slopes.iter().flat_map(Lines::iter).flatten().all(|slope| *slope == 0.0);
            return Err(if flat { Stop::Still } else { Stop::TooSmall });
        }
        let givens = with(&self.givens, &self.places, &numbers).map_err(Stop::Beyond)?;
        let trace = self.trace.after(&givens);
        let after = trace.loss().map_err(|_| Stop::LossBeyond);
        let lost = (0..givens.rows()).find_map(|row| match (self.trace.row_loss(row), trace.row_loss(row)) {
            (Some(Ok(_)), Some(Err(reason))) => Some(Stop::Undefined(reason)),
            _ => None,
        });
        if let Some(stop) = lost {
            return Err(stop);
        }
        let after = after?;
        (self.givens, self.trace, self.memory) = (givens, trace, memory);
        Ok(Taken { before, after })
    }

    /// What has to be kept to come back to here.
    pub(super) fn snapshot(&self) -> Snapshot {
        let numbers = self.places.iter().filter_map(|place| place.lines(&self.givens)).cloned().collect();
        Snapshot { numbers, memory: self.memory.clone() }
    }

    /// The same learner where a snapshot was taken of it.
    pub(super) fn back_at(&self, snapshot: &Snapshot) -> Self {
        // What has been computed once, and was within f64 then, is again.
        let givens = with(&self.givens, &self.places, &snapshot.numbers).unwrap_or_else(|_| self.givens.clone());
        let trace = self.trace.after(&givens);
        Self { givens, trace, memory: snapshot.memory.clone(), ..self.clone() }
    }
}

/// A state of a learner: what learns, and what is remembered of it.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    numbers: Vec<Lines>,
    memory: Memory,
}

impl Snapshot {
    /// How many bytes it holds, when none of it is shared: the numbers, and some 200 for each listing of lines.
    pub(super) fn bytes(&self) -> usize {
        let numbers: usize = self.numbers.iter().map(|lines| lines.width() * lines.count()).sum();
        8 * (numbers + self.memory.numbers()) + 600 * self.numbers.len()
    }
}

/// The model with Q, K and V set by hand as far as they are to learn; they stay the numbers they are.
fn by_hand(givens: &Givens, plan: &Plan) -> Givens {
    let mut givens = givens.clone();
    if givens.origin.is_none() {
        return givens;
    }
    for &tensor in plan.what().iter().filter(|tensor| tensor.projection().is_some()) {
        let (rows, columns) = givens.shape(tensor).unwrap_or((0, 0));
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(tensor, row, column)));
        let changes: Vec<Change> = cells.filter_map(|cell| Some(Change::Put(cell, givens.get(cell)?))).collect();
        // Putting a number where it is derives nothing, so nothing can be beyond f64.
        let _ = givens.change(&changes);
    }
    givens
}

#[cfg(test)]
mod tests {
    use super::super::{Method, Rate};
    use super::*;
    use crate::engine::Tensor;
    use crate::engine::specimens::{r72, words_with_targets};

    #[test]
    fn what_learns_of_a_model_given_by_words_is_set_by_hand() {
        let givens = words_with_targets();
        let plan = Plan::new([Tensor::Queries], Method::Descent, Rate::default());
        let learner = Learner::new(&givens, plan).unwrap();
        let by_hand: Vec<Cell> = learner.givens().overridden().collect();
        assert_eq!(by_hand.len(), 6);
        assert!(by_hand.iter().all(|cell| cell.tensor == Tensor::Queries));
        assert_eq!(learner.givens().queries, givens.queries);
    }

    #[test]
    fn a_plan_that_does_not_fit_is_refused() {
        let plan = |what: &[Tensor]| Plan::new(what.iter().copied(), Method::Descent, Rate::default());
        let refused = |what: &[Tensor]| Learner::new(&r72(), plan(what)).err();
        assert_eq!(refused(&[]), Some(CannotLearn::Nothing));
        assert_eq!(refused(&[Tensor::Bias]), Some(CannotLearn::Absent(Tensor::Bias)));
        let w = crate::engine::Parameter::W;
        assert_eq!(refused(&[Tensor::Parameter(w)]), Some(CannotLearn::NotInUse(w)));
    }
}
