//! What the focused number is, in words.

use super::Text;
use crate::both;

/// A component of a query.
pub fn query(component: usize, of: usize) -> Text {
    both!("query, component {component} of {of}", "查询的第 {component} 维，共 {of} 维")
}

/// A component of a key.
pub fn key(slot: &str, component: usize, of: usize) -> Text {
    both!("key of {slot}, component {component} of {of}", "{slot} 的键，第 {component} 维，共 {of} 维")
}

/// A component of a value.
pub fn value(slot: &str, component: usize, of: usize) -> Text {
    both!("value of {slot}, component {component} of {of}", "{slot} 的值，第 {component} 维，共 {of} 维")
}

/// A number of the output head.
pub fn head(component: usize, word: &str) -> Text {
    both!("output head: what c_{component} adds to {word}", "输出矩阵：c_{component} 对 {word} 的贡献系数")
}

/// A constant to a logit.
pub fn bias(word: &str) -> Text {
    both!("constant added to the logit of {word}", "加到 {word} 词表打分上的常数")
}

/// A slot's name.
pub fn slot(number: usize) -> Text {
    both!(
        "source slot {number}: Enter renames, m masks, Insert adds, Delete removes",
        "源槽 {number}：Enter 改名，m 屏蔽，Insert 添加，Delete 删除"
    )
}

/// A word.
pub fn word(number: usize) -> Text {
    both!(
        "word {number}: Enter renames, t makes it the target, Insert adds, Delete removes",
        "候选词 {number}：Enter 改名，t 设为目标，Insert 添加，Delete 删除"
    )
}

/// A score.
pub fn score(slot: &str) -> Text {
    both!("score of {slot}, source axis", "{slot} 的打分，源轴")
}

/// An attention weight.
pub fn attention(slot: &str) -> Text {
    both!("share of reading at {slot}, source axis", "{slot} 的读取权重，源轴")
}

/// A component of the context.
pub fn context(component: usize, of: usize) -> Text {
    both!("context, component {component} of {of}", "上下文的第 {component} 维，共 {of} 维")
}

/// A logit.
pub fn logit(word: &str) -> Text {
    both!("logit of {word}, vocab axis", "{word} 的词表打分，词表轴")
}

/// A word probability.
pub fn probability(word: &str) -> Text {
    both!("probability of {word}, vocab axis", "{word} 的概率，词表轴")
}

/// The loss.
pub fn loss() -> Text {
    Text::new("loss in nats: how surprising the target is", "损失（奈特）：目标词有多出乎意料")
}

/// The baseline's number beside the present one.
pub fn against_baseline(baseline: &str, difference: &str) -> Text {
    both!("baseline {baseline}, Δ {difference}", "基线 {baseline}，Δ {difference}")
}

/// The same bits as the baseline.
pub fn same_as_baseline() -> Text {
    Text::new("= the baseline's, to the last bit", "= 与基线逐位相同")
}

/// Equal to the baseline within rounding.
pub fn near_baseline() -> Text {
    Text::new("≈ the baseline's, within rounding", "≈ 与基线在舍入误差内相等")
}

/// The number is the user's own.
pub fn own_edit(baseline: &str) -> Text {
    both!("+ yours; baseline {baseline}", "+ 你的改动；基线 {baseline}")
}

/// The number was set by the branch.
pub fn by_branch(baseline: &str) -> Text {
    both!("* set by the branch; baseline {baseline}", "* 由分支设定；基线 {baseline}")
}

/// All digits of a number that is shown rounded.
pub fn exactly(number: &str) -> Text {
    both!("= {number}", "= {number}")
}

/// A masked slot.
pub fn not_read() -> Text {
    Text::new("masked: no score is computed, the weight is 0", "已屏蔽：不计算打分，权重为 0")
}
