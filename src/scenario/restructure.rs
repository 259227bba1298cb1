//! Slots, words, rows and dimensions put in, taken out and renamed, in the baseline and in every intervention at once.
//!
//! Addresses are numbers to the model, so they are re-numbered; what they set follows: a vector gets a 0 or loses a
//! component, a setting of something that is gone goes too. What was lost is told.

mod readdress;
mod retold;

use super::{Address, Intervention, Names, Scenario, Scope, Setting, cannot_change};
use crate::engine::{CannotChange, CannotRemove, Givens, Part};
use crate::words::Text;
use crate::words::scenario_restructure as say;
use readdress::Move;
use std::sync::Arc;

/// A change of the shape or the names of a model. Places are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restructuring {
    /// One more, before place `at` or at the end; its numbers are 0.
    Insert {
        /// What.
        part: Part,
        /// Where.
        at: usize,
        /// The name of a slot or word, the prefix of a row (none when empty); not used for a dimension.
        name: String,
    },
    /// One less.
    Remove {
        /// What.
        part: Part,
        /// Which.
        at: usize,
    },
    /// Another name for a slot or word, another prefix for a row (none when empty).
    Rename {
        /// What: a slot, a word or a row. A dimension has no name.
        part: Part,
        /// Which.
        at: usize,
        /// The new name.
        name: String,
    },
}

/// Applies a change to a scenario, or to the reading shown of one that has several: its names, its baseline, every
/// intervention, and the addresses its tour mentions. Also tells what was lost on the way.
///
/// # Errors
/// Why it cannot be done: the last of its kind, none with this number, a word that is there already or is empty.
pub fn restructure(scenario: &Scenario, change: &Restructuring) -> Result<(Scenario, Vec<Text>), Text> {
    change.check(&scenario.givens, &scenario.names)?;
    let mut lost = Vec::new();
    let mut names = (*scenario.names).clone();
    let mut givens = scenario.givens.clone();
    for row in change.apply_to_givens(&mut givens)? {
        let word = scenario.givens.targets[row].and_then(|word| scenario.names.words.get(word));
        lost.push(say::row_without_target(row + 1, word.map_or("", |word| word)));
    }
    change.apply_to_names(&mut names, &scenario.givens);
    let was = Scope { givens: &scenario.givens, names: &scenario.names, focused_row: None };
    let interventions = scenario.interventions.iter().map(|intervention| {
        let (set, told) = change.apply_to_settings(&intervention.id, &intervention.set, &was);
        lost.extend(told);
        if set.is_empty() && !intervention.set.is_empty() {
            lost.push(say::intervention_empty(&intervention.id));
        }
        Intervention { set, ..intervention.clone() }
    });
    let interventions: Arc<[Intervention]> = interventions.collect();
    let now = Scope { givens: &givens, names: &names, focused_row: None };
    let steps = retold::steps(scenario, change, (&was, &now), &mut lost);
    let restructured = Scenario { names: Arc::new(names), givens, interventions, steps, ..scenario.clone() };
    Ok((restructured, lost))
}

