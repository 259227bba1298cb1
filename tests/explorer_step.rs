//! A step of the translator opened in the main explorer: its figures are the decoder's, and what is changed there is
//! shown by the direct path and in full.

mod support;

use std::sync::{Arc, LazyLock};
use support::{Screen, open};
use twoaxes::engine::{Cell, Tensor as Given, dot};
use twoaxes::explorer::{Effect, Mode, NoEffect, Origin, Outcome, Panel, Translating, View};
use twoaxes::scenario;
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::{
    Design, FirstState, Interface, PAD, Parameters, Passage, Plan, Schedule, Tensor, Timing, Training,
};
use twoaxes::words::{Lang, number};

/// Trained a little: enough for weights that differ.
static TRAINED: LazyLock<Arc<Parameters>> = LazyLock::new(|| of_design(Design::default(), 300));

fn of_design(design: Design, steps: usize) -> Arc<Parameters> {
    let corpus = Corpus::lesson();
    let plan = Plan { design, seed: 4, schedule: Schedule { steps, ..Schedule::default() }, ..Plan::default() };
    let mut training = Training::new(plan, &corpus).expect("a translator");
    for _ in 0..steps {
        training.step(&corpus.train).expect("a step");
    }
    Arc::new(training.parameters().clone())
}

fn update_then_read() -> Design {
    Design {
        interface: Interface::Dynamic { timing: Timing::UpdateThenRead, query_bias: true },
        first_state: FirstState::FromEncoder,
        ..Design::default()
    }
}

fn decoder(parameters: &Arc<Parameters>, sentence: usize, step: usize) -> Screen {
    let mut screen = open("r72");
    screen.run("translate");
    screen.model.show_parameters(Arc::clone(parameters), Origin::Trained { seed: 4, sentences: 1200 });
    screen.run(&format!("translate {sentence}")).run(&format!("decode {step}"));
    screen
}

/// The lesson's word `him`, opened.
fn opened() -> Screen {
    let mut screen = decoder(&TRAINED, 1, 3);
    screen.press("O").run("decode open");
    assert_eq!(screen.model.view(), View::Flow, "{}", screen.notice());
    screen.press("<Esc>");
    screen
}

fn of(screen: &Screen) -> &Translating {
    screen.model.translating().expect("opened")
}

/// A number in all digits the screen ever shows.
fn told(number: f64) -> String {
    number::derived(number, 9)
}

/// What the decoder has at the step, and what the explorer has of it, as they are shown.
fn agrees(screen: &Screen) {
    let (of, model) = (of(screen), &screen.model);
    let (passage, t) = (of.passage(), of.step());
    let row = model.trace().get(0).expect("a row");
    let all = |numbers: &[f64]| numbers.iter().copied().map(told).collect::<Vec<_>>();
    assert_eq!(all(row.attention.as_ref().expect("weights").weights()), all(passage.attention(t).expect("reads")));
    assert_eq!(all(row.context.as_ref().expect("a context")), all(passage.context(t)));
    let logits: Vec<f64> = row.logits.as_ref().expect("logits").iter().map(|z| z.expect("a score")).collect();
    assert_eq!(all(&logits), all(passage.logits(t)));
    assert_eq!(all(row.probabilities.as_ref().expect("words").weights()), all(passage.probabilities(t)));
    let scores = row.scores.as_ref().expect("scores");
    for (place, score) in scores.iter().enumerate() {
        let masked = of.sentence().source[place] == PAD;
        let own = passage.scores(t).expect("reads")[place];
        assert_eq!(score.map(told), (!masked).then(|| told(own)), "place {place}");
    }
    let target = of.target(t).expect("a reference");
    assert_eq!(told(row.loss.expect("a loss").expect("defined")), told(passage.loss(t, target)));
}

/// z = c' G' + b' + W_h (h' − h) and its softmax, from the givens on the screen alone and the cell run again.
fn in_full(screen: &Screen, passage: &Passage, parameters: &Parameters, t: usize) -> Vec<f64> {
    let givens = screen.model.givens();
    let context = screen.model.trace().get(0).expect("a row").context.as_ref().expect("defined").to_vec();
    let h = passage.with_context(parameters, t, &context).expect("numbers").h;
    let d = h.len();
    let logits: Vec<f64> = (0..givens.words())
        .map(|word| {
            let own = |tensor, i, j| givens.get(Cell::new(tensor, i, j)).expect("a number");
            let by_context: f64 = (0..d).map(|i| context[i] * own(Given::Head, i, word)).sum();
            let before = passage.decoder().h(t + 1);
            let moved: Vec<f64> = h.iter().zip(before).map(|(now, was)| now - was).collect();
            by_context + own(Given::Bias, 0, word) + dot(&parameters.row(Tensor::Output, word)[..d], &moved)
        })
        .collect();
    let highest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logits.iter().map(|z| (z - highest).exp()).sum();
    logits.iter().map(|z| (z - highest).exp() / sum).collect()
}

