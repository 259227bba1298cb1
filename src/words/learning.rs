//! What is said about learning: what may learn, how the loss went, why a run ended, how far reading alone could go.

use super::Text;
use crate::both;
use crate::engine::ScorerKind;
use crate::engine::learning::Method;

/// Nothing is named that may learn.
pub fn nothing_to_learn() -> Text {
    Text::new("name what may learn, such as q or q,K", "请指明什么可以学习，例如 q 或 q,K")
}

/// A name of nothing that could learn.
pub fn unknown(written: &str, near: Option<&str>) -> Text {
    let (en, zh) = match near {
        Some(near) => (format!("; did you mean {near}?"), format!("；是不是 {near}？")),
        None => (".".to_owned(), "；".to_owned()),
    };
    both!(
        "“{written}” cannot learn{en} These can: q, K, V, G, bias, scorer, W, W_q, W_k, b_a, v_a, a, b, X, Y, WQ, WK, WV",
        "“{written}”不能学习{zh}能学习的有：q、K、V、G、bias、scorer、W、W_q、W_k、b_a、v_a、a、b、X、Y、WQ、WK、WV"
    )
}

/// The model has no such tensor.
pub fn absent(name: &str) -> Text {
    match name {
        "bias" => Text::new(
            "no row of this scenario has a bias, so it cannot learn",
            "这个场景里没有一行带常数 bias，所以它无从学习",
        ),
        "Y" => Text::new(
            "this scenario has no Y (its rows are the slots), so it cannot learn",
            "这个场景没有 Y（行就是槽），所以它无从学习",
        ),
        name => both!(
            "{name} cannot learn here: this scenario gives q, K and V themselves, not words they follow from",
            "{name} 在这里无从学习：这个场景直接给出 q、K、V，不是由词算出来的"
        ),
    }
}

/// A parameter of a scorer that is not in use.
pub fn not_in_use(name: &str, kind: ScorerKind) -> Text {
    let (kind, own) = (kind.name(), kind.parameters().iter().map(|parameter| parameter.name()).collect::<Vec<_>>());
    let own = own.join(", ");
    if own.is_empty() {
        both!(
            "{name} cannot learn: the scorer in use, {kind}, has no parameters",
            "{name} 不能学习：现在的打分方式 {kind} 没有参数"
        )
    } else {
        both!(
            "{name} cannot learn: the scorer in use, {kind}, reads {own}",
            "{name} 不能学习：现在的打分方式 {kind} 用的是 {own}"
        )
    }
}

/// How something is said, by an example.
pub fn for_example(command: &str) -> Text {
    both!("this is how to say it: {command}", "写法举例：{command}")
}

/// What was written is no rate.
pub fn bad_rate(written: &str) -> Text {
    both!(
        "“{written}” is no rate of learning: it is a positive number, such as 0.5",
        "“{written}”不是学习率：学习率是正数，例如 0.5"
    )
}

/// What was written is no number of steps.
pub fn bad_steps(written: &str) -> Text {
    both!(
        "“{written}” is no number of steps: it is a whole number from 1 on, such as 100",
        "“{written}”不是步数：步数是从 1 起的整数，例如 100"
    )
}

/// No such method.
pub fn unknown_method(written: &str, near: Option<&str>) -> Text {
    match near {
        Some(near) => both!(
            "there is no method {written}; did you mean {near}? The methods are descent, momentum and adam",
            "没有 {written} 这种方法；是不是 {near}？方法有 descent、momentum、adam"
        ),
        None => both!(
            "there is no method {written}; the methods are descent, momentum and adam",
            "没有 {written} 这种方法；方法有 descent、momentum、adam"
        ),
    }
}

/// No row has a target, so there is no loss to learn from.
pub fn no_target() -> Text {
    Text::new(
        "nothing to learn from: no row has a target, so there is no loss; choose one on its word, or by target WORD",
        "没有可学的依据：没有一行有目标词，也就没有损失；在某个词上选定，或用 target 词",
    )
}

