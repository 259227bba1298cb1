//! Which of the givens differ from the baseline, as the row on the screen sees it.

use crate::engine::{Cell, Givens, Tensor};

/// One flag for each kind of given. What belongs to a row is compared in the row shown; K, V, G and the scorer belong to
/// all rows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Differs {
    /// X, in a model given by words.
    pub source_embeddings: bool,
    /// Y, as far as the row shown has one.
    pub target_embedding: bool,
    /// W^Q, W^K, W^V.
    pub projections: [bool; 3],
    /// Whether the model is given by words: then q, K and V follow, and differ by themselves only where set by hand.
    pub by_words: bool,
    /// q, K, V in what is set by hand.
    pub by_hand: [bool; 3],
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
        let mask = |row: usize| !same_mask && !baseline.mask.same_row(&now.mask, row, now.slots());
        let own = |row: &usize| query(*row) || bias(*row) || target(*row) || mask(*row);
        let same_rows = baseline.queries.shares(&now.queries)
            && baseline.bias == now.bias
            && baseline.targets == now.targets
            && same_mask;
        let of_words = |tensor: Tensor| !same_tensor(baseline, now, tensor);
        let by_hand = |tensor: Tensor| {
            let set = |givens: &Givens| -> Vec<(Cell, u64)> {
                let cells = givens.overridden().filter(|cell| cell.tensor == tensor);
                cells.map(|cell| (cell, givens.get(cell).unwrap_or_default().to_bits())).collect()
            };
            now.origin.is_some() && set(baseline) != set(now)
        };
        Self {
            source_embeddings: of_words(Tensor::SourceEmbeddings),
            target_embedding: of_words(Tensor::TargetEmbeddings),
            projections: [Tensor::QueryProjection, Tensor::KeyProjection, Tensor::ValueProjection].map(of_words),
            by_words: now.origin.is_some(),
            by_hand: [Tensor::Queries, Tensor::Keys, Tensor::Values].map(by_hand),
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
        *self != Self { by_words: self.by_words, ..Self::default() }
    }

    /// Whether anything differs that the row shown depends on.
    pub fn here(&self) -> bool {
        self.always().iter().any(|(_, differs)| *differs) || self.joining().next().is_some()
    }

    /// The givens that always stand on the ribbon: it starts with the words, where there are any.
    pub fn always(&self) -> Vec<(&'static str, bool)> {
        let [w_q, w_k, w_v] = self.projections;
        let words = [("X", self.source_embeddings || self.target_embedding), ("W", w_q || w_k || w_v)];
        let given = [("q", self.query), ("K", self.keys), ("V", self.values), ("G", self.head)];
        words.into_iter().filter(|_| self.by_words).chain(given).collect()
    }

    /// Those of them that were changed themselves: what only follows from words is not among them.
    pub fn changed(&self) -> Vec<&'static str> {
        if !self.by_words {
            return self.always().into_iter().filter(|(_, differs)| *differs).map(|(symbol, _)| symbol).collect();
        }
        let [w_q, w_k, w_v] = self.projections;
        let [q, k, v] = self.by_hand;
        let all = [
            ("X", self.source_embeddings),
            ("Y", self.target_embedding),
            ("W^Q", w_q),
            ("W^K", w_k),
            ("W^V", w_v),
            ("q", q),
            ("K", k),
            ("V", v),
            ("G", self.head),
        ];
        all.into_iter().filter(|(_, differs)| *differs).map(|(symbol, _)| symbol).collect()
    }

    /// Which of q, K and V moved with the words alone.
    pub fn moved_with_words(&self) -> Vec<&'static str> {
        let moved = [("q", self.query), ("K", self.keys), ("V", self.values)];
        let by_itself = moved.into_iter().zip(self.by_hand).filter(|((_, moved), by_hand)| *moved && !by_hand);
        by_itself.map(|((symbol, _), _)| symbol).filter(|_| self.by_words).collect()
    }

    /// The givens that join the ribbon when they differ.
    pub fn joining(&self) -> impl Iterator<Item = &'static str> {
        let all = [("mask", self.mask), ("scorer", self.scorer), ("b", self.bias), ("target", self.target)];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name)
    }
}

/// Whether two models have the same numbers in a tensor of words, or both have none.
fn same_tensor(a: &Givens, b: &Givens, tensor: Tensor) -> bool {
    let lines = |givens: &Givens| {
        let origin = givens.origin.as_ref()?;
        match tensor {
            Tensor::SourceEmbeddings => Some(origin.source().clone()),
            Tensor::TargetEmbeddings => origin.target().cloned(),
            projection => origin.projection(projection).cloned(),
        }
    };
    match (lines(a), lines(b)) {
        (Some(a), Some(b)) => a.shares(&b) || a == b,
        (None, None) => true,
        _ => false,
    }
}
