//! Everything a translator learns: tensors by name, one after another in one array.

use super::design::{Design, Encoder, FirstState, Sizes};
use super::random::SplitMix64;
use std::ops::Range;
use std::sync::Arc;

/// A tensor of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tensor {
    /// E_s, source words × e.
    SourceEmbedding,
    /// E_t, target words × e.
    TargetEmbedding,
    /// `enc_f.Wx`, 4H × e, gates i, f, g, o (H = d/2, or d with one direction).
    ForwardInput,
    /// `enc_f.Wh`, 4H × H.
    ForwardState,
    /// `enc_f.b`, 4H.
    ForwardBias,
    /// `enc_b.Wx`, 4H × e.
    BackwardInput,
    /// `enc_b.Wh`, 4H × H.
    BackwardState,
    /// `enc_b.b`, 4H.
    BackwardBias,
    /// `dec.Wx`, 4d × (e + d): first the embedding, then the context.
    CellInput,
    /// `dec.Wh`, 4d × d.
    CellState,
    /// `dec.b`, 4d.
    CellBias,
    /// W_q, d × d.
    Query,
    /// b_q, d.
    QueryBias,
    /// W_i, d × d: from the summary to the first state.
    First,
    /// b_i, d.
    FirstBias,
    /// W_o, target words × 2d: first the state, then the context.
    Output,
    /// b_o, target words.
    OutputBias,
}

impl Tensor {
    /// All, in the order they are filled and written.
    pub const ALL: [Tensor; 17] = [
        Tensor::SourceEmbedding,
        Tensor::TargetEmbedding,
        Tensor::ForwardInput,
        Tensor::ForwardState,
        Tensor::ForwardBias,
        Tensor::BackwardInput,
        Tensor::BackwardState,
        Tensor::BackwardBias,
        Tensor::CellInput,
        Tensor::CellState,
        Tensor::CellBias,
        Tensor::Query,
        Tensor::QueryBias,
        Tensor::First,
        Tensor::FirstBias,
        Tensor::Output,
        Tensor::OutputBias,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Tensor::SourceEmbedding => "E_s",
            Tensor::TargetEmbedding => "E_t",
            Tensor::ForwardInput => "enc_f.Wx",
            Tensor::ForwardState => "enc_f.Wh",
            Tensor::ForwardBias => "enc_f.b",
            Tensor::BackwardInput => "enc_b.Wx",
            Tensor::BackwardState => "enc_b.Wh",
            Tensor::BackwardBias => "enc_b.b",
            Tensor::CellInput => "dec.Wx",
            Tensor::CellState => "dec.Wh",
            Tensor::CellBias => "dec.b",
            Tensor::Query => "W_q",
            Tensor::QueryBias => "b_q",
            Tensor::First => "W_i",
            Tensor::FirstBias => "b_i",
            Tensor::Output => "W_o",
            Tensor::OutputBias => "b_o",
        }
    }
}

/// Which tensors a translator has, and where each lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// What it is.
    pub design: Design,
    /// How wide it is.
    pub sizes: Sizes,
    places: [Option<Place>; 17],
    total: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: usize,
    rows: usize,
    columns: usize,
}

/// Why there is no translator of these sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotBuild {
    /// A width, or a vocabulary, is 0.
    Empty,
    /// Two directions need an even width.
    OddWidth(usize),
    /// More numbers than can be addressed.
    TooLarge,
}

impl Shapes {
    /// Lays the tensors of a design out.
    ///
    /// # Errors
    /// When there is no such translator.
    pub fn new(design: Design, sizes: Sizes) -> Result<Self, CannotBuild> {
        let Sizes { width: d, embedding: e, source_words, target_words } = sizes;
        if d == 0 || e == 0 || source_words == 0 || target_words == 0 {
            return Err(CannotBuild::Empty);
        }
        if design.encoder == Encoder::Bidirectional && d % 2 == 1 {
            return Err(CannotBuild::OddWidth(d));
        }
        let half = if design.encoder == Encoder::Bidirectional { d / 2 } else { d };
        let (mut places, mut total) = ([None; 17], 0_usize);
        for (place, tensor) in places.iter_mut().zip(Tensor::ALL) {
            let shape = match tensor {
                Tensor::SourceEmbedding => Some((source_words, e)),
                Tensor::TargetEmbedding => Some((target_words, e)),
                Tensor::ForwardInput => Some((4 * half, e)),
                Tensor::ForwardState => Some((4 * half, half)),
                Tensor::ForwardBias => Some((4 * half, 1)),
                Tensor::BackwardInput if design.encoder == Encoder::Bidirectional => Some((4 * half, e)),
                Tensor::BackwardState if design.encoder == Encoder::Bidirectional => Some((4 * half, half)),
                Tensor::BackwardBias if design.encoder == Encoder::Bidirectional => Some((4 * half, 1)),
                Tensor::BackwardInput | Tensor::BackwardState | Tensor::BackwardBias => None,
                Tensor::CellInput => Some((4 * d, e.checked_add(d).ok_or(CannotBuild::TooLarge)?)),
                Tensor::CellState => Some((4 * d, d)),
                Tensor::CellBias => Some((4 * d, 1)),
                Tensor::Query => design.reads().then_some((d, d)),
                Tensor::QueryBias => design.has_query_bias().then_some((d, 1)),
                Tensor::First => (design.first_state == FirstState::FromEncoder).then_some((d, d)),
                Tensor::FirstBias => (design.first_state == FirstState::FromEncoder).then_some((d, 1)),
                Tensor::Output => Some((target_words, 2 * d)),
                Tensor::OutputBias => Some((target_words, 1)),
            };
            let Some((rows, columns)) = shape else { continue };
            *place = Some(Place { start: total, rows, columns });
            let numbers = rows.checked_mul(columns).ok_or(CannotBuild::TooLarge)?;
            total = total.checked_add(numbers).ok_or(CannotBuild::TooLarge)?;
        }
        Ok(Self { design, sizes, places, total })
    }

