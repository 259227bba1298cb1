//! `study`: every format, what is said and what is not, the same whatever the threads, wrong usage, signals.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{command, errors, output, twoaxes};
use insta::assert_snapshot;
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use twoaxes::translator::study::{Measure, Outcome, Part, Stands, Summary, assignments, conduct, findings};
use twoaxes::translator::{Corpus, Plan, Schedule};

/// A study that takes no time.
fn study<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["study", "--sentences", "40", "--quiet"], arguments].concat()
}

#[test]
fn every_format() {
    assert_snapshot!("order_table", output(&study(&["--part", "order"])));
    assert_snapshot!("longer_table_zh", output(&study(&["--part", "longer", "--lang", "zh"])));
    assert_snapshot!("first_step_markdown", output(&study(&["--part", "first-step", "--format", "markdown"])));
    let csv = output(&study(&["--part", "longer", "--format", "csv", "--digits", "4"]));
    assert_snapshot!("longer_csv", csv.replace('\r', ""));
    assert!(csv.lines().count() == 10 && csv.matches("\r\n").count() == 10);
}

/// The outcomes of the same plan, computed here.
fn outcomes(part: Part) -> Vec<Outcome> {
    let schedule = Schedule { steps: 10, ..Schedule::default() };
    let wanted = assignments(&[part], &[4, 1, 9]);
    let base = Plan { schedule, ..Plan::default() };
    let done = conduct(&wanted, &base, &Corpus::lesson(), 2, &AtomicBool::new(false), |_, _| {});
    done.into_iter().map(|outcome| outcome.unwrap()).collect()
}

#[test]
fn json_holds_the_outcomes_to_the_last_bit() {
    let told: Value = serde_json::from_str(&output(&study(&[
        "--part",
        "order",
        "--seed-list",
        "4,1,9",
        "--format",
        "json",
        "--threads",
        "3",
    ])))
    .unwrap();
    let part = Part::ALL[0];
    let known = outcomes(part);
    assert_eq!(told["format"], 1);
    assert_eq!(told["plan"]["seeds"], serde_json::json!([4, 1, 9]));
    assert_eq!((&told["plan"]["sentences"], &told["corpus"]["test"]), (&40.into(), &600.into()));
    let runs = told["runs"].as_array().unwrap();
    assert_eq!(runs.len(), known.len());
    for outcome in &known {
        let same = |run: &&Value| run["condition"] == outcome.condition.id() && run["seed"] == outcome.seed;
        let run = runs.iter().find(same).unwrap();
        for measure in Measure::all() {
            assert_eq!(run[measure.id()].as_f64(), measure.of(outcome), "{}", measure.id());
        }
        let course: Vec<(usize, f64)> = serde_json::from_value(run["course"].clone()).unwrap();
        assert_eq!(course, outcome.course);
    }
    // Conditions in the order of the part, seeds in the order of the list.
    let heads: Vec<(String, u64)> =
        runs.iter().map(|run| (run["condition"].as_str().unwrap().to_owned(), run["seed"].as_u64().unwrap())).collect();
    let ordered = part.conditions().into_iter().flat_map(|one| [4, 1, 9].map(|seed| (one.id(), seed)));
    assert_eq!(heads, ordered.collect::<Vec<_>>());

    let of_part = &told["parts"][0];
    for summary in of_part["summaries"].as_array().unwrap() {
        let measure = Measure::all().into_iter().find(|one| summary["measure"] == one.id()).unwrap();
        let figures = [4, 1, 9].map(|seed| {
            let same = |outcome: &&Outcome| summary["condition"] == outcome.condition.id() && outcome.seed == seed;
            measure.of(known.iter().find(same).unwrap()).unwrap()
        });
        let want = Summary::of(figures).unwrap();
        assert_eq!(summary["mean"].as_f64(), Some(want.mean));
        assert_eq!(summary["spread"].as_f64(), want.spread);
        assert_eq!((summary["lowest"].as_f64(), summary["highest"].as_f64()), (Some(want.lowest), Some(want.highest)));
    }
    let all: Vec<&Outcome> = known.iter().collect();
    let want = findings(part, &all);
    let found = of_part["findings"].as_array().unwrap();
    assert_eq!(found.len(), want.len());
    for (found, want) in found.iter().zip(want) {
        let stands = match want.stands {
            Stands::Below => "below",
            Stands::Above => "above",
            Stands::Same => "same",
            Stands::WithinSeeds => "within_seeds",
            Stands::TooFewSeeds => "too_few_seeds",
        };
        assert_eq!((&found["stands"], &found["measure"]), (&stands.into(), &want.measure.id().into()));
        assert_eq!((&found["condition"], &found["against"]), (&want.condition.id().into(), &want.against.id().into()));
    }
    assert!(told["exchange"]["training_apart"].as_f64().unwrap() < 1e-9);
    let sizes: Vec<u64> =
        told["conditions"].as_array().unwrap().iter().map(|one| one["parameters"].as_u64().unwrap()).collect();
    assert!(sizes[4] >= sizes[0] && sizes[0] > sizes[2], "{sizes:?}");
}

