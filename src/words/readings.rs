//! Several readings of one file: what they are called, how they differ, and that they are the same operation.

use super::Text;
use crate::both;

/// A file of several readings was opened.
pub fn there_are(count: usize) -> Text {
    both!("{count} readings: a shows the next, J all of them together", "{count} 种读取：a 换下一种，J 放在一起看")
}

/// Two things that have to be said.
pub fn and(first: &Text, second: &Text) -> Text {
    Text { en: format!("{}; {}", first.en, second.en).into(), zh: format!("{}；{}", first.zh, second.zh).into() }
}

/// Another reading is shown.
pub fn reading_shown(number: usize, count: usize, id: &str, title: Option<&Text>) -> Text {
    let (en, zh) = title.map_or_else(Default::default, |title| (format!(", {}", title.en), format!("，{}", title.zh)));
    both!("reading {number} of {count}: {id}{en}", "第 {number} 种读取，共 {count} 种：{id}{zh}")
}

/// There is no other one.
pub fn no_readings() -> Text {
    Text::new(
        "this file holds one reading; open three-readings holds three",
        "这个文件只有一种读取；open three-readings 里有三种",
    )
}

/// A reading that is not there.
pub fn no_such_reading(given: &str, nearest: Option<&str>, known: &[&str]) -> Text {
    let (all, all_zh) = (known.join(", "), known.join("、"));
    match nearest {
        Some(near) => both!(
            "there is no reading {given}; did you mean {near}? There are {all}",
            "没有叫 {given} 的读取；是不是 {near}？有：{all_zh}"
        ),
        None => both!("there is no reading {given}; there are {all}", "没有叫 {given} 的读取；有：{all_zh}"),
    }
}

/// Where do free edits on branches of other readings go, and those `here`, where there are some?
pub fn where_free_edits_are(known: &[&str], here: bool) -> Text {
    let (all, all_zh) = (known.join(", "), known.join("、"));
    match here {
        true => both!(
            "This branch has edits of your own, and so have branches of {all}. Enter saves each in its branch, n makes a new branch of these, any other key goes back.",
            "这个分支上有你自己的改动，{all_zh} 的分支上也有。按 Enter 各存进自己的分支，按 n 把这里的另存为新的分支，按其他键返回。"
        ),
        false => both!(
            "Branches of other readings have edits of your own: {all}. Enter saves each in its branch, n shows the first of them, any other key goes back.",
            "别的读取的分支上有你自己的改动：{all_zh}。按 Enter 各存进自己的分支，按 n 去看第一个，按其他键返回。"
        ),
    }
}
