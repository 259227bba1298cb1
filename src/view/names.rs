//! Names where there is little room: prefixes from their end, slots and words from their beginning.

use crate::words::width;

/// The end of a prefix, from a whole word on; where not even the last word fits, its beginning.
pub fn tail(prefix: &str, cells: usize) -> String {
    if width::width(prefix) <= cells {
        return prefix.to_owned();
    }
    let room = cells.saturating_sub(2);
    let starts = prefix.match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
    let whole = starts.map(|at| &prefix[at..]).find(|rest| width::width(rest) <= room);
    match whole {
        // Three points would look like a sign of their own.
        Some(rest) if rest.starts_with('.') => format!(".. {}", cut_hard(rest, room.saturating_sub(1))),
        Some(rest) => format!("..{rest}"),
        None => format!("..{}", cut_hard(last_word(prefix), room)),
    }
}

/// The last word of a prefix.
pub fn last_word(prefix: &str) -> &str {
    prefix.split_whitespace().next_back().unwrap_or_default()
}

/// The first cells of a name, without a sign that something is missing: there is no room for one.
pub fn cut_hard(name: &str, cells: usize) -> &str {
    let mut used = 0;
    for (at, c) in name.char_indices() {
        used += width::width(c.encode_utf8(&mut [0; 4]));
        if used > cells {
            return &name[..at];
        }
    }
    name
}
