//! One step after the other: gradients of a few sentences, clipped, then Adam (Kingma and Ba 2015, algorithm 1).

use super::corpus::BOS;
use super::parameters::Parameters;
use super::passage::{Passage, Unreadable};
use super::way_back::{Losses, WayBack};
use crate::engine::dot;

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// What the length of a gradient is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mean {
    /// Words: the loss is a word's.
    Words,
    /// Nothing: the loss is the sentences' together.
    None,
}

/// A sentence with its translation: units, and words up to EOS.
pub type Example<'a> = (&'a [usize], &'a [usize]);

/// Why a step cannot be taken. The parameters are as they were before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// A sentence has no numbers.
    Unreadable(Unreadable),
    /// There is no word to learn from.
    NoWords,
    /// The gradient, or what the step would lead to, is beyond f64.
    Overflow,
}

/// What a step has found: the numbers before the parameters changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The loss, in nats: a word's, or all together, as was asked.
    pub loss: f64,
    /// The length of the gradient before it was clipped.
    pub norm: f64,
}

/// Parameters on their way, and what Adam remembers of it.
#[derive(Clone, Debug)]
pub struct Learner {
    parameters: Parameters,
    first: Vec<f64>,
    second: Vec<f64>,
    steps: usize,
    /// β_1 and β_2 to the power of the steps taken, by repeated multiplication: a power is not the same number on every
    /// machine.
    powers: (f64, f64),
    gradient: Parameters,
    passage: Passage,
    way_back: WayBack,
}

impl Learner {
    /// Before the first step.
    pub fn new(parameters: Parameters) -> Self {
        let count = parameters.numbers().len();
        let gradient = Parameters::zero(parameters.shapes().clone());
        Self {
            parameters,
            first: vec![0.0; count],
            second: vec![0.0; count],
            steps: 0,
            powers: (1.0, 1.0),
            gradient,
            passage: Passage::default(),
            way_back: WayBack::default(),
        }
    }

    /// As it was after so many steps, with the averages m and v; `None` when they are not as many numbers as parameters.
    pub fn resumed(parameters: Parameters, steps: usize, first: Vec<f64>, second: Vec<f64>) -> Option<Self> {
        let count = parameters.numbers().len();
        let fresh = Self::new(parameters);
        let powers = (0..steps).fold((1.0, 1.0), |(one, two), _| (one * BETA_1, two * BETA_2));
        let fits = first.len() == count && second.len() == count;
        fits.then_some(Self { first, second, steps, powers, ..fresh })
    }

    /// The parameters now.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Steps taken.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Adam's averages: m of the gradient, v of its square.
    pub fn averages(&self) -> (&[f64], &[f64]) {
        (&self.first, &self.second)
    }

    /// One step.
    ///
    /// # Errors
    /// When it cannot be taken; nothing has changed then.
    pub fn step<'a>(
        &mut self,
        examples: impl IntoIterator<Item = Example<'a>>,
        mean: Mean,
        rate: f64,
        clip: f64,
    ) -> Result<Taken, NoStep> {
        self.gradient.numbers_mut().fill(0.0);
        let (mut loss, mut words) = (0.0, 0_usize);
        for (source, target) in examples {
            loss += pass(&mut self.passage, &self.parameters, source, target).map_err(NoStep::Unreadable)?;
            self.way_back.follow(&self.parameters, &self.passage, target, Losses::All, &mut self.gradient);
            words += target.len();
        }
        if words == 0 {
            return Err(NoStep::NoWords);
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of words")]
        let divisor = if mean == Mean::Words { words as f64 } else { 1.0 };
        let gradient = self.gradient.numbers_mut();
        gradient.iter_mut().for_each(|number| *number /= divisor);
        let norm = dot(gradient, gradient).sqrt();
        if !norm.is_finite() || !loss.is_finite() {
            return Err(NoStep::Overflow);
        }
        let scale = (clip / (norm + 1e-12)).min(1.0);
        self.follow(rate, scale)?;
        Ok(Taken { loss: loss / divisor, norm })
    }

    /// m ← β_1 m + (1 − β_1) g, v ← β_2 v + (1 − β_2) g², θ ← θ − η m̂ / (√v̂ + ε). The corrections of m̂ and v̂ are the same
    /// for all numbers, so that they are made once.
    fn follow(&mut self, rate: f64, scale: f64) -> Result<(), NoStep> {
        let powers = (self.powers.0 * BETA_1, self.powers.1 * BETA_2);
        let (rate, widen) = (rate / (1.0 - powers.0), 1.0 / (1.0 - powers.1));
        let before = self.parameters.numbers();
        // Looked at before anything is changed: a step is taken or not.
        let longest = rate * 40.0;
        if !longest.is_finite() || before.iter().any(|number| !(number.abs() + longest).is_finite()) {
            return Err(NoStep::Overflow);
        }
        let numbers = self.parameters.numbers_mut().iter_mut();
        let averages = self.first.iter_mut().zip(&mut self.second);
        for ((number, (m, v)), g) in numbers.zip(averages).zip(self.gradient.numbers()) {
            let g = g * scale;
            *m = BETA_1 * *m + (1.0 - BETA_1) * g;
            *v = BETA_2 * *v + (1.0 - BETA_2) * (g * g);
            *number -= rate * *m / ((*v * widen).sqrt() + EPSILON);
        }
        self.powers = powers;
        self.steps += 1;
        Ok(())
    }
}

/// A sentence with its own translation going in; its loss in nats.
///
/// # Errors
/// When it has no numbers.
pub fn pass(
    passage: &mut Passage,
    parameters: &Parameters,
    source: &[usize],
    target: &[usize],
) -> Result<f64, Unreadable> {
    passage.read(parameters, source)?;
    let words = parameters.shapes().sizes.target_words;
    let mut loss = 0.0;
    let before = std::iter::once(&BOS).chain(target);
    for ((t, word), before) in target.iter().enumerate().zip(before) {
        if *word >= words {
            return Err(Unreadable::NoSuchWord(*word));
        }
        passage.advance(parameters, *before)?;
        loss += passage.loss(t, *word);
    }
    Ok(loss)
}
