//! `[[intervention]]` and `[[step]]`.

use super::fields::{Fields, Located};
use super::model::Model;
use crate::scenario::apply::overlaps;
use crate::scenario::document::{Grid, Kind, Node, Scalars, Table};
use crate::scenario::setting::{FROM_WORDS, can_start, region_size, scorer, target_word};
use crate::scenario::{Address, Intervention, Region, Scope, Setting, Step, StepAction, Value};
use crate::words::scenario_address as of_address;
use crate::words::scenario_file::{self as say, Found, Wanted};
use std::collections::HashMap;

/// The branch without an intervention, in commands and output.
const BASELINE: &str = "baseline";

/// All interventions. Their settings are checked only where there is a model to check them against.
pub(super) fn interventions(node: Option<Node>, model: Option<&Model>, fields: &mut Fields) -> Vec<Intervention> {
    let Some(node) = node else { return Vec::new() };
    let mut ids = HashMap::new();
    let mut interventions = Vec::new();
    for Located { value: mut table, at } in fields.tables(node, "intervention") {
        fields.known_keys(&table, "[[intervention]]", &["id", "title", "set"]);
        let id = new_id(&mut table, at, "id = \"only-q\"", &mut ids, fields);
        if let Some(id) = id.as_ref().filter(|id| id.value == BASELINE) {
            fields.say(id.at, say::reserved_id(BASELINE));
        }
        let title = table.take("title").and_then(|node| fields.in_languages(node, "title"));
        let set = fields.required_in(table.take("set"), at, "set", "set = { q = [0, 1] }");
        let set = set.and_then(|node| fields.table(node, "set"));
        let set = set.zip(model).map_or_else(Vec::new, |(set, model)| settings(set, model, fields).0);
        interventions.extend(id.map(|id| Intervention { id: id.value, title, set }));
    }
    interventions
}

pub(super) fn new_id(
    table: &mut Table,
    at: usize,
    example: &str,
    ids: &mut HashMap<String, usize>,
    fields: &mut Fields,
) -> Option<Located<String>> {
    let node = fields.required_in(table.take("id"), at, "id", example)?;
    let id = fields.id(node)?;
    let line = fields.line(id.at);
    if let Some(earlier) = ids.get(&id.value) {
        fields.say(id.at, say::id_twice(&id.value, *earlier));
    } else {
        ids.insert(id.value.clone(), line);
    }
    Some(id)
}

/// The settings that can be read, and the byte each starts at.
pub(super) fn settings(set: Table, model: &Model, fields: &mut Fields) -> (Vec<Setting>, Vec<usize>) {
    let mut givens = model.givens.clone();
    // The scorer first: it brings the parameters that other settings may name.
    if let Some(Kind::Text(name)) = set.get("scorer").map(|entry| &entry.node.kind)
        && let Ok(kind) = scorer(name)
        && can_start(kind, &givens.scorer, givens.d_k())
    {
        givens.set_scorer(kind);
    }
    let scope = Scope { givens: &givens, names: &model.names, focused_row: None };
    let mut settings = Vec::new();
    let mut starts = Vec::new();
    for entry in set.entries {
        let start = entry.key_span.start;
        match Address::read(&entry.key, &scope) {
            Err(problem) => {
                let at = place_in_key(fields.text, &entry.key_span, &entry.key, problem.at);
                fields.say(at, problem.text);
            }
            Ok(address) => {
                if let Some(value) = value(entry.node, &address, start, &scope, fields) {
                    settings.push(Setting { address, value });
                    starts.push(start);
                }
            }
        }
    }
    for (first, second) in overlaps(&givens, &settings) {
        let written = |index: usize| settings[index].address.write(&scope);
        fields.say(starts[second], of_address::overlap(&written(first), &written(second)));
    }
    (settings, starts)
}

/// The byte of a character of a key, where the key is written as it is read; else where it starts.
fn place_in_key(text: &str, span: &std::ops::Range<usize>, key: &str, character: usize) -> usize {
    let written = text.get(span.clone()).unwrap_or_default();
    let inside = match written.find(key) {
        Some(start) if start <= 1 => start,
        _ => return span.start,
    };
    let offset = key.char_indices().nth(character).map_or(key.len(), |(byte, _)| byte);
    span.start + inside + offset
}

