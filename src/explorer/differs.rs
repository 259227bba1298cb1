//! Which of the givens differ from the baseline.

use crate::engine::Givens;

/// One flag for each kind of given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Differs {
    /// q, in any row.
    pub queries: bool,
    /// K.
    pub keys: bool,
    /// V.
    pub values: bool,
    /// G.
    pub head: bool,
    /// Constants to the logits.
    pub bias: bool,
    /// The mask, in what it lets be read.
    pub mask: bool,
    /// The scorer, in what it computes.
    pub scorer: bool,
    /// A target.
    pub target: bool,
}

impl Differs {
    /// Compares, bit for bit; what is shared is not looked at.
    pub fn between(baseline: &Givens, now: &Givens) -> Self {
        Self {
            queries: baseline.queries != now.queries,
            keys: baseline.keys != now.keys,
            values: baseline.values != now.values,
            head: baseline.head != now.head,
            bias: baseline.bias != now.bias,
            mask: baseline.mask != now.mask,
            scorer: !baseline.scorer.same(&now.scorer),
            target: baseline.targets != now.targets,
        }
    }

    /// Whether anything differs.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// The givens that always stand on the ribbon.
    pub fn always(&self) -> [(&'static str, bool); 4] {
        [("q", self.queries), ("K", self.keys), ("V", self.values), ("G", self.head)]
    }

    /// The givens that join the ribbon when they differ.
    pub fn joining(&self) -> impl Iterator<Item = &'static str> {
        let all = [("mask", self.mask), ("scorer", self.scorer), ("b", self.bias), ("target", self.target)];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name)
    }
}
