//! The built-in tours: every step can be carried out, shows what its text tells, and can be read on a small screen.

mod support;

use serde_json::Value as Json;
use std::collections::HashMap;
use std::fs;
use support::facts::{bits, scenario, top};
use support::steps::{LANGS, at, attention, number, numbers, probabilities, say, says, shows};
use support::{Screen, open};
use twoaxes::engine::{Mark, Stage};
use twoaxes::explorer::{Focus, Panel, Reveal, Revealed, Tone, tour};
use twoaxes::scenario::{Scenario, builtin};
use twoaxes::words::{Lang, width};

/// The built-in scenarios with a tour, in the order in which one leads to the next.
const TOURS: [&str; 15] = [
    "r72",
    "two-causes",
    "same-place-other-content",
    "rounding-waits",
    "sentence",
    "q-cancels",
    "wrong-axis",
    "masks",
    "three-readings",
    "weight-is-not-importance",
    "reading-can-be-taught",
    "decoder-step",
    "reading-emerges",
    "right-words-wrong-map",
    "first-read-uniform",
];

/// Those that train a translator.
const OF_THE_TRANSLATOR: [&str; 4] = ["decoder-step", "reading-emerges", "right-words-wrong-map", "first-read-uniform"];

/// The slots of a scenario, those of all its readings.
fn slots(scenario: &Scenario) -> Vec<String> {
    scenario.all_readings().flat_map(|reading| reading.names.slots.clone()).collect()
}

fn context(screen: &Screen) -> Vec<f64> {
    numbers(screen, 2, Focus::Context)
}

#[track_caller]
fn close(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(want) {
        assert!((got - want).abs() <= 1e-12 * want.abs().max(1.0), "{got} for {want}");
    }
}

/// Every number on the screen is the lesson's, computed apart from the program.
#[track_caller]
fn is_case(screen: &Screen, name: &str) {
    let cases: Json =
        serde_json::from_str(&fs::read_to_string("tests/oracle/cases.json").expect("cases")).expect("json");
    let named = |case: &&Json| case["given"]["name"] == name;
    let row = &cases.as_array().expect("a list").iter().find(named).expect("the case")["expect"]["rows"][0];
    let want = |field: &str| -> Vec<f64> {
        row[field].as_array().expect(field).iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    close(&numbers(screen, 3, Focus::Score), &want("scores"));
    close(&attention(screen), &want("attention"));
    close(&context(screen), &want("context"));
    close(&numbers(screen, 3, Focus::Logit), &want("logits"));
    close(&probabilities(screen), &want("probabilities"));
    close(&[number(screen, Focus::Loss)], &[row["loss"].as_f64().expect("a loss")]);
}

/// What a step says, after its place in the tour, in lines of so many cells.
fn wrapped(scenario: &Scenario, at: usize, lang: Lang, cells: usize) -> Vec<String> {
    let place = match lang {
        Lang::En => format!("step {}/{}", at + 1, scenario.steps.len()),
        Lang::Zh => format!("第 {}/{} 步", at + 1, scenario.steps.len()),
    };
    width::wrap(&format!("{place}  {}", scenario.steps[at].say.get(lang)), cells)
}

#[test]
fn all_that_is_done_in_a_tour_can_be_done() {
    for builtin in builtin::ALL {
        let scenario = builtin.scenario();
        assert_eq!(!scenario.steps.is_empty(), TOURS.contains(&builtin.id), "{}", builtin.id);
        let faults: Vec<String> = tour::faults(&scenario)
            .iter()
            .map(|fault| format!("{}:{} {}", builtin.id, fault.action.line, fault.text.en))
            .collect();
        assert!(faults.is_empty(), "{faults:?}");
        for (width, height) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let mut screen = open(builtin.id).sized(width, height);
            for at in 0..scenario.steps.len() {
                screen.run(&format!("step {}", at + 1));
                let refused = screen.model.notice().filter(|notice| notice.tone == Tone::Refused);
                assert!(refused.is_none(), "{} step {}: {refused:?}", builtin.id, at + 1);
            }
        }
    }
}

