//! What the comparison must never call moved, and what it must.

use crate::models::{WIDEST, model, small, wide_model, wide_word_model, word_model};
use proptest::prelude::*;
use proptest::sample::Index;
use twoaxes::engine::{
    Cell, Change, Comparison, Givens, Gradients, Lines, Mark, Parameter, Part, ScorerKind, Stage, Tensor, Trace,
};

fn compare(before: &Givens, now: &Givens) -> Comparison {
    let trace = Trace::new(before);
    let after = trace.after(now);
    Comparison::new((before, &trace), (now, &after))
}

/// Nothing from this stage on has moved; a row that overflows on one side only is not spoken of.
fn nothing_moved_from(stage: Stage, before: &Givens, now: &Givens) -> Result<(), TestCaseError> {
    let comparison = compare(before, now);
    let (old, new) = (Trace::new(before), Trace::new(now));
    for (row, (old, new)) in old.rows().zip(new.rows()).enumerate() {
        if old.undefined().is_none() && new.undefined().is_none() {
            for later in Stage::ALL.into_iter().filter(|later| *later >= stage) {
                prop_assert_ne!(comparison.stage(row, later), Mark::Moved, "{:?} of row {}", later, row);
            }
        }
    }
    Ok(())
}

fn set_all(givens: &Givens, tensor: Tensor, number: impl Fn(usize, usize) -> f64) -> Givens {
    let mut after = givens.clone();
    let (rows, columns) = givens.shape(tensor).unwrap();
    for row in 0..rows {
        for column in 0..columns {
            after.set(Cell::new(tensor, row, column), number(row, column));
        }
    }
    after
}

/// Numbers of ordinary sizes, not dyadic, so that everything rounds.
fn ordinary() -> BoxedStrategy<f64> {
    prop_oneof![4 => -3.0..3.0, 1 => -100.0..100.0, 1 => (-3_i32..=3).prop_map(f64::from)].boxed()
}

/// Numbers of any size that leaves room for products.
fn any_size() -> BoxedStrategy<f64> {
    (-1.0..1.0, -60_i32..60).prop_map(|(x, exponent): (f64, i32)| x * 10_f64.powi(exponent)).boxed()
}

