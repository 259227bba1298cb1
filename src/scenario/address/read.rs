//! Reading an address.

use super::index::{Index, read_indices};
use super::names::Name;
use super::write::tensor_name;
use super::{Address, Contributed, Derived, Region, Scope};
use crate::engine::{Parameter, ScorerKind, Tensor};
use crate::scenario::nearest::nearest;
use crate::scenario::problem::Problem;
use crate::scenario::typed::plain;
use crate::words::scenario_address::{self as say, Counted};

impl Address {
    /// Reads an address as a person or a file writes it: all forms of the table in the README; also `K[2]`, `K[2,1]` and
    /// `K[*,1]` in the manner of `G`, `α` for `alpha`, `W^Q` for `WQ` and `∂L/∂` for `dL/d`. Full-width forms are understood
    /// outside quotation marks.
    ///
    /// # Errors
    /// What is wrong, what would be right, and at which character.
    pub fn read(text: &str, scope: &Scope) -> Result<Address, Problem> {
        if let Some(gradient) = super::gradient::read(text, scope) {
            return gradient;
        }
        let symbols: Vec<char> = text.chars().collect();
        let start = symbols.iter().position(|symbol| !plain(*symbol).is_whitespace()).unwrap_or(symbols.len());
        let end_of = |from: usize, belongs: fn(char) -> bool| {
            (from..symbols.len()).find(|&at| !belongs(plain(symbols[at]))).unwrap_or(symbols.len())
        };
        let name_end = end_of(start, |symbol| symbol.is_alphabetic() || matches!(symbol, '_' | '^'));
        let number_end = end_of(name_end, |symbol| symbol.is_ascii_digit());
        let name: String = symbols[start..name_end].iter().copied().map(plain).collect();
        let number: String = symbols[name_end..number_end].iter().copied().map(plain).collect();
        let Some(kind) = Name::of(&name) else {
            let after = end_of(start, |symbol| !symbol.is_whitespace() && symbol != '[' && symbol != '=');
            let written: String = symbols[start..after].iter().collect();
            return Err(Problem::new(start, unknown_name(&written, &name, scope)));
        };
        let indices = read_indices(&symbols, number_end)?;
        let written = Written { kind, name: &name, start, number: (!number.is_empty()).then_some(number), indices };
        written.resolve(scope)
    }
}

fn unknown_name(written: &str, name: &str, scope: &Scope) -> crate::words::Text {
    if written.is_empty() {
        return say::nothing_addressed();
    }
    // One letter differs from every other letter by one: the case alone may be meant.
    let near = match name.chars().count() {
        1 => Name::ALL.into_iter().map(|(known, _)| known).find(|known| known.eq_ignore_ascii_case(name)),
        // `Wq` is W_q where the additive scorer has it, else WQ: what the model has comes first.
        _ => [true, false].into_iter().find_map(|present| {
            let known = Name::ALL.into_iter().filter(|(_, kind)| kind.is_in(scope) == present);
            nearest(name, known.map(|(known, _)| known).filter(|known| known.len() > 1))
        }),
    };
    say::unknown_name(written, near)
}

/// An address taken apart, not yet held against a model.
struct Written<'a> {
    kind: Name,
    name: &'a str,
    /// The character the name starts at.
    start: usize,
    number: Option<String>,
    indices: Option<Vec<Index>>,
}

