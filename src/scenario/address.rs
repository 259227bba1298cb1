//! Addresses: how a person names a number, a vector, a label or a derived value (`q2[1]`, `G[*,him]`, `alpha3[2]`).

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
    /// α_t, at a slot.
    Attention {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
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
