//! What is said while a class is led: stages revealed, predictions, tours, the lock.

use super::Text;
use crate::both;

/// A stage's name in commands, as its symbol.
fn symbol(name: &str) -> &str {
    match name {
        "alpha" => "α",
        "av" => "α_j v_j",
        "loss" => "L",
        name => name,
    }
}

/// How far the computation is shown now.
pub fn revealed(last: Option<&str>, next: Option<&str>) -> Text {
    match (last.map(symbol), next.map(symbol)) {
        (_, None) => Text::new("every stage is shown", "各步都已显示"),
        (None, Some(next)) => {
            both!("hidden from {next} on; Space reveals {next}", "从 {next} 起隐藏；按空格显示 {next}")
        }
        (Some(last), Some(next)) => {
            both!("shown up to {last}; Space reveals {next}", "显示到 {last}；按空格显示 {next}")
        }
    }
}

/// There is nothing left to reveal.
pub fn all_is_revealed() -> Text {
    Text::new("every stage is shown; z hides them all", "各步都已显示；按 z 全部隐藏")
}

/// There is nothing left to hide.
pub fn nothing_is_revealed() -> Text {
    Text::new("every stage is hidden; Space reveals the first", "各步都已隐藏；按空格显示第一步")
}

/// In place of an explanation or of a sentence that would give a hidden number away.
pub fn hidden() -> Text {
    Text::new("hidden: Space reveals the next stage", "已隐藏：按空格显示下一步")
}

/// The same while a tour is played, which reveals by itself.
pub fn hidden_in_tour() -> Text {
    Text::new("hidden until the tour comes to it; Space reveals the next stage", "导览走到时才显示；按空格可先看下一步")
}

/// There is no tour.
pub fn no_tour() -> Text {
    Text::new("this scenario has no tour; open r72 has one", "这个场景没有导览；open r72 里有")
}

/// Back at the start.
pub fn first_step() -> Text {
    Text::new("this is the first step", "这是第一步")
}

/// At the end.
pub fn last_step() -> Text {
    Text::new("this was the last step; Esc leaves the tour", "这是最后一步；按 Esc 离开导览")
}

/// A step that is not there.
pub fn no_such_step(given: &str, count: usize, nearest: Option<&str>) -> Text {
    match nearest {
        Some(near) => both!("there is no step {given}; did you mean {near}?", "没有 {given} 这一步；是不是 {near}？"),
        None => both!(
            "there is no step {given}: they are numbered 1 to {count}, and have names",
            "没有 {given} 这一步：编号为 1 到 {count}，也可用名称"
        ),
    }
}

/// An action of a step that does not fit the model.
pub fn step_does_not_fit(step: &str, problem: &Text) -> Text {
    Text {
        en: format!("step {step}: {}; the tour goes on", problem.en).into(),
        zh: format!("步骤 {step}：{}；导览继续", problem.zh).into(),
    }
}

/// An action with what is wrong with it.
pub fn wrong_action(action: &str, problem: &Text) -> Text {
    Text { en: format!("{action}: {}", problem.en).into(), zh: format!("{action}：{}", problem.zh).into() }
}

/// An action that only a person may do.
pub fn not_in_a_tour() -> Text {
    Text::new(
        "a tour cannot do this: it sets numbers, chooses branches, points and shows",
        "导览里不能用：导览只能设值、选分支、指点与显示",
    )
}

/// What was edited since the last step.
pub fn edits_before_step_set_aside() -> Text {
    Text::new("your edits are set aside; u brings them back", "你的改动已放在一边；按 u 找回")
}

/// No step to go back to.
pub fn no_step_to_reset() -> Text {
    Text::new("no step of a tour has been shown yet: PageDown begins it", "还没有走到导览的任何一步：按 PageDown 开始")
}

/// The tour's text is gone.
pub fn tour_left() -> Text {
    Text::new("tour left; PageDown comes back to this step", "已离开导览；按 PageDown 回到这一步")
}

/// It is there already.
pub fn tour_goes_on() -> Text {
    Text::new("the tour is here: PageDown goes on, PageUp back", "导览就在这里：PageDown 下一步，PageUp 上一步")
}

/// A mistake in an action of the tour, told when the file is opened.
pub fn fault_in_tour(line: usize, problem: &Text) -> Text {
    Text {
        en: format!("in the tour, line {line}: {}; the rest of it works", problem.en).into(),
        zh: format!("导览第 {line} 行：{}；其余照常", problem.zh).into(),
    }
}

/// There is a tour, and how it begins.
pub fn there_is_a_tour(steps: usize) -> Text {
    let s = if steps == 1 { "" } else { "s" };
    both!("a tour of {steps} step{s}: PageDown begins it", "有 {steps} 步导览：按 PageDown 开始")
}

/// Above a step's text.
pub fn step_place(at: usize, of: usize) -> Text {
    both!("step {at}/{of}", "第 {at}/{of} 步")
}

/// The branch to be predicted is the one on the screen.
pub fn branch_is_shown() -> Text {
    Text::new(
        "this branch is on the screen already: predict another, or predict edit",
        "这个分支已在屏幕上：请预测另一个，或用 predict edit",
    )
}

