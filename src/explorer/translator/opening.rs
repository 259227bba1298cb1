//! A step opened as a scenario of the main explorer, and what an intervention there does in full.
//!
//! In the scenario h_t is part of a constant, so that what is changed there reaches the words by the direct path alone,
//! c → z. In a decoder that reads before it updates, c_t enters the state as well: in full
//! z = c' G' + b' + W_h (h'_t − h_t), with h'_t from the cell run again with c'.

use super::step_scenario::{CannotOpen, step_scenario};
use super::{Run, Translating};
use crate::engine::{Distribution, NothingToNormalise, Scores, Vocab, dot, softmax};
use crate::explorer::docked::{Ink, Line, Lines};
use crate::explorer::mode::{Mode, Question};
use crate::explorer::{Document, Model, Outcome, Panel, View};
use crate::translator::{Parameters, Tensor, Timing, first_highest};
use crate::words::{Text, number, teach, translator as say, width};
use std::sync::Arc;

/// The step the scenario on the screen was made of.
#[derive(Clone, Debug)]
pub struct OpenedStep {
    parameters: Arc<Parameters>,
    run: Arc<Run>,
    step: usize,
    /// c and z as they were when it was opened.
    own: (Vec<f64>, Vec<f64>),
}

/// What an intervention on an opened step does.
#[derive(Clone, Debug)]
pub struct StepEffect {
    /// The words as the scenario has them: by the direct path.
    pub direct: Distribution<Vocab>,
    /// In full, the cell run again.
    pub full: Distribution<Vocab>,
    /// Whether the context reaches the state of this step at all.
    pub through_state: bool,
}

/// Why there is no effect to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEffect {
    /// The scenario is no step, or no longer of its shape.
    NotThisStep,
    /// Something is undefined or beyond f64.
    Undefined,
}

impl Model {
    /// Opens the step that is shown in the main explorer; what is not saved there is asked about first.
    pub(super) fn open_step(&mut self) {
        if self.is_unsaved() {
            self.mode = Mode::Asking(Question::DiscardForStep);
            return;
        }
        self.open_step_now();
    }

    /// The same without asking.
    pub(in crate::explorer) fn open_step_now(&mut self) {
        let of = self.translating_or_lesson();
        match Self::opened_of(of) {
            Ok((scenario, opened)) => {
                self.take(Outcome::Opened(Box::new(Document::new(None, "", scenario))));
                self.opened_step = Some(OpenedStep { own: self.context_and_logits(), ..opened });
                self.view = View::Flow;
                self.say(say::step_opened());
                self.keep_in_view();
            }
            Err(reason) => self.refuse(reason.told()),
        }
    }

    fn opened_of(of: &Translating) -> Result<(crate::scenario::Scenario, OpenedStep), CannotOpen> {
        let scenario = step_scenario(of, of.step)?;
        let (parameters, run) = (Arc::clone(&of.parameters), Arc::new(of.run().clone()));
        Ok((scenario, OpenedStep { parameters, run, step: of.step, own: Default::default() }))
    }

    /// c and z of the row shown; nothing where they are not defined.
    fn context_and_logits(&self) -> (Vec<f64>, Vec<f64>) {
        let Some(row) = self.trace().get(self.row()) else { return Default::default() };
        let (Ok(context), Ok(logits)) = (&row.context, &row.logits) else { return Default::default() };
        (context.to_vec(), logits.iter().map(|z| z.unwrap_or(f64::NEG_INFINITY)).collect())
    }

    /// What the intervention on the screen does, by the direct path and in full; `None` where no step was opened.
    pub fn step_effect(&self) -> Option<Result<StepEffect, NoEffect>> {
        let opened = self.opened_step.as_ref()?;
        Some(opened.effect(self))
    }

    /// The sentence on it for the line that says what stayed; `None` where no step was opened, or something is hidden.
    pub fn step_effect_said(&self) -> Option<Vec<Text>> {
        let opened = self.opened_step.as_ref().filter(|_| self.revealed().is_whole())?;
        let target = self.givens().targets.get(self.row()).copied().flatten();
        let effect = match opened.effect(self) {
            Ok(effect) => effect,
            Err(NoEffect::NotThisStep) => return Some(vec![say::no_longer_this_step()]),
            Err(NoEffect::Undefined) => return None,
        };
        let word = target.unwrap_or_else(|| first_highest(effect.full.weights()));
        let told = |p: f64| number::derived(p, 8).trim().to_owned();
        let (direct, full) = (told(effect.direct.get(word)), told(effect.full.get(word)));
        let before = told(opened.run.passage.probabilities(opened.step)[word]);
        let name = self.names().words.get(word).map_or("", String::as_str);
        let now = self.context_and_logits();
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        // Against the step as it was opened: the baseline may have been pinned since.
        let moved = bits(&now.0) != bits(&opened.own.0) || bits(&now.1) != bits(&opened.own.1);
        Some(match (moved, effect.through_state) {
            (false, true) => say::step_as_opened(),
            (false, false) => say::step_as_opened_reading_last(),
            (true, true) => say::effect_in_full(name, &direct, &full, &before),
            (true, false) => say::effect_is_direct(name, &direct, &before),
        })
    }

