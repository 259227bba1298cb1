//! What a person reads of an evaluation: the rows one after the other, each with both its axes, then the total loss and
//! the gradients. How it is set is the page's affair.

mod contributions;
mod gradients;
mod learning;
mod mistaken;
mod origin;

use super::evaluation::Evaluation;
use super::page::{Column, Entry, Grid, Page, Symbol};
use crate::engine::{Embedding, NoLoss, Row, Stage};
use crate::words::{Lang, Text, cli_eval as words, undefined};
use std::io;

/// Writes everything onto the page.
pub(super) fn write(evaluation: &Evaluation, lang: Lang, page: &mut dyn Page) -> io::Result<()> {
    let report = Report { evaluation, lang };
    report.head(page)?;
    report.origin(page)?;
    if let Some(learnt) = evaluation.learnt() {
        report.learnt(page, learnt)?;
    }
    for (t, row) in evaluation.trace().rows().enumerate() {
        report.given_of_row(page, t)?;
        match evaluation.made() {
            Some(made) => report.mistaken_row(page, made, &made.mistaken.row(t))?,
            None => report.row(page, t, &row)?,
        }
    }
    page.section(words::ALL_ROWS.get(lang))?;
    if let Some(made) = evaluation.made() {
        report.mistaken_total(page, made)?;
    }
    report.total(page)?;
    if evaluation.gradients_wanted() {
        report.gradients(page)?;
    }
    Ok(())
}

struct Report<'a> {
    evaluation: &'a Evaluation,
    lang: Lang,
}

