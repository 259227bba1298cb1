//! What the explorer says in its dock after an action or a key.

use super::Text;
use super::command::part_zh;
use crate::both;
use crate::engine::{Part, ScorerKind, Stage};
use std::path::Path;

/// The name of the branch without a change.
pub fn baseline() -> Text {
    Text::new("baseline", "基线")
}

/// Beside the name of a built-in scenario.
pub fn built_in() -> Text {
    Text::new("built in", "内置")
}

/// Another row is shown.
pub fn row_shown(row: usize, rows: usize) -> Text {
    let row = row + 1;
    both!("row t = {row} of {rows}", "目标行 t = {row}，共 {rows} 行")
}

/// The list has another order.
pub fn ordered(order: &str) -> Text {
    match order {
        "number" => Text::new("words by number", "按编号列出词"),
        _ => Text::new("words by probability, the most probable first", "按概率列出词，最可能的在前"),
    }
}

/// Another theme.
pub fn theme(name: &str) -> Text {
    let zh = match name {
        "dark" => "深色",
        "light" => "浅色",
        _ => "投影",
    };
    both!("theme: {name}", "配色：{zh}")
}

/// Why a derived number cannot be typed over.
pub fn derived_not_edited(stage: Option<Stage>) -> Text {
    match stage {
        Some(Stage::Scores) => {
            Text::new("e follows from q and k_j: change those, and e follows", "e 由 q 与 k_j 得出：改它们，e 随之变化")
        }
        Some(Stage::Attention) => {
            Text::new("α follows from e: change q or a key, and α follows", "α 由 e 得出：改 q 或某个键，α 随之变化")
        }
        Some(Stage::Context) => Text::new(
            "c follows from α and v_j: change a value, or what is read",
            "c 由 α 与 v_j 得出：改某个值，或改读取",
        ),
        Some(Stage::Logits) => {
            Text::new("z follows from c and G: change G, or what c carries", "z 由 c 与 G 得出：改 G，或改 c 的内容")
        }
        Some(Stage::Probabilities) => {
            Text::new("p follows from z: change G, or what c carries", "p 由 z 得出：改 G，或改 c 的内容")
        }
        Some(Stage::Loss) => Text::new(
            "the loss follows from p of the target: t chooses another target",
            "损失由目标词的 p 得出：按 t 换目标词",
        ),
        None => Text::new("there is no number here: Enter renames", "这里没有数：按 Enter 改名"),
    }
}

/// A digit typed on a name.
pub fn enter_renames() -> Text {
    Text::new("this is a name: Enter opens it", "这是名称：按 Enter 打开")
}

/// A nudge beyond f64.
pub fn nudged_too_far(address: &str) -> Text {
    both!(
        "{address} stays: the step leads beyond the largest number there is",
        "{address} 不变：这一步会超出可表示的最大数"
    )
}

/// A slot that cannot be unmasked because of the causal mask.
pub fn mask_stays_causal() -> Text {
    Text::new(
        "nothing changed: the causal mask hides this slot from this row",
        "没有变化：因果屏蔽使这一行读不到这个槽",
    )
}

/// A slot was masked (it had been readable) or unmasked.
pub fn masked(row: Option<usize>, slot: usize, name: &str, now_masked: bool) -> Text {
    let slot = slot + 1;
    if let Some(row) = row {
        let row = row + 1;
        return if now_masked {
            both!("slot {slot} {name} is masked in row {row}", "第 {row} 行已屏蔽槽 {slot} {name}")
        } else {
            both!("slot {slot} {name} can be read again in row {row}", "第 {row} 行又可以读取槽 {slot} {name}")
        };
    }
    if now_masked {
        both!(
            "slot {slot} {name} is masked: it has no score and is not read",
            "槽 {slot} {name} 已屏蔽：没有打分，也不被读取"
        )
    } else {
        both!("slot {slot} {name} can be read again", "槽 {slot} {name} 可以读取了")
    }
}

/// Another scorer.
pub fn scorer_chosen(name: &str) -> Text {
    both!("scorer: {name}", "打分方式：{name}")
}

/// Another target, or none.
pub fn target_chosen(word: Option<&str>) -> Text {
    match word {
        Some(word) => both!("target: {word}", "目标词：{word}"),
        None => Text::new("the row has no target: there is no loss", "本行没有目标词：也就没有损失"),
    }
}

/// What was asked for is what is there.
pub fn nothing_changed() -> Text {
    Text::new("nothing changed: this is what is on the screen", "没有变化：屏幕上就是它")
}

