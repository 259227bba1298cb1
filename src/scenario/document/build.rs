//! From TOML's events to the tree.

use super::fault::Fault;
use super::number::{begins_like_a_number, read};
use super::skeleton::Skeleton;
use super::tree::{Entry, Kind, Made, Node, Table};
use crate::words::scenario_toml as say;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;
use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::{Event, EventKind, RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ParseError, Source};

/// Arrays and tables that may stand inside each other; a scenario needs four.
const DEEPEST: u32 = 16;

/// Reads a whole text. What could not be read is left out of the tree or marked as broken, and is among the faults.
pub(crate) fn parse(text: &str) -> (Table, Vec<Fault>) {
    let mut skeleton = Skeleton::new(text);
    let copy = std::mem::take(&mut skeleton.text);
    let source = Source::new(&copy);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    let mut errors: Vec<ParseError> = Vec::new();
    let mut guard = RecursionGuard::new(&mut events, DEEPEST);
    let mut receiver = ValidateWhitespace::new(&mut guard, source);
    parse_document(&tokens, &mut receiver, &mut errors);
    events.retain(|event| {
        !matches!(event.kind(), EventKind::Whitespace | EventKind::Comment | EventKind::KeySep | EventKind::Error)
    });
    let faults = std::mem::take(&mut skeleton.faults);
    let mut build = Build {
        source,
        skeleton,
        events: &events,
        at: 0,
        faults,
        broken: Vec::new(),
        root: Table::new(Made::ByHeader),
    };
    let contexts = errors.iter().filter(|error| never_closes(error)).filter_map(ParseError::context);
    let unclosed = contexts.map(|opening| opening.start()).min();
    errors.iter().for_each(|error| build.syntax_error(error));
    build.broken.sort_unstable();
    build.document();
    let mut faults = build.faults;
    if let Some(open) = unclosed {
        // Everything up to the end of the text was taken for its content, so what is said about that is noise.
        let open = build.skeleton.original(open);
        faults.retain(|fault| fault.at <= open);
    }
    (build.root, faults)
}

fn never_closes(error: &ParseError) -> bool {
    matches!(error.description(), "unclosed array" | "unclosed inline table")
}

struct Build<'a> {
    source: Source<'a>,
    skeleton: Skeleton,
    events: &'a [Event],
    at: usize,
    faults: Vec<Fault>,
    /// Bytes of the copy at which the text is not TOML, sorted.
    broken: Vec<usize>,
    root: Table,
}

/// A key with its bytes in the original.
struct Key {
    name: String,
    span: Range<usize>,
}

