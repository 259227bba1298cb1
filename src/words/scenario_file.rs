//! What is said about a scenario file that is TOML but not a scenario.

use super::Text;
use crate::both;

/// What a value should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A string.
    Text,
    /// A string, or one for each language.
    TextInLanguages,
    /// A list of strings.
    Texts,
    /// A number.
    Number,
    /// A list of numbers.
    Vector,
    /// A list of equal lists of numbers.
    Matrix,
    /// `true` or `false`.
    Boolean,
    /// Any of the forms of a mask.
    Mask,
    /// A table.
    Table,
    /// `[[…]]` tables.
    Tables,
}

impl Wanted {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Wanted::Text => ("a text such as \"him\"", "一段文字，例如 \"him\""),
            Wanted::TextInLanguages => {
                ("a text, or { en = \"…\", zh = \"…\" }", "一段文字，或 { en = \"…\", zh = \"…\" }")
            }
            Wanted::Texts => ("a list of texts such as [\"him\", \"book\"]", "一列文字，例如 [\"him\", \"book\"]"),
            Wanted::Number => ("a number", "一个数"),
            Wanted::Vector => ("a list of numbers such as [1, 0]", "一列数，例如 [1, 0]"),
            Wanted::Matrix => ("a list of rows such as [[1, 0], [0, 1]]", "若干行数，例如 [[1, 0], [0, 1]]"),
            Wanted::Boolean => ("true or false", " true 或 false"),
            Wanted::Mask => (
                "[true, false, …] for the slots, a list of such rows, \"causal\", or { padding = […], causal = true }",
                "各槽的 [true, false, …]、由这样的行组成的列表、\"causal\"，或 { padding = […], causal = true }",
            ),
            Wanted::Table => ("a table", "一个表"),
            Wanted::Tables => ("tables, each headed [[…]]", "若干以 [[…]] 开头的表"),
        }
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A string.
    Text,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// A date or time.
    Date,
    /// A flat array of numbers.
    Vector,
    /// An array of arrays of numbers.
    Matrix,
    /// Booleans, flat or in rows.
    Booleans,
    /// Another array.
    List,
    /// A table or tables.
    Table,
}

impl Found {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Found::Text => ("a text", "文字"),
            Found::Number => ("a number", "一个数"),
            Found::Boolean => ("true or false", " true 或 false"),
            Found::Date => ("a date", "日期"),
            Found::Vector => ("one list of numbers", "一列数"),
            Found::Matrix => ("rows of numbers", "若干行数"),
            Found::Booleans => ("a list of true and false", "一列 true 和 false"),
            Found::List => ("a list", "一个列表"),
            Found::Table => ("a table", "一个表"),
        }
    }
}

/// A value of the wrong type.
pub fn wrong_type(name: &str, wanted: Wanted, found: Found) -> Text {
    let ((en, zh), (found_en, found_zh)) = (wanted.words(), found.words());
    both!("{name} should be {en}, but it is {found_en}", "{name} 应是{zh}，这里却是{found_zh}")
}

/// Something that has to be there.
pub fn missing(name: &str, example: &str) -> Text {
    both!("{name} is missing; write {example}", "缺少 {name}；请写 {example}")
}

/// A table that has to be there, with something below its header.
pub fn missing_table(header: &str, below: &str) -> Text {
    both!("{header} is missing; write {header} and below it {below}", "缺少 {header}；请写 {header}，下面写 {below}")
}

/// A key nobody asked for.
pub fn unknown_key(key: &str, place: &str, near: Option<&str>, known: &[&str]) -> Text {
    let (place_en, place_zh) = if place.is_empty() {
        ("at the top of a scenario file".to_owned(), "场景文件的最外层".to_owned())
    } else {
        (format!("in {place}"), format!("{place} 里"))
    };
    match near {
        Some(near) => {
            both!("{key} is not known {place_en}; did you mean {near}?", "{place_zh}没有 {key} 这个键；是不是 {near}？")
        }
        None => {
            let (en, zh) = (known.join(", "), known.join("、"));
            both!("{key} is not known {place_en}; known are {en}", "{place_zh}没有 {key} 这个键；可用 {zh}")
        }
    }
}

/// An empty list.
pub fn empty(name: &str) -> Text {
    both!("{name} is empty; it needs at least one entry", "{name} 是空的；至少要有一项")
}

/// A file of another format.
pub fn unknown_format(written: &str) -> Text {
    both!("format {written} is not known; this program reads format = 1", "不认识格式 {written}；本程序只读 format = 1")
}

/// An id with other characters.
pub fn bad_id(id: &str) -> Text {
    both!(
        "“{id}” cannot be an id; an id is made of the letters a-z A-Z, digits, - and _",
        "“{id}”不能作 id；id 只用字母 a-z A-Z、数字、- 和 _"
    )
}

/// An id that means something already.
pub fn reserved_id(id: &str) -> Text {
    both!(
        "the id {id} always means the state without any intervention; choose another",
        "id {id} 专指未作干预的状态；请另取一个"
    )
}

