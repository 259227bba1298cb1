//! Which items of a new list stand for which of an old one.

use std::ops::Range;

/// Pairs of items (old times new) up to which the longest common subsequence is looked for; beyond it, and only there,
/// everything between the first and the last difference counts as changed.
const COMPARED: usize = 1 << 20;

/// What two lists share, and the stretches in which they differ.
pub(super) struct Alignment {
    /// Places of equal items, old and new.
    pub(super) equal: Vec<(usize, usize)>,
    /// Stretches of other items, in order, with equal items between them.
    pub(super) hunks: Vec<Hunk>,
}

/// A stretch of old items and the new ones in its place; one of the two may be empty.
pub(super) struct Hunk {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

impl Hunk {
    /// Old and new items that stand for each other, in order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.old.clone().zip(self.new.clone())
    }

    /// Old items without a new one.
    pub(super) fn gone(&self) -> Range<usize> {
        self.old.start + self.new.len().min(self.old.len())..self.old.end
    }

    /// New items without an old one; they come before the old item `self.old.end`.
    pub(super) fn come(&self) -> Range<usize> {
        self.new.start + self.old.len().min(self.new.len())..self.new.end
    }
}

impl Alignment {
    pub(super) fn of<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> Self {
        let before = old.iter().zip(new).take_while(|(a, b)| same(a, b)).count();
        let ends = old[before..].iter().rev().zip(new[before..].iter().rev());
        let after = ends.take_while(|(a, b)| same(a, b)).count();
        let (old_end, new_end) = (old.len() - after, new.len() - after);
        let mut equal: Vec<(usize, usize)> = (0..before).map(|place| (place, place)).collect();
        let inner = common(&old[before..old_end], &new[before..new_end], &same);
        equal.extend(inner.into_iter().map(|(a, b)| (a + before, b + before)));
        equal.extend((0..after).map(|place| (old_end + place, new_end + place)));
        let mut hunks = Vec::new();
        let mut done = (0, 0);
        for (a, b) in equal.iter().copied().chain([(old.len(), new.len())]) {
            if done.0 < a || done.1 < b {
                hunks.push(Hunk { old: done.0..a, new: done.1..b });
            }
            done = (a + 1, b + 1);
        }
        Self { equal, hunks }
    }

    /// Equal or not, all items that stand for each other.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.equal.iter().copied().chain(self.hunks.iter().flat_map(Hunk::pairs))
    }
}

/// A longest common subsequence.
fn common<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if old.is_empty() || new.is_empty() || old.len().saturating_mul(new.len()) > COMPARED {
        return Vec::new();
    }
    // best[a][b]: the length for old[a..] and new[b..].
    let mut best = vec![0_usize; (old.len() + 1) * width];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            best[a * width + b] = if same(&old[a], &new[b]) {
                best[(a + 1) * width + b + 1] + 1
            } else {
                best[(a + 1) * width + b].max(best[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < old.len() && b < new.len() {
        if same(&old[a], &new[b]) {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if best[(a + 1) * width + b] >= best[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_found_between_what_goes_and_what_comes() {
        let alignment = Alignment::of(&['v', 'G', 'm'], &['G', 'n'], |a, b| a == b);
        assert_eq!(alignment.equal, [(1, 0)]);
        let hunks: Vec<_> = alignment.hunks.iter().map(|hunk| (hunk.old.clone(), hunk.new.clone())).collect();
        assert_eq!(hunks, [(0..1, 0..0), (2..3, 1..2)]);
        assert_eq!(alignment.hunks[0].gone(), 0..1);
        assert_eq!(alignment.hunks[1].pairs().collect::<Vec<_>>(), [(2, 1)]);
        assert!(Alignment::of(&[1, 2], &[1, 2], |a, b| a == b).hunks.is_empty());
    }
}
