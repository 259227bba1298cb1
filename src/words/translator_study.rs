//! The study: what is compared, what is measured, and what the outcomes bear out.
//!
//! Every sentence is built from outcomes; none knows how a study ends.

mod findings;
mod parts;
mod screen;

pub use findings::{compared, too_few_seeds};
pub use parts::{costs, exchange, language, part};
pub use screen::*;

use super::Text;
use super::number;
use super::translator::grouped;
use crate::both;
use crate::translator::study::{BANDS, Condition, Measure, NoOutcome, Part};
use crate::translator::{Corpus, Encoder, Plan, SourceOrder};

/// Head of the whole.
pub static TITLE: Text =
    Text::new("The study: source order × interface, under one budget", "研究：源句次序 × 接口，同一份预算");
/// Label of the seeds.
pub static SEEDS: Text = Text::new("seeds", "种子");
/// Label of what every condition is trained by.
pub static TRAINING: Text = Text::new("training", "训练");
/// Label of the pairs.
pub static CORPUS: Text = Text::new("corpus", "语料");
/// Label of the trainings.
pub static RUNS: Text = Text::new("trainings", "训练次数");
/// Head of what holds for all parts.
pub static ALL_PARTS: Text = Text::new("For all of it", "总的说明");
/// Head of what is said of a part.
pub static CONDITION: Text = Text::new("condition", "条件");
/// Column of means.
pub static MEAN: Text = Text::new("mean", "均值");
/// Column of standard deviations.
pub static SPREAD: Text = Text::new("spread", "标准差");
/// Column of the smallest.
pub static LOWEST: Text = Text::new("lowest", "最小");
/// Column of the largest.
pub static HIGHEST: Text = Text::new("highest", "最大");
/// What the columns are.
pub static ABOUT_COLUMNS: Text = Text::new(
    "Each figure is measured on the whole test, once for each seed: mean, spread (standard deviation, n − 1), and the \
     range over seeds. Losses are −ln p with the right words going in (teacher forcing); BLEU and exact match are of \
     translations written alone, by the most probable word.",
    "每个数都在整个测试集上测，一个种子一次：均值、标准差（n − 1）、各种子间的范围。损失是送入正确词时的 −ln p（teacher forcing）；\
     BLEU 与完全一致是让模型自己逐词写出最可能的词得到的。",
);

/// What is trained.
pub fn budget(plan: &Plan) -> Text {
    let (sentences, batch) = (grouped(plan.schedule.sentences(plan.schedule.steps)), plan.schedule.batch);
    let (width, embedding) = (plan.width, plan.embedding);
    let (rate, last) = (plan.schedule.rate, plan.schedule.last_rate);
    both!(
        "{sentences} sentences, {batch} a step, rate {rate} falling to {last}; width {width}, embeddings {embedding}",
        "{sentences} 句，每步 {batch} 句，学习率从 {rate} 降到 {last}；宽度 {width}，词向量 {embedding}"
    )
}

/// How large the corpus is.
pub fn sizes(name: &str, corpus: &Corpus) -> Text {
    let (train, test) = (grouped(corpus.train.len()), grouped(corpus.test.len()));
    let (source, target) = (grouped(corpus.source.len()), grouped(corpus.target.len()));
    both!(
        "{name}: {train} pairs to train on, {test} to test with; {source} source units, {target} target words",
        "{name}：训练 {train} 对，测试 {test} 对；源单位 {source} 个，目标词 {target} 个"
    )
}

/// Head of a part.
pub fn part_title(part: Part) -> Text {
    let (en, zh) = match part {
        Part::Order(Encoder::Bidirectional) => {
            ("source order × interface, encoder both ways", "源句次序 × 接口，双向编码器")
        }
        Part::Order(Encoder::OneDirection) => {
            ("source order × interface, encoder one way", "源句次序 × 接口，单向编码器")
        }
        Part::FirstStep => ("what the first read has to go by", "第一次读取凭什么"),
        Part::Longer => ("whether the summary is slow or incapable", "固定摘要是慢，还是不能"),
    };
    Text::new(en, zh)
}

