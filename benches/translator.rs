//! What the translator costs: a sentence forwards, forwards and backwards, a step of four, and a whole training.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::{Forced, Losses, Parameters, Passage, Plan, Training, WayBack, pass, translate};

fn sentences(c: &mut Criterion) {
    let corpus = Corpus::lesson();
    let plan = Plan::default();
    let parameters = plan.beginning(&corpus).expect("a translator");
    let (mut passage, mut back) = (Passage::default(), WayBack::default());
    let mut gradient = Parameters::zero(parameters.shapes().clone());
    // The mean over the corpus, not one sentence's length.
    let mut next = corpus.train.iter().cycle();
    c.bench_function("a sentence forwards", |b| {
        b.iter(|| {
            let pair = next.next().expect("it goes round");
            black_box(pass(&mut passage, &parameters, &pair.source, &pair.target).expect("numbers"))
        })
    });
    c.bench_function("a sentence forwards and backwards", |b| {
        b.iter(|| {
            let pair = next.next().expect("it goes round");
            pass(&mut passage, &parameters, &pair.source, &pair.target).expect("numbers");
            back.follow(&parameters, &passage, &pair.target, Losses::All, &mut gradient);
        })
    });
    c.bench_function("a sentence translated alone, untrained", |b| {
        b.iter(|| black_box(translate(&mut passage, &parameters, &corpus.test[0].source).expect("numbers")))
    });
    c.bench_function("60 test sentences measured", |b| {
        b.iter(|| black_box(Forced::of(&parameters, corpus.test.iter().step_by(10)).expect("numbers")))
    });
    let mut training = Training::new(plan, &corpus).expect("a translator");
    c.bench_function("a step of four sentences, Adam included", |b| {
        b.iter(|| black_box(training.step(&corpus.train).expect("a step")))
    });
    c.bench_function("the corpus drawn", |b| b.iter(|| black_box(Corpus::lesson())));
}

fn trainings(c: &mut Criterion) {
    let corpus = Corpus::lesson();
    let mut group = c.benchmark_group("training");
    group.sample_size(10).measurement_time(Duration::from_secs(25));
    group.bench_function("10,000 sentences", |b| {
        b.iter(|| {
            let mut training = Training::new(Plan::default(), &corpus).expect("a translator");
            while !training.is_done() {
                training.step(&corpus.train).expect("a step");
            }
            black_box(training.steps())
        })
    });
    group.finish();
}

criterion_group!(benches, sentences, trainings);
criterion_main!(benches);
