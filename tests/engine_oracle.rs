//! The engine against reference numbers computed apart from it: `oracle/cases.json` holds problems with every
//! intermediate in 50-digit arithmetic and every gradient by automatic differentiation. Agreement is
//! |got − want| ≤ 1e-12 · max(1, |want|).
//!
//! No case and no number can be passed over in silence: the cases are counted, a key nobody reads is an error, and each
//! expected number is counted as it is compared.

#![allow(clippy::unwrap_used, reason = "a reference that cannot be read fails the test")]

use serde::Deserialize;
use std::collections::BTreeMap;
use twoaxes::engine::{
    Cell, Givens, Gradients, Lines, Mask, NoGradients, NoLoss, Parameter, Row, Scorer, ScorerKind, Stage, Tensor,
    Trace, Undefined,
};

const CASES: &str = include_str!("oracle/cases.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    given: Given,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct Given {
    name: String,
    #[serde(rename = "note")]
    _note: String,
    slots: Vec<String>,
    words: Vec<String>,
    targets: Vec<Option<String>>,
    Q: Matrix,
    K: Matrix,
    V: Matrix,
    G: Matrix,
    scorer: GivenScorer,
    mask: Option<GivenMask>,
    causal: bool,
    bias: Option<Vec<Option<Vec<f64>>>>,
}

