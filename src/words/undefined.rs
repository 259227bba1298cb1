//! Why a row has no numbers. One sentence, on the screen, in the output of `eval` and in its JSON.

use super::Text;
use crate::both;
use crate::engine::{Stage, Undefined};

/// The stage, and the slot, component or word. The English is a promise to programs (`undefined` in the JSON), so it does
/// not change.
pub fn reason(undefined: Undefined, slots: &[String], words: &[String]) -> Text {
    let Undefined::Overflow { stage, place, .. } = undefined else {
        return Text::new(
            "no softmax exists: every slot is masked, there is nothing to read",
            "没有 softmax 可做：所有槽都被屏蔽，没有可读的内容",
        );
    };
    let number = place + 1;
    let name = |names: &[String]| names.get(place).cloned().unwrap_or_default();
    let (slot, word) = (name(slots), name(words));
    match stage {
        Stage::Scores => both!(
            "the score of slot {number} ({slot}) overflowed: it is beyond f64",
            "槽 {number}（{slot}）的打分溢出：超出 f64 的范围"
        ),
        Stage::Attention => both!(
            "the attention weight of slot {number} ({slot}) overflowed: it is beyond f64",
            "槽 {number}（{slot}）的读取权重溢出：超出 f64 的范围"
        ),
        Stage::Context => both!(
            "component {number} of the context overflowed: it is beyond f64",
            "上下文的第 {number} 维溢出：超出 f64 的范围"
        ),
        Stage::Logits => both!(
            "the logit of word {number} ({word}) overflowed: it is beyond f64",
            "词 {number}（{word}）的词表打分溢出：超出 f64 的范围"
        ),
        Stage::Probabilities => both!(
            "the probability of word {number} ({word}) overflowed: it is beyond f64",
            "词 {number}（{word}）的概率溢出：超出 f64 的范围"
        ),
        Stage::Loss => both!(
            "the loss of word {number} ({word}) overflowed: it is beyond f64",
            "词 {number}（{word}）的损失溢出：超出 f64 的范围"
        ),
    }
}

/// The same where there is room for a few cells only.
pub fn in_short(undefined: Undefined) -> Text {
    match undefined {
        Undefined::AllMasked { .. } => Text::new("all masked", "全被屏蔽"),
        Undefined::Overflow { .. } => Text::new("overflow", "溢出"),
    }
}
