//! Which of the givens differ from the baseline, as the row on the screen sees it.

use crate::engine::Givens;

/// One flag for each kind of given. What belongs to a row is compared in the row shown; K, V, G and the scorer belong to
/// all rows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Differs {
    /// q of the row shown.
    pub query: bool,
    /// K.
    pub keys: bool,
    /// V.
    pub values: bool,
    /// G.
    pub head: bool,
    /// The row's constants to the logits.
    pub bias: bool,
    /// The mask, in what the row may read.
    pub mask: bool,
    /// The scorer, in what it computes.
    pub scorer: bool,
    /// The row's target.
    pub target: bool,
    /// Other rows (0-based) that have something of their own that differs.
    pub elsewhere: Vec<usize>,
}

impl Differs {
    /// Compares, bit for bit; what is shared is not looked at.
    pub fn between(baseline: &Givens, now: &Givens, shown: usize) -> Self {
        let query = |row: usize| {
            row >= baseline.rows()
                || baseline.queries.line(row).iter().zip(now.queries.line(row)).any(|(a, b)| a.to_bits() != b.to_bits())
        };
        let bias = |row: usize| baseline.bias.get(row) != now.bias.get(row);
        let target = |row: usize| baseline.targets.get(row) != now.targets.get(row);
        let same_mask = baseline.mask == now.mask;
        let mask = |row: usize| {
            !same_mask && (0..now.slots()).any(|j| baseline.mask.readable(row, j) != now.mask.readable(row, j))
        };
        let own = |row: &usize| query(*row) || bias(*row) || target(*row) || mask(*row);
        let same_rows = baseline.queries.shares(&now.queries)
            && baseline.bias == now.bias
            && baseline.targets == now.targets
            && same_mask;
        Self {
            query: query(shown),
            keys: baseline.keys != now.keys,
            values: baseline.values != now.values,
            head: baseline.head != now.head,
            bias: bias(shown),
            mask: mask(shown),
            scorer: !baseline.scorer.same(&now.scorer),
            target: target(shown),
            elsewhere: if same_rows {
                Vec::new()
            } else {
                (0..now.rows()).filter(|row| *row != shown).filter(own).collect()
            },
        }
    }

    /// Whether anything differs, in any row.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether anything differs that the row shown depends on.
    pub fn here(&self) -> bool {
        self.always().iter().any(|(_, differs)| *differs) || self.joining().next().is_some()
    }

    /// The givens that always stand on the ribbon.
    pub fn always(&self) -> [(&'static str, bool); 4] {
        [("q", self.query), ("K", self.keys), ("V", self.values), ("G", self.head)]
    }

    /// The givens that join the ribbon when they differ.
    pub fn joining(&self) -> impl Iterator<Item = &'static str> {
        let all = [("mask", self.mask), ("scorer", self.scorer), ("b", self.bias), ("target", self.target)];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name)
    }
}
