//! `--format markdown`: CommonMark with pipe tables.

use super::number::rounded;
use super::page::{Entry, Grid, Page, Symbol};
use crate::explain::in_markdown;
use std::io::{self, Write};

/// A Markdown text as a page.
pub(in crate::cli) struct MarkdownPage<'a> {
    output: &'a mut dyn Write,
    digits: usize,
}

impl<'a> MarkdownPage<'a> {
    pub fn new(output: &'a mut dyn Write, digits: usize) -> Self {
        Self { output, digits }
    }

    fn shown(&self, entry: &Entry) -> String {
        entry.plain(self.digits, in_markdown)
    }

    fn line(&mut self, cells: impl Iterator<Item = String>) -> io::Result<()> {
        write!(self.output, "|")?;
        for cell in cells {
            write!(self.output, " {cell} |")?;
        }
        writeln!(self.output)
    }
}

impl Page for MarkdownPage<'_> {
    fn title(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.output, "# {}\n", in_markdown(title))
    }

    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()> {
        facts
            .iter()
            .try_for_each(|(label, fact)| writeln!(self.output, "- {}: {}", in_markdown(label), in_markdown(fact)))
    }

    fn section(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.output, "\n## {}", in_markdown(title))
    }

    fn sentence(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.output, "\n{}", in_markdown(sentence))
    }

    fn number(&mut self, words: &str, symbol: &Symbol, number: f64, unit: &str) -> io::Result<()> {
        let (symbol, number) = (in_markdown(&symbol.plain), rounded(number, self.digits));
        writeln!(self.output, "\n{words} {symbol} = {number} {unit}")
    }

    fn vector(&mut self, words: &str, symbol: &Symbol, numbers: &[Entry]) -> io::Result<()> {
        let numbers: Vec<String> = numbers.iter().map(|number| self.shown(number)).collect();
        writeln!(self.output, "\n{words} {} = ({})", in_markdown(&symbol.plain), numbers.join(", "))
    }

    fn grid(&mut self, grid: &Grid<'_>) -> io::Result<()> {
        writeln!(self.output, "\n{}\n", in_markdown(&grid.caption))?;
        let heads = grid.columns.iter().map(|column| {
            let symbol = column.symbol.as_ref().map_or("", |symbol| symbol.plain.as_str());
            in_markdown(format!("{} {symbol}", column.words).trim())
        });
        self.line(heads)?;
        let rule = |numbers: bool| if numbers { "---:" } else { ":---" };
        self.line(grid.columns.iter().map(|column| rule(column.numbers).to_owned()))?;
        for line in (0..grid.count).map(grid.line).chain(grid.sum.clone()) {
            let cells: Vec<String> = line.iter().map(|entry| self.shown(entry)).collect();
            self.line(cells.into_iter())?;
        }
        Ok(())
    }
}
