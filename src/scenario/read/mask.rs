//! The forms of `source.mask`.

use super::fields::{Fields, Located};
use crate::engine::Mask;
use crate::scenario::document::{Grid, Kind, Node, Scalars};
use crate::words::scenario_file::{self as say, Counted, Sizes, Wanted};

/// A mask as written, not yet held against the sizes of the model.
pub(super) enum Written {
    /// `[true, false]`, `"causal"`, or both.
    Padding { readable: Option<Located<Vec<bool>>>, causal: bool },
    /// T × n.
    Cells { cells: Vec<Vec<bool>>, at: usize },
}

pub(super) fn read(node: Node, fields: &mut Fields) -> Option<Written> {
    let at = node.span.start;
    match node.kind {
        Kind::Text(text) if text == "causal" => Some(Written::Padding { readable: None, causal: true }),
        Kind::Text(text) => {
            fields.say(at, say::unknown_mask(&text));
            None
        }
        Kind::Grid(Grid { scalars: Scalars::Booleans(value), rows: None }) => {
            Some(Written::Padding { readable: Some(Located { value, at }), causal: false })
        }
        Kind::Grid(Grid { scalars: Scalars::Booleans(flat), rows: Some(rows) }) => {
            let columns = fields.columns(&rows, "mask")?;
            Some(Written::Cells { cells: flat.chunks(columns).map(<[bool]>::to_vec).collect(), at })
        }
        Kind::Table(mut table) => {
            fields.known_keys(&table, "mask", &["padding", "causal"]);
            let causal = table.take("causal").map(|node| fields.boolean(&node, "mask.causal"));
            let readable = table.take("padding").map(|node| padding(node, fields));
            let causal = causal.map_or(Some(false), |causal| causal)?;
            let readable = readable.map_or(Some(None), |readable| readable.map(Some))?;
            Some(Written::Padding { readable, causal })
        }
        _ => {
            fields.wrong_type(&node, "mask", Wanted::Mask);
            None
        }
    }
}

fn padding(node: Node, fields: &mut Fields) -> Option<Located<Vec<bool>>> {
    let at = node.span.start;
    match node.kind {
        Kind::Grid(Grid { scalars: Scalars::Booleans(value), rows: None }) => Some(Located { value, at }),
        _ => {
            fields.wrong_type(&node, "mask.padding", Wanted::Mask);
            None
        }
    }
}

/// The mask for T rows (with what fixes their number) and n slots.
pub(super) fn fit(
    written: Written,
    (rows, against): (usize, Sizes),
    slots: usize,
    fields: &mut Fields,
) -> Option<Mask> {
    let mut agrees = |at, count, counted, against, wanted| {
        if count != wanted {
            fields.say(at, say::sizes_differ("mask", count, counted, against, wanted));
        }
        count == wanted
    };
    match written {
        Written::Padding { readable: None, causal } => Some(Mask::Padding { readable: vec![true; slots], causal }),
        Written::Padding { readable: Some(Located { value: readable, at }), causal } => {
            agrees(at, readable.len(), Counted::Entries, Sizes::Slots, slots)
                .then_some(Mask::Padding { readable, causal })
        }
        Written::Cells { cells, at } => {
            let of_rows = agrees(at, cells.len(), Counted::Rows, against, rows);
            let of_slots = agrees(at, cells[0].len(), Counted::Columns, Sizes::Slots, slots);
            (of_rows && of_slots).then_some(Mask::cells(cells))
        }
    }
}
