//! Why a word went wrong, as four questions with a number each (the lesson's diagnosis): does the source hold it, does the
//! query reach it, does what was read raise it, did the search keep it.

use super::corpus::{EOS, PAD};
use super::free::translate;
use super::learner::pass;
use super::parameters::{Parameters, Tensor};
use super::passage::{Passage, Unreadable};
use crate::engine::dot;

/// The four answers about one word of a translation that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The step, from 0.
    pub step: usize,
    /// The right word.
    pub right: usize,
    /// The word it is held against: the most probable of the others.
    pub rival: usize,
    /// p of both with the right words before them.
    pub probabilities: (f64, f64),
    /// Whether the source state holds it.
    pub held: Held,
    /// Whether the query reaches it; `None` where nothing reads.
    pub reached: Option<Reached>,
    /// Whether what was read raises it.
    pub raised: Raised,
    /// Whether the search kept it.
    pub searched: Searched,
}

/// Does the source hold what the word needs? Each unit's state is put in the place of the context, the step run again in
/// full: what a reading of that unit alone would predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// The unit it is asked of: the one the word may be read from, else the best. `None` where nothing reads: it is asked
    /// of the summary.
    pub place: Option<usize>,
    /// p of the right word when that alone is read.
    pub probability: f64,
    /// The best unit, and p of the right word there.
    pub best: (usize, f64),
    /// p of the right word at the best of the other units; `None` where there is no other.
    pub next: Option<f64>,
}

impl Held {
    /// Whether the unit that is asked about does more for the word than any other.
    pub fn is_best(&self) -> bool {
        self.place == Some(self.best.0) && self.next.is_none_or(|next| next < self.best.1)
    }
}

/// Does the query reach it?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// α of the unit that is asked about.
    pub weight: f64,
    /// How many units have a higher weight.
    pub above: usize,
    /// The unit with the highest weight, and that weight.
    pub highest: (usize, f64),
    /// Whether all weights are the same: then no unit is reached more than another.
    pub uniform: bool,
}

/// Does what was read raise the right word against its rival? z_right − z_rival, taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raised {
    /// By the context: c · (G_right − G_rival).
    pub by_context: f64,
    /// By the state: h · (W_right − W_rival).
    pub by_state: f64,
    /// By the constants.
    pub by_bias: f64,
}

/// Did the search keep it?
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// Σ ln p of the right translation, EOS included.
    pub reference: f64,
    /// Σ ln p of what the model writes alone, EOS included where it came to one.
    pub written: f64,
    /// Whether it ended by itself.
    pub ended: bool,
    /// The first step at which it writes another word; `None` when it writes the right translation.
    pub parted: Option<usize>,
}

impl Searched {
    /// Whether the right translation was more probable than the one that was written: then it was lost by the search,
    /// which looks one word ahead; else the model prefers what it wrote.
    pub fn was_lost_by_search(&self) -> bool {
        self.parted.is_some() && self.reference > self.written
    }
}

impl Diagnosis {
    /// Asks of step t of a sentence whose translation `target` is known; `places` are the units its word may be read from
    /// (empty where nobody has said it).
    ///
    /// # Errors
    /// When something has no numbers, or there is no such step.
    pub fn of(
        parameters: &Parameters,
        source: &[usize],
        target: &[usize],
        t: usize,
        places: &[usize],
    ) -> Result<Self, Unreadable> {
        let mut passage = Passage::default();
        let loss = pass(&mut passage, parameters, source, target)?;
        let right = *target.get(t).ok_or(Unreadable::NoSuchWord(t))?;
        let probabilities = passage.probabilities(t);
        let others = (0..probabilities.len()).filter(|word| *word != right);
        let rival = others.reduce(|best, word| if probabilities[word] > probabilities[best] { word } else { best });
        let rival = rival.unwrap_or(right);
        let held = Self::held(parameters, &passage, t, right, places)?;
        Ok(Self {
            step: t,
            right,
            rival,
            probabilities: (probabilities[right], probabilities[rival]),
            reached: held.place.and_then(|place| reached(&passage, t, place)),
            held,
            raised: raised(parameters, &passage, t, right, rival),
            searched: searched(parameters, source, target, loss)?,
        })
    }

    fn held(
        parameters: &Parameters,
        passage: &Passage,
        t: usize,
        right: usize,
        places: &[usize],
    ) -> Result<Held, Unreadable> {
        let p_with = |context: &[f64]| -> Result<f64, Unreadable> {
            Ok(passage.with_context(parameters, t, context)?.full.probabilities[right])
        };
        let (mut best, mut next): (Option<(usize, f64)>, Option<f64>) = (None, None);
        for place in (0..passage.source().len()).filter(|place| passage.source()[*place] != PAD) {
            let probability = p_with(passage.z(place))?;
            match best {
                Some((_, highest)) if probability <= highest => {
                    next = Some(next.map_or(probability, |next| next.max(probability)));
                }
                before => (best, next) = (Some((place, probability)), before.map(|(_, highest)| highest)),
            }
        }
        let best = best.ok_or(Unreadable::NothingToRead)?;
        if passage.attention(t).is_none() {
            return Ok(Held { place: None, probability: passage.probabilities(t)[right], best, next });
        }
        // Of several units the word may be read from, the one that does most for it.
        let mut asked: Option<(usize, f64)> = None;
        for &place in places.iter().filter(|place| **place < passage.source().len()) {
            let probability = p_with(passage.z(place))?;
            if asked.is_none_or(|(_, highest)| probability > highest) {
                asked = Some((place, probability));
            }
        }
        let (place, probability) = asked.unwrap_or(best);
        Ok(Held { place: Some(place), probability, best, next })
    }
}

fn reached(passage: &Passage, t: usize, place: usize) -> Option<Reached> {
    let weights = passage.attention(t)?;
    let weight = *weights.get(place)?;
    let units = || (0..weights.len()).filter(|place| passage.source()[*place] != PAD);
    let highest = units().reduce(|best, place| if weights[place] > weights[best] { place } else { best })?;
    Some(Reached {
        weight,
        above: weights.iter().filter(|other| **other > weight).count(),
        highest: (highest, weights[highest]),
        uniform: units().all(|place| weights[place] == weights[highest]),
    })
}

fn raised(parameters: &Parameters, passage: &Passage, t: usize, right: usize, rival: usize) -> Raised {
    let bias = parameters.get(Tensor::OutputBias);
    let (h, context) = (passage.decoder().h(t + 1), passage.context(t));
    let part = |vector: &[f64], from: usize| {
        let of = |word: usize| dot(vector, &parameters.row(Tensor::Output, word)[from..from + vector.len()]);
        of(right) - of(rival)
    };
    Raised { by_context: part(context, h.len()), by_state: part(h, 0), by_bias: bias[right] - bias[rival] }
}

fn searched(parameters: &Parameters, source: &[usize], target: &[usize], loss: f64) -> Result<Searched, Unreadable> {
    let mut passage = Passage::default();
    let translation = translate(&mut passage, parameters, source)?;
    let mut written = translation.words;
    if translation.ended {
        written.push(EOS);
    }
    let cost: f64 = written.iter().enumerate().map(|(t, word)| passage.loss(t, *word)).sum();
    let parted = (0..written.len().max(target.len())).find(|at| written.get(*at) != target.get(*at));
    Ok(Searched { reference: 0.0 - loss, written: 0.0 - cost, ended: translation.ended, parted })
}
