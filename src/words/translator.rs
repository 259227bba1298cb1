//! The translator and its decoder screen.

use super::Text;
use crate::both;
use crate::translator::{Design, Encoder, FirstState, Interface, SourceOrder, Timing};

mod error;
mod object;
mod opening;
mod said;
mod training;

pub use error::*;
pub use object::*;
pub use opening::*;
pub use said::*;
pub use training::*;

/// What the screen is called.
pub fn title() -> Text {
    Text::new("Translator", "翻译器")
}

/// Which sentence is shown.
pub fn test_sentence(at: usize, of: usize) -> Text {
    both!("sentence {at}/{of}", "句 {at}/{of}")
}

/// The sentence was typed.
pub fn typed_sentence() -> Text {
    Text::new("typed", "输入的句子")
}

/// Where the parameters come from.
pub fn untrained_label(seed: u64) -> Text {
    both!("untrained, seed {seed}", "未训练，种子 {seed}")
}

/// Where the parameters come from.
pub fn trained_label(seed: u64, sentences: u64) -> Text {
    both!("after {sentences} sentences, seed {seed}", "训练 {sentences} 句后，种子 {seed}")
}

/// Where the parameters come from.
pub fn file_label(name: &str) -> Text {
    both!("from {name}", "来自 {name}")
}

/// What is built, in short: what it does in a step, and what is not as usual.
pub fn design(design: Design, width: usize) -> Text {
    let (en, zh) = match design.interface {
        Interface::Dynamic { timing: Timing::ReadThenUpdate, .. } => ("read, then update", "先读再更新"),
        Interface::Dynamic { timing: Timing::UpdateThenRead, .. } => ("update, then read", "先更新再读"),
        Interface::Fixed => ("fixed summary", "固定摘要"),
    };
    let mut text = both!("{en} · d = {width}", "{zh} · d = {width}");
    for (holds, en, zh) in [
        (design.has_query_bias(), "query bias", "查询偏置"),
        (design.first_state == FirstState::FromEncoder, "h0 from s", "h0 来自 s"),
        (design.encoder == Encoder::OneDirection, "encoder one way", "单向编码器"),
        (design.order == SourceOrder::Reversed, "source reversed", "源句反序"),
    ] {
        if holds {
            text = Text { en: format!("{} · {en}", text.en).into(), zh: format!("{} · {zh}", text.zh).into() };
        }
    }
    text
}

/// The tab of the run in which the reference goes in.
pub fn teacher() -> Text {
    Text::new("teacher", "教师强制")
}

/// The tab of the run in which the model's own words go in.
pub fn own() -> Text {
    Text::new("free", "自由生成")
}

/// Step so and so of so many.
pub fn step(at: usize, of: usize) -> Text {
    both!("step {at}/{of}", "第 {at}/{of} 步")
}

/// What the state that is read from has taken in, and the word that has not: `state` is its letter.
pub fn known(state: &str, taken: &str, not_yet: Option<&str>, from_encoder: bool) -> Text {
    let nothing = match from_encoder {
        true => Text::new("the summary s, no word yet", "摘要 s，还没有词"),
        false => Text::new("nothing yet", "还没有词"),
    };
    let (en, zh) = if taken.is_empty() { (&*nothing.en, &*nothing.zh) } else { (taken, taken) };
    match not_yet {
        Some(word) => both!("in {state}: {en} · not yet: {word}", "{state} 已含：{zh} · 尚未：{word}"),
        None => both!("in {state}: {en}", "{state} 已含：{zh}"),
    }
}

/// The word fed back after the step.
pub fn fed_back(word: &str, teacher: bool) -> Text {
    match teacher {
        true => both!("fed back: {word} (teacher)", "喂回：{word}（教师）"),
        false => both!("fed back: {word} (its own)", "喂回：{word}（自己）"),
    }
}

/// The column of units.
pub fn unit() -> Text {
    Text::new("unit", "单位")
}

/// The units are read; how many of how many are in view.
pub fn units_shown(first: usize, last: usize, total: usize) -> Vec<Text> {
    match (first, last) {
        (1, last) if last == total => vec![both!("{total} units", "{total} 个单位")],
        _ => vec![
            both!("units {first}-{last} of {total}", "单位 {first}-{last}/{total}"),
            both!("{first}-{last}/{total}", "{first}-{last}/{total}"),
        ],
    }
}

