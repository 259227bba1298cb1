//! The training screen: what is shown of a training, and what keys do about it.

mod support;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use support::large::large;
use support::{Screen, of_text, open};
use twoaxes::explorer::{Effect, Mode, Origin, Trainer, View};
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::{
    Design, Encoder, FirstState, Forced, Interface, Kept, Plan, Role, Run, Schedule, SourceOrder, Timing,
};
use twoaxes::words::{Lang, number};

/// The training screen before a short training. Trainings of one plan are one: each test has a seed of its own.
fn training(seed: u64, sentences: usize) -> Screen {
    let mut screen = open("r72");
    screen.run(&format!("train seed {seed}")).run(&format!("train sentences {sentences}"));
    screen.press("<Esc>");
    screen
}

fn plan(seed: u64, sentences: usize) -> Plan {
    Plan { seed, schedule: Schedule { steps: sentences / 4, ..Schedule::default() }, ..Plan::default() }
}

/// The same training without a screen, to its end.
fn run_of(plan: Plan) -> Run {
    let corpus = Corpus::lesson();
    let mut run = Run::new(plan, &corpus).expect("a translator");
    while run.step(&corpus).is_some() {}
    run
}

fn trainer(screen: &Screen) -> &Trainer {
    screen.model.translating().expect("opened").trainer()
}

/// Does what goes on beside the screen to its end, and lets the screen catch up.
fn work(screen: &mut Screen) {
    let work = screen.model.work().expect("something goes on");
    work.run(&AtomicBool::new(false), || {});
    screen.model.catch_up();
}

/// The same, stopped when the training has had something to be seen so many times.
fn work_until(screen: &mut Screen, seen: usize) {
    let work = screen.model.work().expect("something goes on");
    let of = trainer(screen);
    let start = of.steps();
    // The same training, seen from elsewhere.
    let mut other = training(of.plan().seed, of.sentences(of.all()));
    let stop = AtomicBool::new(false);
    work.run(&stop, || {
        other.model.catch_up();
        stop.store(trainer(&other).steps() / 10 >= start / 10 + seen, Ordering::Relaxed);
    });
    screen.model.catch_up();
}

fn same(one: &Kept, two: &Kept) -> bool {
    one.steps == two.steps && one.parameters == two.parameters && one.forced == two.forced
}

/// The translator on the screen is this one, and its sentence has been read with it.
fn shows(screen: &Screen, kept: &Kept) {
    let of = screen.model.translating().expect("opened");
    assert_eq!(**of.parameters(), *kept.parameters, "step {}", kept.steps);
    assert!(same(of.trainer().shown(), kept), "step {}", kept.steps);
}

fn told(loss: Option<f64>) -> String {
    number::derived(loss.expect("words"), 8).trim().to_owned()
}

/// The figures of a frame of 120 columns are these.
fn figures(screen: &Screen, forced: &Forced) {
    let recipient = forced.role(Role::Recipient);
    let losses = format!(
        "test loss {} nats a word   first word {}   recipient {}   (60 test sentences)",
        told(forced.mean_loss()),
        told(forced.first_word_loss()),
        told(recipient.mean_loss()),
    );
    let share = |share: Option<f64>| number::percent(share.expect("reads"));
    let shares = format!(
        "recipients {}   times {}   nouns, within one unit: {}",
        share(recipient.share_from_right()),
        share(forced.role(Role::Time).share_from_right()),
        share(forced.role(Role::Object).share_within_one()),
    );
    let text = screen.text();
    assert!(text.contains(&losses) && text.contains(&shares), "{losses}\n{shares}\n{text}");
}

