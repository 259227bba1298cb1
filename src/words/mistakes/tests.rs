use super::super::width::{either, width};
use super::super::{Lang, ascii};
use super::*;
use crate::engine::mistakes::{Difference, Figure, NoDifference, NoFigure};
use crate::engine::{Stage, Undefined};

const REASON: Undefined = Undefined::Overflow { row: 0, stage: Stage::Scores, place: 0 };

const NONE: [NoFigure; 11] = [
    NoFigure::Masked,
    NoFigure::LeftOut,
    NoFigure::Undefined(REASON),
    NoFigure::PlusInfinity,
    NoFigure::MinusInfinity,
    NoFigure::Beyond,
    NoFigure::InfOverInf,
    NoFigure::ZeroOverZero,
    NoFigure::InfTimesZero,
    NoFigure::InfMinusInf,
    NoFigure::Follows,
];

const NO_DIFFERENCE: [NoDifference; 20] = [
    NoDifference::Undefined(REASON),
    NoDifference::NothingMasked,
    NoDifference::MaskedGetNothing,
    NoDifference::SomethingToRead,
    NoDifference::NotScaled,
    NoDifference::WidthOne,
    NoDifference::ScoresZero,
    NoDifference::ScoresEqual,
    NoDifference::OneTakesAll,
    NoDifference::OneSlotRead,
    NoDifference::OneSlot,
    NoDifference::ExponentialsFit,
    NoDifference::TwoDecimals,
    NoDifference::FewWords,
    NoDifference::OneWord,
    NoDifference::LogitsEqual,
    NoDifference::NoTarget,
    NoDifference::GradientBeyond,
    NoDifference::NothingToTakeAway,
    NoDifference::Coincidence,
];

fn is_sentence(text: &Text) -> bool {
    let plain =
        |text: &str| !text.is_empty() && !text.ends_with(['.', '。']) && !text.contains("NaN") && text.trim() == text;
    plain(&text.en)
        && plain(&text.zh)
        && text.en != text.zh
        && !text.en.contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c))
}

#[test]
fn each_mistake_is_told_in_both_languages() {
    for mistake in Mistake::ALL {
        let title = title(mistake);
        assert!(either(&title) <= TITLE && is_sentence(&title), "{title}");
        for text in [what(mistake), origin(mistake), no_law_breaks(mistake)] {
            assert!(is_sentence(&text), "{text}");
        }
        let (wrong, right) = (wrong_formula(mistake), right_formula(mistake));
        assert!(wrong.en != right.en && wrong.zh != right.zh, "{mistake:?}");
        assert!(either(&wrong) <= 46 && either(&right) <= 46, "{wrong}, {right}");
    }
    let titles: std::collections::BTreeSet<_> = Mistake::ALL.map(|mistake| title(mistake).en).into();
    assert_eq!(titles.len(), Mistake::ALL.len());
    assert!(is_sentence(&no_gradients()));
}

#[test]
fn there_are_words_wherever_there_is_no_number() {
    let names = ["x".to_owned()];
    for how in NONE {
        assert!(either(&short(how)) <= 8 && !short(how).en.is_empty(), "{how:?}");
        assert!(is_sentence(&long(how, &names, &names)), "{how:?}");
        for cells in [8, 9, 12] {
            for lang in [Lang::En, Lang::Zh] {
                assert_eq!(width(&written(Figure::None(how), lang, cells)), cells);
            }
        }
        assert!(ascii::spell(&short(how).en).is_ascii());
    }
    assert_eq!(long(NoFigure::InfOverInf, &[], &[]), Text::new("overflow: inf/inf", "溢出：inf/inf"));
    assert_eq!(written(Figure::Number(0.25), Lang::En, 9), " 0.250000");
}

#[test]
fn why_nothing_changes_is_told() {
    let names = ["x".to_owned()];
    for reason in NO_DIFFERENCE {
        assert!(is_sentence(&no_difference(reason, &names, &names)), "{reason:?}");
        assert!(is_sentence(&difference(Difference::ScoresOnly(reason), &names, &names).unwrap()));
    }
    assert_eq!(difference(Difference::Everything, &[], &[]), None);
    assert_eq!(
        difference(Difference::Nothing(NoDifference::NothingMasked), &[], &[]).unwrap(),
        Text::new("it makes no difference here: no slot is masked", "在这里没有影响：没有被屏蔽的槽")
    );
}
