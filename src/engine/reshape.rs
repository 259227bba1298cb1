//! Structural edits: a slot, word, row or dimension put in or taken out.
//!
//! Every tensor, the mask, the constants, the targets and the parameters of all scorers follow; new cells are 0. In a model
//! given by words Q, K and V follow X, Y and the projections.

use super::{Cell, Embedding, Givens, Lines, Parameter, Tensor};

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
    /// A component of the embeddings, one of d; only where the model is given by words.
    EmbeddingComponent,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 6] =
        [Part::Slot, Part::Word, Part::Row, Part::KeyComponent, Part::ValueComponent, Part::EmbeddingComponent];

    /// Whether it is a component of vectors, which has a number but no name.
    pub fn is_component(self) -> bool {
        matches!(self, Part::KeyComponent | Part::ValueComponent | Part::EmbeddingComponent)
    }
}

/// Why a part cannot be taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotRemove {
    /// It is the last of its kind.
    Last(Part),
    /// There is none with this number.
    Absent(Part),
    /// This number of Q, K or V would follow from the words and be beyond f64.
    Beyond(Cell),
}

impl Givens {
    /// How many of a part there are: n, |V|, T, d_k, d_v or d (0 without embeddings).
    pub fn count(&self, part: Part) -> usize {
        match part {
            Part::Slot => self.slots(),
            Part::Word => self.words(),
            Part::Row => self.rows(),
            Part::KeyComponent => self.d_k(),
            Part::ValueComponent => self.d_v(),
            Part::EmbeddingComponent => self.origin.as_ref().map_or(0, Embedding::width),
        }
    }

