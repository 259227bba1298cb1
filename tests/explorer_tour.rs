//! Tours: steps played, left, come back to, edited in between.

mod support;

use support::{Screen, of_text};
use twoaxes::explorer::{Focus, Mode, Panel, tour};
use twoaxes::scenario;

const MODEL: &str = r#"format = 1
id = "led"
[source]
slots = ["a", "b", "c"]
[vocab]
words = ["him", "book", "yesterday"]
[[query]]
q = [1, 0]
target = "him"
[tensors]
K = [[1, 0], [0, 1], [1, 1]]
V = [[2, 0], [0, 4], [1, 2]]
G = [[2, 0, 0], [0, 1, 0]]
[[intervention]]
id = "only-q"
set = { q = [0, 1] }
"#;

const STEPS: &str = r#"
[[step]]
id = "start"
say = { en = "First the scores.", zh = "先看打分。" }
do = ["reveal e", "focus e[1]"]
[[step]]
id = "other"
say = "Another need."
do = ["branch only-q", "reveal all", "focus alpha[2]"]
[[step]]
id = "value"
say = "And another value."
do = ["set v2[2] 8", "focus c[2]", "laws"]
"#;

fn led() -> Screen {
    of_text(&format!("{MODEL}{STEPS}"))
}

#[test]
fn a_tour_is_announced_and_played_with_a_clicker() {
    let mut screen = led();
    assert!(screen.notice().contains("tour of 3 steps"), "{}", screen.notice());
    screen.press("<PageDown>");
    assert!(screen.text().contains("step 1/3  First the scores."), "{}", screen.text());
    assert_eq!(screen.model.focus(), Focus::Score(0));
    assert!(!screen.text().contains("0.422319"), "only e is revealed");
    screen.press("<PageDown>");
    assert_eq!((screen.model.state().branch, screen.model.focus()), (Some(0), Focus::Attention(1)));
    screen.press("<PageDown>");
    assert_eq!(screen.model.panel(), Some(&Panel::Laws));
    assert_eq!(screen.model.state().branch, Some(0), "a step goes on from the one before");
    screen.press("<PageDown>");
    assert!(screen.notice().contains("last step"), "{}", screen.notice());
    screen.press("<PageUp><PageUp><PageUp>");
    assert!(screen.notice().contains("first step"), "{}", screen.notice());
    assert_eq!(screen.model.panel(), None);
}

/// Forwards, backwards and in any order: a step looks the same, whatever was done before.
#[test]
fn a_step_is_a_clean_replay_from_any_side() {
    let straight: Vec<String> = (1..=3).map(|step| led().run(&format!("step {step}")).text()).collect();
    let mut screen = led();
    for (keys, step) in [("<PageDown>", 1), ("<PageDown>", 2), ("<PageDown>", 3), ("<PageUp>", 2), ("<PageUp>", 1)] {
        screen.press(keys).press("5<Enter>");
        screen.run(&format!("step {step}"));
        screen.model.run("focus loss");
        screen.run("reset step");
        if !screen.notice().is_empty() {
            screen.press("<Esc>");
        }
        assert_eq!(screen.text(), straight[step - 1], "step {step}");
    }
}

#[test]
fn edits_in_between_are_set_aside_and_undo_brings_them_back() {
    let mut screen = led();
    screen.press("<PageDown>").run("set q 3 3");
    let edited = screen.model.givens().clone();
    screen.press("<PageDown>");
    assert!(screen.notice().contains("set aside"), "{}", screen.notice());
    assert_ne!(*screen.model.givens(), edited);
    screen.press("u");
    assert_eq!(*screen.model.givens(), edited);
}

#[test]
fn a_tour_is_left_and_come_back_to_at_the_same_step() {
    let mut screen = led();
    screen.press("<PageDown><PageDown><Esc><Esc>");
    assert!(screen.model.tour_step().is_none());
    assert_eq!(screen.model.state().branch, Some(0), "leaving changes nothing");
    screen.run("set v1[1] 5").press("<PageDown>");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(1));
    screen.run("tour leave").run("tour");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(1));
    screen.run("step value");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(2));
    screen.run("step 1");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(0));
}

#[test]
fn an_unknown_step_is_a_sentence() {
    let mut screen = led();
    screen.run("step valu");
    assert!(screen.notice().contains("did you mean value?"), "{}", screen.notice());
    for bad in ["step 0", "step 4", "step 99999999999999999999", "step -1"] {
        screen.run(bad);
        assert!(screen.notice().contains("there is no step"), "{bad}: {}", screen.notice());
    }
    let mut without = of_text(MODEL);
    without.run("step one");
    assert!(without.notice().contains("has no tour"), "{}", without.notice());
    without.run("reset step");
    assert!(without.notice().contains("no step"), "{}", without.notice());
}

