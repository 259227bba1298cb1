//! What the loss feels of each number, for the view of gradients.
//!
//! Nothing is kept here: a trace keeps its way back, so that moving the cursor computes nothing anew, and another model
//! has another trace.

use super::mistaking::is_another;
use super::{Brief, Focus, Model, Standing, View};
use crate::engine::laws::{Check, Law, Verdict};
use crate::engine::{Gradients, NoGradients, Stage};
use crate::explain::{self, Account, Context, Explanation};
use crate::scenario::Address;
use crate::words::{Text, gradients as say, number, reading, teach};

impl Model {
    /// The address of what is seen at a place: in the view of gradients that of its gradient, where it has one.
    pub fn address_at(&self, focus: Focus) -> Option<Address> {
        let address = focus.address(self.row)?;
        match self.view {
            View::Gradients => address.clone().gradient().or(Some(address)),
            _ => Some(address),
        }
    }

    /// The gradients of all rows, where they are there at once.
    fn all_gradients(&self) -> Option<&Gradients> {
        self.trace.gradients_at_once()?.ok()
    }

    /// Those of a mistake that is made in them.
    fn wrong_gradients(&self) -> Option<&Gradients> {
        self.mistaken()?.gradients()?.ok()
    }

    /// ∂L/∂ of the number at a place of a row, by the right computation; `None` where there is none.
    pub fn right_gradient(&self, row: usize, focus: Focus) -> Option<f64> {
        let back = || self.trace.way_back(row).ok();
        let readable = |slot: usize| self.givens().mask.readable(row, slot);
        match focus {
            Focus::Logit(w) | Focus::Bias(w) => back()?.logit(w),
            Focus::Context(d) => back()?.context().get(d).copied(),
            Focus::Attention(j) if readable(j) => back()?.attention(j),
            Focus::Score(j) if readable(j) => back()?.scores().get(j).copied(),
            Focus::Query(i) => back()?.query().get(i).copied(),
            Focus::Key(..) | Focus::Value(..) | Focus::Head(..) | Focus::Entry(..) => {
                self.all_gradients()?.get(focus.cell(row)?)
            }
            _ => None,
        }
    }

    /// The gradient that is shown: the right one, or what a mistake has made of it.
    pub fn gradient(&self, row: usize, focus: Focus) -> Option<f64> {
        let right = self.right_gradient(row, focus);
        let Some(wrong) = self.wrong_gradients() else { return right };
        match focus {
            Focus::Score(j) => right.map(|_| wrong.scores().get(row, j)),
            Focus::Query(_) | Focus::Key(..) | Focus::Entry(..) => right.and(wrong.get(focus.cell(row)?)),
            _ => right,
        }
    }

    /// Whether the gradient at a place is what rounding leaves of 0; it is marked `≈` rather than with an arrow.
    pub fn is_gradient_blurred(&self, focus: Focus) -> bool {
        if self.wrong_gradients().is_some() || !matches!(focus, Focus::Score(_) | Focus::Query(_) | Focus::Key(..)) {
            return false;
        }
        let nothing = self.right_gradient(self.row, focus).is_none_or(|gradient| gradient == 0.0);
        let context = Context { givens: self.givens(), trace: self.trace(), names: self.names(), terms: 1 };
        !nothing && focus.address(self.row).is_some_and(|address| context.is_blurred(&address))
    }

    /// Whether it is not the right one.
    pub fn standing_of_gradient(&self, row: usize, focus: Focus) -> Standing {
        match self.gradient(row, focus) {
            Some(shown) if self.mistaken.is_some() && is_another(shown, self.right_gradient(row, focus)) => {
                Standing::Wrong
            }
            _ => Standing::Unmarked,
        }
    }

    /// Why the row shown has no gradients of its own; `None` where it has.
    pub fn no_gradients_of_row(&self) -> Option<Text> {
        self.no_gradients_of(self.row)
    }

    /// The same of any row.
    pub(super) fn no_gradients_of(&self, row: usize) -> Option<Text> {
        match self.trace.way_back(row) {
            Ok(_) => None,
            Err(NoGradients::Overflow { .. }) => Some(say::overflow()),
            // With no other row either there is no loss at all.
            Err(_) if self.no_gradients().is_some() => self.no_gradients(),
            Err(NoGradients::NoTarget) => Some(say::row_without_target()),
            Err(NoGradients::Undefined) => Some(say::row_undefined()),
        }
    }

    /// Why there are no sums over the rows: of K, V, G and the parameters.
    pub fn no_gradients(&self) -> Option<Text> {
        match self.trace.gradients_at_once() {
            None => Some(say::too_many_rows(self.givens().rows())),
            Some(Err(reason)) => Some(say::none(reason)),
            Some(Ok(_)) => None,
        }
    }

