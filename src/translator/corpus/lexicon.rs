//! The words of the lesson's grammar, each with both its sides.
//!
//! The Chinese is a teaching construction: how it is cut into units is chosen for teaching, and nothing is said of how
//! frequent such sentences are.

/// Somebody who gives or is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// The one who speaks.
    I,
    /// The one who is spoken to.
    You,
    /// A man.
    He,
    /// A woman.
    She,
    /// Several.
    They,
}

impl Person {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 5] = [Person::I, Person::You, Person::He, Person::She, Person::They];

    /// The source unit, whatever the role.
    pub fn source(self) -> &'static str {
        self.forms().0
    }

    /// The target word of who gives: *I*, *he*.
    pub fn subject(self) -> &'static str {
        self.forms().1
    }

    /// The target word of who is given: *me*, *him*.
    pub fn object(self) -> &'static str {
        self.forms().2
    }

    fn forms(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Person::I => ("我", "I", "me"),
            Person::You => ("你", "you", "you"),
            Person::He => ("他", "he", "him"),
            Person::She => ("她", "she", "her"),
            Person::They => ("他们", "they", "them"),
        }
    }
}

/// When.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Time {
    /// The day before.
    Yesterday,
    /// This day.
    Today,
    /// The week before: one source unit, two target words.
    LastWeek,
}

impl Time {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 3] = [Time::Yesterday, Time::Today, Time::LastWeek];

    /// The source unit.
    pub fn source(self) -> &'static str {
        match self {
            Time::Yesterday => "昨天",
            Time::Today => "今天",
            Time::LastWeek => "上周",
        }
    }

    /// The target words.
    pub fn target(self) -> &'static [&'static str] {
        match self {
            Time::Yesterday => &["yesterday"],
            Time::Today => &["today"],
            Time::LastWeek => &["last", "week"],
        }
    }
}

/// What is done. In the source a verb is two units: 给 了 before the recipient, or 买 了 after 给 and the recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// 给 了.
    Gave,
    /// 给 … 买 了.
    Bought,
}

impl Verb {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 2] = [Verb::Gave, Verb::Bought];

    /// The target word.
    pub fn target(self) -> &'static str {
        match self {
            Verb::Gave => "gave",
            Verb::Bought => "bought",
        }
    }
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// One: an article in the target.
    One,
    /// Two.
    Two,
    /// Three.
    Three,
}

impl Quantity {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 3] = [Quantity::One, Quantity::Two, Quantity::Three];

    /// The source unit.
    pub fn source(self) -> &'static str {
        match self {
            Quantity::One => "一",
            Quantity::Two => "两",
            Quantity::Three => "三",
        }
    }

    /// The target word before this noun: *an* before *apple*.
    pub fn target(self, noun: Noun) -> &'static str {
        match (self, noun) {
            (Quantity::One, Noun::Apple) => AN,
            (Quantity::One, _) => A,
            (Quantity::Two, _) => "two",
            (Quantity::Three, _) => "three",
        }
    }
}

/// The two forms of the article.
pub(super) const A: &str = "a";
pub(super) const AN: &str = "an";

/// What is given or bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Noun {
    /// A book.
    Book,
    /// A dictionary.
    Dictionary,
    /// A pen.
    Pen,
    /// A pencil.
    Pencil,
    /// A cup of tea.
    Tea,
    /// A cup of coffee.
    Coffee,
    /// An apple.
    Apple,
    /// A pear.
    Pear,
}

impl Noun {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 8] =
        [Noun::Book, Noun::Dictionary, Noun::Pen, Noun::Pencil, Noun::Tea, Noun::Coffee, Noun::Apple, Noun::Pear];

    /// The source unit.
    pub fn source(self) -> &'static str {
        self.forms().1
    }

    /// The source's measure word. Each serves two nouns, so that it alone does not tell the noun.
    pub fn measure(self) -> &'static str {
        self.forms().0
    }

    /// The target words of one, without the article: `book`, `cup of tea`.
    pub fn singular(self) -> &'static [&'static str] {
        self.forms().2
    }

    /// The target words of several.
    pub fn plural(self) -> &'static [&'static str] {
        self.forms().3
    }

    fn forms(self) -> (&'static str, &'static str, &'static [&'static str], &'static [&'static str]) {
        match self {
            Noun::Book => ("本", "书", &["book"], &["books"]),
            Noun::Dictionary => ("本", "词典", &["dictionary"], &["dictionaries"]),
            Noun::Pen => ("支", "笔", &["pen"], &["pens"]),
            Noun::Pencil => ("支", "铅笔", &["pencil"], &["pencils"]),
            Noun::Tea => ("杯", "茶", &["cup", "of", "tea"], &["cups", "of", "tea"]),
            Noun::Coffee => ("杯", "咖啡", &["cup", "of", "coffee"], &["cups", "of", "coffee"]),
            Noun::Apple => ("个", "苹果", &["apple"], &["apples"]),
            Noun::Pear => ("个", "梨", &["pear"], &["pears"]),
        }
    }
}

/// What is never said in training: this recipient given this noun. Each of them occurs there with others.
pub const HELD_OUT: [(Person, Noun); 8] = [
    (Person::He, Noun::Book),
    (Person::They, Noun::Dictionary),
    (Person::She, Noun::Pen),
    (Person::I, Noun::Pencil),
    (Person::You, Noun::Tea),
    (Person::He, Noun::Coffee),
    (Person::They, Noun::Apple),
    (Person::She, Noun::Pear),
];

/// The source's other units.
pub(super) const GIVE: &str = "给";
pub(super) const DONE: &str = "了";
pub(super) const BUY: &str = "买";
pub(super) const WITH: &str = "和";
pub(super) const COMMA: &str = "，";
pub(super) const FULL_STOP: &str = "。";

/// The target's other words.
pub(super) const AND: &str = "and";
pub(super) const OF: &str = "of";
pub(super) const STOP: &str = ".";

/// Every source unit in the order of its number.
pub(super) fn source_units() -> Vec<&'static str> {
    let mut units: Vec<&str> = Person::ALL.map(Person::source).into();
    units.extend(Time::ALL.map(Time::source));
    units.extend([GIVE, DONE, BUY]);
    units.extend(Quantity::ALL.map(Quantity::source));
    // A measure word stands here once for each of its nouns; a vocabulary takes it once.
    units.extend(Noun::ALL.map(Noun::measure));
    units.extend(Noun::ALL.map(Noun::source));
    units.extend([WITH, COMMA, FULL_STOP]);
    units
}

/// Every target word in the order of its number, some of them more than once.
pub(super) fn target_words() -> Vec<&'static str> {
    let mut words: Vec<&str> = Person::ALL.map(Person::subject).into();
    words.extend(Person::ALL.map(Person::object));
    words.extend(Verb::ALL.map(Verb::target));
    words.extend([A, AN]);
    words.extend([Quantity::Two, Quantity::Three].map(|quantity| quantity.target(Noun::Book)));
    for noun in Noun::ALL {
        let words_of_one_and_several = noun.singular().iter().zip(noun.plural());
        words.extend(words_of_one_and_several.flat_map(|(one, several)| [*one, *several]));
    }
    words.extend(Time::ALL.iter().flat_map(|time| time.target()));
    words.extend([AND, STOP]);
    words
}
