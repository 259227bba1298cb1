//! `eval --format json` against numbers computed apart from the program, field by field: each case goes the whole way,
//! written as a scenario file, read, computed and printed.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{output, with_input};
use serde_json::{Map, Value};
use std::fmt::Write;

fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("oracle/cases.json")).unwrap()
}

/// A case as a scenario file. JSON's lists of numbers, strings and booleans are TOML's.
fn scenario(given: &Value) -> String {
    let mut text = String::from("format = 1\nid = \"case\"\n[source]\n");
    let mask = match (&given["mask"], given["causal"] == true) {
        (Value::Null, false) => None,
        (Value::Null, true) => Some("\"causal\"".to_owned()),
        (mask, true) => Some(format!("{{ padding = {mask}, causal = true }}")),
        (mask, false) => Some(mask.to_string()),
    };
    let mut line = |line: String| writeln!(text, "{line}").unwrap();
    line(format!("slots = {}", given["slots"]));
    mask.into_iter().for_each(|mask| line(format!("mask = {mask}")));
    line(format!("[vocab]\nwords = {}", given["words"]));
    for (t, q) in given["Q"].as_array().unwrap().iter().enumerate() {
        line(format!("[[query]]\nq = {q}"));
        let optional = |name: &str, value: &Value| (!value.is_null()).then(|| format!("{name} = {value}"));
        optional("target", &given["targets"][t]).into_iter().for_each(&mut line);
        optional("bias", &given["bias"][t]).into_iter().for_each(&mut line);
    }
    line("[tensors]".to_owned());
    ["K", "V", "G"].iter().for_each(|name| line(format!("{name} = {}", given[name])));
    line("[scorer]".to_owned());
    given["scorer"].as_object().unwrap().iter().for_each(|(key, value)| line(format!("{key} = {value}")));
    text
}

/// The same case given by words: x_j and y_t are unit vectors, and the projections have K, V and Q in their rows, so that
/// every product is one of these numbers, exactly.
fn by_words(given: &Value) -> String {
    let count = |name: &str| given[name].as_array().unwrap().len();
    let (n, t) = (count("K"), count("Q"));
    let unit = |at: usize| Value::from((0..n + t).map(|i| f64::from(u8::from(i == at))).collect::<Vec<_>>());
    let zeros = |like: &str| Value::from(vec![0.0; given[like][0].as_array().unwrap().len()]);
    let rows = |name: &str, before: usize, after: usize| {
        let own = given[name].as_array().unwrap().iter().cloned();
        let (before, after) = (vec![zeros(name); before], vec![zeros(name); after]);
        Value::from(before.into_iter().chain(own).chain(after).collect::<Vec<_>>())
    };
    let tensors = [
        ("X", Value::from((0..n).map(unit).collect::<Vec<_>>())),
        ("Y", Value::from((n..n + t).map(unit).collect::<Vec<_>>())),
        ("WQ", rows("Q", n, 0)),
        ("WK", rows("K", 0, t)),
        ("WV", rows("V", 0, t)),
    ];
    let own = |line: &&str| !["q = ", "K = ", "V = "].iter().any(|key| line.starts_with(key));
    let mut text: String = scenario(given).lines().filter(own).map(|line| format!("{line}\n")).collect();
    for (name, value) in tensors {
        text = text.replace("[tensors]\n", &format!("[tensors]\n{name} = {value}\n"));
    }
    text
}

/// |got − want| ≤ tolerance · max(1, |want|), everywhere, and the same shape.
fn assert_near(got: &Value, want: &Value, tolerance: f64, place: &str) {
    match (got, want) {
        (Value::Array(got), Value::Array(want)) => {
            assert_eq!(got.len(), want.len(), "{place}");
            got.iter().zip(want).enumerate().for_each(|(i, (got, want))| {
                assert_near(got, want, tolerance, &format!("{place}[{i}]"));
            });
        }
        (Value::Number(got), Value::Number(want)) => {
            let (got, want) = (got.as_f64().unwrap(), want.as_f64().unwrap());
            assert!((got - want).abs() <= tolerance * want.abs().max(1.0), "{place}: {got} instead of {want}");
        }
        _ => assert_eq!(got, want, "{place}"),
    }
}

