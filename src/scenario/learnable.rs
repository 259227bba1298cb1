//! What may learn, by the names people write: `q,K`, `scorer`, `WQ`.

use super::{Address, Region, Scope, nearest, tensor_name};
use crate::engine::learning::{CannotLearn, Stop};
use crate::engine::{Givens, NoGradients, Parameter, Tensor};
use crate::words::{Text, learning as say, undefined};

/// Names of all parameters of the scorer in use at once.
const ALL_PARAMETERS: &str = "scorer";

/// Why a list of names is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum NotLearnable {
    /// Nothing is named, or a name means nothing in any model.
    Name(Text),
    /// This model has no such tensor, or the scorer in use does not read it.
    Model(Text),
}

impl NotLearnable {
    /// The sentence.
    pub fn text(self) -> Text {
        match self {
            NotLearnable::Name(text) | NotLearnable::Model(text) => text,
        }
    }
}

/// Reads names separated by commas.
///
/// # Errors
/// The first that cannot learn, and why.
pub fn read_learnable(text: &str, givens: &Givens) -> Result<Vec<Tensor>, NotLearnable> {
    let names: Vec<&str> = text.split([',', '，']).map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Err(NotLearnable::Name(say::nothing_to_learn()));
    }
    let kind = givens.scorer.kind;
    let mut tensors = Vec::new();
    for name in names {
        if name == ALL_PARAMETERS {
            if kind.parameters().is_empty() {
                return Err(NotLearnable::Model(say::not_in_use(name, kind)));
            }
            tensors.extend(kind.parameters().iter().copied().map(Tensor::Parameter));
            continue;
        }
        let Some(tensor) = named(name) else {
            let known = all().map(name_of).chain(["Q", ALL_PARAMETERS]);
            return Err(NotLearnable::Name(say::unknown(name, nearest(name, known))));
        };
        let refused = |reason| NotLearnable::Model(cannot_learn(reason, givens));
        match tensor {
            Tensor::Parameter(parameter) if !kind.parameters().contains(&parameter) => {
                return Err(refused(CannotLearn::NotInUse(parameter)));
            }
            tensor if givens.shape(tensor).is_none() => return Err(refused(CannotLearn::Absent(tensor))),
            tensor => tensors.push(tensor),
        }
    }
    Ok(tensors)
}

/// Why a plan does not fit a model.
pub fn cannot_learn(reason: CannotLearn, givens: &Givens) -> Text {
    match reason {
        CannotLearn::Nothing => say::nothing_to_learn(),
        CannotLearn::Absent(tensor) => say::absent(name_of(tensor)),
        CannotLearn::NotInUse(parameter) => say::not_in_use(parameter.name(), givens.scorer.kind),
    }
}

/// The names of what may learn, as they are told and can be read back.
pub fn learnable_names(tensors: &[Tensor]) -> String {
    tensors.iter().map(|tensor| name_of(*tensor)).collect::<Vec<_>>().join(", ")
}

/// Why a run has ended.
pub fn why_stopped(stop: Stop, what: &[Tensor], scope: &Scope<'_>) -> Text {
    let address = |cell: crate::engine::Cell| {
        Address::Numbers { tensor: cell.tensor, region: Region::Cell(cell.row, cell.column) }.write(scope)
    };
    match stop {
        Stop::Still => say::still(&learnable_names(what)),
        Stop::TooSmall => say::too_small(),
        Stop::NoGradients(NoGradients::Overflow { .. }) => say::gradient_beyond(),
        Stop::NoGradients(NoGradients::NoTarget) => say::no_target(),
        Stop::NoGradients(NoGradients::Undefined) => say::no_loss(),
        Stop::Beyond(cell) => say::beyond(&address(cell)),
        Stop::MemoryBeyond(cell) => say::memory_beyond(&address(cell)),
        Stop::Undefined(reason) => {
            let why = undefined::reason(reason, &scope.names.slots, &scope.names.words);
            say::row_would_be_undefined(reason.row() + 1, &why)
        }
        Stop::LossBeyond => say::loss_beyond(),
    }
}

/// A tensor as it is told: all rows' queries are `q`, as on the screen.
fn name_of(tensor: Tensor) -> &'static str {
    if tensor == Tensor::Queries { "q" } else { tensor_name(tensor) }
}

fn all() -> impl Iterator<Item = Tensor> {
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
    tensors.into_iter().chain(Parameter::ALL.map(Tensor::Parameter)).chain(Tensor::OF_WORDS)
}

fn named(name: &str) -> Option<Tensor> {
    if name == "Q" { Some(Tensor::Queries) } else { all().find(|tensor| name_of(*tensor) == name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ScorerKind;
    use crate::scenario::builtin;

    #[test]
    fn names_are_read_and_told_alike() {
        let mut givens = builtin::find("r72").unwrap().scenario().givens;
        let read = |text: &str, givens: &Givens| read_learnable(text, givens).map(|what| learnable_names(&what));
        assert_eq!(read("Q, K", &givens), Ok("q, K".to_owned()));
        let refused = |text: &str, givens: &Givens| read_learnable(text, givens).unwrap_err().text().en.into_owned();
        assert!(refused(" , ", &givens).starts_with("name what may learn"));
        assert!(refused("q,g", &givens).starts_with("“g” cannot learn"), "{}", refused("q,g", &givens));
        assert!(refused("scorer", &givens).contains("dot, has no parameters"));
        assert!(refused("WQ", &givens).contains("not words they follow from"));
        givens.set_scorer(ScorerKind::Additive);
        assert_eq!(read("scorer", &givens), Ok("W_q, W_k, b_a, v_a".to_owned()));
        assert!(refused("W", &givens).contains("reads W_q, W_k, b_a, v_a"));
        let words = builtin::find("word-moves-all").unwrap().scenario().givens;
        assert!(read("X,WQ,WK,WV,q", &words).is_ok());
    }
}
