//! Learning on the screen: keys in, numbers and sentences out.

mod support;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::{Screen, open};
use twoaxes::cli::session::Session;
use twoaxes::cli::{Loaded, Origin};
use twoaxes::engine::learning::{Method, Plan, Rate, Run};
use twoaxes::engine::{Givens, Tensor};
use twoaxes::explorer::{Key, Panel, Preferences};
use twoaxes::terminal::Program;
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
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(screen.model.catch_up());
    let steps = screen.model.run_shown().unwrap().0.steps();
    assert!(steps > 0 && screen.model.is_learning());
    screen.press("<Esc>");
    assert!(!screen.model.is_learning());
    assert!(screen.notice().starts_with(&format!("learning stopped at step {steps}")), "{}", screen.notice());
}

#[test]
fn a_run_with_an_end_shows_how_far_it_is() {
    let mut screen = open("r72");
    screen.run("learn run 200000");
    assert!(screen.model.is_learning());
    let work = screen.model.work().unwrap();
    let (stop, mut times) = (AtomicBool::new(false), 0);
    work.run(&stop, || {
        times += 1;
        stop.store(times == 20, Ordering::Relaxed);
    });
    screen.model.catch_up();
    let (steps, text) = (screen.model.run_shown().unwrap().0.steps(), screen.text());
    assert!(0 < steps && steps < 200_000);
    assert!(text.contains(&format!("step {steps} of 200000")) && text.contains('%') && text.contains('░'), "{text}");
    // The thread that was stopped is asked to go on from where the screen has caught up.
    let mut whole = open("r72");
    whole.run("learn run 200000");
    to_the_end(&mut whole);
    assert_eq!(whole.model.run_shown().unwrap().0.steps(), 200_000);
    assert!(!whole.model.is_learning() && whole.model.work().is_none());
    assert!(whole.notice().starts_with("200000 steps: L 0.352840 → "), "{}", whole.notice());
    let expected = run_of(&open("r72").model.givens().clone(), &[Tensor::Queries], Method::Descent, 0.5, 200_000);
    assert!(whole.model.givens() == expected.newest().givens());
}

/// Whatever is done while it goes on: keys are taken, and what does not change the numbers does not stop it.
#[test]
fn keys_are_taken_while_a_run_goes_on() {
    let mut screen = open("r72");
    screen.press("i<Right>L<Down>TL");
    assert!(screen.model.is_learning());
    let work = screen.model.work().unwrap();
    assert!(work.is(&screen.model.work().unwrap()), "it is the same work, wherever the cursor is");
    let (stop, mut times) = (AtomicBool::new(false), 0);
    work.run(&stop, || {
        times += 1;
        stop.store(times == 2, Ordering::Relaxed);
    });
    screen.model.catch_up();
    assert!(work.is(&screen.model.work().unwrap()), "nor does catching up begin another");
    // Another change ends it, and what the thread still hands over is not taken.
    screen.run("set v2[1] 5");
    assert!(!screen.model.is_learning() && screen.model.work().is_none());
    let givens = screen.model.givens().clone();
    assert!(!screen.model.catch_up() && screen.model.givens() == &givens);
    // One more undo for the edit, one for the run.
    screen.press("uu");
    assert!(screen.model.givens() == open("r72").model.givens());
    assert_eq!(screen.press("u").notice(), "nothing to undo");
}

#[test]
fn escape_stops_before_anything_else() {
    for before in ["", "?", ":lo", "5", "x"] {
        let mut screen = open("r72");
        screen.press("i").press(before);
        assert!(screen.model.is_learning(), "{before}");
        let mode = std::mem::discriminant(screen.model.mode());
        screen.press("<Esc>");
        assert!(!screen.model.is_learning(), "{before}");
        assert_eq!(std::mem::discriminant(screen.model.mode()), mode, "{before}: nothing else is closed");
    }
    let mut screen = open("r72");
    screen.press("ii");
    assert!(!screen.model.is_learning(), "{}", screen.notice());
    screen.press("i<C-c>");
    assert!(!screen.model.is_learning());
    assert_eq!(screen.run("learn stop").notice(), "nothing is learning now; i starts a run");
}

