//! What is said of a step, and what cannot be done.

use crate::both;
use crate::translator::Station;
use crate::words::Text;

/// The first step's reading.
pub fn uniform(units: usize) -> Text {
    both!(
        "uniform: h_0 = 0 and there is no bias, so every score is 0 and each of the {units} units gets 1/{units}; no unit is chosen",
        "均匀：h_0 = 0 且没有偏置，所以每个打分都是 0，{units} 个单位各得 1/{units}；没有选中任何单位"
    )
}

/// Nothing has been learnt.
pub fn untrained(seed: u64, reads: bool) -> Text {
    if !reads {
        return both!("Untrained (seed {seed}): its words mean nothing yet", "未训练（种子 {seed}）：词还没有意义");
    }
    both!(
        "Untrained (seed {seed}): it reads almost evenly and its words mean nothing yet",
        "未训练（种子 {seed}）：读取几乎均匀，词还没有意义"
    )
}

/// The two halves of W_o, in the words of a scenario.
pub fn halves_of_the_output(state: &str, context: &str) -> Text {
    both!(
        "Here G is the half of W_o for {context}, and b_w what its other half makes of {state}, with b_o",
        "这里 G 是 W_o 中对应 {context} 的一半，b_w 是另一半作用于 {state} 再加 b_o"
    )
}

/// A padding.
pub fn masked_pad() -> Text {
    Text::new("PAD: masked, so it has no score, and its weight is 0", "PAD：已屏蔽，没有打分，权重为 0")
}

/// h_0.
pub fn first_state_is_zero() -> Text {
    Text::new("h_0 = 0: no word has gone in", "h_0 = 0：还没有词进入")
}

/// Nothing has been translated yet.
pub fn nothing_shown() -> Text {
    Text::new("nothing is translated yet: translate", "还没有翻译：输入 translate")
}

/// A step without a target.
pub fn no_loss_without_reference() -> Text {
    Text::new("no loss: no reference word at this step", "没有损失：这一步没有参考词")
}

/// The interface is fixed.
pub fn nothing_reads_here() -> Text {
    Text::new(
        "the interface is fixed: no query, no score, no weight; every step gets the same summary s",
        "固定接口：没有查询、打分和权重；每一步得到同一个摘要 s",
    )
}

/// There is no such step to open.
pub fn no_step_here() -> Text {
    Text::new("there is no such step", "没有这一步")
}

/// A constant of a step is beyond f64.
pub fn constant_beyond(word: usize) -> Text {
    both!("the state's part of the logit of word {word} is beyond f64", "状态对第 {word} 个词打分的部分超出 f64")
}

/// There are no numbers, or no further ones.
pub fn broken(why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!("no numbers from here on: {en}", "从这里起没有数：{zh}")
}

/// Nothing but PAD.
pub fn nothing_to_read() -> Text {
    Text::new("there is no unit to read", "没有可读的单位")
}

/// A unit the parameters do not have.
pub fn no_such_unit(at: usize) -> Text {
    both!("the parameters know no unit {at} of this sentence", "参数里没有这个句子的第 {at} 个单位")
}

/// A word the parameters do not have.
pub fn no_such_word_known(number: usize) -> Text {
    both!("the parameters know no word {number}", "参数里没有第 {number} 个词")
}

/// A stage that leaves f64.
pub fn beyond_f64(station: Station) -> Text {
    let (en, zh) = match station {
        Station::Encoder => ("the encoder", "编码器"),
        Station::FirstState => ("the first state", "初始状态"),
        Station::Query => ("the query", "查询"),
        Station::Scores => ("a score", "某个打分"),
        Station::Update => ("the cell", "循环单元"),
        Station::Logits => ("a logit", "某个词表打分"),
    };
    both!("{en} is beyond f64", "{zh}超出 f64")
}

/// There is no such test.
pub fn no_such_test(at: usize, count: usize) -> Text {
    both!("the tests are numbered 1 to {count}; not {at}", "测试句编号为 1 到 {count}，没有 {at}")
}

/// At the first test.
pub fn first_test() -> Text {
    Text::new("this is the first test sentence", "这已经是第一个测试句")
}

/// At the last test.
pub fn last_test(count: usize) -> Text {
    both!("this is the last of {count} test sentences", "这已经是 {count} 个测试句的最后一个")
}

/// At the first step.
pub fn first_step() -> Text {
    Text::new("this is the first step", "这已经是第一步")
}

/// At the last step.
pub fn last_step(count: usize) -> Text {
    both!("this is the last of {count} steps", "这已经是 {count} 步的最后一步")
}

