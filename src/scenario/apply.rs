//! Putting settings into the givens.

use super::setting::{can_start, region_size};
use super::{Address, Names, Problem, Region, Scope, Setting, Value};
use crate::engine::{CannotChange, Cell, Change, Givens, Lines, Tensor};
use crate::words::Text;
use crate::words::scenario_address as say;
use crate::words::scenario_file::scorer_too_large;

/// Applies all settings as one change. Their order does not matter: the scorer comes first, so that its completed
/// parameters can be set; a slot of every row comes before a single cell of the mask.
///
/// # Errors
/// A setting that does not fit the givens, a number that is not finite, a number that would follow from the words and be
/// beyond f64, or two settings that touch the same cell; then `givens` are left as they were. `Problem::at` is the place of the setting in the list.
pub fn apply(givens: &mut Givens, settings: &[Setting]) -> Result<(), Problem> {
    let mut changed = givens.clone();
    for setting in settings {
        if let (Address::Scorer, Value::Scorer(kind)) = (&setting.address, &setting.value)
            && can_start(*kind, &changed.scorer, changed.d_k())
        {
            changed.set_scorer(*kind);
        }
    }
    for (index, setting) in settings.iter().enumerate() {
        check(&changed, setting).map_err(|text| Problem::new(index, text))?;
    }
    if let Some(&(first, second)) = overlaps(&changed, settings).first() {
        let written = |index: usize| write(&settings[index].address, &changed);
        return Err(Problem::new(second, say::overlap(&written(first), &written(second))));
    }
    let cells_last = |setting: &&Setting| matches!(setting.address, Address::MaskCell { .. });
    for setting in settings.iter().filter(|setting| !cells_last(setting)).chain(settings.iter().filter(cells_last)) {
        put(&mut changed, setting);
    }
    // What is tied to words, all at once: what follows is derived from what they are after all of it.
    let linked: Vec<(usize, Vec<Change>)> =
        settings.iter().enumerate().map(|(index, setting)| (index, linked_changes(&changed, setting))).collect();
    let all: Vec<Change> = linked.iter().flat_map(|(_, changes)| changes.iter().copied()).collect();
    if !all.is_empty()
        && let Err(reason) = changed.change(&all)
    {
        // The numbers behind one that is too large are those of the words, if any of these are set.
        let of_words =
            |index: &usize| matches!(settings[*index].address, Address::Numbers { tensor, .. } if tensor.is_of_words());
        let mut places = linked.iter().filter(|(_, changes)| !changes.is_empty()).map(|(index, _)| *index);
        let first = places.clone().find(of_words).or_else(|| places.next()).unwrap_or_default();
        let scope = Scope { givens, names: &Names::default(), focused_row: None };
        return Err(Problem::new(first, cannot_change(reason, &scope)));
    }
    *givens = changed;
    Ok(())
}

/// Why a change of the givens was not made, as a sentence.
pub fn cannot_change(reason: CannotChange, scope: &Scope) -> Text {
    let written = |cell: Cell| {
        let region = Region::Cell(cell.row, cell.column);
        Address::Numbers { tensor: cell.tensor, region }.write(scope)
    };
    match reason {
        CannotChange::Absent(cell) => say::value_does_not_fit(&written(cell)),
        CannotChange::Beyond(cell) => say::beyond(&written(cell)),
    }
}

/// An address as it is written where no names are at hand: words by number.
fn write(address: &Address, givens: &Givens) -> String {
    address.write(&Scope { givens, names: &Names::default(), focused_row: None })
}

