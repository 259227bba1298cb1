//! What `train` says: on its way, and when something is wrong.

use super::Text;
use super::width::cut;
use crate::both;
use crate::translator::{NoStep, Station, Unreadable};

/// The cells the name of a corpus may take in a sentence.
const NAME: usize = 40;

/// A whole number that is none, or too small or large.
pub fn not_whole(option: &str, written: &str, least: usize, most: usize) -> Text {
    both!(
        "{option}: “{written}” cannot be used; write a whole number from {least} to {most}",
        "{option}：“{written}”不能用；请写 {least} 到 {most} 的整数"
    )
}

/// A seed that is none.
pub fn no_seed(written: &str) -> Text {
    let most = u64::MAX;
    both!(
        "--seed: “{written}” cannot be used; write a whole number from 0 to {most}",
        "--seed：“{written}”不能用；请写 0 到 {most} 的整数"
    )
}

/// A positive number that is none.
pub fn not_positive(option: &str, written: &str) -> Text {
    both!(
        "{option}: “{written}” cannot be used; write a positive number, such as 0.01",
        "{option}：“{written}”不能用；请写正数，例如 0.01"
    )
}

/// An initialisation that is none.
pub fn no_initialisation(written: &str) -> Text {
    both!(
        "--init: “{written}” cannot be used; write by-width, or uniform: and the bound, such as uniform:0.5",
        "--init：“{written}”不能用；请写 by-width，或 uniform: 加上界限，例如 uniform:0.5"
    )
}

/// An option of reading where nothing reads.
pub fn only_dynamic(option: &str) -> Text {
    both!(
        "{option} is about how each step reads, and with --interface fixed none does; leave one of them out",
        "{option} 说的是每一步怎么读，而 --interface fixed 时哪一步都不读；请去掉其中一个"
    )
}

/// An option of a new training beside `--resume`.
pub fn only_new(option: &str) -> Text {
    both!(
        "{option} belongs to a new training; --resume goes on with the plan in its file, to its end",
        "{option} 只用于新的训练；--resume 按文件里的计划接着做，直到做完"
    )
}

/// `--force` without a file to write.
pub fn force_without_output() -> Text {
    Text::new(
        "--force needs --output: say which file may be replaced",
        "--force 要和 --output 一起用：指明可以替换哪个文件",
    )
}

/// There is something already where the output should go.
pub fn exists(path: &str) -> Text {
    both!(
        "{path} is there already and stays as it is; give another --output, or --force to replace it",
        "{path} 已经存在，未作改动；请换一个 --output，或用 --force 替换它"
    )
}

/// A file too large to be read.
pub fn too_large(path: &str, most: usize) -> Text {
    let most = most >> 20;
    both!("{path}: larger than {most} MB, which is the most", "{path}：超过 {most} MB，这已是上限")
}

/// A folder where a file is meant.
pub fn is_directory(path: &str) -> Text {
    both!("{path}: this is a directory, not a file", "{path}：这是目录，不是文件")
}

/// A line that is no text.
pub fn not_text(path: &str, line: usize) -> Text {
    both!("{path}:{line}: not UTF-8; save the table as UTF-8 text", "{path}:{line}：不是 UTF-8；请把表存成 UTF-8 文本")
}

/// A file, and what is wrong with it.
pub fn in_file(path: &str, what: &Text) -> Text {
    let (en, zh) = (&what.en, &what.zh);
    both!("{path}: {en}", "{path}：{zh}")
}

/// A file of parameters alone.
pub fn nothing_to_resume(path: &str) -> Text {
    both!(
        "{path}: this file holds parameters alone, and nothing of a training to go on with",
        "{path}：这个文件只有参数，没有可以接着做的训练"
    )
}

/// A file trained on another corpus.
pub fn other_corpus(path: &str, was: &str, is: &str) -> Text {
    let (was, is) = (cut(was, NAME), cut(is, NAME));
    both!(
        "{path}: trained on other pairs ({was}) than those given ({is}); give the table it was trained on, as it was",
        "{path}：训练用的句对（{was}）与给出的（{is}）不同；请给出原来那张表，不要改动"
    )
}

