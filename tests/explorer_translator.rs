//! The decoder screen: what is drawn of a step, what keys do there, and that its numbers are explained.

mod support;

use safetensors::SafeTensors;
use std::sync::Arc;
use support::{Screen, of_text, open};
use twoaxes::engine::Trace;
use twoaxes::explain;
use twoaxes::explorer::step_scenario::{self, CannotOpen};
use twoaxes::explorer::{
    Action, Decode, Effect, Feeding, Middle, Object, Order, Origin, Spot, Theme, Translating, View, Which, update,
};
use twoaxes::scenario::builtin;
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::{
    Design, Encoder, FirstState, Initialisation, Interface, Parameters, Shapes, Sizes, SourceOrder, Tensor, Timing,
};
use twoaxes::words::{Lang, number, width};

const WIDTH: usize = 32;

fn shapes(design: Design) -> Arc<Shapes> {
    let corpus = Corpus::lesson();
    let (source_words, target_words) = (corpus.source.len(), corpus.target.len());
    let sizes = Sizes { width: WIDTH, embedding: WIDTH, source_words, target_words };
    Arc::new(Shapes::new(design, sizes).expect("a translator of these sizes"))
}

/// Trained apart from this program: 10,000 sentences from seed 1.
fn trained() -> Arc<Parameters> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/translator/lab32_trained.safetensors");
    let bytes = std::fs::read(path).expect("the stored parameters");
    let file = SafeTensors::deserialize(&bytes).expect("a file of tensors");
    let mut parameters = Parameters::zero(shapes(Design::default()));
    let tensors: Vec<Tensor> = parameters.shapes().tensors().collect();
    for tensor in tensors {
        let view = file.tensor(tensor.name()).expect("every tensor is stored");
        let numbers = view.data().chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().expect("8 bytes")));
        for (to, number) in parameters.get_mut(tensor).iter_mut().zip(numbers) {
            *to = number;
        }
    }
    Arc::new(parameters)
}

fn random(design: Design, seed: u64, bound: f64) -> Arc<Parameters> {
    Arc::new(Parameters::random(shapes(design), seed, Initialisation::Uniform(bound)))
}

/// The lesson's sentence with the trained parameters.
fn screen() -> Screen {
    let mut screen = open("r72");
    screen.run("translate");
    screen.model.show_parameters(trained(), Origin::Trained { seed: 1, sentences: 10_000 });
    screen
}

fn of_design(design: Design) -> Screen {
    let mut screen = open("r72");
    screen.run("translate");
    screen.model.show_parameters(random(design, 3, 1.0), Origin::Untrained { seed: 3 });
    screen
}

fn designs() -> Vec<Design> {
    let mut all = Vec::new();
    let dynamic = |timing, query_bias| Interface::Dynamic { timing, query_bias };
    let interfaces = [
        Interface::Fixed,
        dynamic(Timing::ReadThenUpdate, false),
        dynamic(Timing::ReadThenUpdate, true),
        dynamic(Timing::UpdateThenRead, false),
        dynamic(Timing::UpdateThenRead, true),
    ];
    for encoder in [Encoder::Bidirectional, Encoder::OneDirection] {
        for order in [SourceOrder::Forward, SourceOrder::Reversed] {
            for interface in interfaces {
                for first_state in [FirstState::Zero, FirstState::FromEncoder] {
                    all.push(Design { encoder, order, interface, first_state });
                }
            }
        }
    }
    all
}

fn dynamic(timing: Timing) -> Interface {
    Interface::Dynamic { timing, query_bias: false }
}

fn go(screen: &mut Screen, spot: Spot) {
    update(&mut screen.model, Action::Decode(Decode::Go(spot)));
}

fn translating(screen: &Screen) -> &Translating {
    screen.model.translating().expect("the decoder screen has been opened")
}

/// Without the sentence on the last action.
fn quiet(screen: &mut Screen) -> &mut Screen {
    if screen.model.notice().is_some() {
        screen.press("<Esc>");
    }
    assert_eq!(screen.model.view(), View::Decoder);
    screen
}

#[test]
fn the_first_and_the_third_step_in_both_languages_at_all_sizes() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            for step in [1, 3] {
                let mut frame = screen().sized(columns, lines).in_lang(lang);
                quiet(frame.run(&format!("decode {step}")).run("slot 他"));
                let text = if columns == 80 { frame.snapshot() } else { frame.text() };
                insta::assert_snapshot!(format!("decoder-step-{step}-{columns}x{lines}-{}", lang.code()), text);
            }
        }
    }
}