fn check(givens: &Givens, setting: &Setting) -> Result<(), Text> {
    let written = || write(&setting.address, givens);
    let fits = match (&setting.address, &setting.value) {
        (Address::Numbers { tensor, region }, Value::Numbers(numbers)) => {
            if numbers.iter().any(|number| !number.is_finite()) {
                return Err(say::not_finite(&written()));
            }
            let wanted = region_size(*tensor, *region, givens);
            if inside(*tensor, *region, givens) && numbers.len() != wanted {
                return Err(say::wrong_count(&written(), wanted, numbers.len()));
            }
            inside(*tensor, *region, givens)
        }
        (Address::Numbers { tensor, region }, Value::FromWords) => {
            tensor.projection().is_some() && givens.origin.is_some() && inside(*tensor, *region, givens)
        }
        (Address::Scorer, Value::Scorer(kind)) => {
            if !can_start(*kind, &givens.scorer, givens.d_k()) {
                return Err(scorer_too_large(kind.name(), givens.d_k()));
            }
            true
        }
        (Address::Target { row }, Value::Target(word)) => {
            *row < givens.rows() && word.is_none_or(|word| word < givens.words())
        }
        (Address::MaskSlot { slot }, Value::Readable(_)) => *slot < givens.slots(),
        (Address::MaskCell { row, slot }, Value::Readable(_)) => *row < givens.rows() && *slot < givens.slots(),
        (Address::Derived(_) | Address::Gradient(_), _) => return Err(say::cannot_be_set(&written())),
        _ => false,
    };
    if fits { Ok(()) } else { Err(say::value_does_not_fit(&written())) }
}

fn inside(tensor: Tensor, region: Region, givens: &Givens) -> bool {
    let shape = match tensor {
        Tensor::Bias => Some((givens.rows(), givens.words())),
        _ => givens.shape(tensor),
    };
    let Some((rows, columns)) = shape else { return false };
    match region {
        Region::Whole => tensor != Tensor::Bias,
        Region::Row(row) => row < rows,
        Region::Column(column) => column < columns,
        Region::Cell(row, column) => row < rows && column < columns,
    }
}

fn put(givens: &mut Givens, setting: &Setting) {
    match (&setting.address, &setting.value) {
        (Address::Numbers { tensor, region }, Value::Numbers(numbers)) if !is_linked(givens, *tensor) => {
            put_numbers(givens, *tensor, *region, numbers)
        }
        (Address::Target { row }, Value::Target(word)) => givens.targets[*row] = *word,
        (Address::MaskSlot { slot }, Value::Readable(may_read)) => givens.mask.set_slot(*slot, *may_read),
        (Address::MaskCell { row, slot }, Value::Readable(may_read)) => {
            let rows = givens.rows();
            givens.mask.set_cell(rows, *row, *slot, *may_read);
        }
        // The scorer is already in place, and `check` has refused everything else.
        _ => {}
    }
}

/// Whether numbers of this tensor follow from words, or others from them.
fn is_linked(givens: &Givens, tensor: Tensor) -> bool {
    givens.origin.is_some() && (tensor.is_of_words() || tensor.projection().is_some())
}

/// What a setting does to the words and to what follows from them.
fn linked_changes(givens: &Givens, setting: &Setting) -> Vec<Change> {
    let Address::Numbers { tensor, region } = setting.address else { return Vec::new() };
    let Some((_, columns)) = givens.shape(tensor).filter(|_| is_linked(givens, tensor)) else { return Vec::new() };
    let cells = (0..region_size(tensor, region, givens)).map(|index| cell_of(tensor, region, index, columns));
    match &setting.value {
        Value::Numbers(numbers) => cells.zip(numbers).map(|(cell, number)| Change::Put(cell, *number)).collect(),
        Value::FromWords => cells.map(Change::Release).collect(),
        _ => Vec::new(),
    }
}

/// The cell at a place of a part, counted row by row.
fn cell_of(tensor: Tensor, region: Region, index: usize, columns: usize) -> Cell {
    let (row, column) = match region {
        Region::Whole => (index / columns, index % columns),
        Region::Row(row) => (row, index),
        Region::Column(column) => (index, column),
        Region::Cell(row, column) => (row, column),
    };
    Cell::new(tensor, row, column)
}

