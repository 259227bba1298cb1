//! Training and its screen.

use crate::both;
use crate::translator::{CannotBuild, NoStep, Unreadable};
use crate::words::{Text, number};

/// A count with its thousands apart.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A loss as it is told in a sentence.
fn told(loss: f64) -> String {
    number::derived(loss, 8).trim().to_owned()
}

/// How far training is.
pub fn training_progress(done: usize, all: usize) -> Vec<Text> {
    let (done, all) = (grouped(done), grouped(all));
    vec![both!("{done} of {all} sentences", "已训 {done}/{all} 句"), both!("{done}/{all}", "{done}/{all}")]
}

/// What the key does now.
pub fn training_state(running: bool, done: bool) -> Text {
    match (running, done) {
        (true, _) => Text::new("training", "训练中"),
        (false, true) => Text::new("trained", "已训完"),
        (false, false) => Text::new("paused", "已暂停"),
    }
}

/// Which time of the training is shown, when it is not the newest.
pub fn time_shown(sentences: usize, awaited: Option<usize>) -> Text {
    let sentences = grouped(sentences);
    match awaited.map(grouped) {
        Some(awaited) => both!("shown: {sentences}, on to {awaited}", "显示：第 {sentences} 句，等到 {awaited}"),
        None => both!("shown: after {sentences}", "显示：{sentences} 句之后"),
    }
}

/// The head over the curve.
pub fn curve_head() -> Vec<Text> {
    vec![
        Text::new("LOSS  nats a word, log scale, over sentences", "损失  每词 nats，对数刻度，按句数"),
        Text::new("LOSS  nats a word (log)", "损失  每词 nats（对数）"),
        Text::new("LOSS", "损失"),
    ]
}

/// What the signs of the curve mean.
pub fn curve_legend(watched: usize) -> Vec<Text> {
    vec![
        both!("bars: training batches   o: {watched} test sentences", "柱：训练批次   o：{watched} 个测试句"),
        Text::new("bars: training   o: test", "柱：训练   o：测试"),
    ]
}

/// Nothing has been trained yet.
pub fn nothing_trained_yet() -> Text {
    Text::new("Space starts the training", "按空格开始训练")
}

/// The losses on the test sentences that are watched: all words, first words, recipients.
pub fn test_losses(watched: usize, all: Option<f64>, first: Option<f64>, recipient: Option<f64>) -> Vec<Text> {
    let losses = [all, first, recipient];
    let [all, first, recipient] = losses.map(|loss| loss.map_or_else(|| "-".to_owned(), told));
    vec![
        both!(
            "test loss {all} nats a word   first word {first}   recipient {recipient}   ({watched} test sentences)",
            "测试损失 每词 {all} nats   首词 {first}   接收者 {recipient}   （{watched} 个测试句）"
        ),
        both!(
            "{watched} tests: loss {all}   first word {first}   recipient {recipient}",
            "{watched} 测试句：损失 {all}   首词 {first}   接收者 {recipient}"
        ),
        both!("loss {all}  first {first}  recipient {recipient}", "损失 {all}  首词 {first}  接收者 {recipient}"),
        {
            let short = |loss: Option<f64>| loss.map_or_else(|| "-".to_owned(), |loss| number::derived(loss, 6));
            let [all, first, recipient] = losses.map(|loss| short(loss).trim().to_owned());
            both!("loss {all} first {first} recip. {recipient}", "损失 {all} 首词 {first} 接收者 {recipient}")
        },
    ]
}

/// The shares of reads that fall on the right unit.
pub fn shares_read(recipients: Option<f64>, times: Option<f64>, nouns: Option<f64>) -> Vec<Text> {
    let figure = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), number::percent);
    let (recipients, times, nouns) = (figure(recipients), figure(times), figure(nouns));
    vec![
        both!(
            "read from the right unit: recipients {recipients}   times {times}   nouns, within one unit: {nouns}",
            "读对位置：接收者 {recipients}   时间 {times}   名词（相差不过一个单位）{nouns}"
        ),
        both!(
            "read right: recipients {recipients}  times {times}  nouns near {nouns}",
            "读对：接收者 {recipients}  时间 {times}  名词邻近 {nouns}"
        ),
        both!("recipients {recipients} times {times} nouns {nouns}", "接收者 {recipients} 时间 {times} 名词 {nouns}"),
    ]
}

