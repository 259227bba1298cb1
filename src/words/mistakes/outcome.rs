//! What a mistake has done to a row, with the row's own numbers; or why it has done nothing.

use super::super::number::{derived, percent};
use super::super::{Text, undefined};
use super::failure;
use crate::both;
use crate::engine::mistakes::{Difference, Mistake, Mistaken, NoDifference, WrongRow};

/// Widest number, in cells.
const CELLS: usize = 9;

/// What can be seen of the mistake in a row, or why nothing can. `slots` and `words` are the names of all, as they are to
/// be shown; `row` is one of `mistaken`.
pub fn outcome(mistaken: &Mistaken, row: &WrongRow, slots: &[String], words: &[String]) -> Text {
    let found = mistaken.difference_of(row);
    if found.reason().is_some() {
        return difference(found, slots, words).unwrap_or_default();
    }
    let seen = Seen { row, slots, words };
    seen.failure().or_else(|| seen.symptom(mistaken)).unwrap_or_else(|| seen.largest_change())
}

/// That it makes no difference, or hardly any, and why; `None` where it does.
pub fn difference(found: Difference, slots: &[String], words: &[String]) -> Option<Text> {
    let Text { en, zh } = no_difference(found.reason()?, slots, words);
    Some(match found {
        Difference::ScoresOnly(_) => {
            both!("it changes the scores and nothing after them: {en}", "只改变打分，后面都不变：{zh}")
        }
        _ => both!("it makes no difference here: {en}", "在这里没有影响：{zh}"),
    })
}

/// Why it changes nothing.
pub fn no_difference(reason: NoDifference, slots: &[String], words: &[String]) -> Text {
    match reason {
        NoDifference::Undefined(reason) => {
            let Text { en, zh } = undefined::reason(reason, slots, words);
            both!("the row has no numbers either way, {en}", "这一行怎样都没有数，{zh}")
        }
        NoDifference::NothingMasked => Text::new("no slot is masked", "没有被屏蔽的槽"),
        NoDifference::MaskedGetNothing => Text::new(
            "the masked slots would get no weight anyway, beside scores that are so much higher",
            "别的打分高得多，被屏蔽的槽本来也得不到权重",
        ),
        NoDifference::SomethingToRead => Text::new(
            "something may be read, and beside its score −1e9 is as good as −∞",
            "还有可读的槽，同它的打分相比，−1e9 与 −∞ 没有分别",
        ),
        NoDifference::NotScaled => {
            Text::new("this scorer does not scale; scaled-dot does", "这种打分不缩放；scaled-dot 才缩放")
        }
        NoDifference::WidthOne => Text::new("d_k is 1, and so is its root", "d_k 是 1，它的根也是 1"),
        NoDifference::ScoresZero => Text::new("all scores are 0 at any scale", "打分全是 0，怎么缩放都是 0"),
        NoDifference::ScoresEqual => {
            Text::new("all scores are equal, and equal they stay at any scale", "打分全都相等，怎么缩放都相等")
        }
        NoDifference::OneTakesAll => {
            Text::new("one slot has all the weight at either scale", "缩放与否，全部权重都在一个槽上")
        }
        NoDifference::OneSlotRead => Text::new(
            "only one slot may be read, and its weight is 1 whatever its score",
            "只有一个槽可读，不管打分是多少，权重都是 1",
        ),
        NoDifference::OneSlot => Text::new("there is only one slot, and its weight is 1", "只有一个槽，权重就是 1"),
        NoDifference::ExponentialsFit => {
            Text::new("no exponential of these scores leaves f64", "这些打分取指数都没有超出 f64")
        }
        NoDifference::TwoDecimals => {
            Text::new("no weight of this row has more than two decimals", "这一行的权重都不超过两位小数")
        }
        NoDifference::FewWords => Text::new("there are no more than 2 words", "总共不超过 2 个词"),
        NoDifference::OneWord => {
            Text::new("there is only one word, and its probability is 1", "只有一个词，概率就是 1")
        }
        NoDifference::LogitsEqual => Text::new(
            "all logits are equal, and a uniform distribution stays one",
            "词表打分全都相等，均匀分布再做 softmax 还是均匀的",
        ),
        NoDifference::NoTarget => {
            Text::new("the row has no target, so it has no gradients", "这一行没有目标词，也就没有梯度")
        }
        NoDifference::GradientBeyond => {
            Text::new("a gradient is beyond f64 with the mistake or without", "有没有这个错误，都有梯度超出 f64")
        }
        NoDifference::NothingToTakeAway => {
            Text::new("∂L/∂c · c is 0, so there is nothing to take away", "∂L/∂c · c 是 0，本来就没有可减的")
        }
        NoDifference::Coincidence => Text::new("these numbers happen to agree", "这些数碰巧相同"),
    }
}

