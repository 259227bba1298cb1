//! The pictures of keys and values.

use super::Text;
use crate::both;
use crate::engine::ScorerKind;
use crate::engine::geometry::NoPrincipal;

/// The name of an axis along a component, of keys or of values.
pub fn component_axis(letter: &str, number: usize) -> Vec<Text> {
    vec![Text::same(format!("{letter}[{number}]"))]
}

/// The name of an axis along a principal direction; the longest form first.
pub fn principal_axis(letter: &str, number: usize, share: &str) -> Vec<Text> {
    vec![
        both!("direction {number} of {letter}: {share} of its spread", "{letter} 的主方向 {number}：占离散的 {share}"),
        both!("dir. {number} of {letter}: {share}", "{letter} 主方向 {number}：{share}"),
        Text::same(format!("{letter}·{number} {share}")),
    ]
}

/// The second axis where there is none; the longest form first.
pub fn no_second_axis(one_dimension: bool) -> Vec<Text> {
    if one_dimension {
        vec![
            Text::new("one dimension: nothing upward", "只有一维：纵向没有内容"),
            Text::new("one dimension", "只有一维"),
        ]
    } else {
        vec![
            Text::new("one direction: nothing upward", "只有一个方向：纵向没有内容"),
            Text::new("one direction", "一个方向"),
        ]
    }
}

/// What stands in the picture of keys, beside its head; the longest form first. Of more dimensions than are shown it says
/// what is shown.
pub fn keys_head(dimensions: usize, whole: bool) -> Vec<Text> {
    if whole {
        return vec![
            Text::new("keys k_j and the query q", "键 k_j 与查询 q"),
            Text::new("k_j and q", "k_j 与 q"),
            Text::new("k_j, q", "k_j、q"),
        ];
    }
    vec![
        both!(
            "k_j and q projected from {dimensions} dimensions; level lines: slice at the mean key",
            "k_j 与 q 从 {dimensions} 维投影；等值线：过键的均值的切片"
        ),
        both!("projected from {dimensions}; lines: slice at mean k", "{dimensions} 维投影；等值线：过均值的切片"),
        both!("{dimensions} dim., lines a slice", "{dimensions} 维投影，线为切片"),
        both!("{dimensions} dim.", "{dimensions} 维"),
    ]
}

/// The same of the picture of values.
pub fn values_head(dimensions: usize, whole: bool) -> Vec<Text> {
    if whole {
        return vec![
            Text::new("values v_j, their hull, c within it", "值 v_j、它们的凸包，c 在其中"),
            Text::new("v_j, their hull, c", "v_j、凸包、c"),
            Text::new("v_j, c", "v_j、c"),
        ];
    }
    vec![
        both!(
            "v_j and hull projected from {dimensions} dimensions; regions: slice through c",
            "v_j 与凸包从 {dimensions} 维投影；区域：过 c 的切片"
        ),
        both!("projected from {dimensions}; regions: slice at c", "{dimensions} 维投影；区域：过 c 的切片"),
        both!("{dimensions} dim., regions a slice", "{dimensions} 维投影，区域为切片"),
        both!("{dimensions} dim.", "{dimensions} 维"),
    ]
}

/// Below the picture of keys: what the dotted lines are; the longest form first.
pub fn levels(kind: ScorerKind) -> Vec<Text> {
    let formula = match kind {
        ScorerKind::Dot => "q·k",
        ScorerKind::ScaledDot => "q·k/√d_k",
        ScorerKind::Bilinear => "qᵀWk",
        ScorerKind::Additive => "v_aᵀtanh(W_q q + W_k k + b_a)",
        ScorerKind::Linear => "aᵀq + bᵀk",
    };
    vec![
        both!("dotted: where a key has the same score, e = {formula}", "点线：键在其上打分相同，e = {formula}"),
        both!("dotted: the same e = {formula}", "点线：e = {formula} 相同"),
        Text::new("dotted: the same score e", "点线：打分 e 相同"),
        Text::new("dotted: same e", "点线：e 相同"),
    ]
}

