//! The gradients of the summed loss, in closed form, one step back at a time: z → c → e → q, k and the scorer's
//! parameters.
//!
//! With y the one-hot target of a row (the lesson, section 05, and the softmax–cross-entropy identity):
//!
//! | with respect to | gradient |
//! |---|---|
//! | z_t | p_t − y_t |
//! | G | Σ_t c_tᵀ (p_t − y_t) |
//! | c_t | g_t = G (p_t − y_t) |
//! | v_j | Σ_t α_tj g_t |
//! | e_tj | α_tj g_tᵀ (v_j − c_t) |
//!
//! and from there on by the scorer's own formula (see `through_scorer`), and, where the model is given by words, on to
//! these (see `through_words`). A row without a target, or undefined at any
//! stage, adds nothing to any of them; its own gradients are 0. So is that of a masked slot's score.

mod factored;
mod of_row;
mod through_scorer;
mod through_words;
mod way_back;

use super::{Cell, Distribution, Givens, Lines, Parameter, Source, Tensor, Trace, add_scaled, dot};
pub use factored::{HeadGradient, LogitGradient};
pub use of_row::RowGradients;
use std::sync::Arc;
use through_words::WordGradients;
pub use way_back::WayBack;

/// The gradients of L = Σ_t L_t (nats) with respect to every given and to the scores, contexts and logits, in nats a
/// unit of the number concerned. Every number is finite.
#[derive(Clone, Debug)]
pub struct Gradients {
    queries: Lines,
    keys: Lines,
    values: Lines,
    head: HeadGradient,
    has_bias: bool,
    parameters: [Option<Lines>; 7],
    scores: Lines,
    contexts: Lines,
    logits: LogitGradient,
    words: Option<WordGradients>,
}

/// Why there are no gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGradients {
    /// No row has a target.
    NoTarget,
    /// Every row that has a target is undefined.
    Undefined,
    /// A gradient is beyond f64.
    Overflow {
        /// The first quantity, going back from the loss, whose gradient overflowed.
        of: Differentiated,
        /// Row of that quantity as written on paper (0-based).
        row: usize,
        /// Column.
        column: usize,
    },
}

/// What a gradient is taken with respect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Differentiated {
    /// The contexts, T × d_v.
    Contexts,
    /// The scores, T × n.
    Scores,
    /// A given tensor.
    Given(Tensor),
}

/// A row that adds to the loss, with the numbers the way back needs.
struct Contribution {
    row: usize,
    attention: Arc<Distribution<Source>>,
    context: Arc<[f64]>,
}

/// Whether the weights of a row share one sum on the way back, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coupling {
    Kept,
    Forgotten,
}

impl Gradients {
    /// Goes back from the loss of `trace`, which is the trace of `givens`.
    ///
    /// # Errors
    /// No row contributes, or a gradient is beyond f64.
    pub fn of(givens: &Givens, trace: &Trace) -> Result<Self, NoGradients> {
        Self::with(givens, trace, Coupling::Kept)
    }

    /// The same with a famous mistake: ∂L/∂e_tj = α_tj g_tᵀ v_j, as if the weights did not share one sum. What comes
    /// before it, going back, is right; what comes after it follows.
    pub(super) fn without_coupling(givens: &Givens, trace: &Trace) -> Result<Self, NoGradients> {
        Self::with(givens, trace, Coupling::Forgotten)
    }

    fn with(givens: &Givens, trace: &Trace, coupling: Coupling) -> Result<Self, NoGradients> {
        let logits = LogitGradient::of(givens, trace);
        // Not the whole row: of many rows over many words the probabilities would be computed once more.
        let contributions: Vec<Contribution> = (0..trace.len())
            .filter(|row| logits.contributes(*row))
            .filter_map(|row| {
                Some(Contribution {
                    row,
                    attention: trace.reading(row).attention.ok()?,
                    context: trace.context(row).ok()?,
                })
            })
            .collect();
        if contributions.is_empty() {
            let with_target = givens.targets.iter().any(Option::is_some);
            return Err(if with_target { NoGradients::Undefined } else { NoGradients::NoTarget });
        }

        let contexts = finite(context_gradients(givens, &logits, &contributions), Differentiated::Contexts)?;
        let scores = finite(score_gradients(givens, &contexts, &contributions, coupling), Differentiated::Scores)?;
        let values = value_gradients(givens, &contexts, &contributions);
        let values = finite(values, Differentiated::Given(Tensor::Values))?;

        let rows: Vec<usize> = contributions.iter().map(|contribution| contribution.row).collect();
        let scorer = through_scorer::through_scorer(givens, &scores, &rows);
        let queries = finite(scorer.queries, Differentiated::Given(Tensor::Queries))?;
        let keys = finite(scorer.keys, Differentiated::Given(Tensor::Keys))?;
        let mut parameters: [Option<Lines>; 7] = Default::default();
        for (parameter, gradient) in scorer.parameters {
            let of = Differentiated::Given(Tensor::Parameter(parameter));
            parameters[parameter as usize] = Some(finite(gradient, of)?);
        }

        let head = HeadGradient::new(logits.clone(), trace, givens.d_v());
        if let Some((row, column)) = head.overflow() {
            return Err(NoGradients::Overflow { of: Differentiated::Given(Tensor::Head), row, column });
        }
        let words = WordGradients::of(givens, [&queries, &keys, &values]);
        for (tensor, lines) in Tensor::OF_WORDS.into_iter().filter_map(|t| Some((t, words.as_ref()?.get(t)?))) {
            if let Some((line, component)) = overflow(lines) {
                let (row, column) = as_on_paper(tensor, line, component);
                return Err(NoGradients::Overflow { of: Differentiated::Given(tensor), row, column });
            }
        }
        let has_bias = givens.bias.iter().any(Option::is_some);
        Ok(Self { queries, keys, values, head, has_bias, parameters, scores, contexts, logits, words })
    }

