//! One line on the number under the cursor: what it is, and how it came about in this model's numbers.

use crate::engine::{Mark, ScorerKind, Scores, Vocab};
use crate::explorer::{Focus, Model, Provenance};
use crate::words::number;
use crate::words::{Text, explain, undefined};
use std::sync::Arc;

/// What is said about the focus.
pub struct Explanation {
    /// The address.
    pub address: String,
    /// What it is.
    pub what: Text,
    /// The formula with this model's numbers; empty for what is given.
    pub formula: String,
    /// How it stands to the baseline; empty when nothing is to be said.
    pub against: Text,
}

/// A formula in a line of so many cells: where it is too long, the steps in its middle are left out, the symbols first;
/// the result never is. `cells_of` measures a text as it will be drawn.
pub fn fitted(formula: &str, cells: usize, cells_of: impl Fn(&str) -> usize) -> String {
    let mut steps: Vec<&str> = formula.split(" = ").collect();
    while steps.len() > 2 && cells_of(&steps.join(" = ")) > cells {
        steps.remove(1);
    }
    steps.join(" = ")
}

/// Explains the focus. Of a long sum so many terms are written out before the rest is folded.
pub fn explanation(model: &Model, terms: usize) -> Explanation {
    let focus = model.focus();
    let row = model.row();
    let address = match (focus.address(row), focus) {
        (Some(address), _) => address.write(&model.scope()),
        (None, Focus::Slot(j)) => model.names().slots[j].clone(),
        (None, Focus::Word(w)) => model.names().words[w].clone(),
        (None, _) => String::new(),
    };
    Explanation {
        address,
        what: what(model),
        formula: Formula { model, terms }.of_focus().unwrap_or_default(),
        against: against(model),
    }
}

fn what(model: &Model) -> Text {
    let names = model.names();
    let row = &model.trace().rows()[model.row()];
    // A number that is not there says why.
    let missing = match model.focus() {
        Focus::Score(_) => row.scores.as_ref().err().copied(),
        Focus::Attention(_) => row.attention.as_ref().err().copied(),
        Focus::Context(_) => row.context.as_ref().err().copied(),
        Focus::Logit(_) => row.logits.as_ref().err().copied(),
        Focus::Probability(_) => row.probabilities.as_ref().err().copied(),
        Focus::Loss => row.loss.and_then(Result::err),
        _ => None,
    };
    if let Some(reason) = missing {
        return undefined::reason(reason, &names.slots, &names.words);
    }
    let (d_k, d_v) = (model.givens().d_k(), model.givens().d_v());
    match model.focus() {
        Focus::Query(i) => explain::query(i + 1, d_k),
        Focus::Key(j, i) => explain::key(&names.slots[j], i + 1, d_k),
        Focus::Value(j, i) => explain::value(&names.slots[j], i + 1, d_v),
        Focus::Head(d, w) => explain::head(d + 1, &names.words[w]),
        Focus::Bias(w) => explain::bias(&names.words[w]),
        Focus::Slot(j) => explain::slot(j + 1),
        Focus::Word(w) => explain::word(w + 1),
        Focus::Score(j) | Focus::Attention(j) if !model.givens().mask.readable(model.row(), j) => explain::not_read(),
        Focus::Score(j) => explain::score(&names.slots[j]),
        Focus::Attention(j) => explain::attention(&names.slots[j]),
        Focus::Context(d) => explain::context(d + 1, d_v),
        Focus::Logit(w) => explain::logit(&names.words[w]),
        Focus::Probability(w) => explain::probability(&names.words[w]),
        Focus::Loss => explain::loss(),
        _ => Text::default(),
    }
}

