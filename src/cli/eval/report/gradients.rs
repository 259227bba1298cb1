//! The gradients in what a person reads: those of a row's q and c beside them, the tensors' at the end.

use super::{Column, Entry, Grid, Page, Report, Symbol, derived};
use crate::engine::{Gradients, Lines, Parameter};
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
        let names = self.evaluation.names();
        let by_slot =
            |name| (words::gradient_by_slot(name), Along { index: "j", of: &words::SLOT, names: &names.slots });
        let by_word =
            |name| (words::gradient_by_word(name), Along { index: "w", of: &words::WORD, names: &names.words });
        let (keys, values, head) = (gradients.keys(), gradients.values(), gradients.head());
        self.matrix(page, by_slot("K"), keys.width(), &|slot| keys.line(slot).to_vec())?;
        self.matrix(page, by_slot("V"), values.width(), &|slot| values.line(slot).to_vec())?;
        self.matrix(page, by_word("G"), values.width(), &|word| head.column(word))?;
        if gradients.bias().is_some() {
            page.sentence(words::GRADIENT_OF_BIAS.get(self.lang))?;
        }
        for parameter in Parameter::ALL {
            if let Some(lines) = gradients.parameter(parameter) {
                self.parameter(page, parameter, lines)?;
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
    fn matrix(
        &self,
        page: &mut dyn Page,
        (caption, along): (Text, Along<'_>),
        width: usize,
        numbers: &dyn Fn(usize) -> Vec<f64>,
    ) -> io::Result<()> {
        let columns = [self.place(along.index), self.named(along.of)].into_iter().chain(numbered(width)).collect();
        let line = |place: usize| {
            let labels = [Entry::Index(place + 1), Entry::Words(along.names[place].clone())];
            labels.into_iter().chain(derived(&numbers(place))).collect()
        };
        let caption = self.say(&caption);
        page.grid(&Grid { caption, columns, labels: 2, count: along.names.len(), line: &line, sum: None })
    }
}

/// The axis the lines of a tensor lie on.
struct Along<'a> {
    index: &'static str,
    of: &'static Text,
    names: &'a [String],
}

/// Columns 1…width.
fn numbered(width: usize) -> impl Iterator<Item = Column> {
    (1..=width).map(|number| Column { words: number.to_string(), symbol: None, numbers: true })
}

fn spelled(parameter: Parameter) -> Symbol {
    let name = parameter.name();
    match name.split_once('_') {
        Some((letter, index)) => Symbol::new(name, format!("{letter}_{{{index}}}")),
        None => Symbol::new(name, name),
    }
}