/// Every row with a target is undefined, or the losses are beyond f64 together.
pub fn no_loss() -> Text {
    Text::new(
        "nothing to learn from: the rows that have a target are undefined, so there is no loss",
        "没有可学的依据：有目标词的行都没有定义，也就没有损失",
    )
}

/// The loss of a large model is not known yet.
pub fn loss_is_computed() -> Text {
    Text::new(
        "the total loss is still being computed; once it is there, e learns",
        "总损失还在计算；算好之后再按 e 学习",
    )
}

/// What the next step would do, where that is another run.
pub fn next(names: &Text, method: &Text, rate: &Text) -> Text {
    Text {
        en: format!("next: {} · {} · {}", names.en, method.en, rate.en).into(),
        zh: format!("接下来：{} · {} · {}", names.zh, method.zh, rate.zh).into(),
    }
}

/// In the footer, what Esc does while a run goes on.
pub fn stop_key() -> Text {
    Text::new("stop", "停下")
}

/// A method in words.
pub fn method(method: Method) -> Text {
    match method {
        Method::Descent => Text::new("descent", "梯度下降"),
        Method::Momentum => Text::new("momentum", "动量法"),
        Method::Adam => Text::new("adam", "Adam"),
    }
}

/// Only so and so learns.
pub fn only(names: &str) -> Text {
    let s = if names.contains(',') { "" } else { "s" };
    let zh = names.replace(", ", "、");
    both!("only {names} learn{s}", "只有 {zh} 学习")
}

/// The rate.
pub fn rate(rate: &str) -> Text {
    both!("rate {rate}", "学习率 {rate}")
}

/// Where a run is: after so many steps, of so many.
pub fn step_of(step: usize, of: Option<usize>) -> Text {
    match of {
        Some(of) => both!("step {step} of {of}", "第 {step} 步，共 {of} 步"),
        None => both!("step {step}", "第 {step} 步"),
    }
}

/// The smallest loss, where it is not the last.
pub fn lowest(loss: &str, step: usize) -> Text {
    both!("lowest {loss} at step {step}", "最低 {loss}，在第 {step} 步")
}

/// The axis across, behind its end.
pub fn across(steps: usize, log: bool) -> Text {
    if log {
        both!(" → step {steps}, log", " → 第 {steps} 步，对数")
    } else {
        both!(" → step {steps}", " → 第 {steps} 步")
    }
}

/// The unit of the axis upward.
pub fn nats() -> Text {
    Text::new("nats", "奈特")
}

/// The loss rose on the way.
pub fn rose(rises: usize, first: usize, method: Method) -> Text {
    let (times, ci) = if rises == 1 {
        (String::new(), String::new())
    } else {
        (format!(" on {rises} steps, first"), format!("共 {rises} 步上升，"))
    };
    match method {
        Method::Descent => both!(
            "the rate is too large: L rose{times} at step {first}, where a step went past the valley",
            "学习率太大：L {ci}首次上升在第 {first} 步，一步跨过了谷底"
        ),
        Method::Momentum | Method::Adam => both!(
            "L rose{times} at step {first}: what the method remembers carries the step past the valley",
            "L {ci}首次上升在第 {first} 步：这种方法记着先前的方向，会冲过谷底"
        ),
    }
}

/// The loss is above where it began; whether it goes on rising.
pub fn above_start(start: &str, now: &str, first: usize, rising: bool) -> Text {
    let (en, zh) = if rising { (", L diverges", "，L 发散") } else { ("", "") };
    both!(
        "the rate is too large{en}: L is {now}, above the {start} it began with (first rise at step {first})",
        "学习率太大{zh}：L 是 {now}，高于开始时的 {start}（首次上升在第 {first} 步）"
    )
}

/// The numbers ran off.
pub fn ran_off(step: usize, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!(
        "the rate is too large: stopped at step {step}, the last with finite numbers ({en})",
        "学习率太大：停在第 {step} 步，这是最后一步各数都有限（{zh}）"
    )
}

/// A run ended by itself.
pub fn stopped(step: usize, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!("stopped at step {step}: {en}", "停在第 {step} 步：{zh}")
}

/// The gradient is 0.
pub fn still(names: &str) -> Text {
    both!(
        "the gradient of {names} is exactly 0, so no step would change anything",
        "{names} 的梯度恰好为 0，再走一步什么也不会变"
    )
}

