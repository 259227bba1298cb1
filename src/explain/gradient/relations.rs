//! What stands behind a gradient, and which gradients it stands behind: the route of the error.

use crate::engine::{Cell, ScorerKind, Tensor};
use crate::explain::Context;
use crate::scenario::{Address, Derived, Region};
use crate::words::{Text, explain as words, gradients as say};

fn given(tensor: Tensor, region: Region) -> Address {
    Address::Numbers { tensor, region }
}

impl Context<'_> {
    /// The numbers that stand in the formula of the gradient with respect to what is at `of`.
    pub(in crate::explain) fn behind_gradient(&self, of: &Address) -> Vec<Address> {
        use Derived::{Attention, Logit, Score};
        let rows = || (0..self.givens.rows()).filter(|row| self.adds_to_the_loss(*row));
        let felt = |derived: Derived| Address::Derived(derived).gradient();
        let context_of = |row, component| Derived::Context { row, component };
        let all: Vec<Option<Address>> = match *of {
            Address::Derived(Logit { row, word }) => self.behind_error(row, word),
            Address::Derived(Derived::Context { row, component }) => {
                let column = component.map(|d| given(Tensor::Head, Region::Row(d)));
                vec![felt(Logit { row, word: None }), column]
            }
            Address::Derived(Attention { row, slot: Some(slot) }) => {
                vec![felt(context_of(row, None)), Some(given(Tensor::Values, Region::Row(slot)))]
            }
            Address::Derived(Score { row, slot: Some(slot) }) => vec![
                Some(Address::Derived(Attention { row, slot: Some(slot) })),
                felt(context_of(row, None)),
                Some(given(Tensor::Values, Region::Row(slot))),
                Some(Address::Derived(context_of(row, None))),
            ],
            Address::Numbers { tensor, region: Region::Cell(row, column) } => match tensor {
                Tensor::Bias => self.behind_error(row, Some(column)),
                Tensor::Head => rows()
                    .flat_map(|t| {
                        let context = Address::Derived(context_of(t, Some(row)));
                        [Some(context), felt(Logit { row: t, word: Some(column) })]
                    })
                    .collect(),
                Tensor::Values => rows()
                    .filter(|t| self.readable(*t, row))
                    .flat_map(|t| {
                        let weight = Address::Derived(Attention { row: t, slot: Some(row) });
                        [Some(weight), felt(context_of(t, Some(column)))]
                    })
                    .collect(),
                Tensor::Queries => {
                    let mut all = vec![felt(Score { row, slot: None })];
                    all.extend(self.behind_scores(tensor, column).into_iter().map(Some));
                    all
                }
                Tensor::Keys => {
                    let scores = rows().filter(|t| self.readable(*t, row));
                    let mut all: Vec<_> = scores.map(|t| felt(Score { row: t, slot: Some(row) })).collect();
                    all.extend(self.behind_scores(tensor, column).into_iter().map(Some));
                    all
                }
                Tensor::Parameter(_) => {
                    let mut all: Vec<_> = rows().map(|t| felt(Score { row: t, slot: None })).collect();
                    all.extend([Tensor::Queries, Tensor::Keys].map(|tensor| Some(given(tensor, Region::Whole))));
                    all
                }
                _ => {
                    let made = self.made_of(Cell::new(tensor, row, column));
                    let mut tensors: Vec<Tensor> = made.into_iter().map(|cell| cell.tensor).collect();
                    tensors.dedup();
                    let region = if tensor.projection().is_none() && !is_embedding(tensor) {
                        Region::Column(column)
                    } else {
                        Region::Row(row)
                    };
                    tensors.into_iter().map(|made| given(made, region).gradient()).collect()
                }
            },
            _ => Vec::new(),
        };
        all.into_iter().flatten().collect()
    }

    fn behind_error(&self, row: usize, word: Option<usize>) -> Vec<Option<Address>> {
        let probability = Address::Derived(Derived::Probability { row, word });
        vec![Some(probability), Some(Address::Target { row })]
    }

    /// What a score feels of component i of a query or a key.
    fn behind_scores(&self, tensor: Tensor, i: usize) -> Vec<Address> {
        let kind = self.givens.scorer.kind;
        let parameters = kind.parameters().iter().map(|parameter| given(Tensor::Parameter(*parameter), Region::Whole));
        let other = if tensor == Tensor::Queries { Tensor::Keys } else { Tensor::Queries };
        match kind {
            ScorerKind::Dot | ScorerKind::ScaledDot => vec![given(other, Region::Column(i))],
            ScorerKind::Linear => parameters.collect(),
            ScorerKind::Bilinear => std::iter::once(given(other, Region::Whole)).chain(parameters).collect(),
            ScorerKind::Additive => [Tensor::Queries, Tensor::Keys]
                .map(|both| given(both, Region::Whole))
                .into_iter()
                .chain(parameters)
                .collect(),
        }
    }

    /// The gradients in whose formula that with respect to what is at `of` stands.
    pub(in crate::explain) fn ahead_of_gradient(&self, of: &Address) -> Vec<Address> {
        use Derived::{Attention, Logit, Score};
        let ahead: Vec<Address> = match *of {
            Address::Derived(Logit { row, word }) => {
                let region = word.map_or(Region::Whole, Region::Column);
                vec![Address::Derived(Derived::Context { row, component: None }), given(Tensor::Head, region)]
            }
            Address::Derived(Derived::Context { row, component }) => {
                let region = component.map_or(Region::Whole, Region::Column);
                vec![
                    given(Tensor::Values, region),
                    Address::Derived(Attention { row, slot: None }),
                    Address::Derived(Score { row, slot: None }),
                ]
            }
            Address::Derived(Score { row, slot }) if slot.is_none_or(|slot| self.readable(row, slot)) => {
                let parameters = self.givens.scorer.kind.parameters().iter();
                let parameters = parameters.map(|parameter| given(Tensor::Parameter(*parameter), Region::Whole));
                let region = slot.map_or(Region::Whole, Region::Row);
                let ends = [given(Tensor::Queries, Region::Row(row)), given(Tensor::Keys, region)];
                ends.into_iter().chain(parameters).collect()
            }
            Address::Numbers { tensor, region: Region::Cell(row, column) } => {
                let follows = self.follows_from_words(Cell::new(tensor, row, column));
                match tensor.projection().filter(|_| follows) {
                    Some(projection) => vec![
                        given(self.embeddings_of(tensor), Region::Row(row)),
                        given(projection, Region::Column(column)),
                    ],
                    None => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        ahead.into_iter().filter_map(Address::gradient).collect()
    }

    /// Where the error goes on from here, in words.
    pub(in crate::explain) fn onward_gradient(&self, of: &Address) -> Text {
        let ahead = self.ahead_of_gradient(of);
        let scope = self.scope();
        match ahead.is_empty() {
            true if matches!(of, Address::Derived(Derived::Attention { .. })) => say::through_the_softmax(),
            true if matches!(of, Address::Derived(_)) => words::goes_nowhere_masked(),
            true => say::the_end(),
            false => say::goes_back_into(&ahead.iter().map(|address| address.write(&scope)).collect::<Vec<_>>()),
        }
    }
}

fn is_embedding(tensor: Tensor) -> bool {
    matches!(tensor, Tensor::SourceEmbeddings | Tensor::TargetEmbeddings)
}
