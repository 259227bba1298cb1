//! The score, by each of the five scorers, with every number put in.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, Function, folded};
use super::symbol::{Index, Symbol, Symbols, parameter_symbol};
use super::terms::{Term, Terms};
use crate::engine::{Parameter, ScorerKind, Tensor, dot};
use crate::scenario::{Address, Region};
use crate::words::{Text, explain as words};

/// A query, a key, and where they stand.
#[derive(Clone, Copy)]
struct Pair<'a> {
    context: Context<'a>,
    row: usize,
    slot: usize,
    query: &'a [f64],
    key: &'a [f64],
}

impl<'a> Context<'a> {
    /// e_tj.
    pub(super) fn score(&self, row: usize, slot: usize) -> Result<Draft<'a>, Text> {
        let scores = self.trace.reading(row).scores.map_err(|reason| self.reason(reason))?;
        let Some(result) = scores.get(slot) else {
            return Err(if self.reads(row) { words::not_read() } else { words::masked_in_vain() });
        };
        let (query, key) = (self.givens.queries.line(row), self.givens.keys.line(slot));
        let pair = Pair { context: *self, row, slot, query, key };
        Ok(match self.givens.scorer.kind {
            ScorerKind::Dot => pair.dot(result),
            ScorerKind::ScaledDot => pair.scaled(result),
            ScorerKind::Bilinear => pair.bilinear(result),
            ScorerKind::Additive => pair.additive(result),
            ScorerKind::Linear => pair.linear(result),
        })
    }
}

impl<'a> Pair<'a> {
    fn symbols(&self) -> Symbols {
        self.context.symbols()
    }

    /// q, or q_t.
    fn query_symbol(&self) -> Symbol {
        self.symbols().of_row("q", self.row, &[])
    }

    fn key_symbol(&self) -> Symbol {
        Symbol::new("k", &[Index::At(self.slot)])
    }

    fn query_component(&self, i: usize) -> Formula {
        self.symbols().given(Tensor::Queries, self.row, i).into()
    }

    fn key_component(&self, i: usize) -> Formula {
        self.symbols().given(Tensor::Keys, self.slot, i).into()
    }

    fn key_address(&self, i: usize) -> Option<Address> {
        Some(Address::Numbers { tensor: Tensor::Keys, region: Region::Cell(self.slot, i) })
    }

    fn query_address(&self, i: usize) -> Option<Address> {
        Some(Address::Numbers { tensor: Tensor::Queries, region: Region::Cell(self.row, i) })
    }

