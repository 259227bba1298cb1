//! From any number to how it came about: its formula, the numbers put in, what it came from and what it goes into.
//!
//! [`explain`] takes the address of one number, given or derived, and answers with an [`Explanation`]. Nothing here
//! computes a model: every number is read from the givens and the [`Trace`], and what is printed is held against them.
//!
//! | to find | look at |
//! |---|---|
//! | what is said of a number | [`Explanation`], [`Account`], [`Derivation`] |
//! | why q does not matter to a weight under the linear scorer | [`Proof`] |
//! | a formula and its notations (text, expression, LaTeX) | [`Formula`], [`Symbol`] |
//! | the terms of a long sum, one at a time | [`Explanation::term`] |
//! | which numbers stand behind which | [`behind`], [`ahead`], [`covers`](fn@covers) |
//! | text to be copied | [`copy_text`], [`copy_latex`], [`copy_markdown`] |
//!
//! A gradient is a number like any other: its address is `dL/d` and the address of what it is taken by.

mod context;
mod contribution;
mod copy;
mod covers;
mod derivation;
mod formula;
mod from_words;
mod given;
mod gradient;
mod logit;
mod loss;
mod onward;
mod proof;
mod recurrent;
mod relations;
mod score;
mod softmax;
mod symbol;
mod terms;
mod what;
mod write;

pub use copy::{copy_latex, copy_markdown, copy_text, in_markdown};
pub use covers::covers;
pub use derivation::{Derivation, Printed, Step};
pub use formula::{Formula, Function, Operator};
pub use proof::{LeftOut, Proof, ProofLine};
pub use recurrent::{Account as RecurrentAccount, Affine, Part, Squash, recurrent};
pub use relations::{ahead, behind};
pub use symbol::{Index, Symbol};
pub use terms::Term;
pub use write::{as_result, in_formula, with_power};

use crate::engine::{Givens, Row, Tensor, Trace};
use crate::scenario::{Address, Contributed, Derived, Names, Region, Scope};
use crate::words::{Lang, Text, explain as words};
use derivation::Draft;
use symbol::Symbols;
use terms::Terms;

/// The model a number stands in, and how much of a long sum is written out.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What is given.
    pub givens: &'a Givens,
    /// What follows: the trace of these givens.
    pub trace: &'a Trace,
    /// What slots and words are called.
    pub names: &'a Names,
    /// Terms of a sum that are written out before its middle is folded; `usize::MAX` writes all.
    pub terms: usize,
}

/// How one number came about.
pub struct Explanation<'a> {
    /// Which number: always one, never a vector.
    pub address: Address,
    /// Its address as written.
    pub written: String,
    /// Its symbol, or for a part of a softmax the formula that defines it.
    pub symbol: Formula,
    /// Its name and axis.
    pub what: Text,
    /// The number and its derivation, or why there is none.
    pub account: Account,
    /// Why it does not depend on what it seems to depend on, where there is something to prove.
    pub proof: Option<Proof>,
    /// The numbers that stand in the derivation; see [`behind`].
    pub from: Vec<Address>,
    /// The numbers in whose derivation this one stands; see [`ahead`].
    pub into: Vec<Address>,
    /// The way onward to the loss, in words.
    pub onward: Text,
    context: Context<'a>,
    /// What the number says, in words: of a gradient, which way to go and why.
    pub in_words: Vec<Text>,
    terms: Terms<'a>,
    by_hand: Option<Text>,
}

/// What there is to say about a number's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Account {
    /// It is given, or set by hand whatever the words give.
    Given(f64),
    /// It follows from others.
    Derived(Derivation),
    /// There is no number, or no formula for it: why.
    Sentence(Text),
}

