//! `eval --learn`: the model after learning, in every format; and what is wrong.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{errors, output, twoaxes};
use insta::assert_snapshot;
use serde_json::Value;
use twoaxes::engine::Tensor;
use twoaxes::engine::learning::{Method, Plan, Rate, Run};
use twoaxes::scenario::builtin;

const FORMATS: [&str; 5] = ["table", "json", "csv", "markdown", "latex"];

fn json(arguments: &[&str]) -> Value {
    let all = [&["eval", "r72", "--format", "json"], arguments].concat();
    serde_json::from_str(&output(&all)).unwrap()
}

/// Nine decimals of each number: the last bits depend on the platform's `tanh` and `ln`.
fn steady(output: &str) -> String {
    let rounded = |text: &str| match text.parse::<f64>() {
        Ok(number) if text.split('.').nth(1).is_some_and(|decimals| decimals.len() > 9) => format!("{number:.9}"),
        _ => text.to_owned(),
    };
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e');
    let (mut out, mut number) = (String::new(), String::new());
    for c in output.chars() {
        if is_number(c) {
            number.push(c);
        } else {
            out += &rounded(&std::mem::take(&mut number));
            out.push(c);
        }
    }
    out + &rounded(&number)
}

#[test]
fn learning_in_every_format() {
    for format in FORMATS {
        let arguments = ["eval", "r72", "--learn", "q,K,V,G", "--rate", "0.1", "--steps", "30", "--format", format];
        assert_snapshot!(format!("learn_{format}"), steady(&output(&arguments)));
    }
    assert_snapshot!("learn_table_zh", output(&["eval", "r72", "--learn", "q", "--steps", "5", "--lang", "zh"]));
}