#[test]
fn objects_and_map_in_the_place_of_the_tables() {
    for lang in [Lang::En, Lang::Zh] {
        for part in ["objects", "map"] {
            let mut frame = screen().in_lang(lang);
            frame.run("decode 3").run("slot 他").run(&format!("decode {part}"));
            insta::assert_snapshot!(format!("decoder-{part}-{}", lang.code()), frame.snapshot());
            insta::assert_snapshot!(format!("decoder-{part}-60x18-{}", lang.code()), frame.sized(60, 18).text());
        }
    }
}

#[test]
fn untrained_in_light_in_ascii_and_explained() {
    let mut untrained = open("r72");
    insta::assert_snapshot!("decoder-untrained", untrained.press("Q").press("nn").snapshot());
    insta::assert_snapshot!("decoder-untrained-free", quiet(untrained.press("<Tab>")).text());
    insta::assert_snapshot!("decoder-light", quiet(&mut screen().in_theme(Theme::Light)).snapshot());
    let mut ascii = screen();
    insta::assert_snapshot!("decoder-ascii", quiet(ascii.run("ascii on").press("nn")).text());
    let one_cell = |c: &char| !c.is_ascii() && width::width(&c.to_string()) == 1;
    for part in ["tables", "objects", "map"] {
        let text = ascii.run(&format!("decode {part}")).text();
        assert_eq!(text.chars().filter(one_cell).collect::<String>(), "", "{text}");
    }
    let mut explained = screen();
    explained.press("nn").run("word him").press("x");
    insta::assert_snapshot!("decoder-explained", explained.text());
}

#[test]
fn other_designs_say_what_they_are() {
    let default = Design::default();
    let fixed = of_design(Design { interface: Interface::Fixed, ..default }).press("n").text();
    insta::assert_snapshot!("decoder-fixed", fixed);
    assert!(!fixed.contains("READ") && !fixed.contains("α_"), "{fixed}");
    let mut later = of_design(Design { interface: dynamic(Timing::UpdateThenRead), ..default });
    insta::assert_snapshot!("decoder-update-then-read", later.press("n").text());
    // The order of the strip is the design's: the state that asks is h2, what goes in beside the word is c1.
    assert!(later.line(1).contains("1 UPDATE [E(I); c1] → h2 → q2 → 2 READ c2 → 3 PREDICT y2"), "{}", later.line(1));
    let mut sooner = of_design(Design { interface: dynamic(Timing::ReadThenUpdate), ..default });
    sooner.press("n");
    assert!(sooner.line(1).contains("h1 → q2 → 1 READ c2 → 2 UPDATE [E(I); c2] → h2 → 3 PREDICT y2"));
    // At the first step nothing has been read yet.
    later.run("decode start");
    go(&mut later, Spot::Object(Object::Input));
    assert!(later.text().contains("c0 = 0"), "{}", later.text());
}

#[test]
fn only_the_first_read_of_a_state_of_nothing_is_called_uniform() {
    for design in designs() {
        let mut of = of_design(design);
        for step in 1..=3 {
            let text = of.run(&format!("decode {step}")).run("slot 1").text();
            let uniform = step == 1 && design.first_read_is_uniform();
            assert_eq!(text.contains("uniform"), uniform, "{design:?} step {step}\n{text}");
            let weights = translating(&of).passage().attention(step - 1);
            let same = weights.is_some_and(|weights| weights.iter().all(|weight| *weight == weights[0]));
            assert_eq!(same, uniform, "{design:?} step {step}: {weights:?}");
        }
    }
}

