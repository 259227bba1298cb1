//! Scenarios from names, files and standard input; `check`; what is wrong with them; pipes that close.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{Told, command, errors, file, output, twoaxes, with_input};
use insta::assert_snapshot;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

/// A directory with files in it; calls are made from inside, so that messages hold no path of the machine.
struct Room(tempfile::TempDir);

impl Room {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let room = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            std::fs::write(room.path().join(name), bytes).unwrap();
        }
        Room(room)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn call(&self, arguments: &[&str]) -> Told {
        let done = command(arguments).current_dir(self.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Told { status: done.status.code().unwrap(), output: text(done.stdout), errors: text(done.stderr) }
    }
}

fn gift() -> Vec<u8> {
    std::fs::read(file("gift.toml")).unwrap()
}

#[test]
fn a_plain_name_is_a_built_in_first() {
    let room = Room::with(&[("r72", &gift()), ("mine", &gift()), ("r72.toml", &gift())]);
    let id = |name: &str| {
        let told = room.call(&["eval", name, "--format", "json"]);
        assert_eq!(told.status, 0, "{}", told.errors);
        told.output.split('"').nth(5).unwrap().to_owned()
    };
    assert_eq!(id("r72"), "r72");
    assert_eq!(id("./r72"), "gift");
    assert_eq!(id("r72.toml"), "gift");
    assert_eq!(id("mine"), "gift");
}

