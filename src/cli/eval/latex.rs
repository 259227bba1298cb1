//! `--format latex`: a fragment to be read with `\input`.

use super::super::visible;
use super::number::{given, rounded};
use super::page::{Column, Entry, Grid, Page, Symbol};
use crate::explain::with_power;
use crate::words::{Lang, cli_eval as words};
use std::io::{self, Write};

/// A LaTeX fragment as a page.
pub(super) struct LatexPage<'a> {
    output: &'a mut dyn Write,
    digits: usize,
}

impl<'a> LatexPage<'a> {
    /// Begins with what the fragment needs of the document around it.
    pub fn new(output: &'a mut dyn Write, digits: usize, lang: Lang) -> io::Result<Self> {
        writeln!(output, "% {}", words::LATEX_NEEDS.get(lang))?;
        Ok(Self { output, digits })
    }

    fn shown(&self, entry: &Entry) -> String {
        match entry {
            Entry::Given(_) | Entry::Derived(_) => format!("${}$", self.number_in_math(entry)),
            Entry::Index(number) => format!("${number}$"),
            Entry::Words(words) => escaped(words),
            Entry::Missing => "---".to_owned(),
            Entry::Blank => String::new(),
        }
    }

    fn number_in_math(&self, entry: &Entry) -> String {
        match entry {
            Entry::Given(number) => match given(*number, self.digits) {
                (exact, true) => with_power(&exact),
                (near, false) => format!("\\approx {}", with_power(&near)),
            },
            Entry::Derived(number) => with_power(&rounded(*number, self.digits)),
            other => format!("\\text{{{}}}", self.shown(other)),
        }
    }

    fn line(&mut self, cells: &[String]) -> io::Result<()> {
        writeln!(self.output, "  {} \\\\", cells.join(" & "))
    }
}

impl Page for LatexPage<'_> {
    fn title(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.output, "\\section*{{{}}}", escaped(title))
    }

    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()> {
        let facts: Vec<String> =
            facts.iter().map(|(label, fact)| format!("{}: {}", escaped(label), escaped(fact))).collect();
        writeln!(self.output, "\\noindent {}", facts.join("; "))
    }

    fn section(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.output, "\n\\subsection*{{{}}}", escaped(title))
    }

    fn sentence(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.output, "\n\\noindent {}", escaped(sentence))
    }

    fn number(&mut self, words: &str, symbol: &Symbol, number: f64, unit: &str) -> io::Result<()> {
        let number = with_power(&rounded(number, self.digits));
        writeln!(self.output, "\n\\noindent {} ${} = {number}$ {}", escaped(words), symbol.latex, escaped(unit))
    }

    fn vector(&mut self, words: &str, symbol: &Symbol, numbers: &[Entry]) -> io::Result<()> {
        let numbers: Vec<String> = numbers.iter().map(|number| self.number_in_math(number)).collect();
        writeln!(self.output, "\n\\noindent {} ${} = ({})$", escaped(words), symbol.latex, numbers.join(", "))
    }

    fn grid(&mut self, grid: &Grid<'_>) -> io::Result<()> {
        let align: String = grid.columns.iter().map(|column| if column.numbers { 'r' } else { 'l' }).collect();
        writeln!(self.output, "\n\\noindent {}\n", escaped(&grid.caption))?;
        writeln!(self.output, "\\noindent\n\\begin{{tabular}}{{{align}}}\n  \\hline")?;
        self.line(&grid.columns.iter().map(head).collect::<Vec<_>>())?;
        writeln!(self.output, "  \\hline")?;
        for line in (0..grid.count).map(grid.line) {
            self.line(&line.iter().map(|entry| self.shown(entry)).collect::<Vec<_>>())?;
        }
        if let Some(sum) = &grid.sum {
            writeln!(self.output, "  \\hline")?;
            self.line(&sum.iter().map(|entry| self.shown(entry)).collect::<Vec<_>>())?;
        }
        writeln!(self.output, "  \\hline\n\\end{{tabular}}")
    }
}

fn head(column: &Column) -> String {
    let words = escaped(&column.words);
    match &column.symbol {
        Some(symbol) if words.is_empty() => format!("${}$", symbol.latex),
        Some(symbol) => format!("{words} ${}$", symbol.latex),
        None => words,
    }
}

/// Every character LaTeX takes for itself, and the few signs of our own sentences that text fonts lack.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible::line(text).chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', c]),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            'α' => escaped.push_str("$\\alpha$"),
            '√' => escaped.push_str("$\\surd$"),
            '≥' => escaped.push_str("$\\ge$"),
            '∞' => escaped.push_str("$\\infty$"),
            '∂' => escaped.push_str("$\\partial$"),
            'Σ' => escaped.push_str("$\\Sigma$"),
            '−' => escaped.push_str("$-$"),
            '→' => escaped.push_str("$\\rightarrow$"),
            '←' => escaped.push_str("$\\leftarrow$"),
            '·' => escaped.push_str("$\\cdot$"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_latex_takes_for_itself_is_escaped() {
        assert_eq!(
            escaped("50% of $x_1 & {y} \\z^2~"),
            "50\\% of \\$x\\_1 \\& \\{y\\} \\textbackslash{}z\\textasciicircum{}2\\textasciitilde{}"
        );
        assert_eq!(escaped("昨天 → him"), "昨天 $\\rightarrow$ him");
    }
}
