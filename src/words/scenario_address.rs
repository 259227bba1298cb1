//! What is said about an address, or a value that does not fit one.

use super::Text;
use crate::both;

/// What an index counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Target rows t.
    Row,
    /// Source slots j.
    Slot,
    /// Words w.
    Word,
    /// Components of a vector.
    Component,
    /// Rows of a scorer's matrix.
    MatrixRow,
}

impl Counted {
    /// One, many, and in Chinese with and without the measure word.
    fn names(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Counted::Row => ("row", "rows", "行", "行"),
            Counted::Slot => ("slot", "slots", "个槽", "槽"),
            Counted::Word => ("word", "words", "个词", "词"),
            Counted::Component => ("component", "components", "个分量", "分量"),
            Counted::MatrixRow => ("matrix row", "matrix rows", "行矩阵", "矩阵的行"),
        }
    }
}

/// An index past the end, or 0.
pub fn out_of_range(counted: Counted, written: &str, size: usize) -> Text {
    let (one, many, measured, zh) = counted.names();
    match size {
        1 => both!(
            "there is no {one} {written}; there is only {one} 1",
            "没有第 {written} {measured}；只有第 1 {measured}"
        ),
        _ => both!(
            "there is no {one} {written}; {many} are counted from 1 to {size}",
            "没有第 {written} {measured}；{zh}从 1 数到 {size}"
        ),
    }
}

/// A name where a number is wanted.
pub fn number_wanted(counted: Counted, written: &str, size: usize) -> Text {
    let (one, _, _, zh) = counted.names();
    both!(
        "“{written}” is not a {one}; write its number, 1 to {size}",
        "“{written}”不是{zh}的编号；请写 1 到 {size} 的数"
    )
}

/// A slot's name where its number is wanted.
pub fn slot_by_name(written: &str, number: usize) -> Text {
    both!(
        "a slot is written by its number; “{written}” is slot {number}",
        "槽要用编号来写；“{written}”是第 {number} 个槽"
    )
}

/// A word that is not in the vocabulary.
pub fn unknown_word(written: &str, near: Option<&str>, words: &[String]) -> Text {
    let size = words.len();
    match near {
        Some(near) => both!(
            "“{written}” is not a word of the vocabulary; did you mean “{near}”?",
            "词表里没有“{written}”；是不是“{near}”？"
        ),
        None if size <= 8 => {
            let (en, zh) = (words.join(", "), words.join("、"));
            both!("“{written}” is not a word of the vocabulary; its words are {en}", "词表里没有“{written}”；只有 {zh}")
        }
        None => both!(
            "“{written}” is not one of the {size} words of the vocabulary (vocab.words)",
            "词表（vocab.words，共 {size} 个词）里没有“{written}”"
        ),
    }
}

/// An empty address.
pub fn nothing_addressed() -> Text {
    Text::new("an address is missing, such as q, v2, v2[1] or G[1,2]", "缺少地址，例如 q、v2、v2[1] 或 G[1,2]")
}

/// A name that begins no address.
pub fn unknown_name(written: &str, near: Option<&str>) -> Text {
    match near {
        Some(near) => {
            both!("“{written}” is not an address; did you mean {near}?", "“{written}”不是地址；是不是 {near}？")
        }
        None => both!(
            "“{written}” is not an address; addresses look like q, k2, v2[1], G[1,2], bias1, target, mask[3], alpha[2]",
            "“{written}”不是地址；地址形如 q、k2、v2[1]、G[1,2]、bias1、target、mask[3]、alpha[2]"
        ),
    }
}

/// `q` where there are several rows. `many` is at least 2.
pub fn which_row(name: &str, many: usize) -> Text {
    both!(
        "there are {many} rows; write {name}1 to {name}{many}, with the number of the row",
        "共有 {many} 行；请带上行号，写 {name}1 到 {name}{many}"
    )
}

/// `k` without the slot.
pub fn which_slot(name: &str, many: usize) -> Text {
    both!(
        "{name} needs the number of a slot: {name}1 to {name}{many}",
        "{name} 后面要写槽的编号：{name}1 到 {name}{many}"
    )
}

/// `G2`.
pub fn no_number_after(name: &str, instead: &str) -> Text {
    both!("{name} takes no number; write {instead}", "{name} 后面不写编号；请写 {instead}")
}

/// The wrong number of indices.
pub fn wrong_indices(name: &str, forms: &str) -> Text {
    both!("the brackets do not fit {name}; write {forms}", "方括号里的内容不适合 {name}；请写 {forms}")
}

/// Brackets where none belong.
pub fn no_brackets(name: &str) -> Text {
    both!("{name} takes no brackets", "{name} 后面不写方括号")
}

/// `*` where it means nothing.
pub fn no_star() -> Text {
    Text::new("* is written only for all rows of a matrix, as in G[*,2]", "* 只用来表示矩阵的所有行，例如 G[*,2]")
}

/// `v2[1`.
pub fn never_closed() -> Text {
    Text::new("this [ is never closed; a ] is missing", "这个 [ 没有闭合，缺一个 ]")
}

/// `G[1,"him]`.
pub fn quote_never_closed() -> Text {
    Text::new("this quotation mark is never closed", "这个引号没有闭合")
}

/// `v2[]`.
pub fn empty_index() -> Text {
    Text::new("a number or a word is missing here", "这里缺一个编号或词")
}

