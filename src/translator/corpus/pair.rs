//! A sentence and its translation, and which source units each target word may be read from.

/// What a sentence of the lesson's grammar is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One clause, one object.
    A,
    /// One clause, two objects.
    B,
    /// Two clauses of one object each.
    C,
}

impl Kind {
    /// In the order in which the corpus is drawn.
    pub const ALL: [Self; 3] = [Kind::A, Kind::B, Kind::C];
}

/// What a target word does in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Who gives or buys.
    Subject,
    /// The word "gave".
    Gave,
    /// The word "bought".
    Bought,
    /// Whom for.
    Recipient,
    /// An article or a number.
    Quantity,
    /// "cup" or "cups".
    Measure,
    /// "of".
    Of,
    /// The noun.
    Object,
    /// The first word of a time.
    Time,
    /// The second word of "last week", which follows from the first.
    Week,
    /// What joins two objects or two clauses.
    And,
    /// The full stop.
    Stop,
    /// The end of the target.
    End,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 13] = [
        Role::Subject,
        Role::Gave,
        Role::Bought,
        Role::Recipient,
        Role::Quantity,
        Role::Measure,
        Role::Of,
        Role::Object,
        Role::Time,
        Role::Week,
        Role::And,
        Role::Stop,
        Role::End,
    ];

    /// A short name, the same in every language: what tables of figures are headed by.
    pub fn id(self) -> &'static str {
        match self {
            Role::Subject => "S",
            Role::Gave => "gave",
            Role::Bought => "bought",
            Role::Recipient => "R",
            Role::Quantity => "Q",
            Role::Measure => "M",
            Role::Of => "of",
            Role::Object => "O",
            Role::Time => "T",
            Role::Week => "week",
            Role::And => "and",
            Role::Stop => ".",
            Role::End => "EOS",
        }
    }
}

/// What one target word does, and from where it is rightly read. For measuring only, never for training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aligned {
    /// What it does.
    pub role: Role,
    /// The clause it belongs to, from 0; `None` for what joins clauses or ends the sentence.
    pub clause: Option<usize>,
    /// The source position, from 0, that counts as right.
    pub at: usize,
    /// Another one that counts as right, after `at`: a verb is spread over two units.
    pub or: Option<usize>,
}

impl Aligned {
    /// Whether reading this source position is right.
    pub fn accepts(&self, position: usize) -> bool {
        self.at == position || self.or == Some(position)
    }

    /// The source positions that are right: one or two, the first one first.
    pub fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(self.at).chain(self.or)
    }
}

/// A sentence and its translation, as numbers of the two vocabularies of its corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What is read, never empty.
    pub source: Vec<usize>,
    /// What is to be written; ends in [`EOS`](super::EOS).
    pub target: Vec<usize>,
    /// What the grammar calls it; `None` for a pair of somebody's own.
    pub kind: Option<Kind>,
    /// One for each target word, the end included; `None` where nobody has said it.
    pub alignment: Option<Vec<Aligned>>,
}

impl Pair {
    /// The target without its end: what a translation is compared with.
    pub fn reference(&self) -> &[usize] {
        self.target.strip_suffix(&[super::EOS]).unwrap_or(&self.target)
    }
}