#[test]
fn without_a_tour_the_same_keys_scroll() {
    let mut screen = of_text(MODEL);
    screen.press("<Down><Down><PageUp>");
    assert_eq!(screen.model.focus(), Focus::Query(0));
}

/// A tour whose actions no longer fit an edited model says so and goes on.
#[test]
fn a_tour_goes_on_in_a_model_of_another_shape() {
    let mut screen = led();
    // What is gone is dropped from the tour and named; nothing acts on what has its number now.
    screen.run("remove slot 2");
    assert!(screen.notice().contains("no longer does “set v2[2] 8”"), "{}", screen.notice());
    screen.press("<PageDown><PageDown><PageDown>");
    assert_eq!(screen.model.number(0, Focus::Value(1, 1)), Some(2.0));
    assert_eq!(screen.model.panel(), Some(&Panel::Laws), "the rest is done");
    screen.press("u");
    assert!(matches!(screen.model.mode(), Mode::Browsing));
    // What does not fit for another reason is told when its step comes, and the rest is done.
    let steps = "[[step]]\nid = \"other\"\nsay = \"x\"\ndo = [\"nudge v1[1] 1e308\", \"focus loss\"]\n";
    let mut screen = of_text(&format!("{MODEL}{steps}"));
    screen.run("set v1[1] 1.7e308").run("pin").press("<PageDown>");
    assert!(screen.notice().contains("step other: nudge v1[1] 1e308: "), "{}", screen.notice());
    assert!(screen.notice().contains("the tour goes on"), "{}", screen.notice());
    assert_eq!(screen.model.focus(), Focus::Loss);
}

#[test]
fn mistakes_in_actions_are_found_with_their_place() {
    let bad = r#"
[[step]]
id = "bad"
say = "x"
do = ["focus alpha[7]",
      "set v2[2] 8", "nonsense", "quit",
      "save other.toml", "undo", "branch nobody", "reset step"]
"#;
    let text = format!("{MODEL}{bad}");
    let scenario = scenario::read(&text, "bad.toml").expect("the actions are not looked at here");
    let faults = tour::faults(&scenario);
    let told: Vec<String> =
        faults.iter().map(|fault| format!("{}:{} {}", fault.action.line, fault.action.column, fault.text.en)).collect();
    insta::assert_snapshot!(told.join("\n"));
    let screen = of_text(&text);
    assert!(screen.notice().contains("line 21"), "{}", screen.notice());
}

#[test]
fn a_long_text_is_read_to_its_end_before_the_next_step() {
    let long = "word ".repeat(80);
    let steps = format!("[[step]]\nid = \"long\"\nsay = \"{long} END\"\n[[step]]\nid = \"next\"\nsay = \"on\"\n");
    let mut screen = of_text(&format!("{MODEL}{steps}")).sized(40, 12);
    screen.press("<PageDown>");
    let mut presses = 0;
    while !screen.text().contains("END") {
        screen.press("<PageDown>");
        presses += 1;
        assert!(presses < 20 && screen.model.tour_step().map(|(at, _)| at) == Some(0), "{}", screen.text());
    }
    screen.press("<PageDown>");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(1));
}

/// Layouts do not jump between the steps of a tour.
#[test]
fn the_places_of_numbers_are_the_same_in_every_step() {
    for size in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        let mut screen = led().sized(size.0, size.1);
        screen.press("<PageDown>");
        let first = screen.model.layout().map(|layout| layout.rows);
        for _ in 0..2 {
            screen.press("<PageDown>");
            assert_eq!(screen.model.layout().map(|layout| layout.rows), first, "{size:?}");
        }
    }
}

/// A name in quotes is the same name: a tour that would play itself is refused, not played for ever.
#[test]
fn a_tour_does_not_play_itself() {
    for action in ["step next", "'\"step\" next'", "'\"tour\"'", "'\"save\" x.toml'", "'reset \"step\"'"] {
        let written = if action.starts_with('\'') { action.to_owned() } else { format!("\"{action}\"") };
        let text = format!("{MODEL}[[step]]\nid = \"a\"\nsay = \"x\"\ndo = [{written}]\n");
        let scenario = scenario::read(&text, "self.toml").expect("a file");
        let faults = tour::faults(&scenario);
        assert_eq!(faults.len(), 1, "{action}");
        assert!(faults[0].text.en.contains("a tour cannot do this"), "{action}: {}", faults[0].text.en);
    }
}

