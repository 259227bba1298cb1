//! A famous mistake switched on: the wrong numbers stand where the right ones would, the right ones beside them.
//!
//! Only what is shown changes: the givens, the trace and all that is saved stay as they are.

use super::{Focus, Model, Pair};
use crate::engine::mistakes::{Figure, Mistake, Mistaken, NoFigure, WrongRow};
use crate::engine::{Mark, NoLoss, Stage, Undefined};
use crate::words::{mistakes as say, reading};
use std::sync::Arc;

/// What is seen at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seen {
    /// A number.
    Number(f64),
    /// Words, where a mistake has made something that is no number.
    Words(NoFigure),
    /// Nothing: a name, a masked score, a stage that is not there.
    Nothing,
}

impl Seen {
    /// What a mistake has made.
    pub(super) fn of(figure: Figure) -> Self {
        match figure {
            Figure::Number(number) => Seen::Number(number),
            // What the right computation leaves out is left out here, too; and what has no number has its sentence.
            Figure::None(NoFigure::Masked | NoFigure::Absent | NoFigure::Undefined(_)) => Seen::Nothing,
            Figure::None(how) => Seen::Words(how),
        }
    }

    /// The same at a slot: one that is masked by mistake says so.
    pub(super) fn at_slot(figure: Figure, readable: bool) -> Self {
        match figure {
            Figure::None(NoFigure::Masked) if readable => Seen::Words(NoFigure::Masked),
            figure => Seen::of(figure),
        }
    }

    /// The number.
    pub fn number(self) -> Option<f64> {
        match self {
            Seen::Number(number) => Some(number),
            Seen::Words(_) | Seen::Nothing => None,
        }
    }
}

/// How what is seen stands to what is beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is nothing to hold it against.
    Unmarked,
    /// To the baseline.
    Baseline(Mark),
    /// It is not the right number.
    Wrong,
}

impl Standing {
    /// Of what a mistake has made, to the right number.
    pub(super) fn of_mistake(figure: Figure, right: Option<f64>) -> Self {
        if is_other(figure, right) { Standing::Wrong } else { Standing::Unmarked }
    }
}

/// Two numbers that differ by less, as a share of the larger, are the same computation done in another order.
const SAME: f64 = 1e-12;

impl Model {
    /// The mistake that is switched on, with what it makes of the model.
    pub fn mistaken(&self) -> Option<&Mistaken> {
        self.mistaken.as_ref()
    }

    /// Which one it is.
    pub fn mistake(&self) -> Option<Mistake> {
        self.mistaken.as_ref().map(Mistaken::mistake)
    }

    /// Whether a mistake has the softmax of the scores run along another axis than the source axis.
    pub(super) fn leaves_the_axis(&self) -> bool {
        self.mistake().is_some_and(Mistake::leaves_the_axis)
    }

    fn wrong_row(&self, row: usize) -> Option<Arc<WrongRow>> {
        let mistaken = self.mistaken.as_ref()?;
        (row < self.givens().rows()).then(|| mistaken.row(row))
    }

    /// What stands at a place of a row: the number, or what a mistake has made of it.
    pub fn seen(&self, row: usize, focus: Focus) -> Seen {
        let readable = || focus.slot().is_some_and(|slot| self.givens().mask.readable(row, slot));
        match self.figure(row, focus) {
            Some(figure) => Seen::at_slot(figure, readable()),
            None => self.number(row, focus).map_or(Seen::Nothing, Seen::Number),
        }
    }

    /// What a mistake has made of a derived number; `None` without one, and for what is given.
    fn figure(&self, row: usize, focus: Focus) -> Option<Figure> {
        let wrong = self.wrong_row(row)?;
        Some(match focus {
            Focus::Score(j) => wrong.score(j),
            Focus::Exponential(j) => wrong.exponential(j),
            Focus::Normaliser => wrong.normaliser(0),
            Focus::Attention(j) => wrong.attention(j),
            Focus::Weighted(j, d) => wrong.weighted(j, d),
            Focus::Context(d) => wrong.context(d),
            Focus::Logit(w) => wrong.logit(w),
            Focus::WordExponential(w) => wrong.word_exponential(w),
            Focus::WordNormaliser => wrong.word_normaliser(),
            Focus::Probability(w) => wrong.probability(w),
            Focus::Loss => wrong.loss()?,
            _ => return None,
        })
    }

    /// The number beside it: the right one while a mistake is on, else the baseline's.
    pub fn beside(&self, row: usize, focus: Focus) -> Option<f64> {
        if self.mistaken.is_some() { self.number(row, focus) } else { self.number_before(row, focus) }
    }

    /// How what is seen stands to what is beside it.
    pub fn standing(&self, row: usize, focus: Focus) -> Standing {
        match self.figure(row, focus) {
            Some(figure) => Standing::of_mistake(figure, self.number(row, focus)),
            None if self.mistaken.is_some() || !self.differs().any() => Standing::Unmarked,
            None => self.mark(row, focus).map_or(Standing::Unmarked, Standing::Baseline),
        }
    }

    /// Σ_j α_tj as it is seen.
    pub fn attention_sum(&self, row: usize) -> Seen {
        match self.wrong_row(row) {
            Some(wrong) => Seen::of(wrong.attention_sum()),
            None => {
                self.trace().reading(row).attention.map_or(Seen::Nothing, |attention| Seen::Number(attention.sum()))
            }
        }
    }