#[test]
fn texts_are_short_and_in_both_languages() {
    let is_hanzi = |c: &char| ('\u{4e00}'..'\u{a000}').contains(c);
    for id in TOURS {
        let scenario = scenario(id);
        let mut screen = open(id);
        for (at, step) in scenario.steps.iter().enumerate() {
            screen.press("<PageDown>");
            let (en, zh) = (step.say.get(Lang::En), step.say.get(Lang::Zh));
            assert!(en.chars().count() <= 170, "{id} {}: {}", step.id, en.chars().count());
            assert!((1..=85).contains(&zh.chars().filter(is_hanzi).count()), "{id} {}", step.id);
            // Names of slots are what they are in either language.
            let units = if OF_THE_TRANSLATOR.contains(&id) { "我昨天给了他一本书" } else { "" };
            let names = |c: &char| units.contains(*c) || slots(&scenario).iter().any(|slot| slot.contains(*c));
            assert!(!en.chars().filter(is_hanzi).any(|c| !names(&c)), "{id} {}: {en}", step.id);
            for lang in LANGS {
                for cells in [78, 58] {
                    let lines = wrapped(&scenario, at, lang, cells).len();
                    assert!(lines <= 3, "{id} {} is {lines} lines of {cells} cells in {}", step.id, lang.code());
                }
                // What stands above a panel is not scrolled.
                let lines = wrapped(&scenario, at, lang, 38).len();
                assert!(screen.model.panel().is_none() || lines <= 2, "{id} {} in {}", step.id, lang.code());
            }
            let hold = step.hold.expect("every step says how long it stays in a recording");
            assert!((2.0..=6.0).contains(&hold), "{id} {}: {hold}", step.id);
        }
    }
}

#[test]
fn each_tour_names_both_axes_says_once_that_it_is_made_up_and_ends_with_what_to_try() {
    for (place, id) in TOURS.iter().enumerate() {
        let scenario = scenario(id);
        // In the tours of the translator one is trained, on sentences that are made up.
        let by_hand = !OF_THE_TRANSLATOR.contains(id);
        for (lang, axes, phrases) in [
            (
                Lang::En,
                ["source axis", "vocab axis"],
                if by_hand { vec!["picked by hand", "no translator was trained"] } else { vec!["made-up sentences"] },
            ),
            (
                Lang::Zh,
                ["源轴", "词表轴"],
                if by_hand { vec!["手工挑", "不是训练出来的翻译器"] } else { vec!["造出来的句子"] },
            ),
        ] {
            let told: Vec<&str> = scenario.steps.iter().map(|step| step.say.get(lang)).collect();
            for axis in axes {
                assert!(told.iter().any(|text| text.contains(axis)), "{id}: {axis}");
            }
            for phrase in phrases {
                assert_eq!(told.iter().filter(|text| text.contains(phrase)).count(), 1, "{id}: {phrase}");
            }
            let last = told.last().expect("steps");
            for key in ["Tab", "u ", "? "] {
                assert!(last.contains(key), "{id}: {key} is not in {last}");
            }
            if let Some(next) = TOURS.get(place + 1) {
                assert!(last.contains(&format!(":open {next}")), "{id}: {last}");
            }
        }
    }
}

#[test]
fn who_has_no_tour_is_sent_to_one() {
    let mut screen = open("read");
    screen.run("step 1");
    let told = screen.notice();
    assert!(told.contains("has no tour"), "{told}");
    let named = |id: &&str| told.contains(&format!("open {id} "));
    assert!(TOURS.iter().any(named), "{told}");
}

/// On every size, pressing PageDown alone brings every line of every text on the screen before the next step comes.
#[test]
fn every_text_can_be_read_to_its_end() {
    for (columns, rows) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        for lang in LANGS {
            for id in TOURS {
                let scenario = scenario(id);
                let mut screen = open(id).sized(columns, rows).in_lang(lang);
                screen.press("<PageDown>");
                for at in 0..scenario.steps.len() {
                    let mut seen = String::new();
                    while screen.model.tour_step().map(|(at, _)| at) == Some(at) {
                        seen.push_str(&screen.text());
                        let before = screen.text();
                        screen.press("<PageDown>");
                        if screen.text() == before || !screen.notice().is_empty() {
                            break;
                        }
                    }
                    for line in wrapped(&scenario, at, lang, usize::from(columns) - 2) {
                        assert!(seen.contains(&line), "{id} step {} at {columns}x{rows}: {line:?}\n{seen}", at + 1);
                    }
                }
            }
        }
    }
}

