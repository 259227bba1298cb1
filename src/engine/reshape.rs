//! Structural edits: a slot, word, row or dimension put in or taken out.
//!
//! Every tensor, the mask, the constants, the targets and the parameters of all scorers follow; new cells are 0.

use super::{Cell, Givens, Lines, Parameter, Tensor};

/// What can be put in or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A source slot j.
    Slot,
    /// A word w.
    Word,
    /// A target row t.
    Row,
    /// A component of queries and keys, one of d_k.
    KeyComponent,
    /// A component of values and contexts, one of d_v.
    ValueComponent,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 5] = [Part::Slot, Part::Word, Part::Row, Part::KeyComponent, Part::ValueComponent];
}

/// Why a part cannot be taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotRemove {
    /// It is the last of its kind.
    Last(Part),
    /// There is none with this number.
    Absent(Part),
}

impl Givens {
    /// How many of a part there are: n, |V|, T, d_k or d_v.
    pub fn count(&self, part: Part) -> usize {
        match part {
            Part::Slot => self.slots(),
            Part::Word => self.words(),
            Part::Row => self.rows(),
            Part::KeyComponent => self.d_k(),
            Part::ValueComponent => self.d_v(),
        }
    }

    /// Puts one in before number `at` (0-based), or at the end. Its cells are 0; a slot may be read, a row has neither
    /// target nor constants. Targets keep naming the same words. d_a of the additive scorer stays as it is.
    pub fn insert(&mut self, part: Part, at: usize) {
        let at = at.min(self.count(part));
        match part {
            Part::Slot => {
                change([&mut self.keys, &mut self.values], |lines| lines.with_line(at));
                self.mask.insert_slot(at);
            }
            Part::Word => {
                change([&mut self.head], |lines| lines.with_line(at));
                change(self.bias.iter_mut().flatten(), |lines| lines.with_component(at));
                for target in self.targets.iter_mut().flatten() {
                    *target = after_insertion(*target, at);
                }
            }
            Part::Row => {
                change([&mut self.queries], |lines| lines.with_line(at));
                self.bias.insert(at, None);
                self.targets.insert(at, None);
                self.mask.insert_row(at, self.keys.count());
            }
            Part::KeyComponent => {
                change([&mut self.queries, &mut self.keys], |lines| lines.with_component(at));
                self.change_parameters(|lines| lines.with_component(at), |lines| lines.with_line(at));
            }
            Part::ValueComponent => {
                change([&mut self.values, &mut self.head], |lines| lines.with_component(at));
            }
        }
    }

    /// Takes number `at` (0-based) out, and returns the rows that are left without a target by it: those whose target
    /// was the word taken out. The other targets keep naming the same words.
    ///
    /// # Errors
    /// It is the last of its kind, or there is none with this number; then nothing is changed.
    pub fn remove(&mut self, part: Part, at: usize) -> Result<Vec<usize>, CannotRemove> {
        let count = self.count(part);
        if at >= count {
            return Err(CannotRemove::Absent(part));
        }
        if count == 1 {
            return Err(CannotRemove::Last(part));
        }
        let mut without_target = Vec::new();
        match part {
            Part::Slot => {
                change([&mut self.keys, &mut self.values], |lines| lines.without_line(at));
                self.mask.remove_slot(at);
            }
            Part::Word => {
                change([&mut self.head], |lines| lines.without_line(at));
                change(self.bias.iter_mut().flatten(), |lines| lines.without_component(at));
                for (row, target) in self.targets.iter_mut().enumerate() {
                    if let Some(word) = *target {
                        *target = after_removal(word, at);
                        without_target.extend(target.is_none().then_some(row));
                    }
                }
            }
            Part::Row => {
                change([&mut self.queries], |lines| lines.without_line(at));
                self.bias.remove(at);
                self.targets.remove(at);
                self.mask.remove_row(at);
            }
            Part::KeyComponent => {
                change([&mut self.queries, &mut self.keys], |lines| lines.without_component(at));
                self.change_parameters(|lines| lines.without_component(at), |lines| lines.without_line(at));
            }
            Part::ValueComponent => {
                change([&mut self.values, &mut self.head], |lines| lines.without_component(at));
            }
        }
        Ok(without_target)
    }

