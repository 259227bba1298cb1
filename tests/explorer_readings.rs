//! Several readings in one file: shown one after the other, each with its own work on it.

mod support;

use support::{Screen, of_text, open};
use twoaxes::engine::Trace;
use twoaxes::explorer::{Document, Effect, Focus, Mode, Outcome, Panel, Provenance, Question, Tone, View, tour};
use twoaxes::scenario::{Scenario, patch_or_rewrite, read};
use twoaxes::words::Lang;

const FILE: &str = include_str!("scenarios/readings.toml");

fn several() -> Screen {
    of_text(FILE)
}

fn shown(screen: &Screen) -> &str {
    &screen.model.state().scenario.label().expect("a reading").id
}

/// The first given numbers of a reading's K, as they are on its desk.
fn keys(screen: &Screen, reading: usize) -> Vec<f64> {
    screen.model.givens_in(reading).keys.to_vec()
}

/// Every number of every reading follows from its givens, to the last bit.
fn nothing_is_stale(screen: &Screen) {
    let model = &screen.model;
    for (at, reading) in model.state().scenario.all_readings().enumerate() {
        for (givens, trace) in [(model.givens_in(at), model.trace_in(at)), (reading.givens, model.baseline_in(at))] {
            let fresh = Trace::new(givens);
            assert_eq!(fresh.len(), trace.len());
            for (fresh, kept) in fresh.rows().zip(trace.rows()) {
                assert_eq!(format!("{fresh:?}"), format!("{kept:?}"), "reading {}", at + 1);
            }
        }
    }
}

/// Saves, as the outside world does it; what is asked first stays unanswered.
fn save(screen: &mut Screen) -> Option<String> {
    screen.effects.clear();
    screen.run("save x.toml");
    write(screen)
}

fn write(screen: &mut Screen) -> Option<String> {
    let Some(Effect::Save { path, before, scenario, .. }) = screen.effects.pop() else { return None };
    let patched = patch_or_rewrite(&before.text, &before.saved, &scenario);
    assert!(!patched.rewritten && patched.text.contains("# by hand"), "{}", patched.text);
    assert!(parsed(&patched.text).same_file(&scenario));
    let document = Document::new(Some(path), patched.text.clone(), *scenario);
    screen.model.take(Outcome::Saved(Box::new(document)));
    Some(patched.text)
}

fn parsed(text: &str) -> Scenario {
    read(text, "x.toml").unwrap_or_else(|problems| panic!("{}\n{text}", problems[0]))
}

#[test]
fn the_first_reading_is_shown_and_how_many_there_are_is_said() {
    let mut screen = several();
    assert_eq!(shown(&screen), "self");
    assert!(screen.notice().starts_with("3 readings"), "{}", screen.notice());
    assert!(screen.notice().contains("a tour of 2 steps"), "{}", screen.notice());
    assert!(screen.line(0).contains("several") && screen.line(0).contains("self among themselves"));
    for id in ["cross", "causal", "self"] {
        screen.press("a");
        assert_eq!(shown(&screen), id);
        assert!(screen.line(0).contains(&format!("▸ {id}")), "{}", screen.text());
        assert!(screen.notice().contains(&format!("of 3: {id}")), "{}", screen.notice());
    }
    screen.press("A");
    assert_eq!(shown(&screen), "causal");
    screen.run("reading 2");
    assert_eq!(shown(&screen), "cross");
    screen.run("reading sefl");
    assert!(screen.notice().contains("did you mean self"), "{}", screen.notice());
    screen.run("reading 4");
    assert!(screen.notice().contains("there are self, cross, causal"), "{}", screen.notice());
    assert_eq!(shown(&screen), "cross");
    // The list of a command knows them, by either name.
    screen.press(":reading next\u{20}<Esc>:reading amo<Enter>");
    assert_eq!(shown(&screen), "self");
    // Opened while another file is shown, the same is said.
    let mut other = open("r72");
    other.model.take(Outcome::Opened(Box::new(Document::new(None, FILE, parsed(FILE)))));
    assert!(other.notice().contains("3 readings"), "{}", other.notice());
}

