//! What the tours of the translator tell, held against the translator that is on the screen at each step.

mod support;

use std::sync::atomic::AtomicBool;
use support::facts::scenario;
use support::steps::{at, says};
use support::{Screen, open};
use twoaxes::explorer::{Panel, View};
use twoaxes::translator::{Alone, FirstState, Forced, Role, Timing};

/// Goes to a step, and trains as far as it wants, as the thread beside the screen would.
#[track_caller]
fn trained_at(screen: &mut Screen, step: &str) {
    at(screen, step);
    while let Some(work) = screen.model.work() {
        work.run(&AtomicBool::new(false), || {});
        if !screen.model.catch_up() {
            break;
        }
    }
}

fn six(number: f64) -> String {
    format!("{number:.6}")
}

fn percent(share: Option<f64>) -> String {
    format!("{:.0}%", 100.0 * share.expect("it reads"))
}

/// p of a word and the weights of the step that is shown.
fn seen(screen: &Screen, word: &str) -> (f64, Vec<f64>) {
    let of = screen.model.translating().expect("a translator");
    let word = of.corpus().target.number(word).expect("a word");
    let step = of.step();
    (of.passage().probabilities(step)[word], of.passage().attention(step).expect("it reads").to_vec())
}

fn sentences(screen: &Screen) -> usize {
    let trainer = screen.model.translating().expect("a translator").trainer();
    trainer.sentences(trainer.shown().steps)
}

fn watched(screen: &Screen) -> Forced {
    screen.model.translating().expect("a translator").trainer().shown().forced.clone().expect("numbers")
}

fn top(weights: &[f64]) -> usize {
    (0..weights.len()).fold(0, |best, at| if weights[at] > weights[best] { at } else { best })
}

#[test]
fn one_step_of_reading() {
    const ID: &str = "decoder-step";
    let (told, mut screen) = (scenario(ID), open(ID));
    trained_at(&mut screen, "by-hand");
    assert_eq!(screen.model.view(), View::Flow);
    trained_at(&mut screen, "sentence");
    assert_eq!((screen.model.view(), sentences(&screen)), (View::Decoder, 10_000));
    let of = screen.model.translating().expect("a translator");
    assert_eq!((of.step(), of.word_name(of.target(2).expect("a target"))), (2, "him"));

    trained_at(&mut screen, "known");
    let of = screen.model.translating().expect("a translator");
    // What has gone into the state that asks, and what has not.
    let inputs: Vec<&str> = of.passage().inputs()[..3].iter().map(|word| of.word_name(*word)).collect();
    assert_eq!(inputs, ["<bos>", "I", "gave"]);
    support::steps::shows(&screen, &["<bos> I", "gave"]);

    trained_at(&mut screen, "read");
    let (him, weights) = seen(&screen, "him");
    assert_eq!(top(&weights), 4);
    says(&told, "read", &[six(weights[4])]);
    trained_at(&mut screen, "update");
    support::steps::shows(&screen, &["9×32", "1×32"]);
    trained_at(&mut screen, "word");
    says(&told, "word", &[six(him), six(weights[4])]);
    support::steps::shows(&screen, &[&six(him)]);
    trained_at(&mut screen, "time");
    let (_, weights) = seen(&screen, "yesterday");
    assert_eq!((top(&weights), screen.model.translating().expect("a translator").step()), (1, 5));
    says(&told, "time", &[six(weights[1])]);
    trained_at(&mut screen, "map");
    let of = screen.model.translating().expect("a translator");
    let first = of.passage().attention(0).expect("it reads");
    assert!(first.iter().all(|weight| *weight == first[0]));
}

