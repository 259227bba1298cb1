//! `--format table`: aligned by display width, readable in 80 columns.

use super::super::visible;
use super::number::{given, rounded};
use super::page::{Entry, Grid, Page, Symbol};
use super::width::{cut, left, right, width};
use std::io::{self, Write};
use std::ops::Range;

/// What fits on the narrowest terminal.
const WIDTH: usize = 80;
/// A name is never cut shorter than this, however many digits are asked for.
const SHORTEST_NAME: usize = 8;
const GAP: &str = "  ";

/// The terminal as a page.
pub(super) struct TablePage<'a> {
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

    /// Cuts the names of the lines, when the rest leaves them too little room.
    fn fit_names(&self, grid: &Grid<'_>, widths: &mut [usize]) {
        let (labels, numbers) = widths.split_at_mut(grid.labels);
        let broken = taken(labels) + taken(numbers) > WIDTH;
        let beside = if broken { numbers.first().map_or(0, |first| first + GAP.len()) } else { 0 };
        if let Some((name, others)) = labels.split_last_mut().filter(|_| broken && grid.labels > 1) {
            // Where the numbers are few, they should stay on one line with the names; else one of them must fit.
            let with_all = WIDTH.saturating_sub(taken(others) + taken(numbers) + GAP.len());
            let with_one = WIDTH.saturating_sub(taken(others) + beside + GAP.len());
            let room = if with_all >= SHORTEST_NAME { with_all } else { with_one };
            *name = (*name).min(room.max(SHORTEST_NAME));
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
        let set = |entries: &[Entry]| {
            let cells: Vec<String> = entries.iter().map(|entry| shown(entry, digits)).collect();
            aligned(grid, &columns, widths, &cells)
        };
        writeln!(self.output, "{}", aligned(grid, &columns, widths, &heads(grid)))?;
        for line in (0..grid.count).map(grid.line) {
            writeln!(self.output, "{}", set(&line))?;
        }
        grid.sum.iter().try_for_each(|sum| writeln!(self.output, "{}", set(sum)))
    }
}

impl Page for TablePage<'_> {
    fn title(&mut self, title: &str) -> io::Result<()> {
        self.say(&visible::line(title))
    }

    fn facts(&mut self, facts: &[(String, String)]) -> io::Result<()> {
        let widest = facts.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        for (label, fact) in facts {
            self.say(&format!("{GAP}{}{GAP}{}", left(label, widest), visible::line(fact)))?;
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
        self.say(&visible::line(sentence))
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
            let mut to = from + 1;
            // A remark at the end of the line belongs to the numbers before it, even where it stands out a little.
            let remark = |to: usize| grid.columns[to..].iter().all(|column| !column.numbers);
            while to < widths.len() && (taken(&widths[from..=to]) <= room || remark(to)) {
                to += 1;
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

fn shown(entry: &Entry, digits: usize) -> String {
    match entry {
        Entry::Given(number) => match given(*number, digits) {
            (exact, true) => exact,
            (near, false) => format!("≈{near}"),
        },
        Entry::Derived(number) => rounded(*number, digits),
        Entry::Index(number) => number.to_string(),
        Entry::Words(words) => visible::line(words).into_owned(),
        Entry::Missing => "—".to_owned(),
        Entry::Blank => String::new(),
    }
}

/// One line of a grid, in these of its columns.
fn aligned(grid: &Grid<'_>, columns: &[usize], widths: &[usize], cells: &[String]) -> String {
    let mut line = String::new();
    for &column in columns {
        let cell = cut(&cells[column], widths[column].max(1));
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

/// The words and the symbol of each column.
fn heads(grid: &Grid<'_>) -> Vec<String> {
    let head = |column: &super::page::Column| match &column.symbol {
        Some(symbol) if column.words.is_empty() => symbol.plain.clone(),
        Some(symbol) => format!("{} {}", column.words, symbol.plain),
        None => column.words.clone(),
    };
    grid.columns.iter().map(head).collect()
}
