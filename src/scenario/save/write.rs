//! A scenario as a new TOML file, and the TOML of its parts.

use crate::engine::{Embedding, Givens, Lines, Mask, Parameter, ScorerKind, Tensor};
use crate::scenario::address::tensor_name;
use crate::scenario::difference::set_by_hand;
use crate::scenario::number::write_number;
use crate::scenario::setting::FROM_WORDS;
use crate::scenario::{Address, Intervention, Label, Names, OneReading, Region, Scenario, Scope, Setting, Step, Value};
use crate::words::Text;
use std::fmt::Write;

/// Characters a line of settings may have before they are given a line each.
const LINE: usize = 100;

/// The whole scenario as a file, which reads back as the same scenario. Vectors stand a line each; numbers are the
/// shortest that read back as the same bits.
pub fn to_toml(scenario: &Scenario) -> String {
    let Scenario { id, title, about, steps, .. } = scenario;
    let mut file = format!("format = 1\nid = {}\n", string(id));
    told(&mut file, title.as_ref(), about.as_ref());
    for reading in scenario.all_readings() {
        if let Some(Label { id, title, about }) = reading.label {
            file.push_str("\n[[reading]]\n");
            line(&mut file, "id", &string(id));
            told(&mut file, title.as_ref(), about.as_ref());
        }
        body(&mut file, &reading);
    }
    for step in steps.iter() {
        file.push('\n');
        file.push_str(&self::step(step));
    }
    file
}

fn told(file: &mut String, title: Option<&Text>, about: Option<&Text>) {
    for (key, value) in [("title", title), ("about", about)] {
        if let Some(value) = value {
            line(file, key, &text(value));
        }
    }
}

/// The body of a scenario, or of one of its readings.
fn body(file: &mut String, reading: &OneReading<'_>) {
    let OneReading { label, names, givens, interventions } = *reading;
    let under = under(label.is_some());
    file.push_str(&format!("\n[{under}source]\n"));
    line(file, "slots", &strings(&names.slots));
    if let Some(mask) = mask(&givens.mask) {
        line(file, "mask", &mask);
    }
    file.push_str(&format!("\n[{under}vocab]\n"));
    line(file, "words", &strings(&names.words));
    if !rows_are_bare(givens, names) {
        for row in 0..givens.rows() {
            file.push('\n');
            file.push_str(&query(under, givens, names, row));
        }
    }
    file.push_str(&format!("\n[{under}tensors]\n"));
    for tensor in tensors(givens) {
        line(file, tensor_name(tensor), &matrix(&rows(givens, tensor)));
    }
    let scope = Scope { givens, names, focused_row: None };
    file.push_str(&set(&format!("{under}tensors"), &set_by_hand(givens), &scope).unwrap_or_default());
    if let Some(scorer) = scorer(under, givens) {
        file.push('\n');
        file.push_str(&scorer);
    }
    for intervention in interventions.iter() {
        file.push('\n');
        file.push_str(&self::intervention(under, intervention, givens, names));
    }
}

/// What stands before the names in the headers of a body: nothing at the top of a file.
pub(super) fn under(in_a_reading: bool) -> &'static str {
    if in_a_reading { "reading." } else { "" }
}

pub(super) fn line(file: &mut String, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(file, "{key} = {value}");
}

/// One `[[query]]`; `under` is what stands before the name in its header.
pub(super) fn query(under: &str, givens: &Givens, names: &Names, row: usize) -> String {
    let mut table = format!("[[{under}query]]\n");
    if let Some(prefix) = names.prefixes.get(row).and_then(Option::as_ref) {
        line(&mut table, "prefix", &string(prefix));
    }
    if givens.origin.is_none() {
        line(&mut table, "q", &numbers(givens.queries.line(row)));
    }
    if let Some(target) = target(givens, names, row) {
        line(&mut table, "target", &target);
    }
    if let Some(bias) = &givens.bias[row] {
        line(&mut table, "bias", &numbers(bias.line(0)));
    }
    table
}

/// Whether nothing at all is to be said of the rows: they follow from the words, and none has a prefix, a target or
/// constants.
pub(super) fn rows_are_bare(givens: &Givens, names: &Names) -> bool {
    givens.origin.is_some()
        && givens.targets.iter().all(Option::is_none)
        && givens.bias.iter().all(Option::is_none)
        && names.prefixes.iter().all(Option::is_none)
}

