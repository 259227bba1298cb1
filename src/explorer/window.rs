//! The part of a long line of things that is on the screen.

use std::ops::Range;

/// `shown` of `total` things, from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Window {
    /// The first one shown.
    pub first: usize,
    /// How many are shown.
    pub shown: usize,
    /// How many there are.
    pub total: usize,
}

impl Window {
    /// A window with room for `room` things that starts at `first` when it can, and in any case shows `focus`.
    pub fn following(first: usize, focus: Option<usize>, room: usize, total: usize) -> Self {
        let shown = room.min(total);
        let mut first = first.min(total - shown);
        if let Some(focus) = focus.filter(|focus| *focus < total)
            && shown > 0
        {
            first = first.clamp((focus + 1).saturating_sub(shown), focus);
        }
        Self { first, shown, total }
    }

    /// The indices shown.
    pub fn range(self) -> Range<usize> {
        self.first..self.first + self.shown
    }

    /// How far from the start of the window an index stands, when it is shown.
    pub fn place(self, index: usize) -> Option<usize> {
        self.range().contains(&index).then(|| index - self.first)
    }

    /// Whether there is more before the window.
    pub fn more_before(self) -> bool {
        self.first > 0
    }

    /// Whether there is more after it.
    pub fn more_after(self) -> bool {
        self.first + self.shown < self.total
    }

    /// Whether everything is shown.
    pub fn whole(self) -> bool {
        self.shown == self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_focus_and_never_leaves_the_line() {
        assert_eq!(Window::following(0, Some(9), 4, 10).range(), 6..10);
        assert_eq!(Window::following(8, Some(2), 4, 10).range(), 2..6);
        assert_eq!(Window::following(50, None, 4, 10).range(), 6..10);
        assert_eq!(Window::following(3, Some(4), 4, 10).range(), 3..7);
        assert_eq!(Window::following(3, Some(4), 0, 10).range(), 3..3);
        assert_eq!(Window::following(0, Some(99), 4, 2).range(), 0..2);
    }
}
