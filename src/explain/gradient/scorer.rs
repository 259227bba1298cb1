//! From the scores back to q, k and the scorer's parameters: Σ (∂L/∂e_tj) ∂e_tj/∂(·), by the scorer's own formula.
//!
//! | scorer | ∂e/∂q_i | ∂e/∂k_i | parameters |
//! |---|---|---|---|
//! | dot, scaled-dot | k_i / f | q_i / f | f = 1, √d_k |
//! | bilinear | (W k)_i | (Wᵀq)_i | W_il: q_i k_l |
//! | additive, u_a = v_a (1 − h_a²) | Σ_a u_a (W_q)_ai | Σ_a u_a (W_k)_ai | W_q: u_a q_i, W_k: u_a k_i, b_a: u_a, v_a: h_a |
//! | linear | a_i: Σ_j ∂L/∂e_j = 0 | b_i | a: 0, b: k_i |

use super::Sum;
use crate::engine::{Gradients, Parameter, ScorerKind, dot};
use crate::explain::Context;
use crate::explain::derivation::Draft;
use crate::explain::formula::{Formula, folded};
use crate::explain::symbol::{Index, Symbol, parameter_symbol};
use crate::explain::terms::{Term, Terms};
use crate::scenario::{Address, Derived};
use crate::words::{Text, gradients as say};
use std::sync::Arc;

/// What a score depends on, of which the derivative is taken.
#[derive(Clone, Copy)]
pub(super) enum By {
    Query(usize),
    /// The slot and the component.
    Key(usize, usize),
    Parameter(Parameter, usize, usize),
}

