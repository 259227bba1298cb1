use super::super::laws::{Check, Claims, Law, Verdict};
use super::super::specimens::r72;
use super::super::{Cell, Givens, Gradients, Lines, Mask, Part, ScorerKind, Stage, Tensor, Trace, Undefined};
use super::NoFigure::{
    Beyond, Follows, InfMinusInf, InfOverInf, InfTimesZero, LeftOut, Masked, MinusInfinity, PlusInfinity, ZeroOverZero,
};
use super::*;

fn on(mistake: Mistake, givens: &Givens) -> Mistaken {
    Mistaken::new(mistake, givens, &Trace::new(givens))
}

fn all<T>(count: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}

fn none(how: NoFigure) -> Figure {
    Figure::None(how)
}

fn number(figure: Figure) -> f64 {
    figure.number().unwrap()
}

/// The lesson's row with its third slot masked.
fn padded() -> Givens {
    let mut givens = r72();
    givens.mask.set_slot(2, false);
    givens
}

/// The lesson's row with these scores.
fn scored(scores: [f64; 3]) -> Givens {
    Givens { queries: Lines::new(1, &[1.0]), keys: Lines::new(1, &scores), ..r72() }
}

fn masked(scores: [f64; 3], readable: [bool; 3]) -> Givens {
    Givens { mask: Mask::Padding { readable: readable.to_vec(), causal: false }, ..scored(scores) }
}

#[test]
fn exponentials_that_overflow_are_said_as_they_come() {
    let mistaken = on(Mistake::NoMaxSubtraction, &scored([1000.0, 999.0, 2.0]));
    let row = mistaken.row(0);
    assert_eq!(all(3, |j| row.score(j)), [1000.0, 999.0, 2.0].map(Figure::Number));
    assert_eq!(all(2, |j| row.exponential(j)), [none(PlusInfinity); 2]);
    assert_eq!(row.exponential(2), Figure::Number(2.0_f64.exp()));
    assert_eq!(row.normaliser(2), none(Follows));
    assert_eq!(all(3, |j| row.attention(j)), [none(InfOverInf), none(InfOverInf), Figure::Number(0.0)]);
    assert_eq!(row.attention_sum(), none(Follows));
    assert_eq!((row.weighted(0, 1), row.weighted(2, 1)), (none(Follows), Figure::Number(0.0)));
    assert_eq!((row.context(1), row.logit(2), row.probability(0)), (none(Follows), none(Follows), none(Follows)));
    assert_eq!((row.word_exponential(0), row.word_normaliser()), (none(Follows), none(Follows)));
    assert_eq!((row.probability_sum(), row.loss()), (none(Follows), Some(none(Follows))));
    assert_eq!(mistaken.loss(), Ok(none(Follows)));
    // Each is finite; their sum is not.
    let row = on(Mistake::NoMaxSubtraction, &scored([709.5, 709.5, 0.0])).row(0);
    assert_eq!(row.normaliser(0), none(PlusInfinity));
    assert_eq!(row.attention(0), Figure::Number(0.0));
}

#[test]
fn exponentials_that_vanish_leave_nothing_to_divide_by() {
    let row = on(Mistake::NoMaxSubtraction, &scored([-1000.0, -999.0, -998.0])).row(0);
    assert_eq!((row.exponential(0), row.normaliser(0)), (Figure::Number(0.0), Figure::Number(0.0)));
    assert_eq!(row.attention(0), none(ZeroOverZero));
    // Nothing is read at all where the exchanged mask lets nothing be read.
    let row = on(Mistake::MaskInverted, &r72()).row(0);
    assert_eq!(all(3, |j| row.score(j)), [none(Masked); 3]);
    assert_eq!((row.exponential(0), row.normaliser(0)), (none(Masked), Figure::Number(0.0)));
    assert_eq!(all(3, |j| row.attention(j)), [none(ZeroOverZero); 3]);
    // −∞ alone on its axis.
    let row = on(Mistake::SoftmaxOverOne, &padded()).row(0);
    assert_eq!(all(3, |j| row.attention(j)), [Figure::Number(1.0), Figure::Number(1.0), none(ZeroOverZero)]);
    assert_eq!(row.context(0), none(Follows));
    // A padding slot is masked in every row, so its column has nothing either.
    let mistaken = on(Mistake::SoftmaxOverQueries, &padded());
    assert_eq!(mistaken.row(0).attention(2), none(ZeroOverZero));
    assert!(mistaken.every_row().worst.unwrap().1.left.is_nan());
}