/// There is no such step.
pub fn no_such_step(at: usize, count: usize) -> Text {
    both!("the steps are numbered 1 to {count}; not {at}", "步骤编号为 1 到 {count}，没有 {at}")
}

/// Whose words go in now.
pub fn fed_by(teacher: bool) -> Text {
    match teacher {
        true => {
            Text::new("the reference's words go in, whatever the model chooses", "喂入参考译文的词，不管模型选什么")
        }
        false => Text::new("the model's own words go in", "喂入模型自己选的词"),
    }
}

/// There is no reference.
pub fn no_teacher(why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    if en.is_empty() {
        return Text::new("there is no reference, so no teacher", "没有参考译文，也就没有教师");
    }
    both!("there is no reference, so no teacher: {en}", "没有参考译文，也就没有教师：{zh}")
}

/// Keys that mean something in other views only.
pub fn not_here() -> Text {
    Text::new(
        "this screen shows the translator: Esc goes back to the scenario, where this means something",
        "这里显示的是翻译器：按 Esc 回到场景，这个操作在那里才有意义",
    )
}

/// An empty sentence.
pub fn nothing_typed() -> Text {
    Text::new(
        "no unit was typed: translate \"我 昨天 给 了 他 一 本 书 。\"",
        "没有输入单位：translate \"我 昨天 给 了 他 一 本 书 。\"",
    )
}

/// A sentence too long.
pub fn too_many_units(count: usize, most: usize) -> Text {
    both!("{count} units are too many: at most {most}", "{count} 个单位太多：最多 {most} 个")
}

/// A mark inside a sentence.
pub fn mark_typed(at: usize, mark: &str) -> Text {
    both!(
        "unit {at}, {mark}, marks a place and is no word; <pad> may stand at the end only",
        "第 {at} 个单位 {mark} 是标记而不是词；<pad> 只能放在句末"
    )
}

/// A unit that is not known.
pub fn unknown_unit(at: usize, unit: &str, near: Option<&str>, together: Option<&str>) -> Text {
    let unit = crate::words::width::cut(unit, 24);
    match (together, near) {
        (Some(units), _) => both!(
            "unit {at}, {unit}, is not known; units stand apart: {units}",
            "第 {at} 个单位 {unit} 不认识；单位之间要有空格：{units}"
        ),
        (None, Some(near)) => both!(
            "unit {at}, {unit}, is not known; the nearest is {near}. The sentence stays.",
            "第 {at} 个单位 {unit} 不认识；最接近的是 {near}。句子保持不变。"
        ),
        (None, None) => both!(
            "unit {at}, {unit}, is not known. The sentence stays.",
            "第 {at} 个单位 {unit} 不认识。句子保持不变。"
        ),
    }
}

/// The corpus has no grammar that could say the translation.
pub fn no_grammar() -> Text {
    Text::new("no grammar belongs to this corpus, so there is no reference", "这个语料没有语法，因此没有参考译文")
}

/// The grammar wants another unit.
pub fn grammar_wants(at: usize, unit: Option<&str>, wanted: &str) -> Text {
    match (unit, wanted) {
        (Some(unit), "") => both!(
            "no reference: the grammar ends before unit {at}, {unit}",
            "没有参考译文：语法在第 {at} 个单位 {unit} 之前结束"
        ),
        (Some(unit), wanted) => both!(
            "no reference: at unit {at} the grammar wants {wanted}, not {unit}",
            "没有参考译文：第 {at} 个单位处语法要 {wanted}，而不是 {unit}"
        ),
        (None, wanted) => {
            let last = at - 1;
            both!(
                "no reference: after unit {last} the grammar wants {wanted}",
                "没有参考译文：第 {last} 个单位之后语法要 {wanted}"
            )
        }
    }
}

/// Somebody gives to themselves.
pub fn gives_to_oneself(at: usize, person: &str) -> Text {
    both!("no reference: unit {at}, {person}, is who gives as well", "没有参考译文：第 {at} 个单位 {person} 也是给的人")
}

/// The same thing twice.
pub fn same_noun(at: usize, noun: &str) -> Text {
    both!("no reference: unit {at}, {noun}, is there already", "没有参考译文：第 {at} 个单位 {noun} 已经出现过")
}

/// What keys mean on the decoder screen, the most needed first.
pub fn keys() -> [(&'static str, Text); 8] {
    [
        ("?", Text::new("help", "帮助")),
        ("n N", Text::new("step", "步")),
        ("Tab", Text::new("teacher/free", "教师/自由")),
        ("O", Text::new("objects, map", "对象、热图")),
        ("a A", Text::new("sentence", "句子")),
        ("x", Text::new("explain", "解释")),
        (":", Text::new("command", "命令")),
        ("Esc", Text::new("back", "返回")),
    ]
}
