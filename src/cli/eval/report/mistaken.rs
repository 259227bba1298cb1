//! What a person reads of a mistake: its name at the head and at every row, its numbers, and beside those it touches the
//! right ones.

use super::super::evaluation::Made;
use super::{Column, Entry, Grid, Page, Report, Symbol, at, derived, of_row};
use crate::engine::mistakes::{Figure, NoFigure, WrongRow};
use crate::engine::{NoLoss, Stage};
use crate::words::{cli_eval as words, laws, mistakes, undefined as why};
use std::io;

impl Report<'_> {
    /// The title of everything, so that no part of it that begins here can pass for right.
    pub(super) fn title_under(&self, made: &Made, title: &str) -> String {
        self.say(&words::titled_by_mistake(made.mistake().id(), title))
    }

    /// What the mistake is, below the head.
    pub(super) fn about_mistake(&self, page: &mut dyn Page, made: &Made) -> io::Result<()> {
        let mistake = made.mistake();
        let names = self.evaluation.names();
        page.section(&self.say(&words::mistake(mistake.id(), &mistakes::title(mistake))))?;
        let mut facts = vec![
            (&words::COMPUTES, mistakes::what(mistake)),
            (&words::USES, mistakes::wrong_formula(mistake)),
            (&words::SHOULD_USE, mistakes::right_formula(mistake)),
            (&words::ORIGIN, mistakes::origin(mistake)),
        ];
        match mistakes::difference(made.difference, &names.slots, &names.words) {
            Some(reason) => facts.push((&words::UNCHANGED, reason)),
            None if made.laws_broken.is_empty() => facts.push((&words::BREAKS, mistakes::no_law_breaks(mistake))),
            None => facts.extend(made.laws_broken.iter().map(|law| (&words::BREAKS, laws::formula(*law)))),
        }
        let facts: Vec<(String, String)> =
            facts.into_iter().map(|(label, fact)| (self.say(label), self.say(&fact))).collect();
        page.facts(&facts)
    }

    /// The row as the mistake has it, beside the right one.
    pub(super) fn mistaken_row(&self, page: &mut dyn Page, made: &Made, row: &WrongRow) -> io::Result<()> {
        let names = self.evaluation.names();
        let outcome = mistakes::outcome(&made.mistaken, row, &names.slots, &names.words);
        page.sentence(&self.say(&words::done_by_mistake(made.mistake().id(), &outcome)))?;
        if let Some(reason) = row.right().undefined().filter(|_| row.undefined().is_none()) {
            let reason = words::undefined_row(&why::reason(reason, &names.slots, &names.words));
            page.sentence(&self.say(&words::of_right(&reason)))?;
        }
        if row.score(0).undefined().is_none() {
            self.mistaken_source(page, made, row)?;
        }
        if let Some(reason) = row.undefined() {
            let reason = why::reason(reason, &names.slots, &names.words);
            return page.sentence(&self.say(&words::undefined_row(&reason)));
        }
        self.mistaken_context(page, row)?;
        self.mistaken_vocab(page, row)?;
        self.mistaken_loss(page, row)
    }

    /// The first softmax.
    fn mistaken_source(&self, page: &mut dyn Page, made: &Made, row: &WrongRow) -> io::Result<()> {
        let (evaluation, t, mistake) = (self.evaluation, row.row(), made.mistake());
        let right = row.right();
        let (right_scores, right_attention) = (right.scores.as_ref().ok(), right.attention.as_ref().ok());
        let touched = |stage| mistake.touches(stage);
        let gradients = evaluation.gradients().map(|gradients| gradients.scores().line(t));
        let right_gradients = evaluation.right_gradients().map(|gradients| gradients.scores().line(t));
        let (e, alpha) = (at("e", "j"), Symbol::new("α_j", "\\alpha_{j}"));
        let mut columns = vec![
            self.place("j"),
            self.named(&words::SLOT),
            self.numbers(&words::SCORE, &e),
            self.numbers(&words::ATTENTION, &alpha),
        ];
        columns.extend(touched(Stage::Scores).then(|| self.numbers(&words::RIGHT, &e)));
        columns.extend(touched(Stage::Attention).then(|| self.numbers(&words::RIGHT, &alpha)));
        columns.extend(gradients.map(|_| self.symbolic(e.gradient())));
        columns.extend(right_gradients.map(|_| self.numbers(&words::RIGHT, &e.gradient())));
        let line = |slot: usize| {
            let mut line = vec![
                Entry::Index(slot + 1),
                Entry::Words(evaluation.names().slots[slot].clone()),
                self.figure(row.score(slot)),
                self.figure(row.attention(slot)),
            ];
            line.extend(touched(Stage::Scores).then(|| match right_scores {
                Some(scores) => scores.get(slot).map_or_else(|| Entry::Words(self.say(&words::MASKED)), Entry::Derived),
                None => Entry::Missing,
            }));
            let right_weight = || right_attention.map_or(Entry::Missing, |alpha| Entry::Derived(alpha.get(slot)));
            line.extend(touched(Stage::Attention).then(right_weight));
            line.extend(gradients.map(|gradients| Entry::Derived(gradients[slot])));
            line.extend(right_gradients.map(|gradients| Entry::Derived(gradients[slot])));
            line
        };
        let total = |numbers: &[f64]| Entry::Derived(numbers.iter().sum());
        let mut sum = vec![Entry::Words("Σ".to_owned()), Entry::Blank, Entry::Blank, self.figure(row.attention_sum())];
        sum.extend(touched(Stage::Scores).then_some(Entry::Blank));
        let right_sum = || right_attention.map_or(Entry::Missing, |alpha| Entry::Derived(alpha.sum()));
        sum.extend(touched(Stage::Attention).then(right_sum));
        sum.extend(gradients.map(total));
        sum.extend(right_gradients.map(total));
        let caption = match touched(Stage::Attention) {
            true => self.say(&words::source_axis_under(mistake.id())),
            false => self.say(&words::SOURCE_AXIS),
        };
        page.grid(&Grid {
            caption,
            columns,
            labels: 2,
            count: evaluation.givens().slots(),
            line: &line,
            sum: Some(sum),
        })
    }

    fn mistaken_context(&self, page: &mut dyn Page, row: &WrongRow) -> io::Result<()> {
        let (evaluation, symbol) = (self.evaluation, of_row("c", row.row()));
        let context: Vec<Entry> =
            (0..evaluation.givens().d_v()).map(|component| self.figure(row.context(component))).collect();
        page.vector(words::CONTEXT.get(self.lang), &symbol, &context)?;
        if let (true, Ok(right)) = (row.mistake().touches(Stage::Context), &row.right().context) {
            page.vector(words::RIGHT_CONTEXT.get(self.lang), &symbol, &derived(right))?;
        }
        match evaluation.gradients() {
            Some(gradients) => self.gradient(page, &symbol, gradients.contexts().line(row.row())),
            None => Ok(()),
        }
    }

    /// The second softmax.
    fn mistaken_vocab(&self, page: &mut dyn Page, row: &WrongRow) -> io::Result<()> {
        let (evaluation, givens, t) = (self.evaluation, self.evaluation.givens(), row.row());
        let right = row.right();
        let (right_logits, right_probabilities) = (right.logits.as_ref().ok(), right.probabilities.as_ref().ok());
        let touched = |stage| row.mistake().touches(stage);
        let bias = givens.bias[t].as_ref().map(|bias| bias.line(0));
        let gradient = evaluation.gradients().map(|gradients| gradients.logits());
        let target = givens.targets[t];
        let (z, p) = (at("z", "w"), at("p", "w"));
        let mut columns = vec![self.place("w"), self.named(&words::WORD)];
        columns.extend(bias.map(|_| self.numbers(&words::BIAS, &at("b", "w"))));
        columns.push(self.numbers(&words::LOGIT, &z));
        columns.push(self.numbers(&words::PROBABILITY, &p));
        columns.extend(touched(Stage::Logits).then(|| self.numbers(&words::RIGHT, &z)));
        columns.extend(touched(Stage::Probabilities).then(|| self.numbers(&words::RIGHT, &p)));
        columns.extend(gradient.map(|_| self.symbolic(z.gradient())));
        columns.extend(target.map(|_| Column { words: String::new(), symbol: None, numbers: false }));
        let line = |word: usize| {
            let mut line = vec![Entry::Index(word + 1), Entry::Words(evaluation.names().words[word].clone())];
            line.extend(bias.map(|bias| Entry::Given(bias[word])));
            line.push(self.figure(row.logit(word)));
            line.push(self.figure(row.probability(word)));
            let logit = || right_logits.and_then(|logits| logits.get(word)).map_or(Entry::Missing, Entry::Derived);
            line.extend(touched(Stage::Logits).then(logit));
            let probability = || right_probabilities.map_or(Entry::Missing, |p| Entry::Derived(p.get(word)));
            line.extend(touched(Stage::Probabilities).then(probability));
            line.extend(gradient.and_then(|gradient| gradient.get(t, word)).map(Entry::Derived));
            line.extend(target.map(|target| match target == word {
                true => Entry::Words(self.say(&words::TARGET)),
                false => Entry::Blank,
            }));
            line
        };
        let mut sum = vec![Entry::Words("Σ".to_owned()), Entry::Blank];
        sum.extend(bias.map(|_| Entry::Blank));
        sum.extend([Entry::Blank, self.figure(row.probability_sum())]);
        sum.extend(touched(Stage::Logits).then_some(Entry::Blank));
        let right_sum = || right_probabilities.map_or(Entry::Missing, |p| Entry::Derived(p.sum()));
        sum.extend(touched(Stage::Probabilities).then(right_sum));
        sum.resize_with(columns.len(), || Entry::Blank);
        let caption = match touched(Stage::Probabilities) {
            true => self.say(&words::vocab_axis_under(row.mistake().id())),
            false => self.say(&words::VOCAB_AXIS),
        };
        page.grid(&Grid { caption, columns, labels: 2, count: givens.words(), line: &line, sum: Some(sum) })
    }

    fn mistaken_loss(&self, page: &mut dyn Page, row: &WrongRow) -> io::Result<()> {
        let symbol = of_row("L", row.row());
        match row.loss() {
            Some(Figure::Number(loss)) => self.nats(page, &words::LOSS, &symbol, loss)?,
            // The reason stands at the head of the row.
            Some(Figure::None(how)) => {
                page.sentence(&self.say(&words::no_loss(&symbol.plain, &mistakes::short(how))))?
            }
            None => {}
        }
        match row.right().loss {
            Some(Ok(loss)) if row.mistake().touches(Stage::Loss) => self.nats(page, &words::RIGHT_LOSS, &symbol, loss),
            _ => Ok(()),
        }
    }

    /// The loss of all rows under the mistake.
    pub(super) fn mistaken_total(&self, page: &mut dyn Page, made: &Made) -> io::Result<()> {
        let names = self.evaluation.names();
        let sentence = match made.mistaken.loss() {
            Ok(Figure::Number(loss)) => return self.nats(page, &words::TOTAL_LOSS, &Symbol::new("L", "L"), loss),
            Ok(Figure::None(how)) => self.say(&words::no_total_loss(&mistakes::long(how, &names.slots, &names.words))),
            // The right computation has none for the same reason, and says so where it is told.
            Err(reason) if made.mistake().touches(Stage::Loss) && self.evaluation.trace().loss() == Err(reason) => {
                return Ok(());
            }
            Err(NoLoss::NoTarget) => self.say(&words::NO_TARGET),
            Err(NoLoss::Undefined) => self.say(&words::NO_DEFINED_ROW),
            Err(NoLoss::Overflow) => self.say(&words::TOTAL_OVERFLOWS),
        };
        page.sentence(&sentence)
    }

    /// A figure in a grid or vector: the number, or the short words.
    fn figure(&self, figure: Figure) -> Entry {
        match figure {
            Figure::Number(number) => Entry::Derived(number),
            Figure::None(NoFigure::Masked) => Entry::Words(self.say(&words::MASKED)),
            Figure::None(NoFigure::Undefined(_) | NoFigure::Absent) => Entry::Missing,
            Figure::None(how) => Entry::Words(self.say(&mistakes::short(how))),
        }
    }
}
