//! The command palette: finds an action by any part of its name in either language, and takes whole commands.

use super::action::Action;
use super::{Model, command, table};
use crate::engine::ScorerKind;
use crate::engine::mistakes::Mistake;
use crate::words::{Text, explorer, mistakes, reading};

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
    /// It was found by a word of its explanation only: it is offered, but not run unasked.
    pub remote: bool,
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
            let named = [entry.id, &entry.title.en, &entry.title.zh, entry.also];
            let told = [&entry.help.en, &entry.help.zh];
            let rank = if entry.id.starts_with(&wanted) {
                0
            } else if named.iter().any(|name| name.to_lowercase().contains(&wanted)) {
                1
            } else if told.iter().any(|name| name.to_lowercase().contains(&wanted)) {
                2
            } else {
                return None;
            };
            Some((rank, Suggestion { remote: rank == 2, ..of_entry(entry) }))
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
        remote: false,
    }
}

/// What can be said of learning and of the pictures, each as an example that can be gone on from.
const LEARN: &[&str] = &[
    "step",
    "run",
    "run 100",
    "stop",
    "only q",
    "only q,K",
    "only G",
    "rate 0.5",
    "method descent",
    "method momentum",
    "method adam",
    "at first",
    "at previous",
    "at next",
    "at last",
    "show",
];
const PLANE: &[&str] = &["key 1 2", "key principal", "value 1 2", "value principal", "sweep on", "sweep off"];

/// Values that can be listed for the first argument of an action.
fn arguments(id: &str, argument: &str, model: &Model) -> Vec<Suggestion> {
    let Some(entry) = table::entry(id) else { return Vec::new() };
    let fits = |name: &str| name.to_lowercase().contains(argument);
    let state = model.state();
    let choice = |name: &str, title: Text| Suggestion {
        command: format!("{id} {}", command::quoted(name)),
        form: "",
        title,
        key: None,
        remote: false,
    };
    // A choice is found by its own name, or by its own title where it has one; at most so many are listed.
    const LISTED: usize = 100;
    let branches = |first: &str, title: Text| -> Vec<Suggestion> {
        let interventions = state.scenario.interventions.iter();
        let interventions = interventions.map(|intervention| (intervention.id.as_str(), intervention.told()));
        std::iter::once((first, title))
            .chain(interventions)
            .filter(|(name, title)| fits(name) || fits(&title.en) || fits(&title.zh))
            .map(|(name, title)| choice(name, title))
            .collect()
    };
    let listed: Vec<Suggestion> = match id {
        "branch" => branches("baseline", explorer::baseline()),
        "predict" => branches("edit", entry.title.clone()),
        "reading" => {
            let labels = state.scenario.all_readings().filter_map(|reading| reading.label);
            let fitting = labels.filter(|label| {
                let title = label.told();
                fits(&label.id) || fits(&title.en) || fits(&title.zh)
            });
            fitting.map(|label| choice(&label.id, label.told())).collect()
        }
        "step" => state
            .scenario
            .steps
            .iter()
            .filter(|step| fits(&step.id))
            .take(LISTED)
            .map(|step| choice(&step.id, step.say.clone()))
            .collect(),
        "scorer" | "compare" => {
            let kinds = ScorerKind::ALL.iter().map(|kind| (kind.name(), explorer::scorer_formula(*kind)));
            let off = (id == "compare").then(|| ("off", reading::compared_no_more()));
            kinds
                .chain(off)
                .filter(|(name, title)| fits(name) || fits(&title.en))
                .map(|(name, title)| choice(name, title))
                .collect()
        }
        "mistake" => Mistake::ALL
            .into_iter()
            .map(|mistake| (mistake.id(), mistakes::title(mistake)))
            .chain([("off", reading::mistake_ends())])
            .filter(|(name, title)| fits(name) || fits(&title.en) || fits(&title.zh))
            .map(|(name, title)| choice(name, title))
            .collect(),
        "slot" => {
            let slots = model.names().slots.iter().filter(|slot| fits(slot)).take(LISTED);
            slots.map(|slot| choice(slot, entry.title.clone())).collect()
        }
        "word" => {
            let words = model.names().words.iter().filter(|word| fits(word)).take(LISTED);
            words.map(|word| choice(word, entry.title.clone())).collect()
        }
        "row" => {
            let prefixes = model.names().prefixes.iter().flatten().filter(|prefix| fits(prefix)).take(LISTED);
            let steps = ["next", "previous"].into_iter().filter(|name| fits(name));
            let rows = prefixes.map(String::as_str).chain(steps);
            rows.map(|name| choice(name, entry.title.clone())).collect()
        }
        "target" => {
            let words = model.names().words.iter().filter(|word| fits(word)).take(LISTED);
            words.map(|word| choice(word, entry.title.clone())).collect()
        }
        "open" => crate::scenario::builtin::ALL
            .iter()
            .filter(|builtin| builtin.id.starts_with(argument))
            .map(|builtin| choice(builtin.id, explorer::built_in()))
            .collect(),
        "learn" | "plane" => {
            let said = if id == "learn" { LEARN } else { PLANE };
            let whole = |said: &&&str| said.starts_with(argument);
            let line = |said: &&str| Suggestion { command: format!("{id} {said}"), ..choice("", Text::default()) };
            said.iter().filter(whole).map(line).collect()
        }
        _ if !entry.form.contains([' ', '…']) && entry.form.contains('|') => entry
            .form
            .trim_matches(['[', ']'])
            .split('|')
            // Its beginning, not any letter of it: a slip of the finger means none of them.
            .filter(|name| !name.chars().any(char::is_uppercase) && name.starts_with(argument))
            .map(|name| choice(name, entry.title.clone()))
            .collect(),
        _ => return vec![of_entry(entry)],
    };
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
    // Any text could be a file's name; the beginning of a built-in scenario's means that one.
    let means_builtin =
        id == "open" && !arguments.is_empty() && suggestion.is_some_and(|line| line.command.starts_with(typed));
    if is_command
        && chosen == 0
        && !means_builtin
        && let Ok(action) = read
    {
        return Decision::Run(action);
    }
    match (suggestion, read) {
        // Found by a word of its explanation: it is named first, so that nothing is done that nobody named.
        (Some(suggestion), _) if suggestion.remote => Decision::Complete(suggestion.command.clone()),
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