fn assert_as_expected(got: &Value, case: &Value) {
    let (given, expect) = (&case["given"], &case["expect"]);
    let name = given["name"].as_str().unwrap();
    for field in ["slots", "words"] {
        assert_eq!(got[field], given[field], "{name}");
    }
    assert_eq!(got["scorer"], given["scorer"]["kind"], "{name}");
    let rows = expect["rows"].as_array().unwrap();
    assert_eq!(got["rows"].as_array().unwrap().len(), rows.len(), "{name}");
    let mut total = None;
    for (t, want) in rows.iter().enumerate() {
        let row = &got["rows"][t];
        for (field, want) in want.as_object().unwrap() {
            assert_near(&row[field], want, 1e-12, &format!("{name} row {} {field}", t + 1));
        }
        assert_eq!(row["t"], t + 1, "{name}");
        assert_near(&row["q"], &given["Q"][t], 0.0, name);
        assert_eq!(row["target"], given["targets"][t], "{name}");
        assert_eq!(row["undefined"].is_null(), !want["attention"].is_null(), "{name}: {}", row["undefined"]);
        total = want["loss"].as_f64().map(|loss| loss + total.unwrap_or(0.0)).or(total);
    }
    assert_near(&got["loss"], &total.map_or(Value::Null, Value::from), 1e-12, &format!("{name} loss"));
    match &expect["gradients"] {
        Value::Object(gradients) => {
            let keys = |map: &Map<String, Value>| map.keys().cloned().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(keys(got["gradients"].as_object().unwrap()), keys(gradients), "{name}");
            for (of, want) in gradients {
                assert_near(&got["gradients"][of], want, 1e-12, &format!("{name} gradient {of}"));
            }
        }
        null => assert_eq!(got["gradients"], *null, "{name}"),
    }
}

#[test]
fn every_case_through_a_file() {
    let cases = cases();
    assert_eq!(cases.len(), 29);
    for case in &cases {
        let told = with_input(&["eval", "-", "--gradients", "--format", "json"], scenario(&case["given"]));
        assert_eq!(told.status, 0, "{}: {}", case["given"]["name"], told.errors);
        assert_as_expected(&serde_json::from_str(&told.output).unwrap(), case);
    }
}

#[test]
fn every_case_given_by_words() {
    for case in &cases() {
        let told = with_input(&["eval", "-", "--gradients", "--format", "json"], by_words(&case["given"]));
        assert_eq!(told.status, 0, "{}: {}", case["given"]["name"], told.errors);
        let mut got: Value = serde_json::from_str(&told.output).unwrap();
        let name = case["given"]["name"].as_str().unwrap();
        assert_near(&got["K"], &case["given"]["K"], 0.0, name);
        assert_near(&got["V"], &case["given"]["V"], 0.0, name);
        if got["gradients"].is_object() {
            words_feel_what_theirs_feel(&got["gradients"], &case["given"], &case["expect"]["gradients"]);
            for of in ["X", "Y", "WQ", "WK", "WV"] {
                assert!(got["gradients"].as_object_mut().unwrap().remove(of).is_some(), "{name} {of}");
            }
        }
        assert_as_expected(&got, case);
    }
}

/// With unit vectors ∂L/∂W has the rows of ∂L/∂Q, ∂L/∂K or ∂L/∂V, and ∂L/∂x_j is K ∂L/∂k_j + V ∂L/∂v_j. `want` holds these
/// three.
fn words_feel_what_theirs_feel(got: &Value, given: &Value, want: &Value) {
    let rows = |matrix: &Value| matrix.as_array().unwrap().clone();
    let (n, t) = (rows(&given["K"]).len(), rows(&given["Q"]).len());
    let name = given["name"].as_str().unwrap();
    for (of, by, start) in [("WQ", "Q", n), ("WK", "K", 0), ("WV", "V", 0)] {
        for (at, row) in rows(&got[of]).iter().enumerate() {
            let zeros = Value::from(vec![0.0; row.as_array().unwrap().len()]);
            let want = at.checked_sub(start).and_then(|at| want[by].get(at)).unwrap_or(&zeros);
            assert_near(row, want, 1e-12, &format!("{name} {of}[{at}]"));
        }
    }
    let number = |value: &Value| value.as_f64().unwrap();
    let dot = |a: &Value, b: &Value| -> f64 { rows(a).iter().zip(rows(b)).map(|(a, b)| number(a) * number(&b)).sum() };
    for (of, count, from) in [("X", n, vec!["K", "V"]), ("Y", t, vec!["Q"])] {
        for (at, row) in rows(&got[of]).iter().enumerate() {
            let start = if of == "X" { 0 } else { n };
            for (i, got) in rows(row).iter().enumerate() {
                let behind = i.checked_sub(start).filter(|i| *i < count);
                let sum = |i: usize| from.iter().map(|by| dot(&given[*by][i], &want[*by][at])).sum::<f64>();
                let want = Value::from(behind.map_or(0.0, sum));
                assert_near(got, &want, 1e-12, &format!("{name} {of}[{at}][{i}]"));
            }
        }
    }
}

