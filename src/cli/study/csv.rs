//! `--format csv` (RFC 4180): a line for each training, so that spread and range are a filter's to compute.

use super::carried::Study;
use crate::cli::eval::csv::field;
use crate::cli::eval::number::rounded;
use crate::translator::study::{BANDS, Measure};
use std::io::{self, Write};

/// What stands before the figures.
const FIRST: [&str; 5] = ["condition", "seed", "parameters", "width", "sentences"];

/// The head and the trainings, each line ended as the standard says. What does not exist is empty.
pub(super) fn write(study: &Study, digits: usize, output: &mut dyn Write) -> io::Result<()> {
    let words = (0..BANDS.len()).map(|band| Measure::RecipientErrors(band).id().replace("error", "words"));
    let head = FIRST.map(str::to_owned).into_iter().chain(Measure::all().into_iter().map(Measure::id)).chain(words);
    line(head, output)?;
    for outcome in &study.outcomes {
        let width = outcome.condition.plan(&study.base, &study.corpus).width;
        let first = [
            outcome.condition.id(),
            outcome.seed.to_string(),
            outcome.parameters.to_string(),
            width.to_string(),
            outcome.sentences.to_string(),
        ];
        let figures = Measure::all().into_iter().map(|measure| measure.of(outcome));
        let figures = figures.map(|figure| figure.map_or_else(String::new, |figure| rounded(figure, digits)));
        let words = outcome.recipients.iter().map(|(many, _)| many.to_string());
        line(first.into_iter().chain(figures).chain(words), output)?;
    }
    Ok(())
}

fn line(fields: impl Iterator<Item = String>, output: &mut dyn Write) -> io::Result<()> {
    let fields: Vec<String> = fields.map(|text| field(&text).into_owned()).collect();
    write!(output, "{}\r\n", fields.join(","))
}
