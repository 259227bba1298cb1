//! Files opened and saved from inside: what a person wrote by hand stays, nothing is replaced or lost unasked.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use twoaxes::scenario::builtin;

use super::explorer::{in_folder, in_folder_by};

fn lesson() -> &'static str {
    builtin::find("r72").unwrap().text
}

/// A folder with the lesson as `gift.toml`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("gift.toml"), lesson()).unwrap();
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn saving_changes_one_line_and_keeps_the_comments() {
    let folder = folder();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    explorer.press_alone("5<Enter>");
    explorer.wait_for("5.00 +");
    explorer.press_alone("<C-s>");
    explorer.wait_for("saved gift.toml");
    assert_eq!(read(folder, "gift.toml"), lesson().replace("q      = [1, 0]", "q      = [5, 0]"));
    assert_eq!(names(folder), ["gift.toml"]);
    // What is saved is not asked about.
    explorer.press_alone("q");
    explorer.wait_for("Leave?");
    explorer.press_alone("q");
    explorer.ends(0);
    in_folder(folder, &["gift.toml"], Some(&read(folder, "gift.toml"))).shows(&["5.00"]);
}

#[test]
fn leaving_offers_to_save() {
    let folder = folder();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    explorer.press("5<Enter>").press("q").press_alone("s");
    explorer.wait_for("saved gift.toml");
    assert!(read(folder, "gift.toml").contains("q      = [5, 0]"));
    // What has no file is given a name first.
    let mut explorer = in_folder(folder, &["r72"], None);
    explorer.press("6<Enter>").press("q").press("s").shows(&[":save r72.toml"]);
    explorer.press_alone("<Enter>");
    explorer.wait_for("saved r72.toml");
    assert!(read(folder, "r72.toml").contains("q      = [6, 0]"));
}

#[test]
fn a_branch_is_saved_as_its_intervention() {
    let folder = folder();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    explorer.press("<Tab>").press("7<Enter>").press("<C-s>").shows(&["This branch has edits of your own"]);
    explorer.press_alone("<Enter>");
    explorer.wait_for("saved gift.toml");
    let saved = read(folder, "gift.toml");
    let (changed, _): (Vec<_>, Vec<_>) =
        saved.lines().zip(lesson().lines()).partition(|(saved, before)| saved != before);
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].0.contains("q = [7, 1]") && changed[0].0.contains("# another need"), "{changed:?}");
}

#[test]
fn a_link_stays_a_link_and_the_mode_stays() {
    let folder = folder();
    let folder = folder.path();
    fs::set_permissions(folder.join("gift.toml"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("gift.toml", folder.join("link.toml")).unwrap();
    let mut explorer = in_folder(folder, &["link.toml"], None);
    explorer.press("5<Enter>").press_alone("<C-s>");
    explorer.wait_for("saved link.toml");
    assert!(fs::symlink_metadata(folder.join("link.toml")).unwrap().file_type().is_symlink());
    assert!(read(folder, "gift.toml").contains("q      = [5, 0]"));
    assert_eq!(fs::metadata(folder.join("gift.toml")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(folder), ["gift.toml", "link.toml"]);
}

#[test]
fn a_file_that_may_not_be_written_is_refused_and_nothing_is_lost() {
    let folder = folder();
    let folder = folder.path();
    let file = folder.join("gift.toml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    // The superuser may write to anything, unless the privilege is given up.
    let powerless = "exec setpriv --bounding-set=-dac_override,-dac_read_search,-fowner";
    let by = if fs::File::options().write(true).open(&file).is_err() {
        "exec"
    } else if Command::new("sh").args(["-c", &format!("{powerless} true")]).status().is_ok_and(|s| s.success()) {
        powerless
    } else {
        eprintln!("not tested: every file may be written here");
        return;
    };
    let mut explorer = in_folder_by(by, folder, &["gift.toml"], None);
    explorer.press("5<Enter>").press_alone("<C-s>");
    explorer.wait_for("gift.toml may not be written to");
    explorer.shows(&["5.00 +"]);
    assert_eq!(read(folder, "gift.toml"), lesson());
    assert_eq!(names(folder), ["gift.toml"]);
    explorer.press_alone("q");
    explorer.wait_for("There is unsaved work");
    // The question's own answer fails as well, and nobody is thrown out.
    explorer.press_alone("s");
    explorer.wait_for("gift.toml may not be written to");
    explorer.command("save other.toml");
    explorer.wait_for("saved other.toml");
    assert!(read(folder, "other.toml").contains("q      = [5, 0]"));
    explorer.press_alone("q");
    explorer.wait_for("Leave?");
    explorer.press_alone("<Enter>");
    explorer.ends(0);
}

#[test]
fn what_has_no_file_yet_is_given_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &[], None);
    explorer.press("5<Enter>").press("<C-s>").shows(&[":save r72.toml", "name the file, then Enter"]);
    explorer.press_alone("<Enter>");
    explorer.wait_for("saved r72.toml");
    assert!(read(folder, "r72.toml").contains("q      = [5, 0]"));
    assert!(read(folder, "r72.toml").contains("# The lesson's three slots"));
    for (name, said) in [
        ("none/such.toml", "the folder of none/such.toml does not exist"),
        (".", ". is not a file"),
        ("/dev/null", "/dev/null is not a file"),
    ] {
        explorer.command(&format!("save {name}"));
        explorer.wait_for(said);
    }
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
    assert_eq!(names(folder), ["r72.toml"]);
}

#[test]
fn the_home_directory_is_meant_by_a_tilde() {
    let folder = folder();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &[], None);
    explorer.press("5<Enter>");
    explorer.command("save ~/home.toml");
    explorer.wait_for("home.toml");
    explorer.wait_until("the end of the question", |screen| !screen.contents().contains(":save"));
    assert_eq!(names(folder), ["gift.toml", "home.toml"], "{}", explorer.text());
    explorer.command("open ~/gift.toml");
    explorer.wait_for("opened r72");
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("mine.toml"), "mine").unwrap();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    explorer.press("5<Enter>");
    for no in ["<Esc>", "q", "n"] {
        explorer.command("save mine.toml");
        explorer.wait_for("mine.toml is there already");
        explorer.press_alone(no);
        explorer.wait_for("nothing done");
        assert_eq!(read(folder, "mine.toml"), "mine");
    }
    explorer.command("save mine.toml");
    explorer.wait_for("mine.toml is there already");
    explorer.press_alone("<Enter>");
    explorer.wait_for("saved mine.toml");
    assert!(read(folder, "mine.toml").contains("q      = [5, 0]"));
    assert_eq!(read(folder, "gift.toml"), lesson());
    // From here on it is the file being worked on.
    explorer.press_alone("6<Enter>");
    explorer.wait_for("6.00 +");
    explorer.press_alone("<C-s>");
    explorer.wait_for("saved mine.toml");
    assert!(read(folder, "mine.toml").contains("q      = [6, 0]"));
}