/// Where the score is the same for every key of the picture.
pub fn flat(score: &str) -> Vec<Text> {
    vec![
        both!("e = {score} wherever the key lies: no level lines", "键在何处 e 都是 {score}：没有等值线"),
        both!("e = {score} everywhere", "处处 e = {score}"),
    ]
}

/// Where level lines are not shown.
pub fn levels_hidden() -> Vec<Text> {
    vec![Text::new("scores not yet revealed", "打分尚未揭示")]
}

/// Which word wins at c, and by how much; the longest form first.
pub fn wins(word: &str, logit: &str, second: Option<(&str, &str)>, target: Option<bool>) -> Vec<Text> {
    let (is_en, is_zh) = match target {
        Some(true) => (" ✓ the target", " ✓ 即目标词"),
        Some(false) => (" ≠ the target", " ≠ 目标词"),
        None => ("", ""),
    };
    let sign = match target {
        Some(true) => " ✓",
        Some(false) => " ≠",
        None => "",
    };
    let Some((other, ahead)) = second else {
        return vec![both!("c: {word}, the only word{is_en}", "c 处：{word}，唯一的词{is_zh}")];
    };
    vec![
        both!(
            "c lies where {word} wins: z = {logit}, ahead of {other} by {ahead}{is_en}",
            "c 落在 {word} 胜出处：z = {logit}，领先 {other} {ahead}{is_zh}"
        ),
        both!("at c {word} wins: {ahead} ahead of {other}{is_en}", "c 处 {word} 胜出：领先 {other} {ahead}{is_zh}"),
        both!("c: {word}, {ahead} ahead of {other}{sign}", "c：{word}，领先 {other} {ahead}{sign}"),
        both!("c: {word} +{ahead}{sign}", "c：{word} +{ahead}{sign}"),
    ]
}

/// The same where two words have the same logit.
pub fn ties(word: &str, other: &str) -> Vec<Text> {
    vec![
        both!("c lies on an edge: {word} and {other} have the same z", "c 在边界上：{word} 与 {other} 的 z 相同"),
        both!("c: {word} = {other}", "c：{word} = {other}"),
    ]
}

/// Regions wait for the logits.
pub fn regions_hidden() -> Text {
    Text::new("where words win: not yet revealed", "各词胜出的区域：尚未揭示")
}

/// Of more dimensions the regions are a slice through c, and there is no c.
pub fn no_slice() -> Text {
    Text::new("no regions: they are a slice through c", "没有区域：区域是过 c 的切片")
}

/// A logit, score or place is beyond f64 somewhere in the picture.
pub fn beyond() -> Text {
    Text::new("not drawn: numbers beyond f64 here", "未画出：这里有超出 f64 的数")
}

/// Points lie too far out to be drawn.
pub fn too_far() -> Text {
    Text::new("these numbers are too large to be drawn", "这些数太大，无法画出")
}

/// There is no c, and why, in short.
pub fn no_context(reason: &Text) -> Text {
    let Text { en, zh } = reason;
    both!("no c: {en}", "没有 c：{zh}")
}

/// A mistake has made no number of c.
pub fn context_is_no_number() -> Text {
    Text::new("c is no number: the mistake has made none", "c 不是数：错误没有得出数")
}