    /// ∂L/∂Q, T lines of d_k; where the model is given by words, as if Q were given itself. The same for K and V.
    pub fn queries(&self) -> &Lines {
        &self.queries
    }

    /// ∂L/∂K, n lines of d_k.
    pub fn keys(&self) -> &Lines {
        &self.keys
    }

    /// ∂L/∂V, n lines of d_v.
    pub fn values(&self) -> &Lines {
        &self.values
    }

    /// ∂L/∂G (d_v × |V|), kept as its factors.
    pub fn head(&self) -> &HeadGradient {
        &self.head
    }

    /// ∂L/∂b (T × |V|), which is that of the logits; `None` when no row has a bias. A row that has none gets the
    /// gradient it would have if its constants were zeros.
    pub fn bias(&self) -> Option<&LogitGradient> {
        self.has_bias.then_some(&self.logits)
    }

    /// The gradient of a parameter, shaped as it is; `None` when the scorer in use does not read it.
    pub fn parameter(&self, parameter: Parameter) -> Option<&Lines> {
        self.parameters[parameter as usize].as_ref()
    }

    /// The gradient of X, Y or a projection (that of a projection by its columns); `None` for any other tensor, and where
    /// the model has no such.
    pub fn of_words(&self, tensor: Tensor) -> Option<&Lines> {
        self.words.as_ref()?.get(tensor)
    }

    /// ∂L/∂e, T lines of n; 0 at a masked slot.
    pub fn scores(&self) -> &Lines {
        &self.scores
    }

    /// ∂L/∂c = g, T lines of d_v.
    pub fn contexts(&self) -> &Lines {
        &self.contexts
    }

    /// ∂L/∂z = p − y, T × |V|.
    pub fn logits(&self) -> &LogitGradient {
        &self.logits
    }

    /// The gradient with respect to one given number; `None` outside the model, and for a parameter the scorer in use
    /// does not read.
    pub fn get(&self, cell: Cell) -> Option<f64> {
        let Cell { tensor, row, column } = cell;
        let lines = match tensor {
            Tensor::Queries => &self.queries,
            Tensor::Keys => &self.keys,
            Tensor::Values => &self.values,
            Tensor::Head => return self.head.get(row, column),
            Tensor::Bias => return self.bias()?.get(row, column),
            Tensor::Parameter(parameter) => self.parameter(parameter)?,
            _ => {
                let lines = self.of_words(tensor)?;
                let (line, component) = as_on_paper(tensor, row, column);
                return (line < lines.count() && component < lines.width()).then(|| lines.get(line, component));
            }
        };
        (row < lines.count() && column < lines.width()).then(|| lines.get(row, column))
    }

    /// Rows and columns of a tensor's gradient as written on paper; `None` as for [`Gradients::get`].
    pub fn shape(&self, tensor: Tensor) -> Option<(usize, usize)> {
        let of = |lines: &Lines| (lines.count(), lines.width());
        match tensor {
            Tensor::Queries => Some(of(&self.queries)),
            Tensor::Keys => Some(of(&self.keys)),
            Tensor::Values => Some(of(&self.values)),
            Tensor::Head => Some((self.values.width(), self.logits.words())),
            Tensor::Bias => self.has_bias.then(|| (self.queries.count(), self.logits.words())),
            Tensor::Parameter(parameter) => self.parameter(parameter).map(of),
            _ => self.of_words(tensor).map(of).map(|(lines, width)| as_on_paper(tensor, lines, width)),
        }
    }

    /// One row of a tensor's gradient as written on paper; `None` past the end and as for [`Gradients::get`].
    pub fn row(&self, tensor: Tensor, row: usize) -> Option<Vec<f64>> {
        let (rows, columns) = self.shape(tensor)?;
        if row >= rows {
            return None;
        }
        match tensor {
            Tensor::Head => Some(self.head.row(row)),
            Tensor::Bias => Some(self.logits.row(row)),
            _ => (0..columns).map(|column| self.get(Cell::new(tensor, row, column))).collect(),
        }
    }
}

