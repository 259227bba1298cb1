//! What can be done on the decoder screen: another sentence, another step, another way of looking at it.

use super::{Feeding, Middle, Sentence, Spot, Translating, Which};
use crate::explorer::{Action, Direction, Effect, Jump, LONGEST_COPY, Mode, Model, Panel, View};
use crate::words::{explorer, teach, translator as say};

/// The sentence to be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Translate {
    /// The one that is there; the lesson's at first.
    Open,
    /// A test of the corpus, counted from 0.
    Test(usize),
    /// The next or the previous test.
    Next {
        /// Backwards.
        back: bool,
    },
    /// A typed one.
    Typed(String),
}

/// What is seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decode {
    /// The next step, or the one before.
    Next {
        /// Backwards.
        back: bool,
    },
    /// The first step.
    Start,
    /// The last step.
    End,
    /// A step, counted from 0.
    Step(usize),
    /// Whose words go in; `None` for the other of the two.
    Feeding(Option<Feeding>),
    /// What stands in the middle.
    Middle(Middle),
    /// Puts the cursor somewhere.
    Go(Spot),
    /// Opens the step in the main explorer.
    Open,
    /// What an intervention on the opened step does in full; again closes it.
    Effect,
    /// Where the error of the step's word goes; again closes it.
    Route,
    /// Why the step's word went wrong, in four questions; again closes it.
    Diagnose,
}

impl Model {
    /// What an action does to the translator, or on one of its screens; `None` where it does what it does elsewhere.
    pub(in crate::explorer) fn take_in_translator(&mut self, action: &Action) -> Option<Option<Effect>> {
        if self.take_in_study(action).is_some() {
            return Some(None);
        }
        match self.take_in_training(action) {
            Some(()) => Some(None),
            None => self.take_in_decoder(action),
        }
    }

    /// What an action does to the sentence, or on the decoder screen; `None` where it does what it does elsewhere.
    fn take_in_decoder(&mut self, action: &Action) -> Option<Option<Effect>> {
        match action {
            Action::Translate(what) => self.translate(what.clone()),
            Action::Decode(what) => self.decode(*what),
            Action::View(View::Decoder) => {
                self.mode = Mode::Browsing;
                self.translate(Translate::Open);
            }
            _ if self.view != View::Decoder => return None,
            Action::Move(direction) => self.move_in_decoder(*direction),
            Action::Jump(jump) => self.jump_in_decoder(*jump),
            Action::Page { down } => self.page_in_decoder(*down),
            Action::Order(order) => {
                self.translating_or_lesson().order = *order;
                self.say(explorer::ordered(order.name()));
            }
            Action::Edit | Action::Explain(None) => self.explain_in_decoder(),
            Action::Unfold(None) => {
                let unfolded = matches!(self.panel(), Some(Panel::Explanation { unfolded: true, .. }));
                self.open_panel(Some(Panel::Explanation { of: None, unfolded: !unfolded }));
            }
            Action::Copy(form) => return Some(self.copy_in_decoder(*form)),
            Action::Nudge(None, _) | Action::Push(_) | Action::Measure(None) => {
                self.refuse(say::not_here());
            }
            // What is about the scenario is seen there.
            Action::Explain(Some(_)) | Action::Unfold(Some(_)) | Action::Predict(_) | Action::Undo | Action::Redo => {
                self.view = View::Flow;
                return None;
            }
            _ => return None,
        }
        self.keep_in_view();
        Some(None)
    }

    fn explain_in_decoder(&mut self) {
        let open = matches!(self.panel(), Some(Panel::Explanation { of: None, .. }));
        self.open_panel((!open).then_some(Panel::Explanation { of: None, unfolded: false }));
    }

    fn copy_in_decoder(&mut self, form: crate::explorer::Form) -> Option<Effect> {
        let Some(text) = self.copied_in_decoder(form) else {
            self.refuse(teach::nothing_to_copy());
            return None;
        };
        if text.len() > LONGEST_COPY {
            self.refuse(teach::too_long_to_copy(text.len()));
            return None;
        }
        self.say(teach::copied(form.name()));
        Some(Effect::Copy(text))
    }

    fn translate(&mut self, what: Translate) {
        let of = self.translating_or_lesson();
        let tests = of.corpus.test.len();
        let sentence = match what {
            Translate::Open => {
                self.view = View::Decoder;
                return;
            }
            Translate::Test(at) => Sentence::test(&of.corpus, at).ok_or_else(|| say::no_such_test(at + 1, tests)),
            Translate::Next { back } => {
                let at = match of.sentence.which {
                    Which::Test(at) if back => at.checked_sub(1).ok_or_else(say::first_test),
                    Which::Test(at) => Ok(at + 1),
                    // From a typed one back to the tests.
                    Which::Typed => Ok(0),
                };
                at.and_then(|at| Sentence::test(&of.corpus, at).ok_or_else(|| say::last_test(tests)))
            }
            Translate::Typed(text) => Sentence::read(&of.corpus, &text),
        };
        match sentence {
            Ok(sentence) => {
                let no_reference = sentence.no_reference.clone();
                of.take(sentence);
                self.view = View::Decoder;
                if let Some(reason) = no_reference {
                    self.say(reason);
                }
            }
            Err(problem) => self.refuse(problem),
        }
    }