#[test]
fn a_masked_score_that_overflows_is_the_mistakes_doing() {
    let beyond = masked([1.0, 0.0, 1e308], [true, true, false]);
    let beyond = Givens { queries: Lines::new(1, &[1e10]), ..beyond };
    let row = on(Mistake::MaskForgotten, &beyond).row(0);
    assert_eq!((row.score(2), row.exponential(2)), (none(PlusInfinity), none(InfMinusInf)));
    assert_eq!(
        (row.attention(2), row.attention(0), row.exponential(0)),
        (none(Follows), none(Follows), Figure::Number(0.0))
    );
    let row = on(Mistake::MaskMultiplied, &beyond).row(0);
    assert_eq!(
        (row.score(2), row.exponential(2), row.attention(0)),
        (none(InfTimesZero), none(Follows), none(Follows))
    );
    let row = on(Mistake::MaskAfterSoftmax, &beyond).row(0);
    assert_eq!((row.attention(0), row.attention(2)), (none(Follows), Figure::Number(0.0)));
    assert_eq!(number(on(Mistake::FiniteMinusInfinity, &beyond).row(0).attention(2)), 0.0);
    // In a readable slot it is none.
    let reason = Undefined::Overflow { row: 0, stage: Stage::Scores, place: 2 };
    let readable =
        Givens { mask: Mask::Padding { readable: vec![false, true, true], causal: false }, ..beyond.clone() };
    let mistaken = on(Mistake::MaskForgotten, &readable);
    let row = mistaken.row(0);
    assert_eq!(
        (row.score(0), row.attention(0), row.loss()),
        (none(NoFigure::Undefined(reason)), none(NoFigure::Undefined(reason)), Some(none(NoFigure::Undefined(reason))))
    );
    assert_eq!(mistaken.difference(), Difference::Nothing(NoDifference::Undefined(reason)));
    // Where the mask is exchanged it is not looked at.
    let mistaken = on(Mistake::MaskInverted, &readable);
    assert_eq!((mistaken.row(0).attention(0), mistaken.difference()), (Figure::Number(1.0), Difference::Everything));
    // −∞ gets no weight, as if it were masked.
    let below = Givens { queries: Lines::new(1, &[-1e10]), ..beyond };
    let row = on(Mistake::MaskForgotten, &below).row(0);
    assert_eq!((row.score(2), row.attention(2)), (none(MinusInfinity), Figure::Number(0.0)));
}

#[test]
fn a_score_too_large_by_its_scale() {
    let mut givens = r72();
    givens.queries = Lines::new(2, &[1.6e154, 0.0]);
    givens.keys = Lines::new(2, &[1e154, 0.0, 0.0, 1.0, 1.0, 1.0]);
    givens.set_scorer(ScorerKind::ScaledDot);
    let mistaken = on(Mistake::ScaleTimes, &givens);
    let row = mistaken.row(0);
    assert_eq!(
        (row.score(0), row.exponential(0), row.attention(0)),
        (none(PlusInfinity), none(InfMinusInf), none(Follows))
    );
    assert_eq!(mistaken.difference(), Difference::Everything);
    // A step on the way that is beyond f64 has no direction.
    let mut additive = padded();
    additive.set_scorer(ScorerKind::Additive);
    additive.keys = Lines::new(2, &[1.0, 0.0, 0.0, 1.0, f64::MAX, 0.0]);
    additive.queries = Lines::new(2, &[f64::MAX, 0.0]);
    additive.mask = Mask::Padding { readable: vec![true, true, false], causal: false };
    assert_eq!(on(Mistake::MaskForgotten, &additive).row(0).score(2), none(Beyond));
}

