//! `[scorer]`: the kind in use, and the parameters of any kind.

use super::fields::{Fields, Matrix};
use crate::engine::{Lines, Parameter, Scorer, ScorerKind};
use crate::scenario::document::{Node, Table};
use crate::scenario::setting::{can_start, scorer as kind_by_name};
use crate::words::scenario_file::{self as say, Counted, Sizes};

/// The scorer; dot where none is written. `None` after a complaint.
pub(super) fn read(node: Option<Node>, d_k: usize, fields: &mut Fields) -> Option<Scorer> {
    let dot = Scorer::new(ScorerKind::Dot, d_k);
    let Some(node) = node else { return Some(dot) };
    let at = node.span.start;
    let mut table = fields.table(node, "scorer")?;
    let names: Vec<&str> = std::iter::once("kind").chain(Parameter::ALL.map(Parameter::name)).collect();
    fields.known_keys(&table, "[scorer]", &names);
    let mut good = true;
    let kind = match table.take("kind") {
        None => Some(ScorerKind::Dot),
        Some(node) => fields.string(node, "scorer.kind").and_then(|written| match kind_by_name(&written.value) {
            Ok(kind) => Some(kind),
            Err(text) => {
                fields.say(written.at, text);
                None
            }
        }),
    };
    let mut scorer = dot;
    let mut width: Option<(&'static str, usize)> = None;
    for parameter in Parameter::ALL {
        let Some(matrix) = parameter_of(&mut table, parameter, fields) else { continue };
        match matrix.and_then(|matrix| fit(parameter, matrix, d_k, &mut width, fields)) {
            Some(lines) => scorer.put(parameter, lines),
            None => good = false,
        }
    }
    let kind = kind?;
    if !can_start(kind, &scorer, d_k) {
        fields.say(at, say::scorer_too_large(kind.name(), d_k));
        return None;
    }
    scorer.switch(kind, d_k);
    good.then_some(scorer)
}

/// A parameter as written: `None` when it is not, `Some(None)` after a complaint. A vector is a matrix of one row.
fn parameter_of(table: &mut Table, parameter: Parameter, fields: &mut Fields) -> Option<Option<Matrix>> {
    let node = table.take(parameter.name())?;
    Some(if parameter.is_matrix() {
        fields.matrix(node, parameter.name())
    } else {
        fields.vector(node, parameter.name()).map(|vector| Matrix {
            rows: 1,
            columns: vector.value.len(),
            numbers: vector.value,
            at: vector.at,
        })
    })
}

/// Holds a parameter against d_k and against the d_a of those before it.
fn fit(
    parameter: Parameter,
    matrix: Matrix,
    d_k: usize,
    width: &mut Option<(&'static str, usize)>,
    fields: &mut Fields,
) -> Option<Lines> {
    let Matrix { numbers, rows, columns, at } = matrix;
    let name = parameter.name();
    let mut agrees = |count: usize, counted| {
        if count != d_k {
            fields.say(at, say::sizes_differ(name, count, counted, Sizes::KeyWidth, d_k));
        }
        count == d_k
    };
    let of_keys = match parameter {
        Parameter::W => agrees(rows, Counted::Rows) & agrees(columns, Counted::Columns),
        Parameter::Wq | Parameter::Wk => agrees(columns, Counted::Columns),
        Parameter::A | Parameter::B => agrees(columns, Counted::Numbers),
        Parameter::Ba | Parameter::Va => true,
    };
    let d_a = match parameter {
        Parameter::Wq | Parameter::Wk => Some(rows),
        Parameter::Ba | Parameter::Va => Some(columns),
        _ => None,
    };
    if let Some(d_a) = d_a {
        let (first, wanted) = *width.get_or_insert((name, d_a));
        if d_a != wanted {
            fields.say(at, say::attention_widths_differ(name, d_a, first, wanted));
            return None;
        }
    }
    of_keys.then(|| Lines::new(columns, &numbers))
}
