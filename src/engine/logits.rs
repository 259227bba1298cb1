//! z = c G + b: the largest product of the model, one dot product down each word's column.
//!
//! A large G is read by several threads, which take runs of columns as they get to them. Each logit is the same dot
//! product whichever thread computes it, so the number of threads changes no bit.

use super::{Lines, Scores, Vocab, dot};
use std::sync::{Mutex, OnceLock, PoisonError};

/// From how many numbers of G on (8 MB) a second thread is worth its start, some 30 µs.
const WORTH_SHARING: usize = 1 << 20;

/// Blocks of G a thread takes at a time: some 500 KB, 20 µs of work.
const RUN: usize = 16;

/// More threads than this do not get more out of the memory.
const MOST_THREADS: usize = 4;

/// The logits of one row.
///
/// # Errors
/// The first word whose logit is beyond f64.
pub(crate) fn logits(context: &[f64], head: &Lines, bias: Option<&Lines>) -> Result<Scores<Vocab>, usize> {
    let mut values = vec![0.0; head.count()];
    let size = head.count() * head.width();
    if size < WORTH_SHARING {
        product(context, head.iter(), &mut values);
    } else {
        shared_product(context, head, &mut values);
    }
    if let Some(bias) = bias {
        for (logit, constant) in values.iter_mut().zip(bias.line(0)) {
            *logit += constant;
        }
    }
    match values.iter().position(|logit| !logit.is_finite()) {
        Some(word) => Err(word),
        None => Ok(Scores::all(values)),
    }
}

fn product<'a>(context: &[f64], columns: impl Iterator<Item = &'a [f64]>, values: &mut [f64]) {
    for (logit, column) in values.iter_mut().zip(columns) {
        *logit = dot(context, column);
    }
}

fn shared_product(context: &[f64], head: &Lines, values: &mut [f64]) {
    let runs = head.runs(RUN);
    let waiting = Mutex::new(runs.zip(values.chunks_mut(head.lines_in_run(RUN))));
    let work = || {
        loop {
            // Nothing can panic while the lock is held, and a run is either taken or not.
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((columns, values)) = next else { break };
            product(context, columns, values);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads() {
            // Where no thread can be had this one does all the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS))
}
