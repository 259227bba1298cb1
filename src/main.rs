//! The `twoaxes` program; all of it is in the library.

use std::io;
use std::process::ExitCode;
use twoaxes::cli::{self, Streams};

fn main() -> color_eyre::Result<ExitCode> {
    color_eyre::install()?;
    let streams =
        Streams { input: &mut io::stdin().lock(), output: &mut io::stdout().lock(), errors: &mut io::stderr().lock() };
    Ok(cli::run(std::env::args_os(), |name| std::env::var(name).ok(), streams))
}
