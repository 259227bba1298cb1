//! From words to q, k and v: a model that is given by embeddings and projections instead of by Q, K and V.
//!
//! Q = Y W^Q, K = X W^K and V = X W^V (Vaswani et al. 2017, §3.2.2), every number of them one dot product in the fixed
//! order. Without Y the rows are the slots, Q = X W^Q. [`Givens`](super::Givens) keeps Q, K and V as they are in effect;
//! what stands here is where they come from, and which of their numbers have been set by hand instead.

use super::{Cell, Lines, Tensor, dot};

/// The tensors that follow from words, in the order their flags and projections are kept.
pub(super) const DERIVED: [Tensor; 3] = [Tensor::Queries, Tensor::Keys, Tensor::Values];

/// X, Y and the three projections of a model with n slots, T rows and embeddings of width d; and which numbers of Q, K
/// and V do not come from them.
///
/// A clone shares all tensors; see [`Lines`].
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    pub(super) source: Lines,
    pub(super) target: Option<Lines>,
    /// W^Q, W^K, W^V by their columns, so that each product runs down two lines.
    pub(super) projections: [Lines; 3],
    /// Of Q, K and V: 1 where a number is set by hand, 0 where the words give it; `None` where they give all.
    overridden: [Option<Lines>; 3],
}

impl Embedding {
    /// X (n lines x_j of d); Y (T lines y_t of d), or `None` when the rows are the slots; W^Q, W^K (d × d_k) and W^V
    /// (d × d_v) by their columns: d_k, d_k and d_v lines of d. Nothing is overridden.
    pub fn new(source: Lines, target: Option<Lines>, projections: [Lines; 3]) -> Self {
        let d = source.width();
        let widths = projections.iter().chain(&target).map(Lines::width);
        assert!(widths.into_iter().all(|width| width == d), "embeddings and projections of one width");
        Self { source, target, projections, overridden: [None, None, None] }
    }

    /// The same with every number given back to the words.
    #[must_use]
    pub fn without_overrides(&self) -> Self {
        Self { overridden: [None, None, None], ..self.clone() }
    }

    /// d.
    pub fn width(&self) -> usize {
        self.source.width()
    }

    /// X: n lines x_j of d.
    pub fn source(&self) -> &Lines {
        &self.source
    }

    /// Y: T lines y_t of d; `None` when the rows are the slots and their embeddings are those of X.
    pub fn target(&self) -> Option<&Lines> {
        self.target.as_ref()
    }

    /// What the rows t are embedded as: Y, or X without it.
    pub fn rows(&self) -> &Lines {
        self.target.as_ref().unwrap_or(&self.source)
    }

    /// W^Q, W^K or W^V by its columns; `None` for any other tensor.
    pub fn projection(&self, tensor: Tensor) -> Option<&Lines> {
        let at = DERIVED.iter().position(|derived| derived.projection() == Some(tensor))?;
        Some(&self.projections[at])
    }

    /// Q, K and V as the words give them: T lines of d_k, n lines of d_k and of d_v.
    ///
    /// # Errors
    /// The first number that is beyond f64.
    pub fn derive(&self) -> Result<[Lines; 3], Cell> {
        let [queries, keys, values] = [0, 1, 2].map(|which| self.product(which));
        Ok([queries?, keys?, values?])
    }

    fn product(&self, which: usize) -> Result<Lines, Cell> {
        let projection = &self.projections[which];
        let mut numbers = Vec::with_capacity(self.embedded(which).count() * projection.count());
        for word in self.embedded(which).iter() {
            numbers.extend(projection.iter().map(|column| dot(word, column)));
        }
        let width = projection.count();
        match numbers.iter().position(|number| !number.is_finite()) {
            Some(at) => Err(Cell::new(DERIVED[which], at / width, at % width)),
            None => Ok(Lines::from_vec(width, numbers)),
        }
    }

    /// One number of Q, K or V as the words give it, finite or not; the cell is there.
    pub(super) fn number(&self, which: usize, row: usize, column: usize) -> f64 {
        dot(self.embedded(which).line(row), self.projections[which].line(column))
    }

    /// The projection of Q, K or V by its columns.
    pub(super) fn columns(&self, which: usize) -> &Lines {
        &self.projections[which]
    }

