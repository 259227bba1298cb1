//! Where a word's error goes and why it went wrong: the numbers of the two panels on the decoder screen.

mod support;

use std::sync::Arc;
use support::{Screen, open};
use twoaxes::explorer::{Origin, Panel, Translating, View};
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::{Design, Diagnosis, Interface, Parameters, Plan, Route, Schedule, Timing, Training};
use twoaxes::words::{Lang, number};

fn of_design(design: Design, steps: usize) -> Arc<Parameters> {
    let corpus = Corpus::lesson();
    let plan = Plan { design, seed: 6, schedule: Schedule { steps, ..Schedule::default() }, ..Plan::default() };
    let mut training = Training::new(plan, &corpus).expect("a translator");
    for _ in 0..steps {
        training.step(&corpus.train).expect("a step");
    }
    Arc::new(training.parameters().clone())
}

fn decoder(parameters: &Arc<Parameters>, sentence: &str, step: usize) -> Screen {
    let mut screen = open("r72");
    screen.run("translate");
    screen.model.show_parameters(Arc::clone(parameters), Origin::Trained { seed: 6, sentences: 400 });
    screen.run(&format!("translate {sentence}")).run(&format!("decode {step}"));
    assert_eq!(screen.model.view(), View::Decoder, "{}", screen.notice());
    screen
}

fn of(screen: &Screen) -> &Translating {
    screen.model.translating().expect("opened")
}

/// Every line of the panel that is open, whatever there is room for.
fn lines(screen: &Screen) -> Vec<String> {
    let docked = screen.model.docked(400);
    let below = docked.below.expect("a panel");
    (0..below.count()).map(|at| below.line(at).text()).collect()
}

fn short(number: f64) -> String {
    number::derived(number, 9).trim().to_owned()
}

fn dynamic(timing: Timing) -> Design {
    Design { interface: Interface::Dynamic { timing, query_bias: true }, ..Design::default() }
}

/// The way of a step from the library alone.
fn route_of(screen: &Screen, t: usize) -> Route {
    let of = of(screen);
    let taught = of.taught().expect("a reference");
    Route::of(of.parameters(), &taught.passage, of.sentence().target.as_deref().expect("a reference"), t)
}

#[test]
fn both_panels_on_a_failed_and_on_a_right_word() {
    let (little, more) = (of_design(Design::default(), 50), of_design(Design::default(), 700));
    for lang in [Lang::En, Lang::Zh] {
        for (columns, height) in [(60, 18), (80, 24), (120, 36)] {
            for (what, parameters) in [("failed", &little), ("right", &more)] {
                for panel in ["route", "diagnose"] {
                    let mut screen = decoder(parameters, "1", 4).sized(columns, height).in_lang(lang);
                    screen.run(&format!("decode {panel}"));
                    let text = if columns == 80 { screen.snapshot() } else { screen.text() };
                    insta::assert_snapshot!(format!("error-{panel}-{what}-{columns}x{height}-{}", lang.code()), text);
                }
            }
        }
    }
}

#[test]
fn the_way_is_told_in_the_numbers_of_the_route() {
    let designs = [
        Design::default(),
        dynamic(Timing::ReadThenUpdate),
        dynamic(Timing::UpdateThenRead),
        Design { interface: Interface::Fixed, ..Design::default() },
    ];
    for design in designs {
        let parameters = of_design(design, 50);
        for step in 1..=8 {
            let mut screen = decoder(&parameters, "1", step);
            screen.run("decode route");
            assert_eq!(screen.model.panel(), Some(&Panel::Route));
            let (lines, route) = (lines(&screen), route_of(&screen, step - 1));
            let symbol = |name: &str| {
                let head = format!("|∂L/∂{name}|");
                lines.iter().find(|line| line.starts_with(&head)).map(|line| line[head.len()..].trim().to_owned())
            };
            let says = |name: String, length: f64| {
                let line = symbol(&name).unwrap_or_else(|| panic!("{design:?} {name}: {lines:?}"));
                assert!(line.starts_with(&short(length)), "{design:?} {name}: {line}, {length}");
                line
            };
            says(format!("z{step}"), route.logits);
            let context = says(format!("c{step}"), route.context);
            assert!(context.contains(&format!("by the output {}", short(route.context_by_head))), "{context}");
            if let Some(by_cell) = route.context_by_cell {
                assert!(context.contains(&format!("by the cell's input {}", short(by_cell))), "{context}");
            }
            says(format!("h{step}"), route.state);
            says(format!("h{}", step - 1), route.state_before);
            let largest = |numbers: &[f64]| numbers.iter().copied().fold(0.0, f64::max);
            match &route.reading {
                Some(reading) => {
                    says(format!("α{step}"), reading.weights);
                    says(format!("e{step}"), reading.scores);
                    says(format!("q{step}"), reading.query);
                    says("v".to_owned(), largest(&reading.values));
                    says("k".to_owned(), largest(&reading.keys));
                    let asked = if design.timing() == Some(Timing::UpdateThenRead) { step } else { step - 1 };
                    let state = symbol(&format!("h{asked}")).expect("a state");
                    assert!(state.ends_with(&format!("by the query {}", short(reading.state_by_query))), "{state}");
                }
                None => {
                    assert!(!design.reads());
                    assert!(["α", "e", "q"].iter().all(|name| symbol(&format!("{name}{step}")).is_none()), "{lines:?}");
                }
            }
            // The strip has the same sizes in short, down to the narrowest screen that has one.
            let strip = screen.line(2);
            let size = |length: f64| number::derived(length, 6).trim().to_owned();
            assert!(strip.contains(&format!("L{step} → z {}", size(route.logits))), "{design:?}: {strip}");
            assert!(strip.contains(&format!("c {}", size(route.context))), "{design:?}: {strip}");
            assert!(strip.trim_end().ends_with(&format!("h{} {}", step - 1, size(route.state_before))), "{strip}");
            screen.run("decode route");
            assert_eq!(screen.model.panel(), None);
        }
    }
}

