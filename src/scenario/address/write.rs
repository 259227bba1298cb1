//! Writing an address in its one canonical form.

use super::index::write_word;
use super::{Address, Contributed, Derived, Region, Scope};
use crate::engine::Tensor;

impl Address {
    /// The canonical form, which [`Address::read`] reads back as this address whatever row is focused: `q` and `alpha[2]`
    /// where there is one row, else with the row's number; a word by its name, quoted where it must be.
    pub fn write(&self, scope: &Scope) -> String {
        let row = |name: &str, row: usize| match scope.givens.rows() {
            1 if row == 0 => name.to_owned(),
            _ => format!("{name}{}", row + 1),
        };
        match *self {
            Address::Numbers { tensor, region } => numbers(tensor, region, scope, row),
            Address::Gradient(ref of) => format!("dL/d{}", of.write(scope)),
            Address::Scorer => "scorer".to_owned(),
            Address::Target { row: of } => row("target", of),
            Address::MaskSlot { slot } => format!("mask[{}]", slot + 1),
            Address::MaskCell { row, slot } => format!("mask[{},{}]", row + 1, slot + 1),
            Address::Derived(derived) => {
                let place = |place: Option<usize>| place.map_or(String::new(), |place| format!("[{}]", place + 1));
                let word = |word: Option<usize>| word.map_or(String::new(), |word| format!("[{}]", name(word, scope)));
                match derived {
                    Derived::Score { row: of, slot } => row("e", of) + &place(slot),
                    Derived::Exponential { row: of, slot } => row("exp_e", of) + &place(slot),
                    Derived::Normaliser { row: of } => row("sum_e", of),
                    Derived::Attention { row: of, slot } => row("alpha", of) + &place(slot),
                    Derived::Weighted { row: of, slot: None, component: Some(component) } => {
                        row("av", of) + &format!("[*,{}]", component + 1)
                    }
                    Derived::Weighted { row: of, slot: Some(slot), component: Some(component) } => {
                        row("av", of) + &format!("[{},{}]", slot + 1, component + 1)
                    }
                    Derived::Weighted { row: of, slot, component: None } => row("av", of) + &place(slot),
                    Derived::Contributed { row: of, of: Contributed::Length { slot } } => {
                        row("len_av", of) + &place(slot)
                    }
                    Derived::Contributed { row: of, of: Contributed::Sum { word: at } } => {
                        row("sum_avG", of) + &word(at)
                    }
                    Derived::Contributed { row: of, of: Contributed::Logit { slot, word: None } } => {
                        row("avG", of) + &place(slot)
                    }
                    Derived::Contributed { row: of, of: Contributed::Logit { slot, word: Some(at) } } => {
                        row("avG", of) + &format!("[{},{}]", all_or(slot), name(at, scope))
                    }
                    Derived::Contributed { row: of, of: Contributed::Difference { slot, word: at, against } } => {
                        row("avG", of) + &format!("[{},{},{}]", all_or(slot), name(at, scope), name(against, scope))
                    }
                    Derived::Context { row: of, component } => row("c", of) + &place(component),
                    Derived::Logit { row: of, word: at } => row("z", of) + &word(at),
                    Derived::WordExponential { row: of, word: at } => row("exp_z", of) + &word(at),
                    Derived::WordNormaliser { row: of } => row("sum_z", of),
                    Derived::Probability { row: of, word: at } => row("p", of) + &word(at),
                    // `loss` alone is the total, so a row's loss always has its number.
                    Derived::Loss { row: Some(of) } => format!("loss{}", of + 1),
                    Derived::Loss { row: None } => "loss".to_owned(),
                }
            }
        }
    }
}

/// A place between brackets, or `*` for all of them.
fn all_or(place: Option<usize>) -> String {
    place.map_or_else(|| "*".to_owned(), |place| (place + 1).to_string())
}

/// A word's name between brackets, or its number where it has no name.
fn name(word: usize, scope: &Scope) -> String {
    scope.names.words.get(word).map_or_else(|| (word + 1).to_string(), |name| write_word(name))
}

fn numbers(tensor: Tensor, region: Region, scope: &Scope, row: impl Fn(&str, usize) -> String) -> String {
    let column = |column: usize| match tensor {
        Tensor::Head | Tensor::Bias => name(column, scope),
        _ => (column + 1).to_string(),
    };
    let (vector, whole) = names(tensor);
    let line = |of: usize| match tensor {
        Tensor::Queries | Tensor::Bias | Tensor::TargetEmbeddings => Some(row(vector, of)),
        Tensor::Keys | Tensor::Values | Tensor::SourceEmbeddings => Some(format!("{vector}{}", of + 1)),
        _ => None,
    };
    let is_vector = matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix());
    match region {
        Region::Whole => whole.to_owned(),
        Region::Row(_) if is_vector => whole.to_owned(),
        Region::Row(of) => line(of).unwrap_or_else(|| format!("{whole}[{}]", of + 1)),
        Region::Column(of) => format!("{whole}[*,{}]", column(of)),
        Region::Cell(_, of) if is_vector => format!("{whole}[{}]", of + 1),
        Region::Cell(of, at) => match line(of) {
            Some(line) => format!("{line}[{}]", column(at)),
            None => format!("{whole}[{},{}]", of + 1, column(at)),
        },
    }
}

/// The name of a tensor's vectors, and its own.
fn names(tensor: Tensor) -> (&'static str, &'static str) {
    match tensor {
        Tensor::Queries => ("q", "Q"),
        Tensor::Keys => ("k", "K"),
        Tensor::Values => ("v", "V"),
        Tensor::Head => ("G", "G"),
        // A bias is given row by row and has no address as a whole.
        Tensor::Bias => ("bias", "bias"),
        Tensor::Parameter(parameter) => (parameter.name(), parameter.name()),
        Tensor::SourceEmbeddings => ("x", "X"),
        Tensor::TargetEmbeddings => ("y", "Y"),
        Tensor::QueryProjection => ("WQ", "WQ"),
        Tensor::KeyProjection => ("WK", "WK"),
        Tensor::ValueProjection => ("WV", "WV"),
    }
}

/// The name of a tensor as a whole, in addresses and files: `Q`, `G`, `WQ`, `b_a`.
pub fn tensor_name(tensor: Tensor) -> &'static str {
    names(tensor).1
}
