//! The proof that the query cancels under the linear scorer, line by line.
//!
//! A derivation says how the program computes a weight; this says why the weight does not depend on what it seems to. Its
//! lines are equal to the weight like the steps of a derivation, each in symbols and in this model's numbers, but no
//! number stands behind the weight because of them: q is named here to be done with.
//!
//! Lines are written without the largest score, which a softmax subtracts first; so their numbers can leave f64 where the
//! weight does not. Such a line keeps its symbols, and that is said.

use super::derivation::{Printed, Step};
use super::formula::{Formula, Function, folded};
use super::symbol::{Index, Symbol};
use super::write::{as_result, with_power};
use super::{Account, Context, Explanation};
use crate::engine::{Parameter, ScorerKind, dot};
use crate::scenario::{Address, Derived, evaluate};
use crate::words::{Lang, Text, derivation as words};

/// A chain of equals that all are the explained number, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// What is proved.
    pub heading: Text,
    /// The lines.
    pub lines: Vec<ProofLine>,
    /// What follows.
    pub conclusion: Text,
}

/// One line of a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofLine {
    /// In symbols.
    pub symbols: Formula,
    /// With this model's numbers, or why not.
    pub numbers: Result<Step, LeftOut>,
}

/// Why a line stands without numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Computed as it is written, it leaves the range in which f64 keeps all its digits.
    Beyond,
    /// What all scores have in common is so large that adding it has rounded digits of the rest away: the scores are no
    /// longer what the line says, and it is worth another number.
    RoundedAway,
}

impl Proof {
    /// What has to be said of the lines' digits.
    pub fn notes(&self) -> Vec<Text> {
        let of_line = |(at, line): (usize, &ProofLine)| match &line.numbers {
            Ok(step) => match step.printed {
                Printed::Same => None,
                Printed::Differs(gives) => Some(words::rounding_hides_in_line(at + 1, &as_result(gives))),
                Printed::Beyond => Some(words::printed_line_leaves_f64(at + 1)),
            },
            Err(LeftOut::Beyond) => Some(words::line_leaves_f64(at + 1)),
            Err(LeftOut::RoundedAway) => Some(words::line_rounded_away(at + 1)),
        };
        self.lines.iter().enumerate().filter_map(of_line).collect()
    }
}

impl Explanation<'_> {
    /// The proof as a chain of equals in text, a line a list: the symbol; each line in symbols and, equal to it, in numbers;
    /// the result. Empty without a proof. Joined by signs of equality, all of it is one chain.
    pub fn proof_text(&self, lang: Lang) -> Vec<Vec<String>> {
        self.proof_parts(|formula| formula.text(lang), |number| number)
    }

    /// The same as LaTeX for mathematical mode.
    pub fn proof_latex(&self, lang: Lang) -> Vec<Vec<String>> {
        self.proof_parts(|formula| formula.latex(lang), |number| with_power(&number))
    }

    fn proof_parts(&self, write: impl Fn(&Formula) -> String, number: impl Fn(String) -> String) -> Vec<Vec<String>> {
        let (Some(proof), Some(result)) = (&self.proof, self.value()) else { return Vec::new() };
        let of_line = |line: &ProofLine| {
            let numbers = line.numbers.as_ref().ok().map(|step| write(&step.formula));
            std::iter::once(write(&line.symbols)).chain(numbers).collect()
        };
        let lines = proof.lines.iter().map(of_line);
        // What the lines are not worth they are not said to be.
        let worth_it = proof.lines.iter().all(|line| !matches!(line.numbers, Err(LeftOut::RoundedAway)));
        let result = worth_it.then(|| vec![number(as_result(result))]);
        std::iter::once(vec![write(&self.symbol)]).chain(lines).chain(result).collect()
    }
}

/// The numbers of the proof: aᵀq, and bᵀk_i of each slot that is read.
struct Linear {
    common: f64,
    of_keys: Vec<f64>,
    /// Which of them belongs to the weight.
    at: usize,
    /// Terms of a sum that are written out.
    written: usize,
    weight: f64,
}

fn exp(of: Formula) -> Formula {
    of.within(Function::Exp)
}

fn number(value: f64) -> Formula {
    Formula::Number(value)
}

