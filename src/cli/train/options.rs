//! The options of `train`, and the training they ask for.

use super::super::{Failure, arguments};
use crate::scenario::read_one;
use crate::scenario::translator_file::{limits, names};
use crate::translator::{Design, Initialisation, Interface, Plan, Schedule};
use crate::words::{Lang, Text, cli_help as words, cli_train as say};
use clap::{ArgAction, ArgMatches, Command, ValueHint, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;

const CORPUS: &str = "CORPUS";
const SEED: &str = "seed";
const SENTENCES: &str = "sentences";
const BATCH: &str = "batch";
const RATE: &str = "rate";
const LAST_RATE: &str = "last-rate";
const CLIP: &str = "clip";
const WIDTH: &str = "width";
const EMBEDDING: &str = "embedding";
const INIT: &str = "init";
const ENCODER: &str = "encoder";
const SOURCE_ORDER: &str = "source-order";
const INTERFACE: &str = "interface";
const TIMING: &str = "timing";
const QUERY_BIAS: &str = "query-bias";
const FIRST_STATE: &str = "first-state";
const OUTPUT: &str = "output";
const RESUME: &str = "resume";
const FORCE: &str = "force";
const QUIET: &str = "quiet";

/// The options a plan is made of: those of a new training.
const OF_A_PLAN: [&str; 15] = [
    SEED,
    SENTENCES,
    BATCH,
    RATE,
    LAST_RATE,
    CLIP,
    WIDTH,
    EMBEDDING,
    INIT,
    ENCODER,
    SOURCE_ORDER,
    INTERFACE,
    TIMING,
    QUERY_BIAS,
    FIRST_STATE,
];

/// Where a training begins.
pub(super) enum Start {
    /// From its seed.
    New(Plan),
    /// From a file.
    From(PathBuf),
}

/// What is asked for.
pub(super) struct Asked {
    /// A table, `-`, or the lesson's.
    pub corpus: Option<OsString>,
    pub start: Start,
    pub output: Option<PathBuf>,
    /// Whether an output that is there already may be replaced.
    pub force: bool,
    pub quiet: bool,
}

pub(super) fn describe(command: Command, lang: Lang) -> Command {
    let option = |name, value, help: &'static Text| {
        arguments::option(name, lang).value_name(value).help(help.get(lang)).allow_hyphen_values(true)
    };
    let flag =
        |name, help: &'static Text| arguments::option(name, lang).action(ArgAction::SetTrue).help(help.get(lang));
    let choice = |name, help: &'static Text, of: [&'static str; 2]| {
        arguments::option(name, lang)
            .value_name("NAME")
            .help(help.get(lang))
            .value_parser(of)
            .hide_possible_values(true)
    };
    let file = |name, help: &'static Text| {
        arguments::option(name, lang)
            .value_name("FILE")
            .help(help.get(lang))
            .value_parser(value_parser!(PathBuf))
            .value_hint(ValueHint::FilePath)
    };
    command
        .arg(
            arguments::positional(CORPUS, &words::CORPUS, lang)
                .value_parser(value_parser!(OsString))
                .value_hint(ValueHint::FilePath),
        )
        .arg(option(SEED, "N", &words::SEED))
        .arg(option(SENTENCES, "N", &words::SENTENCES))
        .arg(option(BATCH, "N", &words::BATCH))
        .arg(option(RATE, "NUMBER", &words::FIRST_RATE))
        .arg(option(LAST_RATE, "NUMBER", &words::LAST_RATE))
        .arg(option(CLIP, "NUMBER", &words::CLIP))
        .arg(option(WIDTH, "N", &words::WIDTH))
        .arg(option(EMBEDDING, "N", &words::EMBEDDING))
        .arg(option(INIT, "HOW", &words::INIT))
        .arg(choice(ENCODER, &words::ENCODER, names::ENCODERS.map(|(name, _)| name)))
        .arg(choice(SOURCE_ORDER, &words::SOURCE_ORDER, names::ORDERS.map(|(name, _)| name)))
        .arg(choice(INTERFACE, &words::INTERFACE, names::INTERFACES.map(|(name, _)| name)))
        .arg(choice(TIMING, &words::TIMING, names::TIMINGS.map(|(name, _)| name)))
        .arg(flag(QUERY_BIAS, &words::QUERY_BIAS))
        .arg(choice(FIRST_STATE, &words::FIRST_STATE, names::FIRST_STATES.map(|(name, _)| name)))
        .arg(file(OUTPUT, &words::OUTPUT))
        .arg(file(RESUME, &words::RESUME))
        .arg(flag(FORCE, &words::FORCE))
        .arg(flag(QUIET, &words::QUIET))
        .after_help(words::TRAIN_END.get(lang))
}