/// The step is lost in rounding.
pub fn too_small() -> Text {
    Text::new(
        "a step is smaller than the last bit of every number, so nothing moves any more",
        "一步比每个数的最后一位还小，什么也不再动了",
    )
}

/// A gradient is beyond f64.
pub fn gradient_beyond() -> Text {
    Text::new("a gradient is beyond f64", "有梯度超出 f64 的范围")
}

/// A number would be beyond f64 after the next step.
pub fn beyond(address: &str) -> Text {
    both!("the next step would put {address} beyond f64", "下一步会让 {address} 超出 f64 的范围")
}

/// What a method remembers of a number would be.
pub fn memory_beyond(address: &str) -> Text {
    both!(
        "the next step would put what is remembered of the gradient of {address} beyond f64",
        "下一步会让为 {address} 记下的梯度超出 f64 的范围"
    )
}

/// A row would be undefined.
pub fn row_would_be_undefined(row: usize, why: &Text) -> Text {
    let (en, zh) = (&why.en, &why.zh);
    both!("after the next step row {row} would have no loss ({en})", "再走一步，第 {row} 行就没有损失了（{zh}）")
}

/// The total loss would be.
pub fn loss_beyond() -> Text {
    Text::new("the next step would put the loss beyond f64", "下一步会让损失超出 f64 的范围")
}

/// How far reading alone can take the loss: nearly all weight on one slot.
pub fn floor_on_one(floor: &str, slot: &str) -> Text {
    both!(
        "reading alone cannot take L below {floor}: all weight on {slot}",
        "只靠读取，L 不会低于 {floor}：权重全给“{slot}”"
    )
}

/// The same where the best is a mixture: its largest weights.
pub fn floor_of_mixture(floor: &str, mixture: &str) -> Text {
    both!(
        "reading alone cannot take L below {floor}: the best mixture is {mixture}",
        "只靠读取，L 不会低于 {floor}：最好的混合是 {mixture}"
    )
}

/// The same for several rows.
pub fn floor_of_rows(floor: &str) -> Text {
    both!(
        "reading alone cannot take L below {floor}: each row at its best mixture",
        "只靠读取，L 不会低于 {floor}：每一行都取最好的混合"
    )
}

/// What changed in the row shown since the run's start.
pub fn since_start() -> Text {
    Text::new("since step 0:", "自第 0 步以来：")
}

/// Runs from the same numbers.
pub fn same_start() -> Text {
    Text::new("from the same numbers: ", "从同样的数出发：")
}

/// `1 step`, `20 steps`.
fn steps_in_words(steps: usize) -> String {
    format!("{steps} step{}", if steps == 1 { "" } else { "s" })
}

/// A finished run, for comparison.
pub fn compared(names: &str, from: &str, to: &str, steps: usize) -> Text {
    let (en, zh) = (steps_in_words(steps), names.replace(", ", "、"));
    both!("only {names} {from} → {to} in {en}", "只有 {zh} 学习 {from} → {to}，{steps} 步")
}

/// The same, with a method and rate that are not those of the others.
pub fn with_method(run: &Text, method: &Text, rate: &str) -> Text {
    let (en, zh, method_en, method_zh) = (&run.en, &run.zh, &method.en, &method.zh);
    both!("{en} ({method_en}, {rate})", "{zh}（{method_zh}，{rate}）")
}

/// Nothing has been learnt yet.
pub fn not_begun() -> Text {
    Text::new(
        "e takes one step down the gradient of L, i runs until it is stopped; learn only q,K says what may learn, learn rate 0.5 how far a step goes",
        "e 沿 L 的梯度走一步，i 连续走，按 Esc 停；learn only q,K 指定什么可以学习，learn rate 0.5 指定一步走多远",
    )
}

/// Keys while a run goes on.
pub fn running() -> Text {
    Text::new("learning: Esc or i stops it", "正在学习：按 Esc 或 i 停下")
}

/// A step was taken.
pub fn stepped(step: usize, before: &str, after: &str, change: &str) -> Text {
    both!("step {step}: L {before} → {after} ({change})", "第 {step} 步：L {before} → {after}（{change}）")
}

