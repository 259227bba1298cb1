//! The names of addresses.

use super::Scope;
use crate::engine::{Parameter, Tensor};

/// What the letters of an address name.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// A vector of a tensor, its number written after the letters: q2, k2, v2, bias2.
    Vector(Tensor),
    /// A whole tensor: Q, K, V, G, W, b_a.
    Tensor(Tensor),
    Scorer,
    Target,
    Mask,
    Score,
    Exponential,
    Normaliser,
    Attention,
    Weighted,
    Length,
    Contribution,
    ContributionSum,
    Context,
    Logit,
    WordExponential,
    WordNormaliser,
    Probability,
    Loss,
}

impl Name {
    /// Every name there is.
    pub(super) const ALL: [(&'static str, Name); 48] = {
        use Parameter::*;
        use Tensor::{Bias, Head, KeyProjection, Keys, Queries, QueryProjection};
        use Tensor::{SourceEmbeddings, TargetEmbeddings, ValueProjection, Values};
        [
            ("q", Name::Vector(Queries)),
            ("k", Name::Vector(Keys)),
            ("v", Name::Vector(Values)),
            ("bias", Name::Vector(Bias)),
            ("Q", Name::Tensor(Queries)),
            ("K", Name::Tensor(Keys)),
            ("V", Name::Tensor(Values)),
            ("G", Name::Tensor(Head)),
            ("x", Name::Vector(SourceEmbeddings)),
            ("y", Name::Vector(TargetEmbeddings)),
            ("X", Name::Tensor(SourceEmbeddings)),
            ("Y", Name::Tensor(TargetEmbeddings)),
            ("WQ", Name::Tensor(QueryProjection)),
            ("WK", Name::Tensor(KeyProjection)),
            ("WV", Name::Tensor(ValueProjection)),
            ("W^Q", Name::Tensor(QueryProjection)),
            ("W^K", Name::Tensor(KeyProjection)),
            ("W^V", Name::Tensor(ValueProjection)),
            ("W", Name::Tensor(Tensor::Parameter(W))),
            ("W_q", Name::Tensor(Tensor::Parameter(Wq))),
            ("W_k", Name::Tensor(Tensor::Parameter(Wk))),
            ("b_a", Name::Tensor(Tensor::Parameter(Ba))),
            ("v_a", Name::Tensor(Tensor::Parameter(Va))),
            ("a", Name::Tensor(Tensor::Parameter(A))),
            ("b", Name::Tensor(Tensor::Parameter(B))),
            ("scorer", Name::Scorer),
            ("target", Name::Target),
            ("mask", Name::Mask),
            ("e", Name::Score),
            ("exp_e", Name::Exponential),
            ("sum_e", Name::Normaliser),
            ("alpha", Name::Attention),
            ("α", Name::Attention),
            ("av", Name::Weighted),
            ("αv", Name::Weighted),
            ("len_av", Name::Length),
            ("len_αv", Name::Length),
            ("avG", Name::Contribution),
            ("αvG", Name::Contribution),
            ("sum_avG", Name::ContributionSum),
            ("sum_αvG", Name::ContributionSum),
            ("c", Name::Context),
            ("z", Name::Logit),
            ("exp_z", Name::WordExponential),
            ("sum_z", Name::WordNormaliser),
            ("p", Name::Probability),
            ("loss", Name::Loss),
            ("L", Name::Loss),
        ]
    };

    /// What a name stands for.
    pub(super) fn of(name: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }

    /// Whether the model has what the name stands for; a row may be given constants it does not have yet.
    pub(super) fn is_in(self, scope: &Scope) -> bool {
        match self {
            Name::Vector(Tensor::Bias) => true,
            Name::Vector(tensor) | Name::Tensor(tensor) => scope.givens.shape(tensor).is_some(),
            _ => true,
        }
    }
}
