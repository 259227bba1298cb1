//! From a name on the command line to pairs of sentences.

use super::super::Failure;
use super::file;
use crate::translator::Corpus;
use crate::translator::corpus::{TableLimits, read_table};
use crate::words::{cli_train as say, translator_corpus};
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

/// Bytes of a table.
const MOST: usize = 64 << 20;

/// What the lesson's own corpus is called.
pub(in crate::cli) const LESSON: &str = "lesson";

/// A table, standard input, or the lesson's; with its name.
///
/// # Errors
/// It cannot be read, or everything that is wrong in it.
pub(in crate::cli) fn load(name: Option<&OsStr>, input: &mut dyn Read) -> Result<(Corpus, String), Failure> {
    let Some(name) = name else { return Ok((Corpus::lesson(), LESSON.to_owned())) };
    let shown = name.to_string_lossy();
    let bytes = if name == "-" { file::within(input, &shown, MOST) } else { file::bytes(Path::new(name), MOST) };
    let bytes = bytes.map_err(|fault| Failure::Scenario(vec![fault]))?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        Failure::Scenario(vec![say::not_text(&shown, line)])
    })?;
    let corpus = read_table(text, &TableLimits::default())
        .map_err(|problems| Failure::Scenario(translator_corpus::table_problems(&shown, &problems)))?;
    Ok((corpus, shown.into_owned()))
}
