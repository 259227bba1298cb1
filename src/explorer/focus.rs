//! What the cursor rests on.

use super::Reveal;
use crate::engine::{Cell, Givens, Stage, Tensor};
use crate::scenario::{Address, Contributed, Derived, Region};

/// A place on the main screen that can have the cursor. The target row t is the model's, not part of the focus: moving
/// to another row keeps the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// A component of the query of the row shown.
    Query(usize),
    /// The name of a slot; its mask is toggled from here too.
    Slot(usize),
    /// A component of a key.
    Key(usize, usize),
    /// A component of a value.
    Value(usize, usize),
    /// The name of a word.
    Word(usize),
    /// A number of the head, by component d and word w.
    Head(usize, usize),
    /// A constant of the row shown, by word.
    Bias(usize),
    /// A component of a weighted value α_j v_j, by slot.
    Weighted(usize, usize),
    /// A component of the context.
    Context(usize),
    /// A score, by slot.
    Score(usize),
    /// exp(e_j − max e), by slot.
    Exponential(usize),
    /// Σ_j exp(e_j − max e).
    Normaliser,
    /// An attention weight, by slot.
    Attention(usize),
    /// What slots contribute to the logits.
    Contributed(Contributed),
    /// A logit, by word.
    Logit(usize),
    /// exp(z_w − max z), by word.
    WordExponential(usize),
    /// Σ_w exp(z_w − max z).
    WordNormaliser,
    /// A word probability.
    Probability(usize),
    /// The loss.
    Loss,
    /// A number of a given tensor that has no place on the main screen: by row and column as written on paper.
    Entry(Tensor, usize, usize),
}

impl Focus {
    /// The given number under the cursor, when there is one.
    pub fn cell(self, row: usize) -> Option<Cell> {
        Some(match self {
            Focus::Query(i) => Cell::new(Tensor::Queries, row, i),
            Focus::Key(j, i) => Cell::new(Tensor::Keys, j, i),
            Focus::Value(j, i) => Cell::new(Tensor::Values, j, i),
            Focus::Head(d, w) => Cell::new(Tensor::Head, d, w),
            Focus::Bias(w) => Cell::new(Tensor::Bias, row, w),
            Focus::Entry(tensor, row, column) => Cell::new(tensor, row, column),
            _ => return None,
        })
    }

    /// Whether it is a number of a vector that is a point of the view of keys and values.
    pub fn is_of_a_point(self) -> bool {
        matches!(self, Focus::Query(_) | Focus::Key(..) | Focus::Value(..) | Focus::Context(_))
    }

    /// The slot concerned, when there is one.
    pub fn slot(self) -> Option<usize> {
        match self {
            Focus::Slot(j)
            | Focus::Key(j, _)
            | Focus::Value(j, _)
            | Focus::Score(j)
            | Focus::Exponential(j)
            | Focus::Attention(j)
            | Focus::Weighted(j, _)
            | Focus::Entry(Tensor::SourceEmbeddings, j, _) => Some(j),
            Focus::Contributed(of) => of.slot(),
            _ => None,
        }
    }

    /// The word concerned, when there is one.
    pub fn word(self) -> Option<usize> {
        match self {
            Focus::Word(w)
            | Focus::Head(_, w)
            | Focus::Bias(w)
            | Focus::Logit(w)
            | Focus::WordExponential(w)
            | Focus::Probability(w) => Some(w),
            Focus::Contributed(Contributed::Logit { word, .. } | Contributed::Sum { word }) => word,
            _ => None,
        }
    }

    /// The stage whose number this is; `None` for what is given.
    pub fn stage(self) -> Option<Stage> {
        match self {
            Focus::Score(_) => Some(Stage::Scores),
            Focus::Exponential(_) | Focus::Normaliser | Focus::Attention(_) => Some(Stage::Attention),
            Focus::Weighted(..) | Focus::Context(_) | Focus::Contributed(Contributed::Length { .. }) => {
                Some(Stage::Context)
            }
            Focus::Logit(_) | Focus::Contributed(_) => Some(Stage::Logits),
            Focus::WordExponential(_) | Focus::WordNormaliser | Focus::Probability(_) => Some(Stage::Probabilities),
            Focus::Loss => Some(Stage::Loss),
            _ => None,
        }
    }

    /// With what it is revealed; `None` for what is given.
    pub fn reveal(self) -> Option<Reveal> {
        match self {
            Focus::Weighted(..) | Focus::Contributed(Contributed::Length { .. }) => Some(Reveal::Weighted),
            focus => focus.stage().map(Reveal::of),
        }
    }

    /// The address under the cursor; labels have none.
    pub fn address(self, row: usize) -> Option<Address> {
        if let Some(Cell { tensor, row, column }) = self.cell(row) {
            return Some(Address::Numbers { tensor, region: Region::Cell(row, column) });
        }
        Some(Address::Derived(match self {
            Focus::Contributed(of) => Derived::Contributed { row, of },
            Focus::Context(d) => Derived::Context { row, component: Some(d) },
            Focus::Score(j) => Derived::Score { row, slot: Some(j) },
            Focus::Attention(j) => Derived::Attention { row, slot: Some(j) },
            Focus::Logit(w) => Derived::Logit { row, word: Some(w) },
            Focus::Weighted(j, d) => Derived::Weighted { row, slot: Some(j), component: Some(d) },
            Focus::Exponential(j) => Derived::Exponential { row, slot: Some(j) },
            Focus::Normaliser => Derived::Normaliser { row },
            Focus::WordExponential(w) => Derived::WordExponential { row, word: Some(w) },
            Focus::WordNormaliser => Derived::WordNormaliser { row },
            Focus::Probability(w) => Derived::Probability { row, word: Some(w) },
            Focus::Loss => Derived::Loss { row: Some(row) },
            _ => return None,
        }))
    }