/// A step looks the same whether it is come to with a clicker or by its name, and no number moves on the way: a view has
/// its lines where it had them when it was last shown, turned as it was then.
#[test]
fn steps_are_replayed_cleanly_and_nothing_jumps() {
    for id in TOURS {
        let mut clicked = open(id).sized(80, 24);
        clicked.press("<PageDown>");
        // A step may show another reading, or another view; what it comes back to is where it was.
        let mut known = HashMap::new();
        for step in scenario(id).steps.iter() {
            let model = &clicked.model;
            let seen = (model.state().scenario.shown(), model.view().name(), model.is_transposed());
            let rows = model.layout().map(|layout| layout.rows);
            let places = *known.entry(seen).or_insert(rows);
            let mut named = open(id).sized(80, 24);
            at(&mut named, &step.id);
            assert_eq!(clicked.text(), named.text(), "{id} {}", step.id);
            assert_eq!(rows, places, "{id} {}", step.id);
            clicked.press("<PageDown>");
        }
        assert!(clicked.notice().contains("last step"), "{id}: {}", clicked.notice());
    }
}

#[test]
fn every_step_can_be_spelled_in_ascii() {
    for id in TOURS {
        let mut screen = open(id);
        screen.run("ascii on");
        let scenario = scenario(id);
        // A slot's name is what it is: one is called 。, which takes two cells everywhere; so is a unit's.
        let named = |c: char| {
            let of_translator = OF_THE_TRANSLATOR.contains(&id) && c == '。';
            of_translator || slots(&scenario).iter().any(|slot| slot.contains(c))
        };
        for step in scenario.steps.iter() {
            at(&mut screen, &step.id);
            let spelled = |c: &char| c.is_ascii() || ('\u{4e00}'..'\u{a000}').contains(c) || named(*c);
            let strange: String = screen.text().chars().filter(|c| !spelled(c)).collect();
            assert_eq!(strange, "", "{id} {}:\n{}", step.id, screen.text());
        }
    }
}

#[test]
fn every_frame() {
    for id in TOURS {
        for lang in LANGS {
            let mut frames = String::new();
            for step in scenario(id).steps.iter() {
                let mut screen = open(id).in_lang(lang);
                at(&mut screen, &step.id);
                frames.push_str(&format!("[{}]\n{}\n\n", step.id, screen.text()));
            }
            insta::assert_snapshot!(format!("{id}-{}", lang.code()), frames);
        }
    }
}

#[test]
fn r72_goes_through_the_stages_one_by_one() {
    let mut screen = open("r72");
    let steps = [
        ("axes", None, Focus::Query(0)),
        ("query", None, Focus::Query(0)),
        ("scores", Some(Reveal::Scores), Focus::Score(0)),
        ("attention", Some(Reveal::Attention), Focus::Attention(0)),
        ("values", Some(Reveal::Weighted), Focus::Weighted(0, 0)),
        ("context", Some(Reveal::Context), Focus::Context(0)),
        ("logits", Some(Reveal::Logits), Focus::Logit(0)),
        ("words", Some(Reveal::Probabilities), Focus::Probability(0)),
        ("loss", Some(Reveal::Loss), Focus::Loss),
        ("yours", Some(Reveal::Loss), Focus::Query(0)),
    ];
    let figures = [
        (Reveal::Attention, "0.422319"),
        (Reveal::Weighted, "0.844638"),
        (Reveal::Context, "1.266956"),
        (Reveal::Logits, "2.533913"),
        (Reveal::Probabilities, "0.702690"),
        (Reveal::Loss, "0.352840"),
    ];
    assert_eq!(scenario("r72").steps.len(), steps.len());
    for (id, last, focus) in steps {
        at(&mut screen, id);
        assert_eq!(screen.model.revealed(), last.map_or(Revealed::NOTHING, Revealed::up_to), "{id}");
        assert_eq!(screen.model.focus(), focus, "{id}");
        assert_eq!(screen.model.state().branch, None);
        is_case(&screen, "r72-baseline");
        for (stage, figure) in figures {
            let due = last.is_some_and(|last| stage <= last);
            assert_eq!(screen.text().contains(figure), due, "{id}: {figure}\n{}", screen.text());
        }
    }
    shows(&screen, &["0.155362", "0.621450", "1.466087", "0.241553", "0.055757"]);
    // A guess is asked for while the answer is still hidden.
    for step in ["query", "context"] {
        let [en, zh] = say(&scenario("r72"), step);
        assert!(en.contains("Decide") && zh.contains("先想好"), "{en} {zh}");
    }
}

