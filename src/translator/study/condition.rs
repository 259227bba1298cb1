//! What is compared: one translator each, everything else the same.

use crate::translator::corpus::Corpus;
use crate::translator::design::{Design, Encoder, FirstState, Interface, Sizes, SourceOrder, Timing};
use crate::translator::parameters::Shapes;
use crate::translator::training::Plan;

/// A translator of the study. What is not named is as in the reference: the encoder goes both ways, the source is read
/// forward, each step reads before it updates, h_0 = 0, no query bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Source order × interface, of an encoder that goes one way or both.
    Cell {
        /// Directions of the encoder.
        encoder: Encoder,
        /// Source order.
        order: SourceOrder,
        /// Whether each step reads; else it has the summary.
        reads: bool,
    },
    /// The summary alone, so wide that it has at least as many parameters as the one that reads.
    Matched(Encoder),
    /// The summary alone, with [`Condition::LONGER`] times the sentences.
    Longer(Encoder),
    /// It updates, then reads.
    UpdateThenRead,
    /// The query has a constant.
    QueryBias,
    /// The first state comes from the encoder.
    FirstState,
}

/// A part of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Source order × interface, with the capacity-matched control.
    Order(Encoder),
    /// What the first read has to go by.
    FirstStep,
    /// Whether the summary is slow or incapable.
    Longer,
}

impl Part {
    /// All.
    pub const ALL: [Part; 4] =
        [Part::Order(Encoder::Bidirectional), Part::Order(Encoder::OneDirection), Part::FirstStep, Part::Longer];

    /// Its name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Part::Order(Encoder::Bidirectional) => "order",
            Part::Order(Encoder::OneDirection) => "order-one",
            Part::FirstStep => "first-step",
            Part::Longer => "longer",
        }
    }

    /// Its conditions. The first is what the others are held against.
    pub fn conditions(self) -> Vec<Condition> {
        let cell = |encoder, order, reads| Condition::Cell { encoder, order, reads };
        let reference = cell(Encoder::Bidirectional, SourceOrder::Forward, true);
        match self {
            Part::Order(encoder) => vec![
                cell(encoder, SourceOrder::Forward, true),
                cell(encoder, SourceOrder::Reversed, true),
                cell(encoder, SourceOrder::Forward, false),
                cell(encoder, SourceOrder::Reversed, false),
                Condition::Matched(encoder),
            ],
            Part::FirstStep => {
                vec![reference, Condition::UpdateThenRead, Condition::QueryBias, Condition::FirstState]
            }
            Part::Longer => vec![
                reference,
                cell(Encoder::Bidirectional, SourceOrder::Forward, false),
                Condition::Longer(Encoder::Bidirectional),
            ],
        }
    }
}

impl Condition {
    /// How many times the sentences the longer one has.
    pub const LONGER: usize = 4;

    /// Its name in tables and files.
    pub fn id(self) -> String {
        let way = |encoder| if encoder == Encoder::Bidirectional { "both" } else { "one" };
        match self {
            Condition::Cell { encoder, order, reads } => {
                let order = if order == SourceOrder::Forward { "forward" } else { "reversed" };
                let interface = if reads { "dynamic" } else { "fixed" };
                format!("{}-{order}-{interface}", way(encoder))
            }
            Condition::Matched(encoder) => format!("{}-forward-fixed-matched", way(encoder)),
            Condition::Longer(encoder) => format!("{}-forward-fixed-longer", way(encoder)),
            Condition::UpdateThenRead => "update-then-read".to_owned(),
            Condition::QueryBias => "query-bias".to_owned(),
            Condition::FirstState => "first-state-from-encoder".to_owned(),
        }
    }

    /// The design it is of.
    pub fn design(self) -> Design {
        let base = Design::default();
        let fixed = |encoder| Design { encoder, interface: Interface::Fixed, ..base };
        match self {
            Condition::Cell { encoder, order, reads: true } => Design { encoder, order, ..base },
            Condition::Cell { encoder, order, reads: false } => Design { order, ..fixed(encoder) },
            Condition::Matched(encoder) | Condition::Longer(encoder) => fixed(encoder),
            Condition::UpdateThenRead => {
                Design { interface: Interface::Dynamic { timing: Timing::UpdateThenRead, query_bias: false }, ..base }
            }
            Condition::QueryBias => {
                Design { interface: Interface::Dynamic { timing: Timing::ReadThenUpdate, query_bias: true }, ..base }
            }
            Condition::FirstState => Design { first_state: FirstState::FromEncoder, ..base },
        }
    }

    /// The plan it follows: that of the study with its own design, width or length.
    pub fn plan(self, base: &Plan, corpus: &Corpus) -> Plan {
        let mut plan = Plan { design: self.design(), ..*base };
        match self {
            Condition::Matched(encoder) => plan.width = matched_width(base, encoder, corpus),
            Condition::Longer(_) => plan.schedule.steps = plan.schedule.steps.saturating_mul(Self::LONGER),
            _ => {}
        }
        plan
    }
}

/// The smallest width at which the summary alone has at least as many parameters as the one that reads.
pub fn matched_width(base: &Plan, encoder: Encoder, corpus: &Corpus) -> usize {
    let (source_words, target_words) = (corpus.source.len(), corpus.target.len());
    let count = |width: usize, interface: Interface| {
        let sizes = Sizes { width, embedding: base.embedding, source_words, target_words };
        let design = Design { encoder, interface, ..Design::default() };
        Shapes::new(design, sizes).map_or(0, |shapes| shapes.count())
    };
    let wanted = count(base.width, Interface::default());
    let step = if encoder == Encoder::Bidirectional { 2 } else { 1 };
    // The width grows by steps, and the count with it, so that one is reached at twice the width at the latest.
    (base.width..=base.width.saturating_mul(2))
        .step_by(step)
        .find(|width| count(*width, Interface::Fixed) >= wanted)
        .unwrap_or(base.width)
}
