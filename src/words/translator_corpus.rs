//! What is said of pairs of sentences: tables that are wrong, sentences that cannot be read or said, roles of words.

use super::Text;
use super::width::{cut, visible};
use crate::both;
use crate::translator::Side;
use crate::translator::corpus::{CannotRead, CannotSay, Kind, Role, TableFault, TableProblem, TableProblems, Wanted};

/// The cells a quoted unit may take in a sentence.
const QUOTED: usize = 24;

/// A problem of a table, after the file and the line: `my.tsv:14: no tab; …`. A table without pairs has no line to
/// name.
pub fn table_problem(file: &str, problem: &TableProblem) -> Text {
    let Text { en, zh } = table_fault(&problem.fault);
    let file = visible(file);
    let line = problem.line;
    if problem.fault == TableFault::NoPairs {
        both!("{file}: {en}", "{file}: {zh}")
    } else {
        both!("{file}:{line}: {en}", "{file}:{line}: {zh}")
    }
}

/// Every problem that is told, a text each, and how many there are beside those.
pub fn table_problems(file: &str, problems: &TableProblems) -> Vec<Text> {
    let mut texts: Vec<Text> = problems.told.iter().map(|problem| table_problem(file, problem)).collect();
    let (file, more) = (visible(file), problems.more);
    match more {
        0 => {}
        1 => texts.push(both!("{file}: 1 more problem", "{file}: 还有 1 处问题")),
        _ => texts.push(both!("{file}: {more} more problems", "{file}: 还有 {more} 处问题")),
    }
    texts
}

fn table_fault(fault: &TableFault) -> Text {
    match fault {
        TableFault::NoTab => Text::new(
            "no tab; write the source units, a tab, then the target words",
            "没有制表符；请先写源语言单位，再写一个制表符，然后写目标语言的词",
        ),
        TableFault::Tabs { count } => both!(
            "{count} tabs; only one may stand in a line, between source and target",
            "有 {count} 个制表符；一行只能有一个，放在源句和译文之间"
        ),
        TableFault::Empty { side } => {
            let (en, zh) = (side_en(*side), side_zh(*side));
            let (where_en, where_zh) = match side {
                Side::Source => ("before", "前面"),
                Side::Target => ("after", "后面"),
            };
            both!(
                "the {en} is empty; write its words {where_en} the tab, with spaces between them",
                "{zh}是空的；请在制表符{where_zh}写出各个词，用空格隔开"
            )
        }
        TableFault::LongUnit { side, at, unit, count, most } => {
            let (en, zh, unit, place) = (side_en(*side), side_zh(*side), cut(unit, QUOTED), at + 1);
            both!(
                "word {place} of the {en}, {unit}, has {count} characters, and {most} is the most; put spaces between \
                 words",
                "{zh}的第 {place} 个词 {unit} 有 {count} 个字符，最多 {most} 个；请用空格把词隔开"
            )
        }
        TableFault::TooManyUnits { side, count, most } => {
            let (en, zh) = (side_en(*side), side_zh(*side));
            both!(
                "the {en} has {count} words, and {most} is the most; divide the sentence",
                "{zh}有 {count} 个词，最多 {most} 个；请把句子拆开"
            )
        }
        TableFault::Reserved { side, at, mark } => {
            let (en, zh, place) = (side_en(*side), side_zh(*side), at + 1);
            both!(
                "word {place} of the {en} is {mark}, which the program uses itself; take it out or spell it otherwise",
                "{zh}的第 {place} 个词是 {mark}，这是程序自用的标记；请删去或换一种写法"
            )
        }
        TableFault::EarlyEnd { at } => {
            let place = at + 1;
            both!(
                "word {place} of the target is <eos>, and more follows; <eos> may stand only at the very end, and need \
                 not be written",
                "译文的第 {place} 个词是 <eos>，后面却还有词；<eos> 只能在末尾，也可以不写"
            )
        }
        TableFault::Unseen { at, character } => {
            let (place, code) = (at + 1, u32::from(*character));
            both!(
                "character {place} is not text (U+{code:04X}); delete it",
                "第 {place} 个字符不是文字（U+{code:04X}）；请删去"
            )
        }
        TableFault::TooManyPairs { most } => both!(
            "more than {most} pairs; shorten the table so that this is not reached",
            "超过了 {most} 对句子；请把表缩短，到这一行之前为止"
        ),
        TableFault::TooManyWords { side, most } => {
            let (en, zh) = (side_en(*side), side_zh(*side));
            both!(
                "more than {most} different words in the {en} up to here; shorten the table, or cut words into smaller \
                 units",
                "到这里为止，{zh}里不同的词超过了 {most} 个；请把表缩短，或把词切得更小"
            )
        }
        TableFault::NoPairs => Text::new(
            "no pairs; write one a line: the source units, a tab, then the target words",
            "没有句对；请每行写一对：源语言单位、一个制表符、目标语言的词",
        ),
    }
}

fn side_en(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

fn side_zh(side: Side) -> &'static str {
    match side {
        Side::Source => "源句",
        Side::Target => "译文",
    }
}

/// A typed sentence that is none of the vocabulary; `nearest` is a word that may have been meant.
pub fn cannot_read(reason: &CannotRead, nearest: Option<&str>) -> Text {
    match reason {
        CannotRead::Empty => {
            Text::new("no words; write them with spaces between them", "没有词；请写出各个词，用空格隔开")
        }
        CannotRead::TooLong { count, most } => {
            both!(
                "{count} words, and {most} is the most; write a shorter sentence",
                "有 {count} 个词，最多 {most} 个；请写短一些"
            )
        }
        CannotRead::Unknown { at, unit } => unknown(*at, unit, nearest),
        CannotRead::Reserved { at, mark } => {
            let place = at + 1;
            both!(
                "word {place} is {mark}, which is a mark and no word; take it out",
                "第 {place} 个词 {mark} 是标记，不是词；请删去"
            )
        }
    }
}