/// Edits were set aside by choosing a branch.
pub fn edits_set_aside() -> Text {
    Text::new("your edits are set aside; undo (u) brings them back", "你的改动已放下；撤销（u）即可找回")
}

/// Undo at the start.
pub fn nothing_to_undo() -> Text {
    Text::new("nothing to undo", "没有可撤销的改动")
}

/// A change was taken back, or made again.
pub fn stepped(back: bool, what: &Text) -> Text {
    let (en, zh) = (&what.en, &what.zh);
    if back { both!("undone: {en}", "已撤销：{zh}") } else { both!("redone: {en}", "已重做：{zh}") }
}

/// A change of slots, words, rows or dimensions, or of their names.
pub fn change_of_shape() -> Text {
    Text::new("a change of slots, words, rows or dimensions", "槽、词、行或维度的改动")
}

/// Another baseline or other interventions.
pub fn change_of_document() -> Text {
    Text::new("a change of the baseline or its branches", "基线或分支的改动")
}

/// Another branch was chosen.
pub fn change_of_branch() -> Text {
    Text::new("the choice of a branch", "分支的选择")
}

/// Some givens were changed.
pub fn change_of(addresses: &[String], more: usize) -> Text {
    let (en, zh) = (addresses.join(", "), addresses.join("、"));
    if more > 0 { both!("{en} and {more} more", "{zh} 等，另有 {more} 处") } else { both!("{en}", "{zh}") }
}

/// The baseline was asked for and is there.
pub fn baseline_already() -> Text {
    Text::new(
        "this is the baseline; undo (u) takes back changes of the baseline itself",
        "当前就是基线；要收回对基线本身的改动请用撤销（u）",
    )
}

/// Redo at the end.
pub fn nothing_to_redo() -> Text {
    Text::new("nothing to redo", "没有可重做的改动")
}

/// The baseline is new.
pub fn pinned() -> Text {
    Text::new("pinned: what is on the screen is the baseline now", "已固定：屏幕上的状态现在是基线")
}

/// A new intervention.
pub fn kept(id: &str) -> Text {
    both!("kept as the branch {id}; Ctrl-S saves it", "已存为分支 {id}；Ctrl-S 写入文件")
}

/// A name that cannot be an id.
pub fn bad_id(id: &str) -> Text {
    both!(
        "{id} cannot name a branch: letters, digits, - and _, not a number, not baseline, next or previous",
        "{id} 不能作分支名：用英文字母、数字、- 和 _，不能是纯数字，也不能是 baseline、next、previous"
    )
}

/// An id that is there already.
pub fn id_taken(id: &str) -> Text {
    both!("there is a branch {id} already: choose another name", "已经有分支 {id}：请换一个名字")
}

/// No difference to keep.
pub fn nothing_to_keep() -> Text {
    Text::new("nothing to keep: this is the baseline", "没有可存的：当前就是基线")
}

/// A part was added.
pub fn added(part: Part, number: usize, name: &str) -> Text {
    let (en, zh) = named(part, number, name);
    both!(
        "added {en}, in the baseline and in every branch; its numbers are 0",
        "已在基线和所有分支中添加{zh}；新的数都是 0"
    )
}

/// A part was removed, with what was lost on the way, a sentence each.
pub fn removed(part: Part, number: usize, name: &str, lost: &[Text]) -> Text {
    let (en, zh) = named(part, number, name);
    let rest: String = lost.iter().map(|text| format!(". {}", text.en)).collect();
    let rest_zh: String = lost.iter().map(|text| format!("。{}", text.zh)).collect();
    both!(
        "removed {en} with its numbers, everywhere; undo (u) brings it back{rest}",
        "已在基线和所有分支中删去{zh}及其数值；撤销（u）可找回{rest_zh}"
    )
}

/// A part by number and name, in both languages.
fn named(part: Part, number: usize, name: &str) -> (String, String) {
    let (space, quoted) = match name {
        "" => (String::new(), String::new()),
        name => (format!(" {name}"), format!("“{name}”")),
    };
    match part {
        Part::Slot => (format!("slot {number}{space}"), format!("第 {number} 个槽{quoted}")),
        Part::Word => (format!("word {number}{space}"), format!("第 {number} 个词{quoted}")),
        Part::Row => (format!("row {number}{space}"), format!("第 {number} 行{quoted}")),
        Part::KeyComponent => (format!("dimension {number} of the keys"), format!("键的第 {number} 维")),
        Part::ValueComponent => (format!("dimension {number} of the values"), format!("值的第 {number} 维")),
        Part::EmbeddingComponent => {
            (format!("dimension {number} of the embeddings"), format!("词向量的第 {number} 维"))
        }
    }
}

