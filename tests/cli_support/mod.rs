//! How the tests of the command line call the program: always in the same environment.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use assert_cmd::Command;
use std::path::PathBuf;

/// What a call gave back.
#[derive(Debug)]
pub struct Told {
    pub status: i32,
    pub output: String,
    pub errors: String,
}

/// The program with arguments, in English unless they say otherwise, with nothing on its standard input.
pub fn twoaxes(arguments: &[&str]) -> Told {
    with_input(arguments, "")
}

/// The same with something on its standard input.
pub fn with_input(arguments: &[&str], input: impl Into<Vec<u8>>) -> Told {
    let done = command(arguments).write_stdin(input).output().unwrap();
    Told {
        status: done.status.code().expect("an exit status, not a signal"),
        output: String::from_utf8(done.stdout).expect("the output is UTF-8"),
        errors: String::from_utf8(done.stderr).expect("the errors are UTF-8"),
    }
}

/// The call itself, for tests that need more of it.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("twoaxes").unwrap();
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// The output of a call that succeeds without a word on the error stream.
pub fn output(arguments: &[&str]) -> String {
    let told = twoaxes(arguments);
    assert_eq!((told.status, told.errors.as_str()), (0, ""), "{arguments:?}");
    told.output
}

/// The error stream of a call that fails with this status and prints nothing.
pub fn errors(status: i32, arguments: &[&str]) -> String {
    let told = twoaxes(arguments);
    assert_eq!((told.status, told.output.as_str()), (status, ""), "{arguments:?}: {}", told.errors);
    told.errors
}

/// A file of the tests.
pub fn file(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cli_support").join(name).to_str().unwrap().to_owned()
}

/// Twelve decimals of each number: the last bits depend on the platform's `exp` and `tanh`.
pub fn steady(output: String) -> String {
    let number = |c: char| c.is_ascii_digit() || c == '.';
    let mut steady = String::new();
    let mut rest = output.as_str();
    while let Some(start) = rest.find(number) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !number(c)).unwrap_or(from.len());
        let long = from[..end].split_once('.').is_some_and(|(_, decimals)| decimals.len() > 12);
        let rounded = from[..end].parse().ok().filter(|_| long).map(|value: f64| format!("{value:.12}"));
        steady += before;
        steady += rounded.as_deref().unwrap_or(&from[..end]);
        rest = &from[end..];
    }
    steady + rest
}
