//! How an address, what it sets, and an action that mentions it follow a change of shape.

use super::Restructuring;
use crate::engine::{Givens, Parameter, Part, Tensor};
use crate::scenario::{Address, Derived, Region, Scope, Setting, Value};
use crate::words::Text;
use crate::words::scenario_restructure as say;

/// One place put in or taken out along one axis.
pub(super) struct Move {
    part: Part,
    at: usize,
    removed: bool,
    /// The additive scorer has no parameter in the baseline: it would start with d_a = d_k, so d_a moves with d_k.
    free_width: bool,
}

impl Move {
    /// `None` for a change of name.
    pub(super) fn of(change: &Restructuring, was: &Givens) -> Option<Self> {
        let (part, at, removed) = match change {
            Restructuring::Insert { part, at, .. } => (*part, (*at).min(was.count(*part)), false),
            Restructuring::Remove { part, at } => (*part, *at, true),
            Restructuring::Rename { .. } => return None,
        };
        let width = [Parameter::Wq, Parameter::Wk, Parameter::Ba, Parameter::Va];
        let free_width = width.into_iter().all(|parameter| was.scorer.get(parameter).is_none());
        Some(Self { part, at, removed, free_width })
    }

    /// Where a place of an axis is afterwards.
    fn place(&self, part: Part, place: usize) -> Option<usize> {
        match (part == self.part, self.removed) {
            (false, _) => Some(place),
            (true, true) => (place != self.at).then(|| place - usize::from(place > self.at)),
            (true, false) => Some(place + usize::from(place >= self.at)),
        }
    }

    fn on(&self, axis: Option<Part>, place: usize) -> Option<usize> {
        axis.map_or(Some(place), |part| self.place(part, place))
    }

    /// What the rows and columns of a tensor count.
    fn axes(&self, tensor: Tensor) -> (Option<Part>, Option<Part>) {
        match tensor {
            Tensor::Parameter(Parameter::Wq | Parameter::Wk) if self.free_width => {
                (Some(Part::KeyComponent), Some(Part::KeyComponent))
            }
            Tensor::Parameter(Parameter::Ba | Parameter::Va) if self.free_width => (None, Some(Part::KeyComponent)),
            _ => tensor.axes(),
        }
    }

    pub(super) fn address(&self, address: &Address) -> Option<Address> {
        let (slot, word, row) = (
            |slot: usize| self.place(Part::Slot, slot),
            |word: usize| self.place(Part::Word, word),
            |row: usize| self.place(Part::Row, row),
        );
        let component = |component: usize| self.place(Part::ValueComponent, component);
        // `None` stays none; a place that is gone takes the whole address with it.
        let maybe = |place: Option<usize>, moved: &dyn Fn(usize) -> Option<usize>| match place {
            None => Some(None),
            Some(place) => moved(place).map(Some),
        };
        Some(match *address {
            Address::Numbers { tensor, region } => Address::Numbers { tensor, region: self.region(tensor, region)? },
            Address::Scorer => Address::Scorer,
            Address::Target { row: of } => Address::Target { row: row(of)? },
            Address::MaskSlot { slot: at } => Address::MaskSlot { slot: slot(at)? },
            Address::MaskCell { row: of, slot: at } => Address::MaskCell { row: row(of)?, slot: slot(at)? },
            Address::Derived(derived) => Address::Derived(match derived {
                Derived::Score { row: of, slot: at } => Derived::Score { row: row(of)?, slot: maybe(at, &slot)? },
                Derived::Exponential { row: of, slot: at } => {
                    Derived::Exponential { row: row(of)?, slot: maybe(at, &slot)? }
                }
                Derived::Normaliser { row: of } => Derived::Normaliser { row: row(of)? },
                Derived::Attention { row: of, slot: at } => {
                    Derived::Attention { row: row(of)?, slot: maybe(at, &slot)? }
                }
                Derived::Weighted { row: of, slot: at, component: place } => {
                    Derived::Weighted { row: row(of)?, slot: maybe(at, &slot)?, component: maybe(place, &component)? }
                }
                Derived::Context { row: of, component: place } => {
                    Derived::Context { row: row(of)?, component: maybe(place, &component)? }
                }
                Derived::Logit { row: of, word: at } => Derived::Logit { row: row(of)?, word: maybe(at, &word)? },
                Derived::WordExponential { row: of, word: at } => {
                    Derived::WordExponential { row: row(of)?, word: maybe(at, &word)? }
                }
                Derived::WordNormaliser { row: of } => Derived::WordNormaliser { row: row(of)? },
                Derived::Probability { row: of, word: at } => {
                    Derived::Probability { row: row(of)?, word: maybe(at, &word)? }
                }
                Derived::Loss { row: of } => Derived::Loss { row: maybe(of, &row)? },
            }),
        })
    }

    fn region(&self, tensor: Tensor, region: Region) -> Option<Region> {
        let (rows, columns) = self.axes(tensor);
        Some(match region {
            Region::Whole => Region::Whole,
            Region::Row(row) => Region::Row(self.on(rows, row)?),
            Region::Column(column) => Region::Column(self.on(columns, column)?),
            Region::Cell(row, column) => Region::Cell(self.on(rows, row)?, self.on(columns, column)?),
        })
    }