fn put_numbers(givens: &mut Givens, tensor: Tensor, region: Region, numbers: &[f64]) {
    // Whole tensors may be large: built at once instead of number by number.
    match (tensor, region) {
        (Tensor::Queries, Region::Whole) => givens.queries = Lines::new(givens.d_k(), numbers),
        (Tensor::Keys, Region::Whole) => givens.keys = Lines::new(givens.d_k(), numbers),
        (Tensor::Values, Region::Whole) => givens.values = Lines::new(givens.d_v(), numbers),
        (Tensor::Head, Region::Whole) => {
            givens.head = Lines::from_rows_by_column(givens.d_v(), givens.words(), numbers);
        }
        (Tensor::Bias, Region::Row(row)) => givens.bias[row] = Some(Lines::new(numbers.len(), numbers)),
        _ => {
            let (_, columns) = givens.shape(tensor).unwrap_or((givens.rows(), givens.words()));
            for (index, &number) in numbers.iter().enumerate() {
                givens.set(cell_of(tensor, region, index, columns), number);
            }
        }
    }
}

/// Each setting that touches a cell an earlier one touches, after the first such earlier one.
pub(super) fn overlaps(givens: &Givens, settings: &[Setting]) -> Vec<(usize, usize)> {
    let areas: Vec<Option<Area>> = settings.iter().map(|setting| area(&setting.address, givens)).collect();
    let meeting = |second: usize| {
        let area = areas[second].as_ref()?;
        let first = areas[..second].iter().position(|earlier| earlier.as_ref().is_some_and(|e| e.meets(area)))?;
        Some((first, second))
    };
    (1..areas.len()).filter_map(meeting).collect()
}

/// What an address covers: a rectangle of something.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    of: Of,
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
enum Of {
    Tensor(Tensor),
    Mask,
    Targets,
    Scorer,
}

impl Area {
    fn meets(&self, other: &Area) -> bool {
        let cross = |a: &std::ops::Range<usize>, b: &std::ops::Range<usize>| a.start < b.end && b.start < a.end;
        self.of == other.of && cross(&self.rows, &other.rows) && cross(&self.columns, &other.columns)
    }
}

fn area(address: &Address, givens: &Givens) -> Option<Area> {
    let one = |at: usize| at..at + 1;
    let (of, rows, columns) = match *address {
        Address::Numbers { tensor, region } => {
            let (rows, columns) = match region {
                Region::Whole => (0..usize::MAX, 0..usize::MAX),
                Region::Row(row) => (one(row), 0..usize::MAX),
                Region::Column(column) => (0..usize::MAX, one(column)),
                Region::Cell(row, column) => (one(row), one(column)),
            };
            (Of::Tensor(tensor), rows, columns)
        }
        Address::Scorer => (Of::Scorer, 0..1, 0..1),
        Address::Target { row } => (Of::Targets, one(row), 0..1),
        Address::MaskSlot { slot } => (Of::Mask, 0..givens.rows(), one(slot)),
        Address::MaskCell { row, slot } => (Of::Mask, one(row), one(slot)),
        Address::Derived(_) | Address::Gradient(_) => return None,
    };
    Some(Area { of, rows, columns })
}

#[cfg(test)]
mod tests {
    use super::super::address::tests::{lesson, of_words, rows};
    use super::super::{Separator, difference};
    use super::*;
    use crate::engine::{Mask, Parameter, ScorerKind};
    use proptest::prelude::*;

    fn settings(pairs: &[(&str, &str)], givens: &Givens, names: &Names) -> Vec<Setting> {
        let scope = Scope { givens, names, focused_row: None };
        pairs.iter().map(|(a, v)| Setting::read(a, v, Separator::Space, &scope).unwrap()).collect()
    }

    #[test]
    fn each_kind_of_setting_lands_in_its_place() {
        let (mut givens, names) = lesson();
        let pairs = [("G[*,book]", "5 6"), ("v2", "0 8"), ("bias[him]", "1"), ("target", "book"), ("mask[3]", "false")];
        let set = settings(&pairs, &givens, &names);
        apply(&mut givens, &set).unwrap();
        assert_eq!(givens.head.to_vec(), [2., 0., 5., 6., 0., 0.]);
        assert_eq!(givens.values.line(1), [0., 8.]);
        assert_eq!(givens.bias[0].as_ref().unwrap().to_vec(), [1., 0., 0.]);
        assert_eq!(givens.targets, [Some(1)]);
        assert_eq!(givens.mask, Mask::Padding { readable: vec![true, true, false], causal: false });
    }