    /// The embeddings Q, K or V are made from.
    pub(super) fn embedded(&self, which: usize) -> &Lines {
        if which == 0 { self.rows() } else { &self.source }
    }

    /// The lines a tensor of the words is kept in, and where in them a cell stands: of a projection the columns.
    pub(super) fn locate(&self, cell: Cell) -> Option<(&Lines, usize, usize)> {
        let Cell { tensor, row, column } = cell;
        Some(match tensor {
            Tensor::SourceEmbeddings => (&self.source, row, column),
            Tensor::TargetEmbeddings => (self.target.as_ref()?, row, column),
            _ => (self.projection(tensor)?, column, row),
        })
    }

    /// As [`Embedding::locate`], to change it.
    pub(super) fn locate_mut(&mut self, cell: Cell) -> Option<(&mut Lines, usize, usize)> {
        let Cell { tensor, row, column } = cell;
        Some(match tensor {
            Tensor::SourceEmbeddings => (&mut self.source, row, column),
            Tensor::TargetEmbeddings => (self.target.as_mut()?, row, column),
            _ => {
                let at = DERIVED.iter().position(|derived| derived.projection() == Some(tensor))?;
                (&mut self.projections[at], column, row)
            }
        })
    }

    /// The tensors that have components of d along their lines.
    pub(super) fn with_components(&mut self) -> impl Iterator<Item = &mut Lines> {
        [&mut self.source].into_iter().chain(&mut self.target).chain(&mut self.projections)
    }

    /// Whether a number of Q, K or V is set by hand.
    pub(super) fn is_overridden(&self, which: usize, row: usize, column: usize) -> bool {
        self.overridden[which].as_ref().is_some_and(|flags| flags.get(row, column) != 0.0)
    }

    /// The numbers of Q, K or V that are set by hand, row by row.
    pub(super) fn overridden(&self, which: usize) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.overridden[which].iter().flat_map(Lines::iter).enumerate();
        rows.flat_map(|(row, flags)| {
            flags.iter().enumerate().filter(|(_, flag)| **flag != 0.0).map(move |(column, _)| (row, column))
        })
    }

    /// Marks a number of Q, K or V as set by hand, or gives it back to the words; the cell is there.
    pub(super) fn mark(&mut self, which: usize, row: usize, column: usize, by_hand: bool) {
        let (rows, columns) = (self.embedded(which).count(), self.projections[which].count());
        match &mut self.overridden[which] {
            Some(flags) => flags.set(row, column, f64::from(u8::from(by_hand))),
            none if by_hand => none.insert(Lines::zeros(columns, rows)).set(row, column, 1.0),
            _ => {}
        }
    }

    /// Flags of which none is set are none, so that two models with the same numbers set by hand are equal.
    pub(super) fn settle(&mut self) {
        for flags in &mut self.overridden {
            if flags.as_ref().is_some_and(|flags| flags.iter().flatten().all(|flag| *flag == 0.0)) {
                *flags = None;
            }
        }
    }

    /// Changes the flags of Q, K or V along with the lines they are about.
    pub(super) fn reshape_flags(&mut self, which: usize, edit: impl Fn(&Lines) -> Lines) {
        if let Some(flags) = &mut self.overridden[which] {
            *flags = edit(flags);
        }
    }
}

impl Tensor {
    /// X, Y and the projections, in the order they are shown.
    pub const OF_WORDS: [Tensor; 5] = [
        Tensor::SourceEmbeddings,
        Tensor::TargetEmbeddings,
        Tensor::QueryProjection,
        Tensor::KeyProjection,
        Tensor::ValueProjection,
    ];

    /// The projection that makes Q, K or V out of embeddings; `None` for any other tensor.
    pub fn projection(self) -> Option<Tensor> {
        match self {
            Tensor::Queries => Some(Tensor::QueryProjection),
            Tensor::Keys => Some(Tensor::KeyProjection),
            Tensor::Values => Some(Tensor::ValueProjection),
            _ => None,
        }
    }

    /// Whether it is X, Y or a projection.
    pub fn is_of_words(self) -> bool {
        Tensor::OF_WORDS.contains(&self)
    }
}
