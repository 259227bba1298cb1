//! How the number under the cursor, or another one, came about: as lines of the dock, as marks on the screen, as a text
//! to be copied.

use super::action::Form;
use super::docked::{Ink, Line, Lines};
use super::panel::Panel;
use super::{Effect, Focus, Model, Provenance, Seen, Standing, View};
use crate::engine::{Mark, Tensor};
use crate::explain::{self, Account, Context, Explanation};
use crate::scenario::{Address, Derived, evaluate};
use crate::words::{Text, explain as say, given, mistakes, number, reading, teach, width};

/// Terms of a long sum written out before its middle is folded.
const TERMS: usize = 8;

/// The longest text handed to the clipboard, in bytes: terminals drop longer sequences. The terminal room has the same
/// limit; a test holds the two together.
pub const LONGEST_COPY: usize = 74_994;

/// What is said in short of the number under the cursor.
pub struct Brief {
    /// Its address or name.
    pub name: String,
    /// What it is.
    pub what: Text,
    /// Symbol, formula, numbers put in, result; empty where nothing is to be said, or not yet.
    pub parts: Vec<String>,
    /// What has to be said of the printed numbers: that they do not give the printed result.
    pub notes: Vec<Text>,
    /// How it stands to the baseline.
    pub against: Text,
    /// What it says, in words.
    pub in_words: Vec<Text>,
}

impl Brief {
    pub(super) fn of(name: String, what: Text) -> Self {
        Self { name, what, parts: Vec::new(), notes: Vec::new(), against: Text::default(), in_words: Vec::new() }
    }

    /// The chain of equals with so many of its members left out, the symbols first and the result never. What the printed
    /// numbers do not bear out is not called equal.
    pub fn chain(&self, left_out: usize) -> String {
        let Some((result, before)) = self.parts.split_last() else { return String::new() };
        let Some((first, middle)) = before.split_first() else { return result.clone() };
        let middle = &middle[left_out.min(middle.len())..];
        let before: Vec<&str> = std::iter::once(first).chain(middle).map(String::as_str).collect();
        let sign = if self.notes.is_empty() || middle.is_empty() { "=" } else { "≈" };
        format!("{} {sign} {result}", before.join(" = "))
    }

    /// How many members of the chain can be left out.
    pub fn members(&self) -> usize {
        self.parts.len().saturating_sub(2)
    }
}

impl Model {
    /// The number that is explained: that of the panel, else that under the cursor. A name has none.
    pub fn explained(&self) -> Option<Address> {
        match &self.panel {
            Some(Panel::Explanation { of: Some(address), .. }) => Some(self.rather_the_row(address.clone())),
            _ => self.address_at(self.focus),
        }
    }

    /// Where there is one row, the total loss is explained as the row's, which it is.
    fn rather_the_row(&self, address: Address) -> Address {
        match address {
            Address::Derived(Derived::Loss { row: None }) if self.givens().rows() == 1 => {
                Address::Derived(Derived::Loss { row: Some(0) })
            }
            address => address,
        }
    }

