//! A gradient held against a central difference, on demand: both numbers, how far apart they are, and how far a central
//! difference can be off here.
//!
//! It is measured when it is asked for and when the cursor or the model moves under the open panel, never while a frame is
//! drawn.

use super::docked::{Ink, Line, Lines};
use super::{Focus, Model, Panel};
use crate::engine::{CannotMeasure, Measured, Trace, Varied};
use crate::explain::as_result;
use crate::scenario::Address;
use crate::words::{Text, gradients as say, number, teach, width};

/// What was measured, and of which model.
#[derive(Clone, Debug)]
pub(super) struct Measurement {
    /// What the gradient is taken by.
    of: Address,
    trace: Trace,
    result: Result<Measured, CannotMeasure>,
}

impl Model {
    /// Measures the gradient at an address, or that under the cursor wherever it goes (`None`); again closes it.
    pub(super) fn measure(&mut self, of: Option<Address>) {
        if of.is_none() && matches!(self.panel, Some(Panel::Measured { of: None })) {
            return self.open_panel(None);
        }
        let address = of.clone().or_else(|| self.focus.address(self.row));
        let Some(of_what) = address.and_then(taken_by) else {
            return self.refuse(say::no_gradient_here());
        };
        if !self.trace.is_light() {
            return self.refuse(say::too_large_to_measure());
        }
        if self.gradients_are_of_another_loss() {
            return self.refuse(crate::words::mistakes::no_gradients());
        }
        if of_what.clone().gradient().is_some_and(|gradient| self.is_hidden(&gradient)) {
            return self.refuse(teach::hidden());
        }
        self.open_panel(Some(Panel::Measured { of }));
        self.follow_measurement();
    }

    /// Measures anew where another number or another model stands under the open panel.
    pub(super) fn follow_measurement(&mut self) {
        let Some(of) = self.measured_number() else {
            self.measurement = None;
            return;
        };
        let known = |known: &Measurement| known.of == of && known.trace.is(&self.trace);
        if self.measurement.as_ref().is_some_and(known) {
            return;
        }
        let varied = self.varied(&of).filter(|_| self.trace.is_light());
        let result = varied.ok_or(CannotMeasure::Absent).and_then(|varied| self.trace.measure(varied));
        self.measurement = Some(Measurement { of, trace: self.trace.clone(), result });
    }

    /// The number whose gradient the open panel measures.
    fn measured_number(&self) -> Option<Address> {
        let Some(Panel::Measured { of }) = &self.panel else { return None };
        taken_by(of.clone().or_else(|| self.focus.address(self.row))?)
    }

    fn varied(&self, of: &Address) -> Option<Varied> {
        let (row, focus) = Focus::of_address(of, self.givens(), self.row)?;
        Some(match focus {
            Focus::Score(j) => Varied::Score(row, j),
            Focus::Attention(j) => Varied::Attention(row, j),
            Focus::Context(d) => Varied::Context(row, d),
            Focus::Logit(w) => Varied::Logit(row, w),
            focus => Varied::Given(focus.cell(row)?),
        })
    }

    /// The panel's lines.
    pub(super) fn measured_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let whole = |text: &Text, ink| Lines::of(self.wrapped(text.get(lang), cells, ink));
        let Some(Measurement { of, result, .. }) = &self.measurement else {
            return whole(&say::no_gradient_here(), Ink::Quiet);
        };
        let scope = self.scope();
        let Some(gradient) = of.clone().gradient().filter(|gradient| !self.is_hidden(gradient)) else {
            return whole(&teach::hidden(), Ink::Plain);
        };
        let name = gradient.told(&scope);
        let place = Focus::of_address(of, self.givens(), self.row);
        let formula = place.and_then(|(row, focus)| self.gradient(row, focus));
        let (measured, formula) = match (result, formula) {
            (Ok(measured), Some(formula)) => (measured, formula),
            (Err(CannotMeasure::Beyond), _) => return whole(&say::cannot_measure_beyond(&name), Ink::Target),
            (Ok(_), None) | (Err(CannotMeasure::NoLoss), _) => {
                let row = place.map_or(self.row, |(row, _)| row);
                let reason = self.no_gradients_of(row).unwrap_or_else(say::overflow);
                return whole(&reason, Ink::Target);
            }
            (Err(CannotMeasure::Absent), _) => return whole(&say::nothing_to_vary(&name), Ink::Target),
        };
        let at = match place.and_then(|(row, focus)| focus.cell(row)) {
            Some(_) => number::exact(measured.at),
            None => as_result(measured.at),
        };
        let loss = match place {
            Some((row, focus)) if focus.cell(row).is_none() && self.givens().rows() > 1 => format!("L_{}", row + 1),
            _ => "L".to_owned(),
        };
        let head = say::measured_head(&of.told(&scope), &at, &number::power(measured.step));
        let mut lines =
            vec![Line::new(name, Ink::Strong).with(format!("  {}", self.drawn(head.get(lang))), Ink::Quiet)];
        let [above, below, quotient, by_formula] =
            [measured.above, measured.below, measured.quotient, formula].map(number::precisely);
        let left = say::measured_left(&loss);
        let right = say::derived_left();
        let widest = width::either(&left).max(width::either(&right));
        let padded = |text: &Text| {
            let text = self.drawn(text.get(lang));
            let gap = widest.saturating_sub(width::width(&text));
            format!("{text}{}", " ".repeat(gap))
        };
        lines.extend(self.wrapped(&format!("{} = {quotient}", padded(&left)), cells, Ink::Plain));
        let distance = say::distance(&number::power(measured.distance(formula)));
        lines.extend(self.wrapped(
            &format!("{} = {by_formula}   {}", padded(&right), distance.get(lang)),
            cells,
            Ink::Plain,
        ));
        let agrees = measured.agrees(formula);
        let bounds = [measured.expected(), measured.truncation, measured.rounding].map(number::power);
        let verdict = say::verdict(agrees, [&bounds[0], &bounds[1], &bounds[2]]);
        lines.extend(self.wrapped(verdict.get(lang), cells, if agrees { Ink::Content } else { Ink::Target }));
        // What the quotient is made of comes last: a small dock shows what it comes to.
        lines.extend(self.wrapped(&format!("{loss}(x + h) = {above}   {loss}(x − h) = {below}"), cells, Ink::Quiet));
        Lines::of(lines)
    }
}

/// What a gradient is taken by, whether its own address was given or the gradient's.
fn taken_by(address: Address) -> Option<Address> {
    match address {
        Address::Gradient(of) => Some(*of),
        address => address.clone().gradient().map(|_| address),
    }
}