/// The same of a reading's.
pub fn reserved_reading_id(id: &str) -> Text {
    both!(
        "the id {id} always means a reading by its place; choose another",
        "id {id} 专指按次序的另一种读取；请另取一个"
    )
}

/// A part of a scenario's body at the top of a file that holds readings.
pub fn body_outside_a_reading(key: &str) -> Text {
    let header =
        if matches!(key, "query" | "intervention") { format!("[[reading.{key}]]") } else { format!("[reading.{key}]") };
    both!(
        "{key} stands at the top of the file, but this file holds [[reading]]s, each with its own; write {header} below the [[reading]] it belongs to",
        "{key} 写在文件的最外层，但这个文件有 [[reading]]，各有各的 {key}；请写成 {header}，放在所属的 [[reading]] 下面"
    )
}

/// A tour inside of a reading.
pub fn step_inside_a_reading() -> Text {
    Text::new(
        "a tour belongs to the file, not to one of its readings; write [[step]], and the action \"reading ID\" where another reading is to be shown",
        "导览属于整个文件，不属于某一种读取；请写 [[step]]，要换一种读取时用动作 \"reading ID\"",
    )
}

/// Two interventions, steps or readings with one id.
pub fn id_twice(id: &str, line: usize) -> Text {
    both!("the id {id} is used on line {line} already; ids are distinct", "id {id} 在第 {line} 行已经用过；id 不能重复")
}

/// Two equal words.
pub fn word_twice(word: &str, first: usize, second: usize) -> Text {
    both!(
        "“{word}” is word {first} and word {second}; the words of a vocabulary are distinct",
        "“{word}”既是第 {first} 个词又是第 {second} 个词；词表里的词不能重复"
    )
}

/// `""` or `" "` among the words.
pub fn blank_word(number: usize) -> Text {
    both!(
        "word {number} is blank; a word has at least one character that is not a blank",
        "第 {number} 个词是空的；词至少要有一个不是空格的字符"
    )
}

/// `""` or `" "` among the slots.
pub fn blank_slot(number: usize) -> Text {
    both!(
        "slot {number} is blank; a slot's name has at least one character that is not a blank",
        "第 {number} 个槽的名称是空的；名称至少要有一个不是空格的字符"
    )
}

/// Rows of different lengths.
pub fn ragged(name: &str, row: usize, count: usize, wanted: usize) -> Text {
    let numbers = if count == 1 { "number" } else { "numbers" };
    both!(
        "row {row} of {name} has {count} {numbers}, but row 1 has {wanted}; all rows have the same",
        "{name} 第 {row} 行有 {count} 个数，第 1 行却有 {wanted} 个；各行应一样多"
    )
}

/// A row without a number.
pub fn empty_row(name: &str, row: usize) -> Text {
    both!("row {row} of {name} is empty; it needs at least one number", "{name} 第 {row} 行是空的；至少要有一个数")
}

/// What is counted, and by what else it is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Rows of K or V, or entries of a mask, against the slots.
    Slots,
    /// Numbers of a bias or a row of G, against the words.
    Words,
    /// Numbers of a query or a scorer's row, against those of a key.
    KeyWidth,
    /// Rows of G, against the numbers of a value.
    ValueWidth,
    /// Rows of a mask, against the queries.
    Queries,
    /// Rows of a mask, against those that follow from words.
    Rows,
    /// Columns of Y or rows of a projection, against the numbers of an embedding.
    EmbeddingWidth,
    /// Columns of WQ, against those of WK.
    KeyProjection,
    /// Rows of G, against the columns of WV.
    ValueProjection,
    /// Queries, against the rows of Y.
    TargetEmbeddings,
    /// Queries, against the slots where there is no Y.
    RowsAreSlots,
}

/// Two sizes that have to agree. `counted` is “rows” and the like, in both languages.
pub fn sizes_differ(name: &str, count: usize, counted: Counted, against: Sizes, wanted: usize) -> Text {
    let (en, zh) = counted.words(count);
    let many = |one: &str| if wanted == 1 { one.to_owned() } else { format!("{one}s") };
    let (against_en, against_zh) = match against {
        Sizes::Slots => {
            let slots = many("slot");
            (format!("source.slots names {wanted} {slots}"), format!("source.slots 有 {wanted} 个槽"))
        }
        Sizes::Words => {
            let words = many("word");
            (format!("vocab.words names {wanted} {words}"), format!("vocab.words 有 {wanted} 个词"))
        }
        Sizes::KeyWidth => {
            let numbers = many("number");
            (format!("each key in K has {wanted} {numbers}"), format!("K 的每个键有 {wanted} 个数"))
        }
        Sizes::ValueWidth => {
            let numbers = many("number");
            (format!("each value in V has {wanted} {numbers}"), format!("V 的每个值有 {wanted} 个数"))
        }
        Sizes::Queries => {
            let tables = many("table");
            (
                format!("there {} {wanted} [[query]] {tables}", if wanted == 1 { "is" } else { "are" }),
                format!("[[query]] 有 {wanted} 个"),
            )
        }
        Sizes::Rows => {
            let rows = many("row");
            (format!("this scenario has {wanted} {rows}"), format!("这个场景有 {wanted} 行"))
        }
        Sizes::EmbeddingWidth => {
            let numbers = many("number");
            (format!("each embedding in X has {wanted} {numbers}"), format!("X 的每个词向量有 {wanted} 个数"))
        }
        Sizes::KeyProjection => (format!("WK has {wanted} {}", many("column")), format!("WK 有 {wanted} 列")),
        Sizes::ValueProjection => (format!("WV has {wanted} {}", many("column")), format!("WV 有 {wanted} 列")),
        Sizes::TargetEmbeddings => (format!("Y has {wanted} {}", many("row")), format!("Y 有 {wanted} 行")),
        Sizes::RowsAreSlots => {
            let slots = many("slot");
            (
                format!("source.slots names {wanted} {slots}; without Y the rows are the slots"),
                format!("source.slots 有 {wanted} 个槽；没有 Y 时行就是槽"),
            )
        }
    };
    both!("{name} has {en}, but {against_en}", "{name} 有{zh}，但 {against_zh}")
}