    /// The explanation of a number, with so many terms of a long sum written out.
    pub fn explanation(&self, address: &Address, terms: usize) -> Explanation<'_> {
        let context = Context { givens: self.givens(), trace: self.trace(), names: self.names(), terms };
        explain::explain(&context, address)
    }

    /// Opens the explanation of a number in full, or closes it when it is open.
    pub(super) fn explain_in_full(&mut self, of: Option<Address>) {
        if of.is_none() && self.address_at(self.focus).is_none() {
            return self.refuse(teach::no_number_here());
        }
        let open = of.is_none() && matches!(&self.panel, Some(Panel::Explanation { of: None, .. }));
        let of = self.go_to_explained(of);
        self.open_panel((!open).then_some(Panel::Explanation { of, unfolded: false }));
    }

    /// Puts the cursor on a number that is to be explained, where it has a place in this view; the explanation then goes
    /// with the cursor. What has none (scorer parameters, the sum of several losses) is explained from afar.
    fn go_to_explained(&mut self, of: Option<Address>) -> Option<Address> {
        let address = self.rather_the_row(of?);
        self.view_with_gradient(&address);
        if matches!(address, Address::Gradient(_)) && self.view != View::Gradients {
            return Some(address);
        }
        let total = address == Address::Derived(Derived::Loss { row: None });
        match Focus::of_address(&address, self.givens(), self.row) {
            Some((row, focus)) if !total => {
                self.show_row(row);
                self.set_focus(focus);
                None
            }
            _ => Some(address),
        }
    }

    /// Writes the sum out, that of the number explained (`None`) or of another, or folds it again.
    pub(super) fn unfold(&mut self, of: Option<Address>) {
        let shown = match &self.panel {
            Some(Panel::Explanation { of, unfolded }) => Some((of.clone(), *unfolded)),
            _ => None,
        };
        let named = of.is_some();
        let of = self.go_to_explained(of);
        let (of, unfolded) = match (of, shown) {
            (of, _) if named => (of, true),
            (_, Some((of, unfolded))) => (of, !unfolded),
            (of, None) => (of, true),
        };
        let Some(address) = of.clone().or_else(|| self.address_at(self.focus)) else {
            return self.refuse(teach::no_number_here());
        };
        if self.is_hidden(&address) {
            return self.refuse(teach::hidden());
        }
        if self.explanation(&address, 1).terms_count() < 2 {
            return self.refuse(teach::nothing_to_unfold());
        }
        self.open_panel(Some(Panel::Explanation { of, unfolded }));
    }

    /// Hands the explanation to the clipboard.
    pub(super) fn copy(&mut self, form: Form) -> Option<Effect> {
        let Some(address) = self.explained() else {
            self.refuse(teach::nothing_to_copy());
            return None;
        };
        if self.is_hidden(&address) {
            self.refuse(teach::hidden());
            return None;
        }
        let lang = self.preferences.lang;
        let named = self.mistake().map(|mistake| reading::explains_the_right_one(&mistakes::title(mistake)));
        let text = {
            let explanation = self.explanation(&address, if self.is_unfolded() { usize::MAX } else { TERMS });
            match form {
                Form::Text => explain::copy_text(&explanation, lang),
                Form::Latex => explain::copy_latex(&explanation, lang),
                Form::Markdown => explain::copy_markdown(&explanation, lang),
            }
        };
        // What leaves the screen carries the mistake's name.
        let text = match named {
            Some(named) if form == Form::Latex => format!("% {}\n{text}", named.get(lang)),
            Some(named) => format!("{}\n\n{text}", named.get(lang)),
            None => text,
        };
        if text.len() > LONGEST_COPY {
            self.refuse(teach::too_long_to_copy(text.len()));
            return None;
        }
        self.say(teach::copied(form.name()));
        Some(Effect::Copy(text))
    }

    pub(super) fn is_unfolded(&self) -> bool {
        matches!(self.panel, Some(Panel::Explanation { unfolded: true, .. }))
    }

    /// Whether a derived number is not revealed yet.
    pub fn is_hidden(&self, address: &Address) -> bool {
        match Focus::of_address(address, self.givens(), self.row) {
            Some((_, focus)) if matches!(address, Address::Gradient(_)) => !self.shows_gradient(focus),
            Some((_, focus)) => !self.shows(focus),
            None => false,
        }
    }

    /// The explanation in full, as lines: what it is, the formula and its numbers, what has to be said of rounding, where
    /// it comes from and where it goes. Unfolded, the terms of its sum follow, one a line.
    pub(super) fn explanation_lines(&self, unfolded: bool, cells: usize) -> Lines<'_> {
        let lang = self.preferences.lang;
        let Some(address) = self.explained() else {
            return Lines::of(vec![Line::new(teach::no_number_here().get(lang), Ink::Quiet)]);
        };
        let explanation = self.explanation(&address, TERMS);
        let unfolded = unfolded && explanation.terms_count() > 1;
        let mut lines = vec![
            Line::new(address.told(&self.scope()), Ink::Strong)
                .with(format!("  {}", explanation.what.get(lang)), Ink::Quiet),
        ];
        if self.is_hidden(&address) {
            lines.push(Line::new(teach::hidden().get(lang), Ink::Plain));
            return Lines::of(lines);
        }
        let against = self.against(&address);
        let room = cells.saturating_sub(width::width(&lines[0].text()) + 3);
        if width::width(against.get(lang)) <= room && !against.get(lang).is_empty() {
            lines[0] = lines[0].clone().with(format!("   {}", against.get(lang)), Ink::Quiet);
        }
        if let Some(mistake) = self.mistake() {
            let title = mistakes::title(mistake);
            lines.extend(self.wrapped(reading::explains_the_right_one(&title).get(lang), cells, Ink::Moved));
        }
        match &explanation.account {
            // The terms are what was asked for: the formula and the result, and then they.
            Account::Derived(_) if unfolded => {
                let parts = explanation.parts_text(lang);
                let ends = [parts.first(), parts.get(1).filter(|_| parts.len() > 2), parts.last()];
                let ends: Vec<&str> = ends.into_iter().flatten().map(String::as_str).collect();
                lines.extend(self.wrapped(&ends.join(" = "), cells, Ink::Plain));
            }
            Account::Sentence(reason) => lines.extend(self.wrapped(reason.get(lang), cells, Ink::Target)),
            Account::Given(_) => {
                lines.extend(self.wrapped(&explanation.parts_text(lang).join(" = "), cells, Ink::Plain))
            }
            Account::Derived(_) => {
                // The formula on lines of its own, then each step with its numbers.
                let parts = explanation.parts_text(lang);
                lines.extend(self.steps(&parts, cells));
            }
        }
        for text in explanation.in_words.iter().filter(|_| !unfolded) {
            lines.extend(self.wrapped(text.get(lang), cells, Ink::Strong));
        }
        let notes = if unfolded { Vec::new() } else { explanation.notes() };
        for note in notes {
            lines.extend(self.wrapped(note.get(lang), cells, Ink::Moved));
        }
        if let Some(proof) = explanation.proof.as_ref().filter(|_| !unfolded) {
            lines.extend(self.wrapped(proof.heading.get(lang), cells, Ink::Strong));
            lines.extend(self.steps(&explanation.proof_text(lang).concat(), cells));
            for note in proof.notes() {
                lines.extend(self.wrapped(note.get(lang), cells, Ink::Moved));
            }
            lines.extend(self.wrapped(proof.conclusion.get(lang), cells, Ink::Strong));
        }
        if unfolded {
            return self.with_terms(lines, explanation);
        }
        if explanation.terms_count() > TERMS {
            lines.push(Line::new(teach::unfolds(explanation.terms_count()).get(lang), Ink::Quiet));
        }
        if !explanation.from.is_empty() {
            let from = say::from(&explanation.write_all(&explanation.from));
            lines.extend(self.wrapped(from.get(lang), cells, Ink::Underlined));
        }
        let sign = if explanation.into.is_empty() { "" } else { "» " };
        lines.extend(self.wrapped(&format!("{sign}{}", explanation.onward.get(lang)), cells, Ink::Quiet));
        Lines::of(lines)
    }

    /// Lines, and after them the terms of a sum, one a line.
    pub(super) fn with_terms<'a>(&self, mut lines: Vec<Line>, explanation: Explanation<'a>) -> Lines<'a> {
        let lang = self.preferences.lang;
        let terms = explanation.terms_count();
        lines.push(Line::new(say::terms(terms).get(lang), Ink::Quiet));
        Lines::and_more(lines, terms, move |at| match explanation.term(at) {
            Some(term) => {
                let name = width::cut(&term.name, 12);
                let label = format!("{}  {name}", term.label());
                let value = explain::as_result(term.value);
                // What the printed numbers do not give is not called equal to them.
                let printed = evaluate(&term.formula.ascii()).map(explain::as_result);
                let sign = if printed.is_ok_and(|printed| printed == value) { "=" } else { "≈" };
                Line::new(label, Ink::Strong).with(format!("  {} {sign} {value}", term.text(lang)), Ink::Plain)
            }
            None => Line::default(),
        })
    }

    /// What is said in short of what the cursor is on. A given number explains itself by the first number it goes into.
    pub fn brief(&self, terms: usize) -> Brief {
        if self.view == View::Study {
            return self.brief_in_study();
        }
        if self.view == View::Training {
            return self.brief_in_training();
        }
        if self.view == View::Decoder {
            return self.brief_in_decoder(terms);
        }
        let lang = self.preferences.lang;
        let Some(address) = self.address_at(self.focus) else {
            let names = self.names();
            let (name, what) = match self.focus {
                Focus::Slot(j) => (names.slots[j].clone(), say::slot(j + 1)),
                Focus::Word(w) => (names.words[w].clone(), say::word(w + 1)),
                _ => (String::new(), Text::default()),
            };
            return Brief::of(name, what);
        };
        let explanation = self.explanation(&address, terms);
        let (name, what) = (address.told(&self.scope()), explanation.what.clone());
        if let Address::Gradient(of) = &address {
            return self.gradient_brief(Brief::of(name, what), of, &explanation);
        }
        if self.standing(self.row, self.focus) == Standing::Wrong && !self.is_hidden(&address) {
            let result = match self.seen(self.row, self.focus) {
                Seen::Number(value) => explain::as_result(value),
                Seen::Words(how) => mistakes::long(how, &self.names().slots, &self.names().words).get(lang).to_owned(),
                Seen::Nothing => "−".to_owned(),
            };
            let parts = vec![explanation.symbol.text(lang), result];
            let against = self.against(&address);
            return Brief { parts, against, ..Brief::of(name, what) };
        }
        if self.is_hidden(&address) {
            return Brief { against: teach::hidden(), ..Brief::of(name, what) };
        }
        let against = self.against(&address);
        let told = |of: &Explanation<'_>| (of.parts_text(lang), of.notes());
        let (what, (parts, notes)) = match &explanation.account {
            // In place of a number that is not there stands why.
            Account::Sentence(reason) if self.focus.stage().is_some() => (reason.clone(), Default::default()),
            Account::Sentence(_) => (what, Default::default()),
            Account::Derived(_) => (what, told(&explanation)),
            Account::Given(_) => {
                let next = self.next_of(self.focus).filter(|next| self.shows(*next));
                let next = next.and_then(|next| next.address(self.row)).map(|next| self.explanation(&next, terms));
                (what, next.filter(|next| next.value().is_some()).map(|next| told(&next)).unwrap_or_default())
            }
        };
        Brief { parts, notes, against, ..Brief::of(name, what) }
    }

    /// The derived number by which a given one is explained: the first it goes into that is on the main screen.
    fn next_of(&self, given: Focus) -> Option<Focus> {
        let readable = |slot: &usize| self.givens().mask.readable(self.row, *slot);
        match given {
            Focus::Query(_) => (0..self.givens().slots()).find(readable).map(Focus::Score),
            Focus::Key(j, _) => Some(j).filter(readable).map(Focus::Score),
            Focus::Value(_, d) => Some(Focus::Context(d)),
            Focus::Head(_, w) | Focus::Bias(w) => Some(Focus::Logit(w)),
            Focus::Entry(Tensor::SourceEmbeddings, j, _) => Some(Focus::Key(j, 0)),
            Focus::Entry(Tensor::TargetEmbeddings, t, _) if t == self.row => Some(Focus::Query(0)),
            Focus::Entry(Tensor::QueryProjection, _, i) => Some(Focus::Query(i)),
            Focus::Entry(Tensor::KeyProjection, _, i) => Some(Focus::Key(0, i)),
            Focus::Entry(Tensor::ValueProjection, _, d) => Some(Focus::Value(0, d)),
            Focus::Entry(Tensor::Parameter(_), ..) => (0..self.givens().slots()).find(readable).map(Focus::Score),
            _ => None,
        }
    }

    /// How a number stands to the baseline's, in words; empty when nothing is to be said.
    fn against(&self, address: &Address) -> Text {
        if let Address::Gradient(of) = address {
            return self.value_beside(of);
        }
        let Some((row, focus)) = Focus::of_address(address, self.givens(), self.row) else { return Text::default() };
        if let Some(cell) = focus.cell(row) {
            let before = self.state().scenario.givens.get(cell).map_or_else(|| "0".to_owned(), number::exact);
            let now = self.givens().get(cell).unwrap_or_default();
            return match self.provenance(cell) {
                Provenance::Edit => say::own_edit(&before),
                Provenance::Branch => say::by_branch(&before),
                Provenance::Tour => say::by_tour(&before),
                Provenance::FromWords { moved: true } => given::moved_with_words(&before),
                Provenance::FromWords { moved: false } => Text::default(),
                Provenance::Overridden => {
                    let given = self.givens().from_words(cell).map_or_else(|| "−".to_owned(), number::exact);
                    given::overridden(&given, &self.address_of(cell))
                }
                // Nothing to compare: then all its digits, where the cell could not show them.
                Provenance::Baseline if number::exact(now).len() > 6 => say::exactly(&number::exact(now)),
                Provenance::Baseline => Text::default(),
            };
        }
        let total = *address == Address::Derived(Derived::Loss { row: None });
        if self.mistake().is_some() {
            return match (self.standing(row, focus), self.number(row, focus)) {
                (Standing::Wrong, Some(right)) if !total => {
                    reading::instead_of(number::derived(right, 12).trim_start())
                }
                (Standing::Wrong, None) if !total => reading::instead_of_none(),
                _ => Text::default(),
            };
        }
        if !self.differs().any() || total {
            return Text::default();
        }
        let (Some(mark), Some(now)) = (self.mark(row, focus), self.number(row, focus)) else { return Text::default() };
        match (mark, self.number_before(row, focus)) {
            (Mark::Same, _) => say::same_as_baseline(),
            (Mark::WithinRounding, _) => say::near_baseline(),
            (Mark::Moved, Some(before)) => {
                let difference = number::difference(now - before, 10);
                say::against_baseline(number::derived(before, 12).trim_start(), difference.trim_start())
            }
            (Mark::Moved, None) => Text::default(),
        }
    }

    /// A chain of equals: on one line where it fits, else each member on lines of its own.
    pub(super) fn steps(&self, parts: &[String], cells: usize) -> Vec<Line> {
        let whole = parts.join(" = ");
        // On a narrow screen every line counts.
        if width::width(&whole) <= cells || cells < 60 {
            return self.wrapped(&whole, cells, Ink::Plain);
        }
        let mut lines = Vec::new();
        let mut line = parts.first().cloned().unwrap_or_default();
        for part in &parts[1.min(parts.len())..] {
            let longer = format!("{line} = {part}");
            if width::width(&longer) <= cells {
                line = longer;
            } else {
                lines.extend(self.wrapped(&line, cells, Ink::Plain));
                line = format!("  = {part}");
            }
        }
        lines.extend(self.wrapped(&line, cells, Ink::Plain));
        lines
    }
}
