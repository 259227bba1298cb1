//! Labels and sentences of the main screen.

use super::Text;
use crate::both;
use crate::engine::NoLoss;

/// The head of the source axis.
pub fn source_axis() -> Text {
    Text::new("SOURCE AXIS", "源轴 SOURCE")
}

/// The head of the vocab axis.
pub fn vocab_axis() -> Text {
    Text::new("VOCAB AXIS", "词表轴 VOCAB")
}

/// What lies on the source axis, and which part of it is shown; the longest form first.
pub fn slots_shown(first: usize, last: usize, total: usize) -> Vec<Text> {
    if first == 1 && last == total {
        vec![both!("j = 1..{total}  slots", "j = 1..{total}  源槽"), both!("j=1..{total}", "j=1..{total}")]
    } else {
        vec![
            both!("j = {first}..{last} of {total} slots", "j = {first}..{last}，共 {total} 个源槽"),
            both!("j={first}..{last}/{total}", "j={first}..{last}/{total}"),
        ]
    }
}

/// What lies on the vocab axis, and which part of it is shown; the longest form first.
pub fn words_shown(first: usize, last: usize, total: usize) -> Vec<Text> {
    if first == 1 && last == total {
        vec![both!("w = 1..{total}  words", "w = 1..{total}  候选词"), both!("w=1..{total}", "w=1..{total}")]
    } else {
        vec![
            both!("w = {first}..{last} of {total} words", "w = {first}..{last}，共 {total} 个候选词"),
            both!("w={first}..{last}/{total}", "w={first}..{last}/{total}"),
        ]
    }
}

/// The same when the list is ordered by probability.
pub fn ranks_shown(first: usize, last: usize, total: usize) -> Vec<Text> {
    vec![
        both!("rank {first}..{last} of {total} words, by p", "按 p 排第 {first}..{last}，共 {total} 个候选词"),
        both!("by p {first}..{last}/{total}", "按 p {first}..{last}/{total}"),
    ]
}

/// Column heads.
pub fn slot() -> Text {
    Text::new("slot", "源槽")
}

/// Column heads.
pub fn word() -> Text {
    Text::new("word", "词")
}

/// Under the weights.
pub fn softmax_over(index: char) -> Text {
    both!("softmax over {index}", "沿 {index} 做 softmax")
}

/// Under the weights, where there is little room.
pub fn over(index: char) -> Text {
    both!("over {index}", "沿 {index}")
}

/// In place of a score.
pub fn masked() -> Text {
    Text::new("masked", "屏蔽")
}

/// The unit of the loss.
pub fn nats() -> Text {
    Text::new("nats", "奈特")
}

/// Why there is no loss.
pub fn no_loss(reason: NoLoss) -> Text {
    match reason {
        NoLoss::NoTarget => Text::new("no target, so no loss (t chooses it)", "没有目标词，也就没有损失（按 t 选定）"),
        NoLoss::Undefined => {
            Text::new("no loss: no row with a target has a prediction", "没有损失：有目标词的行都没有预测")
        }
        NoLoss::Overflow => Text::new("no total loss: the sum is beyond f64", "没有总损失：求和超出 f64 的范围"),
    }
}

/// In place of the total loss while not all rows have been computed.
pub fn loss_computing() -> Text {
    Text::new("Σ_t L: computing", "Σ_t L：计算中")
}

/// The row shown has no target.
pub fn row_without_target() -> Text {
    Text::new("this row has no target, so no loss", "本行没有目标词，也就没有损失")
}

/// The row shown has a target and no prediction; why is said where the prediction would stand. `symbol` is L or L_1.
pub fn no_loss_of_row(symbol: &str) -> Text {
    both!("{symbol}: none (no prediction)", "{symbol}：没有（没有预测）")
}

/// Nothing differs from the baseline.
pub fn all_as_baseline() -> Text {
    Text::new("this is the baseline: change one thing and see what moves", "这是基线：只改一处，看什么会变")
}

/// A given's sign on the ribbon, in Chinese prose.
fn given_zh(symbol: &str) -> &str {
    match symbol {
        "mask" => "屏蔽",
        "scorer" => "打分方式",
        "target" => "目标词",
        symbol => symbol,
    }
}

