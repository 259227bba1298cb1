//! `twoaxes [SCENARIO]`: the explorer.

use super::load::{self, Loaded, Origin};
use super::{Context, Failure, arguments};
use crate::words::{self, Lang, cli_help};
use clap::{ArgMatches, Command, value_parser};
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;

pub(super) const SCENARIO: &str = "SCENARIO";
pub(super) const THEME: &str = "theme";
pub(super) const ASCII: &str = "ascii";

/// The scenario opened when none is named.
const FIRST: &str = "r72";

/// The colours of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// On a dark ground.
    #[default]
    Dark,
    /// On a light ground.
    Light,
    /// On a light ground, with the strongest contrasts.
    Projector,
}

impl Theme {
    const ALL: [(&'static str, Theme); 3] =
        [("dark", Theme::Dark), ("light", Theme::Light), ("projector", Theme::Projector)];
}

/// What the command line says about the explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The language it opens in.
    pub lang: Lang,
    /// The colours it opens in.
    pub theme: Theme,
    /// Whether it draws with ASCII characters only.
    pub ascii: bool,
}

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
                .value_parser(Theme::ALL.map(|(name, _)| name))
                .hide_possible_values(true)
                .help(cli_help::THEME.get(lang)),
        )
        .arg(arguments::option(ASCII, lang).action(clap::ArgAction::SetTrue).help(cli_help::ASCII.get(lang)))
}

pub(super) fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let named = matches.get_one::<OsString>(SCENARIO).map_or(OsStr::new(FIRST), OsString::as_os_str);
    let theme = matches.get_one::<String>(THEME).map_or_else(Theme::default, |name| {
        Theme::ALL.into_iter().find_map(|(known, theme)| (known == name).then_some(theme)).unwrap_or_default()
    });
    let options = Options { lang: context.lang, theme, ascii: matches.get_flag(ASCII) };
    // A wrong name or file is told first: it is wrong with a terminal, too.
    let loaded = load::scenario_or_command(named, context.input)?;
    // Where the scenario came from standard input, the keys come from the terminal itself.
    let has_keys = loaded.origin == Origin::StandardInput || std::io::stdin().is_terminal();
    if !(has_keys && std::io::stdout().is_terminal()) {
        return Err(Failure::Usage(words::cli::NO_TERMINAL.clone()));
    }
    explore(loaded, options)
}

/// Opens the explorer and returns when it is left.
fn explore(_: Loaded, _: Options) -> Result<(), Failure> {
    Err(Failure::value(words::cli::NO_EXPLORER.clone()))
}
