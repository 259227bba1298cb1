//! From the tensors of a file to those of a translator, number by number.

use super::{AVERAGES, TranslatorFault};
use crate::scenario::nearest;
use crate::translator::{Parameters, Shapes, Tensor};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use std::sync::Arc;

/// The shape of a tensor in files: a constant is a vector.
pub(super) fn shape(shapes: &Shapes, tensor: Tensor) -> Option<Vec<usize>> {
    shapes.shape(tensor).map(|(rows, columns)| if is_vector(tensor) { vec![rows] } else { vec![rows, columns] })
}

fn is_vector(tensor: Tensor) -> bool {
    matches!(
        tensor,
        Tensor::ForwardBias
            | Tensor::BackwardBias
            | Tensor::CellBias
            | Tensor::QueryBias
            | Tensor::FirstBias
            | Tensor::OutputBias
    )
}

/// Whether there is nothing in a file but these tensors, with their averages where it has them.
pub(super) fn check_names(file: &SafeTensors<'_>, shapes: &Shapes, with_averages: bool) -> Result<(), TranslatorFault> {
    let mut known: Vec<String> = shapes.tensors().map(|tensor| tensor.name().to_owned()).collect();
    if with_averages {
        for prefix in AVERAGES {
            known.extend(shapes.tensors().map(|tensor| format!("{prefix}{}", tensor.name())));
        }
    }
    let mut names = file.names();
    names.sort_unstable();
    for name in names {
        if !known.iter().any(|one| one == name) {
            let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
            return Err(TranslatorFault::Unknown { tensor: name.to_owned(), nearest });
        }
    }
    Ok(())
}

/// All numbers under these names. Every tensor is there and has its shape before anything is allocated.
pub(super) fn numbers(
    file: &SafeTensors<'_>,
    shapes: &Arc<Shapes>,
    prefix: &str,
) -> Result<Parameters, TranslatorFault> {
    let mut views = Vec::new();
    for tensor in shapes.tensors() {
        let name = format!("{prefix}{}", tensor.name());
        let Ok(view) = file.tensor(&name) else { return Err(TranslatorFault::Missing { tensor: name }) };
        let wanted = shape(shapes, tensor).unwrap_or_default();
        if view.shape() != wanted {
            return Err(TranslatorFault::Shape { tensor: name, found: view.shape().to_vec(), wanted });
        }
        views.push((tensor, name, view));
    }
    let mut parameters = Parameters::zero(Arc::clone(shapes));
    for (tensor, name, view) in views {
        let columns = shapes.shape(tensor).map_or(1, |(_, columns)| columns);
        fill(parameters.get_mut(tensor), &view);
        if let Some(at) = parameters.get(tensor).iter().position(|number| !number.is_finite()) {
            let (row, column) = (at / columns, (!is_vector(tensor)).then_some(at % columns));
            return Err(TranslatorFault::NotFinite { tensor: name, row, column, number: parameters.get(tensor)[at] });
        }
    }
    Ok(parameters)
}

/// The numbers of a tensor, F64 or F32; its length is that of its shape times its type's.
fn fill(numbers: &mut [f64], view: &TensorView<'_>) {
    if view.dtype() == Dtype::F64 {
        let (chunks, _) = view.data().as_chunks::<8>();
        numbers.iter_mut().zip(chunks).for_each(|(number, bytes)| *number = f64::from_le_bytes(*bytes));
    } else {
        let (chunks, _) = view.data().as_chunks::<4>();
        numbers.iter_mut().zip(chunks).for_each(|(number, bytes)| *number = f64::from(f32::from_le_bytes(*bytes)));
    }
}
