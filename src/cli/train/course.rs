//! Step after step, until all are taken, one cannot be, or somebody asks to end.

use super::super::{Context, Failure};
use super::file::Keeper;
use super::progress::Progress;
use crate::cli::signals::Signals;
use crate::translator::{Corpus, NoStep, Training};
use crate::words::cli_train as say;

/// How it ended.
pub(super) struct Ended {
    /// The loss of the last step taken here, before it, in nats a word.
    pub loss: Option<f64>,
    /// Why the next step cannot be taken.
    pub stopped: Option<NoStep>,
    /// The signal that ended it before all steps were taken.
    pub signal: Option<i32>,
}

/// Follows the plan, with progress on the error stream and the file written every few seconds and at the end.
///
/// # Errors
/// The file cannot be written at the end.
pub(super) fn follow(
    training: &mut Training,
    corpus: &Corpus,
    mut keeper: Option<&mut Keeper<'_>>,
    signals: &Signals,
    quiet: bool,
    context: &mut Context<'_>,
) -> Result<Ended, Failure> {
    let mut ended = Ended { loss: None, stopped: None, signal: None };
    let mut progress = (!quiet).then(|| Progress::new(training, context.lang));
    let mut told_of_file = false;
    while !training.is_done() {
        if let Some(signal) = signals.asked() {
            ended.signal = Some(signal);
            break;
        }
        match training.step(&corpus.train) {
            Ok(taken) => ended.loss = Some(taken.loss),
            Err(reason) => {
                ended.stopped = Some(reason);
                break;
            }
        }
        if let (Some(progress), Some(loss)) = (&mut progress, ended.loss) {
            progress.step(training, corpus, loss, context.errors);
        }
        if let Some(keeper) = keeper.as_mut().filter(|keeper| keeper.is_due())
            && let Err(why) = keeper.keep(training)
            && !std::mem::replace(&mut told_of_file, true)
        {
            if let Some(progress) = &mut progress {
                progress.leave_line(context.errors);
            }
            context.warn(&say::not_kept(&why));
        }
    }
    if let Some(progress) = &mut progress {
        progress.end(training, context.errors);
    }
    if let Some(keeper) = keeper {
        keeper.keep(training).map_err(Failure::value)?;
    }
    // What is left is to measure, which a second signal, or a first one after the last step, may cut short.
    signals.no_longer();
    Ok(ended)
}
