//! What the command line says when something is wrong, and the little it says when all is well.

use super::Text;
use crate::both;

/// In front of what stops the program.
pub static ERROR: Text = Text::new("error: ", "错误：");
/// In front of what does not.
pub static WARNING: Text = Text::new("warning: ", "警告：");

/// A sentence and a second one that follows it.
pub fn two_sentences(first: &Text, second: &Text) -> Text {
    Text { en: format!("{}. {}", first.en, second.en).into(), zh: format!("{}。{}", first.zh, second.zh).into() }
}

/// A file is valid.
pub static OK: Text = Text::new("ok", "ok");

/// Neither a built-in scenario nor a file.
pub fn no_scenario(name: &str) -> Text {
    both!(
        "no built-in scenario and no file is called “{name}”; `twoaxes list` names the built-in ones",
        "没有叫“{name}”的内置场景，也没有这个文件；`twoaxes list` 会列出内置场景"
    )
}

/// A path that leads nowhere.
pub fn no_file(path: &str) -> Text {
    both!("{path}: there is no such file", "{path}：没有这个文件")
}

/// A scenario with a name near the one asked for.
pub fn did_you_mean_scenario(id: &str) -> Text {
    both!("Did you mean the built-in `{id}`?", "是不是想用内置场景 `{id}`？")
}

/// A command with a name near the one asked for.
pub fn did_you_mean_command(name: &str) -> Text {
    both!("Did you mean the command `{name}`?", "是不是想用命令 `{name}`？")
}

/// A built-in scenario where a file is meant.
pub fn built_in_not_a_file(id: &str) -> Text {
    both!("`{id}` is a built-in scenario; check reads files.", "`{id}` 是内置场景；check 只读文件。")
}

/// A directory where a file is meant.
pub fn is_directory(path: &str) -> Text {
    both!("{path}: this is a directory, not a scenario file", "{path}：这是目录，不是场景文件")
}

/// A file that may not be read.
pub fn not_permitted(path: &str) -> Text {
    both!("{path}: permission to read it is denied", "{path}：没有读取权限")
}

/// Any other failure of reading, with the system's own words.
pub fn unreadable(path: &str, reason: &str) -> Text {
    both!("{path}: cannot be read ({reason})", "{path}：无法读取（{reason}）")
}

/// A branch that does not exist.
pub fn no_branch(wanted: &str, scenario: &str, known: &str) -> Text {
    both!("{scenario} has no branch “{wanted}”; it has {known}", "{scenario} 没有分支“{wanted}”；有：{known}")
}

/// A mistake that does not exist.
pub fn no_mistake(wanted: &str, near: Option<&str>, known: &str) -> Text {
    match near {
        Some(near) => both!(
            "there is no mistake “{wanted}”; did you mean {near}? The mistakes are {known}",
            "没有“{wanted}”这个错误；是不是 {near}？全部错误：{known}"
        ),
        None => both!(
            "there is no mistake “{wanted}”; the mistakes are {known}",
            "没有“{wanted}”这个错误；全部错误：{known}"
        ),
    }
}

/// A reading that does not exist.
pub fn no_reading(wanted: &str, scenario: &str, near: Option<&str>, known: &str) -> Text {
    match near {
        Some(near) => both!(
            "{scenario} has no reading “{wanted}”; did you mean {near}? It has {known}",
            "{scenario} 没有读取“{wanted}”；是不是 {near}？有：{known}"
        ),
        None => {
            both!("{scenario} has no reading “{wanted}”; it has {known}", "{scenario} 没有读取“{wanted}”；有：{known}")
        }
    }
}

/// A reading of a file that holds one body only.
pub fn no_readings(wanted: &str, scenario: &str) -> Text {
    both!(
        "--reading {wanted}: {scenario} is one reading and has no [[reading]] to choose; leave --reading out",
        "--reading {wanted}：{scenario} 本身就是一种读取，没有 [[reading]] 可选；请去掉 --reading"
    )
}

/// A `--set` that cannot be read, at a character counted from 1.
pub fn wrong_set(written: &str, character: usize, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    Text {
        en: format!("--set {written}: character {character}: {en}").into(),
        zh: format!("--set {written}：第 {character} 个字符：{zh}").into(),
    }
}

/// A `--set` that cannot be applied.
pub fn unfit_set(written: &str, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    Text { en: format!("--set {written}: {en}").into(), zh: format!("--set {written}：{zh}").into() }
}

/// An intervention that cannot be put into its baseline.
pub fn in_branch(file: &str, reading: Option<&str>, id: &str, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    let (of, of_zh) =
        reading.map_or_else(Default::default, |reading| (format!("reading {reading}: "), format!("读取 {reading}：")));
    Text {
        en: format!("{file}: {of}intervention {id}: {en}").into(),
        zh: format!("{file}：{of_zh}干预 {id}：{zh}").into(),
    }
}

/// An option of the explorer beside a command.
pub fn only_for_the_explorer(what: &str, command: &str) -> Text {
    both!(
        "{what} belongs to the explorer and cannot stand beside the command `{command}`",
        "{what} 属于探索界面，不能与命令 `{command}` 一起用"
    )
}

/// Output that could not be written, with the system's own words.
pub fn cannot_write(reason: &str) -> Text {
    both!("the output cannot be written ({reason})", "无法写出结果（{reason}）")
}

/// A row without numbers, in the output of `eval`'s warnings.
pub fn row_undefined(row: usize, reason: &Text) -> Text {
    let (en, zh) = (&reason.en, &reason.zh);
    Text { en: format!("row {row} is undefined: {en}").into(), zh: format!("第 {row} 行没有定义：{zh}").into() }
}

/// Something about a row, in the output of `eval`'s warnings.
pub fn about_row(row: usize, what: &Text) -> Text {
    let (en, zh) = (&what.en, &what.zh);
    both!("row {row}: {en}", "第 {row} 行：{zh}")
}

/// `open -` inside the explorer.
pub fn not_from_keyboard() -> Text {
    Text::new(
        "not opened: standard input is the keyboard here; name a file or a built-in scenario",
        "没有打开：标准输入在这里是键盘；请写文件名或内置场景的名称",
    )
}

/// The first of several errors.
pub fn and_more(first: &Text, more: usize) -> Text {
    let (en, zh) = (&first.en, &first.zh);
    both!("{en} (and {more} more: twoaxes check lists them)", "{zh}（另有 {more} 处：用 twoaxes check 查看）")
}
