//! The cases in which there is no number, as values of a type.

/// The stages of one row's computation, in order: e → α → c → z → p → L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Scores e_tj.
    Scores,
    /// Attention weights α_tj.
    Attention,
    /// Context c_t.
    Context,
    /// Logits z_t.
    Logits,
    /// Word probabilities p_tw.
    Probabilities,
    /// The row's loss.
    Loss,
}

impl Stage {
    /// All stages in the order they are computed.
    pub const ALL: [Stage; 6] =
        [Stage::Scores, Stage::Attention, Stage::Context, Stage::Logits, Stage::Probabilities, Stage::Loss];
}

/// Why a row has no numbers from some stage on. Rows, slots and places are counted from 0 here, from 1 where shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// Every slot of the row is masked: there is nothing to take a softmax of.
    AllMasked {
        /// The row.
        row: usize,
    },
    /// A number went beyond f64.
    Overflow {
        /// The row.
        row: usize,
        /// The stage in which it happened.
        stage: Stage,
        /// Where on the stage's own axis: a slot for scores, a component for the context, a word for logits and loss.
        place: usize,
    },
}

impl Undefined {
    /// The row concerned.
    pub fn row(&self) -> usize {
        match *self {
            Undefined::AllMasked { row } | Undefined::Overflow { row, .. } => row,
        }
    }

    /// The first stage that has no number.
    pub fn stage(&self) -> Stage {
        match *self {
            Undefined::AllMasked { .. } => Stage::Attention,
            Undefined::Overflow { stage, .. } => stage,
        }
    }
}