    /// Changes the parameters that have an axis of d_k, whether the kind in use reads them or not: all but b_a and v_a
    /// along their lines, W by whole lines as well.
    fn change_parameters(&mut self, component: impl Fn(&Lines) -> Lines, line: impl Fn(&Lines) -> Lines) {
        for parameter in Parameter::ALL {
            let (rows, columns) = Tensor::Parameter(parameter).axes();
            if let Some(lines) = self.scorer.get_mut(parameter) {
                if columns == Some(Part::KeyComponent) {
                    *lines = component(lines);
                }
                if rows == Some(Part::KeyComponent) {
                    *lines = line(lines);
                }
            }
        }
    }
}

fn change<'a>(tensors: impl IntoIterator<Item = &'a mut Lines>, edit: impl Fn(&Lines) -> Lines) {
    for lines in tensors {
        *lines = edit(lines);
    }
}

impl Tensor {
    /// What its rows and its columns, as written on paper, count; `None` for the axis of d_a and for the only row of a
    /// vector.
    pub fn axes(self) -> (Option<Part>, Option<Part>) {
        match self {
            Tensor::Queries => (Some(Part::Row), Some(Part::KeyComponent)),
            Tensor::Keys => (Some(Part::Slot), Some(Part::KeyComponent)),
            Tensor::Values => (Some(Part::Slot), Some(Part::ValueComponent)),
            Tensor::Head => (Some(Part::ValueComponent), Some(Part::Word)),
            Tensor::Bias => (Some(Part::Row), Some(Part::Word)),
            Tensor::Parameter(Parameter::W) => (Some(Part::KeyComponent), Some(Part::KeyComponent)),
            Tensor::Parameter(Parameter::Ba | Parameter::Va) => (None, None),
            Tensor::Parameter(_) => (None, Some(Part::KeyComponent)),
        }
    }
}

impl Cell {
    /// Where the number of this cell stands after [`Givens::insert`].
    #[must_use]
    pub fn after_insertion(self, part: Part, at: usize) -> Self {
        let (rows, columns) = self.tensor.axes();
        let moved = |axis, place| if axis == Some(part) { after_insertion(place, at) } else { place };
        Self { row: moved(rows, self.row), column: moved(columns, self.column), ..self }
    }

    /// Where the number of this cell stands after [`Givens::remove`]; `None` when it was taken out.
    pub fn after_removal(self, part: Part, at: usize) -> Option<Self> {
        let (rows, columns) = self.tensor.axes();
        let moved = |axis, place| if axis == Some(part) { after_removal(place, at) } else { Some(place) };
        Some(Self { row: moved(rows, self.row)?, column: moved(columns, self.column)?, ..self })
    }
}

fn after_insertion(place: usize, at: usize) -> usize {
    place + usize::from(place >= at)
}