/// The file could not be written on the way.
pub fn not_kept(why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!("{en}; training goes on and will try again", "{zh}；训练继续，稍后再试")
}

/// Why a step was not taken; the sentence also stands in the JSON, in English.
pub fn why_stopped(reason: NoStep) -> Text {
    match reason {
        NoStep::NoWords => Text::new("there is no word to learn from", "没有可以学习的词"),
        NoStep::Overflow => {
            Text::new("the gradient, or the step along it, would leave f64", "梯度或沿着它的一步会超出 f64")
        }
        NoStep::Unreadable(Unreadable::Overflow(station)) => {
            let (en, zh) = match station {
                Station::Encoder => ("the states of the source", "源句的状态"),
                Station::FirstState => ("the first state of the decoder", "解码器的第一个状态"),
                Station::Query => ("a query", "查询"),
                Station::Scores => ("a score", "打分"),
                Station::Update => ("a state of the decoder", "解码器的状态"),
                Station::Logits => ("a word score", "词表打分"),
            };
            both!("{en} would leave f64", "{zh}会超出 f64")
        }
        NoStep::Unreadable(_) => Text::new("a sentence cannot be read", "有句子读不了"),
    }
}

/// Training ended before its plan did.
pub fn stopped(step: usize, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!(
        "stopped after step {step}: {en}; try a smaller --rate or --init",
        "在第 {step} 步之后停止：{zh}；可以试试更小的 --rate 或 --init"
    )
}

/// Interrupted, with a file that can be gone on with.
pub fn interrupted(step: usize, file: Option<&str>) -> Text {
    match file {
        Some(file) => both!(
            "interrupted after step {step}; go on with --resume {file}",
            "在第 {step} 步之后中断；用 --resume {file} 可以接着做"
        ),
        None => both!(
            "interrupted after step {step}; without --output nothing is kept",
            "在第 {step} 步之后中断；没有 --output，所以没有保存"
        ),
    }
}

/// Test pairs that are trained on, too.
pub fn tests_what_it_trains() -> Text {
    Text::new(
        "there is one source sentence only, so that the test is what was trained on and says nothing of new sentences",
        "只有一个源句，测试用的就是训练用的，说明不了新句子的情况",
    )
}

/// Where a training is: everything on one line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// Steps taken.
    pub step: usize,
    /// Steps planned.
    pub steps: usize,
    /// The mean loss of the last steps.
    pub loss: Option<f64>,
    /// That of the test sentences that are watched.
    pub test: Option<f64>,
    /// The share of recipients read from the right unit.
    pub recipients: Option<f64>,
    /// The same of times.
    pub times: Option<f64>,
    /// Seconds since it began.
    pub seconds: f64,
}

/// The line of progress.
pub fn progress(told: &Told) -> Text {
    let Told { step, steps, loss, test, recipients, times, seconds } = *told;
    let mut line = both!("step {step}/{steps}", "第 {step}/{steps} 步");
    let mut add = |part: Text| {
        let (en, zh) = (&part.en, &part.zh);
        line = Text { en: format!("{}, {en}", line.en).into(), zh: format!("{}，{zh}", line.zh).into() };
    };
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    if let Some(loss) = loss {
        add(both!("loss {loss:.4}", "损失 {loss:.4}"));
    }
    if let Some(test) = test {
        add(both!("test {test:.4}", "测试 {test:.4}"));
    }
    if let Some(share) = recipients.map(percent) {
        add(both!("recipients {share}", "接受者 {share}"));
    }
    if let Some(share) = times.map(percent) {
        add(both!("times {share}", "时间 {share}"));
    }
    add(both!("{seconds:.0} s", "{seconds:.0} 秒"));
    line
}

/// The last line.
pub fn done(step: usize, sentences: usize, seconds: f64) -> Text {
    both!(
        "{step} steps taken ({sentences} sentences) in {seconds:.1} s",
        "共 {step} 步（{sentences} 个句子），用时 {seconds:.1} 秒"
    )
}
