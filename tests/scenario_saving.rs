//! Saving: a new file reads back, a hand-written one keeps what a person put into it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use proptest::prelude::*;
use std::sync::Arc;
use twoaxes::engine::{Cell, Givens, Mask, Parameter, Part, ScorerKind, Tensor};
use twoaxes::scenario::save::{patch, to_toml};
use twoaxes::scenario::{
    Intervention, Restructuring, Scenario, Step, StepAction, apply, builtin, difference, read, restructure,
};
use twoaxes::words::Text;

const HAND_WRITTEN: &str = include_str!("scenarios/hand-written.toml");
const OF_WORDS: &str = include_str!("scenarios/hand-written-words.toml");
const READINGS: &str = include_str!("scenarios/readings.toml");
const WITHOUT_ROWS: &str = include_str!("scenarios/worked-example.toml");

fn hand_written() -> Scenario {
    parsed(HAND_WRITTEN)
}

#[track_caller]
fn parsed(text: &str) -> Scenario {
    read(text, "saved.toml").unwrap_or_else(|problems| panic!("{}\n{text}", problems[0]))
}

#[track_caller]
fn patched(original: &str, now: &Scenario) -> String {
    let text = patch(original, &parsed(original), now);
    assert_eq!(parsed(&text), now.clone(), "{text}");
    text
}

/// The lines that two texts do not share, old ones with `-`, new ones with `+`.
fn changes(before: &str, after: &str) -> Vec<String> {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let (before, after) = (lines(before), lines(after));
    let gone = before.iter().filter(|line| !after.contains(line)).map(|line| format!("-{line}"));
    gone.chain(after.iter().filter(|line| !before.contains(line)).map(|line| format!("+{line}"))).collect()
}

#[test]
fn built_in_scenarios_read_back() {
    for builtin in builtin::ALL {
        let scenario = builtin.scenario();
        assert_eq!(parsed(&to_toml(&scenario)), scenario);
        assert_eq!(patch(builtin.text, &scenario, &scenario), builtin.text);
    }
}

#[test]
fn a_new_file_is_readable() {
    insta::assert_snapshot!("new-file", to_toml(&hand_written()));
}

#[test]
fn one_number_is_one_line() {
    let mut now = hand_written();
    now.givens.set(Cell::new(Tensor::Keys, 1, 0), 0.1 + 0.2);
    now.givens.set(Cell::new(Tensor::Head, 1, 2), -0.0);
    now.givens.set(Cell::new(Tensor::Queries, 0, 1), 1e-9);
    assert_eq!(
        changes(HAND_WRITTEN, &patched(HAND_WRITTEN, &now)),
        [
            "-q      = [ 1, 0 ]            # the need",
            "-  [0, 1],   # 书",
            "-  [0, 1, 0]",
            "+q      = [ 1, 1e-9 ]            # the need",
            "+  [0.30000000000000004, 1],   # 书",
            "+  [0, 1, -0.0]",
        ]
    );
}

#[test]
fn a_slot_in_the_middle_goes_with_its_comment() {
    let (now, _) = restructure(&hand_written(), &Restructuring::Remove { part: Part::Slot, at: 1 }).unwrap();
    let text = patched(HAND_WRITTEN, &now);
    assert!(!text.contains("# 书") && text.contains("# 他") && text.contains("# 昨天") && text.contains("# the need"));
    insta::assert_snapshot!("slot-removed", text);
}

#[test]
fn everything_that_can_come_at_once() {
    let mut now = hand_written();
    for (part, name) in
        [(Part::Slot, "了"), (Part::Word, "a \"b\""), (Part::Row, "BOS I gave him"), (Part::KeyComponent, "")]
    {
        now = restructure(&now, &Restructuring::Insert { part, at: 9, name: name.to_owned() }).unwrap().0;
    }
    now.title = Some(Text::same("New"));
    now.about = None;
    now.givens.bias[1] = Some(twoaxes::engine::Lines::zeros(4, 1));
    now.givens.set_scorer(ScorerKind::Additive);
    now.givens.mask = Mask::Padding { readable: vec![true, true, true, false], causal: true };
    let mut set = now.interventions.to_vec();
    set[0].title = None;
    set.push(Intervention { id: "new".to_owned(), title: Some(Text::new("new", "新")), set: Vec::new() });
    now.interventions = set.into();
    insta::assert_snapshot!("everything-new", patched(HAND_WRITTEN, &now));
}

