//! What is absent where: ARCHITECTURE.md says it, this holds it.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up. Each uses only those before it.
const ROOMS: [&str; 9] =
    ["engine", "translator", "words", "scenario", "explain", "explorer", "view", "terminal", "cli"];

/// Words that must not occur in a room's code (tests and comments aside).
const ABSENT: [(&str, &[&str]); 8] = [
    ("engine", &["ratatui", "crossterm", "clap", "serde", "std::fs", "std::io", "std::time", "println!", "Lang"]),
    ("translator", &["ratatui", "crossterm", "clap", "serde", "std::fs", "std::io", "std::time", "println!", "Lang"]),
    ("words", &["ratatui", "crossterm", "std::fs", "std::io", "std::time", "println!"]),
    ("scenario", &["ratatui", "crossterm", "clap", "std::time", "println!"]),
    ("explain", &["ratatui", "crossterm", "clap", "std::fs", "std::io", "std::time", "println!"]),
    ("explorer", &["std::fs", "std::io", "std::time", "println!", "ratatui::buffer", "ratatui::style", "Frame"]),
    ("view", &["std::fs", "std::io", "std::time", "println!", "crossterm", "&mut Model"]),
    ("terminal", &["println!", "clap"]),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the project").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

fn room(name: &str) -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name))
}

/// The code of a file: no comments, and nothing from its tests on.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "tests" || stem == "specimens")
}

#[test]
fn a_room_uses_only_the_rooms_before_it() {
    for (index, name) in ROOMS.iter().enumerate() {
        for path in room(name).iter().filter(|path| !is_test(path)) {
            let code = code(path);
            for later in &ROOMS[index + 1..] {
                for form in [format!("crate::{later}"), format!("crate::{{{later}")] {
                    // `words` has a file for each room it words; its path is not the room.
                    let found = code.match_indices(&form).any(|(at, _)| {
                        let after = code[at + form.len()..].chars().next();
                        !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
                    });
                    assert!(!found, "{} names {form}", path.display());
                }
            }
        }
    }
}

#[test]
fn what_is_absent_is_absent() {
    for (name, absent) in ABSENT {
        for path in room(name).iter().filter(|path| !is_test(path)) {
            // One file of the scenario room writes files: saving must never leave half of one.
            let code = code(path);
            for word in absent {
                assert!(!code.contains(word), "{} names {word}", path.display());
            }
        }
    }
}

#[test]
fn only_one_file_below_the_outer_rooms_touches_the_disk() {
    let touching: Vec<String> = room("scenario")
        .iter()
        .filter(|path| code(path).contains("std::fs"))
        .map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default())
        .collect();
    assert_eq!(touching, ["replace.rs"]);
}

#[test]
fn chinese_prose_stands_in_the_room_of_words_and_in_the_table_of_actions_only() {
    for name in ROOMS.iter().filter(|name| **name != "words") {
        for path in room(name).iter().filter(|path| !path.ends_with("explorer/table.rs") && !is_test(path)) {
            let code = code(path);
            // A name in an example of the file format is no prose.
            let is_hanzi = |c: char| ('\u{4e00}'..'\u{a000}').contains(&c);
            let prose = code.split(|c| !is_hanzi(c)).find(|run| run.chars().count() > 2);
            assert!(prose.is_none(), "{} has {prose:?}", path.display());
        }
    }
}

#[test]
fn a_file_holds_one_concept() {
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        // Tables of texts are lists, not concepts.
        let list = path.ends_with("explorer/table.rs") || path.components().any(|part| part.as_os_str() == "words");
        assert!(lines <= 450 || list, "{}: {lines} lines", path.display());
    }
}
