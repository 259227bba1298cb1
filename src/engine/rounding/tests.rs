use super::super::specimens::r72;
use super::super::{Cell, Lines, Mask, Parameter, Part, Scorer, ScorerKind, Tensor};
use super::*;
use Mark::{Moved, Same, WithinRounding};

fn compare(before: &Givens, now: &Givens) -> Comparison {
    let trace = Trace::new(before);
    let after = trace.after(now);
    Comparison::new((before, &trace), (now, &after))
}

fn stages(comparison: &Comparison) -> [Mark; 6] {
    Stage::ALL.map(|stage| comparison.stage_any_row(stage))
}

fn set(givens: &Givens, tensor: Tensor, row: usize, numbers: &[f64]) -> Givens {
    let mut after = givens.clone();
    for (column, number) in numbers.iter().enumerate() {
        assert!(after.set(Cell::new(tensor, row, column), *number));
    }
    after
}

#[test]
fn nothing_changed() {
    let comparison = compare(&r72(), &r72());
    assert_eq!(stages(&comparison), [Same; 6]);
    assert_eq!(comparison.total_loss(), Same);
}

#[test]
fn only_the_second_value_leaves_the_reading_alone() {
    let comparison = compare(&r72(), &set(&r72(), Tensor::Values, 1, &[0.0, 8.0]));
    assert_eq!(stages(&comparison), [Same, Same, Moved, Moved, Moved, Moved]);
    assert_eq!([0, 1].map(|component| comparison.context(0, component)), [Same, Moved]);
    // G's first row is 0 but for `him`: its logit reads the unmoved component only, `yesterday` reads nothing.
    assert_eq!([0, 1, 2].map(|word| comparison.logit(0, word)), [Same, Moved, Same]);
    assert_eq!([0, 1, 2].map(|word| comparison.probability(0, word)), [Moved; 3]);
    assert_eq!((comparison.loss(0), comparison.total_loss()), (Moved, Moved));
}

#[test]
fn only_the_query_moves_all_but_what_stays_by_symmetry() {
    let comparison = compare(&r72(), &set(&r72(), Tensor::Queries, 0, &[0.0, 1.0]));
    assert_eq!(stages(&comparison), [Moved; 6]);
    // e = (1, 0, 1) becomes (0, 1, 1): the third score, and with the same denominator its weight, stay.
    assert_eq!([0, 1, 2].map(|slot| comparison.score(0, slot)), [Moved, Moved, Same]);
    assert_ne!(comparison.attention(0, 2), Moved);
    // `yesterday` has the logit 0 in both, and the two others change places: p_3 is the same number mathematically.
    assert_eq!(comparison.logit(0, 2), Same);
    assert_ne!(comparison.probability(0, 2), Moved);
    assert_eq!([0, 1].map(|word| comparison.probability(0, word)), [Moved, Moved]);
}

#[test]
fn under_the_linear_scorer_the_query_moves_nothing_but_the_scores() {
    let mut before = r72();
    before.set_scorer(ScorerKind::Linear);
    before = set(&before, Tensor::Parameter(Parameter::A), 0, &[2.0, -3.0]);
    before = set(&before, Tensor::Parameter(Parameter::B), 0, &[1.0, -0.7]);
    let mut within = 0;
    for query in [[0.1, 0.7], [1e3, 1.0 / 3.0], [-1e9, 5.0], [1e-9, 0.0], [1e300, 0.0], [-7.7, 123_456.789]] {
        let comparison = compare(&before, &set(&before, Tensor::Queries, 0, &query));
        let [scores, later @ ..] = stages(&comparison);
        assert_eq!(scores, Moved, "{query:?}");
        assert!(later.iter().all(|mark| *mark != Moved), "{query:?}: {later:?}");
        within += later.iter().filter(|mark| **mark == WithinRounding).count();
    }
    assert!(within > 0, "the roundings differ somewhere, or this test shows nothing");
}

#[test]
fn when_all_values_are_equal_the_query_moves_no_prediction() {
    let before = Givens { values: Lines::new(2, &[0.3, 1.7, 0.3, 1.7, 0.3, 1.7]), ..r72() };
    for query in [[0.1, 0.7], [3.0, -11.0], [1e5, 1.0 / 3.0], [1e-9, 0.0], [-1e200, 1e200]] {
        let [scores, attention, later @ ..] = stages(&compare(&before, &set(&before, Tensor::Queries, 0, &query)));
        assert_eq!((scores, attention), (Moved, Moved), "{query:?}");
        assert!(later.iter().all(|mark| *mark != Moved), "{query:?}: {later:?}");
    }
}

#[test]
fn an_overflow_on_one_side_has_moved_and_the_same_on_both_has_not() {
    let beyond = set(&r72(), Tensor::Queries, 0, &[f64::MAX, f64::MAX]);
    let comparison = compare(&r72(), &beyond);
    assert_eq!(stages(&comparison), [Moved; 6]);
    assert_eq!((comparison.probability(0, 1), comparison.total_loss()), (Moved, Moved));
    let otherwise = set(&beyond, Tensor::Queries, 0, &[f64::MAX, f64::MAX / 2.0]);
    let comparison = compare(&beyond, &otherwise);
    assert_eq!(stages(&comparison), [Same; 6]);
    assert_eq!((comparison.score(0, 0), comparison.total_loss()), (Same, Same));
    let masked = Givens { mask: Mask::cells(vec![vec![false; 3]]), ..r72() };
    assert_eq!(stages(&compare(&beyond, &masked)), [Moved; 6], "another reason");
}

