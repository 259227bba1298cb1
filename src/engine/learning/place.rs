//! Where what may learn stands: the lines of a tensor as they are kept, and those of its gradient beside them.

use super::super::{Cell, Givens, Gradients, Lines, Tensor};
use super::Plan;

/// Lines that learn together. The constants are kept a row for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Of(Tensor),
    Bias(usize),
}

/// All places of a plan in a model. A row without constants gets none by learning.
pub(super) fn places(plan: &Plan, givens: &Givens) -> Vec<Place> {
    let of_tensor = |tensor: &Tensor| match tensor {
        Tensor::Bias => (0..givens.rows()).filter(|row| givens.bias[*row].is_some()).map(Place::Bias).collect(),
        tensor => vec![Place::Of(*tensor)],
    };
    plan.what().iter().flat_map(of_tensor).collect()
}

impl Place {
    /// The numbers; `None` where the model has no such tensor.
    pub(super) fn lines(self, givens: &Givens) -> Option<&Lines> {
        let tensor = match self {
            Place::Bias(row) => return givens.bias.get(row)?.as_ref(),
            Place::Of(tensor) => tensor,
        };
        match tensor {
            Tensor::Queries => Some(&givens.queries),
            Tensor::Keys => Some(&givens.keys),
            Tensor::Values => Some(&givens.values),
            Tensor::Head => Some(&givens.head),
            Tensor::Bias => None,
            Tensor::Parameter(parameter) => givens.scorer.get(parameter),
            of_words => givens.origin.as_ref()?.locate(Cell::new(of_words, 0, 0)).map(|(lines, ..)| lines),
        }
    }

    /// The gradient, line by line as the numbers are kept.
    pub(super) fn gradient(self, gradients: &Gradients) -> Option<Lines> {
        let tensor = match self {
            Place::Bias(row) => {
                let errors = gradients.bias()?;
                return Some(Lines::from_vec(errors.words(), errors.row(row)));
            }
            Place::Of(tensor) => tensor,
        };
        match tensor {
            Tensor::Queries => Some(gradients.queries().clone()),
            Tensor::Keys => Some(gradients.keys().clone()),
            Tensor::Values => Some(gradients.values().clone()),
            Tensor::Head => Some(gradients.head().to_lines()),
            Tensor::Bias => None,
            Tensor::Parameter(parameter) => gradients.parameter(parameter).cloned(),
            of_words => gradients.of_words(of_words).cloned(),
        }
    }

    /// A number of it, as it is addressed.
    pub(super) fn cell(self, line: usize, component: usize) -> Cell {
        match self {
            Place::Bias(row) => Cell::new(Tensor::Bias, row, component),
            Place::Of(
                tensor @ (Tensor::Head | Tensor::QueryProjection | Tensor::KeyProjection | Tensor::ValueProjection),
            ) => Cell::new(tensor, component, line),
            Place::Of(tensor) => Cell::new(tensor, line, component),
        }
    }
}

/// The model with other numbers at these places, and all that follows from them in a model given by words.
///
/// # Errors
/// The first number that would follow and be beyond f64.
pub(super) fn with(givens: &Givens, places: &[Place], numbers: &[Lines]) -> Result<Givens, Cell> {
    let mut next = givens.clone();
    let mut origin = None;
    for (place, lines) in places.iter().zip(numbers) {
        let slot = match *place {
            Place::Bias(row) => next.bias[row].as_mut(),
            Place::Of(Tensor::Queries) => Some(&mut next.queries),
            Place::Of(Tensor::Keys) => Some(&mut next.keys),
            Place::Of(Tensor::Values) => Some(&mut next.values),
            Place::Of(Tensor::Head) => Some(&mut next.head),
            Place::Of(Tensor::Parameter(parameter)) => next.scorer.get_mut(parameter),
            Place::Of(of_words) => {
                let origin = match &mut origin {
                    Some(origin) => Some(origin),
                    none => next.origin.clone().map(|of_now| none.insert(of_now)),
                };
                origin.and_then(|origin| origin.locate_mut(Cell::new(of_words, 0, 0))).map(|(lines, ..)| lines)
            }
        };
        if let Some(slot) = slot {
            *slot = lines.clone();
        }
    }
    match origin {
        Some(origin) => next.derive_from(origin).map(|()| next),
        None => Ok(next),
    }
}
