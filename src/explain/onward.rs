//! The way from a number on to the loss, in words.

use super::given::owner;
use super::symbol::Index;
use super::{Context, Formula};
use crate::engine::{Cell, Tensor};
use crate::scenario::{Address, Contributed, Derived, Region};
use crate::words::{Lang, Text, explain as words};

/// The stages after the given ones, in order.
const STAGES: [&str; 6] = ["e", "α", "c", "z", "p", "L"];

/// What a number goes into next: a stage, which rows, which places of its axis.
struct Next {
    stage: &'static str,
    rows: Vec<usize>,
    places: Places,
}

/// Places of an axis, of which the first few and the last are named.
struct Places {
    count: usize,
    first: Vec<usize>,
    last: usize,
}

/// So many numbers are named one by one.
const NAMED: usize = 3;

impl Places {
    /// In one pass, or none where the places are a range: a vocabulary is not gone through for this.
    fn of(places: impl DoubleEndedIterator<Item = usize> + Clone) -> Self {
        let last = places.clone().next_back().unwrap_or_default();
        Self { count: places.clone().count(), first: places.take(NAMED).collect(), last }
    }

    fn one(place: usize) -> Self {
        Self { count: 1, first: vec![place], last: place }
    }
}

impl Context<'_> {
    /// What the number goes into, and through it what else.
    pub(super) fn onward(&self, address: &Address) -> Text {
        if !self.has(address) {
            return Text::default();
        }
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => self.onward_given(tensor, row, column),
            Address::Derived(derived) => self.onward_derived(derived),
            Address::Target { row } if self.adds_to_the_loss(row) => self.on_to_loss(row),
            Address::Target { .. } => words::goes_nowhere(),
            Address::MaskCell { row, slot } => {
                self.say(Next { stage: "e", rows: vec![row], places: Places::one(slot) })
            }
            Address::MaskSlot { slot } => {
                self.say(Next { stage: "e", rows: (0..self.givens.rows()).collect(), places: Places::one(slot) })
            }
            Address::Scorer => self.say(self.all_scores(self.rows_computed().collect())),
            Address::Gradient(ref of) => self.onward_gradient(of),
            Address::Numbers { .. } => Text::default(),
        }
    }

    fn onward_given(&self, tensor: Tensor, row: usize, column: usize) -> Text {
        if tensor.is_of_words() {
            return self.onward_words(Cell::new(tensor, row, column));
        }
        let next = match tensor {
            Tensor::Queries => self.all_scores(if self.reads(row) { vec![row] } else { Vec::new() }),
            Tensor::Keys => Next { stage: "e", rows: self.rows_reading(row).collect(), places: Places::one(row) },
            Tensor::Values => Next { stage: "c", rows: self.rows_reading(row).collect(), places: Places::one(column) },
            Tensor::Head => Next { stage: "z", rows: self.rows_computed().collect(), places: Places::one(column) },
            Tensor::Bias => {
                let present = self.givens.bias[row].is_some() && self.reads(row);
                Next { stage: "z", rows: if present { vec![row] } else { Vec::new() }, places: Places::one(column) }
            }
            Tensor::Parameter(parameter) => {
                let scorer = self.givens.scorer.kind;
                if !scorer.parameters().contains(&parameter) {
                    debug_assert!(owner(tensor).is_some());
                    return words::goes_nowhere_unused(scorer.name());
                }
                self.all_scores(self.rows_computed().collect())
            }
            _ => self.all_scores(Vec::new()),
        };
        match (next.rows.is_empty(), tensor) {
            (true, Tensor::Keys | Tensor::Values) => words::goes_nowhere_masked(),
            (true, _) => words::goes_nowhere(),
            (false, _) => self.say(next),
        }
    }

    fn onward_derived(&self, derived: Derived) -> Text {
        let masked = |row: usize, slot: Option<usize>| slot.is_some_and(|slot| !self.readable(row, slot));
        let next = |stage, row, places: Places| Next { stage, rows: vec![row], places };
        let next = match derived {
            Derived::Score { row, slot } | Derived::Exponential { row, slot } | Derived::Attention { row, slot }
                if masked(row, slot) =>
            {
                return words::goes_nowhere_masked();
            }
            Derived::Weighted { row, slot, .. } if masked(row, slot) => return words::goes_nowhere_masked(),
            Derived::Score { row, .. } | Derived::Exponential { row, .. } | Derived::Normaliser { row } => {
                next("α", row, Places::of(self.slots_read(row)))
            }
            Derived::Attention { row, .. } => next("c", row, Places::of(0..self.givens.d_v())),
            Derived::Weighted { row, component, .. } => next("c", row, Places::one(component.unwrap_or(0))),
            Derived::Contributed { row, of } => return self.onward_contributed(row, of),
            Derived::Context { row, .. } => next("z", row, Places::of(0..self.givens.words())),
            Derived::Logit { row, .. } | Derived::WordExponential { row, .. } | Derived::WordNormaliser { row } => {
                next("p", row, Places::of(0..self.givens.words()))
            }
            Derived::Probability { row, word } => return self.onward_probability(row, word.unwrap_or(0)),
            Derived::Loss { row: Some(row) } if self.givens.rows() > 1 && self.adds_to_the_loss(row) => {
                return words::goes_into(&["L".to_owned()], false, &[]);
            }
            Derived::Loss { row: Some(row) } if !self.adds_to_the_loss(row) => return words::goes_nowhere(),
            Derived::Loss { .. } => return words::the_end(),
        };
        if next.rows.iter().any(|row| self.reads(*row)) { self.say(next) } else { words::goes_nowhere() }
    }

    /// A contribution goes nowhere: it accounts for a number that is computed otherwise.
    fn onward_contributed(&self, row: usize, of: Contributed) -> Text {
        let logit = |word: Option<usize>| self.place("z", row, word.unwrap_or(0));
        match of {
            Contributed::Length { .. } => words::goes_nowhere(),
            Contributed::Logit { word, .. } => words::accounts_for(&logit(word)),
            Contributed::Difference { word, against, .. } => {
                words::accounts_for(&format!("{} − {}", logit(Some(word)), logit(Some(against))))
            }
            Contributed::Sum { word } => words::is_the_logit(&logit(word)),
        }
    }

    fn onward_probability(&self, row: usize, word: usize) -> Text {
        match self.givens.targets[row] {
            _ if !self.reads(row) => words::goes_nowhere(),
            None => words::without_loss(&words::goes_nowhere()),
            Some(target) if target == word => self.on_to_loss(row),
            Some(target) => words::goes_nowhere_not_target(&self.place("p", row, target)),
        }
    }

    /// Into the row's loss, and where there are several rows through it into the total.
    fn on_to_loss(&self, row: usize) -> Text {
        let loss = Formula::from(self.row_loss_symbol(row)).text(Lang::En);
        let through: &[&str] = if self.givens.rows() > 1 { &["L"] } else { &[] };
        words::goes_into(&[loss], false, through)
    }

    /// All scores that these rows compute.
    fn all_scores(&self, rows: Vec<usize>) -> Next {
        let read = |slot: &usize| rows.iter().any(|row| self.readable(*row, *slot));
        let places = Places::of((0..self.givens.slots()).filter(read));
        Next { stage: "e", rows, places }
    }

    fn place(&self, letter: &'static str, row: usize, place: usize) -> String {
        Formula::from(self.symbols().of_row(letter, row, &[Index::At(place)])).text(Lang::En)
    }

    fn say(&self, next: Next) -> Text {
        let Next { stage, rows, places } = next;
        let count = rows.len() * places.count;
        let (Some(first_row), Some(last_row)) = (rows.first(), rows.last()) else { return words::goes_nowhere() };
        let first = match count {
            0 => return words::goes_nowhere(),
            1..=NAMED => {
                let of_row =
                    |row: &usize| places.first.iter().map(|at| self.place(stage, *row, *at)).collect::<Vec<_>>();
                rows.iter().flat_map(of_row).collect()
            }
            _ => {
                let first = self.place(stage, *first_row, places.first[0]);
                vec![format!("{first}…{}", self.place(stage, *last_row, places.last))]
            }
        };
        let after = STAGES.iter().position(|known| *known == stage).map_or(STAGES.len(), |at| at + 1);
        let with_loss = rows.iter().any(|row| self.adds_to_the_loss(*row));
        let through = &STAGES[after..STAGES.len() - usize::from(!with_loss)];
        let onward = words::goes_into(&first, count > 1, through);
        if with_loss { onward } else { words::without_loss(&onward) }
    }
}
