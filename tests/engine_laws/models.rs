//! Models to hold the laws against.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use twoaxes::engine::{Cell, Embedding, Givens, Lines, Mask, Parameter, Scorer, ScorerKind, Tensor};

/// Sizes of a model.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub rows: usize,
    pub slots: usize,
    pub words: usize,
    pub d_k: usize,
    pub d_v: usize,
    pub d_a: usize,
}

fn sizes() -> impl Strategy<Value = Sizes> {
    (1..4_usize, 1..6_usize, 1..6_usize, 1..5_usize, 1..5_usize, 1..5_usize)
        .prop_map(|(rows, slots, words, d_k, d_v, d_a)| Sizes { rows, slots, words, d_k, d_v, d_a })
}

/// Sizes past the four lanes of a dot product, and sums of some length.
fn wider() -> impl Strategy<Value = Sizes> {
    (1..4_usize, 1..16_usize, 1..16_usize, 1..=WIDEST, 1..=WIDEST, 1..10_usize)
        .prop_map(|(rows, slots, words, d_k, d_v, d_a)| Sizes { rows, slots, words, d_k, d_v, d_a })
}

/// The most components a vector of a [`wide_model`] has.
pub const WIDEST: usize = 21;

/// −1…1 in steps of 1/1024, often 0 or ±1/2 or ±1: sums and differences of a few are exact, and ties occur.
pub fn small() -> BoxedStrategy<f64> {
    prop_oneof![
        3 => (-1024_i32..=1024).prop_map(|steps| f64::from(steps) / 1024.0),
        1 => (-2_i32..=2).prop_map(|halves| f64::from(halves) / 2.0),
    ]
    .boxed()
}

/// Any finite number, preferring those that break things.
pub fn wild() -> BoxedStrategy<f64> {
    const EXTREMES: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e308,
        -1e308,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        5e-324,
        -5e-324,
        1e154,
        -1e154,
        1e-160,
        745.0,
    ];
    prop_oneof![
        3 => (0..EXTREMES.len()).prop_map(|index| EXTREMES[index]),
        2 => (-3_i32..=3).prop_map(f64::from),
        2 => (-1.0..1.0, -320_i32..308).prop_map(|(x, exponent): (f64, i32)| x * 10_f64.powi(exponent)),
        1 => any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
    ]
    .boxed()
}

pub fn kind() -> impl Strategy<Value = ScorerKind> {
    (0..ScorerKind::ALL.len()).prop_map(|index| ScorerKind::ALL[index])
}

fn mask(sizes: Sizes) -> impl Strategy<Value = Mask> {
    let readable = || prop::bool::weighted(0.8);
    prop_oneof![
        2 => Just(Mask::none(sizes.slots)),
        2 => (vec(readable(), sizes.slots), any::<bool>())
            .prop_map(|(readable, causal)| Mask::Padding { readable, causal }),
        1 => vec(vec(readable(), sizes.slots), sizes.rows).prop_map(Mask::cells),
    ]
}

/// A model of these numbers, at most four components wide, with any scorer (the parameters of all are there), mask, targets and constants.
pub fn model(number: BoxedStrategy<f64>) -> impl Strategy<Value = Givens> {
    sizes().prop_flat_map(move |sizes| model_of(sizes, number.clone()))
}

/// The same, some sizes larger.
pub fn wide_model(number: BoxedStrategy<f64>) -> impl Strategy<Value = Givens> {
    wider().prop_flat_map(move |sizes| model_of(sizes, number.clone()))
}