#[test]
fn a_run_is_one_entry_of_undo_and_any_step_can_be_gone_to() {
    let mut screen = open("r72");
    let start = screen.model.givens().clone();
    screen.press("eee<Right>e");
    screen.run("learn run 6");
    let end = screen.model.givens().clone();
    let run = run_of(&start, &[Tensor::Queries], Method::Descent, 0.5, 10);
    assert!(end == *run.newest().givens());
    for (command, step) in [("at 4", 4), ("at previous", 3), ("at next", 4), ("at first", 0), ("at last", 10)] {
        screen.run(&format!("learn {command}"));
        assert_eq!(screen.model.run_shown().unwrap().1, step);
        assert!(screen.model.givens() == run.at(step).givens(), "{command}");
    }
    screen.run("learn at 4");
    let text = screen.text();
    assert!(text.contains("step 4 of 10"), "{text}");
    // Going on from there is the same way again.
    screen.press("e");
    assert_eq!(screen.model.run_shown().map(|(run, at)| (run.steps(), at)), Some((10, 5)));
    assert!(screen.model.givens() == run.at(5).givens());
    screen.run("learn run 20");
    assert_eq!(screen.model.run_shown().map(|(run, at)| (run.steps(), at)), Some((25, 25)));
    // One entry of undo in all.
    screen.press("u");
    assert!(screen.model.givens() == &start);
    assert_eq!(screen.run("learn at 2").notice(), RUN_LEFT);
    assert_eq!(screen.press("u").notice(), "nothing to undo");
    // Redo is the run again, with all its steps.
    screen.press("U");
    screen.run("redo");
    assert!(screen.model.run_shown().is_some());
    screen.run("learn at 7");
    assert!(screen.model.givens() == run.at(7).givens());
}

const RUN_LEFT: &str = "the numbers are no longer those of the run: undo or redo goes back to it, e begins another";

#[test]
fn what_learns_how_and_how_fast_is_chosen() {
    let mut screen = open("r72");
    let start = screen.model.givens().clone();
    screen.run("learn only V,G").run("learn rate 1/4").run("learn method adam").press("e");
    let run = run_of(&start, &[Tensor::Values, Tensor::Head], Method::Adam, 0.25, 1);
    assert!(screen.model.givens() == run.newest().givens());
    assert!(screen.text().contains("only V, G learn · adam · rate 0.25   step 1"), "{}", screen.text());
    // Another plan begins another run, with an entry of its own.
    screen.run("learn only q");
    assert!(screen.text().contains("next: only q learns · adam · rate 0.25"), "{}", screen.text());
    screen.press("e");
    assert_eq!(screen.model.run_shown().unwrap().0.steps(), 1);
    screen.press("u");
    assert!(screen.model.givens() == run.newest().givens());
}

#[test]
fn runs_from_the_same_numbers_are_compared() {
    let mut screen = open("r72").sized(120, 36);
    screen.run("learn run 200").press("u").run("learn only G").run("learn run 100");
    let text = screen.text();
    let start = open("r72").model.givens().clone();
    let q = run_of(&start, &[Tensor::Queries], Method::Descent, 0.5, 200);
    let told_of_q = format!("only q 0.352840 → {} in 200 steps", told(q.course().now()));
    assert!(text.contains(&format!("from the same numbers: {told_of_q}")), "{text}");
    assert!(!text.contains("reading alone"), "G is no reading: {text}");
    // Another method is told with the run it is of.
    screen.press("u").run("learn method momentum").run("learn rate 0.1").run("learn run 50");
    assert!(screen.text().contains("in 200 steps (descent, 0.5)"), "{}", screen.text());
}

#[test]
fn a_floor_of_a_mixture_names_its_slots() {
    let mut screen = open("r72").sized(120, 36);
    // Only between 他 and 书 is `him` above both others.
    screen.run("set G 1.5 2 0 1.5 0 2").run("set V 2 0 0 2 0 0").press("e");
    let text = screen.text();
    assert!(text.contains("the best mixture is 他 0.50, 书 0.50"), "{text}");
}