#[test]
fn at_a_first_step_from_nothing_the_weights_are_uniform_and_no_query_feels_it() {
    let mut screen = decoder(&of_design(Design::default(), 50), "1", 1);
    let reading = route_of(&screen, 0).reading.expect("it reads");
    assert!(of(&screen).is_uniform() && reading.state_by_query > 0.0);
    screen.run("decode diagnose");
    let lines = lines(&screen);
    assert!(lines[2].contains("the reading is uniform: ") && lines[2].contains("like every other unit"), "{lines:?}");
}

#[test]
fn four_questions_are_answered_with_the_numbers_of_the_diagnosis() {
    let designs = [
        Design::default(),
        dynamic(Timing::UpdateThenRead),
        Design { interface: Interface::Fixed, ..Design::default() },
    ];
    let mut seen = [false; 4];
    for design in designs {
        for steps in [50, 500] {
            let parameters = of_design(design, steps);
            for sentence in ["1", "9"] {
                let count = of(&decoder(&parameters, sentence, 1)).steps();
                for step in 1..=count {
                    let mut screen = decoder(&parameters, sentence, step);
                    screen.run("decode diagnose");
                    let (lines, of) = (lines(&screen), of(&screen));
                    let target = of.sentence().target.clone().expect("a reference");
                    let places: Vec<usize> =
                        of.sentence().alignment.as_ref().expect("aligned")[step - 1].positions().collect();
                    let found =
                        Diagnosis::of(&parameters, &of.sentence().source, &target, step - 1, &places).expect("numbers");
                    let p = |share: f64| number::derived(share, 8).trim().to_owned();
                    let nats = |number: f64| number::difference(number, 8).trim().to_owned();
                    let (right, rival) = (of.word_name(found.right), of.word_name(found.rival));
                    assert_eq!(lines.len(), 5, "{lines:?}");
                    let has = |line: usize, text: String| assert!(lines[line].contains(&text), "{text}: {lines:?}");
                    has(0, format!("p = {}", p(found.probabilities.0)));
                    has(0, rival.to_owned());
                    has(0, format!("p = {}", p(found.probabilities.1)));
                    let failed = found.probabilities.1 >= found.probabilities.0;
                    assert_eq!(lines[0].contains("is right and preferred"), !failed, "{lines:?}");
                    has(1, format!("p({right}) = {}", p(found.held.probability)));
                    match (&found.reached, found.held.place) {
                        (Some(reached), Some(place)) => {
                            has(1, of.unit_name(place).to_owned());
                            has(2, p(reached.weight));
                            if !reached.uniform && reached.above > 0 {
                                has(2, format!("{} with {}", of.unit_name(reached.highest.0), p(reached.highest.1)));
                                has(
                                    2,
                                    format!("; {} {}", reached.above, if reached.above == 1 { "is" } else { "are" }),
                                );
                                seen[0] = true;
                            }
                        }
                        _ => {
                            assert!(!design.reads());
                            has(2, "there is none: the summary is fixed".to_owned());
                            seen[1] = true;
                        }
                    }
                    let raised = found.raised;
                    has(
                        3,
                        format!(
                            "c adds {}, h {}, constants {}",
                            nats(raised.by_context),
                            nats(raised.by_state),
                            nats(raised.by_bias)
                        ),
                    );
                    has(
                        3,
                        format!("? {}: of z({right}) - z({rival})", if raised.by_context > 0.0 { "yes" } else { "no" }),
                    );
                    has(4, nats(found.searched.reference));
                    match found.searched.parted {
                        None => {
                            has(4, "kept by the search? yes".to_owned());
                            seen[2] = true;
                        }
                        Some(at) => {
                            has(4, format!("from word {} on", at + 1));
                            has(4, nats(found.searched.written));
                            seen[3] = true;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(seen, [true; 4], "every kind of answer");
}

#[test]
fn without_a_reference_there_is_no_error() {
    let mut screen = decoder(&of_design(Design::default(), 4), "我 我 给", 1);
    assert!(of(&screen).sentence().target.is_none());
    for panel in ["route", "diagnose"] {
        screen.run(&format!("decode {panel}"));
        assert_eq!(screen.model.panel(), None);
        assert_eq!(screen.notice(), "this sentence has no reference, so no word of it is wrong and no error to follow");
    }
    // A panel that is open when such a sentence comes says so too.
    let mut screen = decoder(&of_design(Design::default(), 4), "1", 1);
    screen.run("decode route").run("translate 我 我 给");
    assert!(!screen.text().contains("∂L/∂z"), "{}", screen.text());
}

#[test]
fn the_model_alone_is_diagnosed_by_the_reference() {
    // Words of its own going in, a longer translation than the reference: a step that the reference does not have.
    let mut screen = decoder(&of_design(Design::default(), 50), "1", 1);
    screen.run("decode diagnose").run("decode free");
    let steps = of(&screen).steps();
    let reference = of(&screen).sentence().target.as_ref().expect("a reference").len();
    for panel in ["diagnose", "route"] {
        for step in 1..=steps {
            screen.run(&format!("decode {step}"));
            let all = lines(&screen).join("\n");
            assert!(!all.contains("NaN"), "{all}");
            let head = if panel == "diagnose" { "held by the source?" } else { "The way of L_" };
            assert_eq!(all.contains(head), step <= reference, "{panel} {step}: {all}");
        }
        screen.run("decode route");
    }
}
