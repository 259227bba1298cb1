//! What the tour of `reading-can-be-taught` tells, held against what is on the screen at each step and against the engine.

mod support;

use support::facts::{scenario, top};
use support::steps::{at, attention, number, probabilities, says, shows};
use support::{Screen, open};
use twoaxes::engine::learning::{Method, Plan, Rate, Run, reading_floor};
use twoaxes::engine::{Givens, Gradients, Tensor};
use twoaxes::explorer::{Backward, Focus, Panel, View};

const ID: &str = "reading-can-be-taught";

fn baseline() -> Givens {
    scenario(ID).givens
}

fn six(number: f64) -> String {
    format!("{number:.6}")
}

/// A run of the engine, without the screen.
fn learnt(what: &[Tensor], rate: f64, steps: usize) -> Run {
    let plan = Plan::new(what.iter().copied(), Method::Descent, Rate::new(rate).expect("a rate"));
    let mut run = Run::new(&baseline(), plan).expect("a run");
    for _ in 0..steps {
        run.step().expect("a step");
    }
    run
}

/// The numbers on the screen are those of a run of so many steps, and it says so.
#[track_caller]
fn is_run(screen: &Screen, run: &Run) {
    assert!(screen.model.givens() == run.newest().givens());
    let (start, now) = (six(run.course().start()), six(run.course().now()));
    shows(screen, &[&format!("L {start} → {now}"), &format!("step {}", run.steps())]);
    assert_eq!(screen.model.panel(), Some(&Panel::Learning));
}

#[test]
fn the_word_teaches_what_to_read() {
    let told = scenario(ID);
    let mut screen = open(ID);

    at(&mut screen, "start");
    assert_eq!(screen.model.focus(), Focus::Attention(0));
    let before = attention(&screen);
    assert!(
        top(&before) != 0 && top(&probabilities(&screen)) != 0,
        "the wrong slots are read, the wrong word is on top"
    );

    at(&mut screen, "guess");
    let loss = number(&screen, Focus::Loss);
    says(&told, "guess", &[six(loss)]);
    shows(&screen, &[&six(loss)]);

    // The way back, stage by stage, with what each stage says.
    let gradients = Gradients::of(&baseline(), screen.model.trace()).expect("gradients");
    let wanted = gradients.scores().line(0).to_vec();
    for (step, last, focus, shown) in [
        ("at-the-word", Backward::Logits, Focus::Logit(0), gradients.logits().get(0, 0)),
        ("at-the-context", Backward::Context, Focus::Context(0), Some(gradients.contexts().get(0, 0))),
        ("at-the-scores", Backward::Scores, Focus::Score(1), Some(wanted[1])),
    ] {
        at(&mut screen, step);
        assert_eq!((screen.model.view(), screen.model.focus()), (View::Gradients, focus), "{step}");
        assert_eq!(screen.model.revealed_back().last(), Some(last), "{step}");
        shows(&screen, &[&six(shown.expect("a gradient"))]);
    }
    says(&told, "at-the-word", &[six(gradients.logits().get(0, 0).expect("a gradient"))]);
    assert!(gradients.contexts().get(0, 0) < 0.0 && gradients.contexts().get(0, 1) > 0.0);
    assert!(wanted[0] < 0.0 && wanted[1] > 0.0 && wanted[2] < 0.0);

    at(&mut screen, "one-step");
    assert!(screen.model.givens() == learnt(&[Tensor::Queries], 0.5, 1).newest().givens());
    assert_eq!((screen.model.view(), screen.model.panel()), (View::Flow, None));
    let (after, reading) = (number(&screen, Focus::Loss), attention(&screen));
    says(&told, "one-step", &[six(reading[0]), six(reading[2]), six(after)]);
    shows(&screen, &[&six(reading[0]), &six(reading[2]), &six(after)]);
    assert!(reading[0] > before[0] && reading[2] > before[2] && reading[1] < before[1] && after < loss);

    at(&mut screen, "ten");
    is_run(&screen, &learnt(&[Tensor::Queries], 0.5, 10));
    says(&told, "ten", &[six(attention(&screen)[0])]);
    shows(&screen, &[&six(attention(&screen)[0])]);
    assert_eq!((top(&attention(&screen)), top(&probabilities(&screen))), (0, 0));

    at(&mut screen, "floor");
    is_run(&screen, &learnt(&[Tensor::Queries], 0.5, 200));
    let floor = reading_floor(&baseline(), 0, 1 << 20).expect("a floor");
    assert_eq!(floor.weights, [1.0, 0.0, 0.0]);
    says(&told, "floor", &[six(number(&screen, Focus::Loss)), six(floor.at_least)]);
    shows(&screen, &[&format!("reading alone cannot take L below {}: all weight on 他", six(floor.at_least))]);
    assert!(number(&screen, Focus::Loss) > floor.at_least);
}

#[test]
fn what_g_does_instead_and_what_too_large_a_rate_does() {
    let told = scenario(ID);
    let mut screen = open(ID);
    at(&mut screen, "only-g");
    is_run(&screen, &learnt(&[Tensor::Head], 0.5, 200));
    says(&told, "only-g", &[six(number(&screen, Focus::Loss)), six(attention(&screen)[0])]);
    shows(&screen, &["0.155362=", "from the same numbers: only q 1.420665 → 0.043740 in 200 steps"]);
    let floor = reading_floor(&baseline(), 0, 1 << 20).expect("a floor").at_least;
    assert!(number(&screen, Focus::Loss) < floor, "G goes where no reading does");

    at(&mut screen, "too-far");
    let run = learnt(&[Tensor::Queries, Tensor::Keys], 10.0, 1);
    is_run(&screen, &run);
    assert!(run.has_diverged());
    let loss = number(&screen, Focus::Loss);
    says(&told, "too-far", &["10".to_owned(), "书".to_owned(), six(loss)]);
    shows(&screen, &["1.000000*", "the rate is too large: L is 4.035976, above the 1.420665 it began with"]);
    assert_eq!(top(&attention(&screen)), 1);

    at(&mut screen, "stuck");
    let run = learnt(&[Tensor::Queries, Tensor::Keys], 10.0, 21);
    is_run(&screen, &run);
    assert!((number(&screen, Focus::Loss) - loss).abs() < 1e-9);
    let gradients = Gradients::of(run.newest().givens(), run.newest().trace()).expect("gradients");
    let largest = gradients.scores().iter().flatten().fold(0.0_f64, |largest, slope| largest.max(slope.abs()));
    assert!(largest < 1e-9, "{largest}");

    // What is left to try begins where the tour began.
    at(&mut screen, "yours");
    assert!(screen.model.givens() == &baseline() && screen.model.panel().is_none());
    screen.press("e");
    is_run(&screen, &learnt(&[Tensor::Queries], 0.5, 1));
    screen.press("u");
    assert!(screen.model.givens() == &baseline());
}

/// The other target word teaches the other slot.
#[test]
fn another_word_teaches_another_reading() {
    let mut screen = open(ID);
    screen.run("branch another-word").run("learn run 200");
    assert_eq!((top(&attention(&screen)), top(&probabilities(&screen))), (1, 1));
    assert!(attention(&screen)[1] > 0.9);
}
