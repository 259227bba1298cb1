//! What must hold: the laws' formulas and names, what came of each, and why one cannot be checked.
//!
//! A law takes a line of 76 cells: its formula ([`formula`], at most 27), its two sides as numbers (9 each), and the
//! verdict ([`verdict`], at most 27 beside numbers, 47 without). Numbers come written already.

use super::Text;
use crate::both;
use crate::engine::laws::{Check, EveryRow, Law, Verdict, Why};
use crate::engine::{NoGradients, Undefined};

/// The law in symbols.
pub fn formula(law: Law) -> Text {
    match law {
        Law::AttentionSumsToOne => Text::new("Σ_j α_j = 1", "Σ_j α_j = 1"),
        Law::AttentionNotNegative => Text::new("α_j ≥ 0", "α_j ≥ 0"),
        Law::MaskedNotRead => Text::new("masked: α_j = 0", "屏蔽：α_j = 0"),
        Law::AttentionFromScores => Text::new("α_j = exp e_j / Σ exp e_i", "α_j = exp e_j / Σ exp e_i"),
        Law::ContextIsCombination => Text::new("c = Σ_j α_j v_j", "c = Σ_j α_j v_j"),
        Law::ContextInHull => Text::new("c in hull of v_j", "c 在 v_j 的凸包内"),
        Law::ProbabilitiesSumToOne => Text::new("Σ_w p_w = 1", "Σ_w p_w = 1"),
        Law::ProbabilitiesFromLogits => Text::new("p_w = exp z_w / Σ exp z_u", "p_w = exp z_w / Σ exp z_u"),
        Law::ErrorsSumToZero => Text::new("Σ_w (p_w − y_w) = 0", "Σ_w (p_w − y_w) = 0"),
        Law::ScoreGradientsSumToZero => Text::new("Σ_j ∂L/∂e_j = 0", "Σ_j ∂L/∂e_j = 0"),
        Law::LossFromLogits => Text::new("L = ln Σ_w e^z_w − z_target", "L = ln Σ_w e^z_w − z_target"),
        Law::LossFromProbability => Text::new("L = −ln p_target", "L = −ln p_target"),
    }
}

/// The law in words.
pub fn name(law: Law) -> Text {
    match law {
        Law::AttentionSumsToOne => Text::new("the attention weights of a row sum to 1", "一行的读取权重之和为 1"),
        Law::AttentionNotNegative => Text::new("no attention weight is negative", "读取权重都不为负"),
        Law::MaskedNotRead => Text::new("a masked slot is not read at all", "被屏蔽的槽一点也不读"),
        Law::AttentionFromScores => Text::new("α is the softmax of the scores read", "α 是可读各槽打分的 softmax"),
        Law::ContextIsCombination => {
            Text::new("the context is the values summed by the weights", "上下文是各个值按权重之和")
        }
        Law::ContextInHull => Text::new("the context is in the convex hull of the values", "上下文在各个值的凸包内"),
        Law::ProbabilitiesSumToOne => Text::new("the word probabilities sum to 1", "词概率之和为 1"),
        Law::ProbabilitiesFromLogits => Text::new("p is the softmax of all the logits", "p 是全部词表打分的 softmax"),
        Law::ErrorsSumToZero => Text::new("the gradients of the logits sum to 0", "词表打分的梯度之和为 0"),
        Law::ScoreGradientsSumToZero => Text::new("the gradients of the scores sum to 0", "打分的梯度之和为 0"),
        Law::LossFromLogits => Text::new("the loss as the logits have it", "由词表打分算得的损失"),
        Law::LossFromProbability => Text::new("the loss as the probability has it", "由目标词概率算得的损失"),
    }
}

/// Over the numbers of the left sides.
pub fn left_side() -> Text {
    Text::new("left", "左边")
}

/// Over the numbers of the right sides.
pub fn right_side() -> Text {
    Text::new("right", "右边")
}

/// What the left number is, where that is not the left side of the formula.
pub fn left(law: Law) -> Option<Text> {
    match law {
        Law::AttentionNotNegative => Some(Text::new("smallest α_j", "最小的 α_j")),
        Law::MaskedNotRead => Some(Text::new("largest", "最大的")),
        Law::ContextIsCombination => Some(Text::new("|c − Σ_j α_j v_j|", "|c − Σ_j α_j v_j|")),
        Law::ContextInHull => Some(Text::new("distance, no α", "距离，不用 α")),
        _ => None,
    }
}

