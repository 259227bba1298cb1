//! Opening and saving, as far as the explorer goes; the disk is in `explorer_pty`.

mod support;

use support::open;
use twoaxes::explorer::{Document, Effect, Outcome, Replace};
use twoaxes::scenario::{patch, read};

/// What the outside world does with the last save, without a disk: the text that would be written.
fn written(screen: &mut support::Screen) -> String {
    let Some(Effect::Save { path, before, scenario, .. }) = screen.effects.pop() else {
        panic!("a save was asked for")
    };
    let text = patch(&before.text, &before.saved, &scenario);
    screen.model.take(Outcome::Saved(Box::new(Document::new(Some(path), text.clone(), *scenario))));
    text
}

#[test]
fn from_the_baseline_the_numbers_become_the_files() {
    let mut screen = open("r72");
    screen.press("5<Enter>").run("save copy.toml");
    let text = written(&mut screen);
    let saved = read(&text, "copy.toml").expect("what is saved can be read");
    assert!(saved.givens == *screen.model.givens());
    assert!(text.contains("# The source axis: what can be read."), "comments stay\n{text}");
    assert!(!screen.model.is_unsaved());
    assert!(!screen.model.differs().any(), "what was saved is the baseline");
    // The file is known now: Ctrl-S writes it without asking for a name.
    screen.press("6<Enter><C-s>");
    let Some(Effect::Save { replace, .. }) = screen.effects.last() else { panic!("a save was asked for") };
    assert_eq!(*replace, Replace::Own);
    written(&mut screen);
    screen.press("u");
    assert!(screen.model.is_unsaved(), "undo goes back behind the save");
}

#[test]
fn from_a_branch_edits_become_its_own_or_a_new_one() {
    let mut screen = open("r72");
    screen.press("<F4>").run("set v2 0 9").run("save copy.toml");
    assert!(screen.effects.is_empty() && screen.text().contains("This branch has edits of your own"));
    screen.press("<Enter>");
    let saved = read(&written(&mut screen), "copy.toml").expect("readable");
    assert!(saved.givens == open("r72").model.state().scenario.givens, "an intervention never changes the baseline");
    let mut again = open("r72");
    again.model.take(Outcome::Opened(Box::new(Document::new(None, "", saved))));
    again.press("<F4>");
    assert!(again.model.givens() == screen.model.givens());

    let mut screen = open("r72");
    screen.press("<F4>").run("set v2 0 9").run("save copy.toml").press("n");
    screen.press("stronger<Enter>").run("save copy.toml");
    let saved = read(&written(&mut screen), "copy.toml").expect("readable");
    let ids: Vec<&str> = saved.interventions.iter().map(|intervention| intervention.id.as_str()).collect();
    assert_eq!(ids, ["only-q", "only-v2", "stronger"]);
}

#[test]
fn a_change_of_shape_is_saved_with_its_branches() {
    let mut screen = open("r72");
    screen.run("add slot 2 给").run("add word him2").run("add key").run("remove word book").run("rename slot 1 她");
    screen.run("save copy.toml");
    let text = written(&mut screen);
    let saved = read(&text, "copy.toml").expect("readable");
    assert_eq!(saved.names.slots, ["她", "给", "书", "昨天"]);
    assert_eq!(saved.names.words, ["him", "yesterday", "him2"]);
    assert!(saved.givens == *screen.model.givens());
    screen.run("branch only-v2");
    let shown = screen.model.givens().values.to_vec();
    assert_eq!(shown, [2.0, 0.0, 0.0, 0.0, 0.0, 8.0, 1.0, 2.0], "v_2 is v_3 now");
}

#[test]
fn what_is_not_done_changes_nothing() {
    let mut screen = open("r72");
    screen.press("5<Enter>").run("save copy.toml");
    screen.effects.clear();
    screen.model.take(Outcome::Exists("copy.toml".into()));
    assert!(screen.text().contains("copy.toml is there already"));
    screen.press("<Esc>");
    assert!(screen.effects.is_empty() && screen.model.is_unsaved());
    screen.model.take(Outcome::Changed("copy.toml".into()));
    screen.press("<Enter>");
    let Some(Effect::Save { replace, .. }) = screen.effects.last() else { panic!("a save was asked for") };
    assert_eq!(*replace, Replace::Anything);
    let before = format!("{:?}", screen.model.state());
    screen.model.take(Outcome::Failed(twoaxes::words::Text::new("no room on the disk", "磁盘已满")));
    assert_eq!(screen.notice(), "no room on the disk");
    assert_eq!(format!("{:?}", screen.model.state()), before);
}

#[test]
fn opening_asks_about_unsaved_work() {
    let mut screen = open("r72");
    screen.run("open read");
    assert_eq!(screen.effects, [Effect::Open("read".into())]);
    screen.effects.clear();
    screen.press("5<Enter>").run("open read");
    assert!(screen.effects.is_empty() && screen.text().contains("There is unsaved work"));
    screen.press("<Esc>").run("open read").press("<Enter>");
    assert_eq!(screen.effects, [Effect::Open("read".into())]);
}

#[test]
fn keys_wait_while_a_file_is_worked_on() {
    let mut screen = open("r72");
    screen.model.wait();
    screen.press("5<Enter>:q<Enter>");
    assert!(screen.text().contains("working on the file") && !screen.model.is_unsaved());
    screen.model.take(Outcome::Failed(twoaxes::words::Text::new("gone", "没了")));
    screen.press("5<Enter>");
    assert!(screen.model.is_unsaved());
    screen.model.wait();
    screen.press("<C-c>");
    assert!(screen.text().contains("Ctrl-C again leaves"), "{}", screen.text());
    screen.press("<C-c>");
    assert_eq!(screen.effects, [Effect::Quit]);
}
