//! `twoaxes study`: the lesson's open question as an experiment, carried out and told.
//!
//! | to find | look at |
//! |---|---|
//! | what is asked for, and what is wrong with it | here |
//! | the trainings, and what came of them | `carried` |
//! | the formats | `report` (table and Markdown), `csv`, `json` |

mod carried;
mod csv;
mod json;
mod report;

use super::arguments::{self, Subcommand};
use super::eval::{markdown::MarkdownPage, table::TablePage};
use super::train::corpus;
use super::{Context, Failure};
use crate::translator::study::Part;
use crate::translator::{Corpus, Plan, Schedule};
use crate::words::{Lang, Text, cli_help as words, translator_study as say};
use carried::Study;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use std::ffi::OsString;
use std::num::NonZero;
use std::thread;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { name: "study", about: &words::STUDY, describe, run };

const PART: &str = "part";
const SEEDS: &str = "seeds";
const SEED_LIST: &str = "seed-list";
const SENTENCES: &str = "sentences";
const THREADS: &str = "threads";
const CORPUS: &str = "corpus";
const FORMAT: &str = "format";
const DIGITS: &str = "digits";
const QUIET: &str = "quiet";

/// All parts, where a part is asked for.
const ALL: &str = "all";
/// Seeds when nothing else is asked for: the fewest of which anything is said.
const DEFAULT_SEEDS: u64 = 3;
/// More seeds than this are a list that was meant.
const MOST_SEEDS: u64 = 1000;
/// Sentences of a training: a day of it.
const MOST_SENTENCES: u64 = 100_000_000;
const MOST_THREADS: u64 = 1024;
const DEFAULT_DIGITS: u8 = 6;
/// More than this says nothing about a number below 10.
const MOST_DIGITS: i64 = 17;
const FORMATS: [&str; 4] = ["table", "json", "csv", "markdown"];

fn describe(command: Command, lang: Lang) -> Command {
    let option =
        |name, value, help: &'static Text| arguments::option(name, lang).value_name(value).help(help.get(lang));
    let parts: Vec<&str> = Part::ALL.map(Part::name).into_iter().chain([ALL]).collect();
    command
        .arg(
            option(PART, "PART", &words::STUDY_PART)
                .action(ArgAction::Append)
                .value_parser(parts)
                .hide_possible_values(true),
        )
        .arg(option(SEEDS, "N", &words::STUDY_SEEDS).value_parser(value_parser!(u64).range(1..=MOST_SEEDS)))
        .arg(option(SEED_LIST, "SEEDS", &words::STUDY_SEED_LIST).conflicts_with(SEEDS).allow_hyphen_values(true))
        .arg(option(SENTENCES, "N", &words::STUDY_SENTENCES).value_parser(value_parser!(u64).range(1..=MOST_SENTENCES)))
        .arg(option(THREADS, "N", &words::STUDY_THREADS).value_parser(value_parser!(u64).range(1..=MOST_THREADS)))
        .arg(
            option(CORPUS, "FILE", &words::CORPUS)
                .value_parser(value_parser!(OsString))
                .value_hint(clap::ValueHint::FilePath),
        )
        .arg(option(FORMAT, "FORMAT", &words::STUDY_FORMAT).value_parser(FORMATS).hide_possible_values(true))
        .arg(option(DIGITS, "N", &words::STUDY_DIGITS).value_parser(value_parser!(u8).range(0..=MOST_DIGITS)))
        .arg(arguments::option(QUIET, lang).action(ArgAction::SetTrue).help(words::QUIET.get(lang)))
        .after_help(words::STUDY_END.get(lang))
}

/// What is studied, and by how many at a time.
struct Asked {
    parts: Vec<Part>,
    seeds: Vec<u64>,
    base: Plan,
    corpus: Corpus,
    corpus_name: String,
    threads: usize,
    quiet: bool,
}

fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let named = matches.get_one::<OsString>(CORPUS);
    let (seeds, parts) = (seeds(matches)?, parts(matches));
    let (corpus, corpus_name) = corpus::load(named.map(OsString::as_os_str), context.input)?;
    let asked = Asked {
        parts,
        seeds,
        corpus,
        corpus_name,
        base: base(matches),
        threads: threads(matches),
        quiet: matches.get_flag(QUIET),
    };
    let study = Study::carried_out(asked, context)?;
    let digits = usize::from(matches.get_one::<u8>(DIGITS).copied().unwrap_or(DEFAULT_DIGITS));
    let (lang, output) = (context.lang, &mut *context.output);
    match matches.get_one::<String>(FORMAT).map(String::as_str) {
        Some("json") => json::write(&study, output)?,
        Some("csv") => csv::write(&study, digits, output)?,
        Some("markdown") => report::write(&study, lang, &mut MarkdownPage::new(output, digits))?,
        _ => report::write(&study, lang, &mut TablePage::new(output, digits))?,
    }
    Ok(())
}

/// The parts asked for, each once, in the order of their list.
fn parts(matches: &ArgMatches) -> Vec<Part> {
    let wanted: Vec<&String> = matches.get_many::<String>(PART).into_iter().flatten().collect();
    let all = wanted.is_empty() || wanted.iter().any(|name| *name == ALL);
    Part::ALL.into_iter().filter(|part| all || wanted.iter().any(|name| *name == part.name())).collect()
}

/// # Errors
/// What stands in the list is no seed, or stands there twice.
fn seeds(matches: &ArgMatches) -> Result<Vec<u64>, Failure> {
    let Some(written) = matches.get_one::<String>(SEED_LIST) else {
        return Ok((1..=matches.get_one::<u64>(SEEDS).copied().unwrap_or(DEFAULT_SEEDS)).collect());
    };
    let read: Result<Vec<u64>, _> = written.split(',').map(|seed| seed.trim().parse::<u64>()).collect();
    let seeds = read.map_err(|_| Failure::value(say::bad_seeds(written)))?;
    match seeds.iter().enumerate().find(|(at, seed)| seeds[..*at].contains(seed)) {
        Some((_, seed)) => Err(Failure::value(say::same_seed(*seed))),
        None => Ok(seeds),
    }
}

fn base(matches: &ArgMatches) -> Plan {
    let mut schedule = Schedule::default();
    if let Some(sentences) = matches.get_one::<u64>(SENTENCES).and_then(|count| usize::try_from(*count).ok()) {
        schedule.steps = sentences.div_ceil(schedule.batch);
    }
    Plan { schedule, ..Plan::default() }
}

fn threads(matches: &ArgMatches) -> usize {
    let asked = matches.get_one::<u64>(THREADS).and_then(|count| usize::try_from(*count).ok());
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
}
