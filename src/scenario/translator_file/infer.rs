//! What a file of parameters alone is of: seen in which tensors there are, and in how large they are.

use super::{TranslatorFault, limits};
use crate::translator::corpus::Grammar;
use crate::translator::{
    Design, Encoder, FirstState, Interface, Shapes, Side, Sizes, SourceOrder, Tensor, Timing, Vocabulary,
};
use safetensors::SafeTensors;
use std::sync::Arc;

/// A translator whose words are the lesson's.
pub(super) fn infer(file: &SafeTensors<'_>) -> Result<(Arc<Shapes>, Vocabulary, Vocabulary), TranslatorFault> {
    let (source_words, embedding) = matrix(file, Tensor::SourceEmbedding)?;
    let (target_words, _) = matrix(file, Tensor::TargetEmbedding)?;
    let (_, width) = matrix(file, Tensor::CellState)?;
    let has = |tensor: Tensor| file.tensor(tensor.name()).is_ok();
    let either = |tensors: [Tensor; 2]| tensors.into_iter().any(has);
    let two = either([Tensor::BackwardInput, Tensor::BackwardState]) || has(Tensor::BackwardBias);
    let reads = either([Tensor::Query, Tensor::QueryBias]);
    let design = Design {
        encoder: if two { Encoder::Bidirectional } else { Encoder::OneDirection },
        order: SourceOrder::Forward,
        interface: if reads {
            Interface::Dynamic { timing: Timing::ReadThenUpdate, query_bias: has(Tensor::QueryBias) }
        } else {
            Interface::Fixed
        },
        first_state: if either([Tensor::First, Tensor::FirstBias]) {
            FirstState::FromEncoder
        } else {
            FirstState::Zero
        },
    };
    let grammar = Grammar::lesson();
    let (source, target) = (grammar.source().clone(), grammar.target().clone());
    for (side, vocabulary, words) in [(Side::Source, &source, source_words), (Side::Target, &target, target_words)] {
        if vocabulary.len() != words {
            return Err(TranslatorFault::Words { side, found: words, lesson: vocabulary.len() });
        }
    }
    let sizes = Sizes { width, embedding, source_words, target_words };
    let shapes = Shapes::new(design, sizes).map_err(TranslatorFault::CannotBuild)?;
    limits::check(&shapes)?;
    Ok((Arc::new(shapes), source, target))
}

/// Rows and columns of a tensor that tells how wide the others are.
fn matrix(file: &SafeTensors<'_>, tensor: Tensor) -> Result<(usize, usize), TranslatorFault> {
    let name = || tensor.name().to_owned();
    let view = file.tensor(tensor.name()).map_err(|_| TranslatorFault::Missing { tensor: name() })?;
    match *view.shape() {
        // Its sizes are multiplied later on. As many numbers as it claims are there, so that only one without any could
        // claim more.
        [rows, columns] if rows > 0 && columns > 0 => Ok((rows, columns)),
        _ => Err(TranslatorFault::NoMatrix { tensor: name(), found: view.shape().to_vec() }),
    }
}
