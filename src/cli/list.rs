//! `twoaxes list`: the built-in scenarios, an id and a title a line.

use super::arguments::Subcommand;
use super::{Context, Failure};
use crate::scenario::builtin;
use crate::words::cli_help as words;
use clap::ArgMatches;

pub(super) const SUBCOMMAND: Subcommand =
    Subcommand { name: "list", about: &words::LIST, describe: |command, _| command, run };

fn run(_: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    // Ids are ASCII letters, digits and hyphens: their length is their width.
    let widest = builtin::ALL.iter().map(|built_in| built_in.id.len()).max().unwrap_or(0);
    for built_in in &builtin::ALL {
        let title = built_in.scenario().title.unwrap_or_default();
        writeln!(context.output, "{:widest$}  {}", built_in.id, title.get(context.lang))?;
    }
    Ok(())
}