/// The tensors that stand under `[tensors]`, in order.
pub(super) fn tensors(givens: &Givens) -> impl Iterator<Item = Tensor> {
    let themselves = [Tensor::Keys, Tensor::Values].into_iter().filter(|_| givens.origin.is_none());
    let of_words = Tensor::OF_WORDS.into_iter().filter(|tensor| givens.shape(*tensor).is_some());
    themselves.chain(of_words).chain([Tensor::Head])
}

/// The target word of a row, quoted.
pub(super) fn target(givens: &Givens, names: &Names, row: usize) -> Option<String> {
    givens.targets[row].and_then(|word| names.words.get(word)).map(|word| string(word))
}

/// `[scorer]`; nothing for a dot product without parameters in reserve.
pub(super) fn scorer(under: &str, givens: &Givens) -> Option<String> {
    let scorer = &givens.scorer;
    let parameters: Vec<Parameter> = Parameter::ALL.into_iter().filter(|&p| scorer.get(p).is_some()).collect();
    if scorer.kind == ScorerKind::Dot && parameters.is_empty() {
        return None;
    }
    let mut table = format!("[{under}scorer]\n");
    line(&mut table, "kind", &string(scorer.kind.name()));
    for parameter in parameters {
        if let Some(value) = self::parameter(givens, parameter) {
            line(&mut table, parameter.name(), &value);
        }
    }
    Some(table)
}

/// A parameter's value.
pub(super) fn parameter(givens: &Givens, parameter: Parameter) -> Option<String> {
    let lines = givens.scorer.get(parameter)?;
    Some(if parameter.is_matrix() { matrix(&by_line(lines)) } else { numbers(lines.line(0)) })
}

/// One `[[intervention]]`.
pub(super) fn intervention(under: &str, intervention: &Intervention, givens: &Givens, names: &Names) -> String {
    let mut table = format!("[[{under}intervention]]\nid = {}\n", string(&intervention.id));
    if let Some(title) = &intervention.title {
        line(&mut table, "title", &text(title));
    }
    let scope = Scope { givens, names, focused_row: None };
    let header = format!("{under}intervention");
    table.push_str(&set(&header, &intervention.set, &scope).unwrap_or_else(|| "set = {}\n".to_owned()));
    table
}

/// The settings below a header: `set = {…}` where they fit on a line, else a section of their own; nothing of none.
fn set(header: &str, settings: &[Setting], scope: &Scope) -> Option<String> {
    let settings: Vec<(String, String)> = settings.iter().map(|setting| key_and_value(setting, scope)).collect();
    let pairs: Vec<String> = settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let inline = pairs.join(", ");
    if inline.is_empty() {
        return None;
    }
    let mut lines = String::new();
    if inline.chars().count() <= LINE && !inline.contains('\n') {
        line(&mut lines, "set", &format!("{{ {inline} }}"));
    } else {
        if header.ends_with("tensors") {
            lines.push('\n');
        }
        lines.push_str(&format!("[{header}.set]\n"));
        settings.iter().for_each(|(key, value)| line(&mut lines, key, value));
    }
    Some(lines)
}

/// A setting as it stands in `set`.
pub(super) fn key_and_value(setting: &Setting, scope: &Scope) -> (String, String) {
    (key(&setting.address.write(scope)), setting_value(setting, scope))
}

/// The value of a setting as it stands in `set`.
pub(super) fn setting_value(setting: &Setting, scope: &Scope) -> String {
    match &setting.value {
        Value::Scorer(kind) => string(kind.name()),
        Value::Target(word) => string(word.and_then(|word| scope.names.words.get(word)).map_or("", |word| word)),
        Value::Readable(readable) => readable.to_string(),
        Value::FromWords => string(FROM_WORDS),
        Value::Numbers(values) => match setting.address {
            Address::Numbers { region: Region::Cell(..), .. } => numbers(values).trim_matches(['[', ']']).to_owned(),
            Address::Numbers { tensor, region: Region::Whole } if !is_vector(tensor) => {
                let rows = rows_in(tensor, scope.givens).max(1);
                matrix(&values.chunks((values.len() / rows).max(1)).map(<[f64]>::to_vec).collect::<Vec<_>>())
            }
            _ => numbers(values),
        },
    }
}

fn is_vector(tensor: Tensor) -> bool {
    matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix())
}

