use super::*;
use crate::engine::{Cell, Tensor};
use crate::scenario::{apply, read};

const FILE: &str = r#"
format = 1
id = "crowded"
[source]
slots = ["他", "书", "昨天"]
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
id = "a"
set = { q = [0, 1], v2 = [0, 8], "K[*,1]" = [5, 6, 7], "G[1,book]" = 3, target = "book", "mask[3]" = false }
[[intervention]]
id = "b"
[intervention.set]
scorer = "additive"
W_q = [[1, 2], [3, 4]]
b_a = [5, 6]
V = [[1, 2], [3, 4], [5, 6]]
"G[*,yesterday]" = [7, 8]
[[step]]
id = "look"
say = "look"
do = ["focus alpha[2]", "set v3[1] 8", "mask 3", "focus G[1,book]", "branch a"]
"#;

fn scenario() -> Scenario {
    read(FILE, "crowded.toml").map_err(|problems| problems[0].to_string()).unwrap()
}

/// After the change every intervention still fits; gives back what was told, and the tour.
#[track_caller]
fn changed(change: &Restructuring) -> (Scenario, Vec<String>) {
    let (after, lost) = restructure(&scenario(), change).unwrap();
    for intervention in after.interventions.iter() {
        apply(&mut after.givens.clone(), &intervention.set).unwrap();
    }
    (after, lost.iter().map(Text::to_string).collect())
}

fn branch(scenario: &Scenario, at: usize) -> Givens {
    let mut givens = scenario.givens.clone();
    apply(&mut givens, &scenario.interventions[at].set).unwrap();
    givens
}

fn said(scenario: &Scenario) -> Vec<&str> {
    scenario.steps[0].actions.iter().map(|action| action.text.as_str()).collect()
}

#[test]
fn a_slot_goes() {
    let (after, lost) = changed(&Restructuring::Remove { part: Part::Slot, at: 1 });
    assert_eq!(
        lost,
        [
            "a: v2 is gone with what it set",
            "a: K[*,1] has lost a number",
            "b: V has lost a number",
            "step look no longer does “focus alpha[2]”: alpha[2] is gone",
        ]
    );
    assert_eq!(after.names.slots, ["他", "昨天"]);
    assert_eq!(branch(&after, 0).keys.to_vec(), [5., 0., 7., 1.]);
    assert_eq!(branch(&after, 1).values.to_vec(), [1., 2., 5., 6.]);
    assert!(!branch(&after, 0).mask.readable(0, 1));
    assert_eq!(said(&after), ["set v2[1] 8", "mask 2", "focus G[1,book]", "branch a"]);
}

#[test]
fn a_slot_comes() {
    let (after, lost) = changed(&Restructuring::Insert { part: Part::Slot, at: 0, name: "我".to_owned() });
    assert!(lost.is_empty());
    assert_eq!(branch(&after, 0).keys.to_vec(), [0., 0., 5., 0., 6., 1., 7., 1.]);
    assert_eq!(branch(&after, 0).values.line(2), [0., 8.]);
    assert_eq!(said(&after), ["focus alpha[3]", "set v4[1] 8", "mask 4", "focus G[1,book]", "branch a"]);
}

#[test]
fn a_word_goes_and_takes_the_target_along() {
    let (after, lost) = changed(&Restructuring::Remove { part: Part::Word, at: 0 });
    assert_eq!(lost, ["row 1 has no target any more: its word “him” is gone, so the row has no loss"]);
    assert_eq!(after.givens.targets, [None]);
    assert_eq!(branch(&after, 0).targets, [Some(0)]);
    assert_eq!(branch(&after, 0).get(Cell::new(Tensor::Head, 0, 0)), Some(3.0));
    let (after, lost) = changed(&Restructuring::Remove { part: Part::Word, at: 1 });
    assert_eq!(
        lost,
        [
            "a: G[1,book] is gone with what it set",
            "a: target is no word any more: “book” is gone",
            "step look no longer does “focus G[1,book]”: G[1,book] is gone",
        ]
    );
    assert_eq!(branch(&after, 0).targets, [None]);
}

