//! `[tensors]`: K, V and G; or X, Y, the projections and G, from which q, K and V follow.

use super::branches::settings;
use super::fields::{Fields, Matrix};
use super::model::{Model, STAND_IN, fit};
use crate::engine::{CannotChange, Embedding, Lines, Tensor};
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

    /// X, Y and the projections in the sizes of the model. Zeros stand in for what has been complained about; `None` where
    /// they would be too many.
    pub(super) fn embedding(self, [n, t, d_k, d_v]: [usize; 4], fields: &mut Fields) -> Option<ByWords> {
        let width = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.columns);
        let rows = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.rows);
        let d = width(&self.x).or_else(|| self.projections.iter().find_map(rows)).unwrap_or(1);
        let of_embedding = |counted| (d, counted, Sizes::EmbeddingWidth);
        let x_at = self.x.as_ref().map_or(0, |x| x.at);
        let x = fit("X", self.x, [(n, Counted::Rows, Sizes::Slots), of_embedding(Counted::Columns)], fields);
        let has_targets = self.y.is_some();
        let y = self.y.flatten();
        let y_at = y.as_ref().map_or(x_at, |y| y.at);
        // Its rows are what T is.
        let y = fit("Y", y, [(t, Counted::Rows, Sizes::Rows), of_embedding(Counted::Columns)], fields);
        let [w_q, w_k, w_v] = self.projections;
        let mut projection = |name, matrix, columns, against| {
            let sizes = [of_embedding(Counted::Rows), (columns, Counted::Columns, against)];
            (fit(name, matrix, sizes, fields), columns)
        };
        let projections = [
            projection("WQ", w_q, d_k, Sizes::KeyProjection),
            projection("WK", w_k, d_k, Sizes::KeyProjection),
            projection("WV", w_v, d_v, Sizes::ValueProjection),
        ];
        let whole = x.is_some() && (y.is_some() || !has_targets) && projections.iter().all(|(w, _)| w.is_some());
        let largest = n.max(t).max(d).saturating_mul(d.max(d_k).max(d_v));
        if !whole && largest > STAND_IN {
            return None;
        }
        let by_row = |matrix: Option<Matrix>, count| {
            matrix.map_or_else(|| Lines::zeros(d, count), |matrix| Lines::new(d, &matrix.numbers))
        };
        let target = has_targets.then(|| by_row(y, t));
        let projections = projections.map(|(matrix, columns)| by_column(matrix, d, columns));
        Some(ByWords { origin: Embedding::new(by_row(x, n), target, projections), set: self.set, at: [y_at, x_at] })
    }
}

/// What a scenario is given by, with what is not read of it yet.
pub(super) struct ByWords {
    pub(super) origin: Embedding,
    /// What of q, K and V is set by hand.
    pub(super) set: Option<Node>,
    /// The bytes of Y and of X.
    pub(super) at: [usize; 2],
}

fn by_column(matrix: Option<Matrix>, rows: usize, columns: usize) -> Lines {
    matrix.map_or_else(
        || Lines::zeros(rows, columns),
        |matrix| Lines::from_rows_by_column(rows, columns, &matrix.numbers),
    )
}

/// Puts in what is set by hand, and derives the rest of Q, K and V, for which zeros have been standing in. What is set by
/// hand may be what keeps a number within f64.
pub(super) fn derive(model: &mut Model, set: Option<Node>, [y_at, x_at]: [usize; 2], fields: &mut Fields) {
    let table = set.and_then(|node| fields.table(node, "tensors.set"));
    let (settings, starts) = table.map_or_else(Default::default, |table| settings(table, model, fields));
    for (setting, at) in settings.iter().zip(&starts) {
        let by_hand = |tensor: Tensor| tensor.projection().is_some();
        if !matches!(setting.address, Address::Numbers { tensor, .. } if by_hand(tensor)) {
            let scope = Scope { givens: &model.givens, names: &model.names, focused_row: None };
            fields.say(*at, say::not_set_by_hand(&setting.address.write(&scope)));
        }
    }
    if !fields.is_faultless() {
        return;
    }
    if let Err(problem) = apply(&mut model.givens, &settings) {
        return fields.say(starts[problem.at], problem.text);
    }
    if let Err(reason) = model.givens.derive() {
        let of_y = matches!(reason, CannotChange::Beyond(cell) if cell.tensor == Tensor::Queries);
        let scope = Scope { givens: &model.givens, names: &model.names, focused_row: None };
        let text = cannot_change(reason, &scope);
        fields.say(if of_y { y_at } else { x_at }, text);
    }
}