/// What a condition is, in words.
pub fn condition(condition: Condition) -> Text {
    let way = |encoder: Encoder| match encoder {
        Encoder::Bidirectional => ("encoder both ways", "编码器双向"),
        Encoder::OneDirection => ("encoder one way", "编码器单向"),
    };
    match condition {
        Condition::Cell { encoder, order, reads } => {
            let (en, zh) = way(encoder);
            let (order_en, order_zh) = match order {
                SourceOrder::Forward => ("source forward", "源句正序"),
                SourceOrder::Reversed => ("source reversed", "源句反序"),
            };
            let (interface_en, interface_zh) = match reads {
                true => ("each step reads anew", "每步重新读取"),
                false => ("one fixed summary", "只用固定摘要"),
            };
            both!("{en}, {order_en}, {interface_en}", "{zh}，{order_zh}，{interface_zh}")
        }
        Condition::Matched(encoder) => {
            let (en, zh) = way(encoder);
            both!(
                "{en}, source forward, one fixed summary, as wide as it takes to have as many parameters as what reads",
                "{zh}，源句正序，只用固定摘要，宽到参数不少于会读取的那个"
            )
        }
        Condition::Longer(encoder) => {
            let ((en, zh), times) = (way(encoder), Condition::LONGER);
            both!(
                "{en}, source forward, one fixed summary, {times} times the sentences",
                "{zh}，源句正序，只用固定摘要，句数为 {times} 倍"
            )
        }
        Condition::UpdateThenRead => {
            Text::new("as the reference, but each step updates, then reads", "同参照，只是每步先更新再读取")
        }
        Condition::QueryBias => {
            Text::new("as the reference, but the query has a constant b_q", "同参照，只是查询带常数 b_q")
        }
        Condition::FirstState => Text::new(
            "as the reference, but the first state comes from the encoder, h_0 = tanh(W_i s + b_i)",
            "同参照，只是初始状态来自编码器，h_0 = tanh(W_i s + b_i)",
        ),
    }
}

/// What a trained condition has and costs.
pub fn condition_sizes(what: &Text, parameters: usize, sentences: usize, products: f64) -> Text {
    let (en, zh) = (&what.en, &what.zh);
    let (parameters, sentences, products) = (grouped(parameters), grouped(sentences), whole(products));
    both!(
        "{en}; {parameters} parameters, {sentences} sentences, {products} multiplications a word",
        "{zh}；{parameters} 个参数，{sentences} 句，每词 {products} 次乘法"
    )
}

/// A number of multiplications, to the whole.
fn whole(number: f64) -> String {
    let text = format!("{number:.0}");
    text.parse().map_or(text, grouped)
}

/// What is measured.
pub fn measure(measure: Measure) -> Text {
    let (en, zh) = match measure {
        Measure::RecipientLoss => ("recipient's loss", "接收者的损失"),
        Measure::RecipientErrors(band) => return band_errors(band),
        Measure::Loss => ("loss", "损失"),
        Measure::FirstWordLoss => ("first word's loss", "首词的损失"),
        Measure::Bleu => ("BLEU", "BLEU"),
        Measure::Exact => ("exact match", "完全一致"),
        Measure::Cost => ("cost", "代价"),
    };
    Text::new(en, zh)
}

/// The unit a figure is in.
pub fn unit(measure: Measure) -> Text {
    let (en, zh) = match measure {
        Measure::RecipientLoss | Measure::FirstWordLoss => ("nats", "nats"),
        Measure::RecipientErrors(_) => ("share of them", "占其中的比例"),
        Measure::Loss => ("nats a word", "nats/词"),
        Measure::Bleu => ("0 to 100", "0 到 100"),
        Measure::Exact => ("share of sentences", "占句子的比例"),
        Measure::Cost => ("multiplications a word", "每词乘法次数"),
    };
    Text::new(en, zh)
}

fn band_errors(band: usize) -> Text {
    match BANDS.get(band) {
        Some((from, usize::MAX)) => both!("recipients wrong at lag {from} up", "间隔 {from} 以上的接收者错误"),
        Some((from, end)) => {
            let last = end - 1;
            both!("recipients wrong at lag {from}–{last}", "间隔 {from}–{last} 的接收者错误")
        }
        None => Text::default(),
    }
}