#[test]
fn names_of_nothing() {
    assert_snapshot!(errors(1, &["eval", "r27"]), @r#"error: no built-in scenario and no file is called “r27”; `twoaxes list` names the built-in ones. Did you mean the built-in `r72`?"#);
    assert_snapshot!(errors(1, &["eval", "zzzzzzzz"]), @r#"error: no built-in scenario and no file is called “zzzzzzzz”; `twoaxes list` names the built-in ones"#);
    assert_snapshot!(errors(1, &["eval", "pading.toml"]), @r#"pading.toml: there is no such file. Did you mean the built-in `padding`?"#);
    assert_snapshot!(errors(1, &["eval", "elsewhere/nothing.toml", "--lang", "zh"]), @r#"elsewhere/nothing.toml：没有这个文件"#);
    assert_snapshot!(errors(1, &["evla"]), @r#"error: no built-in scenario and no file is called “evla”; `twoaxes list` names the built-in ones. Did you mean the command `eval`?"#);
    assert_snapshot!(errors(1, &["eval", ""]), @r#"error: no built-in scenario and no file is called “”; `twoaxes list` names the built-in ones"#);
}

#[test]
fn what_is_no_text_is_told() {
    let room = Room::with(&[
        ("latin.toml", b"format = 1\nid = \"caf\xe9\"\n"),
        ("wide.toml", b"\xff\xfef\0o\0"),
        ("empty.toml", b""),
    ]);
    std::fs::create_dir(room.path().join("folder.toml")).unwrap();
    for (name, line) in [
        ("latin.toml", "latin.toml:2:10: this is not UTF-8"),
        ("wide.toml", "wide.toml:1:1: this file is saved as UTF-16"),
        ("folder.toml", "folder.toml: this is a directory"),
        ("empty.toml", "empty.toml:"),
    ] {
        let told = room.call(&["eval", name]);
        assert_eq!((told.status, told.output.as_str()), (1, ""));
        assert!(told.errors.starts_with(line), "{}", told.errors);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::with(&[("secret.toml", &gift())]);
    let path = room.path().join("secret.toml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        return; // run by a user whom permissions do not stop
    }
    let told = room.call(&["eval", "secret.toml"]);
    assert_eq!((told.status, told.errors.as_str()), (1, "secret.toml: permission to read it is denied\n"));
}

#[test]
fn check_goes_through_all_files() {
    let wrong = "format = 1\nid = \"wrong\"\nslotz = 3\n";
    let room = Room::with(&[("good.toml", &gift()), ("bad.toml", wrong.as_bytes()), ("also.toml", &gift())]);
    let told = room.call(&["check", "good.toml", "bad.toml", "nowhere.toml", "also.toml"]);
    assert_eq!((told.status, told.output.as_str()), (1, "good.toml: ok\nalso.toml: ok\n"));
    assert!(told.errors.starts_with("bad.toml:3:1: slotz is not known"), "{}", told.errors);
    assert!(told.errors.ends_with("nowhere.toml: there is no such file\n"), "{}", told.errors);
    let told = room.call(&["check", "good.toml", "./also.toml"]);
    assert_eq!((told.status, told.errors.as_str()), (0, ""));
    assert_eq!(told.output, "good.toml: ok\n./also.toml: ok\n");
}

/// Every mistake in an action of a tour has its line and column; the scenario itself can be used all the same.
/// What an intervention would make of the words is known only when it is put into the baseline.
#[test]
fn check_tries_the_interventions() {
    let words = std::fs::read_to_string("assets/scenarios/word-moves-all.toml").unwrap();
    let beyond = words.replace("{ x1 = [0, 2] }", "{ x1 = [1e300, 2], \"WV[1,1]\" = 1e10 }");
    let room = Room::with(&[("words.toml", words.as_bytes()), ("beyond.toml", beyond.as_bytes())]);
    let told = room.call(&["check", "words.toml", "beyond.toml"]);
    assert_eq!((told.status, told.output.as_str()), (1, "words.toml: ok\n"));
    let sentence =
        "beyond.toml: intervention another-word: v1[1] would follow from the words and be beyond what f64 can hold";
    assert!(told.errors.contains(sentence), "{}", told.errors);
    assert_eq!(room.call(&["eval", "beyond.toml"]).status, 0, "the rest can be shown");
    let told = room.call(&["eval", "beyond.toml", "--branch", "another-word"]);
    assert_eq!((told.status, told.output.as_str()), (1, ""));
    assert!(told.errors.contains("v1[1] would follow"), "{}", told.errors);
}

#[test]
fn check_tries_the_actions_of_a_tour() {
    let steps =
        "\n[[step]]\nid = \"a\"\nsay = \"x\"\ndo = [\"focus alpha1[1]\", \"focus alpha1[99]\",\n  \"fly away\"]\n";
    let text = [gift(), steps.as_bytes().to_vec()].concat();
    let line = String::from_utf8(text.clone()).unwrap().lines().count();
    let room = Room::with(&[("tour.toml", &text)]);
    let told = room.call(&["check", "tour.toml"]);
    assert_eq!((told.status, told.output.as_str()), (1, ""));
    let errors: Vec<&str> = told.errors.lines().collect();
    assert_eq!(errors.len(), 2, "{}", told.errors);
    assert!(
        errors[0].starts_with(&format!("tour.toml:{}:26: focus alpha1[99]: there is no slot 99", line - 1)),
        "{}",
        errors[0]
    );
    assert!(errors[1].starts_with(&format!("tour.toml:{line}:3: fly away: there is no command fly")), "{}", errors[1]);
    let zh = room.call(&["check", "tour.toml", "--lang", "zh"]);
    assert!(zh.errors.contains("没有第 99 个"), "{}", zh.errors);
    assert_eq!(room.call(&["eval", "tour.toml"]).status, 0);
}

/// Every reading is checked: its body when it is read, its branches, and the tour through all of them.
#[test]
fn check_goes_through_all_readings() {
    let several = std::fs::read_to_string("assets/scenarios/three-readings.toml").unwrap();
    let branch = several.replace("{ y1 = [-1, 0] }", "{ y1 = [1e300, 0], \"WQ[1,1]\" = 1e10 }");
    let step = several.replace("\"reading causal\", \"view readings\"", "\"reading causal\", \"reading casual\"");
    let body = several.replace("[-1, 0],                  # 书 west", "[-1],");
    let room = Room::with(&[
        ("several.toml", several.as_bytes()),
        ("branch.toml", branch.as_bytes()),
        ("step.toml", step.as_bytes()),
        ("body.toml", body.as_bytes()),
    ]);
    let told = room.call(&["check", "several.toml", "branch.toml", "step.toml", "body.toml"]);
    assert_eq!((told.status, told.output.as_str()), (1, "several.toml: ok\n"));
    let errors: Vec<&str> = told.errors.lines().collect();
    assert!(errors[0].starts_with("branch.toml: reading cross: intervention only-y1: "), "{errors:?}");
    assert!(errors[1].starts_with("step.toml:") && errors[1].contains("did you mean causal?"), "{errors:?}");
    assert!(errors[2].starts_with("body.toml:") && errors[2].contains("row 3 of X has 1 number"), "{errors:?}");
}

#[test]
fn check_reads_standard_input_and_no_built_ins() {
    assert_eq!(with_input(&["check", "-"], gift()).output, "-: ok\n");
    let told = with_input(&["check", "-"], "format = 2\n");
    assert_eq!((told.status, told.output.as_str()), (1, ""));
    assert!(told.errors.starts_with("-:1:"), "{}", told.errors);
    assert_snapshot!(errors(1, &["check", "r72"]), @r#"r72: there is no such file. `r72` is a built-in scenario; check reads files."#);
}

/// All of a file's errors, with their places, and nothing on the output.
#[test]
fn errors_of_a_file() {
    let wrong = String::from_utf8(gift()).unwrap().replace("q      = [-2, 1]", "q      = [-2]\nbais = 3");
    let wrong = wrong.replace("kind = \"additive\"", "kind = \"adaptive\"");
    let room = Room::with(&[("gift.toml", wrong.as_bytes())]);
    let told = ["en", "zh"].map(|lang| room.call(&["eval", "gift.toml", "--lang", lang]));
    for told in &told {
        assert_eq!((told.status, told.output.as_str()), (1, ""));
        let lines: Vec<&str> = told.errors.lines().collect();
        assert_eq!(lines.len(), 3, "{}", told.errors);
        for (line, place) in lines.iter().zip(["gift.toml:21:10: ", "gift.toml:22:1: ", "gift.toml:30:8: "]) {
            assert!(line.starts_with(place), "{}", told.errors);
        }
    }
    assert!(told[0].errors.contains("did you mean bias?") && told[1].errors.contains("是不是 bias？"));
}

/// `twoaxes eval … | head -1` ends quietly.
#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    for format in ["table", "json", "csv", "markdown", "latex"] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_twoaxes"))
            .args(["eval", "-", "--format", format])
            .env("LANG", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before the program can have written: it waits for its input first.
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, &gift()).unwrap();
        drop(input);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_twoaxes"))
        .args(["eval", "r72"])
        .env("LANG", "C")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8(done.stderr).unwrap().starts_with("error: the output cannot be written"));
}

/// A name that would command the terminal is written out instead.
#[test]
fn names_cannot_command_the_terminal() {
    let text = String::from_utf8(gift()).unwrap().replace("\"他\"", "\"\\u001b[31m他\"");
    let told = with_input(&["eval", "-"], text.clone());
    assert_eq!(told.status, 0, "{}", told.errors);
    assert!(!told.output.contains('\u{1b}') && told.output.contains("\\u{1b}[31m他"));
    let json = with_input(&["eval", "-", "--format", "json"], text);
    assert!(json.output.contains("\\u001b[31m他"));
}

/// A vocabulary of 100,000 words goes through every format.
#[test]
fn a_large_vocabulary() {
    let words: Vec<String> = (0..100_000).map(|w| format!("w{w}")).collect();
    let row =
        |d: usize| format!("[{}]", (0..100_000).map(|w| ((w * 7 + d) % 13).to_string()).collect::<Vec<_>>().join(","));
    let text = format!(
        "format = 1\nid = \"large\"\n[source]\nslots = [\"a\", \"b\"]\n[vocab]\nwords = {words:?}\n\
         [[query]]\nq = [1]\ntarget = \"w7\"\n[tensors]\nK = [[1], [2]]\nV = [[1, 0], [0, 1]]\nG = [{}, {}]\n",
        row(1),
        row(2),
    );
    for (format, lines) in
        [("table", 100_000), ("csv", 200_000), ("json", 1), ("markdown", 100_000), ("latex", 100_000)]
    {
        let told = with_input(&["eval", "-", "--format", format], text.clone());
        assert_eq!((told.status, told.errors.as_str()), (0, ""), "{format}");
        assert!(told.output.lines().count() >= lines, "{format}");
    }
}

#[test]
fn quiet_on_success() {
    assert!(output(&["check", &file("gift.toml")]).ends_with("gift.toml: ok\n"));
    assert_eq!(twoaxes(&["eval", "r72"]).errors, "");
}