#[test]
fn rising_and_running_off_are_said() {
    let mut screen = open("reading-can-be-taught").sized(120, 36);
    screen.run("learn only q,K").run("learn rate 5").run("learn run 3");
    assert!(screen.text().contains("the rate is too large: L rose at step 1"), "{}", screen.text());
    screen.press("u").run("learn rate 10").press("e");
    assert!(screen.text().contains("L is 4.035976, above the 1.420665 it began with"), "{}", screen.text());
    // Two rows that want different words of the same context: nothing satisfies both, and what is too large a step grows.
    let text = include_str!("../assets/scenarios/r72.toml").replace(
        "[[query]]\nprefix = \"BOS I gave\"",
        "[[query]]\nq = [0.5, 1]\ntarget = \"book\"\n\n[[query]]\nprefix = \"BOS I gave\"",
    );
    let text = text.split("# The tour").next().unwrap().split("# An intervention").next().unwrap().to_owned();
    let mut screen = support::of_text(&text).sized(120, 36);
    screen.run("learn only V,G").run("learn rate 20").run("learn run 400");
    let text = screen.text();
    assert!(text.contains("the last with finite numbers"), "{text}");
    let (run, at) = screen.model.run_shown().unwrap();
    assert!(run.has_diverged() && at == run.steps() && at < 400);
    assert!(screen.model.trace().loss().is_ok());
    let before = screen.model.givens().clone();
    screen.press("e");
    assert!(screen.notice().contains("the last with finite numbers"), "{}", screen.notice());
    assert!(screen.model.givens() == &before);
}

#[test]
fn what_cannot_be_learnt_is_refused_and_changes_nothing() {
    let refused = |commands: &[&str], sentence: &str| {
        let mut screen = open("r72");
        let (last, before) = commands.split_last().unwrap();
        for command in before {
            screen.run(command);
        }
        let givens = screen.model.givens().clone();
        screen.run(last);
        assert!(screen.notice().contains(sentence), "{commands:?}: {}", screen.notice());
        assert!(screen.model.givens() == &givens && !screen.model.is_learning(), "{commands:?}");
    };
    refused(&["learn rate 0"], "“0” is no rate of learning: it is a positive number, such as 0.5");
    refused(&["learn rate -1"], "“-1” is no rate");
    refused(&["learn rate fast"], "“fast” is no rate");
    refused(&["learn only"], "name what may learn, such as q or q,K");
    refused(&["learn only x"], "“x” cannot learn; did you mean X?");
    refused(&["learn only W"], "the scorer in use, dot, has no parameters");
    refused(&["learn only bias"], "no row of this scenario has a bias");
    refused(&["learn run 0"], "“0” is no number of steps");
    refused(&["learn method sgd"], "there is no method sgd");
    refused(&["learn at 3"], "there is no run to go to a step of");
    refused(&["learn step", "learn at 3"], "“3” is no step of this run, which has 0 to 1");
    refused(&["learn step", "learn at next"], "this is the newest step");
    refused(&["no-target", "learn step"], "no row has a target");
    refused(&["no-target", "learn run"], "no row has a target");
    refused(&["mask 1", "mask 2", "mask 3", "learn step"], "undefined");
    refused(&["mistake softmax-twice", "learn step"], "no learning while a mistake is switched on");
    refused(&["predict only-q", "learn step"], "first finish the prediction");
    refused(&["scorer bilinear", "learn only W", "scorer dot", "learn step"], "W cannot learn");
    refused(&["learn now"], "this is how to say it: learn step|run");
}

/// In a file of several readings the one that is shown learns; the others stay, and another one ends the run.
#[test]
fn the_reading_shown_learns() {
    let mut screen = open("three-readings");
    let others: Vec<_> = (1..3).map(|reading| screen.model.givens_in(reading).clone()).collect();
    let (start, loss) = (screen.model.givens().clone(), screen.model.trace().loss().expect("a loss"));
    screen.run("learn run 20");
    assert_eq!(screen.model.run_shown().map(|(run, at)| (run.steps(), at)), Some((20, 20)));
    assert!(screen.model.trace().loss().expect("a loss") < loss);
    let learnt = screen.model.givens().clone();
    assert!((1..3).all(|reading| *screen.model.givens_in(reading) == others[reading - 1]));
    screen.press("a");
    assert!(screen.model.run_shown().is_none());
    screen.run("learn at 3");
    assert_eq!(*screen.model.givens(), others[0], "{}", screen.notice());
    // Back where it was learnt the run goes on, and is one entry of undo.
    screen.press("A");
    assert_eq!(*screen.model.givens(), learnt);
    screen.run("learn at 3").run("learn at last").press("u");
    assert_eq!(*screen.model.givens(), start);
    // A run that goes on is left with its reading.
    screen.press("i");
    assert!(screen.model.is_learning());
    screen.press("a");
    assert!(!screen.model.is_learning());
    assert!((1..3).all(|reading| *screen.model.givens_in(reading) == others[reading - 1]));
}

