//! Why a command is not understood, and how it is said.

use super::Text;
use crate::both;

/// A quote in a command that has no end.
pub fn open_quote() -> Text {
    Text::new("a double quote is open: close it with another \"", "有一个双引号没有闭合：再加一个 \"")
}

/// An empty command line.
pub fn no_command() -> Text {
    Text::new(
        "nothing typed: a command is a name and its arguments, such as set v2[2] 8",
        "没有输入：命令是名称加参数，例如 set v2[2] 8",
    )
}

/// A command nobody knows.
pub fn unknown_command(id: &str, nearest: Option<&str>) -> Text {
    match nearest {
        Some(known) => both!("there is no command {id}; did you mean {known}?", "没有 {id} 这个命令；是不是 {known}？"),
        None => {
            both!(
                "there is no command {id}; the help screen (?) lists them all",
                "没有 {id} 这个命令；帮助（?）里有全部命令"
            )
        }
    }
}

/// Arguments that do not fit.
pub fn usage(id: &str, form: &str) -> Text {
    if form.is_empty() {
        both!("{id} takes nothing after it", "{id} 后面不带参数")
    } else {
        both!("this is how to say it: {id} {form}", "写法是：{id} {form}")
    }
}

/// The cursor is not on a slot.
pub fn no_slot_here() -> Text {
    Text::new("put the cursor on a slot, or name it: mask 3", "请把光标放在某个槽上，或指明：mask 3")
}

/// The cursor is not on a word.
pub fn no_word_here() -> Text {
    Text::new("put the cursor on a word, or name it: target him", "请把光标放在某个词上，或指明：target him")
}

/// An address of several numbers where one is wanted.
pub fn not_one_number(address: &str) -> Text {
    both!("{address} is not one number: write for example v2[1]", "{address} 不是单个数：请写成 v2[1] 这样")
}

/// A derived number, where one to change is wanted.
pub fn not_given(address: &str) -> Text {
    both!(
        "{address} is derived and cannot be set: change q, a key, a value or G",
        "{address} 是算出来的，不能直接改：请改 q、某个键、某个值或 G"
    )
}

/// A name given to what has none.
pub fn dimension_has_no_name() -> Text {
    Text::new("a dimension has no name: add key, add value", "维度没有名称：请写 add key 或 add value")
}

/// An address without a place on the main screen.
pub fn not_on_the_screen(address: &str) -> Text {
    both!("{address} has no place on this screen", "{address} 不在这个屏幕上")
}

/// A number of a slot, word, row or dimension that is not there.
pub fn no_such_part(part: &str, given: &str, count: usize) -> Text {
    let zh = part_zh(part);
    both!("there is no {part} {given}: they are numbered 1 to {count}", "没有第 {given} 个{zh}：编号为 1 到 {count}")
}

/// A mistake nobody has made.
pub fn no_such_mistake(given: &str, nearest: Option<&str>) -> Text {
    match nearest {
        Some(near) => {
            both!("there is no mistake {given}; did you mean {near}?", "没有叫 {given} 的错误；是不是 {near}？")
        }
        None => both!(
            "there is no mistake {given}; type mistake and Tab goes through them, mistake off ends it",
            "没有叫 {given} 的错误；输入 mistake 后按 Tab 逐个选，mistake off 关掉"
        ),
    }
}

/// A row that no prefix names.
pub fn no_such_row(given: &str, rows: usize, nearest: Option<&str>) -> Text {
    match nearest {
        Some(near) => {
            both!("no row knows just {given}; did you mean {near}?", "没有哪一行的前缀是 {given}；是不是 {near}？")
        }
        None => both!(
            "no row's prefix is {given} or ends in it; rows are also numbered 1 to {rows}",
            "没有哪一行的前缀是 {given} 或以它结尾；也可用编号 1 到 {rows}"
        ),
    }
}

/// A name that no part has.
pub fn no_such_name(part: &str, given: &str, nearest: Option<&str>) -> Text {
    let zh = part_zh(part);
    match nearest {
        Some(near) => {
            both!("there is no {part} {given}; did you mean {near}?", "没有叫 {given} 的{zh}；是不是 {near}？")
        }
        None => both!("there is no {part} {given}", "没有叫 {given} 的{zh}"),
    }
}

/// A word that is not in the vocabulary: all there are when they are few, the nearest when there is one.
pub fn no_such_word(given: &str, few: &[String], nearest: Option<&str>) -> Text {
    let (words, words_zh) = (few.join(", "), few.join("、"));
    match (nearest, few.is_empty()) {
        (Some(near), true) => {
            both!("there is no word {given}; did you mean {near}?", "没有 {given} 这个词；是不是 {near}？")
        }
        (None, true) => both!("there is no word {given} in the vocabulary", "词表里没有 {given}"),
        (_, false) => {
            both!("there is no word {given}: the words are {words}", "没有 {given} 这个词：词表是 {words_zh}")
        }
    }
}

/// A part's name in commands, in Chinese.
pub(super) fn part_zh(part: &str) -> &'static str {
    match part {
        "slot" => "槽",
        "word" => "词",
        "row" => "目标行",
        "key" => "键维度",
        "value" => "值维度",
        _ => "词向量维度",
    }
}

/// There is no row before or after.
pub fn no_other_row(rows: usize) -> Text {
    if rows == 1 {
        Text::new("there is only one target row", "只有一个目标行")
    } else {
        both!("there is no further row: rows are numbered 1 to {rows}", "没有更多的行：行号为 1 到 {rows}")
    }
}

/// How a title with blanks is written.
pub fn keep_usage() -> Text {
    Text::new(
        "this is how to say it: keep ID \"a title\" (a title with blanks in quotes)",
        "写法是：keep ID \"标题\"（标题含空格时请加引号）",
    )
}

/// A branch that is not there.
pub fn no_such_branch(given: &str, known: &[&str]) -> Text {
    if known.is_empty() {
        return both!(
            "there is no branch {given}: this scenario has the baseline only",
            "没有分支 {given}：本场景只有基线 baseline"
        );
    }
    let known = known.join(", ");
    both!("there is no branch {given}: there are baseline, {known}", "没有分支 {given}：有 baseline, {known}")
}

/// Nothing can be added where the cursor is.
pub fn nothing_to_add_here() -> Text {
    Text::new(
        "say what to add: add slot, add word her, add row, add key, add value",
        "请说明加什么：add slot、add word her、add row、add key、add value",
    )
}

/// Nothing can be removed where the cursor is.
pub fn nothing_to_remove_here() -> Text {
    Text::new(
        "nothing removed: put the cursor on the name of a slot or word, or say remove slot 2",
        "没有删除：请把光标放在槽或词的名称上，或写 remove slot 2",
    )
}
