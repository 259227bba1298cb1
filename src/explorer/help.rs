//! The lines of the help screen, made from the table of actions.

use super::Model;
use super::table::{self, Group};
use crate::words::help as say;

/// One line of help.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A heading.
    Heading(String),
    /// An action: its keys, its command, its title.
    Action {
        /// Its keys.
        keys: Vec<String>,
        /// The name and the arguments.
        command: String,
        /// What it does.
        title: String,
        /// More about it.
        help: String,
    },
    /// A paragraph.
    Text(String),
    /// Nothing.
    Blank,
}

/// All lines: the scenario first, then what can be done.
pub fn lines(model: &Model) -> Vec<Line> {
    let lang = model.preferences().lang;
    let scenario = &model.state().scenario;
    let mut lines = Vec::new();
    if let Some(about) = &scenario.about {
        let title = scenario.title.as_ref().map_or("", |title| title.get(lang));
        lines.push(Line::Heading(format!("{}  {title}", scenario.id)));
        lines.extend(about.get(lang).lines().map(|line| Line::Text(line.to_owned())));
        lines.push(Line::Blank);
    }
    lines.extend([Line::Text(say::opening().get(lang).to_owned()), Line::Blank]);
    for group in Group::ALL {
        lines.push(Line::Heading(group.title().get(lang).to_owned()));
        for entry in table::ACTIONS.iter().filter(|entry| entry.group == group) {
            lines.push(Line::Action {
                keys: entry.key_labels(),
                command: format!("{} {}", entry.id, entry.form).trim_end().to_owned(),
                title: entry.title.get(lang).to_owned(),
                help: entry.help.get(lang).to_owned(),
            });
        }
        lines.push(Line::Blank);
    }
    lines.push(Line::Heading(say::signs_heading().get(lang).to_owned()));
    lines.extend(say::signs().iter().map(|sign| Line::Text(sign.get(lang).to_owned())));
    lines
}

/// The last line that can be the first shown, on a screen of this size.
pub fn last_first(model: &Model, size: (u16, u16)) -> usize {
    let shown = usize::from(size.1.saturating_sub(3)).max(1);
    wrapped(model, size.0.saturating_sub(2)).len().saturating_sub(shown)
}

/// The lines broken to a width, each with how it is shown.
pub fn wrapped(model: &Model, width: u16) -> Vec<Wrapped> {
    let width = usize::from(width).max(20);
    let mut out = Vec::new();
    for line in lines(model) {
        match line {
            Line::Blank => out.push(Wrapped { text: String::new(), look: Look::Plain }),
            Line::Heading(text) => out.push(Wrapped { text, look: Look::Heading }),
            Line::Text(text) => wrap(&text, width, 0, Look::Plain, &mut out),
            Line::Action { keys, command, title, help } => {
                out.push(Wrapped { text: format!("{command}  {title}"), look: Look::Action(command.chars().count()) });
                let mut line = String::new();
                for key in keys {
                    if !line.is_empty() && line.chars().count() + 2 + key.chars().count() + 4 > width {
                        out.push(Wrapped { text: format!("    {line}"), look: Look::Keys });
                        line.clear();
                    }
                    line.push_str(if line.is_empty() { "" } else { "  " });
                    line.push_str(&key);
                }
                if !line.is_empty() {
                    out.push(Wrapped { text: format!("    {line}"), look: Look::Keys });
                }
                wrap(&help, width, 4, Look::Plain, &mut out);
            }
        }
    }
    out
}

/// A line of the help screen that fits its width.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrapped {
    /// The text, its indent included.
    pub text: String,
    /// How it is shown.
    pub look: Look,
}

/// How a line of the help screen is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As text.
    Plain,
    /// As a heading.
    Heading,
    /// As keys.
    Keys,
    /// As an action; so many characters of it are the command.
    Action(usize),
}

fn wrap(text: &str, width: usize, indent: usize, look: Look, out: &mut Vec<Wrapped>) {
    for line in crate::words::width::wrap(text, width.saturating_sub(indent)) {
        out.push(Wrapped { text: " ".repeat(indent) + &line, look });
    }
}
