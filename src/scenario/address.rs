//! Addresses: how a person names a number, a vector, a label or a derived value (`q2[1]`, `G[*,him]`, `alpha3[2]`).

mod gradient;
mod index;
mod names;
mod read;
mod write;

pub use write::tensor_name;

use super::Names;
use crate::engine::{Givens, Tensor};

/// Where something stands in a model. All indices are counted from 0 here and from 1 where written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Given numbers: a tensor and a part of it.
    Numbers {
        /// The tensor.
        tensor: Tensor,
        /// Which part.
        region: Region,
    },
    /// The scorer's kind.
    Scorer,
    /// A row's target.
    Target {
        /// The row.
        row: usize,
    },
    /// A slot in every row's mask.
    MaskSlot {
        /// The slot.
        slot: usize,
    },
    /// A slot in one row's mask.
    MaskCell {
        /// The row.
        row: usize,
        /// The slot.
        slot: usize,
    },
    /// A derived number: for pointing only.
    Derived(Derived),
    /// The gradient of the total loss with respect to what is at an address: for pointing only. Made by
    /// [`Address::gradient`].
    Gradient(Box<Address>),
}

impl Address {
    /// As people are told it: written, but for the loss of the only row, which is *the* loss.
    pub fn told(&self, scope: &Scope) -> String {
        match self {
            Address::Derived(Derived::Loss { .. }) if scope.givens.rows() == 1 => "loss".to_owned(),
            address => address.write(scope),
        }
    }

    /// Whether it names one number rather than several or none.
    pub fn is_one_number(&self) -> bool {
        match self {
            Address::Numbers { region, .. } => matches!(region, Region::Cell(..)),
            Address::Derived(derived) => match derived {
                Derived::Score { slot, .. } | Derived::Attention { slot, .. } | Derived::Exponential { slot, .. } => {
                    slot.is_some()
                }
                Derived::Context { component, .. } => component.is_some(),
                Derived::Weighted { slot, component, .. } => slot.is_some() && component.is_some(),
                Derived::Contributed { of, .. } => of.is_one_number(),
                Derived::Logit { word, .. }
                | Derived::Probability { word, .. }
                | Derived::WordExponential { word, .. } => word.is_some(),
                Derived::Normaliser { .. } | Derived::WordNormaliser { .. } | Derived::Loss { .. } => true,
            },
            Address::Scorer | Address::Target { .. } | Address::MaskSlot { .. } | Address::MaskCell { .. } => false,
            Address::Gradient(of) => of.is_one_number(),
        }
    }
}

/// A part of a tensor as written on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// All of it.
    Whole,
    /// One row.
    Row(usize),
    /// One column.
    Column(usize),
    /// One number.
    Cell(usize, usize),
}

/// A derived quantity of one row, whole or at one place of its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derived {
    /// e_t, at a slot.
    Score {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// exp(e_t − max_i e_ti), at a slot: what the softmax over the source divides.
    Exponential {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// Σ_j exp(e_tj − max_i e_ti): what the softmax over the source divides by.
    Normaliser {
        /// The row.
        row: usize,
    },
    /// α_t, at a slot.
    Attention {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// α_tj v_j, what a slot adds to the context, at a component.
    Weighted {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
        /// The component; `None` for all.
        component: Option<usize>,
    },
    /// What slots contribute to the logits.
    Contributed {
        /// The row.
        row: usize,
        /// Which number of theirs.
        of: Contributed,
    },
    /// c_t, at a component.
    Context {
        /// The row.
        row: usize,
        /// The component; `None` for all.
        component: Option<usize>,
    },
    /// z_t, at a word.
    Logit {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// exp(z_t − max_u z_tu), at a word: what the softmax over the vocabulary divides.
    WordExponential {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// Σ_w exp(z_tw − max_u z_tu): what the softmax over the vocabulary divides by.
    WordNormaliser {
        /// The row.
        row: usize,
    },
    /// p_t, at a word.
    Probability {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// A row's loss, or the total.
    Loss {
        /// The row; `None` for the total.
        row: Option<usize>,
    },
}

/// What the slots of a row contribute to its logits, and how much each brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contributed {
    /// |α_tj v_j|, at a slot.
    Length {
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// α_tj (v_j · G_w), at a slot and a word.
    Logit {
        /// The slot; `None` for all.
        slot: Option<usize>,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// α_tj (v_j · G_w) − α_tj (v_j · G_u), at a slot.
    Difference {
        /// The slot; `None` for all.
        slot: Option<usize>,
        /// w.
        word: usize,
        /// u.
        against: usize,
    },
    /// Σ_j α_tj (v_j · G_w) + b_tw, at a word.
    Sum {
        /// The word; `None` for all.
        word: Option<usize>,
    },
}

impl Contributed {
    fn is_one_number(self) -> bool {
        match self {
            Contributed::Length { slot } | Contributed::Difference { slot, .. } => slot.is_some(),
            Contributed::Logit { slot, word } => slot.is_some() && word.is_some(),
            Contributed::Sum { word } => word.is_some(),
        }
    }

    /// The first number of what it names.
    #[must_use]
    pub fn first(self) -> Self {
        let first = |place: Option<usize>| place.or(Some(0));
        match self {
            Contributed::Length { slot } => Contributed::Length { slot: first(slot) },
            Contributed::Logit { slot, word } => Contributed::Logit { slot: first(slot), word: first(word) },
            Contributed::Difference { slot, word, against } => {
                Contributed::Difference { slot: first(slot), word, against }
            }
            Contributed::Sum { word } => Contributed::Sum { word: first(word) },
        }
    }

    /// The slot, when it is of one.
    pub fn slot(self) -> Option<usize> {
        match self {
            Contributed::Length { slot } | Contributed::Difference { slot, .. } | Contributed::Logit { slot, .. } => {
                slot
            }
            Contributed::Sum { .. } => None,
        }
    }
}

/// What an address is read against: the model it points into, and the row that `q` or `alpha` means.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// Sizes and parameters.
    pub givens: &'a Givens,
    /// Words by name.
    pub names: &'a Names,
    /// The row meant where none is written; `None` makes that an error when T > 1.
    pub focused_row: Option<usize>,
}

#[cfg(test)]
pub(super) mod tests;
