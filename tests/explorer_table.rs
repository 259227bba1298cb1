//! The one table of actions.

mod support;

use std::collections::{HashMap, HashSet};
use support::{Screen, open};
use twoaxes::explorer::Key;
use twoaxes::explorer::table::{ACTIONS, entry, hints};
use twoaxes::words::help::signs;

#[test]
fn ids_and_keys_are_unique_and_keys_are_spelled_as_they_read() {
    let ids: HashSet<_> = ACTIONS.iter().map(|entry| entry.id).collect();
    assert_eq!(ids.len(), ACTIONS.len());
    let mut keys = HashMap::new();
    for entry in ACTIONS {
        for (key, command) in entry.keys {
            let (read, rest) = Key::read(key).expect("a key");
            assert_eq!((read.to_string().as_str(), rest), (*key, ""), "{}", entry.id);
            if let Some(other) = keys.insert(read, command) {
                panic!("{key} stands for {other} and for {command}");
            }
        }
    }
}

#[test]
fn no_key_takes_a_character_of_a_number_away() {
    for c in "0123456789+-.(=".chars() {
        assert!(twoaxes::explorer::binding(Key::char(c)).is_none(), "{c}");
    }
}

#[test]
fn every_action_is_told_in_both_languages() {
    for entry in ACTIONS {
        for text in [&entry.title, &entry.help] {
            assert!(!text.en.is_empty() && !text.zh.is_empty(), "{}", entry.id);
            assert!(
                text.en.is_ascii() || entry.id == "lang" || text.en.contains(['α', 'Σ', '−', '»']),
                "{}: {}",
                entry.id,
                text.en
            );
            assert!(text.zh.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{}: {}", entry.id, text.zh);
        }
    }
    assert!(hints().len() >= 5);
}

#[test]
fn every_example_and_every_key_can_be_carried_out() {
    for entry in ACTIONS {
        let mut screen = open("r72");
        screen.run("set k1 7 7").run(entry.example);
        let notice = screen.model.notice().cloned();
        let refused = notice.as_ref().is_some_and(|notice| notice.tone == twoaxes::explorer::Tone::Refused);
        // There is nothing to redo before an undo, and it says so.
        assert!(!refused || entry.id == "redo", "{}: {notice:?}", entry.example);
    }
    for entry in ACTIONS {
        for (_, command) in entry.keys {
            let id = command.split(' ').next().expect("a command");
            assert!(twoaxes::explorer::table::entry(id).is_some(), "{command}");
        }
    }
    assert!(entry("nothing").is_none());
}

/// Whatever sign stands on a screen, the help says what it means.
#[test]
fn every_sign_on_a_screen_is_told_by_the_help() {
    const SIGNS: &str = "=≈*+▸✗!#✓≠•↩»↑↓‹›│";
    let mut frames = String::new();
    let mut see = |screen: &Screen| frames += &screen.text();
    for size in [(60, 18), (80, 24), (140, 40)] {
        let sized = |id: &str| open(id).sized(size.0, size.1);
        see(sized("sentence").run("view rows").run("set k1[1] 0").run("mask 2 3"));
        see(sized("masks").run("view rows").press("C").run("set q1[1] 0.25"));
        see(sized("three-readings").press("J").run("branch savings"));
        see(sized("wrong-axis").run("mistake softmax-over-queries"));
        see(sized("q-cancels").run("branch only-q").run("explain q[1]"));
        see(sized("word-moves-all").run("set q1[1] 9"));
        see(sized("sentence").run("view rows").run("transpose").run("slot 9"));
        see(sized("rounding-waits").press("<Tab>"));
        see(sized("sentence").run("slot 9"));
        see(sized("r72").run("view contributions"));
        see(sized("r72").run("view gradients"));
        see(sized("r72").press("f<Enter><Up><Up>").run("plane sweep on"));
    }
    let told: Vec<String> =
        signs().iter().map(|sign| sign.en.split("   ").next().unwrap_or_default().to_owned()).collect();
    for sign in SIGNS.chars().filter(|sign| frames.contains(*sign)) {
        assert!(told.iter().any(|told| told.contains(sign)), "{sign} is not told: {told:?}");
    }
    let unseen: String = SIGNS.chars().filter(|sign| !frames.contains(*sign)).collect();
    assert_eq!(unseen, "", "the frames above show every sign");
}
