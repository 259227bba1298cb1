//! Givens the tests beside the engine's modules start from.

use super::{Givens, Lines, Mask, Scorer, ScorerKind};

/// The lesson's three-slot construction: q = (1, 0), keys (1,0) (0,1) (1,1), values (2,0) (0,4) (1,2), three words.
pub(crate) fn r72() -> Givens {
    Givens {
        queries: Lines::new(2, &[1.0, 0.0]),
        keys: Lines::new(2, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
        values: Lines::new(2, &[2.0, 0.0, 0.0, 4.0, 1.0, 2.0]),
        head: Lines::from_rows_by_column(2, 3, &[2.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::Dot, 2),
        mask: Mask::none(3),
        targets: vec![Some(0)],
    }
}
