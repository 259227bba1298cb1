//! Every text shown to people, in both languages, and the choice between them.
//!
//! A sentence is built in both languages at once ([`Text`], usually by [`both!`](crate::both)), so that none can exist
//! in one of them only, and switching the language re-words what is already on the screen. Sentences stand in the files
//! of this room, one file a subject; other rooms call them by name and hold no prose of their own (the table of actions
//! is the one exception: it keeps each action's title beside its keys).

pub mod ascii;
pub mod cli;
pub mod cli_eval;
pub mod cli_help;
pub mod cli_learning;
pub mod cli_train;
pub mod command;
pub mod contributions;
pub mod derivation;
pub mod dock;
pub mod explain;
pub mod explorer;
pub mod given;
pub mod gradients;
pub mod help;
pub mod laws;
pub mod learning;
pub mod mistakes;
pub mod number;
pub mod observations;
pub mod plane;
pub mod reading;
pub mod readings;
pub mod scenario_address;
pub mod scenario_file;
pub mod scenario_number;
pub mod scenario_restructure;
pub mod scenario_save;
pub mod scenario_toml;
pub mod screen;
pub mod teach;
pub mod terminal;
pub mod translator;
pub mod translator_corpus;
pub mod translator_file;
pub mod translator_study;
pub mod undefined;
pub mod width;

use std::borrow::Cow;
use std::fmt;

/// The two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese (simplified).
    Zh,
}

impl Lang {
    /// From a locale name such as `zh_CN.UTF-8` or a code such as `en`; `None` for any other language.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "zh" => Some(Lang::Zh),
            "en" => Some(Lang::En),
            _ => None,
        }
    }

    /// The code used in commands and on the command line.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        }
    }
}

/// One text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Text {
    /// English.
    pub en: Cow<'static, str>,
    /// Chinese.
    pub zh: Cow<'static, str>,
}

impl Text {
    /// Fixed words.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), zh: Cow::Borrowed(zh) }
    }

    /// The same in both languages: names, symbols, what a user wrote.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { en: text.clone().into(), zh: text.into() }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// English, where there is no one to ask for a language.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// A [`Text`] from two format strings over the same names.
#[macro_export]
macro_rules! both {
    ($en:literal, $zh:literal $(,)?) => {
        $crate::words::Text { en: format!($en).into(), zh: format!($zh).into() }
    };
}
