//! What the tour `weight-is-not-importance` tells, held against what is on the screen at each step.

mod support;

use support::facts::scenario;
use support::open;
use support::steps::{LANGS, at, number};
use twoaxes::engine::Checks;
use twoaxes::explorer::{Focus, View};
use twoaxes::scenario::Contributed;

const ID: &str = "weight-is-not-importance";

/// The numbers with a point that a text names.
fn figures(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).map(|part| part.trim_matches('.'));
    parts.filter(|part| part.contains('.')).map(str::to_owned).collect()
}

#[test]
fn every_number_told_can_be_seen() {
    for lang in LANGS {
        let mut told = 0;
        for step in scenario(ID).steps.iter() {
            let mut screen = open(ID).in_lang(lang);
            at(&mut screen, &step.id);
            // Without the text, which has them of course.
            screen.run("tour leave");
            for figure in figures(step.say.get(lang)) {
                assert!(screen.text().contains(&figure), "{}: {figure}\n{}", step.id, screen.text());
                told += 1;
            }
        }
        assert!(told >= 9, "{told}");
    }
}

#[test]
fn what_is_read_most_decides_nothing() {
    let mut screen = open(ID);
    let toward = |slot| Focus::Contributed(Contributed::Difference { slot: Some(slot), word: 0, against: 1 });
    let checks = |screen: &support::Screen| {
        Checks::of(screen.model.givens(), screen.model.trace(), 0, 0, Some(1)).expect("a row that reads")
    };
    at(&mut screen, "difference");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Contributions, toward(0)));
    let found = checks(&screen);
    assert_eq!((found.most_read.slots, found.longest.unwrap().slots), (vec![2], vec![2]));
    assert_eq!(found.adds_most.unwrap().slots, [0]);
    assert_eq!(number(&screen, toward(2)), 0.0);
    let ahead = |screen: &support::Screen| number(screen, Focus::Logit(0)) - number(screen, Focus::Logit(1));
    let before = ahead(&screen);
    let right = |screen: &support::Screen| screen.model.trace().outlook(0).words.expect("words").chosen;

    at(&mut screen, "without-v3");
    assert!((ahead(&screen) - before).abs() < 1e-12);
    assert_eq!(right(&screen), 0);
    at(&mut screen, "without-v1");
    assert!(ahead(&screen) < 0.0);
    assert_eq!(right(&screen), 1);
    at(&mut screen, "four-checks");
    let text = screen.text();
    assert!(text.contains("not read most") && text.contains("✓ the target"), "{text}");
}
