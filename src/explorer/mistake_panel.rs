//! The panel of a mistake that is switched on: what is computed, how people come to it, which laws break, and the wrong
//! numbers beside the right ones.

use super::docked::{Ink, Line, Lines};
use super::{Focus, Model, Seen, Standing};
use crate::engine::laws::Verdict;
use crate::engine::mistakes::Mistake;
use crate::engine::{RowGradients, Stage};
use crate::words::{Text, laws, mistakes as say, number, reading, width};

/// A number with its sign and the gap before it.
const COLUMN: usize = 12;

impl Model {
    /// The panel's lines.
    pub(super) fn mistake_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let Some(mistaken) = self.mistaken() else { return Lines::of(Vec::new()) };
        let mistake = mistaken.mistake();
        let names = self.names();
        let wrong = mistaken.row(self.row());
        let text = |text: &Text| self.drawn(text.get(lang));
        let wrapped = |of: &Text, ink| self.wrapped(of.get(lang), cells, ink);
        let head = Line::new(format!("! {}", text(&say::title(mistake))), Ink::Wrong)
            .with(format!("  {}", text(&say::wrong_formula(mistake))), Ink::Strong);
        let right = text(&reading::right_is(&say::right_formula(mistake)));
        let both = head.clone().with(format!("   {right}"), Ink::Quiet);
        let mut lines = Vec::new();
        if width::width(&both.text()) <= cells {
            lines.push(both);
        } else if width::width(&head.text()) <= cells {
            lines.push(head);
            lines.extend(self.wrapped(&right, cells, Ink::Quiet));
        } else {
            lines.push(Line::new(format!("! {}", text(&say::title(mistake))), Ink::Wrong));
            lines.extend(wrapped(&say::wrong_formula(mistake), Ink::Strong));
            lines.extend(self.wrapped(&right, cells, Ink::Quiet));
        }
        // What can be seen of it is told as far as what it is seen in is.
        match say::difference(mistaken.difference_of(&wrong), &names.slots, &names.words) {
            _ if !self.revealed().is_whole() => {}
            Some(none) => lines.extend(wrapped(&none, Ink::Moved)),
            None => lines.extend(wrapped(&say::outcome(mistaken, &wrong, &names.slots, &names.words), Ink::Moved)),
        }
        if self.revealed().is_whole() {
            lines.extend(wrapped(&self.broken(mistake), Ink::Plain));
        }
        lines.extend(wrapped(&say::what(mistake), Ink::Plain));
        lines.extend(wrapped(&say::origin(mistake), Ink::Plain));
        if mistake != Mistake::GradientWithoutCoupling {
            lines.extend(wrapped(&say::no_gradients(), Ink::Quiet));
        }
        let table = self.side_by_side(mistake);
        let head = width::right(&text(&reading::wrong()), COLUMN) + &width::right(&text(&reading::right()), COLUMN);
        lines.push(Line::new(" ".repeat(self.label_cells()) + &head, Ink::Quiet));
        Lines::and_more(lines, table.count, move |at| table.line(self, at))
    }

    /// The laws that break, by their formulas; or that none does, which is worth a sentence.
    fn broken(&self, mistake: Mistake) -> Text {
        let broken = self.holding().checks.iter().filter(|check| check.verdict == Verdict::Broken);
        let formulas: Vec<Text> = broken.map(|check| laws::formula(check.law)).collect();
        let elsewhere =
            self.mistaken().filter(|_| self.trace().is_light()).map_or(0, |of_all| of_all.every_row().broken);
        match (formulas.is_empty(), elsewhere) {
            (false, _) => reading::breaks(&formulas),
            (true, 0) => say::no_law_breaks(mistake),
            (true, rows) => reading::breaks_elsewhere(rows),
        }
    }

    fn label_cells(&self) -> usize {
        // `α_12 ` and a name.
        6 + usize::from(self.name_widths.0.max(self.name_widths.1).clamp(4, 12)) + 1
    }

    fn side_by_side(&self, mistake: Mistake) -> Table {
        let givens = self.givens();
        if mistake == Mistake::GradientWithoutCoupling {
            return Table { symbol: "∂L/∂e", count: givens.slots(), kind: Kind::Gradient };
        }
        match mistake.touches(Stage::Attention) {
            true => Table { symbol: "α", count: givens.slots(), kind: Kind::Focus(Focus::Attention) },
            false => Table { symbol: "p", count: givens.words(), kind: Kind::Focus(Focus::Probability) },
        }
    }
}

/// The wrong numbers beside the right ones, a place a line.
struct Table {
    symbol: &'static str,
    count: usize,
    kind: Kind,
}

enum Kind {
    Focus(fn(usize) -> Focus),
    Gradient,
}

impl Table {
    fn line(&self, model: &Model, place: usize) -> Line {
        let row = model.row();
        let lang = model.preferences().lang;
        let names = model.names();
        let (name, ink) = match self.symbol {
            "p" => (&names.words[place], Ink::Vocab),
            _ => (&names.slots[place], Ink::Source),
        };
        let label = model.drawn(&format!("{}_{} {name}", self.symbol, place + 1));
        let cells = model.label_cells();
        let label = width::left(&width::cut(&label, cells), cells);
        let line = Line::new(label, Ink::Plain);
        let written = |value: Option<f64>| value.map_or_else(String::new, |value| number::derived(value, COLUMN - 3));
        let (wrong, right, is_wrong) = match self.kind {
            Kind::Focus(focus) => {
                let focus = focus(place);
                if !model.shows(focus) {
                    return line
                        .with(width::right("?", COLUMN), Ink::Quiet)
                        .with(width::right("?", COLUMN), Ink::Quiet);
                }
                let wrong = match model.seen(row, focus) {
                    Seen::Number(value) => written(Some(value)),
                    Seen::Words(how) => model.drawn(say::short(how).get(lang)),
                    Seen::Nothing => "−".to_owned(),
                };
                let right = model.number(row, focus).map_or_else(|| "−".to_owned(), |value| written(Some(value)));
                (wrong, right, model.standing(row, focus) == Standing::Wrong)
            }
            Kind::Gradient => {
                if !model.shows_stage(Stage::Loss) {
                    return line.with(width::right("?", COLUMN), Ink::Quiet);
                }
                let right = RowGradients::of(model.givens(), model.trace(), row).ok();
                let right = right.and_then(|gradients| gradients.scores.get(place).copied());
                let wrong = model.mistaken().and_then(|mistaken| mistaken.gradients()).and_then(Result::ok);
                let wrong = wrong.map(|gradients| gradients.scores().get(row, place));
                (written(wrong), written(right), wrong != right)
            }
        };
        let sign = if is_wrong { "!" } else { " " };
        line.with(width::right(&wrong, COLUMN - 1), ink)
            .with(sign, if is_wrong { Ink::Wrong } else { Ink::Plain })
            .with(width::right(&model.drawn(&right), COLUMN), Ink::Plain)
    }
}
