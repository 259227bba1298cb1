//! What is evaluated: one reading of a file that holds several, in it the baseline or an intervention of the scenario, and then the `--set` of this call.

use super::super::Failure;
use crate::engine::Givens;
use crate::scenario::{self, Intervention, Scenario, Scope, Setting};
use crate::words::cli as words;

/// What the baseline is called where a branch is asked for.
const BASELINE: &str = "baseline";

/// The scenario with the reading shown that is asked for; the first where none is.
///
/// # Errors
/// The file has no such reading, or none at all.
pub(super) fn reading(scenario: Scenario, wanted: Option<&str>) -> Result<Scenario, Failure> {
    let Some(wanted) = wanted else { return Ok(scenario) };
    if !scenario.has_readings() {
        return Err(Failure::value(words::no_readings(wanted, &scenario.id)));
    }
    let known: Vec<&str> = scenario.all_readings().filter_map(|one| Some(one.label?.id.as_str())).collect();
    match known.iter().position(|id| *id == wanted) {
        Some(at) => Ok(scenario.showing(at)),
        None => {
            let near = scenario::nearest(wanted, known.iter().copied());
            Err(Failure::value(words::no_reading(wanted, &scenario.id, near, &known.join(", "))))
        }
    }
}

/// The id of the branch, and its givens.
///
/// # Errors
/// The scenario has no such branch.
pub(super) fn branch(scenario: &Scenario, wanted: Option<&str>) -> Result<(String, Givens), Failure> {
    let mut givens = scenario.givens.clone();
    let wanted = wanted.unwrap_or(BASELINE);
    if let Some(intervention) = scenario.interventions.iter().find(|known| known.id == wanted) {
        put(&mut givens, intervention)?;
    } else if wanted != BASELINE {
        let ids = scenario.interventions.iter().map(|known| known.id.as_str());
        let known: Vec<&str> = std::iter::once(BASELINE).chain(ids).collect();
        return Err(Failure::value(words::no_branch(wanted, &scenario.id, &known.join(", "))));
    }
    Ok((wanted.to_owned(), givens))
}

/// A scenario is checked with all its interventions when it is read. What may still be found here is a number that would
/// follow from its words and be beyond f64.
fn put(givens: &mut Givens, intervention: &Intervention) -> Result<(), Failure> {
    scenario::apply(givens, &intervention.set).map_err(|problem| Failure::value(problem.text))
}

/// Puts the `--set` of one call into the givens, all of them as one change.
///
/// # Errors
/// Everything that is wrong in them, each named as it was written; two that touch the same cell.
pub(super) fn set(givens: &mut Givens, scenario: &Scenario, edits: &[String]) -> Result<(), Failure> {
    let texts: Vec<&str> = edits.iter().map(String::as_str).collect();
    let scope = Scope { givens, names: &scenario.names, focused_row: None };
    let settings = Setting::read_assignments(&texts, &scope).map_err(|problems| {
        let told = problems.into_iter();
        Failure::Values(told.map(|(at, problem)| words::wrong_set(texts[at], problem.at + 1, &problem.text)).collect())
    })?;
    scenario::apply(givens, &settings).map_err(|problem| {
        let written = texts.get(problem.at).copied().unwrap_or_default();
        Failure::value(words::unfit_set(written, &problem.text))
    })
}