#[test]
fn rows_and_dimensions() {
    let (after, lost) = changed(&Restructuring::Insert { part: Part::Row, at: 0, name: String::new() });
    assert!(lost.is_empty());
    assert_eq!(branch(&after, 0).queries.to_vec(), [0., 0., 0., 1.]);
    assert_eq!(said(&after)[..2], ["row 2", "focus alpha2[2]"], "the row that was first is shown first");
    let (after, _) = changed(&Restructuring::Insert { part: Part::KeyComponent, at: 1, name: String::new() });
    assert_eq!(branch(&after, 0).queries.to_vec(), [0., 0., 1.]);
    let w_q = branch(&after, 1).scorer.get(crate::engine::Parameter::Wq).unwrap().to_vec();
    assert_eq!(w_q, [1., 0., 2., 0., 0., 0., 3., 0., 4.]);
    let (after, _) = changed(&Restructuring::Remove { part: Part::KeyComponent, at: 0 });
    assert_eq!(branch(&after, 0).queries.to_vec(), [1.]);
    let (after, _) = changed(&Restructuring::Remove { part: Part::ValueComponent, at: 0 });
    assert_eq!(branch(&after, 1).head.to_vec(), [0., 1., 8.]);
    let (after, _) = changed(&Restructuring::Insert { part: Part::Word, at: 9, name: "her".to_owned() });
    assert_eq!(after.names.words[3], "her");
}

#[test]
fn names() {
    let (after, _) = changed(&Restructuring::Rename { part: Part::Word, at: 1, name: "a b".to_owned() });
    assert_eq!(said(&after)[3], "focus G[1,\"a b\"]");
    let (after, _) = changed(&Restructuring::Rename { part: Part::Row, at: 0, name: "BOS".to_owned() });
    assert_eq!(after.names.prefixes, [Some("BOS".to_owned())]);
}

#[test]
fn refusals() {
    let refused = |change| restructure(&scenario(), &change).unwrap_err().to_string();
    let rename = |name: &str| Restructuring::Rename { part: Part::Word, at: 0, name: name.to_owned() };
    assert!(refused(Restructuring::Remove { part: Part::Row, at: 0 }).contains("last row"));
    assert!(refused(Restructuring::Remove { part: Part::Slot, at: 3 }).contains("no slot 4"));
    assert!(refused(rename("book")).contains("word 2 already"));
    assert!(refused(rename("")).contains("at least one character"));
    assert!(restructure(&scenario(), &rename("him")).is_ok());
}

/// A scenario of two rows whose tour says these things.
fn told(actions: &[&str]) -> Scenario {
    let mut scenario = scenario();
    let row = Restructuring::Insert { part: Part::Row, at: 1, name: String::new() };
    scenario = restructure(&scenario, &row).unwrap().0;
    let actions = actions.iter().map(|action| crate::scenario::StepAction::new(*action)).collect();
    let mut step = scenario.steps[0].clone();
    step.actions = actions;
    scenario.steps = [step].into();
    scenario
}

/// Only what names a place of the model is re-numbered: not a stage, not the id of a branch that looks like an address.
#[test]
fn what_is_no_address_is_left_alone() {
    let before = ["reveal e", "reveal alpha", "reveal c", "branch e2", "predict q", "laws on", "lang en", "view flow"];
    for change in [
        Restructuring::Insert { part: Part::Row, at: 0, name: String::new() },
        Restructuring::Remove { part: Part::Row, at: 0 },
        Restructuring::Remove { part: Part::Slot, at: 0 },
        Restructuring::Remove { part: Part::Word, at: 0 },
    ] {
        let (after, _) = restructure(&told(&before), &change).unwrap();
        let actions: Vec<&str> = said(&after).into_iter().filter(|action| *action != "row 2").collect();
        let about_a_row = |action: &&&str| {
            !matches!(change, Restructuring::Remove { part: Part::Row, .. }) || **action != "predict q"
        };
        assert_eq!(actions, before.iter().filter(about_a_row).copied().collect::<Vec<_>>(), "{change:?}");
    }
    // Neither does a tour of one row become one of addresses with rows.
    let mut one = scenario();
    let mut step = one.steps[0].clone();
    step.actions = before.iter().map(|action| crate::scenario::StepAction::new(*action)).collect();
    one.steps = [step].into();
    let row = Restructuring::Insert { part: Part::Row, at: 1, name: String::new() };
    assert_eq!(said(&restructure(&one, &row).unwrap().0), before);
}

