//! How far something that is shown step by step is shown: the way forward and the way back are.

/// What is shown one after the other, in the order of its type.
pub trait Stepwise: Copy + Ord + 'static {
    /// All steps, in order.
    const STEPS: &'static [Self];
}

/// How far it is shown: all up to and including this step, by default everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<S>(Option<S>);

impl<S: Stepwise> Default for Shown<S> {
    fn default() -> Self {
        Self(S::STEPS.last().copied())
    }
}

impl<S: Stepwise> Shown<S> {
    /// No step is shown.
    pub const NOTHING: Self = Self(None);

    /// Everything up to and including `last`.
    pub fn up_to(last: S) -> Self {
        Self(Some(last))
    }

    /// Everything before `first`, which is hidden.
    pub fn before(first: S) -> Self {
        Self(S::STEPS.iter().copied().take_while(|step| *step < first).last())
    }

    /// Whether a step is shown.
    pub fn shows(self, step: S) -> bool {
        self.0 >= Some(step)
    }

    /// Whether every step is.
    pub fn is_whole(self) -> bool {
        self == Self::default()
    }

    /// The last one shown.
    pub fn last(self) -> Option<S> {
        self.0
    }

    /// The first one hidden.
    pub fn next(self) -> Option<S> {
        S::STEPS.iter().copied().find(|step| !self.shows(*step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::{Backward, Reveal};

    fn is_shown_in_order<S: Stepwise + std::fmt::Debug>() {
        let all = Shown::<S>::default();
        assert!(all.is_whole() && S::STEPS.is_sorted() && S::STEPS.iter().all(|step| all.shows(*step)));
        assert_eq!((all.last(), all.next()), (S::STEPS.last().copied(), None));
        let nothing = Shown::<S>::NOTHING;
        assert!(!nothing.is_whole() && !S::STEPS.iter().any(|step| nothing.shows(*step)));
        assert_eq!((nothing.last(), nothing.next()), (None, S::STEPS.first().copied()));
        for pair in S::STEPS.windows(2) {
            let shown = Shown::up_to(pair[0]);
            assert!(shown.shows(pair[0]) && !shown.shows(pair[1]));
            assert_eq!((shown.last(), shown.next(), Shown::before(pair[1])), (Some(pair[0]), Some(pair[1]), shown));
        }
        assert_eq!(Shown::before(S::STEPS[0]), nothing);
    }

    #[test]
    fn each_way_is_shown_in_order_from_nothing_to_everything() {
        is_shown_in_order::<Reveal>();
        is_shown_in_order::<Backward>();
    }
}