/// In place of scores and weights where nothing reads.
pub fn nothing_reads() -> Text {
    Text::new(
        "no query, no scores, no weights: every step gets the same summary s",
        "没有查询、打分和权重：每一步得到同一个摘要 s",
    )
}

/// In place of the score, or the weight, of a masked unit.
pub fn masked() -> Text {
    Text::new("masked", "已屏蔽")
}

/// The line of the reference.
pub fn reference() -> Text {
    Text::new("reference", "参考译文")
}

/// The line of what the model finds most probable while the reference goes in.
pub fn taught() -> Text {
    Text::new("teacher-forced", "教师强制")
}

/// The line of the model's own translation.
pub fn free() -> Text {
    Text::new("free-running", "自由生成")
}

/// The same three, short.
pub fn short_labels() -> [Text; 3] {
    [Text::new("ref", "参考"), Text::new("tf", "教师"), Text::new("free", "自由")]
}

/// In place of the reference.
pub fn no_reference() -> Text {
    Text::new(
        "no reference: the grammar cannot say this sentence, so only its own translation is shown",
        "没有参考译文：语法说不出这个句子，因此只显示模型自己的译文",
    )
}

/// The translation went on to the longest it may be.
pub fn stopped_at(limit: usize) -> Text {
    both!("(no <eos> within {limit})", "（{limit} 步内没有 <eos>）")
}

/// The table of objects.
pub fn objects_head() -> Text {
    Text::new("object", "对象")
}

/// Their shapes.
pub fn shape_head() -> Text {
    Text::new("shape", "形状")
}

/// Where they come from.
pub fn origin_head() -> Text {
    Text::new("where it comes from", "来源")
}

/// The heat map of all steps.
pub fn map_head(steps: usize, units: usize, uniform: bool) -> Vec<Text> {
    let (en, zh) = if uniform { (" · step 1: uniform", " · 第 1 步：均匀") } else { ("", "") };
    vec![
        both!("SOURCE AXIS  α, {steps} steps × {units} units{en}", "源轴  α，{steps} 步 × {units} 单位{zh}"),
        both!("SOURCE AXIS  α, {steps} steps × {units} units", "源轴  α，{steps} 步 × {units} 单位"),
        both!("SOURCE AXIS  α {steps} × {units}", "源轴  α {steps} × {units}"),
    ]
}

/// The same where nothing reads.
pub fn no_map() -> Text {
    Text::new(
        "no weights: nothing reads, the summary s is the same at every step",
        "没有权重：不读取，每一步的摘要 s 都相同",
    )
}

/// The first line of the map, which is no reading.
pub fn uniform_mark() -> Text {
    Text::new("uniform", "均匀")
}

/// The title of a step opened as a scenario.
pub fn step_title(step: usize) -> Text {
    both!("Step {step} of the translator", "翻译器的第 {step} 步")
}

/// The two directions of the encoder.
pub(super) fn encoder_in_words(encoder: Encoder, order: SourceOrder) -> (&'static str, &'static str) {
    match (encoder, order) {
        (Encoder::Bidirectional, SourceOrder::Forward) => {
            ("encoder, both directions: [hf; hb]", "双向编码器：[hf; hb]")
        }
        (Encoder::Bidirectional, SourceOrder::Reversed) => {
            ("encoder, both directions, source reversed", "双向编码器，源序反转")
        }
        (Encoder::OneDirection, SourceOrder::Forward) => ("encoder, first unit first", "单向编码器，从前往后"),
        (Encoder::OneDirection, SourceOrder::Reversed) => ("encoder, last unit first", "单向编码器，从后往前"),
    }
}

/// Where h_0 comes from.
pub fn origin_of_first_state(first: FirstState) -> Text {
    match first {
        FirstState::Zero => Text::new("0: nothing has gone in", "0：还没有词进入"),
        FirstState::FromEncoder => Text::new("tanh(W_i s + b_i), s the summary", "tanh(W_i s + b_i)，s 是摘要"),
    }
}
