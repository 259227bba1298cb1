//! The five scorers: how a query and a key become a score.

use super::{Lines, Mask, Scores, Source, add_scaled, dot};
use std::sync::Arc;

/// How e_tj is computed from q_t and k_j.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScorerKind {
    /// e = qᵀk (Luong et al. 2015, §3.1, "dot").
    Dot,
    /// e = qᵀk / √d_k (Vaswani et al. 2017, eq. 1).
    ScaledDot,
    /// e = qᵀ W k, W of d_k × d_k (Luong et al. 2015, §3.1, "general").
    Bilinear,
    /// e = v_aᵀ tanh(W_q q + W_k k + b_a), W_q and W_k of d_a × d_k (Bahdanau et al. 2014, appendix A.1.2).
    Additive,
    /// e = aᵀq + bᵀk: the query's term is common to all slots and cancels in the softmax (the lesson, on scorers).
    Linear,
}

impl ScorerKind {
    /// All five, in the order they are offered.
    pub const ALL: [ScorerKind; 5] =
        [ScorerKind::Dot, ScorerKind::ScaledDot, ScorerKind::Bilinear, ScorerKind::Additive, ScorerKind::Linear];

    /// The name in files, commands and output.
    pub fn name(self) -> &'static str {
        match self {
            ScorerKind::Dot => "dot",
            ScorerKind::ScaledDot => "scaled-dot",
            ScorerKind::Bilinear => "bilinear",
            ScorerKind::Additive => "additive",
            ScorerKind::Linear => "linear",
        }
    }

    /// The parameters it reads.
    pub fn parameters(self) -> &'static [Parameter] {
        match self {
            ScorerKind::Dot | ScorerKind::ScaledDot => &[],
            ScorerKind::Bilinear => &[Parameter::W],
            ScorerKind::Additive => &[Parameter::Wq, Parameter::Wk, Parameter::Ba, Parameter::Va],
            ScorerKind::Linear => &[Parameter::A, Parameter::B],
        }
    }
}

/// A parameter tensor of a scorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parameter {
    /// W of the bilinear scorer, d_k × d_k.
    W,
    /// W_q of the additive scorer, d_a × d_k.
    Wq,
    /// W_k of the additive scorer, d_a × d_k.
    Wk,
    /// b_a of the additive scorer, d_a numbers.
    Ba,
    /// v_a of the additive scorer, d_a numbers.
    Va,
    /// a of the linear scorer, d_k numbers.
    A,
    /// b of the linear scorer, d_k numbers.
    B,
}

impl Parameter {
    /// All, in the order they are shown.
    pub const ALL: [Parameter; 7] =
        [Parameter::W, Parameter::Wq, Parameter::Wk, Parameter::Ba, Parameter::Va, Parameter::A, Parameter::B];

    /// The name in files, addresses and output.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::W => "W",
            Parameter::Wq => "W_q",
            Parameter::Wk => "W_k",
            Parameter::Ba => "b_a",
            Parameter::Va => "v_a",
            Parameter::A => "a",
            Parameter::B => "b",
        }
    }

    /// Whether it is a matrix (two indices) rather than a vector (one).
    pub fn is_matrix(self) -> bool {
        matches!(self, Parameter::W | Parameter::Wq | Parameter::Wk)
    }

    /// The value a scorer starts from when none is given: identity matrices, b_a = 0, v_a = a = b = 1 (d_a = d_k).
    pub fn start(self, d_k: usize) -> Lines {
        match self {
            Parameter::W | Parameter::Wq | Parameter::Wk => {
                let mut identity = Lines::zeros(d_k, d_k);
                (0..d_k).for_each(|i| identity.set(i, i, 1.0));
                identity
            }
            Parameter::Ba => Lines::zeros(d_k, 1),
            Parameter::Va | Parameter::A | Parameter::B => Lines::new(d_k, &vec![1.0; d_k]),
        }
    }
}