    /// Where the cursor goes for an address, with the row to show: the first number of what the address names. `None`
    /// for what has no place on the main screen (scorer parameters) or lies outside the model.
    pub fn of_address(address: &Address, givens: &Givens, shown: usize) -> Option<(usize, Focus)> {
        let (row, focus) = match *address {
            Address::Numbers { tensor, region } => {
                let (row, column) = match region {
                    Region::Whole => (0, 0),
                    Region::Row(row) => (row, 0),
                    Region::Column(column) => (0, column),
                    Region::Cell(row, column) => (row, column),
                };
                match tensor {
                    Tensor::Queries => (row, Focus::Query(column)),
                    Tensor::Keys => (shown, Focus::Key(row, column)),
                    Tensor::Values => (shown, Focus::Value(row, column)),
                    Tensor::Head => (shown, Focus::Head(row, column)),
                    Tensor::Bias => (row, Focus::Bias(column)),
                    tensor => (shown, Focus::Entry(tensor, row, column)),
                }
            }
            Address::Scorer => return None,
            Address::Gradient(ref of) => return Focus::of_address(of, givens, shown),
            Address::Target { row } => (row, Focus::Word(givens.targets.get(row).copied().flatten().unwrap_or(0))),
            Address::MaskSlot { slot } => (shown, Focus::Slot(slot)),
            Address::MaskCell { row, slot } => (row, Focus::Slot(slot)),
            Address::Derived(derived) => match derived {
                Derived::Score { row, slot } => (row, Focus::Score(slot.unwrap_or(0))),
                Derived::Attention { row, slot } => (row, Focus::Attention(slot.unwrap_or(0))),
                Derived::Context { row, component } => (row, Focus::Context(component.unwrap_or(0))),
                Derived::Logit { row, word } => (row, Focus::Logit(word.unwrap_or(0))),
                Derived::Weighted { row, slot, component } => {
                    (row, Focus::Weighted(slot.unwrap_or(0), component.unwrap_or(0)))
                }
                Derived::Contributed { row, of } => (row, Focus::Contributed(of.first())),
                Derived::Exponential { row, slot } => (row, Focus::Exponential(slot.unwrap_or(0))),
                Derived::Normaliser { row } => (row, Focus::Normaliser),
                Derived::WordExponential { row, word } => (row, Focus::WordExponential(word.unwrap_or(0))),
                Derived::WordNormaliser { row } => (row, Focus::WordNormaliser),
                Derived::Probability { row, word } => (row, Focus::Probability(word.unwrap_or(0))),
                Derived::Loss { row } => (row.unwrap_or(shown), Focus::Loss),
            },
        };
        (row < givens.rows() && focus.clamped(givens, row) == focus).then_some((row, focus))
    }

    /// The nearest place that exists in this model.
    #[must_use]
    pub fn clamped(self, givens: &Givens, row: usize) -> Self {
        let slot = |j: usize| j.min(givens.slots() - 1);
        let word = |w: usize| w.min(givens.words() - 1);
        let key = |i: usize| i.min(givens.d_k() - 1);
        let value = |i: usize| i.min(givens.d_v() - 1);
        match self {
            Focus::Query(i) => Focus::Query(key(i)),
            Focus::Slot(j) => Focus::Slot(slot(j)),
            Focus::Key(j, i) => Focus::Key(slot(j), key(i)),
            Focus::Value(j, i) => Focus::Value(slot(j), value(i)),
            Focus::Word(w) => Focus::Word(word(w)),
            Focus::Head(d, w) => Focus::Head(value(d), word(w)),
            Focus::Bias(w) if givens.bias.get(row).is_some_and(Option::is_some) => Focus::Bias(word(w)),
            Focus::Bias(w) => Focus::Head(givens.d_v() - 1, word(w)),
            Focus::Context(d) => Focus::Context(value(d)),
            Focus::Weighted(j, d) => Focus::Weighted(slot(j), value(d)),
            Focus::Score(j) => Focus::Score(slot(j)),
            Focus::Contributed(of) => Focus::Contributed(match of.first() {
                Contributed::Length { slot: j } => Contributed::Length { slot: j.map(slot) },
                Contributed::Logit { slot: j, word: w } => Contributed::Logit { slot: j.map(slot), word: w.map(word) },
                Contributed::Difference { slot: j, word: w, against } => {
                    Contributed::Difference { slot: j.map(slot), word: word(w), against: word(against) }
                }
                Contributed::Sum { word: w } => Contributed::Sum { word: w.map(word) },
            }),
            Focus::Exponential(j) => Focus::Exponential(slot(j)),
            Focus::Normaliser => Focus::Normaliser,
            Focus::WordExponential(w) => Focus::WordExponential(word(w)),
            Focus::WordNormaliser => Focus::WordNormaliser,
            Focus::Attention(j) => Focus::Attention(slot(j)),
            Focus::Logit(w) => Focus::Logit(word(w)),
            Focus::Probability(w) => Focus::Probability(word(w)),
            Focus::Loss => Focus::Loss,
            Focus::Entry(tensor, row, column) => match givens.shape(tensor) {
                Some((rows, columns)) => Focus::Entry(tensor, row.min(rows - 1), column.min(columns - 1)),
                // Another scorer, or another model.
                None => Focus::Query(0),
            },
        }
    }
}