/// A run was stopped by a person.
pub fn run_stopped(step: usize) -> Text {
    both!("learning stopped at step {step}; u takes the whole run back", "学习停在第 {step} 步；按 u 撤销整段")
}

/// A run has come to its end.
pub fn run_done(step: usize, before: &str, after: &str) -> Text {
    let (en, them) = (steps_in_words(step), if step == 1 { "it" } else { "them all" });
    both!("{en}: L {before} → {after}; u takes {them} back", "{step} 步：L {before} → {after}；按 u 全部撤销")
}

/// There is no run to stop.
pub fn nothing_runs() -> Text {
    Text::new("nothing is learning now; i starts a run", "现在没有在学习；按 i 开始")
}

/// What may learn from now on.
pub fn may_learn(names: &str, by_hand: bool) -> Text {
    if by_hand {
        both!(
            "{names} may learn now; where the words give a number, the first step sets it by hand",
            "现在 {names} 可以学习；其中由词给出的数，第一步起改为手工设定"
        )
    } else {
        both!("{names} may learn now; e takes a step", "现在 {names} 可以学习；按 e 走一步")
    }
}

/// Another rate.
pub fn rate_chosen(rate: &str) -> Text {
    both!("rate {rate}; e takes a step", "学习率 {rate}；按 e 走一步")
}

/// Another method.
pub fn method_chosen(method: &Text) -> Text {
    let (en, zh) = (&method.en, &method.zh);
    both!("method {en}; e takes a step", "方法：{zh}；按 e 走一步")
}

/// A step of the run is shown.
pub fn at_step(step: usize, of: usize) -> Text {
    both!("step {step} of {of}; e goes on from here", "第 {step} 步，共 {of} 步；按 e 从这里继续")
}

/// There is no run whose steps could be gone to.
pub fn no_run() -> Text {
    Text::new(
        "there is no run to go to a step of: e takes one step, i runs",
        "还没有学习过，没有哪一步可去：e 走一步，i 连续走",
    )
}

/// The run was taken back or something else was changed since.
pub fn run_left() -> Text {
    Text::new(
        "the numbers are no longer those of the run: undo or redo goes back to it, e begins another",
        "现在的数已不是那段学习里的：撤销或重做可以回去，按 e 重新开始一段",
    )
}

/// The run has fewer steps.
pub fn no_such_step(written: &str, steps: usize) -> Text {
    both!(
        "“{written}” is no step of this run, which has 0 to {steps}",
        "没有第 {written} 步：这段学习有第 0 到第 {steps} 步"
    )
}

/// At an end of the run.
pub fn no_further_step(last: bool) -> Text {
    if last {
        Text::new("this is the newest step; e takes one more", "这是最新一步；按 e 再走一步")
    } else {
        Text::new("this is where the run began", "这是开始处")
    }
}

/// Learning and a mistake exclude each other.
pub fn not_with_a_mistake() -> Text {
    Text::new(
        "no learning while a mistake is switched on: what is shown and what would be learnt from are not the same; mistake off first",
        "犯错误时不学习：屏幕上的数与学习所依据的数不一致；请先 mistake off",
    )
}

/// Nor with a prediction being marked.
pub fn not_while_marking() -> Text {
    Text::new("first finish the prediction: Enter shows, Esc ends it", "请先做完预测：Enter 揭晓，Esc 结束")
}

/// A run in a tour or a script says how long it is.
pub fn how_many_steps() -> Text {
    Text::new("in a tour a run says how many steps it takes: learn run 200", "导览里的学习要写明步数：learn run 200")
}

/// Too much to be done at once.
pub fn too_long(steps: usize, most: usize) -> Text {
    both!(
        "{steps} steps of a model of this size take too long to be replayed; {most} would do",
        "这么大的模型，{steps} 步重放起来太久；最多 {most} 步"
    )
}

/// Hidden numbers are not told.
pub fn hidden() -> Text {
    Text::new("the loss is hidden: Space reveals the next stage", "损失还没有显示：按空格显示下一步")
}
