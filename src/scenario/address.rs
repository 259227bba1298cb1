//! Addresses: how a person names a number, a vector, a label or a derived value (`q2[1]`, `G[*,him]`, `alpha3[2]`).

mod index;
mod read;
mod write;

use super::Names;
use crate::engine::{Givens, Tensor};

/// Where something stands in a model. All indices are counted from 0 here and from 1 where written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Given numbers: a tensor and a part of it.
    Numbers {
        /// The tensor.
        tensor: Tensor,
        /// Which part.
        region: Region,
    },
    /// The scorer's kind.
    Scorer,
    /// A row's target.
    Target {
        /// The row.
        row: usize,
    },
    /// A slot in every row's mask.
    MaskSlot {
        /// The slot.
        slot: usize,
    },
    /// A slot in one row's mask.
    MaskCell {
        /// The row.
        row: usize,
        /// The slot.
        slot: usize,
    },
    /// A derived number: for pointing only.
    Derived(Derived),
}

impl Address {
    /// As people are told it: written, but for the loss of the only row, which is *the* loss.
    pub fn told(&self, scope: &Scope) -> String {
        match self {
            Address::Derived(Derived::Loss { .. }) if scope.givens.rows() == 1 => "loss".to_owned(),
            address => address.write(scope),
        }
    }

    /// Whether it names one number rather than several or none.
    pub fn is_one_number(&self) -> bool {
        match self {
            Address::Numbers { region, .. } => matches!(region, Region::Cell(..)),
            Address::Derived(derived) => match derived {
                Derived::Score { slot, .. } | Derived::Attention { slot, .. } | Derived::Exponential { slot, .. } => {
                    slot.is_some()
                }
                Derived::Context { component, .. } => component.is_some(),
                Derived::Weighted { slot, component, .. } => slot.is_some() && component.is_some(),
                Derived::Logit { word, .. }
                | Derived::Probability { word, .. }
                | Derived::WordExponential { word, .. } => word.is_some(),
                Derived::Normaliser { .. } | Derived::WordNormaliser { .. } | Derived::Loss { .. } => true,
            },
            Address::Scorer | Address::Target { .. } | Address::MaskSlot { .. } | Address::MaskCell { .. } => false,
        }
    }
}

/// A part of a tensor as written on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// All of it.
    Whole,
    /// One row.
    Row(usize),
    /// One column.
    Column(usize),
    /// One number.
    Cell(usize, usize),
}

