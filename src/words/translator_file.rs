//! What is said of a file of a trained translator that is wrong. Sentences are without the file's name.

use super::Text;
use super::width::cut as shortened;
use crate::both;
use crate::translator::{CannotBuild, Side};

/// The cells a name from a file may take in a sentence.
const QUOTED: usize = 40;

/// It ends before what it announces.
pub fn cut() -> Text {
    Text::new(
        "this is no safetensors file, or one that was cut: it ends before what it announces; copy it again, whole",
        "这不是 safetensors 文件，或者文件不完整：内容比它声明的短；请重新完整复制",
    )
}

/// A header that is said to be larger than any.
pub fn header_too_large(claimed: u64, most: usize) -> Text {
    both!(
        "this is no safetensors file: its header would have {claimed} bytes, and {most} is the most",
        "这不是 safetensors 文件：按它的声明，文件头有 {claimed} 字节，最多只能有 {most} 字节"
    )
}

/// A header that is not read.
pub fn header(reason: &str) -> Text {
    let reason = shortened(reason, 4 * QUOTED);
    both!(
        "this is no safetensors file: its header is wrong ({reason})",
        "这不是 safetensors 文件：文件头有误（{reason}）"
    )
}

/// Tensors that do not lie as they should.
pub fn layout(reason: &str) -> Text {
    let reason = shortened(reason, 4 * QUOTED);
    both!("the tensors do not lie as safetensors has it ({reason})", "张量的位置不符合 safetensors 的规定（{reason}）")
}

/// A later format.
pub fn newer(format: u64) -> Text {
    both!(
        "this file has format {format}, and 1 is the newest this version reads; use the version that wrote it",
        "这个文件的格式是 {format}，本版本最多只能读到 1；请用写出它的那个版本"
    )
}

/// What the program has written about it is wrong.
pub fn metadata(what: &str) -> Text {
    let what = shortened(what, 4 * QUOTED);
    both!(
        "what this file says of its training is wrong ({what}); take the file as `twoaxes train` wrote it",
        "文件里关于训练的说明有误（{what}）；请使用 `twoaxes train` 原样写出的文件"
    )
}

/// A type that is not read.
pub fn dtype(tensor: &str, found: &str) -> Text {
    let (tensor, found) = (shortened(tensor, QUOTED), shortened(found, QUOTED));
    both!("{tensor} is of type {found}; F64 and F32 are read", "{tensor} 的类型是 {found}；只能读 F64 和 F32")
}

/// A tensor no such translator has.
pub fn unknown(tensor: &str, nearest: Option<&str>) -> Text {
    let tensor = shortened(tensor, QUOTED);
    match nearest {
        Some(nearest) => both!(
            "a translator of this kind has no tensor {tensor}; did you mean {nearest}?",
            "这种翻译器没有张量 {tensor}；是不是 {nearest}？"
        ),
        None => both!("a translator of this kind has no tensor {tensor}", "这种翻译器没有张量 {tensor}"),
    }
}

/// A tensor that is not there.
pub fn missing(tensor: &str) -> Text {
    both!("the tensor {tensor} is missing", "缺少张量 {tensor}")
}

/// A tensor whose sizes tell the others', and that is no matrix.
pub fn no_matrix(tensor: &str, found: &[usize]) -> Text {
    let found = sizes(found);
    both!(
        "{tensor} has the shape {found}; it has to be a matrix, with at least one row and one column",
        "{tensor} 的形状是 {found}；它应当是矩阵，至少一行一列"
    )
}

/// A tensor of another shape.
pub fn shape(tensor: &str, found: &[usize], wanted: &[usize]) -> Text {
    let (found, wanted) = (sizes(found), sizes(wanted));
    both!(
        "{tensor} has the shape {found}; with the other tensors it has to be {wanted}",
        "{tensor} 的形状是 {found}；与其他张量相配的形状是 {wanted}"
    )
}

/// As `[30, 32]`.
fn sizes(shape: &[usize]) -> String {
    // A file may claim any number of dimensions.
    const TOLD: usize = 4;
    let mut told: Vec<String> = shape.iter().take(TOLD).map(usize::to_string).collect();
    if shape.len() > TOLD {
        told.push("…".to_owned());
    }
    format!("[{}]", told.join(", "))
}

/// There is no translator of these sizes.
pub fn cannot_build(reason: CannotBuild) -> Text {
    match reason {
        CannotBuild::Empty => {
            Text::new("a translator has at least one number of each size", "翻译器的每种大小都至少是 1")
        }
        CannotBuild::OddWidth(width) => both!(
            "a width of {width} cannot be halved between the two directions of the encoder; choose an even one, or an \
             encoder of one direction",
            "宽度 {width} 不能平分给编码器的两个方向；请选偶数，或用单向的编码器"
        ),
        CannotBuild::TooLarge => Text::new(
            "a translator of these sizes has more numbers than can be addressed; choose smaller ones",
            "这样大小的翻译器，数的个数超出了可以寻址的范围；请改小",
        ),
    }
}

/// More numbers than are trained.
pub fn too_many(count: usize, most: usize) -> Text {
    both!(
        "a translator of these sizes has {count} numbers, and {most} is the most; choose a smaller width, or fewer words",
        "这样大小的翻译器有 {count} 个数，最多 {most} 个；请把宽度改小，或减少词数"
    )
}

/// A number that is none.
pub fn not_finite(tensor: &str, row: usize, column: Option<usize>, number: f64) -> Text {
    let row = row + 1;
    let place = column.map_or_else(|| format!("{tensor}[{row}]"), |column| format!("{tensor}[{row},{}]", column + 1));
    let (en, zh) = if number.is_nan() { ("not a number", "不是数") } else { ("infinite", "无穷大") };
    both!("{place} is {en}; every number has to be finite", "{place} {zh}；每个数都必须有限")
}

/// Averages no training has.
pub fn averages(tensor: &str) -> Text {
    both!(
        "adam.m.{tensor} and adam.v.{tensor} cannot come from one training; take the file as `twoaxes train` wrote it",
        "adam.m.{tensor} 与 adam.v.{tensor} 不可能出自同一次训练；请使用 `twoaxes train` 原样写出的文件"
    )
}

/// Parameters alone, of a vocabulary that is not the lesson's.
pub fn words(side: Side, found: usize, lesson: usize) -> Text {
    let (en, zh) = match side {
        Side::Source => ("source", "源语言"),
        Side::Target => ("target", "目标语言"),
    };
    both!(
        "a file without words is read with the lesson's, and these are {found} {en} words where the lesson has {lesson}; \
         use a file that `twoaxes train` wrote",
        "文件里没有词表时使用本课的词表，但这里有 {found} 个{zh}词，本课是 {lesson} 个；请使用 `twoaxes train` 写出的文件"
    )
}