#[test]
fn a_file_without_readings_says_so() {
    let mut screen = open("r72");
    for command in ["reading next", "reading self", "reading 1"] {
        screen.run(command);
        assert!(screen.notice().contains("one reading"), "{command}: {}", screen.notice());
    }
    assert!(!screen.model.is_unsaved());
    let one = FILE.split("# the second").next().expect("a text");
    let mut screen = of_text(one);
    assert_eq!(screen.notice(), "", "nothing to switch to is nothing to say");
    screen.press("a");
    assert_eq!((shown(&screen), screen.model.state().scenario.reading_count()), ("self", 1));
}

/// Nothing at the left of the title line moves when another reading is shown, on any screen.
#[test]
fn the_title_line_does_not_jump() {
    for columns in (40..140).step_by(5) {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = several().sized(columns, 24).in_lang(lang);
            let mut starts = Vec::new();
            for _ in 0..3 {
                let line = screen.line(0);
                let at = line.find("▸ ").unwrap_or_else(|| panic!("{columns}: {line}"));
                starts.push(line[..at].to_owned());
                assert!(line[at..].starts_with(&format!("▸ {}", shown(&screen))), "{columns}: {line}");
                screen.press("a");
            }
            assert!(starts.iter().all(|start| *start == starts[0]), "{columns}: {starts:?}");
        }
    }
}

#[test]
fn each_reading_keeps_its_own_branch_edits_and_place() {
    let mut screen = several();
    screen.run("branch only-q").run("set k1 5 6").run("focus k2[2]").run("row 2").run("focus k2[2]");
    screen.press("a").run("set k1[1] 7").run("focus p[book]");
    screen.press("a");
    assert_eq!((shown(&screen), screen.model.row(), screen.model.focus()), ("causal", 0, Focus::Query(0)));
    assert!(!screen.model.is_edited() && screen.model.is_unsaved());
    nothing_is_stale(&screen);
    screen.press("a");
    assert_eq!(shown(&screen), "self");
    assert_eq!(screen.model.state().branch, Some(0));
    assert_eq!((screen.model.row(), screen.model.focus()), (1, Focus::Key(1, 1)));
    assert_eq!(screen.model.givens().keys.to_vec(), [5., 6., 0., 1.]);
    assert!(screen.model.is_edited());
    assert!(screen.line(0).contains("only-q+"), "{}", screen.text());
    assert_eq!(keys(&screen, 1), [7., 1., 2.]);
    screen.press("a");
    assert_eq!(screen.model.focus(), Focus::Probability(1));
    assert_eq!(
        screen.model.provenance(twoaxes::engine::Cell::new(twoaxes::engine::Tensor::Keys, 0, 0)),
        Provenance::Edit
    );
    nothing_is_stale(&screen);
}

#[test]
fn undo_shows_the_reading_it_changes() {
    let mut screen = several();
    let start = screen.model.state().clone();
    screen.run("set k1 5 6").press("a").run("set k1[1] 7").run("set k2[1] 8").press("a");
    assert_eq!(shown(&screen), "causal");
    screen.press("u");
    assert_eq!((shown(&screen), keys(&screen, 1)), ("cross", vec![7., 1., 2.]));
    assert_eq!(screen.notice(), "undone: k2, in the reading cross");
    screen.press("u");
    assert_eq!(screen.notice(), "undone: k1");
    assert_eq!((shown(&screen), keys(&screen, 1)), ("cross", vec![0., 1., 2.]));
    screen.press("aa").press("A").press("u");
    assert_eq!((shown(&screen), keys(&screen, 0)), ("self", vec![1., 0., 0., 1.]));
    assert_eq!(screen.notice(), "undone: k1, in the reading self");
    assert_eq!(screen.model.state(), &start);
    assert!(!screen.model.is_unsaved());
    // And again: the reading that changes is shown, whichever was shown meanwhile.
    screen.press("a").press("U");
    assert_eq!((shown(&screen), keys(&screen, 0)), ("self", vec![5., 6., 0., 1.]));
    screen.press("a").press("a").press("U");
    assert_eq!((shown(&screen), keys(&screen, 1)), ("cross", vec![7., 1., 2.]));
    screen.press("U");
    assert_eq!((shown(&screen), keys(&screen, 1)), ("cross", vec![7., 8., 2.]));
    nothing_is_stale(&screen);
    // Showing another one is no change.
    screen.press("aaa").press("U");
    assert!(screen.notice().contains("nothing to redo"), "{}", screen.notice());
}

