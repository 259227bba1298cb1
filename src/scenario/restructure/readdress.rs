//! How an address, what it sets, and an action that mentions it follow a change of shape.

use super::Restructuring;
use crate::engine::{Givens, Parameter, Part, Tensor};
use crate::scenario::setting::FROM_WORDS;
use crate::scenario::{
    Address, Contributed, Derived, Region, Scenario, Scope, Separator, Setting, Value, quoted, write_number,
};
use crate::words::Text;
use crate::words::scenario_restructure as say;

/// One place put in or taken out along one axis.
pub(super) struct Move {
    part: Part,
    at: usize,
    removed: bool,
    /// The additive scorer has no parameter in the baseline: it would start with d_a = d_k, so d_a moves with d_k.
    free_width: bool,
    /// Rows and slots come and go together.
    rows_are_slots: bool,
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
        Some(Self { part, at, removed, free_width, rows_are_slots: was.rows_are_slots() })
    }

    /// Whether places of an axis move.
    fn is_along(&self, axis: Part) -> bool {
        let place = |part| matches!(part, Part::Slot | Part::Row);
        axis == self.part || self.rows_are_slots && place(axis) && place(self.part)
    }

    /// Where a place of an axis is afterwards.
    fn place(&self, part: Part, place: usize) -> Option<usize> {
        match (self.is_along(part), self.removed) {
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
            Address::Gradient(ref of) => self.address(of)?.gradient()?,
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
                Derived::Contributed { row: of, of: what } => Derived::Contributed {
                    row: row(of)?,
                    of: match what {
                        Contributed::Length { slot: at } => Contributed::Length { slot: maybe(at, &slot)? },
                        Contributed::Logit { slot: at, word: to } => {
                            Contributed::Logit { slot: maybe(at, &slot)?, word: maybe(to, &word)? }
                        }
                        Contributed::Difference { slot: at, word: to, against } => Contributed::Difference {
                            slot: maybe(at, &slot)?,
                            word: word(to)?,
                            against: word(against)?,
                        },
                        Contributed::Sum { word: to } => Contributed::Sum { word: maybe(to, &word)? },
                    },
                },
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
        if axis.is_some_and(|axis| self.is_along(axis)) {
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

/// An action of a tour with what it names re-numbered, and those of its arguments that lead nowhere any more. Which
/// arguments of which action name a place of the model is known here; all others are left as they are.
pub(super) fn action(text: &str, change: &Restructuring, was: &Scope, now: &Scope) -> (String, Vec<String>) {
    let words = words(text);
    let (verb, arguments) = words.split_first().map_or(("", &[][..]), |(verb, arguments)| (verb.trim(), arguments));
    let new: Vec<Renamed> = match (verb.trim_matches('"'), arguments) {
        ("focus" | "explain" | "unfold" | "big" | "measure", [one]) => vec![address(one, change, was, now)],
        ("nudge", [one, _]) => vec![address(one, change, was, now), Renamed::Not],
        ("set", [one, values @ ..]) => return setting(text, (one, values), change, was, now),
        ("mask", [slot]) => vec![numbered(slot, Part::Slot, change, was)],
        ("mask", [row, slot]) => vec![numbered(row, Part::Row, change, was), numbered(slot, Part::Slot, change, was)],
        ("row", [row]) => vec![numbered(row, Part::Row, change, was)],
        ("target", [word]) => vec![target(word, change, was, now)],
        ("plane", [side, components @ ..]) if matches!(side.trim(), "key" | "value") => {
            let part = if side.trim() == "key" { Part::KeyComponent } else { Part::ValueComponent };
            let numbers = components.iter().map(|component| numbered(component, part, change, was));
            std::iter::once(Renamed::Not).chain(numbers).collect()
        }
        _ => return (text.to_owned(), Vec::new()),
    };
    let mut written = words.first().copied().unwrap_or_default().to_owned();
    let mut gone = Vec::new();
    for (word, new) in arguments.iter().zip(new) {
        match new {
            Renamed::Not => written.push_str(word),
            Renamed::To(new) => written.push_str(&word.replacen(word.trim(), &new, 1)),
            Renamed::Gone => {
                gone.push(word.trim().to_owned());
                written.push_str(word);
            }
        }
    }
    (written, gone)
}

/// The reading that is shown from an action on, when `shown` is before it; `None` of an action that chooses none.
pub(super) fn chosen_reading(text: &str, scenario: &Scenario, shown: usize) -> Option<usize> {
    match words(text)[..] {
        [verb, name] if verb.trim().trim_matches('"') == "reading" => {
            scenario.reading_meant(name.trim().trim_matches('"'), shown)
        }
        _ => None,
    }
}

/// Whether an action chooses the row that later ones mean.
pub(super) fn shows_a_row(text: &str, was: &Scope) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("row"), Some(_)) => true,
        // A number of another row brings that row up.
        (Some("focus" | "explain" | "measure"), Some(name)) => {
            let of_a_row = |address: &Address| {
                matches!(
                    address,
                    Address::Derived(_)
                        | Address::Numbers { tensor: Tensor::Queries | Tensor::Bias | Tensor::TargetEmbeddings, .. }
                )
            };
            match Address::read(name, was) {
                Ok(Address::Gradient(of)) => of_a_row(&of),
                read => read.is_ok_and(|address| of_a_row(&address)),
            }
        }
        _ => false,
    }
}

