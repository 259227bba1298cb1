//! The famous mistakes: what each is called, what it computes, how people come to make it, and what can be seen of it.
//!
//! Titles fit [`TITLE`] cells; the rest are sentences without an end, to be wrapped. Code is quoted as it is typed.

mod figure;
mod outcome;

use super::Text;
use crate::engine::mistakes::Mistake;
pub use figure::{failure, long, short, target_left_out, written};
pub use outcome::{difference, no_difference, outcome};

/// Cells of the longest title.
pub const TITLE: usize = 24;

/// The mistake in a few words.
pub fn title(mistake: Mistake) -> Text {
    match mistake {
        Mistake::SoftmaxOverQueries => Text::new("softmax over queries", "沿查询轴做 softmax"),
        Mistake::SoftmaxOverOne => Text::new("softmax over one number", "只对一个数做 softmax"),
        Mistake::MaskForgotten => Text::new("mask forgotten", "忘了屏蔽"),
        Mistake::MaskMultiplied => Text::new("scores times the mask", "打分乘以 0/1 屏蔽"),
        Mistake::MaskAfterSoftmax => Text::new("mask after the softmax", "softmax 之后才屏蔽"),
        Mistake::MaskInverted => Text::new("mask the wrong way round", "屏蔽弄反了"),
        Mistake::FiniteMinusInfinity => Text::new("−1e9 instead of −∞", "用 −1e9 代替 −∞"),
        Mistake::NoMaxSubtraction => Text::new("maximum not subtracted", "没有先减去最大值"),
        Mistake::ScaleNone => Text::new("√d_k forgotten", "忘了除以 √d_k"),
        Mistake::ScaleTimes => Text::new("times √d_k, not over it", "该除 √d_k 却乘了"),
        Mistake::SoftmaxTwice => Text::new("softmax taken twice", "做了两次 softmax"),
        Mistake::RoundedAttention => Text::new("weights rounded first", "权重先取了两位小数"),
        Mistake::TopKRenormalised => Text::new("only the 2 best words", "只在前 2 名里归一化"),
        Mistake::DropoutLeftOn => Text::new("dropout left on", "dropout 忘了关"),
        Mistake::GradientWithoutCoupling => Text::new("gradient uncoupled", "梯度漏了耦合项"),
    }
}

/// What it computes.
pub fn what(mistake: Mistake) -> Text {
    match mistake {
        Mistake::SoftmaxOverQueries => Text::new(
            "the softmax runs down the query axis t: each slot's weights sum to 1 over the rows, and no row's over the slots",
            "softmax 沿查询轴 t 做：每个槽的权重在各行之间加起来是 1，而每一行在各槽上加起来不是 1",
        ),
        Mistake::SoftmaxOverOne => Text::new(
            "the softmax runs along an axis that holds a single number: whatever the scores are, every weight is 1",
            "softmax 沿着只有一个数的轴做：不管打分是多少，每个权重都是 1",
        ),
        Mistake::MaskForgotten => Text::new(
            "the mask is not used: masked slots are scored and read like any other",
            "屏蔽没有用上：该屏蔽的槽照样打分，照样读",
        ),
        Mistake::MaskMultiplied => Text::new(
            "the scores of masked slots are multiplied by 0 instead of being taken out; but 0 is a score like any other",
            "被屏蔽的打分乘以 0，而不是去掉；可 0 分也是一个打分",
        ),
        Mistake::MaskAfterSoftmax => Text::new(
            "the softmax reads every slot, and the weights of masked slots are set to 0 afterwards; their share is lost",
            "softmax 先读遍所有的槽，再把被屏蔽的权重改成 0；它们占去的那一份就丢了",
        ),
        Mistake::MaskInverted => Text::new(
            "true and false are exchanged: what may be read is masked, and what is masked is read",
            "真和假对调了：可读的被屏蔽，该屏蔽的反而被读",
        ),
        Mistake::FiniteMinusInfinity => Text::new(
            "masked scores are −1e9 and not −∞; where every slot is masked they are all equal again, and a uniform reading \
             comes out of nothing",
            "被屏蔽的打分是 −1e9，不是 −∞；所有槽都被屏蔽时，打分又全都相等，凭空读出一个均匀分布",
        ),
        Mistake::NoMaxSubtraction => Text::new(
            "the exponential is taken of the scores as they are, and from 709.8 on it overflows",
            "直接对打分取指数，打分从 709.8 起就溢出",
        ),
        Mistake::ScaleNone => Text::new(
            "q·k is not divided by √d_k: the more components, the larger the scores, until the softmax reads one slot only",
            "q·k 没有除以 √d_k：维数越多打分越大，直到 softmax 只读一个槽",
        ),
        Mistake::ScaleTimes => Text::new(
            "q·k is multiplied by √d_k where it should be divided: every score is d_k times too large",
            "q·k 本该除以 √d_k，却乘了 √d_k：每个打分都大了 d_k 倍",
        ),
        Mistake::SoftmaxTwice => Text::new(
            "the probabilities go through the softmax again, as if they were logits; numbers between 0 and 1 come out almost \
             uniform",
            "词概率被当成词表打分，又做了一次 softmax；0 到 1 之间的数做完几乎是均匀的",
        ),
        Mistake::RoundedAttention => Text::new(
            "the weights are rounded to two decimals, and the context is computed from what is left of them",
            "权重先取到两位小数，再用剩下的这几位算上下文",
        ),
        Mistake::TopKRenormalised => Text::new(
            "the softmax runs over the 2 best words alone: all others get nothing, and their share goes to these two",
            "只对最好的 2 个词做 softmax：别的词什么也没有，它们的份额归了这两个",
        ),
        Mistake::DropoutLeftOn => Text::new(
            "dropout is still on where the weights are read off: those it keeps are divided by 1 − 0.1, and here it happens \
             to keep all",
            "读取权重时 dropout 还开着：留下的权重都除以 1 − 0.1，这里恰好全都留下了",
        ),
        Mistake::GradientWithoutCoupling => Text::new(
            "on the way back each weight is treated as if it stood alone: the term −c is missing, through which the weights \
             of a row share one sum",
            "反向时把每个权重当成互不相干：漏了 −c 这一项，而一行的权重正是通过它共用一个总和",
        ),
    }
}