    /// H, of each cell of the encoder.
    pub fn encoder_width(&self) -> usize {
        if self.design.encoder == Encoder::Bidirectional { self.sizes.width / 2 } else { self.sizes.width }
    }

    /// Numbers altogether.
    pub fn count(&self) -> usize {
        self.total
    }

    /// The tensors there are, in their order.
    pub fn tensors(&self) -> impl Iterator<Item = Tensor> + '_ {
        Tensor::ALL.into_iter().filter(|tensor| self.place(*tensor).is_some())
    }

    /// Rows and columns of a tensor; a vector has one column.
    pub fn shape(&self, tensor: Tensor) -> Option<(usize, usize)> {
        self.place(tensor).map(|place| (place.rows, place.columns))
    }

    /// Where it lies; an empty range when there is no such tensor.
    pub fn range(&self, tensor: Tensor) -> Range<usize> {
        self.place(tensor).map_or(0..0, |place| place.start..place.start + place.rows * place.columns)
    }

    fn place(&self, tensor: Tensor) -> Option<Place> {
        self.places[tensor as usize]
    }
}

/// How the numbers begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initialisation {
    /// Every number uniform between −bound and bound.
    Uniform(f64),
    /// As by width: embeddings ±1, each cell ±1/√H, W_q, W_i and their constants ±1/√d, the output ±1/√(2d).
    ByWidth,
}

impl Initialisation {
    fn bound(self, shapes: &Shapes, tensor: Tensor) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a width far below 2^53")]
        let by = |width: usize| 1.0 / (width as f64).sqrt();
        match (self, tensor) {
            (Initialisation::Uniform(bound), _) => bound,
            (_, Tensor::SourceEmbedding | Tensor::TargetEmbedding) => 1.0,
            (_, Tensor::ForwardInput | Tensor::ForwardState | Tensor::ForwardBias) => by(shapes.encoder_width()),
            (_, Tensor::BackwardInput | Tensor::BackwardState | Tensor::BackwardBias) => by(shapes.encoder_width()),
            (_, Tensor::Output | Tensor::OutputBias) => by(2 * shapes.sizes.width),
            (_, _) => by(shapes.sizes.width),
        }
    }
}

/// The numbers of all tensors; also their gradient, which has the same shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    shapes: Arc<Shapes>,
    numbers: Vec<f64>,
}

impl Parameters {
    /// Random ones, filled tensor after tensor, row by row.
    pub fn random(shapes: Arc<Shapes>, seed: u64, initialisation: Initialisation) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut numbers = Vec::with_capacity(shapes.count());
        for tensor in shapes.tensors() {
            let bound = initialisation.bound(&shapes, tensor);
            numbers.extend(shapes.range(tensor).map(|_| random.within(bound)));
        }
        Self { shapes, numbers }
    }

    /// All 0.
    pub fn zero(shapes: Arc<Shapes>) -> Self {
        let numbers = vec![0.0; shapes.count()];
        Self { shapes, numbers }
    }

    /// What tensors there are.
    pub fn shapes(&self) -> &Arc<Shapes> {
        &self.shapes
    }

    /// A tensor row by row; empty when there is none.
    pub fn get(&self, tensor: Tensor) -> &[f64] {
        &self.numbers[self.shapes.range(tensor)]
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, tensor: Tensor) -> &mut [f64] {
        let range = self.shapes.range(tensor);
        &mut self.numbers[range]
    }

    /// A row of a tensor.
    pub fn row(&self, tensor: Tensor, row: usize) -> &[f64] {
        let columns = self.shapes.shape(tensor).map_or(0, |(_, columns)| columns);
        &self.get(tensor)[row * columns..(row + 1) * columns]
    }

    /// All numbers, tensor after tensor.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> &mut [f64] {
        &mut self.numbers
    }

    /// Whether every number is finite.
    pub fn are_finite(&self) -> bool {
        self.numbers.iter().all(|number| number.is_finite())
    }
}
