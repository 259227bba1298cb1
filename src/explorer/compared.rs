//! Another scorer beside the one in use, on the same givens.

use super::Model;
use super::docked::{Ink, Line, Lines};
use crate::engine::{Givens, ScorerKind, Spread, Stage, Trace};
use crate::scenario::{Address, Setting, Value, apply};
use crate::words::{Text, number, observations, reading as say, width};

/// The other scorer, and what follows from it.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Which one.
    pub kind: ScorerKind,
    /// The same givens with it.
    pub givens: Givens,
    /// What follows from them.
    pub trace: Trace,
}

impl Compared {
    /// Of some givens; what is known of an earlier comparison is shared.
    ///
    /// # Errors
    /// Why the scorer cannot be put in its place.
    pub(super) fn of(givens: &Givens, kind: ScorerKind, earlier: Option<&Self>) -> Result<Self, Text> {
        let mut other = givens.clone();
        apply(&mut other, &[Setting { address: Address::Scorer, value: Value::Scorer(kind) }])
            .map_err(|problem| problem.text)?;
        let trace = earlier.map_or_else(|| Trace::new(&other), |earlier| earlier.trace.after(&other));
        Ok(Self { kind, givens: other, trace })
    }
}

impl Model {
    /// The scorer that is beside the one in use.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// Puts another scorer beside the one in use, or takes it away.
    pub(super) fn compare(&mut self, kind: Option<ScorerKind>) {
        let Some(kind) = kind else {
            self.compared = None;
            if self.panel == Some(super::Panel::Scorers) {
                self.open_panel(None);
            }
            return self.say(say::compared_no_more());
        };
        if kind == self.givens().scorer.kind {
            return self.refuse(say::compared_with_itself(kind.name()));
        }
        match Compared::of(self.givens(), kind, None) {
            Ok(compared) => {
                self.compared = Some(compared);
                self.open_panel(Some(super::Panel::Scorers));
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// Follows a change of the givens.
    pub(super) fn compare_anew(&mut self) {
        let Some(compared) = self.compared.take() else { return };
        self.compared = Compared::of(&self.state.givens, compared.kind, Some(&compared)).ok();
    }

    /// The weights of both scorers, slot by slot, and how far each is spread.
    pub(super) fn scorer_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let Some(compared) = &self.compared else { return Lines::of(Vec::new()) };
        let row = self.row();
        let (own, other) = (self.givens().scorer.kind, compared.kind);
        let name_cells = self.name_widths.0.clamp(4, 12);
        // Number and name, then e and α of each.
        let slots = self.givens().slots();
        let digits = slots.to_string().len();
        let label = digits + 1 + usize::from(name_cells) + 2;
        let narrow = cells < label + 2 * COLUMN;
        let column = if narrow { WEIGHT } else { COLUMN };
        let head = |kind: ScorerKind| {
            let symbol =
                if narrow { "α".to_owned() } else { width::right("e", COLUMN - WEIGHT) + &width::right("α", WEIGHT) };
            let name = width::cut(kind.name(), column - 3);
            // The name where the first symbol leaves room.
            let symbols = width::right(&self.drawn(&symbol), column);
            let free = symbols.len() - symbols.trim_start().len();
            if narrow || name.len() >= free {
                return width::right(&name, column);
            }
            format!("{:>width$}{}", name, &symbols[free - 1..], width = free - 1)
        };
        let mut lines = vec![
            Line::new(width::left("j", label), Ink::Quiet)
                .with(head(own), Ink::Source)
                .with("  ", Ink::Quiet)
                .with(head(other), Ink::Source)
                .with(format!("  {}", say::same_givens().get(lang)), Ink::Quiet),
        ];
        for (kind, trace) in [(own, self.trace()), (other, &compared.trace)] {
            let reading = trace.reading(row);
            if let (Ok(scores), Ok(attention), true) =
                (reading.scores, reading.attention, self.shows_stage(Stage::Attention))
            {
                let sentence = observations::spread_of_reading(&Spread::of(&scores, &attention));
                // The scorer's name says whose weights they are.
                let sentence = sentence.get(lang);
                let text = format!("{}{}", kind.name(), sentence.strip_prefix('α').unwrap_or(sentence));
                lines.extend(self.wrapped(&text, cells, Ink::Plain));
            }
        }
        let names = &self.names().slots;
        Lines::and_more(lines, slots, move |slot| {
            let number_and_name =
                format!("{:>digits$} {}", slot + 1, width::cut(&names[slot], usize::from(name_cells)));
            let mut line = Line::new(width::left(&number_and_name, label), Ink::Plain);
            for trace in [self.trace(), &compared.trace] {
                let reading = trace.reading(row);
                let text = |shown: bool, value: Option<f64>| match value {
                    _ if !shown => "?".to_owned(),
                    Some(value) => number::derived(value, WEIGHT - 1).trim_start().to_owned(),
                    None => "−".to_owned(),
                };
                let score = reading.scores.as_ref().ok().and_then(|scores| scores.get(slot));
                let weight = reading.attention.as_ref().ok().map(|attention| attention.get(slot));
                let score = text(self.shows_stage(Stage::Scores), score);
                let weight = text(self.shows_stage(Stage::Attention), weight);
                if !narrow {
                    line = line.with(width::right(&self.drawn(&score), COLUMN - WEIGHT), Ink::Plain);
                }
                line = line.with(width::right(&self.drawn(&weight), WEIGHT), Ink::Source).with("  ", Ink::Quiet);
            }
            line
        })
    }
}

/// A weight and the gap before it.
const WEIGHT: usize = 10;

/// A score and a weight.
const COLUMN: usize = 20;
