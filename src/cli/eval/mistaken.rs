//! `--mistake ID`: which mistake is meant, and what of it belongs to every format.

use super::super::Failure;
use super::evaluation::Evaluation;
use crate::engine::laws::{Law, Verdict};
use crate::engine::mistakes::{Figure, Mistake, Mistaken, NoFigure, WrongRow};
use crate::scenario::nearest;
use crate::words::{Lang, Text, cli, mistakes as words, undefined};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

/// Any text, with the ids offered where values are completed. What is none of them is told in the language of the user.
#[derive(Clone)]
pub(super) struct Ids;

impl TypedValueParser for Ids {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Mistake::ALL.into_iter().map(|mistake| PossibleValue::new(mistake.id()))))
    }
}

/// The mistake of an id.
///
/// # Errors
/// There is none; the nearest is named, and all of them.
pub(super) fn mistake(id: &str) -> Result<Mistake, Failure> {
    Mistake::from_id(id).ok_or_else(|| {
        let ids = Mistake::ALL.map(Mistake::id);
        Failure::Usage(cli::no_mistake(id, nearest(id, ids), &ids.join(", ")))
    })
}

/// The ids with their titles, a line each.
pub(super) fn list(lang: Lang) -> String {
    // Ids are ASCII letters and hyphens: their length is their width.
    let widest = Mistake::ALL.iter().map(|mistake| mistake.id().len()).max().unwrap_or(0);
    let line = |mistake: &Mistake| format!("  {:widest$}  {}", mistake.id(), words::title(*mistake).get(lang));
    Mistake::ALL.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Why a row has no numbers, or not all: `None` where it has.
pub(super) fn undefined(evaluation: &Evaluation, row: &WrongRow) -> Option<Text> {
    let (slots, vocabulary) = (&evaluation.names().slots, &evaluation.names().words);
    if let Some(reason) = row.undefined() {
        return Some(undefined::reason(reason, slots, vocabulary));
    }
    if let Some(failure) = row.failure() {
        return Some(words::failure(failure, slots, vocabulary));
    }
    let left_out = row.loss() == Some(Figure::None(NoFigure::LeftOut));
    left_out.then(|| words::target_left_out(evaluation.target(row.row()).unwrap_or_default()))
}

/// The laws that break in any of the rows.
///
/// Whether the context is in the hull takes longest to find out. Where the weights sum to 1, none is negative, no masked
/// slot is read and the context is their combination, it is (see [`Law::ContextIsCombination`]).
pub(super) fn laws_broken(mistaken: &Mistaken) -> Vec<Law> {
    let mut broken = [false; Law::ALL.len()];
    for t in 0..mistaken.givens().rows() {
        let row = mistaken.row(t);
        let claims = mistaken.claims(&row);
        let verdict = |law: Law| law.check(&claims).verdict;
        let certificate =
            [Law::AttentionSumsToOne, Law::AttentionNotNegative, Law::MaskedNotRead, Law::ContextIsCombination];
        for (law, broken) in Law::ALL.into_iter().zip(&mut broken).filter(|(_, broken)| !**broken) {
            let needless =
                law == Law::ContextInHull && !certificate.into_iter().any(|law| verdict(law) == Verdict::Broken);
            *broken = !needless && verdict(law) == Verdict::Broken;
        }
    }
    Law::ALL.into_iter().zip(broken).filter(|(_, broken)| *broken).map(|(law, _)| law).collect()
}
