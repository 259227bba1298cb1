//! What a person reads of a study, apart from how it is set: each part with its conditions, its figures over seeds, and
//! what they bear out.

use super::carried::Study;
use crate::cli::eval::page::{Column, Entry, Grid, Page};
use crate::translator::Encoder;
use crate::translator::study::{Condition, Measure, Part, Summary};
use crate::words::{Lang, Text, translator_study as say};
use std::io;

/// Writes everything onto the page.
pub(super) fn write(study: &Study, lang: Lang, page: &mut dyn Page) -> io::Result<()> {
    let report = Report { study, lang };
    report.head(page)?;
    study.parts.iter().try_for_each(|part| report.part(*part, page))?;
    report.end(page)
}

struct Report<'a> {
    study: &'a Study,
    lang: Lang,
}

impl Report<'_> {
    fn say(&self, text: &Text) -> String {
        text.get(self.lang).to_owned()
    }

    fn sentences<'t>(&self, texts: impl IntoIterator<Item = &'t Text>, page: &mut dyn Page) -> io::Result<()> {
        texts.into_iter().try_for_each(|text| page.sentence(&format!("• {}", text.get(self.lang))))
    }

    fn head(&self, page: &mut dyn Page) -> io::Result<()> {
        let Study { seeds, base, corpus, corpus_name, outcomes, .. } = self.study;
        page.title(say::TITLE.get(self.lang))?;
        let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
        let sizes = say::sizes(corpus_name, corpus);
        page.facts(&[
            (self.say(&say::CORPUS), self.say(&sizes)),
            (self.say(&say::TRAINING), self.say(&say::budget(base))),
            (self.say(&say::SEEDS), seeds.join(", ")),
            (self.say(&say::RUNS), outcomes.len().to_string()),
        ])?;
        page.sentence(say::ABOUT_COLUMNS.get(self.lang))
    }

    fn part(&self, part: Part, page: &mut dyn Page) -> io::Result<()> {
        page.section(&format!("{} · {}", part.name(), say::part_title(part).get(self.lang)))?;
        let facts =
            part.conditions().into_iter().map(|condition| (condition.id(), self.say(&self.condition(condition))));
        page.facts(&facts.collect::<Vec<_>>())?;
        for measure in Measure::all().into_iter().filter(|measure| *measure != Measure::Cost) {
            self.figures(part, measure, page)?;
        }
        let outcomes = self.study.of_part(part);
        self.sentences(&say::part(part, &outcomes), page)?;
        match self.study.exchange.filter(|_| part == Part::Order(Encoder::Bidirectional)) {
            Some(exchange) => self.sentences(&say::exchange(&exchange), page),
            None => Ok(()),
        }
    }

    fn condition(&self, condition: Condition) -> Text {
        let what = say::condition(condition);
        match self.study.of(condition).next() {
            Some(outcome) => {
                say::condition_sizes(&what, outcome.parameters, outcome.sentences, outcome.cost.products_a_word)
            }
            None => what,
        }
    }

    /// One figure over the seeds of each condition.
    fn figures(&self, part: Part, measure: Measure, page: &mut dyn Page) -> io::Result<()> {
        let summaries: Vec<(Condition, Option<Summary>)> = part
            .conditions()
            .into_iter()
            .map(|condition| {
                (condition, Summary::of(self.study.of(condition).filter_map(|outcome| measure.of(outcome))))
            })
            .collect();
        if summaries.iter().all(|(_, summary)| summary.is_none()) {
            return Ok(());
        }
        let words = match measure {
            Measure::RecipientErrors(band) => {
                self.study.of_part(part).first().map(|outcome| outcome.recipients[band].0)
            }
            _ => None,
        };
        let column = |words: &Text, numbers| Column { words: self.say(words), symbol: None, numbers };
        let number = |of: Option<f64>| of.map_or(Entry::Missing, Entry::Derived);
        let line = |at: usize| {
            let (condition, summary) = &summaries[at];
            let figure = |of: fn(&Summary) -> f64| number(summary.as_ref().map(of));
            vec![
                Entry::Words(condition.id()),
                figure(|summary| summary.mean),
                number(summary.as_ref().and_then(|summary| summary.spread)),
                figure(|summary| summary.lowest),
                figure(|summary| summary.highest),
            ]
        };
        page.grid(&Grid {
            caption: self.say(&say::caption(measure, words)),
            columns: vec![
                column(&say::CONDITION, false),
                column(&say::MEAN, true),
                column(&say::SPREAD, true),
                column(&say::LOWEST, true),
                column(&say::HIGHEST, true),
            ],
            labels: 1,
            count: summaries.len(),
            line: &line,
            sum: None,
        })
    }

    fn end(&self, page: &mut dyn Page) -> io::Result<()> {
        let corpus = &self.study.corpus;
        page.section(say::ALL_PARTS.get(self.lang))?;
        let language = say::language(corpus, self.study.is_of_the_lesson());
        let known = self.study.outcomes.iter().any(|outcome| Measure::RecipientLoss.of(outcome).is_some());
        let recipients = if known { &say::ABOUT_LAGS } else { &say::NO_RECIPIENTS };
        self.sentences([recipients, &say::ABOUT_COST, &language], page)
    }
}