    /// The panel with the words by both paths.
    pub(in crate::explorer) fn effect_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let wrapped = |text: Text, ink: Ink| -> Vec<Line> { self.wrapped(text.get(lang), cells, ink) };
        let Some(opened) = &self.opened_step else { return Lines::of(wrapped(say::no_step_opened(), Ink::Plain)) };
        // What is hidden is not told here either.
        if !self.revealed().is_whole() {
            return Lines::of(wrapped(teach::hidden(), Ink::Plain));
        }
        let effect = match opened.effect(self) {
            Ok(effect) => effect,
            Err(NoEffect::NotThisStep) => return Lines::of(wrapped(say::no_longer_this_step(), Ink::Plain)),
            Err(NoEffect::Undefined) => return Lines::of(wrapped(say::effect_undefined(), Ink::Plain)),
        };
        let mut lines = wrapped(say::direct_path_only(effect.through_state), Ink::Strong);
        let before = opened.run.passage.probabilities(opened.step);
        let mut words: Vec<usize> = (0..before.len()).collect();
        // What differs by the order its parts are added in has not moved.
        let apart = |word: usize| {
            Some((effect.full.get(word) - before[word]).abs()).filter(|by| *by >= ROUNDING).unwrap_or(0.0)
        };
        // What moves most comes first; of what moves alike the more probable.
        words.sort_by(|a, b| apart(*b).total_cmp(&apart(*a)).then(before[*b].total_cmp(&before[*a])).then(a.cmp(b)));
        let head = say::effect_head();
        let heads = head.each_ref().map(|text| text.get(lang));
        // Cells of the name and of a number, and how many numbers there is room for; the difference goes first.
        let (name, column, count) = match cells {
            0..56 => (8, 10, 3),
            56..62 => (12, 11, 4),
            _ => (14, 12, 4),
        };
        let name = |text: &str| width::left(text, name);
        let row = |first: &str, numbers: [&str; 4]| {
            numbers.iter().take(count).fold(name(first), |line, number| line + &width::right(number, column))
        };
        lines.push(Line::new(row(heads[0], [heads[1], heads[2], heads[3], heads[4]]), Ink::Quiet));
        lines.extend(words.into_iter().map(|word| {
            let told = |p: f64| number::derived(p, 10).trim().to_owned();
            let (was, direct, full) = (before[word], effect.direct.get(word), effect.full.get(word));
            let numbers = [told(was), told(direct), told(full), moved(full - was)];
            let word_name = self.names().words.get(word).map_or("", String::as_str);
            let ink = if Some(word) == opened.target(self) { Ink::Target } else { Ink::Plain };
            Line::new(row(word_name, [&numbers[0], &numbers[1], &numbers[2], &numbers[3]]), ink)
        }));
        Lines::of(lines)
    }

    pub(super) fn show_effect(&mut self) {
        if self.opened_step.is_none() {
            return self.refuse(say::no_step_opened());
        }
        self.view = View::Flow;
        let open = self.panel() == Some(&Panel::StepEffect);
        self.open_panel((!open).then_some(Panel::StepEffect));
    }
}

/// Probabilities that differ by no more are the same but for rounding: z is added up in another order here, each sum off
/// by some 10⁻¹⁵ of its parts.
const ROUNDING: f64 = 1e-12;

/// A probability that has moved, or that is the same but for the order its parts are added in.
fn moved(by: f64) -> String {
    if by.abs() < ROUNDING { "≈ 0".to_owned() } else { number::difference(by, 10).trim().to_owned() }
}

impl OpenedStep {
    fn target(&self, model: &Model) -> Option<usize> {
        model.givens().targets.get(model.row()).copied().flatten()
    }

    fn effect(&self, model: &Model) -> Result<StepEffect, NoEffect> {
        let passage = &self.run.passage;
        let (words, d) = (passage.logits(self.step).len(), passage.context(self.step).len());
        let givens = model.givens();
        if givens.words() != words || givens.d_v() != d || givens.rows() != 1 || model.state().reshaped > 0 {
            return Err(NoEffect::NotThisStep);
        }
        let row = model.trace().get(model.row()).ok_or(NoEffect::Undefined)?;
        let (Ok(context), Ok(logits), Ok(direct)) = (&row.context, &row.logits, &row.probabilities) else {
            return Err(NoEffect::Undefined);
        };
        let rerun = passage.with_context(&self.parameters, self.step, context).map_err(|_| NoEffect::Undefined)?;
        let h = passage.decoder().h(self.step + 1);
        let moved: Vec<f64> = rerun.h.iter().zip(h).map(|(now, before)| now - before).collect();
        let of_state = |word: usize| dot(&self.parameters.row(Tensor::Output, word)[..d], &moved);
        let full: Vec<f64> =
            logits.iter().enumerate().map(|(w, z)| z.unwrap_or(f64::NEG_INFINITY) + of_state(w)).collect();
        let full = softmax(&Scores::<Vocab>::all(full)).map_err(|_: NothingToNormalise| NoEffect::Undefined)?;
        let through_state = self.parameters.shapes().design.timing() != Some(Timing::UpdateThenRead);
        Ok(StepEffect { direct: direct.as_ref().clone(), full, through_state })
    }
}