/// What came of a check. `difference` and `tolerance` are those of its sides, two digits each will do; they are not read
/// where there are no sides.
pub fn verdict(check: &Check, difference: &str, tolerance: &str) -> Text {
    let Some(sides) = check.sides else {
        return match check.verdict {
            Verdict::CannotBeChecked(reason) => unchecked(reason),
            Verdict::Holds => holds(),
            Verdict::Broken => broken(),
        };
    };
    let finite = sides.left.is_finite() && sides.right.is_finite();
    match check.verdict {
        Verdict::Holds if sides.tolerance == 0.0 => holds(),
        Verdict::Holds => both!("holds, within {tolerance}", "成立，误差界 {tolerance}"),
        Verdict::Broken if !finite => Text::new("broken: not finite", "不成立：不是有限数"),
        Verdict::Broken => both!("broken, off by {difference}", "不成立，相差 {difference}"),
        Verdict::CannotBeChecked(reason) => unchecked(reason),
    }
}

/// It holds, with nothing to allow for.
pub fn holds() -> Text {
    Text::new("holds exactly", "严格成立")
}

/// It does not hold.
pub fn broken() -> Text {
    Text::new("broken", "不成立")
}

/// It cannot be checked, and why.
pub fn unchecked(reason: Why) -> Text {
    let Text { en, zh } = why(reason);
    both!("cannot be checked: {en}", "无法检验：{zh}")
}

/// Why a law cannot be checked, in a few words. For an undefined row, `words::undefined` has the whole sentence.
pub fn why(reason: Why) -> Text {
    match reason {
        Why::Undefined(Undefined::AllMasked { .. }) => Text::new("every slot is masked", "所有槽都被屏蔽"),
        Why::Undefined(Undefined::Overflow { .. }) => Text::new("a number overflowed", "有数溢出"),
        Why::NoTarget | Why::NoGradients(NoGradients::NoTarget) => Text::new("there is no target", "没有目标词"),
        Why::NoGradients(NoGradients::Undefined) => Text::new("no row has a loss", "没有一行有损失"),
        Why::NoGradients(NoGradients::Overflow { .. }) => {
            Text::new("a gradient is beyond f64", "有梯度超出 f64 的范围")
        }
        Why::NothingMasked => Text::new("nothing is masked", "没有被屏蔽的槽"),
        Why::Underflow => Text::new("p underflows", "p 下溢"),
        Why::TooLarge => Text::new("a step is beyond f64", "中间的数超出 f64 的范围"),
        Why::TooMany => Text::new("too many values at once", "值太多，无法立刻算完"),
        Why::NotConverged => Text::new("no nearest point found", "没有求出最近点"),
        Why::OtherShape => Text::new("the shapes do not match", "形状不相配"),
        Why::Mistaken => Text::new("no gradients under a mistake", "演示错误时没有梯度"),
    }
}

/// In place of a number that is infinite or is none.
pub fn not_finite() -> Text {
    Text::new("not finite", "非有限数")
}

/// Where the left number was found: a slot, a component of the context, or a word, by its name. `None` where it stands at
/// no one place.
pub fn place(check: &Check, slots: &[String], words: &[String]) -> Option<Text> {
    let place = check.place?;
    let named = |names: &[String]| names.get(place).map(|name| both!("at {name}", "在 {name}"));
    match check.law {
        Law::AttentionSumsToOne
        | Law::AttentionNotNegative
        | Law::MaskedNotRead
        | Law::AttentionFromScores
        | Law::ScoreGradientsSumToZero => named(slots),
        Law::ContextIsCombination | Law::ContextInHull => {
            let component = place + 1;
            Some(both!("at c_{component}", "在 c_{component}"))
        }
        Law::ProbabilitiesSumToOne
        | Law::ProbabilitiesFromLogits
        | Law::ErrorsSumToZero
        | Law::LossFromLogits
        | Law::LossFromProbability => named(words),
    }
}

/// In place of [`every_row`] while not all rows have been computed.
pub fn every_row_computing(rows: usize) -> Text {
    both!("Σ_j α_tj of all {rows} rows: computing", "全部 {rows} 行的 Σ_j α_tj：计算中")
}

