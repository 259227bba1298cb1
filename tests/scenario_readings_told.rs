//! What the tour of `three-readings` tells, held against what is on the screen at each step; and the facts it rests on.

mod support;

use support::facts::{self, bits, top};
use support::steps::{at, says};
use support::{Screen, open};
use twoaxes::engine::{Cell, Givens, Tensor, Trace};
use twoaxes::explorer::{Focus, Revealed, View};
use twoaxes::scenario::{Scenario, apply};
use twoaxes::words::readings::{MaskKind, Related};

fn scenario() -> Scenario {
    facts::scenario("three-readings")
}

fn shown(screen: &Screen) -> &str {
    &screen.model.state().scenario.label().expect("a reading").id
}

fn weights(givens: &Givens, row: usize) -> Vec<f64> {
    Trace::new(givens).reading(row).attention.expect("weights").weights().to_vec()
}

fn probabilities(givens: &Givens, row: usize) -> Vec<f64> {
    Trace::new(givens).row(row).probabilities.expect("probabilities").weights().to_vec()
}

fn three(number: f64) -> String {
    format!("{number:.3}")
}

/// The givens of a reading on a branch.
fn branch(scenario: &Scenario, reading: usize, id: &str) -> Givens {
    let reading = scenario.reading(reading);
    let mut givens = reading.givens.clone();
    let known = reading.interventions.iter().find(|one| one.id == id).expect("a branch");
    apply(&mut givens, &known.set).expect("it fits");
    givens
}

#[test]
fn the_numbers_are_small_integers_by_hand() {
    for reading in scenario().all_readings() {
        let givens = reading.givens;
        for tensor in Tensor::OF_WORDS.into_iter().chain([Tensor::Head]) {
            let Some((rows, columns)) = givens.shape(tensor) else { continue };
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let number = givens.get(Cell::new(tensor, row, column)).expect("a number");
                assert!(number.fract() == 0.0 && number.abs() <= 3.0, "{tensor:?}: {number}");
            }
        }
    }
}

/// Self-attention: q, K and V are all made of the same words, and bank reads river, which tells the sense.
#[test]
fn bank_reads_river() {
    let scenario = scenario();
    let mut screen = open("three-readings");
    at(&mut screen, "start");
    assert_eq!((shown(&screen), screen.model.row(), screen.model.revealed()), ("self", 1, Revealed::NOTHING));
    assert!(!screen.text().contains("0.952574"), "{}", screen.text());

    at(&mut screen, "self");
    assert_eq!(screen.model.focus(), Focus::Attention(0));
    assert_eq!((screen.model.related(0), screen.model.mask_kind(0)), (Related::Themselves, MaskKind::Nothing));
    let givens = screen.model.givens();
    assert!(givens.origin.as_ref().is_some_and(|origin| origin.target().is_none()), "q is made of X, too");
    let (read, p) = (weights(givens, 1), probabilities(givens, 1));
    let words = &screen.model.names().words;
    assert!(read[0] > 0.9 && words[top(&p)] == "shore");
    says(&scenario, "self", &[three(read[0]), three(p[0])]);
    // Without river beside it bank could be either: what it hands on itself speaks for both alike.
    let mut alone = givens.clone();
    alone.mask.set_slot(0, false);
    assert!((probabilities(&alone, 1)[0] - 0.5).abs() < 1e-15);

    at(&mut screen, "savings");
    let other = screen.model.givens();
    assert_eq!(bits(&weights(other, 1)), bits(&read), "it reads its neighbour just as much");
    for (before, now) in [
        (scenario.givens.queries.line(1), other.queries.line(1)),
        (scenario.givens.keys.line(1), other.keys.line(1)),
        (scenario.givens.values.line(1), other.values.line(1)),
    ] {
        assert_eq!(bits(before), bits(now), "bank itself has not changed");
    }
    let p = probabilities(other, 1);
    assert_eq!(screen.model.names().words[top(&p)], "money");
    says(&scenario, "savings", &[three(p[1])]);
}

