//! What the program says about itself: help, version, completions, man page, wrong usage.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{command, errors, output, twoaxes};
use insta::assert_snapshot;

const COMMANDS: [&str; 7] = ["list", "eval", "train", "study", "check", "completions", "man"];

#[test]
fn help_in_both_languages() {
    for lang in ["en", "zh"] {
        assert_snapshot!(format!("program_{lang}"), output(&["--help", "--lang", lang]));
        assert_eq!(output(&["help", "--lang", lang]), output(&["--lang", lang, "--help"]));
        for name in COMMANDS {
            let help = output(&[name, "--help", "--lang", lang]);
            assert_snapshot!(format!("{name}_{lang}"), help);
            assert_eq!(output(&["help", name, "--lang", lang]), help);
            assert_eq!(output(&["--lang", lang, name, "-h"]), help);
        }
    }
}

#[test]
fn the_language_is_chosen_by_the_option_then_by_the_locale() {
    let said = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = command(arguments);
        let told = command.envs(variables.iter().copied()).output().unwrap();
        if String::from_utf8(told.stdout).unwrap().contains("用法") { "zh" } else { "en" }
    };
    assert_eq!(said(&[("LANG", "zh_CN.UTF-8")], &["--help"]), "zh");
    assert_eq!(said(&[("LANG", "zh_CN.UTF-8")], &["--help", "--lang=en"]), "en");
    assert_eq!(said(&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], &["--help"]), "en");
    assert_eq!(said(&[("LC_MESSAGES", "zh_TW.UTF-8"), ("LANG", "en_GB.UTF-8")], &["--help"]), "zh");
    assert_eq!(said(&[("LANG", "fr_FR.UTF-8")], &["--help"]), "en");
    assert_eq!(said(&[("LANG", "")], &["--help"]), "en");
}

#[test]
fn the_built_in_scenarios_are_listed() {
    assert_snapshot!("built_in_en", output(&["list"]));
    assert_snapshot!("built_in_zh", output(&["list", "--lang", "zh"]));
}

#[test]
fn version() {
    assert_eq!(output(&["--version"]), format!("twoaxes {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(output(&["-V"]), output(&["--version"]));
}

#[test]
fn the_man_page_holds_every_command_and_option() {
    for lang in ["en", "zh"] {
        let page = output(&["man", "--lang", lang]).replace(env!("CARGO_PKG_VERSION"), "[version]");
        assert_snapshot!(format!("man_page_{lang}"), page);
    }
}

#[test]
fn completions_of_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        for word in ["eval", "--gradients", "--branch", "projector", "markdown", "mistake"] {
            let word = if shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(script.contains(word), "{word} is missing for {shell}");
        }
        // Where values are completed, the mistakes' ids are.
        assert!(script.contains("softmax-twice") || ["elvish", "powershell"].contains(&shell), "{shell}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &["eval"][..],
        &["check"],
        &["completions"],
        &["completions", "tcsh"],
        &["eval", "r72", "read"],
        &["eval", "r72", "--format", "yaml"],
        &["eval", "r72", "--branch", "a", "--branch", "b"],
        &["eval", "r72", "--set"],
        &["--lang", "fr"],
        &["--theme", "sepia"],
        &["--frobnicate"],
        &["list", "r72"],
        &["r72", "list"],
        &["help", "nothing"],
        &["--theme", "light", "eval", "r72"],
        &["--ascii", "list"],
    ] {
        let told = errors(2, arguments);
        assert!(told.starts_with("error: "), "{arguments:?}: {told}");
    }
    assert_snapshot!(errors(2, &["--ascii", "list"]), @r#"error: --ascii belongs to the explorer and cannot stand beside the command `list`"#);
    assert_snapshot!(errors(2, &["r72", "list", "--lang", "zh"]), @r#"错误：SCENARIO 属于探索界面，不能与命令 `list` 一起用"#);
}

/// Without a terminal the explorer says what works without one.
#[test]
fn the_explorer_needs_a_terminal() {
    assert_snapshot!(errors(2, &[]), @r"
    twoaxes: the explorer draws on a terminal, and standard output is not one.
    To compute without a terminal: twoaxes eval SCENARIO
    ");
    assert_snapshot!(errors(2, &["read", "--theme", "light", "--ascii", "--lang", "zh"]), @r"
    twoaxes：探索界面要画在终端上，而标准输出不是终端。
    不用终端也能计算：twoaxes eval SCENARIO
    ");
    assert_eq!(twoaxes(&["no-such-thing"]).status, 1);
}
