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

/// A component of a slot's embedding.
pub fn source_embedding(slot: &str, component: usize, of: usize) -> Text {
    both!("embedding of {slot}, component {component} of {of}", "{slot} 的词向量，第 {component} 维，共 {of} 维")
}

/// A component of a target position's embedding.
pub fn target_embedding(component: usize, of: usize) -> Text {
    both!(
        "embedding of the target position, component {component} of {of}",
        "目标位置的词向量，第 {component} 维，共 {of} 维"
    )
}

/// A number of q, k or v that is set by hand, and what the words give in its place, where f64 can hold it.
pub fn set_by_hand(words: Option<&str>) -> Text {
    match words {
        Some(number) => both!(
            "set by hand: it overrides what the words give, {number}, and no word moves it",
            "手工设定：它取代词所给的 {number}，换词也不会动它"
        ),
        None => Text::new(
            "set by hand: it overrides what the words give, which is beyond f64, and no word moves it",
            "手工设定：它取代词所给的数（超出 f64），换词也不会动它",
        ),
    }
}

/// A number of a projection, and what it makes.
pub fn projection(name: &str, makes: &Text, from: usize, to: usize) -> Text {
    let (en, zh) = (&makes.en, &makes.zh);
    both!(
        "projection {name}: from component {from} of an embedding to component {to} of a {en}",
        "投影 {name}：从词向量的第 {from} 维到{zh}的第 {to} 维"
    )
}

/// What W^Q makes.
pub static A_QUERY: Text = Text::new("query", "查询");
/// What W^K makes.
pub static A_KEY: Text = Text::new("key", "键");
/// What W^V makes.
pub static A_VALUE: Text = Text::new("value", "值");

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

