//! The text form of actions: words separated by spaces, text with spaces in double quotes.

mod find;
mod learn;
mod plane;
mod shape;
mod study;
mod train;
mod translator;

use super::action::{Action, Form};
use super::{Backward, Direction, Focus, Foreseen, Jump, Model, Order, Panel, Reveal, Revealed, RevealedBack};
use super::{Theme, View, table};
use crate::engine::mistakes::Mistake;
use crate::engine::{Cell, Part, ScorerKind};
pub use crate::scenario::quoted;
use crate::scenario::{Address, Region, Separator, Setting, nearest, read_one};
use crate::words::{Lang, Text, command as say, explorer, gradients, mistakes, readings, teach};

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The word, without quotes around it.
    pub text: String,
    /// Whether it was in quotes: then it is a name, whatever it looks like.
    pub quoted: bool,
}

/// Splits a command into words. Quotes around a whole word are taken off; inside a word (`G[1,"give up"]`) they belong
/// to the address and stay.
///
/// # Errors
/// A quote that is not closed.
pub fn split(text: &str) -> Result<Vec<Token>, Text> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let mut quoted = false;
        let mut escaped = false;
        let end = rest
            .char_indices()
            .find(|&(_, c)| {
                if escaped {
                    escaped = false;
                } else if c == '\\' && quoted {
                    escaped = true;
                } else if c == '"' {
                    quoted = !quoted;
                } else if c.is_whitespace() && !quoted {
                    return true;
                }
                false
            })
            .map_or(rest.len(), |(at, _)| at);
        if quoted {
            return Err(say::open_quote());
        }
        let word = &rest[..end];
        let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"')).filter(|_| first == '"');
        words.push(match inner {
            Some(inner) => Token { text: inner.replace("\\\"", "\"").replace("\\\\", "\\"), quoted: true },
            None => Token { text: word.to_owned(), quoted: false },
        });
        rest = rest[end..].trim_start();
    }
    Ok(words)
}

impl Action {
    /// Reads a command against a model.
    ///
    /// # Errors
    /// What is wrong with it and what would be right.
    pub fn read(text: &str, model: &Model) -> Result<Action, Text> {
        let words = split(text)?;
        let Some((id, tokens)) = words.split_first() else { return Err(say::no_command()) };
        let id = id.text.as_str();
        let arguments: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let Some(entry) = table::entry(id) else {
            let known = table::ACTIONS.iter().map(|entry| entry.id);
            return Err(say::unknown_command(id, nearest(id, known)));
        };
        Reader { model, id: entry.id, form: entry.form, tokens }.read(&arguments)
    }
}

/// The name of a part in commands.
pub(super) fn part_name(part: Part) -> &'static str {
    match part {
        Part::Slot => "slot",
        Part::Word => "word",
        Part::Row => "row",
        Part::KeyComponent => "key",
        Part::ValueComponent => "value",
        Part::EmbeddingComponent => "embedding",
    }
}

struct Reader<'a> {
    model: &'a Model,
    /// The arguments as they were written.
    tokens: &'a [Token],
    id: &'static str,
    form: &'static str,
}