/// Passes on what is finite throughout, or names the first place that is not.
fn finite(lines: Lines, of: Differentiated) -> Result<Lines, NoGradients> {
    match overflow(&lines) {
        Some((row, column)) => Err(NoGradients::Overflow { of, row, column }),
        None => Ok(lines),
    }
}

/// The first line and component that is not finite.
fn overflow(lines: &Lines) -> Option<(usize, usize)> {
    let in_line = |line: &[f64]| line.iter().position(|number| !number.is_finite());
    lines.iter().enumerate().find_map(|(at, line)| in_line(line).map(|component| (at, component)))
}

/// A line and a component of a tensor of the words, as row and column; and back. A projection is kept by its columns.
fn as_on_paper(tensor: Tensor, line: usize, component: usize) -> (usize, usize) {
    match tensor {
        Tensor::QueryProjection | Tensor::KeyProjection | Tensor::ValueProjection => (component, line),
        _ => (line, component),
    }
}

/// g_t = Σ_w (p_tw − y_tw) G_w, word after word. G is gone through once, block by block, for all rows.
fn context_gradients(givens: &Givens, logits: &LogitGradient, contributions: &[Contribution]) -> Lines {
    let d_v = givens.d_v();
    let mut gradients = vec![0.0; givens.rows() * d_v];
    for (first, block) in givens.head.blocks() {
        for Contribution { row, .. } in contributions {
            let sum = &mut gradients[row * d_v..(row + 1) * d_v];
            for (word, column) in (first..).zip(block.as_slice().chunks_exact(d_v)) {
                let error = logits.at(*row, word);
                if error != 0.0 {
                    add_scaled(sum, error, column);
                }
            }
        }
    }
    Lines::from_vec(d_v, gradients)
}

/// ∂L/∂e_tj = α_tj g_tᵀ (v_j − c_t).
///
/// The difference is taken before the product, so that equal values give exactly 0 wherever c_t equals them.
fn score_gradients(givens: &Givens, contexts: &Lines, contributions: &[Contribution], coupling: Coupling) -> Lines {
    let slots = givens.slots();
    let mut gradients = vec![0.0; givens.rows() * slots];
    let mut difference = vec![0.0; givens.d_v()];
    for Contribution { row, attention, context } in contributions {
        let from_context = contexts.line(*row);
        for (slot, (weight, value)) in attention.weights().iter().zip(givens.values.iter()).enumerate() {
            if *weight == 0.0 {
                continue;
            }
            for ((difference, value), mean) in difference.iter_mut().zip(value).zip(context.iter()) {
                *difference = match coupling {
                    Coupling::Kept => value - mean,
                    Coupling::Forgotten => *value,
                };
            }
            gradients[row * slots + slot] = weight * dot(from_context, &difference);
        }
    }
    Lines::from_vec(slots, gradients)
}

/// ∂L/∂v_j = Σ_t α_tj g_t, row after row.
fn value_gradients(givens: &Givens, contexts: &Lines, contributions: &[Contribution]) -> Lines {
    let d_v = givens.d_v();
    let mut gradients = vec![0.0; givens.slots() * d_v];
    for Contribution { row, attention, .. } in contributions {
        let from_context = contexts.line(*row);
        for (weight, sum) in attention.weights().iter().zip(gradients.chunks_exact_mut(d_v)) {
            if *weight != 0.0 {
                add_scaled(sum, *weight, from_context);
            }
        }
    }
    Lines::from_vec(d_v, gradients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ScorerKind;
    use crate::engine::specimens::r72;

    fn of(givens: &Givens) -> Result<Gradients, NoGradients> {
        Gradients::of(givens, &Trace::new(givens))
    }

    #[test]
    fn a_row_without_a_target_leaves_nothing_to_differentiate() {
        let givens = Givens { targets: vec![None], ..r72() };
        assert_eq!(of(&givens).err(), Some(NoGradients::NoTarget));
    }

    #[test]
    fn a_gradient_beyond_f64_is_named() {
        // The values cancel in the context, so the forward numbers stay small, but each pull on a score is huge.
        let mut givens = r72();
        givens.queries = Lines::zeros(2, 1);
        givens.values = Lines::new(2, &[1e300, 0.0, -1e300, 0.0, 0.0, 0.0]);
        givens.set(Cell::new(Tensor::Head, 0, 1), -1e10);
        assert_eq!(Trace::new(&givens).row(0).undefined(), None);
        let scores = NoGradients::Overflow { of: Differentiated::Scores, row: 0, column: 0 };
        assert_eq!(of(&givens).err(), Some(scores));
    }

    #[test]
    fn a_parameter_the_scorer_does_not_read_has_no_gradient() {
        let mut givens = r72();
        givens.set_scorer(ScorerKind::Bilinear);
        let cell = Cell::new(Tensor::Parameter(Parameter::W), 1, 0);
        assert!(of(&givens).unwrap().get(cell).is_some());
        givens.set_scorer(ScorerKind::Dot);
        assert_eq!(of(&givens).unwrap().get(cell), None);
        assert!(givens.get(cell).is_some());
    }
}
