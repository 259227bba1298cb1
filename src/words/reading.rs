//! The view of all rows: what reads where, and what each row predicts.

use super::Text;
use crate::both;

/// The direction in which things lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// Along which axis α is normalised, and where that axis lies now; the longest form first.
pub fn attention_along(lies: Lies) -> Vec<Text> {
    match lies {
        Lies::Across => vec![
            Text::new(
                "α_tj: softmax along j; slots j run across →, rows t down ↓",
                "α_tj：沿 j 做 softmax；源槽 j 横排 →，行 t 竖排 ↓",
            ),
            Text::new("α: softmax along j →, rows t ↓", "α：沿 j → 做 softmax，行 t ↓"),
            Text::new("α along j →", "α 沿 j →"),
        ],
        Lies::Down => vec![
            Text::new(
                "α_tj: softmax along j; slots j run down ↓, rows t across →",
                "α_tj：沿 j 做 softmax；源槽 j 竖排 ↓，行 t 横排 →",
            ),
            Text::new("α: softmax along j ↓, rows t →", "α：沿 j ↓ 做 softmax，行 t →"),
            Text::new("α along j ↓", "α 沿 j ↓"),
        ],
    }
}

/// The same for p.
pub fn probabilities_along(lies: Lies) -> Vec<Text> {
    match lies {
        Lies::Across => vec![
            Text::new(
                "p_tw: softmax along w; words w run across →, rows t down ↓",
                "p_tw：沿 w 做 softmax；词 w 横排 →，行 t 竖排 ↓",
            ),
            Text::new("p: softmax along w →, rows t ↓", "p：沿 w → 做 softmax，行 t ↓"),
            Text::new("p along w →", "p 沿 w →"),
        ],
        Lies::Down => vec![
            Text::new(
                "p_tw: softmax along w; words w run down ↓, rows t across →",
                "p_tw：沿 w 做 softmax；词 w 竖排 ↓，行 t 横排 →",
            ),
            Text::new("p: softmax along w ↓, rows t →", "p：沿 w ↓ 做 softmax，行 t →"),
            Text::new("p along w ↓", "p 沿 w ↓"),
        ],
    }
}

/// The head of the column of prefixes, the longest form first.
pub fn prefix() -> Text {
    Text::new("knows", "已知")
}

/// The head of the column of chosen words, where it is wide.
pub fn chosen_and_fed_back() -> Text {
    Text::new("chosen ✓  fed back", "选出 ✓  反馈")
}

/// The same where it is narrow.
pub fn chosen() -> Text {
    Text::new("chosen", "选出")
}

/// What the shades and digits mean, and what goes on to the next row; the longest form first. `two` when a cell has two
/// digits, `fed` when each row's target is what the next row knows beyond it.
pub fn legend(two: bool, fed: bool) -> Vec<Text> {
    let mut forms = legend_after(&Text::default(), two, fed).to_vec();
    forms.push(both!("0 to 1: {SHADES}", "0 到 1：{SHADES}"));
    forms
}

/// The same where only weights are seen, and no head names their axis.
pub fn legend_of_weights(two: bool) -> Vec<Text> {
    let axis = Text::new("across: source axis j; ", "横向：源轴 j；");
    let in_short = Text::new("source axis j; ", "源轴 j；");
    let [long, short] = [axis, in_short].map(|axis| legend_after(&axis, two, false));
    long.into_iter().chain(short).chain(legend(two, false)).collect()
}

const SHADES: &str = "░ .25 ▒ .5 ▓ .75 █ 1";

/// That a masked slot may be seen comes before how digits are to be read.
fn legend_after(before: &Text, two: bool, fed: bool) -> [Text; 4] {
    let (en, zh) = (&before.en, &before.zh);
    let (digits, digits_zh) =
        if two { ("; two digits: hundredths", "；两位数字：百分之几") } else { ("", "") };
    let (few, few_zh) = if two { ("; 2 digits: 1/100", "；两位：百分之几") } else { ("", "") };
    let (back, back_zh) = if fed {
        ("; the target is fed back, whatever is chosen", "；不管选出什么，反馈的是目标词")
    } else {
        ("", "")
    };
    let (goes_on, goes_on_zh) = if fed { ("; target fed back", "；反馈目标词") } else { ("", "") };
    [
        both!(
            "{en}shade, from 0 to 1 whatever is shown:  ░ .25  ▒ .5  ▓ .75  █ 1{digits}; ✗ masked{back}",
            "{zh}深浅固定为 0 到 1：░ .25  ▒ .5  ▓ .75  █ 1{digits_zh}；✗ 屏蔽{back_zh}"
        ),
        both!("{en}0 to 1: {SHADES}{few}; ✗ masked{goes_on}", "{zh}0 到 1：{SHADES}{few_zh}；✗ 屏蔽{goes_on_zh}"),
        both!("{en}0 to 1: {SHADES}; ✗ masked{goes_on}", "{zh}0 到 1：{SHADES}；✗ 屏蔽{goes_on_zh}"),
        both!("{en}0 to 1: {SHADES}; ✗ masked", "{zh}0 到 1：{SHADES}；✗ 屏蔽"),
    ]
}

/// In place of a number that is on its way.
pub fn computing() -> Text {
    Text::new("computing", "计算中")
}

/// After the picture was turned; `wrong` while a mistake has a softmax run along another axis than its own.
pub fn transposed(transposed: bool, wrong: bool) -> Text {
    let lies = if transposed {
        Text::new("slots and words run down, rows across", "源槽和词竖排，行横排")
    } else {
        Text::new("rows run down, slots and words across", "行竖排，源槽和词横排")
    };
    let (en, zh) = (lies.en, lies.zh);
    if wrong {
        both!("{en}; no number is another", "{zh}；数都没有变")
    } else {
        both!("{en}; each softmax still runs along its own axis", "{zh}；每个 softmax 仍沿自己的轴")
    }
}