type Matrix = Vec<Vec<f64>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct GivenScorer {
    kind: String,
    W: Option<Matrix>,
    W_q: Option<Matrix>,
    W_k: Option<Matrix>,
    b_a: Option<Vec<f64>>,
    v_a: Option<Vec<f64>>,
    a: Option<Vec<f64>>,
    b: Option<Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum GivenMask {
    Slots(Vec<bool>),
    Cells(Vec<Vec<bool>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    rows: Vec<ExpectedRow>,
    gradients: Option<BTreeMap<String, Expected>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedRow {
    scores: Option<Vec<Option<f64>>>,
    attention: Option<Vec<f64>>,
    context: Option<Vec<f64>>,
    logits: Option<Vec<f64>>,
    probabilities: Option<Vec<f64>>,
    loss: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Vector(Vec<f64>),
    Matrix(Matrix),
}

fn cases() -> Vec<Case> {
    serde_json::from_str(CASES).unwrap()
}

fn case(name: &str) -> Case {
    cases().into_iter().find(|case| case.given.name == name).unwrap()
}

fn lines(matrix: &[Vec<f64>]) -> Lines {
    let width = matrix[0].len();
    assert!(matrix.iter().all(|row| row.len() == width));
    Lines::new(width, &matrix.concat())
}

impl Given {
    fn givens(&self) -> Givens {
        let (n, words) = (self.slots.len(), self.words.len());
        let d_k = self.Q[0].len();
        assert_eq!((self.K.len(), self.V.len(), self.Q.len()), (n, n, self.targets.len()), "{}", self.name);
        let bias = match &self.bias {
            None => vec![None; self.Q.len()],
            Some(rows) => rows.iter().map(|row| row.as_ref().map(|row| Lines::new(words, row))).collect(),
        };
        let number = |word: &String| self.words.iter().position(|known| known == word).unwrap();
        Givens {
            queries: lines(&self.Q),
            keys: lines(&self.K),
            values: lines(&self.V),
            head: Lines::from_rows_by_column(self.G.len(), words, &self.G.concat()),
            bias,
            scorer: self.scorer.scorer(d_k),
            mask: self.mask(),
            targets: self.targets.iter().map(|target| target.as_ref().map(number)).collect(),
            origin: None,
        }
    }

    fn mask(&self) -> Mask {
        match &self.mask {
            None => Mask::Padding { readable: vec![true; self.slots.len()], causal: self.causal },
            Some(GivenMask::Slots(readable)) => Mask::Padding { readable: readable.clone(), causal: self.causal },
            Some(GivenMask::Cells(cells)) => {
                assert!(!self.causal, "no case has both");
                Mask::cells(cells.clone())
            }
        }
    }
}

impl GivenScorer {
    fn scorer(&self, d_k: usize) -> Scorer {
        let kind = ScorerKind::ALL.into_iter().find(|kind| kind.name() == self.kind).unwrap();
        let mut scorer = Scorer::new(kind, d_k);
        let vector = |numbers: &Vec<f64>| Lines::new(numbers.len(), numbers);
        let matrix = |numbers: &Matrix| lines(numbers);
        let given = [
            (Parameter::W, self.W.as_ref().map(matrix)),
            (Parameter::Wq, self.W_q.as_ref().map(matrix)),
            (Parameter::Wk, self.W_k.as_ref().map(matrix)),
            (Parameter::Ba, self.b_a.as_ref().map(vector)),
            (Parameter::Va, self.v_a.as_ref().map(vector)),
            (Parameter::A, self.a.as_ref().map(vector)),
            (Parameter::B, self.b.as_ref().map(vector)),
        ];
        for (parameter, value) in given {
            assert_eq!(value.is_some(), kind.parameters().contains(&parameter), "{}", parameter.name());
            if let Some(value) = value {
                scorer.put(parameter, value);
            }
        }
        scorer
    }
}

/// Compares and counts.
#[derive(Default)]
struct Judge {
    compared: usize,
    wrong: Vec<String>,
}

impl Judge {
    fn number(&mut self, what: &str, got: Option<f64>, want: f64) {
        self.compared += 1;
        let close = got.is_some_and(|got| (got - want).abs() <= 1e-12 * want.abs().max(1.0));
        if !close {
            self.wrong.push(format!("{what}: got {got:?}, want {want}"));
        }
    }

    fn absent(&mut self, what: &str, got: Option<f64>) {
        self.compared += 1;
        if got.is_some() {
            self.wrong.push(format!("{what}: got {got:?}, want nothing"));
        }
    }

    fn that(&mut self, what: &str, holds: bool) {
        self.compared += 1;
        if !holds {
            self.wrong.push(what.to_owned());
        }
    }

    fn vector(&mut self, what: &str, got: Option<&[f64]>, want: Option<&Vec<f64>>) {
        self.that(&format!("{what}: presence"), got.is_some() == want.is_some());
        if let (Some(got), Some(want)) = (got, want) {
            self.that(&format!("{what}: length"), got.len() == want.len());
            for (place, want) in want.iter().enumerate() {
                self.number(&format!("{what}[{}]", place + 1), got.get(place).copied(), *want);
            }
        }
    }

    fn row(&mut self, what: &str, got: &Row, want: &ExpectedRow) {
        match (&got.scores, &want.scores) {
            (Err(_), None) => self.compared += 1,
            (Ok(got), Some(want)) => {
                self.that(&format!("{what} e: length"), got.size() == want.len());
                for (slot, want) in want.iter().enumerate() {
                    let what = format!("{what} e[{}]", slot + 1);
                    match want {
                        Some(want) => self.number(&what, got.get(slot), *want),
                        None => self.absent(&what, got.get(slot)),
                    }
                }
            }
            _ => self.wrong.push(format!("{what} e: presence")),
        }
        let attention = got.attention.as_ref().ok().map(|alpha| alpha.weights());
        self.vector(&format!("{what} α"), attention, want.attention.as_ref());
        self.vector(&format!("{what} c"), got.context.as_ref().ok().map(AsRef::as_ref), want.context.as_ref());
        let logits: Option<Vec<f64>> = got.logits.as_ref().ok().map(|z| z.iter().flatten().collect());
        self.vector(&format!("{what} z"), logits.as_deref(), want.logits.as_ref());
        let probabilities = got.probabilities.as_ref().ok().map(|p| p.weights());
        self.vector(&format!("{what} p"), probabilities, want.probabilities.as_ref());
        match want.loss {
            Some(want) => self.number(&format!("{what} L"), got.loss.and_then(Result::ok), want),
            None => self.absent(&format!("{what} L"), got.loss.and_then(Result::ok)),
        }
    }

    fn gradient(&mut self, name: &str, got: &Gradients, want: &Expected) {
        let vector = |vector: &Vec<f64>| vec![vector.clone()];
        let (want, is_vector) = match want {
            Expected::Vector(numbers) => (vector(numbers), true),
            Expected::Matrix(rows) => (rows.clone(), false),
        };
        let get: Box<dyn Fn(usize, usize) -> Option<f64>> = match name {
            "scores" => Box::new(|row, column| inside(got.scores(), row, column)),
            "context" => Box::new(|row, column| inside(got.contexts(), row, column)),
            "logits" => Box::new(|row, column| got.logits().get(row, column)),
            _ => {
                let tensor = tensor(name);
                self.that(&format!("∂{name}: shape"), got.shape(tensor) == Some((want.len(), want[0].len())));
                for (row, want) in want.iter().enumerate() {
                    self.vector(&format!("∂{name} row {}", row + 1), got.row(tensor, row).as_deref(), Some(want));
                }
                Box::new(move |row, column| got.get(Cell::new(tensor, row, column)))
            }
        };
        let is_vector_parameter = matches!(name, "b_a" | "v_a" | "a" | "b");
        self.that(&format!("∂{name}: one index or two"), is_vector == is_vector_parameter);
        for (row, numbers) in want.iter().enumerate() {
            for (column, want) in numbers.iter().enumerate() {
                self.number(&format!("∂{name}[{},{}]", row + 1, column + 1), get(row, column), *want);
            }
            self.absent(&format!("∂{name}: past the end of the row"), get(row, numbers.len()));
        }
        self.absent(&format!("∂{name}: past the last row"), get(want.len(), 0));
    }
}

fn inside(lines: &Lines, row: usize, column: usize) -> Option<f64> {
    (row < lines.count() && column < lines.width()).then(|| lines.get(row, column))
}

fn tensor(name: &str) -> Tensor {
    match name {
        "Q" => Tensor::Queries,
        "K" => Tensor::Keys,
        "V" => Tensor::Values,
        "G" => Tensor::Head,
        "bias" => Tensor::Bias,
        _ => Tensor::Parameter(Parameter::ALL.into_iter().find(|known| known.name() == name).unwrap()),
    }
}

/// The gradients a case with these givens must list.
fn expected_names(given: &Given, givens: &Givens) -> Vec<String> {
    let mut names: Vec<String> = ["Q", "K", "V", "G", "scores", "context", "logits"].map(str::to_owned).into();
    names.extend(given.bias.is_some().then(|| "bias".to_owned()));
    names.extend(givens.scorer.kind.parameters().iter().map(|parameter| parameter.name().to_owned()));
    names.sort();
    names
}

#[test]
fn every_case_agrees() {
    let cases = cases();
    assert_eq!(cases.len(), 29, "the reference has 29 cases");
    let mut judge = Judge::default();
    for Case { given, expect } in &cases {
        let name = &given.name;
        let givens = given.givens();
        let trace = Trace::new(&givens);
        assert_eq!(trace.rows().len(), expect.rows.len(), "{name}");
        for (t, (got, want)) in trace.rows().zip(&expect.rows).enumerate() {
            judge.row(&format!("{name} row {}", t + 1), &got, want);
        }
        let losses: Vec<f64> = expect.rows.iter().filter_map(|row| row.loss).collect();
        match trace.loss() {
            Ok(total) => judge.number(&format!("{name} total loss"), Some(total), losses.iter().sum()),
            Err(_) => judge.that(&format!("{name} total loss: absent"), losses.is_empty()),
        }
        match (Gradients::of(&givens, &trace), &expect.gradients) {
            (Err(reason), None) => judge.that(&format!("{name} gradients"), reason == NoGradients::Undefined),
            (Ok(got), Some(want)) => {
                assert_eq!(want.keys().cloned().collect::<Vec<_>>(), expected_names(given, &givens), "{name}");
                for (quantity, want) in want {
                    judge.gradient(quantity, &got, want);
                }
                for parameter in Parameter::ALL {
                    let used = givens.scorer.kind.parameters().contains(&parameter);
                    judge.that(&format!("{name} ∂{}", parameter.name()), got.parameter(parameter).is_some() == used);
                }
            }
            (got, _) => judge.wrong.push(format!("{name} gradients: presence, got {:?}", got.err())),
        }
    }
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.compared, judge.wrong.join("\n"));
    assert_eq!(judge.compared, 4424, "as many numbers as the reference has, and their shapes, are compared");
}

#[test]
fn the_gradient_of_the_head_is_the_same_by_cell_row_column_and_whole() {
    for Case { given, expect } in cases().iter().filter(|case| case.expect.gradients.is_some()) {
        let givens = given.givens();
        let gradients = Gradients::of(&givens, &Trace::new(&givens)).unwrap();
        let head = gradients.head();
        let whole = head.to_lines();
        assert_eq!((whole.count(), whole.width()), (givens.words(), givens.d_v()));
        for (word, column) in whole.iter().enumerate() {
            assert_eq!(head.column(word), column, "{}", given.name);
            for (d, number) in column.iter().enumerate() {
                assert_eq!(head.get(d, word), Some(*number), "{}", given.name);
                assert_eq!(head.row(d)[word], *number, "{}", given.name);
            }
        }
        assert_eq!(head.contexts().count(), expect.rows.iter().filter(|row| row.loss.is_some()).count());
    }
}

#[test]
fn what_has_no_number_says_why() {
    let masked = Trace::new(&case("all-masked").given.givens());
    assert_eq!(masked.row(0).undefined(), Some(Undefined::AllMasked { row: 0 }));
    assert_eq!(masked.loss(), Err(NoLoss::Undefined));
    let among_others = Trace::new(&case("one-row-masked-among-others").given.givens());
    assert_eq!(among_others.row(1).undefined(), Some(Undefined::AllMasked { row: 1 }));
    let overflow = Trace::new(&case("overflow").given.givens());
    let reason = Undefined::Overflow { row: 0, stage: Stage::Scores, place: 0 };
    assert_eq!(overflow.row(0).undefined(), Some(reason));
}

/// Six decimals, as the lesson prints them.
fn printed(numbers: &[f64]) -> Vec<String> {
    numbers.iter().map(|number| format!("{number:.6}")).collect()
}

fn only_row(name: &str) -> Row {
    Trace::new(&case(name).given.givens()).row(0)
}

#[test]
fn the_lessons_printed_figures() {
    let baseline = only_row("r72-baseline");
    let logits: Vec<f64> = baseline.logits.as_ref().unwrap().iter().flatten().collect();
    assert_eq!(printed(baseline.attention.as_ref().unwrap().weights()), ["0.422319", "0.155362", "0.422319"]);
    assert_eq!(printed(baseline.context.as_ref().unwrap()), ["1.266956", "1.466087"]);
    assert_eq!(printed(&logits), ["2.533913", "1.466087", "0.000000"]);
    assert_eq!(printed(baseline.probabilities.as_ref().unwrap().weights()), ["0.702690", "0.241553", "0.055757"]);
    // The lesson prints .352839, the logarithm of the rounded probability.
    assert_eq!(printed(&[baseline.loss.unwrap().unwrap()]), ["0.352840"]);
    assert_eq!(printed(&[-0.702690_f64.ln()]), ["0.352839"]);

    let only_q = only_row("r72-only-q");
    assert_eq!(printed(only_q.attention.as_ref().unwrap().weights()), ["0.155362", "0.422319", "0.422319"]);
    assert_eq!(printed(only_q.context.as_ref().unwrap()), ["0.733044", "2.533913"]);
    assert_eq!(printed(only_q.probabilities.as_ref().unwrap().weights()), ["0.241553", "0.702690", "0.055757"]);

    let only_v2 = only_row("r72-only-v2");
    let (before, after) = (baseline.attention.as_ref().unwrap(), only_v2.attention.as_ref().unwrap());
    let bits = |weights: &[f64]| weights.iter().map(|weight| weight.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(before.weights()), bits(after.weights()));
    let (before, after) = (baseline.context.as_ref().unwrap(), only_v2.context.as_ref().unwrap());
    assert_eq!(printed(after), ["1.266956", "2.087537"]);
    assert_eq!(printed(&[after[1] - before[1]]), ["0.621450"]);
}

#[test]
fn the_read_construction_has_the_same_numbers_under_other_labels() {
    for (read, r72) in
        [("read-baseline", "r72-baseline"), ("read-only-q", "r72-only-q"), ("read-only-v2", "r72-only-v2")]
    {
        assert_eq!(only_row(read).probabilities, only_row(r72).probabilities);
    }
}
