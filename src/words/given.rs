//! What is given beside q, K, V and G: words and projections, the scorer's parameters.

use super::Text;
use crate::both;
use crate::engine::{Parameter, ScorerKind, Tensor};

/// Rows and columns of a tensor.
pub fn shape(rows: usize, columns: usize) -> Text {
    both!("{rows}×{columns}", "{rows}×{columns}")
}

/// Which part of a tensor is shown, first and last row and column of all there are; the longest form first.
pub fn part_of_shape(
    ((first_row, last_row), (first_column, last_column)): ((usize, usize), (usize, usize)),
    (rows, columns): (usize, usize),
) -> Vec<Text> {
    vec![
        both!(
            "{rows}×{columns}, rows {first_row}..{last_row}, columns {first_column}..{last_column}",
            "{rows}×{columns}，第 {first_row}..{last_row} 行、第 {first_column}..{last_column} 列"
        ),
        both!(
            "{first_row}..{last_row}, {first_column}..{last_column} of {rows}×{columns}",
            "{rows}×{columns} 中 {first_row}..{last_row}, {first_column}..{last_column}"
        ),
        shape(rows, columns),
    ]
}

/// The letter of a tensor.
pub fn symbol(tensor: Tensor) -> &'static str {
    match tensor {
        Tensor::SourceEmbeddings => "X",
        Tensor::TargetEmbeddings => "Y",
        Tensor::QueryProjection => "W^Q",
        Tensor::KeyProjection => "W^K",
        Tensor::ValueProjection => "W^V",
        Tensor::Queries => "Q",
        Tensor::Keys => "K",
        Tensor::Values => "V",
        Tensor::Head => "G",
        Tensor::Bias => "b",
        Tensor::Parameter(parameter) => match parameter {
            Parameter::W => "W",
            Parameter::Wq => "W_q",
            Parameter::Wk => "W_k",
            Parameter::Ba => "b_a",
            Parameter::Va => "v_a",
            Parameter::A => "a",
            Parameter::B => "b",
        },
    }
}

/// The head over the tensors that have no place on the main screen.
pub fn head(words: bool, kind: ScorerKind) -> Text {
    let name = kind.name();
    match (words, kind.parameters().is_empty()) {
        (true, true) => {
            Text::new("GIVEN: words X and projections; q, K, V follow", "给定：词 X 与投影矩阵；q、K、V 由此算出")
        }
        (true, false) => both!(
            "GIVEN: words X and projections; parameters of the {name} scorer",
            "给定：词 X 与投影矩阵；{name} 打分的参数"
        ),
        (false, _) => both!("GIVEN: parameters of the {name} scorer", "给定：{name} 打分的参数"),
    }
}

/// There is nothing of the kind.
pub fn nothing_more(kind: ScorerKind) -> Text {
    let name = kind.name();
    both!(
        "the {name} scorer has no parameters, and no words are given: q, K, V and G are all there is",
        "{name} 打分没有参数，也没有给出词：给定的只有 q、K、V、G"
    )
}

/// A word was changed: what follows from it moves together.
pub fn words_move(changed: &str, moved: &str, zh_moved: &str) -> Text {
    both!(
        "{changed} changed, and {moved} with it: this is not the intervention \"only q\"",
        "改了 {changed}，{zh_moved} 跟着变：这不是“只改 q”那样的干预"
    )
}

/// Where q, K and V come from in a model given by words.
pub fn follow_from_words(own_rows: bool) -> Text {
    if own_rows {
        Text::new("q = yW^Q  K = XW^K  V = XW^V", "q = yW^Q  K = XW^K  V = XW^V")
    } else {
        Text::new("q = xW^Q  K = XW^K  V = XW^V", "q = xW^Q  K = XW^K  V = XW^V")
    }
}

/// The same where there is little room.
pub fn from_words_in_short() -> Text {
    Text::new("from words", "由词算出")
}

/// A number of q, K or V that moved because the words did.
pub fn moved_with_words(before: &str) -> Text {
    both!("follows from the words; baseline {before}", "由词算出；基线为 {before}")
}

/// A number of q, K or V that is set by hand.
pub fn overridden(given: &str, address: &str) -> Text {
    both!(
        "# set by hand: the words give {given} (set {address} words gives it back)",
        "# 手工设定：词给出的是 {given}（set {address} words 还给词）"
    )
}

/// A parameter of another scorer than the one in use was set.
pub fn set_for_another_scorer(address: &str, kind: ScorerKind) -> Text {
    let name = kind.name();
    both!(
        "{address} is set; the {name} scorer, which is in use, does not read it",
        "{address} 已设定；当前的 {name} 打分不用它"
    )
}

/// A number that stands in the view of parameters was set.
pub fn set_among_parameters(address: &str) -> Text {
    both!("{address} is set; view parameters shows it", "{address} 已设定；view parameters 可以看到它")
}

/// A query of which something is set by hand.
pub fn by_hand() -> Text {
    Text::new("by hand", "手工设定")
}
