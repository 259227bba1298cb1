//! Figures of learning: 10,000 steps of the lesson's construction, all of q, K, V and G learning, below 100 ms.
//!
//! Run with `cargo bench --bench learning`.

#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use std::time::Instant;
use twoaxes::engine::Tensor;
use twoaxes::engine::learning::{Method, Plan, Rate, Run};
use twoaxes::scenario::builtin;

fn main() {
    let givens = builtin::ALL[0].scenario().givens;
    let what = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head];
    for method in Method::ALL {
        let mut best = f64::INFINITY;
        for _ in 0..10 {
            let plan = Plan::new(what, method, Rate::new(0.01).unwrap());
            let start = Instant::now();
            let mut run = Run::new(&givens, plan).unwrap();
            for _ in 0..10_000 {
                run.step().unwrap();
            }
            best = best.min(start.elapsed().as_secs_f64());
            assert!(run.course().now() < run.course().start());
        }
        let told = if best < 0.1 { "below" } else { "NOT below" };
        println!("10,000 steps of r72, {}: {:.1} ms, {told} 100 ms", method.name(), best * 1e3);
    }
}