impl Linear {
    /// Σ_i over the slots read.
    fn sum(&self, term: impl Fn(f64) -> Formula, value: impl Fn(f64) -> f64) -> Formula {
        let of = |i: usize| self.of_keys[i];
        Formula::sum(folded(self.of_keys.len(), self.written, |i| term(of(i)), |i| value(of(i))))
    }

    /// A line in numbers, if it is worth the weight. `least` is the smallest number on the way to its dividend.
    fn worth(&self, formula: Formula, least: f64) -> Result<Step, LeftOut> {
        #[expect(clippy::cast_precision_loss, reason = "a number of slots is far below 2^53")]
        let within = (1e-12_f64).max(self.of_keys.len() as f64 * f64::EPSILON);
        let value = evaluate(&formula.all_digits()).map_err(|_| LeftOut::Beyond)?;
        if (value - self.weight).abs() <= within * self.weight {
            return Ok(Step { printed: Printed::of(&formula, self.weight), formula });
        }
        Err(if least < f64::MIN_POSITIVE { LeftOut::Beyond } else { LeftOut::RoundedAway })
    }

    /// exp(aᵀq + bᵀk_j) / Σ_i exp(aᵀq + bᵀk_i)
    fn definition(&self) -> Result<Step, LeftOut> {
        let (common, own) = (self.common, self.of_keys[self.at]);
        let term = |of_key: f64| exp(Formula::Sum(vec![number(common), number(of_key)]));
        let sum = self.sum(term, |of_key| (common + of_key).exp());
        self.worth(term(own).over(sum), (common + own).exp())
    }

    /// exp(aᵀq) exp(bᵀk_j) / (exp(aᵀq) Σ_i exp(bᵀk_i))
    fn apart(&self) -> Result<Step, LeftOut> {
        let (common, own) = (self.common, self.of_keys[self.at]);
        let term = |of_key: f64| exp(number(of_key));
        let times = |of: Formula| Formula::Product(vec![exp(number(common)), of]);
        let least = common.exp().min(own.exp()).min(common.exp() * own.exp());
        self.worth(times(term(own)).over(times(self.sum(term, f64::exp))), least)
    }

    /// exp(bᵀk_j) / Σ_i exp(bᵀk_i)
    fn cancelled(&self) -> Result<Step, LeftOut> {
        let own = self.of_keys[self.at];
        let term = |of_key: f64| exp(number(of_key));
        self.worth(term(own).over(self.sum(term, f64::exp)), own.exp())
    }
}

impl Context<'_> {
    /// The proof that belongs to a number: that q cancels, of a weight under the linear scorer.
    pub(super) fn proof(&self, address: &Address, account: &Account) -> Option<Proof> {
        let Address::Derived(Derived::Attention { row, slot: Some(slot) }) = *address else { return None };
        let Account::Derived(derivation) = account else { return None };
        let scorer = &self.givens.scorer;
        if scorer.kind != ScorerKind::Linear {
            return None;
        }
        let (a, b) = (scorer.used(Parameter::A).line(0), scorer.used(Parameter::B).line(0));
        let numbers = Linear {
            common: dot(a, self.givens.queries.line(row)),
            of_keys: self.slots_read(row).map(|slot| dot(b, self.givens.keys.line(slot))).collect(),
            at: self.slots_read(row).position(|read| read == slot)?,
            written: self.terms,
            weight: derivation.result,
        };
        let times =
            |letter, vector: Symbol| Formula::Beside(vec![Formula::Transposed(Symbol::plain(letter)), vector.into()]);
        let of_query = times("a", self.symbols().of_row("q", row, &[]));
        let of_key = |slot| times("b", Symbol::new("k", &[slot]));
        let (own, running) = (Index::At(slot), Index::Running('i'));
        let score = |slot| exp(Formula::Sum(vec![of_query.clone(), of_key(slot)]));
        let apart = |of: Formula| Formula::Beside(vec![exp(of_query.clone()), of]);
        let factor = |slot| exp(of_key(slot));
        let summed = |of: Formula| Formula::summed('i', of);
        let line = |symbols, numbers| ProofLine { symbols, numbers };
        Some(Proof {
            heading: words::that_q_cancels(),
            lines: vec![
                line(score(own).over(summed(score(running))), numbers.definition()),
                line(apart(factor(own)).over(apart(summed(factor(running)))), numbers.apart()),
                line(factor(own).over(summed(factor(running))), numbers.cancelled()),
            ],
            conclusion: words::q_has_cancelled(),
        })
    }
}
