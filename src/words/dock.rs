//! Questions, and the words of the footer.

use super::Text;
use crate::both;
use std::path::Path;

/// Leave? Nothing is lost.
pub fn quit() -> Text {
    Text::new("Leave? Enter or q leaves, any other key stays.", "退出吗？按 Enter 或 q 退出，按其他键留下。")
}

/// Leave, although something is not saved?
pub fn leave() -> Text {
    Text::new(
        "There is unsaved work. s saves it, Enter leaves without it, any other key stays.",
        "有未保存的改动。按 s 保存，按 Enter 不保存并退出，按其他键留下。",
    )
}

/// Open another scenario, although something is not saved?
pub fn discard(path: &Path) -> Text {
    let path = path.display();
    both!(
        "Open {path}? There is unsaved work: s saves it, Enter opens without it, any other key stays.",
        "打开 {path} 吗？有未保存的改动：按 s 保存，按 Enter 不保存并打开，按其他键留下。"
    )
}

/// Replace a file?
pub fn replace(path: &Path) -> Text {
    let path = path.display();
    both!(
        "{path} is there already. Enter replaces it, any other key keeps it.",
        "{path} 已经存在。按 Enter 替换，按其他键保留原文件。"
    )
}

/// Replace the file that was opened, although somebody else has changed it?
pub fn changed(path: &Path) -> Text {
    let path = path.display();
    both!(
        "{path} was changed by another program since it was opened. Enter replaces it, any other key keeps it.",
        "{path} 打开之后被别的程序改过。按 Enter 替换，按其他键保留那个文件。"
    )
}

/// Write a file anew that cannot be changed in place?
pub fn lose_comments(path: &Path) -> Text {
    let path = path.display();
    both!(
        "In this layout {path} can only be written anew, and its comments are lost. Enter does so, any other key keeps it as it is; :save OTHER.toml makes a copy.",
        "{path} 的写法只能整个重写，其中的注释会丢失。按 Enter 重写，按其他键保持原样；:save OTHER.toml 可另存一份。"
    )
}

/// Where do free edits on a branch go?
pub fn save_edits() -> Text {
    Text::new(
        "This branch has edits of your own. Enter saves them in this branch, n makes a new branch of them, any other key goes back.",
        "这个分支上有你自己的改动。按 Enter 存进这个分支，按 n 另存为新的分支，按其他键返回。",
    )
}

/// The footer under a question.
pub fn question_keys() -> Text {
    Text::new("one key answers   Esc: nothing happens", "按一个键回答   Esc 什么也不做")
}

/// A file is read or written.
pub fn waiting() -> Text {
    Text::new("working on the file ...", "正在处理文件……")
}

/// The footer meanwhile.
pub fn waiting_keys() -> Text {
    Text::new("keys wait   Ctrl-C twice leaves", "按键等待中   连按两次 Ctrl-C 退出")
}

/// The arrow keys.
pub fn arrows() -> Text {
    Text::new("arrows", "方向键")
}

/// What the footer says first while something stands in the dock: keys and what they do. `tour` says whether one is
/// played, and whether it goes on.
pub fn hints_now(tour: Option<bool>, panel: bool, scrolls: bool) -> Vec<(&'static str, Text)> {
    let mut hints = Vec::new();
    if tour == Some(true) {
        hints.push(("PgDn", Text::new("next", "下一步")));
    }
    if tour.is_some() {
        hints.push(("PgUp", Text::new("back", "上一步")));
    }
    if panel {
        hints.push(("Esc", Text::new("close", "关闭")));
    } else if tour.is_some() {
        hints.push(("Esc", Text::new("leave", "离开")));
    }
    if scrolls {
        hints.push(("Ctrl-D", Text::new("scroll", "滚动")));
    }
    hints
}
