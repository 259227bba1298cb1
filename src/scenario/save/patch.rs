//! Writing a scenario into the file it came from, without touching what did not change.

use super::align::{Alignment, Hunk};
use super::arrays::change_array;
use super::edit::Edits;
use super::sections::{Part, Section, change_tables};
use super::settings::{change_numbers, change_rows, change_settings};
use super::write::{self, to_toml};
use crate::engine::{Givens, Parameter, Tensor};
use crate::scenario::address::tensor_name;
use crate::scenario::difference::set_by_hand;
use crate::scenario::document::{Kind, Made, Node, Table, parse};
use crate::scenario::{Address, Label, Scenario, Scope, Setting, Step, read};
use crate::words::Text;
use std::ops::Range;

/// The text of a file after a change of its scenario from `before` to `now`: comments, order, spaces and everything else
/// stay as they are. It reads back as exactly `now`.
///
/// `original` is the file's present text. When it does not say what `before` holds (someone else has changed the file),
/// it is made to say `now` all the same; when that cannot be done in place, the whole file is written anew.
pub fn patch(original: &str, before: &Scenario, now: &Scenario) -> String {
    patch_or_rewrite(original, before, now).text
}

/// The text of a changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patched {
    /// The text.
    pub text: String,
    /// It could not be changed in place and is written anew, without the comments and the layout it had.
    pub rewritten: bool,
}

/// The same as [`patch`], and whether it was possible without writing the file anew.
pub fn patch_or_rewrite(original: &str, before: &Scenario, now: &Scenario) -> Patched {
    let says_now = |text: &String| read(text, "").is_ok_and(|read| read.same_file(now));
    let attempt = |before: &Scenario| in_place(original, before, now).filter(says_now);
    let patched = attempt(before).or_else(|| read(original, "").ok().and_then(|actual| attempt(&actual)));
    match patched {
        Some(text) => Patched { text, rewritten: false },
        None => Patched { text: to_toml(now), rewritten: true },
    }
}

/// The changed text; `None` where the file is written in a form this does not know how to change.
fn in_place(original: &str, before: &Scenario, now: &Scenario) -> Option<String> {
    let (root, faults) = parse(original);
    if !faults.is_empty() {
        return None;
    }
    let mut edits = Edits::new(original);
    let file = Part::file(&edits, &root);
    let told = |scenario: &Scenario| Label {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        about: scenario.about.clone(),
    };
    label(&mut edits, &Section::top(&root), &told(before), &told(now))?;
    match (node(&root, "reading"), now.has_readings()) {
        (None, false) => body(&mut edits, &file, before, now)?,
        (Some(readings), true) => {
            let (Kind::Tables(tables) | Kind::List(tables)) = &readings.kind else { return None };
            if tables.len() != before.reading_count() || tables.len() != now.reading_count() {
                return None;
            }
            for (at, node) in tables.iter().enumerate() {
                let (was, reading) = (before.reading(at), now.reading(at));
                label(&mut edits, &Section::of(node)?, was.label?, reading.label?)?;
                let part = file.reading(&edits, node)?;
                body(&mut edits, &part, &before.showing(at), &now.showing(at))?;
            }
        }
        _ => return None,
    }
    steps(&mut edits, &file, before, now)?;
    edits.made()
}

/// What the file or one of its readings is called.
fn label(edits: &mut Edits, section: &Section, before: &Label, now: &Label) -> Option<()> {
    if before.id != now.id {
        section.set(edits, "id", Some(&write::string(&now.id)));
    }
    change_text(edits, section, "title", before.title.as_ref(), now.title.as_ref())?;
    change_text(edits, section, "about", before.about.as_ref(), now.about.as_ref())
}

/// The body at the top of the file, or that of the reading shown.
fn body(edits: &mut Edits, part: &Part, before: &Scenario, now: &Scenario) -> Option<()> {
    names(edits, part.table, before, now)?;
    queries(edits, part, before, now)?;
    tensors(edits, part.table, before, now)?;
    scorer(edits, part, before, now)?;
    interventions(edits, part, before, now)
}

fn node<'t>(root: &'t Table, key: &str) -> Option<&'t Node> {
    root.get(key).map(|entry| &entry.node)
}

fn change_text(
    edits: &mut Edits,
    section: &Section,
    key: &str,
    before: Option<&Text>,
    now: Option<&Text>,
) -> Option<()> {
    if before == now {
        return Some(());
    }
    if let (Some(node), Some(old), Some(new)) = (node(section.table, key), before, now)
        && let Kind::Table(_) = node.kind
    {
        let table = Section::of(node)?;
        for (language, old, new) in [("en", &old.en, &new.en), ("zh", &old.zh, &new.zh)] {
            if old != new {
                table.set(edits, language, Some(&write::string(new)));
            }
        }
        return Some(());
    }
    section.set(edits, key, now.map(write::text).as_deref());
    Some(())
}

