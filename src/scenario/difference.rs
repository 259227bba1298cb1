//! The settings that lead from a baseline to changed givens: what is saved of a branch.

use super::{Address, Region, Setting, Value};
use crate::engine::{Cell, Givens, Lines, Mask, Parameter, Tensor};
use std::collections::BTreeSet;

/// Settings that turn `baseline` into `now`, few and readable: a vector as a whole when more than half of it changed,
/// else single cells; a whole tensor when more than half of all its numbers changed.
///
/// Both have the same sizes. Scorer parameters that the baseline does not have and the scorer of `now` does not use are
/// left out: no address leads to them. A bias taken away becomes a bias of zeros. In a model given by words, of Q, K and V
/// only what is set by hand is said, and what is given back to the words.
pub fn difference(baseline: &Givens, now: &Givens) -> Vec<Setting> {
    let mut settings = Vec::new();
    let mut before = baseline.clone();
    if baseline.scorer.kind != now.scorer.kind {
        before.set_scorer(now.scorer.kind);
        settings.push(Setting { address: Address::Scorer, value: Value::Scorer(now.scorer.kind) });
    }
    for tensor in Tensor::OF_WORDS {
        if let (Some(old), Some(new)) = (lines(&before, tensor), lines(now, tensor)) {
            tensor_difference(tensor, old, new, &mut settings);
        }
    }
    for tensor in DERIVED.into_iter().filter(|_| now.origin.is_some()) {
        overridden_difference(tensor, &before, now, &mut settings);
    }
    let themselves = DERIVED.into_iter().filter(|_| now.origin.is_none());
    for tensor in themselves.chain([Tensor::Head]) {
        if let (Some(old), Some(new)) = (lines(&before, tensor), lines(now, tensor)) {
            tensor_difference(tensor, old, new, &mut settings);
        }
    }
    for parameter in Parameter::ALL {
        if let (Some(old), Some(new)) = (before.scorer.get(parameter), now.scorer.get(parameter)) {
            tensor_difference(Tensor::Parameter(parameter), old, new, &mut settings);
        }
    }
    for row in 0..now.rows() {
        bias_difference(row, &before, now, &mut settings);
    }
    for (row, (old, new)) in before.targets.iter().zip(&now.targets).enumerate() {
        if old != new {
            settings.push(Setting { address: Address::Target { row }, value: Value::Target(*new) });
        }
    }
    mask_difference(&before, now, &mut settings);
    settings
}

/// What is set by hand of Q, K and V in a model given by words, as settings: few and readable.
pub fn set_by_hand(givens: &Givens) -> Vec<Setting> {
    let mut settings = Vec::new();
    if let Some(origin) = &givens.origin {
        let before = Givens { origin: Some(origin.without_overrides()), ..givens.clone() };
        DERIVED.into_iter().for_each(|tensor| overridden_difference(tensor, &before, givens, &mut settings));
    }
    settings
}

/// What words give, where they give it.
const DERIVED: [Tensor; 3] = [Tensor::Queries, Tensor::Keys, Tensor::Values];

fn lines(givens: &Givens, tensor: Tensor) -> Option<&Lines> {
    Some(match tensor {
        Tensor::Queries => &givens.queries,
        Tensor::Keys => &givens.keys,
        Tensor::Values => &givens.values,
        Tensor::Head => &givens.head,
        Tensor::SourceEmbeddings => givens.origin.as_ref()?.source(),
        Tensor::TargetEmbeddings => givens.origin.as_ref()?.target()?,
        _ => givens.origin.as_ref()?.projection(tensor)?,
    })
}

/// What is set by hand of Q, K or V, and what no longer is: a row as a whole where all of it is, else single cells.
fn overridden_difference(tensor: Tensor, before: &Givens, now: &Givens, settings: &mut Vec<Setting>) {
    let Some((rows, columns)) = now.shape(tensor).filter(|shape| before.shape(tensor) == Some(*shape)) else { return };
    let number = |givens: &Givens, cell: Cell| givens.get(cell).map(f64::to_bits);
    let put = |cell: Cell| {
        now.is_overridden(cell) && !(before.is_overridden(cell) && number(before, cell) == number(now, cell))
    };
    let released = |cell: Cell| before.is_overridden(cell) && !now.is_overridden(cell);
    let differs = |cell: &Cell| cell.tensor == tensor && (put(*cell) || released(*cell));
    let by_hand = [before, now].into_iter().flat_map(Givens::overridden);
    let changed: BTreeSet<usize> = by_hand.filter(differs).map(|cell| cell.row).collect();
    let of_row = |row: usize| (0..columns).map(move |column| Cell::new(tensor, row, column));
    let numbers = |cells: &mut dyn Iterator<Item = Cell>| cells.filter_map(|cell| now.get(cell)).collect();
    let mut push = |region, value| settings.push(Setting { address: Address::Numbers { tensor, region }, value });
    let most = |count: usize, of: usize| 2 * count > of;
    let all_put = (0..rows).all(|row| of_row(row).all(put));
    if all_put && rows > 1 {
        return push(Region::Whole, Value::Numbers(numbers(&mut (0..rows).flat_map(of_row))));
    }
    for row in changed {
        let by_hand = of_row(row).filter(|cell| now.is_overridden(*cell)).count();
        if by_hand == columns && most(of_row(row).filter(|cell| put(*cell)).count(), columns) {
            push(Region::Row(row), Value::Numbers(numbers(&mut of_row(row))));
        } else if by_hand == 0 && most(of_row(row).filter(|cell| released(*cell)).count(), columns) {
            push(Region::Row(row), Value::FromWords);
        } else {
            for cell in of_row(row) {
                let region = Region::Cell(row, cell.column);
                if put(cell) {
                    push(region, Value::Numbers(numbers(&mut [cell].into_iter())));
                } else if released(cell) {
                    push(region, Value::FromWords);
                }
            }
        }
    }
}

