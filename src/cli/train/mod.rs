//! `twoaxes train [CORPUS]`: from a seed to a translator, without a screen.
//!
//! Progress goes to the error stream, the result as one JSON object to the output, the parameters to a file. Everything
//! that can be wrong, the file included, is found before the first step.

pub(super) mod corpus;
mod course;
mod file;
mod options;
mod progress;
mod result;

pub(super) use file::bytes as file_bytes;

use super::arguments::Subcommand;
use super::{Context, Failure};
use crate::scenario::translator_file::{OfCorpus, TranslatorFault, limits};
use crate::translator::{Corpus, Plan, Training};
use crate::words::{Text, cli_help as words, cli_train as say};
use clap::ArgMatches;
use options::{Asked, Start};
use std::io;

pub(super) const SUBCOMMAND: Subcommand =
    Subcommand { name: "train", about: &words::TRAIN, describe: options::describe, run };

fn run(matches: &ArgMatches, context: &mut Context<'_>) -> Result<(), Failure> {
    let asked = options::read(matches)?;
    let (corpus, name) = corpus::load(asked.corpus.as_deref(), context.input)?;
    let of_corpus = OfCorpus::new(name, &corpus);
    let mut training = match &asked.start {
        Start::New(plan) => begin(*plan, &corpus)?,
        Start::From(path) => file::resume(path, &of_corpus)?,
    };
    let output = asked.output.as_deref().map(|path| file::Output::new(path, &asked)).transpose()?;
    let signals = super::signals::Signals::listen()?;
    let mut keeper = output.as_ref().map(|output| file::Keeper::new(output, &corpus, &of_corpus));
    // Written before the first step: a file that cannot be is not found out at the end of a long training.
    if let Some(keeper) = &mut keeper {
        keeper.keep(&training).map_err(Failure::value)?;
    }
    let resumed_from = matches!(asked.start, Start::From(_)).then(|| training.steps());
    let ended = course::follow(&mut training, &corpus, keeper.as_mut(), &signals, asked.quiet, context)?;
    tell(&ended, &training, &corpus, &asked, context);
    let result = result::Result {
        training: &training,
        corpus: &corpus,
        of_corpus: &of_corpus,
        ended: &ended,
        resumed_from,
        file: output.as_ref().map(file::Output::name),
    };
    serde_json::to_writer(&mut *context.output, &result.measured()).map_err(io::Error::from)?;
    writeln!(context.output)?;
    context.output.flush()?;
    ended.signal.map_or(Ok(()), |signal| Err(Failure::Interrupted(signal)))
}

/// A new training, of a size that is trained here.
fn begin(plan: Plan, corpus: &Corpus) -> Result<Training, Failure> {
    let wrong = |fault: TranslatorFault| Failure::value(fault.text());
    let shapes = plan.shapes(corpus).map_err(|reason| wrong(TranslatorFault::CannotBuild(reason)))?;
    limits::check(&shapes).map_err(wrong)?;
    Training::new(plan, corpus).map_err(|reason| wrong(TranslatorFault::CannotBuild(reason)))
}

/// What is to be said of how it ended.
fn tell(ended: &course::Ended, training: &Training, corpus: &Corpus, asked: &Asked, context: &mut Context<'_>) {
    let steps = training.steps();
    if let Some(reason) = ended.stopped {
        context.warn(&say::stopped(steps, &say::why_stopped(reason)));
    }
    if corpus.tests_what_it_trains() {
        context.warn(&say::tests_what_it_trains());
    }
    if ended.signal.is_some() && !asked.quiet {
        let file = asked.output.as_ref().map(|path| path.display().to_string());
        say_line(&say::interrupted(steps, file.as_deref()), context);
    }
}

/// A line on the error stream that is no warning. That it may not arrive stops nothing.
fn say_line(text: &Text, context: &mut Context<'_>) {
    let _ = writeln!(context.errors, "{}", super::visible::lines(text.get(context.lang)));
}
