//! What is said of gradients: what they are, which way a number would have to go, why there is none.

use super::Text;
use crate::both;
use crate::engine::NoGradients;

/// What a gradient is.
pub fn what(of: &Text) -> Text {
    let (en, zh) = (&of.en, &of.zh);
    both!("gradient by {en}", "{zh}：L 对它的梯度")
}

/// A row without a target.
pub fn row_without_target() -> Text {
    Text::new(
        "this row has no target: it adds nothing to L, so its own gradients are 0",
        "本行没有目标词：它不计入 L，所以它自己的梯度都是 0",
    )
}

/// A row without numbers.
pub fn row_undefined() -> Text {
    Text::new(
        "this row has no prediction: it adds nothing to L, so its own gradients are 0",
        "本行没有预测：它不计入 L，所以它自己的梯度都是 0",
    )
}

/// A number beyond f64.
pub fn overflow() -> Text {
    Text::new(
        "a gradient on this way back is beyond f64, so there is none",
        "这条回传路上有梯度超出 f64 的范围，所以没有数",
    )
}

/// Why a model has no gradients.
pub fn none(reason: NoGradients) -> Text {
    match reason {
        NoGradients::NoTarget => Text::new(
            "no row has a target, so there is no L to differentiate (t chooses one)",
            "没有一行有目标词，也就没有 L，无从求导（按 t 选定目标词）",
        ),
        NoGradients::Undefined => Text::new(
            "no row with a target has a prediction, so there is no L to differentiate",
            "有目标词的行都没有预测，也就没有 L，无从求导",
        ),
        NoGradients::Overflow { .. } => overflow(),
    }
}

/// A sum over too many rows.
pub fn too_many_rows(rows: usize) -> Text {
    both!(
        "this gradient is a sum over {rows} rows, too many to go back through between two keys; eval --gradients does it",
        "这个梯度是 {rows} 行之和，行数太多，无法在两次按键之间算完；可用 eval --gradients"
    )
}

/// A masked slot's score.
pub fn masked_score() -> Text {
    Text::new(
        "masked: no score is computed, so L does not feel it: its gradient is 0",
        "已屏蔽：不计算打分，L 感受不到它，梯度为 0",
    )
}

/// A masked slot's weight.
pub fn masked_weight() -> Text {
    Text::new("masked: the weight is 0 whatever happens, so L does not feel it", "已屏蔽：权重恒为 0，L 感受不到它")
}

/// A parameter of another scorer.
pub fn parameter_not_read(scorer: &str) -> Text {
    both!(
        "the {scorer} scorer does not read this parameter: its gradient is 0",
        "打分方式 {scorer} 不用这个参数：它的梯度为 0"
    )
}

/// Which way the number would have to go for the loss to fall.
pub fn which_way(name: &str, gradient: f64) -> Text {
    match gradient {
        g if g < 0.0 => both!("↑ raise {name} and L falls", "↑ 调高 {name}，L 下降"),
        g if g > 0.0 => both!("↓ lower {name} and L falls", "↓ 调低 {name}，L 下降"),
        _ => both!("0: a small change of {name} does not move L", "0：{name} 的微小改动不影响 L"),
    }
}

/// What is left of 0 after rounding.
pub fn nothing_but_rounding(name: &str) -> Text {
    both!("0 but for rounding: a small change of {name} does not move L", "除舍入外为 0：{name} 的微小改动不影响 L")
}

/// The score through which a component of the query is felt most, and whether that falls as the component rises.
pub fn felt_through(slot: usize, falls: bool) -> Text {
    match falls {
        false => both!("mostly through e_{slot}", "主要经由 e_{slot}"),
        true => both!("mostly through e_{slot}, which falls as it rises", "主要经由 e_{slot}，它反向变动"),
    }
}

/// The same of a weight, which cannot be changed alone.
pub fn alone(name: &str, gradient: f64) -> Text {
    let way = which_way(name, gradient);
    Text {
        en: format!("{} (were it free: Σ α = 1, so only e moves it)", way.en).into(),
        zh: format!("{}（假如它能单独变动；因 Σ α = 1，只有 e 能改变它）", way.zh).into(),
    }
}

/// What g is.
pub fn pull_is_gradient_of_context() -> Text {
    Text::new("g = ∂L/∂c", "g = ∂L/∂c")
}

/// What u and h are under the additive scorer.
pub fn letters_of_additive() -> Text {
    Text::new(
        "u_a = (v_a)_a (1 − h_a²), h = tanh(W_q q + W_k k + b_a)",
        "u_a = (v_a)_a (1 − h_a²)，h = tanh(W_q q + W_k k + b_a)",
    )
}

/// Under the linear scorer.
pub fn common_to_all() -> Text {
    Text::new(
        "it adds the same to every score, which moves no weight: Σ_j ∂L/∂e_j = 0, so q cancels",
        "它给每个打分加上同样的数，权重不变：Σ_j ∂L/∂e_j = 0，q 被消去",
    )
}