impl Written<'_> {
    fn resolve(&self, scope: &Scope) -> Result<Address, Problem> {
        let givens = scope.givens;
        match self.kind {
            Name::Vector(tensor) => self.vector(tensor, scope),
            Name::Tensor(tensor) => self.tensor(tensor, scope),
            Name::Scorer => {
                self.without_number("scorer")?;
                self.without_brackets()?;
                Ok(Address::Scorer)
            }
            Name::Target => {
                self.without_brackets()?;
                Ok(Address::Target { row: self.row(scope)? })
            }
            Name::Mask => {
                self.without_number("mask[3], mask[2,3]")?;
                match self.indices.as_deref() {
                    Some([slot]) => {
                        let slot = slot.place(Counted::Slot, givens.slots(), scope)?;
                        Ok(Address::MaskSlot { slot })
                    }
                    Some([row, slot]) => {
                        let row = row.place(Counted::Row, givens.rows(), scope)?;
                        let slot = slot.place(Counted::Slot, givens.slots(), scope)?;
                        Ok(Address::MaskCell { row, slot })
                    }
                    _ => Err(self.problem(say::wrong_indices("mask", "mask[3], mask[2,3]"))),
                }
            }
            Name::Score => {
                let (row, slot) = self.of_row(Counted::Slot, givens.slots(), scope)?;
                Ok(Address::Derived(Derived::Score { row, slot }))
            }
            Name::Exponential => {
                let (row, slot) = self.of_row(Counted::Slot, givens.slots(), scope)?;
                Ok(Address::Derived(Derived::Exponential { row, slot }))
            }
            Name::Normaliser => {
                self.without_brackets()?;
                Ok(Address::Derived(Derived::Normaliser { row: self.row(scope)? }))
            }
            Name::Attention => {
                let (row, slot) = self.of_row(Counted::Slot, givens.slots(), scope)?;
                Ok(Address::Derived(Derived::Attention { row, slot }))
            }
            Name::Weighted => self.weighted(scope),
            Name::Length => {
                let (row, slot) = self.of_row(Counted::Slot, givens.slots(), scope)?;
                Ok(Address::Derived(Derived::Contributed { row, of: Contributed::Length { slot } }))
            }
            Name::Contribution => self.contribution(scope),
            Name::ContributionSum => {
                let (row, word) = self.of_row(Counted::Word, givens.words(), scope)?;
                Ok(Address::Derived(Derived::Contributed { row, of: Contributed::Sum { word } }))
            }
            Name::Context => {
                let (row, component) = self.of_row(Counted::Component, givens.d_v(), scope)?;
                Ok(Address::Derived(Derived::Context { row, component }))
            }
            Name::Logit => {
                let (row, word) = self.of_row(Counted::Word, givens.words(), scope)?;
                Ok(Address::Derived(Derived::Logit { row, word }))
            }
            Name::WordExponential => {
                let (row, word) = self.of_row(Counted::Word, givens.words(), scope)?;
                Ok(Address::Derived(Derived::WordExponential { row, word }))
            }
            Name::WordNormaliser => {
                self.without_brackets()?;
                Ok(Address::Derived(Derived::WordNormaliser { row: self.row(scope)? }))
            }
            Name::Probability => {
                let (row, word) = self.of_row(Counted::Word, givens.words(), scope)?;
                Ok(Address::Derived(Derived::Probability { row, word }))
            }
            Name::Loss => {
                self.without_brackets()?;
                let row = self.number.as_deref().map(|_| self.row(scope)).transpose()?;
                Ok(Address::Derived(Derived::Loss { row }))
            }
        }
    }

    fn vector(&self, tensor: Tensor, scope: &Scope) -> Result<Address, Problem> {
        if !self.kind.is_in(scope) {
            return Err(self.problem(missing(tensor, scope)));
        }
        let line = match tensor {
            Tensor::Keys | Tensor::Values | Tensor::SourceEmbeddings => self.slot(scope)?,
            _ => self.row(scope)?,
        };
        let (counted, size) = match tensor {
            Tensor::Bias => (Counted::Word, scope.givens.words()),
            tensor => (Counted::Component, scope.givens.shape(tensor).map_or(0, |(_, columns)| columns)),
        };
        let region = match self.indices.as_deref() {
            None | Some([Index::All { .. }]) => Region::Row(line),
            Some([index]) => Region::Cell(line, index.place(counted, size, scope)?),
            Some(_) => {
                let name = self.name;
                let form = if tensor == Tensor::Bias { format!("{name}2[word]") } else { format!("{name}2[1]") };
                return Err(self.problem(say::wrong_indices(name, &form)));
            }
        };
        Ok(Address::Numbers { tensor, region })
    }

    fn tensor(&self, tensor: Tensor, scope: &Scope) -> Result<Address, Problem> {
        let name = self.name;
        let is_vector = matches!(tensor, Tensor::Parameter(parameter) if !parameter.is_matrix());
        if let Some(number) = &self.number {
            let instead = match tensor {
                Tensor::Queries
                | Tensor::Keys
                | Tensor::Values
                | Tensor::SourceEmbeddings
                | Tensor::TargetEmbeddings => format!("{}{number}", name.to_lowercase()),
                _ => format!("{name}[{number}]"),
            };
            return Err(self.problem(say::no_number_after(name, &instead)));
        }
        let Some((rows, columns)) = scope.givens.shape(tensor) else {
            return Err(self.problem(missing(tensor, scope)));
        };
        let (of_rows, of_columns) = match tensor {
            Tensor::Queries | Tensor::TargetEmbeddings => (Counted::Row, Counted::Component),
            Tensor::Keys | Tensor::Values | Tensor::SourceEmbeddings => (Counted::Slot, Counted::Component),
            Tensor::Head => (Counted::Component, Counted::Word),
            _ => (Counted::MatrixRow, Counted::Component),
        };
        let region = match self.indices.as_deref() {
            None => Region::Whole,
            Some([index]) if is_vector => Region::Cell(0, index.place(Counted::Component, columns, scope)?),
            Some([Index::All { .. }, Index::All { .. }]) if !is_vector => Region::Whole,
            Some([row] | [row, Index::All { .. }]) if !is_vector => Region::Row(row.place(of_rows, rows, scope)?),
            Some([Index::All { .. }, column]) if !is_vector => {
                Region::Column(column.place(of_columns, columns, scope)?)
            }
            Some([row, column]) if !is_vector => {
                Region::Cell(row.place(of_rows, rows, scope)?, column.place(of_columns, columns, scope)?)
            }
            Some(_) => {
                let forms = match tensor {
                    _ if is_vector => format!("{name}[1]"),
                    Tensor::Head => "G[1], G[1,2], G[1,word], G[*,word]".to_owned(),
                    _ => format!("{name}[1], {name}[1,2], {name}[*,2]"),
                };
                return Err(self.problem(say::wrong_indices(name, &forms)));
            }
        };
        Ok(Address::Numbers { tensor, region })
    }

    /// α_tj (v_j · G_w): a slot and a word; with another word the difference of the two.
    fn contribution(&self, scope: &Scope) -> Result<Address, Problem> {
        let row = self.row(scope)?;
        let (slots, words) = (scope.givens.slots(), scope.givens.words());
        let slot = |index: &Index| index.place_or_all(Counted::Slot, slots, scope);
        let of = match self.indices.as_deref() {
            None => Contributed::Logit { slot: None, word: None },
            Some([index]) => Contributed::Logit { slot: slot(index)?, word: None },
            Some([index, word]) => {
                Contributed::Logit { slot: slot(index)?, word: word.place_or_all(Counted::Word, words, scope)? }
            }
            Some([index, word, against]) => Contributed::Difference {
                slot: slot(index)?,
                word: word.place(Counted::Word, words, scope)?,
                against: against.place(Counted::Word, words, scope)?,
            },
            Some(_) => {
                let name = self.name;
                let forms = format!("{name}[2], {name}[2,him], {name}[*,him], {name}[2,him,book]");
                return Err(self.problem(say::wrong_indices(name, &forms)));
            }
        };
        Ok(Address::Derived(Derived::Contributed { row, of }))
    }

    /// α_tj v_j: a slot, and a component of its vector.
    fn weighted(&self, scope: &Scope) -> Result<Address, Problem> {
        let row = self.row(scope)?;
        let place = |index: &Index, counted, size| index.place_or_all(counted, size, scope);
        let slot = |index| place(index, Counted::Slot, scope.givens.slots());
        let (slot, component) = match self.indices.as_deref() {
            None => (None, None),
            Some([index]) => (slot(index)?, None),
            Some([index, component]) => (slot(index)?, place(component, Counted::Component, scope.givens.d_v())?),
            Some(_) => {
                let name = self.name;
                let forms = format!("{name}[2], {name}[2,1], {name}[*,1]");
                return Err(self.problem(say::wrong_indices(name, &forms)));
            }
        };
        Ok(Address::Derived(Derived::Weighted { row, slot, component }))
    }

    /// The row a derived quantity belongs to, and the place on its axis.
    fn of_row(&self, counted: Counted, size: usize, scope: &Scope) -> Result<(usize, Option<usize>), Problem> {
        let row = self.row(scope)?;
        match self.indices.as_deref() {
            None | Some([Index::All { .. }]) => Ok((row, None)),
            Some([index]) => Ok((row, Some(index.place(counted, size, scope)?))),
            Some(_) => {
                let name = self.name;
                Err(self.problem(say::wrong_indices(name, &format!("{name}[2], {name}3[2]"))))
            }
        }
    }

    /// The row whose number follows the name; without one, the focused row or the only one.
    fn row(&self, scope: &Scope) -> Result<usize, Problem> {
        let rows = scope.givens.rows();
        match (&self.number, scope.focused_row) {
            (Some(number), _) => self.counted(number, Counted::Row, rows),
            (None, Some(row)) if row < rows => Ok(row),
            (None, _) if rows == 1 => Ok(0),
            (None, _) => Err(self.problem(say::which_row(self.name, rows))),
        }
    }

    fn slot(&self, scope: &Scope) -> Result<usize, Problem> {
        let slots = scope.givens.slots();
        match &self.number {
            Some(number) => self.counted(number, Counted::Slot, slots),
            None => Err(self.problem(say::which_slot(self.name, slots))),
        }
    }

    fn counted(&self, number: &str, counted: Counted, size: usize) -> Result<usize, Problem> {
        let at = self.start + self.name.chars().count();
        super::index::from_one(number, size).ok_or_else(|| Problem::new(at, say::out_of_range(counted, number, size)))
    }

    fn without_number(&self, instead: &str) -> Result<(), Problem> {
        match self.number {
            None => Ok(()),
            Some(_) => Err(self.problem(say::no_number_after(self.name, instead))),
        }
    }

    fn without_brackets(&self) -> Result<(), Problem> {
        match self.indices {
            None => Ok(()),
            Some(_) => Err(self.problem(say::no_brackets(self.name))),
        }
    }

    fn problem(&self, text: crate::words::Text) -> Problem {
        Problem::new(self.start, text)
    }
}