/// Over the table of a figure; `words` are the recipients in a band of lags.
pub fn caption(of: Measure, words: Option<usize>) -> Text {
    let (name, unit) = (measure(of), unit(of));
    let (en, zh, unit_en, unit_zh) = (&name.en, &name.zh, &unit.en, &unit.zh);
    let (better, better_zh) = if of.less_is_better() { ("less", "越小越好") } else { ("more", "越大越好") };
    match words.map(grouped) {
        Some(words) => {
            both!("{en} (share of {words} words; {better} is better)", "{zh}（占 {words} 个词的比例；{better_zh}）")
        }
        None => both!("{en} ({unit_en}; {better} is better)", "{zh}（{unit_zh}；{better_zh}）"),
    }
}

/// A table has no recipients.
pub static NO_RECIPIENTS: Text = Text::new(
    "Nobody has said what the words of these pairs do, so nothing is told of recipients.",
    "没有人标注过这些句对里的词各起什么作用，所以没有接收者的数。",
);

/// What a lag is.
pub static ABOUT_LAGS: Text = Text::new(
    "Lag: from a recipient's unit to its word, the units read after it and the words written before its word, when the \
     source is read forward.",
    "间隔：从接收者在源句里的单位到它的译词，其间要读的单位与要写的词的总数（按源句正序读计）。",
);

/// What the cost is.
pub static ABOUT_COST: Text = Text::new(
    "Cost is counted in multiplications of the decoder for each word, averaged over the test with the right words going \
     in: the same on every machine and from every seed, unlike seconds. The encoder, read once a sentence, is not in it.",
    "代价按解码器每写一个词的乘法次数计，送入正确词，在测试集上平均：与秒数不同，在任何机器上、任何种子下都一样。编码器每句只读一遍，不计在内。",
);

/// Progress on the error stream.
pub fn progress(done: usize, all: usize, condition: &str, seed: u64) -> Text {
    both!("{done} of {all} trained: {condition}, seed {seed}", "已训 {done}/{all}：{condition}，种子 {seed}")
}

/// Interrupted.
pub fn interrupted(done: usize, all: usize) -> Text {
    both!(
        "interrupted after {done} of {all} trainings; nothing is printed, for what is not whole bears nothing out",
        "在 {all} 次训练中的第 {done} 次之后中断；不打印结果：不完整的研究什么也说明不了"
    )
}

/// A training without an outcome.
pub fn no_outcome(condition: &str, seed: u64, reason: NoOutcome) -> Text {
    let why = match reason {
        NoOutcome::CannotBuild(reason) => super::translator::cannot_build(reason),
        NoOutcome::NoStep(reason) => super::translator::training_cannot_go_on(reason),
        NoOutcome::Unreadable(_) => Text::new("a number left f64 on the test", "测试时有数超出了 f64"),
        NoOutcome::Stopped => Text::new("it was stopped", "它被停下了"),
    };
    let (en, zh) = (&why.en, &why.zh);
    both!("{condition}, seed {seed}: {en}", "{condition}，种子 {seed}：{zh}")
}

/// The exchange could not be shown.
pub static NO_EXCHANGE: Text =
    Text::new("the two directions could not be exchanged: a number left f64", "两个方向无法交换：有数超出了 f64");

/// `--seed-list` with something that is no seed.
pub fn bad_seeds(written: &str) -> Text {
    both!(
        "--seed-list {written}: wants whole numbers from 0 on with commas between them, such as 1,2,3",
        "--seed-list {written}：要用逗号隔开的非负整数，例如 1,2,3"
    )
}

/// `--seed-list` with the same seed twice.
pub fn same_seed(seed: u64) -> Text {
    both!(
        "--seed-list: seed {seed} stands there twice, and a seed leads to the same numbers each time",
        "--seed-list：种子 {seed} 出现了两次；同一种子每次得到的数都相同"
    )
}

/// A figure as it is told in a sentence.
pub(super) fn told(of: Measure, figure: f64) -> String {
    match of {
        Measure::Bleu => format!("{figure:.2}"),
        Measure::Cost => whole(figure),
        Measure::Exact | Measure::RecipientErrors(_) => number::share(figure, 4),
        Measure::RecipientLoss | Measure::Loss | Measure::FirstWordLoss => number::derived(figure, 8).trim().to_owned(),
    }
}
