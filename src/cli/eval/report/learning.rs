//! The run of learning in what a person reads: what learnt, how the loss went, what came of it.

use super::gradients::Along;
use super::{Entry, Grid, Page, Report, Symbol, derived};
use crate::cli::eval::learning::Learnt;
use crate::engine::{Cell, Tensor};
use crate::scenario::{learnable_names, tensor_name};
use crate::words::{cli_eval, cli_learning as words};
use std::io;

impl Report<'_> {
    pub(super) fn learnt(&self, page: &mut dyn Page, learnt: &Learnt) -> io::Result<()> {
        let (plan, course) = (learnt.run.plan(), learnt.run.course());
        page.section(words::HEAD.get(self.lang))?;
        let mut facts = vec![
            (self.say(&words::LEARNED), learnable_names(plan.what())),
            (self.say(&words::METHOD), plan.method.name().to_owned()),
            (self.say(&words::RATE), crate::scenario::write_number(plan.rate.get())),
            (self.say(&words::STEPS), self.say(&words::steps_of(course.steps(), learnt.steps_wanted))),
            (self.say(&words::RISES), self.say(&words::rises(course.rises(), course.first_rise()))),
        ];
        facts.extend(learnt.stopped.as_ref().map(|why| (self.say(&words::STOPPED), self.say(why))));
        page.facts(&facts)?;
        let loss = Symbol::new("L", "L");
        self.nats(page, &words::LOSS_BEFORE, &loss, course.start())?;
        self.nats(page, &words::LOSS_AFTER, &loss, course.now())?;
        if course.lowest().0 < course.now() {
            self.nats(page, &words::LOSS_LOWEST, &loss, course.lowest().0)?;
        }
        if let Some(norm) = learnt.gradient_norm {
            let symbol = Symbol::new("|∂L|", "\\lvert \\partial L \\rvert");
            page.number(words::GRADIENT_NORM.get(self.lang), &symbol, norm, words::PER_UNIT.get(self.lang))?;
        }
        if let Some(floor) = learnt.floor {
            self.nats(page, &words::READING_FLOOR, &loss, floor)?;
        }
        let points = learnt.sample();
        let columns = vec![self.named_number(&words::STEP), self.symbolic(loss)];
        let line = |index: usize| vec![Entry::Index(points[index].0), Entry::Derived(points[index].1)];
        let every = points.len() == course.steps() + 1;
        let caption = self.say(&words::losses_at(every));
        page.grid(&Grid { caption, columns, labels: 1, count: points.len(), line: &line, sum: None })?;
        plan.what().iter().try_for_each(|tensor| self.learnt_tensor(page, *tensor))
    }

    /// A tensor as it was learnt; the queries stand at their rows, the words before them.
    fn learnt_tensor(&self, page: &mut dyn Page, tensor: Tensor) -> io::Result<()> {
        let givens = self.evaluation.givens();
        let Some((rows, columns)) = givens.shape(tensor) else { return Ok(()) };
        let number = |row, column| givens.get(Cell::new(tensor, row, column));
        let row = |row: usize| -> Vec<f64> { (0..columns).filter_map(|column| number(row, column)).collect() };
        match tensor {
            Tensor::Keys | Tensor::Values if givens.origin.is_none() => {
                self.tensor(page, tensor, "", (rows, columns), &|line| derived(&row(line)))
            }
            Tensor::Head => {
                let along = Along { index: "w", of: &cli_eval::WORD, names: &self.evaluation.names().words };
                let caption = cli_eval::by_word("G");
                self.entries(page, (caption, along), rows, &|word| derived(givens.head.line(word)))
            }
            Tensor::Parameter(parameter) if !parameter.is_matrix() => {
                let symbol = super::gradients::spelled(parameter);
                page.vector(words::LEARNED.get(self.lang), &symbol, &derived(&row(0)))
            }
            Tensor::Parameter(_) => {
                let heads = std::iter::once(self.place("i")).chain(super::numbered(columns)).collect();
                let line = |at: usize| std::iter::once(Entry::Index(at + 1)).chain(derived(&row(at))).collect();
                let caption = self.say(&words::as_learned(tensor_name(tensor)));
                page.grid(&Grid { caption, columns: heads, labels: 1, count: rows, line: &line, sum: None })
            }
            _ => Ok(()),
        }
    }
}
