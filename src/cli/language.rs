//! The choice of the language, made before the arguments are parsed: the help is already in it.

use crate::words::Lang;
use std::ffi::OsString;

/// `--lang` where it stands among the arguments and names a language, else the locale's, else English.
///
/// A wrong `--lang` is reported later, by the parser.
pub(super) fn choose(arguments: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Lang {
    of_arguments(arguments).or_else(|| of_locale(variable)).unwrap_or_default()
}

fn of_arguments(arguments: &[OsString]) -> Option<Lang> {
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let mut chosen = None;
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            break;
        }
        let value = match argument.strip_prefix("--lang") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(|value| value.to_owned().into()),
            None => None,
        };
        chosen = value.and_then(|value| Lang::of_locale(&value)).or(chosen);
    }
    chosen
}

/// POSIX: the first of LC_ALL, LC_MESSAGES and LANG that is set and not empty decides, even when it is `C`. Only where
/// none is set (macOS, Windows) is the system asked.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Option<Lang> {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    Lang::of_locale(&set.or_else(sys_locale::get_locale)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str], environment: &[(&str, &str)]) -> Lang {
        let arguments: Vec<OsString> = std::iter::once(&"twoaxes").chain(arguments).map(OsString::from).collect();
        let variable = |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, v)| (*v).to_owned());
        choose(&arguments, variable)
    }

    #[test]
    fn the_option_goes_before_the_locale() {
        let chinese = [("LANG", "zh_CN.UTF-8")];
        assert_eq!(chosen(&[], &chinese), Lang::Zh);
        assert_eq!(chosen(&["eval", "r72", "--lang", "en"], &chinese), Lang::En);
        assert_eq!(chosen(&["--lang=zh"], &[("LANG", "C")]), Lang::Zh);
        assert_eq!(chosen(&["--lang", "fr"], &chinese), Lang::Zh);
        assert_eq!(chosen(&["--", "--lang=en"], &chinese), Lang::Zh);
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        assert_eq!(chosen(&[], &[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")]), Lang::En);
        assert_eq!(chosen(&[], &[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW"), ("LANG", "en_GB")]), Lang::Zh);
        assert_eq!(chosen(&[], &[("LANG", "POSIX")]), Lang::En);
        assert_eq!(chosen(&[], &[("LANG", "fr_FR.UTF-8")]), Lang::En);
    }
}