    /// Whether the rows are the slots themselves: the model is given by words and has no Y. Then T = n, and a slot and
    /// a row come and go together.
    pub fn rows_are_slots(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.target().is_none())
    }

    /// Whether a change of `part` moves what is counted by `axis`.
    pub fn moves(&self, part: Part, axis: Part) -> bool {
        let place = |part| matches!(part, Part::Slot | Part::Row);
        part == axis || self.rows_are_slots() && place(part) && place(axis)
    }

    /// Puts one in before number `at` (0-based), or at the end. Its cells are 0 (what follows from the words is derived);
    /// a slot may be read, a row has neither target nor constants. Targets keep naming the same words. d_a of the
    /// additive scorer stays as it is. Where the rows are the slots, both come.
    ///
    /// `false`, and nothing done, where there are no embeddings to get a component, or where a number that follows from
    /// them would be beyond f64: the order of summation changes with their width.
    pub fn insert(&mut self, part: Part, at: usize) -> bool {
        let at = at.min(self.count(part));
        if part == Part::EmbeddingComponent {
            let Some(mut origin) = self.origin.clone() else { return false };
            change(origin.with_components(), |lines| lines.with_component(at));
            return self.derive_from(origin).is_ok();
        }
        let slots = self.slots();
        let (of_rows, of_slots) = (self.moves(part, Part::Row), self.moves(part, Part::Slot));
        self.each_line(part, |lines| lines.with_line(at), |lines| lines.with_component(at));
        if of_rows {
            self.bias.insert(at, None);
            self.targets.insert(at, None);
            self.mask.insert_row(at, slots);
        }
        if of_slots {
            self.mask.insert_slot(at);
        }
        if part == Part::Word {
            for target in self.targets.iter_mut().flatten() {
                *target = after_insertion(*target, at);
            }
        }
        true
    }

    /// Takes number `at` (0-based) out, and returns the rows that are left without a target by it: those whose target
    /// was the word taken out. The other targets keep naming the same words. Where the rows are the slots, both go.
    ///
    /// # Errors
    /// It is the last of its kind, there is none with this number, or a number that follows from the embeddings would be
    /// beyond f64; then nothing is changed.
    pub fn remove(&mut self, part: Part, at: usize) -> Result<Vec<usize>, CannotRemove> {
        let count = self.count(part);
        if at >= count {
            return Err(CannotRemove::Absent(part));
        }
        if count == 1 {
            return Err(CannotRemove::Last(part));
        }
        let mut without_target = Vec::new();
        if let (Part::EmbeddingComponent, Some(mut origin)) = (part, self.origin.clone()) {
            change(origin.with_components(), |lines| lines.without_component(at));
            self.derive_from(origin).map_err(CannotRemove::Beyond)?;
            return Ok(without_target);
        }
        let (of_rows, of_slots) = (self.moves(part, Part::Row), self.moves(part, Part::Slot));
        self.each_line(part, |lines| lines.without_line(at), |lines| lines.without_component(at));
        if of_rows {
            self.bias.remove(at);
            self.targets.remove(at);
            self.mask.remove_row(at);
        }
        if of_slots {
            self.mask.remove_slot(at);
        }
        if part == Part::Word {
            for (row, target) in self.targets.iter_mut().enumerate() {
                if let Some(word) = *target {
                    *target = after_removal(word, at);
                    without_target.extend(target.is_none().then_some(row));
                }
            }
        }
        Ok(without_target)
    }

    /// Changes every tensor that has an axis of this part, other than d: by whole lines or along them, as it is kept.
    fn each_line(&mut self, part: Part, line: impl Fn(&Lines) -> Lines, component: impl Fn(&Lines) -> Lines) {
        let (of_rows, of_slots) = (self.moves(part, Part::Row), self.moves(part, Part::Slot));
        let (of_keys, of_values) = (part == Part::KeyComponent, part == Part::ValueComponent);
        if of_rows {
            change([&mut self.queries], &line);
        }
        if of_slots {
            change([&mut self.keys, &mut self.values], &line);
        }
        if of_keys {
            change([&mut self.queries, &mut self.keys], &component);
            self.change_parameters(&component, &line);
        }
        if of_values {
            change([&mut self.values, &mut self.head], &component);
        }
        if part == Part::Word {
            change([&mut self.head], &line);
            change(self.bias.iter_mut().flatten(), &component);
        }
        if let Some(origin) = &mut self.origin {
            // A column of zeros derives zeros, a word of zeros as well, and what stays keeps its bits.
            if of_slots {
                change([&mut origin.source], &line);
            }
            if of_rows {
                change(&mut origin.target, &line);
            }
            for (which, (lines, components)) in
                [(of_rows, of_keys), (of_slots, of_keys), (of_slots, of_values)].into_iter().enumerate()
            {
                if lines {
                    origin.reshape_flags(which, &line);
                }
                if components {
                    change([&mut origin.projections[which]], &line);
                    origin.reshape_flags(which, &component);
                }
            }
            origin.settle();
        }
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
            Tensor::SourceEmbeddings => (Some(Part::Slot), Some(Part::EmbeddingComponent)),
            Tensor::TargetEmbeddings => (Some(Part::Row), Some(Part::EmbeddingComponent)),
            Tensor::QueryProjection | Tensor::KeyProjection => {
                (Some(Part::EmbeddingComponent), Some(Part::KeyComponent))
            }
            Tensor::ValueProjection => (Some(Part::EmbeddingComponent), Some(Part::ValueComponent)),
        }
    }
}

impl Cell {
    /// Where the number of this cell of `givens` stands after [`Givens::insert`].
    #[must_use]
    pub fn after_insertion(self, givens: &Givens, part: Part, at: usize) -> Self {
        let (rows, columns) = self.tensor.axes();
        let moves = |axis: Option<Part>| axis.is_some_and(|axis| givens.moves(part, axis));
        let moved = |axis, place| if moves(axis) { after_insertion(place, at) } else { place };
        Self { row: moved(rows, self.row), column: moved(columns, self.column), ..self }
    }

    /// Where the number of this cell of `givens` stands after [`Givens::remove`]; `None` when it was taken out.
    pub fn after_removal(self, givens: &Givens, part: Part, at: usize) -> Option<Self> {
        let (rows, columns) = self.tensor.axes();
        let moves = |axis: Option<Part>| axis.is_some_and(|axis| givens.moves(part, axis));
        let moved = |axis, place| if moves(axis) { after_removal(place, at) } else { Some(place) };
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
mod tests;