    #[test]
    fn two_settings_of_one_cell_are_refused_and_nothing_is_done() {
        for pair in [["q", "q[1]"], ["G[1]", "G[*,him]"], ["V", "v2[1]"], ["K[*,1]", "k3"], ["mask[2]", "mask[1,2]"]] {
            let (mut givens, names) = lesson();
            let scope = Scope { givens: &givens, names: &names, focused_row: None };
            let set: Vec<Setting> = pair
                .iter()
                .map(|text| {
                    let address = Address::read(text, &scope).unwrap();
                    let value = match address {
                        Address::Numbers { tensor, region } => {
                            Value::Numbers(vec![9.0; region_size(tensor, region, &givens)])
                        }
                        _ => Value::Readable(false),
                    };
                    Setting { address, value }
                })
                .collect();
            let before = givens.clone();
            assert_eq!(apply(&mut givens, &set).unwrap_err().at, 1, "{pair:?}");
            assert_eq!(givens, before);
        }
    }

    #[test]
    fn the_scorer_comes_first_and_what_does_not_fit_is_refused() {
        let (mut givens, _) = lesson();
        let tensor = Tensor::Parameter(Parameter::W);
        let set = [
            Setting {
                address: Address::Numbers { tensor, region: Region::Cell(0, 1) },
                value: Value::Numbers(vec![3.]),
            },
            Setting { address: Address::Scorer, value: Value::Scorer(ScorerKind::Bilinear) },
        ];
        apply(&mut givens, &set).unwrap();
        assert_eq!(givens.scorer.get(Parameter::W).unwrap().to_vec(), [1., 3., 0., 1.]);
        for (region, value) in [
            (Region::Cell(7, 0), Value::Numbers(vec![1.])),
            (Region::Cell(0, 0), Value::Numbers(vec![f64::NAN])),
            (Region::Row(0), Value::Numbers(vec![1.])),
            (Region::Row(0), Value::Readable(true)),
        ] {
            let set = [Setting { address: Address::Numbers { tensor: Tensor::Keys, region }, value }];
            assert!(apply(&mut givens, &set).is_err(), "{set:?}");
        }
    }

    #[test]
    fn what_is_tied_to_words_changes_together_whatever_the_order() {
        let (baseline, names) = of_words(true);
        let pairs = [("k1[2]", "7"), ("WK[*,2]", "5 6"), ("x1", "3 4"), ("v2", "0 0"), ("Q", "1 1 1 1")];
        let set = settings(&pairs, &baseline, &names);
        let mut backwards = set.clone();
        backwards.reverse();
        let [mut one, mut other] = [baseline.clone(), baseline.clone()];
        apply(&mut one, &set).unwrap();
        apply(&mut other, &backwards).unwrap();
        assert_eq!(one, other);
        assert_eq!(one.keys.to_vec(), [4., 7., 1., 6., 1., 11.]);
        assert_eq!(one.values.to_vec(), [6., 12., 0., 0., 2., 3.]);
        assert_eq!(one.overridden().count(), 1 + 2 + 4);
        let pairs = [("k1[2]", "words"), ("Q", "words"), ("v2", "words")];
        let released = settings(&pairs, &one, &names);
        apply(&mut one, &released).unwrap();
        assert_eq!((one.keys.get(0, 1), one.queries.line(0)), (39.0, baseline.queries.line(0)));
        assert_eq!(one.overridden().count(), 0);
        // What follows is derived after all of them: neither alone would do.
        let pairs = [("x1[1]", "1e300"), ("WV[1,1]", "1e-300")];
        let set = settings(&pairs, &baseline, &names);
        let mut together = baseline.clone();
        apply(&mut together, &settings(&[("x1[1]", "1e300"), ("WV[1,1]", "1e10")], &baseline, &names)).unwrap_err();
        apply(&mut together, &set).unwrap();
        let huge = settings(&[("q1", "1 1"), ("WV[1,1]", "1e10")], &together, &names);
        let before = together.clone();
        let problem = apply(&mut together, &huge).unwrap_err();
        assert_eq!((problem.at, problem.text.en.contains("v1[1] would follow")), (1, true), "{problem}");
        assert_eq!(together, before);
    }