fn after_removal(place: usize, at: usize) -> Option<usize> {
    (place != at).then(|| place - usize::from(place > at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::specimens::r72;
    use crate::engine::{Mask, ScorerKind, Trace};

    /// Two rows, constants, a mask by cells, the parameters of every scorer (d_a = 3), every cell another number.
    fn crowded() -> Givens {
        let mut givens = r72();
        givens.insert(Part::Row, 1);
        givens.bias[0] = Some(Lines::zeros(3, 1));
        givens.bias[1] = Some(Lines::zeros(3, 1));
        givens.targets = vec![Some(0), Some(2)];
        givens.mask = Mask::Cells(vec![vec![true, false, true], vec![false, true, true]]);
        givens.scorer.put(Parameter::Wq, Lines::zeros(2, 3));
        for kind in ScorerKind::ALL {
            givens.set_scorer(kind);
        }
        let mut next = 0.0;
        for cell in cells(&givens) {
            next += 1.0;
            assert!(givens.set(cell, next));
        }
        givens
    }

    fn cells(givens: &Givens) -> Vec<Cell> {
        let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
        let all = tensors.into_iter().chain(Parameter::ALL.map(Tensor::Parameter));
        let shaped = all.filter_map(|tensor| Some((tensor, givens.shape(tensor)?)));
        shaped
            .flat_map(|(tensor, (rows, columns))| {
                (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(tensor, row, column)))
            })
            .collect()
    }

    /// The model is whole: every shape fits the others.
    fn check(givens: &Givens) {
        let [n, words, t, d_k, d_v] = Part::ALL.map(|part| givens.count(part));
        let sizes = |part| givens.count(part);
        for cell_tensor in [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias] {
            if let Some(shape) = givens.shape(cell_tensor) {
                let (rows, columns) = cell_tensor.axes();
                assert_eq!(shape, (rows.map(sizes).unwrap(), columns.map(sizes).unwrap()), "{cell_tensor:?}");
            }
        }
        assert_eq!((givens.values.count(), givens.head.width()), (n, d_v));
        assert!(givens.bias.iter().flatten().all(|bias| (bias.count(), bias.width()) == (1, words)));
        assert_eq!((givens.bias.len(), givens.targets.len(), givens.queries.width()), (t, t, d_k));
        for (parameter, rows) in
            [(Parameter::W, d_k), (Parameter::Wq, 3), (Parameter::Wk, 3), (Parameter::A, 1), (Parameter::B, 1)]
        {
            assert_eq!(givens.shape(Tensor::Parameter(parameter)), Some((rows, d_k)), "{parameter:?}");
        }
        for parameter in [Parameter::Ba, Parameter::Va] {
            assert_eq!(givens.shape(Tensor::Parameter(parameter)), Some((1, 3)));
        }
        Trace::new(givens);
    }

    #[test]
    fn every_number_goes_where_its_cell_goes_and_new_ones_are_zero() {
        let before = crowded();
        for part in Part::ALL {
            for at in 0..=before.count(part) {
                let mut after = before.clone();
                after.insert(part, at);
                check(&after);
                assert_eq!(after.count(part), before.count(part) + 1);
                let kept: Vec<Cell> = cells(&before).iter().map(|cell| cell.after_insertion(part, at)).collect();
                for (old, new) in cells(&before).into_iter().zip(&kept) {
                    assert_eq!(before.get(old), after.get(*new), "{part:?} at {at}: {old:?}");
                }
                let fresh = cells(&after).into_iter().filter(|cell| !kept.contains(cell));
                assert!(fresh.clone().filter_map(|cell| after.get(cell)).all(|number| number == 0.0));
                assert_eq!(after.remove(part, at), Ok(vec![]), "taking it out again gives what was there");
                assert_eq!(after, before, "{part:?} at {at}");
            }
        }
    }

    #[test]
    fn what_is_taken_out_is_gone_and_the_rest_stays() {
        let before = crowded();
        for part in Part::ALL {
            for at in 0..before.count(part) {
                let mut after = before.clone();
                let without_target = after.remove(part, at).unwrap();
                check(&after);
                for old in cells(&before) {
                    if let Some(new) = old.after_removal(part, at) {
                        assert_eq!(before.get(old), after.get(new), "{part:?} at {at}: {old:?}");
                    }
                }
                let expected = match (part, at) {
                    (Part::Word, 0) => vec![0],
                    (Part::Word, 2) => vec![1],
                    _ => vec![],
                };
                assert_eq!(without_target, expected, "{part:?} at {at}");
            }
        }
    }

    #[test]
    fn targets_and_mask_follow() {
        let mut givens = crowded();
        givens.insert(Part::Word, 1);
        assert_eq!(givens.targets, [Some(0), Some(3)]);
        assert_eq!(givens.remove(Part::Word, 0), Ok(vec![0]));
        assert_eq!(givens.targets, [None, Some(2)]);
        givens.insert(Part::Slot, 1);
        let row = |givens: &Givens, row| (0..4).map(|slot| givens.mask.readable(row, slot)).collect::<Vec<_>>();
        assert_eq!(row(&givens, 0), [true, true, false, true]);
        assert_eq!(row(&givens, 1), [false, true, true, true]);
        givens.insert(Part::Row, 0);
        assert_eq!(row(&givens, 0), [true; 4]);
        assert_eq!(givens.targets, [None, None, Some(2)]);
    }

    #[test]
    fn the_last_stays() {
        for part in Part::ALL {
            let mut givens = crowded();
            while givens.count(part) > 1 {
                givens.remove(part, 0).unwrap();
                check(&givens);
            }
            let before = givens.clone();
            assert_eq!(givens.remove(part, 0), Err(CannotRemove::Last(part)));
            assert_eq!(givens.remove(part, 1), Err(CannotRemove::Absent(part)));
            assert_eq!(givens, before);
        }
    }
}