/// Below a picture: what its marks are; the longest form first.
///
/// `regions` are drawn, `sweep` is, contexts were `passed`; `beside` it stands another c, the right one under a mistake.
pub fn marks_of_values(regions: bool, sweep: bool, passed: bool, beside: Option<bool>) -> Vec<Text> {
    let mut en = vec!["solid: hull"];
    let mut zh = vec!["实线：凸包"];
    if regions {
        en.push("dotted: edges of regions");
        zh.push("点线：区域边界");
    }
    if let Some(mistake) = beside {
        en.push(if mistake { "(c): the right one" } else { "(c): baseline's" });
        zh.push(if mistake { "(c)：正确的" } else { "(c)：基线的" });
    }
    if passed {
        en.push("o: c on its way");
        zh.push("o：c 走过的");
    }
    if sweep {
        en.push("•: c as q turns");
        zh.push("•：q 转一圈时的 c");
    }
    // The first two say least where there are others.
    let forms =
        (0..en.len()).map(|from| Text { en: en[from..].join(" · ").into(), zh: zh[from..].join(" · ").into() });
    forms.collect()
}

/// What the shades of many points mean.
pub fn density() -> Vec<Text> {
    vec![
        Text::new("slots in a cell: ░ 1  ▒ 2-3  ▓ 4-7  █ 8 or more", "一格中的槽数：░ 1  ▒ 2-3  ▓ 4-7  █ 8 及以上"),
        Text::new("slots: ░ 1 ▒ 2 ▓ 4 █ 8", "槽数：░ 1 ▒ 2 ▓ 4 █ 8"),
    ]
}

/// The way of c is not drawn, and why.
pub fn sweep_still() -> Text {
    Text::new(
        "q has no length in this plane, or no second direction to turn to: plane key 1 2",
        "q 在这个平面里没有长度，或没有第二个方向可转：plane key 1 2",
    )
}

/// The same.
pub fn sweep_nothing_to_read() -> Text {
    Text::new("every slot is masked: c has no way to go", "所有槽都被屏蔽：c 无处可走")
}

/// The same.
pub fn sweep_too_large() -> Text {
    Text::new("too many scores to turn q in one frame", "打分太多，一帧之内转不完一圈")
}

/// The same, while a mistake is on.
pub fn sweep_is_right_only() -> Text {
    Text::new(
        "the way of c is drawn for the right computation only: mistake off",
        "c 的路线只对正确的计算画出：先 mistake off",
    )
}

/// The same, while c is hidden.
pub fn sweep_hidden() -> Text {
    Text::new("the way of c is drawn once c is revealed: Space", "c 揭示之后才画它的路线：空格")
}

/// The way of c is switched.
pub fn sweeps(on: bool) -> Text {
    if on {
        Text::new(
            "•: where c goes as q turns once around at its length; nothing is changed",
            "•：q 以现有长度转一圈时 c 经过之处；什么都没有改动",
        )
    } else {
        Text::new("the way of c as q turns is not drawn any more", "不再画 q 转一圈时 c 的路线")
    }
}

/// Other directions are shown.
pub fn directions_chosen(across: &Text, up: &Text) -> Text {
    Text {
        en: format!("→ {}   ↑ {}", across.en, up.en).into(), zh: format!("→ {}   ↑ {}", across.zh, up.zh).into()
    }
}

/// Why there are no principal directions.
pub fn no_principal(reason: NoPrincipal, keys: bool) -> Text {
    let (en, zh) = if keys { ("k_j and q", "k_j 与 q") } else { ("v_j", "v_j") };
    match reason {
        NoPrincipal::OnePoint => both!(
            "there is one point only, so no direction along which {en} differ",
            "只有一个点，{zh} 没有差别最大的方向"
        ),
        NoPrincipal::AllEqual => {
            both!("{en} are all the same: no direction along which they differ", "{zh} 全都相同：没有差别最大的方向")
        }
        NoPrincipal::TooMany => both!(
            "{en} are too many numbers to find directions in one frame; choose components: plane value 1 2",
            "{zh} 的数太多，一帧之内找不出方向；请选分量：plane value 1 2"
        ),
    }
}

/// A component that there is not.
pub fn no_such_component(side: &str, given: &str, count: usize) -> Text {
    if count == 1 {
        return both!("a {side} has one component, 1; not {given}", "{side} 只有一个分量 1，没有 {given}");
    }
    both!("a {side} has components 1 to {count}; not {given}", "{side} 的分量是 1 到 {count}，没有 {given}")
}