#[test]
fn another_file_is_opened_and_a_broken_one_changes_nothing() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("other.toml"), lesson().replace("\"r72\"", "\"other\"").replace("[1, 0],  ", "[3, 0],  "))
        .unwrap();
    fs::write(folder.join("broken.toml"), lesson().replace("q      = [1, 0]", "q      = [1, 0, 2]")).unwrap();
    fs::write(folder.join("bytes.toml"), b"\xff\xfe\x00").unwrap();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    for (name, said) in [
        ("broken.toml", "broken.toml:"),
        ("bytes.toml", "bytes.toml:"),
        ("none.toml", "none.toml: there is no such file"),
        (".", "a directory"),
        ("nothing", "no built-in scenario and no file is called"),
    ] {
        explorer.command(&format!("open {name}"));
        explorer.wait_for(said);
        explorer.shows(&[" r72 ", "three slots", "L = −ln p(him) = 0.352840"]);
    }
    explorer.command("open other.toml");
    explorer.wait_for("opened other");
    explorer.shows(&[" other ", "3.00"]);
    explorer.command("open read");
    explorer.wait_for("opened read");
    explorer.shows(&["她", "her"]);
}

/// Reading one would never end, and Ctrl-C would go unheard.
#[test]
fn a_pipe_or_a_device_is_not_opened() {
    let folder = folder();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    for name in ["pipe", "/dev/tty", "/dev/zero"] {
        explorer.command(&format!("open {name}"));
        explorer.wait_for(&format!("{name} is not a file"));
    }
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}

#[test]
fn unsaved_work_is_asked_about_before_another_file_is_opened() {
    let folder = folder();
    let folder = folder.path();
    let mut explorer = in_folder(folder, &["gift.toml"], None);
    explorer.press("5<Enter>");
    explorer.command("open read");
    explorer.wait_for("Open read? There is unsaved work");
    explorer.press_alone("<Esc>");
    explorer.wait_for("nothing done");
    explorer.shows(&["5.00 +", " r72 "]);
    // A broken file costs nothing, even when the answer was yes.
    explorer.command("open none.toml");
    explorer.wait_for("Open none.toml? There is unsaved work");
    explorer.press_alone("<Enter>");
    explorer.wait_for("there is no such file");
    explorer.shows(&["5.00 +"]);
    explorer.command("open read");
    explorer.wait_for("Open read? There is unsaved work");
    explorer.press_alone("s");
    explorer.wait_for("saved gift.toml");
    assert!(read(folder, "gift.toml").contains("q      = [5, 0]"));
    explorer.command("open read");
    explorer.wait_for("opened read");
}
