//! The objects of one step, as in the lesson's table: a letter, a shape, where it comes from, its numbers.

use super::Translating;
use crate::translator::{Design, Timing};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// Z: the states of the source.
    Source,
    /// h_{t−1}.
    Before,
    /// q_t.
    Query,
    /// e_t.
    Scores,
    /// α_t.
    Weights,
    /// c_t; s where nothing reads.
    Context,
    /// x_t: [E(y_{t−1}); the context that goes in].
    Input,
    /// i, f, g, o.
    Gates,
    /// m_t: the cell's memory.
    Memory,
    /// h_t.
    After,
    /// z_t over the words.
    Logits,
    /// p_t.
    Probabilities,
    /// L_t.
    Loss,
}

impl Object {
    /// Those of a design, in the order they are computed.
    pub fn all(design: Design) -> Vec<Self> {
        use Object::*;
        let update = [Input, Gates, Memory, After];
        let read = [Query, Scores, Weights, Context];
        let mut all = vec![Source];
        match design.timing() {
            Some(Timing::ReadThenUpdate) => {
                all.push(Before);
                all.extend(read);
                all.extend(update);
            }
            Some(Timing::UpdateThenRead) => {
                all.push(Before);
                all.extend(update);
                all.extend(read);
            }
            None => {
                all.extend([Context, Before]);
                all.extend(update);
            }
        }
        all.extend([Logits, Probabilities, Loss]);
        all
    }

    /// The name in commands and of a place.
    pub fn id(self) -> &'static str {
        match self {
            Object::Source => "Z",
            Object::Before => "h-before",
            Object::Query => "q",
            Object::Scores => "e",
            Object::Weights => "alpha",
            Object::Context => "c",
            Object::Input => "x",
            Object::Gates => "gates",
            Object::Memory => "m",
            Object::After => "h",
            Object::Logits => "z",
            Object::Probabilities => "p",
            Object::Loss => "L",
        }
    }

    /// Whether it lies along the words.
    pub fn is_of_words(self) -> bool {
        matches!(self, Object::Logits | Object::Probabilities | Object::Loss)
    }
}

impl Translating {
    /// The letter of an object at the step shown, its index the step's number: h3 before, q4.
    pub fn symbol(&self, object: Object) -> String {
        let t = self.step + 1;
        match object {
            Object::Source => "Z".to_owned(),
            Object::Before => format!("h{}", t - 1),
            Object::Context if !self.design().reads() => "s".to_owned(),
            Object::Query => format!("q{t}"),
            Object::Scores => format!("e{t}"),
            Object::Weights => format!("α{t}"),
            Object::Context => format!("c{t}"),
            Object::Input => format!("x{t}"),
            Object::Gates => format!("g{t}"),
            Object::Memory => format!("m{t}"),
            Object::After => format!("h{t}"),
            Object::Logits => format!("z{t}"),
            Object::Probabilities => format!("p{t}"),
            Object::Loss => format!("L{t}"),
        }
    }

    /// The context that goes into the update of the step shown: c_t, c_{t−1} or s.
    pub fn context_in(&self) -> String {
        let t = self.step + 1;
        match self.design().timing() {
            Some(Timing::ReadThenUpdate) => format!("c{t}"),
            Some(Timing::UpdateThenRead) => format!("c{}", t - 1),
            None => "s".to_owned(),
        }
    }

    /// Rows and columns.
    pub fn shape(&self, object: Object) -> (usize, usize) {
        let d = self.width();
        let embedding = self.parameters.shapes().sizes.embedding;
        match object {
            Object::Source => (self.units(), d),
            Object::Scores | Object::Weights => (1, self.units()),
            Object::Input => (1, embedding + d),
            Object::Gates => (1, 4 * d),
            Object::Logits | Object::Probabilities => (1, self.words()),
            Object::Loss => (1, 1),
            Object::Before | Object::Query | Object::Context | Object::Memory | Object::After => (1, d),
        }
    }

    /// How many numbers it has.
    pub fn count(&self, object: Object) -> usize {
        let (rows, columns) = self.shape(object);
        rows * columns
    }

    /// One of its numbers, row by row; `None` where there is none: nothing reads, there is no reference, no step.
    pub fn number(&self, object: Object, at: usize) -> Option<f64> {
        if !self.has_steps() {
            return None;
        }
        let (passage, t) = (self.passage(), self.step);
        let numbers = match object {
            Object::Source => {
                let d = self.width();
                return passage.z(at / d).get(at % d).copied();
            }
            Object::Before => passage.decoder().h(t),
            Object::Query => passage.query(t)?,
            Object::Scores => passage.scores(t)?,
            Object::Weights => passage.attention(t)?,
            Object::Context => passage.context(t),
            Object::Input => passage.decoder().x(t),
            Object::Gates => passage.decoder().gates(t),
            Object::Memory => passage.decoder().c(t + 1),
            Object::After => passage.decoder().h(t + 1),
            Object::Logits => passage.logits(t),
            Object::Probabilities => passage.probabilities(t),
            Object::Loss => return self.target(t).map(|target| passage.loss(t, target)),
        };
        numbers.get(at).copied()
    }
}
