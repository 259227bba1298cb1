//! What may learn, by which method, at which rate.

use super::super::{Givens, Parameter, Tensor};

/// How a gradient becomes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Method {
    /// θ ← θ − η g.
    #[default]
    Descent,
    /// u ← 0.9 u + g, θ ← θ − η u (Polyak 1964; in this form Sutskever et al. 2013, with the rate outside).
    Momentum,
    /// Kingma & Ba 2015, algorithm 1: β₁ = 0.9, β₂ = 0.999, ε = 1e−8, both moments corrected for their start at 0.
    Adam,
}

impl Method {
    /// All, in the order they are offered.
    pub const ALL: [Method; 3] = [Method::Descent, Method::Momentum, Method::Adam];

    /// The name in commands and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Descent => "descent",
            Method::Momentum => "momentum",
            Method::Adam => "adam",
        }
    }
}

/// The rate η of learning: a positive, finite number.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Rate(f64);

impl Rate {
    /// `None` where the number is not positive or not finite.
    pub fn new(rate: f64) -> Option<Self> {
        (rate > 0.0 && rate.is_finite()).then_some(Self(rate))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Default for Rate {
    /// 0.5, with which a class sees something move at each step of the lesson's construction.
    fn default() -> Self {
        Self(0.5)
    }
}

/// What a run does.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    what: Vec<Tensor>,
    /// How a gradient becomes a step.
    pub method: Method,
    /// The rate.
    pub rate: Rate,
}

/// Why nothing can be learnt as planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotLearn {
    /// Nothing is named that may learn.
    Nothing,
    /// The model has no such tensor.
    Absent(Tensor),
    /// The scorer in use does not read this parameter.
    NotInUse(Parameter),
}

impl Plan {
    /// A plan of these tensors, each once and in the order they are told.
    pub fn new(what: impl IntoIterator<Item = Tensor>, method: Method, rate: Rate) -> Self {
        let named: Vec<Tensor> = what.into_iter().collect();
        let what = order().filter(|tensor| named.contains(tensor)).collect();
        Self { what, method, rate }
    }

    /// What may learn.
    pub fn what(&self) -> &[Tensor] {
        &self.what
    }

    /// Whether the values, the head and the constants stay as they are, so that only where each row reads can change.
    pub fn only_reading(&self) -> bool {
        let reads = |tensor: &Tensor| matches!(tensor, Tensor::Queries | Tensor::Keys | Tensor::Parameter(_));
        let of_reading = |tensor: &Tensor| {
            matches!(tensor, Tensor::TargetEmbeddings | Tensor::QueryProjection | Tensor::KeyProjection)
        };
        self.what.iter().all(|tensor| reads(tensor) || of_reading(tensor))
    }

    /// Whether a model has all that is to learn.
    ///
    /// # Errors
    /// The first that it has not.
    pub fn fits(&self, givens: &Givens) -> Result<(), CannotLearn> {
        if self.what.is_empty() {
            return Err(CannotLearn::Nothing);
        }
        let kind = givens.scorer.kind;
        self.what.iter().try_for_each(|&tensor| match tensor {
            Tensor::Parameter(parameter) if !kind.parameters().contains(&parameter) => {
                Err(CannotLearn::NotInUse(parameter))
            }
            tensor if givens.shape(tensor).is_none() => Err(CannotLearn::Absent(tensor)),
            _ => Ok(()),
        })
    }
}

/// Every tensor that could learn, in the order they are told.
fn order() -> impl Iterator<Item = Tensor> {
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    tensors.into_iter().chain(Parameter::ALL.map(Tensor::Parameter)).chain(Tensor::OF_WORDS)
}
