//! `learn`: what a person does about learning.

use super::Reader;
use crate::engine::learning::{Method, Rate};
use crate::explorer::Learn;
use crate::explorer::action::Action;
use crate::scenario::{NotLearnable, nearest, read_learnable};
use crate::words::{Text, learning as say};

impl Reader<'_> {
    pub(super) fn learn(&self, arguments: &[&str]) -> Result<Action, Text> {
        let learn = match arguments {
            [] | ["show"] => Learn::Show,
            ["step"] => Learn::Step,
            ["run"] => Learn::Run(None),
            ["run", steps] => match steps.parse::<usize>() {
                Ok(steps) if steps > 0 => Learn::Run(Some(steps)),
                _ => return Err(say::bad_steps(steps)),
            },
            ["stop"] => Learn::Stop,
            ["only", names @ ..] => {
                Learn::Only(read_learnable(&names.join(","), self.model.givens()).map_err(NotLearnable::text)?)
            }
            ["rate", rate] => {
                let known = self.number(rate).ok().and_then(Rate::new);
                Learn::Rate(known.ok_or_else(|| say::bad_rate(rate))?)
            }
            ["method", name] => {
                let known = Method::ALL.into_iter().find(|method| method.name() == *name);
                Learn::Method(
                    known.ok_or_else(|| say::unknown_method(name, nearest(name, Method::ALL.map(Method::name))))?,
                )
            }
            ["at", which] => Learn::At(self.learnt(which)?),
            ["rate"] => return Err(say::for_example("learn rate 0.5")),
            ["method"] => return Err(say::for_example("learn method adam")),
            ["at"] => return Err(say::for_example("learn at 30")),
            _ => return Err(self.usage()),
        };
        Ok(Action::Learn(learn))
    }

    /// A step of the run on the screen.
    fn learnt(&self, which: &str) -> Result<usize, Text> {
        let Some((run, at)) = self.model.run_shown() else {
            return Err(if self.model.has_run() { say::run_left() } else { say::no_run() });
        };
        let last = run.steps();
        match which {
            "first" => Ok(0),
            "last" => Ok(last),
            "next" if at < last => Ok(at + 1),
            "previous" if at > 0 => Ok(at - 1),
            "next" | "previous" => Err(say::no_further_step(which == "next")),
            which => {
                let step = which.parse::<usize>().ok().filter(|step| *step <= last);
                step.ok_or_else(|| say::no_such_step(which, last))
            }
        }
    }
}
