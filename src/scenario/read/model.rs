//! The baseline: slots, words, queries, tensors, scorer, mask.

use super::fields::{Fields, Located, Matrix};
use super::{mask, scorer};
use crate::engine::{Givens, Lines, Mask, Scorer, ScorerKind};
use crate::scenario::document::{Kind, Node, Table};
use crate::scenario::{Names, nearest::nearest};
use crate::words::scenario_address::unknown_word;
use crate::words::scenario_file::{self as say, Counted, Sizes};
use std::collections::HashMap;

/// Numbers a tensor may have that is made up only to go on checking a file already known to be wrong.
const STAND_IN: usize = 1 << 22;

/// Unknown targets for which the nearest word is looked for. With a large vocabulary and many rows it would take minutes.
const SUGGESTIONS: usize = 16;

/// Names and numbers of the baseline. When something has been complained about, zeros may stand in for what could not
/// be read, so that the addresses of interventions can still be checked.
pub(super) struct Model {
    pub(super) names: Names,
    pub(super) givens: Givens,
}

/// One `[[query]]`, before it is held against the sizes.
struct Query {
    vector: Option<Located<Vec<f64>>>,
    target: Option<Located<String>>,
    bias: Option<Located<Vec<f64>>>,
    prefix: Option<String>,
}

/// The model, or a stand-in for it after complaints; `None` when not even its sizes are known.
pub(super) fn read(root: &mut Table, fields: &mut Fields) -> Option<Model> {
    let (slots, written_mask) = source(root.take("source"), fields);
    let words = vocab(root.take("vocab"), fields);
    let queries = queries(root.take("query"), fields);
    // Before anything else can fail: a target is wrong or right whatever the tensors are like.
    let targets = targets(&queries, words.as_deref().unwrap_or_default(), fields);
    let [keys, values, head] = tensors(root.take("tensors"), fields);
    let size = |named: Option<usize>, otherwise: Option<usize>| named.or(otherwise);
    let n = size(slots.as_ref().map(Vec::len), keys.as_ref().map(|keys| keys.rows));
    let v = size(words.as_ref().map(Vec::len), head.as_ref().map(|head| head.columns));
    let first = queries.iter().find_map(|query| query.vector.as_ref()).map(|vector| vector.value.len());
    let d_k = size(keys.as_ref().map(|keys| keys.columns), first);
    let d_v = size(values.as_ref().map(|values| values.columns), head.as_ref().map(|head| head.rows));
    let scorer = d_k.map(|d_k| scorer::read(root.take("scorer"), d_k, fields));
    let (n, v, d_k, d_v, t) = (n?, v?, d_k?, d_v?, queries.len());
    if t == 0 {
        return None;
    }
    let mask = written_mask.map(|written| mask::fit(written, t, n, fields));
    let keys = fit("K", keys, [(n, Counted::Rows, Sizes::Slots), (d_k, Counted::Columns, Sizes::KeyWidth)], fields);
    let values =
        fit("V", values, [(n, Counted::Rows, Sizes::Slots), (d_v, Counted::Columns, Sizes::ValueWidth)], fields);
    let head = fit("G", head, [(d_v, Counted::Rows, Sizes::ValueWidth), (v, Counted::Columns, Sizes::Words)], fields);
    let words = words.unwrap_or_default();
    let mut names = Names { slots: slots.unwrap_or_default(), words, prefixes: Vec::with_capacity(t) };
    let (mut q, mut bias) = (Vec::new(), Vec::new());
    for query in queries {
        names.prefixes.push(query.prefix);
        q.extend(fit_vector("q", query.vector, d_k, Sizes::KeyWidth, fields).unwrap_or_else(|| vec![0.0; d_k]));
        bias.push(fit_vector("bias", query.bias, v, Sizes::Words, fields).map(|bias| Lines::new(v, &bias)));
    }
    if n.max(t).saturating_mul(d_k).max(n.max(v).saturating_mul(d_v)) > STAND_IN
        && (keys.is_none() || values.is_none() || head.is_none())
    {
        return None;
    }
    let by_row = |matrix: Option<Matrix>, width: usize, count: usize| {
        matrix.map_or_else(|| Lines::zeros(width, count), |matrix| Lines::new(width, &matrix.numbers))
    };
    let givens = Givens {
        queries: Lines::new(d_k, &q),
        keys: by_row(keys, d_k, n),
        values: by_row(values, d_v, n),
        head: head.map_or_else(|| Lines::zeros(d_v, v), |head| Lines::from_rows_by_column(d_v, v, &head.numbers)),
        bias,
        scorer: scorer.flatten().unwrap_or_else(|| Scorer::new(ScorerKind::Dot, d_k)),
        mask: mask.flatten().unwrap_or_else(|| Mask::none(n)),
        targets,
        origin: None,
    };
    Some(Model { names, givens })
}