#[test]
fn a_context_beyond_f64_is_named_as_ever() {
    let mut givens = r72();
    givens.values = Lines::new(2, &[1.5e308, 0.0, 1.5e308, 4.0, 1.0, 2.0]);
    let row = on(Mistake::SoftmaxOverOne, &givens).row(0);
    let reason = none(NoFigure::Undefined(Undefined::Overflow { row: 0, stage: Stage::Context, place: 0 }));
    assert_eq!((row.context(1), row.logit(0), row.loss()), (reason, reason, Some(reason)));
    let alone = Givens { mask: Mask::Padding { readable: vec![true, false, false], causal: false }, ..givens };
    let row = on(Mistake::DropoutLeftOn, &Givens { values: Lines::new(2, &[1.7e308; 6]), ..alone }).row(0);
    assert_eq!((row.weighted(0, 0), row.context(0)), (none(PlusInfinity), reason));
}

#[test]
fn the_words_that_are_left_out() {
    let givens = Givens { targets: vec![Some(2)], ..r72() };
    let mistaken = on(Mistake::TopKRenormalised, &givens);
    let row = mistaken.row(0);
    assert_eq!(
        (row.best(), row.probability(2), row.word_exponential(2)),
        (Some(vec![0, 1]), none(LeftOut), none(LeftOut))
    );
    assert_eq!((row.loss(), mistaken.loss()), (Some(none(LeftOut)), Ok(none(LeftOut))));
    assert!((number(row.probability_sum()) - 1.0).abs() < 1e-15);
    // Of equal logits the first are kept, wherever they stand.
    let bias =
        |constants: &[f64]| Givens { bias: vec![Some(Lines::new(4, constants))], head: Lines::zeros(2, 4), ..r72() };
    for (constants, best) in [
        ([0.0, 0.0, 0.0, 0.0], [0, 1]),
        ([0.0, 1.0, 0.0, 0.0], [0, 1]),
        ([0.0, 1.0, 1.0, 1.0], [1, 2]),
        ([0.0, -1.0, 0.0, 3.0], [0, 3]),
    ] {
        assert_eq!(on(Mistake::TopKRenormalised, &bias(&constants)).row(0).best(), Some(best.to_vec()));
    }
}

#[test]
fn what_is_printed_is_what_is_used() {
    let weights = |scores: [f64; 3]| {
        let row = on(Mistake::RoundedAttention, &scored(scores)).row(0);
        all(3, |j| number(row.attention(j)))
    };
    assert_eq!(weights([0.0, -1000.0, 0.0]), [0.5, 0.0, 0.5]);
    assert_eq!(weights([0.0, 0.0, 0.0]), [0.33, 0.33, 0.33]);
    let eighth = on(
        Mistake::RoundedAttention,
        &Givens { keys: Lines::zeros(2, 8), values: Lines::zeros(2, 8), mask: Mask::none(8), ..r72() },
    );
    assert_eq!(number(eighth.row(0).attention(0)), 0.12, "0.125 is printed with an even last digit");
}