#[test]
fn windows_line_breaks_and_a_file_without_a_last_one() {
    let windows = HAND_WRITTEN.replace('\n', "\r\n");
    let last = HAND_WRITTEN.trim_end();
    for original in [windows.as_str(), last] {
        let mut now = hand_written();
        let counts = now.givens.clone();
        for part in Part::ALL.into_iter().filter(|part| counts.count(*part) > 0) {
            let name = "x".to_owned();
            now = restructure(&now, &Restructuring::Insert { part, at: 1, name }).unwrap().0;
        }
        now.givens.set_scorer(ScorerKind::Linear);
        let text = patched(original, &now);
        assert_eq!(text.contains("\r\n"), original.contains("\r\n"));
        assert!(!text.replace("\r\n", "").contains('\r') && text.contains("# the need"));
        if original.contains("\r\n") {
            assert!(!text.replace("\r\n", "").contains('\n'), "{text:?}");
        }
    }
}

#[test]
fn a_file_that_someone_else_has_changed_is_still_made_to_say_what_is_meant() {
    let other = HAND_WRITTEN.replace("[0, 4]", "[9, 9]").replace("the need", "another remark");
    let mut now = hand_written();
    now.givens.set(Cell::new(Tensor::Values, 0, 0), 5.0);
    let text = patch(&other, &hand_written(), &now);
    assert_eq!(parsed(&text), now.clone());
    assert!(text.contains("another remark"));
    assert_eq!(parsed(&patch("not toml [", &now, &now)).givens, now.givens);
}

#[test]
fn words_and_what_is_set_by_hand_are_changed_where_they_stand() {
    let mut now = parsed(OF_WORDS);
    let cell = |tensor, row, column| Cell::new(tensor, row, column);
    assert!(now.givens.set(cell(Tensor::SourceEmbeddings, 1, 2), 8.0));
    assert!(now.givens.set(cell(Tensor::KeyProjection, 0, 0), -1.5));
    now.givens.release(cell(Tensor::Queries, 1, 0)).unwrap();
    assert!(now.givens.set(cell(Tensor::Values, 2, 1), 0.25));
    assert_eq!(
        changes(OF_WORDS, &patched(OF_WORDS, &now)),
        [
            "-      [0, 1, 1],       # 书",
            "-  [0, 1],              # what the first component adds",
            "-k1     = [5, 6]",
            "-\"q2[1]\" = 7",
            "+      [0, 1, 8],       # 书",
            "+  [-1.5, 1],              # what the first component adds",
            "+k1 = [5, 6]",
            "+\"v3[2]\" = 0.25",
        ]
    );
    for cell in now.givens.overridden().collect::<Vec<_>>() {
        now.givens.release(cell).unwrap();
    }
    let text = patched(OF_WORDS, &now);
    assert!(!text.contains("v3[2]") && text.contains("# 书"));
    let once_more = patched(&text, &parsed(OF_WORDS));
    assert_eq!(parsed(&once_more), parsed(OF_WORDS));
}

#[test]
fn a_number_set_by_hand_where_the_words_would_leave_f64_is_read_back() {
    let mut now = parsed(OF_WORDS);
    assert!(now.givens.set(Cell::new(Tensor::KeyProjection, 0, 1), 1e200));
    assert!(now.givens.set(Cell::new(Tensor::Keys, 2, 1), 4.0));
    assert!(now.givens.set(Cell::new(Tensor::SourceEmbeddings, 2, 0), 1e200));
    assert_eq!(now.givens.from_words(Cell::new(Tensor::Keys, 2, 1)), None);
    patched(OF_WORDS, &now);
    assert_eq!(parsed(&to_toml(&now)), now);
}

