//! Learning on the screen: keys in, numbers and sentences out.

mod support;

use std::sync::atomic::AtomicBool;
use support::{Screen, open};
use twoaxes::engine::learning::{Method, Plan, Rate, Run};
use twoaxes::engine::{Givens, Tensor};
use twoaxes::explorer::{Panel, table};
use twoaxes::words::{Lang, number};

/// Does what goes on beside the screen to its end, and lets the screen catch up.
fn to_the_end(screen: &mut Screen) {
    let work = screen.model.work().expect("something goes on");
    work.run(&AtomicBool::new(false), || {});
    screen.model.catch_up();
}

fn run_of(givens: &Givens, what: &[Tensor], method: Method, rate: f64, steps: usize) -> Run {
    let plan = Plan::new(what.iter().copied(), method, Rate::new(rate).unwrap());
    let mut run = Run::new(givens, plan).unwrap();
    for _ in 0..steps {
        run.step().unwrap();
    }
    run
}

fn told(loss: f64) -> String {
    number::derived(loss, 9).trim_start().to_owned()
}

#[test]
fn a_key_takes_one_step_of_the_engine() {
    let mut screen = open("r72");
    let start = screen.model.givens().clone();
    for steps in 1..=4 {
        screen.press("e");
        let run = run_of(&start, &[Tensor::Queries], Method::Descent, 0.5, steps);
        assert!(screen.model.givens() == run.newest().givens(), "step {steps}");
        let text = screen.text();
        let course = run.course();
        assert!(
            text.contains(&format!("step {steps}   L {} → {}", told(course.start()), told(course.now()))),
            "{text}"
        );
    }
    assert!(screen.text().contains("only q learns · descent · rate 0.5"));
    assert_eq!(screen.model.panel(), Some(&Panel::Learning));
}

#[test]
fn a_run_goes_on_until_it_is_stopped() {
    let mut screen = open("r72");
    screen.press("i");
    assert!(screen.model.is_learning());
    assert!(screen.text().contains("learning: Esc or i stops it"), "{}", screen.text());
    let work = screen.model.work().unwrap();
    let stop = AtomicBool::new(false);
    let mut times = 0;
    work.run(&stop, || {
        times += 1;
        if times == 3 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(screen.model.catch_up());
    let steps = screen.model.run_shown().unwrap().0.steps();
    assert!(steps > 0 && screen.model.is_learning());
    screen.press("<Esc>");
    assert!(!screen.model.is_learning());
    assert!(screen.notice().starts_with(&format!("learning stopped at step {steps}")), "{}", screen.notice());
}