#[test]
fn two_causes_each_from_the_baseline() {
    let mut screen = open("two-causes");
    for step in ["start", "guess-q", "guess-v2", "apart", "yours"] {
        at(&mut screen, step);
        assert_eq!(screen.model.state().branch, None, "{step}");
        is_case(&screen, "r72-baseline");
    }
    let baseline = attention(&screen);

    for step in ["only-q", "still"] {
        at(&mut screen, step);
        assert_eq!(screen.model.state().branch, Some(0), "{step}");
        is_case(&screen, "r72-only-q");
        shows(&screen, &["0.155362*", "0.422319*", "0.733044*", "2.533913*", "0.241553*", "0.702690*"]);
    }
    let comparison = screen.model.comparison();
    for stage in [Stage::Scores, Stage::Attention, Stage::Context, Stage::Logits, Stage::Probabilities, Stage::Loss] {
        assert_eq!(comparison.stage(0, stage), Mark::Moved, "{stage:?}");
    }
    // The numbers told to have kept every bit.
    assert_eq!(screen.model.focus(), Focus::Score(2));
    assert_eq!((comparison.score(0, 2), comparison.logit(0, 2)), (Mark::Same, Mark::Same));
    let column: Vec<f64> = (0..2).map(|d| number(&screen, Focus::Head(d, 2))).collect();
    assert_eq!(column, [0.0, 0.0]);

    for step in ["only-v2", "content"] {
        at(&mut screen, step);
        assert_eq!(screen.model.state().branch, Some(1), "{step}");
        is_case(&screen, "r72-only-v2");
        shows(&screen, &["0.422319=", "0.155362=", "1.266956=", "2.087537*"]);
    }
    let comparison = screen.model.comparison();
    for (stage, mark) in [
        (Stage::Scores, Mark::Same),
        (Stage::Attention, Mark::Same),
        (Stage::Context, Mark::Moved),
        (Stage::Probabilities, Mark::Moved),
        (Stage::Loss, Mark::Moved),
    ] {
        assert_eq!(comparison.stage(0, stage), mark, "{stage:?}");
    }
    assert_eq!(bits(&attention(&screen)), bits(&baseline));
    assert_eq!(screen.model.focus(), Focus::Context(1));
    let before = screen.model.number_before(0, Focus::Context(1)).expect("a number");
    close(&[number(&screen, Focus::Context(1)) - before], &[4.0 * baseline[1]]);
}

#[test]
fn the_same_place_carries_other_content() {
    let mut screen = open("same-place-other-content");
    at(&mut screen, "guess");
    assert_eq!(screen.model.focus(), Focus::Value(0, 0));
    is_case(&screen, "r72-baseline");
    let baseline = (attention(&screen), context(&screen), probabilities(&screen));

    for (step, focus) in
        [("reading", Focus::Attention(0)), ("context", Focus::Context(0)), ("words", Focus::Probability(1))]
    {
        at(&mut screen, step);
        assert_eq!((screen.model.state().branch, screen.model.focus()), (Some(0), focus), "{step}");
        assert_eq!(bits(&attention(&screen)), bits(&baseline.0));
        assert!(context(&screen).iter().zip(&baseline.1).all(|(now, before)| (now - before).abs() > 0.5));
        assert_eq!((top(&baseline.2), top(&probabilities(&screen))), (0, 1), "another word is on top");
        let value = |j: usize, d: usize| number(&screen, Focus::Value(j, d));
        assert_eq!(([value(0, 0), value(0, 1)], [value(1, 0), value(1, 1)]), ([0.0, 4.0], [2.0, 0.0]), "swapped");
    }
    let swapped = (context(&screen), probabilities(&screen));

    for (step, focus) in [("place", Focus::Attention(1)), ("two-ways", Focus::Context(0))] {
        at(&mut screen, step);
        assert_eq!((screen.model.state().branch, screen.model.focus()), (Some(1), focus), "{step}");
        assert_eq!(number(&screen, Focus::Value(0, 0)), 2.0, "the values are as they were");
        is_case(&screen, "r72-only-q");
        assert_eq!(screen.model.comparison().stage(0, Stage::Attention), Mark::Moved);
        close(&context(&screen), &swapped.0);
        close(&probabilities(&screen), &swapped.1);
    }
    at(&mut screen, "yours");
    is_case(&screen, "r72-baseline");
}

