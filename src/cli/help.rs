//! `twoaxes help [COMMAND]`: the same as `--help`, for those who type it as a word.

use super::arguments::{self, Subcommand};
use super::{Context, Failure};
use crate::words::{Lang, cli_help as words};
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Command};

pub(super) const SUBCOMMAND: Subcommand = Subcommand { name: "help", about: &words::HELP_COMMAND, describe, run };

const COMMAND: &str = "COMMAND";

fn describe(command: Command, lang: Lang) -> Command {
    let names = arguments::SUBCOMMANDS.iter().map(|subcommand| subcommand.name);
    command.arg(
        arguments::positional(COMMAND, &words::COMMAND_TO_EXPLAIN, lang)
            .value_parser(PossibleValuesParser::new(names))
            .hide_possible_values(true),
    )
}

fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let mut program = arguments::program(context.lang);
    // Building gives each subcommand its full name and the global options.
    program.build();
    let of = match matches.get_one::<String>(COMMAND) {
        Some(name) => program.find_subcommand_mut(name),
        None => Some(&mut program),
    };
    let Some(command) = of else { return Ok(()) };
    Ok(write!(context.output, "{}", command.render_help())?)
}
