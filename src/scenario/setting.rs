//! Reading settings from text: `set v2[2] 8` in the command language, `--set v2=0,8` on the command line.

use super::nearest::nearest;
use super::number::{Separator, read_list};
use super::problem::Problem;
use super::typed::plain_text;
use super::{Address, Region, Scope, Setting, Value};
use crate::engine::{Givens, Scorer, ScorerKind, Tensor};
use crate::words::scenario_address as say;

impl Setting {
    /// Reads an address and the values for it. Characters of a problem are counted in the two texts joined by one
    /// character, as they stand in `q=0,1` and `q 0 1`.
    ///
    /// # Errors
    /// What is wrong with the address, or with the values, and what would be right.
    pub fn read(address: &str, values: &str, separator: Separator, scope: &Scope) -> Result<Setting, Problem> {
        let read = Address::read(address, scope)?;
        let start = address.chars().count() + 1;
        let value = Value::read(values, &read, separator, scope).map_err(|problem| problem.within(start))?;
        Ok(Setting { address: read, value })
    }

    /// Reads one `ADDRESS=VALUES`, as `--set` takes it.
    ///
    /// # Errors
    /// As [`Setting::read`]; also when there is no `=`.
    pub fn read_assignment(text: &str, scope: &Scope) -> Result<Setting, Problem> {
        let (address, values) = split_assignment(text)?;
        Setting::read(address, values, Separator::Comma, scope)
    }

    /// Reads several `ADDRESS=VALUES` of one command. A `scorer=…` among them, wherever it stands, is taken into account
    /// first, so that the others may name its parameters. Overlaps are left to [`apply`](fn@super::apply).
    ///
    /// # Errors
    /// For each text that cannot be read, its place in the list and why.
    pub fn read_assignments(texts: &[&str], scope: &Scope) -> Result<Vec<Setting>, Vec<(usize, Problem)>> {
        let mut problems = Vec::new();
        let mut pairs = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            match split_assignment(text) {
                Ok(pair) => pairs.push((index, pair)),
                Err(problem) => problems.push((index, problem)),
            }
        }
        let givens = with_scorer(scope, pairs.iter().map(|(_, pair)| *pair));
        let scope = Scope { givens: givens.as_ref().unwrap_or(scope.givens), ..*scope };
        let mut settings = Vec::new();
        for (index, (address, values)) in pairs {
            match Setting::read(address, values, Separator::Comma, &scope) {
                Ok(setting) => settings.push(setting),
                Err(problem) => problems.push((index, problem)),
            }
        }
        problems.sort_by_key(|(index, _)| *index);
        if problems.is_empty() { Ok(settings) } else { Err(problems) }
    }
}

/// The givens with the scorer that one of the pairs sets, when one does.
fn with_scorer<'a>(scope: &Scope, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Givens> {
    let name = pairs.into_iter().find(|(address, _)| address.trim() == "scorer")?.1;
    let kind = scorer(name.trim()).ok().filter(|&kind| can_start(kind, &scope.givens.scorer, scope.givens.d_k()))?;
    let mut givens = scope.givens.clone();
    givens.set_scorer(kind);
    Some(givens)
}

/// Splits at the first `=` that stands neither in brackets nor in quotation marks.
fn split_assignment(text: &str) -> Result<(&str, &str), Problem> {
    let (mut in_brackets, mut in_quotes, mut kept) = (false, false, false);
    for (at, symbol) in text.char_indices() {
        match symbol {
            _ if kept => kept = false,
            '\\' if in_quotes => kept = true,
            '"' if in_brackets => in_quotes = !in_quotes,
            '[' | '［' if !in_quotes => in_brackets = true,
            ']' | '］' if !in_quotes => in_brackets = false,
            '=' | '＝' if !in_brackets => return Ok((&text[..at], &text[at + symbol.len_utf8()..])),
            _ => {}
        }
    }
    Err(Problem::new(text.chars().count(), say::no_equals_sign()))
}