/// A step's own numbers are the tour's: they are no edits, nothing is unsaved, and saving does not write them.
#[test]
fn what_a_step_sets_is_not_an_edit() {
    let mut screen = led();
    screen.run("step value");
    assert!(!screen.model.is_unsaved() && !screen.text().contains("8.00 +"), "{}", screen.text());
    screen.run("reset step");
    assert!(!screen.notice().contains("set aside"), "{}", screen.notice());
    let steps = "[[step]]\nid = \"a\"\nsay = \"x\"\ndo = [\"nudge v1[1] 1\"]\n";
    let mut screen = of_text(&format!("{MODEL}{steps}"));
    screen.press("<PageDown>").run("save copy.toml");
    let Some(twoaxes::explorer::Effect::Save { scenario, .. }) = screen.effects.last() else {
        panic!("{:?}", screen.effects)
    };
    assert_eq!(scenario.givens, screen.model.state().scenario.givens);
}

/// A step looks the same, on whatever screen it is first shown.
#[test]
fn a_step_does_not_depend_on_the_screen_it_is_first_shown_on() {
    let steps = "[[step]]\nid = \"a\"\nsay = \"x\"\ndo = [\"reveal none\", \"reveal next\", \"reveal next\", \"reveal next\"]\n";
    let text = format!("{MODEL}{steps}");
    let revealed = |width, height| {
        let mut screen = of_text(&text).sized(width, height);
        screen.press("<PageDown>");
        screen.model.revealed()
    };
    assert_eq!(revealed(40, 12), revealed(80, 24));
    assert_eq!(revealed(120, 36), revealed(80, 24));
}

/// A tour may ask for a prediction; the clicker answers it, and goes on.
#[test]
fn a_step_may_ask() {
    let steps = "[[step]]\nid = \"ask\"\nsay = \"x\"\ndo = [\"predict only-q\"]\n[[step]]\nid = \"on\"\nsay = \"y\"\n";
    let mut screen = of_text(&format!("{MODEL}{steps}"));
    screen.press("<PageDown>");
    assert!(matches!(screen.model.mode(), Mode::Predicting));
    screen.press("<Down><PageDown>");
    assert_eq!(screen.model.score_of_prediction(), Some((1, 1)));
    assert_eq!(screen.model.state().branch, Some(0));
    screen.press("<PageDown>");
    assert_eq!(screen.model.tour_step().map(|(at, _)| at), Some(1));
    assert!(screen.model.prediction().is_none());
}

/// A text longer than its place is read to its end with a clicker, whatever stands below it.
#[test]
fn a_long_text_above_a_panel_is_read_to_its_end() {
    let long = "word ".repeat(80);
    let steps = format!("[[step]]\nid = \"long\"\nsay = \"{long} END\"\ndo = [\"laws\"]\n");
    for size in [(40, 12), (60, 18), (80, 24)] {
        let mut screen = of_text(&format!("{MODEL}{steps}")).sized(size.0, size.1);
        screen.press("<PageDown>");
        let mut presses = 0;
        while !screen.text().contains("END") {
            screen.press("<PageDown>");
            presses += 1;
            assert!(presses < 30 && screen.notice().is_empty(), "{}", screen.text());
        }
        assert_eq!(screen.model.panel(), Some(&Panel::Laws));
    }
}

/// Scrolling below a text leaves no line out.
#[test]
fn every_line_below_a_text_can_be_seen() {
    for size in [(40, 12), (60, 18), (80, 24)] {
        let mut screen = led().sized(size.0, size.1);
        screen.press("<PageDown>").run("laws on");
        let mut seen = String::new();
        for _ in 0..40 {
            seen.push_str(&screen.text());
            screen.press("<C-d>");
        }
        for law in [
            "Σ_j α_j = 1",
            "α_j ≥ 0",
            "masked: α_j = 0",
            "c in hull",
            "Σ_w p_w = 1",
            "Σ_w (p_w",
            "Σ_j ∂L",
            "L = ln",
            "L = −ln p_target",
        ] {
            assert!(seen.contains(law), "{law} at {size:?}");
        }
    }
}

/// A change of shape keeps what a step has set, and the baseline can be reached from it.
#[test]
fn what_a_step_sets_outlasts_a_change_of_shape_and_can_be_left() {
    let mut screen = led();
    screen.run("step value").run("rename word him her");
    assert_eq!(screen.model.number(0, Focus::Value(1, 1)), Some(8.0));
    screen.run("step value").run("reset");
    assert_eq!(screen.model.givens(), &screen.model.state().scenario.givens, "the baseline");
    // A prediction of an intervention starts from the baseline, not from what a step has set.
    screen.run("step value").run("predict only-q");
    assert_eq!(screen.model.givens(), &screen.model.state().scenario.givens);
}