/// Every design, at every size, every step, every part: nothing panics, and nothing that is no number is shown.
#[test]
fn every_design_is_drawn_at_every_size() {
    let sizes = [(1, 1), (39, 12), (40, 12), (41, 14), (60, 18), (80, 24), (99, 50), (100, 30), (120, 36), (200, 60)];
    for (at, design) in designs().into_iter().enumerate() {
        let mut of = of_design(design);
        of.run(if at % 2 == 0 { "translate 2" } else { "translate \"我 昨天 <pad>\"" });
        for (columns, lines) in sizes {
            of = of.sized(columns, lines);
            for part in ["tables", "objects", "map"] {
                of.run(&format!("decode {part}"));
                for keys in ["", "n", "<Down>", "<Right>", "<Up>", "<Left>", "<End>", "<C-End>", "<C-f>", "<Tab>", "x"]
                {
                    let text = of.press(keys).text();
                    assert!(!text.contains("NaN") && !text.contains(" inf"), "{design:?} {columns}x{lines}\n{text}");
                    let spot = translating(&of).spot();
                    let at = of.model.layout().and_then(|layout| layout.decoder);
                    let place = at.map(|decoder| decoder.place(spot, translating(&of).step()));
                    assert!(
                        place.is_none_or(|place| place.is_some()),
                        "{columns}x{lines} {part} {keys}: {spot:?}\n{text}"
                    );
                }
            }
        }
    }
}

/// Languages differ in words only: every number stands where it stood.
#[test]
fn another_language_moves_no_number() {
    for size in [(60, 18), (80, 24), (120, 36)] {
        let frames = [Lang::En, Lang::Zh].map(|lang| {
            let mut frame = screen().sized(size.0, size.1).in_lang(lang);
            quiet(frame.run("decode 3"));
            let decoder = frame.model.layout().and_then(|layout| layout.decoder).expect("the decoder screen");
            let (first, lines) = decoder.body;
            (first..first + lines).map(|y| frame.line(y)).collect::<Vec<_>>()
        });
        assert_eq!(frames[0], frames[1]);
    }
}

#[test]
fn keys_step_feed_turn_and_choose_a_sentence() {
    let mut of = open("r72");
    of.press("Q");
    assert_eq!((of.model.view(), translating(&of).step()), (View::Decoder, 0));
    assert_eq!(translating(&of).sentence().which, Which::Test(0));
    for (keys, step) in [("n", 1), ("<Space>", 2), ("N", 1), ("<Backspace>", 0), ("<Backspace>", 0)] {
        assert_eq!(translating(of.press(keys)).step(), step, "{keys}");
    }
    assert!(of.notice().contains("first step"), "{}", of.notice());
    of.run("decode end").press("n");
    assert!(of.notice().contains("last of 8"), "{}", of.notice());
    of.press("<Tab>");
    assert_eq!(translating(&of).feeding(), Feeding::Own);
    of.press("<S-Tab>");
    assert_eq!(translating(&of).feeding(), Feeding::Teacher);
    for (keys, middle) in [("O", Middle::Objects), ("O", Middle::Map), ("O", Middle::Step)] {
        assert_eq!(translating(of.press(keys)).middle(), middle);
    }
    // A line of the map is a step.
    of.run("decode 3").run("decode map").press("<Down><Down><Up>");
    assert_eq!(translating(&of).step(), 3);
    of.run("decode tables").press("a");
    assert_eq!((translating(&of).sentence().which, translating(&of).step()), (Which::Test(1), 0));
    of.press("AA");
    assert!(of.notice().contains("first test"), "{}", of.notice());
    assert_eq!(translating(of.press("o")).order(), Order::Number);
    // What changes the scenario is not done unseen.
    let before = of.model.givens().clone();
    for keys in ["5", "]", "m", "t", "<Insert>", "<Delete>", "+"] {
        of.press(keys);
        assert!(of.notice().contains("translator"), "{keys}: {}", of.notice());
    }
    assert!(before.keys == of.model.givens().keys && before.queries == of.model.givens().queries);
    of.press("<Esc><Esc>");
    assert_eq!(of.model.view(), View::Flow);
    // It is where it was left; what is undone is seen on the scenario's own screen.
    of.run("set v1[1] 5").run("view decoder").press("u");
    assert_eq!(of.model.view(), View::Flow);
    of.run("view decoder");
    assert_eq!(translating(&of).sentence().which, Which::Test(0));
}