/// One case for each reason why a mistake changes nothing.
#[test]
fn why_it_makes_no_difference() {
    use NoDifference::*;
    let scaled = |givens: Givens| {
        let mut givens = givens;
        givens.set_scorer(ScorerKind::ScaledDot);
        givens
    };
    let wide = |queries: [f64; 2], keys: [f64; 6]| {
        scaled(Givens { queries: Lines::new(2, &queries), keys: Lines::new(2, &keys), ..r72() })
    };
    let single =
        Givens { keys: Lines::new(2, &[1.0, 0.0]), values: Lines::new(2, &[2.0, 0.0]), mask: Mask::none(1), ..r72() };
    let words = |count: usize| Givens { head: Lines::zeros(2, count), ..r72() };
    let all_masked = Givens { mask: Mask::cells(vec![vec![false; 3]]), ..r72() };
    let nothing = Undefined(crate::engine::Undefined::AllMasked { row: 0 });
    let without = |values: Lines| Givens { values, ..r72() };
    let only_second = Givens {
        mask: Mask::Padding { readable: vec![false, true, false], causal: false },
        ..wide([1.0, 0.0], [1.0, 0.0, 3.0, 1.0, 1.0, 1.0])
    };
    for (mistake, givens, reason) in [
        (Mistake::SoftmaxOverQueries, single.clone(), OneSlot),
        (Mistake::SoftmaxOverOne, single, OneSlot),
        (Mistake::SoftmaxOverOne, all_masked.clone(), nothing),
        (Mistake::MaskForgotten, r72(), NothingMasked),
        (Mistake::MaskForgotten, masked([0.0, 1.0, -1000.0], [true, true, false]), MaskedGetNothing),
        (Mistake::MaskMultiplied, r72(), NothingMasked),
        (Mistake::MaskMultiplied, masked([1000.0, 1001.0, 5.0], [true, true, false]), MaskedGetNothing),
        (Mistake::MaskAfterSoftmax, r72(), NothingMasked),
        (Mistake::MaskAfterSoftmax, masked([0.0, 1.0, -1000.0], [true, true, false]), MaskedGetNothing),
        (Mistake::FiniteMinusInfinity, r72(), NothingMasked),
        (Mistake::FiniteMinusInfinity, padded(), SomethingToRead),
        (Mistake::NoMaxSubtraction, r72(), ExponentialsFit),
        (Mistake::NoMaxSubtraction, scored([700.0, 701.0, -700.0]), ExponentialsFit),
        (Mistake::NoMaxSubtraction, all_masked.clone(), nothing),
        (Mistake::ScaleNone, r72(), NotScaled),
        (Mistake::ScaleTimes, scaled(scored([1.0, 2.0, 3.0])), WidthOne),
        (Mistake::ScaleTimes, wide([0.0, 0.0], [1.0, 0.0, 3.0, 1.0, 1.0, 1.0]), ScoresZero),
        (Mistake::SoftmaxTwice, words(1), OneWord),
        (Mistake::SoftmaxTwice, words(5), LogitsEqual),
        (Mistake::SoftmaxTwice, all_masked.clone(), nothing),
        (Mistake::RoundedAttention, scored([0.0, -1000.0, 0.0]), TwoDecimals),
        (Mistake::RoundedAttention, all_masked.clone(), nothing),
        (Mistake::TopKRenormalised, words(2), FewWords),
        (Mistake::DropoutLeftOn, all_masked.clone(), nothing),
        (Mistake::GradientWithoutCoupling, Givens { targets: vec![None], ..r72() }, NoTarget),
        (Mistake::GradientWithoutCoupling, all_masked, nothing),
        (Mistake::GradientWithoutCoupling, without(Lines::zeros(2, 3)), NothingToTakeAway),
    ] {
        let mistaken = on(mistake, &givens);
        assert_eq!(mistaken.difference(), Difference::Nothing(reason), "{mistake:?}");
        assert_eq!(mistaken.difference_of(&mistaken.row(0)), Difference::Nothing(reason), "{mistake:?}");
    }
    for (mistake, givens, reason) in [
        (Mistake::ScaleNone, only_second, OneSlotRead),
        (Mistake::ScaleTimes, wide([1.0, 0.0], [2.0, 0.0, 2.0, 1.0, 2.0, 5.0]), ScoresEqual),
        (Mistake::ScaleNone, wide([1.0, 0.0], [2e5, 0.0, 1.0, 1.0, 2.0, 5.0]), OneTakesAll),
    ] {
        assert_eq!(on(mistake, &givens).difference(), Difference::ScoresOnly(reason), "{mistake:?}");
    }
}

#[test]
fn it_makes_a_difference_as_soon_as_it_does_in_one_row() {
    let mut givens = padded();
    givens.insert(Part::Row, 1);
    givens.mask = Mask::cells(vec![vec![true; 3], vec![true, true, false]]);
    let mistaken = on(Mistake::MaskForgotten, &givens);
    assert_eq!(mistaken.difference(), Difference::Everything);
    let rows = all(2, |t| mistaken.difference_of(&mistaken.row(t)));
    assert_eq!(rows, [Difference::Nothing(NoDifference::NothingMasked), Difference::Everything]);
}