/// Why raising a score helps or hurts. `numbers` are gᵀ(v_j − c) and α_j.
pub fn why(slot: usize, name: &str, target: &str, helps: bool, (pull, weight): (&str, &str)) -> Text {
    match helps {
        true => both!(
            "raising e_{slot} helps: {name} pulls c to where {target} gains (gᵀ(v_{slot} − c) = {pull}, α_{slot} = {weight})",
            "调高 e_{slot} 有利：多读“{name}”把 c 拉向对 {target} 有利处（gᵀ(v_{slot} − c) = {pull}，α_{slot} = {weight}）"
        ),
        false => both!(
            "raising e_{slot} hurts: {name} pulls c to where {target} loses (gᵀ(v_{slot} − c) = {pull}, α_{slot} = {weight})",
            "调高 e_{slot} 不利：多读“{name}”把 c 拉向对 {target} 不利处（gᵀ(v_{slot} − c) = {pull}，α_{slot} = {weight}）"
        ),
    }
}

/// gᵀ(v_j − c) = 0.
pub fn why_no_difference(slot: usize) -> Text {
    both!(
        "raising e_{slot} makes no difference: gᵀ(v_{slot} − c) = 0, so reading more of v_{slot} moves c nowhere L feels",
        "调高 e_{slot} 没有影响：gᵀ(v_{slot} − c) = 0，多读 v_{slot} 不会让 c 朝 L 有感的方向移动"
    )
}

/// gᵀ(v_j − c) is what rounding leaves of 0.
pub fn why_rounding(slot: usize) -> Text {
    both!(
        "raising e_{slot} makes no difference: gᵀ(v_{slot} − c) is 0 but for rounding",
        "调高 e_{slot} 没有影响：gᵀ(v_{slot} − c) 除舍入外为 0"
    )
}

/// α_j = 0.
pub fn why_not_read(slot: usize) -> Text {
    both!(
        "raising e_{slot} makes no difference: α_{slot} is 0 in f64, so a little more of nothing is nothing",
        "调高 e_{slot} 没有影响：α_{slot} 在 f64 里是 0，零再多一点仍是零"
    )
}

/// A masked slot.
pub fn why_masked(slot: usize) -> Text {
    both!(
        "slot {slot} is masked: whatever its key is, nothing is read there",
        "槽 {slot} 已屏蔽：无论键是什么都不会读它"
    )
}

/// Where the error goes on to.
pub fn goes_back_into(addresses: &[String]) -> Text {
    let (en, zh) = (addresses.join(", "), addresses.join("、"));
    both!("goes back into {en}", "继续回传到 {zh}")
}

/// A given number: the way back ends.
pub fn the_end() -> Text {
    Text::new("the way back ends here: this is given", "回传到此为止：这是给定的数")
}

/// A weight cannot be changed alone: the error goes on to all scores at once.
pub fn through_the_softmax() -> Text {
    Text::new(
        "goes back through the softmax to every e_i: ∂L/∂e_i = α_i (∂L/∂α_i − Σ_j α_j ∂L/∂α_j) = α_i gᵀ(v_i − c)",
        "经 softmax 回传到每个 e_i：∂L/∂e_i = α_i (∂L/∂α_i − Σ_j α_j ∂L/∂α_j) = α_i gᵀ(v_i − c)",
    )
}

/// How far the way back is shown now.
pub fn revealed(last: Option<&str>, next: Option<&str>) -> Text {
    match (last, next) {
        (_, None) => Text::new("the whole way back is shown", "回传的各步都已显示"),
        (None, Some(next)) => both!("L alone is shown; Space goes back to {next}", "只显示 L；按空格回传到 {next}"),
        (Some(last), Some(next)) => {
            both!("shown back to {last}; Space goes on to {next}", "已显示到 {last}；按空格继续到 {next}")
        }
    }
}

/// There is nothing left to reveal.
pub fn all_of_the_way_is_shown() -> Text {
    Text::new("the whole way back is shown; z hides it", "回传的各步都已显示；按 z 全部隐藏")
}

/// There is nothing left to hide.
pub fn nothing_of_the_way_is_shown() -> Text {
    Text::new("no gradient is shown; Space goes the first step back from L", "没有显示梯度；按空格从 L 回传第一步")
}

/// In place of a gradient that is not revealed.
pub fn hidden_on_the_way_back() -> Text {
    Text::new("hidden: Space goes the next step back", "已隐藏：按空格回传下一步")
}

/// The number that a gradient is taken by.
pub fn value(name: &str, value: &str) -> Text {
    both!("now {name} = {value}", "现在 {name} = {value}")
}

/// The cursor goes to places, and what stands there depends on the view.
pub fn seen_in_their_view(address: &str) -> Text {
    both!(
        "gradients are seen in their own view: view gradients, then focus {address}; or explain dL/d{address}",
        "梯度有自己的视图：先 view gradients，再 focus {address}；或 explain dL/d{address}"
    )
}

