use super::super::specimens::r72;
use super::super::{Cell, Mask, Scorer, Tensor};
use super::*;

fn of(givens: &Givens) -> Vec<Observation> {
    Observation::all(givens, &Trace::new(givens), 0)
}

/// The same but for what the two-decimal weights would give.
fn said(givens: &Givens) -> Vec<Observation> {
    let mut found = of(givens);
    found.retain(|observation| !matches!(observation, Observation::TwoDecimals { .. }));
    found
}

fn close(numbers: &[f64], expected: &[f64], within: f64) -> bool {
    numbers.len() == expected.len() && numbers.iter().zip(expected).all(|(a, b)| (a - b).abs() <= within)
}

/// The lesson: 0.42, 0.16, 0.42 give (1.26, 1.48) in place of (1.266956, 1.466087). Slots 1 and 3 are read most, and
/// slot 1 contributes most to `him`: nothing else is to be said.
#[test]
fn the_lesson_with_two_decimals() {
    let [Observation::TwoDecimals { context, rounded, hundredths }] = &of(&r72())[..] else { panic!() };
    assert!(close(context, &[1.266_956, 1.466_087], 5e-7), "{context:?}");
    assert!(close(rounded, &[1.26, 1.48], 1e-15), "{rounded:?}");
    assert_eq!(*hundredths, 100);
}

#[test]
fn rounded_weights_need_not_sum_to_one() {
    // Three equal weights read 0.33 each; two read 0.50 and change nothing.
    let even = Givens { queries: Lines::zeros(2, 1), ..r72() };
    // The context (1, 2) gives him and book the same logit.
    let [Observation::PredictionTied { words }, Observation::TwoDecimals { rounded, hundredths, .. }] = &of(&even)[..]
    else {
        panic!()
    };
    assert_eq!((words.as_slice(), *hundredths), (&[0, 1][..], 99));
    assert!(close(rounded, &[0.99, 1.98], 1e-15));
    let mut halves = even;
    halves.mask.set_slot(1, false);
    assert_eq!(of(&halves), []);
}

#[test]
fn hundredths_are_those_that_are_printed() {
    for (weight, hundredths) in
        [(0.0, 0), (1.0, 100), (0.155_36, 16), (0.422_3, 42), (0.995, 99), (0.005, 1), (1e-300, 0)]
    {
        assert_eq!(read_hundredths(weight), Some(hundredths), "{weight}");
        assert_eq!(format!("{weight:.2}"), format!("{:.2}", f64::from(hundredths) / 100.0));
    }
}

/// The built-in scenario of that name: slots 1 and 3 are read most, the loud slot 2 makes book.
#[test]
fn most_read_is_not_predicted() {
    let givens = Givens { values: Lines::new(2, &[0.5, 0.0, 0.0, 12.0, 0.0, 1.0]), ..r72() };
    let [
        Observation::MostReadContributesLess { most_read, weight, contribute_most, contribution, word },
        Observation::SmallWeightCarriesMost { slot, weight: small, word: same, share },
    ] = &said(&givens)[..]
    else {
        panic!("{:?}", said(&givens))
    };
    assert_eq!((most_read.as_slice(), contribute_most.as_slice(), *word), (&[0, 2][..], &[1][..], 1));
    assert!(close(&[*weight, *contribution], &[0.422_319, 12.0 * 0.155_362], 1e-5), "{weight} {contribution}");
    assert_eq!((*slot, *same), (1, 1));
    // 12 · 0.155362 of 12 · 0.155362 + 0.422319.
    assert!(close(&[*small, *share], &[0.155_362, 0.815_312], 1e-5), "{small} {share}");
}

/// A weight of 7 % that makes up more than half of a logit.
#[test]
fn a_small_weight_carries_most() {
    let seventh = (0.07_f64 / 0.93 * 3.0).ln();
    let givens = Givens {
        queries: Lines::new(1, &[1.0]),
        keys: Lines::new(1, &[0.0, 0.0, 0.0, seventh]),
        values: Lines::new(1, &[1.0, 1.0, -1.0, 20.0]),
        head: Lines::new(1, &[1.0, 0.0]),
        scorer: Scorer::new(ScorerKind::Dot, 1),
        mask: Mask::none(4),
        ..r72()
    };
    let found = said(&givens);
    let Some(Observation::SmallWeightCarriesMost { slot: 3, weight, word: 0, share }) = found.last() else {
        panic!("{found:?}")
    };
    // 1.4 of 1.4 + 3 · 0.31.
    assert!(close(&[*weight, *share], &[0.07, 1.4 / 2.33], 1e-12));
    // Exactly a half is half; less is not. An equal share is not small.
    let with = |value: f64| {
        let mut givens = givens.clone();
        givens.set(Cell::new(Tensor::Values, 3, 0), value);
        said(&givens)
            .iter()
            .any(|one| matches!(one, Observation::SmallWeightCarriesMost { share, .. } if *share < 0.5001))
    };
    assert!(with(0.93 / 0.07));
    assert!(!with(13.0));
    let even = Givens { queries: Lines::zeros(1, 1), ..givens };
    assert!(!said(&even).iter().any(|one| matches!(one, Observation::SmallWeightCarriesMost { .. })));
}