#[test]
fn before_on_the_way_and_at_the_end() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let mut screen = training(1, 400).sized(columns, lines).in_lang(lang);
            screen.press("<Down><Down>");
            let frame = |screen: &Screen, time: &str| {
                let text = if columns == 80 || columns == 120 { screen.snapshot() } else { screen.text() };
                insta::assert_snapshot!(format!("training-{time}-{columns}x{lines}-{}", lang.code()), text);
            };
            frame(&screen, "before");
            screen.run("train to 120");
            work(&mut screen);
            screen.press("<Esc>");
            frame(&screen, "paused");
            screen.run("train run");
            work_until(&mut screen, 3);
            frame(&screen, "going");
            work(&mut screen);
            frame(&screen, "done");
            screen.press("<Esc><Left><Left><Left>");
            frame(&screen, "back");
            assert_eq!(screen.model.view(), View::Training);
        }
    }
}

#[test]
fn a_long_sentence_and_ascii() {
    let mut screen = training(2, 200);
    screen.run("translate 600").run("train run");
    work(&mut screen);
    screen.run("view training").run("ascii on");
    assert_eq!(screen.model.view(), View::Training);
    insta::assert_snapshot!("training-long-ascii", screen.text());
    let allowed = |c: char| c.is_ascii() || matches!(u32::from(c), 0x3000..=0x303f | 0x4e00..=0x9fff | 0xff00..=0xffef);
    assert!(screen.text().chars().all(allowed), "{}", screen.text());
    for size in [(40, 12), (60, 18), (120, 36)] {
        screen = screen.sized(size.0, size.1);
        assert!(screen.text().chars().all(allowed), "{}", screen.text());
    }
}

#[test]
fn the_numbers_shown_are_those_of_a_run() {
    let run = run_of(plan(11, 240));
    let mut screen = training(11, 240).sized(120, 36);
    figures(&screen, run.kept()[0].forced.as_ref().expect("numbers"));
    screen.press(" ");
    assert!(screen.model.is_training());
    work(&mut screen);
    assert_eq!(screen.notice(), "240 sentences trained; the arrows go back and forth through it");
    let progress = trainer(&screen).progress();
    assert_eq!(*progress.losses, run.losses());
    assert!(progress.kept.len() == run.kept().len());
    assert!(progress.kept.iter().zip(run.kept()).all(|(one, two)| same(one, two)));
    let whole = progress.whole.clone().expect("measured").expect("numbers");
    let corpus = Corpus::lesson();
    let parameters = run.training().parameters();
    assert_eq!(whole.0, Forced::of(parameters, &corpus.test).expect("numbers"));
    let last = format!(
        "at the end, all 600 test sentences: loss {}   alone: exact {}, BLEU {:.1}",
        told(whole.0.mean_loss()),
        number::percent(whole.1.exact_share().expect("sentences")),
        whole.1.bleu.score()
    );
    assert!(screen.text().contains(&last), "{last}\n{}", screen.text());
    for kept in run.kept().iter().rev() {
        shows(&screen, kept);
        figures(&screen, kept.forced.as_ref().expect("numbers"));
        screen.press("<Left>");
    }
}

#[test]
fn scrubbing_shows_what_is_kept_and_never_trains() {
    let mut screen = training(12, 400);
    screen.press(" ");
    work(&mut screen);
    let kept: Vec<Arc<Kept>> = trainer(&screen).progress().kept.clone();
    let steps: Vec<usize> = kept.iter().map(|kept| kept.steps).collect();
    assert_eq!(steps, (0..=100).step_by(10).collect::<Vec<_>>());
    let at = |screen: &Screen| trainer(screen).shown().steps;
    for want in kept.iter().rev() {
        shows(&screen, want);
        screen.press("<Left>");
    }
    assert_eq!(at(&screen), 0);
    for want in &kept {
        shows(&screen, want);
        screen.press("<Right>");
    }
    assert_eq!(at(&screen), 100);
    for (keys, want) in [
        ("<Home>", 0),
        ("<C-f>", 10),
        ("<C-f>", 20),
        ("<C-b>", 10),
        ("<End>", 100),
        ("<Right>", 100),
        ("<Home><Left>", 0),
    ] {
        screen.press(keys);
        assert_eq!(at(&screen), want, "{keys}");
        assert!(screen.model.work().is_none() && !screen.model.is_training(), "{keys}");
        assert!(screen.model.translating().expect("opened").origin() == &origin(12, 4 * want as u64), "{keys}");
    }
    // Between two that are kept the one before is shown, and the screen says which.
    screen.run("train at 50");
    assert_eq!(at(&screen), 10);
    assert!(screen.line(1).contains("shown: after 40"), "{}", screen.line(1));
    assert_eq!(trainer(&screen).steps(), 100);
    assert!(trainer(&screen).progress().kept.iter().zip(&kept).all(|(one, two)| Arc::ptr_eq(one, two)));
}