#[test]
fn typed_sentences() {
    let mut of = screen();
    of.run("translate \"他 今天 给 了 我 两 支 笔 。\"");
    let sentence = translating(&of).sentence().clone();
    assert_eq!((sentence.which, sentence.no_reference), (Which::Typed, None));
    let target = sentence.target.expect("the grammar can say it");
    assert_eq!(translating(&of).corpus().target.text(&target), "he gave me two pens today . <eos>");
    for (command, part) in [
        ("translate 我昨天", "units stand apart: 我 昨天"),
        ("translate \"我 明天 给\"", "unit 2, 明天, is not known; the nearest is"),
        ("translate \"我 <pad> 给\"", "<pad> may stand at the end only"),
        ("translate \"\"", "no unit was typed"),
        ("translate 601", "numbered 1 to 600; not 601"),
        ("translate 0", "translate [NUMBER"),
        ("decode 99", "numbered 1 to 8; not 99"),
        ("decode sideways", "decode next"),
    ] {
        of.run(command);
        assert!(of.notice().contains(part), "{command}: {}", of.notice());
        assert_eq!(translating(&of).sentence().source, sentence.source, "{command}: the sentence stays");
    }
    // What the grammar cannot say is translated without a teacher.
    of.run("translate \"我 昨天 给 了 他 一 本\"");
    assert!(of.notice().contains("no reference: after unit 7 the grammar wants"), "{}", of.notice());
    assert!(translating(&of).taught().is_none() && translating(&of).feeding() == Feeding::Own);
    of.run("decode teacher");
    assert!(of.notice().contains("no teacher"), "{}", of.notice());
    // Padding is masked: its weight is 0, and nothing else of the step changes.
    let weights = |of: &Screen| translating(of).passage().attention(2).expect("it reads").to_vec();
    of.run("translate 1").run("decode 3");
    let plain = weights(&of);
    of.run("translate \"我 昨天 给 了 他 一 本 书 。 <pad> <pad>\"").run("decode 3");
    assert_eq!(weights(&of), [&plain[..], &[0.0, 0.0]].concat());
    assert!(of.run("slot 11").text().contains("masked"), "{}", of.text());
    assert!(translating(&of).taught().is_some(), "its reference is that of the sentence without them");
}

#[test]
fn other_parameters_leave_sentence_step_and_cursor() {
    let mut of = open("r72");
    of.run("translate 5").run("decode 4");
    go(&mut of, Spot::Score(2));
    let before = translating(&of).passage().logits(3).to_vec();
    of.model.show_parameters(trained(), Origin::Trained { seed: 1, sentences: 10_000 });
    let now = translating(&of);
    assert_eq!((now.sentence().which, now.step(), now.spot()), (Which::Test(4), 3, Spot::Score(2)));
    assert_ne!(now.passage().logits(3), before);
    assert!(of.line(0).contains("after 10000 sentences"), "{}", of.line(0));
    // Numbers beyond f64 are told, not shown.
    of.model.show_parameters(random(Design::default(), 1, 1e307), Origin::File("huge".to_owned()));
    assert!(of.text().contains("beyond f64"), "{}", of.text());
    of.press("nNxO<Down><Tab>");
    assert!(!of.text().contains("NaN"), "{}", of.text());
}

#[test]
fn a_tour_sets_the_screen_up() {
    let text = builtin::find("r72").expect("a built-in id").text;
    let steps = "\n[[step]]\nid = \"one\"\nsay = \"one\"\ndo = [\"translate 2\", \"decode 3\", \"slot 2\"]\n\
                 [[step]]\nid = \"two\"\nsay = \"two\"\ndo = [\"reveal next\", \"decode free\"]\n\
                 [[step]]\nid = \"three\"\nsay = \"three\"\ndo = [\"view flow\"]\n";
    let own = text.split("[[step]]").next().expect("what stands before its own tour");
    let mut of = of_text(&format!("{own}{steps}"));
    let seen =
        |of: &Screen| (of.model.view(), translating(of).step(), translating(of).feeding(), translating(of).spot());
    of.press("<PageDown>");
    assert_eq!(seen(&of), (View::Decoder, 2, Feeding::Teacher, Spot::Weight(1)), "{}", of.notice());
    // What a person does in between does not matter to the next step.
    of.press("nnn").run("translate 9").press("<PageDown>");
    assert_eq!(seen(&of), (View::Decoder, 3, Feeding::Own, Spot::Weight(1)));
    assert_eq!(translating(&of).sentence().which, Which::Test(1));
    of.press("<PageDown>");
    assert_eq!(of.model.view(), View::Flow);
    of.press("<PageUp><PageUp>");
    assert_eq!(seen(&of), (View::Decoder, 2, Feeding::Teacher, Spot::Weight(1)));
}

