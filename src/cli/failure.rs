//! How a command ends when it does not succeed.

use super::visible;
use crate::terminal;
use crate::words::{self, Lang, Text};
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command could not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What is wrong in files, a line each, each beginning with the file's name (status 1).
    Scenario(Vec<Text>),
    /// What is wrong in the values given for a scenario, a line each (status 1).
    Values(Vec<Text>),
    /// The reasons are on the error stream already (status 1).
    Reported,
    /// Ended by a signal, after everything was written that there was to write (status 128 and its number).
    Interrupted(i32),
    /// The command was called wrongly (status 2).
    Usage(Text),
    /// The arguments do not parse; the message is clap's (status 2).
    Arguments(String),
    /// The explorer did not start, or ended other than by being left (the status is the terminal's to say).
    Terminal(terminal::Problem),
    /// The output could not be written (status 1, or 0 when its reader went away).
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Failure {
    /// One value that is wrong.
    pub(super) fn value(fault: Text) -> Self {
        Failure::Values(vec![fault])
    }

    /// Says it on the error stream, where there is something to say, and gives the exit status. A failure to write
    /// there is ignored: there is nowhere left to tell it.
    pub(super) fn report(&self, lang: Lang, errors: &mut dyn Write) -> ExitCode {
        let error = words::cli::ERROR.get(lang);
        let mut say = |head: &str, text: &str| drop(writeln!(errors, "{head}{}", visible::lines(text)));
        match self {
            Failure::Scenario(faults) => faults.iter().for_each(|fault| say("", fault.get(lang))),
            Failure::Values(faults) => faults.iter().for_each(|fault| say(error, fault.get(lang))),
            Failure::Usage(text) => say(error, text.get(lang)),
            Failure::Arguments(message) => say("", message.trim_end()),
            Failure::Output(reason) if reason.kind() != io::ErrorKind::BrokenPipe => {
                say(error, words::cli::cannot_write(&reason.to_string()).get(lang));
            }
            Failure::Terminal(terminal::Problem::Failed(report)) => say(error, &format!("{report:#}")),
            Failure::Terminal(problem) => {
                if let Some(text) = problem.message() {
                    say("", text.get(lang));
                }
            }
            Failure::Output(_) | Failure::Reported | Failure::Interrupted(_) => {}
        }
        match self {
            Failure::Usage(_) | Failure::Arguments(_) => ExitCode::from(2),
            Failure::Output(reason) if reason.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Interrupted(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
            Failure::Terminal(problem) => ExitCode::from(u8::try_from(problem.status()).unwrap_or(1)),
            _ => ExitCode::from(1),
        }
    }

    /// The sentences, for a screen instead of the error stream.
    pub(super) fn into_sentences(self) -> Vec<Text> {
        match self {
            Failure::Scenario(faults) | Failure::Values(faults) => faults,
            Failure::Usage(text) => vec![text],
            Failure::Arguments(message) => vec![Text::same(message)],
            Failure::Output(reason) => vec![words::cli::cannot_write(&reason.to_string())],
            Failure::Terminal(problem) => problem.message().into_iter().collect(),
            Failure::Reported | Failure::Interrupted(_) => Vec::new(),
        }
    }
}
