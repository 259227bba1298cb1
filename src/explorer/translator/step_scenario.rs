//! One step of the translator as a scenario of the main explorer.
//!
//! ```text
//! q = q_t          K = V = Z          scorer: scaled dot, √d
//! G = W_o[:, d..2d]ᵀ                  what the output makes of the context
//! b = W_o[:, ..d] h_t + b_o           what it makes of the state, the same for every context
//! ```
//! So z = c G + b is W_o [h_t ; c_t] + b_o, added up in another order: the two agree in every digit that is shown.

use super::Translating;
use crate::engine::{Givens, Lines, Mask, Scorer, ScorerKind, dot};
use crate::scenario::{Names, Scenario};
use crate::translator::{PAD, Parameters, Passage, Tensor};
use crate::words::{Text, translator as say};
use std::sync::Arc;

/// Why a step is no scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotOpen {
    /// There is no such step.
    NoSuchStep,
    /// The interface is fixed: there is no query, no score, no weight.
    NothingReads,
    /// The state's part of a word's score is beyond f64.
    Overflow {
        /// The word.
        word: usize,
    },
}

impl CannotOpen {
    /// Why, in words.
    pub fn told(self) -> Text {
        match self {
            CannotOpen::NoSuchStep => say::no_step_here(),
            CannotOpen::NothingReads => say::nothing_reads_here(),
            CannotOpen::Overflow { word } => say::constant_beyond(word + 1),
        }
    }
}

/// A step of a passage with what its words and units are called.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The parameters the passage was made with.
    pub parameters: &'a Parameters,
    /// The passage.
    pub passage: &'a Passage,
    /// The step, counted from 0.
    pub step: usize,
    /// The word it should predict.
    pub target: Option<usize>,
    /// Names of the source units, the target words, and the words that have gone in.
    pub names: Names,
    /// The scenario's short name.
    pub id: String,
    /// Its title.
    pub title: Option<Text>,
}

impl Step<'_> {
    /// As a scenario of one target row.
    ///
    /// # Errors
    /// Where there is no such step, nothing reads, or a constant leaves f64.
    pub fn scenario(self) -> Result<Scenario, CannotOpen> {
        let query = self.passage.query(self.step).ok_or(match self.step < self.passage.steps() {
            true => CannotOpen::NothingReads,
            false => CannotOpen::NoSuchStep,
        })?;
        let source = self.passage.source();
        let d = query.len();
        let states: Vec<f64> = (0..source.len()).flat_map(|place| self.passage.z(place)).copied().collect();
        let readable = source.iter().map(|unit| *unit != PAD).collect();
        let (query, states) = (Lines::new(d, query), Lines::new(d, &states));
        self.with(query, states, Mask::Padding { readable, causal: false })
    }

    /// The output alone, for a step that reads nothing: one slot that holds the context.
    pub(super) fn output(self) -> Result<Scenario, CannotOpen> {
        if self.step >= self.passage.steps() {
            return Err(CannotOpen::NoSuchStep);
        }
        let context = self.passage.context(self.step);
        let lines = Lines::new(context.len(), context);
        let names = Names { slots: vec!["s".to_owned()], ..self.names };
        Self { names, ..self }.with(Lines::zeros(lines.width(), 1), lines, Mask::none(1))
    }

    fn with(self, queries: Lines, states: Lines, mask: Mask) -> Result<Scenario, CannotOpen> {
        let d = states.width();
        let words = self.parameters.shapes().sizes.target_words;
        let h = self.passage.decoder().h(self.step + 1);
        let rows = || (0..words).map(|word| self.parameters.row(Tensor::Output, word));
        let head: Vec<f64> = rows().flat_map(|row| &row[d..]).copied().collect();
        let constants = self.parameters.get(Tensor::OutputBias);
        let bias: Vec<f64> = rows().zip(constants).map(|(row, constant)| constant + dot(&row[..d], h)).collect();
        if let Some(word) = bias.iter().position(|number| !number.is_finite()) {
            return Err(CannotOpen::Overflow { word });
        }
        Ok(Scenario {
            id: self.id,
            title: self.title,
            about: None,
            names: Arc::new(self.names),
            givens: Givens {
                queries,
                keys: states.clone(),
                values: states,
                head: Lines::new(d, &head),
                bias: vec![Some(Lines::new(words, &bias))],
                scorer: Scorer::new(ScorerKind::ScaledDot, d),
                mask,
                targets: vec![self.target],
                origin: None,
            },
            interventions: Arc::default(),
            steps: Arc::default(),
            readings: None,
        })
    }
}

/// A step of the run looked at, as a scenario.
///
/// # Errors
/// As [`Step::scenario`].
pub fn step_scenario(of: &Translating, step: usize) -> Result<Scenario, CannotOpen> {
    let made = describe(of, step);
    if of.design().reads() { made.scenario() } else { Err(CannotOpen::NothingReads) }
}

/// The same, or its output alone where nothing reads: enough to explain what follows from the context.
pub(super) fn explained(of: &Translating, step: usize) -> Result<Scenario, CannotOpen> {
    let made = describe(of, step);
    if of.design().reads() { made.scenario() } else { made.output() }
}

fn describe(of: &Translating, step: usize) -> Step<'_> {
    let passage = of.passage();
    let prefix: Vec<&str> = passage.inputs().iter().take(step + 1).map(|word| of.word_name(*word)).collect();
    let names = Names {
        slots: (0..of.units()).map(|place| of.unit_name(place).to_owned()).collect(),
        words: (0..of.words()).map(|word| word_of(of, word)).collect(),
        prefixes: vec![Some(prefix.join(" "))],
    };
    Step {
        parameters: of.parameters(),
        passage,
        step,
        target: of.target(step),
        names,
        id: format!("step-{}", step + 1),
        title: Some(say::step_title(step + 1)),
    }
}

/// Words of a scenario are distinct; one the corpus does not know has its number for a name.
fn word_of(of: &Translating, word: usize) -> String {
    of.corpus().target.word(word).map_or_else(|| format!("#{}", word + 1), str::to_owned)
}
