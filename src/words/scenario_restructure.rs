//! What is said about slots, words, rows and dimensions that come, go and change their names.

use super::Text;
use crate::both;
use crate::engine::Part;

fn part(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Slot => ("slot", "槽"),
        Part::Word => ("word", "词"),
        Part::Row => ("row", "行"),
        Part::KeyComponent => ("dimension of the keys", "键的维度"),
        Part::ValueComponent => ("dimension of the values", "值的维度"),
        Part::EmbeddingComponent => ("dimension of the embeddings", "词向量的维度"),
    }
}

/// The last of its kind stays.
pub fn last(of: Part) -> Text {
    let (en, zh) = part(of);
    both!("this is the last {en}; at least one has to stay", "只剩这一个（{zh}），不能再删")
}

/// There is none with this number (from 1).
pub fn absent(of: Part, number: usize) -> Text {
    let (en, zh) = part(of);
    both!("there is no {en} {number}", "没有第 {number} 个{zh}")
}

/// A row where the rows are the slots.
pub fn rows_are_slots() -> Text {
    Text::new(
        "the rows of this scenario are its slots (it has no Y): add or remove a slot",
        "这个场景的行就是它的槽（没有 Y）：请增删槽",
    )
}

/// A dimension of embeddings there are none of.
pub fn no_embeddings() -> Text {
    Text::new("this scenario is not given by words: it has no embeddings X", "这个场景不是由词给定的：没有词向量 X")
}

/// A number that follows from the words would be beyond f64.
pub fn beyond() -> Text {
    Text::new("a number would follow from the words and be beyond what f64 can hold", "会有数由词得出而超出 f64 的范围")
}

/// A word that is there already.
pub fn word_exists(word: &str, number: usize) -> Text {
    both!(
        "“{word}” is word {number} already; the words of a vocabulary are distinct",
        "“{word}”已是第 {number} 个词；词表里的词不能重复"
    )
}

/// A word without a character.
pub fn name_is_blank() -> Text {
    Text::new("a name has at least one character that is not a blank", "名称至少要有一个不是空格的字符")
}

/// A row that lost its target.
pub fn row_without_target(row: usize, word: &str) -> Text {
    both!(
        "row {row} has no target any more: its word “{word}” is gone, so the row has no loss",
        "第 {row} 行不再有目标：它的目标词“{word}”已删去，这一行没有损失"
    )
}

/// A setting that lost what it set.
pub fn setting_dropped(intervention: &str, address: &str) -> Text {
    both!("{intervention}: {address} is gone with what it set", "{intervention}：{address} 随它所设的数一起删去")
}

/// A setting that lost some of its numbers.
pub fn setting_shortened(intervention: &str, address: &str) -> Text {
    both!("{intervention}: {address} has lost a number", "{intervention}：{address} 少了一个数")
}

/// A target set to a word that is gone.
pub fn setting_without_target(intervention: &str, address: &str, word: &str) -> Text {
    both!(
        "{intervention}: {address} is no word any more: “{word}” is gone",
        "{intervention}：{address} 不再指任何词：“{word}”已删去"
    )
}

/// An intervention that sets nothing any more.
pub fn intervention_empty(intervention: &str) -> Text {
    both!("{intervention} changes nothing any more", "{intervention} 不再改变任何东西")
}

/// An action of a tour points to what is gone, and goes with it.
pub fn step_action_dropped(step: &str, action: &str, address: &str) -> Text {
    both!("step {step} no longer does “{action}”: {address} is gone", "步骤 {step} 不再做“{action}”：{address} 已删去")
}
