//! `--format markdown`: CommonMark with pipe tables.

use super::super::visible;
use super::number::rounded;
use super::page::{Entry, Grid, Page, Symbol};
use std::io::{self, Write};

/// A Markdown text as a page.
pub(super) struct MarkdownPage<'a> {
    output: &'a mut dyn Write,
    digits: usize,
}

impl<'a> MarkdownPage<'a> {
    pub fn new(output: &'a mut dyn Write, digits: usize) -> Self {
        Self { output, digits }
    }

    fn shown(&self, entry: &Entry) -> String {
        entry.plain(self.digits, escaped)
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
        writeln!(self.output, "# {}\n", escaped(title))
    }

    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()> {
        facts.iter().try_for_each(|(label, fact)| writeln!(self.output, "- {}: {}", escaped(label), escaped(fact)))
    }

    fn section(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.output, "\n## {}", escaped(title))
    }

    fn sentence(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.output, "\n{}", escaped(sentence))
    }

    fn number(&mut self, words: &str, symbol: &Symbol, number: f64, unit: &str) -> io::Result<()> {
        let (symbol, number) = (escaped(&symbol.plain), rounded(number, self.digits));
        writeln!(self.output, "\n{words} {symbol} = {number} {unit}")
    }

    fn vector(&mut self, words: &str, symbol: &Symbol, numbers: &[Entry]) -> io::Result<()> {
        let numbers: Vec<String> = numbers.iter().map(|number| self.shown(number)).collect();
        writeln!(self.output, "\n{words} {} = ({})", escaped(&symbol.plain), numbers.join(", "))
    }

    fn grid(&mut self, grid: &Grid<'_>) -> io::Result<()> {
        writeln!(self.output, "\n{}\n", escaped(&grid.caption))?;
        let heads = grid.columns.iter().map(|column| {
            let symbol = column.symbol.as_ref().map_or("", |symbol| symbol.plain.as_str());
            escaped(format!("{} {symbol}", column.words).trim())
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

/// CommonMark lets every ASCII punctuation mark be escaped; these are the ones that could mean something.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible::line(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$' | '!') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_mean_something_is_escaped() {
        assert_eq!(escaped("a|b *c* <d> e_f"), "a\\|b \\*c\\* \\<d\\> e\\_f");
        assert_eq!(escaped("x\ny"), "x\\\\ny");
    }
}