fn model_of(sizes: Sizes, number: BoxedStrategy<f64>) -> impl Strategy<Value = Givens> {
    let Sizes { rows, slots, words, d_k, d_v, d_a } = sizes;
    let lines = |count: usize, width: usize| {
        vec(number.clone(), count * width).prop_map(move |numbers| Lines::new(width, &numbers))
    };
    let tensors = (lines(rows, d_k), lines(slots, d_k), lines(slots, d_v), lines(words, d_v));
    let matrices = (lines(d_k, d_k), lines(d_a, d_k), lines(d_a, d_k));
    let vectors = (lines(1, d_a), lines(1, d_a), lines(1, d_k), lines(1, d_k));
    let targets = vec(option::weighted(0.8, 0..words), rows);
    let bias = vec(option::weighted(0.3, lines(1, words)), rows);
    (tensors, matrices, vectors, kind(), mask(sizes), targets, bias).prop_map(
        move |((queries, keys, values, head), (w, w_q, w_k), (b_a, v_a, a, b), kind, mask, targets, bias)| {
            let mut scorer = Scorer::new(kind, d_k);
            for (parameter, value) in Parameter::ALL.into_iter().zip([w, w_q, w_k, b_a, v_a, a, b]) {
                scorer.put(parameter, value);
            }
            Givens { queries, keys, values, head, bias, scorer, mask, targets, origin: None }
        },
    )
}

/// A model given by words of at most four components, with and without target positions of their own, some numbers of Q,
/// K and V set by hand. The projections are of `number` / 4: with numbers up to 1 no query, key or value is larger.
pub fn word_model(number: BoxedStrategy<f64>) -> impl Strategy<Value = Givens> {
    word_model_of(number, 5)
}

/// The same with embeddings of as many as twelve components: past the four lanes of a dot product.
pub fn wide_word_model(number: BoxedStrategy<f64>) -> impl Strategy<Value = Givens> {
    word_model_of(number, 13)
}

fn word_model_of(number: BoxedStrategy<f64>, below: usize) -> impl Strategy<Value = Givens> {
    let sizes = (sizes(), 1..below, any::<bool>()).prop_map(|(sizes, d, own_rows)| {
        let rows = if own_rows { sizes.rows } else { sizes.slots };
        (Sizes { rows, ..sizes }, d, own_rows)
    });
    let model = sizes.prop_flat_map(move |(sizes, d, own_rows)| {
        let lines = |count: usize, factor: f64| {
            let numbers = vec(number.clone(), count * d);
            numbers.prop_map(move |numbers| Lines::new(d, &numbers.iter().map(|x| x * factor).collect::<Vec<f64>>()))
        };
        let words = (lines(sizes.slots, 1.0), lines(sizes.rows, 1.0));
        let projections = (lines(sizes.d_k, 0.25), lines(sizes.d_k, 0.25), lines(sizes.d_v, 0.25));
        let by_hand = vec((any::<prop::sample::Index>(), number.clone()), 0..4);
        (model_of(sizes, number.clone()), words, projections, by_hand, Just(own_rows))
    });
    let put_together =
        |(base, (x, y), (w_q, w_k, w_v), by_hand, own_rows): (Givens, _, _, Vec<(prop::sample::Index, f64)>, bool)| {
            let origin = Embedding::new(x, own_rows.then_some(y), [w_q, w_k, w_v]);
            let mut givens = Givens { origin: Some(origin), ..base };
            let derived = [Tensor::Queries, Tensor::Keys, Tensor::Values];
            for (at, number) in by_hand {
                let cells: Vec<Cell> =
                    cells(&givens).into_iter().filter(|cell| derived.contains(&cell.tensor)).collect();
                givens.set(*at.get(&cells), number);
            }
            givens.derive().is_ok().then_some(givens)
        };
    model.prop_filter_map("products within f64", put_together)
}

/// The cells of every tensor the model has, the parameters its scorer does not read among them.
pub fn cells(givens: &Givens) -> Vec<Cell> {
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    let tensors = tensors.into_iter().chain(Tensor::OF_WORDS).chain(Parameter::ALL.map(Tensor::Parameter));
    tensors
        .filter_map(|tensor| Some((tensor, givens.shape(tensor)?)))
        .flat_map(|(tensor, (rows, columns))| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(tensor, row, column)))
        })
        .collect()
}

/// Whether the scorer reads the tensor the cell is in.
pub fn is_read(givens: &Givens, cell: Cell) -> bool {
    match cell.tensor {
        Tensor::Parameter(parameter) => givens.scorer.kind.parameters().contains(&parameter),
        _ => true,
    }
}
