//! The baseline: slots, words, queries, tensors, scorer, mask.

use super::fields::{Fields, Located, Matrix};
use super::tensors::{self, ByWords, Source, Tensors, Words};
use super::{mask, scorer};
use crate::engine::{Givens, Lines, Mask, Scorer, ScorerKind};
use crate::scenario::document::{Kind, Node, Table};
use crate::scenario::{Names, nearest::nearest};
use crate::words::scenario_address::unknown_word;
use crate::words::scenario_file::{self as say, Counted, Sizes};
use std::collections::HashMap;

/// Numbers a tensor may have that is made up only to go on checking a file already known to be wrong.
pub(super) const STAND_IN: usize = 1 << 22;

/// Unknown targets for which the nearest word is looked for. With a large vocabulary and many rows it would take minutes.
const SUGGESTIONS: usize = 16;

/// Names and numbers of the baseline. When something has been complained about, zeros may stand in for what could not
/// be read, so that the addresses of interventions can still be checked.
pub(super) struct Model {
    pub(super) names: Names,
    pub(super) givens: Givens,
}

/// One `[[query]]`, before it is held against the sizes.
#[derive(Default)]
struct Query {
    vector: Option<Located<Vec<f64>>>,
    target: Option<Located<String>>,
    bias: Option<Located<Vec<f64>>>,
    prefix: Option<String>,
}

impl Query {
    fn of(table: &mut Table, vector: Option<Located<Vec<f64>>>, fields: &mut Fields) -> Self {
        Self {
            vector,
            target: table.take("target").and_then(|node| fields.string(node, "target")),
            bias: table.take("bias").and_then(|node| fields.vector(node, "bias")),
            prefix: table.take("prefix").and_then(|node| fields.string(node, "prefix")).map(|prefix| prefix.value),
        }
    }
}