/// In a model given by words what may learn of q, k and v is set by hand from the first step on; X learns through them.
#[test]
fn models_given_by_words_learn() {
    let mut screen = open("word-moves-all");
    let targets = screen.model.givens().targets.iter().any(Option::is_some);
    if !targets {
        screen.run("target 1");
    }
    screen.run("learn only q");
    assert!(screen.notice().contains("the first step sets it by hand"), "{}", screen.notice());
    screen.press("e");
    let by_hand = screen.model.givens().overridden().count();
    assert_eq!(by_hand, screen.model.givens().rows() * screen.model.givens().d_k());
    screen.press("u").run("learn only X,WQ,WK,WV").press("ee");
    assert_eq!(screen.model.givens().overridden().count(), 0);
    let (run, _) = screen.model.run_shown().unwrap();
    assert!(run.course().now() < run.course().start());
}

/// What is not shown yet is not told.
#[test]
fn hidden_numbers_stay_hidden() {
    let mut screen = open("r72");
    screen.run("reveal none").press("e");
    let text = screen.text();
    assert!(text.contains("only q learns · descent · rate 0.5   step 1") && !text.contains("0.2828"), "{text}");
    assert!(text.contains("the loss is hidden"), "{text}");
}

/// A large model takes its steps beside the screen, and goes back there.
#[test]
fn a_large_model_learns_beside_the_screen() {
    let mut screen = support::of_text(&support::large::large(30, 20, 40_000, 16)).sized(120, 36);
    assert!(!screen.model.trace().is_light());
    screen.press("e");
    assert_eq!(screen.notice(), "the total loss is still being computed; once it is there, e learns");
    to_the_end(&mut screen);
    screen.press("e");
    assert!(screen.model.is_learning());
    to_the_end(&mut screen);
    assert_eq!(screen.model.run_shown().map(|(run, at)| (run.steps(), at)), Some((1, 1)));
    assert!(screen.text().contains("only q learns"), "{}", screen.text());
    screen.run("learn run 3");
    to_the_end(&mut screen);
    let there = screen.model.givens().clone();
    screen.run("learn at 1");
    while screen.model.work().is_some() && screen.model.is_learning() {
        to_the_end(&mut screen);
    }
    assert_eq!(screen.model.run_shown().unwrap().1, 1);
    assert!(screen.model.givens() != &there);
}

#[test]
fn a_short_run_too_long_for_a_tour_is_refused_there() {
    let text = format!(
        "{}\n[[step]]\nid = \"far\"\nsay = \"far\"\ndo = [\"learn run 2000000000\"]\n",
        include_str!("../assets/scenarios/read.toml")
    );
    let scenario = twoaxes::scenario::read(&text, "far.toml").unwrap();
    let faults = twoaxes::explorer::tour::faults(&scenario);
    assert!(faults[0].text.en.contains("take too long to be replayed"), "{faults:?}");
    let text = text.replace(" 2000000000", "");
    let scenario = twoaxes::scenario::read(&text, "far.toml").unwrap();
    let faults = twoaxes::explorer::tour::faults(&scenario);
    assert!(faults[0].text.en.contains("a run says how many steps it takes"), "{faults:?}");
}