#[test]
fn rounding_waits_until_a_number_is_shown() {
    let rounded = |number: f64, digits: usize| format!("{number:.digits$}").parse::<f64>().expect("a number");
    let scenario = scenario("rounding-waits");
    let mut screen = open("rounding-waits");
    at(&mut screen, "guess");
    is_case(&screen, "r72-baseline");
    let weights: Vec<f64> = attention(&screen).into_iter().map(|weight| rounded(weight, 2)).collect();
    let written: Vec<String> = weights.iter().map(|weight| format!("{weight:.2}")).collect();
    says(&scenario, "guess", &written);
    close(&[weights.iter().sum()], &[1.0]);
    assert_eq!(screen.model.focus(), Focus::Context(0));

    let coarse = |screen: &Screen| -> Vec<f64> {
        (0..2).map(|d| (0..3).map(|j| weights[j] * number(screen, Focus::Value(j, d))).sum()).collect()
    };
    at(&mut screen, "context");
    let given = coarse(&screen);
    let off: Vec<f64> = given.iter().zip(context(&screen)).map(|(coarse, full)| (coarse - full).abs()).collect();
    let [c, off] = [given, off];
    says(
        &scenario,
        "context",
        &[format!("({:.2}, {:.2})", c[0], c[1]), format!("{:.3}", off[0]), format!("{:.3}", off[1])],
    );

    at(&mut screen, "panel");
    assert_eq!(screen.model.panel(), Some(&Panel::Laws));
    // What the panel observes, from numbers computed now, on any screen.
    for (columns, rows) in [(60, 18), (80, 24)] {
        screen = screen.sized(columns, rows);
        shows(&screen, &["- two-decimal", "(1.260000, 1.480000)"]);
    }

    at(&mut screen, "close-call");
    assert_eq!((screen.model.panel(), screen.model.state().branch), (None, Some(0)));
    let c = coarse(&screen);
    let logits: Vec<f64> =
        (0..3).map(|w| (0..2).map(|d| c[d] * number(&screen, Focus::Head(d, w))).sum::<f64>()).collect();
    says(&scenario, "close-call", &[format!("{:.2}", logits[0]), format!("{:.3}", logits[1])]);
    assert_eq!((top(&probabilities(&screen)), top(&logits)), (0, 1), "him in full, book with two decimals");
    let p = probabilities(&screen);
    assert!(p[0] - p[1] < 0.02, "by little");

    at(&mut screen, "loss");
    is_case(&screen, "r72-baseline");
    assert!(matches!(screen.model.panel(), Some(Panel::Explanation { .. })));
    let p = rounded(probabilities(&screen)[0], 6);
    let full = number(&screen, Focus::Loss);
    assert_ne!(format!("{:.6}", -p.ln()), format!("{full:.6}"));
    says(&scenario, "loss", &[format!("{p:.6}"), format!("{:.6}", -p.ln()), format!("{full:.6}")]);
    // The explanation says it too, with the numbers of the screen.
    shows(&screen, &["0.702690", "0.352839", "0.352840"]);

    at(&mut screen, "yours");
    assert_eq!((screen.model.panel(), screen.model.state().branch), (None, None));
    screen.press("1/3<Enter>");
    shows(&screen, &["≈"]);
}