/// Which givens changed, and how far that went. `changed` are symbols; `same` and `near` are the stages that are the same
/// to the last bit, or within rounding; `moved` the stages that moved, in order. `nothing_else` is false when other rows
/// changed too.
pub fn what_stayed(changed: &[&str], nothing_else: bool, same: &[&str], near: &[&str], moved: &[&str]) -> Text {
    let all = changed.join(", ");
    let zh_all = changed.iter().map(|symbol| given_zh(symbol)).collect::<Vec<_>>().join("、");
    let gap = if zh_all.starts_with(|c: char| c.is_ascii()) { " " } else { "" };
    let opening = if changed.len() == 1 && nothing_else {
        both!("only {all} changed", "只改了{gap}{zh_all}")
    } else {
        both!("{all} changed", "改了{gap}{zh_all}")
    };
    let (same, same_zh) = (same.join(", "), same.join("、"));
    let (near, near_zh) = (near.join(", "), near.join("、"));
    let is = if same.contains(',') { "are" } else { "is" };
    let closing = match (same.is_empty(), near.is_empty(), moved) {
        (true, true, [first, .., last]) => {
            both!("that reaches every stage, from {first} to {last}", "影响到达每一步，从 {first} 到 {last}")
        }
        (true, true, _) => both!("it moved", "它变了"),
        (true, false, _) => {
            let are = if near.contains(',') { "are" } else { "is" };
            both!("{near} {are} equal within rounding", "{near_zh} 在舍入误差内相等")
        }
        (false, true, _) => both!("{same} {is} the same, to the last bit", "{same_zh} 逐位相同"),
        (false, false, _) => both!(
            "{same} the same to the last bit, {near} within rounding",
            "{same_zh} 逐位相同，{near_zh} 在舍入误差内相等"
        ),
    };
    let (en, en_rest, zh, zh_rest) = (opening.en, closing.en, opening.zh, closing.zh);
    both!("{en}; {en_rest}", "{zh}；{zh_rest}")
}

/// The same, when other rows changed as well; each of `rows` is a number, or the first and last of several in a row.
pub fn and_other_rows(said: &Text, rows: &[String]) -> Text {
    let (en, zh) = (&said.en, &said.zh);
    let (row, rows_zh) = (rows_in_english(rows), rows.join("、"));
    both!("{en}; also changed in {row}", "{zh}；第 {rows_zh} 行也有改动")
}

fn rows_in_english(rows: &[String]) -> String {
    let one = matches!(rows, [only] if !only.contains('-'));
    format!("{} {}", if one { "row" } else { "rows" }, rows.join(", "))
}

/// The same, when other rows follow from it though this one does not.
pub fn and_total_moved(said: &Text) -> Text {
    let (en, zh) = (&said.en, &said.zh);
    both!("{en}; other rows moved", "{zh}；其他行变了")
}

/// Only rows that are not shown differ from the baseline.
pub fn other_rows_changed(rows: &[String]) -> Text {
    let (row, rows_zh) = (rows_in_english(rows), rows.join("、"));
    both!("this row is the baseline's; changed in {row}", "本行与基线相同；改动在第 {rows_zh} 行")
}

/// A branch that differs in nothing from the baseline.
pub fn branch_is_baseline() -> Text {
    Text::new("this branch and the baseline are the same numbers", "这个分支与基线的数完全相同")
}

/// The screen is too small.
pub fn too_small(width: u16, height: u16) -> Text {
    both!("too small: {width}×{height} or more, please", "窗口太小：至少 {width}×{height}")
}

/// What a field replaces.
pub fn was(old: &str) -> Text {
    both!("was {old}", "原为 {old}")
}

/// The dock while a number is typed.
pub fn typing_number() -> Text {
    Text::new(
        "a number or an expression, such as 1/3, sqrt(2), -ln(0.7), 1e-3",
        "一个数或算式，例如 1/3、sqrt(2)、-ln(0.7)、1e-3",
    )
}

/// The dock while a name is typed.
pub fn typing_name() -> Text {
    Text::new("a new name; words must differ from each other", "新的名称；候选词不能重名")
}

/// The footer of the palette.
pub fn palette_keys() -> Text {
    Text::new("Enter runs   Tab completes   up/down choose   Esc closes", "Enter 执行   Tab 补全   上下选择   Esc 关闭")
}

/// The footer of the help screen.
pub fn help_keys() -> Text {
    Text::new("up/down, PageUp/PageDown scroll   Esc closes", "上下、PageUp/PageDown 滚动   Esc 关闭")
}

/// The footer of a field.
pub fn field_keys() -> Text {
    Text::new(
        "Enter takes it   Esc keeps the old   Tab, up, down take it and go on",
        "Enter 确定   Esc 放弃   Tab、上、下 确定并移动",
    )
}

/// The title of the help screen.
pub fn help_title() -> Text {
    Text::new("KEYS AND ACTIONS", "按键与动作")
}

/// No suggestion fits.
pub fn no_match() -> Text {
    Text::new("no action of that name; Esc closes", "没有这样的动作；Esc 关闭")
}
