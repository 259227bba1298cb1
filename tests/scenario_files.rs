//! A file with each kind of mistake, and what is said about it in both languages.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::fmt::Write;
use std::fs;
use twoaxes::engine::Trace;
use twoaxes::scenario::{Value, read, read_bytes};
use twoaxes::words::Lang;

/// Everything that is said about a file, English and Chinese in turn.
fn said_about(name: &str) -> String {
    let file = format!("{name}.toml");
    let bytes = fs::read(format!("tests/scenarios/{file}")).unwrap();
    let problems = read_bytes(&bytes, &file).expect_err("a file with mistakes");
    let mut said = String::new();
    for problem in problems {
        writeln!(said, "{problem}\n  {}", problem.sentence(Lang::Zh)).unwrap();
    }
    said
}

macro_rules! files {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            insta::assert_snapshot!($name, said_about($name));
        })*
    };
}

files! {
    addresses: "addresses",
    an_empty_file: "empty",
    an_open_bracket: "open-bracket",
    by_words_and_given_as_well: "by-words-mixed",
    by_words_in_other_sizes: "by-words-sizes",
    by_words_with_other_rows: "by-words-rows",
    by_words_and_set_by_hand: "by-words-set",
    by_words_beyond_f64: "by-words-beyond",
    ids: "ids",
    languages: "languages",
    masks: "masks",
    mask_names: "mask-names",
    mask_rows: "mask-rows",
    missing: "missing",
    not_utf8: "not-utf8",
    numbers: "numbers",
    overlaps: "overlaps",
    ragged: "ragged",
    scorer: "scorer",
    sizes: "sizes",
    syntax: "syntax",
    readings_and_a_body: "readings-and-a-body",
    readings_mistakes: "readings-mistakes",
    readings_no_list: "readings-no-list",
    readings_none: "readings-none",
    three_rows: "three-rows",
    twice: "twice",
    unknown_keys: "unknown-keys",
    utf16: "utf16",
    words: "words",
    wrong_types: "wrong-types",
}

#[test]
fn a_good_file_with_everything_in_it() {
    let bytes = fs::read("tests/scenarios/good.toml").unwrap();
    let scenario = read_bytes(&bytes, "good.toml").map_err(|problems| problems[0].to_string()).unwrap();
    assert_eq!(scenario.names.prefixes, [Some("BOS".to_owned()), None]);
    assert_eq!(scenario.givens.queries.to_vec()[..2], [1000.0, 16.0]);
    assert!(scenario.givens.queries.get(1, 0).is_sign_negative());
    assert_eq!(scenario.givens.targets, [Some(1), None]);
    assert_eq!(scenario.interventions[0].set.len(), 10);
    assert!(scenario.interventions[0].set.iter().any(|setting| setting.value == Value::Target(None)));
    let actions: Vec<_> = scenario.steps[0].actions.iter().map(|a| (a.text.as_str(), a.line, a.column)).collect();
    assert_eq!(actions, [("branch many", 48, 7), ("focus alpha1[2]", 48, 22)]);
}

#[test]
fn a_worked_example_from_the_web_typed_in_as_it_stands() {
    let bytes = fs::read("tests/scenarios/worked-example.toml").unwrap();
    let scenario = read_bytes(&bytes, "worked-example.toml").map_err(|problems| problems[0].to_string()).unwrap();
    let givens = &scenario.givens;
    assert_eq!(givens.keys.to_vec(), [0., 1., 1., 4., 4., 0., 2., 3., 1.]);
    assert_eq!(givens.values.to_vec(), [1., 2., 3., 2., 8., 0., 2., 6., 3.]);
    assert_eq!(givens.queries.to_vec(), [1., 0., 2., 2., 2., 2., 2., 1., 3.]);
    assert_eq!(scenario.names.prefixes, [None, None, None]);
    let trace = Trace::new(givens);
    let scores: Vec<f64> = trace.row(0).scores.as_ref().unwrap().iter().flatten().collect();
    assert_eq!(scores, [2., 4., 4.]);
    // As printed there: softmax([2, 4, 4]) = [0.0, 0.5, 0.5] rounded, and from the rounded weights [2.0, 7.0, 1.5].
    let context = trace.context(0).unwrap();
    for (got, exact) in context.iter().zip([1.936_621_061_667, 6.683_105_308_335, 1.595_068_407_500]) {
        assert!((got - exact).abs() < 1e-11, "{context:?}");
    }
}

#[test]
fn the_promised_sentence() {
    let text = "format = 1\nid = \"gift\"\n\n[source]\nslots = [\"他\", \"书\", \"昨天\"]\n[vocab]\nwords = [\"him\"]\n\
                [[query]]\nq = [1]\n\n[tensors]\nG = [[1]]\n\nK = [[1], [0]]\nV = [[1], [2], [3]]\n";
    let problems = read(text, "gift.toml").unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].to_string(), "gift.toml:14:5: K has 2 rows, but source.slots names 3 slots");
}