fn origin(seed: u64, sentences: u64) -> Origin {
    if sentences == 0 { Origin::Untrained { seed } } else { Origin::Trained { seed, sentences } }
}

#[test]
fn the_map_moves_while_it_trains_and_the_newest_is_shown() {
    let mut screen = training(13, 400);
    let before = screen.text();
    screen.press(" ");
    work_until(&mut screen, 1);
    let first = screen.text();
    assert_ne!(before, first);
    assert_eq!(trainer(&screen).steps(), 10);
    assert!(screen.line(1).contains("training") && screen.line(1).contains("40 of 400 sentences"), "{first}");
    shows(&screen, &trainer(&screen).progress().newest.clone());
    assert!(trainer(&screen).follows() && screen.model.is_training());
    // Looking back does not stop it, and what is looked at stays.
    screen.press("<Home>");
    work_until(&mut screen, 2);
    assert!(screen.model.is_training());
    assert_eq!(trainer(&screen).shown().steps, 0);
    assert!(trainer(&screen).steps() >= 20);
    screen.press("<End>");
    assert_eq!(trainer(&screen).shown().steps, trainer(&screen).steps());
}

#[test]
fn a_stop_changes_no_number() {
    let run = run_of(plan(14, 240));
    let mut screen = training(14, 240);
    for stop in [" ", "<Esc>", "<C-c>"] {
        screen.press(" ");
        assert!(screen.model.is_training());
        work_until(&mut screen, 1);
        screen.press(stop);
        assert!(!screen.model.is_training() && screen.model.work().is_none(), "{stop}");
        let (steps, of) = (trainer(&screen).steps(), trainer(&screen));
        assert!(steps > 0 && steps < 60, "{stop}: {steps}");
        assert_eq!(of.progress().losses[..], run.losses()[..steps]);
        // The very step it stopped at is shown, measured.
        assert_eq!(of.shown().steps, steps);
        assert!(of.shown().forced.is_some());
        screen.press("<Esc>");
    }
    // A step at a time, and what was looked at in between makes no difference either.
    for _ in 0..3 {
        let before = trainer(&screen).steps();
        screen.press("e");
        assert_eq!(trainer(&screen).steps(), before + 1);
        assert_eq!(trainer(&screen).shown().steps, before + 1);
        let loss = number::derived(run.losses()[before], 8).trim().to_owned();
        assert_eq!(screen.notice(), format!("step {} taken; the loss before it was {loss} nats a word", before + 1));
        screen.press("<Left>");
    }
    screen.run("train to 200");
    work(&mut screen);
    assert_eq!(trainer(&screen).steps(), 50);
    screen.press(" ");
    work(&mut screen);
    let progress = trainer(&screen).progress();
    assert_eq!(*progress.losses, run.losses());
    assert!(progress.kept.len() == run.kept().len());
    assert!(progress.kept.iter().zip(run.kept()).all(|(one, two)| same(one, two)));
    // There is nothing left to do.
    screen.press(" ");
    assert!(screen.notice().starts_with("all 240 sentences are trained"), "{}", screen.notice());
    screen.press("e");
    assert!(screen.notice().starts_with("all 240 sentences are trained"), "{}", screen.notice());
    assert!(screen.model.work().is_none());
    screen.run("train stop");
    assert_eq!(screen.notice(), "no training goes on");
    screen.run("train to 5000");
    assert!(screen.notice().starts_with("5,000 sentences are beyond the plan of 240"), "{}", screen.notice());
    screen.run("train at 5,000");
    assert!(screen.notice().starts_with("5,000 sentences are beyond the plan of 240"), "{}", screen.notice());
}

