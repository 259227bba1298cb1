//! No key, paste or size makes the explorer panic, show a NaN, lose an edit or show a stale number.

mod support;

use proptest::prelude::*;
use support::{Screen, open};
use twoaxes::engine::Trace;
use twoaxes::explorer::{Document, Effect, Key, Mode, Outcome, Question, table::ACTIONS};
use twoaxes::scenario::{patch_or_rewrite, read};
use twoaxes::words::width;

/// One thing a person, a terminal or bad luck does.
#[derive(Clone, Debug)]
enum Doing {
    Keys(String),
    Command(String),
    Paste(String),
    Size(u16, u16),
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-20i32..20).prop_map(|n| n.to_string()),
        Just("1e308".to_owned()),
        Just("-1e308".to_owned()),
        Just("5e-324".to_owned()),
        Just("-0".to_owned()),
        Just("1/3".to_owned()),
        Just("nan".to_owned()),
        Just("1e999".to_owned()),
        any::<f64>().prop_map(|n| n.to_string()),
    ]
}

fn bound_key() -> impl Strategy<Value = String> {
    let keys: Vec<String> = ACTIONS.iter().flat_map(|entry| entry.keys).map(|(key, _)| (*key).to_owned()).collect();
    proptest::sample::select(keys)
}

fn command() -> impl Strategy<Value = String> {
    let part = prop_oneof![Just("slot"), Just("word"), Just("row"), Just("key"), Just("value"), Just("embedding")];
    let address = prop_oneof![
        Just("q"),
        Just("q1[1]"),
        Just("k2"),
        Just("v2[2]"),
        Just("G[1,1]"),
        Just("G[*,2]"),
        Just("bias1[1]"),
        Just("V"),
        Just("mask[1]"),
        Just("mask[1,2]"),
        Just("target"),
        Just("scorer"),
        Just("W[1,1]"),
        Just("b_a[1]"),
        Just("x1[2]"),
        Just("X"),
        Just("WQ[1,2]"),
        Just("WK[*,1]"),
        Just("WV[2]"),
        Just("loss"),
        Just("alpha[2]"),
    ];
    prop_oneof![
        (address.clone(), proptest::collection::vec(number(), 0..4))
            .prop_map(|(address, numbers)| format!("set {address} {}", numbers.join(" "))),
        (address.clone(), number()).prop_map(|(address, step)| format!("nudge {address} {step}")),
        address.clone().prop_map(|address| format!("focus {address}")),
        address.clone().prop_map(|address| format!("set {address} words")),
        address.clone().prop_map(|address| format!("explain dL/d{address}")),
        address.prop_map(|address| format!("measure {address}")),
        prop_oneof![Just("gradients"), Just("contributions"), Just("plane"), Just("rows"), Just("flow")]
            .prop_map(|view| format!("view {view}")),
        prop_oneof![
            Just("contrast 1 2"),
            Just("contrast 2"),
            Just("contrast"),
            Just("plane sweep"),
            Just("plane value principal")
        ]
        .prop_map(str::to_owned),
        prop_oneof![Just("up"), Just("down"), Just("left"), Just("right"), Just("to 1 -2"), Just("up 1e300")]
            .prop_map(|push| format!("push {push}")),
        prop_oneof![
            Just("only q,K"),
            Just("only V,G"),
            Just("only X"),
            Just("rate 1e5"),
            Just("rate 0.1"),
            Just("method adam"),
            Just("step"),
            Just("run 7"),
            Just("at first"),
            Just("at previous"),
        ]
        .prop_map(|learn| format!("learn {learn}")),
        (part.clone(), 1usize..5).prop_map(|(part, at)| format!("add {part} {at}")),
        (part, 1usize..5).prop_map(|(part, at)| format!("remove {part} {at}")),
        prop_oneof![Just("dot"), Just("scaled-dot"), Just("bilinear"), Just("additive"), Just("linear")]
            .prop_map(|kind| format!("scorer {kind}")),
        (1usize..4, 1usize..4).prop_map(|(row, slot)| format!("mask {row} {slot}")),
        "[a-z]{1,4}".prop_map(|id| format!("keep {id}")),
        "\\PC{0,6}".prop_map(|name| format!("rename slot 1 {name}")),
        "\\PC{0,6}".prop_map(|name| format!("rename word 1 \"{name}\"")),
        Just("pin".to_owned()),
        prop_oneof![Just("next"), Just("previous"), Just("self"), Just("cross"), Just("3")]
            .prop_map(|which| format!("reading {which}")),
        Just("view readings".to_owned()),
        (1usize..9).prop_map(|step| format!("step {step}")),
        Just("set target book".to_owned()),
        Just("no-target".to_owned()),
        Just("order probability".to_owned()),
        "\\PC{0,12}",
    ]
}