/// The scorer of a model: the kind in use, and the parameters the scenario has for it and for others.
///
/// A matrix parameter is kept row by row (a line is a row); a vector is one line.
#[derive(Clone, Debug)]
pub struct Scorer {
    /// The kind in use.
    pub kind: ScorerKind,
    parameters: [Option<Lines>; 7],
}

impl PartialEq for Scorer {
    /// Whether both are the same kind with the same parameters. One that is absent is as good as its start value, which it
    /// would get when its kind is chosen.
    fn eq(&self, other: &Self) -> bool {
        let same = |parameter: Parameter| match (self.get(parameter), other.get(parameter)) {
            (Some(a), Some(b)) => a == b,
            (Some(only), None) | (None, Some(only)) => is_start(parameter, only),
            (None, None) => true,
        };
        self.kind == other.kind && Parameter::ALL.into_iter().all(same)
    }
}

impl Scorer {
    /// A scorer of this kind with its parameters at their start values.
    pub fn new(kind: ScorerKind, d_k: usize) -> Self {
        let mut scorer = Self { kind, parameters: Default::default() };
        scorer.complete(d_k);
        scorer
    }

    /// Changes the kind; parameters of the new kind that are missing get their start values.
    pub fn switch(&mut self, kind: ScorerKind, d_k: usize) {
        self.kind = kind;
        self.complete(d_k);
    }

    /// Gives the kind in use its start values where it has none. For the additive scorer d_a follows what is there.
    pub fn complete(&mut self, d_k: usize) {
        let d_a = self.attention_width();
        for &parameter in self.kind.parameters() {
            if self.get(parameter).is_none() {
                let start = match d_a {
                    None => parameter.start(d_k),
                    Some(d_a) => start_of_width(parameter, d_a, d_k),
                };
                self.put(parameter, start);
            }
        }
    }

    /// d_a as the additive parameters present have it.
    fn attention_width(&self) -> Option<usize> {
        let matrix = |p| self.get(p).map(Lines::count);
        let vector = |p| self.get(p).map(Lines::width);
        matrix(Parameter::Wq).or(matrix(Parameter::Wk)).or(vector(Parameter::Ba)).or(vector(Parameter::Va))
    }

    /// A parameter, if the scenario has it.
    pub fn get(&self, parameter: Parameter) -> Option<&Lines> {
        self.parameters[parameter as usize].as_ref()
    }

    pub(crate) fn get_mut(&mut self, parameter: Parameter) -> Option<&mut Lines> {
        self.parameters[parameter as usize].as_mut()
    }

    /// Sets a whole parameter; the caller has checked its shape.
    pub fn put(&mut self, parameter: Parameter, value: Lines) {
        self.parameters[parameter as usize] = Some(value);
    }

    /// Whether both compute the same scores from the same tensors: the kind and the parameters it reads are shared or
    /// equal in every bit.
    pub fn same(&self, other: &Scorer) -> bool {
        self.kind == other.kind && self.kind.parameters().iter().all(|&p| self.get(p) == other.get(p))
    }

    /// The numbers of a parameter of the kind in use; `complete` has made sure they are there.
    pub(crate) fn used(&self, parameter: Parameter) -> &Lines {
        const NONE: &str = "a scorer has the parameters of its kind: every constructor completes them";
        #[expect(clippy::expect_used, reason = "an invariant of the type")]
        self.get(parameter).expect(NONE)
    }
}

fn start_of_width(parameter: Parameter, d_a: usize, d_k: usize) -> Lines {
    match parameter {
        Parameter::Wq | Parameter::Wk => {
            let mut identity = Lines::zeros(d_k, d_a);
            (0..d_a.min(d_k)).for_each(|i| identity.set(i, i, 1.0));
            identity
        }
        Parameter::Ba => Lines::zeros(d_a, 1),
        Parameter::Va => Lines::new(d_a, &vec![1.0; d_a]),
        other => other.start(d_k),
    }
}