    /// Any sequence of single changes, as an explorer makes them.
    fn changed(mut givens: Givens, edits: &[(u8, u8, u8, i8)]) -> Givens {
        for &(kind, row, column, value) in edits {
            let (row, column) = (usize::from(row), usize::from(column));
            let (rows, slots, words) = (givens.rows(), givens.slots(), givens.words());
            let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
            match kind {
                0..=4 => {
                    let (r, c) = givens.shape(tensors[usize::from(kind)]).unwrap_or((rows, words));
                    let cell = Cell::new(tensors[usize::from(kind)], row % r, column % c);
                    // In a model given by words also what is there already: that is a change, too.
                    let number = if value % 3 == 0 { givens.get(cell) } else { None };
                    givens.set(cell, number.unwrap_or(f64::from(value) / 8.0));
                }
                8 | 9 => {
                    let tensor = Tensor::OF_WORDS[row % 5];
                    if let Some((r, c)) = givens.shape(tensor) {
                        givens.set(Cell::new(tensor, column % r, column % c), f64::from(value) / 8.0);
                    }
                }
                10 => {
                    let all: Vec<Cell> = givens.overridden().collect();
                    for cell in all.iter().skip(row % 3).step_by(1 + column % 3) {
                        givens.release(*cell).unwrap();
                    }
                }
                5 => givens.targets[row % rows] = (column % (words + 1)).checked_sub(1),
                6 => givens.mask.set_slot(row % slots, value > 0),
                7 => givens.mask.set_cell(rows, row % rows, column % slots, value > 0),
                _ => givens.set_scorer(ScorerKind::ALL[row % 5]),
            }
        }
        givens
    }

    proptest! {
        #[test]
        fn a_difference_leads_from_the_baseline_to_the_change(
            which in 0..4_usize,
            causal in any::<bool>(),
            before in proptest::collection::vec((0u8..10, any::<u8>(), any::<u8>(), any::<i8>()), 0..9),
            edits in proptest::collection::vec((0u8..12, any::<u8>(), any::<u8>(), any::<i8>()), 0..24),
        ) {
            let (mut baseline, names) = [lesson, rows, || of_words(true), || of_words(false)][which]();
            if baseline.origin.is_some() {
                baseline = changed(baseline, &before);
            }
            if causal {
                baseline.mask = Mask::Padding { readable: vec![true; 3], causal };
            }
            let now = changed(baseline.clone(), &edits);
            let set = difference(&baseline, &now);
            let mut reached = baseline.clone();
            prop_assert!(apply(&mut reached, &set).is_ok());
            for row in 0..now.rows() {
                for slot in 0..now.slots() {
                    prop_assert_eq!(reached.mask.readable(row, slot), now.mask.readable(row, slot));
                }
            }
            reached.mask = now.mask.clone();
            for parameter in Parameter::ALL {
                if reached.scorer.get(parameter).is_none() && let Some(unused) = now.scorer.get(parameter) {
                    reached.scorer.put(parameter, unused.clone());
                }
            }
            prop_assert_eq!(&reached, &now);
            let mut backwards: Vec<Setting> = set.clone();
            backwards.reverse();
            let mut again = baseline.clone();
            prop_assert!(apply(&mut again, &backwards).is_ok());
            again.mask = now.mask.clone();
            let scope = Scope { givens: &again, names: &names, focused_row: None };
            for setting in &set {
                let written = setting.address.write(&scope);
                prop_assert_eq!(Address::read(&written, &scope), Ok(setting.address.clone()));
            }
        }
    }
}