/// −10⁹ is not low enough beside scores that are lower.
#[test]
fn minus_infinity_that_is_not_low_enough() {
    let givens = masked([-2e9, -3e9, 5.0], [true, true, false]);
    let mistaken = on(Mistake::FiniteMinusInfinity, &givens);
    assert_eq!(mistaken.difference(), Difference::Everything);
    assert_eq!(all(3, |j| number(mistaken.row(0).attention(j))), [0.0, 0.0, 1.0]);
    assert_eq!(Law::MaskedNotRead.check(&mistaken.claims(&mistaken.row(0))).verdict, Verdict::Broken);
}

/// Down the query axis a masked cell takes no part, in its own row or in its column.
#[test]
fn a_causal_mask_down_the_query_axis() {
    let mut givens = r72();
    givens.insert(Part::Row, 1);
    givens.insert(Part::Row, 2);
    givens.mask = Mask::Padding { readable: vec![true; 3], causal: true };
    let mistaken = on(Mistake::SoftmaxOverQueries, &givens);
    let columns = all(3, |j| (0..3).map(|t| number(mistaken.row(t).attention(j))).sum::<f64>());
    assert!(columns.iter().all(|sum| (sum - 1.0).abs() < 1e-15), "{columns:?}");
    assert_eq!((mistaken.row(0).attention(2), mistaken.row(0).score(2)), (Figure::Number(0.0), none(Masked)));
    assert_eq!(mistaken.row(2).attention(2), Figure::Number(1.0), "alone in its column");
    assert_eq!(mistaken.every_row().broken, 3);
}

#[test]
fn only_the_mistake_of_the_gradient_has_gradients() {
    for mistake in Mistake::ALL {
        let mistaken = on(mistake, &r72());
        let of_gradient = mistake == Mistake::GradientWithoutCoupling;
        assert_eq!(mistaken.gradients().is_some(), of_gradient);
        let row = mistaken.row(0);
        let gradients = mistaken.claims(&row).gradients;
        assert_eq!(gradients.err(), (!of_gradient).then_some(super::super::laws::Why::Mistaken));
    }
    // What comes before it, going back, is right, what comes after it follows.
    let (givens, mistaken) = (r72(), on(Mistake::GradientWithoutCoupling, &r72()));
    let (right, wrong) =
        (Gradients::of(&givens, &Trace::new(&givens)).unwrap(), mistaken.gradients().unwrap().unwrap());
    assert_eq!(
        (right.contexts().to_vec(), right.values().to_vec()),
        (wrong.contexts().to_vec(), wrong.values().to_vec())
    );
    assert_eq!(right.head().to_lines(), wrong.head().to_lines());
    let errors = wrong.scores().line(0);
    let query: Vec<f64> = all(2, |d| (0..3).map(|j| errors[j] * givens.keys.get(j, d)).sum());
    let got = all(2, |d| wrong.get(Cell::new(Tensor::Queries, 0, d)).unwrap());
    assert!(query.iter().zip(&got).all(|(want, got)| (want - got).abs() < 1e-15) && right.queries() != wrong.queries());
}

/// The laws hold of what is right under a mistake: all of them, where it is made on the way back only.
#[test]
fn the_claims_of_a_row_that_is_right() {
    let givens = padded();
    let trace = Trace::new(&givens);
    let gradients = Gradients::of(&givens, &trace).unwrap();
    let mistaken = on(Mistake::GradientWithoutCoupling, &givens);
    let row = mistaken.row(0);
    let traced = trace.row(0);
    let (right, wrong) = (Claims::of(&givens, 0, &traced, Ok(&gradients)), mistaken.claims(&row));
    for (right, wrong) in Check::all(&right).iter().zip(Check::all(&wrong)) {
        if right.law == Law::ScoreGradientsSumToZero {
            assert_eq!((right.verdict, wrong.verdict), (Verdict::Holds, Verdict::Broken));
        } else {
            assert_eq!(*right, wrong);
        }
    }
}

#[test]
fn it_can_be_sent_along() {
    fn sent<T: Send + Sync>() {}
    sent::<Mistaken>();
    sent::<WrongRow>();
}
