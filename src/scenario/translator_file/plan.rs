//! A plan as it is told: in files, and in what the command line prints.

use super::{limits, names};
use crate::translator::{Design, Initialisation, Interface, Plan, Schedule};
use serde::{Deserialize, Serialize};

/// A plan in words and numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanTold {
    seed: u64,
    width: usize,
    embedding: usize,
    initialisation: String,
    encoder: String,
    source_order: String,
    interface: String,
    /// Only where it reads.
    timing: Option<String>,
    /// Only where it reads.
    query_bias: Option<bool>,
    first_state: String,
    /// All that are planned.
    steps: usize,
    batch: usize,
    rate: f64,
    last_rate: f64,
    clip: f64,
}

impl PlanTold {
    /// Of a plan.
    pub fn new(plan: &Plan) -> Self {
        let Plan { design, width, embedding, seed, initialisation, schedule } = *plan;
        let (timing, query_bias) = match design.interface {
            Interface::Dynamic { timing, query_bias } => {
                (Some(names::name(names::TIMINGS, timing).to_owned()), Some(query_bias))
            }
            Interface::Fixed => (None, None),
        };
        Self {
            seed,
            width,
            embedding,
            initialisation: match initialisation {
                // The form that holds every f64 shortly: 1e300 is not 301 digits.
                Initialisation::Uniform(bound) => format!("{}{bound:?}", names::UNIFORM),
                Initialisation::ByWidth => names::BY_WIDTH.to_owned(),
            },
            encoder: names::name(names::ENCODERS, design.encoder).to_owned(),
            source_order: names::name(names::ORDERS, design.order).to_owned(),
            interface: names::name(names::INTERFACES, design.reads()).to_owned(),
            timing,
            query_bias,
            first_state: names::name(names::FIRST_STATES, design.first_state).to_owned(),
            steps: schedule.steps,
            batch: schedule.batch,
            rate: schedule.rate,
            last_rate: schedule.last_rate,
            clip: schedule.clip,
        }
    }

    /// The plan that is told.
    ///
    /// # Errors
    /// The field that cannot be as it is.
    pub(super) fn plan(&self) -> Result<Plan, &'static str> {
        let within = |number: usize, most: usize, field: &'static str| {
            if (1..=most).contains(&number) { Ok(number) } else { Err(field) }
        };
        let positive = |number: f64, field: &'static str| {
            if number.is_finite() && number > 0.0 { Ok(number) } else { Err(field) }
        };
        let interface = match names::choice(names::INTERFACES, &self.interface).ok_or("interface")? {
            true => {
                let timing = self.timing.as_deref().and_then(|timing| names::choice(names::TIMINGS, timing));
                let query_bias = self.query_bias.ok_or("query_bias")?;
                Interface::Dynamic { timing: timing.ok_or("timing")?, query_bias }
            }
            false => Interface::Fixed,
        };
        let design = Design {
            encoder: names::choice(names::ENCODERS, &self.encoder).ok_or("encoder")?,
            order: names::choice(names::ORDERS, &self.source_order).ok_or("source_order")?,
            interface,
            first_state: names::choice(names::FIRST_STATES, &self.first_state).ok_or("first_state")?,
        };
        let initialisation = match self.initialisation.strip_prefix(names::UNIFORM) {
            Some(bound) => {
                let bound = bound.parse().map_err(|_| "initialisation")?;
                Initialisation::Uniform(positive(bound, "initialisation")?)
            }
            None if self.initialisation == names::BY_WIDTH => Initialisation::ByWidth,
            None => return Err("initialisation"),
        };
        let batch = within(self.batch, limits::BATCH, "batch")?;
        let schedule = Schedule {
            rate: positive(self.rate, "rate")?,
            last_rate: positive(self.last_rate, "last_rate")?,
            steps: within(self.steps, limits::SENTENCES.div_ceil(batch), "steps")?,
            batch,
            clip: positive(self.clip, "clip")?,
        };
        Ok(Plan {
            design,
            width: within(self.width, limits::WIDTH, "width")?,
            embedding: within(self.embedding, limits::WIDTH, "embedding")?,
            seed: self.seed,
            initialisation,
            schedule,
        })
    }
}