/// The number was set by the tour.
pub fn by_tour(baseline: &str) -> Text {
    both!("* set by the tour; baseline {baseline}", "* 由导览设定；基线 {baseline}")
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

/// Something with the indices it has in its symbol, such as `t = 3, j = 2`.
pub fn with_indices(what: &Text, indices: &str) -> Text {
    let (en, zh) = (&what.en, &what.zh);
    both!("{en} ({indices})", "{zh}（{indices}）")
}

/// A number of a scorer parameter; `row` where it is a matrix.
pub fn parameter(name: &str, scorer: &str, row: Option<usize>, column: usize) -> Text {
    match row {
        Some(row) => both!(
            "parameter {name} of the {scorer} scorer, row {row}, column {column}",
            "打分方式 {scorer} 的参数 {name}，第 {row} 行第 {column} 列"
        ),
        None => both!(
            "parameter {name} of the {scorer} scorer, component {column}",
            "打分方式 {scorer} 的参数 {name}，第 {column} 维"
        ),
    }
}

/// exp(e_j − max e).
pub fn exponential(slot: &str) -> Text {
    both!("exp of the score of {slot} less the largest, source axis", "{slot} 的打分减去最大打分后取指数，源轴")
}

/// Σ_j exp(e_j − max e).
pub fn normaliser() -> Text {
    Text::new("what the softmax over the slots divides by, source axis", "对源槽做 softmax 时的分母，源轴")
}

/// α_j v_j at a component.
pub fn weighted(slot: &str, component: usize, of: usize) -> Text {
    both!(
        "what {slot} adds to the context, component {component} of {of}, source axis",
        "{slot} 给上下文加上的量，第 {component} 维，共 {of} 维，源轴"
    )
}

/// |α_j v_j|.
pub fn weighted_length(slot: &str) -> Text {
    both!("length of what {slot} adds to the context, source axis", "{slot} 给上下文加上的向量的长度，源轴")
}

/// α_j (v_j · G_w).
pub fn contribution(slot: &str, word: &str) -> Text {
    both!("contribution of {slot} to the logit of {word}", "{slot} 对 {word} 的词表打分的贡献")
}

/// The same for one word less that for another.
pub fn contribution_difference(slot: &str, word: &str, against: &str) -> Text {
    both!(
        "contribution of {slot} to the logit of {word} less that to {against}",
        "{slot} 对 {word} 的贡献减去对 {against} 的贡献"
    )
}

/// Σ_j α_j (v_j · G_w) + b_w.
pub fn contribution_sum(word: &str) -> Text {
    both!(
        "sum of the contributions to the logit of {word}, over the slots",
        "对 {word} 的词表打分的贡献之和，沿源槽相加"
    )
}

/// Where a contribution belongs.
pub fn accounts_for(logit: &str) -> Text {
    both!("one of the terms that add up to {logit}", "它是加起来得到 {logit} 的各项之一")
}

/// What the contributions add up to.
pub fn is_the_logit(logit: &str) -> Text {
    both!("{logit} itself, added up slot by slot", "就是 {logit}，只是按槽相加")
}

/// A contribution without a number.
pub fn contribution_beyond() -> Text {
    Text::new(
        "a contribution is beyond f64, although the logit need not be",
        "有贡献超出 f64 的范围，词表打分本身却未必超出",
    )
}

/// exp(z_w − max z).
pub fn word_exponential(word: &str) -> Text {
    both!("exp of the logit of {word} less the largest, vocab axis", "{word} 的词表打分减去最大的之后取指数，词表轴")
}

/// Σ_w exp(z_w − max z).
pub fn word_normaliser() -> Text {
    Text::new("what the softmax over the words divides by, vocab axis", "对词表做 softmax 时的分母，词表轴")
}

/// A row's loss.
pub fn loss_of(target: &str) -> Text {
    both!("loss in nats: how surprising the target {target} is", "损失（奈特）：目标词 {target} 有多出乎意料")
}

/// The loss of all rows.
pub fn total_loss() -> Text {
    Text::new("total loss in nats: the losses of the rows that have a target", "总损失（奈特）：有目标词的各行损失之和")
}

/// A row's target.
pub fn target() -> Text {
    Text::new("target: the word that should come next", "目标词：接下来应出现的词")
}

/// Which word it is.
pub fn target_is(word: &str, number: usize) -> Text {
    both!("the target is {word}, word {number}", "目标词是 {word}，候选词 {number}")
}

/// A row without a target has no loss.
pub fn no_target() -> Text {
    Text::new("this row has no target, so it has no loss", "本行没有目标词，也就没有损失")
}

/// A slot's mask.
pub fn mask(slot: &str) -> Text {
    both!("mask of {slot}: whether it may be read", "{slot} 的屏蔽：是否可读")
}

/// What the mask says.
pub fn mask_is(readable: bool) -> Text {
    match readable {
        true => Text::new("the slot may be read", "该槽可读"),
        false => Text::new("the slot is masked", "该槽已屏蔽"),
    }
}

/// The kind of scorer.
pub fn scorer() -> Text {
    Text::new("scorer: how a query and a key become a score", "打分方式：查询和键怎样得出打分")
}

/// Which kind it is.
pub fn scorer_is(kind: &str) -> Text {
    both!("the scorer is {kind}", "打分方式是 {kind}")
}

/// A masked slot in a row that reads nothing, so that there are no weights either.
pub fn masked_in_vain() -> Text {
    Text::new("masked: no score is computed", "已屏蔽：不计算打分")
}

/// A masked slot's weight, and what it would have gone into.
pub fn masked_weight() -> Text {
    Text::new("masked: the weight is 0, not computed", "已屏蔽：权重就是 0，不经计算")
}

/// A masked slot's exponential.
pub fn masked_exponential() -> Text {
    Text::new("masked: no exponential is taken, the slot is left out of the sum", "已屏蔽：不取指数，求和时略过该槽")
}

/// What a masked slot adds to the context.
pub fn masked_value() -> Text {
    Text::new("masked: the slot adds nothing to the context", "已屏蔽：该槽不给上下文加任何量")
}

/// An address outside the model.
pub fn not_in_this_model() -> Text {
    Text::new("this model has no such number", "这个模型里没有这个数")
}

/// A constant of a row that has none.
pub fn no_bias() -> Text {
    Text::new("this row has no constants: nothing is added to its logits", "本行没有常数项：词表打分上不加任何数")
}

/// The folded middle of a sum, with what it adds up to.
pub fn folded(count: usize, sum: &str) -> Text {
    let terms = terms(count);
    Text { en: format!("({}: {sum})", terms.en).into(), zh: format!("({}: {sum})", terms.zh).into() }
}

/// So many terms.
pub fn terms(count: usize) -> Text {
    match count {
        1 => Text::new("1 term", "1 项"),
        _ => both!("{count} terms", "{count} 项"),
    }
}

/// Why the loss is not taken from p.
pub fn from_the_logits() -> Text {
    Text::new(
        "p is too small for f64 to hold with all its digits, so the logarithm is taken from the logits",
        "p 太小，f64 存不下它的全部有效数字，所以从词表打分取对数",
    )
}

/// What a number goes into (`many` when that is more than one), and through what on to the loss.
pub fn goes_into(first: &[String], many: bool, through: &[&str]) -> Text {
    let (all, all_zh, first_zh) = (through.join(", "), through.join("、"), first.join("、"));
    let first = first.join(", ");
    let them = if many { "them" } else { "it" };
    match through {
        [] => both!("goes into {first}", "进入 {first_zh}"),
        _ => both!("goes into {first}, and through {them} {all}", "进入 {first_zh}，并由此影响 {all_zh}"),
    }
}

/// The same where no row it reaches has a target.
pub fn without_loss(onward: &Text) -> Text {
    let (en, zh) = (&onward.en, &onward.zh);
    Text {
        en: format!("{en}; no target, so no loss").into(), zh: format!("{zh}；没有目标词，也就没有损失").into()
    }
}

/// A masked slot.
pub fn goes_nowhere_masked() -> Text {
    Text::new("masked: goes into nothing", "已屏蔽：不进入任何计算")
}

/// A row all of whose slots are masked, or none that reads the slot.
pub fn goes_nowhere() -> Text {
    Text::new("goes into nothing", "不进入任何计算")
}

/// A parameter of another scorer.
pub fn goes_nowhere_unused(scorer: &str) -> Text {
    both!("goes into nothing: the scorer in use is {scorer}", "不进入任何计算：现在用的打分方式是 {scorer}")
}

/// A probability that is not the target's.
pub fn goes_nowhere_not_target(target: &str) -> Text {
    both!(
        "goes into nothing: of the probabilities only the target's, {target}, goes into the loss",
        "不进入任何计算：各概率中只有目标词的 {target} 进入损失"
    )
}

/// The loss itself.
pub fn the_end() -> Text {
    Text::new("the end of the way: everything goes into it, it goes into nothing", "终点：一切进入它，它不再进入别处")
}

/// The numbers it came from, by address.
pub fn from(addresses: &[String]) -> Text {
    let (en, zh) = (addresses.join(", "), addresses.join("、"));
    both!("directly from {en}", "直接来自 {zh}")
}

/// The numbers that depend on it directly, by address.
pub fn into(addresses: &[String]) -> Text {
    let (en, zh) = (addresses.join(", "), addresses.join("、"));
    both!("directly into {en}", "直接进入 {zh}")
}