#[test]
fn the_whole_test_is_measured_even_if_it_was_stopped_before() {
    let mut screen = training(15, 80);
    screen.run("train to 76");
    work(&mut screen);
    screen.press("e");
    assert_eq!(trainer(&screen).steps(), 20);
    assert!(trainer(&screen).progress().whole.is_none());
    // The last step alone asks for it as well.
    work(&mut screen);
    assert!(matches!(trainer(&screen).progress().whole, Some(Ok(_))));
    assert!(screen.model.work().is_none());
    let mut other = training(16, 80);
    other.press(" ");
    work_until(&mut other, 2);
    assert_eq!(trainer(&other).steps(), 20);
    other.run("train stop");
    assert_eq!(other.notice(), "stopped after 80 sentences; Space goes on");
    assert!(trainer(&other).progress().whole.is_none() && other.model.work().is_none());
    other.press(" ");
    work(&mut other);
    assert!(matches!(trainer(&other).progress().whole, Some(Ok(_))));
}

#[test]
fn the_same_plan_is_trained_once() {
    let mut screen = training(17, 80);
    screen.press(" ");
    work(&mut screen);
    let again = training(17, 80);
    assert_eq!(trainer(&again).steps(), 20);
    let pairs = trainer(&again).progress().kept.iter().zip(&trainer(&screen).progress().kept);
    assert!(pairs.into_iter().all(|(one, two)| Arc::ptr_eq(one, two)));
    // It is shown from its start.
    assert_eq!(trainer(&again).shown().steps, 0);
    let other = training(18, 80);
    assert_eq!(trainer(&other).steps(), 0);
    assert_ne!(trainer(&other).shown().parameters, trainer(&again).shown().parameters);
    // Back to a plan that is still held.
    let mut changed = training(18, 80);
    changed.run("train seed 17");
    assert_eq!(changed.notice(), "seed 17, 80 sentences: as far as it was trained before");
}

#[test]
fn another_plan_keeps_the_sentence_and_the_word() {
    let mut screen = training(19, 80);
    screen.run("translate 7").run("decode 3").run("view training");
    for (command, design) in [
        ("train interface fixed", Design { interface: Interface::Fixed, ..Design::default() }),
        ("train timing update-read", of(Timing::UpdateThenRead, false)),
        ("train query-bias on", of(Timing::UpdateThenRead, true)),
        ("train timing read-update", of(Timing::ReadThenUpdate, true)),
        ("train query-bias off", of(Timing::ReadThenUpdate, false)),
        ("train encoder one", Design { encoder: Encoder::OneDirection, ..Design::default() }),
        ("train encoder both", Design::default()),
        ("train source-order reversed", Design { order: SourceOrder::Reversed, ..Design::default() }),
        ("train source-order forward", Design::default()),
        ("train first-state encoder", Design { first_state: FirstState::FromEncoder, ..Design::default() }),
        ("train first-state zero", Design::default()),
    ] {
        screen.run(command);
        let of = screen.model.translating().expect("opened");
        assert_eq!((of.trainer().plan().design, of.design()), (design, design), "{command}");
        assert_eq!((of.sentence().which, of.step()), (twoaxes::explorer::Which::Test(6), 2), "{command}");
        assert_eq!(screen.model.view(), View::Training);
        assert!(screen.notice().starts_with("a new translator: seed 19, 80 sentences"), "{}", screen.notice());
    }
    for (command, problem) in [
        ("train seed x", "x is no seed: a whole number from 0 on, as in train seed 7"),
        ("train seed -1", "-1 is no seed: a whole number from 0 on, as in train seed 7"),
        ("train to x", "x is no count of sentences"),
        ("train to 1e9", "1e9 is no count of sentences"),
        ("train timing sideways", "train"),
    ] {
        screen.run(command);
        assert!(screen.notice().contains(problem), "{command}: {}", screen.notice());
    }
}