/// What a size counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Rows of a matrix.
    Rows,
    /// Columns of a matrix.
    Columns,
    /// Numbers of a vector.
    Numbers,
    /// Entries of a list.
    Entries,
    /// `[[…]]` tables.
    Tables,
}

impl Counted {
    fn words(self, count: usize) -> (String, String) {
        let (one, many, zh) = match self {
            Counted::Rows => ("row", "rows", "行"),
            Counted::Columns => ("column", "columns", "列"),
            Counted::Numbers => ("number", "numbers", "个数"),
            Counted::Entries => ("entry", "entries", "项"),
            Counted::Tables => ("table", "tables", "个"),
        };
        (format!("{count} {}", if count == 1 { one } else { many }), format!(" {count} {zh}"))
    }
}

/// `K` beside `X`; `given` is a key that is written. It would be `from` times `projection`.
pub fn follows_from_words(name: &str, given: &str, from: &str, projection: &str) -> Text {
    both!(
        "{name} is given, but so is {given}: {name} follows from {from} and {projection} here; take one of the two out",
        "{name} 和 {given} 都给了：这里 {name} 由 {from} 与 {projection} 得出；请去掉其中之一"
    )
}

/// Something else than a number of q, k or v in `tensors.set`.
pub fn not_set_by_hand(address: &str) -> Text {
    both!(
        "{address} does not follow from the words, so it is not set here; only q, k and v are",
        "{address} 不是由词得出的，不在这里设定；这里只设定 q、k、v"
    )
}

/// W_q, W_k, b_a and v_a have one d_a.
pub fn attention_widths_differ(name: &str, count: usize, other: &str, wanted: usize) -> Text {
    both!(
        "{name} is made for d_a = {count}, but {other} for d_a = {wanted}; W_q, W_k, b_a and v_a share one d_a",
        "{name} 的 d_a 是 {count}，{other} 的却是 {wanted}；W_q、W_k、b_a、v_a 的 d_a 应相同"
    )
}

/// A scorer whose parameters would have to be made up and are too many for that.
pub fn scorer_too_large(kind: &str, d_k: usize) -> Text {
    both!(
        "the {kind} scorer would start from matrices of {d_k} × {d_k} numbers, which is too many",
        "{kind} 打分方式要从 {d_k} × {d_k} 的矩阵开始，太大了"
    )
}

/// `mask = "casual"`.
pub fn unknown_mask(written: &str) -> Text {
    both!(
        "“{written}” is not a mask; the only one written as a text is \"causal\"",
        "没有“{written}”这种屏蔽；能写成文字的只有 \"causal\""
    )
}

/// Neither language, or one only.
pub fn language_missing(name: &str, language: &str) -> Text {
    both!(
        "{name} lacks {language}; write both en and zh, or one plain text for both languages",
        "{name} 缺少 {language}；请写全 en 和 zh，或只写一段两种语言共用的文字"
    )
}

/// `hold = -1`.
pub fn bad_hold() -> Text {
    Text::new("hold is a number of seconds, 0 or more", "hold 是秒数，应不小于 0")
}

/// A whole tensor given in the wrong shape inside `set`.
pub fn wrong_shape(address: &str, rows: usize, columns: usize, wanted_rows: usize, wanted_columns: usize) -> Text {
    both!(
        "{address} has {wanted_rows} × {wanted_columns} numbers, but {rows} × {columns} are given",
        "{address} 有 {wanted_rows} × {wanted_columns} 个数，却给了 {rows} × {columns} 个"
    )
}

/// A file that is not UTF-8.
pub fn not_utf8(utf16: bool) -> Text {
    if utf16 {
        Text::new("this file is saved as UTF-16; save it as UTF-8", "文件以 UTF-16 保存；请另存为 UTF-8")
    } else {
        Text::new("this is not UTF-8 text; save the file as UTF-8", "这里不是 UTF-8 文本；请把文件另存为 UTF-8")
    }
}
