//! How the number under the cursor of the decoder screen came about.
//!
//! Scores, weights, contexts, logits, probabilities and the loss are explained as those of the step's scenario, so that the
//! main explorer says the same of them; what no scenario has, by the translator's own formulas.

use super::{CannotOpen, Object, Opened, Spot, Translating};
use crate::explain::{self, Affine, Context, Explanation, Part, RecurrentAccount, Squash};
use crate::explorer::Brief;
use crate::scenario::{Address, Derived};
use crate::translator::{CellTape, FirstState, Tensor, Timing};
use crate::words::{Lang, Text, number, translator as say};

/// What there is to say of a number.
pub(super) enum Told<'a> {
    /// As of the step's scenario.
    OfStep(Box<Explanation<'a>>),
    /// By a formula of the translator's own.
    Own(RecurrentAccount),
    /// A number that is looked up rather than computed here.
    Plain(f64),
    /// There is none: why.
    Nothing(Text),
}

impl Told<'_> {
    /// The chain of equals.
    pub(super) fn parts(&self, lang: Lang) -> Vec<String> {
        match self {
            Told::OfStep(explanation) if explanation.value().is_some() => explanation.parts_text(lang),
            Told::Own(account) => account.parts_text(lang),
            Told::Plain(value) => vec![number::exact(*value)],
            Told::OfStep(_) | Told::Nothing(_) => Vec::new(),
        }
    }

    /// The same as LaTeX.
    pub(super) fn parts_latex(&self, lang: Lang) -> Vec<String> {
        match self {
            Told::OfStep(explanation) if explanation.value().is_some() => explanation.parts_latex(lang),
            Told::Own(account) => account.parts_latex(lang),
            told => told.parts(lang),
        }
    }

    pub(super) fn notes(&self) -> Vec<Text> {
        match self {
            Told::OfStep(explanation) => explanation.notes(),
            Told::Own(account) => account.notes(),
            Told::Plain(_) | Told::Nothing(_) => Vec::new(),
        }
    }
}

