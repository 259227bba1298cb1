//! What a file holds beside its name and its tour: one body at its top, or one in each `[[reading]]`.

use super::branches::{interventions, new_id};
use super::fields::{Fields, Located};
use super::model;
use crate::scenario::document::{Kind, Node, Table};
use crate::scenario::readings::BY_PLACE;
use crate::scenario::{Body, Label, Names};
use crate::words::scenario_file as say;
use std::collections::HashMap;
use std::sync::Arc;

/// The keys of a body.
const BODY: [&str; 6] = ["source", "vocab", "query", "tensors", "scorer", "intervention"];

/// The body that stands in a table; `None` after a complaint.
pub(super) fn one(table: &mut Table, fields: &mut Fields) -> Option<Body> {
    let model = model::read(table, fields);
    let interventions = interventions(table.take("intervention"), model.as_ref(), fields);
    model.map(|model::Model { names, givens }| Body {
        names: Arc::<Names>::new(names),
        givens,
        interventions: interventions.into(),
    })
}

/// The readings of a file, those without a complaint; `root` is the table they stand in, beside which nothing else may
/// have a body.
pub(super) fn readings(node: Node, root: &Table, fields: &mut Fields) -> Vec<(Label, Body)> {
    for key in BODY {
        if let Some(entry) = root.get(key) {
            fields.say(entry.key_span.start, say::body_outside_a_reading(key));
        }
    }
    if let Kind::List(none) = &node.kind
        && none.is_empty()
    {
        fields.say(node.span.start, say::empty("reading"));
    }
    let mut ids = HashMap::new();
    let mut readings = Vec::new();
    for Located { value: mut table, at } in fields.tables(node, "reading") {
        let known: Vec<&str> = ["id", "title", "about"].into_iter().chain(BODY).collect();
        if let Some(entry) = table.get("step") {
            fields.say(entry.key_span.start, say::step_inside_a_reading());
            fields.known_keys(&table, "[[reading]]", &[&known[..], &["step"]].concat());
        } else {
            fields.known_keys(&table, "[[reading]]", &known);
        }
        let id = new_id(&mut table, at, "id = \"self\"", &mut ids, fields);
        if let Some(id) = id.as_ref().filter(|id| BY_PLACE.contains(&id.value.as_str())) {
            fields.say(id.at, say::reserved_reading_id(&id.value));
        }
        let title = table.take("title").and_then(|node| fields.in_languages(node, "title"));
        let about = table.take("about").and_then(|node| fields.in_languages(node, "about"));
        let body = fields.inside_reading(at, |fields| one(&mut table, fields));
        readings.extend(id.zip(body).map(|(id, body)| (Label { id: id.value, title, about }, body)));
    }
    readings
}
