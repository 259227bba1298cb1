use super::*;
use crate::engine::{Embedding, Lines, Mask, Parameter, Scorer, ScorerKind};

fn names(words: &[&str], rows: usize) -> Names {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Names { slots: owned(&["他", "书", "昨天"]), words: owned(words), prefixes: vec![None; rows] }
}

/// The lesson's three slots, one row.
pub(crate) fn lesson() -> (Givens, Names) {
    let givens = Givens {
        queries: Lines::new(2, &[1., 0.]),
        keys: Lines::new(2, &[1., 0., 0., 1., 1., 1.]),
        values: Lines::new(2, &[2., 0., 0., 4., 1., 2.]),
        head: Lines::from_rows_by_column(2, 3, &[2., 0., 0., 0., 1., 0.]),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::Dot, 2),
        mask: Mask::none(3),
        targets: vec![Some(0)],
        origin: None,
    };
    (givens, names(&["him", "book", "yesterday"], 1))
}

/// Two rows, words that need care, an additive scorer in reserve.
pub(crate) fn rows() -> (Givens, Names) {
    let (mut givens, _) = lesson();
    givens.queries = Lines::new(2, &[1., 0., 0., 1.]);
    givens.bias = vec![None, Some(Lines::zeros(3, 1))];
    givens.targets = vec![Some(0), None];
    givens.scorer.put(Parameter::W, Lines::zeros(2, 2));
    givens.scorer.put(Parameter::Va, Lines::zeros(3, 1));
    (givens, names(&["2", "to \"go\", [x]", "Ａ"], 2))
}

/// Three words of two components and projections to two; two rows of their own, or the slots as rows.
pub(crate) fn of_words(own_rows: bool) -> (Givens, Names) {
    let (givens, _) = lesson();
    let projection = |numbers: &[f64]| Lines::from_rows_by_column(2, 2, numbers);
    let origin = Embedding::new(
        Lines::new(2, &[1., 0., 0., 1., 1., 1.]),
        own_rows.then(|| Lines::new(2, &[1., 2., 0., 1.])),
        [projection(&[1., 0., 2., 1.]), projection(&[0., 1., 1., 0.]), projection(&[2., 0., 0., 3.])],
    );
    let [queries, keys, values] = origin.derive().unwrap();
    let rows = queries.count();
    let (bias, targets) = (vec![None; rows], vec![Some(0); rows]);
    let givens = Givens { queries, keys, values, bias, targets, origin: Some(origin), ..givens };
    (givens, names(&["him", "book", "yesterday"], rows))
}

#[test]
fn words_and_projections() {
    let (givens, names) = of_words(true);
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    for (written, canonical) in [
        ("x2", "x2"),
        ("x2[1]", "x2[1]"),
        ("X", "X"),
        ("X[2]", "x2"),
        ("X[2,1]", "x2[1]"),
        ("X[*,1]", "X[*,1]"),
        ("y1", "y1"),
        ("Y[2,1]", "y2[1]"),
        ("WQ", "WQ"),
        ("WQ[1,2]", "WQ[1,2]"),
        ("WK[1]", "WK[1]"),
        ("WV[*,2]", "WV[*,2]"),
        ("W^Q[1,2]", "WQ[1,2]"),
        ("Ｗ＾Ｋ", "WK"),
    ] {
        let read = Address::read(written, &scope).map(|address| address.write(&scope));
        assert_eq!(read.as_deref(), Ok(canonical), "{written}");
    }
    let refused = |written: &str, scope: &Scope, part: &str| {
        let problem = Address::read(written, scope).expect_err(written);
        assert!(problem.text.en.contains(part), "{written}: {problem}");
    };
    for (written, part) in [
        ("x", "x1 to x3"),
        ("y", "y1 to y2"),
        ("X2", "x2"),
        ("x2[3]", "components are counted from 1 to 2"),
        ("y3", "rows are counted from 1 to 2"),
        ("WQ2", "WQ[2]"),
        ("WQ[3,1]", "counted from 1 to 2"),
        ("Wq", "did you mean WQ?"),
        ("W_q[1,1]", "what makes its vectors out of words is WQ"),
        ("W_k", "belongs to the additive scorer"),
        ("W", "bilinear"),
    ] {
        refused(written, &scope, part);
    }
    let (givens, names) = of_words(false);
    refused("y1", &Scope { givens: &givens, names: &names, focused_row: None }, "its rows are its slots");
    // Where the additive scorer has W_q and nothing is given by words, WQ is what is misspelt.
    let (mut givens, names) = rows();
    givens.set_scorer(ScorerKind::Additive);
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    refused("WQ[1,1]", &scope, "the scorer's parameter is W_q");
    refused("Wq", &scope, "did you mean W_q?");
    refused("x1", &scope, "not by words");
}