/// The number of each row's target among the words; a row without one, or with one that is no word, has none.
fn targets(queries: &[Query], words: &[String], fields: &mut Fields) -> Vec<Option<usize>> {
    if words.is_empty() || queries.iter().all(|query| query.target.is_none()) {
        return vec![None; queries.len()];
    }
    let numbered = words.iter().enumerate().map(|(place, word)| (word.as_str(), place));
    let places: HashMap<&str, usize> = numbered.collect();
    let mut unknown = 0;
    let mut target = |target: &Located<String>| {
        let place = places.get(target.value.as_str()).copied();
        if place.is_none() {
            unknown += 1;
            let near = nearest(&target.value, words.iter().map(String::as_str).filter(|_| unknown <= SUGGESTIONS));
            fields.say(target.at, unknown_word(&target.value, near, words));
        }
        place
    };
    queries.iter().map(|query| query.target.as_ref().and_then(&mut target)).collect()
}

fn source(node: Option<Node>, fields: &mut Fields) -> (Option<Vec<String>>, Option<mask::Written>) {
    let Some(node) = fields.required_table(node, "[source]", "slots = [\"他\", \"书\"]") else { return (None, None) };
    let at = node.span.start;
    let Some(mut table) = fields.table(node, "source") else { return (None, None) };
    fields.known_keys(&table, "[source]", &["slots", "mask"]);
    let slots = fields.required_in(table.take("slots"), at, "source.slots", "slots = [\"他\", \"书\"]");
    let slots = slots.and_then(|node| fields.strings(node, "source.slots"));
    for (place, slot) in slots.iter().flatten().enumerate() {
        if slot.value.trim().is_empty() {
            fields.say(slot.at, say::blank_slot(place + 1));
        }
    }
    let mask = table.take("mask").and_then(|node| mask::read(node, fields));
    (slots.map(|slots| slots.into_iter().map(|slot| slot.value).collect()), mask)
}

fn vocab(node: Option<Node>, fields: &mut Fields) -> Option<Vec<String>> {
    let node = fields.required_table(node, "[vocab]", "words = [\"him\", \"book\"]")?;
    let at = node.span.start;
    let mut table = fields.table(node, "vocab")?;
    fields.known_keys(&table, "[vocab]", &["words"]);
    let words = fields.required_in(table.take("words"), at, "vocab.words", "words = [\"him\", \"book\"]")?;
    let words = fields.strings(words, "vocab.words")?;
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(words.len());
    for (place, word) in words.iter().enumerate() {
        if word.value.trim().is_empty() {
            fields.say(word.at, say::blank_word(place + 1));
        } else if let Some(&earlier) = first.get(word.value.as_str()) {
            fields.say(word.at, say::word_twice(&word.value, earlier + 1, place + 1));
        } else {
            first.insert(&word.value, place);
        }
    }
    Some(words.into_iter().map(|word| word.value).collect())
}

fn queries(node: Option<Node>, fields: &mut Fields) -> Vec<Query> {
    let Some(node) = fields.required_table(node, "[[query]]", "q = [1, 0]") else { return Vec::new() };
    let (at, no_rows) = (node.span.start, matches!(&node.kind, Kind::List(rows) if rows.is_empty()));
    let tables = fields.tables(node, "query");
    if no_rows {
        fields.say(at, say::missing_table("[[query]]", "q = [1, 0]"));
    }
    let mut queries = Vec::with_capacity(tables.len());
    for Located { value: mut table, at } in tables {
        fields.known_keys(&table, "[[query]]", &["prefix", "q", "target", "bias"]);
        let vector = fields.required_in(table.take("q"), at, "q", "q = [1, 0]");
        queries.push(Query {
            vector: vector.and_then(|node| fields.vector(node, "q")),
            target: table.take("target").and_then(|node| fields.string(node, "target")),
            bias: table.take("bias").and_then(|node| fields.vector(node, "bias")),
            prefix: table.take("prefix").and_then(|node| fields.string(node, "prefix")).map(|prefix| prefix.value),
        });
    }
    queries
}

fn tensors(node: Option<Node>, fields: &mut Fields) -> [Option<Matrix>; 3] {
    let Some(node) = fields.required_table(node, "[tensors]", "K, V, G") else { return [const { None }; 3] };
    let at = node.span.start;
    let Some(mut table) = fields.table(node, "tensors") else { return [const { None }; 3] };
    fields.known_keys(&table, "[tensors]", &["K", "V", "G"]);
    ["K", "V", "G"].map(|name| {
        let node = fields.required_in(table.take(name), at, name, &format!("{name} = [[1, 0], [0, 1]]"))?;
        fields.matrix(node, name)
    })
}

/// A matrix of the right size; `None` after a complaint.
fn fit(
    name: &str,
    matrix: Option<Matrix>,
    [rows, columns]: [(usize, Counted, Sizes); 2],
    fields: &mut Fields,
) -> Option<Matrix> {
    let matrix = matrix?;
    let mut good = true;
    for (count, (wanted, counted, against)) in [(matrix.rows, rows), (matrix.columns, columns)] {
        if count != wanted {
            good = false;
            fields.say(matrix.at, say::sizes_differ(name, count, counted, against, wanted));
        }
    }
    good.then_some(matrix)
}

fn fit_vector(
    name: &str,
    vector: Option<Located<Vec<f64>>>,
    wanted: usize,
    against: Sizes,
    fields: &mut Fields,
) -> Option<Vec<f64>> {
    let Located { value, at } = vector?;
    if value.len() != wanted {
        fields.say(at, say::sizes_differ(name, value.len(), Counted::Numbers, against, wanted));
        return None;
    }
    Some(value)
}
