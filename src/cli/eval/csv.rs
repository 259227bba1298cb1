//! `--format csv` (RFC 4180): one line a number, so that one filter finds any quantity and rows, slots and words may be
//! as many as they like. A wide table would need a column for each slot and each word, and could not hold both axes.
//!
//! `quantity,row,column,axis,name,value`: each quantity is a table as written on paper, scores T × n, K n × d_k, G
//! d_v × |V|. Where words are given, X, Y and the projections come first, then the K and V that follow, and `overridden`
//! names what of q, k and v is set by hand. `axis` is the softmax axis its columns lie on (source or vocab), `name` the
//! slot or word of the column. Gradients carry a `d` before the name of what they are taken by. A masked score has an
//! empty value. Beside a mistake the right numbers carry `right_` before all this.

use super::evaluation::{Columns, Evaluation, Made, gradient_matrices};
use super::learning::Learnt;
use super::mistaken::undefined as undefined_by_mistake;
use super::number::rounded;
use crate::engine::mistakes::{Figure, WrongRow};
use crate::engine::{Cell, Gradients, Tensor};
use crate::scenario::{tensor_name, write_number};
use crate::words::{mistakes, undefined};
use std::borrow::Cow;
use std::io::{self, Write};

/// Everything, each line ended as the standard says.
pub(super) fn write(evaluation: &Evaluation, digits: usize, output: &mut dyn Write) -> io::Result<()> {
    let mut csv = Csv { output, digits, evaluation };
    csv.line(["quantity", "row", "column", "axis", "name", "value"])?;
    csv.line(["scenario", "", "", "", evaluation.id(), ""])?;
    if let Some(reading) = evaluation.reading() {
        csv.line(["reading", "", "", "", &reading.id, ""])?;
    }
    csv.line(["branch", "", "", "", evaluation.branch(), ""])?;
    csv.line(["scorer", "", "", "", evaluation.givens().scorer.kind.name(), ""])?;
    for edit in evaluation.edits() {
        csv.line(["edit", "", "", "", edit, ""])?;
    }
    if let Some(made) = evaluation.made() {
        csv.mistake(made)?;
    }
    if let Some(learnt) = evaluation.learnt() {
        csv.learnt(learnt)?;
    }
    csv.origin()?;
    for row in 0..evaluation.givens().rows() {
        csv.givens(row)?;
        if let Some(made) = evaluation.made() {
            csv.mistaken_row(&made.mistaken.row(row))?;
        }
        csv.row(row)?;
    }
    if let Some(loss) = evaluation.made().and_then(|made| made.mistaken.loss().ok()?.number()) {
        csv.line(["loss", "", "", "", "", &rounded(loss, digits)])?;
    }
    if let Ok(loss) = evaluation.trace().loss() {
        csv.line([&csv.of_right("loss"), "", "", "", "", &rounded(loss, digits)])?;
    }
    csv.gradients("", evaluation.gradients())?;
    csv.gradients(RIGHT, evaluation.right_gradients())
}

/// Before the name of a quantity that stands beside that of a mistake.
const RIGHT: &str = "right_";

struct Csv<'a> {
    output: &'a mut dyn Write,
    digits: usize,
    evaluation: &'a Evaluation,
}

