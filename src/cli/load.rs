//! From a name on the command line to a scenario: a built-in one, a file, or standard input.

use super::{Failure, arguments, train};
use crate::explorer::{Outcome, tour};
use crate::scenario::translator_file::{limits, read_translator};
use crate::scenario::{self, FileProblem, Intervention, OneReading, Scenario, builtin};
use crate::words::{Lang, Text, cli as words, cli_train};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What standard input is called on the command line.
const STANDARD_INPUT: &str = "-";

/// Where a scenario came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is built in, under this id.
    BuiltIn(&'static str),
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
}

/// A scenario with its origin, and its text as it was: saving keeps a user's comments.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The scenario, checked whole.
    pub scenario: Scenario,
    /// Where it came from.
    pub origin: Origin,
    /// The text it was read from.
    pub text: String,
}

/// The scenario a person named: a built-in one, a file, or `-`.
///
/// # Errors
/// There is none of this name, it cannot be read, or everything that is wrong in it.
pub(super) fn scenario(name: &OsStr, input: &mut dyn Read) -> Result<Loaded, Failure> {
    find(name, input, &[])
}

/// The same, where the name may have been meant as a command.
pub(super) fn scenario_or_command(name: &OsStr, input: &mut dyn Read) -> Result<Loaded, Failure> {
    find(name, input, &arguments::SUBCOMMANDS.map(|subcommand| subcommand.name))
}

fn find(name: &OsStr, input: &mut dyn Read, commands: &[&str]) -> Result<Loaded, Failure> {
    let plain = name.to_str().filter(|name| is_plain(name));
    if let Some(built_in) = plain.and_then(builtin::find) {
        let (scenario, origin) = (built_in.scenario(), Origin::BuiltIn(built_in.id));
        return Ok(Loaded { scenario, origin, text: built_in.text.to_owned() });
    }
    if let Some(wanted) = plain.filter(|_| name != STANDARD_INPUT && !Path::new(name).exists()) {
        // The name of nothing at all: a built-in scenario or a command, misspelt.
        return Err(Failure::value(no_such_name(wanted, commands)));
    }
    file(name, input).map_err(Failure::Scenario)
}

/// A scenario file, or `-` for standard input; the built-in ones are not looked at.
///
/// # Errors
/// Why it cannot be read, or everything that is wrong in it, each beginning with the name.
pub(super) fn file(name: &OsStr, input: &mut dyn Read) -> Result<Loaded, Vec<Text>> {
    let shown = name.to_string_lossy();
    let from_input = name == STANDARD_INPUT;
    let bytes = if from_input {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(name)
    };
    let bytes = bytes.map_err(|reason| vec![unreadable(name, &shown, &reason)])?;
    let (scenario, text) = match String::from_utf8(bytes) {
        Ok(text) => (scenario::read(&text, &shown), text),
        Err(error) => (scenario::read_bytes(error.as_bytes(), &shown), String::new()),
    };
    let scenario = scenario.map_err(|problems| problems.iter().map(located).collect::<Vec<_>>())?;
    let origin = if from_input { Origin::StandardInput } else { Origin::File(PathBuf::from(name)) };
    Ok(Loaded { scenario, origin, text })
}

/// A translator's file.
///
/// # Errors
/// Why it cannot be read, or what is wrong in it.
pub(super) fn translator(path: &Path) -> Result<Outcome, Text> {
    let shown = path.display().to_string();
    let bytes = train::file_bytes(path, limits::BYTES)?;
    let trained = read_translator(&bytes).map_err(|fault| cli_train::in_file(&shown, &fault.text()))?;
    let name = path.file_name().map_or(shown, |name| name.to_string_lossy().into_owned());
    Ok(Outcome::Trained(name, Box::new(trained)))
}

/// The tour of a scenario, its actions tried one after the other. A mistake in one of them is no reason not to show the
/// scenario: the explorer says it and goes on, `check` reports them all.
///
/// # Errors
/// Everything that is wrong with its actions, each with its place.
pub(super) fn tour(loaded: &Loaded, name: &OsStr) -> Result<(), Vec<Text>> {
    let file = name.to_string_lossy();
    let located = |fault: tour::Fault| {
        let problem = FileProblem {
            file: file.clone().into_owned(),
            line: fault.action.line,
            column: fault.action.column,
            text: fault.text,
        };
        problem.with_place()
    };
    let faults: Vec<Text> = tour::faults(&loaded.scenario).into_iter().map(located).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The interventions of a scenario, each put into its baseline. They are read whole; what may be wrong all the same is a
/// number that would follow from the words and be beyond f64: no reason not to show the rest.
///
/// # Errors
/// For each that cannot be, its id and why.
pub(super) fn branches(loaded: &Loaded, name: &OsStr) -> Result<(), Vec<Text>> {
    let file = name.to_string_lossy();
    let fault = |reading: OneReading<'_>, intervention: &Intervention| {
        let mut givens = reading.givens.clone();
        let problem = scenario::apply(&mut givens, &intervention.set).err()?;
        let reading = reading.label.map(|label| label.id.as_str());
        Some(words::in_branch(&file, reading, &intervention.id, &problem.text))
    };
    let readings = loaded.scenario.all_readings();
    let faults: Vec<Text> =
        readings.flat_map(|one| one.interventions.iter().filter_map(move |which| fault(one, which))).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// A problem with its place in both languages.
fn located(problem: &FileProblem) -> Text {
    Text { en: problem.sentence(Lang::En).into(), zh: problem.sentence(Lang::Zh).into() }
}

fn ids() -> impl Iterator<Item = &'static str> {
    builtin::ALL.iter().map(|built_in| built_in.id)
}

/// A name that could be an id: no slash, no ending.
fn is_plain(name: &str) -> bool {
    !name.contains(['/', '\\', '.'])
}

fn unreadable(name: &OsStr, shown: &str, reason: &io::Error) -> Text {
    match reason.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            if let Some(built_in) = name.to_str().and_then(builtin::find) {
                return joined(words::no_file(shown), Some(words::built_in_not_a_file(built_in.id)));
            }
            let stem = Path::new(name).file_stem().and_then(OsStr::to_str).unwrap_or_default();
            let near = scenario::nearest(stem, ids());
            joined(words::no_file(shown), near.map(words::did_you_mean_scenario))
        }
        io::ErrorKind::IsADirectory => words::is_directory(shown),
        io::ErrorKind::PermissionDenied => words::not_permitted(shown),
        _ if Path::new(name).is_dir() => words::is_directory(shown),
        _ => words::unreadable(shown, &reason.to_string()),
    }
}

fn no_such_name(wanted: &str, commands: &[&str]) -> Text {
    let command = scenario::nearest(wanted, commands.iter().copied()).map(words::did_you_mean_command);
    let built_in = scenario::nearest(wanted, ids()).map(words::did_you_mean_scenario);
    joined(words::no_scenario(wanted), built_in.or(command))
}

/// A sentence and another after it.
fn joined(first: Text, second: Option<Text>) -> Text {
    match second {
        None => first,
        Some(second) => words::two_sentences(&first, &second),
    }
}
