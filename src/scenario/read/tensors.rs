//! `[tensors]`: K, V and G; or X, Y, the projections and G, from which q, K and V follow.

use super::branches::settings;
use super::fields::{Fields, Matrix};
use super::model::{Model, STAND_IN, fit};
use crate::engine::{CannotChange, Cell, Embedding, Lines, Tensor};
use crate::scenario::document::{Node, Table};
use crate::scenario::{Address, Scope, apply, cannot_change};
use crate::words::scenario_file::{self as say, Counted, Sizes};

/// The keys of a scenario given by words.
const OF_WORDS: [&str; 5] = ["X", "Y", "WQ", "WK", "WV"];

/// The tensors as written, before they are held against each other. What is missing or broken has been complained about.
pub(super) struct Tensors {
    pub(super) head: Option<Matrix>,
    pub(super) source: Source,
}

/// Where K and V come from.
pub(super) enum Source {
    /// They are given.
    Themselves { keys: Option<Matrix>, values: Option<Matrix> },
    /// They follow from words.
    Words(Box<Words>),
}

/// X, Y and the projections.
pub(super) struct Words {
    x: Option<Matrix>,
    /// `None` when it is not written; `Some(None)` after a complaint.
    y: Option<Option<Matrix>>,
    /// WQ, WK, WV.
    projections: [Option<Matrix>; 3],
    /// What of q, K and V is set by hand.
    set: Option<Node>,
}

pub(super) fn read(node: Option<Node>, fields: &mut Fields) -> Tensors {
    let nothing = Tensors { head: None, source: Source::Themselves { keys: None, values: None } };
    let Some(node) = fields.required_table(node, "[tensors]", "K, V, G") else { return nothing };
    let at = node.span.start;
    let Some(mut table) = fields.table(node, "tensors") else { return nothing };
    let required = |name: &str, table: &mut Table, fields: &mut Fields| {
        let node = fields.required_in(table.take(name), at, name, &format!("{name} = [[1, 0], [0, 1]]"))?;
        fields.matrix(node, name)
    };
    let first = OF_WORDS.into_iter().find(|name| table.get(name).is_some());
    let Some(first) = first else {
        fields.known_keys(&table, "[tensors]", &["K", "V", "G", "X", "Y", "WQ", "WK", "WV"]);
        let [keys, values, head] = ["K", "V", "G"].map(|name| required(name, &mut table, fields));
        return Tensors { head, source: Source::Themselves { keys, values } };
    };
    fields.known_keys(&table, "[tensors]", &["X", "Y", "WQ", "WK", "WV", "G", "set", "K", "V"]);
    for (name, projection) in [("K", "WK"), ("V", "WV")] {
        if let Some(entry) = table.get(name) {
            fields.say(entry.key_span.start, say::follows_from_words(name, first, "X", projection));
        }
    }
    let [x, head] = ["X", "G"].map(|name| required(name, &mut table, fields));
    let projections = ["WQ", "WK", "WV"].map(|name| required(name, &mut table, fields));
    let y = table.take("Y").map(|node| fields.matrix(node, "Y"));
    let set = table.take("set");
    Tensors { head, source: Source::Words(Box::new(Words { x, y, projections, set })) }
}