/// Whether a parameter is as it starts.
fn is_start(parameter: Parameter, lines: &Lines) -> bool {
    let (rows, width) = (lines.count(), lines.width());
    let at = |row: usize, column: usize| match parameter {
        Parameter::W | Parameter::Wq | Parameter::Wk if row == column => 1.0,
        Parameter::W | Parameter::Wq | Parameter::Wk | Parameter::Ba => 0.0,
        Parameter::Va | Parameter::A | Parameter::B => 1.0,
    };
    let square = !matches!(parameter, Parameter::W | Parameter::Wq | Parameter::Wk) || rows == width;
    square && lines.iter().enumerate().all(|(row, line)| (0..width).all(|column| line[column] == at(row, column)))
}

/// What a product of query and key is multiplied by: 1/√d_k for the scaled dot product, else 1.
pub(crate) fn scale(kind: ScorerKind, d_k: usize) -> f64 {
    match kind {
        #[expect(clippy::cast_precision_loss, reason = "a width is far below 2^53")]
        ScorerKind::ScaledDot => 1.0 / (d_k as f64).sqrt(),
        _ => 1.0,
    }
}

/// A scorer made ready for one query: everything that does not depend on the slot is computed once.
pub(crate) enum Prepared<'a> {
    /// e = direction · k, then times the factor.
    Along { direction: std::borrow::Cow<'a, [f64]>, factor: f64 },
    /// e = v_a · tanh(W_q q + W_k k + b_a), with W_q q at hand.
    Additive { from_query: Vec<f64>, w_k: &'a Lines, b_a: &'a [f64], v_a: &'a [f64] },
    /// e = aᵀq + bᵀk, with aᵀq at hand.
    Linear { from_query: f64, b: &'a [f64] },
}

impl<'a> Prepared<'a> {
    pub(crate) fn new(scorer: &'a Scorer, query: &'a [f64]) -> Self {
        match scorer.kind {
            kind @ (ScorerKind::Dot | ScorerKind::ScaledDot) => {
                Prepared::Along { direction: query.into(), factor: scale(kind, query.len()) }
            }
            ScorerKind::Bilinear => {
                let mut direction = vec![0.0; query.len()];
                for (component, row) in query.iter().zip(scorer.used(Parameter::W).iter()) {
                    add_scaled(&mut direction, *component, row);
                }
                Prepared::Along { direction: direction.into(), factor: 1.0 }
            }
            ScorerKind::Additive => Prepared::Additive {
                from_query: scorer.used(Parameter::Wq).iter().map(|row| dot(row, query)).collect(),
                w_k: scorer.used(Parameter::Wk),
                b_a: scorer.used(Parameter::Ba).line(0),
                v_a: scorer.used(Parameter::Va).line(0),
            },
            ScorerKind::Linear => Prepared::Linear {
                from_query: dot(scorer.used(Parameter::A).line(0), query),
                b: scorer.used(Parameter::B).line(0),
            },
        }
    }

    /// The score of one key; not finite when something overflowed on the way.
    pub(crate) fn score(&self, key: &[f64]) -> f64 {
        match self {
            // Scaling after the product is the lesson's formula; a product that overflows before it is an overflow.
            Prepared::Along { direction, factor } => dot(direction, key) * factor,
            Prepared::Additive { v_a, .. } => self.hidden(key).map_or(f64::NAN, |hidden| dot(v_a, &hidden)),
            Prepared::Linear { from_query, b } => from_query + dot(b, key),
        }
    }

    /// Numbers between query and score: d_a of the additive scorer, else 1.
    pub(crate) fn width(&self) -> usize {
        match self {
            Prepared::Additive { v_a, .. } => v_a.len(),
            Prepared::Along { .. } | Prepared::Linear { .. } => 1,
        }
    }

    /// tanh(W_q q + W_k k + b_a) of the additive scorer; `None` when a pre-activation overflowed (tanh would hide it)
    /// or the scorer is another.
    pub(crate) fn hidden(&self, key: &[f64]) -> Option<Vec<f64>> {
        let Prepared::Additive { from_query, w_k, b_a, .. } = self else { return None };
        from_query
            .iter()
            .zip(w_k.iter())
            .zip(b_a.iter())
            .map(|((from_query, row), bias)| {
                let before = (from_query + dot(row, key)) + bias;
                before.is_finite().then(|| before.tanh())
            })
            .collect()
    }
}

/// The terms a score is the sum of, for whoever explains it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreTerms {
    /// What is common to all slots: aᵀq of the linear scorer.
    pub common: Option<f64>,
    /// Products: q_i k_i (dot, scaled dot), (qᵀW)_i k_i (bilinear), v_a,i tanh(…)_i (additive), b_i k_i (linear).
    pub products: Vec<(f64, f64)>,
}

impl Scorer {
    /// The terms of e for a query and a key of d_k numbers each. Scaled dot divides their sum by √d_k. `None` where a
    /// pre-activation of the additive scorer overflowed.
    pub fn terms(&self, query: &[f64], key: &[f64]) -> Option<ScoreTerms> {
        let pairs = |a: &[f64], b: &[f64]| a.iter().copied().zip(b.iter().copied()).collect();
        let prepared = Prepared::new(self, query);
        Some(match &prepared {
            Prepared::Along { direction, .. } => ScoreTerms { common: None, products: pairs(direction, key) },
            Prepared::Additive { v_a, .. } => ScoreTerms { common: None, products: pairs(v_a, &prepared.hidden(key)?) },
            Prepared::Linear { from_query, b } => ScoreTerms { common: Some(*from_query), products: pairs(b, key) },
        })
    }
}

/// The scores of row `row` over all slots: e_tj where the slot may be read, nothing where it is masked.
///
/// # Errors
/// The first slot whose score is beyond f64.
pub(crate) fn score_row(
    scorer: &Scorer,
    query: &[f64],
    keys: &Lines,
    mask: &Mask,
    row: usize,
) -> Result<Arc<Scores<Source>>, usize> {
    let prepared = Prepared::new(scorer, query);
    let mut values = Vec::with_capacity(keys.count());
    let mut masked: Vec<bool> = Vec::new();
    for (slot, key) in keys.iter().enumerate() {
        if mask.readable(row, slot) {
            let score = prepared.score(key);
            if !score.is_finite() {
                return Err(slot);
            }
            values.push(score);
        } else {
            masked.resize(keys.count(), false);
            masked[slot] = true;
            values.push(0.0);
        }
    }
    Ok(Arc::new(if masked.is_empty() { Scores::all(values) } else { Scores::with_masked(values, masked) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_that_is_absent_is_as_good_as_its_start() {
        let dot = Scorer::new(ScorerKind::Dot, 3);
        for kind in ScorerKind::ALL {
            let mut there_and_back = dot.clone();
            there_and_back.switch(kind, 3);
            assert_eq!(there_and_back == dot, kind == ScorerKind::Dot);
            there_and_back.switch(ScorerKind::Dot, 3);
            assert_eq!(there_and_back, dot);
            for parameter in kind.parameters() {
                let mut changed = there_and_back.clone();
                if let Some(lines) = changed.get_mut(*parameter) {
                    lines.set(0, lines.width() - 1, 5.0);
                }
                assert_ne!(changed, dot, "{parameter:?}");
            }
        }
    }

    #[test]
    fn the_terms_add_up_to_the_score() {
        let (query, key) = ([0.3, -1.2, 2.0], [1.5, 0.25, -0.75]);
        for kind in ScorerKind::ALL {
            let mut scorer = Scorer::new(kind, 3);
            for parameter in kind.parameters() {
                let lines = scorer.get_mut(*parameter).unwrap();
                (0..lines.count()).for_each(|line| lines.set(line, line % 3, 0.7));
            }
            let terms = scorer.terms(&query, &key).unwrap();
            let sum: f64 = terms.common.unwrap_or(0.0) + terms.products.iter().map(|(a, b)| a * b).sum::<f64>();
            let sum = if kind == ScorerKind::ScaledDot { sum / 3.0_f64.sqrt() } else { sum };
            let score = Prepared::new(&scorer, &query).score(&key);
            assert!((sum - score).abs() < 1e-12, "{kind:?}: {sum} {score}");
        }
    }
}
