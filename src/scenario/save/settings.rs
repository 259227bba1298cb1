//! Changing the settings of an intervention in place.

use super::align::Alignment;
use super::arrays::change_array;
use super::edit::Edits;
use super::sections::Section;
use super::write::{key, numbers, setting_value};
use crate::scenario::document::{Entry, Grid, Kind, Scalars};
use crate::scenario::number::write_number;
use crate::scenario::{Address, Intervention, Scope, Setting, Value};
use std::ops::Range;

/// Makes `set` say what `now` has. `None` when it is written in a form this does not know.
pub(super) fn change_settings(
    edits: &mut Edits,
    set: &Section,
    (before, was): (&Intervention, &Scope),
    (now, scope): (&Intervention, &Scope),
) -> Option<()> {
    let entries = &set.table.entries;
    if entries.len() != before.set.len() {
        return None;
    }
    let alignment = Alignment::of(&before.set, &now.set, |old, new| old.address == new.address);
    let with_scorer = givens_with_scorer(now, scope);
    let scope = &Scope { givens: with_scorer.as_ref().unwrap_or(scope.givens), ..*scope };
    // Where the address is the same, the value may be another, or a word in it have another name.
    for (old, new) in alignment.pairs() {
        change_setting(edits, &entries[old], (&before.set[old], was), (&now.set[new], scope));
    }
    let mut come = Vec::new();
    for hunk in &alignment.hunks {
        set.remove(edits, hunk.gone());
        let new = now.set[hunk.come()].iter();
        come.extend(
            new.map(|setting| (hunk.old.end, key(&setting.address.write(scope)), setting_value(setting, scope))),
        );
    }
    set.insert(edits, &come);
    Some(())
}

fn givens_with_scorer(intervention: &Intervention, scope: &Scope) -> Option<crate::engine::Givens> {
    let kind = intervention.set.iter().find_map(|setting| match setting.value {
        Value::Scorer(kind) => Some(kind),
        _ => None,
    })?;
    let mut givens = scope.givens.clone();
    givens.set_scorer(kind);
    Some(givens)
}

fn change_setting(edits: &mut Edits, entry: &Entry, (old, was): (&Setting, &Scope), (new, scope): (&Setting, &Scope)) {
    // What a person wrote stays as long as it still means the same.
    if Address::read(&entry.key, scope).as_ref() != Ok(&new.address) {
        edits.replace(entry.key_span.clone(), key(&new.address.write(scope)));
    }
    let span = entry.node.span.clone();
    let written = setting_value(new, scope);
    // A list of numbers, neither one number nor rows of them.
    let is_list = written.starts_with('[') && !written.contains('\n');
    match (&old.value, &new.value, &entry.node.kind) {
        (Value::Numbers(old), Value::Numbers(new), Kind::Grid(Grid { scalars: Scalars::Numbers(_), rows: None }))
            if is_list =>
        {
            change_numbers(edits, &span, old, new);
        }
        _ if setting_value(old, was) == written => {}
        _ => edits.replace(span, edits.in_its_lines(&written)),
    }
}

/// Makes a vector in the text hold other numbers.
pub(super) fn change_numbers(edits: &mut Edits, span: &Range<usize>, old: &[f64], new: &[f64]) {
    let same = |a: &f64, b: &f64| a.to_bits() == b.to_bits();
    let change = |edits: &mut Edits, item: &Range<usize>, (_, to): (usize, usize)| {
        edits.replace(item.clone(), write_number(new[to]));
    };
    change_array(edits, span, (old, new), same, change, |&number| write_number(number));
}

/// Makes a matrix in the text hold other rows.
pub(super) fn change_rows(edits: &mut Edits, span: &Range<usize>, old: &[Vec<f64>], new: &[Vec<f64>]) {
    let same =
        |a: &Vec<f64>, b: &Vec<f64>| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
    let change = |edits: &mut Edits, item: &Range<usize>, (from, to): (usize, usize)| {
        change_numbers(edits, item, &old[from], &new[to]);
    };
    change_array(edits, span, (old, new), same, change, |row| numbers(row));
}