fn doing() -> impl Strategy<Value = Doing> {
    prop_oneof![
        4 => bound_key().prop_map(Doing::Keys),
        2 => number().prop_map(|number| Doing::Keys(format!("{number}<Enter>"))),
        1 => "\\PC{1,3}".prop_map(Doing::Keys),
        1 => prop_oneof![Just("<Esc>"), Just("<Tab>"), Just("<Backspace>"), Just("<Enter>"), Just("<C-w>"), Just(":"), Just("?")]
            .prop_map(|key| Doing::Keys(key.to_owned())),
        4 => command().prop_map(Doing::Command),
        1 => "[0-9 ,;\t\n.e-]{0,20}".prop_map(Doing::Paste),
        1 => "\\PC{0,20}".prop_map(Doing::Paste),
        1 => (0u16..130, 0u16..45).prop_map(|(width, height)| Doing::Size(width, height)),
    ]
}

fn act(screen: &mut Screen, doing: &Doing) {
    // A lock would make most of what follows idle.
    if screen.model.stagecraft().locked {
        screen.run("lock off");
    }
    match doing {
        Doing::Keys(keys) => drop(screen.press(keys)),
        Doing::Command(command) => drop(screen.run(command)),
        Doing::Paste(text) => screen.model.paste(text),
        Doing::Size(width, height) => {
            screen.size = (*width, *height);
            screen.model.resize(*width, *height);
        }
    }
}

/// Everything on the screen follows from the givens on the screen, to the last bit, however they came about; and so it
/// does in readings that are not shown.
fn nothing_is_stale(screen: &Screen) {
    let model = &screen.model;
    for (at, reading) in model.state().scenario.all_readings().enumerate() {
        for (givens, trace) in [(model.givens_in(at), model.trace_in(at)), (reading.givens, model.baseline_in(at))] {
            let fresh = Trace::new(givens);
            assert_eq!(fresh.len(), trace.len());
            for row in 0..fresh.len() {
                assert_eq!(format!("{:?}", fresh.reading(row)), format!("{:?}", trace.reading(row)), "reading {at}");
            }
        }
    }
    let fresh = Trace::new(screen.model.givens());
    assert_eq!(format!("{:?}", fresh.loss()), format!("{:?}", screen.model.trace().loss()));
    for (fresh, shown) in fresh.rows().zip(screen.model.trace().rows()) {
        assert_eq!(format!("{fresh:?}"), format!("{shown:?}"));
    }
    let fresh = Trace::new(&screen.model.state().scenario.givens);
    for (fresh, shown) in fresh.rows().zip(screen.model.baseline().rows()) {
        assert_eq!(format!("{fresh:?}"), format!("{shown:?}"));
    }
}

