//! What the slots of a row add to its logits, as a table whose columns add up to them.

use super::{Column, Entry, Grid, Page, Report, at};
use crate::engine::{Contributions, Row};
use crate::words::cli_eval as words;
use std::io;

impl Report<'_> {
    pub(super) fn contributions(&self, page: &mut dyn Page, t: usize, row: &Row) -> io::Result<()> {
        let evaluation = self.evaluation;
        let (Some(of), Ok(logits)) = (evaluation.contributions(t), &row.logits) else { return Ok(()) };
        let names = evaluation.names();
        let vocabulary = evaluation.givens().words();
        let length = super::Symbol::new("|α_j v_j|", "\\lVert\\alpha_{j} v_{j}\\rVert");
        let alpha = super::Symbol::new("α_j", "\\alpha_{j}");
        let mut columns = vec![
            self.place("j"),
            self.named(&words::SLOT),
            self.numbers(&words::ATTENTION, &alpha),
            self.numbers(&words::LENGTH, &length),
        ];
        columns.extend(names.words.iter().map(|word| Column { words: word.clone(), symbol: None, numbers: true }));
        let slots = evaluation.givens().slots();
        let has_constants = of.constant(0).is_some();
        let number = |number: Option<f64>| number.map_or(Entry::Missing, Entry::Derived);
        let line = |slot: usize| {
            if slot < slots {
                let labels = [
                    Entry::Index(slot + 1),
                    Entry::Words(names.slots[slot].clone()),
                    Entry::Derived(of.weight(slot)),
                    number(of.length(slot)),
                ];
                return labels.into_iter().chain((0..vocabulary).map(|word| number(of.get(slot, word)))).collect();
            }
            let constants = (0..vocabulary).map(|word| of.constant(word).map_or(Entry::Missing, Entry::Given));
            let labels = [Entry::Blank, Entry::Words(at("b", "w").plain), Entry::Blank, Entry::Blank];
            labels.into_iter().chain(constants).collect()
        };
        let sums = (0..vocabulary).map(|word| number(of.total(word).map(|total| total.sum)));
        let label = if has_constants { "Σ + b" } else { "Σ" };
        let sum = [Entry::Words(label.to_owned()), Entry::Blank, Entry::Blank, Entry::Blank];
        let sum = sum.into_iter().chain(sums).collect();
        let caption = self.say(&words::CONTRIBUTIONS);
        let count = slots + usize::from(has_constants);
        page.grid(&Grid { caption, columns, labels: 2, count, line: &line, sum: Some(sum) })?;
        page.sentence(&self.say(&apart(&of, logits.size())))
    }
}

/// How far the sums are from the logits, and how far rounding may take them.
fn apart(of: &Contributions, vocabulary: usize) -> crate::words::Text {
    let (mut apart, mut bound) = (0.0_f64, 0.0_f64);
    for word in 0..vocabulary {
        let Some(total) = of.total(word) else { return words::CONTRIBUTION_BEYOND.clone() };
        apart = apart.max(total.apart().abs());
        bound = bound.max(total.bound);
    }
    if apart == 0.0 { words::SUMS_ARE_LOGITS.clone() } else { words::sums_differ(apart, bound) }
}
