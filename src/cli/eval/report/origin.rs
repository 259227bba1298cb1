//! The words a model is given by, before its rows: X, Y and the projections, and the K and V that follow from them.

use super::gradients::Along;
use super::{Entry, Grid, Page, Report, derived, numbered};
use crate::engine::{Cell, Tensor};
use crate::words::cli_eval as words;
use std::io;

impl Report<'_> {
    pub(super) fn origin(&self, page: &mut dyn Page) -> io::Result<()> {
        let givens = self.evaluation.givens();
        if givens.origin.is_none() {
            return Ok(());
        }
        page.section(words::FROM_WORDS.get(self.lang))?;
        page.sentence(&self.say(&words::what_follows(givens.rows_are_slots())))?;
        for tensor in Tensor::OF_WORDS {
            if let Some((rows, columns)) = givens.shape(tensor) {
                let number = |row, column| Entry::Given(givens.get(Cell::new(tensor, row, column)).unwrap_or_default());
                let line = |row: usize| (0..columns).map(|column| number(row, column)).collect();
                self.tensor(page, tensor, "", (rows, columns), &line)?;
            }
        }
        for (tensor, lines) in [(Tensor::Keys, &givens.keys), (Tensor::Values, &givens.values)] {
            self.tensor(page, tensor, "", (lines.count(), lines.width()), &|row| derived(lines.line(row)))?;
        }
        Ok(())
    }

    /// A tensor as written on paper, or (with `∂L/∂` before its name) the gradient by it.
    pub(super) fn tensor(
        &self,
        page: &mut dyn Page,
        tensor: Tensor,
        before: &str,
        (rows, columns): (usize, usize),
        numbers: &dyn Fn(usize) -> Vec<Entry>,
    ) -> io::Result<()> {
        let names = self.evaluation.names();
        let name = format!("{before}{}", name_of(tensor));
        let by_slot = |caption| (caption, Along { index: "j", of: &words::SLOT, names: &names.slots });
        match tensor {
            Tensor::SourceEmbeddings | Tensor::Keys | Tensor::Values => {
                self.entries(page, by_slot(words::by_slot(&name)), columns, numbers)
            }
            _ => {
                let (caption, index) = match tensor {
                    Tensor::TargetEmbeddings => (words::by_row(&name), "t"),
                    _ => (words::by_component(&name), "i"),
                };
                let columns = std::iter::once(self.place(index)).chain(numbered(columns)).collect();
                let line = |row: usize| std::iter::once(Entry::Index(row + 1)).chain(numbers(row)).collect();
                let caption = self.say(&caption);
                page.grid(&Grid { caption, columns, labels: 1, count: rows, line: &line, sum: None })
            }
        }
    }
}

/// A tensor of a model given by words, as on paper.
fn name_of(tensor: Tensor) -> &'static str {
    match tensor {
        Tensor::SourceEmbeddings => "X",
        Tensor::TargetEmbeddings => "Y",
        Tensor::QueryProjection => "W^Q",
        Tensor::KeyProjection => "W^K",
        Tensor::ValueProjection => "W^V",
        Tensor::Keys => "K",
        _ => "V",
    }
}
