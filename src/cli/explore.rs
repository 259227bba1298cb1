//! `twoaxes [SCENARIO]`: the explorer.

use super::session::Session;
use super::{Context, Failure, arguments, load};
use crate::explorer::{Preferences, Theme, is_translator_file};
use crate::terminal;
use crate::words::{Lang, cli_help};
use clap::{ArgMatches, Command, value_parser};
use std::ffi::{OsStr, OsString};
use std::path::Path;

pub(super) const SCENARIO: &str = "SCENARIO";
pub(super) const THEME: &str = "theme";
pub(super) const ASCII: &str = "ascii";

/// The scenario opened when none is named.
const FIRST: &str = "r72";

pub(super) fn describe(program: Command, lang: Lang) -> Command {
    program
        .arg(
            arguments::positional(SCENARIO, &cli_help::SCENARIO_OF_EXPLORER, lang)
                .value_parser(value_parser!(OsString))
                .value_hint(clap::ValueHint::FilePath),
        )
        .arg(
            arguments::option(THEME, lang)
                .value_name("THEME")
                .value_parser(Theme::ALL.map(Theme::name))
                .hide_possible_values(true)
                .help(cli_help::THEME.get(lang)),
        )
        .arg(arguments::option(ASCII, lang).action(clap::ArgAction::SetTrue).help(cli_help::ASCII.get(lang)))
}

pub(super) fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let named = matches.get_one::<OsString>(SCENARIO).map_or(OsStr::new(FIRST), OsString::as_os_str);
    let theme =
        matches.get_one::<String>(THEME).and_then(|name| Theme::ALL.into_iter().find(|theme| theme.name() == name));
    let preferences =
        Preferences { lang: context.lang, theme: theme.unwrap_or_default(), ascii: matches.get_flag(ASCII) };
    // A wrong name or file is told first: it is wrong with a terminal, too.
    let (first, trained) = match is_translator_file(Path::new(named)) {
        true => (OsStr::new(FIRST), Some(load::translator(Path::new(named)).map_err(Failure::value)?)),
        false => (named, None),
    };
    let loaded = load::scenario_or_command(first, context.input)?;
    let mut session = Session::new(loaded, preferences);
    if let Some(trained) = trained {
        session.show(trained);
    }
    terminal::run(&mut session, &terminal::Options::detect()).map_err(Failure::Terminal)
}