/// Why the model does not have a tensor: which scorer a parameter belongs to, what X, Y and the projections would be. Two
/// names that are easily taken for each other, W_q and WQ, are told apart.
fn missing(tensor: Tensor, scope: &Scope) -> crate::words::Text {
    let Tensor::Parameter(parameter) = tensor else {
        let has_words = scope.givens.origin.is_some();
        let name = tensor_name(tensor);
        let parameter = like(name).filter(|parameter| scope.givens.scorer.get(*parameter).is_some());
        return match (has_words, parameter) {
            (true, _) => say::no_target_embeddings(name),
            (false, None) => say::no_embeddings(name),
            (false, Some(parameter)) => say::parameter_meant(name, parameter.name()),
        };
    };
    let owner = ScorerKind::ALL.into_iter().find(|kind| kind.parameters().contains(&parameter));
    let (name, in_use) = (parameter.name(), scope.givens.scorer.kind.name());
    let projection = Tensor::OF_WORDS.into_iter().find(|tensor| like(tensor_name(*tensor)) == Some(parameter));
    match projection.filter(|projection| scope.givens.shape(*projection).is_some()) {
        Some(projection) => say::projection_meant(name, owner.map_or("", ScorerKind::name), tensor_name(projection)),
        None => say::no_such_parameter(name, in_use, owner.map_or("", ScorerKind::name)),
    }
}

/// The scorer's parameter that a projection may be taken for.
fn like(projection: &str) -> Option<Parameter> {
    match projection {
        "WQ" => Some(Parameter::Wq),
        "WK" => Some(Parameter::Wk),
        _ => None,
    }
}