fn change_strings(edits: &mut Edits, span: &Range<usize>, old: &[String], new: &[String]) {
    let change = |edits: &mut Edits, item: &Range<usize>, (_, to): (usize, usize)| {
        edits.replace(item.clone(), write::string(&new[to]));
    };
    change_array(edits, span, (old, new), |a, b| a == b, change, |name| write::string(name));
}

fn names(edits: &mut Edits, root: &Table, before: &Scenario, now: &Scenario) -> Option<()> {
    let source = Section::of(node(root, "source")?)?;
    change_strings(edits, &node(source.table, "slots")?.span, &before.names.slots, &now.names.slots);
    let mask = write::mask(&now.givens.mask);
    // A mask that says the same in another form stays as it is written.
    let same_mask = now.givens.mask == before.givens.mask && now.givens.rows() == before.givens.rows();
    if !same_mask && mask != write::mask(&before.givens.mask) {
        source.set(edits, "mask", mask.as_deref());
    } else if mask.is_none() && before.givens.slots() != now.givens.slots() {
        // A mask written out although it masks nothing has the wrong length now.
        source.set(edits, "mask", None);
    }
    let vocab = Section::of(node(root, "vocab")?)?;
    change_strings(edits, &node(vocab.table, "words")?.span, &before.names.words, &now.names.words);
    Some(())
}

fn queries(edits: &mut Edits, part: &Part, before: &Scenario, now: &Scenario) -> Option<()> {
    let tables = node(part.table, "query");
    let written = |scenario: &Scenario, bare: bool| {
        let rows = 0..if bare { 0 } else { scenario.givens.rows() };
        rows.map(|row| write::query(part.under, &scenario.givens, &scenario.names, row)).collect::<Vec<String>>()
    };
    // Rows of which there is nothing to say need no tables; where there are some, they stay.
    let bare = tables.is_none() && write::rows_are_bare(&now.givens, &now.names);
    let (old, new) = (written(before, tables.is_none()), written(now, bare));
    let hunks = Alignment::of(&old, &new, |a, b| a == b).hunks;
    for hunk in &hunks {
        change_tables(edits, part, "query", hunk, |row| new[row].clone())?;
    }
    let Some(tables) = tables else { return Some(()) };
    let (Kind::Tables(tables) | Kind::List(tables)) = &tables.kind else { return None };
    for (from, to) in hunks.iter().flat_map(Hunk::pairs) {
        let section = Section::of(tables.get(from)?)?;
        let (old, new) = (&before.names.prefixes[from], &now.names.prefixes[to]);
        if old != new {
            section.set(edits, "prefix", new.as_deref().map(write::string).as_deref());
        }
        let (old, new) = (&before.givens, &now.givens);
        if new.origin.is_none() {
            change_numbers(edits, &node(section.table, "q")?.span, old.queries.line(from), new.queries.line(to));
        }
        let target = write::target(new, &now.names, to);
        if target != write::target(old, &before.names, from) {
            section.set(edits, "target", target.as_deref());
        }
        match (&old.bias[from], &new.bias[to], node(section.table, "bias")) {
            (Some(old), Some(new), Some(node)) => change_numbers(edits, &node.span, old.line(0), new.line(0)),
            (old, new, _) if old == new => {}
            (_, new, _) => {
                section.set(edits, "bias", new.as_ref().map(|bias| write::numbers(bias.line(0))).as_deref());
            }
        }
    }
    Some(())
}

fn tensors(edits: &mut Edits, root: &Table, before: &Scenario, now: &Scenario) -> Option<()> {
    let section = Section::of(node(root, "tensors")?)?;
    let (old, new) = (&before.givens, &now.givens);
    for tensor in write::tensors(new) {
        if !shares(old, new, tensor) {
            let span = &node(section.table, tensor_name(tensor))?.span;
            change_rows(edits, span, &write::rows(old, tensor), &write::rows(new, tensor));
        }
    }
    let (was, scope) = (scope(before), scope(now));
    let in_file = |settings: Vec<Setting>, scope: &Scope| -> Vec<(String, String)> {
        settings.iter().map(|setting| write::key_and_value(setting, scope)).collect()
    };
    let new = in_file(set_by_hand(new), &scope);
    if in_file(set_by_hand(old), &was) == new {
        return Some(());
    }
    match node(section.table, "set") {
        Some(set) if !matches!(&set.kind, Kind::Table(table) if table.made == Made::Inline) => {
            let set = Section::of(set)?;
            set.remove(edits, 0..set.table.entries.len());
            set.add(edits, &new);
        }
        _ => {
            let pairs: Vec<String> = new.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            let inline = (!pairs.is_empty()).then(|| format!("{{ {} }}", pairs.join(", ")));
            section.set(edits, "set", inline.as_deref());
        }
    }
    Some(())
}

/// Whether a tensor is the same in both, as far as that can be seen at once.
fn shares(old: &Givens, new: &Givens, tensor: Tensor) -> bool {
    let origins = old.origin.as_ref().zip(new.origin.as_ref());
    match tensor {
        Tensor::Keys => old.keys.shares(&new.keys),
        Tensor::Values => old.values.shares(&new.values),
        Tensor::Head => old.head.shares(&new.head),
        Tensor::SourceEmbeddings => origins.is_some_and(|(old, new)| old.source().shares(new.source())),
        _ => false,
    }
}