/// A name for a new slot or word.
pub fn new_name(part: &str, number: usize) -> Text {
    let zh = part_zh(part);
    both!("{part}{number}", "{zh}{number}")
}

/// A name was changed.
pub fn renamed() -> Text {
    Text::new("renamed, in the baseline and in every branch", "已改名，基线与所有分支一起改了")
}

/// A file was opened, and what has to be said of it.
pub fn opened_and(opened: &Text, more: &Text) -> Text {
    Text { en: format!("{}; {}", opened.en, more.en).into(), zh: format!("{}；{}", opened.zh, more.zh).into() }
}

/// A scenario was opened.
pub fn opened(id: &str) -> Text {
    both!("opened {id}", "已打开 {id}")
}

/// A file was written.
pub fn saved(path: &Path) -> Text {
    let path = path.display();
    both!("saved {path}", "已保存 {path}")
}

/// A file was written from the baseline with edits: they are the baseline now.
pub fn saved_as_baseline(path: &Path) -> Text {
    let path = path.display();
    both!("saved {path}; these numbers are the baseline now", "已保存 {path}；这些数已成为新的基线")
}

/// The scenario has no file yet.
pub fn name_the_file() -> Text {
    Text::new("name the file, then Enter", "写好文件名，再按 Enter")
}

/// Text of several lines pasted into a field.
pub fn one_line_only() -> Text {
    Text::new("not pasted: this field takes one line", "没有粘贴：这里只接受一行")
}

/// After the first Ctrl-C.
pub fn interrupt_again(unsaved: bool) -> Text {
    if unsaved {
        Text::new(
            "Ctrl-C again leaves, and what is not saved is lost; any other key stays",
            "再按一次 Ctrl-C 就退出，未保存的改动会丢失；按其他键留下",
        )
    } else {
        Text::new("Ctrl-C again leaves; any other key stays", "再按一次 Ctrl-C 就退出；按其他键留下")
    }
}

/// A key that does nothing.
pub fn unbound(key: &str) -> Text {
    both!("{key} does nothing here; ? lists the keys", "{key} 在这里没有作用；按 ? 看按键")
}

/// A key of the main screen, while a field is open.
pub fn field_first(key: &str) -> Text {
    both!("{key} waits: Enter takes what is typed, Esc drops it", "请先按 Enter 确定或按 Esc 放弃，再按 {key}")
}

/// A number was read in another form than it was typed.
pub fn read_as(address: &str, number: &str) -> Text {
    both!("{address}: read as {number}", "{address}：读作 {number}")
}

/// A field whose text is refused.
pub fn kept_old(address: &str, problem: &Text) -> Text {
    let (en, zh) = (&problem.en, &problem.zh);
    both!("{address} keeps its value: {en}", "{address} 保持原值：{zh}")
}

/// A paste with the cursor on no given number.
pub fn paste_where() -> Text {
    Text::new("not pasted: put the cursor on a given number first", "没有粘贴：请先把光标放在某个给定的数上")
}

/// A paste that is no block of numbers.
pub fn paste_refused(problem: &Text) -> Text {
    let (en, zh) = (&problem.en, &problem.zh);
    both!("not pasted: {en}", "没有粘贴：{zh}")
}

/// A paste that does not fit.
pub fn paste_too_large(address: &str, block: (usize, usize), room: (usize, usize)) -> Text {
    let ((rows, columns), (down, across)) = (block, room);
    both!(
        "not pasted: {rows}×{columns} numbers, but from {address} on there is room for {down}×{across}",
        "没有粘贴：有 {rows}×{columns} 个数，而从 {address} 起只放得下 {down}×{across} 个"
    )
}

/// A paste that was taken.
pub fn pasted(address: &str, rows: usize, columns: usize) -> Text {
    both!("pasted {rows}×{columns} numbers from {address} on", "已从 {address} 起粘贴 {rows}×{columns} 个数")
}

/// A question answered with no.
pub fn stayed() -> Text {
    Text::new("nothing done", "什么也没做")
}

/// The formula of a scorer.
pub fn scorer_formula(kind: ScorerKind) -> Text {
    Text::same(match kind {
        ScorerKind::Dot => "e = q·k",
        ScorerKind::ScaledDot => "e = q·k / √d_k",
        ScorerKind::Bilinear => "e = qᵀ W k",
        ScorerKind::Additive => "e = v_aᵀ tanh(W_q q + W_k k + b_a)",
        ScorerKind::Linear => "e = aᵀq + bᵀk",
    })
}
