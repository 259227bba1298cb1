//! `twoaxes list`: the built-in scenarios, an id and a title a line.

use super::arguments::Subcommand;
use super::{Context, Failure};
use crate::words::cli_help as words;
use clap::ArgMatches;

pub(super) const SUBCOMMAND: Subcommand =
    Subcommand { name: "list", about: &words::LIST, describe: |command, _| command, run };

fn run(_: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let _ = context;
    Ok(())
}