/// A frame can be drawn; no number in it is a NaN or an infinity; no wide character is halved.
fn the_frame_is_whole(screen: &Screen) {
    let buffer = screen.buffer();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            if width::width(buffer[(x, y)].symbol()) == 2 {
                assert!(x + 1 < buffer.area.width, "a wide character at the edge");
                assert_eq!(buffer[(x + 1, y)].symbol(), " ", "a wide character is covered by half");
            }
        }
    }
    let text = screen.text();
    // A message may quote what was typed, an open field holds it; everything else is made from numbers and names.
    let scenario = &screen.model.state().scenario;
    let typed: Vec<&String> = scenario
        .all_readings()
        .flat_map(|reading| {
            let names = reading.names;
            let ids = reading.interventions.iter().map(|intervention| &intervention.id);
            names.slots.iter().chain(&names.words).chain(names.prefixes.iter().flatten()).chain(ids)
        })
        .collect();
    let named = typed.iter().any(|name| ["nan", "inf"].iter().any(|word| name.to_lowercase().contains(word)));
    if matches!(screen.model.mode(), Mode::Browsing) && screen.model.notice().is_none() && !named {
        for word in ["NaN", "nan", "inf", "-inf", "+inf"] {
            assert!(!text.split_whitespace().any(|found| found == word), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn anything_goes(which in 0..3_usize, all in proptest::collection::vec(doing(), 1..40)) {
        let opened = ["r72", "word-moves-all", "three-readings"][which];
        let mut screen = open(opened);
        for doing in &all {
            act(&mut screen, doing);
            the_frame_is_whole(&screen);
            nothing_is_stale(&screen);
        }
        // Undo leads back to the start, redo back again.
        screen.press("<C-c>").press("<Esc>");
        // On the translator's screens undo means nothing.
        screen.run("view flow");
        screen.effects.clear();
        // Which reading is shown is no change; undo and redo show the one that changes.
        let end = format!("{:?}", screen.model.state().showing(0));
        let mut steps = 0;
        while screen.run("undo").notice() != "nothing to undo" {
            steps += 1;
            assert!(steps < 1000);
        }
        let start = open(opened);
        prop_assert_eq!(&screen.model.state().showing(0), start.model.state());
        nothing_is_stale(&screen);
        for _ in 0..steps {
            screen.run("redo");
        }
        prop_assert_eq!(format!("{:?}", screen.model.state().showing(0)), end);
        nothing_is_stale(&screen);
        // Two Ctrl-C always leave.
        screen.press("<C-c><C-c>");
        prop_assert_eq!(screen.effects.last(), Some(&Effect::Quit));
    }

    /// Whatever has been done to any of the readings: saving writes all of it, and then nothing is unsaved.
    #[test]
    fn what_is_saved_is_what_is_there(all in proptest::collection::vec(doing(), 1..25)) {
        let mut screen = open("three-readings");
        all.iter().for_each(|doing| act(&mut screen, doing));
        screen.press("<C-c>").press("<Esc>").press("<Esc>");
        screen.effects.clear();
        let before = screen.model.state().clone();
        screen.run("save x.toml");
        if matches!(screen.model.mode(), Mode::Asking(Question::SaveEdits(_))) {
            screen.press("<Enter>");
        }
        let Some(Effect::Save { path, before: document, scenario, .. }) = screen.effects.pop() else {
            panic!("nothing is saved: {}", screen.notice());
        };
        let text = patch_or_rewrite(&document.text, &document.saved, &scenario);
        prop_assert!(!text.rewritten, "{}", text.text);
        let read = read(&text.text, "x.toml").map_err(|problems| TestCaseError::fail(problems[0].to_string()))?;
        prop_assert!(read.same_file(&scenario));
        screen.model.take(Outcome::Saved(Box::new(Document::new(Some(path), text.text, *scenario))));
        prop_assert!(!screen.model.is_unsaved());
        nothing_is_stale(&screen);
        // Every reading is as it was on the screen, and so is the branch chosen in it.
        let now = screen.model.state();
        prop_assert_eq!(now.scenario.shown(), before.scenario.shown());
        for reading in 0..3 {
            prop_assert_eq!(now.desk(reading).branch, before.desk(reading).branch);
            prop_assert!(now.desk(reading).givens == before.desk(reading).givens);
        }
    }

    #[test]
    fn a_key_string_reads_and_writes(text in "\\PC{0,20}") {
        let keys = Key::of_text(&text);
        let written: String = keys.iter().map(ToString::to_string).collect();
        prop_assert_eq!(Key::of_text(&written), keys);
    }
}

/// A branch, however it is reached and whatever was done before, is the baseline with its own settings.
#[test]
fn a_branch_is_always_the_same() {
    for before in ["", "5<Enter>", "<Tab>7<Enter>", "<F4>]]]", "s<Esc>m"] {
        let mut screen = open("r72");
        screen.press(before).press("<F3>");
        let mut plain = open("r72");
        plain.press("<F3>");
        assert!(screen.model.givens() == plain.model.givens(), "{before}");
    }
}