/// What stands where it is made, in symbols.
pub fn wrong_formula(mistake: Mistake) -> Text {
    let same = |symbols: &'static str| Text::new(symbols, symbols);
    match mistake {
        Mistake::SoftmaxOverQueries => same("α_tj = exp e_tj / Σ_s exp e_sj"),
        Mistake::SoftmaxOverOne => same("α_j = exp e_j / exp e_j"),
        Mistake::MaskForgotten => Text::new("masked: e_j = score(q, k_j)", "屏蔽：e_j = score(q, k_j)"),
        Mistake::MaskMultiplied => Text::new("masked: e_j = 0 · score(q, k_j)", "屏蔽：e_j = 0 · score(q, k_j)"),
        Mistake::MaskAfterSoftmax => Text::new("masked: α_j = 0, after the softmax", "屏蔽：softmax 之后令 α_j = 0"),
        Mistake::MaskInverted => Text::new("readable: e_j = −∞", "可读：e_j = −∞"),
        Mistake::FiniteMinusInfinity => Text::new("masked: e_j = −1e9", "屏蔽：e_j = −1e9"),
        Mistake::NoMaxSubtraction => same("α_j = exp e_j / Σ_i exp e_i"),
        Mistake::ScaleNone => same("e_j = q·k_j"),
        Mistake::ScaleTimes => same("e_j = q·k_j · √d_k"),
        Mistake::SoftmaxTwice => same("p = softmax(softmax(z))"),
        Mistake::RoundedAttention => Text::new("α_j = softmax(e)_j to two decimals", "α_j = softmax(e)_j 取两位小数"),
        Mistake::TopKRenormalised => {
            Text::new("p_w = exp z_w / Σ exp z_u, u of the best 2", "p_w = exp z_w / Σ exp z_u，u 只取前 2 名")
        }
        Mistake::DropoutLeftOn => same("α_j = softmax(e)_j / (1 − 0.1)"),
        Mistake::GradientWithoutCoupling => same("∂L/∂e_j = α_j g·v_j"),
    }
}

/// What should stand there.
pub fn right_formula(mistake: Mistake) -> Text {
    let same = |symbols: &'static str| Text::new(symbols, symbols);
    match mistake {
        Mistake::SoftmaxOverQueries => same("α_tj = exp e_tj / Σ_i exp e_ti"),
        Mistake::SoftmaxOverOne => same("α_j = exp e_j / Σ_i exp e_i"),
        Mistake::MaskForgotten | Mistake::MaskMultiplied | Mistake::MaskInverted | Mistake::FiniteMinusInfinity => {
            Text::new("masked: e_j = −∞", "屏蔽：e_j = −∞")
        }
        Mistake::MaskAfterSoftmax => Text::new("masked: e_j = −∞, before the softmax", "屏蔽：softmax 之前令 e_j = −∞"),
        Mistake::NoMaxSubtraction => same("α_j = exp(e_j − max e) / Σ_i exp(e_i − max e)"),
        Mistake::ScaleNone | Mistake::ScaleTimes => same("e_j = q·k_j / √d_k"),
        Mistake::SoftmaxTwice => same("p = softmax(z)"),
        Mistake::RoundedAttention | Mistake::DropoutLeftOn => same("α_j = softmax(e)_j"),
        Mistake::TopKRenormalised => {
            Text::new("p_w = exp z_w / Σ exp z_u, u of all words", "p_w = exp z_w / Σ exp z_u，u 取遍所有词")
        }
        Mistake::GradientWithoutCoupling => same("∂L/∂e_j = α_j g·(v_j − c)"),
    }
}

