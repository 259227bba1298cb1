//! Reading a scenario file: the whole of it is checked before anything of it is used.

mod bodies;
mod branches;
mod fields;
mod mask;
mod model;
mod scorer;
mod tensors;

use super::document::{Fault, Places, parse};
use super::{Body, Scenario};
use crate::words::scenario_file as say;
use crate::words::{Lang, Text};
use fields::Fields;
use std::fmt;

/// One thing wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The file as it was called.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters (Unicode scalar values, a tab is one), as editors count.
    pub column: usize,
    /// What is wrong and what would be right.
    pub text: Text,
}

impl FileProblem {
    /// `gift.toml:14:5: K has 2 rows, but source.slots names 3 slots`, in one of the languages.
    pub fn sentence(&self, lang: Lang) -> String {
        format!("{}:{}:{}: {}", self.file, self.line, self.column, self.text.get(lang))
    }
}

impl FileProblem {
    /// The sentence with its place, in both languages.
    pub fn with_place(&self) -> Text {
        Text { en: self.sentence(Lang::En).into(), zh: self.sentence(Lang::Zh).into() }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Lang::En))
    }
}

impl std::error::Error for FileProblem {}

/// Reads a scenario from the text of a file; `name` is what the file is called in messages.
///
/// # Errors
/// Everything that is wrong with the file, in the order of its lines.
pub fn read(text: &str, name: &str) -> Result<Scenario, Vec<FileProblem>> {
    let (mut root, faults) = parse(text);
    let mut fields = Fields::new(text, faults);
    fields.known_keys(
        &root,
        "",
        &[
            "format",
            "id",
            "title",
            "about",
            "source",
            "vocab",
            "query",
            "tensors",
            "scorer",
            "intervention",
            "reading",
            "step",
        ],
    );
    fields.format(root.take("format"));
    let id = fields.required(root.take("id"), "id", "id = \"gift\"").and_then(|node| fields.id(node));
    let title = root.take("title").and_then(|node| fields.in_languages(node, "title"));
    let about = root.take("about").and_then(|node| fields.in_languages(node, "about"));
    let (body, readings) = match root.take("reading") {
        None => (bodies::one(&mut root, &mut fields), Vec::new()),
        Some(node) => (None, bodies::readings(node, &root, &mut fields)),
    };
    let steps = branches::steps(root.take("step"), &mut fields).into();
    let problems = fields.problems();
    let told = id.map(|id| (id.value, title, about));
    let scenario = match (told, body) {
        (Some((id, title, about)), Some(Body { names, givens, interventions })) => {
            Some(Scenario { id, title, about, names, givens, interventions, steps, readings: None })
        }
        (Some(told), None) => Scenario::of_readings(told, readings, steps),
        (None, _) => None,
    };
    scenario.filter(|_| problems.is_empty()).ok_or_else(|| located(&problems, text, name))
}

/// As [`read`], from the bytes of a file.
///
/// # Errors
/// As [`read`]; also when the bytes are not UTF-8.
pub fn read_bytes(bytes: &[u8], name: &str) -> Result<Scenario, Vec<FileProblem>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text, name),
        Err(error) => {
            let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let utf16 = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
            let fault = Fault::new(error.valid_up_to(), say::not_utf8(utf16));
            Err(located(&[fault], valid, name))
        }
    }
}

fn located(faults: &[Fault], text: &str, name: &str) -> Vec<FileProblem> {
    let places = Places::new(text);
    faults
        .iter()
        .map(|fault| {
            let (line, column) = places.of(fault.at);
            FileProblem { file: name.to_owned(), line, column, text: fault.text.clone() }
        })
        .collect()
}