/// What stands on the screen and what its arrows mean, the longest form first; `rows` is T.
pub fn legend(rows: usize) -> Vec<Text> {
    let long = Text::new(
        "gradients ∂L/∂…, nats a unit.  ↑ raise the number: L falls   ↓ lower it: L falls",
        "梯度 ∂L/∂…，奈特每单位。↑ 调高该数则 L 下降   ↓ 调低该数则 L 下降",
    );
    let middle = Text::new(
        "gradients ∂L/∂…  ↑ raise it: L falls   ↓ lower it: L falls",
        "梯度 ∂L/∂…  ↑ 调高则 L 下降  ↓ 调低则 L 下降",
    );
    let short = Text::new("∂L/∂…  L falls if: ↑ raised ↓ lowered", "梯度 ∂L/∂…  ↑ 调高 ↓ 调低：L 下降");
    if rows == 1 {
        return vec![long, middle, short];
    }
    let of_rows = |text: &Text, en: &str, zh: &str| Text {
        en: format!("{}   {en}", text.en).into(),
        zh: format!("{}   {zh}", text.zh).into(),
    };
    vec![
        of_rows(&long, "k_j, v_j, G: summed over all rows", "k_j、v_j、G：对全部行求和"),
        of_rows(&short, "k_j, v_j, G: Σ over all rows t", "k_j、v_j、G：对全部行 t 求和"),
        of_rows(&short, "K, V, G: Σ_t", "K、V、G：Σ_t"),
        short,
    ]
}

/// In the head of an axis, before what of it is shown.
pub fn in_head(shown: &Text) -> Text {
    let (en, zh) = (&shown.en, &shown.zh);
    both!("∂L/∂…  {en}", "∂L/∂…  {zh}")
}

/// The same where there is no room for more.
pub fn in_short_head() -> Text {
    Text::new("∂L/∂…", "∂L/∂…")
}

/// Both ends of the scale of the bars.
pub fn scale(end: f64) -> (String, String) {
    let text = if end < 1e6 { format!("{end}") } else { format!("{end:.0e}") };
    (format!("−{text}"), format!("+{text}"))
}

/// Beside a sum of gradients.
pub fn sums_to_zero() -> Text {
    Text::new("(0 but for rounding)", "（除舍入外为 0）")
}

/// Several sentences as one.
pub fn joined(texts: &[Text]) -> Text {
    let in_lang = |text: fn(&Text) -> &str| texts.iter().map(text).collect::<Vec<_>>();
    Text { en: in_lang(|text| &text.en).join("; ").into(), zh: in_lang(|text| &text.zh).join("；").into() }
}

/// There is nothing to measure under the cursor.
pub fn no_gradient_here() -> Text {
    Text::new(
        "no gradient belongs to this place: they are those of given numbers and of e, alpha, c and z",
        "这里没有梯度：梯度只对给定的数以及 e、alpha、c、z 而言",
    )
}

/// The loss would have to be computed several times.
pub fn too_large_to_measure() -> Text {
    Text::new(
        "this model is too large to compute its loss several times between two keys",
        "这个模型太大，无法在两次按键之间把损失重算几遍",
    )
}

/// What is done, before the numbers.
pub fn measured_head(name: &str, value: &str, step: &str) -> Text {
    both!(
        "by a central difference: x = {name} = {value}, h = {step}",
        "与中心差分核对：x = {name} = {value}，h = {step}"
    )
}

/// Before the quotient.
pub fn measured_left(loss: &str) -> Text {
    let quotient = format!("({loss}(x + h) − {loss}(x − h)) / 2h");
    Text::same(quotient)
}

/// Before the gradient.
pub fn derived_left() -> Text {
    Text::new("by the formula", "按公式")
}

/// How far apart both are.
pub fn distance(distance: &str) -> Text {
    both!("distance {distance}", "相差 {distance}")
}

/// Whether that is what a central difference explains: how far it can be off, for its step and for rounding.
pub fn verdict(agrees: bool, [all, truncation, rounding]: [&str; 3]) -> Text {
    match agrees {
        true => both!(
            "✓ agree within {all} (step {truncation}, rounding {rounding})",
            "✓ 相符：差分在这里最多差 {all}（步长 {truncation}，舍入 {rounding}）"
        ),
        false => both!(
            "✗ apart by more than {all} (step {truncation}, rounding {rounding})",
            "✗ 不符：差分在这里最多只差 {all}（步长 {truncation}，舍入 {rounding}）"
        ),
    }
}

/// On one side there is no loss.
pub fn cannot_measure_beyond(name: &str) -> Text {
    both!(
        "{name} cannot be measured: a step to either side of the number takes the loss beyond f64",
        "{name} 无法用差分核对：这个数向两边挪一步，损失就超出 f64 的范围"
    )
}

/// Nothing is computed there.
pub fn nothing_to_vary(name: &str) -> Text {
    both!("{name} cannot be measured: the model computes no such number", "{name} 无法用差分核对：模型不计算这个数")
}
