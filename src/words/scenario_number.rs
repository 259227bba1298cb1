//! What is said about a number that was typed.

use super::Text;
use crate::both;

/// An empty field.
pub fn nothing_typed() -> Text {
    Text::new(
        "nothing is written here; a number is wanted, such as 0.5 or 1/3",
        "这里是空的；应写一个数，例如 0.5 或 1/3",
    )
}

/// `1+`.
pub fn ends_too_soon() -> Text {
    Text::new("the expression ends too soon; a number is wanted here", "算式没有写完；这里还缺一个数")
}

/// `*2`, `()`.
pub fn number_missing_before(symbol: char) -> Text {
    both!("a number is missing before {symbol}", "{symbol} 前面缺一个数")
}

/// A character that means nothing in an expression.
pub fn not_understood(symbol: char) -> Text {
    both!(
        "“{symbol}” is not part of a number; write digits, + - * / ^ ( ) or a function such as sqrt(2)",
        "“{symbol}”不是数的一部分；可写数字、+ - * / ^ ( ) 或函数，例如 sqrt(2)"
    )
}

/// `2pi`, `1 2`.
pub fn multiplication_missing() -> Text {
    Text::new("two values stand side by side; write * between them to multiply", "两个值紧挨着；要相乘请在中间写 *")
}

/// `1+2)`.
pub fn nothing_to_close() -> Text {
    Text::new("this ) closes nothing; there is no ( before it", "这个 ) 没有对应的 (")
}

/// `(1+2`.
pub fn never_closed() -> Text {
    Text::new("this ( is never closed; a ) is missing", "这个 ( 没有闭合，缺一个 )")
}

/// `1.2.3`.
pub fn two_points(number: &str) -> Text {
    both!("{number} has more than one decimal point; one is allowed", "{number} 有不止一个小数点；只能有一个")
}

/// Nested beyond the limit.
pub fn too_deep(deepest: usize) -> Text {
    both!(
        "the expression is nested more than {deepest} deep; write it flatter",
        "算式嵌套超过 {deepest} 层；请写得简单些"
    )
}

/// `1/0`.
pub fn divides_by_zero() -> Text {
    Text::new("this divides by 0, which has no value", "这里除以了 0，没有值")
}

/// `(-8)^(1/3)`.
pub fn no_real_power() -> Text {
    Text::new("a negative number has no real power with this exponent", "负数没有这样的实数次幂")
}

/// `1e400`.
pub fn beyond_f64() -> Text {
    Text::new("the result is larger than a double can hold (about 1.8e308)", "结果超出双精度数的范围（约 1.8e308）")
}

/// `nan`, `inf`.
pub fn not_finite(written: &str) -> Text {
    both!(
        "{written} is not a number to work with; a finite number is wanted",
        "{written} 不能参与计算；应写一个有限的数"
    )
}

/// `log(2)`: base e or 10?
pub fn which_logarithm() -> Text {
    Text::new(
        "log can mean two things; write ln for base e, log10 for base 10",
        "log 有两种含义；以 e 为底写 ln，以 10 为底写 log10",
    )
}

/// An unknown function or constant.
pub fn unknown_name(written: &str, near: Option<&str>) -> Text {
    match near {
        Some(near) => both!("“{written}” is not known; did you mean {near}?", "不认识“{written}”；是不是 {near}？"),
        None => both!(
            "“{written}” is not known; known are sqrt, exp, ln, log2, log10, tanh, sinh, cosh, sin, cos, tan, abs, pi, e",
            "不认识“{written}”；可用 sqrt、exp、ln、log2、log10、tanh、sinh、cosh、sin、cos、tan、abs、pi、e"
        ),
    }
}

/// `sqrt 2`.
pub fn function_wants_brackets(function: &str) -> Text {
    both!("{function} wants brackets: {function}(…)", "{function} 后面要有括号：{function}(…)")
}

/// `sqrt(-1)`.
pub fn needs_not_negative(function: &str) -> Text {
    both!("{function} of a number below 0 has no real value", "{function} 不能用于小于 0 的数")
}

/// `ln(0)`.
pub fn needs_positive(function: &str) -> Text {
    both!("{function} needs a number above 0", "{function} 只能用于大于 0 的数")
}

/// A comma that is neither a decimal mark nor a separator.
pub fn comma_not_here() -> Text {
    Text::new("a comma is not understood here; the decimal mark is a point", "这里不能写逗号；小数点请写 .")
}

/// `1,234.5`.
pub fn comma_and_point() -> Text {
    Text::new(
        "a comma and a point in one number; write it with a point only, such as 1234.5",
        "一个数里既有逗号又有小数点；请只用小数点，例如 1234.5",
    )
}

/// `1,2,3` where one number is wanted.
pub fn several_commas() -> Text {
    Text::new("more than one comma; one number is wanted here", "有不止一个逗号；这里只要一个数")
}

/// `set q 0,1`.
pub fn spaces_separate() -> Text {
    Text::new(
        "in a command, spaces stand between numbers and the decimal mark is a point: 0 1 or 0.1",
        "命令里用空格分隔各数，小数点写 .：0 1 或 0.1",
    )
}

/// A paste without a number in it.
pub fn nothing_pasted() -> Text {
    Text::new("there is no number in what was pasted", "粘贴的内容里没有数")
}

/// Rows of different lengths. Counted from 1.
pub fn ragged_block(row: usize, numbers: usize, wanted: usize) -> Text {
    both!(
        "row {row} of the pasted block has {numbers} numbers, row 1 has {wanted}; all rows must have the same",
        "粘贴内容第 {row} 行有 {numbers} 个数，第 1 行有 {wanted} 个；各行必须一样多"
    )
}

/// `1,5, 2,5` and the like.
pub fn mixed_separators() -> Text {
    Text::new(
        "it is not clear what separates the numbers here; separate them all by tabs or spaces, or all by commas",
        "看不出各数之间用什么分隔；请全用制表符或空格，或全用逗号",
    )
}

/// `[[1, 2], [3`.
pub fn brackets_do_not_match() -> Text {
    Text::new(
        "the square brackets do not match; rows look like [[1, 2], [3, 4]]",
        "方括号不配对；应写成 [[1, 2], [3, 4]]",
    )
}