#[test]
fn rows_nothing_was_said_of_get_tables_when_there_is_something_to_say() {
    let mut now = parsed(WITHOUT_ROWS);
    assert_eq!((now.givens.rows(), now.givens.targets[0]), (3, None));
    now.givens.targets[1] = Some(0);
    let text = patched(WITHOUT_ROWS, &now);
    assert_eq!(text.matches("[[query]]").count(), 3, "{text}");
    let before = WITHOUT_ROWS.split("[tensors]").next().unwrap();
    assert!(text.starts_with(before) && text[before.len()..].starts_with("[[query]]"), "{text}");
    // And a slot takes its row along.
    let (fewer, _) = restructure(&now, &Restructuring::Remove { part: Part::Slot, at: 1 }).unwrap();
    assert_eq!((fewer.givens.rows(), fewer.givens.targets.clone()), (2, vec![None, None]));
    assert_eq!(patch(&text, &now, &fewer).matches("[[query]]").count(), 2);
    let (without, _) = restructure(&parsed(WITHOUT_ROWS), &Restructuring::Remove { part: Part::Slot, at: 1 }).unwrap();
    assert!(!patched(WITHOUT_ROWS, &without).contains("[[query]]"));
    insta::assert_snapshot!("new-file-of-words", to_toml(&parsed(OF_WORDS)));
    insta::assert_snapshot!("new-file-without-rows", to_toml(&parsed(WITHOUT_ROWS)));
}

/// What is changed in a reading is changed in its place, whichever is shown; the others keep every character.
#[test]
fn each_reading_is_changed_where_it_stands() {
    let mut now = parsed(READINGS).showing(1);
    now.givens.set(Cell::new(Tensor::Keys, 1, 0), 7.0);
    now.givens.set_scorer(ScorerKind::Dot);
    now.interventions = Arc::from([Intervention {
        id: "none-masked".to_owned(),
        title: Some(Text::new("none masked", "不屏蔽")),
        set: vec![twoaxes::scenario::Setting {
            address: twoaxes::scenario::Address::MaskSlot { slot: 1 },
            value: twoaxes::scenario::Value::Readable(true),
        }],
    }]);
    let mut now = now.showing(0);
    now.givens.set_scorer(ScorerKind::ScaledDot);
    let mut now = now.showing(2);
    now.givens.mask = Mask::none(2);
    let text = patch(READINGS, &parsed(READINGS), &now);
    assert!(parsed(&text).same_file(&now), "{text}");
    insta::assert_snapshot!("readings-changed", text);
    // Windows line breaks, and a file that is shown elsewhere when it is compared.
    let windows = READINGS.replace('\n', "\r\n");
    let text = patch(&windows, &parsed(READINGS).showing(2), &now.showing(1));
    assert!(parsed(&text).same_file(&now) && !text.replace("\r\n", "").contains('\n'), "{text:?}");
    assert!(parsed(&to_toml(&now)).same_file(&now));
    insta::assert_snapshot!("readings-new-file", to_toml(&parsed(READINGS)));
}

/// A parameter that came with a scorer and is as it starts is written as soon as a branch names it.
#[test]
fn a_parameter_that_a_branch_names_is_in_the_file() {
    let before = hand_written();
    let mut now = before.clone();
    now.givens.set_scorer(ScorerKind::Linear);
    now.givens.set_scorer(before.givens.scorer.kind);
    assert_eq!(patch(HAND_WRITTEN, &before, &now), HAND_WRITTEN, "nothing is to be told of it");
    let mut other = now.givens.clone();
    assert!(other.set(Cell::new(Tensor::Parameter(Parameter::B), 0, 0), 0.0));
    let mut set = now.interventions.to_vec();
    set.push(Intervention { id: "b".to_owned(), title: None, set: difference(&now.givens, &other) });
    now.interventions = set.into();
    let text = patched(HAND_WRITTEN, &now);
    assert!(text.contains("\"b[1]\" = 0") && text.contains("b = [1, 1]") && text.contains("# by hand"), "{text}");
}

