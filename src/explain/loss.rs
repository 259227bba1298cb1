//! The loss of a row, −ln p of its target, and the sum over the rows.

use super::Context;
use super::derivation::Draft;
use super::formula::{Formula, Function, folded};
use super::symbol::{Index, Symbol};
use super::terms::{Term, Terms};
use crate::scenario::{Address, Derived};
use crate::words::{Text, explain as words, screen};

impl<'a> Context<'a> {
    /// Whether the loss of a row cannot be taken from p, which is 0 or has lost digits on the way to 0. It is then
    /// max z − z_target + ln Σ exp(z − max z), which is how the program always computes it.
    pub(super) fn underflows(&self, row: usize) -> bool {
        let probabilities = self.row(row).probabilities;
        let target = self.givens.targets[row];
        matches!((probabilities, target), (Ok(p), Some(target)) if p.get(target) < f64::MIN_POSITIVE)
    }

    /// Why a loss is not taken from p.
    pub(super) fn remark(&self, address: &Address) -> Option<Text> {
        match *address {
            Address::Derived(Derived::Loss { row: Some(row) }) if self.underflows(row) => {
                Some(words::from_the_logits())
            }
            _ => None,
        }
    }

    /// L, or L_t where there are several rows.
    pub(super) fn row_loss_symbol(&self, row: usize) -> Symbol {
        self.symbols().of_row("L", row, &[])
    }

    /// L_t.
    pub(super) fn row_loss(&self, row: usize) -> Result<Draft<'a>, Text> {
        let of_row = self.row(row);
        let (Some(target), Some(loss)) = (self.givens.targets[row], of_row.loss) else {
            return Err(words::no_target());
        };
        let result = loss.map_err(|reason| self.reason(reason))?;
        let probabilities = of_row.probabilities.map_err(|reason| self.reason(reason))?;
        let negative_log = |of: Formula| of.within(Function::Ln).negative();
        let at = |letter| Formula::from(self.symbols().of_row(letter, row, &[Index::At(target)]));
        if !self.underflows(row) {
            return Ok(Draft {
                formula: negative_log(at("p")),
                steps: vec![negative_log(Formula::Number(probabilities.get(target)))],
                result,
                terms: Terms::none(),
            });
        }
        let logit = of_row.logits.map_err(|reason| self.reason(reason))?.get(target).unwrap_or_default();
        let normaliser = probabilities.log_normaliser();
        let (sum, terms) = self.word_normaliser_terms(row)?;
        let route = |max: Formula, logit: Formula, sum: Formula| {
            Formula::Sum(vec![max, logit.negative(), sum.within(Function::Ln)])
        };
        let inner = Formula::from(self.symbols().of_row("z", row, &[Index::Running('u')]));
        let in_numbers = |sum| route(Formula::Number(normaliser.max), Formula::Number(logit), sum);
        Ok(Draft {
            formula: route(Formula::largest('u', inner), at("z"), self.word_normaliser_symbol(row)),
            steps: vec![in_numbers(sum), in_numbers(Formula::Number(normaliser.denominator))],
            result,
            terms,
        })
    }

    /// The rows whose loss is in the total, each with it.
    fn losses(&self) -> Vec<(usize, f64)> {
        let of_row = |row| Some((row, self.trace.row_loss(row)?.ok()?));
        (0..self.trace.len()).filter_map(of_row).collect()
    }

    /// L = Σ_t L_t.
    pub(super) fn total_loss(&self) -> Result<Draft<'a>, Text> {
        let loss = self.trace.loss_at_once().ok_or_else(screen::loss_computing)?;
        let result = loss.map_err(screen::no_loss)?;
        let losses = self.losses();
        let steps = folded(losses.len(), self.terms, |i| Formula::Number(losses[i].1), |i| losses[i].1);
        Ok(Draft {
            formula: Formula::summed('t', Symbol::new("L", &[Index::Running('t')]).into()),
            steps: vec![Formula::sum(steps)],
            result,
            terms: Terms::new(losses.len(), move |number| {
                let (row, loss) = losses[number];
                Term {
                    symbol: Symbol::new("L", &[Index::At(row)]).into(),
                    name: String::new(),
                    formula: Formula::Number(loss),
                    value: loss,
                    address: Some(Address::Derived(Derived::Loss { row: Some(row) })),
                }
            }),
        })
    }
}