/// Something after a complete address.
pub fn more_after(symbol: char) -> Text {
    both!("the address is complete before “{symbol}”; nothing may follow", "地址在“{symbol}”之前已经完整，后面不能再写")
}

/// A scorer's parameter the scenario does not have.
pub fn no_such_parameter(parameter: &str, scorer: &str, kind: &str) -> Text {
    both!(
        "this scenario has no {parameter}; it belongs to the {kind} scorer, the one in use is {scorer}",
        "这个场景没有 {parameter}；它属于 {kind} 打分方式，现在用的是 {scorer}"
    )
}

/// X, Y or a projection where q, K and V are given themselves.
pub fn no_embeddings(name: &str) -> Text {
    both!(
        "this scenario has no {name}: its q, K and V are given themselves, not by words (X, WQ, WK, WV)",
        "这个场景没有 {name}：q、K、V 是直接给定的，不是由词（X、WQ、WK、WV）得出的"
    )
}

/// Y where the rows are the slots.
pub fn no_target_embeddings(name: &str) -> Text {
    both!(
        "this scenario has no {name}: its rows are its slots, and both are embedded by X",
        "这个场景没有 {name}：它的行就是它的槽，词向量都在 X 里"
    )
}

/// `WQ` where there is only the scorer's W_q.
pub fn parameter_meant(name: &str, parameter: &str) -> Text {
    both!(
        "this scenario has no {name}, which would make q, K and V out of words; the scorer's parameter is {parameter}",
        "这个场景没有 {name}（由词得出 q、K、V 的投影）；打分方式的参数是 {parameter}"
    )
}

/// `W_q` where there is only the projection WQ.
pub fn projection_meant(name: &str, scorer: &str, projection: &str) -> Text {
    both!(
        "this scenario has no {name}, which belongs to the {scorer} scorer; what makes its vectors out of words is {projection}",
        "这个场景没有 {name}，它属于 {scorer} 打分方式；由词得出向量的投影是 {projection}"
    )
}

/// `--set q` without `=`.
pub fn no_equals_sign() -> Text {
    Text::new("an = is missing between the address and the values, as in q=0,1", "地址和值之间缺少 =，例如 q=0,1")
}

/// Setting a derived number.
pub fn cannot_be_set(address: &str) -> Text {
    both!(
        "{address} is computed from the givens and cannot be set; set q, k, v, G, bias, scorer, target or mask",
        "{address} 由给定的数算出，不能直接设定；可设定 q、k、v、G、bias、scorer、target、mask"
    )
}

/// The gradient of something that has none of its own.
pub fn no_gradient_of(address: &str) -> Text {
    both!(
        "there is no dL/d{address}: gradients are those of given numbers and of e, alpha, c and z, as in dL/dq[1], dL/de[2]",
        "没有 dL/d{address}：梯度只对给定的数以及 e、alpha、c、z 而言，例如 dL/dq[1]、dL/de[2]"
    )
}

/// The wrong number of numbers.
pub fn wrong_count(address: &str, wanted: usize, given: usize) -> Text {
    let (takes, are) = (numbers(wanted), if given == 1 { "is" } else { "are" });
    both!("{address} takes {takes}, but {given} {are} given", "{address} 需要 {wanted} 个数，却给了 {given} 个")
}

fn numbers(count: usize) -> String {
    if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") }
}

/// A scorer that does not exist.
pub fn unknown_scorer(written: &str, near: Option<&str>) -> Text {
    match near {
        Some(near) => {
            both!("“{written}” is not a scorer; did you mean {near}?", "没有“{written}”这种打分方式；是不是 {near}？")
        }
        None => both!(
            "“{written}” is not a scorer; there are dot, scaled-dot, bilinear, additive, linear",
            "没有“{written}”这种打分方式；可用 dot、scaled-dot、bilinear、additive、linear"
        ),
    }
}

/// A mask set to something else.
pub fn readable_wanted(written: &str) -> Text {
    both!(
        "“{written}” is neither true (the slot may be read) nor false (masked)",
        "“{written}”既不是 true（可读）也不是 false（屏蔽）"
    )
}

/// A number where a value of another kind is wanted, or the reverse.
pub fn value_does_not_fit(address: &str) -> Text {
    both!("this kind of value does not fit {address}", "这种值不适合 {address}")
}

/// Two settings of one command or intervention.
pub fn overlap(one: &str, other: &str) -> Text {
    both!(
        "{other} touches a cell that {one} sets too; set each cell once",
        "{other} 和 {one} 设定了同一个数；每个数只能设定一次"
    )
}

/// `words` where there are none.
pub fn no_words_to_follow(address: &str) -> Text {
    both!(
        "{address} cannot follow from words: this scenario has no X, WQ, WK and WV; write its numbers",
        "{address} 不能由词得出：这个场景没有 X、WQ、WK、WV；请写数"
    )
}

/// A number of q, k or v that the words would make too large.
pub fn beyond(address: &str) -> Text {
    both!(
        "{address} would follow from the words and be beyond what f64 can hold",
        "{address} 会由词得出，而它超出 f64 的范围"
    )
}

/// A value that is not finite.
pub fn not_finite(address: &str) -> Text {
    both!("{address} cannot hold a number that is not finite", "{address} 只能是有限的数")
}