#[test]
fn every_argument_that_names_a_place_follows_it() {
    let after = |actions: &[&str], change: Restructuring| {
        let (after, lost) = restructure(&told(actions), &change).unwrap();
        let said: Vec<String> = said(&after).into_iter().map(str::to_owned).collect();
        (said, lost.len())
    };
    let gone = |part, at| Restructuring::Remove { part, at };
    let come = |part, at| Restructuring::Insert { part, at, name: "x".to_owned() };
    // Rows and targets by number.
    let (said, _) = after(&["row 2", "target 3", "row next"], come(Part::Row, 0));
    assert_eq!(said, ["row 2", "row 3", "target 3", "row next"], "the row first shown is the second now");
    // What was about a row that is gone goes with it, until another row is shown; what is about the others stays.
    assert_eq!(
        after(&["row 1", "target 2", "set q 1 1", "row 2", "set q 2 2"], gone(Part::Row, 0)).0,
        ["row 1", "set q 2 2"]
    );
    assert_eq!(
        after(&["row 2", "focus alpha[3]", "reveal e"], gone(Part::Row, 0)).0,
        ["row 1", "focus alpha[3]", "reveal e"]
    );
    assert_eq!(after(&["row 2", "focus alpha[3]", "reveal e"], gone(Part::Row, 1)).0, ["reveal e"]);
    assert_eq!(after(&["row 2", "target 3"], gone(Part::Word, 0)).0, ["row 2", "target 2"]);
    assert_eq!(after(&["target 1"], gone(Part::Word, 0)).0, Vec::<String>::new());
    // Without a row, the row shown: it stays without.
    assert_eq!(after(&["focus alpha[3]", "explain e1[3]"], gone(Part::Slot, 0)).0, ["focus alpha[2]", "explain e1[2]"]);
    assert_eq!(after(&["big av[1,1]", "nudge v2[1] +0.5"], gone(Part::Slot, 0)).0, ["nudge v1[1] +0.5"]);
    // Lists grow and shrink with their axis.
    assert_eq!(after(&["set q1 1 2", "set v2 0 8"], come(Part::KeyComponent, 1)).0, ["set q1 1 0 2", "set v2 0 8"]);
    assert_eq!(after(&["set v2 0 8"], gone(Part::ValueComponent, 0)).0, ["set v2 8"]);
    // Words by name.
    let rename = Restructuring::Rename { part: Part::Word, at: 0, name: "the other".to_owned() };
    assert_eq!(
        after(&["set target1 him", "target him", "focus p1[him]"], rename).0,
        ["set target1 \"the other\"", "target \"the other\"", "focus p1[\"the other\"]"]
    );
    assert_eq!(after(&["set target1 him"], gone(Part::Word, 0)).0, Vec::<String>::new());
}

/// Words that are rows and slots at once; what is set by hand in the baseline and in a branch, and a tour.
const OF_WORDS: &str = r#"
format = 1
id = "of-words"
[source]
slots = ["他", "书", "昨天"]
mask = "causal"
[vocab]
words = ["him", "book"]
[[query]]
target = "him"
[[query]]
prefix = "him"
[[query]]
bias = [1, 2]
[tensors]
X = [[1, 0], [0, 1], [1, 1]]
WQ = [[1, 0], [0, 1]]
WK = [[0, 1], [1, 0]]
WV = [[2, 0], [0, 4]]
G = [[2, 0], [0, 1]]
set = { "k3[1]" = 9 }
[[intervention]]
id = "another-word"
set = { x2 = [5, 6], "WQ[*,1]" = [7, 8], "WV[2]" = [1, 1] }
[[intervention]]
id = "by-hand"
set = { q2 = [1, 1], K = [[1, 2], [3, 4], [5, 6]], v1 = "words", "q3[1]" = 4 }
[[step]]
id = "look"
say = "look"
do = ["focus x2[1]", "set x3 8 9", "set WK[*,2] 1 2", "row 3", "set q2 words", "focus WV[2,1]"]
"#;

fn changed_words(change: &Restructuring) -> (Scenario, Vec<String>) {
    let scenario = read(OF_WORDS, "of-words.toml").map_err(|problems| problems[0].to_string()).unwrap();
    let (after, lost) = restructure(&scenario, change).map_err(|text| text.to_string()).unwrap();
    for intervention in after.interventions.iter() {
        apply(&mut after.givens.clone(), &intervention.set).unwrap();
    }
    (after, lost.iter().map(Text::to_string).collect())
}

#[test]
fn a_word_of_the_source_goes_with_its_row() {
    let (after, lost) = changed_words(&Restructuring::Remove { part: Part::Slot, at: 1 });
    assert_eq!(
        lost,
        [
            "another-word: x2 is gone with what it set",
            "by-hand: q2 is gone with what it set",
            "by-hand: K has lost a number",
            "step look no longer does “focus x2[1]”: x2[1] is gone",
            "step look no longer does “set q2 words”: q2 is gone",
        ]
    );
    assert_eq!((after.names.slots.len(), &after.names.prefixes[..]), (2, &[None, None][..]));
    assert_eq!(after.givens.targets, [Some(0), None]);
    assert!(after.givens.bias[1].is_some());
    assert_eq!(after.givens.overridden().collect::<Vec<_>>(), [Cell::new(Tensor::Keys, 1, 0)]);
    assert_eq!(branch(&after, 1).keys.to_vec(), [1., 2., 5., 6.]);
    assert_eq!(branch(&after, 1).queries.to_vec(), [1., 0., 4., 1.]);
    assert_eq!(said(&after), ["set x2 8 9", "set WK[*,2] 1 2", "row 2", "focus WV[2,1]"]);
}

