//! Nothing caps a scenario at a classroom's size.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "tests")]

use std::fmt::Write;
use std::time::Instant;
use twoaxes::engine::{Cell, Tensor};
use twoaxes::scenario::read;
use twoaxes::scenario::save::{patch, to_toml};

/// A file of n slots and |V| words, with numbers as a training run writes them.
fn file(slots: usize, words: usize, d_k: usize, d_v: usize) -> String {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut number = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    let mut matrix = |rows: usize, columns: usize| {
        let mut text = String::from("[\n");
        for _ in 0..rows {
            let row: Vec<String> = (0..columns).map(|_| format!("{:.7}", number())).collect();
            writeln!(text, "  [{}],", row.join(", ")).unwrap();
        }
        text + "]\n"
    };
    let names = |letter: char, count: usize| {
        (1..=count).map(|number| format!("\"{letter}{number}\"")).collect::<Vec<_>>().join(", ")
    };
    let q: Vec<String> = vec!["0.5".to_owned(); d_k];
    let (k, v, g) = (matrix(slots, d_k), matrix(slots, d_v), matrix(d_v, words));
    format!(
        "format = 1\nid = \"large\"\n[source]\nslots = [{}]\n[vocab]\nwords = [{}]\n[[query]]\nq = [{}]\ntarget = \"w{words}\"\n\
         [tensors]\nK = {k}V = {v}G = {g}",
        names('s', slots),
        names('w', words),
        q.join(", "),
    )
}

#[test]
fn a_few_thousand_slots_and_words() {
    let scenario = read(&file(4096, 5000, 8, 16), "large.toml").unwrap();
    assert_eq!((scenario.givens.slots(), scenario.givens.words()), (4096, 5000));
    assert_eq!(scenario.givens.targets, [Some(4999)]);
}

#[test]
#[ignore = "measures: 6.4 million numbers"]
fn a_hundred_thousand_words() {
    let text = file(4096, 100_000, 64, 64);
    let resident = |what: &str| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = |name: &str| status.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
        println!("{what}: {}, {}", line("VmRSS"), line("VmHWM"));
    };
    println!("{} MB of text", text.len() >> 20);
    resident("before");
    let start = Instant::now();
    let scenario = read(&text, "large.toml").unwrap();
    println!("read in {:?}", start.elapsed());
    resident("after");
    assert_eq!(scenario.givens.words(), 100_000);
    let mut now = scenario.clone();
    now.givens.set(Cell::new(Tensor::Head, 3, 77_777), 0.5);
    let start = Instant::now();
    let patched = patch(&text, &scenario, &now);
    println!("one number saved in {:?}", start.elapsed());
    resident("after");
    assert!(read(&patched, "large.toml").is_ok_and(|read| read == now));
    let start = Instant::now();
    let written = to_toml(&now);
    println!("written anew in {:?}", start.elapsed());
    assert!(written.len() > text.len() / 2);
}