impl Restructuring {
    /// Whether the change can be made.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, givens: &Givens, names: &Names) -> Result<(), Text> {
        let free = |name: &String, but: Option<usize>| {
            if name.trim().is_empty() {
                return Err(say::name_is_blank());
            }
            let taken = names.words.iter().position(|word| word == name).filter(|place| Some(*place) != but);
            taken.map_or(Ok(()), |place| Err(say::word_exists(name, place + 1)))
        };
        match self {
            Restructuring::Insert { part: Part::Slot, name, .. }
            | Restructuring::Rename { part: Part::Slot, name, .. }
                if name.trim().is_empty() =>
            {
                Err(say::name_is_blank())
            }
            Restructuring::Insert { part: Part::Row, .. } | Restructuring::Remove { part: Part::Row, .. }
                if givens.rows_are_slots() =>
            {
                Err(say::rows_are_slots())
            }
            Restructuring::Insert { part: Part::EmbeddingComponent, .. }
            | Restructuring::Remove { part: Part::EmbeddingComponent, .. }
                if givens.origin.is_none() =>
            {
                Err(say::no_embeddings())
            }
            Restructuring::Insert { part: Part::Word, name, .. } => free(name, None),
            Restructuring::Insert { .. } => Ok(()),
            Restructuring::Remove { part, at } | Restructuring::Rename { part, at, .. }
                if *at >= givens.count(*part) =>
            {
                Err(say::absent(*part, at + 1))
            }
            Restructuring::Remove { part, .. } if givens.count(*part) == 1 => Err(say::last(*part)),
            Restructuring::Rename { part: Part::Word, at, name } => free(name, Some(*at)),
            _ => Ok(()),
        }
    }

    /// Changes givens of the same shape as the baseline: those that are being edited. Gives back the rows that lost
    /// their target.
    ///
    /// # Errors
    /// As [`Restructuring::check`]; then nothing is changed.
    pub fn apply_to_givens(&self, givens: &mut Givens) -> Result<Vec<usize>, Text> {
        match self {
            Restructuring::Insert { part, at, .. } => match givens.insert(*part, *at) {
                true => Ok(Vec::new()),
                false => Err(say::beyond()),
            },
            Restructuring::Remove { part, at } => givens.remove(*part, *at).map_err(|reason| match reason {
                CannotRemove::Last(part) => say::last(part),
                CannotRemove::Absent(part) => say::absent(part, at + 1),
                CannotRemove::Beyond(cell) => {
                    let scope = Scope { givens, names: &Names::default(), focused_row: None };
                    cannot_change(CannotChange::Beyond(cell), &scope)
                }
            }),
            Restructuring::Rename { .. } => Ok(Vec::new()),
        }
    }

    /// Changes the names; [`Restructuring::check`] has allowed it. `was` are the givens before.
    pub fn apply_to_names(&self, names: &mut Names, was: &Givens) {
        // Where the rows are the slots, a row comes and goes with its slot; a new one has no prefix yet.
        match self {
            Restructuring::Insert { part: Part::Slot, at, .. } if was.rows_are_slots() => {
                names.prefixes.insert((*at).min(names.prefixes.len()), None);
            }
            Restructuring::Remove { part: Part::Slot, at } if was.rows_are_slots() => drop(names.prefixes.remove(*at)),
            _ => {}
        }
        let prefix = |name: &String| (!name.is_empty()).then(|| name.clone());
        match self {
            Restructuring::Insert { part, at, name } => match part {
                Part::Slot => names.slots.insert((*at).min(names.slots.len()), name.clone()),
                Part::Word => names.words.insert((*at).min(names.words.len()), name.clone()),
                Part::Row => names.prefixes.insert((*at).min(names.prefixes.len()), prefix(name)),
                Part::KeyComponent | Part::ValueComponent | Part::EmbeddingComponent => {}
            },
            Restructuring::Remove { part, at } => match part {
                Part::Slot => drop(names.slots.remove(*at)),
                Part::Word => drop(names.words.remove(*at)),
                Part::Row => drop(names.prefixes.remove(*at)),
                Part::KeyComponent | Part::ValueComponent | Part::EmbeddingComponent => {}
            },
            Restructuring::Rename { part, at, name } => match part {
                Part::Slot => names.slots[*at].clone_from(name),
                Part::Word => names.words[*at].clone_from(name),
                Part::Row => names.prefixes[*at] = prefix(name),
                Part::KeyComponent | Part::ValueComponent | Part::EmbeddingComponent => {}
            },
        }
    }

    /// The settings of an intervention (called `id` in what is told) after the change. `was` is the baseline before it.
    pub fn apply_to_settings(&self, id: &str, settings: &[Setting], was: &Scope) -> (Vec<Setting>, Vec<Text>) {
        let Some(step) = Move::of(self, was.givens) else { return (settings.to_vec(), Vec::new()) };
        let mut lost = Vec::new();
        let moved = settings.iter().filter_map(|setting| step.setting(id, setting, settings, was, &mut lost));
        let moved = moved.collect();
        (moved, lost)
    }

    /// Where an address leads after the change; `None` when what it named is gone. `was` are the givens before it.
    pub fn moved(&self, address: &Address, was: &Givens) -> Option<Address> {
        Move::of(self, was).map_or_else(|| Some(address.clone()), |step| step.address(address))
    }
}

#[cfg(test)]
mod tests;
