//! What can be chosen about the translator: how it reads the source, when, and from where it starts.

/// In which directions the encoder goes over the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoder {
    /// Two cells of half the width each, one from either end: z_j = [forward; backward].
    #[default]
    Bidirectional,
    /// One cell of the full width.
    OneDirection,
}

/// In which order the source units are fed to the encoder. States stay at the place of their unit, whatever the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SourceOrder {
    /// First unit first.
    #[default]
    Forward,
    /// Last unit first (Sutskever, Vinyals and Le 2014, §3.3).
    Reversed,
}

/// How the decoder meets the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interface {
    /// It reads anew at each step: c_t = Σ_j α_tj z_j.
    Dynamic {
        /// Whether it reads before the word before has entered the state, or after.
        timing: Timing,
        /// Whether q = W_q h has a constant b_q.
        query_bias: bool,
    },
    /// One summary of the source, the same at every step.
    Fixed,
}

impl Default for Interface {
    fn default() -> Self {
        Interface::Dynamic { timing: Timing::default(), query_bias: false }
    }
}

/// What comes first in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Timing {
    /// q_t from h_{t−1}; then the state takes in [E(y_{t−1}); c_t].
    #[default]
    ReadThenUpdate,
    /// The state takes in [E(y_{t−1}); c_{t−1}], c_0 = 0; then q_t from h_t.
    UpdateThenRead,
}

/// The decoder's state before the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FirstState {
    /// h_0 = 0.
    #[default]
    Zero,
    /// h_0 = tanh(W_i s + b_i), with s the summary of the source.
    FromEncoder,
}

/// One translator among those that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Design {
    /// Directions of the encoder.
    pub encoder: Encoder,
    /// Order of the source.
    pub order: SourceOrder,
    /// What the decoder gets of the source.
    pub interface: Interface,
    /// Where its state begins.
    pub first_state: FirstState,
}

impl Design {
    /// Whether each step reads.
    pub fn reads(&self) -> bool {
        matches!(self.interface, Interface::Dynamic { .. })
    }

    /// What comes first in a step; with a fixed summary there is nothing to be first.
    pub fn timing(&self) -> Option<Timing> {
        match self.interface {
            Interface::Dynamic { timing, .. } => Some(timing),
            Interface::Fixed => None,
        }
    }

    /// Whether the query has a constant.
    pub fn has_query_bias(&self) -> bool {
        matches!(self.interface, Interface::Dynamic { query_bias: true, .. })
    }

    /// Whether the first read is uniform whatever the parameters: q_1 = W_q h_0 = 0 gives every unit the score 0.
    pub fn first_read_is_uniform(&self) -> bool {
        let reads_first = self.timing() == Some(Timing::ReadThenUpdate);
        reads_first && !self.has_query_bias() && self.first_state == FirstState::Zero
    }
}

/// How wide everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// d: of z, q, c and h; even where the encoder has two directions.
    pub width: usize,
    /// e: of the embeddings of either side.
    pub embedding: usize,
    /// Source units known, PAD included.
    pub source_words: usize,
    /// Target words known, PAD, BOS and EOS included.
    pub target_words: usize,
}