/// A derived quantity of one row, whole or at one place of its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derived {
    /// e_t, at a slot.
    Score {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// exp(e_t − max_i e_ti), at a slot: what the softmax over the source divides.
    Exponential {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// Σ_j exp(e_tj − max_i e_ti): what the softmax over the source divides by.
    Normaliser {
        /// The row.
        row: usize,
    },
    /// α_t, at a slot.
    Attention {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
    },
    /// α_tj v_j, what a slot adds to the context, at a component.
    Weighted {
        /// The row.
        row: usize,
        /// The slot; `None` for all.
        slot: Option<usize>,
        /// The component; `None` for all.
        component: Option<usize>,
    },
    /// c_t, at a component.
    Context {
        /// The row.
        row: usize,
        /// The component; `None` for all.
        component: Option<usize>,
    },
    /// z_t, at a word.
    Logit {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// exp(z_t − max_u z_tu), at a word: what the softmax over the vocabulary divides.
    WordExponential {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// Σ_w exp(z_tw − max_u z_tu): what the softmax over the vocabulary divides by.
    WordNormaliser {
        /// The row.
        row: usize,
    },
    /// p_t, at a word.
    Probability {
        /// The row.
        row: usize,
        /// The word; `None` for all.
        word: Option<usize>,
    },
    /// A row's loss, or the total.
    Loss {
        /// The row; `None` for the total.
        row: Option<usize>,
    },
}

/// What an address is read against: the model it points into, and the row that `q` or `alpha` means.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// Sizes and parameters.
    pub givens: &'a Givens,
    /// Words by name.
    pub names: &'a Names,
    /// The row meant where none is written; `None` makes that an error when T > 1.
    pub focused_row: Option<usize>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::engine::{Lines, Mask, Parameter, Scorer, ScorerKind};

    fn names(words: &[&str], rows: usize) -> Names {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Names { slots: owned(&["他", "书", "昨天"]), words: owned(words), prefixes: vec![None; rows] }
    }

    /// The lesson's three slots, one row.
    pub(crate) fn lesson() -> (Givens, Names) {
        let givens = Givens {
            queries: Lines::new(2, &[1., 0.]),
            keys: Lines::new(2, &[1., 0., 0., 1., 1., 1.]),
            values: Lines::new(2, &[2., 0., 0., 4., 1., 2.]),
            head: Lines::from_rows_by_column(2, 3, &[2., 0., 0., 0., 1., 0.]),
            bias: vec![None],
            scorer: Scorer::new(ScorerKind::Dot, 2),
            mask: Mask::none(3),
            targets: vec![Some(0)],
            origin: None,
        };
        (givens, names(&["him", "book", "yesterday"], 1))
    }

    /// Two rows, words that need care, an additive scorer in reserve.
    pub(crate) fn rows() -> (Givens, Names) {
        let (mut givens, _) = lesson();
        givens.queries = Lines::new(2, &[1., 0., 0., 1.]);
        givens.bias = vec![None, Some(Lines::zeros(3, 1))];
        givens.targets = vec![Some(0), None];
        givens.scorer.put(Parameter::W, Lines::zeros(2, 2));
        givens.scorer.put(Parameter::Va, Lines::zeros(3, 1));
        (givens, names(&["2", "to \"go\", [x]", "Ａ"], 2))
    }

    #[test]
    fn the_table_of_forms() {
        let (givens, names) = lesson();
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        for (written, canonical) in [
            ("q", "q"),
            ("q[1]", "q[1]"),
            ("q1[2]", "q[2]"),
            ("k2", "k2"),
            ("v2[1]", "v2[1]"),
            ("Ｖ２［１］", "V2"),
            ("Q", "Q"),
            ("K", "K"),
            ("K[2]", "k2"),
            ("K[2,1]", "k2[1]"),
            ("K[*,1]", "K[*,1]"),
            ("G", "G"),
            ("G[1]", "G[1]"),
            ("G[1,2]", "G[1,book]"),
            ("G[ 1 , him ]", "G[1,him]"),
            ("G[*,him]", "G[*,him]"),
            ("G[*,“him”]", "G[*,him]"),
            ("G[1,*]", "G[1]"),
            ("bias[him]", "bias[him]"),
            ("bias1", "bias"),
            ("scorer", "scorer"),
            ("target", "target"),
            ("mask[3]", "mask[3]"),
            ("mask[1,3]", "mask[1,3]"),
            ("e[2]", "e[2]"),
            ("α1[2]", "alpha[2]"),
            ("exp_e[2]", "exp_e[2]"),
            ("exp_e1", "exp_e"),
            ("sum_e", "sum_e"),
            ("sum_e1", "sum_e"),
            ("av", "av"),
            ("av[2]", "av[2]"),
            ("av1[2, *]", "av[2]"),
            ("av[*,2]", "av[*,2]"),
            ("av[*,*]", "av"),
            ("αv[3,1]", "av[3,1]"),
            ("c", "c"),
            ("z[him]", "z[him]"),
            ("exp_z[him]", "exp_z[him]"),
            ("ｅｘｐ＿ｚ［２］", "exp_z[book]"),
            ("sum_z", "sum_z"),
            ("p[3]", "p[yesterday]"),
            ("loss", "loss"),
            ("loss1", "loss1"),
        ] {
            let read = Address::read(written, &scope).map(|address| address.write(&scope));
            match canonical {
                // A capital letter takes no number, whatever its width.
                "V2" => assert!(read.is_err_and(|problem| problem.text.en.contains("v2"))),
                _ => assert_eq!(read.as_deref(), Ok(canonical), "{written}"),
            }
        }
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        let (givens, names) = rows();
        let scope = Scope { givens: &givens, names: &names, focused_row: None };
        for (written, at, part) in [
            ("", 0, "missing"),
            ("q", 0, "q1 to q2"),
            ("alpha[2]", 0, "alpha1 to alpha2"),
            ("k", 0, "k1 to k3"),
            ("k4", 1, "no slot 4; slots are counted from 1 to 3"),
            ("v0", 1, "no slot 0"),
            ("q9", 1, "rows are counted from 1 to 2"),
            ("v2[3]", 3, "components are counted from 1 to 2"),
            ("v99999999999999999999999", 1, "no slot 99999999999999999999999"),
            ("G[1,him]", 4, "its words are"),
            ("G[1,2,3]", 0, "G[1,2]"),
            ("G2", 0, "G[2]"),
            ("K2", 0, "k2"),
            ("W_q[1,1]", 0, "additive"),
            ("b_a", 0, "additive"),
            ("alpa1[2]", 0, "alpha"),
            ("exp_e", 0, "exp_e1 to exp_e2"),
            ("exp_e1[4]", 7, "slots are counted from 1 to 3"),
            ("exp_z1[nope]", 7, "its words are"),
            ("exp_z1[1,2]", 0, "exp_z[2], exp_z3[2]"),
            ("sum_e3", 5, "rows are counted from 1 to 2"),
            ("sum_z1[2]", 0, "no brackets"),
            ("av", 0, "av1 to av2"),
            ("av1[2,3]", 6, "components are counted from 1 to 2"),
            ("av1[4,1]", 4, "no slot 4"),
            ("av1[1,2,3]", 0, "av[2], av[2,1], av[*,1]"),
            ("expe1", 0, "exp_e"),
            ("sumz1", 0, "sum_z"),
            ("u", 0, "addresses look like"),
            ("x2", 0, "has no X"),
            ("Y[1]", 0, "not by words"),
            ("v2[1", 2, "never closed"),
            ("v2[1]]", 5, "nothing may follow"),
            ("v2[]", 3, "missing"),
            ("v2[*,1]", 0, "v2[1]"),
            ("v_a[*]", 4, "*"),
            ("mask", 0, "mask[3]"),
            ("mask[2,昨天]", 7, "slot 3"),
            ("e1[nope]", 3, "1 to 3"),
            ("scorer[1]", 0, "no brackets"),
            ("G[1,\"x]", 4, "quotation"),
        ] {
            let problem = Address::read(written, &scope).expect_err(written);
            assert!(problem.text.en.contains(part), "{written}: {problem}");
            assert_eq!(problem.at, at, "{written}: {problem}");
        }
        let focused = Scope { focused_row: Some(1), ..scope };
        let read = Address::read("alpha[2]", &focused).map(|address| address.write(&focused));
        assert_eq!(read.as_deref(), Ok("alpha2[2]"));
    }

    #[test]
    fn every_address_is_read_back_as_written() {
        for (givens, names) in [lesson(), rows()] {
            let scope = Scope { givens: &givens, names: &names, focused_row: None };
            for address in every_address(&givens) {
                let written = address.write(&scope);
                assert_eq!(Address::read(&written, &scope), Ok(address), "{written}");
            }
        }
    }

    fn every_address(givens: &Givens) -> Vec<Address> {
        let mut all = vec![Address::Scorer, Address::Derived(Derived::Loss { row: None })];
        let mut tensors = vec![Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias];
        tensors.extend(Parameter::ALL.map(Tensor::Parameter));
        for tensor in tensors {
            let Some((rows, columns)) = givens.shape(tensor) else { continue };
            let vector = matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix());
            let mut regions = Vec::new();
            for row in 0..rows {
                regions.extend((0..columns).map(|column| Region::Cell(row, column)));
                regions.extend((!vector).then_some(Region::Row(row)));
            }
            if tensor != Tensor::Bias {
                regions.push(Region::Whole);
                regions.extend((0..columns).filter(|_| !vector).map(Region::Column));
            }
            all.extend(regions.into_iter().map(|region| Address::Numbers { tensor, region }));
        }
        for row in 0..givens.rows() {
            all.push(Address::Target { row });
            all.push(Address::Derived(Derived::Loss { row: Some(row) }));
            all.push(Address::Derived(Derived::Normaliser { row }));
            all.push(Address::Derived(Derived::WordNormaliser { row }));
            for slot in (0..givens.slots()).map(Some).chain([None]) {
                all.push(Address::Derived(Derived::Score { row, slot }));
                all.push(Address::Derived(Derived::Exponential { row, slot }));
                all.push(Address::Derived(Derived::Attention { row, slot }));
                for component in (0..givens.d_v()).map(Some).chain([None]) {
                    all.push(Address::Derived(Derived::Weighted { row, slot, component }));
                }
                all.extend(slot.map(|slot| Address::MaskCell { row, slot }));
                all.extend(slot.map(|slot| Address::MaskSlot { slot }));
            }
            for word in (0..givens.words()).map(Some).chain([None]) {
                all.push(Address::Derived(Derived::Logit { row, word }));
                all.push(Address::Derived(Derived::WordExponential { row, word }));
                all.push(Address::Derived(Derived::Probability { row, word }));
            }
            for component in (0..givens.d_v()).map(Some).chain([None]) {
                all.push(Address::Derived(Derived::Context { row, component }));
            }
        }
        all
    }
}