/// A row with the names of what stands in it.
struct Seen<'a> {
    row: &'a WrongRow,
    slots: &'a [String],
    words: &'a [String],
}

impl Seen<'_> {
    /// Where the row ceases to have numbers.
    fn failure(&self) -> Option<Text> {
        let Text { en, zh } = failure(self.row.failure()?, self.slots, self.words);
        Some(both!("{en}, and nothing that follows from it is one", "{zh}，由它算出的也都不是数"))
    }

    /// What the mistake is known by. `None` where a number for it is missing.
    fn symptom(&self, mistaken: &Mistaken) -> Option<Text> {
        let row = self.row;
        let sum = || row.attention_sum().number().map(written);
        match row.mistake() {
            Mistake::SoftmaxOverQueries => {
                let sum = sum()?;
                Some(both!(
                    "the weights of this row sum to {sum}; it is each slot's that sum to 1, over the rows",
                    "这一行的权重之和是 {sum}；和为 1 的是每个槽在各行上的权重"
                ))
            }
            Mistake::SoftmaxOverOne => {
                let sum = sum()?;
                Some(both!(
                    "every weight is 1 and they sum to {sum}: the context is the plain sum of the values",
                    "每个权重都是 1，加起来是 {sum}：上下文成了各个值直接相加"
                ))
            }
            Mistake::MaskForgotten | Mistake::MaskMultiplied | Mistake::FiniteMinusInfinity => self.masked_weight(),
            Mistake::MaskInverted => {
                let share = percent(self.masked().map(|slot| row.attention(slot).number()).sum::<Option<f64>>()?);
                Some(both!(
                    "{share} of the reading goes to slots that should be hidden",
                    "读取权重的 {share} 落在本该隐藏的槽上"
                ))
            }
            Mistake::MaskAfterSoftmax => {
                let sum = sum()?;
                Some(both!(
                    "the weights sum to {sum}: what the masked slots had taken is missing",
                    "权重之和是 {sum}：缺的是被屏蔽的槽占去的那一份"
                ))
            }
            Mistake::DropoutLeftOn => {
                let sum = sum()?;
                Some(both!("the weights sum to {sum}, which is 1/0.9", "权重之和是 {sum}，即 1/0.9"))
            }
            Mistake::NoMaxSubtraction | Mistake::RoundedAttention => self.context_change(),
            Mistake::ScaleNone | Mistake::ScaleTimes => {
                let largest = |weights: &mut dyn Iterator<Item = f64>| weights.reduce(f64::max).map(written);
                let mut wrong = (0..row.givens().slots()).filter_map(|slot| row.attention(slot).number());
                let wrong = largest(&mut wrong)?;
                let right = largest(&mut row.right().attention.as_ref().ok()?.weights().iter().copied())?;
                Some(both!(
                    "the largest weight is {wrong}; divided by √d_k it would be {right}",
                    "最大的权重是 {wrong}；除以 √d_k 的话是 {right}"
                ))
            }
            Mistake::SoftmaxTwice => {
                let floor = written(row.loss_floor()?);
                let loss = written(row.loss()?.number()?);
                Some(both!(
                    "the loss is {loss}, and however right the model is it cannot fall below {floor}",
                    "损失是 {loss}，模型再准也降不到 {floor} 以下"
                ))
            }
            Mistake::TopKRenormalised => {
                let word = *row.best()?.first()?;
                self.probability_change(word)
            }
            Mistake::GradientWithoutCoupling => {
                let gradients = mistaken.gradients()?.ok()?;
                let sum = written(gradients.scores().line(row.row()).iter().sum());
                Some(both!("the gradients of the scores sum to {sum} and not to 0", "打分的梯度之和是 {sum}，而不是 0"))
            }
        }
    }

    fn masked(&self) -> impl Iterator<Item = usize> + '_ {
        let givens = self.row.givens();
        (0..givens.slots()).filter(|&slot| !givens.mask.readable(self.row.row(), slot))
    }

    /// The masked slot that is read most.
    fn masked_weight(&self) -> Option<Text> {
        let weight = |slot: usize| self.row.attention(slot).number().map(|weight| (slot, weight));
        let (slot, weight) = self.masked().filter_map(weight).reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let (slot, share) = (self.slots.get(slot).map_or("", String::as_str), percent(weight));
        Some(match self.row.mistake() {
            Mistake::FiniteMinusInfinity => both!(
                "{slot} is masked and gets {share} of the reading, as if there were something to read",
                "{slot} 被屏蔽，却得到 {share} 的读取权重，好像真有内容可读"
            ),
            Mistake::MaskMultiplied => both!(
                "{slot} is masked, and with a score of 0 it gets {share} of the reading",
                "{slot} 被屏蔽，打分是 0，却得到 {share} 的读取权重"
            ),
            _ => both!("{slot} is masked and gets {share} of the reading", "{slot} 被屏蔽，却得到 {share} 的读取权重"),
        })
    }

    /// The component of the context that is farthest off.
    fn context_change(&self) -> Option<Text> {
        let right = self.row.right().context.as_ref().ok()?;
        let pair = |(d, right): (usize, &f64)| Some((d, self.row.context(d).number()?, *right));
        let apart = |(_, wrong, right): &(usize, f64, f64)| (wrong - right).abs();
        let pairs = right.iter().enumerate().filter_map(pair);
        let (d, wrong, right) = pairs.reduce(|a, b| if apart(&b) > apart(&a) { b } else { a })?;
        instead(&format!("c_{}", d + 1), wrong, right)
    }

    fn probability_change(&self, word: usize) -> Option<Text> {
        let right = self.row.right().probabilities.as_ref().ok()?.get(word);
        let name = self.words.get(word).map_or("", String::as_str);
        instead(&format!("p({name})"), self.row.probability(word).number()?, right)
    }

    /// What is left to say: the first weight or probability that reads otherwise.
    fn largest_change(&self) -> Text {
        let row = self.row;
        let weight = |slot: usize| {
            let right = row.right().attention.as_ref().ok()?.get(slot);
            instead(&format!("α_{}", slot + 1), row.attention(slot).number()?, right)
        };
        (0..row.givens().slots())
            .find_map(weight)
            .or_else(|| (0..row.givens().words()).find_map(|word| self.probability_change(word)))
            .unwrap_or_else(|| Text::new("the numbers are not those of the right row", "这些数与正确的一行不同"))
    }
}

/// One number in place of another; `None` where they read the same.
fn instead(symbol: &str, wrong: f64, right: f64) -> Option<Text> {
    let (wrong, right) = (written(wrong), written(right));
    (wrong != right).then(|| both!("{symbol} is {wrong} instead of {right}", "{symbol} 是 {wrong}，应为 {right}"))
}

fn written(number: f64) -> String {
    derived(number, CELLS).trim().to_owned()
}