#[test]
fn the_built_in_scenarios_and_their_branches() {
    let cases = cases();
    let named = |name: &str| cases.iter().find(|case| case["given"]["name"] == name).unwrap();
    for scenario in ["r72", "read"] {
        for branch in ["baseline", "only-q", "only-v2"] {
            let told = output(&["eval", scenario, "--branch", branch, "--gradients", "--format", "json"]);
            let got: Value = serde_json::from_str(&told).unwrap();
            assert_eq!((&got["scenario"], &got["branch"]), (&Value::from(scenario), &Value::from(branch)));
            assert_as_expected(&got, named(&format!("{scenario}-{branch}")));
        }
    }
    for (scenario, case) in [("equal-values", "equal-values"), ("padding", "padding-mask")] {
        let told = output(&["eval", scenario, "--gradients", "--format", "json"]);
        let got: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(got["rows"][0]["undefined"], Value::Null, "{case}");
    }
}

/// The keys of a scenario given by words come after the words, what follows from them before the rows.
#[test]
fn the_order_of_the_keys_of_words() {
    let told = output(&["eval", "word-moves-all", "--branch", "only-q", "--gradients", "--format", "json"]);
    let order =
        ["words", "X", "WQ", "WK", "WV", "K", "V", "overridden", "rows", "loss", "edits", "gradients", "logits"];
    let mut rest = told.as_str();
    for key in order.into_iter().chain(["X", "WQ", "WK", "WV"]) {
        let found = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing or out of order"));
        rest = &rest[found + key.len()..];
    }
    assert!(told.contains("\"overridden\":[\"q1\"]") && !told.contains("\"Y\""), "{told}");
    assert!(!output(&["eval", "r72", "--format", "json"]).contains("overridden"));
}

/// The keys of a mistake come after the scorer; the words are told once, their gradients on both sides.
#[test]
fn the_order_of_the_keys_of_words_under_a_mistake() {
    let arguments = ["eval", "word-moves-all", "--mistake", "gradient-without-coupling", "--gradients"];
    let told = output(&[&arguments[..], &["--format", "json"]].concat());
    let order = ["scorer", "mistake", "id", "what", "difference", "laws_broken", "right", "rows", "loss", "gradients"];
    let of_words = ["X", "WQ", "WK", "WV"];
    let after = ["slots", "words", "X", "WQ", "WK", "WV", "K", "V", "overridden", "rows", "loss", "edits", "gradients"];
    let mut rest = told.as_str();
    for key in order.into_iter().chain(of_words).chain(after).chain(of_words) {
        let found = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing or out of order"));
        rest = &rest[found + key.len()..];
    }
    assert_eq!(told.matches("\"X\":").count(), 3);
}

/// The famous mistakes, the whole way too: each field of the file that the output has.
#[test]
fn every_mistake_through_a_file() {
    for entry in &mistakes() {
        let id = entry["id"].as_str().unwrap();
        assert_mistaken_as_expected(&under_mistake(id, scenario(&entry["given"])), entry);
    }
}

/// A mistake is made on what follows from the words; where it is made on the way back, it goes on to them.
#[test]
fn every_mistake_given_by_words() {
    for entry in &mistakes() {
        let (id, given) = (entry["id"].as_str().unwrap(), &entry["given"]);
        let got = under_mistake(id, by_words(given));
        assert_mistaken_as_expected(&got, entry);
        assert_near(&got["K"], &given["K"], 0.0, id);
        assert_near(&got["V"], &given["V"], 0.0, id);
        for (side, expect) in [(&got, "expect_wrong"), (&got["mistake"]["right"], "expect_right")] {
            let of_scores = &entry[expect]["scores_gradient"];
            assert_eq!(side["gradients"].is_object(), of_scores.is_array(), "{id}");
            if of_scores.is_array() {
                words_feel_what_theirs_feel(&side["gradients"], given, &from_scores(entry, of_scores));
            }
        }
    }
}

