//! Key to finished frame, in process: an edit, everything that follows from it, and the whole screen drawn.
//!
//! Figures to reach: < 500 µs at 120×36, < 3 ms at 300×100.
#![allow(missing_docs, clippy::expect_used)]

#[path = "../tests/support/large.rs"]
mod file;

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::hint::black_box;
use twoaxes::explorer::{Document, Key, Model, Preferences};
use twoaxes::scenario::{builtin, read};

fn explorer(text: &str) -> Model {
    let scenario = read(text, "bench").expect("a valid scenario");
    Model::new(Document::new(None, text, scenario), Preferences::default())
}

fn large(slots: usize, words: usize, width: usize) -> Model {
    explorer(&file::large(1, slots, words, width))
}

fn frames(c: &mut Criterion) {
    let r72 = builtin::find("r72").expect("built in").text;
    let keys = [Key::of_text("]"), Key::of_text("[")].concat();
    for (width, height) in [(80, 24), (120, 36), (300, 100)] {
        let mut model = explorer(r72);
        model.resize(width, height);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        let mut turn = 0;
        c.bench_function(&format!("key to frame, r72 at {width}x{height}"), |b| {
            b.iter(|| {
                model.press(keys[turn % 2]);
                turn += 1;
                buffer.reset();
                black_box(twoaxes::view::draw(&model, &mut buffer));
            });
        });
    }
    let mut model = large(4096, 100_000, 16);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    model.resize(120, 36);
    model.run("focus v4096[3]");
    let mut turn = 0;
    for order in ["number", "probability"] {
        model.run(&format!("order {order}"));
        c.bench_function(&format!("key to frame, 4096 slots and 100000 words by {order} at 120x36"), |b| {
            b.iter(|| {
                model.press(keys[turn % 2]);
                turn += 1;
                buffer.reset();
                black_box(twoaxes::view::draw(&model, &mut buffer));
            });
        });
    }
}

/// The next and the previous step of the tour of `r72`, drawn.
///
/// Figure to reach: < 2 ms at 120×36.
fn steps(c: &mut Criterion) {
    let mut model = explorer(builtin::find("r72").expect("built in").text);
    model.resize(120, 36);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    let keys = [Key::of_text("<PageDown>"), Key::of_text("<PageUp>")].concat();
    let mut turn = 0;
    c.bench_function("step to frame, r72 at 120x36", |b| {
        b.iter(|| {
            model.press(keys[turn % 2]);
            turn += 1;
            buffer.reset();
            black_box(twoaxes::view::draw(&model, &mut buffer));
        });
    });
}

/// The explanation of a cell of a softmax over 100,000 words, folded and unfolded, drawn.
///
/// Figure to reach: < 16 ms, a frame.
fn explanations(c: &mut Criterion) {
    let mut model = large(16, 100_000, 16);
    model.resize(120, 36);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    for command in ["explain p[w7]", "unfold p[w7]"] {
        model.run(command);
        c.bench_function(&format!("{command} of 100000 words, drawn at 120x36"), |b| {
            b.iter(|| {
                buffer.reset();
                black_box(twoaxes::view::draw(&model, &mut buffer));
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = frames, steps, explanations
}
criterion_main!(benches);
