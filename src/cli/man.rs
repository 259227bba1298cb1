//! `twoaxes man`: the man page, the commands and all their options on one page.

use super::arguments::{self, Subcommand};
use super::{Context, Failure, print};
use crate::words::cli_help as words;
use clap::ArgMatches;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

pub(super) const SUBCOMMAND: Subcommand =
    Subcommand { name: "man", about: &words::MAN, describe: |command, _| command, run };

fn run(_: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let mut page = Vec::new();
    let lang = context.lang;
    let mut program = arguments::program(lang);
    program.build();
    let man = Man::new(program.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;

    let mut heading = Roff::default();
    heading.control("SH", [words::COMMANDS.get(lang).to_uppercase().as_str()]);
    heading.to_writer(&mut page)?;
    for command in program.get_subcommands() {
        command_on_page(command, &mut page)?;
    }
    let mut end = Roff::default();
    end.control("SH", [words::NOTES.get(lang)]);
    words::PROGRAM_END.get(lang).lines().for_each(|line| {
        end.control("PP", []);
        end.text([roman(line)]);
    });
    end.to_writer(&mut page)?;
    print(context.output, &page)
}

/// The crate gives each command a page of its own; here they share one, so that nothing has to be installed beside it.
fn command_on_page(command: &clap::Command, page: &mut Vec<u8>) -> Result<(), Failure> {
    let mut part = Roff::default();
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    part.control("SS", [name]);
    if let Some(about) = command.get_about() {
        part.text([roman(about.to_string())]);
    }
    for argument in command.get_arguments().filter(|argument| !is_everywhere(argument)) {
        part.control("TP", []);
        let value = argument
            .get_value_names()
            .map_or_else(String::new, |names| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" "));
        let takes_value = argument.get_action().takes_values();
        part.text(match argument.get_long() {
            Some(long) if takes_value => vec![bold(format!("--{long}")), roman(" "), italic(value)],
            Some(long) => vec![bold(format!("--{long}"))],
            None => vec![italic(value)],
        });
        part.text([roman(argument.get_help().map(ToString::to_string).unwrap_or_default())]);
    }
    if let Some(end) = command.get_after_help() {
        part.control("PP", []);
        part.text([roman(end.to_string())]);
    }
    Ok(part.to_writer(page)?)
}

/// Options every command has stand once, with the program's.
fn is_everywhere(argument: &clap::Arg) -> bool {
    argument.is_global_set() || argument.get_id() == "help"
}
