//! `--format table`: aligned by display width, readable in 80 columns.

use super::super::visible;
use super::number::rounded;
use super::page::{Column, Entry, Grid, Page, Symbol};
use crate::words::width::{cut, left, right, width, wrap};
use std::io::{self, Write};
use std::ops::Range;

/// What fits on the narrowest terminal.
const WIDTH: usize = 80;
/// A name is not cut shorter than this to keep all numbers beside it on one line.
const SHORTEST_NAME: usize = 8;
/// What is kept of a name where the numbers need several lines anyway.
const USUAL_NAME: usize = 16;
const GAP: &str = "  ";

/// The terminal as a page.
pub(in crate::cli) struct TablePage<'a> {
    output: &'a mut dyn Write,
    digits: usize,
    /// What was written last wants an empty line after it.
    space_due: bool,
}

impl<'a> TablePage<'a> {
    pub fn new(output: &'a mut dyn Write, digits: usize) -> Self {
        Self { output, digits, space_due: false }
    }

    /// The columns of a grid, each as wide as its widest entry. Goes through all lines once, so that writing them needs
    /// none of them kept.
    fn widths(&self, grid: &Grid<'_>) -> Vec<usize> {
        let mut widths: Vec<usize> = heads(grid).iter().map(|head| width(head)).collect();
        let mut widen = |entries: &[Entry]| {
            for (widest, entry) in widths.iter_mut().zip(entries) {
                *widest = (*widest).max(width(&shown(entry, self.digits)));
            }
        };
        (0..grid.count).for_each(|line| widen(&(grid.line)(line)));
        grid.sum.iter().for_each(|sum| widen(sum));
        self.fit_names(grid, &mut widths);
        widths
    }

    /// Cuts the names of the lines when they leave the numbers too little room: so that all stand on one line where
    /// that is possible, else to a usual length.
    fn fit_names(&self, grid: &Grid<'_>, widths: &mut [usize]) {
        let (labels, numbers) = widths.split_at_mut(grid.labels);
        let (rest, beside) = (taken(&labels[..labels.len() - 1]), taken(numbers));
        if let Some(name) = labels.last_mut().filter(|name| rest + **name + GAP.len() + beside > WIDTH) {
            let room = WIDTH.saturating_sub(rest + beside + GAP.len());
            *name = (*name).min(if room < SHORTEST_NAME { USUAL_NAME } else { room });
        }
    }

    /// One line of text, apart from a grid above it.
    fn say(&mut self, line: &str) -> io::Result<()> {
        if std::mem::take(&mut self.space_due) {
            writeln!(self.output)?;
        }
        writeln!(self.output, "{line}")
    }

    fn lines(&mut self, grid: &Grid<'_>, widths: &[usize], part: Range<usize>) -> io::Result<()> {
        let columns: Vec<usize> = (0..grid.labels).chain(part).collect();
        let digits = self.digits;
        let set = |cell: &dyn Fn(usize) -> String| aligned(grid, &columns, widths, cell);
        let heads = heads(grid);
        writeln!(self.output, "{}", set(&|column| heads[column].clone()))?;
        for line in (0..grid.count).map(grid.line).chain(grid.sum.clone()) {
            writeln!(self.output, "{}", set(&|column| shown(&line[column], digits)))?;
        }
        Ok(())
    }
}

