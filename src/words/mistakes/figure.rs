//! Figures: a number, or words for how there is none.

use super::super::{Lang, Text, number, undefined};
use crate::both;
use crate::engine::Stage;
use crate::engine::mistakes::{Failure, Figure, NoFigure};

/// How there is no number, in at most 8 cells. Empty where there is no such place.
pub fn short(how: NoFigure) -> Text {
    match how {
        NoFigure::Masked => Text::new("masked", "屏蔽"),
        NoFigure::LeftOut => Text::new("left out", "未入选"),
        NoFigure::Absent => Text::new("", ""),
        NoFigure::Undefined(_) | NoFigure::Follows => Text::new("no value", "无值"),
        NoFigure::PlusInfinity => Text::new("+inf", "+inf"),
        NoFigure::MinusInfinity => Text::new("−inf", "−inf"),
        NoFigure::Beyond => Text::new("overflow", "溢出"),
        NoFigure::InfOverInf => Text::new("inf/inf", "inf/inf"),
        NoFigure::ZeroOverZero => Text::new("0/0", "0/0"),
        NoFigure::InfTimesZero => Text::new("inf·0", "inf·0"),
        NoFigure::InfMinusInf => Text::new("inf−inf", "inf−inf"),
    }
}

/// The same in a phrase. The English is a promise to programs, as that of `words::undefined` is. `slots` and `words` are
/// their names.
pub fn long(how: NoFigure, slots: &[String], words: &[String]) -> Text {
    match how {
        NoFigure::Masked => Text::new("masked: no score is computed", "已屏蔽：不计算打分"),
        NoFigure::LeftOut => Text::new("left out: not among the 2 best words", "未入选：不在最好的 2 个词里"),
        NoFigure::Absent => Text::new("there is no such place", "没有这个位置"),
        NoFigure::Undefined(reason) => undefined::reason(reason, slots, words),
        NoFigure::PlusInfinity => Text::new("overflow: above the largest f64", "溢出：超过 f64 的最大值"),
        NoFigure::MinusInfinity => Text::new("overflow: below the smallest f64", "溢出：低于 f64 的最小值"),
        NoFigure::Beyond => Text::new("overflow: a step on the way is beyond f64", "溢出：中间一步超出 f64"),
        NoFigure::InfOverInf => Text::new("overflow: inf/inf", "溢出：inf/inf"),
        NoFigure::ZeroOverZero => Text::new("nothing to divide by: 0/0", "分母是零：0/0"),
        NoFigure::InfTimesZero => Text::new("overflow: inf·0", "溢出：inf·0"),
        NoFigure::InfMinusInf => Text::new("overflow: inf−inf", "溢出：inf−inf"),
        NoFigure::Follows => Text::new("it follows from one that is not a number", "由不是数的量算出"),
    }
}

/// The first place of a row where there is no number. A promise to programs, too.
pub fn failure(failure: Failure, slots: &[String], words: &[String]) -> Text {
    let (number, slot) = (failure.slot + 1, slots.get(failure.slot).map_or("", String::as_str));
    let Text { en, zh } = long(failure.how, slots, words);
    match failure.stage {
        Stage::Scores => both!(
            "the score of slot {number} ({slot}) is not a number ({en})",
            "槽 {number}（{slot}）的打分不是数（{zh}）"
        ),
        _ => both!(
            "the attention weight of slot {number} ({slot}) is not a number ({en})",
            "槽 {number}（{slot}）的读取权重不是数（{zh}）"
        ),
    }
}

/// There is no loss because the target is left out. A promise to programs, too.
pub fn target_left_out(target: &str) -> Text {
    both!(
        "there is no loss: the target {target} is not among the 2 best words, so it has no probability",
        "没有损失：目标词 {target} 不在最好的 2 个词里，没有概率"
    )
}

/// A figure in so many cells, on the right: the number as all derived ones are written, or the short words.
pub fn written(figure: Figure, lang: Lang, cells: usize) -> String {
    match figure {
        Figure::Number(number) => number::derived(number, cells),
        Figure::None(how) => super::super::width::right(short(how).get(lang), cells),
    }
}
