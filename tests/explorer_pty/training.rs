//! A training seen in a real terminal: the loss falls and the map moves while keys are taken, and what has been trained
//! is gone through, opened and changed.

use std::time::{Duration, Instant};

use super::explorer::PROGRAM;
use super::pty::{PATIENCE, Pty, Setup};
use twoaxes::words::number;

const ENTER: &str = "\r";
const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";

/// The program without its twin: what a thread has done by now is not the same in two processes.
fn start() -> Pty {
    let variables = [("COLORTERM", "truecolor"), ("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", "C")];
    let pty = Setup { variables: &variables, ..Setup::new(&[PROGRAM]) }.start();
    pty.wait_for("SOURCE AXIS");
    pty
}

/// The loss on the test sentences that is shown.
fn test_loss(text: &str) -> Option<f64> {
    text.split("tests: loss ").nth(1)?.split_whitespace().next()?.parse().ok()
}

/// The heat map: the lines of the words, from their weights on.
fn map(text: &str) -> Vec<String> {
    let weights = |line: &str| line.rsplit_once('│').map(|(_, map)| map.trim_end().to_owned());
    text.lines().skip(4).take(8).filter_map(weights).collect()
}

/// Waits until what is shown is so, and says how long it took.
fn until(pty: &mut Pty, what: &str, holds: impl Fn(&str) -> bool) -> Duration {
    let begun = Instant::now();
    pty.wait_until(what, |screen| holds(&screen.contents()));
    begun.elapsed()
}

#[test]
fn a_training_is_started_stopped_gone_through_and_opened() {
    let mut pty = start();
    pty.send("@");
    pty.wait_for("0 of 10,000 sentences");
    let untrained = pty.text();
    let (loss, before) = (test_loss(&untrained).expect("a loss"), map(&untrained));
    assert_eq!(before.len(), 8, "{untrained}");
    pty.send(" ");
    // Half a second on a machine of its own; here others build beside it.
    let first = until(&mut pty, "the map moves", |text| map(text) != before && map(text).len() == 8);
    assert!(first < Duration::from_secs(5), "{first:?}");
    until(&mut pty, "the loss falls", |text| test_loss(text).is_some_and(|now| now < loss / 2.0));
    // The keys are taken while it goes on.
    pty.send("\x1b[B\x1b[B");
    until(&mut pty, "the third word", |text| text.contains("step 3/8"));
    pty.send(" ");
    until(&mut pty, "it stops", |text| text.contains("stopped after ") && text.contains(" paused "));
    let stopped = pty.text();
    // There is nothing more to come.
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(pty.text(), stopped);
    pty.send(HOME);
    until(&mut pty, "the start", |text| text.contains("shown: after 0") && map(text).len() == 8);
    assert_eq!(test_loss(&pty.text()), Some(loss));
    pty.send(&RIGHT.repeat(3));
    until(&mut pty, "forth", |text| text.contains("shown: after 120"));
    let third = map(&pty.text());
    pty.send(LEFT);
    until(&mut pty, "back", |text| text.contains("shown: after 80"));
    pty.send(RIGHT);
    until(&mut pty, "forth again", |text| text.contains("shown: after 120"));
    assert_eq!(map(&pty.text()), third);
    pty.send(END);
    until(&mut pty, "the newest", |text| map(text) == map(&stopped));
    assert_eq!(test_loss(&pty.text()), test_loss(&stopped));
    pty.send(&format!(":decode open{ENTER}"));
    until(&mut pty, "the step", |text| text.contains("step-3 Step 3 of the translator"));
    pty.send(&format!(":mask 5{ENTER}"));
    until(&mut pty, "what it does", |text| text.contains("in full, through the state:"));
    let said = pty.text();
    let p = |after: &str| -> f64 {
        let number = said.split(after).nth(1).and_then(|rest| rest.split([';', ' ', ')']).next());
        number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{after}\n{said}"))
    };
    let (direct, full, was) = (p("p(him) = "), p("through the state: "), p("(was "));
    assert!(direct != was && full != direct && [direct, full, was].iter().all(|p| (0.0..=1.0).contains(p)), "{said}");
    assert!(said.contains(number::derived(direct, 8).trim()), "{said}");
    pty.send("q");
    until(&mut pty, "the question", |text| text.contains("unsaved"));
    pty.send("y");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn leaving_does_not_wait_for_the_training() {
    let mut pty = start();
    pty.send("@ ");
    until(&mut pty, "it goes on", |text| text.contains(" training ") && !text.contains(" 0 of 10,000"));
    let begun = Instant::now();
    pty.send("qq");
    assert_eq!(pty.exit(), 0);
    assert!(begun.elapsed() < PATIENCE / 4, "{:?}", begun.elapsed());
    pty.assert_given_back();
}