/// What the arguments ask for.
///
/// # Errors
/// Options that do not go together, and values that are none.
pub(super) fn read(matches: &ArgMatches) -> Result<Asked, Failure> {
    let output = matches.get_one::<PathBuf>(OUTPUT).cloned();
    let force = matches.get_flag(FORCE);
    if force && output.is_none() {
        return Err(Failure::Usage(say::force_without_output()));
    }
    let start = match matches.get_one::<PathBuf>(RESUME) {
        None => Start::New(plan(matches)?),
        Some(path) => {
            if let Some(option) = OF_A_PLAN.iter().find(|option| arguments::was_given(matches, option)) {
                return Err(Failure::Usage(say::only_new(&shown(option))));
            }
            Start::From(path.clone())
        }
    };
    let corpus = matches.get_one::<OsString>(CORPUS).cloned();
    Ok(Asked { corpus, start, output, force, quiet: matches.get_flag(QUIET) })
}

fn plan(matches: &ArgMatches) -> Result<Plan, Failure> {
    let default = Plan::default();
    let whole = |option: &str, most: usize| whole(matches, option, most);
    let width = whole(WIDTH, limits::WIDTH)?;
    let width = width.unwrap_or(default.width);
    let seed = match written(matches, SEED) {
        None => default.seed,
        Some(seed) => seed.trim().parse().map_err(|_| Failure::value(say::no_seed(seed)))?,
    };
    Ok(Plan {
        design: design(matches)?,
        width,
        embedding: whole(EMBEDDING, limits::WIDTH)?.unwrap_or(width),
        seed,
        initialisation: initialisation(matches)?,
        schedule: schedule(matches)?,
    })
}

fn schedule(matches: &ArgMatches) -> Result<Schedule, Failure> {
    let default = Schedule::default();
    let batch = whole(matches, BATCH, limits::BATCH)?.unwrap_or(default.batch);
    let sentences = whole(matches, SENTENCES, limits::SENTENCES)?.unwrap_or(default.sentences(default.steps));
    let rate = positive(matches, RATE)?;
    let last_rate = match positive(matches, LAST_RATE)? {
        Some(last) => last,
        // A tenth of the smallest numbers is 0.
        None => rate.map_or(default.last_rate, |rate| (rate / 10.0).max(f64::MIN_POSITIVE)),
    };
    Ok(Schedule {
        rate: rate.unwrap_or(default.rate),
        last_rate,
        steps: sentences.div_ceil(batch),
        batch,
        clip: positive(matches, CLIP)?.unwrap_or(default.clip),
    })
}

fn design(matches: &ArgMatches) -> Result<Design, Failure> {
    let default = Design::default();
    let reads = chosen(matches, INTERFACE, names::INTERFACES).unwrap_or(true);
    if !reads && let Some(option) = [TIMING, QUERY_BIAS].iter().find(|option| arguments::was_given(matches, option)) {
        return Err(Failure::Usage(say::only_dynamic(&shown(option))));
    }
    let timing = chosen(matches, TIMING, names::TIMINGS).unwrap_or_default();
    Ok(Design {
        encoder: chosen(matches, ENCODER, names::ENCODERS).unwrap_or(default.encoder),
        order: chosen(matches, SOURCE_ORDER, names::ORDERS).unwrap_or(default.order),
        interface: if reads {
            Interface::Dynamic { timing, query_bias: matches.get_flag(QUERY_BIAS) }
        } else {
            Interface::Fixed
        },
        first_state: chosen(matches, FIRST_STATE, names::FIRST_STATES).unwrap_or(default.first_state),
    })
}

fn initialisation(matches: &ArgMatches) -> Result<Initialisation, Failure> {
    let Some(written) = written(matches, INIT) else { return Ok(Plan::default().initialisation) };
    if written == names::BY_WIDTH {
        return Ok(Initialisation::ByWidth);
    }
    let bound = written.strip_prefix(names::UNIFORM).and_then(above_zero);
    bound.map(Initialisation::Uniform).ok_or_else(|| Failure::value(say::no_initialisation(written)))
}

fn written<'a>(matches: &'a ArgMatches, option: &str) -> Option<&'a str> {
    matches.get_one::<String>(option).map(String::as_str)
}

fn chosen<T: Copy, const N: usize>(matches: &ArgMatches, option: &str, of: [(&'static str, T); N]) -> Option<T> {
    written(matches, option).and_then(|called| names::choice(of, called))
}

/// A whole number from 1 to `most`, where the option is given.
fn whole(matches: &ArgMatches, option: &str, most: usize) -> Result<Option<usize>, Failure> {
    let Some(written) = written(matches, option) else { return Ok(None) };
    let number = written.trim().parse().ok().filter(|number| (1..=most).contains(number));
    number.map(Some).ok_or_else(|| Failure::value(say::not_whole(&shown(option), written, 1, most)))
}

/// A positive number, where the option is given.
fn positive(matches: &ArgMatches, option: &str) -> Result<Option<f64>, Failure> {
    let Some(written) = written(matches, option) else { return Ok(None) };
    above_zero(written).map(Some).ok_or_else(|| Failure::value(say::not_positive(&shown(option), written)))
}

fn above_zero(written: &str) -> Option<f64> {
    read_one(written).ok().map(|reading| reading.value).filter(|value| *value > 0.0)
}

fn shown(option: &str) -> String {
    format!("--{option}")
}