/// How the number stands to the baseline's.
fn against(model: &Model) -> Text {
    let (row, focus) = (model.row(), model.focus());
    if let Some(cell) = focus.cell(row) {
        let before = model.state().scenario.givens.get(cell).map_or_else(|| "0".to_owned(), number::exact);
        let now = model.givens().get(cell).unwrap_or_default();
        return match model.state().provenance(cell) {
            Provenance::Edit => explain::own_edit(&before),
            Provenance::Branch => explain::by_branch(&before),
            // Nothing to compare: then all its digits, where the cell could not show them.
            Provenance::Baseline if number::exact(now).len() > 6 => explain::exactly(&number::exact(now)),
            Provenance::Baseline => Text::default(),
        };
    }
    if !model.differs().any() {
        return Text::default();
    }
    let comparison = model.comparison();
    let (before, now) = (model.baseline().rows().get(row), &model.trace().rows()[row]);
    let number = |row: &crate::engine::Row| match focus {
        Focus::Score(j) => row.scores.as_ref().ok().and_then(|scores| scores.get(j)),
        Focus::Attention(j) => row.attention.as_ref().ok().map(|weights| weights.get(j)),
        Focus::Context(d) => row.context.as_ref().ok().and_then(|context| context.get(d).copied()),
        Focus::Logit(w) => row.logits.as_ref().ok().and_then(|logits| logits.get(w)),
        Focus::Probability(w) => row.probabilities.as_ref().ok().map(|weights| weights.get(w)),
        Focus::Loss => row.loss.and_then(Result::ok),
        _ => None,
    };
    let mark = match focus {
        Focus::Score(j) => comparison.score(row, j),
        Focus::Attention(j) => comparison.attention(row, j),
        Focus::Context(d) => comparison.context(row, d),
        Focus::Logit(w) => comparison.logit(row, w),
        Focus::Probability(w) => comparison.probability(row, w),
        Focus::Loss => comparison.loss(row),
        _ => return Text::default(),
    };
    match (mark, before.and_then(number), number(now)) {
        (Mark::Same, _, Some(_)) => explain::same_as_baseline(),
        (Mark::WithinRounding, _, Some(_)) => explain::near_baseline(),
        (Mark::Moved, Some(before), Some(now)) => {
            explain::against_baseline(number_text(before).as_str(), number::difference(now - before, 10).trim_start())
        }
        _ => Text::default(),
    }
}

fn number_text(value: f64) -> String {
    number::derived(value, 12).trim_start().to_owned()
}

/// A number inside a formula: as short as it is exact, else six decimals.
fn inside(value: f64) -> String {
    let exact = number::exact(value);
    let text = if exact.len() <= 8 { exact } else { number_text(value) };
    if text.starts_with('-') { format!("({text})") } else { text }
}

/// Writes formulas with a model's numbers.
struct Formula<'a> {
    model: &'a Model,
    terms: usize,
}