impl Translating {
    /// How the number under the cursor came about.
    pub(super) fn told(&self, terms: usize) -> Told<'_> {
        if !self.has_steps() {
            return Told::Nothing(self.run().end.told().unwrap_or_default());
        }
        let object = self.spot.object();
        let Some(at) = self.spot.component() else { return Told::Nothing(Text::default()) };
        let Some(value) = self.number(object, at) else { return Told::Nothing(self.why_none(object)) };
        let derived = |derived| self.of_step(derived, terms);
        let row = 0;
        match object {
            Object::Scores | Object::Weights if self.is_masked(at) => Told::Nothing(say::masked_pad()),
            Object::Scores => derived(Derived::Score { row, slot: Some(at) }),
            Object::Weights => derived(Derived::Attention { row, slot: Some(at) }),
            Object::Context if self.design().reads() => derived(Derived::Context { row, component: Some(at) }),
            Object::Logits => derived(Derived::Logit { row, word: Some(at) }),
            Object::Probabilities => derived(Derived::Probability { row, word: Some(at) }),
            Object::Loss => derived(Derived::Loss { row: Some(row) }),
            Object::Context | Object::Input => Told::Plain(value),
            Object::Query => self.own_query(at, value, terms),
            Object::Gates => self.own_gate(at, value, terms),
            Object::Memory => {
                let (cell, d) = (self.passage().decoder(), self.width());
                let gates = cell.gates(self.step);
                let numbers = [gates[d + at], cell.c(self.step)[at], gates[at], gates[2 * d + at]];
                Told::Own(RecurrentAccount::memory(at, numbers, value))
            }
            Object::After => self.own_state(self.step + 1, at, value, terms),
            Object::Before => self.own_state(self.step, at, value, terms),
            Object::Source => self.own_source(at, value),
        }
    }

    fn of_step(&self, derived: Derived, terms: usize) -> Told<'_> {
        match self.opened() {
            Ok(Opened { scenario, trace }) => {
                let context = Context { givens: &scenario.givens, trace, names: &scenario.names, terms };
                Told::OfStep(Box::new(explain::explain(&context, &Address::Derived(derived))))
            }
            Err(reason) => Told::Nothing(reason.told()),
        }
    }

    /// Why an object has no number.
    fn why_none(&self, object: Object) -> Text {
        match object {
            Object::Loss => say::no_loss_without_reference(),
            _ => CannotOpen::NothingReads.told(),
        }
    }

    /// q_i = Σ_k (W_q)_ik h_k.
    fn own_query(&self, at: usize, value: f64, terms: usize) -> Told<'_> {
        let parameters = &self.parameters;
        let taken = self.step + usize::from(self.design().timing() == Some(Timing::UpdateThenRead));
        let row = parameters.row(Tensor::Query, at);
        let vector = if taken == self.step { "h_old" } else { "h" };
        let part = Part { weights: ("W_q", at), vector, row, numbers: self.passage().decoder().h(taken) };
        let constant = parameters.get(Tensor::QueryBias).get(at).map(|number| ("b_q", at, *number));
        let affine = Affine { parts: vec![part], constant };
        Told::Own(affine.account(("q", at), Squash::Nothing, value, terms))
    }

    /// i, f, g or o of a unit.
    fn own_gate(&self, at: usize, value: f64, terms: usize) -> Told<'_> {
        let (parameters, cell, d) = (&self.parameters, self.passage().decoder(), self.width());
        let affine = Affine {
            parts: vec![
                Part {
                    weights: ("W_x", at),
                    vector: "x",
                    row: parameters.row(Tensor::CellInput, at),
                    numbers: cell.x(self.step),
                },
                Part {
                    weights: ("W_h", at),
                    vector: "h_old",
                    row: parameters.row(Tensor::CellState, at),
                    numbers: cell.h(self.step),
                },
            ],
            constant: parameters.get(Tensor::CellBias).get(at).map(|number| ("b", at, *number)),
        };
        let letter = ["i", "f", "g", "o"][(at / d).min(3)];
        let squash = if letter == "g" { Squash::Tanh } else { Squash::Sigmoid };
        Told::Own(affine.account((letter, at % d), squash, value, terms))
    }

    /// h after so many steps.
    fn own_state(&self, taken: usize, at: usize, value: f64, terms: usize) -> Told<'_> {
        let (cell, d) = (self.passage().decoder(), self.width());
        let letter = if taken == self.step { "h_old" } else { "h" };
        let Some(step) = taken.checked_sub(1) else {
            if self.design().first_state == FirstState::Zero {
                return Told::Nothing(say::first_state_is_zero());
            }
            let part = Part {
                weights: ("W_i", at),
                vector: "s",
                row: self.parameters.row(Tensor::First, at),
                numbers: self.passage().summary(),
            };
            let constant = self.parameters.get(Tensor::FirstBias).get(at).map(|number| ("b_i", at, *number));
            let affine = Affine { parts: vec![part], constant };
            return Told::Own(affine.account((letter, at), Squash::Tanh, value, terms));
        };
        let numbers = [cell.gates(step)[3 * d + at], cell.c(taken)[at]];
        Told::Own(RecurrentAccount::state(letter, at, numbers, value))
    }

    /// A component of z_j: the state of one of the encoder's cells.
    fn own_source(&self, at: usize, value: f64) -> Told<'_> {
        let d = self.width();
        let (place, component) = (at / d, at % d);
        if self.is_masked(place) {
            return Told::Nothing(say::masked_pad());
        }
        let half = self.parameters.shapes().encoder_width();
        let (forward, backward) = self.passage().encoder();
        let order: Vec<usize> = (0..self.units()).filter(|place| !self.is_masked(*place)).collect();
        let reversed = self.design().order == crate::translator::SourceOrder::Reversed;
        let Some(nth) = order.iter().position(|one| *one == place) else { return Told::Plain(value) };
        let read_as = if reversed { order.len() - 1 - nth } else { nth };
        let against = component >= half;
        let cell: Option<&CellTape> = if against { backward } else { Some(forward) };
        let Some(cell) = cell else { return Told::Plain(value) };
        let step = if against { order.len() - 1 - read_as } else { read_as };
        let unit = component % half;
        let numbers = [cell.gates(step)[3 * half + unit], cell.c(step + 1)[unit]];
        Told::Own(RecurrentAccount::state(if against { "hb" } else { "hf" }, unit, numbers, value))
    }

    /// What the number under the cursor is, in words.
    pub(super) fn what(&self) -> Text {
        let (object, t) = (self.spot.object(), self.step + 1);
        let (rows, columns) = self.shape(object);
        let whole = || say::object(object.id(), rows, columns, &self.origin_of(object));
        match (self.spot, self.spot.component()) {
            (Spot::Object(_), _) | (_, None) => whole(),
            (_, Some(at)) => {
                let d = self.width();
                match object {
                    Object::Scores => say::score(self.unit_name(at), at + 1, t),
                    Object::Weights => say::weight(self.unit_name(at), at + 1, t, self.design().reads()),
                    Object::Logits => say::logit(self.word_name(at), at + 1, t),
                    Object::Probabilities => say::probability(self.word_name(at), at + 1, t),
                    Object::Loss => match self.target(self.step) {
                        Some(target) => say::loss(self.word_name(target), t),
                        None => say::loss("-", t),
                    },
                    Object::Source => say::state_of_unit(self.unit_name(at / d), at % d + 1, d),
                    Object::Gates => say::gate(["i", "f", "g", "o"][(at / d).min(3)], at % d + 1, d),
                    Object::Input => {
                        let embedding = self.parameters.shapes().sizes.embedding;
                        match at.checked_sub(embedding) {
                            Some(of_context) => say::of_context_in(&self.context_in(), of_context + 1, d),
                            None => say::of_embedding(self.word_name(self.goes_in(self.step)), at + 1, embedding),
                        }
                    }
                    object => say::component(&self.symbol(object), at + 1, columns, &self.origin_of(object)),
                }
            }
        }
    }

    /// Where an object comes from, in words.
    pub fn origin_of(&self, object: Object) -> Text {
        let design = self.design();
        let before = self.symbol(Object::Before);
        let (after, query) = (self.symbol(Object::After), self.symbol(Object::Query));
        let (weights, scores) = (self.symbol(Object::Weights), self.symbol(Object::Scores));
        let input = self.symbol(Object::Input);
        let (memory, context) = (self.symbol(Object::Memory), self.symbol(Object::Context));
        let read_from = if design.timing() == Some(Timing::UpdateThenRead) { &after } else { &before };
        match object {
            Object::Source => say::origin_of_states(design.encoder, design.order),
            Object::Before if self.step == 0 => say::origin_of_first_state(design.first_state),
            Object::Before => say::origin_of_state_before(self.step),
            Object::Query => say::origin_of_query(read_from, design.has_query_bias()),
            Object::Scores => say::origin_of_scores(&query),
            Object::Weights => say::origin_of_weights(&scores),
            Object::Context if !design.reads() => say::origin_of_summary(),
            Object::Context => say::origin_of_context(&weights),
            Object::Input => {
                say::origin_of_input(self.word_name(self.goes_in(self.step)), &self.context_in(), self.step == 0)
            }
            Object::Gates => say::origin_of_gates(&input, &before),
            Object::Memory => say::origin_of_memory(),
            Object::After => say::origin_of_state(&memory),
            Object::Logits => say::origin_of_logits(&after, &context),
            Object::Probabilities => say::origin_of_probabilities(&self.symbol(Object::Logits)),
            Object::Loss => say::origin_of_loss(),
        }
    }

    /// What is to be known of the step beside its numbers.
    pub(super) fn remarks(&self) -> Vec<Text> {
        let of_reading = matches!(
            self.spot.object(),
            Object::Scores | Object::Weights | Object::Query | Object::Context | Object::Before
        );
        let mut remarks = Vec::new();
        if self.has_steps() && self.is_uniform() && of_reading {
            remarks.push(say::uniform(self.units() - (0..self.units()).filter(|j| self.is_masked(*j)).count()));
        }
        if !self.design().reads() && self.spot.object() == Object::Context {
            remarks.push(CannotOpen::NothingReads.told());
        }
        if matches!(self.spot.object(), Object::Logits) && self.has_steps() {
            remarks.push(say::halves_of_the_output(&self.symbol(Object::After), &self.symbol(Object::Context)));
        }
        // The title says it as well: what is particular to the number comes first.
        if let (super::Origin::Untrained { seed }, true) = (&self.origin, remarks.is_empty()) {
            let seed = *seed;
            remarks.push(say::untrained(seed, self.design().reads()));
        }
        remarks
    }

    /// What is said in short of the number under the cursor.
    pub(super) fn brief(&self, lang: Lang, terms: usize) -> Brief {
        let told = self.told(terms);
        let name = self.name_of(self.spot);
        let (parts, notes) = match self.spot {
            Spot::Object(object) => (self.numbers_in_short(object), Vec::new()),
            _ => (told.parts(lang), told.notes()),
        };
        let parts = if parts.len() == 1 { vec![name.clone(), parts[0].clone()] } else { parts };
        let mut in_words = self.remarks();
        if let Told::Nothing(reason) = told
            && !reason.en.is_empty()
        {
            in_words.insert(0, reason);
        }
        Brief { name, what: self.what(), parts, notes, against: Text::default(), in_words }
    }

    /// A place as it is named on the screen: `α3[5]`, `x4[40]`, `Z[2,7]`.
    pub fn name_of(&self, spot: Spot) -> String {
        let object = spot.object();
        let symbol = self.symbol(object);
        match (spot, spot.component()) {
            (Spot::Object(_) | Spot::Loss, _) | (_, None) => symbol,
            (Spot::Weight(at), _) if !self.design().reads() => format!("j = {}", at + 1),
            (_, Some(at)) if object == Object::Source => {
                format!("{symbol}[{},{}]", at / self.width() + 1, at % self.width() + 1)
            }
            (_, Some(at)) if object == Object::Gates => {
                let letter = ["i", "f", "g", "o"][(at / self.width()).min(3)];
                format!("{letter}{}[{}]", self.step + 1, at % self.width() + 1)
            }
            (_, Some(at)) => format!("{symbol}[{}]", at + 1),
        }
    }

    /// Its first numbers.
    fn numbers_in_short(&self, object: Object) -> Vec<String> {
        const FEW: usize = 6;
        let count = self.count(object);
        let numbers: Option<Vec<f64>> = (0..count.min(FEW)).map(|at| self.number(object, at)).collect();
        let Some(numbers) = numbers.filter(|_| self.has_steps()) else { return Vec::new() };
        let written: Vec<String> = numbers
            .iter()
            .map(
                |number| {
                    if number.is_finite() { number::derived(*number, 9).trim().to_owned() } else { "✗".to_owned() }
                },
            )
            .collect();
        let more = if count > FEW { ", .." } else { "" };
        match written.as_slice() {
            [one] if count == 1 => vec![one.clone()],
            written => vec![format!("({}{more})", written.join(", "))],
        }
    }
}