    /// Whether Σ_j α_tj, or Σ_w p_tw, is wrong: a mistake may move weights and leave their sum as it is.
    pub fn is_sum_wrong(&self, row: usize, stage: Stage) -> bool {
        let Some(wrong) = self.wrong_row(row) else { return false };
        match stage {
            Stage::Attention => {
                let right = self.trace().reading(row).attention.ok().map(|attention| attention.sum());
                is_other(wrong.attention_sum(), right)
            }
            Stage::Probabilities => {
                let outlook = self.trace().outlook_at_once(row).and_then(|outlook| outlook.words.ok());
                is_other(wrong.probability_sum(), outlook.map(|words| words.sum))
            }
            _ => false,
        }
    }

    /// Σ_w p_tw as it is seen; `None` while it is being computed.
    pub fn probability_sum(&self, row: usize) -> Option<Seen> {
        if let Some(wrong) = self.wrong_row(row) {
            return Some(Seen::of(wrong.probability_sum()));
        }
        let words = self.trace().outlook_at_once(row)?.words;
        Some(words.map_or(Seen::Nothing, |words| Seen::Number(words.sum)))
    }

    /// Why a stage of a row has no numbers, as it is seen.
    pub fn undefined_at(&self, row: usize, stage: Stage) -> Option<Undefined> {
        if let Some(wrong) = self.wrong_row(row) {
            let first = match stage {
                Stage::Scores => wrong.score(0),
                Stage::Attention => wrong.attention(0),
                Stage::Context => wrong.context(0),
                Stage::Logits => wrong.logit(0),
                Stage::Probabilities => wrong.probability(0),
                Stage::Loss => wrong.loss()?,
            };
            return first.undefined();
        }
        let reading = || self.trace().reading(row);
        match stage {
            Stage::Scores => reading().scores.err(),
            Stage::Attention => reading().attention.err(),
            Stage::Context => self.trace().context(row).err(),
            Stage::Logits | Stage::Probabilities => self.trace().outlook_at_once(row)?.words.err(),
            Stage::Loss => self.trace().row_loss(row)?.err(),
        }
    }

    /// The total loss as it is seen, once it is known.
    ///
    /// # Errors
    /// Why there is none.
    pub fn total_loss_seen(&self) -> Option<Result<Seen, NoLoss>> {
        match &self.mistaken {
            Some(mistaken) if self.trace().is_light() => Some(mistaken.loss().map(Seen::of)),
            Some(_) => None,
            None => Some(self.trace().loss_at_once()?.map(Seen::Number)),
        }
    }

    /// Whether any number of a stage of a row is wrong.
    pub fn is_wrong(&self, row: usize, stage: Stage) -> bool {
        let givens = self.givens();
        let any = |count: usize, focus: fn(usize) -> Focus| {
            (0..count).any(|place| self.standing(row, focus(place)) == Standing::Wrong)
        };
        self.mistaken.is_some()
            && match stage {
                Stage::Scores => any(givens.slots(), Focus::Score),
                Stage::Attention => any(givens.slots(), Focus::Attention),
                Stage::Context => any(givens.d_v(), Focus::Context),
                Stage::Logits => any(givens.words(), Focus::Logit),
                Stage::Probabilities => any(givens.words(), Focus::Probability),
                Stage::Loss => any(1, |_| Focus::Loss),
            }
    }

    /// What the view of all rows shows twice.
    pub fn pair(&self) -> Option<Pair> {
        match self.mistake() {
            Some(mistake) if mistake.touches(Stage::Attention) => Some(Pair::Attention),
            Some(mistake) if mistake.touches(Stage::Probabilities) => Some(Pair::Probabilities),
            Some(_) => None,
            None => self.compared.is_some().then_some(Pair::Attention),
        }
    }

    /// Switches a mistake on, or what is on off.
    pub(super) fn set_mistake(&mut self, mistake: Option<Mistake>) {
        if mistake == Some(Mistake::GradientWithoutCoupling) && !self.trace().is_light() {
            return self.refuse(reading::too_large_for_gradients());
        }
        if mistake.is_some() {
            self.prediction = None;
            // What is learnt from would no longer be what is shown.
            if self.is_learning() {
                self.stop_learning();
            }
        }
        let was = self.mistake();
        self.make_mistake(mistake);
        self.sort_list();
        match (was, mistake) {
            (None, None) => self.say(reading::no_mistake()),
            (Some(was), None) => {
                if matches!(self.panel, Some(super::Panel::Mistake)) {
                    self.open_panel(None);
                }
                self.say(reading::mistake_off(&say::title(was)));
            }
            (_, Some(_)) => self.open_panel(Some(super::Panel::Mistake)),
        }
    }

    /// Computes the mistake on the model as it is now, and in the readings that are not shown.
    pub(super) fn make_mistake(&mut self, mistake: Option<Mistake>) {
        // The way back goes through all rows, which takes longer than a frame on a large model.
        let mistake = mistake.filter(|mistake| *mistake != Mistake::GradientWithoutCoupling || self.trace.is_light());
        self.mistaken = mistake.map(|mistake| Mistaken::new(mistake, &self.state.givens, &self.trace));
        self.follow_readings();
        self.holding = std::cell::OnceCell::new();
    }
}

/// Whether a number that a mistake has made is another than the right one.
pub(super) fn is_another(wrong: f64, right: Option<f64>) -> bool {
    is_other(Figure::Number(wrong), right)
}

/// Whether a figure is another than the right number.
fn is_other(figure: Figure, right: Option<f64>) -> bool {
    match (figure, right) {
        (Figure::Number(wrong), Some(right)) => {
            (wrong - right).abs() > SAME * wrong.abs().max(right.abs()).max(f64::MIN_POSITIVE)
        }
        (Figure::Number(_), None) => true,
        (Figure::None(NoFigure::Undefined(_) | NoFigure::Masked | NoFigure::Absent), right) => right.is_some(),
        (Figure::None(_), _) => true,
    }
}
