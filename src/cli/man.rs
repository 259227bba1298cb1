//! `twoaxes man`: the man page, the commands and all their options on one page.

use super::arguments::{self, Subcommand};
use super::{Context, Failure, print};
use crate::words::cli_help as words;
use clap::{Arg, ArgMatches, Command};
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

    let mut rest = Roff::default();
    rest.control("SH", [words::COMMANDS.get(lang).to_uppercase().as_str()]);
    program.get_subcommands().for_each(|command| command_on_page(command, &mut rest));
    rest.control("SH", [words::NOTES.get(lang)]);
    for line in words::PROGRAM_END.get(lang).lines() {
        rest.control("PP", []);
        rest.text([roman(line)]);
    }
    rest.to_writer(&mut page)?;
    print(context.output, with_one_preamble(&page).as_bytes())
}

/// Each part brings the same few lines of definitions along; the first will do.
fn with_one_preamble(page: &[u8]) -> String {
    const PREAMBLE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";
    format!("{PREAMBLE}{}", String::from_utf8_lossy(page).replace(PREAMBLE, ""))
}

/// The crate gives each command a page of its own; here they share one, so that nothing has to be installed beside it.
fn command_on_page(command: &Command, page: &mut Roff) {
    page.control("SS", [command.get_bin_name().unwrap_or_else(|| command.get_name())]);
    if let Some(about) = command.get_about() {
        page.text([roman(about.to_string())]);
    }
    for argument in command.get_arguments().filter(|argument| !is_everywhere(argument)) {
        page.control("TP", []);
        let names = argument.get_value_names().unwrap_or_default();
        let value = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
        page.text(match argument.get_long() {
            Some(long) if argument.get_action().takes_values() => {
                vec![bold(format!("--{long}")), roman(" "), italic(format!("<{value}>"))]
            }
            Some(long) => vec![bold(format!("--{long}"))],
            None => vec![italic(value)],
        });
        page.text([roman(argument.get_help().map(ToString::to_string).unwrap_or_default())]);
    }
    if let Some(end) = command.get_after_help() {
        page.control("PP", []);
        page.text([roman(end.to_string())]);
    }
}

/// Options every command has stand once, with the program's.
fn is_everywhere(argument: &Arg) -> bool {
    argument.is_global_set() || argument.get_id() == "help"
}
