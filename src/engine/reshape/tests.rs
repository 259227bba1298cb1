use super::*;
use crate::engine::specimens::{r72, words, words_with_targets};
use crate::engine::{Mask, ScorerKind, Trace};

/// Two rows, constants, a mask by cells, the parameters of every scorer (d_a = 3), every cell another number.
fn crowded() -> Givens {
    let mut givens = r72();
    givens.insert(Part::Row, 1);
    givens.bias[0] = Some(Lines::zeros(3, 1));
    givens.bias[1] = Some(Lines::zeros(3, 1));
    givens.targets = vec![Some(0), Some(2)];
    givens.mask = Mask::cells(vec![vec![true, false, true], vec![false, true, true]]);
    givens.scorer.put(Parameter::Wq, Lines::zeros(2, 3));
    for kind in ScorerKind::ALL {
        givens.set_scorer(kind);
    }
    let mut next = 0.0;
    for cell in cells(&givens) {
        next += 1.0;
        assert!(givens.set(cell, next));
    }
    givens
}

/// The same for a model given by words, with and without Y; three numbers of Q, K and V are set by hand.
fn crowded_words() -> [Givens; 2] {
    [words(), words_with_targets()].map(|mut givens| {
        givens.bias.fill(Some(Lines::zeros(2, 1)));
        let rows = givens.rows();
        givens.mask = Mask::cells((0..rows).map(|row| vec![true, row % 2 == 0, true]));
        givens.scorer.put(Parameter::Wq, Lines::zeros(3, 3));
        for kind in ScorerKind::ALL {
            givens.set_scorer(kind);
        }
        for (at, cell) in cells(&givens).into_iter().enumerate() {
            let derived = matches!(cell.tensor, Tensor::Queries | Tensor::Keys | Tensor::Values);
            assert!(derived || givens.set(cell, (at % 19) as f64));
        }
        for (at, tensor) in [Tensor::Queries, Tensor::Keys, Tensor::Values].into_iter().enumerate() {
            assert!(givens.set(Cell::new(tensor, 1, at), 77.0));
        }
        givens
    })
}

fn specimens() -> Vec<Givens> {
    [crowded()].into_iter().chain(crowded_words()).collect()
}

/// The parts a model has.
fn parts(givens: &Givens) -> impl Iterator<Item = Part> {
    Part::ALL.into_iter().filter(|part| givens.count(*part) > 0)
}

fn cells(givens: &Givens) -> Vec<Cell> {
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    let all = tensors.into_iter().chain(Tensor::OF_WORDS).chain(Parameter::ALL.map(Tensor::Parameter));
    let shaped = all.filter_map(|tensor| Some((tensor, givens.shape(tensor)?)));
    shaped
        .flat_map(|(tensor, (rows, columns))| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(tensor, row, column)))
        })
        .collect()
}

/// The model is whole: every shape fits the others.
fn check(givens: &Givens) {
    let [n, words, t, d_k, d_v, _] = Part::ALL.map(|part| givens.count(part));
    let sizes = |part| givens.count(part);
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    for cell_tensor in tensors.into_iter().chain(Tensor::OF_WORDS) {
        if let Some(shape) = givens.shape(cell_tensor) {
            let (rows, columns) = cell_tensor.axes();
            assert_eq!(shape, (rows.map(sizes).unwrap(), columns.map(sizes).unwrap()), "{cell_tensor:?}");
        }
    }
    assert_eq!((givens.values.count(), givens.head.width()), (n, d_v));
    assert!(givens.bias.iter().flatten().all(|bias| (bias.count(), bias.width()) == (1, words)));
    assert_eq!((givens.bias.len(), givens.targets.len(), givens.queries.width()), (t, t, d_k));
    for (parameter, rows) in
        [(Parameter::W, d_k), (Parameter::Wq, 3), (Parameter::Wk, 3), (Parameter::A, 1), (Parameter::B, 1)]
    {
        assert_eq!(givens.shape(Tensor::Parameter(parameter)), Some((rows, d_k)), "{parameter:?}");
    }
    for parameter in [Parameter::Ba, Parameter::Va] {
        assert_eq!(givens.shape(Tensor::Parameter(parameter)), Some((1, 3)));
    }
    for cell in cells(givens) {
        if let Some(number) = givens.from_words(cell) {
            assert!(givens.is_overridden(cell) || givens.get(cell) == Some(number), "{cell:?}");
        }
    }
    Trace::new(givens);
}