/// What is going to change: a branch, and what it sets.
pub fn predict_branch(title: &Text, set: &str) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    match set {
        "" => both!("Before \"{en}\" is chosen: what will each number do?", "选“{zh}”之前：每个数会怎样？"),
        set => both!("\"{en}\" sets {set}. What will each number do?", "“{zh}”将设 {set}。每个数会怎样？"),
    }
}

/// The same where there is little room.
pub fn predict_in_short() -> Text {
    Text::new("What will each number do?", "每个数会怎样？")
}

/// What is going to change: something that will be edited.
pub fn predict_edit() -> Text {
    Text::new("Before the next edit: what will each number do?", "下一次改动之前：每个数会怎样？")
}

/// The answer, and how much of it was foreseen.
pub fn prediction_score(right: usize, of: usize) -> Text {
    if of == 0 {
        return Text::new("nothing was marked; this is what happened", "没有标记；这是实际的变化");
    }
    both!(
        "{right} of {of} came out as predicted (predicted → happened)",
        "预测对了 {right} 个，共 {of} 个（预测 → 实际）"
    )
}

/// How courses are marked.
pub fn predicting_keys() -> Text {
    Text::new(
        "↑ ↓ = mark  ← → next  Enter see  Esc end  Backspace unmark  Tab other change",
        "↑ ↓ = 标记  ← → 换数  Enter 揭晓  Esc 结束  退格 取消标记  Tab 换改动",
    )
}

/// A key that means nothing while a prediction is marked.
pub fn marking_first() -> Text {
    Text::new("a prediction is being marked: Enter sees, Esc ends it", "正在标记预测：Enter 揭晓，Esc 结束")
}

/// The prediction was given up.
pub fn prediction_over() -> Text {
    Text::new("prediction ended", "预测结束")
}

/// Now the edit.
pub fn edit_is_waited_for() -> Text {
    Text::new("marked: now make the change", "已记下：现在请改动")
}

/// Beside the marks, until the edit is made.
pub fn waiting_for_edit() -> Text {
    Text::new("The predictions are in. Now make the change.", "预测已记下。现在请改动。")
}

/// The lock on and off.
pub fn lock(on: bool) -> Text {
    if on {
        Text::new(
            "locked: only PageDown, PageUp, Space, Backspace and . (blank) are heard; ! unlocks",
            "已锁定：只响应 PageDown、PageUp、空格、退格和 .（黑屏）；按 ! 解锁",
        )
    } else {
        Text::new("unlocked", "已解锁")
    }
}

/// A key that is not heard.
pub fn locked() -> Text {
    Text::new("locked, so that a stray key changes nothing: ! unlocks", "已锁定，误按不会改动任何东西：按 ! 解锁")
}

/// The mouse on and off.
pub fn mouse(on: bool) -> Text {
    if on {
        Text::new(
            "mouse on: click to point, wheel to nudge; Shift with the mouse selects text; M turns it off",
            "鼠标已开：点击定位，滚轮微调；按住 Shift 可选文字；按 M 关闭",
        )
    } else {
        Text::new("mouse off: the terminal selects text again", "鼠标已关：可照常选文字")
    }
}

/// In the footer while the mouse points.
pub fn mouse_footer() -> Text {
    Text::new("Shift+drag selects text", "Shift+拖动 选文字")
}

/// In the footer while the keys are locked.
pub fn locked_footer() -> Text {
    Text::new("locked: ! unlocks", "已锁定：按 ! 解锁")
}

/// There is no number under the cursor.
pub fn no_number_here() -> Text {
    Text::new(
        "put the cursor on a number, or name it, as in explain alpha[1]",
        "请把光标放在数上，或指明，如 explain alpha[1]",
    )
}

/// A number was taken into the big-number view, or out of it.
pub fn chosen(address: &str, taken: bool) -> Text {
    if taken {
        both!("{address} is among the large numbers; v shows them", "{address} 已加入大字；按 v 显示")
    } else {
        both!("{address} is no longer among the large numbers", "{address} 已从大字中去掉")
    }
}

/// None are left.
pub fn none_chosen() -> Text {
    Text::new("no number is chosen for the large view", "大字里没有选定的数")
}

/// How numbers get into the large view.
pub fn big_view_help() -> Text {
    Text::new("V adds or removes the number under the cursor   v back", "V 加入或去掉光标处的数   v 返回")
}

/// A sum is folded, and how it is written out.
pub fn unfolds(terms: usize) -> Text {
    both!("X writes all {terms} terms out", "按 X 逐项列出全部 {terms} 项")
}

/// A sum that is too short to be folded.
pub fn nothing_to_unfold() -> Text {
    Text::new("this number is not made of a sum of several terms", "这个数不是多项之和")
}

/// There is no explanation to copy.
pub fn nothing_to_copy() -> Text {
    Text::new("nothing to copy here: put the cursor on a number", "这里没有可复制的：请把光标放在数上")
}

/// It was handed to the clipboard.
pub fn copied(form: &str) -> Text {
    both!("sent to the terminal as {form}, for the clipboard (OSC 52)", "已作为 {form} 发给终端，进剪贴板（OSC 52）")
}

/// More than a terminal takes.
pub fn too_long_to_copy(bytes: usize) -> Text {
    both!("not copied: {bytes} bytes are more than a terminal takes", "没有复制：{bytes} 字节超过终端所能接收的长度")
}