/// Nobody has said from where words may be read, or nothing reads.
pub fn no_shares(reads: bool) -> Text {
    if reads {
        Text::new(
            "where words should be read from is not known for these sentences",
            "这些句子没有标明每个词该从哪里读",
        )
    } else {
        Text::new("fixed summary: nothing is read, so there is no right place", "固定摘要：没有读取，也就没有读对与否")
    }
}

/// No labels went in.
pub fn no_labels() -> Vec<Text> {
    vec![
        Text::new(
            "learnt from translations alone: the right places are only used to measure",
            "只从译文学习：正确位置只用来衡量，不参与训练",
        ),
        Text::new("right places measure, they do not train", "正确位置只衡量，不训练"),
    ]
}

/// What it does alone on the whole test, once it is trained.
pub fn whole_test(exact: Option<f64>, bleu: f64, loss: Option<f64>, sentences: usize) -> Vec<Text> {
    let exact = exact.map_or_else(|| "-".to_owned(), number::percent);
    let (bleu, loss) = (format!("{bleu:.1}"), loss.map_or_else(|| "-".to_owned(), told));
    vec![
        both!(
            "at the end, all {sentences} test sentences: loss {loss}   alone: exact {exact}, BLEU {bleu}",
            "训练结束，全部 {sentences} 个测试句：损失 {loss}   独自翻译：全对 {exact}，BLEU {bleu}"
        ),
        both!(
            "all {sentences} tests: loss {loss}  exact {exact}  BLEU {bleu}",
            "全部 {sentences} 测试句：损失 {loss}  全对 {exact}  BLEU {bleu}"
        ),
    ]
}

/// What is read at the step that is pointed at.
pub fn read_now(word: &str, probability: &str, unit: &str, weight: &str, right: Option<bool>) -> Text {
    let (en, zh) = match right {
        Some(true) => (": the right one", "，读对了位置"),
        Some(false) => (": not the right one", "，不是该读的位置"),
        None => ("", ""),
    };
    both!(
        "p({word}) = {probability}; most weight {weight} on {unit}{en}",
        "p({word}) = {probability}；权重最大的是 {unit}，{weight}{zh}"
    )
}

/// What is predicted where nothing is read, or everything alike.
pub fn read_nowhere(word: &str, probability: &str, uniform: bool) -> Text {
    if uniform {
        both!(
            "p({word}) = {probability}; the reading is uniform: no unit is chosen",
            "p({word}) = {probability}；读取是均匀的：没有选中任何单位"
        )
    } else {
        both!(
            "p({word}) = {probability}; nothing is read: the summary is fixed",
            "p({word}) = {probability}；不读取：摘要固定"
        )
    }
}

/// More than the plan holds.
pub fn beyond_the_plan(wanted: usize, most: usize) -> Text {
    let (wanted, most) = (grouped(wanted), grouped(most));
    both!(
        "{wanted} sentences are beyond the plan of {most}: train sentences N plans another",
        "{wanted} 句超出了计划的 {most} 句：用 train sentences N 另作计划"
    )
}

/// The file brought words and no pairs.
pub fn no_pairs() -> Text {
    Text::new(
        "this translator came without pairs, so there is nothing to train it on here: twoaxes train --resume",
        "这个翻译器没有带来句对，这里无从训练：用 twoaxes train --resume",
    )
}

/// It has come that far already.
pub fn trained_already(done: usize, all: bool) -> Text {
    let done = grouped(done);
    if all {
        both!(
            "all {done} sentences are trained; the arrows go back and forth, train seed 2 begins another",
            "{done} 句已全部训完；方向键前后查看，train seed 2 另开一个"
        )
    } else {
        both!("{done} sentences are trained already", "已经训了 {done} 句")
    }
}

/// One step has been taken.
pub fn one_step_trained(steps: usize, loss: f64) -> Text {
    let (steps, loss) = (grouped(steps), told(loss));
    both!(
        "step {steps} taken; the loss before it was {loss} nats a word",
        "走了第 {steps} 步；这一步之前的损失为每词 {loss} nats"
    )
}