/// ∂L/∂Q, ∂L/∂K and ∂L/∂V of a single row under the dot scorer from s = ∂L/∂e: Σ_j s_j k_j, s_j q and α_j G (p − y).
fn from_scores(entry: &Value, of_scores: &Value) -> Value {
    let numbers = |list: &Value| list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
    let matrix = |matrix: &Value| matrix.as_array().unwrap().iter().map(numbers).collect::<Vec<_>>();
    let (given, right) = (&entry["given"], &entry["expect_right"]);
    assert_eq!((matrix(&given["Q"]).len(), &given["scorer"]["kind"]), (1, &Value::from("dot")));
    let (scores, query, keys) = (numbers(&of_scores[0]), numbers(&given["Q"][0]), matrix(&given["K"]));
    let errors = numbers(&right["probabilities"][0]).into_iter().zip(given["words"].as_array().unwrap());
    let errors: Vec<f64> = errors.map(|(p, word)| p - f64::from(u8::from(*word == given["targets"][0]))).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let of_context: Vec<f64> = matrix(&given["G"]).iter().map(|line| dot(line, &errors)).collect();
    let scaled = |by: &[f64], line: &[f64]| -> Value {
        by.iter().map(|by| line.iter().map(|x| by * x).collect::<Vec<_>>()).collect()
    };
    let column = |d: usize| keys.iter().map(|key| key[d]).collect::<Vec<_>>();
    let of_query: Vec<f64> = (0..query.len()).map(|d| dot(&scores, &column(d))).collect();
    let of_values = scaled(&numbers(&right["attention"][0]), &of_context);
    serde_json::json!({ "Q": [of_query], "K": scaled(&scores, &query), "V": of_values })
}

fn mistakes() -> Vec<Value> {
    let entries: Vec<Value> = serde_json::from_str(include_str!("oracle/mistakes.json")).unwrap();
    assert_eq!(entries.len(), 15);
    entries
}

fn under_mistake(id: &str, scenario: String) -> Value {
    let told = with_input(&["eval", "-", "--gradients", "--mistake", id, "--format", "json"], scenario);
    assert_eq!(told.status, 0, "{id}: {}", told.errors);
    serde_json::from_str(&told.output).unwrap()
}

fn assert_mistaken_as_expected(got: &Value, entry: &Value) {
    let id = entry["id"].as_str().unwrap();
    assert_eq!(got["mistake"]["id"], id);
    assert_eq!(got["mistake"]["difference"], Value::Null, "{id}");
    let (wrong, right) = (&entry["expect_wrong"], &entry["expect_right"]);
    for (side, got, want) in [("wrong", got, wrong), ("right", &got["mistake"]["right"], right)] {
        for (field, want) in want.as_object().unwrap() {
            let place = format!("{id} {side} {field}");
            let of_rows =
                |of: &dyn Fn(&Value) -> Value| -> Value { got["rows"].as_array().unwrap().iter().map(of).collect() };
            let got = match field.as_str() {
                "attention_row_sums" => of_rows(&|row| {
                    row["attention"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|weight| weight.as_f64().unwrap())
                        .sum::<f64>()
                        .into()
                }),
                "loss_floor" => got["mistake"][field].clone(),
                "loss" => got[field].clone(),
                "scores_gradient" => got["gradients"]["scores"].clone(),
                "scores_gradient_row_sums" => {
                    let sum = |row: &Value| row.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).sum::<f64>();
                    got["gradients"]["scores"].as_array().unwrap().iter().map(sum).collect()
                }
                // The words that are not left out, and their probabilities.
                "k" | "words" => continue,
                "probabilities" if !want[0].is_array() => {
                    let p = got["rows"][0]["probabilities"].as_array().unwrap().iter();
                    p.filter(|p| !p.is_null()).cloned().collect()
                }
                // No row has weights.
                "attention" if want.is_null() => got["rows"][0][field].clone(),
                field => of_rows(&|row| row[field].clone()),
            };
            assert_near(&got, want, 1e-12, &place);
        }
    }
}

/// The keys stand in the promised order, and numbers read back as the same bits.
#[test]
fn the_order_of_the_keys() {
    let told = output(&["eval", "r72", "--set", "scorer=additive", "--gradients", "--format", "json"]);
    let order = [
        "format",
        "scenario",
        "branch",
        "scorer",
        "slots",
        "words",
        "rows",
        "t",
        "prefix",
        "q",
        "scores",
        "attention",
        "context",
        "logits",
        "probabilities",
        "target",
        "loss",
        "undefined",
        "loss",
        "edits",
        "gradients",
        "Q",
        "K",
        "V",
        "G",
        "scores",
        "context",
        "logits",
        "W_q",
        "W_k",
        "b_a",
        "v_a",
    ];
    let mut rest = told.as_str();
    for key in order {
        let found = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing or out of order"));
        rest = &rest[found + key.len()..];
    }
    assert!(told.ends_with("}\n") && told.lines().count() == 1);
}
