//! Givens the tests beside the engine's modules start from.

use super::{Embedding, Givens, Lines, Mask, Scorer, ScorerKind};

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
        origin: None,
    }
}

/// A worked example that many pages copy from each other: three words of four components, d_k = d_v = 3, the rows are
/// the slots. Q = (1,0,2) (2,2,2) (2,1,3), K = (0,1,1) (4,4,0) (2,3,1), V = (1,2,3) (2,8,0) (2,6,3). It ends with the
/// contexts; two words and a head are added here.
pub(crate) fn words() -> Givens {
    let projection = |numbers: &[f64]| Lines::from_rows_by_column(4, 3, numbers);
    let origin = Embedding::new(
        Lines::new(4, &[1., 0., 1., 0., 0., 2., 0., 2., 1., 1., 1., 1.]),
        None,
        [
            projection(&[1., 0., 1., 1., 0., 0., 0., 0., 1., 0., 1., 1.]),
            projection(&[0., 0., 1., 1., 1., 0., 0., 1., 0., 1., 1., 0.]),
            projection(&[0., 2., 0., 0., 3., 0., 1., 0., 3., 1., 1., 0.]),
        ],
    );
    let [queries, keys, values] = origin.derive().unwrap();
    Givens {
        queries,
        keys,
        values,
        head: Lines::from_rows_by_column(3, 2, &[1., 0., 0., 1., 0., 0.]),
        bias: vec![None; 3],
        scorer: Scorer::new(ScorerKind::Dot, 3),
        mask: Mask::none(3),
        targets: vec![Some(0), Some(1), None],
        origin: Some(origin),
    }
}

/// The same with two target positions of their own, Y = (1,0,0,1) (0,1,0,0).
pub(crate) fn words_with_targets() -> Givens {
    let givens = words();
    let [w_q, w_k, w_v] = [0, 1, 2].map(|which| givens.origin.as_ref().unwrap().columns(which).clone());
    let source = givens.origin.as_ref().unwrap().source().clone();
    let target = Lines::new(4, &[1., 0., 0., 1., 0., 1., 0., 0.]);
    let origin = Embedding::new(source, Some(target), [w_q, w_k, w_v]);
    let [queries, keys, values] = origin.derive().unwrap();
    let targets = vec![Some(0), Some(1)];
    Givens { queries, keys, values, bias: vec![None; 2], targets, origin: Some(origin), ..givens }
}