/// A row that gets constants while another comes right behind it, in a file without a blank line between the two.
#[test]
fn what_ends_a_section_comes_before_the_sections_behind_it() {
    let tight = READINGS.split("# the third").nth(1).map(|rest| rest.split("# the tour").next().unwrap()).unwrap();
    let tight = format!("format = 1\nid = \"tight\"\n# by hand{tight}");
    let now = restructure(&parsed(&tight), &Restructuring::Insert { part: Part::Slot, at: 1, name: "x".to_owned() });
    let mut now = now.unwrap().0;
    assert!(now.givens.set(Cell::new(Tensor::Bias, 0, 1), 2.0));
    let text = patched(&tight, &now);
    let first = "prefix = \"BOS\"\ntarget = \"I\"\nbias = [0, 2]\n[[reading.query]]\n\n[[reading.query]]\nprefix";
    assert!(text.contains(first) && text.contains("# by hand"), "{text}");
}

/// A branch that sets a vector, and then rows of numbers or one number in its place.
#[test]
fn a_setting_becomes_one_of_another_form_where_it_stands() {
    for (cells, wanted) in [
        (&[(0, 0, 3.0), (0, 1, 4.0), (1, 0, 5.0)][..], "set = { K = [\n  [3, 4],\n  [5, 1],\n] }       # bank"),
        (&[(1, 0, 5.0)], "set = { \"k2[1]\" = 5 }       # bank"),
    ] {
        let mut now = parsed(READINGS);
        let mut givens = now.givens.clone();
        for (row, column, value) in cells {
            givens.set(Cell::new(Tensor::Keys, *row, *column), *value);
        }
        let set = difference(&now.givens, &givens);
        now.interventions = Arc::from([Intervention { set, ..now.interventions[0].clone() }]);
        let text = patched(READINGS, &now);
        assert!(text.contains(wanted), "{text}");
    }
}

/// A cell that is masked and unmasked again leaves the file as it was, whatever form the mask has meanwhile.
#[test]
fn a_mask_there_and_back_changes_nothing() {
    for original in [HAND_WRITTEN, READINGS] {
        let before = parsed(original);
        let mut now = before.clone();
        let rows = now.givens.rows();
        let readable = now.givens.mask.readable(0, 0);
        now.givens.mask.set_cell(rows, 0, 0, !readable);
        assert_ne!(patch(original, &before, &now), original);
        now.givens.mask.set_cell(rows, 0, 0, readable);
        assert!(matches!(now.givens.mask, Mask::Cells(_)));
        assert_eq!(patch(original, &before, &now), original);
    }
}

/// A file that has become one of other readings is written anew.
#[test]
fn readings_do_not_come_or_go_in_place() {
    let several = parsed(READINGS);
    assert_eq!(parsed(&patch(HAND_WRITTEN, &hand_written(), &several)), several);
    assert_eq!(parsed(&patch(READINGS, &several, &hand_written())), hand_written());
    let one = READINGS.split("# the second").next().unwrap();
    assert_eq!(parsed(&patch(one, &parsed(one), &several)), several);
    // What somebody else has written into it stays, where it is another number only.
    let other = READINGS.replace("[2, 1]", "[9, 9]").replace("the first need", "another remark");
    let text = patch(&other, &several, &several.showing(1));
    assert!(parsed(&text).same_file(&several) && text.contains("another remark"), "{text}");
}

/// One random change of any kind.
#[derive(Clone, Debug)]
enum Edit {
    Cell(u8, u8, u8, i16),
    Release(u8),
    Restructure(u8, u8, u8, String),
    Target(u8, u8),
    Mask(u8, u8, bool),
    Scorer(u8),
    Branch(Vec<Edit>, String),
    Unbranch(u8),
    Title(Option<(String, String)>),
    Step(String, bool),
}