impl Explanation<'_> {
    /// The value, where there is one.
    pub fn value(&self) -> Option<f64> {
        match &self.account {
            Account::Given(value) => Some(*value),
            Account::Derived(derivation) => Some(derivation.result),
            Account::Sentence(_) => None,
        }
    }

    /// How many terms the long sum of the derivation has: the sum itself, or that of a softmax's denominator. 0 where
    /// nothing is summed.
    pub fn terms_count(&self) -> usize {
        self.terms.count()
    }

    /// One of those terms, counted from 0, made when it is asked for; `None` past the end.
    pub fn term(&self, number: usize) -> Option<Term> {
        self.terms.get(number)
    }

    /// The chain of equals as text: symbol, formula, numbers put in, result. Where there is no number, the symbol alone.
    pub fn parts_text(&self, lang: Lang) -> Vec<String> {
        self.parts(|formula| formula.text(lang), |number| number)
    }

    /// The same as LaTeX for mathematical mode.
    pub fn parts_latex(&self, lang: Lang) -> Vec<String> {
        self.parts(|formula| formula.latex(lang), |number| write::with_power(&number))
    }

    fn parts(&self, write: impl Fn(&Formula) -> String, number: impl Fn(String) -> String) -> Vec<String> {
        let mut parts = vec![write(&self.symbol)];
        match &self.account {
            Account::Given(value) => parts.push(number(crate::words::number::exact(*value))),
            Account::Derived(derivation) => {
                // A part of a softmax has no letter: its symbol is its formula.
                parts.extend((derivation.formula != self.symbol).then(|| write(&derivation.formula)));
                parts.extend(derivation.steps.iter().map(|step| write(&step.formula)));
                parts.push(number(as_result(derivation.result)));
            }
            Account::Sentence(_) => {}
        }
        parts
    }

    /// Addresses as written.
    pub fn write_all(&self, addresses: &[Address]) -> Vec<String> {
        let scope = self.context.scope();
        // With one row the loss would go into itself.
        let itself = |told: &String| self.context.givens.rows() > 1 || *told != self.written;
        addresses.iter().map(|address| address.told(&scope)).filter(itself).collect()
    }

    /// What has to be said of the derivation: where its printed numbers do not give the printed result, and why it is
    /// not the usual one; of a number that is set by hand, what the words would give.
    pub fn notes(&self) -> Vec<Text> {
        match &self.account {
            Account::Derived(derivation) => derivation.notes(),
            Account::Given(_) => self.by_hand.iter().cloned().collect(),
            Account::Sentence(_) => Vec::new(),
        }
    }
}

/// Explains the number at an address; where the address names several, the first of them.
///
/// The numbers of a long sum are gone through once (a softmax over 100,000 words is one pass of exponentials), but only
/// those that are written out become part of a tree.
pub fn explain<'a>(context: &Context<'a>, address: &Address) -> Explanation<'a> {
    let address = first_of(address);
    let exists = context.has(&address);
    let (account, terms) = if exists { context.account(&address) } else { no_number() };
    Explanation {
        written: address.told(&context.scope()),
        symbol: context.symbol(&address),
        what: context.what(&address),
        proof: context.proof(&address, &account),
        in_words: match (&address, &account) {
            (Address::Gradient(of), Account::Derived(derivation)) => context.gradient_in_words(of, derivation.result),
            _ => Vec::new(),
        },
        account,
        from: behind(context, &address),
        into: ahead(context, &address),
        onward: context.onward(&address),
        context: *context,
        terms,
        by_hand: context.set_by_hand(&address),
        address,
    }
}

fn no_number<'a>() -> (Account, Terms<'a>) {
    (Account::Sentence(words::not_in_this_model()), Terms::none())
}

/// The first number of what an address names.
fn first_of(address: &Address) -> Address {
    match *address {
        Address::Numbers { tensor, region } => {
            let region = match region {
                Region::Whole => Region::Cell(0, 0),
                Region::Row(row) => Region::Cell(row, 0),
                Region::Column(column) => Region::Cell(0, column),
                cell @ Region::Cell(..) => cell,
            };
            Address::Numbers { tensor, region }
        }
        Address::Derived(derived) => {
            let first = |place: Option<usize>| place.or(Some(0));
            Address::Derived(match derived {
                Derived::Score { row, slot } => Derived::Score { row, slot: first(slot) },
                Derived::Exponential { row, slot } => Derived::Exponential { row, slot: first(slot) },
                Derived::Attention { row, slot } => Derived::Attention { row, slot: first(slot) },
                Derived::Weighted { row, slot, component } => {
                    Derived::Weighted { row, slot: first(slot), component: first(component) }
                }
                Derived::Contributed { row, of } => Derived::Contributed { row, of: of.first() },
                Derived::Context { row, component } => Derived::Context { row, component: first(component) },
                Derived::Logit { row, word } => Derived::Logit { row, word: first(word) },
                Derived::WordExponential { row, word } => Derived::WordExponential { row, word: first(word) },
                Derived::Probability { row, word } => Derived::Probability { row, word: first(word) },
                one @ (Derived::Normaliser { .. } | Derived::WordNormaliser { .. } | Derived::Loss { .. }) => one,
            })
        }
        Address::Gradient(ref of) => Address::Gradient(Box::new(first_of(of))),
        ref other => other.clone(),
    }
}

