//! What `eval` calls the numbers it prints.

use super::Text;
use crate::both;

/// Label of the reading, where the file holds several.
pub static READING: Text = Text::new("reading", "读取");
/// Label of the branch.
pub static BRANCH: Text = Text::new("branch", "分支");
/// Label of the scorer.
pub static SCORER: Text = Text::new("scorer", "打分方式");
/// Label of the sizes.
pub static SIZES: Text = Text::new("sizes", "大小");
/// Label of what was set on the command line.
pub static EDITS: Text = Text::new("set", "改动");

/// How large the model is.
pub fn sizes(rows: usize, slots: usize, words: usize, d_k: usize, d_v: usize, d: Option<usize>) -> Text {
    let (en, zh) = d.map_or_else(Default::default, |d| (format!(", d = {d}"), format!("，d = {d}")));
    both!(
        "T = {rows}, n = {slots}, |V| = {words}, d_k = {d_k}, d_v = {d_v}{en}",
        "T = {rows}，n = {slots}，|V| = {words}，d_k = {d_k}，d_v = {d_v}{zh}"
    )
}

/// Head of a row.
pub fn row(row: usize, prefix: Option<&str>, target: Option<&str>) -> Text {
    let (mut en, mut zh) = (format!("Row {row}"), format!("第 {row} 行"));
    if let Some(prefix) = prefix {
        en.push_str(&format!(": {prefix}"));
        zh.push_str(&format!("：{prefix}"));
    }
    if let Some(target) = target {
        en.push_str(&format!(" → {target}"));
        zh.push_str(&format!(" → {target}"));
    }
    Text { en: en.into(), zh: zh.into() }
}

/// The query, before its symbol.
pub static QUERY: Text = Text::new("query", "查询");
/// The context, before its symbol.
pub static CONTEXT: Text = Text::new("context", "上下文");
/// A row's loss, before its symbol.
pub static LOSS: Text = Text::new("loss", "损失");
/// The loss of all rows, before its symbol.
pub static TOTAL_LOSS: Text = Text::new("total loss", "总损失");
/// The context of the right computation, beside that of a mistake.
pub static RIGHT_CONTEXT: Text = Text::new("right context", "正确的上下文");
/// A row's loss there.
pub static RIGHT_LOSS: Text = Text::new("right loss", "正确的损失");
/// The loss of all rows there.
pub static RIGHT_TOTAL_LOSS: Text = Text::new("right total loss", "正确的总损失");
/// A gradient there, before its symbol.
pub static RIGHT_GRADIENT: Text = Text::new("right gradient", "正确的梯度");
/// Over the gradients of the right computation there.
pub static RIGHT_GRADIENTS: Text = Text::new("Right gradients of the total loss", "正确的总损失梯度");
/// A column of the right computation, before its symbol.
pub static RIGHT: Text = Text::new("right", "正确的");
/// A mistake's id and its title: head of what is told about it.
pub fn mistake(id: &str, title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("MISTAKE {id} ({en})", "【错误】{id}（{zh}）")
}
/// A mistake's id before the title of what stands under it.
pub fn titled_by_mistake(id: &str, title: &str) -> Text {
    both!("MISTAKE {id} · {title}", "【错误】{id} · {title}")
}
/// A mistake's id and what it has done to a row.
pub fn done_by_mistake(id: &str, outcome: &Text) -> Text {
    let (en, zh) = (&outcome.en, &outcome.zh);
    both!("MISTAKE {id}: {en}", "【错误】{id}：{zh}")
}
/// Label of what the mistake computes.
pub static COMPUTES: Text = Text::new("computes", "算法");
/// Label of the formula that is used.
pub static USES: Text = Text::new("uses", "用的是");
/// Label of the formula that should be.
pub static SHOULD_USE: Text = Text::new("right is", "应当是");
/// Label of how people come to make it.
pub static ORIGIN: Text = Text::new("how it comes", "怎么会错");
/// Label of the laws that break.
pub static BREAKS: Text = Text::new("breaks", "不成立");
/// Label of why it changes nothing.
pub static UNCHANGED: Text = Text::new("unchanged", "不变");
/// Over the table of the first softmax, where a mistake is made in it or before.
pub fn source_axis_under(id: &str) -> Text {
    both!("SOURCE axis: attention, MISTAKE {id}", "源轴：读取权重，【错误】{id}")
}
/// Over that of the second.
pub fn vocab_axis_under(id: &str) -> Text {
    both!("VOCAB axis: probabilities, MISTAKE {id}", "词表轴：词概率，【错误】{id}")
}
/// A loss that has no value.
pub fn no_loss(symbol: &str, how: &Text) -> Text {
    let (en, zh) = (&how.en, &how.zh);
    both!("loss {symbol}: {en}", "损失 {symbol}：{zh}")
}
/// The loss of all rows that has none.
pub fn no_total_loss(how: &Text) -> Text {
    let (en, zh) = (&how.en, &how.zh);
    both!("total loss L: {en}", "总损失 L：{zh}")
}
/// In front of what is said of the right computation, beside a mistake.
pub fn of_right(said: &Text) -> Text {
    let (en, zh) = (&said.en, &said.zh);
    both!("right: {en}", "正确的：{zh}")
}

