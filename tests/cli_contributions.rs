//! `eval --contributions`: what each slot adds to each logit, in every format.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{errors, file, output, steady, twoaxes};
use insta::assert_snapshot;
use serde_json::Value;

#[test]
fn in_every_format() {
    for format in ["table", "json", "csv", "markdown", "latex"] {
        let told = output(&["eval", "r72", "--contributions", "--format", format]);
        assert_snapshot!(format!("r72_{format}"), steady(told));
    }
    assert_snapshot!("r72_table_zh", output(&["eval", "r72", "--contributions", "--lang", "zh"]));
    // Several rows, a mask and constants.
    assert_snapshot!("gift_table", output(&["eval", &file("gift.toml"), "--contributions"]));
}

fn numbers(of: &Value) -> Vec<f64> {
    of.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Added up in plain order, the slots and the constant give the logits.
#[test]
fn what_the_slots_add_is_the_logit() {
    for scenario in ["r72", "sentence", "padding", &file("gift.toml")] {
        let told = output(&["eval", scenario, "--contributions", "--format", "json"]);
        let told: Value = serde_json::from_str(&told).unwrap();
        let mut held = 0;
        for row in told["rows"].as_array().unwrap() {
            let of = &row["contributions"];
            assert_eq!(of.is_null(), row["logits"].is_null());
            if of.is_null() {
                continue;
            }
            let by_slot: Vec<Vec<f64>> = of["by_slot"].as_array().unwrap().iter().map(numbers).collect();
            let (logits, rounding, sums) = (numbers(&row["logits"]), numbers(&of["rounding"]), numbers(&of["sums"]));
            let attention = numbers(&row["attention"]);
            assert_eq!((by_slot.len(), numbers(&of["lengths"]).len()), (attention.len(), attention.len()));
            for (word, logit) in logits.iter().enumerate() {
                let constant = of.get("constants").map_or(0.0, |constants| numbers(constants)[word]);
                let sum: f64 = by_slot.iter().map(|slot| slot[word]).sum::<f64>() + constant;
                assert!((sum - logit).abs() <= 2.0 * rounding[word] + 1e-300, "{scenario} {word}: {sum} {logit}");
                assert!((sums[word] - logit).abs() <= rounding[word], "{scenario} {word}");
                held += 1;
            }
        }
        assert!(held > 0, "{scenario}");
    }
}

#[test]
fn only_when_asked_for() {
    assert!(!output(&["eval", "r72", "--format", "json"]).contains("contributions"));
}

#[test]
fn a_row_without_weights_has_none() {
    let told = twoaxes(&["eval", "r72", "--set", "mask[1]=false", "--set", "mask[2]=false", "--set", "mask[3]=false"]);
    assert_eq!(told.status, 0);
    let masked: Vec<String> = (1..=3).map(|slot| format!("mask[{slot}]=false")).collect();
    let mut arguments = vec!["eval", "r72", "--contributions", "--format", "json"];
    arguments.extend(masked.iter().flat_map(|edit| ["--set", edit]));
    let told: Value = serde_json::from_str(&twoaxes(&arguments).output).unwrap();
    assert!(told["rows"][0]["contributions"].is_null());
}

#[test]
fn not_beside_a_mistake() {
    let told = errors(2, &["eval", "r72", "--contributions", "--mistake", "softmax-twice"]);
    assert_snapshot!("beside_a_mistake", told);
    let told = errors(2, &["eval", "r72", "--contributions", "--mistake", "softmax-twice", "--lang", "zh"]);
    assert_snapshot!("beside_a_mistake_zh", told);
}