    /// Σ_j ∂L/∂e_j and Σ_w ∂L/∂z_w as they come out; `None` where the row adds nothing to the loss.
    pub fn gradient_sums(&self) -> Option<(f64, f64)> {
        let back = self.trace.way_back(self.row).ok()?;
        let scores: f64 = match self.wrong_gradients() {
            Some(wrong) => wrong.scores().line(self.row).iter().sum(),
            None => back.scores().iter().sum(),
        };
        Some((scores, back.logits().iter().sum()))
    }

    /// Whether Σ_j ∂L/∂e_j (or Σ_w ∂L/∂z_w) is what rounding leaves of 0, as the law has it.
    pub fn sums_to_zero(&self, of_scores: bool) -> bool {
        let law = if of_scores { Law::ScoreGradientsSumToZero } else { Law::ErrorsSumToZero };
        let holds = |check: &Check| check.law == law && check.verdict == Verdict::Holds;
        self.holding().checks.iter().any(holds)
    }

    /// The end of the scale of the bars: 1, which no ∂L/∂z can pass, or the next of 2, 5, 10, … that no ∂L/∂e passes.
    pub fn gradient_scale(&self) -> f64 {
        let back = self.trace.way_back(self.row);
        let largest = back.map_or(0.0, |back| back.scores().iter().fold(0.0_f64, |max, of| max.max(of.abs())));
        let mut scale = 1.0;
        while scale < largest && scale < f64::MAX / 10.0 {
            let steps = [2.0, 5.0, 10.0].map(|step| scale * step);
            scale = steps.into_iter().find(|step| *step >= largest).unwrap_or(steps[2]);
        }
        scale
    }

    /// Whether a mistake on the way forward is on: gradients would be those of another loss than the one shown.
    pub fn gradients_are_of_another_loss(&self) -> bool {
        self.mistake().is_some_and(|mistake| Stage::ALL.into_iter().any(|stage| mistake.touches(stage)))
    }

    pub(super) fn leave_gradients_of_another_loss(&mut self) {
        if self.view == View::Gradients && self.gradients_are_of_another_loss() {
            self.view = View::Flow;
        }
    }

    /// Shows the view of gradients for one that is asked for by its address, where it has a place there.
    pub(super) fn view_with_gradient(&mut self, address: &Address) {
        let Address::Gradient(of) = address else { return };
        let place = Focus::of_address(of, self.givens(), self.row);
        let has_place = !matches!(place, Some((_, Focus::Entry(..))) | None);
        if !has_place && self.view == View::Gradients {
            self.view = View::Flow;
        }
        if has_place && !self.gradients_are_of_another_loss() {
            self.view = View::Gradients;
        }
    }

    /// The number that the gradient is taken by, which has no room beside it on a small screen.
    pub(super) fn value_beside(&self, of: &Address) -> Text {
        let Some((row, focus)) = Focus::of_address(of, self.givens(), self.row) else { return Text::default() };
        let name = of.told(&self.scope());
        let value = match focus.cell(row) {
            Some(cell) => self.givens().get(cell).map(number::exact),
            None => self.seen(row, focus).number().map(explain::as_result),
        };
        let value = value.map(|value| say::value(&name, &value)).unwrap_or_default();
        match self.right_gradient(row, focus) {
            Some(right) if self.standing_of_gradient(row, focus) == Standing::Wrong => {
                let beside = reading::instead_of(&explain::as_result(right));
                Text {
                    en: format!("{}   {}", value.en, beside.en).into(),
                    zh: format!("{}   {}", value.zh, beside.zh).into(),
                }
            }
            _ => value,
        }
    }

    /// The gradient under the cursor in short.
    pub(super) fn gradient_brief(&self, brief: Brief, of: &Address, explanation: &Explanation<'_>) -> Brief {
        let lang = self.preferences().lang;
        let Some((row, focus)) = Focus::of_address(of, self.givens(), self.row) else { return brief };
        if !self.shows_gradient(focus) {
            let text = if self.revealed.is_whole() { say::hidden_on_the_way_back() } else { teach::hidden() };
            return Brief { against: text, ..brief };
        }
        let against = self.value_beside(of);
        if self.standing_of_gradient(row, focus) == Standing::Wrong {
            let shown = self.gradient(row, focus).map(explain::as_result);
            let parts = [Some(explanation.symbol.text(lang)), shown].into_iter().flatten().collect();
            return Brief { parts, against, ..brief };
        }
        match &explanation.account {
            Account::Sentence(reason) => Brief { against, in_words: vec![reason.clone()], ..brief },
            _ => Brief {
                parts: explanation.parts_text(lang),
                notes: explanation.notes(),
                against,
                in_words: explanation.in_words.clone(),
                ..brief
            },
        }
    }
}