impl Report<'_> {
    fn say(&self, text: &Text) -> String {
        text.get(self.lang).to_owned()
    }

    fn head(&self, page: &mut dyn Page) -> io::Result<()> {
        let evaluation = self.evaluation;
        let titled = |id: &str, title: Option<&Text>| match title {
            Some(title) => format!("{id} · {}", title.get(self.lang)),
            None => id.to_owned(),
        };
        let title = titled(evaluation.id(), evaluation.title());
        page.title(&evaluation.made().map_or(title.clone(), |made| self.title_under(made, &title)))?;
        let givens = evaluation.givens();
        let d = givens.origin.as_ref().map(Embedding::width);
        let sizes = words::sizes(givens.rows(), givens.slots(), givens.words(), givens.d_k(), givens.d_v(), d);
        let reading = evaluation.reading().map(|one| (self.say(&words::READING), titled(&one.id, one.title.as_ref())));
        let mut facts: Vec<(String, String)> = reading.into_iter().collect();
        facts.extend([
            (self.say(&words::BRANCH), titled(evaluation.branch(), evaluation.branch_title())),
            (self.say(&words::SCORER), givens.scorer.kind.name().to_owned()),
            (self.say(&words::SIZES), self.say(&sizes)),
        ]);
        let by_hand = evaluation.set_by_hand();
        facts.extend((!by_hand.is_empty()).then(|| (self.say(&words::BY_HAND), by_hand.join(", "))));
        facts.extend(evaluation.edits().iter().map(|edit| (self.say(&words::EDITS), edit.clone())));
        page.facts(&facts)?;
        match evaluation.made() {
            Some(made) => self.about_mistake(page, made),
            None => Ok(()),
        }
    }

    /// The head of a row and its query.
    fn given_of_row(&self, page: &mut dyn Page, t: usize) -> io::Result<()> {
        let (evaluation, names) = (self.evaluation, self.evaluation.names());
        let prefix = names.prefixes.get(t).and_then(Option::as_deref);
        page.section(&self.say(&words::row(t + 1, prefix, evaluation.target(t))))?;
        let query: Vec<Entry> = evaluation.givens().queries.line(t).iter().copied().map(Entry::Given).collect();
        page.vector(words::QUERY.get(self.lang), &of_row("q", t), &query)?;
        if let Some(gradients) = evaluation.gradients() {
            self.gradient(page, &of_row("q", t), gradients.queries().line(t))?;
        }
        if let Some(gradients) = evaluation.right_gradients() {
            let of_query = derived(gradients.queries().line(t));
            page.vector(words::RIGHT_GRADIENT.get(self.lang), &of_row("q", t).gradient(), &of_query)?;
        }
        Ok(())
    }

    fn row(&self, page: &mut dyn Page, t: usize, row: &Row) -> io::Result<()> {
        let (evaluation, names) = (self.evaluation, self.evaluation.names());
        if let Some(reason) = row.undefined() {
            if row.scores.is_ok() {
                self.source(page, t, row)?;
            }
            return page.sentence(&self.say(&words::undefined_row(&undefined::reason(
                reason,
                &names.slots,
                &names.words,
            ))));
        }
        self.source(page, t, row)?;
        if let Ok(context) = &row.context {
            page.vector(words::CONTEXT.get(self.lang), &of_row("c", t), &derived(context))?;
            if let Some(gradients) = evaluation.gradients() {
                self.gradient(page, &of_row("c", t), gradients.contexts().line(t))?;
            }
        }
        self.vocab(page, t, row)?;
        self.contributions(page, t, row)?;
        match row.loss {
            Some(Ok(loss)) => self.nats(page, &words::LOSS, &of_row("L", t), loss),
            _ => Ok(()),
        }
    }

    fn nats(&self, page: &mut dyn Page, name: &Text, symbol: &Symbol, loss: f64) -> io::Result<()> {
        page.number(name.get(self.lang), symbol, loss, words::NATS.get(self.lang))
    }

    /// The first softmax.
    fn source(&self, page: &mut dyn Page, t: usize, row: &Row) -> io::Result<()> {
        let (evaluation, defined) = (self.evaluation, row.undefined().is_none());
        let Ok(scores) = &row.scores else { return Ok(()) };
        let attention = row.attention.as_ref().ok().filter(|_| defined);
        let gradient = evaluation.gradients().map(|gradients| gradients.scores().line(t));
        let (e, alpha) = (at("e", "j"), Symbol::new("α_j", "\\alpha_{j}"));
        let mut columns = vec![
            self.place("j"),
            self.named(&words::SLOT),
            self.numbers(&words::SCORE, &e),
            self.numbers(&words::ATTENTION, &alpha),
        ];
        columns.extend(gradient.map(|_| self.symbolic(e.gradient())));
        let line = |slot: usize| {
            let mut line = vec![
                Entry::Index(slot + 1),
                Entry::Words(evaluation.names().slots[slot].clone()),
                scores.get(slot).map_or_else(|| Entry::Words(self.say(&words::MASKED)), Entry::Derived),
                attention.map_or(Entry::Missing, |attention| Entry::Derived(attention.get(slot))),
            ];
            line.extend(gradient.map(|gradient| Entry::Derived(gradient[slot])));
            line
        };
        let sum = attention.map(|attention| {
            let mut sum =
                vec![Entry::Words("Σ".to_owned()), Entry::Blank, Entry::Blank, Entry::Derived(attention.sum())];
            sum.extend(gradient.map(|_| Entry::Blank));
            sum
        });
        let caption = self.say(&words::SOURCE_AXIS);
        page.grid(&Grid { caption, columns, labels: 2, count: scores.size(), line: &line, sum })
    }

    /// The second softmax.
    fn vocab(&self, page: &mut dyn Page, t: usize, row: &Row) -> io::Result<()> {
        let (evaluation, givens) = (self.evaluation, self.evaluation.givens());
        let (Ok(logits), Ok(probabilities)) = (&row.logits, &row.probabilities) else { return Ok(()) };
        let bias = givens.bias[t].as_ref().map(|bias| bias.line(0));
        let gradient = evaluation.gradients().map(|gradients| gradients.logits());
        let target = givens.targets[t];
        let z = at("z", "w");
        let mut columns = vec![self.place("w"), self.named(&words::WORD)];
        columns.extend(bias.map(|_| self.numbers(&words::BIAS, &at("b", "w"))));
        columns.push(self.numbers(&words::LOGIT, &z));
        columns.push(self.numbers(&words::PROBABILITY, &at("p", "w")));
        columns.extend(gradient.map(|_| self.symbolic(z.gradient())));
        columns.extend(target.map(|_| Column { words: String::new(), symbol: None, numbers: false }));
        let line = |word: usize| {
            let mut line = vec![Entry::Index(word + 1), Entry::Words(evaluation.names().words[word].clone())];
            line.extend(bias.map(|bias| Entry::Given(bias[word])));
            line.push(logits.get(word).map_or(Entry::Missing, Entry::Derived));
            line.push(Entry::Derived(probabilities.get(word)));
            line.extend(gradient.and_then(|gradient| gradient.get(t, word)).map(Entry::Derived));
            line.extend(target.map(|target| match target == word {
                true => Entry::Words(self.say(&words::TARGET)),
                false => Entry::Blank,
            }));
            line
        };
        let mut sum = vec![Entry::Words("Σ".to_owned()), Entry::Blank];
        sum.extend(bias.map(|_| Entry::Blank));
        sum.extend([Entry::Blank, Entry::Derived(probabilities.sum())]);
        sum.resize_with(columns.len(), || Entry::Blank);
        let caption = self.say(&words::VOCAB_AXIS);
        page.grid(&Grid { caption, columns, labels: 2, count: logits.size(), line: &line, sum: Some(sum) })
    }

    fn total(&self, page: &mut dyn Page) -> io::Result<()> {
        let made = self.evaluation.made();
        if made.is_some_and(|made| !made.mistake().touches(Stage::Loss)) {
            return Ok(());
        }
        let name = if made.is_some() { &words::RIGHT_TOTAL_LOSS } else { &words::TOTAL_LOSS };
        let right = self.evaluation.trace().loss();
        let sentence = match right {
            Ok(loss) => return self.nats(page, name, &Symbol::new("L", "L"), loss),
            Err(NoLoss::NoTarget) => &words::NO_TARGET,
            Err(NoLoss::Undefined) => &words::NO_DEFINED_ROW,
            Err(NoLoss::Overflow) => &words::TOTAL_OVERFLOWS,
        };
        let beside = made.is_some_and(|made| made.mistaken.loss().err() != right.err());
        page.sentence(&self.say(&if beside { words::of_right(sentence) } else { sentence.clone() }))
    }

    fn place(&self, index: &str) -> Column {
        self.symbolic(Symbol::new(index, index))
    }

    fn symbolic(&self, symbol: Symbol) -> Column {
        Column { words: String::new(), symbol: Some(symbol), numbers: true }
    }

    fn named(&self, name: &Text) -> Column {
        Column { words: self.say(name), symbol: None, numbers: false }
    }

    fn named_number(&self, name: &Text) -> Column {
        Column { words: self.say(name), symbol: None, numbers: true }
    }

    fn numbers(&self, name: &Text, symbol: &Symbol) -> Column {
        Column { words: self.say(name), symbol: Some(symbol.clone()), numbers: true }
    }
}

/// `c_2`: a vector or number of row t (0-based).
fn of_row(letter: &str, t: usize) -> Symbol {
    let row = t + 1;
    Symbol::new(format!("{letter}_{row}"), format!("{letter}_{{{row}}}"))
}

/// `e_j`: a number at a place of an axis.
fn at(letter: &str, index: &str) -> Symbol {
    Symbol::new(format!("{letter}_{index}"), format!("{letter}_{{{index}}}"))
}

/// Columns 1…width.
fn numbered(width: usize) -> impl Iterator<Item = Column> {
    (1..=width).map(|number| Column { words: number.to_string(), symbol: None, numbers: true })
}

fn derived(numbers: &[f64]) -> Vec<Entry> {
    numbers.iter().copied().map(Entry::Derived).collect()
}
