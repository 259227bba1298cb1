//! `--format json`: one object, its keys in a promised order, its numbers in full precision.
//!
//! Written as it goes: nothing as large as the vocabulary is built first.

mod learning;
mod mistaken;

use super::evaluation::{Evaluation, GradientMatrix, gradient_matrices};
use crate::engine::mistakes::Figure;
use crate::engine::{Cell, Contributions, Givens, Gradients, NoLoss, Row, Scores, Source, Tensor, Undefined};
use crate::scenario::tensor_name;
use crate::words::undefined;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::io::{self, Write};

/// The version of this layout, kept equal to that of the scenario format.
const FORMAT: u32 = 1;

/// The object and a line break.
pub(super) fn write(evaluation: &Evaluation, output: &mut dyn Write) -> io::Result<()> {
    // A writer that fails is the only way serde_json can fail here; the conversion keeps its kind (a closed pipe).
    serde_json::to_writer(&mut *output, &Whole(evaluation)).map_err(io::Error::from)?;
    writeln!(output)
}

struct Whole<'a>(&'a Evaluation);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Whole(evaluation) = self;
        let names = evaluation.names();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", &FORMAT)?;
        map.serialize_entry("scenario", evaluation.id())?;
        if let Some(reading) = evaluation.reading() {
            map.serialize_entry("reading", &reading.id)?;
        }
        map.serialize_entry("branch", evaluation.branch())?;
        map.serialize_entry("scorer", evaluation.givens().scorer.kind.name())?;
        if let Some(made) = evaluation.made() {
            map.serialize_entry("mistake", &mistaken::Told { evaluation, made })?;
        }
        map.serialize_entry("slots", &names.slots)?;
        map.serialize_entry("words", &names.words)?;
        if evaluation.givens().origin.is_some() {
            let derived = [Tensor::Keys, Tensor::Values];
            for tensor in Tensor::OF_WORDS.into_iter().chain(derived) {
                if evaluation.givens().shape(tensor).is_some() {
                    map.serialize_entry(tensor_name(tensor), &GivenRows(evaluation.givens(), tensor))?;
                }
            }
            map.serialize_entry("overridden", &evaluation.set_by_hand())?;
        }
        match evaluation.made() {
            None => {
                map.serialize_entry("rows", &Rows(evaluation))?;
                map.serialize_entry("loss", &Total(evaluation.trace().loss()))?;
            }
            Some(made) => {
                map.serialize_entry("rows", &mistaken::Rows { evaluation, made })?;
                let loss = made.mistaken.loss().ok().and_then(Figure::number);
                map.serialize_entry("loss", &loss.map(unsigned))?;
            }
        }
        map.serialize_entry("edits", evaluation.edits())?;
        if let Some(learnt) = evaluation.learnt() {
            map.serialize_entry("learning", &learning::Told { givens: evaluation.givens(), learnt })?;
        }
        if evaluation.gradients_wanted() {
            map.serialize_entry("gradients", &GradientsOf(evaluation.gradients()))?;
        }
        map.end()
    }
}

/// A tensor of the givens, row by row.
struct GivenRows<'a>(&'a Givens, Tensor);

impl Serialize for GivenRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GivenRows(givens, tensor) = *self;
        let (rows, columns) = givens.shape(tensor).unwrap_or_default();
        let mut list = serializer.serialize_seq(Some(rows))?;
        for row in 0..rows {
            let numbers = || (0..columns).filter_map(|column| givens.get(Cell::new(tensor, row, column)));
            list.serialize_element(&Listed(numbers))?;
        }
        list.end()
    }
}

/// The loss of all rows.
struct Total(Result<f64, NoLoss>);

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.ok().map(unsigned).serialize(serializer)
    }
}

/// The right rows.
struct Rows<'a>(&'a Evaluation);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.0.trace().rows();
        let mut list = serializer.serialize_seq(Some(rows.len()))?;
        for (t, row) in rows.enumerate() {
            list.serialize_element(&OneRow { evaluation: self.0, t, row: &row })?;
        }
        list.end()
    }
}

struct OneRow<'a> {
    evaluation: &'a Evaluation,
    t: usize,
    row: &'a Row,
}