impl<'a> Context<'a> {
    fn scope(&self) -> Scope<'a> {
        Scope { givens: self.givens, names: self.names, focused_row: None }
    }

    fn symbols(&self) -> Symbols {
        Symbols { rows: self.givens.rows() }
    }

    fn row(&self, row: usize) -> Row {
        self.trace.row(row)
    }

    fn slot_name(&self, slot: usize) -> &'a str {
        self.names.slots.get(slot).map_or("", String::as_str)
    }

    fn word_name(&self, word: usize) -> &'a str {
        self.names.words.get(word).map_or("", String::as_str)
    }

    fn readable(&self, row: usize, slot: usize) -> bool {
        self.givens.mask.readable(row, slot)
    }

    /// The slots a row reads.
    fn slots_read(&self, row: usize) -> impl DoubleEndedIterator<Item = usize> + Clone + use<'a> {
        let givens = self.givens;
        (0..givens.slots()).filter(move |slot| givens.mask.readable(row, *slot))
    }

    /// Whether a row reads any slot. One that reads none goes no further than its query.
    fn reads(&self, row: usize) -> bool {
        self.slots_read(row).next().is_some()
    }

    /// Whether the address of one number lies inside the model.
    fn has(&self, address: &Address) -> bool {
        let givens = self.givens;
        let within = |place: Option<usize>, size: usize| place.is_none_or(|place| place < size);
        match *address {
            Address::Numbers { tensor, region: Region::Cell(row, column) } => {
                givens.shape(tensor).is_some_and(|(rows, columns)| row < rows && column < columns)
                    || tensor == Tensor::Bias && row < givens.rows() && column < givens.words()
            }
            Address::Numbers { .. } => false,
            Address::Gradient(ref of) => self.has(of),
            Address::Scorer => true,
            Address::Target { row } => row < givens.rows(),
            Address::MaskSlot { slot } => slot < givens.slots(),
            Address::MaskCell { row, slot } => row < givens.rows() && slot < givens.slots(),
            Address::Derived(derived) => match derived {
                Derived::Score { row, slot }
                | Derived::Exponential { row, slot }
                | Derived::Attention { row, slot } => row < givens.rows() && within(slot, givens.slots()),
                Derived::Normaliser { row } | Derived::WordNormaliser { row } => row < givens.rows(),
                Derived::Weighted { row, slot, component } => {
                    row < givens.rows() && within(slot, givens.slots()) && within(component, givens.d_v())
                }
                Derived::Contributed { row, of } => {
                    let (slots, words) = (givens.slots(), givens.words());
                    let inside = match of {
                        Contributed::Length { slot } => within(slot, slots),
                        Contributed::Logit { slot, word } => within(slot, slots) && within(word, words),
                        Contributed::Difference { slot, word, against } => {
                            within(slot, slots) && word < words && against < words
                        }
                        Contributed::Sum { word } => within(word, words),
                    };
                    row < givens.rows() && inside
                }
                Derived::Context { row, component } => row < givens.rows() && within(component, givens.d_v()),
                Derived::Logit { row, word }
                | Derived::WordExponential { row, word }
                | Derived::Probability { row, word } => row < givens.rows() && within(word, givens.words()),
                Derived::Loss { row } => within(row, givens.rows()),
            },
        }
    }

    /// The account of one number inside the model, with the terms of its sum.
    fn account(&self, address: &Address) -> (Account, Terms<'a>) {
        let place = |place: Option<usize>| place.unwrap_or(0);
        let draft = match *address {
            Address::Derived(derived) => match derived {
                Derived::Score { row, slot } => self.score(row, place(slot)),
                Derived::Exponential { row, slot } => self.exponential(row, place(slot)),
                Derived::Normaliser { row } => self.normaliser(row),
                Derived::Attention { row, slot } => self.attention(row, place(slot)),
                Derived::Weighted { row, slot, component } => self.weighted(row, place(slot), place(component)),
                Derived::Contributed { row, of } => self.contributed(row, of),
                Derived::Context { row, component } => self.context(row, place(component)),
                Derived::Logit { row, word } => self.logit(row, place(word)),
                Derived::WordExponential { row, word } => self.word_exponential(row, place(word)),
                Derived::WordNormaliser { row } => self.word_normaliser(row),
                Derived::Probability { row, word } => self.probability(row, place(word)),
                Derived::Loss { row: Some(row) } => self.row_loss(row),
                Derived::Loss { row: None } => self.total_loss(),
            },
            Address::Gradient(ref of) => self.gradient(of),
            _ => match self.made_from_words(address) {
                Some(draft) => Ok(draft),
                None => return (self.given(address), Terms::none()),
            },
        };
        match draft {
            Ok(draft) => {
                let Draft { formula, steps, result, terms } = draft;
                let remark = self.remark(address);
                (Account::Derived(Derivation { remark, ..Derivation::checked(formula, steps, result) }), terms)
            }
            Err(reason) => (Account::Sentence(reason), Terms::none()),
        }
    }

    /// Why a stage has no numbers.
    fn reason(&self, undefined: crate::engine::Undefined) -> Text {
        crate::words::undefined::reason(undefined, &self.names.slots, &self.names.words)
    }
}
