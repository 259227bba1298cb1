//! The name and the axis of a number, in words, with the indices of its symbol: names may repeat, and symbols count.

use super::Context;
use super::given::owner;
use crate::engine::{Part, ScorerKind, Tensor};
use crate::scenario::{Address, Contributed, Derived, Region};
use crate::words::{Text, explain as words};

impl Context<'_> {
    /// What stands at the address of one number.
    pub(super) fn what(&self, address: &Address) -> Text {
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => self.what_given(tensor, row, column),
            Address::Numbers { .. } => words::not_in_this_model(),
            Address::Gradient(ref of) => crate::words::gradients::what(&self.what(of)),
            Address::Scorer => words::scorer(),
            Address::Target { row } => self.indexed(words::target(), Some(row), &[]),
            Address::MaskSlot { slot } => self.indexed(words::mask(self.slot_name(slot)), None, &[('j', slot)]),
            Address::MaskCell { row, slot } => {
                self.indexed(words::mask(self.slot_name(slot)), Some(row), &[('j', slot)])
            }
            Address::Derived(derived) => self.what_derived(derived),
        }
    }

    /// With the row where there are several, and the other indices.
    fn indexed(&self, what: Text, row: Option<usize>, indices: &[(char, usize)]) -> Text {
        let row = row.filter(|_| self.givens.rows() > 1).map(|row| ('t', row));
        let indices = row.into_iter().chain(indices.iter().copied());
        let written: Vec<String> = indices.map(|(letter, place)| format!("{letter} = {}", place + 1)).collect();
        if written.is_empty() { what } else { words::with_indices(&what, &written.join(", ")) }
    }

    fn what_given(&self, tensor: Tensor, row: usize, column: usize) -> Text {
        let (d_k, d_v) = (self.givens.d_k(), self.givens.d_v());
        match tensor {
            Tensor::Queries => self.indexed(words::query(column + 1, d_k), Some(row), &[]),
            Tensor::Keys => self.indexed(words::key(self.slot_name(row), column + 1, d_k), None, &[('j', row)]),
            Tensor::Values => self.indexed(words::value(self.slot_name(row), column + 1, d_v), None, &[('j', row)]),
            Tensor::Head => {
                let what = words::head(row + 1, self.word_name(column));
                self.indexed(what, None, &[('d', row), ('w', column)])
            }
            Tensor::Bias => self.indexed(words::bias(self.word_name(column)), Some(row), &[('w', column)]),
            Tensor::SourceEmbeddings => {
                self.indexed(words::source_embedding(self.slot_name(row), column + 1, self.d()), None, &[('j', row)])
            }
            Tensor::TargetEmbeddings => self.indexed(words::target_embedding(column + 1, self.d()), Some(row), &[]),
            Tensor::QueryProjection => words::projection("W^Q", &words::A_QUERY, row + 1, column + 1),
            Tensor::KeyProjection => words::projection("W^K", &words::A_KEY, row + 1, column + 1),
            Tensor::ValueProjection => words::projection("W^V", &words::A_VALUE, row + 1, column + 1),
            Tensor::Parameter(parameter) => {
                let scorer = owner(tensor).map_or("", ScorerKind::name);
                let row = parameter.is_matrix().then_some(row + 1);
                words::parameter(parameter.name(), scorer, row, column + 1)
            }
        }
    }

    fn what_contributed(&self, row: usize, of: Contributed) -> Text {
        let first = |place: Option<usize>| place.unwrap_or(0);
        let (slot_of, name_of) = (|slot| self.slot_name(first(slot)), |word| self.word_name(word));
        match of {
            Contributed::Length { slot } => {
                self.indexed(words::weighted_length(slot_of(slot)), Some(row), &[('j', first(slot))])
            }
            Contributed::Logit { slot, word } => {
                let what = words::contribution(slot_of(slot), name_of(first(word)));
                self.indexed(what, Some(row), &[('j', first(slot)), ('w', first(word))])
            }
            Contributed::Difference { slot, word, against } => {
                let what = words::contribution_difference(slot_of(slot), name_of(word), name_of(against));
                self.indexed(what, Some(row), &[('j', first(slot))])
            }
            Contributed::Sum { word } => {
                let what = words::contribution_sum(name_of(first(word)));
                self.indexed(what, Some(row), &[('w', first(word))])
            }
        }
    }

    /// d, the width of the embeddings.
    fn d(&self) -> usize {
        self.givens.count(Part::EmbeddingComponent)
    }

    fn what_derived(&self, derived: Derived) -> Text {
        let first = |place: Option<usize>| place.unwrap_or(0);
        let at_slot = |what: fn(&str) -> Text, row, place: Option<usize>| {
            self.indexed(what(self.slot_name(first(place))), Some(row), &[('j', first(place))])
        };
        let at_word = |what: fn(&str) -> Text, row, place: Option<usize>| {
            self.indexed(what(self.word_name(first(place))), Some(row), &[('w', first(place))])
        };
        let d_v = self.givens.d_v();
        match derived {
            Derived::Score { row, slot } => at_slot(words::score, row, slot),
            Derived::Exponential { row, slot } => at_slot(words::exponential, row, slot),
            Derived::Normaliser { row } => self.indexed(words::normaliser(), Some(row), &[]),
            Derived::Attention { row, slot } => at_slot(words::attention, row, slot),
            Derived::Weighted { row, slot: at, component } => {
                let what = words::weighted(self.slot_name(first(at)), first(component) + 1, d_v);
                self.indexed(what, Some(row), &[('j', first(at))])
            }
            Derived::Contributed { row, of } => self.what_contributed(row, of),
            Derived::Context { row, component } => {
                self.indexed(words::context(first(component) + 1, d_v), Some(row), &[])
            }
            Derived::Logit { row, word } => at_word(words::logit, row, word),
            Derived::WordExponential { row, word } => at_word(words::word_exponential, row, word),
            Derived::WordNormaliser { row } => self.indexed(words::word_normaliser(), Some(row), &[]),
            Derived::Probability { row, word } => at_word(words::probability, row, word),
            Derived::Loss { row: Some(row) } => {
                let target = self.givens.targets.get(row).copied().flatten();
                let what = target.map_or_else(words::loss, |target| words::loss_of(self.word_name(target)));
                self.indexed(what, Some(row), &[])
            }
            Derived::Loss { row: None } => words::total_loss(),
        }
    }
}