#[test]
fn every_number_goes_where_its_cell_goes_and_new_ones_are_zero() {
    for before in specimens() {
        check(&before);
        for part in parts(&before) {
            for at in 0..=before.count(part) {
                let mut after = before.clone();
                assert!(after.insert(part, at));
                check(&after);
                assert_eq!(after.count(part), before.count(part) + 1);
                let place = |cell: &Cell| cell.after_insertion(&before, part, at);
                let kept: Vec<Cell> = cells(&before).iter().map(place).collect();
                for (old, new) in cells(&before).into_iter().zip(&kept) {
                    assert_eq!(before.get(old), after.get(*new), "{part:?} at {at}: {old:?}");
                    assert_eq!(before.is_overridden(old), after.is_overridden(*new), "{part:?} at {at}: {old:?}");
                }
                let fresh = cells(&after).into_iter().filter(|cell| !kept.contains(cell));
                assert!(fresh.clone().filter_map(|cell| after.get(cell)).all(|number| number == 0.0));
                assert!(!fresh.clone().any(|cell| after.is_overridden(cell)));
                assert_eq!(after.remove(part, at), Ok(vec![]), "taking it out again gives what was there");
                assert_eq!(after, before, "{part:?} at {at}");
            }
        }
    }
}

#[test]
fn what_is_taken_out_is_gone_and_the_rest_stays() {
    for before in specimens() {
        for part in parts(&before) {
            for at in 0..before.count(part) {
                let mut after = before.clone();
                let without_target = after.remove(part, at).unwrap();
                check(&after);
                for old in cells(&before) {
                    let Some(new) = old.after_removal(&before, part, at) else { continue };
                    assert_eq!(before.is_overridden(old), after.is_overridden(new), "{part:?} at {at}: {old:?}");
                    // Of a shorter embedding the same projection makes less.
                    let derived = before.from_words(old).is_some() && !before.is_overridden(old);
                    if !(part == Part::EmbeddingComponent && derived) {
                        assert_eq!(before.get(old), after.get(new), "{part:?} at {at}: {old:?}");
                    }
                }
                let lost = |row: &usize| part == Part::Word && before.targets[*row] == Some(at);
                assert_eq!(without_target, (0..before.rows()).filter(lost).collect::<Vec<_>>(), "{part:?} at {at}");
            }
        }
    }
}

#[test]
fn where_the_rows_are_the_slots_they_come_and_go_together() {
    let [before, _] = crowded_words();
    for part in [Part::Slot, Part::Row] {
        let mut after = before.clone();
        assert!(after.insert(part, 1));
        assert_eq!((after.rows(), after.slots()), (4, 4));
        assert_eq!((after.bias[1].clone(), after.targets[1]), (None, None));
        assert!((0..4).all(|other| after.mask.readable(other, 1) && after.mask.readable(1, other)));
        assert_eq!(after.remove(part, 1), Ok(vec![]));
        assert_eq!(after, before);
    }
}

#[test]
fn no_component_comes_where_there_are_no_embeddings() {
    let mut givens = crowded();
    assert!(!givens.insert(Part::EmbeddingComponent, 0));
    assert_eq!(givens.remove(Part::EmbeddingComponent, 0), Err(CannotRemove::Absent(Part::EmbeddingComponent)));
    assert_eq!(givens, crowded());
}

#[test]
fn a_component_stays_without_which_a_number_would_be_beyond_f64() {
    let mut givens = words();
    for (component, number) in [(0, 1e308), (1, -1e308), (2, 1e308), (3, 0.0)] {
        assert!(givens.set(Cell::new(Tensor::KeyProjection, component, 0), 0.0));
        assert!(givens.set(Cell::new(Tensor::SourceEmbeddings, 0, component), number / 1e4));
    }
    for component in 0..3 {
        assert!(givens.set(Cell::new(Tensor::KeyProjection, component, 0), 1e4));
    }
    assert_eq!(givens.get(Cell::new(Tensor::Keys, 0, 0)), Some(1e308));
    let before = givens.clone();
    let key = Cell::new(Tensor::Keys, 0, 0);
    assert_eq!(givens.remove(Part::EmbeddingComponent, 1), Err(CannotRemove::Beyond(key)));
    assert_eq!(givens, before);
}

#[test]
fn targets_and_mask_follow() {
    let mut givens = crowded();
    givens.insert(Part::Word, 1);
    assert_eq!(givens.targets, [Some(0), Some(3)]);
    assert_eq!(givens.remove(Part::Word, 0), Ok(vec![0]));
    assert_eq!(givens.targets, [None, Some(2)]);
    givens.insert(Part::Slot, 1);
    let row = |givens: &Givens, row| (0..4).map(|slot| givens.mask.readable(row, slot)).collect::<Vec<_>>();
    assert_eq!(row(&givens, 0), [true, true, false, true]);
    assert_eq!(row(&givens, 1), [false, true, true, true]);
    givens.insert(Part::Row, 0);
    assert_eq!(row(&givens, 0), [true; 4]);
    assert_eq!(givens.targets, [None, None, Some(2)]);
}

#[test]
fn the_last_stays() {
    for specimen in specimens() {
        for part in parts(&specimen) {
            let mut givens = specimen.clone();
            while givens.count(part) > 1 {
                givens.remove(part, 0).unwrap();
                check(&givens);
            }
            let before = givens.clone();
            assert_eq!(givens.remove(part, 0), Err(CannotRemove::Last(part)));
            assert_eq!(givens.remove(part, 1), Err(CannotRemove::Absent(part)));
            assert_eq!(givens, before);
        }
    }
}