/// A tensor by its lines: rows, except those of the head and of the projections, which are columns.
fn tensor_difference(tensor: Tensor, old: &Lines, new: &Lines, settings: &mut Vec<Setting>) {
    if old.shares(new) || old.width() != new.width() || old.count() != new.count() {
        return;
    }
    let by_column =
        matches!(tensor, Tensor::Head | Tensor::QueryProjection | Tensor::KeyProjection | Tensor::ValueProjection);
    let changed: Vec<(usize, Vec<usize>)> = (0..new.count())
        .map(|line| (line, changes(old.line(line), new.line(line))))
        .filter(|(_, c)| !c.is_empty())
        .collect();
    let total: usize = changed.iter().map(|(_, components)| components.len()).sum();
    let mut push = |region, numbers| {
        settings.push(Setting { address: Address::Numbers { tensor, region }, value: Value::Numbers(numbers) });
    };
    // A vector parameter is its only line, and is written by its own name.
    let has_own_name = new.count() > 1 || matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix());
    if has_own_name && total > new.count() * new.width() / 2 {
        push(Region::Whole, if by_column { row_by_row(new) } else { new.to_vec() });
        return;
    }
    if by_column {
        let rows = mostly_changed_rows(new, &changed);
        if !rows.is_empty() {
            for &row in &rows {
                push(Region::Row(row), (0..new.count()).map(|column| new.get(column, row)).collect());
            }
            for (column, components) in changed {
                for row in components.into_iter().filter(|row| !rows.contains(row)) {
                    push(Region::Cell(row, column), vec![new.get(column, row)]);
                }
            }
            return;
        }
    }
    for (line, components) in changed {
        let whole_line = components.len() > new.width() / 2;
        match (whole_line, by_column) {
            (true, true) => push(Region::Column(line), new.line(line).to_vec()),
            (true, false) => push(Region::Row(line), new.line(line).to_vec()),
            (false, _) => {
                for component in components {
                    let region = if by_column { Region::Cell(component, line) } else { Region::Cell(line, component) };
                    push(region, vec![new.get(line, component)]);
                }
            }
        }
    }
}

/// The rows of the head of which more than half changed, when there is more than one word to a row.
fn mostly_changed_rows(head: &Lines, changed: &[(usize, Vec<usize>)]) -> Vec<usize> {
    let mut of_row = vec![0_usize; head.width()];
    for row in changed.iter().flat_map(|(_, rows)| rows) {
        of_row[*row] += 1;
    }
    (0..head.width()).filter(|&row| head.count() > 1 && of_row[row] > head.count() / 2).collect()
}

fn row_by_row(head: &Lines) -> Vec<f64> {
    (0..head.width()).flat_map(|row| (0..head.count()).map(move |column| head.get(column, row))).collect()
}

fn changes(old: &[f64], new: &[f64]) -> Vec<usize> {
    (0..new.len()).filter(|&at| old[at].to_bits() != new[at].to_bits()).collect()
}

fn bias_difference(row: usize, before: &Givens, now: &Givens, settings: &mut Vec<Setting>) {
    let tensor = Tensor::Bias;
    let whole = |numbers| Setting {
        address: Address::Numbers { tensor, region: Region::Row(row) },
        value: Value::Numbers(numbers),
    };
    match (&before.bias[row], &now.bias[row]) {
        (None, None) => {}
        (None, Some(new)) => settings.push(whole(new.to_vec())),
        (Some(_), None) => settings.push(whole(vec![0.0; now.words()])),
        (Some(old), Some(new)) => {
            let changed = changes(old.line(0), new.line(0));
            if changed.len() > new.width() / 2 {
                settings.push(whole(new.to_vec()));
                return;
            }
            settings.extend(changed.into_iter().map(|word| Setting {
                address: Address::Numbers { tensor, region: Region::Cell(row, word) },
                value: Value::Numbers(vec![new.get(0, word)]),
            }));
        }
    }
}

fn mask_difference(before: &Givens, now: &Givens, settings: &mut Vec<Setting>) {
    let (rows, slots) = (now.rows(), now.slots());
    let of_slot = |slot, may_read| Setting { address: Address::MaskSlot { slot }, value: Value::Readable(may_read) };
    if let (Mask::Padding { readable: old, causal: a }, Mask::Padding { readable: new, causal: b }) =
        (&before.mask, &now.mask)
        && a == b
    {
        settings.extend((0..slots).filter(|&slot| old[slot] != new[slot]).map(|slot| of_slot(slot, new[slot])));
        return;
    }
    // Setting a slot of a causal mask leaves it causal, so there only single cells say what is meant.
    let by_slot = rows > 1 && !matches!(before.mask, Mask::Padding { causal: true, .. });
    for slot in 0..slots {
        let readable = |row| now.mask.readable(row, slot);
        let changed: Vec<usize> = (0..rows).filter(|&row| before.mask.readable(row, slot) != readable(row)).collect();
        if by_slot && changed.len() == rows && (0..rows).all(|row| readable(row) == readable(0)) {
            settings.push(of_slot(slot, readable(0)));
            continue;
        }
        settings.extend(
            changed
                .into_iter()
                .map(|row| Setting { address: Address::MaskCell { row, slot }, value: Value::Readable(readable(row)) }),
        );
    }
}