#[test]
fn a_word_of_the_source_comes_with_its_row() {
    let (after, lost) = changed_words(&Restructuring::Insert { part: Part::Slot, at: 1, name: "了".to_owned() });
    assert!(lost.is_empty(), "{lost:?}");
    assert_eq!(after.names.prefixes, [None, None, Some("him".to_owned()), None]);
    assert_eq!((after.givens.rows(), after.givens.targets.len()), (4, 4));
    assert_eq!(after.givens.queries.to_vec(), [1., 0., 0., 0., 0., 1., 1., 1.]);
    assert_eq!(branch(&after, 0).queries.to_vec(), [7., 0., 0., 0., 83., 6., 15., 1.]);
    assert_eq!(branch(&after, 1).keys.to_vec(), [1., 2., 0., 0., 3., 4., 5., 6.]);
    let tour = ["focus x3[1]", "set x4 8 9", "set WK[*,2] 1 2", "row 4", "set q3 words", "focus WV[2,1]"];
    assert_eq!(said(&after), tour);
    let (after, _) = changed_words(&Restructuring::Insert { part: Part::Slot, at: 0, name: "了".to_owned() });
    assert_eq!(said(&after)[..2], ["row 2", "focus x3[1]"], "the row that was first is shown first");
}

#[test]
fn components_of_embeddings_and_of_what_they_make() {
    let (after, lost) =
        changed_words(&Restructuring::Insert { part: Part::EmbeddingComponent, at: 0, name: String::new() });
    assert!(lost.is_empty(), "{lost:?}");
    assert_eq!(after.givens.queries, read(OF_WORDS, "").unwrap().givens.queries, "a 0 moves nothing");
    assert_eq!(branch(&after, 0).queries.to_vec(), [7., 0., 83., 6., 15., 1.]);
    assert_eq!(said(&after)[..3], ["focus x2[2]", "set x3 0 8 9", "set WK[*,2] 0 1 2"]);
    assert_eq!(said(&after)[5], "focus WV[3,1]");
    let (after, lost) = changed_words(&Restructuring::Remove { part: Part::EmbeddingComponent, at: 1 });
    assert_eq!(after.givens.keys.to_vec(), [0., 1., 0., 0., 9., 1.]);
    assert_eq!(branch(&after, 0).queries.to_vec(), [7., 0., 35., 0., 7., 0.]);
    assert!(lost.contains(&"another-word: WV[2] is gone with what it set".to_owned()), "{lost:?}");
    assert_eq!(said(&after), ["focus x2[1]", "set x3 8", "set WK[*,2] 1", "row 3", "set q2 words"]);
    let (after, _) = changed_words(&Restructuring::Remove { part: Part::KeyComponent, at: 0 });
    assert_eq!(after.givens.overridden().count(), 0);
    assert_eq!(branch(&after, 0).queries.to_vec(), [0., 6., 1.]);
    assert_eq!(said(&after)[2], "set WK[*,1] 1 2");
    let (after, _) = changed_words(&Restructuring::Insert { part: Part::ValueComponent, at: 1, name: String::new() });
    assert_eq!(branch(&after, 0).values.to_vec(), [2., 0., 0., 16., 0., 6., 3., 0., 1.]);
}

#[test]
fn what_cannot_be_done_to_words_is_said() {
    let scenario = read(OF_WORDS, "of-words.toml").unwrap();
    for (change, part) in [
        (Restructuring::Insert { part: Part::Row, at: 0, name: String::new() }, "its slots"),
        (Restructuring::Remove { part: Part::Row, at: 0 }, "its slots"),
        (Restructuring::Remove { part: Part::EmbeddingComponent, at: 2 }, "no dimension of the embeddings 3"),
    ] {
        let problem = restructure(&scenario, &change).unwrap_err();
        assert!(problem.en.contains(part), "{problem}");
    }
    let renamed = Restructuring::Rename { part: Part::Row, at: 0, name: "BOS".to_owned() };
    assert_eq!(restructure(&scenario, &renamed).unwrap().0.names.prefixes[0], Some("BOS".to_owned()));
    let component = Restructuring::Insert { part: Part::EmbeddingComponent, at: 0, name: String::new() };
    let problem = restructure(&self::scenario(), &component).unwrap_err();
    assert!(problem.en.contains("no embeddings"), "{problem}");
}
