//! The `[header]` sections of a text: where each begins and ends, and the entries in it.

use super::align::Hunk;
use super::arrays::{insert_items, items, remove_items};
use super::edit::Edits;
use super::write::{line, under};
use crate::scenario::document::{Entry, Kind, Made, Node, Table};
use std::ops::Range;

/// A table of the file and where things are put into it.
pub(super) struct Section<'t> {
    pub(super) table: &'t Table,
    /// The braces of an inline table, the header of another; nothing for the top of the file.
    span: Option<Range<usize>>,
}

impl<'t> Section<'t> {
    pub(super) fn top(table: &'t Table) -> Self {
        Self { table, span: None }
    }

    /// The table a node is; `None` for one that has headers only for parts of it.
    pub(super) fn of(node: &'t Node) -> Option<Self> {
        match &node.kind {
            Kind::Table(table) if table.made != Made::OnTheWay => Some(Self { table, span: Some(node.span.clone()) }),
            _ => None,
        }
    }

    fn braces(&self) -> Option<&Range<usize>> {
        self.span.as_ref().filter(|_| self.table.made == Made::Inline)
    }

    /// Puts a value under a key, replaces it, or takes the entry out.
    pub(super) fn set(&self, edits: &mut Edits, key: &str, value: Option<&str>) {
        match (self.table.get(key), value) {
            (Some(entry), Some(value)) => edits.replace(entry.node.span.clone(), edits.in_its_lines(value)),
            (Some(entry), None) => {
                if let Some(at) = self.table.entries.iter().position(|other| std::ptr::eq(other, entry)) {
                    self.remove(edits, at..at + 1);
                }
            }
            (None, Some(value)) => self.add(edits, &[(key.to_owned(), value.to_owned())]),
            (None, None) => {}
        }
    }

    /// Adds entries behind the last one.
    pub(super) fn add(&self, edits: &mut Edits, entries: &[(String, String)]) {
        if let Some(braces) = self.braces() {
            let pairs: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            let items = items(edits.text, braces);
            insert_items(edits, braces, &items, items.len(), &pairs);
            return;
        }
        let mut lines = String::new();
        entries.iter().for_each(|(key, value)| line(&mut lines, key, value));
        let own = self.table.entries.iter().filter(|entry| stands_in_section(entry)).map(|entry| entry.node.span.end);
        match own.max().or(self.span.as_ref().map(|header| header.end)) {
            None => edits.insert(0, edits.in_its_lines(&lines)),
            Some(end) => {
                let at = edits.next_line(end);
                let lines = if edits.text[..at].ends_with('\n') { lines } else { format!("\n{}", lines.trim_end()) };
                edits.insert(at, edits.in_its_lines(&lines));
            }
        }
    }

    /// Puts entries in, each with its key and value before the entry at a place, or at the end.
    pub(super) fn insert(&self, edits: &mut Edits, entries: &[(usize, String, String)]) {
        for (place, key, value) in entries {
            match (self.braces(), self.table.entries.get(*place)) {
                (Some(braces), _) => {
                    let items = items(edits.text, braces);
                    insert_items(edits, braces, &items, *place, &[format!("{key} = {value}")]);
                }
                (None, Some(next)) => {
                    let mut lines = String::new();
                    line(&mut lines, key, value);
                    let at = edits.line_start(next.key_span.start);
                    edits.insert(at, edits.in_its_lines(&lines));
                }
                (None, None) => self.add(edits, &[(key.clone(), value.clone())]),
            }
        }
    }

    /// Takes entries out: their lines, or their part of the line between braces.
    pub(super) fn remove(&self, edits: &mut Edits, gone: Range<usize>) {
        let Some(braces) = self.braces() else {
            for entry in &self.table.entries[gone] {
                let lines = edits.line_start(entry.key_span.start)..edits.next_line(entry.node.span.end);
                edits.remove(lines);
            }
            return;
        };
        let items = items(edits.text, braces);
        if gone.len() == items.len() {
            edits.replace(braces.clone(), "{}");
        } else {
            remove_items(edits, &items, gone);
        }
    }
}

/// Whether an entry is written in the section itself and not under a header of its own.
fn stands_in_section(entry: &Entry) -> bool {
    match &entry.node.kind {
        Kind::Table(table) => table.made == Made::Inline,
        Kind::Tables(_) => false,
        _ => true,
    }
}

/// Every header of the file, in order.
fn headers(root: &Table) -> Vec<usize> {
    let mut starts = Vec::new();
    below(root, &mut starts);
    starts.sort_unstable();
    starts
}

