//! `twoaxes completions SHELL`: a completion script on the output.

use super::arguments::{self, Subcommand};
use super::{Context, Failure, print};
use crate::words::{Lang, cli_help as words};
use clap::{ArgMatches, Command, value_parser};
use clap_complete::Shell;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { name: "completions", about: &words::COMPLETIONS, describe, run };

const SHELL: &str = "SHELL";

fn describe(command: Command, lang: Lang) -> Command {
    command.arg(
        arguments::positional(SHELL, &words::SHELL, lang)
            .required(true)
            .value_parser(value_parser!(Shell))
            .hide_possible_values(true),
    )
}

fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let Some(&shell) = matches.get_one::<Shell>(SHELL) else { return Ok(()) };
    let mut script = Vec::new();
    // Into memory first: the generator panics when the stream it writes to fails, as a closed pipe does.
    clap_complete::generate(shell, &mut arguments::program(context.lang), env!("CARGO_PKG_NAME"), &mut script);
    print(context.output, &script)
}
