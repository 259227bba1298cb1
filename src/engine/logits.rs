//! z = c G + b: the largest product of the model, one dot product down each word's column.
//!
//! A large G is read by several threads, which take runs of columns as they get to them. Each logit is the same dot
//! product whichever thread computes it, so the number of threads changes no bit.

use super::{Lines, Scores, Vocab, dot};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

/// From how many numbers of G on (8 MB) another thread is worth its start, some 30 µs.
const WORTH_SHARING: usize = 1 << 20;

/// Blocks of G a thread takes at a time: some 250 KB, 10 µs of work.
const RUN: usize = 8;

/// More threads than this do not get more out of the memory.
const MOST_THREADS: usize = 4;

/// c G: a dot product for each word. Other threads help where G is large.
pub(crate) fn product(context: &Arc<[f64]>, head: &Lines) -> Vec<f64> {
    let mut values = vec![0.0; head.count()];
    if head.count() * head.width() < WORTH_SHARING {
        products(context, head.iter(), &mut values);
    } else {
        shared_product(context, head, &mut values, threads() - 1);
    }
    values
}

/// The logits of one row: its products and its constants.
///
/// # Errors
/// The first word whose logit is beyond f64.
pub(crate) fn logits(mut values: Vec<f64>, bias: Option<&Lines>) -> Result<Scores<Vocab>, usize> {
    if let Some(bias) = bias {
        for (logit, constant) in values.iter_mut().zip(bias.line(0)) {
            *logit += constant;
        }
    }
    // A fold that does not stop early is several times as fast as a search; where it finds something, there is time.
    let finite = values.iter().fold(true, |finite, logit| finite & logit.is_finite());
    let beyond = if finite { None } else { values.iter().position(|logit| !logit.is_finite()) };
    match beyond {
        Some(word) => Err(word),
        None => Ok(Scores::all(values)),
    }
}

fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS))
}

fn products<'a>(context: &[f64], columns: impl Iterator<Item = &'a [f64]>, values: &mut [f64]) {
    for (logit, column) in values.iter_mut().zip(columns) {
        *logit = dot(context, column);
    }
}

/// The product with some help. On a busy machine a helper may be stopped for milliseconds in the middle of a run, so it
/// is never waited for: it hands in what it has finished, and what is missing in the end is computed here.
fn shared_product(context: &Arc<[f64]>, head: &Lines, values: &mut [f64], helpers: usize) {
    let next = Arc::new(AtomicUsize::new(0));
    let (hand_in, finished) = mpsc::channel();
    for _ in 0..helpers {
        let (context, head, next, hand_in) = (context.clone(), head.clone(), next.clone(), hand_in.clone());
        let help = move || {
            while let Some(run) = take(&next, &head) {
                let part: Vec<f64> = head.run(run, RUN).map(|column| dot(&context, column)).collect();
                if hand_in.send((run, part)).is_err() {
                    break;
                }
            }
        };
        // Where no thread can be had there is no help, and that is all.
        let _ = std::thread::Builder::new().spawn(help);
    }
    let length = head.lines_in_run(RUN);
    let mut parts: Vec<(bool, &mut [f64])> = values.chunks_mut(length).map(|part| (false, part)).collect();
    while let Some(run) = take(&next, head) {
        let (done, part) = &mut parts[run];
        products(context, head.run(run, RUN), part);
        *done = true;
    }
    for (run, from_helper) in finished.try_iter() {
        let (done, part) = &mut parts[run];
        part.copy_from_slice(&from_helper);
        *done = true;
    }
    for (run, (_, part)) in parts.iter_mut().enumerate().filter(|(_, (done, _))| !done) {
        products(context, head.run(run, RUN), part);
    }
}

/// The next run nobody has taken.
fn take(next: &AtomicUsize, head: &Lines) -> Option<usize> {
    let run = next.fetch_add(1, Ordering::Relaxed);
    (run < head.count().div_ceil(head.lines_in_run(RUN))).then_some(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_changes_no_bit() {
        for (width, words) in [(1, 5), (3, 40_000), (64, 5_000), (64, 64 * RUN), (5_000, 30)] {
            let numbers: Vec<f64> = (0..width * words).map(|i| (i as f64 * 0.7).sin()).collect();
            let head = Lines::new(width, &numbers);
            let context: Arc<[f64]> = (0..width).map(|i| 1.0 / (i as f64 + 3.0)).collect();
            let mut alone = vec![0.0; words];
            products(&context, head.iter(), &mut alone);
            for helpers in 0..4 {
                let mut helped = vec![f64::NAN; words];
                shared_product(&context, &head, &mut helped, helpers);
                assert!(
                    alone.iter().zip(&helped).all(|(a, b)| a.to_bits() == b.to_bits()),
                    "{width} {words} {helpers}"
                );
            }
        }
    }

    #[test]
    fn the_first_word_beyond_f64_is_named() {
        let head = Lines::new(1, &[1.0, -1e300, 1e300]);
        assert_eq!(logits(product(&Arc::from([1e10]), &head), None), Err(1));
        let constant = Lines::new(3, &[f64::MAX, 0.0, 0.0]);
        let products = product(&Arc::from([f64::MAX]), &Lines::new(1, &[1.0, 1.0, 0.0]));
        assert_eq!(logits(products, Some(&constant)), Err(0));
    }
}