impl Serialize for OneRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OneRow { evaluation, t, row } = *self;
        let (names, givens) = (evaluation.names(), evaluation.givens());
        let undefined = row.undefined();
        // An undefined row has no derived field, even where some of its stages could be computed; only where all slots
        // are masked do the scores stay a list, of nothing.
        let defined = undefined.is_none();
        let overflowed = matches!(undefined, Some(Undefined::Overflow { .. }));
        let scores = row.scores.as_ref().ok().filter(|_| !overflowed);
        let attention = row.attention.as_ref().ok().filter(|_| defined);
        let context = row.context.as_ref().ok().filter(|_| defined);
        let logits = row.logits.as_ref().ok().filter(|_| defined);
        let probabilities = row.probabilities.as_ref().ok().filter(|_| defined);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("t", &(t + 1))?;
        map.serialize_entry("prefix", &names.prefixes.get(t).and_then(Option::as_deref))?;
        map.serialize_entry("q", &Numbers(givens.queries.line(t)))?;
        map.serialize_entry("scores", &scores.map(|scores| ScoresOf(scores)))?;
        map.serialize_entry("attention", &attention.map(|attention| Numbers(attention.weights())))?;
        map.serialize_entry("context", &context.map(|context| Numbers(context)))?;
        map.serialize_entry("logits", &logits.map(|logits| Listed(|| logits.iter().flatten())))?;
        map.serialize_entry("probabilities", &probabilities.map(|p| Numbers(p.weights())))?;
        map.serialize_entry("target", &evaluation.target(t))?;
        map.serialize_entry("loss", &row.loss.and_then(Result::ok).filter(|_| defined).map(unsigned))?;
        map.serialize_entry(
            "undefined",
            &undefined.map(|reason| undefined::reason(reason, &names.slots, &names.words).en),
        )?;
        if evaluation.contributions_wanted() {
            map.serialize_entry("contributions", &evaluation.contributions(t).map(|of| ContributionsOf(of, givens)))?;
        }
        map.end()
    }
}

/// What the slots add to the logits: n rows of |V|, the constants where the row has them, what both add up to, how far
/// rounding may take that from the logits, and |α_j v_j|. What is beyond f64 is `null`.
struct ContributionsOf<'a>(Contributions, &'a Givens);

impl Serialize for ContributionsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ContributionsOf(of, givens) = self;
        let (slots, words) = (givens.slots(), givens.words());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("by_slot", &Table { rows: slots, columns: words, number: |j, w| of.get(j, w) })?;
        if of.constant(0).is_some() {
            map.serialize_entry("constants", &Perhaps(|| (0..words).map(|word| of.constant(word))))?;
        }
        map.serialize_entry("sums", &Perhaps(|| (0..words).map(|word| Some(of.total(word)?.sum))))?;
        map.serialize_entry("rounding", &Perhaps(|| (0..words).map(|word| Some(of.total(word)?.bound))))?;
        map.serialize_entry("lengths", &Perhaps(|| (0..slots).map(|slot| of.length(slot))))?;
        map.end()
    }
}

/// A table written row by row.
struct Table<F> {
    rows: usize,
    columns: usize,
    number: F,
}

impl<F: Fn(usize, usize) -> Option<f64>> Serialize for Table<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.rows))?;
        for row in 0..self.rows {
            list.serialize_element(&Perhaps(|| (0..self.columns).map(|column| (self.number)(row, column))))?;
        }
        list.end()
    }
}

/// Numbers, some of which may be `null`.
struct Perhaps<F>(F);

impl<I: Iterator<Item = Option<f64>>, F: Fn() -> I> Serialize for Perhaps<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0().map(|number| number.map(unsigned)))
    }
}

/// ∂L by everything, each as a list of rows as written on paper (a vector parameter: a list of numbers).
struct GradientsOf<'a>(Option<&'a Gradients>);

impl Serialize for GradientsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(gradients) = self.0 else { return serializer.serialize_none() };
        let mut map = serializer.serialize_map(None)?;
        for gradient in gradient_matrices(gradients) {
            if gradient.is_vector {
                map.serialize_entry(gradient.name, &Numbers(&gradient.row(0)))?;
            } else {
                map.serialize_entry(gradient.name, &Matrix(&gradient))?;
            }
        }
        map.end()
    }
}

struct Matrix<'a>(&'a GradientMatrix<'a>);

impl Serialize for Matrix<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.rows))?;
        for row in 0..self.0.rows {
            list.serialize_element(&Numbers(&self.0.row(row)))?;
        }
        list.end()
    }
}

/// −0 is 0: the same number, and the one every reader expects.
fn unsigned(number: f64) -> f64 {
    number + 0.0
}

struct Numbers<'a>(&'a [f64]);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(unsigned))
    }
}

/// A masked score is `null`.
struct ScoresOf<'a>(&'a Scores<Source>);

impl Serialize for ScoresOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|score| score.map(unsigned)))
    }
}

struct Listed<F>(F);

impl<I: Iterator<Item = f64>, F: Fn() -> I> Serialize for Listed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0().map(unsigned))
    }
}