impl Build<'_> {
    fn syntax_error(&mut self, error: &ParseError) {
        let found = error.unexpected().or(error.context()).map_or(0, |span| span.start());
        self.broken.push(found);
        let (before, after) = self.source.input().split_at_checked(found).unwrap_or_default();
        let bracket_in_key = after.starts_with('[') && !before.ends_with(char::is_whitespace);
        let description = match error.description() {
            "key with no value" | "missing assignment between key-value pairs" if bracket_in_key => {
                "invalid unquoted key"
            }
            other => other,
        };
        // An opening bracket says more than the end of the text.
        let opening = error.context().filter(|_| never_closes(error)).map(|context| context.start());
        let at = self.skeleton.original(opening.unwrap_or(found));
        self.faults.push(Fault::syntax(at, say::syntax(description)));
    }

    fn original(&self, event: &Event) -> Range<usize> {
        self.skeleton.original(event.span().start())..self.skeleton.original(event.span().end())
    }

    fn document(&mut self) {
        let mut path: Option<Vec<Key>> = Some(Vec::new());
        while let Some(event) = self.events.get(self.at) {
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    let array = event.kind() == EventKind::ArrayTableOpen;
                    self.at += 1;
                    let keys = self.keys();
                    let mut end = keys.last().map_or(event.span().end(), |key| key.span.end);
                    if let Some(close) = self.events.get(self.at)
                        && matches!(close.kind(), EventKind::StdTableClose | EventKind::ArrayTableClose)
                    {
                        end = self.original(close).end;
                        self.at += 1;
                    }
                    let header = self.original(event).start..end;
                    path = self.open_table(&keys, array, header).then_some(keys);
                }
                EventKind::SimpleKey => {
                    let start = event.span().start();
                    let keys = self.keys();
                    if let Some(node) = self.assigned(start) {
                        self.put(path.as_deref(), keys, node);
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// The parts of a key, from the current event on.
    fn keys(&mut self) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut too_deep = false;
        while let Some(event) = self.events.get(self.at)
            && event.kind() == EventKind::SimpleKey
        {
            let mut name = Cow::Borrowed("");
            if let Some(raw) = self.source.get(event) {
                let mut errors: Vec<ParseError> = Vec::new();
                raw.decode_key(&mut name, &mut errors);
                errors.iter().for_each(|error| self.syntax_error(error));
            }
            let span = self.original(event);
            // What is nested by a key is as deep as what is nested by brackets, and read in the same way.
            match keys.len().cmp(&(DEEPEST as usize)) {
                Ordering::Less => keys.push(Key { name: name.into_owned(), span }),
                Ordering::Equal if !too_deep => {
                    self.faults.push(Fault::syntax(span.start, say::key_too_deep()));
                    too_deep = true;
                }
                Ordering::Equal | Ordering::Greater => {}
            }
            self.at += 1;
        }
        keys
    }

    /// The value after `=`; `None` when there is none. Broken when the text is not TOML somewhere between `start` (a byte
    /// of the copy) and its end.
    fn assigned(&mut self, start: usize) -> Option<Node> {
        let event = self.events.get(self.at).filter(|event| event.kind() == EventKind::KeyValSep)?;
        let mut node = Node { span: self.original(event), kind: Kind::Broken };
        self.at += 1;
        let mut end = event.span().end();
        if let Some(next) = self.events.get(self.at)
            && matches!(next.kind(), EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen)
        {
            node = self.value(next);
            end = self.events[self.at - 1].span().end();
        }
        let first = self.broken.partition_point(|&at| at < start);
        if self.broken.get(first).is_some_and(|&at| at <= end) {
            node.kind = Kind::Broken;
        }
        Some(node)
    }

    /// The value that begins with this event, which is the current one.
    fn value(&mut self, event: &Event) -> Node {
        self.at += 1;
        let mut span = self.original(event);
        let kind = match event.kind() {
            EventKind::ArrayOpen => {
                let mut nodes = Vec::new();
                while let Some(next) = self.events.get(self.at) {
                    match next.kind() {
                        EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                            nodes.push(self.value(next));
                        }
                        EventKind::ArrayClose => break,
                        _ => self.at += 1,
                    }
                }
                Kind::List(nodes)
            }
            EventKind::InlineTableOpen => {
                let mut table = Table::new(Made::Inline);
                while let Some(next) = self.events.get(self.at) {
                    match next.kind() {
                        EventKind::SimpleKey => {
                            let start = next.span().start();
                            let keys = self.keys();
                            if let Some(node) = self.assigned(start) {
                                add(&mut table, keys, node, &mut self.faults);
                            }
                        }
                        EventKind::InlineTableClose => break,
                        _ => self.at += 1,
                    }
                }
                Kind::Table(table)
            }
            _ => return Node { span: span.clone(), kind: self.scalar(event, span.start) },
        };
        // The loops stop at the event that closes, or at the end of the text.
        if let Some(close) = self.events.get(self.at) {
            span.end = self.original(close).end;
            self.at += 1;
        }
        Node { span, kind }
    }

    fn scalar(&mut self, event: &Event, at: usize) -> Kind {
        if let Some(grid) = self.skeleton.take(event.span().start()) {
            return Kind::Grid(grid);
        }
        let Some(raw) = self.source.get(event) else { return Kind::Broken };
        let written = raw.as_str();
        if event.encoding().is_none() {
            match written {
                "" => {
                    // Where the parser has not complained about the gap, nobody has yet.
                    if self.broken.binary_search(&event.span().start()).is_err() {
                        self.faults.push(Fault::syntax(at, say::syntax("missing value")));
                    }
                    return Kind::Broken;
                }
                "true" | "false" => return Kind::Boolean(written == "true"),
                _ => {}
            }
            let is_date = |raw: toml_parser::Raw<'_>| raw.decode_scalar(&mut (), &mut ()) == ScalarKind::DateTime;
            return match read(written) {
                Ok(number) => Kind::Number(number),
                Err(_) if is_date(raw) => Kind::Date,
                // The lexer keeps “0 1” together, since a date may have a space in it.
                Err(_) if written.contains(' ') => {
                    let second = written.find(' ').map_or(0, |first| first + 1);
                    self.faults.push(Fault::syntax(at + second, say::two_values()));
                    Kind::Broken
                }
                Err(reason) => {
                    let text = if begins_like_a_number(written) { reason } else { say::unquoted(written) };
                    self.faults.push(Fault::new(at, text));
                    Kind::Broken
                }
            };
        }
        let mut text = Cow::Borrowed("");
        let mut errors: Vec<ParseError> = Vec::new();
        let _ = raw.decode_scalar(&mut text, &mut errors);
        if let Some(error) = errors.first() {
            let one_line = matches!(event.encoding(), Some(Encoding::BasicString | Encoding::LiteralString));
            // An escape is pointed at; for a missing quotation mark the opening one says more than the end of the line.
            let inside = error.unexpected().map(|span| span.start()).filter(|&byte| byte + 1 < event.span().end());
            let at = inside.map_or(at, |byte| self.skeleton.original(byte));
            self.faults.push(Fault::syntax(at, say::broken_string(one_line)));
            return Kind::Broken;
        }
        Kind::Text(text.into_owned())
    }

    /// Makes the table that a header names; `false` when that cannot be.
    fn open_table(&mut self, keys: &[Key], array: bool, header: Range<usize>) -> bool {
        let Some((last, way)) = keys.split_last() else { return false };
        let Some(parent) = walk(&mut self.root, way, Made::OnTheWay, &mut self.faults) else { return false };
        let node = |kind| Node { span: header.clone(), kind };
        let new = || Kind::Table(Table::new(Made::ByHeader));
        let entry = |node| Entry { key: last.name.clone(), key_span: last.span.clone(), node };
        let taken = match parent.get_mut(&last.name) {
            None => {
                let node = node(if array { Kind::Tables(vec![node(new())]) } else { new() });
                return parent.add(entry(node)).is_ok();
            }
            Some(taken) => taken,
        };
        match &mut taken.node.kind {
            Kind::Tables(tables) if array => {
                tables.push(node(new()));
                true
            }
            Kind::Table(table) if !array && table.made == Made::OnTheWay => {
                table.made = Made::ByHeader;
                taken.node.span = header;
                true
            }
            Kind::Broken => false,
            kind @ (Kind::Table(_) | Kind::Tables(_)) if array == matches!(kind, Kind::Table(_)) => {
                self.faults.push(Fault::new(last.span.start, say::table_and_tables(&last.name)));
                false
            }
            _ => {
                self.faults.push(Fault::new(last.span.start, say::twice(&last.name)));
                false
            }
        }
    }

    /// Puts a value into the table of the last header; nowhere when that header could not be read.
    fn put(&mut self, path: Option<&[Key]>, keys: Vec<Key>, node: Node) {
        let Some(path) = path else { return };
        // The header has made this way, so walking it again finds it.
        let mut unsaid = Vec::new();
        let Some(table) = walk(&mut self.root, path, Made::OnTheWay, &mut unsaid) else { return };
        add(table, keys, node, &mut self.faults);
    }
}

