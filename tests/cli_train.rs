//! `train`: the same numbers from the same seed, whatever comes in between; files that are always whole; what is wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{command, errors, output, steady, twoaxes, with_input};
use insta::assert_snapshot;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use twoaxes::scenario::translator_file::{OfCorpus, Trained, read_translator};
use twoaxes::translator::{
    Corpus, Design, Encoder, FirstState, Interface, Plan, Schedule, SourceOrder, Timing, Training,
};

/// A training that takes no time.
const TINY: [&str; 5] = ["train", "--width=4", "--sentences=30", "--batch=3", "--quiet"];

/// Pairs that nobody has aligned.
const TABLE: &str = "a b\tx y\nb a\ty x\na a b\tx x y\nb b\ty y\na\tx\n";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn tiny(more: &[&str]) -> String {
    output(&[&TINY, more].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A file, read as a translator.
fn read(file: impl AsRef<Path>) -> Trained {
    read_translator(&fs::read(file).unwrap()).unwrap()
}

#[test]
fn the_result_is_one_object() {
    assert_snapshot!("tiny_json", steady(tiny(&[])));
    let fixed = ["--interface", "fixed", "--init", "by-width", "--encoder", "one", "--embedding", "3"];
    assert_snapshot!("fixed_json", steady(tiny(&fixed)));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = folder();
    let (one, other) = (path(&folder, "one.safetensors"), path(&folder, "other.safetensors"));
    let told = json(&tiny(&["--output", &one]));
    let again = json(&tiny(&["--output", &other]));
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    assert_eq!((&told["file"], &again["file"]), (&one.clone().into(), &other.into()));
    assert_eq!(told["test"], again["test"]);
    assert_eq!(tiny(&[]), tiny(&[]));
    assert_ne!(json(&tiny(&["--seed", "2"]))["test"], told["test"]);
    // Without an output nothing is written, and nothing but the files is left behind.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // A seed of 64 bits is kept whole.
    let most = tiny(&["--seed", "18446744073709551615"]);
    assert!(most.contains("\"seed\":18446744073709551615"), "{most}");
}

/// Every option arrives where it is meant to.
#[test]
fn the_plan_is_the_one_asked_for() {
    let folder = folder();
    let file = path(&folder, "a.safetensors");
    let asked = "train --width 6 --embedding 5 --sentences 10 --batch 4 --seed 7 --rate 1/50 --last-rate 0.001 --clip 2 \
                 --init uniform:1/4 --encoder one --source-order reversed --timing update-read --query-bias --first-state \
                 encoder --quiet --output";
    let arguments: Vec<&str> = asked.split_whitespace().chain([file.as_str()]).collect();
    let told = json(&output(&arguments));
    let Trained { parameters, course, source, target } = read(&file);
    let course = course.unwrap();
    let interface = Interface::Dynamic { timing: Timing::UpdateThenRead, query_bias: true };
    let design = Design {
        encoder: Encoder::OneDirection,
        order: SourceOrder::Reversed,
        interface,
        first_state: FirstState::FromEncoder,
    };
    let schedule = Schedule { rate: 0.02, last_rate: 0.001, steps: 3, batch: 4, clip: 2.0 };
    let initialisation = twoaxes::translator::Initialisation::Uniform(0.25);
    let plan = Plan { design, width: 6, embedding: 5, seed: 7, initialisation, schedule };
    assert_eq!((course.plan, course.steps), (plan, 3));
    assert_eq!((&told["steps"], &told["sentences"], &told["plan"]["steps"]), (&3.into(), &12.into(), &3.into()));
    // The numbers are the room's own.
    let corpus = Corpus::lesson();
    let mut training = Training::new(plan, &corpus).unwrap();
    let mut loss = None;
    while !training.is_done() {
        loss = Some(training.step(&corpus.train).unwrap().loss);
    }
    assert_eq!(training.parameters(), &parameters);
    assert_eq!((told["loss"].as_f64(), &source, &target), (loss, &corpus.source, &corpus.target));
    // A default that follows from another option.
    assert_eq!(json(&tiny(&["--rate", "0.5"]))["plan"]["last_rate"], 0.05);
    assert_eq!(json(&tiny(&[]))["plan"]["embedding"], 4);
}

#[test]
fn what_is_resumed_ends_as_if_it_had_never_stopped() {
    let folder = folder();
    let (whole, half) = (path(&folder, "whole.safetensors"), path(&folder, "half.safetensors"));
    let told = json(&tiny(&["--output", &whole]));
    let corpus = Corpus::lesson();
    let plan = read(&whole).course.unwrap().plan;
    for steps in [0, 1, 4, 10] {
        let mut training = Training::new(plan, &corpus).unwrap();
        (0..steps).for_each(|_| assert!(training.step(&corpus.train).is_ok()));
        let part = Trained::of(&training, &corpus, OfCorpus::new("lesson", &corpus)).to_bytes().unwrap();
        fs::write(&half, part).unwrap();
        let again = json(&output(&["train", "--resume", &half, "--output", &half, "--quiet"]));
        assert_eq!(fs::read(&half).unwrap(), fs::read(&whole).unwrap(), "{steps}");
        assert_eq!((&again["test"], &again["sentence"]), (&told["test"], &told["sentence"]));
        assert_eq!((&again["resumed_from"], &again["steps"]), (&steps.into(), &10.into()));
        // No step, no loss of one.
        assert_eq!(again["loss"].is_null(), steps == 10);
    }
    // Without an output nothing is written.
    let before = fs::read(&half).unwrap();
    output(&["train", "--resume", &half, "--quiet"]);
    assert_eq!(fs::read(&half).unwrap(), before);
}

#[test]
fn pairs_of_ones_own() {
    let folder = folder();
    let (table, file) = (path(&folder, "my.tsv"), path(&folder, "my.safetensors"));
    fs::write(&table, TABLE).unwrap();
    let told = json(&tiny(&[&table, "--output", &file]));
    assert_eq!((&told["corpus"]["train"], &told["corpus"]["test"]), (&4.into(), &1.into()));
    assert_eq!(told["sentence"]["source"], serde_json::json!(["a"]));
    // Nobody has said what is read from where.
    assert_eq!(told["test"]["recipient_nll"], Value::Null);
    for role in told["test"]["roles"].as_object().unwrap().values() {
        let nulls = ["nll", "share", "share_with_ties", "share_within_one", "mean_mass"];
        assert!(nulls.iter().all(|key| role[key].is_null()), "{role}");
    }
    assert_eq!(read(&file).source.words(), ["<pad>", "a", "b"]);
    let from_input = with_input(&[&TINY[..], &["-"]].concat(), TABLE);
    assert_eq!(json(&from_input.output)["test"], told["test"]);
    // The table may lie elsewhere when it is gone on with, but it has to be the same.
    let elsewhere = path(&folder, "elsewhere.tsv");
    fs::rename(&table, &elsewhere).unwrap();
    assert_eq!(json(&output(&["train", &elsewhere, "--resume", &file, "--quiet"]))["test"], told["test"]);
    let one = with_input(&[&TINY[..], &["-"]].concat(), "a\tx\n");
    assert!(one.errors.contains("says nothing of new sentences"), "{}", one.errors);
    assert_eq!(json(&one.output)["corpus"]["tests_what_it_trains"], true);
}

#[test]
fn progress_goes_to_the_errors() {
    let told = twoaxes(&["train", "--width", "4", "--sentences", "100", "--batch", "1"]);
    let lines: Vec<&str> = told.errors.lines().collect();
    assert_eq!(lines.len(), 11, "{}", told.errors);
    assert!(lines[0].starts_with("step 10/100, loss "), "{}", lines[0]);
    assert!(lines[9].starts_with("step 100/100, loss ") && lines[9].contains(", recipients "));
    assert!(lines[10].starts_with("100 steps taken (100 sentences) in "), "{}", lines[10]);
    assert!(!told.errors.contains(['\r', '\u{1b}']));
    assert_eq!(told.output.lines().count(), 1);
    let chinese = twoaxes(&["train", "--width", "4", "--sentences", "4", "--lang", "zh"]);
    assert!(
        chinese.errors.starts_with("第 1/1 步，损失 ") && chinese.errors.contains("，接受者 "),
        "{}",
        chinese.errors
    );
}

#[test]
fn a_training_that_cannot_go_on_says_why() {
    let folder = folder();
    let file = path(&folder, "a.safetensors");
    let arguments = [&TINY[..], &["--init", "uniform:1e308", "--output", &file]].concat();
    let told = twoaxes(&arguments);
    assert_eq!(told.status, 0);
    assert!(told.errors.starts_with("warning: stopped after step 0: "), "{}", told.errors);
    let told = json(&told.output);
    assert_eq!((&told["steps"], &told["test"], &told["sentence"]), (&0.into(), &Value::Null, &Value::Null));
    assert!(told["stopped"].as_str().unwrap().ends_with("would leave f64"));
    assert!(!told.to_string().contains("NaN") && read(&file).parameters.are_finite());
}

#[test]
fn nothing_is_replaced_that_was_not_meant() {
    let folder = folder();
    let file = path(&folder, "thesis.txt");
    fs::write(&file, "years of work").unwrap();
    let refused = errors(1, &[&TINY[..], &["--output", &file]].concat());
    assert!(refused.contains("is there already and stays as it is") && refused.contains("--force"), "{refused}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "years of work");
    tiny(&["--output", &file, "--force"]);
    assert_eq!(read(&file).course.unwrap().steps, 10);
    // One of ours is work, too.
    assert!(errors(1, &[&TINY[..], &["--output", &file]].concat()).contains("is there already"));
    let empty = path(&folder, "empty");
    fs::write(&empty, "").unwrap();
    tiny(&["--output", &empty]);
    assert!(errors(1, &[&TINY[..], &["--output", &path(&folder, "no/such")]].concat()).contains("does not exist"));
    let is_folder = errors(1, &[&TINY[..], &["--force", "--output", folder.path().to_str().unwrap()]].concat());
    assert!(is_folder.contains("is not a file"), "{is_folder}");
}

/// Everything that can be wrong, with the folder's name taken out.
#[test]
fn what_is_wrong_is_said_in_both_languages() {
    let folder = folder();
    let at = |name: &str| path(&folder, name);
    let reference = format!("{}/tests/oracle/translator/lab32_trained.safetensors", env!("CARGO_MANIFEST_DIR"));
    fs::write(at("bad.tsv"), "a b\nc\td\te\n\tx\n").unwrap();
    fs::write(at("latin.tsv"), b"a\tx\nb\t\xe9\n").unwrap();
    fs::write(at("my.tsv"), TABLE).unwrap();
    fs::write(at("scenario.toml"), "format = 1").unwrap();
    tiny(&["--output", &at("lesson.safetensors")]);
    let trained = fs::read(at("lesson.safetensors")).unwrap();
    fs::write(at("cut.safetensors"), &trained[..trained.len() / 2]).unwrap();
    let mut spoilt = trained;
    let end = spoilt.len();
    spoilt[end - 8..].copy_from_slice(&f64::NAN.to_le_bytes());
    fs::write(at("spoilt.safetensors"), spoilt).unwrap();
    let cases: [(i32, Vec<String>); 24] = [
        (1, vec!["--width".into(), "0".into()]),
        (1, vec!["--width".into(), "513".into()]),
        (1, vec!["--width".into(), "5".into()]),
        (1, vec!["--sentences".into(), "-1".into()]),
        (1, vec!["--batch".into(), "many".into()]),
        (1, vec!["--seed".into(), "1.5".into()]),
        (1, vec!["--rate".into(), "0".into()]),
        (1, vec!["--clip".into(), "1/0".into()]),
        (1, vec!["--init".into(), "uniform:0".into()]),
        (1, vec!["--init".into(), "zeros".into()]),
        (2, vec!["--interface".into(), "fixed".into(), "--timing".into(), "update-read".into()]),
        (2, vec!["--interface".into(), "fixed".into(), "--query-bias".into()]),
        (2, vec!["--force".into()]),
        (2, vec!["--resume".into(), at("lesson.safetensors"), "--sentences".into(), "20000".into()]),
        (2, vec!["--resume".into(), at("lesson.safetensors"), "--query-bias".into()]),
        (1, vec!["--resume".into(), reference]),
        (1, vec!["--resume".into(), at("none.safetensors")]),
        (1, vec!["--resume".into(), at("cut.safetensors")]),
        (1, vec!["--resume".into(), at("spoilt.safetensors")]),
        (1, vec!["--resume".into(), at("scenario.toml")]),
        (1, vec![at("my.tsv"), "--resume".into(), at("lesson.safetensors")]),
        (1, vec![at("bad.tsv")]),
        (1, vec![at("latin.tsv")]),
        (1, vec![at("")]),
    ];
    for lang in ["en", "zh"] {
        let mut told = String::new();
        for (status, case) in &cases {
            let mut arguments = vec!["train", "--lang", lang];
            arguments.extend(case.iter().map(String::as_str));
            told += &format!("{status}: {}", errors(*status, &arguments));
        }
        let told = told.replace(&format!("{}/", folder.path().display()), "").replace(env!("CARGO_MANIFEST_DIR"), "…");
        assert_snapshot!(format!("wrong_{lang}"), told);
    }
    // clap's own words for what is none of a few names.
    assert!(errors(2, &["train", "--encoder", "three"]).contains("possible values: both, one"));
}

#[cfg(unix)]
mod signals {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    /// More than any machine needs.
    const DEADLINE: Duration = Duration::from_secs(60);

    /// A training that would take days, begun: its file is there.
    fn begun(file: &Path, through: Option<&str>) -> Child {
        let program = command(&[]).get_program().to_owned();
        let mut call = match through {
            None => Command::new(&program),
            Some(script) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", script]).arg(&program);
                shell
            }
        };
        call.args(["train", "--width", "8", "--sentences", "100000000", "--quiet", "--output"]).arg(file);
        call.env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
        let mut child = call.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until(|| file.exists() || child.try_wait().unwrap().is_some());
        child
    }

    fn until(mut done: impl FnMut() -> bool) {
        let began = Instant::now();
        while !done() {
            assert!(began.elapsed() < DEADLINE, "it takes too long");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn send(child: &Child, signal: Signal) {
        kill_process(Pid::from_child(child), signal).unwrap();
    }

    fn ended(mut child: Child) -> (ExitStatus, String) {
        until(|| child.try_wait().unwrap().is_some());
        let told = child.wait_with_output().unwrap();
        (told.status, String::from_utf8(told.stdout).unwrap())
    }

    /// Whether whoever runs these tests ignores a signal, which a child then does, too.
    fn is_ignored(signal: Signal) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0").trim();
        u64::from_str_radix(mask, 16).unwrap() & (1 << (signal.as_raw() - 1)) != 0
    }

    /// The file of a training that was ended: what the same plan gives after as many steps, ready to go on.
    fn is_whole(file: &PathBuf) -> usize {
        let trained = read(file);
        let course = trained.course.as_ref().unwrap();
        let corpus = Corpus::lesson();
        let mut training = Training::new(course.plan, &corpus).unwrap();
        (0..course.steps).for_each(|_| assert!(training.step(&corpus.train).is_ok()));
        let expected = Trained::of(&training, &corpus, OfCorpus::new("lesson", &corpus));
        assert!(expected.to_bytes().unwrap() == fs::read(file).unwrap(), "after {} steps", course.steps);
        course.steps
    }

    #[test]
    fn a_signal_leaves_a_file_to_go_on_from() {
        for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            if is_ignored(signal) {
                continue;
            }
            let folder = folder();
            let file = folder.path().join("a.safetensors");
            let child = begun(&file, None);
            send(&child, signal);
            let (ended, told) = ended(child);
            assert_eq!(ended.code(), Some(status));
            let told = json(&told);
            assert_eq!((&told["interrupted"], &told["plan"]["steps"]), (&true.into(), &25_000_000.into()));
            assert_eq!(told["steps"], is_whole(&file));
            assert!(told["test"]["nll_per_token"].is_f64());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn even_a_kill_leaves_one() {
        let folder = folder();
        let file = folder.path().join("a.safetensors");
        let child = begun(&file, None);
        send(&child, Signal::KILL);
        assert_eq!(ended(child).1, "");
        is_whole(&file);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_ignored_stays_ignored() {
        let folder = folder();
        let file = folder.path().join("a.safetensors");
        let child = begun(&file, Some("trap '' HUP; exec \"$0\" \"$@\""));
        send(&child, Signal::HUP);
        send(&child, Signal::TERM);
        assert_eq!(ended(child).0.code(), Some(143));
    }
}