#[test]
fn a_baseline_is_pinned_and_a_branch_kept_in_its_reading_only() {
    let mut screen = several();
    screen.run("set k1 5 6").run("pin").press("a").run("set v3 4 4").run("keep mine").press("a");
    let scenario = &screen.model.state().scenario;
    assert_eq!(scenario.reading(0).givens.keys.to_vec(), [5., 6., 0., 1.]);
    assert_eq!(scenario.reading(1).givens, parsed(FILE).reading(1).givens);
    let branches = |at: usize| scenario.reading(at).interventions.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
    assert_eq!([branches(0), branches(1), branches(2)], [vec!["only-q".to_owned()], vec!["mine".to_owned()], vec![]]);
    assert_eq!(scenario.reading(2).givens, parsed(FILE).reading(2).givens);
    nothing_is_stale(&screen);
    // The branch chosen by keeping is still chosen there.
    screen.press("A");
    assert_eq!((shown(&screen), screen.model.state().branch), ("cross", Some(0)));
    screen.press("uuuu");
    assert_eq!(screen.model.state().scenario.showing(0), parsed(FILE));
}

#[test]
fn a_change_of_shape_is_one_of_the_reading_shown() {
    let mut screen = several();
    screen.run("reading cross").run("set k1[1] 9").run("remove slot 3");
    let scenario = &screen.model.state().scenario;
    assert_eq!(scenario.names.slots, ["我", "给"]);
    assert_eq!([0, 2].map(|at| scenario.reading(at).names.slots.len()), [2, 2]);
    // In the tour only what is done there follows: alpha[3] is gone, the others stand.
    let told: Vec<Vec<&str>> =
        scenario.steps.iter().map(|step| step.actions.iter().map(|action| action.text.as_str()).collect()).collect();
    assert_eq!(told[0], ["focus alpha2[1]"]);
    assert_eq!(told[1], ["reading cross", "reading next", "row 2", "reading self", "focus q1[1]"]);
    assert!(tour::faults(scenario).is_empty());
    nothing_is_stale(&screen);
    let mut screen = several();
    screen.run("reading causal").run("add slot 1 x");
    let told: Vec<String> =
        screen.model.state().scenario.steps[1].actions.iter().map(|action| action.text.clone()).collect();
    let wanted = ["reading cross", "focus alpha[3]", "reading next", "row 2", "row 3", "reading self", "focus q1[1]"];
    assert_eq!(told, wanted, "the row that is shown there at first is the second now");
    assert!(tour::faults(&screen.model.state().scenario).is_empty());
    // Undone while another reading is shown.
    screen.press("au");
    assert_eq!(shown(&screen), "causal");
    assert!(screen.model.state().scenario.same_file(&parsed(FILE)));
    nothing_is_stale(&screen);
}