    fn decode(&mut self, what: Decode) {
        match what {
            Decode::Open => return self.open_step(),
            Decode::Effect => return self.show_effect(),
            Decode::Route => return self.open_error_panel(Panel::Route),
            Decode::Diagnose => return self.open_error_panel(Panel::Diagnosis),
            _ => {}
        }
        self.view = View::Decoder;
        let of = self.translating_or_lesson();
        let (step, steps) = (of.step, of.steps());
        match what {
            Decode::Next { back: false } if step + 1 < steps => of.show_step(step + 1),
            Decode::Next { back: false } => self.say(say::last_step(steps)),
            Decode::Next { back: true } if step > 0 => of.show_step(step - 1),
            Decode::Next { back: true } => self.say(say::first_step()),
            Decode::Open | Decode::Effect | Decode::Route | Decode::Diagnose => {}
            Decode::Start => of.show_step(0),
            Decode::End => of.show_step(steps.saturating_sub(1)),
            Decode::Step(step) if step < steps => of.show_step(step),
            Decode::Step(step) => self.refuse(say::no_such_step(step + 1, steps)),
            Decode::Middle(middle) => {
                of.middle = middle;
                of.spot = of.spot_in(middle).within(of);
            }
            Decode::Go(spot) => {
                of.spot = spot.within(of);
                of.middle = of.middle_of(of.spot);
            }
            Decode::Feeding(feeding) => {
                let feeding = feeding.unwrap_or(match of.feeding {
                    Feeding::Teacher => Feeding::Own,
                    Feeding::Own => Feeding::Teacher,
                });
                if feeding == Feeding::Teacher && of.taught.is_none() {
                    let reason = of.sentence.no_reference.clone().unwrap_or_default();
                    return self.refuse(say::no_teacher(&reason));
                }
                of.feeding = feeding;
                of.settle();
                self.say(say::fed_by(feeding == Feeding::Teacher));
            }
        }
    }

    /// One place further; the map's lines are steps.
    fn move_in_decoder(&mut self, direction: Direction) {
        let Some(layout) = self.layout() else { return };
        let (Some(decoder), Some(of)) = (layout.decoder, &mut self.translating) else { return };
        of.go(&decoder, direction);
    }

    fn jump_in_decoder(&mut self, jump: Jump) {
        let Some(layout) = self.layout() else { return };
        let (Some(decoder), Some(of)) = (layout.decoder, &mut self.translating) else { return };
        of.jump(&decoder, jump);
    }

    fn page_in_decoder(&mut self, down: bool) {
        let Some(layout) = self.layout() else { return };
        let (Some(decoder), Some(of)) = (layout.decoder, &mut self.translating) else { return };
        of.page(&decoder, down);
    }

    /// What is under the pointer, when it means something now.
    pub(in crate::explorer) fn pointed_in_decoder(&self, x: u16, y: u16) -> Option<Spot> {
        let decoder = self.layout().filter(|_| self.may_point())?.decoder?;
        let of = self.translating()?;
        let at = |spot: &Spot| decoder.place(*spot, of.step).is_some_and(|place| place.contains((x, y).into()));
        of.visible(&decoder).into_iter().find(at)
    }

    /// Keeps the cursor and what is scrolled in view.
    pub(in crate::explorer) fn keep_decoder_in_view(&mut self) {
        let Some(layout) = self.layout() else { return };
        let (Some(decoder), Some(of)) = (layout.decoder, &mut self.translating) else { return };
        of.scroll = decoder.scroll();
        of.spot = decoder.stand_in(of.spot);
    }
}

impl Translating {
    fn take(&mut self, sentence: Sentence) {
        self.sentence = sentence;
        self.feeding = if self.sentence.target.is_some() { Feeding::Teacher } else { Feeding::Own };
        self.step = 0;
        self.compute();
    }

    pub(super) fn show_step(&mut self, step: usize) {
        self.step = step;
        self.settle();
    }

    /// A place that a part of the screen has.
    fn spot_in(&self, middle: Middle) -> Spot {
        match (middle, self.spot) {
            (Middle::Objects, spot @ Spot::Object(_)) => spot,
            (Middle::Objects, spot) => match spot.component() {
                Some(at) => Spot::Component(spot.object(), at),
                None => Spot::Object(spot.object()),
            },
            (Middle::Step, Spot::Component(object, _)) => Spot::Object(object),
            (Middle::Map, spot) => Spot::Weight(spot.unit().unwrap_or(0)),
            (Middle::Step, spot) => spot,
        }
    }

    /// The part of the screen a place is in.
    fn middle_of(&self, spot: Spot) -> Middle {
        match spot {
            Spot::Component(..) => Middle::Objects,
            Spot::Weight(_) | Spot::Object(_) => self.middle,
            Spot::Score(_) | Spot::Logit(_) | Spot::Probability(_) | Spot::Loss => Middle::Step,
        }
    }
}
