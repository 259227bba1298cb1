//! What `eval --learn` says and prints.

use super::Text;
use crate::both;

/// On the command line: options that mean nothing without `--learn`.
pub fn only_with_learn(option: &str) -> Text {
    both!(
        "{option} needs --learn: say what may learn, such as --learn q",
        "{option} 要和 --learn 一起用：指明什么可以学习，例如 --learn q"
    )
}

/// On the command line: learning and a mistake.
pub fn learn_or_mistake() -> Text {
    Text::new(
        "--learn and --mistake exclude each other: a mistake has another loss than the one whose gradient is taken",
        "--learn 与 --mistake 不能同用：犯错误时的损失不是求梯度的那个损失",
    )
}

/// In front of what is wrong with `--learn`.
pub fn wrong_learn(problem: &Text) -> Text {
    let (en, zh) = (&problem.en, &problem.zh);
    both!("--learn: {en}", "--learn：{zh}")
}

/// Head of the run in what `eval` prints.
pub static HEAD: Text = Text::new("Learning", "学习");
/// What learnt.
pub static LEARNED: Text = Text::new("learned", "学习的");
/// By which method.
pub static METHOD: Text = Text::new("method", "方法");
/// At which rate.
pub static RATE: Text = Text::new("rate", "学习率");
/// How many steps.
pub static STEPS: Text = Text::new("steps", "步数");
/// Why fewer than asked for.
pub static STOPPED: Text = Text::new("stopped", "停止");
/// On how many steps L rose.
pub static RISES: Text = Text::new("rises", "上升");
/// Loss before.
pub static LOSS_BEFORE: Text = Text::new("total loss before learning", "学习前的总损失");
/// Loss after.
pub static LOSS_AFTER: Text = Text::new("total loss after learning", "学习后的总损失");
/// The smallest.
pub static LOSS_LOWEST: Text = Text::new("smallest total loss on the way", "途中最小的总损失");
/// What no reading is below.
pub static READING_FLOOR: Text =
    Text::new("no reading of these values has a total loss below", "这些值无论怎样读，总损失都不低于");
/// Norm of the gradient.
pub static GRADIENT_NORM: Text =
    Text::new("size of the gradient of all that learns, after it,", "学习后，可学习部分的梯度大小");
/// The unit of a gradient.
pub static PER_UNIT: Text = Text::new("nats a unit", "奈特/单位");
/// Over the table of losses.
pub fn losses_at(every: bool) -> Text {
    if every {
        Text::new("the loss after each step", "每一步之后的损失")
    } else {
        Text::new("the loss after some of the steps", "若干步之后的损失")
    }
}
/// Column of steps.
pub static STEP: Text = Text::new("step", "步");
/// Over what has been learnt.
pub fn as_learned(name: &str) -> Text {
    both!("{name} as learned", "学到的 {name}")
}

/// So many steps, of so many asked for.
pub fn steps_of(done: usize, asked: usize) -> Text {
    if done == asked {
        both!("{done}", "{done}")
    } else {
        both!("{done} of {asked}", "走了 {done} 步（要求 {asked} 步）")
    }
}

/// On how many steps L rose, and when first.
pub fn rises(rises: usize, first: Option<usize>) -> Text {
    match first {
        None => Text::new("none, L never rose", "无，L 从未上升"),
        Some(first) => both!("{rises}, first at step {first}", "{rises} 步，首次在第 {first} 步"),
    }
}
