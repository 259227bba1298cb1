//! Where a word's error goes, and why a word went wrong.

use crate::both;
use crate::words::Text;

/// There is no error to follow.
pub fn no_error_without_reference() -> Text {
    Text::new(
        "this sentence has no reference, so no word of it is wrong and no error to follow",
        "这个句子没有参考译文，所以没有词算错，也没有误差可追",
    )
}

/// The reference has come to its end.
pub fn no_error_beyond_reference() -> Text {
    Text::new(
        "the reference ends before this step, so there is no right word here",
        "参考译文在这一步之前就结束了，这里没有正确词",
    )
}

/// The head of the way.
pub fn route_head(step: usize, word: &str) -> Text {
    both!(
        "The way of L_{step} = -ln p({word}), as lengths of gradients; the reference's words go in.",
        "L_{step} = -ln p({word}) 的去路，以梯度长度表示；输入参考译文的词。"
    )
}

/// Of the logits.
pub fn of_logits() -> Text {
    Text::new("p minus 1 at the right word", "p 在正确词处减 1")
}

/// Of the context, by both of its uses.
pub fn of_context(head: &str, cell: Option<&str>) -> Text {
    match cell {
        Some(cell) => both!("by the output {head}, by the cell's input {cell}", "经输出 {head}，经单元输入 {cell}"),
        None => {
            both!("by the output {head}; it enters only the next step's cell", "经输出 {head}；它只进入下一步的单元")
        }
    }
}

/// Of the weights.
pub fn of_weights() -> Text {
    Text::new("z_j · dc, source axis", "z_j · dc，源轴")
}

/// Of the scores.
pub fn of_scores() -> Text {
    Text::new(
        "α_j (z_j - c) · dc: raising one score lowers the others' share",
        "α_j (z_j - c) · dc：抬高一个打分就压低其余的份额",
    )
}

/// Of the query.
pub fn of_query() -> Text {
    Text::new("Σ_j de_j z_j / √d", "Σ_j de_j z_j / √d")
}

/// Of the values.
pub fn of_values(named: &str) -> Text {
    both!("α_j dc, most at: {named}", "α_j dc，最大的：{named}")
}

/// Of the keys.
pub fn of_keys(named: &str) -> Text {
    both!("de_j q / √d, most at: {named}", "de_j q / √d，最大的：{named}")
}

/// Of the state that predicts.
pub fn of_state_after(by_query: Option<&str>) -> Text {
    match by_query {
        Some(by_query) => {
            both!("the state that predicts; by the query {by_query}", "参与预测的状态；经查询 {by_query}")
        }
        None => Text::new("the state that predicts", "参与预测的状态"),
    }
}

/// Of the state before the step.
pub fn of_state_before(first: bool, by_query: Option<&str>) -> Text {
    match (first, by_query) {
        (true, Some(by_query)) => both!("the first state; by the query {by_query}", "初始状态；经查询 {by_query}"),
        (false, Some(by_query)) => {
            both!(
                "the state that asked, and on to earlier words; by the query {by_query}",
                "发出查询的状态，再到更早的词；经查询 {by_query}"
            )
        }
        (true, None) => Text::new("the first state", "初始状态"),
        (false, None) => Text::new("the state before, and on to earlier words", "之前的状态，再到更早的词"),
    }
}

/// The head of the four questions.
pub fn diagnosis_head(right: &str, p_right: &str, rival: &str, p_rival: &str, failed: bool) -> Text {
    if failed {
        both!(
            "reference going in: {right} is right, p = {p_right}; {rival} is preferred, p = {p_rival}",
            "输入参考译文：正确词 {right}，p = {p_right}；被偏爱的是 {rival}，p = {p_rival}"
        )
    } else {
        both!(
            "reference going in: {right} is right and preferred, p = {p_right}; next {rival}, p = {p_rival}",
            "输入参考译文：{right} 正确且被偏爱，p = {p_right}；其次 {rival}，p = {p_rival}"
        )
    }
}

/// Does the source hold it?
pub fn held(right: &str, unit: &str, p: &str, best: &str, p_best: &str, is_best: bool) -> Text {
    if is_best {
        both!(
            "held by the source? reading {unit} alone gives p({right}) = {p}, more than any other unit",
            "源里有吗？只读 {unit} 时 p({right}) = {p}，高于其他任何单位"
        )
    } else {
        both!(
            "held by the source? reading {unit} alone gives p({right}) = {p}; the best is {best} with {p_best}",
            "源里有吗？只读 {unit} 时 p({right}) = {p}；最好的是 {best}，{p_best}"
        )
    }
}

/// The same of a summary.
pub fn held_in_summary(right: &str, p: &str) -> Text {
    both!(
        "held by the source? the summary is all there is: p({right}) = {p}",
        "源里有吗？只有摘要可用：p({right}) = {p}"
    )
}

/// Does the query reach it?
pub fn reached(unit: &str, weight: &str, above: usize, highest: (&str, &str)) -> Text {
    let (name, most) = highest;
    if above == 0 {
        both!(
            "reached by the query? {unit} has the highest weight, {weight}",
            "查询够到了吗？{unit} 的权重最大，{weight}"
        )
    } else {
        let are = if above == 1 { "is" } else { "are" };
        both!(
            "reached by the query? {unit} has {weight}; {above} {are} above it, the highest is {name} with {most}",
            "查询够到了吗？{unit} 得 {weight}；有 {above} 个在它之上，最高是 {name}，{most}"
        )
    }
}

/// All are reached alike.
pub fn reached_uniformly(unit: &str, weight: &str) -> Text {
    both!(
        "reached by the query? the reading is uniform: {unit} gets {weight} like every other unit",
        "查询够到了吗？读取是均匀的：{unit} 与其他单位一样得 {weight}"
    )
}

/// Nothing reads.
pub fn nothing_reaches() -> Text {
    Text::new("reached by the query? there is none: the summary is fixed", "查询够到了吗？没有查询：摘要固定")
}

/// Does what was read raise it?
pub fn raised(right: &str, rival: &str, (context, state, bias): (&str, &str, &str), raises: bool) -> Text {
    let (en, zh) = if raises { ("yes", "是") } else { ("no", "否") };
    both!(
        "raised by what was read? {en}: of z({right}) - z({rival}), c adds {context}, h {state}, constants {bias}",
        "读到的抬高了它吗？{zh}：z({right}) - z({rival}) 中，c 给 {context}，h 给 {state}，常数 {bias}"
    )
}

/// The search kept it.
pub fn search_kept(reference: &str) -> Text {
    both!(
        "kept by the search? yes: alone it writes the reference, ln p = {reference}",
        "搜索保住了吗？是：独自翻译写出的就是参考译文，ln p = {reference}"
    )
}

/// It wrote something else.
pub fn search_parted(at: usize, reference: &str, written: &str, lost: bool, ended: bool) -> Text {
    let (en_cut, zh_cut) = if ended { ("", "") } else { ("; what it writes does not end", "；它写的没有结束") };
    if lost {
        both!(
            "kept by the search? no: from word {at} on it writes another, ln p {written}, though the reference has {reference}{en_cut}",
            "搜索保住了吗？没有：从第 {at} 个词起写了别的，ln p {written}，而参考译文是 {reference}{zh_cut}"
        )
    } else {
        both!(
            "kept by the search? it is not the search: from word {at} on the model prefers another, ln p {written} to {reference}{en_cut}",
            "搜索保住了吗？问题不在搜索：从第 {at} 个词起模型偏爱别的，ln p {written} 对 {reference}{zh_cut}"
        )
    }
}
