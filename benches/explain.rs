//! An explanation while the cursor moves: each must take well under a frame (16 ms), in the largest model too.
#![allow(missing_docs, clippy::expect_used, reason = "a benchmark")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use twoaxes::engine::{Givens, Lines, Mask, Scorer, ScorerKind, Trace};
use twoaxes::explain::{Context, copy_text, explain};
use twoaxes::scenario::{Address, Names, Scope, builtin};
use twoaxes::words::Lang;

/// Numbers that look random, between −1 and 1, always the same.
fn noise(count: usize, seed: u32) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn large(kind: ScorerKind) -> (Givens, Names) {
    let (slots, width, words) = (4096, 64, 100_000);
    let givens = Givens {
        queries: Lines::new(width, &noise(width, 1)),
        keys: Lines::new(width, &noise(slots * width, 2)),
        values: Lines::new(width, &noise(slots * width, 3)),
        head: Lines::new(width, &noise(words * width, 4)),
        bias: vec![None],
        scorer: Scorer::new(kind, width),
        mask: Mask::none(slots),
        targets: vec![Some(7)],
        origin: None,
    };
    let named = |stem: &str, count: usize| (0..count).map(|i| format!("{stem}{i}")).collect();
    (givens, Names { slots: named("s", slots), words: named("w", words), prefixes: vec![None] })
}

fn bench(c: &mut Criterion, title: &str, givens: &Givens, names: &Names, addresses: &[&str]) {
    let trace = Trace::new(givens);
    let context = Context { givens, trace: &trace, names, terms: 6 };
    let scope = Scope { givens, names, focused_row: None };
    for written in addresses {
        let address = Address::read(written, &scope).expect("an address of the model");
        c.bench_function(&format!("{written}, {title}"), |b| {
            b.iter(|| black_box(explain(&context, &address)).into.len())
        });
    }
    let last = Address::read("sum_z", &scope).expect("an address of the model");
    c.bench_function(&format!("sum_z as text with its last 50 terms, {title}"), |b| {
        b.iter(|| {
            let explanation = explain(&context, &last);
            let count = explanation.terms_count();
            let terms = (count.saturating_sub(50)..count).filter_map(|number| explanation.term(number));
            let length: usize = terms.map(|term| term.label().len() + term.text(Lang::En).len()).sum();
            length + copy_text(&explanation, Lang::En).len()
        });
    });
}

fn explanations(c: &mut Criterion) {
    let r72 = builtin::find("r72").expect("built in").scenario();
    bench(c, "r72", &r72.givens, &r72.names, &["alpha[2]", "loss1"]);
    let (givens, names) = large(ScorerKind::Additive);
    bench(c, "100,000 words", &givens, &names, &["q[1]", "e[4096]", "alpha[4096]", "c[1]", "z[99999]", "p[99999]"]);
    let (givens, names) = large(ScorerKind::Bilinear);
    bench(c, "bilinear", &givens, &names, &["e[4096]"]);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = explanations
}
criterion_main!(benches);
