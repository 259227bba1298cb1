//! The built-in scenarios: they read, they say what they should, and they give the lesson's figures.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use serde_json::Value as Json;
use std::fs;
use twoaxes::engine::{Givens, Trace};
use twoaxes::scenario::{Scenario, apply, builtin};
use twoaxes::words::{Lang, Text};
use unicode_width::UnicodeWidthStr;

fn scenario(id: &str) -> Scenario {
    builtin::find(id).expect("a built-in id").scenario()
}

fn branch(scenario: &Scenario, id: &str) -> Givens {
    let mut givens = scenario.givens.clone();
    if let Some(intervention) = scenario.interventions.iter().find(|intervention| intervention.id == id) {
        apply(&mut givens, &intervention.set).unwrap();
    } else {
        assert_eq!(id, "baseline");
    }
    givens
}

fn case(name: &str) -> Json {
    let cases: Json = serde_json::from_str(&fs::read_to_string("tests/oracle/cases.json").unwrap()).unwrap();
    let named = |case: &&Json| case["given"]["name"] == name;
    cases.as_array().unwrap().iter().find(named).unwrap_or_else(|| panic!("no case {name}"))["expect"].clone()
}

#[track_caller]
fn close(got: impl IntoIterator<Item = f64>, want: &Json, what: &str) {
    let want: Vec<f64> = want.as_array().unwrap().iter().map(|number| number.as_f64().unwrap_or(0.0)).collect();
    let got: Vec<f64> = got.into_iter().collect();
    assert_eq!(got.len(), want.len(), "{what}");
    for (got, want) in got.iter().zip(&want) {
        assert!((got - want).abs() <= 1e-12 * want.abs().max(1.0), "{what}: {got} for {want}");
    }
}

#[track_caller]
fn agrees(givens: &Givens, name: &str) {
    let expected = case(name);
    let trace = Trace::new(givens);
    for (row, want) in trace.rows().zip(expected["rows"].as_array().unwrap()) {
        close(row.scores.as_ref().unwrap().iter().map(|score| score.unwrap_or(0.0)), &want["scores"], name);
        close(row.attention.as_ref().unwrap().weights().to_vec(), &want["attention"], name);
        close(row.context.as_ref().unwrap().to_vec(), &want["context"], name);
        close(row.logits.as_ref().unwrap().iter().flatten(), &want["logits"], name);
        close(row.probabilities.as_ref().unwrap().weights().to_vec(), &want["probabilities"], name);
        close([row.loss.unwrap().unwrap()], &Json::Array(vec![want["loss"].clone()]), name);
    }
}

#[test]
fn the_lesson_figures() {
    for (id, case) in [("r72", "r72"), ("two-causes", "r72"), ("read", "read")] {
        let scenario = scenario(id);
        for name in ["baseline", "only-q", "only-v2"] {
            agrees(&branch(&scenario, name), &format!("{case}-{name}"));
        }
    }
    let same_place = scenario("same-place-other-content");
    agrees(&same_place.givens, "r72-baseline");
    agrees(&branch(&same_place, "other-place"), "r72-only-q");
    agrees(&scenario("rounding-waits").givens, "r72-baseline");
    agrees(&scenario("equal-values").givens, "equal-values");
    agrees(&scenario("most-read-is-not-predicted").givens, "most-read-is-not-predicted");
    agrees(&scenario("padding").givens, "padding-mask");
}

#[test]
fn each_makes_its_point() {
    let most = |weights: &[f64]| (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap();
    let word = |givens: &Givens| most(Trace::new(givens).row(0).probabilities.as_ref().unwrap().weights());
    let attention = |givens: &Givens| {
        let attention = Trace::new(givens).row(0).attention.clone();
        attention.map(|attention| attention.weights().to_vec())
    };

    let equal = scenario("equal-values");
    assert_ne!(attention(&equal.givens), attention(&branch(&equal, "only-q")));
    let context = |givens: &Givens| Trace::new(givens).row(0).context.as_ref().unwrap().to_vec();
    let (before, after) = (context(&equal.givens), context(&branch(&equal, "only-q")));
    assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 1e-15));
    assert!(context(&branch(&equal, "v2-differs"))[1] > 2.0);

    let most_read = scenario("most-read-is-not-predicted");
    assert_eq!(word(&most_read.givens), 1);
    for changed in ["only-v2", "only-g"] {
        let changed = branch(&most_read, changed);
        assert_eq!(word(&changed), 0);
        assert_eq!(attention(&changed), attention(&most_read.givens));
    }

    // The same query by hand and from another word: with the word, its key and its value move as well.
    let words = scenario("word-moves-all");
    let (by_hand, another) = (branch(&words, "only-q"), branch(&words, "another-word"));
    assert_eq!(by_hand.queries.line(0), another.queries.line(0));
    assert!(by_hand.keys == words.givens.keys && by_hand.values == words.givens.values);
    assert_ne!(another.queries.line(0), words.givens.queries.line(0));
    assert_ne!(another.keys.line(0), words.givens.keys.line(0));
    assert_ne!(another.values.line(0), words.givens.values.line(0));
    assert_eq!([&words.givens, &by_hand, &another].map(word), [0, 0, 1]);
    assert_ne!(attention(&by_hand), attention(&another));
    assert_eq!((by_hand.overridden().count(), another.overridden().count()), (2, 0));

    let padding = scenario("padding");
    assert_eq!(attention(&padding.givens).unwrap()[2], 0.0);
    assert!(attention(&branch(&padding, "mask-off")).unwrap()[2] > 0.4);
    assert!(attention(&branch(&padding, "all-masked")).is_err());
}

#[test]
fn titles_fit_the_title_line_and_every_text_is_in_both_languages() {
    let fits = |text: &Text, cells: usize| {
        for lang in [Lang::En, Lang::Zh] {
            let text = text.get(lang);
            assert!(!text.is_empty() && text.width_cjk() <= cells, "{text}");
        }
    };
    for builtin in builtin::ALL {
        let scenario = builtin.scenario();
        assert_eq!(scenario.id, builtin.id);
        fits(scenario.title.as_ref().unwrap(), 24);
        let about = scenario.about.as_ref().unwrap();
        assert!(about.en.contains("hand") && about.zh.contains("手工"), "{}", builtin.id);
        assert!(!about.en.contains('\n') && !about.zh.contains('\n'));
        for label in scenario.all_readings().filter_map(|reading| reading.label) {
            // Beside the file's name.
            fits(label.title.as_ref().unwrap(), 16);
            assert!(label.about.is_some(), "{}: {}", builtin.id, label.id);
        }
        assert!(scenario.all_readings().all(|reading| !reading.interventions.is_empty()));
        for scenario in (0..scenario.reading_count()).map(|at| scenario.showing(at)) {
            for intervention in scenario.interventions.iter() {
                fits(intervention.title.as_ref().unwrap(), 10);
                branch(&scenario, &intervention.id);
            }
        }
    }
}
