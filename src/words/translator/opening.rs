//! A step opened in the main explorer.

use crate::both;
use crate::words::Text;

/// It is open.
pub fn step_opened() -> Text {
    Text::new(
        "the step is open: what you change here reaches the words by the direct path; Q goes back to the decoder",
        "这一步已打开：这里的改动经直接路径到达词；按 Q 回到解码器",
    )
}

/// A translator was read from a file.
pub fn translator_opened(name: &str, of_lesson: bool) -> Text {
    if of_lesson {
        both!("the translator of {name}, on the lesson's sentences", "{name} 的翻译器，用课文的句子")
    } else {
        both!(
            "the translator of {name}: its words are its own, so type a sentence: translate UNITS",
            "{name} 的翻译器：词表是它自己的，请输入句子：translate 单位…"
        )
    }
}

/// Nothing is changed yet.
pub fn step_as_opened() -> Vec<Text> {
    vec![
        Text::new(
            "a step of the translator, unchanged; a change here is the direct path c → z, in full c enters the state too",
            "翻译器的一步，未改动；这里的改动只走直接路径 c → z，完整效应中 c 还进入状态",
        ),
        Text::new(
            "a step of the translator; a change here is the direct path c → z only",
            "翻译器的一步；这里的改动只走直接路径 c → z",
        ),
        Text::new("a step: changes are the direct path only", "一步：改动只走直接路径"),
    ]
}

/// The same where the state is there before anything is read.
pub fn step_as_opened_reading_last() -> Vec<Text> {
    vec![
        Text::new(
            "a step of the translator, unchanged; it reads after it updates, so c does not enter this step's state",
            "翻译器的一步，未改动；它先更新再读取，c 不进入这一步的状态",
        ),
        Text::new("a step: here the direct path is all there is", "一步：这里直接路径就是全部"),
    ]
}

/// What a change does by both ways.
pub fn effect_in_full(word: &str, direct: &str, full: &str, before: &str) -> Vec<Text> {
    vec![
        both!(
            "direct path: p({word}) = {direct}; in full, with c in the state too: {full} (it was {before})",
            "直接路径：p({word}) = {direct}；完整效应（c 也进入状态）：{full}（原为 {before}）"
        ),
        both!(
            "direct p({word}) = {direct}; in full, through the state: {full} (was {before})",
            "直接 p({word}) = {direct}；经状态的完整效应：{full}（原 {before}）"
        ),
        both!("direct {direct}; in full {full}; was {before}", "直接 {direct}；完整 {full}；原 {before}"),
    ]
}

/// What a change does where there is one way.
pub fn effect_is_direct(word: &str, direct: &str, before: &str) -> Vec<Text> {
    vec![
        both!(
            "p({word}) = {direct} (it was {before}); it reads after it updates: the direct path is the whole of it",
            "p({word}) = {direct}（原为 {before}）；它先更新再读取：直接路径就是全部"
        ),
        both!("p({word}) = {direct} (was {before}): the whole of it", "p({word}) = {direct}（原 {before}）：即全部"),
    ]
}

/// The panel's first sentence.
pub fn direct_path_only(through_state: bool) -> Text {
    if through_state {
        Text::new(
            "Here h_t is kept: the direct path. In full the cell runs again with the changed c, and its state predicts too.",
            "这里保持 h_t 不变：直接路径。完整效应用改动后的 c 重新运行单元，新的状态也参与预测。",
        )
    } else {
        Text::new(
            "This decoder reads after it updates: c does not enter this step's state, so the two are the same.",
            "这个解码器先更新再读取：c 不进入这一步的状态，所以两者相同。",
        )
    }
}

/// The columns of the panel.
pub fn effect_head() -> [Text; 5] {
    [
        Text::new("word", "词"),
        Text::new("decoder", "解码器"),
        Text::new("direct", "直接"),
        Text::new("in full", "完整"),
        Text::new("moved", "变化"),
    ]
}

/// A structural edit.
pub fn no_longer_this_step() -> Text {
    Text::new(
        "slots, words or dimensions were changed: this is no longer the decoder's step, and has no full effect",
        "槽、词或维度已改变：这不再是解码器的那一步，没有完整效应可言",
    )
}

/// There is no number.
pub fn effect_undefined() -> Text {
    Text::new("undefined here, so there is no effect to tell", "此处未定义，没有效应可说")
}

/// No step was opened.
pub fn no_step_opened() -> Text {
    Text::new("no step of the translator is open: decode open", "没有打开翻译器的步：decode open")
}

/// Edits would be lost.
pub fn discard_for_step() -> Text {
    Text::new(
        "There are unsaved edits. Open the step and drop them? y Enter: open   s: save first   other keys: stay",
        "有未保存的改动。打开这一步并丢弃它们？y Enter：打开   s：先保存   其他键：留下",
    )
}