fn edit() -> impl Strategy<Value = Edit> {
    let name = "[a-zA-Z0-9 \"'\\\\,\\[\\]#=他书\t\n.-]{0,6}";
    let simple = prop_oneof![
        4 => (0u8..14, any::<u8>(), any::<u8>(), any::<i16>()).prop_map(|(t, r, c, v)| Edit::Cell(t, r, c, v)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(r, w)| Edit::Target(r, w)),
        1 => (any::<u8>(), any::<u8>(), any::<bool>()).prop_map(|(r, s, m)| Edit::Mask(r, s, m)),
        1 => (0u8..5).prop_map(Edit::Scorer),
        1 => any::<u8>().prop_map(Edit::Release),
    ];
    prop_oneof![
        4 => simple.clone(),
        4 => (0u8..3, 0u8..6, any::<u8>(), name).prop_map(|(k, p, a, n)| Edit::Restructure(k, p, a, n)),
        2 => (proptest::collection::vec(simple, 0..5), "[a-z]{1,3}").prop_map(|(edits, id)| Edit::Branch(edits, id)),
        1 => any::<u8>().prop_map(Edit::Unbranch),
        1 => proptest::option::of((name, name)).prop_map(Edit::Title),
        1 => (name, any::<bool>()).prop_map(|(say, add)| Edit::Step(say, add)),
    ]
}

fn edit_givens(givens: &mut Givens, edit: &Edit) {
    let (rows, slots, words) = (givens.rows(), givens.slots(), givens.words());
    let at = |place: u8, size: usize| usize::from(place) % size;
    match edit {
        Edit::Cell(tensor, row, column, value) => {
            let all = [
                Tensor::Queries,
                Tensor::Keys,
                Tensor::Values,
                Tensor::Head,
                Tensor::Bias,
                Tensor::Parameter(Parameter::W),
                Tensor::Parameter(Parameter::Wq),
                Tensor::Parameter(Parameter::Va),
                Tensor::Parameter(Parameter::B),
                Tensor::SourceEmbeddings,
                Tensor::TargetEmbeddings,
                Tensor::QueryProjection,
                Tensor::KeyProjection,
                Tensor::ValueProjection,
            ];
            let tensor = all[usize::from(*tensor)];
            let shape = if tensor == Tensor::Bias { Some((rows, words)) } else { givens.shape(tensor) };
            if let Some((r, c)) = shape {
                givens.set(Cell::new(tensor, at(*row, r), at(*column, c)), f64::from(*value) / 7.0);
            }
        }
        Edit::Release(every) => {
            for cell in givens.overridden().skip(at(*every, 3)).step_by(1 + at(*every, 2)).collect::<Vec<_>>() {
                givens.release(cell).unwrap();
            }
        }
        Edit::Target(row, word) => givens.targets[at(*row, rows)] = at(*word, words + 1).checked_sub(1),
        Edit::Mask(row, slot, readable) if *readable => givens.mask.set_slot(at(*slot, slots), at(*row, 2) == 0),
        Edit::Mask(row, slot, _) => givens.mask.set_cell(rows, at(*row, rows), at(*slot, slots), false),
        Edit::Scorer(kind) => givens.set_scorer(ScorerKind::ALL[usize::from(*kind)]),
        _ => {}
    }
}