/// After a loss.
pub static NATS: Text = Text::new("nats", "奈特");
/// Head of what concerns all rows.
pub static ALL_ROWS: Text = Text::new("All rows", "所有行");
/// A gradient, before its symbol.
pub static GRADIENT: Text = Text::new("gradient", "梯度");

/// Over the table of the first softmax.
pub static SOURCE_AXIS: Text =
    Text::new("SOURCE axis: attention, a softmax over the slots j", "源轴：读取权重，沿槽 j 的 softmax");
/// Over the table of the second softmax.
pub static VOCAB_AXIS: Text =
    Text::new("VOCAB axis: probabilities, a softmax over the words w", "词表轴：词概率，沿词 w 的 softmax");

/// Column of slot names.
pub static SLOT: Text = Text::new("slot", "槽");
/// Column of scores.
pub static SCORE: Text = Text::new("score", "打分");
/// Column of attention weights.
pub static ATTENTION: Text = Text::new("attention", "读取权重");
/// Column of words.
pub static WORD: Text = Text::new("word", "词");
/// Column of the row's constants.
pub static BIAS: Text = Text::new("constant", "常数");
/// Column of logits.
pub static LOGIT: Text = Text::new("logit", "词表打分");
/// Column of probabilities.
pub static PROBABILITY: Text = Text::new("probability", "词概率");
/// In place of the score of a masked slot.
pub static MASKED: Text = Text::new("masked", "屏蔽");
/// Beside the target word.
pub static TARGET: Text = Text::new("← target", "← 目标");

/// Over the gradients.
pub static GRADIENTS: Text = Text::new("Gradients of the total loss", "总损失的梯度");
/// Over a tensor with a line for each slot.
pub fn by_slot(name: &str) -> Text {
    both!("{name}, a line for each slot j", "{name}，每行一个槽 j")
}

/// Over a tensor with a line for each target row.
pub fn by_row(name: &str) -> Text {
    both!("{name}, a line for each row t", "{name}，每行一个目标行 t")
}

/// Over a tensor with a line for each component of an embedding.
pub fn by_component(name: &str) -> Text {
    both!("{name}, a line for each component i of an embedding", "{name}，每行词向量的一个分量 i")
}

/// Label of what is set by hand of q, k and v.
pub static BY_HAND: Text = Text::new("by hand", "手工设定");
/// Head of the words a scenario is given by.
pub static FROM_WORDS: Text = Text::new("From words to q, k, v", "从词到 q、k、v");

/// Which products give Q, K and V.
pub fn what_follows(rows_are_slots: bool) -> Text {
    let rows = if rows_are_slots { "X" } else { "Y" };
    both!("Q = {rows} W^Q, K = X W^K, V = X W^V", "Q = {rows} W^Q，K = X W^K，V = X W^V")
}