/// The step opened as a scenario says the same to every digit shown.
#[test]
fn a_step_is_a_scenario() {
    let shown = |number: f64| number::derived(number, 14);
    for design in designs() {
        let mut of = of_design(design);
        for sentence in ["translate 1", "translate 40", "translate \"我 昨天 给 了 <pad>\""] {
            of.run(sentence);
            let of = translating(&of);
            for step in 0..of.steps() {
                let scenario = step_scenario::step_scenario(of, step);
                if !design.reads() {
                    assert_eq!(scenario, Err(CannotOpen::NothingReads));
                    continue;
                }
                let scenario = scenario.expect("a step that reads");
                let row = Trace::new(&scenario.givens).row(0);
                let passage = of.passage();
                let pairs = |mine: &[f64], its: &[f64]| {
                    assert_eq!(mine.len(), its.len());
                    mine.iter().zip(its).for_each(|(mine, its)| assert_eq!(shown(*mine), shown(*its)));
                };
                pairs(passage.attention(step).expect("it reads"), row.attention.expect("weights").weights());
                pairs(passage.context(step), &row.context.expect("a context"));
                pairs(passage.probabilities(step), row.probabilities.expect("probabilities").weights());
                let logits = row.logits.expect("logits");
                for (word, logit) in passage.logits(step).iter().enumerate() {
                    assert_eq!(shown(*logit), shown(logits.get(word).expect("no word is masked")));
                }
                for (place, score) in passage.scores(step).expect("it reads").iter().enumerate() {
                    let its = row.scores.as_ref().expect("scores").get(place);
                    assert_eq!(its.map(shown), Some(*score).filter(|score| score.is_finite()).map(shown));
                }
                let loss = row.loss.map(|loss| shown(loss.expect("a loss")));
                assert_eq!(loss, of.target(step).map(|target| shown(passage.loss(step, target))));
                assert_eq!(scenario.names.prefixes[0].as_deref().map(|words| words.split(' ').count()), Some(step + 1));
            }
            assert!(step_scenario::step_scenario(of, of.steps()).is_err());
        }
    }
}

/// The chain of equals of every kind of number ends in the number, and its lines are worth it.
#[test]
fn every_number_explains_itself() {
    for design in designs() {
        let mut of = of_design(design);
        of.run("translate 3");
        for step in [1, 2, 4] {
            of.run(&format!("decode {step}"));
            for object in Object::all(design) {
                let count = translating(&of).count(object);
                for at in [0, count / 3, count / 2 + 1, count - 1].map(|at| at.min(count - 1)) {
                    // On a screen that has room for all of them.
                    of = of.sized(120, 50);
                    go(&mut of, Spot::Component(object, at));
                    assert_eq!(translating(&of).spot(), Spot::Component(object, at));
                    let value = translating(&of).number(object, at).expect("there is a step");
                    let brief = of.model.brief(12);
                    let what = format!("{design:?} step {step} {object:?}[{at}]: {:?}", brief.parts);
                    if brief.parts.is_empty() {
                        assert!(step == 1 && object == Object::Before && value == 0.0, "{what}");
                        continue;
                    }
                    let result = brief.parts.last().expect("a result");
                    let plain = number::exact(value);
                    assert!(*result == explain::as_result(value) || *result == plain, "{what}: {value}");
                    let looked_up = matches!(object, Object::Input) || object == Object::Context && !design.reads();
                    assert_eq!(brief.parts.len() == 2, looked_up, "{what}");
                    assert!(!brief.what.en.is_empty() && !brief.what.zh.is_empty());
                }
            }
        }
    }
}

#[test]
fn explanations_are_copied_in_every_form() {
    let mut of = screen();
    of.run("decode 3").run("word him").run("copy");
    go(&mut of, Spot::Component(Object::Query, 2));
    of.run("copy").run("copy latex").run("copy markdown");
    let copied: Vec<String> = of
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Copy(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(copied.len(), 4, "{copied:?}");
    assert!(copied[0].contains("p_10") && copied[1].contains("(W_q)_3,k"), "{copied:?}");
    assert!(copied[2].contains("\\sum") && copied[3].contains('$'), "{copied:?}");
    go(&mut of, Spot::Object(Object::Query));
    of.run("copy");
    assert!(of.notice().contains("nothing to copy"), "{}", of.notice());
}
