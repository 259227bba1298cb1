use super::*;
use crate::engine::specimens::{r72, words, words_with_targets};
use crate::engine::{Change, Trace};

fn cell(tensor: Tensor, row: usize, column: usize) -> Cell {
    Cell::new(tensor, row, column)
}

#[test]
fn the_worked_example_comes_out() {
    let givens = words();
    assert_eq!(givens.queries.to_vec(), [1., 0., 2., 2., 2., 2., 2., 1., 3.]);
    assert_eq!(givens.keys.to_vec(), [0., 1., 1., 4., 4., 0., 2., 3., 1.]);
    assert_eq!(givens.values.to_vec(), [1., 2., 3., 2., 8., 0., 2., 6., 3.]);
    let trace = Trace::new(&givens);
    let scores: Vec<Option<f64>> = trace.row(0).scores.as_ref().unwrap().iter().collect();
    assert_eq!(scores, [Some(2.0), Some(4.0), Some(4.0)]);
}

#[test]
fn one_word_moves_q_k_and_v_together() {
    let mut givens = words();
    assert!(givens.set(cell(Tensor::SourceEmbeddings, 0, 1), 5.0));
    assert_eq!(givens.queries.line(0), [6., 0., 2.]);
    assert_eq!(givens.keys.line(0), [5., 6., 1.]);
    assert_eq!(givens.values.line(0), [1., 17., 3.]);
    let before = words();
    for (now, then) in [(&givens.queries, &before.queries), (&givens.keys, &before.keys)] {
        assert_eq!((now.line(1), now.line(2)), (then.line(1), then.line(2)));
    }
    let mut apart = words_with_targets();
    let queries = apart.queries.clone();
    assert!(apart.set(cell(Tensor::SourceEmbeddings, 0, 1), 5.0));
    assert!(apart.queries.shares(&queries), "the rows have embeddings of their own");
    assert!(apart.set(cell(Tensor::TargetEmbeddings, 1, 1), 3.0));
    assert_eq!(apart.queries.line(1), [3., 0., 0.]);
}

#[test]
fn a_projection_moves_its_column_alone_and_equal_bits_stay_shared() {
    let before = words();
    let mut givens = before.clone();
    assert!(givens.set(cell(Tensor::KeyProjection, 1, 2), 7.0));
    assert_eq!(givens.keys.to_vec(), [0., 1., 1., 4., 4., 14., 2., 3., 8.]);
    assert!(givens.queries.shares(&before.queries) && givens.values.shares(&before.values));
    // The first component of x_2 is 0: what multiplies it changes nothing of slot 2, and −0 is not written for 0.
    let mut unmoved = before.clone();
    assert!(unmoved.set(cell(Tensor::SourceEmbeddings, 0, 1), 0.0));
    assert!(unmoved == before && unmoved.keys.shares(&before.keys));
}

#[test]
fn what_is_set_by_hand_stays_until_it_is_released() {
    let before = words();
    let mut givens = before.clone();
    let key = cell(Tensor::Keys, 0, 0);
    assert!(givens.set(key, 9.0) && givens.is_overridden(key));
    assert_eq!(givens.overridden().collect::<Vec<_>>(), [key]);
    assert!(givens.set(cell(Tensor::SourceEmbeddings, 0, 1), 5.0));
    assert_eq!(givens.keys.line(0), [9., 6., 1.], "the rest of the key moves on");
    assert_eq!((givens.get(key), givens.from_words(key)), (Some(9.0), Some(5.0)));
    assert_eq!(givens.release(key), Ok(true));
    assert_eq!(givens.get(key), Some(5.0));
    assert_eq!(givens.release(key), Ok(false));
    assert!(givens.set(cell(Tensor::SourceEmbeddings, 0, 1), 0.0));
    assert_eq!(givens, before, "nothing is left of it");
    // Set to what the words give: the same numbers, and yet another model.
    assert!(givens.set(key, 0.0));
    assert!(givens.keys == before.keys && givens != before);
    assert!(givens.set(cell(Tensor::KeyProjection, 0, 0), 3.0));
    assert_eq!(givens.keys.to_vec(), [0., 1., 1., 4., 4., 0., 5., 3., 1.]);
}

#[test]
fn a_number_beyond_f64_is_refused_and_named() {
    let before = words();
    let mut givens = before.clone();
    assert!(givens.set(cell(Tensor::KeyProjection, 0, 2), 1e10));
    let middle = givens.clone();
    let huge = cell(Tensor::SourceEmbeddings, 2, 0);
    assert!(!givens.set(huge, 1e300));
    let refused = CannotChange::Beyond(cell(Tensor::Keys, 2, 2));
    assert_eq!(givens.change(&[Change::Put(huge, 1e300)]), Err(refused));
    assert_eq!(givens, middle);
    // As one change with what brings it back, it is none; nor where the number is set by hand.
    let together = [Change::Put(huge, 1e300), Change::Put(cell(Tensor::KeyProjection, 0, 2), 1.0)];
    assert_eq!(givens.change(&together), Ok(()));
    assert_eq!(givens.get(cell(Tensor::Keys, 2, 2)), Some(1e300));
    givens = middle;
    let key = cell(Tensor::Keys, 2, 2);
    assert_eq!(givens.change(&[Change::Put(key, 1.0), Change::Put(huge, 1e300)]), Ok(()));
    assert_eq!(givens.from_words(key), None);
    assert_eq!(givens.release(key), Err(CannotChange::Beyond(key)));
    assert_eq!(givens.get(key), Some(1.0));
}

#[test]
fn what_is_not_there_is_named_and_nothing_is_done() {
    let mut givens = words();
    let absent = cell(Tensor::TargetEmbeddings, 0, 0);
    let put = [Change::Put(cell(Tensor::Head, 0, 0), 3.0), Change::Put(absent, 1.0)];
    assert_eq!(givens.change(&put), Err(CannotChange::Absent(absent)));
    assert_eq!(givens, words());
    let x = cell(Tensor::SourceEmbeddings, 0, 0);
    assert_eq!(givens.release(x), Err(CannotChange::Absent(x)));
    let mut plain = r72();
    assert!(!plain.set(x, 1.0));
    let query = cell(Tensor::Queries, 0, 0);
    assert_eq!(plain.release(query), Err(CannotChange::Absent(query)));
    assert!(plain.set(query, 4.0) && !plain.is_overridden(query));
    assert_eq!(plain.change(&[Change::Put(query, 5.0), Change::Put(cell(Tensor::Bias, 0, 1), 2.0)]), Ok(()));
    assert_eq!((plain.get(query), plain.bias[0].as_ref().map(Lines::to_vec)), (Some(5.0), Some(vec![0.0, 2.0, 0.0])));
}
