//! The command palette: finds an action by any part of its name in either language, and takes whole commands.

use super::action::Action;
use super::{Model, command, table};
use crate::engine::ScorerKind;
use crate::words::Text;

/// One line offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The command, or the name of the action when arguments are still to be typed.
    pub command: String,
    /// The arguments still to be typed, as shown.
    pub form: &'static str,
    /// What it does.
    pub title: Text,
    /// Its first key, if it has one.
    pub key: Option<String>,
}

impl Suggestion {
    /// The text of the field after Tab.
    pub fn completed(&self) -> String {
        if self.form.is_empty() { self.command.clone() } else { format!("{} ", self.command) }
    }

    fn needs_more(&self) -> bool {
        !self.form.is_empty() && !self.form.starts_with('[')
    }
}

/// What Enter does.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Carries an action out.
    Run(Action),
    /// Puts a text into the field, for its arguments to be typed.
    Complete(String),
    /// Says why not.
    Refuse(Text),
}

/// What to offer for the text so far, best first.
pub fn suggestions(text: &str, model: &Model) -> Vec<Suggestion> {
    let wanted = text.trim_start().to_lowercase();
    if let Some((id, argument)) = wanted.split_once(char::is_whitespace) {
        return arguments(id, argument.trim_start(), model);
    }
    let mut found: Vec<(u8, Suggestion)> = table::ACTIONS
        .iter()
        .filter_map(|entry| {
            let names = [entry.id, &entry.title.en, &entry.title.zh, &entry.help.en, &entry.help.zh];
            let rank = names.iter().position(|name| name.to_lowercase().contains(&wanted))?;
            let rank = if entry.id.starts_with(&wanted) { 0 } else { u8::try_from(rank + 1).unwrap_or(u8::MAX) };
            Some((rank, of_entry(entry)))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, suggestion)| suggestion).collect()
}

fn of_entry(entry: &'static table::Entry) -> Suggestion {
    Suggestion {
        command: entry.id.to_owned(),
        form: entry.form,
        title: entry.title.clone(),
        key: entry.key_labels().into_iter().next(),
    }
}

/// Values that can be listed for the first argument of an action.
fn arguments(id: &str, argument: &str, model: &Model) -> Vec<Suggestion> {
    let Some(entry) = table::entry(id) else { return Vec::new() };
    let names = model.names();
    let choices: Vec<(String, Text)> = match id {
        "branch" => std::iter::once(("baseline".to_owned(), crate::words::explorer::baseline()))
            .chain(model.state().scenario.interventions.iter().map(|intervention| {
                let title = intervention.title.clone().unwrap_or_else(|| Text::same(intervention.id.clone()));
                (intervention.id.clone(), title)
            }))
            .collect(),
        "scorer" => ScorerKind::ALL
            .iter()
            .map(|kind| (kind.name().to_owned(), crate::words::explorer::scorer_formula(*kind)))
            .collect(),
        "target" => names.words.iter().map(|word| (word.clone(), entry.title.clone())).collect(),
        "open" => {
            crate::scenario::builtin::ALL.iter().map(|builtin| (builtin.id.to_owned(), Text::default())).collect()
        }
        _ if !entry.form.contains([' ', '…']) && entry.form.contains('|') => entry
            .form
            .trim_matches(['[', ']'])
            .split('|')
            .filter(|choice| !choice.chars().any(char::is_uppercase))
            .map(|choice| (choice.to_owned(), entry.title.clone()))
            .collect(),
        _ => return vec![of_entry(entry)],
    };
    let listed: Vec<Suggestion> = choices
        .into_iter()
        .filter(|(choice, title)| {
            [choice, title.en.as_ref(), title.zh.as_ref()].iter().any(|name| name.to_lowercase().contains(argument))
        })
        .take(100)
        .map(|(choice, title)| Suggestion {
            command: format!("{id} {}", command::quoted(&choice)),
            form: "",
            title,
            key: None,
        })
        .collect();
    // Nothing fits: then at least how it is said.
    if listed.is_empty() { vec![of_entry(entry)] } else { listed }
}

/// What Enter does with the text typed and the line chosen. A whole command is run as it stands; a part of a name, or of
/// an argument that can be listed, means the line chosen. What was typed is never thrown away: it is completed, run, or
/// refused where it stands.
pub fn decide(text: &str, chosen: usize, suggestions: &[Suggestion], model: &Model) -> Decision {
    let typed = text.trim();
    let (id, arguments) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let is_command = table::entry(id).is_some();
    let read = Action::read(typed, model);
    let suggestion = suggestions.get(chosen);
    if is_command
        && chosen == 0
        && let Ok(action) = read
    {
        return Decision::Run(action);
    }
    match (suggestion, read) {
        // A name, or a part of one: its arguments are still to be typed.
        (Some(suggestion), _) if arguments.is_empty() && suggestion.needs_more() => {
            Decision::Complete(suggestion.completed())
        }
        // The line chosen stands for a whole command.
        (Some(suggestion), _) if suggestion.command != id => match Action::read(&suggestion.command, model) {
            Ok(action) => Decision::Run(action),
            Err(problem) => Decision::Refuse(problem),
        },
        (_, Ok(action)) => Decision::Run(action),
        (_, Err(problem)) => Decision::Refuse(problem),
    }
}
