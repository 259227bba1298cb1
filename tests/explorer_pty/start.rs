//! The first screen; and what is said where there is no terminal for one.

use std::process::{Command, Stdio};

use twoaxes::explorer::{Preferences, Theme};
use twoaxes::words::Lang;

use super::explorer::{PROGRAM, Start, chinese, in_folder, start};
use super::pty::{Pty, Setup};

#[test]
fn without_arguments_the_lesson_appears_with_its_figures() {
    let mut explorer = start();
    explorer.shows(&["r72", ".422319", ".155362", ".702690", ".352840", "1.266956", "SOURCE AXIS", "VOCAB AXIS"]);
    // The cursor is on q: there the first thing happens.
    explorer.shows(&["q[1]  query, component 1 of 2"]);
    assert_eq!(explorer.private_modes().get(&1049), Some(&true));
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}

/// `run` compares each cell: glyph, colours, attributes; and the cursor.
#[test]
fn the_terminal_shows_the_librarys_frame_in_both_languages_and_sizes() {
    for size in [(80, 24), (120, 36)] {
        for (lang, arguments) in [(Lang::En, ["--lang", "en"]), (Lang::Zh, ["--lang", "zh"])] {
            let preferences = Preferences { lang, ..Preferences::default() };
            let mut explorer = Start { arguments: &arguments, size, preferences, ..Start::default() }.run();
            explorer.press("<Tab>").press("<Down>").press("L").press("L").press("?").press("<Esc>").press(":");
        }
    }
}

#[test]
fn the_locale_chooses_the_language_and_an_option_goes_before_it() {
    let locale = [("COLORTERM", "truecolor"), ("LANG", "zh_CN.UTF-8")];
    let explorer = Start { variables: &locale, preferences: chinese(), ..Start::default() }.run();
    explorer.shows(&["三个槽", "源轴", "词表", ".702690"]);
    let explorer = Start { variables: &locale, arguments: &["--lang", "en"], ..Start::default() }.run();
    explorer.shows(&["three slots", "SOURCE AXIS"]);
}

#[test]
fn ascii_shows_nothing_that_may_be_two_cells_wide() {
    let preferences = Preferences { ascii: true, ..Preferences::default() };
    let mut explorer = Start { arguments: &["--ascii"], preferences, ..Start::default() }.run();
    for keys in ["", "<Tab>", "?", "<Esc>", ":nu", "<Esc>", "q"] {
        explorer.press(keys);
        let text = explorer.text();
        let names = "他书昨天中文切换语言";
        let strange: String = text.chars().filter(|c| !c.is_ascii() && !names.contains(*c)).collect();
        assert_eq!(strange, "", "after {keys:?}:\n{text}");
    }
}

#[test]
fn a_theme_is_an_option() {
    for theme in [Theme::Light, Theme::Projector] {
        let preferences = Preferences { theme, ..Preferences::default() };
        Start { arguments: &["--theme", theme.name()], preferences, ..Start::default() }.run();
    }
}

const GIFT: &str = r#"# by hand
format = 1
id     = "gift"
[source]
slots = ["one", "two"]
[vocab]
words = ["yes", "no"]
[[query]]
q      = [1]
target = "yes"
[tensors]
K = [[1], [2]]
V = [[0.5], [-1.5]]
G = [[1, 0]]
"#;

#[test]
fn a_scenario_comes_on_standard_input_and_keys_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("gift.toml"), GIFT).unwrap();
    let file = folder.path().join("gift.toml");
    let variables = [("COLORTERM", "truecolor"), ("TWOAXES", PROGRAM), ("FILE", file.to_str().unwrap())];
    for script in ["cat \"$FILE\" | \"$TWOAXES\" -", "\"$TWOAXES\" - <\"$FILE\""] {
        let start = Start { variables: &variables, text: Some(GIFT), ..Start::default() };
        let mut explorer = start.beside(Setup::new(&["sh", "-c", script]));
        explorer.shows(&["gift", "one", "yes"]);
        explorer.press("<Down>").press("-2<Enter>").press("u").sized(100, 30);
        explorer.command("open -");
        explorer.wait_for("standard input is the keyboard");
        explorer.press_alone("<C-c><C-c>");
        explorer.ends(0);
    }
}

#[test]
fn a_file_is_opened_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("gift.toml"), GIFT).unwrap();
    in_folder(folder.path(), &["gift.toml"], Some(GIFT)).shows(&["gift", "one"]);
}

#[test]
fn a_file_that_is_wrong_is_told_before_the_terminal_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    std::fs::write(&file, GIFT.replace("[2]]", "[2, 3]]")).unwrap();
    let mut pty = Pty::start(&[PROGRAM, "--lang", "en", file.to_str().unwrap()]);
    assert_eq!(pty.exit(), 1);
    pty.assert_given_back();
    assert!(!pty.written_since(0).contains('\x1b'), "{}", pty.text());
    assert!(pty.text().contains("wrong.toml:12:"), "{}", pty.text());
}

#[test]
fn a_pipe_on_standard_output_gets_a_sentence_instead() {
    for (lang, words) in [("en", "standard output is not one"), ("zh", "标准输出不是终端")] {
        let mut command = Command::new(PROGRAM);
        command.args(["--lang", lang]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && said.contains("twoaxes eval"), "{said}");
    }
}

#[test]
fn without_a_controlling_terminal_there_is_a_sentence_too() {
    let mut pty = Setup { controlling: false, ..Setup::new(&[PROGRAM, "--lang", "en"]) }.start();
    assert_eq!(pty.exit(), 2);
    assert!(pty.text().contains("controlling terminal") && pty.text().contains("twoaxes eval"), "{}", pty.text());
    pty.assert_given_back();
}