impl Words {
    /// The name of what q follows from.
    pub(super) fn behind_q(&self) -> &'static str {
        if self.y.is_some() { "Y" } else { "X" }
    }

    /// How many rows there are, and by what that is fixed: Y's, or the slots where there is no Y.
    pub(super) fn rows(&self, slots: usize) -> Option<(usize, Sizes)> {
        match &self.y {
            Some(y) => y.as_ref().map(|y| (y.rows, Sizes::TargetEmbeddings)),
            None => Some((slots, Sizes::RowsAreSlots)),
        }
    }

    /// n, d_k and d_v as far as these tensors know them.
    pub(super) fn sizes(&self) -> [Option<usize>; 3] {
        let columns = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.columns);
        let d_k = columns(&self.projections[1]).or_else(|| columns(&self.projections[0]));
        [self.x.as_ref().map(|x| x.rows), d_k, columns(&self.projections[2])]
    }

    /// X, Y and the projections in the sizes of the model, and Q, K and V from them; also what of these is set by hand.
    /// Zeros stand in for what has been complained about; `None` where they would be too many.
    pub(super) fn derive(self, [n, t, d_k, d_v]: [usize; 4], fields: &mut Fields) -> Option<(Derived, Option<Node>)> {
        let width = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.columns);
        let rows = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.rows);
        let d = width(&self.x).or_else(|| self.projections.iter().find_map(rows)).unwrap_or(1);
        let at = self.x.as_ref().map_or(0, |x| x.at);
        let of_embedding = |counted| (d, counted, Sizes::EmbeddingWidth);
        let x = fit("X", self.x, [(n, Counted::Rows, Sizes::Slots), of_embedding(Counted::Columns)], fields);
        let has_targets = self.y.is_some();
        let y = self.y.flatten();
        let at = y.as_ref().map_or((at, at), |y| (y.at, at));
        // Its rows are what T is.
        let y = fit("Y", y, [(t, Counted::Rows, Sizes::Queries), of_embedding(Counted::Columns)], fields);
        let [w_q, w_k, w_v] = self.projections;
        let mut projection = |name, matrix, columns, against| {
            let sizes = [of_embedding(Counted::Rows), (columns, Counted::Columns, against)];
            let matrix = fit(name, matrix, sizes, fields);
            (matrix, columns)
        };
        let projections = [
            projection("WQ", w_q, d_k, Sizes::KeyProjection),
            projection("WK", w_k, d_k, Sizes::KeyProjection),
            projection("WV", w_v, d_v, Sizes::ValueWidth),
        ];
        let whole =
            x.is_some() && (y.is_some() || !has_targets) && projections.iter().all(|(matrix, _)| matrix.is_some());
        let largest = n.max(t).max(d).saturating_mul(d.max(d_k).max(d_v));
        if !whole && largest > STAND_IN {
            return None;
        }
        let by_row = |matrix: Option<Matrix>, count| {
            matrix.map_or_else(|| Lines::zeros(d, count), |matrix| Lines::new(d, &matrix.numbers))
        };
        let target = has_targets.then(|| by_row(y, t));
        let origin =
            Embedding::new(by_row(x, n), target, projections.map(|(matrix, columns)| by_column(matrix, d, columns)));
        let zeros = || [Lines::zeros(d_k, t), Lines::zeros(d_k, n), Lines::zeros(d_v, n)];
        let derived = if whole { origin.derive() } else { Ok(zeros()) };
        let (lines, beyond) = match derived {
            Ok(lines) => (lines, None),
            Err(cell) => {
                let of_target = cell.tensor == Tensor::Queries && has_targets;
                (zeros(), Some((if of_target { at.0 } else { at.1 }, cell)))
            }
        };
        Some((Derived { lines, origin, beyond }, self.set))
    }
}

/// Q, K and V with what they come from.
pub(super) struct Derived {
    pub(super) lines: [Lines; 3],
    pub(super) origin: Embedding,
    /// The first number beyond f64, and the byte at which it is said.
    pub(super) beyond: Option<(usize, Cell)>,
}

fn by_column(matrix: Option<Matrix>, rows: usize, columns: usize) -> Lines {
    matrix.map_or_else(
        || Lines::zeros(rows, columns),
        |matrix| Lines::from_rows_by_column(rows, columns, &matrix.numbers),
    )
}

/// Complains about a number beyond f64; else puts in what is set by hand.
pub(super) fn set_by_hand(model: &mut Model, beyond: Option<(usize, Cell)>, set: Option<Node>, fields: &mut Fields) {
    if let Some((at, cell)) = beyond {
        let scope = Scope { givens: &model.givens, names: &model.names, focused_row: None };
        fields.say(at, cannot_change(CannotChange::Beyond(cell), &scope));
    }
    let Some(node) = set else { return };
    let at = node.span.start;
    let Some(table) = fields.table(node, "tensors.set") else { return };
    let starts: Vec<usize> = table.entries.iter().map(|entry| entry.key_span.start).collect();
    let settings = settings(table, model, fields);
    // Where one could not be read, the places of the others are not known by their number.
    let place = |index: usize| if starts.len() == settings.len() { starts[index] } else { at };
    for (index, setting) in settings.iter().enumerate() {
        let by_hand = |tensor: Tensor| tensor.projection().is_some();
        if !matches!(setting.address, Address::Numbers { tensor, .. } if by_hand(tensor)) {
            let scope = Scope { givens: &model.givens, names: &model.names, focused_row: None };
            fields.say(place(index), say::not_set_by_hand(&setting.address.write(&scope)));
        }
    }
    if let Err(problem) = apply(&mut model.givens, &settings) {
        // Overlaps have been told with their places.
        if beyond.is_none() && fields.is_faultless() {
            fields.say(place(problem.at), problem.text);
        }
    }
}
