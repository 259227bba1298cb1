//! After any edits the trace that re-uses earlier stages is the trace computed anew, to the last bit.

use crate::models::{cells, kind, model, small, wide_model, wild, word_model};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use twoaxes::engine::{Comparison, Givens, Lines, Part, ScorerKind, Stage, Trace};

#[derive(Clone, Debug)]
enum Edit {
    Set(Index, f64),
    SetAgain(Index),
    Release(Index),
    Scorer(ScorerKind),
    MaskSlot(Index, bool),
    MaskCell(Index, Index, bool),
    Target(Index, Option<Index>),
    Bias(Index, bool),
    Insert(Index, Index),
    Remove(Index, Index),
    /// Back to where this many edits before had led.
    Undo(usize),
}

fn edit(number: BoxedStrategy<f64>) -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    prop_oneof![
        6 => (index(), number).prop_map(|(cell, number)| Edit::Set(cell, number)),
        1 => index().prop_map(Edit::SetAgain),
        1 => index().prop_map(Edit::Release),
        1 => kind().prop_map(Edit::Scorer),
        1 => (index(), any::<bool>()).prop_map(|(slot, readable)| Edit::MaskSlot(slot, readable)),
        1 => (index(), index(), any::<bool>()).prop_map(|(row, slot, readable)| Edit::MaskCell(row, slot, readable)),
        1 => (index(), prop::option::of(index())).prop_map(|(row, word)| Edit::Target(row, word)),
        1 => (index(), any::<bool>()).prop_map(|(row, present)| Edit::Bias(row, present)),
        1 => (index(), index()).prop_map(|(part, at)| Edit::Insert(part, at)),
        1 => (index(), index()).prop_map(|(part, at)| Edit::Remove(part, at)),
        1 => (1..4_usize).prop_map(Edit::Undo),
    ]
}

fn apply(edit: &Edit, history: &[Givens]) -> Givens {
    let mut givens = history.last().unwrap().clone();
    let (rows, slots, words) = (givens.rows(), givens.slots(), givens.words());
    match edit {
        Edit::Set(cell, number) => {
            // Of words, what follows may be beyond f64; then nothing is changed.
            let before = givens.clone();
            let done = givens.set(*cell.get(&cells(&givens)), *number);
            assert!(done || givens.origin.is_some() && givens == before);
        }
        Edit::SetAgain(cell) => {
            let cell = *cell.get(&cells(&givens));
            let number = givens.get(cell).unwrap_or(0.0);
            givens.set(cell, number);
        }
        Edit::Release(cell) => {
            let cell = *cell.get(&cells(&givens));
            let was = givens.is_overridden(cell);
            assert!(givens.release(cell).map_or(true, |released| released == was && !givens.is_overridden(cell)));
        }
        Edit::Scorer(kind) => givens.set_scorer(*kind),
        Edit::MaskSlot(slot, readable) => givens.mask.set_slot(slot.index(slots), *readable),
        Edit::MaskCell(row, slot, readable) => {
            givens.mask.set_cell(rows, row.index(rows), slot.index(slots), *readable);
        }
        Edit::Target(row, word) => givens.targets[row.index(rows)] = word.map(|word| word.index(words)),
        Edit::Bias(row, present) => givens.bias[row.index(rows)] = present.then(|| Lines::zeros(words, 1)),
        Edit::Insert(part, at) => {
            let part = *part.get(&Part::ALL);
            givens.insert(part, at.index(givens.count(part) + 1));
        }
        Edit::Remove(part, at) => {
            let part = *part.get(&Part::ALL);
            // The last one stays; that is an edit without effect.
            let _ = givens.remove(part, at.index(givens.count(part).max(1)));
        }
        Edit::Undo(back) => givens = history[history.len().saturating_sub(back + 1)].clone(),
    }
    givens
}

/// Everything a trace holds; numbers print so that they read back to the same bits, and −0 apart from 0.
fn print(trace: &Trace) -> String {
    format!("{:?} {:?} {:?}", trace.loss(), trace.rows().collect::<Vec<_>>(), trace.read_in_all())
}

fn follow(first: Givens, edits: &[Edit]) -> Result<(), TestCaseError> {
    let mut history = vec![first];
    let mut trace = Trace::new(&history[0]);
    let baseline = trace.clone();
    // Computed in part only, as by somebody who looks at one row after another.
    let mut lazy = trace.clone();
    for (at, edit) in edits.iter().enumerate() {
        let now = apply(edit, &history);
        trace = trace.after(&now);
        let anew = Trace::new(&now);
        prop_assert_eq!(print(&trace), print(&anew), "{:?}", edit);
        match at % 4 {
            0 => drop(lazy.row(at % lazy.len())),
            1 => drop(lazy.reading(at % lazy.len())),
            2 => drop(lazy.outlook(at % lazy.len())),
            _ => {}
        }
        lazy = lazy.after(&now);
        // What is shared is a matter of cost alone: the marks are the same.
        let shared = Comparison::new((&history[0], &baseline), (&now, &trace));
        let apart = shared.with_current((&now, &anew));
        for stage in Stage::ALL {
            prop_assert_eq!(shared.stage_any_row(stage), apart.stage_any_row(stage));
        }
        // What the words give is what is there, but for what is set by hand.
        for cell in cells(&now).into_iter().filter(|cell| cell.tensor.projection().is_some() && now.origin.is_some()) {
            let given = now.get(cell).unwrap();
            prop_assert!(given.is_finite());
            prop_assert!(now.is_overridden(cell) || now.from_words(cell).map(f64::to_bits) == Some(given.to_bits()));
        }
        history.push(now);
    }
    prop_assert_eq!(print(&lazy), print(&trace));
    for row in 0..trace.len() {
        let probabilities = trace.row(row).probabilities.ok();
        for word in 0..history[history.len() - 1].words() + 1 {
            let p = probabilities.as_ref().and_then(|p| p.weights().get(word).copied());
            prop_assert_eq!(lazy.probability(row, word).map(f64::to_bits), p.map(f64::to_bits));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_trace_after_edits_is_the_trace_anew(first in prop_oneof![model(small()), wide_model(small())], edits in vec(edit(small()), 1..16)) {
        follow(first, &edits)?;
    }

    #[test]
    fn the_same_of_words(first in word_model(small()), edits in vec(edit(small()), 1..16)) {
        follow(first, &edits)?;
    }

    #[test]
    fn the_same_of_words_that_overflow(first in word_model(wild()), edits in vec(edit(wild()), 1..16)) {
        follow(first, &edits)?;
    }

    #[test]
    fn also_where_numbers_overflow(first in model(wild()), edits in vec(edit(wild()), 1..16)) {
        follow(first, &edits)?;
    }
}