impl Value {
    /// Reads the values for an address: numbers or expressions for a tensor's part, for one of Q, K or V also `words`,
    /// where these give it; a kind for `scorer`; a word, its number, or `none` for a target; `true` or `false` for a mask.
    ///
    /// # Errors
    /// What is wrong, what would be right, and at which character of the values.
    pub fn read(text: &str, address: &Address, separator: Separator, scope: &Scope) -> Result<Value, Problem> {
        let trimmed = text.trim();
        let start = text.chars().take_while(|symbol| symbol.is_whitespace()).count();
        let at_start = |text| Problem::new(start, text);
        match address {
            Address::Numbers { tensor, .. } if tensor.projection().is_some() && plain_text(trimmed) == FROM_WORDS => {
                match scope.givens.origin {
                    Some(_) => Ok(Value::FromWords),
                    None => Err(at_start(say::no_words_to_follow(&address.write(scope)))),
                }
            }
            Address::Numbers { tensor, region } => {
                let numbers = read_list(text, separator)?;
                let wanted = region_size(*tensor, *region, scope.givens);
                if numbers.len() == wanted {
                    Ok(Value::Numbers(numbers))
                } else {
                    Err(at_start(say::wrong_count(&address.write(scope), wanted, numbers.len())))
                }
            }
            Address::Scorer => scorer(&plain_text(trimmed)).map(Value::Scorer).map_err(at_start),
            Address::Target { .. } => target(trimmed, scope).map(Value::Target).map_err(at_start),
            Address::MaskSlot { .. } | Address::MaskCell { .. } => match plain_text(trimmed).as_str() {
                "true" | "1" => Ok(Value::Readable(true)),
                "false" | "0" => Ok(Value::Readable(false)),
                _ => Err(at_start(say::readable_wanted(trimmed))),
            },
            Address::Derived(_) | Address::Gradient(_) => {
                Err(Problem::new(0, say::cannot_be_set(&address.write(scope))))
            }
        }
    }
}

/// The value of a part of Q, K or V that is given back to the words.
pub(super) const FROM_WORDS: &str = "words";

/// A scorer's kind by its name.
pub(super) fn scorer(name: &str) -> Result<ScorerKind, crate::words::Text> {
    ScorerKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let meant = name.to_lowercase().replace(['_', ' '], "-");
        say::unknown_scorer(name, nearest(&meant, ScorerKind::ALL.into_iter().map(ScorerKind::name)))
    })
}

/// Numbers a scorer's start values may take (half a gigabyte). Identity matrices of d_k × d_k are kept in full.
const START_LIMIT: usize = 1 << 26;

/// Whether the parameters this kind lacks are small enough to be made up.
pub(super) fn can_start(kind: ScorerKind, scorer: &Scorer, d_k: usize) -> bool {
    let lacks_matrix = kind.parameters().iter().any(|&p| p.is_matrix() && scorer.get(p).is_none());
    !lacks_matrix || d_k.saturating_mul(d_k) <= START_LIMIT
}

/// A target: a word, bare or quoted; a bare number is a word's number; `none` is no target unless it is a word.
fn target(written: &str, scope: &Scope) -> Result<Option<usize>, crate::words::Text> {
    let plain = plain_text(written);
    let quoted = plain.len() >= 2 && plain.starts_with('"') && plain.ends_with('"');
    if quoted {
        let inner = &written.chars().collect::<Vec<char>>()[1..];
        let word: String = inner[..inner.len() - 1].iter().collect();
        return target_word(&word.replace("\\\"", "\"").replace("\\\\", "\\"), scope);
    }
    if !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit()) {
        let size = scope.givens.words();
        let word = plain.parse::<usize>().ok().filter(|number| (1..=size).contains(number));
        return word.map(|number| Some(number - 1)).ok_or_else(|| say::out_of_range(say::Counted::Word, &plain, size));
    }
    if written == "none" && !scope.names.words.iter().any(|word| word == written) {
        return Ok(None);
    }
    target_word(written, scope)
}