/// After the causal mask was put on or taken off.
pub fn causal(causal: bool) -> Text {
    if causal {
        Text::new("causal: row t reads slots 1 to t only", "因果屏蔽：第 t 行只读第 1 到 t 个槽")
    } else {
        Text::new(
            "no longer causal: every row reads every slot that is not padding",
            "不再是因果屏蔽：每行可读所有非填充槽",
        )
    }
}

/// The other sums are no law.
pub fn need_not_be_one() -> Text {
    Text::new("need not be 1", "不必为 1")
}

/// Column head: the wrong numbers.
pub fn wrong() -> Text {
    Text::new("wrong", "错")
}

/// Column head: the right numbers.
pub fn right() -> Text {
    Text::new("right", "对")
}

/// The right formula.
pub fn right_is(formula: &Text) -> Text {
    let (en, zh) = (&formula.en, &formula.zh);
    both!("right: {en}", "对：{zh}")
}

/// On the line kept for what stayed, as long as a mistake is on.
pub fn mistake_banner(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("! MISTAKE ON: {en} - numbers marked ! are wrong", "! 错误已打开：{zh}，带 ! 的数是错的")
}

/// The same where it changes nothing.
pub fn mistake_banner_idle(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("! MISTAKE ON: {en} - it makes no difference in this row", "! 错误已打开：{zh}，在本行没有差别")
}

/// The same where only the way back is wrong.
pub fn mistake_banner_gradient(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!(
        "! MISTAKE ON: {en} - the way forward is right, the score gradients are wrong",
        "! 错误已打开：{zh}，前向都对，打分的梯度是错的"
    )
}

/// The same in fewer cells.
pub fn mistake_banner_short(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("! MISTAKE: {en}", "! 错误：{zh}")
}

/// After a mistake was switched off.
pub fn mistake_off(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("the mistake is off ({en}): all numbers are right again", "错误已关（{zh}）：所有的数都对了")
}

/// What `mistake off` does, in the palette.
pub fn mistake_ends() -> Text {
    Text::new("the right computation again", "恢复正确的算法")
}

/// There is none to switch off.
pub fn no_mistake() -> Text {
    Text::new("no mistake is on", "没有打开任何错误")
}

/// A mistake is no baseline.
pub fn mistake_no_baseline() -> Text {
    Text::new(
        "a mistake is on: it cannot become the baseline (mistake off, then pin)",
        "错误还开着：不能定为基线（先 mistake off，再 pin）",
    )
}

/// Nor is anything predicted under it.
pub fn mistake_no_prediction() -> Text {
    Text::new("a mistake is on: mistake off first, then predict", "错误还开着：先 mistake off，再预测")
}

/// Which laws a mistake breaks, by their formulas.
pub fn breaks(formulas: &[Text]) -> Text {
    let en = formulas.iter().map(|formula| &*formula.en).collect::<Vec<_>>().join("; ");
    let zh = formulas.iter().map(|formula| &*formula.zh).collect::<Vec<_>>().join("；");
    both!("breaks: {en}", "违反：{zh}")
}

/// After a causal mask took the place of cells set one by one.
pub fn causal_instead_of_cells() -> Text {
    Text::new(
        "causal: row t reads slots 1 to t only; cells masked one by one are gone (u brings them back)",
        "因果屏蔽：第 t 行只读第 1 到 t 个槽；逐格设的屏蔽没有了（u 撤销）",
    )
}

/// Two scorers read the same numbers.
pub fn same_givens() -> Text {
    Text::new("the same q, K, mask", "同样的 q、K、屏蔽")
}

/// The scorer asked for is the one in use.
pub fn compared_with_itself(name: &str) -> Text {
    both!("{name} is the scorer in use: compare it with another", "正在用的就是 {name}：请换一种来比较")
}

/// After the other scorer was taken away.
pub fn compared_no_more() -> Text {
    Text::new("one scorer again", "又只看一种打分")
}

/// Of a number a mistake has made: the right one.
pub fn instead_of(right: &str) -> Text {
    both!("! wrong: right is {right}", "! 错：正确的是 {right}")
}

/// The same where there is no right number.
pub fn instead_of_none() -> Text {
    Text::new("! wrong: there is no right number here", "! 错：这里本来没有数")
}

/// An explanation of the right computation, while another runs.
pub fn explains_the_right_one(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("mistake on ({en}); this is the right computation:", "错误打开中（{zh}）；以下是正确的算法：")
}

/// In the head of what a mistake has made.
pub fn wrong_sign() -> Text {
    Text::new(" ! wrong ", " ! 错 ")
}

/// The way back of a large model is not gone on the screen.
pub fn too_large_for_gradients() -> Text {
    Text::new(
        "this model is too large to go back through all its rows on the screen; eval --mistake does it",
        "这个模型太大，不能在屏幕上对所有行反向计算；请用 eval --mistake",
    )
}

/// No law breaks in this row, but one does in others.
pub fn breaks_elsewhere(rows: usize) -> Text {
    both!(
        "no law breaks in this row; Σ_j α_tj = 1 breaks in {rows} others",
        "这一行没有违反定律；另有 {rows} 行违反 Σ_j α_tj = 1"
    )
}

/// On the line kept for what stayed, while some stage is hidden: nothing that follows from numbers.
pub fn mistake_banner_hidden(title: &Text) -> Text {
    let (en, zh) = (&title.en, &title.zh);
    both!("! MISTAKE ON: {en}", "! 错误已打开：{zh}")
}
