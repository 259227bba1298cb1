//! What is said about a file that is not TOML, or about a number that is not one of TOML's.

use super::Text;
use crate::both;

/// A text that does not follow TOML's grammar. The parser names each case by an English description; those that people
/// meet are put into words of our own, the others are passed on.
pub fn syntax(description: &str) -> Text {
    let (en, zh) = match description {
        "key with no value" | "missing value for key" => {
            ("a key without a value; write key = value", "键后面没有值；请写 键 = 值")
        }
        "missing value" | "invalid value" => ("a value is missing here", "这里缺一个值"),
        "invalid key-value pair" | "unquoted keys cannot be empty" | "missing key for inline table element" => {
            ("a key is missing here; write key = value", "这里缺一个键；请写 键 = 值")
        }
        "invalid unquoted key" => (
            "a key with brackets or letters beyond a-z has to be quoted; write \"G[1,2]\" = …",
            "含有方括号或 a-z 以外文字的键要加引号；请写 \"G[1,2]\" = …",
        ),
        "invalid table" => ("the name of a table is missing; write [source]", "缺少表名；请写 [source]"),
        "unclosed table" => ("this table header is not closed; a ] is missing", "表头没有闭合，缺一个 ]"),
        "unclosed array table" => ("this table header is not closed; ]] is missing", "表头没有闭合，缺 ]]"),
        "missing table open" => {
            ("this ] closes nothing; a table header is [name]", "这个 ] 没有对应的 [；表头写作 [名字]")
        }
        "unclosed array" => ("this [ is never closed; a ] is missing", "这个 [ 没有闭合，缺一个 ]"),
        "missing array opening" => ("this ] closes nothing; there is no [ before it", "这个 ] 没有对应的 ["),
        "missing comma between array elements" => ("a comma is missing before this", "这前面缺一个逗号"),
        "extra comma in array" | "extra comma in inline table" => ("one comma too many", "多了一个逗号"),
        "unexpected `=` in array" => {
            ("an = inside an array; key = value stands between { and }", "数组里出现了 =；键 = 值 应写在 { } 里")
        }
        "unclosed inline table" => ("this { is never closed; a } is missing", "这个 { 没有闭合，缺一个 }"),
        "missing inline table opening" => ("this } closes nothing; there is no { before it", "这个 } 没有对应的 {"),
        "missing comma between key-value pairs" => ("a comma is missing before this key", "这个键前面缺一个逗号"),
        "missing assignment between key-value pairs" => ("an = is missing before this", "这前面缺一个 ="),
        "extra `=`" | "extra assignment between key-value pairs" => ("one = too many", "多了一个 ="),
        "unexpected key or value" | "unexpected content" => {
            ("nothing more may stand on this line; begin a new line", "这一行后面不能再写东西；请另起一行")
        }
        "unexpected content between comment and newline"
        | "invalid comment character"
        | "carriage return must be followed by newline" => {
            ("a control character stands here; delete it", "这里有一个控制字符；请删去")
        }
        "cannot recurse further; max recursion depth met" => {
            ("arrays and tables are nested too deep here", "这里的数组和表嵌套得太深")
        }
        other => return both!("this is not TOML: {other}", "这不是合法的 TOML：{other}"),
    };
    Text::new(en, zh)
}

/// A dotted key of very many parts.
pub fn key_too_deep() -> Text {
    Text::new(
        "this key has too many parts; a scenario needs no more than two",
        "这个键的部分太多；场景文件最多只需要两部分",
    )
}

/// Quotation marks that do not close, or an escape that does not exist.
pub fn broken_string(one_line: bool) -> Text {
    if one_line {
        Text::new(
            "this text is not well quoted: the closing quotation mark is missing on its line, or a \\ stands before a \
             character it does not go with (write \\\\ for a backslash)",
            "这段文字的引号有误：同一行缺少右引号，或 \\ 后面的字符不能转义（反斜杠写作 \\\\）",
        )
    } else {
        Text::new(
            "this text is not well quoted: three closing quotation marks are missing, or a \\ stands before a character \
             it does not go with (write \\\\ for a backslash)",
            "这段文字的引号有误：缺少三个右引号，或 \\ 后面的字符不能转义（反斜杠写作 \\\\）",
        )
    }
}

/// `q = 1 0`, `q = [1 0]`.
pub fn two_values() -> Text {
    Text::new(
        "two values stand side by side; in a list, write a comma between them",
        "两个值紧挨着；在列表里，中间要写逗号",
    )
}

/// `words = [him]`.
pub fn unquoted(written: &str) -> Text {
    both!(
        "{written} is not a value; text stands in quotation marks: \"{written}\"",
        "{written} 不是值；文字要加引号：\"{written}\""
    )
}

/// A key or a table that is there already.
pub fn twice(key: &str) -> Text {
    both!("{key} is already there; keep one of the two", "{key} 已经出现过；只保留一个")
}

/// A header that reaches into an inline table.
pub fn closed_table(key: &str) -> Text {
    both!(
        "{key} was written between braces and cannot be added to here; write it all in one place",
        "{key} 已写在花括号里，不能在这里再添加；请写在一处"
    )
}

/// `[query]` and `[[query]]`.
pub fn table_and_tables(name: &str) -> Text {
    both!(
        "{name} appears both as [{name}] and as [[{name}]]; write it the same way each time",
        "{name} 既写成 [{name}] 又写成 [[{name}]]；请用同一种写法"
    )
}

/// `1e400`.
pub fn overflows(written: &str) -> Text {
    both!("{written} is larger than a double can hold (about 1.8e308)", "{written} 超出双精度数的范围（约 1.8e308）")
}

/// `nan`, `inf`.
pub fn not_finite(written: &str) -> Text {
    both!("{written} is not a number to work with; write a finite number", "{written} 不能参与计算；请写一个有限的数")
}

/// `1/3`, `.5`, `012`: not TOML, but its value is plain.
pub fn value_instead(written: &str, value: &str) -> Text {
    both!("{written} is not a number in TOML; write {value}", "TOML 里不能写 {written}；请写 {value}")
}

/// Something that begins like a number.
pub fn not_a_number(written: &str) -> Text {
    both!("{written} is not a number; write one such as 2, -0.5 or 1e-3", "{written} 不是数；数写作 2、-0.5 或 1e-3")
}

/// Further numbers of one array that are none.
pub fn more_numbers(count: usize) -> Text {
    both!("{count} more numbers of this array are wrong", "这个数组里还有 {count} 个数有误")
}
