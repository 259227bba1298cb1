//! Changing the settings of an intervention in place.

use super::arrays::change_array;
use super::edit::{Edits, Middle};
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
    let middle = Middle::of(&before.set, &now.set, |old, new| old.address == new.address);
    let with_scorer = givens_with_scorer(now, scope);
    let scope = &Scope { givens: with_scorer.as_ref().unwrap_or(scope.givens), ..*scope };
    // Those at the ends keep their address but may have another value, or a word in it another name.
    let after = (middle.before + middle.old..entries.len()).zip(middle.before + middle.new..now.set.len());
    for (old, new) in (0..middle.pairs().end).map(|place| (place, place)).chain(after) {
        change_setting(edits, &entries[old], (&before.set[old], was), (&now.set[new], scope));
    }
    set.remove(edits, middle.gone());
    let come: Vec<(String, String)> = now.set[middle.come()]
        .iter()
        .map(|setting| (key(&setting.address.write(scope)), setting_value(setting, scope)))
        .collect();
    if !come.is_empty() {
        set.add(edits, &come);
    }
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
    match (&old.value, &new.value, &entry.node.kind) {
        (Value::Numbers(old), Value::Numbers(new), Kind::Grid(Grid { scalars: Scalars::Numbers(_), rows: None })) => {
            change_numbers(edits, &span, old, new);
        }
        _ if setting_value(old, was) == setting_value(new, scope) => {}
        _ => edits.replace(span, edits.in_its_lines(&setting_value(new, scope))),
    }
}

/// Makes a vector in the text hold other numbers.
pub(super) fn change_numbers(edits: &mut Edits, span: &Range<usize>, old: &[f64], new: &[f64]) {
    let same = |a: &f64, b: &f64| a.to_bits() == b.to_bits();
    let change = |edits: &mut Edits, item: &Range<usize>, place: usize| {
        if !same(&old[place], &new[place]) {
            edits.replace(item.clone(), write_number(new[place]));
        }
    };
    change_array(edits, span, (old, new), same, change, |&number| write_number(number));
}

/// Makes a matrix in the text hold other rows.
pub(super) fn change_rows(edits: &mut Edits, span: &Range<usize>, old: &[Vec<f64>], new: &[Vec<f64>]) {
    let same =
        |a: &Vec<f64>, b: &Vec<f64>| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
    let change = |edits: &mut Edits, item: &Range<usize>, place: usize| {
        change_numbers(edits, item, &old[place], &new[place]);
    };
    change_array(edits, span, (old, new), same, change, |row| numbers(row));
}