    fn parameter(&self, parameter: Parameter, line: usize) -> &'a [f64] {
        self.context.givens.scorer.used(parameter).line(line)
    }

    /// Σ_i a_i b_i, its middle folded.
    fn products(&self, a: &[f64], b: &[f64]) -> Vec<Formula> {
        folded(a.len(), self.context.terms, |i| Formula::product(a[i], b[i]), |i| a[i] * b[i])
    }

    fn dot(self, result: f64) -> Draft<'a> {
        Draft {
            formula: Formula::Dot(self.query_symbol(), self.key_symbol()),
            steps: vec![Formula::sum(self.products(self.query, self.key))],
            result,
            terms: self.terms_of_dot(),
        }
    }

    fn scaled(self, result: f64) -> Draft<'a> {
        #[expect(clippy::cast_precision_loss, reason = "a width is far below 2^53")]
        let width = Formula::Number(self.query.len() as f64);
        let root = |of: Formula| Formula::Root(Box::new(of));
        let product = Formula::Number(dot(self.query, self.key));
        Draft {
            formula: Formula::Dot(self.query_symbol(), self.key_symbol()).over(root(Symbol::plain("d_k").into())),
            steps: vec![
                Formula::sum(self.products(self.query, self.key)).over(root(width.clone())),
                product.over(root(width)),
            ],
            result,
            terms: self.terms_of_dot(),
        }
    }

    fn terms_of_dot(self) -> Terms<'a> {
        Terms::new(self.query.len(), move |i| Term {
            symbol: Formula::Beside(vec![self.query_component(i), self.key_component(i)]),
            name: String::new(),
            formula: Formula::product(self.query[i], self.key[i]),
            value: self.query[i] * self.key[i],
            address: self.key_address(i),
        })
    }

    /// Σ_i Σ_l q_i W_il k_l, then (qᵀW)·k.
    fn bilinear(self, result: f64) -> Draft<'a> {
        let width = self.query.len();
        let factors = move |number: usize| {
            let (i, l) = (number / width, number % width);
            (i, l, [self.query[i], self.parameter(Parameter::W, i)[l], self.key[l]])
        };
        let product = move |number| {
            let (_, _, numbers) = factors(number);
            (Formula::Product(numbers.map(Formula::Number).to_vec()), numbers[0] * numbers[1] * numbers[2])
        };
        let directed =
            self.context.givens.scorer.terms(self.query, self.key).map_or(Vec::new(), |terms| terms.products);
        let direction: Vec<f64> = directed.iter().map(|(along, _)| *along).collect();
        let written = self.context.terms;
        Draft {
            formula: Formula::Beside(vec![
                Formula::Transposed(self.query_symbol()),
                Symbol::plain("W").into(),
                self.key_symbol().into(),
            ]),
            steps: vec![
                Formula::sum(folded(width * width, written, |n| product(n).0, |n| product(n).1)),
                Formula::sum(self.products(&direction, self.key)),
            ],
            result,
            terms: Terms::new(width * width, move |number| {
                let (i, l, _) = factors(number);
                let (formula, value) = product(number);
                let w = parameter_symbol(Parameter::W, Index::At(i), Index::At(l));
                let symbol = Formula::Beside(vec![self.query_component(i), w.into(), self.key_component(l)]);
                let tensor = Tensor::Parameter(Parameter::W);
                let address = Some(Address::Numbers { tensor, region: Region::Cell(i, l) });
                Term { symbol, name: String::new(), formula, value, address }
            }),
        }
    }

    /// What stands inside the tanh of the additive scorer, at one hidden component.
    fn before_tanh(&self, i: usize) -> f64 {
        let from_query = dot(self.parameter(Parameter::Wq, i), self.query);
        (from_query + dot(self.parameter(Parameter::Wk, i), self.key)) + self.parameter(Parameter::Ba, 0)[i]
    }

    /// v_a,i × tanh(W_q,i · q + W_k,i · k + b_a,i) with every number put in.
    fn hidden_term(&self, i: usize) -> Formula {
        let mut inside = self.products(self.parameter(Parameter::Wq, i), self.query);
        inside.extend(self.products(self.parameter(Parameter::Wk, i), self.key));
        inside.push(Formula::Number(self.parameter(Parameter::Ba, 0)[i]));
        let v_a = Formula::Number(self.parameter(Parameter::Va, 0)[i]);
        Formula::Product(vec![v_a, Formula::sum(inside).within(Function::Tanh)])
    }

    fn additive(self, result: f64) -> Draft<'a> {
        let v_a = self.parameter(Parameter::Va, 0);
        let value = move |i: usize| v_a[i] * self.before_tanh(i).tanh();
        let plain = |letter| Formula::from(Symbol::plain(letter));
        let before = |query: Formula, key: Formula| {
            Formula::Sum(vec![
                Formula::Beside(vec![plain("W_q"), query]),
                Formula::Beside(vec![plain("W_k"), key]),
                plain("b_a"),
            ])
        };
        let hidden = before(self.query_symbol().into(), self.key_symbol().into()).within(Function::Tanh);
        let sum = |term: &dyn Fn(usize) -> Formula| Formula::sum(folded(v_a.len(), self.context.terms, term, value));
        let of_tanh = |i: usize| Formula::Number(self.before_tanh(i)).within(Function::Tanh);
        Draft {
            formula: Formula::Beside(vec![Formula::Transposed(Symbol::plain("v_a")), hidden]),
            steps: vec![
                sum(&|i| self.hidden_term(i)),
                sum(&|i| Formula::Product(vec![Formula::Number(v_a[i]), of_tanh(i)])),
                sum(&|i| Formula::product(v_a[i], self.before_tanh(i).tanh())),
            ],
            result,
            terms: Terms::new(v_a.len(), move |i| {
                let vector = |parameter| Formula::from(parameter_symbol(parameter, Index::At(0), Index::At(i)));
                let row = |parameter: Parameter| Symbol::new(parameter.name(), &[Index::At(i)]);
                let inside = Formula::Sum(vec![
                    Formula::Dot(row(Parameter::Wq), self.query_symbol()),
                    Formula::Dot(row(Parameter::Wk), self.key_symbol()),
                    vector(Parameter::Ba),
                ]);
                let tensor = Tensor::Parameter(Parameter::Va);
                Term {
                    symbol: Formula::Beside(vec![vector(Parameter::Va), inside.within(Function::Tanh)]),
                    name: String::new(),
                    formula: self.hidden_term(i),
                    value: value(i),
                    address: Some(Address::Numbers { tensor, region: Region::Cell(0, i) }),
                }
            }),
        }
    }

    /// aᵀq, common to all slots, + bᵀk.
    fn linear(self, result: f64) -> Draft<'a> {
        let (a, b) = (self.parameter(Parameter::A, 0), self.parameter(Parameter::B, 0));
        let width = a.len();
        let common = Formula::Number(dot(a, self.query));
        let times =
            |letter, vector: Symbol| Formula::Beside(vec![Formula::Transposed(Symbol::plain(letter)), vector.into()]);
        let of_key = self.products(b, self.key);
        let with = |mut terms: Vec<Formula>, more: Vec<Formula>| {
            terms.extend(more);
            Formula::sum(terms)
        };
        Draft {
            formula: Formula::Sum(vec![times("a", self.query_symbol()), times("b", self.key_symbol())]),
            steps: vec![
                with(self.products(a, self.query), of_key.clone()),
                with(vec![common.clone()], of_key),
                Formula::Sum(vec![common, Formula::Number(dot(b, self.key))]),
            ],
            result,
            terms: Terms::new(2 * width, move |number| {
                let i = number % width;
                let (parameter, factor, of, vector, address) = if number < width {
                    (Parameter::A, a[i], self.query[i], self.query_component(i), self.query_address(i))
                } else {
                    (Parameter::B, b[i], self.key[i], self.key_component(i), self.key_address(i))
                };
                let factor_symbol = parameter_symbol(parameter, Index::At(0), Index::At(i));
                Term {
                    symbol: Formula::Beside(vec![factor_symbol.into(), vector]),
                    name: String::new(),
                    formula: Formula::product(factor, of),
                    value: factor * of,
                    address,
                }
            }),
        }
    }
}
