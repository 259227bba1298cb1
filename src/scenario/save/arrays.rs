//! Changing arrays in place: only the items that differ, keeping comments, line breaks and spaces.

use super::align::Alignment;
use super::edit::Edits;
use crate::scenario::document::skip_trivia;
use std::ops::Range;

/// The bytes of each item of the array (or each `key = value` of the inline table) at `span`.
pub(super) fn items(text: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let close = span.end - 1;
    let mut items = Vec::new();
    let mut at = span.start + 1;
    while let Some(start) = skip_trivia(bytes, at).filter(|&start| start < close) {
        at = match bytes[start] {
            b',' => start + 1,
            _ => {
                let end = item_end(bytes, start, close);
                items.push(start..end);
                end.max(start + 1)
            }
        };
    }
    items
}

/// Where an item ends: before the comma or the bracket that follows it, without white space.
fn item_end(bytes: &[u8], start: usize, close: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    let mut end = start;
    while at < close {
        match bytes[at] {
            b',' if depth == 0 => break,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => {
                at = string_end(bytes, at);
                end = at;
                continue;
            }
            b'#' => {
                at = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(close, |length| at + length);
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            _ => {}
        }
        at += 1;
        end = at;
    }
    end
}

/// The byte after a string of any of TOML's four kinds.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let long = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if long { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 2,
            byte if byte == quote && !long => return at + 1,
            byte if byte == quote && bytes[at..].starts_with(&[quote; 3]) => {
                // Up to two quotation marks may stand before the three that close.
                let run = bytes[at..].iter().take(5).take_while(|&&byte| byte == quote).count();
                return at + run;
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Makes the array at `span` say `new` where it said `old`. An item that stands for another is handed to `change`, with
/// its bytes and both places; an item that comes is written by `write`.
pub(super) fn change_array<T>(
    edits: &mut Edits,
    span: &Range<usize>,
    (old, new): (&[T], &[T]),
    same: impl Fn(&T, &T) -> bool,
    mut change: impl FnMut(&mut Edits, &Range<usize>, (usize, usize)),
    write: impl Fn(&T) -> String,
) {
    let hunks = Alignment::of(old, new, same).hunks;
    if hunks.is_empty() {
        return;
    }
    let items = items(edits.text, span);
    let gone: usize = hunks.iter().map(|hunk| hunk.gone().len()).sum();
    if items.len() != old.len() || gone == items.len() {
        let all: Vec<String> = new.iter().map(write).collect();
        edits.replace(span.clone(), format!("[{}]", all.join(", ")));
        return;
    }
    for hunk in &hunks {
        hunk.pairs().for_each(|(from, to)| change(edits, &items[from], (from, to)));
        remove_items(edits, &items, hunk.gone());
        let come: Vec<String> = new[hunk.come()].iter().map(&write).collect();
        insert_items(edits, span, &items, hunk.old.end, &come);
    }
}

/// Takes items out, with their commas and the comments behind them. At least one stays.
pub(super) fn remove_items(edits: &mut Edits, items: &[Range<usize>], gone: Range<usize>) {
    if gone.is_empty() {
        return;
    }
    let (first, last) = (items[gone.start].start, items[gone.end - 1].end);
    if let Some(next) = items.get(gone.end) {
        edits.remove(first..next.start);
        return;
    }
    let previous = items[gone.start - 1].end;
    let between = &edits.text[previous..first];
    if !between.contains(['\n', '#']) {
        edits.remove(previous..last);
        return;
    }
    // On lines of its own: the comma before it may stay, the comment behind it goes.
    let mut end = last;
    let rest = &edits.text[last..edits.line_end(last)];
    if let Some(comma) = rest.find(',').filter(|&comma| rest[..comma].trim().is_empty()) {
        end = last + comma + 1;
    }
    let rest = &edits.text[end..edits.line_end(end)];
    let ends_line = rest.trim_start().starts_with('#') || rest.trim().is_empty();
    if ends_line {
        end = edits.line_end(end);
    }
    let start = if !ends_line && between.contains('#') {
        // The bracket that follows would become part of the comment above.
        first
    } else {
        previous + between.trim_end_matches([' ', '\t', '\n', '\r']).len()
    };
    edits.remove(start..end);
}

/// Puts items in before the item at `place`, or at the end, laid out as the others are.
pub(super) fn insert_items(
    edits: &mut Edits,
    span: &Range<usize>,
    items: &[Range<usize>],
    place: usize,
    come: &[String],
) {
    if come.is_empty() {
        return;
    }
    let lines = indentation(edits, span, items);
    let separator = lines.as_ref().map_or_else(|| ", ".to_owned(), |lines| format!(",{lines}"));
    if let Some(next) = items.get(place) {
        edits.insert(next.start, come.join(&separator) + &separator);
        return;
    }
    let Some(last) = items.last() else {
        edits.insert(span.start + 1, format!(" {} ", come.join(&separator)));
        return;
    };
    let line_end = edits.line_end(last.end);
    let rest = &edits.text[last.end..line_end];
    match lines {
        Some(lines) if line_end < span.end => {
            let has_comma = rest.trim_start().starts_with(',');
            if !has_comma {
                edits.insert(last.end, ",");
            }
            let new = come.join(&separator);
            edits.insert(line_end, format!("{lines}{new}{}", if has_comma { "," } else { "" }));
        }
        Some(_) => edits.insert(last.end, separator.clone() + &come.join(&separator)),
        None => edits.insert(last.end, format!(", {}", come.join(", "))),
    }
}

/// The line break and indentation before each item, when they stand on lines of their own.
fn indentation(edits: &Edits, span: &Range<usize>, items: &[Range<usize>]) -> Option<String> {
    let last = items.last()?;
    let before = if items.len() > 1 { items[items.len() - 2].end } else { span.start };
    if !edits.text[before..last.start].contains('\n') {
        return None;
    }
    let indent = &edits.text[edits.line_start(last.start)..last.start];
    let indent: String = indent.chars().take_while(|symbol| matches!(symbol, ' ' | '\t')).collect();
    Some(format!("{}{indent}", edits.line_break()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(text: &str, old: &[i64], new: &[i64], wanted: &str) {
        let mut edits = Edits::new(text);
        let change = |edits: &mut Edits, item: &Range<usize>, (_, to): (usize, usize)| {
            edits.replace(item.clone(), new[to].to_string());
        };
        change_array(&mut edits, &(0..text.len()), (old, new), |a, b| a == b, change, i64::to_string);
        assert_eq!(edits.made().as_deref(), Some(wanted));
    }

    #[test]
    fn on_one_line() {
        becomes("[1, 2, 3]", &[1, 2, 3], &[1, 5, 3], "[1, 5, 3]");
        becomes("[ 1,2 , 3 ]", &[1, 2, 3], &[1, 3], "[ 1,3 ]");
        becomes("[1, 2, 3]", &[1, 2, 3], &[1, 2], "[1, 2]");
        becomes("[1, 2, 3]", &[1, 2, 3], &[2, 3], "[2, 3]");
        becomes("[1, 3]", &[1, 3], &[1, 2, 3], "[1, 2, 3]");
        becomes("[1, 3]", &[1, 3], &[1, 3, 4, 5], "[1, 3, 4, 5]");
        becomes("[1]", &[1], &[7], "[7]");
        becomes("[1]", &[1], &[0, 1], "[0, 1]");
    }

    #[test]
    fn on_lines_with_comments() {
        let text = "[\n  1, # one\n  2, # two\n  3, # three\n]";
        becomes(text, &[1, 2, 3], &[1, 3], "[\n  1, # one\n  3, # three\n]");
        becomes(text, &[1, 2, 3], &[1, 2], "[\n  1, # one\n  2, # two\n]");
        becomes(text, &[1, 2, 3], &[1, 2, 3, 4], "[\n  1, # one\n  2, # two\n  3, # three\n  4,\n]");
        becomes(text, &[1, 2, 3], &[0, 1, 2, 3], "[\n  0,\n  1, # one\n  2, # two\n  3, # three\n]");
        becomes("[\n  1, # one\n  2 # two\n]", &[1, 2], &[1, 2, 3], "[\n  1, # one\n  2, # two\n  3\n]");
        becomes("[\n  1, # one\n  2 # two\n]", &[1, 2], &[1], "[\n  1, # one\n]");
        becomes("[1,\n 2]", &[1, 2], &[1, 2, 3], "[1,\n 2,\n 3]");
        becomes("[1, # one\n 2]", &[1, 2], &[1], "[1, # one\n ]");
        becomes("[1,\n 2]", &[1, 2], &[1], "[1,]");
        becomes(text, &[1, 2, 3], &[2, 4], "[\n  2, # two\n  4, # three\n]");
        becomes("[\n  1, 2,\n  3, 4,\n]", &[1, 2, 3, 4], &[1, 2, 3], "[\n  1, 2,\n  3,\n]");
    }

    #[test]
    fn items_of_every_kind() {
        let text = r#"["a,]", 'b"', [1, [2]], {c = "}", d = 1}, """e","f""", 2.5 # g, h
        ]"#;
        let items = items(text, &(0..text.len()));
        let items: Vec<&str> = items.into_iter().map(|item| &text[item]).collect();
        assert_eq!(items, [r#""a,]""#, r#"'b"'"#, "[1, [2]]", r#"{c = "}", d = 1}"#, r#""""e","f""""#, "2.5"]);
    }
}