#[test]
fn equal_values_and_equal_keys() {
    let values = Givens { values: Lines::new(2, &[1.0, 2.0, 1.0, 2.0, 1.0, 2.0]), ..r72() };
    assert_eq!(said(&values)[0], Observation::ValuesEqual);
    let mut other = values.clone();
    other.set(Cell::new(Tensor::Values, 1, 1), 6.0);
    assert!(!said(&other).contains(&Observation::ValuesEqual));
    other.mask.set_slot(1, false);
    assert_eq!(said(&other)[0], Observation::ValuesEqual, "those that are read");
    other.mask.set_slot(0, false);
    assert!(!said(&other).contains(&Observation::ValuesEqual), "one slot is no choice");
    let keys = Givens { keys: Lines::new(2, &[0.3, 0.0, 0.3, -0.0, 0.3, 0.0]), ..r72() };
    assert_eq!(said(&keys)[0], Observation::KeysEqual, "−0 is 0");
}

#[test]
fn the_query_cancels_under_the_linear_scorer_only() {
    for kind in ScorerKind::ALL {
        let mut givens = r72();
        givens.set_scorer(kind);
        assert_eq!(of(&givens).contains(&Observation::QueryCancels), kind == ScorerKind::Linear, "{kind:?}");
    }
}

/// 3.1 + 3.2 and 6.3, 0.1 + 0.2 and 0.3 are the same number but for their roundings: weights, contributions and words made of them tie.
#[test]
fn what_only_rounding_tells_apart_is_a_tie() {
    let query = Lines::new(2, &[1.0, 1.0]);
    let keys = Lines::new(2, &[3.1, 3.2, 6.3, 0.0, 4.0, 0.0]);
    let givens = Givens {
        queries: query,
        keys,
        values: Lines::new(2, &[0.0, 1.0, 0.0, 1.0, 0.0, 90.0]),
        head: Lines::from_rows_by_column(2, 3, &[0.0, 0.0, 0.0, 1.0, 0.1, 0.3]),
        ..r72()
    };
    let row = Trace::new(&givens);
    let weights = row.row(0).attention.unwrap().weights().to_vec();
    assert_ne!(weights[0], weights[1], "or this test shows nothing");
    let found = said(&givens);
    let Some(Observation::MostReadContributesLess { most_read, contribute_most, .. }) = found.first() else {
        panic!("{found:?}")
    };
    assert_eq!((most_read.as_slice(), contribute_most.as_slice()), (&[0, 1][..], &[2][..]));
    let tied = Givens { head: Lines::new(2, &[0.3, 0.3, 0.0, 0.0, 0.3, 0.1 + 0.2]), ..givens };
    assert_eq!(said(&tied), [Observation::PredictionTied { words: vec![0, 2] }]);
}

#[test]
fn a_slot_that_lowers_the_word_is_not_said_to_contribute() {
    let givens = Givens {
        values: Lines::new(2, &[-2.0, 0.0, -1.0, 0.0, -2.0, 0.0]),
        bias: vec![Some(Lines::new(3, &[50.0, 0.0, 0.0]))],
        ..r72()
    };
    assert_eq!(said(&givens), []);
}

#[test]
fn a_row_without_numbers_has_only_what_the_givens_say() {
    let mut masked = Givens { values: Lines::zeros(2, 3), mask: Mask::cells(vec![vec![false; 3]]), ..r72() };
    assert_eq!(of(&masked), []);
    masked.mask = Mask::none(3);
    masked.queries = Lines::new(2, &[f64::MAX, f64::MAX]);
    assert_eq!(of(&masked), [Observation::ValuesEqual]);
    assert_eq!(Observation::all(&masked, &Trace::new(&masked), 1), []);
    // A contribution beyond f64, though the logit is not.
    let mut beyond = Givens { values: Lines::new(2, &[1e300, 0.0, 0.0, 0.0, -1e300, 0.0]), ..r72() };
    beyond.set(Cell::new(Tensor::Head, 0, 0), 1e300);
    assert_eq!(Trace::new(&beyond).row(0).undefined(), None);
    said(&beyond);
}