/// A target by its word; the empty word is no target.
pub(super) fn target_word(word: &str, scope: &Scope) -> Result<Option<usize>, crate::words::Text> {
    if word.is_empty() {
        return Ok(None);
    }
    let words = &scope.names.words;
    words
        .iter()
        .position(|known| known == word)
        .map(Some)
        .ok_or_else(|| say::unknown_word(word, nearest(word, words.iter().map(String::as_str)), words))
}

/// How many numbers a part of a tensor holds; 0 where the model does not have the tensor. A bias may be given to a row
/// that has none yet.
pub(super) fn region_size(tensor: Tensor, region: Region, givens: &Givens) -> usize {
    let shape = match tensor {
        Tensor::Bias => Some((givens.rows(), givens.words())),
        _ => givens.shape(tensor),
    };
    let (rows, columns) = shape.unwrap_or_default();
    match region {
        Region::Whole => rows * columns,
        Region::Row(_) => columns,
        Region::Column(_) => rows,
        Region::Cell(..) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::address::tests::{lesson, rows};
    use super::*;

    #[track_caller]
    fn refused(text: &str, at: usize, part: &str) {
        let (givens, names) = lesson();
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        let problem = Setting::read_assignment(text, &scope).expect_err(text);
        assert!(problem.text.en.contains(part), "{text}: {problem}");
        assert_eq!(problem.at, at, "{text}: {problem}");
    }

    #[test]
    fn assignments() {
        let (givens, names) = lesson();
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        let read = |text| Setting::read_assignment(text, &scope).map(|setting| setting.value);
        assert_eq!(read("q=0,1"), Ok(Value::Numbers(vec![0., 1.])));
        assert_eq!(read("v2=0,8"), Ok(Value::Numbers(vec![0., 8.])));
        assert_eq!(read("G[1,him]=-0.5"), Ok(Value::Numbers(vec![-0.5])));
        assert_eq!(read("G[1]＝1/2，0，−1"), Ok(Value::Numbers(vec![0.5, 0., -1.])));
        assert_eq!(read("bias=1,2,3"), Ok(Value::Numbers(vec![1., 2., 3.])));
        assert_eq!(read("scorer=scaled-dot"), Ok(Value::Scorer(ScorerKind::ScaledDot)));
        assert_eq!(read("target=book"), Ok(Value::Target(Some(1))));
        assert_eq!(read("target=\"book\""), Ok(Value::Target(Some(1))));
        assert_eq!(read("target=3"), Ok(Value::Target(Some(2))));
        assert_eq!(read("target=none"), Ok(Value::Target(None)));
        assert_eq!(read("mask[3]=false"), Ok(Value::Readable(false)));
    }

    #[test]
    fn refusals() {
        refused("q 0,1", 5, "=");
        refused("q=0,1,2", 2, "q takes 2 numbers, but 3 are given");
        refused("v2[1]=0,8", 6, "takes 1 number");
        refused("q=0,1/0", 5, "divides by 0");
        refused("target=hin", 7, "did you mean “him”");
        refused("target=her", 7, "its words are him, book, yesterday");
        refused("scorer=scaled_dot", 7, "did you mean scaled-dot");
        refused("alpha[2]=1", 9, "cannot be set");
        refused("mask[3]=maybe", 8, "true");
        refused("W[1,1]=2", 0, "no W");
        refused("q=", 2, "takes 2 numbers, but 0 are given");
    }

    #[test]
    fn a_scorer_anywhere_in_a_command_comes_first() {
        let (givens, names) = rows();
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        let settings = Setting::read_assignments(&["W_q[1,1]=2", "scorer=additive"], &scope).unwrap();
        assert_eq!(settings.len(), 2);
        let problems = Setting::read_assignments(&["a[1]=2", "q2=1", "scorer=additive"], &scope).unwrap_err();
        assert_eq!(problems.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1]);
    }
}