#[test]
fn the_table_of_forms() {
    let (givens, names) = lesson();
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    for (written, canonical) in [
        ("q", "q"),
        ("q[1]", "q[1]"),
        ("q1[2]", "q[2]"),
        ("k2", "k2"),
        ("v2[1]", "v2[1]"),
        ("Ｖ２［１］", "V2"),
        ("Q", "Q"),
        ("K", "K"),
        ("K[2]", "k2"),
        ("K[2,1]", "k2[1]"),
        ("K[*,1]", "K[*,1]"),
        ("G", "G"),
        ("G[1]", "G[1]"),
        ("G[1,2]", "G[1,book]"),
        ("G[ 1 , him ]", "G[1,him]"),
        ("G[*,him]", "G[*,him]"),
        ("G[*,“him”]", "G[*,him]"),
        ("G[1,*]", "G[1]"),
        ("bias[him]", "bias[him]"),
        ("bias1", "bias"),
        ("scorer", "scorer"),
        ("target", "target"),
        ("mask[3]", "mask[3]"),
        ("mask[1,3]", "mask[1,3]"),
        ("e[2]", "e[2]"),
        ("α1[2]", "alpha[2]"),
        ("exp_e[2]", "exp_e[2]"),
        ("exp_e1", "exp_e"),
        ("sum_e", "sum_e"),
        ("sum_e1", "sum_e"),
        ("av", "av"),
        ("av[2]", "av[2]"),
        ("av1[2, *]", "av[2]"),
        ("av[*,2]", "av[*,2]"),
        ("av[*,*]", "av"),
        ("αv[3,1]", "av[3,1]"),
        ("c", "c"),
        ("z[him]", "z[him]"),
        ("exp_z[him]", "exp_z[him]"),
        ("ｅｘｐ＿ｚ［２］", "exp_z[book]"),
        ("sum_z", "sum_z"),
        ("p[3]", "p[yesterday]"),
        ("loss", "loss"),
        ("loss1", "loss1"),
    ] {
        let read = Address::read(written, &scope).map(|address| address.write(&scope));
        match canonical {
            // A capital letter takes no number, whatever its width.
            "V2" => assert!(read.is_err_and(|problem| problem.text.en.contains("v2"))),
            _ => assert_eq!(read.as_deref(), Ok(canonical), "{written}"),
        }
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    let (givens, names) = rows();
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    for (written, at, part) in [
        ("", 0, "missing"),
        ("q", 0, "q1 to q2"),
        ("alpha[2]", 0, "alpha1 to alpha2"),
        ("k", 0, "k1 to k3"),
        ("k4", 1, "no slot 4; slots are counted from 1 to 3"),
        ("v0", 1, "no slot 0"),
        ("q9", 1, "rows are counted from 1 to 2"),
        ("v2[3]", 3, "components are counted from 1 to 2"),
        ("v99999999999999999999999", 1, "no slot 99999999999999999999999"),
        ("G[1,him]", 4, "its words are"),
        ("G[1,2,3]", 0, "G[1,2]"),
        ("G2", 0, "G[2]"),
        ("K2", 0, "k2"),
        ("W_q[1,1]", 0, "additive"),
        ("b_a", 0, "additive"),
        ("alpa1[2]", 0, "alpha"),
        ("exp_e", 0, "exp_e1 to exp_e2"),
        ("exp_e1[4]", 7, "slots are counted from 1 to 3"),
        ("exp_z1[nope]", 7, "its words are"),
        ("exp_z1[1,2]", 0, "exp_z[2], exp_z3[2]"),
        ("sum_e3", 5, "rows are counted from 1 to 2"),
        ("sum_z1[2]", 0, "no brackets"),
        ("av", 0, "av1 to av2"),
        ("av1[2,3]", 6, "components are counted from 1 to 2"),
        ("av1[4,1]", 4, "no slot 4"),
        ("av1[1,2,3]", 0, "av[2], av[2,1], av[*,1]"),
        ("expe1", 0, "exp_e"),
        ("sumz1", 0, "sum_z"),
        ("u", 0, "addresses look like"),
        ("x2", 0, "has no X"),
        ("Y[1]", 0, "not by words"),
        ("v2[1", 2, "never closed"),
        ("v2[1]]", 5, "nothing may follow"),
        ("v2[]", 3, "missing"),
        ("v2[*,1]", 0, "v2[1]"),
        ("v_a[*]", 4, "*"),
        ("mask", 0, "mask[3]"),
        ("mask[2,昨天]", 7, "slot 3"),
        ("e1[nope]", 3, "1 to 3"),
        ("scorer[1]", 0, "no brackets"),
        ("G[1,\"x]", 4, "quotation"),
    ] {
        let problem = Address::read(written, &scope).expect_err(written);
        assert!(problem.text.en.contains(part), "{written}: {problem}");
        assert_eq!(problem.at, at, "{written}: {problem}");
    }
    let focused = Scope { focused_row: Some(1), ..scope };
    let read = Address::read("alpha[2]", &focused).map(|address| address.write(&focused));
    assert_eq!(read.as_deref(), Ok("alpha2[2]"));
}

#[test]
fn every_address_is_read_back_as_written() {
    for (givens, names) in [lesson(), rows(), of_words(true), of_words(false)] {
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        for address in every_address(&givens) {
            let written = address.write(&scope);
            assert_eq!(Address::read(&written, &scope), Ok(address), "{written}");
        }
    }
}

fn every_address(givens: &Givens) -> Vec<Address> {
    let mut all = vec![Address::Scorer, Address::Derived(Derived::Loss { row: None })];
    let mut tensors = vec![Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    tensors.extend(Tensor::OF_WORDS);
    tensors.extend(Parameter::ALL.map(Tensor::Parameter));
    for tensor in tensors {
        let Some((rows, columns)) = givens.shape(tensor) else { continue };
        let vector = matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix());
        let mut regions = Vec::new();
        for row in 0..rows {
            regions.extend((0..columns).map(|column| Region::Cell(row, column)));
            regions.extend((!vector).then_some(Region::Row(row)));
        }
        if tensor != Tensor::Bias {
            regions.push(Region::Whole);
            regions.extend((0..columns).filter(|_| !vector).map(Region::Column));
        }
        all.extend(regions.into_iter().map(|region| Address::Numbers { tensor, region }));
    }
    for row in 0..givens.rows() {
        all.push(Address::Target { row });
        all.push(Address::Derived(Derived::Loss { row: Some(row) }));
        all.push(Address::Derived(Derived::Normaliser { row }));
        all.push(Address::Derived(Derived::WordNormaliser { row }));
        for slot in (0..givens.slots()).map(Some).chain([None]) {
            all.push(Address::Derived(Derived::Score { row, slot }));
            all.push(Address::Derived(Derived::Exponential { row, slot }));
            all.push(Address::Derived(Derived::Attention { row, slot }));
            for component in (0..givens.d_v()).map(Some).chain([None]) {
                all.push(Address::Derived(Derived::Weighted { row, slot, component }));
            }
            all.push(Address::Derived(Derived::Contributed { row, of: Contributed::Length { slot } }));
            for word in (0..givens.words()).map(Some).chain([None]) {
                all.push(Address::Derived(Derived::Contributed { row, of: Contributed::Logit { slot, word } }));
                let of = Contributed::Difference { slot, word: word.unwrap_or(0), against: 0 };
                all.push(Address::Derived(Derived::Contributed { row, of }));
            }
            all.extend(slot.map(|slot| Address::MaskCell { row, slot }));
            all.extend(slot.map(|slot| Address::MaskSlot { slot }));
        }
        for word in (0..givens.words()).map(Some).chain([None]) {
            all.push(Address::Derived(Derived::Logit { row, word }));
            all.push(Address::Derived(Derived::Contributed { row, of: Contributed::Sum { word } }));
            all.push(Address::Derived(Derived::WordExponential { row, word }));
            all.push(Address::Derived(Derived::Probability { row, word }));
        }
        for component in (0..givens.d_v()).map(Some).chain([None]) {
            all.push(Address::Derived(Derived::Context { row, component }));
        }
    }
    all
}
