//! The values of a file by type, and the complaints about them.

use crate::scenario::document::{Fault, Grid, GridRow, Kind, Node, Places, Scalars, Table};
use crate::scenario::is_id;
use crate::scenario::nearest::nearest;
use crate::words::Text;
use crate::words::scenario_file::{self as say, Found, Wanted};
use std::borrow::Cow;
use std::collections::HashSet;

/// A value and the byte of the file it stands at.
#[derive(Clone, Debug)]
pub(super) struct Located<T> {
    pub(super) value: T,
    pub(super) at: usize,
}

/// A matrix row by row: at least one row of at least one number.
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) numbers: Vec<f64>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) at: usize,
}

/// Reads values and collects what is wrong with them. A value that is broken has been complained about already and is
/// passed over in silence; so every method gives `None` only after somebody has said why.
pub(super) struct Fields<'a> {
    pub(super) text: &'a str,
    faults: Vec<Fault>,
    places: Option<Places<'a>>,
    /// The `[[reading]]` that is being read: the byte of its header, and how many complaints there were before it.
    reading: Option<(usize, usize)>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(text: &'a str, faults: Vec<Fault>) -> Self {
        Self { text, faults, places: None, reading: None }
    }

    pub(super) fn say(&mut self, at: usize, text: Text) {
        self.faults.push(Fault::new(at, text));
    }

    /// Reads what stands below a `[[reading]]`, whose header is at a byte.
    pub(super) fn inside_reading<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        self.reading = Some((at, self.faults.len()));
        let read = read(self);
        self.reading = None;
        read
    }

    /// A header of a scenario's body as it is written here: `[source]`, or `[reading.source]` inside of a reading.
    pub(super) fn header(&self, header: &str) -> String {
        let (brackets, name) = header.split_at(header.len() - header.trim_start_matches('[').len());
        if self.reading.is_some() && !brackets.is_empty() {
            format!("{brackets}reading.{name}")
        } else {
            header.to_owned()
        }
    }

    /// Whether nothing has been complained about so far: of the reading that is being read, where there are several.
    pub(super) fn is_faultless(&self) -> bool {
        let (before, own) = self.faults.split_at(self.reading.map_or(0, |(_, before)| before).min(self.faults.len()));
        own.is_empty() && !before.iter().any(|fault| fault.syntax)
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&mut self, byte: usize) -> usize {
        let text = self.text;
        self.places.get_or_insert_with(|| Places::new(text)).line(byte)
    }

    /// The line and column of a byte, from 1.
    pub(super) fn place(&mut self, byte: usize) -> (usize, usize) {
        let text = self.text;
        self.places.get_or_insert_with(|| Places::new(text)).of(byte)
    }

    /// What is worth saying, in the order of the text. A line that is not TOML makes the parser stumble more than once:
    /// only the first stumble is told, and nothing else about that very place.
    pub(super) fn problems(mut self) -> Vec<Fault> {
        let mut faults = std::mem::take(&mut self.faults);
        let not_toml: HashSet<usize> = faults.iter().filter(|fault| fault.syntax).map(|fault| fault.at).collect();
        faults
            .retain(|fault| fault.syntax || (!not_toml.contains(&fault.at)) && (not_toml.is_empty() || !fault.missing));
        faults.sort_by_key(|fault| fault.at);
        faults.dedup();
        let mut last_line = 0;
        faults.retain(|fault| {
            let first = !fault.syntax || self.line(fault.at) != last_line;
            last_line = if fault.syntax { self.line(fault.at) } else { last_line };
            first
        });
        faults
    }

    pub(super) fn required(&mut self, node: Option<Node>, name: &str, example: &str) -> Option<Node> {
        self.required_in(node, self.text.len(), name, example)
    }

    /// A table of the file, and what its first line would be.
    pub(super) fn required_table(&mut self, node: Option<Node>, header: &str, below: &str) -> Option<Node> {
        if node.is_none() {
            let at = self.reading.map_or(self.text.len(), |(at, _)| at);
            self.faults.push(Fault::missing(at, say::missing_table(&self.header(header), below)));
        }
        node
    }

    /// As [`Fields::required`], in a table that stands at `at`.
    pub(super) fn required_in(&mut self, node: Option<Node>, at: usize, name: &str, example: &str) -> Option<Node> {
        if node.is_none() {
            self.faults.push(Fault::missing(at, say::missing(name, example)));
        }
        node
    }

    pub(super) fn known_keys(&mut self, table: &Table, place: &str, known: &[&str]) {
        for entry in &table.entries {
            if !known.contains(&entry.key.as_str()) {
                let near = nearest(&entry.key, known.iter().copied());
                let place = self.header(place);
                self.say(entry.key_span.start, say::unknown_key(&entry.key, &place, near, known));
            }
        }
    }

    pub(super) fn wrong_type(&mut self, node: &Node, name: &str, wanted: Wanted) {
        let found = match &node.kind {
            Kind::Broken => return,
            Kind::Text(_) => Found::Text,
            Kind::Number(_) => Found::Number,
            Kind::Boolean(_) => Found::Boolean,
            Kind::Date => Found::Date,
            Kind::Grid(Grid { scalars: Scalars::Booleans(_), .. }) => Found::Booleans,
            Kind::Grid(Grid { rows: None, .. }) => Found::Vector,
            Kind::Grid(_) => Found::Matrix,
            Kind::List(_) => Found::List,
            Kind::Table(_) | Kind::Tables(_) => Found::Table,
        };
        self.say(node.span.start, say::wrong_type(name, wanted, found));
    }

    pub(super) fn format(&mut self, node: Option<Node>) {
        let Some(node) = self.required_in(node, 0, "format", "format = 1") else { return };
        match node.kind {
            Kind::Number(1.0) | Kind::Broken => {}
            _ => {
                let written = self.text.get(node.span.clone()).unwrap_or_default().to_owned();
                self.say(node.span.start, say::unknown_format(&written));
            }
        }
    }

    pub(super) fn string(&mut self, node: Node, name: &str) -> Option<Located<String>> {
        let at = node.span.start;
        match node.kind {
            Kind::Text(value) => Some(Located { value, at }),
            _ => {
                self.wrong_type(&node, name, Wanted::Text);
                None
            }
        }
    }

    pub(super) fn id(&mut self, node: Node) -> Option<Located<String>> {
        let id = self.string(node, "id")?;
        if !is_id(&id.value) {
            self.say(id.at, say::bad_id(&id.value));
            return None;
        }
        Some(id)
    }

    /// A plain string for both languages, or one for each.
    pub(super) fn in_languages(&mut self, node: Node, name: &str) -> Option<Text> {
        let at = node.span.start;
        match node.kind {
            Kind::Text(text) => Some(Text::same(text)),
            Kind::Table(mut table) => {
                self.known_keys(&table, name, &["en", "zh"]);
                let mut of = |language: &str| {
                    let node = table.take(language);
                    if node.is_none() {
                        self.faults.push(Fault::missing(at, say::language_missing(name, language)));
                    }
                    node.and_then(|node| self.string(node, &format!("{name}.{language}")))
                };
                let (en, zh) = (of("en"), of("zh"));
                Some(Text { en: Cow::Owned(en?.value), zh: Cow::Owned(zh?.value) })
            }
            _ => {
                self.wrong_type(&node, name, Wanted::TextInLanguages);
                None
            }
        }
    }

    /// At least one string.
    pub(super) fn strings(&mut self, node: Node, name: &str) -> Option<Vec<Located<String>>> {
        let Kind::List(nodes) = node.kind else {
            self.wrong_type(&node, name, Wanted::Texts);
            return None;
        };
        if nodes.is_empty() {
            self.say(node.span.start, say::empty(name));
            return None;
        }
        let count = nodes.len();
        let strings: Vec<Located<String>> =
            nodes.into_iter().enumerate().filter_map(|(at, node)| self.string(node, &entry(name, at))).collect();
        (strings.len() == count).then_some(strings)
    }

    pub(super) fn number(&mut self, node: &Node, name: &str) -> Option<f64> {
        match node.kind {
            Kind::Number(number) => Some(number),
            _ => {
                self.wrong_type(node, name, Wanted::Number);
                None
            }
        }
    }

    pub(super) fn boolean(&mut self, node: &Node, name: &str) -> Option<bool> {
        match node.kind {
            Kind::Boolean(boolean) => Some(boolean),
            _ => {
                self.wrong_type(node, name, Wanted::Boolean);
                None
            }
        }
    }

    /// At least one number.
    pub(super) fn vector(&mut self, node: Node, name: &str) -> Option<Located<Vec<f64>>> {
        let at = node.span.start;
        match node.kind {
            Kind::Grid(Grid { scalars: Scalars::Numbers(value), rows: None }) => return Some(Located { value, at }),
            Kind::List(items) => self.none_but_numbers(&items, at, name),
            _ => self.wrong_type(&node, name, Wanted::Vector),
        }
        None
    }

    /// Equal rows of numbers.
    pub(super) fn matrix(&mut self, node: Node, name: &str) -> Option<Matrix> {
        let at = node.span.start;
        match node.kind {
            Kind::Grid(Grid { scalars: Scalars::Numbers(numbers), rows: Some(rows) }) => {
                let columns = self.columns(&rows, name)?;
                return Some(Matrix { numbers, rows: rows.len(), columns, at });
            }
            Kind::List(rows) if rows.is_empty() => self.say(at, say::empty(name)),
            Kind::List(rows) => {
                for (row, node) in rows.iter().enumerate() {
                    match &node.kind {
                        Kind::List(items) => self.none_but_numbers(items, node.span.start, &entry(name, row)),
                        _ => self.wrong_type(node, &entry(name, row), Wanted::Vector),
                    }
                }
            }
            _ => self.wrong_type(&node, name, Wanted::Matrix),
        }
        None
    }

    /// The common length of all rows.
    pub(super) fn columns(&mut self, rows: &[GridRow], name: &str) -> Option<usize> {
        let wanted = rows.first()?.count;
        let mut even = wanted > 0;
        if !even {
            self.say(rows[0].at, say::empty_row(name, 1));
            return None;
        }
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.count != wanted) {
            even = false;
            self.say(row.at, say::ragged(name, index + 1, row.count, wanted));
        }
        even.then_some(wanted)
    }

    /// Complains about what kept an array from being read as numbers.
    fn none_but_numbers(&mut self, items: &[Node], at: usize, name: &str) {
        if items.is_empty() {
            self.say(at, say::empty(name));
        }
        for (index, item) in items.iter().enumerate() {
            if !matches!(item.kind, Kind::Number(_)) {
                self.wrong_type(item, &entry(name, index), Wanted::Number);
            }
        }
    }

    pub(super) fn table(&mut self, node: Node, name: &str) -> Option<Table> {
        match node.kind {
            Kind::Table(table) => Some(table),
            _ => {
                self.wrong_type(&node, name, Wanted::Table);
                None
            }
        }
    }

    /// The tables under `[[name]]`, each with the byte it starts at; also an array of inline tables.
    pub(super) fn tables(&mut self, node: Node, name: &str) -> Vec<Located<Table>> {
        let (Kind::Tables(nodes) | Kind::List(nodes)) = node.kind else {
            self.wrong_type(&node, name, Wanted::Tables);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for (index, node) in nodes.into_iter().enumerate() {
            let at = node.span.start;
            tables.extend(self.table(node, &entry(name, index)).map(|value| Located { value, at }));
        }
        tables
    }
}

/// `K[2]`: the name of an entry, counted from 1.
fn entry(name: &str, index: usize) -> String {
    format!("{name}[{}]", index + 1)
}