impl Csv<'_> {
    /// The words a scenario is given by, and the K and V that follow from them.
    fn origin(&mut self) -> io::Result<()> {
        let givens = self.evaluation.givens();
        if givens.origin.is_none() {
            return Ok(());
        }
        for address in self.evaluation.set_by_hand() {
            self.line(["overridden", "", "", "", &address, ""])?;
        }
        for tensor in Tensor::OF_WORDS.into_iter().chain([Tensor::Keys, Tensor::Values]) {
            let Some((rows, columns)) = givens.shape(tensor) else { continue };
            for row in 0..rows {
                let numbers = (0..columns).map(|column| givens.get(Cell::new(tensor, row, column)));
                self.numbers(tensor_name(tensor), row, Columns::Components, numbers)?;
            }
        }
        Ok(())
    }

    /// The name of a quantity of the right computation.
    fn of_right(&self, quantity: &str) -> String {
        if self.evaluation.made().is_some() { format!("{RIGHT}{quantity}") } else { quantity.to_owned() }
    }

    /// Which mistake is made, what it breaks, and why it changes nothing where it does not.
    fn mistake(&mut self, made: &Made) -> io::Result<()> {
        self.line(["mistake", "", "", "", made.mistake().id(), ""])?;
        let names = self.evaluation.names();
        if let Some(reason) = mistakes::difference(made.difference, &names.slots, &names.words) {
            self.line(["unchanged", "", "", "", &reason.en, ""])?;
        }
        for law in &made.laws_broken {
            self.line(["law_broken", "", "", "", law.id(), ""])?;
        }
        match made.mistaken.row(0).loss_floor() {
            Some(floor) => self.line(["loss_floor", "", "", "", "", &rounded(floor, self.digits)]),
            None => Ok(()),
        }
    }

    /// The run before these numbers: what learnt, the loss after each step that is remembered (`learning_loss`, its
    /// column the step), and the tensors as they were learnt.
    fn learnt(&mut self, learnt: &Learnt) -> io::Result<()> {
        let (plan, course) = (learnt.run.plan(), learnt.run.course());
        for tensor in plan.what() {
            self.line(["learn", "", "", "", tensor_name(*tensor), ""])?;
        }
        self.line(["method", "", "", "", plan.method.name(), ""])?;
        self.line(["rate", "", "", "", "", &write_number(plan.rate.get())])?;
        self.line(["steps_done", "", "", "", "", &course.steps().to_string()])?;
        if let Some(why) = &learnt.stopped {
            self.line(["stopped", "", "", "", &why.en, ""])?;
        }
        self.line(["rises", "", "", "", "", &course.rises().to_string()])?;
        if let Some(first) = course.first_rise() {
            self.line(["first_rise", "", "", "", "", &first.to_string()])?;
        }
        let numbers = [("gradient_norm", learnt.gradient_norm), ("reading_floor", learnt.floor)];
        for (quantity, number) in numbers {
            if let Some(number) = number {
                self.line([quantity, "", "", "", "", &rounded(number, self.digits)])?;
            }
        }
        for (step, loss) in course.points() {
            self.line(["learning_loss", "", &step.to_string(), "", "", &rounded(loss, self.digits)])?;
        }
        let givens = self.evaluation.givens();
        // The queries stand at their rows, the words and what follows from them before.
        let told_elsewhere = |tensor: &Tensor| match tensor {
            Tensor::Queries => true,
            Tensor::Keys | Tensor::Values => givens.origin.is_some(),
            tensor => tensor.is_of_words(),
        };
        for &tensor in plan.what().iter().filter(|tensor| !told_elsewhere(tensor)) {
            let (rows, columns) = givens.shape(tensor).unwrap_or_default();
            let along =
                if matches!(tensor, Tensor::Head | Tensor::Bias) { Columns::Words } else { Columns::Components };
            for row in 0..rows {
                let numbers = (0..columns).map(|column| givens.get(Cell::new(tensor, row, column)));
                self.numbers(tensor_name(tensor), row, along, numbers)?;
            }
        }
        Ok(())
    }

    /// What is given of a row.
    fn givens(&mut self, t: usize) -> io::Result<()> {
        let (evaluation, names) = (self.evaluation, self.evaluation.names());
        let number = (t + 1).to_string();
        if let Some(Some(prefix)) = names.prefixes.get(t) {
            self.line(["prefix", &number, "", "", prefix, ""])?;
        }
        self.numbers("q", t, Columns::Components, evaluation.givens().queries.line(t).iter().copied().map(Some))
    }

    /// The row under a mistake; a number that is none has no value.
    fn mistaken_row(&mut self, row: &WrongRow) -> io::Result<()> {
        let (evaluation, t) = (self.evaluation, row.row());
        let givens = evaluation.givens();
        if row.score(0).undefined().is_none() {
            self.numbers("scores", t, Columns::Slots, (0..givens.slots()).map(|slot| row.score(slot).number()))?;
        }
        let number = (t + 1).to_string();
        if let Some(reason) = undefined_by_mistake(evaluation, row) {
            self.line(["undefined", &number, "", "", &reason.en, ""])?;
        }
        if row.undefined().is_some() {
            return Ok(());
        }
        let (slots, words) = (0..givens.slots(), 0..givens.words());
        self.numbers("attention", t, Columns::Slots, slots.map(|slot| row.attention(slot).number()))?;
        self.numbers("context", t, Columns::Components, (0..givens.d_v()).map(|d| row.context(d).number()))?;
        self.numbers("logits", t, Columns::Words, words.clone().map(|word| row.logit(word).number()))?;
        self.numbers("probabilities", t, Columns::Words, words.map(|word| row.probability(word).number()))?;
        match row.loss().and_then(Figure::number) {
            Some(loss) => self.line(["loss", &number, "", "", "", &rounded(loss, self.digits)]),
            None => Ok(()),
        }
    }

    /// The right row.
    fn row(&mut self, t: usize) -> io::Result<()> {
        let (evaluation, names) = (self.evaluation, self.evaluation.names());
        let row = &evaluation.trace().row(t);
        let number = (t + 1).to_string();
        let some = |numbers: &[f64]| numbers.iter().copied().map(Some).collect::<Vec<_>>();
        if let Ok(scores) = &row.scores {
            self.numbers(&self.of_right("scores"), t, Columns::Slots, scores.iter())?;
        }
        let undefined = row.undefined();
        if let Some(reason) = undefined {
            let reason = undefined::reason(reason, &names.slots, &names.words).en;
            self.line([&self.of_right("undefined"), &number, "", "", &reason, ""])?;
        }
        if let (None, Ok(attention)) = (undefined, &row.attention) {
            self.numbers(
                &self.of_right("attention"),
                t,
                Columns::Slots,
                attention.weights().iter().copied().map(Some),
            )?;
        }
        if let (None, Ok(context)) = (undefined, &row.context) {
            self.numbers(&self.of_right("context"), t, Columns::Components, some(context))?;
        }
        if let (None, Ok(logits)) = (undefined, &row.logits) {
            self.numbers(&self.of_right("logits"), t, Columns::Words, logits.iter())?;
        }
        if let (None, Ok(probabilities)) = (undefined, &row.probabilities) {
            self.numbers(
                &self.of_right("probabilities"),
                t,
                Columns::Words,
                probabilities.weights().iter().copied().map(Some),
            )?;
        }
        self.contributions(t)?;
        if let Some(target) = evaluation.givens().targets[t] {
            let (column, name) = ((target + 1).to_string(), evaluation.target(t).unwrap_or_default());
            self.line(["target", &number, &column, "vocab", name, ""])?;
        }
        if let (None, Some(Ok(loss))) = (undefined, row.loss) {
            self.line([&self.of_right("loss"), &number, "", "", "", &rounded(loss, self.digits)])?;
        }
        Ok(())
    }

    /// What the slots of a row add to its logits: a table for each row.
    fn contributions(&mut self, t: usize) -> io::Result<()> {
        let Some(of) = self.evaluation.contributions(t) else { return Ok(()) };
        let (slots, words) = (0..self.evaluation.givens().slots(), 0..self.evaluation.givens().words());
        self.numbers("lengths", t, Columns::Slots, slots.clone().map(|slot| of.length(slot)))?;
        let quantity = format!("contributions_{}", t + 1);
        for slot in slots {
            self.numbers(&quantity, slot, Columns::Words, words.clone().map(|word| of.get(slot, word)))?;
        }
        if of.constant(0).is_some() {
            self.numbers("constants", t, Columns::Words, words.clone().map(|word| of.constant(word)))?;
        }
        self.numbers("contribution_sums", t, Columns::Words, words.map(|word| Some(of.total(word)?.sum)))
    }

    fn gradients(&mut self, before: &str, gradients: Option<&Gradients>) -> io::Result<()> {
        for gradient in gradients.into_iter().flat_map(gradient_matrices) {
            let quantity = format!("{before}d{}", gradient.name);
            for row in 0..gradient.rows {
                self.numbers(&quantity, row, gradient.columns, gradient.row(row).into_iter().map(Some))?;
            }
        }
        Ok(())
    }

    /// One row of a quantity, a line a column; a number that is not there leaves its value empty.
    fn numbers(
        &mut self,
        quantity: &str,
        row: usize,
        columns: Columns,
        numbers: impl IntoIterator<Item = Option<f64>>,
    ) -> io::Result<()> {
        let names = self.evaluation.names();
        let (axis, names): (_, &[String]) = match columns {
            Columns::Components => ("", &[]),
            Columns::Slots => ("source", &names.slots),
            Columns::Words => ("vocab", &names.words),
        };
        let row = (row + 1).to_string();
        for (column, number) in numbers.into_iter().enumerate() {
            let value = number.map_or_else(String::new, |number| rounded(number, self.digits));
            let name = names.get(column).map_or("", String::as_str);
            self.line([quantity, &row, &(column + 1).to_string(), axis, name, &value])?;
        }
        Ok(())
    }

    fn line(&mut self, fields: [&str; 6]) -> io::Result<()> {
        write!(self.output, "{}\r\n", fields.map(field).join(","))
    }
}

/// Quoted where it must be.
pub(in crate::cli) fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(field("昨天"), "昨天");
        assert_eq!(field("a,b"), "\"a,b\"");
        assert_eq!(field("say \"so\"\n"), "\"say \"\"so\"\"\n\"");
    }
}