/// The model, or a stand-in for it after complaints; `None` when not even its sizes are known.
pub(super) fn read(root: &mut Table, fields: &mut Fields) -> Option<Model> {
    let (slots, written_mask) = source(root.take("source"), fields);
    let words = vocab(root.take("vocab"), fields);
    let Tensors { head, source } = tensors::read(root.take("tensors"), fields);
    let of_words = matches!(source, Source::Words(_));
    let queries = match &source {
        Source::Themselves { .. } => queries(root.take("query"), fields),
        Source::Words(words) => rows_of(root.take("query"), words, slots.as_ref().map(Vec::len), fields),
    };
    // Before anything else can fail: a target is wrong or right whatever the tensors are like.
    let targets = targets(&queries, words.as_deref().unwrap_or_default(), fields);
    let first = queries.iter().find_map(|query| query.vector.as_ref()).map(|vector| vector.value.len());
    let [n, d_k, d_v] = match &source {
        Source::Words(words) => words.sizes(),
        Source::Themselves { keys, values } => {
            let columns = |matrix: &Option<Matrix>| matrix.as_ref().map(|matrix| matrix.columns);
            [keys.as_ref().map(|keys| keys.rows), columns(keys).or(first), columns(values)]
        }
    };
    let n = slots.as_ref().map(Vec::len).or(n);
    let v = words.as_ref().map(Vec::len).or(head.as_ref().map(|head| head.columns));
    let d_v = d_v.or(head.as_ref().map(|head| head.rows));
    let scorer = d_k.map(|d_k| scorer::read(root.take("scorer"), d_k, fields));
    let (n, v, d_k, d_v, t) = (n?, v?, d_k?, d_v?, queries.len());
    if t == 0 {
        return None;
    }
    let against_rows = if of_words { Sizes::Rows } else { Sizes::Queries };
    let mask = written_mask.map(|written| mask::fit(written, (t, against_rows), n, fields));
    let against_values = if of_words { Sizes::ValueProjection } else { Sizes::ValueWidth };
    let head = fit("G", head, [(d_v, Counted::Rows, against_values), (v, Counted::Columns, Sizes::Words)], fields);
    let words = words.unwrap_or_default();
    let mut names = Names { slots: slots.unwrap_or_default(), words, prefixes: Vec::with_capacity(t) };
    let (mut q, mut bias) = (Vec::new(), Vec::new());
    for query in queries {
        names.prefixes.push(query.prefix);
        if !of_words {
            q.extend(fit_vector("q", query.vector, d_k, Sizes::KeyWidth, fields).unwrap_or_else(|| vec![0.0; d_k]));
        }
        bias.push(fit_vector("bias", query.bias, v, Sizes::Words, fields).map(|bias| Lines::new(v, &bias)));
    }
    // A tensor of zeros is made up in the place of one that is missing or has another size, but no larger than this.
    let small = n.max(t).saturating_mul(d_k).max(n.max(v).saturating_mul(d_v)) <= STAND_IN;
    let (lines, by_words) = match source {
        Source::Themselves { keys, values } => {
            let sizes = |width, against| [(n, Counted::Rows, Sizes::Slots), (width, Counted::Columns, against)];
            let keys = fit("K", keys, sizes(d_k, Sizes::KeyWidth), fields);
            let values = fit("V", values, sizes(d_v, Sizes::ValueWidth), fields);
            if !small && (keys.is_none() || values.is_none()) {
                return None;
            }
            let by_row = |matrix: Option<Matrix>, width: usize| {
                matrix.map_or_else(|| Lines::zeros(width, n), |matrix| Lines::new(width, &matrix.numbers))
            };
            ([Lines::new(d_k, &q), by_row(keys, d_k), by_row(values, d_v)], None)
        }
        Source::Words(words) => {
            let by_words = words.embedding([n, t, d_k, d_v], fields)?;
            ([Lines::zeros(d_k, t), Lines::zeros(d_k, n), Lines::zeros(d_v, n)], Some(by_words))
        }
    };
    if !small && head.is_none() {
        return None;
    }
    let [queries, keys, values] = lines;
    let (origin, rest) = by_words.map_or((None, None), |ByWords { origin, set, at }| (Some(origin), Some((set, at))));
    let givens = Givens {
        queries,
        keys,
        values,
        head: head.map_or_else(|| Lines::zeros(d_v, v), |head| Lines::from_rows_by_column(d_v, v, &head.numbers)),
        bias,
        scorer: scorer.flatten().unwrap_or_else(|| Scorer::new(ScorerKind::Dot, d_k)),
        mask: mask.flatten().unwrap_or_else(|| Mask::none(n)),
        targets,
        origin,
    };
    let mut model = Model { names, givens };
    if let Some((set, at)) = rest {
        tensors::derive(&mut model, set, at, fields);
    }
    Some(model)
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
        let header = fields.header("[[query]]");
        fields.say(at, say::missing_table(&header, "q = [1, 0]"));
    }
    let mut queries = Vec::with_capacity(tables.len());
    for Located { value: mut table, at } in tables {
        fields.known_keys(&table, "[[query]]", &["prefix", "q", "target", "bias"]);
        let vector = fields.required_in(table.take("q"), at, "q", "q = [1, 0]");
        let vector = vector.and_then(|node| fields.vector(node, "q"));
        queries.push(Query::of(&mut table, vector, fields));
    }
    queries
}

/// The rows of a scenario given by words: as many as Y has, or as there are slots. Where no `[[query]]` is written, none of
/// them has a prefix, a target or constants.
fn rows_of(node: Option<Node>, words: &Words, slots: Option<usize>, fields: &mut Fields) -> Vec<Query> {
    let wanted = words.rows(slots.or(words.sizes()[0]).unwrap_or_default());
    let Some(node) = node else {
        return (0..wanted.map_or(0, |(count, _)| count)).map(|_| Query::default()).collect();
    };
    let at = node.span.start;
    let tables = fields.tables(node, "query");
    let count = tables.len();
    let mut rows: Vec<Query> = tables
        .into_iter()
        .map(|Located { value: mut table, .. }| {
            fields.known_keys(&table, "[[query]]", &["prefix", "q", "target", "bias"]);
            if let Some(entry) = table.get("q") {
                let behind = words.behind_q();
                fields.say(entry.key_span.start, say::follows_from_words("q", behind, behind, "WQ"));
            }
            Query::of(&mut table, None, fields)
        })
        .collect();
    if let Some((wanted, against)) = wanted
        && count != wanted
    {
        if count > 0 {
            let header = fields.header("[[query]]");
            fields.say(at, say::sizes_differ(&header, count, Counted::Tables, against, wanted));
        }
        rows.resize_with(wanted, Query::default);
    }
    rows
}

/// A matrix of the right size; `None` after a complaint.
pub(super) fn fit(
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