impl Page for TablePage<'_> {
    fn title(&mut self, title: &str) -> io::Result<()> {
        self.say(&visible::line(title))
    }

    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()> {
        let widest = facts.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        for (label, fact) in facts {
            let room = WIDTH.saturating_sub(widest + 2 * GAP.len());
            for (line, fact) in lines_of(&visible::line(fact), room).into_iter().enumerate() {
                let label = if line == 0 { label.as_str() } else { "" };
                self.say(&format!("{GAP}{}{GAP}{fact}", left(label, widest)))?;
            }
        }
        self.space_due = true;
        Ok(())
    }

    fn section(&mut self, title: &str) -> io::Result<()> {
        let title = visible::line(title);
        self.space_due = true;
        self.say(&title)?;
        self.say(&"─".repeat(width(&title).min(WIDTH)))
    }

    fn sentence(&mut self, sentence: &str) -> io::Result<()> {
        lines_of(&visible::line(sentence), WIDTH).iter().try_for_each(|line| self.say(line))
    }

    fn number(&mut self, words: &str, symbol: &Symbol, number: f64, unit: &str) -> io::Result<()> {
        self.say(&format!("{words} {} = {} {unit}", symbol.plain, rounded(number, self.digits)))
    }

    fn vector(&mut self, words: &str, symbol: &Symbol, numbers: &[Entry]) -> io::Result<()> {
        let mut line = format!("{words} {} = (", symbol.plain);
        let indent = width(&line).min(WIDTH / 4);
        for (place, number) in numbers.iter().enumerate() {
            let last = place + 1 == numbers.len();
            let number = format!("{}{}", shown(number, self.digits), if last { ")" } else { "," });
            if place > 0 && width(&line) + 1 + width(&number) > WIDTH {
                self.say(&line)?;
                line = " ".repeat(indent);
            } else if place > 0 {
                line.push(' ');
            }
            line.push_str(&number);
        }
        self.say(&line)
    }

    fn grid(&mut self, grid: &Grid<'_>) -> io::Result<()> {
        self.space_due = true;
        self.say(&grid.caption)?;
        let widths = self.widths(grid);
        let room = WIDTH.saturating_sub(taken(&widths[..grid.labels]));
        let mut from = grid.labels;
        while from < widths.len() {
            let mut to = unit(grid, from);
            while to < widths.len() && taken(&widths[from..unit(grid, to)]) <= room {
                to = unit(grid, to);
            }
            if from > grid.labels {
                writeln!(self.output)?;
            }
            self.lines(grid, &widths, from..to)?;
            from = to;
        }
        self.space_due = true;
        Ok(())
    }
}

/// A text in lines that fit, unless something in it that is typed as one would have to be cut.
fn lines_of(text: &str, room: usize) -> Vec<String> {
    let whole = text.split(|c: char| !c.is_ascii_graphic()).any(|typed| typed.len() > room);
    if whole || width(text) <= room { vec![text.to_owned()] } else { wrap(text, room) }
}

fn shown(entry: &Entry, digits: usize) -> String {
    entry.plain(digits, |words| visible::line(words).into_owned())
}

/// One line of a grid, in these of its columns.
fn aligned(grid: &Grid<'_>, columns: &[usize], widths: &[usize], cell: &dyn Fn(usize) -> String) -> String {
    let mut line = String::new();
    for &column in columns {
        let cell = cut(&cell(column), widths[column].max(1));
        let numbers = grid.columns[column].numbers;
        line.push_str(GAP);
        line.push_str(&if numbers { right(&cell, widths[column]) } else { left(&cell, widths[column]) });
    }
    line.trim_end().to_owned()
}

/// Columns that stand beside each other, each behind its gap.
fn taken(widths: &[usize]) -> usize {
    widths.iter().map(|width| width + GAP.len()).sum()
}

/// The end of what must stay together from this column on: a number, and the remark on the line that follows it.
fn unit(grid: &Grid<'_>, column: usize) -> usize {
    let after = &grid.columns[column + 1..];
    column + 1 + after.iter().take_while(|column| !column.numbers).count()
}

/// The words and the symbol of each column.
fn heads(grid: &Grid<'_>) -> Vec<String> {
    let head = |column: &Column| match &column.symbol {
        Some(symbol) if column.words.is_empty() => symbol.plain.clone(),
        Some(symbol) => format!("{} {}", column.words, symbol.plain),
        None => column.words.clone(),
    };
    grid.columns.iter().map(head).collect()
}
