//! From the bytes of a file to a translator.

use super::{AVERAGES, Course, Trained, TranslatorFault, header, infer, limits, metadata, tensors};
use crate::translator::{Parameters, Shapes, Sizes};
use std::sync::Arc;

/// How many times √v an average m can be at most: m² ≤ v (1 − β_1)² / ((1 − β_2) (1 − β_1² / β_2)) by Cauchy and Schwarz,
/// which is 53 v.
const WIDEST: f64 = 8.0;

/// Below this, the square of a gradient is 0.
const NO_SQUARE: f64 = 1e-150;

/// Reads a file, ours or one of parameters alone.
///
/// # Errors
/// The first thing that is wrong with it. Whatever the bytes are, there is no panic, and nothing is allocated by a size
/// that they merely claim.
pub fn read_translator(bytes: &[u8]) -> Result<Trained, TranslatorFault> {
    let file = header::open(bytes)?;
    let Some(said) = file.metadata.get(metadata::KEY) else {
        let (shapes, source, target) = infer::infer(&file.tensors)?;
        tensors::check_names(&file.tensors, &shapes, false)?;
        let parameters = tensors::numbers(&file.tensors, &shapes, "")?;
        return Ok(Trained { parameters, source, target, course: None });
    };
    let metadata::Metadata { plan, steps, corpus, source, target } = metadata::read(said)?;
    let (source_words, target_words) = (source.len(), target.len());
    let sizes = Sizes { width: plan.width, embedding: plan.embedding, source_words, target_words };
    let shapes = Arc::new(Shapes::new(plan.design, sizes).map_err(TranslatorFault::CannotBuild)?);
    limits::check(&shapes)?;
    tensors::check_names(&file.tensors, &shapes, true)?;
    let parameters = tensors::numbers(&file.tensors, &shapes, "")?;
    let [first, second] = AVERAGES;
    let first = tensors::numbers(&file.tensors, &shapes, first)?;
    let second = tensors::numbers(&file.tensors, &shapes, second)?;
    check_averages(&first, &second)?;
    let (first, second) = (first.numbers().to_vec(), second.numbers().to_vec());
    Ok(Trained { parameters, source, target, course: Some(Course { plan, steps, first, second, corpus }) })
}

/// Whether m and v can be of one training: others would let a step leave f64.
fn check_averages(first: &Parameters, second: &Parameters) -> Result<(), TranslatorFault> {
    for tensor in first.shapes().tensors() {
        let mut pairs = first.get(tensor).iter().zip(second.get(tensor));
        // A negative v has no root; the comparison with NaN does not hold.
        if pairs.any(|(m, v)| v.is_sign_negative() || m.abs() > WIDEST * v.sqrt() + NO_SQUARE) {
            return Err(TranslatorFault::Averages { tensor: tensor.name().to_owned() });
        }
    }
    Ok(())
}