    /// A setting after the change; `None`, and told, when what it set is gone.
    pub(super) fn setting(
        &self,
        id: &str,
        setting: &Setting,
        all: &[Setting],
        was: &Scope,
        lost: &mut Vec<Text>,
    ) -> Option<Setting> {
        let written = || setting.address.write(was);
        let Some(address) = self.address(&setting.address) else {
            lost.push(say::setting_dropped(id, &written()));
            return None;
        };
        let value = match (&setting.address, &setting.value) {
            (Address::Numbers { tensor, region }, Value::Numbers(numbers)) => {
                let moved = self.numbers(*tensor, *region, numbers, all, was.givens);
                if moved.len() < numbers.len() {
                    lost.push(say::setting_shortened(id, &written()));
                }
                Value::Numbers(moved)
            }
            (_, Value::Target(Some(word))) => {
                let moved = self.place(Part::Word, *word);
                if moved.is_none() {
                    let name = was.names.words.get(*word).map_or("", |word| word);
                    lost.push(say::setting_without_target(id, &written(), name));
                }
                Value::Target(moved)
            }
            (_, value) => value.clone(),
        };
        Some(Setting { address, value })
    }

    fn numbers(&self, tensor: Tensor, region: Region, numbers: &[f64], all: &[Setting], was: &Givens) -> Vec<f64> {
        let (rows, columns) = self.axes(tensor);
        match region {
            Region::Cell(..) => numbers.to_vec(),
            Region::Row(_) => self.list(columns, numbers.to_vec(), 0.0),
            Region::Column(_) => self.list(rows, numbers.to_vec(), 0.0),
            Region::Whole => {
                let count = rows_of(tensor, all, was).max(1);
                let width = (numbers.len() / count).max(1);
                let lines = numbers.chunks(width).map(|line| self.list(columns, line.to_vec(), 0.0));
                let lines: Vec<Vec<f64>> = lines.collect();
                let new_width = lines.first().map_or(0, Vec::len);
                self.list(rows, lines, vec![0.0; new_width]).concat()
            }
        }
    }

    /// A list along an axis, with its new or without its gone item.
    fn list<T>(&self, axis: Option<Part>, mut list: Vec<T>, new: T) -> Vec<T> {
        if axis == Some(self.part) {
            if self.removed && self.at < list.len() {
                list.remove(self.at);
            } else if !self.removed {
                list.insert(self.at.min(list.len()), new);
            }
        }
        list
    }
}

/// How many rows a tensor had where an intervention set it as a whole.
fn rows_of(tensor: Tensor, all: &[Setting], was: &Givens) -> usize {
    let mut givens = was.clone();
    if let Some(kind) = all.iter().find_map(|setting| match setting.value {
        Value::Scorer(kind) => Some(kind),
        _ => None,
    }) {
        givens.set_scorer(kind);
    }
    givens.shape(tensor).map_or(1, |(rows, _)| rows)
}

/// An action of a tour with the addresses in it re-numbered, and those of its addresses that lead nowhere any more.
/// Only what reads as an address is touched, and the slots of `mask` and `unmask`.
pub(super) fn action(text: &str, change: &Restructuring, was: &Scope, now: &Scope) -> (String, Vec<String>) {
    let step = Move::of(change, was.givens);
    let mut gone = Vec::new();
    let words = words(text);
    let verb = words.first().copied().unwrap_or_default();
    let of_mask = matches!(verb.trim(), "mask" | "unmask");
    let of_target = verb.trim() == "target";
    let mut written = String::from(verb);
    let numbers = words.iter().skip(1).filter(|word| word.trim().parse::<usize>().is_ok()).count();
    for (index, word) in words.iter().enumerate().skip(1) {
        let name = word.trim();
        let new = if of_mask {
            let part = if index == numbers { Part::Slot } else { Part::Row };
            let place = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            place.map(|place| {
                let moved = step.as_ref().map_or(Some(place), |step| step.place(part, place));
                moved.map(|place| (place + 1).to_string())
            })
        } else if of_target {
            let plain = name.trim_matches('"');
            let word = was.names.words.iter().position(|word| word == plain);
            word.map(|word| {
                let moved = step.as_ref().map_or(Some(word), |step| step.place(Part::Word, word))?;
                let new = now.names.words.get(moved)?;
                let needs_quotes = new.contains(char::is_whitespace) || new.parse::<usize>().is_ok();
                Some(if needs_quotes { format!("\"{new}\"") } else { new.clone() })
            })
        } else {
            Address::read(name, was).ok().map(|address| {
                let moved = change.moved(&address, was.givens)?;
                let still = Address::read(name, now).as_ref() == Ok(&moved);
                Some(if still { name.to_owned() } else { moved.write(now) })
            })
        };
        match new {
            Some(Some(new)) => written.push_str(&word.replacen(name, &new, 1)),
            Some(None) => {
                gone.push(name.to_owned());
                written.push_str(word);
            }
            None => written.push_str(word),
        }
    }
    (written, gone)
}

/// The words of an action, each with the spaces behind it; spaces in quotation marks do not separate.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut in_quotes, mut in_space) = (0, false, false);
    for (at, symbol) in text.char_indices() {
        if in_space && !symbol.is_whitespace() {
            words.push(&text[start..at]);
            start = at;
        }
        in_quotes ^= symbol == '"';
        in_space = symbol.is_whitespace() && !in_quotes;
    }
    words.push(&text[start..]);
    words
}