/// The table at the end of a way, made where it is missing; in a `[[…]]` the last one is meant.
fn walk<'t>(root: &'t mut Table, way: &[Key], made: Made, faults: &mut Vec<Fault>) -> Option<&'t mut Table> {
    let mut table = root;
    for key in way {
        if table.get(&key.name).is_none() {
            let node = Node { span: key.span.clone(), kind: Kind::Table(Table::new(made)) };
            let _ = table.add(Entry { key: key.name.clone(), key_span: key.span.clone(), node });
        }
        table = match &mut table.get_mut(&key.name)?.node.kind {
            Kind::Table(next) if made == Made::OnTheWay && next.made == Made::Inline => {
                faults.push(Fault::new(key.span.start, say::closed_table(&key.name)));
                return None;
            }
            Kind::Table(next) if made == Made::ByDots && next.made != Made::ByDots => {
                faults.push(Fault::new(key.span.start, say::twice(&key.name)));
                return None;
            }
            Kind::Table(next) => next,
            Kind::Tables(tables) if made == Made::OnTheWay => match tables.last_mut().map(|node| &mut node.kind) {
                Some(Kind::Table(next)) => next,
                _ => return None,
            },
            Kind::Broken => return None,
            _ => {
                faults.push(Fault::new(key.span.start, say::twice(&key.name)));
                return None;
            }
        };
    }
    Some(table)
}

/// Puts a value under a dotted key.
fn add(table: &mut Table, mut keys: Vec<Key>, node: Node, faults: &mut Vec<Fault>) {
    let Some(last) = keys.pop() else { return };
    let Some(table) = walk(table, &keys, Made::ByDots, faults) else { return };
    let at = last.span.start;
    if let Err(earlier) = table.add(Entry { key: last.name, key_span: last.span, node }) {
        faults.push(Fault::new(at, say::twice(&earlier.key)));
    }
}
