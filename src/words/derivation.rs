//! What a derivation or a proof says of itself: where its numbers as printed lead elsewhere, and what is left out.

use super::Text;
use crate::both;

/// The printed numbers do not multiply out to the printed result. `step` is counted from 1 where there are several.
pub fn rounding_hides(step: Option<usize>, gives: &str) -> Text {
    match step {
        None => both!(
            "rounding hides the difference: the numbers as printed give {gives}",
            "差别来自舍入：按印出的数计算得 {gives}"
        ),
        Some(step) => both!(
            "rounding hides the difference: step {step} as printed gives {gives}",
            "差别来自舍入：按第 {step} 步印出的数计算得 {gives}"
        ),
    }
}

/// The printed numbers lead out of f64.
pub fn printed_leaves_f64(step: Option<usize>) -> Text {
    match step {
        None => Text::new(
            "the numbers as printed have no result in f64; those behind them do",
            "按印出的数计算，结果超出 f64；背后的数则没有",
        ),
        Some(step) => both!(
            "step {step} as printed has no result in f64; the numbers behind it do",
            "按第 {step} 步印出的数计算，结果超出 f64；背后的数则没有"
        ),
    }
}

/// A step that leads out of f64 when it is computed as it is written.
pub fn step_left_out() -> Text {
    Text::new(
        "a step is left out: computed as it is written it leaves f64; the program's way of computing does not",
        "略去一步：照写出的式子算会超出 f64，程序的算法则不会",
    )
}

/// What the proof below proves. The formula above it subtracts the largest score.
pub fn that_q_cancels() -> Text {
    Text::new(
        "proof that q cancels (as the largest score, subtracted above, does too):",
        "证明 q 被约去（上式先减去的最大打分也同样约去）：",
    )
}

/// What follows from the proof.
pub fn q_has_cancelled() -> Text {
    Text::new(
        "exp(aᵀq) is the same for every slot and cancels: whatever q is, the weights stay (in f64 up to rounding)",
        "exp(aᵀq) 对每个槽都相同，约去：无论 q 是什么，读取权重都不变（f64 中至多差舍入误差）",
    )
}

/// The printed numbers of a line of a proof do not give the printed result.
pub fn rounding_hides_in_line(line: usize, gives: &str) -> Text {
    both!(
        "rounding hides the difference: line {line} as printed gives {gives}",
        "差别来自舍入：按第 {line} 行印出的数计算得 {gives}"
    )
}

/// The printed numbers of a line of a proof lead out of f64.
pub fn printed_line_leaves_f64(line: usize) -> Text {
    both!(
        "line {line} as printed has no result in f64; the numbers behind it do",
        "按第 {line} 行印出的数计算，结果超出 f64；背后的数则没有"
    )
}

/// A line of a proof stands in symbols only.
pub fn line_leaves_f64(line: usize) -> Text {
    both!(
        "line {line} stands without numbers: computed as it is written it leaves the range in which f64 keeps its digits",
        "第 {line} 行不代入数：照写出的式子算会超出 f64 保全有效数字的范围"
    )
}

/// The same, where it would give another number.
pub fn line_rounded_away(line: usize) -> Text {
    both!(
        "line {line} stands without numbers: aᵀq is so large that adding it rounded the scores, and it gives other digits",
        "第 {line} 行不代入数：aᵀq 很大，加上它时打分已被舍入，算出的数会不同"
    )
}