/// How many rows a tensor has; of a parameter the baseline lacks, as many as its scorer would start with.
fn rows_in(tensor: Tensor, givens: &Givens) -> usize {
    givens.shape(tensor).map_or_else(
        || {
            let mut with = givens.clone();
            let owner = |kind: &ScorerKind| {
                matches!(tensor, Tensor::Parameter(parameter) if kind.parameters().contains(&parameter))
            };
            if let Some(kind) = ScorerKind::ALL.into_iter().find(owner) {
                with.set_scorer(kind);
            }
            with.shape(tensor).map_or(1, |(rows, _)| rows)
        },
        |(rows, _)| rows,
    )
}

/// One `[[step]]`.
pub(super) fn step(step: &Step) -> String {
    let mut table = format!("[[step]]\nid = {}\n", string(&step.id));
    line(&mut table, "say", &text(&step.say));
    if !step.actions.is_empty() {
        line(&mut table, "do", &strings(step.actions.iter().map(|action| &action.text)));
    }
    if let Some(hold) = step.hold {
        line(&mut table, "hold", &write_number(hold));
    }
    table
}

/// A tensor row by row, as written on paper; nothing of one the model does not have.
pub(super) fn rows(givens: &Givens, tensor: Tensor) -> Vec<Vec<f64>> {
    let origin = givens.origin.as_ref();
    let by_column = match tensor {
        Tensor::Keys => return by_line(&givens.keys),
        Tensor::Values => return by_line(&givens.values),
        Tensor::SourceEmbeddings => return origin.map_or_else(Vec::new, |origin| by_line(origin.source())),
        Tensor::TargetEmbeddings => return origin.and_then(Embedding::target).map_or_else(Vec::new, by_line),
        Tensor::Head => Some(&givens.head),
        projection => origin.and_then(|origin| origin.projection(projection)),
    };
    let Some(columns) = by_column else { return Vec::new() };
    let mut rows = vec![Vec::with_capacity(columns.count()); columns.width()];
    for column in columns.iter() {
        rows.iter_mut().zip(column).for_each(|(row, &number)| row.push(number));
    }
    rows
}

pub(super) fn by_line(lines: &Lines) -> Vec<Vec<f64>> {
    lines.iter().map(<[f64]>::to_vec).collect()
}

/// A mask; nothing where nothing is masked.
pub(super) fn mask(mask: &Mask) -> Option<String> {
    let row = |row: &[bool]| format!("[{}]", row.iter().map(bool::to_string).collect::<Vec<_>>().join(", "));
    match mask {
        Mask::Padding { readable, causal } => {
            let padded = readable.contains(&false);
            match (padded, causal) {
                (false, false) => None,
                (false, true) => Some(string("causal")),
                (true, false) => Some(row(readable)),
                (true, true) => Some(format!("{{ padding = {}, causal = true }}", row(readable))),
            }
        }
        Mask::Cells(cells) => {
            let rows: Vec<String> = cells.iter().map(|cells| format!("  {},\n", row(cells))).collect();
            Some(format!("[\n{}]", rows.concat()))
        }
    }
}

/// A vector on one line.
pub(super) fn numbers(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|&value| write_number(value)).collect();
    format!("[{}]", values.join(", "))
}

/// A matrix, a row a line.
pub(super) fn matrix(rows: &[Vec<f64>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("  {},\n", numbers(row))).collect();
    format!("[\n{}]", rows.concat())
}

fn strings<S: AsRef<str>>(values: impl IntoIterator<Item = S>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| string(value.as_ref())).collect();
    format!("[{}]", values.join(", "))
}

/// A text in both languages, or one string where they are the same.
pub(super) fn text(text: &Text) -> String {
    if text.en == text.zh {
        string(&text.en)
    } else {
        format!("{{ en = {}, zh = {} }}", string(&text.en), string(&text.zh))
    }
}

/// A basic string on one line.
pub(super) fn string(value: &str) -> String {
    let mut quoted = String::from("\"");
    for symbol in value.chars() {
        match symbol {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\0'..='\u{1F}' | '\u{7F}' => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(symbol));
            }
            _ => quoted.push(symbol),
        }
    }
    quoted.push('"');
    quoted
}

/// A key: bare where TOML allows it, else in the quotation marks that need no escapes, if there are any.
pub(super) fn key(name: &str) -> String {
    let bare = |symbol: char| symbol.is_ascii_alphanumeric() || matches!(symbol, '-' | '_');
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else if name.contains(['"', '\\']) && !name.contains('\'') && !name.chars().any(char::is_control) {
        format!("'{name}'")
    } else {
        string(name)
    }
}
