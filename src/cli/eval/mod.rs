//! `twoaxes eval SCENARIO`: computes a scenario and prints every number, no terminal needed.
//!
//! Everything that can be wrong is found before the first byte is written. Each format is a file of its own: JSON and
//! CSV are written straight from the [`Evaluation`]; what people read is described once, in `report`, and set in three
//! ways.

pub(super) mod csv;
mod evaluation;
mod json;
mod latex;
mod learning;
pub(super) mod markdown;
mod mistaken;
pub(super) mod number;
pub(super) mod page;
mod report;
mod start;
pub(super) mod table;

use super::arguments::{self, Subcommand};
use super::{Context, Failure, load};
use crate::scenario::Scope;
use crate::words::{Lang, cli_eval, cli_help as words};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use evaluation::{Asked, Evaluation};
use std::ffi::OsString;
use std::io;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { name: "eval", about: &words::EVAL, describe, run };

const SCENARIO: &str = "SCENARIO";
const READING: &str = "reading";
const BRANCH: &str = "branch";
const SET: &str = "set";
const GRADIENTS: &str = "gradients";
const CONTRIBUTIONS: &str = "contributions";
const MISTAKE: &str = "mistake";
const FORMAT: &str = "format";
const DIGITS: &str = "digits";

/// Decimals shown when nothing else is asked for, as the lesson prints them.
const DEFAULT_DIGITS: u8 = 6;
/// More than this says nothing about a number below 10.
const MOST_DIGITS: i64 = 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Format {
    #[default]
    Table,
    Json,
    Csv,
    Markdown,
    Latex,
}

impl Format {
    const ALL: [(&'static str, Format); 5] = [
        ("table", Format::Table),
        ("json", Format::Json),
        ("csv", Format::Csv),
        ("markdown", Format::Markdown),
        ("latex", Format::Latex),
    ];
}

fn describe(command: Command, lang: Lang) -> Command {
    let option = |name, value, help: &'static crate::words::Text| {
        arguments::option(name, lang).value_name(value).help(help.get(lang))
    };
    let scenario: Arg = arguments::positional(SCENARIO, &words::SCENARIO, lang)
        .required(true)
        .value_parser(value_parser!(OsString))
        .value_hint(clap::ValueHint::FilePath);
    command
        .arg(scenario)
        .arg(option(READING, "ID", &words::READING))
        .arg(option(BRANCH, "ID", &words::BRANCH))
        .arg(option(SET, "ADDRESS=VALUES", &words::SET).action(ArgAction::Append))
        .arg(arguments::option(GRADIENTS, lang).action(ArgAction::SetTrue).help(words::GRADIENTS.get(lang)))
        .arg(arguments::option(CONTRIBUTIONS, lang).action(ArgAction::SetTrue).help(words::CONTRIBUTIONS.get(lang)))
        .arg(option(MISTAKE, "ID", &words::MISTAKE).value_parser(mistaken::Ids).hide_possible_values(true))
        .arg(option(learning::LEARN, "NAMES", &words::LEARN))
        .arg(option(learning::RATE, "NUMBER", &words::RATE).allow_hyphen_values(true))
        .arg(option(learning::STEPS, "N", &words::STEPS).allow_hyphen_values(true))
        .arg(option(learning::METHOD, "METHOD", &words::METHOD))
        .arg(
            option(FORMAT, "FORMAT", &words::FORMAT)
                .value_parser(Format::ALL.map(|(name, _)| name))
                .hide_possible_values(true),
        )
        .arg(option(DIGITS, "N", &words::DIGITS).value_parser(value_parser!(u8).range(0..=MOST_DIGITS)))
        .after_help(words::eval_end(&mistaken::list(lang), lang))
}

fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let Some(named) = matches.get_one::<OsString>(SCENARIO) else { return Ok(()) };
    let format = matches.get_one::<String>(FORMAT).map_or_else(Format::default, |name| {
        Format::ALL.into_iter().find_map(|(known, format)| (known == name).then_some(format)).unwrap_or_default()
    });
    let digits = usize::from(matches.get_one::<u8>(DIGITS).copied().unwrap_or(DEFAULT_DIGITS));
    let mistake = matches.get_one::<String>(MISTAKE).map(|id| mistaken::mistake(id)).transpose()?;
    let contributions = matches.get_flag(CONTRIBUTIONS);
    if contributions && mistake.is_some() {
        return Err(Failure::Usage(cli_eval::CONTRIBUTIONS_ARE_RIGHT.clone()));
    }
    let wanted_learning = learning::wanted(matches, mistake.is_some())?;
    let edits: Vec<String> = matches.get_many::<String>(SET).into_iter().flatten().cloned().collect();

    let scenario = load::scenario(named, context.input)?.scenario;
    let scenario = start::reading(scenario, matches.get_one::<String>(READING).map(String::as_str))?;
    let wanted = matches.get_one::<String>(BRANCH).map(String::as_str);
    let (branch, mut givens) = start::branch(&scenario, wanted)?;
    start::set(&mut givens, &scenario, &edits)?;
    let learnt = wanted_learning
        .map(|wanted| {
            let scope = Scope { givens: &givens, names: &scenario.names, focused_row: None };
            learning::learn(&givens, &wanted, &scope)
        })
        .transpose()?;
    let asked = Asked { gradients: matches.get_flag(GRADIENTS), contributions, mistake };
    let evaluation = Evaluation::of(scenario, branch, edits, givens, asked).after(learnt);
    for warning in evaluation.warnings() {
        context.warn(&warning);
    }
    Ok(write(&evaluation, format, digits, context)?)
}

fn write(evaluation: &Evaluation, format: Format, digits: usize, context: &mut Context<'_>) -> io::Result<()> {
    let (lang, output) = (context.lang, &mut *context.output);
    match format {
        Format::Json => json::write(evaluation, output),
        Format::Csv => csv::write(evaluation, digits, output),
        Format::Table => report::write(evaluation, lang, &mut table::TablePage::new(output, digits)),
        Format::Markdown => report::write(evaluation, lang, &mut markdown::MarkdownPage::new(output, digits)),
        Format::Latex => report::write(evaluation, lang, &mut latex::LatexPage::new(output, digits, lang)?),
    }
}