#[test]
fn the_threads_change_not_a_byte() {
    for format in ["json", "table"] {
        let told = |threads| output(&study(&["--part", "longer", "--format", format, "--threads", threads]));
        assert_eq!(told("1"), told("4"));
    }
    // Parts share trainings, and each is done once.
    let csv = output(&study(&["--part", "longer", "--part", "first-step", "--format", "csv", "--seeds", "1"]));
    assert_eq!(csv.lines().count(), 1 + 6, "{csv}");
}

#[test]
fn with_fewer_than_three_seeds_nothing_is_claimed() {
    for (lang, none, outside) in
        [("en", "takes three seeds", "outside the seeds' range:"), ("zh", "至少要有三个种子", "超出种子范围的：")]
    {
        let told = output(&study(&["--part", "longer", "--seeds", "2", "--lang", lang]));
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.replace(' ', "").contains(&none.replace(' ', "")), "{told}");
        assert!(!flat.contains(outside), "{told}");
        assert!(!flat.contains("rather than incapable") && !flat.contains("而不是不能"));
    }
    let told = output(&study(&["--part", "longer", "--seeds", "1", "--format", "json"]));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert!(told["parts"][0]["summaries"][0]["spread"].is_null());
    let found = told["parts"][0]["findings"].as_array().unwrap();
    assert!(!found.is_empty() && found.iter().all(|one| one["stands"] == "too_few_seeds"));
}

/// A table says nothing of what its words do, so nothing is told of recipients.
#[test]
fn pairs_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pairs.tsv");
    let words = ["一", "二", "三", "四", "五", "六"];
    let lines: Vec<String> = (0..36)
        .map(|at| {
            let (a, b) = (at / 6, at % 6);
            format!("{} {}\tw{b} w{a}\n", words[a], words[b])
        })
        .collect();
    std::fs::write(&file, lines.concat()).unwrap();
    let path = file.to_str().unwrap();
    let told = output(&study(&["--part", "order", "--corpus", path, "--format", "json"]));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["corpus"]["name"], path);
    for run in told["runs"].as_array().unwrap() {
        assert!(run["recipient_nll"].is_null() && run["recipient_error_lag_0_8"].is_null());
        assert!(run["nll"].as_f64().is_some() && run["exact_match"].as_f64().is_some());
    }
    let csv = output(&study(&["--part", "longer", "--corpus", path, "--format", "csv", "--seeds", "1"]));
    assert!(csv.lines().nth(1).unwrap().contains(",40,,,,,"), "{csv}");
    let table = output(&study(&["--part", "longer", "--corpus", path]));
    let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(table.contains("nothing is told of recipients") && !table.contains("made-up"), "{table}");
    assert!(!table.contains("recipient's loss (nats"), "{table}");
}

#[test]
fn progress_is_on_the_error_stream() {
    let told = twoaxes(&["study", "--sentences", "4", "--part", "longer", "--seeds", "1", "--threads", "1"]);
    assert_eq!(told.status, 0);
    assert_snapshot!(told.errors, @r"
    1 of 3 trained: both-forward-fixed-longer, seed 1
    2 of 3 trained: both-forward-dynamic, seed 1
    3 of 3 trained: both-forward-fixed, seed 1
    ");
}

#[test]
fn what_cannot_be_studied() {
    for arguments in [
        &["--part", "second-step"][..],
        &["--seeds", "0"],
        &["--seeds", "many"],
        &["--seeds", "3", "--seed-list", "1,2"],
        &["--sentences", "0"],
        &["--threads", "0"],
        &["--format", "latex"],
        &["--digits", "18"],
        &["r72"],
    ] {
        let told = errors(2, &[&["study"], arguments].concat());
        assert!(told.starts_with("error: "), "{arguments:?}: {told}");
    }
    assert_snapshot!(errors(1, &["study", "--seed-list", "1,two"]), @"error: --seed-list 1,two: wants whole numbers from 0 on with commas between them, such as 1,2,3");
    assert_snapshot!(errors(1, &["study", "--seed-list", "1,2,1"]), @"error: --seed-list: seed 1 stands there twice, and a seed leads to the same numbers each time");
    assert_snapshot!(errors(1, &["study", "--corpus", "no-such.tsv"]), @"no-such.tsv: there is no such file");
    assert!(errors(1, &["study", "--seed-list", "-1", "--lang", "zh"]).contains("非负整数"));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_soon_with_nothing_on_the_output() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let program = command(&[]).get_program().to_owned();
    for (signal, status) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut call = Command::new(&program);
        call.args(["study", "--sentences", "50000000", "--part", "first-step", "--threads", "2"]);
        call.env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
        let mut child = call.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap());
        // It listens before it trains; a training of this length has not ended by then.
        std::thread::sleep(Duration::from_millis(700));
        kill_process(Pid::from_child(&child), signal).unwrap();
        let began = Instant::now();
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        let done = child.wait().unwrap();
        assert!(began.elapsed() < Duration::from_secs(20));
        let mut printed = String::new();
        child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        assert_eq!((done.code(), printed.as_str()), (Some(status), ""));
        assert!(line.starts_with("interrupted after 0 of 12 trainings; nothing is printed"), "{line}");
    }
}
