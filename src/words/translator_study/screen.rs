//! What only the screen of the study says.

use crate::both;
use crate::translator::study::{Measure, Part};
use crate::words::Text;
use crate::words::translator::grouped;

/// What the key does now.
pub fn state(running: bool, done: bool) -> Text {
    match (running, done) {
        (true, _) => Text::new("training", "训练中"),
        (false, true) => Text::new("whole", "已完成"),
        (false, false) => Text::new("not whole", "未完成"),
    }
}

/// How far the part is.
pub fn how_far(done: usize, all: usize, seeds: u64) -> Vec<Text> {
    vec![
        both!("{done} of {all} trainings, {seeds} seeds", "已训 {done}/{all} 次，{seeds} 个种子"),
        both!("{done} of {all}", "{done}/{all}"),
    ]
}

/// What is measured, and what the signs of the plot are.
pub fn measured(of: Measure, words: Option<usize>) -> Vec<Text> {
    let short = super::caption(of, words);
    let (en, zh) = (&short.en, &short.zh);
    let name = super::measure(of);
    vec![both!("{en}   o: seeds  │: mean", "{zh}   o：种子  │：均值"), short, name]
}

/// What it would do, before anything has.
pub fn would_do(part: Part, all: usize, seeds: u64, sentences: usize) -> Text {
    let (conditions, sentences) = (part.conditions().len(), grouped(sentences));
    both!(
        "Nothing has been trained yet. Space would train {conditions} conditions from {seeds} seeds each, {all} translators \
         of {sentences} sentences (a longer one as said), and measure each on the whole test.",
        "还什么都没有训练。按空格会把 {conditions} 个条件各用 {seeds} 个种子训练，共 {all} 个翻译器，每个 {sentences} 句（较长的另说），\
         每个都在整个测试集上测量。"
    )
}

/// Some of the trainings are there.
pub fn not_whole(done: usize, all: usize) -> Text {
    both!(
        "Not whole: {done} of {all} trainings are there. What is outside the seeds' range is said when all are.",
        "还不完整：{all} 次训练里有了 {done} 次。全都有了才说哪些差别超出种子的范围。"
    )
}

/// It was told to stop.
pub fn stopped(done: usize, all: usize) -> Text {
    both!(
        "stopped with {done} of {all} trainings, which stay; Space goes on",
        "停下，{all} 次训练里有 {done} 次，都保留；按空格继续"
    )
}

/// Nothing to stop.
pub fn nothing_runs() -> Text {
    Text::new("no study goes on", "没有研究在进行")
}

/// There is nothing left to do.
pub fn whole_already(all: usize) -> Text {
    both!("all {all} trainings are there; Tab shows another part", "{all} 次训练都有了；按 Tab 看另一部分")
}

/// The last training has come in.
pub fn whole_now(all: usize) -> Text {
    both!("all {all} trainings are there", "{all} 次训练都有了")
}

/// Each seed's figure.
pub fn by_seed(figures: &str) -> Text {
    both!("by seed: {figures}", "各种子：{figures}")
}

/// Footer keys on the study screen.
pub fn study_keys() -> [(&'static str, Text); 6] {
    [
        ("?", Text::new("help", "帮助")),
        ("Space", Text::new("start/stop", "开始/停止")),
        ("Tab", Text::new("part", "部分")),
        ("← →", Text::new("figure", "指标")),
        ("↑ ↓", Text::new("condition", "条件")),
        (":", Text::new("command", "命令")),
    ]
}

/// A number of seeds that cannot be.
pub fn bad_seed_count(written: &str, most: u64) -> Text {
    both!("“{written}” is no number of seeds from 1 to {most}", "“{written}”不是 1 到 {most} 的种子个数")
}

/// A part or figure there is not.
pub fn no_such(written: &str, near: Option<&str>, known: &str) -> Text {
    match near {
        Some(near) => both!(
            "the study has no “{written}”; did you mean {near}? It has {known}",
            "研究里没有“{written}”；是不是 {near}？有：{known}"
        ),
        None => both!("the study has no “{written}”; it has {known}", "研究里没有“{written}”；有：{known}"),
    }
}

/// In a tour only what leads to the same place every time.
pub fn not_in_a_tour() -> Text {
    Text::new(
        "in a tour: study part, measure, seeds or sentences, which lead to the same place every time",
        "导览里用 study part、measure、seeds 或 sentences：每次都到同一处",
    )
}
