//! The study screen: what it says before anything has run, what it draws of outcomes, and what its keys do.

mod support;

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use support::{Screen, open};
use twoaxes::explorer::{Studying, Theme, View};
use twoaxes::translator::study::{Measure, Part};
use twoaxes::words::Lang;

/// A study of trainings so short that they take no time, not run.
fn short() -> Screen {
    let mut screen = open("r72");
    screen.press("#").run("study sentences 8");
    screen
}

/// Carries out the part shown, as the threads beside the screen would.
fn carry_out(screen: &mut Screen) {
    screen.press("<Space>");
    let work = screen.model.work().expect("trainings to do");
    work.run(&AtomicBool::new(false), || {});
    assert!(screen.model.catch_up());
}

/// The same with the part of source orders and that of the first step carried out, once for all tests.
fn whole() -> Screen {
    static STUDY: OnceLock<Studying> = OnceLock::new();
    let study = STUDY.get_or_init(|| {
        let mut screen = short();
        carry_out(&mut screen);
        screen.press("<Tab><Tab>");
        carry_out(&mut screen);
        screen.run("study part order");
        studying(&screen).clone()
    });
    let mut screen = open("r72");
    screen.model.show_study(study.clone());
    screen
}

/// The text of the screen, its lines joined.
fn flat(screen: &Screen) -> String {
    screen.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn studying(screen: &Screen) -> &Studying {
    screen.model.studying().expect("a study")
}

#[test]
fn before_anything_has_run_it_says_what_it_would_do() {
    let mut screen = open("r72");
    screen.press("#");
    assert_eq!(screen.model.view(), View::Study);
    insta::assert_snapshot!("study-before", screen.text());
    assert!(screen.model.work().is_none(), "nothing runs by itself");
    assert!(flat(&screen).contains("5 conditions from 3 seeds each, 15 translators"));
    screen.run("study part longer").run("study seeds 4");
    assert!(flat(&screen).contains("3 conditions from 4 seeds each, 12 translators"), "{}", screen.text());
}

#[test]
fn a_part_that_is_whole() {
    insta::assert_snapshot!("study-80x24-en", whole().snapshot());
    insta::assert_snapshot!("study-80x24-zh", whole().in_lang(Lang::Zh).text());
    for (width, height) in [(60, 18), (120, 36), (40, 12)] {
        for lang in [Lang::En, Lang::Zh] {
            let screen = whole().sized(width, height).in_lang(lang);
            insta::assert_snapshot!(format!("study-{width}x{height}-{}", lang.code()), screen.text());
        }
    }
}

#[test]
fn themes_and_ascii() {
    for theme in [Theme::Light, Theme::Projector] {
        let mut screen = whole().in_theme(theme);
        screen.press("#");
        insta::assert_snapshot!(format!("study-{}", theme.name()), screen.snapshot());
    }
    let mut screen = whole();
    screen.run("ascii on").press("#");
    let text = screen.text();
    assert!(text.is_ascii(), "{text}");
    insta::assert_snapshot!("study-ascii", text);
}

#[test]
fn keys_go_through_parts_figures_and_conditions() {
    let mut screen = whole();
    let parts: Vec<&str> = (0..4)
        .map(|_| {
            screen.press("<Tab>");
            studying(&screen).part().name()
        })
        .collect();
    assert_eq!(parts, ["order-one", "first-step", "longer", "order"]);
    assert_eq!(studying(screen.press("<S-Tab>")).part(), Part::Longer);
    screen.press("<S-Tab>");
    assert_eq!(studying(&screen).progress(), (12, 12), "what is trained stays");
    for measure in Measure::all().into_iter().skip(1) {
        assert_eq!(studying(screen.press("<Right>")).measure(), measure);
    }
    assert_eq!(studying(screen.press("<Right><Left>")).measure(), Measure::Cost);
    screen.press("<Down><Down><Down><Down><Down>");
    assert_eq!(studying(&screen).condition(), Part::FirstStep.conditions()[3]);
    screen.press("<Up>");
    assert_eq!(studying(&screen).condition(), Part::FirstStep.conditions()[2]);
    screen.run("study measure first_word_nll");
    insta::assert_snapshot!("study-first-step", screen.text());
    // What is said is longer than the dock.
    let before = screen.text();
    screen.press("<C-d>");
    assert_ne!(screen.text(), before);
    screen.press("<C-u>");
    assert_eq!(screen.text(), before);
    screen.press("<Esc>");
    assert_eq!(screen.model.view(), View::Flow);
}

#[test]
fn each_seed_is_a_point_between_the_ends_of_the_axis() {
    let screen = whole();
    let of = studying(&screen);
    for (line, condition) in (3..).zip(of.part().conditions()) {
        let figures = of.figures(condition);
        assert_eq!(figures.len(), 3);
        let text = screen.line(line);
        let points = text.chars().skip(28).take(30).filter(|c| *c == 'o').count();
        assert!((1..=3).contains(&points), "{text}");
        assert!(text.contains(&format!("{:.6}", of.summary(condition).expect("figures").mean)), "{text}");
    }
    let all: Vec<f64> =
        of.part().conditions().into_iter().flat_map(|one| of.figures(one)).map(|(_, figure)| figure).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let axis = screen.line(8);
    assert!(axis.contains(&format!("{low:.6}")) && axis.contains(&format!("{high:.6}")), "{axis}");
}

#[test]
fn it_stops_and_goes_on_with_what_it_lacks() {
    let mut screen = short();
    screen.run("study part longer").press("<Space>");
    assert!(screen.model.is_studying());
    let work = screen.model.work().expect("trainings to do");
    // Stopped before anything is done.
    work.run(&AtomicBool::new(true), || {});
    screen.press("<Esc>");
    assert!(!screen.model.is_studying() && screen.model.work().is_none());
    assert_eq!(screen.notice(), "stopped with 0 of 9 trainings, which stay; Space goes on");
    assert!(screen.model.view() == View::Study);
    carry_out(&mut screen);
    assert_eq!(screen.notice(), "all 9 trainings are there");
    screen.press("<Space>");
    assert!(screen.notice().starts_with("all 9 trainings are there; Tab"));
    // One seed more lacks three trainings, and until they are there nothing is claimed.
    screen.run("study seeds 4").press("<Esc>").press("#");
    assert_eq!(studying(&screen).progress(), (9, 12));
    assert!(screen.text().contains("Not whole: 9 of 12"), "{}", screen.text());
    // Fewer than three are whole and say that they bear nothing out.
    screen.run("study seeds 2");
    let said: Vec<String> = studying(&screen).said().iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|text| text.contains("takes three seeds")) && !said.concat().contains("seeds' range:"));
    // Another number of sentences is another study.
    screen.run("study sentences 12");
    assert_eq!(studying(&screen).progress(), (0, 6));
}

#[test]
fn what_is_trained_stays_when_another_file_is_opened() {
    let mut screen = whole();
    screen.press("<Esc>");
    let other = twoaxes::scenario::builtin::find("read").expect("a built-in id").text;
    let scenario = twoaxes::scenario::read(other, "read.toml").expect("a valid file");
    let document = twoaxes::explorer::Document::new(None, other, scenario);
    screen.model.take(twoaxes::explorer::Outcome::Opened(Box::new(document)));
    screen.press("#");
    assert_eq!(studying(&screen).progress(), (15, 15));
}

#[test]
fn what_means_nothing_there_is_refused() {
    let mut screen = whole();
    for keys in ["5", "+", "u"] {
        screen.press(keys);
        assert!(screen.notice().contains("Esc goes back"), "{keys}: {}", screen.notice());
    }
    screen.run("study part ordre");
    assert_eq!(
        screen.notice(),
        "the study has no “ordre”; did you mean order? It has order, order-one, first-step, longer"
    );
    screen.run("study seeds 0");
    assert!(screen.notice().contains("no number of seeds"));
    screen.run("study measure blue");
    assert!(screen.notice().contains("did you mean bleu?"), "{}", screen.notice());
}