fn below(table: &Table, starts: &mut Vec<usize>) {
    for entry in &table.entries {
        match &entry.node.kind {
            Kind::Table(_) => own_and_below(&entry.node, starts),
            Kind::Tables(nodes) => nodes.iter().for_each(|node| own_and_below(node, starts)),
            _ => {}
        }
    }
}

fn own_and_below(node: &Node, starts: &mut Vec<usize>) {
    if let Kind::Table(table) = &node.kind {
        if table.made == Made::ByHeader {
            starts.push(node.span.start);
        }
        below(table, starts);
    }
}

/// The whole of a `[[…]]` table: the comments right above its header, its entries, its own tables.
fn extent(edits: &Edits, headers: &[usize], node: &Node) -> Range<usize> {
    let mut own = Vec::new();
    own_and_below(node, &mut own);
    let next = headers.iter().find(|&&start| start > node.span.start && !own.contains(&start));
    let end = next.map_or(edits.text.len(), |&start| with_comments(edits, start));
    with_comments(edits, node.span.start)..end
}

/// Where the comment lines right above a header begin.
fn with_comments(edits: &Edits, header: usize) -> usize {
    let mut start = edits.line_start(header);
    while start > 0 {
        let above = edits.line_start(start - 1);
        if !edits.text[above..start].trim_start().starts_with('#') {
            break;
        }
        start = above;
    }
    start
}

/// A table with everything a scenario's body has: the top of the file, or one of its readings.
pub(super) struct Part<'t> {
    pub(super) table: &'t Table,
    /// What stands before the names in its headers.
    pub(super) under: &'static str,
    /// Where in the text it ends.
    end: usize,
    /// Every header of the file, in order.
    headers: Vec<usize>,
}

impl<'t> Part<'t> {
    /// The whole file.
    pub(super) fn file(edits: &Edits, root: &'t Table) -> Self {
        Self { table: root, under: under(false), end: edits.text.len(), headers: headers(root) }
    }

    /// One of the `[[reading]]`s of the file; `None` where it is not a table.
    pub(super) fn reading(&self, edits: &Edits, node: &'t Node) -> Option<Self> {
        let Kind::Table(table) = &node.kind else { return None };
        let end = extent(edits, &self.headers, node).end;
        Some(Self { table, under: under(true), end, headers: self.headers.clone() })
    }

    /// Puts whole sections in at its end.
    pub(super) fn append(&self, edits: &mut Edits, new: &str) {
        append(edits, self.end, new);
    }
}

/// Puts whole sections in at a place between others, a blank line apart.
fn append(edits: &mut Edits, at: usize, new: &str) {
    let new = edits.in_its_lines(new);
    let before = &edits.text[..at];
    let gap = if before.ends_with("\n\n") || before.ends_with("\n\r\n") || before.is_empty() {
        ""
    } else if before.ends_with('\n') {
        edits.line_break()
    } else {
        &edits.line_break().repeat(2)
    };
    let line_break = edits.line_break();
    let end = if at == edits.text.len() { line_break.to_owned() } else { line_break.repeat(2) };
    let new = new.trim_end_matches(['\r', '\n']);
    edits.insert_sections(at, format!("{gap}{new}{end}"));
}

/// Takes out and puts in whole `[[…]]` tables; `write` writes the new one at a place. The first ones come before the
/// `[tensors]` when they are queries, else at the end. `None` when the file has them in another form.
pub(super) fn change_tables(
    edits: &mut Edits,
    part: &Part,
    name: &str,
    hunk: &Hunk,
    write: impl Fn(usize) -> String,
) -> Option<()> {
    if hunk.gone().is_empty() && hunk.come().is_empty() {
        return Some(());
    }
    let Part { table, headers, .. } = part;
    let tables = match table.get(name).map(|entry| &entry.node.kind) {
        None => &[],
        Some(Kind::Tables(tables)) => tables.as_slice(),
        Some(_) => return None,
    };
    for node in tables.get(hunk.gone())? {
        let part = extent(edits, headers, node);
        edits.remove(part);
    }
    let new: String = hunk.come().map(|place| write(place) + "\n").collect();
    if new.is_empty() {
        return Some(());
    }
    let tensors = table.get("tensors").map(|entry| &entry.node);
    let first_query = tensors.filter(|node| name == "query" && tables.is_empty() && headers.contains(&node.span.start));
    match tables.get(hunk.old.end).or(first_query) {
        Some(next) => edits.insert_sections(extent(edits, headers, next).start, edits.in_its_lines(&new)),
        None => append(edits, tables.last().map_or(part.end, |last| extent(edits, headers, last).end), &new),
    }
    Some(())
}
