//! The command line: one file a subcommand, and the explorer when there is none.
//!
//! [`run`] is the whole program, with everything it touches handed in. Each subcommand file offers its clap command and
//! what it does; [`arguments`] puts the commands together in the language of the user, so that help, completions and
//! the man page come from one description.
//!
//! Exit status: 0 done; 1 the scenario or a value is wrong, with the reasons on the error stream and nothing on the
//! output; 2 wrong usage; 128 and its number when a signal ended a training, whose result is printed all the same,
//! or a study, of which nothing is printed. A reader that goes away (`twoaxes eval r72 | head -1`) is not an error.

mod arguments;
mod beside;
mod check;
mod completions;
mod eval;
mod explore;
mod failure;
mod help;
mod language;
mod list;
mod load;
mod man;
pub mod session;
mod signals;
mod study;
mod train;
mod visible;

pub use beside::Beside;
pub use failure::Failure;
pub use load::{Loaded, Origin};

use crate::words::{self, Lang};
use std::ffi::OsString;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

/// The three standard streams, or what stands in for them.
pub struct Streams<'a> {
    /// Where `-` is read from.
    pub input: &'a mut dyn Read,
    /// Results.
    pub output: &'a mut dyn Write,
    /// Errors and warnings.
    pub errors: &'a mut dyn Write,
}

/// What a subcommand works with.
struct Context<'a> {
    lang: Lang,
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
    errors: &'a mut dyn Write,
}

impl Context<'_> {
    /// A warning on the error stream. That it may not arrive stops nothing.
    fn warn(&mut self, warning: &words::Text) {
        let (head, warning) = (words::cli::WARNING.get(self.lang), visible::lines(warning.get(self.lang)));
        let _ = writeln!(self.errors, "{head}{warning}");
    }
}

/// The program: `arguments` begin with its name, `variable` looks up the environment.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    variable: impl Fn(&str) -> Option<String>,
    streams: Streams<'_>,
) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let lang = language::choose(&arguments, variable);
    let Streams { input, output, errors } = streams;
    // The standard output is flushed at each line by itself, which costs more than all the rest of a large table.
    let mut output = BufWriter::new(output);
    let outcome = {
        let mut context = Context { lang, input, output: &mut output, errors: &mut *errors };
        dispatch(arguments, &mut context)
    };
    let outcome = outcome.and_then(|()| Ok(output.flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang, errors),
    }
}

fn dispatch(arguments: Vec<OsString>, context: &mut Context<'_>) -> Result<(), Failure> {
    let matches = match arguments::program(context.lang).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Err(Failure::Arguments(error.to_string())),
        Err(help) => return Ok(write!(context.output, "{help}")?),
    };
    let Some((name, of_command)) = matches.subcommand() else {
        return explore::run(&matches, context);
    };
    if let Some(option) = arguments::EXPLORER_ONLY.iter().find(|option| arguments::was_given(&matches, option)) {
        return Err(Failure::Usage(words::cli::only_for_the_explorer(arguments::shown(option), name)));
    }
    match arguments::SUBCOMMANDS.iter().find(|subcommand| subcommand.name == name) {
        Some(subcommand) => (subcommand.run)(of_command, context),
        None => Ok(()),
    }
}

/// Prints what is there in memory already. A failure of the stream is a [`Failure`] like any other.
fn print(output: &mut dyn Write, bytes: &[u8]) -> Result<(), Failure> {
    let written: io::Result<()> = output.write_all(bytes);
    Ok(written?)
}