/// Twice the same.
pub fn same_component() -> Text {
    Text::new("two different components make a plane: plane value 1 2", "两个不同的分量才成平面：plane value 1 2")
}

/// c is not moved by hand.
pub fn context_is_derived() -> Text {
    Text::new(
        "c is not moved by hand: it is Σ_j α_j v_j; move q, a key or a value, and it follows",
        "c 不能用手移动：它是 Σ_j α_j v_j；移动 q、键或值，它会跟着走",
    )
}

/// A point is let go.
pub fn let_go(name: &str) -> Text {
    both!("{name} is let go", "放开了 {name}")
}

/// There is no up and down.
pub fn no_second_direction() -> Text {
    Text::new("there is one direction only: left and right", "只有一个方向：左和右")
}

/// What a point is.
pub fn query() -> Text {
    Text::new("the query", "查询")
}

/// What a point is.
pub fn key(slot: &str) -> Text {
    both!("key of {slot}", "{slot} 的键")
}

/// What a point is.
pub fn value(slot: &str) -> Text {
    both!("value of {slot}", "{slot} 的值")
}

/// What a point is.
pub fn context() -> Text {
    Text::new("the context", "上下文")
}

/// A masked slot.
pub fn masked() -> Text {
    Text::new("✗ masked: not read, no corner of the hull", "✗ 被屏蔽：不被读取，不算凸包的顶点")
}

/// What holding means now; the longest form first.
pub fn held(step: &str) -> Vec<Text> {
    vec![
        both!(
            "HELD: arrows move it by {step}, Enter or Esc lets go",
            "已抓住：方向键每次移动 {step}，Enter 或 Esc 放开"
        ),
        both!("HELD: arrows move it, Enter lets go", "已抓住：方向键移动，Enter 放开"),
        Text::new("HELD", "已抓住"),
    ]
}

/// What can be done with a point that is held; the longest form first.
pub fn held_hints() -> Vec<Text> {
    vec![
        Text::new(
            "arrows move it · [ ]: nudge the number marked · 0-9: type it · Enter or Esc: let go · u: undo",
            "方向键移动 · [ ]：微调标出的数 · 0-9：输入 · Enter 或 Esc：放开 · u：撤销",
        ),
        Text::new(
            "arrows move it · [ ]: nudge · 0-9: type · Esc: let go",
            "方向键移动 · [ ]：微调 · 0-9：输入 · Esc：放开",
        ),
        Text::new("arrows move it · Esc: let go", "方向键移动 · Esc：放开"),
    ]
}

/// What can be done with a point; the longest form first.
pub fn hints(derived: bool) -> Vec<Text> {
    if derived {
        return vec![
            Text::new(
                "c follows from α and V · arrows: next point · :plane sweep: its way as q turns · x: explain",
                "c 由 α 与 V 得出 · 方向键：下一个点 · :plane sweep：q 转一圈时它的路线 · x：解释",
            ),
            Text::new("c follows from α and V · :plane sweep", "c 由 α 与 V 得出 · :plane sweep"),
        ];
    }
    vec![
        Text::new(
            "Enter: take hold, then arrows move it · [ ]: nudge · 0-9: type · Ctrl-F: next point · Esc: back",
            "Enter：抓住，再用方向键移动 · [ ]：微调 · 0-9：输入 · Ctrl-F：下一个点 · Esc：返回",
        ),
        Text::new("Enter: take hold, then arrows move it · [ ]: nudge", "Enter：抓住，再用方向键移动 · [ ]：微调"),
        Text::new("Enter: take hold · [ ]: nudge", "Enter：抓住 · [ ]：微调"),
    ]
}

/// The logits at a value, as if it were the context.
pub fn logits_at(symbol: &str) -> Text {
    both!("z at {symbol}:", "{symbol} 处的 z：")
}