fn value(node: Node, address: &Address, key: usize, scope: &Scope, fields: &mut Fields) -> Option<Value> {
    let at = node.span.start;
    let name = address.write(scope);
    let complaint = match (address, &node.kind) {
        (_, Kind::Broken) => return None,
        (Address::Derived(_) | Address::Gradient(_), _) => {
            fields.say(key, of_address::cannot_be_set(&name));
            return None;
        }
        (Address::Numbers { tensor, .. }, Kind::Text(written))
            if written == FROM_WORDS && tensor.projection().is_some() =>
        {
            match scope.givens.origin {
                Some(_) => return Some(Value::FromWords),
                None => of_address::no_words_to_follow(&name),
            }
        }
        (Address::Numbers { .. }, _) => return numbers(node, address, &name, scope, fields).map(Value::Numbers),
        (Address::Scorer, Kind::Text(kind)) => match scorer(kind) {
            Ok(kind) if can_start(kind, &scope.givens.scorer, scope.givens.d_k()) => return Some(Value::Scorer(kind)),
            Ok(kind) => say::scorer_too_large(kind.name(), scope.givens.d_k()),
            Err(text) => text,
        },
        // Without words there has been a complaint about them, and none can be known.
        (Address::Target { .. }, Kind::Text(_)) if scope.names.words.is_empty() => return None,
        (Address::Target { .. }, Kind::Text(word)) => match target_word(word, scope) {
            Ok(word) => return Some(Value::Target(word)),
            Err(text) => text,
        },
        (Address::Scorer | Address::Target { .. }, _) => {
            fields.wrong_type(&node, &name, Wanted::Text);
            return None;
        }
        (Address::MaskSlot { .. } | Address::MaskCell { .. }, _) => {
            return fields.boolean(&node, &name).map(Value::Readable);
        }
    };
    fields.say(at, complaint);
    None
}

/// One number for a cell, a list for a row or a column, rows for a whole matrix.
fn numbers(node: Node, address: &Address, name: &str, scope: &Scope, fields: &mut Fields) -> Option<Vec<f64>> {
    let Address::Numbers { tensor, region } = *address else { return None };
    let at = node.span.start;
    let wanted = region_size(tensor, region, scope.givens);
    let shape = scope.givens.shape(tensor);
    if let Region::Cell(..) = region {
        if let Kind::Grid(Grid { scalars: Scalars::Numbers(numbers), rows: None }) = &node.kind
            && let [number] = numbers[..]
        {
            return Some(vec![number]);
        }
        if let Kind::Grid(Grid { rows: None, .. }) = &node.kind {
            fields.say(at, say::wrong_type(name, Wanted::Number, Found::Vector));
            return None;
        }
        return fields.number(&node, name).map(|number| vec![number]);
    }
    let is_vector = matches!(tensor, crate::engine::Tensor::Parameter(parameter) if !parameter.is_matrix());
    if region == Region::Whole && !is_vector {
        let (rows, columns) = shape?;
        let matrix = fields.matrix(node, name)?;
        if (matrix.rows, matrix.columns) != (rows, columns) {
            fields.say(at, say::wrong_shape(name, matrix.rows, matrix.columns, rows, columns));
            return None;
        }
        return Some(matrix.numbers);
    }
    let vector = fields.vector(node, name)?;
    if vector.value.len() != wanted {
        fields.say(at, of_address::wrong_count(name, wanted, vector.value.len()));
        return None;
    }
    Some(vector.value)
}

/// The tour. What its actions mean is not known here.
pub(super) fn steps(node: Option<Node>, fields: &mut Fields) -> Vec<Step> {
    let Some(node) = node else { return Vec::new() };
    let mut ids = HashMap::new();
    let mut steps = Vec::new();
    for Located { value: mut table, at } in fields.tables(node, "step") {
        fields.known_keys(&table, "[[step]]", &["id", "say", "do", "hold"]);
        let id = new_id(&mut table, at, "id = \"read\"", &mut ids, fields);
        let say = fields.required_in(table.take("say"), at, "say", "say = { en = \"…\", zh = \"…\" }");
        let say = say.and_then(|node| fields.in_languages(node, "say"));
        let actions = table.take("do").map_or_else(Vec::new, |node| actions(node, fields));
        let hold = table.take("hold").and_then(|node| {
            let hold = fields.number(&node, "hold")?;
            if hold < 0.0 {
                fields.say(node.span.start, say::bad_hold());
            }
            Some(hold)
        });
        steps.extend(id.zip(say).map(|(id, say)| Step { id: id.value, say, actions, hold }));
    }
    steps
}

fn actions(node: Node, fields: &mut Fields) -> Vec<StepAction> {
    if let Kind::List(nodes) = &node.kind
        && nodes.is_empty()
    {
        return Vec::new();
    }
    let strings = fields.strings(node, "do").unwrap_or_default();
    let place = |action: Located<String>| {
        let (line, column) = fields.place(action.at);
        StepAction { text: action.value, line, column }
    };
    strings.into_iter().map(place).collect()
}
