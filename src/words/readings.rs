//! Several readings of one file: what they are called, how they differ, and that they are the same operation.

use super::Text;
use crate::both;

/// What the rows of a reading are to its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Related {
    /// The same positions: it reads among themselves.
    Themselves,
    /// Others.
    Others,
    /// Rows without names: that cannot be told.
    Unknown,
}

/// What may not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskKind {
    /// Everything may.
    Nothing,
    /// Some slots, in every row.
    Padding,
    /// Slots after the row's own place.
    Causal,
    /// Both.
    CausalAndPadding,
    /// Given cell by cell.
    Cells,
}

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

/// What was done, and that it was done in another reading than the one shown before.
pub fn in_reading(done: &Text, id: &str) -> Text {
    let (en, zh) = (&done.en, &done.zh);
    both!("{en}, in the reading {id}", "{zh}，在读取 {id} 里")
}

/// A branch with edits of the person's own.
pub fn edited(branch: Text) -> Text {
    Text { en: format!("{}+", branch.en).into(), zh: format!("{}+", branch.zh).into() }
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

/// That all readings are the same operation, and do not exclude each other; the longest form first. `dot` says that all of
/// them score by the dot product, `one_scorer` that all score alike.
pub fn same_operation(dot: bool, one_scorer: bool) -> [Text; 3] {
    let formula = if dot { "softmax(q·K)V" } else { "softmax(score(q, K))V" };
    let (others, others_zh) = if one_scorer {
        ("q, K, V and mask", "q、K、V 和屏蔽")
    } else {
        ("q, K, V, mask and scorer", "q、K、V、屏蔽和打分方式")
    };
    [
        both!(
            "One operation, {formula}, with other {others}. None excludes another: an encoder-decoder has self-, cross- and causal self-attention.",
            "都是同一个运算 {formula}，换的只是 {others_zh}。它们并不互斥：一个编码器–解码器里，自注意力、交叉注意力与因果自注意力同时都有。"
        ),
        both!(
            "{formula} each time: other {others}. None excludes another.",
            "每次都是 {formula}：换的是 {others_zh}。互不排斥。"
        ),
        Text::new(
            "one operation, other q, K, V and mask; none excludes another",
            "同一个运算，换了 q、K、V 和屏蔽；互不排斥",
        ),
    ]
}

/// What kind of reading it is: sizes, what its rows are to its slots, what is masked; the longest form first.
pub fn facts((rows, slots): (usize, usize), related: Related, mask: MaskKind) -> Vec<Text> {
    let causal = matches!(mask, MaskKind::Causal | MaskKind::CausalAndPadding);
    let kind = match (related, causal) {
        (Related::Themselves, false) => Text::new("self-attention", "自注意力"),
        (Related::Themselves, true) => Text::new("causal self-attention", "因果自注意力"),
        (Related::Others, _) => Text::new("cross-attention", "交叉注意力"),
        (Related::Unknown, _) => Text::default(),
    };
    let why = match related {
        Related::Themselves => Text::new("rows are the slots: ", "行就是槽："),
        Related::Others => Text::new("rows are not the slots: ", "行不是槽："),
        Related::Unknown => Text::default(),
    };
    let masked = match mask {
        MaskKind::Nothing => Text::new("no mask", "无屏蔽"),
        MaskKind::Padding => Text::new("padding masked", "屏蔽填充"),
        MaskKind::Causal => Text::new("mask: t reads j ≤ t", "屏蔽：t 只读 j ≤ t"),
        MaskKind::CausalAndPadding => Text::new("mask: j ≤ t, and padding", "屏蔽：j ≤ t 及填充"),
        MaskKind::Cells => Text::new("masked cell by cell", "逐格屏蔽"),
    };
    let (gap, gap_zh) = if kind == Text::default() { ("", "") } else { (" · ", " · ") };
    let (kind_en, kind_zh, why_en, why_zh) = (&kind.en, &kind.zh, &why.en, &why.zh);
    let (mask_en, mask_zh) = (&masked.en, &masked.zh);
    vec![
        both!(
            "{rows}×{slots} · {why_en}{kind_en}{gap}{mask_en}",
            "{rows}×{slots} · {why_zh}{kind_zh}{gap_zh}{mask_zh}"
        ),
        both!("{rows}×{slots} · {kind_en}{gap}{mask_en}", "{rows}×{slots} · {kind_zh}{gap_zh}{mask_zh}"),
        both!("{kind_en}{gap}{mask_en}", "{kind_zh}{gap_zh}{mask_zh}"),
        both!("{rows}×{slots} · {mask_en}", "{rows}×{slots} · {mask_zh}"),
        both!("{rows}×{slots}", "{rows}×{slots}"),
    ]
}

/// The head of the column of words that are most probable.
pub fn predicts() -> Text {
    Text::new("predicts", "预测")
}

/// The first sentence of a text in each language: up to the first full stop, with it.
pub fn first_sentence(text: &Text) -> Text {
    let first = |text: &str| {
        let one_line: Vec<&str> = text.split_whitespace().collect();
        let text = one_line.join(" ");
        let ends = text.char_indices().find(|&(at, c)| {
            let after = &text[at + c.len_utf8()..];
            c == '。' || matches!(c, '.' | '!' | '?') && (after.is_empty() || after.starts_with(' '))
        });
        ends.map_or(text.clone(), |(at, c)| text[..at + c.len_utf8()].to_owned())
    };
    Text { en: first(&text.en).into(), zh: first(&text.zh).into() }
}