impl<'a> Context<'a> {
    /// ∂L/∂q_ti.
    pub(super) fn gradient_of_query(&self, row: usize, i: usize) -> Result<Draft<'a>, Text> {
        let back = self.way_back(row)?;
        let result = back.query()[i];
        if self.givens.scorer.kind == ScorerKind::Linear {
            return Ok(self.cancelled(Parameter::A, row, i, result));
        }
        let pairs = self.slots_read(row).map(|slot| (row, slot)).collect();
        Ok(self.through_scores((pairs, Some(row)), By::Query(i), move |_, slot| back.scores()[slot], result))
    }

    /// ∂L/∂k_ji.
    pub(super) fn gradient_of_key(&self, slot: usize, i: usize) -> Result<Draft<'a>, Text> {
        let gradients = self.all_gradients()?;
        let result = gradients.keys().get(slot, i);
        let reads = |row: &usize| self.readable(*row, slot);
        let pairs = self.contributing(gradients).into_iter().filter(reads).map(|row| (row, slot)).collect();
        Ok(self.through_scores((pairs, self.only_row()), By::Key(slot, i), of_all(gradients), result))
    }

    /// ∂L/∂ of a number of a parameter.
    pub(super) fn gradient_of_parameter(
        &self,
        parameter: Parameter,
        row: usize,
        column: usize,
    ) -> Result<Draft<'a>, Text> {
        let kind = self.givens.scorer.kind;
        if !kind.parameters().contains(&parameter) {
            return Err(say::parameter_not_read(kind.name()));
        }
        let gradients = self.all_gradients()?;
        let result = gradients.parameter(parameter).map_or(0.0, |lines| lines.get(row, column));
        if parameter == Parameter::A {
            return Ok(self.all_cancelled(column, result));
        }
        let of_row = |row: usize| self.slots_read(row).map(move |slot| (row, slot));
        let pairs = self.contributing(gradients).into_iter().flat_map(of_row).collect();
        Ok(self.through_scores(
            (pairs, self.only_row()),
            By::Parameter(parameter, row, column),
            of_all(gradients),
            result,
        ))
    }

    /// ∂L/∂e_tj, in symbols.
    fn of_score(&self, row: Option<usize>, slot: Index) -> Formula {
        Formula::Gradient(match row {
            Some(row) => self.symbols().of_row("e", row, &[slot]),
            None => Symbol::new("e", &[Index::Running('t'), slot]),
        })
    }

    /// a_i Σ_j ∂L/∂e_tj: the sum is 0, because a shift common to all scores moves no weight.
    fn cancelled(&self, parameter: Parameter, row: usize, i: usize, result: f64) -> Draft<'a> {
        let factor = self.givens.scorer.get(parameter).map_or(0.0, |lines| lines.get(0, i));
        let sum = Formula::summed('j', self.of_score(Some(row), Index::Running('j')));
        let symbol = parameter_symbol(parameter, Index::At(0), Index::At(i));
        Draft {
            formula: Formula::Beside(vec![symbol.into(), sum]),
            steps: vec![Formula::product(factor, 0.0)],
            result,
            terms: Terms::none(),
        }
    }

    /// Σ_t q_ti Σ_j ∂L/∂e_tj, of which each inner sum is 0.
    fn all_cancelled(&self, i: usize, result: f64) -> Draft<'a> {
        let several = self.givens.rows() > 1;
        let row = (!several).then_some(0);
        let query = match row {
            Some(row) => self.symbols().of_row("q", row, &[Index::At(i)]),
            None => Symbol::new("q", &[Index::Running('t'), Index::At(i)]),
        };
        let sum = Formula::summed('j', self.of_score(row, Index::Running('j')));
        let inner = Formula::Beside(vec![query.into(), sum]);
        let formula = if several { Formula::summed('t', inner) } else { inner };
        let steps = match row {
            Some(row) => vec![Formula::product(self.givens.queries.get(row, i), 0.0)],
            None => Vec::new(),
        };
        Draft { formula, steps, result, terms: Terms::none() }
    }

    /// The only row, where there is but one.
    fn only_row(&self) -> Option<usize> {
        (self.givens.rows() == 1).then_some(0)
    }

    /// Σ over these rows and slots of ∂L/∂e_tj times what a score feels of the number. `row` is the row of all of them,
    /// where the formula names it.
    fn through_scores<S>(
        &self,
        (pairs, row): (Vec<(usize, usize)>, Option<usize>),
        by: By,
        score: S,
        result: f64,
    ) -> Draft<'a>
    where
        S: Fn(usize, usize) -> f64 + Clone + 'a,
    {
        let context = *self;
        let pairs = Arc::new(pairs);
        let (of, scores) = (pairs.clone(), score.clone());
        let (sum_pairs, inner_scores) = (pairs.clone(), score.clone());
        let value = move |at: usize| {
            let (row, slot) = of[at];
            scores(row, slot) * context.felt(by, row, slot)
        };
        let formula = self.formula_through_scores(by, row);
        let root = self.root_of_width();
        let sum = Sum {
            count: pairs.len(),
            value,
            term: move |at: usize| {
                let (row, slot) = pairs[at];
                let (error, felt) = (score(row, slot), context.felt(by, row, slot));
                Term {
                    symbol: Formula::Beside(vec![
                        context.of_score(Some(row), Index::At(slot)),
                        context.felt_symbol(by, Some(row), Index::At(slot)),
                    ]),
                    name: context.slot_name(slot).to_owned(),
                    formula: Formula::product(error, felt),
                    value: error * felt,
                    address: Address::Derived(Derived::Score { row, slot: Some(slot) }).gradient(),
                }
            },
        };
        let inner = self.inner_sums(&sum_pairs, by, &inner_scores);
        let mut draft = self.summed_up(formula, sum, result);
        draft.steps.splice(0..0, inner);
        if let Some(root) = root {
            draft.steps = draft.steps.into_iter().map(|step| step.over(root.clone())).collect();
        }
        draft
    }

    /// The step before, where what a score feels is a sum or a product itself.
    fn inner_sums<S: Fn(usize, usize) -> f64>(&self, pairs: &[(usize, usize)], by: By, score: &S) -> Option<Formula> {
        self.felt_in_full(by, *pairs.first()?)?;
        let term = |at: usize| {
            let (row, slot) = pairs[at];
            let felt = self.felt_in_full(by, (row, slot)).unwrap_or(Formula::Number(0.0));
            let error = Formula::Number(score(row, slot));
            // Factors of a product stand beside the others.
            Formula::Product(match felt {
                Formula::Product(factors) => std::iter::once(error).chain(factors).collect(),
                felt => vec![error, felt],
            })
        };
        let value = |at: usize| score(pairs[at].0, pairs[at].1) * self.felt(by, pairs[at].0, pairs[at].1);
        Some(Formula::sum(folded(pairs.len(), self.terms, term, value)))
    }

    /// ∂e_tj/∂ of the number with every number put in; `None` where it is one.
    fn felt_in_full(&self, by: By, (row, slot): (usize, usize)) -> Option<Formula> {
        let (query, key) = (self.givens.queries.line(row), self.givens.keys.line(slot));
        let used = |parameter: Parameter| self.givens.scorer.used(parameter);
        let summed = |count: usize, factors: &dyn Fn(usize) -> (f64, f64)| {
            let term = |at: usize| Formula::product(factors(at).0, factors(at).1);
            Formula::sum(folded(count, self.terms, term, |at| factors(at).0 * factors(at).1))
        };
        Some(match (self.givens.scorer.kind, by) {
            (ScorerKind::Bilinear, By::Query(i)) => summed(key.len(), &|l| (used(Parameter::W).get(i, l), key[l])),
            (ScorerKind::Bilinear, By::Key(_, i)) => summed(query.len(), &|l| (used(Parameter::W).get(l, i), query[l])),
            (ScorerKind::Additive, By::Query(i) | By::Key(_, i)) => {
                let weights = used(if matches!(by, By::Query(_)) { Parameter::Wq } else { Parameter::Wk });
                summed(weights.count(), &|a| (self.hidden(row, slot, a).1, weights.get(a, i)))
            }
            (_, By::Parameter(parameter, line, column)) => match parameter {
                Parameter::W => Formula::product(query[line], key[column]),
                Parameter::Wq => Formula::product(self.hidden(row, slot, line).1, query[column]),
                Parameter::Wk => Formula::product(self.hidden(row, slot, line).1, key[column]),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// √d_k where the scorer divides by it.
    fn root_of_width(&self) -> Option<Formula> {
        #[expect(clippy::cast_precision_loss, reason = "a width is far below 2^53")]
        let width = Formula::Number(self.givens.d_k() as f64);
        (self.givens.scorer.kind == ScorerKind::ScaledDot).then(|| Formula::Root(Box::new(width)))
    }

    fn formula_through_scores(&self, by: By, row: Option<usize>) -> Formula {
        let body = |row: Option<usize>, slot: Index| {
            Formula::Beside(vec![self.of_score(row, slot), self.felt_symbol(by, row, slot)])
        };
        let running = Index::Running('j');
        let over_rows = |body: Formula| if row.is_none() { Formula::summed('t', body) } else { body };
        let formula = match by {
            By::Query(_) => Formula::summed('j', body(row, running)),
            By::Key(slot, _) => over_rows(body(row, Index::At(slot))),
            By::Parameter(..) => over_rows(Formula::summed('j', body(row, running))),
        };
        match self.root_of_width() {
            Some(_) => formula.over(Formula::Root(Box::new(Symbol::plain("d_k").into()))),
            None => formula,
        }
    }

    /// h and u of the additive scorer: tanh of what stands inside, and v_a (1 − h²).
    fn hidden(&self, row: usize, slot: usize, a: usize) -> (f64, f64) {
        let used = |parameter: Parameter, line: usize| self.givens.scorer.used(parameter).line(line);
        let (query, key) = (self.givens.queries.line(row), self.givens.keys.line(slot));
        let from_query = dot(used(Parameter::Wq, a), query);
        let before = (from_query + dot(used(Parameter::Wk, a), key)) + used(Parameter::Ba, 0)[a];
        let hidden = before.tanh();
        (hidden, used(Parameter::Va, 0)[a] * ((1.0 - hidden) * (1.0 + hidden)))
    }

    /// ∂e_tj/∂ of the number, without the scaled dot product's 1/√d_k.
    pub(super) fn felt(&self, by: By, row: usize, slot: usize) -> f64 {
        let (query, key) = (self.givens.queries.line(row), self.givens.keys.line(slot));
        let used = |parameter: Parameter| self.givens.scorer.used(parameter);
        match (self.givens.scorer.kind, by) {
            (ScorerKind::Dot | ScorerKind::ScaledDot, By::Query(i)) => key[i],
            (ScorerKind::Dot | ScorerKind::ScaledDot, By::Key(_, i)) => query[i],
            (ScorerKind::Bilinear, By::Query(i)) => dot(used(Parameter::W).line(i), key),
            (ScorerKind::Bilinear, By::Key(_, i)) => {
                query.iter().zip(used(Parameter::W).iter()).map(|(component, line)| component * line[i]).sum()
            }
            (ScorerKind::Additive, By::Query(i) | By::Key(_, i)) => {
                let weights = used(if matches!(by, By::Query(_)) { Parameter::Wq } else { Parameter::Wk });
                (0..weights.count()).map(|a| self.hidden(row, slot, a).1 * weights.get(a, i)).sum()
            }
            (ScorerKind::Linear, By::Query(i)) => used(Parameter::A).get(0, i),
            (ScorerKind::Linear, By::Key(_, i)) => used(Parameter::B).get(0, i),
            (_, By::Parameter(parameter, line, column)) => match parameter {
                Parameter::W => query[line] * key[column],
                Parameter::Wq => self.hidden(row, slot, line).1 * query[column],
                Parameter::Wk => self.hidden(row, slot, line).1 * key[column],
                Parameter::Ba => self.hidden(row, slot, column).1,
                Parameter::Va => self.hidden(row, slot, column).0,
                Parameter::A => query[column],
                Parameter::B => key[column],
            },
        }
    }

    /// The same in symbols.
    fn felt_symbol(&self, by: By, row: Option<usize>, slot: Index) -> Formula {
        let of_row = |letter: &'static str, indices: &[Index]| match row {
            Some(row) => self.symbols().of_row(letter, row, indices),
            None => {
                let all: Vec<Index> = [Index::Running('t')].into_iter().chain(indices.iter().copied()).collect();
                Symbol::new(letter, &all)
            }
        };
        let at = Index::At;
        let query = |i: Index| Formula::from(of_row("q", &[i]));
        let key = |i: Index| Formula::from(Symbol::new("k", &[slot, i]));
        let slope = |a: Index| Formula::from(of_row("u", &[slot, a]));
        let over = |index: char, factors: Vec<Formula>| Formula::summed(index, Formula::Beside(factors));
        let w =
            |parameter: Parameter, row: Index, column: Index| Formula::from(parameter_symbol(parameter, row, column));
        let (a, l) = (Index::Running('a'), Index::Running('l'));
        match (self.givens.scorer.kind, by) {
            (ScorerKind::Dot | ScorerKind::ScaledDot, By::Query(i)) => key(at(i)),
            (ScorerKind::Dot | ScorerKind::ScaledDot, By::Key(_, i)) => query(at(i)),
            (ScorerKind::Bilinear, By::Query(i)) => over('l', vec![w(Parameter::W, at(i), l), key(l)]),
            (ScorerKind::Bilinear, By::Key(_, i)) => over('l', vec![w(Parameter::W, l, at(i)), query(l)]),
            (ScorerKind::Additive, By::Query(i)) => over('a', vec![slope(a), w(Parameter::Wq, a, at(i))]),
            (ScorerKind::Additive, By::Key(_, i)) => over('a', vec![slope(a), w(Parameter::Wk, a, at(i))]),
            (ScorerKind::Linear, By::Query(i)) => w(Parameter::A, at(0), at(i)),
            (ScorerKind::Linear, By::Key(_, i)) => w(Parameter::B, at(0), at(i)),
            (_, By::Parameter(parameter, line, column)) => match parameter {
                Parameter::W => Formula::Beside(vec![query(at(line)), key(at(column))]),
                Parameter::Wq => Formula::Beside(vec![slope(at(line)), query(at(column))]),
                Parameter::Wk => Formula::Beside(vec![slope(at(line)), key(at(column))]),
                Parameter::Ba => slope(at(column)),
                Parameter::Va => of_row("h", &[slot, at(column)]).into(),
                Parameter::A => query(at(column)),
                Parameter::B => key(at(column)),
            },
        }
    }
}

fn of_all(gradients: &Gradients) -> impl Fn(usize, usize) -> f64 + Clone + '_ {
    |row, slot| gradients.scores().get(row, slot)
}