#[test]
fn what_is_said_of_one_reading_is_not_held_against_another() {
    let mut screen = several();
    screen.run("predict edit").press("<Up><Enter>");
    assert!(screen.model.prediction().is_some());
    screen.press("a");
    assert!(screen.model.prediction().is_none() && matches!(screen.model.mode(), Mode::Browsing));
    // An explanation from afar is closed, one that goes with the cursor stays.
    let mut screen = several();
    screen.run("explain loss");
    assert!(matches!(screen.model.panel(), Some(Panel::Explanation { of: Some(_), .. })));
    screen.press("a");
    assert_eq!(screen.model.panel(), None);
    screen.run("explain").press("a");
    assert!(matches!(screen.model.panel(), Some(Panel::Explanation { of: None, .. })));
    // The large numbers are each reading's own.
    screen.run("reading self").run("big alpha1[2]").press("a").run("big p[I]").press("A");
    let scope = screen.model.scope();
    let large: Vec<String> = screen.model.large().iter().map(|address| address.write(&scope)).collect();
    assert_eq!(large, ["alpha1[2]"]);
    // A mistake goes on in every reading.
    screen.run("mistake softmax-twice").press("a");
    assert!(screen.model.mistake().is_some() && screen.text().contains("MISTAKE"), "{}", screen.text());
}

/// A view in which a reading has nothing to be seen is left for the main screen.
#[test]
fn a_view_goes_with_what_it_shows() {
    let mut screen = several();
    screen.run("reading causal").press("F").run("focus x1[1]");
    assert_eq!(screen.model.view(), View::Parameters);
    screen.press("a");
    assert_eq!((shown(&screen), screen.model.view()), ("self", View::Flow));
    screen.press("A");
    assert_eq!((shown(&screen), screen.model.view()), ("causal", View::Flow));
    // The same when undo leads to another reading.
    let mut screen = several();
    screen.run("set k1 5 6").run("reading causal").press("Fu");
    assert_eq!((shown(&screen), screen.model.view()), ("self", View::Flow));
    // A prediction is about numbers that have no place among all readings.
    screen.press("J").run("predict edit");
    assert_eq!(screen.model.view(), View::Flow);
    screen.press("<Right><Right><Up>");
    assert_eq!((screen.model.focus(), screen.model.prediction().map(|one| one.marked())), (Focus::Context(0), Some(1)));
}

#[test]
fn saving_writes_every_reading_into_its_place() {
    let mut screen = several();
    screen.run("set k1 5 6").press("a").run("set k1[1] 7").press("a").run("mask causal off");
    assert!(screen.model.is_unsaved());
    screen.press("A");
    let text = save(&mut screen).expect("nothing is asked");
    assert_eq!(shown(&screen), "cross");
    assert!(!screen.model.is_unsaved() && !screen.model.is_edited(), "{}", screen.notice());
    for line in ["  [5, 6],   # river", "K = [[7], [1], [2]]", "q      = [ 1, 0 ]           # the first need"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("\"causal\"\n[reading.vocab]"), "{text}");
    // Nothing is edited in the others either, and undo takes the saving back for all of them.
    for _ in 0..3 {
        screen.press("a");
        assert!(!screen.model.is_edited() && screen.model.state().branch.is_none());
    }
    nothing_is_stale(&screen);
    screen.press("u");
    assert!(screen.model.is_unsaved());
    nothing_is_stale(&screen);
    assert_eq!(keys(&screen, 0), [5., 6., 0., 1.]);
}