impl Reader<'_> {
    fn read(&self, arguments: &[&str]) -> Result<Action, Text> {
        let model = self.model;
        if let Some(meant) = self.in_study(arguments) {
            return meant;
        }
        if let Some(meant) = self.in_training(arguments) {
            return meant;
        }
        if let Some(meant) = self.in_decoder(arguments) {
            return meant;
        }
        match (self.id, arguments) {
            ("move", ["up"]) => Ok(Action::Move(Direction::Up)),
            ("move", ["down"]) => Ok(Action::Move(Direction::Down)),
            ("move", ["left"]) => Ok(Action::Move(Direction::Left)),
            ("move", ["right"]) => Ok(Action::Move(Direction::Right)),
            ("jump", ["start"]) => Ok(Action::Jump(Jump::Start)),
            ("jump", ["end"]) => Ok(Action::Jump(Jump::End)),
            ("jump", ["first"]) => Ok(Action::Jump(Jump::First)),
            ("jump", ["last"]) => Ok(Action::Jump(Jump::Last)),
            ("page", ["up"]) => Ok(Action::Page { down: false }),
            ("page", ["down"]) => Ok(Action::Page { down: true }),
            ("focus", [address]) => self.focus(address),
            ("row", [which]) => self.row(which),
            ("reading", ["next"]) => Ok(Action::NextReading { back: false }),
            ("reading", ["previous"]) => Ok(Action::NextReading { back: true }),
            ("reading", [which]) => self.reading(which).map(Action::Reading),
            ("edit", []) => Ok(Action::Edit),
            ("set", [address, values @ ..]) => {
                let written =
                    |token: &Token| if token.quoted { format!("\"{}\"", token.text) } else { token.text.clone() };
                let values: Vec<String> = self.tokens[self.tokens.len() - values.len()..].iter().map(written).collect();
                Setting::read(address, &values.join(" "), Separator::Space, &model.scope())
                    .map(|setting| Action::Set(vec![setting]))
                    .map_err(|problem| problem.text)
            }
            // An address alone is a step forgotten.
            ("nudge", [address]) if self.address(address).is_ok() => Err(self.usage()),
            ("nudge", [step]) => Ok(Action::Nudge(None, self.number(step)?)),
            ("nudge", [address, step]) => Ok(Action::Nudge(Some(self.cell(address)?), self.number(step)?)),
            ("push", arguments) => self.push(arguments),
            ("plane", arguments) => self.plane(arguments),
            ("mask", []) if matches!(model.view(), View::Rows | View::Readings) => match model.focus() {
                Focus::Attention(slot) => Ok(Action::Mask { row: Some(model.row()), slot }),
                _ => Err(say::no_slot_here()),
            },
            ("mask", ["causal", switch @ ..]) => {
                self.switch(switch, model.givens().mask.is_causal()).map(Action::Causal)
            }
            ("mask", []) => match model.focus().slot() {
                Some(slot) => Ok(Action::Mask { row: None, slot }),
                None => Err(say::no_slot_here()),
            },
            ("mask", [slot]) => {
                Ok(Action::Mask { row: None, slot: self.index(slot, model.givens().slots(), Part::Slot)? })
            }
            ("mask", [row, slot]) => Ok(Action::Mask {
                row: Some(self.index(row, model.givens().rows(), Part::Row)?),
                slot: self.index(slot, model.givens().slots(), Part::Slot)?,
            }),
            ("scorer", [kind]) => ScorerKind::ALL
                .into_iter()
                .find(|known| known.name() == *kind)
                .map(Action::Scorer)
                .ok_or_else(|| self.usage()),
            ("target", []) => match model.focus().word() {
                Some(word) => Ok(Action::Target(model.row(), Some(word))),
                None => Err(say::no_word_here()),
            },
            ("target", [word]) => Ok(Action::Target(model.row(), Some(self.word(word)?))),
            ("no-target", []) => Ok(Action::Target(model.row(), None)),
            ("undo", []) => Ok(Action::Undo),
            ("redo", []) => Ok(Action::Redo),
            ("branch", ["next"]) => Ok(Action::NextBranch { back: false }),
            ("branch", ["previous"]) => Ok(Action::NextBranch { back: true }),
            ("branch", [which]) => self.branch(which),
            ("reset", []) => Ok(Action::Reset),
            ("reset", ["step"]) => Ok(Action::ResetStep),
            ("pin", []) => Ok(Action::Pin),
            ("keep", [id] | [id, _]) if !super::state::can_name_a_branch(id) => Err(explorer::bad_id(id)),
            ("keep", [id]) => Ok(Action::Keep((*id).to_owned(), None)),
            ("keep", [id, title]) => Ok(Action::Keep((*id).to_owned(), Some((*title).to_owned()))),
            ("keep", _) => Err(say::keep_usage()),
            ("rename", ["slot", slot, name]) => {
                let slot = self.index(slot, model.givens().slots(), Part::Slot)?;
                Ok(Action::Rename(Part::Slot, slot, (*name).to_owned()))
            }
            ("rename", ["word", word, name]) => Ok(Action::Rename(Part::Word, self.word(word)?, (*name).to_owned())),
            ("rename", ["row", row, prefix]) => {
                let row = self.index(row, model.givens().rows(), Part::Row)?;
                Ok(Action::Rename(Part::Row, row, (*prefix).to_owned()))
            }
            ("add", arguments) => self.add(arguments),
            ("remove", arguments) => self.remove(arguments),
            ("open", [file]) => Ok(Action::Open(file.into())),
            ("save", []) => Ok(Action::Save(None)),
            ("save", [file]) => Ok(Action::Save(Some(file.into()))),
            ("order", []) => Ok(Action::Order(match model.order() {
                Order::Number => Order::Probability,
                Order::Probability => Order::Number,
            })),
            ("order", ["number"]) => Ok(Action::Order(Order::Number)),
            ("order", ["probability"]) => Ok(Action::Order(Order::Probability)),
            ("lang", []) => Ok(Action::Lang(model.preferences().lang.other())),
            ("lang", ["en"]) => Ok(Action::Lang(Lang::En)),
            ("lang", ["zh"]) => Ok(Action::Lang(Lang::Zh)),
            ("theme", []) => Ok(Action::Theme(model.preferences().theme.next())),
            ("theme", [name]) => Theme::ALL
                .into_iter()
                .find(|theme| theme.name() == *name)
                .map(Action::Theme)
                .ok_or_else(|| self.usage()),
            ("ascii", []) => Ok(Action::Ascii(!model.preferences().ascii)),
            ("ascii", ["on"]) => Ok(Action::Ascii(true)),
            ("ascii", ["off"]) => Ok(Action::Ascii(false)),
            ("view", []) => Ok(Action::View(model.view().next(model.has_board()))),
            ("view", ["readings"]) if !model.has_board() => Err(readings::no_readings()),
            ("view", ["gradients"]) if model.gradients_are_of_another_loss() => Err(mistakes::no_gradients()),
            ("view", [name]) => self.named(name, &View::ALL, View::name).map(Action::View),
            ("mistake", ["off"]) => Ok(Action::Mistake(None)),
            ("mistake", [id]) => Mistake::from_id(id).map(|mistake| Action::Mistake(Some(mistake))).ok_or_else(|| {
                let near = nearest(id, Mistake::ALL.iter().map(|mistake| mistake.id()));
                say::no_such_mistake(id, near)
            }),
            ("compare", ["off"]) => Ok(Action::Compare(None)),
            ("compare", [kind]) => {
                self.named(kind, &ScorerKind::ALL, ScorerKind::name).map(|kind| Action::Compare(Some(kind)))
            }
            ("contrast", []) => Ok(Action::Contrast(None)),
            ("contrast", [against]) => self.contrast(None, against),
            ("contrast", [word, against]) => self.contrast(Some(word), against),
            ("transpose", switch) => self.switch(switch, model.is_transposed()).map(Action::Transpose),
            ("slot", [which]) => self.slot(which),
            ("word", [which]) => self.go_to_word(which),
            ("big", ["none"]) => Ok(Action::Choose(None)),
            ("big", []) => self.number_here().map(|address| Action::Choose(Some(address))),
            ("big", [address]) => self.one_number(address).map(|address| Action::Choose(Some(address))),
            ("reveal", ["next"]) => Ok(Action::RevealStep { back: false }),
            ("reveal", ["previous"]) => Ok(Action::RevealStep { back: true }),
            ("reveal", ["all"]) => Ok(Action::Reveal(Revealed::default())),
            ("reveal", ["none"]) => Ok(Action::Reveal(Revealed::NOTHING)),
            ("reveal", [name]) => {
                self.named(name, &Reveal::ALL, Reveal::name).map(|last| Action::Reveal(Revealed::up_to(last)))
            }
            ("measure", []) => Ok(Action::Measure(None)),
            ("measure", [address]) => self.one_number(address).map(|address| Action::Measure(Some(address))),
            ("backward", ["next"]) => Ok(Action::BackwardStep { back: false }),
            ("backward", ["previous"]) => Ok(Action::BackwardStep { back: true }),
            ("backward", ["all"]) => Ok(Action::Backward(RevealedBack::default())),
            ("backward", ["none"]) => Ok(Action::Backward(RevealedBack::NOTHING)),
            ("backward", [name]) => {
                self.named(name, &Backward::ALL, Backward::name).map(|last| Action::Backward(RevealedBack::up_to(last)))
            }
            ("explain", []) => Ok(Action::Explain(None)),
            ("explain", [address]) => self.one_number(address).map(|address| Action::Explain(Some(address))),
            ("unfold", []) => Ok(Action::Unfold(None)),
            ("unfold", [address]) => self.one_number(address).map(|address| Action::Unfold(Some(address))),
            ("laws", switch) => self.switch(switch, model.panel() == Some(&Panel::Laws)).map(Action::Laws),
            ("close", []) => Ok(Action::Close),
            ("scroll", ["up"]) => Ok(Action::Scroll { down: false }),
            ("scroll", ["down"]) => Ok(Action::Scroll { down: true }),
            ("copy", []) => Ok(Action::Copy(Form::Text)),
            ("copy", [name]) => self.named(name, &Form::ALL, Form::name).map(Action::Copy),
            ("step", ["next"]) => Ok(Action::NextStep { back: false }),
            ("step", ["previous"]) => Ok(Action::NextStep { back: true }),
            ("step", [which]) => self.step(which),
            ("tour", []) => Ok(Action::Tour { leave: false }),
            ("tour", ["leave"]) => Ok(Action::Tour { leave: true }),
            ("predict", []) => Ok(Action::Predict(model.next_to_foresee())),
            ("predict", ["edit"]) => Ok(Action::Predict(Foreseen::Edit)),
            ("predict", ["end"]) => Ok(Action::EndPrediction),
            ("predict", [which]) => match self.branch(which)? {
                Action::Branch(branch) => Ok(Action::Predict(Foreseen::Branch(branch))),
                _ => Err(self.usage()),
            },
            ("learn", arguments) => self.learn(arguments),
            ("train", arguments) => self.train(arguments),
            ("study", arguments) => self.study(arguments),
            ("translate", arguments) => self.translate(arguments),
            ("decode", arguments) => self.decode(arguments),
            ("keys", switch) => self.switch(switch, model.stagecraft().keys.is_shown()).map(Action::Keys),
            ("blank", []) => Ok(Action::Blank),
            ("lock", switch) => self.switch(switch, model.stagecraft().locked).map(Action::Lock),
            ("mouse", switch) => self.switch(switch, model.stagecraft().mouse).map(Action::Mouse),
            ("palette", []) => Ok(Action::Palette(String::new())),
            ("palette", [text]) => Ok(Action::Palette((*text).to_owned())),
            ("help", []) => Ok(Action::Help),
            ("redraw", []) => Ok(Action::Redraw),
            ("suspend", []) => Ok(Action::Suspend),
            ("quit", []) => Ok(Action::Quit),
            _ => Err(self.usage()),
        }
    }

    /// `on`, `off`, or the other of the two.
    fn switch(&self, argument: &[&str], now: bool) -> Result<bool, Text> {
        match argument {
            [] => Ok(!now),
            ["on"] => Ok(true),
            ["off"] => Ok(false),
            _ => Err(self.usage()),
        }
    }

    /// One of a few things by its name.
    fn named<T: Copy>(&self, name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Result<T, Text> {
        all.iter().copied().find(|one| name_of(*one) == name).ok_or_else(|| self.usage())
    }

    /// A step by its id or its number.
    fn step(&self, which: &str) -> Result<Action, Text> {
        let steps = &self.model.state().scenario.steps;
        if steps.is_empty() {
            return Err(teach::no_tour());
        }
        let by_id = steps.iter().position(|step| step.id == which);
        let by_number = which.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        by_id.or(by_number.filter(|at| *at < steps.len())).map(Action::Step).ok_or_else(|| {
            let near = nearest(which, steps.iter().map(|step| step.id.as_str()));
            teach::no_such_step(which, steps.len(), near)
        })
    }

    /// An address of one number.
    fn one_number(&self, text: &str) -> Result<Address, Text> {
        let address = self.address(text)?;
        if address.is_one_number() { Ok(address) } else { Err(say::not_one_number(text)) }
    }

    /// The number under the cursor.
    fn number_here(&self) -> Result<Address, Text> {
        self.model.address_at(self.model.focus()).ok_or_else(teach::no_number_here)
    }

    fn usage(&self) -> Text {
        say::usage(self.id, self.form)
    }

    fn address(&self, text: &str) -> Result<Address, Text> {
        Address::read(text, &self.model.scope()).map_err(|problem| problem.text)
    }

    fn cell(&self, text: &str) -> Result<Cell, Text> {
        match self.address(text)? {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => Ok(Cell::new(tensor, row, column)),
            Address::Derived(_) => Err(say::not_given(text)),
            _ => Err(say::not_one_number(text)),
        }
    }

    fn focus(&self, text: &str) -> Result<Action, Text> {
        let address = self.address(text)?;
        if let Address::Gradient(of) = &address {
            return Err(gradients::seen_in_their_view(&of.write(&self.model.scope())));
        }
        Focus::of_address(&address, self.model.givens(), self.model.row())
            .map(|(row, focus)| Action::Focus(row, focus))
            .ok_or_else(|| say::not_on_the_screen(text))
    }

    fn number(&self, text: &str) -> Result<f64, Text> {
        read_one(text).map(|reading| reading.value).map_err(|problem| problem.text)
    }

    /// A place counted from 1, given as one counted from 0.
    fn index(&self, text: &str, count: usize, part: Part) -> Result<usize, Text> {
        match text.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => Ok(number - 1),
            _ => Err(say::no_such_part(part_name(part), text, count)),
        }
    }

    /// A word: a bare integer is its number, anything else its name.
    fn word(&self, text: &str) -> Result<usize, Text> {
        let words = &self.model.names().words;
        let quoted = self.tokens.iter().any(|token| token.quoted && token.text == text);
        if !quoted && text.parse::<usize>().is_ok() {
            return self.index(text, words.len(), Part::Word);
        }
        words.iter().position(|word| word == text).ok_or_else(|| {
            let few = if words.len() <= 8 { words.as_slice() } else { &[] };
            say::no_such_word(text, few, nearest(text, words.iter().map(String::as_str)))
        })
    }

    fn row(&self, which: &str) -> Result<Action, Text> {
        let (row, rows) = (self.model.row(), self.model.givens().rows());
        match which {
            "next" if row + 1 < rows => Ok(Action::Row(row + 1)),
            "previous" if row > 0 => Ok(Action::Row(row - 1)),
            "next" | "previous" => Err(say::no_other_row(rows)),
            which if which.parse::<usize>().is_ok() => Ok(Action::Row(self.index(which, rows, Part::Row)?)),
            name => self.row_named(name).map(Action::Row),
        }
    }

    fn branch(&self, which: &str) -> Result<Action, Text> {
        let interventions = &self.model.state().scenario.interventions;
        if let Some(found) = interventions.iter().position(|intervention| intervention.id == which) {
            return Ok(Action::Branch(Some(found)));
        }
        match which.parse::<usize>() {
            _ if which == "baseline" => Ok(Action::Branch(None)),
            Ok(0) => Ok(Action::Branch(None)),
            Ok(number) if number <= interventions.len() => Ok(Action::Branch(Some(number - 1))),
            _ => {
                let known: Vec<&str> = interventions.iter().map(|intervention| intervention.id.as_str()).collect();
                Err(say::no_such_branch(which, &known))
            }
        }
    }
}