fn edited(mut scenario: Scenario, edit: &Edit) -> Scenario {
    match edit {
        Edit::Restructure(kind, part, at, name) => {
            let part = Part::ALL[usize::from(*part)];
            let at = usize::from(*at) % scenario.givens.count(part).max(1);
            let name = name.clone();
            let change = match kind {
                0 => Restructuring::Insert { part, at, name },
                1 => Restructuring::Remove { part, at },
                _ => Restructuring::Rename { part, at, name },
            };
            restructure(&scenario, &change).map_or(scenario, |(changed, _)| changed)
        }
        Edit::Branch(edits, id) => {
            let mut interventions = scenario.interventions.to_vec();
            let known = interventions.iter().position(|intervention| intervention.id == *id);
            let mut givens = scenario.givens.clone();
            if let Some(known) = known {
                apply(&mut givens, &interventions[known].set).unwrap();
            }
            edits.iter().for_each(|edit| edit_givens(&mut givens, edit));
            let set = difference(&scenario.givens, &givens);
            match known {
                Some(known) => interventions[known].set = set,
                None => interventions.push(Intervention { id: id.clone(), title: None, set }),
            }
            scenario.interventions = interventions.into();
            scenario
        }
        Edit::Unbranch(at) if !scenario.interventions.is_empty() => {
            let mut interventions = scenario.interventions.to_vec();
            interventions.remove(usize::from(*at) % interventions.len());
            scenario.interventions = interventions.into();
            scenario
        }
        Edit::Title(title) => {
            scenario.title = title.clone().map(|(en, zh)| Text { en: en.into(), zh: zh.into() });
            scenario
        }
        Edit::Step(say, add) => {
            let mut steps = scenario.steps.to_vec();
            if *add || steps.is_empty() {
                let id = format!("new-{}", steps.len());
                let (say, actions) = (Text::same(say.clone()), vec![StepAction::new(say.clone())]);
                steps.push(Step { id, say, actions, hold: Some(0.5) });
            } else {
                steps[0].actions.push(StepAction::new(say.clone()));
                steps[0].hold = None;
            }
            scenario.steps = Arc::from(steps);
            scenario
        }
        other => {
            edit_givens(&mut scenario.givens, other);
            scenario
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_reads_back(which in 0..3_usize, edits in proptest::collection::vec(edit(), 0..6)) {
        let original = [HAND_WRITTEN, OF_WORDS, WITHOUT_ROWS][which];
        let comment = original.lines().next().unwrap();
        let now = edits.iter().fold(parsed(original), edited);
        let fits = now.interventions.iter().all(|one| apply(&mut now.givens.clone(), &one.set).is_ok());
        prop_assert!(fits, "an intervention no longer fits its baseline");
        prop_assert_eq!(&parsed(&to_toml(&now)), &now);
        let text = patch(original, &parsed(original), &now);
        prop_assert_eq!(&parsed(&text), &now);
        // A second change goes on from the patched file.
        let then = edited(now.clone(), &Edit::Cell(1, 0, 0, 77));
        prop_assert_eq!(&parsed(&patch(&text, &now, &then)), &then);
        prop_assert!(text.contains(comment), "rewritten:\n{}", text);
    }

    #[test]
    fn whatever_is_changed_in_any_reading_reads_back(
        edits in proptest::collection::vec((0..3_usize, edit()), 0..8),
        shown in 0..3_usize,
    ) {
        let before = parsed(READINGS);
        let now = edits.iter().fold(before.clone(), |now, (reading, edit)| edited(now.showing(*reading), edit));
        for reading in now.all_readings() {
            let fits = reading.interventions.iter().all(|one| apply(&mut reading.givens.clone(), &one.set).is_ok());
            prop_assert!(fits, "an intervention no longer fits its baseline");
        }
        let now = now.showing(shown);
        prop_assert!(parsed(&to_toml(&now)).same_file(&now));
        let text = patch(READINGS, &before.showing(2 - shown), &now);
        prop_assert!(parsed(&text).same_file(&now), "{}", text);
        // A second change goes on from the patched file.
        let then = edited(now.clone(), &Edit::Cell(3, 0, 0, 77));
        prop_assert!(parsed(&patch(&text, &now, &then)).same_file(&then));
        prop_assert!(text.contains("# by hand: three readings"), "rewritten:\n{}", text);
        // A reading in which nothing was changed keeps every character.
        let headings = ["# the first one", "# the second", "# the third", "# the tour is"];
        let starts = headings.map(|heading| READINGS.find(heading).unwrap());
        for (at, bounds) in starts.windows(2).enumerate() {
            if now.reading(at) == before.reading(at) {
                prop_assert!(text.contains(&READINGS[bounds[0]..bounds[1]]), "reading {}:\n{}", at + 1, text);
            }
        }
    }
}