#[test]
fn reading_emerges() {
    const ID: &str = "reading-emerges";
    let (told, mut screen) = (scenario(ID), open(ID));
    let mut losses = Vec::new();
    for (step, count) in
        [("nothing", 0), ("words-first", 200), ("first-glimpse", 400), ("reading", 1000), ("sharp", 3000)]
    {
        trained_at(&mut screen, step);
        assert_eq!((sentences(&screen), screen.model.view()), (count, View::Training), "{step}");
        losses.push(watched(&screen).mean_loss().expect("words"));
    }
    assert!(losses.windows(2).all(|pair| pair[1] < pair[0]));
    says(&told, "nothing", &[six(losses[0])]);
    says(&told, "words-first", &[six(losses[1])]);
    says(&told, "reading", &[six(losses[3])]);

    trained_at(&mut screen, "nothing");
    let weights = seen(&screen, "him").1;
    assert!(weights.iter().all(|weight| (weight - 1.0 / 9.0).abs() < 0.01), "nearly alike");
    trained_at(&mut screen, "words-first");
    assert_ne!(top(&seen(&screen, "him").1), 4);
    trained_at(&mut screen, "first-glimpse");
    let weights = seen(&screen, "him").1;
    assert_eq!(top(&weights), 4);
    let recipients = |screen: &Screen| percent(watched(screen).role(Role::Recipient).share_from_right());
    says(&told, "first-glimpse", &[six(weights[4]), recipients(&screen)]);
    trained_at(&mut screen, "reading");
    let times = percent(watched(&screen).role(Role::Time).share_from_right());
    says(&told, "reading", &[recipients(&screen), times]);
    trained_at(&mut screen, "sharp");
    for role in [Role::Recipient, Role::Time] {
        assert_eq!(watched(&screen).role(role).share_from_right(), Some(1.0));
    }
    trained_at(&mut screen, "why");
    assert_eq!((screen.model.panel(), screen.model.view()), (Some(&Panel::Route), View::Decoder));
    assert_eq!(sentences(&screen), 400);
    trained_at(&mut screen, "yours");
    assert_eq!((sentences(&screen), screen.model.view()), (3000, View::Training));
}

#[test]
fn right_words_wrong_map() {
    const ID: &str = "right-words-wrong-map";
    let (told, mut screen) = (scenario(ID), open(ID));
    trained_at(&mut screen, "right");
    assert_eq!(sentences(&screen), 10_000);
    let of = screen.model.translating().expect("a translator");
    assert_eq!(of.trainer().plan().seed, 16);
    let alone = Alone::of(of.parameters(), &of.corpus().test).expect("numbers");
    assert_eq!((alone.exact, alone.sentences), (600, 600));
    trained_at(&mut screen, "wrong-map");
    let (book, weights) = seen(&screen, "book");
    says(&told, "wrong-map", &[six(weights[7]), six(weights[5]), six(weights[6])]);
    assert!(weights[5] > weights[7] && weights[6] > weights[7]);
    trained_at(&mut screen, "right-word");
    says(&told, "right-word", &[six(book)]);
    trained_at(&mut screen, "held");
    let of = screen.model.translating().expect("a translator");
    let found = of.diagnosis().expect("a reference").expect("numbers");
    assert_eq!((found.held.place, found.held.best.0), (Some(7), 5));
    says(&told, "held", &[six(found.held.probability), six(found.held.best.1)]);
    assert_eq!(screen.model.panel(), Some(&Panel::Diagnosis));
    trained_at(&mut screen, "because");
    assert_eq!(screen.model.panel(), None);
    trained_at(&mut screen, "moral");
}

#[test]
fn why_the_first_read_is_uniform() {
    const ID: &str = "first-read-uniform";
    let (told, mut screen) = (scenario(ID), open(ID));
    trained_at(&mut screen, "uniform");
    let (word, weights) = seen(&screen, "I");
    assert!(weights.iter().all(|weight| *weight == weights[0]));
    says(&told, "uniform", &[six(weights[0])]);
    let first_loss = |screen: &Screen| six(watched(screen).first_word_loss().expect("words"));
    says(&told, "still-learnt", &[six(word), first_loss(&screen)]);
    let uniform_loss = watched(&screen).first_word_loss();
    for step in ["update-first", "bias", "first-state"] {
        trained_at(&mut screen, step);
        let of = screen.model.translating().expect("a translator");
        // One change at a time, from the same seed.
        let design = of.trainer().plan().design;
        let changes = [
            design.timing() == Some(Timing::UpdateThenRead),
            design.has_query_bias(),
            design.first_state == FirstState::FromEncoder,
        ];
        assert_eq!(changes.iter().filter(|changed| **changed).count(), 1, "{step}");
        assert_eq!((of.trainer().plan().seed, sentences(&screen), of.step()), (1, 3000, 0));
        let weights = seen(&screen, "I").1;
        assert_eq!(top(&weights), 0, "{step}");
        assert!(watched(&screen).first_word_loss() < uniform_loss);
        let numbers = match step {
            "update-first" => vec![six(weights[0]), first_loss(&screen)],
            "bias" => vec![six(weights[0]), six(weights[1])],
            _ => vec![six(weights[0]), first_loss(&screen)],
        };
        says(&told, step, &numbers);
    }
    trained_at(&mut screen, "told");
    let design = screen.model.translating().expect("a translator").trainer().plan().design;
    assert!(design.first_read_is_uniform());
}