/// Σ_j α_tj = 1 over all rows. `sum` is that of the row farthest from 1.
pub fn every_row(rows: &EveryRow, sum: &str) -> Text {
    let EveryRow { rows: total, undefined, broken, worst, .. } = rows;
    let Some((row, _)) = worst else {
        return Text::new("no row has weights", "没有一行有权重");
    };
    let (row, defined) = (row + 1, total - undefined);
    match (broken, undefined) {
        (1, _) => both!(
            "row {row} of {total} breaks it: its weights sum to {sum}",
            "共 {total} 行，第 {row} 行不成立：权重之和 {sum}"
        ),
        (2.., _) => both!(
            "{broken} of {total} rows break it; farthest off is row {row}, {sum}",
            "共 {total} 行，{broken} 行不成立；相差最多的是第 {row} 行，{sum}"
        ),
        (0, 0) if *total == 1 => Text::new("there is one row", "只有一行"),
        (0, 0) => both!(
            "all {total} rows hold; farthest from 1 is row {row}, {sum}",
            "{total} 行全都成立；离 1 最远的是第 {row} 行，{sum}"
        ),
        (0, _) => both!(
            "{defined} of {total} rows have weights, and all hold; farthest is row {row}, {sum}",
            "共 {total} 行，有权重的 {defined} 行全都成立；最远的是第 {row} 行，{sum}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::width::{either, width};
    use super::*;
    use crate::engine::laws::Sides;
    use crate::engine::{Differentiated, Stage};

    const REASONS: [Why; 13] = [
        Why::Undefined(Undefined::AllMasked { row: 0 }),
        Why::Undefined(Undefined::Overflow { row: 0, stage: Stage::Context, place: 0 }),
        Why::NoTarget,
        Why::NoGradients(NoGradients::NoTarget),
        Why::NoGradients(NoGradients::Undefined),
        Why::NoGradients(NoGradients::Overflow { of: Differentiated::Scores, row: 0, column: 0 }),
        Why::NothingMasked,
        Why::Underflow,
        Why::TooLarge,
        Why::NotConverged,
        Why::OtherShape,
        Why::TooMany,
        Why::Mistaken,
    ];

    fn check(verdict: Verdict, left: f64, tolerance: f64) -> Check {
        let sides = Some(Sides { left, right: 1.0, tolerance });
        Check { law: Law::AttentionSumsToOne, verdict, sides, place: Some(0) }
    }

    #[test]
    fn a_law_fits_a_line() {
        for law in Law::ALL {
            assert!(either(&formula(law)) <= 27 && width(&formula(law).en) > 0, "{law:?}");
            assert!(either(&name(law)) <= 52, "{law:?}");
            assert!(left(law).is_none_or(|left| either(&left) <= 25), "{law:?}");
        }
        for (result, left) in
            [(Verdict::Holds, 1.0), (Verdict::Holds, 0.9), (Verdict::Broken, 0.5), (Verdict::Broken, f64::NAN)]
        {
            assert!(either(&verdict(&check(result, left, 0.2), "-1.2e-308", "1.2e-308")) <= 27);
        }
        for reason in REASONS {
            assert!(either(&unchecked(reason)) <= 47, "{reason:?}");
        }
    }

    #[test]
    fn what_came_of_it_is_said() {
        let said = |result, left, tolerance| verdict(&check(result, left, tolerance), "1.0e-6", "1.4e-15");
        assert_eq!(said(Verdict::Holds, 1.0, 0.0), holds());
        assert_eq!(said(Verdict::Holds, 1.0 - 1e-16, 1e-15).en, "holds, within 1.4e-15");
        assert_eq!(said(Verdict::Broken, 0.9, 1e-15).zh, "不成立，相差 1.0e-6");
        assert_eq!(said(Verdict::Broken, f64::INFINITY, 0.0).en, "broken: not finite");
        let none = Check { sides: None, ..check(Verdict::CannotBeChecked(Why::NothingMasked), 0.0, 0.0) };
        assert_eq!(verdict(&none, "", "").zh, "无法检验：没有被屏蔽的槽");
        let slots = ["他".to_owned()];
        assert_eq!(place(&none, &slots, &[]), Some(Text::new("at 他", "在 他")));
        assert_eq!(place(&none, &[], &[]), None);
    }

    #[test]
    fn the_rows_are_said_together() {
        let none = Err(Undefined::AllMasked { row: 0 });
        let said = |rows: &[Result<(usize, f64), Undefined>]| every_row(&EveryRow::of_sums(rows.to_vec()), "0.980000");
        assert_eq!(said(&[Ok((3, 1.0))]).en, "there is one row");
        assert_eq!(
            said(&[Ok((3, 1.0)), Ok((3, 1.0 - 1e-16))]).en,
            "all 2 rows hold; farthest from 1 is row 2, 0.980000"
        );
        assert_eq!(said(&[Ok((3, 1.0)), Ok((3, 0.98))]).en, "row 2 of 2 breaks it: its weights sum to 0.980000");
        assert_eq!(said(&[Ok((3, 0.99)), Ok((3, 0.98))]).zh, "共 2 行，2 行不成立；相差最多的是第 2 行，0.980000");
        assert_eq!(said(&[none]).zh, "没有一行有权重");
        let with_none = said(&[Ok((3, 1.0)), none]);
        assert_eq!(with_none.zh, "共 2 行，有权重的 1 行全都成立；最远的是第 1 行，0.980000");
        assert!(either(&with_none) <= 76, "{}", either(&with_none));
    }
}