fn either() -> impl Strategy<Value = Givens> {
    prop_oneof![model(ordinary()), wide_model(ordinary()), wide_model(any_size())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_query_under_the_linear_scorer(
        givens in either(),
        other in prop::collection::vec(prop_oneof![ordinary(), any_size()], 3 * WIDEST),
    ) {
        let mut before = givens;
        before.set_scorer(ScorerKind::Linear);
        let after = set_all(&before, Tensor::Queries, |row, column| other[row * WIDEST + column]);
        nothing_moved_from(Stage::Attention, &before, &after)?;
    }

    #[test]
    fn any_reading_of_equal_values(
        givens in either(),
        other in prop::collection::vec(prop_oneof![ordinary(), any_size()], 3 * WIDEST),
        scorer in crate::models::kind(),
    ) {
        let first: Vec<f64> = givens.values.line(0).to_vec();
        let before = set_all(&givens, Tensor::Values, |_, column| first[column]);
        let mut after = set_all(&before, Tensor::Queries, |row, column| other[row * WIDEST + column]);
        after.set_scorer(scorer);
        nothing_moved_from(Stage::Context, &before, &after)?;
    }

    /// Powers of two multiply without rounding, so that these are the same models mathematically; the sums that are
    /// formed on the way are not the same, or are.
    #[test]
    fn factors_that_cancel(givens in wide_model(any_size())) {
        let mut before = givens;
        for (kind, factor) in [(ScorerKind::Dot, 4.0), (ScorerKind::ScaledDot, 0.5), (ScorerKind::Bilinear, 8.0)] {
            before.set_scorer(kind);
            let scaled = set_all(&before, Tensor::Queries, |row, column| before.queries.get(row, column) * factor);
            let after = match kind {
                ScorerKind::Bilinear => {
                    let w = |row, column| before.get(Cell::new(Tensor::Parameter(Parameter::W), row, column)).unwrap();
                    set_all(&scaled, Tensor::Parameter(Parameter::W), |row, column| w(row, column) / factor)
                }
                _ => set_all(&scaled, Tensor::Keys, |row, column| before.keys.get(row, column) / factor),
            };
            nothing_moved_from(Stage::Scores, &before, &after)?;
        }
    }

    /// Dimensions in another order: every dot product is summed in another order.
    #[test]
    fn dimensions_in_another_order(givens in either()) {
        let (d_k, d_v) = (givens.d_k(), givens.d_v());
        let mut after = set_all(&givens, Tensor::Queries, |row, column| givens.queries.get(row, d_k - 1 - column));
        after = set_all(&after, Tensor::Keys, |row, column| givens.keys.get(row, d_k - 1 - column));
        let parameter = |parameter, row, column| givens.get(Cell::new(Tensor::Parameter(parameter), row, column)).unwrap();
        for matrix in [Parameter::Wq, Parameter::Wk, Parameter::A, Parameter::B] {
            let turned = |row, column| parameter(matrix, row, d_k - 1 - column);
            after = set_all(&after, Tensor::Parameter(matrix), turned);
        }
        let turned = |row, column| parameter(Parameter::W, d_k - 1 - row, d_k - 1 - column);
        after = set_all(&after, Tensor::Parameter(Parameter::W), turned);
        nothing_moved_from(Stage::Scores, &givens, &after)?;

        let values = |row, column| givens.values.get(row, d_v - 1 - column);
        let head = |row: usize, column| givens.head.get(column, d_v - 1 - row);
        let after = set_all(&set_all(&after, Tensor::Values, values), Tensor::Head, head);
        nothing_moved_from(Stage::Logits, &givens, &after)?;
    }

    /// Embeddings in another order: every q, k and v is summed in another order, under any scorer.
    #[test]
    fn embeddings_in_another_order(
        givens in prop_oneof![wide_word_model(ordinary()), wide_word_model(any_size())],
        scorer in crate::models::kind(),
    ) {
        let mut before = givens;
        before.set_scorer(scorer);
        let d = before.count(Part::EmbeddingComponent);
        let turned = |cell: Cell| match cell.tensor {
            Tensor::SourceEmbeddings | Tensor::TargetEmbeddings => Cell { column: d - 1 - cell.column, ..cell },
            _ => Cell { row: d - 1 - cell.row, ..cell },
        };
        let of_words = crate::models::cells(&before).into_iter().filter(|cell| cell.tensor.is_of_words());
        let changes: Vec<Change> = of_words.map(|cell| Change::Put(cell, before.get(turned(cell)).unwrap())).collect();
        let mut after = before.clone();
        if after.change(&changes).is_ok() {
            nothing_moved_from(Stage::Scores, &before, &after)?;
            let comparison = compare(&before, &after);
            for cell in crate::models::cells(&before).into_iter().filter(|cell| cell.tensor.projection().is_some()) {
                prop_assert_ne!(comparison.given(cell), Mark::Moved);
            }
        }
    }

    /// Slots in another order: the denominator and the context are summed in another order.
    #[test]
    fn slots_in_another_order(givens in either()) {
        let n = givens.slots();
        let mut after = set_all(&givens, Tensor::Keys, |row, column| givens.keys.get(n - 1 - row, column));
        after = set_all(&after, Tensor::Values, |row, column| givens.values.get(n - 1 - row, column));
        let readable = |row| (0..n).map(|slot| givens.mask.readable(row, n - 1 - slot)).collect();
        after.mask = twoaxes::engine::Mask::cells((0..givens.rows()).map(readable));
        nothing_moved_from(Stage::Context, &givens, &after)?;
    }

    /// A constant common to all words: exact here, being dyadic.
    #[test]
    fn a_constant_common_to_all_words(givens in model(small()), shift in -1000_i32..1000) {
        let mut before = givens;
        for row in 0..before.rows() {
            before.bias[row].get_or_insert_with(|| Lines::zeros(before.head.count(), 1));
        }
        let bias = |row: usize, column| before.bias[row].as_ref().unwrap().get(0, column) + f64::from(shift);
        nothing_moved_from(Stage::Probabilities, &before, &set_all(&before, Tensor::Bias, bias))?;
    }

    /// The key of a masked slot is never read.
    #[test]
    fn the_key_of_a_masked_slot(givens in model(ordinary())) {
        let mut before = givens;
        before.insert(Part::Slot, before.slots());
        before.mask.set_slot(before.slots() - 1, false);
        let mut after = before.clone();
        after.set(Cell::new(Tensor::Keys, before.slots() - 1, 0), 7.0);
        let comparison = compare(&before, &after);
        for stage in Stage::ALL {
            prop_assert_eq!(comparison.stage_any_row(stage), Mark::Same);
        }
    }

    /// The marks of the givens themselves: another number of them has moved, whatever its size.
    #[test]
    fn another_given_number_has_moved(givens in word_model(small()), cell in any::<Index>()) {
        let cells: Vec<Cell> = crate::models::cells(&givens).into_iter().filter(|cell| givens.get(*cell).is_some()).collect();
        let cell = *cell.get(&cells);
        let number = givens.get(cell).unwrap();
        let mut after = givens.clone();
        after.set(cell, number + 1e-3);
        let comparison = compare(&givens, &after);
        prop_assert_eq!(comparison.given(cell), Mark::Moved);
        for other in cells.iter().filter(|other| other.tensor.is_of_words() && **other != cell) {
            prop_assert_eq!(comparison.given(*other), Mark::Same);
        }
    }

    /// A change by 1e-9 of itself that the first-order effect says matters: with numbers at most 1 and widths at most 4
    /// the bound of a loss is some 10⁻¹³ (as in `gradients.rs`: 4e-14 on the logarithm of a weight, and d_v times that
    /// on a logit), on both sides 10⁻¹²; a change of more than 0.01 · 10⁻⁹ is ten times that.
    #[test]
    fn a_small_change_that_matters_has_moved(givens in model(small()), cell in any::<Index>()) {
        let trace = Trace::new(&givens);
        let Ok(gradients) = Gradients::of(&givens, &trace) else { return Ok(()) };
        let mut cells = crate::models::cells(&givens);
        let effect = |cell| gradients.get(cell).zip(givens.get(cell)).map_or(0.0, |(slope, number)| slope * number);
        cells.retain(|&cell| effect(cell).abs() > 0.01);
        if cells.is_empty() {
            return Ok(());
        }
        let cell = *cell.get(&cells);
        let number = givens.get(cell).unwrap();
        let mut after = givens.clone();
        after.set(cell, number * (1.0 + 1e-9));
        let comparison = compare(&givens, &after);
        prop_assert_eq!(comparison.total_loss(), Mark::Moved);
        prop_assert_eq!(comparison.stage_any_row(Stage::Loss), Mark::Moved);
        prop_assert_eq!(comparison.stage_any_row(Stage::Probabilities), Mark::Moved);
        prop_assert_eq!(comparison.stage_any_row(Stage::Logits), Mark::Moved);
        if !matches!(cell.tensor, Tensor::Head | Tensor::Bias) {
            prop_assert_eq!(comparison.stage_any_row(Stage::Context), Mark::Moved);
        }
        if matches!(cell.tensor, Tensor::Values | Tensor::Head | Tensor::Bias) {
            prop_assert_eq!(comparison.stage_any_row(Stage::Attention), Mark::Same);
        }
    }
}