fn of(timing: Timing, query_bias: bool) -> Design {
    Design { interface: Interface::Dynamic { timing, query_bias }, ..Design::default() }
}

#[test]
fn every_design_trains_and_is_drawn_at_every_size() {
    let mut screen = training(21, 40);
    for encoder in ["both", "one"] {
        for order in ["forward", "reversed"] {
            for interface in ["interface fixed", "timing read-update", "timing update-read"] {
                for first in ["zero", "encoder"] {
                    for change in [
                        &format!("encoder {encoder}"),
                        &format!("source-order {order}"),
                        interface,
                        &format!("first-state {first}"),
                    ] {
                        screen.run(&format!("train {change}"));
                    }
                    screen.run("train to 40");
                    work(&mut screen);
                    for size in [(120, 36), (80, 24), (60, 18), (40, 12), (30, 8), (200, 60), (71, 14)] {
                        screen = screen.sized(size.0, size.1);
                        for lang in ["en", "zh"] {
                            screen.run(&format!("lang {lang}"));
                            let text = screen.text();
                            assert!(
                                !text.contains("NaN") && !text.contains("inf ") && !text.contains("inf\n"),
                                "{text}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_waited_for_is_said_and_then_shown() {
    let mut screen = training(22, 400);
    screen.run("train at 200");
    assert!(screen.model.is_training());
    assert!(screen.line(1).contains("shown: 0, on to 200"), "{}", screen.line(1));
    work_until(&mut screen, 2);
    assert!(screen.line(1).contains("shown: 80, on to 200"), "{}", screen.line(1));
    work(&mut screen);
    assert!(!screen.model.is_training());
    assert_eq!((trainer(&screen).shown().steps, trainer(&screen).steps()), (50, 50));
    assert_eq!(screen.notice(), "200 sentences trained; the arrows go back and forth through it");
    // On the way to the end, what is asked for stays while the rest goes on.
    screen.run("train run").run("train at 240");
    work(&mut screen);
    assert_eq!((trainer(&screen).shown().steps, trainer(&screen).steps()), (60, 100));
    assert!(screen.line(1).contains("shown: after 240"), "{}", screen.line(1));
    // Stopped while it is waited for: the newest is shown, and nothing is waited for.
    let mut screen = training(23, 400);
    screen.run("train at 200");
    work_until(&mut screen, 1);
    screen.press("<Esc>");
    assert!(trainer(&screen).awaited().is_none());
    assert_eq!(screen.notice(), "stopped after 40 sentences; Space goes on");
    assert!(screen.line(1).contains("40 of 400 sentences"), "{}", screen.line(1));
}

/// A tour of three times of one training; the plan's own seed is told in it.
fn tour(seed: u64) -> Screen {
    let text = twoaxes::scenario::builtin::find("r72").expect("built in").text;
    let givens = text.split("[[step]]").next().expect("a text");
    let step = |id: &str, actions: &[&str]| {
        let actions: Vec<String> = actions.iter().map(|action| format!("\"{action}\"")).collect();
        format!("[[step]]\nid = \"{id}\"\nsay = \"{id}\"\ndo = [{}]\n\n", actions.join(", "))
    };
    let steps = [
        step("start", &[&format!("train seed {seed}"), "train sentences 400", "train at first"]),
        step("to", &["train to 130"]),
        step("at", &["train at 250"]),
        step("decoder", &["decode 3"]),
    ];
    of_text(&format!("{givens}{}", steps.concat()))
}

#[test]
fn a_tour_shows_the_same_translator_forwards_and_backwards() {
    let mut screen = tour(24);
    screen.press("<PageDown>");
    assert_eq!(screen.model.view(), View::Training, "{}", screen.text());
    assert_eq!((trainer(&screen).plan().seed, trainer(&screen).shown().steps), (24, 0));
    let go = |screen: &mut Screen, keys: &str| -> (usize, Arc<twoaxes::translator::Parameters>) {
        screen.press(keys);
        if screen.model.work().is_some() {
            work(screen);
        }
        let of = screen.model.translating().expect("opened");
        assert_eq!(of.parameters(), &of.trainer().shown().parameters);
        (of.trainer().shown().steps, Arc::clone(of.parameters()))
    };
    let second = go(&mut screen, "<PageDown>");
    assert_eq!((second.0, trainer(&screen).steps()), (40, 40));
    let third = go(&mut screen, "<PageDown>");
    assert_eq!((third.0, trainer(&screen).steps()), (70, 70));
    let fourth = go(&mut screen, "<PageDown>");
    assert_eq!((screen.model.view(), fourth.0), (View::Decoder, 70));
    // The person trains on; every step is as it was.
    screen.run("train run");
    work(&mut screen);
    assert_eq!(trainer(&screen).steps(), 100);
    assert_eq!(go(&mut screen, "<PageUp>"), third);
    assert_eq!(go(&mut screen, "<PageUp>"), second);
    assert_eq!(go(&mut screen, "<PageUp>").0, 0);
    assert_eq!(go(&mut screen, "<PageDown>"), second);
    assert_eq!(go(&mut screen, "<PageDown>"), third);
    // The same tour opened anew, while the training is still held.
    let mut again = tour(24);
    again.press("<PageDown>");
    assert_eq!(go(&mut again, "<PageDown>"), second);
    assert_eq!(go(&mut again, "<PageDown>"), third);
}

#[test]
fn a_tour_has_only_what_leads_to_one_place() {
    let text = twoaxes::scenario::builtin::find("r72").expect("built in").text;
    let givens = text.split("[[step]]").next().expect("a text");
    let faults = |action: &str| {
        let step = format!("{givens}[[step]]\nid = \"a\"\nsay = \"a\"\ndo = [\"{action}\"]\n");
        let scenario = twoaxes::scenario::read(&step, "test.toml").expect("a valid file");
        twoaxes::explorer::tour::faults(&scenario).len()
    };
    for action in ["train", "train to 40", "train at 40", "train at first", "train seed 5", "train interface fixed"] {
        assert_eq!(faults(action), 0, "{action}");
    }
    for action in ["train run", "train stop", "train step", "train at last", "train at next", "train at previous"] {
        assert_eq!(faults(action), 1, "{action}");
    }
    assert_eq!(faults("train to 20000"), 1, "beyond the plan");
}

#[test]
fn leaving_while_it_trains() {
    let mut screen = training(25, 400);
    screen.press(" ");
    work_until(&mut screen, 1);
    screen.press("q");
    assert!(matches!(screen.model.mode(), Mode::Asking(_)));
    screen.press("n");
    assert!(screen.model.is_training());
    screen.press("qq");
    assert_eq!(screen.effects.last(), Some(&Effect::Quit));
    let mut screen = training(25, 400);
    screen.press(" ");
    screen.press("<C-c><C-c>");
    assert_eq!(screen.effects.last(), Some(&Effect::Quit));
    assert!(!screen.model.is_training());
}

#[test]
fn escape_stops_it_before_anything_that_is_open_is_closed() {
    let mut screen = training(26, 400);
    for keys in [":", "?"] {
        screen.press(" ").press(keys).press("<Esc>");
        assert!(!screen.model.is_training() && !matches!(screen.model.mode(), Mode::Browsing), "{keys}");
        screen.press("<Esc>");
        assert!(matches!(screen.model.mode(), Mode::Browsing), "{keys}");
    }
    assert_eq!(screen.model.view(), View::Training);
}

#[test]
fn it_goes_on_while_other_screens_are_seen() {
    let mut screen = training(27, 200);
    screen.press(" ");
    screen.run("view flow");
    assert!(screen.model.is_training());
    let before = screen.model.givens().clone();
    screen.run("set q 0 1");
    work_until(&mut screen, 1);
    assert!(screen.model.is_training() && screen.model.givens() != &before);
    screen.run("translate");
    assert_eq!(screen.model.view(), View::Decoder);
    work(&mut screen);
    assert!(screen.line(0).contains("after 200 sentences"), "{}", screen.line(0));
    // Undo is about the scenario.
    screen.run("undo");
    assert_eq!((screen.model.view(), screen.model.givens() == &before), (View::Flow, true));
    assert_eq!(trainer(&screen).steps(), 50);
}

#[test]
fn another_file_leaves_the_training_as_it_is() {
    let mut screen = training(28, 200);
    screen.press(" ");
    work_until(&mut screen, 1);
    let text = twoaxes::scenario::builtin::find("masks").expect("built in").text;
    let scenario = twoaxes::scenario::read(text, "masks").expect("a valid file");
    let document = twoaxes::explorer::Document::new(None, text, scenario);
    screen.model.take(twoaxes::explorer::Outcome::Opened(Box::new(document)));
    assert_eq!(screen.model.view(), View::Flow);
    assert!(screen.model.is_training());
    work(&mut screen);
    screen.run("train");
    assert_eq!((trainer(&screen).steps(), trainer(&screen).shown().steps), (50, 50));
}

#[test]
fn rows_of_a_large_scenario_come_before_the_training() {
    let mut screen = of_text(&large(64, 32, 20_000, 16));
    screen.run("view rows");
    let rows = screen.model.work();
    assert!(rows.is_some(), "rows are computed beside the screen");
    screen.run("train seed 29").run("train sentences 80").run("train run");
    let both = screen.model.work().expect("something goes on");
    assert!(!both.is(&rows.expect("rows")));
    let (model, stop) = (&screen.model, AtomicBool::new(false));
    let rows_left = || model.trace().has_work();
    let mut trained_before_the_rows = false;
    // The same training, seen from elsewhere.
    let other = RefCell::new(training(29, 80));
    let steps = || {
        other.borrow_mut().model.catch_up();
        trainer(&other.borrow()).steps()
    };
    both.run(&stop, || trained_before_the_rows |= rows_left() && steps() > 0);
    assert!(!trained_before_the_rows && !rows_left());
    assert_eq!(steps(), 20);
}

#[test]
fn the_arrows_of_the_other_axis_choose_the_word() {
    let mut screen = training(30, 40);
    let step = |screen: &Screen| screen.model.translating().expect("opened").step();
    screen.press("<Up>");
    assert_eq!(step(&screen), 0);
    screen.press("<Down><Down>");
    assert_eq!(step(&screen), 2);
    let brief = screen.text();
    assert!(brief.contains("step 3/8") && brief.contains("p(him) ="), "{brief}");
    screen.press("<Enter>");
    assert_eq!((screen.model.view(), step(&screen)), (View::Decoder, 2));
    screen.press("@");
    assert_eq!(screen.model.view(), View::Training);
    for keys in ["5", "+", "u"] {
        screen.press(keys);
        assert_eq!(screen.model.view(), View::Training);
        assert!(matches!(screen.model.mode(), Mode::Browsing), "{keys}");
        assert!(screen.model.notice().is_some(), "{keys}");
    }
}

#[test]
fn a_step_after_the_stop_is_never_taken() {
    let mut screen = training(31, 400);
    screen.press(" ");
    let work = screen.model.work().expect("a training");
    work_until(&mut screen, 2);
    screen.press(" ");
    let steps = trainer(&screen).steps();
    assert_eq!(screen.notice(), format!("stopped after {} sentences; Space goes on", 4 * steps));
    // The thread has not been told yet, and goes on as long as it may.
    work.run(&AtomicBool::new(false), || {});
    screen.model.catch_up();
    assert_eq!(trainer(&screen).steps(), steps);
    // What is started now is another work, to another place.
    screen.run("train at 200");
    let other = screen.model.work().expect("a training");
    assert!(!other.is(&work) && other.is(&other.clone()));
    other.run(&AtomicBool::new(false), || {});
    screen.model.catch_up();
    assert_eq!((trainer(&screen).steps(), screen.model.is_training()), (50, false));
}