/// Whole frames: a step, a run that is gone back in, a run that goes on, a rate too large; both languages, several sizes.
#[test]
fn frames() {
    for lang in [Lang::En, Lang::Zh] {
        for (width, height) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let mut screen = open("reading-can-be-taught").sized(width, height).in_lang(lang);
            screen.press("eeee");
            let mut frames = screen.snapshot();
            screen.run("learn run 196").run("learn at 30");
            frames += &screen.snapshot();
            screen.press("u").run("learn only q,K").run("learn rate 10").press("e");
            frames += &screen.snapshot();
            screen.press("i");
            frames += &screen.snapshot();
            insta::assert_snapshot!(format!("learning-{width}x{height}-{}", lang.code()), frames);
        }
    }
    let mut screen = open("sentence").in_theme(twoaxes::explorer::Theme::Light);
    screen.run("learn only K,V").run("learn rate 0.05").run("learn run 40");
    insta::assert_snapshot!("learning-sentence", screen.snapshot());
    screen.run("ascii on");
    let strange: String =
        screen.text().chars().filter(|c| !c.is_ascii() && !('\u{3000}'..'\u{ff60}').contains(c)).collect();
    assert_eq!(strange, "", "{}", screen.text());
}

/// No language moves anything but words, and no number on the way moves the curve.
#[test]
fn the_curve_stays_where_it_is_in_either_language() {
    let mut screen = open("r72");
    screen.run("learn run 300");
    let bars = |screen: &Screen| -> Vec<usize> {
        let is_bar = |c: char| ('\u{2581}'..='\u{2588}').contains(&c) || c == '░';
        (19..23).map(|y| screen.line(y).chars().filter(|c| is_bar(*c)).count()).collect()
    };
    let english = bars(&screen);
    screen.run("lang zh");
    assert_eq!(bars(&screen), english);
}

/// With the thread that takes the steps: the screen is drawn and takes keys meanwhile, and Esc stops it for good.
#[test]
fn the_screen_goes_on_while_a_run_does() {
    let text = include_str!("../assets/scenarios/r72.toml").to_owned();
    let scenario = twoaxes::scenario::read(&text, "r72.toml").unwrap();
    let loaded = Loaded { scenario, text, origin: Origin::StandardInput };
    let mut session = Session::new(loaded, Preferences::default());
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut draw = |session: &mut Session| {
        session.woken();
        terminal.draw(|frame| session.draw(frame)).unwrap();
        let buffer = terminal.backend().buffer();
        (0..80 * 24).map(|at| buffer[(at % 80, at / 80)].symbol()).collect::<String>()
    };
    session.press(Key::char('i'));
    let steps = |session: &Session| session.model().run_shown().map_or(0, |(run, _)| run.steps());
    let start = Instant::now();
    let mut seen = Vec::new();
    while seen.len() < 4 {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not go on");
        let text = draw(&mut session);
        let now = steps(&session);
        if seen.last() != Some(&now) {
            assert!(text.contains(&format!("step {now}")), "{now}: {text}");
            seen.push(now);
        }
        // A key is taken at once, whatever is computed.
        session.press(Key::char('l'));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(session.model().is_learning() && seen.is_sorted());
    session.press(Key::plain(KeyCode::Esc));
    assert!(!session.model().is_learning());
    let there = session.model().givens().clone();
    for _ in 0..20 {
        draw(&mut session);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(session.model().givens() == &there, "nothing comes after it is stopped");
    assert!(session.model().work().is_none());
}

/// A mistake is never on while something learns.
#[test]
fn a_mistake_ends_a_run() {
    let mut screen = open("r72");
    screen.press("i");
    assert!(screen.model.is_learning());
    screen.run("mistake softmax-twice");
    assert!(!screen.model.is_learning() && screen.model.work().is_none());
}

/// A run without an end begins step by step, to be watched, and rests between; one with an end does not.
#[test]
fn a_run_without_an_end_is_there_to_be_watched() {
    let mut screen = open("r72");
    screen.press("i");
    let work = screen.model.work().expect("a run");
    assert!(work.is_paced());
    let (stop, mut parts) = (AtomicBool::new(false), Vec::new());
    work.run(&stop, || {
        if screen.model.catch_up() {
            parts.push(screen.model.run_shown().expect("the run").1);
        }
        stop.store(parts.len() >= 12, Ordering::Relaxed);
    });
    assert_eq!(parts[..4], [1, 3, 6, 10], "{parts:?}");
    assert!(parts.windows(2).all(|pair| pair[0] < pair[1]) && *parts.last().expect("parts") < 200, "{parts:?}");
    let mut screen = open("r72");
    screen.run("learn run 1000000");
    assert!(!screen.model.work().expect("a long run").is_paced());
}
