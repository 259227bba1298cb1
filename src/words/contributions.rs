//! The view of contributions: what each slot adds to each logit, and the four checks.

use super::Text;
use super::number::{derived, difference, share};
use crate::both;
use crate::engine::Leading;

/// What is added up, and along which axis; the longest form first.
pub fn along() -> [Text; 3] {
    [
        Text::new(
            "α_j (v_j · G_w): what slot j adds to z_w; they add up along j ↓",
            "α_j (v_j · G_w)：第 j 槽给 z_w 加上的量；沿 j 相加 ↓",
        ),
        Text::new("α_j (v_j · G_w), added up along j ↓", "α_j (v_j · G_w)，沿 j 相加 ↓"),
        Text::new("α_j v_j·G_w, Σ_j ↓", "α_j v_j·G_w，Σ_j ↓"),
    ]
}

/// The head of the column of the lengths.
pub fn length() -> &'static str {
    "|α_j v_j|"
}

/// The head of the column of the difference of two words: by name where there is room, else by symbol.
pub fn contrast(word: &str, against: &str) -> String {
    format!("{word}−{against}")
}

/// That two words are held against each other.
pub fn contrasted(word: &str, against: &str) -> Text {
    both!(
        "{word} against {against}: the last column is what each slot adds to z of {word} less z of {against}",
        "{word} 对 {against}：最后一列是各槽给 {word} 的 z 减去 {against} 的 z 加上的量"
    )
}

/// With one word there is nothing to hold it against.
pub fn one_word() -> Text {
    Text::new("the vocabulary has one word: there is no other to hold it against", "词表只有一个词：没有别的词可以相比")
}

/// Two different words are needed.
pub fn same_word(word: &str) -> Text {
    both!("{word} less itself is 0 at every slot: name another word", "{word} 减去自己处处为 0：请换一个词")
}

/// The sums are the logits, bit for bit.
pub fn sums_are_the_logits() -> [Text; 2] {
    [
        Text::new(
            "Σ_j of every word shown is its logit z_w to the last bit",
            "所示每个词的 Σ_j 与词表打分 z_w 完全相同，一位不差",
        ),
        Text::new("Σ_j = z_w to the last bit", "Σ_j = z_w，一位不差"),
    ]
}

/// The sums differ from the logits by rounding: by how much at most, and how much rounding explains.
pub fn sums_differ(apart: f64, bound: f64) -> [Text; 2] {
    let (apart, bound) = (format!("{apart:.0e}"), format!("{bound:.0e}"));
    [
        both!(
            "Σ_j differs from z_w by {apart} at most: another order of adding; rounding explains up to {bound}",
            "Σ_j 与 z_w 最多相差 {apart}：相加的次序不同；舍入最多可造成 {bound}"
        ),
        both!("Σ_j − z_w: {apart} at most, rounding", "Σ_j − z_w 最多 {apart}，是舍入"),
    ]
}

/// Some of the sums have no number.
pub fn sums_beyond() -> [Text; 2] {
    [
        Text::new(
            "a contribution of a word shown is beyond f64; its logit, added up through c, need not be",
            "所示的词里有贡献超出 f64 的范围；经 c 相加的词表打分却未必超出",
        ),
        Text::new("a contribution is beyond f64", "有贡献超出 f64 的范围"),
    ]
}

/// While a mistake is on, this view stays right.
pub fn right_numbers() -> [Text; 2] {
    [
        Text::new(
            "contributions are those of the right computation, not of the mistake",
            "这里的贡献是正确算法的，不是错误算法的",
        ),
        Text::new("of the right computation", "正确算法的数"),
    ]
}

/// A check: its number and name, what is asked, the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// `1 weight`.
    pub name: Text,
    /// `read most`.
    pub asked: Text,
    /// The answer.
    pub answer: Text,
}

/// Names written out before a list says how many more there are.
const NAMED: usize = 2;

