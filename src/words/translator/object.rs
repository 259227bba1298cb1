//! The objects of a step, and their numbers.

use super::encoder_in_words;
use crate::both;
use crate::translator::{Encoder, SourceOrder};
use crate::words::Text;

/// An object as a whole: its shape and where it comes from.
pub fn object(id: &str, rows: usize, columns: usize, origin: &Text) -> Text {
    let (en, zh) = (&origin.en, &origin.zh);
    both!("{id}: {rows}×{columns}, {en}", "{id}：{rows}×{columns}，{zh}")
}

/// A component of a vector.
pub fn component(symbol: &str, at: usize, of: usize, origin: &Text) -> Text {
    let (en, zh) = (&origin.en, &origin.zh);
    both!("component {at} of {of} of {symbol}: {en}", "{symbol} 的第 {at}/{of} 维：{zh}")
}

/// A score.
pub fn score(unit: &str, j: usize, step: usize) -> Text {
    both!("score of {unit} (j = {j}) at step {step}, source axis", "第 {step} 步 {unit}（j = {j}）的打分，源轴")
}

/// A weight; where nothing reads, the unit.
pub fn weight(unit: &str, j: usize, step: usize, reads: bool) -> Text {
    match reads {
        true => both!(
            "share of reading at {unit} (j = {j}) at step {step}, source axis",
            "第 {step} 步 {unit}（j = {j}）的读取权重，源轴"
        ),
        false => both!("source unit {unit}", "源单位 {unit}"),
    }
}

/// A logit.
pub fn logit(word: &str, w: usize, step: usize) -> Text {
    both!("logit of {word} (w = {w}) at step {step}, vocab axis", "第 {step} 步 {word}（w = {w}）的词表打分，词表轴")
}

/// A word probability.
pub fn probability(word: &str, w: usize, step: usize) -> Text {
    both!("probability of {word} (w = {w}) at step {step}, vocab axis", "第 {step} 步 {word}（w = {w}）的概率，词表轴")
}

/// The loss of a step.
pub fn loss(word: &str, step: usize) -> Text {
    both!("loss at step {step} in nats, target {word}", "第 {step} 步的损失（奈特），目标词 {word}")
}

/// A component of z_j.
pub fn state_of_unit(unit: &str, at: usize, of: usize) -> Text {
    both!(
        "state of {unit}, component {at} of {of}, from an encoder cell",
        "{unit} 的状态，第 {at}/{of} 维，来自编码器单元"
    )
}

/// A gate of a unit of the cell.
pub fn gate(letter: &str, at: usize, of: usize) -> Text {
    let (en, zh) = match letter {
        "i" => ("input gate", "输入门"),
        "f" => ("forget gate", "遗忘门"),
        "g" => ("candidate", "候选值"),
        _ => ("output gate", "输出门"),
    };
    both!("{en} of unit {at} of {of} of the cell", "单元的{zh}，第 {at}/{of} 个")
}

/// A component of what goes in that is the context's.
pub fn of_context_in(context: &str, at: usize, of: usize) -> Text {
    both!("of what goes in: component {at} of {of} of {context}", "进入更新的量：{context} 的第 {at}/{of} 维")
}

/// A component of what goes in that is the word's.
pub fn of_embedding(word: &str, at: usize, of: usize) -> Text {
    both!(
        "of what goes in: component {at} of {of} of E({word}), looked up",
        "进入更新的量：E({word}) 的第 {at}/{of} 维，查表而得"
    )
}

/// Where Z comes from.
pub fn origin_of_states(encoder: Encoder, order: SourceOrder) -> Text {
    let (en, zh) = encoder_in_words(encoder, order);
    Text::new(en, zh)
}

/// Where h_{t−1} comes from.
pub fn origin_of_state_before(step: usize) -> Text {
    both!("the state after step {step}", "第 {step} 步之后的状态")
}

/// Where q comes from.
pub fn origin_of_query(state: &str, bias: bool) -> Text {
    match bias {
        true => both!("W_q {state} + b_q", "W_q {state} + b_q"),
        false => both!("W_q {state}, no constant", "W_q {state}，没有常数项"),
    }
}

/// Where e comes from.
pub fn origin_of_scores(query: &str) -> Text {
    both!("z_j · {query} / √d, PAD masked", "z_j · {query} / √d，屏蔽 PAD")
}

/// Where α comes from.
pub fn origin_of_weights(scores: &str) -> Text {
    both!("softmax of {scores} over the source", "{scores} 沿源轴的 softmax")
}

/// Where c comes from.
pub fn origin_of_context(weights: &str) -> Text {
    both!("{weights} Z: what is read", "{weights} Z：读到的内容")
}

/// Where s comes from.
pub fn origin_of_summary() -> Text {
    Text::new("ends of the encoder; same every step", "编码器两端；每步相同")
}

/// Where x comes from.
pub fn origin_of_input(word: &str, context: &str, first: bool) -> Text {
    match first && context == "c0" {
        true => both!("[E({word}); {context}], c0 = 0", "[E({word}); {context}]，c0 = 0"),
        false => both!("[E({word}); {context}]", "[E({word}); {context}]"),
    }
}

/// Where the gates come from.
pub fn origin_of_gates(input: &str, state: &str) -> Text {
    both!("i f g o of W_x {input} + W_h {state} + b", "W_x {input} + W_h {state} + b 的 i f g o")
}

/// Where m comes from.
pub fn origin_of_memory() -> Text {
    Text::new("f m_old + i g, the cell's memory", "f m_old + i g，单元的记忆")
}

/// Where h comes from.
pub fn origin_of_state(memory: &str) -> Text {
    both!("o tanh({memory})", "o tanh({memory})")
}

/// Where the logits come from.
pub fn origin_of_logits(state: &str, context: &str) -> Text {
    both!("W_o [{state}; {context}] + b_o", "W_o [{state}; {context}] + b_o")
}

/// Where p comes from.
pub fn origin_of_probabilities(logits: &str) -> Text {
    both!("softmax of {logits} over the words", "{logits} 沿词表的 softmax")
}

/// Where L comes from.
pub fn origin_of_loss() -> Text {
    Text::new("-ln p of the target", "目标词的 -ln p")
}