/// It goes on by itself.
pub fn training_goes_on() -> Text {
    Text::new("the training goes on; Space stops it", "训练正在进行；按空格停下")
}

/// It was stopped.
pub fn training_stopped(sentences: usize) -> Text {
    let sentences = grouped(sentences);
    both!("stopped after {sentences} sentences; Space goes on", "在 {sentences} 句之后停下；按空格继续")
}

/// It has come to where it was to go.
pub fn trained_so_far(sentences: usize) -> Text {
    let sentences = grouped(sentences);
    both!(
        "{sentences} sentences trained; the arrows go back and forth through it",
        "训了 {sentences} 句；用方向键在其中前后查看"
    )
}

/// There is nothing to stop.
pub fn nothing_trains() -> Text {
    Text::new("no training goes on", "没有训练在进行")
}

/// Another plan.
pub fn planned(seed: u64, sentences: usize, known: bool) -> Text {
    let sentences = grouped(sentences);
    if known {
        both!(
            "seed {seed}, {sentences} sentences: as far as it was trained before",
            "种子 {seed}，{sentences} 句：保留之前训到的地方"
        )
    } else {
        both!(
            "a new translator: seed {seed}, {sentences} sentences; nothing is learnt yet",
            "新的翻译器：种子 {seed}，{sentences} 句；还什么都没学"
        )
    }
}

/// Why a step cannot be taken.
pub fn training_cannot_go_on(reason: NoStep) -> Text {
    match reason {
        NoStep::NoWords => Text::new("no sentence to learn from", "没有可学的句子"),
        NoStep::Overflow => Text::new(
            "the next step would leave the range of numbers (f64); the translator is as it was before it",
            "下一步会超出数的范围（f64）；翻译器保持原样",
        ),
        NoStep::Unreadable(reason) => unreadable(reason),
    }
}

/// Why a sentence has no numbers.
pub fn unreadable(reason: Unreadable) -> Text {
    match reason {
        Unreadable::NothingToRead => super::nothing_to_read(),
        Unreadable::NoSuchUnit(at) => super::no_such_unit(at + 1),
        Unreadable::NoSuchWord(word) => super::no_such_word_known(word + 1),
        Unreadable::Overflow(station) => super::beyond_f64(station),
    }
}

/// Why there is no such translator.
pub fn cannot_build(reason: CannotBuild) -> Text {
    match reason {
        CannotBuild::Empty => Text::new("a width or a vocabulary is 0", "宽度或词表为 0"),
        CannotBuild::OddWidth(width) => both!(
            "an encoder that reads both ways needs an even width, not {width}",
            "双向编码器的宽度须为偶数，不能是 {width}"
        ),
        CannotBuild::TooLarge => Text::new("these sizes are too large", "这样的尺寸太大"),
    }
}

/// No seed.
pub fn bad_seed(text: &str) -> Text {
    both!(
        "{text} is no seed: a whole number from 0 on, as in train seed 7",
        "{text} 不是种子：应为从 0 起的整数，如 train seed 7"
    )
}

/// No count of sentences.
pub fn bad_sentences(text: &str, most: usize) -> Text {
    let most = grouped(most);
    both!(
        "{text} is no count of sentences: a whole number up to {most}, as in train to 3000",
        "{text} 不是句数：应为不超过 {most} 的整数，如 train to 3000"
    )
}

/// In a tour only what leads to the same place every time.
pub fn not_the_same_every_time() -> Text {
    Text::new(
        "in a tour: train to N or train at N, which lead to the same place every time",
        "导览里用 train to N 或 train at N：每次都到同一处",
    )
}

/// The keys of the training screen for the footer.
pub fn training_keys() -> [(&'static str, Text); 7] {
    [
        ("?", Text::new("help", "帮助")),
        ("Space", Text::new("start/pause", "开始/暂停")),
        ("← →", Text::new("time", "时间")),
        ("↑ ↓", Text::new("word", "词")),
        ("Enter", Text::new("this step", "看这一步")),
        ("e", Text::new("one step", "走一步")),
        (":", Text::new("command", "命令")),
    ]
}
