//! The last keys, for a row of their own on a projected screen.

use super::Key;
use std::collections::VecDeque;

/// Keys pressed, the last ones, repeats merged.
#[derive(Clone, Debug, Default)]
pub struct KeyLog {
    shown: bool,
    keys: VecDeque<(Key, usize)>,
}

/// More than fit on any line.
const KEPT: usize = 40;

impl KeyLog {
    /// Whether the row is on the screen.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Shows the row, or takes it away; it begins empty.
    pub(super) fn show(&mut self, shown: bool) {
        self.shown = shown;
        self.keys.clear();
    }

    /// Notes a key; nothing is kept while the row is not shown.
    pub(super) fn note(&mut self, key: Key) {
        if !self.shown {
            return;
        }
        match self.keys.back_mut() {
            Some((last, times)) if *last == key => *times += 1,
            _ => self.keys.push_back((key, 1)),
        }
        if self.keys.len() > KEPT {
            self.keys.pop_front();
        }
    }

    /// The keys as they are told to people, the latest first: `Right×3`.
    pub fn labels(&self) -> impl Iterator<Item = String> + '_ {
        self.keys.iter().rev().map(
            |(key, times)| {
                if *times == 1 { key.label() } else { format!("{}×{times}", key.label()) }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_merged_and_nothing_is_kept_unseen() {
        let mut log = KeyLog::default();
        log.note(Key::char('a'));
        log.show(true);
        Key::of_text("<Right><Right><Right>2<Space>").into_iter().for_each(|key| log.note(key));
        assert_eq!(log.labels().collect::<Vec<_>>(), ["Space", "2", "Right×3"]);
        (0..100).for_each(|n| log.note(Key::char(if n % 2 == 0 { 'a' } else { 'b' })));
        assert_eq!(log.labels().count(), KEPT);
    }
}
