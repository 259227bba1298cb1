//! Everything the README shows is true: the screen, the keys, the file, the commands.
//! `UPDATE_README=1 cargo test --test readme` writes the screen, the keys and the list anew.

mod support;

use assert_cmd::Command;
use std::fmt::Write;
use std::fs;
use support::open;
use twoaxes::explorer::table::{ACTIONS, Group};
use twoaxes::explorer::tour;
use twoaxes::scenario::{self, builtin};

fn path() -> String {
    format!("{}/README.md", env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(path()).expect("the README")
}

/// The part of the README between two marks must be `wanted`; with UPDATE_README set it is made so.
fn holds(opening: &str, closing: &str, wanted: &str) {
    let text = readme();
    let start = text.find(opening).expect("the opening mark") + opening.len();
    let end = start + text[start..].find(closing).expect("the closing mark");
    if std::env::var_os("UPDATE_README").is_some() {
        let mended = format!("{}{wanted}{}", &text[..start], &text[end..]);
        fs::write(path(), mended).expect("the README can be written");
    } else {
        assert_eq!(&text[start..end], wanted, "run UPDATE_README=1 cargo test --test readme -- --test-threads 1");
    }
}

#[test]
fn the_picture_of_the_screen_and_the_keys() {
    let mut screen = open("r72");
    screen.press("<F4>");
    holds("```text screen 80x24 <F4>\n", "```\n", &format!("{}\n", screen.text()));

    let mut screen = open("sentence");
    screen.press("H").run("focus alpha3[5]");
    let rows = screen.model.layout().expect("large enough").rows;
    let lines: Vec<String> = (0..rows.dock).map(|y| screen.line(y).trim_end().to_owned()).collect();
    holds("```text screen sentence 80x24 H\n", "```\n", &format!("{}\n", lines.join("\n")));

    let mut screen = open("weight-is-not-importance");
    screen.press("c");
    let rows = screen.model.layout().expect("large enough").rows;
    let lines: Vec<String> = (0..rows.dock).map(|y| screen.line(y).trim_end().to_owned()).collect();
    holds("```text screen weight-is-not-importance 80x24 c\n", "```\n", &format!("{}\n", lines.join("\n")));

    let mut screen = open("sentence");
    screen.run("row 3").press("f");
    let rows = screen.model.layout().expect("large enough").rows;
    let lines: Vec<String> = (0..rows.footer).map(|y| screen.line(y).trim_end().to_owned()).collect();
    holds("```text screen sentence 80x24 f\n", "```\n", &format!("{}\n", lines.join("\n")));

    let mut screen = open("r72");
    screen.press("d");
    let rows = screen.model.layout().expect("large enough").rows;
    let lines: Vec<String> = (0..rows.footer).map(|y| screen.line(y).trim_end().to_owned()).collect();
    holds("```text screen 80x24 d\n", "```\n", &format!("{}\n", lines.join("\n")));

    let mut screen = open("r72");
    screen.run("translate 1").run("train at 1000");
    while let Some(work) = screen.model.work() {
        work.run(&std::sync::atomic::AtomicBool::new(false), || {});
        assert!(screen.model.catch_up());
    }
    screen.run("decode 3");
    let whole = |screen: &support::Screen| -> String {
        let rows = screen.model.layout().expect("large enough").rows;
        (0..rows.footer).map(|y| format!("{}\n", screen.line(y).trim_end())).collect()
    };
    holds("```text screen 80x24 :translate 1 :train at 1000 :decode 3\n", "```\n", &whole(&screen));
    screen.press("@");
    holds("```text screen 80x24 :translate 1 :train at 1000 @\n", "```\n", &whole(&screen));

    let mut screen = open("r72");
    screen.run("explain loss");
    let rows = screen.model.layout().expect("large enough").rows;
    let dock: Vec<String> =
        (rows.dock..rows.dock + 4).map(|y| screen.line(y).trim_end_matches([' ', '↓']).to_owned()).collect();
    holds("```text screen 80x24 :explain loss\n", "```\n", &format!("{}\n", dock.join("\n")));

    let mut keys = String::from("\n");
    for group in Group::ALL {
        let _ = writeln!(keys, "**{}**\n\n| keys | command | |\n|---|---|---|", group.title().en);
        for entry in ACTIONS.iter().filter(|entry| entry.group == group) {
            let own: Vec<String> = entry.key_labels().iter().map(|label| format!("`{label}`")).collect();
            let command = format!("{} {}", entry.id, entry.form.replace('|', "\\|"));
            let _ = writeln!(keys, "| {} | `{}` | {} |", own.join(" "), command.trim_end(), entry.title.en);
        }
        keys.push('\n');
    }
    holds("a test holds it -->\n", "<!-- /keys -->", &keys);
}

#[test]
fn the_scenario_file_is_valid() {
    let text = readme();
    let start = text.find("```toml scenario\n").expect("the file") + "```toml scenario\n".len();
    let end = start + text[start..].find("```").expect("its end");
    let checked =
        Command::cargo_bin("twoaxes").expect("built").args(["eval", "-"]).write_stdin(&text[start..end]).assert();
    let output = String::from_utf8(checked.success().get_output().stdout.clone()).expect("text");
    assert!(output.contains("0.352840"), "{output}");
    let scenario = scenario::read(&text[start..end], "gift.toml").expect("valid");
    assert!(!scenario.steps.is_empty() && tour::faults(&scenario).is_empty(), "its tour can be played");
}

#[test]
fn the_file_of_several_readings_is_valid() {
    let text = readme();
    let start = text.find("```toml readings\n").expect("the file") + "```toml readings\n".len();
    let end = start + text[start..].find("```").expect("its end");
    let scenario = scenario::read(&text[start..end], "two.toml").expect("valid");
    assert_eq!(scenario.reading_count(), 2);
    assert!(!scenario.steps.is_empty() && tour::faults(&scenario).is_empty(), "its tour can be played");
    let evaluated = Command::cargo_bin("twoaxes")
        .expect("built")
        .args(["eval", "-", "--reading", "cross"])
        .write_stdin(&text[start..end])
        .assert();
    let output = String::from_utf8(evaluated.success().get_output().stdout.clone()).expect("text");
    // The other slot is masked: all of the reading is there.
    assert!(output.contains("reading  cross") && output.contains("1.000000"), "{output}");
}

#[test]
fn the_list_of_what_is_built_in() {
    let mut list = String::from("\n| opens with `twoaxes …` | | tour |\n|---|---|---|\n");
    for builtin in builtin::ALL {
        let scenario = builtin.scenario();
        let title = scenario.title.expect("a title").en;
        let steps = match scenario.steps.len() {
            0 => String::new(),
            steps => format!("{steps} steps"),
        };
        let _ = writeln!(list, "| `{}` | {title} | {steps} |", builtin.id);
    }
    holds("<!-- built in: held by a test -->\n", "\n<!-- /built in -->", &list);
}

#[test]
fn every_command_works() {
    let text = readme();
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ twoaxes ")).collect();
    assert!(commands.len() >= 5);
    for command in commands {
        let words = command.split(' ').map(|word| word.trim_matches('\''));
        let done =
            Command::cargo_bin("twoaxes").expect("built").current_dir(env!("CARGO_MANIFEST_DIR")).args(words).assert();
        let output = done.success().get_output().stdout.clone();
        assert!(!output.is_empty(), "{command} prints nothing");
    }
}

#[test]
fn the_figures_of_the_walk_through() {
    let text = readme();
    let mut screen = open("r72");
    for (keys, figures) in [
        ("", [".422319", ".155362", "1.266956", "1.466087", ".702690", ".241553", ".055757", ".352840"].as_slice()),
        ("<F3>", [".155362", ".422319", ".733044", "2.533913", ".241553", ".702690", ".055757"].as_slice()),
        ("<F4>", ["1.266956", "2.087537", ".155362"].as_slice()),
    ] {
        screen.press(keys);
        for figure in figures {
            assert!(text.contains(figure) && screen.text().contains(figure), "{keys}: {figure}");
        }
    }
}
