//! The gradients in what a person reads: those of a row's q and c beside them, the tensors' at the end.

use super::{Entry, Grid, Page, Report, Symbol, derived, numbered};
use crate::engine::{Gradients, Lines, Parameter, Tensor};
use crate::words::{Text, cli_eval as words};
use std::io;

impl Report<'_> {
    /// A vector of a row: ∂L by the symbol.
    pub(super) fn gradient(&self, page: &mut dyn Page, symbol: &Symbol, numbers: &[f64]) -> io::Result<()> {
        page.vector(words::GRADIENT.get(self.lang), &symbol.gradient(), &derived(numbers))
    }

    /// The gradients that belong to no row.
    pub(super) fn gradients(&self, page: &mut dyn Page) -> io::Result<()> {
        let title = words::GRADIENTS.get(self.lang);
        match self.evaluation.made() {
            Some(made) => page.section(&self.title_under(made, title))?,
            None => page.section(title)?,
        }
        if let Some(why) = self.evaluation.no_gradients() {
            return page.sentence(&self.say(&why));
        }
        if let Some(gradients) = self.evaluation.gradients() {
            self.tensors(page, gradients)?;
        }
        if let Some(gradients) = self.evaluation.right_gradients() {
            page.section(words::RIGHT_GRADIENTS.get(self.lang))?;
            self.tensors(page, gradients)?;
        }
        Ok(())
    }

    fn tensors(&self, page: &mut dyn Page, gradients: &Gradients) -> io::Result<()> {
        self.by_rows(page, gradients, &[Tensor::Keys, Tensor::Values])?;
        let along = Along { index: "w", of: &words::WORD, names: &self.evaluation.names().words };
        let (d_v, head) = (gradients.values().width(), gradients.head());
        self.entries(page, (words::gradient_by_word("G"), along), d_v, &|word| derived(&head.column(word)))?;
        if gradients.bias().is_some() {
            page.sentence(words::GRADIENT_OF_BIAS.get(self.lang))?;
        }
        for parameter in Parameter::ALL {
            if let Some(lines) = gradients.parameter(parameter) {
                self.parameter(page, parameter, lines)?;
            }
        }
        self.by_rows(page, gradients, &Tensor::OF_WORDS)
    }

    /// Those of the tensors that there are, row by row as on paper.
    fn by_rows(&self, page: &mut dyn Page, gradients: &Gradients, tensors: &[Tensor]) -> io::Result<()> {
        for &tensor in tensors {
            if let Some(shape) = gradients.shape(tensor) {
                let line = |row: usize| derived(&gradients.row(tensor, row).unwrap_or_default());
                self.tensor(page, tensor, "∂L/∂", shape, &line)?;
            }
        }
        Ok(())
    }

    fn parameter(&self, page: &mut dyn Page, parameter: Parameter, lines: &Lines) -> io::Result<()> {
        let symbol = spelled(parameter);
        if !parameter.is_matrix() {
            return self.gradient(page, &symbol, lines.line(0));
        }
        let columns = std::iter::once(self.place("i")).chain(numbered(lines.width())).collect();
        let line = |row: usize| std::iter::once(Entry::Index(row + 1)).chain(derived(lines.line(row))).collect();
        let caption = self.say(&words::gradient_by_row(&symbol.plain));
        page.grid(&Grid { caption, columns, labels: 1, count: lines.count(), line: &line, sum: None })
    }

    /// A tensor with a line for each place of an axis, each of `width` numbers.
    pub(super) fn entries(
        &self,
        page: &mut dyn Page,
        (caption, along): (Text, Along<'_>),
        width: usize,
        numbers: &dyn Fn(usize) -> Vec<Entry>,
    ) -> io::Result<()> {
        let columns = [self.place(along.index), self.named(along.of)].into_iter().chain(numbered(width)).collect();
        let line = |place: usize| {
            let labels = [Entry::Index(place + 1), Entry::Words(along.names[place].clone())];
            labels.into_iter().chain(numbers(place)).collect()
        };
        let caption = self.say(&caption);
        page.grid(&Grid { caption, columns, labels: 2, count: along.names.len(), line: &line, sum: None })
    }
}

/// The axis the lines of a tensor lie on.
pub(super) struct Along<'a> {
    pub index: &'static str,
    pub of: &'static Text,
    pub names: &'a [String],
}

pub(super) fn spelled(parameter: Parameter) -> Symbol {
    let name = parameter.name();
    match name.split_once('_') {
        Some((letter, index)) => Symbol::new(name, format!("{letter}_{{{index}}}")),
        None => Symbol::new(name, name),
    }
}
