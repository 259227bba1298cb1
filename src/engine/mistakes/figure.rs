//! What stands at a place of a mistaken computation: a number, or words for how there is none.

use super::super::Undefined;

/// A number that is finite, or how there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// A finite number.
    Number(f64),
    /// None.
    None(NoFigure),
}

/// How there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoFigure {
    /// This computation has no score there, and does not want one: the slot is masked.
    Masked,
    /// The word is not among the best.
    LeftOut,
    /// There is no such place.
    Absent,
    /// As the right computation says it: the row has nothing to read, or a number went beyond f64 where the mistake had
    /// no hand in it.
    Undefined(Undefined),
    /// Above the largest number.
    PlusInfinity,
    /// Below the smallest.
    MinusInfinity,
    /// Beyond f64 on the way, in a direction that cannot be told.
    Beyond,
    /// ∞/∞.
    InfOverInf,
    /// 0/0.
    ZeroOverZero,
    /// ∞ · 0.
    InfTimesZero,
    /// ∞ − ∞.
    InfMinusInf,
    /// It is computed from one that is no number.
    Follows,
}

impl Figure {
    /// The number, if there is one.
    pub fn number(self) -> Option<f64> {
        match self {
            Figure::Number(number) => Some(number),
            Figure::None(_) => None,
        }
    }

    /// How there is none.
    pub fn none(self) -> Option<NoFigure> {
        match self {
            Figure::Number(_) => None,
            Figure::None(how) => Some(how),
        }
    }

    /// Why the row has no number here, where that is no doing of the mistake's.
    pub fn undefined(self) -> Option<Undefined> {
        match self {
            Figure::None(NoFigure::Undefined(reason)) => Some(reason),
            _ => None,
        }
    }

    /// A number as the machine computed it, where it is finite or went beyond f64 at this very place; else `otherwise`.
    pub(super) fn of(number: f64, otherwise: NoFigure) -> Self {
        if number.is_finite() { Figure::Number(number) } else { Figure::None(otherwise) }
    }

    /// The same, infinities told by their sign.
    pub(super) fn signed(number: f64, otherwise: NoFigure) -> Self {
        match number {
            f64::INFINITY => Figure::None(NoFigure::PlusInfinity),
            f64::NEG_INFINITY => Figure::None(NoFigure::MinusInfinity),
            number => Self::of(number, otherwise),
        }
    }
}

impl NoFigure {
    /// Whether the machine has computed something here that is no number: not where nothing was to be computed.
    pub fn is_failure(self) -> bool {
        !matches!(self, NoFigure::Masked | NoFigure::LeftOut | NoFigure::Absent | NoFigure::Undefined(_))
    }
}
