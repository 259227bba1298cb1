//! From ∂L/∂Q, ∂L/∂K and ∂L/∂V back to the embeddings and the projections they are made from.
//!
//! With P = E W, one of the three products, ∂L/∂E = ∂L/∂P Wᵀ and ∂L/∂W = Eᵀ ∂L/∂P. A number of P that is set by hand
//! does not come from the words: no way leads back through it. X is behind K and V, and behind Q as well where the rows
//! are the slots; its gradient is the sum of all these ways.

use super::super::{Embedding, Givens, Lines, Tensor, add_scaled};

/// Those of X, Y and the projections, shaped and kept as these are.
#[derive(Clone, Debug)]
pub(super) struct WordGradients {
    source: Lines,
    target: Option<Lines>,
    projections: [Lines; 3],
}

impl WordGradients {
    /// From the gradients of Q, K and V; `None` where the model is not given by words. Numbers beyond f64 come out as not
    /// finite; the caller looks.
    pub(super) fn of(givens: &Givens, derived: [&Lines; 3]) -> Option<Self> {
        let origin = givens.origin.as_ref()?;
        let zeros = |lines: &Lines| vec![0.0; lines.width() * lines.count()];
        let mut source = zeros(origin.source());
        let mut target = origin.target().map(zeros);
        let mut projections = Vec::with_capacity(3);
        for (which, gradient) in derived.into_iter().enumerate() {
            let embedded = match (&mut target, which) {
                (Some(target), 0) => target,
                _ => &mut source,
            };
            projections.push(back(origin, which, gradient, embedded));
        }
        let d = origin.width();
        let [queries, keys, values] = <[Lines; 3]>::try_from(projections).ok()?;
        Some(Self {
            source: Lines::from_vec(d, source),
            target: target.map(|target| Lines::from_vec(d, target)),
            projections: [queries, keys, values],
        })
    }

    /// The gradient of a tensor of the words, kept as the tensor is: that of a projection by its columns.
    pub(super) fn get(&self, tensor: Tensor) -> Option<&Lines> {
        match tensor {
            Tensor::SourceEmbeddings => Some(&self.source),
            Tensor::TargetEmbeddings => self.target.as_ref(),
            Tensor::QueryProjection => Some(&self.projections[0]),
            Tensor::KeyProjection => Some(&self.projections[1]),
            Tensor::ValueProjection => Some(&self.projections[2]),
            _ => None,
        }
    }
}

/// One of the products: adds to the gradient of its embeddings, and returns that of its projection.
fn back(origin: &Embedding, which: usize, gradient: &Lines, embedded: &mut [f64]) -> Lines {
    let (words, projection, d) = (origin.embedded(which), origin.columns(which), origin.width());
    let mut of_projection = vec![0.0; d * projection.count()];
    for (row, (errors, word)) in gradient.iter().zip(words.iter()).enumerate() {
        let of_word = &mut embedded[row * d..(row + 1) * d];
        for (column, &error) in errors.iter().enumerate() {
            if error != 0.0 && !origin.is_overridden(which, row, column) {
                add_scaled(of_word, error, projection.line(column));
                add_scaled(&mut of_projection[column * d..(column + 1) * d], error, word);
            }
        }
    }
    Lines::from_vec(d, of_projection)
}
