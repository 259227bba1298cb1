//! `twoaxes check FILE…`: is each file a valid scenario?

use super::arguments::{self, Subcommand};
use super::{Context, Failure, load, visible};
use crate::words::{Lang, cli, cli_help as words};
use clap::{ArgAction, ArgMatches, Command, value_parser};
use std::ffi::OsString;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { name: "check", about: &words::CHECK, describe, run };

const FILES: &str = "FILE";

fn describe(command: Command, lang: Lang) -> Command {
    command.arg(
        arguments::positional(FILES, &words::FILES, lang)
            .required(true)
            .action(ArgAction::Append)
            .num_args(1..)
            .value_parser(value_parser!(OsString))
            .value_hint(clap::ValueHint::FilePath),
    )
}

/// Goes through all the files, whatever is wrong with some of them.
fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let mut all_valid = true;
    for name in matches.get_many::<OsString>(FILES).into_iter().flatten() {
        let checked = load::file(name, context.input)
            .and_then(|loaded| load::branches(&loaded, name).map(|()| loaded))
            .and_then(|loaded| load::tour(&loaded, name).map(|()| loaded));
        match checked {
            Ok(_) => {
                let (name, ok) = (name.to_string_lossy(), cli::OK.get(context.lang));
                writeln!(context.output, "{}: {ok}", visible::line(&name))?;
            }
            Err(faults) => {
                all_valid = false;
                // What stands in the buffer of the output comes before these lines, where both go to one terminal.
                context.output.flush()?;
                Failure::Scenario(faults).report(context.lang, context.errors);
            }
        }
    }
    if all_valid { Ok(()) } else { Err(Failure::Reported) }
}