impl Formula<'_> {
    fn sum_of_products(&self, terms: impl ExactSizeIterator<Item = (f64, f64)>) -> String {
        let count = terms.len();
        let shown: Vec<String> = terms.take(self.terms).map(|(a, b)| format!("{}×{}", inside(a), inside(b))).collect();
        let sum = shown.join(" + ");
        if count > self.terms { format!("{sum} + … ({count})") } else { sum }
    }

    fn of_focus(&self) -> Option<String> {
        let model = self.model;
        let row = &model.trace().rows()[model.row()];
        let givens = model.givens();
        match model.focus() {
            Focus::Score(j) => {
                let scores = row.scores.as_ref().ok()?;
                match scores.get(j) {
                    Some(score) => Some(self.score(j, score)),
                    None => Some(String::new()),
                }
            }
            // A given of the query or of a key explains itself by the score it goes into.
            Focus::Query(_) => {
                let scores = row.scores.as_ref().ok()?;
                let (j, score) = scores.iter().enumerate().find_map(|(j, score)| Some((j, score?)))?;
                Some(self.score(j, score))
            }
            Focus::Key(j, _) => {
                let score = row.scores.as_ref().ok()?.get(j)?;
                Some(self.score(j, score))
            }
            Focus::Value(_, d) | Focus::Context(d) => {
                let (weights, context) = (row.attention.as_ref().ok()?, row.context.as_ref().ok()?);
                let terms = (0..givens.slots()).map(|j| (weights.get(j), givens.values.get(j, d)));
                Some(format!(
                    "c_{} = Σ_j α_j v_j{} = {} = {}",
                    d + 1,
                    d + 1,
                    self.sum_of_products(terms),
                    number_text(context[d])
                ))
            }
            Focus::Attention(j) => {
                let (scores, weights) = (row.scores.as_ref().ok()?, row.attention.as_ref().ok()?);
                Some(softmax_formula("α", "e", j, scores.get(j)?, weights.log_normaliser(), weights.get(j)))
            }
            Focus::Head(_, w) | Focus::Logit(w) | Focus::Bias(w) => {
                let (context, logits) = (row.context.as_ref().ok()?, row.logits.as_ref().ok()?);
                let terms = context.iter().zip(givens.head.line(w)).map(|(c, g)| (*c, *g));
                let constant = givens.bias[model.row()].as_ref().map(|bias| format!(" + {}", inside(bias.get(0, w))));
                let constant = constant.unwrap_or_default();
                let symbol = if constant.is_empty() { "c·G" } else { "c·G + b" };
                let number = number_text(logits.get(w)?);
                Some(format!("z_{} = {symbol} = {}{constant} = {number}", w + 1, self.sum_of_products(terms)))
            }
            Focus::Probability(w) => {
                let (logits, weights) = (row.logits.as_ref().ok()?, row.probabilities.as_ref().ok()?);
                Some(softmax_formula("p", "z", w, logits.get(w)?, weights.log_normaliser(), weights.get(w)))
            }
            Focus::Loss => loss_formula(model, row.logits.as_ref().ok()?),
            _ => None,
        }
    }

    fn score(&self, j: usize, score: f64) -> String {
        let (model, givens) = (self.model, self.model.givens());
        let (query, key) = (givens.queries.line(model.row()), givens.keys.line(j));
        let number = number_text(score);
        let Some(terms) = givens.scorer.terms(query, key) else { return String::new() };
        let products = self.sum_of_products(terms.products.into_iter());
        let (j, d_k) = (j + 1, query.len());
        match givens.scorer.kind {
            ScorerKind::Dot => format!("e_{j} = q·k_{j} = {products} = {number}"),
            ScorerKind::ScaledDot => format!("e_{j} = q·k_{j} / √{d_k} = ({products}) / √{d_k} = {number}"),
            ScorerKind::Bilinear => format!("e_{j} = qᵀ W k_{j} = (qᵀW)·k_{j} = {products} = {number}"),
            ScorerKind::Additive => {
                format!("e_{j} = v_aᵀ tanh(W_q q + W_k k_{j} + b_a) = {products} = {number}")
            }
            ScorerKind::Linear => {
                let common = inside(terms.common.unwrap_or_default());
                format!("e_{j} = aᵀq + bᵀk_{j} = {common} + {products} = {number}")
            }
        }
    }
}

fn softmax_formula(
    symbol: &str,
    of: &str,
    place: usize,
    score: f64,
    normaliser: crate::engine::LogSumExp,
    weight: f64,
) -> String {
    let number = place + 1;
    let exponential = (score - normaliser.max).exp();
    format!(
        "{symbol}_{number} = exp({of}_{number} − max {of}) / Σ exp = exp({} − {}) / Σ = {} / {} = {}",
        inside(score),
        inside(normaliser.max),
        inside(exponential),
        number_text(normaliser.denominator),
        number_text(weight),
    )
}

fn loss_formula(model: &Model, logits: &Arc<Scores<Vocab>>) -> Option<String> {
    let row = model.row();
    let target = model.givens().targets[row]?;
    let trace = &model.trace().rows()[row];
    let p = trace.probabilities.as_ref().ok()?;
    let loss = trace.loss.and_then(Result::ok)?;
    let weight = p.get(target);
    // Where p underflows its logarithm cannot be taken; the loss goes the other way round.
    Some(if weight > 0.0 {
        format!("L = −ln p = −ln {} = {}", number_text(weight), number_text(loss))
    } else {
        let (max, logit) = (p.log_normaliser().max, logits.get(target)?);
        format!(
            "L = ln Σ exp(z − max) + max − z = {} + {} − {} = {}",
            number_text(p.log_normaliser().denominator.ln()),
            inside(max),
            inside(logit),
            number_text(loss)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_formula_is_never_left_out() {
        let formula = "α_1 = exp(e_1 − max e) / Σ exp = exp(1 − 1) / Σ = 1 / 2.367879 = 0.422319";
        let fitted = |cells| fitted(formula, cells, |text| text.chars().count());
        assert_eq!(fitted(80), formula);
        assert_eq!(fitted(60), "α_1 = exp(1 − 1) / Σ = 1 / 2.367879 = 0.422319");
        assert_eq!(fitted(30), "α_1 = 1 / 2.367879 = 0.422319");
        assert_eq!(fitted(5), "α_1 = 0.422319");
    }
}