#[test]
fn masking_a_slot_moves_its_score_and_weight() {
    let mut masked = r72();
    masked.mask.set_slot(1, false);
    let comparison = compare(&r72(), &masked);
    assert_eq!([0, 1, 2].map(|slot| comparison.score(0, slot)), [Same, Moved, Same]);
    assert_eq!([0, 1, 2].map(|slot| comparison.attention(0, slot)), [Moved; 3]);
    let nudged = set(&masked, Tensor::Keys, 1, &[5.0, 5.0]);
    assert_eq!(stages(&compare(&masked, &nudged)), [Same; 6], "nobody reads it");
}

#[test]
fn a_target_taken_away_moves_the_loss_alone() {
    let without = Givens { targets: vec![None], ..r72() };
    let comparison = compare(&r72(), &without);
    assert_eq!(stages(&comparison), [Same, Same, Same, Same, Same, Moved]);
    assert_eq!(comparison.total_loss(), Moved);
    assert_eq!(stages(&compare(&without, &without)), [Same; 6]);
}

#[test]
fn a_changed_column_of_the_head_is_seen_through_every_word() {
    let before = r72();
    let mut after = before.clone();
    after.set(Cell::new(Tensor::Head, 1, 2), 1e-3);
    let comparison = compare(&before, &after);
    assert_eq!([0, 1, 2].map(|word| comparison.logit(0, word)), [Same, Same, Moved]);
    assert_eq!([0, 1, 2].map(|word| comparison.probability(0, word)), [Moved; 3]);
}

#[test]
fn a_constant_common_to_all_words_moves_no_probability() {
    let before = Givens { bias: vec![Some(Lines::new(3, &[0.5, -1.0, 2.0]))], ..r72() };
    let after = Givens { bias: vec![Some(Lines::new(3, &[1024.5, 1023.0, 1026.0]))], ..r72() };
    let [.., logits, probabilities, loss] = stages(&compare(&before, &after));
    assert_eq!(logits, Moved);
    assert_eq!((probabilities, loss), (WithinRounding, WithinRounding));
}

#[test]
fn a_slot_of_no_weight_blinds_nobody() {
    // The second score is so negative that its own rounding error is astronomical; it has no weight either way.
    let before = set(&r72(), Tensor::Keys, 1, &[-1e300, 1.0]);
    let after = set(&before, Tensor::Values, 0, &[2.0, 1e-6]);
    assert_eq!(stages(&compare(&before, &after))[2..], [Moved; 4]);
    let queried = set(&before, Tensor::Queries, 0, &[1.0, 1e-6]);
    assert_eq!(stages(&compare(&before, &queried)), [Moved; 6]);
}

#[test]
fn other_shapes_compare_without_a_panic() {
    let before = r72();
    let trace = Trace::new(&before);
    for part in Part::ALL {
        let mut after = before.clone();
        after.insert(part, 0);
        let comparison = Comparison::new((&before, &trace), (&after, &Trace::new(&after)));
        stages(&comparison);
        for row in 0..3 {
            for place in 0..5 {
                let marks = [
                    comparison.score(row, place),
                    comparison.attention(row, place),
                    comparison.context(row, place),
                    comparison.logit(row, place),
                    comparison.probability(row, place),
                ];
                assert!(place < 4 || marks == [Same; 5] || row == 0 || part == Part::Row, "{part:?} {row} {place}");
            }
        }
        let back = comparison.with_current((&before, &trace));
        assert_eq!(stages(&back), [Same; 6]);
    }
}

#[test]
fn a_model_with_other_scorers_compares() {
    for from in ScorerKind::ALL {
        for to in ScorerKind::ALL {
            let before = Givens { scorer: Scorer::new(from, 2), ..r72() };
            let after = Givens { scorer: Scorer::new(to, 2), ..r72() };
            let expected = if from == to { Same } else { Moved };
            // Under the identity W the bilinear scorer is the dot product, to the last bit here.
            let neutral = [ScorerKind::Dot, ScorerKind::Bilinear].contains(&from)
                && [ScorerKind::Dot, ScorerKind::Bilinear].contains(&to);
            assert_eq!(compare(&before, &after).stage(0, Stage::Scores), if neutral { Same } else { expected });
        }
    }
}

#[test]
fn a_comparison_may_be_kept_and_sent_along() {
    fn check<T: Send + Sync + Clone + 'static>() {}
    check::<Comparison>();
    check::<Trace>();
    check::<Givens>();
}

/// A certain prediction stays certain, however coarse the huge logits are that it comes from.
#[test]
fn a_huge_value_moves_what_it_moves() {
    for exponent in [12, 13, 14, 15, 16, 20, 100, 300] {
        let huge = format!("1e{exponent}").parse::<f64>().unwrap();
        let comparison = compare(&r72(), &set(&r72(), Tensor::Values, 0, &[huge, 0.0]));
        assert_eq!(stages(&comparison), [Same, Same, Moved, Moved, Moved, Moved], "1e{exponent}");
        assert_eq!([0, 1, 2].map(|word| comparison.probability(0, word)), [Moved; 3], "1e{exponent}");
        assert_eq!((comparison.loss(0), comparison.total_loss()), (Moved, Moved), "1e{exponent}");
    }
    // A huge logit that has no weight leaves the others certain.
    let comparison = compare(&r72(), &set(&r72(), Tensor::Head, 0, &[-1e308, 0.0, 0.0]));
    assert_eq!([0, 1, 2].map(|word| comparison.probability(0, word)), [Moved; 3]);
}
