//! `"learning"`: the run that came before the numbers of the object.

use super::{GivenRows, Listed, unsigned};
use crate::cli::eval::learning::Learnt;
use crate::engine::{Cell, Givens, Tensor};
use crate::scenario::tensor_name;
use serde::ser::{Serialize, SerializeMap, Serializer};

pub(super) struct Told<'a> {
    pub givens: &'a Givens,
    pub learnt: &'a Learnt,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { givens, learnt } = *self;
        let (plan, course) = (learnt.run.plan(), learnt.run.course());
        let names: Vec<&str> = plan.what().iter().map(|tensor| tensor_name(*tensor)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("what", &names)?;
        map.serialize_entry("method", plan.method.name())?;
        map.serialize_entry("rate", &plan.rate.get())?;
        map.serialize_entry("steps", &learnt.steps_wanted)?;
        map.serialize_entry("steps_done", &course.steps())?;
        map.serialize_entry("stopped", &learnt.stopped.as_ref().map(|why| why.en.as_ref()))?;
        map.serialize_entry("loss_before", &unsigned(course.start()))?;
        map.serialize_entry("loss_after", &unsigned(course.now()))?;
        let (lowest, at) = course.lowest();
        map.serialize_entry("loss_lowest", &unsigned(lowest))?;
        map.serialize_entry("lowest_at", &at)?;
        map.serialize_entry("rises", &course.rises())?;
        map.serialize_entry("first_rise", &course.first_rise())?;
        map.serialize_entry("gradient_norm", &learnt.gradient_norm)?;
        map.serialize_entry("reading_floor", &learnt.floor)?;
        map.serialize_entry("every", &course.every())?;
        map.serialize_entry("course", &course.points().collect::<Vec<_>>())?;
        map.serialize_entry("learned", &Learned { givens, what: plan.what() })?;
        map.end()
    }
}

/// What has been learnt, each tensor row by row as on paper (a vector parameter: a list of numbers).
struct Learned<'a> {
    givens: &'a Givens,
    what: &'a [Tensor],
}

impl Serialize for Learned<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.what.len()))?;
        for &tensor in self.what {
            match tensor {
                Tensor::Parameter(parameter) if !parameter.is_matrix() => {
                    let columns = self.givens.shape(tensor).map_or(0, |(_, columns)| columns);
                    let number = |column| self.givens.get(Cell::new(tensor, 0, column));
                    map.serialize_entry(tensor_name(tensor), &Listed(|| (0..columns).filter_map(number)))?;
                }
                _ => map.serialize_entry(tensor_name(tensor), &GivenRows(self.givens, tensor))?,
            }
        }
        map.end()
    }
}
