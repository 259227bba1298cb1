//! Figures of the engine.
//!
//! - forward of the lesson's construction: below 1 µs;
//! - forward and gradients of it: below 3 µs;
//! - one edit of v_j in a model with n = 1,024, d_k = d_v = 64, |V| = 50,257, T = 1, everything that follows from it
//!   computed, against one pass over G, with G out of the cache before each: at most 1.5 times as long.
//!
//! Run with `cargo bench --bench engine`. The last is measured by hand, pass and edit in turn, because the cache has to
//! be emptied in between; minima are compared, which a busy machine disturbs least.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::cast_precision_loss, missing_docs, reason = "a benchmark")]

use criterion::Criterion;
use std::hint::black_box;
use std::time::{Duration, Instant};
use twoaxes::engine::{Cell, Comparison, Givens, Gradients, Lines, Mask, Scorer, ScorerKind, Stage, Tensor, Trace};
use twoaxes::scenario::builtin;

/// The lesson's three slots, as the program opens on them.
fn r72() -> Givens {
    builtin::ALL[0].scenario().givens
}

/// Numbers that look random, between −1 and 1, always the same.
fn noise(count: usize, seed: u32) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn large() -> Givens {
    let (slots, width, words) = (1024, 64, 50_257);
    Givens {
        queries: Lines::new(width, &noise(width, 1)),
        keys: Lines::new(width, &noise(slots * width, 2)),
        values: Lines::new(width, &noise(slots * width, 3)),
        head: Lines::new(width, &noise(words * width, 4)),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::ScaledDot, width),
        mask: Mask::none(slots),
        targets: vec![Some(7)],
        origin: None,
    }
}

/// Reads every number of G once, on one thread, in lanes wide enough that memory is what limits it.
fn pass(head: &Lines) -> f64 {
    let mut lanes = [0.0_f64; 16];
    for (_, block) in head.blocks() {
        for chunk in block.as_slice().as_chunks::<16>().0 {
            for (lane, number) in lanes.iter_mut().zip(chunk) {
                *lane += number;
            }
        }
    }
    lanes.iter().sum()
}

/// Fills the caches with something else.
fn evict(other: &mut [u64]) {
    for number in other.iter_mut() {
        *number = number.wrapping_add(1);
    }
    black_box(&other);
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// One edit of a value in the large model against one pass over its head, both cold.
fn edit_against_pass() {
    let mut other = vec![1_u64; 16 << 20]; // 128 MiB, four times a generous last-level cache
    let mut before = large();
    let mut trace = Trace::new(&before);
    let (mut passes, mut edits) = (Vec::new(), Vec::new());
    for round in 0..200_u32 {
        evict(&mut other);
        passes.push(timed(|| pass(&before.head)));
        let mut now = before.clone();
        now.set(Cell::new(Tensor::Values, 5, 3), f64::from(round));
        evict(&mut other);
        let start = Instant::now();
        let after = trace.after(&now);
        black_box(after.row(0));
        edits.push(start.elapsed());
        black_box(after.loss().unwrap());
        (before, trace) = (now, after);
    }
    let (pass, edit) = (summary(&mut passes), summary(&mut edits));
    println!("cold pass over G            min {:?}  median {:?}", pass.0, pass.1);
    println!("edit of v_j, G cold         min {:?}  median {:?}", edit.0, edit.1);
    println!(
        "ratio                       min {:.3}  median {:.3}  (wanted: at most 1.5)",
        edit.0.as_secs_f64() / pass.0.as_secs_f64(),
        edit.1.as_secs_f64() / pass.1.as_secs_f64()
    );
    println!("cores                       {}", std::thread::available_parallelism().map_or(1, usize::from));
}

/// What a screen asks for after such an edit: the marks of all stages and of the numbers in view.
fn marks() {
    let before = large();
    let trace = Trace::new(&before);
    let mut comparison = Comparison::new((&before, &trace), (&before, &trace));
    let mut times = Vec::new();
    for round in 1..30_u32 {
        let mut now = before.clone();
        now.set(Cell::new(Tensor::Values, 5, 3), f64::from(round));
        let after = trace.after(&now);
        black_box(after.loss().ok());
        times.push(timed(|| {
            comparison = comparison.with_current((&now, &after));
            let stages = Stage::ALL.map(|stage| comparison.stage_any_row(stage));
            let words: Vec<_> = (0..50).map(|w| (comparison.logit(0, w), comparison.probability(0, w))).collect();
            let slots: Vec<_> = (0..50).map(|j| (comparison.score(0, j), comparison.attention(0, j))).collect();
            (stages, words, slots, comparison.total_loss())
        }));
    }
    let first = times[0];
    println!("marks after the edit        first {first:?}  then min {:?}", summary(&mut times).0);
    let mut times: Vec<Duration> = (0..10).map(|_| timed(|| Gradients::of(&before, &trace).unwrap())).collect();
    println!("gradients of it             min {:?}", summary(&mut times).0);
}

fn summary(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    (times[0], times[times.len() / 2])
}

fn small(criterion: &mut Criterion) {
    let givens = r72();
    criterion.bench_function("r72 forward", |bencher| bencher.iter(|| Trace::new(black_box(&givens))));
    criterion.bench_function("r72 forward and gradients", |bencher| {
        bencher.iter(|| {
            let trace = Trace::new(black_box(&givens));
            Gradients::of(&givens, &trace).unwrap()
        });
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args().without_plots();
    small(&mut criterion);
    criterion.final_summary();
    edit_against_pass();
    marks();
}
