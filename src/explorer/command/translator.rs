//! `translate` and `decode`; and what other commands, and so their keys, mean on the decoder screen.

use super::Reader;
use crate::explorer::action::Action;
use crate::explorer::{Decode, Feeding, Middle, Order, Spot, Translate, Translating, View};
use crate::scenario::nearest;
use crate::words::{Text, command as say, translator};

impl Reader<'_> {
    pub(super) fn translate(&self, arguments: &[&str]) -> Result<Action, Text> {
        let what = match arguments {
            [] => Translate::Open,
            ["next"] => Translate::Next { back: false },
            ["previous"] => Translate::Next { back: true },
            [one] if one.parse::<usize>().is_ok() && !self.is_quoted(one) => {
                let at = one.parse::<usize>().ok().and_then(|at| at.checked_sub(1));
                Translate::Test(at.ok_or_else(|| self.usage())?)
            }
            // Units may stand apart without quotes as well.
            units => Translate::Typed(units.join(" ")),
        };
        Ok(Action::Translate(what))
    }

    pub(super) fn decode(&self, arguments: &[&str]) -> Result<Action, Text> {
        let what = match arguments {
            ["next"] => Decode::Next { back: false },
            ["previous"] => Decode::Next { back: true },
            ["start"] => Decode::Start,
            ["end"] => Decode::End,
            ["open"] => Decode::Open,
            ["effect"] => Decode::Effect,
            ["route"] => Decode::Route,
            ["diagnose"] => Decode::Diagnose,
            ["teacher"] => Decode::Feeding(Some(Feeding::Teacher)),
            ["free"] => Decode::Feeding(Some(Feeding::Own)),
            [name] if Middle::ALL.iter().any(|middle| middle.name() == *name) => {
                Decode::Middle(self.named(name, &Middle::ALL, Middle::name)?)
            }
            [number] => {
                let step = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                Decode::Step(step.ok_or_else(|| self.usage())?)
            }
            _ => return Err(self.usage()),
        };
        Ok(Action::Decode(what))
    }

    /// What a command means on the decoder screen, where that is something else than elsewhere.
    pub(super) fn in_decoder(&self, arguments: &[&str]) -> Option<Result<Action, Text>> {
        let of = self.model.translating().filter(|_| self.model.view() == View::Decoder)?;
        let decode = |what| Some(Ok(Action::Decode(what)));
        match (self.id, arguments) {
            ("row" | "reveal", ["next"]) => decode(Decode::Next { back: false }),
            ("row" | "reveal", ["previous"]) => decode(Decode::Next { back: true }),
            ("view", ["gradients"]) => decode(Decode::Route),
            ("measure", []) => decode(Decode::Diagnose),
            ("palette", ["open "]) => decode(Decode::Open),
            ("reveal", ["none"]) => decode(Decode::Start),
            ("reveal", ["all"]) => decode(Decode::End),
            ("row", [number]) if number.parse::<usize>().is_ok() => Some(self.decode(arguments)),
            ("branch", ["next" | "previous"]) => decode(Decode::Feeding(None)),
            ("reading", ["next"]) => Some(Ok(Action::Translate(Translate::Next { back: false }))),
            ("reading", ["previous"]) => Some(Ok(Action::Translate(Translate::Next { back: true }))),
            ("transpose", []) => decode(Decode::Middle(match of.middle() {
                Middle::Step => Middle::Objects,
                Middle::Objects => Middle::Map,
                Middle::Map => Middle::Step,
            })),
            ("order", []) => Some(Ok(Action::Order(match of.order() {
                Order::Number => Order::Probability,
                Order::Probability => Order::Number,
            }))),
            ("slot", [unit]) => Some(self.unit(of, unit).map(|at| Action::Decode(Decode::Go(Spot::Weight(at))))),
            ("word", [word]) => {
                Some(self.target_word(of, word).map(|at| Action::Decode(Decode::Go(Spot::Probability(at)))))
            }
            ("mask" | "target" | "no-target" | "add" | "remove" | "big", []) | ("nudge", [_]) => {
                Some(Err(translator::not_here()))
            }
            _ => None,
        }
    }

    fn is_quoted(&self, text: &str) -> bool {
        self.tokens.iter().any(|token| token.quoted && token.text == text)
    }

    /// A source unit by its number, or the next one of that name.
    fn unit(&self, of: &Translating, text: &str) -> Result<usize, Text> {
        if let Some(number) = text.parse::<usize>().ok().filter(|_| !self.is_quoted(text)) {
            return self.index(&number.to_string(), of.units(), crate::engine::Part::Slot);
        }
        let here = of.spot().unit().map_or(0, |at| at + 1);
        let all = (here..of.units()).chain(0..here.min(of.units()));
        all.into_iter()
            .find(|at| of.unit_name(*at) == text)
            .ok_or_else(|| say::no_such_word(text, &[], nearest(text, (0..of.units()).map(|at| of.unit_name(at)))))
    }

    /// A target word by its number or its name.
    fn target_word(&self, of: &Translating, text: &str) -> Result<usize, Text> {
        if text.parse::<usize>().is_ok() && !self.is_quoted(text) {
            return self.index(text, of.words(), crate::engine::Part::Word);
        }
        (0..of.words())
            .find(|word| of.word_name(*word) == text)
            .ok_or_else(|| say::no_such_word(text, &[], nearest(text, (0..of.words()).map(|word| of.word_name(word)))))
    }
}