fn scope(scenario: &Scenario) -> Scope<'_> {
    Scope { givens: &scenario.givens, names: &scenario.names, focused_row: None }
}

fn scorer(edits: &mut Edits, part: &Part, before: &Scenario, now: &Scenario) -> Option<()> {
    let (old, new) = (&before.givens.scorer, &now.givens.scorer);
    // A parameter that is as it starts need not be written, unless a branch names it.
    let names = |setting: &Setting, parameter: Parameter| match setting.address {
        Address::Numbers { tensor, .. } => tensor == Tensor::Parameter(parameter),
        _ => false,
    };
    let missing = |parameter: &Parameter| {
        let settings = now.interventions.iter().flat_map(|intervention| &intervention.set);
        old.get(*parameter).is_none()
            && new.get(*parameter).is_some()
            && settings.into_iter().any(|setting| names(setting, *parameter))
    };
    if old == new && !Parameter::ALL.iter().any(missing) {
        return Some(());
    }
    let Some(node) = node(part.table, "scorer") else {
        part.append(edits, &write::scorer(part.under, &now.givens)?);
        return Some(());
    };
    let section = Section::of(node)?;
    if old.kind != new.kind {
        section.set(edits, "kind", Some(&write::string(new.kind.name())));
    }
    let mut come = Vec::new();
    for parameter in Parameter::ALL {
        let (Some(value), false) = (new.get(parameter), old.get(parameter) == new.get(parameter)) else { continue };
        match (section.table.get(parameter.name()), old.get(parameter)) {
            (Some(entry), Some(old)) if parameter.is_matrix() => {
                change_rows(edits, &entry.node.span, &write::by_line(old), &write::by_line(value));
            }
            (Some(entry), Some(old)) => change_numbers(edits, &entry.node.span, old.line(0), value.line(0)),
            _ => come.push((parameter.name().to_owned(), write::parameter(&now.givens, parameter)?)),
        }
    }
    if !come.is_empty() {
        section.add(edits, &come);
    }
    Some(())
}

fn interventions(edits: &mut Edits, part: &Part, before: &Scenario, now: &Scenario) -> Option<()> {
    let (old, new) = (&before.interventions, &now.interventions);
    let alignment = Alignment::of(old, new, |a, b| a.id == b.id);
    for hunk in &alignment.hunks {
        let written = |place: usize| write::intervention(part.under, &new[place], &now.givens, &now.names);
        change_tables(edits, part, "intervention", hunk, written)?;
    }
    let tables = match node(part.table, "intervention").map(|node| &node.kind) {
        None => return Some(()),
        Some(Kind::Tables(tables) | Kind::List(tables)) => tables,
        Some(_) => return None,
    };
    let (was, scope) = (scope(before), scope(now));
    for (from, to) in alignment.pairs() {
        let section = Section::of(tables.get(from)?)?;
        let (old, new) = (&old[from], &new[to]);
        if old.id != new.id {
            section.set(edits, "id", Some(&write::string(&new.id)));
        }
        change_text(edits, &section, "title", old.title.as_ref(), new.title.as_ref())?;
        let set = Section::of(node(section.table, "set")?)?;
        change_settings(edits, &set, (old, &was), (new, &scope))?;
    }
    Some(())
}

fn steps(edits: &mut Edits, part: &Part, before: &Scenario, now: &Scenario) -> Option<()> {
    let (old, new) = (&before.steps, &now.steps);
    let alignment = Alignment::of(old, new, |a, b| a.id == b.id);
    for hunk in &alignment.hunks {
        change_tables(edits, part, "step", hunk, |place| write::step(&new[place]))?;
    }
    let tables = match node(part.table, "step").map(|node| &node.kind) {
        None => return Some(()),
        Some(Kind::Tables(tables) | Kind::List(tables)) => tables,
        Some(_) => return None,
    };
    for (from, to) in alignment.pairs() {
        let section = Section::of(tables.get(from)?)?;
        let (old, new) = (&old[from], &new[to]);
        if old.id != new.id {
            section.set(edits, "id", Some(&write::string(&new.id)));
        }
        change_text(edits, &section, "say", Some(&old.say), Some(&new.say))?;
        let actions = |step: &Step| step.actions.iter().map(|action| action.text.clone()).collect::<Vec<String>>();
        let (said, says) = (actions(old), actions(new));
        match node(section.table, "do") {
            Some(node) if !said.is_empty() && !says.is_empty() => change_strings(edits, &node.span, &said, &says),
            _ if said == says => {}
            _ => {
                let list: Vec<String> = says.iter().map(|action| write::string(action)).collect();
                section.set(edits, "do", Some(&format!("[{}]", list.join(", "))));
            }
        }
        if old.hold != new.hold {
            section.set(edits, "hold", new.hold.map(crate::scenario::number::write_number).as_deref());
        }
    }
    Some(())
}