#[test]
fn its_figures_are_the_decoders_in_every_digit() {
    for (design, parameters) in
        [(Design::default(), Arc::clone(&TRAINED)), (update_then_read(), of_design(update_then_read(), 60))]
    {
        for sentence in [1, 7, 600] {
            let steps = of(&decoder(&parameters, sentence, 1)).steps();
            for step in 1..=steps {
                let mut screen = decoder(&parameters, sentence, step);
                screen.run("decode open");
                assert_eq!(screen.model.view(), View::Flow, "{design:?} {step}: {}", screen.notice());
                agrees(&screen);
                let effect = screen.model.step_effect().expect("opened").expect("defined");
                let before = of(&screen).passage().probabilities(step - 1);
                for (word, was) in before.iter().enumerate() {
                    assert_eq!(told(effect.full.get(word)), told(*was), "{step} {word}");
                }
            }
        }
    }
    // With units that are masked.
    let mut screen = decoder(&TRAINED, 1, 1);
    screen.run("translate 我 昨天 给 了 他 一 本 书 。 <pad> <pad>").run("decode 3").run("decode open");
    assert_eq!(screen.model.view(), View::Flow, "{}", screen.notice());
    agrees(&screen);
}

#[test]
fn opened_and_changed_on_the_screen() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let mut screen = opened().sized(columns, lines).in_lang(lang);
            let frame = |screen: &Screen, what: &str| {
                let text = if columns == 80 { screen.snapshot() } else { screen.text() };
                insta::assert_snapshot!(format!("step-{what}-{columns}x{lines}-{}", lang.code()), text);
            };
            frame(&screen, "opened");
            screen.run("mask 5");
            screen.press("<Esc>");
            frame(&screen, "masked");
            screen.run("decode effect");
            frame(&screen, "effect");
        }
    }
}

#[test]
fn what_is_changed_is_direct_here_and_in_full_beside_it() {
    for (design, parameters) in
        [(Design::default(), Arc::clone(&TRAINED)), (update_then_read(), of_design(update_then_read(), 60))]
    {
        let through_state = design.timing() == Some(Timing::ReadThenUpdate);
        for change in [
            "set q[1] 3",
            "mask 5",
            "set v2[3] -2",
            "nudge G[1,him] +0.5",
            "set bias1[him] 2",
            "set k5[1] 4",
            "scorer dot",
        ] {
            let mut screen = decoder(&parameters, 1, 3);
            screen.run("decode open").run(change);
            assert!(screen.model.is_edited(), "{change}: {}", screen.notice());
            let (passage, t) = (of(&screen).passage().clone(), 2);
            let effect = screen.model.step_effect().expect("opened").expect("defined");
            assert_eq!(effect.through_state, through_state);
            let row = screen.model.trace().get(0).expect("a row");
            let direct = row.probabilities.as_ref().expect("words").weights();
            assert_eq!(effect.direct.weights(), direct, "{change}");
            let full = in_full(&screen, &passage, &parameters, t);
            for (word, want) in full.iter().enumerate() {
                let own = effect.full.get(word);
                assert!((own - want).abs() <= 1e-12 * want.max(1e-3), "{change} {word}: {own} {want}");
                if !through_state {
                    assert_eq!(told(own), told(direct[word]), "{change} {word}");
                }
            }
            let him = of(&screen).target(t).expect("a reference");
            let line = |number: f64| number::derived(number, 8).trim().to_owned();
            screen = screen.sized(120, 36);
            let text = screen.text();
            let said = if through_state {
                format!(
                    "direct path: p(him) = {}; in full, with c in the state too: {} (it was {})",
                    line(direct_of(&screen, him)),
                    line(effect.full.get(him)),
                    line(passage.probabilities(t)[him])
                )
            } else {
                format!(
                    "p(him) = {} (it was {}); it reads after it updates: the direct path is the whole of it",
                    line(direct_of(&screen, him)),
                    line(passage.probabilities(t)[him])
                )
            };
            assert!(text.contains(&said), "{change}: {said}\n{text}");
            // A change of what c is not in leaves the state alone; one of c does not.
            let only_head = change.contains('G') || change.contains("bias");
            let same = (0..full.len()).all(|word| told(effect.full.get(word)) == told(effect.direct.get(word)));
            assert_eq!(same, only_head || !through_state, "{change}");
        }
    }
}

