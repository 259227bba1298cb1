//! A frame of the training screen and of the decoder screen, with a whole training of the lesson kept, and while another
//! goes on in the thread beside them.
//!
//! Figure to reach: < 16 ms at 120×36.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use twoaxes::explorer::{Document, Key, Model, Preferences};
use twoaxes::scenario::{builtin, read};

fn explorer() -> Model {
    let text = builtin::find("r72").expect("built in").text;
    let scenario = read(text, "bench").expect("a valid scenario");
    let mut model = Model::new(Document::new(None, text, scenario), Preferences::default());
    model.resize(120, 36);
    model
}

/// 10,000 sentences trained: 251 times of it are kept.
fn trained() -> Model {
    let mut model = explorer();
    model.run("train run");
    model.work().expect("a training").run(&AtomicBool::new(false), || {});
    model.catch_up();
    model
}

fn frames(c: &mut Criterion, what: &str) {
    let mut model = trained();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    for view in ["training", "decoder"] {
        let mut turn = 0;
        c.bench_function(&format!("another time of a training on the {view} screen at 120x36{what}"), |b| {
            b.iter(|| {
                model.run(["train at previous", "train at next"][turn % 2]);
                model.run(&format!("view {view}"));
                turn += 1;
                buffer.reset();
                black_box(twoaxes::view::draw(&model, &mut buffer));
            });
        });
        let keys = [Key::of_text("<Down>"), Key::of_text("<Up>")].concat();
        c.bench_function(&format!("key to frame on the {view} screen at 120x36{what}"), |b| {
            b.iter(|| {
                model.press(keys[turn % 2]);
                turn += 1;
                buffer.reset();
                black_box(twoaxes::view::draw(&model, &mut buffer));
            });
        });
    }
}

fn at_rest(c: &mut Criterion) {
    frames(c, "");
}

/// The same while a thread trains, and what it publishes is taken over.
fn beside_a_training(c: &mut Criterion) {
    let mut other = explorer();
    other.run("train seed 2");
    other.run("train sentences 4000000");
    other.run("train run");
    let stop = Arc::new(AtomicBool::new(false));
    let (work, stopped) = (other.work().expect("a training"), Arc::clone(&stop));
    let thread = thread::spawn(move || work.run(&stopped, || {}));
    frames(c, ", training beside");
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    c.bench_function("the newest of a training that goes on, drawn at 120x36", |b| {
        b.iter(|| {
            other.catch_up();
            buffer.reset();
            black_box(twoaxes::view::draw(&other, &mut buffer));
        });
    });
    stop.store(true, Ordering::Relaxed);
    thread.join().expect("it ends");
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = at_rest, beside_a_training
}
criterion_main!(benches);