/// How people come to make it.
pub fn origin(mistake: Mistake) -> Text {
    match mistake {
        Mistake::SoftmaxOverQueries => Text::new(
            "scores of shape (batch, query, key) and softmax(dim=1) where dim=-1 is meant: both run, and both give numbers \
             from 0 to 1",
            "打分的形状是 (batch, query, key)，该写 softmax(dim=-1) 却写成 dim=1：两种都能跑，结果也都在 0 到 1 之间",
        ),
        Mistake::SoftmaxOverOne => Text::new(
            "the last layer of an additive scorer gives a column of shape (n, 1), and softmax(dim=-1) is taken of it",
            "加性打分的最后一层给出形状为 (n, 1) 的一列，再对它做 softmax(dim=-1)",
        ),
        Mistake::MaskForgotten => Text::new(
            "the sentences of a batch are padded to one length, and the mask is built but not handed on; nothing crashes \
             without it",
            "一批句子补齐到同样长度，屏蔽也造好了，却没有传进去；不传也不会报错",
        ),
        Mistake::MaskMultiplied => Text::new(
            "scores * mask is written because a weight times 0 is gone; a score times 0 is not",
            "写了 scores * mask，以为乘以 0 就没了：权重乘以 0 是没了，打分乘以 0 却没有",
        ),
        Mistake::MaskAfterSoftmax => Text::new(
            "masked_fill stands one line too late: it fills the weights with 0 instead of the scores with -inf",
            "masked_fill 晚写了一行：该在打分里填 -inf，却在权重里填了 0",
        ),
        Mistake::MaskInverted => Text::new(
            "there are two conventions: in PyTorch a key_padding_mask is true where a slot is ignored, a boolean attn_mask \
             of scaled_dot_product_attention where it is read",
            "约定有两种：PyTorch 的 key_padding_mask 为真表示忽略，scaled_dot_product_attention 的布尔 attn_mask 为真表示可读",
        ),
        Mistake::FiniteMinusInfinity => Text::new(
            "masked_fill(mask == 0, -1e9) is copied from a tutorial: with -inf a row that is masked throughout would not be a \
             number, and that was the warning",
            "从教程里抄来 masked_fill(mask == 0, -1e9)：换成 -inf，整行被屏蔽时得到的就不是数，而那正是在报警",
        ),
        Mistake::NoMaxSubtraction => Text::new(
            "the formula is typed as it stands, exp(x) / exp(x).sum(), and tried out on small numbers",
            "照着公式写 exp(x) / exp(x).sum()，又只拿小数字试过",
        ),
        Mistake::ScaleNone => Text::new(
            "q @ k.T is written by hand and tried out with two components, where √2 hardly shows",
            "手写 q @ k.T，又只在两维上试过，差一个 √2 看不出来",
        ),
        Mistake::ScaleTimes => Text::new(
            "a sign is lost in the exponent: q @ k.T * d_k ** 0.5 where d_k ** -0.5 is meant",
            "指数上丢了一个负号：该写 q @ k.T * d_k ** -0.5，却写成 d_k ** 0.5",
        ),
        Mistake::SoftmaxTwice => Text::new(
            "the model ends in a softmax layer, and its output goes to a cross_entropy that takes logits and does its own \
             softmax",
            "模型最后一层已经是 softmax，输出又交给 cross_entropy，而它要的是词表打分，自己还会做一次 softmax",
        ),
        Mistake::RoundedAttention => Text::new(
            "the weights are copied from a printed table or a slide, and the next step is computed from the copy",
            "从打印的表或幻灯片上抄下权重，下一步就用抄来的数算",
        ),
        Mistake::TopKRenormalised => Text::new(
            "topk and softmax are borrowed from the code that samples words, and what comes out is shown as what the model \
             believes",
            "从采样的代码里借来 topk 再做 softmax，却把结果当作模型的词概率展示",
        ),
        Mistake::DropoutLeftOn => Text::new(
            "model.eval() is forgotten: in training mode the weights that are returned have been through dropout",
            "忘了 model.eval()：训练模式下返回的权重已经过了 dropout",
        ),
        Mistake::GradientWithoutCoupling => Text::new(
            "the softmax is differentiated as if its denominator were a constant; but every score stands in it, too",
            "对 softmax 求导时把分母当成常数；可每个打分也都在分母里",
        ),
    }
}

/// All laws hold although the numbers are wrong, and what that teaches.
pub fn no_law_breaks(mistake: Mistake) -> Text {
    match mistake {
        Mistake::ScaleNone | Mistake::ScaleTimes => Text::new(
            "no law breaks: at any scale q·k is a scorer like any other; only how sharply it reads gives it away",
            "没有一条定律不成立：q·k 乘上多少都是一种打分方式，只有读得太集中才露出马脚",
        ),
        _ => Text::new(
            "no law breaks: nothing in these numbers by themselves gives the mistake away",
            "没有一条定律不成立：单看这些数，看不出有错",
        ),
    }
}

/// Why there are none.
pub fn no_gradients() -> Text {
    Text::new(
        "under a mistake there are no gradients: they would lead downhill on a wrong loss",
        "演示错误时没有梯度：那只会沿着错的损失往下走",
    )
}

#[cfg(test)]
mod tests;