fn direct_of(screen: &Screen, word: usize) -> f64 {
    screen.model.trace().get(0).expect("a row").probabilities.as_ref().expect("words").get(word)
}

#[test]
fn undo_brings_the_step_back_as_it_was_opened() {
    let mut screen = opened();
    let unchanged = screen.text();
    let said = "a step of the translator; a change here is the direct path c → z only";
    assert!(unchanged.contains(said), "{unchanged}");
    screen.run("set q[1] 3");
    let changed = screen.text();
    assert!(changed.contains("in full, through the state:") && !changed.contains(said), "{changed}");
    screen.run("undo").press("<Esc>");
    assert!(screen.text().contains(said), "{}", screen.text());
    screen.run("redo");
    assert!(screen.text().contains("in full, through the state:"), "{}", screen.text());
    // A baseline that is pinned later is not the decoder's step.
    screen.run("pin");
    assert!(screen.text().contains("in full, through the state:"), "{}", screen.text());
}

#[test]
fn after_a_change_of_shape_it_is_no_longer_that_step() {
    let no_longer = "this is no longer the decoder's step";
    for change in
        ["remove slot 2", "add slot", "remove word 7", "add word", "add row", "remove value 1", "remove key 1"]
    {
        let mut screen = opened().sized(120, 36);
        let before = screen.model.givens().clone();
        screen.run(change);
        assert!(screen.model.givens() != &before, "{change}: {}", screen.notice());
        assert!(screen.text().contains(no_longer), "{change}\n{}", screen.text());
        assert_eq!(screen.model.step_effect().expect("opened").err(), Some(NoEffect::NotThisStep), "{change}");
        screen.run("decode effect");
        assert!(screen.text().contains("has no full effect"), "{change}\n{}", screen.text());
        screen.run("undo");
        assert!(screen.model.step_effect().expect("opened").is_ok(), "{change}");
    }
    // One taken away and one put in its place make the same shape, not the same step.
    for [one, two] in [["remove word 7", "add word"], ["remove value 1", "add value"]] {
        let mut screen = opened();
        screen.run(one).run(two);
        assert_eq!(screen.model.step_effect().expect("opened").err(), Some(NoEffect::NotThisStep), "{one}");
    }
    // A name changes nothing.
    let mut screen = opened();
    screen.run("rename word 7 them2");
    assert!(screen.model.step_effect().expect("opened").is_ok(), "{}", screen.notice());
}

#[test]
fn what_is_hidden_is_not_told() {
    let mut screen = opened();
    screen.run("set q[1] 3").press("<Esc>").run("reveal none");
    let text = screen.text();
    assert!(!text.contains("in full") && !text.contains("direct p("), "{text}");
    screen.run("decode effect");
    let text = screen.text();
    assert!(!text.contains("in full"), "{text}");
    screen.run("reveal all");
    assert!(screen.text().contains("in full"), "{}", screen.text());
}

#[test]
fn edits_are_asked_about_before_a_step_is_opened() {
    let edited = || {
        let mut screen = opened();
        screen.run("set q[1] 3").run("translate").run("decode 5").run("decode open");
        assert!(matches!(screen.model.mode(), Mode::Asking(_)));
        assert!(screen.text().contains("There are unsaved edits. Open the step and drop them?"), "{}", screen.text());
        screen
    };
    let q = |screen: &Screen| screen.model.givens().get(Cell::new(Given::Queries, 0, 0)).expect("a number");
    for keys in ["n", "<Esc>", "x", "<Space>"] {
        let mut screen = edited();
        screen.press(keys);
        assert_eq!((q(&screen), screen.model.view()), (3.0, View::Decoder), "{keys}");
        assert!(screen.model.is_unsaved());
        screen.run("view flow");
        assert!(screen.model.step_effect().is_some());
    }
    for keys in ["y", "<Enter>"] {
        let mut screen = edited();
        screen.press(keys);
        assert_eq!((of(&screen).step(), screen.model.view()), (4, View::Flow), "{keys}");
        assert!(!screen.model.is_unsaved() && q(&screen) != 3.0);
        agrees(&screen);
    }
    let mut screen = edited();
    screen.press("s");
    assert_eq!(q(&screen), 3.0);
    assert!(matches!(screen.model.mode(), Mode::Palette(_)), "a name is asked for: {:?}", screen.model.mode());
    assert!(screen.effects.is_empty());
    // Nothing to ask where nothing would be lost.
    let mut screen = opened();
    screen.run("translate").run("decode 5").run("decode open");
    assert_eq!(screen.model.view(), View::Flow);
    agrees(&screen);
}

