//! The arguments the program understands, described once, in the language of the user.

use super::{Context, Failure, check, completions, eval, explore, help, list, man, study, train};
use crate::words::{Lang, Text, cli_help as words};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// A subcommand: its name, its description and what it does.
pub(super) struct Subcommand {
    pub name: &'static str,
    pub about: &'static Text,
    pub describe: fn(Command, Lang) -> Command,
    pub run: fn(&ArgMatches, &mut Context<'_>) -> Result<(), Failure>,
}

/// All of them, in the order of the help. A built-in scenario of the same name would still open with `eval NAME`.
pub(super) const SUBCOMMANDS: [Subcommand; 8] = [
    list::SUBCOMMAND,
    eval::SUBCOMMAND,
    train::SUBCOMMAND,
    study::SUBCOMMAND,
    check::SUBCOMMAND,
    completions::SUBCOMMAND,
    man::SUBCOMMAND,
    help::SUBCOMMAND,
];

/// Arguments of the explorer that no command takes.
pub(super) const EXPLORER_ONLY: [&str; 3] = [explore::SCENARIO, explore::THEME, explore::ASCII];

/// Where the options every command has stand in its help.
const LAST: usize = 1000;

/// How an argument is named in a message.
pub(super) fn shown(argument: &str) -> &str {
    match argument {
        explore::THEME => "--theme",
        explore::ASCII => "--ascii",
        other => other,
    }
}

/// Whether an argument stands on the command line.
pub(super) fn was_given(matches: &ArgMatches, argument: &str) -> bool {
    matches.value_source(argument) == Some(ValueSource::CommandLine)
}

/// The whole program.
pub(super) fn program(lang: Lang) -> Command {
    let name = env!("CARGO_PKG_NAME");
    let program = titled(Command::new(name), &words::PROGRAM, lang)
        .version(env!("CARGO_PKG_VERSION"))
        .long_about(words::PROGRAM_LONG.get(lang))
        .override_usage(format!("{name} [OPTIONS] [SCENARIO]\n       {name} [OPTIONS] COMMAND …"))
        .after_help(words::PROGRAM_END.get(lang))
        .subcommand_help_heading(words::COMMANDS.get(lang))
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .color(clap::ColorChoice::Never)
        .max_term_width(100);
    let program = explore::describe(program, lang)
        .arg(
            option("lang", lang)
                .value_name("LANG")
                .value_parser(["en", "zh"])
                .hide_possible_values(true)
                .global(true)
                .display_order(LAST)
                .help(words::LANG.get(lang)),
        )
        .arg(
            option("version", lang)
                .display_order(LAST)
                .short('V')
                .action(ArgAction::Version)
                .help(words::VERSION.get(lang)),
        );
    SUBCOMMANDS.iter().fold(with_help(program, lang), |program, subcommand| {
        let command = titled(Command::new(subcommand.name), subcommand.about, lang);
        program.subcommand(with_help((subcommand.describe)(command, lang), lang))
    })
}

/// An option `--name`.
pub(super) fn option(name: &'static str, lang: Lang) -> Arg {
    Arg::new(name).long(name).help_heading(words::OPTIONS.get(lang))
}

/// A positional argument, shown as `NAME`.
pub(super) fn positional(name: &'static str, help: &'static Text, lang: Lang) -> Arg {
    Arg::new(name).value_name(name).help(help.get(lang)).help_heading(words::ARGUMENTS.get(lang))
}

fn titled(command: Command, about: &'static Text, lang: Lang) -> Command {
    let usage = words::USAGE.get(lang);
    command
        .about(about.get(lang))
        .help_template(format!("{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}\n"))
}

/// clap's own `--help` speaks English only.
fn with_help(command: Command, lang: Lang) -> Command {
    command.disable_help_flag(true).arg(
        option("help", lang).display_order(LAST).short('h').action(ArgAction::HelpShort).help(words::HELP.get(lang)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_consistent_in_both_languages() {
        program(Lang::En).debug_assert();
        program(Lang::Zh).debug_assert();
    }
}