fn unknown(at: usize, unit: &str, nearest: Option<&str>) -> Text {
    let (place, unit) = (at + 1, cut(unit, QUOTED));
    match nearest.map(|nearest| cut(nearest, QUOTED)) {
        Some(nearest) => both!(
            "word {place}, {unit}, is not in the vocabulary; did you mean {nearest}?",
            "第 {place} 个词 {unit} 不在词表里；是不是 {nearest}？"
        ),
        None => both!(
            "word {place}, {unit}, is not in the vocabulary; use its words, with spaces between them",
            "第 {place} 个词 {unit} 不在词表里；请用词表里的词，用空格隔开"
        ),
    }
}

/// A sentence that the grammar cannot say, so that there is no reference for it; `units` is the sentence, `nearest` a
/// unit that may have been meant.
pub fn cannot_say<U: AsRef<str>>(reason: &CannotSay, units: &[U], nearest: Option<&str>) -> Text {
    let place = reason.at() + 1;
    match reason {
        CannotSay::Nothing => {
            Text::new("no words; a sentence begins with a person or a time", "没有词；句子以人或时间开头")
        }
        CannotSay::Unknown { at, unit } => unknown(*at, unit, nearest),
        CannotSay::Expected { at, wanted } => expected(place, units.get(*at).map(AsRef::as_ref), *wanted),
        CannotSay::RecipientIsSubject { person, .. } => {
            let person = person.source();
            both!(
                "word {place}: {person} is the subject already; somebody else has to be given something",
                "第 {place} 个词：{person} 已经是主语；收到东西的要是别人"
            )
        }
        CannotSay::SameNoun { noun, .. } => {
            let noun = noun.source();
            both!(
                "word {place}: {noun} is there already; the second object has to be another",
                "第 {place} 个词：{noun} 已经说过；第二样东西要不同"
            )
        }
    }
}

fn expected(place: usize, found: Option<&str>, wanted: Wanted) -> Text {
    let (en, zh) = wanted_words(wanted);
    let units = wanted.units();
    let units = units.join(" ");
    match found {
        // Nothing follows a full stop, so there is something there.
        _ if units.is_empty() => {
            both!("word {place}: {en}; begin another sentence", "第 {place} 个词：{zh}；请另起一句")
        }
        Some(found) => {
            let found = cut(found, QUOTED);
            both!(
                "word {place} has to be {en} ({units}), not {found}",
                "第 {place} 个词应是{zh}（{units}），不是 {found}"
            )
        }
        None => both!(
            "the sentence ends too early; word {place} has to be {en} ({units})",
            "句子没有说完；第 {place} 个词应是{zh}（{units}）"
        ),
    }
}

fn wanted_words(wanted: Wanted) -> (&'static str, &'static str) {
    match wanted {
        Wanted::SubjectOrTime => ("a person or a time", "人或时间"),
        Wanted::Subject => ("who gives", "主语"),
        Wanted::Time => ("a time", "时间"),
        Wanted::Give => ("the verb", "动词"),
        Wanted::DoneOrRecipient { .. } => ("the rest of the verb or who is given", "动词的后半或收到东西的人"),
        Wanted::Recipient { .. } => ("who is given", "收到东西的人"),
        Wanted::Buy => ("the second part of the verb", "动词的第二部分"),
        Wanted::Done => ("the end of the verb", "动词的末尾"),
        Wanted::Quantity => ("a number", "数词"),
        Wanted::Measure => ("a measure word", "量词"),
        Wanted::Noun { besides: None, .. } => ("a noun of its measure word", "与量词相配的名词"),
        Wanted::Noun { besides: Some(_), .. } => ("another noun of its measure word", "与量词相配的另一个名词"),
        Wanted::MoreOrStop => {
            ("what joins another object or clause, or the full stop", "连接下一样东西或下一个分句的词，或句号")
        }
        Wanted::Stop => ("the full stop", "句号"),
        Wanted::End => ("nothing stands after the full stop", "句号后面不能再有词"),
    }
}

/// What a target word does, as a table or a legend names it.
pub fn role(role: Role) -> Text {
    let (en, zh) = match role {
        Role::Subject => ("subject", "主语"),
        Role::Gave => ("gave", "gave"),
        Role::Bought => ("bought", "bought"),
        Role::Recipient => ("recipient", "接受者"),
        Role::Quantity => ("article or number", "冠词或数词"),
        Role::Measure => ("measure", "量词"),
        Role::Of => ("of", "of"),
        Role::Object => ("noun", "名词"),
        Role::Time => ("time", "时间"),
        Role::Week => ("week (follows from last)", "week（由 last 而来）"),
        Role::And => ("and", "and"),
        Role::Stop => ("full stop", "句号"),
        Role::End => ("end", "结束"),
    };
    Text::new(en, zh)
}

/// What a sentence is made of.
pub fn kind(kind: Kind) -> Text {
    let (en, zh) = match kind {
        Kind::A => ("one clause, one object", "一个分句，一样东西"),
        Kind::B => ("one clause, two objects", "一个分句，两样东西"),
        Kind::C => ("two clauses, one object each", "两个分句，各一样东西"),
    };
    Text::new(en, zh)
}