#[test]
fn free_edits_on_a_branch_of_another_reading_are_asked_about() {
    let mut screen = several();
    screen.run("branch only-q").run("set k1 5 6").press("a");
    assert!(save(&mut screen).is_none());
    assert!(matches!(screen.model.mode(), Mode::Asking(Question::SaveEdits(_))));
    let text = screen.text();
    assert!(text.contains("other readings") && text.contains("self"), "{text}");
    // n shows them, to be kept.
    screen.press("n");
    assert_eq!(shown(&screen), "self");
    screen.press("mine<Enter>").press("a");
    let text = save(&mut screen).expect("nothing is free any more");
    assert!(text.contains("id = \"mine\"") && text.contains("set = { q2 = [0, 1] }       # bank"), "{text}");

    let mut screen = several();
    screen.run("branch only-q").run("set k1 5 6").press("a").run("set k1[1] 7").run("keep own").run("set k2[1] 8");
    assert!(save(&mut screen).is_none());
    let text = screen.text();
    assert!(text.contains("and so have branches of self"), "{text}");
    screen.press("<Enter>");
    let text = write(&mut screen).expect("saved");
    assert!(text.contains("k1 = [5, 6]") && text.contains("K = [\n  [7],\n  [8],\n  [2],\n]"), "{text}");
    assert!(!screen.model.is_unsaved());
    // Both stay on their branches.
    assert_eq!(screen.model.state().branch, Some(0));
    screen.run("reading self");
    assert_eq!((screen.model.state().branch, screen.model.is_edited()), (Some(0), false));
}

#[test]
fn a_tour_goes_through_the_readings_and_leaves_them_as_they_were() {
    let mut screen = several();
    screen.run("set k1 5 6").press("aa");
    screen.press("<PageDown>");
    assert_eq!(shown(&screen), "self");
    assert!(screen.notice().contains("set aside"), "{}", screen.notice());
    assert_eq!((screen.model.row(), screen.model.focus()), (1, Focus::Attention(0)));
    assert!(!screen.model.is_unsaved());
    screen.press("u");
    assert_eq!(keys(&screen, 0), [5., 6., 0., 1.]);
    screen.press("<PageDown>");
    let (_, step) = screen.model.tour_step().expect("a step");
    assert_eq!((step.id.as_str(), shown(&screen), screen.model.row()), ("two", "self", 0));
    // Where the step has been in the others is where one is when they are shown.
    screen.run("reading cross");
    assert_eq!(screen.model.focus(), Focus::Attention(2));
    screen.run("reading causal");
    assert_eq!(screen.model.row(), 1);
    // A step that only shows another reading is no change.
    let mut screen = several();
    screen.press("<PageDown><PageDown>").run("reading cross").press("<PageUp>");
    assert_eq!(shown(&screen), "self");
    screen.press("u");
    assert!(screen.notice().contains("nothing to undo"), "{}", screen.notice());
    // What a step has set in a reading is the tour's, wherever one looks.
    let sets = FILE.replace("\"focus alpha[3]\"", "\"focus alpha[3]\", \"set k1[1] 4\"");
    let mut screen = of_text(&sets);
    screen.run("step two");
    assert_eq!((shown(&screen), keys(&screen, 1)), ("self", vec![4., 1., 2.]));
    assert!(!screen.model.is_unsaved());
    screen.run("reading cross");
    assert!(!screen.model.is_edited() && !screen.model.is_unsaved());
    assert_eq!(
        screen.model.provenance(twoaxes::engine::Cell::new(twoaxes::engine::Tensor::Keys, 0, 0)),
        Provenance::Tour
    );
    screen.run("reading causal").run("target I");
    assert!(screen.model.is_unsaved());
    let text = save(&mut screen).expect("saved");
    assert!(text.contains("K = [[0], [1], [2]]"), "only what the person has changed is written: {text}");
    assert_eq!(keys(&screen, 1), [4., 1., 2.]);
    nothing_is_stale(&screen);
}

#[test]
fn a_fault_in_the_tour_is_told_with_the_reading_it_is_met_in() {
    let wrong = FILE.replace("\"focus alpha[3]\"", "\"focus alpha[4]\", \"reading crosss\"");
    let faults = tour::faults(&parsed(&wrong));
    let told: Vec<String> = faults.iter().map(|fault| fault.text.en.to_string()).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("alpha[4]") && told[1].contains("did you mean cross"), "{told:?}");
    let screen = of_text(&wrong);
    assert_eq!(screen.model.notice().map(|notice| notice.tone), Some(Tone::Refused));
}