#[test]
fn it_is_saved_as_any_scenario_and_opens_again() {
    let mut screen = opened();
    screen.run("nudge q[1] +0.5").run("save step.toml");
    let Some(Effect::Save { scenario, before, .. }) = screen.effects.pop() else { panic!("{:?}", screen.effects) };
    let patched = scenario::save::patch_or_rewrite(&before.text, &before.saved, &scenario);
    let again = scenario::read(&patched.text, "step.toml").expect("a valid file");
    assert!(again.givens == *screen.model.givens(), "to the bit");
    assert_eq!(*again.names, *screen.model.names());
    // Opened as a file it is a scenario like any other.
    let text = patched.text.clone();
    let document = twoaxes::explorer::Document::new(None, text.as_str(), again);
    screen.model.take(Outcome::Opened(Box::new(document)));
    assert!(screen.model.step_effect().is_none());
    screen.run("decode effect");
    assert_eq!(screen.notice(), "no step of the translator is open: decode open");
}

#[test]
fn a_summary_that_is_fixed_cannot_be_opened() {
    let fixed = Design { interface: Interface::Fixed, ..Design::default() };
    let mut screen = decoder(&of_design(fixed, 4), 1, 3);
    let before = screen.model.givens().clone();
    screen.run("decode open");
    assert_eq!(screen.model.view(), View::Decoder);
    assert!(screen.model.givens() == &before && screen.model.step_effect().is_none());
    assert!(screen.notice().starts_with("the interface is fixed: no query"), "{}", screen.notice());
    screen.run("decode effect");
    assert_eq!(screen.notice(), "no step of the translator is open: decode open");
}

#[test]
fn the_panel_lists_what_moves_most_first() {
    let mut screen = opened().sized(120, 36);
    screen.run("mask 5").run("decode effect");
    assert_eq!(screen.model.panel(), Some(&Panel::StepEffect));
    let effect = screen.model.step_effect().expect("opened").expect("defined");
    let before = of(&screen).passage().probabilities(2);
    let mut words: Vec<usize> = (0..before.len()).collect();
    words.sort_by(|a, b| {
        let apart = |word: usize| (effect.full.get(word) - before[word]).abs();
        apart(*b).total_cmp(&apart(*a)).then(before[*b].total_cmp(&before[*a])).then(a.cmp(b))
    });
    let text = screen.text();
    let told = |p: f64| number::derived(p, 10).trim().to_owned();
    let lines: Vec<Vec<String>> = words
        .iter()
        .take(3)
        .map(|word| {
            let (was, direct, full) = (before[*word], effect.direct.get(*word), effect.full.get(*word));
            vec![of(&screen).word_name(*word).to_owned(), told(was), told(direct), told(full)]
        })
        .collect();
    let shown: Vec<Vec<String>> =
        text.lines().map(|line| line.split_whitespace().take(4).map(str::to_owned).collect()).collect();
    let first = shown.iter().position(|line| *line == lines[0]).expect(&text);
    assert_eq!(shown[first..first + 3], lines);
    screen.run("decode effect");
    assert_eq!(screen.model.panel(), None);
}

#[test]
fn an_intervention_that_leaves_no_number_says_so() {
    let mut screen = opened();
    for slot in 1..=9 {
        screen.run(&format!("mask {slot}"));
    }
    assert_eq!(screen.model.step_effect().expect("opened").err(), Some(NoEffect::Undefined));
    assert!(!screen.text().contains("NaN"));
    screen.run("decode effect");
    assert!(screen.text().contains("undefined here, so there is no effect to tell"), "{}", screen.text());
}