/// Whether an action is about whichever row is shown.
pub(super) fn means_the_row_shown(text: &str, was: &Scope) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("target" | "no-target" | "predict"), _) => true,
        (Some("focus" | "explain" | "unfold" | "big" | "measure" | "nudge" | "set"), Some(name)) => {
            Address::read(name, was).is_err() && Address::read(name, &Scope { focused_row: Some(0), ..*was }).is_ok()
        }
        _ => false,
    }
}

/// What becomes of an argument.
enum Renamed {
    Not,
    To(String),
    Gone,
}

fn address(word: &str, change: &Restructuring, was: &Scope, now: &Scope) -> Renamed {
    let name = word.trim();
    // Without a row the one shown is meant, whichever that is: it is read as one that stays, and stays without.
    let first_goes = matches!(change, Restructuring::Remove { part, at: 0 } if was.givens.moves(*part, Part::Row));
    let stays = usize::from(first_goes);
    let shown = Scope { focused_row: Some(stays), ..*was };
    let (read, has_row) = match Address::read(name, was) {
        Ok(read) => (read, true),
        Err(_) => match Address::read(name, &shown) {
            Ok(read) => (read, false),
            Err(_) => return Renamed::Not,
        },
    };
    let Some(moved) = change.moved(&read, was.givens) else { return Renamed::Gone };
    let new = moved.write(now);
    let still = Address::read(name, now).as_ref() == Ok(&moved);
    match (still, has_row) {
        (true, _) => Renamed::Not,
        (false, true) => Renamed::To(new),
        (false, false) if now.givens.rows() > 1 => {
            let digit = new.find(|c: char| c.is_ascii_digit()).unwrap_or(new.len());
            let rest = new[digit..].trim_start_matches(|c: char| c.is_ascii_digit());
            Renamed::To(format!("{}{rest}", &new[..digit]))
        }
        (false, false) => Renamed::To(new),
    }
}

fn numbered(word: &str, part: Part, change: &Restructuring, was: &Scope) -> Renamed {
    let place = word.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let (Some(place), Some(step)) = (place, Move::of(change, was.givens)) else { return Renamed::Not };
    match step.place(part, place) {
        Some(moved) if moved == place => Renamed::Not,
        Some(moved) => Renamed::To((moved + 1).to_string()),
        None => Renamed::Gone,
    }
}

fn target(word: &str, change: &Restructuring, was: &Scope, now: &Scope) -> Renamed {
    let name = word.trim();
    if name.parse::<usize>().is_ok() {
        return numbered(word, Part::Word, change, was);
    }
    let plain = name.trim_matches('"');
    let Some(at) = was.names.words.iter().position(|word| word == plain) else { return Renamed::Not };
    let moved = Move::of(change, was.givens).map_or(Some(at), |step| step.place(Part::Word, at));
    match moved.and_then(|at| now.names.words.get(at)) {
        Some(new) if new == plain => Renamed::Not,
        Some(new) => Renamed::To(quoted(new)),
        None => Renamed::Gone,
    }
}

/// `set ADDRESS VALUES`: lists along an axis that has changed get or lose a number with it.
fn setting(
    text: &str,
    (one, values): (&str, &[&str]),
    change: &Restructuring,
    was: &Scope,
    now: &Scope,
) -> (String, Vec<String>) {
    let value = values.concat();
    let Ok(read) = Setting::read(one.trim(), &value, Separator::Space, was) else {
        return (text.to_owned(), Vec::new());
    };
    let (moved, _) = change.apply_to_settings("", std::slice::from_ref(&read), was);
    let Some(moved) = moved.into_iter().next() else { return (text.to_owned(), vec![one.trim().to_owned()]) };
    // As it was written, where that still says the same.
    if Setting::read(one.trim(), &value, Separator::Space, now).as_ref() == Ok(&moved) {
        return (text.to_owned(), Vec::new());
    }
    let value = match &moved.value {
        Value::Numbers(numbers) => numbers.iter().map(|number| write_number(*number)).collect::<Vec<_>>().join(" "),
        Value::Scorer(kind) => kind.name().to_owned(),
        Value::Target(Some(word)) => now.names.words.get(*word).map_or_else(String::new, |word| quoted(word)),
        Value::Target(None) if read.value == Value::Target(None) => "none".to_owned(),
        // The word that was to be the target is gone.
        Value::Target(None) => return (text.to_owned(), vec![value.trim().to_owned()]),
        Value::Readable(readable) => readable.to_string(),
        Value::FromWords => FROM_WORDS.to_owned(),
    };
    (format!("set {} {value}", moved.address.write(now)), Vec::new())
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