/// Cross-attention: q is made of the target so far, K and V of the source, and him reads 他.
#[test]
fn him_reads_the_source() {
    let scenario = scenario();
    let mut screen = open("three-readings");
    at(&mut screen, "cross");
    assert_eq!((shown(&screen), screen.model.row(), screen.model.focus()), ("cross", 0, Focus::Attention(1)));
    assert_eq!(screen.model.related(1), Related::Others);
    let givens = screen.model.givens();
    assert!(givens.origin.as_ref().is_some_and(|origin| origin.target().is_some()), "q is made of Y");
    let (names, read) = (screen.model.names(), weights(givens, 0));
    assert_eq!((names.slots[top(&read)].as_str(), names.words[top(&probabilities(givens, 0))].as_str()), ("他", "him"));
    assert_eq!(names.prefixes[0].as_deref(), Some("BOS I gave"));
    says(&scenario, "cross", &[three(read[1])]);
    // The second row asks for something else in the same source.
    assert_eq!(names.slots[top(&weights(givens, 1))], "书");
    // Only what is asked for is another: K and V stay, to the last bit.
    let other = branch(&scenario, 1, "only-y1");
    assert!(other.keys == givens.keys && other.values == givens.values);
    assert_eq!(names.slots[top(&weights(&other, 0))], "书");
    assert_eq!(bits(&weights(&other, 1)), bits(&weights(givens, 1)));
    // What the savings branch did in the other reading is over there.
    assert_eq!(screen.model.state().desk(0).branch, None);
}

/// Causal self-attention: no row reads a slot after its own, whatever stands there.
#[test]
fn a_row_reads_nothing_that_is_not_written_yet() {
    let scenario = scenario();
    let mut screen = open("three-readings");
    at(&mut screen, "causal");
    assert_eq!((shown(&screen), screen.model.view(), screen.model.row()), ("causal", View::Readings, 2));
    assert_eq!((screen.model.related(2), screen.model.mask_kind(2)), (Related::Themselves, MaskKind::Causal));
    assert!(screen.text().contains('✗'), "what is not written yet is on the screen: {}", screen.text());
    let givens = screen.model.givens();
    let read = weights(givens, 2);
    assert_eq!(read[1].to_bits(), read[2].to_bits());
    says(&scenario, "causal", &[three(read[1])]);
    let trace = Trace::new(givens);
    for row in 0..3 {
        let read = weights(givens, row);
        assert!(read[row + 1..].iter().all(|weight| *weight == 0.0) && read[row] > 0.0);
        let words = &screen.model.names().words;
        assert_eq!(Some(top(&probabilities(givens, row))), givens.targets[row], "{}", words[row]);
    }
    // A later word may be any other: nothing of an earlier row moves by a bit.
    for slot in 0..3 {
        let mut other = givens.clone();
        for component in 0..3 {
            assert!(other.set(Cell::new(Tensor::SourceEmbeddings, slot, component), 7.0));
        }
        let moved = Trace::new(&other);
        for row in 0..slot {
            assert_eq!(format!("{:?}", moved.row(row)), format!("{:?}", trace.row(row)), "slot {slot}, row {row}");
        }
        assert_ne!(format!("{:?}", moved.row(slot)), format!("{:?}", trace.row(slot)));
    }

    at(&mut screen, "mask-off");
    let off = screen.model.givens();
    assert!(off.mask.is_none() && *off == branch(&scenario, 2, "mask-off"));
    let read = weights(off, 0);
    let names = screen.model.names();
    let answer = givens_answer(&scenario);
    assert_eq!(names.slots[top(&read)], answer, "it reads the very word it has to write");
    says(&scenario, "mask-off", &[three(read[1])]);
    // The last row has nothing behind it: it is as before.
    assert_eq!(bits(&weights(off, 2)), bits(&weights(&scenario.reading(2).givens.clone(), 2)));
}

/// The word the first row of the causal reading has to write.
fn givens_answer(scenario: &Scenario) -> String {
    let reading = scenario.reading(2);
    reading.names.words[reading.givens.targets[0].expect("a target")].clone()
}

#[test]
fn all_three_are_shown_together_as_they_are_in_the_file() {
    let scenario = scenario();
    let mut screen = open("three-readings");
    at(&mut screen, "together");
    assert_eq!((screen.model.view(), shown(&screen), screen.model.row()), (View::Readings, "self", 1));
    for at in 0..3 {
        assert!(screen.model.givens_in(at) == scenario.reading(at).givens, "reading {}", at + 1);
    }
    for text in ["self-attention", "cross-attention", "causal self-attention", "softmax(q·K)V", "None excludes another"]
    {
        assert!(screen.text().contains(text), "{text}\n{}", screen.text());
    }
    // None of it is the person's own edit.
    assert!(!screen.model.is_unsaved());
    at(&mut screen, "yours");
    assert_eq!((screen.model.view(), shown(&screen)), (View::Flow, "self"));
    for key in ["a", "J<Down><Down>", "<Enter>"] {
        screen.press(key);
    }
    assert_eq!(screen.model.view(), View::Flow);
}