#[test]
fn what_is_evaluated_is_the_model_after_learning() {
    let givens = builtin::find("r72").unwrap().scenario().givens;
    let plan = Plan::new([Tensor::Queries, Tensor::Keys], Method::Adam, Rate::new(0.25).unwrap());
    let mut run = Run::new(&givens, plan).unwrap();
    for _ in 0..40 {
        run.step().unwrap();
    }
    let told = json(&["--learn", "K,q", "--rate", "1/4", "--steps", "40", "--method", "adam", "--gradients"]);
    let learning = &told["learning"];
    assert_eq!(learning["what"], serde_json::json!(["Q", "K"]));
    assert_eq!((&learning["method"], &learning["rate"]), (&"adam".into(), &0.25.into()));
    assert_eq!(
        (&learning["steps"], &learning["steps_done"], &learning["stopped"]),
        (&40.into(), &40.into(), &Value::Null)
    );
    assert_eq!(learning["loss_before"].as_f64(), Some(run.course().start()));
    assert_eq!(learning["loss_after"].as_f64(), Some(run.course().now()));
    assert_eq!(told["loss"], learning["loss_after"]);
    assert_eq!(learning["course"].as_array().unwrap().len(), 41);
    let query: Vec<f64> = told["rows"][0]["q"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert_eq!(query, run.newest().givens().queries.line(0));
    assert_eq!(learning["learned"]["Q"][0], told["rows"][0]["q"]);
    assert_eq!(learning["learned"]["K"].as_array().unwrap().len(), 3);
    // The gradients are those after learning.
    let gradients = run.newest().gradients().unwrap();
    assert_eq!(told["gradients"]["K"][1][0].as_f64(), Some(gradients.keys().get(1, 0)));
    // Without --learn nothing is said of it, and everything promised is as it was.
    assert!(json(&[]).get("learning").is_none());
    let keys: Vec<String> = json(&[]).as_object().unwrap().keys().cloned().collect();
    assert!(keys.iter().all(|key| told.get(key).is_some()));
}

#[test]
fn it_comes_after_branch_and_settings() {
    let told = json(&["--branch", "only-q", "--set", "v2=0,3", "--learn", "G", "--steps", "3"]);
    let before = json(&["--branch", "only-q", "--set", "v2=0,3"]);
    assert_eq!(told["learning"]["loss_before"], before["loss"]);
    assert_eq!((&told["rows"][0]["attention"], &told["edits"]), (&before["rows"][0]["attention"], &before["edits"]));
    assert!(told["loss"].as_f64() < before["loss"].as_f64());
    let reading = ["eval", "three-readings", "--reading", "cross", "--learn", "X", "--steps", "2", "--format", "json"];
    let told: Value = serde_json::from_str(&output(&reading)).unwrap();
    assert_eq!(told["learning"]["steps_done"], 2);
    assert_eq!(told["X"], told["learning"]["learned"]["X"]);
}

#[test]
fn a_long_run_is_told_in_part() {
    let told = json(&["--learn", "q", "--steps", "20000"]);
    let learning = &told["learning"];
    let course = learning["course"].as_array().unwrap();
    assert!(course.len() < 6000);
    assert_eq!(learning["every"], 8);
    assert_eq!((&course[1000][0], &course.last().unwrap()[0]), (&1000.into(), &20_000.into()));
    assert_eq!(course.last().unwrap()[1], learning["loss_after"]);
    let floor = learning["reading_floor"].as_f64().unwrap();
    assert!(floor < told["loss"].as_f64().unwrap() && (floor - 0.035_976_299_748_034_24).abs() < 1e-12);
}

#[test]
fn a_run_that_ends_early_says_why() {
    let told = twoaxes(&["eval", "r72", "--learn", "G", "--rate", "1e308", "--steps", "9"]);
    assert_eq!(told.status, 0);
    assert!(told.errors.starts_with("warning: ") && told.errors.contains("stopped at step"), "{}", told.errors);
    assert!(told.output.contains("of 9") && told.output.contains("stopped"), "{}", told.output);
    let json = twoaxes(&["eval", "r72", "--learn", "G", "--rate", "1e308", "--steps", "9", "--format", "json"]);
    let told: Value = serde_json::from_str(&json.output).unwrap();
    assert!(told["learning"]["stopped"].is_string() && told["learning"]["steps_done"].as_u64() < Some(9));
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |status, arguments: &[&str], sentence: &str| {
        let told = errors(status, &[&["eval", "r72"], arguments].concat());
        assert!(told.contains(sentence), "{arguments:?}: {told}");
    };
    wrong(2, &["--learn", "x"], "“x” cannot learn; did you mean X?");
    wrong(2, &["--learn", ","], "name what may learn, such as q or q,K");
    wrong(1, &["--learn", "W"], "the scorer in use, dot, has no parameters");
    wrong(1, &["--learn", "scorer"], "has no parameters");
    wrong(1, &["--learn", "WQ"], "not words they follow from");
    wrong(1, &["--learn", "q", "--rate", "0"], "“0” is no rate of learning: it is a positive number, such as 0.5");
    wrong(1, &["--learn", "q", "--rate", "-0.5"], "“-0.5” is no rate");
    wrong(1, &["--learn", "q", "--rate", "fast"], "“fast” is no rate");
    wrong(1, &["--learn", "q", "--steps", "0"], "“0” is no number of steps");
    wrong(1, &["--learn", "q", "--steps", "1.5"], "“1.5” is no number of steps");
    wrong(2, &["--learn", "q", "--method", "adan"], "did you mean adam?");
    wrong(2, &["--rate", "1"], "--rate needs --learn");
    wrong(2, &["--steps", "1"], "--steps needs --learn");
    wrong(2, &["--method", "adam"], "--method needs --learn");
    wrong(2, &["--learn", "q", "--mistake", "softmax-twice"], "--learn and --mistake exclude each other");
    wrong(1, &["--learn", "q", "--set", "target=none"], "no row has a target");
    assert!(errors(1, &["eval", "r72", "--learn", "q", "--rate", "0", "--lang", "zh"]).contains("学习率是正数"));
}