fn list(slots: &[usize], names: &[String]) -> Text {
    let named: Vec<&str> = slots.iter().take(NAMED).filter_map(|slot| names.get(*slot).map(String::as_str)).collect();
    let (en, zh) = (named.join(" = "), named.join(" = "));
    match slots.len().saturating_sub(NAMED) {
        0 => both!("{en}", "{zh}"),
        more => both!("{en} and {more} more", "{zh} 等 {more} 个以上"),
    }
}

/// What is not revealed yet.
fn hidden() -> Text {
    Text::same("?")
}

/// No number.
fn beyond() -> Text {
    Text::new("beyond f64", "超出 f64")
}

/// What a check has found. Outside in: `None` where it is not revealed yet, where the row has no weights, where a number
/// is beyond f64.
fn answered<T>(found: Option<Option<Option<T>>>, told: impl FnOnce(T) -> Text) -> Text {
    match found {
        None => hidden(),
        Some(None) => Text::same("−"),
        Some(Some(None)) => beyond(),
        Some(Some(Some(found))) => told(found),
    }
}

/// Which slot is read most. `None` where that is not revealed yet, `Some(None)` where nothing is read.
pub fn weight_check(found: Option<Option<&Leading>>, slots: &[String]) -> Check {
    let answer = answered(found.map(|found| found.map(Some)), |found| {
        let (Text { en, zh }, number) = (list(&found.slots, slots), share(found.number, 6));
        both!("{en}  α = {number}", "{zh}  α = {number}")
    });
    Check { name: Text::new("1 weight", "1 权重"), asked: Text::new("read most", "读得最多"), answer }
}

/// Which slot brings most along; innermost `None` where a length is beyond f64.
pub fn value_check(found: Option<Option<Option<&Leading>>>, slots: &[String]) -> Check {
    let answer = answered(found, |found| {
        let (Text { en, zh }, number) = (list(&found.slots, slots), derived(found.number, 9).trim().to_owned());
        both!("{en}  |α v| = {number}", "{zh}  |α v| = {number}")
    });
    Check { name: Text::new("2 value", "2 加权的值"), asked: Text::new("brings most", "带来最多"), answer }
}

/// Which slot adds most to a logit, less another; and whether it is one of those read most.
pub fn logit_check(
    found: Option<Option<Option<&Leading>>>,
    (word, against): (&str, Option<&str>),
    most_read: &[usize],
    slots: &[String],
) -> Check {
    let of = against.map_or_else(|| word.to_owned(), |against| contrast(word, against));
    let answer = answered(found, |found| {
        let (Text { en, zh }, number) = (list(&found.slots, slots), difference(found.number, 9).trim().to_owned());
        if found.number == 0.0 {
            return Text::new("no slot adds anything", "没有槽加上什么");
        }
        if found.slots.iter().any(|slot| most_read.contains(slot)) {
            return both!("{en}  {number}", "{zh}  {number}");
        }
        both!("{en}  {number}, not read most", "{zh}  {number}，并非读得最多")
    });
    Check {
        name: Text::new("3 logit", "3 词表打分"), asked: both!("adds most to {of}", "给 {of} 加得最多"), answer
    }
}

/// Which word is most probable, and whether it is the target: `sign` is ✓, ≠ or =.
pub fn word_check(found: Option<Option<(&str, f64, &str)>>, target: Option<&str>) -> Check {
    let answer = match (found, target) {
        (None, _) => hidden(),
        (Some(None), _) => Text::same("−"),
        (Some(Some((word, probability, sign))), target) => {
            let p = share(probability, 6);
            match (sign, target) {
                ("✓", _) => both!("{word}  p = {p} ✓ the target", "{word}  p = {p} ✓ 正是目标词"),
                ("=", Some(target)) => {
                    both!("{word}  p = {p} = {target}, the target", "{word}  p = {p} = 目标词 {target}")
                }
                (_, Some(target)) => {
                    both!("{word}  p = {p} ≠ {target}, the target", "{word}  p = {p} ≠ 目标词 {target}")
                }
                (_, None) => both!("{word}  p = {p}, no target", "{word}  p = {p}，没有目标词"),
            }
        }
    };
    Check { name: Text::new("4 word", "4 词"), asked: Text::new("most probable", "最可能"), answer }
}