/// Over a tensor with a line for each word.
pub fn by_word(name: &str) -> Text {
    both!("{name}, a line for each word w (a column of {name})", "{name}，每行一个词 w（{name} 的一列）")
}

/// Over a gradient with a line for each word.
pub fn gradient_by_word(name: &str) -> Text {
    both!("∂L/∂{name}, a line for each word w (a column of {name})", "∂L/∂{name}，每行一个词 w（{name} 的一列）")
}

/// Over a gradient with a line for each row of a matrix.
pub fn gradient_by_row(name: &str) -> Text {
    both!("∂L/∂{name}, a line for each row i", "∂L/∂{name}，每行一个行号 i")
}

/// In place of a table that would say the same again.
pub static GRADIENT_OF_BIAS: Text =
    Text::new("∂L/∂bias is ∂L/∂z, row by row, as it stands above.", "∂L/∂bias 就是上面逐行给出的 ∂L/∂z。");
/// There are none.
pub static NO_GRADIENTS: Text =
    Text::new("no row contributes to the loss, so there are no gradients", "没有一行计入损失，所以没有梯度");
/// There are none that f64 could hold.
pub static GRADIENTS_OVERFLOW: Text =
    Text::new("a gradient overflows f64, so none are given", "有梯度超出 f64，所以不给出梯度");

/// In place of a row's numbers.
pub fn undefined_row(reason: &Text) -> Text {
    let (en, zh) = (&reason.en, &reason.zh);
    Text { en: format!("undefined: {en}").into(), zh: format!("没有定义：{zh}").into() }
}

/// No row has a target.
pub static NO_TARGET: Text = Text::new("no row has a target, so there is no loss", "没有一行有目标词，所以没有损失");
/// Every row with a target is undefined.
pub static NO_DEFINED_ROW: Text =
    Text::new("every row with a target is undefined, so there is no loss", "有目标词的行都没有定义，所以没有损失");
/// The rows' losses add up beyond f64.
pub static TOTAL_OVERFLOWS: Text = Text::new("the sum of the rows' losses overflows f64", "各行损失之和超出 f64");

/// First line of the LaTeX fragment.
pub static LATEX_NEEDS: Text = Text::new(
    "For \\input; needs amsmath; for hanzi compile with XeLaTeX or LuaLaTeX and ctex.",
    "供 \\input 使用；需要 amsmath；含汉字时用 XeLaTeX 或 LuaLaTeX 编译，并加载 ctex。",
);

/// Head of the table of what the slots add to the logits.
pub static CONTRIBUTIONS: Text = Text::new(
    "contributions α_j (v_j · G_w): a row a slot, a column a word; along j they add up to z_w",
    "贡献 α_j (v_j · G_w)：一行一个源槽，一列一个词；沿 j 相加得到 z_w",
);
/// The column of |α_j v_j|, before its symbol.
pub static LENGTH: Text = Text::new("length", "长度");
/// Every sum is the logit.
pub static SUMS_ARE_LOGITS: Text =
    Text::new("Every sum is the logit z_w to the last bit.", "每个和都与词表打分 z_w 完全相同，一位不差。");
/// A contribution has no number.
pub static CONTRIBUTION_BEYOND: Text = Text::new(
    "A contribution is beyond f64; the logit, added up through c, is not.",
    "有贡献超出 f64 的范围；经 c 相加的词表打分没有超出。",
);
/// Contributions are those of the right computation.
pub static CONTRIBUTIONS_ARE_RIGHT: Text = Text::new(
    "--contributions cannot be used with --mistake: a mistake need not leave anything that adds up to the logits",
    "--contributions 不能与 --mistake 一起用：犯错误时未必还有能加成词表打分的量",
);

/// How far the sums are from the logits at most, and how far rounding may take them.
pub fn sums_differ(apart: f64, bound: f64) -> Text {
    both!(
        "The sums differ from the logits z_w by {apart:.0e} at most; rounding alone explains up to {bound:.0e}.",
        "各和与词表打分 z_w 最多相差 {apart:.0e}；单是舍入最多可造成 {bound:.0e}。"
    )
}
